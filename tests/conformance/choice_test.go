package conformance

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// choiceHead makes three resources of a kind, r[0] to r[2], and functions that use one of them on a list: D.x(list, number). With CHOSEN the shaders
// have arrays of all three and choose by a constant that they are given; without it each dispatch has a table that shows the one.
const choiceHead = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local typ = { "DIRECT", "COMPUTE" }
local q = {}
for i, name in ipairs { "one", "two" } do q[i] = device:CreateCommandQueue { Type = typ[i], Name = name } end
local F = device:CreateFence(0, "F")
local fenced = 0
local kind, chosen = "KIND", CHOSEN
local n = chosen and 3 or nil
local texture = kind ~= "buffer"
local function buffer(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 4096, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" } end
local r = {}
for i = 0, 2 do
  r[i] = not texture and buffer("r" .. i) or device:CreateCommittedResource { Name = "r" .. i, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R32_UINT",
    Flags = "ALLOW_UNORDERED_ACCESS|ALLOW_RENDER_TARGET" .. (kind == "simultaneous" and "|ALLOW_SIMULTANEOUS_ACCESS" or ""), InitialState = "COMMON" }
end
local from = texture and gpu.Texture2D("t0", "uint", n) or gpu.StructuredBuffer("t0", "uint", n)
local to = texture and gpu.RWTexture2D("u0", "uint", n) or gpu.RWStructuredBuffer("u0", "uint", n)
local result, number = gpu.RWStructuredBuffer("u9", "uint"), gpu.ConstantBuffer("b0", { { "x", "uint" } })
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = {
  { Type = "SRV", NumDescriptors = n or 1, Flags = "DESCRIPTORS_VOLATILE|DATA_VOLATILE" } } },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = n or 1, Flags = "DESCRIPTORS_VOLATILE|DATA_VOLATILE" } } },
  { Type = "UAV", ShaderRegister = 9 }, { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } } }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 6, Flags = "SHADER_VISIBLE" }
for i = 0, 2 do
  device:CreateShaderResourceView(r[i], not texture and { ViewDimension = "BUFFER", NumElements = 64, StructureByteStride = 4 } or nil, heap:GetCPUDescriptorHandle(i))
  device:CreateUnorderedAccessView(r[i], nil, not texture and { ViewDimension = "BUFFER", NumElements = 64, StructureByteStride = 4 } or nil, heap:GetCPUDescriptorHandle(3 + i))
end
local function kernel(name, main) return device:CreateComputePipelineState { Name = name, RootSignature = root, CS = gpu.ComputeShader { Name = name, NumThreads = { 4, 1, 1 }, Main = main } } end
local kernels = chosen and texture and {
  read = kernel("read", function(GroupIndex) result[GroupIndex] = from[number.x]:Load(int3(int(GroupIndex), 0, 0)) end),
  write = kernel("write", function(GroupIndex) to[number.x][uint2(GroupIndex, 0)] = 7 end),
  add = kernel("add", function(GroupIndex) InterlockedAdd(to[number.x][uint2(GroupIndex, 0)], 1) end),
  peek = kernel("peek", function(GroupIndex) result[GroupIndex] = to[number.x][uint2(GroupIndex, 0)] end),
} or texture and {
  read = kernel("read", function(GroupIndex) result[GroupIndex] = from:Load(int3(int(GroupIndex), 0, 0)) end),
  write = kernel("write", function(GroupIndex) to[uint2(GroupIndex, 0)] = 7 end),
  add = kernel("add", function(GroupIndex) InterlockedAdd(to[uint2(GroupIndex, 0)], 1) end),
  peek = kernel("peek", function(GroupIndex) result[GroupIndex] = to[uint2(GroupIndex, 0)] end),
} or chosen and {
  read = kernel("read", function(GroupIndex) result[GroupIndex] = from[number.x][GroupIndex] end),
  write = kernel("write", function(GroupIndex) to[number.x][GroupIndex] = 7 end),
  add = kernel("add", function(GroupIndex) InterlockedAdd(to[number.x][GroupIndex], 1) end),
  peek = kernel("peek", function(GroupIndex) result[GroupIndex] = to[number.x][GroupIndex] end),
} or {
  read = kernel("read", function(GroupIndex) result[GroupIndex] = from[GroupIndex] end),
  write = kernel("write", function(GroupIndex) to[GroupIndex] = 7 end),
  add = kernel("add", function(GroupIndex) InterlockedAdd(to[GroupIndex], 1) end),
  peek = kernel("peek", function(GroupIndex) result[GroupIndex] = to[GroupIndex] end),
}
local results = 0
local D = {}
for _, name in ipairs { "read", "write", "add", "peek" } do
  D[name] = function(l, i)
    results = results + 1
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootSignature(root)
    l:SetPipelineState(kernels[name])
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(chosen and 0 or i))
    l:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(chosen and 3 or 3 + i))
    l:SetComputeRootUnorderedAccessView(2, buffer("result" .. results):GetGPUVirtualAddress())
    l:SetComputeRoot32BitConstants(3, { gpu.AsUint(i) })
    l:Dispatch(1, 1, 1)
  end
end
local function rows(name) return { Resource = buffer(name), Format = "R32_UINT", Width = 16, Height = 1, RowPitch = 256 } end
local row = { Right = 16, Bottom = 1, Back = 1 }
function D.copyIn(l, i)
  results = results + 1
  if texture then l:CopyTextureRegion({ Resource = r[i] }, 0, 0, 0, rows("rows" .. results), row) else l:CopyBufferRegion(r[i], 0, buffer("in" .. results), 0, 64) end
end
function D.copyOut(l, i)
  results = results + 1
  if texture then l:CopyTextureRegion(rows("rows" .. results), 0, 0, 0, { Resource = r[i] }, row) else l:CopyBufferRegion(buffer("out" .. results), 0, r[i], 0, 64) end
end
local function go(l, i, x, y, flags) l:ResourceBarrier { { Type = "TRANSITION", Resource = r[i], Before = x, After = y, Flags = flags } } end
local function uav(l, i) l:ResourceBarrier { { Type = "UAV", Resource = i and r[i] } } end
local function list(k, f)
  local l = device:CreateCommandList { Type = typ[k], Name = "list", Allocator = device:CreateCommandAllocator(typ[k]) }
  f(l)
  l:Close()
  return l
end
local function pass(k, other)
  fenced = fenced + 1
  q[k]:Signal(F, fenced)
  q[other]:Wait(F, fenced)
end
`

// choiceDeeds are the uses of a resource, and the states that they need.
var choiceDeeds = []struct{ name, state string }{
	{"read", "NON_PIXEL_SHADER_RESOURCE"}, {"write", "UNORDERED_ACCESS"}, {"add", "UNORDERED_ACCESS"}, {"peek", "UNORDERED_ACCESS"}, {"copyIn", "COPY_DEST"}, {"copyOut", "COPY_SOURCE"},
	{"read", "NON_PIXEL_SHADER_RESOURCE"}, {"write", "UNORDERED_ACCESS"},
}

// bothReads are two states at once; a barrier does not go from a state to the same.
const bothReads = "COPY_SOURCE|NON_PIXEL_SHADER_RESOURCE"

// choiceProgram is a random program: calls of one or two queues with lists of uses and barriers, of which at most so many are wrong.
func choiceProgram(r *rand.Rand, kind string, most int) string {
	var b strings.Builder
	state := [3]string{"COMMON", "COMMON", "COMMON"}
	decays := kind != "texture"
	often := 2 + r.Intn(12)
	mistake := func() bool {
		if most == 0 || r.Intn(often) > 0 {
			return false
		}
		most--
		return true
	}
	queues := 1 + r.Intn(2)
	at := 1 + r.Intn(queues)
	for range 1 + r.Intn(3) {
		if queues == 2 && r.Intn(2) == 0 {
			other := 3 - at
			if !mistake() {
				fmt.Fprintf(&b, "pass(%d, %d)\n", at, other)
			}
			at = other
		}
		fmt.Fprintf(&b, "q[%d]:ExecuteCommandLists {\n", at)
		for range 1 + r.Intn(2) {
			fmt.Fprintf(&b, "  list(%d, function(l)\n", at)
			for range 1 + r.Intn(4) {
				i, d := r.Intn(3), choiceDeeds[r.Intn(len(choiceDeeds))]
				right := !mistake()
				switch {
				case state[i] != d.state && right && (state[i] != "COMMON" || d.state == "UNORDERED_ACCESS" && !decays || r.Intn(3) == 0):
					before, after := state[i], d.state
					if r.Intn(10) == 0 && d.state != "UNORDERED_ACCESS" && d.state != "COPY_DEST" && before != bothReads {
						after = bothReads
					}
					if r.Intn(8) == 0 {
						fmt.Fprintf(&b, "    go(l, %d, %q, %q, \"BEGIN_ONLY\")\n    go(l, %d, %q, %q, \"END_ONLY\")\n", i, before, after, i, before, after)
					} else {
						fmt.Fprintf(&b, "    go(l, %d, %q, %q)\n", i, before, after)
					}
					state[i] = after
				case d.state == "UNORDERED_ACCESS" && state[i] == d.state && right:
					if r.Intn(2) == 0 {
						fmt.Fprintf(&b, "    uav(l)\n")
					} else {
						fmt.Fprintf(&b, "    uav(l, %d)\n", i)
					}
				case !right && r.Intn(3) == 0: // a barrier from what may be another state
					states := []string{"COMMON", "UNORDERED_ACCESS", "COPY_DEST", "COPY_SOURCE", "NON_PIXEL_SHADER_RESOURCE"}
					if before := states[r.Intn(len(states))]; before != d.state {
						fmt.Fprintf(&b, "    go(l, %d, %q, %q)\n", i, before, d.state)
					}
				}
				if state[i] == "COMMON" {
					state[i] = d.state
				}
				fmt.Fprintf(&b, "    D.%s(l, %d)\n", d.name, i)
				if r.Intn(12) == 0 {
					fmt.Fprintf(&b, "    go(l, %d, %q, \"COMMON\")\n", i, state[i])
					state[i] = "COMMON"
				}
			}
			b.WriteString("  end),\n")
		}
		b.WriteString("}\n")
		if decays {
			state = [3]string{"COMMON", "COMMON", "COMMON"}
		}
	}
	return b.String()
}

// TestChoices: what a shader chooses by a number says what the same says when it is bound alone.
func TestChoices(t *testing.T) {
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			broken, n := 0, count()/shards/16
			for i := range n {
				seed := int64(i*shards + shard)
				kind := []string{"buffer", "texture", "simultaneous"}[seed%3]
				most := 1 + 4*(i%2)
				body := choiceProgram(rand.New(rand.NewSource(seed)), kind, most)
				said := func(chosen string) (out []string) {
					head := strings.NewReplacer("KIND", kind, "CHOSEN", chosen).Replace(choiceHead)
					for _, d := range outcome(t, head+body, func(o *host.Options) { o.Errors = host.StopOnError }) {
						out = append(out, d.Resource)
					}
					return out
				}
				plain, chosen := said("false"), said("true")
				if len(plain)+len(chosen) == 0 {
					continue
				}
				// Of several mistakes some are found at the submission in the one, and when the work runs in the other.
				same := slices.ContainsFunc(plain, func(said string) bool { return slices.Contains(chosen, said) }) || most > 1 && len(plain) > 0 && len(chosen) > 0
				require.True(t, same, "bound: %q, chosen: %q, program %d of %s\n%s", plain, chosen, seed, kind, body)
				broken++
			}
			t.Logf("%d of %d programs are broken", broken, n)
		})
	}
}
