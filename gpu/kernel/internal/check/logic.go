package check

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/yuin/gopher-lua/ast"
)

// logical lowers and, or, and the idiom c and a or b. Of c and a or d and b or z, which Lua reads from the left, the choices are made from the left
// too.
func (l *lowerer) logical(e *ast.LogicalOpExpr) value.Value {
	site := siteOf(e)
	for inner, ok := e.Lhs.(*ast.LogicalOpExpr); ok && e.Operator == "or" && inner.Operator == "or"; inner, ok = e.Lhs.(*ast.LogicalOpExpr) {
		rest := &ast.LogicalOpExpr{Operator: "or", Lhs: inner.Rhs, Rhs: e.Rhs}
		rest.SetLine(e.Line())
		e = &ast.LogicalOpExpr{Operator: "or", Lhs: inner.Lhs, Rhs: rest}
	}
	if inner, ok := e.Lhs.(*ast.LogicalOpExpr); ok && e.Operator == "or" && inner.Operator == "and" {
		return l.conditional(inner, e.Rhs, site)
	}
	lhs := l.Read(l.expr(e.Lhs))
	return l.logicalWith(e.Operator, lhs, e.Rhs, site)
}

func (l *lowerer) logicalWith(op string, lhs value.Value, rhs ast.Expr, site gpu.Site) value.Value {
	if value.IsBool(lhs) && !lhs.T.IsScalar() {
		return l.LogicalVector(op, lhs, l.Read(l.expr(rhs)), site)
	}
	if lhs.Kind == value.Invalid {
		return value.Value{Site: site}
	}
	cond := l.Condition(lhs, op)
	right := func() value.V { return l.RightSide(op, l.expr(rhs)) }
	fixed := func(x bool) func() value.V { return func() value.V { return l.B.Bool(x) } }
	if op == "and" {
		return value.NewData(site, syntax.ScalarType(syntax.Bool), l.Choose(cond, right, fixed(false)))
	}
	return value.NewData(site, syntax.ScalarType(syntax.Bool), l.Choose(cond, fixed(true), right))
}

// conditional lowers c and a or b: a choice between a and b by the condition c, of their common type. Where a is a bool it is
// plain logic, as in Lua.
func (l *lowerer) conditional(and *ast.LogicalOpExpr, other ast.Expr, site gpu.Site) value.Value {
	c := l.Read(l.expr(and.Lhs))
	if value.IsBool(c) && !c.T.IsScalar() {
		return l.ConditionalVector(c, l.Read(l.expr(and.Rhs)), l.Read(l.expr(other)), site)
	}
	if c.Kind == value.Invalid {
		return value.Value{Site: site}
	}
	cond := l.Condition(c, "and")
	if bits, ok := l.B.Known(cond); ok {
		return l.conditionalKnown(bits != 0, and.Rhs, other)
	}
	return l.conditionalScalar(cond, and.Rhs, other, site)
}

func (l *lowerer) conditionalScalar(cond value.V, left, right ast.Expr, site gpu.Site) value.Value {
	f := l.Fork(cond)
	var a, b value.Value
	f.Then(func() { a = l.Read(l.expr(left)) })
	bools := syntax.ScalarType(syntax.Bool)
	if value.IsBool(a) && a.T.IsScalar() {
		first := f.Join(a.C, []value.V{l.B.Bool(false)})[0]
		return value.NewData(site, bools, l.Choose(first, func() value.V { return l.B.Bool(true) },
			func() value.V { return l.Condition(l.expr(right), "or") }))
	}
	f.Els(func() { b = l.Read(l.expr(right)) })
	t := l.CommonType(a, b, site)
	if t == nil {
		f.Join(nil, nil)
		return value.Value{Site: site}
	}
	var ca, cb []value.V
	f.Then(func() { ca = l.ConvertTo(a, t, nil) })
	f.Els(func() { cb = l.ConvertTo(b, t, nil) })
	return value.NewData(site, t, f.Join(ca, cb)...)
}

func (l *lowerer) conditionalKnown(first bool, a, b ast.Expr) value.Value {
	if first {
		v := l.expr(a)
		if !value.IsBool(l.Read(v)) {
			return v
		}
		return l.logicalWith("or", l.Read(v), b, v.Site)
	}
	return l.expr(b)
}
