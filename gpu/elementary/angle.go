package elementary

import "math"

var (
	pi     = pair{0x1.921fb54442d18p+1, math.Pi - 0x1.921fb54442d18p+1}
	halfPi = pi.times(0.5)
)

// turn is the sine and the cosine of an angle.
type turn struct{ sin, cos pair }

// small is the turn of an angle of at most π/4 and a bit, by the series.
func small(r pair) turn {
	q := r.mul(r).neg()
	var odds, evens [14]pair
	for i := range odds {
		evens[i], odds[i] = inverses[2*i], inverses[2*i+1]
	}
	return turn{r.mul(horner(q, odds[:])), horner(q, evens[:])}
}

// by is the turn after k quarters more.
func (t turn) by(quarters int) turn {
	switch quarters & 3 {
	case 1:
		return turn{t.cos, t.sin.neg()}
	case 2:
		return turn{t.sin.neg(), t.cos.neg()}
	case 3:
		return turn{t.cos.neg(), t.sin}
	}
	return t
}

// angle is the turn of a finite angle.
func angle(x float64) turn {
	r, quarters := reduce(x)
	return small(r).by(quarters)
}

// Sin returns the sine of x.
func Sin(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return math.NaN()
	case math.Abs(x) < tiny:
		return x
	}
	return angle(x).sin.hi
}

// Cos returns the cosine of x.
func Cos(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return math.NaN()
	}
	return angle(x).cos.hi
}

// Tan returns the tangent of x.
func Tan(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return math.NaN()
	case math.Abs(x) < tiny:
		return x
	}
	t := angle(x)
	return t.sin.div(t.cos).hi
}

// far is the ratio from which on the smaller of two sides does not turn an angle by half of a last bit.
const far = 1 << 60

// Atan2 returns the angle of the point (x, y), from -π to π.
func Atan2(y, x float64) float64 {
	if v, special := atanOfSpecial(y, x); special {
		return v
	}
	_, e := math.Frexp(max(math.Abs(y), math.Abs(x))) // near 1 nothing is too large or too small
	return math.Copysign(direction(one(math.Ldexp(math.Abs(y), -e)), one(math.Ldexp(x, -e))), y)
}

// atanOfSpecial answers for zeros, infinities, what is not a number, and for sides of which one does not count.
func atanOfSpecial(y, x float64) (v float64, special bool) {
	a, b := math.Abs(y), math.Abs(x)
	switch {
	case math.IsNaN(y) || math.IsNaN(x):
		return math.NaN(), true
	case math.IsInf(a, 1) && math.IsInf(b, 1):
		v = math.Pi / 4
		if x < 0 {
			v = math.Pi - math.Pi/4
		}
	case a == 0 || math.IsInf(b, 1) || a < b/far:
		switch {
		case math.Signbit(x):
			v = math.Pi
		case a != 0 && !math.IsInf(b, 1):
			v = a / b
		}
	case math.IsInf(a, 1) || b == 0 || b < a/far:
		v = math.Pi / 2
	default:
		return 0, false
	}
	return math.Copysign(v, y), true
}

// direction is the angle of a point above the x axis, neither of whose sides is much longer than the other.
func direction(y, x pair) float64 {
	if x.hi < 0 {
		return pi.sub(acute(y, x.neg())).hi
	}
	return acute(y, x).hi
}

// acute is the same for a point that is not left of the y axis.
func acute(y, x pair) pair {
	guess := roughDirection(y.hi, x.hi)
	t := angle(guess)
	// The tangent of what is missing; its cube does not count.
	missing := y.mul(t.cos).sub(x.mul(t.sin)).div(x.mul(t.cos).add(y.mul(t.sin)))
	return one(guess).add(missing)
}

// roughDirection is the same to some 45 bits: halving the angle three times makes it small enough for the series of the arc tangent.
func roughDirection(y, x float64) float64 {
	for range 3 {
		x += math.Sqrt(float64(x*x) + float64(y*y))
	}
	s := y / x
	q := -float64(s * s)
	t := 0.0
	for n := 17.0; n >= 1; n -= 2 {
		t = float64(t*q) + 1/n
	}
	return 8 * s * t
}

// Atan returns the arc tangent of x, from -π/2 to π/2.
func Atan(x float64) float64 {
	if math.Abs(x) < tiny {
		return x
	}
	return Atan2(x, 1)
}

// Asin returns the arc sine of x, from -π/2 to π/2.
func Asin(x float64) float64 {
	switch a := math.Abs(x); {
	case !(a <= 1):
		return math.NaN()
	case a < tiny:
		return x
	case a == 1:
		return math.Copysign(halfPi.hi, x)
	default:
		return math.Copysign(direction(one(a), beside(a)), x)
	}
}

// Acos returns the arc cosine of x, from 0 to π.
func Acos(x float64) float64 {
	switch a := math.Abs(x); {
	case !(a <= 1):
		return math.NaN()
	case x == 1:
		return 0
	case a < 1.0/far:
		return halfPi.hi
	default:
		return direction(beside(a), one(x))
	}
}

// beside is √(1 - a²), the other side of a triangle whose longest is 1.
func beside(a float64) pair { return one(1).add(one(-a)).mul(one(1).add(one(a))).sqrt() }
