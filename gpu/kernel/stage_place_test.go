package kernel

import (
	"math"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/stretchr/testify/require"
)

// sixteenths are the samples of four as the specification has them, in sixteenths of a pixel from the centre; entry 4 is the centre.
var sixteenths = [5][2]float32{{-2, -6}, {6, -2}, {-6, 2}, {2, 6}, {0, 0}}

// TestInterpolationPlaces: the input is the place itself, so that what a program reads tells where it was interpolated.
func TestInterpolationPlaces(t *testing.T) {
	const centre = 4
	covered := [4]uint32{0b1111, 0b1100, 0, 0b0001}
	tests := []struct {
		name, mode, body string
		samples, mask    uint32
		coverage         [4]uint32
		sample           uint32
		want             [4]int // of sixteenths
	}{
		{"linear", "linear", "return v.at", 4, 0b1111, covered, 0, [4]int{centre, centre, centre, centre}},
		{"centroid", "centroid", "return v.at", 4, 0b1111, covered, 0, [4]int{centre, 2, centre, 0}},
		{"centroid, without perspective", "centroid noperspective", "return v.at", 4, 0b1111, covered, 0, [4]int{centre, 2, centre, 0}},
		{"centroid, of one sample", "linear centroid", "return v.at", 1, 1, [4]uint32{1, 1, 0, 1}, 0, [4]int{centre, centre, centre, centre}},
		{"centroid, with a mask", "centroid", "return v.at", 4, 0b1010, [4]uint32{0b1010, 0b1000, 0, 0b0010}, 0, [4]int{1, 3, 1, 1}},
		{"sample", "sample", "return v.at", 4, 0b1111, covered, 3, [4]int{3, 3, 3, 3}},
		{"sample, without perspective", "noperspective sample", "return v.at", 4, 0b1111, covered, 1, [4]int{1, 1, 1, 1}},
		{"sample, of one", "sample", "return v.at", 1, 1, covered, 0, [4]int{centre, centre, centre, centre}},
		{"at a sample", "linear", "return EvaluateAttributeAtSample(v.at, 2)", 4, 0b1111, covered, 0, [4]int{2, 2, 2, 2}},
		{"at samples that differ", "linear", "return EvaluateAttributeAtSample(v.at, WaveGetLaneIndex())", 4, 0b1111, covered, 0, [4]int{0, 1, 2, 3}},
		{"at no sample", "sample", "return EvaluateAttributeAtSample(v.at, 4)", 4, 0b1111, covered, 2, [4]int{centre, centre, centre, centre}},
		{"at the centroid", "sample", "return EvaluateAttributeCentroid(v.at)", 4, 0b1111, covered, 2, [4]int{centre, 2, centre, 0}},
		{"in steps", "linear", "return EvaluateAttributeSnapped(v.at, int2(-6, 2))", 4, 0b1111, covered, 2, [4]int{2, 2, 2, 2}},
		{"in steps, of which four bits count", "linear", "return EvaluateAttributeSnapped(v.at, int2(16 - 6, 32 + 2))", 1, 1, covered, 2, [4]int{2, 2, 2, 2}},
		{"component", "linear", "return float2(EvaluateAttributeAtSample(v.at.x, 3), EvaluateAttributeAtSample(v.at.y, 3))", 4, 0b1111, covered, 0, [4]int{3, 3, 3, 3}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			k := compiledShader(t, shader(t, syntax.PixelStage, "v", c.body, "at float2 "+c.mode))
			r := newStageRig(t)
			r.outputs = stage.PixelOutputs{Samples: c.samples, SampleMask: c.mask}
			r.outputs.Targets[0].Used = true
			at := r.triangle(0, 8, 16, 1, 0, [3]float32{}, [3]float32{0, 0, 1}, [3]float32{1, 0, 8}, [3]float32{0, 1, 16})
			coverage := uint32(0)
			for lane, bits := range c.coverage {
				coverage |= bits << (8 * lane)
			}
			r.quad(0, 10.5, 20.5, at, 0xf, c.sample, coverage)
			r.run(k, 256, 4)
			for lane := range 4 {
				away := sixteenths[c.want[lane]]
				require.Equal(t, 10.5+float32(lane&1)+away[0]/16, r.output(1, 256, lane), "x of lane %d", lane)
				require.Equal(t, 20.5+float32(lane>>1)+away[1]/16, r.output(2, 256, lane), "y of lane %d", lane)
			}
		})
	}
}

// TestPlacesWithPerspective: 1/w is interpolated at the same place. 1/w = x, and the input over w is 1, so that the input is 1/x.
func TestPlacesWithPerspective(t *testing.T) {
	k := compiledShader(t, shader(t, syntax.PixelStage, "v", "return float4(v.at, EvaluateAttributeAtSample(v.at, 1), EvaluateAttributeSnapped(v.flat, int2(3, 3)), v.flat)",
		"at float sample", "flat float nointerpolation"))
	require.True(t, k.StageUses().Has(gpu.UsesSampleIndex|gpu.UsesSamplePlaces))
	r := newStageRig(t)
	r.outputs = stage.PixelOutputs{Samples: 4, SampleMask: 0xf}
	r.outputs.Targets[0].Used = true
	at := r.triangle(0, 0, 0, 1, 0, [3]float32{}, [3]float32{1, 0, 0}, [3]float32{0, 0, 1}, [3]float32{0, 0, 7})
	r.quad(0, 10.5, 20.5, at, 0xf, 2, 0x04040404)
	r.run(k, 256, 4)
	for lane := range 4 {
		x := 10.5 + float32(lane&1)
		require.Equal(t, 1/(x-6.0/16), r.output(1, 256, lane))
		require.Equal(t, 1/(x+6.0/16), r.output(2, 256, lane))
		require.Equal(t, [2]float32{7, 7}, [2]float32{r.output(3, 256, lane), r.output(4, 256, lane)})
	}
}

// TestTargetSamples: what a program knows of its targets, and its own place.
func TestTargetSamples(t *testing.T) {
	for mode, want := range map[string]int{"linear": 4, "sample": 2, "centroid": 3} {
		src := shader(t, syntax.PixelStage, "v", "return float4(v.Position.xy, GetRenderTargetSamplePosition(1).x, GetRenderTargetSampleCount())")
		src.Interpolation = []Modifier{{Field: "Position", Mode: mode}}
		k := compiledShader(t, src)
		r := newStageRig(t)
		r.outputs = stage.PixelOutputs{Samples: 4, SampleMask: 0xf}
		r.outputs.Targets[0].Used = true
		r.quad(0, 10.5, 20.5, r.triangle(0, 0, 0, 1, 0, [3]float32{}, [3]float32{0, 0, 1}), 0xf, 2, 0x08080808)
		r.run(k, 256, 4)
		away := sixteenths[want]
		require.Equal(t, [4]float32{10.5 + away[0]/16, 20.5 + away[1]/16, 6.0 / 16, 4},
			[4]float32{r.output(1, 256, 0), r.output(2, 256, 0), r.output(3, 256, 0), r.output(4, 256, 0)}, mode)
	}
}

// TestMultisampledArrays: both executors find the samples of slices, drop what is outside, and know how many there are.
func TestMultisampledArrays(t *testing.T) {
	k := compiledShader(t, shader(t, syntax.PixelStage, "v", `
		local x, y = int(v.Position.x), int(v.Position.y)
		local w, h, slices, samples = many:GetDimensions()
		return float4(many:Load(int3(x, 0, y), 1), many.sample[x][int3(1, 0, 1)], many:GetSamplePosition(y).x, float(w * 1000 + h * 100 + slices * 10 + samples))`))
	r := newStageRig(t)
	r.outputs.Targets[0].Used = true
	// Two texels a row, one row, two slices, two samples: value 100*slice + 10*sample + x.
	rec := ir.Record{Base: r.base + rigExtra, Size: 64, Stride: 4, Format: uint32(gpu.FormatR32Float), Width: 2, Height: 1, Depth: 2, Levels: 2, Flags: ir.FlagSamples}
	rec.Mips[0], rec.Mips[1] = ir.Mip{RowPitch: 8, SlicePitch: 32}, ir.Mip{Offset: 16, RowPitch: 8, SlicePitch: 32}
	rec.Put(r.bytes()[rigTable:])
	for slice := range 2 {
		for sample := range 2 {
			for x := range 2 {
				r.put(rigExtra+32*slice+16*sample+4*x, math.Float32bits(float32(100*slice+10*sample+x)))
			}
		}
	}
	at := r.triangle(0, 0, 0, 1, 0, [3]float32{}, [3]float32{0, 0, 1})
	r.quad(0, 0.5, 0.5, at, 0xf, 0, 0)
	r.quad(1, 2.5, 2.5, at, 0xf, 0, 0) // outside
	r.run(k, 256, 8)
	got := func(item int) (v [4]float32) {
		for c := range v {
			v[c] = r.output(1+c, 256, item)
		}
		return v
	}
	require.Equal(t, [4]float32{10, 101, 0.25, 2122}, got(0))
	require.Equal(t, [4]float32{11, 111, 0.25, 2122}, got(1))
	require.Equal(t, [4]float32{110, 101, -0.25, 2122}, got(2))
	require.Equal(t, [4]float32{111, 111, -0.25, 2122}, got(3))
	require.Equal(t, [4]float32{0, 0, 0, 2122}, got(4))
}

// TestComponentMapping: a variant for each order of components, and the natural one for none.
func TestComponentMapping(t *testing.T) {
	const place, zero, one, red, blue, alpha = gpu.ComponentInPlace, gpu.ComponentForce0, gpu.ComponentForce1, gpu.ComponentFromMemory0, gpu.ComponentFromMemory2, gpu.ComponentFromMemory3
	k := compiledShader(t, shader(t, syntax.PixelStage, "v", `return tex:Load(int3(0, 0, 0))`))
	for _, c := range []struct {
		mapping gpu.ComponentMapping
		want    [4]float32
	}{
		{gpu.ComponentMapping{}, [4]float32{1, 2, 3, 4}},
		{gpu.ComponentMapping{red, place, blue, alpha}, [4]float32{1, 2, 3, 4}},
		{gpu.ComponentMapping{blue, place, red, place}, [4]float32{3, 2, 1, 4}},
		{gpu.ComponentMapping{zero, one, alpha, red}, [4]float32{0, 1, 4, 1}},
	} {
		r := newStageRig(t)
		r.outputs.Targets[0].Used = true
		r.formats, r.mapping = []gpu.Format{gpu.FormatR32G32B32A32Float}, []gpu.ComponentMapping{c.mapping}
		rec := ir.Record{Base: r.base + rigExtra, Size: 16, Stride: 16, Format: uint32(gpu.FormatR32G32B32A32Float), Width: 1, Height: 1, Depth: 1, Levels: 1}
		rec.Mips[0] = ir.Mip{RowPitch: 16, SlicePitch: 16}
		rec.Put(r.bytes()[rigTable:])
		r.put(rigExtra, math.Float32bits(1), math.Float32bits(2), math.Float32bits(3), math.Float32bits(4))
		r.quad(0, 0.5, 0.5, r.triangle(0, 0, 0, 1, 0, [3]float32{}, [3]float32{0, 0, 1}), 0xf, 0, 0)
		r.run(k, 256, 4)
		for i, v := range c.want {
			require.Equal(t, v, r.output(1+i, 256, 0), "%v, component %d", c.mapping, i)
		}
	}
	require.Len(t, k.variants, 3, "the two orders that change nothing share a variant")
}
