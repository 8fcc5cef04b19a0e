package assemble

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/mem"
)

// The indices of a piece of a mesh lie close to each other. Then one look at each of them is enough: a table, which is not cleared between reads, has
// the places of the indices around the first one, and the number of the read that found them.
//
//	│ … read 8, place 3 │ read 9, place 0 │ read 9, place 1 │ read 7, place 12 … │        in read 9, two indices have a place
const (
	nearFewest = 1024            // indices from which on the table is worth its memory
	nearBits   = 16              // of a place
	nearMost   = 1<<nearBits - 1 // indices of a read
	nearSize   = 1 << 17
)

// near is the table.
type near struct {
	table []uint32 // number of a read, place
	read  uint32
}

// next begins a read, and gives its number in the bits where the table has it.
func (t *near) next() uint32 {
	if t.table == nil {
		t.table = make([]uint32, nearSize)
	}
	if t.read++; t.read == 1<<(32-nearBits) {
		clear(t.table)
		t.read = 1
	}
	return t.read << nearBits
}

// readNear is Read for words without cuts. It gives false where they are few, far from each other, or not all there, and has then read nothing.
func (g *Gather) readNear(b Indices, first uint64, count uint32) bool {
	from, end := 4*first, 4*(first+uint64(count))
	if count < nearFewest || count > nearMost || end > uint64(len(b.Bytes)) {
		return false
	}
	indices := mem.Words(b.Bytes[from:end])
	if len(indices) == 0 {
		return false // they do not stand as the machine has words
	}
	places := slices.Grow(g.Sequence[:0], len(indices))[:len(indices)]
	vertices := slices.Grow(g.Vertices[:0], 1<<nearBits)[:1<<nearBits]
	n, ok := g.near.number((*[1 << nearBits]uint32)(vertices), places, indices)
	if !ok {
		return false
	}
	g.Vertices, g.Sequence = vertices[:n], places
	g.Most = slices.Max(g.Vertices)
	return true
}

// number finds the places of indices, and gives the number of vertices.
func (t *near) number(vertices *[1 << nearBits]uint32, places, indices []uint32) (n uint32, ok bool) {
	low := indices[0] - min(indices[0], nearSize/2)
	read := t.next()
	table := (*[nearSize]uint32)(t.table)
	places = places[:len(indices)]
	for i, v := range indices {
		at := v - low
		if at >= nearSize {
			return 0, false
		}
		place := table[at] - read
		if place > nearMost { // of another read
			place = n
			table[at] = read + n
			vertices[n&nearMost] = v
			n++
		}
		places[i] = place
	}
	return n, true
}
