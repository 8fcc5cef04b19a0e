package text_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/gpuscript/gpuscript/gpu/kernel/text"
)

func TestCompile(t *testing.T) {
	twice := text.Source{Name: "twice", NumThreads: [3]int{4, 1, 1}, Function: "function(DispatchThreadID) output[DispatchThreadID.x] = 2.0 end",
		Resources: []text.Resource{{Name: "output", Kind: "RWStructuredBuffer", Register: "u3", Element: "float"}}}
	s, err := text.Compile(twice)
	require.NoError(t, err)
	require.Equal(t, "twice", s.ShaderName())
	require.Equal(t, gpu.StageCompute, s.ShaderStage())
	require.Len(t, s.Slots(), 1)
	require.EqualValues(t, 3, s.Slots()[0].Register)

	s, err = text.Compile(text.Source{Name: "red", Stage: syntax.PixelStage, Function: "function(v) return float4(1, 0, 0, 1) end"})
	require.NoError(t, err)
	require.Equal(t, gpu.StagePixel, s.ShaderStage())
}

func TestWrongTexts(t *testing.T) {
	texture := []text.Resource{{Name: "picture", Kind: "Texture2D", Register: "t0", Element: "float4"}}
	for _, c := range []struct {
		of   text.Source
		want string
	}{
		{text.Source{Name: "a", Function: "function("}, `shader "a": `},
		{text.Source{Name: "b", Function: "1"}, `shader "b": its text is not a function`},
		{text.Source{Name: "c", NumThreads: [3]int{1, 1, 1}, Function: "function() other[1] = 2 end", Resources: texture}, `shader "c": `},
		{text.Source{Name: "d", Function: "function() end", Resources: []text.Resource{{Name: "x", Kind: "Texture9D", Register: "t0"}}}, `shader "d": resource "x": there is no kind "Texture9D"`},
		{text.Source{Name: "e", Function: "function() end", Resources: []text.Resource{{Name: "x", Kind: "Texture2D", Register: "t0", Element: "string"}}}, `shader "e": resource "x": `},
		{text.Source{Name: "f", Function: "function() end", Resources: []text.Resource{{Name: "x", Kind: "Texture2D", Register: "q0", Element: "float4"}}}, `shader "f": resource "x": `},
	} {
		_, err := text.Compile(c.of)
		require.ErrorContains(t, err, c.want)
	}
}
