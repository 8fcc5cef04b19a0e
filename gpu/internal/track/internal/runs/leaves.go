package runs

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// Where two threads take leaves of one chain in no order, and there are too few, it is up to the run which of them waits for ever:
//
//	thread one   take                thread two comes first: it presents, and thread one gets a leave, too
//	thread two   take ─ Present      thread one comes first: thread two never gets one
//
// So taking one is a choice.

// scarce says whether an item of an agent takes a leave that another thread may take first.
func (s *pacing) scarce(a clock.Agent, it *Item) bool {
	if s.p.Agents[a].Queue || it.Chain == 0 || it.Value > 0 {
		return false
	}
	c := s.screens[it.Chain]
	return c.Scarce && !c.Stray
}

// contends says whether a thread stands where it needs such a leave.
func (s *pacing) contends(m *moment) bool {
	for a := range s.p.Agents {
		if it := s.p.next(m, clock.Agent(a)); it != nil && s.scarce(clock.Agent(a), it) {
			return true
		}
	}
	return false
}

// outrun keeps each leave that another thread has taken, at the end of a run in which there is none for a thread, and in no order with that.
func (s *pacing) outrun(m *moment, here Point) {
	it := s.p.Item(here)
	for _, by := range s.screens[it.Chain].leaves {
		for _, pos := range by.at {
			if by.agent == here.Queue || m.at[by.agent] < pos || it.Issue.At(by.agent) >= pos {
				continue
			}
			lacks := s.p.given(here)
			h := Held{Wait: lacks, Signal: lacks, Present: s.p.given(Point{by.agent, pos}), Chain: it.Chain}
			if !slices.Contains(s.held, h) {
				s.held = append(s.held, h)
			}
		}
	}
}
