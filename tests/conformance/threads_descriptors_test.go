package conformance

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// slotScript lets one thread write descriptors that work of another one reads: %s are the flags of the range, what stands before the threads, what
// the thread does, what the main thread does, and what it does after the Join.
const slotScript = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local q, F = device:CreateCommandQueue { Type = "COMPUTE", Name = "q" }, device:CreateFence(0, "F")
local target, view = gpu.RWBuffer("u0", "uint"), { Format = "R32_UINT", NumElements = 64 }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
local cpu = device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
local function buffer(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON", Flags = "ALLOW_UNORDERED_ACCESS" } end
local a, b = buffer "a", buffer "b"
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 2, BaseShaderRegister = 0, Flags = "%s" } } } } }
local pso = device:CreateComputePipelineState { Name = "pso", RootSignature = root, CS = gpu.ComputeShader { Name = "cs", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex) target[GroupIndex] = 1 end } }
local function write(at, to, of) device:CreateUnorderedAccessView(to, nil, view, (of or heap):GetCPUDescriptorHandle(at)) end
local function done(value) q:Signal(F, value); F:WaitCPU(value) end
write(0, a); write(1, a); write(0, b, cpu)
local l = device:CreateCommandList { Type = "COMPUTE", Name = "l", Allocator = device:CreateCommandAllocator("COMPUTE") }
local function record(at) l:SetPipelineState(pso); l:SetComputeRootSignature(root); l:SetDescriptorHeaps { heap }; l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(at)); l:Dispatch(1, 1, 1); l:Close() end
%s
local t = gpu.Thread("t", function() gpu.Work(3); %s; gpu.Work(3) end)
gpu.Work(3)
%s
t:Join()
%s
`

// TestThreadsThatWriteDescriptors: whether a descriptor is written before the work that reads it is submitted, after that, or when it is finished, is
// up to the schedule, and it is told in every run that nothing orders the two. What another descriptor shows, or is written after a Join or a fence,
// is right.
func TestThreadsThatWriteDescriptors(t *testing.T) {
	const volatile, static = "DESCRIPTORS_VOLATILE|DATA_VOLATILE", "DATA_VOLATILE"
	for _, tt := range []struct {
		name, flags, before, one, two, behind string
		wrong                                 bool
	}{
		{"a volatile descriptor", volatile, "record(0)", "write(0, b)", "q:ExecuteCommandLists { l }", "", true},
		{"a static descriptor", static, "record(0)", "write(0, b)", "q:ExecuteCommandLists { l }", "", true},
		{"a static descriptor that no shader reads", static, "record(0)", "write(1, b)", "q:ExecuteCommandLists { l }", "", true},
		{"a static descriptor that was not written", static, "record(1)", "write(2, b)", "q:ExecuteCommandLists { l }", "", true},
		{"a copy of descriptors", volatile, "record(0)", `device:CopyDescriptorsSimple(1, heap:GetCPUDescriptorHandle(0), cpu:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")`, "q:ExecuteCommandLists { l }", "", true},
		{"behind the work of one thread", volatile, "record(0)", "write(0, b)", "q:ExecuteCommandLists { l }; done(1); q:ExecuteCommandLists { l }; done(2)", "", true},
		{"the resource of a descriptor", volatile, "record(0)", "a:Release()", "q:ExecuteCommandLists { l }", "", true},
		{"the resource of a static descriptor", static, "record(0)", "a:Release()", "q:ExecuteCommandLists { l }", "", true},
		{"the resource of another descriptor", volatile, "record(0)", "b:Release()", "q:ExecuteCommandLists { l }", "", false},
		{"two writes", volatile, "record(0)", "write(0, b); write(0, a)", "q:ExecuteCommandLists { l }", "", true},
		{"another descriptor", volatile, "record(0)", "write(2, b); write(3, b)", "q:ExecuteCommandLists { l }", "", false},
		{"behind a Join", volatile, "record(0)", "write(0, b)", "", "q:ExecuteCommandLists { l }", false},
		{"behind a fence", volatile, "record(0)", "F:WaitCPU(1); write(0, b)", "q:ExecuteCommandLists { l }; q:Signal(F, 1)", "", false},
		{"before a fence", static, "", "write(1, b); write(0, b); F:Signal(1)", "F:WaitCPU(1); record(0); q:ExecuteCommandLists { l }", "", false},
	} {
		for _, calls := range [][2]string{{tt.one, tt.two}, {tt.two, tt.one}} {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				script, first := fmt.Sprintf(slotScript, tt.flags, tt.before, calls[0], calls[1], tt.behind), ""
				for seed := range schedules() {
					found := outcome(t, script, schedule(seed, []host.ErrorMode{host.ReportErrors, host.StopOnError}[seed%2]))
					if !tt.wrong {
						require.Empty(t, words(found), "seed %d", seed)
						continue
					}
					require.Len(t, found, 1, "seed %d\n%s", seed, words(found))
					require.Equal(t, diag.TwoThreads, found[0].Code)
					if first == "" {
						first = words(found)
					}
					require.Equal(t, first, words(found), "seed %d", seed)
				}
			})
			if tt.behind != "" {
				break
			}
		}
	}
}

// TestThreadsThatWriteOneDescriptor: that two threads write a descriptor in no order is right as long as no work reads what stands there then.
// Whichever write comes last in a run, it is told in every one if work does, once; and it is right if somebody writes the descriptor anew after both,
// or one of them knows of the other.
func TestThreadsThatWriteOneDescriptor(t *testing.T) {
	const submit, volatile, static = "q:ExecuteCommandLists { l }", "DESCRIPTORS_VOLATILE|DATA_VOLATILE", "DATA_VOLATILE"
	for _, tt := range []struct {
		name, flags, before, one, two, behind string
		wrong                                 bool
	}{
		{"and work reads it after a Join", volatile, "record(0)", "write(0, b)", "write(0, a)", submit, true},
		{"a static one", static, "", "write(0, b)", "write(0, a)", "record(0); " + submit, true},
		{"and it is read twice", volatile, "record(0)", "write(0, b)", "write(0, a)", submit + "; done(1); " + submit, true},
		{"and it is read while another thread is alive", volatile, `record(0); local u = gpu.Thread("u", function() gpu.Work(50) end)`, "write(0, b)", "write(0, a)", submit + "; u:Join()", true},
		{"and one of them reads it when it has heard of the other", volatile, "record(0)", "write(0, b); F:Signal(1)", "write(0, a); F:WaitCPU(1); " + submit, "", true},
		{"one writes it twice", volatile, "record(0)", "write(0, b); write(0, b)", "write(0, a)", submit, true},
		{"one comes after a wait that a third one may end", volatile, `record(0); local u = gpu.Thread("u", function() gpu.Work(3); F:Signal(1) end)`, "write(0, b); F:Signal(1)", "F:WaitCPU(1); write(0, a)", "u:Join(); " + submit, true},
		{"and nothing reads it", volatile, "record(2); write(2, a)", "write(0, b)", "write(0, a)", submit, false},
		{"and it is written anew", volatile, "record(0)", "write(0, b)", "write(0, a)", "write(0, b); " + submit, false},
		{"and one of them writes it anew when it has heard of the other", volatile, "record(0)", "write(0, b); F:Signal(1)", "write(0, a); F:WaitCPU(1); write(0, a); " + submit, "", false},
		{"one comes after the other", volatile, "record(0)", "write(0, b); F:Signal(1)", "F:WaitCPU(1); write(0, a)", submit, false},
		{"each writes its own", volatile, "record(0)", "write(0, b)", "write(1, a)", submit, false},
		{"the same in a heap from which they are copied", volatile, "record(0)", "write(1, b, cpu)", "write(1, a, cpu)", submit, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			script, first := fmt.Sprintf(slotScript, tt.flags, tt.before, tt.one, tt.two, tt.behind), ""
			for seed := range min(schedules(), 16) {
				found := slices.DeleteFunc(outcome(t, script, schedule(seed, []host.ErrorMode{host.ReportErrors, host.StopOnError}[seed%2])), func(d *diag.Diagnostic) bool { return d.Code == diag.TwoSignalers })
				if !tt.wrong {
					require.Empty(t, words(found), "seed %d", seed)
					continue
				}
				require.Len(t, found, 1, "seed %d\n%s", seed, words(found))
				require.Equal(t, diag.TwoThreads, found[0].Code)
				require.Len(t, found[0].Labels, 3)
				if first == "" {
					first = words(found)
				}
				require.Equal(t, first, words(found), "seed %d", seed)
			}
		})
	}
}
