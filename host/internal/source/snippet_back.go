package source

import (
	"fmt"
	"strconv"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// back is the number that an argument was piece.Back calls of its place ago, as a line writes it that is put at the site at, in the same loop: before the call, where that is
// the next one, or behind it, where it is the last. ok is false unless the text says that it rises by 1 with each pass. Before the first passes there was none: then it is 0.
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
	if there != c {
		return "", false
	}
	t := c.tree()
	loop, ifs := t.LoopAround(said.Extent.Start)
	if loop == nil || loop.Extent.Start != t.Pass(here.Extent.Start) { // a condition around the line decides whether it waits, not what for
		return "", false
	}
	name, more, said, isSum := t.SumIn(loop, e)
	if !isSum {
		return "", false
	}
	v := t.Variable(name)
	if v.Decl == 0 || s.visible(at)[v.Name] != v.Decl || !t.Begins(ifs, v, more) {
		return "", false
	}
	if more -= piece.Back; here.Extent.Start > said.Extent.Start {
		more++
	}
	if f, counts := loop.Node.(*ast.NumberForStmt); !counts || f.Name != v.Name {
		now, rises := t.Rises(v, loop, here.Extent.Start, said.Extent.Start)
		if !rises {
			return "", false
		}
		more += now
	} else if one, isNumber := f.Step.(*ast.NumberExpr); t.Assigned(v) > 0 || f.Step != nil && !(isNumber && one.Value == "1") {
		return "", false
	}
	if name := s.calledAt(at, loop, v, more); name != "" {
		return name, true
	}
	switch {
	case more > 0:
		return fmt.Sprintf("%s + %d", v.Name, more), true
	case more == 0:
		return v.Name, true
	}
	return fmt.Sprintf("math.max(0, %s - %d)", v.Name, -more), true
}

// calledAt is the local of the pass of a loop in which a site stands that is a variable and so much more, where the site can only be come to with a number that is not
// below 0; "" if there is none.
func (s *Set) calledAt(at gpu.Site, loop *parse.Record, v flow.Variable, more int) (name string) {
	c, here, _ := s.find(at)
	t := c.tree()
	_, ifs := t.LoopAround(here.Extent.Start)
	least, bounded := t.Least(ifs, v)
	if !bounded || least+more < 0 {
		return ""
	}
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

// due is the number that a wait in a loop is for in the pass of it that waits for the one in which the site at stands: the variable that the loop counts, where the wait
// is for that or less. ok is false for other waits, and for one of the same pass that stands before the site.
//
//	for frame = 1, 9 do fence:WaitCPU(frame - AHEAD) … at … end      frame
func (s *Set) due(at gpu.Site, piece diag.Snippet) (text string, ok bool) {
	c, here, found := s.find(at)
	e := s.piece(piece)
	if !found || e == nil {
		return "", false
	}
	there, said, _ := s.find(gpu.Site(e.Line()))
	name, less := counted(e)
	loop := c.tree().LoopOf(here.Extent.Start)
	if there != c || name == nil || loop == nil || !c.alone(c.toComment(c.tree().Innermost(here).Extent)) || !less && said.Extent.Start < here.Extent.Start {
		return "", false
	}
	counts, ok := loop.Node.(*ast.NumberForStmt)
	v := c.tree().Variable(name)
	if !ok || counts.Name != v.Name || s.visible(at)[v.Name] != v.Decl || c.tree().Assigned(v) > 0 || !positive(counts.Init) || counts.Step != nil && !positive(counts.Step) {
		return "", false
	}
	if said.Extent.Start < loop.Extent.Start || said.Extent.End > loop.Extent.End {
		return "", false
	}
	return v.Name, true
}

// counted is the variable of a number that is it, or it and something less: frame, frame - AHEAD, math.max(0, frame - 2).
func counted(e ast.Expr) (name *ast.IdentExpr, less bool) {
	switch e := e.(type) {
	case *ast.IdentExpr:
		return e, false
	case *ast.ArithmeticOpExpr:
		if name, less = counted(e.Lhs); e.Operator == "-" || e.Operator == "+" && less {
			return name, true
		}
	case *ast.FuncCallExpr:
		if flow.Callee(e) == "max" && len(e.Args) == 2 {
			return counted(e.Args[1])
		}
	}
	return nil, false
}

// positive says whether an expression is a number above 0.
func positive(e ast.Expr) bool {
	number, _ := e.(*ast.NumberExpr)
	if number == nil {
		return false
	}
	x, err := strconv.ParseFloat(number.Value, 64)
	return err == nil && x > 0
}
