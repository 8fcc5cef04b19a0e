package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// function parses a function of Lua.
func function(t testing.TB, text string) *ast.FunctionExpr {
	t.Helper()
	chunk, err := parse.Parse(strings.NewReader("return "+text), "shader.lua")
	require.NoError(t, err)
	return chunk[0].(*ast.ReturnStmt).Exprs[0].(*ast.FunctionExpr)
}

// fullScreen is a pipeline that draws vertices of float2 positions, in the value that a constant buffer and a texture give.
func (w *world) fullScreen(typ desc.VariableType) *engine.PipelineState {
	w.t.Helper()
	float, problem := syntax.ParseType("float")
	require.Nil(w.t, problem)
	float2, problem := syntax.ParseType("float2")
	require.Nil(w.t, problem)
	scale, problem := syntax.NewResource(syntax.StructuredBuffer, "t1", float, 0, 0)
	require.Nil(w.t, problem)
	picture, problem := syntax.NewResource(syntax.Texture2D, "t0", float, 0, 0)
	require.Nil(w.t, problem)
	vs := kernel.Source{Name: "vs", Stage: syntax.VertexStage, Env: registers{}, Func: function(w.t, "function(position) return { Position = float4(position, 0.0, 1.0) } end")}
	vs.Inputs = append(vs.Inputs, kernel.StageField{Name: "POSITION", Type: float2})
	v, problems := kernel.Compile(vs)
	require.Empty(w.t, problems)
	ps := kernel.Source{Name: "ps", Stage: syntax.PixelStage, Env: registers{"scale": scale, "picture": picture},
		Func: function(w.t, "function() local v = picture[int2(0, 0)] * scale[0] return float4(v, v, v, v) end")}
	p, err := w.CreateGraphicsPipelineState(desc.GraphicsPipelineStateDesc{Name: "full screen", VS: v, PS: kernel.NewPixelSource(ps),
		GraphicsPipeline: desc.GraphicsPipelineDesc{InputLayout: []gpu.InputElement{{SemanticName: "POSITION", Format: gpu.FormatR32G32Float, AlignedByteOffset: gpu.AppendAligned}},
			RasterizerDesc: gpu.RasterizerDesc{CullMode: gpu.CullNone, DepthClipEnable: true}, PrimitiveTopology: gpu.TopologyTriangleList, RTVFormats: []gpu.Format{gpu.FormatR32Float}},
		ResourceLayout: desc.ResourceLayout{DefaultVariableType: typ}})
	w.ok(err)
	return p
}

func (w *world) texture(name string, bind desc.BindFlags, texels ...float32) *engine.Texture {
	w.t.Helper()
	of := desc.TextureDesc{Name: name, Width: 2, Height: 2, Format: gpu.FormatR32Float, BindFlags: bind, MipLevels: 1}
	if len(texels) > 0 {
		of.Data = []desc.SubresourceData{{Data: bytesOf(texels...)}}
	}
	tex, err := w.CreateTexture(of)
	w.ok(err)
	return tex
}

// TestTarget03And04 draws as both targets do: an immutable vertex buffer that is released after its draw, a dynamic buffer and a
// dynamic variable for each draw, recorded on two deferred contexts.
func TestTarget03And04(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{DeferredContexts: 2})
	p := w.fullScreen(desc.VariableDynamic)
	target := w.texture("target", desc.BindRenderTarget|desc.BindShaderResource)
	pictures := []*engine.Texture{w.texture("p0", desc.BindShaderResource, 2, 0, 0, 0), w.texture("p1", desc.BindShaderResource, 3, 0, 0, 0)}
	scale, err := w.CreateBuffer(desc.BufferDesc{Name: "scale", Size: 4, Usage: desc.UsageDynamic, BindFlags: desc.BindShaderResource, Mode: desc.ModeStructured, ElementByteStride: 4})
	w.ok(err)
	var srbs []*engine.ShaderResourceBinding
	for range 2 {
		srb, err := p.CreateShaderResourceBinding("")
		w.ok(err)
		set(t, srb, "scale", scale)
		srbs = append(srbs, srb)
	}
	for frame := range 3 {
		vb, err := w.CreateBuffer(desc.BufferDesc{Name: "vb", Size: 24, Usage: desc.UsageImmutable, BindFlags: desc.BindVertexBuffer, Data: bytesOf(-1, 3, 3, -1, -1, -1)})
		w.ok(err)
		w.ok(w.imm.ClearRenderTarget(target.GetDefaultView(desc.ViewRenderTarget), [4]float32{1, 0, 0, 0}, 0))
		var lists []*engine.CommandList
		for i := range 2 {
			c := w.GetDeferredContext(i)
			w.ok(c.Begin(w.imm))
			m, err := c.MapBuffer(scale, desc.MapWrite, desc.MapDiscard)
			w.ok(err)
			w.ok(m.WriteFloats(0, []float32{float32(10 * (frame + 1))}))
			w.ok(c.UnmapBuffer(scale))
			w.ok(c.SetRenderTargets([]*engine.TextureView{target.GetDefaultView(desc.ViewRenderTarget)}, nil, 0))
			w.ok(c.SetScissorRects([]gpu.Rect{{Left: int32(i), Right: int32(i + 1), Bottom: 2}}))
			w.ok(c.SetPipelineState(p))
			set(t, srbs[i], "picture", pictures[i])
			w.ok(c.CommitShaderResources(srbs[i], 0))
			w.ok(c.SetVertexBuffers(0, []*engine.Buffer{vb}, nil, 0))
			w.ok(c.Draw(desc.DrawAttribs{NumVertices: 3}))
			l, err := c.FinishCommandList()
			w.ok(err)
			lists = append(lists, l)
		}
		w.ok(w.imm.ExecuteCommandLists(lists))
		w.release(vb)
		refused(t, w.imm.SetVertexBuffers(0, []*engine.Buffer{vb}, nil, 0), diag.EngineUseAfterRelease)
		for i := range 2 {
			w.ok(w.GetDeferredContext(i).FinishFrame())
		}
		w.ok(w.imm.Flush())
		w.ok(w.imm.FinishFrame())
	}
	require.Equal(t, []float32{60, 90, 60, 90}, w.texels(target))
	w.release(target, pictures[0], pictures[1], scale, srbs[0], srbs[1], p)
	w.end()
}

// texels reads a texture of 2 x 2 texels through a shader.
func (w *world) texels(tex *engine.Texture) []float32 {
	w.t.Helper()
	out := w.floats("texels")
	cs := shader(w.t, "output[DispatchThreadID.x] = picture[int2(DispatchThreadID.x % 2, DispatchThreadID.x / 2)]", "picture Texture2D t0 float", "output RWStructuredBuffer u0 float")
	p, err := w.CreateComputePipelineState(desc.ComputePipelineStateDesc{Name: "texels", CS: cs, ResourceLayout: desc.ResourceLayout{DefaultVariableType: desc.VariableMutable}})
	w.ok(err)
	srb, err := p.CreateShaderResourceBinding("")
	w.ok(err)
	w.ok(w.set(srb, "picture", tex, 0))
	w.ok(w.set(srb, "output", out, 0))
	w.ok(dispatch(w.imm, p, srb))
	data := w.content(out)
	w.release(out, srb, p)
	return floatsOf(data)
}

// TestDrawIndexed draws with an index buffer and a depth buffer.
func TestDrawIndexed(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	p := w.fullScreen(desc.VariableMutable)
	target, picture := w.texture("target", desc.BindRenderTarget|desc.BindShaderResource), w.texture("p", desc.BindShaderResource, 2, 0, 0, 0)
	scale, err := w.CreateBuffer(desc.BufferDesc{Name: "scale", Size: 4, Usage: desc.UsageImmutable, BindFlags: desc.BindShaderResource, Mode: desc.ModeStructured, ElementByteStride: 4, Data: bytesOf(4)})
	w.ok(err)
	vb, err := w.CreateBuffer(desc.BufferDesc{Name: "vb", Size: 32, Usage: desc.UsageImmutable, BindFlags: desc.BindVertexBuffer, Data: bytesOf(9, 9, -1, 3, 3, -1, -1, -1)})
	w.ok(err)
	ib, err := w.CreateBuffer(desc.BufferDesc{Name: "ib", Size: 8, Usage: desc.UsageImmutable, BindFlags: desc.BindIndexBuffer, Data: []byte{1, 0, 2, 0, 3, 0, 0, 0}})
	w.ok(err)
	srb, err := p.CreateShaderResourceBinding("srb")
	w.ok(err)
	set(t, srb, "picture", picture)
	set(t, srb, "scale", scale)
	w.ok(w.imm.SetRenderTargets([]*engine.TextureView{target.GetDefaultView(desc.ViewRenderTarget)}, nil, 0))
	w.ok(w.imm.ClearRenderTarget(target.GetDefaultView(desc.ViewRenderTarget), [4]float32{}, 0))
	w.ok(w.imm.SetPipelineState(p))
	w.ok(w.imm.CommitShaderResources(srb, 0))
	w.ok(w.imm.SetVertexBuffers(0, []*engine.Buffer{vb}, nil, 0))
	refused(t, w.imm.DrawIndexed(desc.DrawIndexedAttribs{NumIndices: 3, IndexType: gpu.FormatR16Uint}), diag.EngineContextUse)
	refused(t, w.imm.SetIndexBuffer(vb, 0, 0), diag.EngineDescription)
	w.ok(w.imm.SetIndexBuffer(ib, 0, 0))
	samples := w.query(desc.QueryOcclusion)
	w.ok(w.imm.BeginQuery(samples))
	w.ok(w.imm.DrawIndexed(desc.DrawIndexedAttribs{NumIndices: 3, IndexType: gpu.FormatR16Uint}))
	w.ok(w.imm.EndQuery(samples))
	require.Equal(t, []float32{8, 8, 8, 8}, w.texels(target))
	counted, ok, err := samples.GetData()
	w.ok(err)
	require.True(t, ok)
	require.EqualValues(t, 4, counted.Counter)
	w.release(samples, target, picture, scale, vb, ib, srb, p)
	w.end()
}

// TestDrawsAllocateNothing: recording a draw with what is bound already costs no memory of the engine.
func TestDrawsAllocateNothing(t *testing.T) {
	a, err := device.NewAdapter(device.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, a.Close()) })
	d, err := engine.CreateDeviceAndContexts(a, desc.DeviceDesc{}, 0)
	require.NoError(t, err)
	vs, problems := kernel.Compile(kernel.Source{Name: "vs", Stage: syntax.VertexStage, Env: registers{}, Func: function(t, "function(VertexID) return { Position = float4(0.0, 0.0, 0.0, 1.0) } end")})
	require.Empty(t, problems)
	p, err := d.CreateGraphicsPipelineState(desc.GraphicsPipelineStateDesc{VS: vs, GraphicsPipeline: desc.GraphicsPipelineDesc{PrimitiveTopology: gpu.TopologyPointList}})
	require.NoError(t, err)
	c := d.GetImmediateContext(0)
	draw := func() { require.NoError(t, c.Draw(desc.DrawAttribs{NumVertices: 1})) }
	for range 2 { // the second recording finds the memory of the first one
		require.NoError(t, c.SetPipelineState(p))
		for range 1000 {
			draw()
		}
		require.NoError(t, c.WaitForIdle())
	}
	require.NoError(t, c.SetPipelineState(p))
	draw()
	require.Zero(t, testing.AllocsPerRun(500, draw))
}

// TestInvalidateState: vertex buffers and targets that were bound are not there for the next draw.
func TestInvalidateState(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	p := w.fullScreen(desc.VariableMutable)
	target, picture := w.texture("target", desc.BindRenderTarget|desc.BindShaderResource), w.texture("p", desc.BindShaderResource, 2, 0, 0, 0)
	mips := w.make(desc.TextureDesc{Name: "mips", Width: 2, Height: 2, Format: gpu.FormatR32Float, BindFlags: desc.BindShaderResource, MiscFlags: desc.MiscGenerateMips})
	scale, vb := w.immutable("scale", desc.BindShaderResource, 4), w.immutable("vb", desc.BindVertexBuffer, -1, 3, 3, -1, -1, -1)
	srb, err := p.CreateShaderResourceBinding("srb")
	w.ok(err)
	set(t, srb, "picture", picture)
	set(t, srb, "scale", scale)
	draw := func(targets, buffers bool) error {
		w.ok(w.imm.SetPipelineState(p))
		w.ok(w.imm.CommitShaderResources(srb, 0))
		if targets {
			w.ok(w.imm.SetRenderTargets([]*engine.TextureView{target.GetDefaultView(desc.ViewRenderTarget)}, nil, 0))
			w.ok(w.imm.ClearRenderTarget(target.GetDefaultView(desc.ViewRenderTarget), [4]float32{1}, 0))
		}
		if buffers {
			w.ok(w.imm.SetVertexBuffers(0, []*engine.Buffer{vb}, nil, 0))
		}
		return w.imm.Draw(desc.DrawAttribs{NumVertices: 3})
	}
	w.ok(draw(true, true))
	require.Equal(t, []float32{8, 8, 8, 8}, w.texels(target))
	w.ok(draw(true, true))
	w.ok(w.imm.InvalidateState())
	w.ok(draw(true, false))
	require.Equal(t, []float32{1, 1, 1, 1}, w.texels(target), "all vertices are (0, 0): the triangle covers nothing")
	w.ok(w.imm.GenerateMips(mips.GetDefaultView(desc.ViewShaderResource)))
	refused(t, draw(false, true), diag.DrawTargetMissing)
	refused(t, w.imm.Flush(), diag.ListFailed)
	w.ok(w.imm.FinishFrame())
	w.release(target, picture, mips, scale, vb, srb, p)
	w.end()
}

// immutable is a buffer of floats.
func (w *world) immutable(name string, bind desc.BindFlags, values ...float32) *engine.Buffer {
	w.t.Helper()
	of := desc.BufferDesc{Name: name, Size: uint64(4 * len(values)), Usage: desc.UsageImmutable, BindFlags: bind, Data: bytesOf(values...)}
	if bind == desc.BindShaderResource {
		of.Mode, of.ElementByteStride = desc.ModeStructured, 4
	}
	b, err := w.CreateBuffer(of)
	w.ok(err)
	return b
}
