package jit

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
)

// products gives each item of a group the sum of products of a row and a column that the group has put into shared memory, twice over: what the first
// sum is decides nothing, but it waits in a slot while the others come to the second one. z takes part where the group has a depth.
func products(threads [3]uint32) *ir.Kernel {
	b := ir.NewBuilder("products")
	b.Kernel.NumThreads = threads
	b.Kernel.Bindings = []ir.Binding{buf("in", ir.SRV, 4), buf("out", ir.UAV, 4)}
	items := int32(threads[0] * threads[1] * threads[2])
	left, right := b.Kernel.AddShared("left", uint32(4*items), 4, 1), b.Kernel.AddShared("right", uint32(4*items), 4, 1)
	times := func(v ir.Value, n int32) ir.Value { return b.Op(ir.OpIMul, v, b.Int(n)) }
	item, x, y, z := b.Sys(ir.GroupIndex), b.Sys(ir.GroupThreadIDX), b.Sys(ir.GroupThreadIDY), b.Sys(ir.GroupThreadIDZ)
	at := b.Op(ir.OpIAdd, times(b.Sys(ir.GroupIDX), items), item)
	depth := times(z, 4*int32(threads[0]*threads[1]))
	row := b.Op(ir.OpIAdd, times(y, 4*int32(threads[0])), depth)
	column := b.Op(ir.OpIAdd, times(x, 4), depth)
	fill := func(shared uint32, v ir.Value) {
		b.StoreArray(ir.OpStoreShared, ir.Mem{Offset: shared}, times(item, 4), v)
	}
	fill(left, b.LoadBuf(ir.Mem{}, at, 0))
	fill(right, b.Op(ir.OpXor, b.LoadBuf(ir.Mem{}, at, 0), b.Int(0x55)))
	b.Barrier()
	sum := b.Int(0)
	for turn := range 2 {
		for k := range min(int32(threads[0]), int32(threads[1]), 4) {
			l := b.LoadArray(ir.OpLoadShared, ir.Mem{Offset: left + uint32(4*k)}, row)
			r := b.LoadArray(ir.OpLoadShared, ir.Mem{Offset: right + uint32(4*k)*threads[0]}, column)
			sum = b.Op(ir.OpIAdd, sum, b.Op(ir.OpIMul, l, r))
		}
		b.Barrier()
		if turn == 0 {
			fill(left, b.Op(ir.OpXor, item, b.Int(3)))
			b.Barrier()
		}
	}
	b.StoreBuf(ir.Mem{Binding: 1}, at, 0, sum)
	return b.Kernel
}

// TestRowsAndColumnsOfSharedMemory: packets find rows and columns from the number of their first item where they begin rows, and as the kernel says
// where they do not.
func TestRowsAndColumnsOfSharedMemory(t *testing.T) {
	for _, threads := range [][3]uint32{{16, 16, 1}, {8, 8, 1}, {32, 4, 1}, {4, 64, 1}, {64, 2, 1}, {4, 2, 8}, {8, 4, 4}, {4, 4, 16}, {2, 2, 32}, {1, 64, 1}, {64, 1, 1}, {1, 1, 64},
		{12, 4, 1}, {24, 8, 1}, {6, 6, 1}, {5, 4, 4}, {10, 10, 2}} {
		k := products(threads)
		require.NoError(t, ir.Verify(k), "%v", threads)
		opt.Optimize(k)
		n := 3 * int(threads[0]*threads[1]*threads[2])
		r := newRig(t, 4<<20, 1)
		r.same(k, ir.Dispatch{Groups: [3]uint32{3, 1, 1}, Records: r.table(r.structured(n, 4, random(5)), r.structured(n, 4, zero))})
	}
}
