package spans

// Layers are spans that may overlap: those of one layer do not. Its zero value is empty.
//
//	layer 2   [ e ]
//	layer 1   [ b ]   [   d   ]
//	layer 0   [    a    ][ c ]        a new span stands on the lowest layer where its bytes are free
type Layers[T any] struct {
	layers []Map[T]
	bases  Map[*base] // by byte
}

// base is a byte at which spans begin. All layers below full have a span there.
type base struct{ full int }

// Insert adds a span, and returns its layer.
func (l *Layers[T]) Insert(s Span[T]) (layer int) {
	if _, ok := l.bases.Find(s.Begin); !ok {
		l.bases.Insert(Span[*base]{s.Begin, s.Begin + 1, &base{}})
	}
	l.bases.within(s.Begin, s.End, func(_ uint64, b *base) { layer = max(layer, b.full) })
	for layer < len(l.layers) && l.layers[layer].meets(s.Begin, s.End) {
		layer++
	}
	if layer == len(l.layers) {
		l.layers = append(l.layers, Map[T]{})
	}
	l.layers[layer].Insert(s)
	l.bases.within(s.Begin, s.End, func(at uint64, b *base) {
		for b.full < len(l.layers) && l.layers[b.full].meets(at, at+1) {
			b.full++
		}
	})
	return layer
}

// Remove takes a span of a layer away.
func (l *Layers[T]) Remove(layer int, begin, end uint64) {
	l.layers[layer].Remove(begin)
	l.bases.within(begin, end, func(_ uint64, b *base) { b.full = min(b.full, layer) })
}

// Find returns the owner of the byte at an address of a layer; ok is false where there is none.
func (l *Layers[T]) Find(layer int, address uint64) (owner T, ok bool) {
	if layer >= len(l.layers) {
		return owner, false
	}
	return l.layers[layer].Find(address)
}

// within calls f with the spans that begin in [begin, end), in their order.
func (m *Map[T]) within(begin, end uint64, f func(begin uint64, owner T)) {
	block, at, ok := m.search(begin)
	if !ok {
		block, at = 0, 0
	}
	for ; block < len(m.blocks); block, at = block+1, 0 {
		for ; at < len(m.blocks[block]); at++ {
			s := m.blocks[block][at]
			if s.Begin >= end {
				return
			}
			if s.Begin >= begin {
				f(s.Begin, s.Owner)
			}
		}
	}
}
