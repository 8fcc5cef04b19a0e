package conflict

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Suggestions: the end of a thread, a signal and the wait for it, a wait for a larger value, or a fence of its own would order the two sides.

// join proposes that the second side comes after the end of the thread that is the first; of two threads, that the main thread waits for the other.
func (s speaker) join(text string) diag.Help {
	h, ends := diag.Help{Site: s.c.Second.Submit, Text: text}, &s.c.First
	if ends.Thread == 0 && s.threads() {
		h.Site, ends = s.c.First.Submit, &s.c.Second
	}
	if ends.Thread != 0 {
		h.Draft = diag.JoinOf(s.Created(ends.Thread), ends.Submit)
	}
	return h
}

// helpWait proposes the wait that is missing. Where the program repeats the submission the value is another one each time. Where others may lower the
// fence it proposes one of its own.
func (s speaker) helpWait(d *diag.Diagnostic) {
	c, signal := s.c, &s.c.Cover.Signal
	if c.Disputed {
		s.helpSignal(d)
		return
	}
	made := s.Created(s.Fence(signal.Fence))
	h := diag.Help{Site: c.Second.Submit}
	fence, last := diag.Snippet{Site: signal.Site, Argument: 1, Earlier: true, Made: made}, words.Number(s.last())
	text := func(value uint64) string {
		if s.byCPU() {
			return fmt.Sprintf("wait first: call WaitCPU with %d on %s", value, s.Ref(s.Fence(signal.Fence)))
		}
		return fmt.Sprintf("call Wait with %s and %d on %s first", s.Ref(s.Fence(signal.Fence)), value, s.Ref(c.Second.Queue))
	}
	h.Text = text(signal.Value)
	call, pieces := "%1:WaitCPU(", []diag.Snippet{fence}
	if !s.byCPU() {
		call, pieces = "%1:Wait(%2, ", []diag.Snippet{s.queue(&c.Second), fence}
	}
	value := fmt.Sprintf("%%%d)", len(pieces)+1)
	number, again, after := before(call+last+")", pieces...), inTurn(call+value, &c.Cover, pieces...),
		afterTurns(call+value, &c.Cover, s.last(), pieces...)
	if number.Once, number.Of = true, made; s.last() != signal.Value { // the value is that of one submission, or of all that a loop made
		number.Text = text(s.last()) + ", the last value that the loop has signalled"
	}
	if after != nil {
		after.Text = number.Text
	}
	other := s.ownFence().Draft
	other.Once = s.byCPU() // in a loop each pass would wait for all of the one before, where the script has a fence for that
	switch {
	case c.Held:
		h.Draft = number
	default: // where the value is another one each time, and where the fence has no name: it may not even have been made by then
		other.Text = h.Text + ", or signal a fence of its own on " + s.Ref(c.First.Queue) + " and wait for that"
		if c.Cover.Turns == 1 { // the last one that was given: its own words are right wherever they mean the same
			h.Draft = chain(again, after, number, other)
			break
		}
		h.Draft = chain(after, number, again, other)
	}
	if h.Draft != nil { // what the second side has waited for besides may come later
		h.Draft.Behind = []gpu.Site{c.First.Submit, signal.Site}
		if s.byCPU() {
			whole(h.Draft)
		}
	}
	unheard := c.Second.Queue == 0 && c.Heard == nil // what a thread has heard may decide whether it asks for the event
	h.Spare = s.opened(d) || s.raise(d) || s.exchanged(d) || unheard && waitForEvent(s, &c.Cover, d)
	s.help(d, h)
}

// raise proposes a larger value for the wait that is there, and says whether it does.
func (s speaker) raise(d *diag.Diagnostic) bool {
	c, signal := s.c, &s.c.Cover.Signal
	fence, at, now, before, fix := s.Fence(signal.Fence), c.WaitSite, c.Wait.Value, d.Lacks.Before, diag.Fix{}
	switch h := c.Heard; {
	case !s.byCPU() && c.Lower && now < signal.Value:
		fix = diag.Shift("Wait", 2, now, signal.Value)
	case s.byCPU() && c.HeardLower && len(h.Fences) > 0 && h.Fences[0] == fence && h.Values[0] < signal.Value:
		at, now, before = h.Site, h.Values[0], h.When.Pos()
		fix = diag.Shift("WaitCPU", 1, now, signal.Value)
	case s.byCPU() && c.HeardLower && h.SetBy() != nil && h.SetBy().Fence == signal.Fence && h.SetBy().Value < signal.Value:
		now = h.SetBy().Value
		at, before = s.Arming(fence, h.Object, now), h.When.Pos()
		fix = diag.Shift("SetEventOnCompletion", 1, now, signal.Value)
	}
	if at == 0 || fix.Method == "" {
		return false
	}
	d.Lacks.Before = before
	if fix.Once = !c.Again; c.Again { // the number is another one in each pass
		fix.Text, fix.Beside = "", c.Second.Submit
	}
	late := s.exchanged(d) || ahead(d, &c.Cover, now, c.First.Submit)
	d.WithHelp(diag.Help{Site: at, Fix: &fix, Exact: true, Spare: late, Text: fmt.Sprintf("wait for %s >= %d", s.Ref(fence), signal.Value)})
	return true
}

// ahead proposes to signal after a submission, where the call of the signal that covers it stands right before it and a wait is for the value that it
// gives there; and says whether it does. Another suggestion comes after it then.
func ahead(d *diag.Diagnostic, c *track.Cover, waited uint64, submit gpu.Site) bool {
	if c.Signal.Value != waited+1 {
		return false
	}
	d.WithHelp(exchange(c.Signal.Site, submit))
	return true
}

// exchanged proposes to signal after the first side, where a signal stands right before it and the second side waits for just that; and says whether
// it does. Another suggestion comes after it then.
func (s speaker) exchanged(d *diag.Diagnostic) bool {
	c := s.c
	switch {
	case c.Ahead.Site == 0 || c.Open || !c.Awaited && !(s.byCPU() && s.waitsAhead()):
		return false
	case c.Covered && c.Ahead.Site != c.Cover.Signal.Site: // another signal of the script is the one for the work
		return false
	}
	d.WithHelp(exchange(c.Ahead.Site, c.First.Submit))
	return true
}

// opened proposes to signal after the CPU has written, where the signal lets the queue come to what it reads, and says whether it does. Another
// suggestion comes after it then: what is written before the signal, too, is written anew.
func (s speaker) opened(d *diag.Diagnostic) bool {
	c := s.c
	if c.Opened.Site == 0 || c.First.Access.Kind != gpu.AccessRead {
		return false
	}
	d.WithHelp(diag.Help{Site: c.Opened.Site, Exact: true, Text: "signal when this is written: move the signal behind it",
		Fix: &diag.Fix{Method: "Signal", Argument: 1, Action: diag.FixBehind, Object: diag.The(c.Second.Submit), First: true}})
	return true
}

// waitsAhead says whether the last wait of the CPU is for the signal right before the first side, or for an event that this sets.
func (s speaker) waitsAhead() bool {
	h, ahead := s.c.Heard, track.Need{Fence: s.c.Ahead.Fence, Value: s.c.Ahead.Value}
	switch {
	case h == nil || h.Polled:
		return false
	case len(h.Setters) == 1:
		return len(h.Setters[0].Needs) == 1 && h.Setters[0].Needs[0] == ahead
	}
	return len(h.Fences) == 1 && h.Fences[0] == s.Fence(ahead.Fence) && h.Values[0] == ahead.Value
}

// exchange is the suggestion to move a signal behind a submission.
func exchange(signal, submit gpu.Site) diag.Help {
	return diag.Help{Site: signal, Exact: true, Text: "signal after the submission: exchange the two",
		Fix: &diag.Fix{Method: "Signal", Argument: 1, Action: diag.FixBehind, Object: diag.The(submit)}}
}

// helpSignal proposes a fence, its signal and its wait.
func (s speaker) helpSignal(d *diag.Diagnostic) {
	c, h := s.c, s.ownFence()
	late := s.opened(d) || s.exchanged(d) || c.Covered && counted(d, &c.Cover)
	switch {
	case c.Held && c.HeldAt == 0:
		h.Draft = nil
	case c.Covered && (c.Cover.Early || initial(&c.Cover)):
		h.Draft.Once = true
	case c.Covered && repeated(&c.Cover): // a new fence each time would hide it
		h = diag.Help{Text: "signal a higher value after each submission, and wait for that of this work first"}
	case c.Held: // there the second queue has not got its work yet: it can wait as well
		h.Site, h.Draft.Behind = c.HeldAt, []gpu.Site{c.First.Submit}
	}
	h.Spare = late
	s.help(d, h)
}

// ownFence is a new fence that is signalled and awaited before the second side.
func (s speaker) ownFence() diag.Help {
	c := s.c
	h := diag.Help{Site: c.Second.Submit}
	device := diag.Snippet{Site: s.Created(c.First.Queue), Made: s.Created(s.Device(c.First.Queue)), Else: "%2:GetDevice()"}
	first, fence, what, where := s.queue(&c.First), diag.Snippet{Fresh: "done"}, "a fence", "after its work"
	first.Earlier = true
	if c.Covered {
		what = "a fence of its own"
	}
	if c.Held { // after the wait the signal may never come
		where = "right after its work, before it waits for anything else"
	}
	if s.byCPU() {
		h.Text = fmt.Sprintf("call Signal with %s on %s %s, and WaitCPU on the fence before this", what, s.Ref(c.First.Queue), where)
		h.Draft = before(`local %3 = %1:CreateFence(0, "done"); %2:Signal(%3, 1); %3:WaitCPU(1)`, device, first, fence)
	} else {
		h.Text = fmt.Sprintf("call Signal with %s on %s %s, and Wait on %s before this", what, s.Ref(c.First.Queue), where, s.Ref(c.Second.Queue))
		h.Draft = before(`local %3 = %1:CreateFence(0, "done"); %2:Signal(%3, 1); %4:Wait(%3, 1)`, device, first, fence, s.queue(&c.Second))
	}
	return h
}

// queue is the queue of a side. A Present is a call of the swap chain, which names no queue.
func (s speaker) queue(side *hazard.Side) diag.Snippet {
	if presents(side) {
		return diag.Snippet{Made: s.Created(side.Queue)}
	}
	return diag.Snippet{Site: side.Submit, Made: s.Created(side.Queue)}
}

// before is a new line before the place of the help.
func before(text string, snippets ...diag.Snippet) *diag.Draft {
	return &diag.Draft{Edit: diag.EditInsertBefore, Replace: text, Snippets: snippets}
}

// help adds a suggestion, without its edit where the first side may not be submitted by then. Back buffers are as many as the swap chain has.
func (s speaker) help(d *diag.Diagnostic, h diag.Help) {
	switch {
	case s.c.Open:
		h = diag.Help{Text: h.Text}
	case s.c.First.Submit == s.c.Second.Submit: // in a loop over queues each pass would need another edit
		for draft := h.Draft; draft != nil; draft = draft.Or {
			draft.Once = true
		}
	}
	s.moved(d, &h)
	d.WithHelp(h)
	if s.c.Again && s.c.First.Queue != 0 && !s.Shown(s.c.Second.Access.Resource) {
		d.HelpText("or use a separate version of %s for each submission in flight", s.Ref(s.c.Second.Access.Resource))
	}
}
