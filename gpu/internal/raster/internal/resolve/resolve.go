// Package resolve makes single-sampled surfaces from multisampled ones.
//
// It must not know draws: it sees bytes and formats. Everything is safe for concurrent use on different rows.
package resolve

import (
	"encoding/binary"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/surface"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// Rows makes rows [top, bottom) of a surface with one sample from one with several: integers take sample 0, all others the mean, sRGB in linear
// space. UNORM of 8 and 16 bits without sRGB is exact, to nearest even.
func Rows(dst, src *surface.Surface, f gpu.Format, samples int, width, top, bottom uint32) {
	r := resolver{dst, src, f, f.Info(), samples, width}
	mean := r.floats
	switch {
	case r.info.Numeric == gpu.NumericUint || r.info.Numeric == gpu.NumericSint || samples == 1:
		mean = r.first
	case r.info.Numeric == gpu.NumericUnorm && !r.info.SRGB && (r.info.Bits == 8 || r.info.Bits == 16):
		mean = r.unorm
	}
	for y := top; y < bottom; y++ {
		mean(int32(y))
	}
}

type resolver struct {
	dst, src *surface.Surface
	format   gpu.Format
	info     gpu.FormatInfo
	samples  int
	width    uint32
}

func (r *resolver) first(y int32) {
	n := r.width * r.format.Bytes()
	copy(r.dst.At(0, y, 0, n), r.src.At(0, y, 0, n))
}

// unorm adds the components of a row; their number is a power of two, so the mean is a shift.
func (r *resolver) unorm(y int32) {
	size := r.info.Bits / 8
	n := uint32(size)
	shift := bits.TrailingZeros(uint(r.samples))
	for i := range int32(r.width) * int32(r.info.Components) {
		sum := uint32(0)
		for s := range r.samples {
			sum += component(r.src.At(i, y, s, n))
		}
		mean := sum >> shift
		rest, half := sum&(1<<shift-1), uint32(1)<<(shift-1)
		if rest > half || rest == half && mean&1 != 0 {
			mean++
		}
		switch to := r.dst.At(i, y, 0, n); size {
		case 1:
			to[0] = byte(mean)
		default:
			binary.LittleEndian.PutUint16(to, uint16(mean))
		}
	}
}

func component(b []byte) uint32 {
	if len(b) == 1 {
		return uint32(b[0])
	}
	return uint32(binary.LittleEndian.Uint16(b))
}

func (r *resolver) floats(y int32) {
	size := r.format.Bytes()
	for x := range int32(r.width) {
		var sum [4]float32
		for s := range r.samples {
			for c, v := range texel.Decode(r.format, r.src.At(x, y, s, size)) {
				sum[c] += v
			}
		}
		for c := range sum {
			sum[c] /= float32(r.samples)
		}
		texel.Encode(r.format, r.dst.At(x, y, 0, size), sum)
	}
}
