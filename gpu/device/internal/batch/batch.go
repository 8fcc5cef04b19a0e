package batch

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/recording"
	"github.com/gpuscript/gpuscript/gpu/device/internal/rehearsal"
	"github.com/gpuscript/gpuscript/gpu/device/internal/tuning"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

// Batch is one ExecuteCommandLists on its way through a queue. Batches are recycled.
type Batch struct {
	queue    *Queue
	streams  []*recording.Stream
	site     gpu.Site
	at       int // the list that runs
	first    int // the number of its first command in the batch
	bindings *exec.Bindings
	number   uint64       // of the submission on its queue, from 1
	command  uint32       // the one that runs, from 0
	thread   gpu.ID       // that submitted it
	call     uint64       // the number of the submission on the adapter, from 1
	bundled  *gpu.Command // the ExecuteBundle that runs, nil if none does
	cut      bool         // the list that runs misses what was told to be given up too early: its rest is left out
	regions  []string     // of the list that runs, which BeginEvent has opened: each with those around it
	// rehearsed is of the kernel whose dispatch is looked at by the command that runs, nil if none is.
	rehearsed *rehearsal.Kernel
	measure   tuning.Measure  // how dispatches are measured
	samples   []tuning.Sample // what that gave
	done      *trace.Done     // by the command that runs; nil without a trace
}

// Add adds a recording, which is in flight from now on.
func (b *Batch) Add(s *recording.Stream) {
	s.Fly(1)
	b.streams = append(b.streams, s)
}

// Len implements sched.Batch.
func (b *Batch) Len() int {
	n := 0
	for _, s := range b.streams {
		n += len(s.Commands)
	}
	return n
}

// Command is command i of the batch, for traces; nil where there is none.
func (b *Batch) Command(i int) *gpu.Command {
	for _, s := range b.streams {
		if i < len(s.Commands) {
			return &s.Commands[i]
		}
		i -= len(s.Commands)
	}
	return nil
}

// Step implements sched.Batch: it performs command i and says what it costs. Where it is alone, commands that only change what is bound come before
// it.
func (b *Batch) Step(i int, alone bool) sched.Cost {
	for i-b.first >= len(b.streams[b.at].Commands) {
		b.first += len(b.streams[b.at].Commands)
		b.at++
		b.end()
	}
	m := b.queue.machine
	m.World.Runs(b.call)
	defer m.World.Runs(0)
	if b.bindings == nil {
		b.bindings = m.Exec.Begin(b.queue.typ, 0)
	}
	b.done = nil
	s := b.streams[b.at]
	commands, before := s.Commands[i-b.first:], 0
	if alone && !m.Watched {
		before = b.bindFirst(commands[:len(commands)-1])
	}
	c, cost := &commands[before], sched.Cost{}
	if c.Op == gpu.OpExecuteBundle {
		cost = b.bundle(s.Bundles()[c.Slot], c, i+before)
	} else {
		cost = b.do(c, i+before)
	}
	cost.Before = before
	return cost
}

// bindFirst does the first commands of a list, up to one that does more than to change what is bound, and says how many they were.
func (b *Batch) bindFirst(list []gpu.Command) int {
	if b.cut {
		return len(list)
	}
	for i := range list {
		if c := &list[i]; b.queue.machine.World.Missing(c) != 0 || !b.binds(c) {
			return i
		}
	}
	return len(list)
}

// binds does a command that only changes what is bound, and says whether it is one.
func (b *Batch) binds(c *gpu.Command) bool {
	return c.Op != gpu.OpDispatch && c.Op != gpu.OpResourceBarrier && b.queue.machine.Exec.Bind(b.bindings, c)
}

// do performs one command.
func (b *Batch) do(c *gpu.Command, number int) sched.Cost {
	m := b.queue.machine
	if b.cut {
		return sched.Cost{}
	}
	if missing := m.World.Missing(c); missing != 0 {
		return b.withoutObject(&incident.PageFault{Origin: b.origin(c), Object: missing})
	}
	b.region(c)
	if !m.Watched { // nobody is told of what does nothing but change what is bound, or let things wait
		if c.Op == gpu.OpResourceBarrier && !m.Layers.Followed() {
			return sched.Cost{Time: m.cost(b.queue.queue.Kind(), c, nil)}
		}
		if b.binds(c) {
			return sched.Cost{}
		}
	}
	b.rehearse(c)
	tuned := b.tune(c)
	o := m.Exec.Do(m.World.Context(), b.bindings, c, uint64(m.Sim.Now()))
	b.wasRehearsed()
	b.tuned(tuned)
	b.command = uint32(number)
	b.touched(c, o)
	b.did(c, o)
	return b.finish(c, o)
}

// withoutObject is a command that misses what was given up. Where that was told, and the script goes on, the rest of the list is left out.
func (b *Batch) withoutObject(f *incident.PageFault) sched.Cost {
	if b.cut = b.queue.machine.Layers.Told(f); b.cut {
		return sched.Cost{}
	}
	return b.fault(f, gpu.RemovedDeviceHung)
}

// region follows the commands that open and close named regions.
func (b *Batch) region(c *gpu.Command) {
	switch n := len(b.regions); {
	case c.Op == gpu.OpBeginEvent && n > 0:
		b.regions = append(b.regions, b.regions[n-1]+" > "+c.Text)
	case c.Op == gpu.OpBeginEvent:
		b.regions = append(b.regions, c.Text)
	case c.Op == gpu.OpEndEvent && n > 0:
		b.regions = b.regions[:n-1]
	}
}

// bundle performs the commands of a bundle as one of the list's, which stands at a place: what they set stays set.
func (b *Batch) bundle(s *recording.Stream, run *gpu.Command, number int) (total sched.Cost) {
	b.bundled = run
	for i := 0; i < len(s.Commands) && !total.Fault; i++ {
		cost := b.do(&s.Commands[i], number)
		total.Time, total.Fault = total.Time+cost.Time, cost.Fault
	}
	b.bundled = nil
	return total
}

// end gives the bindings of a finished list back. Regions end with their list.
func (b *Batch) end() {
	b.regions, b.cut = b.regions[:0], false
	if b.bindings != nil {
		b.queue.machine.Exec.End(b.bindings)
		b.bindings = nil
	}
}

// Retire implements sched.Batch.
func (b *Batch) Retire(completed bool) {
	b.end()
	q := b.queue
	q.machine.Layers.Retired(q.id, b.number, completed)
	if completed {
		q.tuner.Retired(b.measure, b.samples)
	}
	for i, s := range b.streams {
		s.Fly(-1)
		b.streams[i] = nil
	}
	b.streams = b.streams[:0]
	q.machine.World.Finished(b.call)
	q.retire(b)
}
