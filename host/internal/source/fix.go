package source

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/cnames"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/lex"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
	"github.com/gpuscript/gpuscript/host/internal/source/template"
)

// A spot is an address in a text: an argument of a call or a field of a table.
type spot struct {
	chunk  *chunk
	parent *parse.Record // the call or the table, or the assignment
	index  int           // of the part of the parent; -1: it is not there
	value  ast.Expr      // nil if it is not there
	key    ast.Expr      // nil if it has none
	set    bool          // the value is what an assignment gives the field
	name   string        // of a field that is not there, with the tables that are not there either: "%s" of them is the value
}

// Fix finds the edit of a fix. ok is false where the address is not written out in the text, and where a computed value stands that the fix has
// nothing to put around.
func (s *Set) Fix(site gpu.Site, f diag.Fix) (change diag.Change, ok bool) {
	c, r, ok := s.find(site)
	whole := f
	if ok && f.Add != 0 && f.Once && !c.tree().Once(r.Extent.Start) { // another number in each pass: what is added to it is the same
		f.Text, f.Once = "", false
	}
	once := !f.Once || ok && c.tree().Once(r.Extent.Start)
	if !ok || !once && f.Action != diag.FixPut || f.Beside != 0 && !s.beside(site, f.Beside) || f.Onward != nil && !s.GoesOn(*f.Onward) ||
		f.Nil != "" && !c.unwritten(r, f.Nil) {
		return change, false
	}
	if f.Action == diag.FixBehind && f.Next {
		return c.sheet().BehindNext(r, f)
	}
	if f.Action == diag.FixBehind && f.Text == "" {
		return s.behindSite(c, r, site, f)
	}
	name, known := template.Before(c.Text[r.Extent.Start:r.Point.Start]), true
	if f.Object != (diag.Object{}) {
		if name, known = s.object(f.Object, site); !known {
			return change, false
		}
		f.Text = strings.ReplaceAll(f.Text, "%o", name)
	}
	if f.Action == diag.FixBehind {
		return s.behindNext(c, r, site, name, f)
	}
	switch f.Action {
	case diag.FixInline:
		return s.inlined(c, r)
	case diag.FixRemove:
		return c.removed(r, f)
	case diag.FixHoist:
		return c.sheet().Hoisted(r)
	case diag.FixWithin:
		return c.sheet().Within(r)
	case diag.FixReturned:
		return c.sheet().Returned(r, f.Text)
	case diag.FixRaise:
		return c.sheet().Raised(r, f)
	}
	at, text, ok := c.fix(r, f)
	if f.Action == diag.FixPut && (!ok || f.Add != 0 && c.given(r, f)) { // a number that a call has given is changed there
		c, at, text, ok = s.passed(site, whole)
		once = once && f.Once == whole.Once || ok && s.onceOf(site, c, at)
	}
	if ok && f.Declared {
		at = s.declared(c, r, at, f.Object, name)
	}
	if !ok || !once || f.Within && (at.Start < r.Extent.Start || r.Extent.End < at.End) {
		return change, false
	}
	change = diag.Change{Span: c.Span(at), Edit: diag.EditReplace, Text: text}
	if f.Action == diag.FixAppend {
		change.And, ok = c.lengthened(r, f)
	}
	if f.Action == diag.FixDrop && c.WholeLine(at) {
		line := between(at.Start, at.Start+len(strings.TrimRight(c.Text[at.Start:at.End], lex.Space)))
		change.Span, change.Edit = c.Span(line), diag.EditDeleteLine
	}
	return change, ok
}

// declared is where a value goes in the place of the one at a range, in terms of an object that has a name at a call: to the declaration of the local
// that stands there, if the script comes by both in the same pass of a loop, or call of a function, and the object has that name there.
//
//	local index = frame % 2          ◀── what else uses index means the same
//	local back = swap:GetBuffer(index)
func (s *Set) declared(c *chunk, call *parse.Record, at parse.Range, o diag.Object, name string) parse.Range {
	value := c.tree().ValueOf(at)
	if value == nil {
		return at
	}
	given := c.record(value).Extent
	if there, known := s.object(o, gpu.Site(value.Line())); known && there == name && c.tree().Pass(given.Start) == c.tree().Pass(call.Extent.Start) {
		return given
	}
	return at
}

// beside says whether a place stands in the innermost loop around a site, or around the call that led there from the function of the place, if there
// is one.
func (s *Set) beside(site, at gpu.Site) bool {
	c, r, known := s.find(s.frameOf(s.body(at), site))
	_, here, ok := s.find(at)
	if !known || !ok {
		return true
	}
	loops := c.tree().Loops(r.Extent.Start)
	if len(loops) == 0 {
		return true
	}
	inner := c.record(loops[len(loops)-1]).Extent
	return inner.Start <= here.Extent.Start && here.Extent.End <= inner.End
}

// fix is the edit of a fix of what stands at a site.
func (c *chunk) fix(r *parse.Record, f diag.Fix) (at parse.Range, text string, ok bool) {
	if get, isGet := r.Node.(*ast.AttrGetExpr); isGet && f.Action == diag.FixCall {
		r = c.tree().CallOf(get, r)
	}
	call, isCall := r.Node.(*ast.FuncCallExpr)
	if isCall {
		f = c.protected(call, f)
	}
	switch {
	case f.Argument == 0:
		return c.here(r, f)
	case !isCall || !f.Calls(flow.Callee(call)):
		return at, "", false
	case f.Action == diag.FixCallee:
		return between(max(r.Point.Start, r.Point.End-len(flow.Callee(call))), r.Point.End), f.Text, flow.Callee(call) != ""
	case f.Action == diag.FixColon:
		return c.tree().Colon(c.Text, r)
	case f.Action == diag.FixReceiver && len(r.Parts) > 0 &&
		c.Text[r.Parts[0].Start:r.Parts[0].End] == f.Text: // it takes no place among the arguments then
		rest := strings.TrimLeft(c.Text[r.Parts[0].End:r.Parts[len(r.Parts)-1].End], ","+lex.Space)
		return r.Extent, f.Text + ":" + flow.Callee(call) + "(" + rest + ")", true
	case f.Action == diag.FixReceiver:
		return between(r.Extent.Start, r.Extent.Start+len(template.Before(c.Text[r.Extent.Start:r.Point.Start]))), f.Text, true
	case f.Action == diag.FixCall:
		text, ok := template.Call(c.tree(), c.Text, call, r, f.Text)
		return r.Extent, text, ok
	}
	if p, ok := c.follow(call, r, f); ok {
		return p.edit(f)
	}
	return at, "", false
}

// unwritten says whether the value at a path of the first argument of a call is written nil, or not at all.
func (c *chunk) unwritten(r *parse.Record, path string) bool {
	call, ok := r.Node.(*ast.FuncCallExpr)
	if !ok {
		return false
	}
	p, ok := c.follow(call, r, diag.Fix{Argument: 1, Path: strings.TrimPrefix(path, ".")})
	_, isNil := p.value.(*ast.NilExpr)
	return ok && (p.value == nil || isNil)
}

// follow walks from the argument of a call along the path.
func (c *chunk) follow(call *ast.FuncCallExpr, r *parse.Record, f diag.Fix) (p spot, ok bool) {
	if len(call.Args) > 1 && f.Argument == 1 && f.Path != "" {
		f.Argument, f.Path = inC(flow.Callee(call), f.Path)
	}
	if in := cnames.Shifted(flow.Callee(call), f.Argument, len(call.Args),
		func(i int) bool { return c.tree().IsNumber(call.Args[i-1]) }); in <= len(call.Args) || f.Argument > len(call.Args) {
		f.Argument = in // a number alone is not how many
	}
	p = spot{chunk: c, parent: r, index: f.Argument - 1}
	if p.index < 0 || p.index > len(call.Args) {
		return p, false
	}
	if p.index == len(call.Args) { // the next argument
		p.index = -1
		return p, f.Path == "" && c.Text[r.Extent.End-1] == ')'
	}
	p.value = call.Args[p.index]
	return c.walk(p, f.Path)
}

// inC is the address of a field in a call that takes its arguments in the order of C.
func inC(method, path string) (argument int, rest string) {
	field := pathStep.FindString(path)
	argument, itself := cnames.Argument(method, field)
	if argument == 0 {
		return 1, path
	}
	if itself {
		path = strings.TrimPrefix(path[len(field):], ".")
	}
	return argument, path
}

// Inside returns the place of a value in an argument of the call at a site, or of its key, where it is written in the call.
func (s *Set) Inside(site gpu.Site, argument int, path string, key bool) (gpu.Site, bool) {
	c, r, _ := s.find(site)
	node, _ := s.Node(site)
	call, ok := node.(*ast.FuncCallExpr)
	if !ok || argument > len(call.Args) {
		return 0, false
	}
	p, ok := c.follow(call, r, diag.Fix{Argument: argument, Path: path})
	if !ok || p.value == nil {
		return 0, false
	}
	e := p.value
	if key && p.key != nil {
		e = p.key
	}
	at := c.record(e).Extent
	return gpu.Site(e.Line()), r.Extent.Start <= at.Start && at.End <= r.Extent.End
}

// walk walks from the value of a spot along a path.
func (c *chunk) walk(p spot, path string) (_ spot, ok bool) {
	steps := pathStep.FindAllStringSubmatch(path, -1)
	for i, step := range steps {
		if step[7] != "" {
			if p, ok = c.inCall(p, step[7], i == len(steps)-1); !ok {
				return p, false
			}
			continue
		}
		table := c.tree().TableOf(p.value)
		if _, ok := p.value.(*ast.NilExpr); ok { // a description that may be left out
			table = &ast.TableExpr{}
			p.name, ok = flow.Missing(table, steps[i:])
			p.name = "{ " + p.name + " }"
			return p, ok
		}
		if id, is := p.value.(*ast.IdentExpr); is && table == nil {
			if set := c.tree().FieldSet(id, step[3]); set != nil {
				p = spot{chunk: c, parent: set, value: set.Node.(*ast.AssignStmt).Rhs[0], set: true}
				continue
			}
		}
		if table == nil {
			if p, ok = c.made(p.value, step[3]); !ok {
				return p, false
			}
			continue
		}
		if of, _ := strconv.Atoi(step[2]); of > 0 && of != len(table.Fields) {
			return p, false
		}
		table, k := c.tree().Holder(table, step[3], flow.Entry(step, table), 0)
		p = spot{chunk: c, parent: c.record(table), index: -1}
		if k < 0 {
			p.name, ok = flow.Missing(table, steps[i:])
			return p, ok
		}
		p.index, p.value, p.key = k, table.Fields[k].Value, table.Fields[k].Key
		p = p.member(step[3])
	}
	return p, true
}

// inCall is an argument of the call that stands at a spot, or that the local there is the value of; "0" is its receiver.
func (c *chunk) inCall(p spot, number string, last bool) (_ spot, ok bool) {
	e := p.value
	if id, is := e.(*ast.IdentExpr); is {
		e = c.tree().Local(id)
	}
	call, is := e.(*ast.FuncCallExpr)
	if !is {
		return p, false
	}
	n, _ := strconv.Atoi(number)
	if n == 0 {
		return spot{chunk: c, parent: c.record(call), value: call.Receiver}, call.Receiver != nil
	}
	p, ok = c.follow(call, c.record(call), diag.Fix{Argument: n})
	return p, ok && (last || p.value != nil)
}

// pathStep is a step of a path: [3], [3/4] of a list of four, After, Format@2, or (1). Format@2/3>2 is entry 2, and entry 3 of a list of more than
// two entries.
var pathStep = regexp.MustCompile(`\[(\d+)(?:/(\d+))?\]|([A-Za-z_][A-Za-z0-9_]*)(?:@(\d+)(?:/(\d+)>(\d+))?)?|\((\d+)\)`)
