package exec

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/assemble"
)

// beyond appends what the arguments of a draw, a command of ExecuteIndirect, ask for past the ends of views, of each view what the first command asks for. Of other draws that
// is known when they are recorded.
func (d *drawCall) beyond(out []incident.IndirectFetch, command uint64) []incident.IndirectFetch {
	if d.c.X == 0 || d.c.Y == 0 {
		return out
	}
	f := incident.IndirectFetch{Command: command, What: incident.FedVertices, First: uint64(d.c.Slot), End: uint64(d.c.Slot) + uint64(d.c.X)}
	indexed := d.c.Op == gpu.OpDrawIndexedInstanced
	if v := &d.b.draw.indices; indexed && v.BufferLocation != 0 {
		view := assemble.View{Size: uint64(v.SizeInBytes), Stride: uint64(v.Format.Bytes())}
		f.What = incident.FedIndices
		out = d.past(out, view, view.Stride, v.BufferLocation, f)
	}
	for slot := range uint32(len(d.buffers)) {
		v := d.b.draw.vertices.At(slot)
		if d.p.slots>>slot&1 == 0 || v.BufferLocation == 0 {
			continue
		}
		f.Slot = slot
		view := assemble.View{Size: uint64(v.SizeInBytes), Stride: uint64(v.StrideInBytes)}
		if size := d.sizeOf(slot, false); size > 0 && !indexed { // which vertices the indices name is looked at when they are read
			out = d.past(out, view, size, v.BufferLocation, f)
		}
		if size := d.sizeOf(slot, true); size > 0 {
			i := f
			i.What, i.First, i.End = incident.FedInstances, uint64(d.c.Z), uint64(d.c.Z)+d.elements(slot)
			out = d.past(out, view, size, v.BufferLocation, i)
		}
	}
	return out
}

// past appends f if the view does not hold what it asks for; size is where the last element of one ends.
func (d *drawCall) past(out []incident.IndirectFetch, view assemble.View, size, address uint64, f incident.IndirectFetch) []incident.IndirectFetch {
	if slices.ContainsFunc(out, func(o incident.IndirectFetch) bool { return o.What == f.What && o.Slot == f.Slot }) {
		return out
	}
	held, _, outside := view.Outside(size, [][2]uint64{{f.First, f.End}})
	if view.Stride == 0 && view.Size < size { // it does not even hold the one that all have
		outside = 1
	}
	if r, ok := d.m.env.ResourceAt(address); ok && outside > 0 {
		f.Resource, f.Held = r.ID, held
		out = append(out, f)
	}
	return out
}

// sizeOf is where the last element of a vertex or an instance ends in a slot, 0 if it has none.
func (d *drawCall) sizeOf(slot uint32, instanced bool) (size uint64) {
	for i := range d.p.inputs {
		if in := &d.p.inputs[i]; in.Slot == slot && in.Instanced == instanced {
			size = max(size, uint64(in.Offset)+uint64(in.Format.Bytes()))
		}
	}
	return size
}

// elements is how many elements of a slot the instances have.
func (d *drawCall) elements(slot uint32) uint64 {
	n := uint64(0)
	for i := range d.p.inputs {
		if in := &d.p.inputs[i]; in.Slot == slot && in.Instanced && in.Step > 0 {
			n = max(n, uint64((d.c.Y-1)/in.Step))
		}
	}
	return n + 1
}
