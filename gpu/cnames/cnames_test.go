package cnames

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
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
	require.True(t, Unfolds("Desc"))
	require.False(t, Unfolds("Range"))
	require.True(t, Said("TextureCopyLocation", "Type", "SUBRESOURCE_INDEX"))
	require.False(t, Said("TextureCopyLocation", "Type", "BUFFER"))
	require.True(t, Said("SwapChainDesc", "BufferUsage", "DXGI_USAGE_RENDER_TARGET_OUTPUT"))
	require.False(t, Said("SwapChainDesc", "BufferUsage", "DXGI_USAGE_UNORDERED_ACCESS"))
}

func TestImplied(t *testing.T) {
	field, value := Implied("BarrierDesc", "UAV")
	require.Equal(t, []string{"Type", "UAV"}, []string{field, value})
	field, _ = Implied("BarrierDesc", "Transition") // the default
	require.Empty(t, field)
	for key := range implied {
		description, member, _ := strings.Cut(key, ".")
		_, field := reflect.TypeFor[gpu.RootParameter]().FieldByName(member)
		require.True(t, Union(description, member) || field && description == "RootParameter", key)
	}
}

func TestHelpers(t *testing.T) {
	for name, h := range Helpers() {
		require.NotEmpty(t, h.Instead, name)
		require.False(t, strings.HasSuffix(h.Instead, "."), "%s: a phrase has no full stop", name)
	}
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

// TestShifted: where an argument stands in C's order. An argument that is written 1 is certainly a number, one that is written x may be one.
func TestShifted(t *testing.T) {
	for _, tt := range []struct {
		method, arguments string
		argument, want    int
	}{
		{"ResourceBarrier", "1l", 1, 2},
		{"ResourceBarrier", "xl", 1, 2}, // one more than there are here
		{"ResourceBarrier", "l", 1, 1},
		{"OMSetRenderTargets", "1l", 1, 2},
		{"OMSetRenderTargets", "lx", 2, 2},
		{"OMSetRenderTargets", "xlbx", 2, 4},
		{"IASetVertexBuffers", "11l", 1, 1},
		{"IASetVertexBuffers", "11l", 2, 3},
		{"SetComputeRoot32BitConstants", "11l", 2, 3},
		{"SetComputeRoot32BitConstants", "1l1", 3, 3},
		{"SetEventOnMultipleFenceCompletion", "ll1x", 2, 2},
		{"SetEventOnMultipleFenceCompletion", "ll1x", 3, 4},
		{"CopyDescriptors", "llllx", 4, 4},
		{"CopyDescriptors", "1l11l1x", 4, 6},
		{"CreateHeap", "1l", 1, 1},
		{"ResourceBarrier", "", 1, 1},
	} {
		got := Shifted(tt.method, tt.argument, len(tt.arguments), func(i int) bool { return tt.arguments[i-1] == '1' })
		require.Equal(t, tt.want, got, "%s(%s), %d", tt.method, tt.arguments, tt.argument)
	}
}
