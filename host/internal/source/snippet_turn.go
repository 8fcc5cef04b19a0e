package source

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// A turn is a number that a pass of a loop has, in terms of a variable of the loop. Functions that the loop calls in each pass may get it as a
// parameter:
//
//	local function frame(n) … queue:Signal(fence, n) end      from: the call of frame
//	for i = 0, 9 do frame(i + 1) end                          name: i, more: 1
type turn struct {
	loop *parse.Record
	from gpu.Site // where the loop comes by: the place of the number, or the call that leads there
	pos  int      // where the number is worked out, in the function of the loop
	name *ast.IdentExpr
	more int
	ifs  []*parse.Record // around that in the loop
}

// turnOf takes the number apart that an expression is at a site.
func (s *Set) turnOf(e ast.Expr, from gpu.Site) (t turn, ok bool) {
	t.from = from
	for range maxPassed {
		c, said, found := s.find(gpu.Site(e.Line()))
		if !found {
			return t, false
		}
		tree, more := c.tree(), 0
		if t.loop, t.ifs = tree.LoopAround(said.Extent.Start); t.loop != nil {
			if t.name, more, said, ok = tree.SumIn(t.loop, e); ok {
				t.more, t.pos = t.more+more, said.Extent.Start
			}
			return t, ok
		}
		name, more, isSum := tree.Sum(e)
		f := s.body(t.from).function()
		if !isSum || f == nil || s.body(t.from).c != c || !tree.Straight(said.Extent.Start) {
			return t, false
		}
		argument := s.argument(t.from, tree.Variable(name))
		if argument == nil {
			return t, false
		}
		t.from, t.more, e = s.ways.Caller(t.from), t.more+more, argument
	}
	return t, false
}

// argument is what the call that led to a site gave for a parameter of the function there which that never sets; nil if there is none.
func (s *Set) argument(site gpu.Site, v flow.Variable) ast.Expr {
	b := s.body(site)
	f := b.function()
	if f == nil || b.c.tree().Assigned(v) > 0 {
		return nil
	}
	names := b.c.tree().Parameters(f)
	i := slices.Index(names, v)
	node, _ := s.Node(s.ways.Caller(site))
	call, isCall := node.(*ast.FuncCallExpr)
	if i < 0 || !isCall {
		return nil
	}
	return flow.Argument(call, i, names)
}

// inTurn are the frames of a site up to the one that stands in the loop of a turn, from outside, if the loop and its run are the same; nil if they
// are not.
func (s *Set) inTurn(site gpu.Site, t *turn) []gpu.Site {
	frames := s.frames(site)
	for i, f := range frames {
		c, r, ok := s.find(f)
		if !ok {
			return nil
		}
		if started := s.started(f); s.body(f) != s.body(t.from) && started != nil && s.ways.Caller(t.from) == 0 && c == s.body(t.from).c {
			r = started
		} else if s.body(f) != s.body(t.from) || s.ways.Caller(f) != s.ways.Caller(t.from) {
			continue
		}
		if !slices.Contains(c.tree().Loops(r.Extent.Start), t.loop.Node.(ast.Stmt)) {
			return nil
		}
		list := slices.Clone(frames[:i+1])
		slices.Reverse(list)
		return list
	}
	return nil
}

// started is the call that starts the thread whose function a site stands in, if that function is written there; nil if it is none.
func (s *Set) started(site gpu.Site) *parse.Record {
	b := s.body(site)
	f := b.function()
	if f == nil || s.ways.Caller(site) != 0 {
		return nil
	}
	use := b.c.tree().OnlyUse(f.Node.(*ast.FunctionExpr))
	if use == nil {
		return nil
	}
	if call, is := use.Node.(*ast.FuncCallExpr); !is || flow.Callee(call) != "Thread" {
		return nil
	}
	return use
}

// later says whether the script comes to one site after another one in the pass of a loop from which both ways of calls lead there.
func (s *Set) later(ways, others []gpu.Site, ended int) bool {
	for i := range ways {
		if i == len(others) {
			break
		}
		if a, b := s.ways.Own(ways[i]), s.ways.Own(others[i]); a != b {
			if i == 0 {
				return s.begins(a) > ended
			}
			return s.begins(a) > s.begins(b)
		}
	}
	return false
}

// handedOn writes a variable of a loop and so much more at the end of a way of calls that begins in the loop: by the parameters that got it, or
// itself where it is visible.
func (s *Set) handedOn(ways []gpu.Site, loop *parse.Record, v flow.Variable, more int) (text string, ok bool) {
	at := ways[len(ways)-1]
	if len(ways) == 1 && s.stands(at, v.Name) == v.Decl {
		return s.written(at, loop, v, more), true
	}
	for _, site := range ways[1:] {
		b := s.body(site)
		f := b.function()
		if f == nil {
			return "", false
		}
		for _, p := range b.c.tree().Parameters(f) {
			name, plus, isSum := b.c.tree().Sum(s.argument(site, p))
			if isSum && s.sameVariable(name, s.ways.Caller(site), v) {
				v, more = p, more-plus
				break
			}
		}
	}
	if s.stands(at, v.Name) != v.Decl {
		return "", false
	}
	return flow.Written(v.Name, more, false), true
}

// sameVariable says whether a name in a call is a variable of the text of the call.
func (s *Set) sameVariable(name *ast.IdentExpr, call gpu.Site, v flow.Variable) bool {
	c, _, ok := s.find(call)
	return ok && c.tree().Variable(name) == v
}

// counter is back of a number that a function counts which signals it, for a line outside of that function, or at its beginning: in terms of what it
// counts with.
//
//	r:begin()      line: self.fence:WaitCPU(math.max(0, self.next - 2))
//	r:finish()     self.queue:Signal(self.fence, self.next); self.next = self.next + 1
func (s *Set) counter(e ast.Expr, at gpu.Site, piece diag.Snippet) (text string, ok bool) {
	c, said, _ := s.find(gpu.Site(e.Line()))
	counter, more, ok := c.tree().Counter(e, said.Extent.Start)
	if !ok || s.body(at) == s.body(piece.Site) && !c.tree().Ahead(e, s.begins(at)) {
		return "", false
	}
	if id, isName := counter.(*ast.IdentExpr); isName {
		v := c.tree().Variable(id)
		there, _, _ := s.find(at)
		text, ok = v.Name, there == c && v.Decl != 0 && s.stands(at, v.Name) == v.Decl && c.tree().Once(c.tree().Starts[v.Decl-1])
	} else if text, ok = s.reached(counter, piece.Site, at, false); !ok && s.body(at) == s.body(piece.Site) {
		text, ok = s.textOf(counter), s.ofOne(flow.Root(counter), at)
	}
	return flow.Written(text, more-piece.Back+1, false), ok
}

// ofOne says whether a name at a site is the parameter of a function that gets one object from all its callers.
func (s *Set) ofOne(name *ast.IdentExpr, at gpu.Site) bool {
	b, caller := s.body(at), s.callAt(s.ways.Caller(at))
	if f := b.function(); name != nil && f != nil && caller != nil {
		names := b.c.tree().Parameters(f)
		i := slices.Index(names, b.c.tree().Variable(name))
		given, isName := flow.Argument(caller, max(i, 0), names).(*ast.IdentExpr)
		c, _, _ := s.find(s.ways.Caller(at))
		return i >= 0 && isName && c.record(given).Decl != 0 && c.tree().Once(c.tree().Starts[c.record(given).Decl-1]) && s.alike(caller, i, names)
	}
	return false
}

// reached is rendered, by what the call gives to the function of the place if the expression is of that: it is right for every caller.
func (s *Set) reached(e ast.Expr, from, at gpu.Site, exact bool) (text string, ok bool) {
	if caller := s.ways.Caller(at); caller != 0 && s.body(from) != s.body(at) {
		if text, ok = s.rendered(e, from, caller, exact); ok {
			if text, ok = s.passedAs(text, caller, at); ok {
				return text, true
			}
		}
	}
	return s.rendered(e, from, at, exact)
}

// lastOf is the number that an argument was in the last pass of a loop, in terms of what the loop counts, or a function that it calls, for a line
// after the loop.
func (s *Set) lastOf(at gpu.Site, piece diag.Snippet) (text string, ok bool) {
	e := s.piece(piece)
	if e == nil {
		return "", false
	}
	turn, isTurn := s.turnOf(e, piece.Site)
	c, here, _ := s.find(at)
	if !isTurn || s.body(at) != s.body(turn.from) || s.ways.Caller(at) != s.ways.Caller(turn.from) || here.Extent.Start < turn.loop.Extent.End {
		piece.Back = 1
		text, ok = s.counter(e, at, piece)
		return text, ok && s.Once(at)
	}
	t := c.tree()
	if _, grows := t.Least(turn.ifs, t.Variable(turn.name)); len(turn.ifs) > 0 &&
		!grows { // else the condition is true in the last pass, if it ever was
		return "", false
	}
	name, more, ok := t.LastOf(t.Variable(turn.name), turn.loop, turn.pos, piece.Last-uint64(turn.more))
	if !ok || s.stands(at, name.Name) != name.Decl || !t.Holds(name, turn.loop.Extent.End, here.Extent.Start) {
		return "", false
	}
	return flow.Written(name.Name, turn.more+more, true), true
}
