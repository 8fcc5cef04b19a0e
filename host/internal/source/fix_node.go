package source

import (
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// here is an edit of what stands at a site, or of a field of the table there.
func (c *chunk) here(r *record, f diag.Fix) (at bytesRange, text string, ok bool) {
	e, isExpr := r.node.(ast.Expr)
	switch {
	case f.Action == diag.FixRename:
		return c.renameParameter(r, f)
	case f.Action == diag.FixLocal:
		s, ok := r.node.(*ast.LocalAssignStmt)
		return bytesRange{r.extent.end, r.extent.end}, " = " + f.Text, ok && len(s.Names) == 1 && len(s.Exprs) == 0
	case f.Action == diag.FixDeclare:
		a, ok := c.assignment(r)
		return bytesRange{a.extent.start, a.extent.start}, "local ", ok
	case f.Action == diag.FixUnblock:
		s, ok := r.node.(*ast.IfStmt)
		if !ok || len(s.Then) != 1 || len(s.Else) > 0 {
			return at, "", false
		}
		inner := c.record(s.Then[0]).extent
		return r.extent, c.text[inner.start:inner.end], true
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
	case f.Action == diag.FixDrop && isExpr && f.Path == "":
		return c.fieldOf(e)
	case f.Path == "" && isExpr && f.Action <= diag.FixWrap:
		return r.extent, c.fill(f.Text, e), true
	case f.Path == "" && f.Action <= diag.FixWrap:
		return r.extent, strings.ReplaceAll(f.Text, "%1", c.text[r.extent.start:r.extent.end]), true
	case isExpr && f.Path != "":
		if p, ok := c.walk(spot{chunk: c, value: e}, f.Path); ok {
			return p.edit(f)
		}
	}
	return at, "", false
}

// setter makes a call of a method of an assignment of one value to a field with a name.
func (c *chunk) setter(field *record, method string) (at bytesRange, text string, ok bool) {
	a, ok := c.assignment(field)
	get, isField := field.node.(*ast.AttrGetExpr)
	if !ok || !isField || c.text[field.point.start] == '[' {
		return at, "", false
	}
	rhs := a.node.(*ast.AssignStmt).Rhs
	object, value := c.record(get.Object).extent, c.record(rhs[0]).extent
	return a.extent, c.text[object.start:object.end] + ":" + method + "(" + c.text[value.start:value.end] + ")", len(rhs) == 1
}

// assignment is the assignment that sets one variable alone.
func (c *chunk) assignment(variable *record) (a record, ok bool) {
	for i := range c.tree.records {
		r := &c.tree.records[i]
		if s, is := r.node.(*ast.AssignStmt); is && len(s.Lhs) == 1 && s.Lhs[0] == variable.node {
			return *r, true
		}
	}
	return a, false
}

// rewritten fills the pieces of a call into a template. ok is false where a piece is not there.
func (c *chunk) rewritten(call *ast.FuncCallExpr, r *record, template string) (text string, ok bool) {
	pairs := []string{"%r", before(c.text[r.extent.start:r.point.start])}
	if call.Func != nil {
		f := c.record(call.Func).extent
		pairs = append(pairs, "%f", c.text[f.start:f.end])
	}
	if len(call.Args) > 0 {
		pairs = append(pairs, "%p", c.operand(call.Args[0]))
	}
	for i, at := range r.parts {
		pairs = append(pairs, "%"+strconv.Itoa(i+1), c.text[at.start:at.end])
		if inner, ok := inside(c.text[at.start:at.end]); ok && i < len(call.Args) {
			pairs = append(pairs, "%i"+strconv.Itoa(i+1), inner)
		}
	}
	text = strings.NewReplacer(pairs...).Replace(template)
	return text, !strings.Contains(text, "%i") && !strings.Contains(text, "%"+strconv.Itoa(len(call.Args)+1)) && (len(call.Args) > 0 || !strings.Contains(template, "%p"))
}

// operator puts another operator, with a space on each side, in the place of one.
func (c *chunk) operator(r *record, text string) (at bytesRange, put string, ok bool) {
	if _, ok := r.node.(*ast.ArithmeticOpExpr); !ok {
		return at, "", false
	}
	left, right := strings.TrimRight(c.text[:r.point.start], " "), strings.TrimLeft(c.text[r.point.end:], " ")
	return bytesRange{len(left), len(c.text) - len(right)}, " " + text + " ", true
}

// inside is what stands between the braces of a table. ok is false if the text is no table, or if a comment stands in it.
func inside(text string) (inner string, ok bool) {
	inner, opens := strings.CutPrefix(text, "{")
	inner, closes := strings.CutSuffix(inner, "}")
	return strings.TrimRight(strings.TrimSpace(inner), ",; \t\r\n"), opens && closes && !strings.Contains(inner, "--")
}

// before is what stands before a called name, without the sign between them.
func before(text string) string { return strings.TrimRight(text, " \t\r\n.:") }

// renameParameter gives a parameter another name, wherever the function uses it.
func (c *chunk) renameParameter(r *record, f diag.Fix) (at bytesRange, text string, ok bool) {
	fn, isFunction := r.node.(*ast.FunctionExpr)
	if !isFunction {
		return at, "", false
	}
	var places []bytesRange
	if i := slices.Index(fn.ParList.Names, f.Path); i >= 0 {
		places = append(places, r.names[i])
	}
	for i := range c.tree.records {
		k := &c.tree.records[i]
		if id, ok := k.node.(*ast.IdentExpr); ok && id.Value == f.Path && r.extent.start <= k.extent.start && k.extent.end <= r.extent.end {
			places = append(places, k.extent)
		}
	}
	if len(places) == 0 {
		return at, "", false
	}
	slices.SortFunc(places, func(a, b bytesRange) int { return a.start - b.start })
	at = bytesRange{places[0].start, places[len(places)-1].end}
	for i, p := range places {
		if i > 0 {
			text += c.text[places[i-1].end:p.start]
		}
		text += f.Text
	}
	return at, text, true
}

// calleeOf is the last name of what is called, "" if it has none.
func calleeOf(call *ast.FuncCallExpr) string {
	switch f := call.Func.(type) {
	case nil:
		return call.Method
	case *ast.IdentExpr:
		return f.Value
	case *ast.AttrGetExpr:
		if key, ok := f.Key.(*ast.StringExpr); ok {
			return key.Value
		}
	}
	return ""
}

// colon is the '.' before the called name.
func (c *chunk) colon(call *ast.FuncCallExpr, r *record) (at bytesRange, text string, ok bool) {
	if _, ok := call.Func.(*ast.AttrGetExpr); !ok {
		return at, "", false
	}
	name := r.point.start
	dot := len(strings.TrimRight(c.text[:name], " \t")) - 1
	if dot < 0 || c.text[dot] != '.' {
		return at, "", false
	}
	return bytesRange{dot, dot + 1}, ":", true
}
