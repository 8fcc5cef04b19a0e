package blend

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestLogic(t *testing.T) {
	const s, d = 0b0011, 0b0101
	for op, want := range map[gpu.LogicOp]uint32{gpu.LogicClear: 0, gpu.LogicSet: 15, gpu.LogicCopy: s, gpu.LogicCopyInverted: 0b1100, gpu.LogicNoop: d,
		gpu.LogicInvert: 0b1010, gpu.LogicAnd: 0b0001, gpu.LogicNand: 0b1110, gpu.LogicOr: 0b0111, gpu.LogicNor: 0b1000, gpu.LogicXor: 0b0110,
		gpu.LogicEquiv: 0b1001, gpu.LogicAndReverse: 0b0010, gpu.LogicAndInverted: 0b0100, gpu.LogicOrReverse: 0b1011, gpu.LogicOrInverted: 0b1101} {
		require.Equal(t, want, Logic(op, s, d)&15, "%v", op)
	}
}

func TestClamp(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct {
		numeric gpu.NumericType
		want    [4]float32
	}{{gpu.NumericUnorm, [4]float32{0, 1, 0.5, 0}}, {gpu.NumericSnorm, [4]float32{-1, 1, 0.5, -1}}} {
		b := New(&gpu.RenderTargetBlendDesc{}, &gpu.FormatInfo{Numeric: c.numeric}, [4]float32{})
		v := Colors{{-2, 2, 0.5, nan}}
		b.Clamp(&v)
		require.Equal(t, c.want, v[0])
	}
	b := New(&gpu.RenderTargetBlendDesc{}, &gpu.FormatInfo{Numeric: gpu.NumericFloat}, [4]float32{})
	v := Colors{{-2, 2}}
	b.Clamp(&v)
	require.Equal(t, [4]float32{-2, 2}, v[0], "floats have no range")
}
