package source

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
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
		a, ok := c.tree().Assignment(r)
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

// rewritten fills the pieces of a call into a template. ok is false where a piece is not there.
func (c *chunk) rewritten(call *ast.FuncCallExpr, r *parse.Record, template string) (text string, ok bool) {
	switch call.Receiver.(type) {
	case *ast.IdentExpr, *ast.AttrGetExpr:
	default: // nothing is assigned to what a call returns
		if strings.HasPrefix(template, "%r =") {
			return "", false
		}
	}
	if assigned := assignedArguments.FindString(template); assigned != "" {
		for _, place := range argumentNumber.FindAllStringSubmatch(assigned, -1) {
			if n, _ := strconv.Atoi(place[1]); n > len(call.Args) || !flow.Assignable(call.Args[n-1]) {
				return "", false
			}
		}
	}
	pairs, ok := c.fields(call, template)
	if !ok {
		return "", false
	}
	pairs = append(pairs, "%r", before(c.Text[r.Extent.Start:r.Point.Start]))
	if call.Func != nil {
		f := c.record(call.Func).Extent
		pairs = append(pairs, "%f", c.Text[f.Start:f.End])
	}
	if len(call.Args) > 0 {
		pairs = append(pairs, "%p", c.tree().Operand(c.Text, call.Args[0]))
	}
	if n := len(r.Parts); n > 0 {
		pairs = append(pairs, "%a", c.Text[r.Parts[0].Start:r.Parts[n-1].End])
	}
	if len(r.Parts) == 1 {
		list := c.Text[r.Parts[0].Start:r.Parts[0].End]
		if _, is := call.Args[0].(*ast.TableExpr); !is {
			list = "{ " + list + " }"
		}
		pairs = append(pairs, "%l", list)
	}
	for i, at := range r.Parts {
		pairs = append(pairs, "%"+strconv.Itoa(i+1), c.Text[at.Start:at.End])
		if inner, ok := inside(c.Text[at.Start:at.End]); ok && i < len(call.Args) {
			pairs = append(pairs, "%i"+strconv.Itoa(i+1), inner)
		}
	}
	text = strings.NewReplacer(pairs...).Replace(template)
	return text, !strings.Contains(text, "%i") && complete(template, len(call.Args), len(r.Parts))
}

// complete says whether a call of so many arguments, written in so many parts, has all that a template names of it.
func complete(template string, args, parts int) bool {
	for _, place := range argumentNumber.FindAllStringSubmatch(template, -1) {
		if n, _ := strconv.Atoi(place[1]); n > args {
			return false
		}
	}
	return (parts > 0 || !strings.Contains(template, "%a")) && (parts == 1 || !strings.Contains(template, "%l")) &&
		(args > 0 || !strings.Contains(template, "%p"))
}

// fields are the values that a template names of the first argument, as %1.Name, where that is a table which is written in the call: of anything else
// they are read from it. ok is false where the table has no such field.
func (c *chunk) fields(call *ast.FuncCallExpr, template string) (pairs []string, ok bool) {
	named := fieldOfFirst.FindAllStringSubmatch(template, -1)
	if len(named) == 0 || len(call.Args) == 0 {
		return nil, true
	}
	table, is := call.Args[0].(*ast.TableExpr)
	if !is {
		_, variable := call.Args[0].(*ast.IdentExpr)
		return nil, variable
	}
	slices.SortFunc(named, func(a, b []string) int { return len(b[0]) - len(a[0]) }) // Src is the beginning of SrcOffset
	for _, m := range named {
		i := flow.FieldAt(table, m[1], 0)
		if i < 0 {
			return nil, false
		}
		at := c.record(table.Fields[i].Value).Extent
		pairs = append(pairs, m[0], c.Text[at.Start:at.End])
	}
	return pairs, true
}

// assignedArguments is the left side of an assignment to arguments, at the beginning of a template.
var assignedArguments = regexp.MustCompile(`^%\d+(?:, %\d+)* = `)

// argumentNumber is an argument in a template.
var argumentNumber = regexp.MustCompile(`%(\d+)`)

// fieldOfFirst is a field of the first argument in a template.
var fieldOfFirst = regexp.MustCompile(`%1\.([A-Za-z_][A-Za-z0-9_]*)`)

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

// inside is what stands between the braces of a table. ok is false if the text is no table, or if a comment stands in it.
func inside(text string) (inner string, ok bool) {
	inner, opens := strings.CutPrefix(text, "{")
	inner, closes := strings.CutSuffix(inner, "}")
	return strings.TrimRight(strings.TrimSpace(inner), ",;"+lex.Space), opens && closes && !strings.Contains(inner, "--")
}

// before is what stands before a called name, without the sign between them.
func before(text string) string { return strings.TrimRight(text, lex.Space+".:") }

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
