// Package strands keeps which strands a queue has that several threads use, one for each of them, and which items of the others come before an item.
// It is told what a thread knows, and must not know how that came about.
package strands

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// Strands are those of one queue.
type Strands struct {
	All   []clock.Agent
	ends  Ends
	of    map[clock.Agent]clock.Agent // by thread
	next  int                         // where one that is free is looked for
	steps *uint64                     // counts the strands that were looked at
}

// New returns those of a queue that has one so far, and the thread that uses it, which gave it so many items. steps counts what is looked at.
func New(first, owner clock.Agent, items uint32, steps *uint64) *Strands {
	s := &Strands{All: []clock.Agent{first}, of: map[clock.Agent]clock.Agent{owner: first}, steps: steps}
	s.ends.Put(first, items)
	return s
}

// Of is the strand of a thread.
func (s *Strands) Of(thread clock.Agent) (strand clock.Agent, found bool) {
	strand, found = s.of[thread]
	return strand, found
}

// few is how many strands are looked at one by one. Where there are more, what a thread has learned is.
const few = 8

// Spare is a strand that is free, among the next few: each is looked at in its turn.
func (s *Strands) Spare(free func(strand clock.Agent) bool) (strand clock.Agent, found bool) {
	for range min(few, len(s.All)) {
		*s.steps++
		if s.next = (s.next + 1) % len(s.All); free(s.All[s.next]) {
			return s.All[s.next], true
		}
	}
	return 0, false
}

// Pass gives a strand that is free, and that another thread has used, to a thread.
func (s *Strands) Pass(strand, from, to clock.Agent) {
	delete(s.of, from)
	s.of[to] = strand
}

// Add adds a strand of a thread.
func (s *Strands) Add(strand, thread clock.Agent) {
	s.All = append(s.All, strand)
	s.of[thread] = strand
}

// Items are those of the strands.
type Items interface {
	// Known says whether somebody knows of the call that gave an item. Of one that is forgotten everybody does.
	Known(p Point, to clock.Clock) bool
	// UpTo is the last item of a strand of whose call somebody knows.
	UpTo(strand clock.Agent, known clock.Clock) uint32
	// Issue is what the thread knew that gave an item. It reports false for one that is forgotten.
	Issue(p Point) (clock.Clock, bool)
	// Creator is the thread that made a thread.
	Creator(thread clock.Agent) clock.Agent
}

// Behind are the last items of other strands that come before an item whose thread knows so much, but for those that come before others of them, or
// before the last item of its own strand. own is the thread where it has no strand.
func (s *Strands) Behind(own, thread clock.Agent, known clock.Clock, items Items) (out []Point) {
	open := s.ends.All()
	all := len(open) <= few
	for _, end := range open[:min(few, len(open))] {
		switch *s.steps++; {
		case !items.Known(end, known):
			all = false
		case end.Queue != own:
			out = append(out, end)
		}
	}
	if all {
		return out
	}
	last, before := s.led(thread, known, items)
	if last.Pos > 0 && last.Queue != own && !slices.ContainsFunc(out, func(p Point) bool { return p.Queue == last.Queue }) {
		out = append(out, last)
	}
	first := out
	known.Beyond(before, func(thread clock.Agent, _ uint32) {
		other, uses := s.of[thread]
		if !uses || other == own || slices.ContainsFunc(first, func(p Point) bool { return p.Queue == other }) {
			return
		}
		*s.steps++
		if pos := items.UpTo(other, known); pos > 0 {
			out = append(out, Point{Queue: other, Pos: pos})
		}
	})
	return out
}

// led is an item that an item of a thread comes after in any case, and what was known when that was given: the last one of its strand, or of that of
// its creator. What it comes after need not be named; the item itself has to be, if it is the creator's.
func (s *Strands) led(thread clock.Agent, known clock.Clock, items Items) (last Point, before clock.Clock) {
	for {
		if strand, uses := s.of[thread]; uses {
			p := Point{Queue: strand, Pos: items.UpTo(strand, known)}
			if knew, kept := items.Issue(p); kept {
				return p, knew
			}
		}
		if thread == 0 {
			return last, before
		}
		thread = items.Creator(thread)
	}
}

// Lead makes an item the last one of those that it comes after.
func (s *Strands) Lead(p Point, behind []Point) {
	s.ends.Pass(p.Queue, p.Pos)
	for _, b := range behind {
		s.ends.Pass(b.Queue, b.Pos)
	}
	s.ends.Put(p.Queue, p.Pos)
}

// Relead finds the ends anew: the last items of strands, unless another item comes after them. led is, by strand, the last item that one comes after.
func (s *Strands) Relead(last func(strand clock.Agent) uint32, led map[clock.Agent]uint32) {
	s.ends.Reset()
	for _, strand := range s.All {
		if pos := last(strand); pos > led[strand] {
			s.ends.Put(strand, pos)
		}
	}
}
