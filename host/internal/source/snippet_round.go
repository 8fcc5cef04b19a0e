package source

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
)

// comesRound is what a field of an object that a loop has in each pass is called in a line of the same pass, or of a later one at a call on another
// field of it: the object that comes round again is the one that had both. A number has not changed since then.
//
//	frame.allocator:Reset() … queue:Signal(frame.fence, frame.value)                          frame.fence, frame.value
//	function Frame:begin() self.allocator:Reset() … end  function Frame:submit() … queue:Signal(self.fence, self.value) end
//	frame:begin() … frame:submit()                                                            self.fence, self.value
func (s *Set) comesRound(e ast.Expr, at gpu.Site, piece diag.Snippet) (text string, ok bool) {
	of, number := flow.Root(e), piece.Back > 0
	c, said, _ := s.find(gpu.Site(e.Line()))
	there, here, known := s.find(at)
	if of == nil || !known || there != c || !flow.Repeatable(e) || number && !c.tree().Still(e, here.Extent.Start, said.Extent.Start) {
		return "", false
	}
	var on flow.Variable
	if call := s.callAt(at); call != nil && flow.Root(call.Receiver) != nil {
		on = c.tree().Variable(flow.Root(call.Receiver))
	}
	if v := c.tree().Variable(of); s.body(piece.Site) == s.body(at) {
		return s.textOf(e), v == on && s.stands(at, v.Name) == v.Decl && here.Extent.Start < said.Extent.Start && c.tree().
			OnePass(of, flow.Root(s.callAt(at).Receiver))
	}
	given, f := s.argument(piece.Site, c.tree().Variable(of)), s.body(at).function()
	a, isName := given.(*ast.IdentExpr)
	outer, _, found := s.find(s.ways.Caller(at))
	if !isName || f == nil || !found || s.body(s.ways.Caller(piece.Site)) != s.body(s.ways.Caller(at)) {
		return "", false
	}
	for _, p := range c.tree().Parameters(f) {
		b, isName := s.argument(at, p).(*ast.IdentExpr)
		if isName && (piece.Together || p == on) && s.stands(at, p.Name) == p.Decl && outer.tree().OnePass(a, b) {
			return p.Name + s.textOf(e)[len(of.Value):], true
		}
	}
	return "", false
}

// cycled is the element of a list that holds the number which a pass signals, in a line of the pass in another function than the one that gives the
// next element its number.
func (s *Set) cycled(e ast.Expr, at gpu.Site, piece diag.Snippet) (text string, ok bool) {
	if e == nil {
		return "", false
	}
	c, said, _ := s.find(gpu.Site(e.Line()))
	there, here, known := s.find(at)
	pos, ok := c.tree().Cycled(e)
	if !ok || !known || there != c || c.tree().FunctionAround(pos) == c.tree().FunctionAround(here.Extent.Start) || c.tree().
		FunctionAround(pos) != c.tree().FunctionAround(said.Extent.Start) {
		return "", false
	}
	if s.same(e, at, s.seen) {
		return s.textOf(e), true
	}
	return s.reached(e, piece.Site, at, false)
}
