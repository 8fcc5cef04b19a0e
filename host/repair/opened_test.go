package repair

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

const gated = `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "dev" }
local queue = device:CreateCommandQueue { Type = "COPY", Name = "copies" }
local go, done = device:CreateFence(0, "go"), device:CreateFence(0, "done")
local staging = device:CreateCommittedResource { Name = "staging", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256 }
local target = device:CreateCommittedResource { Name = "target", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256 }
local data = staging:Map()
local function copy(n)
  local list = device:CreateCommandList { Type = "COPY", Allocator = device:CreateCommandAllocator "COPY" }
  list:CopyBufferRegion(target, 0, staging, 0, 256)
  list:Close()
  queue:Wait(go, n)
  queue:ExecuteCommandLists { list }
  queue:Signal(done, n)
end
`

// TestOpened: where the CPU lets a queue go on to what it writes only then, it writes first; where it has written that before, it waits for the
// queue.
func TestOpened(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"written behind the signal", "copy(1)\ngo:Signal(1)\ndata:Write(0, \"uint\", 7)\ndone:WaitCPU(1)\n",
			"copy(1)\ndata:Write(0, \"uint\", 7)\ngo:Signal(1)\ndone:WaitCPU(1)\n"},
		{"written behind a signal of more", "copy(1)\ngo:Signal(2)\ndata:Write(0, \"uint\", 7)\ndone:WaitCPU(1)\n",
			"copy(1)\ndata:Write(0, \"uint\", 7)\ngo:Signal(2)\ndone:WaitCPU(1)\n"},
		{"each pass", "for n = 1, 3 do\n  copy(n)\n  go:Signal(n)\n  data:Write(0, \"uint\", n)\n  done:WaitCPU(n)\nend\n",
			"for n = 1, 3 do\n  copy(n)\n  data:Write(0, \"uint\", n)\n  go:Signal(n)\n  done:WaitCPU(n)\nend\n"},
		{"written on both sides of the signal", "copy(1)\ndata:Write(0, \"uint\", 7)\ngo:Signal(1)\ndata:Write(0, \"uint\", 8)\ndone:WaitCPU(1)\n",
			"copy(1)\ndata:Write(0, \"uint\", 7)\ngo:Signal(1)\ndone:WaitCPU(1)\ndata:Write(0, \"uint\", 8)\n"},
		{"written in the pass after the signal", "for n = 1, 3 do\n  copy(n)\n  data:Write(0, \"uint\", n)\n  go:Signal(n)\nend\ndone:WaitCPU(3)\n",
			""},
		{"written behind a signal that nobody waits for any more", "go:Signal(1)\ncopy(1)\ngo:Signal(2)\ndata:Write(0, \"uint\", 7)\ndone:WaitCPU(1)\n",
			"go:Signal(1)\ncopy(1)\ngo:Signal(2)\ndone:WaitCPU(1)\ndata:Write(0, \"uint\", 7)\n"},
		{"a wait between the two", "copy(1)\ngo:Signal(1)\ncopy(2)\ndone:WaitCPU(1)\ngo:Signal(2)\ndata:Write(0, \"uint\", 7)\ndone:WaitCPU(2)\n",
			"copy(1)\ngo:Signal(1)\ncopy(2)\ndone:WaitCPU(1)\ndata:Write(0, \"uint\", 7)\ngo:Signal(2)\ndone:WaitCPU(2)\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := script(t, gated+tt.text, map[string]string{})
			o, err := Script(context.Background(), path, host.Options{})
			require.NoError(t, err)
			if tt.want == "" {
				require.Empty(t, o.Steps)
				require.Equal(t, "wait first: call WaitCPU with 1 on fence \"done\"", o.Left[0].Help[0].Text)
				return
			}
			require.Empty(t, o.Left)
			require.Equal(t, gated+tt.want, o.After[filepath.ToSlash(path)])
		})
	}
}
