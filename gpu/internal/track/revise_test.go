package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLateSignals: what a wait of a thread says is what all signals that can have ended it give, those that another thread gives later in this run,
// too. An access after the wait knows that the work is finished only where the other thread knows of the wait, or of the work.
func TestLateSignals(t *testing.T) {
	type program struct {
		o             *Order
		q, f, e       int
		thread, other Agent
		work          Point
	}
	queue := func(p *program) Agent { return Agent(p.q) }
	fence := func(p *program) Need { return Need{p.f, 1} }
	waits := map[string]func(p *program){
		"a wait":            func(p *program) { p.o.CPUWait(main, fence(p)) },
		"a poll":            func(p *program) { p.o.Poll(main, fence(p)) },
		"one of two fences": func(p *program) { p.o.CPUWaitMany(main, []Need{fence(p), {p.o.AddFence(0), 1}}, false) },
		"an event": func(p *program) {
			p.o.Arm(main, p.e, []Need{fence(p)}, true)
			p.o.WaitEvent(main, p.e)
		},
	}
	late := map[string]struct {
		signal func(p *program)
		knows  bool
	}{
		"none":                          {func(*program) {}, true},
		"a thread that knows nothing":   {func(p *program) { p.o.CPUSignal(p.thread, fence(p), 7) }, false},
		"a queue that it gives it to":   {func(p *program) { p.o.QueueSignal(p.thread, p.o.AddQueue(), fence(p), 7) }, false},
		"a smaller value":               {func(p *program) { p.o.CPUSignal(p.thread, Need{p.f, 0}, 7) }, true},
		"a thread that saw the end":     {func(p *program) { p.o.CPUSignal(p.o.AddThread(main), fence(p), 7) }, true},
		"the thread itself":             {func(p *program) { p.o.CPUSignal(main, fence(p), 7) }, true},
		"one that waited for the other": {func(p *program) { p.o.CPUWait(p.thread, fence(p)); p.o.CPUSignal(p.thread, fence(p), 7) }, true},
		"whoever gives the fence up":    {func(p *program) { p.o.ReleaseFence(p.thread, p.f) }, true},
	}
	for wait, do := range waits {
		for name, tt := range late {
			t.Run(wait+", "+name, func(t *testing.T) {
				o := NewOrder()
				p := &program{o: o, q: int(o.AddQueue()), f: o.AddFence(0), e: o.AddEvent(true, false)}
				p.thread, p.other = o.AddThread(main), o.AddThread(main)
				p.work = o.Submit(main, queue(p), 1)
				o.QueueSignal(main, queue(p), fence(p), 2)
				do(p)
				call := Call{By: main, Knew: o.Knows(main)}
				require.True(t, o.Done(main, p.work), "nothing else was given so far")
				o.Touch(main, true)
				next := o.Submit(main, o.AddQueue(), 3)
				tt.signal(p)
				require.Equal(t, tt.knows, o.Done(main, p.work))
				require.Equal(t, tt.knows, o.Again(call).Knew.At(p.work.Queue) >= p.work.Pos, "what it knew then")
				require.Equal(t, tt.knows, o.Start(next).At(p.work.Queue) >= p.work.Pos, "what it gave to a queue then")
			})
		}
	}
}

// TestLateSetEvent: an event that another thread sets later, and may as well have set before, says nothing of what the first one did.
func TestLateSetEvent(t *testing.T) {
	for _, heard := range []bool{false, true} {
		o := NewOrder()
		q, f, e := o.AddQueue(), o.AddFence(0), o.AddEvent(false, false)
		thread := o.AddThread(main)
		work := o.Submit(main, q, 1)
		o.QueueSignal(main, q, Need{f, 1}, 2)
		o.Arm(main, e, []Need{{f, 1}}, true)
		o.WaitEvent(main, e)
		require.True(t, o.Done(main, work))
		if heard {
			g := o.AddFence(0)
			o.CPUSignal(main, Need{g, 1}, 3)
			o.CPUWait(thread, Need{g, 1})
		}
		o.SetEvent(thread, e)
		require.Equal(t, heard, o.Done(main, work))
	}
}

// TestSignalsBehindWaitsForEachOther: two threads wait for a fence, and each signals it after that, so either wait may end by the other thread's
// signal. Whichever ends first ends by the queue's signal, so both threads know the work, also when all is learned anew.
func TestSignalsBehindWaitsForEachOther(t *testing.T) {
	o := NewOrder()
	q, other, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
	one, two := o.AddThread(main), o.AddThread(main)
	work := o.Submit(main, q, 1)
	o.QueueSignal(main, q, Need{f, 1}, 2)
	for _, thread := range []Agent{one, two} {
		o.CPUWait(thread, Need{f, 1})
		o.CPUSignal(thread, Need{f, 1}, 3)
	}
	beside := o.Submit(main, other, 4)
	o.QueueSignal(main, other, Need{g, 1}, 5)
	o.CPUWait(main, Need{g, 1})
	require.GreaterOrEqual(t, o.Knows(main).At(other), beside.Pos)

	o.CPUSignal(two, Need{g, 1}, 6) // this may have ended the wait of the main thread, in no order with it
	require.Equal(t, 1, o.revisions)
	require.Less(t, o.Knows(main).At(other), beside.Pos)
	for _, thread := range []Agent{one, two} {
		require.GreaterOrEqual(t, o.Knows(thread).At(q), work.Pos, "thread %d", thread)
	}
}
