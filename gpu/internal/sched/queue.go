package sched

// Cost is what a command costs.
type Cost struct {
	Time Time // >= 0, from counts only
	// Fault removes the GPU: the command crashed or hung it.
	Fault bool
	// Before is how many commands, all of no cost, were performed before the
	// one that this is the cost of.
	Before int
}

// Batch is the work of one ExecuteCommandLists.
type Batch interface {
	// Len returns the number of commands; it is called once, when the batch
	// reaches the head of its queue.
	Len() int
	// Step performs command i for real, at its virtual start (Sim.Now), and
	// returns what it costs. It completes at start + cost. Where alone is set
	// nothing can happen between commands of no cost: it may perform some from
	// i on, and then the one after them.
	Step(i int, alone bool) Cost
	// Retire is called once: at the time the whole batch completed, in the
	// order of the queue; or with completed false when the GPU was removed
	// before.
	Retire(completed bool)
}

// Op is an operation on a queue that needs no engine, such as a present.
type Op interface {
	// Begin is called after all earlier work of the queue completed and
	// returns when the operation ends, a time >= now.
	Begin(now Time) (end Time)
	// End is called once: at that time, or with completed false when the GPU
	// was removed before. Then Begin may not have been called.
	End(completed bool)
}

type itemKind uint8

const (
	itemBatch itemKind = iota
	itemSignal
	itemWait
	itemOp
)

// item is one entry of a queue.
type item struct {
	kind  itemKind
	early bool   // a wait that stands on its fence, or has been met, since it was given
	met   bool   // an early wait: its fence has had the value since then
	epoch uint32 // see newEpoch
	tag   Tag
	call  uint64 // of a signal: Given.Call; of a wait: how many signals of the fence were given before
	by    *Thread
	at    Time // when the GPU sees it
	value uint64
	fence *Fence
	batch Batch
	op    Op
}

type queueState uint8

const (
	queueIdle     queueState = iota // nothing queued
	queueArriving                   // the next item is on its way
	queueReady                      // the next command waits for an engine
	queueRunning                    // a command is on an engine
	queueBusy                       // a signal or operation is under way
	queueWaiting                    // the head is a wait that is not satisfied
	queuePumping                    // in pump, now
)

// Queue is a command queue: items happen in the order of submission, each after
// the one before it is complete.
type Queue struct {
	gpu      *GPU
	kind     Kind
	name     string
	tag      Tag
	priority int
	trails   bool
	state    queueState

	// ring holds the items; its size is a power of two and never shrinks.
	ring  []item
	first int
	count int

	pool    *pool
	engine  *engine // that runs its command
	mid     *engine // that it left in the middle of a batch
	cmd     int     // the next command of the batch at the head
	cmds    int     // the batch's number of commands; -1: not begun
	turn    uint64  // when it became ready
	held    Time    // engine time since its turn began
	retired uint64
	number  int    // among the queues of the machine
	posted  uint64 // items so far, and those of them that are done or under way; only where somebody watches
	begun   uint64
}

// QueueDesc describes a queue. Any priorities may be used; a higher number goes
// first. The order of priorities is no order of execution between queues.
type QueueDesc struct {
	Kind     Kind
	Priority int
	Name     string
	Tag      Tag
	// Trails says that it only does what follows from items of other queues, each in its turn: with several threads, it depends on the schedule at
	// which of them it waits.
	Trails bool
}

// NewQueue returns an empty queue.
func (g *GPU) NewQueue(d QueueDesc) *Queue {
	q := &Queue{gpu: g, kind: d.Kind, name: d.Name, tag: d.Tag, priority: d.Priority, trails: d.Trails}
	g.sim.queues++
	q.number = g.sim.queues
	q.pool = g.pools[g.profile.Home(d.Kind)]
	g.queues = append(g.queues, q)
	return q
}

// Name returns the queue's name.
func (q *Queue) Name() string { return q.name }

// Kind returns the queue's kind.
func (q *Queue) Kind() Kind { return q.kind }

// Tag returns the tag of its QueueDesc.
func (q *Queue) Tag() Tag { return q.tag }

// Number returns the queue's number among all of the machine, in order of
// creation, from 1.
func (q *Queue) Number() int { return q.number }

// GPU returns the GPU the queue belongs to.
func (q *Queue) GPU() *GPU { return q.gpu }

// Pending returns the number of items that are not complete.
func (q *Queue) Pending() int { return q.count }

// Retired returns the number of batches that completed.
func (q *Queue) Retired() uint64 { return q.retired }

// Current returns the tag of the item at the head and, inside a batch, the
// index of the command that runs or is next; ok is false for an empty queue.
func (q *Queue) Current() (tag Tag, command int, ok bool) {
	if q.count == 0 {
		return 0, 0, false
	}
	return q.head().tag, q.cmd, true
}

// Submit queues the batch, which the GPU sees after the submit latency. On a
// removed GPU it is retired, not completed, at once.
func (q *Queue) Submit(b Batch, tag Tag) {
	if it := q.put(itemBatch, tag); it != nil {
		it.batch = b
		return
	}
	(&item{kind: itemBatch, batch: b, tag: tag}).drop(q)
}

// Signal queues a signal: f is set to v after all earlier work of the queue
// completed. The value may be lower than the present one.
func (q *Queue) Signal(f *Fence, v uint64, tag Tag) {
	if it := q.put(itemSignal, tag); it != nil {
		f.calls++
		it.fence, it.value, it.call = f, v, f.calls
	}
}

// Wait queues a wait: nothing later in the queue happens before f was seen to
// have a value >= v. The signal may be queued later, or never. A queue with
// nothing before the wait is at it at once: a value that the fence has from
// then on ends it, also one that is lowered again before the GPU sees the wait.
func (q *Queue) Wait(f *Fence, v uint64, tag Tag) {
	first := q.count == 0
	it := q.put(itemWait, tag)
	if it == nil {
		return
	}
	if it.fence, it.value, it.call = f, v, f.calls; !first {
		return
	}
	q.gpu.sim.Touch(Touch{Kind: Look, Object: q, Tag: tag}) // else it comes to the wait later
	q.gpu.sim.Touch(Touch{Kind: Stand, Object: f, Value: v, Tag: tag})
	if it.early, it.met = true, f.met(v); !it.met {
		f.await(waiter{value: v, q: q})
	}
}

// Enqueue queues an operation.
func (q *Queue) Enqueue(op Op, tag Tag) {
	if it := q.put(itemOp, tag); it != nil {
		it.op = op
		return
	}
	(&item{kind: itemOp, op: op, tag: tag}).drop(q)
}

// Close takes the queue out of its GPU's list; it must be empty (Pending).
func (q *Queue) Close() {
	if q.count > 0 {
		panic("BUG: a queue is closed with work in it")
	}
	q.gpu.queues = without(q.gpu.queues, q)
}

func (q *Queue) head() *item { return &q.ring[q.first] }

// at returns item i, counted from the head.
func (q *Queue) at(i int) *item { return &q.ring[(q.first+i)&(len(q.ring)-1)] }

// put returns a new item at the end of the queue, whose operands the caller
// writes: an item is not copied. A removed GPU takes none.
func (q *Queue) put(kind itemKind, tag Tag) *item {
	g := q.gpu
	if g.removed {
		return nil
	}
	if q.count == len(q.ring) {
		q.grow()
	}
	it := q.at(q.count)
	it.kind, it.tag, it.by, it.epoch, it.at = kind, tag, g.sim.running, g.sim.epoch, g.clock().Add(g.profile.SubmitLatency)
	it.early, it.met = false, false
	q.count++
	if g.sim.watch != nil {
		q.posted++
		g.sim.watch.Post(place{q, q.posted})
	}
	if q.state == queueIdle {
		q.state = queueArriving
		g.schedule(evArrive, q, it.at)
	}
	return it
}

// behind counts the items after one that the same thread has given: where those of others stand is up to the schedule.
func (q *Queue) behind(at int) (n int) {
	for i := at + 1; i < q.count; i++ {
		if q.at(i).by == q.at(at).by {
			n++
		}
	}
	return n
}

func (q *Queue) grow() {
	ring := make([]item, max(8, 2*len(q.ring)))
	for i := range q.count {
		ring[i] = *q.at(i)
	}
	q.ring, q.first = ring, 0
}

func (q *Queue) pop() {
	it := q.head()
	it.by, it.fence, it.batch, it.op = nil, nil, nil, nil // numbers may stay
	q.first = (q.first + 1) & (len(q.ring) - 1)
	if q.count--; q.count == 0 {
		q.gpu.sim.Touch(Touch{Kind: Add, Object: q}) // by whoever it is
	}
}

// pump takes items off the head until one takes time.
func (q *Queue) pump() {
	g := q.gpu
	for !g.removed {
		if q.count == 0 {
			q.state = queueIdle
			return
		}
		q.state = queuePumping
		it := q.head()
		if it.at > g.sim.now && !g.leap(it.at) {
			q.state = queueArriving
			g.schedule(evArrive, q, it.at)
			return
		}
		if !q.begin(it, g.sim.now) || q.pauses() {
			return
		}
	}
}

// pauses ends the step where somebody watches: what comes after an item is a
// step of its own.
func (q *Queue) pauses() bool {
	g := q.gpu
	if g.sim.watch == nil || g.removed {
		return false
	}
	if q.state = queueIdle; q.count > 0 {
		q.state = queueArriving
		g.schedule(evArrive, q, max(g.sim.now, q.head().at))
	}
	return true
}

// begin starts the head item and reports whether it is complete at once.
func (q *Queue) begin(it *item, now Time) bool {
	g := q.gpu
	if g.sim.watch != nil {
		q.begun++
		g.sim.watch.Follow(place{q, q.begun})
	}
	switch it.kind {
	case itemBatch:
		return q.beginBatch(it)
	case itemSignal:
		if g.profile.SignalLatency > 0 {
			return q.busyUntil(now.Add(g.profile.SignalLatency))
		}
	case itemWait:
		g.sim.Touch(Touch{Kind: Pass, Object: it.fence, Value: it.value, Tag: it.tag})
		if !it.met && (it.early || !it.fence.met(it.value)) {
			q.state = queueWaiting
			q.note(QueueWaits, it)
			if !it.early {
				it.fence.await(waiter{value: it.value, q: q})
			}
			return false
		}
		q.note(QueueGoesOn, it)
		q.pop()
		return true
	case itemOp:
		q.note(OpStarted, it)
		end := it.op.Begin(now)
		switch {
		case g.removed: // from within Begin: the item was dropped
			return false
		case end > now:
			return q.busyUntil(end)
		}
	}
	q.complete()
	return true
}

func (q *Queue) busyUntil(t Time) bool {
	q.state = queueBusy
	if q.gpu.leap(t) {
		q.complete()
		return true
	}
	q.gpu.schedule(evItem, q, t)
	return false
}

// complete finishes the signal or operation at the head.
func (q *Queue) complete() {
	if it := q.head(); it.kind == itemSignal {
		f, g := it.fence, Given{Queue: q, Tag: it.tag, Value: it.value, Call: it.call}
		q.pop()
		f.store(g)
		return
	}
	it := *q.head()
	q.pop()
	q.gpu.sim.Touch(Touch{Kind: Lower, Object: q.gpu.sim, Tag: it.tag})
	q.note(OpFinished, &it)
	it.op.End(true)
}

// goOn is called when the wait at the head was satisfied: its ticket is taken,
// and the queue goes on after the wait latency.
func (q *Queue) goOn() {
	if q.state != queueWaiting { // the GPU has not seen the wait yet
		q.head().met = true
		return
	}
	q.note(QueueGoesOn, q.head())
	q.pop()
	q.state = queueArriving
	q.gpu.sim.enable(Choice{Queue: q})
	q.gpu.schedule(evArrive, q, q.gpu.clock().Add(q.gpu.profile.WaitLatency))
}

// note tells the observer about the item.
func (q *Queue) note(kind RecordKind, it *item) {
	if q.gpu.sim.obs != nil {
		q.tell(kind, it)
	}
}

func (q *Queue) tell(kind RecordKind, it *item) {
	q.gpu.sim.observe(Record{Kind: kind, GPU: q.gpu, Queue: q, Fence: it.fence, Value: it.value, Tag: it.tag})
}

// drop ends an item that will never happen.
func (it *item) drop(q *Queue) {
	switch it.kind {
	case itemBatch:
		q.note(BatchDropped, it)
		it.batch.Retire(false)
	case itemOp:
		it.op.End(false)
	}
}
