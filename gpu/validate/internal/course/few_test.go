package course

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

const texture, textureQueue gpu.ID = 1, 100

// newTexture is a course with a queue and a texture of n subresources.
func newTexture(n uint32) (*Course, *track.Order, track.Agent) {
	o := track.NewOrder()
	c, q := New(o), o.AddQueue()
	c.AddQueue(Queue{ID: textureQueue, Agent: q})
	c.Create(texture, Resource{Initial: gpu.StateCommon, Subresources: n, Promotable: substate.Promotable(false, false)})
	return c, o, q
}

// TestFewSubresourcesAreAllOfThem: lists that name few of many subresources find, and leave, what they do where each subresource is named.
func TestFewSubresourcesAreAllOfThem(t *testing.T) {
	const n = 40
	states := []gpu.ResourceStates{gpu.StateCommon, gpu.StateCopyDest, gpu.StateCopySource, gpu.StatePixelShaderResource}
	wrong, right := 0, 0
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		few, o, q := newTexture(n)
		all, ordered, other := newTexture(n)
		stamp := uint32(0)
		for range 12 {
			var sparse, dense []List
			for i := range 1 + r.Intn(3) {
				var tables [2]substate.Table
				var slots [2]substate.Slot
				stamp++
				for k := range tables {
					tables[k].Begin(stamp)
				}
				for range 1 + r.Intn(6) {
					sub, before, after, use := uint32(r.Intn(n)), states[r.Intn(4)], states[r.Intn(4)], r.Intn(2) == 0
					if r.Intn(40) == 0 {
						sub = gpu.AllSubresources
					}
					for k := range tables {
						subs := tables[k].Of(texture, n, sub, &slots[k])
						for j := range subs {
							if use {
								subs[j].Use(after, substate.Promotable(false, false), gpu.OpCopyTextureRegion, gpu.Site(stamp))
							} else {
								subs[j].Transition(&gpu.Barrier{Type: gpu.BarrierTransition, Before: before, After: after}, substate.Promotable(false, false), gpu.OpResourceBarrier, gpu.Site(stamp))
							}
						}
					}
				}
				tables[1].Of(texture, n, gpu.AllSubresources, &slots[1]) // each has an entry
				sparse, dense = append(sparse, List{ID: gpu.ID(50 + i), States: &tables[0]}), append(dense, List{ID: gpu.ID(50 + i), States: &tables[1]})
			}
			got, want := few.Check(0, textureQueue, sparse, 9), all.Check(0, textureQueue, dense, 9)
			require.Equal(t, want, got, "seed %d", seed)
			if len(got) > 0 {
				wrong++
			} else {
				right++
			}
			few.Submit(textureQueue, sparse, o.Submit(0, q, 9), 9)
			all.Submit(textureQueue, dense, ordered.Submit(0, other, 9), 9)
			require.Equal(t, all.resources.Get(texture).subs, few.resources.Get(texture).subs, "seed %d", seed)
		}
	}
	require.Greater(t, wrong, 300)
	require.Greater(t, right, 300)
}

// TestOneOfManySubresources: a submission that uses one of many subresources costs what it uses; one that uses all of them costs each.
func TestOneOfManySubresources(t *testing.T) {
	cost := func(n uint32, whole bool) uint64 {
		c, o, q := newTexture(n)
		for i := range uint32(100) {
			var table substate.Table
			table.Begin(i + 1)
			named, slot := uint32(1), substate.Slot{}
			if whole {
				named = n
			}
			for sub := range named {
				table.Of(texture, n, (sub+i)%n, &slot)[0].Use(gpu.StateCopySource, substate.Promotable(false, false), gpu.OpCopyTextureRegion, 7)
			}
			lists := []List{{ID: 50, States: &table}}
			require.Empty(t, c.Check(0, textureQueue, lists, 9))
			c.Submit(textureQueue, lists, o.Submit(0, q, 9), 9)
		}
		return c.looks
	}
	require.LessOrEqual(t, cost(2048, false), cost(256, false)+2048, "the first time, for each")
	require.GreaterOrEqual(t, cost(2048, true), uint64(90*2048))
}
