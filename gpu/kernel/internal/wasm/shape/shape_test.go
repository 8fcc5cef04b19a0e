package shape

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// TestShapes: what is uniform, what is affine, what is neither.
func TestShapes(t *testing.T) {
	b := ir.NewBuilder("shapes")
	b.Kernel.NumThreads = [3]uint32{8, 4, 1}
	x, y, lane := b.Sys(ir.DispatchThreadIDX), b.Sys(ir.DispatchThreadIDY), b.Sys(ir.LaneIndex)
	sum := b.Op(ir.OpIAdd, b.Op(ir.OpIMul, y, b.Int(100)), x)
	scaled := b.Op(ir.OpShl, sum, b.Int(4))
	product := b.Op(ir.OpIMul, x, x)
	below := b.Op(ir.OpLtU, x, b.Int(7))
	none := b.Op(ir.OpISub, x, lane)
	s := Find(b.Kernel)
	for _, c := range []struct {
		v    ir.Value
		want Shape
	}{{x, Affine(1)}, {y, Uniform}, {lane, Affine(1)}, {sum, Affine(1)}, {scaled, Affine(16)}, {product, Varying}, {below, Varying}, {none, Uniform}} {
		require.Equal(t, c.want, s.Of[c.v])
	}
}

func TestThreadShapes(t *testing.T) {
	for _, c := range []struct {
		n    [3]uint32
		want [3]Shape
	}{
		{[3]uint32{64, 1, 1}, [3]Shape{Affine(1), Uniform, Uniform}},
		{[3]uint32{8, 8, 1}, [3]Shape{Affine(1), Uniform, Uniform}},
		{[3]uint32{6, 1, 1}, [3]Shape{Affine(1), Uniform, Uniform}},
		{[3]uint32{6, 2, 1}, [3]Shape{Varying, Varying, Uniform}},
		{[3]uint32{2, 2, 4}, [3]Shape{Varying, Varying, Uniform}},
		{[3]uint32{1, 8, 1}, [3]Shape{Uniform, Affine(1), Uniform}},
		{[3]uint32{1, 1, 1}, [3]Shape{Uniform, Uniform, Uniform}},
	} {
		for axis, want := range c.want {
			require.Equal(t, want, threadShape(c.n, axis), "%v axis %d", c.n, axis)
		}
	}
}
