// Package leavings keeps the signals that are about to be forgotten, and says for which waits each of them gives least of all. It must not know what
// waits are there, or what they know.
package leavings

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// Leaving is a signal that is about to be forgotten: what is covered when it happens, and the value up to which others that are forgotten leave as
// little to all waits.
type Leaving struct {
	At    timeline.Point
	Fence int
	Value uint64
	Clock clock.Clock
	Above uint64
}

// List is signals of several fences. The zero value has none.
type List struct{ all []Leaving }

// Add adds one.
func (l *List) Add(s Leaving) { l.all = append(l.all, s) }

// Take empties the list, and calls leave with each of its signals, for the waits that are for more than its Above. Of each agent, and of a chain, the
// first one that can have ended a wait gives least. parted says whether the signals of a fence are no chain.
func (l *List) Take(parted func(fence int) bool, leave func(s *Leaving)) {
	if len(l.all) > 1 {
		slices.SortStableFunc(l.all, func(a, b Leaving) int {
			return cmp.Or(cmp.Compare(a.Fence, b.Fence), cmp.Compare(a.Value, b.Value))
		})
	}
	for rest := l.all; len(rest) > 0; {
		n, above, alone := 1, rest[0].Above, parted(rest[0].Fence)
		for ; !alone && n < len(rest) && rest[n].Fence == rest[0].Fence; n++ {
			above = min(above, rest[n].Above)
		}
		for i := range rest[:n] {
			if i > 0 && rest[i].Value > rest[i-1].Value {
				above = rest[i-1].Value
			}
			rest[i].Above = above
			leave(&rest[i])
		}
		rest = rest[n:]
	}
	clear(l.all)
	l.all = l.all[:0]
}
