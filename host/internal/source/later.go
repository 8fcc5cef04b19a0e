package source

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Later finds the local of the name of a global that is declared behind its use, where the use would mean it if it were declared before. exact says that change
// moves the declaration there: it stands alone on its line, and names nothing that is declared between.
func (s *Set) Later(use *ast.IdentExpr) (declared gpu.Site, change diag.Change, exact bool) {
	c, at, ok := s.find(gpu.Site(use.Line()))
	if !ok {
		return 0, change, false
	}
	lists := [][]ast.Stmt{c.tree.stmts}
	for i := range c.tree.records {
		if f, ok := c.tree.records[i].node.(*ast.FunctionExpr); ok {
			lists = append(lists, f.Stmts)
		}
	}
	for _, list := range lists {
		first := slices.IndexFunc(list, func(s ast.Stmt) bool {
			r := c.record(s).extent
			return r.start <= at.extent.start && at.extent.end <= r.end
		})
		for k := first + 1; first >= 0 && k < len(list); k++ {
			if local, ok := list[k].(*ast.LocalAssignStmt); ok && slices.Contains(local.Names, use.Value) {
				change, exact = c.earlier(c.record(local), c.record(list[first]))
				return gpu.Site(local.Line()), change, exact
			}
		}
	}
	return 0, change, false
}

// earlier is the edit that moves a statement before another one.
func (c *chunk) earlier(statement, before *record) (change diag.Change, ok bool) {
	line, _ := c.lines.At(before.extent.start)
	text := c.text[statement.extent.start:statement.extent.end]
	ok = c.alone(statement.extent) && !strings.Contains(text, "\n") && strings.TrimSpace(c.text[c.lines[line-1]:before.extent.start]) == ""
	for i := range c.tree.records {
		r := &c.tree.records[i]
		if _, is := r.node.(*ast.IdentExpr); is && statement.extent.start <= r.extent.start && r.extent.end <= statement.extent.end && r.decl > 0 {
			declared := c.tree.starts[r.decl-1]
			ok = ok && (declared < before.extent.start || declared > statement.extent.start)
		}
	}
	change = diag.Change{Span: c.span(bytesRange{before.extent.start, before.extent.start}), Edit: diag.EditInsertBefore, Text: text}
	change.And = []diag.Change{{Span: c.span(statement.extent), Edit: diag.EditDeleteLine}}
	return change, ok
}
