package register

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestName(t *testing.T) {
	for _, c := range []struct {
		class         gpu.DescriptorType
		number, space uint32
		want          string
	}{
		{gpu.DescriptorSRV, 0, 0, "t0"},
		{gpu.DescriptorUAV, 15, 3, "u15 in space 3"},
		{gpu.DescriptorCBV, 16, 0, "b16"},
		{gpu.DescriptorSampler, 2, 4, "s2 in space 4"},
		{gpu.DescriptorSRV, math.MaxUint32, math.MaxUint32, "t4294967295 in space 4294967295"},
	} {
		require.Equal(t, c.want, Name(c.class, c.number, c.space))
		class, number, space, ok := Parse(c.want)
		require.True(t, ok, c.want)
		require.Equal(t, []any{c.class, c.number, c.space}, []any{class, number, space}, c.want)
	}
}

func TestParseOtherTexts(t *testing.T) {
	for _, text := range []string{"", "t", "3", "x3", "t:", "tt", "t3 in space", "t3 in space x", "t-1", "t4294967296", "vertex buffer 0", "index buffer", "query 3", "count", "arguments", "target 0", "stencil", "predicate"} {
		_, _, _, ok := Parse(text)
		require.False(t, ok, text)
	}
}
