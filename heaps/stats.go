package heaps

import "fmt"

// One line each for the log at shutdown: what to set the sizes to next time.

// String says how large the heap became.
func (s CPUHeapStats) String() string {
	return fmt.Sprintf("%d descriptors in %s: %d live, %d stale, peak %d (%.1f%%)",
		s.Capacity, plural(len(s.Managers), "manager"), s.Live, s.Stale, s.Peak, percent(s.Peak, s.Capacity))
}

// String says how much was used at most.
func (s ManagerStats) String() string {
	return fmt.Sprintf("%d descriptors: %d live, %d stale, largest free %d, fragmentation %.2f, peak %d (%.1f%%)",
		s.Capacity, s.Live, s.Stale, s.LargestFree, s.Fragmentation(), s.Peak, percent(s.Peak, s.Capacity))
}

// String says how much of both parts was used at most.
func (s GPUHeapStats) String() string {
	return fmt.Sprintf("static %s; dynamic %s, %s in flight", s.Static, s.Dynamic, plural(s.ChunksInFlight(), "chunk"))
}

// String says how much memory there is, and how much was used at most.
func (s PagePoolStats) String() string {
	return fmt.Sprintf("%d bytes in %s: %d taken, %d stale, %d free, peak %d bytes used (%.1f%%)",
		s.Bytes, plural(s.Pages, "page"), s.Taken, s.Stale, s.Free, s.PeakUsedBytes, percent(s.PeakUsedBytes, s.PeakBytes))
}

// String says what the largest frame used.
func (s UploadStats) String() string {
	return fmt.Sprintf("peak %d bytes used, %d aligned, %d allocated; efficiency %.1f%%, utilization %.1f%%",
		s.Peak.Used, s.Peak.Aligned, s.Peak.Allocated, 100*s.Efficiency(), 100*s.Utilization())
}

// String says what the largest frame used.
func (s SuballocatorStats) String() string {
	return fmt.Sprintf("peak %d descriptors used, %d in chunks (%.1f%%)", s.PeakUsed, s.PeakAllocated, percent(s.PeakUsed, s.PeakAllocated))
}

// share is part / whole, 1 if there is nothing.
func share(part, whole uint64) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

func percent(part, whole uint64) float64 { return 100 * share(part, whole) }
