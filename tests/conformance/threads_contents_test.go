package conformance

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// contentScript lets two threads give lists to one queue: %s are the lists, what the thread does, what the main thread does, and what it does after
// the Join. one, two and three are lists, of which two and three need what one leaves.
const contentScript = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local q, F = device:CreateCommandQueue { Type = "DIRECT", Name = "q" }, device:CreateFence(0, "F")
local function list(name, record)
  local l = device:CreateCommandList { Type = "DIRECT", Name = name, Allocator = device:CreateCommandAllocator("DIRECT") }
  record(l); l:Close(); return l
end
local function run(l) q:ExecuteCommandLists { l } end
%s
local t = gpu.Thread("t", function() gpu.Work(3); %s; gpu.Work(3) end)
gpu.Work(3)
%s
t:Join()
%s
q:Signal(F, 9); F:WaitCPU(9)
`

const queryLists = `local heap = device:CreateQueryHeap { Name = "queries", Type = "TIMESTAMP", Count = 4 }
local out = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" }
local one = list("one", function(l) l:EndQuery(heap, "TIMESTAMP", 0); l:EndQuery(heap, "TIMESTAMP", 1) end)
local two = list("two", function(l) l:ResolveQueryData(heap, "TIMESTAMP", 0, 1, out, 0) end)
local three = list("three", function(l) l:ResolveQueryData(heap, "TIMESTAMP", 1, 1, out, 64) end)`

const depthLists = `local depth = device:CreateCommittedResource { Name = "depth", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "D32_FLOAT", Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE" }
local views = device:CreateDescriptorHeap { Name = "views", Type = "DSV", NumDescriptors = 1 }
local view, root = views:GetCPUDescriptorHandle(0), device:CreateRootSignature { Name = "root" }
device:CreateDepthStencilView(depth, nil, view)
local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, PrimitiveTopologyType = "TRIANGLE", DSVFormat = "D32_FLOAT",
  VS = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(VertexID / 2, VertexID % 2, 0.5, 1) } end } }
local function draw(l)
  l:SetGraphicsRootSignature(root); l:RSSetViewports { { Width = 16, Height = 16 } }; l:RSSetScissorRects { { Right = 16, Bottom = 16 } }
  l:OMSetRenderTargets({}, view); l:SetPipelineState(p); l:IASetPrimitiveTopology "TRIANGLELIST"; l:DrawInstanced(3, 1)
end
local one = list("one", function(l) l:ClearDepthStencilView(view, "DEPTH", 1, 0) end)
local two, three = list("two", draw), list("three", draw)`

// TestThreadsThatNeedContents: what one thread leaves in memory, or ends, on a queue is not there for another one in some run, and that is said in
// all, in the same words: queries that are resolved, depth that is tested.
func TestThreadsThatNeedContents(t *testing.T) {
	for _, kind := range []struct {
		lists string
		code  diag.Code
	}{{queryLists, diag.QueryNeverEnded}, {depthLists, diag.DepthNeverFilled}} {
		for _, tt := range []struct {
			one, two, behind string
			wrong            int
		}{
			{"run(one)", "run(two)", "", 1},
			{"run(two)", "run(one)", "", 1},
			{"run(one)", "run(two); run(three)", "", 2},
			{"run(two)", "run(three)", "run(one)", 2},
			{"run(one)", "gpu.Work(1)", "run(two); run(three)", 0},
			{"run(one); q:Signal(F, 1)", "F:WaitCPU(1); run(two)", "run(three)", 0},
		} {
			t.Run(fmt.Sprint(kind.code, " ", tt.one, " beside ", tt.two), func(t *testing.T) {
				t.Parallel()
				script, first, wrong := fmt.Sprintf(contentScript, kind.lists, tt.one, tt.two, tt.behind), "", tt.wrong
				if kind.code == diag.DepthNeverFilled {
					wrong = min(wrong, 1) // it is advice, and said once for a resource
				}
				for seed := range schedules() {
					options := host.Options{}
					schedule(seed, host.ReportErrors)(&options)
					h := host.New(options)
					_ = h.RunString(context.Background(), "p.lua", script) // its errors are diagnostics of the result
					found := slices.DeleteFunc(h.Result().Diagnostics, func(d *diag.Diagnostic) bool { return d.Code != kind.code && d.Severity == diag.SeverityAdvice })
					require.NoError(t, h.Close())
					require.Len(t, found, wrong, "seed %d\n%s", seed, words(found))
					if seed == 0 {
						first = words(found)
					}
					require.Equal(t, first, words(found), "seed %d", seed)
				}
			})
		}
	}
}
