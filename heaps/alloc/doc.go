// Package alloc hands out ranges of an address space that somebody else owns: integers in, integers out.
//
// Four allocators stand behind one interface, Allocator:
//
//	BestFit   two ordered trees, by offset and by size; O(log n); the smallest block that fits (seed 001)
//	TwoLevel  segregated lists found through two levels of bit sets; constant time; a block that fits well
//	Fixed     equal blocks in a bit set; the lowest that is free
//	Delayed   any of them, with frees that wait until the GPU has passed a number
//
// All share one contract, which callers may rely on to the last unit:
//
//		          Offset            Aligned(Alignment)
//		            │                  │
//		────────────▼──────────────────▼───────────────────────────▼──────────
//		 in use     │ ░░ padding ░░░░░ │ the size, rounded up      │  free
//		────────────┴──────────────────┴───────────────────────────┴──────────
//		            ◀───────────────── Size ──────────────────────▶
//
//	  - Offset is the beginning of the free block that was cut; it is not aligned. The caller aligns it (Allocation.Aligned).
//	  - Size is the requested size rounded up to the alignment, plus the padding before the aligned offset. Fixed rounds up to
//	    whole blocks as well.
//	  - Free takes what Allocate returned, whole. It merges with the free neighbours, so two free blocks never touch.
//	  - A failed request returns NoAllocation with an error, and changes nothing.
//
// The numbers that BestFit makes, its order among equal blocks and its CurrAlignment are specified with the type.
//
// The package must not know what a unit is (bytes, descriptors, chunks), and it knows no GPU, no lock and no time. Nothing in
// it is safe for concurrent use: whoever owns an allocator owns the lock.
package alloc
