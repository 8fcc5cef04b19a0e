package tally

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestQueries(t *testing.T) {
	var now Counts
	var q Queries
	now.Add(&gpu.PipelineStatistics{IAVertices: 3, IAPrimitives: 1, VSInvocations: 3, CInvocations: 1, CPrimitives: 1, PSInvocations: 9, CSInvocations: 64}, 7)
	q.Begin(1, 0, now)
	now.Add(&gpu.PipelineStatistics{IAVertices: 30, PSInvocations: 90}, 70)
	q.Begin(1, 1, now)
	now.Add(&gpu.PipelineStatistics{IAPrimitives: 100, VSInvocations: 300, CInvocations: 100, CPrimitives: 50, CSInvocations: 1}, 700)
	first, second := q.End(1, 0), q.End(1, 1)
	require.Equal(t, [11]uint64{30, 100, 300, 0, 0, 100, 50, 90, 0, 0, 1}, now.Since(&first))
	require.Equal(t, uint64(770), now.Samples-first.Samples)
	require.Equal(t, [11]uint64{0, 100, 300, 0, 0, 100, 50, 0, 0, 0, 1}, now.Since(&second))
	require.Panics(t, func() { q.End(1, 0) }, "it has ended")
}
