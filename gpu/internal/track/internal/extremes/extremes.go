// Package extremes looks for the next of many numbers above a bound, or the last one below it, without a look at each. It knows nothing of what the
// numbers are.
package extremes

// List is numbers in order, of which some may be taken off at the end, with the smallest and the largest of every eight, of every eight of these, and
// so on. Who looks for the next number above a bound, or the last one below it, steps over the groups that have none:
//
//	numbers   3 1 4 1 5 9 2 6 │ 5 3 5 8 9 7 9 3 │ 2 3 8
//	groups    [1, 9]          │ [3, 9]          │            only those that are complete
type List struct {
	All    []uint64
	groups [][]Bounds
}

// Bounds are the smallest and the largest of a group.
type Bounds struct{ Min, Max uint64 }

const groupBits = 3

// Push adds a number.
func (e *List) Push(v uint64) {
	e.All = append(e.All, v)
	for k, n := 0, len(e.All)>>groupBits; len(e.All) == n<<(groupBits*(k+1)) && n > 0; k, n = k+1, n>>groupBits {
		if k == len(e.groups) {
			e.groups = append(e.groups, nil)
		}
		e.groups[k] = append(e.groups[k], e.bound(k, n-1))
	}
}

// bound is that of a group that is complete.
func (e *List) bound(k, n int) Bounds {
	if k == 0 {
		b := Bounds{e.All[n<<groupBits], 0}
		for _, v := range e.All[n<<groupBits : (n+1)<<groupBits] {
			b = Bounds{min(b.Min, v), max(b.Max, v)}
		}
		return b
	}
	b := e.groups[k-1][n<<groupBits]
	for _, c := range e.groups[k-1][n<<groupBits : (n+1)<<groupBits] {
		b = Bounds{min(b.Min, c.Min), max(b.Max, c.Max)}
	}
	return b
}

// Pop takes the last number off.
func (e *List) Pop() {
	e.All = e.All[:len(e.All)-1]
	for k := range e.groups {
		e.groups[k] = e.groups[k][:len(e.All)>>(groupBits*(k+1))]
	}
}

// Reset makes it hold these numbers.
func (e *List) Reset(count int, number func(i int) uint64) {
	e.All = e.All[:0]
	for k := range e.groups {
		e.groups[k] = e.groups[k][:0]
	}
	for i := range count {
		e.Push(number(i))
	}
}

// Next is the first index, from one on, of a number for which in says yes; in says no of Bounds only if it would do so of every number within.
// Without one it is the number of all.
func (e *List) Next(from int, in func(Bounds) bool) int {
	for from < len(e.All) {
		step := 0
		for k := range e.groups {
			bits := groupBits * (k + 1)
			if n := from >> bits; n<<bits != from || n >= len(e.groups[k]) || in(e.groups[k][n]) {
				break
			}
			step = 1 << bits
		}
		if step == 0 {
			if v := e.All[from]; in(Bounds{v, v}) {
				return from
			}
			step = 1
		}
		from += step
	}
	return len(e.All)
}

// Last is the last index, below one, of a number for which in says yes, as next; -1: there is none.
func (e *List) Last(to int, in func(Bounds) bool) int {
	for to > 0 {
		step := 0
		for k := range e.groups {
			bits := groupBits * (k + 1)
			if n := to >> bits; n<<bits != to || n > len(e.groups[k]) || in(e.groups[k][n-1]) {
				break
			}
			step = 1 << bits
		}
		if step == 0 {
			if v := e.All[to-1]; in(Bounds{v, v}) {
				return to - 1
			}
			step = 1
		}
		to -= step
	}
	return -1
}

// Most is the largest of the first numbers, 0 of none.
func (e *List) Most(count int) (v uint64) {
	for i := 0; i < count; {
		step, top := 1, e.All[i]
		for k := range e.groups {
			bits := groupBits * (k + 1)
			n := i >> bits
			if n<<bits != i || i+1<<bits > count {
				break
			}
			step, top = 1<<bits, e.groups[k][n].Max
		}
		i, v = i+step, max(v, top)
	}
	return v
}

// Above says yes to numbers that are at least v.
func Above(v uint64) func(Bounds) bool { return func(b Bounds) bool { return b.Max >= v } }

// Below says yes to numbers that are less than v.
func Below(v uint64) func(Bounds) bool { return func(b Bounds) bool { return b.Min < v } }
