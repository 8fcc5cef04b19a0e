package assemble

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// Input is where one input of a vertex program comes from.
type Input struct {
	Plane      uint32 // the first one
	Components uint32
	Float      bool
	Slot       uint32
	Offset     uint32 // in a vertex
	Format     gpu.Format
	Instanced  bool
	Step       uint32
}

// Vertices fetches an element of each vertex, base added to its number, from the bytes of a buffer's view. No number is larger than most.
func (in *Input) Vertices(planes [][]byte, vertices []uint32, most, base uint32, bytes []byte, stride uint64) {
	size, info := uint64(in.Format.Bytes()), in.Format.Info()
	words := info.Bits == 32 && info.Layout == gpu.TexelPlain
	if words && inside(vertices, most, base, stride, uint64(in.Offset)+size, uint64(len(bytes))) {
		in.allWords(planes, vertices, base, bytes[in.Offset:], stride)
		return
	}
	for i, v := range vertices {
		at := uint64(v+base)*stride + uint64(in.Offset)
		switch {
		case at+size > uint64(len(bytes)):
			in.put(planes, uint64(i), in.outside())
		case words:
			in.putWords(planes, uint64(i), bytes[at:at+size])
		default:
			in.put(planes, uint64(i), in.decode(bytes[at:]))
		}
	}
}

// inside says whether an element that ends so far after the beginning of its vertex is in a buffer of a length, for all vertices. Mostly the largest
// number that there may be decides it.
func inside(vertices []uint32, most, base uint32, stride, end, length uint64) bool {
	if (uint64(most)+uint64(base))*stride+end <= length { // not so where the sum wraps
		return true
	}
	last := uint32(0)
	for _, v := range vertices {
		last = max(last, v+base)
	}
	return uint64(last)*stride+end <= length
}

// allWords is Vertices for elements of 32-bit components, all of which are in the buffer, which begins at the first element.
func (in *Input) allWords(planes [][]byte, vertices []uint32, base uint32, from []byte, stride uint64) {
	n, bytes := min(len(planes), int(in.Format.Info().Components)), 4*len(vertices)
	switch n {
	case 1:
		one := planes[0][:bytes]
		for i, v := range vertices {
			binary.LittleEndian.PutUint32(one[4*i:], binary.LittleEndian.Uint32(from[uint64(v+base)*stride:]))
		}
	case 3: // positions and colours: three planes at a time take less than two and one
		threeWords((*[3][]byte)(planes), vertices, base, from, stride)
	default:
		for k := 0; k < n; k += 2 {
			one, other := planes[k][:bytes], planes[k+1][:bytes]
			for i, v := range vertices {
				both := binary.LittleEndian.Uint64(from[uint64(v+base)*stride+4*uint64(k):])
				binary.LittleEndian.PutUint32(one[4*i:], uint32(both))
				binary.LittleEndian.PutUint32(other[4*i:], uint32(both>>32))
			}
		}
	}
	for k := n; k < len(planes); k++ {
		missing := uint32(0)
		if k == 3 {
			missing = in.one()
		}
		for i := range vertices {
			binary.LittleEndian.PutUint32(planes[k][4*i:], missing)
		}
	}
}

// threeWords is allWords for three planes, two vertices at a time.
func threeWords(planes *[3][]byte, vertices []uint32, base uint32, from []byte, stride uint64) {
	bytes := 4 * len(vertices)
	one, other, third := planes[0][:bytes], planes[1][:bytes], planes[2][:bytes]
	for len(vertices) >= 2 && len(one) >= 8 && len(other) >= 8 && len(third) >= 8 {
		p, q := (*[12]byte)(from[uint64(vertices[0]+base)*stride:]), (*[12]byte)(from[uint64(vertices[1]+base)*stride:])
		a, b := binary.LittleEndian.Uint64(p[:]), binary.LittleEndian.Uint64(q[:])
		binary.LittleEndian.PutUint64(one, a&0xffffffff|b<<32)
		binary.LittleEndian.PutUint64(other, a>>32|b&^0xffffffff)
		binary.LittleEndian.PutUint64(third, uint64(binary.LittleEndian.Uint32(p[8:]))|uint64(binary.LittleEndian.Uint32(q[8:]))<<32)
		vertices, one, other, third = vertices[2:], one[8:], other[8:], third[8:]
	}
	for i, v := range vertices {
		p := (*[12]byte)(from[uint64(v+base)*stride:])
		copy(one[4*i:], p[:4])
		copy(other[4*i:], p[4:8])
		copy(third[4*i:], p[8:])
	}
}

// Numbers writes the numbers of vertices to a plane.
func Numbers(plane []byte, vertices []uint32) {
	for len(vertices) >= 2 && len(plane) >= 8 {
		binary.LittleEndian.PutUint64(plane, uint64(vertices[0])|uint64(vertices[1])<<32)
		vertices, plane = vertices[2:], plane[8:]
	}
	for i, v := range vertices {
		binary.LittleEndian.PutUint32(plane[4*i:], v)
	}
}

// Repeat fills a plane with a number.
func Repeat(plane []byte, v uint32) {
	if len(plane) == 0 {
		return
	}
	binary.LittleEndian.PutUint32(plane, v)
	for n := 4; n < len(plane); n *= 2 {
		copy(plane[n:], plane[:n])
	}
}

// Instance fills items [from, from+count) with the element of one instance.
func (in *Input) Instance(planes [][]byte, from, count uint64, number uint32, bytes []byte, stride uint64) {
	words := in.outside()
	if at := uint64(number)*stride + uint64(in.Offset); at+uint64(in.Format.Bytes()) <= uint64(len(bytes)) {
		words = in.decode(bytes[at:])
	}
	for i := from; i < from+count; i++ {
		in.put(planes, i, words)
	}
}

func (in *Input) put(planes [][]byte, item uint64, words [4]uint32) {
	for i, p := range planes {
		binary.LittleEndian.PutUint32(p[4*item:], words[i])
	}
}

// putWords copies components of 32 bits; missing ones are 0, the fourth 1.
func (in *Input) putWords(planes [][]byte, item uint64, src []byte) {
	for i, p := range planes {
		word := uint32(0)
		if 4*i < len(src) {
			word = binary.LittleEndian.Uint32(src[4*i:])
		} else if i == 3 {
			word = in.one()
		}
		binary.LittleEndian.PutUint32(p[4*item:], word)
	}
}

// one is 1 in the type of the input.
func (in *Input) one() uint32 {
	if in.Float {
		return math.Float32bits(1)
	}
	return 1
}

// outside is what an element outside of its buffer reads as: 0 in the components of the format, which lacks the rest.
func (in *Input) outside() (words [4]uint32) {
	if in.Format.Info().Components < 4 {
		words[3] = in.one()
	}
	return words
}

// decode reads an element as the words of the input.
func (in *Input) decode(src []byte) (words [4]uint32) {
	if !in.Float {
		return texel.DecodeBits(in.Format, src)
	}
	for i, v := range texel.Decode(in.Format, src) {
		words[i] = math.Float32bits(v)
	}
	return words
}
