package source

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// fieldOf removes the field of a table that has a value, or gives it another name.
func (c *chunk) fieldOf(value ast.Expr, f diag.Fix) (at parse.Range, text string, ok bool) {
	for i := range c.tree().Records {
		table, is := c.tree().Records[i].Node.(*ast.TableExpr)
		if !is {
			continue
		}
		if k := slices.IndexFunc(table.Fields, func(f *ast.Field) bool { return f.Value == value && f.Key != nil }); k >= 0 {
			return spot{chunk: c, parent: c.record(table), index: k, key: table.Fields[k].Key, value: value}.edit(f)
		}
	}
	return at, "", false
}

// atomic makes an atomic function of the assignment to an element of whole numbers.
//
//	out[0] = out[0] + n      InterlockedAdd(out[0], n)
//	out[0] = n               InterlockedMax(out[0], n)
func (c *chunk) atomic(element *parse.Record, f diag.Fix) (at parse.Range, text string, ok bool) {
	get, isElement := element.Node.(*ast.AttrGetExpr)
	a, ok := c.tree().Assignment(element)
	if !ok || !isElement || c.Text[element.Point.Start] != '[' || !c.tree().Pure(get.Key) || !c.isMade(get.Object, diag.Only(f.Method)) {
		return at, "", false
	}
	made := c.tree().First(c.record(get.Object).Decl).(*ast.FuncCallExpr)
	rhs := a.Node.(*ast.AssignStmt).Rhs
	if len(rhs) != 1 || len(made.Args) < 2 || !slices.Contains([]string{"int", "uint"}, c.tree().Literal(made.Args[1])) {
		return at, "", false
	}
	target, value, name := c.textOf(get), rhs[0], f.Text
	if sum, is := value.(*ast.ArithmeticOpExpr); is && sum.Operator == "+" && c.textOf(sum.Lhs) == target {
		value, name = sum.Rhs, "InterlockedAdd"
	}
	return a.Extent, name + "(" + target + ", " + c.textOf(value) + ")", true
}

// textOf is the text of a node.
func (c *chunk) textOf(n ast.PositionHolder) string {
	at := c.record(n).Extent
	return c.Text[at.Start:at.End]
}
