package check

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// vectorIntrinsics is sorted by name.
func vectorIntrinsics() []intrinsicInfo {
	return []intrinsicInfo{
		{name: "all", class: special, low: 1, high: 1, lower: allAny, doc: "all(x): every component is true, or not 0"},
		{name: "any", class: special, low: 1, high: 1, lower: allAny, doc: "any(x): some component is true, or not 0"},
		{name: "asfloat", class: onBits, low: 1, high: 1, lower: nil, component: asBits(syntax.Float), result: syntax.Float, doc: "asfloat(x): the bits of x as float"},
		{name: "asint", class: onBits, low: 1, high: 1, component: asBits(syntax.Int), result: syntax.Int, doc: "asint(x): the bits of x as int"},
		{name: "asuint", class: onBits, low: 1, high: 1, component: asBits(syntax.Uint), result: syntax.Uint, doc: "asuint(x): the bits of x as uint"},
		{name: "cross", class: special, low: 2, high: 2, lower: cross, doc: "cross(a, b): cross product of two float3"},
		{name: "ddx", class: special, low: 1, high: 1, lower: derivative, doc: "ddx(x): pixel shaders only"},
		{name: "ddy", class: special, low: 1, high: 1, lower: derivative, doc: "ddy(x): pixel shaders only"},
		{name: "determinant", class: special, low: 1, high: 1, lower: determinant, doc: "determinant(m): of a square matrix"},
		{name: "distance", class: special, low: 2, high: 2, lower: distance, doc: "distance(a, b): length(b - a)"},
		{name: "dot", class: special, low: 2, high: 2, lower: dot, doc: "dot(a, b): sum of the products of the components"},
		{name: "fwidth", class: special, low: 1, high: 1, lower: derivative, doc: "fwidth(x): pixel shaders only"},
		{name: "length", class: special, low: 1, high: 1, lower: length, doc: "length(v): of a float vector"},
		{name: "mul", class: special, low: 2, high: 2, lower: mul, doc: "mul(a, b): product of matrices and vectors, v * M with v as a row, M * v with v as a column"},
		{name: "normalize", class: special, low: 1, high: 1, lower: normalize, doc: "normalize(v): v / length(v)"},
		{name: "reflect", class: special, low: 2, high: 2, lower: reflectOf, doc: "reflect(i, n): i - 2 n dot(i, n)"},
		{name: "refract", class: special, low: 3, high: 3, lower: refractOf, doc: "refract(i, n, eta): refracted direction, 0 for total reflection"},
		{name: "select", class: special, low: 3, high: 3, lower: selectOf, doc: "select(c, a, b): a where c is true, else b, component by component"},
		{name: "transpose", class: special, low: 1, high: 1, lower: transpose, doc: "transpose(m): rows become columns"},
	}
}

func asBits(to syntax.Scalar) scalarFunc {
	return func(b *builder, s syntax.Scalar, a []V) V {
		switch {
		case s == syntax.Bool:
			a = []V{b.BToI(a[0])}
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

func derivative(l *lowerer, c *intrinsicUse) []value {
	l.fail(diag.DerivativesInCompute, c.site, "%s is available in pixel shaders only", c.name).
		Because("Work items of a compute kernel are no pixels and have no neighbours.").
		HelpText("read the neighbouring element and subtract")
	return bad(c.site)
}

func (c *intrinsicUse) one(t *syntax.Type, v ...V) []value {
	return []value{dataValue(c.site, t, v...)}
}

// floats converts the arguments of an intrinsic to float vectors of their common length, or reports that they have none.
func (l *lowerer) floats(c *intrinsicUse, args ...value) ([][]V, *syntax.Type) {
	for i := range args {
		args[i] = l.read(args[i])
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
		l.fail(diag.WrongArgumentType, c.site, "%s works on vectors, but this is %s", c.name, t)
		return nil, nil
	}
	var out [][]V
	for _, a := range args {
		out = append(out, l.convertTo(a, t, &target{what: "an argument of " + c.name}))
	}
	l.b.Site = c.site
	return out, t
}

var floatType = syntax.ScalarType(syntax.Float)

// dotOf is the sum of the products, from the first component on.
func (l *lowerer) dotOf(a, b []V) V {
	sum := l.b.FMul(a[0], b[0])
	for i := 1; i < len(a); i++ {
		sum = l.b.FAdd(sum, l.b.FMul(a[i], b[i]))
	}
	return sum
}

func allAny(l *lowerer, c *intrinsicUse) []value {
	v := l.asData(c.args[0])
	if v.kind != data || v.t.Kind != syntax.Numeric {
		l.fail(diag.WrongArgumentType, v.site, "argument 1 of %s must be a vector of bool, but this is %s", c.name, v.describe())
		return bad(c.site)
	}
	bools := l.cast(v.c, v.t.Scalar, syntax.Bool)
	out := bools[0]
	for _, x := range bools[1:] {
		if c.name == "all" {
			out = l.b.BAnd(out, x)
		} else {
			out = l.b.BOr(out, x)
		}
	}
	return c.one(syntax.ScalarType(syntax.Bool), out)
}

func dot(l *lowerer, c *intrinsicUse) []value {
	a, b := l.asData(c.args[0]), l.asData(c.args[1])
	if a.kind == data && b.kind == data && a.t.Kind == syntax.Numeric && a.t.Scalar.IsInteger() && b.t.Kind == syntax.Numeric && b.t.Scalar.IsInteger() {
		p := l.arithmetic("*", a, b, c.site)
		if p.kind == invalid {
			return bad(c.site)
		}
		sum := p.c[0]
		for _, x := range p.c[1:] {
			sum = l.b.IAdd(sum, x)
		}
		return c.one(syntax.ScalarType(p.t.Scalar), sum)
	}
	v, _ := l.floats(c, c.args...)
	if v == nil {
		return bad(c.site)
	}
	return c.one(floatType, l.dotOf(v[0], v[1]))
}

func cross(l *lowerer, c *intrinsicUse) []value {
	v, t := l.floats(c, c.args...)
	if v == nil {
		return bad(c.site)
	}
	if t.Cols != 3 {
		l.fail(diag.WrongArgumentType, c.site, "cross works on two float3, but these are %s", t)
		return bad(c.site)
	}
	a, b, x := v[0], v[1], l.b
	part := func(i, j int) V { return x.FSub(x.FMul(a[i], b[j]), x.FMul(a[j], b[i])) }
	return c.one(t, part(1, 2), part(2, 0), part(0, 1))
}

func length(l *lowerer, c *intrinsicUse) []value {
	v, _ := l.floats(c, c.args...)
	if v == nil {
		return bad(c.site)
	}
	return c.one(floatType, l.b.FSqrt(l.dotOf(v[0], v[0])))
}

func distance(l *lowerer, c *intrinsicUse) []value {
	v, _ := l.floats(c, c.args...)
	if v == nil {
		return bad(c.site)
	}
	d := make([]V, len(v[0]))
	for i := range d {
		d[i] = l.b.FSub(v[1][i], v[0][i])
	}
	return c.one(floatType, l.b.FSqrt(l.dotOf(d, d)))
}

func normalize(l *lowerer, c *intrinsicUse) []value {
	v, t := l.floats(c, c.args...)
	if v == nil {
		return bad(c.site)
	}
	n := l.b.FSqrt(l.dotOf(v[0], v[0]))
	out := make([]V, len(v[0]))
	for i, x := range v[0] {
		out[i] = l.b.FDiv(x, n)
	}
	return c.one(t, out...)
}

func reflectOf(l *lowerer, c *intrinsicUse) []value {
	v, t := l.floats(c, c.args...)
	if v == nil {
		return bad(c.site)
	}
	twice := l.b.FMul(l.b.F(2), l.dotOf(v[0], v[1]))
	out := make([]V, len(v[0]))
	for i := range out {
		out[i] = l.b.FSub(v[0][i], l.b.FMul(twice, v[1][i]))
	}
	return c.one(t, out...)
}

func refractOf(l *lowerer, c *intrinsicUse) []value {
	v, t := l.floats(c, c.args[:2]...)
	if v == nil {
		return bad(c.site)
	}
	eta := l.convertTo(c.args[2], floatType, &target{what: "argument 3 of refract"})[0]
	b := l.b
	d := l.dotOf(v[0], v[1])
	k := b.FSub(b.F(1), b.FMul(b.FMul(eta, eta), b.FSub(b.F(1), b.FMul(d, d))))
	total := b.FLt(k, b.F(0))
	f := b.FAdd(b.FMul(eta, d), b.FSqrt(b.FMax(b.F(0), k)))
	out := make([]V, len(v[0]))
	for i := range out {
		out[i] = b.Select(total, b.F(0), b.FSub(b.FMul(eta, v[0][i]), b.FMul(f, v[1][i])))
	}
	return c.one(t, out...)
}

func selectOf(l *lowerer, c *intrinsicUse) []value {
	cond, a, b := l.read(c.args[0]), l.read(c.args[1]), l.read(c.args[2])
	if isBool(cond) && !cond.t.IsScalar() {
		return []value{l.conditionalVector(cond, a, b, c.site)}
	}
	bit := l.condition(cond, "select")
	t := l.commonType(a, b, c.site)
	if t == nil {
		return bad(c.site)
	}
	return c.one(t, l.selectAll(bit, l.convertTo(a, t, nil), l.convertTo(b, t, nil))...)
}

func (l *lowerer) matrixArgument(c *intrinsicUse) (value, bool) {
	v := l.read(c.args[0])
	if v.kind != data || !v.t.IsMatrix() {
		l.fail(diag.WrongArgumentType, v.site, "argument 1 of %s must be a matrix, but this is %s", c.name, v.describe())
		return v, false
	}
	return v, true
}

func transpose(l *lowerer, c *intrinsicUse) []value {
	m, ok := l.matrixArgument(c)
	if !ok {
		return bad(c.site)
	}
	var out []V
	for col := range m.t.Cols {
		for row := range m.t.Rows {
			out = append(out, m.c[row*m.t.Cols+col])
		}
	}
	return c.one(syntax.Matrix(m.t.Scalar, m.t.Cols, m.t.Rows), out...)
}

func determinant(l *lowerer, c *intrinsicUse) []value {
	m, ok := l.matrixArgument(c)
	if !ok {
		return bad(c.site)
	}
	if m.t.Rows != m.t.Cols {
		l.fail(diag.WrongArgumentType, c.site, "determinant works on square matrices, but this is %s", m.t)
		return bad(c.site)
	}
	n := m.t.Rows
	rows := make([][]V, n)
	for r := range rows {
		rows[r] = l.cast(m.c[r*n:(r+1)*n], m.t.Scalar, syntax.Float)
	}
	return c.one(floatType, l.expand(rows))
}

// expand is a determinant by its first row.
func (l *lowerer) expand(m [][]V) V {
	if len(m) == 1 {
		return m[0][0]
	}
	var sum V
	for i, x := range m[0] {
		var minor [][]V
		for _, row := range m[1:] {
			minor = append(minor, append(append([]V(nil), row[:i]...), row[i+1:]...))
		}
		term := l.b.FMul(x, l.expand(minor))
		switch {
		case i == 0:
			sum = term
		case i%2 == 1:
			sum = l.b.FSub(sum, term)
		default:
			sum = l.b.FAdd(sum, term)
		}
	}
	return sum
}

// mul is the product of linear algebra: a vector on the left is a row, one on the right a column; two vectors give their
// dot product. (Source: HLSL mul.)
func mul(l *lowerer, c *intrinsicUse) []value {
	a, b := l.asData(c.args[0]), l.asData(c.args[1])
	if !l.checkArgument("mul", 0, a, true) || !l.checkArgument("mul", 1, b, true) {
		return bad(c.site)
	}
	if a.t.IsScalar() || b.t.IsScalar() {
		return []value{l.arithmetic("*", a, b, c.site)}
	}
	ra, ca, rb, cb := a.t.Rows, a.t.Cols, b.t.Rows, b.t.Cols
	if b.t.IsVector() {
		rb, cb = cb, 1
	}
	if ca != rb {
		d := l.fail(diag.TypeMismatch, c.site, "mul does not work on %s and %s: %d columns meet %d rows", a.t, b.t, ca, rb)
		d.Also(a.site, a.t.String()).Also(b.site, b.t.String())
		return bad(c.site)
	}
	s := a.t.Scalar
	if rank(b.t.Scalar) > rank(s) {
		s = b.t.Scalar
	}
	xa, xb := l.cast(a.c, a.t.Scalar, s), l.cast(b.c, b.t.Scalar, s)
	var out []V
	for row := range ra {
		for col := range cb {
			var sum V
			for k := range ca {
				p := l.arithmeticScalar("*", s, xa[row*ca+k], xb[k*cb+col])
				if k == 0 {
					sum = p
					continue
				}
				sum = l.arithmeticScalar("+", s, sum, p)
			}
			out = append(out, sum)
		}
	}
	return c.one(productType(s, ra, cb, a.t.IsVector(), b.t.IsVector()), out...)
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
