package mem

import (
	"encoding/binary"
	"fmt"
)

const (
	// PageSize is the granularity of a Space's length in bytes: one WebAssembly page.
	PageSize = 64 << 10
	// MaxBytes is the largest Space, 65535 pages. One page less than 4 GiB keeps the length a 32-bit number.
	MaxBytes = 65535 * PageSize
	// MinBytes is the smallest Space: the guard page and one page to allocate from.
	MinBytes = 2 * PageSize
	// Granule is the unit of allocation in bytes; sizes are rounded up to it.
	Granule = 16
	// Poison is the word that fills freed memory, little-endian from each 4-byte boundary. As a float it is a quiet NaN.
	Poison uint32 = 0xFFC0DEAD

	poisonWhole = 16 << 20 // freed ranges up to this length are poisoned entirely
	poisonEdge  = 8 << 20  // of longer ones, this much at either end
	staggerFrom = 64 << 10 // allocations at least this long are staggered
	cachePage   = 4 << 10  // ranges whose starts agree modulo this compete for the same cache sets
	staggerStep = 320      // bytes by which the start of the next big allocation moves within a cachePage
)

// ErrOutOfMemory is the error of Alloc when no free range is long enough. All fields are in bytes.
type ErrOutOfMemory struct {
	Want    uint64 // what was asked for, rounded up to Granule
	Align   uint64 // the alignment asked for
	Free    uint64 // sum of all free ranges
	Largest uint64 // the longest free range
	Limit   uint64 // length of the whole space
}

// Error says what was asked for and what there is.
func (e *ErrOutOfMemory) Error() string {
	return fmt.Sprintf("out of GPU memory: want %d bytes aligned to %d, have %d bytes free of %d, the longest free range is %d bytes",
		e.Want, e.Align, e.Free, e.Limit, e.Largest)
}

// Space is one reserved region and the allocator of its ranges. Create it with New.
type Space struct {
	region  region
	blocks  blockList
	begins  map[uint64]int32 // start of each allocated range to its block
	fresh   uint64           // nothing at or above this offset was ever allocated
	inUse   uint64
	peak    uint64
	stagger uint64
}

// New reserves a space of limitBytes, rounded up to PageSize. Nothing is committed yet. It fails when limitBytes is
// outside [MinBytes, MaxBytes] or the system refuses the reservation.
func New(limitBytes uint64) (*Space, error) {
	if limitBytes < MinBytes || limitBytes > MaxBytes {
		return nil, fmt.Errorf("mem: limit is %d bytes, want %d to %d", limitBytes, uint64(MinBytes), uint64(MaxBytes))
	}
	limit := alignUp(limitBytes, PageSize)
	r, err := reserve(limit)
	if err != nil {
		return nil, fmt.Errorf("mem: reserve %d bytes: %w", limit, err)
	}
	s := &Space{region: r, begins: make(map[uint64]int32), fresh: PageSize}
	s.blocks.init(PageSize, limit)
	return s, nil
}

// Bytes is the whole space. Only ranges that Alloc returned may be touched. The slice stays valid until Close.
func (s *Space) Bytes() []byte { return s.region.bytes }

// Limit is the length of the space in bytes.
func (s *Space) Limit() uint64 { return uint64(len(s.region.bytes)) }

// InUse is the sum of the allocated ranges in bytes, after rounding to Granule.
func (s *Space) InUse() uint64 { return s.inUse }

// Peak is the largest InUse so far.
func (s *Space) Peak() uint64 { return s.peak }

// Alloc takes a range of size bytes whose offset is a multiple of align, a power of two of at most MaxBytes (0 stands
// for 1). The offset is never 0 and at least a multiple of Granule. Size 0 takes Granule bytes. It fails with
// *ErrOutOfMemory exactly when no free range can hold the allocation; nothing changes then.
//
// Long ranges that do not ask for an alignment of a page are started at different offsets modulo 4 KiB, because
// streams that run in step through several buffers would otherwise fight for the same cache sets.
func (s *Space) Alloc(size, align uint64) (uint64, error) {
	align = checkAlign(align)
	want := alignUp(max(size, 1), Granule)
	if size > MaxBytes {
		return 0, s.outOfMemory(size, align)
	}
	skew := s.nextSkew(want, align)
	id, begin := s.blocks.take(want, align, skew)
	if id == none && skew != 0 {
		id, begin = s.blocks.take(want, align, 0)
	}
	if id == none {
		return 0, s.outOfMemory(want, align)
	}
	if err := s.region.commit(begin, begin+want); err != nil {
		s.blocks.give(id)
		return 0, s.outOfMemory(want, align)
	}
	s.begins[begin] = id
	s.fresh = max(s.fresh, begin+want)
	s.inUse += want
	s.peak = max(s.peak, s.inUse)
	return begin, nil
}

// AllocZeroed is Alloc of memory that reads as zeros, whatever was there before.
func (s *Space) AllocZeroed(size, align uint64) (uint64, error) {
	fresh := s.fresh
	begin, err := s.Alloc(size, align)
	if err == nil && begin < fresh {
		s.Zero(begin, min(begin+s.Size(begin), fresh))
	}
	return begin, err
}

// Free returns a range to the space and poisons it. offset must come from Alloc and not be freed already.
func (s *Space) Free(offset uint64) {
	id, ok := s.begins[offset]
	if !ok {
		panic(fmt.Sprintf("BUG: mem: free of offset %d, which is not the start of an allocation", offset))
	}
	delete(s.begins, offset)
	b := s.blocks.at(id)
	s.inUse -= b.end - b.begin
	s.poisonFreed(b.begin, b.end)
	s.blocks.give(id)
}

// Size is the length in bytes of the allocation that starts at offset, 0 if none does.
func (s *Space) Size(offset uint64) uint64 {
	id, ok := s.begins[offset]
	if !ok {
		return 0
	}
	b := s.blocks.at(id)
	return b.end - b.begin
}

// Zero clears [begin, end), which must be allocated.
func (s *Space) Zero(begin, end uint64) { s.region.clear(begin, end) }

// Fill writes Poison over [begin, end), which must be allocated. A byte gets the part of the word that belongs to its
// address, so the pattern does not depend on begin.
func (s *Space) Fill(begin, end uint64) { fillPoison(s.region.bytes, begin, end) }

// Close gives the region back to the system. No slice of it and no kernel instance may be used any more.
func (s *Space) Close() error {
	s.begins = nil
	return s.region.release()
}

// Validate checks the invariants of the allocator and says which one is broken. It is for tests and fuzzing.
func (s *Space) Validate() error {
	used, err := s.blocks.validate(PageSize, s.Limit())
	if err != nil {
		return err
	}
	if used != s.inUse {
		return fmt.Errorf("mem: blocks in use hold %d bytes, the counter says %d", used, s.inUse)
	}
	for begin, id := range s.begins {
		if b := s.blocks.at(id); b.begin != begin || b.free {
			return fmt.Errorf("mem: allocation at %d points at the block [%d, %d), free %v", begin, b.begin, b.end, b.free)
		}
	}
	return nil
}

func (s *Space) outOfMemory(want, align uint64) error {
	free, largest := s.blocks.freeBytes()
	return &ErrOutOfMemory{Want: want, Align: align, Free: free, Largest: largest, Limit: s.Limit()}
}

// nextSkew is where within a cache page the next long range starts: cachePage for its begin, 0 for anywhere.
func (s *Space) nextSkew(want, align uint64) uint64 {
	if want < staggerFrom || align >= cachePage {
		return 0
	}
	s.stagger = alignUp(s.stagger%cachePage+staggerStep, align)
	if s.stagger > cachePage {
		s.stagger = alignUp(s.stagger-cachePage, align)
	}
	return s.stagger
}

func (s *Space) poisonFreed(begin, end uint64) {
	if end-begin <= poisonWhole {
		fillPoison(s.region.bytes, begin, end)
		return
	}
	fillPoison(s.region.bytes, begin, begin+poisonEdge)
	s.region.clear(begin+poisonEdge, end-poisonEdge)
	fillPoison(s.region.bytes, end-poisonEdge, end)
}

func checkAlign(align uint64) uint64 {
	if align == 0 {
		align = 1
	}
	if align&(align-1) != 0 || align > MaxBytes {
		panic(fmt.Sprintf("BUG: mem: alignment %d is not a power of two of at most %d", align, uint64(MaxBytes)))
	}
	return max(align, Granule)
}

func alignUp(n, align uint64) uint64 { return (n + align - 1) / align * align }

// fillPoison writes the pattern by doubling copies, which is as fast as the system's memmove.
func fillPoison(bytes []byte, begin, end uint64) {
	b := bytes[begin:end]
	var word [8]byte
	binary.LittleEndian.PutUint32(word[:], Poison)
	binary.LittleEndian.PutUint32(word[4:], Poison)
	n := copy(b, word[begin%4:begin%4+4])
	for n < len(b) {
		n += copy(b[n:], b[:min(n, 1<<16)])
	}
}
