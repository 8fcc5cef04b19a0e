package runs

import (
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// Ending is what all runs have in common in which nothing can happen any more. The zero value is that of one run, or of very many.
type Ending struct {
	p           *Program
	least, most []uint32 // by agent: items that are done
}

// Ending finds it.
func (p *Program) Ending() Ending {
	s := stalls{search: search{p: p, x: Point{Pos: math.MaxUint32}, seen: map[string]bool{}}, ways: len(p.Fences), seats: len(p.Fences)}
	p.Fences = append(p.Fences, make([]Fence, len(p.Seats))...)
	if s.each(0, p.start()); s.states == maxEnds || len(s.over) == 0 {
		return Ending{}
	}
	e := Ending{p, slices.Clone(s.over[0].at), slices.Clone(s.over[0].at)}
	for i := range s.over {
		for a, n := range s.over[i].at {
			e.least[a], e.most[a] = min(e.least[a], n), max(e.most[a], n)
		}
	}
	return e
}

// Moves says whether an agent does more in one run than in another.
func (e *Ending) Moves(a clock.Agent) bool { return e.p != nil && e.least[a] < e.most[a] }

// Gives says whether an agent signals a fence in some runs only.
func (e *Ending) Gives(fence int) bool {
	for a, from := range e.least {
		g := &e.p.Agents[a]
		if slices.ContainsFunc(g.Items[from-g.Base:e.most[a]-g.Base], func(it Item) bool { return it.Kind == Signal && it.Fence == fence }) {
			return true
		}
	}
	return false
}
