package kernel

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// A draw with programs that have been used before allocates nothing for them, also where they are made for a sampler and their outputs.
func TestOpenProgramsAgain(t *testing.T) {
	r := newStageRig(t)
	vertex := compiledShader(t, shader(t, syntax.VertexStage, "p", "return { Position = p, at = p.xy }", "POSITION float4"))
	pixel := compiledShader(t, shader(t, syntax.PixelStage, "v", "return tex:SampleLevel(smp, v.at, 0)", "at float2"))
	for i := range pixel.bindings {
		rec := ir.Record{Sampler: ir.SamplerFields{AddressU: 1, AddressV: 1, AddressW: 1, MaxAnisotropy: 1}}
		if pixel.natural.decl.Bindings[i].Shape.IsTexture() {
			rec = ir.Record{Base: r.base + rigExtra, Size: 64, Stride: 16, Width: 2, Height: 2, Depth: 1, Levels: 1, Format: uint32(gpu.FormatR32G32B32A32Float)}
			rec.Mips[0] = ir.Mip{RowPitch: 32, SlicePitch: 64}
		}
		rec.Put(r.bytes()[rigTable+i*ir.RecordBytes:])
	}
	r.formats = make([]gpu.Format, len(pixel.bindings))
	r.outputs.Targets[0].Used = true
	at := r.triangle(0, 8, 16, 1, 0, [3]float32{}, [3]float32{0, 0, 1}, [3]float32{1, 0, 8}, [3]float32{0, 1, 16})
	for _, k := range []*Kernel{vertex, pixel} {
		r.quad(0, 10.5, 20.5, at, 0xf, 0, 0x01010101)
		run := exec.StageRun{Memory: r.space.Bytes(), Table: r.base + rigTable, Records: k.natural.decl.Records(), Formats: r.formats[:len(k.bindings)], Pitch: 256, Pixel: r.outputs}
		got := testing.AllocsPerRun(10, func() {
			p, _ := r.runners[1].Stage(t.Context(), k, &run)
			p.Run(0, 0, r.base+rigInput, r.base+rigOutput, 4)
			_, err := p.End()
			require.NoError(t, err)
		})
		require.Zero(t, got, k.ShaderName())
	}
	require.Len(t, r.runners[1].idle, 1)
}

// What is known of a draw is not made anew for the next one with another constant, which says where a program reads.
func TestDrawsWithOtherConstants(t *testing.T) {
	r := newStageRig(t)
	r.track, r.outputs.Targets[0].Used = true, true
	f := &numberFront{compiledShader(t, shader(t, syntax.PixelStage, "v", "return float4(lookup[5], 0, 0, 1)", "at float2")).front, map[*ir.Kernel][]uint32{}}
	k, problems := compile(f)
	require.Empty(t, problems)
	r.fill(k, 1)
	draw := func() (*plan.Known, *variant) {
		p := r.open(r.runners[0], k, 256).(*stageProgram)
		known, v := p.known, p.v
		_, err := p.End()
		require.NoError(t, err)
		return known, v
	}
	_, v := draw()
	at := slices.IndexFunc(k.bindings, func(b exec.Binding) bool { return b.Name == "numbers" })
	numbers := f.values[v.decl]
	index := slices.Index(numbers, 5)
	r.buffer(at, 3<<16, numbers...)
	known, _ := draw()
	require.Empty(t, known.Open)
	begins := func() (all []uint64) {
		for _, touched := range known.Touched {
			all = append(all, touched.Patterns[0].Begin)
		}
		return all
	}
	require.Contains(t, begins(), uint64(20))
	numbers[index] = 7
	r.buffer(at, 3<<16, numbers...)
	again, _ := draw()
	require.Same(t, known, again)
	require.Contains(t, begins(), uint64(28))
}
