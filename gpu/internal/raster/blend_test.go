package raster

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/blend"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// fill sets all texels of a target.
func (t *Target) fill(v [4]float32) {
	size := int(t.Format.Bytes())
	for row := t.Bytes; len(row) >= int(t.RowPitch); row = row[t.RowPitch:] {
		for x := 0; x+size <= int(t.RowPitch); x += size {
			texel.Encode(t.Format, row[x:], v)
		}
	}
}

// factor is a blend factor as the documentation of D3D12_BLEND has it, in float64, component by component.
func factor(f gpu.Blend, s, s1, d, k [4]float64, c int) float64 {
	saturated := min(s[3], 1-d[3])
	if c == 3 {
		saturated = 1
	}
	return map[gpu.Blend]float64{
		gpu.BlendZero: 0, gpu.BlendOne: 1,
		gpu.BlendSrcColor: s[c], gpu.BlendInvSrcColor: 1 - s[c], gpu.BlendSrcAlpha: s[3], gpu.BlendInvSrcAlpha: 1 - s[3],
		gpu.BlendDestAlpha: d[3], gpu.BlendInvDestAlpha: 1 - d[3], gpu.BlendDestColor: d[c], gpu.BlendInvDestColor: 1 - d[c],
		gpu.BlendSrcAlphaSat: saturated, gpu.BlendBlendFactor: k[c], gpu.BlendInvBlendFactor: 1 - k[c],
		gpu.BlendSrc1Color: s1[c], gpu.BlendInvSrc1Color: 1 - s1[c], gpu.BlendSrc1Alpha: s1[3], gpu.BlendInvSrc1Alpha: 1 - s1[3],
	}[f]
}

func blended(op gpu.BlendOp, s, fs, d, fd float64) float64 {
	switch op {
	case gpu.BlendOpAdd:
		return s*fs + d*fd
	case gpu.BlendOpSubtract:
		return s*fs - d*fd
	case gpu.BlendOpRevSubtract:
		return d*fd - s*fs
	case gpu.BlendOpMin:
		return min(s, d)
	}
	return max(s, d)
}

// blendFormats is a format of each class that can be blended: normalised of all widths, with signs, sRGB, floats of all widths, packed ones, fewer
// components.
var blendFormats = []gpu.Format{gpu.FormatR8G8B8A8Unorm, gpu.FormatB8G8R8A8Unorm, gpu.FormatB8G8R8X8Unorm, gpu.FormatR8G8B8A8UnormSRGB, gpu.FormatB8G8R8A8UnormSRGB,
	gpu.FormatR8G8B8A8Snorm, gpu.FormatR16G16B16A16Unorm, gpu.FormatR16G16B16A16Snorm, gpu.FormatR16G16B16A16Float, gpu.FormatR32G32B32A32Float, gpu.FormatR32G32Float,
	gpu.FormatR10G10B10A2Unorm, gpu.FormatR11G11B10Float, gpu.FormatB5G6R5Unorm, gpu.FormatB5G5R5A1Unorm, gpu.FormatB4G4R4A4Unorm, gpu.FormatR8Unorm, gpu.FormatR16G16Snorm,
	gpu.FormatR16Float, gpu.FormatA8Unorm, gpu.FormatA4B4G4R4Unorm, gpu.FormatB8G8R8X8UnormSRGB}

// lost is what a format may lose of a number up to 2 in a component, as its layout says: half a step of what is stored evenly, some more for what
// computing in float32 rounds; for floats a bit of their fraction.
func lost(f gpu.Format, c int) float64 {
	bits := map[gpu.Format][4]int{gpu.FormatR10G10B10A2Unorm: {10, 10, 10, 2}, gpu.FormatB5G6R5Unorm: {5, 6, 5, 1}, gpu.FormatB5G5R5A1Unorm: {5, 5, 5, 1},
		gpu.FormatB4G4R4A4Unorm: {4, 4, 4, 4}, gpu.FormatA4B4G4R4Unorm: {4, 4, 4, 4}, gpu.FormatR11G11B10Float: {6, 6, 5, 1}}
	n := f.Info().Bits
	if all, ok := bits[f]; ok {
		n = all[c]
	}
	switch info := f.Info(); {
	case info.SRGB && c < 3:
		return 2.3 * 0.51 / 255 // the curve is no steeper
	case info.Numeric == gpu.NumericUnorm:
		return 0.51 / (math.Exp2(float64(n)) - 1)
	case info.Numeric == gpu.NumericSnorm:
		return 0.51 / (math.Exp2(float64(n-1)) - 1)
	case f == gpu.FormatR11G11B10Float:
		return math.Exp2(float64(-n)) // cut, not rounded
	case n == 16:
		return 1.0 / 1024
	}
	return 2e-7
}

// Factors with each other and with every operation, computed in float64 from the formulas of the documentation: every pair of factors in a third of
// the formats, in the others every second or third.
func TestBlendTable(t *testing.T) {
	source, second := [4]float64{0.75, 0.25, 1, 0.375}, [4]float64{0.125, 0.5, 0.875, 0.625}
	k := [4]float64{0.3, 0.7, 0.1, 0.9}
	for _, f := range blendFormats {
		for a := gpu.BlendZero; a <= gpu.BlendInvSrc1Alpha; a++ {
			for b := gpu.BlendZero; b <= gpu.BlendInvSrc1Alpha; b += 1 + gpu.Blend(f)%3 {
				op := gpu.BlendOp((int(a) + int(b)) % 5)
				opAlpha := gpu.BlendOp((int(a) + 2) % 5)
				s := newScene(2, 1)
				s.Targets[0] = target(f, 2, 1)
				s.Targets[0].fill([4]float32{0.2, 0.6, 0.4, 0.8})
				dest := [4]float64{}
				for c, v := range s.color(1, 1, 0) {
					dest[c] = float64(v)
				}
				s.BlendFactor, s.written = [4]float32{0.3, 0.7, 0.1, 0.9}, 3
				s.Blend.RenderTarget = []gpu.RenderTargetBlendDesc{{BlendEnable: true, SrcBlend: a, DestBlend: b, BlendOp: op, SrcBlendAlpha: b, DestBlendAlpha: a,
					BlendOpAlpha: opAlpha, RenderTargetWriteMask: gpu.WriteAllChannels}}
				s.program = func(*item) (r result) {
					r.colors[0], r.colors[1] = [4]float32{0.75, 0.25, 1, 0.375}, [4]float32{0.125, 0.5, 0.875, 0.625}
					return r
				}
				s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
				got := s.color(1, 1, 0)
				for _, c := range componentsOf(f) {
					o, fs, fd := op, factor(a, source, second, dest, k, c), factor(b, source, second, dest, k, c)
					if c == 3 {
						o, fs, fd = opAlpha, factor(b, source, second, dest, k, c), factor(a, source, second, dest, k, c)
					}
					want := blended(o, source[c], fs, dest[c], fd)
					switch numeric := f.Info().Numeric; {
					case numeric == gpu.NumericUnorm:
						want = min(max(want, 0), 1)
					case numeric == gpu.NumericSnorm:
						want = min(max(want, -1), 1)
					case f == gpu.FormatR11G11B10Float:
						want = max(want, 0)
					}
					require.InDelta(t, want, float64(got[c]), lost(f, c), "%s: %s, %s, %s, component %d", f, a, b, o, c)
				}
			}
		}
	}
}

// componentsOf are the components that a format stores.
func componentsOf(f gpu.Format) []int {
	switch f {
	case gpu.FormatA8Unorm:
		return []int{3}
	case gpu.FormatB8G8R8X8Unorm, gpu.FormatB8G8R8X8UnormSRGB:
		return []int{0, 1, 2}
	}
	return []int{0, 1, 2, 3}[:f.Info().Components]
}

// Fixed point targets clamp sources and the blend factor before blending, float targets do not.
func TestBlendClamps(t *testing.T) {
	for _, c := range []struct {
		format gpu.Format
		want   float32
	}{{gpu.FormatR8G8B8A8Unorm, 1 - 0.6}, {gpu.FormatR8G8B8A8Snorm, 1 - 0.6}, {gpu.FormatR32G32B32A32Float, 3 - 2*0.6}} {
		s := newScene(2, 1)
		s.Targets[0] = target(c.format, 2, 1)
		s.Targets[0].fill([4]float32{0.6, 0.6, 0.6, 0.6})
		s.BlendFactor = [4]float32{2, 2, 2, 2}
		s.Blend.RenderTarget = []gpu.RenderTargetBlendDesc{{BlendEnable: true, SrcBlend: gpu.BlendOne, DestBlend: gpu.BlendBlendFactor, BlendOp: gpu.BlendOpSubtract,
			SrcBlendAlpha: gpu.BlendOne, RenderTargetWriteMask: gpu.WriteAllChannels}}
		s.program = func(*item) result { return result{colors: [8][4]float32{{3, 3, 3, 3}}} }
		s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
		require.InDelta(t, c.want, s.color(0, 0, 0)[0], 0.005, c.format)
	}
}

// sRGB targets are blended in linear space: half of linear 1 over 0 is 188 of 255, not 128.
func TestBlendSRGB(t *testing.T) {
	for _, f := range []gpu.Format{gpu.FormatR8G8B8A8UnormSRGB, gpu.FormatB8G8R8A8UnormSRGB} {
		s := newScene(2, 1)
		s.Targets[0] = target(f, 2, 1)
		s.Blend.RenderTarget = []gpu.RenderTargetBlendDesc{over}
		s.program = func(*item) result { return result{colors: [8][4]float32{{1, 1, 1, 0.5}}} }
		s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
		require.Equal(t, []byte{188, 188, 188, 128}, s.Targets[0].Bytes[:4])
	}
}

func TestWriteMasks(t *testing.T) {
	for _, f := range []gpu.Format{gpu.FormatR8G8B8A8Unorm, gpu.FormatB8G8R8A8Unorm, gpu.FormatR32G32B32A32Float, gpu.FormatR16G16Float, gpu.FormatR8Unorm, gpu.FormatR16G16B16A16Unorm} {
		for mask := range gpu.ColorWriteEnable(16) {
			for _, blend := range []bool{false, true} {
				s := newScene(2, 1)
				s.Targets[0] = target(f, 2, 1)
				s.Targets[0].fill([4]float32{1, 1, 1, 1})
				s.Blend.RenderTarget = []gpu.RenderTargetBlendDesc{{BlendEnable: blend, SrcBlend: gpu.BlendOne, SrcBlendAlpha: gpu.BlendOne, RenderTargetWriteMask: mask}}
				s.program = func(*item) (r result) { return r }
				s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
				got := s.color(1, 0, 0)
				for c := range f.Info().Components {
					require.Equal(t, mask>>c&1 == 0, got[c] == 1, "%s mask %d component %d", f, mask, c)
				}
			}
		}
	}
}

// Logic operations by their truth tables: bits of source and destination 00, 01, 10, 11 from the lowest bit up.
var truth = map[gpu.LogicOp]uint32{
	gpu.LogicNoop: 0b1010, gpu.LogicClear: 0, gpu.LogicSet: 0b1111, gpu.LogicCopy: 0b1100, gpu.LogicCopyInverted: 0b0011, gpu.LogicInvert: 0b0101,
	gpu.LogicAnd: 0b1000, gpu.LogicNand: 0b0111, gpu.LogicOr: 0b1110, gpu.LogicNor: 0b0001, gpu.LogicXor: 0b0110, gpu.LogicEquiv: 0b1001,
	gpu.LogicAndReverse: 0b0100, gpu.LogicAndInverted: 0b0010, gpu.LogicOrReverse: 0b1101, gpu.LogicOrInverted: 0b1011,
}

func TestLogicOperations(t *testing.T) {
	for _, f := range []gpu.Format{gpu.FormatR8G8B8A8Uint, gpu.FormatR8G8B8A8Unorm, gpu.FormatR8Uint, gpu.FormatR32G32Uint} {
		for op, table := range truth {
			s := newScene(2, 1)
			s.Targets[0] = target(f, 2, 1)
			for i := range s.Targets[0].Bytes {
				s.Targets[0].Bytes[i] = 0b1010
			}
			s.Blend.RenderTarget = []gpu.RenderTargetBlendDesc{{LogicOpEnable: true, LogicOp: op, RenderTargetWriteMask: gpu.WriteAllChannels}}
			v := float32(0b1100)
			if f.Info().Numeric == gpu.NumericUnorm {
				v /= 255
			}
			s.program = func(*item) result { return result{colors: [8][4]float32{{v, v, v, v}}} }
			s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
			for i, got := range s.Targets[0].Bytes[:f.Bytes()] {
				source := byte(0b1100)
				if f == gpu.FormatR32G32Uint && i%4 != 0 {
					source = 0
				}
				want := byte(0)
				for bit := range 8 {
					want |= byte(table>>(source>>bit&1<<1|0b1010>>bit&1)&1) << bit
				}
				require.Equal(t, want, got, "%s on %s, byte %d", op, f, i)
			}
		}
	}
}

func TestEightTargets(t *testing.T) {
	formats := [8]gpu.Format{gpu.FormatR8G8B8A8Unorm, gpu.FormatR32G32B32A32Float, gpu.FormatUnknown, gpu.FormatR16Float, gpu.FormatR32Float, gpu.FormatR8Snorm,
		gpu.FormatR16G16B16A16Float, gpu.FormatB8G8R8A8Unorm}
	s := newScene(4, 1)
	s.written = 0xff &^ 0x10 // target 4 is bound, and not written
	for i, f := range formats {
		if f != gpu.FormatUnknown {
			s.Targets[i] = target(f, 4, 1)
		}
	}
	s.Blend.IndependentBlendEnable = true
	s.Blend.RenderTarget = make([]gpu.RenderTargetBlendDesc, 8)
	for i := range s.Blend.RenderTarget {
		s.Blend.RenderTarget[i] = gpu.RenderTargetBlendDesc{SrcBlend: gpu.BlendOne, SrcBlendAlpha: gpu.BlendOne, BlendEnable: i%3 == 0, RenderTargetWriteMask: gpu.WriteAllChannels}
	}
	s.program = func(*item) (r result) {
		for i := range r.colors {
			r.colors[i] = [4]float32{float32(i) / 8, 0.5, 1, 0}
		}
		return r
	}
	s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
	for i, f := range formats {
		if f == gpu.FormatUnknown {
			continue
		}
		want := float32(i) / 8
		if i == 4 {
			want = 0
		}
		require.InDelta(t, want, texel.Decode(f, s.Targets[i].At(3, 3, 0, f.Bytes()))[0], 0.005, "target %d", i)
	}
}

// Formats of each size, packed and through blending with ONE and ZERO, which changes nothing.
func TestFormats(t *testing.T) {
	for f := gpu.FormatUnknown + 1; f < gpu.FormatR32Typeless; f++ {
		info := f.Info()
		if info.Bits == 32 && info.Components == 3 || info.Layout == gpu.TexelR9G9B9E5 {
			continue // not a format of render targets
		}
		for _, blend := range []bool{false, true} {
			s := newScene(4, 1)
			s.Targets[0] = target(f, 4, 1)
			v := [4]float32{0.25, 0.5, 0.75, 1}
			if info.Numeric == gpu.NumericUint || info.Numeric == gpu.NumericSint {
				if blend {
					continue // refused before
				}
				v = [4]float32{1, 20, 100, 127}
			}
			s.Blend.RenderTarget = []gpu.RenderTargetBlendDesc{{BlendEnable: blend, SrcBlend: gpu.BlendOne, SrcBlendAlpha: gpu.BlendOne, RenderTargetWriteMask: gpu.WriteAllChannels}}
			s.program = func(*item) result { return result{colors: [8][4]float32{v}} }
			s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
			want := make([]byte, f.Bytes())
			texel.Encode(f, want, v)
			require.Equal(t, want, s.Targets[0].At(2, 1, 0, f.Bytes()), "%s, blending %v", f, blend)
		}
	}
}

// Layers are blended in the order of the draw, wherever they are in rounds and batches.
func TestBlendOrder(t *testing.T) {
	s := newScene(4, 1)
	s.Targets[0] = target(gpu.FormatR32Float, 4, 1)
	s.input(gpu.InterpolateNone)
	// d = s + d/2: the last layers count most.
	s.Blend.RenderTarget = []gpu.RenderTargetBlendDesc{{BlendEnable: true, SrcBlend: gpu.BlendOne, DestBlend: gpu.BlendBlendFactor, SrcBlendAlpha: gpu.BlendOne,
		RenderTargetWriteMask: gpu.WriteAllChannels}}
	s.BlendFactor = [4]float32{0.5, 0.5, 0.5, 0.5}
	s.program = func(in *item) result { return result{colors: [8][4]float32{{float32(in.inputs[0])}}} }
	var list []vert
	want := float32(0)
	for i := range 3*roundPrimitives/2 + 7 {
		v := float64(i * 7919 % 64)
		list = append(list, s.at(0, 0, 0, v), s.at(8, 0, 0, v), s.at(0, 8, 0, v))
		want = float32(v) + want/2
	}
	s.run(t, gpu.TopologyTriangleList, list...)
	require.Equal(t, want, s.color(3, 3, 0)[0])
}

func TestByteOf(t *testing.T) {
	for i := range 1 << 16 {
		v := float32(i)/65535*1.5 - 0.25
		var b [1]byte
		texel.Encode(gpu.FormatR8Unorm, b[:], [4]float32{v})
		require.Equal(t, uint32(b[0]), blend.Byte(v), v)
	}
	require.Zero(t, blend.Byte(float32(math.NaN())))
	require.EqualValues(t, 255, blend.Byte(float32(math.Inf(1))))
}
