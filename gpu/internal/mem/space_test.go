package mem

import (
	"encoding/binary"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func newSpace(t testing.TB, limit uint64) *Space {
	t.Helper()
	s, err := New(limit)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

func TestNewChecksTheLimit(t *testing.T) {
	for _, limit := range []uint64{0, MinBytes - 1, MaxBytes + 1, 1 << 40} {
		_, err := New(limit)
		require.Error(t, err, "limit %d", limit)
	}
	require.Equal(t, uint64(MinBytes), newSpace(t, MinBytes).Limit())
	require.Equal(t, uint64(3*PageSize), newSpace(t, MinBytes+1).Limit())
	require.Equal(t, uint64(MaxBytes), newSpace(t, MaxBytes).Limit())
}

func TestAllocIsAlignedAndNeverZero(t *testing.T) {
	s := newSpace(t, 64<<20)
	for _, align := range []uint64{0, 1, 16, 256, 4096, 64 << 10, 4 << 20} {
		at, err := s.Alloc(100, align)
		require.NoError(t, err)
		require.NotZero(t, at)
		require.Zero(t, at%max(align, Granule), "align %d", align)
	}
	require.Equal(t, uint64(7*112), s.InUse())
	require.NoError(t, s.Validate())
}

func TestAllocTakesTheLastByte(t *testing.T) {
	s := newSpace(t, MinBytes)
	_, err := s.Alloc(PageSize+1, 0)
	var oom *ErrOutOfMemory
	require.ErrorAs(t, err, &oom)
	require.Equal(t, ErrOutOfMemory{Want: PageSize + 16, Align: 16, Free: PageSize, Largest: PageSize, Limit: MinBytes}, *oom)
	at, err := s.Alloc(PageSize, 0)
	require.NoError(t, err)
	require.Equal(t, uint64(PageSize), at)
	s.Bytes()[MinBytes-1] = 1
	_, err = s.Alloc(0, 0)
	require.ErrorAs(t, err, &oom)
	require.Zero(t, oom.Free)
	_, err = s.Alloc(1<<63, 0)
	require.Error(t, err)
}

func TestBigAllocationsAreStaggered(t *testing.T) {
	s := newSpace(t, 64<<20)
	seen := map[uint64]bool{}
	for range 8 {
		at, err := s.Alloc(1<<20, 256)
		require.NoError(t, err)
		require.Zero(t, at%256)
		require.False(t, seen[at%cachePage], "two big ranges start at %d modulo 4 KiB", at%cachePage)
		seen[at%cachePage] = true
	}
	at, err := s.Alloc(1<<20, 64<<10)
	require.NoError(t, err)
	require.Zero(t, at%(64<<10))
}

func TestFreshReadsZeroAndFreedReadsPoison(t *testing.T) {
	s := newSpace(t, 128<<20)
	at, err := s.Alloc(1000, 0)
	require.NoError(t, err)
	for _, b := range s.Bytes()[at : at+1008] {
		require.Zero(t, b)
	}
	s.Free(at)
	for i := at; i < at+1008; i += 4 {
		require.Equal(t, Poison, binary.LittleEndian.Uint32(s.Bytes()[i:]))
	}
	again, err := s.Alloc(1000, 0)
	require.NoError(t, err)
	require.Equal(t, at, again)
	s.Zero(again, again+500)
	s.Fill(again+1, again+6)
	require.Equal(t, []byte{0, 0xDE, 0xC0, 0xFF, 0xAD, 0xDE, 0, 0}, s.Bytes()[again:again+8])
}

// TestAllocZeroedForgetsWhatWasThere takes a range of which the first part was freed, and the rest was never used.
func TestAllocZeroedForgetsWhatWasThere(t *testing.T) {
	s := newSpace(t, 128<<20)
	at, err := s.Alloc(1000, 0)
	require.NoError(t, err)
	s.Free(at)
	again, err := s.AllocZeroed(5000, 0)
	require.NoError(t, err)
	require.Equal(t, at, again)
	for i, b := range s.Bytes()[again : again+5000] {
		require.Zero(t, b, i)
	}
	_, err = s.AllocZeroed(128<<20, 0)
	require.Error(t, err)
}

func TestBigFreedRangeIsPoisonedAtItsEnds(t *testing.T) {
	s := newSpace(t, 128<<20)
	const n = 40 << 20
	at, err := s.Alloc(n, 0)
	require.NoError(t, err)
	s.Bytes()[at+n/2] = 7
	s.Free(at)
	word := func(i uint64) uint32 { return binary.LittleEndian.Uint32(s.Bytes()[at+i:]) }
	require.Equal(t, Poison, word(0))
	require.Equal(t, Poison, word(poisonEdge-4))
	require.Zero(t, word(poisonEdge))
	require.Zero(t, word(n/2))
	require.Zero(t, word(n-poisonEdge-4))
	require.Equal(t, Poison, word(n-4))
}

func TestPeakStays(t *testing.T) {
	s := newSpace(t, 1<<20)
	a, err := s.Alloc(4096, 0)
	require.NoError(t, err)
	s.Free(a)
	require.Zero(t, s.InUse())
	require.Equal(t, uint64(4096), s.Peak())
}

func TestFreeOfWhatWasNotAllocatedPanics(t *testing.T) {
	s := newSpace(t, 1<<20)
	a, err := s.Alloc(64, 0)
	require.NoError(t, err)
	require.Panics(t, func() { s.Free(a + 16) })
	s.Free(a)
	require.Panics(t, func() { s.Free(a) })
	require.Panics(t, func() { _, _ = s.Alloc(16, 24) })
}

// FuzzAlloc replays a stream of allocations and frees and compares with a bitmap of granules: ranges are disjoint,
// aligned, inside, and refused exactly when the bitmap has no hole for them.
func FuzzAlloc(f *testing.F) {
	f.Add([]byte{0x10, 3, 0x91, 200, 0x05, 1, 0x00, 0, 0xff, 0xff})
	f.Add([]byte{1, 255, 2, 255, 3, 255, 0x80, 0, 0x81, 1, 9, 255})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1000 { // each step looks at everything, and a worker that takes 10 s counts as hung
			return
		}
		s := newSpace(t, 5*PageSize)
		m := model{used: make([]bool, 5*PageSize/Granule), first: PageSize / Granule}
		var live [][2]uint64
		for ; len(data) >= 2; data = data[2:] {
			if data[0]&0x80 != 0 && len(live) > 0 {
				i := int(data[1]) % len(live)
				s.Free(live[i][0])
				m.mark(live[i], false)
				live = append(live[:i], live[i+1:]...)
			} else if r, ok := m.alloc(t, s, data[0], data[1]); ok {
				live = append(live, r)
			}
			require.NoError(t, s.Validate())
		}
	})
}

type model struct {
	used  []bool
	first int
}

func (m model) alloc(t *testing.T, s *Space, a, b byte) ([2]uint64, bool) {
	align := uint64(1) << (a & 15)
	size := uint64(b)*uint64(b)*4 + uint64(a>>4)
	want := max(1, (size+Granule-1)/Granule)
	at, err := s.Alloc(size, align)
	if err != nil {
		var oom *ErrOutOfMemory
		require.True(t, errors.As(err, &oom))
		require.False(t, m.fits(want, max(align, Granule)), "refused %d bytes aligned to %d", size, align)
		return [2]uint64{}, false
	}
	require.Zero(t, at%align)
	r := [2]uint64{at, at + want*Granule}
	require.LessOrEqual(t, r[1], s.Limit())
	for i := r[0] / Granule; i < r[1]/Granule; i++ {
		require.False(t, m.used[i] || i < uint64(m.first), "granule %d is in use", i)
	}
	m.mark(r, true)
	return r, true
}

func (m model) mark(r [2]uint64, used bool) {
	for i := r[0] / Granule; i < r[1]/Granule; i++ {
		m.used[i] = used
	}
}

func (m model) fits(want, align uint64) bool {
	step := align / Granule
	for at := (uint64(m.first) + step - 1) / step * step; at+want <= uint64(len(m.used)); at += step {
		hole := true
		for i := at; i < at+want && hole; i++ {
			hole = !m.used[i]
		}
		if hole {
			return true
		}
	}
	return false
}

// TestGapsAreSteppedOver: allocations that are shorter than their alignment leave gaps that are long enough for others, which begin nowhere in them.
// What is looked at is the same for each allocation, and nothing that fits is missed.
func TestGapsAreSteppedOver(t *testing.T) {
	s := newSpace(t, 1<<22)
	const n = 4000
	for range n {
		at, err := s.Alloc(256, 512)
		require.NoError(t, err)
		require.Zero(t, at%512)
	}
	require.Less(t, s.blocks.steps, (few+2)*n)
	count := 0
	for ; ; count++ {
		if _, err := s.Alloc(256, 512); err != nil {
			break
		}
	}
	require.Equal(t, (1<<22-PageSize)/512, n+count, "every place")
	_, err := s.Alloc(256, 256)
	require.NoError(t, err, "the gaps serve others")
	require.NoError(t, s.Validate())
}

func BenchmarkAllocFree(b *testing.B) {
	s := newSpace(b, MaxBytes)
	live := make([]uint64, 1024)
	for i := range live {
		live[i], _ = s.Alloc(uint64(64+i%37*128), 256)
	}
	b.ReportAllocs()
	for i := range b.N {
		j := i * 7919 % len(live)
		s.Free(live[j])
		live[j], _ = s.Alloc(uint64(64+i%37*128), 256)
	}
}
