// Package byid keeps values by the identities of objects, or of whoever acts, in memory that follows how many there are and not how many there ever
// were.
//
//	identities   1 … 63        64 … 127      128 … 191
//	pages        [ 2 values ]  nil           [ 64 values ]
//	                           └ all of them were dropped: a pointer is left of the page
//
// Identities are given out in order and never again, so those that live at the same time stand close together. It must not know what an object is.
package byid

import (
	"iter"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
)

// pageSize is the number of identities of a page: the bits of its mask.
const pageSize = 64

// fewPages are kept that are empty.
const fewPages = 16

type page[T any] struct {
	has  uint64 // which rows are taken
	rows [pageSize]T
}

// Table has values by identity. The zero value has none.
type Table[K ~uint32, T any] struct {
	pages []*page[T]
	spare idle.List[*page[T]] // empty ones: what comes and goes by itself needs no memory for each time
	count int
}

// Len is how many values there are.
func (t *Table[K, T]) Len() int { return t.count }

// Get is the value of an identity, the zero value if there is none.
func (t *Table[K, T]) Get(id K) (v T) {
	if at := int(id / pageSize); at < len(t.pages) && t.pages[at] != nil {
		return t.pages[at].rows[id%pageSize] // which is zero where nothing stands
	}
	return v
}

// Set gives an identity a value.
func (t *Table[K, T]) Set(id K, v T) {
	at := int(id / pageSize)
	for at >= len(t.pages) {
		t.pages = append(t.pages, nil)
	}
	p := t.pages[at]
	if p == nil {
		p = idle.New(&t.spare)
		t.pages[at] = p
	}
	p.rows[id%pageSize] = v
	if bit := uint64(1) << (id % pageSize); p.has&bit == 0 {
		p.has |= bit
		t.count++
	}
}

// Drop takes the value of an identity away, if it has one, and gives its memory back.
func (t *Table[K, T]) Drop(id K) {
	at, bit := int(id/pageSize), uint64(1)<<(id%pageSize)
	if at >= len(t.pages) || t.pages[at] == nil || t.pages[at].has&bit == 0 {
		return
	}
	p := t.pages[at]
	var none T
	p.rows[id%pageSize] = none
	t.count--
	if p.has &^= bit; p.has == 0 {
		t.pages[at] = nil
		t.spare.Put(p, fewPages)
	}
}

// All are the identities that have a value, in their order. The one that is visited may be dropped meanwhile.
func (t *Table[K, T]) All() iter.Seq2[K, T] {
	return func(yield func(K, T) bool) {
		for at, p := range t.pages {
			if p == nil {
				continue
			}
			for rest := p.has; rest != 0; rest &= rest - 1 {
				row := bits.TrailingZeros64(rest)
				if !yield(K(at*pageSize+row), p.rows[row]) {
					return
				}
			}
		}
	}
}

// Key is the first identity that has a value, 0 if none has it.
func Key[K ~uint32, T comparable](t *Table[K, T], value T) K {
	for id, v := range t.All() {
		if v == value {
			return id
		}
	}
	return 0
}

// Rows is how many values there is room for: those of the pages that are not empty.
func (t *Table[K, T]) Rows() (rows int) {
	for _, p := range t.pages {
		if p != nil {
			rows += pageSize
		}
	}
	return rows
}

// Recent has the last identities that were added, as many as it keeps. The zero value keeps none.
type Recent struct {
	ids  []gpu.ID
	next int // where the next one goes, when all places are taken
	most int
}

// Keep says how many are kept. It is called once, before the first Add.
func (r *Recent) Keep(most int) { r.most = most }

// Add adds an identity and is the one that goes for it, 0 as long as there is room.
func (r *Recent) Add(id gpu.ID) (out gpu.ID) {
	switch {
	case r.most == 0:
		return id
	case len(r.ids) < r.most:
		r.ids = append(r.ids, id)
		return 0
	}
	out, r.ids[r.next] = r.ids[r.next], id
	r.next = (r.next + 1) % r.most
	return out
}
