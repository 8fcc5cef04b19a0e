package texel

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// formats are all formats whose texels stand in bytes of their own: not UNKNOWN, two planes or blocks.
func formats() (list []gpu.Format) {
	for i, name := range gpu.FormatUnknown.LuaNames() {
		if f := gpu.Format(i); f != gpu.FormatUnknown && name != "" && f.Planes() == 1 && !f.Compressed() {
			list = append(list, f)
		}
	}
	return list
}

// TestEveryValueRoundTrips puts every bit pattern of 8 and 16 bits, and many of 32, through Decode and Encode, in every
// component of every format.
func TestEveryValueRoundTrips(t *testing.T) {
	for _, f := range formats() {
		info := f.Info()
		for c := range info.Components {
			for i := range 1 << min(width(&info, c), 16) {
				bits := uint32(i)
				if width(&info, c) == 24 {
					bits = uint32(i) * 257 % (1 << 24)
				} else if info.Bits == 32 {
					bits = uint32(i) * 65521 // spread over all exponents and signs
				}
				checkRoundTrip(t, f, c, bits)
			}
		}
	}
}

func checkRoundTrip(t *testing.T, f gpu.Format, component int, bits uint32) {
	info := f.Info()
	var in, out [16]byte
	words := [4]uint32{}
	words[component] = bits
	EncodeBits(f, in[:], words)
	v := Decode(f, in[:])
	Encode(f, out[:], v)
	want := bits
	x := v[component]
	switch n := width(&info, component); {
	case x != x && info.Bits == 16:
		want = 0x7e00
	case x != x && info.Layout == gpu.TexelR11G11B10:
		want = 31<<(n-5) | 1
	case info.Numeric == gpu.NumericSnorm && signed(bits, info.Bits) == -1<<(info.Bits-1):
		want++ // both of the lowest two are -1
	case info.Bits == 32 && (info.Numeric == gpu.NumericUint || info.Numeric == gpu.NumericTypeless):
		want = uint32(min(uint64(math.Round(float64(x))), math.MaxUint32)) // float32 has 24 bits
	case info.Bits == 32 && info.Numeric == gpu.NumericSint:
		want = uint32(min(int64(x), math.MaxInt32))
	}
	var wantBytes [16]byte
	words[component] = want
	EncodeBits(f, wantBytes[:], words)
	if out != wantBytes {
		require.Failf(t, "no round trip", "%s component %d: %#x gives %v gives % x, want % x", f, component, bits, v, out, wantBytes)
	}
}

func TestEncodeBoundaries(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	tests := []struct {
		format gpu.Format
		in     float32
		want   uint32
	}{
		{gpu.FormatR8Unorm, 0, 0}, {gpu.FormatR8Unorm, 1, 255}, {gpu.FormatR8Unorm, -1, 0}, {gpu.FormatR8Unorm, 2, 255}, {gpu.FormatR8Unorm, inf, 255},
		{gpu.FormatR8Unorm, -inf, 0}, {gpu.FormatR8Unorm, nan, 0}, {gpu.FormatR8Unorm, 0.5, 128}, // 127.5 is a tie
		{gpu.FormatR8Unorm, 0.00196, 0}, {gpu.FormatR8Unorm, 0.00197, 1}, // 0.5/255 = 0.0019608
		{gpu.FormatR16Unorm, 1, 65535}, {gpu.FormatR16Unorm, 0.5, 32768}, {gpu.FormatR16Unorm, nan, 0},
		{gpu.FormatR8Snorm, 1, 127}, {gpu.FormatR8Snorm, -1, 0x81}, {gpu.FormatR8Snorm, -2, 0x81}, {gpu.FormatR8Snorm, nan, 0}, {gpu.FormatR8Snorm, 0.5, 64},
		{gpu.FormatR8Snorm, -0.5, 0xc0},                                      // -63.5 is a tie
		{gpu.FormatR8Snorm, 0.5 / 127, 0}, {gpu.FormatR8Snorm, 1.5 / 127, 2}, // ties, if the product is exact
		{gpu.FormatR16Snorm, -1, 0x8001}, {gpu.FormatR16Snorm, 1, 0x7fff},
		{gpu.FormatR8Uint, 255.9, 255}, {gpu.FormatR8Uint, 256, 255}, {gpu.FormatR8Uint, 254.9, 254}, {gpu.FormatR8Uint, -1, 0}, {gpu.FormatR8Uint, nan, 0},
		{gpu.FormatR8Sint, -128, 0x80}, {gpu.FormatR8Sint, -129, 0x80}, {gpu.FormatR8Sint, 127, 127}, {gpu.FormatR8Sint, 128, 127}, {gpu.FormatR8Sint, -0.9, 0},
		{gpu.FormatR32Uint, inf, 0xffffffff}, {gpu.FormatR32Uint, 4294967040, 0xffffff00}, {gpu.FormatR32Sint, -inf, 0x80000000}, {gpu.FormatR32Sint, inf, 0x7fffffff},
		{gpu.FormatR32Float, 1.5, 0x3fc00000}, {gpu.FormatR16Float, 1.5, 0x3e00}, {gpu.FormatR16Float, nan, 0x7e00},
	}
	for _, tt := range tests {
		var b [16]byte
		Encode(tt.format, b[:], [4]float32{tt.in, 9, 9, 9})
		info := tt.format.Info()
		require.Equal(t, tt.want, getBits(&info, b[:])[0], "%s of %v", tt.format, tt.in)
	}
}

func TestComponentOrderAndDefaults(t *testing.T) {
	var b [16]byte
	Encode(gpu.FormatB8G8R8A8Unorm, b[:], [4]float32{1, 0.2, 0, 0.4})
	require.Equal(t, []byte{0, 51, 255, 102}, b[:4])
	require.Equal(t, [4]float32{1, float32(51) / 255, 0, float32(102) / 255}, Decode(gpu.FormatB8G8R8A8Unorm, b[:]))
	require.Equal(t, [4]float32{1, 0, 0, 1}, Decode(gpu.FormatR8Unorm, []byte{255}))
	require.Equal(t, [4]float32{-1, 1, 0, 1}, Decode(gpu.FormatR8G8Snorm, []byte{0x80, 0x7f}))
	require.Equal(t, [4]uint32{0xffffff80, 0x7f, 0, 1}, DecodeBits(gpu.FormatR8G8Sint, []byte{0x80, 0x7f}))
	require.Equal(t, [4]uint32{0x80, 0x7f, 0, 1}, DecodeBits(gpu.FormatR8G8Uint, []byte{0x80, 0x7f}))
	EncodeBits(gpu.FormatR8G8B8A8Sint, b[:], [4]uint32{0x1ff, 0x100, 0xffffffff, 7})
	require.Equal(t, []byte{0xff, 0, 0xff, 7}, b[:4], "high bits are dropped")
}

func TestUnknownFormatIsABug(t *testing.T) {
	info := gpu.FormatInfo{Components: 1, Bits: 8}
	require.Panics(t, func() { encodeComponent(&info, 0, 1) })
	require.Panics(t, func() { decodeComponent(&info, 0, 1) })
}

func TestAlphaIsLinear(t *testing.T) {
	var b [16]byte
	Encode(gpu.FormatR8G8B8A8UnormSRGB, b[:], [4]float32{0.5, 0.5, 0.5, 0.5})
	require.Equal(t, "[188 188 188 128]", fmt.Sprint(b[:4])) // 1.055*0.5^(1/2.4)-0.055 = 0.7354 = 187.5/255
}

func TestPackedLayouts(t *testing.T) {
	var b [16]byte
	Encode(gpu.FormatR10G10B10A2Unorm, b[:], [4]float32{1, 0, 0.5, 1.0 / 3})
	require.Equal(t, []byte{0xff, 0x03, 0x00, 0x60}, b[:4], "red 1023, green 0, blue 512 (511.5 to even) in bits 20 to 29, alpha 1")
	require.Equal(t, [4]float32{1, 0, float32(512) / 1023, float32(1) / 3}, Decode(gpu.FormatR10G10B10A2Unorm, b[:]))
	Encode(gpu.FormatR10G10B10A2Uint, b[:], [4]float32{2000, 1023, 5, 9})
	require.Equal(t, [4]uint32{1023, 1023, 5, 3}, DecodeBits(gpu.FormatR10G10B10A2Uint, b[:]), "clamped to 10 and 2 bits")
	Encode(gpu.FormatR11G11B10Float, b[:], [4]float32{1, -2, 0.5, 7})
	require.Equal(t, [4]float32{1, 0, 0.5, 1}, Decode(gpu.FormatR11G11B10Float, b[:]), "no sign, and alpha is 1")
	require.Equal(t, []byte{0xc0, 0x03, 0x00, 0x70}, b[:4], "1 is exponent 15 at bit 6; 0.5 is exponent 14 at bit 5 of bits 22 to 31")
	Encode(gpu.FormatR24UnormX8Typeless, b[:], [4]float32{1})
	require.Equal(t, []byte{0xff, 0xff, 0xff, 0}, b[:4])
	require.Equal(t, [4]uint32{0, 0x7f, 0, 1}, DecodeBits(gpu.FormatX24TypelessG8Uint, []byte{0x7f}), "stencil is green")
}

func TestSmallFloats(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, tt := range []struct {
		name string
		in   float32
		want uint32 // of 11 bits: 5 exponent, 6 fraction
	}{
		{"one", 1, 15 << 6}, {"cut, not rounded", 1.0155, 15 << 6}, {"next", 1.015625, 15<<6 | 1},
		{"largest", 65024, 31<<6 - 1}, {"above the largest", 1e9, 31<<6 - 1}, {"infinity", inf, 31 << 6},
		{"smallest normal", 0x1p-14, 1 << 6}, {"largest denormal", 0x1p-14 - 0x1p-20, 63}, {"smallest", 0x1p-20, 1}, {"below it", 0x1p-21, 0}, {"negative", -3, 0},
	} {
		require.Equal(t, tt.want, smallFromFloat(tt.in, 6), tt.name)
	}
}

// TestSharedExponent: the exponent is that of the largest component, fractions are the nearest 512ths, what is too large becomes the largest.
func TestSharedExponent(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, test := range []struct {
		in   [4]float32
		want uint32
		back [4]float32
	}{
		{[4]float32{0, 0, 0, 1}, 0, [4]float32{0, 0, 0, 1}},
		{[4]float32{1, 0.5, 0.25, 1}, 16<<27 | 64<<18 | 128<<9 | 256, [4]float32{1, 0.5, 0.25, 1}},
		{[4]float32{inf, -1, nan, 1}, 31<<27 | 511, [4]float32{65408, 0, 0, 1}},
		{[4]float32{1 - 1.0/2048, 0, 0, 1}, 16<<27 | 256, [4]float32{1, 0, 0, 1}}, // 511.75 rounds to 512, which takes the next exponent
		{[4]float32{1.0 / (1 << 24), 0, 0, 1}, 1, [4]float32{1.0 / (1 << 24), 0, 0, 1}},
		{[4]float32{1.0 / (1 << 26), 0, 0, 1}, 0, [4]float32{0, 0, 0, 1}},
	} {
		var texel [4]byte
		Encode(gpu.FormatR9G9B9E5SharedExp, texel[:], test.in)
		require.Equal(t, test.want, binary.LittleEndian.Uint32(texel[:]), "%v", test.in)
		require.Equal(t, test.back, Decode(gpu.FormatR9G9B9E5SharedExp, texel[:]), "%v", test.in)
	}
}
