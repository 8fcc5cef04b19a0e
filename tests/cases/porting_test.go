package cases

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestPorting: the exact edits of slips in loops are the lines that their author would have written, in the words of the loop.
func TestPorting(t *testing.T) {
	want := map[string][]string{
		"a frame waits for the frame before that":               {"frame"},
		"a frame reads what it has not waited for":              {"F:WaitCPU(frame)"},
		"a result is copied without a barrier, in each frame":   {`l:ResourceBarrier { { Type = "TRANSITION", Resource = data, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" } }`},
		"an allocator is reset behind its list":                 {"", "l:Reset(a)"},
		"the root signature of a kernel is set for draws":       {"SetComputeRootSignature"},
		"a picture is shown before its list is submitted":       {"", "swap:Present(1)"},
		"a queue fills again what the other one may still take": {"compute:Wait(taken, math.max(0, number - 3))"},
		"a queue takes what the other one may still fill":       {"graphics:Wait(filled, old)"},
		"nothing says what was filled":                          {"compute:Signal(filled, number)"},
		"nothing says what was taken":                           {"graphics:Signal(taken, old)"},
		"behind the loop nobody waits for its last pass":        {"F:WaitCPU(4)"},
		"the signal between two waits is left out":              {"render:Signal(F, 1)"},
		"a barrier is made by a function":                       {`{ Type = "TRANSITION", Resource = data, Before = "COMMON", After = "COPY_DEST" }`},
		"a list has a method for a barrier":                     {`l:ResourceBarrier { { Type = "UAV", Resource = data } }`},
		"a list copies as a context of Diligent does":           {`l:CopyBufferRegion(readback, 0, data, 0, 256)`},
		"a context says its modes where C++ has them":           {""},
		"an allocator is made of a type without a name":         {`Type = "COPY"`},
		"a fence is made of a value without a name":             {`InitialValue = 0`},
		"a struct comes before its register":                    {`gpu.RWStructuredBuffer("u0", particle)`},
	}
	for _, c := range all(t) {
		if c.file != "frames/porting.lua" || c.expected == "silent" {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			_, said := onTheTimeline(t, c)
			require.NotEmpty(t, said)
			var got []string
			if list := exact(said[0]); len(list) > 0 {
				for _, e := range list[0].Edits() {
					got = append(got, e.Replace)
				}
			}
			require.Equal(t, want[c.name], got, "%s", diag.AsError(said...))
		})
	}
}
