package source

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// local is what a local stands for all its life: the value of its declaration, if the text neither assigns to it nor to a field of it; nil
// otherwise.
func (c *chunk) local(id *ast.IdentExpr) (value ast.Expr) { return c.declared(c.record(id).decl) }

// declared is local of a declaration.
func (c *chunk) declared(decl int) (value ast.Expr) {
	if decl == 0 {
		return nil
	}
	for i := range c.tree.records {
		r := &c.tree.records[i]
		switch n := r.node.(type) {
		case *ast.LocalAssignStmt:
			if k := decl - r.decl; k >= 0 && k < len(n.Names) && k < len(n.Exprs) {
				value = n.Exprs[k]
			}
		case *ast.AssignStmt:
			if slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return c.rootOf(e) == decl }) {
				return nil
			}
		}
	}
	return value
}

// rootOf is the declaration of the name at the beginning of a.b[c], 0 if there is none.
func (c *chunk) rootOf(e ast.Expr) int {
	for {
		switch x := e.(type) {
		case *ast.IdentExpr:
			return c.record(x).decl
		case *ast.AttrGetExpr:
			e = x.Object
		default:
			return 0
		}
	}
}
