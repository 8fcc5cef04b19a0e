package conformance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// pairHead makes a buffer m of two halves, and functions that touch one half, or its first 256 bytes, in a list.
const pairHead = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local q = { device:CreateCommandQueue { Type = "DIRECT", Name = "one" }, device:CreateCommandQueue { Type = "COMPUTE", Name = "two" }, device:CreateCommandQueue { Type = "DIRECT", Name = "three" } }
local typ = { "DIRECT", "COMPUTE", "DIRECT" }
local F, G = device:CreateFence(0, "F"), device:CreateFence(0, "G")
local HALF, SIZE = 4096, 256
local function buffer(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 2 * HALF, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" } end
local m = buffer "m"
local from, to = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
local size = gpu.ConstantBuffer("b0", { { "a", "uint" }, { "rest", "uint3" } })
local function kernel(name, main) return gpu.ComputeShader { Name = name, NumThreads = { 64, 1, 1 }, Main = main } end
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 }, { Type = "CBV", ShaderRegister = 0 } } }
local function pipeline(name, main) return device:CreateComputePipelineState { Name = name, RootSignature = root, CS = kernel(name, main) } end
local reads = pipeline("reads", function(DispatchThreadID) to[DispatchThreadID.x] = from[DispatchThreadID.x] end)
local writes = pipeline("writes", function(DispatchThreadID) to[DispatchThreadID.x] = 0 end)
local adds = pipeline("adds", function(DispatchThreadID) InterlockedAdd(to[DispatchThreadID.x], 0) end)
local constant = pipeline("constant", function(DispatchThreadID) to[DispatchThreadID.x] = size.a end)
local nothing = pipeline("nothing", function(DispatchThreadID) end)
local work = device:CreateCommandSignature { Name = "work", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
local cpu = device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = 2 }
for i = 0, 1 do
  local view = { Format = "R32_UINT", FirstElement = i * HALF / 4, NumElements = 64 }
  device:CreateUnorderedAccessView(m, nil, view, heap:GetCPUDescriptorHandle(i)); device:CreateUnorderedAccessView(m, nil, view, cpu:GetCPUDescriptorHandle(i))
end
local function at(r, half) return r:GetGPUVirtualAddress() + half * HALF end
local function dispatch(l, p, src, dst, cb)
  l:SetPipelineState(p); l:SetComputeRootSignature(root)
  if src then l:SetComputeRootShaderResourceView(0, src) end
  if dst then l:SetComputeRootUnorderedAccessView(1, dst) end
  if cb then l:SetComputeRootConstantBufferView(2, cb) end
  l:Dispatch(1, 1, 1)
end
local A = {}
function A.copyRead(l, h) l:CopyBufferRegion(buffer "other", 0, m, h * HALF, HALF) end
function A.copyWrite(l, h) l:CopyBufferRegion(m, h * HALF, buffer "other", 0, HALF) end
function A.immediate(l, h) l:WriteBufferImmediate { { Dest = at(m, h), Value = 0 } } end
function A.shaderRead(l, h) dispatch(l, reads, at(m, h), at(buffer "other", 0)) end
function A.shaderWrite(l, h) dispatch(l, writes, nil, at(m, h)) end
function A.atomic(l, h) dispatch(l, adds, nil, at(m, h)) end
function A.constants(l, h) dispatch(l, constant, nil, at(buffer "other", 0), at(m, h)) end
function A.clear(l, h) l:SetDescriptorHeaps { heap }; l:ClearUnorderedAccessViewUint(heap:GetGPUDescriptorHandle(h), cpu:GetCPUDescriptorHandle(h), m, { 0, 0, 0, 0 }) end
function A.indirect(l, h) l:SetPipelineState(nothing); l:SetComputeRootSignature(root); l:ExecuteIndirect(work, 1, m, h * HALF) end
local function rows(h) return { Resource = m, Offset = 0, Format = "R32_UINT", Width = 64, Height = 2, RowPitch = HALF }, { Right = 64, Top = h, Bottom = h + 1, Back = 1 } end
function A.rowsOut(l, h) -- of the buffer, into a texture
  local r = device:CreateCommittedResource { Name = "texels", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 64, Height = 2, Format = "R32_UINT", InitialState = "COPY_DEST" }
  local from, box = rows(h)
  l:CopyTextureRegion({ Resource = r }, 0, 0, 0, from, box)
end
function A.rowsIn(l, h) -- to the buffer, out of a texture
  local r = device:CreateCommittedResource { Name = "texels", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 64, Height = 2, Format = "R32_UINT", InitialState = "COPY_SOURCE" }
  l:CopyTextureRegion((rows(h)), 0, h, 0, { Resource = r }, { Right = 64, Bottom = 1, Back = 1 })
end
function A.results(l, h)
  local ticks = device:CreateQueryHeap { Name = "ticks", Type = "TIMESTAMP", Count = SIZE / 8 }
  for i = 0, SIZE / 8 - 1 do l:EndQuery(ticks, "TIMESTAMP", i) end
  l:ResolveQueryData(ticks, "TIMESTAMP", 0, SIZE / 8, m, h * HALF)
end
function A.predicate(l, h) l:SetPredication(m, h * HALF, "EQUAL_ZERO"); l:SetPredication(nil) end
function A.count(l, h) l:SetPipelineState(nothing); l:SetComputeRootSignature(root); l:ExecuteIndirect(work, 1, buffer "arguments", 0, m, h * HALF) end
local function typed(l, class, h)
  local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  local create = class == "SRV" and function(...) device:CreateShaderResourceView(m, ...) end or function(...) device:CreateUnorderedAccessView(m, nil, ...) end
  create({ Format = "R32_UINT", ViewDimension = "BUFFER", FirstElement = h * HALF / 4, NumElements = 64 }, views:GetCPUDescriptorHandle())
  local tables = device:CreateRootSignature { Name = "tables", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = class, NumDescriptors = 1, Flags = "DATA_VOLATILE" } } }, { Type = "UAV", ShaderRegister = 1 } } }
  local view, sum = class == "SRV" and gpu.Buffer("t0", "uint") or gpu.RWBuffer("u0", "uint"), gpu.RWStructuredBuffer("u1", "uint")
  local main = function(DispatchThreadID) sum[DispatchThreadID.x] = view[DispatchThreadID.x] end
  l:SetPipelineState(device:CreateComputePipelineState { Name = "typed", RootSignature = tables, CS = kernel("typed", main) })
  l:SetDescriptorHeaps { views }
  l:SetComputeRootSignature(tables)
  l:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle())
  l:SetComputeRootUnorderedAccessView(1, at(buffer "sum", 0))
  l:Dispatch(1, 1, 1)
end
function A.typedRead(l, h) typed(l, "SRV", h) end
function A.typedPeek(l, h) typed(l, "UAV", h) end
local function target()
  local r = device:CreateCommittedResource { Name = "target", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 8, Height = 8, Format = "R32_UINT", Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
  local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
  device:CreateRenderTargetView(r, nil, rtvs:GetCPUDescriptorHandle())
  return rtvs:GetCPUDescriptorHandle()
end
local triangle = function(VertexID) return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) } end
local function draw(l, main, more)
  local signature = device:CreateRootSignature { Name = "graphics", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = { { Type = "SRV", Flags = "DATA_VOLATILE" }, { Type = "UAV" } } }
  local d = { Name = "draw", RootSignature = signature, VS = gpu.VertexShader { Name = "vs", Main = triangle }, PS = gpu.PixelShader { Name = "ps", Main = main }, RasterizerState = { CullMode = "NONE" },
    PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R32_UINT" }, DepthStencilState = { DepthEnable = false } }
  for k, v in pairs(more or {}) do d[k] = v end
  l:SetPipelineState(device:CreateGraphicsPipelineState(d))
  l:SetGraphicsRootSignature(signature)
  l:RSSetViewports { { Width = 8, Height = 8 } }; l:RSSetScissorRects { { Right = 8, Bottom = 8 } }
  l:OMSetRenderTargets({ target() })
  l:IASetPrimitiveTopology "TRIANGLELIST"
end
local seven = function(v) return uint(7) end
function A.vertices(l, h)
  draw(l, seven, { VS = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0.5, 1.0) } end }, InputLayout = { { "POSITION", "R32G32_FLOAT" } } })
  l:IASetVertexBuffers(0, { { BufferLocation = at(m, h), SizeInBytes = SIZE, StrideInBytes = 8 } })
  l:DrawInstanced(SIZE / 8 - 2, 1)
end
function A.indices(l, h)
  draw(l, seven)
  l:IASetIndexBuffer { BufferLocation = at(m, h), SizeInBytes = SIZE, Format = "R32_UINT" }
  l:DrawIndexedInstanced(63, 1)
end
function A.pixelRead(l, h)
  draw(l, function(v) return from[uint(v.Position.y) * 8 + uint(v.Position.x)] end)
  l:SetGraphicsRootShaderResourceView(0, at(m, h))
  l:DrawInstanced(3, 1)
end
function A.pixelWrite(l, h)
  draw(l, function(v)
    to[uint(v.Position.y) * 8 + uint(v.Position.x)] = 7
    return uint(7)
  end)
  l:SetGraphicsRootUnorderedAccessView(1, at(m, h))
  l:DrawInstanced(3, 1)
end
local count, slots = gpu.RWStructuredBuffer("u0", "uint"), gpu.RWStructuredBuffer("u1", "uint")
function A.counter(l, h) -- which m has for the view of another buffer
  local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  device:CreateUnorderedAccessView(buffer "counted", m, { NumElements = 64, StructureByteStride = 4, CounterOffsetInBytes = h * HALF }, views:GetCPUDescriptorHandle())
  local tables = device:CreateRootSignature { Name = "tables", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } }, { Type = "UAV", ShaderRegister = 1 } } }
  l:SetPipelineState(device:CreateComputePipelineState { Name = "counts", RootSignature = tables, CS = kernel("counts", function(GroupIndex) slots[GroupIndex] = count:IncrementCounter() end) })
  l:SetDescriptorHeaps { views }
  l:SetComputeRootSignature(tables)
  l:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle())
  l:SetComputeRootUnorderedAccessView(1, at(buffer "slots", 0))
  l:Dispatch(1, 1, 1)
end
local ml, relu, recorder
local function learn(l, from, to) -- by an operator of DirectML, from one range of a buffer to another
  local dml = require "gpu.dml"
  local tensor = dml.BufferTensor { DataType = "FLOAT32", Sizes = { SIZE / 4 } }
  local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 64, Flags = "SHADER_VISIBLE" }
  local function bind(what, slot)
    return ml:CreateBindingTable { Name = "table", Dispatchable = what, SizeInDescriptors = 32, CPUDescriptorHandle = views:GetCPUDescriptorHandle(slot), GPUDescriptorHandle = views:GetGPUDescriptorHandle(slot) }
  end
  if not ml then
    ml = dml.CreateDevice(device, { Name = "ml" })
    recorder = ml:CreateCommandRecorder()
    relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = tensor, OutputTensor = tensor }, { Name = "relu" })
    local init = ml:CreateOperatorInitializer { relu }
    local queue, done = device:CreateCommandQueue { Type = "COMPUTE", Name = "first" }, device:CreateFence(0, "done")
    local first = device:CreateCommandList { Type = "COMPUTE", Name = "first", Allocator = device:CreateCommandAllocator "COMPUTE" }
    first:SetDescriptorHeaps { views }
    recorder:RecordDispatch(first, init, bind(init, 32))
    first:Close()
    queue:ExecuteCommandLists { first }
    queue:Signal(done, 1); done:WaitCPU(1)
  end
  local bound = bind(relu, 0)
  bound:BindInputs { from }
  bound:BindOutputs { to }
  l:SetDescriptorHeaps { views }
  recorder:RecordDispatch(l, relu, bound)
end
local function part(r, h) return { Buffer = r, Offset = h * HALF, SizeInBytes = SIZE } end
function A.input(l, h) learn(l, part(m, h), part(buffer "output", 0)) end
function A.output(l, h) learn(l, part(buffer "input", 0), part(m, h)) end
local function list(n, ...)
  local l = device:CreateCommandList { Type = typ[n], Name = "list" .. n, Allocator = device:CreateCommandAllocator(typ[n]) }
  for _, f in ipairs { ... } do f(l) end
  l:Close(); return l
end
local function run(n, ...) q[n]:ExecuteCommandLists { list(n, ...) } end
local function nop() end
local function move(x, y) return function(l) l:ResourceBarrier { { Type = "TRANSITION", Resource = m, Before = x, After = y } } end end
local function uav(l) l:ResourceBarrier { { Type = "UAV", Resource = m } } end
`

// touch is a way to touch bytes.
type touch struct {
	name, state   string
	write, atomic bool
	graphics      bool // only in DIRECT lists
	sampled       bool // its pairs are tested in some of the settings
}

var touches = []touch{
	{name: "copyRead", state: "COPY_SOURCE"},
	{name: "copyWrite", state: "COPY_DEST", write: true},
	{name: "immediate", state: "COPY_DEST", write: true},
	{name: "shaderRead", state: "NON_PIXEL_SHADER_RESOURCE"},
	{name: "shaderWrite", state: "UNORDERED_ACCESS", write: true},
	{name: "atomic", state: "UNORDERED_ACCESS", write: true, atomic: true},
	{name: "constants", state: "VERTEX_AND_CONSTANT_BUFFER"},
	{name: "clear", state: "UNORDERED_ACCESS", write: true},
	{name: "indirect", state: "INDIRECT_ARGUMENT"},
	{name: "rowsOut", state: "COPY_SOURCE", sampled: true},
	{name: "rowsIn", state: "COPY_DEST", write: true, sampled: true},
	{name: "results", state: "COPY_DEST", write: true, sampled: true},
	{name: "predicate", state: "INDIRECT_ARGUMENT", graphics: true, sampled: true},
	{name: "count", state: "INDIRECT_ARGUMENT", sampled: true},
	{name: "typedRead", state: "NON_PIXEL_SHADER_RESOURCE", sampled: true},
	{name: "typedPeek", state: "UNORDERED_ACCESS", sampled: true},
	{name: "vertices", state: "VERTEX_AND_CONSTANT_BUFFER", graphics: true, sampled: true},
	{name: "indices", state: "INDEX_BUFFER", graphics: true, sampled: true},
	{name: "pixelRead", state: "PIXEL_SHADER_RESOURCE", graphics: true, sampled: true},
	{name: "pixelWrite", state: "UNORDERED_ACCESS", write: true, graphics: true, sampled: true},
	{name: "counter", state: "UNORDERED_ACCESS", write: true, atomic: true, sampled: true},
	{name: "input", state: "UNORDERED_ACCESS", sampled: true},
	{name: "output", state: "UNORDERED_ACCESS", write: true, sampled: true},
}

// clocked says whether a pair would run commands whose number is a time.
func (p pair) clocked() bool {
	return p.x.name == "results" && p.y.name == "indirect" || p.x.name == "indirect" && p.y.name == "results"
}

// pair are two accesses, of the same half of the buffer or of different ones.
type pair struct {
	x, y    touch
	overlap bool
}

// inside is what two accesses of one ExecuteCommandLists break: the second needs another state, or both are unordered.
func (p pair) inside() diag.Code {
	switch {
	case p.x.state != p.y.state && (writes(p.x.state) || writes(p.y.state)): // whatever the accesses do there
		return diag.WrongState
	case p.x.state == p.y.state && p.x.state == "UNORDERED_ACCESS" && p.overlap && (p.x.write || p.y.write) && !(p.x.atomic && p.y.atomic):
		return diag.MissingUAVBarrier
	}
	return 0
}

// apart is what two accesses of two queues break that nothing orders.
func (p pair) apart() diag.Code {
	switch {
	case !p.x.write && !p.y.write, !p.overlap && (!p.x.write || !p.y.write || p.x.atomic && p.y.atomic):
		return 0 // atomic operations go to memory, so that those of different bytes leave each other alone
	case !p.overlap:
		return diag.DisjointWriters
	case p.x.atomic && p.y.atomic:
		return diag.UnorderedAtomics
	}
	return diag.DataRace
}

func silent(pair) diag.Code { return 0 }

// barrier is a barrier between the two that makes them right on one list.
func (p pair) barrier() string {
	switch {
	case p.x.state != p.y.state:
		return fmt.Sprintf("move(%q, %q)", p.x.state, p.y.state)
	case p.x.state == "UNORDERED_ACCESS":
		return "uav"
	}
	return "nop"
}

// settings are the ways in which two accesses can stand to each other. X and Y are functions that record them; BARRIER is one
// that makes them right on one list.
var settings = []struct {
	name, script string
	want         func(pair) diag.Code
}{
	{"one list", `run(1, X, Y)`, pair.inside},
	{"one list with a barrier", `run(1, X, BARRIER, Y)`, silent},
	{"one list with the barrier behind", `run(1, X, Y, function(l) l:ResourceBarrier { { Type = "UAV", Resource = m } } end)`, pair.inside},
	{"one list with a barrier of another buffer", `run(1, X, function(l) l:ResourceBarrier { { Type = "UAV", Resource = buffer "n" } } end, Y)`, pair.inside},
	{"two lists of one call", `q[1]:ExecuteCommandLists { list(1, X), list(1, Y) }`, pair.inside},
	{"two lists of one call with a barrier", `q[1]:ExecuteCommandLists { list(1, X, BARRIER), list(1, Y) }`, silent},
	{"two calls", `run(1, X); run(1, Y)`, silent},
	{"two queues", `run(1, X); run(2, Y)`, pair.apart},
	{"two queues of one type", `run(1, X); run(3, Y)`, pair.apart},
	{"a fence", `run(1, X); q[1]:Signal(F, 1); q[2]:Wait(F, 1); run(2, Y)`, silent},
	{"a wait before its signal", `q[2]:Wait(F, 1); run(2, Y); run(1, X); q[1]:Signal(F, 1)`, silent},
	{"a signal before the work", `run(1, nop); q[1]:Signal(F, 1); run(1, X); q[2]:Wait(F, 1); run(2, Y); q[1]:Signal(F, 2)`, pair.apart},
	{"a wait for a larger value", `run(1, X); q[1]:Signal(F, 1); run(1, nop); q[1]:Signal(F, 2); q[2]:Wait(F, 2); run(2, Y)`, silent},
	{"a wait behind the work", `run(1, X); q[1]:Signal(F, 1); run(2, Y); q[2]:Wait(F, 1)`, pair.apart},
	{"a wait for another fence", `run(1, X); q[1]:Signal(F, 1); q[3]:Signal(G, 1); q[2]:Wait(G, 1); run(2, Y)`, pair.apart},
	{"a wait that holds from the beginning", `run(1, X); q[1]:Signal(F, 1); q[2]:Wait(F, 0); run(2, Y)`, pair.apart},
	{"over a third queue", `run(1, X); q[1]:Signal(F, 1); q[3]:Wait(F, 1); q[3]:Signal(G, 1); q[2]:Wait(G, 1); run(2, Y)`, silent},
	{"over a third queue, signalled before its wait", `run(1, X); q[1]:Signal(F, 1); q[3]:Signal(G, 1); q[3]:Wait(F, 1); q[2]:Wait(G, 1); run(2, Y)`, pair.apart},
	{"over the CPU", `run(1, X); q[1]:Signal(F, 1); F:WaitCPU(1); run(2, Y)`, silent},
	{"over the CPU, which waits later", `run(1, X); q[1]:Signal(F, 1); run(2, Y); F:WaitCPU(1)`, pair.apart},
	{"a signal of the CPU behind a wait", `run(1, X); q[1]:Signal(F, 1); q[2]:Wait(G, 1); run(2, Y); F:WaitCPU(1); G:Signal(1)`, silent},
	{"a signal of the CPU alone", `run(1, X); q[2]:Wait(G, 1); run(2, Y); G:Signal(1)`, pair.apart},
	{"a rewound fence", `F:Signal(5); run(1, X); F:Signal(0); q[1]:Signal(F, 1); q[2]:Wait(F, 1); run(2, Y)`, silent},
	{"two signalers, either may come", `run(1, X); q[1]:Signal(F, 1); q[3]:Signal(F, 2); q[2]:Wait(F, 1); run(2, Y)`, pair.apart},
	{"an event", `local e = gpu.CreateEvent { Name = "e" }; run(1, X); q[1]:Signal(F, 1); F:SetEventOnCompletion(1, e); gpu.WaitForSingleObject(e); run(2, Y)`, silent},
}

// skips says whether one of the cases is left out: of accesses that are sampled all but one in 47, and one in eight of what is left in short runs.
func (p pair) skips(number int) bool {
	sampled := p.x.sampled || p.y.sampled
	return !*everyPair && (sampled && number%47 != 0 || testing.Short() && number/47%8 != 0) || p.clocked()
}

// TestPairs holds all pairs of accesses in all settings against the rules of order, worked out from the two accesses alone.
func TestPairs(t *testing.T) {
	cases := 0
	for _, x := range touches {
		for _, y := range touches {
			for _, overlap := range []bool{true, false} {
				p := pair{x, y, overlap}
				for i, s := range settings {
					if cases++; p.skips(i + cases) {
						continue
					}
					t.Run(fmt.Sprintf("%s/%s/%s/%v", s.name, x.name, y.name, overlap), func(t *testing.T) {
						t.Parallel()
						half := map[bool]int{true: 0, false: 1}[overlap]
						body := strings.NewReplacer("BARRIER", p.barrier(), "X", "x", "Y", "y").Replace(s.script)
						head := pairHead
						if y.graphics {
							head = strings.ReplaceAll(head, `"COMPUTE"`, `"DIRECT"`)
						}
						expect(t, fmt.Sprintf("%slocal x, y = function(l) A.%s(l, 0) end, function(l) A.%s(l, %d) end\n%s\n", head, x.name, y.name, half, body), s.want(p))
					})
				}
			}
		}
	}
	t.Logf("%d cases", cases)
}
