package fences

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Lowered says whether a fence had a value that somebody lacks, and was lowered. Where it is up to the run in which order the signals come, or
// whether a wait was given before, it is not said.
func (p Past) Lowered(l *incident.Lack) bool {
	f, b := p.fence, p.book
	return f != nil && l.Lowered.Call > 0 && !f.advised && !b.order.Crowd() && !(l.Mixed && slices.ContainsFunc(b.open, func(o open) bool { return o.fence == f }))
}

// Undone says whether that is why it is lacked: the wait was given before, or nobody else can have used the value.
func (p Past) Undone(l *incident.Lack) bool {
	return p.Lowered(l) && (l.Ahead || !p.fence.heed.is || l.Lowered.Call <= p.fence.heed.unseen)
}

// rewind is the advice against a signal that lowers a fence while a queue stands at a wait before one for more. It is held back until the queue has
// passed: where it comes to that wait after the signal in every run, and never goes on, an error tells that.
type rewind struct {
	say   *diag.Diagnostic // nil: there is none
	site  gpu.Site         // of the signal
	lower track.Point      // of that of a queue; zero: it is of the CPU
	queue gpu.ID           // that waits
	wait  track.Point
	waits gpu.Site
}

// hold keeps the advice against a signal that is given now, if there is some. lower is the place of that of a queue.
func (b *Book) hold(c *gpu.FenceCall, lower track.Point) {
	if r := b.trialRewind; r.say != nil && r.site == c.Site {
		r.lower = lower
		b.rewinds = append(b.rewinds, r)
	}
	b.trialRewind = rewind{}
}

// letGo takes out the advice that is due.
func (b *Book) letGo(due func(*rewind) bool) (out []*diag.Diagnostic) {
	b.rewinds = slices.DeleteFunc(b.rewinds, func(r rewind) bool {
		d := due(&r)
		if d {
			out = append(out, r.say)
		}
		return d
	})
	return out
}

// Hasten tells the advice that is held back, where nothing can happen any more, without what the error tells that w lacks l because the fence was
// lowered. Both are nil if no error does.
func (b *Book) Hasten(w *incident.Waiter, l *incident.Lack) []*diag.Diagnostic {
	b.rewinds = slices.DeleteFunc(b.rewinds, func(r rewind) bool {
		return w != nil && w.IsQueue && w.Queue == r.queue && w.Site == r.waits && l.Lowered.Site == r.site && b.after(&r)
	})
	return b.letGo(func(*rewind) bool { return true })
}

// after says whether the queue comes to the wait after the signal in every run.
func (b *Book) after(r *rewind) bool {
	return r.lower.Pos == 0 || b.order.Start(r.wait).At(r.lower.Queue) >= r.lower.Pos
}
