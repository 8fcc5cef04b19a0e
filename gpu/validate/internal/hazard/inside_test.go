package hazard

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// TestManyResourcesOfAHeap: however many resources of a heap, and however many heaps, a submission touches, each of them is found again.
func TestManyResourcesOfAHeap(t *testing.T) {
	const heaps = 1000 // resource r of heap h is h*heaps + r; it stands at byte 16*r
	for _, n := range []gpu.ID{1, few - 1, few, few + 1, 3 * few} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			o := track.NewOrder()
			d := New(o, Options{Locate: func(id gpu.ID, p *Place) bool {
				*p = Place{Memory: id / heaps * heaps, Offset: uint64(id % heaps * 16)}
				return true
			}})
			d.Submit(1, 0, o.Submit(0, o.AddQueue(), 1), 1)
			number := uint32(0)
			run := func(barrier *gpu.Barrier, accesses ...gpu.Access) {
				number++
				e := &gpu.Executed{Origin: gpu.Origin{Queue: 1, Op: gpu.OpDispatch, RecordSite: gpu.Site(number)}, Submission: 1, Number: number, Accesses: accesses}
				if barrier != nil {
					e.Op, e.Barriers = gpu.OpResourceBarrier, []gpu.Barrier{*barrier}
				}
				d.Executed(e)
			}
			unordered := func(id gpu.ID) gpu.Access {
				a := write(id, 0, 16)
				a.As = gpu.StateUnorderedAccess
				return a
			}
			for h := range n {
				for r := range n {
					run(nil, unordered((h+1)*heaps+r))
				}
			}
			last := n*heaps + n - 1
			work := d.workOf(1, 1)
			require.Empty(t, work.conflicts)
			run(nil, unordered(last))
			require.Len(t, work.conflicts, 1)
			require.Equal(t, Unordered, work.conflicts[0].Kind)
			run(&gpu.Barrier{Type: gpu.BarrierUAV, Resource: last})
			run(nil, unordered(last))
			require.Len(t, work.conflicts, 1, "a barrier of the last resource of the last heap")
			behind := write(n*heaps+n, 0, 16)
			run(nil, behind)
			require.Len(t, work.conflicts, 1, "the bytes behind it are nobody's")
			over := write(n*heaps, uint64(16*(n-1)), uint64(16*n))
			run(nil, over)
			require.Equal(t, n > 1, len(work.conflicts) == 2, "the first resource over the last: they are two where there are several")
			if n > 1 {
				require.Equal(t, Aliased, work.conflicts[1].Kind)
			}
		})
	}
}

// TestCopiesKeepNothing: what only UAV and aliasing barriers order is kept, and copies of committed resources are not.
func TestCopiesKeepNothing(t *testing.T) {
	o := track.NewOrder()
	d := New(o, Options{Locate: func(id gpu.ID, p *Place) bool { *p = Place{Memory: id}; return true }})
	d.Submit(1, 0, o.Submit(0, o.AddQueue(), 1), 1)
	for i := range uint64(4) {
		d.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: 1, Op: gpu.OpCopyBufferRegion}, Submission: 1, Number: uint32(i), Accesses: []gpu.Access{write(7, 16*i, 16*i+16)}})
	}
	require.Empty(t, d.workOf(1, 1).inside.pools)
}

// TestOneBarrierOfSeveral: two commands without a barrier between them are a conflict for each resource that they share, and one for each resource
// only.
func TestOneBarrierOfSeveral(t *testing.T) {
	o := track.NewOrder()
	d := New(o, Options{Locate: func(id gpu.ID, p *Place) bool {
		*p = Place{Memory: id}
		return true
	}})
	d.Submit(1, 0, o.Submit(0, o.AddQueue(), 1), 1)
	for number := range uint32(2) {
		e := &gpu.Executed{Origin: gpu.Origin{Queue: 1, Op: gpu.OpDispatch, RecordSite: gpu.Site(number)}, Submission: 1, Number: number}
		for _, at := range []uint64{0, 64} {
			for id := range gpu.ID(3) {
				a := write(10+id, at, at+16)
				a.As = gpu.StateUnorderedAccess
				e.Accesses = append(e.Accesses, a)
			}
		}
		d.Executed(e)
	}
	var shared []gpu.ID
	for _, c := range d.workOf(1, 1).conflicts {
		shared = append(shared, c.Second.Access.Resource)
	}
	require.Equal(t, []gpu.ID{10, 11, 12}, shared)
}
