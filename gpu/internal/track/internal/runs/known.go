package runs

import (
	"slices"
	"sync"
)

// Known is a program, and how far its agents come in the runs that searches for Without have found: a search for one item mostly comes by all others,
// too. So of n items in no order with each other n searches are made, and not one for each two.
type Known struct {
	p      func() *Program
	bounds map[Point]bounds
	kept   int // how many numbers are in bounds
}

// bounds say how far agents come without an item: as far as least in one run or another, and never further than most, if there is any.
type bounds struct{ least, most []uint32 }

// maxKept bounds what is kept of all searches.
const maxKept = 1 << 22

// NewKnown begins without any run. The program is made when it is first asked for, and may not change after that.
func NewKnown(p func() *Program) *Known {
	return &Known{p: sync.OnceValue(p), bounds: map[Point]bounds{}}
}

// Without says whether there is a run in which y happens and x does not, or so many runs that it is not known.
func (k *Known) Without(x, y Point) bool {
	b := k.bounds[x]
	switch {
	case b.least != nil && b.least[y.Queue] >= y.Pos:
		return true
	case b.most != nil && b.most[y.Queue] < y.Pos:
		return false
	}
	s := search{p: k.p(), x: x, y: y, seen: map[string]bool{}}
	if s.begin(); !s.found {
		b.most = s.far
	} else if s.share() && len(s.shared) > 0 {
		s.seen, s.found, s.states = map[string]bool{}, false, 0
		s.begin()
	}
	if s.found {
		b.least = furthest(b.least, s.far)
	}
	if k.kept += len(s.far); k.kept > maxKept {
		clear(k.bounds)
		k.kept = len(s.far)
	}
	k.bounds[x] = b
	return s.found
}

// furthest is the larger one of each two numbers.
func furthest(a, b []uint32) []uint32 {
	if a == nil {
		return slices.Clone(b)
	}
	for i := range a {
		a[i] = max(a[i], b[i])
	}
	return a
}
