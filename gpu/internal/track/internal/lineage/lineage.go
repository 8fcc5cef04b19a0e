// Package lineage brings what threads did into an order that no run changes. It knows who made which thread, and what each knew when it called.
package lineage

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// Call is a call of a thread: who made it, and what that thread knew, the call included.
type Call struct {
	By   clock.Agent
	Knew clock.Clock
}

// Apart are two threads, and how far each of them knew of the other one when it made a call. It is equal for calls that one missing order leaves
// apart. The zero value is none.
type Apart struct {
	Threads [2]int
	Knew    [2]uint32
}

// Between is that of two calls.
func Between(a, b Call) Apart {
	if b.By < a.By {
		a, b = b, a
	}
	return Apart{[2]int{int(a.By), int(b.By)}, [2]uint32{a.Knew.At(b.By), b.Knew.At(a.By)}}
}

// fewThreads is how many threads are each asked for what it knows. Where more have called, what a thread knows is looked at, and that not all over
// again for each call.
const fewThreads = 8

// Sequence brings things that calls did, those of each thread in its order, into an order that no run changes: the eldest thread's comes next, or
// what certainly comes before that. It returns how many things it has compared.
func Sequence[T any](things []T, call func(T) Call, elder func(a, b clock.Agent) bool) (steps uint64) {
	if !slices.ContainsFunc(things, func(x T) bool { return call(x).By != call(things[0]).By }) {
		return 0 // as it mostly is
	}
	threads, by := []clock.Agent{}, map[clock.Agent][]T{}
	for _, x := range things {
		c := call(x)
		if by[c.By] == nil {
			threads = append(threads, c.By)
		}
		by[c.By] = append(by[c.By], x)
	}
	slices.SortFunc(threads, func(a, b clock.Agent) int {
		if elder(a, b) {
			return -1
		}
		return 1
	})
	rank, lists := map[clock.Agent]int{}, make([][]T, len(threads))
	for k, t := range threads {
		rank[t], lists[k] = k, by[t]
	}
	eldest, done := 0, clock.Clock{} // what is known to those that have come: all of that has come, too
	few := len(threads) <= fewThreads
	for i := range things {
		for len(lists[eldest]) == 0 {
			eldest++
		}
		at := eldest
		for k := at; k >= 0; { // what comes before the eldest's, and before that
			at, k = k, -1
			mine := call(lists[at][0])
			comes := func(other clock.Agent, n uint32) {
				steps++
				if r, uses := rank[other]; uses && n > 0 && r != at && (k < 0 || r < k) && len(lists[r]) > 0 && n >= call(lists[r][0]).Knew.At(other) {
					k = r
				}
			}
			if few {
				for _, t := range threads {
					comes(t, mine.Knew.At(t))
				}
			} else {
				mine.Knew.Beyond(done, comes)
			}
			if k < 0 {
				done = done.Join(mine.Knew)
			}
		}
		things[i], lists[at] = lists[at][0], lists[at][1:]
	}
	return steps
}
