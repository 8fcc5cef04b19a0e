package alloc

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// take allocates and requires a range.
func take(t *testing.T, a Allocator, size, alignment, offset, got uint64) Allocation {
	t.Helper()
	r, err := a.Allocate(size, alignment)
	require.NoError(t, err)
	require.Equal(t, [2]uint64{offset, got}, [2]uint64{r.Offset, r.Size})
	require.NoError(t, a.Validate())
	return r
}

// refuse allocates and requires that it fails without a trace.
func refuse(t *testing.T, a Allocator, size, alignment uint64) {
	t.Helper()
	before := Report(a)
	r, err := a.Allocate(size, alignment)
	require.ErrorIs(t, err, ErrNoSpace)
	require.Equal(t, NoAllocation, r)
	require.False(t, r.Valid())
	require.Equal(t, before, Report(a))
}

func giveBack(t *testing.T, a Allocator, all ...Allocation) {
	t.Helper()
	for _, r := range all {
		require.NoError(t, a.Free(r))
		require.NoError(t, a.Validate())
	}
}

// blocks lists the free blocks.
func blocks(a Allocator) (out []Block) {
	for b := range a.Blocks() {
		out = append(out, b)
	}
	return out
}

func TestBestFitStartsWithTheLargestPowerOfTwo(t *testing.T) {
	for capacity, want := range map[uint64]uint64{0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 100: 64, 127: 64, 128: 128, 1023: 512, 1 << 40: 1 << 40} {
		b := NewBestFit(capacity)
		require.Equal(t, want, b.CurrAlignment(), "%d", capacity)
		require.NoError(t, b.Validate())
		require.Equal(t, []Block{{0, capacity}}, blocks(b))
		require.Equal(t, 1, b.FreeBlocks())
		require.Equal(t, capacity, b.LargestFree())
		require.True(t, Empty(b))
		require.Equal(t, capacity == 0, Full(b))
	}
}

// TestBestFitReserve walks through the request that fails although a block of its size and alignment is free.
func TestBestFitReserve(t *testing.T) {
	b := NewBestFit(128)
	first := take(t, b, 64, 1, 0, 64)
	require.EqualValues(t, 64, b.CurrAlignment()) // 64 is not a multiple of 128, and a power of two
	take(t, b, 20, 4, 64, 20)
	require.EqualValues(t, 4, b.CurrAlignment()) // 20 is neither
	giveBack(t, b, first)
	require.Equal(t, []Block{{0, 64}, {84, 44}}, blocks(b))
	refuse(t, b, 64, 16) // 64 + 12 in reserve
	refuse(t, b, 52, 16) // is 64 as well
	refuse(t, b, 49, 16)
	last := take(t, b, 48, 16, 0, 48)
	require.EqualValues(t, 4, b.CurrAlignment())
	giveBack(t, b, last)
	take(t, b, 64, 4, 0, 64) // no reserve
}

func TestBestFitPadding(t *testing.T) {
	b := NewBestFit(256)
	take(t, b, 4, 4, 0, 4)
	require.EqualValues(t, 4, b.CurrAlignment())
	a := take(t, b, 33, 32, 4, 28+64) // 33 is 64 at 32
	require.EqualValues(t, 32, a.Aligned(32))
	require.EqualValues(t, 96, a.End())
	require.EqualValues(t, 160, b.FreeSize())
	giveBack(t, b, a)
	require.Equal(t, []Block{{4, 252}}, blocks(b))
	require.Equal(t, "[4, 96)", a.String())
	require.Equal(t, "none", NoAllocation.String())
}

// TestBestFitChoice: the smallest block that fits, and of equal ones the one that came to be first.
func TestBestFitChoice(t *testing.T) {
	b := NewBestFit(160)
	var r []Allocation
	for i, size := range []uint64{32, 8, 16, 8, 24, 8, 16, 8} {
		_ = i
		a, err := b.Allocate(size, 8)
		require.NoError(t, err)
		r = append(r, a)
	}
	// 0..32 | 32..40 | 40..56 | 56..64 | 64..88 | 88..96 | 96..112 | 112..120 | free 120..160
	giveBack(t, b, r[6], r[2], r[0], r[4]) // 16 at 96 before 16 at 40
	require.Equal(t, []Block{{0, 32}, {40, 16}, {64, 24}, {96, 16}, {120, 40}}, blocks(b))
	require.EqualValues(t, 40, b.LargestFree())
	take(t, b, 16, 8, 96, 16)
	take(t, b, 16, 8, 40, 16)
	take(t, b, 16, 8, 64, 16) // of 24; 8 stay
	take(t, b, 8, 8, 80, 8)
	take(t, b, 33, 1, 120, 33)
	require.EqualValues(t, 1, b.CurrAlignment())
	require.Equal(t, []Block{{0, 32}, {153, 7}}, blocks(b))
}

// TestBestFitFree: the four ways to merge.
func TestBestFitFree(t *testing.T) {
	b := NewBestFit(128)
	var r []Allocation
	for i := range uint64(8) {
		r = append(r, take(t, b, 16, 16, i*16, 16))
	}
	require.True(t, Full(b))
	require.Zero(t, b.LargestFree())
	require.Zero(t, b.FreeBlocks())
	refuse(t, b, 1, 1)
	giveBack(t, b, r[1]) // none
	require.Equal(t, []Block{{16, 16}}, blocks(b))
	giveBack(t, b, r[2]) // the one before it
	require.Equal(t, []Block{{16, 32}}, blocks(b))
	giveBack(t, b, r[0]) // the one after it
	require.Equal(t, []Block{{0, 48}}, blocks(b))
	giveBack(t, b, r[4])
	giveBack(t, b, r[3]) // both
	require.Equal(t, []Block{{0, 80}}, blocks(b))
	require.EqualValues(t, 16, b.CurrAlignment())
	giveBack(t, b, r[7], r[6], r[5])
	require.Equal(t, []Block{{0, 128}}, blocks(b))
	require.EqualValues(t, 128, b.CurrAlignment()) // all is free: from the start
}

func TestBestFitExtend(t *testing.T) {
	b := NewBestFit(16)
	require.NoError(t, b.Extend(48))
	require.NoError(t, b.Validate())
	require.Equal(t, []Block{{0, 64}}, blocks(b))
	require.EqualValues(t, 16, b.CurrAlignment()) // not computed again
	refuse(t, b, 64, 32)
	a := take(t, b, 64, 16, 0, 64)
	require.NoError(t, b.Extend(8)) // nothing is free at the end
	require.Equal(t, []Block{{64, 8}}, blocks(b))
	require.NoError(t, b.Extend(8)) // now there is
	require.Equal(t, []Block{{64, 16}}, blocks(b))
	require.EqualValues(t, 80, b.Capacity())
	require.EqualValues(t, 16, b.FreeSize())
	giveBack(t, b, a)
	require.EqualValues(t, 64, b.CurrAlignment()) // of 80
	require.NoError(t, b.Extend(0))
	require.ErrorIs(t, b.Extend(math.MaxUint64-80), ErrExtend)
	require.NoError(t, b.Extend(math.MaxUint64-81))
	require.NoError(t, NewBestFit(0).Extend(4))
}

func TestBestFitRefusesWhatIsNotLive(t *testing.T) {
	b := NewBestFit(64)
	a := take(t, b, 16, 16, 0, 16)
	c := take(t, b, 16, 16, 16, 16)
	giveBack(t, b, a)
	for _, bad := range []Allocation{a, {}, NoAllocation, {Offset: 8, Size: 16}, {Offset: 16, Size: 17}, {Offset: 64, Size: 1}, {Offset: 16, Size: math.MaxUint64}} {
		require.ErrorIs(t, b.Free(bad), ErrNotLive, "%s", bad)
		require.ErrorIs(t, b.Check(bad), ErrNotLive, "%s", bad)
	}
	require.NoError(t, b.Check(c))
	require.EqualError(t, b.Free(a), "the range is not allocated: [0, 16) overlaps the free block [0, 16)")
	giveBack(t, b, c)
}

func TestWrongArguments(t *testing.T) {
	for name, a := range map[string]Allocator{"best fit": NewBestFit(64), "two-level": NewTwoLevel(64), "fixed": NewFixed(64, 1)} {
		for _, c := range []struct {
			size, alignment uint64
			want            error
		}{
			{0, 1, ErrSize}, {1, 0, ErrAlignment}, {1, 3, ErrAlignment}, {65, 1, ErrNoSpace}, {64, 128, ErrNoSpace},
			{math.MaxUint64, 1, ErrNoSpace}, {math.MaxUint64, 1 << 63, ErrNoSpace}, {1, 1 << 63, ErrNoSpace},
		} {
			r, err := a.Allocate(c.size, c.alignment)
			require.ErrorIs(t, err, c.want, "%s: %d, %d", name, c.size, c.alignment)
			require.Equal(t, NoAllocation, r)
		}
		r, err := a.Allocate(64, 64)
		require.NoError(t, err, name)
		giveBack(t, a, r)
	}
}

func TestReport(t *testing.T) {
	b := NewBestFit(1024)
	a := take(t, b, 256, 4, 0, 256)
	c := take(t, b, 212, 4, 256, 212)
	take(t, b, 344, 4, 468, 344)
	giveBack(t, b, c)
	require.Equal(t, `capacity 1024, used 600, free 424 in 2 blocks, largest 212, fragmentation 0.500
  free [256, 468)  212
  free [812, 1024)  212
`, Report(b))
	require.Zero(t, StatsOf(NewBestFit(0)).Fragmentation())
	require.EqualValues(t, 600, StatsOf(b).Used)
	giveBack(t, b, a)
}
