package check

import (
	"math"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/yuin/gopher-lua/ast"
)

// note remembers what an expression turned out to be, for the typed tree.
func (l *lowerer) note(e ast.Expr, what string) { l.types[e] = what }

// expr lowers an expression. Memory is not read before the value is used.
func (l *lowerer) expr(e ast.Expr) value {
	if !l.enter(siteOf(e)) {
		return value{site: siteOf(e)}
	}
	defer l.leave()
	v := l.anyExpr(e)
	switch v.kind {
	case invalid, none:
	case constant:
		l.note(e, formatNumber(v.num))
	default:
		l.note(e, v.describe())
	}
	return v
}

func (l *lowerer) anyExpr(expr ast.Expr) value {
	site := siteOf(expr)
	l.b.Site = site
	switch e := expr.(type) {
	case *ast.NumberExpr:
		return l.number(e)
	case *ast.TrueExpr:
		return dataValue(site, syntax.ScalarType(syntax.Bool), l.b.Bool(true))
	case *ast.FalseExpr:
		return dataValue(site, syntax.ScalarType(syntax.Bool), l.b.Bool(false))
	case *ast.StringExpr:
		return value{kind: text, site: site, str: e.Value}
	case *ast.IdentExpr:
		return l.ident(e)
	case *ast.AttrGetExpr:
		return l.attribute(e)
	case *ast.FuncCallExpr:
		return l.firstOf(l.call(e), site)
	case *ast.ArithmeticOpExpr:
		lhs := l.read(l.expr(e.Lhs))
		return l.arithmetic(e.Operator, lhs, l.expr(e.Rhs), site)
	case *ast.RelationalOpExpr:
		lhs := l.read(l.expr(e.Lhs))
		return l.compare(e.Operator, lhs, l.expr(e.Rhs), site)
	case *ast.LogicalOpExpr:
		return l.logical(e)
	case *ast.UnaryMinusOpExpr:
		return l.negate(l.expr(e.Expr), site)
	case *ast.UnaryNotOpExpr:
		return l.not(l.expr(e.Expr), site)
	case *ast.UnaryLenOpExpr:
		return l.length(l.expr(e.Expr), site)
	}
	return l.refuseExpr(expr)
}

func (l *lowerer) refuseExpr(expr ast.Expr) value {
	site := siteOf(expr)
	switch expr.(type) {
	case *ast.TableExpr:
		l.fail(diag.UnsupportedLua, site, "a kernel has no tables").
			HelpText(`write float3(x, y, z) for a vector, Array("float", 8) for an array, and declare structs as the layout of a buffer`)
	case *ast.StringConcatOpExpr:
		l.fail(diag.UnsupportedLua, site, "a kernel cannot join strings").HelpText("printf takes several values: printf(\"x = %%d\", x)")
	case *ast.NilExpr:
		l.fail(diag.UnsupportedLua, site, "a kernel has no nil").Because("Every value has a type, and nil is in none of them.").
			HelpText("use a number or a bool to mean nothing")
	case *ast.Comma3Expr:
		l.fail(diag.UnsupportedLua, site, "a kernel has no variable arguments").HelpText("name the parameters")
	case *ast.FunctionExpr:
		l.fail(diag.NotAValue, site, "a function of a kernel cannot be a value").
			Because("Functions are inlined where they are called.").HelpText("give it a name with local function, and call it")
	default:
		l.fail(diag.UnsupportedLua, site, "a kernel cannot have this expression")
	}
	return value{site: site}
}

// exprList lowers expressions whose last one may be a call with several results. want is the number of values that are
// needed, -1 if all are. Values are read in order, so that a call cannot change those in front of it; arrays stay places.
func (l *lowerer) exprList(list []ast.Expr, want int) []value {
	var out []value
	for i, e := range list {
		if call, ok := e.(*ast.FuncCallExpr); ok && i == len(list)-1 && !call.AdjustRet {
			results := l.call(call)
			if len(results) == 0 && (want < 0 || len(out) < want) && len(list) > 0 {
				results = []value{{kind: none, site: siteOf(e)}}
			}
			if want > 0 && len(out)+len(results) > want {
				results = results[:max(want-len(out), 1)]
			}
			return append(out, results...)
		}
		if fn, ok := e.(*ast.FunctionExpr); ok && want > 0 {
			out = append(out, value{kind: function, site: siteOf(fn), fn: &closure{node: fn, unit: l.unit, scope: l.scope}})
			continue
		}
		v := l.expr(e)
		if v.kind == located && v.t.Kind != syntax.Array {
			v = l.read(v)
		}
		out = append(out, v)
	}
	return out
}

func (l *lowerer) firstOf(values []value, at diagSite) value {
	if len(values) == 0 {
		return value{kind: none, site: at}
	}
	return values[0]
}

// number reads a literal. One with a point or an exponent is a float even where it is whole.
func (l *lowerer) number(e *ast.NumberExpr) value {
	lower := strings.ToLower(strings.TrimSpace(e.Value))
	hex := strings.HasPrefix(lower, "0x")
	if hex {
		if n, err := strconv.ParseUint(lower[2:], 16, 64); err == nil {
			return constValue(siteOf(e), float64(n), false)
		}
	}
	x, err := strconv.ParseFloat(lower, 64)
	if err != nil && !math.IsInf(x, 0) {
		l.fail(diag.ConstantOutOfRange, siteOf(e), "%q is not a number that a kernel can read", e.Value)
		return value{site: siteOf(e)}
	}
	return constValue(siteOf(e), x, !hex && strings.ContainsAny(lower, ".e"))
}

func (l *lowerer) lookup(name string) *variable {
	for s := l.scope; s != nil; s = s.parent {
		if s.local != nil && s.local.name == name {
			return s.local
		}
	}
	return nil
}

func (l *lowerer) capture(name string) (syntax.Capture, bool) {
	for s := l.scope; s != nil; s = s.parent {
		if s.env != nil {
			return s.env.Resolve(name)
		}
	}
	return syntax.Capture{}, false
}

// ident resolves a name: locals first, then what the function captures, then types and intrinsics. A host value hides no
// intrinsic: select and the like are also globals of Lua.
func (l *lowerer) ident(e *ast.IdentExpr) value {
	site := siteOf(e)
	if x := l.lookup(e.Value); x != nil {
		return l.variableValue(x, site)
	}
	c, ok := l.capture(e.Value)
	if ok && c.Kind != syntax.CaptureHost {
		return l.captured(e.Value, c, site)
	}
	if t := syntax.LookupType(e.Value); t != nil {
		return value{kind: typeName, site: site, t: t, str: e.Value}
	}
	if findIntrinsic(e.Value) != nil {
		return value{kind: intrinsic, site: site, str: e.Value}
	}
	if ok {
		return value{kind: host, site: site, from: c.Site, str: hostText(e.Value, c)}
	}
	l.unknownName(e.Value, site)
	return value{site: site}
}

func hostText(name string, c syntax.Capture) string {
	if c.Host == "" {
		return "the host value " + name
	}
	return c.Host + " (" + name + ")"
}

func (l *lowerer) variableValue(x *variable, site diagSite) value {
	if x.alias != nil {
		v := *x.alias
		if v.kind == none {
			l.fail(diag.NeverAssigned, site, "%s is read but never gets a value", x.name).Also(x.site, "declared here").
				HelpText("give it a first value: local %s = 0", x.name)
			return value{site: site}
		}
		v.site = site
		return v
	}
	if x.t == nil || x.c == nil {
		if !l.inference.changed {
			l.fail(diag.NeverAssigned, site, "%s is read before it gets a value", x.name).Also(x.site, "declared here").
				HelpText("give it a first value: local %s = 0", x.name)
		}
		return value{site: site}
	}
	return value{kind: located, site: site, from: x.site, t: x.t, place: variablePlace(x)}
}

func (l *lowerer) captured(name string, c syntax.Capture, site diagSite) value {
	switch c.Kind {
	case syntax.CaptureNumber:
		v := constValue(site, c.Number, false)
		v.from = c.Site
		return v
	case syntax.CaptureBool:
		v := dataValue(site, syntax.ScalarType(syntax.Bool), l.b.Bool(c.Bool))
		v.from = c.Site
		return v
	case syntax.CaptureResource:
		return l.capturedResource(name, c.Resource, site)
	case syntax.CaptureShared:
		return l.capturedShared(name, c.Shared, site)
	case syntax.CaptureFunction:
		fn := c.Function
		return value{kind: function, site: site, from: c.Site,
			fn: &closure{node: fn.Node, name: name, unit: l.unitOf(fn.Node), scope: &scope{env: fn.Env}}}
	}
	panic("BUG: capture of unknown kind")
}

func (l *lowerer) unknownName(name string, site diagSite) {
	d := l.fail(diag.UnknownName, site, "%s is neither a local, nor captured, nor an intrinsic", name)
	candidates := append(l.names(), syntax.TypeNames()...)
	for i := range intrinsics {
		candidates = append(candidates, intrinsics[i].name)
	}
	if near := syntax.Nearest(name, candidates); near != "" {
		d.HelpText("did you mean %s?", near)
	}
}

// names lists the locals in sight, the latest first.
func (l *lowerer) names() []string {
	var list []string
	for s := l.scope; s != nil; s = s.parent {
		if s.local != nil {
			list = append(list, s.local.name)
		}
	}
	return list
}

// hostValue refuses a value of the script that kernels cannot use.
func (l *lowerer) hostValue(v value) {
	d := l.fail(diag.HostValue, v.site, "a kernel cannot use %s", v.str)
	if v.from != 0 {
		d.Also(v.from, "declared here")
	}
	d.Because("A kernel runs on the GPU: it can capture numbers, booleans, resource declarations and functions.").
		HelpText("copy the number that you need into a local outside of the kernel")
}

// hostMember refuses a field of a host value; functions of Lua's libraries have intrinsics in their place.
func (l *lowerer) hostMember(object value, name string, site diagSite) value {
	if findIntrinsic(name) != nil {
		l.fail(diag.HostValue, site, "a kernel cannot use %s", object.str).HelpText("use the intrinsic %s", name)
		return value{site: site}
	}
	if use, ok := insteadOf[name]; ok {
		l.fail(diag.HostValue, site, "a kernel cannot use %s", object.str).HelpText("use %s", use)
		return value{site: site}
	}
	object.site = site
	l.hostValue(object)
	return value{site: site}
}

// insteadOf says what replaces functions of Lua's standard library that have no intrinsic of their name.
var insteadOf = map[string]string{
	"band": "the intrinsic and_bits(a, b)", "bnot": "the intrinsic not_bits(a)", "bor": "the intrinsic or_bits(a, b)",
	"bxor": "the intrinsic xor_bits(a, b)", "deg": "the intrinsic degrees", "huge": "the constant 1/0", "ln": "the intrinsic log",
	"mod": "the intrinsic fmod", "pi": "the number 3.14159265, or local PI = math.pi outside of the kernel", "print": "printf(format, …)",
	"rad": "the intrinsic radians", "random": "a hash of DispatchThreadID: the GPU has no random numbers",
	"lshift": "the intrinsic shift_left(a, n)", "rshift": "the intrinsic shift_right(a, n)",
}
