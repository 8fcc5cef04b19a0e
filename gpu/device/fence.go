package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Fence is a timeline of values that queues and the CPU signal and wait for (S6–S11).
type Fence struct {
	object
	fence *sched.Fence
	flags gpu.FenceFlags
}

// CreateFence makes a fence. The name may be empty.
func (d *Device) CreateFence(initial uint64, flags gpu.FenceFlags, name string) (*Fence, error) {
	f, desc := &Fence{flags: flags}, gpu.FenceDesc{Name: name, InitialValue: initial, Flags: flags}
	call := d.begin(d.head("CreateFence"), f, gpu.KindFence, "fence", &desc.Name, &desc)
	return f, d.adapter.create(sched.CallCreate, call, f, func() error {
		f.fence = d.gpu.NewFence(initial, f.name, sched.Tag(f.id))
		return nil
	})
}

// GetCreationFlags are the flags that the fence was made with.
func (f *Fence) GetCreationFlags() gpu.FenceFlags { return f.flags }

// GetCompletedValue is the fence's value now; 2^64-1 once the device is removed.
func (f *Fence) GetCompletedValue() (value uint64, err error) {
	return f.call("GetCompletedValue", gpu.FencePoll, 0, nil, nil)
}

// CompareCompletedValue is GetCompletedValue for a program that only compares what it reads: finds says of a value what it finds out, that it is at
// least so much, and false if it has the value itself. What the program does later is ordered by that alone, so that the verdict is the same
// whichever value was read.
func (f *Fence) CompareCompletedValue(finds func(read uint64) (least uint64, only bool)) (value uint64, err error) {
	return f.call("GetCompletedValue", gpu.FencePoll, 0, nil, finds)
}

// PeekCompletedValue is GetCompletedValue for a level that is built on the device and looks for itself, to give its own objects up and to use
// their memory again. The application has not asked: the look does not order what it does later, so what it forgot to wait for is found
// however far the GPU happened to be.
func (f *Fence) PeekCompletedValue() (value uint64, err error) {
	return f.call("GetCompletedValue", gpu.FencePeek, 0, nil, nil)
}

// Signal sets the value at once, from the CPU (S7). It may be lower than before (S8).
func (f *Fence) Signal(value uint64) error {
	_, err := f.call("Signal", gpu.FenceCPUSignal, value, nil, nil)
	return err
}

// SetEventOnCompletion sets the event when the fence reaches value: at once if it has. A nil event blocks the calling thread instead, as WaitCPU.
func (f *Fence) SetEventOnCompletion(value uint64, e *Event) error {
	act := gpu.FenceSetEvent
	if e == nil {
		act = gpu.FenceCPUWait
	}
	_, err := f.call("SetEventOnCompletion", act, value, e, nil)
	return err
}

// WaitCPU blocks the calling thread until the fence has reached value. It composes SetEventOnCompletion and WaitForSingleObject.
func (f *Fence) WaitCPU(value uint64) error {
	_, err := f.call("WaitCPU", gpu.FenceCPUWait, value, nil, nil)
	return err
}

// call is the life of an act on the fence; read is the value that a poll saw, and finds what its caller finds out of that, nil: all. The event is
// that of FenceSetEvent.
func (f *Fence) call(method string, act gpu.FenceAct, value uint64, e *Event, finds func(uint64) (uint64, bool)) (read uint64, err error) {
	call := f.adapter.fences.Take()
	call.CallHead, call.Act, call.Queue, call.Fence, call.Value, call.Event = f.head(method), act, 0, f.id, value, 0
	if e != nil {
		call.Event = e.id
	}
	read, err = f.do(call, e, finds)
	f.adapter.fences.Give(call)
	return read, err
}

// do is call, described in one. Another thread may read the fence before this one comes to it.
func (f *Fence) do(call *gpu.FenceCall, e *Event, finds func(uint64) (uint64, bool)) (read uint64, err error) {
	a := f.adapter
	ok, free, err := a.enterFence(call)
	if !ok {
		return 0, err
	}
	site := sched.Tag(call.Site)
	switch call.Act {
	case gpu.FenceCPUSignal:
		f.fence.Signal(call.Value, site)
	case gpu.FenceCPUWait:
		a.heeds()
		err = a.waited(a.sim.WaitFence(f.fence, call.Value, sched.Infinite, site))
	case gpu.FencePoll, gpu.FencePeek:
		if call.Act == gpu.FencePoll {
			a.heeds()
		}
		read, call.Value = f.fence.Value(), f.fence.Value()
		a.sim.Touch(sched.Touch{Kind: sched.Look, Object: f.fence, Value: read, Tag: site})
		if finds != nil {
			if a.askedInVain(f.id, call.Site, read) {
				read, err = f.settleFor(read, site, finds)
			}
			if least, only := finds(read); only {
				call.Act, call.Value = gpu.FenceCompare, least
			}
		}
	case gpu.FenceSetEvent:
		f.fence.SetEventOnCompletion(call.Value, e.event, site)
	}
	if err != nil || free {
		return read, err
	}
	return read, a.leave(call)
}

// enterFence is enter for a call about a fence. free says that no layer has anything to do with it, so that leave is not needed.
func (a *Adapter) enterFence(call *gpu.FenceCall) (ok, free bool, err error) {
	if err = a.tick(sched.CallSync); err != nil {
		return false, false, err
	}
	if a.layers.PassesFence(call) {
		return true, true, nil
	}
	ok, err = a.layers.Check(call)
	return ok, false, err
}

// Release gives the fence up. It may be in flight: all its waiters go on.
func (f *Fence) Release() error {
	return f.release(func() {
		f.fence.Release()
		f.adapter.destroy(f.id)
	})
}

// Event is what CPU threads wait for, as a Win32 event (gpu.CreateEvent).
type Event struct {
	object
	desc  gpu.EventDesc
	event *sched.Event
	chain *SwapChain // of a frame latency waitable object
}

// EventDesc implements gpu.Event.
func (e *Event) EventDesc() *gpu.EventDesc { return &e.desc }

// CreateEvent makes an event: auto-reset unless the description says otherwise.
func (a *Adapter) CreateEvent(desc gpu.EventDesc, site gpu.Site) (*Event, error) {
	return a.createEvent(desc, nil, site)
}

// createEvent makes an event, which is the waitable object of a swap chain unless chain is nil.
func (a *Adapter) createEvent(desc gpu.EventDesc, chain *SwapChain, site gpu.Site) (*Event, error) {
	e := &Event{desc: desc, chain: chain}
	call := a.begin(a.headAt("CreateEvent", site), e, gpu.KindEvent, "event", &e.desc.Name, &e.desc)
	if chain != nil {
		call.Chain = chain.id
	}
	return e, a.create(sched.CallCreate, call, e, func() error {
		if chain != nil {
			e.event = a.sim.NewSemaphore(e.name, sched.Tag(e.id))
		} else {
			e.event = a.sim.NewEvent(e.name, desc.ManualReset, desc.InitialState, sched.Tag(e.id))
		}
		return nil
	})
}

// SetEvent sets the event.
func (e *Event) SetEvent() error { return e.act("SetEvent", e.event.Set) }

// ResetEvent unsets the event.
func (e *Event) ResetEvent() error { return e.act("ResetEvent", e.event.Reset) }

func (e *Event) act(method string, do func()) error {
	return e.adapter.issue(sched.CallSync, &gpu.EventCall{CallHead: e.head(method), Event: e.id}, func() error {
		do()
		return nil
	})
}

// Release gives the event up.
func (e *Event) Release() error { return e.release(func() { e.adapter.destroy(e.id) }) }

// SetEventOnMultipleFenceCompletion sets the event when all of the fences, or any one, have reached their values. A nil event blocks the calling
// thread instead.
func (d *Device) SetEventOnMultipleFenceCompletion(fences []*Fence, values []uint64, mode gpu.MultipleFenceWait, e *Event) error {
	a := d.adapter
	call := &gpu.MultipleFenceCall{CallHead: d.head("SetEventOnMultipleFenceCompletion"), Device: d.id, Values: values, Mode: mode}
	needs := make([]sched.Need, 0, len(fences))
	for i, f := range fences {
		call.Fences = append(call.Fences, f.id)
		if i < len(values) {
			needs = append(needs, sched.Need{Fence: f.fence, Value: values[i]})
		}
	}
	if e != nil {
		call.Event = e.id
	}
	return a.issue(sched.CallSync, call, func() error {
		if e != nil {
			a.sim.SetEventOnFences(mode == gpu.WaitAll, needs, e.event, sched.Tag(call.Site))
			return nil
		}
		a.heeds()
		return a.waited(a.sim.WaitFences(mode == gpu.WaitAll, needs, sched.Infinite, sched.Tag(call.Site)))
	})
}
