// Package submit is the queues of the engine: each submission waits, executes, signals the queue's own fence and then others, as one step that
// simulated CPU threads do not part.
//
// It must not know contexts, objects or rules.
package submit

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Queue is the queue of an immediate context.
type Queue struct {
	Index  int // in the device
	Native *device.CommandQueue
	Fence  *device.Fence // the value of each submission
	Type   gpu.CommandListType
	Life   *lifetime.Queue
	Known  uint64 // the highest value that the application has waited for
	// Signals are those of the program's fences that follow submissions for which the application has not waited.
	Signals []Signal
	// Leads has the first signal that was enqueued for the last submission of a call: waits come before it.
	Leads map[gpu.Site]gpu.Site
}

// Signal is a signal of a fence of the program after a submission.
type Signal struct {
	Fence      string   // as messages name it
	Made, Site gpu.Site // of the fence, and of the call that enqueued the signal
	Value      uint64
	Submission uint64      // the value of the queue's own fence
	Released   func() bool // whether the program has given the fence up
}

// Sent notes what signals follow a submission that a call makes.
func (q *Queue) Sent(call gpu.Site, signals []Signal) {
	q.Signals = slices.DeleteFunc(q.Signals, func(s Signal) bool { return s.Submission <= q.Known })
	if len(signals) == 0 {
		delete(q.Leads, call)
		return
	}
	if q.Leads == nil {
		q.Leads = map[gpu.Site]gpu.Site{}
	}
	q.Leads[call] = signals[0].Site
	q.Signals = append(q.Signals, signals...)
}

// Create makes a queue of a device with its fence. Life is set by the domain of the queues.
func Create(d *device.Device, desc gpu.CommandQueueDesc, site gpu.Site) (*Queue, error) {
	d.SetSite(site)
	q, err := d.CreateCommandQueue(desc)
	if err != nil {
		return nil, err
	}
	d.SetSite(site)
	f, err := d.CreateFence(0, 0, desc.Name+" progress")
	if err != nil {
		q.SetSite(site)
		_ = q.Release()
		return nil, err
	}
	f.HandOver()
	return &Queue{Native: q, Fence: f, Type: desc.Type}, nil
}

// Progress is a queue's fence for package lifetime. Site says where the running call is. It peeks: that the engine knows how far the GPU is does
// not mean that the application does.
type Progress struct {
	Fence *device.Fence
	Site  *gpu.Site
}

// CompletedValue implements lifetime.Fence.
func (p Progress) CompletedValue() (uint64, error) {
	p.Fence.SetSite(*p.Site)
	return p.Fence.PeekCompletedValue()
}

// Twice does a call again if it fails. An error of work that went wrong meanwhile comes out of whichever call is next and keeps
// that call from being done; inside a submission the call must be done all the same. The first error is returned with ok.
func Twice(call func() error) (first error, ok bool) {
	if first = call(); first == nil {
		return nil, true
	}
	return first, call() == nil
}

// Pair is a fence with a value.
type Pair struct {
	Fence *device.Fence
	Value uint64
}

// Submission is what goes to a queue in one step: all waits, the lists, the queue's own signal, all signals.
type Submission struct {
	Waits, Signals []Pair
	Lists          []gpu.CommandList
	Transient      bool // takes no number and pairs nothing with its value
	// Sent, unless nil, hears which submission of the queue, from 1, the lists become, and the value of the queue's own fence after them.
	Sent func(submission, value uint64)
}

// Submit sends a submission. A Value that is not 0 says that it was sent, also where err has an error of earlier work.
func (q *Queue) Submit(site gpu.Site, s Submission) (lifetime.Submission, error) {
	var late error
	do := func(call func() error) error {
		q.Native.SetSite(site)
		first, done := Twice(call)
		if late == nil {
			late = first
		}
		if done {
			return nil
		}
		return first
	}
	as := q.Life.Submit
	if s.Transient {
		as = q.Life.SubmitTransient
	}
	sent, err := as(func(value uint64) error { return q.send(s, value, do) })
	if err != nil {
		return sent, err
	}
	return sent, late
}

// send makes the calls of a submission.
func (q *Queue) send(s Submission, value uint64, do func(func() error) error) error {
	for _, w := range s.Waits {
		if err := do(func() error { return q.Native.Wait(w.Fence, w.Value) }); err != nil {
			return err
		}
	}
	if len(s.Lists) > 0 {
		if s.Sent != nil {
			s.Sent(q.Native.Submissions()+1, value)
		}
		if err := do(func() error { return q.Native.ExecuteCommandLists(s.Lists) }); err != nil {
			return err
		}
	}
	if value != 0 {
		if err := do(func() error { return q.Native.Signal(q.Fence, value) }); err != nil {
			return err
		}
	}
	for _, w := range s.Signals {
		if err := do(func() error { return q.Native.Signal(w.Fence, w.Value) }); err != nil {
			return err
		}
	}
	return nil
}

// Wait blocks the calling thread until a value has been reached.
func (q *Queue) Wait(site gpu.Site, value uint64) error {
	q.Fence.SetSite(site)
	if err := q.Fence.WaitCPU(value); err != nil {
		return err
	}
	q.Known = max(q.Known, value)
	return nil
}

// Poll asks, for the application, which value has been reached.
func (q *Queue) Poll(site gpu.Site) (uint64, error) {
	q.Fence.SetSite(site)
	v, err := q.Fence.GetCompletedValue()
	if err == nil {
		q.Known = max(q.Known, v)
	}
	return v, err
}

// Reached is Poll of a caller that wants to know only whether a value was reached.
func (q *Queue) Reached(site gpu.Site, value uint64) (bool, error) {
	q.Fence.SetSite(site)
	v, err := q.Fence.CompareCompletedValue(func(read uint64) (least uint64, only bool) {
		if read >= value {
			least = value
		}
		return least, true
	})
	if err != nil || v < value {
		return false, err
	}
	q.Known = max(q.Known, value)
	return true, nil
}

// Baton is a lock of simulated CPU threads: one of them runs at a time, so a flag is enough, and who finds it taken waits for
// an event of the machine instead of blocking the goroutine that the others need.
type Baton struct {
	Adapter *device.Adapter
	Of      string    // what it guards
	Site    *gpu.Site // of the running call
	held    bool
	waiting int
	free    *device.Event
}

// Lock implements lifetime.Locker.
func (b *Baton) Lock() error {
	for b.held {
		if b.free == nil {
			if err := b.create(); err != nil {
				return err
			}
			continue // the lock may have become free meanwhile
		}
		b.waiting++
		err := b.Adapter.WaitForOwn(*b.Site, b.free)
		b.waiting--
		if err != nil {
			return err
		}
	}
	b.held = true
	return nil
}

// create makes the event that threads wait for. Another thread may have made one meanwhile.
func (b *Baton) create() error {
	e, err := b.Adapter.CreateEvent(gpu.EventDesc{Name: b.Of + " is free"}, *b.Site)
	switch {
	case err != nil:
		return err
	case b.free != nil:
		return e.Release()
	}
	b.free = e
	return nil
}

// Unlock implements lifetime.Locker.
func (b *Baton) Unlock() {
	b.held = false
	if b.waiting > 0 {
		_, _ = Twice(b.free.SetEvent)
	}
}

// Release gives the event up, if there is one.
func (b *Baton) Release() error {
	if b.free == nil {
		return nil
	}
	return b.free.Release()
}
