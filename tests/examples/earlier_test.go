package examples

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// passes begins scripts of loops.
const passes = `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local other = device:CreateCommandQueue { Type = "DIRECT", Name = "other" }
local function open(name) return device:CreateCommandList { Type = "DIRECT", Name = name, Allocator = device:CreateCommandAllocator "DIRECT" } end
local function buffer(name) return device:CreateCommittedResource { Name = name, Dimension = "BUFFER", Width = 256 } end
local list, x, y = open "list", buffer "x", buffer "y"
local tex = device:CreateCommittedResource { Name = "tex", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8_UNORM", InitialState = "COPY_DEST" }
local there = { Resource = tex, Before = "COPY_DEST", After = "COPY_SOURCE" }
`

// TestEarlier: a call in a loop that meets what it did itself says so, of the earlier call alone; one that does two things at once does not, in a
// loop or not. What was right the first time is not taken away.
func TestEarlier(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		code         diag.Code
		earlier      string // the text of the label, "": no label is of an earlier call
	}{
		{"a barrier in a loop", `for _ = 1, 2 do list:ResourceBarrier { there } end`, diag.WrongBefore, "ResourceBarrier leaves it in COPY_SOURCE here"},
		{"a barrier twice", "list:ResourceBarrier { there }\nlist:ResourceBarrier { there }", diag.WrongBefore, ""},
		{"two barriers of one call", `list:ResourceBarrier { there, there }`, diag.WrongBefore, ""},
		{"two barriers of one call in a loop", `for _ = 1, 2 do list:ResourceBarrier { there, there } end`, diag.WrongBefore, ""},
		{"a split barrier in a loop", `there.Flags = "BEGIN_ONLY"; for _ = 1, 2 do list:ResourceBarrier { there } end`, diag.SplitMismatch, "it begins here"},
		{"a release in a loop", `for _ = 1, 2 do x:Release() end`, diag.ReleasedObject, `buffer "x" is released here`},
		{"a close in a loop", `for _ = 1, 2 do list:Close() end`, diag.ListClosed, "it is closed here"},
		{"a function that closes, called twice", "local function close() list:Close() end\nclose()\nclose()", diag.ListClosed, ""},
		{"a submission in a loop", `list:Close(); for _ = 1, 2 do queue:ExecuteCommandLists { list } end`, diag.ListInFlight, `submitted here to direct queue "main"`},
		{"two queues in a loop", `for _, q in ipairs { queue, other } do
  local l = open "l"
  l:CopyBufferRegion(x, 0, y, 0, 256)
  l:Close()
  q:ExecuteCommandLists { l }
end`, diag.DataRace, "writes x[0, 256) by CopyBufferRegion"},
		{"a frame in a loop", `for _ = 1, 2 do
  local l = open "l"
  l:ResourceBarrier { there }
  l:Close()
  queue:ExecuteCommandLists { l }
end`, diag.WrongBefore, `direct queue "main" leaves it in COPY_SOURCE`},
		{"two lists of one submission in a loop", `for _ = 1, 2 do
  local two = { open "one", open "two" }
  for _, l in ipairs(two) do
    l:ResourceBarrier { there }
    l:Close()
  end
  queue:ExecuteCommandLists(two)
end`, diag.WrongBefore, ""},
		{"memory in a loop", `local heap = device:CreateHeap { SizeInBytes = 65536 }
for _, name in ipairs { "one", "two" } do
  list:CopyBufferRegion(device:CreatePlacedResource { Name = name, Heap = heap, Dimension = "BUFFER", Width = 256 }, 0, x, 0, 256)
end
list:Close()
queue:ExecuteCommandLists { list }`, diag.MissingAliasingBarrier, "writes one[0, 256) by CopyBufferRegion"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out, err := run(passes+tt.script, t.TempDir())
			require.NoError(t, err)
			require.Contains(t, out.codes, tt.code, out.text)
			var earlier []string
			for _, text := range out.marks {
				if before, ok := strings.CutSuffix(text, ", when this call was made before"); ok {
					earlier = append(earlier, before)
				}
			}
			if tt.earlier == "" {
				require.Empty(t, earlier)
				return
			}
			require.Equal(t, []string{tt.earlier}, earlier)
			for _, h := range out.edits {
				require.NotEqual(t, diag.EditDeleteLine, h.Edit, "%s", h)
			}
		})
	}
}
