package words

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestInstead: every command that is refused by name says with what it comes, and what there is instead.
func TestInstead(t *testing.T) {
	unheard, generally := Instead("Unheard")
	for _, r := range gpu.CommandTable() {
		if r.Op == gpu.OpNone {
			comes, _ := Instead(r.Name)
			require.NotEqual(t, unheard, comes, r.Name)
		}
	}
	require.Contains(t, generally, "ExecuteIndirect")
	for _, name := range []string{"BeginRenderPass", "BindSparseResourceMemory", "BuildBLAS", "CopyTLAS", "CreateBLAS", "CreateDeviceMemory", "CreateFramebuffer", "CreatePipelineResourceSignature",
		"CreatePipelineStateCache", "CreateRayTracingPipelineState", "CreateRenderPass", "CreateSBT", "CreateTilePipelineState", "DispatchTile", "DrawMesh", "MultiDrawIndexed",
		"NextSubpass", "SetShadingRate", "TraceRaysIndirect", "UpdateSBT"} {
		comes, instead := Instead(name)
		require.NotEqual(t, unheard, comes, name)
		require.NotContains(t, instead, "CreatePlacedResource", "%s is a method of the engine level", name)
	}
	_, instead := Instead("CreateSwapChain")
	require.Contains(t, instead, "DIRECT queue")
}
