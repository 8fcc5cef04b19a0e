package kernel

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

func TestPacks(t *testing.T) {
	for _, c := range []struct {
		name, parameters, body string
		want                   bool
	}{
		{"an input", "v", "return float4(v.colour, 1.0)", true},
		{"what is computed of inputs", "v", "return float4(sin(v.colour.x), v.colour.y / v.colour.z, 0.0, 1.0)", true},
		{"the pixel's place", "v, Position", "return float4(Position.xyz, 1.0)", true},
		{"a choice without a branch", "v", "return float4(select(v.colour.x < 0.5, 1.0, 0.0), 0.0, 0.0, 1.0)", true},
		{"a derivative", "v", "return float4(ddx(v.colour), 1.0)", false},
		{"the triangle's face", "v, IsFrontFace", "return float4(select(IsFrontFace, 1.0, 0.0), 0.0, 0.0, 1.0)", false},
		{"its number", "v, PrimitiveID", "return float4(float(PrimitiveID), 0.0, 0.0, 1.0)", false},
		{"a loop", "v", "local x = 0.0\nwhile x < v.colour.x do x = x + 0.25 end\nreturn float4(x, x, x, 1.0)", false},
		{"a buffer", "v", "return float4(lookup[uint(v.colour.x)], 0.0, 0.0, 1.0)", false},
		{"a print", "v", "printf(\"pixel\")\nreturn float4(v.colour, 1.0)", false},
		{"a store", "v", "counts[0] = 1\nreturn float4(v.colour, 1.0)", false},
		{"a discard", "v", "if v.colour.x < 0.5 then discard() end\nreturn float4(v.colour, 1.0)", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := compiledShader(t, shader(t, syntax.PixelStage, c.parameters, c.body, "colour float3"))
			require.Equal(t, c.want, packs(k.natural.program()))
		})
	}
	k := compiledShader(t, shader(t, syntax.PixelStage, "v", "return float4(float(v.count), 0.0, 0.0, 1.0)", "count uint"))
	require.False(t, packs(k.natural.program()), "an integer of a triangle")
	k = compiledShader(t, shader(t, syntax.VertexStage, "p", "return { Position = float4(0.0, 0.0, 0.0, 1.0) }", "p float3"))
	require.False(t, packs(k.natural.program()), "a vertex program")
}

// A wave may have a pixel of another triangle in each lane, whose words are in the lanes of one record. It counts as what its caller says.
func TestLanesOfTriangles(t *testing.T) {
	r := newStageRig(t)
	k := compiledShader(t, shader(t, syntax.PixelStage, "v", "return float4(v.colour * 2.0, 1.0)", "colour float3"))
	const pitch = 4 * 4096
	for _, run := range r.runners {
		r.outputs.Targets[0].Used = true
		record := r.triangle(0, 8, 4, 1, 0, [3]float32{}, [3]float32{0, 0, 1}, [3]float32{}, [3]float32{}, [3]float32{})
		for component := range 3 {
			for lane := range 4 {
				for i, v := range [...]float32{float32(lane), 10, float32(100 * component)} { // A, B, C
					at := int(record-r.base) + stage.TriangleStep*(stage.TriangleInputs+stage.PlaneWords*component+i) + 4*lane
					r.put(at, math.Float32bits(v))
				}
			}
		}
		r.quad(0, 10, 6, record, 15, 0, 0x01010101) // pixels 2 or 3 to the right of the origin, and 2 or 3 below
		once := r.open(run, k, pitch)
		require.True(t, once.Packs())
		require.True(t, once.Run(0, 0, r.base+rigInput, r.base+rigOutput, 4))
		group, err := once.End()
		require.NoError(t, err)
		p := r.open(run, k, pitch)
		require.True(t, p.RunAs(0, 0, r.base+rigInput, r.base+rigOutput, 4, stage.Counted{Items: 400, Groups: 7}))
		for lane := range 4 {
			x, y := float32(lane&1)+2, float32(lane>>1)+2
			for component := range 3 {
				require.Equal(t, 2*(float32(lane)*x+10*y+float32(100*component)), r.output(1+component, pitch, lane), "component %d, lane %d", component, lane)
			}
		}
		got, err := p.End()
		require.NoError(t, err)
		require.EqualValues(t, 400, got.WorkItems)
		require.Equal(t, 7*group.Instructions, got.Instructions)
	}
}

// Texels at any places, in order; what is nowhere is nowhere.
func TestScatter(t *testing.T) {
	r, random := newDrawRig(t), rand.New(rand.NewSource(3))
	const width, height, waves, pitch = 16, 8, 40, 4 * 256
	whole := [4]uint32{math.MaxUint32, math.MaxUint32, math.MaxUint32, math.MaxUint32}
	for _, size := range []uint32{4, 8, 16} {
		for _, known := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d bytes, pitch known: %v", size, known), func(t *testing.T) {
				row := width*size + 64
				m := stage.Merge{Bytes: size, Mask: whole, Pitch: pitch, Scattered: true}
				if known {
					m.RowPitch = row
				}
				target, texels := r.alloc(uint64(row * height))
				list, places := r.alloc(stage.MergeHead + stage.MergeEntry*waves)
				planes, results := r.alloc(pitch * uint64(size/4))
				random.Read(texels)
				random.Read(results)
				want := bytes.Clone(texels)
				for i := range 4 * waves {
					to := places[stage.MergeHead+4*i:]
					if random.Intn(3) == 0 {
						binary.LittleEndian.PutUint32(to, math.MaxUint32)
						continue
					}
					x, y := uint32(random.Intn(width)), uint32(random.Intn(height))
					binary.LittleEndian.PutUint32(to, x|y<<16)
					for word := range size / 4 {
						copy(want[y*row+x*size+4*word:][:4], results[pitch*word+4*uint32(i):])
					}
				}
				r.runner.Merger(&m)(0, uint32(list), waves, uint32(planes), stage.MergeTarget{Address: uint32(target), RowPitch: row})
				require.Equal(t, want, texels)
			})
		}
	}
	blend := gpu.RenderTargetBlendDesc{BlendEnable: true, SrcBlend: gpu.BlendOne, DestBlend: gpu.BlendOne}
	for _, m := range []stage.Merge{{Bytes: 4, Mask: [4]uint32{0xff}}, {Bytes: 4, Mask: whole, Samples: true}, {Bytes: 2, Mask: whole},
		{Bytes: 4, Mask: whole, Samples: true, Format: gpu.FormatR8G8B8A8Unorm, Blend: blend}, {Bytes: 4, Mask: whole, Format: gpu.FormatR32Float, Blend: blend}} {
		m.Scattered = true
		require.Nil(t, r.runner.Merger(&m), "%+v", m)
	}
}
