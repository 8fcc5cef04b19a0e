package conformance

import (
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// dataHead makes a kernel that copies t0 to u0 through root views or a table; FLAGS and VERSION are replaced. The buffer a is read, c is what copies
// and the CPU write to it.
const dataHead = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "fence")
local from, to = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
local shader = gpu.ComputeShader { Name = "copy", NumThreads = { 16, 1, 1 }, Main = function(DispatchThreadID) to[DispatchThreadID.x] = from[DispatchThreadID.x] end }
local function buffer(name, heap, state) return device:CreateCommittedResource { Name = name, HeapType = heap or "DEFAULT", Dimension = "BUFFER", Width = 256,
  Flags = heap and "NONE" or "ALLOW_UNORDERED_ACCESS", InitialState = state or "COMMON" } end
local a, b, c, up = buffer "a", buffer "b", buffer "c", buffer("up", "UPLOAD", "GENERIC_READ")
local root = device:CreateRootSignature { Name = "root", Version = "VERSION", Parameters = {
  { Type = "SRV", ShaderRegister = 0, Flags = "FLAGS" }, { Type = "UAV", ShaderRegister = 0 } } }
local pipeline = device:CreateComputePipelineState { Name = "copy", RootSignature = root, CS = shader }
local function list(record)
  local l = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
  l:SetPipelineState(pipeline); l:SetComputeRootSignature(root); l:SetComputeRootUnorderedAccessView(1, b:GetGPUVirtualAddress())
  record(l); l:Close(); return l
end
local function set(l, r) l:SetComputeRootShaderResourceView(0, (r or a):GetGPUVirtualAddress()) end
local function go(l) l:Dispatch(1, 1, 1); l:ResourceBarrier { { Type = "UAV", Resource = b } } end
local function write(l, at) l:CopyBufferRegion(a, at or 0, c, 0, 64) end
local function move(l, x, y) l:ResourceBarrier { { Type = "TRANSITION", Resource = a, Before = x, After = y } } end
local function readable(l) move(l, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE") end
local function writable(l) move(l, "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST") end
local function run(l) main:ExecuteCommandLists { l } end
local done = 0
local function wait() done = done + 1; main:Signal(fence, done); fence:WaitCPU(done) end
`

// TestData: data stays while its argument is set on the queue, or from when it is set in the recording, or may change, as the root signature
// promises; what counts is the bytes that the shader reads. The shader reads a[0, 64).
func TestData(t *testing.T) {
	const changed, static = diag.DataChangedWhileSet, diag.StaticDataChanged
	for _, c := range []struct {
		name   string
		script string
		want   [4]diag.Code // without a flag, DATA_STATIC, DATA_VOLATILE, version 1.0
	}{
		{"written before the recording", `run(list(write)); wait(); run(list(function(l) set(l); go(l) end)); wait()`, [4]diag.Code{}},
		{"written before the argument is set", `run(list(function(l) write(l); readable(l); set(l); go(l) end)); wait()`, [4]diag.Code{0, static, 0, 0}},
		{"written between set and use", `run(list(function(l) set(l); write(l); readable(l); go(l) end)); wait()`, [4]diag.Code{changed, static, 0, 0}},
		{"other bytes are written", `run(list(function(l) set(l); write(l, 64); readable(l); go(l) end)); wait()`, [4]diag.Code{}},
		{"set again behind the write", `run(list(function(l) set(l); write(l); readable(l); set(l); go(l) end)); wait()`, [4]diag.Code{0, static, 0, 0}},
		{"written behind the last use", `run(list(function(l) set(l); go(l); writable(l); write(l) end)); wait()`, [4]diag.Code{}},
		{"written between two uses", `run(list(function(l) set(l); go(l); writable(l); write(l); readable(l); go(l) end)); wait()`, [4]diag.Code{changed, static, 0, 0}},
		{"a barrier without a write", `run(list(function(l) move(l, "COMMON", "COPY_DEST"); set(l); readable(l); go(l) end)); wait()`, [4]diag.Code{}},
		{"another buffer is set meanwhile", `run(list(function(l) set(l); go(l); set(l, c); writable(l); l:CopyBufferRegion(a, 0, up, 0, 64); readable(l); go(l) end)); wait()`, [4]diag.Code{}},
		{"a list of the same call writes", `local l = list(function(l) set(l); move(l, "COMMON", "NON_PIXEL_SHADER_RESOURCE"); go(l) end)
main:ExecuteCommandLists { list(function(l) write(l); move(l, "COPY_DEST", "COMMON") end), l }; wait()`, [4]diag.Code{0, static, 0, 0}},
		{"an earlier submission writes", `local l = list(function(l) set(l); go(l) end); run(list(write)); run(l); wait()`, [4]diag.Code{0, static, 0, 0}},
		{"it is finished when the list runs, not when it was recorded", `local l = list(function(l) set(l); go(l) end); run(list(write)); wait(); run(l); wait()`, [4]diag.Code{0, static, 0, 0}},
		{"it is submitted before, and not waited for", `run(list(write)); local l = list(function(l) set(l); go(l) end); run(l); wait()`, [4]diag.Code{0, static, 0, 0}},
		{"it is waited for before the recording", `run(list(write)); wait(); local l = list(function(l) set(l); go(l) end); run(l); wait()`, [4]diag.Code{}},
		{"written between two runs of the list", `local l = list(function(l) set(l); go(l) end); run(l); wait(); run(list(write)); wait(); run(l); wait()`, [4]diag.Code{0, static, 0, 0}},
		{"written behind the last run", `local l = list(function(l) set(l); go(l) end); run(l); wait(); run(list(write)); wait()`, [4]diag.Code{}},
		{"recorded again behind the write", `local l = list(function(l) set(l); go(l) end); run(l); wait(); run(list(write)); wait(); run(list(function(l) set(l); go(l) end)); wait()`, [4]diag.Code{}},
		{"the CPU writes before", `up:Map():Write(0, "float", { 1 }); run(list(function(l) set(l, up); go(l) end)); wait()`, [4]diag.Code{}},
		{"the CPU writes between recording and submission", `local l = list(function(l) set(l, up); go(l) end); up:Map():Write(0, "float", { 1 }); run(l); wait()`, [4]diag.Code{0, static, 0, 0}},
		{"the CPU writes before and behind the set", `local m = up:Map(); m:Write(0, "float", { 1 }); local l = list(function(l) set(l, up); go(l) end); m:Write(0, "float", { 2 }); run(l); wait()`, [4]diag.Code{0, static, 0, 0}},
		{"the CPU writes other bytes", `local l = list(function(l) set(l, up); go(l) end); up:Map():Write(64, "float", { 1 }); run(l); wait()`, [4]diag.Code{}},
		{"the CPU writes when all is finished", `local l = list(function(l) set(l, up); go(l) end); run(l); wait(); up:Map():Write(0, "float", { 1 })`, [4]diag.Code{}},
	} {
		for i, as := range []volatility{{"1_1", "NONE"}, {"1_1", "DATA_STATIC"}, {"1_1", "DATA_VOLATILE"}, {"1_0", "NONE"}} {
			t.Run(c.name+"/"+as.version+" "+as.flags, func(t *testing.T) {
				expect(t, strings.NewReplacer("VERSION", as.version, "FLAGS", as.flags).Replace(dataHead)+c.script, c.want[i])
			})
		}
	}
}

// TestTableData: what holds for root views holds for tables; descriptors that may change keep the default for data.
func TestTableData(t *testing.T) {
	const between = `run(list(function(l) move(l, c, "COMMON", "COPY_DEST"); set(l); l:CopyBufferRegion(c, 0, a, 128, 64); move(l, c, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE"); l:Dispatch(1, 1, 1) end)); wait()`
	for _, c := range []struct {
		as   volatility
		want diag.Code
	}{
		{volatility{"1_1", "NONE"}, diag.DataChangedWhileSet},
		{volatility{"1_1", "DESCRIPTORS_VOLATILE"}, diag.DataChangedWhileSet},
		{volatility{"1_1", "DATA_VOLATILE"}, 0},
		{volatility{"1_1", "DATA_STATIC"}, diag.StaticDataChanged},
		{volatility{"1_1", "DESCRIPTORS_VOLATILE|DATA_VOLATILE"}, 0},
		{classic, 0},
	} {
		head := strings.Replace(descriptorHead, `BaseShaderRegister = 0, Flags = "FLAGS" } } } } }`, `BaseShaderRegister = 0 } } } } }`, 1)
		expect(t, strings.NewReplacer("VERSION", c.as.version, "FLAGS", c.as.flags).Replace(head)+"srv(c, 0); uav(b, 1)\n"+between, c.want)
	}
	head := strings.NewReplacer("VERSION", "1_1", `BaseShaderRegister = 0, Flags = "FLAGS" }, {`, `BaseShaderRegister = 0 }, {`, "FLAGS", "DATA_STATIC_WHILE_SET_AT_EXECUTE").Replace(descriptorHead)
	expect(t, head+`srv(a, 0); uav(b, 1); run(list(function(l) set(l); l:Dispatch(1, 1, 1) end)); wait()`, diag.DataChangedWhileSet) // a view that is written promises that it is not
}

// TestQueries: a query is resolved when an EndQuery has ended it, in this list or another one that comes before.
func TestQueries(t *testing.T) {
	const head = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local main, other = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateCommandQueue { Type = "COMPUTE", Name = "other" }
local fence = device:CreateFence(0, "fence")
local heap = device:CreateQueryHeap { Name = "heap", Type = "TIMESTAMP", Count = 8 }
local statistics = device:CreateQueryHeap { Name = "statistics", Type = "PIPELINE_STATISTICS", Count = 2 }
local result = device:CreateCommittedResource { Name = "result", HeapType = "READBACK", Dimension = "BUFFER", Width = 1024, InitialState = "COPY_DEST" }
local function list(record, typ)
  local l = device:CreateCommandList { Type = typ or "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator(typ or "DIRECT") }
  record(l); l:Close(); return l
end
local function stamp(i) return function(l) l:EndQuery(heap, "TIMESTAMP", i) end end
local function resolve(first, count) return function(l) l:ResolveQueryData(heap, "TIMESTAMP", first, count, result, 0) end end
local function wait() main:Signal(fence, 9); fence:WaitCPU(9) end
`
	for _, c := range []struct {
		name, script string
		want         diag.Code
	}{
		{"in the same list", `main:ExecuteCommandLists { list(function(l) stamp(3)(l); resolve(3, 1)(l) end) }; wait()`, 0},
		{"the next one", `main:ExecuteCommandLists { list(function(l) stamp(3)(l); resolve(3, 2)(l) end) }; wait()`, diag.QueryNeverEnded},
		{"the one before", `main:ExecuteCommandLists { list(function(l) stamp(3)(l); resolve(2, 2)(l) end) }; wait()`, diag.QueryNeverEnded},
		{"it ends behind", `main:ExecuteCommandLists { list(function(l) resolve(3, 1)(l); stamp(3)(l) end) }; wait()`, diag.QueryNeverEnded},
		{"lists of one call", `main:ExecuteCommandLists { list(stamp(0)), list(resolve(0, 1)) }; wait()`, 0},
		{"long ago", `main:ExecuteCommandLists { list(stamp(0)) }; main:Signal(fence, 1); fence:WaitCPU(1); main:ExecuteCommandLists { list(resolve(0, 1)) }; wait()`, 0},
		{"ended by a queue that is waited for, and submitted later", `main:Wait(fence, 1); main:ExecuteCommandLists { list(resolve(0, 1)) }
other:ExecuteCommandLists { list(stamp(0), "COMPUTE") }; other:Signal(fence, 1); main:Signal(fence, 9); fence:WaitCPU(9)`, 0},
		{"a count of nothing that was measured", `main:ExecuteCommandLists { list(function(l) l:BeginQuery(statistics, "PIPELINE_STATISTICS", 0); l:EndQuery(statistics, "PIPELINE_STATISTICS", 0)
l:ResolveQueryData(statistics, "PIPELINE_STATISTICS", 0, 1, result, 0) end) }; wait()`, 0},
		{"the second of two counts", `main:ExecuteCommandLists { list(function(l) l:BeginQuery(statistics, "PIPELINE_STATISTICS", 0); l:EndQuery(statistics, "PIPELINE_STATISTICS", 0)
l:ResolveQueryData(statistics, "PIPELINE_STATISTICS", 0, 2, result, 0) end) }; wait()`, diag.QueryNeverEnded},
	} {
		t.Run(c.name, func(t *testing.T) { expect(t, head+c.script, c.want) })
	}
}
