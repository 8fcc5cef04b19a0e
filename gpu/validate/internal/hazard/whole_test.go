package hazard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// TestTexturesOfOnePlace: of textures 1 and 2 in bytes [0, 64) of heap 9 only one is in use at a time, whichever bytes are touched; of buffers 3 and
// 4 there the bytes count, and those of buffer 3 lie in the textures.
func TestTexturesOfOnePlace(t *testing.T) {
	at := func(id gpu.ID, kind gpu.AccessKind, begin, end uint64) gpu.Access {
		return gpu.Access{Resource: id, Begin: begin, End: end, Kind: kind, Exact: true, As: gpu.StateCopyDest}
	}
	const read, wrote = gpu.AccessRead, gpu.AccessWrite
	hand := func(before, after gpu.ID) *gpu.Barrier {
		return &gpu.Barrier{Type: gpu.BarrierAliasing, Aliased: [2]gpu.ID{before, after}}
	}
	type step struct {
		access  gpu.Access
		barrier *gpu.Barrier // before it
	}
	tests := []struct {
		name  string
		steps []step
		found int
	}{
		{"other bytes of two textures", []step{{at(1, wrote, 0, 8), nil}, {at(2, wrote, 32, 40), nil}}, 1},
		{"a barrier between", []step{{at(1, wrote, 0, 8), nil}, {at(2, wrote, 32, 40), hand(1, 2)}}, 0},
		{"a barrier from any", []step{{at(1, wrote, 0, 8), nil}, {at(2, wrote, 32, 40), hand(0, 2)}}, 0},
		{"a barrier to any", []step{{at(1, wrote, 0, 8), nil}, {at(2, wrote, 32, 40), hand(1, 0)}}, 0},
		{"a barrier of the other one", []step{{at(1, wrote, 0, 8), nil}, {at(2, wrote, 32, 40), hand(2, 1)}}, 1},
		{"two reads", []step{{at(1, read, 0, 8), nil}, {at(2, read, 32, 40), nil}}, 0},
		{"a read, then a write", []step{{at(1, read, 0, 8), nil}, {at(2, wrote, 32, 40), nil}}, 1},
		{"a write, then a read", []step{{at(1, wrote, 0, 8), nil}, {at(2, read, 32, 40), nil}}, 1},
		{"a write and a read, then a read", []step{{at(1, wrote, 0, 8), nil}, {at(1, read, 0, 8), nil}, {at(2, read, 32, 40), nil}}, 1},
		{"a write before the barrier and a read behind it, then a read", []step{{at(1, wrote, 0, 8), nil}, {at(1, read, 0, 8), hand(1, 0)}, {at(2, read, 32, 40), nil}}, 0},
		{"one texture", []step{{at(1, wrote, 0, 8), nil}, {at(1, wrote, 32, 40), nil}}, 0},
		{"two buffers", []step{{at(3, wrote, 0, 8), nil}, {at(4, wrote, 32, 40), nil}}, 0},
		{"a buffer in the texture", []step{{at(1, wrote, 0, 8), nil}, {at(3, wrote, 60, 64), nil}}, 1},
		{"a buffer behind the texture", []step{{at(1, wrote, 0, 8), nil}, {at(3, wrote, 64, 68), nil}}, 0},
		{"a texture over what a buffer has written", []step{{at(3, wrote, 60, 64), nil}, {at(3, wrote, 64, 68), nil}, {at(1, wrote, 0, 8), nil}}, 1},
		{"a texture beside it", []step{{at(3, wrote, 64, 68), nil}, {at(1, wrote, 0, 8), nil}}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := track.NewOrder()
			d := New(o, Options{Locate: func(id gpu.ID, p *Place) bool {
				if *p = (Place{Memory: 9}); id < 3 {
					p.Pieces = []uint64{0, 32, 64}
				}
				return true
			}})
			d.Submit(1, 0, o.Submit(0, o.AddQueue(), 1), 1)
			for i, s := range tt.steps {
				e := &gpu.Executed{Origin: gpu.Origin{Queue: 1, Op: gpu.OpCopyBufferRegion, RecordSite: gpu.Site(i + 1)}, Submission: 1, Number: uint32(2*i + 1), Accesses: []gpu.Access{s.access}}
				if s.barrier != nil {
					d.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: 1, Op: gpu.OpResourceBarrier, RecordSite: 99}, Submission: 1, Number: uint32(2 * i), Barriers: []gpu.Barrier{*s.barrier}})
				}
				d.Executed(e)
			}
			found := d.workOf(1, 1).conflicts
			require.Len(t, found, tt.found)
			if tt.found > 0 {
				require.Equal(t, Aliased, found[0].Kind)
				require.True(t, found[0].Whole)
			}
		})
	}
}

// TestTexturesOfOnePlaceOnTwoQueues: the same of works that nothing orders. Texture 5 stands behind the others.
func TestTexturesOfOnePlaceOnTwoQueues(t *testing.T) {
	at := func(id gpu.ID, kind gpu.AccessKind, begin uint64) gpu.Access {
		return gpu.Access{Resource: id, Begin: begin, End: begin + 4, Kind: kind, Exact: true, As: gpu.StateCopyDest}
	}
	const read, wrote = gpu.AccessRead, gpu.AccessWrite
	tests := []struct {
		name          string
		first, second []gpu.Access
		found         bool
		whole         bool
		resources     [2]gpu.ID
	}{
		{"both are written", []gpu.Access{at(1, wrote, 0)}, []gpu.Access{at(2, wrote, 40)}, true, true, [2]gpu.ID{1, 2}},
		{"one is read", []gpu.Access{at(1, read, 0)}, []gpu.Access{at(2, wrote, 40)}, true, true, [2]gpu.ID{1, 2}},
		{"the other is read", []gpu.Access{at(1, wrote, 0)}, []gpu.Access{at(2, read, 40)}, true, true, [2]gpu.ID{1, 2}},
		{"both are read", []gpu.Access{at(1, read, 0)}, []gpu.Access{at(2, read, 40)}, false, false, [2]gpu.ID{}},
		{"the same bytes", []gpu.Access{at(1, wrote, 0)}, []gpu.Access{at(2, wrote, 0)}, true, false, [2]gpu.ID{1, 2}},
		{"reads of one, and a write", []gpu.Access{at(1, read, 0), at(1, read, 8), at(1, wrote, 16)}, []gpu.Access{at(2, read, 40)}, true, true, [2]gpu.ID{1, 2}},
		{"other subresources of one", []gpu.Access{at(1, wrote, 0)}, []gpu.Access{at(1, read, 40)}, false, false, [2]gpu.ID{}},
		{"a buffer in it", []gpu.Access{at(1, wrote, 0)}, []gpu.Access{at(3, wrote, 60)}, true, true, [2]gpu.ID{1, 3}},
		{"a buffer behind it", []gpu.Access{at(1, wrote, 0)}, []gpu.Access{at(3, wrote, 64)}, false, false, [2]gpu.ID{}},
		{"many bytes of a buffer, some in it", []gpu.Access{at(3, wrote, 72), at(3, wrote, 64), at(3, read, 56), at(3, read, 8)}, []gpu.Access{at(1, wrote, 0)}, true, true, [2]gpu.ID{3, 1}},
		{"two buffers", []gpu.Access{at(3, wrote, 0)}, []gpu.Access{at(4, wrote, 40)}, false, false, [2]gpu.ID{}},
		{"a texture behind it", []gpu.Access{at(1, wrote, 0)}, []gpu.Access{at(5, wrote, 0)}, false, false, [2]gpu.ID{}},
		{"a buffer from one into the next", []gpu.Access{at(1, read, 0), at(5, read, 0)}, []gpu.Access{at(3, wrote, 64)}, true, false, [2]gpu.ID{5, 3}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := track.NewOrder()
			d := New(o, Options{DisjointWriters: func(gpu.ID) bool { return true }, Locate: func(id gpu.ID, p *Place) bool {
				if *p = (Place{Memory: 9}); id < 3 || id == 5 {
					p.Pieces = []uint64{0, 32, 64}
				}
				if id == 5 {
					p.Offset = 64
				}
				return true
			}})
			for q, accesses := range [][]gpu.Access{tt.first, tt.second} {
				queue := gpu.ID(q + 1)
				d.Submit(queue, 0, o.Submit(0, o.AddQueue(), 1), gpu.Site(queue))
				for i := range accesses {
					d.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: queue, Op: gpu.OpCopyBufferRegion, RecordSite: gpu.Site(10*q + i)}, Submission: 1, Number: uint32(i), Accesses: accesses[i : i+1]})
				}
				d.Retired(queue, 1)
			}
			found := d.Settle(true)
			if !tt.found {
				require.Empty(t, found)
				return
			}
			require.Len(t, found, 1)
			c := found[0]
			require.Equal(t, Overlap, c.Kind)
			require.Equal(t, tt.whole, c.Whole)
			require.Equal(t, tt.resources, [2]gpu.ID{c.First.Access.Resource, c.Second.Access.Resource})
		})
	}
}
