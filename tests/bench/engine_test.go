package bench

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// noNames is the environment of a shader that captures nothing.
type noNames struct{}

// Resolve implements syntax.Env.
func (noNames) Resolve(string) (syntax.Capture, bool) { return syntax.Capture{}, false }

// onePoint is a pipeline of the engine level that draws to nothing.
func onePoint(b *testing.B, d *engine.RenderDevice) *engine.PipelineState {
	chunk, err := parse.Parse(strings.NewReader("return function(VertexID) return { Position = float4(0.0, 0.0, 0.0, 1.0) } end"), "vs.lua")
	require.NoError(b, err)
	vs, problems := kernel.Compile(kernel.Source{Name: "vs", Stage: syntax.VertexStage, Env: noNames{}, Func: chunk[0].(*ast.ReturnStmt).Exprs[0].(*ast.FunctionExpr)})
	require.Empty(b, problems)
	p, err := d.CreateGraphicsPipelineState(desc.GraphicsPipelineStateDesc{Name: "one point", VS: vs, GraphicsPipeline: desc.GraphicsPipelineDesc{PrimitiveTopology: gpu.TopologyPointList}})
	require.NoError(b, err)
	return p
}

// BenchmarkEngineFrames is a frame of 1,000 draws through the engine level, recorded, submitted, executed and finished. The engine itself
// allocates nothing for a draw; what the frame allocates is the execution below.
func BenchmarkEngineFrames(b *testing.B) {
	a, err := device.NewAdapter(device.Options{})
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, a.Close()) })
	d, err := engine.CreateDeviceAndContexts(a, desc.DeviceDesc{}, 0)
	require.NoError(b, err)
	p, c := onePoint(b, d), d.GetImmediateContext(0)
	b.ReportAllocs()
	for b.Loop() {
		require.NoError(b, c.SetPipelineState(p))
		for range 1000 {
			if err := c.Draw(desc.DrawAttribs{NumVertices: 1}); err != nil {
				b.Fatal(err)
			}
		}
		require.NoError(b, c.WaitForIdle())
		require.NoError(b, c.FinishFrame())
	}
}
