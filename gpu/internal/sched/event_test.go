package sched

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEventKinds(t *testing.T) {
	for _, tt := range []struct {
		name            string
		manual, initial bool
		first, second   Status
	}{
		{"auto unset", false, false, TimedOut, TimedOut},
		{"auto set", false, true, Satisfied, TimedOut},
		{"manual unset", true, false, TimedOut, TimedOut},
		{"manual set", true, true, Satisfied, Satisfied},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(bare(), nil)
			defer w.Shutdown()
			e := w.NewEvent("e", tt.manual, tt.initial, 5)
			require.Equal(t, "e", e.Name())
			require.Equal(t, Tag(5), e.Tag())
			require.Equal(t, tt.first, w.WaitEvent(e, 0, 0).Status)
			require.Equal(t, tt.second, w.WaitEvent(e, 10, 0).Status)
			e.Set()
			require.True(t, e.set)
			e.Reset()
			require.Equal(t, TimedOut, w.WaitEvent(e, 0, 0).Status)
		})
	}
}

// One Set of an auto-reset event releases one thread, the one that waited
// first; of a manual-reset event all.
func TestSetReleases(t *testing.T) {
	for _, manual := range []bool{false, true} {
		w := newWorld(bare(), nil)
		e := w.NewEvent("e", manual, false, 0)
		var got []string
		for _, name := range []string{"a", "b"} {
			w.Go(name, func() {
				if w.WaitEvent(e, Infinite, 0).Status == Satisfied {
					got = append(got, name)
				}
			})
		}
		w.Charge(1)
		e.Set()
		w.Charge(1)
		if manual {
			require.Equal(t, []string{"a", "b"}, got)
		} else {
			require.Equal(t, []string{"a"}, got)
		}
		require.Equal(t, manual, e.set)
		w.Shutdown()
	}
}

func TestTimeouts(t *testing.T) {
	for _, tt := range []struct {
		signal, timeout Time
		status          Status
		clock           Time
	}{
		{100, Infinite, Satisfied, 103}, {100, 101, Satisfied, 103}, {100, 100, Satisfied, 103},
		{100, 99, TimedOut, 99}, {100, 0, TimedOut, 0}, {100, 1, TimedOut, 1},
	} {
		p := bare()
		p.WakeLatency = 3
		w := newWorld(p, nil)
		q, f, e := w.queue(Direct, 0, "q"), w.fence("F"), w.NewEvent("e", false, false, 0)
		q.Submit(batch(tt.signal), 0)
		q.Signal(f, 1, 0)
		f.SetEventOnCompletion(1, e, 0)
		require.Equal(t, tt.status, w.WaitEvent(e, tt.timeout, 0).Status)
		require.Equal(t, tt.clock, w.Now(), "timeout %d", tt.timeout)
		require.Empty(t, e.waiters)
		w.Shutdown()
	}
}

// A wait for all consumes nothing before all are set; a wait for any consumes
// the lowest one only.
func TestWaitEventsAllAndAny(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	a, b := w.NewEvent("a", false, false, 0), w.NewEvent("b", false, false, 0)
	both := []*Event{a, b}
	var log []string
	w.Go("all", func() {
		require.Equal(t, Result{}, w.WaitEvents(true, both, Infinite, 0))
		log = append(log, "all")
	})
	w.Charge(1)
	b.Set()
	w.Charge(1)
	require.Empty(t, log)
	require.True(t, b.set, "a wait for all takes none alone")
	require.Equal(t, Result{Index: 1}, w.WaitEvents(false, both, 0, 0))
	require.False(t, b.set)
	a.Set()
	b.Set()
	w.Charge(1)
	require.Equal(t, []string{"all"}, log)
	require.False(t, a.set || b.set)
	a.Set()
	b.Set()
	require.Equal(t, Result{Index: 0}, w.WaitEvents(false, both, 0, 0))
	require.True(t, b.set)
	require.Panics(t, func() { w.WaitEvents(false, nil, 0, 0) })
}

func TestSameEventTwiceInOneWait(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	e := w.NewEvent("e", false, false, 0)
	w.Go("setter", func() { w.Work(50); e.Set() })
	require.Equal(t, Result{Index: 0}, w.WaitEvents(false, []*Event{e, e}, Infinite, 0))
	require.Equal(t, Time(50), w.Now())
	require.False(t, e.set)
}

// TestVain: an event that is set while it is set counts that, until it is reset.
func TestVain(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	e := w.NewEvent("e", false, false, 0)
	e.Set()
	require.Zero(t, e.Vain())
	e.Set()
	e.Set()
	require.Equal(t, 2, e.Vain())
	w.WaitEvent(e, 0, 0)
	e.Set()
	require.Equal(t, 2, e.Vain(), "a wait has ended in between")
	e.Reset()
	require.Zero(t, e.Vain())
}

// TestSemaphore: it ends as many waits as it was set, and one more, whether somebody waits already or not; a reset takes all that is left.
func TestSemaphore(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	e := w.NewSemaphore("s", 0)
	ends := func() bool { return w.WaitEvent(e, 0, 0).Status == Satisfied }
	require.True(t, ends(), "at first")
	require.False(t, ends())
	for range 3 {
		e.Set()
	}
	require.Zero(t, e.Vain())
	for range 3 {
		require.True(t, ends())
	}
	require.False(t, ends())
	w.Go("a", func() {
		w.Charge(5)
		e.Set()
		e.Set()
	})
	require.Equal(t, Satisfied, w.WaitEvent(e, Infinite, 0).Status)
	w.Charge(10)
	require.Equal(t, Satisfied, w.WaitEvents(true, []*Event{e}, Infinite, 0).Status)
	e.Set()
	e.Reset()
	require.False(t, ends())
}
