package hazard

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/fifo"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/ground"
)

// entry is a part of a work.
type entry struct {
	work *work
	part *part
}

// entries are parts of works of one agent in their order, with the bytes that every eight touch, and every eight of these, and so on: works that touch
// different bytes, such as pieces of a ring, are stepped over together.
//
//	list     gone a b │ c d e f g h i j │ k l
//	bounds  [0, 512) │ [512, 4096)     │         of groups that are complete; what is gone still counts
type entries struct {
	fifo.List[entry]
	gone   int // taken off in front: groups count from the first of them
	bounds [][]extent
	// touched is what the entries before the first known ones touch, as far as somebody asked, and maybe what did those that are gone.
	touched ground.Set
	known   int
}

// extent are bytes from the start of a memory, whole subresources of textures included.
type extent struct{ first, last uint64 }

const groupBits = 3

// covers is what holds both.
func (x extent) covers(y extent) extent {
	return extent{min(x.first, y.first), max(x.last, y.last)}
}

func (x extent) meets(y extent) bool { return x.first < y.last && y.first < x.last }

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

// renew works the bounds out from a place in the list on.
func (l *entries) renew(at int) {
	l.known = min(l.known, l.gone+at)
	for k := range l.bounds {
		l.bounds[k] = l.bounds[k][:min(len(l.bounds[k]), (l.gone+at)>>(groupBits*(k+1)))]
	}
	total := l.gone + l.Len()
	for k := 0; total>>(groupBits*(k+1)) > 0; k++ {
		if k == len(l.bounds) {
			l.bounds = append(l.bounds, nil)
		}
		for n := len(l.bounds[k]); n < total>>(groupBits*(k+1)); n++ {
			l.bounds[k] = append(l.bounds[k], l.bound(k, n))
		}
	}
}

// bound is that of a group that is complete.
func (l *entries) bound(k, n int) extent {
	x := extent{first: ^uint64(0)}
	for i := n << groupBits; i < (n+1)<<groupBits; i++ {
		switch {
		case k > 0:
			x = x.covers(l.bounds[k-1][i])
		case i >= l.gone:
			x = x.covers(l.All()[i-l.gone].part.near)
		}
	}
	return x
}

// next is the place of the first entry, from one on, that may touch bytes of an extent.
func (l *entries) next(from int, x extent) int {
	for from < l.Len() {
		step, place := 0, l.gone+from
		for k := range l.bounds {
			bits := groupBits * (k + 1)
			if n := place >> bits; n<<bits != place || n >= len(l.bounds[k]) || l.bounds[k][n].meets(x) {
				break
			}
			step = 1 << bits
		}
		if step == 0 {
			if l.All()[from].part.near.meets(x) {
				return from
			}
			step = 1
		}
		from += step
	}
	return l.Len()
}

// meets says whether a part may touch bytes that one of the entries touches. Parts that touch many pieces of a memory lie between each other, and yet may have nothing in common.
func (l *entries) meets(p *part) bool {
	if l.known == 0 {
		l.touched.Clear()
	}
	for _, e := range l.All()[max(l.known-l.gone, 0):] {
		for _, s := range e.part.spans {
			x := s.near()
			l.touched.Add(x.first, x.last)
		}
	}
	l.known = l.gone + l.Len()
	return slices.ContainsFunc(p.spans, func(s *span) bool {
		x := s.near()
		return l.touched.Meets(x.first, x.last)
	})
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
		l.gone, l.known, l.bounds = 0, 0, l.bounds[:0]
	case at > 0:
		l.renew(at)
	default:
		if l.gone++; l.gone > l.Len()+1<<groupBits {
			l.gone = 0
			l.renew(0)
		}
	}
}

// reach is where a part can be in the way of one that writes: anywhere if it does so itself, because a resource has one writer at a time, unless that is
// allowed of all that it touches.
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
	return true
}
