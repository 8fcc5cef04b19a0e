package engine_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

func wordsOf(values ...uint32) (b []byte) {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

// words32 is a buffer of commands for indirect draws and dispatches.
func (w *world) words32(name string, values ...uint32) *engine.Buffer {
	w.t.Helper()
	b, err := w.CreateBuffer(desc.BufferDesc{Name: name, Size: uint64(4 * len(values)), BindFlags: desc.BindIndirectDrawArgs, Data: wordsOf(values...)})
	w.ok(err)
	return b
}

// counted is a pipeline that counts work items: each adds 1 to a word.
func (w *world) counted() (*engine.PipelineState, *engine.ShaderResourceBinding, *engine.Buffer) {
	p, err := w.CreateComputePipelineState(desc.ComputePipelineStateDesc{Name: "count", CS: shader(w.t, "output:InterlockedAdd(0, 1)", "output RWByteAddressBuffer u0"),
		ResourceLayout: desc.ResourceLayout{DefaultVariableType: desc.VariableMutable}})
	w.ok(err)
	out, err := w.CreateBuffer(desc.BufferDesc{Name: "count", Size: 4, Mode: desc.ModeRaw, BindFlags: desc.BindUnorderedAccess, Data: make([]byte, 4)})
	w.ok(err)
	b := w.bindings(p, map[string]any{"output": out})
	return p, b, out
}

// TestDispatchIndirect: the numbers of groups come from a DEFAULT buffer, and from a DYNAMIC one of this frame.
func TestDispatchIndirect(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	p, srb, out := w.counted()
	args := w.words32("args", 9, 9, 9, 2, 3, 1)
	w.ok(w.imm.SetPipelineState(p))
	w.ok(w.imm.CommitShaderResources(srb, 0))
	w.ok(w.imm.DispatchComputeIndirect(desc.DispatchComputeIndirectAttribs{AttribsBuffer: args, DispatchArgsByteOffset: 12}))
	require.Equal(t, wordsOf(4*6), w.content(out))

	dyn, err := w.CreateBuffer(desc.BufferDesc{Name: "dyn", Size: 12, Usage: desc.UsageDynamic, BindFlags: desc.BindIndirectDrawArgs})
	w.ok(err)
	w.ok(w.imm.SetPipelineState(p))
	w.ok(w.imm.CommitShaderResources(srb, 0))
	refused(t, w.imm.DispatchComputeIndirect(desc.DispatchComputeIndirectAttribs{AttribsBuffer: dyn}), diag.EngineStaleContents)
	m, err := w.imm.MapBuffer(dyn, desc.MapWrite, desc.MapDiscard)
	w.ok(err)
	w.ok(m.WriteBytes(0, wordsOf(1, 1, 5)))
	w.ok(w.imm.UnmapBuffer(dyn))
	w.ok(w.imm.DispatchComputeIndirect(desc.DispatchComputeIndirectAttribs{AttribsBuffer: dyn}))
	require.Equal(t, wordsOf(4*6+4*5), w.content(out))

	w.ok(w.imm.SetPipelineState(p))
	w.ok(w.imm.CommitShaderResources(srb, 0))
	d := refused(t, w.imm.DispatchComputeIndirect(desc.DispatchComputeIndirectAttribs{AttribsBuffer: args, DispatchArgsByteOffset: 16}), diag.EngineRange)
	require.Contains(t, d.Title, "[16, 28) is outside of Buffer \"args\", which is [0, 24)")
	d = refused(t, w.imm.DispatchComputeIndirect(desc.DispatchComputeIndirectAttribs{AttribsBuffer: out}), diag.EngineDescription)
	require.Contains(t, d.Title, "do not have INDIRECT_DRAW_ARGS")
	refused(t, w.imm.DispatchComputeIndirect(desc.DispatchComputeIndirectAttribs{}), diag.EngineContextUse)
	w.ok(w.imm.Flush())
	w.ok(w.imm.FinishFrame())
	w.release(p, srb, out, args, dyn)
	w.end()
}

// points is a pipeline that draws points to nothing.
func (w *world) points() *engine.PipelineState {
	w.t.Helper()
	vs, problems := kernel.Compile(kernel.Source{Name: "vs", Stage: syntax.VertexStage, Env: registers{}, Func: function(w.t, "function(VertexID) return { Position = float4(0.0, 0.0, 0.0, 1.0) } end")})
	require.Empty(w.t, problems)
	p, err := w.CreateGraphicsPipelineState(desc.GraphicsPipelineStateDesc{Name: "points", VS: vs, GraphicsPipeline: desc.GraphicsPipelineDesc{PrimitiveTopology: gpu.TopologyPointList}})
	w.ok(err)
	return p
}

// drawn is what a query counts of draws.
func (w *world) drawn(draw func()) [11]uint64 {
	w.t.Helper()
	q, err := w.CreateQuery(desc.QueryDesc{Name: "statistics", Type: desc.QueryPipelineStatistics})
	w.ok(err)
	w.ok(w.imm.BeginQuery(q))
	draw()
	w.ok(w.imm.EndQuery(q))
	w.ok(w.imm.WaitForIdle())
	data, ok, err := q.GetData()
	w.ok(err)
	require.True(w.t, ok)
	w.release(q)
	return data.Statistics
}

// TestDrawIndirect: two commands with a gap, of which a counter lets the first through; then an indexed one. The statistics count vertices.
func TestDrawIndirect(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	p := w.points()
	args := w.words32("args", 3, 2, 0, 0, 99, 5, 1, 0, 0, 99)
	count := w.words32("count", 77, 1)
	two := desc.DrawIndirectAttribs{AttribsBuffer: args, DrawCount: 2, DrawArgsStride: 20}
	set := func() { w.ok(w.imm.SetPipelineState(p)) }
	require.EqualValues(t, 3*2+5, w.drawn(func() { set(); w.ok(w.imm.DrawIndirect(two)) })[0])
	two.CounterBuffer, two.CounterOffset = count, 4
	require.EqualValues(t, 3*2, w.drawn(func() { set(); w.ok(w.imm.DrawIndirect(two)) })[0])

	set()
	two.CounterBuffer, two.DrawArgsStride = nil, 12
	refused(t, w.imm.DrawIndirect(two), diag.EngineContextUse)
	two.DrawArgsStride = 24 // the second command would end at 40
	w.ok(w.imm.DrawIndirect(two))
	two.DrawArgsStride = 28
	refused(t, w.imm.DrawIndirect(two), diag.EngineRange)
	two.DrawCount = 0
	w.ok(w.imm.DrawIndirect(two))
	w.ok(w.imm.Flush())

	indices, err := w.CreateBuffer(desc.BufferDesc{Name: "indices", Size: 8, BindFlags: desc.BindIndexBuffer, Data: []byte{0, 0, 1, 0, 2, 0, 3, 0}})
	w.ok(err)
	indexed := w.words32("indexed", 3, 2, 1, 0, 0)
	of := desc.DrawIndexedIndirectAttribs{IndexType: gpu.FormatR16Uint, DrawIndirectAttribs: desc.DrawIndirectAttribs{AttribsBuffer: indexed, DrawCount: 1}}
	set()
	refused(t, w.imm.DrawIndexedIndirect(of), diag.EngineContextUse)
	w.ok(w.imm.Flush())
	require.EqualValues(t, 3*2, w.drawn(func() {
		set()
		w.ok(w.imm.SetIndexBuffer(indices, 0, 0))
		w.ok(w.imm.DrawIndexedIndirect(of))
	})[0])
	w.ok(w.imm.FinishFrame())
	w.release(p, args, count, indices, indexed)
	w.end()
}
