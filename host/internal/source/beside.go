package source

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
)

// A Beside is a local that is known in a block beside a use of its name alone: the variable of a loop that begins right behind the statement of the
// use, or what a block before it declares.
type Beside struct {
	Declared gpu.Site
	Change   diag.Change
	Exact    bool // Change repairs the use
	Earlier  bool // and moves the declaration before the block; else it moves the statement of the use into it
}

// Beside finds such a local for the name of a global. A declaration that needs nothing of its block may stand before that. A statement right beside
// the block goes there, unless something else uses what it declares, or the blocks on both of its sides have the name.
func (s *Set) Beside(use *ast.IdentExpr) (b Beside) {
	c, at, ok := s.find(gpu.Site(use.Line()))
	if !ok {
		return b
	}
	tree := c.tree()
	for i, list := range tree.ListsAround(at) {
		first := tree.StatementAround(list, at)
		moved := c.record(list[first])
		if first+1 < len(list) && slices.Contains(flow.LoopNames(list[first+1]), use.Value) {
			loop := list[first+1]
			b.Declared = gpu.Site(loop.Line())
			if inside := flow.Blocks(loop)[0]; len(inside) > 0 && i == 0 && tree.StaysIn(moved, c.record(loop).Extent) &&
				!(first > 0 && slices.Contains(flow.LoopNames(list[first-1]), use.Value)) {
				b.Change, b.Exact = c.earlier(moved, c.record(inside[0]))
			}
			return b
		}
		for k := first - 1; k >= 0; k-- {
			node, last := tree.Declares(list[k], use.Value)
			if node == nil {
				continue
			}
			b.Declared = gpu.Site(node.Line())
			if _, isLocal := node.(*ast.LocalAssignStmt); isLocal {
				b.Change, b.Exact = c.earlier(c.record(node), c.record(list[k]))
				b.Earlier = b.Exact
			}
			if !b.Exact && k+1 == first && i == 0 && last != nil && tree.StaysIn(moved, c.record(list[k]).Extent) {
				b.Change, b.Exact = c.Moved(moved.Extent, c.record(last).Extent)
			}
			return b
		}
	}
	return b
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
