package source

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// maxPassed bounds how many functions a value is followed out of.
const maxPassed = 8

// passed is the edit of a value that a function got as a parameter, or in a table that it got: it is changed where the function was called, or where
// that one was.
//
//	local function texture(state) return d:Create { State = state } end
//	texture("COMMON")                                       └── a parameter
//	        ────────  what is changed
func (s *Set) passed(site gpu.Site, f diag.Fix) (c *chunk, at parse.Range, text string, ok bool) {
	c, r, _ := s.find(site)
	call, ok := r.Node.(*ast.FuncCallExpr)
	if !ok || f.Argument == 0 || !f.Calls(flow.Callee(call)) {
		return nil, at, "", false
	}
	address := f
	for range maxPassed {
		argument, path := c.outer(call, r, address)
		site, _ = s.Caller(site)
		if c, r, ok = s.find(site); argument == 0 || !ok {
			break
		}
		if call, ok = r.Node.(*ast.FuncCallExpr); !ok || flow.CallsOnce(flow.Callee(call)) {
			break
		}
		address = diag.Fix{Argument: argument, Path: path}
		if p, found := c.handed(call, r, address); found {
			if at, text, ok = p.edit(f); ok {
				return c, at, text, true
			}
		}
	}
	return nil, at, "", false
}

// given says whether a value of a call comes of a parameter of the function around.
func (c *chunk) given(r *parse.Record, f diag.Fix) bool {
	call, ok := r.Node.(*ast.FuncCallExpr)
	if !ok {
		return false
	}
	argument, _ := c.outer(call, r, f)
	return argument > 0
}

// handed is follow, also to the field of a table that is the next argument, and not there.
func (c *chunk) handed(call *ast.FuncCallExpr, r *parse.Record, f diag.Fix) (p spot, ok bool) {
	if p, ok = c.follow(call, r, f); ok || f.Argument != len(call.Args)+1 || f.Path == "" {
		return p, ok
	}
	name, ok := flow.Missing(&ast.TableExpr{}, pathStep.FindAllStringSubmatch(f.Path, -1))
	p.name = "{ " + name + " }"
	return p, ok && c.Text[r.Extent.End-1] == ')'
}

// outer is the address of a value of a call in terms of the arguments of the function around: which argument it is, from 1, and where in it; 0 if it
// does not come of one.
func (c *chunk) outer(call *ast.FuncCallExpr, r *parse.Record, f diag.Fix) (argument int, path string) {
	for i := len(f.Path); i >= 0; i-- {
		rest := f.Path[i:]
		if rest != "" && rest[0] != '.' && rest[0] != '[' && i > 0 {
			continue
		}
		p, ok := c.follow(call, r, diag.Fix{Argument: f.Argument, Path: f.Path[:i]})
		if !ok || p.value == nil || p.name != "" {
			continue
		}
		if argument, path = c.tree().ParameterOf(p.value, r.Extent.Start); argument > 0 {
			return argument, flow.Joined(path, rest)
		}
	}
	return 0, ""
}

// made is the argument of a call that is a field of the table which the called function returns.
func (c *chunk) made(e ast.Expr, field string) (p spot, ok bool) {
	call, k := c.tree().Made(e, field)
	if k < 0 {
		return p, false
	}
	return spot{chunk: c, parent: c.record(call), index: k, value: call.Args[k]}, true
}

// onceOf says whether a place that is part of the call of a function makes the script come to a site in that function once at most: neither stands in
// a loop, and nothing calls the function from itself.
//
//	local function go(r, before, after) l:ResourceBarrier { … } end      the site
//	go(x, "COMMON", "COPY_DEST")                                         its caller: comes by once
//	go(y, "COMMON", "COPY_DEST")
func (s *Set) onceOf(site gpu.Site, in *chunk, at parse.Range) bool {
	caller, _ := s.Caller(site)
	c, r, ok := s.find(caller)
	call, isCall := r.Node.(*ast.FuncCallExpr)
	if !ok || !isCall || c != in || at.Start < r.Extent.Start || r.Extent.End < at.End || !c.tree().Once(r.Extent.Start) {
		return false
	}
	c, r, ok = s.find(site)
	return ok && !c.tree().InLoop(r.Extent.Start) && !c.tree().Recalls(r.Extent.Start, flow.Callee(call))
}
