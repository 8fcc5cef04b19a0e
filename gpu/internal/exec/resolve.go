package exec

import (
	"fmt"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// resolveSamples makes one texel of the samples of each: by AVERAGE the mean of floats and normalised numbers, in linear light where the format is sRGB,
// and the first sample of integers; by MIN and MAX the least and the largest of each component.
func (m *Machine) resolveSamples(c *gpu.Command) Outcome {
	k := c.Copy
	src, dst := m.resource(k.Src.Resource), m.resource(k.Dst.Resource)
	from, to := &src.Footprints[k.Src.Subresource], &dst.Footprints[k.Dst.Subresource]
	format := c.Format
	if format == gpu.FormatUnknown {
		format = src.Desc.Format
	}
	format = planeFormat(format, src.Desc.Plane(k.Src.Subresource))
	box := gpu.Rect{Left: int32(min(k.Box.Left, from.Width)), Top: int32(min(k.Box.Top, from.Height)), Right: int32(min(k.Box.Right, from.Width)), Bottom: int32(min(k.Box.Bottom, from.Height))}
	if box.Left >= box.Right || box.Top >= box.Bottom {
		return Outcome{}
	}
	size, samples := uint64(format.Bytes()), uint64(src.Desc.SampleDesc.Count)
	width, height := uint64(box.Right-box.Left), uint64(box.Bottom-box.Top)
	one := resolver(format, gpu.ResolveMode(c.Slot))
	split(height, width*height*size*samples, func(begin, end uint64) {
		texels := make([][]byte, samples)
		for y := begin; y < end; y++ {
			out := m.bytes(to.Offset+(uint64(k.DY)+y)*uint64(to.RowPitch)+uint64(k.DX)*size, width*size)
			for x := range width {
				for s := range samples {
					at := from.Offset + s*uint64(from.SamplePitch) + (uint64(box.Top)+y)*uint64(from.RowPitch) + (uint64(box.Left)+x)*size
					texels[s] = m.vram[at : at+size]
				}
				one(out[x*size:(x+1)*size], texels)
			}
		}
	})
	m.draws.touched = m.draws.touched[:0]
	if m.options.Track {
		m.touchRects(src, from, from.Offset, []gpu.Rect{box}, gpu.Access{As: gpu.StateResolveSource})
		written := gpu.Rect{Left: int32(k.DX), Top: int32(k.DY), Right: int32(uint64(k.DX) + width), Bottom: int32(uint64(k.DY) + height)}
		m.touchRects(dst, to, to.Offset, []gpu.Rect{written}, gpu.Access{Kind: gpu.AccessWrite, As: gpu.StateResolveDest})
	}
	return Outcome{BytesRead: width * height * size * samples, BytesWritten: width * height * size, Touched: m.draws.touched}
}

// planeFormat is the format of the texels of one plane.
func planeFormat(f gpu.Format, plane uint32) gpu.Format {
	switch {
	case plane == 1:
		return gpu.FormatR8Uint
	case f.Info().Depth:
		return depthTexel(f)
	}
	return f
}

// resolver makes a texel of those of the samples.
func resolver(f gpu.Format, mode gpu.ResolveMode) func(out []byte, samples [][]byte) {
	info := f.Info()
	integers := info.Numeric != gpu.NumericFloat && info.Numeric != gpu.NumericUnorm && info.Numeric != gpu.NumericSnorm
	switch {
	case mode == gpu.ResolveAverage && integers:
		return func(out []byte, samples [][]byte) { copy(out, samples[0]) }
	case mode == gpu.ResolveAverage:
		return func(out []byte, samples [][]byte) {
			var sum [4]float32
			for _, s := range samples {
				v := texel.Decode(f, s)
				for i := range sum {
					sum[i] += v[i]
				}
			}
			for i := range sum {
				sum[i] /= float32(len(samples))
			}
			texel.Encode(f, out, sum)
		}
	case mode != gpu.ResolveMin && mode != gpu.ResolveMax:
		panic(fmt.Sprintf("BUG: exec: resolve mode %s", mode))
	}
	return func(out []byte, samples [][]byte) { extreme(f, out, samples, mode == gpu.ResolveMax, info.Numeric) }
}

// extreme writes the least or the largest of each component.
func extreme(f gpu.Format, out []byte, samples [][]byte, largest bool, numeric gpu.NumericType) {
	best := texel.DecodeBits(f, samples[0])
	values := texel.Decode(f, samples[0])
	for _, s := range samples[1:] {
		bits, v := texel.DecodeBits(f, s), texel.Decode(f, s)
		for i := range best {
			less := v[i] < values[i]
			switch numeric {
			case gpu.NumericUint, gpu.NumericTypeless:
				less = bits[i] < best[i]
			case gpu.NumericSint:
				less = int32(bits[i]) < int32(best[i])
			}
			if less != largest && !(v[i] == values[i] && bits[i] == best[i]) && !math.IsNaN(float64(v[i])) {
				best[i], values[i] = bits[i], v[i]
			}
		}
	}
	texel.EncodeBits(f, out, best)
}
