package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/batch"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// CommandQueue executes lists of its type in the order of submission, with one completion timeline (S5).
type CommandQueue struct {
	object
	desc  gpu.CommandQueueDesc
	queue *sched.Queue
	work  *batch.Queue
	shows int // swap chains that present on it
}

// Desc is the queue's description.
func (q *CommandQueue) Desc() gpu.CommandQueueDesc { return q.desc }

// Submissions is how many times lists were submitted to the queue: the number that gpu.Executed gives the last of them.
func (q *CommandQueue) Submissions() uint64 { return q.work.Submissions() }

// CreateCommandQueue makes a queue.
func (d *Device) CreateCommandQueue(desc gpu.CommandQueueDesc) (*CommandQueue, error) {
	q := &CommandQueue{desc: desc}
	call := d.begin(d.head("CreateCommandQueue"), q, gpu.KindCommandQueue, "queue", &q.desc.Name, &q.desc)
	return q, d.adapter.create(sched.CallCreate, call, q, func() error {
		q.queue = d.gpu.NewQueue(sched.QueueDesc{Kind: queueKind(desc.Type), Priority: int(desc.Priority), Name: q.name, Tag: sched.Tag(q.id)})
		q.work = d.adapter.work.NewQueue(q.id, desc.Type, q.queue, d.tuner, d.lose)
		return nil
	})
}

func queueKind(t gpu.CommandListType) sched.Kind {
	switch t {
	case gpu.ListCompute:
		return sched.Compute
	case gpu.ListCopy:
		return sched.Copy
	}
	return sched.Direct
}

// ExecuteCommandLists submits closed lists, which run in array order, after everything submitted to the queue before. It returns at once.
func (q *CommandQueue) ExecuteCommandLists(lists []gpu.CommandList) error {
	call := q.adapter.submits.Take()
	err := q.submit(call, lists)
	q.adapter.submits.Give(call)
	return err
}

// submit is ExecuteCommandLists, described in call.
func (q *CommandQueue) submit(call *gpu.SubmitCall, lists []gpu.CommandList) error {
	a := q.adapter
	call.CallHead, call.Queue, call.Lists = q.head("ExecuteCommandLists"), q.id, call.Lists[:0]
	for _, l := range lists {
		call.Lists = append(call.Lists, l.ID())
	}
	if err := q.home.alive(&call.CallHead); err != nil {
		return err
	}
	if err := a.tick(sched.CallSubmit); err != nil {
		return err
	}
	free := a.layers.PassesSubmit(call)
	if !free {
		if ok, err := a.layers.Check(call); !ok {
			if reason := a.layers.Removal(); reason != gpu.RemovedNot { // as the runtime of Direct3D 12 does where it cannot recover
				q.home.remove(reason, call.Site)
			}
			return err
		}
	}
	b := q.work.Begin(call.Site)
	for _, l := range lists {
		b.Add(l.(*CommandList).stream)
	}
	q.queue.Submit(b, sched.Tag(call.Site))
	q.told(lists, call.Site)
	if free {
		return nil
	}
	return a.leave(call)
}

// Signal sets the fence to value after all earlier work of the queue has completed. The value may be lower than before.
func (q *CommandQueue) Signal(f gpu.Fence, value uint64) error {
	return q.fenceCall("Signal", gpu.FenceQueueSignal, f.(*Fence), value)
}

// Wait holds everything submitted later back until the fence has reached value. It returns at once; the signal may come later.
func (q *CommandQueue) Wait(f gpu.Fence, value uint64) error {
	return q.fenceCall("Wait", gpu.FenceQueueWait, f.(*Fence), value)
}

func (q *CommandQueue) fenceCall(method string, act gpu.FenceAct, f *Fence, value uint64) error {
	call := q.adapter.fences.Take()
	call.CallHead, call.Act, call.Queue, call.Fence, call.Value, call.Event = q.head(method), act, q.id, f.id, value, 0
	err := q.fence(call, f.fence)
	q.adapter.fences.Give(call)
	return err
}

// fence is Signal or Wait, described in call.
func (q *CommandQueue) fence(call *gpu.FenceCall, f *sched.Fence) error {
	a := q.adapter
	if err := q.home.alive(&call.CallHead); err != nil {
		return err
	}
	ok, free, err := a.enterFence(call)
	if !ok {
		return err
	}
	if call.Act == gpu.FenceQueueSignal {
		q.queue.Signal(f, call.Value, sched.Tag(call.Site))
	} else {
		q.queue.Wait(f, call.Value, sched.Tag(call.Site))
	}
	if free {
		return nil
	}
	return a.leave(call)
}

// GetTimestampFrequency is the number of timestamp ticks a second.
func (q *CommandQueue) GetTimestampFrequency() uint64 {
	q.adapter.sim.Call(sched.CallQuery)
	return gpu.TimestampFrequency
}

// GetClockCalibration returns the queue's timestamp and the CPU's clock at one instant: both are the virtual clock.
func (q *CommandQueue) GetClockCalibration() (gpuTicks, cpuTicks uint64) {
	q.adapter.sim.Call(sched.CallQuery)
	now := uint64(q.adapter.sim.Now())
	return now, now
}

// Release gives the queue up. What was submitted still runs.
func (q *CommandQueue) Release() error {
	return q.release(func() {
		if q.adapter.destroy(q.id); q.shows == 0 {
			q.home.leaves(q.queue)
		}
	})
}
