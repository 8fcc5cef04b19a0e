package source

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// parameter is the number of the parameter, from 0, that an expression at a place is, and that its function never sets; -1 if it is none.
func (c *chunk) parameter(e ast.Expr, pos int) int {
	id, ok := e.(*ast.IdentExpr)
	if !ok || c.record(id).decl == 0 || c.first(c.record(id).decl) != nil || c.assigned(variable{id.Value, c.record(id).decl}) > 0 {
		return -1
	}
	var inner *record
	for i := range c.tree.records {
		r := &c.tree.records[i]
		if _, is := r.node.(*ast.FunctionExpr); is && r.extent.start < pos && pos < r.extent.end && (inner == nil || r.extent.start > inner.extent.start) {
			inner = r
		}
	}
	if inner == nil || c.tree.starts[c.record(id).decl-1] != inner.span.end {
		return -1
	}
	return slices.Index(inner.node.(*ast.FunctionExpr).ParList.Names, id.Value)
}

// fieldOf removes the field of a table that has a value.
func (c *chunk) fieldOf(value ast.Expr) (at bytesRange, text string, ok bool) {
	for i := range c.tree.records {
		table, is := c.tree.records[i].node.(*ast.TableExpr)
		if !is {
			continue
		}
		if k := slices.IndexFunc(table.Fields, func(f *ast.Field) bool { return f.Value == value && f.Key != nil }); k >= 0 {
			return spot{chunk: c, parent: c.record(table), index: k, value: value}.dropped()
		}
	}
	return at, "", false
}

// atomic makes an atomic function of the assignment to an element of whole numbers.
//
//	out[0] = out[0] + n      InterlockedAdd(out[0], n)
//	out[0] = n               InterlockedMax(out[0], n)
func (c *chunk) atomic(element *record, f diag.Fix) (at bytesRange, text string, ok bool) {
	get, isElement := element.node.(*ast.AttrGetExpr)
	a, ok := c.assignment(element)
	if !ok || !isElement || c.text[element.point.start] != '[' || !c.pure(get.Key) || !c.isMade(get.Object, diag.Only(f.Method)) {
		return at, "", false
	}
	made := c.first(c.record(get.Object).decl).(*ast.FuncCallExpr)
	rhs := a.node.(*ast.AssignStmt).Rhs
	if len(rhs) != 1 || len(made.Args) < 2 || !slices.Contains([]string{"int", "uint"}, c.literal(made.Args[1])) {
		return at, "", false
	}
	target, value, name := c.textOf(get), rhs[0], f.Text
	if sum, is := value.(*ast.ArithmeticOpExpr); is && sum.Operator == "+" && c.textOf(sum.Lhs) == target {
		value, name = sum.Rhs, "InterlockedAdd"
	}
	return a.extent, name + "(" + target + ", " + c.textOf(value) + ")", true
}

// textOf is the text of a node.
func (c *chunk) textOf(n ast.PositionHolder) string {
	at := c.record(n).extent
	return c.text[at.start:at.end]
}

// bounded makes a counted loop of the head of a while loop.
func (c *chunk) bounded(loop *record, most string) (at bytesRange, text string, ok bool) {
	while, ok := loop.node.(*ast.WhileStmt)
	if !ok {
		return at, "", false
	}
	body := c.record(while.Condition).extent.end
	opens := strings.Index(c.text[body:loop.extent.end], "do")
	if opens < 0 || strings.Contains(c.text[body:body+opens], "--") {
		return at, "", false
	}
	at = bytesRange{loop.extent.start, body + opens + len("do")}
	return at, "for _ = 1, " + most + " do if not (" + c.textOf(while.Condition) + ") then break end", true
}

// hoisted moves a local that is a table of constants out of the function that it stands in.
func (c *chunk) hoisted(table *record) (change diag.Change, ok bool) {
	for i := range c.tree.records {
		r := &c.tree.records[i]
		local, is := r.node.(*ast.LocalAssignStmt)
		if !is || len(local.Exprs) != 1 || len(local.Names) != 1 || local.Exprs[0] != table.node || !c.alone(r.extent) || !c.constant(local.Exprs[0], false) ||
			c.declared(r.decl) == nil || c.named(local.Names[0]) != 1 {
			continue
		}
		out, found := c.statement(r.extent)
		if !found {
			return change, false
		}
		text := c.textOf(local)
		change = diag.Change{Span: c.span(bytesRange{out.start, out.start}), Edit: diag.EditInsertBefore, Text: text}
		change.And = []diag.Change{{Span: c.span(r.extent), Edit: diag.EditDeleteLine}}
		return change, !strings.Contains(text, "\n")
	}
	return change, false
}

// named counts the locals with a name.
func (c *chunk) named(name string) (n int) {
	for i := range c.tree.records {
		r := &c.tree.records[i]
		for _, at := range r.names {
			if c.text[at.start:at.end] == name {
				n++
			}
		}
	}
	return n
}

// statement is the statement of the text that a place stands in, if nothing stands before it on its line.
func (c *chunk) statement(inner bytesRange) (at bytesRange, ok bool) {
	for _, s := range c.tree.stmts {
		at = c.record(s).extent
		if at.start <= inner.start && inner.end <= at.end {
			line, _ := c.lines.At(at.start)
			return at, strings.TrimSpace(c.text[c.lines[line-1]:at.start]) == ""
		}
	}
	return at, false
}
