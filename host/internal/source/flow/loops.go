package flow

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// FunctionAround is where the innermost function begins that a place stands in, -1 if it stands in none.
func (t *Tree) FunctionAround(pos int) int {
	if f := t.InnerFunction(pos); f != nil {
		return f.Extent.Start
	}
	return -1
}

// InnerFunction is the innermost function that a place stands in; nil if it stands in none.
func (t *Tree) InnerFunction(pos int) *parse.Record {
	for r := range t.around(pos) {
		if _, is := r.Node.(*ast.FunctionExpr); is {
			return r
		}
	}
	return nil
}

// FunctionAt is the function that begins at a place; nil if none does.
func (t *Tree) FunctionAt(begin int) *parse.Record {
	f := t.InnerFunction(begin + 1)
	if f == nil || f.Extent.Start != begin {
		return nil
	}
	return f
}

// Loops are the loops around a place, outermost first, up to the function that it stands in.
func (t *Tree) Loops(pos int) (loops []ast.Stmt) {
	begin := t.FunctionAround(pos)
	t.index().bodies.at(pos, pos+1, func(r *parse.Record) bool {
		if isLoop(r.Node) && r.Extent.Start > begin {
			loops = append(loops, r.Node.(ast.Stmt))
		}
		return true
	})
	slices.Reverse(loops)
	return loops
}

// isLoop says whether a node is a loop.
func isLoop(n ast.PositionHolder) bool {
	switch n.(type) {
	case *ast.WhileStmt, *ast.RepeatStmt, *ast.NumberForStmt, *ast.GenericForStmt:
		return true
	}
	return false
}

// Pass is where the innermost loop or function begins that a place stands in; -1: none.
func (t *Tree) Pass(pos int) int {
	for r := range t.around(pos) {
		if _, conditional := r.Node.(*ast.IfStmt); !conditional {
			return r.Extent.Start
		}
	}
	return -1
}

// Leads says whether the script comes by one place in each pass, of the innermost loop or function around another place, in which it comes to that:
// no condition and no loop stands around the first alone.
func (t *Tree) Leads(first, second int) bool {
	return t.Pass(first) == t.Pass(second) && !slices.ContainsFunc(t.Records, func(r parse.Record) bool {
		_, is := r.Node.(*ast.IfStmt)
		return is && r.Extent.Start <= first && first < r.Extent.End &&
			(second < r.Extent.Start || second >= r.Extent.End || t.branch(r.Node, first) != t.branch(r.Node, second))
	})
}

// branch is the statement of an if, by its list and where it begins, that a place stands in; in the condition it is the first.
func (t *Tree) branch(n ast.PositionHolder, pos int) (list int) {
	s := n.(*ast.IfStmt)
	if len(s.Else) > 0 && pos >= t.Record(s.Else[0]).Extent.Start {
		return 1
	}
	return 0
}

// Ends is the last statement of the loop, or of the function, around two places, if the script comes by both in each pass, or call, and that does not
// end before; nil: it does not.
func (t *Tree) Ends(first, second int, loop bool) *parse.Record {
	around := t.aroundIn(first)
	if around == nil || t.aroundIn(second) != around {
		return nil
	}
	list, isLoop := body(around.Node)
	if len(list) == 0 || isLoop != loop {
		return nil
	}
	for i := range t.Records {
		r := &t.Records[i]
		switch r.Node.(type) {
		case *ast.BreakStmt, *ast.ReturnStmt:
			if around.Extent.Start < r.Extent.Start && r.Extent.End <= around.Extent.End {
				return nil
			}
		}
	}
	end := t.Record(list[len(list)-1])
	if !loop && end.Extent.Start <= second { // a function of nothing else
		return nil
	}
	return end
}

// body is what a loop or a function does, but for a loop that looks at its condition at the end.
func body(n ast.PositionHolder) (list []ast.Stmt, loop bool) {
	switch n := n.(type) {
	case *ast.WhileStmt:
		return n.Stmts, true
	case *ast.NumberForStmt:
		return n.Stmts, true
	case *ast.GenericForStmt:
		return n.Stmts, true
	case *ast.FunctionExpr:
		return n.Stmts, false
	}
	return nil, false
}

// InLoop says whether a place stands in a loop of its function.
func (t *Tree) InLoop(pos int) bool { return t.Pass(pos) > t.FunctionAround(pos) }

// LoopOf is the innermost loop that a place stands in, if it comes by there in each pass: no condition and no function lies between. nil: there is
// none.
func (t *Tree) LoopOf(pos int) *parse.Record {
	inner := t.aroundIn(pos)
	if inner == nil {
		return nil
	}
	if _, isFunction := inner.Node.(*ast.FunctionExpr); isFunction {
		return nil
	}
	return inner
}

// Straight says whether a function comes by a place in each call: no condition and no loop stands around it there, and the function does not return
// before.
func (t *Tree) Straight(pos int) bool {
	around := t.aroundIn(pos)
	if around == nil {
		return false
	}
	_, isFunction := around.Node.(*ast.FunctionExpr)
	return isFunction && !slices.ContainsFunc(t.Records, func(r parse.Record) bool {
		_, returns := r.Node.(*ast.ReturnStmt)
		return returns && r.Extent.Start < pos && t.FunctionAround(r.Extent.Start) == around.Extent.Start
	})
}

// aroundIn is the innermost loop or function that a place stands in, if it comes by there in each pass or call; nil: there is none.
func (t *Tree) aroundIn(pos int) *parse.Record {
	for r := range t.around(pos) {
		if _, conditional := r.Node.(*ast.IfStmt); conditional {
			return nil
		}
		return r
	}
	return nil
}

// Rises says whether each pass of a loop adds 1 to a variable, once, and nothing else but its declaration in front of the loop gives it a value. now
// is 1 if that stands between two places of the loop, so that at the first one it is still to come, and -1 if it stands between them and the second
// one comes first.
func (t *Tree) Rises(v Variable, loop *parse.Record, first, second int) (now int, ok bool) {
	for i := range t.Records {
		r := &t.Records[i]
		switch n := r.Node.(type) {
		case *ast.LocalAssignStmt:
			if v.Decl >= r.Decl && v.Decl < r.Decl+len(n.Names) && r.Extent.Start > loop.Extent.Start {
				return 0, false
			}
		case *ast.AssignStmt:
			if !t.addsOne(n, v) || t.LoopOf(r.Extent.Start) != loop {
				continue
			}
			ok = true
			switch at := r.Extent.Start; {
			case first < at && at < second:
				now = 1
			case second < at && at < first:
				now = -1
			}
		}
	}
	return now, ok && t.Assigned(v)-t.assignedAfter(v, loop) <= 2
}

// assignedAfter counts the assignments to a variable after a loop that the script comes to once, in the function of the loop.
func (t *Tree) assignedAfter(v Variable, loop *parse.Record) (n int) {
	if len(t.Loops(loop.Extent.Start)) > 1 || t.Reused(loop.Extent.Start) {
		return 0
	}
	for i := range t.Records {
		r := &t.Records[i]
		a, is := r.Node.(*ast.AssignStmt)
		if !is || r.Extent.Start < loop.Extent.End || t.FunctionAround(r.Extent.Start) != t.FunctionAround(loop.Extent.Start) {
			continue
		}
		for _, to := range a.Lhs {
			if id, isName := to.(*ast.IdentExpr); isName && t.Variable(id) == v {
				n++
			}
		}
	}
	return n
}

// addsOne says whether a statement is v = v + 1, or does that beside others: slot.value, v = v, v + 1.
func (t *Tree) addsOne(n *ast.AssignStmt, v Variable) bool {
	same := func(id *ast.IdentExpr) bool { return id.Value == v.Name && t.Record(id).Decl == v.Decl }
	value := given(n, func(to ast.Expr) bool {
		id, isName := to.(*ast.IdentExpr)
		return isName && same(id)
	})
	of, isSum := value.(*ast.ArithmeticOpExpr)
	if !isSum {
		return false
	}
	from, one, is := t.Sum(of)
	return is && one == 1 && same(from)
}

// given is the value that an assignment gives to what it names once; nil if there is none of its own.
func given(n *ast.AssignStmt, named func(ast.Expr) bool) (value ast.Expr) {
	if len(n.Lhs) != len(n.Rhs) {
		return nil
	}
	for k, to := range n.Lhs {
		if named(to) {
			if value != nil {
				return nil
			}
			value = n.Rhs[k]
		}
	}
	return value
}
