package content

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
)

// planes says of each subresource of a depth-stencil buffer whether something was written to it. That a part of it was is enough.
type planes struct {
	count     int // of planes: the second is stencil
	written   []bool
	by        []fillers // who wrote it
	told      []bool    // that it is blank
	discarded []Side    // what left it undefined
	blank     int       // how many are not written
	discards  int       // that ran and are not looked at
}

// access is one kind of access to subresources, of which a work needs no second one.
type access struct {
	resource    gpu.ID
	first, last int
	kind        gpu.AccessKind
}

func newPlanes(place *hazard.Place, count uint32) *planes {
	n := max(len(place.Bounds())-1, 1)
	return &planes{count: int(max(count, 1)), written: make([]bool, n), by: make([]fillers, n), told: make([]bool, n),
		discarded: make([]Side, n), blank: n}
}

// open says whether there is anything to find.
func (p *planes) open() bool { return p.blank > 0 || p.discards > 0 }

// flag is the plane of a subresource.
func (p *planes) flag(sub int) gpu.ClearFlags {
	return gpu.ClearDepth << (sub / max(len(p.written)/p.count, 1))
}

// set notes that a subresource holds something, or nothing.
func (p *planes) set(sub int, written bool) {
	if p.written[sub] == written {
		return
	}
	p.written[sub] = written
	if written {
		p.blank--
		return
	}
	p.blank++
}

// test keeps the tests of a command, which come before what it writes.
func (g *Ledger) test(w *work, e *gpu.Executed) {
	if e.Op == gpu.OpBeginRenderPass { // a pass that loads a plane compares nothing with it
		return
	}
	for i := range e.Accesses {
		a := &e.Accesses[i]
		t := g.targets[a.Resource]
		if t == nil || !g.planesMatter(t.planes, e.Op) || a.Kind != gpu.AccessRead || a.As != gpu.StateDepthWrite && a.As != gpu.StateDepthRead ||
			!a.Exact || a.Begin >= a.End {
			continue
		}
		g.planesTouched(w, t, &event{side: sideOf(w, e, a)})
	}
}

// planesMatter says whether anything can be found of the planes of a target, nil: it has none, where a command does something to it.
func (g *Ledger) planesMatter(p *planes, op gpu.Op) bool {
	return p != nil && (op == gpu.OpDiscardResource || p.open() || g.order.Crowd())
}

// planesTouched keeps an access of a depth-stencil buffer, if it is the first of its kind in the work since a discard.
func (g *Ledger) planesTouched(w *work, t *target, v *event) {
	p, a := t.planes, &v.side.Access
	if !g.planesMatter(p, v.side.Op) {
		return
	}
	place, _ := g.Locate(a.Resource)
	k := access{resource: a.Resource, kind: a.Kind}
	k.first, k.last = subresources(&place, a.Begin, a.End)
	switch {
	case v.side.Op == gpu.OpDiscardResource:
		p.discards++
		clear(w.planes)
	case w.planes[k]:
		return
	case w.planes == nil:
		w.planes = map[access]bool{k: true}
	default:
		w.planes[k] = true
	}
	v.blank = true
	w.events = append(w.events, *v)
	v.blank = false
}

// planesUsed follows an access of a depth-stencil buffer.
func (g *Ledger) planesUsed(w *work, e *event) {
	t, a := g.targets[e.side.Access.Resource], &e.side.Access
	if t == nil { // released
		return
	}
	p := t.planes
	place, _ := g.Locate(a.Resource)
	first, last := subresources(&place, a.Begin, a.End)
	if e.side.Op == gpu.OpDiscardResource {
		p.discards--
	}
	for i := first; i <= last; i++ {
		switch {
		case a.Kind == gpu.AccessRead:
			g.tested(w, e, t, i)
		case e.side.Op != gpu.OpDiscardResource:
			p.set(i, true)
			p.by[i] = p.by[i].and(w)
		case whole(&place, a, i):
			p.set(i, false)
			p.discarded[i], p.by[i], p.told[i] = e.side, nil, false
		}
	}
}

// whole says whether an access is of all bytes of a subresource. Behind the last there are fewer than the 512 on which the next one begins.
func whole(p *hazard.Place, a *gpu.Access, sub int) bool {
	bounds := p.Bounds()
	return bounds == nil || a.Stride == 0 && a.Begin <= bounds[sub] && a.End+512 > bounds[sub+1]
}

// tested looks whether a plane that a draw tests holds anything. One in a heap that was never filled is told as that.
func (g *Ledger) tested(w *work, e *event, t *target, sub int) {
	p := t.planes
	if p.told[sub] || p.written[sub] && g.filled(p.by[sub], w) || t.shared && len(t.by(sub)) == 0 {
		return
	}
	f := Finding{Kind: Blank, Read: e.side, Change: p.discarded[sub], Planes: p.flag(sub)}
	g.missing(w, f.Read.Access.Resource, func(x *event) bool {
		return x.blank && x.side.Access.Resource == f.Read.Access.Resource && x.side.Access.Kind != gpu.AccessRead &&
			x.side.Op != gpu.OpDiscardResource
	}, func() {
		if p.told[sub] {
			return
		}
		p.set(sub, true)
		p.told[sub] = true
		if i := slices.IndexFunc(g.found, func(o Finding) bool {
			return o.Kind == Blank && o.Read.Record == f.Read.Record && o.Read.Access.Resource == f.Read.Access.Resource
		}); i >= 0 {
			g.found[i].Planes |= f.Planes
			return
		}
		g.report(f)
	})
}
