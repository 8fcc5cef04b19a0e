package content

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/place"
)

// A discard leaves a hole: a subresource that holds nothing until something is written there. A command that reads bytes of a hole, and none that
// were written since, reads nothing that anybody meant. One that also reads what was written may take what it needs of that.
//
//	discard   [            ]
//	draw      [ ▒▒▒▒       ]
//	copy      [ ──────     ]   silent: some of it was drawn
//	copy             [ ─── ]   told
//
// A discard of rectangles leaves these as a hole. A command that reads texels beside them, too, may take what it needs of those.
//
// Tests of depth and stencil are followed by planes, but for those inside of discarded rectangles: they leave something in the plane.

// holes are those of one resource.
type holes struct {
	memory  gpu.ID
	rects   bool // one was a discard of rectangles
	subs    map[int]*hole
	pending int           // discards that ran and are not looked at
	wrote   []track.Point // works that wrote the resource and were looked at meanwhile
}

// hole is a subresource that was discarded, or parts of it, which ascend and do not meet.
type hole struct {
	by     Side
	point  track.Point
	parts  []gpu.Access // nil: all of it
	writes []gpu.Access // since then
}

// maxWrites bounds how many writes to a hole are kept: after more of them it counts as filled.
const maxWrites = 64

// touched is what a command does to a resource with holes, or writes beside it in the same memory.
type touched struct {
	reads, writes []gpu.Access
	tests         []gpu.Access // reads of depth and stencil by draws, if rectangles were discarded
	discard       bool
	whole         []int         // the subresources that a discard is of
	over          []gpu.ID      // resources with holes in whose memory another one is written
	open          []track.Point // of a discard: works that had written the resource, and may not be finished
}

// pierce keeps what a command does to resources with holes, and discards.
func (g *Ledger) pierce(w *work, e *gpu.Executed) {
	discard := e.Op == gpu.OpDiscardResource
	if len(g.holes) == 0 && !discard {
		return
	}
	for i := range e.Accesses {
		id := e.Accesses[i].Resource
		if slices.ContainsFunc(e.Accesses[:i], func(o gpu.Access) bool { return o.Resource == id }) {
			continue
		}
		place, ok := g.Locate(id)
		if !ok {
			continue
		}
		t := g.touchedOf(e, id, &place, discard)
		if t == nil {
			continue
		}
		w.events = append(w.events, event{side: sideOf(w, e, &e.Accesses[i]), memory: place.Memory, touched: t})
	}
}

// touchedOf is what a command does to a resource, nil if that does not matter.
func (g *Ledger) touchedOf(e *gpu.Executed, id gpu.ID, place *hazard.Place, discard bool) *touched {
	h, t := g.holes[id], &touched{discard: discard}
	for k := range e.Accesses {
		switch a := &e.Accesses[k]; {
		case a.Resource != id || !a.Exact && a.Kind == gpu.AccessRead || a.Begin >= a.End:
		case tests(a):
			if h != nil && h.rects {
				t.tests = append(t.tests, *a)
			}
		case a.Kind == gpu.AccessRead:
			t.reads = append(t.reads, *a)
		default:
			if t.writes = append(t.writes, *a); a.Kind == gpu.AccessAtomic || a.Keeps {
				t.reads = append(t.reads, *a)
			}
		}
	}
	switch {
	case h == nil && !discard:
		if t.over = g.beside(id, place, t.writes); t.over == nil {
			return nil
		}
		return t
	case h == nil:
		h = &holes{memory: place.Memory, subs: map[int]*hole{}}
		g.holes[id] = h
		if g.options.Unfinished != nil {
			g.options.Unfinished(place.Memory, func(s *hazard.Side) { t.open = append(t.open, s.Point) })
		}
	}
	if discard {
		h.pending++
		if d := g.options.Describe(id); d != nil {
			prints, _ := d.Footprints(0, d.Subresources(), 0)
			t.whole = covered(e.Accesses, id, prints, d.SampleDesc.Count)
			h.rects = h.rects || len(t.whole) == 0
		}
	}
	return t
}

// tests says whether an access is a test of depth or stencil by a draw.
func tests(a *gpu.Access) bool {
	return a.Kind == gpu.AccessRead && a.As&(gpu.StateDepthRead|gpu.StateDepthWrite) != 0
}

// beside are the resources with holes in whose memory another one is written.
func (g *Ledger) beside(id gpu.ID, p *hazard.Place, writes []gpu.Access) (over []gpu.ID) {
	for other, h := range g.holes {
		if h.memory != p.Memory || other == id {
			continue
		}
		at, _ := g.Locate(other)
		if slices.ContainsFunc(writes, func(a gpu.Access) bool {
			if len(p.Pieces) > 0 {
				a = gpu.Access{End: occupied(p)}
			}
			_, _, met := place.Meets(&gpu.Access{End: occupied(&at)}, at.Offset, &a, p.Offset)
			return met
		}) {
			over = append(over, other)
		}
	}
	return over
}

// cross follows what a command does to a resource with holes.
func (g *Ledger) cross(w *work, e *event) {
	id, t := e.side.Access.Resource, e.touched
	for _, other := range t.over {
		if h := g.holes[other]; h != nil {
			clear(h.subs)
			h.wrote = append(h.wrote, w.point)
			g.mend(other, h)
		}
	}
	if t.over != nil {
		return
	}
	h := g.holes[id]
	if h == nil { // released
		return
	}
	place, _ := g.Locate(id)
	bounds := place.Pieces
	if bounds == nil {
		bounds = []uint64{0, place.Size}
	}
	if !t.discard {
		g.readHoles(w, e, h, bounds)
		for i := range t.writes {
			h.write(&t.writes[i], bounds)
		}
		if len(t.writes) > 0 && h.pending > 0 {
			h.wrote = append(h.wrote, w.point)
		}
	} else {
		h.pending--
		g.discarded(w, e, h, bounds)
	}
	g.mend(id, h)
}

// discarded makes the holes of a discard, if all that was written comes before it.
func (g *Ledger) discarded(w *work, e *event, h *holes, bounds []uint64) {
	after := func(p track.Point) bool { return !w.behind(p) }
	if slices.ContainsFunc(e.touched.open, after) || slices.ContainsFunc(h.wrote, after) {
		return
	}
	for i := range len(bounds) - 1 {
		var parts []gpu.Access
		for k := range e.touched.writes {
			if a := &e.touched.writes[k]; a.Begin < bounds[i+1] && bounds[i] < a.End {
				parts = spread(parts, a)
			}
		}
		switch x := h.subs[i]; {
		case slices.Contains(e.touched.whole, i):
			h.subs[i] = &hole{by: e.side, point: w.point}
		case parts == nil || x != nil && x.parts == nil && x.writes == nil: // it is a hole as it is
		case x != nil && x.parts != nil && x.writes == nil:
			x.by, x.point, x.parts = e.side, w.point, merge(append(parts, x.parts...))
		default:
			h.subs[i] = &hole{by: e.side, point: w.point, parts: merge(parts)}
		}
	}
}

// readHoles tells reads of holes.
func (g *Ledger) readHoles(w *work, e *event, h *holes, bounds []uint64) {
	for i := range len(bounds) - 1 {
		x := h.subs[i]
		if x == nil || !w.behind(x.point) {
			continue
		}
		reads := e.touched.reads
		if x.parts != nil && g.holding(e.side.Access.Resource, i) {
			reads = append(slices.Clip(reads), e.touched.tests...)
		}
		read, filled := x.readBy(reads, bounds[i], bounds[i+1])
		if read == nil || filled {
			continue
		}
		f := Finding{Kind: Undefined, Read: e.side, Change: x.by}
		f.Read.Access = *read
		g.missing(w, e.side.Access.Resource, func(o *event) bool {
			id, x := f.Read.Access.Resource, o.touched
			return x != nil && !x.discard && len(x.writes) > 0 && (o.side.Access.Resource == id || slices.Contains(x.over, id))
		}, func() {
			if g.report(f); h.subs[i] == x {
				delete(h.subs, i)
			}
		})
	}
}

// readBy is the first of some accesses to a subresource, bytes [begin, end), and says whether one of them is not in the hole alone.
func (h *hole) readBy(reads []gpu.Access, begin, end uint64) (first *gpu.Access, filled bool) {
	for k := range reads {
		a := &reads[k]
		if a.Begin >= end || begin >= a.End {
			continue
		}
		if first == nil {
			first = a
		}
		filled = filled || !h.holds(a) || slices.ContainsFunc(h.writes, func(b gpu.Access) bool { _, _, met := place.Meets(a, 0, &b, 0); return met })
	}
	return first, filled
}

// holding says whether a plane of a depth-stencil buffer holds something as a whole: tests of one that does not are told as that.
func (g *Ledger) holding(id gpu.ID, sub int) bool {
	t := g.targets[id]
	return t != nil && t.planes != nil && t.planes.written[sub] && !t.planes.told[sub]
}

// holds says whether all bytes of an access are in the hole.
func (h *hole) holds(a *gpu.Access) bool {
	switch {
	case h.parts == nil:
		return true
	case a.Stride != 0 && (a.End-a.Begin)/a.Stride > maxPieces:
		return false
	}
	return !slices.ContainsFunc(spread(nil, a), func(b gpu.Access) bool {
		i, _ := slices.BinarySearchFunc(h.parts, b.Begin, func(part gpu.Access, begin uint64) int { return cmp.Compare(part.End, begin+1) })
		return i == len(h.parts) || h.parts[i].Begin > b.Begin || h.parts[i].End < b.End
	})
}

// maxPieces is of how many pieces an access is looked at one by one.
const maxPieces = 1 << 16

// write fills holes, or parts of them.
func (h *holes) write(a *gpu.Access, bounds []uint64) {
	for i, x := range h.subs {
		if a.Begin >= bounds[i+1] || bounds[i] >= a.End {
			continue
		}
		if x.writes = append(x.writes, *a); len(x.writes) > maxWrites || !a.Exact ||
			a.Stride == 0 && a.Begin <= bounds[i] && a.End+512 > bounds[i+1] {
			delete(h.subs, i)
		}
	}
}

// mend forgets a resource of which nothing is left to be found.
func (g *Ledger) mend(id gpu.ID, h *holes) {
	if h.pending == 0 {
		h.wrote = nil
	}
	if len(h.subs) == 0 && h.pending == 0 {
		delete(g.holes, id)
	}
}
