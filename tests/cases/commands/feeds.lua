-- What the GPU is fed with by the GPU: arguments, counts, counters, predicates, query results, vertices and indices that one queue makes and
-- another one uses; bundles; shared memory in parts; objects that commands need. Expectations were written before the first run. Each case is a
-- mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end

local function write(b, at, n) return function(l) l:CopyBufferRegion(b, at or 0, t.upload("from"), 0, n or 256) end end
local function read(b, at, n) return function(l) l:CopyBufferRegion(t.readback("to"), 0, b, at or 0, n or 256) end end
local function submit(q, F, value, body)
  q:ExecuteCommandLists { t.list(q, body) }
  q:Signal(F, value)
end
local function three() return t.queue("COPY", "a"), t.queue("COMPUTE", "b"), t.queue("DIRECT", "c"), t.fence("A"), t.fence("B"), t.fence("C") end

-- Arguments and counts ------------------------------------------------------------------------------------------------------------------

local function dispatches(stride)
  return t.device:CreateCommandSignature { Name = "dispatches", ByteStride = stride or 12, ArgumentDescs = { { Type = "DISPATCH" } } }
end
case("arguments of one queue, the count of another, one of them waited for", 'GS0512 buffer "count"', function(ok)
  local a, b, c, A, B = three()
  local args, count, x = t.buf("args"), t.buf("count"), t.buf("x")
  submit(b, B, 1, function(l) t.fill(l, args) end)
  submit(a, A, 1, write(count, 0, 4))
  c:Wait(B, 1)
  if ok then c:Wait(A, 1) end
  local signature = dispatches()
  t.run(c, function(l)
    t.use(l, "fill", x)
    l:ExecuteIndirect(signature, 1, args, 0, count, 0)
  end)
end)
case("the count is set back for the next frame while this one runs", 'GS0512 buffer "count"', function(ok)
  local a, _, c, A, _, C = three()
  local args, count, x, signature = t.buf("args"), t.buf("count"), t.buf("x"), dispatches()
  submit(c, C, 1, function(l)
    t.use(l, "fill", x)
    l:ExecuteIndirect(signature, 1, args, 0, count, 0)
  end)
  if ok then a:Wait(C, 1) end
  a:ExecuteCommandLists { t.list(a, write(count, 0, 4)) } --!
  a:Signal(A, 1)
end)
case("arguments written in the gap of the stride, and a word too far", 'GS0512 buffer "args"', function(ok)
  local a, _, c = three()
  local args, x, signature = t.buf("args"), t.buf("x"), dispatches(16)
  t.run(c, function(l)
    t.use(l, "fill", x)
    l:ExecuteIndirect(signature, 2, args, 0)
  end)
  t.run(a, write(args, 12, ok and 4 or 8))
end)
case("arguments that the kernel before made, in a list of the same submission", 'GS0402 buffer "args"', function(ok)
  local _, b = three()
  local args, x, signature = t.buf("args"), t.buf("x"), dispatches()
  local make = t.list(b, function(l) t.fill(l, args, 0, 0) end, "make")
  local use = t.list(b, function(l)
    if ok then t.go(l, args, "UNORDERED_ACCESS", "INDIRECT_ARGUMENT") end
    t.use(l, "fill", x)
    l:ExecuteIndirect(signature, 1, args, 0)
  end, "use")
  b:ExecuteCommandLists { make, use }
end)
case("a UAV barrier for arguments, which is no transition", 'GS0402 buffer "args"', function(ok)
  local _, b = three()
  local args, x, signature = t.buf("args"), t.buf("x"), dispatches()
  t.run(b, function(l)
    t.fill(l, args, 0, 0)
    if ok then t.go(l, args, "UNORDERED_ACCESS", "INDIRECT_ARGUMENT") else t.uav(l, args) end
    t.use(l, "fill", x)
    l:ExecuteIndirect(signature, 1, args, 0)
  end)
end)
case("arguments that are too many, copied on another queue", 'GS0512 buffer "args"', function(ok)
  local _, b, c, _, B = three()
  local args, many, x, signature = t.buf("args"), t.upload("many"), t.buf("x"), dispatches()
  many:Map():Write(0, "uint", { ok and 1 or 100000, 1, 1 })
  submit(b, B, 1, function(l) l:CopyBufferRegion(args, 0, many, 0, 12) end)
  if ok then c:Wait(B, 1) end
  t.run(c, function(l)
    t.use(l, "fill", x)
    l:ExecuteIndirect(signature, 1, args, 0)
  end)
end)
-- Data that are read beside their writer: what follows from them is told in no run, what does not in all.
local index, other, picked = gpu.StructuredBuffer("t0", "uint"), gpu.StructuredBuffer("t1", "uint"), gpu.RWStructuredBuffer("u0", "uint")
local picks = {
  where = function(GroupIndex) picked[index[GroupIndex]] = 1 end,
  whether = function(GroupIndex) if index[0] > 1000 then picked[5000] = 1 end end,
  shared = function(GroupIndex) picked[index[GroupIndex] + other[GroupIndex]] = 1 end,
  what = function(GroupIndex) picked[GroupIndex + 1000] = index[GroupIndex] end,
  both = function(GroupIndex)
    picked[index[GroupIndex]] = 1
    picked[GroupIndex + 1000] = 2
  end,
}
local function pick(kernel, from, to)
  local root = t.device:CreateRootSignature { Name = "picks", Parameters = { { Type = "SRV", ShaderRegister = 0, Flags = "DATA_VOLATILE" },
    { Type = "SRV", ShaderRegister = 1, Flags = "DATA_VOLATILE" }, { Type = "UAV", ShaderRegister = 0 } } }
  local pso = t.device:CreateComputePipelineState { Name = kernel, RootSignature = root,
    CS = gpu.ComputeShader { Name = kernel, NumThreads = { 32, 1, 1 }, Main = picks[kernel] } }
  local to, zeros = to or t.buf("picked", 256), t.buf("zeros")
  return function(l)
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootShaderResourceView(0, from:GetGPUVirtualAddress())
    l:SetComputeRootShaderResourceView(1, zeros:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(2, to:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
end
local function numbers(value)
  local from, all = t.upload("numbers", 256), {}
  for i = 1, 64 do all[i] = value end
  from:Map():Write(0, "uint", all)
  return from
end
-- picking copies large indices, or small ones in what is repaired, on one queue, and picks by them on another one.
local function picking(name, kernel, expected, repaired)
  case(name, expected, function(ok)
    local _, b, c, _, B = three()
    local indices, from = t.buf("indices", 256), numbers(ok and 1 or 100000)
    submit(b, B, 1, function(l) l:CopyBufferRegion(indices, 0, from, 0, 256) end)
    if ok then c:Wait(B, 1) end
    t.run(c, pick(kernel, indices))
  end, repaired)
end
picking("an index that is copied on another queue, and leads outside", "where", 'GS0512 buffer "indices"')
picking("a condition that is copied on another queue, and leads outside", "whether", 'GS0512 buffer "indices"')
picking("an index of two parts, one of which is copied on another queue", "shared", 'GS0512 buffer "indices"')
picking("a number that is copied on another queue, and stored outside", "what", 'GS0621 writes picked[1000]; GS0512 buffer "indices"', "GS0621 writes picked[1000]")
picking("an index that is copied on another queue, and one that is always outside", "both", 'GS0621 writes picked[1000]; GS0512 buffer "indices"',
  "GS0621 writes picked[1000]")
-- Where the index is the old one, the work goes elsewhere, and meets nobody there.
case("an index that is copied on another queue, and leads to what that queue writes before", 'GS0512 buffer "indices"', function(ok)
  local _, b, c, _, B = three()
  local to, indices, from = t.buf("to", 256), t.buf("indices", 256), numbers(5)
  submit(b, B, 1, function(l)
    l:CopyBufferRegion(to, 20, from, 0, 4)
    l:CopyBufferRegion(indices, 0, from, 0, 256)
  end)
  if ok then c:Wait(B, 1) end
  t.run(c, pick("where", indices, to))
end)
case("an index that is copied on one queue, and leads to what another queue writes", 'GS0512 buffer "indices"', function(ok)
  local a, b, c, A, B = three()
  local to, indices, from = t.buf("to", 256), t.buf("indices", 256), numbers(5)
  submit(a, A, 1, function(l) l:CopyBufferRegion(to, 20, from, 0, 4) end)
  submit(b, B, 1, function(l) l:CopyBufferRegion(indices, 0, from, 0, 256) end)
  if ok then
    c:Wait(A, 1)
    c:Wait(B, 1)
  end
  t.run(c, pick("where", indices, to))
end)
case("an index that was waited for leads to what another queue writes", 'GS0512 buffer "to"', function(ok)
  local a, b, c, A, B = three()
  local to, indices, from = t.buf("to", 256), t.buf("indices", 256), numbers(5)
  submit(a, A, 1, function(l) l:CopyBufferRegion(to, 20, from, 0, 4) end)
  submit(b, B, 1, function(l) l:CopyBufferRegion(indices, 0, from, 0, 256) end)
  if ok then c:Wait(A, 1) end
  c:Wait(B, 1)
  t.run(c, pick("where", indices, to))
end)
case("an index that is outside, and is ordered, beside a race for other data", 'GS0621 writes picked[100000]; GS0512 buffer "x"', function(ok)
  local a, b, c, _, B = three()
  local indices, x, from = t.buf("indices", 256), t.buf("x"), numbers(ok and 1 or 100000)
  submit(b, B, 1, function(l) l:CopyBufferRegion(indices, 0, from, 0, 256) end)
  t.run(a, write(x))
  c:Wait(B, 1)
  local picks = pick("where", indices)
  t.run(c, function(l)
    if not ok then l:CopyBufferRegion(t.buf("y"), 0, x, 0, 16) end
    picks(l)
  end)
end)
case("an index of the half that nobody writes", 'GS0621 writes picked[100000]; GS0512 buffer "indices"', function(ok)
  local a, b, c, _, B = three()
  local indices, from, to = t.buf("indices", 512), numbers(ok and 1 or 100000), t.buf("to")
  submit(b, B, 1, function(l) l:CopyBufferRegion(indices, 0, from, 0, 256) end)
  c:Wait(B, 1)
  local picks = pick("where", indices)
  t.run(c, picks)
  if not ok then t.run(c, function(l) l:CopyBufferRegion(to, 0, indices, 256, 256) end) end
  a:Wait(B, 1)
  t.run(a, function(l) l:CopyBufferRegion(indices, ok and 384 or 256, from, 0, 128) end)
end)
case("indices that are made of raced ones, behind a fence", 'GS0512 buffer "raw"', function(ok)
  local a, b, c, A, B = three()
  local raw, indices, from = t.buf("raw", 256), t.buf("indices", 256), numbers(ok and 1 or 100000)
  submit(a, A, 1, function(l) l:CopyBufferRegion(raw, 0, from, 0, 256) end)
  if ok then b:Wait(A, 1) end
  submit(b, B, 1, function(l) l:CopyBufferRegion(indices, 0, raw, 0, 256) end)
  c:Wait(B, 1)
  t.run(c, pick("where", indices))
end)
case("indices that were raced for, and are written over", 'GS0621 writes picked[100000]; GS0512 buffer "indices"', function(ok)
  local a, b, c, A, B = three()
  local indices, from = t.buf("indices", 256), numbers(ok and 1 or 100000)
  submit(a, A, 1, write(indices))
  if ok then b:Wait(A, 1) end
  submit(b, B, 1, write(indices))
  c:Wait(A, 1)
  c:Wait(B, 1)
  t.run(c, function(l) l:CopyBufferRegion(indices, 0, from, 0, 256) end)
  t.run(c, pick("where", indices))
end)
case("arguments in upload memory, written for the next frame", 'GS0513 buffer "args"', function(ok)
  local _, b, _, _, B = three()
  local args, x, signature = t.upload("args"), t.buf("x"), dispatches()
  local m = args:Map()
  m:Write(0, "uint", { 1, 1, 1 })
  submit(b, B, 1, function(l)
    t.use(l, "fill", x)
    l:ExecuteIndirect(signature, 1, args, 0)
  end)
  if ok then B:WaitCPU(1) end
  m:Write(8, "uint", 1) --!
end)

-- Counters ------------------------------------------------------------------------------------------------------------------------------

local out, back = gpu.AppendStructuredBuffer("u0", "uint"), gpu.ConsumeStructuredBuffer("u0", "uint")
local plain = gpu.RWStructuredBuffer("u1", "uint")
-- counting makes what dispatches a kernel on a buffer with a counter, and on a plain buffer y.
local function counting(x, counter, y)
  local root = t.device:CreateRootSignature { Name = "counting", Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, Flags = "DESCRIPTORS_VOLATILE|DATA_VOLATILE" } } }, { Type = "UAV", ShaderRegister = 1 } } }
  local heap = t.device:CreateDescriptorHeap { Name = "counters", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateUnorderedAccessView(x, counter, { StructureByteStride = 4, NumElements = 512 }, heap:GetCPUDescriptorHandle(0))
  local kernels = {
    append = function(GroupIndex) out:Append(GroupIndex) end,
    consume = function(GroupIndex) plain[GroupIndex] = back:Consume() end,
  }
  local psos = {}
  return function(l, kernel)
    psos[kernel] = psos[kernel] or t.device:CreateComputePipelineState { Name = kernel, RootSignature = root,
      CS = gpu.ComputeShader { Name = kernel, NumThreads = { 64, 1, 1 }, Main = kernels[kernel] } }
    l:SetPipelineState(psos[kernel])
    l:SetComputeRootSignature(root)
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
    l:SetComputeRootUnorderedAccessView(1, y:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
end
case("consumed behind what was appended, without a barrier", 'GS0517 buffer "x"', function(ok)
  local _, b = three()
  local x, counter, y = t.buf("x"), t.buf("counter"), t.buf("y")
  local run = counting(x, counter, y)
  t.run(b, function(l)
    run(l, "append")
    if ok then t.uav(l, x) end -- counts commute
    run(l, "consume")
  end)
end)
case("consumed on another queue than appended", 'GS0512 buffer "counter"', function(ok)
  local _, b, c, _, B = three()
  local x, counter, y = t.buf("x"), t.buf("counter"), t.buf("y")
  local run = counting(x, counter, y)
  submit(b, B, 1, function(l) run(l, "append") end)
  if ok then c:Wait(B, 1) end
  t.run(c, function(l) run(l, "consume") end)
end)
case("the counter becomes arguments on another queue", 'GS0512 buffer "counter"', function(ok)
  local _, b, c, _, B = three()
  local x, counter, y, args = t.buf("x"), t.buf("counter"), t.buf("y"), t.buf("args")
  local run = counting(x, counter, y)
  submit(b, B, 1, function(l) run(l, "append") end)
  if ok then c:Wait(B, 1) end
  t.run(c, function(l) l:CopyBufferRegion(args, 0, counter, 0, 4) end)
end)
case("the counter is set to zero by a copy of the same list", 'GS0402 buffer "counter"', function(ok)
  local _, b = three()
  local x, counter, y, zero = t.buf("x"), t.buf("counter"), t.buf("y"), t.upload("zero")
  local run = counting(x, counter, y)
  t.run(b, function(l)
    l:CopyBufferRegion(counter, 0, zero, 0, 4)
    if ok then t.go(l, counter, "COPY_DEST", "UNORDERED_ACCESS") end
    run(l, "append")
  end)
end)
case("the counter of the next frame is set to zero while this one appends", 'GS0512 buffer "counter"', function(ok)
  local a, b, _, _, B = three()
  local x, counter, y = t.buf("x"), t.buf("counter"), t.buf("y")
  local run = counting(x, counter, y)
  submit(b, B, 1, function(l) run(l, "append") end)
  if ok then a:Wait(B, 1) end
  t.run(a, write(counter, 0, 4))
end)
case("two buffers with one counter", 'GS0512 buffer "counter"', function(ok)
  local _, b, c, _, B = three()
  local x, z, counter, y = t.buf("x"), t.buf("z"), t.buf("counter", 8192), t.buf("y")
  local one = counting(x, counter, y)
  submit(b, B, 1, function(l) one(l, "append") end)
  if ok then c:Wait(B, 1) end
  t.run(c, read(counter, 0, 8))
end)

-- Queries and predicates ----------------------------------------------------------------------------------------------------------------

local function occlusion(n) return t.device:CreateQueryHeap { Name = "heap", Type = "OCCLUSION", Count = n or 2 } end
local function measured(l, heap, i)
  l:BeginQuery(heap, "OCCLUSION", i)
  l:EndQuery(heap, "OCCLUSION", i)
end
case("measured here, resolved there, and a predicate for a third", 'GS0512 buffer "predicate"', function(ok)
  local _, b, c, _, B, C = three()
  local d, D = t.queue("DIRECT", "d"), t.fence("D")
  local heap, predicate, x = occlusion(), t.buf("predicate"), t.buf("x")
  submit(c, C, 1, function(l) measured(l, heap, 0) end)
  d:Wait(C, 1)
  submit(d, D, 1, function(l) l:ResolveQueryData(heap, "BINARY_OCCLUSION", 0, 1, predicate, 0) end)
  b:Wait(ok and D or C, 1)
  t.run(b, function(l)
    l:SetPredication(predicate, 0, "EQUAL_ZERO")
    t.fill(l, x)
    l:SetPredication(nil)
  end)
end)
case("the next frame measures into the slot that is being resolved", 'GS0512 query heap "heap"', function(ok)
  local _, _, c, _, _, C = three()
  local d, D = t.queue("DIRECT", "d"), t.fence("D")
  local heap, results = occlusion(), t.buf("results")
  submit(c, C, 1, function(l) measured(l, heap, 0) end)
  d:Wait(C, 1)
  submit(d, D, 1, function(l) l:ResolveQueryData(heap, "OCCLUSION", 0, 1, results, 0) end)
  t.run(c, function(l) measured(l, heap, ok and 1 or 0) end)
end)
case("the predicate of the last frame overwritten while this frame looks at it", 'GS0512 buffer "predicate"', function(ok)
  local a, _, c, A, _, C = three()
  local predicate, x = t.buf("predicate"), t.buf("x")
  submit(a, A, 1, write(predicate, 0, 8))
  c:Wait(A, 1)
  submit(c, C, 1, function(l)
    l:SetPredication(predicate, 0, "NOT_EQUAL_ZERO")
    t.fill(l, x)
  end)
  if ok then a:Wait(C, 1) end
  t.run(a, write(predicate, 0, 8))
end)
case("a predicate in upload memory, changed by the CPU", 'GS0513 buffer "predicate"', function(ok)
  local _, _, c, _, _, C = three()
  local predicate, x = t.upload("predicate"), t.buf("x")
  local m = predicate:Map()
  submit(c, C, 1, function(l)
    l:SetPredication(predicate, 0, "NOT_EQUAL_ZERO")
    t.fill(l, x)
  end)
  if ok then C:WaitCPU(1) end
  m:Write(4, "uint", 1) --!
end)
case("a predicate that is copied on another queue, and leaves out what is outside", 'GS0512 buffer "predicate"', function(ok)
  local _, b, c, _, B = three()
  local predicate, from, indices = t.buf("predicate"), numbers(1), t.buf("indices", 256)
  t.run(c, function(l) l:CopyBufferRegion(indices, 0, numbers(100000), 0, 256) end)
  submit(b, B, 1, function(l) l:CopyBufferRegion(predicate, 0, from, 0, 8) end)
  if ok then c:Wait(B, 1) end
  local picks = pick("where", indices)
  t.run(c, function(l)
    l:SetPredication(predicate, 0, "EQUAL_ZERO")
    if not ok then picks(l) end
  end)
end)
case("predication ends in the list, the next list writes", 'GS0512 buffer "x"', function(ok)
  local a, _, c = three()
  local predicate, x = t.buf("predicate"), t.buf("x")
  local first = t.list(c, function(l)
    l:SetPredication(predicate, 0, "EQUAL_ZERO")
    t.fill(l, x)
  end, "first")
  local second = t.list(c, function(l) if not ok then t.uav(l, x) t.fill(l, x) end end, "second")
  c:ExecuteCommandLists { first, second }
  t.run(a, read(x))
end)

-- Vertices and indices ------------------------------------------------------------------------------------------------------------------

case("indices made by compute for each frame, the next ones while they are drawn", 'GS0512 buffer "indices"', function(ok)
  local _, b, c, _, B, C = three()
  local indices, pso, rtv = t.buf("indices"), t.drawing("plain"), t.rtv(t.target("picture"))
  for f = 1, 2 do
    if ok and f > 1 then b:Wait(C, f - 1) end
    submit(b, B, f, function(l) t.fill(l, indices, 0, 0) end)
    c:Wait(B, f)
    submit(c, C, f, function(l)
      t.drawState(l, pso, rtv)
      t.indices(l, indices)
      l:DrawIndexedInstanced(3, 1)
    end)
  end
end)
case("indices of vertices that are not there, copied on another queue", 'GS0512 buffer "indices"', function(ok)
  local _, b, c, _, B = three()
  local indices, from, v, pso, rtv = t.buf("indices"), numbers(ok and 1 or 1000), t.buf("v"), t.drawing("vertices"), t.rtv(t.target("picture"))
  submit(b, B, 1, function(l) l:CopyBufferRegion(indices, 0, from, 0, 256) end)
  if ok then c:Wait(B, 1) end
  t.run(c, function(l)
    t.drawState(l, pso, rtv)
    t.vertices(l, v, 48)
    t.indices(l, indices)
    l:DrawIndexedInstanced(3, 1)
  end)
end)
case("vertices that are not there, of no indices, beside a race for others", 'GS0920; GS0512 buffer "indices"', function(ok)
  local a, _, c = three()
  local indices, v, pso, rtv = t.buf("indices"), t.buf("v"), t.drawing("vertices"), t.rtv(t.target("picture"))
  if not ok then t.run(a, write(indices)) end
  t.run(c, function(l)
    t.drawState(l, pso, rtv)
    t.vertices(l, v, 48)
    t.indices(l, indices)
    l:DrawIndexedInstanced(3, 1)
    l:DrawInstanced(3, 1, ok and 0 or 100)
  end)
end)
case("vertices copied behind the view, and one vertex too early", 'GS0512 buffer "v"', function(ok)
  local a, _, c = three()
  local v, pso, rtv = t.buf("v"), t.drawing("vertices"), t.rtv(t.target("picture"))
  t.run(c, function(l)
    t.drawState(l, pso, rtv)
    t.vertices(l, v, 48)
    l:DrawInstanced(3, 1, 3)
  end)
  t.run(a, write(v, ok and 48 or 40, 16))
end)

-- Bundles -------------------------------------------------------------------------------------------------------------------------------

local function bundle(body, name)
  local l = t.device:CreateCommandList { Type = "BUNDLE", Name = name or "bundle", Allocator = t.device:CreateCommandAllocator("BUNDLE") }
  body(l)
  l:Close()
  return l
end
case("a bundle in two lists of one submission", 'GS0517 buffer "x"', function(ok)
  local _, _, c = three()
  local x = t.buf("x")
  local fills = bundle(function(l) t.fill(l, x) end)
  local one = t.list(c, function(l) l:ExecuteBundle(fills) end, "one")
  local other = t.list(c, function(l)
    if ok then t.uav(l, x) end
    l:ExecuteBundle(fills)
  end, "other")
  c:ExecuteCommandLists { one, other }
end)
case("a bundle of indirect commands, and its arguments are made beside", 'GS0512 buffer "args"', function(ok)
  local _, b, c, _, B = three()
  local args, x, signature = t.buf("args"), t.buf("x"), dispatches()
  local runs = bundle(function(l)
    t.use(l, "fill", x)
    l:ExecuteIndirect(signature, 1, args, 0)
  end)
  submit(b, B, 1, function(l) t.fill(l, args, 0, 0) end)
  if ok then c:Wait(B, 1) end
  t.run(c, function(l) l:ExecuteBundle(runs) end)
end)
case("a bundle writes immediately what its list copies", 'GS0402 buffer "x"', function(ok)
  local _, _, c = three()
  local x, y = t.buf("x"), t.buf("y")
  local writes = bundle(function(l) l:WriteBufferImmediate { { Dest = x:GetGPUVirtualAddress(), Value = 1 } } end)
  t.run(c, function(l)
    l:ExecuteBundle(writes)
    if ok then t.go(l, x, "COPY_DEST", "COPY_SOURCE") end
    l:CopyBufferRegion(y, 0, x, 0, 16)
  end)
end)

-- Shared memory in parts ----------------------------------------------------------------------------------------------------------------

case("a large one and a small one in its second half, which it does not touch", 'GS0518 buffer "small"', function(ok)
  local _, _, c = three()
  local heap = t.heap(131072)
  local large, small = t.placed("large", heap, 0, 131072), t.placed("small", heap, 65536, 65536)
  t.run(c, function(l)
    write(large, ok and 0 or 65536)(l)
    write(small)(l)
  end)
end)
case("the second half of a large one on one queue, a small one there on another", 'GS0512 buffer', function(ok)
  local a, _, c, A = three()
  local heap = t.heap(131072)
  local large, small = t.placed("large", heap, 0, 131072), t.placed("small", heap, 65536, 65536)
  submit(a, A, 1, write(large, 65536 + 256))
  if ok then c:Wait(A, 1) end
  t.run(c, function(l)
    if ok then t.alias(l, large, small) end
    write(small, 0, 512)(l)
  end)
end)
case("an aliasing barrier from the resource that was not the last", 'GS0518 buffer "third"', function(ok)
  local _, _, c = three()
  local heap = t.heap(65536)
  local first, second, third = t.placed("first", heap, 0, 65536), t.placed("second", heap, 0, 65536), t.placed("third", heap, 0, 65536)
  t.run(c, function(l)
    write(first)(l)
    t.alias(l, first, second)
    write(second)(l)
    t.alias(l, ok and second or first, third)
    write(third)(l)
  end)
end)

-- Objects that commands need ------------------------------------------------------------------------------------------------------------

local function flying(name, noun, make, use)
  case(name .. " released in flight", "GS0601 " .. noun, function(ok)
    local _, _, c, _, _, C = three()
    local it = make()
    submit(c, C, 1, function(l) use(l, it) end)
    if ok then C:WaitCPU(1) end
    it:Release() --!
  end)
end
flying("a query heap", "query heap", occlusion, function(l, heap) measured(l, heap, 0) end)
flying("a command signature", "command signature", dispatches, function(l, signature)
  t.use(l, "fill", t.buf("x"))
  l:ExecuteIndirect(signature, 1, t.buf("args"), 0)
end)
flying("a pipeline", "pipeline", function() return t.drawing("plain") end, function(l, pso)
  t.drawState(l, pso, t.rtv(t.target("picture")))
  l:DrawInstanced(3, 1)
end)
flying("a bundle's allocator", "allocator", function() return t.device:CreateCommandAllocator("BUNDLE", "allocator") end, function(l, allocator)
  local b = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = allocator }
  t.fill(b, t.buf("x"))
  b:Close()
  l:ExecuteBundle(b)
end)

-- Without its counter each work item appends to the first element: that follows from the release, and is not told.
local appended = gpu.AppendStructuredBuffer("u0", "uint")
local append = gpu.ComputeShader { Name = "append", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex) appended:Append(uint(GroupIndex)) end }
flying("the counter of a feed of many work items", 'buffer "counter"', function() return t.buf("counter") end, function(l, counter)
  local root = t.device:CreateRootSignature { Name = "feed", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } }
  local heap = t.device:CreateDescriptorHeap { Name = "feed", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateUnorderedAccessView(t.buf("items"), counter, { NumElements = 64, StructureByteStride = 4 }, heap:GetCPUDescriptorHandle())
  l:SetPipelineState(t.device:CreateComputePipelineState { Name = "append", RootSignature = root, CS = append })
  l:SetDescriptorHeaps { heap }
  l:SetComputeRootSignature(root)
  l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle())
  l:Dispatch(1, 1, 1)
end)
