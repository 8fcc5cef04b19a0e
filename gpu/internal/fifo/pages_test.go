package fifo

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What is added comes out in its order, whatever is dropped and popped in between, and what Next gives is zero.
func TestPagesOrder(t *testing.T) {
	var p Pages[*int]
	var want []*int
	seed := uint32(1)
	random := func(n int) int {
		seed = seed*1664525 + 1013904223
		return int(seed>>16) % n
	}
	for round := range 4000 {
		most := []int{3, 40, 200, 700}[round/100%4] // short for a time, and long
		for range random(most) {
			x := p.Next()
			require.Nil(t, *x)
			*x = new(int)
			want = append(want, *x)
		}
		switch n := min(random(most), len(want)); {
		case round%9 == 8:
			p.Drop(len(want))
			want = nil
		case n > 0 && round%3 == 0:
			p.Pop()
			want = want[:len(want)-1]
		default:
			p.Drop(n)
			want = want[n:]
		}
		require.Equal(t, len(want), p.Len())
		for i, x := range want {
			require.Same(t, x, *p.At(i))
		}
		require.Equal(t, len(want), alive(&p), "what is gone is not kept in memory")
	}
}

// alive is how many entries are in the memory of pages.
func alive(p *Pages[*int]) (n int) {
	for _, page := range append(p.pages[:len(p.pages):len(p.pages)], p.spare) {
		for _, x := range page[:cap(page)] {
			if x != nil {
				n++
			}
		}
	}
	return n
}

// Pages that hold about as many entries all the time need no new memory.
func TestPagesSteady(t *testing.T) {
	for _, length := range []int{0, 1, 2, 3, 7, 100, 1000} {
		var p Pages[int]
		for range length {
			p.Next()
		}
		turn := func() {
			p.Next()
			p.Drop(1)
		}
		for range 4*length + 4*pageLen {
			turn()
		}
		require.Zero(t, testing.AllocsPerRun(1000, turn), "%d entries", length)
	}
}

// Entries of which there are many stay where they are, and the memory of many goes with them.
func TestPagesStay(t *testing.T) {
	var p Pages[int]
	for range pageLen {
		p.Next()
	}
	first := p.At(0)
	for range 100 * pageLen {
		p.Next()
	}
	require.Same(t, first, p.At(0))
	p.Drop(p.Len())
	require.Len(t, p.pages, 1)
}
