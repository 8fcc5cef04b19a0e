package course

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// frames are n submissions of each of two threads that never hear of each other, each with a resource and queues of its own, which take turns. A
// submission moves the resource to the next of some states; where there is one state only, it uses it. It returns how many uses were gone through.
func frames(t *testing.T, n, queues uint64, copies bool, states ...gpu.ResourceStates) uint64 {
	o := track.NewOrder()
	c := New(o)
	type thread struct {
		agent  track.Agent
		queues []track.Agent
		fence  int
	}
	threads := []thread{{agent: 0}, {agent: o.AddThread(0)}}
	for i := range threads {
		threads[i].fence = o.AddFence(0)
		for range queues {
			q := o.AddQueue()
			threads[i].queues = append(threads[i].queues, q)
			c.AddQueue(Queue{ID: gpu.ID(100 + q), Agent: q, Copy: copies})
		}
		c.Create(gpu.ID(1+i), Resource{Initial: states[0], Subresources: 1, Promotable: gpu.StateCopyDest, Always: len(states) == 1})
	}
	var table substate.Table
	for frame := range n {
		for i, thr := range threads {
			q := thr.queues[frame%queues]
			if frame > 0 && queues > 1 {
				o.QueueWait(thr.agent, q, track.Need{Fence: thr.fence, Value: frame}, 0)
				c.Wait(gpu.ID(100+q), track.Need{Fence: thr.fence, Value: frame})
			}
			table.Begin(uint32(2*frame) + uint32(i) + 1)
			s := &table.Of(gpu.ID(1+i), 1, 0, &substate.Slot{})[0]
			if before, after := states[frame%uint64(len(states))], states[(frame+1)%uint64(len(states))]; before != after {
				s.Transition(&gpu.Barrier{Type: gpu.BarrierTransition, Before: before, After: after}, gpu.StateCopyDest, gpu.OpResourceBarrier, 7)
			} else {
				s.Use(gpu.StateCopyDest, gpu.StateCopyDest, gpu.OpCopyBufferRegion, 7)
			}
			lists := []List{{ID: 50, States: &table}}
			require.Empty(t, c.Check(thr.agent, gpu.ID(100+q), lists, 9))
			c.Submit(gpu.ID(100+q), lists, o.Submit(thr.agent, q, 9), 9)
			o.QueueSignal(thr.agent, q, track.Need{Fence: thr.fence, Value: frame + 1}, 9)
			c.Signal(gpu.ID(100+q), track.Need{Fence: thr.fence, Value: frame + 1})
			c.Decide(false)
		}
	}
	return c.steps
}

// TestThreadsThatNeverMeetAreLinear: nothing that such threads use is forgotten before the end, and still each submission is gone through a few times
// only.
func TestThreadsThatNeverMeetAreLinear(t *testing.T) {
	for name, run := range map[string]func(n uint64) uint64{
		"a buffer": func(n uint64) uint64 { return frames(t, n, 1, false, gpu.StateCommon) },
		"a buffer of a copy queue, whose state it keeps until it decays": func(n uint64) uint64 { return frames(t, n, 1, true, gpu.StateCommon) },
		"a texture between two states":                                   func(n uint64) uint64 { return frames(t, n, 1, false, gpu.StateCopyDest, gpu.StateCopySource) },
		"between three states, on three queues": func(n uint64) uint64 {
			return frames(t, n, 3, false, gpu.StateCopyDest, gpu.StateCopySource, gpu.StateRenderTarget)
		},
	} {
		few, many := run(100), run(200)
		require.GreaterOrEqual(t, few, uint64(100), name)
		require.LessOrEqual(t, many, 2*few+8, name)
		require.LessOrEqual(t, many, uint64(8*200), name)
	}
}

// TestUsesAreForgotten: of a buffer that is used and left as it was again and again, few uses are kept where both threads wait for each of them;
// where one never does, all are.
func TestUsesAreForgotten(t *testing.T) {
	const n = 1000
	for _, hears := range []bool{true, false} {
		o := track.NewOrder()
		c, other, f, q := New(o), o.AddThread(0), o.AddFence(0), o.AddQueue()
		c.AddQueue(Queue{ID: 100, Agent: q})
		c.Create(1, Resource{Initial: gpu.StateCommon, Subresources: 1, Promotable: gpu.StateCopyDest, Always: true})
		var table substate.Table
		for frame := range uint64(n) {
			table.Begin(uint32(frame) + 1)
			table.Of(1, 1, 0, &substate.Slot{})[0].Use(gpu.StateCopyDest, gpu.StateCopyDest, gpu.OpCopyBufferRegion, 7)
			lists, done := []List{{ID: 50, States: &table}}, track.Need{Fence: f, Value: frame + 1}
			require.Empty(t, c.Check(other, 100, lists, 9))
			c.Submit(100, lists, o.Submit(other, q, 9), 9)
			o.QueueSignal(other, q, done, 9)
			c.Signal(100, done)
			o.CPUWait(other, done)
			if hears {
				o.CPUWait(0, done)
			}
			c.Decide(false)
		}
		if kept := c.resources.Get(1).uses(); hears {
			require.LessOrEqual(t, kept, 2*fewUses)
		} else {
			require.Equal(t, n, kept)
		}
	}
}
