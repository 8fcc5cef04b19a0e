package render

import (
	"slices"
	"strings"
)

// margin is the room left of the source text in which multi-line spans are drawn, two columns for each span:
//
//	41 | /   main:ExecuteCommandLists {       opened in the margin: only white space before the span
//	42 | |     draw,
//	43 | |   }
//	   | |___^ text
//
//	41 |     local f = function()             opened under the line
//	   |  _____________^
//	42 | |   draw()
//	43 | | end
//	   | |___^ text
type margin struct {
	spots []*spot // outermost first
	width int     // columns
}

// newMargin gives each multi-line span its column: the longest is leftmost.
func newMargin(e *excerpt) *margin {
	m := &margin{}
	for _, s := range e.spots {
		if s.multi() {
			m.spots = append(m.spots, s)
		}
	}
	slices.SortStableFunc(m.spots, func(a, b *spot) int {
		return (b.span.EndLine - b.span.Line) - (a.span.EndLine - a.span.Line)
	})
	for i, s := range m.spots {
		s.column = 2 * i
	}
	m.width = 2 * len(m.spots)
	return m
}

// marginCells draws the sides of the spans that are open in the rows under a source line, or behind a gap of lines.
func (l *layout) marginCells(m *margin, number int, gap bool) row {
	var r row
	for _, s := range m.spots {
		open := s.span.Line < number && number <= s.span.EndLine
		if s.span.Line == number {
			open = gap || l.opensInMargin(s)
		}
		if open {
			r.put(s.column, l.spotStyle(s), l.glyphs.side)
		}
	}
	r.pad(m.width)
	return r
}

// marginStart draws the margin of a source row.
func (l *layout) marginStart(e *excerpt, m *margin, number int) row {
	var r row
	for _, s := range m.spots {
		switch {
		case s.span.Line == number && l.opensInMargin(s):
			r.put(s.column, l.spotStyle(s), l.glyphs.open)
		case s.span.Line < number && number <= s.span.EndLine:
			r.put(s.column, l.spotStyle(s), l.glyphs.side)
		}
	}
	r.pad(m.width)
	return r
}

// opensInMargin reports whether a span begins with the first word of its line.
func (l *layout) opensInMargin(s *spot) bool {
	text, _ := l.sources.Line(s.span.File, s.span.Line)
	return strings.TrimLeft(text[:min(max(s.span.Col-1, 0), len(text))], " \t") == ""
}

// multiRows draws the rows under a source line in which multi-line spans open or close.
func (l *layout) multiRows(e *excerpt, m *margin, line *sourceLine, number int) {
	opened := map[*spot]bool{}
	closed := map[*spot]bool{}
	for _, s := range m.spots {
		if s.span.Line == number && !l.opensInMargin(s) {
			l.emit(l.floorRow(m, s, number, line.column(s.span.Col), false, opened, closed))
			opened[s] = true
		}
	}
	for _, s := range slices.Backward(m.spots) {
		if s.span.EndLine != number {
			continue
		}
		r := l.floorRow(m, s, number, max(line.column(s.span.EndCol)-1, 0), true, opened, closed)
		closed[s] = true
		l.withLabelText(m, r, s, number, opened, closed)
	}
}

// withLabelText emits the closing row of a span with the text of its label.
func (l *layout) withLabelText(m *margin, r row, s *spot, number int, opened, closed map[*spot]bool) {
	column := r.width() + 1
	for i, text := range strings.Split(s.label.Text, "\n") {
		if i > 0 {
			r = l.bar("")
			r.pad(l.gutter + 3)
			r = append(r, l.sides(m, number, opened, closed)...)
		}
		r.pad(column)
		r.add(l.spotStyle(s), text)
		l.emit(r)
	}
}

// sides draws the margin between the opening and closing rows of one line.
func (l *layout) sides(m *margin, number int, opened, closed map[*spot]bool) row {
	var r row
	for _, s := range m.spots {
		begun := s.span.Line < number || s.span.Line == number && (opened[s] || l.opensInMargin(s))
		if begun && number <= s.span.EndLine && !closed[s] {
			r.put(s.column, l.spotStyle(s), l.glyphs.side)
		}
	}
	r.pad(m.width)
	return r
}

// floorRow draws the line from the margin to the mark at a column where a span opens or closes.
func (l *layout) floorRow(m *margin, s *spot, number, column int, closing bool, opened, closed map[*spot]bool) row {
	marked := l.sides(m, number, opened, closed)
	style, glyph := l.spotStyle(s), l.glyphs.turn
	switch {
	case glyph != "":
	case s.label.Primary:
		glyph = l.glyphs.primary
	default:
		glyph = l.glyphs.secondary
	}
	corner := l.glyphs.corner
	if closing {
		corner = l.glyphs.bottom
	}
	marked.put(s.column, style, corner)
	for c := s.column + 1; c < m.width+column; c++ {
		marked.putBlank(c, style, l.glyphs.floor)
	}
	marked.put(m.width+column, style, glyph)
	r := l.bar("")
	r.pad(l.gutter + 3)
	return append(r, marked...)
}
