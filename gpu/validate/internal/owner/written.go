package owner

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Several threads may write a descriptor one after the other, in whatever order: whoever gets a free one writes it. But work that reads it after both
// finds what was written last:
//
//	thread "a"   writes descriptor 5 ──┐
//	thread "b"   writes descriptor 5 ──┴── main: ExecuteCommandLists      reads the one or the other
//
// So the last writes of each descriptor are kept, and two that nothing orders are told where work reads the descriptor and comes after both.

// maxWrites bounds how many of them are kept.
const maxWrites = 8

// Rivals says whether there is a descriptor that several threads have written, as far as one of them may not have known of another.
func (d *Doubts) Rivals() bool { return d.rivals }

// wrote keeps a write of a descriptor, and of those before it the ones after which it does not come in every run.
func (d *Doubts) wrote(order *track.Order, o *Owner, now *use) {
	known := order.Known()
	o.writes = slices.DeleteFunc(o.writes, func(u use) bool {
		return u.Agent == now.Agent || known.At(u.Agent) >= u.point.Pos || order.Leads(u.point, now.point) ||
			now.saw.At(u.Agent) >= u.point.Pos && now.knew.At(u.Agent) < u.point.Pos
	})
	if len(o.writes) == maxWrites {
		o.writes = slices.Delete(o.writes, 0, 1)
	}
	o.writes = append(o.writes, *now)
	d.rivals = d.rivals || len(o.writes) > 1
}

// reading is work that reads a descriptor after several threads have written it.
type reading struct {
	use
	writes []use
	varies *bool // whether two of them come in no order is said here
}

// contest keeps the last writes of a descriptor that work reads, two by two.
func (d *Doubts) contest(order *track.Order, o *Owner, object Object, r *use, varies *bool) {
	if len(o.writes) < 2 || o.told != nil {
		return
	}
	by := &reading{*r, slices.Clone(o.writes), varies}
	for k := range by.writes {
		for i := range by.writes[:k] {
			u, v := &by.writes[i], &by.writes[k]
			x := &doubt{owner: o, object: object, first: *u, second: *v, call: track.Call{By: v.Agent, Knew: v.knew}, reads: by}
			if x.beside = v.knew.At(u.Agent) < u.point.Pos; x.beside && !x.over(order) {
				x.varies()
			}
			if p, awaits := x.lacks(order.Known()); awaits {
				d.await(x, p)
			}
		}
	}
}

// varies tells that nothing orders two writes of a descriptor that work reads.
func (x *doubt) varies() {
	*x.reads.varies = true
	if x.owner.varies = true; x.reads.item.Pos == 0 {
		x.owner.beside, x.owner.sure = true, true
	}
}

// over says whether one of two writes is over before the work reads the descriptor, because a third one comes after it; or nothing orders one with
// the work, which is a clash of its own.
func (x *doubt) over(order *track.Order) bool {
	r := x.reads
	if r.open != nil && *r.open || r.wavers() {
		return true
	}
	return slices.ContainsFunc(r.writes, func(w use) bool {
		knew := w.call(order).Knew
		return w.wavers() || w.nth != x.first.nth && knew.At(x.first.Agent) >= x.first.point.Pos ||
			w.nth != x.second.nth && knew.At(x.second.Agent) >= x.second.point.Pos
	})
}

// read adds the work that reads a descriptor to what is told of its writes.
func (r *reading) read(n Names, d *diag.Diagnostic) {
	d.Also(r.Site, words.Thread(n, r.ID)+" submits work that reads it")
	led(n, d, r.use)
	d.Because("The work reads what was written last, and which write that is is up to the run.")
}
