package content

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
)

// Target tells that a resource was made, in a heap if it is shared. Render targets and depth-stencil buffers in heaps are followed, and all depth-stencil
// buffers. Nothing stands in them.
func (g *Ledger) Target(id gpu.ID, d *gpu.ResourceDesc, shared bool) {
	depth := d.Flags&gpu.AllowDepthStencil != 0
	if !depth && !(shared && d.Flags&gpu.AllowRenderTarget != 0) {
		return
	}
	place, ok := g.Locate(id)
	t := &target{shared: shared}
	if depth {
		t.planes = newPlanes(&place, d.Format.Planes())
	}
	g.targets[id] = t
	if ok && shared {
		g.homes[place.Memory] = append(g.homes[place.Memory], id)
	}
}

// disturbs says whether a resource shares a memory with targets.
func (g *Ledger) disturbs(memory, resource gpu.ID) bool {
	return slices.ContainsFunc(g.homes[memory], func(id gpu.ID) bool { return id != resource })
}

// spoil follows a write of a resource: the targets whose bytes it touches hold nothing any more.
func (g *Ledger) spoil(e *event) {
	for _, id := range g.homes[e.memory] {
		place, ok := g.Locate(id)
		if id == e.side.Access.Resource || !ok {
			continue
		}
		t, pieces := g.targets[id], place.Pieces
		if place.Shared {
			pieces = []uint64{0, pieces[len(pieces)-1]}
		}
		for i := 0; i < len(t.filled) && i+1 < len(pieces); i++ {
			piece := gpu.Access{Begin: pieces[i], End: pieces[i+1]}
			if _, _, met := hazard.Meets(&piece, place.Offset, &e.side.Access, e.offset); met && len(t.filled[i]) > 0 {
				t.filled[i], t.activated = nil, e.side
			}
		}
	}
}

// activate keeps the aliasing barriers that give targets their memory.
func (g *Ledger) activate(w *work, e *gpu.Executed) {
	for i := range e.Barriers {
		b := &e.Barriers[i]
		if after := b.Aliased[1]; b.Type == gpu.BarrierAliasing && !hazard.Opens(b) && g.targets[after] != nil && g.targets[after].shared {
			side := Side{Queue: e.Queue, List: e.List, Op: e.Op, Index: e.Index, Number: e.Number, Submit: w.submit, Record: e.RecordSite, Access: gpu.Access{Resource: after}}
			w.events = append(w.events, event{side: side, target: true})
		}
	}
}

// fills says whether a command gives contents to what it touches of a target, whatever stands there.
func fills(s *Side) bool {
	switch s.Op {
	case gpu.OpClearRenderTargetView, gpu.OpClearDepthStencilView, gpu.OpClearUnorderedAccessViewFloat, gpu.OpClearUnorderedAccessViewUint, gpu.OpDiscardResource:
		return true
	case gpu.OpCopyResource, gpu.OpCopyTextureRegion, gpu.OpResolveSubresource:
		return s.Access.Kind == gpu.AccessWrite
	}
	return false
}

// use follows an access of a target, or an aliasing barrier. A command that writes both a target and what stands in the same memory has a conflict of its own.
func (g *Ledger) use(w *work, e *event) {
	t, a := g.targets[e.side.Access.Resource], &e.side.Access
	switch {
	case t == nil: // released
		return
	case e.side.Op == gpu.OpResourceBarrier:
		t.filled, t.activated = t.filled[:0], e.side
		return
	}
	place, _ := g.Locate(a.Resource)
	first, last := subresources(&place, a.Begin, a.End)
	for len(t.filled) <= last {
		t.filled = append(t.filled, nil)
	}
	for i := first; i <= last; i++ {
		if !g.filled(t.filled[i], w) && !fills(&e.side) && !t.activated.together(&e.side) && !g.perhaps(w, func(x *event) bool { return x.target && x.side.Access.Resource == a.Resource && fills(&x.side) }) {
			g.report(Finding{Kind: NeverFilled, Read: e.side, Change: t.activated})
		}
		t.filled[i] = t.filled[i].and(w)
	}
}

// fillers are the works that gave contents to a subresource, none of which certainly comes before another one: mostly one.
type fillers []track.Point

// maxFillers bounds how many of them are kept.
const maxFillers = 8

// and adds a work, unless one of the others comes before it.
func (f fillers) and(w *work) fillers {
	if len(f) == maxFillers || slices.ContainsFunc(f, w.behind) {
		return f
	}
	return append(f, w.point)
}

// behind says whether a work certainly comes after another one, or is it.
func (w *work) behind(p track.Point) bool {
	if p.Queue == w.point.Queue {
		return p.Pos <= w.point.Pos
	}
	return w.start.At(p.Queue) >= p.Pos
}

// filled says whether one of the fillers comes before a work in every run. Works of another queue count: in no order they are a race, which is told as that. What another
// thread gives to the same queue in no order comes behind the work in some run.
func (g *Ledger) filled(f fillers, w *work) bool {
	return slices.ContainsFunc(f, func(p track.Point) bool {
		return w.behind(p) || g.order.Root(p.Queue) != g.order.Root(w.point.Queue)
	})
}

// subresources are the first and the last one that hold bytes [begin, end).
func subresources(p *hazard.Place, begin, end uint64) (first, last int) {
	bounds := p.Bounds()
	if bounds == nil {
		return 0, 0
	}
	first, found := slices.BinarySearch(bounds, begin)
	if !found {
		first = max(first-1, 0)
	}
	last, _ = slices.BinarySearch(bounds, end)
	return first, max(last-1, first)
}
