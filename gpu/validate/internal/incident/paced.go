package incident

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// stallOf starts the diagnostic of a stall that comes about by the waits of some of its waiters. Where they are queues, and a thread presents on one
// of them in no order with what another one gives it, nothing else is told: which thread waits in Present, for which frame, and what is held back
// with it, is up to the schedule; that the queues wait is not.
func (x explainer) stallOf(code diag.Code, s *incident.Stall, why []*incident.Waiter, format string, args ...any) *diag.Diagnostic {
	told, paced := *s, (*incident.Waiter)(nil)
	told.Waiters = nil
	for _, w := range why {
		if !w.IsQueue {
			return x.stall(code, s, format, args...)
		}
		only := *w
		if x.Tail(w.Queue).Paces() {
			only.Behind, paced = 0, w
		}
		told.Waiters = append(told.Waiters, only)
	}
	if paced == nil {
		return x.stall(code, s, format, args...)
	}
	return x.stall(code, &told, format, args...).
		Note("Nothing orders the Presents on %s with what other threads give it. Whether a thread waits for it, and in which Present, depends on the schedule.", x.waiterName(paced))
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
