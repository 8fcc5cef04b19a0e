package passes

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// web is things, each of which ends when one of those does that it waits for, and gives what all of these give that end it, and itself.
type web struct {
	Passes
	of    []Result
	waits [][]int // -1: it ends in any case
}

func (w *web) ask(at int) (clock.Clock, bool) {
	if r := &w.of[at]; w.Begin(r) {
		var gives clock.Clock
		found := false
		for _, on := range w.waits[at] {
			c, ends := clock.Clock{}, true
			if on >= 0 {
				c, ends = w.ask(on)
			}
			switch {
			case !ends:
			case !found:
				gives, found = c, true
			default:
				gives = gives.Meet(c)
			}
		}
		w.End(r, gives.With(clock.Agent(at), 1), found)
	}
	return w.of[at].Gives, w.of[at].Ends()
}

func (w *web) settle(at int) (c clock.Clock, ends bool) {
	w.Settle(func() { c, ends = w.ask(at) })
	return c, ends
}

func newWeb(waits ...[]int) *web {
	return &web{Passes: New(), of: make([]Result, len(waits)), waits: waits}
}

// TestThingsThatWaitForEachOther: two that wait for each other never end by that alone. If one can end otherwise, that is what came first, whoever is
// asked.
func TestThingsThatWaitForEachOther(t *testing.T) {
	w := newWeb([]int{1}, []int{0})
	for at := range w.of {
		_, ends := w.settle(at)
		require.False(t, ends, at)
	}
	for _, order := range [][]int{{0, 1}, {1, 0}} {
		w := newWeb([]int{1, 2}, []int{0}, []int{-1})
		for _, at := range order {
			c, ends := w.settle(at)
			require.True(t, ends, at)
			require.Equal(t, uint32(1), c.At(2), "%v: %d is after what ended one of them", order, at)
		}
	}
}

// TestTooFewPasses: what comes out is right, and may be less.
func TestTooFewPasses(t *testing.T) {
	w := newWeb([]int{1, 2}, []int{0}, []int{-1})
	w.Most = 1
	c, ends := w.settle(1)
	require.True(t, ends)
	require.LessOrEqual(t, c.At(2), uint32(1))
	require.False(t, w.of[1].Active())
}

// TestRenew: what things gave holds until something changes.
func TestRenew(t *testing.T) {
	w := newWeb([]int{1})
	w.waits = append(w.waits, nil)
	w.of = append(w.of, Result{})
	_, ends := w.settle(0)
	require.False(t, ends)
	w.waits[1] = []int{-1}
	w.Renew()
	c, ends := w.settle(0)
	require.True(t, ends)
	require.Equal(t, uint32(1), c.At(1))
}
