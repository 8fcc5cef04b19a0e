package substate

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// held is how many entries the memory of a table has room for.
func (t *Table) held() (n int) {
	for i := range t.resources {
		n += cap(t.resources[i].subs)
	}
	return n
}

// TestListsHoldWhatTheyTouch: n lists that each change one of n subresources hold memory for n entries or a few times as many, and not for n x n.
func TestListsHoldWhatTheyTouch(t *testing.T) {
	hold := func(n uint32) (sum int) {
		lists := make([]Table, n)
		for i := range lists {
			var slot Slot
			lists[i].Begin(uint32(i) + 1)
			lists[i].Of(1, n, uint32(i), &slot)[0].Use(gpu.StateCopyDest, Promotable(false, false), gpu.OpCopyTextureRegion, 1)
			lists[i].Of(1, n, uint32(i)/2, &slot)[0].Use(gpu.StateCopyDest, Promotable(false, false), gpu.OpCopyTextureRegion, 2)
		}
		for i := range lists {
			sum += lists[i].held()
			lists[i].Each(func(id gpu.ID, subs []Subresource) {
				require.Len(t, subs, int(n))
				require.Equal(t, Assumed, subs[i].How)
				require.Equal(t, Assumed, subs[i/2].How)
				require.Equal(t, Unseen, subs[(i+1)%int(n)].How)
			})
		}
		return sum
	}
	require.LessOrEqual(t, hold(512), 8*512)
	require.LessOrEqual(t, hold(1024), 8*1024)
}

// TestTableAgainstAMap: subresources that are told apart early or late have the states that a list of all of them would have.
func TestTableAgainstAMap(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	var table Table
	for round := range 400 {
		count := []uint32{1, 6, 16, 17, 40, 300}[r.Intn(6)]
		table.Begin(uint32(round) + 1)
		var slot Slot
		want := make([]gpu.Site, count)
		touch := func(sub uint32, site gpu.Site) {
			subs := table.Of(9, count, sub, &slot)
			for i := range subs {
				subs[i].put(Explicit, gpu.StateCopyDest, gpu.OpResourceBarrier, site)
			}
			for i := range want {
				if sub == gpu.AllSubresources || sub == uint32(i) {
					want[i] = site
				}
			}
		}
		for step := range r.Intn(60) {
			sub := uint32(r.Intn(int(count)))
			if r.Intn(25) == 0 {
				sub = gpu.AllSubresources
			}
			touch(sub, gpu.Site(step+1))
		}
		table.Each(func(_ gpu.ID, subs []Subresource) {
			for i := range want {
				require.Equal(t, want[i], subs[min(i, len(subs)-1)].Site, "subresource %d of %d", i, count)
			}
		})
		for i := range want {
			require.Equal(t, want[i], table.Of(9, count, uint32(i), &slot)[0].Site)
		}
	}
}

// TestRecordingsByTurns: recordings that are open at the same time find their own states of each resource, in whichever order they use how many, and
// so do new ones in the same memory.
func TestRecordingsByTurns(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	var tables [3]Table
	var slots [40]Slot
	want := [3]map[gpu.ID]gpu.Site{}
	stamp := uint32(0)
	for step := range gpu.Site(20000) {
		which := r.Intn(3)
		if want[which] == nil || r.Intn(200) == 0 {
			stamp++
			tables[which].Begin(stamp)
			want[which] = map[gpu.ID]gpu.Site{}
		}
		id := gpu.ID(r.Intn(len(slots))) + 1
		subs := tables[which].Of(id, 1, 0, &slots[id-1])
		require.Equal(t, want[which][id], subs[0].Site)
		subs[0].put(Explicit, gpu.StateCopyDest, gpu.OpResourceBarrier, step+1)
		want[which][id] = step + 1
		other := gpu.ID(r.Intn(len(slots))) + 1
		require.Equal(t, want[which][other] != 0, tables[which].Uses(other))
		n := 0
		tables[which].Each(func(gpu.ID, []Subresource) { n++ })
		require.Len(t, want[which], n)
	}
}

// TestIdle: what a barrier takes to a state in which nothing is done with it, of few subresources and of many.
func TestIdle(t *testing.T) {
	for _, count := range []uint32{1, 3, 10_000} {
		var table Table
		table.Begin(1)
		var slot Slot
		at := count - 1
		require.Zero(t, table.Idle(7, at), "not there")
		b := gpu.Barrier{Resource: 7, Subresource: at, Before: gpu.StateCopyDest, After: gpu.StateCopySource}
		one := func() *Subresource { return &table.Of(7, count, at, &slot)[0] }
		one().Transition(&b, 0, gpu.OpResourceBarrier, 5)
		require.Equal(t, gpu.Site(5), table.Idle(7, at))
		if count > 1 {
			require.Zero(t, table.Idle(7, at-1), "another one")
		}
		one().Used = true
		require.Zero(t, table.Idle(7, at), "it was used")
		b.Before, b.After = b.After, b.Before
		one().Transition(&b, 0, gpu.OpResourceBarrier, 6)
		require.Equal(t, gpu.Site(6), table.Idle(7, at), "the next state")
	}
}
