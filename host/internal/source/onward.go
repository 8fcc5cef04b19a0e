package source

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
)

// waits are the calls by which a thread waits for the word of others.
var waits = []string{"WaitCPU", "WaitForMultipleObjects", "WaitForSingleObject", "WaitForSingleObjectEx"}

// GoesOn says whether the functions around a place of a thread go on in a way: in what stands after the site, or in a loop around it.
//
//	ready:WaitCPU(1)            the site
//	work()
//	done:Signal(1)              what stands after it signals the fence that done is
func (s *Set) GoesOn(w diag.Onward) bool {
	for from := w.From; from != 0; from = s.ways.Caller(from) {
		if s.comesTo(from, w) {
			return !w.Ends
		}
	}
	return w.Ends
}

// comesTo says whether what stands after a site in the innermost function, or in a loop around the site, signals the fence, or, where the thread has
// to end, waits.
func (s *Set) comesTo(from gpu.Site, w diag.Onward) bool {
	c, r, ok := s.find(from)
	if !ok {
		return false
	}
	if w.Ends {
		return c.tree().ComesTo(r, w.Pass, func(call *ast.FuncCallExpr) bool { return slices.Contains(waits, flow.Callee(call)) })
	}
	names := s.naming(c, from, w.Fence)
	return c.tree().ComesTo(r, w.Pass, func(call *ast.FuncCallExpr) bool { return flow.Callee(call) == "Signal" && names(call) })
}

// naming returns what says whether a call after a site names what a piece stands for: by the same variable, or else in the same words.
func (s *Set) naming(c *chunk, from gpu.Site, piece diag.Snippet) func(*ast.FuncCallExpr) bool {
	tree := c.tree()
	id, isName := s.piece(piece).(*ast.IdentExpr)
	if said, _, ok := s.find(piece.Site); isName && ok && said == c && tree.Variable(id).Decl > 0 {
		return func(call *ast.FuncCallExpr) bool { return tree.Names(call, tree.Variable(id)) }
	}
	name, known := s.Snippet(from, piece)
	return func(call *ast.FuncCallExpr) bool { return known && tree.Mentions(c.Text, call, name) }
}
