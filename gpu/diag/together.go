package diag

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// AndFix adds an edit to the last suggestion, as HelpFix does: all edits of a suggestion are made, or none. It panics if there is no suggestion.
func (d *Diagnostic) AndFix(site gpu.Site, fix Fix) *Diagnostic {
	if fix == (Fix{}) {
		return d
	}
	return d.and(Help{Site: site, Fix: &fix})
}

// HelpFixes adds a suggestion with several edits, one or more.
func (d *Diagnostic) HelpFixes(site gpu.Site, fixes []Fix, format string, args ...any) *Diagnostic {
	d.HelpFix(site, fixes[0], format, args...)
	for _, fix := range fixes[1:] {
		d.AndFix(site, fix)
	}
	return d
}

// AndBefore adds a new line to the last suggestion, as HelpBefore does.
func (d *Diagnostic) AndBefore(site gpu.Site, line string, snippets []Snippet) *Diagnostic {
	return d.and(Help{Site: site, Draft: &Draft{Edit: EditInsertBefore, Replace: line, Snippets: snippets}})
}

func (d *Diagnostic) and(part Help) *Diagnostic {
	if len(d.Help) == 0 {
		panic("BUG: diag: a further edit before any help")
	}
	last := &d.Help[len(d.Help)-1]
	last.And = append(last.And, part)
	return d
}

// Edits are the exact edits of a suggestion, each without text and further edits, in the order of the script; none if it has no exact edit. They do
// not overlap, so a tool makes them from the last to the first.
func (h Help) Edits() []Help {
	if h.Edit == EditNone {
		return nil
	}
	all := []Help{h}
	all[0].Text, all[0].And = "", nil
	return append(all, h.And...)
}

// eachHelp calls f for each suggestion and each further edit.
func (d *Diagnostic) eachHelp(f func(*Help)) {
	for i := range d.Help {
		d.Help[i].each(f)
	}
}

// each calls f for a suggestion and each of its further edits.
func (h *Help) each(f func(*Help)) {
	f(h)
	for i := range h.And {
		f(&h.And[i])
	}
}

// Join makes one thing of the edits of each suggestion, after all of them were looked for: where one is not known, and where two change the
// same text, the suggestion stays text, or nothing if it has none. Edits of one line become one edit, so that the line is
// shown as it will be. line returns a line of a file.
//
//	list = f { Type = "COPY", Allocator = g("COPY") }      two edits: "COPY" → "DIRECT" twice
//	                  └──────── one edit ────────┘         "DIRECT", Allocator = g("DIRECT"
func (d *Diagnostic) Join(line func(file string, n int) (string, bool)) {
	for i := range d.Help {
		if h := &d.Help[i]; len(h.And) > 0 {
			h.join(line)
		}
	}
	exact := false // of the suggestion before
	d.Help = slices.DeleteFunc(d.Help, func(h Help) bool {
		if h.Spare && exact {
			return true
		}
		exact = h.Edit != EditNone
		return (h.Text == "" || h.Exact) && !exact // a draft that is left was not filled
	})
}

// empty reports whether a suggestion says nothing.
func (h Help) empty() bool {
	return h.Text == "" && h.Edit == EditNone && h.Draft == nil && h.Fix == nil
}

// join is Join of one suggestion.
func (h *Help) join(line func(file string, n int) (string, bool)) {
	all := append([]Help{*h}, h.And...)
	all[0].Text, all[0].And = "", nil
	slices.SortStableFunc(all, func(a, b Help) int {
		ka, kb := a.order(), b.order()
		return cmp.Or(cmp.Compare(a.Span.File, b.Span.File), cmp.Compare(ka[0], kb[0]), cmp.Compare(ka[1], kb[1]))
	})
	kept := all[:1]
	for _, next := range all[1:] {
		last := &kept[len(kept)-1]
		switch {
		case last.Span.File != next.Span.File || last.before(&next):
			kept = append(kept, next)
		case !last.extend(&next, line):
			kept = nil
		}
		if kept == nil {
			break
		}
	}
	h.Site, h.And = 0, nil
	if kept == nil || slices.ContainsFunc(all, func(e Help) bool { return e.Edit == EditNone }) {
		h.Span, h.Edit, h.Replace, h.Draft, h.Fix = Span{}, EditNone, "", nil, nil
		return
	}
	h.Span, h.Edit, h.Replace = kept[0].Span, kept[0].Edit, kept[0].Replace
	h.And = slices.Clone(kept[1:])
}

// order is where an edit begins: a line, and a column of it.
func (h *Help) order() [2]int {
	switch h.Edit {
	case EditInsertBefore, EditReplaceLine, EditDeleteLine:
		return [2]int{h.Span.Line, 0}
	case EditInsertAfter:
		return [2]int{h.last(), math.MaxInt}
	}
	return [2]int{h.Span.Line, h.Span.Col}
}

// last is the last line of an edit.
func (h *Help) last() int { return max(h.Span.Line, h.Span.EndLine) }

// before reports whether an edit is over before the next one begins, and neither changes a line of the other: a new line may come before or after one
// that changes.
func (h *Help) before(next *Help) bool {
	begins := next.order()[0]
	return h.last() < begins || h.last() == begins && (h.Edit == EditInsertBefore || next.Edit == EditInsertAfter)
}

// extend makes one edit of two replacements that touch one line. It reports false if they change the same text, or are of other kinds.
func (h *Help) extend(next *Help, line func(file string, n int) (string, bool)) bool {
	if h.Edit == EditReplace && next.Edit == EditReplace && h.Replace == "" && next.Replace == "" && comparePlaces(next.order(), h.end()) < 0 {
		return h.swallow(next, line)
	}
	text, ok := line(h.Span.File, next.Span.Line)
	from := h.Span.EndCol
	if h.Span.EndLine == 0 {
		from = h.Span.Col
	}
	if !ok || h.Edit != EditReplace || next.Edit != EditReplace || from > next.Span.Col || next.Span.Col-1 > len(text) {
		return false
	}
	h.Replace += text[from-1:next.Span.Col-1] + next.Replace
	h.Span.EndLine, h.Span.EndCol = next.Span.EndLine, next.Span.EndCol
	if next.Span.EndLine == 0 {
		h.Span.EndLine, h.Span.EndCol = next.Span.Line, next.Span.Col
	}
	return true
}

// comparePlaces compares two places, each a line and a column.
func comparePlaces(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }

// end is where a replacement ends: a line, and the column behind it.
func (h *Help) end() [2]int {
	if h.Span.EndLine == 0 {
		return h.order()
	}
	return [2]int{h.Span.EndLine, h.Span.EndCol}
}

// swallow makes one deletion of two that overlap: those of neighbours in a table, each with one of the separators around it. The last ones of a table
// take the separators around both, too; a call has no separator before its end, so there the deletions stay apart.
//
//	{ Type = "UAV", Before = "COMMON", After = "COPY_DEST" }
//	                └────────────────┘                           the first deletion
//	                                 └───────────────────┘       the second
//	              └──────────────────────────────────────┘       the one
func (h *Help) swallow(next *Help, line func(file string, n int) (string, bool)) bool {
	if end := next.end(); comparePlaces(h.end(), end) < 0 {
		h.Span.EndLine, h.Span.EndCol = end[0], end[1]
	}
	first, ok1 := line(h.Span.File, h.Span.Line)
	last, ok2 := line(h.Span.File, h.Span.EndLine)
	if !ok1 || !ok2 || h.Span.Col-1 > len(first) || h.Span.EndCol-1 > len(last) {
		return false
	}
	rest, before := strings.TrimLeft(last[h.Span.EndCol-1:], " \t"), strings.TrimRight(first[:h.Span.Col-1], " \t")
	if strings.HasPrefix(rest, ",") { // behind the last field
		rest = strings.TrimLeft(rest[1:], " \t")
		h.Span.EndCol = len(last) - len(rest) + 1
	}
	if strings.HasPrefix(rest, "}") && strings.HasSuffix(before, ",") {
		h.Span.Col = len(before)
	}
	return !strings.HasPrefix(rest, ")")
}

// words is an edit as one line of text.
func (h Help) words() string {
	verb := [...]string{EditReplace: "put", EditReplaceLine: "make the line", EditInsertBefore: "insert before it",
		EditInsertAfter: "insert after it",
		EditDeleteLine:  "delete the line"}[h.Edit]
	if h.Edit == EditReplace && h.Replace == "" {
		verb = "delete it"
	}
	return strings.TrimSpace(h.Span.String() + ": " + verb + " " + h.Replace)
}
