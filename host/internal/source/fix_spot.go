package source

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// edit is what the fix does at the spot.
func (p spot) edit(f diag.Fix) (at bytesRange, text string, ok bool) {
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
	value := p.chunk.record(p.value).extent
	if p.name != "" {
		return value, strings.Replace(p.name, "%s", f.Text, 1), f.Action == diag.FixPut
	}
	switch f.Action {
	case diag.FixDrop:
		return p.dropped()
	case diag.FixWrap:
		return value, p.chunk.fill(f.Text, p.value), true
	case diag.FixKey:
		return p.renamed(f.Text)
	case diag.FixUnfold:
		inner, isTable := inside(p.chunk.text[value.start:value.end])
		return p.parent.parts[p.index], inner, isTable && inner != "" && p.key != nil
	case diag.FixAppend:
		table := p.chunk.tableOf(p.value)
		if table == nil {
			return at, "", false
		}
		return spot{chunk: p.chunk, parent: p.chunk.record(table)}.added(f.Text)
	}
	if p.chunk.constant(p.value, true) || f.Object != (diag.Object{}) && repeatable(p.value) {
		return value, f.Text, true
	}
	if f.Computed == "" {
		return at, "", false
	}
	return value, p.chunk.fill(f.Computed, p.value), true
}

// fill puts the text of a value into a template.
func (c *chunk) fill(template string, e ast.Expr) string {
	at := c.record(e).extent
	return strings.NewReplacer("%1", c.text[at.start:at.end], "%p", c.operand(e)).Replace(template)
}

// operand is the text of a value, in parentheses if it is an operation.
func (c *chunk) operand(e ast.Expr) string {
	at := c.record(e).extent
	text := c.text[at.start:at.end]
	switch e.(type) {
	case *ast.ArithmeticOpExpr, *ast.LogicalOpExpr, *ast.RelationalOpExpr, *ast.StringConcatOpExpr, *ast.UnaryMinusOpExpr, *ast.UnaryNotOpExpr:
		return "(" + text + ")"
	}
	return text
}

// renamed replaces a key that is a name.
func (p spot) renamed(text string) (at bytesRange, name string, ok bool) {
	if p.key == nil {
		return at, "", false
	}
	at = p.chunk.record(p.key).extent
	c := p.chunk.text[at.start]
	return at, text, c != '"' && c != '\'' && c != '['
}

// added puts an argument or a field behind the last one.
func (p spot) added(text string) (at bytesRange, put string, ok bool) {
	r, c := p.parent, p.chunk
	_, table := r.node.(*ast.TableExpr)
	if n := len(r.parts); n > 0 {
		end := r.parts[n-1].end
		return bytesRange{end, end}, ", " + text, true
	}
	end := r.extent.end - 1
	if !table {
		return bytesRange{end, end}, text, c.text[end] == ')'
	}
	return r.extent, "{ " + text + " }", true
}

// dropped removes an argument or a field with one separator.
func (p spot) dropped() (at bytesRange, put string, ok bool) {
	parts := p.parent.parts
	at = parts[p.index]
	switch {
	case p.index+1 < len(parts):
		at.end = parts[p.index+1].start
	case p.index > 0:
		at.start = parts[p.index-1].end
	default:
		rest := p.chunk.text[at.end:p.parent.extent.end]
		if left := strings.TrimLeft(rest, " \t\r\n"); left != "" && (left[0] == ',' || left[0] == ';') {
			at.end += len(rest) - len(left) + 1
		}
		_, paren := p.parent.node.(*ast.FuncCallExpr)
		ok = !paren || p.chunk.text[p.parent.extent.end-1] == ')'
		return at, "", ok
	}
	return at, "", true
}
