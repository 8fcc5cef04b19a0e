package emit

import "math"

const (
	pi     = 3.1415927410125732
	halfPi = 1.5707963705062866
	// halfPi - halfPiLo is π/2 to 48 bits.
	halfPiLo = 4.371139000186241e-08
)

// quarter reduces x to r, |r| up to π/4, and the number of the quarter turn. The first three parts of π/2 have 10 bits
// each, so that their products with up to 8192 quarter turns are exact.
func (b *Builder) quarter(x V) (r, q V) {
	n := b.FRound(b.FMul(x, b.F(0.6366197466850281)))
	r = b.FSub(x, b.FMul(n, b.F(1.5703125)))
	r = b.FSub(r, b.FMul(n, b.F(0.00048351287841796875)))
	r = b.FSub(r, b.FMul(n, b.F(3.1385570764541626e-07)))
	r = b.FSub(r, b.FMul(n, b.F(6.07710062827671e-11)))
	return r, b.FToS(n)
}

func (b *Builder) sinSmall(r V) V {
	z := b.FMul(r, r)
	p := b.poly(z, -0.1666666716337204, 0.008333331905305386, -0.00019840063760057092, 2.7246869649388827e-06)
	return b.FAdd(r, b.FMul(b.FMul(r, z), p))
}

func (b *Builder) cosSmall(r V) V {
	z := b.FMul(r, r)
	p := b.poly(z, 0.0416666679084301, -0.00138888880610466, 2.480057992215734e-05, -2.729840673509898e-07)
	h := b.FMul(z, b.F(0.5))
	return b.FAdd(b.FSub(b.F(1), h), b.FMul(b.FMul(z, z), p))
}

// sinQuarter is the sine of r plus q quarter turns.
func (b *Builder) sinQuarter(r, q V) V {
	odd := b.INe(b.And(q, b.I(1)), b.I(0))
	v := b.Select(odd, b.cosSmall(r), b.sinSmall(r))
	minus := b.INe(b.And(q, b.I(2)), b.I(0))
	v = b.Select(minus, b.FNeg(v), v)
	return b.FMax(b.FMin(v, b.F(1)), b.F(-1))
}

// Sin is the sine of x radians. Error at most 2 ulp for |x| up to 8192; beyond, the result stays between -1 and 1 and loses
// precision with x. Infinity and NaN give NaN, a zero itself.
func (b *Builder) Sin(x V) V {
	r, q := b.quarter(x)
	return b.keepZero(x, b.finite(x, b.sinQuarter(r, q)))
}

// Cos is the cosine of x radians. Bounds are those of Sin.
func (b *Builder) Cos(x V) V {
	r, q := b.quarter(x)
	return b.finite(x, b.sinQuarter(r, b.IAdd(q, b.I(1))))
}

// finite is v, or NaN where x is infinite or NaN.
func (b *Builder) finite(x, v V) V {
	zero := b.FSub(x, x)
	return b.Select(b.FEq(zero, zero), v, zero)
}

// keepZero is v, or x where that is 0 of either sign: sums of two zeros lose a minus.
func (b *Builder) keepZero(x, v V) V {
	return b.Select(b.FEq(x, b.F(0)), x, v)
}

// Tan is the tangent of x radians. Error at most 4 ulp for |x| up to 8192. A zero gives itself.
func (b *Builder) Tan(x V) V {
	r, q := b.quarter(x)
	s, c := b.sinSmall(r), b.cosSmall(r)
	odd := b.INe(b.And(q, b.I(1)), b.I(0))
	v := b.FDiv(b.Select(odd, b.FNeg(c), s), b.Select(odd, s, c))
	return b.keepZero(x, b.finite(x, v))
}

// asinTail is (asin(x) - x) / x³ of z = x², |x| up to ½.
func (b *Builder) asinTail(z V) V {
	return b.poly(z, 0.1666666567325592, 0.07500094175338745, 0.04459940269589424, 0.031100662425160408, 0.017149237915873528,
		0.03369084745645523)
}

// asinParts gives, for |x| from 0 to 1, asin(|x|) where |x| is at most ½ and acos(|x|) where it is more.
func (b *Builder) asinParts(x V) (large, v V) {
	a := b.FAbs(x)
	large = b.FLt(b.F(0.5), a)
	h := b.FMul(b.FSub(b.F(1), a), b.F(0.5))
	z := b.Select(large, h, b.FMul(a, a))
	s := b.Select(large, b.FSqrt(h), a)
	v = b.FAdd(s, b.FMul(b.FMul(s, z), b.asinTail(z)))
	return large, b.Select(large, b.FAdd(v, v), v)
}

// Asin is the angle from -π/2 to π/2 whose sine is x. Error at most 2.5 ulp; NaN for |x| above 1.
func (b *Builder) Asin(x V) V {
	large, v := b.asinParts(x)
	v = b.Select(large, b.FSub(b.F(halfPi), b.FAdd(v, b.F(halfPiLo))), v)
	return b.copySign(v, x)
}

// Acos is the angle from 0 to π whose cosine is x. Error at most 2 ulp; NaN for |x| above 1.
func (b *Builder) Acos(x V) V {
	large, v := b.asinParts(x)
	negative := b.FLt(x, b.F(0))
	nearEnd := b.Select(negative, b.FSub(b.F(pi), b.FAdd(v, b.F(2*halfPiLo))), v)
	signed := b.copySign(v, x)
	middle := b.FSub(b.F(halfPi), b.FAdd(signed, b.F(halfPiLo)))
	return b.Select(large, nearEnd, middle)
}

// copySign is the magnitude v with the sign of x.
func (b *Builder) copySign(v, x V) V {
	sign := b.And(b.FToBits(x), b.U(0x80000000))
	return b.keepNaN(v, b.BitsToF(b.Xor(b.FToBits(v), sign)))
}

// atanPositive is the arctangent of num/den for 0 ≤ num ≤ den: the quotient reduced at tan(π/8).
func (b *Builder) atanPositive(num, den V) V {
	const tan8 = 0.41421356797218323
	upper := b.FLt(b.FMul(den, b.F(tan8)), num)
	n := b.Select(upper, b.FSub(num, den), num)
	d := b.Select(upper, b.FAdd(num, den), den)
	t := b.FDiv(n, d)
	z := b.FMul(t, t)
	p := b.poly(z, -0.3333333134651184, 0.1999952346086502, -0.14263366162776947, 0.10737396776676178, -0.06431038677692413)
	tail := b.FMul(b.FMul(t, z), p)
	low := b.Select(upper, b.F(-halfPiLo/2), b.F(0))
	return b.FAdd(b.Select(upper, b.F(halfPi/2), b.F(0)), b.FAdd(t, b.FAdd(tail, low)))
}

// Atan is the angle from -π/2 to π/2 whose tangent is x. Error at most 2 ulp for all x.
func (b *Builder) Atan(x V) V {
	a := b.FAbs(x)
	steep := b.FLt(b.F(1), a)
	v := b.atanPositive(b.Select(steep, b.FDiv(b.F(1), a), a), b.F(1))
	v = b.Select(steep, b.FSub(b.F(halfPi), b.FAdd(v, b.F(halfPiLo))), v)
	return b.copySign(v, x)
}

// Atan2 is the angle from -π to π of the point (x, y). Error at most 3 ulp; 0 for the origin. Coordinates are scaled down where
// their sum could overflow.
func (b *Builder) Atan2(y, x V) V {
	ax, ay := b.FAbs(x), b.FAbs(y)
	huge := b.FLt(b.F(0x1p125), b.FMax(ax, ay))
	k := b.Select(huge, b.F(0x1p-4), b.F(1))
	ax, ay = b.FMul(ax, k), b.FMul(ay, k)
	steep := b.FLt(ax, ay)
	num, den := b.Select(steep, ax, ay), b.Select(steep, ay, ax)
	v := b.atanPositive(num, den)
	inf := b.F(float32(math.Inf(1)))
	both := b.BAnd(b.FEq(num, inf), b.FEq(den, inf))
	v = b.Select(both, b.F(halfPi/2), v)
	v = b.Select(b.FEq(den, b.F(0)), b.F(0), v)
	v = b.Select(steep, b.FSub(b.F(halfPi), b.FAdd(v, b.F(halfPiLo))), v)
	negative := b.INe(b.And(b.FToBits(x), b.U(0x80000000)), b.I(0))
	v = b.Select(negative, b.FSub(b.F(pi), b.FAdd(v, b.F(2*halfPiLo))), v)
	v = b.copySign(v, y)
	return b.keepNaN(x, b.keepNaN(y, v))
}

// Sinh is the hyperbolic sine. Error at most 3 ulp for all x.
func (b *Builder) Sinh(x V) V {
	a := b.FAbs(x)
	z := b.FMul(x, x)
	small := b.FAdd(x, b.FMul(b.FMul(x, z), b.poly(z, 0.1666666716337204, 0.008333339355885983, 0.00019838102161884308,
		2.806280235745362e-06)))
	h := b.expHalf(a)
	large := b.FSub(h, b.FDiv(b.F(0.25), h))
	return b.Select(b.FLt(a, b.F(1)), small, b.copySign(large, x))
}

// expHalf is e^a / 2 without the overflow of e^a, for a from 0.
func (b *Builder) expHalf(a V) V {
	c := b.FMin(b.F(91), a)
	n := b.FRound(b.FMul(c, b.F(log2E)))
	r := b.FSub(b.FSub(c, b.FMul(n, b.F(ln2Hi))), b.FMul(n, b.F(ln2Lo)))
	return b.keepNaN(a, b.scale(b.expSmall(r), b.FSub(n, b.F(1))))
}

// Cosh is the hyperbolic cosine. Error at most 2 ulp for all x.
func (b *Builder) Cosh(x V) V {
	h := b.expHalf(b.FAbs(x))
	return b.FAdd(h, b.FDiv(b.F(0.25), h))
}

// Tanh is the hyperbolic tangent. Error at most 3 ulp for all x.
func (b *Builder) Tanh(x V) V {
	a := b.FAbs(x)
	z := b.FMul(x, x)
	small := b.FAdd(x, b.FMul(b.FMul(x, z), b.poly(z, -0.3333333432674408, 0.13333304226398468, -0.05395926162600517,
		0.021768935024738312, -0.008344000205397606, 0.002292807213962078)))
	e := b.Exp(b.FMul(b.FMin(b.F(20), a), b.F(2)))
	large := b.FSub(b.F(1), b.FDiv(b.F(2), b.FAdd(e, b.F(1))))
	v := b.Select(b.FLt(a, b.F(0.625)), small, b.copySign(large, x))
	return b.keepZero(x, b.keepNaN(x, v))
}
