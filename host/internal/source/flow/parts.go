package flow

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// getters are methods that give the same again, as long as the script does not present or resize between.
var getters = map[string]bool{"GetBuffer": true, "GetCPUDescriptorHandle": true, "GetCurrentBackBufferIndex": true, "GetGPUDescriptorHandle": true,
	"GetGPUVirtualAddress": true}

// Parts are the expressions that an expression is made of. ok is false for one that cannot stand elsewhere, because it makes something or has an
// effect.
func Parts(e ast.Expr) (list []ast.Expr, ok bool) {
	switch e := e.(type) {
	case *ast.IdentExpr, *ast.StringExpr, *ast.NumberExpr, *ast.NilExpr, *ast.TrueExpr, *ast.FalseExpr:
		return nil, true
	case *ast.AttrGetExpr:
		return []ast.Expr{e.Object, e.Key}, true
	case *ast.ArithmeticOpExpr:
		return []ast.Expr{e.Lhs, e.Rhs}, true
	case *ast.FuncCallExpr:
		return append([]ast.Expr{e.Receiver}, e.Args...), e.Receiver != nil && getters[e.Method]
	case *ast.TableExpr: // a description: nobody keeps it
		for _, f := range e.Fields {
			if list = append(list, f.Value); f.Key != nil {
				list = append(list, f.Key)
			}
		}
		return list, true
	}
	return nil, false
}

// Repeatable says whether an expression can stand elsewhere: it makes nothing but descriptions.
func Repeatable(e ast.Expr) bool {
	list, ok := Parts(e)
	return ok && !slices.ContainsFunc(list, func(p ast.Expr) bool { return !Repeatable(p) })
}

// Argument is what a call gives for parameter i; the receiver of a method comes first.
func Argument(call *ast.FuncCallExpr, i int, parameters []Variable) ast.Expr {
	if call.Receiver != nil {
		if i == 0 {
			return call.Receiver
		}
		i--
	}
	if i >= len(call.Args) {
		return nil
	}
	return call.Args[i]
}

// Made is the call that stands for a value, and the number of its argument, from 0, that is a field of the table which the called function returns;
// -1 where it returns none.
//
//	local function transition(r, before, after) return { Resource = r, Before = before, After = after } end
//	l:ResourceBarrier { transition(t, "COMMON", "COPY_DEST") }
//	                                  ────────  its field Before
func (t *Tree) Made(e ast.Expr, field string) (call *ast.FuncCallExpr, argument int) {
	call, isCall := e.(*ast.FuncCallExpr)
	if !isCall {
		return nil, -1
	}
	name, _ := call.Func.(*ast.IdentExpr)
	if name == nil {
		return nil, -1
	}
	f, _ := t.Local(name).(*ast.FunctionExpr)
	if f == nil || len(f.Stmts) != 1 {
		return nil, -1
	}
	back, isReturn := f.Stmts[0].(*ast.ReturnStmt)
	if !isReturn || len(back.Exprs) != 1 {
		return nil, -1
	}
	table, isTable := back.Exprs[0].(*ast.TableExpr)
	if !isTable {
		return nil, -1
	}
	table, k := t.Holder(table, field, 0, 0)
	if k < 0 {
		return nil, -1
	}
	n, path := t.ParameterOf(table.Fields[k].Value, t.Record(table).Extent.Start)
	if n == 0 || n > len(call.Args) || path != "" {
		return nil, -1
	}
	return call, n - 1
}
