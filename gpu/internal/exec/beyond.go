package exec

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/assemble"
	"github.com/gpuscript/gpuscript/gpu/internal/inputs"
)

// beyond adds to out what the arguments of a draw, a command of ExecuteIndirect, ask for past the ends of views, and which views of vertex buffers
// among them have too small a stride; of each view what the first command says. Of other draws, and of views that the list sets, that is known when
// they are recorded.
func (d *drawCall) beyond(out *Outcome, sig *gpu.CommandSignatureDesc, command uint64) {
	if d.c.X == 0 || d.c.Y == 0 {
		return
	}
	f := incident.IndirectFetch{Command: command, What: incident.FedIndices, First: uint64(d.c.Slot), End: uint64(d.c.Slot) + uint64(d.c.X)}
	indexed := d.c.Op == gpu.OpDrawIndexedInstanced
	if v := &d.b.draw.indices; indexed && v.BufferLocation != 0 {
		view := assemble.View{Size: uint64(v.SizeInBytes), Stride: uint64(v.Format.Bytes())}
		out.Beyond = d.past(out.Beyond, view, view.Stride, v.BufferLocation, f)
	}
	for i := range d.p.fed {
		s := &d.p.fed[i]
		v := d.b.draw.vertices.At(s.Slot)
		if d.p.slots>>s.Slot&1 == 0 || v.BufferLocation == 0 {
			continue
		}
		if v.StrideInBytes != 0 && v.StrideInBytes < s.Bytes && sets(sig, s.Slot) {
			out.Strides = d.overlap(out.Strides, s, v, command)
		}
		if indexed && !s.Instance {
			continue // which vertices the indices name is looked at when they are read
		}
		if f.What = incident.FedVertices; s.Instance {
			f.What = incident.FedInstances
		}
		f.Slot = s.Slot
		f.First, f.End = s.Taken(d.c.Slot, d.c.X, d.c.Z, d.c.Y)
		out.Beyond = d.past(out.Beyond, assemble.View{Size: uint64(v.SizeInBytes), Stride: uint64(v.StrideInBytes)},
			uint64(s.Bytes), v.BufferLocation, f)
	}
}

// sets says whether the arguments of a signature set the view of a vertex buffer.
func sets(sig *gpu.CommandSignatureDesc, slot uint32) bool {
	return slices.ContainsFunc(sig.ArgumentDescs,
		func(a gpu.IndirectArgument) bool { return a.Type == gpu.IndirectVertexBufferView && a.Slot == slot })
}

// overlap appends a view in which vertices overlap, unless one of the slot is there.
func (d *drawCall) overlap(out []incident.IndirectStride, s *inputs.Slot, v gpu.VertexBufferView, command uint64) []incident.IndirectStride {
	r, ok := d.m.env.ResourceAt(v.BufferLocation)
	if !ok || slices.ContainsFunc(out, func(o incident.IndirectStride) bool { return o.Slot == s.Slot }) {
		return out
	}
	return append(out, incident.IndirectStride{Command: command, Slot: s.Slot, Resource: r.ID, Stride: v.StrideInBytes,
		Bytes: s.Bytes, Semantic: s.Semantic})
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
