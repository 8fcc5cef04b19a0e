package source

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// due is the number that a wait is for in the pass of a loop, or the call of a function, that waits for the one in which a line after the site is. ok
// is false where the text does not show it.
//
//	q:Wait(F, value)                                              after the line, in the same pass: value
//	F:WaitCPU(slot.value) … at … slot.value = n                   what is kept in the field after the line: n
//	for frame = 1, 9 do fence:WaitCPU(frame - AHEAD) … at … end   1 where the loop comes to the line first, and 1 more with each pass: frame
func (s *Set) due(at gpu.Site, piece diag.Snippet) (text string, ok bool) {
	c, here, found := s.find(at)
	e := s.piece(piece)
	if !found || e == nil || !s.forEach(at, piece) || !c.Alone(c.ToComment(c.tree().Innermost(here).Extent)) {
		return "", false
	}
	there, said, _ := s.find(gpu.Site(e.Line()))
	if there != c {
		return "", false
	}
	t := c.tree()
	loop, _ := t.LoopAround(here.Extent.Start)
	inner := loop
	if inner == nil {
		inner = s.body(at).function()
	}
	if inner == nil {
		return "", false
	}
	name, less := t.Counted(inner, e)
	if counter, alike := s.counterpart(loop, e, at); alike {
		return s.firstIn(loop, counter, at)
	}
	switch {
	case !less && s.Since(piece.Site, at) && !t.Constant(e, true) && t.Unchanged(e, here.Extent.Start, said.Extent.Start) && s.same(e, at, s.seen):
		return s.textOf(e), true
	case name == nil:
		if text, ok := s.cycled(e, at, piece); ok {
			return text, true
		}
		return s.kept(e, at)
	case !less && said.Extent.Start < here.Extent.Start:
		return s.kept(name, at)
	case loop == nil:
		return s.firstOf(t.Variable(name), at)
	case said.Extent.Start < loop.Extent.Start || said.Extent.End > loop.Extent.End:
		return "", false
	}
	return s.firstIn(loop, t.Variable(name), at)
}

// counterpart is what a loop around a site counts, if a wait stands in the loop of another function, for a number that this one counts: each pass of
// one waits for a pass of the other.
//
//	thread   for n = 1, N do q:Wait(F, n - 1) … end      for n = 1, N do … at … end
func (s *Set) counterpart(loop *parse.Record, e ast.Expr, at gpu.Site) (counter flow.Variable, alike bool) {
	c, here, _ := s.find(at)
	t := c.tree()
	said := t.Record(e).Extent.Start
	other, _ := t.LoopAround(said)
	if loop == nil || other == nil || t.FunctionAround(said) == t.FunctionAround(here.Extent.Start) {
		return counter, false
	}
	f, counts := loop.Node.(*ast.NumberForStmt)
	name, _ := t.Counted(other, e)
	if !counts || name == nil {
		return counter, false
	}
	_, rises := t.FirstOf(t.Variable(name), other, said)
	return flow.Variable{Name: f.Name, Decl: s.stands(at, f.Name)}, rises
}

// spent is the number that a wait is for, in a line before it, where its function takes the number for a signal that it does not give.
//
//	function Renderer:flush() … self.fence:WaitCPU(self.next); self.next = self.next + 1 end      self.next
func (s *Set) spent(at gpu.Site, piece diag.Snippet) (text string, ok bool) {
	c, _, found := s.find(at)
	e := s.piece(piece)
	if !found || e == nil || s.ways.Own(at) != s.ways.Own(piece.Site) || !flow.Repeatable(e) {
		return "", false
	}
	return s.textOf(e), c.tree().Spends(e)
}

// firstIn writes what is 1 when a loop comes to a site first, and 1 more with each pass, in terms of a variable that the loop counts.
func (s *Set) firstIn(loop *parse.Record, v flow.Variable, at gpu.Site) (text string, ok bool) {
	c, here, _ := s.find(at)
	t := c.tree()
	_, ifs := t.LoopAround(here.Extent.Start)
	first, rises := t.FirstOf(v, loop, here.Extent.Start)
	if !rises || v.Decl == 0 || s.stands(at, v.Name) != v.Decl {
		return "", false
	}
	if least, bounded := t.Least(ifs, v); len(ifs) > 0 {
		if !bounded || !t.Begins(ifs, v, 1-least) {
			return "", false
		}
		first = max(first, least)
	}
	return s.written(at, loop, v, 1-first), true
}

// firstOf is firstIn for a site in a function that a loop calls in each pass, and which gets the variable of the loop, or it and a number: as its
// parameter v, or as another one.
func (s *Set) firstOf(v flow.Variable, at gpu.Site) (text string, ok bool) {
	c, here, _ := s.find(at)
	f, call := s.body(at).function(), s.ways.Caller(at)
	outer, caller, found := s.find(call)
	if f == nil || !found || !c.tree().Straight(here.Extent.Start) {
		return "", false
	}
	t := outer.tree()
	loop := t.LoopOf(caller.Extent.Start)
	if loop == nil {
		return "", false
	}
	for _, p := range c.tree().Parameters(f) {
		name, plus, isSum := t.Sum(s.argument(at, p))
		if !isSum || p != v && t.Variable(name) != v || s.stands(at, p.Name) != p.Decl {
			continue
		}
		if first, rises := t.FirstOf(t.Variable(name), loop, caller.Extent.Start); rises {
			return flow.Written(p.Name, 1-first-plus, false), true
		}
	}
	return "", false
}

// kept is what a field or a variable that a wait reads gets after a site, in the same pass, in terms of a variable at the site. ok is false unless
// one place of the text alone gives a number to fields of that name, or to the variable.
//
//	if slot.value then fence:WaitCPU(slot.value) end … at … value = value + 1; slot.value = value      value + 1
//	fence:WaitCPU(slot.value) … slot.value = q:submit() … function Queue:submit() … at … return self.last end      self.last
func (s *Set) kept(e ast.Expr, at gpu.Site) (text string, ok bool) {
	c, here, _ := s.find(at)
	t := c.tree()
	var value ast.Expr
	var pos int
	switch e := e.(type) {
	case *ast.AttrGetExpr:
		value, pos = t.Kept(e)
	case *ast.IdentExpr:
		value, pos = t.Set(t.Variable(e))
	}
	if call, is := value.(*ast.FuncCallExpr); is && s.ways.Own(s.ways.Caller(at)) == gpu.Site(call.Line()) {
		value, pos = t.Returned(s.body(at).function())
	}
	if value == nil || pos < here.Extent.Start || t.Pass(pos) != t.Pass(here.Extent.Start) || !t.Leads(here.Extent.Start, pos) {
		return "", false
	}
	if field, more, is := t.FieldSum(value); is {
		grown, certain := t.FieldGrown(field, t.Innermost(here).Extent.End, pos)
		return flow.Written(s.textOf(field), more+grown, true), certain && flow.Repeatable(field) && s.same(field, at, s.seen)
	}
	name, more, isSum := t.Sum(value)
	if !isSum {
		return "", false
	}
	v := t.Variable(name)
	grown, certain := t.Grown(v, here.Extent.Start, pos)
	if !certain || v.Decl == 0 || s.stands(at, v.Name) != v.Decl {
		return "", false
	}
	return flow.Written(v.Name, more+grown, true), true
}

// forEach says whether the fence of a wait, as a line at a site names it, goes with the queue of the call there whoever calls the function around
// them. It does not where callers give different queues and the fence is that of one of them.
//
//	local function submit(q, list) q.queue:ExecuteCommandLists { list } … end      q.fence, and not graphics.fence
func (s *Set) forEach(at gpu.Site, piece diag.Snippet) bool {
	b, node := s.body(at), s.callAt(at)
	f, caller := b.function(), s.callAt(s.ways.Caller(at))
	if f == nil || node == nil || node.Receiver == nil || caller == nil || !s.shared(at) {
		return true
	}
	fence := diag.Snippet{Site: piece.Site, Method: piece.Method, Together: true}
	if piece.Method == "Wait" {
		fence.Argument = 1
	}
	name, ok := s.Snippet(at, fence)
	names := b.c.tree().Parameters(f)
	return !ok || !slices.ContainsFunc(names, func(p flow.Variable) bool {
		return b.c.tree().Mentions(b.c.Text, node.Receiver, p.Name) && !strings.HasPrefix(name, p.Name+".") && !strings.Contains(name, "["+p.Name) &&
			!s.alike(caller, slices.Index(names, p), names)
	})
}

// alike says whether all calls of a function give the same for a parameter of it.
func (s *Set) alike(call *ast.FuncCallExpr, i int, names []flow.Variable) bool {
	c, _, _ := s.find(gpu.Site(call.Line()))
	given := flow.Argument(call, i, names)
	return given != nil && !slices.ContainsFunc(c.tree().Records, func(r parse.Record) bool {
		other, is := r.Node.(*ast.FuncCallExpr)
		if !is || flow.Callee(other) != flow.Callee(call) {
			return false
		}
		e := flow.Argument(other, i, names)
		return e == nil || s.textOf(e) != s.textOf(given)
	})
}

// callAt is the call at a site; nil if there is none.
func (s *Set) callAt(site gpu.Site) *ast.FuncCallExpr {
	node, _ := s.Node(site)
	call, _ := node.(*ast.FuncCallExpr)
	return call
}
