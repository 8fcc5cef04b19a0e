package bindings

import (
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
)

// TestMisplacedNames: what is asked of the wrong thing says whose it is.
func TestMisplacedNames(t *testing.T) {
	for _, tt := range []struct{ text, help string }{
		{`gpu.CreateFence(0)`, "CreateFence is a method of Device and RenderDevice: write it as object:CreateFence(...)"},
		{`gpu.CreateSwapChain {}`, "CreateSwapChain is a method of CommandQueue and RenderDevice: write it as object:CreateSwapChain(...)"},
		{`gpu.CreateDevice():WaitForSingleObject(1)`, "WaitForSingleObject is a function of module gpu: write gpu.WaitForSingleObject(...)"},
		{`gpu.CreateDevice():SavePNG("x.png")`, "SavePNG is a function of module gpu: write gpu.SavePNG(...)"},
		{`gpu.CreateDevise()`, "did you mean CreateDevice?"},
		{`gpu.CreateDevice().Buffer()`, "Buffer is a function of module gpu: write gpu.Buffer(...)"},
	} {
		L, _ := newWorld(t, world)
		err := L.DoString(tt.text)
		require.Error(t, err, tt.text)
		d := ErrorDiagnostics(err.(*lua.ApiError).Object)[0]
		require.Len(t, d.Help, 1, tt.text)
		require.Equal(t, tt.help, d.Help[0].Text, tt.text)
	}
}

// TestMisplacedNamesAreOfTheSurface: a hint for a name is about one that there is, and a name that is there has none.
func TestMisplacedNamesAreOfTheSurface(t *testing.T) {
	hints := misplaced(map[string]string{"gpu.Signal": "kept"}, classes.Classes(), modules())
	require.Equal(t, "kept", hints["gpu.Signal"])
	require.Empty(t, hints["gpu.GetName"], "many classes have it")
	require.Contains(t, hints["object.Pack"], "write engine.Pack(...)")
}
