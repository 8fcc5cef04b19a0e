package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// sourceLine is a line of a script as it is shown: made visible and trimmed.
type sourceLine struct {
	cells  row
	at     []int // column of each byte and of the end, before trimming
	lo, hi int   // the columns that remain
	shift  int   // columns that dots take at the start
}

// column returns where a byte column (from 1) of the line is shown. Bytes that were trimmed away are shown at the dots.
func (s *sourceLine) column(col int) int {
	at := s.at[clampIndex(col, s.at)]
	if at < s.lo {
		return 0
	}
	return min(at, s.hi) - s.lo + s.shift
}

// minFloor is the least number of columns that a trimmed line keeps.
const minFloor = 20

// sourceLine makes a line visible and trims it around what the spots mark in it.
func (l *layout) sourceLine(e *excerpt, number, margin int) *sourceLine {
	text, _ := l.sources.Line(e.spots[0].span.File, number)
	s := &sourceLine{}
	s.cells, s.at = cellsOf(text, l.options.tabWidth(), stylePlain)
	room := max(l.options.sourceWidth()-l.gutter-3-margin, minFloor)
	lo, hi := e.marked(number, s.at)
	s.trim(room, lo, hi, l.glyphs.dots)
	return s
}

// marked returns the columns that the spots of an excerpt mark in a line; the primary ones alone if there are such.
func (e *excerpt) marked(number int, at []int) (lo, hi int) {
	found, primary := false, false
	for _, s := range e.spots {
		first, last := s.span.Line == number, s.span.EndLine == number
		if !first && !last || found && primary && !s.label.Primary {
			continue
		}
		begin, end := 0, 0
		switch {
		case first && last:
			begin, end = at[clampIndex(s.span.Col, at)], at[clampIndex(s.span.EndCol, at)]
		case first:
			begin = at[clampIndex(s.span.Col, at)]
			end = begin + 1
		default:
			end = at[clampIndex(s.span.EndCol, at)]
			begin = max(end-1, 0)
		}
		if !found {
			lo, hi = begin, end
		}
		lo, hi = min(lo, begin), max(hi, end)
		found, primary = true, primary || s.label.Primary
	}
	return lo, hi
}

// clampIndex turns a byte column into an index of a column table.
func clampIndex(col int, at []int) int { return min(max(col-1, 0), len(at)-1) }

// trim keeps at most room columns of the line, with [lo, hi) in the middle where it has to cut.
func (s *sourceLine) trim(room, lo, hi int, dots string) {
	total, n := s.at[len(s.at)-1], textWidth(dots)
	s.hi = total
	if total <= room {
		return
	}
	keep := room - 2*n
	if hi-lo > keep {
		hi = lo + keep
	}
	s.lo = max(lo-(keep-(hi-lo))/2, 0)
	if s.lo <= n {
		s.lo, keep = 0, room-n
	}
	s.hi = s.lo + keep
	if s.hi+n >= total {
		s.hi = total
		s.lo = total - (room - n)
	}
	cells := s.cells.cut(s.lo, s.hi)
	s.cells = nil
	if s.lo > 0 {
		s.cells.add(styleFrame, dots)
		s.shift = n
	}
	s.cells = append(s.cells, cells...)
	if s.hi < total {
		s.cells.add(styleFrame, dots)
	}
}

// sourceRows lays out the lines of an excerpt with everything that is marked in them.
func (l *layout) sourceRows(e *excerpt) {
	m := newMargin(e)
	previous := 0
	for _, number := range e.lines(l.sources) {
		if previous > 0 && number > previous+1 {
			l.emitBehind(l.dots(), l.sides(m))
		}
		previous = number
		line := l.sourceLine(e, number, m.width)
		l.emitBehind(l.bar(strconv.Itoa(number)), append(l.marginStart(m, number), line.cells...))
		for _, marked := range markRows(l.marks(e, line, number), l.glyphs.connector) {
			l.emitMarked(append(l.sides(m), marked...))
		}
		l.multiRows(m, line, number)
	}
}

// emitMarked emits a row under a source line: its margin and marks, after an empty gutter.
func (l *layout) emitMarked(r row) { l.emitBehind(l.bar(""), r) }

// emitBehind emits a row whose gutter is given.
func (l *layout) emitBehind(gutter, r row) {
	gutter.pad(l.gutter + 3)
	l.emit(append(gutter, r...))
}

// marks returns the single-line labels of a line.
func (l *layout) marks(e *excerpt, line *sourceLine, number int) []mark {
	var marks []mark
	for _, s := range e.spots {
		if s.multi() || s.span.Line != number {
			continue
		}
		begin, end := line.column(s.span.Col), line.column(s.span.EndCol)
		m := mark{begin: begin, end: max(end, begin+1), text: s.label.Text, glyph: l.glyphs.secondary, style: l.spotStyle(s)}
		if s.label.Primary {
			m.glyph, m.primary = l.glyphs.primary, true
		}
		marks = append(marks, m)
	}
	return marks
}

// mark is a label in one line: columns [begin, end) of the trimmed line.
type mark struct {
	begin, end int
	text       string
	glyph      string
	style      style
	primary    bool
}

// markRows builds the rows under a source line: the marks, with the text of the rightmost label after them, then the texts of
// the other labels from right to left, each under the start of its mark.
//
//	copy(verts, staging)
//	     ^^^^^  ------- read here
//	     |
//	     written here
func markRows(marks []mark, connector string) []row {
	if len(marks) == 0 {
		return nil
	}
	under := underline(marks)
	hanging := slices.DeleteFunc(slices.Clone(marks), func(m mark) bool { return m.text == "" })
	slices.SortStableFunc(hanging, func(a, b mark) int { return cmp.Compare(b.begin, a.begin) })
	if len(hanging) > 0 && fitsInline(hanging[0], marks, len(hanging)) {
		lines := strings.Split(hanging[0].text, "\n")
		column := under.width() + 1
		hanging[0].appendText(&under, lines[0], column)
		rows := []row{under}
		for _, text := range lines[1:] {
			var r row
			hanging[0].appendText(&r, text, column)
			rows = append(rows, r)
		}
		return append(rows, hangingRows(hanging[1:], connector)...)
	}
	return append([]row{under}, hangingRows(hanging, connector)...)
}

// underline draws the marks. Of marks over each other the shorter one is on top, and of equal ones the primary one.
func underline(marks []mark) row {
	order := slices.Clone(marks)
	slices.SortStableFunc(order, func(a, b mark) int {
		if c := cmp.Compare(b.end-b.begin, a.end-a.begin); c != 0 || a.primary == b.primary {
			return c
		}
		if a.primary {
			return 1
		}
		return -1
	})
	var r row
	for _, m := range order {
		for c := m.begin; c < m.end; c++ {
			r.put(c, m.style, m.glyph)
		}
	}
	return r
}

// fitsInline reports whether the text of a label may follow the marks: nothing is marked right of it, and a text of several lines
// has no other text to cross.
func fitsInline(m mark, marks []mark, texts int) bool {
	for _, o := range marks {
		if o.end > m.end {
			return false
		}
	}
	return texts == 1 || !strings.Contains(m.text, "\n")
}

// appendText adds a text at a column after everything that is in the row.
func (m mark) appendText(r *row, text string, column int) {
	r.pad(column)
	r.add(m.style, text)
}

// hangingRows writes the texts of labels, sorted from right to left, under the starts of their marks.
func hangingRows(marks []mark, connector string) []row {
	if len(marks) == 0 {
		return nil
	}
	rows := []row{connectors(marks, connector, -1)}
	for i, m := range marks {
		for _, text := range strings.Split(m.text, "\n") {
			r := connectors(marks[i+1:], connector, m.begin)
			m.appendText(&r, text, m.begin)
			rows = append(rows, r)
		}
	}
	return rows
}

// connectors draws the lines from the marks to texts further below, except at the column where a text stands.
func connectors(marks []mark, connector string, except int) row {
	var r row
	for _, m := range slices.Backward(marks) {
		if m.begin != except {
			r.put(m.begin, m.style, connector)
		}
	}
	return r
}
