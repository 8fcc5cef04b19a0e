package source

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// A Beside is a local that is known in a block beside a use of its name alone: the variable of a loop, or the parameter of a function, that begins
// right behind the statement of the use, or what a block before it declares.
type Beside struct {
	Declared gpu.Site
	Change   diag.Change
	Next     bool // the statement of the use stands right beside the block
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
		stays := func(block ast.Stmt) bool { // nothing else needs what is moved there, or the name
			return i == 0 && tree.GlobalIn(moved.Extent, use.Value) && tree.StaysIn(moved, c.record(block).Extent)
		}
		before := false
		if first > 0 {
			_, before = tree.Opens(list[first-1], use.Value)
		}
		if first+1 < len(list) {
			next := list[first+1]
			if local, is := next.(*ast.LocalAssignStmt); is && slices.Contains(local.Names, use.Value) {
				return b
			}
			if inside, opens := tree.Opens(next, use.Value); opens {
				b.Declared, b.Next = gpu.Site(next.Line()), i == 0
				if len(inside) > 0 && !before && stays(next) {
					b.Change, b.Exact = c.sheet().Earlier(moved, c.record(inside[0]))
				}
				return b
			}
		}
		for k := first - 1; k >= 0; k-- {
			node, last := tree.Declares(list[k], use.Value)
			if node == nil {
				continue
			}
			b.Declared, b.Next = gpu.Site(node.Line()), k+1 == first && i == 0
			if _, isLocal := node.(*ast.LocalAssignStmt); isLocal {
				b.Change, b.Exact = c.sheet().Earlier(c.record(node), c.record(list[k]))
				b.Earlier = b.Exact
			}
			if !b.Exact && b.Next && last != nil && stays(list[k]) {
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
