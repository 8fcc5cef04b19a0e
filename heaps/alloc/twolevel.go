package alloc

import (
	"fmt"
	"iter"
	"math"
)

// tries is how many free blocks of a bin are looked at for one that is long enough by chance.
const tries = 8

// record is a block in use with the free blocks on both sides of it, its gaps, in one cache line. Free blocks never touch, so between two
// neighbours in use there is one gap, which both records describe; record 0 is in use from the end of the space to its beginning, so to say.
//
//	record     0 │ 5      │ 2          │ 7      │ 0
//	           ░░│████████│██████░░░░░░│████████│░░░
//	           after 0,          after 2,      after 7,
//	           before 5           before 7       before 0
//
// With very many blocks an operation takes as long as the lines of memory that it has to wait for. Free waits for one: all it wants to know
// is in the record of the range. The records of both neighbours are only written, and the processor does not wait for that. At a
// million ranges it saves a quarter of the time over records half as long that describe the gap after them only.
type record struct {
	begin, end             uint64
	sizeBefore, sizeBehind uint64 // of the gaps; may be 0
	before, behind         uint32 // the neighbours in use, in a circle. after of a spare record is the next spare one
	placeBefore            uint32 // of the gaps in their bins, if they are not empty
	placeBehind            uint32
	ordinal                uint32 // of the allocation, so that an old Allocation does not fit; 0: record 0, or a spare one
	_                      [12]byte
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
// It records live ranges: Free takes only what Allocate returned, once. It holds fewer than 2^32 - 1 of them, and keeps 64 bytes for each of
// as many as were ever live at once.
type TwoLevel struct {
	bins
	records []record
	spare   uint32 // the record that was given up last; 0: none
	ordinal uint32 // of the last allocation
	free    uint64
	blocks  int // gaps that are not empty
}

var _ Allocator = (*TwoLevel)(nil)

// NewTwoLevel makes an allocator for the space [0, capacity).
func NewTwoLevel(capacity uint64) *TwoLevel {
	t := &TwoLevel{records: make([]record, 1, 64), free: capacity}
	t.records[0].begin = capacity
	if capacity > 0 {
		t.setGap(0, &t.records[0], &t.records[0], capacity)
		t.blocks = 1
	}
	return t
}

// addRecord makes a record when there is none to spare.
//
//go:noinline
func (t *TwoLevel) addRecord() {
	if uint64(len(t.records)) > math.MaxUint32 {
		panic("BUG: more ranges than a 32-bit number can count")
	}
	t.spare = uint32(len(t.records))
	t.records = append(t.records, record{})
}

// setGap puts the gap after record i, which is not empty, on top of the bin of its size. The records are those on both sides of it. Whoever
// calls setGap and takeGap counts the blocks.
func (t *TwoLevel) setGap(i uint32, left, right *record, size uint64) {
	bin := binFloor(size)
	s := &t.stacks[bin]
	n := s.n
	if n == 0 {
		t.mark(bin)
	}
	if n >= len(s.slots) {
		s.grow()
	}
	s.slots[n] = i
	s.n = n + 1
	left.sizeBehind, left.placeBehind = size, uint32(n)
	right.sizeBefore, right.placeBefore = size, uint32(n)
}

// takeGap takes a gap, which is not empty, out of its bin, whose top takes the place. The records on both sides keep saying what the gap was.
func (t *TwoLevel) takeGap(size uint64, place uint32) {
	bin := binFloor(size)
	s := &t.stacks[bin]
	n := s.n - 1
	top := s.slots[n]
	s.slots[place] = top
	s.n = n
	if n == 0 {
		t.unmark(bin)
	}
	moved := &t.records[top]
	moved.placeBehind = place
	t.records[moved.behind].placeBefore = place
}

// fits reports whether the gap after a block holds size units after its first aligned offset.
func (r *record) fits(size, alignment uint64) bool {
	padding := -r.end & (alignment - 1)
	return r.sizeBehind >= size && r.sizeBehind-size >= padding
}

// topFits reports whether the top of a bin holds a request.
func (t *TwoLevel) topFits(bin int, size, alignment uint64) bool {
	if bin == binCount {
		return false
	}
	s := &t.stacks[bin]
	return t.records[s.slots[s.n-1]].fits(size, alignment)
}

// search finds a block for a request that the first bin has nothing for, and puts it on top of its bin. It returns binCount if there is none.
//
//go:noinline
func (t *TwoLevel) search(size, alignment uint64) int {
	if alignment > 1 {
		// The sum can wrap around: a block is asked in any case.
		if bin := t.first(binCeil(size + alignment - 1)); t.topFits(bin, size, alignment) {
			return bin
		}
	}
	bin := binFloor(size)
	stack := t.stacks[bin].records()
	for n := len(stack) - 1; n >= 0 && n >= len(stack)-tries; n-- {
		i := stack[n]
		r := &t.records[i]
		if r.fits(size, alignment) {
			t.takeGap(r.sizeBehind, r.placeBehind)
			t.setGap(i, r, &t.records[r.behind], r.sizeBehind)
			return bin
		}
	}
	return binCount
}

// Allocate implements Allocator; the type says which block it takes. The range is the beginning of the gap; the rest is the gap after it.
func (t *TwoLevel) Allocate(size, alignment uint64) (Allocation, error) {
	size, err := request(size, alignment)
	if err != nil {
		return NoAllocation, err
	}
	if size > t.free {
		return NoAllocation, ErrNoSpace
	}
	bin := t.first(binCeil(size))
	if !t.topFits(bin, size, alignment) {
		if bin = t.search(size, alignment); bin == binCount {
			return NoAllocation, ErrNoSpace
		}
	}
	if t.spare == 0 {
		t.addRecord()
	}
	s := &t.stacks[bin]
	s.n--
	if s.n == 0 {
		t.unmark(bin)
	}
	i, before := t.spare, s.slots[s.n]
	r, left := &t.records[i], &t.records[before]
	t.spare = r.behind
	offset, gap, behind := left.end, left.sizeBehind, left.behind
	right := &t.records[behind]
	size += -offset & (alignment - 1)
	t.ordinal++
	if t.ordinal == 0 { // after 2^32 - 1 allocations
		t.ordinal = 1
	}
	t.free -= size
	r.begin, r.end, r.ordinal = offset, offset+size, t.ordinal
	r.before, r.behind = before, behind
	left.behind, right.before = i, i
	left.sizeBehind, r.sizeBefore = 0, 0
	if rest := gap - size; rest > 0 {
		t.setGap(i, r, right, rest)
	} else {
		t.blocks--
		r.sizeBehind, right.sizeBefore = 0, 0
	}
	return Allocation{Offset: offset, Size: size, node: i, ordinal: t.ordinal}, nil
}

// holds reports whether an allocation is live.
func (t *TwoLevel) holds(a Allocation) bool {
	if uint64(a.node) >= uint64(len(t.records)) || a.ordinal == 0 {
		return false
	}
	r := &t.records[a.node]
	return r.ordinal == a.ordinal && r.begin == a.Offset && r.end == a.End()
}

// Check implements Allocator. It accepts exactly the live allocations.
func (t *TwoLevel) Check(a Allocation) error {
	if t.holds(a) {
		return nil
	}
	if err := checkRange(a, t.Capacity()); err != nil {
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
	gap, blocks := a.Size, 1
	if r.sizeBehind > 0 {
		gap += r.sizeBehind
		blocks--
		t.takeGap(r.sizeBehind, r.placeBehind)
	}
	if r.sizeBefore > 0 {
		gap += r.sizeBefore
		blocks--
		t.takeGap(r.sizeBefore, r.placeBefore)
	}
	before := r.before
	left, right := &t.records[before], &t.records[r.behind]
	left.behind, right.before = r.behind, before
	r.ordinal = 0
	r.behind, t.spare = t.spare, a.node
	t.free += a.Size
	t.blocks += blocks
	t.setGap(before, left, right, gap)
	return nil
}

// Extend implements Allocator. The free block at the end grows, or a new one is added.
func (t *TwoLevel) Extend(extra uint64) error {
	if err := checkExtend(t.Capacity(), extra); err != nil || extra == 0 {
		return err
	}
	ends := &t.records[0]
	if ends.sizeBefore > 0 {
		t.takeGap(ends.sizeBefore, ends.placeBefore)
	} else {
		t.blocks++
	}
	t.setGap(ends.before, &t.records[ends.before], ends, ends.sizeBefore+extra)
	ends.begin += extra
	t.free += extra
	return nil
}

// Capacity implements Allocator.
func (t *TwoLevel) Capacity() uint64 { return t.records[0].begin }

// FreeSize implements Allocator.
func (t *TwoLevel) FreeSize() uint64 { return t.free }

// FreeBlocks implements Allocator.
func (t *TwoLevel) FreeBlocks() int { return t.blocks }

// LargestFree implements Allocator. It reads the last bin that is not empty.
func (t *TwoLevel) LargestFree() uint64 {
	largest := uint64(0)
	for _, i := range t.last() {
		largest = max(largest, t.records[i].sizeBehind)
	}
	return largest
}

// Blocks implements Allocator. It walks over all blocks in use.
func (t *TwoLevel) Blocks() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		for i := uint32(0); ; {
			r := &t.records[i]
			if r.sizeBehind > 0 && !yield(Block{r.end, r.sizeBehind}) {
				return
			}
			if i = r.behind; i == 0 {
				return
			}
		}
	}
}

// Validate implements Allocator: the blocks follow each other up to the end of the space, neighbours agree about the gap between them, and
// every gap is in the bin of its size.
func (t *TwoLevel) Validate() error {
	sum, count := uint64(0), 0
	for i, first := uint32(0), true; i != 0 || first; i, first = t.records[i].behind, false {
		l := &t.records[i]
		r := &t.records[l.behind]
		switch {
		case r.before != i || (l.ordinal == 0) != (i == 0):
			return fmt.Errorf("the block up to %d is not linked with the one after it", l.end)
		case i != 0 && l.end <= l.begin:
			return fmt.Errorf("the block up to %d begins at %d", l.end, l.begin)
		case r.begin-l.end != l.sizeBehind || l.sizeBehind != r.sizeBefore:
			return fmt.Errorf("the gap [%d, %d) is %d long for the block before it and %d for the one after it", l.end,
				r.begin, l.sizeBehind, r.sizeBefore)
		case l.sizeBehind > 0 && l.placeBehind != r.placeBefore:
			return fmt.Errorf("the gap [%d, %d) has the places %d and %d in its bin", l.end, r.begin, l.placeBehind, r.placeBefore)
		}
		if l.sizeBehind > 0 {
			sum, count = sum+l.sizeBehind, count+1
		}
	}
	if sum != t.free || count != t.blocks {
		return fmt.Errorf("%d free in %d blocks; want %d, %d", sum, count, t.free, t.blocks)
	}
	return t.validateBins(count)
}

func (t *TwoLevel) validateBins(want int) error {
	count := 0
	for bin := range t.stacks {
		stack := t.stacks[bin].records()
		if !t.marked(bin) {
			return fmt.Errorf("the bits of bin %d are wrong", bin)
		}
		for place, i := range stack {
			if r := &t.records[i]; r.placeBehind != uint32(place) || r.sizeBehind == 0 || binFloor(r.sizeBehind) != bin {
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
