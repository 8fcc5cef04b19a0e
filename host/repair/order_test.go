package repair

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

const listed = `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "dev" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence, done = device:CreateFence(0, "go"), device:CreateFence(0, "done")
local function tex(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", InitialState = "PIXEL_SHADER_RESOURCE" } end
local a, b = tex "a", tex "b"
local function list(name, record)
  local l = device:CreateCommandList { Type = "DIRECT", Name = name, Allocator = device:CreateCommandAllocator "DIRECT" }
  record(l)
  l:Close()
  return l
end
local first = list("first", function(l)
  l:ResourceBarrier { { Type = "TRANSITION", Resource = a, Before = "PIXEL_SHADER_RESOURCE", After = "COPY_SOURCE" }, { Type = "TRANSITION", Resource = b, Before = "PIXEL_SHADER_RESOURCE", After = "COPY_DEST" } }
end)
local second = list("second", function(l)
  l:CopyResource(b, a)
end)
WAITqueue:ExecuteCommandLists { second, first }
queue:Signal(done, 1)
SIGNALdone:WaitCPU(1)
`

// TestOrderOfLists: the lists of a submission that stand in the wrong order are exchanged, whatever resources they take over, and whether the
// submission waits or not.
func TestOrderOfLists(t *testing.T) {
	for name, r := range map[string]*strings.Replacer{
		"at once":       strings.NewReplacer("WAIT", "", "SIGNAL", ""),
		"behind a wait": strings.NewReplacer("WAIT", "queue:Wait(fence, 1)\n", "SIGNAL", "fence:Signal(1)\n"),
	} {
		t.Run(name, func(t *testing.T) {
			text := r.Replace(listed)
			path := script(t, text, map[string]string{})
			o, err := Script(context.Background(), path, host.Options{})
			require.NoError(t, err)
			require.Empty(t, o.Left)
			require.Len(t, o.Steps, 1)
			require.Equal(t, strings.Replace(text, "{ second, first }", "{ first, second }", 1), o.After[filepath.ToSlash(path)])
		})
	}
}
