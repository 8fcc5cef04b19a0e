package intrinsic

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// vectorIntrinsics is sorted by name.
func vectorIntrinsics() []intrinsicInfo {
	return []intrinsicInfo{
		{Name: "all", class: special, low: 1, high: 1, lower: allAny, doc: "all(x): every component is true, or not 0"},
		{Name: "any", class: special, low: 1, high: 1, lower: allAny, doc: "any(x): some component is true, or not 0"},
		{Name: "asfloat", class: onBits, low: 1, high: 1, lower: nil, component: asBits(syntax.Float), result: syntax.Float, doc: "asfloat(x): the bits of x as float"},
		{Name: "asint", class: onBits, low: 1, high: 1, component: asBits(syntax.Int), result: syntax.Int, doc: "asint(x): the bits of x as int"},
		{Name: "asuint", class: onBits, low: 1, high: 1, component: asBits(syntax.Uint), result: syntax.Uint, doc: "asuint(x): the bits of x as uint"},
		{Name: "cross", class: special, low: 2, high: 2, lower: cross, doc: "cross(a, b): cross product of two float3"},
		{Name: "ddx", class: special, low: 1, high: 1, lower: derivative, doc: "ddx(x): pixel shaders only"},
		{Name: "ddy", class: special, low: 1, high: 1, lower: derivative, doc: "ddy(x): pixel shaders only"},
		{Name: "determinant", class: special, low: 1, high: 1, lower: determinant, doc: "determinant(m): of a square matrix"},
		{Name: "distance", class: special, low: 2, high: 2, lower: distance, doc: "distance(a, b): length(b - a)"},
		{Name: "dot", class: special, low: 2, high: 2, lower: dot, doc: "dot(a, b): sum of the products of the components"},
		{Name: "fwidth", class: special, low: 1, high: 1, lower: derivative, doc: "fwidth(x): pixel shaders only"},
		{Name: "length", class: special, low: 1, high: 1, lower: length, doc: "length(v): of a float vector"},
		{Name: "mul", class: special, low: 2, high: 2, lower: mul, doc: "mul(a, b): product of matrices and vectors, v * M with v as a row, M * v with v as a column"},
		{Name: "normalize", class: special, low: 1, high: 1, lower: normalize, doc: "normalize(v): v / length(v)"},
		{Name: "reflect", class: special, low: 2, high: 2, lower: reflectOf, doc: "reflect(i, n): i - 2 n dot(i, n)"},
		{Name: "refract", class: special, low: 3, high: 3, lower: refractOf, doc: "refract(i, n, eta): refracted direction, 0 for total reflection"},
		{Name: "select", class: special, low: 3, high: 3, lower: selectOf, doc: "select(c, a, b): a where c is true, else b, component by component"},
		{Name: "transpose", class: special, low: 1, high: 1, lower: transpose, doc: "transpose(m): rows become columns"},
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

func derivative(l *expander, c *intrinsicUse) []value.Value {
	l.Fail(diag.DerivativesInCompute, c.site, "%s is available in pixel shaders only", c.name).
		Because("Work items of a compute kernel are no pixels and have no neighbours.").
		HelpText("read the neighbouring element and subtract")
	return bad(c.site)
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
	info := &intrinsicInfo{Name: c.name, class: onFloats}
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

func allAny(l *expander, c *intrinsicUse) []value.Value {
	v := l.AsData(c.args[0])
	if v.Kind != value.Data || v.T.Kind != syntax.Numeric {
		l.FailOn(diag.WrongArgumentType, v, "argument 1 of %s must be a vector of bool, but this is %s", c.name, v.Describe())
		return bad(c.site)
	}
	bools := l.Cast(v.C, v.T.Scalar, syntax.Bool)
	out := bools[0]
	for _, x := range bools[1:] {
		if c.name == "all" {
			out = l.B.BAnd(out, x)
		} else {
			out = l.B.BOr(out, x)
		}
	}
	return c.one(syntax.ScalarType(syntax.Bool), out)
}

func dot(l *expander, c *intrinsicUse) []value.Value {
	a, b := l.AsData(c.args[0]), l.AsData(c.args[1])
	if a.Kind == value.Data && b.Kind == value.Data && a.T.Kind == syntax.Numeric && a.T.Scalar.IsInteger() && b.T.Kind == syntax.Numeric && b.T.Scalar.IsInteger() {
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

func (l *expander) matrixArgument(c *intrinsicUse) (value.Value, bool) {
	v := l.Read(c.args[0])
	if v.Kind != value.Data || !v.T.IsMatrix() {
		l.FailOn(diag.WrongArgumentType, v, "argument 1 of %s must be a matrix, but this is %s", c.name, v.Describe())
		return v, false
	}
	return v, true
}

func transpose(l *expander, c *intrinsicUse) []value.Value {
	m, ok := l.matrixArgument(c)
	if !ok {
		return bad(c.site)
	}
	var out []value.V
	for col := range m.T.Cols {
		for row := range m.T.Rows {
			out = append(out, m.C[row*m.T.Cols+col])
		}
	}
	return c.one(syntax.Matrix(m.T.Scalar, m.T.Cols, m.T.Rows), out...)
}

func determinant(l *expander, c *intrinsicUse) []value.Value {
	m, ok := l.matrixArgument(c)
	if !ok {
		return bad(c.site)
	}
	if m.T.Rows != m.T.Cols {
		l.Fail(diag.WrongArgumentType, c.site, "determinant works on square matrices, but this is %s", m.T)
		return bad(c.site)
	}
	n := m.T.Rows
	rows := make([][]value.V, n)
	for r := range rows {
		rows[r] = l.Cast(m.C[r*n:(r+1)*n], m.T.Scalar, syntax.Float)
	}
	return c.one(floatType, l.expand(rows))
}

// expand is a determinant by its first row.
func (l *expander) expand(m [][]value.V) value.V {
	if len(m) == 1 {
		return m[0][0]
	}
	var sum value.V
	for i, x := range m[0] {
		var minor [][]value.V
		for _, row := range m[1:] {
			minor = append(minor, append(append([]value.V(nil), row[:i]...), row[i+1:]...))
		}
		term := l.B.FMul(x, l.expand(minor))
		switch {
		case i == 0:
			sum = term
		case i%2 == 1:
			sum = l.B.FSub(sum, term)
		default:
			sum = l.B.FAdd(sum, term)
		}
	}
	return sum
}

// mul is the product of linear algebra: a vector on the left is a row, one on the right a column; two vectors give their
// dot product. (Source: HLSL mul.)
func mul(l *expander, c *intrinsicUse) []value.Value {
	a, b := l.AsData(c.args[0]), l.AsData(c.args[1])
	if !l.checkArgument("mul", 0, a, true) || !l.checkArgument("mul", 1, b, true) {
		return bad(c.site)
	}
	if a.T.IsScalar() || b.T.IsScalar() {
		return []value.Value{l.Arithmetic("*", a, b, c.site)}
	}
	ra, ca, rb, cb := a.T.Rows, a.T.Cols, b.T.Rows, b.T.Cols
	if b.T.IsVector() {
		rb, cb = cb, 1
	}
	if ca != rb {
		d := l.Fail(diag.TypeMismatch, c.site, "mul does not work on %s and %s: %d columns meet %d rows", a.T, b.T, ca, rb)
		d.Also(a.Site, a.T.String()).Also(b.Site, b.T.String())
		return bad(c.site)
	}
	s := a.T.Scalar
	if value.Rank(b.T.Scalar) > value.Rank(s) {
		s = b.T.Scalar
	}
	xa, xb := l.Cast(a.C, a.T.Scalar, s), l.Cast(b.C, b.T.Scalar, s)
	var out []value.V
	for row := range ra {
		for col := range cb {
			var sum value.V
			for k := range ca {
				p := l.ArithmeticScalar("*", s, xa[row*ca+k], xb[k*cb+col])
				if k == 0 {
					sum = p
					continue
				}
				sum = l.ArithmeticScalar("+", s, sum, p)
			}
			out = append(out, sum)
		}
	}
	return c.one(productType(s, ra, cb, a.T.IsVector(), b.T.IsVector()), out...)
}

func productType(s syntax.Scalar, rows, cols int, left, right bool) *syntax.Type {
	switch {
	case left && right:
		return syntax.ScalarType(s)
	case right:
		return syntax.Vector(s, rows)
	}
	return syntax.Matrix(s, rows, cols)
}
