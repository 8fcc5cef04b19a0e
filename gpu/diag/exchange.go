package diag

import (
	"regexp"
	"strconv"
	"strings"
)

// Exchange makes moves of new lines that stand already right behind the line that they go before: two lines are in the wrong order then, and the new
// one alone would leave the old one over. A wait of the CPU that comes right after a call which gives the GPU nothing may be written for another
// value. line returns a line of a file, and written what a line does that is the call of a function of the script. A line stays where it can be meant
// a second time, as a barrier that changes no state.
//
//	queue:ExecuteCommandLists { list }  ◄──┐      the new line is queue:Wait(fence, frame)
//	queue:Wait(fence, frame)            ───┘
func (d *Diagnostic) Exchange(line, written func(file string, n int) (string, bool)) {
	for i := range d.Help {
		h := &d.Help[i]
		if h.Edit != EditInsertBefore || len(h.And) > 0 || h.last() != h.Span.Line || strings.Contains(h.Replace, "\n") ||
			repeats.MatchString(h.Replace) {
			continue
		}
		here, _ := line(h.Span.File, h.Span.Line)
		next, ok := line(h.Span.File, h.Span.Line+1)
		if !ok || margin(here) != margin(next) {
			continue
		}
		does, _ := written(h.Span.File, h.Span.Line+1)
		if want := plain(h.Replace); want != plain(next) && want != plain(does) && !(calls.MatchString(here) && awaits(h.Replace, next)) {
			continue
		}
		h.Replace = strings.TrimSpace(next)
		h.And = []Help{{Span: Span{File: h.Span.File, Line: h.Span.Line + 1, Col: len(margin(next)) + 1}, Edit: EditDeleteLine}}
	}
}

var (
	repeats = regexp.MustCompile(`"UAV"|MemoryBarrier`)                                   // what a script does again and again
	calls   = regexp.MustCompile(`[:.](Reset|Release|Map|Write|WriteString|Read|Hash)\b`) // after which no signal comes that was not given before
	wait    = regexp.MustCompile(`^\S+:WaitCPU`)
)

// margin is the space that a line begins with.
func margin(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// plain is a statement without its comment, and without what may be written in two ways.
func plain(line string) string {
	code, _, _ := strings.Cut(line, "--")
	return strings.TrimSuffix(strings.NewReplacer(" ", "", "\t", "", "\r", "", "(", "", ")", "", "math.max(0,", "").Replace(code), ";")
}

// awaits says whether the CPU waits for one fence in two statements, in the second one not for a smaller number.
func awaits(line, next string) bool {
	line, next = plain(line), plain(next)
	head := wait.FindString(line)
	want, other := strconv.Atoi(line[len(head):])
	if head == "" || !strings.HasPrefix(next, head) {
		return false
	}
	have, others := strconv.Atoi(next[len(head):])
	return other != nil || others != nil || have >= want
}
