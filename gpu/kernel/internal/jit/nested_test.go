package jit

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
)

// nest builds loops in loops that do nothing but count and carry, so that packets of waves run them: bounds are constants, of each work item, of each
// wave, or of each group, and what a loop begins with is a constant, or what the loop around it carries.
type nest struct {
	*ir.Builder
	rnd    *rand.Rand
	bounds []ir.Value
}

// loops counts in a loop, and in the loops within it, and gives back what it carries: a counter, another number, and a float.
func (n *nest) loops(depth int, carried []ir.Value) []ir.Value {
	begin := make([]ir.Value, 3)
	for i, v := range carried {
		if begin[i] = v; n.rnd.Intn(3) == 0 && i < 2 {
			begin[i] = n.Int(int32(n.rnd.Intn(3)))
		}
	}
	bound := n.bounds[n.rnd.Intn(len(n.bounds))]
	var count ir.Value
	var inside []ir.Value
	return n.Loop(append([]ir.Value{n.Int(0)}, begin...), func(c []ir.Value) (ir.Value, []ir.Value) {
		count, inside = c[0], slices.Clone(c[1:])
		return n.Op(ir.OpLtS, count, bound), slices.Clone(inside)
	}, func() []ir.Value {
		step := n.Int(int32(n.rnd.Intn(4)))
		inside[0] = n.Op(ir.OpIAdd, inside[0], step)
		if n.rnd.Intn(2) == 0 {
			inside[1] = n.Op(ir.OpIMul, inside[1], n.Int(3))
		}
		inside[2] = n.Op(ir.OpFAdd, inside[2], n.Float(1))
		for range depth {
			inside = n.loops(depth-1, inside)
		}
		return append([]ir.Value{n.Op(ir.OpIAdd, count, n.Int(1))}, inside...)
	})
}

func nestedLoops(seed int64) *ir.Kernel {
	n := &nest{Builder: ir.NewBuilder("nested"), rnd: rand.New(rand.NewSource(seed))}
	n.Kernel.NumThreads = [3]uint32{[]uint32{64, 32, 12}[n.rnd.Intn(3)], 1, 1}
	n.Kernel.Bindings = []ir.Binding{buf("bounds", ir.SRV, 4), buf("out", ir.UAV, 12)}
	id := n.Sys(ir.DispatchThreadIDX)
	at := func(i ir.Value) ir.Value { return n.Op(ir.OpAnd, n.LoadBuf(ir.Mem{Width: 4}, i, 0), n.Int(3)) }
	n.bounds = []ir.Value{n.Int(2), at(id), at(n.Op(ir.OpDivU, id, n.Uint(8))), at(n.Op(ir.OpDivU, id, n.Uint(3))), at(n.Sys(ir.GroupIDX)), n.Op(ir.OpAnd, id, n.Int(3))}
	out := n.loops(2, []ir.Value{n.Int(0), id, n.Float(0)})
	for i, v := range []ir.Value{out[0], out[1], n.Op(ir.OpFToBits, out[2])} {
		n.StoreBuf(ir.Mem{Binding: 1, Width: 4, Offset: uint32(4 * i)}, id, 0, v)
	}
	return n.Kernel
}

// TestNestedLoopsAgree: what follows from the number of turns, in loops that lanes, waves or groups leave at different times.
func TestNestedLoopsAgree(t *testing.T) {
	notInShort(t)
	for seed := range seeds(150) {
		for _, optimised := range []bool{false, true} {
			k := nestedLoops(seed)
			require.NoError(t, ir.Verify(k))
			if optimised {
				opt.Optimize(k)
			}
			r := newRig(t, 1<<20, 1)
			t.Logf("seed %d, optimised %v", seed, optimised)
			r.same(k, ir.Dispatch{Groups: [3]uint32{3, 1, 1}, Records: r.table(r.structured(200, 4, random(seed)), r.structured(192, 12, zero))})
		}
	}
}
