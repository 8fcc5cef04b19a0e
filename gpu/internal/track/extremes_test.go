package track

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestExtremes compares the search by groups with a look at each number, while numbers are added and taken off.
func TestExtremes(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	var e extremes
	var want []uint64
	for range 4000 {
		switch n := r.Intn(8); {
		case n == 0 && len(want) > 0:
			e.pop()
			want = want[:len(want)-1]
		case n < 7:
			v := uint64(r.Intn(2000))
			e.push(v)
			want = append(want, v)
		}
		from, v := r.Intn(len(want)+1), uint64(r.Intn(2100))
		next, last := from, from-1
		for next < len(want) && want[next] < v {
			next++
		}
		for last >= 0 && want[last] >= v {
			last--
		}
		require.Equal(t, next, e.next(from, above(v)))
		require.Equal(t, last, e.last(from, below(v)))
		require.Equal(t, slices.Max(append([]uint64{0}, want[:from]...)), e.most(from))
	}
	require.Greater(t, len(e.groups), 2)
	e.reset(9, func(i int) uint64 { return uint64(i) })
	require.Equal(t, 8, e.next(0, above(8)))
	require.Equal(t, 9, e.next(0, above(9)))
	require.Equal(t, 0, e.last(9, below(1)))
	require.Equal(t, -1, e.last(9, below(0)))
}

// TestExtremesAreCheap: a search looks at few groups of many.
func TestExtremesAreCheap(t *testing.T) {
	var e extremes
	for i := range 1 << 15 {
		e.push(uint64(i))
	}
	looks := 0
	count := func(in func(bounds) bool) func(bounds) bool {
		return func(b bounds) bool { looks++; return in(b) }
	}
	require.Equal(t, 1<<15-1, e.next(1, count(above(1<<15-1))))
	require.Equal(t, 0, e.last(1<<15-1, count(below(1))))
	require.Less(t, looks, 2*2*8*5*5)
}
