package kernel

import (
	"fmt"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/stretchr/testify/require"
)

// Linear filters read two neighbours with one address unless an edge is between them. Textures of all shapes, under all address modes, at their edges
// and far outside, give the same with every executor, which see the same texels read; without a texture they give 0.
func TestTexelNeighbours(t *testing.T) {
	k := compiledShader(t, shader(t, syntax.PixelStage, "v", "return tex:Sample(smp, v.uv)", "uv float2"))
	const quads = 16
	for _, size := range []uint32{0, 1, 2, 3, 4, 5, 64} {
		for mode := gpu.AddressWrap; mode <= gpu.AddressMirrorOnce; mode++ {
			t.Run(fmt.Sprintf("%d texels, mode %d", size, mode), func(t *testing.T) {
				r := newStageRig(t)
				r.track = true
				r.outputs.Targets[0].Used = true
				r.outputs.Targets[0].Format = gpu.FormatR32G32B32A32Float
				r.textureOf(max(size, 1), bilinear, min(size, 1))
				r.put(rigExtra, 0xff8040c0)
				s := ir.Record{Sampler: ir.SamplerFields{Filter: bilinear, AddressU: uint32(mode), AddressV: uint32(mode), MaxAnisotropy: 16, MaxLOD: 0x41200000}}
				s.Put(r.bytes()[rigTable+ir.RecordBytes:])
				at := r.triangle(0, 0, 0, 1, 0, [3]float32{0, 0, 0.5}, [3]float32{0, 0, 1}, [3]float32{0.15, 0, -2}, [3]float32{0.01, 0.3, -0.5})
				for i := range quads {
					r.quad(i, float32(2*i)+0.5, 0.5, at, 0xf, 0, 0)
				}
				r.run(k, 64*quads, 4*quads)
				lit := false
				for i := range 4 * quads {
					lit = lit || r.output(1, 64*quads, i) != 0
				}
				require.Equal(t, size > 0, lit)
			})
		}
	}
}
