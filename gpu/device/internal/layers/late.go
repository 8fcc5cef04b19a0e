package layers

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// Settler is a Follower that knows the order of submissions, which no schedule changes. It is asked after Findings.
type Settler interface {
	// Settled says whether every CPU thread knows that a submission is finished, and whether all know it of those, too, that its thread submitted
	// before.
	Settled(queue gpu.ID, submission uint64) (itself, before bool)
	// Missing says whether another thread may keep a submission from being made, in another run.
	Missing(queue gpu.ID, submission uint64) bool
	// Precedes says whether a submission has certainly ended when another one starts.
	Precedes(queue gpu.ID, submission uint64, other gpu.ID, later uint64) bool
	// Asks asks whether a race decides bytes that a command of a submission, from 0, has read. What raced says is final when it is known: when all
	// works are that may run beside the submission.
	Asks(queue gpu.ID, submission uint64, command uint32, feeds []gpu.Feed) (known, raced func() bool)
}

// Work is a submission.
type Work struct {
	Queue      gpu.ID
	Submission uint64 // its number on the queue, from 1
	Command    uint32 // of it, from 0: the one that runs
	// Thread called ExecuteCommandLists, and Call numbers the submissions of the machine.
	Thread gpu.ID
	Call   uint64
}

// maxKept bounds what is kept of one queue. Only scripts that never wait for their work come to it.
const maxKept = 1 << 14

// late is an incident that waits until its submission is settled.
type late struct {
	work  Work
	d     *diag.Diagnostic
	final func() bool
	lacks gpu.ID      // the object that it misses, 0: none
	known func() bool // whether raced is final; nil: no data decide it
	raced func() bool // whether a race decides it
	parts []late      // of which those are told then that none decides
}

// Happened reports what went wrong in a submission that may go on. It is told by the Findings at which every CPU thread knows that the submission is
// finished, in the order of the submissions of each thread, and by Hasten: when it happened, and what happened elsewhere meanwhile, is up to the
// schedule.
//
// An incident with a function final, which may be nil, waits for all that the thread submitted before; final then says whether it is told at all. One
// that follows from data waits until it is known whether a race decides these; then that race is told, and not what came of it in this run.
func (c *Chain) Happened(w Work, i incident.Derived, final func() bool) {
	if c.settler != nil && len(c.kept[w.Queue]) >= maxKept {
		return
	}
	l := c.late(w, &i, final) // in the words of now: what is told later is about what has been there
	if c.settler == nil {
		c.pending = append(c.pending, c.said([]late{l})...)
		return
	}
	if c.kept == nil {
		c.kept = map[gpu.ID][]late{}
	}
	c.kept[w.Queue] = append(c.kept[w.Queue], l)
}

// late is an incident with its parts.
func (c *Chain) late(w Work, i *incident.Derived, final func() bool) late {
	l := late{work: w, d: c.retold(c.explain(i.Incident, w.Call)), final: final, lacks: missed(i.Incident)}
	if c.settler == nil || len(i.Feeds) == 0 {
		return l
	}
	l.known, l.raced = c.settler.Asks(w.Queue, w.Submission, w.Command, i.Feeds)
	for k := range i.Parts {
		l.parts = append(l.parts, c.late(w, &i.Parts[k], final))
	}
	return l
}

// settle takes out what is to be told now, in its order.
func (c *Chain) settle(due func(*late) bool) []late {
	var out []late
	for queue, kept := range c.kept {
		left := kept[:0]
		for i := range kept {
			if due(&kept[i]) {
				out = append(out, kept[i])
			} else {
				left = append(left, kept[i])
			}
		}
		clear(kept[len(left):])
		c.kept[queue] = left
		if len(left) == 0 {
			delete(c.kept, queue)
		}
	}
	slices.SortStableFunc(out, func(a, b late) int {
		return cmp.Or(cmp.Compare(a.work.Thread, b.work.Thread), cmp.Compare(a.work.Call, b.work.Call))
	})
	return out
}

// missed is the object that an incident misses because it was given up, 0 if it is none.
func missed(i incident.Incident) gpu.ID {
	switch i := i.(type) {
	case *incident.PageFault:
		return i.Object
	case *incident.DescriptorFault:
		if i.Kind == incident.DescriptorDestroyed {
			return i.Resource
		}
	}
	return 0
}

// Settled says whether every CPU thread knows that a submission is finished.
func (c *Chain) Settled(queue gpu.ID, submission uint64) bool {
	if c.settler == nil {
		return true
	}
	itself, _ := c.settler.Settled(queue, submission)
	return itself
}

// Precedes says whether a submission has certainly ended when another one starts.
func (c *Chain) Precedes(queue gpu.ID, submission uint64, other gpu.ID, later uint64) bool {
	return c.settler == nil || c.settler.Precedes(queue, submission, other, later)
}

// settled takes out what is certain now, which at the end is all.
func (c *Chain) settled(end incident.Ending) []late {
	if len(c.kept) == 0 {
		return nil
	}
	return c.settle(func(l *late) bool {
		if end != incident.Goes {
			return true
		}
		itself, before := c.settler.Settled(l.work.Queue, l.work.Submission)
		return itself && (before || l.final == nil) && (l.known == nil || l.known())
	})
}

// said reports what stops nothing and returns the errors.
func (c *Chain) said(list []late) (errors []*diag.Diagnostic) {
	for i := range list {
		l := &list[i]
		if l.raced != nil && l.raced() {
			errors = append(errors, c.said(l.parts)...)
			continue
		}
		l.d.Open = l.d.Open || c.told.disputed[l.lacks] || c.settler != nil && c.settler.Missing(l.work.Queue, l.work.Submission)
		if (l.final == nil || l.final()) && c.stops(l.d) {
			errors = append(errors, l.d)
		}
	}
	return errors
}

// Hasten tells all that happened, where nothing can happen any more, and says whether it tells why, if there is a deadlock; nil: there is none. end
// is how the script has ended, Goes if a thread is in a wait that does not. Where the deadlock is that of some runs only, goOn lets the queues go
// on, so that all runs tell the same of what they do.
func (c *Chain) Hasten(s *incident.Stall, end incident.Ending, goOn func()) (why bool) {
	if s != nil && s.AtEnd && !s.Told {
		d := c.explain(s, c.told.submits+1)
		s.Told = d != nil && c.shown(d) && d.Severity == diag.SeverityError
	}
	var found []*diag.Diagnostic
	for _, l := range c.layers { // they know what came about in this run only
		if h, ok := l.(Hastener); ok && !(s != nil && s.Failed) {
			found = append(found, h.Hasten(s, end)...)
		}
	}
	tells := func(d *diag.Diagnostic) bool { return c.shown(d) && halts(d) && sometimes(d) }
	if s != nil && (c.missed || end == incident.Ended && slices.ContainsFunc(found, tells)) {
		goOn()
	}
	c.pending = append(c.pending, c.said(c.settle(func(l *late) bool { // where the script has ended the Findings that follow know all races
		return l.known == nil || l.known() || end == incident.Goes
	}))...)
	for _, d := range found {
		switch {
		case !c.shown(d):
		case end == incident.Ended && misses(d): // for the Findings, which know of all races
			c.besides = append(c.besides, d)
			why = why || s != nil && halts(d)
		case c.tells(d):
			c.pending = append(c.pending, d)
			why = why || s != nil && halts(d)
		}
	}
	return why
}

// Failed tells with which error the script has failed, nil for none of a rule. The Findings that follow mark it if it comes of a race, until the next
// call of Failed.
func (c *Chain) Failed(d *diag.Diagnostic) {
	if c.told.failed = d; d != nil && !misses(d) {
		c.told.failed = nil
	}
}

// sometimes says whether a diagnostic tells of a wait that ends in some runs, and never in others.
func sometimes(d *diag.Diagnostic) bool { return d.Still == diag.StillMissed }

// Paces says whether it is up to the schedule that a thread waits for the frames of a swap chain of a queue, see Pacer.
func (c *Chain) Paces(thread, queue, chain gpu.ID, few bool) bool {
	return slices.ContainsFunc(c.layers, func(l Layer) bool {
		p, ok := l.(Pacer)
		return ok && p.Paces(thread, queue, chain, few)
	})
}

// HastenBefore tells what happened before a submission that removes its device, and in it.
func (c *Chain) HastenBefore(w Work) {
	if len(c.kept) == 0 {
		return
	}
	c.pending = append(c.pending, c.said(c.settle(func(l *late) bool {
		return l.work.Queue == w.Queue || c.settler.Precedes(l.work.Queue, l.work.Submission, w.Queue, w.Submission)
	}))...)
}

// follow marks what was found of a call that two threads dispute, if they do: that is told instead.
func follow(found []*diag.Diagnostic, disputed bool) {
	for _, d := range found {
		d.Follows = d.Follows || disputed && d.Code != diag.TwoThreads
	}
}

// later takes out what is told when it is settled. What follows from it is not told before that, and not at all where that is an error.
func (c *Chain) later(call gpu.Call, found []*diag.Diagnostic) []*diag.Diagnostic {
	for _, d := range found {
		d.Follows = d.Follows || d.Disputed && c.clashes()
	}
	if !slices.ContainsFunc(found, func(d *diag.Diagnostic) bool { return d.Later }) {
		return found
	}
	return slices.DeleteFunc(slices.Clone(found), func(d *diag.Diagnostic) bool {
		if d.Later {
			c.told.calls++
			if c.told.enter(call, d, told, false); d.Object != 0 {
				c.told.dispute(d.Object)
			}
		}
		return d.Later
	})
}
