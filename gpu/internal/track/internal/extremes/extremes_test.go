package extremes

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestExtremes compares the search by groups with a look at each number, while numbers are added and taken off.
func TestExtremes(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	var e List
	var want []uint64
	for range 4000 {
		switch n := r.Intn(8); {
		case n == 0 && len(want) > 0:
			e.Pop()
			want = want[:len(want)-1]
		case n < 7:
			v := uint64(r.Intn(2000))
			e.Push(v)
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
		require.Equal(t, next, e.Next(from, Above(v)))
		require.Equal(t, last, e.Last(from, Below(v)))
		require.Equal(t, slices.Max(append([]uint64{0}, want[:from]...)), e.Most(from))
	}
	require.Greater(t, len(e.groups), 2)
	e.Reset(9, func(i int) uint64 { return uint64(i) })
	require.Equal(t, 8, e.Next(0, Above(8)))
	require.Equal(t, 9, e.Next(0, Above(9)))
	require.Equal(t, 0, e.Last(9, Below(1)))
	require.Equal(t, -1, e.Last(9, Below(0)))
}

// TestExtremesAreCheap: a search looks at few groups of many.
func TestExtremesAreCheap(t *testing.T) {
	var e List
	for i := range 1 << 15 {
		e.Push(uint64(i))
	}
	looks := 0
	count := func(in func(Bounds) bool) func(Bounds) bool {
		return func(b Bounds) bool { looks++; return in(b) }
	}
	require.Equal(t, 1<<15-1, e.Next(1, count(Above(1<<15-1))))
	require.Equal(t, 0, e.Last(1<<15-1, count(Below(1))))
	require.Less(t, looks, 2*2*8*5*5)
}
