package flow

import (
	"fmt"
	"strconv"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// Aligned is the edit after which a number that a script computes is a multiple of another one, in each pass and for everybody who uses it:
//
//	local at = i * SIZE     what is counted keeps its distance: local at = i * math.ceil(SIZE / 512) * 512
//	at = at + size          what grows goes on at a multiple: at = math.ceil((at + size) / 512) * 512
//
// To round i * SIZE itself would bring several of them to one place. Of an address the part that is added to it is meant. direct says that nobody
// else has to agree on the number, so it may also stand where it is used; otherwise a local holds it that is used elsewhere, too. Anything else is
// not certain.
func (t *Tree) Aligned(whole string, e ast.Expr, of uint64, direct bool) (at parse.Range, text string, ok bool) {
	if sum, is := e.(*ast.ArithmeticOpExpr); is && sum.Operator == "+" {
		for _, pair := range [...][2]ast.Expr{{sum.Lhs, sum.Rhs}, {sum.Rhs, sum.Lhs}} {
			if call, is := pair[0].(*ast.FuncCallExpr); is && Callee(call) == "GetGPUVirtualAddress" {
				return t.Aligned(whole, pair[1], of, direct)
			}
		}
	}
	if id, is := e.(*ast.IdentExpr); is {
		value := t.Local(id)
		direct = direct || value != nil && t.Uses(t.Record(id).Decl) > 1
		if _, another := value.(*ast.IdentExpr); another {
			return t.Aligned(whole, value, of, direct)
		}
		if value != nil {
			return t.distance(whole, value, of, direct)
		}
		return t.growth(whole, id, of, direct)
	}
	return t.distance(whole, e, of, direct)
}

// distance rounds the constant factor of a product whose other factor is none.
func (t *Tree) distance(whole string, e ast.Expr, of uint64, shared bool) (at parse.Range, text string, ok bool) {
	product, is := e.(*ast.ArithmeticOpExpr)
	if !is || product.Operator != "*" || !shared {
		return at, "", false
	}
	left, right := t.Constant(product.Lhs, true), t.Constant(product.Rhs, true)
	factor, count := product.Rhs, product.Lhs
	if left {
		factor, count = product.Lhs, product.Rhs
	}
	if left == right {
		return at, "", false
	}
	at = t.Record(factor).Extent
	if n, err := strconv.ParseUint(whole[at.Start:at.End], 10, 48); err == nil {
		return at, fmt.Sprint((n + of - 1) / of * of), n%of != 0
	}
	return t.Record(e).Extent, fmt.Sprintf("%s * math.ceil(%s / %d) * %d", t.Operand(whole, count), t.Operand(whole, factor), of, of), true
}

// growth rounds what a variable grows to: it begins at a multiple, and one assignment adds something to it.
func (t *Tree) growth(whole string, id *ast.IdentExpr, of uint64, direct bool) (at parse.Range, text string, ok bool) {
	v := t.Variable(id)
	first, is := t.First(v.Decl).(*ast.NumberExpr)
	if !is || t.Assigned(v) != 2 {
		return at, "", false
	}
	if n, err := strconv.ParseUint(first.Value, 10, 48); err != nil || n%of != 0 {
		return at, "", false
	}
	for i := range t.Records {
		r := &t.Records[i]
		set, is := r.Node.(*ast.AssignStmt)
		if !is || len(set.Lhs) != 1 || len(set.Rhs) != 1 {
			continue
		}
		to, named := set.Lhs[0].(*ast.IdentExpr)
		sum, grows := set.Rhs[0].(*ast.ArithmeticOpExpr)
		if !named || !grows || t.Variable(to) != v || sum.Operator != "+" {
			continue
		}
		from, named := sum.Lhs.(*ast.IdentExpr)
		if !named || t.Variable(from) != v || !direct && t.Uses(v.Decl) < 4 { // both sides here, the place in question, and another one
			return at, "", false
		}
		return t.Record(sum).Extent, fmt.Sprintf("math.ceil(%s / %d) * %d", t.Operand(whole, sum), of, of), true
	}
	return at, "", false
}
