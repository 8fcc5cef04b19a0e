package shape

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// TestMostCost: what is known of a loop's costs before it runs.
func TestMostCost(t *testing.T) {
	counted := func(b *ir.Builder, turns ir.Value, body func()) *ir.Instr {
		var i ir.Value
		b.Loop([]ir.Value{b.Int(0)}, func(c []ir.Value) (ir.Value, []ir.Value) {
			i = c[0]
			return b.Op(ir.OpLtS, i, turns), nil
		}, func() []ir.Value {
			body()
			return []ir.Value{b.Op(ir.OpIAdd, i, b.Int(1))}
		})
		list := b.Kernel.Body.Instrs
		return list[len(list)-1]
	}
	nothing := func() {}
	countedBy := func(b *ir.Builder, turns ir.Value, step int32) *ir.Instr {
		loop := counted(b, turns, nothing)
		loop.Blocks[1].Instrs[0].Imm = uint32(step) // of the 1 that is added
		return loop
	}
	for _, c := range []struct {
		name string
		loop func(b *ir.Builder) *ir.Instr
		want uint64 // 0: it is not known
	}{
		{"seven turns, eight comparisons", func(b *ir.Builder) *ir.Instr { return counted(b, b.Int(7), nothing) }, 8*1 + 7*1},
		{"a loop in a loop", func(b *ir.Builder) *ir.Instr {
			return counted(b, b.Int(2), func() { counted(b, b.Int(3), nothing) })
		}, 3*1 + 2*(2+4*1+3*1)},
		{"a number that is not known", func(b *ir.Builder) *ir.Instr { return counted(b, b.Sys(ir.GroupIDX), nothing) }, 0},
		{"a loop in a loop of a number that is not known", func(b *ir.Builder) *ir.Instr {
			return counted(b, b.Int(2), func() { counted(b, b.Sys(ir.GroupIDX), nothing) })
		}, 0},
		{"a number that is not passed without wrapping", func(b *ir.Builder) *ir.Instr { return countedBy(b, b.Int(1<<31-1), 1<<30) }, 0},
		{"the last one that is", func(b *ir.Builder) *ir.Instr { return countedBy(b, b.Int(1<<31-1), 1<<31-1) }, 2*1 + 1*1},
		{"too many", func(b *ir.Builder) *ir.Instr { return counted(b, b.Int(1<<30), nothing) }, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := ir.NewBuilder("costs")
			b.Kernel.NumThreads = [3]uint32{64, 1, 1}
			loop := c.loop(b)
			s := Find(b.Kernel)
			cost, ok := s.MostCost(loop, func(v ir.Value) bool { return s.Of[v].IsUniform() })
			require.Equal(t, c.want > 0, ok)
			if ok {
				require.Equal(t, c.want, cost)
			}
		})
	}
}
