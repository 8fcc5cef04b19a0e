package render

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// help writes the text of a suggestion and the lines as they read after its edits:
//
//	= help: wait for the value that covers the copy
//	        scene.lua:40   main:Wait(F, 3)
func (l *layout) help(h diag.Help) []row {
	var rows []row
	if h.Text != "" {
		rows = l.prose(h.Text)
	}
	edits := h.Edits()
	column := 0
	for _, e := range edits {
		verb, _ := l.editedLines(e)
		column = max(column, textWidth(verb+lineText(e)))
	}
	for _, e := range edits {
		rows = append(rows, l.edit(e, column+3)...)
	}
	return rows
}

// lineText is the line of an edit, without its column.
func lineText(h diag.Help) string {
	place := h.Span
	place.Col = 0
	return placeText(place)
}

// edit writes what the edit does and where, and from a column on the lines that it makes.
func (l *layout) edit(h diag.Help, column int) []row {
	verb, lines := l.editedLines(h)
	var r row
	r.add(stylePlain, verb+lineText(h))
	var rows []row
	for _, line := range lines {
		r.pad(column)
		rows = append(rows, append(r, line...))
		r = nil
	}
	return rows
}

// editedLines returns the words before the place and the edited text. Without source text the replacement stands alone.
func (l *layout) editedLines(h diag.Help) (verb string, lines []row) {
	switch h.Edit {
	case diag.EditInsertBefore:
		return "insert before ", styledLines(styleEdit, h.Replace)
	case diag.EditInsertAfter:
		return "insert after ", styledLines(styleEdit, h.Replace)
	case diag.EditDeleteLine:
		text, _ := l.sources.Line(h.Span.File, h.Span.Line)
		return "delete ", styledLines(styleDelete, strings.TrimSpace(text))
	case diag.EditReplaceLine:
		return "", styledLines(styleEdit, h.Replace)
	}
	return "", l.replaced(h)
}

// styledLines makes one row of each line of a text.
func styledLines(s style, text string) []row {
	var rows []row
	for _, line := range strings.Split(strings.TrimRight(text, "\r\n"), "\n") {
		cells, _ := cellsOf(strings.TrimRight(line, "\r"), defaultTab, s)
		rows = append(rows, cells)
	}
	return rows
}

// replaced returns the lines of the span as they read after the replacement, without their indentation. A long line is
// trimmed around the replacement.
func (l *layout) replaced(h diag.Help) []row {
	first, ok := l.sources.Line(h.Span.File, h.Span.Line)
	if !ok || h.Span.Col <= 0 {
		return styledLines(styleEdit, h.Replace)
	}
	end := max(h.Span.EndLine, h.Span.Line)
	last, ok := l.sources.Line(h.Span.File, end)
	if !ok {
		last, end = first, h.Span.Line
	}
	begin, until := min(h.Span.Col-1, len(first)), min(max(h.Span.EndCol-1, 0), len(last))
	if end == h.Span.Line {
		until = max(until, begin)
	}
	rows := styledLines(styleEdit, h.Replace)
	before, _ := cellsOf(strings.TrimLeft(first[:begin], " \t"), l.options.tabWidth(), stylePlain)
	after, _ := cellsOf(last[until:], l.options.tabWidth(), stylePlain)
	tail := len(rows) - 1
	edited := rows[0].width()
	rows[0] = append(before, rows[0]...)
	rows[tail] = append(rows[tail], after...)
	if tail == 0 {
		rows[0] = l.trimmed(rows[0], before.width(), before.width()+edited)
	}
	return rows
}

// trimmed cuts a row of the footer around the columns [lo, hi).
func (l *layout) trimmed(r row, lo, hi int) row {
	line := sourceLine{cells: r, at: []int{0, r.width()}}
	line.trim(max(l.options.sourceWidth()-l.footerIndent()-minFloor, minFloor), lo, hi, l.glyphs.dots)
	return line.cells
}
