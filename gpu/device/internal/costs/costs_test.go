package costs

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
)

func TestClassOf(t *testing.T) {
	drawn := &exec.Outcome{}
	drawn.Drawn.IAVertices = 3
	require.Equal(t, Draw, ClassOf(&gpu.Command{Op: gpu.OpExecuteIndirect}, drawn))
	require.Equal(t, Dispatch, ClassOf(&gpu.Command{Op: gpu.OpExecuteIndirect}, &exec.Outcome{}), "arguments without a vertex cost what a dispatch of nothing costs")
	for op, want := range map[gpu.Op]Class{gpu.OpDrawInstanced: Draw, gpu.OpDispatch: Dispatch, gpu.OpCopyResource: Copy, gpu.OpDiscardResource: Fill,
		gpu.OpResourceBarrier: Barrier, gpu.OpSetDescriptorHeaps: Free} {
		require.Equal(t, want, ClassOf(&gpu.Command{Op: op}, &exec.Outcome{}), "%v", op)
	}
}
