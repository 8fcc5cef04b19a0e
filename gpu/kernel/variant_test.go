package kernel

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// TestKnownSamplers: a pixel program that was made for a sampler gives what one gives that reads it when it runs, for all filters, address modes, and
// with and without smaller levels. Their number is limited.
func TestKnownSamplers(t *testing.T) {
	source := shader(t, syntax.PixelStage, "v", "return tex:Sample(smp, v.uv * 1.7 - 0.6)", "uv float2")
	knowing, reading := compiledShader(t, source), compiledShader(t, source)
	for i := range maxKnowing {
		reading.variants[fmt.Sprint("of something else ", i)] = reading.natural
	}
	for _, filter := range []uint32{0, 0x14, 0x15, 0x55} {
		for _, mode := range []gpu.AddressMode{gpu.AddressWrap, gpu.AddressMirror, gpu.AddressBorder} {
			for _, size := range []int{1, 8} {
				s := ir.SamplerFields{Filter: filter, AddressU: uint32(mode), AddressV: uint32(mode), MaxAnisotropy: 4, MaxLOD: 0x41200000, Border: [4]uint32{0x3f000000}}
				require.Equal(t, coloursOf(t, reading, size, s), coloursOf(t, knowing, size, s), "filter %#x, mode %d, %d texels", filter, mode, size)
			}
		}
	}
	require.Len(t, reading.variants, maxKnowing+1, "one reads all samplers")
	require.Len(t, knowing.variants, maxKnowing+1, "one for each of the first ones, one for the others")
}

// coloursOf draws 16 quads and gives the bits of their colours.
func coloursOf(t *testing.T, k *Kernel, size int, s ir.SamplerFields) (out []uint32) {
	r := newStageRig(t)
	r.outputs.Targets[0].Used = true
	r.formats = []gpu.Format{gpu.FormatR32G32B32A32Float}
	newImage(size).place(r, s)
	at := r.triangle(0, 0, 0, 1, 0, [3]float32{}, [3]float32{0, 0, 1}, [3]float32{0.11, 0.01, 0}, [3]float32{-0.02, 0.13, 0.1})
	for i := range 16 {
		r.quad(i, float32(2*(i%4))+0.5, float32(2*(i/4))+0.5, at, 0xf, 0, 0)
	}
	const pitch = 256
	r.run(k, pitch, 64)
	for plane := 1; plane <= 4; plane++ {
		for item := range 64 {
			out = append(out, r.word(rigOutput+plane*pitch+4*item))
		}
	}
	return out
}
