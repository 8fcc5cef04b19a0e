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
	l.Keep(d, ran(2, second), about, "second", "and more")
	l.Keep(d, ran(1, first), about, "first")
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

func ran(queue gpu.ID, submission uint64) *gpu.Executed {
	return &gpu.Executed{Origin: gpu.Origin{Queue: queue}, Submission: submission}
}

// TestRaced: what follows from data is told only where no race decides these, which is known when all works are that may be beside the submission.
func TestRaced(t *testing.T) {
	const buffer = 7
	o := track.NewOrder()
	d := hazard.New(o, hazard.Options{Locate: func(id gpu.ID, p *hazard.Place) bool { *p = hazard.Place{Memory: id}; return true }})
	a, b := o.AddQueue(), o.AddQueue()
	f := o.AddFence(0)
	var l List[string]
	told := func(all bool) (out []string) {
		d.Settle(all)
		l.Settled(d, all, func(what string, _ gpu.ID, _ uint64, _ bool) { out = append(out, what) })
		return out
	}
	first := ran(1, d.Submit(1, 0, o.Submit(0, a, 0), 0))
	first.Accesses = []gpu.Access{{Resource: buffer, End: 4, Exact: true, Slot: "t0"}, {Resource: buffer, Begin: 4, End: 8, Exact: true, Slot: "t1"}}
	first.Feeds = func(slot string) []gpu.Feed {
		return map[string][]gpu.Feed{"by what races": {{Resource: buffer, Slot: "t0"}}, "by other data": {{Resource: buffer, Slot: "t1"}}}[slot]
	}
	d.Executed(first)
	l.Keep(d, first, about, "by what races")
	l.Keep(d, first, about, "by other data")
	l.Keep(d, first, about, "by none")
	second := ran(2, d.Submit(2, 0, o.Submit(0, b, 0), 0))
	second.Accesses = []gpu.Access{{Resource: buffer, End: 4, Exact: true, Kind: gpu.AccessWrite, As: gpu.StateCopyDest}}
	d.Executed(second)
	o.QueueSignal(0, a, track.Need{Fence: f, Value: 1}, 0)
	o.CPUWait(0, track.Need{Fence: f, Value: 1})
	require.Equal(t, []string{"by none"}, told(false), "the other queue may yet be found to race")
	require.Equal(t, []string{"by other data"}, told(true))
	require.True(t, l.None())
}

// about is the slot that something is about: here slots are called as what was found.
func about(what string) string { return what }
