package shader

// conversions between doubles, 64-bit integers and floats. Integers come from floats toward zero, saturating, 0 for NaN.
var conversions = []helper{
	{"F64f16", []string{"F64parts32", "pack32"}, `(a)
	local sign, e, m = F64parts32(a)
	return pack32(sign, e, m, true)`},
	{"F64f32", []string{"F64parts32", "pack32"}, `(a)
	local sign, e, m = F64parts32(a)
	return pack32(sign, e, m, false)`},
	{"F64i64", []string{"F64u64", "absF64", "neg64"}, `(a)
	local m = F64u64(absF64(a))
	if a.y >= 0x80000000 then
		return m.y >= 0x80000000 and uint2(0, 0x80000000) or neg64(m)
	end
	return m.y >= 0x80000000 and uint2(0xffffffff, 0x7fffffff) or m`},
	// The parts of a double as those of a float, for pack32. NaN has a significand that it knows.
	{"F64parts32", []string{"isnanF64", "jam64", "partsF64"}, `(a)
	local m, e = partsF64(a)
	return and_bits(a.y, 0x80000000), e - 896, select(isnanF64(a), uint(0xffffffff), jam64(m, 26).x)`},
	{"F64u64", []string{"isnanF64", "partsF64", "shl64", "shr64"}, `(a)
	local m, e = partsF64(a)
	local out = select(e >= 1075, shl64(m, clamp(e - 1075, 0, 63)), shr64(m, clamp(1075 - e, 0, 63)))
	out = select(e > 1086, uint2(0xffffffff, 0xffffffff), out)
	return select(isnanF64(a) or a.y >= 0x80000000 or e < 1023, uint2(0, 0), out)`},
	{"f32F64", []string{"packF64"}, `(x)
	local bits = asuint(x)
	local sign, e, m = and_bits(bits, 0x80000000), int(and_bits(shift_right(bits, 23), 255)), and_bits(bits, 0x7fffff)
	local out = packF64(sign, max(e, 1) + 928, uint2(or_bits(m, e ~= 0 and uint(0x800000) or uint(0)), 0))
	return select(e == 255, uint2(0, m ~= 0 and uint(0x7ff80000) or or_bits(sign, 0x7ff00000)), out)`},
	{"f32i64", []string{"F64i64", "f32F64"}, `(x)
	return F64i64(f32F64(x))`},
	{"f32u64", []string{"F64u64", "f32F64"}, `(x)
	return F64u64(f32F64(x))`},
	{"i32F64", []string{"packF64"}, `(a)
	local n = asuint(a)
	return packF64(and_bits(n, 0x80000000), int(1078), uint2(a < 0 and 0 - n or n, 0))`},
	{"i64F64", []string{"abs64", "packF64"}, `(a)
	return packF64(and_bits(a.y, 0x80000000), int(1078), abs64(a))`},
	{"i64f16", []string{"abs64", "i64parts32", "pack32"}, `(a)
	local e, m = i64parts32(abs64(a))
	return pack32(and_bits(a.y, 0x80000000), e, m, true)`},
	{"i64f32", []string{"abs64", "i64parts32", "pack32"}, `(a)
	local e, m = i64parts32(abs64(a))
	return pack32(and_bits(a.y, 0x80000000), e, m, false)`},
	{"i64parts32", []string{"high64", "shl64", "shr64"}, `(a)
	local n = high64(a) - 26
	local right, left = shr64(a, max(n, 0)), shl64(a, max(0 - n, 0))
	local lost = shl64(a, 63 - max(n, 0))
	right.x = or_bits(right.x, or_bits(lost.x, shift_left(lost.y, 1)) ~= 0 and uint(1) or uint(0))
	return n + 153, select(n > 0, right.x, left.x)`},
	// A float of a significand whose highest bit is at 26, three of them below the last one: to nearest even, or, if odd is set, toward zero with the
	// last bit set if anything was lost, so that a later rounding to a half is the only one.
	{"pack32", nil, `(sign, e, m, odd)
	local n, exponent = clamp(1 - e, 0, 31), max(e, 1)
	local s = shift_right(m, n)
	s = or_bits(s, shift_left(s, n) ~= m and uint(1) or uint(0))
	local rest = and_bits(s, 7)
	s = shift_right(s, 3)
	local up = odd and or_bits(s, 1) ~= s and rest ~= 0 or not odd and (rest > 4 or rest == 4 and and_bits(s, 1) == 1)
	s = s + (up and uint(1) or uint(0))
	s = select(s == 0, uint(0), s + shift_left(uint(exponent - 1), 23))
	s = select(e >= 255, uint(0x7f800000), s)
	return asfloat(select(m == 0xffffffff, uint(0x7fc00000), or_bits(sign, s)))`},
	{"u32F64", []string{"packF64"}, `(a)
	return packF64(uint(0), int(1078), uint2(a, 0))`},
	{"u64F64", []string{"packF64"}, `(a)
	return packF64(uint(0), int(1078), a)`},
	{"u64f16", []string{"i64parts32", "pack32"}, `(a)
	local e, m = i64parts32(a)
	return pack32(uint(0), e, m, true)`},
	{"u64f32", []string{"i64parts32", "pack32"}, `(a)
	local e, m = i64parts32(a)
	return pack32(uint(0), e, m, false)`},
}

// floats are functions of floats that the language does not have.
var floats = []helper{
	{"acosh", []string{"log1p"}, `(x)
	if x > 1e8 then return log(x) + 0.6931471805599453 end
	local t = x - 1.0
	return log1p(t + sqrt(t) * sqrt(t + 2.0))`},
	{"asinh", []string{"log1p"}, `(x)
	local a = abs(x)
	local y = a > 1e8 and log(a) + 0.6931471805599453 or log1p(a + a * a / (1.0 + sqrt(a * a + 1.0)))
	return x < 0.0 and -y or y`},
	{"atanh", []string{"log1p"}, `(x)
	local a = abs(x)
	local y = 0.5 * log1p(2.0 * a / (1.0 - a))
	return x < 0.0 and -y or y`},
	// Around 0 the power series, and farther out the approximation 7.1.26 of Abramowitz and Stegun, whose error is 1.5e-7.
	{"erf", nil, `(x)
	local a, s = abs(x), x * x
	if a < 1.0 then
		local p = 1.0 / 685440.0 - s / 6894720.0
		p = -1.0 / 75600.0 + s * p
		p = 1.0 / 9360.0 + s * p
		p = -1.0 / 1320.0 + s * p
		p = 1.0 / 216.0 + s * p
		p = -1.0 / 42.0 + s * p
		p = 0.1 + s * p
		p = -1.0 / 3.0 + s * p
		return x * 1.1283791670955126 * (1.0 + s * p)
	end
	local t = 1.0 / (1.0 + 0.3275911 * a)
	local y = 1.0 - exp(-s) * t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
	return x < 0.0 and -y or y`},
	{"expm1", nil, `(x)
	if abs(x) < 0.4 then
		return x * (1.0 + x * (1.0 / 2.0 + x * (1.0 / 6.0 + x * (1.0 / 24.0 + x * (1.0 / 120.0 + x * (1.0 / 720.0 + x * (1.0 / 5040.0)))))))
	end
	return exp(x) - 1.0`},
	// What rounding takes from 1 + x is given back as a factor.
	{"log1p", nil, `(x)
	local u = 1.0 + x
	if u == 1.0 then return x end
	if isinf(u) or u <= 0.0 then return log(u) end
	return log(u) * (x / (u - 1.0))`},
	// The remainder with the sign of x, exact: as many steps of a long division as the exponents differ.
	{"modulo", nil, `(x, y)
	local a, b = and_bits(asuint(x), 0x7fffffff), and_bits(asuint(y), 0x7fffffff)
	if b == 0 or a >= 0x7f800000 or b > 0x7f800000 then return asfloat(uint(0x7fc00000)) end
	if a < b then return x end
	local ea, eb = int(shift_right(a, 23)), int(shift_right(b, 23))
	local ma, mb = and_bits(a, 0x7fffff), and_bits(b, 0x7fffff)
	local da, db = ea == 0 and 23 - firstbithigh(ma) or 0, eb == 0 and 23 - firstbithigh(mb) or 0
	ma, ea = ea == 0 and shift_left(ma, da) or or_bits(ma, 0x800000), ea == 0 and 1 - da or ea
	mb, eb = eb == 0 and shift_left(mb, db) or or_bits(mb, 0x800000), eb == 0 and 1 - db or eb
	local n = ea - eb
	while n >= 0 do
		if ma >= mb then ma = ma - mb end
		if n > 0 then ma = shift_left(ma, 1) end
		n = n - 1
	end
	local sign = and_bits(asuint(x), 0x80000000)
	if ma == 0 then return asfloat(sign) end
	local up = min(23 - firstbithigh(ma), eb - 1)
	if up < 0 then ma = shift_right(ma, 0 - up) else ma = shift_left(ma, up) end
	return asfloat(or_bits(sign, ma + shift_left(uint(eb - up - 1), 23)))`},
	// pow of the language is that of positive numbers.
	{"power", nil, `(x, y)
	if y == 0.0 or x == 1.0 then return 1.0 end
	local p = pow(abs(x), y)
	if asint(x) >= 0 then return p end
	if trunc(y) ~= y then return (x == 0.0 or isinf(x)) and p or asfloat(uint(0x7fc00000)) end
	return trunc(y * 0.5) * 2.0 ~= y and -p or p`},
	{"roundAway", nil, `(x)
	local t = trunc(x)
	if abs(x - t) < 0.5 or t == x then return t end
	return x < 0.0 and t - 1.0 or t + 1.0`},
	{"softplus", []string{"log1p"}, `(x)
	return max(x, 0.0) + log1p(exp(-abs(x)))`},
}
