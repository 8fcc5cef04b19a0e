package check

import (
	"slices"
	"strconv"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/resolve"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/yuin/gopher-lua/ast"
)

// local is what the walk knows of a variable. One that is never assigned after its declaration is an alias: just the value.
type local struct {
	value.Variable
	decl  *resolve.Decl
	alias *value.Value // &value, or nil
	value value.Value
	weak  bool // its type follows from assignments, because it began as a bare number or without value
	key   promotion
}

// inference is what earlier passes found out about the types of weak variables. A local that begins as a bare number, or with
// no value, has the type that its assignments need: each pass may raise types, and then the kernel is lowered again.
type inference struct {
	types     map[promotion]*syntax.Type
	instances map[instanceKey]int
	changed   bool
	returned  bool    // outputs were found
	outputs   []Field // of a vertex or pixel shader with several returns, as the first one has them
}

// promotion names a weak variable across passes.
type promotion struct {
	instance int // which inlined copy of the function
	node     any
	index    int
}

type instanceKey struct {
	parent int
	call   ast.Expr
}

// instance numbers the inlined copy of a function that a call makes, the same in every pass.
func (inf *inference) instance(parent int, call ast.Expr) int {
	key := instanceKey{parent, call}
	n, ok := inf.instances[key]
	if !ok {
		n = len(inf.instances) + 1
		inf.instances[key] = n
	}
	return n
}

// scope is a chain of names, the latest first: a function that was made earlier does not see what is declared later. The
// outermost scope of a function resolves what it captures.
type scope struct {
	parent *scope
	env    syntax.Env
	local  *local // nil in outermost scopes
}

// frame is a function being lowered: the kernel itself or an inlined call.
type frame struct {
	node     *ast.FunctionExpr
	name     string
	call     gpu.Site
	parent   *frame
	kernel   bool
	instance int
	returned *value.Variable // Bool: a return was executed
	results  []*local        // what was returned, merged over all returns
	site     gpu.Site        // of the first return
	direct   bool            // the only return is the last statement: results are taken as they are
	values   []value.Value   // the results of a direct frame
}

// loopFrame is the loop around a statement, inside its function.
type loopFrame struct {
	broke *value.Variable // Bool: a break was executed
}

// within runs f in a scope of its own.
func (l *lowerer) within(f func()) {
	outer, alive := l.scope, len(l.Live)
	f()
	l.scope, l.Live = outer, l.Live[:alive]
}

// declare adds a local whose first value is v.
func (l *lowerer) declare(key resolve.Key, name string, site gpu.Site, v value.Value) *local {
	d := l.unit.Decl(key)
	if d == nil {
		panic("BUG: no declaration of " + name)
	}
	x := &local{Variable: value.Variable{Name: name, Site: site}, decl: d}
	l.scope = &scope{parent: l.scope, local: x}
	if !d.Assigned && (!d.Partly || !v.HoldsNumbers()) {
		if v.Kind == value.Located && v.T.Kind != syntax.Array {
			v = l.Read(v)
		}
		v.From, v.Part = site, false
		x.value = v
		x.alias = &x.value
		return x
	}
	x.key = promotion{l.frame.instance, key.Node, key.Index}
	l.initialise(x, v)
	l.enliven(x)
	return x
}

// enliven makes branches merge a local from here on.
func (l *lowerer) enliven(x *local) {
	l.Live = append(l.Live, &x.Variable)
	l.locals[&x.Variable] = x
}

// initialise gives a variable that will be assigned again its type and first value.
func (l *lowerer) initialise(x *local, v value.Value) {
	switch {
	case v.Kind == value.Invalid:
		x.alias = &value.Value{Site: v.Site}
	case v.Kind == value.None || v.Kind == value.Constant:
		x.weak = true
		x.T = l.inference.types[x.key]
		if x.T == nil && v.Kind == value.Constant {
			x.T = v.NumericType()
		}
		if x.T == nil {
			return
		}
		if v.Kind == value.None {
			x.C = l.Zeros(x.T)
			return
		}
		x.C = l.ConvertTo(v, x.T, nil)
	case v.Kind == value.Data || v.Kind == value.Located && v.T.Kind != syntax.Array:
		v = l.Read(v)
		x.T, x.C = v.T, v.C
	default:
		l.notAssignable(x, v)
		x.alias = &value.Value{Site: v.Site}
	}
}

func (l *lowerer) notAssignable(x *local, v value.Value) {
	l.FailOn(diag.NotAValue, v, "%s cannot be assigned again, because it holds %s", x.Name, v.Describe()).
		Because("What it stands for must be known when the kernel is compiled.").HelpText("give the other one a name of its own")
}

// raise gives a weak variable a type that can hold t too; the kernel is lowered again with it. It says no where there
// is no such type.
func (l *lowerer) raise(x *local, t *syntax.Type) bool {
	joined := t
	if known := x.T; known != nil && !syntax.Equal(known, t) {
		joined = l.Join(known, t)
	}
	if joined == nil {
		return false
	}
	if !syntax.Equal(joined, x.T) && !syntax.Equal(joined, l.inference.types[x.key]) {
		if old := l.inference.types[x.key]; old != nil {
			if joined = l.Join(old, joined); joined == nil || syntax.Equal(joined, old) {
				return joined != nil
			}
		}
		l.inference.types[x.key] = joined
		l.inference.changed = true
	}
	return true
}

// carried lists the live locals that a loop may assign, and extra.
func (l *lowerer) carried(loop ast.Stmt, extra []*value.Variable) []*value.Variable {
	set := l.unit.AssignedIn(loop)
	var vars []*value.Variable
	for _, x := range l.Live {
		known := l.locals[x]
		if x.C != nil && (known != nil && known.decl != nil && set[known.decl] || slices.Contains(extra, x)) {
			vars = append(vars, x)
		}
	}
	return vars
}

// mentioned are the resources that the kernel and the functions it captures mention, whether or not they were used yet.
func (l *lowerer) mentioned() (list []*syntax.Resource) {
	seen := map[*ast.FunctionExpr]bool{}
	var visit func(fn *ast.FunctionExpr, env syntax.Env)
	visit = func(fn *ast.FunctionExpr, env syntax.Env) {
		if seen[fn] {
			return
		}
		seen[fn] = true
		for _, name := range syntax.Mentions(fn) {
			switch c, _ := env.Resolve(name); c.Kind {
			case syntax.CaptureResource:
				list = append(list, c.Resource)
			case syntax.CaptureFunction:
				visit(c.Function.Node, c.Function.Env)
			}
		}
	}
	visit(l.in.Func, l.in.Env)
	return list
}

// count is a number of things as messages have it: "1 value", "2 values".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

// siteOf is the place of a node.
func siteOf(n ast.PositionHolder) gpu.Site { return gpu.Site(n.Line()) }
