package check

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/resolve"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/yuin/gopher-lua/ast"
)

// stmts lowers a list of statements in the present scope. The IR has no jumps: what follows a statement that may have
// returned or broken out is put under a condition.
//
//	if c then return end           If c {} else { rest }
//	rest
//
//	while c do … return … end      loop …; If not returned { rest }
//	rest
func (l *lowerer) stmts(list []ast.Stmt) {
	for i, s := range list {
		if l.full(siteOf(s)) {
			return
		}
		x := resolve.ExitsOf(s)
		rest := list[i+1:]
		if s, ok := s.(*ast.IfStmt); ok && x.Any() {
			l.ifThenRest(s, rest)
			return
		}
		l.stmt(s)
		if x.Any() {
			l.afterExits(x, rest)
			return
		}
	}
}

// full stops the expansion of a kernel that has become too large.
func (l *lowerer) full(site gpu.Site) bool {
	if !l.tooLarge && l.B.Count() > maxInstructions {
		l.tooLarge = true
		l.Fail(diag.KernelTooLarge, site, "kernel %q has more than %d instructions", l.in.Name, maxInstructions).
			Because("Functions are inlined at each of their calls.").HelpText("call the function in a loop instead of many times")
	}
	return l.tooLarge
}

// afterExits lowers rest under the condition that no exit x was taken.
func (l *lowerer) afterExits(x resolve.Exits, rest []ast.Stmt) {
	if len(rest) == 0 {
		return
	}
	gone := l.B.Bool(false)
	if x.Returns {
		gone = l.frame.returned.C[0]
	}
	if x.Breaks && l.loop != nil {
		gone = l.B.BOr(gone, l.loop.broke.C[0])
	}
	site := l.B.Site
	l.Branch(gone, func() {}, func() { l.rest(site, rest) })
}

// rest lowers what stands after a statement that may leave, and remembers a barrier in it. It is one deeper than that statement.
func (l *lowerer) rest(site gpu.Site, list []ast.Stmt) {
	if !l.enter(site) {
		return
	}
	defer l.leave()
	before := len(l.Barriers)
	l.stmts(list)
	if len(l.Barriers) > before {
		l.behind[site] = l.Barriers[before]
	}
}

// ifThenRest lowers an if that may exit and the statements after it, which go into the branch that does not exit.
func (l *lowerer) ifThenRest(s *ast.IfStmt, rest []ast.Stmt) {
	intoThen, intoElse := resolve.FallsThrough(s.Then), resolve.FallsThrough(s.Else)
	cond := l.ifCondition(s)
	if intoThen && intoElse {
		l.Branch(cond, func() { l.block(s.Then) }, func() { l.block(s.Else) })
		l.afterExits(resolve.ExitsOf(s), rest)
		return
	}
	side := func(list []ast.Stmt, falls bool) func() {
		return func() {
			l.block(list)
			switch x := resolve.ExitsOfAll(list); {
			case !falls:
			case x.Any():
				l.afterExits(x, rest)
			default:
				l.rest(siteOf(s), rest)
			}
		}
	}
	l.Branch(cond, side(s.Then, intoThen), side(s.Else, intoElse))
}

func (l *lowerer) ifCondition(s *ast.IfStmt) value.V {
	cond := l.Condition(l.expr(s.Condition), "if")
	if _, known := l.B.Known(cond); known {
		l.face.Partial = true
	}
	l.B.Site = siteOf(s)
	return cond
}

func (l *lowerer) block(list []ast.Stmt) { l.within(func() { l.stmts(list) }) }

func (l *lowerer) stmt(stmt ast.Stmt) {
	if !l.enter(siteOf(stmt)) {
		return
	}
	defer l.leave()
	l.B.Site = siteOf(stmt)
	switch s := stmt.(type) {
	case *ast.LocalAssignStmt:
		l.local(s)
	case *ast.AssignStmt:
		l.assignment(s)
	case *ast.FuncCallStmt:
		l.call(s.Expr.(*ast.FuncCallExpr)) // the syntax has no other expression as a statement
	case *ast.DoBlockStmt:
		l.block(s.Stmts)
	case *ast.IfStmt:
		l.Branch(l.ifCondition(s), func() { l.block(s.Then) }, func() { l.block(s.Else) })
	case *ast.WhileStmt:
		l.while(s)
	case *ast.RepeatStmt:
		l.repeat(s)
	case *ast.NumberForStmt:
		l.numericFor(s)
	case *ast.ReturnStmt:
		l.returnStatement(s)
	case *ast.BreakStmt:
		l.breakStatement(s)
	default:
		l.refuseStatement(stmt)
	}
}

// maxDepth bounds nested statements, expressions and calls.
const maxDepth = 1000

func (l *lowerer) enter(site gpu.Site) bool {
	if l.depth >= maxDepth {
		if !l.tooLarge {
			l.Fail(diag.KernelTooLarge, site, "statements, expressions and calls are nested more than %d deep", maxDepth).
				Because("Statements after one that may return or break are one level deeper than it.").
				HelpText("write loops instead of many statements, and give parts of long expressions to locals")
		}
		l.tooLarge = true
		return false
	}
	l.depth++
	return true
}

func (l *lowerer) leave() { l.depth-- }

func (l *lowerer) refuseStatement(stmt ast.Stmt) {
	site := siteOf(stmt)
	switch s := stmt.(type) {
	case *ast.GenericForStmt:
		l.Fail(diag.UnsupportedLua, site, "a kernel has no for … in").Because("There is nothing to iterate over: a kernel has no tables.").
			HelpText("count instead: for i = 0, n - 1 do")
	case *ast.GotoStmt:
		l.Fail(diag.UnsupportedLua, site, "a kernel has no goto").HelpText("use if, while or break")
	case *ast.LabelStmt:
		l.Fail(diag.UnsupportedLua, site, "a kernel has no labels").HelpText("use if, while or break")
	case *ast.FuncDefStmt:
		d := l.Fail(diag.GlobalAssignment, site, "a kernel cannot define a function outside of itself")
		if s.Name != nil {
			if id, ok := s.Name.Func.(*ast.IdentExpr); ok {
				d.HelpFix(site, diag.Around("local %1"), "write local function %s", id.Value)
			}
		}
	default:
		l.Fail(diag.UnsupportedLua, site, "a kernel cannot have this statement")
	}
}

func (l *lowerer) local(s *ast.LocalAssignStmt) {
	if len(s.Names) == 1 && len(s.Exprs) == 1 {
		if fn, ok := s.Exprs[0].(*ast.FunctionExpr); ok {
			c := &closure{node: fn, name: s.Names[0], unit: l.unit}
			l.declare(resolve.Key{Node: s}, s.Names[0], siteOf(s), value.Value{Kind: value.Function, Site: siteOf(s), Fn: c})
			c.scope = l.scope
			return
		}
	}
	values := l.exprList(s.Exprs, len(s.Names))
	for i, name := range s.Names {
		v := value.Value{Kind: value.None, Site: siteOf(s)}
		switch {
		case i < len(values):
			v = values[i]
			if v.Kind == value.None {
				l.NotData(v, syntax.ScalarType(syntax.Float), &value.Target{What: name})
				v.Kind = value.Invalid
			}
		case len(s.Exprs) > 0:
			l.Fail(diag.WrongArgumentCount, siteOf(s), "%d locals get only %s", len(s.Names), count(len(values), "value")).
				HelpText("give %s a value, or declare it in a statement of its own", name)
			v.Kind = value.Invalid
		}
		v = l.localValue(name, v, s, i)
		l.NameArray(v, name)
		l.declareChecked(resolve.Key{Node: s, Index: i}, name, siteOf(s), v)
	}
	if len(values) > len(s.Names) {
		l.FailOn(diag.WrongArgumentCount, values[len(s.Names)], "%d values for %s", len(values), count(len(s.Names), "local")).
			HelpText("leave out the last one")
	}
}

// declareChecked declares a local that begins without value but is never assigned: an unused one.
func (l *lowerer) declareChecked(key resolve.Key, name string, site gpu.Site, v value.Value) {
	if v.Kind == value.None && !l.unit.Decl(key).Assigned {
		v = value.Value{Site: site, Kind: value.None, Str: name}
	}
	l.declare(key, name, site, v)
}

// localValue refuses what a local cannot hold.
func (l *lowerer) localValue(name string, v value.Value, s *ast.LocalAssignStmt, i int) value.Value {
	switch v.Kind {
	case value.Fields:
		d := l.Fail(diag.UnsupportedLua, v.Site, "a kernel has no tables")
		if v.IsList() {
			d.HelpFix(v.Site, diag.Fix{Action: diag.FixHoist},
				"write %s = { … } outside of the kernel, which then captures it as a constant array, numbered from 1", name)
		}
		if !v.IsList() {
			d.HelpText("a struct is a local of a declared one, local %s = Array(Star, 1)[0], whose fields are assigned: %s.mass = …", name, name)
		}
		d.HelpText(`write float3(x, y, z) for a vector and Array("float", 8) for an array; a table can only be stored into a struct or an array`)
	case value.Text:
		l.FailOn(diag.NotAValue, v, "a local of a kernel cannot hold %s", v.Describe()).
			HelpText("a string is the format of a printf, or the name of a type; write it there")
	case value.TypeName:
		l.FailOn(diag.NotAValue, v, "a local of a kernel cannot hold %s", v.Describe()).HelpText("a value is converted by a call: %s(…)", v.Str)
	case value.Host:
		l.HostValue(v)
	case value.Function, value.Intrinsic:
		if i < len(s.Exprs) {
			if fn, ok := s.Exprs[i].(*ast.FunctionExpr); ok {
				return value.Value{Kind: value.Function, Site: v.Site, Fn: &closure{node: fn, name: name, unit: l.unit, scope: l.scope}}
			}
		}
		l.FailOn(diag.NotAValue, v, "a local of a kernel cannot hold %s that has a name already", v.Describe()).
			HelpFix(v.Site, diag.Fix{Action: diag.FixInline}, "call it by that name")
	default:
		return v
	}
	return value.Value{Site: v.Site}
}

// assignment evaluates all values before it stores the first one, as Lua does.
func (l *lowerer) assignment(s *ast.AssignStmt) {
	targets := make([]value.Value, len(s.Lhs))
	for i, lhs := range s.Lhs {
		targets[i] = l.assignable(lhs)
	}
	values := l.exprList(s.Rhs, len(s.Lhs))
	if len(values) != len(targets) {
		l.Fail(diag.WrongArgumentCount, siteOf(s), "the number of values is %d and that of places %d", len(values), len(targets)).
			HelpText("write one value for each place")
		return
	}
	if len(values) > 1 {
		for i, v := range values {
			if v.Kind == value.Located {
				values[i] = l.Read(v)
			}
		}
	}
	for i, to := range targets {
		l.B.Site = siteOf(s.Lhs[i])
		l.assign(to, values[i])
	}
}

// assignable lowers the left side of an assignment: a variable, or a place in one or in memory.
func (l *lowerer) assignable(lhs ast.Expr) value.Value {
	site := siteOf(lhs)
	id, ok := lhs.(*ast.IdentExpr)
	if !ok {
		return l.assignableMember(lhs)
	}
	if x := l.lookup(id.Value); x != nil {
		if x.alias != nil {
			return value.Value{Site: site}
		}
		if x.T == nil || x.C == nil {
			return value.NewUnset(&x.Variable, site)
		}
		if l.types != nil {
			l.note(lhs, x.T.String())
		}
		return value.Value{Kind: value.Located, Site: site, T: x.T, Place: value.VariablePlace(&x.Variable)}
	}
	if c, ok := l.capture(id.Value); ok {
		d := l.Fail(diag.GlobalAssignment, site, "%s belongs to the script: a kernel cannot assign to it", id.Value)
		if c.Site != 0 {
			d.Also(c.Site, "declared here")
		}
		d.HelpText("results leave a kernel through RW resources, for example gpu.RWStructuredBuffer")
		return value.Value{Site: site}
	}
	if l.told[id.Value] {
		return value.Value{Site: site}
	}
	l.tell(id.Value)
	l.Fail(diag.GlobalAssignment, site, "%s is not declared: a kernel cannot make globals", id.Value).
		HelpFix(site, diag.Fix{Action: diag.FixDeclare}, "declare it where it gets its first value: local %s = …", id.Value)
	return value.Value{Site: site}
}

// tell notes that something was said of a name, which is enough.
func (l *lowerer) tell(name string) {
	if l.told == nil {
		l.told = map[string]bool{}
	}
	l.told[name] = true
}

func (l *lowerer) assignableMember(lhs ast.Expr) value.Value {
	v := l.expr(lhs)
	if v.Kind == value.Invalid {
		return v
	}
	if v.Kind != value.Located {
		l.Fail(diag.NotAssignable, siteOf(lhs), "%s cannot be assigned to", v.Describe()).
			HelpText("a kernel assigns to its locals, and to elements of an Array, of groupshared memory and of RW resources")
		return value.Value{Site: v.Site}
	}
	if !l.Writable(v) {
		return value.Value{Site: v.Site}
	}
	return v
}

func (l *lowerer) assign(to, v value.Value) {
	if v.Kind == value.Invalid || to.Kind == value.Invalid {
		return
	}
	x := value.Whole(to)
	if known := l.locals[x]; known != nil && known.weak {
		if v = l.settle(known, v); v.Kind == value.Invalid {
			return
		}
	}
	if to.Kind == value.None {
		return
	}
	if to.T.Kind == syntax.Array {
		l.FailOn(diag.NotAValue, v, "arrays cannot be assigned as a whole").HelpText("copy them element by element")
		return
	}
	c := l.ConvertTo(v, to.T, &value.Target{What: to.Place.Name, Site: to.Place.Site})
	l.B.Site = to.Site
	l.Write(to.Place, to.T, c)
}

// settle lets the type of a weak variable grow by an assigned value.
func (l *lowerer) settle(x *local, v value.Value) value.Value {
	v = l.Read(v)
	switch {
	case v.Kind == value.Data:
		x.Typed = x.Typed || v.Bare == nil
		l.raise(x, v.T)
	case v.Kind == value.Constant && (x.T == nil || v.IsFloat):
		l.raise(x, v.NumericType())
	case v.Kind == value.Constant:
	default:
		t := x.T
		if t == nil {
			t = syntax.ScalarType(syntax.Float)
		}
		l.NotData(v, t, &value.Target{What: x.Name, Site: x.Site})
		return value.Value{Site: v.Site}
	}
	return v
}
