package engine_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
)

// resource is a resource of a signature for compute shaders.
func resource(name string, typ desc.ResourceType, variable desc.VariableType, f desc.ResourceFlags, size uint32) desc.PipelineResourceDesc {
	return desc.PipelineResourceDesc{Name: name, ShaderStages: desc.StageCompute, ArraySize: size, ResourceType: typ, VarType: variable, Flags: f}
}

// signature makes a signature at a place.
func (w *world) signature(at uint8, all ...desc.PipelineResourceDesc) *engine.PipelineResourceSignature {
	w.t.Helper()
	s, err := w.CreatePipelineResourceSignature(desc.PipelineResourceSignatureDesc{BindingIndex: at, Resources: all})
	w.ok(err)
	return s
}

// compute makes a pipeline of a shader with signatures.
func (w *world) compute(body string, signatures []desc.Signature, declarations ...string) *engine.PipelineState {
	w.t.Helper()
	p, err := w.CreateComputePipelineState(desc.ComputePipelineStateDesc{CS: shader(w.t, body, declarations...), ResourceSignatures: signatures})
	w.ok(err)
	return p
}

// srb is a binding object of a signature with resources in its variables.
func (w *world) srb(s *engine.PipelineResourceSignature, set map[string]any) *engine.ShaderResourceBinding {
	w.t.Helper()
	b, err := s.CreateShaderResourceBinding("")
	w.ok(err)
	for _, r := range s.Desc().Resources {
		if set[r.Name] != nil {
			w.ok(w.set(b, r.Name, set[r.Name], 0))
		}
	}
	return b
}

// inline sets inline constants of a binding object.
func (w *world) inline(b *engine.ShaderResourceBinding, name string, first int, values ...float32) error {
	w.t.Helper()
	v, err := b.GetVariableByName(gpu.StageCompute, name)
	w.ok(err)
	var bits []uint32
	for _, f := range values {
		bits = append(bits, math.Float32bits(f))
	}
	return v.SetInlineConstants(bits, first)
}

func (w *world) dispatch() error {
	return w.imm.DispatchCompute(desc.DispatchComputeAttribs{ThreadGroupCountX: 1, ThreadGroupCountY: 1, ThreadGroupCountZ: 1})
}

var (
	inputOutput = []desc.PipelineResourceDesc{resource("input", desc.ResourceBufferSRV, desc.VariableMutable, 0, 1), resource("output", desc.ResourceBufferUAV, desc.VariableDynamic, 0, 1)}
	scaling     = resource("scale", desc.ResourceConstantBuffer, desc.VariableMutable, desc.InlineConstants, 2)
)

// TestSignaturesShareBindings: two pipelines declare the same resources at other registers. One binding object of each of their signatures serves
// both, and inline constants reach the next dispatch without another commit.
func TestSignaturesShareBindings(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	object, frame := w.signature(3, inputOutput...), w.signature(1, scaling)
	both := []desc.Signature{object, frame}
	scaled := w.compute("output[DispatchThreadID.x] = input[DispatchThreadID.x] * scale.value", both, "input StructuredBuffer t5 float", "output RWStructuredBuffer u2 float", "scale ConstantBuffer b3 float")
	added := w.compute("output[DispatchThreadID.x] = input[DispatchThreadID.x] + scale.value", both, "scale ConstantBuffer b0 float", "output RWStructuredBuffer u0 float", "input StructuredBuffer t1 float")
	require.Equal(t, 4, scaled.GetResourceSignatureCount())
	require.Same(t, object, scaled.GetResourceSignature(3))
	require.Nil(t, scaled.GetResourceSignature(0))
	require.True(t, scaled.IsCompatibleWith(added))
	w.release(object, frame) // pipelines outlive them
	_, err := object.CreateShaderResourceBinding("")
	refused(t, err, diag.EngineUseAfterRelease)

	object, frame = w.signature(3, inputOutput...), w.signature(1, scaling) // compatible ones
	a, b, c := w.floats("a", 1, 2, 3, 4), w.floats("b"), w.floats("c")
	so, sf := w.srb(object, map[string]any{"input": a, "output": b}), w.srb(frame, nil)
	w.ok(w.imm.SetPipelineState(scaled))
	refused(t, w.dispatch(), diag.EngineBindingMissing)
	w.ok(w.imm.CommitShaderResources(so, 0))
	d := refused(t, w.dispatch(), diag.EngineBindingMissing)
	require.Contains(t, d.Help[0].Text, "PipelineResourceSignature")
	w.ok(w.imm.CommitShaderResources(sf, 0))
	w.ok(w.inline(sf, "scale", 0, 10, 99))
	w.ok(w.dispatch())
	require.Equal(t, []float32{10, 20, 30, 40}, floatsOf(w.content(b)))

	for _, p := range []*engine.PipelineState{scaled, added} { // the content of b took a flush, which forgot everything
		w.ok(w.imm.SetPipelineState(p))
		w.ok(w.imm.CommitShaderResources(so, 0))
		w.ok(w.imm.CommitShaderResources(sf, 0))
		w.ok(w.dispatch())
	}
	w.ok(w.inline(sf, "scale", 0, 100))
	w.ok(w.set(so, "output", c, 0))
	refused(t, w.dispatch(), diag.EngineBindingChanged)
	w.ok(w.imm.CommitShaderResources(so, 0))
	w.ok(w.dispatch())
	require.Equal(t, []float32{101, 102, 103, 104}, floatsOf(w.content(c)))
	require.Equal(t, []float32{11, 12, 13, 14}, floatsOf(w.content(b)))
	w.release(object, frame, scaled, added, a, b, c, so, sf)
	w.end()
}

// TestInlineConstantsOfAPipeline: a resource layout makes them of a constant buffer. They are 0 at first, static ones come from the pipeline, and
// each dispatch has those that were set before it.
func TestInlineConstantsOfAPipeline(t *testing.T) {
	for _, typ := range []desc.VariableType{desc.VariableStatic, desc.VariableMutable, desc.VariableDynamic} {
		w := newWorld(t, desc.DeviceDesc{})
		cs := shader(t, "output[DispatchThreadID.x] = scale.value", "output RWStructuredBuffer u0 float", "scale ConstantBuffer b0 float")
		layout := desc.ResourceLayout{DefaultVariableType: desc.VariableDynamic, Variables: []desc.ShaderVariableDesc{{Name: "scale", Type: typ, Flags: desc.VariableInlineConstants, ArraySize: 1}}}
		p, err := w.CreateComputePipelineState(desc.ComputePipelineStateDesc{CS: cs, ResourceLayout: layout})
		w.ok(err)
		if typ == desc.VariableStatic {
			v, err := p.GetStaticVariableByName(gpu.StageCompute, "scale")
			w.ok(err)
			w.ok(v.SetInlineConstants([]uint32{math.Float32bits(7)}, 0))
		}
		out := []*engine.Buffer{w.floats("first"), w.floats("second")}
		srb, err := p.CreateShaderResourceBinding("srb")
		w.ok(err)
		for i, b := range out {
			w.ok(w.set(srb, "output", b, 0))
			w.ok(dispatch(w.imm, p, srb))
			if typ != desc.VariableStatic && i == 0 {
				w.ok(w.inline(srb, "scale", 0, 5))
				refused(t, w.inline(srb, "scale", 1, 5), diag.EngineRange)
				refused(t, w.inline(srb, "scale", -1, 5), diag.EngineRange)
				refused(t, w.inline(srb, "output", 0, 5), diag.EngineBindingKind)
				refused(t, w.set(srb, "scale", out[0], 0), diag.EngineBindingKind)
			}
		}
		want := []float32{0, 5}
		if typ == desc.VariableStatic {
			want = []float32{7, 7}
		}
		require.Equal(t, want, []float32{floatsOf(w.content(out[0]))[3], floatsOf(w.content(out[1]))[3]}, typ)
		w.release(out[0], out[1], srb, p)
		w.end()
	}
}

// TestDrawsAndDispatchesHavePlacesOfTheirOwn: what is committed for one displaces nothing of the other.
func TestDrawsAndDispatchesHavePlacesOfTheirOwn(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	p := w.fullScreen(desc.VariableDynamic)
	require.Equal(t, 1, p.GetResourceSignatureCount())
	require.Nil(t, p.GetResourceSignature(0), "a layout of its own")
	target, picture := w.texture("target", desc.BindRenderTarget|desc.BindShaderResource), w.texture("p", desc.BindShaderResource, 2, 0, 0, 0)
	scale := w.floats("scale", 4)
	srb, err := p.CreateShaderResourceBinding("srb")
	w.ok(err)
	set(t, srb, "picture", picture)
	set(t, srb, "scale", scale)

	object := w.signature(0, inputOutput...)
	added := w.compute("output[DispatchThreadID.x] = input[DispatchThreadID.x] + 1.0", []desc.Signature{object}, "input StructuredBuffer t0 float", "output RWStructuredBuffer u0 float")
	a, b := w.floats("a", 1, 2, 3, 4), w.floats("b")
	so := w.srb(object, map[string]any{"input": a, "output": b})
	w.ok(w.imm.SetPipelineState(p))
	w.ok(w.imm.CommitShaderResources(srb, 0))
	w.ok(w.imm.CommitShaderResources(so, 0))
	w.ok(w.imm.SetPipelineState(added))
	w.ok(w.dispatch())
	require.Equal(t, []float32{2, 3, 4, 5}, floatsOf(w.content(b)))
	w.release(target, picture, scale, srb, p, object, added, a, b, so)
	w.end()
}

// TestSignatureRules: what contradicts itself, and what does not fit shaders or pipelines.
func TestSignatureRules(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	_, err := w.CreatePipelineResourceSignature(desc.PipelineResourceSignatureDesc{BindingIndex: 8})
	refused(t, err, diag.EngineDescription)
	object, frame, other := w.signature(0, inputOutput...), w.signature(1, scaling), w.signature(0, scaling)
	typed := w.signature(0, resource("input", desc.ResourceBufferSRV, desc.VariableMutable, desc.FormattedBuffer, 1), inputOutput[1])
	require.True(t, object.IsCompatibleWith(w.signature(0, resource("a", desc.ResourceBufferSRV, desc.VariableMutable, 0, 1), resource("b", desc.ResourceBufferUAV, desc.VariableDynamic, 0, 1))), "names do not count")
	require.False(t, object.IsCompatibleWith(typed))
	require.False(t, object.IsCompatibleWith(w.signature(1, inputOutput...)), "places do")
	require.False(t, object.IsCompatibleWith(nil))

	cs := shader(t, "output[DispatchThreadID.x] = input[DispatchThreadID.x]", "input StructuredBuffer t0 float", "output RWStructuredBuffer u0 float")
	gone := w.signature(0, inputOutput...)
	w.release(gone)
	for name, of := range map[string]desc.ComputePipelineStateDesc{
		"no place for a variable": {CS: cs, ResourceSignatures: []desc.Signature{frame}},
		"two at one place":        {CS: cs, ResourceSignatures: []desc.Signature{object, other}},
		"a variable in two":       {CS: cs, ResourceSignatures: []desc.Signature{object, w.signature(2, inputOutput...)}},
		"another type":            {CS: cs, ResourceSignatures: []desc.Signature{typed}},
		"a layout beside it":      {CS: cs, ResourceSignatures: []desc.Signature{object}, ResourceLayout: desc.ResourceLayout{DefaultVariableType: desc.VariableMutable}},
		"nothing":                 {CS: cs, ResourceSignatures: []desc.Signature{nil}},
	} {
		_, err := w.CreateComputePipelineState(of)
		refused(t, err, diag.EngineDescription)
		require.NotEmpty(t, name)
	}
	_, err = w.CreateComputePipelineState(desc.ComputePipelineStateDesc{CS: cs, ResourceSignatures: []desc.Signature{gone}})
	refused(t, err, diag.EngineUseAfterRelease)
	p, err := w.CreateComputePipelineState(desc.ComputePipelineStateDesc{CS: cs, ResourceSignatures: []desc.Signature{object, frame}})
	w.ok(err)
	_, err = p.CreateShaderResourceBinding("")
	refused(t, err, diag.EngineContextUse)
	_, err = p.GetStaticVariableByName(gpu.StageCompute, "input")
	refused(t, err, diag.EngineContextUse)

	pair, err := w.CreateBuffer(desc.BufferDesc{Size: 16, BindFlags: desc.BindShaderResource | desc.BindUnorderedAccess, Mode: desc.ModeStructured, ElementByteStride: 8})
	w.ok(err)
	out := w.floats("out")
	so := w.srb(object, map[string]any{"input": pair, "output": out})
	w.ok(w.imm.SetPipelineState(p))
	w.ok(w.imm.CommitShaderResources(so, 0))
	refused(t, w.dispatch(), diag.EngineBindingKind)
	so = w.srb(object, map[string]any{"input": out})
	w.ok(w.imm.CommitShaderResources(so, 0))
	refused(t, w.dispatch(), diag.EngineBindingMissing)
}

// TestStaticVariablesOfASignature: set once for all binding objects, and none is made before.
func TestStaticVariablesOfASignature(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	s := w.signature(0, resource("input", desc.ResourceBufferSRV, desc.VariableStatic, 0, 1), resource("output", desc.ResourceBufferUAV, desc.VariableMutable, 0, 1))
	p := w.compute("output[DispatchThreadID.x] = input[DispatchThreadID.x] + 1.0", []desc.Signature{s}, "input StructuredBuffer t0 float", "output RWStructuredBuffer u0 float")
	_, err := s.CreateShaderResourceBinding("")
	refused(t, err, diag.EngineBindingMissing)
	v, err := s.GetStaticVariableByName(gpu.StageCompute, "input")
	w.ok(err)
	a, b := w.floats("a", 1, 2, 3, 4), w.floats("b")
	w.ok(v.Set(a, 0))
	_, err = s.GetStaticVariableByName(gpu.StageCompute, "output")
	refused(t, err, diag.EngineDescription)
	srb := w.srb(s, nil)
	w.ok(w.set(srb, "output", b, 0))
	w.ok(dispatch(w.imm, p, srb))
	require.Equal(t, []float32{2, 3, 4, 5}, floatsOf(w.content(b)))
	w.release(s, p, a, b, srb)
	w.end()
}

// TestBufferRanges: a constant buffer shows a range, and an offset moves it for the dispatches that follow, without another commit.
func TestBufferRanges(t *testing.T) {
	for _, u := range []desc.Usage{desc.UsageDefault, desc.UsageDynamic} {
		w := newWorld(t, desc.DeviceDesc{})
		cs := shader(t, "output[DispatchThreadID.x] = scale.value + input[0]", "output RWStructuredBuffer u0 float", "scale ConstantBuffer b0 float", "input StructuredBuffer t0 float")
		p, err := w.CreateComputePipelineState(desc.ComputePipelineStateDesc{CS: cs, ResourceLayout: desc.ResourceLayout{DefaultVariableType: desc.VariableDynamic,
			Variables: []desc.ShaderVariableDesc{{Name: "scale", Type: desc.VariableMutable}}}})
		w.ok(err)
		data := make([]byte, 768)
		copy(data[256:], bytesOf(7))
		copy(data[512:], bytesOf(9))
		of := desc.BufferDesc{Name: "constants", Size: 768, Usage: u, BindFlags: desc.BindUniformBuffer}
		if u == desc.UsageDefault {
			of.Data = data
		}
		constants, err := w.CreateBuffer(of)
		w.ok(err)
		numbers := w.floats("numbers", 100, 200, 300, 400)
		part, err := numbers.CreateView(desc.ViewDesc{Type: desc.ViewShaderResource, ViewDesc: gpu.ViewDesc{FirstElement: 1, NumElements: 2}})
		w.ok(err)
		if u == desc.UsageDynamic {
			m, err := w.imm.MapBuffer(constants, desc.MapWrite, desc.MapDiscard)
			w.ok(err)
			w.ok(m.WriteBytes(0, data))
			w.ok(w.imm.UnmapBuffer(constants))
		}
		out := []*engine.Buffer{w.floats("first"), w.floats("second"), w.floats("third")}
		srb, err := p.CreateShaderResourceBinding("srb")
		w.ok(err)
		scale, err := srb.GetVariableByName(gpu.StageCompute, "scale")
		w.ok(err)
		input, err := srb.GetVariableByName(gpu.StageCompute, "input")
		w.ok(err)
		output, err := srb.GetVariableByName(gpu.StageCompute, "output")
		w.ok(err)
		refused(t, scale.SetBufferOffset(0, 0), diag.EngineBindingMissing)
		refused(t, scale.SetBufferRange(constants, 512, 257, 0, 0), diag.EngineRange)
		refused(t, scale.SetBufferRange(constants, 255, 256, 0, 0), diag.EngineRange)
		refused(t, scale.SetBufferRange(numbers, 0, 16, 0, 0), diag.EngineBindingKind)
		refused(t, input.SetBufferRange(numbers, 0, 16, 0, 0), diag.EngineBindingKind)
		refused(t, output.SetBufferOffset(0, 0), diag.EngineBindingKind)
		w.ok(scale.SetBufferRange(constants, 256, 256, 0, 0))
		refused(t, scale.SetBufferRange(constants, 0, 256, 0, 0), diag.EngineBindingOverwritten)
		w.ok(input.Set(part, 0))
		w.ok(output.Set(out[0], 0))
		w.ok(w.imm.CommitShaderResources(srb, 0))
		w.ok(w.dispatch())
		w.ok(output.Set(out[1], 0))
		w.ok(w.imm.CommitShaderResources(srb, 0))
		w.ok(scale.SetBufferOffset(256, 0))
		refused(t, scale.SetBufferOffset(512, 0), diag.EngineRange)
		refused(t, scale.SetBufferOffset(128, 0), diag.EngineRange)
		w.ok(w.dispatch())
		w.ok(output.Set(out[2], 0))
		w.ok(w.imm.CommitShaderResources(srb, 0))
		w.ok(input.SetBufferOffset(4, 0))
		refused(t, input.SetBufferOffset(8, 0), diag.EngineRange)
		w.ok(w.dispatch())
		require.Equal(t, []float32{207, 209, 309}, []float32{floatsOf(w.content(out[0]))[0], floatsOf(w.content(out[1]))[0], floatsOf(w.content(out[2]))[0]})
		w.ok(w.imm.FinishFrame())
		w.release(p, constants, numbers, part, out[0], out[1], out[2], srb)
		w.end()
	}
}
