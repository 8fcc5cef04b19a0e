package bindings

import (
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
)

// TestClosedModules: after Close no call of a script reaches the memory that is gone, on objects of any kind, and no module can be had any more.
func TestClosedModules(t *testing.T) {
	for _, script := range []string{
		`gpu.CreateDevice()`, `device:CreateFence(0)`, `buffer:Map()`, `mapping:Write(0, "uint", { 1 })`, `return mapping:Read(0, "uint")`, `return gpu.Hash(buffer)`,
		`fence:WaitCPU(1)`, `thread:Join()`, `gpu.Work(1)`, `gpu.Thread("later", function() end)`, `handle:Offset(1)`, `require "gpu.engine"`,
	} {
		t.Run(script, func(t *testing.T) {
			L := lua.NewState()
			defer L.Close()
			m := Preload(L, Options{})
			require.NoError(t, L.DoString(`
				gpu = require "gpu"
				device = gpu.CreateDevice()
				fence, thread = device:CreateFence(0), gpu.Thread("worker", function() gpu.Work(100) end)
				buffer = device:CreateCommittedResource { HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "GENERIC_READ" }
				mapping = buffer:Map()
				handle = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }:GetCPUDescriptorHandle(0)
				mapping:Write(0, "uint", { 1 })`))
			require.NoError(t, m.Close())
			require.ErrorContains(t, L.DoString(script), "the program has closed the modules of this Lua state")
			require.NoError(t, L.DoString(`assert(tostring(buffer):find "buffer")`))
		})
	}
}
