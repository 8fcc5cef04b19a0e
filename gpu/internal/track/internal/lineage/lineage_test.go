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
		steps = Sequence(calls, func(c Call) Call { return c }, elder)
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
