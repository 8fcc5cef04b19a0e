package sched

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Threads run in parallel in virtual time: whoever has the smaller clock goes.
//
//	main  0 .... 3 ........... 8 ........ 13
//	a     0 .. 2 ... 4 ... 6 . 8             at 8 a has the baton already
func TestThreadsInterleaveByClock(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	var got []string
	say := func(name string) { got = append(got, fmt.Sprint(name, "@", w.Now())) }
	a := w.Go("a", func() {
		for range 4 {
			w.Charge(2)
			say("a")
		}
	})
	w.Charge(3)
	say("m")
	w.Charge(5)
	say("m")
	w.Charge(5)
	say("m")
	require.Equal(t, []string{"a@2", "m@3", "a@4", "a@6", "a@8", "m@8", "m@13"}, got)
	require.True(t, a.Ended())
	require.Equal(t, Time(8), a.clock)
	require.Equal(t, 1, a.ID())
	require.Same(t, w.Main(), w.Running())
}

func TestTieOrderOfCreation(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	var got []string
	for _, n := range []string{"a", "b", "c"} {
		w.Go(n, func() { got = append(got, n) })
	}
	require.Empty(t, got)
	w.Charge(0)
	require.Empty(t, got, "the running thread goes on at a tie")
	w.Charge(1)
	require.Equal(t, []string{"a", "b", "c"}, got)
}

// An event of the GPU at the clock of a thread happens before the thread goes on.
func TestPollLoopEnds(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.fence("F")
	q.Submit(batch(1000), 0)
	q.Signal(f, 1, 0)
	polls := 0
	for f.Value() < 1 {
		w.Charge(10)
		polls++
	}
	require.Equal(t, 100, polls)
}

func TestJoin(t *testing.T) {
	p := bare()
	p.WakeLatency = 5
	w := newWorld(p, nil)
	defer w.Shutdown()
	a := w.Go("a", func() { w.Work(100) })
	exit, r := a.Join(99, 0)
	require.Equal(t, TimedOut, r.Status)
	require.Equal(t, ExitNone, exit.Status)
	exit, r = a.Join(0, 0)
	require.Equal(t, TimedOut, r.Status)
	require.Equal(t, ExitNone, exit.Status)
	exit, r = a.Join(Infinite, 0)
	require.Equal(t, Satisfied, r.Status)
	require.Equal(t, ExitReturned, exit.Status)
	require.Equal(t, Time(105), w.Now())
	exit, r = a.Join(0, 0)
	require.Equal(t, Satisfied, r.Status)
	require.Equal(t, ExitReturned, exit.Status)
}

func TestPanicIsHandedToJoin(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	cause := errors.New("boom")
	early := w.Go("early", func() { panic(cause) })
	late := w.Go("late", func() { w.Work(10); panic("late") })
	w.Charge(1) // early has ended, nobody has joined it yet
	for _, th := range []*Thread{early, late} {
		exit, r := th.Join(Infinite, 0)
		require.Equal(t, Satisfied, r.Status)
		require.Equal(t, ExitPanicked, exit.Status)
		require.Contains(t, string(exit.Panic.Stack), "thread_test.go")
	}
	exit, _ := early.Join(Infinite, 0)
	require.ErrorIs(t, exit.Panic, cause)
	require.Nil(t, w.Drain())
}

func TestPanicThatNobodyJoinsIsReported(t *testing.T) {
	for _, end := range []func(*world){
		func(w *world) { w.Drain() },
		func(w *world) { w.Shutdown() },
	} {
		w := newWorld(bare(), nil)
		w.Go("a", func() { panic(1) })
		w.Charge(1)
		require.Equal(t, 1, panicOf(func() { end(w) }).(*Panic).Value)
		w.Shutdown() // it is told once
	}

	w := newWorld(bare(), nil)
	w.Go("b", func() { defer func() { panic(2) }(); w.WaitEvent(w.NewEvent("e", false, false, 0), Infinite, 0) })
	w.Charge(1)
	require.Equal(t, 2, panicOf(w.Shutdown).(*Panic).Value, "its deferred function panics while it unwinds")
}

// panicOf is what a function panics with, nil if it does not.
func panicOf(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func TestGoexitIsCaptured(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	exit, _ := w.Go("a", func() { runtime.Goexit() }).Join(Infinite, 0)
	require.Equal(t, ExitGoexited, exit.Status)
}

// caught returns the value of the *Panic that fn raises.
func caught(t *testing.T, fn func()) (value any) {
	t.Helper()
	defer func() {
		t.Helper()
		p, ok := recover().(*Panic)
		require.True(t, ok, "a *Panic")
		value = p.Value
	}()
	fn()
	return nil
}

// A panic in a callback of the GPU reaches the main thread, whichever goroutine
// ran the event, in whatever call the main thread is. It may go on afterwards.
func TestPanicInStepReachesMain(t *testing.T) {
	for _, policy := range []Policy{nil, Random(1)} {
		w := newWorld(bare(), policy)
		q, k, f, e := w.queue(Direct, 0, "q"), w.queue(Copy, 0, "k"), w.fence("F"), w.NewEvent("e", false, false, 0)
		b := batch(1)
		b.step = func(int) { panic("BUG: step") }

		k.Submit(b, 0) // charged by the main thread
		require.Equal(t, "BUG: step", caught(t, func() { w.Charge(1); w.WaitEvent(e, 100, 0) }))

		w.queue(Compute, 0, "c").Submit(b, 0) // while the main thread blocks
		require.Equal(t, "BUG: step", caught(t, func() { w.WaitFences(false, []Need{{f, 1}, {f, 2}}, 1000, 0) }))
		require.Empty(t, f.waiters, "it waits no more")
		require.Empty(t, w.waiting.a)

		w.Go("worker", func() { w.Charge(5); q.Submit(b, 0); w.Charge(10) }) // on the worker's goroutine
		require.Equal(t, "BUG: step", caught(t, func() { w.WaitEvent(e, Infinite, 0) }))

		f.Signal(1, 0)
		require.Equal(t, Satisfied, w.WaitFence(f, 1, Infinite, 0).Status)
		w.Shutdown()
	}
}

// Shutdown unwinds blocked threads, runs their deferred functions, and leaves
// no goroutine behind; threads that never ran do not run.
func TestShutdownUnwinds(t *testing.T) {
	before := runtime.NumGoroutine()
	w := newWorld(bare(), nil)
	f, e := w.fence("F"), w.NewEvent("e", false, false, 0)
	var got []string
	leave := func(name string) func() { return func() { got = append(got, name) } }
	a := w.Go("fence", func() { defer leave("fence")(); w.WaitFence(f, 1, Infinite, 0); got = append(got, "never") })
	w.Go("event", func() { defer leave("event")(); w.WaitEvent(e, 1000, 0); got = append(got, "never") })
	w.Go("join", func() { defer leave("join")(); a.Join(Infinite, 0); got = append(got, "never") })
	w.Go("work", func() { defer leave("work")(); w.Work(1000); got = append(got, "never") })
	w.Go("again", func() {
		defer leave("again")()
		defer func() { w.Charge(5); w.WaitFence(f, 2, Infinite, 0) }() // blocks while it unwinds
		w.WaitFence(f, 1, Infinite, 0)
	})
	w.Charge(1)
	unborn := w.Go("unborn", func() { got = append(got, "unborn") })
	w.Shutdown()
	require.Equal(t, []string{"fence", "event", "join", "work", "again"}, got)
	require.Equal(t, ExitStopped, unborn.exit.Status)
	require.Equal(t, ExitStopped, a.exit.Status)
	require.Equal(t, Stopped, w.WaitFence(f, 1, Infinite, 0).Status)
	require.True(t, w.Go("late", func() {}).Ended())
	w.Charge(5)
	w.Shutdown()
	noMoreThan(t, before)
}

// noMoreThan fails if goroutines stay: ended ones may need a moment to vanish.
func noMoreThan(t *testing.T, n int) {
	t.Helper()
	for range 1_000_000 {
		if runtime.NumGoroutine() <= n {
			return
		}
		runtime.Gosched()
	}
	buf := make([]byte, 1<<16)
	t.Fatalf("goroutines leak:\n%s", buf[:runtime.Stack(buf, true)])
}

// busyScript is a script with several threads, queues, fences and events.
func busyScript(w *world) string {
	f, g := w.fence("F"), w.fence("G")
	d, c, k := w.queue(Direct, 0, "d"), w.queue(Compute, 0, "c"), w.queue(Copy, 0, "k")
	hi := w.queue(Direct, 100, "hi")
	e := w.NewEvent("e", false, false, 0)
	for i := range 4 {
		w.Go(fmt.Sprint("t", i), func() {
			for n := range uint64(5) {
				w.Charge(Time(100 * (i + 1)))
				k.Submit(batch(70, 30), Tag(n))
				k.Signal(f, n+1, 0)
				d.Wait(f, n+1, 0)
				d.Submit(batch(40, 40, 40), Tag(n))
				if i == 3 {
					hi.Submit(batch(10), Tag(n))
				}
				d.Signal(g, n+1, 0)
				c.Submit(batch(Time(25*i)), Tag(n))
				w.WaitFence(g, n+1, Time(200+10*n), 0)
			}
			e.Set()
		})
	}
	for range 2 {
		w.WaitEvent(e, Infinite, 0)
	}
	w.Drain()
	return strings.Join(w.tape.lines, "\n")
}

// The same script gives the same records, whatever the Go scheduler does.
func TestDeterminism(t *testing.T) {
	p := defaultProfile()
	want := ""
	for _, procs := range []int{1, 2} {
		old := runtime.GOMAXPROCS(procs)
		for range 50 {
			w := newWorld(p, nil)
			got := busyScript(w)
			w.Shutdown()
			if want == "" {
				want = got
				require.Greater(t, strings.Count(want, "\n"), 200)
			}
			require.Equal(t, want, got)
		}
		runtime.GOMAXPROCS(old)
	}
}

// Work beyond all measure stops the clock and breaks nothing.
func TestEndOfTime(t *testing.T) {
	w := newWorld(defaultProfile(), nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.fence("F")
	w.Work(-5)
	require.Zero(t, w.Now())
	w.Work(Infinite)
	w.Work(Infinite)
	require.Equal(t, Infinite/2, w.Now(), "146 years on")
	other := w.Go("other", func() { w.Work(Infinite); w.Call(CallMap) })
	w.Call(CallSubmit)
	q.Submit(batch(Infinite), 0)
	q.Signal(f, 1, 0)
	require.Equal(t, Satisfied, w.WaitFence(f, 1, Infinite-1, 0).Status)
	_, r := other.Join(Infinite, 0)
	require.Equal(t, Satisfied, r.Status)
	require.Nil(t, w.Drain())
}

// Goexit in a callback, as a failing test does it, ends its thread and reaches
// the main thread as a panic.
func TestGoexitInCallback(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.fence("F")
	b := batch(1)
	b.step = func(int) { runtime.Goexit() }
	w.Go("worker", func() { q.Submit(b, 0); w.Charge(10) })
	func() {
		defer func() { require.Contains(t, recover().(*Panic).Error(), "runtime.Goexit in a callback") }()
		w.WaitFence(f, 1, Infinite, 0)
	}()
}

func TestMisuseIsABug(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q := w.queue(Direct, 0, "q")
	b := batch(1)
	b.step = func(int) { w.WaitEvent(w.NewEvent("e", false, false, 0), Infinite, 0) }
	q.Submit(b, 0)
	require.Equal(t, "BUG: a callback of the GPU blocks", caught(t, func() { w.Charge(1) }))
	b = batch(-1)
	w.queue(Copy, 0, "k").Submit(b, 0)
	require.Equal(t, "BUG: a command has a negative cost", caught(t, func() { w.Charge(1) }))
	b = batch(1)
	b.step = func(int) { w.Charge(100) }
	w.queue(Compute, 0, "c").Submit(b, 0)
	require.Equal(t, "BUG: a callback of the GPU charges CPU time", caught(t, func() { w.Charge(1) }))
	exit, _ := w.Go("a", func() { w.Drain() }).Join(Infinite, 0)
	require.Equal(t, "BUG: Drain outside the main thread", exit.Panic.Value)
}
