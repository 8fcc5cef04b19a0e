package flow

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// hidden are the registers of a loop before those of its variables.
const hidden = 3

// Register is the register in which a local of the innermost function around its use stands, from 0; -1 if there is none. Locals take registers in
// the order in which they are declared, and give them back at the end of their block. The names that gopher-lua keeps for debuggers do not say it: a
// block that ends with locals of its own marks others as ended.
//
//	local a                 0
//	for i = 1, 3 do         1, 2, 3 and i 4
//	  local b               5
//	end
//	local c                 1
func (t *Tree) Register(use *ast.IdentExpr) int {
	at := t.Record(use).Extent
	stmts, names := t.Stmts, []string(nil)
	if f := t.innermostFunction(at); f != nil {
		stmts, names = f.Stmts, t.firstLocals(f)
	}
	names = t.declaredBefore(stmts, at, names)
	for i := len(names) - 1; i >= 0; i-- {
		if names[i] == use.Value {
			return i
		}
	}
	return -1
}

// innermostFunction is the innermost function around a place, nil if there is none.
func (t *Tree) innermostFunction(at parse.Range) (found *ast.FunctionExpr) {
	start := -1
	for i := range t.Records {
		r := &t.Records[i]
		if f, ok := r.Node.(*ast.FunctionExpr); ok && r.Extent.Contains(at) && r.Extent.Start > start {
			found, start = f, r.Extent.Start
		}
	}
	return found
}

// firstLocals are the locals that a function begins with.
func (t *Tree) firstLocals(f *ast.FunctionExpr) (names []string) {
	for i := range t.Records {
		if def, ok := t.Records[i].Node.(*ast.FuncDefStmt); ok && def.Func == f && def.Name.Receiver != nil {
			names = append(names, "self")
		}
	}
	names = append(names, f.ParList.Names...)
	if f.ParList.HasVargs {
		names = append(names, "arg")
	}
	return names
}

// declaredBefore adds to names the locals that statements have declared where a place is.
func (t *Tree) declaredBefore(stmts []ast.Stmt, at parse.Range, names []string) []string {
	for _, stmt := range stmts {
		extent := t.Record(stmt).Extent
		if extent.Start > at.Start {
			return names
		}
		if extent.Contains(at) {
			return t.declaredIn(stmt, at, names)
		}
		if local, ok := stmt.(*ast.LocalAssignStmt); ok {
			names = append(names, local.Names...)
		}
	}
	return names
}

// declaredIn is declaredBefore for the blocks of a statement around the place.
func (t *Tree) declaredIn(stmt ast.Stmt, at parse.Range, names []string) []string {
	inBlock := func(stmts []ast.Stmt) bool {
		return slices.ContainsFunc(stmts, func(s ast.Stmt) bool { return t.Record(s).Extent.Contains(at) })
	}
	switch x := stmt.(type) {
	case *ast.DoBlockStmt:
		return t.declaredBefore(x.Stmts, at, names)
	case *ast.WhileStmt:
		return t.declaredBefore(x.Stmts, at, names)
	case *ast.RepeatStmt: // its condition sees the locals of its block
		return t.declaredBefore(x.Stmts, at, names)
	case *ast.IfStmt:
		for _, block := range [][]ast.Stmt{x.Then, x.Else} {
			if inBlock(block) {
				return t.declaredBefore(block, at, names)
			}
		}
	case *ast.NumberForStmt:
		if inBlock(x.Stmts) {
			return t.declaredBefore(x.Stmts, at, append(append(names, make([]string, hidden)...), x.Name))
		}
	case *ast.GenericForStmt:
		if inBlock(x.Stmts) {
			return t.declaredBefore(x.Stmts, at, append(append(names, make([]string, hidden)...), x.Names...))
		}
	}
	return names
}
