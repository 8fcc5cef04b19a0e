package content

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/place"
)

// Target tells that a resource was made, in a heap if it is shared. Render targets and depth-stencil buffers in heaps are followed, and all
// depth-stencil buffers. Nothing stands in them.
func (g *Ledger) Target(id gpu.ID, d *gpu.ResourceDesc, shared bool) {
	depth := d.Flags&gpu.AllowDepthStencil != 0
	if !depth && !(shared && d.Flags&gpu.AllowRenderTarget != 0) {
		return
	}
	place, ok := g.Locate(id)
	t := &target{shared: shared}
	if shared {
		t.samples = d.SampleDesc.Count
		t.prints, _ = d.Footprints(0, d.Subresources(), 0)
	}
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

// spoil follows a write of a resource, or its activation: the targets in its memory hold nothing any more. A texture is everywhere in its allocation,
// because nothing says in which bytes a texel lies.
func (g *Ledger) spoil(e *event) {
	a := e.side.Access
	if by, ok := g.Locate(a.Resource); ok && len(by.Pieces) > 0 {
		a.Begin, a.End, a.Stride, a.Size = 0, occupied(&by), 0, 0
	}
	for _, id := range g.homes[e.memory] {
		at, ok := g.Locate(id)
		if id == e.side.Access.Resource || !ok {
			continue
		}
		t := g.targets[id]
		if _, _, met := place.Meets(&gpu.Access{End: occupied(&at)}, at.Offset, &a, e.offset); met &&
			slices.ContainsFunc(t.filled, func(f fillers) bool { return len(f) > 0 }) {
			clear(t.filled)
			t.activated = e.side
		}
	}
}

// occupied is how many bytes of its memory a resource takes.
func occupied(p *hazard.Place) uint64 {
	if n := len(p.Pieces); n > 0 {
		return max(p.Pieces[n-1], p.Occupied)
	}
	return p.Size
}

// activate keeps the aliasing barriers that give targets their memory, or take it from them.
func (g *Ledger) activate(w *work, e *gpu.Executed) {
	for i := range e.Barriers {
		b := &e.Barriers[i]
		after := b.Aliased[1]
		if b.Type != gpu.BarrierAliasing || hazard.Opens(b) || after == 0 || len(g.homes) == 0 {
			continue
		}
		side := sideOf(w, e, &gpu.Access{Resource: after})
		if t := g.targets[after]; t != nil && t.shared {
			w.events = append(w.events, event{side: side, target: true})
		}
		if place, ok := g.Locate(after); ok && g.disturbs(place.Memory, after) {
			side.Access.End = occupied(&place)
			w.events = append(w.events, event{side: side, memory: place.Memory, offset: place.Offset, spoils: true})
		}
	}
}

// use follows an access of a target, what a command initialises of it, or an aliasing barrier. A command that writes both a target and what stands in
// the same memory has a conflict of its own.
func (g *Ledger) use(w *work, e *event) {
	t, a := g.targets[e.side.Access.Resource], &e.side.Access
	switch {
	case t == nil: // released
		return
	case e.side.Op == gpu.OpResourceBarrier:
		t.filled, t.activated = t.filled[:0], e.side
		return
	}
	for _, i := range e.fills {
		t.fill(i, w)
	}
	if e.fills != nil {
		return
	}
	place, _ := g.Locate(a.Resource)
	first, last := subresources(&place, a.Begin, a.End)
	for i := first; i <= last; i++ {
		if !g.filled(t.by(i), w) && !t.activated.together(&e.side) {
			f := Finding{Kind: NeverFilled, Read: e.side, Change: t.activated, Part: initializes(e.side.Op) && a.Kind != gpu.AccessRead}
			g.missing(w, a.Resource, func(x *event) bool {
				return x.target && x.side.Access.Resource == f.Read.Access.Resource && slices.Contains(x.fills, i)
			}, func() { g.report(f) })
		}
		t.fill(i, w)
	}
}

// by is who gave contents to a subresource.
func (t *target) by(sub int) fillers {
	if sub >= len(t.filled) {
		return nil
	}
	return t.filled[sub]
}

// fill notes that a work gives contents to a subresource.
func (t *target) fill(sub int, w *work) {
	for len(t.filled) <= sub {
		t.filled = append(t.filled, nil)
	}
	t.filled[sub] = t.filled[sub].and(w)
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

// filled says whether one of the fillers comes before a work in every run. Works of another queue count: in no order they are a race, which is told
// as that. What another thread gives to the same queue in no order comes behind the work in some run.
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
