package raster

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// A pixel is shaded once for all of its samples, or once for each.
func TestShadingByPixelAndBySample(t *testing.T) {
	for _, samples := range []int{2, 4, 8} {
		for _, uses := range []gpu.StageUses{0, gpu.UsesSampleIndex} {
			s := newScene(8, samples)
			s.ps.Uses = uses
			s.program = func(in *item) (r result) {
				if !in.counts {
					return r
				}
				require.EqualValues(t, 1<<samples-1, in.cover)
				require.Equal(t, 0.5, in.x-float64(int(in.x)), "programs go to the sample by themselves")
				require.Equal(t, 0.5, in.y-float64(int(in.y)))
				r.colors[0][0] = float32(1 + in.sample)
				return r
			}
			got := s.run(t, gpu.TopologyTriangleList, s.at(0, 0, 0), s.at(16, 0, 0), s.at(0, 16, 0))
			want := uint64(64)
			if uses != 0 {
				want *= uint64(samples)
			}
			require.Equal(t, want, got.Counts.PixelInvocations)
			for i := range samples {
				value := float32(1)
				if uses != 0 {
					value = float32(1 + i)
				}
				require.Equal(t, value, s.color(3, 5, i)[0])
			}
		}
	}
}

// What a program is told of coverage is what the primitive covers, whichever samples the tests that came before it refused, also where it runs for
// one of the samples. (Source: D3D11.3 functional specification, pixel shader input coverage.)
func TestCoverageIsNotTested(t *testing.T) {
	for _, uses := range []gpu.StageUses{gpu.UsesCoverageIn, gpu.UsesCoverageIn | gpu.UsesSampleIndex, gpu.UsesCoverageIn | gpu.ForcesEarlyTests} {
		s := newScene(4, 4)
		s.depth(DepthD32, 1)
		s.putDepth(1, 1, 2, 0.25)
		s.SampleMask, s.ps.Uses = 0b0111, uses
		s.program = func(in *item) (r result) {
			require.EqualValues(t, 0b0111, in.cover)
			return r
		}
		got := s.run(t, gpu.TopologyTriangleList, s.at(0, 0, 0.5), s.at(16, 0, 0.5), s.at(0, 16, 0.5))
		require.EqualValues(t, 16*3-1, got.Counts.SamplesPassed)
	}
}

func TestSampleMask(t *testing.T) {
	for _, mask := range []uint32{0, 1, 0b1010, 0xf0, 0xffffffff} {
		s := newScene(4, 4)
		s.SampleMask = mask
		s.depth(DepthD32, 1)
		got := s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
		require.EqualValues(t, 16*bits.OnesCount32(mask&15), got.Counts.SamplesPassed)
		for i := range 4 {
			require.Equal(t, mask>>i&1 != 0, s.color(1, 1, i)[0] == 1)
			require.Equal(t, mask>>i&1 != 0, s.depthBits(1, 1, i) != 0x3f800000)
		}
	}
	s := newScene(4, 1)
	s.SampleMask = 2
	require.Zero(t, s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...).Counts.SamplesPassed)
}

func TestCoverageOutput(t *testing.T) {
	for _, samples := range []int{1, 4} {
		s := newScene(4, samples)
		s.ps.Uses = gpu.WritesCoverage
		s.program = func(in *item) (r result) {
			r.coverage = 0xfffffff6 // not samples 0 and 3
			r.colors[0][0] = 5
			return r
		}
		s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
		for i := range samples {
			require.Equal(t, i == 1 || i == 2, s.color(2, 2, i)[0] == 5)
		}
	}
}

// Alpha to coverage covers alpha*n samples, rounded, more for more alpha, in each pixel the same ones.
func TestAlphaToCoverage(t *testing.T) {
	for _, samples := range []int{1, 2, 4, 8} {
		last := uint32(0)
		for step := range 101 {
			alpha := float32(step) / 100
			s := newScene(2, samples)
			s.Targets[0] = target(gpu.FormatR8G8B8A8Unorm, 2, samples)
			s.Blend.AlphaToCoverageEnable = true
			s.program = func(*item) result { return result{colors: [8][4]float32{{1, 0, 0, alpha}}} }
			got := s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
			n := int(alpha*float32(samples) + 0.5)
			require.EqualValues(t, 4*n, got.Counts.SamplesPassed, "%d samples, alpha %v", samples, alpha)
			cover := uint32(0)
			for i := range samples {
				if s.color(1, 0, i)[0] == 1 {
					cover |= 1 << i
				}
			}
			require.Equal(t, last, cover&last, "samples stay")
			last = cover
		}
		require.Equal(t, uint32(1)<<samples-1, last)
	}
}

// A program that says itself what is covered switches alpha to coverage off.
func TestCoverageOutputWithoutAlpha(t *testing.T) {
	for _, alpha := range []float32{0, 0.5, 1} {
		s := newScene(2, 4)
		s.Targets[0] = target(gpu.FormatR8G8B8A8Unorm, 2, 4)
		s.Blend.AlphaToCoverageEnable, s.ps.Uses = true, gpu.WritesCoverage
		s.program = func(*item) result { return result{coverage: 0b0111, colors: [8][4]float32{{1, 0, 0, alpha}}} }
		got := s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
		require.EqualValues(t, 4*3, got.Counts.SamplesPassed, "alpha %v", alpha)
		for i := range 4 {
			require.Equal(t, i < 3, s.color(1, 1, i)[0] == 1)
		}
	}
}

// Alpha to coverage on an integer target reads the bits of alpha as they are, and stores the components as bits.
func TestAlphaToCoverageOfIntegers(t *testing.T) {
	s := newScene(2, 4)
	s.Targets[0] = target(gpu.FormatR8G8B8A8Uint, 2, 4)
	s.Blend.AlphaToCoverageEnable = true
	s.program = func(*item) result {
		return result{colors: [8][4]float32{{math.Float32frombits(7), math.Float32frombits(300), 0, 0.5}}}
	}
	got := s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
	require.EqualValues(t, 4*2, got.Counts.SamplesPassed)
	require.Equal(t, float32(7), s.color(0, 0, 0)[0])
	require.Equal(t, float32(300-256), s.color(0, 0, 0)[1])
}

// Depth is tested at each sample: two planes that cross in a pixel share its samples.
func TestDepthBySample(t *testing.T) {
	for _, uses := range []gpu.StageUses{0, gpu.UsesDiscard} {
		s := newScene(4, 4)
		s.ps.Uses = uses
		s.depth(DepthD32, 1)
		s.run(t, gpu.TopologyTriangleStrip, s.quad(0.375)...)
		s.program = func(*item) result { return result{colors: [8][4]float32{{7}}} }
		// Depth x/4: in column 1 samples left of 1.5 are nearer than 0.375.
		s.run(t, gpu.TopologyTriangleStrip, s.at(0, 0, 0), s.at(4, 0, 1), s.at(0, 4, 0), s.at(4, 4, 1))
		for i := range 4 {
			require.Equal(t, documented[4][i][0] < 0, s.color(1, 2, i)[0] == 7, "sample %d", i)
			require.Equal(t, float32(7), s.color(0, 2, i)[0])
			require.NotEqual(t, float32(7), s.color(2, 2, i)[0])
		}
	}
}

func TestResolve(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for f := gpu.FormatUnknown + 1; f < gpu.FormatR32Typeless; f++ {
		for _, samples := range []int{1, 2, 4, 8} {
			info := f.Info()
			src, dst := target(f, 5, samples), target(f, 5, 1)
			for y := range int32(5) {
				for x := range int32(5) {
					for i := range samples {
						v := [4]float32{r.Float32(), r.Float32(), r.Float32(), r.Float32()}
						if info.Numeric == gpu.NumericUint || info.Numeric == gpu.NumericSint {
							v = [4]float32{100 * v[0], 100 * v[1], 100 * v[2], 100 * v[3]}
						}
						texel.Encode(f, src.At(x, y, i, f.Bytes()), v)
					}
				}
			}
			Resolve(&dst.Surface, &src.Surface, f, samples, 5, 1, 4)
			for y := range int32(5) {
				for x := range int32(5) {
					checkResolved(t, f, &src, &dst, x, y, samples)
				}
			}
		}
	}
}

func checkResolved(t *testing.T, f gpu.Format, src, dst *Target, x, y int32, samples int) {
	t.Helper()
	info := f.Info()
	got := texel.Decode(f, dst.At(x, y, 0, f.Bytes()))
	name := fmt.Sprint(f, samples, x, y)
	if y < 1 || y >= 4 {
		require.Equal(t, make([]byte, f.Bytes()), dst.At(x, y, 0, f.Bytes()), name)
		return
	}
	if info.Numeric == gpu.NumericUint || info.Numeric == gpu.NumericSint {
		require.Equal(t, src.At(x, y, 0, f.Bytes()), dst.At(x, y, 0, f.Bytes()), name)
		return
	}
	for c := range info.Components {
		sum := 0.0
		for i := range samples {
			sum += float64(texel.Decode(f, src.At(x, y, i, f.Bytes()))[c])
		}
		step := 0.51 / (float64(uint64(1)<<info.Bits) - 1) // half of one of the format
		switch {
		case info.SRGB:
			step = 0.01
		case info.Numeric == gpu.NumericSnorm:
			step *= 2
		case info.Numeric == gpu.NumericFloat && info.Bits == 16:
			step = 1.0 / 2048
		case info.Numeric == gpu.NumericFloat:
			step = 1e-6
		}
		require.InDelta(t, sum/float64(samples), float64(got[c]), step, name)
	}
}

func TestResolveRoundsToEven(t *testing.T) {
	for _, c := range []struct {
		samples []byte
		want    byte
	}{{[]byte{1, 2}, 2}, {[]byte{2, 3}, 2}, {[]byte{0, 0, 0, 1}, 0}, {[]byte{0, 0, 1, 1}, 0}, {[]byte{1, 1, 2, 2}, 2}, {[]byte{0, 1, 1, 1}, 1}, {[]byte{255, 255, 255, 255}, 255}} {
		src, dst := Surface{Bytes: c.samples, RowPitch: 1, SamplePitch: 1}, Surface{Bytes: make([]byte, 1), RowPitch: 1}
		Resolve(&dst, &src, gpu.FormatR8Unorm, len(c.samples), 1, 0, 1)
		require.Equal(t, c.want, dst.Bytes[0], c.samples)
	}
}
