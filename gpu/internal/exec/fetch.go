package exec

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/assemble"
)

// vertexBuffer is a bound vertex buffer: the bytes of its view, empty for a null view.
type vertexBuffer struct {
	resource gpu.ID
	offset   uint64 // of the view in the resource
	bytes    []byte
	stride   uint64
}

// bindBuffers finds the bytes of vertex and index buffers. A view never reaches past its buffer; what it shows of a buffer that was destroyed reads
// as a null view and is a fault.
func (d *drawCall) bindBuffers() {
	for slot := range d.buffers {
		if v := d.b.draw.vertices.At(uint32(slot)); d.p.slots>>slot&1 != 0 && v.BufferLocation != 0 && v.SizeInBytes != 0 {
			k := &d.buffers[slot]
			k.stride = uint64(v.StrideInBytes)
			k.resource, k.offset, k.bytes = d.buffer(v.BufferLocation, uint64(v.SizeInBytes))
		}
	}
	if v := &d.b.draw.indices; d.c.Op == gpu.OpDrawIndexedInstanced && v.BufferLocation != 0 {
		_, _, d.index = d.buffer(v.BufferLocation, uint64(v.SizeInBytes))
		if len(d.index) > 0 {
			r, _ := d.m.env.ResourceAt(v.BufferLocation)
			d.indexAt = r.At(v.BufferLocation)
		}
	}
}

func (d *drawCall) buffer(address, size uint64) (id gpu.ID, offset uint64, bytes []byte) {
	r, ok := d.m.env.ResourceAt(address)
	if !ok {
		d.m.faults = append(d.m.faults, Fault{Kind: FaultDestroyed, Stage: gpu.StageVertex, Binding: -1, Found: gpu.DescriptorNone, Address: address})
		return 0, 0, nil
	}
	at := r.At(address)
	return r.ID, at - r.Base, d.m.bytes(at, min(size, r.End()-at))
}

// fetch fills the planes of the vertex program's inputs, from an item on: vertices of an instance, in order. Again says that the same vertices of
// another instance are the first items. Different items may be fetched at the same time.
func (d *drawCall) fetch(vertices []uint32, item uint64, instance uint32, again bool) {
	n := uint64(len(vertices))
	var room [4][]byte
	for i := range d.p.inputs {
		in := &d.p.inputs[i]
		planes, b := d.planes(&room, in.Plane, in.Components, item), &d.buffers[in.Slot]
		switch {
		case in.Instanced:
			in.Instance(planes, 0, n, d.element(in, instance), b.bytes, b.stride)
		case !again:
			in.Vertices(planes, vertices, d.most, d.base(), b.bytes, b.stride)
		default:
			for k, p := range planes {
				copy(p[:4*n], d.plane(in.Plane+uint32(k)))
			}
		}
	}
	system := d.planes(&room, d.p.planes, 2, item)
	if d.p.takes.Has(gpu.UsesVertexID) {
		assemble.Numbers(system[0], vertices)
	}
	if d.p.takes.Has(gpu.UsesInstanceID) {
		assemble.Repeat(system[1][:4*n], instance)
	}
}

// planes are count planes of inputs, from an item on.
func (d *drawCall) planes(room *[4][]byte, first, count uint32, item uint64) [][]byte {
	for i := range count {
		room[i] = d.plane(first + i)[4*item:]
	}
	return room[:count]
}

func (d *drawCall) plane(i uint32) []byte { return d.m.bytes(d.input+uint64(i)*d.pitch, d.pitch) }

// base is what is added to the number of a vertex to find it in its buffer.
func (d *drawCall) base() uint32 {
	if d.c.Op == gpu.OpDrawIndexedInstanced {
		return uint32(d.c.Base)
	}
	return d.c.Slot
}

// element is the number of the element of an instance. A step of 0 means that all instances have the first one's.
func (d *drawCall) element(in *assemble.Input, instance uint32) uint32 {
	if in.Step == 0 {
		return d.c.Z
	}
	return d.c.Z + instance/in.Step
}

// touchBuffers reports the bytes of indices and vertices that were read.
func (d *drawCall) touchBuffers() {
	if d.c.Op == gpu.OpDrawIndexedInstanced && len(d.index) > 0 {
		r, _ := d.m.env.ResourceAt(d.b.draw.indices.BufferLocation)
		size := uint64(d.b.draw.indices.Format.Bytes())
		begin, end := min(uint64(d.c.Slot)*size, uint64(len(d.index))), min((uint64(d.c.Slot)+uint64(d.c.X))*size, uint64(len(d.index)))
		at := r.At(d.b.draw.indices.BufferLocation) - r.Base
		d.touch(gpu.Access{Resource: r.ID, Begin: at + begin, End: at + end/size*size, Exact: true, As: gpu.StateIndexBuffer, Slot: "index buffer"})
	}
	vertices := []uint32(nil)
	vertices, d.m.draws.distinct = assemble.Distinct(d.m.draws.vertices, d.m.draws.distinct)
	for slot := range d.buffers {
		if b := &d.buffers[slot]; len(b.bytes) > 0 {
			d.touchSlot(uint32(slot), b, vertices)
		}
	}
}

func (d *drawCall) touch(a gpu.Access) {
	if a.Begin < a.End {
		d.m.draws.touched = append(d.m.draws.touched, a)
	}
}
