package fifo

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is pushed comes out in its order, whatever is dropped in between.
func TestOrder(t *testing.T) {
	var l List[int]
	next, first := 0, 0
	seed := uint32(1)
	for range 10000 {
		seed = seed*1664525 + 1013904223
		for range seed >> 28 {
			l.Push(next)
			next++
		}
		seed = seed*1664525 + 1013904223
		n := min(int(seed>>28), l.Len())
		l.Drop(n)
		first += n
		require.Equal(t, next-first, l.Len())
		for i, x := range l.All() {
			require.Equal(t, first+i, x)
		}
	}
}

// What is inserted stands where it was wanted, whatever was dropped before.
func TestInsert(t *testing.T) {
	var l List[int]
	var want []int
	seed := uint32(1)
	next := func(n int) int {
		seed = seed*1664525 + 1013904223
		return int(seed>>16) % n
	}
	for i := range 1000 {
		at := next(len(want) + 1)
		l.Insert(at, i)
		want = slices.Insert(want, at, i)
		if next(3) == 0 {
			n := next(len(want) + 1)
			l.Drop(n)
			want = want[n:]
		}
		require.True(t, slices.Equal(want, l.All()), "%v instead of %v", l.All(), want)
	}
}

// A list that is about as long all the time needs no new memory, and keeps nothing alive that was dropped.
func TestSteady(t *testing.T) {
	for _, length := range []int{0, 1, 2, 3, 7, 100} {
		var l List[*int]
		for range length {
			l.Push(new(int))
		}
		x := new(int)
		turn := func() {
			l.Push(x)
			l.Drop(1)
		}
		for range 4*length + 4 {
			turn()
		}
		require.Zero(t, testing.AllocsPerRun(1000, turn), "%d entries", length)
		alive := 0
		for _, p := range l.memory[:cap(l.memory)] {
			if p != nil {
				alive++
			}
		}
		require.Equal(t, length, alive)
	}
}

// What Next gives is zero, whatever stood there before, and comes out in its order beside what is pushed.
func TestNext(t *testing.T) {
	var l List[[2]int]
	for i := range 1000 {
		next := l.Next()
		require.Zero(t, *next)
		next[0], next[1] = i, i
		l.Push([2]int{i, -1})
		switch i % 3 {
		case 0:
			l.Pop()
			l.Push([2]int{i, -1})
		case 1:
			l.Drop(min(3, l.Len()))
		default:
			l.Drop(1)
		}
	}
	all := l.All()
	require.NotEmpty(t, all)
	for k := range all {
		at := 2*1000 - len(all) + k
		require.Equal(t, [2]int{at / 2, []int{at / 2, -1}[at%2]}, all[k])
	}
}

// What is popped is not there any more, and what is pushed then stands in its place.
func TestPop(t *testing.T) {
	var l List[int]
	for i := range 5 {
		l.Push(i)
	}
	l.Drop(2)
	l.Pop()
	l.Push(7)
	require.Equal(t, []int{2, 3, 7}, l.All())
}

// The memory of many entries goes with them.
func TestGivesMemoryBack(t *testing.T) {
	var l List[int]
	for i := range 2 * kept {
		l.Push(i)
	}
	l.Drop(2 * kept)
	require.Zero(t, cap(l.memory))
	l.Push(7)
	require.Equal(t, []int{7}, l.All())
}

// TestDelete: entries are taken out by their places, and by what they are.
func TestDelete(t *testing.T) {
	var l List[int]
	for i := range 20 {
		l.Push(i)
	}
	l.Drop(3)
	l.Delete(2, 14)
	require.Equal(t, []int{3, 4, 17, 18, 19}, l.All())
	l.Keep(func(x *int) bool { return *x%2 == 1 })
	require.Equal(t, []int{3, 17, 19}, l.All())
	require.Zero(t, l.All()[:5][3], "what is taken out is not kept in memory")
	l.Push(20)
	require.Equal(t, []int{3, 17, 19, 20}, l.All())
	l.Keep(func(*int) bool { return false })
	require.Zero(t, l.Len())
	l.Push(21)
	require.Equal(t, []int{21}, l.All())
}
