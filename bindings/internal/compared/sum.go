package compared

import (
	"math"

	lua "github.com/yuin/gopher-lua"
)

// sum is what a script makes of the number by adding what it knows, or by taking one from the other:
//
//	completed - 2       plus -2
//	frame - completed   minus, plus frame
//
// Text in which it stands is one, too, of which nothing more is made but text, and so is what a comparison of it finds.
type sum struct {
	minus bool
	plus  float64
	text  bool
	truth bool // true or false
}

// shown says that it is no number.
func (s sum) shown() bool { return s.text || s.truth }

// itself is the number.
var itself sum

// solve is the number of which the sum is so much.
func (s sum) solve(total float64) float64 {
	if s.minus {
		return s.plus - total
	}
	return total - s.plus
}

// maxSums is in how many registers there may be sums at a time.
const maxSums = 4

// sums are those that are not the number itself, by register, in any order; a zero register and sum is a free place.
type sums [maxSums]struct {
	used     bool
	register int
	sum
}

// sumIn is what a register holds that holds the number, or a sum of it.
func (p *place) sumIn(register int) sum {
	for i := range p.sums {
		if x := &p.sums[i]; x.used && x.register == register {
			return x.sum
		}
	}
	return itself
}

// hold notes that a register holds a sum of the number. It reports false where there are too many.
func (p *place) hold(register int, s sum) bool {
	p.drop(register)
	p.holds.add(register)
	if s == itself {
		return true
	}
	for i := range p.sums {
		if x := &p.sums[i]; !x.used {
			x.used, x.register, x.sum = true, register, s
			return true
		}
	}
	return false
}

// drop notes that a register holds something else.
func (p *place) drop(register int) {
	p.holds.remove(register)
	for i := range p.sums {
		if x := &p.sums[i]; x.used && x.register == register {
			*x = sums{}[0]
		}
	}
}

// maxPlus bounds what is added: sums of whole numbers below it are exact.
const maxPlus = 1 << 52

// calculate is the sum that an instruction makes of the number and of a value that is known; false: it does not.
func (f *follower) calculate(i instruction, at *place) (s sum, ok bool) {
	op := i.op()
	if op != lua.OP_ADD && op != lua.OP_SUB {
		return s, false
	}
	mine, other := i.b(), i.c()
	if !at.holds.has(mine) {
		mine, other = other, mine
	}
	value, known := f.operand(other, at).(lua.LNumber)
	n := float64(value)
	if !at.holds.has(mine) || at.holds.has(other) || !known || n != math.Trunc(n) || math.Abs(n) > maxPlus {
		return s, false
	}
	if s = at.sumIn(mine); s.shown() {
		return s, false
	}
	switch {
	case op == lua.OP_ADD:
		s.plus += n
	case mine == i.b():
		s.plus -= n
	default: // n - (± number + plus)
		s.minus, s.plus = !s.minus, n-s.plus
	}
	return s, math.Abs(s.plus) <= maxPlus
}
