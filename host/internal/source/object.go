package source

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
)

// object is the name of an object in a line at a site. ok is false where it has none that is certain, and where two objects may be meant.
func (s *Set) object(o diag.Object, at gpu.Site) (name string, ok bool) {
	if o.Fresh != "" {
		return s.fresh(at, o.Fresh)
	}
	if o.Made != 0 || o.Call == "" {
		return s.madeAt(o.Made, at)
	}
	c, _, ok := s.find(at)
	if !ok {
		return "", false
	}
	for v, decl := range s.visible(at) {
		if !c.makes(c.tree().Declared(decl), o) {
			continue
		}
		if name != "" {
			return "", false
		}
		name, ok = v, c.tree().Assigned(flow.Variable{Name: v, Decl: decl}) <= 1 // what it is at this place is one of them
	}
	return name, ok && name != "" && !s.others(c, o, name, at)
}

// others says whether a text makes objects like o in other places than where the local of a name gets its value.
func (s *Set) others(c *chunk, o diag.Object, name string, at gpu.Site) bool {
	made := c.tree().Declared(s.stands(at, name))
	for i := range c.tree().Records {
		e, is := c.tree().Records[i].Node.(*ast.FuncCallExpr)
		if is && ast.Expr(e) != made && c.makes(e, o) {
			return true
		}
	}
	return false
}

// makes says whether an expression is a call that makes an object like o.
func (c *chunk) makes(e ast.Expr, o diag.Object) bool {
	call, ok := e.(*ast.FuncCallExpr)
	if !ok || !(diag.Fix{Method: o.Call}).Calls(flow.Callee(call)) {
		return false
	}
	if o.Value == "" {
		return true
	}
	p, ok := c.follow(call, c.record(call), diag.Fix{Argument: 1, Path: o.Path})
	return ok && slices.Contains(strings.Split(c.tree().Literal(p.value), "|"), o.Value)
}

// idle is the name, at a site, of the only one of some objects that the text does nothing with: it was made for what is missing there.
func (s *Set) idle(made []gpu.Site, at gpu.Site) (name string, ok bool) {
	c, _, known := s.find(at)
	if !known {
		return "", false
	}
	visible := s.visible(at)
	for _, m := range made {
		called, named := s.madeAt(m, at)
		if decl := visible[called]; !named || decl == 0 || c.tree().Uses(decl) > 0 {
			continue
		}
		if ok {
			return "", false
		}
		name, ok = called, true
	}
	return name, ok
}
