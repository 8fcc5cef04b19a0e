package elementary

import "math"

// pair is the sum of two doubles; hi is the sum rounded to a double.
type pair struct{ hi, lo float64 }

func one(x float64) pair { return pair{hi: x} }

// sum is a + b, exactly.
func sum(a, b float64) pair {
	s := a + b
	t := s - a
	return pair{s, (a - (s - t)) + (b - t)}
}

// settled is a + b, exactly, where |a| ≥ |b|.
func settled(a, b float64) pair {
	s := a + b
	return pair{s, b - (s - a)}
}

// product is a × b, exactly.
func product(a, b float64) pair {
	p := float64(a * b)
	return pair{p, math.FMA(a, b, -p)}
}

func (a pair) neg() pair { return pair{-a.hi, -a.lo} }

// add has an error of 2^-104 of the result, also where the terms nearly cancel.
func (a pair) add(b pair) pair {
	s, t := sum(a.hi, b.hi), sum(a.lo, b.lo)
	s = settled(s.hi, s.lo+t.hi)
	return settled(s.hi, s.lo+t.lo)
}

func (a pair) sub(b pair) pair { return a.add(b.neg()) }

func (a pair) mul(b pair) pair {
	p := product(a.hi, b.hi)
	return settled(p.hi, p.lo+(float64(a.hi*b.lo)+float64(a.lo*b.hi)))
}

// times is the product with a power of two.
func (a pair) times(power float64) pair { return pair{a.hi * power, a.lo * power} }

func (a pair) div(b pair) pair {
	q := a.hi / b.hi
	rest := a.sub(b.mul(one(q)))
	r := rest.hi / b.hi
	rest = rest.sub(b.mul(one(r)))
	return settled(q, r).add(one(rest.hi / b.hi))
}

// sqrt is the square root of a number that is not negative.
func (a pair) sqrt() pair {
	if a.hi == 0 {
		return a
	}
	s := math.Sqrt(a.hi)
	rest := a.sub(product(s, s))
	return settled(s, rest.hi/(2*s))
}

// horner is c[0] + c[1] x + c[2] x² …
func horner(x pair, c []pair) pair {
	s := c[len(c)-1]
	for i := len(c) - 2; i >= 0; i-- {
		s = s.mul(x).add(c[i])
	}
	return s
}

// inverses are 1/n! by n.
var inverses = func() (list [30]pair) {
	list[0] = one(1)
	for n := 1; n < len(list); n++ {
		list[n] = list[n-1].div(one(float64(n)))
	}
	return list
}()
