package source

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// Beside finds the local of the name of a global that is known in a block beside its use alone: the variable of a loop that begins right behind the
// statement of the use, or what a block before it declares. exact says that change moves the statement there: the block begins or ends right beside
// it, and nothing outside uses what it declares.
func (s *Set) Beside(use *ast.IdentExpr) (declared gpu.Site, change diag.Change, exact bool) {
	c, at, ok := s.find(gpu.Site(use.Line()))
	if !ok {
		return 0, change, false
	}
	for i, list := range c.listsAround(at) {
		first := c.around(list, at)
		moved := c.record(list[first])
		if first+1 < len(list) {
			if loop := list[first+1]; slices.Contains(variables(loop), use.Value) {
				inside := flow.Blocks(loop)[0]
				if len(inside) == 0 || i > 0 || !c.staysIn(moved, c.record(loop).Extent) {
					return gpu.Site(loop.Line()), change, false
				}
				change, exact = c.earlier(moved, c.record(inside[0]))
				return gpu.Site(loop.Line()), change, exact
			}
		}
		for k := first - 1; k >= 0; k-- {
			node, last := c.declares(list[k], use.Value)
			if node == nil {
				continue
			}
			if k+1 == first && i == 0 && last != nil && c.staysIn(moved, c.record(list[k]).Extent) {
				change, exact = c.Moved(moved.Extent, c.record(last).Extent)
			}
			return gpu.Site(node.Line()), change, exact
		}
	}
	return 0, change, false
}

// Stray is the statement right behind the innermost loop around a site that is written like a line, and stands alone on its own one.
func (s *Set) Stray(at gpu.Site, line string) (span diag.Span, ok bool) {
	c, r, ok := s.find(at)
	if !ok {
		return span, false
	}
	loop := c.tree().LoopOf(r.Extent.Start)
	if loop == nil {
		return span, false
	}
	list := c.listsAround(loop)[0]
	if i := c.around(list, loop) + 1; i < len(list) {
		next := c.record(list[i]).Extent
		return c.Span(next), c.Text[next.Start:next.End] == line && c.Alone(c.ToComment(next))
	}
	return span, false
}

// listsAround are the blocks that a node stands in, from inside.
func (c *chunk) listsAround(at *parse.Record) (lists [][]ast.Stmt) {
	tree := c.tree()
	for i := range tree.Records {
		if tree.Records[i].Extent.Contains(at.Extent) {
			lists = append(lists, flow.Blocks(tree.Records[i].Node)...)
		}
	}
	return slices.DeleteFunc(append(lists, tree.Stmts), func(list []ast.Stmt) bool { return c.around(list, at) < 0 })
}

// around is which statement of a block a node stands in, -1 if none.
func (c *chunk) around(list []ast.Stmt, at *parse.Record) int {
	return slices.IndexFunc(list, func(s ast.Stmt) bool { return c.record(s).Extent.Contains(at.Extent) })
}

// declares is what declares a name in one of a statement's blocks, nil if nothing does, and the statement behind which that block goes on; nil: it
// does not.
func (c *chunk) declares(s ast.Stmt, name string) (node ast.Stmt, last ast.Stmt) {
	for _, list := range flow.Blocks(s) {
		if node = nil; slices.Contains(variables(s), name) {
			node = s
		}
		for _, inner := range list {
			if local, is := inner.(*ast.LocalAssignStmt); is && slices.Contains(local.Names, name) {
				node = local
			}
		}
		if node == nil {
			continue
		}
		if n := len(list); n > 0 {
			last = list[n-1]
		}
		switch last.(type) {
		case *ast.ReturnStmt, *ast.BreakStmt:
			last = nil
		}
		return node, last
	}
	return nil, nil
}

// variables are the names that a loop declares.
func variables(loop ast.Stmt) []string {
	switch n := loop.(type) {
	case *ast.NumberForStmt:
		return []string{n.Name}
	case *ast.GenericForStmt:
		return n.Names
	}
	return nil
}

// staysIn says whether what a statement declares is used nowhere but in a part of the text.
func (c *chunk) staysIn(statement *parse.Record, part parse.Range) bool {
	local, is := statement.Node.(*ast.LocalAssignStmt)
	if !is {
		return true
	}
	for i := range local.Names {
		for use := range c.tree().UsesOf(statement.Decl + i) {
			if !part.Contains(use.Extent) {
				return false
			}
		}
	}
	return true
}
