package packet

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// TestCarried: the accesses of a loop that one address serves, and how it goes on.
func TestCarried(t *testing.T) {
	b := ir.NewBuilder("carried")
	b.Kernel.NumThreads = [3]uint32{64, 1, 1}
	b.Kernel.Bindings = []ir.Binding{{Name: "x", Kind: ir.SRV, Shape: ir.Structured, Stride: 4, Count: 1}, {Name: "y", Kind: ir.SRV, Shape: ir.Structured, Stride: 16, Count: 1},
		{Name: "size", Kind: ir.CBV, Shape: ir.Constants, Count: 1}}
	item, width := b.Sys(ir.GroupIndex), b.LoadConst(ir.Mem{Binding: 2}, 0)
	plus := func(v ir.Value, n int32) ir.Value { return b.Op(ir.OpIAdd, v, b.Int(n)) }
	var i, far ir.Value
	b.Loop([]ir.Value{b.Int(0)}, func(c []ir.Value) (ir.Value, []ir.Value) {
		i = c[0]
		return b.Op(ir.OpLtS, i, b.Int(64)), nil
	}, func() []ir.Value {
		row := b.Op(ir.OpIAdd, b.Op(ir.OpIMul, i, b.Int(64)), item)
		far = b.LoadBuf(ir.Mem{Width: 4}, plus(row, 64), 0)
		b.LoadBuf(ir.Mem{Width: 4}, row, 0)                                    // below it
		b.LoadBuf(ir.Mem{Binding: 1, Width: 4}, plus(i, 3), 0)                 // the same for all
		b.LoadBuf(ir.Mem{Width: 4}, item, 0)                                   // does not go on
		b.LoadBuf(ir.Mem{Width: 4}, b.Op(ir.OpIMul, i, b.Sys(ir.GroupIDX)), 0) // by no constant
		b.LoadBuf(ir.Mem{Width: 4}, b.Op(ir.OpIMul, i, width), 0)              // nor this
		return []ir.Value{plus(i, 2)}
	})
	loop := b.Kernel.Body.Instrs[len(b.Kernel.Body.Instrs)-1]
	shapes, forms := analyse(b.Kernel, width)
	p := &Places{K: b.Kernel, Forms: forms, Shapes: shapes}
	packet := Find(b.Kernel, 4, shapes, forms)
	got := p.Carried(packet, loop, func(*ir.Instr) bool { return true })
	require.Len(t, got, 2)
	require.EqualValues(t, 0, got[0].Bytes, "that of the lowest access")
	require.NotEqual(t, far, got[0].First.Result())
	require.EqualValues(t, 2*64*4, got[0].Step)
	require.EqualValues(t, 3*16, got[1].Bytes)
	require.EqualValues(t, 2*16, got[1].Step)
	require.Empty(t, p.Carried(packet, loop, func(*ir.Instr) bool { return false }), "accesses that may be outside")
}
