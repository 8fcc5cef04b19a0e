package alloc

import (
	"fmt"
	"iter"
	"math/bits"
)

// Sizes are sorted into bins like floating-point numbers: a power of two and mantissaBits bits behind it.
//
//	bin    0  1 … 7 | 8  9 … 15 | 16 17 … 23 | 24 …
//	size   0  1 … 7 | 8  9 … 15 | 16 18 … 30 | 32 36 …
//	                 └── one group: a bit in the upper level, eight bits in the lower ──┘
const (
	mantissaBits = 3
	binsPerGroup = 1 << mantissaBits
	groupCount   = 64 - mantissaBits + 1
	binCount     = groupCount * binsPerGroup
)

// tries is how many blocks of a list are looked at for one that is long enough by chance.
const tries = 8

// none ends a list; record 0 is never used.
const none = 0

// What a record's next says when it is no link.
const (
	inUse = ^uint32(0)     // the block has an owner
	spare = ^uint32(0) - 1 // the record stands for no block
)

// record is a block, free or in use, in half a cache line. Its neighbours in the space are linked, and if it is free, those in its
// bin.
type record struct {
	offset, size uint64
	left, right  uint32 // the blocks before and behind it in the space
	previous     uint32 // free: in the bin; in use: ordinal of the allocation, so that an old Allocation does not fit
	next         uint32 // free: in the bin; otherwise inUse or spare
}

// TwoLevel keeps the free blocks in lists by size, and finds a list that is not empty with two bit scans. Allocate, Free and Extend
// take constant time, whatever the number of blocks; only LargestFree, Blocks and Validate read lists.
//
//	upper   … 0 1 1 0 …                 which groups have free blocks
//	              │
//	lower         00010010              which bins of the group
//	                 │
//	bins             ●──▶ block ──▶ block ──▶ block
//
// It takes a block that fits well, not the best one: the newest of the first bin in which every block is large enough. If that
// block cannot be aligned, one from the first bin in which every block can be; if there is neither, the newest eight blocks of the bin
// of the size itself are tried. So a request succeeds whenever some free block is at least one eighth larger than size + alignment
// - 1, or free blocks in the bin of the size are eight at most and one of them can be cut so. There is no CurrAlignment: no request
// makes later ones harder.
//
// It records live ranges: Free takes only what Allocate returned, once. It holds fewer than 2^32 - 2 blocks.
type TwoLevel struct {
	upper          uint64
	lower          [groupCount]uint8
	bins           [binCount]uint32
	records        []record
	spares         []uint32 // records that merging has left over
	capacity, free uint64
	blocks         int
	last           uint32 // the block at the end of the space
	ordinal        uint32 // of the last allocation
}

var _ Allocator = (*TwoLevel)(nil)

// NewTwoLevel makes an allocator for the space [0, capacity).
func NewTwoLevel(capacity uint64) *TwoLevel {
	t := &TwoLevel{records: make([]record, 1, 64), capacity: capacity, free: capacity}
	if capacity > 0 {
		t.last = t.add(0, capacity, none, none)
		t.link(t.last)
	}
	return t
}

// binFloor is the bin whose smallest size is not larger than size.
func binFloor(size uint64) int {
	if size < binsPerGroup {
		return int(size)
	}
	shift := bits.Len64(size) - mantissaBits - 1
	return (shift+1)<<mantissaBits + int(size>>shift)&(binsPerGroup-1)
}

// binCeil is the first bin in which every block is at least size.
func binCeil(size uint64) int {
	bin := binFloor(size)
	if size >= binsPerGroup {
		shift := bits.Len64(size) - mantissaBits - 1
		if size&(1<<shift-1) != 0 {
			bin++
		}
	}
	return bin
}

// add makes a record for a block between two others.
func (t *TwoLevel) add(offset, size uint64, left, right uint32) uint32 {
	var i uint32
	if n := len(t.spares); n > 0 {
		i = t.spares[n-1]
		t.spares = t.spares[:n-1]
	} else {
		if uint64(len(t.records)) >= uint64(spare) {
			panic("BUG: more blocks than a 32-bit number can count")
		}
		i = uint32(len(t.records))
		t.records = append(t.records, record{})
	}
	t.records[i] = record{offset: offset, size: size, left: left, right: right}
	return i
}

// link puts a free block at the front of its bin.
func (t *TwoLevel) link(i uint32) {
	r := &t.records[i]
	bin := binFloor(r.size)
	r.previous, r.next = none, t.bins[bin]
	if r.next != none {
		t.records[r.next].previous = i
	}
	t.bins[bin] = i
	t.lower[bin>>mantissaBits] |= 1 << (bin & (binsPerGroup - 1))
	t.upper |= 1 << (bin >> mantissaBits)
	t.blocks++
}

// unlink takes a free block out of its bin.
func (t *TwoLevel) unlink(i uint32) {
	r := &t.records[i]
	if r.next != none {
		t.records[r.next].previous = r.previous
	}
	t.blocks--
	if r.previous != none {
		t.records[r.previous].next = r.next
		return
	}
	bin := binFloor(r.size)
	t.bins[bin] = r.next
	if r.next != none {
		return
	}
	group := bin >> mantissaBits
	t.lower[group] &^= 1 << (bin & (binsPerGroup - 1))
	if t.lower[group] == 0 {
		t.upper &^= 1 << group
	}
}

// first finds the newest block of the first bin from this one on that is not empty.
func (t *TwoLevel) first(bin int) uint32 {
	group := bin >> mantissaBits
	if group >= groupCount {
		return none
	}
	low := t.lower[group] & (0xff << (bin & (binsPerGroup - 1)))
	if low == 0 {
		groups := t.upper &^ (1<<(group+1) - 1)
		if groups == 0 {
			return none
		}
		group = bits.TrailingZeros64(groups)
		low = t.lower[group]
	}
	return t.bins[group<<mantissaBits+bits.TrailingZeros8(low)]
}

// fits reports whether a block holds size units behind its first aligned offset.
func (t *TwoLevel) fits(i uint32, size, alignment uint64) bool {
	r := &t.records[i]
	padding := -r.offset & (alignment - 1)
	return r.size >= size && r.size-size >= padding
}

// pick finds a block for a request.
func (t *TwoLevel) pick(size, alignment uint64) uint32 {
	if i := t.first(binCeil(size)); i != none && t.fits(i, size, alignment) {
		return i
	}
	if alignment > 1 {
		// The sum can wrap around: a block is asked in any case.
		if i := t.first(binCeil(size + alignment - 1)); i != none && t.fits(i, size, alignment) {
			return i
		}
	}
	i := t.bins[binFloor(size)]
	for range tries {
		if i == none || t.fits(i, size, alignment) {
			return i
		}
		i = t.records[i].next
	}
	return none
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
	i := t.pick(size, alignment)
	if i == none {
		return NoAllocation, ErrNoSpace
	}
	t.unlink(i)
	r := &t.records[i]
	size += -r.offset & (alignment - 1)
	if rest := r.size - size; rest > 0 {
		t.split(i, size)
		r = &t.records[i]
	}
	t.ordinal++
	r.previous, r.next = t.ordinal, inUse
	t.free -= size
	return Allocation{Offset: r.offset, Size: size, node: i, ordinal: t.ordinal}, nil
}

// split cuts a block behind size units; the rest is free.
func (t *TwoLevel) split(i uint32, size uint64) {
	r := &t.records[i]
	right := r.right
	rest := t.add(r.offset+size, r.size-size, i, right)
	r = &t.records[i] // add may have moved it
	r.size, r.right = size, rest
	if right != none {
		t.records[right].left = rest
	} else {
		t.last = rest
	}
	t.link(rest)
}

// isFree reports whether a neighbour is a free block.
func (t *TwoLevel) isFree(i uint32) bool { return i != none && t.records[i].next < spare }

// Check implements Allocator. It accepts exactly the live allocations.
func (t *TwoLevel) Check(a Allocation) error {
	if err := checkRange(a, t.capacity); err != nil {
		return err
	}
	if a.node == none || int64(a.node) >= int64(len(t.records)) {
		return fmt.Errorf("%w: %s was not handed out by this allocator", ErrNotLive, a)
	}
	r := &t.records[a.node]
	if r.next != inUse || r.previous != a.ordinal || r.offset != a.Offset || r.size != a.Size {
		return fmt.Errorf("%w: %s was freed before, or was not handed out so", ErrNotLive, a)
	}
	return nil
}

// Free implements Allocator. Neighbouring free blocks become one.
func (t *TwoLevel) Free(a Allocation) error {
	if err := t.Check(a); err != nil {
		return err
	}
	i := a.node
	r := &t.records[i]
	t.free += r.size
	if left := r.left; t.isFree(left) {
		t.unlink(left)
		t.merge(left, i)
		i = left
	}
	if right := t.records[i].right; t.isFree(right) {
		t.unlink(right)
		t.merge(i, right)
	}
	t.link(i)
	return nil
}

// merge appends a block to the one before it; neither is in a bin.
func (t *TwoLevel) merge(i, behind uint32) {
	r, b := &t.records[i], &t.records[behind]
	r.size += b.size
	r.right = b.right
	if r.right != none {
		t.records[r.right].left = i
	} else {
		t.last = i
	}
	b.next = spare
	t.spares = append(t.spares, behind)
}

// Extend implements Allocator. The free block at the end grows, or a new one is added.
func (t *TwoLevel) Extend(extra uint64) error {
	if err := checkExtend(t.capacity, extra); err != nil || extra == 0 {
		return err
	}
	if t.isFree(t.last) {
		t.unlink(t.last)
		t.records[t.last].size += extra
	} else {
		added := t.add(t.capacity, extra, t.last, none)
		if t.last != none {
			t.records[t.last].right = added
		}
		t.last = added
	}
	t.link(t.last)
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
	if t.upper == 0 {
		return 0
	}
	group := bits.Len64(t.upper) - 1
	bin := group<<mantissaBits + bits.Len8(t.lower[group]) - 1
	largest := uint64(0)
	for i := t.bins[bin]; i != none; i = t.records[i].next {
		largest = max(largest, t.records[i].size)
	}
	return largest
}

// Blocks implements Allocator. It walks over all blocks, those in use too.
func (t *TwoLevel) Blocks() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		i := t.last
		for i != none && t.records[i].left != none {
			i = t.records[i].left
		}
		for ; i != none; i = t.records[i].right {
			if r := &t.records[i]; r.next < spare && !yield(Block{r.offset, r.size}) {
				return
			}
		}
	}
}

// Validate implements Allocator: the blocks follow each other without a gap, no two free ones touch, and every free one is in
// the bin of its size.
func (t *TwoLevel) Validate() error {
	sum, count, end, right := uint64(0), 0, t.capacity, uint32(none)
	for i := t.last; i != none; i = t.records[i].left {
		r := &t.records[i]
		switch {
		case r.next == spare || r.right != right:
			return fmt.Errorf("the block at %d is not linked with the one behind it", r.offset)
		case r.size == 0 || r.offset+r.size != end:
			return fmt.Errorf("the block [%d, %d) does not end at %d", r.offset, r.offset+r.size, end)
		case t.isFree(i) && t.isFree(right):
			return fmt.Errorf("the free block at %d touches a free block", r.offset)
		}
		if t.isFree(i) {
			sum, count = sum+r.size, count+1
		}
		end, right = r.offset, i
	}
	if end != 0 || sum != t.free || count != t.blocks {
		return fmt.Errorf("blocks from %d on, %d free in %d blocks; want 0, %d, %d", end, sum, count, t.free, t.blocks)
	}
	return t.validateBins(count)
}

func (t *TwoLevel) validateBins(want int) error {
	count := 0
	for bin := range t.bins {
		group, bit := bin>>mantissaBits, uint8(1)<<(bin&(binsPerGroup-1))
		if (t.lower[group]&bit != 0) != (t.bins[bin] != none) || (t.upper>>group&1 != 0) != (t.lower[group] != 0) {
			return fmt.Errorf("the bits of bin %d are wrong", bin)
		}
		previous := uint32(none)
		for i := t.bins[bin]; i != none; i = t.records[i].next {
			if r := &t.records[i]; r.next >= spare || r.previous != previous || binFloor(r.size) != bin {
				return fmt.Errorf("the block at %d does not belong into bin %d", r.offset, bin)
			}
			previous, count = i, count+1
		}
	}
	if count != want {
		return fmt.Errorf("%d blocks in the bins, %d in the space", count, want)
	}
	return nil
}
