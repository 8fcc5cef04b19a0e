package batch

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/costs"
	"github.com/gpuscript/gpuscript/gpu/device/internal/events"
	"github.com/gpuscript/gpuscript/gpu/device/internal/findings"
	"github.com/gpuscript/gpuscript/gpu/device/internal/layers"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// finish reports what a command did and turns its counts into virtual time.
func (b *Batch) finish(c *gpu.Command, o *exec.Outcome) sched.Cost {
	m := b.queue.machine
	if len(o.Prints) > 0 {
		b.print(o)
	}
	if len(o.Faults)+len(o.Indirect)+len(o.Reports)+len(o.Races) > 0 {
		f := b.findings(c)
		f.Each(o, b.happened)
		for i := range o.Races {
			if o.IsUnaligned(gpu.StageCompute, o.Races[i].Binding) {
				continue // addresses between words are why two work items meet
			}
			m.Layers.Happened(b.work(), f.Race(o, o.Races[i]), b.rehearsed.Tells(b.thread, b.call))
		}
	}
	if len(o.Fetches)+len(o.Beyond)+len(o.Strides) > 0 {
		b.fetched(c, o)
	}
	m.Counts.WorkItems += o.WorkItems
	m.Counts.Instructions += o.Instructions
	switch {
	case o.Hung:
		f := b.findings(c)
		return b.fault(&incident.Hang{Origin: b.origin(c), Kernel: f.Kernel(o.HungStage), Site: o.HungSite, Group: o.HungGroup, Budget: m.Budget},
			gpu.RemovedDeviceHung)
	case o.Err != nil:
		m.Layers.HastenBefore(b.work())
		m.World.Failed(o.Err)
		return sched.Cost{Fault: true}
	}
	return sched.Cost{Time: m.cost(b.queue.queue.Kind(), c, o)}
}

// fetched reports what a draw fetches from outside of its buffers.
func (b *Batch) fetched(c *gpu.Command, o *exec.Outcome) {
	f := b.findings(c)
	indices := f.Indices(o)
	for i := range o.Fetches {
		o.Fetches[i].Origin = f.Origin
		b.happened(incident.Derived{Incident: &o.Fetches[i], Feeds: indices})
	}
	for i := range o.Beyond {
		o.Beyond[i].Origin = f.Origin
		b.happened(incident.Derived{Incident: &o.Beyond[i], Feeds: f.Always})
	}
	for i := range o.Strides {
		o.Strides[i].Origin = f.Origin
		b.happened(incident.Derived{Incident: &o.Strides[i], Feeds: f.Always})
	}
}

// cost is the virtual time of a command, from its counts.
func (m *Machine) cost(kind sched.Kind, c *gpu.Command, o *exec.Outcome) sched.Time {
	class := costs.ClassOf(c, o)
	switch class {
	case costs.Draw:
		m.Counts.Draws++
		m.Counts.Primitives += o.Drawn.IAPrimitives
	case costs.Dispatch:
		m.Counts.Dispatches++
	case costs.Copy:
		m.Counts.Copies++
		m.Counts.BytesCopied += o.BytesWritten
	}
	return class.Time(m.Profile, kind, o, class == costs.Copy && m.World.CrossesLink(c))
}

// work is the batch as layers know it.
func (b *Batch) work() layers.Work {
	return layers.Work{Queue: b.queue.id, Submission: b.number, Command: b.command, Thread: b.thread, Call: b.call}
}

// happened reports an incident that ends nothing.
func (b *Batch) happened(i incident.Derived) { b.queue.machine.Layers.Happened(b.work(), i, nil) }

// fault reports an incident that removes the device: the scheduler does so when it sees the cost.
func (b *Batch) fault(i incident.Incident, reason gpu.RemovedReason) sched.Cost {
	b.queue.machine.Layers.HastenBefore(b.work())
	b.queue.machine.Layers.Incident(i)
	b.queue.lose(reason, i.IncidentSite())
	return sched.Cost{Fault: true}
}

// touched tells the layers what a command did to memory. Every kind of command comes through here.
func (b *Batch) touched(c *gpu.Command, o *exec.Outcome) {
	m := b.queue.machine
	if !m.Layers.Followed() && !m.Sim.Watched() {
		return
	}
	t := &m.Accesses
	if o.Skipped {
		t.Reset()
	} else {
		t.Of(m.World, b.queue.typ, c, o)
		t.Watch(m.Sim, m.World)
	}
	if len(t.List) > 0 || len(c.Barriers) > 0 {
		e := &m.executed
		b.writeOrigin(&e.Origin, c)
		e.Submission, e.Number, e.Pipeline, e.Barriers, e.Accesses, e.Same = b.number, b.command,
			b.bindings.Pipeline(), c.Barriers, t.List, t.Same
		m.told.batch, m.told.command, m.told.outcome = b, c, o
		if m.told.feeds == nil {
			m.told.feeds = m.feeds
		}
		e.Feeds = m.told.feeds
		m.Layers.Executed(e)
	}
}

// did keeps what a command did for its event.
func (b *Batch) did(c *gpu.Command, o *exec.Outcome) {
	m := b.queue.machine
	if !m.Watched {
		return
	}
	var touched []gpu.Access
	if m.Layers.Followed() {
		touched = m.Accesses.List
	}
	b.done = events.Add(b.done, c, o, func() string { return m.World.NameOf(b.bindings.Pipeline()) }, touched, m.World.MemoryOf)
}

// print hands on what a kernel printed.
func (b *Batch) print(o *exec.Outcome) {
	if f := b.queue.machine.OnPrintf; f != nil {
		for i := range o.Prints {
			f(o.Prints[i].Text)
		}
	}
}

func (b *Batch) origin(c *gpu.Command) (o gpu.Origin) {
	b.writeOrigin(&o, c)
	return o
}

// writeOrigin writes it where it is wanted.
func (b *Batch) writeOrigin(o *gpu.Origin, c *gpu.Command) {
	o.Queue, o.List, o.Index, o.Op, o.By = b.queue.id, c.List, c.Index, c.Op, c.By
	o.RecordSite, o.SubmitSite, o.Region = c.Site, b.site, ""
	o.BundleSite, o.BundleList, o.BundleIndex = 0, 0, 0
	if run := b.bundled; run != nil {
		o.BundleSite, o.BundleList, o.BundleIndex = run.Site, run.List, run.Index
	}
	if n := len(b.regions); n > 0 {
		o.Region = b.regions[n-1]
	}
}

// findings words what the executor says of a command as incidents.
func (b *Batch) findings(c *gpu.Command) findings.Work {
	m := b.queue.machine
	return findings.Work{Origin: b.origin(c), Op: c.Op, Program: b.program, Bindings: m.Kernels.Bindings,
		Facts: func(p gpu.Shader) findings.Facts { return m.Kernels.Facts(p) }, Always: b.always(c),
		Memory: func() (uint64, uint64) { return m.VRAM.Limit(), m.VRAM.InUse() }}
}

// always are bytes that decide what a command does whatever its program is: a predicate, and arguments. They are called as accesses to them are.
func (b *Batch) always(c *gpu.Command) (out []gpu.Feed) {
	if p := b.bindings.Predicate(); p != 0 {
		out = append(out, gpu.Feed{Resource: p, Slot: "predicate", Earlier: true})
	}
	if c.Op == gpu.OpExecuteIndirect {
		out = append(out, gpu.Feed{Resource: c.Src, Slot: "arguments"})
		if c.Dst != 0 {
			out = append(out, gpu.Feed{Resource: c.Dst, Slot: "count"})
		}
	}
	return out
}

// feeds are those of a slot of the command that is told of.
func (m *Machine) feeds(slot string) []gpu.Feed {
	f := m.told.batch.findings(m.told.command)
	return f.Slot(m.told.outcome, slot)
}
