package syntax

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// Print is the syntax tree of a function as text, one node a line, each expression with the type that typeOf gives it
// ("" where there is none):
//
//	function(DispatchThreadID)
//	  local xy
//	    .xy : uint2
//	      DispatchThreadID : uint3
func Print(fn *ast.FunctionExpr, typeOf func(ast.Expr) string) string {
	p := &treePrinter{typeOf: typeOf}
	p.expr(fn, 0)
	return p.out.String()
}

type treePrinter struct {
	out    strings.Builder
	typeOf func(ast.Expr) string
}

func (p *treePrinter) line(depth int, format string, args ...any) {
	p.out.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(&p.out, format, args...)
	p.out.WriteByte('\n')
}

func (p *treePrinter) stmts(list []ast.Stmt, depth int) {
	for _, s := range list {
		p.stmt(s, depth)
	}
}

func (p *treePrinter) stmt(stmt ast.Stmt, depth int) {
	switch s := stmt.(type) {
	case *ast.LocalAssignStmt:
		p.line(depth, "local %s", strings.Join(s.Names, ", "))
		p.exprs(s.Exprs, depth+1)
	case *ast.AssignStmt:
		p.line(depth, "assign")
		p.exprs(s.Lhs, depth+1)
		p.line(depth, "to")
		p.exprs(s.Rhs, depth+1)
	case *ast.FuncCallStmt:
		p.expr(s.Expr, depth)
	case *ast.DoBlockStmt:
		p.block("do", s.Stmts, depth)
	case *ast.WhileStmt:
		p.line(depth, "while")
		p.expr(s.Condition, depth+1)
		p.block("do", s.Stmts, depth)
	case *ast.RepeatStmt:
		p.block("repeat", s.Stmts, depth)
		p.line(depth, "until")
		p.expr(s.Condition, depth+1)
	case *ast.IfStmt:
		p.line(depth, "if")
		p.expr(s.Condition, depth+1)
		p.block("then", s.Then, depth)
		if len(s.Else) > 0 {
			p.block("else", s.Else, depth)
		}
	case *ast.NumberForStmt:
		p.line(depth, "for %s", s.Name)
		p.exprs([]ast.Expr{s.Init, s.Limit, s.Step}, depth+1)
		p.block("do", s.Stmts, depth)
	case *ast.ReturnStmt:
		p.line(depth, "return")
		p.exprs(s.Exprs, depth+1)
	case *ast.BreakStmt:
		p.line(depth, "break")
	default:
		p.line(depth, "%s", strings.TrimPrefix(fmt.Sprintf("%T", stmt), "*ast."))
	}
}

func (p *treePrinter) block(word string, list []ast.Stmt, depth int) {
	p.line(depth, "%s", word)
	p.stmts(list, depth+1)
}

func (p *treePrinter) exprs(list []ast.Expr, depth int) {
	for _, e := range list {
		if e != nil {
			p.expr(e, depth)
		}
	}
}

func (p *treePrinter) expr(expr ast.Expr, depth int) {
	label, parts := describe(expr)
	if t := p.typeOf(expr); t != "" {
		label += " : " + t
	}
	p.line(depth, "%s", label)
	p.exprs(parts, depth+1)
	if fn, ok := expr.(*ast.FunctionExpr); ok {
		p.stmts(fn.Stmts, depth+1)
	}
}

// describe gives the word for an expression and the expressions it consists of.
func describe(expr ast.Expr) (string, []ast.Expr) {
	switch e := expr.(type) {
	case *ast.NumberExpr:
		return e.Value, nil
	case *ast.StringExpr:
		return fmt.Sprintf("%q", e.Value), nil
	case *ast.TrueExpr:
		return "true", nil
	case *ast.FalseExpr:
		return "false", nil
	case *ast.IdentExpr:
		return e.Value, nil
	case *ast.AttrGetExpr:
		if key, ok := e.Key.(*ast.StringExpr); ok {
			return "." + key.Value, []ast.Expr{e.Object}
		}
		return "index", []ast.Expr{e.Object, e.Key}
	case *ast.FuncCallExpr:
		if e.Method != "" {
			return "call :" + e.Method, append([]ast.Expr{e.Receiver}, e.Args...)
		}
		return "call", append([]ast.Expr{e.Func}, e.Args...)
	case *ast.LogicalOpExpr:
		return e.Operator, []ast.Expr{e.Lhs, e.Rhs}
	case *ast.RelationalOpExpr:
		return e.Operator, []ast.Expr{e.Lhs, e.Rhs}
	case *ast.ArithmeticOpExpr:
		return e.Operator, []ast.Expr{e.Lhs, e.Rhs}
	case *ast.UnaryMinusOpExpr:
		return "-", []ast.Expr{e.Expr}
	case *ast.UnaryNotOpExpr:
		return "not", []ast.Expr{e.Expr}
	case *ast.UnaryLenOpExpr:
		return "#", []ast.Expr{e.Expr}
	case *ast.TableExpr:
		return describeTable(e)
	case *ast.FunctionExpr:
		if e.ParList == nil {
			return "function()", nil
		}
		return "function(" + strings.Join(e.ParList.Names, ", ") + ")", nil
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", expr), "*ast."), nil
}

// describeTable names the fields of a table in their order; the entries of a list have no names.
func describeTable(e *ast.TableExpr) (string, []ast.Expr) {
	var names []string
	var parts []ast.Expr
	for _, f := range e.Fields {
		if key, ok := f.Key.(*ast.StringExpr); ok {
			names = append(names, key.Value)
		}
		parts = append(parts, f.Value)
	}
	return "{" + strings.Join(names, ", ") + "}", parts
}
