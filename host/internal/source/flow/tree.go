package flow

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// A Tree is that of one text, as its author wrote it.
type Tree struct {
	*parse.Tree
	index func() *index // made when it is first asked for
}

// Record is what is known of a node.
func (t *Tree) Record(n ast.PositionHolder) *parse.Record {
	return &t.Records[n.Line()-t.Base]
}

// A Variable is a name of a text, and its declaration; 0 for globals.
type Variable struct {
	Name string
	Decl int
}

// Variable is the variable that a name stands for.
func (t *Tree) Variable(id *ast.IdentExpr) Variable { return Variable{id.Value, t.Record(id).Decl} }

// Callee is the last name of what is called, "" if it has none.
func Callee(call *ast.FuncCallExpr) string {
	switch f := call.Func.(type) {
	case nil:
		return call.Method
	case *ast.IdentExpr:
		return f.Value
	case *ast.AttrGetExpr:
		if key, ok := f.Key.(*ast.StringExpr); ok {
			return key.Value
		}
	}
	return ""
}

// Innermost is the innermost statement around a record; nil if there is none.
func (t *Tree) Innermost(r *parse.Record) (stmt *parse.Record) {
	t.index().stmts.at(r.Extent.Start, r.Extent.End, func(o *parse.Record) bool {
		stmt = o
		return false
	})
	return stmt
}
