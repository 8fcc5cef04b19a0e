package intrinsic

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// matrixIntrinsics is sorted by name.
func matrixIntrinsics() []intrinsicInfo {
	return []intrinsicInfo{
		{name: "determinant", class: special, low: 1, high: 1, lower: determinant, doc: "determinant(m): of a square matrix"},
		{name: "inverse", class: special, low: 1, high: 1, lower: inverse,
			doc: "inverse(m): of a square matrix, by cofactors; infinities and NaN where the determinant is 0. Not in HLSL"},
		{name: "mul", class: special, low: 2, high: 2, lower: mul,
			doc: "mul(a, b): product of matrices and vectors, v * M with v as a row, M * v with v as a column"},
		{name: "transpose", class: special, low: 1, high: 1, lower: transpose, doc: "transpose(m): rows become columns"},
	}
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

// squareMatrix is the argument of an intrinsic as a square matrix of floats.
func (l *expander) squareMatrix(c *intrinsicUse) (*minors, *syntax.Type, bool) {
	m, ok := l.matrixArgument(c)
	if !ok {
		return nil, nil, false
	}
	if m.T.Rows != m.T.Cols {
		l.FailOn(diag.WrongArgumentType, m, "%s works on square matrices, but this is %s", c.name, m.T)
		return nil, nil, false
	}
	return &minors{l: l, n: m.T.Rows, c: l.Cast(m.C, m.T.Scalar, syntax.Float), known: map[[2]int]value.V{}}, m.T.With(syntax.Float), true
}

func determinant(l *expander, c *intrinsicUse) []value.Value {
	m, _, ok := l.squareMatrix(c)
	if !ok {
		return bad(c.site)
	}
	all := 1<<m.n - 1
	return c.one(floatType, m.of(all, all))
}

// inverse is the transposed matrix of cofactors, each divided by the determinant.
func inverse(l *expander, c *intrinsicUse) []value.Value {
	m, t, ok := l.squareMatrix(c)
	if !ok {
		return bad(c.site)
	}
	all := 1<<m.n - 1
	det := m.of(all, all)
	var out []value.V
	for col := range m.n {
		for row := range m.n {
			cofactor := m.of(all&^(1<<row), all&^(1<<col))
			if (row+col)%2 == 1 {
				cofactor = l.B.FNeg(cofactor)
			}
			out = append(out, l.B.FDiv(cofactor, det))
		}
	}
	return c.one(t, out...)
}

// minors are the determinants of parts of a matrix, each calculated once.
type minors struct {
	l     *expander
	n     int
	c     []value.V
	known map[[2]int]value.V // by the sets of rows and columns, bit i for number i
}

// of is the determinant of the given rows and columns, expanded by the first row.
func (m *minors) of(rows, cols int) value.V {
	key := [2]int{rows, cols}
	if v, ok := m.known[key]; ok {
		return v
	}
	row := 0
	for rows>>row&1 == 0 {
		row++
	}
	b := m.l.B
	var sum value.V
	for col, sign := 0, 0; col < m.n; col++ {
		if cols>>col&1 == 0 {
			continue
		}
		term := m.c[row*m.n+col]
		if rest := rows &^ (1 << row); rest != 0 {
			term = b.FMul(term, m.of(rest, cols&^(1<<col)))
		}
		switch {
		case sum == 0:
			sum = term
		case sign%2 == 1:
			sum = b.FSub(sum, term)
		default:
			sum = b.FAdd(sum, term)
		}
		sign++
	}
	m.known[key] = sum
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
		if short := b; ca == 4 && rb == 3 || ca == 3 && rb == 4 {
			if a.T.IsVector() {
				short = a
			}
			if short.T.IsVector() && short.T.Cols == 3 {
				d.HelpFix(short.Site, diag.Around("float4(%p, 1)"), "write float4(v, 1) for a position, and float4(v, 0) for a direction")
			}
		}
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
