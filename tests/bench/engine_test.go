package bench

import (
	"flag"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/gpuscript/gpuscript/gpu/kernel/text"
)

// engineFrames is how many frames TestEngineFrames draws: go test ./tests/bench -run EngineFrames -engine.frames 10000.
var engineFrames = flag.Int("engine.frames", 100, "frames of 1,000 draws through the engine level in TestEngineFrames")

// engineDraws is a device of the engine level that draws points.
type engineDraws struct {
	t         testing.TB
	device    *engine.RenderDevice
	context   *engine.DeviceContext
	plain     *engine.PipelineState // no variables, no target
	place     moved                 // no target
	colour    moved                 // with a pixel shader and a target
	target    *engine.Texture
	constants *engine.Buffer // DYNAMIC
	bytes     []byte
}

// moved is a pipeline that reads the constants, with its binding object.
type moved struct {
	pipeline *engine.PipelineState
	binding  *engine.ShaderResourceBinding
}

func newEngineDraws(t testing.TB) *engineDraws {
	a, err := device.NewAdapter(device.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, a.Close()) })
	d, err := engine.CreateDeviceAndContexts(a, desc.DeviceDesc{}, 0)
	require.NoError(t, err)
	e := &engineDraws{t: t, device: d, context: d.GetImmediateContext(0), bytes: make([]byte, 16)}
	e.constants, err = d.CreateBuffer(desc.BufferDesc{Name: "place", Size: 16, Usage: desc.UsageDynamic, BindFlags: desc.BindShaderResource, Mode: desc.ModeStructured, ElementByteStride: 16})
	require.NoError(t, err)
	e.target, err = d.CreateTexture(desc.TextureDesc{Name: "target", Width: 16, Height: 16, Format: gpu.FormatR8G8B8A8Unorm, BindFlags: desc.BindRenderTarget, MipLevels: 1})
	require.NoError(t, err)
	e.plain = e.points(e.shader(text.Source{Name: "vs", Stage: syntax.VertexStage, Function: "function(VertexID) return { Position = float4(0.0, 0.0, 0.0, 1.0) } end"}), nil)
	vs := text.Source{Name: "vs", Stage: syntax.VertexStage, Function: "function(VertexID) return { Position = float4(place[0].xyz, 1.0) } end",
		Resources: []text.Resource{{Name: "place", Kind: "StructuredBuffer", Register: "t0", Element: "float4"}}}
	e.place = e.moves(e.points(e.shader(vs), nil))
	e.colour = e.moves(e.points(e.shader(vs), e.shader(text.Source{Name: "ps", Stage: syntax.PixelStage, Function: "function() return float4(1.0, 0.5, 0.25, 1.0) end"})))
	return e
}

func (e *engineDraws) shader(of text.Source) gpu.Shader {
	s, err := text.Compile(of)
	require.NoError(e.t, err)
	return s
}

// points is a pipeline with a vertex shader, and a pixel shader or none.
func (e *engineDraws) points(vs, ps gpu.Shader) *engine.PipelineState {
	of := desc.GraphicsPipelineStateDesc{Name: "points", VS: vs, PS: ps, GraphicsPipeline: desc.GraphicsPipelineDesc{PrimitiveTopology: gpu.TopologyPointList},
		ResourceLayout: desc.ResourceLayout{DefaultVariableType: desc.VariableMutable}}
	if ps != nil {
		of.GraphicsPipeline.RTVFormats = []gpu.Format{gpu.FormatR8G8B8A8Unorm}
	}
	p, err := e.device.CreateGraphicsPipelineState(of)
	require.NoError(e.t, err)
	return p
}

// moves binds the constants to a pipeline.
func (e *engineDraws) moves(p *engine.PipelineState) moved {
	binding, err := p.CreateShaderResourceBinding("binding")
	require.NoError(e.t, err)
	v, err := binding.GetVariableByName(gpu.StageVertex, "place")
	require.NoError(e.t, err)
	require.NoError(e.t, v.Set(e.constants, 0))
	return moved{p, binding}
}

// drawPlain records draws that change nothing between them.
func (e *engineDraws) drawPlain(draws int) error {
	if err := e.context.SetPipelineState(e.plain); err != nil {
		return err
	}
	for range draws {
		if err := e.context.Draw(desc.DrawAttribs{NumVertices: 1}); err != nil {
			return err
		}
	}
	return nil
}

// drawMapped records draws to nothing that each map the constants anew.
func (e *engineDraws) drawMapped(draws int) error { return e.drawMoved(e.place, draws) }

// drawColour records such draws of a pixel each.
func (e *engineDraws) drawColour(draws int) error {
	if err := e.context.SetRenderTargets([]*engine.TextureView{e.target.GetDefaultView(desc.ViewRenderTarget)}, nil, desc.TransitionAuto); err != nil {
		return err
	}
	return e.drawMoved(e.colour, draws)
}

func (e *engineDraws) drawMoved(with moved, draws int) error {
	c := e.context
	if err := c.SetPipelineState(with.pipeline); err != nil {
		return err
	}
	if err := c.CommitShaderResources(with.binding, desc.TransitionAuto); err != nil {
		return err
	}
	for range draws {
		m, err := c.MapBuffer(e.constants, desc.MapWrite, desc.MapDiscard)
		if err != nil {
			return err
		}
		if err := m.WriteBytes(0, e.bytes); err != nil {
			return err
		}
		if err := c.UnmapBuffer(e.constants); err != nil {
			return err
		}
		if err := c.Draw(desc.DrawAttribs{NumVertices: 1}); err != nil {
			return err
		}
	}
	return nil
}

// frame records, submits, executes and finishes a frame of 1,000 draws.
func (e *engineDraws) frame(record func(draws int) error) {
	if err := record(1000); err != nil {
		e.t.Fatal(err)
	}
	if err := e.context.WaitForIdle(); err != nil {
		e.t.Fatal(err)
	}
	if err := e.context.FinishFrame(); err != nil {
		e.t.Fatal(err)
	}
}

// BenchmarkEngineFrames is a frame of 1,000 draws through the engine level: with nothing changed between them, with constants mapped for
// each, and with a pixel shader as well. "record" is the part of the CPU alone.
func BenchmarkEngineFrames(b *testing.B) {
	for _, c := range []struct {
		name   string
		record func(*engineDraws) func(int) error
	}{
		{"plain", func(e *engineDraws) func(int) error { return e.drawPlain }},
		{"mapped", func(e *engineDraws) func(int) error { return e.drawMapped }},
		{"colour", func(e *engineDraws) func(int) error { return e.drawColour }},
	} {
		b.Run(c.name, func(b *testing.B) {
			e := newEngineDraws(b)
			e.frame(c.record(e))
			b.ReportAllocs()
			for b.Loop() {
				e.frame(c.record(e))
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/frame")
		})
		b.Run(c.name+"/record", func(b *testing.B) {
			e := newEngineDraws(b)
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, c.record(e)(1000))
				b.StopTimer()
				e.frame(func(int) error { return nil })
				b.StartTimer()
			}
		})
	}
}

// TestEngineFrames: frames without end need what the first ones needed, of every kind of memory.
func TestEngineFrames(t *testing.T) {
	e := newEngineDraws(t)
	now := func() [6]uint64 {
		pages, dynamic, queues := e.device.GetDynamicHeapStats(), e.device.GetGPUDescriptorHeapStats(gpu.HeapCBVSRVUAV).Dynamic, e.device.GetReleaseQueueStats()
		return [6]uint64{uint64(pages.Pages), pages.Bytes, dynamic.Peak, uint64(e.device.GetCommandAllocatorStats(gpu.ListDirect).Created), uint64(e.device.GetLiveObjectCount()),
			uint64(queues.Stale + queues.Pending)}
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var warm [6]uint64
	var bytes uint64
	for i := range *engineFrames {
		e.frame(e.drawMapped)
		if i == *engineFrames/10 {
			warm, bytes = now(), heap()
		}
	}
	require.Equal(t, warm, now())
	require.Less(t, heap(), bytes+1<<20, "Go memory after a tenth of the frames: %d bytes", bytes)
}

// TestEngineFramesAllocateLittle: a frame of 1,000 mapped draws allocates 150 times at most, execution and all. The engine makes its
// mappings by the dozen, and nothing for a draw; that of a frame with a pixel shader is its recording alone.
func TestEngineFramesAllocateLittle(t *testing.T) {
	e := newEngineDraws(t)
	e.frame(e.drawMapped)
	require.LessOrEqual(t, testing.AllocsPerRun(20, func() { e.frame(e.drawMapped) }), 150.0)
	recorded := testing.AllocsPerRun(20, func() { require.NoError(t, e.drawColour(1000)) })
	require.LessOrEqual(t, recorded, 150.0)
}
