package background

import (
	"errors"
	"sync"
)

// The numbers of tasks that run at a time.
const (
	IdleWorkers  = 2 // by default, at idle priority
	BoostWorkers = 8 // while a commit of high priority is not finished, at normal priority
)

// idleShare is how many times longer a task takes at idle priority: it gets what others leave over.
const idleShare = 4

// Priority is that of a worker's thread.
type Priority uint8

// The priorities.
const (
	Idle Priority = iota
	Normal
)

// String is "idle" or "normal".
func (p Priority) String() string { return [...]string{"idle", "normal"}[p] }

// Outcome is what became of a task that ran.
type Outcome uint8

// The outcomes.
const (
	Published Outcome = iota // its result is in use
	NoGain                   // its result is no better than what there was
	Abandoned                // nobody wants its result any more
	Held                     // its result waits until dynamic changes are allowed again
	Failed                   // it panicked
)

// String is the word that traces use.
func (o Outcome) String() string {
	return [...]string{"published", "no gain", "abandoned", "held", "failed"}[o]
}

// Task is a piece of work for the pool.
type Task struct {
	Name string
	// Cost is how long it takes at normal priority, in virtual nanoseconds.
	Cost uint64
	// Run does the work on a goroutine of its own. It must not touch what others see; what it queues through its Job comes in when it has finished.
	Run func(*Job)
	// Finish makes the result seen, on the goroutine of the clock, and says what became of it; nil: Published.
	Finish func() Outcome
	// Cancel is called in the place of Run and Finish where the task does not run; nil: nobody wants to know.
	Cancel func()
}

// Job is a task that runs, as the task sees it.
type Job struct{ follow []Task }

// Queue queues another task. It is taken when the running one has finished.
func (j *Job) Queue(t Task) { j.follow = append(j.follow, t) }

// Errors of the pool.
var (
	// ErrNoCallback: a task without Run. Neither it nor its Cancel is ever called.
	ErrNoCallback = errors.New("background: a task without Run")
	// ErrFromCallback: a task that destroys the pool it runs in, which would wait for itself.
	ErrFromCallback = errors.New("background: Destroy from inside a task")
)

// Clock is the time in which tasks run.
type Clock interface {
	// Now is the present time in nanoseconds.
	Now() uint64
	// After calls f once d nanoseconds from now, on its goroutine; never before it has returned. worker is the number of the worker that is busy
	// until then.
	After(worker int, d uint64, f func())
	// Wait returns when finished does, which functions of After make true.
	Wait(finished func() bool)
}

// EventKind says what happened.
type EventKind uint8

// The kinds of events.
const (
	TaskStarted EventKind = iota
	TaskFinished
	TaskCancelled
	ModeChanged
	CommitFinished
)

// Event is something that happened. Fields that do not concern its kind are zero.
type Event struct {
	Kind     EventKind
	Task     string
	ID       uint64 // of the task or the commit, from 1
	Worker   int    // from 1
	Priority Priority
	Outcome  Outcome
	Mode     ProcessingMode
	Action   MeasurementsAction
}

// Stats are counts since the processor was made.
type Stats struct {
	Queued    uint64 // tasks that were taken
	Started   uint64
	Completed uint64 // tasks that ran to their end, however that was
	Cancelled uint64 // tasks that never ran
	Failed    uint64 // of the completed ones, those that panicked
	Commits   uint64 // that have finished
	MostBusy  uint64 // tasks that ran at one time
}

// item is a task that was taken.
type item struct {
	Task
	id       uint64
	commits  []*commit
	job      Job
	done     chan struct{} // closed when Run has returned
	panicked bool          // after done
	worker   int           // from 1, while it runs
	priority Priority
	since    uint64 // when it got its priority
	left     uint64 // nanoseconds at normal priority that it needed then
	turn     uint64 // counts its priorities: an end that was foretold for an earlier one does not come
}

// commit is a set of tasks and what is to be done when they have finished.
type commit struct {
	id    uint64
	left  int
	boost bool
	done  func()
}

// pool runs tasks in the order in which they come.
type pool struct {
	clock   Clock
	observe func(Event)

	mu       sync.Mutex // of what follows
	waiting  []*item
	busy     [BoostWorkers]*item // by worker
	running  int
	disabled bool // what comes is cancelled
	scopes   int  // commits whose tasks come in all the same
	closed   bool
	boosts   int // commits of high priority that have not finished
	inTask   bool
	last     uint64 // identity of a task
	commits  uint64 // identity of a commit
	stats    Stats
}

// queue takes a task, or cancels it before it returns where background work is disabled.
func (p *pool) queue(t Task) error {
	if t.Run == nil {
		return ErrNoCallback
	}
	p.mu.Lock()
	p.last++
	p.stats.Queued++
	i := &item{Task: t, id: p.last}
	if p.closed || p.disabled && p.scopes == 0 {
		p.stats.Cancelled++
		p.mu.Unlock()
		p.cancel(i)
		return nil
	}
	p.waiting = append(p.waiting, i)
	p.mu.Unlock()
	p.start()
	return nil
}

// cancel tells a task, which is counted already, that it does not run. What it panics with is its own business.
func (p *pool) cancel(i *item) {
	p.tell(Event{Kind: TaskCancelled, Task: i.Name, ID: i.id})
	if i.Cancel != nil {
		defer func() { _ = recover() }()
		i.Cancel()
	}
}

func (p *pool) tell(e Event) {
	if p.observe != nil {
		p.observe(e)
	}
}

// start gives tasks to workers that have none.
func (p *pool) start() {
	for {
		i := p.take()
		if i == nil {
			return
		}
		p.tell(Event{Kind: TaskStarted, Task: i.Name, ID: i.id, Worker: i.worker, Priority: i.priority})
		go i.run()
		p.foretell(i)
	}
}

// foretell says when a task ends that keeps its priority from now on.
func (p *pool) foretell(i *item) {
	i.turn++
	i.since = p.clock.Now()
	turn := i.turn
	p.clock.After(i.worker, max(i.left*i.priority.share(), 1), func() {
		if i.turn == turn {
			p.finish(i)
		}
	})
}

// share is how many times longer a task takes than at normal priority.
func (p Priority) share() uint64 {
	if p == Idle {
		return idleShare
	}
	return 1
}

// present is the priority of workers.
func (p *pool) present() Priority {
	if p.boosts > 0 {
		return Normal
	}
	return Idle
}

// prioritize gives what runs the present priority.
func (p *pool) prioritize() {
	p.mu.Lock()
	var changed []*item
	now, priority := p.clock.Now(), p.present()
	for _, i := range p.busy {
		if i == nil || i.priority == priority {
			continue
		}
		if done := (now - i.since) / i.priority.share(); done < i.left { // else it ends at this instant
			i.left -= done
			i.priority = priority
			changed = append(changed, i)
		}
	}
	p.mu.Unlock()
	for _, i := range changed {
		p.foretell(i)
	}
}

// take makes the first waiting task a running one; nil: there is none, or no worker is free.
func (p *pool) take() *item {
	p.mu.Lock()
	defer p.mu.Unlock()
	workers := IdleWorkers
	if p.boosts > 0 {
		workers = BoostWorkers
	}
	if len(p.waiting) == 0 || p.running >= workers || p.scopes > 0 { // what comes in a commit starts with its priority
		return nil
	}
	i := p.waiting[0]
	p.waiting = p.waiting[1:]
	for w := range p.busy {
		if p.busy[w] == nil {
			p.busy[w], i.worker = i, w+1
			break
		}
	}
	i.priority, i.left, i.done = p.present(), i.Cost, make(chan struct{})
	p.running++
	p.stats.Started++
	p.stats.MostBusy = max(p.stats.MostBusy, uint64(p.running))
	return i
}

// run is the goroutine of a task.
func (i *item) run() {
	defer close(i.done)
	i.panicked = true
	defer func() { _ = recover() }()
	i.Run(&i.job)
	i.panicked = false
}

// finish ends a task at its virtual end.
func (p *pool) finish(i *item) {
	<-i.done
	p.setInTask(true)
	outcome := i.settle()
	p.setInTask(false)
	p.mu.Lock()
	p.busy[i.worker-1] = nil
	p.running--
	p.stats.Completed++
	if outcome == Failed {
		p.stats.Failed++
	}
	p.mu.Unlock()
	p.tell(Event{Kind: TaskFinished, Task: i.Name, ID: i.id, Worker: i.worker, Priority: i.priority, Outcome: outcome})
	for _, t := range i.job.follow {
		_ = p.queue(t) // one without Run is its own business
	}
	p.leave(i)
	p.start()
}

func (p *pool) setInTask(on bool) {
	p.mu.Lock()
	p.inTask = on
	p.mu.Unlock()
}

// settle calls Finish.
func (i *item) settle() (o Outcome) {
	switch {
	case i.panicked:
		return Failed
	case i.Finish == nil:
		return Published
	}
	o = Failed
	defer func() { _ = recover() }()
	return i.Finish()
}

// leave takes a task that has ended out of its commits.
func (p *pool) leave(i *item) {
	p.mu.Lock()
	var finished []*commit
	for _, c := range i.commits {
		if c.left--; c.left == 0 {
			finished = append(finished, c)
		}
	}
	i.commits = nil
	p.mu.Unlock()
	for _, c := range finished {
		p.committed(c)
	}
}

// commit makes a set of all tasks that are taken and have not ended; it is finished at once where there are none.
func (p *pool) commit(boost bool, done func()) {
	p.mu.Lock()
	p.commits++
	c := &commit{id: p.commits, boost: boost, done: done}
	for _, i := range p.busy {
		if i != nil {
			i.commits = append(i.commits, c)
			c.left++
		}
	}
	for _, i := range p.waiting {
		i.commits = append(i.commits, c)
		c.left++
	}
	if boost {
		p.boosts++
	}
	empty := c.left == 0
	p.mu.Unlock()
	if empty {
		p.committed(c)
		return
	}
	p.prioritize()
	p.start()
}

// committed tells that all tasks of a commit have ended.
func (p *pool) committed(c *commit) {
	p.mu.Lock()
	p.stats.Commits++
	if c.boost {
		p.boosts--
	}
	p.mu.Unlock()
	p.prioritize()
	p.tell(Event{Kind: CommitFinished, ID: c.id})
	if c.done != nil {
		c.done()
	}
}

// destroy cancels what has not begun, in order, and waits for what has.
func (p *pool) destroy() error {
	p.mu.Lock()
	if p.inTask {
		p.mu.Unlock()
		return ErrFromCallback
	}
	p.closed = true
	waiting := p.waiting
	p.waiting = nil
	p.stats.Cancelled += uint64(len(waiting))
	p.mu.Unlock()
	for _, i := range waiting {
		p.cancel(i)
		p.leave(i)
	}
	p.clock.Wait(func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.running == 0
	})
	return nil
}

// abandon is destroy without a clock: what runs on goroutines is waited for, and its result is never seen.
func (p *pool) abandon() {
	p.mu.Lock()
	p.closed = true
	var running []*item
	for _, i := range p.busy {
		if i != nil {
			running = append(running, i)
		}
	}
	p.mu.Unlock()
	for _, i := range running {
		<-i.done
	}
}
