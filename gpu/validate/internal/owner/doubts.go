package owner

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// That one use comes behind another one may be known by a wait that the signal of a third thread could have ended as well, and that signal may be given later:
//
//	thread "a"   list:Dispatch ── F = 1                   in this run "b" has heard of the use of "a";
//	thread "b"                    waits for F = 1 ── list:Dispatch
//	thread "c"                                        └── F = 1      in another one this ends the wait, and nothing orders the two
//
// So the two are kept until every thread knows of the first one: whoever signals then knows it, too.

// Doubts are calls that use an object behind another thread's, as far as their threads knew. The zero value has none.
type Doubts struct {
	open    []*doubt
	learned uint64
}

// doubt is two uses of an object.
type doubt struct {
	owner         *Owner
	object        Object
	first, second use
	call          track.Call // the second
}

// keep keeps the first use of a thread behind each of those of other threads that not everybody knows of.
func (d *Doubts) keep(order *track.Order, o *Owner, object Object, now use) {
	knows := order.Knows(now.Agent)
	for i := range o.uses {
		u := &o.uses[i]
		if u.Agent == now.Agent || !u.As.disturbs(now.As) || slices.Contains(u.after, now.Agent) || knows.At(u.Agent) < u.point.Pos { // that only a level below the program knows stays so
			continue
		}
		u.after = append(u.after, now.Agent)
		d.open = append(d.open, &doubt{o, object, *u, now, track.Call{By: now.Agent, Knew: knows}})
	}
}

// Settle is what is wrong with the second of two uses of the first of which every thread knows by now, or of all. It comes before those are forgotten.
func (d *Doubts) Settle(n Names, order *track.Order, all bool) (out []*diag.Diagnostic) {
	known, _, learned := order.Common()
	if len(d.open) == 0 || learned == d.learned && !all {
		return nil
	}
	d.learned = learned
	var settled []*doubt
	d.open = slices.DeleteFunc(d.open, func(x *doubt) bool {
		ripe := all || known.At(x.first.Agent) >= x.first.point.Pos
		if ripe {
			settled = append(settled, x)
		}
		return ripe
	})
	slices.SortStableFunc(settled, func(x, y *doubt) int {
		return cmp.Or(cmp.Compare(x.call.By, y.call.By), cmp.Compare(x.second.point.Pos, y.second.point.Pos))
	})
	track.Sequence(order, settled, func(x *doubt) track.Call { return x.call })
	for _, x := range settled {
		if x.owner.told == nil && order.Again(x.call).Knew.At(x.first.Agent) < x.first.point.Pos {
			x.owner.told = say(n, order, x.object, x.first, x.second)
			out = append(out, x.owner.told)
		}
	}
	return out
}
