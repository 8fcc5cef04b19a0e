package engine_test

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// registers is the environment of a kernel: names of resources.
type registers map[string]*syntax.Resource

func (r registers) Resolve(name string) (syntax.Capture, bool) {
	res, ok := r[name]
	return syntax.Capture{Kind: syntax.CaptureResource, Resource: res}, ok
}

// shader compiles a compute shader of four work items. Declarations are "name kind register element".
func shader(t testing.TB, body string, declarations ...string) gpu.Shader {
	t.Helper()
	env := registers{}
	for _, d := range declarations {
		f := strings.Fields(d)
		kind := syntax.ResourceKind(0)
		for _, k := range syntax.Kinds() {
			if k.String() == f[1] {
				kind = k
			}
		}
		var elem *syntax.Type
		if len(f) > 3 {
			typ, problem := syntax.ParseType(f[3])
			require.Nil(t, problem)
			elem = typ
		}
		if kind == syntax.ConstantBuffer { // one field
			elem = &syntax.Type{Kind: syntax.Struct, Fields: []syntax.Field{{Name: "value", Type: elem}}}
		}
		r, problem := syntax.NewResource(kind, f[2], elem, 0, 0)
		require.Nil(t, problem, d)
		env[f[0]] = r
	}
	chunk, err := parse.Parse(strings.NewReader("return function(DispatchThreadID)\n"+body+"\nend"), "kernel.lua")
	require.NoError(t, err)
	k, problems := kernel.Compile(kernel.Source{Name: "kernel", NumThreads: [3]int{4, 1, 1}, Func: chunk[0].(*ast.ReturnStmt).Exprs[0].(*ast.FunctionExpr), Env: env})
	require.Empty(t, problems)
	return k
}

func bytesOf(values ...float32) []byte {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

// addOne is a pipeline out[i] = in[i] + 1 with variables of one type.
func (w *world) addOne(typ desc.VariableType) *engine.PipelineState {
	w.t.Helper()
	p, err := w.CreateComputePipelineState(desc.ComputePipelineStateDesc{Name: "add one", ImmediateContextMask: ^uint64(0),
		CS:             shader(w.t, "output[DispatchThreadID.x] = input[DispatchThreadID.x] + 1", "input StructuredBuffer t0 float", "output RWStructuredBuffer u0 float"),
		ResourceLayout: desc.ResourceLayout{DefaultVariableType: typ}})
	w.ok(err)
	return p
}

// floats is a structured buffer of float32 that shaders read and write.
func (w *world) floats(name string, values ...float32) *engine.Buffer {
	w.t.Helper()
	b, err := w.CreateBuffer(desc.BufferDesc{Name: name, Size: 16, Usage: desc.UsageDefault, BindFlags: desc.BindShaderResource | desc.BindUnorderedAccess,
		Mode: desc.ModeStructured, ElementByteStride: 4, Data: bytesOf(values...), ImmediateContextMask: ^uint64(0)})
	w.ok(err)
	return b
}

// bindings is a binding object with resources in its variables.
func (w *world) bindings(p *engine.PipelineState, set map[string]any) *engine.ShaderResourceBinding {
	w.t.Helper()
	b, err := p.CreateShaderResourceBinding("srb")
	w.ok(err)
	for _, name := range []string{"input", "output"} {
		if r := set[name]; r != nil {
			w.ok(w.set(b, name, r, 0))
		}
	}
	return b
}

func (w *world) set(b *engine.ShaderResourceBinding, name string, r any, f desc.SetFlags) error {
	w.t.Helper()
	v, err := b.GetVariableByName(gpu.StageCompute, name)
	w.ok(err)
	return v.Set(r, f)
}

// dispatch commits and runs one group.
func dispatch(c *engine.DeviceContext, p *engine.PipelineState, b *engine.ShaderResourceBinding) error {
	if err := c.SetPipelineState(p); err != nil {
		return err
	}
	if err := c.CommitShaderResources(b, desc.TransitionAuto); err != nil {
		return err
	}
	return c.DispatchCompute(desc.DispatchComputeAttribs{ThreadGroupCountX: 1, ThreadGroupCountY: 1, ThreadGroupCountZ: 1})
}

func (w *world) release(objects ...interface{ Release() error }) {
	w.t.Helper()
	for _, o := range objects {
		w.ok(o.Release())
	}
}

func TestDispatchWithEveryKindOfVariable(t *testing.T) {
	for _, typ := range []desc.VariableType{desc.VariableStatic, desc.VariableMutable, desc.VariableDynamic} {
		t.Run(typ.String(), func(t *testing.T) {
			w := newWorld(t, desc.DeviceDesc{})
			a, b, p := w.floats("a", 1, 2, 3, 4), w.floats("b"), w.addOne(typ)
			var srb *engine.ShaderResourceBinding
			if typ == desc.VariableStatic {
				_, err := p.CreateShaderResourceBinding("too early")
				refused(t, err, diag.EngineBindingMissing)
				for name, r := range map[string]any{"input": a, "output": b} {
					v, err := p.GetStaticVariableByName(gpu.StageCompute, name)
					w.ok(err)
					w.ok(v.Set(r, 0))
				}
				srb = w.bindings(p, nil)
			} else {
				srb = w.bindings(p, map[string]any{"input": a, "output": b})
			}
			w.ok(dispatch(w.imm, p, srb))
			require.Equal(t, bytesOf(2, 3, 4, 5), w.content(b))
			w.release(a, b, srb, p)
			w.end()
		})
	}
}

// TestDynamicVariablesChangeBetweenDispatches: each commit has descriptors of its own, so the first dispatch keeps what it had.
func TestDynamicVariablesChangeBetweenDispatches(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{DynamicDescriptorChunkSize: [2]uint32{4, 4}})
	a, b, c, p := w.floats("a", 1, 2, 3, 4), w.floats("b"), w.floats("c"), w.addOne(desc.VariableDynamic)
	srb := w.bindings(p, map[string]any{"input": a, "output": b})
	w.ok(dispatch(w.imm, p, srb))
	w.ok(w.set(srb, "output", c, 0))
	refused(t, w.imm.DispatchCompute(desc.DispatchComputeAttribs{ThreadGroupCountX: 1}), diag.EngineBindingChanged)
	w.ok(w.set(srb, "input", b, 0))
	w.ok(dispatch(w.imm, p, srb))
	require.Equal(t, bytesOf(2, 3, 4, 5), w.content(b))
	require.Equal(t, bytesOf(3, 4, 5, 6), w.content(c))
	w.ok(w.imm.FinishFrame())
	w.release(a, b, c, srb, p)
	w.end()
}

// TestDynamicBufferKeepsEachContents: DISCARD takes new memory, so that each dispatch reads what was mapped for it.
func TestDynamicBufferKeepsEachContents(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	in, err := w.CreateBuffer(desc.BufferDesc{Name: "in", Size: 16, Usage: desc.UsageDynamic, BindFlags: desc.BindShaderResource, Mode: desc.ModeStructured, ElementByteStride: 4})
	w.ok(err)
	b, c, p := w.floats("b"), w.floats("c"), w.addOne(desc.VariableMutable)
	first, second := w.bindings(p, map[string]any{"input": in, "output": b}), w.bindings(p, map[string]any{"input": in, "output": c})
	refused(t, dispatch(w.imm, p, first), diag.EngineStaleContents)
	for i, srb := range []*engine.ShaderResourceBinding{first, second} {
		m, err := w.imm.MapBuffer(in, desc.MapWrite, desc.MapDiscard)
		w.ok(err)
		w.ok(m.WriteFloats(0, []float32{float32(10 * i), 1, 2, 3}))
		w.ok(w.imm.UnmapBuffer(in))
		w.ok(dispatch(w.imm, p, srb))
	}
	require.Equal(t, bytesOf(1, 2, 3, 4), w.content(b))
	require.Equal(t, bytesOf(11, 2, 3, 4), w.content(c))
	w.ok(w.imm.FinishFrame())
	d := refused(t, dispatch(w.imm, p, first), diag.EngineStaleContents)
	require.Contains(t, d.Title, "they are of frame 1, it is frame 2")
	w.imm.InvalidateState()
	w.ok(w.imm.Flush())
	w.release(in, b, c, first, second, p)
	w.end()
}

// TestDeferredContexts is target 04 without draws: two contexts record, one submission executes.
func TestDeferredContexts(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{DeferredContexts: 2, DynamicHeapPageSize: 1024})
	p := w.addOne(desc.VariableDynamic)
	in, err := w.CreateBuffer(desc.BufferDesc{Name: "in", Size: 16, Usage: desc.UsageDynamic, BindFlags: desc.BindShaderResource, Mode: desc.ModeStructured, ElementByteStride: 4})
	w.ok(err)
	outs := []*engine.Buffer{w.floats("out 1"), w.floats("out 2")}
	srbs := []*engine.ShaderResourceBinding{w.bindings(p, map[string]any{"input": in}), w.bindings(p, map[string]any{"input": in})}
	for frame := range 4 {
		var lists []*engine.CommandList
		for i := range 2 {
			c := w.GetDeferredContext(i)
			w.ok(c.Begin(w.imm))
			m, err := c.MapBuffer(in, desc.MapWrite, desc.MapDiscard)
			w.ok(err)
			w.ok(m.WriteFloats(0, []float32{float32(frame), float32(i), 0, 0}))
			w.ok(c.UnmapBuffer(in))
			w.ok(w.set(srbs[i], "output", outs[i], 0))
			w.ok(dispatch(c, p, srbs[i]))
			l, err := c.FinishCommandList()
			w.ok(err)
			lists = append(lists, l)
		}
		w.ok(w.imm.ExecuteCommandLists(lists))
		for i := range 2 {
			w.ok(w.GetDeferredContext(i).FinishFrame())
		}
		w.ok(w.imm.FinishFrame())
		require.EqualValues(t, 2*(frame+1), w.imm.GetNextCommandListNumber(), "the lists and the end of the frame")
	}
	require.Equal(t, bytesOf(4, 1, 1, 1), w.content(outs[0]))
	require.Equal(t, bytesOf(4, 2, 1, 1), w.content(outs[1]))
	w.release(in, outs[0], outs[1], srbs[0], srbs[1], p)
	w.end()
}

func TestTexturesAndSamplers(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	var texels []byte
	for i := range 16 {
		texels = append(texels, bytesOf(float32(i))...)
	}
	tex, err := w.CreateTexture(desc.TextureDesc{Name: "tex", Width: 4, Height: 4, Format: gpu.FormatR32Float, Usage: desc.UsageDefault, BindFlags: desc.BindShaderResource,
		Data: []desc.SubresourceData{{Data: texels}}, MipLevels: 1})
	w.ok(err)
	copied, err := w.CreateTexture(desc.TextureDesc{Name: "copied", Width: 4, Height: 4, Format: gpu.FormatR32Float, Usage: desc.UsageDefault, BindFlags: desc.BindShaderResource, MipLevels: 1})
	w.ok(err)
	w.ok(w.imm.CopyTexture(tex, 0, nil, 0, copied, 0, 0, 0, 0, 0))
	w.ok(w.imm.UpdateTexture(copied, 0, &gpu.Box{Left: 1, Top: 2, Right: 3, Bottom: 3, Back: 1}, desc.SubresourceData{Data: bytesOf(100, 200)}, 0))
	s, err := w.CreateSampler(desc.SamplerDesc{Name: "point", SamplerDesc: gpu.SamplerDesc{AddressU: gpu.AddressClamp, AddressV: gpu.AddressClamp, AddressW: gpu.AddressClamp, MaxAnisotropy: 1, MaxLOD: 1}})
	w.ok(err)
	out := w.floats("out")
	cs := shader(t, "output[DispatchThreadID.x] = picture:SampleLevel(sampling, float2((DispatchThreadID.x + 0.5) / 4, 2.5 / 4), 0)",
		"picture Texture2D t0 float", "sampling SamplerState s0", "output RWStructuredBuffer u0 float")
	for _, immutable := range []bool{false, true} {
		of := desc.ComputePipelineStateDesc{Name: "sample", CS: cs, ResourceLayout: desc.ResourceLayout{DefaultVariableType: desc.VariableMutable,
			Variables: []desc.ShaderVariableDesc{{Name: "picture", Type: desc.VariableDynamic}}}}
		if immutable {
			of.ResourceLayout.ImmutableSamplers = []desc.ImmutableSamplerDesc{{Name: "sampling", Desc: s.Desc()}}
		}
		p, err := w.CreateComputePipelineState(of)
		w.ok(err)
		srb, err := p.CreateShaderResourceBinding("srb")
		w.ok(err)
		w.ok(w.set(srb, "picture", copied, 0))
		w.ok(w.set(srb, "output", out, 0))
		if !immutable {
			w.ok(w.set(srb, "sampling", s, 0))
			require.EqualValues(t, 1, w.GetGPUDescriptorHeapStats(gpu.HeapSampler).Static.Live)
		}
		w.ok(dispatch(w.imm, p, srb))
		require.Equal(t, bytesOf(8, 100, 200, 11), w.content(out))
		w.release(srb, p)
	}
	w.ok(w.imm.FinishFrame())
	w.release(tex, copied, s, out)
	w.end()
}

// set puts a resource into a variable of the pixel shader.
func set(t testing.TB, b *engine.ShaderResourceBinding, name string, r any) {
	t.Helper()
	v, err := b.GetVariableByName(gpu.StagePixel, name)
	require.NoError(t, err)
	require.NoError(t, v.Set(r, 0))
}

func floatsOf(b []byte) []float32 {
	var out []float32
	for ; len(b) >= 4; b = b[4:] {
		out = append(out, math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return out
}
