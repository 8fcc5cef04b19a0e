package engine

import (
	"container/list"
	"fmt"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/heaps"
	"github.com/gpuscript/gpuscript/lifetime"
)

// object is what all objects of the engine share. It lives in two ways: for the application until Release, for the GPU until
// destroy, when all queues of its mask have passed.
type object struct {
	dev        *RenderDevice
	kind       string
	name       string
	mask       lifetime.Mask
	site       gpu.Site // of the next call
	created    gpu.Site
	released   bool
	releasedAt gpu.Site
	paired     uint64              // the list of the mask's first queue that the release was paired with
	usage      record.Usage        // by recordings and submissions
	slots      []*heaps.Allocation // descriptors, which go to their release queue with the object
	parts      []part              // what goes when it is destroyed, in this order
	entry      *list.Element       // in the device's objects
}

// part is something that an object owns.
type part interface{ free() error }

// SetSite says which place of a script makes the calls on the object from now on. Go callers need not use it.
func (o *object) SetSite(s gpu.Site) { o.site = s }

// Name is the name of the description, or a made-up one: never empty.
func (o *object) Name() string { return o.name }

// String is the kind and the name, for example `Buffer "verts"`.
func (o *object) String() string { return fmt.Sprintf("%s %q", o.kind, o.name) }

// Released says whether the application has given the object up.
func (o *object) Released() bool { return o.released }

// init fills an object and puts it into the device's list.
func (o *object) init(d *RenderDevice, kind, name string, mask lifetime.Mask) {
	if name == "" {
		d.counts[kind]++
		name = fmt.Sprintf("%s %d", kind, d.counts[kind])
	}
	o.fill(d, kind, name, mask)
	o.entry = d.objects.PushBack(o)
}

// fill fills an object that lives with another one.
func (o *object) fill(d *RenderDevice, kind, name string, mask lifetime.Mask) {
	*o = object{dev: d, kind: kind, name: name, mask: mask, created: d.site}
	o.usage.Owner, o.usage.Said = o, o.said
}

// Release gives the object up. It is destroyed by a purge after every queue that may use it has completed the list that is
// recorded now. Commands that were invoked on immediate contexts, and deferred lists that were executed, may use it; later
// ones may not. Releasing twice is GS0643.
func (o *object) Release() error {
	d := o.dev
	if o.released {
		return d.rules.Refuse(words.ReleasedTwice(o.said(), o.site))
	}
	if err := d.dead.Release(o, o.mask); err != nil {
		return err
	}
	o.released, o.releasedAt, o.paired = true, o.site, o.first().GetNextCommandListNumber()
	return o.freeSlots()
}

// first is the context of the mask's first queue.
func (o *object) first() *DeviceContext {
	return o.dev.immediate[bits.TrailingZeros64(uint64(o.mask))]
}

// freeSlots hands the object's descriptors over, paired with the same list as the object.
func (o *object) freeSlots() error {
	var first error
	for _, s := range o.slots {
		if err := s.Free(uint64(o.mask)); err != nil && first == nil {
			first = err
		}
	}
	o.slots = nil
	return first
}

// destroy frees what the object owns.
func (o *object) destroy() error {
	o.dev.objects.Remove(o.entry)
	var first error
	if o.mask&(o.mask-1) != 0 { // the other queues may have been looked at by another thread
		first = o.dev.queues.CatchUp()
	}
	for _, p := range o.parts {
		if err := p.free(); err != nil && first == nil {
			first = err
		}
	}
	o.parts = nil
	return first
}

// pending is a queue on which the application does not know that the last use of an object has completed; nil if there is none.
func (o *object) pending() (*DeviceContext, uint64) {
	for i, v := range o.usage.Last {
		if c := o.dev.immediate[i]; v > c.queue.Known {
			return c, v
		}
	}
	return nil, 0
}

// usable refuses the use of a released object, and of one that is not meant for a context's queue (L6, L14).
func (o *object) usable(c *DeviceContext, method string, site gpu.Site) error {
	if err := o.unreleased(method, site); err != nil {
		return err
	}
	if q := c.queueIndex(); q >= 0 && !o.mask.Has(q) {
		return o.dev.rules.Hazard(words.Mask(o.said(), c.said(), q, method, site))
	}
	return nil
}

// unreleased refuses the use of a released object outside of contexts.
func (o *object) unreleased(method string, site gpu.Site) error {
	if o.released {
		return o.dev.rules.Refuse(words.UseAfterRelease(o.said(), method, site))
	}
	return nil
}
