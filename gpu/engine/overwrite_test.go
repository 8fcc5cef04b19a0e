package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// positions is a pipeline of points at positions of 8 bytes, which advance by vertex or by one in rate instances.
func (w *world) positions(class gpu.InputClassification, rate uint32) *engine.PipelineState {
	w.t.Helper()
	float2, problem := syntax.ParseType("float2")
	require.Nil(w.t, problem)
	vs := kernel.Source{Name: "vs", Stage: syntax.VertexStage, Env: registers{}, Func: function(w.t, "function(position) return { Position = float4(position, 0.0, 1.0) } end"),
		Inputs: []kernel.StageField{{Name: "POSITION", Type: float2}}}
	v, problems := kernel.Compile(vs)
	require.Empty(w.t, problems)
	p, err := w.CreateGraphicsPipelineState(desc.GraphicsPipelineStateDesc{VS: v, GraphicsPipeline: desc.GraphicsPipelineDesc{PrimitiveTopology: gpu.TopologyPointList,
		InputLayout: []gpu.InputElement{{SemanticName: "POSITION", Format: gpu.FormatR32G32Float, InputSlotClass: class, InstanceDataStepRate: rate}}}})
	w.ok(err)
	return p
}

// TestOverwriteOfRecordedBytes: a command that was recorded and not submitted reads bytes [begin, end) of a dynamic buffer. Writes that touch them
// are refused at once, and those beside them are not.
func TestOverwriteOfRecordedBytes(t *testing.T) {
	indices := func(w *world, b *engine.Buffer, format gpu.Format, first, count uint32, offset uint64) {
		w.ok(w.imm.SetPipelineState(w.points()))
		w.ok(w.imm.SetIndexBuffer(b, offset, 0))
		w.ok(w.imm.DrawIndexed(desc.DrawIndexedAttribs{NumIndices: count, FirstIndexLocation: first, IndexType: format}))
	}
	stream := func(w *world, b *engine.Buffer, class gpu.InputClassification, rate uint32, a desc.DrawAttribs) {
		w.ok(w.imm.SetPipelineState(w.positions(class, rate)))
		w.ok(w.imm.SetVertexBuffers(0, []*engine.Buffer{b}, []uint64{16}, 0))
		w.ok(w.imm.Draw(a))
	}
	for name, c := range map[string]struct {
		bind       desc.BindFlags
		use        func(w *world, b *engine.Buffer)
		begin, end uint64
	}{
		"vertices": {desc.BindVertexBuffer, func(w *world, b *engine.Buffer) {
			stream(w, b, gpu.PerVertexData, 0, desc.DrawAttribs{NumVertices: 2, StartVertexLocation: 1})
		}, 24, 40},
		"instances": {desc.BindVertexBuffer, func(w *world, b *engine.Buffer) {
			stream(w, b, gpu.PerInstanceData, 1, desc.DrawAttribs{NumVertices: 1, NumInstances: 3, FirstInstanceLocation: 1})
		}, 24, 48},
		"two instances": {desc.BindVertexBuffer, func(w *world, b *engine.Buffer) {
			stream(w, b, gpu.PerInstanceData, 2, desc.DrawAttribs{NumVertices: 1, NumInstances: 3})
		}, 16, 32},
		"all instances": {desc.BindVertexBuffer, func(w *world, b *engine.Buffer) {
			stream(w, b, gpu.PerInstanceData, 0, desc.DrawAttribs{NumVertices: 1, NumInstances: 3})
		}, 16, 24},
		"indices of 16 bit": {desc.BindIndexBuffer, func(w *world, b *engine.Buffer) { indices(w, b, gpu.FormatR16Uint, 2, 6, 8) }, 12, 24},
		"indices of 32 bit": {desc.BindIndexBuffer, func(w *world, b *engine.Buffer) { indices(w, b, gpu.FormatR32Uint, 2, 3, 8) }, 16, 28},
		"arguments": {desc.BindIndirectDrawArgs, func(w *world, b *engine.Buffer) {
			w.ok(w.imm.SetPipelineState(w.points()))
			w.ok(w.imm.DrawIndirect(desc.DrawIndirectAttribs{AttribsBuffer: b, DrawArgsOffset: 8, DrawCount: 2, DrawArgsStride: 20}))
		}, 8, 44},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, desc.DeviceDesc{})
			b, err := w.CreateBuffer(desc.BufferDesc{Name: "b", Size: 64, Usage: desc.UsageDynamic, BindFlags: c.bind})
			w.ok(err)
			m, err := w.imm.MapBuffer(b, desc.MapWrite, desc.MapDiscard)
			w.ok(err)
			w.ok(m.WriteBytes(0, make([]byte, 64)))
			w.ok(w.imm.UnmapBuffer(b))
			c.use(w, b)
			m, err = w.imm.MapBuffer(b, desc.MapWrite, desc.MapNoOverwrite)
			w.ok(err)
			w.ok(m.WriteBytes(c.begin-4, make([]byte, 4)))
			w.ok(m.WriteBytes(c.end, make([]byte, 4)))
			for _, at := range []uint64{c.begin - 3, c.end - 1} {
				d := refused(t, m.WriteBytes(at, make([]byte, 4)), diag.EngineOverwrite)
				require.Contains(t, d.Title, "which a recorded")
			}
			w.ok(w.imm.UnmapBuffer(b))
		})
	}
}

// TestOverwriteDoesNotDependOnLuck: the GPU is long done with a submission, and the engine has seen it, but the application has waited for nothing.
// On a slower machine the write would come too early, so it is refused; a fence that the application waits for allows it.
func TestOverwriteDoesNotDependOnLuck(t *testing.T) {
	for _, waits := range []bool{false, true} {
		s := newScene(t)
		m, err := s.mapIn(s.imm, desc.MapDiscard)
		s.ok(err)
		s.ok(m.WriteFloats(0, []float32{1, 2, 3, 4}))
		s.ok(s.imm.UnmapBuffer(s.dyn))
		s.ok(s.imm.CopyBuffer(s.dyn, 0, 0, s.b, 0, 8, 0))
		s.ok(s.imm.EnqueueSignal(s.fence, 1))
		s.ok(s.imm.Flush())
		s.ok(s.adapter.Work(1_000_000_000, 0))
		s.ok(s.copy(s.imm))
		s.ok(s.imm.Flush())
		require.NotZero(t, s.GetReleaseQueueStats().Queues[0].CompletedLists, "the purge of the second flush has seen the first one complete")
		if waits {
			s.ok(s.fence.Wait(1))
		}
		m, err = s.mapIn(s.imm, desc.MapNoOverwrite)
		s.ok(err)
		s.ok(m.WriteFloats(8, []float32{5}))
		if err := m.WriteFloats(4, []float32{5}); waits {
			s.ok(err)
		} else {
			d := refused(t, err, diag.EngineOverwrite)
			require.Contains(t, d.Title, "which a CopyBuffer in flight reads")
			require.Contains(t, d.Why[0], `covered by value 2 of DeviceContext "main"; the application has waited for 0`, "value 1 is the upload of a")
		}
	}
}

// TestOverwriteIsToldOnce: where errors are only reported, the level below finds the same race, and says nothing of it.
func TestOverwriteIsToldOnce(t *testing.T) {
	w := newWorldWith(t, desc.DeviceDesc{}, device.ErrorsReport)
	dyn, to := w.buffer("dyn", 16, desc.UsageDynamic, 0), w.floats("to")
	m, err := w.imm.MapBuffer(dyn, desc.MapWrite, desc.MapDiscard)
	w.ok(err)
	m.SetSite(1)
	w.ok(m.WriteFloats(0, []float32{1, 2, 3, 4}))
	w.ok(w.imm.UnmapBuffer(dyn))
	w.ok(w.imm.CopyBuffer(dyn, 0, 0, to, 0, 8, 0))
	w.ok(w.imm.Flush())
	m, err = w.imm.MapBuffer(dyn, desc.MapWrite, desc.MapNoOverwrite)
	w.ok(err)
	m.SetSite(2)
	w.ok(m.WriteFloats(4, []float32{5}))
	w.ok(w.imm.WaitForIdle())
	require.Empty(t, w.adapter.Finish())
	require.Len(t, w.told, 1)
	require.Equal(t, diag.EngineOverwrite, w.told[0].Code)
}

// TestPollsOfTheApplicationCount: an application that asks how many lists are complete may go by the answer, as after a wait.
func TestPollsOfTheApplicationCount(t *testing.T) {
	s := newScene(t)
	m, err := s.mapIn(s.imm, desc.MapDiscard)
	s.ok(err)
	s.ok(m.WriteFloats(0, []float32{1, 2, 3, 4}))
	s.ok(s.imm.UnmapBuffer(s.dyn))
	s.ok(s.imm.CopyBuffer(s.dyn, 0, 0, s.b, 0, 8, 0))
	s.ok(s.imm.Flush())
	s.ok(s.adapter.Work(1_000_000_000, 0))
	done, err := s.imm.GetCompletedCommandListCount()
	s.ok(err)
	require.Equal(t, s.imm.GetNextCommandListNumber(), done)
	m, err = s.mapIn(s.imm, desc.MapNoOverwrite)
	s.ok(err)
	s.ok(m.WriteFloats(4, []float32{5}))
}
