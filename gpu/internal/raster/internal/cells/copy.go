package cells

import "encoding/binary"

// LanesOf is the set of pixels of a cover of one sample: it puts the lowest bits of the bytes side by side.
func LanesOf(cover uint32) uint32 {
	return cover & 0x01010101 * (1<<24 | 1<<17 | 1<<10 | 1<<3) >> 24 & 15
}

// CopyMasked copies texels of some pixels of a quad.
func CopyMasked(top, bottom, r []byte, mask uint32) {
	_ = r[15]
	a, b := binary.LittleEndian.Uint64(top), binary.LittleEndian.Uint64(bottom)
	binary.LittleEndian.PutUint64(top, a^(a^binary.LittleEndian.Uint64(r))&Pairs[mask&3])
	binary.LittleEndian.PutUint64(bottom, b^(b^binary.LittleEndian.Uint64(r[8:]))&Pairs[mask>>2&3])
}

// CopyRow copies texels of quads to the two rows of pixels that they are in.
func CopyRow(top, bottom, r []byte) {
	for len(r) >= 16 && len(top) >= 8 && len(bottom) >= 8 {
		binary.LittleEndian.PutUint64(top, binary.LittleEndian.Uint64(r))
		binary.LittleEndian.PutUint64(bottom, binary.LittleEndian.Uint64(r[8:]))
		r, top, bottom = r[16:], top[8:], bottom[8:]
	}
}
