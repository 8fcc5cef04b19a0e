// Package page knows what stands on the lines of a text, and how a whole statement is removed from it or moved.
//
// A statement that nothing else shares its lines with goes, or is put somewhere else, as whole lines, with what a comment at its end says of it; any
// other one as the bytes that it is. Package page must not know what a statement is: it is given as a range of bytes.
package page

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/lex"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// Page is a text by its lines.
type Page struct {
	File  string // as messages name it
	Text  string
	Lines lex.Lines
	words func() map[string]bool // all words that occur, found when somebody first asks
}

// New finds the lines of a text.
func New(file, text string) Page {
	return Page{File: file, Text: text, Lines: lex.NewLines(text), words: sync.OnceValue(func() map[string]bool {
		words := map[string]bool{}
		for _, w := range word.FindAllString(text, -1) {
			words[w] = true
		}
		return words
	})}
}

// word is a name, or a piece of a number.
var word = regexp.MustCompile(`\w+`)

// Span turns bytes into lines and columns.
func (p *Page) Span(r parse.Range) diag.Span {
	sp := diag.Span{File: p.File}
	sp.Line, sp.Col = p.Lines.At(r.Start)
	if r.End > r.Start {
		sp.EndLine, sp.EndCol = p.Lines.At(r.End)
	}
	return sp
}

// Begins says whether nothing stands before a place on its line.
func (p *Page) Begins(pos int) bool {
	line, _ := p.Lines.At(pos)
	return strings.TrimSpace(p.Text[p.Lines[line-1]:pos]) == ""
}

// opens are the words and signs after which another statement, or the body of a function, begins.
var opens = regexp.MustCompile(`\b(function|then|do|else|repeat)\b|;`)

// Joins says whether what begins at one place is part of what stands before another one on the same line: nothing opens a block, or ends a statement,
// before that.
func (p *Page) Joins(begin, pos int) bool {
	start := strings.LastIndexByte(p.Text[:begin], '\n') + 1
	return !opens.MatchString(p.Text[start:pos])
}

// Fresh is a name that the text does not use: the given one, or that with a number.
func (p *Page) Fresh(name string) string {
	free := name
	for n := 2; p.words()[free]; n++ {
		free = name + strconv.Itoa(n)
	}
	return free
}

// WholeLine says whether a range that ends in a line break begins one line and has nothing but that line.
func (p *Page) WholeLine(at parse.Range) bool {
	first, rest, broken := strings.Cut(p.Text[at.Start:at.End], "\n")
	return broken && p.Begins(at.Start) && strings.TrimSpace(rest) == "" && !strings.Contains(first, "--")
}

// Alone says whether nothing else stands on the lines of a range.
func (p *Page) Alone(at parse.Range) bool {
	rest, _, _ := strings.Cut(p.Text[at.End:], "\n")
	return p.Begins(at.Start) && strings.Trim(rest, lex.Blank+"\r;") == ""
}

// ToComment is a range with the comment that ends its last line, if one stands right after it. A long comment may go on below.
func (p *Page) ToComment(at parse.Range) parse.Range {
	rest, _, _ := strings.Cut(p.Text[at.End:], "\n")
	if comment := strings.TrimLeft(rest, lex.Blank+";"); strings.HasPrefix(comment, "--") && !strings.HasPrefix(comment, "--[") {
		at.End += len(strings.TrimRight(rest, lex.Blank+"\r"))
	}
	return at
}

// Without is the edit that removes a statement, with its line if nothing else stands there.
func (p *Page) Without(at parse.Range) diag.Change {
	if p.Alone(p.ToComment(at)) {
		return diag.Change{Span: p.Span(at), Edit: diag.EditDeleteLine}
	}
	rest := p.Text[at.End:]
	if next := strings.TrimLeft(rest, lex.Blank+";"); !strings.HasPrefix(next, "(") { // which would call what stands before
		at.End += len(rest) - len(next)
	}
	return diag.Change{Span: p.Span(at), Edit: diag.EditReplace}
}

// Moved is the edit that moves a line after another, with what a comment says of it. Nothing else may stand on either.
func (p *Page) Moved(from, to parse.Range) (change diag.Change, ok bool) {
	from, to = p.ToComment(from), p.ToComment(to)
	if !p.Alone(from) || !p.Alone(to) {
		return change, false
	}
	change = diag.Change{Span: p.Span(from), Edit: diag.EditDeleteLine}
	change.And = []diag.Change{{Span: p.Span(to), Edit: diag.EditInsertAfter, Text: p.Text[from.Start:from.End]}}
	return change, true
}

// Emptied is the only part between two brackets with the space around it, or that part alone where a comment stands beside it.
func (p *Page) Emptied(at parse.Range) parse.Range {
	before, after := strings.TrimRight(p.Text[:at.Start], lex.Space), strings.TrimLeft(p.Text[at.End:], lex.Space)
	if strings.HasSuffix(before, "{") && strings.HasPrefix(after, "}") {
		at.Start, at.End = len(before), len(p.Text)-len(after)
	}
	return at
}
