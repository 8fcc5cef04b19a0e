// Package ground keeps which bytes of a memory were touched, by whomever: a set of ranges that do not meet. Where there are many, they are rounded to
// multiples of a size that grows, so that the set may have more than was added, never less, and takes as much memory however much was added.
//
// It must not know who touched them, nor when.
package ground

import (
	"cmp"
	"slices"
)

// most is how many ranges a set has.
const most = 512

// Set is a set of bytes. The zero value is empty.
type Set struct {
	ranges []extent // in their order, with gaps between them
	grain  uint     // their bounds are multiples of 1 << grain
}

// extent are the bytes [first, last).
type extent struct{ first, last uint64 }

// Add adds the bytes [first, last).
func (s *Set) Add(first, last uint64) {
	x := extent{first >> s.grain << s.grain, ((last-1)>>s.grain + 1) << s.grain}
	at := s.find(x.first)
	if at < len(s.ranges) && s.ranges[at].first <= x.first && x.last <= s.ranges[at].last {
		return
	}
	end := at
	for ; end < len(s.ranges) && s.ranges[end].first <= x.last; end++ {
		x.first, x.last = min(x.first, s.ranges[end].first), max(x.last, s.ranges[end].last)
	}
	if s.ranges = slices.Replace(s.ranges, at, end, x); len(s.ranges) > most {
		s.coarsen()
	}
}

// coarsen rounds the ranges to larger multiples until half of them are left.
func (s *Set) coarsen() {
	for len(s.ranges) > most/2 {
		old := s.ranges
		s.ranges, s.grain = old[:0:0], s.grain+1
		for _, x := range old {
			s.Add(x.first, x.last)
		}
	}
}

// Meets says whether one of the bytes [first, last) may have been added.
func (s *Set) Meets(first, last uint64) bool {
	at := s.find(first + 1)
	return at < len(s.ranges) && s.ranges[at].first < last
}

// find is the place of the first range that ends at a byte or after it.
func (s *Set) find(end uint64) int {
	at, _ := slices.BinarySearchFunc(s.ranges, end, func(x extent, end uint64) int { return cmp.Compare(x.last, end) })
	return at
}

// Clear takes everything out.
func (s *Set) Clear() { s.ranges, s.grain = s.ranges[:0], 0 }
