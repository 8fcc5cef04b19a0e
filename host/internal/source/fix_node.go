package source

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/lex"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// here is an edit of what stands at a site, or of a field of the table there.
func (c *chunk) here(r *parse.Record, f diag.Fix) (at parse.Range, text string, ok bool) {
	e, isExpr := r.Node.(ast.Expr)
	switch {
	case f.Action == diag.FixColon:
		return c.colon(r)
	case f.Action == diag.FixRename:
		return c.renameParameter(r, f)
	case f.Action == diag.FixLocal:
		s, ok := r.Node.(*ast.LocalAssignStmt)
		return between(r.Extent.End, r.Extent.End), " = " + f.Text, ok && len(s.Names) == 1 && len(s.Exprs) == 0
	case f.Action == diag.FixDeclare:
		a, ok := c.tree().Declaration(r)
		return between(a.Extent.Start, a.Extent.Start), "local ", ok
	case f.Action == diag.FixUnblock:
		s, ok := r.Node.(*ast.IfStmt)
		if !ok || len(s.Then) != 1 || len(s.Else) > 0 {
			return at, "", false
		}
		inner := c.record(s.Then[0]).Extent
		return r.Extent, c.Text[inner.Start:inner.End], true
	case f.Action == diag.FixSetter:
		return c.setter(r, f.Text)
	case f.Action == diag.FixOperator:
		return c.operator(r, f.Text)
	case f.Action == diag.FixGuard:
		return c.guarded(r, f)
	case f.Action == diag.FixAtomic:
		return c.atomic(r, f)
	case f.Action == diag.FixBound:
		return c.bounded(r, f.Text)
	case (f.Action == diag.FixDrop || f.Action == diag.FixKey) && isExpr && f.Path == "":
		return c.fieldOf(e, f)
	case f.Path == "" && isExpr && f.Action <= diag.FixWrap:
		return r.Extent, c.tree().Filled(c.Text, f.Text, e), true
	case f.Path == "" && f.Action <= diag.FixWrap:
		return r.Extent, strings.ReplaceAll(f.Text, "%1", c.Text[r.Extent.Start:r.Extent.End]), true
	case isExpr && f.Path != "":
		if p, ok := c.walk(spot{chunk: c, value: e}, f.Path); ok {
			return p.edit(f)
		}
	}
	return at, "", false
}

// setter makes a call of a method of an assignment of one value to a field with a name.
func (c *chunk) setter(field *parse.Record, method string) (at parse.Range, text string, ok bool) {
	a, ok := c.tree().Assignment(field)
	get, isField := field.Node.(*ast.AttrGetExpr)
	if !ok || !isField || c.Text[field.Point.Start] == '[' {
		return at, "", false
	}
	rhs := a.Node.(*ast.AssignStmt).Rhs
	object, value := c.record(get.Object).Extent, c.record(rhs[0]).Extent
	return a.Extent, c.Text[object.Start:object.End] + ":" + method + "(" + c.Text[value.Start:value.End] + ")", len(rhs) == 1
}

// callOf is the call of what stands at a site, the value of a field; where nothing calls it, that itself.
func (c *chunk) callOf(get *ast.AttrGetExpr, r *parse.Record) *parse.Record {
	for i := range c.tree().Records {
		if call, ok := c.tree().Records[i].Node.(*ast.FuncCallExpr); ok && call.Func == ast.Expr(get) {
			return &c.tree().Records[i]
		}
	}
	return r
}

// operator puts another operator, with a space on each side, in the place of one.
func (c *chunk) operator(r *parse.Record, text string) (at parse.Range, put string, ok bool) {
	if _, ok := r.Node.(*ast.ArithmeticOpExpr); !ok {
		return at, "", false
	}
	left, right := strings.TrimRight(c.Text[:r.Point.Start], " "), strings.TrimLeft(c.Text[r.Point.End:], " ")
	return between(len(left), len(c.Text)-len(right)), " " + text + " ", true
}

// renameParameter gives a parameter another name, wherever the function uses it.
func (c *chunk) renameParameter(r *parse.Record, f diag.Fix) (at parse.Range, text string, ok bool) {
	fn, isFunction := r.Node.(*ast.FunctionExpr)
	if !isFunction {
		return at, "", false
	}
	var places []parse.Range
	if i := slices.Index(fn.ParList.Names, f.Path); i >= 0 {
		places = append(places, r.Names[i])
	}
	for i := range c.tree().Records {
		k := &c.tree().Records[i]
		if id, ok := k.Node.(*ast.IdentExpr); ok && id.Value == f.Path && r.Extent.Start <= k.Extent.Start && k.Extent.End <= r.Extent.End {
			places = append(places, k.Extent)
		}
	}
	if len(places) == 0 {
		return at, "", false
	}
	slices.SortFunc(places, func(a, b parse.Range) int { return a.Start - b.Start })
	at = between(places[0].Start, places[len(places)-1].End)
	for i, p := range places {
		if i > 0 {
			text += c.Text[places[i-1].End:p.Start]
		}
		text += f.Text
	}
	return at, text, true
}

// colon is the '.' before the called name.
func (c *chunk) colon(r *parse.Record) (at parse.Range, text string, ok bool) {
	switch x := r.Node.(type) {
	case *ast.FuncCallExpr:
		_, ok = x.Func.(*ast.AttrGetExpr)
	case *ast.AttrGetExpr: // what is called
		ok = strings.HasPrefix(c.Text[r.Extent.End:], "(")
	}
	if !ok {
		return at, "", false
	}
	name := r.Point.Start
	dot := len(strings.TrimRight(c.Text[:name], lex.Blank)) - 1
	if dot < 0 || c.Text[dot] != '.' {
		return at, "", false
	}
	return between(dot, dot+1), ":", true
}
