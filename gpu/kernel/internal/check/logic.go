package check

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/yuin/gopher-lua/ast"
)

// logical lowers and, or, and the idiom c and a or b.
func (l *lowerer) logical(e *ast.LogicalOpExpr) value {
	site := siteOf(e)
	if inner, ok := e.Lhs.(*ast.LogicalOpExpr); ok && e.Operator == "or" && inner.Operator == "and" {
		return l.conditional(inner, e.Rhs, site)
	}
	lhs := l.read(l.expr(e.Lhs))
	return l.logicalWith(e.Operator, lhs, e.Rhs, site)
}

func (l *lowerer) logicalWith(op string, lhs value, rhs ast.Expr, site gpu.Site) value {
	if isBool(lhs) && !lhs.t.IsScalar() {
		return l.logicalVector(op, lhs, l.read(l.expr(rhs)), site)
	}
	if lhs.kind == invalid {
		return value{site: site}
	}
	cond := l.condition(lhs, op)
	right := func() V { return l.condition(l.expr(rhs), op) }
	fixed := func(x bool) func() V { return func() V { return l.b.Bool(x) } }
	if op == "and" {
		return dataValue(site, syntax.ScalarType(syntax.Bool), l.choose(cond, right, fixed(false)))
	}
	return dataValue(site, syntax.ScalarType(syntax.Bool), l.choose(cond, fixed(true), right))
}

func (l *lowerer) logicalVector(op string, a, b value, site gpu.Site) value {
	if b.kind == invalid {
		return value{site: site}
	}
	cb := l.convertTo(b, a.t, &target{what: "the right side of " + op})
	c := make([]V, len(cb))
	for i := range c {
		if op == "and" {
			c[i] = l.b.BAnd(a.c[i], cb[i])
		} else {
			c[i] = l.b.BOr(a.c[i], cb[i])
		}
	}
	return dataValue(site, a.t, c...)
}

// conditional lowers c and a or b: a choice between a and b by the condition c, of their common type. Where a is a bool it is
// plain logic, as in Lua.
func (l *lowerer) conditional(and *ast.LogicalOpExpr, other ast.Expr, site gpu.Site) value {
	c := l.read(l.expr(and.Lhs))
	if isBool(c) && !c.t.IsScalar() {
		return l.conditionalVector(c, l.read(l.expr(and.Rhs)), l.read(l.expr(other)), site)
	}
	if c.kind == invalid {
		return value{site: site}
	}
	cond := l.condition(c, "and")
	if bits, ok := l.b.Known(cond); ok {
		return l.conditionalKnown(bits != 0, and.Rhs, other)
	}
	return l.conditionalScalar(cond, and.Rhs, other, site)
}

func (l *lowerer) conditionalScalar(cond V, left, right ast.Expr, site gpu.Site) value {
	f := l.fork(cond)
	var a, b value
	f.then(func() { a = l.read(l.expr(left)) })
	bools := syntax.ScalarType(syntax.Bool)
	if isBool(a) && a.t.IsScalar() {
		first := f.join(a.c, []V{l.b.Bool(false)})[0]
		return dataValue(site, bools, l.choose(first, func() V { return l.b.Bool(true) }, func() V { return l.condition(l.expr(right), "or") }))
	}
	f.els(func() { b = l.read(l.expr(right)) })
	t := l.commonType(a, b, site)
	if t == nil {
		f.join(nil, nil)
		return value{site: site}
	}
	var ca, cb []V
	f.then(func() { ca = l.convertTo(a, t, nil) })
	f.els(func() { cb = l.convertTo(b, t, nil) })
	return dataValue(site, t, f.join(ca, cb)...)
}

// commonType is the type of a choice between a and b, or nil after reporting that there is none.
func (l *lowerer) commonType(a, b value, site gpu.Site) *syntax.Type {
	switch {
	case a.kind == invalid || b.kind == invalid:
		return nil
	case a.kind == data && b.kind == data && syntax.Equal(a.t, b.t):
		return a.t
	case a.isNumeric() && b.isNumeric():
		if a.kind == constant && b.kind == constant {
			return l.join(a.numericType(), b.numericType())
		}
		if t := l.join(l.operandType(a, b), l.operandType(b, a)); t != nil {
			return t
		}
	}
	for _, v := range []value{a, b} {
		if v.kind != data && v.kind != constant {
			l.notData(v, syntax.ScalarType(syntax.Float), &target{what: "a choice"})
			return nil
		}
	}
	l.fail(diag.TypeMismatch, site, "the two sides of this choice have no common type: %s and %s", a.describe(), b.describe()).
		Also(a.site, a.describe()).Also(b.site, b.describe())
	return nil
}

func (l *lowerer) conditionalVector(c, a, b value, site gpu.Site) value {
	t := l.commonType(a, b, site)
	if t == nil {
		return value{site: site}
	}
	if t.IsScalar() {
		t = syntax.Matrix(t.Scalar, c.t.Rows, c.t.Cols)
	}
	if t.Kind != syntax.Numeric || t.Rows != c.t.Rows || t.Cols != c.t.Cols {
		l.fail(diag.TypeMismatch, site, "a condition of type %s cannot choose between values of type %s", c.t, t).Also(c.site, c.t.String())
		return value{site: site}
	}
	ca, cb := l.convertTo(a, t, nil), l.convertTo(b, t, nil)
	out := make([]V, len(ca))
	for i := range out {
		out[i] = l.b.Select(c.c[i], ca[i], cb[i])
	}
	return dataValue(site, t, out...)
}

func (l *lowerer) conditionalKnown(first bool, a, b ast.Expr) value {
	if first {
		v := l.expr(a)
		if !isBool(l.read(v)) {
			return v
		}
		return l.logicalWith("or", l.read(v), b, v.site)
	}
	return l.expr(b)
}
