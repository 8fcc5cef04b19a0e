package shader

// doubles are the parts that calculations with doubles are made of. While one is calculated with, it is a sign (bit 31 of a uint), an exponent (int) and a
// 64-bit significand whose highest bit stands at 55 for a number of that biased exponent: three bits below the last one, of which the lowest one
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
	local high = and_bits(a.y, 0xfffff)
	if e == 0 then return uint2(a.x, high), int(1) end
	return uint2(a.x, or_bits(high, 0x100000)), e`},
	// The same with the highest bit at 63, also of denormals. Of 0 the significand is 0.
	{"normalF64", []string{"high64", "partsF64", "shl64"}, `(a)
	local m, e = partsF64(a)
	local n = 63 - high64(m)
	if n > 63 then return uint2(0, 0), int(0) end
	return shl64(m, n), e + 11 - n`},
	// A shift to the right that remembers in the lowest bit what fell off.
	{"jam64", []string{"shl64", "shr64"}, `(a, n)
	if n <= 0 then return a end
	if n > 63 then return uint2((a.x ~= 0 or a.y ~= 0) and uint(1) or uint(0), 0) end
	local out = shr64(a, n)
	local lost = shl64(a, 64 - n)
	if lost.x ~= 0 or lost.y ~= 0 then out.x = or_bits(out.x, 1) end
	return out`},
	// Rounds to nearest even and puts together. Exponents below 1 become denormals, those of 2047 and more infinity.
	{"packF64", []string{"add64", "high64", "jam64", "shl64", "shr64"}, `(sign, e, m)
	if m.x == 0 and m.y == 0 then return uint2(0, sign) end
	local up = 55 - high64(m)
	local exponent = e - up
	if exponent < 1 then
		up = up - 1 + exponent
		exponent = int(1)
	end
	local s = m
	if up > 0 then s = shl64(m, up) else s = jam64(m, 0 - up) end
	local rest = and_bits(s.x, 7)
	s = shr64(s, 3)
	if rest > 4 or rest == 4 and and_bits(s.x, 1) == 1 then s = add64(s, uint2(1, 0)) end
	if exponent >= 2047 then return uint2(0, or_bits(sign, 0x7ff00000)) end
	return uint2(s.x, or_bits(sign, s.y + shift_left(uint(exponent - 1), 20)))`},
	{"quietF64", nil, `()
	return uint2(0, 0x7ff80000)`},
}

// doubleArithmetic are the operations of IEEE 754 on the bits of doubles, rounded to nearest even. Every NaN gives one NaN.
var doubleArithmetic = []helper{
	{"absF64", nil, `(a)
	return uint2(a.x, and_bits(a.y, 0x7fffffff))`},
	{"addF64", []string{"add64", "exponentF64", "isnanF64", "jam64", "ltu64", "packF64", "partsF64", "quietF64", "shl64", "sub64"}, `(a, b)
	local sa, sb = and_bits(a.y, 0x80000000), and_bits(b.y, 0x80000000)
	local ia, ib = exponentF64(a) == 2047, exponentF64(b) == 2047
	if ia or ib then
		if isnanF64(a) or isnanF64(b) or ia and ib and sa ~= sb then return quietF64() end
		return ia and a or b
	end
	local ma, ea = partsF64(a)
	local mb, eb = partsF64(b)
	ma = jam64(shl64(ma, 3), eb - ea)
	mb = jam64(shl64(mb, 3), ea - eb)
	local e = max(ea, eb)
	if sa == sb then return packF64(sa, e, add64(ma, mb)) end
	if ltu64(ma, mb) then return packF64(sb, e, sub64(mb, ma)) end
	local m = sub64(ma, mb)
	return packF64(any(m ~= uint2(0, 0)) and sa or uint(0), e, m)`},
	{"divF64", []string{"exponentF64", "isnanF64", "ltu64", "normalF64", "packF64", "quietF64", "shl64", "shr64", "sub64"}, `(a, b)
	local sign = and_bits(xor_bits(a.y, b.y), 0x80000000)
	local ia, ib = exponentF64(a) == 2047, exponentF64(b) == 2047
	local ma, ea = normalF64(a)
	local mb, eb = normalF64(b)
	local za, zb = ma.y == 0, mb.y == 0
	if isnanF64(a) or isnanF64(b) or ia and ib or za and zb then return quietF64() end
	if ia or zb then return uint2(0, or_bits(sign, 0x7ff00000)) end
	if ib or za then return uint2(0, sign) end
	local r, d, q = shr64(ma, 8), shr64(mb, 8), uint2(0, 0)
	for n = 0, 56 do
		q = shl64(q, 1)
		if not ltu64(r, d) then
			r = sub64(r, d)
			q.x = or_bits(q.x, 1)
		end
		r = shl64(r, 1)
	end
	if r.x ~= 0 or r.y ~= 0 then q.x = or_bits(q.x, 1) end
	return packF64(sign, ea - eb + 1022, q)`},
	{"eqF64", []string{"isnanF64"}, `(a, b)
	if isnanF64(a) or isnanF64(b) then return false end
	return a.x == b.x and a.y == b.y or a.x == 0 and b.x == 0 and and_bits(or_bits(a.y, b.y), 0x7fffffff) == 0`},
	{"leF64", []string{"eqF64", "ltF64"}, `(a, b)
	return ltF64(a, b) or eqF64(a, b)`},
	{"ltF64", []string{"eqF64", "isnanF64", "ltu64"}, `(a, b)
	if isnanF64(a) or isnanF64(b) or eqF64(a, b) then return false end
	local na, nb = a.y >= 0x80000000, b.y >= 0x80000000
	if na ~= nb then return na end
	return ltu64(a, b) ~= na`},
	{"maxF64", []string{"isnanF64", "ltF64"}, `(a, b)
	return (isnanF64(a) or ltF64(a, b)) and b or a`},
	{"minF64", []string{"isnanF64", "ltF64"}, `(a, b)
	return (isnanF64(a) or ltF64(b, a)) and b or a`},
	// The remainder is exact: as many steps of a long division as the exponents differ.
	{"modF64", []string{"exponentF64", "isnanF64", "ltu64", "normalF64", "packF64", "quietF64", "shl64", "shr64", "sub64"}, `(a, b)
	local ma, ea = normalF64(a)
	local mb, eb = normalF64(b)
	if isnanF64(a) or isnanF64(b) or exponentF64(a) == 2047 or mb.y == 0 then return quietF64() end
	if exponentF64(b) == 2047 or ma.y == 0 or ea < eb then return a end
	local r, d = shr64(ma, 8), shr64(mb, 8)
	local n = ea - eb
	while n >= 0 do
		if not ltu64(r, d) then r = sub64(r, d) end
		if n > 0 then r = shl64(r, 1) end
		n = n - 1
	end
	return packF64(and_bits(a.y, 0x80000000), eb, r)`},
	{"mulF64", []string{"add64", "exponentF64", "isnanF64", "jam64", "normalF64", "packF64", "quietF64", "wide"}, `(a, b)
	local sign = and_bits(xor_bits(a.y, b.y), 0x80000000)
	local ia, ib = exponentF64(a) == 2047, exponentF64(b) == 2047
	local ma, ea = normalF64(a)
	local mb, eb = normalF64(b)
	local za, zb = ma.y == 0, mb.y == 0
	if isnanF64(a) or isnanF64(b) or ia and zb or ib and za then return quietF64() end
	if ia or ib then return uint2(0, or_bits(sign, 0x7ff00000)) end
	if za or zb then return uint2(0, sign) end
	local low, left, right, high = wide(ma.x, mb.x), wide(ma.x, mb.y), wide(ma.y, mb.x), wide(ma.y, mb.y)
	local middle = add64(add64(uint2(low.y, 0), uint2(left.x, 0)), uint2(right.x, 0))
	high = add64(add64(high, uint2(left.y, 0)), add64(uint2(right.y, 0), uint2(middle.y, 0)))
	if low.x ~= 0 or middle.x ~= 0 then high.x = or_bits(high.x, 1) end
	return packF64(sign, ea + eb - 1022, jam64(high, 8))`},
	{"negF64", nil, `(a)
	return uint2(a.x, xor_bits(a.y, 0x80000000))`},
	{"signF64", []string{"isnanF64"}, `(a)
	if isnanF64(a) or a.x == 0 and and_bits(a.y, 0x7fffffff) == 0 then return uint2(0, 0) end
	return uint2(0, or_bits(and_bits(a.y, 0x80000000), 0x3ff00000))`},
	{"subF64", []string{"addF64", "isnanF64"}, `(a, b)
	return addF64(a, isnanF64(b) and b or uint2(b.x, xor_bits(b.y, 0x80000000)))`},
}

// doubleFunctions are functions of doubles.
var doubleFunctions = []helper{
	// e^x = 2^n e^r with |r| at most ln 2 / 2, of which the series is summed from its 20th term. ln 2 has two parts, so that n times the first is exact.
	{"expF64", []string{"F64i64", "addF64", "divF64", "i32F64", "isnanF64", "ltF64", "mulF64", "quietF64", "roundF64", "subF64"}, `(x)
	if isnanF64(x) then return quietF64() end
	if ltF64(uint2(0xfefa39ef, 0x40862e42), x) then return uint2(0, 0x7ff00000) end
	if ltF64(x, uint2(0, 0xc0875000)) then return uint2(0, 0) end
	local n = roundF64(mulF64(x, uint2(0x652b82fe, 0x3ff71547)))
	local r = subF64(subF64(x, mulF64(n, uint2(0xfee00000, 0x3fe62e42))), mulF64(n, uint2(0x35793c76, 0x3dea39ef)))
	local p = uint2(0, 0x3ff00000)
	for i = 0, 19 do
		p = addF64(uint2(0, 0x3ff00000), divF64(mulF64(r, p), i32F64(20 - i)))
	end
	local e = asint(F64i64(n).x)
	local half = e / 2
	return mulF64(mulF64(p, uint2(0, shift_left(uint(half + 1023), 20))), uint2(0, shift_left(uint(e - half + 1023), 20)))`},
	// ln x = n ln 2 + ln m with m from √½ to √2, and ln m = 2 artanh s, s = (m-1)/(m+1), as its series.
	{"logF64", []string{"addF64", "divF64", "i32F64", "isnanF64", "mulF64", "normalF64", "quietF64", "shr64", "subF64"}, `(x)
	local one = uint2(0, 0x3ff00000)
	local bits, e = normalF64(x)
	if bits.y == 0 and not isnanF64(x) then return uint2(0, 0xfff00000) end
	if isnanF64(x) or x.y >= 0x80000000 then return quietF64() end
	if x.y == 0x7ff00000 then return x end
	local m = shr64(bits, 11)
	local n = e - 1023
	m.y = and_bits(m.y, 0xfffff)
	if m.y >= 0x6a09e then
		m.y = or_bits(m.y, 0x3fe00000)
		n = n + 1
	else
		m.y = or_bits(m.y, 0x3ff00000)
	end
	local s = divF64(subF64(m, one), addF64(m, one))
	local square, sum = mulF64(s, s), uint2(0, 0)
	for i = 0, 12 do
		sum = addF64(mulF64(sum, square), divF64(one, i32F64(25 - 2 * i)))
	end
	local small = mulF64(mulF64(s, sum), uint2(0, 0x40000000))
	local k = i32F64(n)
	return addF64(mulF64(k, uint2(0xfee00000, 0x3fe62e42)), addF64(small, mulF64(k, uint2(0x35793c76, 0x3dea39ef))))`},
	// Adding 2^52 leaves no bits for a fraction, so the sum rounds to a whole number.
	{"roundF64", []string{"absF64", "addF64", "exponentF64", "subF64"}, `(a)
	if exponentF64(a) >= 1075 then return a end
	local large = uint2(0, 0x43300000)
	local whole = subF64(addF64(absF64(a), large), large)
	return uint2(whole.x, or_bits(whole.y, and_bits(a.y, 0x80000000)))`},
}
