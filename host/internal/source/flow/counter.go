package flow

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// Counter takes a number apart that a function raises by 1 each time it is called: a variable or a field, and how much more the number was at a place
// of the function than that is after the call. Whatever else raises it signals, too, so all numbers below it have been signalled. ok is false where
// the text does not show that.
//
//	function Queue:submit() self.value = self.value + 1; self.queue:Signal(self.fence, self.value) end      self.value, 0
//	function Queue:submit() self.queue:Signal(self.fence, self.next); self.next = self.next + 1 end         self.next, -1
func (t *Tree) Counter(e ast.Expr, pos int) (counter ast.Expr, more int, ok bool) {
	counter, more, ok = t.sumOf(e)
	here := t.FunctionAround(pos)
	if !ok || here < 0 || !t.Straight(pos) {
		return nil, 0, false
	}
	own := 0
	for i := range t.Records {
		r := &t.Records[i]
		switch n := r.Node.(type) {
		case *ast.AssignStmt:
			named := func(to ast.Expr) bool { return t.counts(to, counter) }
			k := slices.IndexFunc(n.Lhs, named)
			if k < 0 || k < len(n.Rhs) && t.Constant(n.Rhs[k], true) {
				continue
			}
			at := r.Extent.Start
			from, one, isSum := t.sumOf(given(n, named))
			switch in := t.FunctionAround(at); {
			case !isSum || one != 1 || !t.counts(from, counter) || !t.signals(in):
				return nil, 0, false
			case in == here && !t.Straight(at):
				return nil, 0, false
			case in == here:
				if own++; at > pos {
					more--
				}
			}
		case *ast.TableExpr:
			if key := keyOf(counter); key != "" {
				if k := FieldAt(n, key, 0); k >= 0 && !t.Constant(n.Fields[k].Value, true) {
					return nil, 0, false
				}
			}
		}
	}
	return counter, more, own == 1
}

// Ahead says whether a place is one of the function around a number that Counter takes apart, before the function works the number out and before it
// raises it.
func (t *Tree) Ahead(e ast.Expr, pos int) bool {
	_, plus, _ := t.sumOf(e)
	_, more, ok := t.Counter(e, pos)
	return ok && more < plus && pos < t.Record(e).Extent.Start && t.FunctionAround(pos) == t.FunctionAround(t.Record(e).Extent.Start)
}

// sumOf is Sum, also of a field.
func (t *Tree) sumOf(e ast.Expr) (of ast.Expr, more int, ok bool) {
	if op, is := e.(*ast.ArithmeticOpExpr); is && (op.Operator == "+" || op.Operator == "-") {
		number, isNumber := t.whole(op.Rhs)
		if op.Operator == "-" {
			number = -number
		}
		of, more, ok = t.sumOf(op.Lhs)
		return of, more + number, ok && isNumber
	}
	_, isName := e.(*ast.IdentExpr)
	return e, 0, isName || keyOf(e) != ""
}

// counts says whether two expressions are one variable, or fields of one name.
func (t *Tree) counts(a, b ast.Expr) bool {
	x, isName := a.(*ast.IdentExpr)
	y, is := b.(*ast.IdentExpr)
	if isName && is {
		return t.Variable(x) == t.Variable(y)
	}
	return keyOf(a) != "" && keyOf(a) == keyOf(b)
}

// signals says whether a function calls Signal.
func (t *Tree) signals(function int) bool {
	for i := range t.Records {
		r := &t.Records[i]
		if call, is := r.Node.(*ast.FuncCallExpr); is && call.Method == "Signal" && t.FunctionAround(r.Extent.Start) == function {
			return true
		}
	}
	return false
}

// Spends says whether the function around an expression, which signals nothing, raises by 1 what the expression is, or what it was when its function
// began.
//
//	function App:flush() … wait(self.next); self.next = self.next + 1 end
//	local function flush() local value = next; next = next + 1; … wait(value) … end
func (t *Tree) Spends(e ast.Expr) bool {
	in := t.FunctionAround(t.Record(e).Extent.Start)
	if id, isName := e.(*ast.IdentExpr); isName {
		if value := t.Local(id); value != nil && t.FunctionAround(t.Record(value).Extent.Start) == in {
			e = value
		}
	}
	raised := 0
	for i := range t.Records {
		r := &t.Records[i]
		n, is := r.Node.(*ast.AssignStmt)
		if !is || t.FunctionAround(r.Extent.Start) != in || !slices.ContainsFunc(n.Lhs, func(set ast.Expr) bool { return t.reads(e, set) }) {
			continue
		}
		sum, isSum := n.Rhs[0].(*ast.ArithmeticOpExpr)
		if !isSum || len(n.Lhs) != 1 || len(n.Rhs) != 1 || sum.Operator != "+" || !t.equal(n.Lhs[0], e) || !t.equal(sum.Lhs, e) ||
			!t.Straight(r.Extent.Start) {
			return false
		}
		if one, known := t.whole(sum.Rhs); !known || one != 1 {
			return false
		}
		raised++
	}
	return in >= 0 && raised == 1 && !t.signals(in)
}

// Cycled says that an element of a list is the number which a pass signals, until a function gives the element of the next pass that number and 1:
// the place in the function where the number is read.
//
//	local current = values[index] … signal(current); index = next(); … values[index] = current + 1      e: values[index]
func (t *Tree) Cycled(e ast.Expr) (pos int, ok bool) {
	get, is := e.(*ast.AttrGetExpr)
	if !is || keyOf(get) != "" || t.Constant(get.Key, true) {
		return 0, false
	}
	for i := range t.Records {
		n, is := t.Records[i].Node.(*ast.AssignStmt)
		if !is || len(n.Lhs) != 1 || len(n.Rhs) != 1 {
			continue
		}
		to, is := n.Lhs[0].(*ast.AttrGetExpr)
		if !is || !t.equal(to.Object, get.Object) || t.Constant(n.Rhs[0], true) {
			continue
		}
		of, isSum := n.Rhs[0].(*ast.ArithmeticOpExpr)
		if !isSum || of.Operator != "+" {
			return 0, false
		}
		if one, known := t.whole(of.Rhs); !known || one != 1 {
			return 0, false
		}
		if t.equal(of.Lhs, to) {
			continue // a flush
		}
		name, isName := of.Lhs.(*ast.IdentExpr)
		if !isName || ok || !t.equal(t.Local(name), e) || !t.equal(to, e) {
			return 0, false
		}
		pos, ok = t.Record(t.Local(name)).Extent.Start, true
	}
	return pos, ok && !slices.ContainsFunc(t.Records, func(r parse.Record) bool {
		n, is := r.Node.(*ast.AssignStmt)
		return is && t.FunctionAround(r.Extent.Start) == t.FunctionAround(pos) && r.Extent.Start < pos &&
			slices.ContainsFunc(n.Lhs, func(set ast.Expr) bool { return t.counts(set, get.Key) })
	})
}

// OnePass says whether two names are of one local that each pass of the loop around both has anew.
func (t *Tree) OnePass(a, b *ast.IdentExpr) bool {
	v, pass := t.Variable(a), t.Pass(t.Record(a).Extent.Start)
	return v.Decl != 0 && v == t.Variable(b) && t.Assigned(v) <= 1 && t.InLoop(t.Record(a).Extent.Start) &&
		pass == t.Pass(t.Record(b).Extent.Start) && pass <= t.Starts[v.Decl-1]
}

// Still says whether a field has at one place what it has had at another one in an earlier pass, where a pass comes to the first place first: only
// statements between the two, or right before the second one in its function, give fields of its name another value.
func (t *Tree) Still(field ast.Expr, first, second int) bool {
	for i := range t.Records {
		r := &t.Records[i]
		n, is := r.Node.(*ast.AssignStmt)
		if !is || !slices.ContainsFunc(n.Lhs, func(set ast.Expr) bool { return t.counts(set, field) }) {
			continue
		}
		at := r.Extent.Start
		if at > second || t.FunctionAround(at) != t.FunctionAround(second) || t.FunctionAround(first) == t.FunctionAround(second) && at < first {
			return false
		}
	}
	return true
}

// equal says whether two expressions are written alike, of the same variables.
func (t *Tree) equal(a, b ast.Expr) bool {
	switch x := a.(type) {
	case *ast.IdentExpr:
		y, is := b.(*ast.IdentExpr)
		return is && t.Variable(x) == t.Variable(y)
	case *ast.StringExpr:
		y, is := b.(*ast.StringExpr)
		return is && x.Value == y.Value
	case *ast.AttrGetExpr:
		y, is := b.(*ast.AttrGetExpr)
		return is && t.equal(x.Object, y.Object) && t.equal(x.Key, y.Key)
	}
	return false
}

// Quiet says whether nothing between two places may give a variable or a field another value that an expression reads: no assignment to one of that
// name, and no call of a function that the text defines.
func (t *Tree) Quiet(e ast.Expr, from, to int) bool {
	sets, ok := t.sets(e, from, to)
	return ok && len(sets) == 0
}

// sets are the assignments between two places to what an expression reads. ok is false where a call of a function that the text defines may give it
// another value.
func (t *Tree) sets(e ast.Expr, from, to int) (list []*parse.Record, ok bool) {
	for i := range t.Records {
		r := &t.Records[i]
		if r.Extent.Start < from || r.Extent.Start >= to {
			continue
		}
		switch n := r.Node.(type) {
		case *ast.AssignStmt:
			if slices.ContainsFunc(n.Lhs, func(set ast.Expr) bool { return t.reads(e, set) }) {
				list = append(list, r)
			}
		case *ast.FuncCallExpr:
			if t.defines(Callee(n)) || t.parameter(n.Func) {
				return nil, false
			}
		}
	}
	return list, true
}

// FieldSum takes a field, or one and a whole number, apart.
func (t *Tree) FieldSum(e ast.Expr) (field *ast.AttrGetExpr, more int, ok bool) {
	of, more, ok := t.sumOf(e)
	field, isField := of.(*ast.AttrGetExpr)
	return field, more, ok && isField
}

// FieldGrown is what is added to a field between two places of a pass of a loop, or of a function: 1 each time that the script comes by there. ok is
// false where it may get another value.
func (t *Tree) FieldGrown(field *ast.AttrGetExpr, from, to int) (more int, ok bool) {
	sets, ok := t.sets(field, from, to)
	for _, r := range sets {
		n := r.Node.(*ast.AssignStmt)
		of, one, isSum := t.FieldSum(n.Rhs[0])
		if len(n.Lhs) != 1 || len(n.Rhs) != 1 || !isSum || one != 1 || !t.counts(of, field) || !t.counts(n.Lhs[0], field) ||
			!t.Leads(r.Extent.Start, to) {
			return 0, false
		}
	}
	return len(sets), ok
}

// Returned is the value that a function returns, and where, if it returns one at one place; nil if it does not.
func (t *Tree) Returned(f *parse.Record) (value ast.Expr, pos int) {
	for i := range t.Records {
		r := &t.Records[i]
		n, is := r.Node.(*ast.ReturnStmt)
		if !is || f == nil || t.FunctionAround(r.Extent.Start) != f.Extent.Start {
			continue
		}
		if value != nil || len(n.Exprs) != 1 {
			return nil, 0
		}
		value, pos = n.Exprs[0], r.Extent.Start
	}
	return value, pos
}

// reads says whether an expression is made of one that is set, or of one like it.
func (t *Tree) reads(e, set ast.Expr) bool {
	if _, computed := set.(*ast.AttrGetExpr); computed && keyOf(set) == "" || t.counts(e, set) {
		return true
	}
	parts, ok := Parts(e)
	return !ok || slices.ContainsFunc(parts, func(p ast.Expr) bool { return t.reads(p, set) })
}

// LastOf is what a variable was at a place in the last pass of a loop, in terms of a variable after the loop and how much more it is: what the loop
// counts up to, where that is value, or itself. ok is false where the loop may end before.
func (t *Tree) LastOf(v Variable, loop *parse.Record, pos int, value uint64) (name Variable, more int, ok bool) {
	if slices.ContainsFunc(t.Records, func(r parse.Record) bool {
		_, breaks := r.Node.(*ast.BreakStmt)
		return breaks && loop.Extent.Start < r.Extent.Start && r.Extent.End <= loop.Extent.End
	}) {
		return v, 0, false
	}
	f, counts := loop.Node.(*ast.NumberForStmt)
	if !counts || f.Name != v.Name {
		now, rises := t.Rises(v, loop, pos, loop.Extent.End)
		return v, -now, rises && now >= 0 && v.Decl != 0
	}
	limit, more, isSum := t.Sum(f.Limit)
	n, known := 0, false
	if isSum {
		n, known = t.whole(limit)
	}
	if !known || f.Step != nil || t.Assigned(v) > 0 || uint64(n+more) != value {
		return v, 0, false
	}
	return t.Variable(limit), more, true
}

// Holds says whether nothing between two places of a function gives a variable another value.
func (t *Tree) Holds(v Variable, from, to int) bool {
	more, ok := t.Grown(v, from, to)
	return ok && more == 0
}

// Stays says whether an expression at a place is a number that each pass of the loop, or call of the function, around the place has anew, if it were
// raised there: of a variable from outside, or of a field, which nothing there sets, and before the place nothing but waits reads, unless it is to be
// raised after it.
//
//	local value = 0
//	for frame = 1, 5 do
//	  queue:Signal(fence, value)      value
//	  slot.value = value
//	end
func (t *Tree) Stays(e ast.Expr, pos int, after bool) bool {
	around, root := t.aroundIn(pos), Root(e)
	id, isName := e.(*ast.IdentExpr)
	if isName {
		root = id
	}
	if around == nil || root == nil || !Repeatable(e) || !Assignable(e) {
		return false
	}
	v := t.Variable(root)
	if v.Decl == 0 || isName && t.Assigned(v) > 1 || t.Starts[v.Decl-1] >= around.Extent.Start && (isName || v.Name != "self") {
		return false
	}
	for i := range t.Records {
		r := &t.Records[i]
		if !around.Extent.Contains(r.Extent) {
			continue
		}
		if set, is := r.Node.(*ast.AssignStmt); is && slices.ContainsFunc(set.Lhs, func(l ast.Expr) bool { return writtenLike(l, e) }) {
			return false
		}
		if use, is := r.Node.(ast.Expr); is && !after && r.Extent.Start < pos && writtenLike(use, e) && !t.awaited(r) {
			return false
		}
	}
	return true
}

// awaited says whether an expression is the number that a call of the CPU waits for.
func (t *Tree) awaited(r *parse.Record) bool {
	call, is := t.Parent(r.Node).Node.(*ast.FuncCallExpr)
	return is && call.Method == "WaitCPU"
}
