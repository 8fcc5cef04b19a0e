package hazard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// TestActive: a resource is not in use when a barrier of the submission has given its memory away, although nobody touches the resource that has it.
// Textures 1 and 2 and buffer 3 stand in bytes [0, 64) of heap 9, buffer 4 in [32, 96) and buffer 5 in [64, 96).
func TestActive(t *testing.T) {
	type step struct {
		resource gpu.ID // that is written from a byte on; 0: a barrier
		begin    uint64
		from, to gpu.ID
		flags    gpu.BarrierFlags
	}
	use := func(id gpu.ID, begin uint64) step { return step{resource: id, begin: begin} }
	hand := func(from, to gpu.ID) step { return step{from: from, to: to} }
	tests := []struct {
		name  string
		steps []step
		found [][2]gpu.ID
		idle  bool
	}{
		{"given away", []step{use(1, 0), hand(1, 2), use(1, 0)}, [][2]gpu.ID{{2, 1}}, true},
		{"given away before the first use", []step{hand(0, 2), use(1, 0)}, [][2]gpu.ID{{2, 1}}, true},
		{"given back", []step{use(1, 0), hand(1, 2), hand(2, 1), use(1, 0)}, nil, false},
		{"given to any", []step{use(1, 0), hand(1, 2), hand(2, 0), use(1, 0)}, nil, false},
		{"only begun", []step{use(1, 0), {from: 1, to: 2, flags: gpu.BarrierBeginOnly}, use(1, 0)}, nil, false},
		{"begun and ended", []step{use(1, 0), {from: 1, to: 2, flags: gpu.BarrierBeginOnly}, {from: 1, to: 2, flags: gpu.BarrierEndOnly}, use(1, 0)}, [][2]gpu.ID{{2, 1}}, true},
		{"used twice", []step{use(1, 0), hand(1, 2), use(1, 0), use(1, 4)}, [][2]gpu.ID{{2, 1}}, true},
		{"used too late, and then the other one", []step{use(1, 0), hand(1, 2), use(1, 0), use(2, 0)}, [][2]gpu.ID{{1, 2}}, false},
		{"given away twice, and then the other one is used", []step{use(1, 0), hand(1, 2), use(1, 0), hand(1, 2), use(2, 0)}, nil, false},
		{"both are used", []step{use(1, 0), hand(1, 2), use(2, 0), use(1, 0)}, [][2]gpu.ID{{2, 1}}, false},
		{"given to any, and then the other one is used", []step{use(1, 0), hand(1, 2), use(1, 0), hand(0, 0), use(2, 0)}, nil, false},
		{"another barrier is missing as well", []step{use(1, 0), hand(1, 2), use(1, 0), hand(1, 2), use(3, 0)}, [][2]gpu.ID{{1, 3}}, false},
		{"the missing one comes first", []step{use(1, 0), use(3, 0), hand(3, 2), use(3, 0)}, [][2]gpu.ID{{1, 3}}, false},
		{"a buffer beside the bytes", []step{hand(0, 4), use(3, 0)}, nil, false},
		{"a buffer in the bytes", []step{hand(0, 4), use(3, 32)}, [][2]gpu.ID{{4, 3}}, true},
		{"a texture that has some of the bytes", []step{hand(0, 4), use(1, 0)}, [][2]gpu.ID{{4, 1}}, true},
		{"a resource behind it", []step{hand(0, 1), use(5, 0)}, nil, false},
		{"one of two", []step{hand(0, 1), hand(0, 5), use(4, 32)}, [][2]gpu.ID{{5, 4}}, true},
		{"the later one counts", []step{hand(0, 5), hand(0, 1), hand(0, 4), use(5, 0)}, [][2]gpu.ID{{4, 5}}, true},
		{"itself", []step{hand(0, 1), use(1, 0)}, nil, false},
	}
	offsets, sizes := map[gpu.ID]uint64{4: 32, 5: 64}, map[gpu.ID]uint64{3: 64, 4: 64, 5: 32}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := track.NewOrder()
			d := New(o, Options{Locate: func(id gpu.ID, p *Place) bool {
				if *p = (Place{Memory: 9, Offset: offsets[id], Size: sizes[id]}); id < 3 {
					p.Pieces = []uint64{0, 32, 64}
				}
				return true
			}})
			d.Submit(1, 0, o.Submit(0, o.AddQueue(), 1), 1)
			for i, s := range tt.steps {
				e := &gpu.Executed{Origin: gpu.Origin{Queue: 1, Op: gpu.OpCopyBufferRegion, RecordSite: gpu.Site(i + 1)}, Submission: 1, Number: uint32(i)}
				if s.resource != 0 {
					e.Accesses = []gpu.Access{{Resource: s.resource, Begin: s.begin, End: s.begin + 4, Kind: gpu.AccessWrite, Exact: true, As: gpu.StateCopyDest}}
				} else {
					e.Op, e.Barriers = gpu.OpResourceBarrier, []gpu.Barrier{{Type: gpu.BarrierAliasing, Flags: s.flags, Aliased: [2]gpu.ID{s.from, s.to}}}
				}
				d.Executed(e)
			}
			var found [][2]gpu.ID
			for _, c := range d.workOf(1, 1).conflicts {
				require.Equal(t, Aliased, c.Kind)
				require.Equal(t, tt.idle, c.idle)
				found = append(found, [2]gpu.ID{c.First.Access.Resource, c.Second.Access.Resource})
			}
			require.Equal(t, tt.found, found)
		})
	}
}
