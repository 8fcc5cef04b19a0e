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
	return c.tree().Local(use)
}

// DeclaredAt is what a local that is visible at a site is declared as, nil where that is not all that it may be. ok is false for other names.
func (s *Set) DeclaredAt(site gpu.Site, name string) (e ast.Expr, ok bool) {
	c, _, found := s.find(site)
	decl := s.stands(site, name)
	if !found || decl == 0 {
		return nil, false
	}
	return c.tree().Declared(decl), true
}

// Assigned reports whether an expression is what an assignment gives a value.
func (s *Set) Assigned(e ast.Expr) bool {
	c, r, ok := s.find(gpu.Site(e.Line()))
	if !ok {
		return false
	}
	stmt := c.tree().Innermost(r)
	if stmt == nil {
		return false
	}
	assign, ok := stmt.Node.(*ast.AssignStmt)
	return ok && slices.Contains(assign.Lhs, e)
}

// Register is flow.Tree.Register; -1 also for a name of no loaded text.
func (s *Set) Register(use *ast.IdentExpr) int {
	c, _, ok := s.find(gpu.Site(use.Line()))
	if !ok {
		return -1
	}
	return c.tree().Register(use)
}

// Sets says whether a loaded text gives a value to what is written like an expression: its name is no slip.
func (s *Set) Sets(e ast.Expr) bool {
	return slices.ContainsFunc(s.chunks, func(c *chunk) bool { return c.tree().Sets(e) })
}
