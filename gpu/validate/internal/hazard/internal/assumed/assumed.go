// Package assumed keeps what is taken as finished before items of agents, although nothing orders it. It must not know why.
//
//	item 5 of agent 2: [agent 1 up to 7]     so it is before items 6, 7 … of agent 2, too: the clocks of an agent go up
package assumed

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Set are such assumptions. The zero value has none.
type Set struct {
	about  map[track.Agent][]assumption // in the order of the items
	agents []track.Agent                // of about, sorted
	count  uint64
}

// assumption is that a clock is covered before the item at pos of an agent, and those after it.
type assumption struct {
	pos  uint32
	done track.Clock
}

func byPos(s assumption, pos uint32) int { return int(int64(s.pos) - int64(pos)) }

// Count is how often there was a new one.
func (s *Set) Count() uint64 { return s.count }

// Add takes a clock as covered before an item.
func (s *Set) Add(item track.Point, done track.Clock) {
	agent, pos := item.Queue, item.Pos
	list := s.about[agent]
	at, found := slices.BinarySearchFunc(list, pos, byPos)
	if !found {
		if at > 0 {
			if list[at-1].done.Covers(done) {
				return
			}
			done = done.Join(list[at-1].done)
		} else if k, known := slices.BinarySearch(s.agents, agent); !known {
			s.agents = slices.Insert(s.agents, k, agent)
		}
		list = slices.Insert(list, at, assumption{pos: pos})
	}
	for i := at; i < len(list) && !list[i].done.Covers(done); i++ {
		list[i].done = list[i].done.Join(done)
	}
	if s.about == nil {
		s.about = map[track.Agent][]assumption{}
	}
	s.about[agent] = list
	s.count++
}

// Before is a clock with what is taken as finished before an item, and before those that a clock covers already.
func (s *Set) Before(item track.Point, start track.Clock) track.Clock {
	c := start
	for _, agent := range s.agents {
		n := start.At(agent)
		if agent == item.Queue {
			n = item.Pos
		}
		list := s.about[agent]
		if at, _ := slices.BinarySearchFunc(list, n+1, byPos); at > 0 {
			c = c.Join(list[at-1].done)
		}
	}
	return c
}

// Forget drops what says nothing more, because a clock covers it.
func (s *Set) Forget(clock track.Clock) {
	s.agents = slices.DeleteFunc(s.agents, func(agent track.Agent) bool {
		list := slices.DeleteFunc(s.about[agent], func(a assumption) bool { return clock.Covers(a.done) })
		if s.about[agent] = list; len(list) == 0 {
			delete(s.about, agent)
		}
		return len(list) == 0
	})
}
