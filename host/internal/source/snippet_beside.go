package source

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
)

// beside is what a field of an object is called in a line at a call on another field of the object of the pass, where both fields are used in each pass of a loop: the object that comes round again is the one
// that had both before. A number has not changed since then.
//
//	frame.allocator:Reset() … queue:Signal(frame.fence, frame.value)                          frame.fence, frame.value
//	function Frame:begin() self.allocator:Reset() … end  function Frame:submit() … queue:Signal(self.fence, self.value) end
//	frame:begin() … frame:submit()                                                            self.fence, self.value
func (s *Set) beside(e ast.Expr, from, at gpu.Site, number bool) (text string, ok bool) {
	call := s.callAt(at)
	c, said, known := s.find(gpu.Site(e.Line()))
	if call == nil || !known || !flow.Repeatable(e) {
		return "", false
	}
	of, to := flow.Root(e), flow.Root(call.Receiver)
	there, here, _ := s.find(at)
	if of == nil || to == nil || there != c || s.visible(at)[to.Value] != c.record(to).Decl {
		return "", false
	}
	if number && !c.tree().Still(e, here.Extent.Start, said.Extent.Start) {
		return "", false
	}
	text = to.Value + s.textOf(e)[len(of.Value):]
	if s.body(from) == s.body(at) {
		return text, c.tree().OnePass(of, to) && here.Extent.Start < said.Extent.Start
	}
	a, b := s.given(of, from), s.given(to, at)
	outer, _, _ := s.find(s.ways.Caller(at))
	return text, a != nil && b != nil && s.body(s.ways.Caller(from)) == s.body(s.ways.Caller(at)) && outer.tree().OnePass(a, b)
}

// given is the variable that the call of the function of a site gave for a parameter of it.
func (s *Set) given(parameter *ast.IdentExpr, site gpu.Site) *ast.IdentExpr {
	c, _, _ := s.find(gpu.Site(parameter.Line()))
	id, _ := s.argument(site, c.tree().Variable(parameter)).(*ast.IdentExpr)
	return id
}
