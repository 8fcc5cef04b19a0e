package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// object is what all objects of the engine share. It lives in two ways: for the application until Release, for the GPU until
// all queues of its mask have passed.
type object struct {
	dev  *RenderDevice
	site gpu.Site // of the next call
	life objects.Object
}

// SetSite says which place of a script makes the calls on the object from now on. Go callers need not use it.
func (o *object) SetSite(s gpu.Site) { o.site = s }

// Name is the name of the description, or a made-up one: never empty.
func (o *object) Name() string { return o.life.Name }

// String is the kind and the name, for example `Buffer "verts"`.
func (o *object) String() string { return o.life.String() }

// Released says whether the application has given the object up.
func (o *object) Released() bool { return o.life.Released }

// Release gives the object up. It is destroyed by a purge after every queue that may use it has completed the list that is
// recorded now. Commands that were invoked on immediate contexts, and deferred lists that were executed, may use it; later
// ones may not. Releasing twice is GS0643, and so is releasing a part of another object: a default view, a texture of a swap chain.
func (o *object) Release() error { return o.life.Release(o.site) }

// Owner is an object of a package that is built on this one: it consists of objects of the engine, and messages about what was released and what was
// not name it.
type Owner struct{ object }

// NewOwner makes an owner of a kind, for example "SwapChain", that the queue of an immediate context uses.
func (d *RenderDevice) NewOwner(kind, name string, c *DeviceContext) *Owner {
	o := &Owner{}
	o.init(d, kind, name, lifetime.MaskOf(c.id))
	return o
}

// Owns makes a texture a part of the owner, who releases it with ReleaseOwned.
func (o *Owner) Owns(t *Texture) { t.life.Within = &o.life }

// ReleaseOwned gives a texture up that is a part of the owner.
func (o *Owner) ReleaseOwned(t *Texture) error { return t.life.Give(t.site) }

// Usable refuses a method of an owner that was released (GS0641).
func (o *Owner) Usable(method string) error { return o.unreleased(method, o.site) }

// init fills an object and puts it into the device's list.
func (o *object) init(d *RenderDevice, kind, name string, mask lifetime.Mask) {
	o.dev, o.site = d, 0
	d.objects.Init(&o.life, kind, name, mask)
}

// initWith fills an object that goes with another one, its owner.
func (o *object) initWith(owner *object, kind string) {
	o.dev = owner.dev
	o.dev.objects.InitWith(&owner.life, &o.life, kind)
}

// abort gives up an object that could not be made as a whole.
func (o *object) abort(err error) error {
	_ = o.life.Release(o.dev.site)
	return err
}

// said is the object for messages.
func (o *object) said() words.Object { return o.life.Said() }

// pending is a context on which the application does not know that the last use of an object has completed; nil if there is none.
func (o *object) pending() (*DeviceContext, uint64) {
	if q, value := o.life.Pending(); q >= 0 {
		return o.dev.immediate[q], value
	}
	return nil, 0
}

// usable refuses the use of a released object, and of one that is not meant for a context's queue (L6, L14).
func (o *object) usable(c *DeviceContext, method string, site gpu.Site) error {
	return o.life.UsableOn(&c.place, c.queueIndex(), method, site)
}

// unreleased refuses the use of a released object outside of contexts.
func (o *object) unreleased(method string, site gpu.Site) error { return o.life.Usable(method, site) }
