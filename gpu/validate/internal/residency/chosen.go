package residency

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/conflict"
)

// Programs choose descriptors of tables, and indirect commands name buffers by their addresses: what a submission needs of these is known when it
// runs. So of a submission with such commands everything is kept that it would lack:
//
//	submission 4   lacks a, b         a command chooses b: it is said of b
//
// That an object is evicted after the submission that comes to choose it is followed by package flight.
type choosing struct {
	submission Submission
	lacks      map[gpu.ID]*suspect
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
	if len(l.entries) == 0 {
		return // mostly
	}
	ahead, decided := order.DecidedAt(at)
	lacks := map[gpu.ID]*suspect{}
	for id := range l.entries {
		if k, lacking := l.lacks(order, s.Thread, id, ahead); lacking {
			lacks[id] = &suspect{pending{at, s, Need{Object: id}, k}, decided, false}
		}
	}
	if len(lacks) == 0 {
		return
	}
	if l.choosing == nil {
		l.choosing = map[run]*choosing{}
	}
	l.choosing[run{s.Queue, number}] = &choosing{submission: s, lacks: lacks}
}

// Retired forgets a submission.
func (l *Ledger) Retired(queue gpu.ID, number uint64) {
	if len(l.choosing) > 0 {
		delete(l.choosing, run{queue, number})
	}
}

// Chooses says whether anything can be wrong with the residency of what a command of a submission has chosen.
func (l *Ledger) Chooses(e *gpu.Executed) bool {
	return l.choosing[run{e.Queue, e.Submission}] != nil
}

// Chosen is what is wrong with a use of an object that a command of a submission has chosen: it is not resident then.
func (l *Ledger) Chosen(by conflict.Names, e *gpu.Executed, p Place) *diag.Diagnostic {
	c := l.choosing[run{e.Queue, e.Submission}]
	if c == nil {
		return nil
	}
	n := needOf(e.List, p)
	s := c.lacks[n.Object]
	if s == nil || s.told {
		return nil
	}
	s.told, s.need = true, n
	if s.decided {
		return say(by, s.submission, []Need{n}, []Lack{s.lack})
	}
	l.pending = append(l.pending, &s.pending)
	return nil
}

// learn adds what makes an object resident to what submissions that wait for a signal lack.
func (c *choosing) learn(id gpu.ID, m Made) {
	if s := c.lacks[id]; s != nil && !s.decided && !s.told {
		s.lack.Made = append(s.lack.Made, m)
	}
}
