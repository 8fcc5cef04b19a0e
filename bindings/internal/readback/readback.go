// Package readback copies resources to where the CPU can read them, for calls like gpu.SavePNG and gpu.Hash.
//
// For each device and kind of call it has a DIRECT queue, an allocator, a list and a fence of its own, created on first use. It uses public calls
// only, so a copy costs what the same copy costs a script, and the rules apply to it.
//
// It must not know Lua, and what is done with the bytes.
package readback

import (
	"errors"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
)

// Readers are the queues that resources were copied on, of one Lua state. The zero value has none. They are not safe for concurrent use.
type Readers struct {
	all map[key]*reader
}

// key is a device, and the call that copies: messages name the queue, and so the call.
type key struct {
	device *device.Device
	call   string
}

// Fetch makes the GPU finish with the contents of r, as they are in the order of the script, and waits for that: it copies r to a READBACK
// buffer for the call at a site. Resources in system memory need no copy, but they are read as a mapped pointer reads them.
// An error is what a rule says of the copy.
func (rs *Readers) Fetch(r *device.Resource, call string, site gpu.Site) error {
	switch r.HeapType() {
	case gpu.HeapReadback:
		return readThroughMap(r, site)
	case gpu.HeapUpload:
		return nil // the GPU only reads it, as this does
	}
	k := key{r.GetDevice(), call}
	reader, err := rs.reader(k)
	if err != nil {
		return err
	}
	back, err := k.device.CreateCommittedResource(gpu.CommittedResourceDesc{HeapType: gpu.HeapReadback, InitialState: gpu.StateCopyDest,
		ResourceDesc: gpu.ResourceDesc{Name: "readback of " + r.Name(), Dimension: gpu.DimensionBuffer, Width: r.ResourceDesc().SizeInBytes()}})
	if err != nil {
		return err
	}
	if err := reader.record(func() error { return copyOut(reader.list, back, r) }); err != nil {
		delete(rs.all, k) // its list cannot be used any more
		return errors.Join(err, back.Release())
	}
	if err := reader.run(site); err != nil {
		return err // the copy may still be under way, so back stays
	}
	return back.Release()
}

// readThroughMap reads all of a READBACK buffer through Map, so that the validation sees it.
func readThroughMap(r *device.Resource, site gpu.Site) error {
	r.SetSite(site)
	m, err := r.Map(0, nil)
	if err != nil {
		return err
	}
	m.SetSite(site)
	_, err = m.ReadBytes(0, r.ResourceDesc().Width)
	r.SetSite(site)
	return errors.Join(err, r.Unmap(0, &gpu.MapRange{}))
}

// copyOut records the copy of a whole resource into a buffer.
func copyOut(l *device.CommandList, back, r *device.Resource) error {
	desc := r.ResourceDesc()
	if desc.Dimension == gpu.DimensionBuffer {
		return l.CopyBufferRegion(back, 0, r, 0, desc.Width)
	}
	prints, _ := desc.Footprints(0, desc.Subresources(), 0)
	for i, f := range prints {
		to := gpu.TextureCopyLocation{Resource: back, Offset: f.Offset, Format: f.Format, Width: f.Width, Height: f.Height,
			Depth: f.Depth, RowPitch: f.RowPitch}
		if err := l.CopyTextureRegion(to, 0, 0, 0, gpu.TextureCopyLocation{Resource: r, Subresource: uint32(i)}, nil); err != nil {
			return err
		}
	}
	return nil
}

// reader is what one call copies with on one device.
type reader struct {
	queue *device.CommandQueue
	alloc *device.CommandAllocator
	list  *device.CommandList
	fence *device.Fence
	value uint64 // the fence's value after the last copy
}

func (rs *Readers) reader(k key) (*reader, error) {
	if r := rs.all[k]; r != nil {
		return r, nil
	}
	var err error
	r := &reader{}
	if r.queue, err = k.device.CreateCommandQueue(gpu.CommandQueueDesc{Name: k.call, Type: gpu.ListDirect, AnyState: true}); err != nil {
		return nil, err
	}
	if r.alloc, err = k.device.CreateCommandAllocator(gpu.ListDirect, k.call); err != nil {
		return nil, err
	}
	if r.list, err = k.device.CreateCommandList(gpu.CommandListDesc{Name: k.call, Type: gpu.ListDirect}); err != nil {
		return nil, err
	}
	if r.fence, err = k.device.CreateFence(0, 0, k.call); err != nil {
		return nil, err
	}
	if rs.all == nil {
		rs.all = map[key]*reader{}
	}
	rs.all[k] = r
	return r, nil
}

// record fills the list.
func (r *reader) record(commands func() error) error {
	return inOrder(r.alloc.Reset, func() error { return r.list.Reset(r.alloc, nil) }, commands, r.list.Close)
}

// run submits the list and waits for it.
func (r *reader) run(site gpu.Site) error {
	return inOrder(
		func() error { r.queue.SetSite(site); return r.queue.ExecuteCommandLists([]gpu.CommandList{r.list}) },
		func() error { r.value++; return r.queue.Signal(r.fence, r.value) },
		func() error { r.fence.SetSite(site); return r.fence.WaitCPU(r.value) })
}

// inOrder makes the steps up to the first that fails.
func inOrder(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
