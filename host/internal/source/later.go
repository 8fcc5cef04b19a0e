package source

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// Later finds the local of the name of a global that is declared after its use, where the use would mean it if it were declared before. exact says
// that change moves the declaration there: it stands alone on its line, and names nothing that is declared between.
func (s *Set) Later(use *ast.IdentExpr) (declared gpu.Site, change diag.Change, exact bool) {
	c, at, ok := s.find(gpu.Site(use.Line()))
	if !ok {
		return 0, change, false
	}
	for _, list := range c.tree().ListsAround(at) {
		first := c.tree().StatementAround(list, at)
		for k := first + 1; k < len(list); k++ {
			if local, ok := list[k].(*ast.LocalAssignStmt); ok && slices.Contains(local.Names, use.Value) {
				change, exact = c.earlier(c.record(local), c.record(list[first]))
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

// earlier is the edit that moves a statement before another one.
func (c *chunk) earlier(statement, before *parse.Record) (change diag.Change, ok bool) {
	text := c.Text[statement.Extent.Start:statement.Extent.End]
	ok = c.Alone(statement.Extent) && !strings.Contains(text, "\n") && c.Begins(before.Extent.Start)
	for i := range c.tree().Records {
		r := &c.tree().Records[i]
		if _, is := r.Node.(*ast.IdentExpr); is && statement.Extent.Start <= r.Extent.Start && r.Extent.End <= statement.Extent.End && r.Decl > 0 {
			declared := c.tree().Starts[r.Decl-1]
			ok = ok && (declared < before.Extent.Start || declared > statement.Extent.Start)
		}
	}
	change = diag.Change{Span: c.Span(between(before.Extent.Start, before.Extent.Start)), Edit: diag.EditInsertBefore, Text: text}
	change.And = []diag.Change{{Span: c.Span(statement.Extent), Edit: diag.EditDeleteLine}}
	return change, ok
}
