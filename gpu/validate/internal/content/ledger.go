package content

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/byid"
	"github.com/gpuscript/gpuscript/gpu/internal/fifo"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
)

// Recording is what one list of a submission promises, or a bundle. The promises stay as they are, in the order of their commands.
type Recording struct {
	List     gpu.ID
	Promises []Promise
	// Once says that the promises are those of one execution of a bundle, which took the arguments over: by command Number of the submission.
	Once   bool
	Number uint32
}

// With adds a recording to others, if it promises anything.
func With(all []Recording, r Recording) []Recording {
	if len(r.Promises) == 0 {
		return all
	}
	return append(all, r)
}

// of are the promises that hold for a command.
func (r *Recording) of(e *gpu.Executed) []Promise {
	if r.List != e.List || r.Once && r.Number != e.Number {
		return nil
	}
	first, _ := slices.BinarySearchFunc(r.Promises, e.Index, func(p Promise, i uint32) int { return cmp.Compare(p.Index, i) })
	end := first
	for end < len(r.Promises) && r.Promises[end].Index == e.Index {
		end++
	}
	return r.Promises[first:end]
}

// Side is a command that has been executed, or a CPU thread, and one of its accesses.
type Side struct {
	Queue          gpu.ID // 0: a CPU thread
	List           gpu.ID
	Op, By         gpu.Op // as in gpu.Command
	Index          uint32 // of the command in its list
	Number         uint32 // in its submission
	Submission     uint64 // of its queue
	Submit, Record gpu.Site
	Access         gpu.Access
}

// sideOf is the side of an access of a command.
func sideOf(w *work, e *gpu.Executed, a *gpu.Access) Side {
	return Side{Queue: e.Queue, List: e.List, Op: e.Op, By: e.By, Index: e.Index, Number: e.Number, Submission: e.Submission,
		Submit: w.submit, Record: e.RecordSite, Access: *a}
}

// together says whether both are accesses of one command.
func (s *Side) together(o *Side) bool {
	return s.Op == o.Op && s.Queue == o.Queue && s.Submit == o.Submit && s.Number == o.Number
}

// Kind says what is wrong.
type Kind uint8

// The kinds of findings.
const (
	// Changed is data that changed although a view promises that it does not.
	Changed Kind = iota
	// NeverEnded is a query that is resolved and has not ended.
	NeverEnded
	// NeverFilled is a target in a heap that is used before it is cleared, discarded or copied to.
	NeverFilled
	// Blank is a plane of a depth-stencil buffer that is tested, and holds nothing that was written.
	Blank
	// Undefined is what was discarded, and is read before anything is written.
	Undefined
)

// Finding is a broken promise. Change is missing for queries; for targets it is the aliasing barrier, if there is one, and for planes and holes the
// DiscardResource.
type Finding struct {
	Kind         Kind
	Promise      Promise
	Read, Change Side
	Inside       bool           // the change is of the submission that reads
	Part         bool           // the target is initialised only in part
	Planes       gpu.ClearFlags // that are blank
	First        uint64         // query of those that are resolved,
	Last         bool           // of which the last ones have not ended
	Maybe        bool           // another thread may keep one of the sides from being submitted, in another run
}

// Options of a Ledger.
type Options struct {
	// Locate writes where a resource stands; false: it is not known, and has a memory of its own.
	Locate func(gpu.ID, *hazard.Place) bool
	// Describe is the normalized description of a resource, nil if it is not known.
	Describe func(gpu.ID) *gpu.ResourceDesc
	// Unfinished calls f for the writes to a memory by works that somebody may not know to be finished; nil: there are none.
	Unfinished func(memory gpu.ID, f func(*hazard.Side))
	// Users calls f for submissions that need a resource: the last one of each queue, and perhaps others before it; nil: there are none.
	Users func(resource gpu.ID, f func(track.Point))
}

// Ledger follows works.
type Ledger struct {
	options  Options
	order    *track.Order
	open     int           // works that are not looked at
	later    []late        // what is told when more is known
	number   uint64        // of the last work
	due      []track.Agent // of which works are known to be finished that have not ended, or that came after ready
	past     []track.Agent // the due ones of the last time: memory
	over     []*work       // the works that were looked at last: memory
	done     []*work       // works of queues that were looked at, and that nobody looks for
	idle     idle.List[*work]
	ready    track.Clock                    // what everybody knew when works were looked at last
	steps    int                            // works that were looked through so far: what settling has cost
	queues   byid.Table[gpu.ID, *lane]      // by submission
	lanes    byid.Table[track.Agent, *lane] // in the order of the agent: a strand of a queue, a thread
	watched  map[gpu.ID]*watch              // by memory
	ended    map[gpu.ID][]fillers           // queries by heap, in units of 8 bytes: who ended them
	targets  map[gpu.ID]*target
	homes    map[gpu.ID][]gpu.ID // targets by memory
	holes    map[gpu.ID]*holes   // by resource
	found    []Finding
	promises []*Promise // of the command that is looked at
	said     map[cause]bool
	learned  uint64       // of the order, when works were looked at last
	place    hazard.Place // that was asked for last
}

// Locate says where a resource stands; false: it is not known.
func (g *Ledger) Locate(id gpu.ID) (hazard.Place, bool) {
	ok := g.options.Locate(id, &g.place)
	return g.place, ok
}

// lane is the works of one agent, or of one queue, that are not looked at, in their order.
type lane struct {
	fifo.List[*work]
	first uint64 // the number of the first one
	known int    // of an agent: how many of the works everybody knew to be finished
}

// take takes the first work out.
func (l *lane) take() *work {
	w := l.All()[0]
	l.Drop(1)
	l.first, l.known = l.first+1, max(l.known-1, 0)
	return w
}

// seen says whether the first work was looked at.
func (l *lane) seen() bool { return l.Len() > 0 && l.All()[0].looked }

// work is a submission, or an access of a CPU thread.
type work struct {
	queue      gpu.ID
	point      track.Point
	number     uint64 // of all works
	call       track.Call
	start      track.Clock // what certainly happens before, if it has begun, for a queue
	begun      bool
	submit     gpu.Site
	recordings []Recording
	events     []event
	writes     map[gpu.ID]int // the number of the last one in events, by memory
	planes     map[access]bool
	ran        bool // it has ended
	looked     bool
}

// event is one thing that a work does to contents, or needs of them.
type event struct {
	side    Side
	memory  gpu.ID
	offset  uint64   // of the resource in the memory
	promise *Promise // nil: a write, or queries
	target  bool     // a use of a target
	touched *touched // what happens to a resource with holes
	fills   []int    // of a target: the subresources that the command initialises
	blank   bool     // a write, a discard or a test of a depth-stencil buffer
	spoils  bool     // a write to memory in which targets stand
	last    int      // a promise, a write: the number of the last write to the memory before it; -1: none
}

// watch is who has written a memory of which a recording promises that it is not written.
type watch struct {
	recordings int
	changes    []change
}

// change is a write.
type change struct {
	side   Side
	offset uint64
	point  track.Point
}

// target is a render target or a depth-stencil buffer in a heap.
type target struct {
	filled    []fillers // by subresource
	activated Side      // the aliasing barrier that was the last to give it its memory
	shared    bool      // it stands in a heap: what is above counts, and
	samples   uint32
	prints    []gpu.Footprint // by subresource
	planes    *planes
}

// cause is what is told once.
type cause struct {
	kind                                             Kind
	readSubmit, readRecord, changeSubmit, changeSite gpu.Site
	resource                                         gpu.ID
}

// New returns a ledger for the program whose order is given.
func New(order *track.Order, options Options) *Ledger {
	return &Ledger{options: options, order: order, watched: map[gpu.ID]*watch{}, ended: map[gpu.ID][]fillers{}, targets: map[gpu.ID]*target{},
		homes: map[gpu.ID][]gpu.ID{}, holes: map[gpu.ID]*holes{}, said: map[cause]bool{}}
}

// laneOf finds or makes a lane.
func laneOf[K ~uint32](lanes *byid.Table[K, *lane], k K) *lane {
	l := lanes.Get(k)
	if l == nil {
		l = &lane{first: 1}
		lanes.Set(k, l)
	}
	return l
}

// add appends a work to its lane.
func (g *Ledger) add(w *work) {
	laneOf(&g.lanes, w.point.Queue).Push(w)
	g.number++
	g.open, w.number = g.open+1, g.number
	if g.ready.At(w.point.Queue) >= w.point.Pos {
		g.due = append(g.due, w.point.Queue)
	}
}

// Leave forgets a queue that gets nothing more, and of whose work nothing is left.
func (g *Ledger) Leave(queue gpu.ID) {
	if l := g.queues.Get(queue); l != nil && l.Len() == 0 {
		g.queues.Drop(queue)
	}
}

// Submit tells that a queue was given work, and what its lists promise.
func (g *Ledger) Submit(queue gpu.ID, point track.Point, site gpu.Site, recordings []Recording) {
	w := idle.New(&g.idle)
	w.queue, w.point, w.call, w.submit, w.recordings = queue, point, g.order.Call(point), site, recordings
	laneOf(&g.queues, queue).Push(w)
	g.add(w)
}

// CPU tells that a thread touches mapped memory.
func (g *Ledger) CPU(agent track.Agent, site gpu.Site, access gpu.Access) {
	if access.Kind == gpu.AccessRead || len(g.watched) == 0 {
		return
	}
	place, ok := g.Locate(access.Resource)
	if !ok || g.watched[place.Memory] == nil {
		return
	}
	w := &work{point: g.order.Touch(agent, false), submit: site, ran: true}
	w.start = g.order.Knows(agent)
	w.call = track.Call{By: agent, Knew: w.start}
	w.events = []event{{side: Side{Submit: site, Access: access}, memory: place.Memory, offset: place.Offset}}
	g.add(w)
}

// Executed tells what a command of a submission touched.
func (g *Ledger) Executed(e *gpu.Executed) {
	query := e.Op == gpu.OpEndQuery || e.Op == gpu.OpResolveQueryData
	w := g.workOf(e.Queue, e.Submission)
	if w == nil {
		return
	}
	if !query && len(w.recordings) == 0 && len(g.watched) == 0 && len(g.targets) == 0 && len(g.holes) == 0 && e.Op != gpu.OpDiscardResource {
		return
	}
	e = e.Apart()
	g.pierce(w, e)
	g.activate(w, e)
	g.fill(w, e)
	g.promises = g.promises[:0]
	for i := range w.recordings {
		list := w.recordings[i].of(e)
		for k := range list {
			g.promises = append(g.promises, &list[k])
		}
	}
	g.test(w, e)
	for i := range e.Accesses {
		g.touch(w, e, &e.Accesses[i], query)
	}
}

// Retired tells that a submission has ended. One that did nothing to contents is not looked at.
func (g *Ledger) Retired(queue gpu.ID, submission uint64) {
	w := g.workOf(queue, submission)
	if w == nil {
		return
	}
	if w.ran = true; len(w.events) > 0 {
		return
	}
	w.looked = true
	g.leave(w)
	g.renew()
}

// workOf is a submission that is not looked at, nil if there is none.
func (g *Ledger) workOf(queue gpu.ID, submission uint64) *work {
	l := g.queues.Get(queue)
	if l == nil || submission < l.first || submission-l.first >= uint64(l.Len()) {
		return nil
	}
	if w := l.All()[submission-l.first]; !w.looked {
		return w
	}
	return nil
}

// touch keeps what matters of one access.
func (g *Ledger) touch(w *work, e *gpu.Executed, a *gpu.Access, query bool) {
	if !a.Exact || a.Begin >= a.End {
		return
	}
	ends, reads := e.Op == gpu.OpEndQuery, a.Kind == gpu.AccessRead
	t := g.targets[a.Resource]
	matters := t != nil && (t.shared || !reads && g.planesMatter(t.planes, e.Op)) || len(g.promises) > 0 || query
	if !matters && (reads || len(g.homes) == 0 && len(w.recordings) == 0 && len(g.watched) == 0) {
		return // as mostly
	}
	place, ok := g.Locate(a.Resource)
	if !ok || ends && w.goesOn(place.Memory, a) {
		return
	}
	writes := !reads && (len(w.recordings) > 0 || g.watched[place.Memory] != nil) || query && (ends || reads)
	spoils := !reads && g.disturbs(place.Memory, a.Resource)
	if !matters && !writes && !spoils {
		return
	}
	v := event{memory: place.Memory, offset: place.Offset, side: sideOf(w, e, a)}
	v.last = w.lastWrite(place.Memory)
	for _, p := range g.promises {
		if a.As != gpu.StateCopyDest && p.covers(a) {
			v.promise = p
			w.events = append(w.events, v)
			v.promise = nil
		}
	}
	if t != nil {
		if v.target = t.shared; v.target {
			w.events = append(w.events, v)
			v.target = false
		}
		if !reads {
			g.planesTouched(w, t, &v)
		}
	}
	if spoils {
		v.spoils = true
		w.events = append(w.events, v)
		v.spoils = false
	}
	if writes {
		w.events = append(w.events, v)
		if !reads {
			w.wrote(place.Memory)
		}
	}
}

// goesOn says whether the last event is the end of queries before those of an access, and makes it theirs, too: who ends one after the other keeps
// one event.
func (w *work) goesOn(memory gpu.ID, a *gpu.Access) bool {
	if len(w.events) == 0 {
		return false
	}
	last := &w.events[len(w.events)-1]
	if last.side.Op != gpu.OpEndQuery || last.memory != memory || last.side.Access.Resource != a.Resource || last.side.Access.End != a.Begin {
		return false
	}
	last.side.Access.End = a.End
	return true
}

// lastWrite is the number of the last write to a memory so far, -1 where there is none.
func (w *work) lastWrite(memory gpu.ID) int {
	if i, ok := w.writes[memory]; ok {
		return i
	}
	return -1
}

// wrote notes that the last event is a write to a memory.
func (w *work) wrote(memory gpu.ID) {
	if w.writes == nil {
		w.writes = map[gpu.ID]int{}
	}
	w.writes[memory] = len(w.events) - 1
}

// Watch tells that a recording promises that a memory is not written. Unwatch ends that.
func (g *Ledger) Watch(memory gpu.ID) {
	w := g.watched[memory]
	if w == nil {
		w = &watch{}
		g.watched[memory] = w
		if g.options.Unfinished != nil {
			g.options.Unfinished(memory, func(s *hazard.Side) {
				place, _ := g.Locate(s.Access.Resource)
				w.add(&change{side: Side{Queue: s.Queue, List: s.List, Op: s.Op, Index: s.Index, Submit: s.Submit, Record: s.Record,
					Access: s.Access}, offset: place.Offset, point: s.Point})
			})
		}
	}
	w.recordings++
}

// Unwatch tells that a recording that promised something of a memory is gone.
func (g *Ledger) Unwatch(memory gpu.ID) {
	if w := g.watched[memory]; w != nil {
		if w.recordings--; w.recordings == 0 {
			delete(g.watched, memory)
		}
	}
}

// Release forgets what stood in an object.
func (g *Ledger) Release(id gpu.ID) {
	delete(g.ended, id)
	delete(g.holes, id)
	if g.targets[id] != nil {
		delete(g.targets, id)
		for memory, list := range g.homes {
			g.homes[memory] = slices.DeleteFunc(list, func(x gpu.ID) bool { return x == id })
		}
	}
}

// add keeps a write. The last one counts of those that a place of the program does to the same bytes.
func (w *watch) add(c *change) {
	for i := range w.changes {
		k := &w.changes[i]
		if k.side.Record == c.side.Record && k.side.Submit == c.side.Submit && k.side.Access.Begin == c.side.Access.Begin &&
			k.side.Access.End == c.side.Access.End && k.point.Queue == c.point.Queue {
			*k = *c
			return
		}
	}
	w.changes = append(w.changes, *c)
}
