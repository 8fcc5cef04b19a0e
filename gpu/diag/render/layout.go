package render

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// layout builds the rows of one diagnostic whose places are resolved.
type layout struct {
	d       *diag.Diagnostic
	sources Sources
	options Options
	glyphs  glyphs
	primary style
	gutter  int // columns of the widest line number
	rows    []row
}

// newLayout prepares a layout.
func newLayout(d *diag.Diagnostic, sources Sources, options Options) *layout {
	l := &layout{d: d, sources: sources, options: options, glyphs: asciiGlyphs, primary: severityStyle(d.Severity)}
	if options.Unicode {
		l.glyphs = unicodeGlyphs
	}
	return l
}

// build lays out headline, excerpts and footer.
func (l *layout) build() []row {
	excerpts := l.excerpts()
	l.gutter = 1
	for _, e := range excerpts {
		l.gutter = max(l.gutter, len(strconv.Itoa(e.last())))
	}
	l.headline()
	for i, e := range excerpts {
		if i > 0 && excerpts[i-1].endsInSource() {
			l.emit(l.bar(""))
		}
		l.excerpt(e)
	}
	l.footer()
	return l.rows
}

// emit appends a row.
func (l *layout) emit(r row) { l.rows = append(l.rows, r) }

// headline writes "error[GS0512]: …". Further lines of the title stand under its first.
func (l *layout) headline() {
	head := headword(l.d) + ": "
	for i, line := range wrap(l.d.Title, 0) {
		var r row
		if i == 0 {
			r.add(l.primary, strings.TrimSuffix(head, ": "))
			r.add(styleTitle, ": "+line)
		} else {
			r.pad(len(head))
			r.add(styleTitle, line)
		}
		l.emit(r)
	}
}

// bar returns the gutter of a row: a line number or spaces, and the bar.
func (l *layout) bar(number string) row {
	var r row
	r.pad(l.gutter - len(number))
	r.add(styleFrame, number)
	r.pad(l.gutter + 1)
	return append(r, cell{l.glyphs.bar, 1, styleFrame})
}

// arrow returns the start of a row that names a place: "  --> " or "  ::: ".
func (l *layout) arrow(glyph string) row {
	var r row
	r.pad(l.gutter)
	for _, c := range glyph {
		r = append(r, cell{string(c), 1, styleFrame})
	}
	r.pad(r.width() + 1)
	return r
}

// dots returns the row that stands for lines left out.
func (l *layout) dots() row {
	var r row
	r.add(styleFrame, asciiGlyphs.dots)
	return r
}

// excerpt lays out the header, the source rows with their marks, and the Via places of one excerpt.
func (l *layout) excerpt(e *excerpt) {
	lead := e.spots[0]
	header := l.arrow(l.glyphs.arrow)
	header.add(stylePlain, placeText(lead.span))
	if !e.source {
		l.placeOnly(header, lead)
	} else {
		l.emit(header)
		l.emit(l.bar(""))
		l.sourceRows(e)
	}
	l.ways(e)
}

// ways lays out the Via places of an excerpt. Where its labels came on several ways, the mark of the label stands before each.
//
//	::: ^ recorded at scene.lua:9:5    list "draw", DrawInstanced #2
//	:::   called from scene.lua:20:1
//	::: - recorded at scene.lua:4:5    list "copy", CopyBufferRegion #0
func (l *layout) ways(e *excerpt) {
	var led []*spot
	for _, s := range e.spots {
		if n := len(led); len(s.label.Via) > 0 && (n == 0 || !led[n-1].shows(s)) {
			led = append(led, s)
		}
	}
	if len(led) > 0 && e.source {
		l.emit(l.bar(""))
	}
	for _, s := range led {
		for i, via := range s.label.Via {
			r := l.arrow(l.glyphs.via)
			switch {
			case len(led) == 1:
			case i == 0:
				r.add(l.spotStyle(s), l.spotMark(s))
				r.pad(r.width() + 1)
			default:
				r.pad(r.width() + 2)
			}
			r.add(stylePlain, via.Verb.String()+" "+placeText(via.Span))
			l.withText(r, stylePlain, via.Text)
		}
	}
}

// placeOnly writes a label whose source text is not at hand: the place and the text on one row.
func (l *layout) placeOnly(header row, s *spot) {
	if s.span.IsZero() && s.label.Text == "" {
		return
	}
	l.withText(header, l.spotStyle(s), s.label.Text)
}

// withText emits a row with a text after a gap. Further lines of the text stand under its first.
func (l *layout) withText(r row, s style, text string) {
	if text == "" {
		l.emit(r)
		return
	}
	column := r.width() + 3
	for _, line := range wrap(text, 0) {
		r.pad(column)
		r.add(s, line)
		l.emit(r)
		r = nil
	}
}

// placeText is what a header shows for a span.
func placeText(s diag.Span) string {
	if s.IsZero() {
		return "unknown place"
	}
	return s.String()
}

// shows says whether the way of a label tells that of another one: both came the same way, or the other one stands in a function that is called on
// it.
func (s *spot) shows(o *spot) bool {
	if s.span == o.span {
		return slices.Equal(s.label.Via, o.label.Via)
	}
	return !slices.ContainsFunc(o.label.Via, func(p diag.Place) bool { return !slices.Contains(s.label.Via, p) })
}

// spotMark is what a label underlines its place with.
func (l *layout) spotMark(s *spot) string {
	if s.label.Primary {
		return l.glyphs.primary
	}
	return l.glyphs.secondary
}

// spotStyle is the style of the marks and the text of a label.
func (l *layout) spotStyle(s *spot) style {
	if s.label.Primary {
		return l.primary
	}
	return styleSecondary
}
