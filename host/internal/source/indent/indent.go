// Package indent finds statements that stand on the other side of where a block begins or ends than the indentation of their line says.
//
// Two neighbouring lines that were exchanged keep their indentation. If one of them opens or ends a block, the other one is in, or out of, the block
// now, and is indented unlike all that stands beside it. Nothing else is taken for that: the statement stands alone on one line, right beside the
// line that opens or ends the block, is indented exactly as what stands on the other side of that, and what stands beside it in its block is not.
//
//	for frame = 1, 3 do                         for frame = 1, 3 do
//	  queue:Signal(fence, frame)                  queue:Signal(fence, frame)
//	fence:WaitCPU(3)                ◀──         end
//	end                                           fence:WaitCPU(frame)         ◀──
//
// Package indent must not know what a statement does, nor whether it is right where it is.
package indent

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/page"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// Astray is a statement on the wrong side.
type Astray struct {
	At     parse.Range
	Line   int  // that it stands on
	Within bool // it belongs into the block
	Change diag.Change
	empty  bool // nothing else stands in the block
}

// finder looks for them in one text.
type finder struct {
	*page.Page
	tree  *flow.Tree
	found []Astray
}

// Find returns those of a text.
func Find(p *page.Page, tree *flow.Tree) []Astray {
	f := &finder{Page: p, tree: tree}
	f.list(tree.Stmts, -1)
	for i := range tree.Records {
		for _, list := range flow.Blocks(tree.Records[i].Node) {
			f.list(list, tree.Records[i].Extent.Start)
			f.slippedIn(list)
		}
	}
	return f.found
}

// list looks for statements of a block that belong into the block before or behind them, if that is indented as a part of the block, which begins at
// a place; -1: it is the text.
func (f *finder) list(list []ast.Stmt, begin int) {
	within := func(block ast.Stmt) bool { return begin < 0 || f.further(f.extent(block).Start, begin) }
	for i, s := range list {
		at, ok := f.single(s)
		if !ok {
			continue
		}
		line, before := f.line(at.Start), len(f.found)
		if i > 0 && within(list[i-1]) && (i+1 == len(list) || f.outside(list[i+1], at)) {
			f.behind(list[i-1], at, line)
		}
		after := len(f.found)
		if i+1 < len(list) && within(list[i+1]) && (i == 0 || f.outside(list[i-1], at)) {
			f.before(list[i+1], at, line)
		}
		if len(f.found)-before < 2 {
			continue
		}
		switch one, other := f.knows(list[i-1], s, after-1), f.knows(list[i+1], s, after); { // between two blocks: what has more of its names
		case one > other+1:
			f.found = f.found[:after]
		case one+1 < other:
			f.found = slices.Delete(f.found, before, after)
		default:
			f.found = f.found[:before]
		}
	}
}

// empty is more than any block knows: without the statement it has none.
const empty = 1 << 20

// knows says how much a block has to do with a statement beside it: how often it has a name that the statement uses and that nothing declares there,
// or a use of what the statement declares, and, where that says nothing, whether it uses all that the statement uses.
func (f *finder) knows(block, s ast.Stmt, found int) (n int) {
	if f.found[found].empty {
		return empty
	}
	at, around := f.tree.Record(s), f.extent(block)
	declared, used := map[string]bool{}, map[flow.Variable]bool{}
	for i := range f.tree.Records {
		r := &f.tree.Records[i]
		if !around.Contains(r.Extent) {
			continue
		}
		for _, name := range names(r.Node) {
			declared[name] = true
		}
		if id, is := r.Node.(*ast.IdentExpr); is {
			used[f.tree.Variable(id)] = true
			if local, is := s.(*ast.LocalAssignStmt); is && at.Decl <= r.Decl && r.Decl < at.Decl+len(local.Names) {
				n += 2
			}
		}
	}
	all, any := true, false
	for i := range f.tree.Records {
		r := &f.tree.Records[i]
		id, is := r.Node.(*ast.IdentExpr)
		if !is || !at.Extent.Contains(r.Extent) {
			continue
		}
		if r.Decl == 0 && declared[id.Value] {
			n += 2
		}
		all, any = all && used[f.tree.Variable(id)], any || used[f.tree.Variable(id)]
	}
	if any {
		n++
	}
	if all && any {
		n++
	}
	return n
}

// names are those that a node declares.
func names(n ast.PositionHolder) []string {
	switch n := n.(type) {
	case *ast.LocalAssignStmt:
		return n.Names
	case *ast.FunctionExpr:
		return n.ParList.Names
	case *ast.NumberForStmt:
		return []string{n.Name}
	case *ast.GenericForStmt:
		return n.Names
	}
	return nil
}

// behind is a statement right behind the line that ends a block, indented as what stands in that.
func (f *finder) behind(block ast.Stmt, at parse.Range, line int) {
	around := f.extent(block)
	if f.line(around.End-1) != line-1 || f.line(around.Start) == line-1 || !f.further(at.Start, around.Start) {
		return
	}
	begin := f.Lines[line-2] + len(f.margin(f.Lines[line-2]))
	if !strings.HasPrefix(f.Text[begin:], "end") {
		return
	}
	for i := range f.tree.Records {
		r := &f.tree.Records[i]
		lists := blocks(r.Node)
		if r.Extent.End != begin+len("end") || len(lists) == 0 {
			continue
		}
		list := lists[len(lists)-1]
		if len(list) == 0 {
			f.alone(at, begin, f.line(r.Extent.Start) == line-2)
			return
		}
		last := f.ToComment(f.extent(list[len(list)-1]))
		if !ends(list[len(list)-1]) && f.margin(last.Start) == f.margin(at.Start) && f.Alone(last) {
			f.add(at, true, diag.Change{Span: f.Span(last), Edit: diag.EditInsertAfter})
		}
		return
	}
}

// before is a statement right before the line that opens a block, indented as what stands in that.
func (f *finder) before(block ast.Stmt, at parse.Range, line int) {
	around := f.extent(block)
	if f.line(around.Start) != line+1 || f.line(around.End-1) == line+1 || !f.further(at.Start, around.Start) {
		return
	}
	for i := range f.tree.Records {
		r := &f.tree.Records[i]
		lists := blocks(r.Node)
		if len(lists) == 0 || !around.Contains(r.Extent) || f.line(r.Extent.Start) != line+1 {
			continue
		}
		if end := r.Extent.End - len("end"); len(lists[0]) == 0 {
			f.alone(at, end, f.line(end) == line+2 && f.Begins(end) && len(lists[len(lists)-1]) == 0)
			return
		}
		first := f.extent(lists[0][0]).Start
		if f.line(first) == line+2 && f.Begins(first) && f.margin(first) == f.margin(at.Start) {
			f.add(at, true, diag.Change{Span: f.Span(parse.Range{Start: first, End: first}), Edit: diag.EditInsertBefore})
			return
		}
	}
}

// alone puts a statement into a block that has no other one, before the word that ends it, if that is the block beside it.
func (f *finder) alone(at parse.Range, end int, beside bool) {
	if !beside || !f.further(at.Start, end) || !strings.HasPrefix(f.Text[end:], "end") {
		return
	}
	further := f.margin(at.Start)[len(f.margin(end)):]
	f.add(at, true, diag.Change{Span: f.Span(parse.Range{Start: end, End: end}), Edit: diag.EditInsertBefore, Text: further})
	f.found[len(f.found)-1].empty = true
}

// blocks are those of a node, without that of an "else" in which nothing stands.
func blocks(n ast.PositionHolder) [][]ast.Stmt {
	lists := flow.Blocks(n)
	if len(lists) == 2 && len(lists[1]) == 0 {
		lists = lists[:1]
	}
	return lists
}

// slippedIn looks for the first and the last statement of a block, indented as what stands around that.
func (f *finder) slippedIn(list []ast.Stmt) {
	if len(list) < 2 {
		return
	}
	if at, ok := f.single(list[0]); ok && f.further(f.extent(list[1]).Start, at.Start) {
		line := f.line(at.Start)
		if opener, ok := f.beginning(line - 1); ok && f.margin(opener.Start) == f.margin(at.Start) {
			f.add(at, false, diag.Change{Span: f.Span(parse.Range{Start: opener.Start, End: opener.Start}), Edit: diag.EditInsertBefore})
		}
	}
	last := list[len(list)-1]
	if at, ok := f.single(last); ok && !ends(last) && f.further(f.extent(list[len(list)-2]).Start, at.Start) {
		if closed, ok := f.ending(f.line(at.Start) + 1); ok && f.margin(closed.Start) == f.margin(at.Start) {
			f.add(at, false, diag.Change{Span: f.Span(closed), Edit: diag.EditInsertAfter})
		}
	}
}

// add notes a statement, with the place that it goes to, and what it is indented by there.
func (f *finder) add(at parse.Range, within bool, to diag.Change) {
	from := f.ToComment(at)
	to.Text += f.Text[from.Start:from.End]
	change := diag.Change{Span: f.Span(from), Edit: diag.EditDeleteLine, And: []diag.Change{to}}
	f.found = append(f.found, Astray{At: at, Line: f.line(at.Start), Within: within, Change: change})
}

// single is a statement that stands alone on one line.
func (f *finder) single(s ast.Stmt) (at parse.Range, ok bool) {
	at = f.extent(s)
	return at, f.line(at.Start) == f.line(at.End-1) && f.Alone(f.ToComment(at))
}

// beginning is the statement that begins a line and goes on behind it.
func (f *finder) beginning(line int) (at parse.Range, ok bool) {
	for i := range f.tree.Records {
		s, is := f.tree.Records[i].Node.(ast.Stmt)
		if !is {
			continue
		}
		if at = f.extent(s); f.line(at.Start) == line && f.line(at.End-1) > line && f.Begins(at.Start) {
			return at, true
		}
	}
	return at, false
}

// ending is the outermost statement that began before a line, and ends there with a word that ends a block.
func (f *finder) ending(line int) (at parse.Range, ok bool) {
	if line > f.Lines.Count() || !strings.HasPrefix(strings.TrimLeft(f.Text[f.Lines[line-1]:], " \t"), "end") {
		return at, false
	}
	for i := range f.tree.Records {
		s, is := f.tree.Records[i].Node.(ast.Stmt)
		if !is {
			continue
		}
		e := f.ToComment(f.extent(s))
		if f.line(f.extent(s).End-1) == line && f.line(e.Start) < line && f.Alone(e) && (!ok || e.Start < at.Start) {
			at, ok = e, true
		}
	}
	return at, ok
}

// outside says whether a statement beside another one is indented in another way.
func (f *finder) outside(s ast.Stmt, at parse.Range) bool {
	return f.margin(f.extent(s).Start) != f.margin(at.Start)
}

// further says whether the line of a place is indented further than that of another one.
func (f *finder) further(pos, other int) bool {
	inner, outer := f.margin(pos), f.margin(other)
	return len(inner) > len(outer) && strings.HasPrefix(inner, outer)
}

// margin is the space that the line of a place begins with.
func (f *finder) margin(pos int) string {
	line := f.Text[f.Lines[f.line(pos)-1]:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

func (f *finder) line(pos int) int {
	line, _ := f.Lines.At(pos)
	return line
}

func (f *finder) extent(s ast.Stmt) parse.Range { return f.tree.Record(s).Extent }

// ends says whether nothing may stand behind a statement.
func ends(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.ReturnStmt, *ast.BreakStmt:
		return true
	}
	return false
}
