package hazard

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// BenchmarkInside is a submission of many dispatches, each to bytes of its own, without barriers.
func BenchmarkInside(b *testing.B) {
	for b.Loop() {
		o := track.NewOrder()
		d := New(o, Options{Locate: func(id gpu.ID, p *Place) bool { *p = Place{Memory: id}; return true }})
		d.Submit(1, 0, o.Submit(0, o.AddQueue(), 1), 1)
		for i := range uint64(1 << 14) {
			a := []gpu.Access{{Resource: 1, Begin: i * 256, End: i*256 + 256, Kind: gpu.AccessWrite, Exact: true, As: gpu.StateUnorderedAccess}}
			d.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: 1, Op: gpu.OpDispatch, RecordSite: gpu.Site(i)}, Submission: 1, Number: uint32(i), Accesses: a})
		}
	}
}
