package incident

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// late says that a signal of a queue, given just before the wait that a stall tells of, is not the one that is missing: the queue is held up before
// it would come to it; or another fence tells already that all its work is done, so that the work which is waited for is earlier work.
func (x explainer) late(s *incident.Stall, queue gpu.ID) bool {
	return x.Tail(queue).Covered() || blocked(s, queue)
}

// resumes says that the queue which gave a fence its value waits for something after that, so that a later value tells more.
func (x explainer) resumes(l *incident.Lack, queue gpu.ID) bool {
	trails, unsure := x.Trails(l.Fence)
	return trails && !unsure && l.Given.Queue == queue
}

// blocked says that a queue waits itself.
func blocked(s *incident.Stall, queue gpu.ID) bool {
	return slices.ContainsFunc(s.Waiters, func(w incident.Waiter) bool { return w.IsQueue && w.Queue == queue })
}

// sayWork shows where the work may be given that a signal is missing after, where that is not just before the wait.
func (x explainer) sayWork(d *diag.Diagnostic, s *incident.Stall, w *incident.Waiter, l *incident.Lack) {
	others := x.others(s, w, l)
	if len(others) != 1 || !x.late(s, others[0]) {
		return
	}
	for _, work := range x.Tail(others[0]).Recent() {
		d.Also(work, x.Ref(others[0])+" is given work here")
	}
}

// waitsFor says that a queue waits for what somebody lacks, or for a smaller value of the fence, so that it cannot bring it.
func waitsFor(s *incident.Stall, queue gpu.ID, l *incident.Lack) bool {
	return slices.ContainsFunc(s.Waiters, func(w incident.Waiter) bool {
		return w.IsQueue && w.Queue == queue && slices.ContainsFunc(w.Lacks,
			func(o incident.Lack) bool { return o.Fence == l.Fence && o.Value <= l.Value })
	})
}
