package kernel

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// writer makes random shader bodies that have a few float variables and no end in sight of mistakes that a lane mask can hide.
type writer struct {
	*rand.Rand
	out    strings.Builder
	pixel  bool
	depth  int
	locals int
}

func (w *writer) name() string { return fmt.Sprintf("x%d", w.Intn(w.locals)) }

func (w *writer) expr(depth int) string {
	leaves := []string{w.name(), w.name(), "v.a.x", "v.a.y", "v.b", "float(v.n)", fmt.Sprint(w.Intn(7)) + ".5"}
	if depth == 0 {
		return leaves[w.Intn(len(leaves))]
	}
	a, b := w.expr(depth-1), w.expr(depth-1)
	forms := []string{"(%s + %s)", "(%s - %s)", "(%s * %s)", "min(%s, %s)", "lerp(%s, %s, 0.25)", "(%s > %s and 1.0 or 0.0)", "lookup[uint(abs(%s)) + uint(abs(%s)) %% 64]"}
	if w.pixel {
		forms = append(forms, "ddx(%s - %s)", "ddy_fine(%s * %s)", "QuadReadAcrossX(%s + %s)", "QuadReadLaneAt(%s - %s, 2)", "fwidth(%s + %s)",
			"(QuadAny(%s < %s) and 2.0 or 1.0)", "tex:Sample(smp, float2(%s, %s) * 0.125).x", "WaveActiveMax(%s + %s)")
	}
	return fmt.Sprintf(forms[w.Intn(len(forms))], a, b)
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.out, strings.Repeat("  ", w.depth)+format+"\n", args...)
}

func (w *writer) block(n int) {
	w.depth++
	for range n {
		switch w.Intn(9) {
		case 0:
			if w.depth < 4 {
				w.line("if %s < %s then", w.expr(1), w.expr(1))
				w.block(2)
				w.line("else")
				w.block(1)
				w.line("end")
			}
		case 1:
			if w.depth < 3 {
				w.line("for i = 0, int(clamp(%s, 0.0, 4.0)) do", w.expr(0))
				w.block(2)
				w.line("end")
			}
		case 2:
			w.line("counts[uint(abs(%s)) %% 16] = uint(clamp(%s, 0.0, 1000.0))", w.expr(0), w.expr(1))
		case 3:
			w.line("InterlockedAdd(counts[16], uint(clamp(%s, 0.0, 9.0)))", w.expr(0))
		case 4:
			if w.pixel {
				w.line("if %s < 0.0 then discard() end", w.expr(1))
			}
		default:
			w.line("%s = %s", w.name(), w.expr(2))
		}
	}
	w.depth--
}

func randomBody(seed int64, pixel bool) string {
	w := &writer{Rand: rand.New(rand.NewSource(seed)), pixel: pixel, locals: 4}
	for i := range w.locals {
		w.line("local x%d = float(%s)", i, []string{"v.a.x", "v.b", "1.5", "v.a.y"}[i])
	}
	w.block(5)
	return w.out.String()
}

const randomShaders = 60

// TestRandomShaders: whatever a vertex or pixel program does, both executors give the same bytes, reports and costs.
func TestRandomShaders(t *testing.T) {
	vertex, pixel := newStageRig(t), newStageRig(t)
	pixel.outputs.Targets[0].Used = true
	for seed := range int64(randomShaders) {
		body := randomBody(seed, true)
		k := compiledShader(t, shader(t, syntax.PixelStage, "v", body+"return float4(x0, x1, x2, x3)", "a float2", "b float noperspective", "n uint"))
		pixel.outputs.Targets[0].Format = []gpu.Format{gpu.FormatUnknown, gpu.FormatR8G8B8A8Unorm, gpu.FormatR16G16B16A16Float}[seed%3]
		pixel.report, pixel.track = seed%2 == 0, seed%4 == 0
		pixel.fill(k, seed)
		pixel.run(k, 512, 4*int(1+seed%31))

		body = strings.NewReplacer("v.a", "a", "v.b", "b", "v.n", "n").Replace(randomBody(seed, false))
		k = compiledShader(t, shader(t, syntax.VertexStage, "a, b, n", body+"return { Position = float4(x0, x1, x2, x3) }", "A float2", "B float", "N uint"))
		vertex.report = seed%2 == 1
		vertex.fill(k, seed)
		vertex.noise(seed)
		vertex.run(k, 1024, int(1+seed*7%200))
	}
}

// fill gives the program resources, triangles and quads.
func (r *stageRig) fill(k *Kernel, seed int64) {
	random := rand.New(rand.NewSource(seed))
	r.formats = nil
	r.texture(16, []uint32{0, bilinear, 0x15, 0x55}[seed%4])
	texture, sampler := append([]byte(nil), r.bytes()[:ir.RecordBytes]...), append([]byte(nil), r.bytes()[ir.RecordBytes:2*ir.RecordBytes]...)
	r.formats = make([]gpu.Format, len(k.bindings))
	for i, b := range k.bindings {
		switch b.Name {
		case "tex":
			r.formats[i] = gpu.FormatR8G8B8A8Unorm
			copy(r.bytes()[rigTable+i*ir.RecordBytes:], texture)
		case "smp":
			copy(r.bytes()[rigTable+i*ir.RecordBytes:], sampler)
		case "counts":
			r.buffer(i, 1<<16, make([]uint32, 17)...)
		case "lookup":
			words := make([]uint32, 48)
			for n := range words {
				words[n] = math.Float32bits(float32(random.Intn(16)) / 4)
			}
			r.buffer(i, 2<<16, words...)
		}
	}
	if k.ShaderStage() == gpu.StageVertex {
		return
	}
	plane := func() [3]float32 {
		return [3]float32{float32(random.Intn(9)-4) / 8, float32(random.Intn(9)-4) / 8, float32(random.Intn(16))}
	}
	var triangles []uint32
	for i := range 5 {
		triangles = append(triangles, r.triangle(i, float32(i), 1, uint32(i&1), uint32(i), plane(), [3]float32{0.01, 0, 0.5}, plane(), plane(), plane(), plane()))
	}
	for i := range stage.Group {
		r.quad(i, float32(2*i)+0.5, 0.5, triangles[random.Intn(5)], uint32(random.Intn(16)), 0, 0)
	}
}
