package source

import (
	"cmp"
	"strconv"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/cnames"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// member is the spot of the list that a description of C holds beside its length: { pInputElementDescs = list, NumElements = 2 }. Where the value of
// a field is no such description, it is the spot of the field.
func (p spot) member(field string) spot {
	name := cnames.Listed(field)
	if name == "" {
		return p
	}
	table := p.chunk.tree().TableOf(p.value)
	if table == nil {
		return p
	}
	if k := flow.FieldAt(table, name, 0); k >= 0 {
		return spot{chunk: p.chunk, parent: p.chunk.record(table), index: k, value: table.Fields[k].Value, key: table.Fields[k].Key}
	}
	return p
}

// raised is the line that adds 1 to what counts the calls of a place.
//
//	value = value + 1               ◄── before the call,
//	queue:Signal(fence, value)
//	slot.value = value
//	value = value + 1               ◄── or after what uses it
func (c *chunk) raised(r *parse.Record, f diag.Fix) (change diag.Change, ok bool) {
	call, isCall := r.Node.(*ast.FuncCallExpr)
	if !isCall || !f.Calls(flow.Callee(call)) || len(call.Args) < f.Argument {
		return change, false
	}
	block, counter := c.tree().BlockOf(call), call.Args[f.Argument-1]
	if len(block) == 0 || !c.tree().Stays(counter, r.Extent.Start, f.Ends) {
		return change, false
	}
	name, at := c.textOf(counter), c.record(block[0]).Extent
	line := name + " = " + name + " + 1"
	if !f.Ends {
		return diag.Change{Span: c.Span(between(at.Start, at.Start)), Edit: diag.EditInsertBefore, Text: line}, c.Begins(at.Start)
	}
	for _, s := range block {
		if c.tree().Mentions(c.Text, s, name) {
			at = c.record(s).Extent
			_, ok = s.(*ast.ReturnStmt)
		}
	}
	return diag.Change{Span: c.Span(at), Edit: diag.EditInsertAfter, Text: line}, !ok && c.Alone(c.ToComment(at))
}

// lengthened are the edits of the lengths that stand beside a list which gets one more entry. ok is false where one is not written as a number, and
// no operator # either.
func (c *chunk) lengthened(r *parse.Record, f diag.Fix) (edits []diag.Change, ok bool) {
	call, isCall := r.Node.(*ast.FuncCallExpr)
	if !isCall {
		return nil, true
	}
	p, ok := c.follow(call, r, f)
	if !ok || p.index < 0 || p.key == nil {
		return nil, true
	}
	list, named := p.key.(*ast.StringExpr)
	table, isTable := p.parent.Node.(*ast.TableExpr)
	if !named || !isTable {
		return nil, true
	}
	for _, field := range table.Fields {
		key, named := field.Key.(*ast.StringExpr)
		if !named || cnames.Counted(key.Value) != cmp.Or(cnames.Key(list.Value), list.Value) && key.Value != "NumElements" {
			continue
		}
		if _, length := field.Value.(*ast.UnaryLenOpExpr); length {
			continue
		}
		number, written := field.Value.(*ast.NumberExpr)
		if !written {
			return nil, false
		}
		n, err := strconv.Atoi(number.Value)
		if err != nil {
			return nil, false
		}
		edits = append(edits, diag.Change{Span: c.Span(c.record(number).Extent), Edit: diag.EditReplace, Text: strconv.Itoa(n + 1)})
	}
	return edits, true
}
