package emit

import "math"

// Ldexp is x * 2^e. Exact for whole e from -252 to 254 where the result is not denormal; 1.5 ulp for other e. A denormal result is rounded
// at most twice.
func (b *Builder) Ldexp(x, e V) V {
	c := b.clampF(e, -252, 254)
	n := b.FRound(c)
	v := b.scale(b.FMul(x, b.exp2Small(b.FSub(c, n))), n)
	return b.keepNaN(e, b.keepNaN(x, v))
}

// Frexp is m and e with x = m * 2^e, |m| from 0.5 to below 1, exactly; denormals included. Zero, infinity and NaN give themselves and 0.
func (b *Builder) Frexp(x V) (m, e V) {
	small := b.FLt(b.FAbs(x), b.F(0x1p-126))
	bits := b.FToBits(b.Select(small, b.FMul(x, b.F(0x1p24)), x))
	bias := b.Select(small, b.I(126+24), b.I(126))
	exponent := b.SToF(b.ISub(b.And(b.ShrU(bits, b.I(23)), b.I(0xff)), bias))
	mantissa := b.BitsToF(b.Or(b.And(bits, b.U(0x807fffff)), b.I(0x3f000000)))
	plain := b.BAnd(b.FLt(b.F(0), b.FAbs(x)), b.FLt(b.FAbs(x), b.F(float32(math.Inf(1)))))
	return b.Select(plain, mantissa, x), b.Select(plain, exponent, b.F(0))
}

// Modf is the fraction and the whole part of x, both with the sign of x, exactly. Infinity gives 0 and itself.
func (b *Builder) Modf(x V) (fraction, whole V) {
	whole = b.FTrunc(x)
	rest := b.Select(b.FEq(whole, x), b.F(0), b.FSub(x, whole))
	sign := b.And(b.FToBits(x), b.U(0x80000000))
	return b.keepNaN(x, b.BitsToF(b.Or(b.FToBits(b.FAbs(rest)), sign))), whole
}

// SinCos is Sin and Cos, sharing the reduction.
func (b *Builder) SinCos(x V) (sin, cos V) {
	r, q := b.quarter(x)
	return b.finite(x, b.sinQuarter(r, q)), b.finite(x, b.sinQuarter(r, b.IAdd(q, b.I(1))))
}
