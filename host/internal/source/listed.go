package source

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// listAt is the name at a site of the list that gets an entry from each call of a place, if the site comes after all of them: further down in one run of the function
// that both stand in.
//
//	local threads = {}
//	for i = 1, 4 do threads[i] = gpu.Thread(record) end      threads
func (s *Set) listAt(made, at gpu.Site) (string, bool) {
	c, r, ok := s.find(made)
	there, here, found := s.find(at)
	if !ok || !found || c != there || s.ways.Caller(made) != s.ways.Caller(at) {
		return "", false
	}
	t, pos := c.tree(), r.Extent.Start
	list := c.listOf(r)
	if list == nil || t.FunctionAround(pos) != t.FunctionAround(here.Extent.Start) {
		return "", false
	}
	v := t.Variable(list)
	if v.Decl == 0 || s.visible(at)[v.Name] != v.Decl || t.Assigned(v) > 1 {
		return "", false
	}
	for _, loop := range t.Loops(pos) {
		if whole := t.Record(loop).Extent; whole.Start > t.Starts[v.Decl-1] {
			if whole.End > here.Extent.Start {
				return "", false
			}
			return v.Name, true
		}
	}
	return "", false
}

// listOf is the name of the list that a call is an entry of: list[i] = call in a loop that counts i, list[#list + 1] = call, or table.insert(list, call). nil: there is none.
func (c *chunk) listOf(call *parse.Record) *ast.IdentExpr {
	for i := range c.tree().Records {
		switch n := c.tree().Records[i].Node.(type) {
		case *ast.AssignStmt:
			if k := slices.IndexFunc(n.Rhs, func(e ast.Expr) bool { return e == call.Node }); k >= 0 && len(n.Lhs) == len(n.Rhs) {
				entry, _ := n.Lhs[k].(*ast.AttrGetExpr)
				if entry == nil || !c.counts(entry) {
					return nil
				}
				list, _ := entry.Object.(*ast.IdentExpr)
				return list
			}
		case *ast.FuncCallExpr:
			if flow.Callee(n) == "insert" && len(n.Args) == 2 && n.Args[1] == call.Node {
				list, _ := n.Args[0].(*ast.IdentExpr)
				return list
			}
		}
	}
	return nil
}

// counts says whether the key of an entry counts: it is the number of a loop, or the length of the list and 1.
func (c *chunk) counts(entry *ast.AttrGetExpr) bool {
	switch key := entry.Key.(type) {
	case *ast.IdentExpr:
		for _, loop := range c.tree().Loops(c.record(entry).Extent.Start) {
			switch n := loop.(type) {
			case *ast.NumberForStmt:
				if n.Name == key.Value {
					return true
				}
			case *ast.GenericForStmt:
				call, _ := n.Exprs[0].(*ast.FuncCallExpr)
				if n.Names[0] == key.Value && call != nil && flow.Callee(call) == "ipairs" {
					return true
				}
			}
		}
	case *ast.ArithmeticOpExpr:
		length, _ := key.Lhs.(*ast.UnaryLenOpExpr)
		return length != nil && c.textOf(length.Expr) == c.textOf(entry.Object)
	}
	return false
}
