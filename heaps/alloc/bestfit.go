package alloc

import (
	"fmt"
	"iter"
	"math/bits"

	"github.com/google/btree"
)

// degree is the width of the trees' nodes, the fastest of 8, 16, 32 and 64 at 10^3 to 10^6 blocks.
const degree = 32

// free is a free block; since is when it came to be, counted in insertions.
type free struct{ offset, size, since uint64 }

// BestFit keeps the free blocks in two ordered trees, by offset and by size. All operations take O(log n) for n free blocks.
// There is no record of live ranges: their owners remember offset and size.
//
//	by offset   [0, 64)   [96, 100)   [160, 1024)
//	by size     4 at 96   64 at 0     864 at 160
//
// Allocate(size, alignment) in detail:
//
//  1. The size is rounded up to the alignment.
//  2. If FreeSize is less, the request fails.
//  3. A reserve of alignment - CurrAlignment is added if the alignment is larger than CurrAlignment, because a block may then
//     begin at the wrong place.
//  4. The smallest block of at least size + reserve is taken, of equal ones the one that has been in the tree longest. If there is
//     none the request fails, even if a smaller block happens to begin at the right place.
//  5. The range is [block, aligned offset + size); the rest of the block stays free, as a new block of the tree.
//  6. If the size is not a multiple of CurrAlignment: CurrAlignment becomes the size if that is a power of two, and otherwise the
//     smaller of CurrAlignment and the alignment.
//
// CurrAlignment divides the offset of every free block, and the size of every free block but the one at the end of the space. It
// starts as the largest power of two that is not larger than the capacity (1 for a capacity of 0), only falls, and starts again
// when a Free has made everything free. Extend does not change it. A capacity of 0 is one free block of size 0.
type BestFit struct {
	byOffset, bySize *btree.BTreeG[free]
	capacity, free   uint64
	alignment        uint64 // CurrAlignment
	insertions       uint64
}

var _ Allocator = (*BestFit)(nil)

// NewBestFit makes an allocator for the space [0, capacity).
func NewBestFit(capacity uint64) *BestFit {
	b := noSpace()
	b.capacity, b.free = capacity, capacity
	b.insert(0, capacity)
	b.resetAlignment()
	return &b
}

// noSpace is an allocator without any space, not even an empty block.
func noSpace() BestFit {
	return BestFit{
		byOffset: btree.NewG(degree, func(x, y free) bool { return x.offset < y.offset }),
		bySize: btree.NewG(degree, func(x, y free) bool {
			return x.size < y.size || x.size == y.size && x.since < y.since
		}),
	}
}

// Move hands the space over to a new allocator, with all ranges, and leaves this one without any: capacity, free blocks and CurrAlignment
// are 0, and it refuses every request. It does not copy: it takes the same short time for any number of blocks.
func (b *BestFit) Move() *BestFit {
	moved := *b
	*b = noSpace()
	return &moved
}

func (b *BestFit) resetAlignment() { b.alignment = 1 << (bits.Len64(max(b.capacity, 1)) - 1) }

func (b *BestFit) insert(offset, size uint64) {
	b.insertions++
	f := free{offset, size, b.insertions}
	b.byOffset.ReplaceOrInsert(f)
	b.bySize.ReplaceOrInsert(f)
}

func (b *BestFit) remove(f free) {
	b.byOffset.Delete(f)
	b.bySize.Delete(f)
}

// Allocate implements Allocator; the type says which block it takes.
func (b *BestFit) Allocate(size, alignment uint64) (Allocation, error) {
	size, err := request(size, alignment)
	if err != nil {
		return NoAllocation, err
	}
	reserve := uint64(0)
	if alignment > b.alignment {
		reserve = alignment - b.alignment
	}
	if size > b.free || reserve > b.free-size {
		return NoAllocation, ErrNoSpace
	}
	block, found := b.smallest(size + reserve)
	if !found {
		return NoAllocation, ErrNoSpace
	}
	size = b.cut(block, size, alignment)
	return Allocation{Offset: block.offset, Size: size}, nil
}

// smallest finds the smallest block of at least size, the oldest of equals.
func (b *BestFit) smallest(size uint64) (block free, found bool) {
	b.bySize.AscendGreaterOrEqual(free{size: size}, func(f free) bool {
		block, found = f, true
		return false
	})
	return block, found
}

// cut takes the beginning of a block and returns how much with the padding.
func (b *BestFit) cut(block free, size, alignment uint64) uint64 {
	adjusted := size + alignUp(block.offset, alignment) - block.offset
	b.remove(block)
	if rest := block.size - adjusted; rest > 0 {
		b.insert(block.offset+adjusted, rest)
	}
	b.free -= adjusted
	if size&(b.alignment-1) != 0 {
		if powerOfTwo(size) {
			b.alignment = size
		} else {
			b.alignment = min(b.alignment, alignment)
		}
	}
	return adjusted
}

// neighbours finds the free blocks before and after an offset; a block that begins there is after it.
func (b *BestFit) neighbours(offset uint64) (before, behind free, hasBefore, hasBehind bool) {
	if offset > 0 {
		b.byOffset.DescendLessOrEqual(free{offset: offset - 1}, func(f free) bool {
			before, hasBefore = f, true
			return false
		})
	}
	b.byOffset.AscendGreaterOrEqual(free{offset: offset}, func(f free) bool {
		behind, hasBehind = f, true
		return false
	})
	return before, behind, hasBefore, hasBehind
}

// Check implements Allocator. It refuses ranges outside the space and ranges of which something is free. It cannot see that a
// range in use is not one that was handed out.
func (b *BestFit) Check(a Allocation) error {
	if err := checkRange(a, b.capacity); err != nil {
		return err
	}
	before, behind, hasBefore, hasBehind := b.neighbours(a.Offset)
	if hasBefore && before.offset+before.size > a.Offset {
		return overlapError(a, before)
	}
	if hasBehind && behind.offset < a.End() {
		return overlapError(a, behind)
	}
	return nil
}

func overlapError(a Allocation, f free) error {
	return fmt.Errorf("%w: %s overlaps the free block [%d, %d)", ErrNotLive, a, f.offset, f.offset+f.size)
}

// Free implements Allocator. Neighbouring free blocks become one.
func (b *BestFit) Free(a Allocation) error {
	if err := b.Check(a); err != nil {
		return err
	}
	before, behind, hasBefore, hasBehind := b.neighbours(a.Offset)
	offset, end := a.Offset, a.End()
	if hasBefore && before.offset+before.size == offset {
		b.remove(before)
		offset = before.offset
	}
	if hasBehind && behind.offset == end {
		b.remove(behind)
		end += behind.size
	}
	b.insert(offset, end-offset)
	b.free += a.Size
	if b.free == b.capacity {
		b.resetAlignment()
	}
	return nil
}

// Extend implements Allocator. The free block at the end grows, or a new one is added. CurrAlignment stays.
func (b *BestFit) Extend(extra uint64) error {
	if err := checkExtend(b.capacity, extra); err != nil || extra == 0 {
		return err
	}
	if b.alignment == 0 { // after Move
		return fmt.Errorf("%w: it was moved", ErrExtend)
	}
	offset := b.capacity
	if last, ok := b.byOffset.Max(); ok && last.offset+last.size == b.capacity {
		b.remove(last)
		offset = last.offset
	}
	b.insert(offset, b.capacity+extra-offset)
	b.capacity += extra
	b.free += extra
	return nil
}

// Capacity implements Allocator.
func (b *BestFit) Capacity() uint64 { return b.capacity }

// FreeSize implements Allocator.
func (b *BestFit) FreeSize() uint64 { return b.free }

// FreeBlocks implements Allocator.
func (b *BestFit) FreeBlocks() int { return b.byOffset.Len() }

// LargestFree implements Allocator, in O(log n).
func (b *BestFit) LargestFree() uint64 {
	f, _ := b.bySize.Max()
	return f.size
}

// CurrAlignment is the alignment that all free blocks begin with; see the type.
func (b *BestFit) CurrAlignment() uint64 { return b.alignment }

// Blocks implements Allocator.
func (b *BestFit) Blocks() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		b.byOffset.Ascend(func(f free) bool { return yield(Block{f.offset, f.size}) })
	}
}

// Validate implements Allocator: the trees hold the same blocks, which lie apart within the space, sum up to FreeSize and
// respect CurrAlignment.
func (b *BestFit) Validate() error {
	if !powerOfTwo(b.alignment) && b.alignment+b.capacity > 0 { // both are 0 after Move
		return fmt.Errorf("CurrAlignment %d is no power of two", b.alignment)
	}
	if b.byOffset.Len() != b.bySize.Len() {
		return fmt.Errorf("%d blocks by offset, %d by size", b.byOffset.Len(), b.bySize.Len())
	}
	var err error
	sum, next := uint64(0), uint64(0) // next: the smallest offset that the next block may have
	b.byOffset.Ascend(func(f free) bool {
		err = b.validateBlock(f, next)
		sum, next = sum+f.size, f.offset+f.size+1
		return err == nil
	})
	if err == nil && sum != b.free {
		err = fmt.Errorf("the free blocks hold %d, FreeSize is %d", sum, b.free)
	}
	return err
}

func (b *BestFit) validateBlock(f free, next uint64) error {
	end := f.offset + f.size
	twin, ok := b.bySize.Get(f)
	switch {
	case !ok || twin != f:
		return fmt.Errorf("the block [%d, %d) is not in the tree by size", f.offset, end)
	case f.offset < next:
		return fmt.Errorf("the block [%d, %d) touches the one before it", f.offset, end)
	case end > b.capacity || f.size == 0 && b.capacity > 0:
		return fmt.Errorf("the block [%d, %d) is not within [0, %d)", f.offset, end, b.capacity)
	case f.offset%b.alignment != 0:
		return fmt.Errorf("the block at %d is not a multiple of CurrAlignment %d", f.offset, b.alignment)
	case end != b.capacity && f.size%b.alignment != 0:
		return fmt.Errorf("the size %d of the block at %d is not a multiple of CurrAlignment %d", f.size, f.offset, b.alignment)
	}
	return nil
}
