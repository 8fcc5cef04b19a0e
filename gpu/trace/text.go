package trace

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/gpuscript/gpuscript/gpu"
)

// The columns of the text form, in terminal columns. A longer cell pushes the rest of its line to the right.
const (
	timeWidth    = 12
	engineWidth  = 9
	whoWidth     = 14
	kindWidth    = 12
	detailsWidth = 44
)

// widths measures text without asking the locale, so that a trace is the same everywhere.
var widths = runewidth.Condition{}

// Text writes events as lines of aligned columns, below one line that names the columns. It belongs to one goroutine.
type Text struct {
	w     io.Writer
	place func(gpu.Site) string
	begun bool
	err   error
}

// NewText returns a writer to w. The function place turns a site into "scene.lua:28:8"; nil leaves the column empty.
func NewText(w io.Writer, place func(gpu.Site) string) *Text {
	if place == nil {
		place = func(gpu.Site) string { return "" }
	}
	return &Text{w: w, place: place}
}

// Event writes one event. After an error of the writer nothing is written any more.
func (t *Text) Event(e Event) {
	if !t.begun {
		t.begun = true
		t.line("time us", "engine", "who", "what", "details", "script")
	}
	where := ""
	if e.Site != 0 {
		where = t.place(e.Site)
	}
	t.line(microseconds(e.Time), e.Engine, name(who(e)), string(e.Kind), details(e), where)
}

// Err returns the first error of the writer.
func (t *Text) Err() error { return t.err }

// line writes the cells of one line.
func (t *Text) line(time, engine, who, kind, details, script string) {
	if t.err != nil {
		return
	}
	line := fmt.Sprintf("%*s  %s  %s  %s  %s  %s", timeWidth, time, pad(engine, engineWidth), pad(who, whoWidth), pad(kind, kindWidth),
		pad(details, detailsWidth), script)
	_, t.err = io.WriteString(t.w, strings.TrimRight(line, " ")+"\n")
}

// pad fills a cell up to its width.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-widths.StringWidth(text)))
}

// microseconds writes nanoseconds as microseconds with all their digits, "1,234.567".
func microseconds(ns uint64) string {
	whole := strconv.FormatUint(ns/1000, 10)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return fmt.Sprintf("%s.%03d", whole, ns%1000)
}

// who is the queue or thread that did it, else the device that it happened to.
func who(e Event) string {
	switch {
	case e.Kind == Submits:
		return e.Thread
	case e.Queue != "":
		return e.Queue
	case e.Thread != "":
		return e.Thread
	}
	return e.Device
}

// name shows the name of an object in a column of its own: as it is, quoted if it would disturb the line.
func name(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}

// details are the facts that belong to the kind of the event.
func details(e Event) string {
	switch {
	case e.Op != gpu.OpNone:
		text := fmt.Sprintf("%v, command %d", e.Op, e.Index+1)
		if e.List != "" {
			text += fmt.Sprintf(" of %q", e.List)
		}
		if e.Text != "" {
			text += fmt.Sprintf(": %q", e.Text)
		}
		return text
	case e.Kind == Signal:
		return fmt.Sprintf("fence %q = %d", e.Fence, e.Value)
	case e.Kind == Submits:
		return fmt.Sprintf("%s to %q", e.List, e.Queue)
	case e.Kind == Works:
		return "for " + microseconds(e.Value) + " us"
	case e.Kind == Touches:
		return e.Done.String()
	case e.Kind == Presents, e.Kind == Shows:
		return fmt.Sprintf("frame %d of %q", e.Value, e.Object)
	case e.Kind == Memory:
		return fmt.Sprintf("%d bytes in use", e.Value)
	case e.Fence != "":
		return fmt.Sprintf("fence %q >= %d", e.Fence, e.Value)
	case strings.HasPrefix(string(e.Kind), "bg "):
		return e.Text
	case e.Object != "":
		return fmt.Sprintf("event %q", e.Object)
	}
	return ""
}
