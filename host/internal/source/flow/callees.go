package flow

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// Varies says whether a call may be of another function each time that the script comes by: what is called has no value that the text shows, or the
// text defines several functions of the name.
//
//	for _, pass in ipairs(passes) do pass.record(list) end      passes = { { record = function … end }, { record = function … end } }
//	local function record(body) … body(list) … end
func (t *Tree) Varies(call *ast.FuncCallExpr) bool {
	return t.parameter(call.Func) || t.definitions(Callee(call)) > 1
}

// parameter says whether a called expression is a local without a value that the text shows: a parameter, or a variable of a loop.
func (t *Tree) parameter(called ast.Expr) bool {
	id, isName := called.(*ast.IdentExpr)
	return isName && t.Record(id).Decl != 0 && t.First(t.Record(id).Decl) == nil
}

// defines says whether the text defines a function or a method of a name, or a variable or a field that may have one.
func (t *Tree) defines(name string) bool { return t.definitions(name) > 0 }

// definitions counts what defines says of a name.
func (t *Tree) definitions(name string) int { return len(t.Functions(name)) }

// Functions are the functions that the text defines by a name; nil stands for what may be one, as a variable with another value.
func (t *Tree) Functions(name string) (list []*ast.FunctionExpr) {
	for i := range t.Records {
		if r := &t.Records[i]; name != "" && t.definedBy(r, name) {
			list = append(list, functionOf(r.Node, name))
		}
	}
	return list
}

// functionOf is the function that a node defines by a name, as definedBy says that it does; nil if it is not written there.
func functionOf(node ast.PositionHolder, name string) (f *ast.FunctionExpr) {
	var value ast.Expr
	switch n := node.(type) {
	case *ast.FuncDefStmt:
		return n.Func
	case *ast.LocalAssignStmt:
		if k := slices.Index(n.Names, name); k < len(n.Exprs) {
			value = n.Exprs[k]
		}
	case *ast.AssignStmt:
		if k := slices.IndexFunc(n.Lhs, func(to ast.Expr) bool { return keyOf(to) == name }); k < len(n.Rhs) {
			value = n.Rhs[k]
		}
	case *ast.TableExpr:
		value = n.Fields[FieldAt(n, name, 0)].Value
	}
	f, _ = value.(*ast.FunctionExpr)
	return f
}

// definedBy is defines of one node.
func (t *Tree) definedBy(r *parse.Record, name string) bool {
	switch n := r.Node.(type) {
	case *ast.FuncDefStmt: // function lib.draw(…) … end
		id, _ := n.Name.Func.(*ast.IdentExpr)
		return n.Name.Method == name || n.Name.Func != nil && keyOf(n.Name.Func) == name || id != nil && id.Value == name
	case *ast.LocalAssignStmt:
		return slices.Contains(n.Names, name)
	case *ast.AssignStmt: // lib.draw = function(…) … end
		return slices.ContainsFunc(n.Lhs, func(to ast.Expr) bool { return keyOf(to) == name })
	case *ast.TableExpr: // { draw = function(…) … end }
		k := FieldAt(n, name, 0)
		if k < 0 {
			return false
		}
		_, is := n.Fields[k].Value.(*ast.FunctionExpr)
		return is
	}
	return false
}

// CallsIn says whether a part of a text calls a method of a name.
func (t *Tree) CallsIn(at parse.Range, method string) bool {
	return slices.ContainsFunc(t.Records, func(r parse.Record) bool {
		call, ok := r.Node.(*ast.FuncCallExpr)
		return ok && call.Method == method && at.Start <= r.Extent.Start && r.Extent.End <= at.End
	})
}

// ofLua are functions and libraries of Lua that call nothing of a script.
var ofLua = []string{"ipairs", "math", "pairs", "print", "string", "tonumber", "tostring", "unpack"}

// Mixed says whether a part of a text calls two methods, or what may be a function of the script.
func (t *Tree) Mixed(at parse.Range) bool {
	method := ""
	return slices.ContainsFunc(t.Records, func(r parse.Record) bool {
		call, ok := r.Node.(*ast.FuncCallExpr)
		if !ok || r.Extent.Start < at.Start || r.Extent.End > at.End {
			return false
		}
		if call.Func != nil {
			name, is := call.Func.(*ast.IdentExpr)
			if !is {
				name = Root(call.Func)
			}
			return name == nil || t.Record(name).Decl != 0 || !slices.Contains(ofLua, name.Value)
		}
		first := method == ""
		if first {
			method = call.Method
		}
		return call.Method != method || first && t.defines(method)
	})
}

// Adapts says whether an argument of a call names a parameter of the function around, or a table of it, which is filled.
func (t *Tree) Adapts(r *parse.Record) bool {
	call, ok := r.Node.(*ast.FuncCallExpr)
	f := t.InnerFunction(r.Extent.Start)
	if !ok || f == nil {
		return false
	}
	return slices.ContainsFunc(t.Records, func(o parse.Record) bool {
		id, is := o.Node.(*ast.IdentExpr)
		if !is || o.Decl == 0 || !slices.ContainsFunc(call.Args, func(a ast.Expr) bool { return t.Record(a).Extent.Contains(o.Extent) }) {
			return false
		}
		start, first := t.Starts[o.Decl-1], t.First(t.Record(id).Decl)
		_, isTable := first.(*ast.TableExpr)
		return f.Extent.Start < start && start < f.Extent.End && (isTable || t.ParameterIn(id, f) >= 0)
	})
}
