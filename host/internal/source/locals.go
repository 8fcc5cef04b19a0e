package source

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
)

// Value is what a local stands for all its life, as its declaration says; nil if that is not known, and for other names.
func (s *Set) Value(use *ast.IdentExpr) ast.Expr {
	c, _, ok := s.find(gpu.Site(use.Line()))
	if !ok {
		return nil
	}
	return c.local(use)
}

// Assigned reports whether an expression is what an assignment gives a value.
func (s *Set) Assigned(e ast.Expr) bool {
	c, r, ok := s.find(gpu.Site(e.Line()))
	if !ok {
		return false
	}
	stmt := c.innermost(r)
	if stmt == nil {
		return false
	}
	assign, ok := stmt.Node.(*ast.AssignStmt)
	return ok && slices.Contains(assign.Lhs, e)
}

// local is what a local stands for all its life: the value of its declaration, if the text neither assigns to it nor to a field of it; nil otherwise.
func (c *chunk) local(id *ast.IdentExpr) (value ast.Expr) { return c.declared(c.record(id).Decl) }

// declared is local of a declaration.
func (c *chunk) declared(decl int) (value ast.Expr) {
	if decl == 0 {
		return nil
	}
	for i := range c.tree().Records {
		s, ok := c.tree().Records[i].Node.(*ast.AssignStmt)
		if ok && slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { return c.rootOf(e) == decl }) {
			return nil
		}
	}
	return c.first(decl)
}

// first is the value with which a local is declared; nil if there is none.
func (c *chunk) first(decl int) ast.Expr {
	for i := range c.tree().Records {
		r := &c.tree().Records[i]
		if n, ok := r.Node.(*ast.LocalAssignStmt); ok {
			if k := decl - r.Decl; k >= 0 && k < len(n.Names) && k < len(n.Exprs) {
				return n.Exprs[k]
			}
		}
	}
	return nil
}

// rootOf is the declaration of the name at the beginning of a.b[c], 0 if there is none.
func (c *chunk) rootOf(e ast.Expr) int {
	for {
		switch x := e.(type) {
		case *ast.IdentExpr:
			return c.record(x).Decl
		case *ast.AttrGetExpr:
			e = x.Object
		default:
			return 0
		}
	}
}
