package adapt

import (
	"fmt"

	"github.com/yuin/gopher-lua/ast"
)

// Sequence rewrites an assignment to several variables for the compiler. gopher-lua assigns to locals while it still
// evaluates, so that `a, b = b, a` gives both the value of b; Lua evaluates everything before it assigns.
//
//	i, t[i] = i + 1, x    becomes    do local (1), (2), (3), (4) = t, i, i + 1, x; i = (3); (1)[(2)] = (4) end
//
// The names of the hidden locals cannot be written in a script. Nodes keep their places, so messages do not show it.
//
// A call that is cut to one value is compiled right into the register of the last parameter, if it is assigned to that: the function that is called
// would be there before the arguments are evaluated, and `n = (f(n))`, or `n = n .. m`, which is such a call here, would see it in n. A single
// assignment takes one value of a call in any case, so it is not cut there.
func Sequence(s *ast.AssignStmt) ast.Stmt {
	if len(s.Lhs) < 2 {
		if call, ok := s.Rhs[0].(*ast.FuncCallExpr); ok && len(s.Lhs) == len(s.Rhs) {
			call.AdjustRet = false
		}
		return s
	}
	local := &ast.LocalAssignStmt{}
	hide := func(e ast.Expr) ast.Expr {
		name := fmt.Sprintf("(%d)", len(local.Names)+1)
		local.Names, local.Exprs = append(local.Names, name), append(local.Exprs, e)
		return at(&ast.IdentExpr{Value: name}, e)
	}
	targets := make([]ast.Expr, len(s.Lhs))
	for i, target := range s.Lhs {
		if field, ok := target.(*ast.AttrGetExpr); ok {
			target = at(&ast.AttrGetExpr{Object: hide(field.Object), Key: hide(field.Key)}, field)
		}
		targets[i] = target
	}
	block := &ast.DoBlockStmt{Stmts: []ast.Stmt{at(local, s)}}
	for _, target := range targets {
		name := fmt.Sprintf("(%d)", len(local.Names)+1)
		local.Names = append(local.Names, name)
		value := at(&ast.IdentExpr{Value: name}, s)
		block.Stmts = append(block.Stmts, at(&ast.AssignStmt{Lhs: []ast.Expr{target}, Rhs: []ast.Expr{value}}, s))
	}
	local.Exprs = append(local.Exprs, s.Rhs...)
	return at(block, s)
}

// at gives a new node the place of another.
func at[N ast.PositionHolder](n N, place ast.PositionHolder) N {
	n.SetLine(place.Line())
	n.SetLastLine(place.LastLine())
	return n
}
