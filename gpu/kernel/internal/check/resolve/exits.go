package resolve

import "github.com/yuin/gopher-lua/ast"

// Exits says how a statement may leave the list it is in.
type Exits struct{ Returns, Breaks bool }

// Any says whether it may leave at all.
func (x Exits) Any() bool { return x.Returns || x.Breaks }

// ExitsOf gives how a statement may leave; a break of a loop inside it leaves that loop only.
func ExitsOf(stmt ast.Stmt) Exits {
	switch s := stmt.(type) {
	case *ast.ReturnStmt:
		return Exits{Returns: true}
	case *ast.BreakStmt:
		return Exits{Breaks: true}
	case *ast.DoBlockStmt:
		return ExitsOfAll(s.Stmts)
	case *ast.IfStmt:
		a, b := ExitsOfAll(s.Then), ExitsOfAll(s.Else)
		return Exits{a.Returns || b.Returns, a.Breaks || b.Breaks}
	case *ast.WhileStmt:
		return Exits{Returns: ExitsOfAll(s.Stmts).Returns}
	case *ast.RepeatStmt:
		return Exits{Returns: ExitsOfAll(s.Stmts).Returns}
	case *ast.NumberForStmt:
		return Exits{Returns: ExitsOfAll(s.Stmts).Returns}
	}
	return Exits{}
}

// ExitsOfAll gives how some statement of a list may leave.
func ExitsOfAll(list []ast.Stmt) (x Exits) {
	for _, s := range list {
		y := ExitsOf(s)
		x.Returns, x.Breaks = x.Returns || y.Returns, x.Breaks || y.Breaks
	}
	return x
}

// FallsThrough says whether the end of a list can be reached.
func FallsThrough(list []ast.Stmt) bool {
	for _, stmt := range list {
		switch s := stmt.(type) {
		case *ast.ReturnStmt, *ast.BreakStmt:
			return false
		case *ast.DoBlockStmt:
			if !FallsThrough(s.Stmts) {
				return false
			}
		case *ast.IfStmt:
			if !FallsThrough(s.Then) && !FallsThrough(s.Else) {
				return false
			}
		}
	}
	return true
}

// OnlyReturnIsLast says whether a function has no return but as its last statement.
func OnlyReturnIsLast(list []ast.Stmt) bool {
	for i, s := range list {
		if _, ok := s.(*ast.ReturnStmt); ok {
			return i == len(list)-1
		}
		if ExitsOf(s).Returns {
			return false
		}
	}
	return true
}

// Arity is the number of expressions of the first return, 0 without one.
func Arity(list []ast.Stmt) int {
	for _, stmt := range list {
		n := 0
		switch s := stmt.(type) {
		case *ast.ReturnStmt:
			return len(s.Exprs)
		case *ast.DoBlockStmt:
			n = Arity(s.Stmts)
		case *ast.IfStmt:
			n = max(Arity(s.Then), Arity(s.Else))
		case *ast.WhileStmt:
			n = Arity(s.Stmts)
		case *ast.RepeatStmt:
			n = Arity(s.Stmts)
		case *ast.NumberForStmt:
			n = Arity(s.Stmts)
		}
		if n > 0 {
			return n
		}
	}
	return 0
}
