package check

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/yuin/gopher-lua/ast"
)

// variable is a local at one moment of lowering. One that is never assigned after its declaration is an alias: just
// the value. The others have components, which change as statements are lowered.
type variable struct {
	name  string
	site  gpu.Site
	decl  *decl
	alias *value
	t     *syntax.Type // nil: no value was seen yet
	c     []V          // current components; replaced, never changed in place
	weak  bool         // its type follows from assignments, because it began as a bare number or without value
	key   promotion
}

// inference is what earlier passes found out about the types of weak variables. A local that begins as a bare number, or with
// no value, has the type that its assignments need: each pass may raise types, and then the kernel is lowered anew.
type inference struct {
	types     map[promotion]*syntax.Type
	instances map[instanceKey]int
	changed   bool
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
	local  *variable // nil in outermost scopes
}

// frame is a function being lowered: the kernel itself or an inlined call.
type frame struct {
	node     *ast.FunctionExpr
	name     string
	call     gpu.Site
	parent   *frame
	kernel   bool
	instance int
	returned *variable   // Bool: a return was executed
	results  []*variable // what was returned, merged over all returns
	arity    int         // values of the first return, -1 before it
	site     gpu.Site    // of the first return
	direct   bool        // the only return is the last statement: results are taken as they are
	values   []value     // the results of a direct frame
}

// loopFrame is the loop around a statement, inside its function.
type loopFrame struct {
	broke *variable // Bool: a break was executed
}

// flag is a Bool variable that starts as false.
func (l *lowerer) flag() *variable {
	v := &variable{t: syntax.ScalarType(syntax.Bool), c: []V{l.b.Bool(false)}}
	l.live = append(l.live, v)
	return v
}

// within runs f in a scope of its own.
func (l *lowerer) within(f func()) {
	outer, alive := l.scope, len(l.live)
	f()
	l.scope, l.live = outer, l.live[:alive]
}

// declare adds a local whose first value is v.
func (l *lowerer) declare(key declKey, name string, site gpu.Site, v value) *variable {
	d := l.unit.decls[key]
	if d == nil {
		panic("BUG: no declaration of " + name)
	}
	x := &variable{name: name, site: site, decl: d}
	l.scope = &scope{parent: l.scope, local: x}
	if !d.assigned && (!d.partly || !v.holdsNumbers()) {
		if v.kind == located && v.t.Kind != syntax.Array {
			v = l.read(v)
		}
		v.from = site
		x.alias = &v
		return x
	}
	x.key = promotion{l.frame.instance, key.node, key.index}
	l.initialise(x, v)
	l.live = append(l.live, x)
	return x
}

// holdsNumbers says whether v is copied when it is assigned, unlike an array or a resource.
func (v value) holdsNumbers() bool {
	return v.kind == none || v.kind == constant || v.kind == data || v.kind == located && v.t.Kind != syntax.Array
}

// initialise gives a variable that will be assigned again its type and first value.
func (l *lowerer) initialise(x *variable, v value) {
	switch {
	case v.kind == invalid:
		x.alias = &value{site: v.site}
	case v.kind == none || v.kind == constant:
		x.weak = true
		x.t = l.inference.types[x.key]
		if x.t == nil && v.kind == constant {
			x.t = v.numericType()
		}
		if x.t == nil {
			return
		}
		if v.kind == none {
			x.c = l.zeros(x.t)
			return
		}
		x.c = l.convertTo(v, x.t, nil)
	case v.kind == data || v.kind == located && v.t.Kind != syntax.Array:
		v = l.read(v)
		x.t, x.c = v.t, v.c
	default:
		l.notAssignable(x, v)
		x.alias = &value{site: v.site}
	}
}

func (l *lowerer) notAssignable(x *variable, v value) {
	l.fail(diag.NotAValue, v.site, "%s cannot be assigned again, because it holds %s", x.name, v.describe()).
		Because("What it stands for must be known when the kernel is compiled.").HelpText("give the other one a name of its own")
}

// raise gives a weak variable a type that can hold t too; the kernel is lowered anew with it. It says no where there
// is no such type.
func (l *lowerer) raise(x *variable, t *syntax.Type) bool {
	joined := t
	if known := x.t; known != nil && !syntax.Equal(known, t) {
		joined = l.join(known, t)
	}
	if joined == nil {
		return false
	}
	if !syntax.Equal(joined, x.t) && !syntax.Equal(joined, l.inference.types[x.key]) {
		if old := l.inference.types[x.key]; old != nil {
			if joined = l.join(old, joined); joined == nil || syntax.Equal(joined, old) {
				return joined != nil
			}
		}
		l.inference.types[x.key] = joined
		l.inference.changed = true
	}
	return true
}

// join is the smallest type that values of a and b convert to implicitly, or nil.
func (l *lowerer) join(a, b *syntax.Type) *syntax.Type {
	if syntax.Equal(a, b) {
		return a
	}
	if a.Kind != syntax.Numeric || b.Kind != syntax.Numeric || (a.Scalar == syntax.Bool) != (b.Scalar == syntax.Bool) {
		return nil
	}
	s := a.Scalar
	if rank(b.Scalar) > rank(s) {
		s = b.Scalar
	}
	switch {
	case a.Rows == b.Rows && a.Cols == b.Cols, b.IsScalar():
		return a.With(s)
	case a.IsScalar():
		return b.With(s)
	}
	return nil
}

// branch lowers two alternatives and merges the locals that they leave different. A condition known now leaves only one.
func (l *lowerer) branch(cond V, then, els func()) {
	if bits, ok := l.b.Known(cond); ok {
		if bits != 0 {
			then()
		} else {
			els()
		}
		return
	}
	vars := l.live
	before := snapshot(vars)
	site := l.b.Site
	blockA := &ir.Block{}
	l.inBlock(blockA, then)
	afterA := snapshot(vars)
	restore(vars, before)
	blockB := &ir.Block{}
	l.inBlock(blockB, els)
	l.b.Site = site
	in := &ir.Instr{Op: ir.OpIf, Args: []V{cond}, Blocks: []*ir.Block{blockA, blockB}}
	l.merge(in, vars, afterA)
	l.b.Emit(in)
}

// merge adds the results of an If: one for each component that the blocks leave different.
func (l *lowerer) merge(in *ir.Instr, vars []*variable, afterA [][]V) {
	a, b := in.Blocks[0], in.Blocks[1]
	for i, x := range vars {
		if x.c == nil || afterA[i] == nil {
			continue
		}
		merged := append([]V(nil), x.c...)
		for j, other := range afterA[i] {
			if other == x.c[j] {
				continue
			}
			merged[j] = l.b.K.NewValue(l.b.K.Type(other))
			in.Results = append(in.Results, merged[j])
			a.Yield, b.Yield = append(a.Yield, other), append(b.Yield, x.c[j])
		}
		x.c = merged
	}
}

func (l *lowerer) inBlock(block *ir.Block, f func()) {
	outer := l.b.Enter(block)
	alive := len(l.live)
	f()
	l.live = l.live[:alive]
	l.b.Enter(outer)
}

func snapshot(vars []*variable) [][]V {
	list := make([][]V, len(vars))
	for i, x := range vars {
		list[i] = x.c
	}
	return list
}

func restore(vars []*variable, c [][]V) {
	for i, x := range vars {
		x.c = c[i]
	}
}

// repeatWhile lowers a loop. The locals that e may assign, and extra, are carried from turn to turn.
func (l *lowerer) repeatWhile(e *effects, extra []*variable, cond func() V, body func()) {
	vars := l.carried(e, extra)
	in := &ir.Instr{Op: ir.OpLoop, Blocks: []*ir.Block{{}, {}}}
	head, tail := in.Blocks[0], in.Blocks[1]
	for _, x := range vars {
		in.Args = append(in.Args, x.c...)
		c := make([]V, len(x.c))
		for i, v := range x.c {
			c[i] = l.b.K.NewValue(l.b.K.Type(v))
		}
		head.Params = append(head.Params, c...)
		x.c = c
	}
	site := l.b.Site
	l.inBlock(head, func() { head.Yield = append([]V{cond()}, current(vars)...) })
	after := snapshot(vars)
	l.inBlock(tail, func() { body(); tail.Yield = current(vars) })
	restore(vars, after)
	l.b.Site = site
	for _, x := range vars {
		c := make([]V, len(x.c))
		for i, v := range x.c {
			c[i] = l.b.K.NewValue(l.b.K.Type(v))
		}
		in.Results = append(in.Results, c...)
		x.c = c
	}
	l.b.Emit(in)
}

func current(vars []*variable) []V {
	var list []V
	for _, x := range vars {
		list = append(list, x.c...)
	}
	return list
}

func (l *lowerer) carried(e *effects, extra []*variable) []*variable {
	set := l.unit.assignedBy(e)
	var vars []*variable
	for _, x := range l.live {
		if x.c != nil && (x.decl != nil && set[x.decl] || contains(extra, x)) {
			vars = append(vars, x)
		}
	}
	return vars
}

func contains(vars []*variable, x *variable) bool {
	for _, v := range vars {
		if v == x {
			return true
		}
	}
	return false
}
