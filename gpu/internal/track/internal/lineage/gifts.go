package lineage

import "github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"

// Given is a call of a thread that gave something to a queue, as the nth thing that was given to any. The zero value is before all of them.
type Given struct {
	Call Call
	Nth  uint32
}

// Gifts has the last work that each thread gave to a queue. The zero value has none.
type Gifts struct{ last []gift }

type gift struct{ pos, nth uint32 } // the action of the thread, and the number among what was given to queues; 0: none

// Note notes that a thread gave work to a queue.
func (g *Gifts) Note(t clock.Agent, pos, nth uint32) {
	for int(t) >= len(g.last) {
		g.last = append(g.last, gift{})
	}
	g.last[t] = gift{pos, nth}
}

// Trails says whether work was given to a queue that a call does not certainly come after.
func (g *Gifts) Trails(x Given) bool {
	for t, last := range g.last {
		known := last.pos <= x.Call.Knew.At(clock.Agent(t))
		if clock.Agent(t) == x.Call.By {
			known = last.nth <= x.Nth
		}
		if last.nth > 0 && (x.Nth == 0 || !known) {
			return true
		}
	}
	return false
}
