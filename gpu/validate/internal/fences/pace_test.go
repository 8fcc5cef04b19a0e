package fences

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// TestPace: beside a thread that does nothing, threads present on a queue one after the other, or let it wait, each when the one before has ended, or
// has signalled a fence. Little of that is kept. A call that does not wait for that is in no order with the last one.
func TestPace(t *testing.T) {
	for _, fences := range []bool{false, true} {
		for _, presents := range []bool{false, true} {
			o := track.NewOrder()
			o.AddThread(0)
			q, f := o.AddQueue(), o.AddFence(0)
			var tail Tail
			follow := func(by track.Agent, presents bool) {
				if presents {
					tail.Follow(o, by, &gpu.PresentCall{})
					o.Submit(by, q, 1)
				} else {
					tail.Follow(o, by, &gpu.FenceCall{Act: gpu.FenceQueueWait})
					o.QueueWait(by, q, track.Need{Fence: f, Value: 1}, 1)
				}
			}
			follow(0, true)
			for i := range 3 * fewPairs {
				child := o.AddThread(0)
				follow(child, presents && i%2 == 0)
				if fences {
					need := track.Need{Fence: f, Value: uint64(i + 1)}
					o.CPUSignal(child, need, 1)
					o.CPUWait(0, need)
				} else {
					o.Join(0, child)
				}
				follow(0, i%2 == 0)
			}
			require.False(t, tail.Paces(), "by fences: %t", fences)
			require.Less(t, len(tail.pace.last), 8)
			require.LessOrEqual(t, len(tail.pace.pairs), fewPairs)
			child := o.AddThread(0)
			follow(0, true)
			require.False(t, tail.Paces())
			follow(child, presents)
			require.True(t, tail.Paces())
		}
	}
}
