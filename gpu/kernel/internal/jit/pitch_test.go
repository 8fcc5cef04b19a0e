package jit

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// A device that draws into targets of many widths does not get programs without end: those of the last ones know no pitch, and are the same.
func TestKnownPitches(t *testing.T) {
	e := newRig(t, 1<<20, 1).e
	merger := func(pitch uint32) *Merger {
		return e.Merger(&stage.Merge{Bytes: 4, Pitch: 4352, RowPitch: pitch})
	}
	coverer := func(pitch uint32) *stage.Covering {
		return e.Coverer(&stage.Cover{Test: true, Compare: gpu.CompareLess, Pitch: pitch})
	}
	mergers, coverers := map[*Merger]bool{}, map[*stage.Covering]bool{}
	for i := range uint32(2 * knownPitches) {
		mergers[merger(256*(i+1))], coverers[coverer(256*(i+1))] = true, true
	}
	require.Len(t, mergers, knownPitches+1)
	require.Len(t, coverers, knownPitches+1)
	require.Same(t, merger(256), merger(256))
	require.NotSame(t, merger(256), merger(512))
	require.Same(t, merger(0), merger(256*knownPitches+256))
	require.Same(t, coverer(0), coverer(256*knownPitches+256))
	require.NotSame(t, coverer(256), coverer(512))
}
