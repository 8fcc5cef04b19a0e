package flow

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/cnames"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// FieldAt is the index of the field with a name, else of entry n of the list; -1 if there is neither.
func FieldAt(table *ast.TableExpr, name string, n int) int {
	entry := -1
	for i, f := range table.Fields {
		if f.Key == nil {
			if n--; n == 0 {
				entry = i
			}
		} else if k, ok := f.Key.(*ast.StringExpr); ok && name != "" && (k.Value == name || cnames.Key(k.Value) == name) {
			return i
		}
	}
	return entry
}

// Holder is the table that has a field, and its index there as FieldAt says: the table itself, or one under a member of a union, as C writes
// descriptions.
func (t *Tree) Holder(table *ast.TableExpr, name string, n, depth int) (*ast.TableExpr, int) {
	k := FieldAt(table, name, n)
	for _, f := range table.Fields {
		key, ok := f.Key.(*ast.StringExpr)
		if k >= 0 || name == "" || depth == cnames.Depth || !ok || !cnames.Unfolds(key.Value) {
			continue
		}
		if inner := t.TableOf(f.Value); inner != nil {
			if inner, i := t.Holder(inner, name, 0, depth+1); i >= 0 {
				return inner, i
			}
		}
	}
	return table, k
}

// FieldSet is the assignment that gives a field of a local its value, in the pass of a loop or the call of a function that uses the local, and before
// that; nil if there is none, if there are several, or if a field is set whose name the text does not show.
//
//	local desc = {}  desc.Width = 64  device:CreateHeap(desc)
func (t *Tree) FieldSet(use *ast.IdentExpr, name string) (set *parse.Record) {
	decl, pos := t.Record(use).Decl, t.Record(use).Extent.Start
	for i := range t.Records {
		r := &t.Records[i]
		n, is := r.Node.(*ast.AssignStmt)
		if !is || decl == 0 || !slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return t.rootOf(e) == decl }) {
			continue
		}
		get, is := n.Lhs[0].(*ast.AttrGetExpr)
		if !is || len(n.Lhs) != 1 || len(n.Rhs) != 1 || keyOf(get) == "" {
			return nil
		}
		if _, direct := get.Object.(*ast.IdentExpr); !direct || keyOf(get) != name {
			continue
		}
		if set != nil || r.Extent.Start > pos || t.Pass(r.Extent.Start) != t.Pass(pos) || !t.Leads(r.Extent.Start, pos) {
			return nil
		}
		set = r
	}
	return set
}

// Constant says whether a value is written out: literals and what is computed of them, or a local that is one of those.
func (t *Tree) Constant(e ast.Expr, locals bool) bool {
	switch e := e.(type) {
	case *ast.NumberExpr, *ast.StringExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.NilExpr:
		return true
	case *ast.UnaryMinusOpExpr:
		return t.Constant(e.Expr, false)
	case *ast.ArithmeticOpExpr:
		return t.Constant(e.Lhs, false) && t.Constant(e.Rhs, false)
	case *ast.StringConcatOpExpr:
		return t.Constant(e.Lhs, false) && t.Constant(e.Rhs, false)
	case *ast.TableExpr:
		for _, f := range e.Fields {
			if !t.Constant(f.Value, false) {
				return false
			}
		}
		return true
	case *ast.IdentExpr:
		value := t.Local(e)
		return locals && value != nil && t.Constant(value, false)
	}
	return false
}

// IsNumber says whether an expression is certainly a number: one that is written out, or the length of a list.
func (t *Tree) IsNumber(e ast.Expr) bool {
	if id, ok := e.(*ast.IdentExpr); ok {
		e = t.Local(id)
	}
	switch e.(type) {
	case *ast.NumberExpr, *ast.UnaryLenOpExpr:
		return true
	}
	return false
}

// TableOf is the table that an expression writes, or the local that it names; nil if it is none.
func (t *Tree) TableOf(e ast.Expr) *ast.TableExpr {
	if id, ok := e.(*ast.IdentExpr); ok {
		e = t.Local(id)
	}
	table, _ := e.(*ast.TableExpr)
	return table
}
