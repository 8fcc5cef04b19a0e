package alloc

import "math/bits"

// Sizes are sorted into bins like floating-point numbers: a power of two and mantissaBits bits after it.
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

// binFloor is the bin whose smallest size is not larger than size. It has no branches: sizes come as they like.
func binFloor(size uint64) int {
	group := bits.Len64(size >> mantissaBits)
	shift := uint64(group) - 1
	shift += shift >> 63 // group 0 begins at the same bit as group 1
	return group<<mantissaBits + int(size>>(shift&63))&(binsPerGroup-1)
}

// binCeil is the first bin in which every block is at least size, which is not 0; binCount if there is none.
func binCeil(size uint64) int { return binFloor(size-1) + 1 }

// bins are the free blocks by size: a stack of record numbers for each bin, and two levels of bits that say which are not empty.
//
//	upper   … 0 1 1 0 …                 which groups have free blocks
//	              │
//	lower         00010010              which bins of the group
//	                 │
//	stacks           └─▶ 7 31 4         records of the blocks in the bin
//
// Stacks, and not lists through the records: a block leaves the middle of its bin when it merges, and the one that is put into
// its place is the newest, whose record the processor still has at hand; the neighbours in a list would be anywhere.
type bins struct {
	upper  uint64
	lower  [groupCount]uint8
	stacks [binCount]stack
}

// stack is a bin: the first n of the slots. The others are room to grow.
type stack struct {
	slots []uint32
	n     int
}

// records are the blocks of the bin, the top last.
func (s *stack) records() []uint32 { return s.slots[:s.n] }

// grow makes room for another record. It is a function of its own, as mark and unmark are: what happens seldom stays out of the way.
//
//go:noinline
func (s *stack) grow() { s.slots = append(s.slots, make([]uint32, max(s.n, 4))...) }

// mark sets the bits of a bin.
//
//go:noinline
func (b *bins) mark(bin int) {
	b.lower[bin>>mantissaBits] |= 1 << (bin & (binsPerGroup - 1))
	b.upper |= 1 << (bin >> mantissaBits)
}

// unmark clears the bits of a bin.
//
//go:noinline
func (b *bins) unmark(bin int) {
	b.lower[bin>>mantissaBits] &^= 1 << (bin & (binsPerGroup - 1))
	if b.lower[bin>>mantissaBits] == 0 {
		b.upper &^= 1 << (bin >> mantissaBits)
	}
}

// first is the first bin from this one on that is not empty; binCount if there is none.
func (b *bins) first(bin int) int {
	group := bin >> mantissaBits
	if group >= groupCount {
		return binCount
	}
	low := b.lower[group] & (0xff << (bin & (binsPerGroup - 1)))
	if low == 0 {
		group = bits.TrailingZeros64(b.upper &^ (1<<(group+1) - 1))
		if group == 64 {
			return binCount
		}
		low = b.lower[group]
	}
	return group<<mantissaBits + bits.TrailingZeros8(low)
}

// last is the last bin that is not empty; nil if all are.
func (b *bins) last() []uint32 {
	if b.upper == 0 {
		return nil
	}
	group := bits.Len64(b.upper) - 1
	return b.stacks[group<<mantissaBits+bits.Len8(b.lower[group])-1].records()
}

// marked reports whether the bits of a bin say what its stack says.
func (b *bins) marked(bin int) bool {
	group, bit := bin>>mantissaBits, uint8(1)<<(bin&(binsPerGroup-1))
	return (b.lower[group]&bit != 0) == (b.stacks[bin].n > 0) && (b.upper>>group&1 != 0) == (b.lower[group] != 0)
}
