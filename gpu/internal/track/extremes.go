package track

// extremes are numbers in order, of which some may be taken off at the end, with the smallest and the largest of every eight, of every eight of these, and so
// on. Who looks for the next number above a bound, or the last one below it, steps over the groups that have none:
//
//	numbers   3 1 4 1 5 9 2 6 │ 5 3 5 8 9 7 9 3 │ 2 3 8
//	groups    [1, 9]          │ [3, 9]          │            only those that are complete
type extremes struct {
	all    []uint64
	groups [][]bounds
}

// bounds are the smallest and the largest of a group.
type bounds struct{ min, max uint64 }

const groupBits = 3

// push adds a number.
func (e *extremes) push(v uint64) {
	e.all = append(e.all, v)
	for k, n := 0, len(e.all)>>groupBits; len(e.all) == n<<(groupBits*(k+1)) && n > 0; k, n = k+1, n>>groupBits {
		if k == len(e.groups) {
			e.groups = append(e.groups, nil)
		}
		e.groups[k] = append(e.groups[k], e.bound(k, n-1))
	}
}

// bound is that of a group that is complete.
func (e *extremes) bound(k, n int) bounds {
	if k == 0 {
		b := bounds{e.all[n<<groupBits], 0}
		for _, v := range e.all[n<<groupBits : (n+1)<<groupBits] {
			b = bounds{min(b.min, v), max(b.max, v)}
		}
		return b
	}
	b := e.groups[k-1][n<<groupBits]
	for _, c := range e.groups[k-1][n<<groupBits : (n+1)<<groupBits] {
		b = bounds{min(b.min, c.min), max(b.max, c.max)}
	}
	return b
}

// pop takes the last number off.
func (e *extremes) pop() {
	e.all = e.all[:len(e.all)-1]
	for k := range e.groups {
		e.groups[k] = e.groups[k][:len(e.all)>>(groupBits*(k+1))]
	}
}

// reset makes it hold these numbers.
func (e *extremes) reset(count int, number func(i int) uint64) {
	e.all = e.all[:0]
	for k := range e.groups {
		e.groups[k] = e.groups[k][:0]
	}
	for i := range count {
		e.push(number(i))
	}
}

// next is the first index, from one on, of a number for which in says yes; in says no of bounds only if it would do so of every number within. Without one it is
// the number of all.
func (e *extremes) next(from int, in func(bounds) bool) int {
	for from < len(e.all) {
		step := 0
		for k := range e.groups {
			bits := groupBits * (k + 1)
			if n := from >> bits; n<<bits != from || n >= len(e.groups[k]) || in(e.groups[k][n]) {
				break
			}
			step = 1 << bits
		}
		if step == 0 {
			if v := e.all[from]; in(bounds{v, v}) {
				return from
			}
			step = 1
		}
		from += step
	}
	return len(e.all)
}

// last is the last index, below one, of a number for which in says yes, as next; -1: there is none.
func (e *extremes) last(to int, in func(bounds) bool) int {
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
			if v := e.all[to-1]; in(bounds{v, v}) {
				return to - 1
			}
			step = 1
		}
		to -= step
	}
	return -1
}

// most is the largest of the first numbers, 0 of none.
func (e *extremes) most(count int) (v uint64) {
	for i := 0; i < count; {
		step, top := 1, e.all[i]
		for k := range e.groups {
			bits := groupBits * (k + 1)
			n := i >> bits
			if n<<bits != i || i+1<<bits > count {
				break
			}
			step, top = 1<<bits, e.groups[k][n].max
		}
		i, v = i+step, max(v, top)
	}
	return v
}

// above says yes to numbers that are at least v.
func above(v uint64) func(bounds) bool { return func(b bounds) bool { return b.max >= v } }

// below says yes to numbers that are less than v.
func below(v uint64) func(bounds) bool { return func(b bounds) bool { return b.min < v } }
