// Package alloc hands out ranges of an address space that somebody else owns: integers in, integers out.
//
// Three allocators stand behind one interface, Allocator, and Delayed puts a queue before the frees of any of them:
//
//	BestFit   two ordered trees, by offset and by size; O(log n); the smallest block that fits (the article "Managing Descriptor Heaps")
//	TwoLevel  bins by size found through two levels of bits; constant time; a block that fits well
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
// Delayed on a BestFit. Everything that its tests look at has a name here (port_test.go is such a suite):
//
//	VariableSizeAllocationsManager(max)     NewBestFit(max)
//	Allocate(size, alignment)               Allocate, with ErrNoSpace beside NoAllocation
//	UnalignedOffset, Size, IsValid()        Allocation.Offset, .Size, .Valid()
//	AlignUp(UnalignedOffset, alignment)     Allocation.Aligned(alignment)
//	Allocation::InvalidAllocation()         NoAllocation: offset NoOffset, size 0
//	Free(offset, size), Free(allocation)    Free(Allocation{Offset: offset, Size: size}), Free(allocation)
//	Extend(extra)                           Extend
//	GetMaxSize, GetFreeSize, GetUsedSize    Capacity, FreeSize, StatsOf(a).Used
//	GetNumFreeBlocks, GetMaxFreeBlockSize   FreeBlocks, LargestFree
//	IsFull, IsEmpty                         Full(a), Empty(a)
//	m_CurrAlignment                         BestFit.CurrAlignment
//	DbgVerifyList                           Validate, after whichever call one likes
//	VariableSizeGPUAllocationsManager(max)  NewDelayed(NewBestFit(max), ByFence)
//	Free(allocation, fence)                 Delayed.Free
//	ReleaseStaleAllocations(completed)      Delayed.ReleaseStale, with the rule ByFence; ByCount in the article "Managing Descriptor Heaps"
//	GetStaleAllocationsSize                 Delayed.StaleSize
//
// The other numbers of a Delayed are those of Delayed.Space. What is an assertion there is an error here, in every build: a range that is
// freed twice, or lies outside of the space. TwoLevel and Fixed know what is live and refuse ranges that were made up, too; BestFit keeps
// no record of it, as there.
//
// The numbers that BestFit makes, its order among equal blocks and its CurrAlignment are specified with the type.
//
// The package must not know what a unit is (bytes, descriptors, chunks), and it knows no GPU, no lock and no time. Nothing in
// it is safe for concurrent use: whoever owns an allocator owns the lock.
package alloc
