package mapping

import (
	"slices"
	"sort"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Where several threads map and unmap a buffer, whether it is mapped when one of them touches it is up to the schedule:
//
//	main     Map ───────────── Read ──          mapped once, or not at all
//	thread          Unmap
//	thread   Map    Write      Unmap            its own Map keeps mapped what it touches, whatever the others do
//
// So of each Map and Unmap it is kept who has heard of it, as long as somebody has not. Those of which everybody had heard before any use that is not settled are one number. Those of a
// thread follow each other, so how often they map what comes before a use is found by its place among them.

// turn is a Map, or an Unmap, of a thread.
type turn struct {
	call track.Call
	pos  uint32 // its mark
	nth  uint64 // of the uses of its thread that are kept it comes behind those with lower numbers; an Unmap has the number of its use
	adds int
	sum  int // of what its thread adds, up to it
}

// row are the turns of a thread.
type row struct {
	by   track.Agent
	kept []turn
	sum  int // of what is not kept any more
}

// turns are those of a buffer.
type turns struct {
	base   int // how often it was mapped before
	rows   []row
	kept   int         // of all rows
	recent track.Clock // covers all that was done with the buffer
	// When everybody knows settled, those that old covers are known to have come before all that is not settled.
	waits        bool
	old, settled track.Clock
}

// Moment is a use of a buffer: its call, and its number among those of its thread.
type Moment struct {
	Call track.Call
	Nth  uint64
}

// Used notes that a thread touches a buffer or unmaps it, now.
func (t *Table) Used(order *track.Order, by track.Agent, id gpu.ID) {
	if m := t.buffers[id]; m != nil {
		m.turns.recent = m.turns.recent.Join(order.Knows(by))
	}
}

// Turn notes a Map or an Unmap that was recorded, of a thread among several, behind so many uses.
func (t *Table) Turn(order *track.Order, by track.Agent, c *gpu.MapCall, nth uint64) {
	m := t.buffers[c.Resource]
	if m == nil || c.Act != gpu.MapMap && c.Act != gpu.MapUnmap {
		return
	}
	s, adds := &m.turns, 1
	if c.Act == gpu.MapUnmap {
		adds = -1
	}
	if order.Alone() {
		*s = turns{base: m.count}
		return
	}
	at, r := order.Touch(by, false), s.row(by)
	r.kept = append(r.kept, turn{track.Call{By: by, Knew: order.Knows(by)}, at.Pos, nth, adds, r.upTo(len(r.kept)) + r.sum + adds})
	s.kept++
	s.recent = s.recent.Join(order.Knows(by))
	s.forget(order.Known())
}

// row finds or makes that of a thread.
func (s *turns) row(by track.Agent) *row {
	at := slices.IndexFunc(s.rows, func(r row) bool { return r.by == by })
	if at < 0 {
		at, s.rows = len(s.rows), append(s.rows, row{by: by})
	}
	return &s.rows[at]
}

// upTo is what the first n of the turns that are kept add.
func (r *row) upTo(n int) int {
	if n == 0 {
		return 0
	}
	return r.kept[n-1].sum - r.sum
}

// forget counts those that come before all that is not settled.
func (s *turns) forget(known track.Clock) {
	if !s.waits && s.kept >= 16 {
		s.waits, s.old, s.settled = true, known, s.recent
	}
	if !s.waits || !known.Covers(s.settled) {
		return
	}
	s.waits = false
	for i := range s.rows {
		r := &s.rows[i]
		n := r.first(func(t *turn) bool { return t.pos > s.old.At(r.by) })
		adds := r.upTo(n)
		s.base, r.sum, s.kept = s.base+adds, r.sum+adds, s.kept-n
		r.kept = slices.Delete(r.kept, 0, n)
	}
}

// first is the place of the first turn of which is says so, as it does of all behind that.
func (r *row) first(is func(*turn) bool) int {
	return sort.Search(len(r.kept), func(i int) bool { return is(&r.kept[i]) })
}

// Left is how often a buffer is still mapped, at least, where nothing orders a use of it and an Unmap, and the Unmap comes first.
func (t *Table) Left(order *track.Order, id gpu.ID, x, unmap Moment) int {
	m := t.buffers[id]
	if m == nil {
		return 1
	}
	x.Call, unmap.Call = order.Again(x.Call), order.Again(unmap.Call)
	few, all := m.turns.base-1, m.turns.base-1 // with as little before the use as can be, and with all that is not certainly behind it
	for i := range m.turns.rows {
		r := &m.turns.rows[i]
		itself := -1
		if r.by == unmap.Call.By {
			at := r.first(func(t *turn) bool { return t.nth >= unmap.Nth })
			if itself = len(r.kept); at < len(r.kept) && r.kept[at].nth == unmap.Nth { // counted already
				itself = at
			}
		}
		n := max(r.before(x, false), r.before(unmap, true))
		k := r.before(x, false)
		if r.by != x.Call.By {
			k = r.first(func(t *turn) bool { return order.Again(t.call).Knew.At(x.Call.By) >= x.Call.Knew.At(x.Call.By) })
		}
		few, all = few+r.without(n, itself), all+r.without(k, itself)
	}
	return min(few, all)
}

// without is upTo but for one turn, an Unmap, if that is among them.
func (r *row) without(n, itself int) int {
	if itself >= 0 && itself < n {
		return r.upTo(n) + 1
	}
	return r.upTo(n)
}

// before is how many turns certainly come before a use, or with same are of that use.
func (r *row) before(x Moment, same bool) int {
	if r.by == x.Call.By {
		return r.first(func(t *turn) bool { return t.nth > x.Nth || !same && t.nth == x.Nth })
	}
	return r.first(func(t *turn) bool { return t.pos > x.Call.Knew.At(r.by) })
}
