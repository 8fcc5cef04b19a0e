package pieces

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestOf: the picture of the package, and sides of different lengths.
func TestOf(t *testing.T) {
	at := func(n ...uint32) (out []gpu.CPUDescriptorHandle) {
		for _, i := range n {
			out = append(out, gpu.CPUDescriptorHandle{Heap: 1, Index: i})
		}
		return out
	}
	piece := func(to, from, n uint32) gpu.DescriptorCopy {
		return gpu.DescriptorCopy{Dest: at(to)[0], Src: at(from)[0], Count: n}
	}
	got := Of(at(4, 20), []uint32{2, 3}, at(0, 8), []uint32{3, 2})
	require.Equal(t, []gpu.DescriptorCopy{piece(4, 0, 2), piece(20, 2, 1), piece(21, 8, 2)}, got)
	got = Of(at(4), []uint32{2}, at(0, 8), []uint32{3, 1})
	require.Equal(t, []gpu.DescriptorCopy{piece(4, 0, 2), {Src: at(0)[0], Count: 2}}, got, "to nowhere")
	got = Of(at(4), []uint32{2}, nil, nil)
	require.Equal(t, []gpu.DescriptorCopy{{Dest: at(4)[0], Count: 2}}, got, "from nowhere")
	require.Empty(t, Of(nil, nil, at(0), []uint32{0}), "nothing is copied to nowhere")
}

// TestRow: handles after the last one, and one too many at most.
func TestRow(t *testing.T) {
	first := []gpu.CPUDescriptorHandle{{Heap: 1, Index: 4}}
	require.Equal(t, first, Row(first, 1))
	require.Equal(t, first, Row(first, 0))
	require.Equal(t, []gpu.CPUDescriptorHandle{{Heap: 1, Index: 4}, {Heap: 1, Index: 5}, {Heap: 1, Index: 6}}, Row(first, 3))
	require.Len(t, Row(first, gpu.MaxRenderTargets), gpu.MaxRenderTargets)
	require.Len(t, Row(first, 1<<31), gpu.MaxRenderTargets+1)
	require.Empty(t, Row(nil, 3))
}
