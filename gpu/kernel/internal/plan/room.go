package plan

import (
	"bytes"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// room says which sizes of a buffer, or of constants, give the same closed forms: all from least on, unless the very size matters.
//
//	0            least                       size
//	|  touched  ]|   of no account           |
type room struct {
	least uint32 // elements of a buffer, bytes of constants
	bytes bool   // of constants
	fixed bool   // only the same size does
}

// largestRoom is the largest number of elements that forms are compared with (form.inside).
const largestRoom = 1<<31 - 1

// need notes that the room must be n large.
func (m *room) need(n uint32) { m.least = max(m.least, n) }

// fit notes an access at g, with rest more after it, to a record that has a size.
func (m *room) fit(g *form, l *limits, size, rest uint32) {
	if !g.known { // it may be anywhere, however large the room is
		m.need(rest + 1)
		m.fixed = m.fixed || size <= rest || size > largestRoom
		return
	}
	over := g.over(l)
	last := max(over.hi, 0) + int64(rest)
	if over.lo < -1<<31 || last >= int64(size) || size > largestRoom {
		m.fixed = true
		return
	}
	m.need(uint32(last) + 1)
}

// roomOf is the room of a record of a binding of which nothing is known yet: those of textures are as they are.
func roomOf(b *ir.Binding) room {
	constants := b.Shape == ir.Constants
	return room{bytes: constants, fixed: !constants && !b.Shape.IsBuffer()}
}

// alike tells whether two records give the same closed forms, the first of which has room: where they stand, and whose they are, makes no difference.
func (m *room) alike(a, b []byte) bool {
	const sizes, others, object, rest = 4 * ir.WordSize, 4 * ir.WordStride, 4 * ir.WordObject, 4 * (ir.WordObject + 1)
	if !bytes.Equal(a[others:object], b[others:object]) || !bytes.Equal(a[rest:], b[rest:]) {
		return false
	}
	if m.fixed {
		return bytes.Equal(a[sizes:others], b[sizes:others])
	}
	size := ir.RecordWord(b, ir.WordCount)
	if m.bytes {
		size = ir.RecordWord(b, ir.WordSize)
	}
	return size >= m.least && size <= largestRoom
}
