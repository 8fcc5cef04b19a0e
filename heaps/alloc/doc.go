// Package alloc hands out ranges of an address space that somebody else owns: integers in, integers out.
//
// Three allocators implement one interface, Allocator, and Delayed puts a queue before the frees of any of them:
//
//	BestFit   two ordered trees, by offset and by size; O(log n); the smallest block that fits (the article "Managing Descriptor Heaps")
//	TwoLevel  bins by size found through two levels of bits; constant time; a block that fits well
//	Fixed     equal blocks in a bit set; the lowest that is free
//	Delayed   frees wait until the GPU has passed a number
//
// All share one contract, on which callers may rely exactly. This is an allocation:
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
//   - Free takes exactly what Allocate returned. It merges with free neighbours, so two free blocks are never adjacent.
//   - A failed request returns NoAllocation (offset NoOffset, size 0) with an error, and changes nothing. A size of 0 and an alignment that is not a
//     power of two are refused with ErrSize and ErrAlignment; a size that can never fit, even one that overflows when it is rounded up, with
//     ErrNoSpace.
//   - FreeBlocks counts maximal runs of free units: a cut takes one away if nothing is left of the block, a Free adds 1, 0 or -1 as it
//     touches none, one or two free blocks, and an Extend adds one unless the block at the end is free. A space that is full has none;
//     a BestFit without capacity has one of size 0.
//
// All of it in one example, with BestFit and a capacity of 128:
//
//	call             returns      padding   free blocks             FreeBlocks   CurrAlignment
//	NewBestFit(128)                         [0, 128)                1            128
//	Allocate(17, 4)  0, size 20   0         [20, 128)               1            4: 20 is not a multiple of 128 and no power of two
//	Allocate(24, 8)  20, size 28  4         [48, 128)               1            4: 24 is a multiple of 4
//	Allocate(77, 8)  ErrNoSpace                                     1            4: 80 and a reserve of 4, because 8 > 4
//	Free(0, 20)                             [0, 20) [48, 128)       2            4
//	Allocate(80, 8)  ErrNoSpace                                     2            4: the same
//	Extend(16)                              [0, 20) [48, 144)       2            4
//	Free(20, 28)                            [0, 144)                1            128: everything is free, so it begins again
//
// For readers of Diligent Engine, whose VariableSizeAllocationsManager is BestFit and whose VariableSizeGPUAllocationsManager is Delayed on a
// BestFit. Everything its tests look at has a name here (port_test.go is such a suite):
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
//	an allocator that is moved from         BestFit.Move; TwoLevel, Fixed and Delayed go from hand to hand as pointers
//	DbgVerifyList                           Validate, after whichever call one likes
//	VariableSizeGPUAllocationsManager(max)  NewDelayed(NewBestFit(max), ByFence)
//	Free(allocation, fence)                 Delayed.Free
//	ReleaseStaleAllocations(completed)      Delayed.ReleaseStale, with the rule ByFence; ByCount in the article "Managing Descriptor Heaps"
//	GetStaleAllocationsSize                 Delayed.StaleSize
//	FixedBlockMemoryAllocator(size, page)   NewFixed(page, size); another page is Extend(page * size)
//
// And for users of the virtual blocks of D3D12MA and VMA, which are TwoLevel:
//
//	CreateVirtualBlock(size)                NewTwoLevel(size)
//	Allocate, with the offset beside it     Allocate, and Allocation.Aligned(alignment)
//	FreeAllocation                          Free
//	Clear                                   another NewTwoLevel; the Allocations of the old one go with it
//	IsEmpty                                 Empty(a)
//	GetStatistics, CalculateStatistics      StatsOf(a), and Blocks for the free ranges
//	BuildStatsString                        Report(a)
//	GetAllocationInfo                       the Allocation itself is offset and size; what belongs to it is the caller's
//
// The other numbers of a Delayed are those of Delayed.Space. What is an assertion there is an error here, in every build: a range that is freed
// twice, or outside the space. TwoLevel and Fixed know what is live and also refuse made-up ranges; BestFit keeps no record of it, like the original.
//
// BestFit's numbers, its order among equal blocks and its CurrAlignment are specified with the type.
//
// The package must not know what a unit is (bytes, descriptors, chunks), and knows no GPU, no lock and no time. Nothing in it is safe for concurrent
// use: the owner of an allocator owns the lock.
package alloc
