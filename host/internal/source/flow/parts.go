package flow

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// getters are methods that give the same again, as long as the script does not present or resize between.
var getters = map[string]bool{"GetBuffer": true, "GetCPUDescriptorHandle": true, "GetCurrentBackBufferIndex": true, "GetGPUDescriptorHandle": true, "GetGPUVirtualAddress": true}

// Parts are the expressions that an expression is made of. ok is false for one that cannot stand elsewhere, because it makes something or has an effect.
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
