package resolve

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// Decl is one declaration of a local name: by local, by a parameter or by a for loop.
type Decl struct {
	Assigned bool              // somewhere there is an assignment to it as a whole, besides the declaration
	Partly   bool              // somewhere there is an assignment to a part of it: v.x = …, a[i] = …
	Lost     ast.Expr          // the last mention of it, if that is an assignment whose value nobody can see: not in a loop or a function inside
	function *ast.FunctionExpr // the function it was declared with, if any
	depth    int               // loops and functions around the declaration
	carried  bool              // a loop or a function inside mentions it
}

// effects is what running a piece of code may do to locals declared outside it.
type effects struct {
	assigns []*Decl
	refs    []*Decl // names it mentions: functions among them may be called
}

// Unit is what is known of the names of one function and the functions inside it before it is lowered.
//
// SSA construction needs it: a loop carries exactly the locals that its statements, or the local functions that they
// mention, may assign; a local that is never assigned again is an alias of its value and costs nothing.
type Unit struct {
	decls map[Key]*Decl
	loops map[ast.Stmt]*effects
	funcs map[*ast.FunctionExpr]*effects
	// Free are the names that are no locals, in the order of their first mention.
	Free []string
}

// Key names a declaration by its node and the place in the node's list of names.
type Key struct {
	Node  any
	Index int
}

// resolver walks a function once, with the scopes of Lua.
type resolver struct {
	unit  *Unit
	scope *resolveScope
	open  []*effects
}

type resolveScope struct {
	parent *resolveScope
	names  map[string]*Decl
}

// Of gives the unit of fn.
func Of(fn *ast.FunctionExpr) *Unit {
	r := &resolver{unit: &Unit{decls: map[Key]*Decl{}, loops: map[ast.Stmt]*effects{}, funcs: map[*ast.FunctionExpr]*effects{}}}
	r.function(fn)
	return r.unit
}

func (r *resolver) within(f func()) {
	outer := r.scope
	r.scope = &resolveScope{parent: outer, names: map[string]*Decl{}}
	f()
	r.scope = outer
}

func (r *resolver) collect(e *effects, f func()) {
	r.open = append(r.open, e)
	f()
	r.open = r.open[:len(r.open)-1]
}

func (r *resolver) declare(node any, index int, name string) *Decl {
	d := &Decl{depth: len(r.open)}
	r.unit.decls[Key{node, index}] = d
	r.scope.names[name] = d
	return d
}

func (r *resolver) lookup(name string) *Decl {
	for s := r.scope; s != nil; s = s.parent {
		if d := s.names[name]; d != nil {
			return d
		}
	}
	return nil
}

func (r *resolver) function(fn *ast.FunctionExpr) {
	e := &effects{}
	r.unit.funcs[fn] = e
	r.collect(e, func() {
		r.within(func() {
			if fn.ParList != nil {
				for i, name := range fn.ParList.Names {
					r.declare(fn, i, name)
				}
			}
			r.stmts(fn.Stmts)
		})
	})
}

func (r *resolver) block(stmts []ast.Stmt) { r.within(func() { r.stmts(stmts) }) }

func (r *resolver) stmts(stmts []ast.Stmt) {
	for _, s := range stmts {
		r.stmt(s)
	}
}

func (r *resolver) loop(s ast.Stmt, f func()) {
	e := &effects{}
	r.unit.loops[s] = e
	r.collect(e, func() { r.within(f) })
}

func (r *resolver) stmt(stmt ast.Stmt) {
	switch s := stmt.(type) {
	case *ast.LocalAssignStmt:
		r.local(s)
	case *ast.AssignStmt:
		r.exprs(s.Rhs)
		for _, lhs := range s.Lhs {
			r.target(lhs)
		}
	case *ast.FuncCallStmt:
		r.expr(s.Expr)
	case *ast.DoBlockStmt:
		r.block(s.Stmts)
	case *ast.WhileStmt:
		r.loop(s, func() { r.expr(s.Condition); r.block(s.Stmts) })
	case *ast.RepeatStmt:
		r.loop(s, func() { r.stmts(s.Stmts); r.expr(s.Condition) })
	case *ast.IfStmt:
		r.expr(s.Condition)
		r.block(s.Then)
		r.block(s.Else)
	case *ast.NumberForStmt:
		r.exprs([]ast.Expr{s.Init, s.Limit, s.Step})
		r.loop(s, func() { r.declare(s, 0, s.Name); r.block(s.Stmts) })
	case *ast.ReturnStmt:
		r.exprs(s.Exprs)
	case *ast.FuncDefStmt:
		if s.Name != nil && s.Name.Func != nil {
			r.target(s.Name.Func)
		}
		r.function(s.Func)
	}
}

func (r *resolver) local(s *ast.LocalAssignStmt) {
	if len(s.Names) == 1 && len(s.Exprs) == 1 {
		if fn, ok := s.Exprs[0].(*ast.FunctionExpr); ok {
			r.declare(s, 0, s.Names[0]).function = fn
			r.function(fn)
			return
		}
	}
	r.exprs(s.Exprs)
	for i, name := range s.Names {
		d := r.declare(s, i, name)
		if i < len(s.Exprs) {
			d.function, _ = s.Exprs[i].(*ast.FunctionExpr)
		}
	}
}

// target notes an assignment to the local at the root of lhs.
func (r *resolver) target(lhs ast.Expr) { r.targetOf(lhs, true) }

func (r *resolver) targetOf(lhs ast.Expr, whole bool) {
	switch e := lhs.(type) {
	case *ast.IdentExpr:
		if d := r.lookup(e.Value); d != nil {
			d.Assigned, d.Partly = d.Assigned || whole, d.Partly || !whole
			if d.mention(len(r.open)); whole && !d.carried {
				d.Lost = e
			}
			for _, open := range r.open {
				open.assigns = append(open.assigns, d)
			}
		}
	case *ast.AttrGetExpr:
		r.expr(e.Key)
		r.targetOf(e.Object, false)
	default:
		r.expr(lhs)
	}
}

// mention notes that code inside so many loops and functions names the local.
func (d *Decl) mention(depth int) { d.Lost, d.carried = nil, d.carried || depth > d.depth }

func (r *resolver) exprs(list []ast.Expr) {
	for _, e := range list {
		r.expr(e)
	}
}

func (r *resolver) expr(expr ast.Expr) {
	switch e := expr.(type) {
	case *ast.IdentExpr:
		if d := r.lookup(e.Value); d != nil {
			d.mention(len(r.open))
			for _, open := range r.open {
				open.refs = append(open.refs, d)
			}
		} else if !slices.Contains(r.unit.Free, e.Value) {
			r.unit.Free = append(r.unit.Free, e.Value)
		}
	case *ast.AttrGetExpr:
		r.exprs([]ast.Expr{e.Object, e.Key})
	case *ast.FuncCallExpr:
		r.exprs([]ast.Expr{e.Func, e.Receiver})
		r.exprs(e.Args)
	case *ast.LogicalOpExpr:
		r.exprs([]ast.Expr{e.Lhs, e.Rhs})
	case *ast.RelationalOpExpr:
		r.exprs([]ast.Expr{e.Lhs, e.Rhs})
	case *ast.StringConcatOpExpr:
		r.exprs([]ast.Expr{e.Lhs, e.Rhs})
	case *ast.ArithmeticOpExpr:
		r.exprs([]ast.Expr{e.Lhs, e.Rhs})
	case *ast.UnaryMinusOpExpr:
		r.expr(e.Expr)
	case *ast.UnaryNotOpExpr:
		r.expr(e.Expr)
	case *ast.UnaryLenOpExpr:
		r.expr(e.Expr)
	case *ast.TableExpr:
		for _, f := range e.Fields {
			r.exprs([]ast.Expr{f.Key, f.Value})
		}
	case *ast.FunctionExpr:
		r.function(e)
	}
}

// AssignedIn are the locals that running a loop may assign, through the local functions that it mentions too.
func (u *Unit) AssignedIn(loop ast.Stmt) map[*Decl]bool {
	set, seen := map[*Decl]bool{}, map[*Decl]bool{}
	var add func(e *effects)
	add = func(e *effects) {
		if e == nil {
			return
		}
		for _, d := range e.assigns {
			set[d] = true
		}
		for _, d := range e.refs {
			if d.function != nil && !seen[d] {
				seen[d] = true
				add(u.funcs[d.function])
			}
		}
	}
	add(u.loops[loop])
	return set
}

// Decl is the declaration of that key, or nil.
func (u *Unit) Decl(key Key) *Decl { return u.decls[key] }
