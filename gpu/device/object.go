package device

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// object is what all API objects share.
type object struct {
	id       gpu.ID
	kind     gpu.ObjectKind
	name     string
	adapter  *Adapter
	home     *Device  // that made it; nil of devices, events and threads
	site     gpu.Site // of the next call
	created  gpu.Site // the call that made it
	released bool
}

// ID implements gpu.Object.
func (o *object) ID() gpu.ID { return o.id }

// Kind implements gpu.Object.
func (o *object) Kind() gpu.ObjectKind { return o.kind }

// Name implements gpu.Object.
func (o *object) Name() string { return o.name }

// String is the kind and the name, for example `Fence "frame"`.
func (o *object) String() string { return fmt.Sprintf("%s %q", o.kind, o.name) }

// SetSite says which place of a script makes the next call on the object. Go callers need not use it.
func (o *object) SetSite(s gpu.Site) { o.site = s }

// Created is the place of the call that made the object; 0 where the caller did not say it.
func (o *object) Created() gpu.Site { return o.created }

// Released says whether the application has given the object up.
func (o *object) Released() bool { return o.released }

// SetName renames the object in every later message, trace and picture.
func (o *object) SetName(name string) error {
	call := &gpu.NameCall{CallHead: o.head("SetName"), Object: o.id, Name: name}
	return o.adapter.issue(sched.CallQuery, call, func() error {
		o.name = name
		return nil
	})
}

// GetDevice is the device that made the object; nil of objects that the adapter made: devices, events and threads.
func (o *object) GetDevice() *Device { return o.home }

// Use notes that a method is called at a place which names the object in no other call: it is not released, nor is it beside the call. It takes no
// time.
func (o *object) Use(site gpu.Site, method string) error {
	if a := o.adapter; o.released || a.crowd && !a.layers.Empty() {
		return a.note(gpu.ListCall{CallHead: a.headAt(method, site), Act: gpu.Use, Allocator: o.id})
	}
	return nil
}

// Unsupported refuses a method of Direct3D 12 that this version does not have, by its name.
func (o *object) Unsupported(method string) error {
	return o.adapter.issue(sched.CallQuery, &gpu.UnsupportedCall{CallHead: o.head(method)}, nothing)
}

// head starts a call made at the object's site and forgets the site.
func (o *object) head(method string) gpu.CallHead {
	s := o.site
	o.site = 0
	return o.adapter.headAt(method, s)
}

// headAt starts a call made at a place of a script.
func (a *Adapter) headAt(method string, site gpu.Site) gpu.CallHead {
	return gpu.CallHead{Site: site, Method: method, Thread: a.threadID()}
}

// release gives the object up after the layers agreed; destroy frees what it holds, at once or when work in flight can do without it.
func (o *object) release(destroy func()) error {
	call := &gpu.ReleaseCall{CallHead: o.head("Release"), Kind: o.kind, Object: o.id}
	return o.adapter.issue(sched.CallQuery, call, func() error {
		a := o.adapter
		o.released = true
		a.live--
		if !a.layers.Told(&incident.PageFault{}) {
			destroy()
			return nil
		}
		kept := a.objects.Get(o.id)
		a.destroy(o.id)
		a.leaving.add(leaver{id: o.id, object: kept, last: a.work.Counts.Submits, destroy: destroy})
		return nil
	})
}
