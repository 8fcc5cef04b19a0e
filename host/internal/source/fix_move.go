package source

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// behind moves the statement of a call behind the next call in its block that is the one.
//
//	bundle:Reset(again)                        ┐
//	queue:ExecuteCommandLists { list }  ◄──────┘ names list
func (c *chunk) behind(r *record, f diag.Fix, is func(*ast.FuncCallExpr) bool) (change diag.Change, ok bool) {
	call, isCall := r.node.(*ast.FuncCallExpr)
	if !isCall || !f.Calls(calleeOf(call)) {
		return change, false
	}
	block := c.blockOf(call)
	for i, s := range block {
		other, isCall := called(s)
		switch {
		case i == 0:
		case isCall && is(other):
			return c.moved(c.record(block[0]).extent, c.record(s).extent)
		case !isCall || c.mentions(s, before(c.text[r.extent.start:r.point.start])):
			return change, false
		}
	}
	return change, false
}

// removed removes the statement that is a call, with its line.
func (c *chunk) removed(r *record) (change diag.Change, ok bool) {
	call, isCall := r.node.(*ast.FuncCallExpr)
	change = diag.Change{Span: c.span(r.extent), Edit: diag.EditDeleteLine}
	return change, isCall && len(c.blockOf(call)) > 0 && c.alone(r.extent)
}

// moved is the edit that moves a line behind another. Nothing else may stand on either.
func (c *chunk) moved(from, to bytesRange) (change diag.Change, ok bool) {
	if !c.alone(from) || !c.alone(to) {
		return change, false
	}
	change = diag.Change{Span: c.span(from), Edit: diag.EditDeleteLine}
	change.And = []diag.Change{{Span: c.span(to), Edit: diag.EditInsertAfter, Text: c.text[from.start:from.end]}}
	return change, true
}

// alone says whether nothing else stands on the lines of a range.
func (c *chunk) alone(at bytesRange) bool {
	line, _ := c.lines.At(at.start)
	rest, _, _ := strings.Cut(c.text[at.end:], "\n")
	return strings.TrimSpace(c.text[c.lines[line-1]:at.start]) == "" && strings.Trim(rest, " \t\r;") == ""
}

// called is the call that a statement is.
func called(s ast.Stmt) (call *ast.FuncCallExpr, ok bool) {
	if s, is := s.(*ast.FuncCallStmt); is {
		call, ok = s.Expr.(*ast.FuncCallExpr)
	}
	return call, ok
}

// blockOf is the rest of a block from the statement on that is a call; nothing if no statement is.
func (c *chunk) blockOf(call *ast.FuncCallExpr) []ast.Stmt {
	rest := func(block []ast.Stmt) []ast.Stmt {
		for i, s := range block {
			if e, ok := called(s); ok && e == call {
				return block[i:]
			}
		}
		return nil
	}
	if found := rest(c.tree.stmts); found != nil {
		return found
	}
	for i := range c.tree.records {
		for _, block := range blocks(c.tree.records[i].node) {
			if found := rest(block); found != nil {
				return found
			}
		}
	}
	return nil
}

// blocks are the blocks of a node.
func blocks(node ast.PositionHolder) [][]ast.Stmt {
	switch n := node.(type) {
	case *ast.FunctionExpr:
		return [][]ast.Stmt{n.Stmts}
	case *ast.DoBlockStmt:
		return [][]ast.Stmt{n.Stmts}
	case *ast.WhileStmt:
		return [][]ast.Stmt{n.Stmts}
	case *ast.RepeatStmt:
		return [][]ast.Stmt{n.Stmts}
	case *ast.NumberForStmt:
		return [][]ast.Stmt{n.Stmts}
	case *ast.GenericForStmt:
		return [][]ast.Stmt{n.Stmts}
	case *ast.IfStmt:
		return [][]ast.Stmt{n.Then, n.Else}
	}
	return nil
}

// mentions says whether a node has a name, or a field with names before it, in it.
func (c *chunk) mentions(node ast.PositionHolder, name string) bool {
	whole := c.record(node).extent
	for i := range c.tree.records {
		r := &c.tree.records[i]
		if whole.start <= r.extent.start && r.extent.end <= whole.end && c.text[r.extent.start:r.extent.end] == name {
			return true
		}
	}
	return false
}

// guarded puts the assignment to an element of what a call of f.Method made into an if.
func (c *chunk) guarded(element *record, f diag.Fix) (at bytesRange, text string, ok bool) {
	get, isElement := element.node.(*ast.AttrGetExpr)
	a, ok := c.assignment(element)
	if !ok || !isElement || c.text[element.point.start] != '[' || !c.pure(get.Key) {
		return at, "", false
	}
	if !c.isMade(get.Object, diag.Only(f.Method)) {
		return at, "", false
	}
	condition := strings.ReplaceAll(f.Text, "%1", "%p")
	return a.extent, "if " + c.fill(condition, get.Key) + " then " + c.text[a.extent.start:a.extent.end] + " end", true
}

// isMade says whether an expression is a local that is all its life what a call makes.
func (c *chunk) isMade(e ast.Expr, o diag.Object) bool {
	id, ok := e.(*ast.IdentExpr)
	return ok && c.record(id).decl != 0 && c.assigned(variable{id.Value, c.record(id).decl}) == 1 && c.makes(c.first(c.record(id).decl), o)
}

// pure says whether an expression can be computed twice: it calls nothing, and makes nothing.
func (c *chunk) pure(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ArithmeticOpExpr:
		return c.pure(e.Lhs) && c.pure(e.Rhs)
	case *ast.AttrGetExpr:
		return c.pure(e.Object) && c.pure(e.Key)
	case *ast.IdentExpr, *ast.StringExpr, *ast.NumberExpr:
		return true
	}
	return false
}

// inlined puts the value of a local in the place of the local, wherever it is used, if the value means the same there.
func (s *Set) inlined(c *chunk, value *record) (change diag.Change, ok bool) {
	e, _ := value.node.(ast.Expr)
	if e == nil || !c.pure(e) {
		return change, false
	}
	text := c.text[value.extent.start:value.extent.end]
	for i := range c.tree.records {
		r := &c.tree.records[i]
		local, is := r.node.(*ast.LocalAssignStmt)
		if !is || len(local.Names) != 1 || len(local.Exprs) != 1 || local.Exprs[0] != e || c.declared(r.decl) != e || !c.alone(r.extent) {
			continue
		}
		change = diag.Change{Span: c.span(r.extent), Edit: diag.EditDeleteLine}
		for k := range c.tree.records {
			use := &c.tree.records[k]
			if _, ok := use.node.(*ast.IdentExpr); !ok || use.decl != r.decl {
				continue
			}
			if !s.sameAt(e, gpu.Site(c.tree.base+k)) {
				return change, false
			}
			change.And = append(change.And, diag.Change{Span: c.span(use.extent), Edit: diag.EditReplace, Text: text})
		}
		return change, true
	}
	return change, false
}
