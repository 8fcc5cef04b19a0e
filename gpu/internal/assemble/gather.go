package assemble

import "encoding/binary"

// Gather finds vertices that indices name again. Its memory is used again.
type Gather struct {
	Vertices []uint32 // each vertex once, in the order of its first use
	Sequence []uint32 // its place in Vertices for each index; the cut given to Find where a strip ends

	dense  []uint32 // 1 + place, by index from the least one on
	sparse map[uint32]uint32
}

// Indices are the bytes of an index buffer's view.
type Indices struct {
	Bytes []byte
	Short bool // 16 bits each
}

// At reads an index; one behind the end is 0.
func (b Indices) At(at uint64) uint32 {
	if b.Short {
		if 2*at+2 > uint64(len(b.Bytes)) {
			return 0
		}
		return uint32(binary.LittleEndian.Uint16(b.Bytes[2*at:]))
	}
	if 4*at+4 > uint64(len(b.Bytes)) {
		return 0
	}
	return binary.LittleEndian.Uint32(b.Bytes[4*at:])
}

// Read gathers count indices from first on. With cuts the index cut ends a strip, and the sequence has end there.
func (g *Gather) Read(b Indices, first uint64, count uint32, cut uint32, cuts bool, end uint32) {
	g.Vertices, g.Sequence = g.Vertices[:0], g.Sequence[:0]
	low, high := uint32(0xffffffff), uint32(0)
	for i := range uint64(count) {
		v := b.At(first + i)
		g.Sequence = append(g.Sequence, v)
		if !cuts || v != cut {
			low, high = min(low, v), max(high, v)
		}
	}
	g.find(low, high, cut, cuts, end)
}

// find replaces the indices of the sequence by items.
func (g *Gather) find(low, high, cut uint32, cuts bool, end uint32) {
	dense := high >= low && uint64(high-low) < 4*uint64(len(g.Sequence))+1024
	if dense {
		n := int(high-low) + 1
		if cap(g.dense) < n {
			g.dense = make([]uint32, n)
		}
		g.dense = g.dense[:n]
		clear(g.dense)
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
