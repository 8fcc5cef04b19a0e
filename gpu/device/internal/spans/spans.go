// Package spans finds the owner of a byte: ranges that do not overlap (Map), or that overlap on different layers (Layers). It must not know what owns
// them.
package spans

import "slices"

// Span is a range of bytes that something owns.
type Span[T any] struct {
	Begin, End uint64
	Owner      T
}

// Map is a set of spans. Its zero value is empty. It is not safe for concurrent use.
//
// The spans stand in sorted blocks of a bounded size, so that one that comes or goes moves few others.
type Map[T any] struct{ blocks [][]Span[T] }

// most is how many spans a block has at most.
const most = 256

// search returns the place of the last span that begins at an address or before it; ok is false where there is none.
func (m *Map[T]) search(address uint64) (block, at int, ok bool) {
	block = count(len(m.blocks), func(i int) bool { return m.blocks[i][0].Begin <= address }) - 1
	if block < 0 {
		return 0, 0, false
	}
	b := m.blocks[block]
	return block, count(len(b), func(i int) bool { return b[i].Begin <= address }) - 1, true
}

// count is how many of the first of n indices something holds for.
func count(n int, holds func(int) bool) int {
	lo, hi := 0, n
	for lo < hi {
		if mid := (lo + hi) / 2; holds(mid) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// Insert adds a span that overlaps no other.
func (m *Map[T]) Insert(s Span[T]) {
	if len(m.blocks) == 0 {
		m.blocks = [][]Span[T]{{s}}
		return
	}
	block, at, ok := m.search(s.Begin)
	if !ok {
		at = -1
	}
	b := slices.Insert(m.blocks[block], at+1, s)
	m.blocks[block] = b
	if len(b) > most {
		m.blocks = slices.Insert(m.blocks, block+1, slices.Clone(b[most/2:]))
		clear(b[most/2:])
		m.blocks[block] = b[:most/2]
	}
}

// Remove takes the span that begins at an address away.
func (m *Map[T]) Remove(begin uint64) {
	block, at, ok := m.search(begin)
	if !ok || m.blocks[block][at].Begin != begin {
		panic("BUG: spans: no span begins here")
	}
	if m.blocks[block] = slices.Delete(m.blocks[block], at, at+1); len(m.blocks[block]) == 0 {
		m.blocks = slices.Delete(m.blocks, block, block+1)
	}
}

// Find returns the owner of the byte at an address; ok is false where there is none.
func (m *Map[T]) Find(address uint64) (owner T, ok bool) {
	block, at, ok := m.search(address)
	if !ok || address >= m.blocks[block][at].End {
		return owner, false
	}
	return m.blocks[block][at].Owner, true
}

// meets says whether a span has bytes of [begin, end).
func (m *Map[T]) meets(begin, end uint64) bool {
	block, at, ok := m.search(end - 1)
	return ok && begin < m.blocks[block][at].End
}
