package flow

import (
	"iter"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// Local is what a local stands for all its life: the value of its declaration, if the text neither assigns to it nor to a field of it; nil otherwise.
func (t *Tree) Local(id *ast.IdentExpr) (value ast.Expr) { return t.Declared(t.Record(id).Decl) }

// Declared is Local of a declaration.
func (t *Tree) Declared(decl int) (value ast.Expr) {
	if decl == 0 {
		return nil
	}
	if t.index().written[decl] {
		return nil
	}
	return t.First(decl)
}

// Globals is in how many places the text has the name of a global.
func (t *Tree) Globals(name string) (n int) {
	for i := range t.Records {
		r := &t.Records[i]
		if id, is := r.Node.(*ast.IdentExpr); is && id.Value == name && r.Scope == parse.ScopeGlobal {
			n++
		}
	}
	return n
}

// ValueOf is Declared of the local that stands at a place; nil if there is none.
func (t *Tree) ValueOf(at parse.Range) ast.Expr {
	for i := range t.Records {
		if r := &t.Records[i]; r.Extent == at && r.Decl != 0 {
			if _, is := r.Node.(*ast.IdentExpr); is {
				return t.Declared(r.Decl)
			}
		}
	}
	return nil
}

// First is the value with which a local is declared; nil if there is none.
func (t *Tree) First(decl int) ast.Expr { return t.index().firsts[decl] }

// rootOf is the declaration of the name at the beginning of a.b[c], 0 if there is none.
func (t *Tree) rootOf(e ast.Expr) int {
	id, isName := e.(*ast.IdentExpr)
	if !isName {
		id = Root(e)
	}
	if id == nil {
		return 0
	}
	return t.Record(id).Decl
}

// Root is the variable that an expression is a field of, or a field of a field; nil if it is none.
func Root(e ast.Expr) *ast.IdentExpr {
	get, is := e.(*ast.AttrGetExpr)
	if !is {
		return nil
	}
	if id, isName := get.Object.(*ast.IdentExpr); isName {
		return id
	}
	return Root(get.Object)
}

// Assigned counts how often the text gives a variable a value.
func (t *Tree) Assigned(v Variable) (n int) { return t.index().assigned[v] }

// Uses counts the uses of a local.
func (t *Tree) Uses(decl int) (n int) { return len(t.index().uses[decl]) }

// UsesOf are the names that stand for a local.
func (t *Tree) UsesOf(decl int) iter.Seq[*parse.Record] {
	return func(yield func(*parse.Record) bool) {
		for _, i := range t.index().uses[decl] {
			if !yield(&t.Records[i]) {
				return
			}
		}
	}
}

// Is says whether an expression is a function, or a local that has no other use.
func (t *Tree) Is(e ast.Expr, f *ast.FunctionExpr) bool {
	if id, ok := e.(*ast.IdentExpr); ok {
		return t.Local(id) == f && t.Uses(t.Record(id).Decl) == 1
	}
	return e == f
}

// Parameter is the number of the parameter, from 0, that an expression at a place is, and that its function never sets; -1 if it is none.
func (t *Tree) Parameter(e ast.Expr, pos int) int {
	if f := t.InnerFunction(pos); f != nil {
		return t.ParameterIn(e, f)
	}
	return -1
}

// ParameterIn is Parameter of a function, in which the expression stands, or in one in it.
func (t *Tree) ParameterIn(e ast.Expr, f *parse.Record) int {
	id, ok := e.(*ast.IdentExpr)
	if !ok || t.Record(id).Decl == 0 || t.First(t.Record(id).Decl) != nil || t.Assigned(t.Variable(id)) > 0 ||
		t.Starts[t.Record(id).Decl-1] != f.Span.End {
		return -1
	}
	return slices.Index(f.Node.(*ast.FunctionExpr).ParList.Names, id.Value)
}

// Parameters are those of a function; self of one that is written as a method is the first.
func (t *Tree) Parameters(f *parse.Record) (list []Variable) {
	names := f.Node.(*ast.FunctionExpr).ParList.Names
	first := slices.Index(t.Starts, f.Span.End) + 1 // the first declaration there
	if t.method(f) {
		list = append(list, Variable{"self", first})
		first++
	}
	for i, n := range names {
		list = append(list, Variable{n, first + i})
	}
	return list
}

// method says whether a function is written as a method, so that it has a parameter that is not written.
func (t *Tree) method(f *parse.Record) bool {
	by := t.Parent(f.Node)
	if by == nil {
		return false
	}
	d, is := by.Node.(*ast.FuncDefStmt)
	return is && d.Name.Func == nil
}

// Given is what a call gives for a parameter, from 0, of a function that it calls; nil where it gives nothing. ok is false where that is among the
// values of another call, or of "...".
//
//	function lib:run(x)            lib:run(a)   lib.run(lib, a)
//	lib.run = function(self, x)    lib:run(a)   lib.run(lib, a)
func (t *Tree) Given(call *ast.FuncCallExpr, f *parse.Record, parameter int) (e ast.Expr, ok bool) {
	args := call.Args
	switch written := t.method(f); {
	case call.Receiver != nil && !written:
		args = append([]ast.Expr{call.Receiver}, args...)
	case call.Receiver == nil && written:
		args = args[min(1, len(args)):]
	}
	if parameter < len(args) {
		return args[parameter], true
	}
	if len(args) > 0 {
		switch args[len(args)-1].(type) {
		case *ast.FuncCallExpr, *ast.Comma3Expr:
			return nil, false
		}
	}
	return nil, true
}

// Literal is the text of a value that is written out, or of the local that is one; "" for others.
func (t *Tree) Literal(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StringExpr:
		return e.Value
	case *ast.NumberExpr:
		return e.Value
	case *ast.IdentExpr:
		if value := t.Local(e); value != nil && t.Constant(value, false) {
			return t.Literal(value)
		}
	}
	return ""
}

// Sets says whether a statement of the text gives a value to what is written like an expression, whichever variables the names in it are.
func (t *Tree) Sets(e ast.Expr) bool {
	return slices.ContainsFunc(t.Records, func(r parse.Record) bool {
		n, is := r.Node.(*ast.AssignStmt)
		return is && slices.ContainsFunc(n.Lhs, func(set ast.Expr) bool { return writtenLike(set, e) })
	})
}

// writtenLike says whether two expressions are the same names and fields.
func writtenLike(a, b ast.Expr) bool {
	switch x := a.(type) {
	case *ast.IdentExpr:
		y, is := b.(*ast.IdentExpr)
		return is && x.Value == y.Value
	case *ast.StringExpr:
		y, is := b.(*ast.StringExpr)
		return is && x.Value == y.Value
	case *ast.AttrGetExpr:
		y, is := b.(*ast.AttrGetExpr)
		return is && writtenLike(x.Object, y.Object) && writtenLike(x.Key, y.Key)
	}
	return false
}
