package source

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
)

// lostCall stands in a way for calls that nobody sees.
const lostCall gpu.Site = 1

// maxHeld bounds how many variables an object is followed through.
const maxHeld = 8

// A holding is an expression that has an object, itself or in a field: result of the values that the expression has, in a run of the function of the
// site from.
type holding struct {
	from   gpu.Site
	c      *chunk
	e      ast.Expr
	result int
	path   string // ".tex" or "[2]"
}

// madeAt is the name at a site of what a call made: of the variable or the field that it is assigned to, of those that the functions return it to, or
// of the parameter that a function got it as.
//
//	local function make() local t = {} t.a = d:Create() return t end     made
//	local scene = make()                                                 scene.a
//	local function use(s) … end   use(scene)                             s.a
func (s *Set) madeAt(made, at gpu.Site) (name string, ok bool) {
	if made == 0 {
		return "", false
	}
	c, r, ok := s.find(made)
	if !ok {
		return "", false
	}
	call, ok := r.Node.(ast.Expr)
	if !ok {
		return "", false
	}
	if caller := s.ways.Caller(at); caller != 0 {
		if outer, known := s.madeAt(made, caller); known {
			if name, ok := s.passedAs(outer, caller, at); ok {
				return name, true // right for every caller
			}
		}
	}
	name, ok = s.heldBy(holding{from: made, c: c, e: call}, at, 0)
	return name, ok && !s.picked(name, at)
}

// picked says whether a name is that of one entry of a table of which the loops around a site take another one in each pass.
//
//	for _, pass in ipairs(passes) do        targets.light is in one pass what it was, and something else in the next
//	  draw(targets[pass.name])
func (s *Set) picked(name string, at gpu.Site) bool {
	dot := strings.LastIndexAny(name, ".[")
	if dot < 0 {
		return false
	}
	for _, f := range s.frames(at) {
		c, r, ok := s.find(f)
		if ok && c.tree().Picks(r.Extent.Start, func(of ast.Expr) bool { return s.textOf(of) == name[:dot] }) {
			return true
		}
	}
	return false
}

// heldBy is a name at a site of what an expression has.
func (s *Set) heldBy(h holding, at gpu.Site, depth int) (string, bool) {
	if depth > maxHeld {
		return "", false
	}
	r := h.c.tree().Parent(h.e)
	if r == nil {
		return "", false
	}
	switch n := r.Node.(type) {
	case *ast.LocalAssignStmt:
		k := slices.Index(n.Exprs, h.e) + h.valueIn(n.Exprs)
		if k < 0 || k >= len(n.Names) {
			return "", false
		}
		if h.from == at && depth == 0 { // right after the declaration
			return n.Names[k], true
		}
		return s.variableAt(h, flow.Variable{Name: n.Names[k], Decl: r.Decl + k}, h.path, at, depth)
	case *ast.AssignStmt:
		if i := slices.Index(n.Rhs, h.e); i >= 0 {
			if k := i + h.valueIn(n.Rhs); k >= 0 && k < len(n.Lhs) {
				return s.assignedAt(h, n.Lhs[k], at, depth)
			}
		}
	case *ast.ReturnStmt:
		return s.returned(h, slices.Index(n.Exprs, h.e)+h.valueIn(n.Exprs), at, depth)
	case *ast.TableExpr:
		if step, ok := flow.StepTo(n, h.e); ok && h.result == 0 {
			return s.heldBy(holding{from: h.from, c: h.c, e: n, path: step + h.path}, at, depth+1)
		}
	case *ast.FuncCallExpr:
		if flow.Callee(n) == "setmetatable" && n.Receiver == nil && len(n.Args) > 0 && n.Args[0] == h.e {
			return s.heldBy(holding{from: h.from, c: h.c, e: n, path: h.path}, at, depth+1)
		}
	}
	return "", false
}

// valueIn is how many values further than the first of the expression the object stands in a list of them; a large negative number if it does not get
// there.
func (h holding) valueIn(list []ast.Expr) int {
	if h.result > 0 && list[len(list)-1] != h.e {
		return -len(list) - 1
	}
	return h.result
}

// assignedAt is the name of what is assigned to a variable or a field.
func (s *Set) assignedAt(h holding, to ast.Expr, at gpu.Site, depth int) (string, bool) {
	if flow.Repeatable(to) {
		if name, ok := s.rendered(to, h.from, at, h.from == at); ok { // right after the assignment all names mean the same
			return name + h.path, true
		}
	}
	path := h.path
	for {
		switch x := to.(type) {
		case *ast.IdentExpr:
			return s.variableAt(h, h.c.tree().Variable(x), path, at, depth)
		case *ast.AttrGetExpr:
			object, whole := h.c.record(x.Object).Extent, h.c.record(x).Extent
			if !flow.IsConstant(x.Key) {
				return "", false
			}
			path, to = h.c.Text[object.End:whole.End]+path, x.Object
		default:
			return "", false
		}
	}
}

// variableAt is the name at a site of what a variable has: its own, or that of what else gets its value.
func (s *Set) variableAt(h holding, v flow.Variable, path string, at gpu.Site, depth int) (string, bool) {
	if s.nameFrom(h.c, v, at, h.from) {
		return v.Name + path, true
	}
	if v.Decl == 0 || h.c.tree().Assigned(v) > 1 {
		return "", false
	}
	here := s.body(h.from)
	for r := range h.c.tree().UsesOf(v.Decl) {
		if h.c.tree().FunctionAround(r.Extent.Start) != here.begin {
			continue
		}
		if name, ok := s.heldBy(holding{from: h.from, c: h.c, e: r.Node.(ast.Expr), path: path}, at, depth+1); ok {
			return name, true
		}
	}
	return "", false
}

// callsBack are the functions of Lua that call the function they get, so that its values are not theirs.
var callsBack = map[string]bool{"pcall": true, "xpcall": true, "sort": true, "gsub": true, "foreach": true, "foreachi": true}

// returned is the name of what a function returns as a value, from 0.
func (s *Set) returned(h holding, value int, at gpu.Site, depth int) (string, bool) {
	caller := s.ways.Caller(h.from)
	lost := false
	if s.ways.Own(caller) == lostCall { // a tail call, whose values are those of the function that made it
		lost, caller = true, s.ways.Caller(caller)
	}
	c, r, ok := s.find(caller)
	if !ok || value < 0 {
		return "", false
	}
	call, ok := r.Node.(*ast.FuncCallExpr)
	if !ok || lost && callsBack[flow.Callee(call)] {
		return "", false
	}
	return s.heldBy(holding{from: caller, c: c, e: call, result: value, path: h.path}, at, depth+1)
}

// passedAs is the parameter, or a field of one, that has what is called name at the place of the call that led to the function of a site.
func (s *Set) passedAs(name string, caller, at gpu.Site) (string, bool) {
	in, r, known := s.find(caller)
	b := s.body(at)
	f := b.function()
	if !known || f == nil {
		return "", false
	}
	call, ok := r.Node.(*ast.FuncCallExpr)
	if !ok {
		return "", false
	}
	for i, names := 0, b.c.tree().Parameters(f); i < len(names); i++ {
		p := names[i]
		arg := flow.Argument(call, i, names)
		if arg == nil || s.stands(at, p.Name) != p.Decl || b.c.tree().Assigned(p) > 0 {
			continue
		}
		if rest, ok := strings.CutPrefix(name, in.textOf(arg)); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') && flow.Repeatable(arg) {
			return p.Name + strings.ReplaceAll(rest, "["+in.textOf(arg)+".", "["+p.Name+"."), true
		}
	}
	return "", false
}

// rendered writes an expression of the function of the site from in a line at another place. ok is false where a name of it may mean something else
// there. exact says that the expression stands in a call that leads from the place to what the line is about: there it means the same.
//
//	function(l) l:Dispatch(1, 1, 1) end      l
//	draw(frame.list)                         frame.list at the place of this call
func (s *Set) rendered(e ast.Expr, from, at gpu.Site, exact bool) (text string, ok bool) {
	c, whole, ok := s.find(gpu.Site(e.Line()))
	if !ok {
		return "", false
	}
	done := whole.Extent.Start
	for _, r := range c.tree().Within(whole) {
		id, isName := r.Node.(*ast.IdentExpr)
		if !isName {
			continue
		}
		name, ok := s.nameOf(c, id, from, at, exact)
		if !ok {
			return "", false
		}
		text += c.Text[done:r.Extent.Start] + name
		if done = r.Extent.End; strings.HasPrefix(c.Text[done:], "]") {
			if key, is := flow.Dotted(text); is { // queues[name], for which a call gives "sim": queues.sim
				text, done = key, done+1
			}
		}
	}
	return text + c.Text[done:whole.Extent.End], true
}

// nameOf is rendered of one name.
func (s *Set) nameOf(c *chunk, id *ast.IdentExpr, from, at gpu.Site, exact bool) (string, bool) {
	v := c.tree().Variable(id)
	if exact && (from == at || s.around(c, v, at, from)) || s.nameFrom(c, v, at, from) {
		return v.Name, true
	}
	here := s.body(from)
	if f := here.function(); f != nil && here.c == c {
		names := c.tree().Parameters(f)
		if i := slices.Index(names, v); i >= 0 && c.tree().Assigned(v) == 0 {
			_, r, ok := s.find(s.ways.Caller(from))
			if !ok {
				return "", false
			}
			call, ok := r.Node.(*ast.FuncCallExpr)
			if !ok {
				return "", false
			}
			if arg := flow.Argument(call, i, names); arg != nil && flow.Repeatable(arg) {
				return s.rendered(arg, s.ways.Caller(from), at, exact)
			}
			return "", false
		}
	}
	switch value := c.tree().Declared(v.Decl).(type) {
	case *ast.IdentExpr, *ast.AttrGetExpr:
		if flow.Repeatable(value) && c.tree().FunctionAround(c.record(value).Extent.Start) == here.begin && here.c == c {
			return s.rendered(value, from, at, exact)
		}
	case *ast.FuncCallExpr:
		if c.tree().FunctionAround(c.record(value).Extent.Start) == here.begin && here.c == c {
			return s.heldBy(holding{from: s.ways.Through(gpu.Site(value.Line()), s.ways.Caller(from)), c: c, e: value}, at, maxHeld/2)
		}
	}
	return "", false
}

// nameFrom says whether a variable that a run of the function of the site from uses is the same, by its name, at another place: it is visible there,
// set once, and there is only one of it, at least in the run that both belong to.
func (s *Set) nameFrom(c *chunk, v flow.Variable, at, from gpu.Site) bool {
	there, _, ok := s.find(at)
	decl := s.stands(at, v.Name)
	switch {
	case !ok || decl != v.Decl || decl != 0 && c != there || c.tree().Assigned(v) > 1:
		return false
	case decl == 0:
		return true
	}
	pos := c.tree().Starts[decl-1]
	return c.tree().Once(pos) || s.sameRun(c, pos, at, from)
}

// around says whether the statement of a site holds another one in the same function, and a variable is the same in both.
//
//	for _, ctx in ipairs(contexts) do
//	  for i = 1, 2 do              at, where ctx is what it is in
//	    ctx:Draw(i)                from
func (s *Set) around(c *chunk, v flow.Variable, at, from gpu.Site) bool {
	_, outer, _ := s.find(at)
	in, one := s.begins(from), s.body(at) == s.body(from) && c.tree().Assigned(v) <= 1
	return one && outer.Extent.Start <= in && in < outer.Extent.End && s.stands(at, v.Name) == v.Decl
}

// sameRun says whether two sites belong to one run of the function that a declaration stands in: the same calls led there, each of which runs once.
func (s *Set) sameRun(c *chunk, pos int, at, from gpu.Site) bool {
	in := body{c, c.tree().FunctionAround(pos)}
	a, b := s.frameOf(in, at), s.frameOf(in, from)
	if a == 0 || b == 0 || c.tree().InLoop(pos) {
		return false
	}
	caller := s.ways.Caller(a)
	return caller == s.ways.Caller(b) && s.straight(caller, in)
}

// frameOf is the innermost frame of a site in a function; 0: none.
func (s *Set) frameOf(in body, site gpu.Site) gpu.Site {
	for _, f := range s.frames(site) {
		if s.body(f) == in {
			return f
		}
	}
	return 0
}

// straight says whether a way of calls, from the main chunk on, is gone once: none of them stands in a loop, or calls its own function.
func (s *Set) straight(call gpu.Site, inner body) bool {
	for ; call != 0; call = s.ways.Caller(call) {
		b := s.body(call)
		if b.c == nil || b == inner || s.loops(call) {
			return false
		}
		inner = b
	}
	return inner.begin < 0
}
