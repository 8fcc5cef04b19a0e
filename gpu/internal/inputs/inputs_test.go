package inputs

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestSlots(t *testing.T) {
	layout := []gpu.InputElement{
		{SemanticName: "POSITION", Format: gpu.FormatR32G32Float, AlignedByteOffset: gpu.AppendAligned},
		{SemanticName: "SHIFT", Format: gpu.FormatR32Float, InputSlot: 3, InputSlotClass: gpu.PerInstanceData, InstanceDataStepRate: 2, AlignedByteOffset: 4},
		{SemanticName: "UV", Format: gpu.FormatR32Float, AlignedByteOffset: gpu.AppendAligned},
		{SemanticName: "AGAIN", Format: gpu.FormatR32Float, AlignedByteOffset: 0},
	}
	slots := Slots(nil, layout)
	require.Equal(t, []Slot{{Bytes: 12, Semantic: "UV"}, {Slot: 3, Bytes: 8, Instance: true, Rate: 2, Semantic: "SHIFT"}}, slots)
	taken := func(s Slot, firstVertex, vertices, firstInstance, instances uint32) [2]uint64 {
		first, end := s.Taken(firstVertex, vertices, firstInstance, instances)
		return [2]uint64{first, end}
	}
	require.Equal(t, [2]uint64{5, 8}, taken(slots[0], 5, 3, 7, 9))
	require.Equal(t, [2]uint64{7, 9}, taken(slots[1], 5, 3, 7, 4)) // two instances share one
	require.Equal(t, [2]uint64{7, 10}, taken(slots[1], 5, 3, 7, 5))
	require.Equal(t, [2]uint64{7, 8}, taken(Slot{Instance: true}, 5, 3, 7, 9)) // all share one
	require.Zero(t, testing.AllocsPerRun(10, func() { slots = Slots(slots[:0], layout[:0]) }))
}
