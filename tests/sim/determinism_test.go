// Package sim tests the simulated machine as a whole: what a script prints, paints and traces does not depend on the cores,
// the run, or the executor of its kernels.
package sim

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/trace"
	"github.com/gpuscript/gpuscript/host"
)

// digest is an observer that hashes everything that comes out of a run: text, pictures and the events of the machine.
type digest struct {
	host.NoObserver
	hash   hash.Hash
	events int
}

// OnImage implements host.Observer.
func (d *digest) OnImage(name string, png []byte) {
	fmt.Fprintf(d.hash, "image %s %d\n", name, len(png))
	d.hash.Write(png)
}

// OnTrace implements host.Observer.
func (d *digest) OnTrace(e trace.Event) {
	d.events++
	fmt.Fprintf(d.hash, "%+v\n", e)
}

// run returns the digest of one run of a script, and how many events the machine had.
func run(t *testing.T, script string, interpreter bool) (sum string, events int) {
	t.Helper()
	d := &digest{hash: sha256.New()}
	h := host.New(host.Options{Dir: "../../scripts", Stdout: io.MultiWriter(d.hash), Observer: d, Trace: true, Out: t.TempDir(), Interpreter: interpreter})
	defer func() { require.NoError(t, h.Close()) }()
	var err error
	if len(script) < 64 {
		err = h.RunFile(context.Background(), "../../scripts/"+script)
	} else {
		err = h.RunString(context.Background(), "test.lua", script)
	}
	require.NoError(t, err)
	return fmt.Sprintf("%x", d.hash.Sum(nil)), d.events
}

// cores runs body with that many cores.
func cores(t *testing.T, n int, body func()) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	body()
}

// threads is a script in which five CPU threads, three queues and events meet. Its output has the order in which they do.
const threads = `
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "threads", AllowDisjointWriters = true }
local fence, event = device:CreateFence(0, "fence"), gpu.CreateEvent { Name = "event", ManualReset = true }
local queues = {}
for i, type in ipairs { "COPY", "COMPUTE", "DIRECT" } do queues[i] = device:CreateCommandQueue { Type = type, Name = type } end
local back = device:CreateCommittedResource { Name = "back", HeapType = "READBACK", Dimension = "BUFFER", Width = 65536, InitialState = "COPY_DEST" }
local up = device:CreateCommittedResource { Name = "up", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 65536, InitialState = "GENERIC_READ" }
local map = up:Map()
local order = {}
local workers = {}
for i = 1, 5 do
  workers[i] = gpu.Thread("worker " .. i, function()
    for step = 1, 4 do
      gpu.Work((i * 7 + step * 3) % 11 + 1)
      map:Write(i * 4096 + step * 4, "uint", i * 100 + step)
      local type = ({ "COPY", "COMPUTE", "DIRECT" })[i % 3 + 1]
      local list = device:CreateCommandList { Type = type, Allocator = device:CreateCommandAllocator(type) }
      list:CopyBufferRegion(back, i * 4096 + step * 4, up, i * 4096 + step * 4, 4)
      list:Close()
      queues[i % 3 + 1]:ExecuteCommandLists { list }
      order[#order + 1] = i * 10 + step
      if i == 3 and step == 2 then event:SetEvent() end
      if i == 5 and step == 1 then print(gpu.WaitForSingleObject(event, 1)) end
    end
  end)
end
for _, w in ipairs(workers) do w:Join() end
for i, q in ipairs(queues) do q:Signal(fence, i) fence:WaitCPU(i) end
print(table.concat(order, " "), gpu.FormatTime(gpu.Now()))
print(table.concat(back:Map():Read(4096, "uint", 5), " "))
`

func TestOutputDoesNotDependOnTheRunOrTheCores(t *testing.T) {
	for _, test := range []struct {
		name, script string
		runs         int
	}{
		{"threads", threads, 100},
		{"pipelined", "pipelined_compute.lua", 4},
		{"frame", "frame.lua", 2},
		{"samples, water, a swap chain", "model.lua", 2},
		{"three queues and draws", "particles.lua", 2},
		{"passes", "deferred_shading.lua", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			want, events := run(t, test.script, false)
			require.Positive(t, events)
			for n := 1; n <= 2; n++ {
				cores(t, n, func() {
					for range test.runs / 2 {
						got, _ := run(t, test.script, false)
						require.Equal(t, want, got, "with %d cores", n)
					}
				})
			}
		})
	}
}

func TestInterpreterAndCompilerShowTheSame(t *testing.T) {
	for _, script := range []string{"prefix_sum.lua", "histogram.lua", "triangle.lua", "msaa.lua", "stencil_mirror.lua"} {
		compiled, _ := run(t, script, false)
		interpreted, _ := run(t, script, true)
		require.Equal(t, compiled, interpreted, script)
	}
}
