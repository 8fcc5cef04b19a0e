package kernel

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/stretchr/testify/require"
)

// TestHelpersHaveNoEffect: pixels that are not covered or were discarded run for their neighbours only; so do the work items after the last vertex.
func TestHelpersHaveNoEffect(t *testing.T) {
	k := compiledShader(t, shader(t, syntax.PixelStage, "v", `
		local x = uint(v.Position.x) % 2 + 2 * (uint(v.Position.y) % 2)
		InterlockedAdd(counts[0], 1)
		if x == 1 then discard() end
		counts[1 + x] = 7
		InterlockedAdd(counts[5], 1)
		counts[6] = WaveActiveCountBits(true)
		printf("%d", x)
		return float(lookup[x * 9])`))
	require.True(t, k.StageUses().Has(gpu.WritesUAV|gpu.UsesDiscard))
	r := newStageRig(t)
	r.report = true
	r.outputs.Targets[0].Used = true
	slots := map[string]int{}
	for i, b := range k.Bindings() {
		slots[b.Name] = i
	}
	r.buffer(slots["counts"], 0, make([]uint32, 8)...)
	r.buffer(slots["lookup"], 256, make([]uint32, 18)...)
	at := r.triangle(0, 0, 0, 1, 0, [3]float32{}, [3]float32{0, 0, 1})
	r.quad(0, 10.5, 20.5, at, 0b0111, 3, 0)
	result := r.run(k, 256, 4)
	var got []uint32
	for i := range 7 {
		got = append(got, r.word(rigExtra+4*i))
	}
	require.Equal(t, []uint32{3, 7, 0, 7, 0, 2, 2}, got, "three pixels are covered, one of them is discarded, and the wave counts two")
	require.EqualValues(t, 2, result.Printed)
	require.Equal(t, []exec.Print{{Item: [3]uint32{10, 20, 3}, Text: "0"}, {Item: [3]uint32{10, 21, 3}, Text: "2"}}, withoutSites(result.Prints))
	require.EqualValues(t, 1, result.OutOfBounds, "pixel 2 reads element 18 of 18; pixel 3 reads 27, but is a helper")
	require.Equal(t, [3]uint32{10, 21, 3}, result.Reports[0].Item)
	require.EqualValues(t, 18, result.Reports[0].Index)

	v := compiledShader(t, shader(t, syntax.VertexStage, "VertexID, InstanceID", `
		InterlockedAdd(counts[0], 1)
		counts[VertexID] = 5
		return { Position = float4(float(lookup[VertexID + 20])) }`))
	r = newStageRig(t)
	r.report = true
	for i, b := range v.Bindings() {
		r.buffer(i, 256*i, make([]uint32, map[string]int{"counts": 100, "lookup": 22}[b.Name])...)
	}
	for i := range 3 {
		r.put(rigInput+4*i, uint32(i+1))
		r.put(rigInput+256+4*i, 9)
	}
	result = r.run(v, 256, 3)
	require.Equal(t, [5]uint32{3, 5, 5, 5, 0}, [5]uint32{r.word(rigExtra), r.word(rigExtra + 4), r.word(rigExtra + 8), r.word(rigExtra + 12), r.word(rigExtra + 16)})
	require.EqualValues(t, 2, result.OutOfBounds, "vertices 2 and 3")
	require.Equal(t, [3]uint32{2, 9, 0}, result.Reports[0].Item, "a vertex is named by its number and its instance")
	require.EqualValues(t, 1, result.Reports[0].Repeats)
}

// TestIsHelperLane: of a quad whose last pixel is not covered, the second one is discarded, and is a helper from then on.
func TestIsHelperLane(t *testing.T) {
	k := compiledShader(t, shader(t, syntax.PixelStage, "v", `
		local x = uint(v.Position.x) % 2 + 2 * (uint(v.Position.y) % 2)
		local before = IsHelperLane() and 1 or 0
		if x == 1 then discard() end
		local after = IsHelperLane() and 1 or 0
		local one, three = QuadReadLaneAt(before, 1), QuadReadLaneAt(before, 3)
		local discarded, outside = QuadReadLaneAt(after, 1), QuadReadLaneAt(after, 3)
		if x == 0 then
			counts[0] = 10 + one
			counts[1] = 10 + three
			counts[2] = 10 + discarded
			counts[3] = 10 + outside
			counts[4] = 10 + after
		end
		return 1.0`))
	r := newStageRig(t)
	r.outputs.Targets[0].Used = true
	r.buffer(0, 0, make([]uint32, 8)...)
	at := r.triangle(0, 0, 0, 1, 0, [3]float32{}, [3]float32{0, 0, 1})
	r.quad(0, 10.5, 20.5, at, 0b0111, 3, 0)
	r.run(k, 256, 4)
	var got []uint32
	for i := range 5 {
		got = append(got, r.word(rigExtra+4*i))
	}
	require.Equal(t, []uint32{10, 11, 11, 11, 10}, got)
}

func withoutSites(list []exec.Print) (out []exec.Print) {
	for _, p := range list {
		p.Site = 0
		out = append(out, p)
	}
	return out
}

// TestOutputFormats: results are packed as the target's format, the bytes are those of a store; inputs tell what every output plane holds.
func TestOutputFormats(t *testing.T) {
	k := compiledShader(t, shader(t, syntax.PixelStage, "v", `return { Target1 = float4(v.c, 0.25), Target3 = v.n, Coverage = v.n }`, "c float3 nointerpolation", "n uint"))
	r := newStageRig(t)
	const pitch = 256
	at := r.triangle(0, 0, 0, 1, 0, [3]float32{}, [3]float32{0, 0, 1}, [3]float32{0, 0, 1}, [3]float32{0, 0, 0.5}, [3]float32{0, 0, 2}, [3]float32{0, 0, math.Float32frombits(300)})
	r.quad(0, 0.5, 0.5, at, 0xf, 0, 0)
	tests := []struct {
		format gpu.Format
		want   []uint32
	}{
		{gpu.FormatR8G8B8A8Unorm, []uint32{0x40ff80ff}},
		{gpu.FormatB8G8R8A8Unorm, []uint32{0x40ff80ff}},
		{gpu.FormatR8G8Snorm, []uint32{0x0000407f}},
		{gpu.FormatR16G16B16A16Float, []uint32{0x38003c00, 0x34004000}},
		{gpu.FormatR16G16Unorm, []uint32{0x8000ffff}},
		{gpu.FormatR32Float, []uint32{0x3f800000}},
		{gpu.FormatR32G32B32A32Float, []uint32{0x3f800000, 0x3f000000, 0x40000000, 0x3e800000}},
		{gpu.FormatUnknown, []uint32{0x3f800000, 0x3f000000, 0x40000000, 0x3e800000}},
	}
	for _, tt := range tests {
		t.Run(tt.format.String(), func(t *testing.T) {
			r.outputs = stage.PixelOutputs{Coverage: true}
			r.outputs.Targets[1] = stage.Target{Used: true, Format: tt.format}
			r.outputs.Targets[3] = stage.Target{Used: true, Format: gpu.FormatR8Uint}
			r.run(k, pitch, 4)
			plane := r.outputs.TargetPlane(1)
			require.Equal(t, 2, plane)
			for i, w := range tt.want {
				require.Equal(t, w, r.word(rigOutput+(plane+i)*pitch), "%08x", r.word(rigOutput+(plane+i)*pitch))
			}
			require.Equal(t, uint32(300), r.word(rigOutput+r.outputs.CoveragePlane()*pitch))
			require.Equal(t, uint32(255), r.word(rigOutput+r.outputs.TargetPlane(3)*pitch), "300 is clamped to a byte")
		})
	}
	r.outputs = stage.PixelOutputs{Coverage: true}
	r.put(rigOutput+2*pitch, 77)
	r.run(k, pitch, 4)
	require.Equal(t, uint32(77), r.word(rigOutput+2*pitch), "targets that are not bound have no planes")
}

// TestSystemValuesOfPixels reads what the records of quads and triangles say.
func TestSystemValuesOfPixels(t *testing.T) {
	k := compiledShader(t, shader(t, syntax.PixelStage, "v, IsFrontFace, PrimitiveID, SampleIndex, Coverage",
		"return float4(v.Position.w, float(PrimitiveID * 10 + SampleIndex), float(Coverage), IsFrontFace and 1 or 0)"))
	require.Equal(t, gpu.UsesPosition|gpu.UsesIsFrontFace|gpu.UsesPrimitiveID|gpu.UsesSampleIndex|gpu.UsesCoverageIn, k.StageUses())
	r := newStageRig(t)
	r.outputs.Targets[0].Used = true
	at := r.triangle(0, 0, 0, 0, 12, [3]float32{}, [3]float32{0, 0, 0.125})
	r.quad(0, 0.25, 0.75, at, 0xf, 3, 0x08040201)
	r.run(k, 256, 4)
	for lane := range 4 {
		require.Equal(t, [4]float32{8, 123, float32(uint32(1) << lane), 0},
			[4]float32{r.output(1, 256, lane), r.output(2, 256, lane), r.output(3, 256, lane), r.output(4, 256, lane)})
	}
}

func TestStageHangs(t *testing.T) {
	k := compiledShader(t, shader(t, syntax.VertexStage, "VertexID", "local n = 0 while n < 2 do n = n * 1 end return { Position = float4(n) }"))
	r := newStageRig(t)
	r.budget = 10000
	result := r.run(k, 256, 4)
	require.True(t, result.Hung)

	ctx, cancel := context.WithCancelCause(context.Background())
	reason := context.DeadlineExceeded
	cancel(reason)
	for _, run := range r.runners {
		p, err := run.Stage(ctx, k, &exec.StageRun{Memory: r.space.Bytes(), Table: r.base, Pitch: 256})
		require.NoError(t, err)
		require.False(t, p.Run(0, 0, r.base+rigInput, r.base+rigOutput, 4))
		_, err = p.End()
		require.ErrorIs(t, err, reason)
	}
}

// TestWorkersAgree: batches on two workers at the same time give the bytes of one after the other, and what they say comes in order.
func TestWorkersAgree(t *testing.T) {
	k := compiledShader(t, shader(t, syntax.VertexStage, "p, VertexID", `
		if VertexID % 50 == 0 then printf("%d", VertexID) end
		return { Position = float4(sqrt(abs(p)), 1.0), x = lookup[VertexID] }`, "P float3"))
	const pitch, batch, batches = 4096, 128, 8
	var want exec.Result
	var bytes []byte
	for round, parallel := range []bool{false, true} {
		r := newStageRig(t)
		r.report, r.track = true, true
		r.noise(3)
		r.buffer(0, 0, make([]uint32, 1000)...)
		for i := range batch * batches {
			r.put(rigInput+3*pitch+4*i, uint32(i))
		}
		p := r.open(r.runners[1], k, pitch)
		require.Equal(t, 2, p.Workers())
		done := make(chan bool, 2)
		work := func(worker int) {
			for b := worker; b < batches; b += 2 {
				at := uint32(b * batch * 4)
				if !p.Run(worker, uint64(b), r.base+rigInput+at, r.base+rigOutput+at, batch) {
					panic("BUG: a run ended early")
				}
			}
			done <- true
		}
		for worker := range 2 {
			if parallel {
				go work(worker)
			} else {
				work(worker)
			}
		}
		<-done
		<-done
		got, err := p.End()
		require.NoError(t, err)
		if round == 0 {
			want, bytes = got, append([]byte(nil), r.bytes()[rigOutput:]...)
			require.Len(t, got.Prints, 21)
			require.EqualValues(t, 24, got.OutOfBounds, "1024 vertices read 1000 elements")
			require.EqualValues(t, 4000, got.BytesRead)
			continue
		}
		require.Equal(t, want, got)
		require.Equal(t, bytes, r.bytes()[rigOutput:])
	}
	uav := compiledShader(t, shader(t, syntax.PixelStage, "v", "counts[0] = 1 return 1.0"))
	r := newStageRig(t)
	r.outputs.Targets[0].Used = true
	p := r.open(r.runners[1], uav, 256)
	require.Equal(t, 1, p.Workers(), "stores of different batches could meet")
	_, err := p.End()
	require.NoError(t, err)
}

// TestLink: a pixel shader without declared inputs takes what the vertex shader gives, and leaves out what it does not need.
func TestLink(t *testing.T) {
	vs := compiledShader(t, shader(t, syntax.VertexStage, "p", "return { Position = float4(p, 1.0), uv = p.xy, unused = p, id = uint(3) }", "POSITION float3"))
	source := NewPixelSource(shader(t, syntax.PixelStage, "v", "local n = v.unused return float4(v.uv, float(v.id), 1.0)"))
	require.Equal(t, gpu.StagePixel, source.ShaderStage())
	k, problems := Link(source, vs)
	require.Empty(t, problems)
	again, _ := Link(source, vs)
	require.Same(t, k, again)
	var names []string
	for _, e := range k.StageInputs() {
		names = append(names, e.Name)
	}
	require.Equal(t, []string{"uv", "id"}, names)
	require.EqualValues(t, 3, k.natural.decl.Stage.Inputs, "components without planes have none")

	other := compiledShader(t, shader(t, syntax.VertexStage, "p", "return { Position = float4(p, 1.0), uv = p, id = 3 }", "POSITION float3"))
	third, problems := Link(source, other)
	require.Nil(t, third)
	require.Contains(t, problems[0].Title, "unused")
	require.Contains(t, problems[0].Notes[0], `outputs of vertex shader "vertex"`)

	declared := compiledShader(t, shader(t, syntax.PixelStage, "v", "return float4(v.uv, 0.0, 1.0)", "uv float2"))
	same, problems := Link(declared, vs)
	require.Empty(t, problems)
	require.Same(t, declared, same)
	_, problems = Link(declared, other)
	require.Equal(t, `"uv" is float2 in pixel shader "pixel" and float3 in vertex shader "vertex"`, problems[0].Title)
	require.Equal(t, diag.Put("PixelShader", "Inputs[1][2]", "float3"), *problems[0].Help[0].Fix)

	wide := compiledShader(t, shader(t, syntax.VertexStage, "p", "return { Position = float4(p, 1.0), m = float3x3(1), uv = p }", "POSITION float3"))
	behind := compiledShader(t, shader(t, syntax.PixelStage, "v", "return float4(v.uv, v.m[0][0], 1.0)", "m float3x3", "uv float2"))
	_, problems = Link(behind, wide)
	require.Equal(t, diag.Put("PixelShader", "Inputs[2][2]", "float3"), *problems[0].Help[0].Fix, "a matrix is one of the inputs")
	narrow := compiledShader(t, shader(t, syntax.PixelStage, "v", "return float4(v.m[0], 1.0, 1.0)", "m float2x2"))
	_, problems = Link(narrow, wide)
	require.Equal(t, `"m" is float2 in pixel shader "pixel" and float3 in vertex shader "vertex"`, problems[0].Title)
	require.Zero(t, problems[0].Help[0].Fix, "the type of a row is not that of a matrix")
	missing := compiledShader(t, shader(t, syntax.PixelStage, "v", "return float4(v.uw, 0.0, 1.0)", "uw float2"))
	_, problems = Link(missing, vs)
	require.Equal(t, `pixel shader "pixel" takes "uw", which vertex shader "vertex" does not give`, problems[0].Title)
}

// TestAdviceOfLinkedShaders: what is advised about a shader that is completed for several vertex shaders is told once, and again only where telling
// failed.
func TestAdviceOfLinkedShaders(t *testing.T) {
	one := compiledShader(t, shader(t, syntax.VertexStage, "p", "return { Position = float4(p, 1.0), uv = p.xy }", "POSITION float3"))
	two := compiledShader(t, shader(t, syntax.VertexStage, "p", "return { Position = float4(p, 1.0), uv = p }", "POSITION float3"))
	source := NewPixelSource(shader(t, syntax.PixelStage, "v", "local i = 7 local half = i / 2 i = i + 1 return float4(v.uv.x * half, i, 0.0, 1.0)"))
	var told []diag.Code
	tell := func(d *diag.Diagnostic) error { told = append(told, d.Code); return nil }
	for _, vs := range []*Kernel{one, two, one} {
		k, problems := Link(source, vs)
		require.Empty(t, problems)
		if len(told) == 0 {
			require.EqualError(t, k.TellAdvice(func(*diag.Diagnostic) error { return errors.New("refused") }), "refused")
		}
		require.NoError(t, k.TellAdvice(tell))
	}
	require.Equal(t, []diag.Code{diag.BareDivision}, told)
	declared := compiledShader(t, shader(t, syntax.PixelStage, "v", "local i = 7 local half = i / 2 i = i + 1 return float4(v.uv.x * half, i, 0.0, 1.0)", "uv float2"))
	require.Len(t, declared.Advice(), 1)
	require.NoError(t, declared.TellAdvice(tell))
	require.Len(t, told, 1, "it is known when it is compiled")
}

// TestReadsOfHelpers: what a helper loads counts where a neighbour can see the value, through a derivative or a decision that leads to one, and else
// not.
func TestReadsOfHelpers(t *testing.T) {
	const where = "local x = uint(v.Position.x) % 2 + 2 * (uint(v.Position.y) % 2)\n"
	for _, test := range []struct {
		name, body string
		want       []uint64 // elements of lookup
	}{
		{"value", "return float(lookup[x * 9])", []uint64{0, 9, 18}},
		{"derivative", "return ddx(lookup[x * 9])", []uint64{0, 9, 18, 27}},
		{"both", "return ddx(lookup[x * 9]) + lookup[x * 9 + 1]", []uint64{0, 1, 9, 10, 18, 19, 27}},
		{"through arithmetic", "local a = lookup[x * 9] * 2 + 1\nreturn ddy(a) + 1", []uint64{0, 9, 18, 27}},
		{"decides", "local a = v.Position.x\nif lookup[x * 9] > 0 then a = a * 2 end\nreturn ddx(a)", []uint64{0, 9, 18, 27}},
		{"decides behind", "local a = ddx(v.Position.x)\nif lookup[x * 9] > 0 then a = a * 2 end\nreturn a", []uint64{0, 9, 18}},
	} {
		k := compiledShader(t, shader(t, syntax.PixelStage, "v", where+test.body))
		r := newStageRig(t)
		r.track = true
		r.outputs.Targets[0].Used = true
		r.buffer(0, 0, make([]uint32, 32)...)
		at := r.triangle(0, 0, 0, 1, 0, [3]float32{}, [3]float32{0, 0, 1})
		r.quad(0, 10.5, 20.5, at, 0b0111, 0, 0)
		var got []uint64
		for _, a := range r.run(k, 256, 4).Accesses {
			require.True(t, a.Exact)
			begin := a.Begin - uint64(r.base) - rigExtra
			for e := begin / 4; e < (a.End-uint64(r.base)-rigExtra)/4; e++ {
				if a.Stride == 0 || (e*4-begin)%a.Stride < a.Size {
					got = append(got, e)
				}
			}
		}
		require.Equal(t, test.want, got, test.name)
	}
}
