package surface

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/cells"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/depth"
)

// DepthFormat is how depth values are stored.
type DepthFormat uint8

// The depth formats. Stencil is a separate plane of bytes.
const (
	DepthNone DepthFormat = iota // no depth plane
	DepthD16                     // 2 bytes: D16_UNORM
	DepthD24                     // 4 bytes, the value in the low 24 bits, the others 0: D24_UNORM_S8_UINT
	DepthD32                     // 4 bytes: D32_FLOAT and D32_FLOAT_S8X24_UINT
)

// Bytes is the size of one value.
func (f DepthFormat) Bytes() uint32 { return [...]uint32{0, 2, 4, 4}[f] }

// Stored is a depth in memory as a float: for unorm formats the integer, which float32 holds exactly.
func (f DepthFormat) Stored(cell []byte) float32 {
	switch f {
	case DepthD16:
		return float32(binary.LittleEndian.Uint16(cell))
	case DepthD24:
		return float32(binary.LittleEndian.Uint32(cell) & (1<<24 - 1))
	}
	return math.Float32frombits(binary.LittleEndian.Uint32(cell))
}

// Comparable is a depth from 0 to 1 as Stored would return it.
func (f DepthFormat) Comparable(z float32) float32 {
	switch f {
	case DepthD16:
		return depth.Steps(z, 1<<16-1)
	case DepthD24:
		return depth.Steps(z, 1<<24-1)
	}
	return z
}

// Put stores a depth that Comparable returned.
func (f DepthFormat) Put(cell []byte, z float32) {
	switch f {
	case DepthD16:
		binary.LittleEndian.PutUint16(cell, uint16(z))
	case DepthD24:
		binary.LittleEndian.PutUint32(cell, uint32(z))
	default:
		binary.LittleEndian.PutUint32(cell, math.Float32bits(z))
	}
}

// Depths is a depth plane and the test against it.
type Depths struct {
	Surface
	Format    DepthFormat
	Relations depth.Relations // of a new depth to the stored one that pass
	Write     bool            // depths that pass are stored
}

// WholeQuad tests the pixels in mask of a quad of a D32 plane, all of whose pixels exist, and returns those that pass. at is the offset of the first
// one.
func (d *Depths) WholeQuad(at uint64, z *[4]float32, mask uint32) (pass uint32) {
	top := d.Bytes[at : at+8]
	bottom := d.Bytes[at+uint64(d.RowPitch):][:8]
	a, b := binary.LittleEndian.Uint64(top), binary.LittleEndian.Uint64(bottom)
	s0, s1 := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(a>>32))
	s2, s3 := math.Float32frombits(uint32(b)), math.Float32frombits(uint32(b>>32))
	switch d.Relations {
	case depth.Less:
		pass = bit(z[0] < s0) | bit(z[1] < s1)<<1 | bit(z[2] < s2)<<2 | bit(z[3] < s3)<<3
	case depth.Less | depth.Equal:
		pass = bit(z[0] <= s0) | bit(z[1] <= s1)<<1 | bit(z[2] <= s2)<<2 | bit(z[3] <= s3)<<3
	default:
		f := d.Relations
		pass = bit(depth.Relate(z[0], s0)&f != 0) | bit(depth.Relate(z[1], s1)&f != 0)<<1 | bit(depth.Relate(z[2],
			s2)&f != 0)<<2 | bit(depth.Relate(z[3], s3)&f != 0)<<3
	}
	pass &= mask
	if !d.Write || pass == 0 {
		return pass
	}
	zt := uint64(math.Float32bits(z[0])) | uint64(math.Float32bits(z[1]))<<32
	zb := uint64(math.Float32bits(z[2])) | uint64(math.Float32bits(z[3]))<<32
	mt, mb := cells.Pairs[pass&3], cells.Pairs[pass>>2]
	binary.LittleEndian.PutUint64(top, zt&mt|a&^mt)
	binary.LittleEndian.PutUint64(bottom, zb&mb|b&^mb)
	return pass
}

// EdgeQuad is WholeQuad for a quad whose pixels outside mask may be outside the target.
func (d *Depths) EdgeQuad(at uint64, z *[4]float32, mask uint32) (pass uint32) {
	for lane := range uint32(4) {
		if mask>>lane&1 == 0 {
			continue
		}
		cell := d.Bytes[at+uint64(lane>>1)*uint64(d.RowPitch)+4*uint64(lane&1):][:4]
		if depth.Relate(z[lane], math.Float32frombits(binary.LittleEndian.Uint32(cell)))&d.Relations == 0 {
			continue
		}
		pass |= 1 << lane
		if d.Write {
			binary.LittleEndian.PutUint32(cell, math.Float32bits(z[lane]))
		}
	}
	return pass
}

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
