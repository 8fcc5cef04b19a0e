package hazard

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/fifo"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/ground"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/groups"
)

// entry is a part of a work.
type entry struct {
	work *work
	part *part
}

// entries are parts of works of one agent in their order. Works that touch different bytes, such as pieces of a ring, are stepped over together.
type entries struct {
	fifo.List[entry]
	near groups.Of[extent]
	// touched is what the entries before the first known ones touch, as far as somebody asked, and maybe what did those that are gone.
	touched ground.Set
	known   int
}

// extent are bytes from the start of a memory, whole subresources of textures included.
type extent struct{ first, last uint64 }

// Covers is what holds both.
func (x extent) Covers(y extent) extent {
	return extent{min(x.first, y.first), max(x.last, y.last)}
}

// Meets says whether both have a byte.
func (x extent) Meets(y extent) bool { return x.first < y.last && y.first < x.last }

// find is the place of the first entry at a position of the agent, or after it.
func (l *entries) find(pos uint32) int {
	at, _ := slices.BinarySearchFunc(l.All(), pos, func(e entry, pos uint32) int { return int(int64(e.work.side.Point.Pos) - int64(pos)) })
	return at
}

// insert adds a part.
func (l *entries) insert(e entry) {
	at := l.find(e.work.side.Point.Pos)
	l.Push(e)
	all := l.All()
	copy(all[at+1:], all[at:])
	all[at] = e
	l.renew(at)
}

// of is where the entry at a place touches bytes.
func (l *entries) of(i int) extent { return l.All()[i].part.near }

// renew works out what is known of the entries from a place in the list on.
func (l *entries) renew(at int) {
	l.known = min(l.known, l.near.Place(at))
	l.near.Renew(at, l.Len(), extent{first: ^uint64(0)}, l.of)
}

// next is the place of the first entry, from one on, that may touch bytes of an extent.
func (l *entries) next(from int, x extent) int { return l.near.Next(from, l.Len(), x, l.of) }

// meets says whether a part may touch bytes that one of the entries touches. Parts that touch many pieces of a memory lie between each other, and yet
// may have nothing in common.
func (l *entries) meets(p *part) bool {
	if l.known == 0 {
		l.touched.Clear()
	}
	for _, e := range l.All()[max(l.known-l.near.Place(0), 0):] {
		for _, s := range e.part.spans {
			x := s.near()
			l.touched.Add(x.first, x.last)
		}
		for _, f := range e.part.folds {
			f.mark(&l.touched)
		}
	}
	l.known = l.near.Place(l.Len())
	return slices.ContainsFunc(p.spans, func(s *span) bool {
		x := s.near()
		return l.touched.Meets(x.first, x.last)
	}) || slices.ContainsFunc(p.folds, func(f *fold) bool { return f.meets(&l.touched) })
}

// drop removes a work.
func (l *entries) drop(w *work) {
	all := l.All()
	at := slices.IndexFunc(all, func(e entry) bool { return e.work == w })
	if at < 0 {
		return
	}
	copy(all[1:at+1], all[:at]) // most are dropped in their order: nothing is moved
	l.Drop(1)
	switch {
	case l.Len() == 0:
		l.known = 0
		l.near.Clear()
	case at > 0:
		l.renew(at)
	case l.near.Pop(l.Len()):
		l.renew(0)
	}
}

// reach is where a part can be in the way of one that writes: anywhere if it does so itself, because a resource has one writer at a time, unless that
// is allowed of all that it touches.
func (d *Detector) reach(p *part) extent {
	if !p.writes || d.disjoint(p) {
		return p.near
	}
	return extent{last: ^uint64(0)}
}

// disjoint says whether others may write the resources of a part while it does.
func (d *Detector) disjoint(p *part) bool {
	last := gpu.ID(0)
	for _, s := range p.spans {
		if id := s.how.resource; id != last && (d.options.DisjointWriters == nil || !d.options.DisjointWriters(id)) {
			return false
		}
		last = s.how.resource
	}
	return !slices.ContainsFunc(p.folds, func(f *fold) bool {
		return d.options.DisjointWriters == nil || !d.options.DisjointWriters(f.how.resource)
	})
}
