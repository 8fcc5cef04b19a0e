package fault

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source"
)

// Pinpoint moves the primary label of a fault in an argument from the call to the argument, or to the field of a table that
// is written in the call:
//
//	device:CreateFence("0")                           argument 1
//	list:ResourceBarrier { { Type = "TRANSITON" } }   argument 1, path [1].Type
//
// A table that was made elsewhere keeps the call's place.
func (h *Hearing) Pinpoint(d *diag.Diagnostic) {
	argument, path := 0, ""
	for _, p := range d.Props {
		switch v := p.Value.(type) {
		case int64:
			if p.Key == "argument" {
				argument = int(v)
			}
		case string:
			if p.Key == "path" {
				path = v
			}
		}
	}
	for i := range d.Labels {
		l := &d.Labels[i]
		if !l.Primary || l.Site == 0 || argument == 0 {
			continue
		}
		if site, ok := h.Source.Inside(l.Site, argument, path, d.Code == diag.UnknownKey); ok {
			call := l.Site
			l.Site, l.Span = h.Source.Along(call, site), diag.Span{}
			if e, ok := h.expr(site); ok {
				h.nothing(d, l, e, call)
				h.quoted(d, e)
				h.otherCase(d, e, call)
			}
		}
		return
	}
}

// quoted says of a text in the place of an object that it is the name of a local in quotes.
func (h *Hearing) quoted(d *diag.Diagnostic, e ast.Expr) {
	text, ok := e.(*ast.StringExpr)
	if !ok || d.Code != diag.WrongObjectKind && d.Code != diag.WrongType || strings.Contains(d.Title, "must be a string") {
		return
	}
	if at, found := h.Source.Extent(gpu.Site(e.Line())); found && slices.Contains(h.Source.VisibleAt(gpu.Site(e.Line())), text.Value) {
		d.Help = []diag.Help{{Span: at, Edit: diag.EditReplace, Replace: text.Value,
			Text: fmt.Sprintf("write %s without quotes: that is the local", text.Value)}}
	}
}

// otherCase says of a name of another kind of object that one with the same letters may be of the kind that a call takes: A, and a.
func (h *Hearing) otherCase(d *diag.Diagnostic, e ast.Expr, call gpu.Site) {
	id, ok := e.(*ast.IdentExpr)
	wanted := []string{}
	if ok && (d.Code == diag.WrongObjectKind || d.Code == diag.WrongType) {
		wanted = h.wanted(call, id)
	}
	if len(wanted) == 0 {
		return
	}
	at, found := h.Source.Extent(gpu.Site(e.Line()))
	for _, name := range h.Source.Visible(id) {
		kinds := h.kindsOf(id, name)
		if found && name != id.Value && strings.EqualFold(name, id.Value) &&
			!slices.ContainsFunc(kinds, func(k string) bool { return !slices.Contains(wanted, k) }) {
			d.Help = []diag.Help{{Span: at, Edit: diag.EditReplace, Replace: name, Text: fmt.Sprintf("did you mean '%s'?", name)}}
			return
		}
	}
}

// expr is the expression of a site.
func (h *Hearing) expr(site gpu.Site) (ast.Expr, bool) {
	node, _ := h.Source.Node(site)
	e, ok := node.(ast.Expr)
	return e, ok
}

// declaredLater adds that a name which is nil is that of a local declared after its use, or in a block beside it, and reports whether it is.
func (h *Hearing) declaredLater(d *diag.Diagnostic, use *ast.IdentExpr) bool {
	site, move, exact := h.Source.Later(use, d.Code == diag.UnknownName || d.Code == diag.GlobalAssignment)
	if b := h.Source.Beside(use); b.Declared != 0 && (site == 0 || b.Next && !b.Earlier) {
		h.declaredBeside(d, use, &b)
		return true
	}
	if site == 0 {
		return false
	}
	help := diag.Help{Text: fmt.Sprintf("Declare '%s' before it is used.", use.Value)}
	if exact {
		d.Help = nil // what else was proposed makes something for what is there
		help.Span, help.Edit, help.Replace = move.Span, move.Edit, move.Text
		help.And = []diag.Help{{Span: move.And[0].Span, Edit: move.And[0].Edit}}
	}
	d.Also(site, fmt.Sprintf("local '%s' is declared here, after its use", use.Value)).WithHelp(help)
	return true
}

// declaredBeside adds that a name which is nil is that of a local in a block beside its use.
func (h *Hearing) declaredBeside(d *diag.Diagnostic, use *ast.IdentExpr, b *source.Beside) {
	help := diag.Help{Text: fmt.Sprintf("Use '%s' in that block, or declare it before the block.", use.Value)}
	if move := &b.Change; b.Exact {
		help.Text, help.Span, help.Edit, help.Replace = "Move this into that block.", move.Span, move.Edit, move.Text
		help.And = []diag.Help{{Span: move.And[0].Span, Edit: move.And[0].Edit, Replace: move.And[0].Text}}
		if b.Earlier {
			help.Text = fmt.Sprintf("Declare '%s' before that block.", use.Value)
		}
	}
	d.Also(b.Declared, fmt.Sprintf("local '%s' is declared here, and known up to the end of this block", use.Value)).WithHelp(help)
}
