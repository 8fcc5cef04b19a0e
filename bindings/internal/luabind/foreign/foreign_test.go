package foreign

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

var calls = Calls{"gpu.DEST": `"DEST"`, "gpu.COPY_DEST": `"COPY_DEST"`, "gpu.MAX": `"MAX"`, "gpu.Transition": "{ %1 }"}

func TestEdit(t *testing.T) {
	require.Equal(t, diag.Fix{Text: `"DEST"`}, calls.Edit("gpu", "DEST"))
	require.Equal(t, diag.Fix{Argument: 1, Action: diag.FixCall, Text: "{ %1 }"}, calls.Edit("gpu", "Transition"))
	require.Equal(t, diag.Fix{}, calls.Edit("gpu", "COPY"))
	require.Equal(t, diag.Fix{}, calls.Edit("engine", "DEST"))
}

func TestValue(t *testing.T) {
	for name, want := range map[string]string{
		"D3D12_RESOURCE_STATE_COPY_DEST": "COPY_DEST",
		"RESOURCE_STATE_DEST":            "DEST",
		"DEST":                           "", // the name itself has no prefix
		"CD3DX12_Transition":             "", // what is called stands for no text
		"D3D12_BLEND_OP_MAX":             "MAX",
		"D3D12_FLOAT32_MAX":              "", // a number
		"UINT_MAX":                       "",
	} {
		require.Equal(t, want, calls.Value("gpu", name), name)
	}
}
