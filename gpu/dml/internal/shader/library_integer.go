package shader

// integers64 are 64-bit integers as uint2: x is the low word, y the high one. Signed ones are in two's complement.
var integers64 = []helper{
	{"abs64", []string{"neg64"}, `(a)
	return select(asint(a.y) < 0, neg64(a), a)`},
	{"add64", nil, `(a, b)
	local low = a.x + b.x
	return uint2(low, a.y + b.y + (low < a.x and uint(1) or uint(0)))`},
	{"eq64", nil, `(a, b)
	return a.x == b.x and a.y == b.y`},
	// The place of the highest bit, -1 of 0.
	{"high64", nil, `(a)
	return select(a.y ~= 0, 32 + firstbithigh(a.y), firstbithigh(a.x))`},
	{"lts64", nil, `(a, b)
	return asint(a.y) < asint(b.y) or a.y == b.y and a.x < b.x`},
	{"ltu64", nil, `(a, b)
	return a.y < b.y or a.y == b.y and a.x < b.x`},
	{"maxs64", []string{"lts64"}, `(a, b)
	return select(lts64(a, b), b, a)`},
	{"maxu64", []string{"ltu64"}, `(a, b)
	return select(ltu64(a, b), b, a)`},
	{"mins64", []string{"lts64"}, `(a, b)
	return select(lts64(b, a), b, a)`},
	{"minu64", []string{"ltu64"}, `(a, b)
	return select(ltu64(b, a), b, a)`},
	{"mul64", []string{"wide"}, `(a, b)
	local low = wide(a.x, b.x)
	return uint2(low.x, low.y + a.x * b.y + a.y * b.x)`},
	{"neg64", nil, `(a)
	return uint2(0 - a.x, 0 - a.y - (a.x ~= 0 and uint(1) or uint(0)))`},
	{"not64", nil, `(a)
	return uint2(not_bits(a.x), not_bits(a.y))`},
	// A shift by 32 - n is one by 1 and one by 31 - n, so that n may be 0.
	{"shl64", nil, `(a, n)
	local low = shift_left(a.x, n)
	local high = or_bits(shift_left(a.y, n), shift_right(shift_right(a.x, 1), 31 - n))
	return select(n >= 32, uint2(0, low), uint2(low, high))`},
	{"shr64", nil, `(a, n)
	local high = shift_right(a.y, n)
	local low = or_bits(shift_right(a.x, n), shift_left(shift_left(a.y, 1), 31 - n))
	return select(n >= 32, uint2(high, 0), uint2(low, high))`},
	{"sub64", nil, `(a, b)
	return uint2(a.x - b.x, a.y - b.y - (a.x < b.x and uint(1) or uint(0)))`},
	// The 64 bits of the product of two words, from products of halves.
	{"wide", nil, `(a, b)
	local al, ah, bl, bh = and_bits(a, 0xffff), shift_right(a, 16), and_bits(b, 0xffff), shift_right(b, 16)
	local low, left, right = al * bl, al * bh, ah * bl
	local middle = shift_right(low, 16) + and_bits(left, 0xffff) + and_bits(right, 0xffff)
	return uint2(or_bits(and_bits(low, 0xffff), shift_left(middle, 16)), ah * bh + shift_right(left, 16) + shift_right(right, 16) + shift_right(middle, 16))`},
}

// divisions64 divide and raise 64-bit integers. Division by 0 gives all bits set, quotient and remainder, as that of 32-bit integers does.
var divisions64 = []helper{
	{"divs64", []string{"abs64", "divmod64", "neg64"}, `(a, b)
	local q, r = divmod64(abs64(a), abs64(b))
	return asint(xor_bits(a.y, b.y)) < 0 and any(b ~= uint2(0, 0)) and neg64(q) or q`},
	{"divu64", []string{"divmod64"}, `(a, b)
	local q, r = divmod64(a, b)
	return q`},
	// Quotient and remainder, bit by bit where a word is not enough.
	{"divmod64", []string{"high64", "ltu64", "shl64", "sub64"}, `(a, b)
	local q, r = uint2(0, 0), uint2(0, 0)
	if b.x == 0 and b.y == 0 then
		q = uint2(0xffffffff, 0xffffffff)
		r = q
	elseif a.y == 0 and b.y == 0 then
		q = uint2(a.x / b.x, 0)
		r = uint2(a.x % b.x, 0)
	else
		local n = high64(a)
		while n >= 0 do
			local top = r.y >= 0x80000000
			r = shl64(r, 1)
			local word = n >= 32 and a.y or a.x
			r.x = or_bits(r.x, and_bits(shift_right(word, n), 1))
			if top or not ltu64(r, b) then
				r = sub64(r, b)
				local bit = shift_left(uint(1), n)
				if n >= 32 then q.y = or_bits(q.y, bit) else q.x = or_bits(q.x, bit) end
			end
			n = n - 1
		end
	end
	return q, r`},
	{"mods64", []string{"abs64", "divmod64", "neg64"}, `(a, b)
	local q, r = divmod64(abs64(a), abs64(b))
	return asint(a.y) < 0 and any(b ~= uint2(0, 0)) and neg64(r) or r`},
	{"modu64", []string{"divmod64"}, `(a, b)
	local q, r = divmod64(a, b)
	return r`},
	// Negative exponents give what is left of the fraction: 1 and -1 to any power, and division by 0.
	{"pows64", []string{"divs64", "powu64"}, `(a, n)
	if asint(n.y) < 0 then
		if a.x == 0xffffffff and a.y == 0xffffffff and and_bits(n.x, 1) == 0 then return uint2(1, 0) end
		return divs64(uint2(1, 0), a)
	end
	return powu64(a, n)`},
	{"powu64", []string{"mul64", "shr64"}, `(a, n)
	local out = uint2(1, 0)
	local base, e = a, n
	while e.x ~= 0 or e.y ~= 0 do
		if and_bits(e.x, 1) == 1 then out = mul64(out, base) end
		base = mul64(base, base)
		e = shr64(e, 1)
	end
	return out`},
	{"powi", []string{"powu"}, `(a, n)
	if n < 0 then
		if a == -1 and and_bits(n, 1) == 0 then return int(1) end
		return 1 / a
	end
	return asint(powu(asuint(a), asuint(n)))`},
	{"powu", nil, `(a, n)
	local out = uint(1)
	local base, e = a, n
	while e ~= 0 do
		if and_bits(e, 1) == 1 then out = out * base end
		base = base * base
		e = shift_right(e, 1)
	end
	return out`},
}
