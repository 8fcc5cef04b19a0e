package hazard

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// A work is compared with those of one other agent after the other, in this order:
//
//	works of the agent   a ──▶ b ──▶ c │ d ──▶ e ──▶ f        w stands at │ in the order of the calls
//	looked at            3rd   2nd   1st  4th   5th   6th
//
// A wait for the last work that comes before w serves all before it, and of those that come after w the first has to wait. So a conflict with c
// settles a and b, for whatever follows w, too, and one with d settles e and f: those after w are looked at a few at a time, until no more are open.

// window are parts of works of one other agent that are neither certainly before a part of a work nor certainly after it: neighbours in the agent's
// order, of which those count that may touch bytes of an extent.
type window struct {
	agent     track.Agent
	list      *entries
	part, end int // of the work, from 0, and where the window ends in the list
	next      int // the place of the first entry that comes after the work and was not looked at
	near      extent
}

// meeting is a part of a work that is admitted, and one of the work that is to be compared with it: which one of that, from 0.
type meeting struct {
	other entry
	part  *part
	at    int
}

// compare looks for conflicts of a work with those of other agents.
func (d *Detector) compare(w *work) {
	d.add(w)
	d.claim(w)
	d.windows, w.placed = d.windows[:0], true
	for i := range w.parts {
		d.cell(w.parts[i].memory).meet(d, w, i)
	}
	slices.SortStableFunc(d.windows, func(x, y window) int {
		return cmp.Or(d.order.Compare(x.agent, y.agent), cmp.Compare(x.part, y.part))
	})
	for from := 0; from < len(d.windows); {
		to := from + 1
		for to < len(d.windows) && d.windows[to].agent == d.windows[from].agent {
			to++
		}
		d.against(w, d.windows[from:to])
		from = to
	}
	clear(d.windows)
}

// window collects a window of a list, if there is anything in it.
func (d *Detector) window(w *work, at int, list *entries, near extent) {
	if list.Len() == 0 {
		return
	}
	all, p := list.All(), &w.parts[at]
	agent := all[0].work.side.Point.Queue
	begin := list.find(max(w.start.At(agent), d.assumedBefore(w, agent)) + 1)
	end := list.open(d, w)
	if begin = list.next(begin, near); begin >= end || end-begin > few && near == p.near && !list.meets(p) {
		return
	}
	d.windows = append(d.windows, window{agent, list, at, end, begin, near})
}

// open is the place of the first entry that comes after a work, certainly or because it is taken so.
func (l *entries) open(d *Detector, w *work) int {
	at, _ := slices.BinarySearchFunc(l.All(), true, func(e entry, _ bool) int {
		if d.behind(e.work, w) {
			return 0
		}
		return -1
	})
	return at
}

// against compares a work with those of another agent.
func (d *Detector) against(w *work, windows []window) {
	d.meetings = d.meetings[:0]
	for i := range windows {
		v := &windows[i]
		for all := v.list.All(); v.next < v.end; v.next = v.list.next(v.next+1, v.near) {
			if before, _ := d.comes(all[v.next].work, w); !before {
				break
			}
			d.met(w, v)
		}
	}
	slices.SortStableFunc(d.meetings, func(x, y meeting) int {
		return cmp.Or(cmp.Compare(y.other.work.side.Point.Pos, x.other.work.side.Point.Pos), cmp.Compare(x.at, y.at))
	})
	d.pairs(0, w)
	for many := few; d.later(w, windows, many); many *= 2 {
	}
	clear(d.meetings)
}

// met adds the entry that a window comes to.
func (d *Detector) met(w *work, v *window) {
	d.looked++
	d.meetings = append(d.meetings, meeting{v.list.All()[v.next], &w.parts[v.part], v.part})
}

// later compares a work with so many of each window that come after it, as far as all windows have come then, and reports whether any are left.
func (d *Detector) later(w *work, windows []window, many int) (left bool) {
	from, upTo := len(d.meetings), ^uint32(0)
	for i := range windows {
		v := &windows[i]
		all, next := v.list.All(), v.next
		v.end = min(v.end, v.list.open(d, w)) // a conflict may have settled the rest
		for k := 1; k < many && next < v.end; k++ {
			next = v.list.next(next+1, v.near)
		}
		if next < v.end {
			upTo = min(upTo, all[next].work.side.Point.Pos)
		}
	}
	for i := range windows {
		v := &windows[i]
		for all := v.list.All(); v.next < v.end && all[v.next].work.side.Point.Pos <= upTo; v.next = v.list.next(v.next+1, v.near) {
			d.met(w, v)
		}
		left = left || v.next < v.end
	}
	slices.SortStableFunc(d.meetings[from:], func(x, y meeting) int {
		return cmp.Or(cmp.Compare(x.other.work.side.Point.Pos, y.other.work.side.Point.Pos), cmp.Compare(x.at, y.at))
	})
	d.pairs(from, w)
	return left
}

// pairs compares a work with those that it meets, from one on.
func (d *Detector) pairs(from int, w *work) {
	for i := from; i < len(d.meetings); i++ {
		if d.apart(w, d.meetings[i].other.work) {
			d.pair(&d.meetings[i], w)
		}
	}
}
