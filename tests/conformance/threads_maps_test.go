package conformance

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// TestThreadsThatUnmapWhatOthersTouch: whether memory is still mapped when a thread touches it, where another thread unmaps it, is up to the
// schedule, and that nothing orders the two is told in every run. Who has mapped it itself, or knows that it is mapped once more than all others
// unmap it, is right.
func TestThreadsThatUnmapWhatOthersTouch(t *testing.T) {
	const script = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local b = device:CreateCommittedResource { Name = "b", HeapType = "READBACK", Dimension = "BUFFER", Width = 256, InitialState = "COPY_DEST" }
local F = device:CreateFence(0, "F")
local m = b:Map(); %s
local t = gpu.Thread("t", function() gpu.Work(3); %s; gpu.Work(3) end)
local u = gpu.Thread("u", function() gpu.Work(3); %s; gpu.Work(3) end)
gpu.Work(3)
%s
t:Join(); u:Join()
%s
`
	const read, own = `m:Read(0, "uint")`, `b:Map(); m:Read(0, "uint"); b:Unmap()`
	for _, tt := range []struct {
		name, before, t, u, main, behind string
		wrong                            bool
	}{
		{"an Unmap beside a read", "", "b:Unmap()", "", read, "", true},
		{"a read beside an Unmap", "", read, "", "b:Unmap()", "", true},
		{"two of one Map", "", "b:Unmap()", "", "b:Unmap()", "", true},
		{"two of two", "b:Map()", "b:Unmap()", "", "b:Unmap()", "", false},
		{"two of two, beside a read", "b:Map()", "b:Unmap()", read, "b:Unmap()", "", true},
		{"one of two, beside a read", "b:Map()", "b:Unmap()", read, "", "b:Unmap()", false},
		{"behind a Join", "", read, "", "", "b:Unmap()", false},
		{"behind a fence", "", read + "; F:Signal(1)", "", "F:WaitCPU(1); b:Unmap()", "", false},
		{"each has mapped it", "", own, own, own, "b:Unmap()", false},
		{"the reader has mapped it", "", own, "", "b:Unmap()", "", false},
		{"the reader has mapped it, and reads behind its own Unmap", "", own + "; " + read, "", "b:Unmap()", "", true},
		{"the others have mapped it", "", own, own, read, "b:Unmap()", false},
		{"often", "", "for _ = 1, 40 do " + own + " end", "for _ = 1, 40 do " + own + " end", "for _ = 1, 40 do " + read + " end", "b:Unmap()", false},
		{"very often, and once too often", "", "for _ = 1, 200 do " + own + " end; b:Unmap()", "", read, "", true},
		{"often, and once too often", "", "for _ = 1, 40 do " + own + " end; b:Unmap()", "for _ = 1, 40 do " + own + " end", read, "", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text, first := fmt.Sprintf(script, tt.before, tt.t, tt.u, tt.main, tt.behind), ""
			for seed := range schedules() / 2 {
				found := outcome(t, text, schedule(seed, []host.ErrorMode{host.ReportErrors, host.StopOnError}[seed%2]))
				if !tt.wrong {
					require.Empty(t, words(found), "seed %d", seed)
					continue
				}
				require.Len(t, found, 1, "seed %d\n%s", seed, words(found))
				require.Equal(t, diag.TwoThreads, found[0].Code)
				if first == "" {
					first = words(found)
				}
				if tt.u == "" {
					require.Equal(t, first, words(found), "seed %d", seed)
				}
			}
		})
	}
}
