package stage

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestOutputOf(t *testing.T) {
	for name, want := range map[string]Output{
		"ClipDistance": OutputClip, "ClipDistance0": OutputClip, "ClipDistance7": OutputClip, "CullDistance3": OutputCull,
		"RenderTargetArrayIndex": OutputLayer, "ViewportArrayIndex": OutputViewport,
		"ClipDistance8": OutputPlain, "ClipDistance00": OutputPlain, "ClipDistanceX": OutputPlain, "ClipDistance-1": OutputPlain, "clipDistance0": OutputPlain, "uv": OutputPlain,
		"ViewportArrayIndex0": OutputPlain, "": OutputPlain,
	} {
		require.Equal(t, want, OutputOf(name), name)
	}
}

func TestFindSystem(t *testing.T) {
	got := FindSystem([]gpu.StageElement{{Name: "uv", Components: 2}, {Name: "ClipDistance", Components: 3}, {Name: "ViewportArrayIndex", Components: 1},
		{Name: "CullDistance1", Components: 1}, {Name: "RenderTargetArrayIndex", Components: 1}, {Name: "ClipDistance4", Components: 1}})
	require.Equal(t, System{Layer: 11, Viewport: 9, Clip: []uint32{6, 7, 8, 12}, Cull: []uint32{10}}, got)
	require.Zero(t, FindSystem(nil).Layer)
}
