package source

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// A spot is an address in a text: an argument of a call or a field of a table.
type spot struct {
	chunk  *chunk
	parent *record  // the call or the table
	index  int      // of the part of the parent; -1: it is not there
	value  ast.Expr // nil if it is not there
	key    ast.Expr // nil if it has none
	name   string   // of a field that is not there, with the tables that are not there either: "%s" of them is the value
}

// Fix finds what an edit replaces, and what with. ok is false where the address is not written out in the text, and where a computed
// value stands that the fix has nothing to put around.
func (s *Set) Fix(site gpu.Site, f diag.Fix) (span diag.Span, text string, ok bool) {
	c, r, ok := s.find(site)
	if !ok {
		return span, "", false
	}
	if f.Argument == 0 {
		at, text, ok := c.here(r, f)
		return c.span(at), text, ok
	}
	call, isCall := r.node.(*ast.FuncCallExpr)
	if !isCall || !f.Calls(calleeOf(call)) {
		return span, "", false
	}
	switch f.Action {
	case diag.FixCallee:
		return c.span(bytesRange{max(r.point.start, r.point.end-len(calleeOf(call))), r.point.end}), f.Text, calleeOf(call) != ""
	case diag.FixColon:
		return c.colon(call, r)
	case diag.FixCall:
		text, ok := c.rewritten(call, r, f.Text)
		return c.span(r.extent), text, ok
	}
	p, ok := c.follow(call, r, f)
	if !ok {
		return span, "", false
	}
	at, text, ok := p.edit(f)
	return c.span(at), text, ok
}

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
	before := strings.TrimRight(c.text[r.extent.start:r.point.start], " \t.:")
	pairs := []string{"%r", before}
	for i, at := range r.parts {
		pairs = append(pairs, "%"+strconv.Itoa(i+1), c.text[at.start:at.end])
	}
	text = strings.NewReplacer(pairs...).Replace(template)
	return text, !strings.Contains(text, "%"+strconv.Itoa(len(call.Args)+1))
}

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
func (c *chunk) colon(call *ast.FuncCallExpr, r *record) (diag.Span, string, bool) {
	if _, ok := call.Func.(*ast.AttrGetExpr); !ok {
		return diag.Span{}, "", false
	}
	name := r.point.start
	dot := len(strings.TrimRight(c.text[:name], " \t")) - 1
	if dot < 0 || c.text[dot] != '.' {
		return diag.Span{}, "", false
	}
	return c.span(bytesRange{dot, dot + 1}), ":", true
}

// follow walks from the argument of a call along the path.
func (c *chunk) follow(call *ast.FuncCallExpr, r *record, f diag.Fix) (p spot, ok bool) {
	p = spot{chunk: c, parent: r, index: f.Argument - 1}
	if p.index < 0 || p.index > len(call.Args) {
		return p, false
	}
	if p.index == len(call.Args) { // the next argument
		p.index = -1
		return p, f.Path == "" && c.text[r.extent.end-1] == ')'
	}
	p.value = call.Args[p.index]
	return c.walk(p, f.Path)
}

// walk walks from the value of a spot along a path.
func (c *chunk) walk(p spot, path string) (_ spot, ok bool) {
	steps := pathStep.FindAllStringSubmatch(path, -1)
	for i, step := range steps {
		table := c.tableOf(p.value)
		if _, ok := p.value.(*ast.NilExpr); ok { // a description that may be left out
			table = &ast.TableExpr{}
			p.name, ok = missing(table, steps[i:])
			p.name = "{ " + p.name + " }"
			return p, ok
		}
		if table == nil {
			return p, false
		}
		n, _ := strconv.Atoi(step[1] + step[3])
		p = spot{chunk: c, parent: c.record(table), index: -1}
		k := fieldAt(table, step[2], n)
		if k < 0 {
			p.name, ok = missing(table, steps[i:])
			return p, ok
		}
		p.index, p.value, p.key = k, table.Fields[k].Value, table.Fields[k].Key
	}
	return p, true
}

// pathStep is a step of a path: [3], After, or Format@2.
var pathStep = regexp.MustCompile(`\[(\d+)\]|([A-Za-z_][A-Za-z0-9_]*)(?:@(\d+))?`)

// fieldAt is the index of the field with a name, else of entry n of the list; -1 if there is neither.
func fieldAt(table *ast.TableExpr, name string, n int) int {
	entry := -1
	for i, f := range table.Fields {
		if f.Key == nil {
			if n--; n == 0 {
				entry = i
			}
		} else if k, ok := f.Key.(*ast.StringExpr); ok && name != "" && k.Value == name {
			return i
		}
	}
	return entry
}

// missing writes the fields that are to be added to a table, with %s for the value of the last. ok is false where one is an entry of a list,
// and where the table is a list, whose entries may be fields.
func missing(table *ast.TableExpr, steps [][]string) (text string, ok bool) {
	for _, f := range table.Fields {
		if f.Key == nil && steps[0][3] == "" {
			return "", false
		}
	}
	text = "%s"
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i][2] == "" {
			return "", false
		}
		if text = steps[i][2] + " = " + text; i > 0 {
			text = "{ " + text + " }"
		}
	}
	return text, true
}

func (c *chunk) record(n ast.PositionHolder) *record { return &c.tree.records[n.Line()-c.tree.base] }

// edit is what the fix does at the spot.
func (p spot) edit(f diag.Fix) (at bytesRange, text string, ok bool) {
	if p.index < 0 {
		switch {
		case f.Action == diag.FixPut && p.name == "":
			return p.added(f.Text)
		case f.Action == diag.FixPut:
			return p.added(strings.Replace(p.name, "%s", f.Text, 1))
		case f.Action == diag.FixAppend && p.name != "":
			return p.added(strings.Replace(p.name, "%s", "{ "+f.Text+" }", 1))
		}
		return at, "", false
	}
	value := p.chunk.record(p.value).extent
	if p.name != "" {
		return value, strings.Replace(p.name, "%s", f.Text, 1), f.Action == diag.FixPut
	}
	switch f.Action {
	case diag.FixDrop:
		return p.dropped()
	case diag.FixWrap:
		return value, p.chunk.fill(f.Text, p.value), true
	case diag.FixKey:
		return p.renamed(f.Text)
	case diag.FixAppend:
		table := p.chunk.tableOf(p.value)
		if table == nil {
			return at, "", false
		}
		return spot{chunk: p.chunk, parent: p.chunk.record(table)}.added(f.Text)
	}
	if p.chunk.constant(p.value, true) {
		return value, f.Text, true
	}
	if f.Computed == "" {
		return at, "", false
	}
	return value, p.chunk.fill(f.Computed, p.value), true
}

// fill puts the text of a value into a template.
func (c *chunk) fill(template string, e ast.Expr) string {
	at := c.record(e).extent
	return strings.NewReplacer("%1", c.text[at.start:at.end], "%p", c.operand(e)).Replace(template)
}

// operand is the text of a value, in parentheses if it is an operation.
func (c *chunk) operand(e ast.Expr) string {
	at := c.record(e).extent
	text := c.text[at.start:at.end]
	switch e.(type) {
	case *ast.ArithmeticOpExpr, *ast.LogicalOpExpr, *ast.RelationalOpExpr, *ast.StringConcatOpExpr, *ast.UnaryMinusOpExpr, *ast.UnaryNotOpExpr:
		return "(" + text + ")"
	}
	return text
}

// renamed replaces a key that is a name.
func (p spot) renamed(text string) (at bytesRange, name string, ok bool) {
	if p.key == nil {
		return at, "", false
	}
	at = p.chunk.record(p.key).extent
	c := p.chunk.text[at.start]
	return at, text, c != '"' && c != '\'' && c != '['
}

// added puts an argument or a field behind the last one.
func (p spot) added(text string) (at bytesRange, put string, ok bool) {
	r, c := p.parent, p.chunk
	_, table := r.node.(*ast.TableExpr)
	if n := len(r.parts); n > 0 {
		end := r.parts[n-1].end
		return bytesRange{end, end}, ", " + text, true
	}
	end := r.extent.end - 1
	if !table {
		return bytesRange{end, end}, text, c.text[end] == ')'
	}
	return r.extent, "{ " + text + " }", true
}

// dropped removes an argument or a field with one separator.
func (p spot) dropped() (at bytesRange, put string, ok bool) {
	parts := p.parent.parts
	at = parts[p.index]
	switch {
	case p.index+1 < len(parts):
		at.end = parts[p.index+1].start
	case p.index > 0:
		at.start = parts[p.index-1].end
	default:
		rest := p.chunk.text[at.end:p.parent.extent.end]
		if left := strings.TrimLeft(rest, " \t\r\n"); left != "" && (left[0] == ',' || left[0] == ';') {
			at.end += len(rest) - len(left) + 1
		}
		_, paren := p.parent.node.(*ast.FuncCallExpr)
		ok = !paren || p.chunk.text[p.parent.extent.end-1] == ')'
		return at, "", ok
	}
	return at, "", true
}

// constant says whether a value is written out: literals and what is computed of them, or a local that is one of those.
func (c *chunk) constant(e ast.Expr, locals bool) bool {
	switch e := e.(type) {
	case *ast.NumberExpr, *ast.StringExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.NilExpr:
		return true
	case *ast.UnaryMinusOpExpr:
		return c.constant(e.Expr, false)
	case *ast.ArithmeticOpExpr:
		return c.constant(e.Lhs, false) && c.constant(e.Rhs, false)
	case *ast.StringConcatOpExpr:
		return c.constant(e.Lhs, false) && c.constant(e.Rhs, false)
	case *ast.TableExpr:
		for _, f := range e.Fields {
			if !c.constant(f.Value, false) {
				return false
			}
		}
		return true
	case *ast.IdentExpr:
		value := c.local(e)
		return locals && value != nil && c.constant(value, false)
	}
	return false
}

// tableOf is the table that an expression writes, or the local that it names; nil if it is none.
func (c *chunk) tableOf(e ast.Expr) *ast.TableExpr {
	if id, ok := e.(*ast.IdentExpr); ok {
		e = c.local(id)
	}
	table, _ := e.(*ast.TableExpr)
	return table
}
