package objects

import (
	"container/list"
	"fmt"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/heaps"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Object is what all objects of the engine share.
type Object struct {
	Name     string // never empty
	Mask     lifetime.Mask
	Released bool
	Usage    record.Usage        // by recordings and submissions
	Slots    []*heaps.Allocation // descriptors, which go to their release queue with the object
	Within   *Object             // that it is a part of and goes with: the texture of a default view, the swap chain of a texture; nil: it stands for itself
	Tied     bool                // it was used with other objects of its device, or made with them

	leaked     bool // its Release went with that of the device, and is still to come
	registry   *Registry
	kind       string
	created    gpu.Site
	releasedAt gpu.Site
	paired     uint64         // the list of the mask's first queue that the release was paired with
	parts      []memory.Owned // what goes when it is destroyed, in this order
	entry      *list.Element  // in the registry
	threads    device.Turns   // that use it
}

// String is the kind and the name, for example `Buffer "verts"`.
func (o *Object) String() string { return fmt.Sprintf("%s %q", o.kind, o.Name) }

// Said is the object for messages.
func (o *Object) Said() words.Object {
	w := words.Object{Title: o.String(), Created: o.created, Released: o.releasedAt, Mask: uint64(o.Mask), ID: o.threads.ID()}
	if o.Released && !o.registry.Queues.At().Adapter().Crowd() { // with several threads it is up to the schedule which list that is
		w.Paired = fmt.Sprintf("list %d of DeviceContext %q", o.paired, o.registry.Queues.Queues[o.first()].Native.Name())
	}
	return w
}

// Own makes a device object go when the object is destroyed, after those that it owns already.
func (o *Object) Own(parts ...memory.Owned) { o.parts = append(o.parts, parts...) }

// Release gives the object up for the application (GS0643: twice, or a part of another object).
func (o *Object) Release(site gpu.Site) error {
	if o.Within != nil {
		return o.registry.Rules.Refuse(words.ReleasedPart(o.Said(), o.Within.Said(), site))
	}
	return o.Give(site)
}

// Give is Release for whoever owns the object, also as a part.
func (o *Object) Give(site gpu.Site) error {
	r := o.registry
	if o.leaked {
		o.leaked = false
		return nil
	}
	if err := o.Ends("Release", site); err != nil {
		return err
	}
	if o.Released {
		return r.Rules.Refuse(words.ReleasedTwice(o.Said(), site))
	}
	if err := r.dead.Release(o, o.Mask); err != nil {
		return err
	}
	o.Released, o.releasedAt, o.paired = true, site, r.Queues.Queues[o.first()].Life.NextNumber()
	return o.freeSlots()
}

// first is the first queue of the mask.
func (o *Object) first() int { return bits.TrailingZeros64(uint64(o.Mask)) }

// freeSlots hands the object's descriptors over, paired with the same list as the object.
func (o *Object) freeSlots() error {
	var first error
	for _, s := range o.Slots {
		if err := s.Free(uint64(o.Mask)); err != nil && first == nil {
			first = err
		}
	}
	o.Slots = nil
	return first
}

// Consume ends an object that the GPU needs no more: nothing waits for it.
func (o *Object) Consume() { o.registry.live.Remove(o.entry) }

// Drop is Consume for an object that the application gives up.
func (o *Object) Drop(site gpu.Site) {
	o.Released, o.releasedAt = true, site
	o.Consume()
}

// destroy frees what the object owns.
func (o *Object) destroy() error {
	r := o.registry
	r.live.Remove(o.entry)
	var first error
	if o.Mask&(o.Mask-1) != 0 { // the other queues may have been looked at by another thread
		first = r.Queues.CatchUp()
	}
	for _, p := range o.parts {
		p.SetSite(*r.Site)
		if err := p.Release(); err != nil && first == nil {
			first = err
		}
	}
	o.parts = nil
	return first
}

// UsedOnlyBy says whether no queue but one has got commands that use the object.
func (o *Object) UsedOnlyBy(queue int) bool {
	for i, v := range o.Usage.Last {
		if i != queue && v > 0 {
			return false
		}
	}
	return true
}

// Pending is a queue on which the application does not know that the last use of the object has completed, and the value of that use; -1 if
// there is none.
func (o *Object) Pending() (queue int, value uint64) {
	for i, v := range o.Usage.Last {
		if v > o.registry.Queues.Queues[i].Known {
			return i, v
		}
	}
	return -1, 0
}

// Uses notes that the calling thread uses the object, which any thread may do; Ends that it gives the object up. Where nothing orders that with a use
// by another thread, whether the object is there is up to the run, and that is told (GS0530).
func (o *Object) Uses(method string, site gpu.Site) error {
	return o.threads.Share(o.registry.Queues.At().Adapter(), o.kind, o.Name, o.created, method, site)
}

// Ends is described at Uses.
func (o *Object) Ends(method string, site gpu.Site) error {
	return o.threads.End(o.registry.Queues.At().Adapter(), o.kind, o.Name, o.created, method, site)
}

// Usable refuses the use of a released object (L6).
func (o *Object) Usable(method string, site gpu.Site) error {
	if err := o.Uses(method, site); err != nil {
		return err
	}
	if o.Released {
		return o.registry.Rules.Refuse(words.UseAfterRelease(o.Said(), method, site))
	}
	return nil
}

// Live refuses the use of a released object by a context.
func (o *Object) Live(p *Place, method string, site gpu.Site) error {
	if err := o.Uses(method, site); err != nil {
		return err
	}
	if o.Released {
		return o.registry.Rules.Refuse(words.UseAfterReleaseOn(o.Said(), p.Said(), method))
	}
	return nil
}

// Place is a context that uses objects.
type Place struct {
	Home *Registry // of its device
	Said func() words.Context
}

// UsableOn also refuses the use by another device (GS0673), and on a queue that the object is not meant for (L14). A negative queue is not known yet.
func (o *Object) UsableOn(p *Place, queue int, method string, site gpu.Site) error {
	r := o.registry
	if r != p.Home {
		return p.Home.Rules.Refuse(words.OtherDevice(o.Said(), *r.Device, *p.Home.Device, o.Tied, method, site))
	}
	if err := o.Live(p, method, site); err != nil {
		return err
	}
	switch {
	case queue < 0 || o.Mask.Has(queue):
		o.Tied = true
		return nil
	}
	return r.Rules.Hazard(words.Mask(o.Said(), p.Said(), queue, method, site))
}

// UsableWith refuses the use of a released object, and one with objects of another device.
func (o *Object) UsableWith(home *Registry, method string, site gpu.Site) error {
	if o.registry != home {
		return home.Rules.Refuse(words.OtherDevice(o.Said(), *o.registry.Device, *home.Device, o.Tied, method, site))
	}
	o.Tied = true
	return o.Usable(method, site)
}
