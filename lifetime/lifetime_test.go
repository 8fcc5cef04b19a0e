package lifetime_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/gpuscript/gpuscript/lifetime"
	"github.com/stretchr/testify/require"
)

// gpu is a queue that completes what the test says.
type gpu struct {
	value uint64
	err   error
}

func (g *gpu) CompletedValue() (uint64, error) { return g.value, g.err }

// bench is a domain with hand-driven queues and a list of what was destroyed.
type bench struct {
	t         *testing.T
	d         *lifetime.Domain
	gpus      []*gpu
	objects   *lifetime.ReleaseQueue[string]
	destroyed []string
	events    []lifetime.Event
}

func newBench(t *testing.T, n lifetime.Numbering, queues int) *bench {
	b := &bench{t: t}
	o := lifetime.Options{Numbering: n, OnEvent: func(e lifetime.Event) { b.events = append(b.events, e) }}
	for i := range queues {
		b.gpus = append(b.gpus, &gpu{})
		o.Queues = append(o.Queues, lifetime.QueueDesc{Name: fmt.Sprintf("q%d", i), Fence: b.gpus[i]})
	}
	d, err := lifetime.NewDomain(o)
	require.NoError(t, err)
	b.d = d
	b.objects = lifetime.NewReleaseQueue(d, "objects", func(s string) error { b.destroyed = append(b.destroyed, s); return nil })
	return b
}

func signals(uint64) error { return nil }

func (b *bench) submit(queue int) lifetime.Submission {
	s, err := b.d.Queue(queue).Submit(signals)
	require.NoError(b.t, err)
	return s
}

func (b *bench) release(object string, m lifetime.Mask) {
	require.NoError(b.t, b.objects.Release(object, m))
}

func (b *bench) purge() []string {
	b.destroyed = nil
	_, err := b.d.Purge()
	require.NoError(b.t, err)
	return b.destroyed
}

// numbers are the numbers that objects are paired with.
func (b *bench) numbers() string {
	text := ""
	for _, e := range b.objects.Entries(0) {
		text += fmt.Sprintf("(%s,%d)", e.Object, e.Number)
	}
	return text
}

func (b *bench) state() []uint64 {
	lists, err := b.d.Queue(0).CompletedLists()
	require.NoError(b.t, err)
	return []uint64{b.d.Queue(0).NextNumber(), lists}
}

// TestFenceValues is the first figure of the article "Managing Resource Lifetimes": the number of completed lists is one greater than the ordinal of
// the last completed list and equal to the ordinal of the one that runs.
func TestFenceValues(t *testing.T) {
	for _, n := range []lifetime.Numbering{lifetime.Seed, lifetime.Modern} {
		b := newBench(t, n, 1)
		require.Equal(t, []uint64{0, 0}, b.state())
		for list := range uint64(4) {
			s := b.submit(0)
			require.Equal(t, lifetime.Submission{Number: list, Value: list + 1}, s)
		}
		require.Equal(t, []uint64{4, 0}, b.state(), "the GPU runs list 0")
		for completed := range uint64(4) {
			b.gpus[0].value = completed + 1
			require.Equal(t, []uint64{4, completed + 1}, b.state(), "list %d has completed", completed)
		}
	}
}

// TestReleaseInTheSameList is the second figure of the article "Managing Resource Lifetimes", for N = 0 and N = 3: a buffer is released after the
// draw.
func TestReleaseInTheSameList(t *testing.T) {
	for _, n := range []lifetime.Numbering{lifetime.Seed, lifetime.Modern} {
		for _, N := range []uint64{0, 3} {
			b := newBench(t, n, 1)
			for range N {
				b.submit(0)
			}
			b.release("B", 1)
			require.Equal(t, fmt.Sprintf("(B,%d)", N), b.numbers())
			require.Equal(t, []uint64{N, 0}, b.state())
			require.Equal(t, N+1, b.submit(0).Value)
			b.gpus[0].value = N
			require.Equal(t, []uint64{N + 1, N}, b.state())
			require.Empty(t, b.purge(), "N < N is false")
			b.gpus[0].value = N + 1
			require.Equal(t, []uint64{N + 1, N + 1}, b.state())
			require.Equal(t, fmt.Sprintf("(B,%d)", N), b.numbers(), "completed, but not purged")
			require.Equal(t, []string{"B"}, b.purge())
			require.Empty(t, b.numbers())
		}
	}
}

// TestReleaseBehindTheSubmit is the third figure of the article "Managing Resource Lifetimes": another thread releases after list N was submitted.
func TestReleaseBehindTheSubmit(t *testing.T) {
	for _, n := range []lifetime.Numbering{lifetime.Seed, lifetime.Modern} {
		const N = 2
		b := newBench(t, n, 1)
		for range N + 1 {
			b.submit(0)
		}
		b.release("B", 1)
		require.Equal(t, "(B,3)", b.numbers(), "paired with N+1")
		b.gpus[0].value = N + 1
		require.Empty(t, b.purge(), "list N has completed: it could go, but later is allowed")
		b.submit(0)
		require.Empty(t, b.purge())
		b.gpus[0].value = N + 2
		require.Equal(t, []string{"B"}, b.purge())
	}
}

// TestTwoStages is the trace of a frame: a transient upload between recording and flushing frees nothing early.
func TestTwoStages(t *testing.T) {
	b := newBench(t, lifetime.Modern, 1)
	q := b.d.Queue(0)
	b.release("A", 1)
	s, err := q.SubmitTransient(signals)
	require.NoError(t, err)
	require.Equal(t, lifetime.Submission{Number: 0, Value: 1, Transient: true}, s)
	b.release("U", 1)
	b.release("B", 1)
	b.gpus[0].value = 1
	require.Empty(t, b.purge(), "the transient submission has completed, list 0 is not submitted")
	require.Equal(t, 3, q.Stats().Stale)
	require.Equal(t, lifetime.Submission{Number: 0, Value: 2}, b.submit(0))
	b.release("C", 1)
	require.Equal(t, "(A,0)(U,0)(B,0)(C,1)", b.numbers())
	require.Equal(t, []int{1, 3}, []int{q.Stats().Stale, q.Stats().Pending})
	require.Equal(t, lifetime.Submission{Number: 1, Value: 3}, b.submit(0), "an empty submission at the end of the frame")
	require.Empty(t, b.purge())
	b.gpus[0].value = 2
	require.Equal(t, []string{"A", "U", "B"}, b.purge())
	b.gpus[0].value = 3
	require.Equal(t, []string{"C"}, b.purge())
}

// TestTransientOfTheSeed: a list without a number signals nothing, so what is waiting keeps waiting for list N.
func TestTransientOfTheSeed(t *testing.T) {
	b := newBench(t, lifetime.Seed, 1)
	b.release("A", 1)
	s, err := b.d.Queue(0).SubmitTransient(func(value uint64) error { require.Zero(t, value); return nil })
	require.NoError(t, err)
	require.Equal(t, lifetime.Submission{Number: 0, Value: 1, Transient: true}, s, "completed when list 0 has")
	require.Empty(t, b.purge())
	require.Equal(t, uint64(1), b.submit(0).Value)
	b.gpus[0].value = 1
	require.Equal(t, []string{"A"}, b.purge())
}

func TestSeveralQueues(t *testing.T) {
	b := newBench(t, lifetime.Modern, 3)
	b.release("both", lifetime.MaskOf(0)|lifetime.MaskOf(2))
	b.release("one", lifetime.MaskOf(1))
	b.submit(0)
	b.submit(1)
	b.gpus[0].value, b.gpus[1].value = 1, 1
	require.Equal(t, []string{"one"}, b.purge(), "queue 2 has not passed")
	b.submit(2)
	require.Empty(t, b.purge())
	b.gpus[2].value = 1
	require.Equal(t, []string{"both"}, b.purge())
}

// TestIdleQueue: a queue that never submits would keep objects for ever; RetireStale lets them go.
func TestIdleQueue(t *testing.T) {
	for _, n := range []lifetime.Numbering{lifetime.Seed, lifetime.Modern} {
		b := newBench(t, n, 2)
		b.release("X", lifetime.AllQueues)
		b.submit(0)
		b.gpus[0].value = 1
		require.Empty(t, b.purge())
		moved, err := b.d.Queue(1).RetireStale()
		require.NoError(t, err)
		require.Equal(t, 1, moved)
		require.Equal(t, []string{"X"}, b.purge())
		again, err := b.d.Queue(1).RetireStale()
		require.NoError(t, err)
		require.Zero(t, again)
	}
}

func TestRetireWaitsForWhatWasSubmitted(t *testing.T) {
	for _, n := range []lifetime.Numbering{lifetime.Seed, lifetime.Modern} {
		b := newBench(t, n, 1)
		b.submit(0)
		b.release("X", 1)
		_, err := b.d.Queue(0).RetireStale()
		require.NoError(t, err)
		require.Empty(t, b.purge(), "list 0 runs")
		b.gpus[0].value = 1
		require.Equal(t, []string{"X"}, b.purge(), "without another submission")
	}
}

func TestForcedPurge(t *testing.T) {
	for _, n := range []lifetime.Numbering{lifetime.Seed, lifetime.Modern} {
		b := newBench(t, n, 2)
		b.release("A", 1)
		b.submit(0)
		b.release("B", lifetime.AllQueues)
		require.Error(t, b.d.Close(), "two objects wait")
		count, err := b.d.PurgeAll()
		require.NoError(t, err)
		require.Equal(t, 3, count, "B leaves two queues")
		require.Equal(t, []string{"A", "B"}, b.destroyed)
		require.NoError(t, b.d.Close())
		require.ErrorIs(t, b.objects.Release("C", 1), lifetime.ErrClosed)
	}
}

func TestForcedPurgeOfWhatDestroyingReleases(t *testing.T) {
	b := newBench(t, lifetime.Modern, 1)
	var gone []string
	var parents *lifetime.ReleaseQueue[string]
	parents = lifetime.NewReleaseQueue(b.d, "parents", func(s string) error {
		gone = append(gone, s)
		if s == "parent" {
			return parents.Release("child", 1)
		}
		return nil
	})
	require.NoError(t, parents.Release("parent", 1))
	_, err := b.d.PurgeAll()
	require.NoError(t, err)
	require.Equal(t, []string{"parent", "child"}, gone)
}

func TestRemovedDevice(t *testing.T) {
	b := newBench(t, lifetime.Modern, 1)
	b.release("A", 1)
	b.submit(0)
	b.gpus[0].value = math.MaxUint64
	require.Equal(t, []string{"A"}, b.purge())
}

func TestRefusals(t *testing.T) {
	_, err := lifetime.NewDomain(lifetime.Options{})
	require.ErrorContains(t, err, "a domain has 1 to 63 queues, not 0")
	_, err = lifetime.NewDomain(lifetime.Options{Queues: make([]lifetime.QueueDesc, 64)})
	require.ErrorContains(t, err, "not 64")
	_, err = lifetime.NewDomain(lifetime.Options{Queues: []lifetime.QueueDesc{{Name: "main"}}})
	require.ErrorContains(t, err, `queue 0 "main" has no fence`)
	b := newBench(t, lifetime.Modern, 2)
	require.ErrorIs(t, b.objects.Release("X", 0), lifetime.ErrNoQueue)
	require.ErrorIs(t, b.objects.Release("X", lifetime.MaskOf(2)), lifetime.ErrNoQueue)
	require.NoError(t, b.objects.Release("X", lifetime.MaskOf(1)))
	require.Equal(t, lifetime.Mask(3), b.d.Valid(lifetime.AllQueues))
	require.Equal(t, []string{"modern", "seed"}, []string{lifetime.Modern.String(), lifetime.Seed.String()})
}

// TestFailedSubmission: the number is given out again, so nothing waits for a value that never comes.
func TestFailedSubmission(t *testing.T) {
	for _, n := range []lifetime.Numbering{lifetime.Seed, lifetime.Modern} {
		b := newBench(t, n, 1)
		b.release("A", 1)
		_, err := b.d.Queue(0).Submit(func(uint64) error { return errors.New("refused") })
		require.EqualError(t, err, "refused")
		require.Equal(t, uint64(0), b.d.Queue(0).NextNumber())
		require.Equal(t, uint64(1), b.submit(0).Value)
		b.gpus[0].value = 1
		require.Equal(t, []string{"A"}, b.purge())
	}
}

func TestErrorsOfFenceAndDestroy(t *testing.T) {
	b := newBench(t, lifetime.Modern, 1)
	bad := lifetime.NewReleaseQueue(b.d, "bad", func(s string) error { return errors.New("cannot destroy " + s) })
	require.NoError(t, bad.Release("X", 1))
	require.NoError(t, bad.Release("Y", 1))
	b.release("A", 1)
	b.submit(0)
	b.gpus[0].value, b.gpus[0].err = 1, errors.New("lost")
	count, err := b.d.Purge()
	require.EqualError(t, err, "lost")
	require.Zero(t, count, "an unknown value passes nothing")
	b.gpus[0].err = nil
	count, err = b.d.Purge()
	require.ErrorContains(t, err, "cannot destroy X")
	require.ErrorContains(t, err, "cannot destroy Y")
	require.Equal(t, 3, count)
	require.Equal(t, []string{"A"}, b.destroyed)
}

func TestDiscard(t *testing.T) {
	b := newBench(t, lifetime.Modern, 1)
	s := b.submit(0)
	b.objects.Discard("allocator", s)
	require.Empty(t, b.purge())
	b.gpus[0].value = 1
	require.Equal(t, []string{"allocator"}, b.purge())
}

// TestHeadOfLine: a late value in front makes those behind it wait; nothing is destroyed out of order.
func TestHeadOfLine(t *testing.T) {
	b := newBench(t, lifetime.Modern, 1)
	first, second := b.submit(0), b.submit(0)
	b.objects.Discard("late", second)
	b.objects.Discard("early", first)
	b.gpus[0].value = 1
	require.Empty(t, b.purge())
	b.gpus[0].value = 2
	require.Equal(t, []string{"late", "early"}, b.purge())
}

func TestStatsAndEvents(t *testing.T) {
	b := newBench(t, lifetime.Modern, 1)
	lifetime.NewReleaseQueue(b.d, "pages", func(int) error { return nil })
	b.release("A", 1)
	b.submit(0)
	b.submit(0)
	b.release("B", 1)
	s := b.d.Stats()
	require.Equal(t, lifetime.Stats{Numbering: lifetime.Modern, Stale: 1, Pending: 1, Queues: []lifetime.QueueStats{{
		Name: "q0", NextNumber: 2, NextValue: 3, Stale: 1, Pending: 1, OldestPending: 1,
		Kinds: []lifetime.KindStats{{Name: "objects", Stale: 1, Pending: 1}, {Name: "pages"}}}}}, s)
	b.gpus[0].value = 1
	b.purge()
	require.Equal(t, []lifetime.Event{
		{Kind: lifetime.EventRelease, Queue: "q0", What: "objects", Number: 0, Count: 1},
		{Kind: lifetime.EventSubmit, Queue: "q0", Number: 0, Value: 1, Count: 1},
		{Kind: lifetime.EventSubmit, Queue: "q0", Number: 1, Value: 2},
		{Kind: lifetime.EventRelease, Queue: "q0", What: "objects", Number: 2, Count: 1},
		{Kind: lifetime.EventPurge, Queue: "q0", Value: 1, Count: 1}}, b.events)
	require.Equal(t, uint64(1), b.d.Stats().Queues[0].CompletedLists)
}
