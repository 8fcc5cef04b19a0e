package intrinsic

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/emit"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

type scalarFunc = func(b *emit.Builder, s syntax.Scalar, a []value.V) value.V

func onEach(f func(b *emit.Builder, x value.V) value.V) scalarFunc {
	return func(b *emit.Builder, _ syntax.Scalar, a []value.V) value.V { return f(b, a[0]) }
}

func onPairs(f func(b *emit.Builder, x, y value.V) value.V) scalarFunc {
	return func(b *emit.Builder, _ syntax.Scalar, a []value.V) value.V { return f(b, a[0], a[1]) }
}

// byType chooses the operation by the component type.
func byType(float, signed, unsigned func(b *emit.Builder, x, y value.V) value.V) scalarFunc {
	return func(b *emit.Builder, s syntax.Scalar, a []value.V) value.V {
		return typed2(b, s, a[0], a[1], float, signed, unsigned)
	}
}

func typed2(b *emit.Builder, s syntax.Scalar, x, y value.V, float, signed, unsigned func(b *emit.Builder, x, y value.V) value.V) value.V {
	switch {
	case s.IsFloat():
		return float(b, x, y)
	case s == syntax.Int:
		return signed(b, x, y)
	}
	return unsigned(b, x, y)
}

func minOf(b *emit.Builder, s syntax.Scalar, x, y value.V) value.V {
	return typed2(b, s, x, y, (*emit.Builder).FMin, (*emit.Builder).MinS, (*emit.Builder).MinU)
}

func maxOf(b *emit.Builder, s syntax.Scalar, x, y value.V) value.V {
	return typed2(b, s, x, y, (*emit.Builder).FMax, (*emit.Builder).MaxS, (*emit.Builder).MaxU)
}

func saturate(b *emit.Builder, x value.V) value.V { return b.FMin(b.F(1), b.FMax(b.F(0), x)) }

func absOf(b *emit.Builder, s syntax.Scalar, a []value.V) value.V {
	switch s {
	case syntax.Int:
		return b.MaxS(a[0], b.ISub(b.I(0), a[0]))
	case syntax.Uint:
		return a[0]
	}
	return b.FAbs(a[0])
}

func signOf(b *emit.Builder, s syntax.Scalar, a []value.V) value.V {
	x := a[0]
	switch s {
	case syntax.Int:
		return b.ISub(b.BToI(b.LtS(b.I(0), x)), b.BToI(b.LtS(x, b.I(0))))
	case syntax.Uint:
		return b.BToI(b.INe(x, b.I(0)))
	}
	return b.ISub(b.BToI(b.FLt(b.F(0), x)), b.BToI(b.FLt(x, b.F(0))))
}

func madOf(b *emit.Builder, s syntax.Scalar, a []value.V) value.V {
	if s.IsFloat() {
		return b.FAdd(b.FMul(a[0], a[1]), a[2])
	}
	return b.IAdd(b.IMul(a[0], a[1]), a[2])
}

func smoothstep(b *emit.Builder, _ syntax.Scalar, a []value.V) value.V {
	t := saturate(b, b.FDiv(b.FSub(a[2], a[0]), b.FSub(a[1], a[0])))
	return b.FMul(b.FMul(t, t), b.FSub(b.F(3), b.FMul(b.F(2), t)))
}

func isFinite(b *emit.Builder, x value.V) value.V {
	d := b.FSub(x, x)
	return b.FEq(d, d)
}

func scaled(factor float64) scalarFunc {
	return func(b *emit.Builder, _ syntax.Scalar, a []value.V) value.V { return b.FMul(a[0], b.F(float32(factor))) }
}

// mathIntrinsics is sorted by name.
var mathIntrinsics = []intrinsicInfo{
	{name: "abs", class: onNumbers, low: 1, high: 1, component: absOf, doc: "abs(x): the magnitude"},
	{name: "acos", class: onFloats, low: 1, high: 1, ulp: 2, component: onEach((*emit.Builder).Acos), doc: "acos(x): arccosine, radians"},
	{name: "asin", class: onFloats, low: 1, high: 1, ulp: 2.5, component: onEach((*emit.Builder).Asin), doc: "asin(x): arcsine, radians"},
	{name: "atan", class: onFloats, low: 1, high: 1, ulp: 2, component: onEach((*emit.Builder).Atan), doc: "atan(x): arctangent, radians"},
	{name: "atan2", class: onFloats, low: 2, high: 2, ulp: 3, component: onPairs((*emit.Builder).Atan2),
		doc: "atan2(y, x): angle of the point (x, y), radians"},
	{name: "ceil", class: onFloats, low: 1, high: 1, component: onEach((*emit.Builder).FCeil), doc: "ceil(x): smallest whole number not below x"},
	{name: "clamp", class: onNumbers, low: 3, high: 3, component: func(b *emit.Builder, s syntax.Scalar, a []value.V) value.V {
		return minOf(b, s, a[2], maxOf(b, s, a[1], a[0]))
	}, doc: "clamp(x, low, high): x between low and high"},
	{name: "cos", class: onFloats, low: 1, high: 1, ulp: 2, component: onEach((*emit.Builder).Cos),
		doc: "cos(x): cosine of radians; the error grows where |x| is above 8192"},
	{name: "cosh", class: onFloats, low: 1, high: 1, ulp: 2, component: onEach((*emit.Builder).Cosh), doc: "cosh(x): hyperbolic cosine"},
	{name: "degrees", class: onFloats, low: 1, high: 1, ulp: 1.5, component: scaled(180 / math.Pi), doc: "degrees(x): radians to degrees"},
	{name: "exp", class: onFloats, low: 1, high: 1, ulp: 1.5, component: onEach((*emit.Builder).Exp), doc: "exp(x): e to the x"},
	{name: "exp2", class: onFloats, low: 1, high: 1, ulp: 1.5, component: onEach((*emit.Builder).Exp2), doc: "exp2(x): 2 to the x"},
	{name: "floor", class: onFloats, low: 1, high: 1, component: onEach((*emit.Builder).FFloor), doc: "floor(x): largest whole number not above x"},
	{name: "fma", class: onFloats, low: 3, high: 3, component: madOf, doc: "fma(a, b, c): a * b + c, rounded twice as mad is"},
	{name: "fmod", class: onFloats, low: 2, high: 2, component: onPairs((*emit.Builder).FMod), doc: "fmod(x, y): remainder with the sign of x"},
	{name: "frac", class: onFloats, low: 1, high: 1, component: func(b *emit.Builder, _ syntax.Scalar, a []value.V) value.V {
		return b.FSub(a[0], b.FFloor(a[0]))
	}, doc: "frac(x): x - floor(x)"},
	{name: "isfinite", class: testFloats, low: 1, high: 1, component: onEach(isFinite), doc: "isfinite(x): neither infinite nor NaN"},
	{name: "isinf", class: testFloats, low: 1, high: 1, component: func(b *emit.Builder, _ syntax.Scalar, a []value.V) value.V {
		return b.FEq(b.FAbs(a[0]), b.F(float32(math.Inf(1))))
	}, doc: "isinf(x): plus or minus infinity"},
	{name: "isnan", class: testFloats, low: 1, high: 1, component: func(b *emit.Builder, _ syntax.Scalar, a []value.V) value.V {
		return b.FNe(a[0], a[0])
	}, doc: "isnan(x): not a number"},
	{name: "ldexp", class: onFloats, low: 2, high: 2, ulp: 1.5, component: onPairs((*emit.Builder).Ldexp), doc: "ldexp(x, e): x * 2^e"},
	{name: "lerp", class: onFloats, low: 3, high: 3, component: func(b *emit.Builder, _ syntax.Scalar, a []value.V) value.V {
		return b.FAdd(a[0], b.FMul(a[2], b.FSub(a[1], a[0])))
	}, doc: "lerp(x, y, s): x + s * (y - x)"},
	{name: "log", class: onFloats, low: 1, high: 1, ulp: 1.5, component: onEach((*emit.Builder).Log), doc: "log(x): natural logarithm"},
	{name: "log10", class: onFloats, low: 1, high: 1, ulp: 2, component: onEach((*emit.Builder).Log10), doc: "log10(x): logarithm to base 10"},
	{name: "log2", class: onFloats, low: 1, high: 1, ulp: 2, component: onEach((*emit.Builder).Log2), doc: "log2(x): logarithm to base 2"},
	{name: "mad", class: onNumbers, low: 3, high: 3, component: madOf, doc: "mad(a, b, c): a * b + c"},
	{name: "max", class: onNumbers, low: 2, high: 2, component: byType((*emit.Builder).FMax, (*emit.Builder).MaxS, (*emit.Builder).MaxU),
		doc: "max(a, b): the larger one; the other one if one is NaN"},
	{name: "min", class: onNumbers, low: 2, high: 2, component: byType((*emit.Builder).FMin, (*emit.Builder).MinS, (*emit.Builder).MinU),
		doc: "min(a, b): the smaller one; the other one if one is NaN"},
	{name: "pow", class: onFloats, low: 2, high: 2, ulp: 3, component: onPairs((*emit.Builder).Pow),
		doc: "pow(x, y): x to the y, x not negative; denormal results are less exact"},
	{name: "radians", class: onFloats, low: 1, high: 1, ulp: 1.5, component: scaled(math.Pi / 180), doc: "radians(x): degrees to radians"},
	{name: "rcp", class: onFloats, low: 1, high: 1, ulp: 0.5, component: func(b *emit.Builder, _ syntax.Scalar, a []value.V) value.V {
		return b.FDiv(b.F(1), a[0])
	}, doc: "rcp(x): 1 / x"},
	{name: "round", class: onFloats, low: 1, high: 1, component: onEach((*emit.Builder).FRound),
		doc: "round(x): nearest whole number, the even one of two"},
	{name: "rsqrt", class: onFloats, low: 1, high: 1, ulp: 1.5, component: func(b *emit.Builder, _ syntax.Scalar, a []value.V) value.V {
		return b.FDiv(b.F(1), b.FSqrt(a[0]))
	}, doc: "rsqrt(x): 1 / sqrt(x)"},
	{name: "saturate", class: onFloats, low: 1, high: 1, component: onEach(saturate), doc: "saturate(x): x between 0 and 1; NaN gives 0"},
	{name: "sign", class: onNumbers, low: 1, high: 1, component: signOf, result: syntax.Int, doc: "sign(x): -1, 0 or 1 as int"},
	{name: "sin", class: onFloats, low: 1, high: 1, ulp: 2, component: onEach((*emit.Builder).Sin),
		doc: "sin(x): sine of radians; the error grows where |x| is above 8192"},
	{name: "sinh", class: onFloats, low: 1, high: 1, ulp: 3, component: onEach((*emit.Builder).Sinh), doc: "sinh(x): hyperbolic sine"},
	{name: "smoothstep", class: onFloats, low: 3, high: 3, component: smoothstep, doc: "smoothstep(low, high, x): smooth step from 0 to 1"},
	{name: "sqrt", class: onFloats, low: 1, high: 1, ulp: 0.5, component: onEach((*emit.Builder).FSqrt),
		doc: "sqrt(x): square root, correctly rounded"},
	{name: "step", class: onFloats, low: 2, high: 2, component: func(b *emit.Builder, _ syntax.Scalar, a []value.V) value.V {
		return b.Select(b.FLe(a[0], a[1]), b.F(1), b.F(0))
	}, doc: "step(y, x): 1 where x >= y, else 0"},
	{name: "tan", class: onFloats, low: 1, high: 1, ulp: 4, component: onEach((*emit.Builder).Tan),
		doc: "tan(x): tangent of radians; the error grows where |x| is above 8192"},
	{name: "tanh", class: onFloats, low: 1, high: 1, ulp: 3, component: onEach((*emit.Builder).Tanh), doc: "tanh(x): hyperbolic tangent"},
	{name: "trunc", class: onFloats, low: 1, high: 1, component: onEach((*emit.Builder).FTrunc), doc: "trunc(x): x without its fraction"},
}

// integerIntrinsics is sorted by name. HLSL writes the bit operations as operators, which Lua 5.1 does not have.
var integerIntrinsics = []intrinsicInfo{
	{name: "and_bits", class: onIntegers, low: 2, high: 2, component: onPairs((*emit.Builder).And), doc: "and_bits(a, b): HLSL's a & b"},
	{name: "countbits", class: onIntegers, low: 1, high: 1, component: onEach((*emit.Builder).PopCount), result: syntax.Uint,
		doc: "countbits(x): number of ones"},
	{name: "f16tof32", class: onIntegers, low: 1, high: 1, component: onEach((*emit.Builder).HalfToF), result: syntax.Float,
		doc: "f16tof32(x): float of the half in the low 16 bits"},
	{name: "f32tof16", class: onFloats, low: 1, high: 1, component: onEach((*emit.Builder).HalfBelow), result: syntax.Uint,
		doc: "f32tof16(x): bits of x as a half, rounded toward 0"},
	{name: "firstbithigh", class: onIntegers, low: 1, high: 1, component: func(b *emit.Builder, s syntax.Scalar, a []value.V) value.V {
		if s == syntax.Int {
			return b.FirstHighS(a[0])
		}
		return b.FirstHighU(a[0])
	}, result: syntax.Int, doc: "firstbithigh(x): index of the highest 1 (of a negative int: the highest 0), or -1"},
	{name: "firstbitlow", class: onIntegers, low: 1, high: 1, component: onEach((*emit.Builder).FirstLow), result: syntax.Int,
		doc: "firstbitlow(x): index of the lowest 1, or -1"},
	{name: "not_bits", class: onIntegers, low: 1, high: 1, component: onEach((*emit.Builder).Not), doc: "not_bits(a): HLSL's ~a"},
	{name: "or_bits", class: onIntegers, low: 2, high: 2, component: onPairs((*emit.Builder).Or), doc: "or_bits(a, b): HLSL's a | b"},
	{name: "reversebits", class: onIntegers, low: 1, high: 1, component: onEach((*emit.Builder).Reverse),
		doc: "reversebits(x): bits in the other order"},
	{name: "shift_left", class: onIntegers, low: 2, high: 2, component: onPairs((*emit.Builder).Shl),
		doc: "shift_left(a, n): HLSL's a << n, n modulo 32"},
	{name: "shift_right", class: onIntegers, low: 2, high: 2, component: func(b *emit.Builder, s syntax.Scalar, a []value.V) value.V {
		if s == syntax.Int {
			return b.ShrS(a[0], a[1])
		}
		return b.ShrU(a[0], a[1])
	}, doc: "shift_right(a, n): HLSL's a >> n, n modulo 32; an int keeps its sign"},
	{name: "xor_bits", class: onIntegers, low: 2, high: 2, component: onPairs((*emit.Builder).Xor), doc: "xor_bits(a, b): HLSL's a ^ b"},
}
