package emit

import (
	"math/rand"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

// TestSpan: whatever integers are computed from numbers of work items and constants, they lie where Span says.
func TestSpan(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	ops := []ir.Op{ir.OpIAdd, ir.OpISub, ir.OpIMul, ir.OpMinS, ir.OpMaxS, ir.OpMinU, ir.OpMaxU, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpRemU, ir.OpRemS, ir.OpDivS, ir.OpDivU, ir.OpShl, ir.OpShrS, ir.OpShrU}
	constants := []int32{0, 1, 2, 3, 7, 31, 33, 64, 1000, 1 << 30, -1, -8, -1 << 31, 1<<31 - 1}
	known := 0
	for range 300 {
		k := &ir.Kernel{NumThreads: [3]uint32{8, 4, 1}}
		b := New(k)
		values := map[V]uint32{b.Sys(ir.GroupThreadIDX): uint32(r.Intn(8)), b.Sys(ir.GroupThreadIDY): uint32(r.Intn(4)), b.Sys(ir.GroupIDX): r.Uint32()}
		values[b.Sys(ir.GroupIndex)] = values[b.Sys(ir.GroupThreadIDY)]*8 + values[b.Sys(ir.GroupThreadIDX)]
		list := []V{b.Sys(ir.GroupThreadIDX), b.Sys(ir.GroupThreadIDY), b.Sys(ir.GroupIDX), b.Sys(ir.GroupIndex)}
		for _, c := range constants {
			values[b.I(c)] = uint32(c)
			list = append(list, b.I(c))
		}
		for range 20 {
			op, x, y := ops[r.Intn(len(ops))], list[r.Intn(len(list))], list[r.Intn(len(list))]
			v, got := b.op(op, ir.I32, x, y), ir.Eval(op, values[x], values[y], 0)
			if _, constant := b.Known(v); !constant {
				values[v] = got
				list = append(list, v)
			}
			lo, hi := b.Span(v)
			require.True(t, lo <= int64(int32(got)) && int64(int32(got)) <= hi, "%v of %d and %d is %d, not in [%d, %d]", op, int32(values[x]), int32(values[y]), int32(got), lo, hi)
			if hi-lo < 1<<20 {
				known++
			}
		}
	}
	require.Greater(t, known, 1000, "much of it is known to be small")
}
