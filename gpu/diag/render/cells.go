package render

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// cell is one visible character with the columns it takes: 1, or 2 for wide characters. Combining characters belong to the cell
// of their base.
type cell struct {
	text  string
	width int
	style style
}

// row is one line of output.
type row []cell

// width returns the columns of the row.
func (r row) width() int {
	n := 0
	for _, c := range r {
		n += c.width
	}
	return n
}

// add appends text, made visible.
func (r *row) add(s style, text string) {
	cells, _ := cellsOf(text, 1, s)
	*r = append(*r, cells...)
}

// pad appends spaces up to a column.
func (r *row) pad(column int) {
	for n := r.width(); n < column; n++ {
		*r = append(*r, cell{" ", 1, stylePlain})
	}
}

// put sets the cell at a column of a row that has cells of width 1 only, as mark rows have.
func (r *row) put(column int, s style, mark string) {
	r.fill(column)
	(*r)[column] = cell{mark, 1, s}
}

// fill makes sure that a row of cells of width 1 has a cell at a column.
func (r *row) fill(column int) {
	for len(*r) <= column {
		*r = append(*r, cell{" ", 1, stylePlain})
	}
}

// putBlank is put, unless there is something at the column already.
func (r *row) putBlank(column int, s style, mark string) {
	r.fill(column)
	if (*r)[column].text == " " {
		(*r)[column] = cell{mark, 1, s}
	}
}

// widths measures characters the same way on every machine: the package variable of go-runewidth depends on the locale.
var widths = &runewidth.Condition{StrictEmojiNeutral: true}

// zeroWidthJoiner glues emoji together; alone it is invisible.
const zeroWidthJoiner = '\u200D'

// cellsOf makes text visible. The second result has the column of each byte of the text and of its end. Tabs go to the next
// multiple of tab.
func cellsOf(text string, tab int, s style) (row, []int) {
	cells, at := make(row, 0, len(text)), make([]int, 0, len(text)+1)
	column := 0
	push := func(shown string, width int, s style) {
		cells = append(cells, cell{shown, width, s})
		column += width
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		for range size {
			at = append(at, column)
		}
		raw := text[i : i+size]
		i += size
		switch last := len(cells) - 1; {
		case r == '\t':
			for n := tab - column%tab; n > 0; n-- {
				push(" ", 1, s)
			}
		case last >= 0 && joins(r, cells[last]):
			cells[last].text += raw
		case size == 1 && r < utf8.RuneSelf && r >= ' ' && r != 0x7f:
			push(raw, 1, s)
		default:
			shown, escaped := visible(r, raw)
			if !escaped {
				push(shown, widths.RuneWidth(r), s)
				continue
			}
			for _, c := range shown {
				push(string(c), 1, styleEscape)
			}
		}
	}
	return cells, append(at, column)
}

// joins reports whether a character is drawn on the cell before it.
func joins(r rune, before cell) bool {
	if r == zeroWidthJoiner {
		return before.width == 2
	}
	return unicode.Is(unicode.M, r) && widths.RuneWidth(r) == 0 && before.style != styleEscape
}

// visible returns how a character is shown, and whether that is an escape: \x1B for control characters and bytes that are no
// UTF-8, \u{202E} for characters that cannot be seen or that change the direction of the text.
func visible(r rune, raw string) (shown string, escaped bool) {
	switch {
	case r == utf8.RuneError && len(raw) == 1, r < ' ', r == 0x7f:
		return fmt.Sprintf(`\x%02X`, raw[0]), true
	case !unicode.IsGraphic(r), widths.RuneWidth(r) == 0:
		return fmt.Sprintf(`\u{%X}`, r), true
	}
	return raw, false
}

// cut returns the cells of the columns [lo, hi). Of a wide character that is cut in two, a space remains.
func (r row) cut(lo, hi int) row {
	var out row
	column := 0
	for _, c := range r {
		begin, end := max(column, lo), min(column+c.width, hi)
		switch {
		case end-begin == c.width:
			out = append(out, c)
		case end > begin:
			out = append(out, cell{" ", 1, stylePlain})
		}
		column += c.width
	}
	return out
}

// wrap breaks prose into lines of at most width columns at spaces; 0 is no limit. Newlines of the text stay.
func wrap(text string, width int) []string {
	var lines []string
	for _, paragraph := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		paragraph = strings.TrimRight(paragraph, "\r")
		if width <= 0 || textWidth(paragraph) <= width {
			lines = append(lines, paragraph)
			continue
		}
		line := ""
		for _, word := range strings.Fields(paragraph) {
			if line != "" && textWidth(line)+1+textWidth(word) > width {
				lines, line = append(lines, line), ""
			}
			if line != "" {
				line += " "
			}
			line += word
		}
		lines = append(lines, line)
	}
	return lines
}

// textWidth returns the columns that a text takes once it is made visible.
func textWidth(text string) int {
	_, at := cellsOf(text, 1, stylePlain)
	return at[len(at)-1]
}
