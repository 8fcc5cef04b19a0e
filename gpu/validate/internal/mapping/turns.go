package mapping

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Where several threads map and unmap a buffer, whether it is mapped when one of them touches it is up to the schedule:
//
//	main     Map ───────────── Read ──          mapped once, or not at all
//	thread          Unmap
//	thread   Map    Write      Unmap            its own Map keeps mapped what it touches, whatever the others do
//
// So of each Map and Unmap it is kept who has heard of it. Those of which everybody had heard before any use that is not settled are one number.

// turn is a Map, or an Unmap, of a thread.
type turn struct {
	call track.Call
	pos  uint32 // its mark
	nth  uint64 // of the uses of its thread that are kept it comes behind those with lower numbers; an Unmap has the number of its use
	adds int
}

// turns are those of a buffer.
type turns struct {
	base   int // how often it was mapped before
	kept   []turn
	recent track.Clock // covers all that was done with the buffer
	// When everybody knows settled, those that old covers are known to have come before all that is not settled.
	waits        bool
	old, settled track.Clock
	lost         bool // there were too many
}

// maxTurns bounds those of one buffer that are kept.
const maxTurns = 256

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
	at := order.Touch(by, false)
	s.kept = append(s.kept, turn{track.Call{By: by, Knew: order.Knows(by)}, at.Pos, nth, adds})
	s.recent = s.recent.Join(order.Knows(by))
	s.forget(order.Known())
	if s.lost = s.lost || len(s.kept) > maxTurns; s.lost {
		s.kept = nil
	}
}

// forget counts those that come before all that is not settled.
func (s *turns) forget(known track.Clock) {
	if !s.waits && len(s.kept) >= 16 {
		s.waits, s.old, s.settled = true, known, s.recent
	}
	if !s.waits || !known.Covers(s.settled) {
		return
	}
	s.waits = false
	s.kept = slices.DeleteFunc(s.kept, func(t turn) bool {
		over := s.old.At(t.call.By) >= t.pos
		if over {
			s.base += t.adds
		}
		return over
	})
}

// Left is how often a buffer is still mapped, at least, where nothing orders a use of it and an Unmap, and the Unmap comes first.
func (t *Table) Left(order *track.Order, id gpu.ID, x, unmap Moment) int {
	m := t.buffers[id]
	if m == nil || m.turns.lost {
		return 1
	}
	x.Call, unmap.Call = order.Again(x.Call), order.Again(unmap.Call)
	few, all := m.turns.base-1, m.turns.base-1 // with as little before the use as can be, and with all that is not certainly behind it
	for i := range m.turns.kept {
		k := &m.turns.kept[i]
		if k.call.By == unmap.Call.By && k.nth == unmap.Nth && k.adds < 0 {
			continue
		}
		if k.before(x, false) || k.before(unmap, true) {
			few += k.adds
		}
		if k.call.By == x.Call.By && k.before(x, false) || k.call.By != x.Call.By && order.Again(k.call).Knew.At(x.Call.By) < x.Call.Knew.At(x.Call.By) {
			all += k.adds
		}
	}
	return min(few, all)
}

// before says whether a turn certainly comes before a use, or is of that use.
func (k *turn) before(x Moment, same bool) bool {
	if k.call.By == x.Call.By {
		return k.nth < x.Nth || same && k.nth == x.Nth
	}
	return x.Call.Knew.At(k.call.By) >= k.pos
}
