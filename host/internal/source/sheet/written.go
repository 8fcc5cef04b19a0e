package sheet

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// CallOn is the call that is the statement which begins a line; nil if none does.
func (s Sheet) CallOn(line int) *ast.FuncCallExpr {
	for i := range s.tree.Records {
		stmt, is := s.tree.Records[i].Node.(*ast.FuncCallStmt)
		if !is {
			continue
		}
		begin := s.tree.Records[i].Extent.Start
		if at, _ := s.Lines.At(begin); at == line && s.Begins(begin) {
			call, _ := flow.Called(stmt)
			return call
		}
	}
	return nil
}

// Inlined is what a call of a function does, written in the place of the call, if it is one call of a method; in is the text of the function.
//
//	local function transition(l, x, before, after)
//	  l:ResourceBarrier { { Resource = x, Before = before, After = after } }
//	end
//	transition(list, scene, "COPY_DEST", "COMMON")         list:ResourceBarrier { { Resource = scene, Before = "COPY_DEST", After = "COMMON" } }
func (s Sheet) Inlined(call *ast.FuncCallExpr, f *ast.FunctionExpr, in Sheet) (text string, ok bool) {
	body := in.tree.Record(f)
	if in.tree.Mixed(body.Extent) {
		return "", false
	}
	var only *parse.Record
	for i := range in.tree.Records {
		r := &in.tree.Records[i]
		if inner, is := r.Node.(*ast.FuncCallExpr); !is || inner.Func != nil || !body.Extent.Contains(r.Extent) {
			continue
		}
		if only != nil {
			return "", false
		}
		only = r
	}
	if only == nil {
		return "", false
	}
	return s.given(call, body, only.Extent, in)
}

// given is a part of the text of a function with what a call gives in the places of the parameters. ok is false where it has other locals of the
// function.
func (s Sheet) given(call *ast.FuncCallExpr, body *parse.Record, part parse.Range, in Sheet) (text string, ok bool) {
	var out strings.Builder
	done := part.Start
	for i := range in.tree.Records {
		r := &in.tree.Records[i]
		id, is := r.Node.(*ast.IdentExpr)
		if !is || r.Decl == 0 || !part.Contains(r.Extent) || in.tree.Starts[r.Decl-1] < body.Extent.Start {
			continue
		}
		value := call.Receiver
		if k := in.tree.ParameterIn(id, body); k >= 0 {
			value, ok = in.tree.Given(call, body, k)
		} else {
			ok = id.Value == "self" && value != nil && in.tree.Starts[r.Decl-1] == body.Span.End
		}
		if !ok || value == nil || r.Extent.Start < done {
			return "", false
		}
		out.WriteString(in.Text[done:r.Extent.Start] + s.textOf(value))
		done = r.Extent.End
	}
	out.WriteString(in.Text[done:part.End])
	return strings.Join(strings.Fields(out.String()), " "), true
}
