package dml

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/words"
)

// object is what all objects of the level share.
type object struct {
	dev      *Device
	kind     string
	name     string
	site     gpu.Site // of the running call
	created  gpu.Site
	gone     gpu.Site
	released bool
	threads  device.Turns // that use it
	lone     bool         // only one may at a time, and says so itself
}

func (o *object) init(d *Device, kind, name string) {
	if d.made == nil {
		d.made = map[string]int{}
	}
	maker := d.native.Adapter().Maker()
	if d.made[kind+maker]++; name == "" {
		name = fmt.Sprintf("%s %d%s", words.Plain(kind), d.made[kind+maker], maker)
	}
	*o = object{dev: d, kind: kind, name: name, site: d.site, created: d.site}
}

// SetSite says which place of a script makes the calls on the object from now on. Go callers need not use it.
func (o *object) SetSite(s gpu.Site) { o.site = s }

// Name is the name of the description, or a made-up one: never empty.
func (o *object) Name() string { return o.name }

// SetName renames the object in every later message.
func (o *object) SetName(name string) error {
	o.name = name
	return nil
}

// String is the kind and the name, for example `CompiledOperator "gemm"`.
func (o *object) String() string { return fmt.Sprintf("%s %q", o.kind, o.name) }

// GetDevice is the DirectML device that made the object.
func (o *object) GetDevice() *Device { return o.dev }

// Released says whether the application has given the object up.
func (o *object) Released() bool { return o.released }

// said is the object for messages.
func (o *object) said() words.Object {
	return words.Object{Title: o.String(), Created: o.created, Released: o.gone}
}

// usable refuses methods of a released object (GS0710), and of the objects of a removed device (GS0733): those may be released and nothing else.
// Where nothing orders the call with a Release by another thread, whether the object is there is up to the run, and that is told instead (GS0530).
func (o *object) usable(method string) error {
	if err := o.used(method); err != nil {
		return err
	}
	switch {
	case o.released:
		g := words.Released(o.said(), method, o.site).WithDocRule()
		g.Object = o.threads.ID()
		return o.dev.native.Adapter().Refuse(g)
	case method != "Release" && o.dev.removed():
		return o.dev.rules.Refuse(words.Removed(o.dev.said(), o.dev.cause, method, o.site))
	}
	return nil
}

// used notes that the calling thread uses the object, or gives it up.
func (o *object) used(method string) error {
	a := o.dev.native.Adapter()
	switch {
	case o.lone:
		return nil
	case method == "Release":
		return o.threads.End(a, o.kind, o.name, o.created, method, o.site)
	}
	return o.threads.Share(a, o.kind, o.name, o.created, method, o.site)
}

// give marks the object as given up.
func (o *object) give() error {
	if err := o.usable("Release"); err != nil {
		return err
	}
	o.released, o.gone = true, o.site
	return nil
}
