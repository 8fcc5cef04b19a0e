package exec

import (
	"slices"
	"strconv"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/assemble"
)

// piecesOf are the bytes [begin, end) of a vertex that a slot's inputs read, in order and without touching each other.
func (d *drawCall) piecesOf(slot uint32, instanced bool) [][2]uint64 {
	var pieces [][2]uint64
	for i := range d.p.inputs {
		if in := &d.p.inputs[i]; in.Slot == slot && in.Instanced == instanced {
			pieces = append(pieces, [2]uint64{uint64(in.Offset), uint64(in.Offset) + uint64(in.Format.Bytes())})
		}
	}
	slices.SortFunc(pieces, func(a, b [2]uint64) int { return int(a[0]) - int(b[0]) })
	out := pieces[:0]
	for _, p := range pieces {
		if n := len(out); n > 0 && p[0] <= out[n-1][1] {
			out[n-1][1] = max(out[n-1][1], p[1])
			continue
		}
		out = append(out, p)
	}
	return out
}

// touchSlot reports the vertices that were read from one buffer: runs of vertices, or the pieces of each.
func (d *drawCall) touchSlot(slot uint32, b *vertexBuffer, vertices []uint32) {
	name := "vertex buffer " + strconv.Itoa(int(slot))
	if pieces := d.piecesOf(slot, false); len(pieces) > 0 {
		runs := [][2]uint64{{uint64(d.c.Slot), uint64(d.c.Slot) + uint64(d.c.X)}}
		indexed := d.c.Op == gpu.OpDrawIndexedInstanced
		if indexed {
			runs = assemble.Runs(vertices, uint32(d.c.Base))
			if held, last, outside := (assemble.View{Size: uint64(len(b.bytes)), Stride: b.stride}).
				Outside(pieces[len(pieces)-1][1], runs); outside > 0 {
				d.out.Fetches = append(d.out.Fetches, incident.VertexFetch{Slot: slot, Resource: b.resource, Base: d.c.Base, Held: held,
					Vertex: last, Outside: outside})
			}
		}
		d.touchRuns(b, name, pieces, runs, indexed)
	}
	if pieces := d.piecesOf(slot, true); len(pieces) > 0 {
		var numbers []uint32
		for i := range d.p.inputs {
			if in := &d.p.inputs[i]; in.Slot == slot && in.Instanced {
				last := uint32(0)
				if in.Step > 0 {
					last = (d.c.Y - 1) / in.Step
				}
				for n := range last + 1 {
					numbers = append(numbers, n)
				}
			}
		}
		slices.Sort(numbers)
		d.touchRuns(b, name, pieces, assemble.Runs(slices.Compact(numbers), d.c.Z), false)
	}
}

// touchRuns reports pieces of the vertices of runs; led: indices say which.
func (d *drawCall) touchRuns(b *vertexBuffer, name string, pieces, runs [][2]uint64, led bool) {
	view := assemble.View{Offset: b.offset, Size: uint64(len(b.bytes)), Stride: b.stride}
	view.Touch(pieces, runs, func(begin, end uint64, exact bool) {
		d.touch(gpu.Access{Resource: b.resource, Begin: begin, End: end, Exact: exact, As: gpu.StateVertexAndConstantBuffer, Led: led, Slot: name})
	})
}

// touchRects reports rectangles of texels of a subresource, all samples of them.
func (m *Machine) touchRects(r *Resource, f *gpu.Footprint, at uint64, rects []gpu.Rect, a gpu.Access) {
	a.Resource, a.Exact = r.ID, true
	texel := uint64(f.Format.Bytes())
	for s := range uint64(r.Desc.SampleDesc.Count) {
		origin := at - r.Base + s*uint64(f.SamplePitch)
		for _, q := range rects {
			left, right := uint64(q.Left)*texel, uint64(q.Right)*texel
			if right-left == f.RowSizeInBytes && q.Bottom > q.Top { // whole rows: the padding after them holds no texel
				a.Begin, a.End, a.Stride, a.Size = origin+uint64(q.Top)*uint64(f.RowPitch), origin+uint64(q.Bottom-1)*uint64(f.RowPitch)+right, 0, 0
				m.draws.touched = append(m.draws.touched, a)
				continue
			}
			if left >= right || q.Top >= q.Bottom {
				continue
			}
			top := origin + uint64(q.Top)*uint64(f.RowPitch)
			a.Begin, a.End, a.Stride, a.Size = top+left, top+uint64(q.Bottom-q.Top-1)*uint64(f.RowPitch)+right, 0, 0
			if q.Bottom > q.Top+1 {
				a.Stride, a.Size = uint64(f.RowPitch), right-left
			}
			m.draws.touched = append(m.draws.touched, a)
		}
	}
}
