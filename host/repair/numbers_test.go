package repair

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// TestNumbers: which number is made another one where a wait does not end.
func TestNumbers(t *testing.T) {
	const head = `local gpu = require "gpu"
local device = gpu.CreateDevice()
local load = device:CreateCommandQueue { Type = "COPY", Name = "load" }
local use = device:CreateCommandQueue { Type = "COMPUTE", Name = "use" }
local also = device:CreateCommandQueue { Type = "DIRECT", Name = "also" }
local loaded, done = device:CreateFence(0, "loaded"), device:CreateFence(0, "done")
local from = device:CreateCommittedResource { Name = "from", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 64 }
local x = device:CreateCommittedResource { Name = "x", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 64 }
local function copy(queue)
  local type = queue:GetDesc().Type
  local list = device:CreateCommandList { Type = type, Allocator = device:CreateCommandAllocator(type) }
  list:CopyBufferRegion(x, 0, from, 0, 64)
  list:Close()
  return list
end
load:ExecuteCommandLists { copy(load) }
`
	const waits = "use:Wait(loaded, 301)\nuse:ExecuteCommandLists { copy(use) }\nuse:Signal(done, 1)\ndone:WaitCPU(1)\n"
	const three = "use:Wait(loaded, 4)\nalso:Wait(loaded, 4)\nuse:Signal(done, 1)\ndone:WaitCPU(1)\n"
	for _, tt := range []struct{ name, text, want string }{
		{"of the last signal before the work that waits", "load:Signal(loaded, 300)\n" + waits, "load:Signal(loaded, 301)\n" + waits},
		{"of a signal that several wait for", "load:Signal(loaded, 2)\n" + three, "load:Signal(loaded, 4)\n" + three},
		{"of the only wait", "load:Signal(loaded, 1)\nloaded:WaitCPU(2)\n", "load:Signal(loaded, 1)\nloaded:WaitCPU(1)\n"},
		{"of a signal of 0", "load:Signal(loaded, 0)\nloaded:WaitCPU(1)\n", "load:Signal(loaded, 1)\nloaded:WaitCPU(1)\n"},
		{"of no signal before other work", "load:Signal(loaded, 300)\nload:ExecuteCommandLists { copy(load) }\n" + waits,
			"load:Signal(loaded, 300)\nload:ExecuteCommandLists { copy(load) }\nload:Signal(loaded, 301)\n" + waits},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := script(t, head+tt.text, map[string]string{})
			o, err := Script(context.Background(), path, host.Options{})
			require.NoError(t, err)
			require.Empty(t, o.Left)
			require.Equal(t, head+tt.want, o.After[filepath.ToSlash(path)])
		})
	}
}

// TestParameterKind: a parameter that has its argument is not meant by an argument of another kind.
func TestParameterKind(t *testing.T) {
	const text = `local gpu = require "gpu"
local device = gpu.CreateDevice()
local root = device:CreateRootSignature { Parameters = { { Type = "SRV" }, { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 } } }
local function buffer() return device:CreateCommittedResource { HeapType = "DEFAULT", Dimension = "BUFFER", Width = 64, Flags = "ALLOW_UNORDERED_ACCESS" } end
local list = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator "COMPUTE" }
list:SetComputeRootSignature(root)
list:SetComputeRootShaderResourceView(0, buffer():GetGPUVirtualAddress())
list:SetComputeRootUnorderedAccessView(1, buffer():GetGPUVirtualAddress())
list:SetComputeRootUnorderedAccessView(2, buffer():GetGPUVirtualAddress())
list:Close()
`
	path := script(t, strings.Replace(text, "View(2, ", "View(0, ", 1), map[string]string{})
	o, err := Script(context.Background(), path, host.Options{})
	require.NoError(t, err)
	require.Empty(t, o.Left)
	require.Equal(t, text, o.After[filepath.ToSlash(path)])
}

// TestParameters: a root argument that nothing reads is meant for the parameter of its kind that is missing.
func TestParameters(t *testing.T) {
	text, err := os.ReadFile("testdata/frames/indirect.lua")
	require.NoError(t, err)
	for _, call := range []string{"l1:SetComputeRootUnorderedAccessView(0, ", "l2:SetComputeRootUnorderedAccessView(1, "} {
		other := strings.NewReplacer("(0, ", "(1, ", "(1, ", "(0, ").Replace(call)
		wrong := strings.Replace(string(text), call, other, 1)
		require.NotEqual(t, string(text), wrong)
		path := script(t, wrong, map[string]string{})
		o, err := Script(context.Background(), path, host.Options{})
		require.NoError(t, err)
		require.Empty(t, o.Left)
		require.Equal(t, string(text), o.After[filepath.ToSlash(path)])
	}
}
