package flow

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// ListsAround are the blocks that a node stands in, from inside.
func (t *Tree) ListsAround(at *parse.Record) (lists [][]ast.Stmt) {
	for i := range t.Records {
		if t.Records[i].Extent.Contains(at.Extent) {
			lists = append(lists, Blocks(t.Records[i].Node)...)
		}
	}
	return slices.DeleteFunc(append(lists, t.Stmts), func(list []ast.Stmt) bool { return t.StatementAround(list, at) < 0 })
}

// StatementAround is which statement of a block a node stands in, -1 if none.
func (t *Tree) StatementAround(list []ast.Stmt, at *parse.Record) int {
	return slices.IndexFunc(list, func(s ast.Stmt) bool { return t.Record(s).Extent.Contains(at.Extent) })
}

// Declares is what declares a name in one of a statement's blocks, nil if nothing does, and the statement behind which that block goes on; nil: it
// does not.
func (t *Tree) Declares(s ast.Stmt, name string) (node ast.Stmt, last ast.Stmt) {
	for _, list := range Blocks(s) {
		if node = nil; slices.Contains(LoopNames(s), name) {
			node = s
		}
		for _, inner := range list {
			if local, is := inner.(*ast.LocalAssignStmt); is && slices.Contains(local.Names, name) {
				node = local
			}
		}
		if node == nil {
			continue
		}
		if n := len(list); n > 0 {
			last = list[n-1]
		}
		switch last.(type) {
		case *ast.ReturnStmt, *ast.BreakStmt:
			last = nil
		}
		return node, last
	}
	return nil, nil
}

// LoopNames are the names that a loop declares.
func LoopNames(loop ast.Stmt) []string {
	switch n := loop.(type) {
	case *ast.NumberForStmt:
		return []string{n.Name}
	case *ast.GenericForStmt:
		return n.Names
	}
	return nil
}

// StaysIn says whether what a statement declares is used nowhere but in a part of the text.
func (t *Tree) StaysIn(statement *parse.Record, part parse.Range) bool {
	local, is := statement.Node.(*ast.LocalAssignStmt)
	if !is {
		return true
	}
	for i := range local.Names {
		for use := range t.UsesOf(statement.Decl + i) {
			if !part.Contains(use.Extent) {
				return false
			}
		}
	}
	return true
}
