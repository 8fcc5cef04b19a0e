package foreign

import (
	"strings"
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

func TestRenamed(t *testing.T) {
	renames := map[string]string{"States.SHADER_RESOURCE": "ALL_SHADER_RESOURCE", "Format.RGBA8": "R8G8B8A8_UNORM"}
	for name, want := range map[string]string{
		"States.SHADER_RESOURCE":                "ALL_SHADER_RESOURCE",
		"States.RESOURCE_STATE_SHADER_RESOURCE": "ALL_SHADER_RESOURCE",
		"Format.TEX_FORMAT_RGBA8":               "R8G8B8A8_UNORM",
		"Format.MY_RGBA8":                       "",
		"Format.TEX_FORMAT_":                    "",
	} {
		enum, value, _ := strings.Cut(name, ".")
		require.Equal(t, want, Renamed(renames, enum, value), name)
	}
}
