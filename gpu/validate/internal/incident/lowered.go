package incident

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// undone says whether a value is lacked because the fence had it and was lowered. l may be nil.
func (x explainer) undone(s *incident.Stall, l *incident.Lack) bool {
	return l != nil && !s.Asked.Guess && l.Fence != 0 && x.Past(l.Fence).Undone(l)
}

// again is the end of a headline that says that nothing signals a value.
func (x explainer) again(s *incident.Stall, l *incident.Lack) string {
	if x.undone(s, l) || x.spent(s, l) {
		return " again"
	}
	return ""
}

// spent says whether a value is lacked that a signal gave the fence, and that served for other waits before the fence was lowered. l may be nil.
func (x explainer) spent(s *incident.Stall, l *incident.Lack) bool {
	return l != nil && !s.Asked.Guess && l.Fence != 0 && l.Had.Call > 0 && x.Past(l.Fence).Lowered(l) && !x.undone(s, l)
}

// undoneOf is the first one of a cycle that lacks a value because the fence was lowered, and that; nil: there is none.
func (x explainer) undoneOf(s *incident.Stall) (*incident.Waiter, *incident.Lack) {
	for _, i := range s.Cycle {
		w := &s.Waiters[i]
		for k := range w.Lacks {
			if l := &w.Lacks[k]; x.undone(s, l) {
				return w, l
			}
		}
	}
	return nil, nil
}

// sayUndone says whether a lowered fence is why there is a cycle, and tells how.
func (x explainer) sayUndone(d *diag.Diagnostic, s *incident.Stall) bool {
	w, l := x.undoneOf(s)
	if w == nil {
		return false
	}
	x.sayLowered(d, w, l)
	return true
}

// alsoLowered shows where a fence got a value, and where it was lowered.
func (x explainer) alsoLowered(d *diag.Diagnostic, l *incident.Lack) {
	name, lower := x.Ref(l.Fence), l.Lowered
	if l.Had.Call > 0 {
		d.Also(l.Had.Site, fmt.Sprintf("%s signals %d here", x.giver(l.Had.Queue), l.Had.Value))
	} else {
		d.Also(x.Created(l.Fence), fmt.Sprintf("%s begins with %d", name, l.Had.Value))
	}
	d.Also(lower.Site, fmt.Sprintf("%s lowers %s to %d here", x.giver(lower.Queue), name, lower.Value))
}

// sayLowered tells which signal gave a fence the value that is waited for, and which one took it away. The edit leaves that one out, or lets it come
// after the wait of a thread, where it alone lowers the fence.
func (x explainer) sayLowered(d *diag.Diagnostic, w *incident.Waiter, l *incident.Lack) *diag.Diagnostic {
	name, lower := x.Ref(l.Fence), l.Lowered
	x.alsoLowered(d, l)
	comes := "came to its wait"
	if l.Event != 0 {
		comes = "asked for the event"
	}
	who := x.waiterName(w)
	d.Because("%s had %d, and was lowered to %d before %s %s: a wait compares with the value that the fence has then.", words.Capital(name),
		l.Had.Value, lower.Value, who, comes)
	site, _, _ := asked(w, l)
	switch {
	case l.Given != lower, x.gives != nil && x.gives(l.Fence): // a later signal has lowered it, too, or given it less, in this run or another one
	case w.IsQueue:
		return d.HelpFix(lower.Site, diag.Fix{Method: "Signal", Action: diag.FixRemove, Once: true}, "do not lower the fence: leave this signal out").
			HelpText("or let %s pass its wait before the fence is lowered", who)
	default:
		return d.HelpFix(lower.Site, diag.Fix{Method: "Signal", Argument: 1, Action: diag.FixBehind, Object: diag.The(site), Once: true},
			"lower the fence after the wait").
			HelpText("or do not lower the fence: signal larger values, and wait for them")
	}
	return d.HelpText("do not lower the fence: signal larger values, and wait for them; or let %s pass its wait before the fence is lowered", who)
}
