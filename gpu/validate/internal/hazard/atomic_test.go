package hazard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func atomicOn(resource gpu.ID, begin, end uint64, class uint8) gpu.Access {
	return gpu.Access{Resource: resource, Begin: begin, End: end, Kind: gpu.AccessAtomic, Class: class, As: gpu.StateUnorderedAccess, Exact: true}
}

// kinds are those of the conflicts that are found at the end.
func (b *bench) kinds() (out []Kind) {
	for _, c := range b.Settle(true) {
		out = append(out, c.Kind)
	}
	return out
}

// TestAtomicsHideNothing: that atomic accesses are not ordered is a warning, beside which a graver conflict of the same works is told.
func TestAtomicsHideNothing(t *testing.T) {
	for _, tt := range []struct {
		name          string
		first, second []gpu.Access
		want          []Kind
	}{
		{"the same bytes", []gpu.Access{atomicOn(7, 0, 4, 1)}, []gpu.Access{atomicOn(7, 0, 4, 1)}, []Kind{Atomics}},
		{"bytes side by side", []gpu.Access{atomicOn(7, 0, 4, 1)}, []gpu.Access{atomicOn(7, 4, 8, 1)}, nil},
		{"two writers of the same buffer", []gpu.Access{atomicOn(7, 0, 4, 1), write(7, 8, 12)}, []gpu.Access{atomicOn(7, 0, 4, 1)}, []Kind{Writers}},
		{"a race for another buffer", []gpu.Access{atomicOn(7, 0, 4, 1), write(8, 0, 4)}, []gpu.Access{atomicOn(7, 0, 4, 1), write(8, 0, 4)}, []Kind{Atomics, Overlap}},
		{"atomics of two buffers", []gpu.Access{atomicOn(7, 0, 4, 1), atomicOn(8, 0, 4, 1)}, []gpu.Access{atomicOn(7, 0, 4, 1), atomicOn(8, 0, 4, 1)}, []Kind{Atomics}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench()
			b.submit(1, 1, tt.first...)
			b.submit(2, 2, tt.second...)
			require.Equal(t, tt.want, b.kinds())
		})
	}
}

// TestGravest: of several memories that two works touch, the gravest conflict is told, whichever memory comes first, and nothing else.
func TestGravest(t *testing.T) {
	read := func(resource gpu.ID, begin, end uint64) gpu.Access {
		return gpu.Access{Resource: resource, Begin: begin, End: end, Kind: gpu.AccessRead, Exact: true}
	}
	for _, tt := range []struct {
		name          string
		first, second []gpu.Access
		want          Kind
		resource      gpu.ID
	}{
		{"beside, then a race", []gpu.Access{write(7, 0, 4), write(8, 0, 64)}, []gpu.Access{write(7, 8, 12), write(8, 32, 40)}, Overlap, 8},
		{"a race, then beside", []gpu.Access{write(7, 0, 64), write(8, 0, 4)}, []gpu.Access{write(7, 32, 40), write(8, 8, 12)}, Overlap, 7},
		{"beside, then a reader", []gpu.Access{write(7, 0, 4), read(8, 0, 64)}, []gpu.Access{write(7, 8, 12), write(8, 63, 65)}, Overlap, 8},
		{"beside twice", []gpu.Access{write(7, 0, 4), write(8, 0, 4)}, []gpu.Access{write(7, 8, 12), write(8, 8, 12)}, Writers, 7},
		{"beside, then readers", []gpu.Access{write(7, 0, 4), read(8, 0, 64)}, []gpu.Access{write(7, 8, 12), read(8, 0, 64)}, Writers, 7},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench()
			b.submit(1, 1, tt.first...)
			b.submit(2, 2, tt.second...)
			found := b.Settle(true)
			require.Len(t, found, 1)
			require.Equal(t, tt.want, found[0].Kind)
			require.Equal(t, tt.resource, found[0].Second.Access.Resource)
		})
	}
}

// TestAtomicsOfOneSubresource: atomic accesses of one class to different texels are less than those to the same texels, of different classes they are
// not.
func TestAtomicsOfOneSubresource(t *testing.T) {
	for class, want := range map[uint8][]Kind{1: nil, 2: {Shared}} {
		b := newBench()
		b.options.Locate = func(id gpu.ID, p *Place) bool { *p = Place{Memory: id, Pieces: []uint64{0, 512, 1024}}; return true }
		b.submit(1, 1, atomicOn(7, 0, 4, 1))
		b.submit(2, 2, atomicOn(7, 64, 68, class))
		require.Equal(t, want, b.kinds(), "class %d", class)
	}
}

// TestAliasingBarriersAreForHeaps: an aliasing barrier that names no resource stands for those in heaps; a committed one still needs its UAV barrier.
func TestAliasingBarriersAreForHeaps(t *testing.T) {
	for memory, want := range map[gpu.ID][]Kind{7: {Unordered}, 70: nil} {
		b := newBench()
		b.options.Locate = func(_ gpu.ID, p *Place) bool { *p = Place{Memory: memory}; return true }
		b.Submit(1, 0, b.order.Submit(0, b.agents[1], 1), 1)
		run := func(number uint32, barriers []gpu.Barrier, accesses ...gpu.Access) {
			b.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: 1, SubmitSite: 1, RecordSite: gpu.Site(number), Op: gpu.OpDispatch}, Submission: 1, Barriers: barriers, Accesses: accesses})
		}
		run(1, nil, atomicOn(7, 0, 4, 1))
		run(2, []gpu.Barrier{{Type: gpu.BarrierAliasing}})
		run(3, nil, atomicOn(7, 0, 4, 2))
		b.Retired(1, 1)
		require.Equal(t, want, b.kinds(), "memory %d", memory)
	}
}
