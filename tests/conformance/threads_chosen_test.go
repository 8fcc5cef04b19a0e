package conformance

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// chosenParts are lists for anyScript that say what they use when they run: the program of "vary" chooses descriptors 4 and 5 of descriptors 4 to 7,
// by numbers in "up", and "names" has the address of buffer "other" in arguments.
const chosenParts = `local outs, at = gpu.RWBuffer("u0", "uint", 4), gpu.ByteAddressBuffer("t0")
local chooses = device:CreateRootSignature { Name = "chooses", Parameters = {
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 4, BaseShaderRegister = 0, Flags = "DESCRIPTORS_VOLATILE|DATA_VOLATILE" } } }, { Type = "SRV", ShaderRegister = 0 } } }
local chooser = device:CreateComputePipelineState { Name = "chooser", RootSignature = chooses, CS = gpu.ComputeShader { Name = "chooser", NumThreads = { 64, 1, 1 },
  Main = function(GroupIndex) outs[NonUniformResourceIndex(at:Load(GroupIndex / 32 * 4))][GroupIndex] = 1 end } }
local vary = list("DIRECT", "vary", function(l)
  l:SetPipelineState(chooser); l:SetComputeRootSignature(chooses); l:SetDescriptorHeaps { heap }
  l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(4)); l:SetComputeRootShaderResourceView(1, up:GetGPUVirtualAddress()); l:Dispatch(1, 1, 1)
end)
map:Write(0, "uint", { 0, 1 })
for i = 4, 6 do put(i) end
local arguments = buffer("arguments", "UPLOAD", "GENERIC_READ")
local words = arguments:Map()
words:Write(0, "uint64", { other:GetGPUVirtualAddress() }); words:Write(8, "uint", { 1, 1, 1, 0 })
local raw = gpu.RWByteAddressBuffer("u0")
local named = device:CreateRootSignature { Name = "named", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
local namer = device:CreateComputePipelineState { Name = "namer", RootSignature = named, CS = gpu.ComputeShader { Name = "namer", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex) raw:Store(GroupIndex * 4, 1) end } }
local signature = device:CreateCommandSignature { Name = "signature", ByteStride = 24, RootSignature = named, ArgumentDescs = { { Type = "UNORDERED_ACCESS_VIEW", RootParameterIndex = 0 }, { Type = "DISPATCH" } } }
local names = list("DIRECT", "names", function(l)
  l:SetPipelineState(namer); l:SetComputeRootSignature(named); l:SetComputeRootUnorderedAccessView(0, view:GetGPUVirtualAddress()); l:ExecuteIndirect(signature, 1, arguments)
end)
`

// TestThreadsThatGiveUpWhatWorkChooses: one thread writes a descriptor, releases or evicts a buffer, or its heap, while work that another one submits
// comes to use it as it runs. Whether it has run by then, and what it finds, is up to the schedule; that nothing orders the two calls is told in
// every one, and nothing is of what the work does not use, or what is in order.
func TestThreadsThatGiveUpWhatWorkChooses(t *testing.T) {
	const vary = "p:ExecuteCommandLists { vary }"
	for _, tt := range []struct {
		name, one, two, codes string
	}{
		{"a descriptor that is chosen", "put(5, other)", vary, "GS0530"},
		{"one that is not", "put(6, other); put(3, other)", vary, ""},
		{"one that was never written and is not chosen", "put(7)", vary, ""},
		{"its first write", "put(7)", `map:Write(0, "uint", { 0, 3 }); ` + vary, "GS0530"},
		{"the buffer that it shows", "view:Release()", vary, "GS0530"},
		{"another buffer", "other:Release()", vary, ""},
		{"the buffer is evicted", "device:Evict { view }", vary, "GS0530"},
		{"and the thread has made it resident", "device:Evict { view }", "device:MakeResident { view }; " + vary, ""},
		{"the buffer whose address arguments name", "other:Release()", "p:ExecuteCommandLists { names }", "GS0530"},
		{"a buffer whose address they do not name", "y:Release()", "p:ExecuteCommandLists { names }", ""},
		{"after the end of the work", "H[1]:WaitCPU(1); put(5, other); view:Release()", vary + "; p:Signal(H[1], 1)", ""},
		{"before the call", "put(5, other); H[1]:Signal(1)", "H[1]:WaitCPU(1); " + vary, ""},
		{"after the call, before the end of the work", "H[1]:WaitCPU(1); put(5, other)", vary + "; H[1]:Signal(1)", "GS0605"},
		{"the buffer is released, too, that it shows in some runs", "put(5, other)", vary + "; view:Release()", "GS0530"},
		{"after a wait that may end early", `local t3 = gpu.Thread("t3", function() gpu.Work(3); F:Signal(1) end); put(5, other); F:Signal(1); t3:Join()`, "F:WaitCPU(1); " + vary, "GS0906 GS0530"},
		{"the list is submitted again, whatever it chooses", "put(5, other)", vary + "; " + vary, "GS0603"},
		{"a descriptor is written over after the call, and the buffer that it shows is released in no order with that", "view:Release(); H[1]:Signal(1)", `local t3 = gpu.Thread("t3", function() H[2]:WaitCPU(1); H[1]:WaitCPU(1); put(5, other) end); ` + vary + "; H[2]:Signal(1); t3:Join()", "GS0530"},
		{"the buffer is released once more, by who knows of all that", vary + "; H[1]:Signal(1)", `local t3 = gpu.Thread("t3", function() H[1]:WaitCPU(1); H[2]:WaitCPU(1); view:Release() end); view:Release(); H[2]:Signal(1); t3:Join()`, "GS0330"},
		{"a wait that nobody ends may stand before the work", "p:Wait(F, 1); view:Release()", vary, "GS0502"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			script := fmt.Sprintf(anyScript, chosenParts+fmt.Sprintf(`local t1 = gpu.Thread("t1", function() %s end)
local t2 = gpu.Thread("t2", function() %s end)
t1:Join(); t2:Join()
`, tt.one, tt.two))
			for _, mode := range []host.ErrorMode{host.StopOnError, host.ReportErrors} {
				first := everyWord(t, script, schedule(1, mode))
				var codes []string
				for _, code := range regexp.MustCompile(`\[(GS\d+)\]`).FindAllStringSubmatch(first, -1) {
					codes = append(codes, code[1])
				}
				if mode == host.StopOnError {
					require.Equal(t, tt.codes, strings.Join(codes, " "), first)
				}
				require.Equal(t, tt.codes == "", first == "")
				for s := range min(schedules(), 10) {
					require.Equal(t, first, everyWord(t, script, schedule(s, mode)), "seed %d", s)
				}
			}
		})
	}
}
