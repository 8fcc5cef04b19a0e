package incident

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// helpNumber proposes the value that is waited for in the place of the one that a fence has, and reports whether it does: a queue gave it that after
// all of its work, and was given nothing since, so the wait can only be for that work. Where one alone waits, a smaller value may be meant as well,
// but for 0, and unless trails says that it would order less.
//
//	compute:ExecuteCommandLists { lighting }
//	compute:Signal(F, 300)                    301
//	render:Wait(F, 301)
func (x explainer) helpNumber(d *diag.Diagnostic, s *incident.Stall, w *incident.Waiter, l *incident.Lack, trails bool) bool {
	from := l.Given
	if others := x.others(s, w, l); from.Site == 0 && l.Current == 0 && len(others) == 1 { // who signals 0 gives nothing
		from.Queue, from.Site = others[0], x.Tail(others[0]).Signal()
	}
	tail := x.Tail(from.Queue)
	switch {
	case from.Queue == 0 || from.Site == 0 || from.Site != tail.Signal() || tail.Fence() != l.Fence:
		return false
	case x.unsure(l), x.loose(l), l.Mixed, l.Lowered.Call > 0, blocked(s, from.Queue), w.IsQueue && w.Queue == from.Queue:
		return false
	case !trails && l.Current > 0 && waiting(s, l) < 2:
		return false
	}
	fix := diag.Shift("Signal", 2, l.Current, l.Value)
	fix.Once = true // a number that is written out may be another one in each pass
	d.HelpFix(from.Site, fix, "signal %d, which is waited for, in the place of %d", l.Value, l.Current)
	h := &d.Help[len(d.Help)-1]
	h.Exact, h.Spare = true, len(d.Help) > 1
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
