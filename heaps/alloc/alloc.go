package alloc

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"strings"
)

// NoOffset is the offset of an allocation that failed.
const NoOffset = math.MaxUint64

// Errors of allocators. Errors of Free and Extend wrap them with the numbers.
var (
	ErrSize      = errors.New("the size must be at least 1")
	ErrAlignment = errors.New("the alignment must be a power of two")
	ErrNoSpace   = errors.New("no free block is large enough")
	ErrNotLive   = errors.New("the range is not allocated")
	ErrExtend    = errors.New("the space cannot be extended")
)

// Allocation is a range that an allocator handed out. Two values are equal if they are the same allocation.
type Allocation struct {
	Offset uint64 // where the free block began that was cut; not aligned
	Size   uint64 // with the padding for the alignment

	node, ordinal uint32 // TwoLevel: which record, and the how manyth allocation; 0 for the others
}

// NoAllocation is what a failed request returns.
var NoAllocation = Allocation{Offset: NoOffset}

// Valid reports whether the allocation is a range; the zero value and NoAllocation are none.
func (a Allocation) Valid() bool { return a.Offset != NoOffset && a.Size > 0 }

// Aligned is the first offset of the range that is a multiple of alignment, a power of two: where to put the data.
func (a Allocation) Aligned(alignment uint64) uint64 { return alignUp(a.Offset, alignment) }

// End is the offset after the range.
func (a Allocation) End() uint64 { return a.Offset + a.Size }

// String shows the half-open range.
func (a Allocation) String() string {
	if !a.Valid() {
		return "none"
	}
	return fmt.Sprintf("[%d, %d)", a.Offset, a.End())
}

// Block is a free range.
type Block struct{ Offset, Size uint64 }

// Allocator hands out ranges of the space [0, Capacity). See the package comment for the contract.
type Allocator interface {
	// Allocate finds size units, of which the first can be aligned to alignment (a power of two). It returns ErrSize,
	// ErrAlignment or ErrNoSpace.
	Allocate(size, alignment uint64) (Allocation, error)
	// Free takes a range back. A range that is not allocated is refused with an error that wraps ErrNotLive.
	Free(a Allocation) error
	// Check returns the error that Free would return, and frees nothing.
	Check(a Allocation) error
	// Extend adds extra units at the end of the space. Errors wrap ErrExtend.
	Extend(extra uint64) error

	// Capacity is the size of the space; it grows by Extend only.
	Capacity() uint64
	// FreeSize is the sum of the free blocks.
	FreeSize() uint64
	// FreeBlocks is the number of free blocks.
	FreeBlocks() int
	// LargestFree is the size of the largest free block, 0 if there is none.
	LargestFree() uint64
	// Blocks yields the free blocks by ascending offset. The allocator must not change meanwhile.
	Blocks() iter.Seq[Block]
	// Validate checks the allocator's structure and returns the first contradiction. It reads everything.
	Validate() error
}

// Stats are the numbers of an allocator at one moment.
type Stats struct {
	Capacity, Used, Free, LargestFree uint64 // in units; Capacity = Used + Free
	FreeBlocks                        int
}

// Fragmentation is 1 - largest free block / free space: 0 if the free space is one block or there is none.
func (s Stats) Fragmentation() float64 {
	if s.Free == 0 {
		return 0
	}
	return 1 - float64(s.LargestFree)/float64(s.Free)
}

// StatsOf reads the numbers of an allocator.
func StatsOf(a Allocator) Stats {
	return Stats{
		Capacity: a.Capacity(), Used: a.Capacity() - a.FreeSize(), Free: a.FreeSize(),
		LargestFree: a.LargestFree(), FreeBlocks: a.FreeBlocks(),
	}
}

// Full reports whether nothing is free.
func Full(a Allocator) bool { return a.FreeSize() == 0 }

// Empty reports whether nothing is allocated.
func Empty(a Allocator) bool { return a.FreeSize() == a.Capacity() }

// Report describes an allocator: one line of numbers, then a line for each free block by ascending offset.
//
//	capacity 1024, used 600, free 424 in 2 blocks, largest 212, fragmentation 0.500
//	  free [256, 468)  212
//	  free [812, 1024)  212
func Report(a Allocator) string {
	s := StatsOf(a)
	var out strings.Builder
	fmt.Fprintf(&out, "capacity %d, used %d, free %d in %d blocks, largest %d, fragmentation %.3f\n",
		s.Capacity, s.Used, s.Free, s.FreeBlocks, s.LargestFree, s.Fragmentation())
	for b := range a.Blocks() {
		fmt.Fprintf(&out, "  free [%d, %d)  %d\n", b.Offset, b.Offset+b.Size, b.Size)
	}
	return out.String()
}

// alignUp rounds up to a multiple of a power of two. It wraps around near the largest number.
func alignUp(x, alignment uint64) uint64 { return (x + alignment - 1) &^ (alignment - 1) }

func powerOfTwo(x uint64) bool { return bits.OnesCount64(x) == 1 }

// request checks the arguments of Allocate and rounds the size up to the alignment.
func request(size, alignment uint64) (uint64, error) {
	switch {
	case size == 0:
		return 0, ErrSize
	case !powerOfTwo(alignment):
		return 0, ErrAlignment
	case size > math.MaxUint64-alignment: // rounding up would wrap around
		return 0, ErrNoSpace
	}
	return alignUp(size, alignment), nil
}

// checkExtend refuses a space whose end would be NoOffset or wrap around.
func checkExtend(capacity, extra uint64) error {
	if extra > NoOffset-1-capacity {
		return fmt.Errorf("%w: %d more units after %d are more than there are numbers", ErrExtend, extra, capacity)
	}
	return nil
}

// checkRange refuses what cannot be a range of the space.
func checkRange(a Allocation, capacity uint64) error {
	switch {
	case !a.Valid():
		return fmt.Errorf("%w: it is empty", ErrNotLive)
	case a.Offset >= capacity || a.Size > capacity-a.Offset:
		return fmt.Errorf("%w: %s is not within [0, %d)", ErrNotLive, a, capacity)
	}
	return nil
}
