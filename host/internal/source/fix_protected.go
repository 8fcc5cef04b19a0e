package source

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
)

// protected is the fix of an argument of a method that a pcall calls, as one of an argument of the pcall. Others stay as they are.
//
//	pcall(table.BindInputs, table, { … })
//	      argument 1 of BindInputs ─────
func (c *chunk) protected(call *ast.FuncCallExpr, f diag.Fix) diag.Fix {
	if flow.Callee(call) != "pcall" || len(call.Args) == 0 || f.Argument == 0 || f.Action > diag.FixKey {
		return f
	}
	method, ok := call.Args[0].(*ast.AttrGetExpr)
	if !ok {
		return f
	}
	if name, is := method.Key.(*ast.StringExpr); !is || !f.Calls(name.Value) {
		return f
	}
	f.Method, f.Argument = "pcall", f.Argument+1
	if len(call.Args) > 1 && c.textOf(call.Args[1]) == c.textOf(method.Object) { // the object itself
		f.Argument++
	}
	return f
}
