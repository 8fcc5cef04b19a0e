package source

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/lex"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// Snippet returns what a piece of a method call is called in a line that is put at the site at: the piece's own text where that means the same
// there, else the name of the object where it was made. ok is false where neither is certain. Only names, fields and numbers can stand elsewhere.
func (s *Set) Snippet(at gpu.Site, piece diag.Snippet) (text string, ok bool) {
	if piece.Fresh != "" {
		return s.fresh(at, piece.Fresh)
	}
	if len(piece.Idle) > 0 {
		return s.idle(piece.Idle, at)
	}
	if piece.Listed {
		return s.listAt(piece.Made, at)
	}
	if piece.Due {
		return s.due(at, piece)
	}
	if piece.Spent {
		return s.spent(at, piece)
	}
	if piece.Last > 0 {
		return s.lastOf(at, piece)
	}
	if piece.Back > 0 {
		return s.back(at, piece)
	}
	if piece.Only != (diag.Object{}) {
		return s.object(piece.Only, at)
	}
	if e := s.piece(piece); e != nil && flow.Repeatable(e) {
		if piece.Together {
			if text, ok := s.inPass(e, piece.Site, at); ok {
				return text, true
			}
		}
		if text, ok := s.reached(e, piece.Site, at, !piece.Earlier); ok {
			return text, true
		}
		if text, ok := s.comesRound(e, at, piece); ok && (piece.Earlier || piece.Together) {
			return text, true
		}
	}
	if text, ok := s.madeAt(piece.Made, at); ok {
		return text, true
	}
	return s.sibling(piece.Made, at)
}

// sibling is the name of a list at the Reset of the allocator that it was made on, where both are fields of one object.
//
//	s.list = device:CreateCommandList { Allocator = s.allocator }      at oldest.allocator:Reset(): oldest.list
func (s *Set) sibling(made, at gpu.Site) (text string, ok bool) {
	c, r, known := s.find(made)
	node, _ := s.Node(at)
	reset, isCall := node.(*ast.FuncCallExpr)
	if !known || !isCall || reset.Method != "Reset" {
		return "", false
	}
	call, isCall := r.Node.(*ast.FuncCallExpr)
	if !isCall || call.Method != "CreateCommandList" {
		return "", false
	}
	name, beside := c.tree().Sibling(call, "Allocator")
	object := flow.Beside(reset.Receiver, beside)
	if object == nil {
		return "", false
	}
	return s.textOf(object) + "." + name, true
}

// piece is the expression of a piece, nil if it is not there.
func (s *Set) piece(piece diag.Snippet) ast.Expr {
	node, _ := s.Node(piece.Site)
	call, isCall := node.(*ast.FuncCallExpr)
	fix := diag.Fix{Method: piece.Method, Argument: piece.Argument, Path: piece.Path}
	switch {
	case !isCall || !fix.Calls(flow.Callee(call)):
		return nil
	case piece.Argument == 0:
		return call.Receiver
	}
	c, r, _ := s.find(piece.Site)
	p, ok := c.follow(call, r, fix)
	if !ok { // a list that is filled elsewhere is not its entry
		return nil
	}
	return p.value
}

func (s *Set) textOf(e ast.Expr) string {
	c, r, _ := s.find(gpu.Site(e.Line()))
	return c.Text[r.Extent.Start:r.Extent.End]
}

// sameAt says whether an expression means the same in a line at a site: its names are visible there, stand for one variable of which there is
// only one, and that is set once.
func (s *Set) sameAt(e ast.Expr, at gpu.Site) bool { return s.same(e, at, s.nameAt) }

// sameInPass is sameAt for a site that is come to in the same pass of the innermost loop or function that the expression stands in: names that
// each pass has anew mean the same in it.
func (s *Set) sameInPass(e ast.Expr, from, at gpu.Site) bool {
	c, here, ok := s.find(at)
	if ok && (s.follows(c, e, here) || s.keeps(c, e, from, at)) && s.same(e, at, s.seen) {
		return true
	}
	return ok && s.same(e, at, func(c *chunk, v flow.Variable, at gpu.Site) bool {
		there, _, _ := s.find(at)
		if c != there || s.stands(at, v.Name) != v.Decl || v.Decl == 0 || c.tree().Assigned(v) > 1 {
			return s.nameAt(c, v, at)
		}
		return c.tree().Pass(c.record(e).Extent.Start) == c.tree().Pass(here.Extent.Start)
	})
}

// inPass is the text of an expression for a place that the script comes to in one pass with the expression, or with the call that gave it as an
// argument.
func (s *Set) inPass(e ast.Expr, from, at gpu.Site) (text string, ok bool) {
	for range maxPassed {
		if flow.Repeatable(e) && s.sameInPass(e, from, at) {
			return s.textOf(e), true
		}
		id, isName := e.(*ast.IdentExpr)
		c, _, known := s.find(gpu.Site(e.Line()))
		if !isName || !known || s.body(from).c != c {
			return "", false
		}
		if e = s.argument(from, c.tree().Variable(id)); e == nil {
			return "", false
		}
		from = s.ways.Caller(from)
	}
	return "", false
}

// keeps says whether a place and that of an expression, in one pass of a loop or one call of a function, have nothing between them that could change
// what the expression means.
func (s *Set) keeps(c *chunk, e ast.Expr, from, at gpu.Site) bool {
	_, here, _ := s.find(at)
	there, said, ok := s.find(gpu.Site(e.Line()))
	if !ok || there != c || s.body(at) != s.body(gpu.Site(e.Line())) || s.ways.Caller(from) != s.ways.Caller(at) {
		return false
	}
	first, second := min(said.Extent.Start, here.Extent.Start), max(said.Extent.Start, here.Extent.Start)
	return c.tree().Leads(first, second) && c.tree().Quiet(e, first, second)
}

// follows says whether the statement of a place comes right after that of an expression, with nothing between that could change what its names mean.
func (s *Set) follows(c *chunk, e ast.Expr, here *parse.Record) bool {
	there, r, ok := s.find(gpu.Site(e.Line()))
	if !ok || there != c {
		return false
	}
	first, second := c.tree().Innermost(r), c.tree().Innermost(here)
	return first != nil && second != nil && first.Extent.End <= second.Extent.Start &&
		strings.Trim(c.Text[first.Extent.End:second.Extent.Start], lex.Space+";") == ""
}

// same says whether all names of an expression mean the same at a site.
func (s *Set) same(e ast.Expr, at gpu.Site, name func(*chunk, flow.Variable, gpu.Site) bool) bool {
	if id, ok := e.(*ast.IdentExpr); ok {
		c, r, _ := s.find(gpu.Site(id.Line()))
		return name(c, flow.Variable{Name: id.Value, Decl: r.Decl}, at)
	}
	list, _ := flow.Parts(e)
	return !slices.ContainsFunc(list, func(p ast.Expr) bool { return !s.same(p, at, name) })
}

// nameAt is sameAt of a variable of a chunk.
func (s *Set) nameAt(c *chunk, v flow.Variable, at gpu.Site) bool { return s.nameFrom(c, v, at, at) }

// visible returns the declaration that each local name stands for at a site.
func (s *Set) visible(site gpu.Site) map[string]int {
	c, r, ok := s.find(site)
	if !ok {
		return nil
	}
	return c.tree().Visible(r)
}

// stands is the declaration of the local that a name stands for at a site; 0: none.
func (s *Set) stands(site gpu.Site, name string) int {
	c, r, ok := s.find(site)
	if !ok {
		return 0
	}
	return c.tree().Stands(r, name)
}

// fresh is a name like the given one that the text of a site does not use.
func (s *Set) fresh(at gpu.Site, name string) (string, bool) {
	c, _, ok := s.find(at)
	if !ok {
		return "", false
	}
	return c.Fresh(name), true
}

// Insertable says whether a line before the line of a site comes right before the statement of the site: nothing opens a block,
// or ends a statement, between the beginning of the line and the site.
func (s *Set) Insertable(site gpu.Site) bool {
	c, r, ok := s.find(site)
	return ok && c.Joins(r.Extent.Start, r.Span.Start)
}
