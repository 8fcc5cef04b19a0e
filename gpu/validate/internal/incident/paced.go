package incident

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// stallOf starts the diagnostic of a stall that comes about by the waits of some of its waiters. Where they are queues, and several threads present on one of them in no order, nothing else is told: which of
// these threads waits in Present, for which frame, and what is held back with it, is up to the schedule; that the queues wait is not.
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
		Note("Several threads present on %s. Whether one of them waits for it, and in which Present, depends on the schedule.", x.waiterName(paced))
}
