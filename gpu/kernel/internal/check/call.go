package check

import (
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/intrinsic"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/resolve"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/yuin/gopher-lua/ast"
)

// closure is a Lua function that can be called: the node, and the scope it was made in.
type closure struct {
	node  *ast.FunctionExpr
	name  string
	unit  *resolve.Unit
	scope *scope
}

// call lowers a call of any kind and gives its results.
func (l *lowerer) call(e *ast.FuncCallExpr) []value.Value {
	site := siteOf(e)
	if e.Method != "" {
		return l.methodCall(e)
	}
	l.called = e.Func
	f := l.expr(e.Func)
	switch f.Kind {
	case value.Invalid:
		return []value.Value{{Site: site}}
	case value.Function:
		return l.inline(e, f)
	case value.Intrinsic:
		return l.callIntrinsic(f.Str, e)
	case value.TypeName:
		if f.T.Kind == syntax.Struct {
			l.FailOn(diag.NotCallable, f, "the struct %s cannot be called", f.Str).
				HelpText("write { %s = …, … } where one is stored; a local begins as local x = Array(%s, 1)[0]", f.T.Fields[0].Name, f.Str)
			break
		}
		return []value.Value{l.Construct(f.T, l.exprList(e.Args, -1), site)}
	case value.Host:
		l.hostCall(f, e)
	default:
		d := l.Fail(diag.NotCallable, siteOf(e.Func), "%s cannot be called", f.Describe())
		switch number := f.Kind == value.Constant || f.T != nil && f.T.Kind == syntax.Numeric; {
		case number && len(e.Args) == 1:
			d.HelpFix(site, diag.Fix{Argument: 1, Action: diag.FixCall, Text: "%f * %p"}, "a product is written with '*'")
		case f.Kind == value.Resource:
			d.HelpText("%s", value.ResourceUsage(f.Res.Decl))
		}
	}
	return []value.Value{{Site: site}}
}

// inline lowers the body of a Lua function in the place of its call.
func (l *lowerer) inline(e *ast.FuncCallExpr, f value.Value) []value.Value {
	site := siteOf(e)
	c := f.Fn.(*closure)
	if l.recursive(c, site) || l.tooMany(site) {
		return []value.Value{{Site: site}}
	}
	args, ok := l.arguments(e, c)
	if !ok || !l.enter(site) {
		return []value.Value{{Site: site}}
	}
	defer l.leave()
	outer, unit, scope, loop, inside := l.frame, l.unit, l.scope, l.loop, l.Inside
	fr := &frame{node: c.node, name: c.name, call: site, parent: l.frame, instance: l.inference.instance(l.frame.instance, e)}
	l.frame, l.unit, l.scope, l.loop, l.Inside = fr, c.unit, c.scope, nil, &value.Call{Name: c.name, Site: site}
	l.within(func() {
		l.prepareResults(fr)
		for i, a := range args {
			l.declare(resolve.Key{Node: c.node, Index: i}, c.node.ParList.Names[i], a.Site, a)
		}
		l.stmts(c.node.Stmts)
	})
	l.frame, l.unit, l.scope, l.loop, l.Inside = outer, unit, scope, loop, inside
	l.B.Site = site
	l.lostParameters(e, c)
	return l.results(fr, site)
}

// lostParameters reports a function without results whose last word to a parameter is an assignment, where a local is the argument: HLSL's out
// parameter.
func (l *lowerer) lostParameters(e *ast.FuncCallExpr, c *closure) {
	if c.node.ParList == nil || resolve.Arity(c.node.Stmts) > 0 || l.told[c.name] {
		return
	}
	for i, name := range c.node.ParList.Names[:min(len(e.Args), len(c.node.ParList.Names))] { // one call may give several arguments
		d := c.unit.Decl(resolve.Key{Node: c.node, Index: i})
		arg, ok := e.Args[i].(*ast.IdentExpr)
		if d == nil || d.Lost == nil || !ok || l.lookup(arg.Value) == nil {
			continue
		}
		l.tell(c.name)
		l.Fail(diag.ReturnMismatch, siteOf(d.Lost), "%s assigns to its parameter %s, and nobody sees that", value.FunctionName(c.name), name).
			Also(siteOf(e), arg.Value+" keeps its value here").
			Because("Parameters bring values in only, and HLSL's out parameters are results here.").
			HelpText("return it: return %s, and call it with %s = %s(…)", name, arg.Value, c.name)
		return
	}
}

// maxCalls bounds the calls that are inlined: functions that call each other twice double with each level.
const maxCalls = 20_000

func (l *lowerer) tooMany(site gpu.Site) bool {
	l.calls++
	if l.calls > maxCalls && !l.tooLarge {
		l.tooLarge = true
		l.Fail(diag.KernelTooLarge, site, "kernel %q inlines more than %d calls", l.in.Name, maxCalls).
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
			slices.Reverse(names)
			l.Fail(diag.Recursion, site, "function %s calls itself", c.name).
				Because("Functions are inlined, so the calls would never end: %s.", strings.Join(names, " → ")).
				WithRule("functions of a shader must not be recursive (HLSL)").HelpText("use a loop")
			return true
		}
	}
	return false
}

// arguments lowers and checks the arguments of an inlined call, and says whether they fit.
func (l *lowerer) arguments(e *ast.FuncCallExpr, c *closure) ([]value.Value, bool) {
	params := c.node.ParList
	if params != nil && params.HasVargs {
		l.Fail(diag.UnsupportedLua, siteOf(e), "%s has variable arguments", value.FunctionName(c.name)).Also(siteOf(c.node), "declared here").
			HelpText("name the parameters")
		return nil, false
	}
	names := []string{}
	if params != nil {
		names = params.Names
	}
	args := l.exprList(e.Args, -1)
	if len(args) != len(names) {
		l.Fail(diag.WrongArgumentCount, siteOf(e), "%s has %s, but gets %s", value.FunctionName(c.name), count(len(names), "parameter"),
			count(len(args), "argument")).
			Also(siteOf(c.node), "declared here")
		return nil, false
	}
	for i, a := range args {
		switch a.Kind {
		case value.None:
			l.NotData(a, syntax.ScalarType(syntax.Float), &value.Target{What: "argument " + names[i]})
			return nil, false
		case value.Host:
			l.HostValue(a)
			return nil, false
		case value.Text, value.TypeName, value.Function, value.Intrinsic, value.Fields:
			l.FailOn(diag.NotAValue, a, "%s cannot be an argument", a.Describe()).
				HelpText("only numbers, vectors, structs, arrays and resources can be passed")
			return nil, false
		}
		if a.Kind == value.Located && a.T.Kind != syntax.Array {
			args[i] = l.Read(a)
		}
	}
	return args, true
}

// prepareResults makes the variables that collect what the returns of a function give.
func (l *lowerer) prepareResults(f *frame) {
	f.returned = l.Flag()
	f.direct = resolve.OnlyReturnIsLast(f.node.Stmts)
	if f.direct {
		return
	}
	n := max(resolve.Arity(f.node.Stmts), l.inference.arity(f))
	for i := range n {
		x := &local{Variable: value.Variable{Name: "the result of " + value.FunctionName(f.name)}, weak: true,
			key: promotion{f.instance, f.node, -1 - i}}
		if x.T = l.inference.types[x.key]; x.T != nil {
			x.C = l.Zeros(x.T)
		}
		f.results = append(f.results, x)
		l.enliven(x)
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

// results gives what a call returned.
func (l *lowerer) results(f *frame, site gpu.Site) []value.Value {
	if f.direct {
		for i, v := range f.values {
			if v.Kind == value.Host {
				l.HostValue(v)
				v.Kind = value.Invalid
			}
			if v.Kind == value.Function || v.Kind == value.Intrinsic || v.Kind == value.TypeName {
				l.FailOn(diag.NotAValue, v, "%s cannot be returned", v.Describe()).HelpText("call it instead")
				v.Kind = value.Invalid
			}
			v.Site = site
			f.values[i] = v
		}
		return f.values
	}
	if len(f.results) > 0 && resolve.FallsThrough(f.node.Stmts) && !l.inference.changed {
		l.Fail(diag.ReturnMismatch, site, "%s can end without returning a value", value.FunctionName(f.name)).
			Also(f.site, "it returns one here").HelpText("add a return as its last statement")
	}
	var out []value.Value
	for _, x := range f.results {
		if x.T == nil || x.C == nil {
			out = append(out, value.Value{Site: site})
			continue
		}
		out = append(out, value.NewData(site, x.T, x.C...))
	}
	return out
}

func (l *lowerer) callIntrinsic(name string, e *ast.FuncCallExpr) []value.Value {
	if intrinsic.TooMany(l.Context, name, len(e.Args), siteOf(e)) {
		return l.unwritten(e)
	}
	return intrinsic.Call(l.Context, name, l.intrinsicArguments(name, e.Args), siteOf(e))
}

// unwritten is the result of a call that was refused because it names the locals for its results: nothing more is said of those that it alone would
// have given a value.
func (l *lowerer) unwritten(e *ast.FuncCallExpr) []value.Value {
	for _, arg := range e.Args {
		if id, ok := arg.(*ast.IdentExpr); ok {
			if x := l.lookup(id.Value); x != nil && x.T == nil {
				x.value = value.Value{Site: siteOf(e)}
				x.alias = &x.value
			}
		}
	}
	return []value.Value{{Site: siteOf(e)}}
}

// intrinsicArguments lowers arguments; the first one of an Interlocked operation is a place and no value.
func (l *lowerer) intrinsicArguments(name string, list []ast.Expr) []value.Value {
	if !intrinsic.TakesPlace(name) || len(list) == 0 {
		return l.exprList(list, -1)
	}
	return append([]value.Value{l.expr(list[0])}, l.exprList(list[1:], -1)...)
}

// methodCall lowers object:Name(…).
func (l *lowerer) methodCall(e *ast.FuncCallExpr) []value.Value {
	site := siteOf(e)
	object := l.expr(e.Receiver)
	if object.Kind == value.Invalid {
		return []value.Value{{Site: site}}
	}
	if object.Kind != value.Resource {
		if object.Kind == value.Host {
			l.hostMember(object, e.Method, site, true)
			return []value.Value{{Site: site}}
		}
		l.Fail(diag.UnknownResourceMethod, site, "%s has no methods", object.Describe()).
			HelpText("functions are called with their arguments: %s(…)", e.Method)
		return []value.Value{{Site: site}}
	}
	if !intrinsic.HasMethod(l.Context, object.Res, e.Method, site) {
		return []value.Value{{Site: site}}
	}
	if intrinsic.OutParameters(l.Context, object.Res, e.Method, len(e.Args), site) {
		return l.unwritten(e)
	}
	return intrinsic.CallMethod(l.Context, object.Res, e.Method, l.exprList(e.Args, -1), site)
}
