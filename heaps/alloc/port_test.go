package alloc_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/heaps/alloc"
)

// This file is a suite for VariableSizeAllocationsManager as its users know it, through the exported names only: what the package comment
// promises to whoever ports such a suite.

// numbers are what the manager can be asked.
type numbers struct {
	max, free  uint64
	blocks     int
	largest    uint64
	alignment  uint64 // CurrAlignment
	full, none bool   // IsFull, IsEmpty
}

func numbersOf(b *alloc.BestFit) numbers {
	return numbers{
		max: b.Capacity(), free: b.FreeSize(), blocks: b.FreeBlocks(), largest: b.LargestFree(), alignment: b.CurrAlignment(),
		full: alloc.Full(b), none: alloc.Empty(b),
	}
}

// step is a call, and what it leaves.
type step struct {
	size, alignment uint64 // Allocate
	free            int    // Free: the how manyth successful Allocate, from 1
	extend          uint64 // Extend

	offset, got uint64 // of the allocation; got 0: refused
	left        numbers
}

// freed makes a step that frees; extended, one that extends.
func freed(n int, left numbers) step           { return step{free: n, left: left} }
func extended(extra uint64, left numbers) step { return step{extend: extra, left: left} }

func run(t *testing.T, capacity uint64, steps []step) {
	t.Helper()
	b := alloc.NewBestFit(capacity)
	var all []alloc.Allocation
	for i, s := range steps {
		at := fmt.Sprintf("step %d: %+v", i, s)
		switch {
		case s.free > 0:
			a := all[s.free-1]
			require.NoError(t, b.Free(a), at)
			require.ErrorIs(t, b.Free(a), alloc.ErrNotLive, at) // not twice
		case s.extend > 0:
			require.NoError(t, b.Extend(s.extend), at)
		default:
			a, err := b.Allocate(s.size, s.alignment)
			if s.got == 0 {
				require.ErrorIs(t, err, alloc.ErrNoSpace, at)
				require.Equal(t, alloc.NoAllocation, a, at)
				require.False(t, a.Valid(), at)
				break
			}
			require.NoError(t, err, at)
			require.Equal(t, []uint64{s.offset, s.got, s.offset + s.got}, []uint64{a.Offset, a.Size, a.End()}, at)
			require.Equal(t, (s.offset+s.alignment-1)/s.alignment*s.alignment, a.Aligned(s.alignment), at)
			all = append(all, a)
		}
		require.Equal(t, s.left, numbersOf(b), at)
		require.NoError(t, b.Validate(), at)
	}
}

// TestPortOfAllocateFree: the size is rounded up to the alignment, the offset is where the block began, padding counts, and the manager ends as
// it began.
func TestPortOfAllocateFree(t *testing.T) {
	run(t, 128, []step{
		// 17 at 4 is 20: no multiple of 128 and no power of two, so CurrAlignment is the smaller of 128 and 4.
		{size: 17, alignment: 4, offset: 0, got: 20, left: numbers{128, 108, 1, 108, 4, false, false}},
		// 24 at 8: 4 in reserve; from 20 on it is aligned at 24, so 4 units of padding. 24 is a multiple of 4.
		{size: 24, alignment: 8, offset: 20, got: 28, left: numbers{128, 80, 1, 80, 4, false, false}},
		// 16 at 16: 12 in reserve, from 48 on nothing to pad.
		{size: 16, alignment: 16, offset: 48, got: 16, left: numbers{128, 64, 1, 64, 4, false, false}},
		// 53 + 12 of 64.
		{size: 53, alignment: 16, left: numbers{128, 64, 1, 64, 4, false, false}},
		freed(2, numbers{128, 92, 2, 64, 4, false, false}),
		// The smallest block that holds 24 is that of 28; what is left of it is 4.
		{size: 24, alignment: 4, offset: 20, got: 24, left: numbers{128, 68, 2, 64, 4, false, false}},
		{size: 64, alignment: 4, offset: 64, got: 64, left: numbers{128, 4, 1, 4, 4, false, false}},
		{size: 1, alignment: 4, offset: 44, got: 4, left: numbers{128, 0, 0, 0, 4, true, false}},
		{size: 1, alignment: 1, left: numbers{128, 0, 0, 0, 4, true, false}},
		freed(3, numbers{128, 16, 1, 16, 4, false, false}),
		freed(1, numbers{128, 36, 2, 20, 4, false, false}),
		freed(6, numbers{128, 40, 2, 20, 4, false, false}),
		freed(4, numbers{128, 64, 1, 64, 4, false, false}),
		freed(5, numbers{128, 128, 1, 128, 128, false, true}),
	})
}

// TestPortOfCurrAlignment: it falls to the size if that is a power of two, to the alignment at most otherwise, and starts again only
// when all is free.
func TestPortOfCurrAlignment(t *testing.T) {
	run(t, 100, []step{
		{size: 64, alignment: 64, offset: 0, got: 64, left: numbers{100, 36, 1, 36, 64, false, false}},
		{size: 16, alignment: 1, offset: 64, got: 16, left: numbers{100, 20, 1, 20, 16, false, false}},
		{size: 16, alignment: 8, offset: 80, got: 16, left: numbers{100, 4, 1, 4, 16, false, false}},
		{size: 3, alignment: 1, offset: 96, got: 3, left: numbers{100, 1, 1, 1, 1, false, false}},
		freed(1, numbers{100, 65, 2, 64, 1, false, false}),
		// 33 at 2 is 34, one in reserve.
		{size: 33, alignment: 2, offset: 0, got: 34, left: numbers{100, 31, 2, 30, 1, false, false}},
		freed(5, numbers{100, 65, 2, 64, 1, false, false}),
		freed(2, numbers{100, 81, 2, 80, 1, false, false}),
		freed(3, numbers{100, 97, 2, 96, 1, false, false}),
		freed(4, numbers{100, 100, 1, 100, 64, false, true}),
	})
	// The reserve: a block of the right size at the right place is refused, since others might begin at the wrong one.
	run(t, 128, []step{
		{size: 64, alignment: 1, offset: 0, got: 64, left: numbers{128, 64, 1, 64, 64, false, false}},
		{size: 20, alignment: 4, offset: 64, got: 20, left: numbers{128, 44, 1, 44, 4, false, false}},
		freed(1, numbers{128, 108, 2, 64, 4, false, false}),
		{size: 64, alignment: 16, left: numbers{128, 108, 2, 64, 4, false, false}},
		{size: 52, alignment: 16, left: numbers{128, 108, 2, 64, 4, false, false}},
		{size: 48, alignment: 16, offset: 0, got: 48, left: numbers{128, 60, 2, 44, 4, false, false}},
	})
}

// TestPortOfExtend: the block at the end grows, or one is added, and CurrAlignment stays until all is free again.
func TestPortOfExtend(t *testing.T) {
	run(t, 16, []step{
		extended(48, numbers{64, 64, 1, 64, 16, false, true}),
		{size: 64, alignment: 32, left: numbers{64, 64, 1, 64, 16, false, true}},
		{size: 64, alignment: 16, offset: 0, got: 64, left: numbers{64, 0, 0, 0, 16, true, false}},
		extended(16, numbers{80, 16, 1, 16, 16, false, false}),
		extended(1, numbers{81, 17, 1, 17, 16, false, false}),
		{size: 17, alignment: 1, offset: 64, got: 17, left: numbers{81, 0, 0, 0, 1, true, false}},
		freed(1, numbers{81, 64, 1, 64, 1, false, false}),
		freed(2, numbers{81, 81, 1, 81, 64, false, true}),
	})
	// A capacity of 0 is one free block of nothing.
	b := alloc.NewBestFit(0)
	require.Equal(t, numbers{0, 0, 1, 0, 1, true, true}, numbersOf(b))
}

// permutations calls do with every order of 0 to n-1.
func permutations(n int, do func(order []int)) {
	var order []int
	var next func(left uint)
	next = func(left uint) {
		if left == 0 {
			do(order)
			return
		}
		for i := range n {
			if left>>i&1 != 0 {
				order = append(order, i)
				next(left &^ (1 << i))
				order = order[:len(order)-1]
			}
		}
	}
	next(1<<n - 1)
}

// TestPortOfFreeOrders frees five blocks of 16 in every order: whatever the order, the free blocks are the runs of freed ones, merged
// on both sides.
func TestPortOfFreeOrders(t *testing.T) {
	const n, size = 5, 16
	for name, make := range engines {
		permutations(n, func(order []int) {
			a := make(n * size)
			var all [n]alloc.Allocation
			for i := range all {
				var err error
				all[i], err = a.Allocate(size, size)
				require.NoError(t, err)
				require.EqualValues(t, i*size, all[i].Offset, name)
			}
			require.True(t, alloc.Full(a))
			free := uint(0)
			for _, i := range order {
				require.NoError(t, a.Free(all[i]))
				free |= 1 << i
				runs, longest := runsOf(free, n)
				require.Equal(t, []int{runs, longest * size}, []int{a.FreeBlocks(), int(a.LargestFree())}, "%s: %v, after %d", name, order, i)
			}
			require.True(t, alloc.Empty(a))
			require.NoError(t, a.Validate())
		})
	}
}

// engines are what one suite can test: the contract is one.
var engines = map[string]func(capacity uint64) alloc.Allocator{
	"best fit":  func(c uint64) alloc.Allocator { return alloc.NewBestFit(c) },
	"two-level": func(c uint64) alloc.Allocator { return alloc.NewTwoLevel(c) },
	"fixed":     func(c uint64) alloc.Allocator { return alloc.NewFixed(c/16, 16) },
}

// runsOf counts the runs of ones among n bits, and the ones of the longest.
func runsOf(set uint, n int) (runs, longest int) {
	length := 0
	for i := range n {
		if set>>i&1 == 0 {
			length = 0
			continue
		}
		if length++; length == 1 {
			runs++
		}
		longest = max(longest, length)
	}
	return runs, longest
}

// TestPortOfGPUManager: freed ranges count as used until the completed value has reached theirs, first in, first out.
func TestPortOfGPUManager(t *testing.T) {
	for name, make := range engines {
		d := alloc.NewDelayed(make(128), alloc.ByFence)
		var all [4]alloc.Allocation
		for i := range all {
			var err error
			all[i], err = d.Allocate(32, 16)
			require.NoError(t, err)
		}
		for i, fence := range []uint64{0, 1, 3, 2} {
			require.NoError(t, d.Free(all[i], fence))
			require.ErrorIs(t, d.Free(all[i], fence), alloc.ErrNotLive)
		}
		require.True(t, alloc.Full(d.Space()), name)
		for _, c := range []struct {
			completed uint64
			released  int
			stale     uint64
		}{{0, 1, 96}, {1, 1, 64}, {2, 0, 64}, {3, 2, 0}} { // 2 waits behind 3
			n, err := d.ReleaseStale(c.completed)
			require.NoError(t, err)
			require.Equal(t, c.released, n, "%s: completed %d", name, c.completed)
			require.Equal(t, c.stale, d.StaleSize())
			require.Equal(t, 128-c.stale, d.Space().FreeSize())
		}
		require.True(t, alloc.Empty(d.Space()), name)
	}
}
