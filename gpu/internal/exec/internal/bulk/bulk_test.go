package bulk

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// count returns n bytes that all differ from their neighbours.
func count(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i ^ i>>8)
	}
	return b
}

// TestMove moves within one memory, as memmove does: apart, overlapping in both directions, and with sizes on both sides of the one from which cores
// share.
func TestMove(t *testing.T) {
	for _, n := range []uint64{0, 1, 2*Piece - 1, 2 * Piece, 2*Piece + 1} {
		for _, test := range []struct{ dst, src uint64 }{{0, n}, {n, 0}, {0, n / 2}, {n / 2, 0}, {3, 3}} {
			memory := count(int(3*n + 8))
			want := bytes.Clone(memory)
			copy(want[test.dst:test.dst+n], bytes.Clone(want[test.src:test.src+n]))
			Move(memory[test.dst:test.dst+n], memory[test.src:test.src+n], test.dst, test.src)
			require.True(t, bytes.Equal(want, memory), "%d bytes from %d to %d", n, test.src, test.dst)
		}
	}
}

// TestSplitCoversEachOnce counts how often each number comes, whatever the number of cores.
func TestSplitCoversEachOnce(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for cores := 1; cores <= 4; cores++ {
		runtime.GOMAXPROCS(cores)
		for _, size := range []uint64{0, 1, 7} {
			times := make([]int, size)
			Split(size, 64*Piece, func(begin, end uint64) {
				for i := begin; i < end; i++ {
					times[i]++
				}
			})
			for i, n := range times {
				require.Equal(t, 1, n, "number %d of %d on %d cores", i, size, cores)
			}
		}
	}
}

func TestBoxes(t *testing.T) {
	// Two slices of two rows of three bytes: rows 4 apart, slices 10.
	b := Box{At: 1, RowPitch: 4, SlicePitch: 10}
	require.Equal(t, uint64(10+4+3), b.Span(3, 2, 2))
	memory := make([]byte, 18)
	require.Equal(t, uint64(12), b.Fill(memory[b.At:], 3, 2, 2, []byte{7}))
	require.Equal(t, []byte{0, 7, 7, 7, 0, 7, 7, 7, 0, 0, 0, 7, 7, 7, 0, 7, 7, 7}, memory)

	// To the next byte, in the same memory: backwards, so that no row is overwritten before it is read.
	memory = []byte{1, 2, 3, 4, 5, 6, 7}
	c := Copy{Dst: Box{At: 1, RowPitch: 3}, Src: Box{RowPitch: 3}, To: memory[1:], From: memory[:6], Row: 3, Height: 2}
	require.Equal(t, uint64(6), c.Do(1))
	require.Equal(t, []byte{1, 1, 2, 3, 4, 5, 6}, memory)
	c = Copy{Dst: Box{RowPitch: 3}, Src: Box{At: 1, RowPitch: 3}, To: memory[:6], From: memory[1:], Row: 3, Height: 2}
	c.Do(1)
	require.Equal(t, []byte{1, 2, 3, 4, 5, 6, 6}, memory)
}
