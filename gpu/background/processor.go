package background

import "sync"

// Driver is what optimises. It is told of every change, from which it may queue tasks.
type Driver interface {
	// SetMode tells of a call of the application. What it queues from inside of a commit belongs to the commit, also where the new mode disables
	// background work. further says whether more work should be measured.
	SetMode(m ProcessingMode, a MeasurementsAction) (further bool)
	// Destroy is called last, when no task runs any more.
	Destroy()
}

// Options describe a processor.
type Options struct {
	Driver Driver // nil: background processing is not supported, and every call is a benign no-op
	Clock  Clock
	// Observe gets what happens, in the order in which it happens; nil: nobody wants to know.
	Observe func(Event)
}

// Processor is the background processing of one device.
type Processor struct {
	pool   pool
	driver Driver
	modes  sync.Mutex // held through SetMode
	mode   ProcessingMode
}

// New makes a processor in mode Allowed.
func New(o Options) *Processor {
	return &Processor{driver: o.Driver, pool: pool{clock: o.Clock, observe: o.Observe}}
}

// Supported says whether there is a driver that makes use of it.
func (p *Processor) Supported() bool { return p.driver != nil }

// Mode is the mode that the last call of SetMode has set.
func (p *Processor) Mode() ProcessingMode {
	p.modes.Lock()
	defer p.modes.Unlock()
	return p.mode
}

// Queue hands a task to the pool. In a mode that disables background work, and when the processor is destroyed, the task is cancelled before Queue
// returns, and nothing fails. It fails with ErrNoCallback alone.
func (p *Processor) Queue(t Task) error { return p.pool.queue(t) }

// SetMode is ID3D12Device6::SetBackgroundProcessingMode of a call that breaks no rule (see Broken). done, which may be nil, is called once when all
// tasks of the commit have ended, also where there are none; without a commit it is never called.
func (p *Processor) SetMode(m ProcessingMode, a MeasurementsAction, done func()) (further bool) {
	p.modes.Lock()
	defer p.modes.Unlock()
	p.pool.tell(Event{Kind: ModeChanged, Mode: m, Action: a})
	if p.driver == nil {
		p.mode = m
		if a.Commits() && done != nil {
			done()
		}
		return false
	}
	if a.Commits() {
		p.pool.scope(1)
	}
	further = p.driver.SetMode(m, a)
	if a.Commits() {
		p.pool.scope(-1)
	}
	p.mode = m
	p.pool.disable(m.Disabled())
	if a.Commits() {
		p.pool.commit(a == CommitResultsHighPriority, done)
	}
	return further
}

// scope begins and ends the time in which tasks come in although background work is disabled.
func (p *pool) scope(n int) {
	p.mu.Lock()
	p.scopes += n
	p.mu.Unlock()
}

func (p *pool) disable(on bool) {
	p.mu.Lock()
	p.disabled = on
	p.mu.Unlock()
}

// Stats are the counts so far.
func (p *Processor) Stats() Stats {
	p.pool.mu.Lock()
	defer p.pool.mu.Unlock()
	return p.pool.stats
}

// Destroy cancels what has not begun, lets what runs come to its end, in virtual time, and then destroys the driver. Commits that are
// open finish by it. A second call does nothing more. It fails with ErrFromCallback where a task calls it.
func (p *Processor) Destroy() error {
	if err := p.pool.destroy(); err != nil {
		return err
	}
	if p.driver != nil {
		p.driver.Destroy()
		p.driver = nil
	}
	return nil
}

// Close ends a processor whose clock has stopped: it waits for the goroutines of tasks that run and shows no result of them.
func (p *Processor) Close() { p.pool.abandon() }
