package alloc_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/heaps/alloc"
)

// This file walks through the situations that suites of other allocators look at, beside those of port_test.go, by exported names only.

// TestTheExampleOfThePackage is the table of the package comment.
func TestTheExampleOfThePackage(t *testing.T) {
	run(t, 128, []step{
		{size: 17, alignment: 4, offset: 0, got: 20, left: numbers{128, 108, 1, 108, 4, false, false}},
		{size: 24, alignment: 8, offset: 20, got: 28, left: numbers{128, 80, 1, 80, 4, false, false}},
		{size: 77, alignment: 8, left: numbers{128, 80, 1, 80, 4, false, false}},
		freed(1, numbers{128, 100, 2, 80, 4, false, false}),
		{size: 80, alignment: 8, left: numbers{128, 100, 2, 80, 4, false, false}},
		extended(16, numbers{144, 116, 2, 96, 4, false, false}),
		freed(2, numbers{144, 144, 1, 144, 128, false, true}),
	})
}

// TestPortOfFreeByNumbers frees by offset and size, as a caller does who kept only these. TwoLevel wants its own Allocation back.
func TestPortOfFreeByNumbers(t *testing.T) {
	for name, make := range engines {
		a := make(64)
		x, err := a.Allocate(16, 16)
		require.NoError(t, err)
		bare := alloc.Allocation{Offset: x.Offset, Size: x.Size}
		if name == "two-level" {
			require.ErrorIs(t, a.Free(bare), alloc.ErrNotLive)
			require.NoError(t, a.Free(x))
		} else {
			require.NoError(t, a.Free(bare))
			require.ErrorIs(t, a.Free(x), alloc.ErrNotLive, name)
		}
		require.True(t, alloc.Empty(a), name)
		require.NoError(t, a.Validate())
	}
}

// TestPortOfBlockCounts follows the number of free blocks while holes come, merge on one side and on both, and are filled.
func TestPortOfBlockCounts(t *testing.T) {
	for name, make := range engines {
		a := make(16 * 16)
		var all []alloc.Allocation
		for range 16 {
			x, err := a.Allocate(16, 1)
			require.NoError(t, err)
			all = append(all, x)
		}
		require.Zero(t, a.FreeBlocks(), name)
		for _, c := range []struct {
			free    int
			blocks  int
			largest uint64
		}{
			{3, 1, 16}, {5, 2, 16}, {12, 3, 16}, // holes
			{11, 3, 32}, {13, 3, 48}, // beside a hole
			{4, 2, 48},                           // between two
			{0, 3, 48}, {15, 4, 48}, {14, 3, 80}, // both ends
		} {
			require.NoError(t, a.Free(all[c.free]))
			require.Equal(t, c.blocks, a.FreeBlocks(), "%s: after %d", name, c.free)
			require.Equal(t, c.largest, a.LargestFree(), "%s: after %d", name, c.free)
		}
		for _, c := range []struct {
			size, offset uint64
			blocks       int
		}{{80, 11 * 16, 2}, {48, 3 * 16, 1}, {16, 0, 0}} { // each hole exactly
			x, err := a.Allocate(c.size, 1)
			require.NoError(t, err, name)
			require.Equal(t, c.offset, x.Offset, "%s: %d", name, c.size)
			require.Equal(t, c.blocks, a.FreeBlocks(), "%s: %d", name, c.size)
		}
		require.True(t, alloc.Full(a))
	}
}

// TestPortOfStaleOrders frees in four batches with a fence each, the last with one that has long passed.
func TestPortOfStaleOrders(t *testing.T) {
	for name, make := range engines {
		d := alloc.NewDelayed(make(256), alloc.ByFence)
		var all [16]alloc.Allocation
		for i := range all {
			var err error
			all[i], err = d.Allocate(16, 4)
			require.NoError(t, err)
		}
		require.True(t, alloc.Full(d.Space()))
		free := func(fence uint64, which ...int) {
			for _, i := range which {
				require.NoError(t, d.Free(all[i], fence), name)
			}
		}
		release := func(completed uint64, released, blocks int) {
			n, err := d.ReleaseStale(completed)
			require.NoError(t, err, name)
			require.Equal(t, released, n, name)
			require.Equal(t, blocks, d.Space().FreeBlocks(), name)
			require.NoError(t, d.Space().Validate())
		}
		free(0, 6, 2, 9, 1)
		release(0, 4, 3) // 1 2 | 6 | 9
		free(4, 14, 0, 3)
		free(7, 15, 8)
		release(6, 3, 4) // 0 to 3 | 6 | 9 | 14
		free(1, 7, 5)    // wait behind 7
		release(6, 0, 4)
		release(7, 4, 3) // 0 to 3 | 5 to 9 | 14 15
		free(1, 4, 13, 12, 11, 10)
		release(1, 5, 1)
		require.True(t, alloc.Empty(d.Space()), name)
		require.Zero(t, d.StaleSize())
	}
}

// TestPortOfFixedPages: blocks come back in the order in which they went, page after page, and from the lowest hole on.
func TestPortOfFixedPages(t *testing.T) {
	const page, size = 16, 32
	f := alloc.NewFixed(page, size)
	var offsets []uint64
	for p := range uint64(2) {
		if p > 0 {
			_, err := f.Allocate(size, 1)
			require.ErrorIs(t, err, alloc.ErrNoSpace)
			require.NoError(t, f.Extend(page*size))
		}
		for n := 1; n <= page; n++ {
			var some []alloc.Allocation
			for i := range uint64(n) {
				x, err := f.Allocate(size, 1)
				require.NoError(t, err)
				require.Equal(t, (p*page+i)*size, x.Offset)
				some = append(some, x)
			}
			if n == page {
				break
			}
			for _, x := range slices.Backward(some) {
				require.NoError(t, f.Free(x))
			}
		}
	}
	require.True(t, alloc.Full(f))
	for start := range uint64(5) { // in five combs
		for i := start; i < 2*page; i += 5 {
			require.NoError(t, f.Free(alloc.Allocation{Offset: i * size, Size: size}))
			offsets = append(offsets, i*size)
		}
	}
	require.True(t, alloc.Empty(f))
	require.Len(t, offsets, 2*page)
	require.Equal(t, 1, f.FreeBlocks())
}

// TestPortOfVirtualBlock fills a block of 16 MiB with random sizes and alignments, frees every other range, fills again and clears. No two
// ranges overlap, all are aligned, and the numbers add up.
func TestPortOfVirtualBlock(t *testing.T) {
	const capacity = 16 << 20
	for name, make := range engines {
		if name == "fixed" {
			continue // its blocks are of one size
		}
		a, random := make(capacity), rand.New(rand.NewPCG(3, 9))
		var live []alloc.Allocation
		fill := func() {
			for {
				size, alignment := random.Uint64N(64<<10)+1, uint64(1)<<random.IntN(13)
				x, err := a.Allocate(size, alignment)
				if err != nil {
					require.ErrorIs(t, err, alloc.ErrNoSpace)
					return
				}
				require.Zero(t, x.Aligned(alignment)%alignment)
				require.LessOrEqual(t, x.Aligned(alignment)+size, x.End())
				require.Less(t, x.Aligned(alignment)-x.Offset, alignment)
				live = append(live, x)
			}
		}
		check := func() {
			slices.SortFunc(live, func(x, y alloc.Allocation) int { return int(x.Offset) - int(y.Offset) })
			used, end := uint64(0), uint64(0)
			for _, x := range live {
				require.LessOrEqual(t, end, x.Offset, name)
				used, end = used+x.Size, x.End()
			}
			s := alloc.StatsOf(a)
			require.LessOrEqual(t, end, s.Capacity)
			require.Equal(t, []uint64{capacity, used, capacity - used}, []uint64{s.Capacity, s.Used, s.Free}, name)
			require.NoError(t, a.Validate())
		}
		fill()
		check()
		require.Greater(t, len(live), 200, name)
		var kept []alloc.Allocation
		for i, x := range live {
			if i%2 == 1 {
				kept = append(kept, x)
				continue
			}
			require.NoError(t, a.Free(x))
		}
		live = kept
		check()
		fill()
		check()
		for _, x := range live {
			require.NoError(t, a.Free(x))
		}
		require.Equal(t, alloc.Stats{Capacity: capacity, Free: capacity, LargestFree: capacity, FreeBlocks: 1}, alloc.StatsOf(a), name)
	}
}

// TestPortOfMove: the new allocator has everything, the old one nothing, and neither knows the other.
func TestPortOfMove(t *testing.T) {
	a := alloc.NewBestFit(128)
	x, err := a.Allocate(20, 4)
	require.NoError(t, err)
	before := numbersOf(a)
	b := a.Move()
	require.Equal(t, before, numbersOf(b))
	require.Equal(t, numbers{full: true, none: true}, numbersOf(a))
	require.NoError(t, a.Validate())

	none, err := a.Allocate(1, 1)
	require.ErrorIs(t, err, alloc.ErrNoSpace)
	require.Equal(t, alloc.NoAllocation, none)
	require.ErrorIs(t, a.Free(x), alloc.ErrNotLive)
	require.ErrorIs(t, a.Extend(64), alloc.ErrExtend)

	y, err := b.Allocate(8, 4)
	require.NoError(t, err)
	require.EqualValues(t, 20, y.Offset)
	require.NoError(t, b.Free(x))
	require.NoError(t, b.Free(y))
	require.NoError(t, b.Validate())
	require.Equal(t, numbersOf(alloc.NewBestFit(128)), numbersOf(b))
	require.Equal(t, numbers{full: true, none: true}, numbersOf(a))
}

// TestPortOfRefusals: what is an assertion elsewhere. Nothing changes.
func TestPortOfRefusals(t *testing.T) {
	for name, make := range engines {
		a := make(64)
		x, err := a.Allocate(16, 16)
		require.NoError(t, err)
		before := alloc.Report(a)
		for _, c := range []struct {
			size, alignment uint64
			want            error
		}{
			{0, 1, alloc.ErrSize}, {0, 3, alloc.ErrSize}, {1, 0, alloc.ErrAlignment}, {1, 6, alloc.ErrAlignment}, {1, 15, alloc.ErrAlignment},
			{49, 1, alloc.ErrNoSpace}, {33, 32, alloc.ErrNoSpace}, {math.MaxUint64, 16, alloc.ErrNoSpace},
		} {
			got, err := a.Allocate(c.size, c.alignment)
			require.ErrorIs(t, err, c.want, "%s: %d, %d", name, c.size, c.alignment)
			require.Equal(t, alloc.NoAllocation, got)
		}
		for _, bad := range []alloc.Allocation{{}, alloc.NoAllocation, {Offset: 16, Size: 16}, {Offset: 64, Size: 16}, {Offset: 48, Size: 32}, {Size: math.MaxUint64}} {
			require.ErrorIs(t, a.Free(bad), alloc.ErrNotLive, "%s: %s", name, bad)
		}
		require.Equal(t, before, alloc.Report(a), name)
		require.NoError(t, a.Free(x))
	}
}
