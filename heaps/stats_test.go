package heaps

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStatsAsText(t *testing.T) {
	views, _, _ := newCPUHeap(t, CPUHeapOptions{Size: 8})
	require.NoError(t, must(t, views, "a", 2).Free(AllQueues))
	must(t, views, "b", 3)
	require.Equal(t, "8 descriptors in 1 manager: 3 live, 2 stale, peak 5 (62.5%)", views.Stats().String())

	h, _, _ := newGPUHeap(t, small)
	s := h.NewSuballocator("context 0")
	_, err := s.Allocate(64)
	require.NoError(t, err)
	require.Equal(t, "static 16 descriptors: 0 live, 0 stale, largest free 16, fragmentation 0.00, peak 0 (0.0%); "+
		"dynamic 1024 descriptors: 256 live, 0 stale, largest free 768, fragmentation 0.00, peak 256 (25.0%), 1 chunk in flight", h.Stats().String())
	require.Equal(t, "peak 64 descriptors used, 256 in chunks (25.0%)", s.Stats().String())

	pool, _, _ := newPool(t, PagePoolOptions{PageSize: 1024, Reserve: 2})
	d := NewDynamicHeap(pool, "context 0")
	place(t, d, 128, 1, "P0/0")
	place(t, d, 128, 256, "P0/256")
	require.Equal(t, "2048 bytes in 2 pages: 1 taken, 0 stale, 1 free, peak 1024 bytes used (50.0%)", fmt.Sprint(pool.Stats()))
	require.Equal(t, "peak 256 bytes used, 384 aligned, 1024 allocated; efficiency 66.7%, utilization 25.0%", d.Stats().String())
}

// TestFragmentationAndPeaks is counted by hand, in a heap of 16: four ranges of 3, of which b and d are freed, and one of 4.
//
//	0  3  6  9  12  16
//	│a │b │c │d │   │
func TestFragmentationAndPeaks(t *testing.T) {
	views, _, g := newCPUHeap(t, CPUHeapOptions{Size: 16})
	var all []*Allocation
	for range 4 {
		all = append(all, must(t, views, "range of 3", 3))
	}
	stats := func() ManagerStats { return views.Stats().Managers[0] }
	counts := func() []uint64 {
		s := stats()
		return []uint64{s.Live, s.Stale, s.Free, s.LargestFree, s.Peak, s.PeakLive}
	}
	require.Equal(t, []uint64{12, 0, 4, 4, 12, 12}, counts())
	require.Zero(t, stats().Fragmentation())
	require.NoError(t, all[1].Free(AllQueues))
	require.NoError(t, all[3].Free(AllQueues))
	require.Equal(t, []uint64{6, 6, 4, 4, 12, 12}, counts())
	must(t, views, "the end", 4)
	require.Equal(t, []uint64{10, 6, 0, 0, 16, 12}, counts()) // what waits is part of the peak, not of what lives
	require.Zero(t, stats().Fragmentation())
	g.idle()
	require.Equal(t, []uint64{10, 0, 6, 3, 16, 12}, counts())
	require.InDelta(t, 0.5, stats().Fragmentation(), 1e-12) // [3, 6) and [9, 12)
	require.NoError(t, all[2].Free(AllQueues))
	g.idle()
	require.Equal(t, []uint64{7, 0, 9, 9, 16, 12}, counts())
	require.Zero(t, stats().Fragmentation())
	require.Equal(t, "16 descriptors: 7 live, 0 stale, largest free 9, fragmentation 0.00, peak 16 (100.0%)", stats().String())
}
