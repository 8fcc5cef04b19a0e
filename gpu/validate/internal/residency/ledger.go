// Package residency knows which objects are resident since when, and says which submissions may execute while one that they need is not.
//
//	CPU      Evict(heap) ── MakeResident(heap) ── ExecuteCommandLists ✓ its work comes after MakeResident, in every run
//	CPU      Evict(heap) ───────────────────────── ExecuteCommandLists ✗
//	CPU      EnqueueMakeResident(heap, F, 1) ───── ExecuteCommandLists ✗ unless the queue, or the CPU, waits for F = 1 before it
//	CPU      Wait(F, 1) ── ExecuteCommandLists ── MakeResident(heap) ── F = 1 ✓ the work waits: it is judged when its order is known
//
// Only objects that were made resident or evicted once have an entry. That an object is evicted while submitted work needs it is the rule of package
// flight, which knows that work. The package must not know what the objects are: what stands in a heap is asked for as that heap.
package residency

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/residency"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/turns"
)

// entry is an object that was made resident or evicted once.
type entry struct {
	count   int      // calls that make it resident, less those that evict it
	last    eviction // the last call that evicted it, in an order that no run changes
	evicted gpu.Site // where it was evicted last such that it was not resident, or created so; 0: it has always been resident
	created bool     // it was created so
	made    []Made   // what made it resident since then
	turns   turns.Turns
	base    int    // the count before the acts
	acts    []act  // of which not everybody knows
	many    bool   // there were more
	added   uint64 // see Ledger.added
}

// eviction is a call that evicts an object; no site: none.
type eviction struct {
	site gpu.Site
	call track.Call
}

// Made is what made an object resident.
type Made struct {
	Site   gpu.Site
	By     track.Agent // the thread that called
	Behind track.Point // where it is resident
	Fence  gpu.ID      // that EnqueueMakeResident signals then, 0: the call itself does it
	Value  uint64
	calls  int // of that thread, with that fence: this was the first
}

// Lack is an object that a submission needs and that may not be resident by then.
type Lack struct {
	Object  gpu.ID // the one that is evicted
	Evicted gpu.Site
	Created bool // it was created not resident there
	Made    []Made
}

// made says whether the object is resident when something has happened.
func (k *Lack) made(ahead track.Clock) bool {
	return slices.ContainsFunc(k.Made, func(m Made) bool { return ahead.At(m.Behind.Queue) >= m.Behind.Pos })
}

// Need is an object that a submission needs.
type Need struct {
	Object gpu.ID
	Inside gpu.ID   // what stands in it and is needed, 0: it itself
	List   gpu.ID   // that needs it, 0: a Present
	Site   gpu.Site // of the command that needs it
	Op     gpu.Op
	get    string // of Place
}

// pending is what a submission lacks as long as it waits for a signal that nobody has given.
type pending struct {
	at         track.Point
	submission Submission
	need       Need
	lack       Lack
}

// Ledger has the objects. The zero value has none: all is resident.
type Ledger struct {
	entries  map[gpu.ID]*entry
	shared   []*entry // with acts of which not everybody knows
	pending  []*pending
	learned  uint64
	choosing map[run]*choosing // the submissions that run and choose what they use
	added    uint64            // the number of the needs that are being added to
}

// Idle says whether all objects have always been resident.
func (l *Ledger) Idle() bool { return len(l.entries) == 0 }

// Create follows the creation of memory, which is resident if its flags do not say otherwise.
func (l *Ledger) Create(id gpu.ID, flags gpu.HeapFlags, site gpu.Site) {
	if flags&gpu.HeapNotResident != 0 {
		l.put(id, &entry{evicted: site, created: true, turns: turns.New(0)})
	}
}

func (l *Ledger) put(id gpu.ID, e *entry) {
	if l.entries == nil {
		l.entries = map[gpu.ID]*entry{}
	}
	l.entries[id] = e
}

// Count is how often an object is resident for a thread, in every run: the calls that make it so, its creation among them, less those that evict it.
func (l *Ledger) Count(order *track.Order, by track.Agent, id gpu.ID) int {
	if e := l.entries[id]; e != nil {
		return e.least(order, by)
	}
	return 1
}

// Used notes that a thread submits work which needs an object, or evicts it, now.
func (l *Ledger) Used(order *track.Order, by track.Agent, id gpu.ID) {
	if e := l.entries[id]; e != nil {
		e.turns.Used(order, by)
	}
}

// Turn notes that a call of a thread was recorded that makes an object resident or evicts it; one of several threads that makes it so comes after so
// many uses.
func (l *Ledger) Turn(order *track.Order, by track.Agent, act residency.Act, id gpu.ID, nth uint64) {
	switch {
	case act == residency.SetPriority:
	case order.Alone():
		e := l.of(id)
		e.turns = turns.New(e.count)
	case act != residency.Evict:
		l.of(id).turns.Turn(order, by, 1, nth)
	}
}

// Took notes an Evict of a thread among several, which may be left out, by the number of its use.
func (l *Ledger) Took(order *track.Order, by track.Agent, id gpu.ID, nth uint64) {
	l.of(id).turns.Turn(order, by, -1, nth)
}

// Left is how often an object is still resident, at least, where nothing orders work that needs it, or an Evict, and another Evict, and that comes
// first.
func (l *Ledger) Left(order *track.Order, id gpu.ID, x, evict turns.Moment) int {
	once := turns.New(1)
	t := &once
	if e := l.entries[id]; e != nil {
		t = &e.turns
		if x.Known && e.late(order, x, evict) {
			return 0
		}
	}
	return t.Left(order, x, evict)
}

// of is the entry of an object, which gets one if it has none.
func (l *Ledger) of(id gpu.ID) *entry {
	e := l.entries[id]
	if e == nil {
		e = &entry{count: 1, base: 1, turns: turns.New(1)}
		l.put(id, e)
	}
	return e
}

// Evict follows an Evict of a thread: it takes back what that has done, if it has. Which of several threads' calls is the last one is up to the run,
// so it is decided without it.
func (l *Ledger) Evict(order *track.Order, id gpu.ID, by track.Agent, site gpu.Site) {
	e, now := l.of(id), eviction{site, track.Call{By: by, Knew: order.Knows(by)}}
	if before, _ := order.Comes(order.Again(e.last.call), now.call); e.last.site == 0 || before {
		e.last = now
	}
	if e.count = max(e.count-1, 0); e.count == 0 {
		e.evicted, e.created, e.made = e.last.site, false, nil
		return
	}
	at := slices.IndexFunc(e.made, func(m Made) bool { return m.By == by })
	if at < 0 {
		at = len(e.made) - 1
	}
	if at < 0 {
		return
	}
	if e.made[at].calls--; e.made[at].calls == 0 {
		e.made = slices.Delete(e.made, at, at+1)
	}
}

// Make follows what makes an object resident once more. Calls of one thread are one, but for the count: the first of them is what others have to come
// after.
func (l *Ledger) Make(id gpu.ID, m Made) {
	e := l.of(id)
	if e.count++; e.evicted == 0 {
		return
	}
	m.calls = 1
	if at := slices.IndexFunc(e.made, func(o Made) bool { return o.By == m.By && o.Fence == m.Fence }); at >= 0 {
		e.made[at].calls++
	} else {
		e.made = append(e.made, m)
	}
	for _, p := range l.pending {
		if p.lack.Object == id {
			p.lack.Made = append(p.lack.Made, m)
		}
	}
	for _, c := range l.choosing {
		c.learn(id, m)
	}
}

// Release follows the release of an object.
func (l *Ledger) Release(id gpu.ID) { delete(l.entries, id) }

// lacks says whether an object may not be resident for the work of a thread when what has happened ahead has.
func (l *Ledger) lacks(order *track.Order, by track.Agent, id gpu.ID, ahead track.Clock) (Lack, bool) {
	e := l.entries[id]
	if e == nil {
		return Lack{}, false
	}
	if k, lacking := e.certain(order, id, by, ahead); lacking || e.evicted == 0 {
		return k, lacking
	}
	k := Lack{Object: id, Evicted: e.evicted, Created: e.created, Made: slices.Clone(e.made)}
	return k, !k.made(ahead)
}

// missing are the needs that are not resident when what certainly happens ahead of them has.
func (l *Ledger) missing(order *track.Order, by track.Agent, needs []Need, ahead track.Clock) (missing []Need, lacks []Lack) {
	for _, n := range needs {
		if k, lacking := l.lacks(order, by, n.Object, ahead); lacking {
			missing, lacks = append(missing, n), append(lacks, k)
		}
	}
	return missing, lacks
}
