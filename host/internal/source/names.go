package source

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// Kinds of names that Describe and Scope return.
const (
	Local   = "local"
	Upvalue = "upvalue"
	Global  = "global"
	Field   = "field"
	Method  = "method"
)

// Scope says what an identifier of a loaded text refers to: Local, Upvalue or Global.
func (s *Set) Scope(e *ast.IdentExpr) string {
	_, r, ok := s.find(gpu.Site(e.Line()))
	if !ok {
		return Global
	}
	switch r.Scope {
	case parse.ScopeLocal:
		return Local
	case parse.ScopeUpvalue:
		return Upvalue
	}
	return Global
}

// Describe names an expression the way Lua does: local 'x', global 'x', field 'x', result of 'f'. It returns "" for an expression without name.
func (s *Set) Describe(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.IdentExpr:
		return fmt.Sprintf("%s '%s'", s.Scope(x), x.Value)
	case *ast.AttrGetExpr:
		if key, ok := x.Key.(*ast.StringExpr); ok {
			return fmt.Sprintf("%s '%s'", Field, key.Value)
		}
		if text := s.Text(x); text != "" && !strings.ContainsAny(text, "\n(") && len(text) <= mostElement {
			return fmt.Sprintf("element '%s'", text)
		}
		return "element"
	case *ast.FuncCallExpr:
		if x.Func == nil {
			return fmt.Sprintf("result of %s '%s'", Method, x.Method)
		}
		switch f := x.Func.(type) {
		case *ast.IdentExpr:
			return fmt.Sprintf("result of '%s'", f.Value)
		case *ast.AttrGetExpr:
			if key, ok := f.Key.(*ast.StringExpr); ok {
				return fmt.Sprintf("result of '%s'", key.Value)
			}
		}
		return "result of a call"
	}
	return ""
}

// mostElement is how long an element may be that messages name by its text, in bytes.
const mostElement = 40

// Text is an expression as the script writes it, "" if it has no place.
func (s *Set) Text(e ast.Expr) string {
	if _, _, ok := s.find(gpu.Site(e.Line())); !ok {
		return ""
	}
	return s.textOf(e)
}

// Visible returns the local names, upvalues included, that can be used at an identifier, sorted.
func (s *Set) Visible(e *ast.IdentExpr) []string { return s.VisibleAt(gpu.Site(e.Line())) }

// VisibleAt is Visible at the place of an identifier.
func (s *Set) VisibleAt(site gpu.Site) []string { return slices.Sorted(maps.Keys(s.visible(site))) }

// Captured returns the names that a shader can use at the place of an identifier, as far as the text tells: not those of what a method made, or a
// function of the script, which are objects of the device, nor of a shader.
func (s *Set) Captured(site gpu.Site) (names []string) {
	c, _, ok := s.find(site)
	if !ok {
		return nil
	}
	visible := s.visible(site)
	for _, name := range slices.Sorted(maps.Keys(visible)) {
		call, isCall := c.tree().Declared(visible[name]).(*ast.FuncCallExpr)
		made := isCall && (call.Receiver != nil || strings.HasSuffix(flow.Callee(call), "Shader"))
		if f, is := callee(call); is {
			made = c.record(f).Decl != 0
		}
		if !made {
			names = append(names, name)
		}
	}
	return names
}

// callee is the name of the function that a call calls, if it has one.
func callee(call *ast.FuncCallExpr) (f *ast.IdentExpr, ok bool) {
	if call != nil {
		f, ok = call.Func.(*ast.IdentExpr)
	}
	return f, ok
}

// Recurs says whether the text of a global's name has it in several places.
func (s *Set) Recurs(e *ast.IdentExpr) bool {
	c, _, ok := s.find(gpu.Site(e.Line()))
	return ok && c.tree().Globals(e.Value) > 1
}

// Idle is the name in the declaration of a local that is visible at an identifier and that nothing uses. ok is false where it is used, and where no
// local statement declares it.
func (s *Set) Idle(e *ast.IdentExpr, name string) (at diag.Span, ok bool) {
	c, _, known := s.find(gpu.Site(e.Line()))
	decl := s.stands(gpu.Site(e.Line()), name)
	if !known || decl == 0 {
		return at, false
	}
	for i := range c.tree().Records {
		r := &c.tree().Records[i]
		if _, is := r.Node.(*ast.IdentExpr); is && r.Decl == decl {
			return at, false
		}
		if local, is := r.Node.(*ast.LocalAssignStmt); is && r.Decl <= decl && decl < r.Decl+len(local.Names) {
			at, ok = c.Span(r.Names[decl-r.Decl]), true
		}
	}
	return at, ok
}
