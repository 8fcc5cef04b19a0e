package source

import (
	"cmp"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
	"github.com/gpuscript/gpuscript/host/internal/source/template"
)

// behindSite moves the statement of a call behind the call that f.Object is, as diag.FixBehind does.
func (s *Set) behindSite(c *chunk, r *parse.Record, site gpu.Site, f diag.Fix) (change diag.Change, ok bool) {
	if call, isCall := r.Node.(*ast.FuncCallExpr); !isCall || !c.meets(call, f) {
		return change, false
	}
	if change, ok = c.behind(r, f, func(call *ast.FuncCallExpr) bool { return s.leads(call, f.Object.Made) }); ok {
		return change, true
	}
	if f.First {
		return change, false
	}
	if change, ok = s.exchanged(site, f.Object.Made); ok || !f.Ends {
		return change, ok
	}
	return s.loopBehind(site, f.Object.Made)
}

// behindNext moves the statement of a call behind the next call of f.Text that names an object, or what the call is made on.
func (s *Set) behindNext(c *chunk, r *parse.Record, site gpu.Site, name string, f diag.Fix) (change diag.Change, ok bool) {
	change, ok = c.behind(r, f, func(call *ast.FuncCallExpr) bool {
		return diag.Fix{Method: f.Text}.Calls(flow.Callee(call)) && c.tree().Mentions(c.Text, call, name) && c.meets(call, f)
	})
	if !ok && f.Object == (diag.Object{}) {
		return s.callerBehind(site, f)
	}
	return change, ok
}

// leads says whether a call is the one at a site, or leads there.
func (s *Set) leads(call *ast.FuncCallExpr, site gpu.Site) bool {
	for site != 0 && s.callAt(site) != call {
		site = s.ways.Caller(site)
	}
	return site != 0
}

// behind moves the statement of a call after the next call in its block that is the one.
//
//	bundle:Reset(again)                        ┐
//	queue:ExecuteCommandLists { list }  ◄──────┘ names list
func (c *chunk) behind(r *parse.Record, f diag.Fix, is func(*ast.FuncCallExpr) bool) (change diag.Change, ok bool) {
	call, isCall := r.Node.(*ast.FuncCallExpr)
	if !isCall || !f.Calls(flow.Callee(call)) {
		return change, false
	}
	block := c.tree().BlockOf(call)
	for i, s := range block {
		other, isCall := flow.Called(s)
		switch {
		case i == 0:
		case isCall && is(other):
			if f.First && c.tree().CalledBefore(c.Text, other, r.Extent.Start) {
				return change, false
			}
			return c.Moved(c.record(block[0]).Extent, c.record(s).Extent)
		case !isCall && !c.passes(block[0], s) || c.tree().Mentions(c.Text, s, template.Before(c.Text[r.Extent.Start:r.Point.Start])):
			return change, false
		}
	}
	return change, false
}

// passes says whether a statement may go after another one that is no call: a local that has none of its names.
func (c *chunk) passes(moved, s ast.Stmt) bool {
	local, ok := s.(*ast.LocalAssignStmt)
	return ok && !slices.ContainsFunc(local.Names, func(name string) bool { return c.tree().Mentions(c.Text, moved, name) })
}

// exchanged moves the call of a function that leads to a call behind the next statement, where that leads to another call, if one of the two does
// nothing but that.
//
//	transition(list, x, before, after)  ┐      function transition(l, x, b, a) l:ResourceBarrier { … } end      site
//	pass(list, "light")                 │      function pass(l, name) … l:DrawInstanced(3, 1, 0, 0) end         next
//	                             ◄──────┘
func (s *Set) exchanged(site, next gpu.Site) (change diag.Change, ok bool) {
	for at := s.ways.Caller(site); at != 0; at = s.ways.Caller(at) {
		after := s.frameOf(s.body(at), next)
		if after == 0 || s.ways.Caller(after) != s.ways.Caller(at) {
			continue
		}
		c, r, known := s.find(at)
		if !known || !s.nothingElse(site, at) && !s.nothingElse(next, after) {
			return change, false
		}
		if call, isCall := r.Node.(*ast.FuncCallExpr); isCall {
			if block := c.tree().BlockOf(call); len(block) > 1 {
				if other, isCall := flow.Called(block[1]); isCall && other == s.callAt(after) {
					return c.Moved(r.Extent, c.record(block[1]).Extent)
				}
			}
		}
		return change, false
	}
	return change, false
}

// callerBehind moves the call of a function behind the next statement, a call of f.Text on the object that the function got and makes the call at the
// site on.
//
//	pass(list, "blur")                            ┐      function pass(l, name) … l:DrawInstanced(3, 1, 0, 0) end      site
//	list:SetGraphicsRoot32BitConstants(2, { 1 })  │
//	                                       ◄──────┘
func (s *Set) callerBehind(site gpu.Site, f diag.Fix) (change diag.Change, ok bool) {
	call := s.callAt(site)
	if call == nil || call.Receiver == nil {
		return change, false
	}
	on := call.Receiver
	for {
		if on, site, ok = s.Given(site, on); !ok || on == nil {
			return change, false
		}
		c, r, known := s.find(site)
		outer := s.callAt(site)
		if !known || outer == nil {
			return change, false
		}
		if block := c.tree().BlockOf(outer); len(block) > 1 {
			next, is := flow.Called(block[1])
			if is && (diag.Fix{Method: f.Text}).Calls(next.Method) && c.textOf(next.Receiver) == c.textOf(on) && c.meets(next, f) {
				return c.Moved(r.Extent, c.record(block[1]).Extent)
			}
		}
	}
}

// nothingElse says whether the calls from one place to another one, further in, are of functions that do nothing but the latter.
func (s *Set) nothingElse(site, from gpu.Site) bool {
	for ; site != from; site = s.ways.Caller(site) {
		b := s.body(site)
		if f := b.function(); f == nil || b.c.tree().Mixed(f.Extent) {
			return false
		}
	}
	return true
}

// loopBehind moves a call that ends the body of a loop behind the loop: the call at another site, before it, comes again in the next pass.
//
//	for i = 1, 3 do
//	  list:Dispatch(i, 1, 1)      next
//	  list:Close()           ┐    site
//	end                      │
//	                    ◄────┘
func (s *Set) loopBehind(site, next gpu.Site) (change diag.Change, ok bool) {
	c, r, _ := s.find(site)
	loop := c.tree().LoopOf(r.Extent.Start)
	_, before, known := s.find(s.frameOf(s.body(site), next))
	if loop == nil || !known || before.Extent.Start < loop.Extent.Start || r.Extent.Start <= before.Extent.Start {
		return change, false
	}
	list := flow.Blocks(loop.Node)[0]
	last := c.record(list[len(list)-1])
	if call, isCall := flow.Called(last.Node.(ast.Stmt)); !isCall || call != r.Node {
		return change, false
	}
	return c.Moved(last.Extent, loop.Extent)
}

// meets says whether a call has the values that the path of a fix asks for: "[1].Before=COPY_SOURCE", several with ";" between them.
func (c *chunk) meets(call *ast.FuncCallExpr, f diag.Fix) bool {
	for condition := range strings.SplitSeq(f.Path, ";") {
		path, value, _ := strings.Cut(condition, "=")
		if condition != "" && !c.makes(call, diag.Only(cmp.Or(f.Text, f.Method)).With(path, value)) {
			return false
		}
	}
	return true
}

// removed removes the statement that is a call of the fix, with its line and what a comment says of it if nothing else stands there.
func (c *chunk) removed(r *parse.Record, f diag.Fix) (change diag.Change, ok bool) {
	call, isCall := r.Node.(*ast.FuncCallExpr)
	if isCall && f.Text != "" && (len(call.Args) < f.Argument || strings.Join(strings.Fields(c.textOf(call.Args[f.Argument-1])), "") != f.Text) {
		return change, false
	}
	return c.Without(r.Extent), isCall && f.Calls(flow.Callee(call)) && len(c.tree().BlockOf(call)) > 0
}

// guarded puts the assignment to an element of what a call of f.Method made into an if.
func (c *chunk) guarded(element *parse.Record, f diag.Fix) (at parse.Range, text string, ok bool) {
	get, isElement := element.Node.(*ast.AttrGetExpr)
	a, ok := c.tree().Assignment(element)
	if !ok || !isElement || c.Text[element.Point.Start] != '[' || !c.tree().Pure(get.Key) {
		return at, "", false
	}
	if !c.isMade(get.Object, diag.Only(f.Method)) {
		return at, "", false
	}
	condition := strings.ReplaceAll(f.Text, "%1", "%p")
	return a.Extent, "if " + c.tree().Filled(c.Text, condition, get.Key) + " then " + c.Text[a.Extent.Start:a.Extent.End] + " end", true
}

// isMade says whether an expression is a local that is all its life what a call makes.
func (c *chunk) isMade(e ast.Expr, o diag.Object) bool {
	id, ok := e.(*ast.IdentExpr)
	return ok && c.record(id).Decl != 0 && c.tree().Assigned(c.tree().Variable(id)) == 1 && c.makes(c.tree().First(c.record(id).Decl), o)
}

// inlined puts the value of a local in the place of the local, wherever it is used, if the value means the same there.
func (s *Set) inlined(c *chunk, value *parse.Record) (change diag.Change, ok bool) {
	e, _ := value.Node.(ast.Expr)
	if e == nil || !c.tree().Pure(e) {
		return change, false
	}
	text := c.Text[value.Extent.Start:value.Extent.End]
	for i := range c.tree().Records {
		r := &c.tree().Records[i]
		local, is := r.Node.(*ast.LocalAssignStmt)
		if !is || len(local.Names) != 1 || len(local.Exprs) != 1 || local.Exprs[0] != e || c.tree().Declared(r.Decl) != e || !c.Alone(r.Extent) {
			continue
		}
		change = diag.Change{Span: c.Span(r.Extent), Edit: diag.EditDeleteLine}
		for k := range c.tree().Records {
			use := &c.tree().Records[k]
			if _, ok := use.Node.(*ast.IdentExpr); !ok || use.Decl != r.Decl {
				continue
			}
			if !s.sameAt(e, gpu.Site(c.base+k)) {
				return change, false
			}
			change.And = append(change.And, diag.Change{Span: c.Span(use.Extent), Edit: diag.EditReplace, Text: text})
		}
		return change, true
	}
	return change, false
}
