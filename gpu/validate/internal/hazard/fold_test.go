package hazard

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/folded"
)

// scattered are some words of a resource that a command touches in a state.
func scattered(r *rand.Rand, resource gpu.ID, kind gpu.AccessKind, as gpu.ResourceStates, words int) (list []gpu.Access) {
	for at := range words {
		if r.Intn(3) > 0 {
			continue
		}
		a := gpu.Access{Resource: resource, Begin: uint64(8 * at), End: uint64(8*at + 4), Kind: kind, Exact: true, As: as, Slot: "u0"}
		if r.Intn(9) == 0 {
			a.End, a.Stride, a.Size = a.Begin+7, 4, 3
		}
		list = append(list, a)
	}
	return list
}

// within is scattered words as a kernel tells of them: in one access where there are some.
func within(list []gpu.Access) []gpu.Access {
	if len(list) < 2 {
		return list
	}
	one := list[0]
	one.End, one.Stride, one.Size, one.Within = list[len(list)-1].End, 0, 0, folded.Of(new(gpu.RangeWriter), list)
	return []gpu.Access{one}
}

// program runs random submissions of two queues, and gives what is found. The numbers of words are those of the accesses that commands come with,
// which together may make one access. Where there are pieces, the resources are textures, which are drawn to.
func program(seed int64, fewest, words int, together func([]gpu.Access) []gpu.Access, pieces ...uint64) (found []Conflict, folds int) {
	r, b := rand.New(rand.NewSource(seed)), newBench()
	b.fewest = fewest
	as, barrier := gpu.StateUnorderedAccess, gpu.Barrier{Type: gpu.BarrierUAV}
	if len(pieces) > 0 {
		as, barrier = gpu.StateRenderTarget, gpu.Barrier{Type: gpu.BarrierTransition, After: gpu.StateRenderTarget}
		b.options.Locate = func(id gpu.ID, p *Place) bool { *p = Place{Memory: id, Pieces: pieces}; return id != 0 }
	}
	value := uint64(0)
	for n := range 2 + r.Intn(5) {
		queue := gpu.ID(1 + r.Intn(2))
		b.number[queue]++
		site := gpu.Site(100 * (n + 1))
		b.Submit(queue, 0, b.order.Submit(0, b.agents[queue], site), site)
		for k := range 1 + r.Intn(5) {
			e := &gpu.Executed{Origin: gpu.Origin{Queue: queue, SubmitSite: site, Op: gpu.OpDispatch, RecordSite: site + gpu.Site(k), Index: uint32(k)}, Submission: b.number[queue]}
			switch r.Intn(4) {
			case 0:
				barrier.Resource, barrier.Subresource = gpu.ID(7*r.Intn(2)), uint32(r.Intn(max(len(pieces)-1, 1)))
				e.Op, e.Barriers = gpu.OpResourceBarrier, []gpu.Barrier{barrier}
			case 1:
				e.Accesses = append(together(scattered(r, 7, gpu.AccessRead, as, words)), together(scattered(r, 7, gpu.AccessWrite, as, words/8))...)
			default:
				e.Accesses = append(together(scattered(r, gpu.ID(7+r.Intn(2)), gpu.AccessKind(r.Intn(3)), as, words)), together(scattered(r, 9, gpu.AccessRead, as, words))...)
			}
			b.Executed(e)
		}
		w := b.workOf(queue, b.number[queue])
		for i := range w.parts {
			folds += len(w.parts[i].folds)
		}
		b.Retired(queue, b.number[queue])
		if r.Intn(2) == 0 {
			value++
			b.order.QueueSignal(0, b.agents[queue], b.need(value), 0)
			b.order.QueueWait(0, b.agents[3-queue], b.need(value), 0)
		}
	}
	return b.Settle(true), folds
}

// TestFolds: whether accesses are kept one by one or together, the same is found, to the last byte.
func TestFolds(t *testing.T) {
	conflicts, folds, kinds := 0, 0, map[Kind]int{}
	for seed := range int64(400) {
		apart := func(list []gpu.Access) []gpu.Access { return list }
		want, none := program(seed, 1<<30, 60, apart)
		require.Zero(t, none)
		got, n := program(seed, 4, 60, apart)
		require.Equal(t, want, got, "seed %d", seed)
		got, one := program(seed, 1<<30, 60, within)
		require.Equal(t, want, got, "seed %d", seed)
		require.LessOrEqual(t, n, one)
		conflicts, folds = conflicts+len(want), folds+n
		for i := range want {
			kinds[want[i].Kind]++
		}
	}
	require.Greater(t, conflicts, 400)
	require.Greater(t, folds, 400)
	for _, k := range []Kind{Overlap, Writers, Unordered, Atomics} {
		require.Positive(t, kinds[k], k)
	}
}

// TestFoldsOfTextures is TestFolds for what draws touch of textures: they are kept together where they lie in one subresource.
func TestFoldsOfTextures(t *testing.T) {
	apart := func(list []gpu.Access) []gpu.Access { return list }
	conflicts, folds, kinds := 0, 0, map[Kind]int{}
	for seed := range int64(400) {
		words := []int{18, 60}[seed%2] // of one subresource, and of both
		want, none := program(seed, 1<<30, words, apart, 0, 160, 480)
		require.Zero(t, none)
		got, n := program(seed, 4, words, apart, 0, 160, 480)
		require.Equal(t, want, got, "seed %d", seed)
		if words == 60 {
			for i := range want {
				kinds[want[i].Kind]++
			}
			continue
		}
		conflicts, folds = conflicts+len(want), folds+n
	}
	require.Greater(t, conflicts, 100)
	require.Greater(t, folds, 100)
	require.Positive(t, kinds[Overlap])
}

// TestFoldsAmongManyWorks: accesses that are kept together are found among those of many works, wherever in their memory they begin.
func TestFoldsAmongManyWorks(t *testing.T) {
	words := func(work int) (list []gpu.Access) { // no two works touch the same
		for i := range uint64(fewestFolded) {
			list = append(list, gpu.Access{Resource: 7, Begin: 4096 + 16*i, End: 4100 + 16*i, Kind: gpu.AccessRead, Exact: true})
		}
		return append(list, gpu.Access{Resource: 7, Begin: 20000 + 16*uint64(work), End: 20008 + 16*uint64(work), Kind: gpu.AccessRead, Exact: true})
	}
	for begin, conflicts := range map[uint64]int{4096: 1, 4112: 1, 4104: 0, 0: 0, 16: 0} {
		_, found := inEachWork(100, func(q gpu.ID, i int) []gpu.Access {
			switch {
			case q == 2:
				return words(i)
			case i > 0:
				return nil
			}
			return []gpu.Access{write(7, begin, begin+4)}
		})
		require.Len(t, found, conflicts, "write at %d", begin)
	}
}

// TestFoldsAllocateLittle: a loop of commands that touch other words each time, with a barrier after each, keeps for each word no more than its
// bounds.
func TestFoldsAllocateLittle(t *testing.T) {
	r, b := rand.New(rand.NewSource(3)), newBench()
	b.Submit(1, 0, b.order.Submit(0, b.agents[1], 1), 1)
	barrier := []gpu.Barrier{{Type: gpu.BarrierUAV, Resource: 7}}
	lists := make([][]gpu.Access, 32)
	for i := range lists {
		lists[i] = scattered(r, 7, gpu.AccessWrite, gpu.StateUnorderedAccess, 3000)
	}
	n := 0
	perCommand := testing.AllocsPerRun(1000, func() {
		b.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: 1, Op: gpu.OpDispatch, RecordSite: 2}, Submission: 1, Accesses: lists[n%len(lists)]})
		b.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: 1, Op: gpu.OpResourceBarrier}, Submission: 1, Barriers: barrier})
		n++
	})
	require.LessOrEqual(t, perCommand, 8.0, "for some 1,000 accesses")
	require.Empty(t, b.workOf(1, 1).parts[0].spans)
}
