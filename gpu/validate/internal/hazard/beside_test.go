package hazard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// besideEachOther has two queues, or two CPU threads, that nothing orders, write n times two pieces each of a buffer with 32: one the even ones, the
// other the odd ones. astray: the last work of the second writes the end of an even piece.
func besideEachOther(n int, queues, astray bool) (b *bench, found []Conflict) {
	b = newBench()
	b.options.DisjointWriters = func(gpu.ID) bool { return queues }
	thread := b.order.AddThread(0)
	for i := range uint64(n) {
		piece := func(k, of uint64) gpu.Access {
			begin := 512*((i+k)%16) + 256*of
			if astray && of == 1 && i == uint64(n-1) {
				begin--
			}
			return write(7, begin, begin+256)
		}
		for of := range uint64(2) {
			switch {
			case queues:
				b.submit(gpu.ID(1+of), gpu.Site(1+of), piece(0, of), piece(5, of))
			case of == 0:
				b.CPU(0, 0, 1, piece(0, of), true)
				b.CPU(0, 0, 1, piece(5, of), false)
			default:
				b.CPU(thread, 70, 2, piece(0, of), true)
				b.CPU(thread, 70, 2, piece(5, of), false)
			}
		}
	}
	return b, b.Settle(true)
}

// TestPiecesBesideEachOther: a work is not compared with every one whose pieces lie among its own, and one that touches a piece of another is found
// all the same.
func TestPiecesBesideEachOther(t *testing.T) {
	for _, queues := range []bool{true, false} {
		looked := func(n int) int {
			b, found := besideEachOther(n, queues, false)
			require.Empty(t, found)
			return b.looked
		}
		few, many := looked(200), looked(400)
		require.GreaterOrEqual(t, few, 200)
		require.LessOrEqual(t, many, 2*few+64)

		_, found := besideEachOther(200, queues, true)
		require.NotEmpty(t, found)
		require.Equal(t, Overlap, found[0].Kind)
	}
}
