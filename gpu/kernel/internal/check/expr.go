package check

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/intrinsic"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/yuin/gopher-lua/ast"
)

// note remembers what an expression turned out to be, for the typed tree.
func (l *lowerer) note(e ast.Expr, what string) { l.types[e] = what }

// expr lowers an expression. Memory is not read before the value is used.
func (l *lowerer) expr(e ast.Expr) value.Value {
	if !l.enter(siteOf(e)) {
		return value.Value{Site: siteOf(e)}
	}
	defer l.leave()
	v := l.anyExpr(e)
	if l.types == nil {
		return v
	}
	switch v.Kind {
	case value.Invalid, value.None:
	case value.Constant:
		l.note(e, value.FormatNumber(v.Number))
	default:
		l.note(e, v.Describe())
	}
	return v
}

func (l *lowerer) anyExpr(expr ast.Expr) value.Value {
	site := siteOf(expr)
	l.B.Site = site
	switch e := expr.(type) {
	case *ast.NumberExpr:
		return l.number(e)
	case *ast.TrueExpr:
		return value.NewData(site, syntax.ScalarType(syntax.Bool), l.B.Bool(true))
	case *ast.FalseExpr:
		return value.NewData(site, syntax.ScalarType(syntax.Bool), l.B.Bool(false))
	case *ast.StringExpr:
		return value.Value{Kind: value.Text, Site: site, Str: e.Value}
	case *ast.IdentExpr:
		return l.ident(e)
	case *ast.AttrGetExpr:
		return l.attribute(e)
	case *ast.FuncCallExpr:
		return firstOf(l.call(e), site)
	case *ast.ArithmeticOpExpr:
		lhs := l.Read(l.expr(e.Lhs))
		return l.Arithmetic(e.Operator, lhs, l.expr(e.Rhs), site)
	case *ast.RelationalOpExpr:
		lhs := l.Read(l.expr(e.Lhs))
		return l.Compare(e.Operator, lhs, l.expr(e.Rhs), site)
	case *ast.LogicalOpExpr:
		return l.logical(e)
	case *ast.UnaryMinusOpExpr:
		return l.Negate(l.expr(e.Expr), site)
	case *ast.UnaryNotOpExpr:
		return l.Not(l.expr(e.Expr), site)
	case *ast.UnaryLenOpExpr:
		return l.Length(l.expr(e.Expr), site)
	case *ast.TableExpr:
		if len(e.Fields) > 0 {
			return l.table(e)
		}
	}
	return l.refuseExpr(expr)
}

// table lowers { name = value } and { value, … }: what initialises a struct or an array.
func (l *lowerer) table(e *ast.TableExpr) value.Value {
	list := make([]value.FieldValue, 0, len(e.Fields))
	for _, f := range e.Fields {
		entry := value.FieldValue{}
		if f.Key != nil {
			key, ok := f.Key.(*ast.StringExpr)
			if !ok {
				return l.refuseExpr(e)
			}
			entry.Name = key.Value
		}
		if entry.Value = l.Read(l.expr(f.Value)); entry.Value.Kind == value.Invalid {
			return value.Value{Site: siteOf(e)}
		}
		list = append(list, entry)
	}
	return value.NewFields(siteOf(e), list)
}

func (l *lowerer) refuseExpr(expr ast.Expr) value.Value {
	site := siteOf(expr)
	switch expr.(type) {
	case *ast.TableExpr:
		d := l.Fail(diag.UnsupportedLua, site, "a kernel has no tables")
		if l.in.Stage != syntax.Compute {
			d.HelpText("give each output a local of its own, and return them in one table: return { %s = … }", l.firstOutput())
		}
		d.HelpText(`write float3(x, y, z) for a vector, Array("float", 8) for an array, and declare structs as the layout of a buffer`)
	case *ast.StringConcatOpExpr:
		l.Fail(diag.UnsupportedLua, site, "a kernel cannot join strings").HelpText("printf takes several values: printf(\"x = %d\", x)")
	case *ast.NilExpr:
		l.Fail(diag.UnsupportedLua, site, "a kernel has no nil").Because("Every value has a type, and nil belongs to none.").
			HelpText("use a number or a bool to mark a missing value")
	case *ast.Comma3Expr:
		l.Fail(diag.UnsupportedLua, site, "a kernel has no variable arguments").HelpText("name the parameters")
	case *ast.FunctionExpr:
		l.Fail(diag.NotAValue, site, "a function of a kernel cannot be a value").
			Because("Functions are inlined where they are called.").HelpText("give it a name with local function, and call it")
	default:
		l.Fail(diag.UnsupportedLua, site, "a kernel cannot have this expression")
	}
	return value.Value{Site: site}
}

// exprList lowers expressions whose last one may be a call with several results. want is the number of values that are
// needed, -1 if all are. Values are read in order, so that a call cannot change those before it; arrays stay places.
func (l *lowerer) exprList(list []ast.Expr, want int) []value.Value {
	var out []value.Value
	for i, e := range list {
		if call, ok := e.(*ast.FuncCallExpr); ok && i == len(list)-1 && !call.AdjustRet {
			results := l.call(call)
			if len(results) == 0 && (want < 0 || len(out) < want) {
				results = []value.Value{{Kind: value.None, Site: siteOf(e)}}
			}
			if want > 0 && len(out)+len(results) > want {
				results = results[:max(want-len(out), 1)]
			}
			return append(out, results...)
		}
		if fn, ok := e.(*ast.FunctionExpr); ok && want > 0 {
			out = append(slices.Grow(out, len(list)-i),
				value.Value{Kind: value.Function, Site: siteOf(fn), Fn: &closure{node: fn, unit: l.unit, scope: l.scope}})
			continue
		}
		v := l.expr(e)
		if v.Kind == value.Located && v.T.Kind != syntax.Array {
			v = l.Read(v)
		}
		out = append(slices.Grow(out, len(list)-i), v)
	}
	return out
}

// firstOf is the first result of a call, or none.
func firstOf(values []value.Value, at gpu.Site) value.Value {
	if len(values) == 0 {
		return value.Value{Kind: value.None, Site: at}
	}
	return values[0]
}

// number reads a literal. One with a point or an exponent is a float even where it is whole.
func (l *lowerer) number(e *ast.NumberExpr) value.Value {
	lower := strings.ToLower(strings.TrimSpace(e.Value))
	hex := strings.HasPrefix(lower, "0x")
	if hex {
		if n, err := strconv.ParseUint(lower[2:], 16, 64); err == nil {
			return value.NewConstant(siteOf(e), float64(n), false)
		}
	}
	x, err := strconv.ParseFloat(lower, 64)
	if err != nil && !math.IsInf(x, 0) {
		l.Fail(diag.ConstantOutOfRange, siteOf(e), "%q is not a number that a kernel can read", e.Value)
		return value.Value{Site: siteOf(e)}
	}
	return value.NewConstant(siteOf(e), x, !hex && strings.ContainsAny(lower, ".e"))
}

func (l *lowerer) lookup(name string) *local {
	for s := l.scope; s != nil; s = s.parent {
		if s.local != nil && s.local.Name == name {
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
func (l *lowerer) ident(e *ast.IdentExpr) value.Value {
	site := siteOf(e)
	if x := l.lookup(e.Value); x != nil {
		return l.variableValue(x, site)
	}
	c, ok := l.capture(e.Value)
	if ok && c.Kind != syntax.CaptureHost {
		return l.captured(e.Value, c, site)
	}
	if t := syntax.LookupType(e.Value); t != nil {
		return value.Value{Kind: value.TypeName, Site: site, T: t, Str: e.Value}
	}
	if intrinsic.Has(e.Value) {
		return value.Value{Kind: value.Intrinsic, Site: site, Str: e.Value}
	}
	if ok {
		return value.Value{Kind: value.Host, Site: site, From: c.Site, Str: hostText(e.Value, c)}
	}
	l.unknownName(e.Value, site, l.called == ast.Expr(e))
	return value.Value{Site: site}
}

func hostText(name string, c syntax.Capture) string {
	if c.Host == "" {
		return "the host value " + name
	}
	return c.Host + " (" + name + ")"
}

// firstValue is the edit that gives a local of its own statement a first value.
func firstValue() diag.Fix {
	return diag.Fix{Action: diag.FixLocal, Text: "0"}
}

func (l *lowerer) variableValue(x *local, site gpu.Site) value.Value {
	if x.alias != nil {
		v := *x.alias
		if v.Kind == value.None {
			l.Fail(diag.NeverAssigned, site, "%s is read but never gets a value", x.Name).Also(x.Site, "declared here").
				HelpFix(x.Site, firstValue(), "give it a first value: local %s = 0", x.Name)
			return value.Value{Site: site}
		}
		v.Site = site
		return v
	}
	if x.T == nil || x.C == nil {
		if !l.inference.changed {
			l.Fail(diag.NeverAssigned, site, "%s is read before it gets a value", x.Name).Also(x.Site, "declared here").
				HelpFix(x.Site, firstValue(), "give it a first value: local %s = 0", x.Name)
		}
		return value.Value{Site: site}
	}
	v := value.Value{Kind: value.Located, Site: site, From: x.Site, T: x.T, Place: value.VariablePlace(&x.Variable)}
	if x.weak {
		v.Bare = &x.Variable
	}
	return v
}

func (l *lowerer) captured(name string, c syntax.Capture, site gpu.Site) value.Value {
	switch c.Kind {
	case syntax.CaptureNumber:
		v := value.NewConstant(site, c.Number, false)
		v.From = c.Site
		return v
	case syntax.CaptureBool:
		v := value.NewData(site, syntax.ScalarType(syntax.Bool), l.B.Bool(c.Bool))
		v.From = c.Site
		return v
	case syntax.CaptureResource:
		return l.CapturedResource(name, c.Resource, site)
	case syntax.CaptureShared:
		return l.CapturedShared(name, c.Shared, site)
	case syntax.CaptureTable:
		return l.CapturedTable(name, c.Table, site, c.Site)
	case syntax.CaptureStruct:
		return value.Value{Kind: value.TypeName, Site: site, From: c.Site, T: c.Struct, Str: name}
	case syntax.CaptureFunction:
		fn := c.Function
		return value.Value{Kind: value.Function, Site: site, From: c.Site,
			Fn: &closure{node: fn.Node, name: name, unit: l.unitOf(fn.Node), scope: &scope{env: fn.Env}}}
	}
	panic("BUG: capture of unknown kind")
}

// unknownName refuses a name, and proposes one that can be there: a function where it is called, a value where it is not.
func (l *lowerer) unknownName(name string, site gpu.Site, called bool) {
	if l.told[name] { // that it is not declared, here or where it is assigned to
		return
	}
	if reason, ok := intrinsic.Refused(name); ok {
		l.Fail(diag.UnknownName, site, "kernels do not have HLSL's %s", name).Because("%s", reason)
		return
	}
	if reason, ok := syntax.RefusedType(name); ok {
		l.Fail(diag.UnknownName, site, "%s is not a type of a kernel", name).Because("%s", reason)
		return
	}
	l.tell(name)
	d := l.Fail(diag.UnknownName, site, "%s is neither a local, nor captured, nor an intrinsic", name)
	own := l.names(called)
	if near := spell.Nearest(name, own); near == "" && l.habit(d, name) {
		return
	}
	if l.in.Visible != nil {
		for _, other := range l.in.Visible(site) {
			if c, ok := l.capture(other); !called || ok && c.Kind == syntax.CaptureFunction {
				own = append(own, other)
			}
		}
	}
	near := spell.Misspelt(name, own)
	if called {
		near = spell.Nearest(name, append(own, callable()...))
	}
	switch owner := l.fieldOf(name); {
	case !called && owner != "":
		d.HelpSpelling(name, owner+"."+name, "%s is a field of %s: write %s.%s", name, owner, owner, name)
	case near != "":
		d.HelpSpelling(name, near, "did you mean %s?", near)
	case called:
		d.HelpText("a kernel can call functions that the script declares before it: local function %s", name)
	default:
		d.HelpText("declare it before its use: local %s = …, in the kernel or before it", name)
	}
}

// callable are the names that kernels can call wherever they are.
func callable() []string {
	list := syntax.TypeNames()
	for _, in := range intrinsic.Intrinsics() {
		list = append(list, in.Name)
	}
	return list
}

// fieldOf is the only constant buffer of the kernel that has a field of a name, "" if there is none.
func (l *lowerer) fieldOf(name string) (owner string) {
	for _, free := range l.unit.Free {
		c, ok := l.capture(free)
		if !ok || c.Kind != syntax.CaptureResource || c.Resource.IsArray || c.Resource.Kind != syntax.ConstantBuffer ||
			!slices.ContainsFunc(c.Resource.Elem.Fields, func(f syntax.Field) bool { return f.Name == name }) {
			continue
		}
		if owner != "" {
			return ""
		}
		owner = free
	}
	return owner
}

// names lists the locals in sight, functions or values, the latest first.
func (l *lowerer) names(functions bool) []string {
	var list []string
	for s := l.scope; s != nil; s = s.parent {
		if x := s.local; x != nil && functions == (x.alias != nil && x.alias.Kind == value.Function) {
			list = append(list, x.Name)
		}
	}
	return list
}

// attribute lowers a.b and a[b].
func (l *lowerer) attribute(e *ast.AttrGetExpr) value.Value {
	site := siteOf(e)
	object := l.expr(e.Object)
	if object.Kind == value.Invalid {
		return value.Value{Site: site}
	}
	if key, ok := e.Key.(*ast.StringExpr); ok {
		if object.Kind == value.Host {
			return l.hostMember(object, key.Value, site, l.called == ast.Expr(e))
		}
		if l.dotted(object, key.Value, site) || l.gathered(object, key.Value, site) {
			return value.Value{Site: site}
		}
		return l.Member(object, key.Value, site)
	}
	return l.Index(object, l.expr(e.Key), site)
}
