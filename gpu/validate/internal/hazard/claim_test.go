package hazard

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
)

// TestClaims: of two queues that nothing orders one transitions a subresource of one of two textures of a heap, and the other needs some, of which it
// reads a few. They conflict where it needs what is transitioned, whichever comes first. What is read is told before what is only needed.
func TestClaims(t *testing.T) {
	const subresources, size = 5, 32
	told := [3]int{}
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		o := track.NewOrder()
		d := New(o, Options{Locate: func(id gpu.ID, p *Place) bool {
			*p = Place{Memory: 9, Offset: uint64(id) * 1024, Pieces: []uint64{0, size, 2 * size, 3 * size, 4 * size, 5 * size}}
			return true
		}})
		of, moved := gpu.ID(1+r.IntN(2)), uint32(r.IntN(subresources))
		var table substate.Table
		var slot substate.Slot
		table.Begin(1)
		var needed, read bool
		var accesses []gpu.Access
		for sub := range uint32(subresources) {
			if r.IntN(2) == 0 {
				continue
			}
			table.Of(1, subresources, sub, &slot)[0].Use(gpu.StateCopySource, 0, gpu.OpDispatch, gpu.Site(50+r.IntN(2)))
			needed = needed || of == 1 && sub == moved
			if r.IntN(2) == 0 {
				accesses = append(accesses, gpu.Access{Resource: 1, Begin: uint64(sub) * size, End: uint64(sub)*size + 4, Exact: true, As: gpu.StateCopySource})
				read = read || of == 1 && sub == moved
			}
		}
		queues := [2]track.Agent{o.AddQueue(), o.AddQueue()}
		works := []func(){func() {
			d.Submit(1, 0, o.Submit(0, queues[0], 1), 1)
			d.Claim(1, 1, []course.List{{ID: 70, States: &table}})
			d.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: 1, Op: gpu.OpDispatch, RecordSite: 50}, Submission: 1, Accesses: accesses})
			d.Retired(1, 1)
		}, func() {
			d.Submit(2, 0, o.Submit(0, queues[1], 2), 2)
			d.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: 2, Op: gpu.OpResourceBarrier, RecordSite: 60}, Submission: 1,
				Barriers: []gpu.Barrier{{Resource: of, Subresource: moved, Before: gpu.StateCopySource, After: gpu.StateCopyDest}}})
			d.Retired(2, 1)
		}}
		first := r.IntN(2)
		works[first]()
		works[1-first]()
		found := d.Settle(true)
		if !needed {
			require.Empty(t, found, "seed %d", seed)
			told[0]++
			continue
		}
		require.Len(t, found, 1, "seed %d", seed)
		c := found[0]
		require.Equal(t, Moved, c.Kind)
		require.Equal(t, !read, c.First.Claims || c.Second.Claims, "seed %d", seed)
		sides := [2]*Side{&c.First, &c.Second}
		require.Equal(t, "COPY_SOURCE to COPY_DEST", sides[1-first].Access.Slot)
		if read {
			told[1]++
			continue
		}
		told[2]++
		require.Equal(t, gpu.StateCopySource, sides[first].Access.As)
		require.Equal(t, gpu.ID(70), sides[first].List)
		require.Equal(t, [2]uint64{uint64(moved) * size, uint64(moved+1) * size}, [2]uint64{c.Begin, c.End}, "seed %d", seed)
	}
	for _, n := range told {
		require.Greater(t, n, 100)
	}
}
