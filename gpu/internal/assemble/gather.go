package assemble

import (
	"encoding/binary"
	"slices"
)

// Gather finds vertices that indices name again. Its memory is used again.
type Gather struct {
	Vertices []uint32 // each vertex once, in the order of its first use
	Most     uint32   // no vertex has a larger number
	Sequence []uint32 // its place in Vertices for each index; the cut given to Read where a strip ends. Where it stands there is room for that of the next Read

	dense  []uint32 // 1 + place, by index from the least one on
	sparse map[uint32]uint32
	near   near
}

// Indices are the bytes of an index buffer's view.
type Indices struct {
	Bytes []byte
	Short bool // 16 bits each
}

// read appends count indices from first on; those beyond the end, or partly there, are 0. It gives the least and the largest one.
func (b Indices) read(out []uint32, first, count uint64) (all []uint32, low, high uint32) {
	size := uint64(4)
	if b.Short {
		size = 2
	}
	all = slices.Grow(out, int(count))[:len(out)+int(count)]
	inside := min(max(uint64(len(b.Bytes))/size, first)-first, count)
	src := b.Bytes[min(first*size, uint64(len(b.Bytes))):][:inside*size]
	to, rest := all[len(out):][:inside], all[len(out)+int(inside):]
	low = 0xffffffff
	if b.Short {
		for i := range to {
			v := uint32(binary.LittleEndian.Uint16(src[2*i:]))
			to[i], low, high = v, min(low, v), max(high, v)
		}
	} else {
		low, high = readWords(to, src)
	}
	if len(rest) > 0 { // beyond the end
		clear(rest)
		low = 0
	}
	return all, low, high
}

// readWords fills to, four indices at a time, and gives the least and the largest one.
func readWords(to []uint32, src []byte) (low, high uint32) {
	low = 0xffffffff
	least, most := low, high // of every second one: so neither waits for the other
	for len(to) >= 4 && len(src) >= 16 {
		one, other := binary.LittleEndian.Uint64(src), binary.LittleEndian.Uint64(src[8:])
		a, b, c, d := uint32(one), uint32(one>>32), uint32(other), uint32(other>>32)
		to[0], to[1], to[2], to[3] = a, b, c, d
		low, least, high, most = min(low, a, c), min(least, b, d), max(high, a, c), max(most, b, d)
		to, src = to[4:], src[16:]
	}
	for i := range to {
		v := binary.LittleEndian.Uint32(src[4*i:])
		to[i], low, high = v, min(low, v), max(high, v)
	}
	return min(low, least), max(high, most)
}

// Read gathers count indices from first on. With cuts the index cut ends a strip, and the sequence has end there.
func (g *Gather) Read(b Indices, first uint64, count uint32, cut uint32, cuts bool, end uint32) {
	g.Vertices = g.Vertices[:0]
	if !cuts && !b.Short && g.readNear(b, first, count) {
		return
	}
	var low, high uint32
	g.Sequence, low, high = b.read(g.Sequence[:0], first, uint64(count))
	if cuts {
		low, high = 0xffffffff, 0
		for _, v := range g.Sequence {
			if v != cut {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	g.Most = high
	if dense := high >= low && uint64(high-low) < 4*uint64(len(g.Sequence))+1024; dense && !cuts {
		g.number(low, high)
	} else {
		g.find(low, high, dense, cut, cuts, end)
	}
}

// Range takes count vertices from first on, without indices.
func (g *Gather) Range(first, count uint32) {
	g.Vertices, g.Sequence, g.Most = slices.Grow(g.Vertices[:0], int(count)), nil, 0
	for v := range count {
		g.Most = first + v
		g.Vertices = append(g.Vertices, g.Most)
	}
}

// clean gives a clear word for each index from the least one on.
func (g *Gather) clean(low, high uint32) []uint32 {
	n := int(high-low) + 1
	if cap(g.dense) < n {
		g.dense = make([]uint32, n)
	}
	g.dense = g.dense[:n]
	clear(g.dense)
	return g.dense
}

// number is find for most draws: the indices are close to each other, and none of them cuts.
func (g *Gather) number(low, high uint32) {
	dense, n := g.clean(low, high), uint32(0)
	vertices := slices.Grow(g.Vertices, len(dense))[:len(dense)]
	sequence := g.Sequence
	for i, v := range sequence {
		place := dense[v-low]
		if place == 0 {
			vertices[n] = v
			n++
			place = n
			dense[v-low] = n
		}
		sequence[i] = place - 1
	}
	g.Vertices = vertices[:n]
}

// find replaces the indices of the sequence by items.
func (g *Gather) find(low, high uint32, dense bool, cut uint32, cuts bool, end uint32) {
	if dense {
		g.clean(low, high)
	} else {
		g.sparse = map[uint32]uint32{}
	}
	for i, v := range g.Sequence {
		switch {
		case cuts && v == cut:
			g.Sequence[i] = end
		case dense:
			if g.dense[v-low] == 0 {
				g.Vertices = append(g.Vertices, v)
				g.dense[v-low] = uint32(len(g.Vertices))
			}
			g.Sequence[i] = g.dense[v-low] - 1
		default:
			item, ok := g.sparse[v]
			if !ok {
				item = uint32(len(g.Vertices))
				g.Vertices, g.sparse[v] = append(g.Vertices, v), item
			}
			g.Sequence[i] = item
		}
	}
}
