package lineage

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// TestSequenceOfFew: what two threads did is brought into order in as many steps, whatever else they know of. What one of them knew of the other
// comes before it.
func TestSequenceOfFew(t *testing.T) {
	elder := func(a, b clock.Agent) bool { return a < b }
	sequence := func(others clock.Agent) (order []clock.Agent, steps uint64) {
		knew := clock.Clock{}
		for a := range others {
			knew = knew.With(10+a, 1)
		}
		var calls []Call
		for n := uint32(1); n <= 4; n++ { // the younger one's come before the elder's of the same number
			calls = append(calls, Call{By: 2, Knew: knew.With(2, n).With(1, n-1)}, Call{By: 1, Knew: knew.With(1, n).With(2, n)})
		}
		steps = Sequence(new(Memory), calls, func(c Call) Call { return c }, elder)
		for _, c := range calls {
			order = append(order, c.By)
		}
		return order, steps
	}
	order, few := sequence(10)
	require.Equal(t, []clock.Agent{2, 1, 2, 1, 2, 1, 2, 1}, order)
	_, many := sequence(1000)
	require.GreaterOrEqual(t, few, uint64(8))
	require.Equal(t, few, many)
}

// TestSequenceAllocates: calls of a few threads are brought into order in memory that serves again.
func TestSequenceAllocates(t *testing.T) {
	elder := func(a, b clock.Agent) bool { return a < b }
	var m Memory
	calls, before := make([]Call, 6), make([]Call, 6)
	for i := range before {
		before[i] = Call{By: clock.Agent(2 - i%2), Knew: clock.Clock{}.With(clock.Agent(2-i%2), uint32(i/2+1))}
	}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		copy(calls, before)
		Sequence(&m, calls, func(c Call) Call { return c }, elder)
	}))
	for i, c := range calls {
		require.Equal(t, []clock.Agent{1, 1, 1, 2, 2, 2}[i], c.By)
		require.Equal(t, uint32(i%3+1), c.Knew.At(c.By))
	}
}
