package texel

import (
	"encoding/binary"
	"strconv"
	"strings"
)

// bc6hMode is what one of the fourteen modes of BC6H puts into its 128 bits. The fields of its head (bc6hFields) are followed by the indices: 3 bits
// where there are two regions, else 4. An end of a region is called by a letter, w and x of the first region, y and z of the second.
type bc6hMode struct {
	regions int
	deltas  bool    // ends x, y and z are what has to be added to w
	width   uint    // bits of w
	others  [3]uint // bits of x, y and z in red, green and blue
	head    []bc6hField
}

// bc6hField is some bits in a row of the head: those from low on of a component of an end; downward, the highest one comes first.
type bc6hField struct {
	component, end, low, count uint
	downward                   bool
}

// bc6hModes is the table of the D3D11.3 functional specification, 19.5.14, by the lowest two bits of a block where they are 0 or 1, else by five.
var bc6hModes = [32]*bc6hMode{
	0b00000: newBC6H(2, true, 10, 5, 5, 5, "gy4 by4 bz4 rw0-9 gw0-9 bw0-9 rx0-4 gz4 gy0-3 gx0-4 bz0 gz0-3 bx0-4 bz1 by0-3 ry0-4 bz2 rz0-4 bz3"),
	0b00001: newBC6H(2, true, 7, 6, 6, 6, "gy5 gz4 gz5 rw0-6 bz0 bz1 by4 gw0-6 by5 bz2 gy4 bw0-6 bz3 bz5 bz4 rx0-5 gy0-3 gx0-5 gz0-3 bx0-5 by0-3 ry0-5 rz0-5"),
	0b00010: newBC6H(2, true, 11, 5, 4, 4, "rw0-9 gw0-9 bw0-9 rx0-4 rw10 gy0-3 gx0-3 gw10 bz0 gz0-3 bx0-3 bw10 bz1 by0-3 ry0-4 bz2 rz0-4 bz3"),
	0b00110: newBC6H(2, true, 11, 4, 5, 4, "rw0-9 gw0-9 bw0-9 rx0-3 rw10 gz4 gy0-3 gx0-4 gw10 gz0-3 bx0-3 bw10 bz1 by0-3 ry0-3 bz0 bz2 rz0-3 gy4 bz3"),
	0b01010: newBC6H(2, true, 11, 4, 4, 5, "rw0-9 gw0-9 bw0-9 rx0-3 rw10 by4 gy0-3 gx0-3 gw10 bz0 gz0-3 bx0-4 bw10 by0-3 ry0-3 bz1 bz2 rz0-3 bz4 bz3"),
	0b01110: newBC6H(2, true, 9, 5, 5, 5, "rw0-8 by4 gw0-8 gy4 bw0-8 bz4 rx0-4 gz4 gy0-3 gx0-4 bz0 gz0-3 bx0-4 bz1 by0-3 ry0-4 bz2 rz0-4 bz3"),
	0b10010: newBC6H(2, true, 8, 6, 5, 5, "rw0-7 gz4 by4 gw0-7 bz2 gy4 bw0-7 bz3 bz4 rx0-5 gy0-3 gx0-4 bz0 gz0-3 bx0-4 bz1 by0-3 ry0-5 rz0-5"),
	0b10110: newBC6H(2, true, 8, 5, 6, 5, "rw0-7 bz0 by4 gw0-7 gy5 gy4 bw0-7 gz5 bz4 rx0-4 gz4 gy0-3 gx0-5 gz0-3 bx0-4 bz1 by0-3 ry0-4 bz2 rz0-4 bz3"),
	0b11010: newBC6H(2, true, 8, 5, 5, 6, "rw0-7 bz1 by4 gw0-7 by5 gy4 bw0-7 bz5 bz4 rx0-4 gz4 gy0-3 gx0-4 bz0 gz0-3 bx0-5 by0-3 ry0-4 bz2 rz0-4 bz3"),
	0b11110: newBC6H(2, false, 6, 6, 6, 6, "rw0-5 gz4 bz0 bz1 by4 gw0-5 gy5 by5 bz2 gy4 bw0-5 gz5 bz3 bz5 bz4 rx0-5 gy0-3 gx0-5 gz0-3 bx0-5 by0-3 ry0-5 rz0-5"),
	0b00011: newBC6H(1, false, 10, 10, 10, 10, "rw0-9 gw0-9 bw0-9 rx0-9 gx0-9 bx0-9"),
	0b00111: newBC6H(1, true, 11, 9, 9, 9, "rw0-9 gw0-9 bw0-9 rx0-8 rw10 gx0-8 gw10 bx0-8 bw10"),
	0b01011: newBC6H(1, true, 12, 8, 8, 8, "rw0-9 gw0-9 bw0-9 rx0-7 rw11-10 gx0-7 gw11-10 bx0-7 bw11-10"),
	0b01111: newBC6H(1, true, 16, 4, 4, 4, "rw0-9 gw0-9 bw0-9 rx0-3 rw15-10 gx0-3 gw15-10 bx0-3 bw15-10"),
}

func newBC6H(regions int, deltas bool, width, red, green, blue uint, head string) *bc6hMode {
	return &bc6hMode{regions, deltas, width, [3]uint{red, green, blue}, bc6hFields(head)}
}

// bc6hFields reads the head of a mode: "gy4" is bit 4 of green of end y, "rw0-9" are bits 0 to 9 of red of end w, "bw11-10" the other way round.
func bc6hFields(head string) (list []bc6hField) {
	for _, word := range strings.Fields(head) {
		f := bc6hField{component: uint(strings.IndexByte("rgb", word[0])), end: uint(strings.IndexByte("wxyz", word[1]))}
		from, to, several := strings.Cut(word[2:], "-")
		if !several {
			to = from
		}
		a, errA := strconv.Atoi(from)
		b, errB := strconv.Atoi(to)
		if errA != nil || errB != nil {
			panic("BUG: texel: " + word)
		}
		f.low, f.count, f.downward = uint(min(a, b)), uint(max(a, b)-min(a, b)+1), b < a
		list = append(list, f)
	}
	return list
}

// decodeBC6H writes a block as R16G16B16A16 of halves. A block of a mode that is reserved is opaque black.
func decodeBC6H(dst, src []byte, signed bool) {
	r := bitReader{binary.LittleEndian.Uint64(src), binary.LittleEndian.Uint64(src[8:])}
	mode := r.take(2)
	if mode > 1 {
		mode |= r.take(3) << 2
	}
	m := bc6hModes[mode]
	if m == nil {
		for i := range 16 {
			binary.LittleEndian.PutUint64(dst[8*i:], halfOne<<48)
		}
		return
	}
	ends := m.ends(&r, signed)
	shape, bits := 0, uint(4)
	if m.regions == 2 {
		shape, bits = r.take(5), 3
	}
	for i := range 16 {
		index := r.take(bits - bc7Anchor(m.regions, shape, i))
		s, w := 2*bc7Subset(m.regions, shape, i), bc7Weights[bits][index]
		texel := uint64(halfOne) << 48
		for c := range 3 {
			v := (ends[s][c]*(64-w) + ends[s+1][c]*w + 32) >> 6
			texel |= uint64(bc6hHalf(v, signed)) << (16 * c)
		}
		binary.LittleEndian.PutUint64(dst[8*i:], texel)
	}
}

// halfOne is 1 as a half.
const halfOne = 0x3c00

// ends reads the ends w, x, y and z, and widens them to 16 bits.
func (m *bc6hMode) ends(r *bitReader, signed bool) (ends [4][3]int) {
	for _, f := range m.head {
		v := 0
		for i := range f.count {
			if f.downward {
				i = f.count - 1 - i
			}
			v |= r.take(1) << i
		}
		ends[f.end][f.component] |= v << f.low
	}
	for c := range 3 {
		if signed {
			ends[0][c] = signExtend(ends[0][c], m.width)
		}
		for e := 1; e < 2*m.regions; e++ {
			v := &ends[e][c]
			if signed || m.deltas {
				*v = signExtend(*v, m.others[c])
			}
			if m.deltas {
				*v = (*v + ends[0][c]) & (1<<m.width - 1)
				if signed {
					*v = signExtend(*v, m.width)
				}
			}
		}
		for e := range 2 * m.regions {
			ends[e][c] = bc6hWiden(ends[e][c], m.width, signed)
		}
	}
	return ends
}

// signExtend is v as a number of n bits in two's complement.
func signExtend(v int, n uint) int { return v << (64 - n) >> (64 - n) }

// bc6hWiden is an end of n bits in the range of 16 bits: to its ends exactly, and by half a step more between.
func bc6hWiden(v int, n uint, signed bool) int {
	switch {
	case signed && v < 0:
		return -bc6hWiden(-v, n, true)
	case v == 0 || signed && n >= 16 || !signed && n >= 15:
		return v
	case signed && v >= 1<<(n-1)-1:
		return 0x7fff
	case signed:
		return (v<<15 + 0x4000) >> (n - 1)
	case v == 1<<n-1:
		return 0xffff
	}
	return (v<<16 + 0x8000) >> n
}

// bc6hHalf is an interpolated number as the bits of a half: 31/64 of it, or 31/32 with a sign, so that the largest one is the largest finite half.
func bc6hHalf(v int, signed bool) uint16 {
	switch {
	case !signed:
		return uint16(v * 31 >> 6)
	case v < 0:
		return 0x8000 | uint16(-v*31>>5)
	}
	return uint16(v * 31 >> 5)
}
