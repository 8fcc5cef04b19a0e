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

// Memory is that of Sequence, which serves again. The zero value is none.
type Memory struct {
	calls       []Call
	threads     []clock.Agent
	heads, next []int32 // by thread, and by thing: the next thing of the thread, -1: there is none
	place       []int32 // which thing comes at each place
}

// Sequence brings things that calls did, those of each thread in its order, into an order that no run changes: the eldest thread's comes next, or
// what certainly comes before that. It returns how many things it has compared.
func Sequence[T any](m *Memory, things []T, call func(T) Call, elder func(a, b clock.Agent) bool) (steps uint64) {
	m.calls = m.calls[:0]
	several := false
	for _, x := range things {
		m.calls = append(m.calls, call(x))
		several = several || m.calls[len(m.calls)-1].By != m.calls[0].By
	}
	if several { // as it mostly is not
		steps = m.sequence(elder)
		rearrange(things, m.place)
	}
	clear(m.calls)
	return steps
}

// rearrange puts things where they belong, and spoils which those are.
func rearrange[T any](things []T, place []int32) {
	for i := range things {
		if int(place[i]) == i {
			continue
		}
		first, at := things[i], i
		for int(place[at]) != i {
			from := int(place[at])
			things[at], place[at] = things[from], int32(at)
			at = from
		}
		things[at], place[at] = first, int32(at)
	}
}

// sequence finds out which thing comes at each place.
func (m *Memory) sequence(elder func(a, b clock.Agent) bool) (steps uint64) {
	m.group(elder)
	few := len(m.threads) <= fewThreads
	var rank map[clock.Agent]int
	if !few {
		rank = m.ranks()
	}
	eldest, done := 0, clock.Clock{} // what is known to those that have come: all of that has come, too
	for m.place = m.place[:0]; len(m.place) < len(m.calls); {
		for m.heads[eldest] < 0 {
			eldest++
		}
		at := eldest
		for k := at; k >= 0; { // what comes before the eldest's, and before that
			at, k = k, -1
			mine := m.calls[m.heads[at]].Knew
			comes := func(other clock.Agent, r int, n uint32) {
				steps++
				if n > 0 && r != at && (k < 0 || r < k) && m.heads[r] >= 0 && n >= m.calls[m.heads[r]].Knew.At(other) {
					k = r
				}
			}
			if few {
				for r, t := range m.threads {
					comes(t, r, mine.At(t))
				}
			} else {
				mine.Beyond(done, func(other clock.Agent, n uint32) {
					if r, calls := rank[other]; calls {
						comes(other, r, n)
					} else {
						steps++
					}
				})
			}
			if k < 0 {
				done = done.Join(mine)
			}
		}
		m.place = append(m.place, m.heads[at])
		m.heads[at] = m.next[m.heads[at]]
	}
	return steps
}

// group finds the things of each thread, the eldest thread's first.
func (m *Memory) group(elder func(a, b clock.Agent) bool) {
	m.threads, m.heads, m.next = m.threads[:0], m.heads[:0], m.next[:0]
	for i := range m.calls {
		if t := m.calls[i].By; i == 0 || t != m.calls[i-1].By {
			m.threads = append(m.threads, t)
		}
	}
	slices.Sort(m.threads)
	m.threads = slices.Compact(m.threads)
	slices.SortFunc(m.threads, func(a, b clock.Agent) int {
		if elder(a, b) {
			return -1
		}
		return 1
	})
	rank := func(t clock.Agent) int { return slices.Index(m.threads, t) }
	if len(m.threads) > fewThreads {
		of := m.ranks()
		rank = func(t clock.Agent) int { return of[t] }
	}
	for range m.threads {
		m.heads = append(m.heads, -1)
	}
	m.next = append(m.next, make([]int32, len(m.calls))...)
	for i := len(m.calls) - 1; i >= 0; i-- {
		k := rank(m.calls[i].By)
		m.next[i], m.heads[k] = m.heads[k], int32(i)
	}
}

// ranks are the places of the threads.
func (m *Memory) ranks() map[clock.Agent]int {
	of := make(map[clock.Agent]int, len(m.threads))
	for k, t := range m.threads {
		of[t] = k
	}
	return of
}
