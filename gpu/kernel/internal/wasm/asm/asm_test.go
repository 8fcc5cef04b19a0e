package asm

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// TestNothingInSteps: no program has an instruction that the runtime may lose steps of. What stands in their places is run by package jit.
func TestNothingInSteps(t *testing.T) {
	require.Len(t, inSteps, 7)
	for o := range inSteps {
		a := New("run", nil, nil)
		a.Op(o)
		require.Greater(t, len(a.F.Body), 1, o.String())
		for _, in := range a.F.Body {
			require.NotContains(t, inSteps, in.Op, o.String())
		}
	}
	a := New("run", nil, nil)
	a.Op(enc.V128Or, enc.F32x4Pmin)
	require.Equal(t, []enc.Instr{{Op: enc.V128Or}, {Op: enc.F32x4Pmin}}, a.F.Body)
}
