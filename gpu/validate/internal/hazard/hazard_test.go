package hazard

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// strided makes a span of pieces; size 0 is one range.
func strided(begin, size, stride, n uint64) span {
	s := spanOf(begin, begin+(n-1)*stride+size, Side{})
	if n > 1 {
		s.how.stride, s.how.size = stride, size
	}
	return *s
}

// spanOf is a span of a side, as a work of its own has it.
func spanOf(begin, end uint64, side Side) *span {
	a := &side.Access
	return &span{begin: begin, end: end, part: a.Part,
		by:  &command{work: &work{side: Side{Queue: side.Queue}}, op: side.Op, number: side.number},
		how: &manner{resource: a.Resource, at: begin - a.Begin, stride: a.Stride, size: a.Size, kind: a.Kind, class: a.Class, as: a.As, slot: a.Slot}}
}

// bytesOf are the bytes of a span, one by one.
func bytesOf(s *span) map[uint64]bool {
	out := map[uint64]bool{}
	for b := s.begin; b < s.end; b++ {
		if st := s.how.stride; st == 0 || (b-s.begin)%st < s.how.size {
			out[b] = true
		}
	}
	return out
}

// TestMeetsIsExact compares spans of all kinds with their bytes.
func TestMeetsIsExact(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	some := func() span {
		size := 1 + uint64(r.Intn(6))
		return strided(uint64(r.Intn(60)), size, size+1+uint64(r.Intn(9)), 1+uint64(r.Intn(9)))
	}
	met := 0
	for range 20000 {
		a, b := some(), some()
		begin, end, ok := a.meets(&b)
		x, y := bytesOf(&a), bytesOf(&b)
		want := false
		for at := range x {
			want = want || y[at]
		}
		require.Equal(t, want, ok, "%+v %+v", a, b)
		if ok {
			met++
			require.Less(t, begin, end)
			for at := begin; at < end; at++ {
				require.True(t, x[at] && y[at], "byte %d of %+v and %+v", at, a, b)
			}
		}
	}
	require.Greater(t, met, 5000)
	require.Less(t, met, 19000)
}

// bench is a detector with two queues and a fence.
type bench struct {
	*Detector
	order  *track.Order
	agents map[gpu.ID]track.Agent
	number map[gpu.ID]uint64
	fence  int
	by     map[gpu.ID]track.Agent // who gives work to a queue; none: the main thread
}

func newBench() *bench {
	o := track.NewOrder()
	b := &bench{order: o, agents: map[gpu.ID]track.Agent{1: o.AddQueue(), 2: o.AddQueue()}, number: map[gpu.ID]uint64{}, fence: o.AddFence(0)}
	b.Detector = New(o, Options{Locate: func(id gpu.ID, p *Place) bool { *p = Place{Memory: id}; return id != 0 }})
	return b
}

func (b *bench) submit(queue gpu.ID, site gpu.Site, accesses ...gpu.Access) {
	b.number[queue]++
	b.Submit(queue, gpu.ID(b.by[queue]), b.order.Submit(b.by[queue], b.agents[queue], site), site)
	b.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: queue, SubmitSite: site}, Submission: b.number[queue], Accesses: accesses})
	b.Retired(queue, b.number[queue])
}

func (b *bench) need(value uint64) track.Need { return track.Need{Fence: b.fence, Value: value} }

func write(resource gpu.ID, begin, end uint64) gpu.Access {
	return gpu.Access{Resource: resource, Begin: begin, End: end, Kind: gpu.AccessWrite, Exact: true}
}

// TestThreadsWriteSideBySide: the rule of one writer is about queues; CPU threads may write different bytes of a mapped buffer, but not the same.
func TestThreadsWriteSideBySide(t *testing.T) {
	for _, tt := range []struct {
		begin, end uint64
		conflicts  int
	}{{64, 128, 0}, {60, 128, 1}} {
		b := newBench()
		thread := b.order.AddThread(0)
		b.CPU(0, 0, 1, write(8, 0, 64), false)
		b.CPU(thread, 70, 2, write(8, tt.begin, tt.end), false)
		require.Len(t, b.Settle(true), tt.conflicts, "[%d, %d)", tt.begin, tt.end)
	}
}

// TestEverythingIsDropped: when the CPU knows that all is finished nothing is left.
func TestEverythingIsDropped(t *testing.T) {
	b := newBench()
	for n := uint64(1); n <= 200; n++ {
		b.submit(1, 1, write(7, 0, 64))
		b.order.QueueSignal(0, b.agents[1], b.need(n), 0)
		b.order.QueueWait(0, b.agents[2], b.need(n), 0)
		b.submit(2, 2, write(gpu.ID(100+n), 0, 64))
		if n > 3 {
			b.order.CPUWait(0, b.need(n-3))
			b.CPU(0, 0, 3, write(8, 0, 4), false)
		}
		require.Empty(t, b.Settle(false))
	}
	b.order.QueueSignal(0, b.agents[2], b.need(3000), 0)
	b.order.CPUWait(0, b.need(3000))
	require.Empty(t, b.Settle(false))
	b.order.CPUSignal(0, b.need(3001), 0)
	b.order.CPUWait(0, b.need(3001))
	require.Empty(t, b.Settle(false))
	require.Empty(t, b.rows.all())
	require.Zero(t, b.cells.Len())
	require.Empty(t, b.Settle(true))
}

// TestFramesInFlightAreDropped: the CPU waits for the second queue, which has waited for the first.
func TestFramesInFlightAreDropped(t *testing.T) {
	b := newBench()
	g := b.order.AddFence(0)
	for n := uint64(1); n <= 500; n++ {
		b.submit(1, 1, write(7, 0, 64))
		b.order.QueueSignal(0, b.agents[1], b.need(n), 0)
		b.order.QueueWait(0, b.agents[2], b.need(n), 0)
		b.submit(2, 2, write(8, 0, 64))
		b.order.QueueSignal(0, b.agents[2], track.Need{Fence: g, Value: n}, 0)
		if n > 2 {
			b.order.CPUWait(0, track.Need{Fence: g, Value: n - 2})
		}
		require.Empty(t, b.Settle(false))
		require.LessOrEqual(t, len(b.rows.all()), 20)
		require.LessOrEqual(t, b.cells.Len(), 2)
	}
}

// TestOneCauseOneReport: the same places race in each frame and are told once; so is what follows from the first race.
func TestOneCauseOneReport(t *testing.T) {
	b := newBench()
	for range 5 {
		b.submit(1, 1, write(7, 0, 64), write(9, 0, 64))
		b.submit(2, 2, write(7, 0, 64))
	}
	found := b.Settle(true)
	require.Len(t, found, 2, "either side can be the first")
	require.Equal(t, gpu.Site(1), found[0].First.Submit)
	require.Equal(t, gpu.Site(2), found[0].Second.Submit)
	require.True(t, found[0].Again)
	require.Equal(t, gpu.Site(2), found[1].First.Submit)
}

// TestOneWaitServesAllBefore: of several works of a queue that another one does not wait for, the last is told, because the wait for that serves all
// of them; of several that do not wait, the first. So it is where they touch different memories.
func TestOneWaitServesAllBefore(t *testing.T) {
	read := func(id gpu.ID) gpu.Access { return gpu.Access{Resource: id, Begin: 0, End: 64, Exact: true} }
	for _, tt := range []struct {
		name  string
		gives func(b *bench)
		want  [][2]gpu.Site
	}{
		{"two writers, one reader", func(b *bench) {
			b.submit(1, 1, write(7, 0, 64))
			b.submit(1, 2, write(7, 0, 64))
			b.submit(2, 3, read(7))
		}, [][2]gpu.Site{{2, 3}}},
		{"one writer, two readers", func(b *bench) {
			b.submit(1, 1, write(7, 0, 64))
			b.submit(2, 2, read(7))
			b.submit(2, 3, read(7))
		}, [][2]gpu.Site{{1, 2}}},
		{"two memories", func(b *bench) {
			b.submit(1, 1, write(7, 0, 64))
			b.submit(1, 2, write(8, 0, 64))
			b.submit(2, 3, read(7), read(8))
		}, [][2]gpu.Site{{2, 3}}},
		{"two writers, a reader of the first, then one of both", func(b *bench) {
			b.submit(1, 1, write(7, 0, 64))
			b.submit(2, 2, read(7))
			b.submit(1, 3, write(8, 0, 64))
			b.submit(2, 4, read(7), read(8))
		}, [][2]gpu.Site{{1, 2}, {3, 4}}},
	} {
		b := newBench()
		tt.gives(b)
		pairs := [][2]gpu.Site{}
		for _, c := range b.Settle(true) {
			pairs = append(pairs, [2]gpu.Site{c.First.Submit, c.Second.Submit})
		}
		require.Equal(t, tt.want, pairs, tt.name)
	}
}

// TestInexactAccessesClaimNothing: a bound is no access.
func TestInexactAccessesClaimNothing(t *testing.T) {
	for _, exact := range []bool{false, true} {
		b := newBench()
		a := write(7, 0, 64)
		a.Exact = exact
		b.submit(1, 1, a)
		b.submit(2, 2, write(7, 0, 64))
		require.Equal(t, exact, len(b.Settle(true)) == 1)
	}
}

// TestPeeksHideNothing: a level above has seen a work complete, and the program has not asked: it races with works that come close after it, and
// is dropped after others.
func TestPeeksHideNothing(t *testing.T) {
	for _, tt := range []struct{ between, conflicts int }{{0, 1}, {horizon - 3, 1}, {2 * horizon, 0}} {
		b := newBench()
		b.submit(1, 1, write(7, 0, 64))
		b.order.QueueSignal(0, b.agents[1], b.need(1), 0)
		b.order.Peek(0, b.need(1))
		require.Empty(t, b.Settle(false))
		for n := range tt.between {
			b.submit(1, 2, write(8, 0, 64))
			b.order.QueueSignal(0, b.agents[1], b.need(uint64(n+2)), 0)
			b.order.Peek(0, b.need(uint64(n+2)))
			require.Empty(t, b.Settle(false))
			require.LessOrEqual(t, len(b.rows.all()), 2*horizon)
		}
		b.submit(2, 3, write(7, 0, 64))
		require.Len(t, b.Settle(true), tt.conflicts, "%d works between", tt.between)
	}
}

// TestRenewedMemory: where memory is given out again, peeks count for what stood in it before, and not for what is done with it later.
func TestRenewedMemory(t *testing.T) {
	for _, renewed := range []bool{false, true} {
		b := newBench()
		b.submit(1, 1, write(7, 0, 64))
		b.order.QueueSignal(0, b.agents[1], b.need(1), 0)
		b.order.Peek(0, b.need(1))
		require.Empty(t, b.Settle(false))
		b.CPU(0, 0, 2, write(9, 0, 4), false)
		b.CPU(0, 0, 3, write(7, 0, 4), renewed)
		b.CPU(0, 0, 4, write(7, 4, 8), false) // another access to the same
		if renewed {
			require.Empty(t, b.Settle(false))
			b.submit(1, 5, write(7, 0, 64))
			b.order.QueueSignal(0, b.agents[1], b.need(2), 0)
			b.order.Peek(0, b.need(2))
			b.CPU(0, 0, 6, write(7, 0, 4), false)
		}
		found := b.Settle(true)
		require.NotEmpty(t, found, "renewed %v", renewed)
		require.Equal(t, map[bool]gpu.Site{false: 3, true: 6}[renewed], found[0].Second.Submit)
	}
}

// TestOneCauseInFrontOfAChain: where a signal comes too early, the queues after the one that waits for it find the same, and it is told once; what
// another missing wait does is told as well.
func TestOneCauseInFrontOfAChain(t *testing.T) {
	for _, broken := range []bool{false, true} {
		b := newBench()
		b.agents[3], b.agents[4] = b.order.AddQueue(), b.order.AddQueue()
		read := gpu.Access{Resource: 7, Begin: 0, End: 64, Exact: true}
		b.order.QueueSignal(0, b.agents[1], b.need(1), 0) // before the work
		b.submit(1, 1, write(7, 0, 64))
		b.order.QueueWait(0, b.agents[2], b.need(1), 0)
		b.submit(2, 2, read)
		b.order.QueueSignal(0, b.agents[2], b.need(2), 0)
		if !broken {
			b.order.QueueWait(0, b.agents[3], b.need(2), 0)
		}
		b.submit(3, 3, read)
		b.order.QueueSignal(0, b.agents[3], b.need(3), 0)
		b.order.QueueWait(0, b.agents[4], b.need(3), 0)
		b.submit(4, 4, read, write(8, 0, 64))
		b.submit(1, 5, write(8, 0, 64))
		pairs := [][2]gpu.Site{}
		for _, c := range b.Settle(true) {
			pairs = append(pairs, [2]gpu.Site{c.First.Submit, c.Second.Submit})
		}
		want := [][2]gpu.Site{{1, 2}, {4, 5}}
		if broken {
			want = [][2]gpu.Site{{1, 2}, {1, 3}, {4, 5}}
		}
		require.Equal(t, want, pairs)
	}
}
