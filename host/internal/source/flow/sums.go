package flow

import (
	"slices"
	"strconv"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// LoopAround is the innermost loop that a place stands in, with the conditions between, if no function lies between them. nil: there is none.
func (t *Tree) LoopAround(pos int) (loop *parse.Record, ifs []*parse.Record) {
	begin := t.Pass(pos)
	for i := range t.Records {
		r := &t.Records[i]
		if pos <= r.Extent.Start || pos >= r.Extent.End || r.Extent.Start < begin {
			continue
		}
		switch r.Node.(type) {
		case *ast.WhileStmt, *ast.RepeatStmt, *ast.NumberForStmt, *ast.GenericForStmt:
			loop = r
		case *ast.IfStmt:
			ifs = append(ifs, r)
		case *ast.FunctionExpr:
			return nil, nil
		}
	}
	return loop, ifs
}

// Begins says whether a variable that rises by 1 with each pass of a loop, and so much more, is 1 or less when the conditions around a place become
// true, and whether they stay so: they ask for nothing but that the variable is above a number.
//
//	if frame > LATENCY then … frame - LATENCY … end
func (t *Tree) Begins(ifs []*parse.Record, v Variable, more int) bool {
	for _, r := range ifs {
		least, ok := t.least(r, v)
		if !ok || least+more > 1 {
			return false
		}
	}
	return true
}

// Least is the smallest number that a variable has where some conditions are true; ok is false where they say nothing of it.
func (t *Tree) Least(ifs []*parse.Record, v Variable) (least int, ok bool) {
	for _, r := range ifs {
		if n, is := t.least(r, v); is && (!ok || n > least) {
			least, ok = n, true
		}
	}
	return least, ok
}

// least is Least of one condition, v > 2 or v >= 3, without another branch.
func (t *Tree) least(r *parse.Record, v Variable) (least int, ok bool) {
	n, isIf := r.Node.(*ast.IfStmt)
	if !isIf || len(n.Else) > 0 {
		return 0, false
	}
	compare, _ := n.Condition.(*ast.RelationalOpExpr)
	if compare == nil {
		return 0, false
	}
	left, right, above := compare.Lhs, compare.Rhs, compare.Operator
	if above == "<" || above == "<=" {
		left, right, above = right, left, map[string]string{"<": ">", "<=": ">="}[above]
	}
	id, isName := left.(*ast.IdentExpr)
	bound, isNumber := t.whole(right)
	if !isName || !isNumber || t.Variable(id) != v {
		return 0, false
	}
	switch above {
	case ">":
		return bound + 1, true
	case ">=":
		return bound, true
	}
	return 0, false
}

// FirstOf is the number that a variable has when a loop comes to a place for the first time, without the conditions around that. ok is false unless
// the variable rises by 1 with each pass from a number that is written out.
func (t *Tree) FirstOf(v Variable, loop *parse.Record, pos int) (first int, ok bool) {
	if f, counts := loop.Node.(*ast.NumberForStmt); counts && f.Name == v.Name {
		step := 1
		if f.Step != nil {
			step, _ = t.whole(f.Step)
		}
		first, ok = t.whole(f.Init)
		return first, ok && step == 1 && t.Assigned(v) == 0
	}
	begin := t.First(v.Decl)
	now, rises := t.Rises(v, loop, loop.Extent.Start, pos)
	if begin == nil || !rises || t.Record(begin).Extent.Start > loop.Extent.Start {
		return 0, false
	}
	first, ok = t.whole(begin)
	return first + now, ok
}

// SumIn is Sum of a value in a loop, in which locals of the loop are followed to their only value. at is where it is worked out.
func (t *Tree) SumIn(loop *parse.Record, e ast.Expr) (name *ast.IdentExpr, more int, at *parse.Record, ok bool) {
	at = t.Record(e)
	name, more, ok = t.Sum(e)
	for n := 0; ok && n < MaxOnce; n++ {
		value := t.Local(name)
		if value == nil || t.Record(value).Extent.Start < loop.Extent.Start {
			break
		}
		from, plus, is := t.Sum(value)
		if !is {
			return nil, 0, at, false
		}
		name, more, at = from, more+plus, t.Record(value)
	}
	return name, more, at, ok
}

// Sum takes a variable, or one and a whole number, apart.
func (t *Tree) Sum(e ast.Expr) (name *ast.IdentExpr, more int, ok bool) {
	if id, is := e.(*ast.IdentExpr); is {
		return id, 0, true
	}
	op, is := e.(*ast.ArithmeticOpExpr)
	if !is || op.Operator != "+" && op.Operator != "-" {
		return nil, 0, false
	}
	name, more, is = t.Sum(op.Lhs)
	number, isNumber := t.whole(op.Rhs)
	if op.Operator == "-" {
		number = -number
	}
	return name, more + number, is && isNumber
}

// whole is a whole number that is written out, or a local that is one all its life.
func (t *Tree) whole(e ast.Expr) (n int, ok bool) {
	if id, is := e.(*ast.IdentExpr); is {
		e = t.Local(id)
	}
	number, is := e.(*ast.NumberExpr)
	if !is {
		return 0, false
	}
	n, err := strconv.Atoi(number.Value)
	return n, err == nil
}

// Kept is the number that fields like one get, and where: with the same name, or of the same variable under a key that is computed. Numbers that are
// written out, as at the beginning, do not count. nil: nothing gives them one, or several places do.
//
//	slot.value = n      ready[i] = frame      queue[#queue + 1] = { list = l, value = n }
func (t *Tree) Kept(field *ast.AttrGetExpr) (value ast.Expr, pos int) {
	several, key, named := false, "", false
	if k, is := field.Key.(*ast.StringExpr); is {
		key, named = k.Value, true
	}
	keep := func(e ast.Expr, at int) {
		if e != nil && !t.Constant(e, true) {
			several, value, pos = several || value != nil, e, at
		}
	}
	for i := range t.Records {
		r := &t.Records[i]
		switch n := r.Node.(type) {
		case *ast.AssignStmt:
			for k, to := range n.Lhs {
				get, is := to.(*ast.AttrGetExpr)
				if is && len(n.Lhs) == len(n.Rhs) && t.alike(get, field) {
					keep(n.Rhs[k], r.Extent.Start)
				}
			}
		case *ast.TableExpr:
			if k := FieldAt(n, key, 0); named && k >= 0 {
				keep(n.Fields[k].Value, r.Extent.Start)
			}
		}
	}
	if several {
		return nil, 0
	}
	return value, pos
}

// Set is the number that a local gets, and where, like Kept; nil: nothing gives it one, or several places do.
func (t *Tree) Set(v Variable) (value ast.Expr, pos int) {
	for i := range t.Records {
		r := &t.Records[i]
		n, is := r.Node.(*ast.AssignStmt)
		if !is || v.Decl == 0 {
			continue
		}
		for k, to := range n.Lhs {
			id, isName := to.(*ast.IdentExpr)
			if !isName || t.Variable(id) != v || k < len(n.Rhs) && t.Constant(n.Rhs[k], true) {
				continue
			}
			if value != nil || len(n.Lhs) != len(n.Rhs) {
				return nil, 0
			}
			value, pos = n.Rhs[k], r.Extent.Start
		}
	}
	return value, pos
}

// alike says whether two fields have the same name, or computed keys and the same variable.
func (t *Tree) alike(a, b *ast.AttrGetExpr) bool {
	x, named := a.Key.(*ast.StringExpr)
	y, also := b.Key.(*ast.StringExpr)
	if named || also {
		return named && also && x.Value == y.Value
	}
	of, isName := a.Object.(*ast.IdentExpr)
	in, is := b.Object.(*ast.IdentExpr)
	return isName && is && t.Variable(of) == t.Variable(in)
}

// Grown is what is added to a variable between two places of a pass of a loop, or of a function: 1 each time that the script comes by there. ok is
// false where it may get another value.
func (t *Tree) Grown(v Variable, from, to int) (more int, ok bool) {
	for i := range t.Records {
		r := &t.Records[i]
		a, is := r.Node.(*ast.AssignStmt)
		if !is || !slices.ContainsFunc(a.Lhs, func(e ast.Expr) bool {
			id, isName := e.(*ast.IdentExpr)
			return isName && t.Variable(id) == v
		}) {
			continue
		}
		at := r.Extent.Start
		between := from < at && at < to
		if t.FunctionAround(at) != t.FunctionAround(from) || between && !(t.addsOne(a, v) && t.Leads(at, to)) {
			return 0, false
		}
		if between {
			more++
		}
	}
	return more, true
}

// Unchanged says whether a number is the same, as far as the text says, from one place of a function to a later one: names of variables and fields,
// sums and numbers. What gives one of them a value stands in the same function, and not between.
func (t *Tree) Unchanged(e ast.Expr, from, to int) bool {
	switch e := e.(type) {
	case *ast.NumberExpr, *ast.StringExpr:
		return true
	case *ast.ArithmeticOpExpr:
		return t.Unchanged(e.Lhs, from, to) && t.Unchanged(e.Rhs, from, to)
	case *ast.AttrGetExpr:
		key, named := e.Key.(*ast.StringExpr)
		return named && t.Unchanged(e.Object, from, to) && t.apart(from, to, func(set ast.Expr) bool {
			get, isField := set.(*ast.AttrGetExpr)
			if !isField {
				return false
			}
			k, named := get.Key.(*ast.StringExpr)
			return !named || k.Value == key.Value
		})
	case *ast.IdentExpr:
		v := t.Variable(e)
		return v.Decl != 0 && t.apart(from, to, func(set ast.Expr) bool {
			id, isName := set.(*ast.IdentExpr)
			return isName && t.Variable(id) == v
		})
	}
	return false
}

// apart says whether what sets something stands in the function of one place, and not between that and another one.
func (t *Tree) apart(from, to int, sets func(ast.Expr) bool) bool {
	for i := range t.Records {
		a, is := t.Records[i].Node.(*ast.AssignStmt)
		if !is || !slices.ContainsFunc(a.Lhs, sets) {
			continue
		}
		if at := t.Records[i].Extent.Start; t.FunctionAround(at) != t.FunctionAround(from) || from < at && at < to {
			return false
		}
	}
	return true
}

// Counted is the variable of a number in a loop that is it, or it and something less: frame, frame - AHEAD, math.max(0, frame - 2), or a local that
// is one of these.
func (t *Tree) Counted(loop *parse.Record, e ast.Expr) (name *ast.IdentExpr, less bool) {
	switch e := e.(type) {
	case *ast.IdentExpr:
		if value := t.Local(e); value != nil && t.Record(value).Extent.Start > loop.Extent.Start {
			return t.Counted(loop, value)
		}
		return e, false
	case *ast.ArithmeticOpExpr:
		if name, less = t.Counted(loop, e.Lhs); e.Operator == "-" || e.Operator == "+" && less {
			return name, true
		}
	case *ast.FuncCallExpr:
		if Callee(e) == "max" && len(e.Args) == 2 {
			return t.Counted(loop, e.Args[1])
		}
	}
	return nil, false
}
