package alloc

import "math/bits"

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

// binFloor is the bin whose smallest size is not larger than size. It has no branches: sizes come as they like.
func binFloor(size uint64) int {
	group := bits.Len64(size >> mantissaBits)
	return group<<mantissaBits + int(size>>(max(group, 1)-1))&(binsPerGroup-1)
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
	stacks [binCount][]uint32
}

// push puts a record on top of a bin and returns its place there.
func (b *bins) push(bin int, record uint32) (place uint32) {
	n := len(b.stacks[bin])
	if n == 0 {
		b.lower[bin>>mantissaBits] |= 1 << (bin & (binsPerGroup - 1))
		b.upper |= 1 << (bin >> mantissaBits)
	}
	b.stacks[bin] = append(b.stacks[bin], record)
	return uint32(n)
}

// remove takes what is at a place out of a bin. The top of the stack takes the place, and is returned.
func (b *bins) remove(bin int, place uint32) (moved uint32) {
	top := len(b.stacks[bin]) - 1
	moved = b.stacks[bin][top]
	b.stacks[bin][place] = moved
	b.stacks[bin] = b.stacks[bin][:top]
	if top == 0 {
		b.lower[bin>>mantissaBits] &^= 1 << (bin & (binsPerGroup - 1))
		if b.lower[bin>>mantissaBits] == 0 {
			b.upper &^= 1 << (bin >> mantissaBits)
		}
	}
	return moved
}

// first is the top of the first bin from this one on that is not empty.
func (b *bins) first(bin int) (record uint32, found bool) {
	group := bin >> mantissaBits
	if group >= groupCount {
		return 0, false
	}
	low := b.lower[group] & (0xff << (bin & (binsPerGroup - 1)))
	if low == 0 {
		groups := b.upper &^ (1<<(group+1) - 1)
		if groups == 0 {
			return 0, false
		}
		group = bits.TrailingZeros64(groups)
		low = b.lower[group]
	}
	stack := b.stacks[group<<mantissaBits+bits.TrailingZeros8(low)]
	return stack[len(stack)-1], true
}

// last is the last bin that is not empty; nil if all are.
func (b *bins) last() []uint32 {
	if b.upper == 0 {
		return nil
	}
	group := bits.Len64(b.upper) - 1
	return b.stacks[group<<mantissaBits+bits.Len8(b.lower[group])-1]
}

// marked reports whether the bits of a bin say what its stack says.
func (b *bins) marked(bin int) bool {
	group, bit := bin>>mantissaBits, uint8(1)<<(bin&(binsPerGroup-1))
	return (b.lower[group]&bit != 0) == (len(b.stacks[bin]) > 0) && (b.upper>>group&1 != 0) == (b.lower[group] != 0)
}
