package flow

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// ListOf is the name of the list that a call is an entry of: list[i] = call in a loop that counts i, list[#list + 1] = call, or table.insert(list,
// call). nil: there is none.
func (t *Tree) ListOf(call *parse.Record) *ast.IdentExpr {
	for i := range t.Records {
		switch n := t.Records[i].Node.(type) {
		case *ast.AssignStmt:
			if k := slices.IndexFunc(n.Rhs, func(e ast.Expr) bool { return e == call.Node }); k >= 0 && len(n.Lhs) == len(n.Rhs) {
				entry, _ := n.Lhs[k].(*ast.AttrGetExpr)
				if entry == nil || !t.countsOn(entry) {
					return nil
				}
				list, _ := entry.Object.(*ast.IdentExpr)
				return list
			}
		case *ast.FuncCallExpr:
			if Callee(n) == "insert" && len(n.Args) == 2 && n.Args[1] == call.Node {
				list, _ := n.Args[0].(*ast.IdentExpr)
				return list
			}
		}
	}
	return nil
}

// countsOn says whether the key of an entry counts: it is the number of a loop, or the length of the list and 1.
func (t *Tree) countsOn(entry *ast.AttrGetExpr) bool {
	switch key := entry.Key.(type) {
	case *ast.IdentExpr:
		for _, loop := range t.Loops(t.Record(entry).Extent.Start) {
			switch n := loop.(type) {
			case *ast.NumberForStmt:
				if n.Name == key.Value {
					return true
				}
			case *ast.GenericForStmt:
				call, _ := n.Exprs[0].(*ast.FuncCallExpr)
				if n.Names[0] == key.Value && call != nil && Callee(call) == "ipairs" {
					return true
				}
			}
		}
	case *ast.ArithmeticOpExpr:
		length, _ := key.Lhs.(*ast.UnaryLenOpExpr)
		return length != nil && t.counts(length.Expr, entry.Object)
	}
	return false
}
