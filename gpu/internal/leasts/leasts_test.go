package leasts

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

type number int

func (n number) Before(m number) bool { return n < m }

// TestHeap compares a heap with a list that is sorted each time.
func TestHeap(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	var h Heap[number]
	var all []number
	for range 3000 {
		n := number(r.Intn(50))
		switch k := r.Intn(20); {
		case k == 0:
			odd := func(n number) bool { return n%2 == 1 }
			h.Keep(odd)
			all = slices.DeleteFunc(all, func(n number) bool { return !odd(n) })
		case k < 7 && len(all) > 0:
			require.Equal(t, all[0], h.Pop())
			all = all[1:]
		case k < 10 && len(all) > 0:
			h.Replace(n)
			all[0] = n
		default:
			h.Push(n)
			all = append(all, n)
		}
		slices.Sort(all)
		require.Len(t, h.All, len(all))
		if len(all) > 0 {
			require.Equal(t, all[0], h.All[0])
		}
	}
	require.NotEmpty(t, all)
}

// TestPushAmong: what is not needed any more does not stay for long.
func TestPushAmong(t *testing.T) {
	var h Heap[number]
	for n := range number(1000) {
		h.PushAmong(n, func(m number) bool { return m+10 > n })
		require.LessOrEqual(t, len(h.All), 32)
	}
	require.Equal(t, number(999), h.All[len(h.All)-1])
	var all Heap[number]
	for n := range number(1000) {
		all.PushAmong(n, func(number) bool { return true })
	}
	require.Len(t, all.All, 1000)
}
