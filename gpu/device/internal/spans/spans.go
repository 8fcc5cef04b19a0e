// Package spans finds the owner of a byte: ranges that do not overlap, sorted. It must not know what owns them.
package spans

// Span is a range of bytes that something owns.
type Span[T any] struct {
	Begin, End uint64
	Owner      T
}

// Map is a set of spans. Its zero value is empty. It is not safe for concurrent use.
type Map[T any] struct{ spans []Span[T] }

// search returns the index of the first span that begins behind an address.
func (m *Map[T]) search(address uint64) int {
	lo, hi := 0, len(m.spans)
	for lo < hi {
		mid := (lo + hi) / 2
		if m.spans[mid].Begin <= address {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// Insert adds a span that overlaps no other.
func (m *Map[T]) Insert(s Span[T]) {
	i := m.search(s.Begin)
	m.spans = append(m.spans, Span[T]{})
	copy(m.spans[i+1:], m.spans[i:])
	m.spans[i] = s
}

// Remove takes the span that begins at an address away.
func (m *Map[T]) Remove(begin uint64) {
	i := m.search(begin) - 1
	if i < 0 || m.spans[i].Begin != begin {
		panic("BUG: spans: no span begins here")
	}
	m.spans = append(m.spans[:i], m.spans[i+1:]...)
}

// Find returns the owner of the byte at an address; ok is false where there is none.
func (m *Map[T]) Find(address uint64) (owner T, ok bool) {
	i := m.search(address) - 1
	if i < 0 || address >= m.spans[i].End {
		return owner, false
	}
	return m.spans[i].Owner, true
}
