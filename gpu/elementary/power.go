package elementary

import "math"

// maxTurns is the largest whole exponent for which a power is a product.
const maxTurns = 64

// Pow returns x^y.
func Pow(x, y float64) float64 {
	if v, special := powOfSpecial(x, y); special {
		return v
	}
	sign := 1.0
	if x < 0 {
		if y != math.Trunc(y) {
			return math.NaN()
		}
		if odd(y) {
			sign = -1
		}
		x = -x
	}
	if y == math.Trunc(y) && math.Abs(y) <= maxTurns {
		return sign * whole(x, int(y))
	}
	exponent := logarithm(x)
	switch rough := exponent.hi * y; {
	case rough > overflow+1:
		return sign * math.Inf(1)
	case rough < underflow-1:
		return sign * 0
	}
	return sign * exponential(exponent.mul(one(y))).number()
}

// powOfSpecial answers for zeros, infinities, what is not a number, and exponents that need no logarithm.
func powOfSpecial(x, y float64) (v float64, special bool) {
	switch {
	case y == 0 || x == 1:
		return 1, true
	case y == 1:
		return x, true
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN(), true
	case math.IsInf(y, 0):
		switch a := math.Abs(x); {
		case a == 1:
			return 1, true
		case (a > 1) == (y > 0):
			return math.Inf(1), true
		}
		return 0, true
	case x == 0 || math.IsInf(x, 0):
		v = 0
		if (x == 0) == (y < 0) {
			v = math.Inf(1)
		}
		if math.Signbit(x) && odd(y) {
			v = math.Copysign(v, -1)
		}
		return v, true
	case y == 0.5:
		return math.Sqrt(x), true
	}
	return 0, false
}

// odd says whether y is an odd whole number.
func odd(y float64) bool { return math.Abs(y) < 1<<53 && y == math.Trunc(y) && int64(y)&1 == 1 }

// whole is x^n by squaring, exact where the result has at most 106 bits. The fraction and the exponent go their own ways, so that
// nothing on the way is too large or too small.
func whole(x float64, n int) float64 {
	fraction, exponent := math.Frexp(x)
	exponent *= n
	power, turns := one(1), n
	if n < 0 {
		turns = -n
	}
	for square := one(fraction); turns > 0; turns >>= 1 {
		if turns&1 == 1 {
			power = power.mul(square)
		}
		square = square.mul(square)
	}
	if n < 0 {
		power = one(1).div(power)
	}
	return math.Ldexp(power.hi, exponent)
}
