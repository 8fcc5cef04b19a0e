package incident

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// helpNumber proposes the value that is waited for in the place of the one that a fence has, and reports whether it does: a queue gave it that after
// all of its work, and was given nothing since, so the wait can only be for that work. Where one alone waits, a smaller value may be meant as well,
// unless trails says that it would order less.
//
//	compute:ExecuteCommandLists { lighting }
//	compute:Signal(F, 300)                    301
//	render:Wait(F, 301)
func (x explainer) helpNumber(d *diag.Diagnostic, s *incident.Stall, w *incident.Waiter, l *incident.Lack, trails bool) bool {
	from, tail := l.Given, x.Tail(l.Given.Queue)
	switch {
	case from.Queue == 0 || from.Site == 0 || from.Site != tail.Signal() || tail.Fence() != l.Fence:
		return false
	case x.unsure(l), x.loose(l), l.Mixed, l.Lowered.Call > 0, blocked(s, from.Queue), w.IsQueue && w.Queue == from.Queue:
		return false
	case !trails && waiting(s, l) < 2:
		return false
	}
	fix := diag.Shift("Signal", 2, l.Current, l.Value)
	fix.Once = true // a number that is written out may be another one in each pass
	d.HelpFix(from.Site, fix, "signal %d, which is waited for, in the place of %d", l.Value, l.Current)
	d.Help[len(d.Help)-1].Exact = true
	return true
}

// waiting counts who waits for what somebody lacks.
func waiting(s *incident.Stall, l *incident.Lack) (n int) {
	for i := range s.Waiters {
		for _, o := range s.Waiters[i].Lacks {
			if o.Fence == l.Fence && o.Value == l.Value {
				n++
			}
		}
	}
	return n
}
