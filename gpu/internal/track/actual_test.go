package track

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestActualAgainstTheTable walks through promotion and decay as the documentation of Direct3D 12 lists them.
func TestActualAgainstTheTable(t *testing.T) {
	const common, dest, src, srv, uav = gpu.StateCommon, gpu.StateCopyDest, gpu.StateCopySource, gpu.StateNonPixelShaderResource, gpu.StateUnorderedAccess
	used := func(state gpu.ResourceStates) Subresource {
		var s Subresource
		s.Use(state, ^gpu.ResourceStates(0), gpu.OpDispatch, 1)
		return s
	}
	moved := func(before, after gpu.ResourceStates) Subresource {
		var s Subresource
		s.Transition(&gpu.Barrier{Before: before, After: after}, ^gpu.ResourceStates(0), gpu.OpResourceBarrier, 1)
		return s
	}
	tests := []struct {
		name    string
		from    gpu.ResourceStates
		lists   []Subresource // of one submission
		always  bool
		copy    bool
		verdict Verdict // of the last list
		after   gpu.ResourceStates
	}{
		{"a read decays", common, []Subresource{used(srv)}, false, false, Fine, common},
		{"reads add up", common, []Subresource{used(srv), used(src)}, false, false, Fine, common},
		{"a write does not decay", common, []Subresource{used(dest)}, false, false, Fine, dest},
		{"a write of a copy queue decays", common, []Subresource{used(dest)}, false, true, Fine, common},
		{"a buffer decays", common, []Subresource{used(dest)}, true, false, Fine, common},
		{"a buffer decays from a barrier", common, []Subresource{moved(common, uav)}, true, false, Fine, common},
		{"a texture stays where a barrier put it", common, []Subresource{moved(common, srv)}, false, false, Fine, srv},
		{"no promotion to unordered access", common, []Subresource{used(uav)}, false, false, WrongState, uav},
		{"a read, then a write", common, []Subresource{used(srv), used(dest)}, false, false, WrongState, dest},
		{"a write, then a read, which counts as promoted", common, []Subresource{used(dest), used(src)}, false, false, WrongState, common},
		{"a promoted state is left by name", common, []Subresource{used(dest), moved(dest, src)}, false, false, Fine, src},
		{"COMMON is left by the name of a promotable state", common, []Subresource{moved(dest, src)}, false, false, Fine, src},
		{"another state is left", srv, []Subresource{moved(dest, src)}, false, false, WrongBefore, src},
		{"a joined state serves", srv | src, []Subresource{used(src)}, false, false, Fine, srv | src},
		{"a joined state is left as a whole", srv | src, []Subresource{moved(src, dest)}, false, false, WrongBefore, dest},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := Actual{State: tt.from}
			texture := Promotable(false, false)
			if tt.always {
				texture = Promotable(true, false)
			}
			for i := range tt.lists {
				got := a.Enter(&tt.lists[i], texture, tt.copy)
				if i == len(tt.lists)-1 {
					require.Equal(t, tt.verdict, got)
				} else {
					require.Equal(t, Fine, got)
				}
				a.Pass(&tt.lists[i], tt.copy)
			}
			a.Decay(tt.always, tt.copy)
			require.Equal(t, tt.after.String(), a.State.String())
			require.False(t, a.Promoted)
		})
	}
}

// TestCertainSeesWhatClocksCannot: either of two signals may end the wait, and both come after the work.
func TestCertainSeesWhatClocksCannot(t *testing.T) {
	o := NewOrder()
	o.Hold()
	q1, q2, q3, f := o.AddQueue(), o.AddQueue(), o.AddQueue(), o.AddFence(0)
	a := o.Submit(main, q1, 0)
	o.QueueSignal(main, q1, Need{f, 1}, 0)
	b := o.Submit(main, q2, 0)
	o.QueueSignal(main, q2, Need{f, 1}, 0)
	o.QueueWait(main, q3, Need{f, 1}, 0)
	c := o.Submit(main, q3, 0)
	require.False(t, o.Certain(a, c), "the second queue may have ended the wait")
	require.False(t, o.Certain(b, c))
	require.True(t, o.Certain(a, Point{q1, 2}), "one queue is in order")
	require.False(t, o.Certain(Point{q1, 2}, a))
	mark := o.Touch(main, false)
	require.Equal(t, mark, o.Touch(main, false), "nobody was told")
	require.NotEqual(t, mark, o.Touch(main, true))
	d := o.Submit(main, q1, 0)
	require.True(t, o.Certain(mark, d), "the thread submits behind the mark")
	require.False(t, o.Certain(d, mark))
	require.NotEqual(t, mark, o.Touch(main, false), "the submission tells the queue")
}
