package texel

import "encoding/binary"

// bc7Mode is what one of the eight modes of BC7 puts into its 128 bits, lowest bit first:
//
//	| mode: n zeros and a one | partition | rotation | index selection | R of all ends | G … | B … | A … | p bits | indices | second indices |
type bc7Mode struct {
	subsets                    int
	partition, rotation, which uint // bits of each field
	color, alpha               uint // bits of a component of an end
	endP, sharedP              uint // 1: a lowest bit for each end, or one for both ends of a subset
	index, second              uint // bits of an index
}

// bc7Modes is the table of the D3D11.3 functional specification, 19.5.16.
var bc7Modes = [8]bc7Mode{
	{subsets: 3, partition: 4, color: 4, endP: 1, index: 3},
	{subsets: 2, partition: 6, color: 6, sharedP: 1, index: 3},
	{subsets: 3, partition: 6, color: 5, index: 2},
	{subsets: 2, partition: 6, color: 7, endP: 1, index: 2},
	{subsets: 1, rotation: 2, which: 1, color: 5, alpha: 6, index: 2, second: 3},
	{subsets: 1, rotation: 2, color: 7, alpha: 8, index: 2, second: 2},
	{subsets: 1, color: 7, alpha: 7, endP: 1, index: 4},
	{subsets: 2, partition: 6, color: 5, alpha: 5, endP: 1, index: 2},
}

// bc7Weights are the shares of the second end in 64ths, by bits of the index.
var bc7Weights = [5][]int{2: {0, 21, 43, 64}, 3: {0, 9, 18, 27, 37, 46, 55, 64}, 4: {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64}}

// bitReader takes bits from the low end of a block.
type bitReader struct{ low, high uint64 }

func (r *bitReader) take(n uint) int {
	v := r.low & (1<<n - 1)
	r.low = r.low>>n | r.high<<(64-n)
	r.high >>= n
	return int(v)
}

// decodeBC7 writes a block as R8G8B8A8. A block of no mode is transparent black.
func decodeBC7(dst, src []byte) {
	r := bitReader{binary.LittleEndian.Uint64(src), binary.LittleEndian.Uint64(src[8:])}
	n := 0
	for n < 8 && r.take(1) == 0 {
		n++
	}
	if n == 8 {
		clear(dst[:64])
		return
	}
	m := &bc7Modes[n]
	shape, rotation, which := r.take(m.partition), r.take(m.rotation), r.take(m.which)
	ends := m.ends(&r)
	var first, second [16]int
	for i := range first {
		first[i] = r.take(m.index - bc7Anchor(m.subsets, shape, i))
	}
	if m.second > 0 {
		for i := range second {
			second[i] = r.take(m.second - bc7Anchor(1, 0, i))
		}
	}
	for i := range 16 {
		s := bc7Subset(m.subsets, shape, i)
		color, alpha := bc7Weights[m.index][first[i]], bc7Weights[m.index][first[i]]
		if m.second > 0 {
			alpha = bc7Weights[m.second][second[i]]
		}
		if which == 1 {
			color, alpha = alpha, color
		}
		out := dst[4*i : 4*i+4]
		for c, w := range [4]int{color, color, color, alpha} {
			out[c] = byte(((64-w)*ends[2*s][c] + w*ends[2*s+1][c] + 32) >> 6)
		}
		if rotation > 0 {
			out[rotation-1], out[3] = out[3], out[rotation-1]
		}
	}
}

// ends reads the ends of all subsets and widens them to 8 bits, the highest bits repeated below.
func (m *bc7Mode) ends(r *bitReader) (ends [6][4]int) {
	n := 2 * m.subsets
	bits := [4]uint{m.color, m.color, m.color, m.alpha}
	for c := range 4 {
		for e := range n {
			ends[e][c] = r.take(bits[c])
		}
	}
	var p [6]int
	for e := range n {
		switch {
		case m.endP == 1, m.sharedP == 1 && e%2 == 0:
			p[e] = r.take(1)
		case m.sharedP == 1:
			p[e] = p[e-1]
		}
	}
	for e := range n {
		for c := range 4 {
			v, width := ends[e][c], bits[c]
			if width == 0 {
				ends[e][c] = 255
				continue
			}
			if m.endP+m.sharedP > 0 {
				v, width = v<<1|p[e], width+1
			}
			v <<= 8 - width
			ends[e][c] = v | v>>width
		}
	}
	return ends
}

// bc7Subset is the subset of texel i.
func bc7Subset(subsets, shape, i int) int {
	switch subsets {
	case 2:
		return int(bc7Two[shape]>>i) & 1
	case 3:
		return int(bc7Three[shape]>>(2*i)) & 3
	}
	return 0
}

// bc7Anchor is 1 for the texels whose index has a bit less: the highest one is 0, because the ends could be exchanged.
func bc7Anchor(subsets, shape, i int) uint {
	if i == 0 || subsets == 2 && i == int(bc7TwoAnchor[shape]) ||
		subsets == 3 && (i == int(bc7ThreeAnchors[0][shape]) || i == int(bc7ThreeAnchors[1][shape])) {
		return 1
	}
	return 0
}
