package hazard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// inTurn is a program of n queues that write one buffer in turn, each after the one before, but for those that forget to wait, and whose signals are
// left out; then all that did not forget it wait for the last one and read.
func inTurn(n int, forgets func(i int) bool) (b *bench, found []Conflict) {
	b = newBench()
	read := write(7, 0, 64)
	read.Kind = gpu.AccessRead
	value := uint64(0)
	for i := range n {
		q := gpu.ID(i + 3)
		b.agents[q] = b.order.AddQueue()
		if forgets(i) {
			b.submit(q, gpu.Site(i+1), write(7, 0, 64))
			continue
		}
		b.order.QueueWait(0, b.agents[q], b.need(value), 0)
		b.submit(q, gpu.Site(i+1), write(7, 0, 64))
		value++
		b.order.QueueSignal(0, b.agents[q], b.need(value), 0)
	}
	g := b.order.AddFence(0)
	for i := range n {
		q := gpu.ID(i + 3)
		if forgets(i) {
			continue
		}
		b.order.QueueWait(0, b.agents[q], b.need(value), 0)
		b.submit(q, gpu.Site(n+i+1), read)
		b.order.QueueSignal(0, b.agents[q], track.Need{Fence: g, Value: uint64(i + 1)}, 0)
	}
	return b, b.Settle(true)
}

// TestQueuesInTurn: a work after the last of many is compared with none of them, so that it costs the same however many there are.
func TestQueuesInTurn(t *testing.T) {
	looked := func(n int) int {
		b, found := inTurn(n, func(int) bool { return false })
		require.Empty(t, found)
		return b.looked
	}
	few, many := looked(100), looked(200)
	require.GreaterOrEqual(t, few, 100)
	require.LessOrEqual(t, many, 2*few+64)
	require.LessOrEqual(t, many, 10*200)
}

// TestOneOfManyForgetsToWait: it is told with each of those that nothing orders with it, however many there are that it is not in the way of.
func TestOneOfManyForgetsToWait(t *testing.T) {
	for _, n := range []int{4, 40} {
		for _, k := range []int{1, 3, n - 1} {
			_, found := inTurn(n, func(i int) bool { return i == k })
			require.NotEmpty(t, found, "%d of %d", k, n)
			for _, c := range found {
				require.Contains(t, []gpu.ID{c.First.Queue, c.Second.Queue}, gpu.ID(k+3), "%d of %d", k, n)
			}
		}
	}
}
