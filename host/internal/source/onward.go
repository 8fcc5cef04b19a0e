package source

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
)

// Signals says whether the functions around a place of a thread go on to signal a fence: in what stands after the site, or in a loop around it.
//
//	ready:WaitCPU(1)            the site
//	work()
//	done:Signal(1)              what stands after it signals the fence that done is
func (s *Set) Signals(w diag.Onward) bool {
	for from := w.From; from != 0; from = s.ways.Caller(from) {
		if s.signalsHere(from, w) {
			return true
		}
	}
	return false
}

// signalsHere is Signals of the innermost function.
func (s *Set) signalsHere(from gpu.Site, w diag.Onward) bool {
	c, r, ok := s.find(from)
	if !ok {
		return false
	}
	tree := c.tree()
	around, begin, end := tree.FunctionAround(r.Extent.Start), r.Extent.End, len(c.Text)
	if loops := tree.Loops(r.Extent.Start); len(loops) > 0 {
		begin = c.record(loops[0]).Extent.Start
		if w.Pass {
			end = c.record(loops[0]).Extent.End
		}
	}
	names := s.naming(c, from, w.Fence)
	for i := range tree.Records {
		call, isCall := tree.Records[i].Node.(*ast.FuncCallExpr)
		at := tree.Records[i].Extent.Start
		if isCall && flow.Callee(call) == "Signal" && begin <= at && at < end && tree.FunctionAround(at) == around && names(call) {
			return true
		}
	}
	return false
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
