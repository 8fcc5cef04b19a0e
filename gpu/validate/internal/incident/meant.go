package incident

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// mistaken is the first waiter of a cycle whose value may be a slip, with what it lacks: nobody else gives that value itself, the fence has one that
// is as near as what would end the wait, and another queue or the CPU gave it. nil: all values are signalled.
func (x explainer) mistaken(s *incident.Stall) (*incident.Waiter, *incident.Lack) {
	for _, i := range s.Cycle {
		w := &s.Waiters[i]
		for k := range w.Lacks {
			if l := &w.Lacks[k]; meant(w, l) && !x.unsure(l) {
				return w, l
			}
		}
	}
	return nil, nil
}

// meant says whether the value that a fence has may be the one that was to be waited for.
func meant(w *incident.Waiter, l *incident.Lack) bool {
	if l.Fence == 0 || l.Event != 0 || l.Given.Site == 0 || w.IsQueue && l.Given.Queue == w.Queue || l.Current >= l.Value {
		return false
	}
	for _, p := range l.Pending {
		if p.Enough && (!w.IsQueue || p.Queue != w.Queue) && p.Value-l.Value < l.Value-l.Current {
			return false
		}
	}
	return true
}

// sayMeant says whether a value of a cycle may be a slip. It names the values that the fence gets and proposes the one that it has: to move the
// signals, which is the help for other cycles, would take away the order that the wait was to give.
func (x explainer) sayMeant(d *diag.Diagnostic, s *incident.Stall) bool {
	w, l := x.mistaken(s)
	if w == nil {
		return false
	}
	x.alsoGiven(d, l)
	next := ""
	if p := nearestPending(l, w.Queue); p != nil && p.Enough {
		next = fmt.Sprintf(", and after that gets %d", p.Value)
	}
	d.Because("Nothing else signals %d: %s has %d%s.", l.Value, x.Ref(l.Fence), l.Current, next)
	x.helpValue(d, w, l, l.Current, "wait for %d, which %s has", l.Current, x.Ref(l.Fence)).
		HelpText("or signal %d where the wait does not hold it back", l.Value)
	return true
}

// alsoGiven shows where a fence got the value that it has, unless several signals may have given it.
func (x explainer) alsoGiven(d *diag.Diagnostic, l *incident.Lack) {
	if l.Given.Site == 0 || x.loose(l) {
		return
	}
	d.Also(l.Given.Site, fmt.Sprintf("%s signals %d here", x.giver(l.Given.Queue), l.Current)).Meanwhile()
}

// giver names who has signalled.
func (x explainer) giver(queue gpu.ID) string {
	if queue == 0 {
		return "the CPU"
	}
	return x.Ref(queue)
}
