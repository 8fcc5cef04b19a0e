package diag

import (
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// FindWords makes exact edits of the suggestions that only know a word: line returns a line of a file. The word has to stand once,
// and not as a part of a longer one, in the first line of the primary label; otherwise the suggestion stays text.
func (d *Diagnostic) FindWords(line func(file string, n int) (string, bool)) {
	span := d.Primary().Span
	for i := range d.Help {
		h := &d.Help[i]
		if h.Word == "" || h.Edit != EditNone || span.Line == 0 || span.Col == 0 {
			continue
		}
		text, ok := line(span.File, span.Line)
		if !ok {
			continue
		}
		begin, end := span.Col-1, len(text)
		if span.EndLine == span.Line {
			end = span.EndCol - 1
		}
		if at := onlyWord(text, h.Word, begin, end); at >= 0 {
			h.Edit = EditReplace
			h.Span = Span{File: span.File, Line: span.Line, Col: at + 1, EndLine: span.Line, EndCol: at + 1 + len(h.Word)}
		}
	}
}

// OrFix gives the suggestions that only know a word an edit of the value that has it, whose text the fix has: for where the word does not stand in
// the primary label.
func (d *Diagnostic) OrFix(fix Fix) *Diagnostic {
	for i := range d.Help {
		h := &d.Help[i]
		if h.Word == "" || fix.Method == "" {
			continue
		}
		if at := onlyWord(fix.Text, h.Word, 0, len(fix.Text)); at >= 0 {
			whole := fix
			whole.Text = strconv.Quote(fix.Text[:at] + h.Replace + fix.Text[at+len(h.Word):])
			h.Fix = &whole
		}
	}
	return d
}

// onlyWord returns where a word stands in text[begin:end], -1 if it stands there not at all, twice, or as a part of other words.
func onlyWord(text, word string, begin, end int) int {
	found := -1
	for at := begin; at < end && end <= len(text); {
		i := strings.Index(text[at:end], word)
		if i < 0 {
			break
		}
		from, to := at+i, at+i+len(word)
		if (from == 0 || !wordByte(text[from-1])) && (to == len(text) || !wordByte(text[to])) {
			if found >= 0 {
				return -1
			}
			found = from
		}
		at = to
	}
	return found
}

// wordByte reports whether a byte can be a part of a name.
func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// CheckLines makes plain text of suggestions to delete or replace lines on which something stands besides the place itself. line
// returns a line of a file, and begins says whether the statement of a site begins its line.
func (d *Diagnostic) CheckLines(line func(file string, n int) (string, bool), begins func(gpu.Site) bool) {
	d.eachHelp(func(h *Help) {
		if h.Edit != EditDeleteLine && h.Edit != EditReplaceLine || h.Site == 0 {
			return
		}
		text, ok := line(h.Span.File, h.Span.EndLine)
		if !ok || h.Span.EndCol < 1 || h.Span.EndCol-1 > len(text) || !begins(h.Site) || !restIsEmpty(text[h.Span.EndCol-1:]) {
			h.Edit, h.Replace = EditNone, ""
		}
	})
}

// restIsEmpty reports whether nothing but spaces, a semicolon and a comment follows a statement on its line.
func restIsEmpty(text string) bool {
	text, _, _ = strings.Cut(text, "--")
	return strings.Trim(text, " \t\r;") == ""
}

// Lift moves suggestions to take a statement away out of functions that others call, too: outer is where the statement goes with all that it brings.
// Where that is another thing for each of them, 0, it stays, and there is no edit.
func (d *Diagnostic) Lift(outer func(gpu.Site) gpu.Site, span func(gpu.Site) (Span, bool)) {
	d.eachHelp(func(h *Help) {
		removes := h.Fix != nil && h.Fix.Action == FixRemove
		if h.Site == 0 || h.Edit != EditDeleteLine && !removes {
			return
		}
		at := outer(h.Site)
		if at == 0 {
			h.Edit, h.Fix = EditNone, nil
			return
		}
		if where, ok := span(at); ok && at != h.Site {
			h.Site, h.Span = at, where
			if removes {
				h.Fix = &Fix{Argument: h.Fix.Argument, Action: FixRemove}
			}
		}
	})
}
