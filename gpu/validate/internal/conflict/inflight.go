package conflict

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Use is work of a queue that may need an object.
type Use struct {
	Point    track.Point
	Queue    gpu.ID
	Submit   gpu.Site
	Presents bool // it is a Present, which is a call of the swap chain
	// Where the call stands among the actions of its thread, and what that knew then; no point: it is the next one.
	At   track.Point
	Call track.Call
	// Wrote is what its thread wrote to memory since its last submission.
	Wrote hazard.Wrote
}

// hangs says whether the queue stands at a wait itself when the call comes.
func (u *Use) hangs(order *track.Order, thread track.Agent) bool {
	if u.At.Pos > 0 {
		return order.Halts(order.Root(u.Point.Queue), u.Call)
	}
	return order.Hangs(thread, order.Root(u.Point.Queue))
}

// lacks is the wait that is missing in front of an action of a thread for the work of a queue, which was submitted at a place.
func lacks(at, work track.Point, submit gpu.Site) diag.Wait {
	return diag.Wait{By: int(at.Queue), Before: uint64(at.Pos), For: int(work.Queue), Item: uint64(work.Pos), Site: submit}
}

// Lacking is what a thread lacked at a call to know that work of a queue is finished.
type Lacking struct {
	At      track.Point // the call, among the actions of the thread
	cover   track.Cover
	covered bool         // there is a signal after the work
	heeded  track.Heeded // a wait that would do for a larger value,
	lower   bool         // if there is one
	hangs   bool         // the queue stands at a wait itself
	ahead   track.Signal // stands right before the work, and is all that the thread knows of; no place: there is none
	before  bool         // the wait is missing where the thread wrote memory before the call
}

// Lacks asks what a thread, which calls now or did so at u.At, lacks.
func Lacks(order *track.Order, thread track.Agent, u *Use) (l Lacking) {
	if l.At = u.At; l.At.Pos == 0 {
		l.At = order.Next(thread)
	}
	l.cover, l.covered = order.Covering(u.Point, l.At)
	l.heeded, l.lower = heeded(order, thread, &l.cover, u, l.covered)
	l.hangs = u.hangs(order, thread)
	if s, found := order.Preceding(u.Point); found && !l.lower && u.At.Pos == 0 && order.Knows(thread).At(s.Agent) >= s.Pos &&
		(!l.covered || l.cover.Signal.Site == s.Site) {
		l.ahead = s
	}
	w := &u.Wrote
	l.before = l.covered && l.cover.Proves && w.Site != 0 && u.At.Pos == 0 && order.Ends(u.Point, w.When, &l.cover.Signal)
	return l
}

// InFlight adds to a diagnostic about what work of a queue may still need why nobody knows that the work is finished, and the wait that makes the
// call safe. thread is who calls.
func InFlight(n Names, order *track.Order, thread track.Agent, u *Use, d *diag.Diagnostic) {
	l := Lacks(order, thread, u)
	l.Tell(n, u, d)
}

// Tell is InFlight in the words of what the thread lacked.
func (l *Lacking) Tell(n Names, u *Use, d *diag.Diagnostic) {
	c, raised, spare := &l.cover, false, false
	d.Lacks = lacks(l.At, u.Point, u.Submit)
	fence := diag.Snippet{}
	if l.covered {
		fence = diag.Snippet{Site: c.Signal.Site, Argument: 1, Earlier: true, Made: n.Created(n.Fence(c.Signal.Fence))}
		d.Also(c.Signal.Site, "this signal comes when the work is finished")
	}
	switch h := l.heeded; {
	case l.lower:
		name := n.Ref(n.Fence(c.Signal.Fence))
		d.Also(h.Site, fmt.Sprintf("waits for %s >= %d", name, h.Value)).
			Because("The CPU waits for %s >= %d, but the work is finished only when it reaches %d.", name, h.Value, c.Signal.Value)
		fix := diag.Shift("WaitCPU", 1, h.Value, c.Signal.Value)
		if fix.Once = c.Turns < 2; !fix.Once { // the number is another one in each pass
			fix.Text, fix.Beside = "", d.Primary().Site
		}
		raised, d.Lacks.Before = true, h.Pos()
		late := ahead(d, c, h.Value, u.Submit)
		d.WithHelp(diag.Help{Site: h.Site, Spare: late, Fix: &fix, Exact: true, Text: fmt.Sprintf("wait for %s >= %d", name, c.Signal.Value)})
	case l.covered:
		d.Because("Nothing that the CPU has waited for so far proves that the work is finished.")
	default:
		d.Because("No signal after the submission tells when the work is finished.")
	}
	if l.ahead.Site != 0 {
		d.WithHelp(exchange(l.ahead.Site, u.Submit))
		spare = true
	}
	made := n.Created(u.Queue)
	queue := diag.Snippet{Site: u.Submit, Earlier: true, Made: made}
	if u.Presents {
		queue.Site = 0
	}
	own := before(`local %3 = %1:CreateFence(0, "done"); %2:Signal(%3, 1); %3:WaitCPU(1)`,
		diag.Snippet{Site: made, Made: n.Created(n.Device(u.Queue)), Else: "%2:GetDevice()"}, queue, diag.Snippet{Fresh: "done"})
	switch {
	case l.hangs:
		d.Because("%s is blocked in a wait itself, for a value that nothing has signalled yet.", words.Capital(n.Ref(u.Queue))).
			HelpText("signal what %s waits for, and wait until the work is finished, before this call", n.Ref(u.Queue))
		return
	case l.covered && c.Proves:
		raised = raised || u.At.Pos == 0 && l.ahead.Site == 0 && waitForEvent(n, c, d)
		l.helpWait(n, u, d, fence, own, raised)
		return
	case l.covered:
		Unproved(n, d, c, 0)
		spare = counted(d, c) || spare
		if repeated(c) {
			d.WithHelp(diag.Help{Spare: spare, Text: "signal a higher value after each submission, and wait for that of this work before this call"})
			return
		}
		own.Once = c.Early || initial(c) // in a loop a new fence each time would hide a number that does not rise
	}
	d.WithHelp(diag.Help{Site: d.Primary().Site, Draft: own, Spare: spare,
		Text: fmt.Sprintf("call Signal with a fence and its next value on %s after the submission, and WaitCPU with that value on the fence before this call", n.Ref(u.Queue))})
}

// helpWait proposes a wait for the signal that proves the end of the work, or where none fits, own. raised says that an earlier wait, for a larger
// value, is proposed already.
func (l *Lacking) helpWait(n Names, u *Use, d *diag.Diagnostic, fence diag.Snippet, own *diag.Draft, raised bool) {
	c := &l.cover
	wait := func(site gpu.Site, text string) diag.Help {
		h := diag.Help{Site: site, Text: fmt.Sprintf("%s: call WaitCPU with %d on %s", text, c.Signal.Value, n.Ref(n.Fence(c.Signal.Fence)))}
		number, again := before("%1:WaitCPU("+words.Number(c.Signal.Value)+")", fence), inTurn("%1:WaitCPU(%2)", c, fence)
		number.Once, number.Of, own.Text = true, fence.Made, h.Text+", or signal a fence of its own on "+n.Ref(u.Queue)+" and wait for that"
		other := own
		if other.Once = true; u.At.Pos > 0 { // in a loop it would let each pass wait for all of the one before, where the script has a fence for that
			other = nil
		}
		if c.Turns == 1 {
			h.Draft = whole(chain(again, afterTurns("%1:WaitCPU(%2)", c, c.Signal.Value, fence), number, other))
			return h
		}
		h.Draft = whole(chain(number, again, other))
		return h
	}
	if w := &u.Wrote; !raised && d.Code == diag.AllocatorInFlight && l.before {
		does, first := "the CPU writes memory here", "wait before the CPU writes memory that the work may read"
		if w.Reads {
			does, first = "the CPU reads memory here", "wait before the CPU reads memory that the work may write"
		}
		h := wait(w.Site, first)
		h.Spare = l.ahead.Site != 0
		d.Also(w.Site, does).WithHelp(h).Lacks.Before = w.When.Pos()
		return
	}
	h := wait(d.Primary().Site, "wait before this call")
	h.Spare = raised || l.ahead.Site != 0
	d.WithHelp(h)
}

// waitForEvent proposes the wait for an event that the fence of a signal sets, where the program asked for that and nothing waits. It says whether
// it does.
func waitForEvent(n Names, c *track.Cover, d *diag.Diagnostic) bool {
	event, site := n.Armed(n.Fence(c.Signal.Fence), c.Signal.Value)
	if event == 0 {
		return false
	}
	d.Also(site, fmt.Sprintf("%s is set when it comes, but nothing waits for the event", n.Ref(event))).
		WithHelp(diag.Help{Site: site, Text: fmt.Sprintf("wait for %s after this call", n.Ref(event)), Exact: true,
			Draft: &diag.Draft{Edit: diag.EditInsertAfter, Replace: "%1.WaitForSingleObject(%2)",
				Snippets: []diag.Snippet{{Only: diag.Only("require").With("", "gpu")},
					{Site: site, Argument: 2, Earlier: true, Made: n.Created(event)}}}})
	return true
}

// heeded is the last wait of a thread for the fence that is signalled after a use, if a larger value would have made it the wait that is missing. Of
// an action that is over it is not known which one it was.
func heeded(order *track.Order, thread track.Agent, c *track.Cover, u *Use, covered bool) (h track.Heeded, lower bool) {
	if !covered || !c.Proves || u.At.Pos > 0 || u.hangs(order, thread) {
		return h, false
	}
	return order.Heeded(thread, u.Point, &c.Signal)
}
