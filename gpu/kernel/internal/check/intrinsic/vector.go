package intrinsic

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// vectorIntrinsics is sorted by name.
func vectorIntrinsics() []intrinsicInfo {
	return []intrinsicInfo{
		{name: "all", class: special, low: 1, high: 1, lower: reduceBools((*builder).BAnd), doc: "all(x): every component is true, or not 0"},
		{name: "any", class: special, low: 1, high: 1, lower: reduceBools((*builder).BOr), doc: "any(x): some component is true, or not 0"},
		{name: "asfloat", class: onBits, low: 1, high: 1, component: asBits(syntax.Float), result: syntax.Float,
			doc: "asfloat(x): the bits of x as float"},
		{name: "asint", class: onBits, low: 1, high: 1, component: asBits(syntax.Int), result: syntax.Int, doc: "asint(x): the bits of x as int"},
		{name: "asuint", class: onBits, low: 1, high: 1, component: asBits(syntax.Uint), result: syntax.Uint,
			doc: "asuint(x): the bits of x as uint"},
		{name: "cross", class: special, low: 2, high: 2, lower: cross, doc: "cross(a, b): cross product of two float3"},
		{name: "distance", class: special, low: 2, high: 2, lower: distance, doc: "distance(a, b): length(b - a)"},
		{name: "dot", class: special, low: 2, high: 2, lower: dot, doc: "dot(a, b): sum of the products of the components"},
		{name: "length", class: special, low: 1, high: 1, lower: length, doc: "length(v): of a float vector"},
		{name: "normalize", class: special, low: 1, high: 1, lower: normalize, doc: "normalize(v): v / length(v)"},
		{name: "reflect", class: special, low: 2, high: 2, lower: reflectOf, doc: "reflect(i, n): i - 2 n dot(i, n)"},
		{name: "refract", class: special, low: 3, high: 3, lower: refractOf, doc: "refract(i, n, eta): refracted direction, 0 for total reflection"},
		{name: "select", class: special, low: 3, high: 3, lower: selectOf, doc: "select(c, a, b): a where c is true, else b, component by component"},
	}
}

func asBits(to syntax.Scalar) scalarFunc {
	return func(b *builder, s syntax.Scalar, a []value.V) value.V {
		switch {
		case s == syntax.Bool:
			a = []value.V{b.BToI(a[0])}
			if to == syntax.Float {
				return b.BitsToF(a[0])
			}
			return a[0]
		case s.IsFloat() && to != syntax.Float:
			return b.FToBits(a[0])
		case !s.IsFloat() && to == syntax.Float:
			return b.BitsToF(a[0])
		}
		return a[0]
	}
}

func (c *intrinsicUse) one(t *syntax.Type, v ...value.V) []value.Value {
	return []value.Value{value.NewData(c.site, t, v...)}
}

// floats converts the arguments of an intrinsic to float vectors of their common length, or reports that they have none.
func (l *expander) floats(c *intrinsicUse, args ...value.Value) ([][]value.V, *syntax.Type) {
	for i := range args {
		args[i] = l.Read(args[i])
		if !l.checkArgument(c.name, i, args[i], true) {
			return nil, nil
		}
	}
	info := &intrinsicInfo{name: c.name, class: onFloats}
	t := l.commonArgument(info, args, c.site)
	if t == nil {
		return nil, nil
	}
	if t.IsMatrix() {
		l.Fail(diag.WrongArgumentType, c.site, "%s works on vectors, but this is %s", c.name, t)
		return nil, nil
	}
	var out [][]value.V
	for _, a := range args {
		out = append(out, l.ConvertTo(a, t, &value.Target{What: "an argument of " + c.name}))
	}
	l.B.Site = c.site
	return out, t
}

var floatType = syntax.ScalarType(syntax.Float)

// dotOf is the sum of the products, from the first component on.
func (l *expander) dotOf(a, b []value.V) value.V {
	sum := l.B.FMul(a[0], b[0])
	for i := 1; i < len(a); i++ {
		sum = l.B.FAdd(sum, l.B.FMul(a[i], b[i]))
	}
	return sum
}

// reduceBools joins the components of a vector, each as a bool.
func reduceBools(join func(b *builder, x, y value.V) value.V) func(*expander, *intrinsicUse) []value.Value {
	return func(l *expander, c *intrinsicUse) []value.Value {
		v := l.AsData(c.args[0])
		if v.Kind != value.Data || v.T.Kind != syntax.Numeric {
			l.FailOn(diag.WrongArgumentType, v, "argument 1 of %s must be a vector of bool, but this is %s", c.name, v.Describe())
			return bad(c.site)
		}
		bools := l.Cast(v.C, v.T.Scalar, syntax.Bool)
		out := bools[0]
		for _, x := range bools[1:] {
			out = join(l.B, out, x)
		}
		return c.one(boolType, out)
	}
}

func dot(l *expander, c *intrinsicUse) []value.Value {
	a, b := l.AsData(c.args[0]), l.AsData(c.args[1])
	if isWhole(a) && isWhole(b) {
		p := l.Arithmetic("*", a, b, c.site)
		if p.Kind == value.Invalid {
			return bad(c.site)
		}
		sum := p.C[0]
		for _, x := range p.C[1:] {
			sum = l.B.IAdd(sum, x)
		}
		return c.one(syntax.ScalarType(p.T.Scalar), sum)
	}
	v, _ := l.floats(c, c.args...)
	if v == nil {
		return bad(c.site)
	}
	return c.one(floatType, l.dotOf(v[0], v[1]))
}

// isWhole says whether v is an integer or a vector of them.
func isWhole(v value.Value) bool {
	return v.Kind == value.Data && v.T.Kind == syntax.Numeric && v.T.Scalar.IsInteger() && !v.T.IsMatrix()
}

func cross(l *expander, c *intrinsicUse) []value.Value {
	v, t := l.floats(c, c.args...)
	if v == nil {
		return bad(c.site)
	}
	if t.Cols != 3 {
		l.Fail(diag.WrongArgumentType, c.site, "cross works on two float3, but these are %s", t)
		return bad(c.site)
	}
	a, b, x := v[0], v[1], l.B
	part := func(i, j int) value.V { return x.FSub(x.FMul(a[i], b[j]), x.FMul(a[j], b[i])) }
	return c.one(t, part(1, 2), part(2, 0), part(0, 1))
}

func length(l *expander, c *intrinsicUse) []value.Value {
	v, _ := l.floats(c, c.args...)
	if v == nil {
		return bad(c.site)
	}
	return c.one(floatType, l.B.FSqrt(l.dotOf(v[0], v[0])))
}

func distance(l *expander, c *intrinsicUse) []value.Value {
	v, _ := l.floats(c, c.args...)
	if v == nil {
		return bad(c.site)
	}
	d := make([]value.V, len(v[0]))
	for i := range d {
		d[i] = l.B.FSub(v[1][i], v[0][i])
	}
	return c.one(floatType, l.B.FSqrt(l.dotOf(d, d)))
}

func normalize(l *expander, c *intrinsicUse) []value.Value {
	v, t := l.floats(c, c.args...)
	if v == nil {
		return bad(c.site)
	}
	n := l.B.FSqrt(l.dotOf(v[0], v[0]))
	out := make([]value.V, len(v[0]))
	for i, x := range v[0] {
		out[i] = l.B.FDiv(x, n)
	}
	return c.one(t, out...)
}

func reflectOf(l *expander, c *intrinsicUse) []value.Value {
	v, t := l.floats(c, c.args...)
	if v == nil {
		return bad(c.site)
	}
	twice := l.B.FMul(l.B.F(2), l.dotOf(v[0], v[1]))
	out := make([]value.V, len(v[0]))
	for i := range out {
		out[i] = l.B.FSub(v[0][i], l.B.FMul(twice, v[1][i]))
	}
	return c.one(t, out...)
}

func refractOf(l *expander, c *intrinsicUse) []value.Value {
	v, t := l.floats(c, c.args[:2]...)
	if v == nil {
		return bad(c.site)
	}
	eta := l.ConvertTo(c.args[2], floatType, &value.Target{What: "argument 3 of refract"})[0]
	b := l.B
	d := l.dotOf(v[0], v[1])
	k := b.FSub(b.F(1), b.FMul(b.FMul(eta, eta), b.FSub(b.F(1), b.FMul(d, d))))
	total := b.FLt(k, b.F(0))
	f := b.FAdd(b.FMul(eta, d), b.FSqrt(b.FMax(b.F(0), k)))
	out := make([]value.V, len(v[0]))
	for i := range out {
		out[i] = b.Select(total, b.F(0), b.FSub(b.FMul(eta, v[0][i]), b.FMul(f, v[1][i])))
	}
	return c.one(t, out...)
}

func selectOf(l *expander, c *intrinsicUse) []value.Value {
	cond, a, b := l.Read(c.args[0]), l.Read(c.args[1]), l.Read(c.args[2])
	if value.IsBool(cond) && !cond.T.IsScalar() {
		return []value.Value{l.ConditionalVector(cond, a, b, c.site)}
	}
	bit := l.Condition(cond, "select")
	t := l.CommonType(a, b, c.site)
	if t == nil {
		return bad(c.site)
	}
	return c.one(t, l.SelectAll(bit, l.ConvertTo(a, t, nil), l.ConvertTo(b, t, nil))...)
}
