package intrinsic

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// packedIntrinsics are those of shader models 6.4 and 6.6 on four bytes in a uint, the lowest byte first. Sorted by name.
func packedIntrinsics() []intrinsicInfo {
	row := func(name string, n int, lower func(*expander, *intrinsicUse) []value.Value, doc string) intrinsicInfo {
		return intrinsicInfo{name: name, class: special, low: n, high: n, lower: lower, doc: name + doc}
	}
	return []intrinsicInfo{
		row("dot2add", 3, dot2add, "(a, b, c): a.x * b.x + a.y * b.y + c of float2 and a float, in this order"),
		row("dot4add_i8packed", 3, dot4add(true), "(a, b, c): the int c and the products of the four signed bytes of two uint"),
		row("dot4add_u8packed", 3, dot4add(false), "(a, b, c): the uint c and the products of the four bytes of two uint"),
		row("pack_clamp_s8", 1, packBytes(-128, 127), "(v): the components of an int4, brought into -128 to 127, as the bytes of a uint"),
		row("pack_clamp_u8", 1, packBytes(0, 255), "(v): the components of an int4, brought into 0 to 255, as the bytes of a uint"),
		row("pack_s8", 1, packBytes(0, 0), "(v): the low bytes of the components of an int4 or uint4 as those of a uint"),
		row("pack_u8", 1, packBytes(0, 0), "(v): the same as pack_s8"),
		row("unpack_s8s32", 1, unpackBytes(true), "(p): the signed bytes of a uint as int4"),
		row("unpack_u8u32", 1, unpackBytes(false), "(p): the bytes of a uint as uint4"),
	}
}

func dot2add(l *expander, c *intrinsicUse) []value.Value {
	pair := syntax.Vector(syntax.Float, 2)
	x, y, sum := l.argument(c, 0, pair), l.argument(c, 1, pair), l.argument(c, 2, floatType)[0]
	l.B.Site = c.site
	return c.one(floatType, l.B.FAdd(l.B.FAdd(l.B.FMul(x[0], y[0]), l.B.FMul(x[1], y[1])), sum))
}

// byteOf is byte i of a word, with its sign or without.
func (l *expander) byteOf(word value.V, i int, signed bool) value.V {
	b := l.B
	if signed {
		return b.ShrS(b.Shl(word, b.I(int32(24-8*i))), b.I(24))
	}
	return b.And(b.ShrU(word, b.I(int32(8*i))), b.I(0xff))
}

func dot4add(signed bool) func(*expander, *intrinsicUse) []value.Value {
	return func(l *expander, c *intrinsicUse) []value.Value {
		t := uintType
		if signed {
			t = syntax.ScalarType(syntax.Int)
		}
		x, y, sum := l.argument(c, 0, uintType)[0], l.argument(c, 1, uintType)[0], l.argument(c, 2, t)[0]
		l.B.Site = c.site
		for i := range 4 {
			sum = l.B.IAdd(sum, l.B.IMul(l.byteOf(x, i, signed), l.byteOf(y, i, signed)))
		}
		return c.one(t, sum)
	}
}

// packBytes joins bytes; low and high are equal where nothing is clamped.
func packBytes(low, high int32) func(*expander, *intrinsicUse) []value.Value {
	return func(l *expander, c *intrinsicUse) []value.Value {
		b, word := l.B, l.B.I(0)
		for i, x := range l.argument(c, 0, syntax.Vector(syntax.Int, 4)) {
			b.Site = c.site
			if low < high {
				x = b.MaxS(b.I(low), b.MinS(x, b.I(high)))
			}
			word = b.Or(word, b.Shl(b.And(x, b.I(0xff)), b.I(int32(8*i))))
		}
		return c.one(uintType, word)
	}
}

func unpackBytes(signed bool) func(*expander, *intrinsicUse) []value.Value {
	return func(l *expander, c *intrinsicUse) []value.Value {
		t, word := syntax.Vector(syntax.Uint, 4), l.argument(c, 0, uintType)[0]
		if signed {
			t = syntax.Vector(syntax.Int, 4)
		}
		l.B.Site = c.site
		out := make([]value.V, 4)
		for i := range out {
			out[i] = l.byteOf(word, i, signed)
		}
		return c.one(t, out...)
	}
}
