package check

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// choosing is a kernel that samples a row of two texels, 0 and 1, with samplers whose numbers are worked out.
func choosing(count, body string) string {
	return `local gpu = require "gpu"
local out = gpu.RWStructuredBuffer("u0", "float")
local tex = gpu.Texture2D("t1", "float4")
local samplers = gpu.SamplerState("s0", ` + count + `)
local kernel = gpu.ComputeShader { Name = "k", NumThreads = { 8, 1, 1 }, Main = function(GroupIndex)
  local i = GroupIndex
  ` + body + `
end }`
}

// fieldsOf is the record of a sampler in an array, and its data: its own fields.
func fieldsOf(s ir.SamplerFields) (ir.Record, []uint32) {
	r := ir.Record{Count: 13, Size: 52, Stride: 4, Sampler: s}
	memory := make([]byte, ir.RecordBytes)
	r.Put(memory)
	words := make([]uint32, r.Count)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(memory[4*(ir.WordMip0+i):])
	}
	return r, words
}

// TestChosenSamplers: which sampler of an array is used is seen where the program works its number out, once for each call; none at s2, and none
// after s3.
func TestChosenSamplers(t *testing.T) {
	words, r := pyramid(2, 1, 1, 1, false, func(_, x, _, _ uint32) float32 { return float32(x) })
	point := ir.SamplerFields{AddressU: uint32(gpu.AddressClamp), AddressV: uint32(gpu.AddressClamp)}
	linear := point
	linear.Filter = linearFilter
	m := &machine{buffers: map[string][]uint32{"t1": words, "u0": make([]uint32, 8)}, records: map[string]ir.Record{"t1": r}}
	for name, s := range map[string]ir.SamplerFields{"s0": point, "s1": linear, "s3": linear} {
		m.records[name], m.buffers[name] = fieldsOf(s)
	}
	out, res := m.run(t, choosing("4", `if i < 6 then out[i] = tex:SampleLevel(samplers[NonUniformResourceIndex(i)], float2(0.375, 0.5), 0).x end`))
	require.Equal(t, []float32{0, 0.25, 0, 0.25}, floats(out["u0"])[:4])
	var slots [][2]uint32
	for _, r := range res.Reports {
		require.Equal(t, ir.OpLoadBuf, r.Op)
		slots = append(slots, [2]uint32{r.Item, r.Slot})
	}
	require.Equal(t, [][2]uint32{{2, 2}, {4, 4}, {5, 5}}, slots)
}

// TestSamplersCostOneLoad: of each call that chooses, one field is loaded and the others are queries; constant numbers and single samplers load
// nothing.
func TestSamplersCostOneLoad(t *testing.T) {
	for _, c := range []struct {
		name, count, body string
		loads             int
	}{
		{"a constant number", "4", `out[i] = tex:SampleLevel(samplers[2], float2(0.3, 0.5), 0).x`, 0},
		{"a number from the work item", "4", `out[i] = tex:SampleLevel(samplers[NonUniformResourceIndex(i)], float2(0.3, 0.5), 0).x`, 1},
		{"SampleGrad, with two ways to filter", "4", `out[i] = tex:SampleGrad(samplers[NonUniformResourceIndex(i)], float2(0.3, 0.5), float2(1, 0), float2(0, 1)).x`, 1},
		{"Gather, which needs no filter", "4", `out[i] = tex:Gather(samplers[NonUniformResourceIndex(i)], float2(0.3, 0.5)).x`, 1},
		{"two calls", "4", `out[i] = tex:SampleLevel(samplers[NonUniformResourceIndex(i)], float2(0.3, 0.5), 0).x + tex:SampleLevel(samplers[NonUniformResourceIndex(i + 1)], float2(0.3, 0.5), 0).x`, 2},
	} {
		_, k, diags := compile(t, choosing(c.count, c.body), nil)
		require.Empty(t, texts(diags), c.name)
		loads := 0
		k.Body.Walk(func(in *ir.Instr) {
			if in.Op == ir.OpLoadBuf && k.Bindings[in.Binding].Kind == ir.Sampler {
				loads++
			}
		})
		require.Equal(t, c.loads, loads, c.name)
	}
}
