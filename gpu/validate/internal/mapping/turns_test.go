package mapping

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// turns of two threads on one buffer, which is mapped once before.
const buffer gpu.ID = 9

func between(hears bool, rounds uint64) (o *track.Order, table *Table, other track.Agent) {
	o, table = track.NewOrder(), New()
	turn := func(by track.Agent, act gpu.MapAct) {
		c := &gpu.MapCall{Act: act, Resource: buffer}
		table.Record(c)
		table.Turn(o, by, c, 0)
	}
	turn(0, gpu.MapMap)
	other = o.AddThread(0)
	o.AddFence(0)
	o.AddFence(0)
	q := o.AddQueue()
	for i := range rounds {
		for _, by := range []track.Agent{0, other} {
			turn(by, gpu.MapMap)
			turn(by, gpu.MapUnmap)
		}
		for fence, by := range []track.Agent{0, other} {
			n := track.Need{Fence: fence, Value: i + 1}
			o.QueueSignal(by, q, n, 0)
			if hears {
				o.CPUWait(0, n)
				o.CPUWait(other, n)
			}
		}
	}
	return o, table, other
}

// TestTurnsAreForgotten: of threads that hear of each other the turns of which both know are a number; of those that do not, all are kept, and counted at once.
func TestTurnsAreForgotten(t *testing.T) {
	for _, hears := range []bool{true, false} {
		o, table, other := between(hears, 1000)
		s, sum, kept := &table.buffers[buffer].turns, 0, 0
		for i := range s.rows {
			sum, kept = sum+s.rows[i].upTo(len(s.rows[i].kept)), kept+len(s.rows[i].kept)
		}
		require.Equal(t, 1, s.base+sum)
		require.Equal(t, kept, s.kept)
		if hears {
			require.Less(t, kept, 64)
		} else {
			require.Equal(t, 4000, kept)
		}
		o.Join(0, other)
		c := &gpu.MapCall{Act: gpu.MapUnmap, Resource: buffer}
		table.Record(c)
		table.Turn(o, 0, c, 0)
		require.Zero(t, s.base, "the main thread is alone")
		require.Empty(t, s.rows)
	}
}

// TestLeft: of any number of turns those count that come before the use, or may.
func TestLeft(t *testing.T) {
	for _, rounds := range []uint64{0, 3, 1000} {
		o, table, other := between(false, rounds)
		use := func(by track.Agent, nth uint64) Moment {
			o.Touch(by, false)
			return Moment{track.Call{By: by, Knew: o.Knows(by)}, nth}
		}
		require.Equal(t, 0, table.Left(o, buffer, use(0, 1), use(other, 1)), "its own Unmaps have taken back its own Maps, and one more takes the first back")
		c := &gpu.MapCall{Act: gpu.MapMap, Resource: buffer}
		table.Record(c)
		table.Turn(o, 0, c, 0)
		require.Equal(t, 1, table.Left(o, buffer, use(0, 1), use(other, 1)), "it has mapped it once more")
		require.Equal(t, 1, table.Left(o, buffer, use(other, 1), use(0, 1)), "it comes before its own Unmap")
	}
}
