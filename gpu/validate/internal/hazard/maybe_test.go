package hazard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// TestMaybe: a race with a work that may be missing in another run, or do something else, says so, orders nothing, and a work that is dropped is
// known as such still.
func TestMaybe(t *testing.T) {
	for k := range 4 {
		missing, resource := k%2 == 1, []gpu.ID{0, Varying}[k/2]
		o := track.NewOrder()
		d := New(o, Options{Locate: func(id gpu.ID, p *Place) bool { p.Memory = id; return true }})
		a, b := o.AddQueue(), o.AddQueue()
		is := false
		for i, q := range []track.Agent{a, b} {
			id := gpu.ID(i + 1)
			n := d.Submit(id, 0, o.Submit(0, q, 0), gpu.Site(i+1))
			if i == 0 {
				d.Maybe(id, n, resource, &is)
			}
			d.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: id}, Submission: n, Accesses: []gpu.Access{{Resource: 9, End: 4, Kind: gpu.AccessWrite, Exact: true}}})
			d.Retired(id, n)
		}
		is = missing // it is known later
		require.Equal(t, missing, d.Missing(1, 1, true))
		require.Equal(t, missing && resource == 0, d.Missing(1, 1, false))
		require.False(t, d.Missing(2, 1, true))
		found := d.Settle(true)
		require.Len(t, found, 1)
		require.Equal(t, missing, found[0].Maybe)
		f := o.AddFence(0)
		for i, q := range []track.Agent{a, b} {
			o.QueueSignal(0, q, track.Need{Fence: f, Value: uint64(i + 1)}, 0)
			o.CPUWait(0, track.Need{Fence: f, Value: uint64(i + 1)})
		}
		d.Settle(false)
		d.Settle(true)
		require.Equal(t, missing, d.Missing(1, 1, true), "it may be dropped by now")
	}
}

// TestMaybeCPU: of the accesses of a thread one resource may be unmapped, and not another one.
func TestMaybeCPU(t *testing.T) {
	for _, at := range []gpu.ID{8, 9} {
		o := track.NewOrder()
		d := New(o, Options{Locate: func(id gpu.ID, p *Place) bool { p.Memory = id; return true }})
		other, is := o.AddThread(0), true
		for i, by := range []track.Agent{0, other} {
			d.CPU(by, gpu.ID(i), gpu.Site(i+1), gpu.Access{Resource: 9, End: 4, Kind: gpu.AccessWrite, Exact: true}, false)
			d.MaybeCPU(by, at, []*bool{&is})
		}
		found := d.Settle(true)
		require.Len(t, found, 1)
		require.Equal(t, at == 9, found[0].Maybe)
	}
}
