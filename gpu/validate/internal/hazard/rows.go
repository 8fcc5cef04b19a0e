package hazard

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// lined are the works of one agent in its order, which is that of their numbers, too: those that are admitted, and behind them those that are not. What is
// admitted and dropped is taken from the front of its list, so that each work is looked at once, however many are in flight.
type lined struct {
	agent             track.Agent
	admitted, pending []*work
}

// line is the row of an agent.
func (d *Detector) line(a track.Agent) *lined {
	for i := range d.rows {
		if d.rows[i].agent == a {
			return &d.rows[i]
		}
	}
	d.rows = append(d.rows, lined{agent: a})
	return &d.rows[len(d.rows)-1]
}

// enter adds a work, which is the last one of its agent.
func (d *Detector) enter(w *work) {
	r := d.line(w.side.Point.Queue)
	r.pending = append(r.pending, w)
}

// ready takes out the works that are not admitted, and that a clock covers, or all, in the order of their numbers.
func (d *Detector) ready(seen track.Clock, all bool) (out []*work) {
	for i := range d.rows {
		r := &d.rows[i]
		n := 0
		for n < len(r.pending) && (all || seen.At(r.agent) >= r.pending[n].side.Point.Pos) {
			n++
		}
		out, r.admitted = append(out, r.pending[:n]...), append(r.admitted, r.pending[:n]...)
		r.pending = behind(r.pending, n)
	}
	slices.SortFunc(out, bySeq)
	return out
}

// covered takes out the admitted works that a clock covers, in the order of their numbers.
func (d *Detector) covered(clock track.Clock) (out []*work) {
	for i := range d.rows {
		r := &d.rows[i]
		n := 0
		for n < len(r.admitted) && clock.At(r.agent) >= r.admitted[n].side.Point.Pos {
			n++
		}
		out = append(out, r.admitted[:n]...)
		r.admitted = behind(r.admitted, n)
	}
	slices.SortFunc(out, bySeq)
	return out
}

// behind is a list without its first n works. Its memory goes when it is empty, or when append moves it.
func behind(list []*work, n int) []*work {
	clear(list[:n])
	if n == len(list) {
		return list[:0]
	}
	return list[n:]
}

// oldest is the number of the first work that is not admitted; false: there is none.
func (d *Detector) oldest() (seq uint64, ok bool) {
	for i := range d.rows {
		if p := d.rows[i].pending; len(p) > 0 && (!ok || p[0].side.seq < seq) {
			seq, ok = p[0].side.seq, true
		}
	}
	return seq, ok
}

// all are the works that are not dropped, in the order of their numbers.
func (d *Detector) all() (out []*work) {
	for i := range d.rows {
		out = append(append(out, d.rows[i].admitted...), d.rows[i].pending...)
	}
	slices.SortFunc(out, bySeq)
	return out
}

func bySeq(a, b *work) int { return cmp.Compare(a.side.seq, b.side.seq) }
