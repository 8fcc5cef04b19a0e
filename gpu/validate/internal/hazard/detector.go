package hazard

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/byid"
	"github.com/gpuscript/gpuscript/gpu/internal/fifo"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/claims"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/absent"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/assumed"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/heard"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/unknown"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/place"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/repeat"
)

// Place is where a resource stands.
type Place = place.Place

// Side is one side of a conflict.
type Side struct {
	Queue  gpu.ID // 0: a CPU thread
	Thread gpu.ID // 0 is the main thread
	Point  track.Point
	Submit gpu.Site // the submission, or the access of the CPU
	// List, Op, Index and Record are the command of a queue; Op is OpNone for a present.
	List   gpu.ID
	Op     gpu.Op
	By     gpu.Op // of gpu.Command
	Index  uint32
	Record gpu.Site
	Bundle gpu.Site // the ExecuteBundle of the list, where List is the bundle that recorded the command; 0: no bundle did
	Region string   // of gpu.Origin
	Access gpu.Access
	Pieces int // how many pieces of the range of Access are touched, where that is not all of it and Stride does not say it; 0: it does
	// Claims says that the command needs the subresources of Access in the state, and may not touch them; Role is that of the claim.
	Claims bool
	Role   uint32
	seq    uint64
	number uint32
	place  uint32 // of gpu.Executed.Number
}

// Kind says in which way two accesses conflict.
type Kind uint8

// The kinds of conflicts.
const (
	// Overlap is a race: the same bytes, one side writes, and nothing orders the two.
	Overlap Kind = iota
	// Writers are two writers of one resource that nothing orders, at different bytes.
	Writers
	// Shared is a writer of a texture's subresource and somebody else there, at different texels.
	Shared
	// Moved is a barrier that changes the state of a subresource of a texture, and somebody else there, or who needs it in its state.
	Moved
	// Atomics are atomic accesses of one class that nothing orders: the bytes come out right, but nobody knows when.
	Atomics
	// Unordered are two accesses as UNORDERED_ACCESS of one submission without a UAV barrier between them.
	Unordered
	// Aliased are accesses of one submission to resources that share memory, without an aliasing barrier between them.
	Aliased
)

// Conflict is a pair of accesses that are not ordered. First is the earlier one in the order of the program's calls, or, where two threads made
// those in an order that is open, the one of the elder thread.
type Conflict struct {
	Kind          Kind
	First, Second Side
	// Begin and End are the bytes that both touch, from the start of the second side's resource; those of Second where the
	// sides do not overlap.
	Begin, End uint64
	// Whole says that they need not touch a byte both: one is of a texture, in memory that it shares with the other resource.
	Whole bool
	// Cover is a signal after the first side in its queue, and Wait the last wait for its fence before the second side.
	Cover           track.Cover
	Covered, Waited bool
	Wait            track.Need
	WaitSite        gpu.Site
	// Given is the last item of the queue of the first side that was given to it before the second side was submitted to its own.
	Given uint32
	// Action is the action of its thread that comes next where the second side was submitted.
	Action track.Point
	// Lower says that Wait could wait for the signal of Cover, and HeardLower that Heard could: with a larger value they would order the two.
	Lower, HeardLower bool
	// Ahead is a signal that stands right before the first side in its queue, no place: there is none. Awaited says that the last wait for its fence
	// before the second side, in the queue of that, is for its value.
	Ahead   track.Signal
	Awaited bool
	// Opened is the signal of the second side's thread that lets the queue of the first side come to it, no place: there is none, or it is not
	// known.
	Opened track.Signal
	// Disputed says that the fence of Cover may go down, by signals that come in no defined order: a wait for its value may never end.
	Disputed bool
	// Beside is a signal of another thread to the queue of the first side, where none is certainly after it; Early: there is one.
	Beside track.Signal
	Early  bool
	// Heard is the last wait of the thread of the second side after the first side was submitted, nil if there is none.
	Heard *Heard
	// Held says that the queue of the first side comes to a wait after it that nothing ends before the second side. HeldAt is the first wait after it
	// where that is of a queue that can wait as early; 0: there is none.
	Held   bool
	HeldAt gpu.Site
	// Open says that two threads make the calls of the sides in no defined order.
	Open bool
	// Apart are these threads, where each of them comes to know of the end of its own side: what orders the threads orders the sides. Else the zero
	// value.
	Apart track.Apart
	// Again says that one of the sides was submitted before from the same place: the program has a loop.
	Again bool
	// Half says that the first half of a barrier stands before the second side, and not the second half.
	Half bool
	// Together says that both sides are one command, so that no barrier can stand between them.
	Together bool
	// Maybe says that another thread may keep one of the sides from being submitted, in another run.
	Maybe bool

	memory gpu.ID // of an Aliased one
	idle   bool   // the first side is a barrier that gives the memory away
}

// Options of a Detector.
type Options struct {
	// Locate writes where a resource stands; false: it is not known, and has a memory of its own.
	Locate func(gpu.ID, *Place) bool
	// DisjointWriters says whether two queues may write different bytes of a resource at a time; nil: never.
	DisjointWriters func(resource gpu.ID) bool
}

// Detector follows works and finds conflicts.
type Detector struct {
	options  Options
	order    *track.Order
	sure     func(x, y track.Point) bool // order.Certain, while works are compared and nothing changes
	seq      uint64
	rows     rows
	lanes    byid.Table[gpu.ID, *lane]
	cells    byid.Table[gpu.ID, *cell]
	cpu      byid.Table[track.Agent, *work] // the open one of each thread
	threads  heard.Threads
	signals  []signal               // of the CPU since it has last waited, where there is one thread
	wrote    map[track.Agent]Wrote  // by thread, since its last submission
	renewed  map[gpu.ID]track.Clock // by resource: what was peeked at when its memory was given out again
	open     int                    // works of queues that are not admitted
	looked   int                    // rows of works, and parts, that were looked at: what comparing has cost
	found    []Conflict
	windows  []window       // of the work that is compared,
	meetings []meeting      // and those with one agent
	assumed  [2]assumed.Set // [1]: as far as atomic accesses are looked at, because a graver conflict is told all the same
	said     map[cause]bool
	led      []led                 // what may follow from a race
	reported bool                  // a conflict was
	times    map[gpu.Site][]uint64 // the first two submissions by place
	known    checkpoint
	seen     checkpoint  // with peeks
	peeked   checkpoint  // of those that are looked at next, and
	late     track.Clock // those that were
	spare    spare       // the memory of spans that are dropped
	parts    idle.List[[]part]
	indexes  idle.List[map[gpu.ID]int] // of parts
	insides  idle.List[*inside]
	ranges   gpu.RangeWriter // of a fold
	fewest   int             // accesses of a fold
	void     idle.List[*cell]
	blank    idle.List[*row]
	works    idle.List[*work]
	claims   idle.List[[]claims.Claim]
	next     span    // the access that is looked at,
	command  command // and what it has in common with others
	manner   manner
	place    Place // that was asked for last
	stands   Place // of the last span
	repeated repeat.Log
	patterns [repeat.Most]pattern // of repeated
	learned  uint64               // of the order, when works were admitted last
	absent   absent.Set           // works that are dropped, and may be missing in another run
	unknown  unknown.State        // what the schedule decides
}

// lane is a queue.
type lane struct {
	first uint64           // the number of the first work in works
	works fifo.List[*work] // by submission
}

// trim takes the works at the front that are dropped out.
func (d *Detector) trim(l *lane) {
	works, n := l.works.All(), 0
	for n < len(works) && works[n].dropped {
		d.leaves(works[n].side.Queue, l.first+uint64(n), works[n])
		d.end(works[n])
		n++
	}
	l.works.Drop(n)
	l.first += uint64(n)
}

// checkpoint is what every thread knew at some time. When all works that were submitted before it are admitted, nothing that it
// covers is needed any more.
type checkpoint struct {
	set   bool
	clock track.Clock
	seq   uint64
}

// New returns a detector for the program whose order is given. It calls order.Forget.
func New(order *track.Order, options Options) *Detector {
	order.Hold()
	d := &Detector{options: options, order: order, wrote: map[track.Agent]Wrote{}, renewed: map[gpu.ID]track.Clock{}, said: map[cause]bool{},
		times: map[gpu.Site][]uint64{}, fewest: fewestFolded}
	d.next.by, d.next.how, d.unknown = &d.command, &d.manner, unknown.New(world{d})
	return d
}

// Submit tells that a thread gave work to a queue. It returns the number of the submission on its queue.
func (d *Detector) Submit(queue, thread gpu.ID, point track.Point, site gpu.Site) uint64 {
	d.seq++
	w := idle.New(&d.works) // of zeros: written where it stands, because a copy waits for what was just written
	w.own, w.heard = d.threads.Makes(thread)
	w.call, w.inside = d.order.Call(point), idle.New(&d.insides)
	delete(d.wrote, w.call.By)
	w.side.Queue, w.side.Point, w.side.Submit, w.side.seq = queue, point, site, d.seq
	l := d.lanes.Get(queue)
	if l == nil {
		l = &lane{first: 1}
		d.lanes.Set(queue, l)
	}
	l.works.Push(w)
	d.rows.enter(w)
	if n := d.times[site]; len(n) < 2 {
		d.times[site] = append(n, d.seq)
	}
	d.open++
	return l.first + uint64(l.works.Len()) - 1
}

// CPU tells that a thread touches mapped memory; renewed says that the memory was given out again before: what was peeked at by now counts for the
// accesses to the resource that follow. Accesses that nothing can be unordered with are not kept.
func (d *Detector) CPU(agent track.Agent, thread gpu.ID, site gpu.Site, access gpu.Access, renewed bool) {
	knows, given := d.given(agent, access.Resource, renewed)
	if _, seen, _ := d.order.Common(); d.open == 0 && d.order.Alone() && knows.Covers(seen) {
		return
	}
	w := d.cpu.Get(agent)
	p := d.order.Touch(agent, w != nil && (w.admitted || w.given != given || renewed))
	if w == nil || w.side.Point != p {
		d.seq++
		own, last := d.threads.Makes(thread)
		w = idle.New(&d.works)
		*w = work{own: own, given: given, side: Side{Thread: thread, Point: p, Submit: site, seq: d.seq},
			call: track.Call{By: agent, Knew: d.order.Knows(agent)}, start: knows.Join(d.order.Knows(agent)), heard: last, signals: d.signals}
		d.cpu.Set(agent, w)
		d.rows.enter(w)
	}
	w.number++
	d.command = command{work: w, submit: site, number: w.number}
	if before, touched := d.wrote[agent]; !touched || before.Reads && access.Kind != gpu.AccessRead {
		d.wrote[agent] = Wrote{site, access.Kind == gpu.AccessRead, d.order.Before(p)}
	}
	d.touch(&access, false)
}

// given is what an agent knows of the works that can have touched a resource: for memory that was given out again, what was peeked at by then counts,
// and the resource is returned.
func (d *Detector) given(agent track.Agent, resource gpu.ID, renewed bool) (track.Clock, gpu.ID) {
	knows := d.order.Knows(agent)
	if renewed {
		d.renewed[resource] = d.order.Sees(agent)
	}
	seen, ok := d.renewed[resource]
	switch {
	case !ok:
		return knows, 0
	case knows.Covers(seen):
		delete(d.renewed, resource)
		return knows, 0
	}
	return knows.Join(seen), resource
}

// Retired tells that a submission has ended.
func (d *Detector) Retired(queue gpu.ID, submission uint64) {
	if w := d.workOf(queue, submission); w != nil {
		w.ran = true
		w.inside.renew()
		d.insides.Put(w.inside, fewIdle)
		w.inside = nil
	}
}

// Leave forgets a queue that gets nothing more, and of which nothing is left.
func (d *Detector) Leave(queue gpu.ID) {
	if l := d.lanes.Get(queue); l != nil && l.works.Len() == 0 {
		d.lanes.Drop(queue)
	}
}

// workOf is a submission, nil if it is not known any more.
func (d *Detector) workOf(queue gpu.ID, submission uint64) *work {
	l := d.lanes.Get(queue)
	if l == nil || submission < l.first || submission-l.first >= uint64(l.works.Len()) {
		return nil
	}
	return l.works.All()[submission-l.first]
}

// Settle compares what has become certain, or, at the end, everything that ran. The result is valid until the next call.
func (d *Detector) Settle(atEnd bool) []Conflict {
	d.found = d.found[:0]
	known, seen, learned := d.order.Common()
	if learned == d.learned && !atEnd {
		return nil
	}
	d.learned = learned
	alike := known.Covers(seen)
	certain := known
	if !alike {
		certain = d.certain(known, seen)
	}
	works := d.rows.admit(certain, atEnd)
	for _, w := range works {
		if w.call = d.order.Again(w.call); w.side.Queue == 0 && w.given == 0 {
			w.start = w.call.Knew
		}
	}
	if len(works) > 1 {
		track.Sequence(d.order, works, func(w *work) track.Call { return w.call })
	}
	alone := !atEnd && alike && d.alone()
	d.sure = nil // what was asked before
	for _, w := range works {
		d.admit(w, alone)
	}
	d.decide(works)
	d.tell(atEnd)
	d.sure = nil
	d.rows.admitting = emptied(works)
	d.forget(&d.known, known, 0)
	if !alike {
		d.forget(&d.seen, seen, horizon)
	}
	return d.found
}

// certain is what makes works comparable where something was peeked at: what every thread knows. What only peeks know is up to the schedule, and so
// would be the call that is told of a conflict; it counts when many works have come after.
func (d *Detector) certain(known, seen track.Clock) track.Clock {
	if d.peeked.set && d.seq >= d.peeked.seq+horizon {
		d.late, d.peeked.set = d.peeked.clock, false
	}
	if !d.peeked.set {
		d.peeked = checkpoint{true, seen, d.seq}
	}
	return known.Join(d.late)
}

// alone says that nobody can meet the works that every thread knows to be finished, now or later: all works that are there are of one agent, and who
// comes later comes after them. Where there are several threads what one of them knows may yet be found to be less, unless all works are dropped now.
func (d *Detector) alone() bool {
	if d.rows.agents != 1 {
		return false
	}
	_, pending := d.rows.oldest()
	return !d.order.Crowd() || !pending && !d.known.set
}

// admit compares a work with all that are admitted already, unless all of them are alone.
func (d *Detector) admit(w *work, alone bool) {
	if w.side.Queue != 0 {
		d.open--
	}
	if len(w.parts) == 0 && w.waits.touched == nil && len(w.conflicts) == 0 && len(w.claims) == 0 {
		return
	}
	for _, c := range w.conflicts {
		c.Maybe = w.maybe(&c.First)
		d.report(c)
	}
	if w.conflicts = nil; alone {
		return
	}
	if w.side.Queue != 0 {
		w.start = d.order.Start(w.side.Point)
	}
	d.compare(w)
}

// horizon is how many works, at least, come after one that only peeks know to be finished before it is dropped: a race with a later one is not
// found, because what the program never asks for cannot be kept for ever.
const horizon = 256

// forget drops works, and the order of what everybody knows, as soon as a checkpoint allows it, and at least so many works after it.
func (d *Detector) forget(mark *checkpoint, common track.Clock, behind uint64) {
	if mark.set && !d.passed(mark, behind) {
		return
	}
	if mark.set {
		d.drop(mark.clock)
	}
	*mark = checkpoint{true, common, d.seq}
	if d.passed(mark, behind) {
		d.drop(common)
		mark.set = false
	}
}

// passed says whether all works before a checkpoint are admitted, and others came after it.
func (d *Detector) passed(mark *checkpoint, behind uint64) bool {
	oldest, some := d.rows.oldest()
	return d.seq >= mark.seq+behind && (!some || oldest > mark.seq)
}

// drop forgets the works that a clock covers, all of which are admitted.
func (d *Detector) drop(clock track.Clock) {
	works := d.rows.drop(clock)
	for _, w := range works {
		d.unknown.Ended(w.side.Point)
		for i := 0; i < len(w.parts) && w.placed; i++ {
			if c := d.cells.Get(w.parts[i].memory); c != nil {
				c.drop(d, w)
				if len(c.rows) == 0 { // no work is left
					d.cells.Drop(w.parts[i].memory)
					d.void.Put(c, fewIdle)
				}
			}
		}
		d.give(w.parts)
		d.unclaim(w)
		if n := len(w.index); n > 0 && n <= mostParts {
			clear(w.index)
			d.indexes.Put(w.index, fewIdle)
		}
		w.parts, w.index, w.inside, w.waits, w.dropped = nil, nil, nil, waiting{}, true
		if l := d.lanes.Get(w.side.Queue); l != nil {
			d.trim(l)
			continue
		}
		if d.cpu.Get(w.side.Point.Queue) == w {
			d.cpu.Drop(w.side.Point.Queue)
		}
		d.end(w)
	}
	d.rows.dropping = emptied(works)
	d.order.Forget(clock)
	d.forgetAssumptions(clock)
}
