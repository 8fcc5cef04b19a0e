package flow

import (
	"github.com/yuin/gopher-lua/ast"
)

// Sibling is the field that has what a call makes, beside the one that has what the call got as a field of its argument, where both are of one
// object; "" if the text does not say so.
//
//	s.list = device:CreateCommandList { Allocator = s.allocator }                      list, beside allocator
//	s = { allocator = a, list = device:CreateCommandList { Allocator = a } }           list, beside allocator
func (t *Tree) Sibling(made *ast.FuncCallExpr, field string) (name, beside string) {
	if len(made.Args) == 0 {
		return "", ""
	}
	table := t.TableOf(made.Args[0])
	if table == nil {
		return "", ""
	}
	k := FieldAt(table, field, 0)
	if k < 0 {
		return "", ""
	}
	given := table.Fields[k].Value
	for i := range t.Records {
		switch n := t.Records[i].Node.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == 1 && len(n.Rhs) == 1 && n.Rhs[0] == ast.Expr(made) && t.ofOne(n.Lhs[0], given) {
				return keyOf(n.Lhs[0]), keyOf(given)
			}
		case *ast.TableExpr:
			for _, f := range n.Fields {
				if key, named := f.Key.(*ast.StringExpr); named && t.isValue(f.Value, made) {
					return key.Value, t.keyFor(n, given)
				}
			}
		}
	}
	return "", ""
}

// isValue says whether an expression is a call, or a local that has what it made.
func (t *Tree) isValue(e ast.Expr, made *ast.FuncCallExpr) bool {
	if id, isName := e.(*ast.IdentExpr); isName {
		e = t.Local(id)
	}
	return e == ast.Expr(made)
}

// ofOne says whether two expressions are fields of one variable.
func (t *Tree) ofOne(a, b ast.Expr) bool {
	if keyOf(a) == "" || keyOf(b) == "" {
		return false
	}
	x, isName := a.(*ast.AttrGetExpr).Object.(*ast.IdentExpr)
	y, is := b.(*ast.AttrGetExpr).Object.(*ast.IdentExpr)
	return isName && is && t.Variable(x) == t.Variable(y)
}

// keyFor is the field of a table that gets a variable; "" if none does.
func (t *Tree) keyFor(table *ast.TableExpr, value ast.Expr) string {
	v, isName := value.(*ast.IdentExpr)
	for _, f := range table.Fields {
		id, is := f.Value.(*ast.IdentExpr)
		if key, named := f.Key.(*ast.StringExpr); named && isName && is && t.Variable(id) == t.Variable(v) {
			return key.Value
		}
	}
	return ""
}

// Beside is the object that has a field, which an expression is; nil if it is no field of that name.
func Beside(e ast.Expr, field string) ast.Expr {
	if field == "" || keyOf(e) != field {
		return nil
	}
	return e.(*ast.AttrGetExpr).Object
}
