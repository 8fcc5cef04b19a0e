// Package ring hands out ranges of a ring that frames use and give back in order: integers in, integers out.
//
//	          tail                     head
//	            │                        │
//	────────────▼────────────┬───────────▼───────────────
//	   free     │ frame 3    │ frame 4   │     free          one frame is recorded, older ones wait for the GPU
//	────────────┴────────────┴───────────┴───────────────
//	            ◀── frames ──▶◀─current──▶
//
// Allocate takes space at the head. FinishFrame marks where the frame ended, with the number the GPU will have reached when it is done with the
// frame. ReleaseFrames moves the tail past the finished frames.
//
// Buffer is the RingBuffer of Diligent Engine:
//
//	RingBuffer(max)                       New(max)
//	Allocate(size, alignment)             Allocate, with ErrNoSpace beside NoOffset; the offset is aligned
//	InvalidOffset                         NoOffset
//	FinishCurrentFrame(fence)             FinishFrame(fence); ErrOrder for a smaller fence than the last
//	ReleaseCompletedFrames(completed)     ReleaseFrames(completed), with the rule number <= completed
//	GetMaxSize, GetUsedSize               Stats().Capacity, .Used
//	IsFull, IsEmpty                       Full, Empty
//	RingBuffer(std::move(ring))           Move
//
// For the counts of the article "Managing Resource Lifetimes" (a list n is done when n < completed) call ReleaseFrames(completed - 1).
//
// The package must not know what a unit is, and it knows no GPU, no lock and no time. Nothing in it is safe for concurrent use.
package ring

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// NoOffset is the offset of a request that failed.
const NoOffset = math.MaxUint64

// Errors of a ring. Order wraps with the numbers.
var (
	ErrSize      = errors.New("the size must be at least 1")
	ErrAlignment = errors.New("the alignment must be a power of two")
	ErrNoSpace   = errors.New("the ring has no free range that is large enough")
	ErrOrder     = errors.New("the numbers of frames must not fall")
)

// frame is a finished frame. Its size is kept because head == tail says empty as well as full.
type frame struct{ number, end, size uint64 }

// Buffer is a ring of a fixed capacity.
//
// Allocate(size, alignment) in detail; the returned offset is aligned, other than those of package alloc:
//
//  1. The size is rounded up to the alignment. If less is unused, the request fails.
//  2. If the head is not before the tail, the range begins at the head's next aligned offset if it fits before the end, and
//     otherwise at 0 if it fits before the tail; the rest of the ring's end is charged to the frame.
//  3. If the head is before the tail, the range must fit between them.
//
// The size and everything skipped before it are charged to the current frame.
type Buffer struct {
	capacity, head, tail, used uint64
	current                    uint64 // charged to the frame that is recorded
	last                       uint64 // number of the last finished frame
	frames                     []frame
}

// New makes an empty ring of capacity units.
func New(capacity uint64) *Buffer { return &Buffer{capacity: capacity} }

// Move hands the ring over to a new one, with all frames, and leaves this one without capacity: it is empty and refuses every request.
func (b *Buffer) Move() *Buffer {
	moved := *b
	*b = Buffer{}
	return &moved
}

// Allocate takes size units whose offset is a multiple of alignment, a power of two. It returns NoOffset and ErrSize,
// ErrAlignment or ErrNoSpace if it cannot, and changes nothing then.
func (b *Buffer) Allocate(size, alignment uint64) (uint64, error) {
	switch {
	case size == 0:
		return NoOffset, ErrSize
	case bits.OnesCount64(alignment) != 1:
		return NoOffset, ErrAlignment
	case size > b.capacity:
		return NoOffset, ErrNoSpace
	}
	size = (size + alignment - 1) &^ (alignment - 1)
	if size == 0 || size > b.capacity-b.used { // 0: rounding wrapped around
		return NoOffset, ErrNoSpace
	}
	limit := b.capacity
	if b.head < b.tail {
		limit = b.tail
	}
	padding := -b.head & (alignment - 1)
	if room := limit - b.head; room >= size && room-size >= padding {
		offset := b.head + padding
		b.charge(padding+size, offset+size)
		return offset, nil
	}
	if b.head >= b.tail && size <= b.tail {
		b.charge(b.capacity-b.head+size, size)
		return 0, nil
	}
	return NoOffset, ErrNoSpace
}

func (b *Buffer) charge(size, head uint64) {
	b.used += size
	b.current += size
	b.head = head
}

// FinishFrame ends the current frame: its space is free once the GPU has passed number. A frame without allocations leaves
// nothing after. A number smaller than that of the last frame is refused with an error that wraps ErrOrder.
func (b *Buffer) FinishFrame(number uint64) error {
	if b.current == 0 {
		return nil
	}
	if len(b.frames) > 0 && number < b.last {
		return fmt.Errorf("%w: frame %d after frame %d", ErrOrder, number, b.last)
	}
	b.frames = append(b.frames, frame{number, b.head, b.current})
	b.last, b.current = number, 0
	return nil
}

// ReleaseFrames frees the finished frames with numbers up to completed, and returns how many. If nothing is used then, the next
// allocation begins at 0.
func (b *Buffer) ReleaseFrames(completed uint64) int {
	n := 0
	for ; n < len(b.frames) && b.frames[n].number <= completed; n++ {
		b.used -= b.frames[n].size
		b.tail = b.frames[n].end
	}
	b.frames = b.frames[n:]
	if b.used == 0 {
		b.head, b.tail = 0, 0
	}
	return n
}

// Stats are the numbers of a ring at one moment, in units.
type Stats struct {
	Capacity, Used uint64 // Used: of all frames, with what they skipped
	CurrentFrame   uint64 // of the frame that is recorded
	Head, Tail     uint64
	Frames         int // finished, not released
}

// Stats reads the numbers.
func (b *Buffer) Stats() Stats {
	return Stats{Capacity: b.capacity, Used: b.used, CurrentFrame: b.current, Head: b.head, Tail: b.tail, Frames: len(b.frames)}
}

// Empty reports whether nothing is used.
func (b *Buffer) Empty() bool { return b.used == 0 }

// Full reports whether everything is used.
func (b *Buffer) Full() bool { return b.used == b.capacity }

// Validate checks the ring's structure: what the frames use is what lies between tail and head.
func (b *Buffer) Validate() error {
	sum := b.current
	for i, f := range b.frames {
		sum += f.size
		if f.size == 0 || f.end > b.capacity || i > 0 && f.number < b.frames[i-1].number {
			return fmt.Errorf("frame %d: number %d, %d units up to %d", i, f.number, f.size, f.end)
		}
	}
	between := b.head - b.tail
	if b.head < b.tail || b.head == b.tail && b.used > 0 {
		between = b.capacity - b.tail + b.head
	}
	if sum != b.used || between != b.used || b.used > b.capacity || max(b.head, b.tail) > b.capacity {
		return fmt.Errorf("tail %d, head %d of %d: %d between them, %d used, %d in frames", b.tail, b.head, b.capacity, between, b.used, sum)
	}
	return nil
}
