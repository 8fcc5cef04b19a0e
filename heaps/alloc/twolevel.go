package alloc

import (
	"fmt"
	"iter"
	"math"
)

// tries is how many free blocks of a bin are looked at for one that is long enough by chance.
const tries = 8

// record is a block in use and the free block behind it, its gap, in half a cache line. Free blocks never touch, so each has a block in
// use before it, or the beginning of the space, for which record 0 stands. With very many blocks an operation takes as long as the records
// that it has to wait for: a free waits for two, its own and the one before it. So nothing is stored twice (a block begins where the gap of
// the block before it ends), and a free block has no record.
//
//	record     0 │ 5      │ 2          │ 7
//	           ░░│████████│██████░░░░░░│████████▏
//	            gap of 0      gap of 2 │        └ end of 7, whose gap is empty
type record struct {
	end         uint64
	gap         uint64 // size of the free block behind it, may be 0
	left, right uint32 // the blocks in use before and behind it, in a circle: record 0 is behind the last one
	place       uint32 // of the gap in its bin, if it is not empty
	ordinal     uint32 // of the allocation, so that an old Allocation does not fit; 0: record 0, or a spare one
}

// TwoLevel keeps the free blocks in bins by size, and finds a bin that is not empty with two bit scans. Allocate, Free and Extend
// take constant time, whatever the number of blocks, but for the growing of its slices; only LargestFree, Blocks and Validate
// read many blocks.
//
// It takes a block that fits well, not the best one: the top of the first bin in which every block is large enough. If that
// block cannot be aligned, one from the first bin in which every block can be; if there is neither, the upper eight blocks of the bin
// of the size itself are tried. So a request succeeds whenever some free block is at least one eighth larger than size + alignment
// - 1, or free blocks in the bin of the size are eight at most and one of them can be cut so. A freed block comes on top of its
// bin; a block that leaves the middle is replaced by the top. There is no CurrAlignment: no request makes later ones harder.
//
// It records live ranges: Free takes only what Allocate returned, once. It holds fewer than 2^32 - 1 of them.
type TwoLevel struct {
	bins
	records        []record
	spares         []uint32 // records of ranges that were freed
	capacity, free uint64
	blocks         int    // gaps that are not empty
	ordinal        uint32 // of the last allocation
}

var _ Allocator = (*TwoLevel)(nil)

// NewTwoLevel makes an allocator for the space [0, capacity).
func NewTwoLevel(capacity uint64) *TwoLevel {
	t := &TwoLevel{records: make([]record, 1, 64), capacity: capacity, free: capacity}
	t.setGap(0, capacity)
	return t
}

// newRecord finds a record for another range.
func (t *TwoLevel) newRecord() uint32 {
	if n := len(t.spares); n > 0 {
		i := t.spares[n-1]
		t.spares = t.spares[:n-1]
		return i
	}
	if uint64(len(t.records)) > math.MaxUint32 {
		panic("BUG: more ranges than a 32-bit number can count")
	}
	t.records = append(t.records, record{})
	return uint32(len(t.records) - 1)
}

// setGap gives an empty gap a size, and puts it on top of its bin.
func (t *TwoLevel) setGap(i uint32, size uint64) {
	if size == 0 {
		return
	}
	r := &t.records[i]
	r.gap = size
	r.place = t.push(binFloor(size), i)
	t.blocks++
}

// takeGap empties the gap of a block and takes it out of its bin.
func (t *TwoLevel) takeGap(i uint32) (size uint64) {
	r := &t.records[i]
	if r.gap == 0 {
		return 0
	}
	size = r.gap
	moved := t.remove(binFloor(size), r.place)
	t.records[moved].place = r.place
	r.gap = 0
	t.blocks--
	return size
}

// fits reports whether a gap holds size units behind its first aligned offset.
func (r *record) fits(size, alignment uint64) bool {
	padding := -r.end & (alignment - 1)
	return r.gap >= size && r.gap-size >= padding
}

// pick finds a block whose gap holds a request.
func (t *TwoLevel) pick(size, alignment uint64) (uint32, bool) {
	i, found := t.first(binCeil(size))
	if found && t.records[i].fits(size, alignment) {
		return i, true
	}
	if alignment > 1 {
		// The sum can wrap around: a block is asked in any case.
		i, found = t.first(binCeil(size + alignment - 1))
		if found && t.records[i].fits(size, alignment) {
			return i, true
		}
	}
	stack := t.stacks[binFloor(size)]
	for n := len(stack) - 1; n >= 0 && n >= len(stack)-tries; n-- {
		if t.records[stack[n]].fits(size, alignment) {
			return stack[n], true
		}
	}
	return 0, false
}

// Allocate implements Allocator; the type says which block it takes.
func (t *TwoLevel) Allocate(size, alignment uint64) (Allocation, error) {
	size, err := request(size, alignment)
	if err != nil {
		return NoAllocation, err
	}
	if size > t.free {
		return NoAllocation, ErrNoSpace
	}
	before, found := t.pick(size, alignment)
	if !found {
		return NoAllocation, ErrNoSpace
	}
	return t.cut(before, size, alignment), nil
}

// cut takes the beginning of the gap of a block; the rest is the gap of the new one.
func (t *TwoLevel) cut(before uint32, size, alignment uint64) Allocation {
	gap := t.takeGap(before)
	i := t.newRecord()
	b := &t.records[before]
	offset := b.end
	size += -offset & (alignment - 1)
	t.ordinal++
	if t.ordinal == 0 { // after 2^32 - 1 allocations
		t.ordinal = 1
	}
	t.records[i] = record{end: offset + size, left: before, right: b.right, ordinal: t.ordinal}
	t.records[b.right].left = i
	b.right = i
	t.setGap(i, gap-size)
	t.free -= size
	return Allocation{Offset: offset, Size: size, node: i, ordinal: t.ordinal}
}

// holds reports whether an allocation is live.
func (t *TwoLevel) holds(a Allocation) bool {
	if uint64(a.node) >= uint64(len(t.records)) || a.ordinal == 0 {
		return false
	}
	r := &t.records[a.node]
	if r.ordinal != a.ordinal || r.end != a.End() {
		return false
	}
	before := &t.records[r.left]
	return before.end+before.gap == a.Offset
}

// Check implements Allocator. It accepts exactly the live allocations.
func (t *TwoLevel) Check(a Allocation) error {
	if t.holds(a) {
		return nil
	}
	if err := checkRange(a, t.capacity); err != nil {
		return err
	}
	if a.ordinal == 0 || uint64(a.node) >= uint64(len(t.records)) {
		return fmt.Errorf("%w: %s was not handed out by this allocator", ErrNotLive, a)
	}
	return fmt.Errorf("%w: %s was freed before, or was not handed out so", ErrNotLive, a)
}

// Free implements Allocator. The range and the gaps on both sides become one.
func (t *TwoLevel) Free(a Allocation) error {
	if !t.holds(a) {
		return t.Check(a)
	}
	r := &t.records[a.node]
	before := r.left
	t.records[before].right = r.right
	t.records[r.right].left = before
	gap := a.Size + t.takeGap(a.node) + t.takeGap(before)
	r.ordinal = 0
	t.spares = append(t.spares, a.node)
	t.setGap(before, gap)
	t.free += a.Size
	return nil
}

// Extend implements Allocator. The free block at the end grows, or a new one is added.
func (t *TwoLevel) Extend(extra uint64) error {
	if err := checkExtend(t.capacity, extra); err != nil || extra == 0 {
		return err
	}
	last := t.records[0].left
	t.setGap(last, t.takeGap(last)+extra)
	t.capacity += extra
	t.free += extra
	return nil
}

// Capacity implements Allocator.
func (t *TwoLevel) Capacity() uint64 { return t.capacity }

// FreeSize implements Allocator.
func (t *TwoLevel) FreeSize() uint64 { return t.free }

// FreeBlocks implements Allocator.
func (t *TwoLevel) FreeBlocks() int { return t.blocks }

// LargestFree implements Allocator. It reads the last bin that is not empty.
func (t *TwoLevel) LargestFree() uint64 {
	largest := uint64(0)
	for _, i := range t.last() {
		largest = max(largest, t.records[i].gap)
	}
	return largest
}

// Blocks implements Allocator. It walks over all blocks in use.
func (t *TwoLevel) Blocks() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		for i := uint32(0); ; {
			r := &t.records[i]
			if r.gap > 0 && !yield(Block{r.end, r.gap}) {
				return
			}
			if i = r.right; i == 0 {
				return
			}
		}
	}
}

// Validate implements Allocator: the blocks follow each other up to the end of the space, and every gap is in the bin of its size.
func (t *TwoLevel) Validate() error {
	sum, count, end := uint64(0), 0, uint64(0) // end: of the gap before
	for i, n := uint32(0), 0; i != 0 || n == 0; i, n = t.records[i].right, n+1 {
		r := &t.records[i]
		switch {
		case t.records[r.right].left != i || (r.ordinal == 0) != (i == 0):
			return fmt.Errorf("the block up to %d is not linked with the one behind it", r.end)
		case r.end < end || r.end == end && i != 0:
			return fmt.Errorf("the block up to %d begins at %d", r.end, end)
		}
		if r.gap > 0 {
			sum, count = sum+r.gap, count+1
		}
		end = r.end + r.gap
	}
	if end != t.capacity || sum != t.free || count != t.blocks {
		return fmt.Errorf("blocks up to %d, %d free in %d blocks; want %d, %d, %d", end, sum, count, t.capacity, t.free, t.blocks)
	}
	return t.validateBins(count)
}

func (t *TwoLevel) validateBins(want int) error {
	count := 0
	for bin, stack := range t.stacks {
		if !t.marked(bin) {
			return fmt.Errorf("the bits of bin %d are wrong", bin)
		}
		for place, i := range stack {
			if r := &t.records[i]; r.place != uint32(place) || r.gap == 0 || binFloor(r.gap) != bin {
				return fmt.Errorf("the free block at %d does not belong into bin %d", r.end, bin)
			}
		}
		count += len(stack)
	}
	if count != want {
		return fmt.Errorf("%d free blocks in the bins, %d in the space", count, want)
	}
	return nil
}
