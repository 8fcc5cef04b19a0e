package elementary

import "math"

// ln 2 in parts: the first has 40 bits, so that its product with an exponent is exact.
const ln2First = 0x1.62e42fefa2p-1

var (
	ln2     = pair{0x1.62e42fefa39efp-1, math.Ln2 - 0x1.62e42fefa39efp-1}
	ln2Rest = pair{0x1.9ef35793c7673p-41, math.Ln2 - ln2First - 0x1.9ef35793c7673p-41}
	ln10    = pair{0x1.26bb1bbb55516p+1, math.Ln10 - 0x1.26bb1bbb55516p+1}
)

// Beyond these e^x is no finite double, and rounds to 0.
const (
	overflow  = 709.782712893383973096
	underflow = -745.2
)

// power is (1 + m) × 2^k.
type power struct {
	m pair
	k int
}

// exponential is e^x for a finite x of at most some thousands.
func exponential(x pair) power {
	k := math.Floor(float64(x.hi*(1/math.Ln2)) + 0.5)
	r := sum(x.hi, -float64(k*ln2First)).sub(ln2Rest.mul(one(k))).add(one(x.lo))
	// e^(r/512) - 1 by its series, then squared nine times: (1 + m)² - 1 = 2m + m².
	m := r.times(1.0 / 512)
	m = m.mul(horner(m, inverses[1:10]))
	for range 9 {
		m = m.times(2).add(m.mul(m))
	}
	return power{m, int(k)}
}

// number is the double of a power.
func (p power) number() float64 { return math.Ldexp(one(1).add(p.m).hi, p.k) }

// Exp returns e^x.
func Exp(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x > overflow:
		return math.Inf(1)
	case x < underflow:
		return 0
	case math.Abs(x) < 1.0/(1<<54):
		return 1 + x
	}
	return exponential(one(x)).number()
}

// minusOne is e^x - 1 for 2^-30 < |x| < 50.
func minusOne(x float64) pair {
	p := exponential(one(x))
	scale := math.Ldexp(1, p.k)
	return one(scale - 1).add(p.m.times(scale))
}

// tiny is the largest argument for which sinh, tanh, sine, tangent and their inverses are the double next to their argument: what follows
// in their series is less than half of its last bit.
const tiny = 1.0 / (1 << 28)

// Sinh returns the hyperbolic sine of x.
func Sinh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0) || a < tiny:
		return x
	case a > overflow+1:
		return math.Copysign(math.Inf(1), x)
	case a >= 40: // e^-x does not count
		p := exponential(one(a))
		p.k--
		return math.Copysign(p.number(), x)
	}
	m := minusOne(a)
	return math.Copysign(m.add(m.div(one(1).add(m))).times(0.5).hi, x)
}

// Cosh returns the hyperbolic cosine of x.
func Cosh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return a
	case a > overflow+1:
		return math.Inf(1)
	case a < tiny:
		return 1
	}
	p := exponential(one(a))
	if a >= 40 {
		p.k--
		return p.number()
	}
	e := one(1).add(p.m).times(math.Ldexp(1, p.k))
	return e.add(one(1).div(e)).times(0.5).hi
}

// Tanh returns the hyperbolic tangent of x.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case math.IsNaN(x) || a < tiny:
		return x
	case a > 20:
		return math.Copysign(1, x)
	}
	m := minusOne(2 * a)
	return math.Copysign(m.div(m.add(one(2))).hi, x)
}

// logarithm is ln x for a finite x > 0.
func logarithm(x float64) pair {
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, k = m*2, k-1
	}
	if m == 1 {
		return ln2.mul(one(float64(k)))
	}
	y := one(roughLog(m))
	// Halley's step: y + 2 (m - e^y) / (m + e^y) triples the right digits.
	e := exponential(y)
	grown := e.m
	if e.k != 0 {
		scale := math.Ldexp(1, e.k)
		grown = one(scale - 1).add(e.m.times(scale))
	}
	above := one(m - 1).sub(grown)
	y = y.add(above.times(2).div(grown.add(one(m + 1))))
	return ln2.mul(one(float64(k))).add(y)
}

// roughLog is ln m to some 40 bits, for m from √½ to √2: the series of 2 artanh((m - 1)/(m + 1)).
func roughLog(m float64) float64 {
	s := (m - 1) / (m + 1)
	q := float64(s * s)
	t := 0.0
	for n := 13.0; n >= 1; n -= 2 {
		t = float64(t*q) + 1/n
	}
	return 2 * s * t
}

// Log returns the natural logarithm of x.
func Log(x float64) float64 {
	if v, special := logOfSpecial(x); special {
		return v
	}
	return logarithm(x).hi
}

// Log10 returns the logarithm of x to the base 10: a whole number for each power of 10 that is a double.
func Log10(x float64) float64 {
	if v, special := logOfSpecial(x); special {
		return v
	}
	return logarithm(x).div(ln10).hi
}

func logOfSpecial(x float64) (v float64, special bool) {
	switch {
	case math.IsNaN(x) || x < 0:
		return math.NaN(), true
	case x == 0:
		return math.Inf(-1), true
	case math.IsInf(x, 1):
		return x, true
	}
	return 0, false
}
