package mem

import (
	"fmt"
	"math/bits"
)

// none is the block number that stands for no block.
const none int32 = -1

// Blocks are put into bins by length: eight bins for each power of two of granules. A bitmap of non-empty bins and one
// of non-empty words find the smallest sufficient bin in a few instructions, whatever the number of blocks.
const (
	subBits  = 3
	binCount = (32 - 4 + 1) << subBits
	binWords = (binCount + 63) / 64
)

// block is one range of the space. Blocks tile the space in address order through prev and next; the free ones of a bin
// are linked through binPrev and binNext.
type block struct {
	begin, end       uint64
	prev, next       int32
	binPrev, binNext int32
	free             bool
}

// blockList is the tiling of the space. It knows lengths and neighbours, not contents. Neighbouring free blocks are
// always joined.
type blockList struct {
	blocks []block
	spare  []int32 // numbers of blocks that are not part of the tiling
	first  int32
	bins   [binCount]int32
	full   [binWords]uint64 // bit set: the bin holds a block
	steps  int              // blocks that were looked at so far
}

func (l *blockList) init(begin, end uint64) {
	for i := range l.bins {
		l.bins[i] = none
	}
	l.first = l.newBlock(block{begin: begin, end: end, prev: none, next: none})
	l.link(l.first)
}

func (l *blockList) at(id int32) *block { return &l.blocks[id] }

func (l *blockList) newBlock(b block) int32 {
	if n := len(l.spare); n > 0 {
		id := l.spare[n-1]
		l.spare = l.spare[:n-1]
		l.blocks[id] = b
		return id
	}
	l.blocks = append(l.blocks, b)
	return int32(len(l.blocks) - 1)
}

// binOf is the bin of blocks of n bytes: the largest whose lower bound is at most n.
func binOf(n uint64) int {
	g := n / Granule
	if g < 1<<subBits {
		return int(g)
	}
	exp := bits.Len64(g) - 1 - subBits
	return (exp+1)<<subBits + int(g>>exp)&(1<<subBits-1)
}

// take cuts [begin, begin+size) out of a free block so that begin is a multiple of align and, when skew is not 0,
// begin%cachePage is skew%cachePage. It returns none when no free block can hold it.
//
// Of each bin a few are looked at, and all only where these do not do: many that are long enough, and none of which has such a begin in it, are gaps
// that other allocations with the alignment have left.
func (l *blockList) take(size, align, skew uint64) (int32, uint64) {
	for _, tries := range []int{few, len(l.blocks)} {
		for bin := l.nextBin(binOf(size)); bin >= 0; bin = l.nextBin(bin + 1) {
			if id, begin := l.bestOfBin(bin, tries, size, align, skew); id != none {
				l.cut(id, begin, begin+size)
				return id, begin
			}
		}
	}
	return none, 0
}

const few = 16

// bestOfBin is the most recently freed block of the bin that fits, among so many. In all bins but the first the head nearly always does.
func (l *blockList) bestOfBin(bin, tries int, size, align, skew uint64) (int32, uint64) {
	for id := l.bins[bin]; id != none && tries > 0; id, tries = l.blocks[id].binNext, tries-1 {
		l.steps++
		b := &l.blocks[id]
		begin := placeIn(b.begin, align, skew)
		if begin+size <= b.end {
			return id, begin
		}
	}
	return none, 0
}

// placeIn is the lowest offset from begin on with the alignment and skew.
func placeIn(begin, align, skew uint64) uint64 {
	if skew == 0 {
		return alignUp(begin, align)
	}
	at := begin/cachePage*cachePage + skew%cachePage
	if at < begin {
		at += cachePage
	}
	return at
}

// nextBin is the first non-empty bin from bin on, or -1.
func (l *blockList) nextBin(bin int) int {
	if bin >= binCount {
		return -1
	}
	w := bin / 64
	word := l.full[w] &^ (1<<(bin%64) - 1)
	for word == 0 {
		if w++; w == binWords {
			return -1
		}
		word = l.full[w]
	}
	return w*64 + bits.TrailingZeros64(word)
}

// cut turns a free block into the used block [begin, end) and gives back what lies before and after.
func (l *blockList) cut(id int32, begin, end uint64) {
	l.unlink(id)
	b := l.blocks[id]
	if b.begin < begin {
		left := l.newBlock(block{begin: b.begin, end: begin, prev: b.prev, next: id})
		l.setNext(b.prev, left)
		b.prev = left
		l.link(left)
	}
	if end < b.end {
		right := l.newBlock(block{begin: end, end: b.end, prev: id, next: b.next})
		l.setPrev(b.next, right)
		b.next = right
		l.link(right)
	}
	b.begin, b.end = begin, end
	l.blocks[id] = b
}

// give frees a used block and joins it with free neighbours.
func (l *blockList) give(id int32) {
	b := &l.blocks[id]
	if p := b.prev; p != none && l.blocks[p].free {
		l.unlink(p)
		b.begin, b.prev = l.blocks[p].begin, l.blocks[p].prev
		l.setNext(b.prev, id)
		l.spare = append(l.spare, p)
	}
	if n := b.next; n != none && l.blocks[n].free {
		l.unlink(n)
		b.end, b.next = l.blocks[n].end, l.blocks[n].next
		l.setPrev(b.next, id)
		l.spare = append(l.spare, n)
	}
	l.link(id)
}

func (l *blockList) setNext(id, next int32) {
	if id == none {
		l.first = next
		return
	}
	l.blocks[id].next = next
}

func (l *blockList) setPrev(id, prev int32) {
	if id != none {
		l.blocks[id].prev = prev
	}
}

func (l *blockList) link(id int32) {
	b := &l.blocks[id]
	bin := binOf(b.end - b.begin)
	b.free, b.binPrev, b.binNext = true, none, l.bins[bin]
	if b.binNext != none {
		l.blocks[b.binNext].binPrev = id
	}
	l.bins[bin] = id
	l.full[bin/64] |= 1 << (bin % 64)
}

func (l *blockList) unlink(id int32) {
	b := &l.blocks[id]
	bin := binOf(b.end - b.begin)
	if b.binPrev == none {
		l.bins[bin] = b.binNext
	} else {
		l.blocks[b.binPrev].binNext = b.binNext
	}
	if b.binNext != none {
		l.blocks[b.binNext].binPrev = b.binPrev
	}
	if l.bins[bin] == none {
		l.full[bin/64] &^= 1 << (bin % 64)
	}
	b.free = false
}

func (l *blockList) freeBytes() (sum, largest uint64) {
	for id := l.first; id != none; id = l.blocks[id].next {
		if b := &l.blocks[id]; b.free {
			sum += b.end - b.begin
			largest = max(largest, b.end-b.begin)
		}
	}
	return sum, largest
}

// validate walks the tiling and the bins and returns the bytes in use.
func (l *blockList) validate(begin, end uint64) (used uint64, err error) {
	at, prev, free := begin, none, 0
	for id := l.first; id != none; id = l.blocks[id].next {
		b := &l.blocks[id]
		if b.begin != at || b.end <= b.begin || b.prev != prev {
			return 0, fmt.Errorf("mem: block [%d, %d) does not follow %d", b.begin, b.end, at)
		}
		if b.free && prev != none && l.blocks[prev].free {
			return 0, fmt.Errorf("mem: free blocks meet at %d", at)
		}
		if b.free {
			free++
		} else {
			used += b.end - b.begin
		}
		at, prev = b.end, id
	}
	if at != end {
		return 0, fmt.Errorf("mem: blocks end at %d, want %d", at, end)
	}
	return used, l.validateBins(free)
}

func (l *blockList) validateBins(free int) error {
	for bin, id := range l.bins {
		if set := l.full[bin/64]>>(bin%64)&1 == 1; set != (id != none) {
			return fmt.Errorf("mem: bin %d: bitmap says %v", bin, set)
		}
		for ; id != none; id = l.blocks[id].binNext {
			b := &l.blocks[id]
			if !b.free || binOf(b.end-b.begin) != bin {
				return fmt.Errorf("mem: block [%d, %d) is in the wrong bin %d", b.begin, b.end, bin)
			}
			free--
		}
	}
	if free != 0 {
		return fmt.Errorf("mem: %d free blocks are in no bin", free)
	}
	return nil
}
