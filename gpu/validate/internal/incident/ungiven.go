package incident

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// ungiven is the first queue of a cycle that waits for a value of a fence which nobody signals, with what it lacks: another one of the cycle signals
// a larger value, after its own wait. nil: all values are signalled.
func ungiven(s *incident.Stall) (*incident.Waiter, *incident.Lack, *incident.PendingSignal) {
	for _, i := range s.Cycle {
		w := &s.Waiters[i]
		for k := range w.Lacks {
			if l := &w.Lacks[k]; w.IsQueue && l.Fence != 0 {
				if p := larger(w, l); p != nil {
					return w, l, p
				}
			}
		}
	}
	return nil, nil, nil
}

// larger is the signal of another queue that ends a wait with a larger value, if none has the value itself; nil if there is none.
func larger(w *incident.Waiter, l *incident.Lack) (best *incident.PendingSignal) {
	for i := range l.Pending {
		switch p := &l.Pending[i]; {
		case p.Value == l.Value:
			return nil
		case p.Enough && p.Queue != 0 && p.Queue != w.Queue && best == nil:
			best = p
		}
	}
	return best
}

// sayUngiven says whether a signal may be missing whose value one of a cycle waits for, and proposes it, before the wait of the queue that is to give
// it: to move the larger one, which is the help for other cycles, would tell too early of the work before it.
func (x explainer) sayUngiven(d *diag.Diagnostic, s *incident.Stall) bool {
	w, l, p := ungiven(s)
	if w == nil {
		return false
	}
	d.Because("Nothing signals %d: %s would go from %d to %d.", l.Value, x.Ref(l.Fence), l.Current, p.Value)
	made, at := x.Created(l.Fence), w.Site
	for _, i := range s.Cycle {
		if v := &s.Waiters[i]; v.Queue == p.Queue {
			at = v.Site
		}
	}
	for i, work := range x.Tail(p.Queue).Recent() {
		each := x.afterWork(w, l, p.Queue, work)
		each.Spare = i > 0
		d.WithHelp(each)
	}
	d.WithHelp(diag.Help{Site: at, Spare: len(d.Help) > 0,
		Text: fmt.Sprintf("call Signal with %s and %d on %s, after the work that is waited for and before its wait",
			x.Ref(l.Fence), l.Value, x.Ref(p.Queue)),
		Draft: &diag.Draft{Edit: diag.EditInsertBefore, Once: true, Of: made, Replace: fmt.Sprintf("%%1:Signal(%%2, %d)", l.Value),
			Snippets: []diag.Snippet{{Site: p.Site, Method: "Signal", Made: x.Created(p.Queue)},
				{Site: w.Site, Argument: 1, Method: "Wait", Made: made}}}})
	return true
}
