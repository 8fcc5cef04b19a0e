package device

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestAddressesNameOneBuffer: buffers that share memory have different addresses, others those of their bytes; an address of a released buffer is
// that of nobody until a new one gets it.
func TestAddressesNameOneBuffer(t *testing.T) {
	a, d := machine(t, Options{})
	h := must[*Heap](t)(d.CreateHeap(gpu.HeapDesc{SizeInBytes: 1 << 18}))
	place := func(offset, size uint64) *Resource {
		return must[*Resource](t)(d.CreatePlacedResource(gpu.PlacedResourceDesc{Heap: h, HeapOffset: offset, ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: size}}))
	}
	const page = gpu.ResourcePlacementAlignment
	first, beside := place(0, 2*page), place(2*page, page)
	second, third := place(page, 2*page), place(page, page)
	base := first.GetGPUVirtualAddress()
	require.Equal(t, base+2*page, beside.GetGPUVirtualAddress(), "shares with nobody that was there")
	require.Equal(t, base+page+window, second.GetGPUVirtualAddress())
	require.Equal(t, base+page+2*window, third.GetGPUVirtualAddress())
	for _, r := range []*Resource{first, beside, second, third} {
		size := r.exec.Size()
		for _, offset := range []uint64{0, size - 1} {
			id, at, ok := a.ResourceAt(r.GetGPUVirtualAddress() + offset)
			require.True(t, ok)
			require.Equal(t, r.id, id)
			require.Equal(t, offset, at)
		}
	}
	_, _, ok := a.ResourceAt(base + window)
	require.False(t, ok, "the second buffer begins behind it")
	_, _, ok = a.ResourceAt(third.GetGPUVirtualAddress() + page)
	require.False(t, ok, "behind the end")
	_, _, ok = a.ResourceAt(buffer(t, d, "committed", gpu.HeapDefault, 64).GetGPUVirtualAddress() + window)
	require.False(t, ok)

	old := second.GetGPUVirtualAddress()
	require.NoError(t, second.Release())
	_, _, ok = a.ResourceAt(old)
	require.False(t, ok, "not the one at the same bytes")
	require.Equal(t, old, place(page, page).GetGPUVirtualAddress())
}
