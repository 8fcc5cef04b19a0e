package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/costs"
	"github.com/gpuscript/gpuscript/gpu/device/internal/findings"
	"github.com/gpuscript/gpuscript/gpu/device/internal/layers"
	"github.com/gpuscript/gpuscript/gpu/device/internal/recording"
	"github.com/gpuscript/gpuscript/gpu/device/internal/rehearsal"
	"github.com/gpuscript/gpuscript/gpu/device/internal/tuning"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

// batch is one ExecuteCommandLists on its way through a queue. Batches are recycled.
type batch struct {
	queue    *CommandQueue
	streams  []*recording.Stream
	site     gpu.Site
	at       int // the list that runs
	first    int // the number of its first command in the batch
	bindings *exec.Bindings
	number   uint64   // of the submission on its queue, from 1
	thread   gpu.ID   // that submitted it
	call     uint64   // the number of the submission on the adapter, from 1
	bundled  gpu.Site // the ExecuteBundle that runs, 0 if none does
	cut      bool     // the list that runs misses what was told to be given up too early: its rest is left out
	regions  []string // of the list that runs, which BeginEvent has opened: each with those around it
	// rehearsed is of the kernel whose dispatch is looked at by the command that runs, nil if none is.
	rehearsed *rehearsal.Kernel
	measure   tuning.Measure  // how dispatches are measured
	samples   []tuning.Sample // what that gave
	done      *trace.Done     // by the command that runs; nil without a trace
}

func (q *CommandQueue) batch(lists []gpu.CommandList, site gpu.Site) *batch {
	b := q.spare.Take()
	q.submitted++
	q.adapter.stats.Submits++
	b.queue, b.site, b.at, b.first, b.number, b.thread, b.call = q, site, 0, 0, q.submitted, q.adapter.threadID(), q.adapter.stats.Submits
	b.measure, b.samples = q.home.tuner.Measure(), b.samples[:0]
	for _, l := range lists {
		s := l.(*CommandList).stream
		s.Fly(1)
		b.streams = append(b.streams, s)
	}
	q.flight = append(q.flight, b)
	return b
}

// command is command i of the batch, for traces; nil where there is none.
func (b *batch) command(i int) *gpu.Command {
	for _, s := range b.streams {
		if i < len(s.Commands) {
			return &s.Commands[i]
		}
		i -= len(s.Commands)
	}
	return nil
}

// Len implements sched.Batch.
func (b *batch) Len() int {
	n := 0
	for _, s := range b.streams {
		n += len(s.Commands)
	}
	return n
}

// Step implements sched.Batch: it performs command i and says what it costs. Where it is alone, commands that only change what is bound come before it.
func (b *batch) Step(i int, alone bool) sched.Cost {
	for i-b.first >= len(b.streams[b.at].Commands) {
		b.first += len(b.streams[b.at].Commands)
		b.at++
		b.end()
	}
	a := b.queue.adapter
	if b.bindings == nil {
		b.bindings = a.machine.Begin(b.queue.desc.Type, 0)
	}
	b.done = nil
	s := b.streams[b.at]
	commands, before := s.Commands[i-b.first:], 0
	if alone && a.onEvent == nil {
		before = b.bindFirst(commands[:len(commands)-1])
	}
	c, cost := &commands[before], sched.Cost{}
	if c.Op == gpu.OpExecuteBundle {
		cost = b.bundle(s.Bundles()[c.Slot], c.Site, i+before)
	} else {
		cost = b.do(c, i+before)
	}
	cost.Before = before
	return cost
}

// bindFirst does the first commands of a list, up to one that does more than to change what is bound, and says how many they were.
func (b *batch) bindFirst(list []gpu.Command) int {
	if b.cut {
		return len(list)
	}
	for i := range list {
		if c := &list[i]; b.queue.adapter.missing(c) != 0 || !b.binds(c) {
			return i
		}
	}
	return len(list)
}

// binds does a command that only changes what is bound, and says whether it is one.
func (b *batch) binds(c *gpu.Command) bool {
	return c.Op != gpu.OpDispatch && c.Op != gpu.OpResourceBarrier && b.queue.adapter.machine.Bind(b.bindings, c)
}

// do performs one command.
func (b *batch) do(c *gpu.Command, number int) sched.Cost {
	a := b.queue.adapter
	if b.cut {
		return sched.Cost{}
	}
	if missing := a.missing(c); missing != 0 {
		return b.withoutObject(&incident.PageFault{Origin: b.origin(c), Object: missing})
	}
	b.region(c)
	if a.onEvent == nil { // nobody is told of what does nothing but change what is bound, or let things wait
		if c.Op == gpu.OpResourceBarrier && !a.layers.Followed() {
			return sched.Cost{Time: a.cost(b.queue.queue.Kind(), c, nil)}
		}
		if b.binds(c) {
			return sched.Cost{}
		}
	}
	b.rehearse(c)
	tuned := b.tune(c)
	o := a.machine.Do(a.ctx, b.bindings, c, uint64(a.sim.Now()))
	b.wasRehearsed()
	b.tuned(tuned)
	b.touched(c, number, o)
	b.did(c, o)
	return b.finish(c, o)
}

// withoutObject is a command that misses what was given up. Where that was told, and the script goes on, the rest of the list is left out.
func (b *batch) withoutObject(f *incident.PageFault) sched.Cost {
	if b.cut = b.queue.adapter.layers.Told(f); b.cut {
		return sched.Cost{}
	}
	return b.fault(f, gpu.RemovedDeviceHung)
}

// region follows the commands that open and close named regions.
func (b *batch) region(c *gpu.Command) {
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
func (b *batch) bundle(s *recording.Stream, site gpu.Site, number int) (total sched.Cost) {
	b.bundled = site
	for i := 0; i < len(s.Commands) && !total.Fault; i++ {
		cost := b.do(&s.Commands[i], number)
		total.Time, total.Fault = total.Time+cost.Time, cost.Fault
	}
	b.bundled = 0
	return total
}

// end gives the bindings of a finished list back. Regions end with their list.
func (b *batch) end() {
	b.regions, b.cut = b.regions[:0], false
	if b.bindings != nil {
		b.queue.adapter.machine.End(b.bindings)
		b.bindings = nil
	}
}

// finish reports what a command did and turns its counts into virtual time.
func (b *batch) finish(c *gpu.Command, o *exec.Outcome) sched.Cost {
	a := b.queue.adapter
	if len(o.Prints) > 0 {
		b.print(o)
	}
	if len(o.Faults)+len(o.Indirect)+len(o.Reports)+len(o.Races) > 0 {
		f := b.findings(c)
		f.Each(o, b.happened)
		for i := range o.Races {
			a.layers.Happened(b.work(), f.Race(o.Races[i]), b.rehearsed.Tells(b.thread, b.call))
		}
	}
	for i := range o.Fetches {
		o.Fetches[i].Origin = b.origin(c)
		b.happened(&o.Fetches[i])
	}
	a.stats.WorkItems += o.WorkItems
	a.stats.Instructions += o.Instructions
	switch {
	case o.Hung:
		f := b.findings(c)
		return b.fault(&incident.Hang{Origin: b.origin(c), Kernel: f.Kernel(o.HungStage), Site: o.HungSite, Group: o.HungGroup, Budget: a.budget}, gpu.RemovedDeviceHung)
	case o.Err != nil:
		a.layers.HastenBefore(b.work())
		a.failed(o.Err)
		return sched.Cost{Fault: true}
	}
	return sched.Cost{Time: a.cost(b.queue.queue.Kind(), c, o)}
}

// work is the batch as layers know it.
func (b *batch) work() layers.Work {
	return layers.Work{Queue: b.queue.id, Submission: b.number, Thread: b.thread, Call: b.call}
}

// happened reports an incident that ends nothing.
func (b *batch) happened(i incident.Incident) { b.queue.adapter.layers.Happened(b.work(), i, nil) }

// cost is the virtual time of a command, from its counts.
func (a *Adapter) cost(kind sched.Kind, c *gpu.Command, o *exec.Outcome) sched.Time {
	class := costs.ClassOf(c, o)
	switch class {
	case costs.Draw:
		a.stats.Draws++
		a.stats.Primitives += o.Drawn.IAPrimitives
	case costs.Dispatch:
		a.stats.Dispatches++
	case costs.Copy:
		a.stats.Copies++
		a.stats.BytesCopied += o.BytesWritten
	}
	return class.Time(&a.profile, kind, o, class == costs.Copy && a.crossesLink(c))
}

// crossesLink says whether a copy has an end in system memory.
func (a *Adapter) crossesLink(c *gpu.Command) bool {
	for _, id := range [...]gpu.ID{c.Dst, c.Src} {
		if r, ok := a.objects.Get(id).(*Resource); ok && r.exec.HeapType != gpu.HeapDefault {
			return true
		}
	}
	return false
}

// fault reports an incident that removes the device: the scheduler does so when it sees the cost.
func (b *batch) fault(i incident.Incident, reason gpu.RemovedReason) sched.Cost {
	b.queue.adapter.layers.HastenBefore(b.work())
	b.queue.adapter.layers.Incident(i)
	b.queue.home.lose(reason, i.IncidentSite())
	return sched.Cost{Fault: true}
}

// Retire implements sched.Batch.
func (b *batch) Retire(completed bool) {
	b.end()
	b.queue.adapter.layers.Retired(b.queue.id, b.number, completed)
	if completed {
		b.queue.home.tuner.Retired(b.measure, b.samples)
	}
	for i, s := range b.streams {
		s.Fly(-1)
		b.streams[i] = nil
	}
	b.streams = b.streams[:0]
	q := b.queue
	last := len(q.flight) - 1
	if last > 0 {
		copy(q.flight, q.flight[1:])
	}
	q.flight[last], q.flight = nil, q.flight[:last]
	q.spare.Give(b)
}

func (b *batch) origin(c *gpu.Command) (o gpu.Origin) {
	b.writeOrigin(&o, c)
	return o
}

// writeOrigin writes it where it is wanted.
func (b *batch) writeOrigin(o *gpu.Origin, c *gpu.Command) {
	o.Queue, o.List, o.Index, o.Op, o.By = b.queue.id, c.List, c.Index, c.Op, c.By
	o.RecordSite, o.SubmitSite, o.BundleSite, o.Region = c.Site, b.site, b.bundled, ""
	if n := len(b.regions); n > 0 {
		o.Region = b.regions[n-1]
	}
}

// findings words what the executor says of a command as incidents.
func (b *batch) findings(c *gpu.Command) findings.Work {
	a := b.queue.adapter
	return findings.Work{Origin: b.origin(c), Op: c.Op, Program: b.program, Bindings: a.kernels.Bindings, Memory: func() (uint64, uint64) { return a.vram.Limit(), a.vram.InUse() }}
}

// missing returns an object that a command needs and that does not exist any more, or 0.
func (a *Adapter) missing(c *gpu.Command) gpu.ID {
	if c.Dst|c.Src|c.Heaps[0]|c.Heaps[1] == 0 {
		if c.Object == 0 || a.objects.Get(c.Object) != nil {
			return 0
		}
		return c.Object
	}
	for _, id := range [...]gpu.ID{c.Dst, c.Src, c.Object, c.Heaps[0], c.Heaps[1]} {
		if id != 0 && a.objects.Get(id) == nil {
			return id
		}
	}
	return 0
}

// print hands on what a kernel printed.
func (b *batch) print(o *exec.Outcome) {
	if f := b.queue.adapter.onPrintf; f != nil {
		for i := range o.Prints {
			f(o.Prints[i].Text)
		}
	}
}

// program is the program of the bound pipeline for a stage, nil if there is none.
func (b *batch) program(s gpu.ShaderStage) gpu.Shader {
	if p, ok := b.queue.adapter.objects.Get(b.bindings.Pipeline()).(*PipelineState); ok {
		return p.shader(s)
	}
	return nil
}
