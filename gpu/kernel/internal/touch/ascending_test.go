package touch

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
)

// TestAscending: notes that ascend, with gaps, twice the same, none and numbers of no element among them, are the spans that a set of them gives;
// others are left to it.
func TestAscending(t *testing.T) {
	before := []plan.Span{{Begin: 1, End: 2}}
	random := rand.New(rand.NewPCG(1, 2))
	taken, left := 0, 0
	for range 2000 {
		const elements, base, granule = 90, 4096, 4
		of := [...]run{{0, 16}, {0, 4}, {4, 12}, {12, 16}}[random.IntN(4)]
		var notes []byte
		for note := uint32(1 + random.IntN(8)); len(notes) < 160; note += uint32(random.IntN(max(1, len(notes)%7))) {
			for range random.IntN(12) {
				notes = binary.LittleEndian.AppendUint32(notes, note)
				note++
			}
			notes = binary.LittleEndian.AppendUint32(notes, []uint32{0, note, note, note, 91, 1<<32 - 1}[random.IntN(6)])
		}
		if random.IntN(4) == 0 {
			copy(notes[4*random.IntN(30):], notes[:4])
		}
		var set noted
		set.room(elements * 16 / granule)
		set.add(notes, elements, 16/granule, uint64(of.begin)/granule, uint64(of.end)/granule)
		want := set.take(slices.Clone(before), base, granule)
		v := view{mask: math.MaxUint32, elements: elements, base: base, stride: 16, of: of}
		got, rest, ok := v.ascending(slices.Clone(before), notes)
		require.Empty(t, rest)
		if !ok {
			left++
			require.Equal(t, before, got)
			order := []uint32(nil)
			for at := 0; at < len(notes); at += noteBytes {
				if note := binary.LittleEndian.Uint32(notes[at:]); note-1 < elements {
					order = append(order, note)
				}
			}
			require.False(t, slices.IsSorted(order))
			continue
		}
		taken++
		require.Equal(t, want, got)
	}
	require.Greater(t, taken, 500)
	require.Greater(t, left, 300)
}
