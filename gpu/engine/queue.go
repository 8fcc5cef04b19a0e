package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/lifetime"
)

// queue is the queue of an immediate context.
type queue struct {
	native *device.CommandQueue
	fence  *device.Fence // the value of each submission
	typ    gpu.CommandListType
	life   *lifetime.Queue
	known  uint64 // the highest value that the application has waited for
}

// progress is a device fence for package lifetime.
type progress struct {
	dev   *RenderDevice
	fence *device.Fence
}

// CompletedValue implements lifetime.Fence.
func (p progress) CompletedValue() (uint64, error) {
	p.fence.SetSite(p.dev.site)
	return p.fence.GetCompletedValue()
}

// twice does a call again if it fails. An error of work that went wrong meanwhile comes out of whichever call is next and keeps
// that call from being done; inside a submission the call must be done all the same. The first error is returned with ok.
func twice(call func() error) (first error, ok bool) {
	if first = call(); first == nil {
		return nil, true
	}
	return first, call() == nil
}

// submit sends closed lists in one submission, which signals the queue's fence: all waits, the lists, all signals.
func (q *queue) submit(site gpu.Site, lists []gpu.CommandList) (lifetime.Submission, error) {
	return q.submitWith(site, lists, q.life.Submit, nil, nil)
}

// pair is a fence with a value.
type pair struct {
	fence *Fence
	value uint64
}

func (q *queue) submitWith(site gpu.Site, lists []gpu.CommandList, as func(func(uint64) error) (lifetime.Submission, error), waits, signals []pair) (lifetime.Submission, error) {
	var late error
	s, err := as(func(value uint64) error {
		var ok bool
		do := func(call func() error) error {
			q.native.SetSite(site)
			first, done := twice(call)
			if late == nil {
				late = first
			}
			if ok = done; !ok {
				return first
			}
			return nil
		}
		for _, w := range waits {
			if err := do(func() error { return q.native.Wait(w.fence.native, w.value) }); err != nil {
				return err
			}
		}
		if len(lists) > 0 {
			if err := do(func() error { return q.native.ExecuteCommandLists(lists) }); err != nil {
				return err
			}
		}
		if value != 0 {
			if err := do(func() error { return q.native.Signal(q.fence, value) }); err != nil {
				return err
			}
		}
		for _, w := range signals {
			if err := do(func() error { return q.native.Signal(w.fence.native, w.value) }); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return s, err
	}
	return s, late
}

// wait blocks the calling thread until a value has been reached.
func (q *queue) wait(site gpu.Site, value uint64) error {
	q.fence.SetSite(site)
	if err := q.fence.WaitCPU(value); err != nil {
		return err
	}
	q.known = max(q.known, value)
	return nil
}

// baton is a lock of simulated CPU threads: one of them runs at a time, so a flag is enough, and who finds it taken waits for
// an event of the machine instead of blocking the goroutine that the others need.
type baton struct {
	dev     *RenderDevice
	held    bool
	waiting int
	free    *device.Event
}

// newBaton makes the lock of a queue.
func (d *RenderDevice) newBaton(int) lifetime.Locker {
	b := &baton{dev: d}
	d.batons = append(d.batons, b)
	return b
}

// Lock implements lifetime.Locker.
func (b *baton) Lock() error {
	for b.held {
		if b.free == nil {
			e, err := b.dev.native.Adapter().CreateEvent(gpu.EventDesc{Name: "queue is free"}, b.dev.site)
			if err != nil {
				return err
			}
			b.free = e
		}
		b.waiting++
		_, _, err := b.dev.native.Adapter().WaitForEvents("Flush", b.dev.site, []*device.Event{b.free}, false, device.WaitForever)
		b.waiting--
		if err != nil {
			return err
		}
	}
	b.held = true
	return nil
}

// Unlock implements lifetime.Locker.
func (b *baton) Unlock() {
	b.held = false
	if b.waiting > 0 {
		_, _ = twice(b.free.SetEvent)
	}
}
