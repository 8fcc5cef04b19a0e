package residency

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/residency"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
)

// Programs choose descriptors of tables, and indirect commands name buffers by their addresses: what a submission needs of these is known when it runs. So of a submission with such
// commands everything is kept that it would lack:
//
//	submission 4   lacks a, b         a command chooses b: it is said of b
//	               Evict(c) after it a command chooses c: c was evicted while work needed it
type choosing struct {
	submission Submission
	at         track.Point
	lacks      map[gpu.ID]*suspect
	evictions  uint64 // before it
}

// suspect is what a submission lacks if a command chooses it.
type suspect struct {
	pending
	decided, told bool
}

// run is a submission by its number on its queue.
type run struct {
	queue  gpu.ID
	number uint64
}

// Begin keeps what a submission lacks whose commands choose what they use. It was given to a queue, and was not refused.
func (l *Ledger) Begin(order *track.Order, at track.Point, number uint64, s Submission) {
	ahead, decided := order.DecidedAt(at)
	c := &choosing{submission: s, at: at, evictions: l.evictions}
	for id := range l.entries {
		if k, lacking := l.lacks(id, ahead); lacking {
			if c.lacks == nil {
				c.lacks = map[gpu.ID]*suspect{}
			}
			c.lacks[id] = &suspect{pending{at, s, Need{Object: id}, k}, decided, false}
		}
	}
	if l.choosing == nil {
		l.choosing = map[run]*choosing{}
	}
	l.choosing[run{s.Queue, number}] = c
}

// Retired forgets a submission.
func (l *Ledger) Retired(queue gpu.ID, number uint64) {
	if len(l.choosing) > 0 {
		delete(l.choosing, run{queue, number})
	}
}

// Chooses says whether anything can be wrong with the residency of what a command of a submission has chosen.
func (l *Ledger) Chooses(e *gpu.Executed) bool {
	c := l.choosing[run{e.Queue, e.Submission}]
	return c != nil && (len(c.lacks) > 0 || !l.Idle())
}

// Chosen is what is wrong with a use of an object that a command of a submission has chosen: it is not resident then, or was evicted after the submission.
func (l *Ledger) Chosen(by flight.Asker, e *gpu.Executed, p Place) *diag.Diagnostic {
	c := l.choosing[run{e.Queue, e.Submission}]
	if c == nil {
		return nil
	}
	n := needOf(e.List, p)
	s := c.lacks[n.Object]
	if s == nil {
		return l.evictedBehind(by, c, n, e)
	}
	if s.told {
		return nil
	}
	s.told, s.need = true, n
	if s.decided {
		return say(by.Names, s.submission, []Need{n}, []Lack{s.lack})
	}
	l.pending = append(l.pending, &s.pending)
	return nil
}

// evictedBehind says that an object was evicted after a submission that needs it. Where the command runs before that the rule of Evict says it.
func (l *Ledger) evictedBehind(by flight.Asker, c *choosing, n Need, e *gpu.Executed) *diag.Diagnostic {
	k := l.entries[n.Object]
	if k == nil || k.nth <= c.evictions || k.told {
		return nil
	}
	k.told = true
	by.Thread = k.by
	u := flight.Use{Point: c.at, Queue: e.Queue, List: e.List, Submit: e.SubmitSite, Record: e.RecordSite, Op: e.Op, Inside: n.Inside, Number: e.Submission}
	if d := k.early[c.at]; d != nil {
		at := &d.Labels[1] // where it was submitted
		at.Via = append(at.Via[:0], diag.Place{Site: u.Record, Text: fmt.Sprintf("%s, %s", by.Ref(u.List), u.Op)})
		if u.Inside != 0 {
			d.Notes = slices.Insert(d.Notes, 0, placed(by, u.Inside))
		}
		return d
	}
	return inFlight(k.evicted, n.Object)(by, u)
}

// Early words an Evict for all work that may come to choose the object, as its thread knows that work: what is signalled later does not change what was wrong.
func (l *Ledger) Early(by flight.Asker, c *residency.Call) {
	for _, id := range c.Objects {
		k := l.entries[id]
		if k == nil || k.count > 0 {
			continue
		}
		for run, w := range l.choosing {
			if by.Order.Done(by.Thread, w.at) {
				continue
			}
			if k.early == nil {
				k.early = map[track.Point]*diag.Diagnostic{}
			}
			k.early[w.at] = inFlight(c.Site, id)(by, flight.Use{Point: w.at, Queue: run.queue, List: run.queue, Submit: w.submission.Site}) // by a list: which one is not known
		}
	}
}

// learn adds what makes an object resident to what submissions that wait for a signal lack.
func (c *choosing) learn(id gpu.ID, m Made) {
	if s := c.lacks[id]; s != nil && !s.decided && !s.told {
		s.lack.Made = append(s.lack.Made, m)
	}
}
