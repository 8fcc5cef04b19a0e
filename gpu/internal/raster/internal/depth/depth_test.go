package depth

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// Each function accepts what its name says; a NaN only passes where anything or anything else does.
func TestComparison(t *testing.T) {
	nan := float32(math.NaN())
	for f, want := range map[gpu.ComparisonFunc][4]bool{gpu.CompareNever: {}, gpu.CompareLess: {true}, gpu.CompareEqual: {1: true}, gpu.CompareLessEqual: {true, true},
		gpu.CompareGreater: {2: true}, gpu.CompareNotEqual: {0: true, 2: true, 3: true}, gpu.CompareGreaterEqual: {1: true, 2: true},
		gpu.CompareAlways: {true, true, true, true}} {
		for i, stored := range [4]float32{2, 1, 0, nan} {
			require.Equal(t, want[i], Comparison(f)&Relate(1, stored) != 0, "%s %v", f, stored)
		}
	}
}

func TestSteps(t *testing.T) {
	for z, want := range map[float32]float32{-1: 0, 0: 0, 0.125: 0, 0.25: 1, 0.375: 2, 0.625: 2, 1: 4, 2: 4} {
		require.Equal(t, want, Steps(z, 4), z)
	}
}

func TestStencil(t *testing.T) {
	for op, want := range map[gpu.StencilOp][2]uint8{gpu.StencilKeep: {0, 255}, gpu.StencilZero: {0, 0}, gpu.StencilReplace: {7, 7}, gpu.StencilIncrSat: {1, 255},
		gpu.StencilDecrSat: {0, 254}, gpu.StencilInvert: {255, 0}, gpu.StencilIncr: {1, 0}, gpu.StencilDecr: {255, 254}} {
		require.Equal(t, want, [2]uint8{Stencil(op, 0, 7), Stencil(op, 255, 7)}, op)
	}
}
