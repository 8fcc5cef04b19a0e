package shader

// doubles are the parts that calculations with doubles are made of. While one is calculated with, it is a sign (bit 31 of a uint), an exponent (int)
// and a 64-bit significand whose highest bit is at 55 for a number of that biased exponent: three bits below the last one, of which the lowest one
// remembers whether anything below was not 0.
//
//	63      56 55 54                              3 2 1 0
//	    0       1  . fraction, 52 bits              round
var doubles = []helper{
	{"exponentF64", nil, `(a)
	return int(and_bits(shift_right(a.y, 20), 2047))`},
	{"isnanF64", nil, `(a)
	local high = and_bits(a.y, 0x7fffffff)
	return high > 0x7ff00000 or high == 0x7ff00000 and a.x ~= 0`},
	// The significand as a whole number of 53 bits, and its exponent; denormals have that of the smallest normal number.
	{"partsF64", []string{"exponentF64"}, `(a)
	local e = exponentF64(a)
	return uint2(a.x, or_bits(and_bits(a.y, 0xfffff), e == 0 and uint(0) or uint(0x100000))), max(e, 1)`},
	// The same with the highest bit at 63, also of denormals. Of 0 the significand is 0.
	{"normalF64", []string{"high64", "partsF64", "shl64"}, `(a)
	local m, e = partsF64(a)
	local n = min(63 - high64(m), 63)
	return shl64(m, n), e + 11 - n`},
	// A shift to the right, by any number, that remembers in the lowest bit what fell off. The highest bit of a is 0.
	{"jam64", []string{"shl64", "shr64"}, `(a, n)
	local by = clamp(n, 0, 63)
	local out, lost = shr64(a, by), shl64(a, 63 - by)
	out.x = or_bits(out.x, or_bits(lost.x, shift_left(lost.y, 1)) ~= 0 and uint(1) or uint(0))
	return out`},
	// Rounds to nearest even and puts together. Exponents below 1 become denormals, those of 2047 and more infinity.
	{"packF64", []string{"add64", "high64", "jam64", "shl64", "shr64"}, `(sign, e, m)
	local up = 55 - high64(m)
	local exponent = max(e - up, 1)
	up = e - exponent
	local s = select(up > 0, shl64(m, clamp(up, 0, 63)), jam64(m, 0 - up))
	local rest = and_bits(s.x, 7)
	s = shr64(s, 3)
	s = add64(s, uint2(select(rest > 4 or rest == 4 and and_bits(s.x, 1) == 1, uint(1), uint(0)), 0))
	s = uint2(s.x, s.y + shift_left(uint(exponent - 1), 20))
	s = select(exponent >= 2047, uint2(0, 0x7ff00000), s)
	s = select(m.x == 0 and m.y == 0, uint2(0, 0), s)
	return uint2(s.x, or_bits(sign, s.y))`},
	{"quietF64", nil, `()
	return uint2(0, 0x7ff80000)`},
}

// doubleArithmetic are the operations of IEEE 754 on the bits of doubles, rounded to nearest even. Every NaN gives one NaN.
var doubleArithmetic = []helper{
	{"absF64", nil, `(a)
	return uint2(a.x, and_bits(a.y, 0x7fffffff))`},
	{"addF64", []string{"add64", "exponentF64", "jam64", "ltu64", "packF64", "partsF64", "quietF64", "shl64", "specialF64", "sub64"}, `(a, b)
	local sa, sb = and_bits(a.y, 0x80000000), and_bits(b.y, 0x80000000)
	local ia, ib = exponentF64(a) == 2047, exponentF64(b) == 2047
	local ma, ea = partsF64(a)
	local mb, eb = partsF64(b)
	ma = jam64(shl64(ma, 3), eb - ea)
	mb = jam64(shl64(mb, 3), ea - eb)
	local less = ltu64(ma, mb)
	local m = select(sa == sb, add64(ma, mb), select(less, sub64(mb, ma), sub64(ma, mb)))
	local sign = select(sa == sb or not less, sa, sb)
	sign = select(sa ~= sb and m.x == 0 and m.y == 0, uint(0), sign)
	local out = packF64(sign, max(ea, eb), m)
	out = select(ia or ib, uint2(0, or_bits(0x7ff00000, select(ia, sa, sb))), out)
	return select(specialF64(a, b) or ia and ib and sa ~= sb, quietF64(), out)`},
	{"divF64", []string{"exponentF64", "ltu64", "normalF64", "packF64", "quietF64", "shl64", "shr64", "specialF64", "sub64"}, `(a, b)
	local sign = and_bits(xor_bits(a.y, b.y), 0x80000000)
	local ia, ib = exponentF64(a) == 2047, exponentF64(b) == 2047
	local ma, ea = normalF64(a)
	local mb, eb = normalF64(b)
	local za, zb = ma.y == 0, mb.y == 0
	local r, d, q = shr64(ma, 8), shr64(mb, 8), uint2(0, 0)
	for n = 0, 56 do
		local fits = not ltu64(r, d)
		q = shl64(q, 1)
		q.x = or_bits(q.x, select(fits, uint(1), uint(0)))
		r = shl64(select(fits, sub64(r, d), r), 1)
	end
	q.x = or_bits(q.x, select(r.x ~= 0 or r.y ~= 0, uint(1), uint(0)))
	local out = packF64(sign, ea - eb + 1022, q)
	out = select(ia or zb, uint2(0, or_bits(sign, 0x7ff00000)), out)
	out = select(ib or za, uint2(0, sign), out)
	return select(specialF64(a, b) or ia and ib or za and zb, quietF64(), out)`},
	{"eqF64", []string{"specialF64"}, `(a, b)
	local zeros = or_bits(or_bits(a.x, b.x), and_bits(or_bits(a.y, b.y), 0x7fffffff)) == 0
	return not specialF64(a, b) and (zeros or a.x == b.x and a.y == b.y)`},
	{"leF64", []string{"eqF64", "ltF64"}, `(a, b)
	return ltF64(a, b) or eqF64(a, b)`},
	{"ltF64", []string{"ltu64", "specialF64"}, `(a, b)
	local zeros = or_bits(or_bits(a.x, b.x), and_bits(or_bits(a.y, b.y), 0x7fffffff)) == 0
	local na, nb = a.y >= 0x80000000, b.y >= 0x80000000
	local less = na and (not nb or ltu64(b, a)) or not na and not nb and ltu64(a, b)
	return less and not zeros and not specialF64(a, b)`},
	{"maxF64", []string{"isnanF64", "ltF64"}, `(a, b)
	return select(isnanF64(a) or ltF64(a, b), b, a)`},
	{"minF64", []string{"isnanF64", "ltF64"}, `(a, b)
	return select(isnanF64(a) or ltF64(b, a), b, a)`},
	// The remainder is exact: as many steps of a long division as the exponents differ.
	{"modF64", []string{"exponentF64", "ltu64", "normalF64", "packF64", "quietF64", "shl64", "shr64", "specialF64", "sub64"}, `(a, b)
	local ma, ea = normalF64(a)
	local mb, eb = normalF64(b)
	local invalid = specialF64(a, b) or exponentF64(a) == 2047 or mb.y == 0
	local whole = exponentF64(b) == 2047 or ma.y == 0 or ea < eb
	local r, d = shr64(ma, 8), shr64(mb, 8)
	local n = select(invalid or whole, -1, ea - eb)
	while n >= 0 do
		r = select(ltu64(r, d), r, sub64(r, d))
		r = shl64(r, min(n, 1))
		n = n - 1
	end
	local out = select(whole, a, packF64(and_bits(a.y, 0x80000000), eb, r))
	return select(invalid, quietF64(), out)`},
	{"mulF64", []string{"add64", "exponentF64", "normalF64", "packF64", "quietF64", "shr64", "specialF64", "wide"}, `(a, b)
	local sign = and_bits(xor_bits(a.y, b.y), 0x80000000)
	local ia, ib = exponentF64(a) == 2047, exponentF64(b) == 2047
	local ma, ea = normalF64(a)
	local mb, eb = normalF64(b)
	local za, zb = ma.y == 0, mb.y == 0
	local low, left, right, high = wide(ma.x, mb.x), wide(ma.x, mb.y), wide(ma.y, mb.x), wide(ma.y, mb.y)
	local middle = add64(add64(uint2(low.y, 0), uint2(left.x, 0)), uint2(right.x, 0))
	high = add64(add64(high, uint2(left.y, 0)), add64(uint2(right.y, 0), uint2(middle.y, 0)))
	local m = shr64(high, 8)
	m.x = or_bits(m.x, select(or_bits(or_bits(low.x, middle.x), and_bits(high.x, 255)) ~= 0, uint(1), uint(0)))
	local out = packF64(sign, ea + eb - 1022, m)
	out = select(ia or ib, uint2(0, or_bits(sign, 0x7ff00000)), out)
	return select(specialF64(a, b) or ia and zb or ib and za, quietF64(), out)`},
	{"negF64", nil, `(a)
	return uint2(a.x, xor_bits(a.y, 0x80000000))`},
	{"signF64", []string{"isnanF64"}, `(a)
	local none = isnanF64(a) or or_bits(a.x, and_bits(a.y, 0x7fffffff)) == 0
	return select(none, uint2(0, 0), uint2(0, or_bits(and_bits(a.y, 0x80000000), 0x3ff00000)))`},
	{"specialF64", []string{"isnanF64"}, `(a, b)
	return isnanF64(a) or isnanF64(b)`},
	{"subF64", []string{"addF64"}, `(a, b)
	return addF64(a, uint2(b.x, xor_bits(b.y, 0x80000000)))`},
}

// doubleFunctions are functions of doubles. Loops keep them small: each operation that is in one is a long text.
var doubleFunctions = []helper{
	// e^x = 2^n e^r with |r| at most about ln 2 / 2, of which the series is summed from its 20th term. ln 2 has two parts, so that n times the first
	// is exact.
	{"expF64", []string{"F64f32", "addF64", "divF64", "i32F64", "isnanF64", "mulF64", "packF64", "partsF64", "shl64"}, `(x)
	local rough = clamp(F64f32(x), -800.0, 800.0)
	local n = int(round(rough * 1.4426950408889634))
	local r, p, one = x, uint2(0, 0x3ff00000), uint2(0, 0x3ff00000)
	for i = 0, 1 do
		local part = select(i == 0, uint2(0xfee00000, 0xbfe62e42), uint2(0x35793c76, 0xbdea39ef))
		r = addF64(r, mulF64(i32F64(n), part))
	end
	for i = 0, 19 do
		p = addF64(one, divF64(mulF64(r, p), i32F64(20 - i)))
	end
	local m, e = partsF64(p)
	local out = packF64(uint(0), e + n, shl64(m, 3))
	out = select(rough >= 800.0, uint2(0, 0x7ff00000), out)
	out = select(rough <= -800.0, uint2(0, 0), out)
	return select(isnanF64(x), uint2(0, 0x7ff80000), out)`},
	// ln x = n ln 2 + ln m with m from √½ to √2, and ln m = 2 artanh s, s = (m-1)/(m+1), as its series.
	{"logF64", []string{"addF64", "divF64", "i32F64", "isnanF64", "mulF64", "normalF64", "shr64"}, `(x)
	local bits, e = normalF64(x)
	local m, one = shr64(bits, 11), uint2(0, 0x3ff00000)
	m.y = and_bits(m.y, 0xfffff)
	local above = m.y >= 0x6a09e
	m.y = or_bits(m.y, above and uint(0x3fe00000) or uint(0x3ff00000))
	local n = i32F64(e - 1023 + (above and 1 or 0))
	local s, square, sum, y = one, one, uint2(0, 0), one
	for i = 0, 1 do
		y = s
		s = addF64(m, select(i == 0, one, uint2(0, 0xbff00000)))
	end
	s = divF64(s, y)
	square = mulF64(s, s)
	for i = 0, 12 do
		sum = addF64(mulF64(sum, square), divF64(one, i32F64(25 - 2 * i)))
	end
	local twice = uint2(s.x, s.y + 0x100000)
	if s.y == 0 then twice = s end
	for i = 0, 2 do
		local factor = select(i == 0, sum, n)
		local part = select(i == 0, twice, select(i == 1, uint2(0x35793c76, 0x3dea39ef), uint2(0xfee00000, 0x3fe62e42)))
		y = addF64(mulF64(factor, part), select(i == 0, uint2(0, 0), y))
	end
	y = select(x.y == 0x7ff00000, x, y)
	y = select(x.y >= 0x80000000 or isnanF64(x), uint2(0, 0x7ff80000), y)
	return select(bits.y == 0, uint2(0, 0xfff00000), y)`},
}
