package flight

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// TestWith: of each queue the last use is kept, and some before it where other threads may keep that from being made.
func TestWith(t *testing.T) {
	for _, others := range []bool{false, true} {
		var uses []Use
		for n := range uint32(10) {
			uses = With(uses, &Use{Point: track.Point{Queue: 1, Pos: n + 1}}, others)
			uses = With(uses, &Use{Point: track.Point{Queue: 1, Pos: n + 1}}, others) // another list of the submission
		}
		require.Equal(t, uint32(10), uses[len(uses)-1].Point.Pos)
		require.Len(t, uses, map[bool]int{false: 1, true: 1 + maxBefore}[others])
		require.Len(t, With(uses, &Use{Point: track.Point{Queue: 2, Pos: 1}}, others), len(uses)+1)
	}
}

// TestUnfinished: a use that is there in every run is named before one that may be missing, and the last before those in front of it.
func TestUnfinished(t *testing.T) {
	o := track.NewOrder()
	o.Hold()
	q := o.AddQueue()
	var uses []Use
	for n := range uint64(3) {
		uses = With(uses, &Use{Point: o.Submit(main, q, 1), Number: n + 1}, true)
	}
	unfinished := func(missing ...bool) *Use {
		return Unfinished(o, main, uses, func(_ gpu.ID, n uint64, _ bool) bool { return missing[n-1] })
	}
	require.Equal(t, uint64(3), unfinished(false, false, false).Number)
	require.Equal(t, uint64(2), unfinished(false, false, true).Number)
	require.False(t, unfinished(false, false, true).Maybe)
	require.True(t, unfinished(true, true, true).Maybe)
}
