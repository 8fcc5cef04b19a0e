package source

import (
	"regexp"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Snippet returns the text of a piece of a method call: what proposed edits are made of. Only names, fields and numbers are
// pieces that mean the same at another place of the script; ok is false for others, and for sites that are no method calls.
func (s *Set) Snippet(piece diag.Snippet) (text string, ok bool) {
	node, _ := s.Node(piece.Site)
	call, isCall := node.(*ast.FuncCallExpr)
	fix := diag.Fix{Method: piece.Method, Argument: piece.Argument, Path: piece.Path}
	if !isCall || !fix.Calls(calleeOf(call)) {
		return "", false
	}
	expr := call.Receiver
	c, r, _ := s.find(piece.Site)
	if piece.Argument > 0 {
		p, _ := c.follow(call, r, fix)
		expr = p.value
	}
	if expr == nil || !repeatable(expr) {
		return "", false
	}
	at := c.record(expr).extent
	return c.text[at.start:at.end], true
}

// opens are the words and signs behind which another statement, or the body of a function, begins.
var opens = regexp.MustCompile(`\b(function|then|do|else|repeat)\b|;`)

// Insertable says whether a line before the line of a site comes right before the statement of the site: nothing opens a block,
// or ends a statement, between the beginning of the line and the site.
func (s *Set) Insertable(site gpu.Site) bool {
	c, r, ok := s.find(site)
	if !ok {
		return false
	}
	start := strings.LastIndexByte(c.text[:r.extent.start], '\n') + 1
	return !opens.MatchString(c.text[start:r.span.start])
}

// repeatable says whether an expression can stand elsewhere: it makes nothing.
func repeatable(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.IdentExpr, *ast.StringExpr, *ast.NumberExpr:
		return true
	case *ast.AttrGetExpr:
		return repeatable(e.Object) && repeatable(e.Key)
	}
	return false
}
