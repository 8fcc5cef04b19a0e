package render

import (
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Two labels share an excerpt if their lines are at most nearLines apart. Of a multi-line span at most headLines lines
// at its start and tailLines at its end are shown.
const (
	nearLines = 3
	headLines = 4
	tailLines = 2
)

// spot is a label with its span made sound: Line <= EndLine, on one line Col < EndCol unless the line ends at Col.
type spot struct {
	label  diag.Label
	span   diag.Span
	source bool // the text of its lines is at hand
	column int  // of the margin, for multi-line spans
	open   bool // the span has begun in the rows laid out so far and has not ended
}

// multi reports whether the span has more than one line.
func (s *spot) multi() bool { return s.span.EndLine > s.span.Line }

// excerpt is a piece of one file with the labels in it. The first spot is the one that its header names.
type excerpt struct {
	spots  []*spot
	source bool
}

// last returns the largest line number that the excerpt shows.
func (e *excerpt) last() int {
	n := 1
	if e.source {
		for _, s := range e.spots {
			n = max(n, s.span.EndLine)
		}
	}
	return n
}

// endsInSource reports whether the last row of the excerpt shows source text, so that the next excerpt needs a bar before it.
func (e *excerpt) endsInSource() bool {
	return e.source && !slices.ContainsFunc(e.spots, func(s *spot) bool { return len(s.label.Via) > 0 })
}

// near reports whether a spot belongs into the excerpt.
func (e *excerpt) near(s *spot) bool {
	if !e.source || !s.source || e.spots[0].span.File != s.span.File {
		return false
	}
	return slices.ContainsFunc(e.spots, func(o *spot) bool {
		return s.span.Line-o.span.EndLine <= nearLines && o.span.Line-s.span.EndLine <= nearLines
	})
}

// excerpts groups the labels: primary ones first, the others in their order.
func (l *layout) excerpts() []*excerpt {
	labels := slices.Clone(l.d.Labels)
	slices.SortStableFunc(labels, func(a, b diag.Label) int {
		switch {
		case a.Primary == b.Primary:
			return 0
		case a.Primary:
			return -1
		}
		return 1
	})
	var list []*excerpt
	for _, label := range labels {
		s := l.newSpot(label)
		i := slices.IndexFunc(list, func(e *excerpt) bool { return e.near(s) })
		if i < 0 {
			list = append(list, &excerpt{spots: []*spot{s}, source: s.source})
			continue
		}
		list[i].spots = append(list[i].spots, s)
	}
	return list
}

// newSpot makes the span of a label sound. A span at the end of a file may stand on the line after the last one.
func (l *layout) newSpot(label diag.Label) *spot {
	s := &spot{label: label, span: label.Span}
	if s.span.Line <= 0 {
		return s
	}
	text, ok := l.sources.Line(s.span.File, s.span.Line)
	if !ok && s.span.Line > 1 {
		_, ok = l.sources.Line(s.span.File, s.span.Line-1)
	}
	if !ok {
		return s
	}
	s.source = true
	if s.multi() {
		s.span = l.wholeEnd(s.span)
	}
	if s.multi() {
		if s.span.Col <= 0 {
			s.span.Col = indentOf(text) + 1
		}
		return s
	}
	s.span = onOneLine(s.span, text)
	return s
}

// wholeEnd moves the end of a multi-line span to a character that can be shown: an end without column to the end of its line,
// an end before the first character of a line, or after the last line, to the end of the line before.
func (l *layout) wholeEnd(s diag.Span) diag.Span {
	last, ok := l.sources.Line(s.File, s.EndLine)
	switch {
	case ok && s.EndCol > 1:
		return s
	case ok && s.EndCol <= 0:
		s.EndCol = len(last) + 1
		return s
	}
	if last, ok = l.sources.Line(s.File, s.EndLine-1); ok {
		s.EndLine, s.EndCol = s.EndLine-1, len(last)+1
		return s
	}
	s.EndLine, s.EndCol = s.Line, math.MaxInt
	return s
}

// onOneLine clamps a span to its first line. A span without column means the whole line without its indentation.
func onOneLine(s diag.Span, text string) diag.Span {
	end := s.EndCol
	if s.EndLine > 0 && s.EndLine < s.Line {
		end = 0
	}
	s.EndLine = s.Line
	if s.Col <= 0 {
		s.Col, end = indentOf(text)+1, len(text)+1
	}
	s.Col = min(s.Col, len(text)+1)
	s.EndCol = min(max(end, s.Col), len(text)+1)
	return s
}

// indentOf returns the bytes of white space that a line begins with.
func indentOf(text string) int {
	for i := range len(text) {
		if text[i] != ' ' && text[i] != '\t' {
			return i
		}
	}
	return 0
}

// lines returns the numbers of the lines to show, ascending. A gap of more than one line in it is shown as dots.
func (e *excerpt) lines(sources Sources) []int {
	var lines []int
	add := func(first, last int) {
		for n := first; n <= last; n++ {
			lines = append(lines, n)
		}
	}
	for _, s := range e.spots {
		first, last := s.span.Line, s.span.EndLine
		if _, ok := sources.Line(s.span.File, first); !ok {
			first--
		}
		if last-first < headLines+tailLines {
			add(first, last)
			continue
		}
		add(first, first+headLines-1)
		add(last-tailLines+1, last)
	}
	slices.Sort(lines)
	lines = slices.Compact(lines)
	var whole []int
	for i, n := range lines {
		if i > 0 && n-lines[i-1] <= nearLines {
			for missing := lines[i-1] + 1; missing < n; missing++ {
				whole = append(whole, missing)
			}
		}
		whole = append(whole, n)
	}
	return whole
}
