package alloc

import (
	"math"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

func TestBins(t *testing.T) {
	for _, c := range []struct {
		size        uint64
		floor, ceil int
	}{
		{1, 1, 1}, {2, 2, 2}, {7, 7, 7}, {8, 8, 8}, {9, 9, 9}, {15, 15, 15}, {16, 16, 16}, {17, 16, 17}, {18, 17, 17}, {31, 23, 24}, {32, 24, 24}, {33, 24, 25},
	} {
		require.Equal(t, c.floor, binFloor(c.size), "%d", c.size)
		require.Equal(t, c.ceil, binCeil(c.size), "%d", c.size)
	}
	require.Zero(t, binFloor(0))
	require.Equal(t, binCount-1, binFloor(math.MaxUint64))
	require.Equal(t, binCount, binCeil(math.MaxUint64)) // no block is large enough
}

// TestTwoLevelHasNoMemory: requests that BestFit refuses because of earlier ones.
func TestTwoLevelHasNoMemory(t *testing.T) {
	a := NewTwoLevel(128)
	first := take(t, a, 64, 1, 0, 64)
	second := take(t, a, 20, 4, 64, 20)
	giveBack(t, a, first)
	first = take(t, a, 64, 16, 0, 64)
	giveBack(t, a, first, second)
	require.NoError(t, a.Extend(128))
	take(t, a, 256, 256, 0, 256)
}

func TestTwoLevelChoice(t *testing.T) {
	a := NewTwoLevel(1024)
	var r []Allocation
	for range 8 {
		x, err := a.Allocate(100, 1)
		require.NoError(t, err)
		r = append(r, x)
	}
	giveBack(t, a, r[1], r[3], r[5])
	require.Equal(t, []Block{{100, 100}, {300, 100}, {500, 100}, {800, 224}}, blocks(a))
	take(t, a, 96, 1, 500, 96)   // the newest of the bin 96 to 103
	take(t, a, 97, 1, 800, 97)   // its bin begins at 104
	take(t, a, 127, 1, 897, 127) // the whole rest
	take(t, a, 100, 1, 300, 100) // nothing else is left: by chance
	refuse(t, a, 101, 1)         // 100 and 4 are free
	require.Equal(t, 2, a.FreeBlocks())
	require.EqualValues(t, 100, a.LargestFree())
	take(t, a, 32, 64, 100, 28+64) // 32 is 64 at 128
}

func TestTwoLevelRefusesWhatIsNotLive(t *testing.T) {
	a := NewTwoLevel(64)
	x := take(t, a, 16, 1, 0, 16)
	y := take(t, a, 16, 1, 16, 16)
	require.NoError(t, a.Check(x))
	giveBack(t, a, x)
	again := take(t, a, 16, 1, 0, 16) // the same range, and the same record, with a new owner
	require.NotEqual(t, x, again)
	for _, bad := range []Allocation{x, {}, NoAllocation, {Offset: 0, Size: 16}, {Offset: 0, Size: 16, node: 99}, {Offset: 0, Size: 8, node: again.node, ordinal: again.ordinal},
		{Offset: 4, Size: 12, node: again.node, ordinal: again.ordinal}, {Offset: 0, Size: 16, node: again.node, ordinal: again.ordinal + 1}} {
		require.ErrorIs(t, a.Free(bad), ErrNotLive, "%s", bad)
	}
	giveBack(t, a, again, y)
	require.ErrorIs(t, a.Free(y), ErrNotLive)
	require.Equal(t, []Block{{0, 64}}, blocks(a))
}

// TestTwoLevelOrdinals: after 2^32 - 1 allocations the ordinals begin again at 1, since 0 says that nobody has the block.
func TestTwoLevelOrdinals(t *testing.T) {
	a := NewTwoLevel(64)
	a.ordinal = math.MaxUint32 - 1
	x, y := take(t, a, 16, 1, 0, 16), take(t, a, 16, 1, 16, 16)
	require.Equal(t, []uint32{math.MaxUint32, 1}, []uint32{x.ordinal, y.ordinal})
	giveBack(t, a, y, x)
	require.True(t, Empty(a))
}

func TestTwoLevelExtend(t *testing.T) {
	a := NewTwoLevel(0)
	require.NoError(t, a.Validate())
	require.Zero(t, a.FreeBlocks())
	require.Zero(t, a.LargestFree())
	require.NoError(t, a.Extend(8))
	x := take(t, a, 8, 8, 0, 8)
	require.NoError(t, a.Extend(4))
	require.NoError(t, a.Extend(4))
	require.NoError(t, a.Validate())
	require.Equal(t, []Block{{8, 8}}, blocks(a))
	giveBack(t, a, x)
	require.Equal(t, []Block{{0, 16}}, blocks(a))
	require.ErrorIs(t, a.Extend(math.MaxUint64-16), ErrExtend)
}

func TestFixed(t *testing.T) {
	f := NewFixed(4, 256)
	x := take(t, f, 200, 1, 0, 256)
	y := take(t, f, 100, 1, 256, 256)
	z := take(t, f, 300, 1, 512, 512)
	refuse(t, f, 10, 1)
	giveBack(t, f, y)
	require.Equal(t, []Block{{256, 256}}, blocks(f))
	require.ErrorIs(t, f.Free(y), ErrNotLive)
	require.ErrorIs(t, f.Free(Allocation{Offset: 1, Size: 256}), ErrNotLive)
	require.ErrorIs(t, f.Free(Allocation{Offset: 0, Size: 128}), ErrNotLive)
	require.ErrorIs(t, f.Free(Allocation{Offset: 0, Size: 512}), ErrNotLive)
	refuse(t, f, 257, 1)
	take(t, f, 256, 256, 256, 256)
	giveBack(t, f, x, z)
	refuse(t, f, 256, 1024*2)
	take(t, f, 512, 512, 512, 512)
	take(t, f, 1, 1, 0, 256)
	require.ErrorIs(t, f.Extend(100), ErrExtend)
	require.NoError(t, f.Extend(512))
	require.NoError(t, f.Validate())
	require.EqualValues(t, 1536, f.Capacity())
	take(t, f, 512, 1, 1024, 512)
	require.True(t, Full(f))
	require.EqualValues(t, 256, f.BlockSize())
	require.EqualValues(t, 1, NewFixed(1, 0).BlockSize())
}

// TestFixedPadding: blocks of 3 units are seldom aligned.
func TestFixedPadding(t *testing.T) {
	f := NewFixed(5, 3)
	take(t, f, 1, 1, 0, 3)
	take(t, f, 4, 4, 3, 6) // aligned to 4, up to 8
	refuse(t, f, 8, 8)     // 16 is beyond the end
	take(t, f, 2, 2, 9, 3) // 10 and 11
}

// TestFixedManyWords crosses words and words of the summary.
func TestFixedManyWords(t *testing.T) {
	const count = 64*64*2 + 70
	f := NewFixed(count, 1)
	all := make([]Allocation, count)
	for i := range all {
		all[i] = Allocation{Offset: uint64(i), Size: 1}
	}
	whole := take(t, f, count, 1, 0, count)
	refuse(t, f, 1, 1)
	giveBack(t, f, all[count-1], all[4095], all[63], all[4096])
	require.Equal(t, []Block{{63, 1}, {4095, 2}, {count - 1, 1}}, blocks(f))
	take(t, f, 2, 1, 4095, 2)
	take(t, f, 1, 1, 63, 1)
	take(t, f, 1, 1, count-1, 1)
	giveBack(t, f, whole)
	require.Equal(t, []Block{{0, count}}, blocks(f))
}

func TestDelayed(t *testing.T) {
	for _, c := range []struct {
		rule Rule
		pass uint64 // the smallest completed value that frees number 7
	}{{ByFence, 7}, {ByCount, 8}} {
		d := NewDelayed(NewBestFit(64), c.rule)
		x, err := d.Allocate(16, 16)
		require.NoError(t, err)
		y, err := d.Allocate(32, 16)
		require.NoError(t, err)
		require.NoError(t, d.Free(x, 7))
		require.NoError(t, d.Free(y, 6)) // waits behind the larger number
		require.ErrorIs(t, d.Free(x, 9), ErrNotLive)
		require.EqualValues(t, 48, d.StaleSize())
		require.Equal(t, 2, d.StaleCount())
		require.EqualValues(t, 16, d.Space().FreeSize())
		_, err = d.Allocate(17, 1)
		require.ErrorIs(t, err, ErrNoSpace)

		n, err := d.ReleaseStale(c.pass - 1)
		require.NoError(t, err)
		require.Zero(t, n)
		n, err = d.ReleaseStale(c.pass)
		require.NoError(t, err)
		require.Equal(t, 2, n)
		require.Zero(t, d.StaleSize())
		require.True(t, Empty(d.Space()))
		require.ErrorIs(t, d.Free(x, 9), ErrNotLive)
	}
}

// TestDelayedOverlap: BestFit cannot see that a range was not handed out so, but it is never freed twice.
func TestDelayedOverlap(t *testing.T) {
	d := NewDelayed(NewBestFit(64), ByFence)
	x, err := d.Allocate(32, 1)
	require.NoError(t, err)
	require.NoError(t, d.Free(x, 1))
	require.NoError(t, d.Free(Allocation{Offset: 16, Size: 16}, 1))
	n, err := d.ReleaseStale(1)
	require.Equal(t, 2, n)
	require.ErrorIs(t, err, ErrNotLive)
	require.True(t, Empty(d.Space()))
	require.NoError(t, d.Space().Validate())
}

// TestRecordsFillALine: a record that is no whole line of memory would often be two.
func TestRecordsFillALine(t *testing.T) {
	require.EqualValues(t, 64, unsafe.Sizeof(record{}))
}
