package source

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
)

// Later finds the local of the name of a global that is declared after its use, where the use would mean it if it were declared before. exact says
// that change moves the declaration there: it stands alone on its line, and names nothing that is declared between. What a kernel uses is a constant.
func (s *Set) Later(use *ast.IdentExpr, kernel bool) (declared gpu.Site, change diag.Change, exact bool) {
	c, at, ok := s.find(gpu.Site(use.Line()))
	if !ok {
		return 0, change, false
	}
	for _, list := range c.tree().ListsAround(at) {
		first := c.tree().StatementAround(list, at)
		for k := first + 1; k < len(list); k++ {
			if local, ok := list[k].(*ast.LocalAssignStmt); ok && slices.Contains(local.Names, use.Value) {
				decl := c.record(local).Decl + slices.Index(local.Names, use.Value)
				if kernel && c.tree().Assigned(flow.Variable{Name: use.Value, Decl: decl}) > 1 {
					return 0, change, false
				}
				change, exact = c.sheet().Earlier(c.record(local), c.record(list[first]))
				return gpu.Site(local.Line()), change, exact
			}
		}
	}
	return 0, change, false
}

// Top is the first line of the statements of the file that a site stands in; ok is false where another begins the line, too.
func (s *Set) Top(site gpu.Site) (at diag.Span, ok bool) {
	c, _, ok := s.find(site)
	if !ok || len(c.tree().Stmts) == 0 {
		return at, false
	}
	begin := c.record(c.tree().Stmts[0]).Extent.Start
	return c.Span(between(begin, begin)), c.Begins(begin)
}
