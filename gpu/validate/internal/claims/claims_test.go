package claims

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/place"
)

// TestAdd: neighbours that one command needs are one claim; what a list transitions first is none, and nor are buffers.
func TestAdd(t *testing.T) {
	var table substate.Table
	var slots [3]substate.Slot
	table.Begin(1)
	use := func(id gpu.ID, sub uint32, site gpu.Site) {
		for i := range table.Of(id, 4, sub, &slots[id]) {
			table.Of(id, 4, sub, &slots[id])[i].Use(gpu.StateCopySource, 0, gpu.OpDispatch, site)
		}
	}
	leave := gpu.Barrier{Resource: 1, Before: gpu.StateCopySource, After: gpu.StateCopyDest}
	table.Of(1, 4, 1, &slots[1])[0].Transition(&leave, 0, gpu.OpResourceBarrier, 8)
	use(1, 0, 5)
	use(1, 2, 5)
	use(1, 3, 5)
	use(2, gpu.AllSubresources, 6)
	locate := func(id gpu.ID, p *place.Place) bool {
		if *p = (place.Place{Memory: id}); id == 1 {
			*p = place.Place{Memory: 9, Offset: 100, Pieces: []uint64{0, 10, 20, 30, 40}}
		}
		return true
	}
	whole := Add(nil, []course.List{{ID: 7, States: &table}}, locate, &place.Place{})
	require.Len(t, whole, 2)
	for i, want := range [][2]uint64{{100, 110}, {120, 140}} {
		c := whole[i]
		require.Equal(t, want, [2]uint64{c.Begin, c.End})
		require.Equal(t, Claim{Resource: 1, Memory: 9, Offset: 100, Begin: want[0], End: want[1], First: 100, Last: 140, As: gpu.StateCopySource, List: 7, Op: gpu.OpDispatch, Record: 5}, c)
	}
	// All subresources of the other one, if it is a texture, by another command.
	all := Add(nil, []course.List{{ID: 7, States: &table}}, func(_ gpu.ID, p *place.Place) bool {
		*p = place.Place{Memory: 9, Pieces: []uint64{0, 10, 20, 30, 40}}
		return true
	}, &place.Place{})
	require.Len(t, all, 3)
	require.Equal(t, [2]uint64{0, 40}, [2]uint64{all[2].Begin, all[2].End})
	require.Equal(t, []uint32{0, 0, 1}, []uint32{all[0].Number, all[1].Number, all[2].Number})
}
