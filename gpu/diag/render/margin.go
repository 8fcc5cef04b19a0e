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

// marginStart draws the margin of a source row. Spans that begin with the first word of the line open in it.
func (l *layout) marginStart(m *margin, number int) row {
	r := l.sides(m)
	for _, s := range m.spots {
		if s.span.Line == number && l.opensInMargin(s) {
			s.open = true
			r.put(s.column, l.spotStyle(s), l.glyphs.open)
		}
	}
	return r
}

// sides draws the margin of any other row: the spans that are open.
func (l *layout) sides(m *margin) row {
	var r row
	for _, s := range m.spots {
		if s.open {
			r.put(s.column, l.spotStyle(s), l.glyphs.side)
		}
	}
	r.pad(m.width)
	return r
}

// opensInMargin reports whether a span begins with the first word of its line.
func (l *layout) opensInMargin(s *spot) bool {
	text, _ := l.sources.Line(s.span.File, s.span.Line)
	return s.span.Col-1 <= indentOf(text)
}

// multiRows draws the rows under a source line in which multi-line spans open or close. Inner spans close first.
func (l *layout) multiRows(m *margin, line *sourceLine, number int) {
	for _, s := range m.spots {
		if s.span.Line == number && !s.open {
			l.emitMarked(l.floorRow(m, s, l.glyphs.corner, line.column(s.span.Col)))
			s.open = true
		}
	}
	for _, s := range slices.Backward(m.spots) {
		if s.span.EndLine != number {
			continue
		}
		r := l.floorRow(m, s, l.glyphs.bottom, max(line.column(s.span.EndCol)-1, 0))
		s.open = false
		column := r.width() + 1
		for _, text := range strings.Split(s.label.Text, "\n") {
			r.pad(column)
			r.add(l.spotStyle(s), text)
			l.emitMarked(r)
			r = l.sides(m)
		}
	}
}

// floorRow draws the line from a corner in the margin to the mark at a column of the source text.
func (l *layout) floorRow(m *margin, s *spot, corner string, column int) row {
	style, turn := l.spotStyle(s), l.glyphs.turn
	switch {
	case turn != "":
	case s.label.Primary:
		turn = l.glyphs.primary
	default:
		turn = l.glyphs.secondary
	}
	r := l.sides(m)
	r.put(s.column, style, corner)
	for c := s.column + 1; c < m.width+column; c++ {
		r.putBlank(c, style, l.glyphs.floor)
	}
	r.put(m.width+column, style, turn)
	return r
}
