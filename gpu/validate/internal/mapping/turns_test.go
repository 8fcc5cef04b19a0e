package mapping

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/turns"
)

// TestLeft: what was mapped while there was one thread is a number; what threads map and unmap beside each other is counted from there.
func TestLeft(t *testing.T) {
	const buffer gpu.ID = 9
	o, table := track.NewOrder(), New()
	turn := func(by track.Agent, act gpu.MapAct) {
		c := &gpu.MapCall{Act: act, Resource: buffer}
		table.Record(c)
		if table.Turn(o, by, c, 0); act == gpu.MapUnmap && !o.Alone() {
			table.Took(o, by, buffer, 0)
		}
	}
	turn(0, gpu.MapMap)
	turn(0, gpu.MapMap)
	other := o.AddThread(0)
	left := func() int {
		use := func(by track.Agent) turns.Moment {
			o.Touch(by, false)
			return turns.Moment{Call: track.Call{By: by, Knew: o.Knows(by)}, Nth: 1}
		}
		return table.Left(o, buffer, use(0), use(other))
	}
	require.Equal(t, 1, left())
	turn(0, gpu.MapUnmap)
	require.Equal(t, 0, left())
	turn(0, gpu.MapMap)
	require.Equal(t, 1, left())
	o.Join(0, other)
	turn(0, gpu.MapUnmap)
	require.Equal(t, turns.New(1), table.buffers[buffer].turns, "the main thread is alone")
	require.Equal(t, 1, table.Left(o, buffer+1, turns.Moment{}, turns.Moment{}), "nothing is known of it")
}
