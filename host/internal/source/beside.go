package source

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
)

// Beside finds the local of the name of a global that is known in a block beside its use alone: the variable of a loop that begins right behind the
// statement of the use, or what a block before it declares. exact says that change moves the statement there: the block begins or ends right beside
// it, and nothing outside uses what it declares.
func (s *Set) Beside(use *ast.IdentExpr) (declared gpu.Site, change diag.Change, exact bool) {
	c, at, ok := s.find(gpu.Site(use.Line()))
	if !ok {
		return 0, change, false
	}
	for i, list := range c.tree().ListsAround(at) {
		first := c.tree().StatementAround(list, at)
		moved := c.record(list[first])
		if first+1 < len(list) {
			if loop := list[first+1]; slices.Contains(flow.LoopNames(loop), use.Value) {
				inside := flow.Blocks(loop)[0]
				if len(inside) == 0 || i > 0 || !c.tree().StaysIn(moved, c.record(loop).Extent) {
					return gpu.Site(loop.Line()), change, false
				}
				change, exact = c.earlier(moved, c.record(inside[0]))
				return gpu.Site(loop.Line()), change, exact
			}
		}
		for k := first - 1; k >= 0; k-- {
			node, last := c.tree().Declares(list[k], use.Value)
			if node == nil {
				continue
			}
			if k+1 == first && i == 0 && last != nil && c.tree().StaysIn(moved, c.record(list[k]).Extent) {
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
	list := c.tree().ListsAround(loop)[0]
	if i := c.tree().StatementAround(list, loop) + 1; i < len(list) {
		next := c.record(list[i]).Extent
		return c.Span(next), c.Text[next.Start:next.End] == line && c.Alone(c.ToComment(next))
	}
	return span, false
}
