package hazard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestSubmissionsUseMemoryAgain: a submission that touches a few buffers, and that everybody knows to be finished before the next one, allocates no
// more than one that touches nothing; with more buffers than are kept it costs more, and is forgotten all the same.
func TestSubmissionsUseMemoryAgain(t *testing.T) {
	accesses := func(n int) (out []gpu.Access) {
		for id := range gpu.ID(n) {
			a := write(10+id, 0, 64)
			a.As = gpu.StateUnorderedAccess
			out = append(out, a, gpu.Access{Resource: 100 + id, End: 64, Kind: gpu.AccessRead, Exact: true})
		}
		return out
	}
	cost := func(b *bench, list []gpu.Access) float64 {
		value := uint64(0)
		turn := func() {
			value++
			b.submit(1, 1, list...)
			b.order.QueueSignal(0, b.agents[1], b.need(value), 2)
			b.order.CPUWait(0, b.need(value))
			require.Empty(t, b.Settle(false))
		}
		for range 64 {
			turn()
		}
		return testing.AllocsPerRun(512, turn)
	}
	empty := cost(newBench(), nil)
	for _, n := range []int{1, 2, 4} {
		require.LessOrEqual(t, cost(newBench(), accesses(n)), empty+0.5, "%d buffers", 2*n)
	}
	b := newBench()
	many := cost(b, accesses(200))
	require.Less(t, many, 16*200.0)
	require.Empty(t, b.rows.all())
	require.Zero(t, b.cells.Len())
	require.LessOrEqual(t, b.parts.Len(), fewIdle)
	require.LessOrEqual(t, b.void.Len(), fewIdle)
}
