package exec

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

func TestReadRGBA8(t *testing.T) {
	nan := float32(math.NaN())
	tests := []struct {
		format gpu.Format
		texel  [4]float32
		want   []byte
	}{
		{gpu.FormatR8G8B8A8Unorm, [4]float32{0, 0.2, 1, 0.4}, []byte{0, 51, 255, 102}},
		{gpu.FormatB8G8R8A8Unorm, [4]float32{0, 0.2, 1, 0.4}, []byte{0, 51, 255, 102}},
		{gpu.FormatR8Unorm, [4]float32{0.2}, []byte{51, 0, 0, 255}},
		{gpu.FormatR16G16Unorm, [4]float32{0.2, 1}, []byte{51, 255, 0, 255}},
		{gpu.FormatR8G8Snorm, [4]float32{-1, 1}, []byte{0, 255, 0, 255}},
		{gpu.FormatR32G32B32A32Float, [4]float32{-3, 7, nan, 0.5}, []byte{0, 255, 0, 128}},
		{gpu.FormatR16G16B16A16Float, [4]float32{0.25, 1, 0, 0}, []byte{64, 255, 0, 0}}, // 63.75
		{gpu.FormatR32G32B32Float, [4]float32{1, 1, 1}, []byte{255, 255, 255, 255}},
	}
	b := newBench(t, 1<<20)
	for _, tt := range tests {
		r := b.texture2D(tt.format, 5, 3, 1, 2)
		for p := range texelsOf(&r.Footprints[1]) {
			texel.Encode(tt.format, b.texel(r, 1, p), tt.texel)
		}
		got := b.ReadRGBA8(r, 1)
		require.Equal(t, slices.Repeat(tt.want, 2), got, tt.format)
	}
}

func TestSRGBPixelsAreTakenAsTheyAre(t *testing.T) {
	b := newBench(t, 1<<20)
	for _, f := range []gpu.Format{gpu.FormatR8G8B8A8UnormSRGB, gpu.FormatB8G8R8A8UnormSRGB, gpu.FormatR8G8B8A8Unorm, gpu.FormatB8G8R8A8Unorm, gpu.FormatR16G16B16A16Unorm, gpu.FormatR32G32B32A32Float, gpu.FormatR16G16B16A16Float} {
		r := b.texture2D(f, 16, 16, 1, 1)
		pixels := make([]byte, 4*256)
		for i := range pixels {
			pixels[i] = byte(i)
		}
		noise(pixels[512:], 4)
		b.writeRGBA8(r, 0, pixels)
		require.Equal(t, pixels, b.ReadRGBA8(r, 0), f)
	}
}

func TestRGBA8OfVolumesAndSplits(t *testing.T) {
	b := newBench(t, 64<<20)
	r := b.resource(gpu.ResourceDesc{Dimension: gpu.DimensionTexture3D, Width: 300, Height: 200, DepthOrArraySize: 20, Format: gpu.FormatR8G8B8A8Unorm})
	pixels := make([]byte, 4*300*200*20)
	noise(pixels, 1)
	onCores(t, func(t *testing.T, _ int) {
		b.noise(r, 2)
		b.writeRGBA8(r, 0, pixels)
		require.Equal(t, pixels[4*(300*(200*19+7)+3):][:4], b.texel(r, 0, [3]uint32{3, 7, 19}))
		require.True(t, slices.Equal(pixels, b.ReadRGBA8(r, 0)))
	})
}

func TestRGBA8Preconditions(t *testing.T) {
	b := newBench(t, 1<<20)
	require.Panics(t, func() { b.ReadRGBA8(b.texture2D(gpu.FormatR8Uint, 1, 1, 1, 1), 0) })
	require.Panics(t, func() { b.ReadRGBA8(b.texture2D(gpu.FormatR32Typeless, 1, 1, 1, 1), 0) })
}

// writeRGBA8 is the way back of ReadRGBA8: components that the format does not have are dropped, sRGB bytes taken as they are.
func (b *bench) writeRGBA8(r *Resource, subresource int, pixels []byte) {
	f := r.Footprints[subresource].Format
	if linear := map[gpu.Format]gpu.Format{gpu.FormatR8G8B8A8UnormSRGB: gpu.FormatR8G8B8A8Unorm, gpu.FormatB8G8R8A8UnormSRGB: gpu.FormatB8G8R8A8Unorm}[f]; linear != 0 {
		f = linear
	}
	for p := range texelsOf(&r.Footprints[subresource]) {
		var v [4]float32
		for i := range v {
			v[i] = float32(pixels[i]) / 255
		}
		texel.Encode(f, b.texel(r, subresource, p), v)
		pixels = pixels[4:]
	}
}

func TestHash(t *testing.T) {
	b := newBench(t, 4<<20)
	buf := b.buffer(3)
	copy(b.content(buf), "abc")
	// SHA-256 of the words 1, 0, 3, 0, 1, 1, 1, 1 and "abc".
	require.Equal(t, uint64(0x5ab989a482bd56d0), b.Hash(buf))

	a, c := b.texture2D(gpu.FormatR8G8B8A8Unorm, 5, 4, 2, 2), b.texture2D(gpu.FormatR8G8B8A8Unorm, 5, 4, 2, 2)
	b.noise(a, 1)
	b.do(gpu.Command{Op: gpu.OpCopyResource, Dst: c.ID, Src: a.ID})
	b.content(c)[20]++ // between two rows
	require.Equal(t, b.Hash(a), b.Hash(c), "padding does not count")
	for _, at := range []uint64{0, 19, c.Footprints[3].Offset - c.Base} {
		before := b.Hash(c)
		b.content(c)[at]++
		require.NotEqual(t, before, b.Hash(c), "byte %d", at)
	}
	zero := b.Hash(b.texture2D(gpu.FormatR8G8B8A8Unorm, 8, 4, 1, 1))
	require.NotEqual(t, zero, b.Hash(b.texture2D(gpu.FormatR8G8B8A8Uint, 8, 4, 1, 1)), "format")
	require.NotEqual(t, zero, b.Hash(b.texture2D(gpu.FormatR8G8B8A8Unorm, 4, 8, 1, 1)), "size")
}
