package withheld

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
)

// TestSettled: what was found of a submission is told when the thread has waited for that, or at the end.
func TestSettled(t *testing.T) {
	o := track.NewOrder()
	d := hazard.New(o, hazard.Options{Locate: func(gpu.ID, *hazard.Place) bool { return false }})
	a, b := o.AddQueue(), o.AddQueue()
	f := o.AddFence(0)
	first := d.Submit(1, 0, o.Submit(0, a, 0), 0)
	second := d.Submit(2, 0, o.Submit(0, b, 0), 0)
	var l List[string]
	settled := func(all bool) (out []string) {
		l.Settled(d, all, func(what string, _ gpu.ID, _ uint64, missing bool) {
			require.False(t, missing)
			out = append(out, what)
		})
		return out
	}
	require.True(t, l.None())
	l.Keep(d, 2, second, nil, "second", "and more")
	l.Keep(d, 1, first, nil, "first")
	d.Settle(false)
	require.Empty(t, settled(false))

	o.QueueSignal(0, b, track.Need{Fence: f, Value: 1}, 0)
	o.CPUWait(0, track.Need{Fence: f, Value: 1})
	d.Settle(false)
	require.Equal(t, []string{"second", "and more"}, settled(false))
	d.Settle(true)
	require.Equal(t, []string{"first"}, settled(true))
	require.True(t, l.None())
}
