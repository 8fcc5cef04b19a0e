// Package strands keeps which strands a queue has that several threads use, one for each of them, and which of their items no other one comes
// certainly after. It must not know why an item comes after others, or whether a strand is free.
package strands

import "github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"

// Strands are those of one queue.
type Strands struct {
	All  []clock.Agent
	Ends Ends
	of   map[clock.Agent]clock.Agent // by thread
	next int                         // where one that is free is looked for
}

// New returns those of a queue that has one so far, and the thread that uses it, which gave it so many items.
func New(first, owner clock.Agent, items uint32) *Strands {
	s := &Strands{All: []clock.Agent{first}, of: map[clock.Agent]clock.Agent{owner: first}}
	s.Ends.Put(first, items)
	return s
}

// Of is the strand of a thread.
func (s *Strands) Of(thread clock.Agent) (strand clock.Agent, found bool) {
	strand, found = s.of[thread]
	return strand, found
}

// few is how many strands Spare looks at.
const few = 8

// Spare is a strand that is free, among the next few: each is looked at in its turn. steps is how many were.
func (s *Strands) Spare(free func(strand clock.Agent) bool) (strand clock.Agent, found bool, steps uint64) {
	for range min(few, len(s.All)) {
		steps++
		if s.next = (s.next + 1) % len(s.All); free(s.All[s.next]) {
			return s.All[s.next], true, steps
		}
	}
	return 0, false, steps
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
