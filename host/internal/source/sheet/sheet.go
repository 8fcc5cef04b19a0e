// Package sheet makes edits of one text that move a whole statement to where it is wanted, or put a new one there: out of a function, into those that
// use it, before another statement, before a return.
//
// It puts together what package page knows of the lines of the text and what package flow knows of its variables and blocks. Package sheet must not
// know other texts, nor the calls that led to a place.
package sheet

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/page"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// Sheet is a text by its lines and by its statements.
type Sheet struct {
	*page.Page
	tree *flow.Tree
}

// New puts together what is known of a text.
func New(p *page.Page, tree *flow.Tree) Sheet { return Sheet{p, tree} }

// textOf is the text of a node.
func (s Sheet) textOf(n ast.PositionHolder) string {
	at := s.tree.Record(n).Extent
	return s.Text[at.Start:at.End]
}

// between is the place of some bytes.
func between(start, end int) parse.Range { return parse.Range{Start: start, End: end} }

// Within moves a local whose only value is the call into the functions after it that use it. A local that nothing uses goes away. There is no edit
// where something outside of functions uses it, because that is done at once.
//
//	local shapes = require "shapes"
//	function M.draw()
//	                      ◄── local shapes = require "shapes"
//	  return shapes.circle
//	end
func (s Sheet) Within(call *parse.Record) (change diag.Change, ok bool) {
	e, _ := call.Node.(ast.Expr)
	for i := range s.tree.Records {
		r := &s.tree.Records[i]
		local, is := r.Node.(*ast.LocalAssignStmt)
		if !is || e == nil || len(local.Names) != 1 || len(local.Exprs) != 1 || local.Exprs[0] != e || s.tree.Declared(r.Decl) != e {
			continue
		}
		change = s.Without(r.Extent)
		functions, ok := s.tree.UsersOf(r)
		for _, f := range functions {
			change.And = append(change.And, s.opening(f, s.textOf(local)))
		}
		return change, ok
	}
	return change, false
}

// Returned puts a line before the return at the end of a function, where that returns the local whose only value a call is; %1 of the line is its
// name.
func (s Sheet) Returned(call *parse.Record, line string) (change diag.Change, ok bool) {
	e, _ := call.Node.(ast.Expr)
	around := s.tree.FunctionAt(s.tree.FunctionAround(call.Extent.Start))
	if e == nil || around == nil {
		return change, false
	}
	stmts := around.Node.(*ast.FunctionExpr).Stmts
	last, is := stmts[len(stmts)-1].(*ast.ReturnStmt)
	if !is || !s.Alone(s.tree.Record(last).Extent) {
		return change, false
	}
	for _, value := range last.Exprs {
		if name, is := value.(*ast.IdentExpr); is && s.tree.Declared(s.tree.Record(name).Decl) == e {
			at := s.tree.Record(last).Extent.Start
			return diag.Change{Span: s.Span(between(at, at)), Edit: diag.EditInsertBefore, Text: strings.ReplaceAll(line, "%1", name.Value)}, true
		}
	}
	return change, false
}

// opening is the edit that puts a statement before the first one of a function that has some.
func (s Sheet) opening(f *ast.FunctionExpr, text string) diag.Change {
	begin := s.tree.Record(f.Stmts[0]).Extent.Start
	at := diag.Change{Span: s.Span(between(begin, begin)), Edit: diag.EditInsertBefore, Text: text}
	if !s.Begins(begin) {
		at.Edit, at.Text = diag.EditReplace, text+"; "
	}
	return at
}

// Hoisted moves a local that is a table of constants out of the function that it stands in.
func (s Sheet) Hoisted(table *parse.Record) (change diag.Change, ok bool) {
	for i := range s.tree.Records {
		r := &s.tree.Records[i]
		local, is := r.Node.(*ast.LocalAssignStmt)
		if !is || len(local.Exprs) != 1 || len(local.Names) != 1 || local.Exprs[0] != table.Node || !s.Alone(r.Extent) ||
			!s.tree.Constant(local.Exprs[0], false) || s.tree.Declared(r.Decl) == nil || s.named(local.Names[0]) != 1 {
			continue
		}
		out, found := s.statement(r.Extent)
		if !found {
			return change, false
		}
		text := s.textOf(local)
		change = diag.Change{Span: s.Span(between(out.Start, out.Start)), Edit: diag.EditInsertBefore, Text: text}
		change.And = []diag.Change{{Span: s.Span(r.Extent), Edit: diag.EditDeleteLine}}
		return change, !strings.Contains(text, "\n")
	}
	return change, false
}

// named counts the locals with a name.
func (s Sheet) named(name string) (n int) {
	for i := range s.tree.Records {
		r := &s.tree.Records[i]
		for _, at := range r.Names {
			if s.Text[at.Start:at.End] == name {
				n++
			}
		}
	}
	return n
}

// statement is the statement of the text that a place stands in, if nothing stands before it on its line.
func (s Sheet) statement(inner parse.Range) (at parse.Range, ok bool) {
	for _, stmt := range s.tree.Stmts {
		at = s.tree.Record(stmt).Extent
		if at.Start <= inner.Start && inner.End <= at.End {
			line, _ := s.Lines.At(at.Start)
			return at, strings.TrimSpace(s.Text[s.Lines[line-1]:at.Start]) == ""
		}
	}
	return at, false
}

// Raised is the line that adds 1 to what counts the calls of a place.
//
//	value = value + 1               ◄── before the call,
//	queue:Signal(fence, value)
//	slot.value = value
//	value = value + 1               ◄── or after what uses it
func (s Sheet) Raised(r *parse.Record, f diag.Fix) (change diag.Change, ok bool) {
	call, isCall := r.Node.(*ast.FuncCallExpr)
	if !isCall || !f.Calls(flow.Callee(call)) || len(call.Args) < f.Argument {
		return change, false
	}
	block, counter := s.tree.BlockOf(call), call.Args[f.Argument-1]
	if len(block) == 0 || !s.tree.Stays(counter, r.Extent.Start, f.Ends) {
		return change, false
	}
	name, at := s.textOf(counter), s.tree.Record(block[0]).Extent
	line := name + " = " + name + " + 1"
	if !f.Ends {
		return diag.Change{Span: s.Span(between(at.Start, at.Start)), Edit: diag.EditInsertBefore, Text: line}, s.Begins(at.Start)
	}
	for _, stmt := range block {
		if s.tree.Mentions(s.Text, stmt, name) {
			at = s.tree.Record(stmt).Extent
			_, ok = stmt.(*ast.ReturnStmt)
		}
	}
	return diag.Change{Span: s.Span(at), Edit: diag.EditInsertAfter, Text: line}, !ok && s.Alone(s.ToComment(at))
}

// Earlier is the edit that moves a statement before another one.
func (s Sheet) Earlier(statement, before *parse.Record) (change diag.Change, ok bool) {
	text := s.Text[statement.Extent.Start:statement.Extent.End]
	ok = s.Alone(statement.Extent) && !strings.Contains(text, "\n") && s.Begins(before.Extent.Start)
	for i := range s.tree.Records {
		r := &s.tree.Records[i]
		if _, is := r.Node.(*ast.IdentExpr); is && statement.Extent.Start <= r.Extent.Start && r.Extent.End <= statement.Extent.End && r.Decl > 0 {
			declared := s.tree.Starts[r.Decl-1]
			ok = ok && (declared < before.Extent.Start || declared > statement.Extent.Start)
		}
	}
	change = diag.Change{Span: s.Span(between(before.Extent.Start, before.Extent.Start)), Edit: diag.EditInsertBefore, Text: text}
	change.And = []diag.Change{{Span: s.Span(statement.Extent), Edit: diag.EditDeleteLine}}
	return change, ok
}
