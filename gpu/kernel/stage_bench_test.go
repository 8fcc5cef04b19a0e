package kernel

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// benchmarkPixels measures a pixel program on one worker, in nanoseconds a pixel.
func benchmarkPixels(b *testing.B, items int, body string, prepare func(r *stageRig), inputs ...string) {
	k := compiledShader(b, shader(b, syntax.PixelStage, "v", body, inputs...))
	r := newStageRig(b)
	r.outputs.Targets[0].Used = true
	r.outputs.Targets[0].Format = gpu.FormatR8G8B8A8Unorm
	if prepare != nil {
		prepare(r)
	}
	scale := float32(1.0 / 256)
	planes := [][3]float32{{scale, 0, 0.1}, {0, scale, 0.2}, {scale, scale, 0}, {0, 0, 1}}
	at := r.triangle(0, 0, 0, 1, 0, [3]float32{0, 0, 0.5}, [3]float32{0, 0, 1}, planes[:len(k.StageInputs())+1]...)
	for i := range items / 4 {
		r.quad(i, float32(2*(i%32))+0.5, float32(2*(i/32))+0.5, at, 0xf, 0, 0)
	}
	p := r.open(r.runners[1], k, 4*items)
	b.ResetTimer()
	for range b.N {
		p.Run(0, 0, r.base+rigInput, r.base+rigOutput, uint32(items))
	}
	b.StopTimer()
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(items), "ns/pixel")
	if _, err := p.End(); err != nil {
		b.Fatal(err)
	}
}

const bilinear = 0x14

// texture places a square texture of bytes with all its levels as t0, record 0, and its sampler as record 1.
func (r *stageRig) texture(size uint32, filter uint32) { r.textureOf(size, filter, 16) }

// textureOf does it with a number of levels, if there are as many.
func (r *stageRig) textureOf(size, filter, levels uint32) {
	rec := ir.Record{Base: r.base + rigExtra, Stride: 4, Width: size, Height: size, Depth: 1, Format: uint32(gpu.FormatR8G8B8A8Unorm)}
	at := uint32(0)
	for n := size; n > 0 && rec.Levels < levels; n /= 2 {
		rec.Mips[rec.Levels] = ir.Mip{Offset: at, RowPitch: 4 * n, SlicePitch: 4 * n * n}
		for i := range n * n {
			r.put(rigExtra+int(at+4*i), i*2654435761)
		}
		at += 4 * n * n
		rec.Levels++
	}
	rec.Size = at
	rec.Put(r.bytes()[rigTable:])
	r.formats = []gpu.Format{gpu.FormatR8G8B8A8Unorm}
	s := ir.Record{Sampler: ir.SamplerFields{Filter: filter, AddressU: uint32(gpu.AddressWrap), AddressV: uint32(gpu.AddressWrap), MaxAnisotropy: 16, MaxLOD: 0x41200000}}
	s.Put(r.bytes()[rigTable+ir.RecordBytes:])
}

func BenchmarkPixelColour(b *testing.B) {
	benchmarkPixels(b, 4096, "return float4(v.colour, 1.0)", nil, "colour float3")
}

func BenchmarkPixelColourSmallBatch(b *testing.B) {
	benchmarkPixels(b, 64, "return float4(v.colour, 1.0)", nil, "colour float3")
}

func BenchmarkPixelBilinear(b *testing.B) {
	benchmarkPixels(b, 4096, "return tex:Sample(smp, v.uv)", func(r *stageRig) { r.texture(256, bilinear) }, "uv float2")
}

func BenchmarkPixelBilinearOneLevel(b *testing.B) {
	benchmarkPixels(b, 4096, "return tex:Sample(smp, v.uv)", func(r *stageRig) { r.textureOf(256, bilinear, 1) }, "uv float2")
}

func BenchmarkPixelTrilinear(b *testing.B) {
	benchmarkPixels(b, 4096, "return tex:Sample(smp, v.uv * 3.0)", func(r *stageRig) { r.texture(256, 0x15) }, "uv float2")
}
