// Package latest holds what was put last into the ranges of a memory. What is put takes the place of all that it meets:
//
//	before    [ a      ][ b  ][ d ]
//	put c          [ c     ]
//	after          [ c     ]  [ d ]
//
// It must not know what that is.
package latest

import "slices"

// Ranges share no bytes, and ascend.
type Ranges[T any] []one[T]

type one[T any] struct {
	begin, end uint64
	of         *T
}

// from is the first range that ends after a place.
func (l Ranges[T]) from(place uint64) int {
	at, _ := slices.BinarySearchFunc(l, place+1, func(x one[T], end uint64) int {
		if x.end < end {
			return -1
		}
		return 1
	})
	return at
}

// First is what stands in the first range that meets bytes [begin, end); nil: nothing does.
func (l Ranges[T]) First(begin, end uint64) *T {
	if at := l.from(begin); at < len(l) && l[at].begin < end {
		return l[at].of
	}
	return nil
}

// Put is the ranges with one more.
func (l Ranges[T]) Put(begin, end uint64, of *T) Ranges[T] {
	from := l.from(begin)
	to := from
	for to < len(l) && l[to].begin < end {
		to++
	}
	return slices.Replace(l, from, to, one[T]{begin, end, of})
}
