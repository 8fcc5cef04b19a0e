// Package course follows the states of subresources in the order in which work executes: what each list expects when it starts
// is compared with what the lists before it have left. Values in, problems out: it must not know words or calls.
//
//	queue A   [list 1] ─ Signal F=1 ─ [list 3]
//	queue B   Wait F>=1 ─ [list 2]                 list 2, submitted first, is looked at when the signal is there
//
// A submission is looked at as soon as the waits before it can end, which for most programs is when it is submitted. With several threads the run
// does not say what that is: their uses are kept until the calls of all threads decide it (contest.go). Works that nothing orders are a race, which
// package hazard reports; what one of them leaves says nothing about the other.
//
// A Course is used by one goroutine at a time.
package course

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/byid"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Problem is a subresource that a list does not find as it expects it.
type Problem struct {
	Verdict  substate.Verdict
	Resource gpu.ID
	// Missed are the subresources that the command finds in another state than it needs, or names, where the verdict is that; Subresource is the
	// first of them.
	Missed      []Miss
	Subresource uint32
	Expects     substate.Subresource
	Found       substate.Actual
	List, Queue gpu.ID
	Submit      gpu.Site
	Point       track.Point // of the submission
	// Together says that another list of the same submission left it as it is found.
	Together bool
	// Copy says that the queue is a copy queue, whose COPY states are others than those of direct and compute queues.
	Copy bool
	// Bits are the states that lists of the queue may use and transition, and Initial is where the resource began.
	Bits, Initial gpu.ResourceStates
	// Late says that the list does what was to come before the one that it finds; Moves is where lists of the submission were to stand, where both
	// are of it.
	Late  bool
	Moves []Move
	// Open says that the list finds it so where the other one comes first, and that nothing orders the two.
	Open bool
}

// Same says whether another problem is that of the same command with the same resource.
func (p *Problem) Same(o Problem) bool {
	return p.Resource == o.Resource && p.List == o.List && p.Verdict == o.Verdict && p.Expects.EntrySite == o.Expects.EntrySite
}

// Miss is a subresource that a command finds in another state than it needs.
type Miss struct {
	Subresource uint32 // gpu.AllSubresources: all, and all in the same state
	Have, Want  gpu.ResourceStates
}

// Resource describes a resource.
type Resource struct {
	Initial      gpu.ResourceStates
	Subresources uint32
	Promotable   gpu.ResourceStates
	// Always says that it decays at the end of every submission: buffers, and textures with simultaneous access.
	Always bool
}

// resource is a resource and the states of its subresources; one while all are alike.
type resource struct {
	Resource
	id   gpu.ID
	subs []substate.Actual
	used track.Point // the last submission that was walked through
	// touched are the subresources that this submission has used, as far as its lists tell them apart; whole: and all.
	touched []uint32
	whole   bool
	// trial are the states of the check with the number tried; partly: those of which copied says so, and the others are as they were.
	trial  []substate.Actual
	tried  uint64
	partly bool
	copied []uint64
	raced  uint64 // the check that found what it looks at in no order with a use that changes it
	// open are uses that not all threads know to be finished, of each strand of a queue, and subs the states before them; plain: each of them finds
	// what it expects there, and leaves it so. contested: they are judged when all know of them.
	open             []file
	kept             []substate.Subresource // of the use that was kept last
	plain, contested bool
	gone             int // uses that were among them
	limit            int // of uses, when those are looked for that all threads know
	// others are states in which it may be as well, because uses came in no defined order before.
	others [][]substate.Actual
}

// Queue is who executes.
type Queue struct {
	ID    gpu.ID
	Agent track.Agent
	Copy  bool
	// States are those that its lists may use and transition.
	States gpu.ResourceStates
}

// List is a recording that a submission executes.
type List struct {
	ID     gpu.ID
	States *substate.Table
	// Late says that the states are what the recording needs, known since it is submitted, besides those that follow: what it does not find changes
	// nothing.
	Late bool
	// Varying are states that the list needs only if it comes to it: those of descriptors that programs choose, in parts of which each stands alone;
	// nil: none. The parts up to Behind are needed as it begins, the others are left after it. Suspects says what is wrong with them where the
	// submission has to wait.
	Varying []*substate.Table
}

// Behind is the first part of List.Varying that is not needed before the list, but left after it.
const Behind = 2

// Suspect is a problem that there is if the submission comes to need the resource.
type Suspect struct {
	Problem
	Lister gpu.ID      // the list that may need it
	Part   int         // of List.Varying
	Point  track.Point // the submission
}

// Course is the states of all resources.
type Course struct {
	order     *track.Order
	resources byid.Table[gpu.ID, *resource]
	queues    byid.Table[gpu.ID, *lane]
	lanes     int             // that were ever among them
	values    []uint64        // of fences, by number, as far as the course has come
	heads     map[int][]*lane // by fence: the queues that stand at a wait for it
	turns     turns           // the queues that can go on
	overdue   []*lane         // have executed what the course has not come to
	late      []Problem
	suspects  []Suspect
	trials    uint64            // checks so far
	contests  []*resource       // those that are contested
	learned   uint64            // of the order, when they were looked at last
	crowd     bool              // there is another thread, and what had not been come to is kept
	kept      []*resource       // of the submission that is looked at
	over      idle.List[*use]   // uses that are forgotten, for later ones
	weighed   []substate.Actual // memory: the states after a use that is weighed
	walked    []*resource       // memory: the resources of the submission that is walked through
	found     []finding
	steps     uint64 // kept uses that were gone through,
	looks     uint64 // and subresources that were looked at: what the course has cost
}

// lane is a queue and what it has not come to.
type lane struct {
	Queue
	number  int // in the order in which queues were made
	backlog []step
	passed  uint64 // submissions
	retired uint64
	overdue bool
}

// step is a submission, a signal or a wait.
type step struct {
	lists  []snapshot // of a submission; nil: a signal or a wait
	point  track.Point
	site   gpu.Site
	signal bool
	need   track.Need
	// skipped says that the submission was left out.
	skipped bool
}

// snapshot is a recording that may be recorded anew before it is looked at.
type snapshot struct {
	id        gpu.ID
	late      bool
	resources []expectation
	kept      []expectation // of resources whose uses are kept: what follows them are the uses
	varying   [][]expectation
}

type expectation struct {
	id   gpu.ID
	subs []substate.Subresource
}

// New returns the course of a program whose order is given.
func New(order *track.Order) *Course {
	return &Course{order: order, heads: map[int][]*lane{}}
}

// Create makes a resource known.
func (c *Course) Create(id gpu.ID, r Resource) {
	if r.Always {
		r.Initial = gpu.StateCommon
	}
	c.resources.Set(id, &resource{Resource: r, id: id, subs: []substate.Actual{{Put: substate.Put{State: r.Initial}}}, plain: true})
}

// Release forgets a resource.
func (c *Course) Release(id gpu.ID) { c.resources.Drop(id) }

// AddQueue makes a queue known.
func (c *Course) AddQueue(q Queue) {
	c.queues.Set(q.ID, &lane{Queue: q, number: c.lanes})
	c.lanes++
}

// RemoveQueue forgets a queue that gets nothing more, and has done all that it was given.
func (c *Course) RemoveQueue(id gpu.ID) {
	if l := c.queues.Get(id); l != nil {
		c.leave(l)
		c.queues.Drop(id)
	}
}

// expects says whether lists expect anything of resources.
func expects(lists []List) bool {
	for i := range lists {
		if !lists[i].States.Empty() {
			return true
		}
	}
	return false
}

// Check says what is wrong with a submission that thread t is about to make, as far as it can be known now. It changes nothing.
func (c *Course) Check(t track.Agent, queue gpu.ID, lists []List, site gpu.Site) []Problem {
	return c.check(t, queue, lists, site, false)
}

// check is Check, of every problem or of one of each resource.
func (c *Course) check(t track.Agent, queue gpu.ID, lists []List, site gpu.Site, every bool) []Problem {
	if !expects(lists) {
		return nil
	}
	w, known := c.begin(t, queue, site)
	if !known {
		return nil
	}
	w.every = every
	for i := range lists {
		w.list(&lists[i])
	}
	if every || len(w.problems) == 0 {
		return w.problems
	}
	all := rows(lists)
	w.arrange(all)
	w.reorder(better(w.problems, all, func(order []int) []Problem {
		other := make([]List, len(order))
		for i, k := range order {
			other[i] = lists[k]
		}
		return c.check(t, queue, other, site, true)
	}), all)
	return w.problems
}

// begin begins a check of a submission that thread t is about to make, if it is known by now what comes before it.
func (c *Course) begin(t track.Agent, queue gpu.ID, site gpu.Site) (w walk, known bool) {
	l := c.queues.Get(queue)
	if l == nil {
		return w, false
	}
	c.trials++
	w = walk{c: c, lane: l, site: site, trial: c.trials, thread: t}
	if c.order.Alone() {
		return w, len(l.backlog) == 0
	}
	w.known, w.asked = c.order.Decided(t, l.Agent)
	return w, w.asked
}

// Submit follows a submission that was made.
func (c *Course) Submit(queue gpu.ID, lists []List, point track.Point, site gpu.Site) {
	l := c.queues.Get(queue)
	if l == nil {
		return
	}
	c.follow(l, lists, point, site)
	if len(l.backlog) > 0 {
		l.backlog = append(l.backlog, c.step(lists, point, site))
		return
	}
	c.doubt(l, lists, point, site)
	if !expects(lists) {
		l.passed++
		return
	}
	w := walk{c: c, lane: l, site: site, point: point, used: c.walked[:0]}
	for i := range lists {
		w.list(&lists[i])
	}
	w.end()
	clear(w.used)
	c.walked = w.used
}

// step is a submission as a backlog has it.
func (c *Course) step(lists []List, point track.Point, site gpu.Site) step {
	s := step{point: point, site: site, lists: []snapshot{}}
	for _, list := range lists {
		s.lists = append(s.lists, c.keep(list))
	}
	return s
}

// doubt looks at what the lists of a submission may come to need, if its call could not because other threads decide what comes before it. In this
// run nothing keeps the queue waiting.
func (c *Course) doubt(l *lane, lists []List, point track.Point, site gpu.Site) {
	if c.order.Alone() || !slices.ContainsFunc(lists, func(list List) bool { return len(list.Varying) > 0 }) {
		return
	}
	if _, decided := c.order.DecidedAt(point); decided {
		return
	}
	s := c.step(lists, point, site)
	for i := range s.lists {
		c.suspect(l, &s, i)
	}
}

// follow keeps the uses of a submission, if there are several threads, or were when those before them were made.
func (c *Course) follow(l *lane, lists []List, point track.Point, site gpu.Site) {
	if !c.order.Crowd() {
		return
	}
	alone := c.order.Alone()
	if c.crowd = c.crowd && !alone; !alone {
		c.muster()
	}
	u := &use{point: point, lane: l, site: site, checked: alone && len(l.backlog) == 0}
	for i := range lists {
		lists[i].States.Each(func(id gpu.ID, subs []substate.Subresource) {
			r := c.resources.Get(id)
			if r == nil {
				return
			}
			if c.rest(r); alone && len(r.open) == 0 && len(r.others) == 0 {
				return
			}
			if u.call.Knew.Empty() && !alone {
				_, u.checked = c.order.DecidedAt(point)
			}
			c.join(id, u, part{lists[i].ID, subs, lists[i].Late})
		})
	}
	c.weigh(u)
}

// keep copies what a recording expects of resources.
func (c *Course) keep(l List) snapshot {
	s := snapshot{id: l.ID, late: l.Late}
	for _, e := range expectations(l.States) {
		if r := c.resources.Get(e.id); r != nil && len(r.open) > 0 {
			s.kept = append(s.kept, e)
		} else {
			s.resources = append(s.resources, e)
		}
	}
	for _, t := range l.Varying {
		var part []expectation
		if t != nil {
			part = expectations(t)
		}
		s.varying = append(s.varying, part)
	}
	return s
}

func expectations(of *substate.Table) (out []expectation) {
	of.Each(func(id gpu.ID, subs []substate.Subresource) { out = append(out, expectation{id, slices.Clone(subs)}) })
	return out
}

// Wait follows a wait of a queue.
func (c *Course) Wait(queue gpu.ID, n track.Need) {
	l := c.queues.Get(queue)
	if l == nil || len(l.backlog) == 0 && c.value(n.Fence) >= n.Value {
		return
	}
	if l.backlog = append(l.backlog, step{need: n}); len(l.backlog) == 1 {
		c.heads[n.Fence] = append(c.heads[n.Fence], l)
	}
}

// Signal follows a signal of a queue.
func (c *Course) Signal(queue gpu.ID, n track.Need) {
	l := c.queues.Get(queue)
	switch {
	case l == nil:
	case len(l.backlog) > 0:
		l.backlog = append(l.backlog, step{need: n, signal: true})
	default:
		c.Set(n)
	}
}

// pop does the first step of a backlog and reports whether it was a signal.
func (c *Course) pop(l *lane) bool {
	s := l.backlog[0]
	l.backlog[0] = step{}
	l.backlog = l.backlog[1:]
	switch {
	case s.signal:
		c.put(s.need)
		c.wake(s.need.Fence)
	case s.skipped:
		c.skip(l, &s)
	case s.lists != nil:
		to := c.meant(l, &s)
		w := walk{c: c, lane: l, site: s.site, point: s.point, report: true}
		for i := range s.lists {
			c.suspect(l, &s, i)
			w.snapshot(&s.lists[i], s.lists[i].resources)
		}
		if w.end(); len(w.problems) > 0 {
			all := s.rows()
			w.arrange(all)
			w.reorder(to, all)
		}
		c.late = append(c.late, w.problems...)
	}
	return s.signal
}

// suspect looks at what one of the lists of a step may need, and leave to what follows, with the states that it begins with. The lists before it have
// changed those of resources whose uses are not kept. Where uses were kept and are judged by now, nobody knows any more which states the step has
// begun with.
func (c *Course) suspect(l *lane, s *step, list int) {
	if len(s.lists[list].varying) == 0 {
		return
	}
	try := func(at int, varying []expectation) []Problem {
		c.trials++
		w := walk{c: c, lane: l, site: s.site, point: s.point, trial: c.trials, known: c.order.Start(s.point), asked: true, every: true}
		for i := range s.lists {
			if i == at {
				w.snapshot(&snapshot{id: s.lists[list].id, late: true}, varying)
			}
			if w.snapshot(&s.lists[i], s.lists[i].kept); i >= list {
				w.snapshot(&s.lists[i], s.lists[i].resources)
			}
		}
		return w.problems
	}
	known := try(list, nil)
	for i, part := range s.lists[list].varying {
		part = slices.DeleteFunc(part, func(e expectation) bool { return c.judged(s, e.id) })
		for _, p := range try(list+i/Behind, part) {
			if !slices.ContainsFunc(known, p.Same) {
				c.suspects = append(c.suspects, Suspect{p, s.lists[list].id, i, s.point})
			}
		}
	}
}

// judged says whether the use of a resource by a step was kept and is judged by now.
func (c *Course) judged(s *step, id gpu.ID) bool {
	of := func(e expectation) bool { return e.id == id }
	if !slices.ContainsFunc(s.lists, func(l snapshot) bool { return slices.ContainsFunc(l.kept, of) }) {
		return false
	}
	here := func(u *use) bool { return u.point == s.point }
	r := c.resources.Get(id)
	return r != nil && !slices.ContainsFunc(r.open, func(f file) bool { return slices.ContainsFunc(f, here) })
}

// Suspects are those of submissions that had to wait, since it was asked for last.
func (c *Course) Suspects() []Suspect {
	out := c.suspects
	c.suspects = nil
	return out
}
