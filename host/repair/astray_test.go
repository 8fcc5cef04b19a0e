package repair

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// TestAstray: a line that was exchanged with the next one comes back: with one that opens or ends a block, because it is indented like what it stood
// beside, and with one that it needs.
func TestAstray(t *testing.T) {
	for _, tt := range []struct{ name, file, line string }{ // the line is exchanged with the next one
		{"the last wait, into the loop", "swap_ring", "end"},
		{"a Reset, into the loop that records", "pages", "  list:Reset(f.allocator) --~"},
		{"a submission, behind its function", "async_compute", "  comp:ExecuteCommandLists { list }"},
		{"a submission, behind a function before a loop", "async_compute", "  gfx:ExecuteCommandLists { list }"},
		{"a submission, before its function", "screenshots", "local function present(i, frame)"},
		{"the only line of a function, behind it", "mips", "  target[DispatchThreadID.xy] = float(DispatchThreadID.x + DispatchThreadID.y)"},
		{"the only line of a function, before it", "pool", "local add = gpu.ComputeShader"},
		{"a list, into the loop that makes its allocator", "triple", "local list = device:CreateCommandList { Type = \"DIRECT\", Name = \"frame list\""},
		{"a table, into the loop that fills it", "threads", "local parts = {}"},
		{"what no message tells of, behind its loop", "histogram", "  slot.value = frame"},
		{"what ends a loop, behind it", "post", "  running = frame < 7"},
		{"between two functions, by its names", "bloom", "local function transition(list, resource, before, after)"},
		{"between two functions of the same names, by which is empty", "graph", "  list:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(0), { 1, 0.5, 0.25, 1 })"},
		{"in a kernel, behind a block", "sparks", "    new[at] = "},
		{"a signal before its number is raised", "uploader", "  self.value = self.value + 1 --~"},
		{"a signal before its number is raised, in a deadlock", "classes", "  self.last = self.last + 1 --~"},
		{"a wait before the signal", "events", "queue:Signal(fence, fenceValues[frameIndex])"},
		{"a pipeline behind the dispatch, one of several", "sparks", "list:SetPipelineState(emitPSO)"},
		{"an Unmap before the only Map", "histogram", "  local values = slot.buffer:Map()"},
		{"a barrier behind what it begins with", "graph", "    list:ResourceBarrier { { Type = \"TRANSITION\", Resource = t.resource"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, err := os.ReadFile("testdata/frames/" + tt.file + ".lua")
			require.NoError(t, err)
			lines := strings.Split(string(text), "\n")
			at := -1
			for i, line := range lines {
				if strings.HasPrefix(line, tt.line) {
					at = i
				}
			}
			require.GreaterOrEqual(t, at, 0)
			lines[at], lines[at+1] = lines[at+1], lines[at]
			path := script(t, strings.Join(lines, "\n"), map[string]string{})
			o, err := Script(context.Background(), path, host.Options{Limits: host.Limits{LuaSteps: 3_000_000}})
			require.NoError(t, err)
			require.Empty(t, o.Left)
			require.Len(t, o.Steps, 1)
			require.Equal(t, string(text), o.After[filepath.ToSlash(path)])
		})
	}
}

// TestNotAstray: how a line is indented says nothing where others beside it are like it, or where two blocks may be meant; and what a move did not
// mend is mended by what else is suggested.
func TestNotAstray(t *testing.T) {
	const loop = "local fence = device:CreateFence(0)\nfor i = 1, 2 do\n"
	for _, tt := range []slip{
		{"a script without indentation", loop + "queue:Signal(fence, i)\nfence:WaitCPU(2)\nend\n", ""},
		{"a loop without indentation", loop + "queue:Signal(fence, i)\nprint(i)\nfence:WaitCPU(2)\nend\n", ""},
		{"a line that is further in, and not like the block", loop + "  queue:Signal(fence, i)\nend\n    fence:WaitCPU(3)\n",
			loop + "  queue:Signal(fence, i)\nend\n    fence:WaitCPU(2)\n"},
		{"a line that is not to blame", "do\n  local a = 1\nend\n  local b = 2\nlocal fense = device:CreateFence(0)\nqueue:Signal(fence, 1)\nfence:WaitCPU(1)\n",
			"do\n  local a = 1\nend\n  local b = 2\nlocal fence = device:CreateFence(0)\nqueue:Signal(fence, 1)\nfence:WaitCPU(1)\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, d := range tt.check(t) {
				require.False(t, len(d.Help) > 0 && d.Help[0].Edit != diag.EditNone)
			}
		})
	}
}
