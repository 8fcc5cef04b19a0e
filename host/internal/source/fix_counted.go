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
