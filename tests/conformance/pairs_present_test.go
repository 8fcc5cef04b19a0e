package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// presentHead makes a swap chain of two buffers that queue 1 shows, and functions that use the first one, in a list. What begins with "go" takes it
// from PRESENT and back.
const presentHead = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local typ = { "DIRECT", "TYPE2" }
local q = {}
for i, name in ipairs { "one", "two" } do q[i] = device:CreateCommandQueue { Type = typ[i], Name = name } end
local F, G = device:CreateFence(0, "F"), device:CreateFence(0, "G")
local screen = q[1]:CreateSwapChain { Name = "screen", Width = 64, Height = 64, BufferCount = 2 }
local back = screen:GetBuffer(0)
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
device:CreateRenderTargetView(back, nil, rtvs:GetCPUDescriptorHandle())
local function rows() return { Resource = device:CreateCommittedResource { Name = "rows", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 65536, InitialState = "COMMON" }, Format = "R8G8B8A8_UNORM",
  Width = 64, Height = 64, RowPitch = 256 } end
local function copyIn(l) l:CopyTextureRegion({ Resource = back }, 0, 0, 0, rows()) end
local function copyOut(l) l:CopyTextureRegion(rows(), 0, 0, 0, { Resource = back }) end
local function within(state, f)
  return function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = "PRESENT", After = state } }
    f(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = state, After = "PRESENT" } }
  end
end
local B = { copyIn = copyIn, copyOut = copyOut, goCopyIn = within("COPY_DEST", copyIn), goCopyOut = within("COPY_SOURCE", copyOut),
  goClear = within("RENDER_TARGET", function(l) l:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(), { 0, 0, 1, 1 }) end) }
local function run(n, f)
  local l = device:CreateCommandList { Type = typ[n], Name = "list" .. n, Allocator = device:CreateCommandAllocator(typ[n]) }
  f(l)
  l:Close()
  q[n]:ExecuteCommandLists { l }
end
local function nop() end
local function P() screen:Present(1) end
`

// shownTouches are uses of a back buffer by queue 2, of a type, and what they break if nothing orders them with a Present.
var shownTouches = []struct {
	name, queue string
	apart       []diag.Code
}{
	{"goClear", "DIRECT", []diag.Code{diag.DataRace, diag.UnorderedTransition, diag.SharedSubresource}},
	{"goCopyIn", "DIRECT", []diag.Code{diag.DataRace, diag.UnorderedTransition, diag.SharedSubresource}},
	{"goCopyOut", "DIRECT", []diag.Code{diag.UnorderedTransition}},
	{"goCopyOut", "COMPUTE", []diag.Code{diag.UnorderedTransition}},
	{"goCopyIn", "COPY", []diag.Code{diag.DataRace, diag.UnorderedTransition, diag.SharedSubresource}},
	{"copyIn", "COPY", []diag.Code{diag.DataRace}}, // it is promoted, and goes back
	{"copyOut", "COPY", nil}, // so it is here, and both read
	{"copyOut", "DIRECT", nil},
	{"copyOut", "COMPUTE", nil},
}

// shownSettings are the ways in which such a use, X, and a Present, P, can stand to each other, and whether nothing orders the two. Behind two of
// them the first buffer is there again.
var shownSettings = []struct {
	name, script string
	apart        bool
}{
	{"nothing between", `run(2, X); P()`, true},
	{"a fence", `run(2, X); q[2]:Signal(F, 1); q[1]:Wait(F, 1); P()`, false},
	{"a wait behind the Present", `run(2, X); q[2]:Signal(F, 1); P(); q[1]:Wait(F, 1)`, true},
	{"a signal before the work", `run(2, nop); q[2]:Signal(F, 1); run(2, X); q[2]:Signal(F, 2); q[1]:Wait(F, 1); P()`, true},
	{"a wait that holds from the beginning", `run(2, X); q[2]:Signal(F, 1); q[1]:Wait(F, 0); P()`, true},
	{"over the CPU", `run(2, X); q[2]:Signal(F, 1); F:WaitCPU(1); P()`, false},
	{"over the CPU, which waits later", `run(2, X); q[2]:Signal(F, 1); P(); F:WaitCPU(1)`, true},
	{"a list of the queue waits", `run(2, X); q[2]:Signal(F, 1); q[1]:Wait(F, 1); run(1, nop); P()`, false},
	{"the next frame", `P(); P(); run(2, X); q[2]:Signal(F, 1); q[1]:Wait(F, 1); P()`, true},
	{"the next frame waits", `P(); q[1]:Signal(G, 1); P(); q[2]:Wait(G, 1); run(2, X); q[2]:Signal(F, 1); q[1]:Wait(F, 1); P()`, false},
	{"the next frame waits for the Present of the other buffer", `P(); P(); q[1]:Signal(G, 1); q[2]:Wait(G, 1); run(2, X); q[2]:Signal(F, 1); q[1]:Wait(F, 1); P()`, false},
	{"the next frame waits for what was signalled before", `q[1]:Signal(G, 1); P(); P(); q[1]:Signal(G, 2); q[2]:Wait(G, 1); run(2, X); q[2]:Signal(F, 1); q[1]:Wait(F, 1); P()`, true},
	{"the next frame behind a wait of the CPU", `P(); q[1]:Signal(G, 1); G:WaitCPU(1); P(); run(2, X); q[2]:Signal(F, 1); q[1]:Wait(F, 1); P()`, false},
}

// TestPairsWithPresents holds uses of a back buffer by another queue against Presents, in all settings.
func TestPairsWithPresents(t *testing.T) {
	for _, x := range shownTouches {
		for _, s := range shownSettings {
			t.Run(fmt.Sprintf("%s/%s of %s", s.name, x.name, x.queue), func(t *testing.T) {
				t.Parallel()
				script := strings.ReplaceAll(presentHead, "TYPE2", x.queue) + strings.ReplaceAll(s.script, "X", "B."+x.name) + "\n"
				found := outcome(t, script, func(o *host.Options) { o.Errors = host.StopOnError })
				if !s.apart || x.apart == nil {
					require.Empty(t, words(found), script)
					return
				}
				require.Len(t, found, 1, script)
				require.True(t, slices.Contains(x.apart, found[0].Code), "want %v, got %v\n%s", x.apart, words(found), script)
			})
		}
	}
}
