package alloc

import (
	"fmt"
	"iter"
	"math/bits"
)

// Fixed hands out whole blocks of one size, which is what chunks of descriptors and pages of memory want: no splinters, no
// records, and the choice is always the lowest free block that fits.
//
//	summary   1 1 0 …                   bit w: word w has a free block
//	words     0110…  1000…  0000…       bit b: block b is free
//
// A request of one block takes one bit scan for every 4096 blocks of the space. Larger requests take the first run of free
// blocks, in time proportional to the blocks before it. All sizes are rounded up to whole blocks, and the blocks are recorded:
// Free refuses ranges that are not whole blocks in use.
type Fixed struct {
	words, summary []uint64
	block          uint64
	count          uint64 // blocks in the space
	freeCount      uint64
}

var _ Allocator = (*Fixed)(nil)

// NewFixed makes an allocator for count blocks of size block. A block size of 0 is taken as 1.
func NewFixed(count, block uint64) *Fixed {
	f := &Fixed{block: max(block, 1)}
	f.grow(count)
	return f
}

func (f *Fixed) grow(count uint64) {
	first := f.count
	f.count += count
	words := int((f.count + 63) / 64)
	f.words = append(f.words, make([]uint64, words-len(f.words))...)
	f.summary = append(f.summary, make([]uint64, (words+63)/64-len(f.summary))...)
	f.mark(first, count, true)
}

// mark sets or clears blocks, and counts them.
func (f *Fixed) mark(first, count uint64, free bool) {
	for i := first; i < first+count; i++ {
		w := i / 64
		if free {
			f.words[w] |= 1 << (i % 64)
		} else {
			f.words[w] &^= 1 << (i % 64)
		}
		if f.words[w] != 0 {
			f.summary[w/64] |= 1 << (w % 64)
		} else {
			f.summary[w/64] &^= 1 << (w % 64)
		}
	}
	if free {
		f.freeCount += count
	} else {
		f.freeCount -= count
	}
}

func (f *Fixed) isFree(i uint64) bool { return f.words[i/64]>>(i%64)&1 != 0 }

// nextFree finds the first free block from i on; f.count if there is none.
func (f *Fixed) nextFree(i uint64) uint64 {
	if i >= f.count {
		return f.count
	}
	if word := f.words[i/64] >> (i % 64) << (i % 64); word != 0 {
		return i/64*64 + uint64(bits.TrailingZeros64(word))
	}
	w := i/64 + 1
	for s := w / 64; s < uint64(len(f.summary)); s++ {
		word := f.summary[s]
		if s == w/64 {
			word = word >> (w % 64) << (w % 64)
		}
		if word != 0 {
			w = s*64 + uint64(bits.TrailingZeros64(word))
			return w*64 + uint64(bits.TrailingZeros64(f.words[w]))
		}
	}
	return f.count
}

// runEnd is the first block after i that is not free, at most limit.
func (f *Fixed) runEnd(i, limit uint64) uint64 {
	for i < limit && f.isFree(i) {
		i++
	}
	return i
}

// Allocate implements Allocator: the lowest run of free blocks that holds size units after its first aligned offset.
func (f *Fixed) Allocate(size, alignment uint64) (Allocation, error) {
	size, err := request(size, alignment)
	if err != nil {
		return NoAllocation, err
	}
	if size > f.FreeSize() {
		return NoAllocation, ErrNoSpace
	}
	for first := f.nextFree(0); first < f.count; {
		padding := -(first * f.block) & (alignment - 1)
		if padding > f.Capacity()-size {
			return NoAllocation, ErrNoSpace
		}
		count := (padding + size + f.block - 1) / f.block
		if count > f.count-first {
			return NoAllocation, ErrNoSpace
		}
		end := f.runEnd(first, first+count)
		if end == first+count {
			f.mark(first, count, false)
			return Allocation{Offset: first * f.block, Size: count * f.block}, nil
		}
		first = f.nextFree(end)
	}
	return NoAllocation, ErrNoSpace
}

// Check implements Allocator. It refuses what is not a range of whole blocks in use.
func (f *Fixed) Check(a Allocation) error {
	if err := checkRange(a, f.Capacity()); err != nil {
		return err
	}
	if a.Offset%f.block != 0 || a.Size%f.block != 0 {
		return fmt.Errorf("%w: %s are not whole blocks of %d", ErrNotLive, a, f.block)
	}
	if next := f.nextFree(a.Offset / f.block); next < a.End()/f.block {
		return fmt.Errorf("%w: %s overlaps the free block [%d, %d)", ErrNotLive, a, next*f.block, (next+1)*f.block)
	}
	return nil
}

// Free implements Allocator.
func (f *Fixed) Free(a Allocation) error {
	if err := f.Check(a); err != nil {
		return err
	}
	f.mark(a.Offset/f.block, a.Size/f.block, true)
	return nil
}

// Extend implements Allocator. It takes whole blocks only.
func (f *Fixed) Extend(extra uint64) error {
	if extra%f.block != 0 {
		return fmt.Errorf("%w: %d units are not whole blocks of %d", ErrExtend, extra, f.block)
	}
	if err := checkExtend(f.Capacity(), extra); err != nil {
		return err
	}
	f.grow(extra / f.block)
	return nil
}

// BlockSize is the size of a block in units.
func (f *Fixed) BlockSize() uint64 { return f.block }

// Capacity implements Allocator.
func (f *Fixed) Capacity() uint64 { return f.count * f.block }

// FreeSize implements Allocator.
func (f *Fixed) FreeSize() uint64 { return f.freeCount * f.block }

// FreeBlocks implements Allocator. It counts runs, not blocks, in time proportional to the space.
func (f *Fixed) FreeBlocks() int {
	n := 0
	for range f.Blocks() {
		n++
	}
	return n
}

// LargestFree implements Allocator, in time proportional to the space.
func (f *Fixed) LargestFree() uint64 {
	largest := uint64(0)
	for b := range f.Blocks() {
		largest = max(largest, b.Size)
	}
	return largest
}

// Blocks implements Allocator: runs of free blocks.
func (f *Fixed) Blocks() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		for first := f.nextFree(0); first < f.count; {
			end := f.runEnd(first, f.count)
			if !yield(Block{first * f.block, (end - first) * f.block}) {
				return
			}
			first = f.nextFree(end)
		}
	}
}

// Validate implements Allocator: the counts and the summary agree with the words.
func (f *Fixed) Validate() error {
	sum := 0
	for w, word := range f.words {
		sum += bits.OnesCount64(word)
		if (f.summary[w/64]>>(w%64)&1 != 0) != (word != 0) {
			return fmt.Errorf("the summary of word %d is wrong", w)
		}
		if behind := int64(w+1)*64 - int64(f.count); behind > 0 && word>>(64-behind) != 0 {
			return fmt.Errorf("blocks after %d are free", f.count)
		}
	}
	if uint64(sum) != f.freeCount {
		return fmt.Errorf("%d blocks are free, counted %d", sum, f.freeCount)
	}
	return nil
}
