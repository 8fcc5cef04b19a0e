package packet

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
)

// Quads that look texels up go in fours, others in twos, and long programs one by one.
func TestQuads(t *testing.T) {
	for _, c := range []struct {
		name   string
		length int  // of the program
		looks  bool // where its lanes want to
		want   int
	}{
		{"arithmetic", 250, false, 2}, {"the longest pair", 900, false, 2}, {"too long for a pair", 901, false, 1},
		{"texels", 250, true, 4}, {"texels, too long for four", 251, true, 2},
	} {
		b := ir.NewBuilder("k")
		k := b.Kernel
		k.Stage.Kind = ir.PixelStage
		k.Bindings = []ir.Binding{{Kind: ir.SRV, Shape: ir.Texture2D, Count: 1, Stride: 4}}
		x := b.Sys(ir.GroupIndex)
		y := b.Op(ir.OpIMul, x, x) // no lane is where the one beside it leads to
		if !c.looks {
			y = x
		}
		v := b.LoadTex(ir.Mem{}, ir.Coord{X: y})
		length := 0
		k.Body.Walk(func(*ir.Instr) { length++ })
		for ; length < c.length; length++ {
			v = b.Op(ir.OpIAdd, v, v)
		}
		require.Equal(t, c.want, Quads(k, shape.Find(k)), c.name)
	}
}
