package residency

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/conflict"
)

// Submission is what executes next, or has to be judged later.
type Submission struct {
	Queue, Device gpu.ID
	Thread        track.Agent // that gives it to the queue
	Site          gpu.Site
	Method        string // ExecuteCommandLists
	Needs         []Need // of objects that were not resident once
}

// Check is what is wrong with a submission that is about to be given to a queue: what it needs must be resident when it executes, in every run. Where
// it waits for a signal that nobody has given, that is up to what comes before the signal: then Submit keeps it.
func (l *Ledger) Check(n conflict.Names, order *track.Order, queue track.Agent, s Submission) *diag.Diagnostic {
	if len(s.Needs) == 0 {
		return nil
	}
	ahead, decided := order.Decided(s.Thread, queue)
	if missing, lacks := l.missing(order, s.Thread, s.Needs, ahead); decided && len(missing) > 0 {
		return say(n, s, missing, lacks)
	}
	return nil
}

// Submit keeps what a submission lacks that was given to a queue, and was not refused.
func (l *Ledger) Submit(order *track.Order, at track.Point, s Submission) {
	if len(s.Needs) == 0 {
		return
	}
	ahead, decided := order.DecidedAt(at)
	if decided {
		return // Check has said it
	}
	missing, lacks := l.missing(order, s.Thread, s.Needs, ahead)
	for i := range missing {
		l.pending = append(l.pending, &pending{at: at, submission: s, need: missing[i], lack: lacks[i]})
	}
}

// Settle is what is wrong with the submissions that were kept and of which every thread knows by now that they are finished, or with all that come at
// all. It comes before those are forgotten.
func (l *Ledger) Settle(n conflict.Names, order *track.Order, all bool) (out []*diag.Diagnostic) {
	known, _, learned := order.Common()
	if learned == l.learned && !all {
		return nil
	}
	l.learned = learned
	l.shared = slices.DeleteFunc(l.shared, func(e *entry) bool { return e.fold(known) })
	if len(l.pending) == 0 {
		return nil
	}
	kept := l.pending[:0]
	for _, p := range l.pending {
		switch {
		case !all && known.At(p.at.Queue) < p.at.Pos:
			kept = append(kept, p)
		case !order.Stuck(p.at) && !p.lack.made(order.Start(p.at)):
			out = append(out, say(n, p.submission, []Need{p.need}, []Lack{p.lack}))
		}
	}
	clear(l.pending[len(kept):])
	l.pending = kept
	return out
}
