package render

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Sources is what the renderer asks about scripts.
type Sources interface {
	// Span resolves a site; false if it is not known.
	Span(site gpu.Site) (diag.Span, bool)
	// Line returns a line of a file, counted from 1, without its end; false if there is no such line or no text.
	Line(file string, line int) (string, bool)
}

// Files is a Sources of file names and whole texts, without sites. It suits tests and single texts: each Line walks the text.
type Files map[string]string

// Span knows no site.
func (Files) Span(gpu.Site) (diag.Span, bool) { return diag.Span{}, false }

// Line returns a line of the text. A text that ends with a newline has no further line after it.
func (f Files) Line(file string, line int) (string, bool) {
	n := 0
	for text := range strings.Lines(f[file]) {
		if n++; n == line {
			return strings.TrimRight(text, "\r\n"), true
		}
	}
	return "", false
}

// Style is a form of output.
type Style uint8

// The styles.
const (
	// Rich shows source excerpts with labels, reasons and help.
	Rich Style = iota
	// Short is one line: "scene.lua:41:8: error[GS0512]: headline".
	Short
	// JSON is one object a line, as diag.Diagnostic marshals itself.
	JSON
)

// Options says how to render. The zero value is plain ASCII text in rich style.
type Options struct {
	Style   Style
	Colour  bool // ANSI colours, in Rich and Short
	Unicode bool // line drawing characters instead of ASCII, in Rich
	// Width is the width of the terminal in columns, from 40 to 1000. Source lines are trimmed to it and prose is wrapped. With 0
	// source lines are trimmed to 120 columns and prose is not wrapped.
	Width int
	// TabWidth is the distance of tab stops in source lines, 4 if it is 0.
	TabWidth int
	// MaxFrames is how many frames of a call stack are shown, 10 if it is 0; the middle of a longer stack is left out.
	MaxFrames int
}

// Limits and defaults of the options.
const (
	defaultWidth  = 120
	minWidth      = 40
	maxWidth      = 1000
	defaultTab    = 4
	maxTab        = 16
	defaultFrames = 10
)

// sourceWidth returns how many columns a row with source text may have.
func (o Options) sourceWidth() int {
	if o.Width <= 0 {
		return defaultWidth
	}
	return min(max(o.Width, minWidth), maxWidth)
}

// tabWidth returns the distance of tab stops.
func (o Options) tabWidth() int {
	if o.TabWidth <= 0 {
		return defaultTab
	}
	return min(o.TabWidth, maxTab)
}

// maxFrames returns how many frames are shown.
func (o Options) maxFrames() int {
	if o.MaxFrames <= 0 {
		return defaultFrames
	}
	return o.MaxFrames
}

// Write renders diagnostics in order. Rich ones are separated by an empty line. The sources may be nil; the diagnostics are not
// changed. The error is that of the writer.
func Write(w io.Writer, diagnostics []*diag.Diagnostic, sources Sources, options Options) error {
	for i, d := range diagnostics {
		text := Text(d, sources, options)
		if i > 0 && options.Style == Rich {
			text = "\n" + text
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}

// Text renders one diagnostic. The text ends with a newline.
func Text(d *diag.Diagnostic, sources Sources, options Options) string {
	if sources == nil {
		sources = Files(nil)
	}
	d = d.Clone()
	d.Resolve(sources.Span)
	var rows []row
	switch options.Style {
	case JSON:
		return jsonLine(d)
	case Short:
		shorten(d, asciiGlyphs.dots)
		rows = []row{shortRow(d)}
	default:
		l := newLayout(d, sources, options)
		shorten(d, l.glyphs.dots)
		rows = l.build()
	}
	return printRows(rows, options.Colour)
}

// jsonLine marshals without escapes for HTML, so that '<' in a script stays readable.
func jsonLine(d *diag.Diagnostic) string {
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(d); err != nil {
		panic("BUG: render: a diagnostic cannot be marshalled: " + err.Error())
	}
	return out.String()
}

// shortRow builds the one-line form.
func shortRow(d *diag.Diagnostic) row {
	var r row
	if place := d.Primary().Span.String(); place != "" {
		r.add(stylePlain, place+": ")
	}
	r.add(severityStyle(d.Severity), headword(d))
	r.add(styleTitle, ": "+strings.Join(strings.Split(d.Title, "\n"), " "))
	if d.Repeats > 0 {
		r.add(stylePlain, fmt.Sprintf(" (and %d more like this)", d.Repeats))
	}
	return r
}

// headword returns "error[GS0512]".
func headword(d *diag.Diagnostic) string { return fmt.Sprintf("%s[%s]", d.Severity, d.Code) }

// Summary returns what a run ends with, "2 errors, 1 warning", repeats included, and "" if there is nothing to count.
func Summary(diagnostics []*diag.Diagnostic) string {
	counts := diag.CountOf(diagnostics)
	if counts.Total() == 0 {
		return ""
	}
	return counts.String()
}
