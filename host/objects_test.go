package host

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestObjectHelp: an operation that an object does not have is refused with what to write instead.
func TestObjectHelp(t *testing.T) {
	const setup = `local gpu = require "gpu"
local device = gpu.CreateDevice {}
local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
local fence = device:CreateFence(0, "F")
local buffer = device:CreateCommittedResource { HeapType = "READBACK", Dimension = "BUFFER", Width = 16, InitialState = "COPY_DEST" }
local h, g, m, n = heap:GetCPUDescriptorHandle(0), heap:GetGPUDescriptorHandle(0), buffer:Map(), 1
device:GetName()
`
	for script, want := range map[string][2]string{
		`h = h + n`:    {"attempt to perform arithmetic on local 'h' (an object)", "h:Offset(1) is the handle of the next slot, and heap:GetCPUDescriptorHandle(i) that of slot i."},
		`g = 2 * g`:    {"attempt to perform arithmetic on local 'g' (an object)", "g:Offset(1) is the handle of the next slot, and heap:GetGPUDescriptorHandle(i) that of slot i."},
		`h = heap + n`: {"attempt to perform arithmetic on local 'heap' (an object)", "heap:GetCPUDescriptorHandle(i) is the handle of slot i."},
		`h = heap:GetCPUDescriptorHandleForHeapStart() + n`: {"attempt to perform arithmetic on result of method 'GetCPUDescriptorHandleForHeapStart' (an object)",
			"it:Offset(1) is the handle of the next slot, and heap:GetCPUDescriptorHandle(i) that of slot i."},
		`n = fence + 1`:       {"attempt to perform arithmetic on local 'fence' (an object)", "fence:GetCompletedValue() is its value."},
		`n = -fence`:          {"attempt to perform arithmetic on local 'fence' (an object)", "fence:GetCompletedValue() is its value."},
		`n = fence >= 3`:      {"attempt to compare object with number", "fence:GetCompletedValue() is its value; fence:WaitCPU(value) waits for one."},
		`n = 3 < fence`:       {"attempt to compare number with object", "fence:GetCompletedValue() is its value; fence:WaitCPU(value) waits for one."},
		`n = h < g`:           {"attempt to compare two object values", "An order is defined for two numbers and for two strings; tonumber and tostring convert."},
		`n = "x" .. fence`:    {"attempt to concatenate local 'fence' (an object)", "tostring(fence) is its kind and name."},
		`n = 1 .. fence .. 2`: {"attempt to concatenate local 'fence' (an object)", "tostring(fence) is its kind and name."},
		`fence()`:             {"attempt to call local 'fence' (an object)", "An object is not called; its methods are, as in fence:GetName()."},
		`m(0)`:                {"attempt to call local 'm' (an object)", "m:Read(offset, type) is a value of it."},
		`n = #heap`:           {"attempt to get length of local 'heap' (an object)", "heap:GetDesc().NumDescriptors is the number of its slots."},
		`n = #buffer`:         {"attempt to get length of local 'buffer' (an object)", "buffer:GetDesc().Width is the size of a buffer in bytes."},
	} {
		h := New(Options{})
		require.Error(t, h.RunString(context.Background(), "a.lua", setup+script), script)
		d := h.Result().Diagnostics[0]
		require.Equal(t, want[0], d.Title, script)
		require.Len(t, d.Help, 1, script)
		require.Equal(t, want[1], d.Help[0].Text, script)
		require.NoError(t, h.Close())
	}
	// The help is right: what it names runs.
	require.Equal(t, "Fence \"F\"0\t4\t16", prints(t, setup+`
h, g = h:Offset(1), g:Offset(n)
h = heap:GetCPUDescriptorHandle(n)
fence:GetName()
print(tostring(fence) .. fence:GetCompletedValue() + m:Read(0, "uint"), heap:GetDesc().NumDescriptors, buffer:GetDesc().Width)`))
}
