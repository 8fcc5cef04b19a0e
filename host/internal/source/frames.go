package source

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// Places are where a line may stand that has to come before the call at a site and after other places, best first: the site itself, or a call that
// led to it. A line before a call that led to both would come before both, so it stands in the function where the two ways part, or further in:
//
//	local function draw(list, to)       shared by both: nothing belongs in here
//	  list:Dispatch(1, 1, 1)
//	end
//	draw(list, a)                       after: scene.lua:2 from scene.lua:4
//	──────────────────────────────────  the line: the ways part in the main chunk
//	draw(list, a)                       site:   scene.lua:2 from scene.lua:5
//
// Functions that nothing else calls come first, from inside, those before whose statement a line fits before those where it has to be squeezed in;
// then the others, where a line fits, from outside, since who else calls them gets the line too. Last are calls that come to other functions, too. A
// line that is right only once goes before a loop, between the first two.
func (s *Set) Places(site gpu.Site, behind ...gpu.Site) []gpu.Site {
	frames, out := s.frames(site), 0
	for i, b := range behind {
		if k := s.parting(frames, s.frames(b)); i == 0 || k < out {
			out = k
		}
	}
	frames = slices.DeleteFunc(slices.Clone(frames[:min(out+1, len(frames))]), func(f gpu.Site) bool {
		_, _, known := s.find(f)
		return !known
	})
	own := slices.DeleteFunc(slices.Clone(frames), s.shared)
	slices.SortStableFunc(own, func(a, b gpu.Site) int { return s.squeezed(a) - s.squeezed(b) })
	for _, f := range slices.Clone(own) {
		if loop := s.Ahead(f, "", behind...); loop != 0 {
			own = append(own, loop)
		}
	}
	others := slices.DeleteFunc(frames, func(f gpu.Site) bool { return !s.shared(f) || s.squeezed(f) > 0 })
	slices.Reverse(others)
	all := append(own, others...)
	slices.SortStableFunc(all, func(a, b gpu.Site) int { return s.spreads(a, site) - s.spreads(b, site) })
	return all
}

// spreads is 1 where the calls from a site to another one, further in, come to other functions, too, as pass.record(list) does: a line there would be
// for all of these.
func (s *Set) spreads(from, to gpu.Site) int {
	if s.Sole(from, to) {
		return 0
	}
	return 1
}

// Ahead is the outermost loop around a site in which none of the others stands, as they came there, and that calls no method of a name, nor Another,
// if one is given; 0: there is none. Without others and a method nothing says whether a line is for all passes.
func (s *Set) Ahead(site gpu.Site, method string, others ...gpu.Site) gpu.Site {
	c, _, ok := s.find(site)
	if len(others) == 0 && method == "" || !ok {
		return 0
	}
	for _, loop := range s.Loops(site) {
		at := c.record(loop).Extent
		if !(method == diag.Another && c.tree().Mixed(at) || method != "" && c.tree().CallsIn(at, method)) &&
			!slices.ContainsFunc(others, func(o gpu.Site) bool {
				return slices.ContainsFunc(s.frames(o), func(f gpu.Site) bool {
					in, r, ok := s.find(f)
					return ok && in == c && at.Start <= r.Extent.Start && r.Extent.Start < at.End
				})
			}) {
			return gpu.Site(loop.Line())
		}
	}
	return 0
}

// squeezed is 1 where a line before the statement of a site would not be a line of its own.
func (s *Set) squeezed(site gpu.Site) int {
	if _, edit, ok := s.Before(site); ok && edit == diag.EditInsertBefore {
		return 0
	}
	return 1
}

// frames are a site and the calls that led there, from inside; each is a site that knows its own callers.
func (s *Set) frames(site gpu.Site) (list []gpu.Site) {
	for ; site != 0; site = s.ways.Caller(site) {
		list = append(list, site)
	}
	return list
}

// parting is the index of the innermost frame whose function is, as far as that is known, the same run of it in which others came by before.
func (s *Set) parting(frames, others []gpu.Site) int {
	i, j := len(frames)-1, len(others)-1
	if i < 0 || j < 0 || s.body(frames[i]) != s.body(others[j]) {
		return 0 // another thread
	}
	for i > 0 && j > 0 && s.ways.Own(frames[i]) == s.ways.Own(others[j]) && s.body(frames[i-1]) == s.body(others[j-1]) {
		i, j = i-1, j-1
	}
	switch here, there := s.ways.Own(frames[i]), s.ways.Own(others[j]); {
	case i > 0 && here != there && s.holds(here, there): // an argument of the call that leads there
		return i - 1
	case here == there && (i > 0 || j > 0): // a function calls the other one in one statement
		return i
	case here == there || s.begins(here) < s.begins(there) && !s.loops(here):
		for k := i; k < len(frames); k++ { // another pass of a loop
			if s.loops(frames[k]) {
				return k
			}
		}
	}
	return i
}

// holds says whether one site stands in another one.
func (s *Set) holds(site, in gpu.Site) bool {
	c, r, ok := s.find(site)
	d, o, known := s.find(in)
	return ok && known && c == d && r.Extent.Contains(o.Extent)
}

// begins is where a site stands in its text.
func (s *Set) begins(site gpu.Site) int {
	if _, r, ok := s.find(site); ok {
		return r.Extent.Start
	}
	return 0
}

// A body is a function of a text, by where it begins; -1 is the main chunk.
type body struct {
	c     *chunk
	begin int
}

// body is the function that a site stands in.
func (s *Set) body(site gpu.Site) body {
	c, r, ok := s.find(site)
	if !ok {
		return body{}
	}
	return body{c, c.tree().FunctionAround(r.Extent.Start)}
}

// function is the record of a body; nil for a main chunk.
func (b body) function() *parse.Record {
	if b.c == nil || b.begin < 0 {
		return nil
	}
	return b.c.tree().FunctionAt(b.begin)
}

// loops says whether a site stands in a loop of its function.
func (s *Set) loops(site gpu.Site) bool {
	c, r, ok := s.find(site)
	return ok && c.tree().InLoop(r.Extent.Start)
}

// shared says whether a site stands in a function that more than one place calls, or in one that is made in such a function.
func (s *Set) shared(site gpu.Site) bool {
	_, ok := s.outermost(site, nil)
	return !ok
}

// Once says whether the script certainly comes to a site once at most.
func (s *Set) Once(site gpu.Site) bool {
	c, r, ok := s.find(site)
	if ok && c.tree().Once(r.Extent.Start) {
		return true
	}
	_, ok = s.outermost(site, s.loops)
	return ok
}

// Sole says whether the script comes from one place to another one, further in, each time by the same functions.
func (s *Set) Sole(from, to gpu.Site) bool {
	for f := to; s.body(f) != s.body(from); {
		if f = s.ways.Caller(f); f == 0 {
			break
		}
		node, _ := s.Node(f)
		call, isCall := node.(*ast.FuncCallExpr)
		if !isCall || s.body(f).c.tree().Varies(call) {
			return false
		}
		inside := s.ways.Inside(f)
		if slices.ContainsFunc(inside, func(site gpu.Site) bool { return s.body(site) != s.body(inside[0]) }) {
			return false
		}
	}
	return true
}

// Together says whether two sites stand in one pass of a loop or one call of a function, with nothing but conditions around them there, or around the
// call that led to the second one. The first may stand in a function that one place alone calls from there.
func (s *Set) Together(a, b gpu.Site) bool {
	if f := s.frameOf(s.body(a), b); f != 0 && s.ways.Caller(f) == s.ways.Caller(a) {
		b = f
	}
	d, y, known := s.find(b)
	for range flow.MaxOnce {
		c, x, ok := s.find(a)
		if !ok || !known {
			return false
		}
		pass := c.tree().Pass(x.Extent.Start)
		if c == d && s.ways.Caller(a) == s.ways.Caller(b) {
			return pass == d.tree().Pass(y.Extent.Start)
		}
		in := s.body(a)
		if in.begin < 0 || pass != in.begin || s.onlyCall(in, a) == 0 {
			return false
		}
		a = s.ways.Caller(a)
	}
	return false
}

// Since says whether the script has come by one place each time that it comes to another one: a call of the same pass of a loop, or of the same call
// of a function, stands before the other one there, without a condition of its own, and of one function each time.
func (s *Set) Since(at, before gpu.Site) bool {
	c, r, ok := s.find(at)
	f := s.frameOf(s.body(at), before)
	_, b, known := s.find(f)
	return ok && known && s.ways.Caller(f) == s.ways.Caller(at) && b.Extent.Start < r.Extent.Start && c.tree().
		Leads(b.Extent.Start, r.Extent.Start) && s.Sole(at, before)
}

// Last is the statement that ends the body of the loop around a site, if the script comes by there in each pass, as by another place after the site;
// 0: there is none. Without another place it is the one that ends the function around the site.
func (s *Set) Last(site, after gpu.Site) (at gpu.Site, span diag.Span) {
	c, r, ok := s.find(site)
	f := site
	if after != 0 {
		f = s.frameOf(s.body(site), after)
	}
	_, a, known := s.find(f)
	if !ok || !known || s.ways.Caller(f) != s.ways.Caller(site) || after != 0 && a.Extent.Start <= r.Extent.Start {
		return 0, span
	}
	end := c.tree().Ends(r.Extent.Start, a.Extent.Start, after != 0)
	if end == nil || !c.Alone(c.ToComment(end.Extent)) {
		return 0, span
	}
	return s.ways.Through(gpu.Site(end.Node.(ast.Stmt).Line()), s.ways.Caller(site)), c.Span(end.Extent)
}

// outermost follows a site out of the functions that one place alone calls, to a main chunk. ok is false where there are several, and where stop says
// so.
func (s *Set) outermost(site gpu.Site, stop func(gpu.Site) bool) (gpu.Site, bool) {
	for range flow.MaxOnce {
		b := s.body(site)
		switch {
		case b.c == nil || stop != nil && stop(site):
			return 0, false
		case b.begin < 0:
			return site, true
		}
		if site = s.onlyCall(b, site); site == 0 {
			return 0, false
		}
	}
	return 0, false
}

// onlyCall is the one place that calls the function of a site, or hands it to functions that call it once; 0 if there are several. It knows its
// callers where the site does.
func (s *Set) onlyCall(b body, site gpu.Site) gpu.Site {
	f := b.function()
	if use := b.c.tree().OnlyUse(f.Node.(*ast.FunctionExpr)); use != nil {
		for _, at := range s.frames(s.ways.Caller(site)) {
			if s.ways.Own(at) == gpu.Site(use.Node.Line()) {
				return at
			}
		}
		return gpu.Site(use.Node.Line())
	}
	return s.handed(b.c, f, s.ways.Caller(site))
}

// handed is the call that a function is written in as an argument, where the functions that it is handed through use it once each, and the last one
// calls it at the place call.
//
//	function lib.record(queue, body) … body(list) … end       call
//	lib.record(main, function(list) … end)                    what is returned
func (s *Set) handed(c *chunk, f *parse.Record, call gpu.Site) gpu.Site {
	k := -1
	for n := range maxPassed {
		in, r, ok := s.find(call)
		if !ok {
			return 0
		}
		node, ok := r.Node.(*ast.FuncCallExpr)
		if !ok || n > 0 && k >= len(node.Args) {
			return 0
		}
		e := node.Func
		if n > 0 {
			e = node.Args[k]
		}
		if in == c && n > 0 && c.tree().Is(e, f.Node.(*ast.FunctionExpr)) {
			return call
		}
		if k = in.tree().Parameter(e, r.Extent.Start); k < 0 || in.tree().InLoop(r.Extent.Start) || in.tree().Uses(in.record(e).Decl) != 1 {
			return 0
		}
		call = s.ways.Caller(call)
	}
	return 0
}

// Before is where a line goes that comes before the statement of a site: in front of the line that the statement begins, or into the line, in front
// of it.
func (s *Set) Before(site gpu.Site) (at diag.Span, edit diag.EditKind, ok bool) {
	c, r, ok := s.find(site)
	if !ok {
		return at, 0, false
	}
	stmt := c.tree().Innermost(r)
	if stmt == nil {
		return at, 0, false
	}
	begin, again := stmt.Extent.Start, false // a condition that is looked at in each pass
	switch stmt.Node.(type) {
	case *ast.WhileStmt, *ast.RepeatStmt:
		again = stmt != r
	}
	if again || strings.HasPrefix(c.Text[begin:], "elseif") {
		return at, 0, false
	}
	line, _ := c.Lines.At(begin)
	if !c.Begins(begin) {
		return c.Span(between(begin, begin)), diag.EditReplace, true
	}
	if here, _ := c.Lines.At(r.Span.Start); here == line {
		return c.Span(r.Span), diag.EditInsertBefore, true
	}
	return c.Span(between(begin, begin)), diag.EditInsertBefore, true
}

// After is the statement of a site, if it stands alone on its lines, so that a line can come after it.
func (s *Set) After(site gpu.Site) (at diag.Span, ok bool) {
	c, r, ok := s.find(site)
	if !ok {
		return at, false
	}
	stmt := c.tree().Innermost(r)
	if stmt == nil || !c.Alone(c.ToComment(stmt.Extent)) {
		return at, false
	}
	if _, isCall := flow.Called(stmt.Node.(ast.Stmt)); !isCall {
		return at, false
	}
	return c.Span(stmt.Extent), true
}
