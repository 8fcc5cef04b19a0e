package source

import (
	"fmt"
	"strconv"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// back is the number that an argument was piece.Back passes of a loop ago, as a line writes it that is put at the site at, before the call and in the same loop.
// ok is false unless the text says that it rises by 1 with each pass. Before the first passes there was none: then it is 0.
//
//	for frame = 0, 9 do … queue:Signal(F, frame + 1) end               two passes ago: math.max(0, frame - 1)
//	while … do … value = value + 1; queue:Signal(F, value) … end       two passes ago: math.max(0, value - 1)
func (s *Set) back(at gpu.Site, piece diag.Snippet) (text string, ok bool) {
	c, here, found := s.find(at)
	e := s.piece(piece)
	if !found || e == nil {
		return "", false
	}
	there, said, _ := s.find(gpu.Site(e.Line()))
	name, more, isSum := sum(e)
	if there != c || !isSum || here.Extent.Start > said.Extent.Start {
		return "", false
	}
	loop := c.loopOf(here.Extent.Start)
	if loop == nil || loop != c.loopOf(said.Extent.Start) {
		return "", false
	}
	v := variable{name.Value, c.record(name).Decl}
	if v.decl == 0 || s.visible(at)[v.name] != v.decl {
		return "", false
	}
	more -= piece.Back
	if f, counts := loop.Node.(*ast.NumberForStmt); !counts || f.Name != v.name {
		now, rises := c.rises(v, loop, here.Extent.Start, said.Extent.Start)
		if !rises {
			return "", false
		}
		more += now
	} else if one, isNumber := f.Step.(*ast.NumberExpr); c.assigned(v) > 0 || f.Step != nil && !(isNumber && one.Value == "1") {
		return "", false
	}
	switch {
	case more > 0:
		return fmt.Sprintf("%s + %d", v.name, more), true
	case more == 0:
		return v.name, true
	}
	return fmt.Sprintf("math.max(0, %s - %d)", v.name, -more), true
}

// sum takes a variable, or one and a whole number, apart.
func sum(e ast.Expr) (name *ast.IdentExpr, more int, ok bool) {
	if id, is := e.(*ast.IdentExpr); is {
		return id, 0, true
	}
	op, is := e.(*ast.ArithmeticOpExpr)
	if !is || op.Operator != "+" && op.Operator != "-" {
		return nil, 0, false
	}
	name, is = op.Lhs.(*ast.IdentExpr)
	number, isNumber := op.Rhs.(*ast.NumberExpr)
	if !is || !isNumber {
		return nil, 0, false
	}
	more, err := strconv.Atoi(number.Value)
	if op.Operator == "-" {
		more = -more
	}
	return name, more, err == nil
}

// loopOf is the innermost loop that a place stands in, if it comes by there in each pass: no condition and no function lies between. nil: there is none.
func (c *chunk) loopOf(pos int) (inner *parse.Record) {
	for i := range c.tree().Records {
		r := &c.tree().Records[i]
		switch r.Node.(type) {
		case *ast.WhileStmt, *ast.RepeatStmt, *ast.NumberForStmt, *ast.GenericForStmt, *ast.FunctionExpr, *ast.IfStmt:
			if r.Extent.Start < pos && pos < r.Extent.End && (inner == nil || r.Extent.Start > inner.Extent.Start) {
				inner = r
			}
		}
	}
	if inner == nil {
		return nil
	}
	switch inner.Node.(type) {
	case *ast.FunctionExpr, *ast.IfStmt:
		return nil
	}
	return inner
}

// rises says whether each pass of a loop adds 1 to a variable, once, and nothing else but its declaration in front of the loop gives it a value. now is 1 if that stands
// between two places of the loop, so that at the first one it is still to come.
func (c *chunk) rises(v variable, loop *parse.Record, first, second int) (now int, ok bool) {
	for i := range c.tree().Records {
		r := &c.tree().Records[i]
		switch n := r.Node.(type) {
		case *ast.LocalAssignStmt:
			if v.decl >= r.Decl && v.decl < r.Decl+len(n.Names) && r.Extent.Start > loop.Extent.Start {
				return 0, false
			}
		case *ast.AssignStmt:
			if !c.addsOne(n, v) || c.loopOf(r.Extent.Start) != loop {
				continue
			}
			ok = true
			if first < r.Extent.Start && r.Extent.Start < second {
				now = 1
			}
		}
	}
	return now, ok && c.assigned(v) <= 2
}

// addsOne says whether a statement is v = v + 1.
func (c *chunk) addsOne(n *ast.AssignStmt, v variable) bool {
	if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
		return false
	}
	to, isName := n.Lhs[0].(*ast.IdentExpr)
	of, isSum := n.Rhs[0].(*ast.ArithmeticOpExpr)
	if !isName || !isSum {
		return false
	}
	from, one, is := sum(of)
	same := func(id *ast.IdentExpr) bool { return id.Value == v.name && c.record(id).Decl == v.decl }
	return is && one == 1 && same(to) && same(from)
}
