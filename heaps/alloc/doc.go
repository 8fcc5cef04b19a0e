// Package alloc hands out ranges of an address space that somebody else owns: integers in, integers out.
//
// Three allocators stand behind one interface, Allocator, and Delayed puts a queue before the frees of any of them:
//
//	BestFit   two ordered trees, by offset and by size; O(log n); the smallest block that fits (seed 001)
//	TwoLevel  segregated lists found through two levels of bit sets; constant time; a block that fits well
//	Fixed     equal blocks in a bit set; the lowest that is free
//	Delayed   frees wait until the GPU has passed a number
//
// All share one contract, which callers may rely on to the last unit. This is an allocation:
//
//	            Offset             Aligned(alignment)           End
//	             │                  │                            │
//	─────────────┼──────────────────┼────────────────────────────┼────────
//	 in use      │ ░░ padding ░░░░░ │ the size, rounded up       │ free
//	─────────────┼──────────────────┴────────────────────────────┼────────
//	             ◀───────────────────── Size ────────────────────▶
//
// The rules:
//
//   - Offset is the beginning of the free block that was cut; it is not aligned. The caller aligns it (Allocation.Aligned).
//   - Size is the requested size rounded up to the alignment, plus the padding before the aligned offset. Fixed rounds up to
//     whole blocks as well.
//   - Free takes what Allocate returned, whole. It merges with the free neighbours, so two free blocks never touch.
//   - A failed request returns NoAllocation with an error, and changes nothing.
//
// For readers of Diligent Engine, whose VariableSizeAllocationsManager is BestFit and whose VariableSizeGPUAllocationsManager is
// Delayed on a BestFit:
//
//	UnalignedOffset, Size, IsValid()        Allocation.Offset, .Size, .Valid()
//	Free(offset, size)                      Free(Allocation{Offset: offset, Size: size})
//	GetMaxSize, GetFreeSize, GetUsedSize    Capacity, FreeSize, StatsOf(a).Used
//	GetNumFreeBlocks, GetMaxFreeBlockSize   FreeBlocks, LargestFree
//	IsFull, IsEmpty                         Full(a), Empty(a)
//	Free(allocation, fence)                 Delayed.Free
//	ReleaseStaleAllocations(completed)      Delayed.ReleaseStale, with the rule ByFence; seed 001 is ByCount
//	GetStaleAllocationsSize                 Delayed.StaleSize
//
// What is an assertion there is an error here, in every build.
//
// The numbers that BestFit makes, its order among equal blocks and its CurrAlignment are specified with the type.
//
// The package must not know what a unit is (bytes, descriptors, chunks), and it knows no GPU, no lock and no time. Nothing in
// it is safe for concurrent use: whoever owns an allocator owns the lock.
package alloc
