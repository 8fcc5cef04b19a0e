package device

import "github.com/gpuscript/gpuscript/gpu"

// The methods of this file look at and fill resources from the embedding program, outside the GPU's timeline. They wait
// for the device to be idle first, so what they see is what all submitted work left after.

// ReadRGBA8 returns the texels of a 2D subresource as 8-bit RGBA rows without padding.
func (r *Resource) ReadRGBA8(subresource uint32) (pixels []byte, width, height int) {
	f := r.exec.Footprints[subresource]
	return r.adapter.machine.ReadRGBA8(r.exec, subresource), int(f.Width), int(f.Height)
}

// Hash is a stable digest of a resource's contents, format and size: the same on every machine.
func (r *Resource) Hash() uint64 { return r.adapter.machine.Hash(r.exec) }

// Bytes is the resource's memory itself. Use it only while no work is in flight.
func (r *Resource) Bytes() []byte { return r.adapter.vram.Bytes()[r.exec.Base:r.exec.End()] }

// Heap is the heap that a placed resource stands in, nil for a committed one.
func (r *Resource) Heap() gpu.Heap {
	if r.heap == nil {
		return nil
	}
	return r.heap
}
