package exec

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/bulk"
	"github.com/gpuscript/gpuscript/gpu/internal/raster"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// resolveSamples makes one texel of the samples of each: by AVERAGE the mean of floats and normalised numbers, in linear light where the format is
// sRGB, and the first sample of integers; by MIN and MAX the least and the largest of each component.
func (m *Machine) resolveSamples(c *gpu.Command) Outcome {
	k := c.Copy
	src, dst := m.resource(k.Src.Resource), m.resource(k.Dst.Resource)
	from, to := &src.Footprints[k.Src.Subresource], &dst.Footprints[k.Dst.Subresource]
	format := c.Format
	if format == gpu.FormatUnknown {
		format = src.Desc.Format
	}
	format = planeFormat(format, src.Desc.Plane(k.Src.Subresource))
	box := gpu.Rect{Left: int32(min(k.Box.Left, from.Width)), Top: int32(min(k.Box.Top, from.Height)), Right: int32(min(k.Box.Right, from.Width)),
		Bottom: int32(min(k.Box.Bottom, from.Height))}
	if box.Left >= box.Right || box.Top >= box.Bottom {
		return Outcome{}
	}
	size, samples := uint64(format.Bytes()), uint64(src.Desc.SampleDesc.Count)
	width, height := uint64(box.Right-box.Left), uint64(box.Bottom-box.Top)
	in := m.part(from, uint64(box.Left), uint64(box.Top), width, height, samples)
	out := m.part(to, uint64(k.DX), uint64(k.DY), width, height, 1)
	bulk.Split(height, width*height*size*samples, func(begin, end uint64) {
		if mode := gpu.ResolveMode(c.Slot); mode == gpu.ResolveAverage {
			raster.Resolve(&out, &in, format, int(samples), uint32(width), uint32(begin), uint32(end))
		} else {
			for y := begin; y < end; y++ {
				texel.ExtremeRow(format, out.Bytes[y*uint64(out.RowPitch):], in.Bytes[y*uint64(in.RowPitch):], width, samples,
					in.SamplePitch, mode == gpu.ResolveMax)
			}
		}
	})
	m.draws.touched = m.draws.touched[:0]
	if m.options.Track {
		m.touchRects(src, from, from.Offset, []gpu.Rect{box}, gpu.Access{As: gpu.StateResolveSource})
		written := gpu.Rect{Left: int32(k.DX), Top: int32(k.DY), Right: int32(uint64(k.DX) + width), Bottom: int32(uint64(k.DY) + height)}
		m.touchRects(dst, to, to.Offset, []gpu.Rect{written}, gpu.Access{Kind: gpu.AccessWrite, As: gpu.StateResolveDest})
	}
	return Outcome{Result: Result{BytesRead: width * height * size * samples, BytesWritten: width * height * size}, Touched: m.draws.touched}
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

// part is the memory of a rectangle of a subresource, of all samples.
func (m *Machine) part(f *gpu.Footprint, x, y, width, height, samples uint64) raster.Surface {
	size := uint64(f.Format.Bytes())
	at := f.Offset + y*uint64(f.RowPitch) + x*size
	return raster.Surface{Bytes: m.bytes(at, (height-1)*uint64(f.RowPitch)+width*size+(samples-1)*uint64(f.SamplePitch)), RowPitch: f.RowPitch,
		SamplePitch: uint64(f.SamplePitch)}
}
