package parse

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/gpuscript/gpuscript/host/internal/source/habits"
	"github.com/gpuscript/gpuscript/host/internal/source/lex"
)

// statement is how a line begins that is no entry of a table and no argument.
var statement = regexp.MustCompile(`^(?:local|for|if|while|repeat|return|function|end)\b|^[A-Za-z_][A-Za-z0-9_]*\s*[:.(]`)

// inner is how a line begins that has ended a block in the bracket, where the bracket is still open after it.
var inner = regexp.MustCompile(`^end\b`)

// outdented is where a bracket was to be closed whose next line with a statement is not further in than the line of the bracket, with the comma that
// stands there; the zero value: nothing tells that.
//
//	list:ResourceBarrier {
//	  { Type = "UAV" },        ◄── here
//	list:Dispatch(1, 1, 1)         the statement
func (p *parser) outdented(o opener) Range {
	text := p.lex.Text
	lines := lex.NewLines(text)
	first, _ := lines.At(o.tok.start)
	found, _ := lines.At(p.tok.start)
	indent := indented(text, lines[first-1])
	for n := first; n < found; n++ {
		begin := lines[n]
		line, _, _ := strings.Cut(text[begin:], "\n")
		here := strings.TrimSpace(line)
		if here == "" || strings.HasPrefix(here, "--") || n < found-1 && inner.MatchString(here) {
			continue
		}
		before := strings.TrimRight(text[:begin], lex.Space)
		last := before[strings.LastIndexByte(before, '\n')+1:]
		if indented(text, begin) <= indent {
			if statement.MatchString(here) && !strings.Contains(last, "--") {
				return Range{len(strings.TrimRight(before, ", \t")), len(before)}
			}
			break
		}
	}
	return Range{}
}

// unended is the advice on a block that was to be ended after its last statement, because the next one is not as far in as that; nil: nothing tells
// that.
//
//	local function half(x)
//	  return x / 2
//	                          ◄── end
//	print(half(4))
func (p *parser) unended(last token) *habits.Advice {
	text := p.lex.Text
	lines := lex.NewLines(text)
	from, _ := lines.At(last.start)
	found, _ := lines.At(p.tok.start)
	if len(p.open) == 0 || found <= from || indented(text, lines[found-1]) >= indented(text, lines[from-1]) {
		return nil
	}
	o := p.open[len(p.open)-1]
	first, _ := lines.At(o.tok.start)
	if o.closing != "end" || first == from || lines[found-1]+indented(text, lines[found-1]) != p.tok.start {
		return nil
	}
	begin := lines[first-1]
	end := "\n" + text[begin:begin+indented(text, begin)] + "end"
	return &habits.Advice{Help: fmt.Sprintf("Add 'end' to close the '%s' at line %d.", o.tok.class, first), Exact: true, Start: p.prevEnd, End: p.prevEnd, Edit: end}
}

// closes is what is put there.
func closes(o opener) string { return strings.Replace(o.closing, "}", " }", 1) }

// indented is how far in a line is that begins at a place.
func indented(text string, begin int) int {
	return len(text[begin:]) - len(strings.TrimLeft(text[begin:], lex.Blank))
}
