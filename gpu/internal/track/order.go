package track

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/fifo"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/callers"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/chains"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/events"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/hearsay"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/leavings"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/lineage"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/passes"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/runs"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/strands"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// Agent is the number of a CPU thread or a queue in an Order. Agent 0 is the main thread.
type Agent = clock.Agent

// Clock says how many items of each agent are covered.
type Clock = clock.Clock

// Point is one item of a queue.
type Point struct {
	Queue Agent  // or its strand: Root is the queue
	Pos   uint32 // from 1
}

// Need is a fence that has to reach a value.
type Need struct {
	Fence int
	Value uint64
}

// Signal is one signal of a fence, as the program asked for it.
type Signal = timeline.Signal

// The kinds of items: a poll saw a fence at exactly the value, and a thread learned what issue covers.
const itemWork, itemSignal, itemWait, itemPoll, itemLearn = runs.Work, runs.Signal, runs.Wait, runs.Poll, runs.Learn

// item is one entry of a queue, or one action of a thread.
type item struct {
	need  Need
	issue Clock // queues: what the thread that issued it knew
	// memo is what is covered when the item is finished, but for the queue's own part, as pass has worked it out. Of a thread: what it knows with the
	// item.
	memo Clock
	pass uint64
	// Result is what a wait gives.
	passes.Result
	from *source // threads: what it learned from, where that is not one fence
	// behind are items of other strands of the queue that come before it, and not all of them before the item in front of it; nil: there is none.
	behind *[]timeline.Point
	by     Agent // queues: the thread that issued it
	site   gpu.Site
	// users are the items that were worked out with what is covered after this one, such as waits with the clock of a signal: a chain.
	users int32
	works uint32 // queues: pieces of work up to it; threads: actions up to it that others can hear of
	nth   uint32 // of the items that were given to any queue; threads: how many those were
	chain uint32 // work: the swap chain of which it is a frame; threads: that of a frame for which they wait, see Present
	kind  runs.Kind
	// stuck, of the same pass: it is after a wait, or is one, that nothing which was signalled so far can end.
	stuck bool
	firm  bool // of a thread, learned anew: all that can change what it knows with the item is what it knows with the one before
	past  bool // of a wait: signals that are forgotten may have ended it, and nobody knows which
	// left, of a wait of a queue, is what all signals give that are forgotten and may have ended it; nil: there is none of which its thread did not
	// know.
	left *Clock
}

// front are the items of other strands that come before it.
func (it *item) front() []timeline.Point {
	if it.behind == nil {
		return nil
	}
	return *it.behind
}

// setFront says which those are.
func (it *item) setFront(points []timeline.Point) {
	if it.behind = nil; len(points) > 0 {
		all := points
		it.behind = &all
	}
}

// agent is a CPU thread or a queue.
type agent struct {
	queue bool
	// Queues: the first strand, and of that one all where there are several; the thread that gave the last item to the strand.
	root    Agent
	strands *strands.Strands
	owner   Agent
	// Threads: what the thread knows, its own ticks included; what it has peeked at; whether it has been joined; what made it.
	clock  Clock
	peeked Clock
	joined bool
	born   Point
	events map[int]uint32 // the actions with which it learned most lately from events, where it was not alone
	// The items after the first base ones, which every thread knows to be finished. The items of a thread are its ticks.
	items fifo.Pages[item]
	base  uint32
	done  uint32 // queues: the items of which memo holds until truncate says that it does not
	floor Clock  // queues: what is covered when item base is finished
	next  Clock  // queues: the floor that forget is about to lay
	works uint32 // queues: pieces of work so far; threads: actions that others can hear of
	told  uint32 // threads: how many of those are forgotten
	waits uint32 // queues: how many of the items are waits
	// touched says that the last item of a thread is a mark that nobody has been told of yet.
	touched bool
	// removed: its device was removed, and nothing of it runs any more.
	removed bool
}

// fence is one fence: its timeline, who signals it, and what is known of it.
type fence struct {
	timeline.Timeline
	callers.Callers
	number  int
	initial uint64
	known   uint64 // value that every thread knows to have been reached
	gone    Clock  // the last signals that gave it, or less, and are forgotten
	past    Signal // the first signal of that value, if one is forgotten that gave it; no value: the fence began with it
	highest uint64
	last    uint64
	waited  uint64 // the largest value that a queue was told to wait for
	fell    bool   // a signal was issued after one of a larger value
	heeded  Heeded // the last wait of a thread for it
}

// Order is the happens-before knowledge of one program.
type Order struct {
	agents []agent
	fences []*fence
	events events.All[Need]
	passes passes.Passes // of evaluations of waits
	// hit are the waits that the signal which was added last can change, and ended those that it cannot, because they have certainly ended when it
	// comes; closed are all those that it could be for.
	hit, ended []Point
	closed     []timeline.Waiting
	walked     []Agent            // queues in which it has worked something out
	sunk       []int              // fences that went down, of which signals or waits have become known to everybody
	leaving    leavings.List      // the signals of other fences of which everybody has come to know
	users      chains.Pool[Point] // of all items
	efforts    uint64             // waits that were worked out so far
	steps      uint64             // items that were worked out, and signals and waits that were looked at: what the order has cost
	given      uint32             // items of all queues so far
	lines      lineage.Lines      // of all threads
	sequence   lineage.Memory     // that bringing calls into an order needs
	gifts      lineage.Gifts      // the last work that each thread gave to a queue
	threads    *hearsay.Threads   // what every thread knows
	seen       Clock              // what every thread knows if peeks count
	learned    uint64             // how often these have changed
	held       bool               // Forget is called by the owner
	shedAt     int                // at least so many signals of a fence that went down are forgotten at a time
	maxHeld    int                // so many of them may stay for waits
	maxStays   int                // and so many items because of what comes in no order
	peeks      bool               // a thread has peeked
	crowd      bool               // there was another thread than the main one
	trying     bool               // what is added will be taken back
	late       []Point            // waits of threads that have to be looked at again
	revisions  int                // how often what threads learned was worked out anew
	dropped    Clock              // what is forgotten
	doubts     []Point            // signals whose link in a chain has to be looked at again
	linking    bool               // that is being done
	broken     []*fence           // chains of which it has to be found out whether they go down
	ending     []int              // fences that every thread knows to be given up
	falling    []*fence           // that go down, or did
	parted     []*fence           // whose signals are no chain
	noFence    fence              // stands for those of which nothing is left
	gone       []Point            // memory: the items that Forget is about to drop,
	asked      request            // the request that an event gets
	live       []Agent            // the threads that were not joined
	shared     []Agent            // the queues that have strands
	chains     runs.Chains        // that were presented, or waited for
}

// NewOrder returns the order of a program with a main thread, agent 0, and nothing else.
func NewOrder() *Order {
	o := &Order{agents: make([]agent, 1), live: make([]Agent, 1), passes: passes.New(), shedAt: 16, maxHeld: maxHeld, maxStays: maxStays,
		noFence: fence{initial: givenUp, known: givenUp, highest: givenUp, last: givenUp}}
	o.threads = hearsay.New(hearsay.Facts{Elder: o.Elder, Queue: func(a Agent) bool { return o.agents[a].queue },
		Joined: func(t Agent) bool { return o.agents[t].joined }, Told: o.toldBy}, &o.steps)
	return o
}

// AddThread makes a CPU thread that starts with what its creator knows.
func (o *Order) AddThread(creator Agent) Agent {
	clock, t := o.tell(creator, &item{}), Agent(len(o.agents))
	o.crowd = true
	o.agents = append(o.agents, agent{clock: clock, peeked: o.agents[creator].peeked, born: Point{creator, clock.At(creator)}})
	o.lines.Add(t, creator, clock.At(creator))
	o.live = append(o.live, t)
	o.threads.AddThread(t, creator, clock)
	return t
}

// AddQueue makes a queue.
func (o *Order) AddQueue() Agent {
	o.agents = append(o.agents, agent{queue: true, root: Agent(len(o.agents))})
	o.threads.AddQueue()
	return Agent(len(o.agents) - 1)
}

// AddFence makes a fence and returns its number.
func (o *Order) AddFence(initial uint64) int {
	o.fences = append(o.fences, &fence{number: len(o.fences), initial: initial, known: initial, highest: initial, last: initial})
	return len(o.fences) - 1
}

// tick counts one action of a thread that others can learn of, and returns what it knows with it.
func (o *Order) tick(t Agent, it *item) Clock {
	a := &o.agents[t]
	a.clock, a.touched = a.clock.With(t, a.clock.At(t)+1), false
	it.memo, it.works, it.nth = a.clock, a.works, o.given
	a.add(it)
	return a.clock
}

// tell is tick for an action that tells others something.
func (o *Order) tell(t Agent, it *item) Clock {
	o.agents[t].works++
	return o.tick(t, it)
}

// toldBy is how many of the first actions of a thread told others something. What is forgotten all threads know.
func (o *Order) toldBy(t Agent, actions uint32) uint64 {
	a := &o.agents[t]
	switch {
	case actions == 0:
		return 0
	case actions <= a.base:
		return uint64(a.told)
	}
	return uint64(a.at(actions).works)
}

// Touch marks what thread t does now, and returns the mark. Marks are the same until the thread tells something to others, or a new one is asked for.
func (o *Order) Touch(t Agent, fresh bool) Point {
	a := &o.agents[t]
	if !a.touched || fresh {
		o.tick(t, &item{})
		a.touched = true
	}
	return Point{t, a.clock.At(t)}
}

// Told is what thread t knows now. What it does from now on gets marks that this does not cover.
func (o *Order) Told(t Agent) Clock {
	o.agents[t].touched = false
	return o.agents[t].clock
}

// push adds an item to a queue. Where there are several threads that is an action of its own, which others can have heard of or not. trial: it is
// taken back before anybody can hear of it.
func (o *Order) push(t, q Agent, it *item, trial bool) Point {
	at := o.strand(t, q)
	if s := o.agents[q].strands; s != nil {
		it.setFront(s.Behind(at, t, o.agents[t].clock, strandItems{o}))
	}
	switch n := o.agents[t].clock.At(t); {
	case o.Alone():
		it.issue = o.agents[t].clock
	case trial:
		it.issue = o.agents[t].clock.With(t, n+1)
	default:
		it.issue = o.tick(t, &item{})
	}
	o.agents[t].touched = false
	a := &o.agents[at]
	o.given++
	if it.kind == itemWork {
		a.works++
		o.gifts.Note(t, it.issue.At(t), o.given)
	}
	it.by, it.works, it.nth = t, a.works, o.given
	a.add(it)
	p := Point{at, a.last()}
	if s := o.agents[q].strands; s != nil && !trial {
		s.Lead(timeline.Point(p), it.front())
	}
	return p
}

// Submit adds work to a queue.
func (o *Order) Submit(t, q Agent, site gpu.Site) Point {
	return o.push(t, q, &item{kind: itemWork, site: site}, false)
}

// Present adds a frame of a swap chain to a queue. latency is how many frames may be left when the thread goes on, or, if it does not wait, when
// another one may be begun.
func (o *Order) Present(t, q Agent, chain, latency uint32, waits bool, site gpu.Site) Point {
	p := o.push(t, q, &item{kind: itemWork, chain: chain, site: site}, false)
	if waits && !o.Alone() {
		o.tick(t, &item{chain: chain, need: Need{Value: uint64(latency)}})
	}
	o.chains.Of(chain).Present(q, latency)
	return p
}

// Begin tells that a thread has waited until another frame of a swap chain may be begun, whose Presents do not wait.
func (o *Order) Begin(t Agent, chain uint32, site gpu.Site) {
	c := o.chains.Of(chain)
	if c.Taken++; o.crowd {
		c.Take(runs.Point{Queue: t, Pos: o.agents[t].last() + 1}, o.agents[t].clock, o.Alone())
		o.tick(t, &item{chain: chain, site: site})
	}
}

// Contends says whether another thread has begun a frame of a swap chain in no order with what a thread does next.
func (o *Order) Contends(t Agent, chain uint32) bool {
	return o.chains.Of(chain).Contends(t, o.agents[t].clock)
}

// Chain is what is known of a swap chain. Who finds that threads may begin its frames for other reasons, too, sets Stray.
func (o *Order) Chain(chain uint32) *runs.Chain { return o.chains.Of(chain) }

// Given is a call of a thread that gave something to a queue. The zero value is before all work.
type Given = lineage.Given

// Given is the last call that gave something to a queue, of thread t.
func (o *Order) Given(t Agent) Given {
	return Given{Call: Call{By: t, Knew: o.agents[t].clock}, Nth: o.given}
}

// Trails says whether work was given to a queue that a call does not certainly come after.
func (o *Order) Trails(g Given) bool { return o.gifts.Trails(g) }

// QueueSignal adds a signal to a queue: it happens when all earlier items are finished.
func (o *Order) QueueSignal(t, q Agent, n Need, site gpu.Site) Point {
	s := o.queueSignal(t, q, n, site, false)
	for _, w := range o.ended {
		o.use(&s, w)
	}
	o.review()
	return Point{s.Agent, s.Pos}
}

func (o *Order) queueSignal(t, q Agent, n Need, site gpu.Site, trial bool) Signal {
	p := o.push(t, q, &item{kind: itemSignal, need: n, site: site}, trial)
	s := Signal{Fence: n.Fence, Value: n.Value, Site: site, Agent: p.Queue, Pos: p.Pos}
	o.addSignal(&s)
	return s
}

// QueueWait adds a wait to a queue: later items start when the fence has reached the value.
func (o *Order) QueueWait(t, q Agent, n Need, site gpu.Site) Point {
	it := item{kind: itemWait, need: n, site: site}
	if o.fences[n.Fence].known >= n.Value {
		it.left = &nothing
	}
	p := o.push(t, q, &it, false)
	o.agents[p.Queue].waits++
	o.claim(p, n)
	return p
}

// CPUSignal sets a fence from a thread.
func (o *Order) CPUSignal(t Agent, n Need, site gpu.Site) {
	clock := o.tell(t, &item{kind: itemSignal, need: n, site: site})
	o.addSignal(&Signal{Fence: n.Fence, Value: n.Value, Site: site, Agent: t, Pos: clock.At(t),
		Clock: o.fences[n.Fence].Covered(n.Value, clock), Fixed: true})
	o.review()
}

// givenUp and lost are values that no signal of a program has.
const givenUp, lost = timeline.GivenUp, timeline.Lost

// ReleaseFence gives a fence up: all its waits end. Peeks count: a level gives up what it has seen to be of no use.
func (o *Order) ReleaseFence(t Agent, f int) {
	e := o.fences[f]
	if e.Seen = o.agents[t].peeked; o.Alone() && len(e.Lines)+len(e.Waiters)+e.Watching() == 0 { // nothing of it is left, or ever was
		o.fences[f] = &o.noFence
		return
	}
	o.CPUSignal(t, Need{f, givenUp}, 0)
}

// Initially says whether the fence has satisfied the need since it was made.
func (o *Order) Initially(n Need) bool {
	f := o.fences[n.Fence]
	return !f.Rewinds && f.initial >= n.Value
}

// Done says whether thread t can know that the item is finished. Peeks count.
func (o *Order) Done(t Agent, p Point) bool {
	a := &o.agents[t]
	return o.agents[p.Queue].removed || max(a.clock.At(p.Queue), a.peeked.At(p.Queue)) >= p.Pos
}
