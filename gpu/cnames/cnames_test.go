package cnames

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestKey(t *testing.T) {
	for name, want := range map[string]string{
		"StateBefore": "Before", "pResource": "Resource", "ppResourceSignatures": "ResourceSignatures", "pDescriptorRanges": "Ranges", "left": "Left",
		"Resource": "", "p": "", "pp": "", "": "", "pitch": "", "ppitch": "", "pppResource": "", "P": "",
	} {
		require.Equal(t, want, Key(name), name)
	}
}

func TestUnions(t *testing.T) {
	require.True(t, Union("BarrierDesc", "Transition"))
	require.False(t, Union("BarrierDesc", "Footprint"))
	require.True(t, Unfolds("Footprint"))
	require.False(t, Unfolds("Desc"))
	require.True(t, Said("TextureCopyLocation", "Type", "SUBRESOURCE_INDEX"))
	require.False(t, Said("TextureCopyLocation", "Type", "BUFFER"))
}

func TestArgument(t *testing.T) {
	for field, want := range map[string]int{"Heap": 1, "HeapOffset": 2, "Width": 3, "InitialState": 4, "Flags": 3} {
		n, itself := Argument("CreatePlacedResource", field)
		require.Equal(t, want, n, field)
		require.Equal(t, want != 3, itself, field)
	}
	n, itself := Argument("CreateHeap", "Flags")
	require.Zero(t, n)
	require.False(t, itself)
}
