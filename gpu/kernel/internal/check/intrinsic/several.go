package intrinsic

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/emit"
)

// severalIntrinsics have two results, where HLSL has out parameters. Sorted by name.
func severalIntrinsics() []intrinsicInfo {
	row := func(name string, f func(b *emit.Builder, x value.V) (first, second value.V), doc string) intrinsicInfo {
		return intrinsicInfo{name: name, class: special, low: 1, high: 1, lower: twoResults(f), doc: doc}
	}
	return []intrinsicInfo{
		row("frexp", (*emit.Builder).Frexp, "local m, e = frexp(x): x = m * 2^e with |m| from 0.5 to 1, both float; 0, infinity and NaN give themselves and 0"),
		row("modf", (*emit.Builder).Modf, "local f, w = modf(x): the fraction and the whole part of x, with the sign of x"),
		row("sincos", (*emit.Builder).SinCos, "local s, c = sincos(x): sin(x) and cos(x)"),
	}
}

func twoResults(f func(b *emit.Builder, x value.V) (first, second value.V)) func(*expander, *intrinsicUse) []value.Value {
	return func(l *expander, c *intrinsicUse) []value.Value {
		v, t := l.floats(c, c.args...)
		if v == nil {
			return bad(c.site)
		}
		first, second := make([]value.V, len(v[0])), make([]value.V, len(v[0]))
		for i, x := range v[0] {
			first[i], second[i] = f(l.B, x)
		}
		return append(c.one(t, first...), c.one(t, second...)...)
	}
}
