package jit

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm"
)

// tiles multiplies two matrices of n × n: every item makes as many elements of a column. numbered: items are numbered one after the other, as those
// of a tensor, and find their row and column by division; else they have them from their group.
func tiles(n, rows int32, numbered bool) *ir.Kernel {
	b := ir.NewBuilder("tiles")
	b.Kernel.NumThreads = [3]uint32{16, 4, 1}
	b.Kernel.Bindings = []ir.Binding{buf("a", ir.SRV, 4), buf("b", ir.SRV, 4), buf("c", ir.UAV, 4)}
	column, row := b.Sys(ir.DispatchThreadIDX), b.Sys(ir.DispatchThreadIDY)
	if numbered {
		b.Kernel.NumThreads = [3]uint32{64, 1, 1}
		row, column = b.Op(ir.OpDivU, column, b.Int(n)), b.Op(ir.OpRemU, column, b.Int(n))
	}
	at := make([]ir.Value, rows)
	sums := []ir.Value{b.Int(0)}
	for r := range at {
		at[r] = b.Op(ir.OpIMul, b.Op(ir.OpIAdd, b.Op(ir.OpIMul, row, b.Int(rows)), b.Int(int32(r))), b.Int(n))
		sums = append(sums, b.Float(0))
	}
	var now []ir.Value
	sums = b.Loop(sums, func(c []ir.Value) (ir.Value, []ir.Value) {
		now = c
		return b.Op(ir.OpLtS, c[0], b.Int(n)), c[1:]
	}, func() []ir.Value {
		right := loadF(b, 1, b.Op(ir.OpIAdd, b.Op(ir.OpIMul, now[0], b.Int(n)), column))
		next := []ir.Value{b.Op(ir.OpIAdd, now[0], b.Int(1))}
		for r := range at {
			left := loadF(b, 0, b.Op(ir.OpIAdd, at[r], now[0]))
			next = append(next, b.Op(ir.OpFAdd, now[1+r], b.Op(ir.OpFMul, left, right)))
		}
		return next
	})
	for r, sum := range sums {
		storeF(b, 2, b.Op(ir.OpIAdd, at[r], column), sum)
	}
	return b.Kernel
}

// TestTiles: items with several elements of their own, in packets where each has its row and its column, and wave by wave where rows
// are found by division, unless they are whole groups long.
func TestTiles(t *testing.T) {
	notInShort(t)
	for _, c := range []struct {
		n, rows  int32
		numbered bool
		packet   int // waves that run together; 0: none do
	}{
		{32, 4, false, 2}, {32, 2, false, 4}, {48, 3, false, 4}, {32, 4, true, 0}, {24, 2, true, 0}, {30, 2, true, 0}, {64, 4, true, 2}, // rows of 30 are no multiple of four
	} {
		k := tiles(c.n, c.rows, c.numbered)
		opt.Optimize(k)
		r := newRig(t, 4<<20, 2)
		g, err := wasm.Generate(k, wasm.Options{Pages: r.space.Pages()})
		require.NoError(t, err)
		require.Equal(t, c.packet, g.Packet, "%+v", c)
		size := int(c.n * c.n)
		for _, elements := range []int{size, size - 1} { // the last one is outside
			r := newRig(t, 4<<20, 2)
			d := ir.Dispatch{Groups: [3]uint32{uint32(c.n) / 16, uint32(c.n/c.rows) / 4, 1}, Records: r.table(
				r.structured(elements, 4, floats(1)), r.structured(size, 4, floats(-9)), r.structured(elements, 4, zero))}
			if c.numbered {
				d.Groups = [3]uint32{uint32(c.n*c.n/c.rows)/64 + 1, 1, 1}
			}
			r.same(k, d)
			d.Reports = 20
			r.same(k, d)
		}
	}
}

// columns makes a grid of groups whose rows are columns of tiles of a matrix of n × n, with as many elements of the row beyond as overlap says.
func columns(n, overlap int32) *ir.Kernel {
	b := ir.NewBuilder("columns")
	b.Kernel.NumThreads = [3]uint32{uint32(16 + overlap), 4, 1}
	b.Kernel.Bindings = []ir.Binding{buf("in", ir.SRV, 4), buf("out", ir.UAV, 4)}
	of := func(group, thread ir.SysVal, size int32) ir.Value {
		return b.Op(ir.OpIAdd, b.Op(ir.OpIMul, b.Sys(group), b.Int(size)), b.Sys(thread))
	}
	row, column := of(ir.GroupIDX, ir.GroupThreadIDY, 4), of(ir.GroupIDY, ir.GroupThreadIDX, 16)
	at := b.Op(ir.OpIAdd, b.Op(ir.OpIMul, row, b.Int(n)), column)
	b.StoreBuf(ir.Mem{Binding: 1}, at, 0, b.Op(ir.OpXor, b.LoadBuf(ir.Mem{}, at, 0), b.Sys(ir.GroupIDY)))
	return b.Kernel
}

// TestColumnsOfTilesAreShared: columns of tiles run on several cores, and those that have one element in common in their order.
func TestColumnsOfTilesAreShared(t *testing.T) {
	const n = 512
	for overlap, shared := range []bool{true, false} {
		k := columns(n, int32(overlap))
		opt.Optimize(k)
		for _, workers := range []int{1, 2, 3} {
			r := newRig(t, 4<<20, workers)
			d := ir.Dispatch{Groups: [3]uint32{n / 4, n / 16, 1}, Records: r.table(r.structured(n*n, 4, random(3)), r.structured(n*n, 4, zero))}
			r.same(k, d)
			require.Equal(t, shared && workers > 1, len(r.e.current.chunks) > 1, "%d workers, overlap %d", workers, overlap)
		}
	}
}

// TestRowsByDivisionAreShared: items that find their row and their column by division store to their own number, and nobody else does.
func TestRowsByDivisionAreShared(t *testing.T) {
	const n = 64
	k := tiles(n, 1, true)
	opt.Optimize(k)
	for _, workers := range []int{1, 2} {
		r := newRig(t, 4<<20, workers)
		d := ir.Dispatch{Groups: [3]uint32{n * n / 64, 1, 1}, Records: r.table(
			r.structured(n*n, 4, floats(1)), r.structured(n*n, 4, floats(-9)), r.structured(n*n, 4, zero))}
		r.same(k, d)
		require.Equal(t, workers > 1, len(r.e.current.chunks) > 1, "%d workers", workers)
	}
}
