// Package turns counts what threads give to an object and take from it, and says whether another thread may find nothing left of it.
//
// How often a buffer is mapped is such a count, and so is how often an object is resident. Where several threads map and unmap a buffer, whether it
// is mapped when one of them touches it is up to the schedule:
//
//	main     Map ───────────── Read ──          mapped once, or not at all
//	thread          Unmap
//	thread   Map    Write      Unmap            its own Map keeps mapped what it touches, whatever the others do
//
// So of each turn, which gives once or takes once, it is kept who has heard of it, as long as somebody has not. Those of which everybody had heard
// before any use that is not settled are one number. Those of a thread follow each other, so what they add before a use is found by its place among
// them.
//
// It must not know what is counted.
package turns

import (
	"slices"
	"sort"

	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// turn is one of a thread.
type turn struct {
	call track.Call
	pos  uint32 // its mark
	nth  uint64 // of the uses of its thread that are kept it comes after those with lower numbers; one that takes has the number of its use
	adds int
	sum  int // of what its thread adds, up to it
}

// row are the turns of a thread.
type row struct {
	by   track.Agent
	kept []turn
	sum  int // of what is not kept any more
}

// Turns are those of an object. The zero value is that of one of which there is nothing.
type Turns struct {
	base   int // how much there was before
	rows   []row
	kept   int         // of all rows
	recent track.Clock // covers all that was done with the object
	// When everybody knows settled, those that old covers are known to have come before all that is not settled.
	waits        bool
	old, settled track.Clock
}

// New is an object of which there is so much.
func New(base int) Turns { return Turns{base: base} }

// Moment is a use of an object: its call, and its number among those of its thread.
type Moment struct {
	Call  track.Call
	Nth   uint64
	Ahead track.Clock // what has happened when the work of the use starts
	Known bool        // that is known
}

// Used notes that a thread uses the object, or takes from it, now.
func (s *Turns) Used(order *track.Order, by track.Agent) { s.recent = s.recent.Join(order.Knows(by)) }

// Turn notes that a thread, among several, gives once to the object (adds is 1) or takes once (-1), after so many uses.
func (s *Turns) Turn(order *track.Order, by track.Agent, adds int, nth uint64) {
	at, r := order.Touch(by, false), s.row(by)
	r.kept = append(r.kept, turn{track.Call{By: by, Knew: order.Knows(by)}, at.Pos, nth, adds, r.upTo(len(r.kept)) + r.sum + adds})
	s.kept++
	s.recent = s.recent.Join(order.Knows(by))
	s.forget(order.Known())
}

// row finds or makes that of a thread.
func (s *Turns) row(by track.Agent) *row {
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
func (s *Turns) forget(known track.Clock) {
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

// first is the place of the first turn of which is says so, as it does of all after that.
func (r *row) first(is func(*turn) bool) int {
	return sort.Search(len(r.kept), func(i int) bool { return is(&r.kept[i]) })
}

// Left is how much is left of an object, at least, where nothing orders a use of it and a call that takes, and that comes first.
func (s *Turns) Left(order *track.Order, x, takes Moment) int {
	x.Call, takes.Call = order.Again(x.Call), order.Again(takes.Call)
	few, all := s.base-1, s.base-1 // with as little before the use as can be, and with all that is not certainly after it
	for i := range s.rows {
		r := &s.rows[i]
		itself := -1
		if r.by == takes.Call.By {
			at := r.first(func(t *turn) bool { return t.nth >= takes.Nth })
			if itself = len(r.kept); at < len(r.kept) && r.kept[at].nth == takes.Nth { // counted already
				itself = at
			}
		}
		n := max(r.before(x, false), r.before(takes, true))
		k := r.before(x, false)
		if r.by != x.Call.By {
			k = r.first(func(t *turn) bool { return order.Again(t.call).Knew.At(x.Call.By) >= x.Call.Knew.At(x.Call.By) })
		}
		few, all = few+r.without(n, itself), all+r.without(k, itself)
	}
	return min(few, all)
}

// without is upTo but for one turn, which takes, if that is among them.
func (r *row) without(n, itself int) int {
	if itself >= 0 && itself < n {
		return r.upTo(n) + 1
	}
	return r.upTo(n)
}

// before is how many turns certainly come before a use, or with same are of that use.
func (r *row) before(x Moment, same bool) int {
	if r.by == x.Call.By {
		return r.first(func(t *turn) bool {
			return t.nth > x.Nth || t.nth == x.Nth && !(same && t.adds < 0)
		}) // what gives after so many uses comes after the last of them
	}
	return r.first(func(t *turn) bool { return t.pos > x.Call.Knew.At(r.by) })
}
