package substate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestUsed: what a command left without a barrier stands against later commands that want another state, if one of the two writes.
func TestUsed(t *testing.T) {
	var states Table
	var slot Slot
	states.Begin(1)
	use := func(id gpu.ID, count, sub uint32, want gpu.ResourceStates, command uint32) {
		for i, subs := 0, states.Of(id, count, sub, &slot); i < len(subs); i++ {
			fresh := subs[i].How == Unseen
			require.Equal(t, Fine, subs[i].Use(want, ^gpu.ResourceStates(0), gpu.OpDispatch, gpu.Site(command+1)))
			if fresh {
				subs[i].EntryAt = command
			}
		}
	}
	use(1, 1, gpu.AllSubresources, gpu.StateCopyDest, 4)   // written by command 4
	use(2, 1, gpu.AllSubresources, gpu.StateCopySource, 4) // read by it
	use(3, 2, 1, gpu.StateCopyDest, 4)                     // one of two subresources written
	all := states.Of(4, 1, gpu.AllSubresources, &slot)     // after a barrier
	require.Equal(t, Fine, all[0].Transition(&gpu.Barrier{Before: gpu.StateCommon, After: gpu.StateCopyDest}, ^gpu.ResourceStates(0), gpu.OpResourceBarrier, 9))
	use(6, 300, 200, gpu.StateCopyDest, 4) // one of many written
	for _, c := range []struct {
		id           gpu.ID
		sub, command uint32
		want         gpu.ResourceStates
		against      bool
	}{
		{1, gpu.AllSubresources, 5, gpu.StateNonPixelShaderResource, true},
		{1, gpu.AllSubresources, 4, gpu.StateNonPixelShaderResource, false}, // the command itself
		{1, gpu.AllSubresources, 5, gpu.StateCopyDest, false},               // the same state
		{2, gpu.AllSubresources, 5, gpu.StateNonPixelShaderResource, false}, // two reads
		{2, gpu.AllSubresources, 5, gpu.StateUnorderedAccess, true},         // a read, and a write after it
		{3, 1, 5, gpu.StateNonPixelShaderResource, true},
		{3, 0, 5, gpu.StateNonPixelShaderResource, false},
		{3, gpu.AllSubresources, 5, gpu.StateNonPixelShaderResource, true},
		{4, gpu.AllSubresources, 5, gpu.StateNonPixelShaderResource, false}, // a barrier came first
		{5, gpu.AllSubresources, 5, gpu.StateNonPixelShaderResource, false}, // never used
		{6, 200, 5, gpu.StateNonPixelShaderResource, true},
		{6, 0, 5, gpu.StateNonPixelShaderResource, false},
		{6, gpu.AllSubresources, 5, gpu.StateNonPixelShaderResource, true},
	} {
		s := states.Against(c.id, c.sub, c.command, c.want)
		require.Equal(t, c.against, s != nil, "%+v", c)
		if s != nil {
			require.Equal(t, gpu.Site(5), s.Site, "%+v", c)
		}
	}
}
