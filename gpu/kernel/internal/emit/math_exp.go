package emit

import "math"

// poly is c[0] + z*(c[1] + z*(c[2] + …)).
func (b *Builder) poly(z V, c ...float32) V {
	sum := b.F(c[len(c)-1])
	for i := len(c) - 2; i >= 0; i-- {
		sum = b.FAdd(b.FMul(sum, z), b.F(c[i]))
	}
	return sum
}

// scale is a * 2^n for whole n from -252 to 254, in two steps so that neither power leaves the normal range; the second
// rounds where the result is denormal.
func (b *Builder) scale(a, n V) V {
	k := b.FToS(n)
	half := b.ShrS(k, b.I(1))
	return b.FMul(b.FMul(a, b.pow2(half)), b.pow2(b.ISub(k, half)))
}

// pow2 is 2^k for whole k from -126 to 127.
func (b *Builder) pow2(k V) V {
	return b.BitsToF(b.Shl(b.IAdd(k, b.I(127)), b.I(23)))
}

// clampF is x between low and high. NaN becomes low: callers that must keep it select it back.
func (b *Builder) clampF(x V, low, high float32) V {
	return b.FMin(b.FMax(x, b.F(low)), b.F(high)) // constants after: then executors need not look for NaN
}

// keepNaN is v, or NaN where x is NaN.
func (b *Builder) keepNaN(x, v V) V { return b.Select(b.FNe(x, x), x, v) }

// Log-two and its parts: ln2Hi has 12 bits, so that its product with a whole number of at most 12 bits is exact.
const (
	ln2Hi = 0.693115234375
	ln2Lo = 3.194618329871446e-05
	log2E = 1.4426950216293335
)

// Exp2 is 2^x. Error at most 1.5 ulp for all x; below -126 the result is denormal and correctly scaled.
// exact for whole x.
func (b *Builder) Exp2(x V) V {
	c := b.clampF(x, -160, 130)
	n := b.FRound(c)
	return b.keepNaN(x, b.scale(b.exp2Small(b.FSub(c, n)), n))
}

// exp2Small is 2^f for f from -0.51 to 0.51.
func (b *Builder) exp2Small(f V) V {
	p := b.poly(f, 0.6931471824645996, 0.24022650718688965, 0.05550410971045494, 0.009618050418794155,
		0.0013333497336134315, 0.00015463789168279618, 1.5299126971513033e-05)
	return b.FAdd(b.F(1), b.FMul(f, p))
}

// Exp is e^x. Error at most 1.5 ulp for all x.
func (b *Builder) Exp(x V) V {
	c := b.clampF(x, -110, 90)
	n := b.FRound(b.FMul(c, b.F(log2E)))
	r := b.FSub(b.FSub(c, b.FMul(n, b.F(ln2Hi))), b.FMul(n, b.F(ln2Lo)))
	return b.keepNaN(x, b.scale(b.expSmall(r), n))
}

// expSmall is e^r for |r| up to 0.36.
func (b *Builder) expSmall(r V) V {
	p := b.poly(r, expCoefficients[:]...)
	return b.FAdd(b.F(1), b.FAdd(r, b.FMul(b.FMul(r, r), p)))
}

// expCoefficients are those of (e^r - 1 - r) / r².
var expCoefficients = [...]float32{0.5, 0.1666666716337204, 0.04166644811630249, 0.00833330862224102, 0.0013935451861470938, 0.00019892991986125708}

// split gives x = m * 2^n with m from √½ to √2, for positive finite x, denormals included.
func (b *Builder) split(x V) (m, n V) {
	small := b.FLt(x, b.F(0x1p-126))
	bits := b.FToBits(b.Select(small, b.FMul(x, b.F(0x1p24)), x))
	bias := b.Select(small, b.I(127+24), b.I(127))
	// Adding what lies between √½ and 1 carries into the exponent exactly where the mantissa is at least √2.
	const sqrtHalf = 0x3f3504f3
	carried := b.IAdd(bits, b.I(0x3f800000-sqrtHalf))
	n = b.SToF(b.ISub(b.ShrU(carried, b.I(23)), bias))
	m = b.BitsToF(b.IAdd(b.And(carried, b.I(0x007fffff)), b.I(sqrtHalf)))
	return m, n
}

// logTail is log(1+f) - f for f from √½-1 to √2-1.
func (b *Builder) logTail(f V) V {
	z := b.FMul(f, f)
	p := b.poly(f, 0.3333333134651184, -0.2499999701976776, 0.20000715553760529, -0.1666780263185501, 0.14249058067798615,
		-0.12425687164068222, 0.11685419827699661, -0.11479733884334564, 0.06971611827611923)
	return b.FSub(b.FMul(b.FMul(z, f), p), b.FMul(b.F(0.5), z))
}

// logSpecial puts the values of log for zero (-infinity), negative numbers and NaN (NaN) and infinity in the place of v.
func (b *Builder) logSpecial(x, v V) V {
	inf := float32(math.Inf(1))
	v = b.Select(b.FEq(x, b.F(inf)), x, v)
	v = b.Select(b.FEq(x, b.F(0)), b.F(-inf), v)
	return b.Select(b.FLe(b.F(0), x), v, b.F(float32(math.NaN())))
}

// Log is the natural logarithm. Error at most 1.5 ulp for all positive x.
func (b *Builder) Log(x V) V {
	m, n := b.split(x)
	f := b.FSub(m, b.F(1))
	tail := b.FAdd(b.logTail(f), b.FMul(n, b.F(ln2Lo)))
	return b.logSpecial(x, b.FAdd(b.FAdd(tail, f), b.FMul(n, b.F(ln2Hi))))
}

// Log2 is the logarithm to base 2. Error at most 2 ulp for all positive x; exact for powers of two.
func (b *Builder) Log2(x V) V {
	m, n := b.split(x)
	hi, lo := b.log2Parts(m)
	return b.logSpecial(x, b.FAdd(n, b.FAdd(hi, lo)))
}

// Log10 is the logarithm to base 10. Error at most 2 ulp for all positive x.
func (b *Builder) Log10(x V) V {
	const (
		log10TwoHi = 0.301025390625 // 11 bits
		log10TwoLo = 4.605039066518657e-06
		log10E     = 0.4342944920063019
		log10EHi   = 0.43408203125 // 10 bits
		log10ELo   = 0.0002124506527
	)
	m, n := b.split(x)
	f := b.FSub(m, b.F(1))
	tail := b.logTail(f)
	fh := b.high(f)
	lo := b.FAdd(b.FMul(b.FAdd(b.FSub(f, fh), tail), b.F(log10EHi)), b.FMul(b.FAdd(f, tail), b.F(log10ELo)))
	lo = b.FAdd(lo, b.FMul(n, b.F(log10TwoLo)))
	return b.logSpecial(x, b.FAdd(b.FAdd(lo, b.FMul(fh, b.F(log10EHi))), b.FMul(n, b.F(log10TwoHi))))
}

// high is x with the last 12 bits of its mantissa cleared: the product of two such numbers is exact.
func (b *Builder) high(x V) V { return b.BitsToF(b.And(b.FToBits(x), b.U(0xfffff000))) }

// log2Parts is log2(m) as the sum of two floats with some 30 correct bits, for m from √½ to √2.
//
// With s = (m-1)/(m+1), log(m) = 2s + 2s³/3 + 2s⁵/5 + …; s and the product with 2/ln 2 are carried in two floats, the rest of
// the series, at most 1% of the whole, in one.
func (b *Builder) log2Parts(m V) (hi, lo V) {
	const (
		factor   = 2.8853900432586670
		factorHi = 2.884765625 // 12 bits
		factorLo = 0.0006244567921385169
	)
	f := b.FSub(m, b.F(1))
	d := b.FAdd(m, b.F(1))
	dLo := b.FSub(m, b.FSub(d, b.F(1)))
	s := b.FDiv(f, d)
	sHi, dHi := b.high(s), b.high(d)
	sRest, dRest := b.FSub(s, sHi), b.FSub(d, dHi)
	r := b.FSub(b.FSub(f, b.FMul(sHi, dHi)), b.FMul(sHi, dRest))
	r = b.FSub(b.FSub(r, b.FMul(sRest, dHi)), b.FMul(sRest, dRest))
	r = b.FSub(r, b.FMul(s, dLo))
	sLo := b.FDiv(r, d)
	z := b.FMul(s, s)
	q := b.poly(z, 0.3333333432674408, 0.2000006139278412, 0.14275293052196503, 0.11668405681848526)
	tail := b.FAdd(sLo, b.FMul(b.FMul(z, s), q))
	hi = b.FMul(sHi, b.F(factorHi))
	lo = b.FAdd(b.FMul(sHi, b.F(factorLo)), b.FMul(b.FAdd(sRest, tail), b.F(factor)))
	return hi, lo
}

// Pow is x^y for positive x, as HLSL has it: 2^(y log2 x). Error at most 3 ulp where the result is a normal number.
// x^0 is 1, 0^y is 0 for positive y and infinity for negative y; a negative x gives NaN unless y is 0.
func (b *Builder) Pow(x, y V) V {
	m, n := b.split(x)
	hi, lo := b.log2Parts(m)
	t := b.FAdd(n, hi)
	lo = b.FAdd(b.FSub(hi, b.FSub(t, n)), lo)
	tHi := b.high(t)
	tLo := b.FAdd(b.FSub(t, tHi), lo)
	// Beyond 2^9 every t but 0 over- or underflows, so clamping y keeps the parts finite without changing a result… but for
	// x near 1, where t is as small as 2^-24: hence 2^33.
	yc := b.clampF(y, -0x1p33, 0x1p33)
	yHi := b.high(yc)
	pHi := b.FMul(yHi, tHi)
	pLo := b.FAdd(b.FMul(b.FSub(yc, yHi), tHi), b.FMul(yc, tLo))
	sum := b.FAdd(pHi, pLo)
	whole := b.FRound(b.clampF(sum, -160, 160))
	f := b.FAdd(b.FSub(pHi, whole), pLo)
	v := b.scale(b.exp2Small(b.clampF(f, -0.51, 0.51)), whole)
	return b.powSpecial(x, y, v)
}

func (b *Builder) powSpecial(x, y, v V) V {
	inf := b.F(float32(math.Inf(1)))
	zero, one := b.F(0), b.F(1)
	grows := b.Select(b.FLt(zero, y), inf, zero)
	v = b.Select(b.FEq(x, inf), grows, v)
	v = b.Select(b.FEq(x, zero), b.Select(b.FLt(zero, y), zero, inf), v)
	v = b.Select(b.FLe(zero, x), v, b.F(float32(math.NaN())))
	v = b.keepNaN(y, v)
	return b.Select(b.BOr(b.FEq(y, zero), b.FEq(x, one)), one, v)
}
