package value

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// LogicalVector is and or or of bool vectors, component by component; both sides are evaluated.
func (l *Context) LogicalVector(op string, a, b Value, site gpu.Site) Value {
	if b.Kind == Invalid {
		return Value{Site: site}
	}
	cb := l.ConvertTo(b, a.T, &Target{What: "the right side of " + op})
	c := make([]V, len(cb))
	for i := range c {
		if op == "and" {
			c[i] = l.B.BAnd(a.C[i], cb[i])
		} else {
			c[i] = l.B.BOr(a.C[i], cb[i])
		}
	}
	return NewData(site, a.T, c...)
}

// CommonType is the type of a choice between a and b, or nil after reporting that there is none.
func (l *Context) CommonType(a, b Value, site gpu.Site) *syntax.Type {
	switch {
	case a.Kind == Invalid || b.Kind == Invalid:
		return nil
	case a.Kind == Data && b.Kind == Data && syntax.Equal(a.T, b.T):
		return a.T
	case a.IsNumeric() && b.IsNumeric():
		if t := l.Together(a, b); t != nil {
			return t
		}
	}
	for _, v := range []Value{a, b} {
		if v.Kind != Data && v.Kind != Constant {
			l.NotData(v, syntax.ScalarType(syntax.Float), &Target{What: "a choice"})
			return nil
		}
	}
	l.Fail(diag.TypeMismatch, site, "the two sides of this choice have no common type: %s and %s", a.Describe(), b.Describe()).
		Also(a.Site, a.Describe()).Also(b.Site, b.Describe())
	return nil
}

// ConditionalVector chooses between a and b component by component of the bool vector c.
func (l *Context) ConditionalVector(c, a, b Value, site gpu.Site) Value {
	t := l.CommonType(a, b, site)
	if t == nil {
		return Value{Site: site}
	}
	if t.IsScalar() {
		t = syntax.Matrix(t.Scalar, c.T.Rows, c.T.Cols)
	}
	if t.Kind != syntax.Numeric || t.Rows != c.T.Rows || t.Cols != c.T.Cols {
		l.Fail(diag.TypeMismatch, site, "a condition of type %s cannot choose between values of type %s", c.T, t).Also(c.Site, c.T.String())
		return Value{Site: site}
	}
	ca, cb := l.ConvertTo(a, t, nil), l.ConvertTo(b, t, nil)
	out := make([]V, len(ca))
	for i := range out {
		out[i] = l.B.Select(c.C[i], ca[i], cb[i])
	}
	return NewData(site, t, out...)
}
