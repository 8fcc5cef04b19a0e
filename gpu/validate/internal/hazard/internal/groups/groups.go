// Package groups steps over neighbours in a list that have nothing in common with something: it keeps what every eight things cover together, and
// every eight of these, and so on. Things come in at any place and leave in front.
//
//	things  gone a b │ c d e f g h i j │ k l
//	covers  [0, 512) │ [512, 4096)     │         of groups that are complete; what is gone still counts
//
// It must not know what the things are.
package groups

// Bits is how many bits of a number a group takes: it has 1 << Bits things.
const Bits = 3

// Extent is what a thing covers.
type Extent[X any] interface {
	Covers(X) X
	Meets(X) bool
}

// Of are groups of things. The zero value has none.
type Of[X Extent[X]] struct {
	gone   int // taken off in front: groups count from the first of them
	covers [][]X
}

// Place is the number of the thing at a place of the list, counted with those that are gone.
func (g *Of[X]) Place(at int) int { return g.gone + at }

// Clear forgets all groups, of a list that is empty.
func (g *Of[X]) Clear() { g.gone, g.covers = 0, g.covers[:0] }

// Pop takes the first thing off, of which so many are left then, and reports whether so many are gone that the groups should be worked out anew, from
// place 0 on.
func (g *Of[X]) Pop(left int) (anew bool) {
	if g.gone++; g.gone > left+1<<Bits {
		g.gone = 0
		return true
	}
	return false
}

// Renew works the groups out from a place in the list on, which has so many things. none is what no thing covers.
func (g *Of[X]) Renew(at, length int, none X, of func(i int) X) {
	for k := range g.covers {
		g.covers[k] = g.covers[k][:min(len(g.covers[k]), (g.gone+at)>>(Bits*(k+1)))]
	}
	total := g.gone + length
	for k := 0; total>>(Bits*(k+1)) > 0; k++ {
		if k == len(g.covers) {
			g.covers = append(g.covers, nil)
		}
		for n := len(g.covers[k]); n < total>>(Bits*(k+1)); n++ {
			g.covers[k] = append(g.covers[k], g.group(k, n, none, of))
		}
	}
}

// group is what a group covers that is complete.
func (g *Of[X]) group(k, n int, none X, of func(i int) X) X {
	x := none
	for i := n << Bits; i < (n+1)<<Bits; i++ {
		switch {
		case k > 0:
			x = x.Covers(g.covers[k-1][i])
		case i >= g.gone:
			x = x.Covers(of(i - g.gone))
		}
	}
	return x
}

// Next is the place of the first thing, from one on, that meets x; length: there is none.
func (g *Of[X]) Next(from, length int, x X, of func(i int) X) int {
	for from < length {
		step, place := 0, g.gone+from
		for k := range g.covers {
			bits := Bits * (k + 1)
			if n := place >> bits; n<<bits != place || n >= len(g.covers[k]) || g.covers[k][n].Meets(x) {
				break
			}
			step = 1 << bits
		}
		if step == 0 {
			if of(from).Meets(x) {
				return from
			}
			step = 1
		}
		from += step
	}
	return length
}
