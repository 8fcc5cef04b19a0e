package hazard

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// inEachWork has two threads that give n works each to a queue of their own, in no order, and those of the younger thread are settled first. accesses
// are those of work i of a queue, 1 for the elder thread.
func inEachWork(n int, accesses func(queue gpu.ID, i int) []gpu.Access) (b *bench, found []Conflict) {
	b = newBench()
	elder, younger := b.order.AddThread(0), b.order.AddThread(0)
	b.by = map[gpu.ID]track.Agent{1: elder, 2: younger}
	for i := range n {
		b.submit(1, 1, accesses(1, i)...)
		b.submit(2, 2, accesses(2, i)...)
	}
	b.order.QueueSignal(younger, b.agents[2], b.need(1), 0)
	for _, thread := range []track.Agent{younger, elder, 0} {
		b.order.CPUWait(thread, b.need(1))
	}
	for b.order.Step(true) {
		found = append(found, b.Settle(false)...)
	}
	if slices.ContainsFunc(b.rows.all(), func(w *work) bool { return w.admitted != (w.side.Queue == 2) }) {
		panic("the works of the younger thread are settled first")
	}
	return b, append(found, b.Settle(true)...)
}

// TestConflictsInEachWork: two threads conflict in each of n works, and each is compared with a few of those of the other thread.
func TestConflictsInEachWork(t *testing.T) {
	for name, accesses := range map[string]func(gpu.ID, int) []gpu.Access{
		"the same bytes":  func(gpu.ID, int) []gpu.Access { return []gpu.Access{write(7, 0, 64)} },
		"other bytes":     func(q gpu.ID, _ int) []gpu.Access { return []gpu.Access{write(7, 64*uint64(q), 64*uint64(q)+64)} },
		"two memories":    func(gpu.ID, int) []gpu.Access { return []gpu.Access{write(7, 0, 64), write(8, 0, 64)} },
		"one in each ten": func(q gpu.ID, i int) []gpu.Access { return []gpu.Access{write(gpu.ID(7+i%10), 0, 64)} },
	} {
		t.Run(name, func(t *testing.T) {
			looked := func(n int) int {
				b, found := inEachWork(n, accesses)
				require.NotEmpty(t, found)
				return b.looked
			}
			few, many := looked(200), looked(400)
			require.GreaterOrEqual(t, few, 200)
			require.LessOrEqual(t, many, 2*few+64)
		})
	}
}

// TestConflictAfterMany: of many works that come after one in the order of the calls, the last alone conflicts with it, and is found.
func TestConflictAfterMany(t *testing.T) {
	const n = 100
	for last := range uint64(2) {
		_, found := inEachWork(n, func(q gpu.ID, i int) []gpu.Access {
			switch {
			case q == 1 && i > 0:
				return nil
			case q == 2 && i == n-1:
				return []gpu.Access{{Resource: 7, Begin: 128 - 64*last, End: 192, Kind: gpu.AccessRead, Exact: true}}
			case q == 2:
				return []gpu.Access{{Resource: 7, Begin: 128, End: 192, Kind: gpu.AccessRead, Exact: true}}
			}
			return []gpu.Access{write(7, 0, 128)}
		})
		require.Len(t, found, int(last))
		if last == 1 {
			require.Equal(t, []uint64{64, 128}, []uint64{found[0].Begin, found[0].End})
		}
	}
}
