package check

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/yuin/gopher-lua/ast"
)

// closure is a Lua function that can be called: the node, and the scope it was made in.
type closure struct {
	node  *ast.FunctionExpr
	name  string
	unit  *unit
	scope *scope
}

// call lowers a call of any kind and gives its results.
func (l *lowerer) call(e *ast.FuncCallExpr) []value {
	site := siteOf(e)
	if e.Method != "" {
		return l.methodCall(e)
	}
	f := l.expr(e.Func)
	switch f.kind {
	case invalid:
		return []value{{site: site}}
	case function:
		return l.inline(e, f)
	case intrinsic:
		return l.callIntrinsic(f.str, e)
	case typeName:
		return []value{l.construct(f.t, l.exprList(e.Args, -1), site)}
	case host:
		l.hostCall(f, e)
	default:
		l.fail(diag.NotCallable, siteOf(e.Func), "%s cannot be called", f.describe())
	}
	return []value{{site: site}}
}

func (l *lowerer) hostCall(f value, e *ast.FuncCallExpr) {
	if id, ok := e.Func.(*ast.IdentExpr); ok {
		if use, ok := insteadOf[id.Value]; ok {
			l.fail(diag.HostValue, f.site, "a kernel cannot call %s", f.str).HelpText("use %s", use)
			return
		}
		if strings.HasPrefix(f.str, "the table coroutine") {
			l.fail(diag.UnsupportedLua, f.site, "a kernel has no coroutines")
			return
		}
	}
	l.hostValue(f)
}

// inline lowers the body of a Lua function in the place of its call.
func (l *lowerer) inline(e *ast.FuncCallExpr, f value) []value {
	site := siteOf(e)
	c := f.fn
	if l.recursive(c, site) || l.tooMany(site) {
		return []value{{site: site}}
	}
	args, ok := l.arguments(e, c)
	if !ok || !l.enter(site) {
		return []value{{site: site}}
	}
	defer l.leave()
	outer := *l
	fr := &frame{node: c.node, name: c.name, call: site, parent: l.frame, instance: l.inference.instance(l.frame.instance, e)}
	l.frame, l.unit, l.scope, l.loop = fr, c.unit, c.scope, nil
	l.within(func() {
		l.prepareResults(fr)
		for i, a := range args {
			l.declare(declKey{c.node, i}, c.node.ParList.Names[i], a.site, a)
		}
		l.stmts(c.node.Stmts)
	})
	l.frame, l.unit, l.scope, l.loop = outer.frame, outer.unit, outer.scope, outer.loop
	l.b.Site = site
	return l.results(fr, site)
}

// maxCalls bounds the calls that are inlined: functions that call each other twice double with each level.
const maxCalls = 20_000

func (l *lowerer) tooMany(site gpu.Site) bool {
	l.calls++
	if l.calls > maxCalls && !l.tooLarge {
		l.tooLarge = true
		l.fail(diag.KernelTooLarge, site, "kernel %q inlines more than %d calls", l.in.Name, maxCalls).
			Because("Functions are inlined at each of their calls.").HelpText("call the function in a loop instead of many times")
	}
	return l.tooLarge
}

// recursive reports a function that is called while it is being inlined, with the whole cycle.
func (l *lowerer) recursive(c *closure, site gpu.Site) bool {
	names := []string{c.name}
	for f := l.frame; f != nil; f = f.parent {
		names = append(names, f.name)
		if f.node == c.node {
			for i, j := 0, len(names)-1; i < j; i, j = i+1, j-1 {
				names[i], names[j] = names[j], names[i]
			}
			l.fail(diag.Recursion, site, "function %s calls itself", c.name).
				Because("Functions are inlined, so the calls would never end: %s.", strings.Join(names, " → ")).
				WithRule("functions of a shader must not be recursive (HLSL)").HelpText("use a loop")
			return true
		}
	}
	return false
}

// arguments lowers and checks the arguments of an inlined call, and says whether they fit.
func (l *lowerer) arguments(e *ast.FuncCallExpr, c *closure) ([]value, bool) {
	params := c.node.ParList
	if params != nil && params.HasVargs {
		l.fail(diag.UnsupportedLua, siteOf(e), "%s has variable arguments", functionName(c.name)).Also(siteOf(c.node), "declared here").
			HelpText("name the parameters")
		return nil, false
	}
	names := []string{}
	if params != nil {
		names = params.Names
	}
	args := l.exprList(e.Args, -1)
	if len(args) != len(names) {
		l.fail(diag.WrongArgumentCount, siteOf(e), "%s has %d parameters, but gets %d arguments", functionName(c.name), len(names), len(args)).
			Also(siteOf(c.node), "declared here")
		return nil, false
	}
	for i, a := range args {
		switch a.kind {
		case none:
			l.notData(a, syntax.ScalarType(syntax.Float), &target{what: "argument " + names[i]})
			return nil, false
		case host:
			l.hostValue(a)
			return nil, false
		case text, typeName, function, intrinsic:
			l.fail(diag.NotAValue, a.site, "%s cannot be an argument", a.describe()).
				HelpText("only numbers, vectors, structs, arrays and resources can be passed")
			return nil, false
		}
		if a.kind == located && a.t.Kind != syntax.Array {
			args[i] = l.read(a)
		}
	}
	return args, true
}

// prepareResults makes the variables that collect what the returns of a function give.
func (l *lowerer) prepareResults(f *frame) {
	f.returned = l.flag()
	f.direct = onlyReturnIsLast(f.node.Stmts)
	if f.direct {
		return
	}
	n := max(returnArity(f.node.Stmts), l.inference.arity(f))
	for i := range n {
		x := &variable{name: "the result of " + functionName(f.name), weak: true, key: promotion{f.instance, f.node, -1 - i}}
		if x.t = l.inference.types[x.key]; x.t != nil {
			x.c = l.zeros(x.t)
		}
		f.results = append(f.results, x)
		l.live = append(l.live, x)
	}
}

// arity is the number of results that an earlier pass found, where the syntax does not tell.
func (inf *inference) arity(f *frame) int {
	return inf.instances[instanceKey{-f.instance, nil}]
}

func (inf *inference) raiseArity(f *frame, n int) {
	inf.instances[instanceKey{-f.instance, nil}] = n
	inf.changed = true
}

// onlyReturnIsLast says whether a function has no return but as its last statement.
func onlyReturnIsLast(list []ast.Stmt) bool {
	for i, s := range list {
		if _, ok := s.(*ast.ReturnStmt); ok {
			return i == len(list)-1
		}
		if exitsOf(s).returns {
			return false
		}
	}
	return true
}

// returnArity is the number of expressions of the first return.
func returnArity(list []ast.Stmt) int {
	for _, stmt := range list {
		n := 0
		switch s := stmt.(type) {
		case *ast.ReturnStmt:
			return len(s.Exprs)
		case *ast.DoBlockStmt:
			n = returnArity(s.Stmts)
		case *ast.IfStmt:
			n = max(returnArity(s.Then), returnArity(s.Else))
		case *ast.WhileStmt:
			n = returnArity(s.Stmts)
		case *ast.RepeatStmt:
			n = returnArity(s.Stmts)
		case *ast.NumberForStmt:
			n = returnArity(s.Stmts)
		}
		if n > 0 {
			return n
		}
	}
	return 0
}

// results gives what a call returned.
func (l *lowerer) results(f *frame, site gpu.Site) []value {
	if f.direct {
		for i, v := range f.values {
			if v.kind == host {
				l.hostValue(v)
				v.kind = invalid
			}
			if v.kind == function || v.kind == intrinsic || v.kind == typeName {
				l.fail(diag.NotAValue, v.site, "%s cannot be returned", v.describe()).HelpText("call it instead")
				v.kind = invalid
			}
			v.site = site
			f.values[i] = v
		}
		return f.values
	}
	if len(f.results) > 0 && fallsThrough(f.node.Stmts) && !l.inference.changed {
		l.fail(diag.ReturnMismatch, site, "%s can end without returning a value", functionName(f.name)).
			Also(f.site, "it returns one here").HelpText("add a return as its last statement")
	}
	var out []value
	for _, x := range f.results {
		if x.t == nil || x.c == nil {
			out = append(out, value{site: site})
			continue
		}
		out = append(out, dataValue(site, x.t, x.c...))
	}
	return out
}

// construct lowers float4(…): components from scalars, vectors and matrices in order, one scalar for all of them, or the
// conversion of a value of the same size. (Source: HLSL, per-component constructors.)
func (l *lowerer) construct(t *syntax.Type, args []value, site gpu.Site) value {
	var c []V
	for i, a := range args {
		a = l.asData(a)
		if a.kind == invalid {
			return value{site: site}
		}
		if a.kind != data || a.t.Kind != syntax.Numeric {
			l.notNumber(a, t, i)
			return value{site: site}
		}
		if args[i].kind == constant && t.Scalar.IsInteger() && !args[i].isFloat {
			c = append(c, l.constantAs(args[i], t.Scalar, nil))
			continue
		}
		if args[i].kind == constant && t.Scalar.IsFloat() {
			c = append(c, l.b.F(float32(args[i].num)))
			continue
		}
		l.b.Site = site
		c = append(c, l.cast(a.c, a.t.Scalar, t.Scalar)...)
	}
	want := t.Components()
	switch {
	case len(args) == 1 && len(c) == 1:
		return dataValue(site, t, l.splat(c[0], t)...)
	case len(args) == 1 && len(c) > want:
		return l.constructSmaller(t, l.asData(args[0]), c, site)
	case len(c) != want:
		l.fail(diag.WrongComponents, site, "%s needs %d components, but gets %d", t, want, len(c)).
			HelpText("give %d numbers, or vectors with that many components together, or one number for all", want)
		return value{site: site}
	}
	return dataValue(site, t, c...)
}

func (l *lowerer) notNumber(a value, t *syntax.Type, i int) {
	if a.kind == data {
		l.fail(diag.TypeMismatch, a.site, "%s cannot be made of %s", t, a.t)
		return
	}
	l.notData(a, syntax.ScalarType(t.Scalar), &target{what: "component " + formatNumber(float64(i+1)) + " of " + t.String()})
}

// constructSmaller takes the upper left part of a matrix: float3x3(m). Vectors are not cut short.
func (l *lowerer) constructSmaller(t *syntax.Type, a value, c []V, site gpu.Site) value {
	if !a.t.IsMatrix() || !t.IsMatrix() || a.t.Rows < t.Rows || a.t.Cols < t.Cols {
		l.fail(diag.ImplicitTruncation, site, "%s is too long for %s", a.t, t).
			HelpText("choose the components: add .%s", swizzleOf[min(4, t.Cols)])
		return value{site: site}
	}
	out := make([]V, 0, t.Components())
	for r := range t.Rows {
		out = append(out, c[r*a.t.Cols:r*a.t.Cols+t.Cols]...)
	}
	return dataValue(site, t, out...)
}
