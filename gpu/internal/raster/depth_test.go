package raster

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func (s *scene) quad(z float64) []vert {
	n := float64(s.size)
	return []vert{s.at(0, 0, z), s.at(n, 0, z), s.at(0, n, z), s.at(n, n, z)}
}

// passes is the table of comparisons: new value less than, equal to and greater than the stored one.
var passes = map[gpu.ComparisonFunc][3]bool{
	gpu.CompareNever: {}, gpu.CompareLess: {true, false, false}, gpu.CompareEqual: {false, true, false}, gpu.CompareLessEqual: {true, true, false},
	gpu.CompareGreater: {false, false, true}, gpu.CompareNotEqual: {true, false, true}, gpu.CompareGreaterEqual: {false, true, true},
	gpu.CompareAlways: {true, true, true},
}

func depthValue(f DepthFormat, z float64) uint32 {
	switch f {
	case DepthD16:
		return uint32(math.RoundToEven(z * 65535))
	case DepthD24:
		return uint32(math.RoundToEven(z * 16777215))
	}
	return math.Float32bits(float32(z))
}

func TestDepthFunctions(t *testing.T) {
	for _, f := range []DepthFormat{DepthD16, DepthD24, DepthD32} {
		for function, want := range passes {
			for k, z := range []float64{0.25, 0.5, 0.75} {
				for _, write := range []gpu.DepthWriteMask{gpu.DepthWriteAll, gpu.DepthWriteZero} {
					for _, uses := range []gpu.StageUses{0, gpu.UsesDiscard} { // early and late
						s := newScene(2, 1)
						s.ps.Uses = uses
						s.depth(f, 0.5)
						s.DepthStencil.DepthFunc, s.DepthStencil.DepthWriteMask = function, write
						got := s.run(t, gpu.TopologyTriangleStrip, s.quad(z)...)
						name := fmt.Sprint(f, function, z, write, uses)
						require.Equal(t, want[k], got.Counts.SamplesPassed == 4, name)
						require.Equal(t, want[k], s.color(0, 0, 0)[0] == 1, name)
						stored := depthValue(f, 0.5)
						if want[k] && write == gpu.DepthWriteAll {
							stored = depthValue(f, z)
						}
						if f == DepthD16 && stored == depthValue(f, 0.5) {
							require.InDelta(t, stored, s.depthBits(1, 1, 0), 1, name) // the test's clear rounds a tie
						} else if f != DepthD16 || k != 1 {
							require.InDelta(t, stored, s.depthBits(1, 1, 0), 1, name)
						}
					}
				}
			}
		}
	}
}

func TestDepthOff(t *testing.T) {
	s := newScene(2, 1)
	s.depth(DepthD32, 0.1)
	s.DepthStencil.DepthEnable = false
	got := s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
	require.EqualValues(t, 4, got.Counts.SamplesPassed)
	require.Equal(t, math.Float32bits(0.1), s.depthBits(0, 0, 0))
}

func TestReadOnlyDepthStencil(t *testing.T) {
	s := newScene(2, 1)
	s.depth(DepthD24, 0.75)
	s.stencil(7)
	s.DepthStencil.FrontFace.StencilPassOp, s.DepthStencil.BackFace.StencilPassOp = gpu.StencilZero, gpu.StencilZero
	s.Depth.ReadOnlyDepth, s.Depth.ReadOnlyStencil = true, true
	got := s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
	require.EqualValues(t, 4, got.Counts.SamplesPassed)
	require.Equal(t, depthValue(DepthD24, 0.75), s.depthBits(0, 0, 0))
	require.EqualValues(t, 7, s.Depth.Stencil.Bytes[0])
}

// What a stencil operation makes of a value, by its definition.
func stencilTable(op gpu.StencilOp, old, ref int) int {
	return map[gpu.StencilOp]int{gpu.StencilKeep: old, gpu.StencilZero: 0, gpu.StencilReplace: ref, gpu.StencilIncrSat: min(old+1, 255),
		gpu.StencilDecrSat: max(old-1, 0), gpu.StencilInvert: 255 - old, gpu.StencilIncr: (old + 1) % 256, gpu.StencilDecr: (old + 255) % 256}[op]
}

func TestStencilOperations(t *testing.T) {
	for op := gpu.StencilKeep; op <= gpu.StencilDecr; op++ {
		for _, old := range []int{0, 1, 100, 254, 255} {
			for _, mask := range []uint8{0xff, 0x0f, 0} {
				for outcome := range 3 { // stencil fails, depth fails, both pass
					for _, front := range []bool{true, false} {
						s := newScene(2, 1)
						s.depth(DepthD24, 0.5)
						s.stencil(uint8(old))
						s.StencilRef, s.DepthStencil.StencilWriteMask = 0xa5, mask
						face := gpu.StencilFaceDesc{StencilFunc: gpu.CompareAlways}
						z := 0.25
						switch outcome {
						case 0:
							face.StencilFunc, face.StencilFailOp = gpu.CompareNever, op
						case 1:
							z, face.StencilDepthFailOp = 0.75, op
						case 2:
							face.StencilPassOp = op
						}
						other := gpu.StencilFaceDesc{StencilFailOp: gpu.StencilInvert, StencilDepthFailOp: gpu.StencilInvert, StencilPassOp: gpu.StencilInvert}
						s.DepthStencil.FrontFace, s.DepthStencil.BackFace = face, other
						if !front {
							s.DepthStencil.FrontFace, s.DepthStencil.BackFace = other, face
							s.Rasterizer.FrontCounterClockwise = true
						}
						got := s.run(t, gpu.TopologyTriangleStrip, s.quad(z)...)
						want := uint8(old)&^mask | uint8(stencilTable(op, old, 0xa5))&mask
						require.Equal(t, want, s.Depth.Stencil.Bytes[0], "%s of %d, mask %x, outcome %d, front %v", op, old, mask, outcome, front)
						require.Equal(t, outcome == 2, got.Counts.SamplesPassed == 4)
					}
				}
			}
		}
	}
}

func TestStencilFunctions(t *testing.T) {
	for function, want := range passes {
		for k, ref := range []uint8{0x31, 0x32, 0x33} {
			s := newScene(2, 1)
			s.stencil(0xf2)
			s.StencilRef, s.DepthStencil.StencilReadMask = ref, 0x0f // compares 1, 2, 3 with 2
			s.DepthStencil.FrontFace.StencilFunc = function
			got := s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
			require.Equal(t, want[k], got.Counts.SamplesPassed == 4, "%s, reference %x", function, ref)
		}
	}
}

func TestDepthBias(t *testing.T) {
	const slope = 0.25 / 16 // of depth for a pixel
	for _, c := range []struct {
		name   string
		format DepthFormat
		bias   int32
		scaled float32
		clamp  float32
		flat   bool
		want   float64 // added
	}{
		{"none", DepthD32, 0, 0, 0, true, 0},
		{"D16 steps", DepthD16, 10, 0, 0, true, 10.0 / 65535},
		{"D24 steps", DepthD24, -1000, 0, 0, true, -1000.0 / 16777215},
		{"float steps", DepthD32, 1024, 0, 0, true, 1024.0 / (1 << 24)}, // depth 0.5 has the exponent -1
		{"slope", DepthD32, 0, 2, 0, false, 2 * slope},
		{"negative slope", DepthD32, 0, -2, 0, false, -2 * slope},
		{"slope of a flat triangle", DepthD32, 0, 100, 0, true, 0},
		{"both", DepthD24, 1 << 16, 1, 0, false, slope + 65536.0/16777215},
		{"clamped", DepthD24, 1 << 20, 0, 0.01, true, 0.01},
		{"clamped from below", DepthD24, -1 << 20, 0, -0.01, true, -0.01},
		{"not reached", DepthD24, 1 << 10, 0, 0.01, true, 1024.0 / 16777215},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(16, 1)
			s.depth(c.format, 1)
			d := &s.Rasterizer
			d.DepthBias, d.SlopeScaledDepthBias, d.DepthBiasClamp = c.bias, c.scaled, c.clamp
			right := 0.5
			if !c.flat {
				right = 0.75
			}
			s.run(t, gpu.TopologyTriangleStrip, s.at(0, 0, 0.5), s.at(16, 0, right), s.at(0, 16, 0.5), s.at(16, 16, right))
			at := 0.5 + (right-0.5)*8.5/16 + c.want
			require.InDelta(t, float64(depthValue(c.format, at)), float64(s.depthBits(8, 8, 0)), 1)
		})
	}
}

func TestLinesAndPointsHaveNoBias(t *testing.T) {
	for _, topology := range []gpu.PrimitiveTopology{gpu.TopologyPointList, gpu.TopologyLineList} {
		s := newScene(8, 1)
		s.depth(DepthD32, 1)
		s.Rasterizer.DepthBias = 1 << 20
		s.run(t, topology, s.at(2.5, 2.5, 0.5), s.at(6.5, 2.5, 0.5))
		require.Equal(t, math.Float32bits(0.5), s.depthBits(2, 2, 0))
	}
}

// Lines of a wireframe have the bias of their triangle.
func TestWireframeHasBias(t *testing.T) {
	s := newScene(16, 1)
	s.depth(DepthD32, 1)
	s.Rasterizer.FillMode, s.Rasterizer.SlopeScaledDepthBias = gpu.FillWireframe, 4
	s.run(t, gpu.TopologyTriangleList, s.at(0.5, 0.5, 0.25), s.at(8.5, 0.5, 0.25), s.at(0.5, 8.5, 0.5)) // 1/32 for a pixel down
	require.Equal(t, math.Float32bits(0.375), s.depthBits(4, 0, 0))
}

// Discarded pixels leave depth and stencil alone; so the nearer layer that is drawn later is seen through its holes.
func TestDiscard(t *testing.T) {
	s := newScene(8, 1)
	s.depth(DepthD32, 1)
	s.stencil(0)
	s.DepthStencil.FrontFace.StencilPassOp = gpu.StencilIncr
	s.ps.Uses = gpu.UsesDiscard
	s.program = func(in *item) (r result) {
		r.discard = int(in.x)%2 == 0
		r.colors[0][0] = 3
		return r
	}
	got := s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
	require.EqualValues(t, 32, got.Counts.SamplesPassed)
	require.EqualValues(t, 64, got.Counts.PixelInvocations)
	for x := range int32(8) {
		odd := x%2 == 1
		require.Equal(t, odd, s.color(x, 3, 0)[0] == 3)
		require.Equal(t, odd, s.depthBits(x, 3, 0) == math.Float32bits(0.5))
		require.Equal(t, odd, s.Depth.Stencil.At(x, 3, 0, 1)[0] == 1)
	}
}

// Early tests spare the program, where nobody can tell; a program with effects runs all the same.
func TestEarlyTests(t *testing.T) {
	for _, c := range []struct {
		name  string
		uses  gpu.StageUses
		write gpu.DepthWriteMask
		want  uint64
	}{
		{"plain", 0, gpu.DepthWriteAll, 0},
		{"discards and writes", gpu.UsesDiscard, gpu.DepthWriteAll, 64},
		{"discards and only reads", gpu.UsesDiscard, gpu.DepthWriteZero, 0},
		{"coverage", gpu.WritesCoverage, gpu.DepthWriteAll, 64},
		{"depth", gpu.WritesDepth, gpu.DepthWriteZero, 64},
		{"effects", gpu.WritesUAV, gpu.DepthWriteZero, 64},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(8, 1)
			s.depth(DepthD32, 0.25)
			s.ps.Uses, s.DepthStencil.DepthWriteMask = c.uses, c.write
			s.program = func(in *item) result { return result{depth: 0.5, coverage: 1} }
			got := s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
			require.Equal(t, c.want, got.Counts.PixelInvocations)
			require.Zero(t, got.Counts.SamplesPassed)
		})
	}
}

// Forced early tests come first whatever the program does, and what they wrote stays: depth, stencil and the count of samples know nothing of a
// discard.
func TestForcedEarlyTests(t *testing.T) {
	for _, samples := range []int{1, 4} {
		for _, c := range []struct {
			name            string
			uses            gpu.StageUses
			z               float64
			runs, colours   uint64 // pixels
			depth, coverage bool   // all of it is written; the program gives the first sample alone
		}{
			{"late", gpu.UsesDiscard | gpu.WritesUAV, 0.5, 64, 32, false, false},
			{"forced", gpu.UsesDiscard | gpu.WritesUAV | gpu.ForcesEarlyTests, 0.5, 64, 32, true, false},
			{"late, behind", gpu.UsesDiscard | gpu.WritesUAV, 0.875, 64, 0, false, false},
			{"forced, behind", gpu.UsesDiscard | gpu.WritesUAV | gpu.ForcesEarlyTests, 0.875, 0, 0, false, false},
			{"coverage, forced", gpu.WritesCoverage | gpu.ForcesEarlyTests, 0.5, 64, 64, true, true},
		} {
			t.Run(fmt.Sprint(c.name, samples), func(t *testing.T) {
				s := newScene(8, samples)
				s.depth(DepthD32, 0.75)
				s.stencil(0)
				s.DepthStencil.FrontFace.StencilPassOp = gpu.StencilIncr
				s.ps.Uses = c.uses
				s.program = func(in *item) (r result) {
					r.discard = c.uses.Has(gpu.UsesDiscard) && int(in.x)%2 == 0
					r.coverage, r.colors[0][0] = 1, 3
					return r
				}
				got := s.run(t, gpu.TopologyTriangleList, s.at(0, 0, c.z), s.at(16, 0, c.z), s.at(0, 16, c.z))
				require.Equal(t, c.runs, got.Counts.PixelInvocations)
				passed := c.colours * uint64(samples)
				if c.depth {
					passed = 64 * uint64(samples)
				}
				require.Equal(t, passed, got.Counts.SamplesPassed)
				painted := uint64(0)
				for x := range int32(8) {
					tested := c.depth || c.colours > 0 && x%2 == 1
					require.Equal(t, tested, s.depthBits(x, 3, samples-1) == math.Float32bits(float32(c.z)), "x %d", x)
					require.Equal(t, tested, s.Depth.Stencil.At(x, 3, samples-1, 1)[0] == 1, "x %d", x)
					require.False(t, c.coverage && samples > 1 && s.color(x, 3, samples-1)[0] == 3)
					if s.color(x, 3, 0)[0] == 3 {
						painted += 8
					}
				}
				require.Equal(t, c.colours, painted)
			})
		}
	}
}

func TestProgramsDepth(t *testing.T) {
	for _, c := range []struct {
		gives float32
		pass  bool
		want  float32
	}{{0.25, true, 0.25}, {0.5, false, 0.5}, {0.75, false, 0.5}, {-3, true, 0.125}, {float32(math.NaN()), true, 0.125}} {
		s := newScene(4, 1)
		s.Viewports[0].MinDepth = 0.125
		s.depth(DepthD32, 0.5)
		s.ps.Uses = gpu.WritesDepth
		s.program = func(in *item) result { return result{depth: c.gives} }
		got := s.run(t, gpu.TopologyTriangleStrip, s.quad(0.9)...)
		require.Equal(t, c.pass, got.Counts.SamplesPassed == 16, "%v", c)
		require.Equal(t, math.Float32bits(c.want), s.depthBits(1, 1, 0), "%v", c)
	}
}

// Without a pixel program depth is written, and nothing else.
func TestDepthOnly(t *testing.T) {
	for _, samples := range []int{1, 4} {
		s := newScene(8, samples)
		s.depth(DepthD16, 1)
		s.written = 0
		got := s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
		require.EqualValues(t, 64*samples, got.Counts.SamplesPassed)
		require.Zero(t, got.Counts.PixelInvocations)
		require.Equal(t, uint32(32768), s.depthBits(7, 7, samples-1), "32767.5 to even")
		require.Zero(t, s.color(1, 1, 0)[0])
	}
}

// A NaN that was copied into a depth texture is neither less nor greater nor equal.
func TestStoredNaN(t *testing.T) {
	for function := range passes {
		s := newScene(2, 1)
		s.depth(DepthD32, float32(math.NaN()))
		s.DepthStencil.DepthFunc = function
		got := s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
		require.Equal(t, function == gpu.CompareNotEqual || function == gpu.CompareAlways, got.Counts.SamplesPassed == 4, function)
	}
}

// The bounds test compares what is stored, before all other tests and whether they are on or not; both ends, as the format stores them, count as
// inside.
func TestDepthBounds(t *testing.T) {
	for _, f := range []DepthFormat{DepthD16, DepthD24, DepthD32} {
		for _, uses := range []gpu.StageUses{0, gpu.UsesDiscard, gpu.WritesDepth} { // early, late, late at another depth
			for _, on := range []bool{true, false} {
				for _, c := range []struct {
					least, most float32
					pass        bool
				}{{0, 1, true}, {0.5, 0.5, true}, {0.25, 0.5, true}, {0.5, 0.75, true}, {0.51, 1, false}, {0, 0.49, false}, {0.75, 0.25, false}, {-1, 2, true}} {
					s := newScene(2, 1)
					s.depth(f, 0)
					for _, y := range []int32{0, 1} {
						for _, x := range []int32{0, 1} {
							s.writeStored(x, y, map[DepthFormat]uint32{DepthD16: 1 << 15, DepthD24: 1 << 23, DepthD32: math.Float32bits(0.5)}[f])
						}
					}
					s.stencil(0)
					s.DepthStencil.DepthEnable, s.DepthStencil.DepthBoundsTestEnable, s.DepthStencil.DepthFunc = on, true, gpu.CompareAlways
					s.DepthStencil.FrontFace.StencilFailOp, s.DepthStencil.FrontFace.StencilDepthFailOp, s.DepthStencil.FrontFace.StencilPassOp = gpu.StencilIncr, gpu.StencilIncr, gpu.StencilIncr
					s.DepthBounds, s.ps.Uses = [2]float32{c.least, c.most}, uses
					s.program = func(in *item) result { return result{depth: 0.125, colors: [8][4]float32{{1}}} }
					got := s.run(t, gpu.TopologyTriangleList, s.at(0, 0, 0.875), s.at(4, 0, 0.875), s.at(0, 4, 0.875))
					name := fmt.Sprint(f, uses, on, c)
					require.Equal(t, c.pass, got.Counts.SamplesPassed == 4, name)
					require.Equal(t, c.pass, s.color(1, 1, 0)[0] == 1, name)
					require.Equal(t, c.pass, s.Depth.Stencil.At(1, 1, 0, 1)[0] == 1, "%s: what is outside changes nothing", name)
				}
			}
		}
	}
}

// writeStored puts the bits of a depth.
func (s *scene) writeStored(x, y int32, bits uint32) {
	cell := s.Depth.Depth.At(x, y, 0, s.Depth.Format.Bytes())
	for i := range cell {
		cell[i] = byte(bits >> (8 * i))
	}
}
