package flow

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/lex"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// Edits of what stands in a text: where, what goes there, and whether there is such an edit.

// textOf is the text of a node.
func textOf(whole string, r *parse.Record) string { return whole[r.Extent.Start:r.Extent.End] }

// Setter makes a call of a method of an assignment of one value to a field with a name.
func (t *Tree) Setter(whole string, field *parse.Record, method string) (at parse.Range, text string, ok bool) {
	a, ok := t.Assignment(field)
	get, isField := field.Node.(*ast.AttrGetExpr)
	if !ok || !isField || whole[field.Point.Start] == '[' {
		return at, "", false
	}
	rhs := a.Node.(*ast.AssignStmt).Rhs
	object, value := t.Record(get.Object).Extent, t.Record(rhs[0]).Extent
	return a.Extent, whole[object.Start:object.End] + ":" + method + "(" + whole[value.Start:value.End] + ")", len(rhs) == 1
}

// CallOf is the call of what stands at a site, the value of a field; where nothing calls it, that itself.
func (t *Tree) CallOf(get *ast.AttrGetExpr, r *parse.Record) *parse.Record {
	for i := range t.Records {
		if call, ok := t.Records[i].Node.(*ast.FuncCallExpr); ok && call.Func == ast.Expr(get) {
			return &t.Records[i]
		}
	}
	return r
}

// Operator puts another operator, with a space on each side, in the place of one.
func (t *Tree) Operator(whole string, r *parse.Record, text string) (at parse.Range, put string, ok bool) {
	if _, ok := r.Node.(*ast.ArithmeticOpExpr); !ok {
		return at, "", false
	}
	left, right := strings.TrimRight(whole[:r.Point.Start], " "), strings.TrimLeft(whole[r.Point.End:], " ")
	return parse.Range{Start: len(left), End: len(whole) - len(right)}, " " + text + " ", true
}

// RenameParameter gives a parameter another name, wherever the function uses it.
func (t *Tree) RenameParameter(whole string, r *parse.Record, name, to string) (at parse.Range, text string, ok bool) {
	fn, isFunction := r.Node.(*ast.FunctionExpr)
	if !isFunction {
		return at, "", false
	}
	var places []parse.Range
	if i := slices.Index(fn.ParList.Names, name); i >= 0 {
		places = append(places, r.Names[i])
	}
	for i := range t.Records {
		k := &t.Records[i]
		if id, ok := k.Node.(*ast.IdentExpr); ok && id.Value == name && r.Extent.Start <= k.Extent.Start && k.Extent.End <= r.Extent.End {
			places = append(places, k.Extent)
		}
	}
	if len(places) == 0 {
		return at, "", false
	}
	slices.SortFunc(places, func(a, b parse.Range) int { return a.Start - b.Start })
	at = parse.Range{Start: places[0].Start, End: places[len(places)-1].End}
	for i, p := range places {
		if i > 0 {
			text += whole[places[i-1].End:p.Start]
		}
		text += to
	}
	return at, text, true
}

// Colon is the '.' before the called name.
func (t *Tree) Colon(whole string, r *parse.Record) (at parse.Range, text string, ok bool) {
	switch x := r.Node.(type) {
	case *ast.FuncCallExpr:
		_, ok = x.Func.(*ast.AttrGetExpr)
	case *ast.AttrGetExpr: // what is called
		ok = strings.HasPrefix(whole[r.Extent.End:], "(")
	}
	if !ok {
		return at, "", false
	}
	name := r.Point.Start
	dot := len(strings.TrimRight(whole[:name], lex.Blank)) - 1
	if dot < 0 || whole[dot] != '.' {
		return at, "", false
	}
	return parse.Range{Start: dot, End: dot + 1}, ":", true
}

// Bounded makes a counted loop of the head of a while loop.
func (t *Tree) Bounded(whole string, loop *parse.Record, most string) (at parse.Range, text string, ok bool) {
	while, ok := loop.Node.(*ast.WhileStmt)
	if !ok {
		return at, "", false
	}
	body := t.Record(while.Condition).Extent.End
	opens := strings.Index(whole[body:loop.Extent.End], "do")
	if opens < 0 || strings.Contains(whole[body:body+opens], "--") {
		return at, "", false
	}
	at = parse.Range{Start: loop.Extent.Start, End: body + opens + len("do")}
	return at, "for _ = 1, " + most + " do if not (" + textOf(whole, t.Record(while.Condition)) + ") then break end", true
}

// CalledBefore says whether a call like one, on the same object, stands before a place.
func (t *Tree) CalledBefore(whole string, call *ast.FuncCallExpr, pos int) bool {
	return call.Receiver == nil || slices.ContainsFunc(t.Records, func(r parse.Record) bool {
		o, is := r.Node.(*ast.FuncCallExpr)
		return is && r.Extent.Start < pos && o.Receiver != nil && o.Method == call.Method &&
			textOf(whole, t.Record(o.Receiver)) == textOf(whole, t.Record(call.Receiver))
	})
}
