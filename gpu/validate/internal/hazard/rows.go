package hazard

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/byid"
	"github.com/gpuscript/gpuscript/gpu/internal/fifo"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// rows are the works that are not dropped, by agent. Where there are many, agents without any have no row. Only those of which a clock covers more
// than when it was asked about last are looked at, so that a work costs the same however many queues and threads there are.
type rows struct {
	by     byid.Table[track.Agent, *lined]
	agents int // that have works
	// ready and covered are the clocks that were asked about last. Works that come to a list although the clock covers them are those of the agents
	// in late and stale: a thread has touched memory after a mark that everybody knew.
	ready, covered track.Clock
	late, stale    []track.Agent
	entered        fifo.List[*work]                           // that are not admitted, or after one that is not, by number
	given          byid.Table[track.Agent, *fifo.List[*work]] // the same of the works of queues, by the thread that gave them
	admitting      []*work                                    // the memory of what admit returns,
	dropping       []*work                                    // and drop
}

// lined are the works of one agent in its order, which is that of their numbers, too: those that are admitted, and after them those that are not.
// What is admitted and dropped is taken from the front of its list, so that each work is looked at once, however many are in flight.
type lined struct{ admitted, pending fifo.List[*work] }

func (l *lined) empty() bool { return l.admitted.Len()+l.pending.Len() == 0 }

// enter adds a work, which is the last one of its agent.
func (r *rows) enter(w *work) {
	p := w.side.Point
	l := r.by.Get(p.Queue)
	if l == nil {
		l = &lined{}
		r.by.Set(p.Queue, l)
	}
	if l.empty() {
		r.agents++
	}
	l.pending.Push(w)
	if r.ready.At(p.Queue) >= p.Pos {
		r.late = append(r.late, p.Queue)
	}
	r.entered.Push(w)
	if w.side.Queue == 0 {
		return
	}
	given := r.given.Get(w.call.By)
	if given == nil {
		given = &fifo.List[*work]{}
		r.given.Set(w.call.By, given)
	}
	given.Push(w)
}

// admit takes out the works that are not admitted, and that a clock covers, or all, in the order of their numbers.
func (r *rows) admit(seen track.Clock, all bool) (out []*work) {
	out = r.admitting
	take := func(a track.Agent, pos uint32) {
		l := r.by.Get(a)
		if l == nil {
			return
		}
		pending, n := l.pending.All(), 0
		for n < len(pending) && (all || pos >= pending[n].side.Point.Pos) {
			l.admitted.Push(pending[n])
			out = append(out, pending[n])
			n++
		}
		if n > 0 && r.covered.At(a) >= pending[0].side.Point.Pos {
			r.stale = append(r.stale, a)
		}
		l.pending.Drop(n)
	}
	if all {
		for a := range r.by.All() {
			take(a, 0)
		}
	}
	for _, a := range r.late {
		take(a, seen.At(a))
	}
	seen.Beyond(r.ready, take)
	r.ready, r.late = seen, r.late[:0]
	slices.SortFunc(out, bySeq)
	for _, w := range out {
		w.admitted = true
	}
	for _, w := range out {
		if w.side.Queue != 0 {
			r.first(w) // which forgets them
		}
	}
	return out
}

// drop takes out the admitted works that a clock covers, in the order of their numbers.
func (r *rows) drop(clock track.Clock) (out []*work) {
	out = r.dropping
	take := func(a track.Agent, pos uint32) {
		l := r.by.Get(a)
		if l == nil {
			return
		}
		admitted, n := l.admitted.All(), 0
		for n < len(admitted) && pos >= admitted[n].side.Point.Pos {
			out = append(out, admitted[n])
			n++
		}
		if l.admitted.Drop(n); n == 0 || !l.empty() {
			return
		}
		if r.agents--; r.by.Len() > few {
			r.by.Drop(a)
		}
	}
	stale := r.stale
	r.stale = nil
	for _, a := range stale {
		take(a, clock.At(a))
		if l := r.by.Get(a); l != nil && l.admitted.Len() > 0 && r.covered.At(a) >= l.admitted.All()[0].side.Point.Pos {
			r.stale = append(r.stale, a)
		}
	}
	clock.Beyond(r.covered, take)
	r.covered = clock.Join(r.covered) // which shares its trees with the next one
	slices.SortFunc(out, bySeq)
	return out
}

// first is the first work of a list that is not admitted, which forgets those before it; nil: there is none.
func first(list *fifo.List[*work]) *work {
	works, n := list.All(), 0
	for n < len(works) && works[n].admitted {
		n++
	}
	if list.Drop(n); n == len(works) {
		return nil
	}
	return works[n]
}

// oldest is the number of the first work that is not admitted; false: there is none.
func (r *rows) oldest() (seq uint64, ok bool) {
	if w := first(&r.entered); w != nil {
		return w.side.seq, true
	}
	return 0, false
}

// first says whether no work that the same thread gave to a queue before a work is open.
func (r *rows) first(w *work) bool {
	list := r.given.Get(w.call.By)
	if list == nil {
		return true
	}
	open := first(list)
	if open == nil && r.given.Len() > few {
		r.given.Drop(w.call.By)
	}
	return open == nil || open.side.seq >= w.side.seq
}

// all are the works that are not dropped, in the order of their numbers.
func (r *rows) all() (out []*work) {
	for _, l := range r.by.All() {
		out = append(append(out, l.admitted.All()...), l.pending.All()...)
	}
	slices.SortFunc(out, bySeq)
	return out
}

func bySeq(a, b *work) int { return cmp.Compare(a.side.seq, b.side.seq) }
