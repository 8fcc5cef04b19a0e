package background

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// rig is a processor with a driver that does what a test says, and a log of everything.
type rig struct {
	*Processor
	clock  fakeClock
	log    []string
	onMode func(ProcessingMode, MeasurementsAction) bool
	times  []uint64
}

func (r *rig) SetMode(m ProcessingMode, a MeasurementsAction) bool {
	if r.onMode == nil {
		return false
	}
	return r.onMode(m, a)
}

func (r *rig) Destroy() { r.note("driver destroyed") }

func (r *rig) note(format string, args ...any) {
	r.log = append(r.log, fmt.Sprintf(format, args...))
	r.times = append(r.times, r.clock.Now())
}

func newRig() *rig {
	r := &rig{}
	r.Processor = New(Options{Driver: r, Clock: &r.clock, Observe: func(e Event) {
		switch e.Kind {
		case TaskStarted:
			r.note("start %s on %d, %v", e.Task, e.Worker, e.Priority)
		case TaskFinished:
			r.note("finish %s %v", e.Task, e.Outcome)
		case TaskCancelled:
			r.note("cancelled %s", e.Task)
		case CommitFinished:
			r.note("commit %d", e.ID)
		}
	}})
	return r
}

// task is one that takes 100 ns at normal priority.
func (r *rig) task(name string) Task {
	return Task{Name: name, Cost: 100, Run: func(*Job) {}, Finish: func() Outcome { return Published }, Cancel: func() { r.note("cancel %s", name) }}
}

func (r *rig) queue(t *testing.T, names ...string) {
	for _, n := range names {
		require.NoError(t, r.Queue(r.task(n)))
	}
}

// has is the log as one text, which begins anew.
func (r *rig) has() string {
	text := strings.Join(r.log, "; ")
	r.log, r.times = nil, nil
	return text
}

// TestTwoAtATime: rules T2 and T3.
func TestTwoAtATime(t *testing.T) {
	r := newRig()
	r.queue(t, "a", "b", "c", "d", "e")
	require.Equal(t, "start a on 1, idle; start b on 2, idle", r.has())
	r.clock.until(399)
	require.Empty(t, r.has(), "at idle priority a task takes four times its cost")
	r.clock.until(400)
	require.Equal(t, "finish a published; start c on 1, idle; finish b published; start d on 2, idle", r.has())
	r.clock.drain()
	require.Equal(t, "finish c published; start e on 1, idle; finish d published; finish e published", r.has())
	s := r.Stats()
	require.Equal(t, Stats{Queued: 5, Started: 5, Completed: 5, MostBusy: 2}, s)
}

// TestOrderOfEnds: tasks start in order, and end as they take.
func TestOrderOfEnds(t *testing.T) {
	r := newRig()
	long := r.task("long")
	long.Cost = 1000
	require.NoError(t, r.Queue(long))
	r.queue(t, "a", "b")
	r.clock.drain()
	require.Equal(t, "start long on 1, idle; start a on 2, idle; finish a published; start b on 2, idle; finish b published; finish long published", r.has())
}

// TestDisable: rules M3, M4 and M5.
func TestDisable(t *testing.T) {
	for _, mode := range []ProcessingMode{DisableBackgroundWork, DisableProfilingBySystem} {
		t.Run(mode.String(), func(t *testing.T) {
			r := newRig()
			r.queue(t, "a", "b", "c")
			r.set(mode, KeepAll, nil)
			require.Equal(t, "start a on 1, idle; start b on 2, idle", r.has())
			r.queue(t, "late")
			require.Equal(t, "cancelled late; cancel late", r.has(), "before Queue returns")
			r.clock.drain()
			require.Equal(t, "finish a published; start c on 1, idle; finish b published; finish c published", r.has(), "what was submitted runs to completion")
			quiet := r.task("quiet")
			quiet.Cancel = nil
			require.NoError(t, r.Queue(quiet))
			require.Equal(t, "cancelled quiet", r.has())
			r.set(Allowed, KeepAll, nil)
			r.queue(t, "again")
			r.clock.drain()
			require.Equal(t, "start again on 1, idle; finish again published", r.has())
			require.Equal(t, Stats{Queued: 6, Started: 4, Completed: 4, Cancelled: 2, MostBusy: 2}, r.Stats())
		})
	}
}

// SetMode of the rig is the driver's; that of the processor is meant here.
func (r *rig) set(m ProcessingMode, a MeasurementsAction, done func()) bool {
	return r.Processor.SetMode(m, a, done)
}

// TestDisableAndCommit: rule M6.
func TestDisableAndCommit(t *testing.T) {
	r := newRig()
	r.onMode = func(_ ProcessingMode, a MeasurementsAction) bool {
		if a.Commits() {
			r.queue(t, "a", "b", "c", "d")
		}
		return a.Commits()
	}
	r.set(DisableBackgroundWork, KeepAll, nil)
	require.True(t, r.set(DisableBackgroundWork, CommitResults, func() { r.note("event") }))
	r.queue(t, "late")
	require.Equal(t, "start a on 1, idle; start b on 2, idle; cancelled late; cancel late", r.has())
	r.clock.drain()
	require.Equal(t, "finish a published; start c on 1, idle; finish b published; start d on 2, idle; finish c published; finish d published; commit 1; event", r.has())
}

// TestCommitSet: rules A2 and A6.
func TestCommitSet(t *testing.T) {
	r := newRig()
	r.set(Allowed, CommitResults, func() { r.note("empty") })
	require.Equal(t, "commit 1; empty", r.has())
	r.queue(t, "before")
	r.onMode = func(ProcessingMode, MeasurementsAction) bool { r.queue(t, "inside"); return true }
	r.set(Allowed, CommitResults, func() { r.note("event") })
	r.onMode = nil
	later := r.task("later")
	later.Cost = 5000
	require.NoError(t, r.Queue(later))
	require.Equal(t, "start before on 1, idle; start inside on 2, idle", r.has())
	r.clock.drain()
	require.Equal(t, "finish before published; start later on 1, idle; finish inside published; commit 2; event; finish later published", r.has())
	require.EqualValues(t, 2, r.Stats().Commits)
}

// TestBoost: rule A4. The numbers: a and b have run 100 of 400 ns when the boost comes, so 75 ns are left of each; the others take 100 ns.
func TestBoost(t *testing.T) {
	r := newRig()
	r.queue(t, "a", "b", "c", "d")
	r.clock.until(100)
	require.Equal(t, "start a on 1, idle; start b on 2, idle", r.has())
	r.set(Allowed, CommitResultsHighPriority, func() { r.note("event") })
	require.Equal(t, "start c on 3, normal; start d on 4, normal", r.has())
	r.queue(t, "e")
	require.Equal(t, "start e on 5, normal", r.has())
	r.clock.until(174)
	require.Empty(t, r.has())
	r.clock.until(175)
	require.Equal(t, "finish a published; finish b published", r.has())
	r.clock.until(200)
	require.Equal(t, "finish c published; finish d published; commit 1; event; finish e published", r.has())
	require.EqualValues(t, 5, r.Stats().MostBusy)
	r.queue(t, "f", "g", "h")
	require.Equal(t, "start f on 1, idle; start g on 2, idle", r.has())
	r.clock.drain()
}

// TestBoostFromTheStart: what a driver queues for a commit of high priority starts with it, although it came before the commit had its tasks.
func TestBoostFromTheStart(t *testing.T) {
	r := newRig()
	r.onMode = func(ProcessingMode, MeasurementsAction) bool {
		r.queue(t, "a", "b", "c")
		return false
	}
	r.set(Allowed, CommitResultsHighPriority, nil)
	require.Equal(t, "start a on 1, normal; start b on 2, normal; start c on 3, normal", r.has())
	r.clock.drain()
	require.Equal(t, "finish a published; finish b published; finish c published; commit 1", r.has())
}

// TestBoostEnds: what came after the commit goes on at idle priority when the commit has finished.
func TestBoostEnds(t *testing.T) {
	r := newRig()
	r.queue(t, "a")
	r.set(Allowed, CommitResultsHighPriority, nil)
	late := r.task("late")
	late.Cost = 300
	require.NoError(t, r.Queue(late))
	r.has()
	r.clock.drain()
	require.Equal(t, "finish a published; commit 1; finish late published", strings.Join(r.log, "; "))
	require.Equal(t, []uint64{100, 100, 100 + 4*200}, r.times)
}

// TestOverlappingCommits: a task may belong to two commits.
func TestOverlappingCommits(t *testing.T) {
	r := newRig()
	r.queue(t, "a", "b")
	r.set(Allowed, CommitResults, func() { r.note("first") })
	r.queue(t, "c")
	r.set(Allowed, CommitResults, func() { r.note("second") })
	r.has()
	r.clock.until(400)
	require.Equal(t, "finish a published; start c on 1, idle; finish b published; commit 1; first", r.has())
	r.clock.drain()
	require.Equal(t, "finish c published; commit 2; second", r.has())
}

// TestDestroy: rules Q2, Q3 and Q5.
func TestDestroy(t *testing.T) {
	r := newRig()
	r.queue(t, "a", "b", "c", "d", "e", "f", "g", "h")
	r.set(Allowed, CommitResults, func() { r.note("event") })
	r.has()
	require.NoError(t, r.Processor.Destroy())
	require.Equal(t, "cancelled c; cancel c; cancelled d; cancel d; cancelled e; cancel e; cancelled f; cancel f; cancelled g; cancel g; cancelled h; cancel h; "+
		"finish a published; finish b published; commit 1; event; driver destroyed", r.has())
	r.queue(t, "late")
	require.Equal(t, "cancelled late; cancel late", r.has())
	require.NoError(t, r.Processor.Destroy())
	require.Empty(t, r.has())
	s := r.Stats()
	require.Equal(t, s.Queued, s.Completed+s.Cancelled)
}

// TestDestroyFromCallback: a task must not wait for itself.
func TestDestroyFromCallback(t *testing.T) {
	r := newRig()
	bad := r.task("bad")
	bad.Finish = func() Outcome {
		require.ErrorIs(t, r.Processor.Destroy(), ErrFromCallback)
		return Published
	}
	require.NoError(t, r.Queue(bad))
	r.clock.drain()
	require.Equal(t, "start bad on 1, idle; finish bad published", r.has())
	require.NoError(t, r.Processor.Destroy())
}

// TestQueueFromInside: from Run by its job, from Finish, and from Cancel.
func TestQueueFromInside(t *testing.T) {
	r := newRig()
	outer := r.task("outer")
	outer.Run = func(j *Job) { j.Queue(r.task("by job")) }
	outer.Finish = func() Outcome { r.queue(t, "by finish"); return NoGain }
	require.NoError(t, r.Queue(outer))
	r.clock.drain()
	require.Equal(t, "start outer on 1, idle; start by finish on 2, idle; finish outer no gain; start by job on 1, idle; finish by finish published; finish by job published", r.has())
	r.set(DisableBackgroundWork, KeepAll, nil)
	again := r.task("again")
	again.Cancel = func() {
		r.note("cancel again")
		r.queue(t, "inner")
	}
	require.NoError(t, r.Queue(again))
	require.Equal(t, "cancelled again; cancel again; cancelled inner; cancel inner", r.has())
}

// TestNoCallback: rule Q1.
func TestNoCallback(t *testing.T) {
	r := newRig()
	bad := r.task("bad")
	bad.Run = nil
	require.ErrorIs(t, r.Queue(bad), ErrNoCallback)
	require.Empty(t, r.has())
	require.Zero(t, r.Stats())
}

// TestPanics: they end nothing but the task.
func TestPanics(t *testing.T) {
	r := newRig()
	inRun, inFinish := r.task("in run"), r.task("in finish")
	inRun.Run = func(*Job) { panic("x") }
	inFinish.Finish = func() Outcome { panic("x") }
	require.NoError(t, r.Queue(inRun))
	require.NoError(t, r.Queue(inFinish))
	r.set(Allowed, CommitResults, func() { r.note("event") })
	r.clock.drain()
	require.Equal(t, "start in run on 1, idle; start in finish on 2, idle; finish in run failed; finish in finish failed; commit 1; event", r.has())
	require.EqualValues(t, 2, r.Stats().Failed)
}

// TestManyThreads: Queue from eight goroutines loses nothing; exactly one of Run and Cancel happens to each.
func TestManyThreads(t *testing.T) {
	c := &fakeClock{}
	p := New(Options{Driver: &rig{}, Clock: c})
	var ran, cancelled atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				_ = p.Queue(Task{Name: "t", Cost: 1, Run: func(*Job) { ran.Add(1) }, Cancel: func() { cancelled.Add(1) }})
			}
		})
	}
	all.Wait()
	for range 100 {
		c.step()
	}
	require.NoError(t, p.Destroy())
	s := p.Stats()
	require.EqualValues(t, 400, s.Queued)
	require.EqualValues(t, ran.Load(), s.Completed)
	require.EqualValues(t, cancelled.Load(), s.Cancelled)
	require.EqualValues(t, 400, s.Completed+s.Cancelled)
	require.LessOrEqual(t, s.MostBusy, uint64(IdleWorkers))
}

// TestUnsupported: rule U2.
func TestUnsupported(t *testing.T) {
	p := New(Options{Clock: &fakeClock{}})
	require.False(t, p.Supported())
	for m := Allowed; m <= DisableProfilingBySystem; m++ {
		for a := KeepAll; a <= DiscardPrevious; a++ {
			set := 0
			require.False(t, p.SetMode(m, a, func() { set++ }))
			require.Equal(t, a.Commits(), set == 1)
		}
	}
	require.NoError(t, p.Destroy())
}

// TestClose: a processor whose clock has stopped leaves no goroutine behind.
func TestClose(t *testing.T) {
	r := newRig()
	ended := false
	task := r.task("a")
	task.Run = func(*Job) { ended = true }
	require.NoError(t, r.Queue(task))
	r.Close()
	require.True(t, ended)
	r.has()
	r.queue(t, "late")
	require.Equal(t, "cancelled late; cancel late", r.has())
}
