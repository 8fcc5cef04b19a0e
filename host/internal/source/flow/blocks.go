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

// Opens is the block of a statement in which a name is known from its beginning: the body of a loop with such a variable, or of a function in it with
// such a parameter. ok is false where there is none.
func (t *Tree) Opens(s ast.Stmt, name string) (block []ast.Stmt, ok bool) {
	if slices.Contains(loopNames(s), name) {
		return Blocks(s)[0], true
	}
	at := t.Record(s).Extent
	for i := range t.Records {
		f, is := t.Records[i].Node.(*ast.FunctionExpr)
		if is && at.Contains(t.Records[i].Extent) && slices.Contains(f.ParList.Names, name) {
			block, ok = f.Stmts, true // the outermost one comes last
		}
	}
	return block, ok
}

// Declares is what declares a name in a block of a statement, nil if nothing does, and the statement behind which that block goes on; nil: it does
// not.
func (t *Tree) Declares(s ast.Stmt, name string) (node, last ast.Stmt) {
	if block, ok := t.Opens(s, name); ok {
		return s, goesOn(block)
	}
	for _, list := range Blocks(s) {
		for _, inner := range list {
			if local, is := inner.(*ast.LocalAssignStmt); is && slices.Contains(local.Names, name) {
				node = local
			}
		}
		if node != nil {
			return node, goesOn(list)
		}
	}
	return nil, nil
}

// goesOn is the last statement of a block, if the script can go on behind it.
func goesOn(block []ast.Stmt) ast.Stmt {
	if len(block) == 0 {
		return nil
	}
	switch last := block[len(block)-1].(type) {
	case *ast.ReturnStmt, *ast.BreakStmt:
		return nil
	default:
		return last
	}
}

// loopNames are the names that a loop declares.
func loopNames(loop ast.Stmt) []string {
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

// GlobalIn says whether all uses of a global lie in a part of the text.
func (t *Tree) GlobalIn(part parse.Range, name string) bool {
	return !slices.ContainsFunc(t.Records, func(r parse.Record) bool {
		id, is := r.Node.(*ast.IdentExpr)
		return is && id.Value == name && r.Decl == 0 && !part.Contains(r.Extent)
	})
}
