package plan

import (
	"math"
	"math/bits"
)

// symbol is a quantity that work items differ in and that has a closed form.
type symbol uint8

// The symbols: nine axes, and the turns of the loops around a place. GroupIndex and LaneIndex are made of axes.
const (
	symDispatch symbol = 0 // DispatchThreadID.x, y, z
	symThread   symbol = 3 // GroupThreadID.x, y, z
	symGroup    symbol = 6 // GroupID.x, y, z
	symTurn     symbol = 9 // number of the turn, from 0, of the counted loop at depth 0, 1, …
	maxDepth           = 5
	numSymbols         = 9 + maxDepth
)

// maxTurns bounds the iterations of a loop that has a symbol.
const maxTurns = 1 << 26

// form is what is known of an I32 value, as a mathematical integer that is congruent to it modulo 2^32:
//
//	base + Σ coef[s]*s + something in [lo, hi]
type form struct {
	known  bool
	of     symbols // at least the symbols whose coefficient is not 0
	base   int64
	coef   [numSymbols]int64
	lo, hi int64
	moved  moves // how base grows with constants
}

// symbols is a set of them: most forms have one or two, and need not be looked at for the others.
type symbols uint16

// next gives a symbol of a set, which is not empty, and the rest.
func (l symbols) next() (symbol, symbols) {
	return symbol(bits.TrailingZeros16(uint16(l))), l & (l - 1)
}

// interval is a closed range of integers; it is empty where hi < lo.
type interval struct{ lo, hi int64 }

func (i interval) clip(j interval) interval { return interval{max(i.lo, j.lo), min(i.hi, j.hi)} }

// limits are the ranges of the symbols at one place.
type limits [numSymbols]interval

func (l *limits) empty() bool {
	for _, i := range l {
		if i.hi < i.lo {
			return true
		}
	}
	return false
}

// and are the limits that hold where both do.
func (l limits) and(m *limits) limits {
	for s := range l {
		l[s] = l[s].clip(m[s])
	}
	return l
}

func constForm(v int64) form { return form{known: true, base: v} }

func between(lo, hi int64) form {
	if lo == hi {
		return constForm(lo)
	}
	return form{known: true, lo: lo, hi: hi}
}

func symbolForm(s symbol) form {
	f := constForm(0)
	f.coef[s], f.of = 1, 1<<s
	return f
}

// settle replaces symbols that have one value by it.
func (f form) settle(l *limits) form {
	for s, rest := symbol(0), f.of; rest != 0; {
		if s, rest = rest.next(); l[s].lo == l[s].hi {
			f.base, f.coef[s] = f.base+f.coef[s]*l[s].lo, 0
		}
	}
	return f
}

// isConst tells whether f is one number.
func (f *form) isConst() bool {
	if !f.known || f.lo != 0 || f.hi != 0 {
		return false
	}
	for s, rest := symbol(0), f.of; rest != 0; {
		if s, rest = rest.next(); f.coef[s] != 0 {
			return false
		}
	}
	return true
}

// largest keeps every product of two numbers, and every coefficient times a symbol, far below the range of int64.
const largest = 1 << 31

// checked forgets forms whose numbers grow too large, and writes GroupID*n + GroupThreadID as DispatchThreadID. The base is
// brought back into 32 bits, which is congruent.
func (f form) checked(threads [3]uint32) form {
	if !f.known || outside(f.lo) || outside(f.hi) {
		return form{}
	}
	f.base = int64(int32(f.base))
	for s, rest := symbol(0), f.of; rest != 0; {
		if s, rest = rest.next(); outside(f.coef[s]) {
			return form{}
		}
	}
	for axis := range symbol(3) {
		t := f.coef[symThread+axis]
		if t != 0 && f.coef[symGroup+axis] == t*int64(threads[axis]) {
			f.coef[symThread+axis], f.coef[symGroup+axis] = 0, 0
			f.coef[symDispatch+axis] += t
			f.of |= 1 << (symDispatch + axis)
		}
	}
	return f
}

func outside(v int64) bool { return v > largest || v < -largest }

func (f form) add(g form) form {
	f.known = f.known && g.known
	f.base, f.lo, f.hi = f.base+g.base, f.lo+g.lo, f.hi+g.hi
	if g.moved.any() {
		f.moved.add(&g.moved)
	}
	f.of |= g.of
	for s, rest := symbol(0), g.of; rest != 0; {
		s, rest = rest.next()
		f.coef[s] += g.coef[s]
	}
	return f
}

// scale multiplies by c, which is within 32 bits.
func (f form) scale(c int64) form {
	f.base, f.lo, f.hi = f.base*c, f.lo*c, f.hi*c
	if f.moved.any() {
		f.moved.scale(int32(c))
	}
	if c < 0 {
		f.lo, f.hi = f.hi, f.lo
	}
	for s, rest := symbol(0), f.of; rest != 0; {
		s, rest = rest.next()
		f.coef[s] *= c
	}
	return f
}

// over is the interval of f under l, as mathematical integers.
func (f *form) over(l *limits) interval {
	i := interval{f.base + f.lo, f.base + f.hi}
	for s, rest := symbol(0), f.of; rest != 0; {
		s, rest = rest.next()
		switch c := f.coef[s]; {
		case c > 0:
			i.lo, i.hi = i.lo+c*l[s].lo, i.hi+c*l[s].hi
		case c < 0:
			i.lo, i.hi = i.lo+c*l[s].hi, i.hi+c*l[s].lo
		}
	}
	return i
}

// unsigned is the interval of f as an unsigned number below 2^31, where signed and unsigned agree.
func (f *form) unsigned(l *limits) (interval, bool) {
	if !f.known {
		return interval{}, false
	}
	i := f.over(l)
	return i, i.lo >= 0 && i.hi <= math.MaxInt32
}

// signed is the interval of f as a signed number.
func (f *form) signed(l *limits) (interval, bool) {
	if !f.known {
		return interval{}, false
	}
	i := f.over(l)
	return i, i.lo >= math.MinInt32 && i.hi <= math.MaxInt32
}

// number is the interval of f as a signed or an unsigned number. It is no function value, through which f would be an allocation.
func (f *form) number(l *limits, signed bool) (interval, bool) {
	if signed {
		return f.signed(l)
	}
	return f.unsigned(l)
}

// hull covers f and g.
func (w *walker) hull(f, g form) form {
	if !f.known || !g.known {
		return form{}
	}
	w.moving.pin(&f, &g)
	f.moved, g.moved = moves{}, moves{}
	if f.coef == g.coef {
		lo, hi := min(f.base+f.lo, g.base+g.lo), max(f.base+f.hi, g.base+g.hi)
		f.base, f.lo, f.hi = lo, 0, hi-lo
		return f
	}
	i, j := f.over(&w.limits), g.over(&w.limits)
	return between(min(i.lo, j.lo), max(i.hi, j.hi))
}

// anyLane is f for some other work item of the same group.
func (f form) anyLane(threads [3]uint32) form {
	for axis := range symbol(3) {
		n := int64(threads[axis])
		d, t := f.coef[symDispatch+axis], f.coef[symThread+axis]
		f.coef[symGroup+axis] += d * n
		f.of |= 1 << (symGroup + axis)
		f.coef[symDispatch+axis], f.coef[symThread+axis] = 0, 0
		f.lo, f.hi = f.lo+min(d, 0)*(n-1)+min(t, 0)*(n-1), f.hi+max(d, 0)*(n-1)+max(t, 0)*(n-1)
	}
	return f
}
