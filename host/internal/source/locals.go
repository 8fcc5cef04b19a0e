package source

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// local is what a local stands for all its life: the value of its declaration, if the text declares the name once and neither assigns to
// it nor to a field of it; nil otherwise. Names that stand for several variables are not told apart.
func (c *chunk) local(id *ast.IdentExpr) ast.Expr {
	if r := c.record(id); r.scope == refGlobal {
		return nil
	}
	var value ast.Expr
	declared := 0
	for i := range c.tree.records {
		switch n := c.tree.records[i].node.(type) {
		case *ast.LocalAssignStmt:
			if k := slices.Index(n.Names, id.Value); k >= 0 {
				declared++
				if k < len(n.Exprs) {
					value = n.Exprs[k]
				}
			}
		case *ast.FunctionExpr:
			declared += 2 * count(n.ParList.Names, id.Value)
		case *ast.GenericForStmt:
			declared += 2 * count(n.Names, id.Value)
		case *ast.NumberForStmt:
			declared += 2 * count([]string{n.Name}, id.Value)
		case *ast.AssignStmt:
			if slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return rootOf(e) == id.Value }) {
				return nil
			}
		}
	}
	if declared != 1 {
		return nil
	}
	return value
}

func count(names []string, name string) (n int) {
	for _, s := range names {
		if s == name {
			n++
		}
	}
	return n
}

// rootOf is the name at the beginning of a.b[c], "" if there is none.
func rootOf(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.IdentExpr:
			return x.Value
		case *ast.AttrGetExpr:
			e = x.Object
		default:
			return ""
		}
	}
}
