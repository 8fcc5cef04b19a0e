package render

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// style is what a cell means; the printer knows how that looks.
type style uint8

const (
	stylePlain style = iota
	styleTitle
	styleError
	styleWarning
	styleAdvice
	styleFrame     // gutter, arrows, keys of the footer
	styleSecondary // marks and texts of secondary labels
	styleEdit      // what an edit adds
	styleDelete    // what an edit removes
	styleEscape    // a character that is shown by its number
)

// ansi holds the parameters of the colour sequence of each style.
var ansi = [...]string{
	stylePlain:     "",
	styleTitle:     "1",
	styleError:     "1;31",
	styleWarning:   "1;33",
	styleAdvice:    "1;36",
	styleFrame:     "1;34",
	styleSecondary: "1;34",
	styleEdit:      "32",
	styleDelete:    "31",
	styleEscape:    "7",
}

// severityStyle is the style of a headline and of primary labels.
func severityStyle(s diag.Severity) style {
	switch s {
	case diag.SeverityError:
		return styleError
	case diag.SeverityWarning:
		return styleWarning
	}
	return styleAdvice
}

// glyphs are the characters that frames and marks are drawn with.
type glyphs struct {
	bar, arrow, via, primary, secondary, connector string
	open, corner, side, bottom, floor              string // of multi-line spans: the first row in the margin or below the line, …
	turn                                           string // the end of the floor; "" for the mark of the label
	dots                                           string // stands for what is left out
}

var asciiGlyphs = glyphs{
	bar: "|", arrow: "-->", via: ":::", primary: "^", secondary: "-", connector: "|",
	open: "/", corner: " ", side: "|", bottom: "|", floor: "_", dots: "...",
}

var unicodeGlyphs = glyphs{
	bar: "│", arrow: "──▸", via: ":::", primary: "━", secondary: "─", connector: "│",
	open: "╭", corner: "╭", side: "│", bottom: "╰", floor: "─", turn: "┘", dots: "…",
}

// printRows writes rows, without the spaces at their ends.
func printRows(rows []row, colour bool) string {
	var out strings.Builder
	for _, r := range rows {
		for len(r) > 0 && r[len(r)-1].text == " " {
			r = r[:len(r)-1]
		}
		printRow(&out, r, colour)
		out.WriteByte('\n')
	}
	return out.String()
}

// printRow writes one row. A colour sequence is written where the style changes, not for each cell.
func printRow(out *strings.Builder, r row, colour bool) {
	current := stylePlain
	change := func(to style) {
		if !colour || to == current {
			return
		}
		if current != stylePlain {
			out.WriteString("\x1b[0m")
		}
		if to != stylePlain {
			out.WriteString("\x1b[" + ansi[to] + "m")
		}
		current = to
	}
	for _, c := range r {
		change(c.style)
		out.WriteString(c.text)
	}
	change(stylePlain)
}
