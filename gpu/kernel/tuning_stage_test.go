package kernel

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/special"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// numberFront makes numbers of the constants of what another front end gives.
type numberFront struct {
	front
	values map[*ir.Kernel][]uint32
}

func (f *numberFront) lower(formats map[register]gpu.Format, pixel *stage.PixelOutputs, known map[register]bound) (*ir.Kernel, []*diag.Diagnostic) {
	k, problems := f.front.lower(formats, pixel, known)
	if k != nil {
		f.values[k] = loadNumbers(k)
	}
	return k, problems
}

// sameTuned wants the same results and bytes of a shader with and without what is known of its numbers.
func (r *stageRig) sameTuned(k *Kernel, seed int64, pitch, items int) (saved int64) {
	r.t.Helper()
	f := &numberFront{front: k.front, values: map[*ir.Kernel][]uint32{}}
	k, problems := compile(f)
	require.Empty(r.t, problems)
	r.tuning = nil
	r.fill(k, seed)
	p := r.open(r.runners[0], k, pitch)
	v := p.(*stageProgram).v
	_, err := p.End()
	require.NoError(r.t, err)
	at := slices.IndexFunc(k.bindings, func(b exec.Binding) bool { return b.Name == "numbers" })
	require.NotEmpty(r.t, f.values[v.decl])
	r.buffer(at, 3<<16, f.values[v.decl]...)
	if k.ShaderStage() == gpu.StageVertex {
		r.noise(seed)
	}
	before := slices.Clone(r.bytes())
	want := r.run(k, pitch, items)
	after := slices.Clone(r.bytes())
	copy(r.bytes(), before)
	tuning := assumingOf(v, records{r.space.Bytes(), r.base + rigTable}, numbersOf(v.program()))
	r.tuning = tuning
	got := r.run(k, pitch, items)
	for _, run := range r.runners {
		run.options.Verify = true
	}
	copy(r.bytes(), before)
	again := r.run(k, pitch, items)
	for _, run := range r.runners {
		run.options.Verify = false
	}
	require.Equal(r.t, got, again, "verified")
	require.Empty(r.t, tuning.Differences())
	require.Equal(r.t, tuning.uses, tuning.Used(tuning.variants[0]), "the variant fits")
	saved = int64(want.Instructions) - int64(got.Instructions)
	got.Instructions = want.Instructions
	require.Equal(r.t, want, got, "%s\n%s", ir.Print(v.program()), ir.Print(tuning.variants[0].form.program()))
	require.Equal(r.t, after, r.bytes())
	return saved
}

// TestStageVariantsGiveTheSame: rule Q6 for vertex and pixel programs.
func TestStageVariantsGiveTheSame(t *testing.T) {
	vertex, pixel := newStageRig(t), newStageRig(t)
	pixel.outputs.Targets[0].Used = true
	saved := int64(0)
	for seed := range int64(40) {
		body := randomBody(seed, true)
		k := compiledShader(t, shader(t, syntax.PixelStage, "v", body+"return float4(x0, x1, x2, x3)", "a float2", "b float noperspective", "n uint"))
		pixel.outputs.Targets[0].Format = []gpu.Format{gpu.FormatUnknown, gpu.FormatR8G8B8A8Unorm, gpu.FormatR16G16B16A16Float}[seed%3]
		pixel.report, pixel.track = seed%2 == 0, seed%4 == 0
		saved += pixel.sameTuned(k, seed, 512, 4*int(1+seed%31))

		body = strings.NewReplacer("v.a", "a", "v.b", "b", "v.n", "n").Replace(randomBody(seed, false))
		k = compiledShader(t, shader(t, syntax.VertexStage, "a, b, n", body+"return { Position = float4(x0, x1, x2, x3) }", "A float2", "B float", "N uint"))
		vertex.report, vertex.track = seed%2 == 1, seed%4 == 1
		saved += vertex.sameTuned(k, seed, 1024, int(1+seed*7%200))
	}
	require.Positive(t, saved)
}

// TestVerifyDraws: a variant of a pixel program that is wrong on purpose is found.
func TestVerifyDraws(t *testing.T) {
	r := newStageRig(t)
	r.outputs.Targets[0].Used = true
	src := shader(t, syntax.PixelStage, "v", "local c = v.b\nif v.n == 7 then c = c * 2.0 end\nreturn float4(c, c, 1.0, 1.0)", "a float2", "b float noperspective", "n uint")
	f := &numberFront{front: compiledShader(t, src).front, values: map[*ir.Kernel][]uint32{}}
	k, problems := compile(f)
	require.Empty(t, problems)
	r.fill(k, 1)
	p := r.open(r.runners[0], k, 512)
	v := p.(*stageProgram).v
	_, err := p.End()
	require.NoError(t, err)
	values := f.values[v.decl]
	r.buffer(slices.IndexFunc(k.bindings, func(b exec.Binding) bool { return b.Name == "numbers" }), 3<<16, values...)
	numbers := numbersOf(v.program())
	right := assumingOf(v, records{r.space.Bytes(), r.base + rigTable}, numbers)
	known := map[special.Constant]uint32{}
	for _, n := range right.variants[0].facts {
		known[n.Constant] = n.value ^ 1
	}
	made, _ := special.Assume(v.program(), known)
	wrong := NewTuning(nil)
	wrong.Install(newCode(v, optimised(v, made), right.variants[0].facts))
	for tuning, want := range map[*Tuning]int{right: 0, wrong: 2} {
		r.tuning = tuning
		for _, run := range r.runners {
			run.options.Verify = true
		}
		r.run(k, 512, 64)
		require.Len(t, tuning.Differences(), want, "once for each executor")
	}
}
