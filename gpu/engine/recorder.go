package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/lifetime"
)

// recorder is a command list with its allocator: what one recording needs. The list goes back to its pool when it was
// submitted, the allocator when the GPU has completed it.
type recorder struct {
	dev      *RenderDevice
	typ      gpu.CommandListType
	list     *device.CommandList
	alloc    *device.CommandAllocator
	serial   uint64 // of the recording, never reused
	commands int
	site     gpu.Site // of the running command

	states map[*tracked]*course
	order  []*tracked
	uses   []use
	one    [1]gpu.BarrierDesc
	bound  bindings

	queries []*Query // that measure
}

// use is the first use of an object in a recording.
type use struct {
	object *object
	site   gpu.Site
	method string
}

// record opens a recording.
func (d *RenderDevice) record(typ gpu.CommandListType) (*recorder, error) {
	r, err := d.recorders[typ].Get()
	if err != nil {
		return nil, err
	}
	if r.alloc, err = d.allocators[typ].Get(); err != nil {
		d.recorders[typ].PutFree(r)
		return nil, err
	}
	d.recordings++
	r.serial, r.commands, r.site = d.recordings, 0, d.site
	r.order, r.uses, r.queries, r.bound = r.order[:0], r.uses[:0], r.queries[:0], bindings{}
	clear(r.states)
	r.list.SetSite(d.site)
	if err, ok := twice(func() error { return r.list.Reset(r.alloc, nil) }); !ok {
		r.drop()
		return nil, err
	}
	return r, nil
}

// drop gives up what was recorded.
func (r *recorder) drop() {
	r.dev.allocators[r.typ].PutFree(r.alloc)
	r.dev.recorders[r.typ].PutFree(r)
	r.alloc = nil
}

// close ends the recording.
func (r *recorder) close(site gpu.Site) error {
	r.list.SetSite(site)
	err, ok := twice(r.list.Close)
	if !ok {
		return err
	}
	return nil
}

// submitted gives list and allocator back after a submission.
func (r *recorder) submitted(s lifetime.Submission) {
	for _, u := range r.uses {
		u.object.submitted(s)
	}
	r.dev.allocators[r.typ].Put(r.alloc, s)
	r.alloc = nil
	r.dev.recorders[r.typ].PutFree(r)
}

// use notes that the recording needs an object.
func (r *recorder) use(o *object, method string) {
	if o.usedBy != r.serial {
		o.usedBy = r.serial
		r.uses = append(r.uses, use{o, r.site, method})
	}
}

// submitted notes the last submission of each queue that uses an object.
func (o *object) submitted(s lifetime.Submission) {
	if o.lastUse == nil {
		o.lastUse = make([]uint64, len(o.dev.immediate))
	}
	o.lastUse[s.Queue] = s.Value
}

// pending is a queue on which the application does not know that the last use of an object has completed; nil if there is none.
func (o *object) pending() (*DeviceContext, uint64) {
	for i, v := range o.lastUse {
		if c := o.dev.immediate[i]; v > c.queue.known {
			return c, v
		}
	}
	return nil, 0
}
