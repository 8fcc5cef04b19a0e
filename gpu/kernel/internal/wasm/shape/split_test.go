package shape

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// TestSplit: rows and places of consecutive numbers, by where the waves begin and how long the rows are.
func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name    string
		threads [3]uint32
		number  func(b *ir.Builder) ir.Value
		op      ir.Op
		by      int32
		want    Shape
	}{
		{"row", [3]uint32{64, 1, 1}, item, ir.OpDivU, 12, Uniform},
		{"place", [3]uint32{64, 1, 1}, item, ir.OpRemU, 12, Affine(1)},
		{"rows of 2", [3]uint32{64, 1, 1}, item, ir.OpDivU, 2, Varying},
		{"places in rows of 6", [3]uint32{64, 1, 1}, item, ir.OpRemU, 6, Varying},
		{"rows of nothing", [3]uint32{64, 1, 1}, item, ir.OpDivU, 0, Varying},
		{"places in rows of nothing", [3]uint32{64, 1, 1}, item, ir.OpRemU, 0, Varying},
		{"row by bits", [3]uint32{64, 1, 1}, item, ir.OpShrU, 2, Uniform},
		{"row of 2 by bits", [3]uint32{64, 1, 1}, item, ir.OpShrU, 1, Varying},
		{"place by bits", [3]uint32{64, 1, 1}, item, ir.OpAnd, 7, Affine(1)},
		{"place in 2 by bits", [3]uint32{64, 1, 1}, item, ir.OpAnd, 1, Varying},
		{"all bits", [3]uint32{64, 1, 1}, item, ir.OpAnd, -1, Affine(1)},
		{"first of the row by bits", [3]uint32{64, 1, 1}, item, ir.OpAnd, -4, Uniform},
		{"odd bits", [3]uint32{64, 1, 1}, item, ir.OpAnd, 5, Varying},
		{"groups of 6 begin anywhere", [3]uint32{6, 1, 1}, item, ir.OpDivU, 12, Varying},
		{"items of a group of 6 do not", [3]uint32{6, 1, 1}, func(b *ir.Builder) ir.Value { return b.Sys(ir.GroupThreadIDX) }, ir.OpDivU, 12, Uniform},
		{"from a multiple of four on", [3]uint32{64, 1, 1}, func(b *ir.Builder) ir.Value { return b.Op(ir.OpIAdd, item(b), b.Int(8)) }, ir.OpDivU, 12, Uniform},
		{"from two on", [3]uint32{64, 1, 1}, func(b *ir.Builder) ir.Value { return b.Op(ir.OpIAdd, item(b), b.Int(2)) }, ir.OpDivU, 12, Varying},
		{"from anywhere on", [3]uint32{64, 1, 1}, func(b *ir.Builder) ir.Value { return b.Op(ir.OpIAdd, item(b), b.Sys(ir.GroupIDX)) }, ir.OpDivU, 12, Varying},
		{"from a row on", [3]uint32{64, 1, 1}, func(b *ir.Builder) ir.Value {
			return b.Op(ir.OpIAdd, b.Op(ir.OpIMul, b.Sys(ir.GroupIDY), b.Int(4)), item(b))
		}, ir.OpRemU, 12, Affine(1)},
		{"a place in a place", [3]uint32{64, 1, 1}, func(b *ir.Builder) ir.Value { return b.Op(ir.OpRemU, item(b), b.Int(24)) }, ir.OpDivU, 8, Uniform},
		{"every second number", [3]uint32{64, 1, 1}, func(b *ir.Builder) ir.Value { return b.Op(ir.OpIMul, item(b), b.Int(2)) }, ir.OpDivU, 8, Varying},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := ir.NewBuilder("split")
			b.Kernel.NumThreads = c.threads
			v := b.Op(c.op, c.number(b), b.Int(c.by))
			require.Equal(t, c.want, Find(b.Kernel).Of[v])
		})
	}
}

func item(b *ir.Builder) ir.Value { return b.Sys(ir.DispatchThreadIDX) }
