package sheet

import (
	"regexp"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// draws are the calls that use what others set.
var draws = regexp.MustCompile(`^(Draw|Dispatch|ExecuteIndirect)`)

// BehindNext moves the statement of a call behind the next one, if a call of f.Text on the same object is part of that: it was to come first. If
// another call like the one that moves stands behind the two, what is called is for that.
//
//	slot.buffer:Unmap()                                 ┐
//	local values = slot.buffer:Map():Read(0, "uint")    │
//	                                              ◄─────┘
func (s Sheet) BehindNext(r *parse.Record, f diag.Fix) (change diag.Change, ok bool) {
	call, isCall := r.Node.(*ast.FuncCallExpr)
	if !isCall || call.Receiver == nil || !f.Calls(flow.Callee(call)) {
		return change, false
	}
	block := s.tree.BlockOf(call)
	wanted := diag.Fix{Method: f.Text}
	if len(block) < 2 || !s.plain(block[1]) || !s.has(block[1], call.Receiver, wanted.Calls) {
		return change, false
	}
	for _, later := range block[2:] {
		if s.has(later, call.Receiver, wanted.Calls) {
			break
		}
		like := func(name string) bool {
			return f.Calls(name) || draws.MatchString(name) && draws.MatchString(flow.Callee(call))
		}
		if s.has(later, call.Receiver, like) {
			return change, false
		}
	}
	return s.Moved(s.tree.Record(block[0]).Extent, s.tree.Record(block[1]).Extent)
}

// has says whether a method whose name is one of some is called on an object in a statement, in the same words.
func (s Sheet) has(stmt ast.Stmt, object ast.Expr, is func(name string) bool) bool {
	around := s.tree.Record(stmt).Extent
	for i := range s.tree.Records {
		r := &s.tree.Records[i]
		call, isCall := r.Node.(*ast.FuncCallExpr)
		if isCall && call.Receiver != nil && around.Contains(r.Extent) && is(call.Method) && s.textOf(call.Receiver) == s.textOf(object) {
			return true
		}
	}
	return false
}

// plain says whether a statement does all that is written in it, once.
func (s Sheet) plain(stmt ast.Stmt) bool {
	around := s.tree.Record(stmt).Extent
	return !slices.ContainsFunc(s.tree.Records, func(r parse.Record) bool { return around.Contains(r.Extent) && len(flow.Blocks(r.Node)) > 0 })
}

// unraised exchanges the only signal of a text that the number which it signals is raised right behind with that.
//
//	queue:Signal(fence, self.value)     ┐
//	self.value = self.value + 1         │      what waits for self.value waits for what is not signalled
//	                              ◄─────┘
func (s Sheet) unraised() (change diag.Change, ok bool) {
	for i := range s.tree.Records {
		call, isCall := s.tree.Records[i].Node.(*ast.FuncCallExpr)
		if !isCall || call.Method != "Signal" || len(call.Args) != 2 {
			continue
		}
		block := s.tree.BlockOf(call)
		if len(block) < 2 || !s.raises(block[1], s.textOf(call.Args[1])) {
			continue
		}
		if ok {
			return change, false
		}
		if change, ok = s.Moved(s.tree.Record(block[0]).Extent, s.tree.Record(block[1]).Extent); !ok {
			return change, false
		}
	}
	return change, ok
}

// raises says whether a statement adds 1 to what is written in some words.
func (s Sheet) raises(stmt ast.Stmt, number string) bool {
	set, is := stmt.(*ast.AssignStmt)
	return is && len(set.Lhs) == 1 && len(set.Rhs) == 1 && s.textOf(set.Lhs[0]) == number && s.textOf(set.Rhs[0]) == number+" + 1"
}

// awaited moves the wait of the CPU behind the next statement, which signals the very fence and value.
//
//	fence:WaitCPU(value)            ┐
//	queue:Signal(fence, value)      │
//	                          ◄─────┘
func (s Sheet) awaited(r *parse.Record) (change diag.Change, ok bool) {
	wait, isCall := r.Node.(*ast.FuncCallExpr)
	if !isCall || wait.Method != "WaitCPU" || len(wait.Args) != 1 {
		return change, false
	}
	block := s.tree.BlockOf(wait)
	if len(block) < 2 {
		return change, false
	}
	signal, isCall := flow.Called(block[1])
	if !isCall || signal.Method != "Signal" || len(signal.Args) != 2 || s.textOf(signal.Args[0]) != s.textOf(wait.Receiver) ||
		s.textOf(signal.Args[1]) != s.textOf(wait.Args[0]) {
		return change, false
	}
	return s.Moved(s.tree.Record(block[0]).Extent, s.tree.Record(block[1]).Extent)
}

// assigned moves the assignment before the statement of a call behind that, if the call gets both what is assigned to and what it is given: they were
// to be two values.
//
//	t.state = state                                              ┐
//	list:ResourceBarrier { { Before = t.state, After = state } } │
//	                                                       ◄─────┘
func (s Sheet) assigned(r *parse.Record) (change diag.Change, ok bool) {
	call, isCall := r.Node.(*ast.FuncCallExpr)
	lists := s.tree.ListsAround(r)
	if !isCall || len(lists) == 0 {
		return change, false
	}
	list := lists[0]
	at := s.tree.StatementAround(list, r)
	if at < 1 {
		return change, false
	}
	set, is := list[at-1].(*ast.AssignStmt)
	if only, isCall := flow.Called(list[at]); !is || !isCall || only != call || len(set.Lhs) != 1 || len(set.Rhs) != 1 ||
		!s.gets(call, s.textOf(set.Lhs[0])) || !s.gets(call, s.textOf(set.Rhs[0])) {
		return change, false
	}
	return s.Moved(s.tree.Record(set).Extent, s.tree.Record(list[at]).Extent)
}

// gets says whether an expression in some words is part of what a call gets.
func (s Sheet) gets(call *ast.FuncCallExpr, words string) bool {
	return slices.ContainsFunc(call.Args, func(a ast.Expr) bool {
		around := s.tree.Record(a).Extent
		return slices.ContainsFunc(s.tree.Records, func(r parse.Record) bool {
			_, is := r.Node.(ast.Expr)
			return is && around.Contains(r.Extent) && s.Text[r.Extent.Start:r.Extent.End] == words
		})
	})
}

// Early is the exchange of two lines that what is told of a call follows from, and another one that it may follow from: of a barrier between equal
// states what was assigned before it, of a wait the signal behind it, or a signal whose number is raised too late.
func (s Sheet) Early(r *parse.Record, states bool) (sure, likely diag.Change) {
	if states {
		sure, _ = s.assigned(r)
		return sure, likely
	}
	if change, ok := s.unraised(); ok {
		likely = change
	}
	sure, _ = s.awaited(r)
	return sure, likely
}
