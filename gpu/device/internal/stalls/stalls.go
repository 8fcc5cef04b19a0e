// Package stalls turns deadlocks of the scheduler into incidents: tags into identities and places. It must not know devices or words.
package stalls

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Of is the deadlock that the scheduler found, nil if it found none. ids are the identities of threads.
func Of(d *sched.Deadlock, ids func(*sched.Thread) gpu.ID) *incident.Stall {
	if d == nil {
		return nil
	}
	s := &incident.Stall{Cycle: d.Cycle, Paused: d.Paused}
	for i := range d.Waiters {
		s.Waiters = append(s.Waiters, waiterOf(&d.Waiters[i], ids))
	}
	for i := range d.Blocked {
		s.Blocked = append(s.Blocked, lackOf(&d.Blocked[i]))
	}
	return s
}

// Told is Of a deadlock of which an error tells; failed says that it is the error of a thread.
func Told(d *sched.Deadlock, failed bool, ids func(*sched.Thread) gpu.ID) *incident.Stall {
	s := Of(d, ids)
	if s != nil {
		s.Told, s.Failed = true, failed
	}
	return s
}

func waiterOf(w *sched.Waiter, ids func(*sched.Thread) gpu.ID) incident.Waiter {
	out := incident.Waiter{Site: gpu.Site(w.Tag), Behind: w.Behind, Step: w.Kind == sched.WaitStep}
	if w.Queue != nil {
		out.IsQueue, out.Name, out.Queue = true, w.Queue.Name(), gpu.ID(w.Queue.Tag())
	} else {
		out.Name, out.Thread = w.Thread.Name(), ids(w.Thread)
	}
	for i := range w.Lacks {
		out.Lacks = append(out.Lacks, lackOf(&w.Lacks[i]))
	}
	return out
}

func lackOf(l *sched.Lack) incident.Lack {
	out := incident.Lack{Value: l.Value, Current: l.Current, RequestSite: gpu.Site(l.RequestTag)}
	if l.Fence != nil {
		out.Fence, out.Given = gpu.ID(l.Fence.Tag()), givenOf(l.Given)
		out.Had, out.Lowered, out.Ahead, out.Mixed = givenOf(l.Had), givenOf(l.Lowered), l.Ahead, l.Mixed
	}
	if l.Event != nil {
		out.Event, out.Vain = gpu.ID(l.Event.Tag()), l.Event.Vain()
	}
	if l.Join != nil {
		out.Thread = l.Join.Name()
	}
	for _, p := range l.Pending {
		out.Pending = append(out.Pending, incident.PendingSignal{Queue: gpu.ID(p.Queue.Tag()), Value: p.Value,
			Site: gpu.Site(p.Tag), Enough: p.Enough})
	}
	return out
}

func givenOf(g sched.Given) incident.Given {
	out := incident.Given{Site: gpu.Site(g.Tag), Value: g.Value, Call: g.Call}
	if g.Queue != nil {
		out.Queue = gpu.ID(g.Queue.Tag())
	}
	return out
}
