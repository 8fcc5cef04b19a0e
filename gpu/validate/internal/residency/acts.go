package residency

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/turns"
)

// Where several threads evict an object and make it resident, how often it is resident at a moment is up to the run:
//
//	main     wait for F = 1 ───── ExecuteCommandLists      lacks the object where "b" comes after "a" has evicted it
//	"a"      Evict ── F = 1
//	"b"              MakeResident
//
// So as long as somebody has not heard of them, the calls are kept, and what an object lacks is found by those that certainly come before: the same
// in every run.

// act is a call of a thread that makes an object resident once, or evicts it once.
type act struct {
	call track.Call
	pos  uint32 // its mark
	site gpu.Site
	made *Made // nil: it evicts
}

// maxActs bounds how many of them are kept of an object, where a thread never hears of the others. Beyond that the order of the run decides.
const maxActs = 32

// adds is what an act adds to how often the object is resident.
func (a *act) adds() int {
	if a.made == nil {
		return -1
	}
	return 1
}

// leads says whether an act certainly comes before a call, or is of the same mark of its thread.
func (a *act) leads(c track.Call) bool { return c.Knew.At(a.call.By) >= a.pos }

// done says whether what an act makes resident is so when something has happened.
func (a *act) done(ahead track.Clock) bool {
	return ahead.At(a.made.Behind.Queue) >= a.made.Behind.Pos
}

// note keeps a call that was recorded; m is nil where it evicts.
func (l *Ledger) note(order *track.Order, id gpu.ID, by track.Agent, site gpu.Site, m *Made) {
	e := l.of(id)
	if order.Alone() {
		e.base, e.acts, e.many = e.count, nil, false
		return
	}
	if e.many = e.many || len(e.acts) == maxActs; !e.many {
		if len(e.acts) == 0 {
			l.shared = append(l.shared, e)
		}
		at := order.Touch(by, false)
		e.acts = append(e.acts, act{track.Call{By: by, Knew: order.Knows(by)}, at.Pos, site, m})
	}
}

// fold counts the acts of an object if every thread knows of all of them, and that they are done, and reports whether none is left.
func (e *entry) fold(known track.Clock) bool {
	for i := range e.acts {
		if a := &e.acts[i]; known.At(a.call.By) < a.pos || a.made != nil && !a.done(known) {
			return false
		}
	}
	e.base, e.acts = e.count, nil
	return true
}

// least is how often an object is resident for a thread, at least: what nothing orders with what it does now may come after that.
func (e *entry) least(order *track.Order, by track.Agent) int {
	if len(e.acts) == 0 || e.many {
		return e.count
	}
	n, now := e.base, track.Call{By: by, Knew: order.Knows(by)}
	for i := range e.acts {
		if a := &e.acts[i]; a.leads(now) {
			n += a.adds()
		}
	}
	return max(min(n, e.count), 0)
}

// certain is what a thread's work lacks of an object, which starts when something has happened, by the acts that certainly come before it.
func (e *entry) certain(order *track.Order, id gpu.ID, by track.Agent, ahead track.Clock) (k Lack, lacking bool) {
	if e.many {
		return k, false
	}
	now := track.Call{By: by, Knew: order.Knows(by)}
	last := e.latest(order, func(i int) bool { return e.acts[i].leads(now) && e.gone(order, i, now, ahead) })
	if last == nil {
		return k, false
	}
	k = Lack{Object: id, Evicted: last.site}
	for i := range e.acts {
		if a := &e.acts[i]; a.made != nil && !a.leads(order.Again(last.call)) {
			k.Made = append(k.Made, *a.made)
		}
	}
	return k, true
}

// latest is the last act that evicts and of whose number is says so, in an order that no run changes; nil: there is none.
func (e *entry) latest(order *track.Order, is func(int) bool) (last *act) {
	for i := range e.acts {
		a := &e.acts[i]
		if a.made != nil || !is(i) {
			continue
		}
		if last == nil {
			last = a
		} else if before, _ := order.Comes(order.Again(last.call), order.Again(a.call)); before {
			last = a
		}
	}
	return last
}

// off is where an object was evicted last, or created so, as far as a thread knows.
func (e *entry) off(order *track.Order, by track.Agent) (at gpu.Site, created bool) {
	now := track.Call{By: by, Knew: order.Knows(by)}
	if last := e.latest(order, func(i int) bool { return e.acts[i].leads(now) }); last != nil {
		return last.site, false
	}
	return e.evicted, e.created
}

// gone says whether an object is not resident any more where the act of a number evicts it, and not again until a call whose work starts when
// something has happened.
func (e *entry) gone(order *track.Order, nth int, now track.Call, ahead track.Clock) bool {
	evicts := order.Again(e.acts[nth].call)
	least, most := e.base-1, e.base-1 // with what certainly comes before it; with all that does not come after it
	for i := range e.acts {
		a := &e.acts[i]
		switch {
		case i == nth:
		case a.call.By == evicts.By && i < nth, a.call.By != evicts.By && a.leads(evicts):
			least, most = least+a.adds(), most+a.adds()
		case !a.leads(now):
		case a.made != nil && a.done(ahead):
			return false
		case a.made != nil:
			most++
		case a.call.By != evicts.By && !e.acts[nth].leads(order.Again(a.call)):
			most--
		}
	}
	return min(least, most) <= 0
}

// late says whether an object that EnqueueMakeResident makes resident again may not be so yet when work needs it, where nothing orders that and an
// Evict, and the Evict comes first.
func (e *entry) late(order *track.Order, x, evict turns.Moment) (late bool) {
	if e.many {
		return false
	}
	needs, evicts := order.Again(x.Call), order.Again(evict.Call)
	at, n := evicts.Knew.At(evicts.By), e.base-1
	for i := range e.acts {
		a := &e.acts[i]
		switch same := a.call.By == evicts.By && a.pos == at; {
		case same && a.made != nil:
			n++
		case same:
		case a.leads(evicts):
			n += a.adds()
		case a.made == nil || !a.leads(needs):
		case a.done(x.Ahead):
			return false
		case a.made.Fence != 0:
			late = true
		}
	}
	return late && n <= 0
}

// Pages says whether EnqueueMakeResident of some thread makes an object resident that need not be so yet.
func (l *Ledger) Pages(id gpu.ID) bool {
	if e := l.entries[id]; e != nil {
		for i := range e.acts {
			if m := e.acts[i].made; m != nil && m.Fence != 0 {
				return true
			}
		}
	}
	return false
}
