package content

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
)

// TestPromisesOfACommand: those of its index, and of a bundle that took arguments over those of the one execution.
func TestPromisesOfACommand(t *testing.T) {
	at := func(index ...uint32) (out []Promise) {
		for _, i := range index {
			out = append(out, Promise{Index: i})
		}
		return out
	}
	list, once := Recording{List: 7, Promises: at(1, 3, 3, 9)}, Recording{List: 7, Promises: at(1, 3, 3, 9), Once: true, Number: 40}
	for _, tt := range []struct {
		r             *Recording
		list          gpu.ID
		index, number uint32
		want          int
	}{
		{&list, 7, 0, 40, 0}, {&list, 7, 1, 40, 1}, {&list, 7, 2, 40, 0}, {&list, 7, 3, 40, 2}, {&list, 7, 9, 41, 1}, {&list, 7, 10, 40, 0}, {&list, 8, 3, 40, 0},
		{&once, 7, 3, 40, 2}, {&once, 7, 3, 41, 0}, {&once, 7, 3, 39, 0},
	} {
		e := &gpu.Executed{Origin: gpu.Origin{List: tt.list, Index: tt.index}, Number: tt.number}
		require.Len(t, tt.r.of(e), tt.want, "%+v", tt)
	}
}

// TestReadsPassOtherMemoriesBy: from a read, the writes to its memory are gone through, and nothing else: so reads of data that nobody writes cost
// the same however much is written elsewhere.
func TestReadsPassOtherMemoriesBy(t *testing.T) {
	const data, other, reads = 1, 2, 100
	o := track.NewOrder()
	g := New(o, Options{Locate: func(id gpu.ID, p *hazard.Place) bool { *p = hazard.Place{Memory: id}; return true }})
	var promises []Promise
	for i := range uint32(reads) {
		promises = append(promises, Promise{Range: Range{Class: gpu.DescriptorSRV, End: 1, Mode: WhileSet}, Index: 2*i + 1, Since: 2*i + 1})
	}
	g.Submit(9, o.Submit(0, o.AddQueue(), 1), 1, []Recording{{List: 5, Promises: promises}})
	run := func(index uint32, op gpu.Op, a gpu.Access) {
		a.End, a.Exact = a.Begin+4, true
		g.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: 9, List: 5, Op: op, Index: index}, Submission: 1, Number: index, Accesses: []gpu.Access{a}})
	}
	for i := range uint32(reads) {
		run(2*i, gpu.OpCopyBufferRegion, gpu.Access{Resource: other, Begin: uint64(8 * i), Kind: gpu.AccessWrite, As: gpu.StateCopyDest})
		run(2*i+1, gpu.OpDispatch, gpu.Access{Resource: data, As: gpu.StateNonPixelShaderResource, Slot: "t0"})
	}
	w := g.workOf(9, 1)
	require.Len(t, w.events, 2*reads)
	for i := range w.events {
		want := -1 // a read: nobody has written its memory
		if i%2 == 0 && i > 0 {
			want = i - 2
		}
		require.Equal(t, want, w.events[i].last, "event %d", i)
	}
	g.Retired(9, 1)
	require.Empty(t, g.Settle(true))
}

// TestWorksInFlightAreLeftAlone: what is settled costs what it is itself, however many works of other queues nobody has waited for.
func TestWorksInFlightAreLeftAlone(t *testing.T) {
	steps := func(n uint64) int {
		o := track.NewOrder()
		g := New(o, Options{Locate: func(id gpu.ID, p *hazard.Place) bool { *p = hazard.Place{Memory: id}; return true }})
		q, other, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
		work := func(queue gpu.ID, agent track.Agent, number uint64) {
			g.Submit(queue, o.Submit(0, agent, 1), 1, nil)
			query := gpu.Access{Resource: 10 + queue, End: 8, Kind: gpu.AccessWrite, Exact: true}
			g.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: queue, Op: gpu.OpEndQuery}, Submission: number, Accesses: []gpu.Access{query}})
			g.Retired(queue, number)
		}
		for i := range n {
			work(8, other, i+1)
			work(9, q, i+1)
			o.QueueSignal(0, q, track.Need{Fence: f, Value: i + 1}, 1)
			o.CPUWait(0, track.Need{Fence: f, Value: i + 1})
			require.Empty(t, g.Settle(false))
			require.EqualValues(t, i+1, g.open, "works of the other queue")
		}
		require.Empty(t, g.Settle(true))
		require.Zero(t, g.open)
		return g.steps
	}
	require.Equal(t, 200, steps(100), "each work once")
	require.Equal(t, 400, steps(200))
}

// TestWorksThatDidNothing: of a submission that did nothing to contents nothing is left when it has ended, whatever stands before it, and its memory
// serves the next one.
func TestWorksThatDidNothing(t *testing.T) {
	o := track.NewOrder()
	g := New(o, Options{Locate: func(id gpu.ID, p *hazard.Place) bool { *p = hazard.Place{Memory: id}; return true }})
	q, number := o.AddQueue(), uint64(0)
	submit := func() {
		number++
		g.Submit(9, o.Submit(0, q, 1), 1, nil)
	}
	submit()
	g.Retired(9, number)
	require.Zero(t, g.open)
	first := g.idle.Len()
	submit() // which ends a query,
	query := gpu.Access{Resource: 3, End: 8, Kind: gpu.AccessWrite, Exact: true}
	g.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: 9, Op: gpu.OpEndQuery}, Submission: number, Accesses: []gpu.Access{query}})
	g.Retired(9, number)
	submit() // and two after it that do nothing
	submit()
	g.Retired(9, number-1)
	g.Retired(9, number)
	require.Equal(t, 1, g.open)
	require.Equal(t, first-1, g.idle.Len(), "they stand behind one that is not looked at")
	require.Empty(t, g.Settle(true))
	require.Zero(t, g.open)
	require.Equal(t, 3, g.idle.Len(), "all three are free")
	require.Nil(t, g.workOf(9, number))
	require.LessOrEqual(t, testing.AllocsPerRun(100, func() {
		submit()
		g.Retired(9, number)
	}), 1.0, "the order keeps the item")
}

// TestQueriesOneByOne: queries that end one after the other are one event, and the buffer that gets their values is none; which of them have ended
// stays known.
func TestQueriesOneByOne(t *testing.T) {
	const heap, buffer, ended = 3, 4, 100
	o := track.NewOrder()
	g := New(o, Options{Locate: func(id gpu.ID, p *hazard.Place) bool { *p = hazard.Place{Memory: id}; return true }})
	g.Submit(9, o.Submit(0, o.AddQueue(), 1), 1, nil)
	number := uint32(0)
	do := func(op gpu.Op, accesses ...gpu.Access) {
		number++
		g.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: 9, Op: op, Index: number, RecordSite: gpu.Site(number)}, Submission: 1, Number: number, Accesses: accesses})
	}
	query := func(of gpu.ID, i uint64, kind gpu.AccessKind) gpu.Access {
		return gpu.Access{Resource: of, Begin: 8 * i, End: 8*i + 8, Kind: kind, Exact: true}
	}
	for i := range uint64(ended) {
		do(gpu.OpEndQuery, query(heap, i, gpu.AccessWrite))
	}
	w := g.workOf(9, 1)
	require.Len(t, w.events, 1)
	do(gpu.OpEndQuery, query(heap, ended+1, gpu.AccessWrite))
	require.Len(t, w.events, 2, "one is left out")
	do(gpu.OpEndQuery, query(heap, 0, gpu.AccessWrite))
	require.Len(t, w.events, 3, "the first one again")
	for i := range uint64(ended + 3) {
		do(gpu.OpResolveQueryData, query(heap, i, gpu.AccessRead), query(buffer, i, gpu.AccessWrite))
	}
	require.Len(t, w.events, 3+ended+3)
	do(gpu.OpEndQuery, query(heap, ended, gpu.AccessWrite))
	g.Retired(9, 1)
	found := g.Settle(true)
	require.Len(t, found, 2)
	require.Equal(t, [2]uint64{8 * ended, 8 * (ended + 1)}, [2]uint64{found[0].Read.Access.Begin, found[0].Read.Access.End}, "it ends after that")
	require.Equal(t, uint64(8*(ended+2)), found[1].Read.Access.Begin)
}
