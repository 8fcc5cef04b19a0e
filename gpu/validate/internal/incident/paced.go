package incident

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// stallOf starts the diagnostic of a stall that comes about by the waits of some of its waiters. Where a thread presents on a queue in no order with
// what another one gives it, it is up to the schedule which thread waits in Present, for which frame, and what is held back with it; that the queues
// wait which bring the stall about is not. So if it is one of these, nothing else is told, and if not, it is left out, and so are the screens.
func (x explainer) stallOf(code diag.Code, s *incident.Stall, why []*incident.Waiter, format string, args ...any) *diag.Diagnostic {
	told, paced, alone := *s, (*incident.Waiter)(nil), true
	told.Waiters = nil
	for _, w := range why {
		alone = alone && w.IsQueue
		only := *w
		if w.IsQueue && x.Tail(w.Queue).Paces() {
			only.Behind, paced = 0, w
		}
		told.Waiters = append(told.Waiters, only)
	}
	if paced == nil || !alone {
		told.Waiters, paced = x.unpaced(s, why)
	}
	d := x.stall(code, &told, format, args...)
	if paced != nil {
		d.Note("Nothing orders the Presents on %s with what other threads give it. Whether a thread waits for it, and in which Present, depends on the schedule.", x.waiterName(paced))
	}
	return d
}

// unpaced are the waiters of a stall without those queues, unless they are why it comes about, and the first one that is left out; nil: none is.
func (x explainer) unpaced(s *incident.Stall, why []*incident.Waiter) (told []incident.Waiter, paced *incident.Waiter) {
	for i := range s.Waiters {
		if w := &s.Waiters[i]; paced == nil && w.IsQueue && !slices.Contains(why, w) && x.Tail(w.Queue).Paces() {
			paced = w
		}
	}
	for i := range s.Waiters {
		w := &s.Waiters[i]
		tail := x.Tail(w.Queue) // nil: of a screen
		if paced == nil || !w.IsQueue || slices.Contains(why, w) || tail != nil && !tail.Paces() {
			told = append(told, *w)
		}
	}
	return told, paced
}

// guilty is who waits for what nothing brings. Of several it is a queue of which it is up to the schedule who waits for it in Present, and so does
// not come to a wait of its own, or to a signal.
func (x explainer) guilty(s *incident.Stall) (*incident.Waiter, *incident.Lack) {
	for i := range s.Waiters {
		if w := &s.Waiters[i]; w.IsQueue && len(w.Lacks) > 0 && !enough(&w.Lacks[0]) && x.Tail(w.Queue).Paces() {
			return w, &w.Lacks[0]
		}
	}
	return guilty(s)
}
