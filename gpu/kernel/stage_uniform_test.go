package kernel

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

func TestUniform(t *testing.T) {
	for _, c := range []struct {
		name, parameters, body string
		want                   bool
		inputs                 []string
	}{
		{"a constant", "v", "return float4(0.25, 0.5, 0.75, 1.0)", true, []string{"colour float3"}},
		{"a loop of constants", "v", "local x = 0.0\nfor i = 1, 5 do x = x + sin(x) + 0.1 end\nreturn float4(x, x, x, 1.0)", true, []string{"colour float3"}},
		{"an input", "v", "return float4(v.colour, 1.0)", false, []string{"colour float3"}},
		{"a constant one", "v", "return float4(v.colour, 1.0)", false, []string{"colour float3 nointerpolation"}},
		{"a buffer, which may be a target", "v", "return float4(lookup[0], 0.0, 0.0, 1.0)", false, []string{"colour float3"}},
		{"a print", "v", "printf(\"pixel\")\nreturn float4(1.0, 1.0, 1.0, 1.0)", false, []string{"colour float3"}},
		{"discard of every pixel", "v", "discard()\nreturn float4(1.0, 1.0, 1.0, 1.0)", true, []string{"colour float3"}},
		{"a store", "v", "counts[0] = 1\nreturn float4(1.0, 1.0, 1.0, 1.0)", false, []string{"colour float3"}},
		{"the pixel's place", "v, Position", "return float4(Position.x, 0.0, 0.0, 1.0)", false, []string{"colour float3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := compiledShader(t, shader(t, syntax.PixelStage, c.parameters, c.body, c.inputs...))
			require.Equal(t, c.want, uniform(k.natural.program()))
		})
	}
	k := compiledShader(t, shader(t, syntax.VertexStage, "p", "return { Position = float4(0.0, 0.0, 0.0, 1.0) }", "p float3"))
	require.False(t, uniform(k.natural.program()), "a vertex program")
}

// TestUniformRunsCount: the results of a uniform program stay where they are, and each run counts what running would. A longer run, another place
// and another worker run again.
func TestUniformRunsCount(t *testing.T) {
	r := newStageRig(t)
	r.outputs.Targets[0].Used = true
	r.outputs.Targets[0].Format = gpu.FormatR8G8B8A8Unorm
	k := compiledShader(t, shader(t, syntax.PixelStage, "v", "return float4(1.0, 0.0, 0.0, 1.0)", "colour float3"))
	const red, pitch = 0xff0000ff, 4 * 4096
	const other = rigOutput + 8*pitch
	for _, run := range r.runners {
		p := r.open(run, k, pitch)
		require.True(t, p.Uniform())
		word := func(output, item int) uint32 { return r.word(output + pitch + 4*item) }
		draw := func(worker, output, items int) {
			require.True(t, p.Run(worker, 0, r.base+rigInput, r.base+uint32(output), uint32(items)))
		}
		draw(0, rigOutput, 64)
		require.EqualValues(t, red, word(rigOutput, 63))
		r.put(rigOutput+pitch, 7)
		draw(0, rigOutput, 61)
		require.EqualValues(t, 7, word(rigOutput, 0), "it did not run again")
		draw(0, rigOutput, 65)
		require.EqualValues(t, red, word(rigOutput, 0), "two groups were not there yet")
		draw(0, other, 4)
		require.EqualValues(t, red, word(other, 3))
		r.put(other+pitch, 7)
		draw(1%p.Workers(), other, 4)
		got, err := p.End()
		require.NoError(t, err)
		require.EqualValues(t, 64+61+65+4+4, got.WorkItems)

		once := r.open(run, k, pitch)
		require.True(t, once.Run(0, 0, r.base+rigInput, r.base+rigOutput, 1))
		group, err := once.End()
		require.NoError(t, err)
		require.NotZero(t, group.Instructions)
		require.Equal(t, 6*group.Instructions, got.Instructions, "1, 1, 2, 1 and 1 groups")
	}
}
