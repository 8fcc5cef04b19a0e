package conformance

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// TestThreadsThatOneOrderKeepsApart: what two threads do with several objects is one mistake where one order of their calls would be right for all of
// it. What stands after a wait of the one for the other is another one, and so is a race with work that its own thread does not wait for: no order of
// the calls says when the GPU is done.
func TestThreadsThatOneOrderKeepsApart(t *testing.T) {
	const script = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local q, F, G = device:CreateCommandQueue { Type = "COPY", Name = "q" }, device:CreateFence(0, "F"), device:CreateFence(0, "G")
local x = device:CreateCommittedResource { Name = "x", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" }
local up = device:CreateCommittedResource { Name = "up", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
local map = up:Map()
local function list(name)
  local l = device:CreateCommandList { Type = "COPY", Name = name, Allocator = device:CreateCommandAllocator("COPY") }
  return l
end
local l, r, work = list "l", list "r", list "work"
work:CopyBufferRegion(x, 0, up, 0, 64); work:Close()
local function copy(l) l:CopyBufferRegion(x, 0, up, 0, 64) end
local function wait(n) q:Signal(G, n); G:WaitCPU(n) end
local t = gpu.Thread("t", function() gpu.Work(3); %s; gpu.Work(3) end)
gpu.Work(3)
%s
t:Join()
`
	const submit, write = "q:ExecuteCommandLists { work }", `map:Write(0, "uint", { 1 })`
	for _, tt := range []struct {
		name, one, two string
		want           []diag.Code
	}{
		{"two lists", "copy(l); copy(r)", "copy(r); copy(l)", []diag.Code{diag.TwoThreads}},
		{"a list and memory", "copy(l); " + write, write + "; copy(l)", []diag.Code{diag.TwoThreads}},
		{"memory alone", write, write, []diag.Code{diag.MappedRace}},
		{"a list, and memory that work reads", "copy(l); " + submit + "; wait(1)", "copy(l); " + write, []diag.Code{diag.TwoThreads}},
		{"a list, and memory that work reads for which its thread does not wait", "copy(l); " + submit, "copy(l); " + write, []diag.Code{diag.TwoThreads, diag.MappedRace}},
		{"the second list behind a wait", "copy(l); F:Signal(1); copy(r)", "copy(l); F:WaitCPU(1); copy(r)", []diag.Code{diag.TwoThreads, diag.TwoThreads}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text, first := fmt.Sprintf(script, tt.one, tt.two), ""
			for seed := range schedules() / 4 {
				found := outcome(t, text, schedule(seed, host.ReportErrors))
				var codes []diag.Code
				for _, d := range found {
					codes = append(codes, d.Code)
				}
				require.ElementsMatch(t, tt.want, codes, "seed %d\n%s", seed, words(found))
				if first == "" {
					first = words(found)
				}
				require.Equal(t, first, words(found), "seed %d", seed)
				stopped := outcome(t, text, schedule(seed, host.StopOnError)) // which the first error does
				require.NotEmpty(t, stopped, "seed %d", seed)
				require.Equal(t, words(found[:1]), words(stopped[:1]), "seed %d", seed)
			}
		})
	}
}
