package kernel

import (
	"context"
	"encoding/binary"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// stageEnv resolves the names that the shaders of these tests capture.
func stageEnv(t testing.TB) names {
	env := names{}
	for name, d := range map[string]struct {
		kind     syntax.ResourceKind
		register string
		elem     string
	}{
		"out": {syntax.RWStructuredBuffer, "u0", "float"}, "counts": {syntax.RWStructuredBuffer, "u1", "uint"}, "tex": {syntax.Texture2D, "t0", "float4"},
		"lookup": {syntax.StructuredBuffer, "t1", "float"}, "smp": {syntax.SamplerState, "s0", ""}, "cube": {syntax.TextureCube, "t2", "float4"},
		"shadow": {syntax.SamplerComparisonState, "s1", ""}, "many": {syntax.Texture2DMSArray, "t3", "float"},
	} {
		var elem *syntax.Type
		if d.elem != "" {
			elem = syntax.LookupType(d.elem)
		}
		r, problem := syntax.NewResource(d.kind, d.register, elem, 0, 0)
		require.Nil(t, problem)
		env[name] = r
	}
	return env
}

// shader is the source of a stage: function(parameters) body end, with inputs as "name type [mode]".
func shader(t testing.TB, kind syntax.Stage, parameters, body string, inputs ...string) Source {
	t.Helper()
	chunk, err := parse.Parse(strings.NewReader("return function("+parameters+")\n"+body+"\nend"), "shader.lua")
	require.NoError(t, err)
	src := Source{Name: kind.String(), Stage: kind, Func: chunk[0].(*ast.ReturnStmt).Exprs[0].(*ast.FunctionExpr), Env: stageEnv(t)}
	for _, in := range inputs {
		words := append(strings.Fields(in), "")
		typ := syntax.LookupType(words[1])
		require.NotNil(t, typ, in)
		src.Inputs = append(src.Inputs, StageField{Name: words[0], Type: typ, Mode: strings.TrimSpace(strings.Join(words[2:], " "))})
	}
	return src
}

func compiledShader(t testing.TB, src Source) *Kernel {
	t.Helper()
	k, problems := Compile(src)
	var all []string
	for _, d := range problems {
		all = append(all, d.Title)
	}
	require.Empty(t, all)
	return k
}

// stageRig runs programs of stages on both executors.
type stageRig struct {
	t       testing.TB
	space   *mem.Space
	runners []*Runner
	base    uint32
	outputs stage.PixelOutputs
	report  bool
	track   bool
	affine  bool
	budget  uint64
	formats []gpu.Format // of typed bindings, in order
	mapping []gpu.ComponentMapping
	tuning  any
}

const (
	rigBytes   = 4 << 20
	rigTable   = 0       // records
	rigExtra   = 1 << 16 // resources
	rigInput   = 1 << 20
	rigOutput  = 2 << 20
	rigRecords = 3 << 20 // of triangles
)

func newStageRig(t testing.TB) *stageRig {
	t.Helper()
	space, err := mem.New(32 << 20)
	require.NoError(t, err)
	r := &stageRig{t: t, space: space, runners: []*Runner{NewRunner(Options{Interpreter: true}), NewRunner(Options{Workers: 2})}}
	base, err := space.Alloc(rigBytes, 4096)
	require.NoError(t, err)
	r.base = uint32(base)
	for _, run := range r.runners {
		require.NoError(t, run.Attach(space))
	}
	t.Cleanup(func() {
		for _, run := range r.runners {
			require.NoError(t, run.Close())
		}
		require.NoError(t, space.Close())
	})
	return r
}

func (r *stageRig) bytes() []byte { return r.space.Bytes()[r.base : r.base+rigBytes] }

func (r *stageRig) put(at int, words ...uint32) {
	for i, w := range words {
		binary.LittleEndian.PutUint32(r.bytes()[at+4*i:], w)
	}
}

func (r *stageRig) word(at int) uint32 { return binary.LittleEndian.Uint32(r.bytes()[at:]) }

// buffer places a structured buffer of words at a byte of the extra area, as record n of the table.
func (r *stageRig) buffer(n, at int, words ...uint32) {
	rec := ir.Record{Base: r.base + uint32(rigExtra+at), Size: uint32(4 * len(words)), Count: uint32(len(words)), Stride: 4}
	r.put(rigExtra+at, words...)
	rec.Put(r.bytes()[rigTable+n*ir.RecordBytes:])
}

// run runs items on both executors, each from the same memory, wants the same result and bytes, and gives the result.
func (r *stageRig) run(k *Kernel, pitch, items int) exec.Result {
	r.t.Helper()
	before := append([]byte(nil), r.bytes()...)
	var want exec.Result
	var after []byte
	for i, run := range r.runners {
		copy(r.bytes(), before)
		p := r.open(run, k, pitch)
		ok := p.Run(0, 0, r.base+rigInput, r.base+rigOutput, uint32(items))
		got, err := p.End()
		require.NoError(r.t, err)
		require.Equal(r.t, ok, !got.Hung)
		if i == 0 {
			want, after = got, append([]byte(nil), r.bytes()...)
			continue
		}
		require.Equal(r.t, want, got, "the interpreter and compiled code")
		if !got.Hung {
			require.Equal(r.t, after, r.bytes(), "the interpreter and compiled code")
		}
	}
	return want
}

func (r *stageRig) open(run *Runner, k *Kernel, pitch int) exec.StageProgram {
	p, err := run.Stage(context.Background(), k, &exec.StageRun{Memory: r.space.Bytes(), Table: r.base + rigTable, Records: k.natural.decl.Records(),
		Formats: append(r.formats, make([]gpu.Format, len(k.bindings))...)[:len(k.bindings)], Mappings: r.mapping, Pitch: uint32(pitch), Pixel: r.outputs, Affine: r.affine, Budget: r.budget, Report: r.report, Track: r.track, Tuning: r.tuning})
	require.NoError(r.t, err)
	return p
}

// triangle writes record n and gives its address; planes are A, B, C each.
func (r *stageRig) triangle(n int, x0, y0 float32, front, primitive uint32, z, w [3]float32, inputs ...[3]float32) uint32 {
	at := rigRecords + 1024*n
	bits := math.Float32bits
	words := []uint32{bits(x0), bits(y0), front, primitive}
	for _, p := range append([][3]float32{z, w}, inputs...) {
		words = append(words, bits(p[0]), bits(p[1]), bits(p[2]))
	}
	for i, word := range words {
		r.put(at+16*i, word, word, word, word)
	}
	return r.base + uint32(at)
}

// quad writes the record of quad n.
func (r *stageRig) quad(n int, x, y float32, triangle, mask, sample, coverage uint32) {
	left, right, up, down := math.Float32bits(x), math.Float32bits(x+1), math.Float32bits(y), math.Float32bits(y+1)
	r.put(rigInput+48*n, left, right, left, right, up, up, down, down, triangle, mask, sample, coverage)
}

func (r *stageRig) output(plane, pitch, item int) float32 {
	return math.Float32frombits(r.word(rigOutput + plane*pitch + 4*item))
}

func (r *stageRig) noise(seed int64) {
	random := rand.New(rand.NewSource(seed))
	for i := rigInput; i < rigOutput; i += 4 {
		r.put(i, math.Float32bits(float32(random.Intn(64))/8-4))
	}
}
