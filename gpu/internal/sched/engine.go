package sched

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/internal/sched/profile"
)

// EngineID names one engine of a GPU.
type EngineID struct {
	Kind  Kind
	Index int
}

// String returns the engine's name: "3D", "COMPUTE" or "COPY", with a number
// from the second one on.
func (e EngineID) String() string {
	name := e.Kind.String()
	if e.Kind == Direct {
		name = "3D"
	}
	if e.Index > 0 {
		return fmt.Sprintf("%s %d", name, e.Index)
	}
	return name
}

// engine runs one command at a time.
type engine struct {
	id  EngineID
	q   *Queue // whose command runs; nil: free
	mid *Queue // whose batch it left in the middle
}

// pool is the engines of one kind and the queues that are ready for them.
type pool struct {
	gpu     *GPU
	engines []engine
	ready   []*Queue
	turns   uint64
	kicked  bool   // an evDispatch is scheduled
	wanted  *Queue // that a policy has chosen for the next engine
}

func newPool(g *GPU, k Kind) *pool {
	p := &pool{gpu: g, engines: make([]engine, g.profile.Engines[k].Count)}
	for i := range p.engines {
		p.engines[i].id = EngineID{Kind: k, Index: i}
	}
	return p
}

// kick schedules a dispatch after all other events of this instant, so that a
// queue that becomes ready now is considered, whatever came first.
func (p *pool) kick() {
	if p.kicked || len(p.ready) == 0 {
		return
	}
	p.kicked = true
	g := p.gpu
	g.seq++
	g.soon(g.sim.now, lastly|g.seq, evDispatch, nil, p)
}

// enter makes q ready for an engine. It returns true where q is alone and got
// one at once, and its batch is complete.
func (p *pool) enter(q *Queue) (complete bool) {
	q.state = queueReady
	p.turns++
	q.turn = p.turns
	if g := p.gpu; len(p.ready) == 0 && !p.kicked && p.hasFree() && g.leap(g.sim.now) {
		return p.grant(p.engineFor(q), q, true)
	}
	p.ready = append(p.ready, q)
	p.kick()
	return false
}

// dispatch gives free engines to ready queues; where a policy decides, one engine to the queue that it chose.
func (p *pool) dispatch() {
	p.kicked = false
	for len(p.ready) > 0 && p.hasFree() {
		q := p.choose()
		p.ready = without(p.ready, q)
		if p.grant(p.engineFor(q), q, false) {
			q.pump()
			return // nobody else was ready
		}
		if p.gpu.sim.policy != nil {
			if p.hasFree() {
				p.kick()
			}
			return
		}
	}
}

func (p *pool) hasFree() bool {
	for i := range p.engines {
		if p.engines[i].q == nil {
			return true
		}
	}
	return false
}

// engineFor returns the free engine that q gets: the one that knows its batch,
// or one that knows none, before one where another batch would be interrupted.
func (p *pool) engineFor(q *Queue) *engine {
	if q.mid != nil && q.mid.q == nil {
		return q.mid
	}
	var best *engine
	for i := range p.engines {
		e := &p.engines[i]
		if e.q == nil && (best == nil || best.mid != nil && e.mid == nil) {
			best = e
		}
	}
	return best
}

// choose returns the ready queue that is to have the next engine.
func (p *pool) choose() *Queue {
	if q := p.wanted; q != nil {
		p.wanted = nil
		return q
	}
	best := p.ready[0]
	for _, q := range p.ready[1:] {
		if q.goesBefore(best) {
			best = q
		}
	}
	return best
}

// goesBefore orders the ready queues of a pool: a batch that must not be left,
// then priority, then a batch whose time is not used up, then who waits longest.
func (q *Queue) goesBefore(r *Queue) bool {
	if a, b := q.keeps(), r.keeps(); a != b {
		return a
	}
	if q.priority != r.priority {
		return q.priority > r.priority
	}
	if a, b := q.hasTime(), r.hasTime(); a != b {
		return a
	}
	return q.turn < r.turn
}

// keeps reports whether q is inside a batch that nothing may interrupt.
func (q *Queue) keeps() bool {
	return q.mid != nil && q.gpu.profile.Preemption == profile.PreemptBatch
}

// hasTime reports whether q is inside a batch and may go on before its equals.
func (q *Queue) hasTime() bool {
	quantum := q.gpu.profile.Quantum
	return q.mid != nil && (quantum == 0 || q.held < quantum)
}

// grant gives the engine to q, after the preemption where it interrupts another
// queue's batch. The result, and first, are those of start.
func (p *pool) grant(e *engine, q *Queue, first bool) (complete bool) {
	lost := e.mid
	if q.mid != nil {
		q.mid.mid = nil
		q.mid = nil
	} else {
		q.held = 0
	}
	q.engine, e.q, q.state = e, q, queueRunning
	if lost == nil || lost == q {
		return p.start(q, first)
	}
	e.mid, lost.mid = nil, nil
	if s := p.gpu.sim; s.obs != nil {
		s.observe(Record{Kind: Preempted, GPU: p.gpu, Engine: e.id, Queue: lost, Tag: lost.head().tag})
	}
	if cost := p.gpu.profile.PreemptCost; cost > 0 && p.gpu.sim.watch == nil { // a watched command is one step
		p.gpu.schedule(evBegin, q, p.gpu.sim.now.Add(cost))
		return false
	}
	return p.start(q, first)
}

// beginBatch readies the batch at the head, and reports whether it is complete.
func (q *Queue) beginBatch(it *item) bool {
	q.note(BatchStarted, it)
	q.cmd, q.cmds = 0, it.batch.Len()
	if q.cmds == 0 {
		q.retire()
		return true
	}
	return q.pool.enter(q)
}

// start performs the next command of q's batch, on q's engine, and those after
// it for as long as nothing else can happen between two of them. It returns true
// where that is so until the end of the batch: then the batch is complete, and
// the queue is to go on. first says that nothing else happens before: goesOn is
// true of the present time.
//
//	event  [c0][c1][c2][c3 ······ done]      one event for four commands
//	other                    ^ an event at this time ends the run
func (p *pool) start(q *Queue, first bool) (complete bool) {
	g, b, tag := p.gpu, q.head().batch, q.head().tag
	alone := g.sim.obs == nil && (first || p.goesOn(g.sim.now))
	for {
		q.noteCommand(CommandStarted)
		c := b.Step(q.cmd, alone)
		q.cmd += c.Before
		g.commands += uint64(c.Before)
		switch {
		case g.removed: // from within Step
			return false
		case c.Fault:
			g.Remove(tag)
			return false
		case c.Time < 0:
			panic("BUG: a command has a negative cost")
		}
		q.held = q.held.Add(c.Time)
		end := g.sim.now.Add(c.Time)
		if !p.goesOn(end) {
			g.seq++
			g.soon(end, g.seq, evDone, q, nil)
			return false
		}
		g.sim.now = end
		if q.cmd+1 == q.cmds {
			return p.finish(q)
		}
		q.finished()
	}
}

// goesOn reports whether the queue on an engine of p, whose command ends at a
// time, is sure to have the next turn then: nobody else is ready for an engine,
// no event is due until then, no thread goes on before, and nobody watches or
// decides.
func (p *pool) goesOn(end Time) bool {
	g, s := p.gpu, p.gpu.sim
	return s.policy == nil && g.stepper == nil && !g.paused && len(p.ready) == 0 && !g.hasNext && s.isFirst(end)
}

// finished counts the command of q that is on an engine.
func (q *Queue) finished() {
	q.noteCommand(CommandFinished)
	q.cmd++
	q.gpu.commands++
}

// done finishes the command of q that is on an engine, and lets q go on.
func (p *pool) done(q *Queue) {
	if p.finish(q) && !q.pauses() {
		q.pump()
	}
}

// finish finishes the command of q that is on an engine, and reports whether
// the batch is complete.
func (p *pool) finish(q *Queue) (complete bool) {
	e := q.engine
	q.finished()
	e.q, q.engine = nil, nil
	if q.cmd < q.cmds {
		e.mid, q.mid = q, e
		return p.enter(q)
	}
	p.kick()
	q.retire()
	return true
}

// retire completes the batch at the head.
func (q *Queue) retire() {
	b, tag := q.head().batch, q.head().tag
	q.pop()
	q.cmd = 0
	q.retired++
	q.gpu.batches++
	if q.gpu.sim.obs != nil {
		q.tell(BatchRetired, &item{tag: tag})
	}
	b.Retire(true)
}

func (q *Queue) noteCommand(kind RecordKind) {
	if q.gpu.sim.obs != nil {
		q.tellCommand(kind)
	}
}

func (q *Queue) tellCommand(kind RecordKind) {
	q.gpu.sim.observe(Record{Kind: kind, GPU: q.gpu, Engine: q.engine.id, Queue: q, Index: q.cmd, Tag: q.head().tag})
}
