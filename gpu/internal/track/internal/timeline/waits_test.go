package timeline

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// TestTake: waits come by value, those for one value as their queues have them, and none for more than is asked.
func TestTake(t *testing.T) {
	var waits Waits
	for _, w := range []Waiting{{4, Point{1, 2}, 0}, {2, Point{2, 1}, 0}, {9, Point{1, 1}, 0}, {2, Point{1, 7}, 0}, {2, Point{1, 3}, 0}} {
		waits.Push(w)
	}
	var got []Point
	for w, ok := waits.Take(4); ok; w, ok = waits.Take(4) {
		got = append(got, w.At)
	}
	require.Equal(t, []Point{{1, 3}, {1, 7}, {2, 1}, {1, 2}}, got)
	w, ok := waits.Take(9)
	require.True(t, ok)
	require.Equal(t, Point{1, 1}, w.At)
	_, ok = waits.Take(^uint64(0))
	require.False(t, ok)
}

// TestClaims: the waits of each queue that are not forgotten, in its order.
func TestClaims(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var tl Timeline
	model, next := map[clock.Agent][]uint32{}, uint32(0)
	for range 2000 {
		q := clock.Agent(r.Intn(12))
		if r.Intn(2) == 0 {
			next++
			tl.Claim(Point{q, next}, uint64(next)+5)
			model[q] = append(model[q], next)
		} else if len(model[q]) > 0 {
			tl.Spend(q)
			model[q] = model[q][1:]
		}
		got, count := map[clock.Agent][]uint32{}, 0
		tl.Claims(func(p Point, value uint64) {
			require.Equal(t, uint64(p.Pos)+5, value)
			got[p.Queue] = append(got[p.Queue], p.Pos)
			count++
		})
		require.Equal(t, count, tl.Waits())
		for q, want := range model {
			require.Equal(t, len(want), len(got[q]))
			for i, pos := range want {
				require.Equal(t, pos, got[q][i])
			}
		}
	}
	for _, w := range tl.Waiters {
		require.True(t, w.Dead == 0 || 2*w.Dead < len(w.At), "what is forgotten is less than the rest")
	}
}

// TestAwaits: a line of a chain has the waits of all, and each its own when it is parted.
func TestAwaits(t *testing.T) {
	var tl Timeline
	tl.LineFor(1)
	tl.LineFor(2)
	require.True(t, tl.Linking())
	require.Same(t, tl.Awaits(tl.LineOf(1)), tl.Awaits(tl.LineOf(2)))
	tl.All.Open.Push(Waiting{Value: 1})
	tl.Part()
	require.False(t, tl.Linking())
	require.NotSame(t, tl.Awaits(tl.LineOf(1)), tl.Awaits(tl.LineOf(2)))
	require.Empty(t, tl.All.Open.All)
}

// TestBetween: it is every wait for a value within the bounds that is not forgotten, and no other one.
func TestBetween(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var f Timeline
	type wait struct {
		at    Point
		value uint64
	}
	all := map[clock.Agent][]wait{}
	for pos := range uint32(400) {
		w := wait{Point{clock.Agent(r.Intn(3)), pos + 1}, uint64(r.Intn(30))}
		f.Claim(w.at, w.value)
		if all[w.at.Queue] = append(all[w.at.Queue], w); r.Intn(3) == 0 {
			all[w.at.Queue] = all[w.at.Queue][1:]
			f.Spend(w.at.Queue)
		}
		above, upTo := uint64(r.Intn(30)), uint64(r.Intn(30))
		var want, got []wait
		for _, queue := range all {
			for _, w := range queue {
				if w.value > above && w.value <= upTo {
					want = append(want, w)
				}
			}
		}
		f.Between(above, upTo, func(p Point, value uint64) { got = append(got, wait{p, value}) })
		require.ElementsMatch(t, want, got)
	}
}
