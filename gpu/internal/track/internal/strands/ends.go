package strands

import (
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// Point is an item of a strand.
type Point = timeline.Point

// Ends are the items of one queue that no other one comes certainly after, at most one of each strand, in no certain order. The zero value has none.
//
//	strand 1   a ─── b ──┐          the ends are b and x, and c alone as soon as it is there
//	strand 2     x ──────┴─▶ c
type Ends struct {
	all []Point
	at  map[clock.Agent]int // by strand: which of them is its
}

// All are the ends, which the caller only reads.
func (e *Ends) All() []Point { return e.all }

// Put makes the last item of a strand an end. Pass those that it comes after first.
func (e *Ends) Put(strand clock.Agent, pos uint32) {
	if e.at == nil {
		e.at = map[clock.Agent]int{}
	}
	e.at[strand] = len(e.all)
	e.all = append(e.all, Point{Queue: strand, Pos: pos})
}

// Pass takes the end of a strand away, if it is not after an item.
func (e *Ends) Pass(strand clock.Agent, pos uint32) {
	at, found := e.at[strand]
	if !found || e.all[at].Pos > pos {
		return
	}
	last := e.all[len(e.all)-1]
	e.all[at], e.at[last.Queue] = last, at
	e.all = e.all[:len(e.all)-1]
	delete(e.at, strand)
}

// Reset takes all of them away.
func (e *Ends) Reset() { e.all, e.at = e.all[:0], nil }
