package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/lifetime"
)

// recorder is a command list with its allocator, and what is bound. The list goes back to its pool when it was
// submitted, the allocator when the GPU has completed it.
type recorder struct {
	record.Recorder
	dev     *RenderDevice
	alloc   *device.CommandAllocator
	bound   bindings
	queries []*Query // that measure
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
	r.queries, r.bound = r.queries[:0], bindings{}
	if err, ok := r.Open(d.recordings, r.alloc, d.site); !ok {
		r.drop()
		return nil, err
	}
	return r, nil
}

// drop gives up what was recorded.
func (r *recorder) drop() {
	r.dev.allocators[r.Type].PutFree(r.alloc)
	r.dev.recorders[r.Type].PutFree(r)
	r.alloc = nil
}

// submitted gives list and allocator back after a submission.
func (r *recorder) submitted(s lifetime.Submission) {
	r.Submitted(s, len(r.dev.immediate))
	r.dev.allocators[r.Type].Put(r.alloc, s)
	r.alloc = nil
	r.dev.recorders[r.Type].PutFree(r)
}
