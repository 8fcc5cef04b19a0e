// Package batch does the commands of submissions, when their virtual start comes, and tells what they did.
//
//	Begin, Add ─▶ batch ─Step(i)─▶ are the objects there? ─▶ exec.Machine.Do ─▶ touched: layers ─▶ findings, counts ─▶ virtual cost
//	                └─Retire──▶ the recordings are free, the batch is used again
//
// It must not know what calls a device has: it asks about objects through a World.
package batch

import (
	"context"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/accesses"
	"github.com/gpuscript/gpuscript/gpu/device/internal/layers"
	"github.com/gpuscript/gpuscript/gpu/device/internal/recording"
	"github.com/gpuscript/gpuscript/gpu/device/internal/rehearsal"
	"github.com/gpuscript/gpuscript/gpu/device/internal/tuning"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

// Programs are those of a pipeline.
type Programs struct {
	Rehearsals *rehearsal.Kernel // of the kernel; nil: graphics, or nobody asks for reports
	Tuning     *tuning.Pipeline  // nil: no background processing
	Compute    gpu.Shader
	Graphics   *gpu.GraphicsPipelineStateDesc // nil: compute
}

// Shader is the program for a stage, nil if there is none.
func (p *Programs) Shader(s gpu.ShaderStage) gpu.Shader {
	switch {
	case p.Graphics == nil:
		return p.Compute
	case s == gpu.StagePixel:
		return p.Graphics.PS
	}
	return p.Graphics.VS
}

// World is what batches ask about objects and threads.
type World interface {
	exec.Env
	// Missing is an object that a command needs and that does not exist any more, 0 if there is none.
	Missing(c *gpu.Command) gpu.ID
	// Runs says of which submission a command is done from now on, by its number among those of all queues, and 0 that none is done. Finished says
	// that one will do no more.
	Runs(submission uint64)
	Finished(submission uint64)
	// Programs are those of a pipeline, nil if it is none.
	Programs(pipeline gpu.ID) *Programs
	// CrossesLink says whether a copy has an end in system memory.
	CrossesLink(c *gpu.Command) bool
	// NameOf is the name of an object, and MemoryOf that of one whose bytes commands touch, "" of others.
	NameOf(id gpu.ID) string
	MemoryOf(id gpu.ID) string
	// Thread is the running CPU thread, 0 for the main thread.
	Thread() gpu.ID
	// Context cancels kernels. Failed keeps the error with which one could not run.
	Context() context.Context
	Failed(err error)
}

// Counts are how much was done.
type Counts struct {
	Submits, Dispatches, Copies, Draws, Primitives, WorkItems, Instructions uint64
	BytesCopied                                                             uint64
}

// Machine is what does the work of all queues.
type Machine struct {
	World    World
	Exec     *exec.Machine
	Layers   *layers.Chain
	Kernels  *kernel.Runner
	VRAM     *mem.Space
	Sim      *sched.Sim
	Profile  *sched.Profile
	Budget   uint64       // instructions of a work group
	Rehearse bool         // dispatches are looked through for work items in each other's way
	Watched  bool         // somebody is told of each command
	OnPrintf func(string) // nil: nobody is told what kernels print
	Accesses accesses.List
	Counts   Counts
	executed gpu.Executed
	told     struct { // what executed is about
		feeds   func(slot string) []gpu.Feed
		batch   *Batch
		command *gpu.Command
		outcome *exec.Outcome
	}
}

// Told tells the followers of work what it touched: the accesses of the machine.
func (m *Machine) Told(o gpu.Origin, submission uint64) {
	m.executed = gpu.Executed{Origin: o, Submission: submission, Accesses: m.Accesses.List}
	m.Layers.Executed(&m.executed)
}

// Queue has the submissions of a queue.
type Queue struct {
	machine *Machine
	id      gpu.ID
	typ     gpu.CommandListType
	queue   *sched.Queue
	tuner   *tuning.Tuner
	lose    func(gpu.RemovedReason, gpu.Site) // removes the device
	spare   recording.Reuse[Batch]
	flight  []*Batch // begun and not retired, in order
	begun   uint64
}

// NewQueue has none. lose removes the device of the queue.
func (m *Machine) NewQueue(id gpu.ID, typ gpu.CommandListType, queue *sched.Queue, tuner *tuning.Tuner,
	lose func(gpu.RemovedReason, gpu.Site)) *Queue {
	return &Queue{machine: m, id: id, typ: typ, queue: queue, tuner: tuner, lose: lose}
}

// Submissions is how many there were.
func (q *Queue) Submissions() uint64 { return q.begun }

// Present counts a submission that is no batch, and is its number.
func (q *Queue) Present() uint64 {
	q.begun++
	return q.begun
}

// Oldest is the first batch that is not retired, nil if there is none.
func (q *Queue) Oldest() *Batch {
	if len(q.flight) == 0 {
		return nil
	}
	return q.flight[0]
}

// Spare is how many batches wait for their next use.
func (q *Queue) Spare() int { return q.spare.Spare() }

// Begin begins a submission.
func (q *Queue) Begin(site gpu.Site) *Batch {
	b, m := q.spare.Take(), q.machine
	q.begun++
	m.Counts.Submits++
	m.Exec.Submitted()
	b.queue, b.site, b.at, b.first, b.number, b.thread, b.call = q, site, 0, 0, q.begun, m.World.Thread(), m.Counts.Submits
	b.measure, b.samples = q.tuner.Measure(), b.samples[:0]
	q.flight = append(q.flight, b)
	return b
}

// retire takes the oldest batch back.
func (q *Queue) retire(b *Batch) {
	last := len(q.flight) - 1
	if last > 0 {
		copy(q.flight, q.flight[1:])
	}
	q.flight[last], q.flight = nil, q.flight[:last]
	q.spare.Give(b)
}

// Number is that of the submission on its queue, from 1.
func (b *Batch) Number() uint64 { return b.number }

// Done takes out what the command that was done last did, for traces.
func (b *Batch) Done() (d *trace.Done) {
	d, b.done = b.done, nil
	return d
}
