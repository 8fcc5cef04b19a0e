package mapping

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// TestTurnsAreForgotten: of threads that hear of each other the turns of which both know are a number; of those that do not, so many are kept, and then nothing is said.
func TestTurnsAreForgotten(t *testing.T) {
	for _, hears := range []bool{true, false} {
		o, table := track.NewOrder(), New()
		const b gpu.ID = 9
		turn := func(by track.Agent, act gpu.MapAct) {
			c := &gpu.MapCall{Act: act, Resource: b}
			table.Record(c)
			table.Turn(o, by, c, 0)
		}
		turn(0, gpu.MapMap)
		other := o.AddThread(0)
		o.AddFence(0)
		o.AddFence(0)
		q := o.AddQueue()
		for i := range uint64(1000) {
			for _, by := range []track.Agent{0, other} {
				turn(by, gpu.MapMap)
				turn(by, gpu.MapUnmap)
			}
			if hears {
				for fence, by := range []track.Agent{0, other} {
					n := track.Need{Fence: fence, Value: i + 1}
					o.QueueSignal(by, q, n, 0)
					o.CPUWait(0, n)
					o.CPUWait(other, n)
				}
			}
		}
		s := &table.buffers[b].turns
		require.Equal(t, !hears, s.lost)
		if hears {
			require.Less(t, len(s.kept), 64)
			sum := s.base
			for _, k := range s.kept {
				sum += k.adds
			}
			require.Equal(t, 1, sum)
		}
		o.Join(0, other)
		turn(0, gpu.MapUnmap)
		require.Zero(t, s.base, "the main thread is alone")
		require.Empty(t, s.kept)
	}
}
