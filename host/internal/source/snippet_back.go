package source

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// back is the number that an argument was piece.Back calls of its place ago, as a line writes it that is put at the site at, in the same loop: before
// the call, where that is the next one, or after it, where it is the last. ok is false unless the text says that it rises by 1 with each pass. Before
// the first passes there was none: then it is 0.
//
//	for frame = 0, 9 do … queue:Signal(F, frame + 1) end               two passes ago: math.max(0, frame - 1)
//	while … do … value = value + 1; queue:Signal(F, value) … end       two passes ago: math.max(0, value - 1)
func (s *Set) back(at gpu.Site, piece diag.Snippet) (text string, ok bool) {
	c, here, found := s.find(at)
	e := s.piece(piece)
	if !found || e == nil {
		return "", false
	}
	there, said, _ := s.find(gpu.Site(e.Line()))
	t := c.tree()
	if piece.Back == 1 && there == c && s.Since(at, piece.Site) && t.Unchanged(e, said.Extent.Start, here.Extent.Start) && s.same(e, at, s.seen) {
		return s.textOf(e), true
	}
	if text, ok = s.comesRound(e, at, piece); ok {
		return text, true
	}
	if id, isName := e.(*ast.IdentExpr); isName && there == c {
		if text, ok = s.cycled(t.Local(id), at, piece); ok {
			return flow.Written(text, -piece.Back, false), true
		}
	}
	turn, isTurn := s.turnOf(e, piece.Site)
	if !isTurn {
		return s.counter(e, at, piece)
	}
	ways := s.inTurn(at, &turn)
	if ways == nil { // a condition around the line decides whether it waits, not what for
		return "", false
	}
	c, here, _ = s.find(ways[0])
	t = c.tree()
	v, loop, more := t.Variable(turn.name), turn.loop, turn.more
	if v.Decl == 0 || !t.Begins(turn.ifs, v, more) {
		return "", false
	}
	signals := s.inTurn(piece.Site, &turn)
	if more -= piece.Back; s.later(ways, signals, turn.pos) {
		more++
	}
	if f, counts := loop.Node.(*ast.NumberForStmt); !counts || f.Name != v.Name {
		now, rises := t.Rises(v, loop, here.Extent.Start, turn.pos)
		if !rises {
			return "", false
		}
		more += now
	} else if one, isNumber := f.Step.(*ast.NumberExpr); t.Assigned(v) > 0 || f.Step != nil && !(isNumber && one.Value == "1") {
		return "", false
	}
	return s.handedOn(ways, loop, v, more)
}

// seen says whether a variable can be named at a site.
func (s *Set) seen(_ *chunk, v flow.Variable, at gpu.Site) bool {
	return s.stands(at, v.Name) == v.Decl
}

// written is a variable of a loop and so much more, as a line at a site writes it: not below 0.
func (s *Set) written(at gpu.Site, loop *parse.Record, v flow.Variable, more int) string {
	c, here, _ := s.find(at)
	_, ifs := c.tree().LoopAround(here.Extent.Start)
	least, bounded := c.tree().Least(ifs, v)
	bounded = bounded && least+more >= 0
	if name := s.calledAt(at, loop, v, more); name != "" && bounded {
		return name
	}
	return flow.Written(v.Name, more, bounded)
}

// calledAt is the local of the pass of a loop in which a site stands that is a variable and so much more; "" if there is none.
func (s *Set) calledAt(at gpu.Site, loop *parse.Record, v flow.Variable, more int) (name string) {
	c, here, _ := s.find(at)
	t := c.tree()
	for local, decl := range s.visible(at) {
		value := t.Declared(decl)
		if value == nil {
			continue
		}
		base, sum, made, ok := t.SumIn(loop, value)
		if !ok || made.Extent.Start < loop.Extent.Start || t.Variable(base) != v || local == v.Name {
			continue
		}
		now, rises := t.Rises(v, loop, made.Extent.Start, here.Extent.Start)
		if counts, is := loop.Node.(*ast.NumberForStmt); is && counts.Name == v.Name {
			now, rises = 0, true
		}
		if rises && sum == more+now && (name == "" || local < name) {
			name = local
		}
	}
	return name
}
