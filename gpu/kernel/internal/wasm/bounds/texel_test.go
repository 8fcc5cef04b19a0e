package bounds

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
	"github.com/stretchr/testify/require"
)

// What an address mode makes is inside as long as there is a texture; the same with another size, or without one of its halves, is not.
func TestWithin(t *testing.T) {
	type maker func(b *ir.Builder, any, size, last ir.Value) ir.Value
	wrapped := func(b *ir.Builder, inside, size ir.Value) ir.Value {
		next := b.Op(ir.OpIAdd, inside, b.Int(1))
		return b.Select(b.Op(ir.OpIEq, next, size), b.Int(0), next)
	}
	for _, c := range []struct {
		name string
		x    maker
		want bool
	}{
		{"anywhere", func(_ *ir.Builder, any, _, _ ir.Value) ir.Value { return any }, false},
		{"the first texel", func(b *ir.Builder, _, _, _ ir.Value) ir.Value { return b.Int(0) }, true},
		{"the second texel", func(b *ir.Builder, _, _, _ ir.Value) ir.Value { return b.Int(1) }, false},
		{"the low bits", func(b *ir.Builder, any, _, last ir.Value) ir.Value { return b.Op(ir.OpAnd, any, last) }, true},
		{"the low bits, the other way round", func(b *ir.Builder, any, _, last ir.Value) ir.Value { return b.Op(ir.OpAnd, last, any) }, true},
		{"the bits of the size itself", func(b *ir.Builder, any, size, _ ir.Value) ir.Value { return b.Op(ir.OpAnd, any, size) }, false},
		{"the size less two", func(b *ir.Builder, any, size, _ ir.Value) ir.Value {
			return b.Op(ir.OpAnd, any, b.Op(ir.OpISub, size, b.Int(2)))
		}, false},
		{"at most the last", func(b *ir.Builder, any, _, last ir.Value) ir.Value { return b.Op(ir.OpMinU, any, last) }, true},
		{"at most the last as int", func(b *ir.Builder, any, _, last ir.Value) ir.Value { return b.Op(ir.OpMinS, any, last) }, false},
		{"at least the last", func(b *ir.Builder, any, _, last ir.Value) ir.Value { return b.Op(ir.OpMaxU, any, last) }, false},
		{"clamped", func(b *ir.Builder, any, _, last ir.Value) ir.Value {
			return b.Op(ir.OpMaxS, b.Op(ir.OpMinS, any, last), b.Int(0))
		}, true},
		{"clamped from one on", func(b *ir.Builder, any, _, last ir.Value) ir.Value {
			return b.Op(ir.OpMaxS, b.Op(ir.OpMinS, any, last), b.Int(1))
		}, false},
		{"clamped from below only", func(b *ir.Builder, any, _, _ ir.Value) ir.Value { return b.Op(ir.OpMaxS, any, b.Int(0)) }, false},
		{"the next one", func(b *ir.Builder, any, size, last ir.Value) ir.Value {
			return wrapped(b, b.Op(ir.OpMinU, any, last), size)
		}, true},
		{"the next of anywhere", func(b *ir.Builder, any, size, _ ir.Value) ir.Value { return wrapped(b, any, size) }, false},
		{"the next up to the last", func(b *ir.Builder, any, _, last ir.Value) ir.Value {
			return wrapped(b, b.Op(ir.OpMinU, any, last), last)
		}, false},
	} {
		b := ir.NewBuilder("k")
		k := b.Kernel
		k.NumThreads = [3]uint32{64, 1, 1}
		k.Bindings = []ir.Binding{{Kind: ir.SRV, Shape: ir.Texture2D, Count: 1, Stride: 4}}
		any := b.Op(ir.OpXor, b.Sys(ir.DispatchThreadIDX), b.Int(5))
		width, height := b.Query(0, 0, ir.QueryWidth, 0), b.Query(0, 0, ir.QueryHeight, 0)
		right := c.x(b, any, width, b.Op(ir.OpISub, width, b.Int(1)))
		low := b.Op(ir.OpAnd, any, b.Op(ir.OpISub, height, b.Int(1)))
		load := b.LoadTex(ir.Mem{Width: 4}, ir.Coord{X: right, Y: low})
		swapped := b.LoadTex(ir.Mem{Width: 4}, ir.Coord{X: low, Y: low})
		r, defs := found(k)
		require.Equal(t, c.want, r.Within[defs[load]], c.name)
		require.False(t, r.Within[defs[swapped]], "the height says nothing of x")
		want := []Check{}
		if c.want { // no access but this one has a form
			for _, word := range []uint32{ir.WordWidth, ir.WordHeight, ir.WordDepth} {
				want = append(want, Check{Form: reach.Form{Known: true}, Count: Count{Word: word}})
			}
		}
		require.ElementsMatch(t, want, r.Checks, c.name)
	}
}

func found(k *ir.Kernel) (*Result, []*ir.Instr) {
	defs := make([]*ir.Instr, k.NumValues())
	k.Body.Walk(func(in *ir.Instr) { defs[in.Result()] = in })
	early := make([]bool, k.NumValues())
	return Find(&Input{Kernel: k, Forms: reach.Find(k, early, defs), Shapes: shape.Find(k), Early: early, Defs: defs}), defs
}
