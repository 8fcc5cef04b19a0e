package source

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// within moves a local whose only value is the call into the functions after it that use it. A local that nothing uses goes away. There is no edit
// where something outside of functions uses it, because that is done at once.
//
//	local shapes = require "shapes"
//	function M.draw()
//	                      ◄── local shapes = require "shapes"
//	  return shapes.circle
//	end
func (c *chunk) within(call *parse.Record) (change diag.Change, ok bool) {
	e, _ := call.Node.(ast.Expr)
	for i := range c.tree().Records {
		r := &c.tree().Records[i]
		local, is := r.Node.(*ast.LocalAssignStmt)
		if !is || e == nil || len(local.Names) != 1 || len(local.Exprs) != 1 || local.Exprs[0] != e || c.tree().Declared(r.Decl) != e {
			continue
		}
		change = c.Without(r.Extent)
		functions, ok := c.tree().UsersOf(r)
		for _, f := range functions {
			change.And = append(change.And, c.opening(f, c.textOf(local)))
		}
		return change, ok
	}
	return change, false
}

// returned puts a line before the return at the end of a function, where that returns the local whose only value a call is; %1 of the line is its
// name.
func (c *chunk) returned(call *parse.Record, line string) (change diag.Change, ok bool) {
	e, _ := call.Node.(ast.Expr)
	around := c.tree().FunctionAt(c.tree().FunctionAround(call.Extent.Start))
	if e == nil || around == nil {
		return change, false
	}
	stmts := around.Node.(*ast.FunctionExpr).Stmts
	last, is := stmts[len(stmts)-1].(*ast.ReturnStmt)
	if !is || !c.Alone(c.record(last).Extent) {
		return change, false
	}
	for _, value := range last.Exprs {
		if name, is := value.(*ast.IdentExpr); is && c.tree().Declared(c.record(name).Decl) == e {
			at := c.record(last).Extent.Start
			return diag.Change{Span: c.Span(between(at, at)), Edit: diag.EditInsertBefore, Text: strings.ReplaceAll(line, "%1", name.Value)}, true
		}
	}
	return change, false
}

// opening is the edit that puts a statement before the first one of a function that has some.
func (c *chunk) opening(f *ast.FunctionExpr, text string) diag.Change {
	begin := c.record(f.Stmts[0]).Extent.Start
	at := diag.Change{Span: c.Span(between(begin, begin)), Edit: diag.EditInsertBefore, Text: text}
	if !c.Begins(begin) {
		at.Edit, at.Text = diag.EditReplace, text+"; "
	}
	return at
}
