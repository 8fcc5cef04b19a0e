package render

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// entry is one key of the footer with the rows of its text.
type entry struct {
	key  string
	rows []row
}

// footer writes reasons, notes, help, rule and stack after aligned keys, then the repeats.
func (l *layout) footer() {
	entries := l.entries()
	keys := 0
	for _, e := range entries {
		keys = max(keys, len(e.key))
	}
	for _, e := range entries {
		var r row
		r.pad(l.gutter + 1)
		r.add(styleFrame, "= ")
		r.add(styleTitle, e.key+":")
		for _, text := range e.rows {
			r.pad(l.gutter + 3 + keys + 2)
			l.emit(append(r, text...))
			r = nil
		}
	}
	if l.d.Repeats > 0 {
		var r row
		r.pad(l.gutter + 1)
		r.add(stylePlain, fmt.Sprintf("... and %d more like this", l.d.Repeats))
		l.emit(r)
	}
}

// entries builds the texts in the order in which a reader needs them.
func (l *layout) entries() []entry {
	var list []entry
	prose := func(key, text string) {
		list = append(list, entry{key, l.prose(text)})
	}
	for _, text := range l.d.Why {
		prose("why", text)
	}
	for _, text := range l.d.Notes {
		prose("note", text)
	}
	for _, help := range l.d.Help {
		if rows := l.help(help); len(rows) > 0 {
			list = append(list, entry{"help", rows})
		}
	}
	if l.d.Rule != "" {
		prose("rule", l.d.Rule)
		if id, ok := l.d.D3D12(); ok { // it belongs to the rule
			prose("d3d", id.String())
		}
	}
	if len(l.d.Stack) > 0 {
		list = append(list, entry{"stack", l.stack()})
	}
	return list
}

// footerIndent is the columns before the text of a footer entry, with the widest key there is.
func (l *layout) footerIndent() int { return l.gutter + 3 + len("stack: ") }

// prose wraps a text to the width of the terminal.
func (l *layout) prose(text string) []row {
	width := 0
	if l.options.Width > 0 {
		width = max(l.options.sourceWidth()-l.footerIndent(), minFloor)
	}
	var rows []row
	for _, line := range wrap(text, width) {
		var r row
		r.add(stylePlain, line)
		rows = append(rows, r)
	}
	return rows
}

// stack writes one row a frame: place, then function, aligned. The middle of a long stack is left out.
func (l *layout) stack() []row {
	frames, limit := l.d.Stack, l.options.maxFrames()
	head, tail := frames, []diag.Frame(nil)
	if len(frames) > limit {
		head, tail = frames[:(limit+1)/2], frames[len(frames)-limit/2:]
	}
	column := 0
	for _, f := range append(head[:len(head):len(head)], tail...) {
		column = max(column, textWidth(placeText(f.Span)))
	}
	var rows []row
	write := func(list []diag.Frame) {
		for _, f := range list {
			var r row
			r.add(stylePlain, placeText(f.Span))
			if f.Function != "" {
				r.pad(column + 1)
				r.add(stylePlain, "in "+strings.Join(strings.Split(f.Function, "\n"), " "))
			}
			rows = append(rows, r)
		}
	}
	write(head)
	if skipped := len(frames) - len(head) - len(tail); skipped > 0 {
		var r row
		r.add(stylePlain, fmt.Sprintf("... %d more ...", skipped))
		rows = append(rows, r)
	}
	write(tail)
	return rows
}
