package device

import (
	"context"
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/stalls"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// waited turns the end of a blocking call into its error: that of an incident in the meantime, or of a deadlock. Where a thread has
// ended with an error, what it would have done is what everybody waits for: its error is told, and not the deadlock.
func (a *Adapter) waited(r sched.Result) error { return a.waitedFor(r, incident.Asked{}) }

// waitedFor is waited for a wait that the script makes by asking again and again.
func (a *Adapter) waitedFor(r sched.Result, asked incident.Asked) error {
	if r.Status == sched.Deadlocked {
		failed := slices.ContainsFunc(a.started, func(t *Thread) bool { return t.err != nil })
		a.layers.Hasten(stalls.Told(r.Deadlock, failed, a.waits), incident.Goes, func() {}) // nothing can happen any more
	}
	if err := a.layers.Pending(); err != nil {
		return err
	}
	if r.Status == sched.Deadlocked {
		if err := a.threadError(); err != nil {
			return err
		}
		s := stalls.Of(r.Deadlock, a.waits)
		s.Asked = asked
		return a.layers.Fail(s)
	}
	return a.ctx.Err()
}

// waits is the identity of a thread that waits, 0 of the main thread.
func (a *Adapter) waits(t *sched.Thread) gpu.ID {
	if known := a.threads[t]; known != nil {
		return known.ID()
	}
	return 0
}

// Finish ends the script in an orderly way: threads and GPUs run until nothing can happen any more. It reports queues that
// are stuck behind waits that nothing satisfies, unless a thread has ended with an error, and returns the errors of incidents, then
// those of threads that nobody joined.
func (a *Adapter) Finish() []error {
	s, failed, end := stalls.Of(a.sim.Drain(), a.waits), a.threadErrors(), incident.Ended
	if failed != nil {
		end = incident.Failed
	}
	if s != nil {
		s.AtEnd, s.Told = true, failed != nil
	}
	if halts := a.layers.Hasten(s, end, a.goOn); s != nil && failed == nil && !halts {
		a.layers.Incident(s)
	}
	var errs []error
	if err := a.layers.Pending(); err != nil {
		errs = append(errs, err)
	}
	if err := a.layers.Findings(incident.Ended); err != nil {
		errs = append(errs, err)
	}
	return append(errs, failed...)
}

// Settle lets the GPU do what was submitted by a script that has failed, and returns the errors of that work: a number that was read too early is
// often why a script fails. What comes of its early end, such as a wait for a signal that it did not come to, is not said. While there are threads
// that nobody has joined it does nothing: how far those have come is up to the schedule, and they would do more. failed is the error with which the
// script has failed, nil if that is none of a rule: it is marked if it follows from what was reported, and what follows from it is not returned.
func (a *Adapter) Settle(failed *diag.Diagnostic) []error {
	if len(a.threads) > 0 {
		return nil
	}
	a.layers.Failed(failed)
	defer a.layers.Failed(nil) // the next script of the program is another one
	a.layers.Hasten(stalls.Told(a.sim.Drain(), false, a.waits), incident.Failed, a.goOn)
	return []error{a.layers.Pending(), a.layers.Findings(incident.Failed)}
}

// goOn lets queues go on that stand still in this run and not in others, and do what they have.
func (a *Adapter) goOn() {
	for a.sim.Forgo() {
		a.sim.Drain()
	}
}

// threadErrors are the errors of threads that nobody joined.
func (a *Adapter) threadErrors() []error {
	var errs []error
	for err := a.threadError(); err != nil; err = a.threadError() {
		errs = append(errs, err)
	}
	return errs
}

// threadError takes the error of the eldest thread that ended with one and that nobody joined; nil if there is none.
func (a *Adapter) threadError() (err error) {
	for _, t := range a.started {
		if t.err != nil {
			err, t.err = t.err, nil
			return err
		}
	}
	return nil
}

// SetContext sets the context that cancels kernels and waits from now on.
func (a *Adapter) SetContext(ctx context.Context) { a.ctx = ctx }

// Thread is a simulated CPU thread (gpu.Thread).
type Thread struct {
	object
	thread   *sched.Thread
	err      error
	joined   bool      // before it was released, if it was
	met      []*Thread // have joined it; nil: the main thread
	siblings *siblings // and itself
	maker    string    // what made-up names of its objects end in
}

// Go starts a simulated CPU thread. run is called on a goroutine of its own that runs only while the simulation lets it; its error comes out of Join.
func (a *Adapter) Go(name string, site gpu.Site, run func() error) (*Thread, error) {
	t, named := &Thread{}, name != ""
	call := a.begin(a.headAt("Thread", site), t, gpu.KindThread, "thread", &name, nil)
	return t, a.create(sched.CallThread, call, t, func() error {
		t.maker = a.makerOf(name, named)
		t.thread = a.sim.Go(t.name, func() { t.err = run() })
		if a.siblings[site] == nil {
			a.siblings[site] = &siblings{joined: map[*Thread]int{}}
		}
		t.siblings = a.siblings[site]
		t.siblings.threads++
		a.threads[t.thread] = t
		a.started, a.crowd = append(a.started, t), true
		return nil
	})
}

// Join blocks the calling thread until t has ended, and returns the error with which it ended.
func (t *Thread) Join() error {
	call := &gpu.EventCall{CallHead: t.head("Join"), Events: []gpu.ID{t.id}}
	return t.adapter.issue(sched.CallSync, call, func() error {
		exit, r := t.thread.Join(sched.Infinite, sched.Tag(call.Site))
		if exit.Panic != nil {
			panic(fmt.Sprintf("%v\n%s", exit.Panic.Value, exit.Panic.Stack))
		}
		t.adapter.heeds()
		if err := t.adapter.waited(r); err != nil {
			return err
		}
		t.meet()
		return t.leave()
	})
}

// siblings are the threads that one call has started.
type siblings struct {
	threads int
	heed    bool            // one has asked for what others do
	joined  map[*Thread]int // how many a thread has joined; nil: the main thread
}

// EndsAlone says whether t, and each thread that the same call has started, was joined by the running thread and has asked for nothing that others
// do. Then they would have ended whatever others do. None of that is up to the schedule.
func (t *Thread) EndsAlone() bool {
	s := t.siblings
	return !s.heed && s.joined[t.adapter.Running()] == s.threads
}

// heeds notes that the running thread waits for what others do, or looks at it.
func (a *Adapter) heeds() {
	if t := a.Running(); t != nil {
		t.siblings.heed = true
	}
}

// meet notes that the running thread has joined t.
func (t *Thread) meet() {
	if by := t.adapter.Running(); !slices.Contains(t.met, by) {
		t.met = append(t.met, by)
		t.siblings.joined[by]++
	}
}

// leave forgets a thread that was joined, of which the error is returned. It counts as an object no longer: a script has no other way to give it up.
func (t *Thread) leave() error {
	a := t.adapter
	if _, first := a.threads[t.thread]; !first {
		return nil
	}
	delete(a.threads, t.thread)
	if !t.released {
		a.live, t.joined = a.live-1, true
	}
	if a.joined++; 2*a.joined > len(a.started) {
		a.started = slices.DeleteFunc(a.started, func(t *Thread) bool { return a.threads[t.thread] == nil })
		a.joined = 0
	}
	err := t.err
	t.err = nil
	return err
}

// Release gives the thread up; it goes on, and Finish returns its error.
func (t *Thread) Release() error {
	return t.release(func() {
		if t.adapter.destroy(t.id); t.joined {
			t.adapter.live++ // Join has counted it
		}
	})
}

// threadID is the running thread, 0 for the main thread.
func (a *Adapter) threadID() gpu.ID {
	if t := a.Running(); t != nil {
		return t.id
	}
	return 0
}

// Running is the simulated thread that runs now, nil for the main thread.
func (a *Adapter) Running() *Thread {
	if len(a.threads) == 0 {
		return nil
	}
	return a.threads[a.sim.Running()]
}

// WaitStatus is the result of a wait for events.
type WaitStatus uint8

// The results.
const (
	WaitObject  WaitStatus = iota // the events were set
	WaitTimeout                   // the time has passed
)

// WaitForever is the timeout that never passes.
const WaitForever = ^uint64(0)

// WaitForEvents blocks the calling thread until all of the events, or any one, are set, or timeout virtual nanoseconds have passed. index is the
// lowest event that was set, for a wait for any. heeded says that the caller looks at status and index: else a wait that may time out proves nothing,
// and one for any of several events no more than each of them does.
func (a *Adapter) WaitForEvents(method string, site gpu.Site, events []*Event, all bool, timeout uint64,
	heeded bool) (status WaitStatus, index int, err error) {
	limit := sched.Time(min(timeout, uint64(sched.Infinite)))
	call := &gpu.EventCall{CallHead: a.headAt(method, site), All: all, Timed: limit != sched.Infinite, Unheeded: !heeded && limit != sched.Infinite,
		Whichever: !heeded && !all && len(events) > 1}
	inner := make([]*sched.Event, len(events))
	for i, e := range events {
		inner[i] = e.event
		call.Events = append(call.Events, e.id)
	}
	err = a.issue(sched.CallSync, call, func() error {
		a.heeds()
		if len(events) == 1 && events[0].chain != nil && !call.Timed {
			return events[0].chain.begin(sched.Tag(site))
		}
		r, asked := a.sim.WaitEvents(all, inner, limit, sched.Tag(site)), incident.Asked{}
		if r.Status == sched.TimedOut && heeded && a.askedInVain(call.Events[0], site, 0) {
			r, asked = a.sim.WaitEvents(all, inner, sched.Infinite, sched.Tag(site)), incident.Asked{Times: patience}
		}
		if r.Status == sched.TimedOut {
			status = WaitTimeout
		}
		call.TimedOut, call.Index = r.Status == sched.TimedOut, r.Index
		return a.waitedFor(r, asked)
	})
	return status, call.Index, err
}

// WaitForOwn blocks the calling thread until an event is set by which a level built on the device keeps threads apart. Whether a thread has to wait
// at all is up to the schedule, so it says nothing about the order of what the application does, and no layer sees it.
func (a *Adapter) WaitForOwn(site gpu.Site, e *Event) error {
	if err := a.tick(sched.CallSync); err != nil {
		return err
	}
	return a.waited(a.sim.WaitEvents(false, []*sched.Event{e.event}, sched.Infinite, sched.Tag(site)))
}
