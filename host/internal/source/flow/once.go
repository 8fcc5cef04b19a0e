package flow

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// callsOnce are the functions that call the function they get, once.
var callsOnce = map[string]bool{"Thread": true, "create": true, "pcall": true, "wrap": true, "xpcall": true}

// CallsOnce says whether a function of Lua or of the host, by its last name, calls the function that it gets first, and once.
func CallsOnce(name string) bool { return callsOnce[name] }

// MaxOnce bounds how many functions Once looks out of.
const MaxOnce = 20

// Reused says whether a place stands in a function that may be called more than once.
func (t *Tree) Reused(pos int) bool {
	for r := range t.around(pos) {
		if f, is := r.Node.(*ast.FunctionExpr); is && !t.calledOnce(f, 0) {
			return true
		}
	}
	return false
}

// Recalls says whether the function around a place calls something of a name, such as itself.
func (t *Tree) Recalls(pos int, name string) bool {
	begin := t.FunctionAround(pos)
	return slices.ContainsFunc(t.Records, func(r parse.Record) bool {
		call, is := r.Node.(*ast.FuncCallExpr)
		return is && Callee(call) == name && t.FunctionAround(r.Extent.Start) == begin
	})
}

// Once says whether a place of the text is certain to be reached once at most: it stands in no loop, and in no function but those that one call
// reaches once, or that are called as soon as they are made.
func (t *Tree) Once(pos int) bool { return t.once(pos, 0) }

// once is Once of a place that a number of functions was looked out of to get to.
func (t *Tree) once(pos, depth int) bool {
	if depth > MaxOnce {
		return false
	}
	for r := range t.around(pos) {
		f, is := r.Node.(*ast.FunctionExpr)
		if isLoop(r.Node) || is && !t.calledOnce(f, depth) {
			return false
		}
	}
	return true
}

// calledOnce says whether a function is certain to be called once at most.
func (t *Tree) calledOnce(f *ast.FunctionExpr, depth int) bool {
	use := t.OnlyUse(f)
	return use != nil && t.once(use.Extent.Start, depth+1)
}

// OnlyUse is the only place of the text that calls a function, or hands it to a function that calls it once; nil if there are others.
func (t *Tree) OnlyUse(f *ast.FunctionExpr) *parse.Record {
	r := t.Parent(f)
	if r == nil {
		return nil
	}
	switch n := r.Node.(type) {
	case *ast.FuncCallExpr:
		k := slices.Index(n.Args, ast.Expr(f))
		if k == 0 && callsOnce[Callee(n)] || k == 1 && Callee(n) == "Thread" || k >= 0 && t.callsArgument(n, k) {
			return r
		}
	case *ast.LocalAssignStmt:
		if len(n.Exprs) == 1 {
			return t.onlyUseOf(r.Decl)
		}
	case *ast.FuncDefStmt:
		if n.Name.Method != "" || keyOf(n.Name.Func) != "" {
			return t.onlyCallOf(n.Name)
		}
	}
	return nil
}

// onlyCallOf is the call of a method, or of a function in a field, of a name that nothing else of the text names but its definition; nil if something
// does, or if other texts may: the table is no local, or the text returns something.
//
//	function Renderer:finish() … end      renderer:finish()
func (t *Tree) onlyCallOf(definition *ast.FuncName) (use *parse.Record) {
	name, table, known := definition.Method, definition.Receiver, []ast.Expr{definition.Func}
	if get, isField := definition.Func.(*ast.AttrGetExpr); isField {
		name, table = keyOf(get), get.Object
	}
	local, isName := table.(*ast.IdentExpr)
	returns := slices.ContainsFunc(t.Stmts, func(s ast.Stmt) bool {
		_, is := s.(*ast.ReturnStmt)
		return is
	})
	if !isName || t.Variable(local).Decl == 0 || returns {
		return nil
	}
	for i := range t.Records {
		r := &t.Records[i]
		if n, is := r.Node.(*ast.FuncCallExpr); is && (n.Method == name || keyOf(n.Func) == name) {
			if use != nil {
				return nil
			}
			use, known = r, append(known, n.Func)
		}
	}
	for i := range t.Records {
		if get, is := t.Records[i].Node.(*ast.AttrGetExpr); is && keyOf(get) == name && !slices.Contains(known, ast.Expr(get)) {
			return nil
		}
	}
	return use
}

// keyOf is the name of a field that an expression is; "" if it is none.
func keyOf(e ast.Expr) string {
	get, isField := e.(*ast.AttrGetExpr)
	if !isField {
		return ""
	}
	key, _ := get.Key.(*ast.StringExpr)
	if key == nil {
		return ""
	}
	return key.Value
}

// callsArgument says whether an argument is the parameter of a local function that does nothing with it but call it, at one place that it comes to
// once.
//
//	local function record(body) … body(list) … end
func (t *Tree) callsArgument(call *ast.FuncCallExpr, k int) bool {
	id, _ := call.Func.(*ast.IdentExpr)
	if id == nil {
		return false
	}
	fn, _ := t.Local(id).(*ast.FunctionExpr)
	if fn == nil || k >= len(fn.ParList.Names) {
		return false
	}
	uses, calls, f := 0, 0, t.Record(fn)
	within := t.Within(f)
	for i := range within {
		r := &within[i]
		if use, ok := r.Node.(*ast.IdentExpr); ok && use.Value == fn.ParList.Names[k] && r.Decl != 0 && t.Starts[r.Decl-1] == f.Span.End {
			uses++
		}
		if use, ok := r.Node.(*ast.FuncCallExpr); ok && t.Pass(r.Extent.Start) == f.Extent.Start && t.Parameter(use.Func, r.Extent.Start) == k {
			calls++
		}
	}
	return uses == 1 && calls == 1
}

// onlyUseOf is the use of a local function that has no other one, if it is a call or an argument of one that calls it; nil if it is neither.
func (t *Tree) onlyUseOf(decl int) (use *parse.Record) {
	uses := t.index().uses[decl]
	if len(uses) != 1 {
		return nil
	}
	use = t.Parent(t.Records[uses[0]].Node)
	if use == nil {
		return nil
	}
	n, is := use.Node.(*ast.FuncCallExpr)
	if !is {
		return nil
	}
	called, _ := n.Func.(*ast.IdentExpr)
	if called != nil && callsOnce[called.Value] || n.Func != nil && callsOnce[Callee(n)] {
		if len(n.Args) > 0 {
			called, _ = n.Args[0].(*ast.IdentExpr)
		}
	}
	if called == nil || t.Record(called).Decl != decl {
		return nil
	}
	return use
}
