package source

import (
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/lex"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
	"github.com/gpuscript/gpuscript/host/internal/source/template"
)

// edit is what the fix does at the spot. What is put in the place of an argument without parentheses gets them, unless it needs none.
func (p spot) edit(f diag.Fix) (at parse.Range, text string, ok bool) {
	at, text, ok = p.change(f)
	call, isCall := p.parent.Node.(*ast.FuncCallExpr)
	if !ok || !isCall || len(call.Args) != 1 || at != p.chunk.record(call.Args[0]).Extent || p.chunk.Text[p.parent.Extent.End-1] == ')' ||
		strings.ContainsAny(text[:min(1, len(text))], `"'{`) {
		return at, text, ok
	}
	before := strings.TrimRight(p.chunk.Text[:at.Start], lex.Space)
	comment := strings.Contains(before[strings.LastIndexByte(before, '\n')+1:], "--")
	at.Start = len(before)
	return at, "(" + text + ")", !comment
}

func (p spot) change(f diag.Fix) (at parse.Range, text string, ok bool) {
	if p.index < 0 {
		switch {
		case f.Action == diag.FixPut && p.name == "":
			return p.added(f.Text)
		case f.Action == diag.FixPut:
			return p.added(strings.Replace(p.name, "%s", f.Text, 1))
		case f.Action == diag.FixAppend && p.name != "":
			return p.added(strings.Replace(p.name, "%s", "{ "+f.Text+" }", 1))
		}
		return at, "", false
	}
	if p.set && f.Action != diag.FixPut && f.Action != diag.FixWrap {
		return at, "", false
	}
	value := p.chunk.record(p.value).Extent
	if p.name != "" {
		return value, strings.Replace(p.name, "%s", f.Text, 1), f.Action == diag.FixPut
	}
	switch f.Action {
	case diag.FixDrop:
		return p.dropped()
	case diag.FixWrap:
		return value, p.chunk.tree().Filled(p.chunk.Text, f.Text, p.value), true
	case diag.FixAlign:
		of, _ := strconv.ParseUint(f.Text, 10, 64)
		return p.chunk.tree().Aligned(p.chunk.Text, p.value, of, f.Alone)
	case diag.FixKey:
		return p.renamed(f.Text)
	case diag.FixUnfold:
		inner, isTable := template.Inside(p.chunk.Text[value.Start:value.End])
		return p.parent.Parts[p.index], inner, isTable && inner != "" && p.key != nil
	case diag.FixAppend:
		table := p.chunk.tree().TableOf(p.value)
		if table == nil {
			return at, "", false
		}
		return spot{chunk: p.chunk, parent: p.chunk.record(table)}.added(f.Text)
	}
	if p.chunk.tree().Constant(p.value, true) || f.Object != (diag.Object{}) && flow.Repeatable(p.value) {
		return value, f.Text, f.Text != "" || f.Add == 0 && f.Computed == ""
	}
	if text, ok = p.chunk.tree().Plus(p.chunk.Text, p.value, f.Add); ok && f.Add != 0 {
		return value, text, true
	}
	if f.Computed == "" || f.Apart && p.chunk.tree().InLoop(value.Start) {
		return at, "", false
	}
	return value, p.chunk.tree().Filled(p.chunk.Text, f.Computed, p.value), true
}

// renamed replaces a key that is a name, or its whole field where the text has a place for the value, %1, or says that it goes, %0.
func (p spot) renamed(text string) (at parse.Range, put string, ok bool) {
	if p.key == nil {
		return at, "", false
	}
	at = p.chunk.record(p.key).Extent
	c := p.chunk.Text[at.Start]
	if strings.Contains(text, "%1") || strings.Contains(text, "%0") {
		at, text = p.parent.Parts[p.index], strings.ReplaceAll(p.chunk.tree().Filled(p.chunk.Text, text, p.value), "%0", "")
	}
	return at, text, c != '"' && c != '\'' && c != '['
}

// added puts an argument or a field after the last one.
func (p spot) added(text string) (at parse.Range, put string, ok bool) {
	r, c := p.parent, p.chunk
	_, table := r.Node.(*ast.TableExpr)
	if n := len(r.Parts); n > 0 {
		end := r.Parts[n-1].End
		return between(end, end), ", " + text, true
	}
	end := r.Extent.End - 1
	if !table {
		return between(end, end), text, c.Text[end] == ')'
	}
	return r.Extent, "{ " + text + " }", true
}

// dropped removes an argument or a field with one separator.
func (p spot) dropped() (at parse.Range, put string, ok bool) {
	parts := p.parent.Parts
	at = parts[p.index]
	switch {
	case p.index+1 < len(parts):
		at.End = parts[p.index+1].Start
	case p.index > 0:
		at.Start = parts[p.index-1].End
	default:
		rest := p.chunk.Text[at.End:p.parent.Extent.End]
		if left := strings.TrimLeft(rest, lex.Space); left != "" && (left[0] == ',' || left[0] == ';') {
			at.End += len(rest) - len(left) + 1
		}
		_, paren := p.parent.Node.(*ast.FuncCallExpr)
		ok = !paren || p.chunk.Text[p.parent.Extent.End-1] == ')'
		return p.chunk.Emptied(at), "", ok
	}
	return at, "", true
}
