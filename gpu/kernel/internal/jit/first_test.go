package jit

import (
	"fmt"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
)

// TestFirstItems: regions in which the first items of a group add what lies further on do what the interpreter does, for numbers that cut
// waves and packets, inside shared memory and beyond its end, and with a loop in the choice.
func TestFirstItems(t *testing.T) {
	notInShort(t)
	r := newRig(t, 4<<20, 1)
	table := r.table(r.structured(256, 4, floats(1)), r.structured(256, 4, zero))
	for _, threads := range [][3]uint32{{16, 1, 1}, {64, 1, 1}, {6, 1, 1}, {8, 8, 1}} {
		for _, first := range []int32{1, 2, 3, 4, 5, 8, 12, 31, 32, 33, 64} {
			for _, further := range []int32{1, 32, 60} {
				t.Run(fmt.Sprint(threads, first, further), func(t *testing.T) {
					for _, loop := range []bool{false, true} {
						k := firstItems(threads, first, further, loop)
						opt.Optimize(k)
						for _, reports := range []int{0, 100} {
							r.same(k, ir.Dispatch{Groups: [3]uint32{3, 1, 1}, Records: table, Reports: reports})
						}
					}
				})
			}
		}
	}
}

func firstItems(threads [3]uint32, first, further int32, loop bool) *ir.Kernel {
	b := ir.NewBuilder("first")
	b.Kernel.NumThreads = threads
	b.Kernel.Bindings = []ir.Binding{buf("in", ir.SRV, 4), buf("out", ir.UAV, 4)}
	b.Kernel.AddShared("s", 256, 4, 0)
	item := b.Sys(ir.GroupIndex)
	at := b.Op(ir.OpShl, item, b.Int(2))
	own := b.Op(ir.OpIAdd, item, b.Op(ir.OpIMul, b.Sys(ir.GroupIDX), b.Int(64)))
	shared := func(at ir.Value) ir.Value { return b.Op(ir.OpBitsToF, b.LoadArray(ir.OpLoadShared, ir.Mem{}, at)) }
	add := func() []ir.Value {
		there := b.Op(ir.OpShl, b.Op(ir.OpIAdd, item, b.Int(further)), b.Int(2))
		b.StoreArray(ir.OpStoreShared, ir.Mem{}, at, b.Op(ir.OpFToBits, b.Op(ir.OpFAdd, shared(at), shared(there))))
		return nil
	}
	b.StoreArray(ir.OpStoreShared, ir.Mem{}, at, b.LoadBuf(ir.Mem{}, own, 0))
	b.Barrier()
	b.If(b.Op(ir.OpLtU, item, b.Int(first)), func() []ir.Value {
		if !loop {
			return add()
		}
		var n ir.Value
		b.Loop([]ir.Value{b.Op(ir.OpAnd, item, b.Int(3))}, func(carried []ir.Value) (ir.Value, []ir.Value) {
			n = carried[0]
			return b.Op(ir.OpLtU, n, b.Int(5)), nil
		}, func() []ir.Value {
			add()
			return []ir.Value{b.Op(ir.OpIAdd, n, b.Int(1))}
		})
		return nil
	}, func() []ir.Value { return nil })
	b.Barrier()
	b.StoreBuf(ir.Mem{Binding: 1}, own, 0, b.LoadArray(ir.OpLoadShared, ir.Mem{}, at))
	return b.Kernel
}
