-- Situations of another project's tests on one queue: pairs of accesses in one list, in two lists of a call and in two calls; barriers for something else,
-- barriers in chains, query results byte by byte, atomics whose results are used. What orders commands of one queue there is a barrier for each pair; here
-- copies order themselves and a call of ExecuteCommandLists is a barrier. Expectations were derived from the documentation before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function direct() return t.queue("DIRECT", "q") end
local function plain(name, size) return t.buf(name, size, { flags = "NONE" }) end
local function copy(l, dst, src, at, from, n) l:CopyBufferRegion(dst, at or 0, src, from or 0, n or 256) end

-- Copies.
case("front, back, then the seam of what both have written", "silent", function()
  local q, x, up = direct(), plain("x"), t.upload("up")
  t.run(q, function(l)
    copy(l, x, up, 0, 0, 128)
    copy(l, x, up, 128, 128, 128)
    copy(l, x, up, 64, 0, 128)
  end)
end)
case("the barrier protects the destination, and the source is overwritten", 'GS0402 buffer "a"', function()
  local q, a, b, c = direct(), plain("a"), plain("b"), plain("c")
  t.run(q, function(l)
    copy(l, b, a)
    t.go(l, b, "COPY_DEST", "COPY_SOURCE")
    copy(l, a, c) --!
  end)
end)
case("the barrier protects the source, and the destination is read", 'GS0402 buffer "b"', function()
  local q, a, b, c = direct(), plain("a"), plain("b"), plain("c")
  t.run(q, function(l)
    copy(l, b, a)
    t.go(l, a, "COPY_SOURCE", "COPY_DEST")
    copy(l, c, b) --!
  end)
end)
case("two barriers in a chain let the source be overwritten", "silent", function()
  local q, a, b, c = direct(), plain("a"), plain("b"), plain("c")
  t.run(q, function(l)
    copy(l, b, a)
    t.go(l, a, "COPY_SOURCE", "NON_PIXEL_SHADER_RESOURCE")
    t.go(l, a, "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST")
    copy(l, a, c)
  end)
end)
case("of two barriers in a chain the second is missing", 'GS0402 buffer "a"', function()
  local q, a, b, c = direct(), plain("a"), plain("b"), plain("c")
  t.run(q, function(l)
    copy(l, b, a)
    t.go(l, a, "COPY_SOURCE", "NON_PIXEL_SHADER_RESOURCE")
    copy(l, a, c) --!
  end)
end)
case("of two barriers in a chain the second comes first", 'GS0401 buffer "a"', function()
  local q, a, b, c = direct(), plain("a"), plain("b"), plain("c")
  t.run(q, function(l)
    copy(l, b, a)
    t.go(l, a, "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST") --!
    t.go(l, a, "COPY_SOURCE", "NON_PIXEL_SHADER_RESOURCE")
    copy(l, a, c)
  end)
end)
case("one call with the barriers of two textures, the one that matters last", "silent", function()
  local q, some, x = direct(), t.tex("some", "COMMON"), t.tex("x", "COMMON")
  local up, down = t.upload("up", 16384), t.readback("down", 16384)
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(up))
    l:ResourceBarrier {
      { Type = "TRANSITION", Resource = some, Before = "COMMON", After = "COPY_DEST" },
      { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE" } }
    l:CopyTextureRegion(t.rows(down), 0, 0, 0, { Resource = x })
  end)
end)
case("one call with the barriers of two textures, neither is the right one", 'GS0402 texture "x"', function()
  local q, some, other, x = direct(), t.tex("some", "COMMON"), t.tex("other", "COMMON"), t.tex("x", "COMMON")
  local up, down = t.upload("up", 16384), t.readback("down", 16384)
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(up))
    l:ResourceBarrier {
      { Type = "TRANSITION", Resource = some, Before = "COMMON", After = "COPY_DEST" },
      { Type = "TRANSITION", Resource = other, Before = "COMMON", After = "COPY_SOURCE" } }
    l:CopyTextureRegion(t.rows(down), 0, 0, 0, { Resource = x }) --!
  end)
end)
case("a picture goes through two states before anybody uses it", "silent", function()
  local q, x, up = direct(), t.tex("x", "COMMON"), t.upload("up", 16384)
  t.run(q, function(l)
    t.go(l, x, "COMMON", "COPY_DEST")
    t.go(l, x, "COPY_DEST", "PIXEL_SHADER_RESOURCE")
    t.go(l, x, "PIXEL_SHADER_RESOURCE", "COPY_DEST")
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(up))
  end)
end)
case("slice to slice of two pictures, back and forth", 'GS0402 texture "b"', function()
  local array = { DepthOrArraySize = 2 }
  local q, a, b = direct(), t.tex("a", "COMMON", "NONE", array), t.tex("b", "COMMON", "NONE", array)
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = b, Subresource = 0 }, 0, 0, 0, { Resource = a, Subresource = 0 })
    l:CopyTextureRegion({ Resource = a, Subresource = 1 }, 0, 0, 0, { Resource = b, Subresource = 1 })
    l:CopyTextureRegion({ Resource = b, Subresource = 1 }, 0, 0, 0, { Resource = a, Subresource = 0 }) -- b[1] was promoted to be read
  end)
end)
case("slice to slice of two pictures, each slice in one direction", "silent", function()
  local array = { DepthOrArraySize = 2 }
  local q, a, b = direct(), t.tex("a", "COMMON", "NONE", array), t.tex("b", "COMMON", "NONE", array)
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = b, Subresource = 0 }, 0, 0, 0, { Resource = a, Subresource = 0 })
    l:CopyTextureRegion({ Resource = a, Subresource = 1 }, 0, 0, 0, { Resource = b, Subresource = 1 })
    l:CopyTextureRegion({ Resource = b, Subresource = 0 }, 0, 0, 0, { Resource = a, Subresource = 0 })
  end)
end)
for _, calls in ipairs { "one call", "two calls" } do
  local function twice(name, expected, first, second)
    case(name .. ", " .. calls, calls == "two calls" and "silent" or expected, function()
      local q, x, y = direct(), t.buf("x"), t.buf("y")
      local a, b = t.list(q, function(l) first(l, x, y) end, "first"), t.list(q, function(l) second(l, x, y) end, "second")
      if calls == "one call" then q:ExecuteCommandLists { a, b } else
        q:ExecuteCommandLists { a }
        q:ExecuteCommandLists { b }
      end
    end)
  end
  local function to(l, x) copy(l, x, t.upload("up")) end
  local function from(l, x) copy(l, t.readback("down"), x) end
  local function fill(l, x) t.fill(l, x) end
  local function fillBehind(l, x) t.fill(l, x, 64) end
  local function immediate(l, x) l:WriteBufferImmediate { { Dest = x:GetGPUVirtualAddress(), Value = 1 } } end
  local function move(l, x, y) t.dispatch(l, "move", y, x) end
  local function constant(l, x, y) t.dispatch(l, "constant", y, x) end
  local function count(l, x) t.dispatch(l, "count", x) end
  twice("two lists: copied to, copied from", 'GS0402 buffer "x"', to, from)
  twice("two lists: copied from, copied to", 'GS0402 buffer "x"', from, to)
  twice("two lists: copied to twice", "silent", to, to)
  twice("two lists: copied from twice", "silent", from, from)
  twice("two lists: copied to, written at once", "silent", to, immediate)
  twice("two lists: written at once, a kernel fills", 'GS0402 buffer "x"', immediate, fill)
  twice("two lists: a kernel fills, copied from", 'GS0402 buffer "x"', fill, from)
  twice("two lists: a kernel fills twice", 'GS0517 buffer "x"', fill, fill)
  twice("two lists: a kernel fills beside another", "silent", fill, fillBehind)
  twice("two lists: a kernel counts twice", "silent", count, count)
  twice("two lists: a kernel reads, another fills", 'GS0402 buffer "x"', move, fill)
  twice("two lists: a kernel reads, copied from", "silent", move, from)
  twice("two lists: constants, then a kernel reads", 'GS0517 buffer "y"', constant, move)
  twice("two lists: constants, then copied to", 'GS0402 buffer "x"', constant, to)
end

-- Barriers of kernels.
case("a barrier for a kernel's buffer before anything was written", "silent", function()
  local q, x = direct(), t.buf("x")
  t.run(q, function(l)
    t.uav(l, x)
    t.fill(l, x)
  end)
end)
case("two kernels on two buffers, one barrier each, for the other one", 'GS0517 buffer "x"; GS0517 buffer "y"', function()
  local q, x, y, F = direct(), t.buf("x"), t.buf("y"), t.fence("F")
  t.run(q, function(l)
    t.fill(l, x)
    t.uav(l, y)
    t.fill(l, x, 0, 8)
  end)
  t.run(q, function(l)
    t.fill(l, y)
    t.uav(l, x)
    t.fill(l, y, 0, 8)
  end)
end)
case("a transition there and back of another resource between two kernels", 'GS0517 buffer "x"', function()
  local q, x, y = direct(), t.buf("x"), t.buf("y")
  t.run(q, function(l)
    t.fill(l, x)
    t.go(l, y, "COMMON", "COPY_DEST")
    t.go(l, y, "COPY_DEST", "COMMON")
    t.fill(l, x, 32, 8)
  end)
end)
case("the numbers of tickets are used: each kernel writes where its ticket says", "silent", function()
  local q, counter, data = direct(), t.buf("counter", 256), t.buf("data")
  local tickets, at = gpu.RWStructuredBuffer("u0", "uint"), gpu.RWStructuredBuffer("u1", "uint")
  local root = t.device:CreateRootSignature { Name = "tickets", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 } } }
  local pso = t.device:CreateComputePipelineState { Name = "tickets", RootSignature = root, CS = gpu.ComputeShader { Name = "tickets", NumThreads = { 64, 1, 1 },
    Main = function()
      local mine = InterlockedAdd(tickets[0], 1)
      at[mine] = 42
    end } }
  t.run(q, function(l)
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootUnorderedAccessView(0, counter:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, data:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
    l:Dispatch(1, 1, 1)
  end)
  t.run(q, function(l)
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootUnorderedAccessView(0, counter:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, data:GetGPUVirtualAddress())
    l:Dispatch(2, 1, 1)
  end)
end)
local function measuring(main)
  local root = t.device:CreateRootSignature { Name = "sizes", Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DATA_VOLATILE" } } }, { Type = "UAV", ShaderRegister = 0 } } }
  local pso = t.device:CreateComputePipelineState { Name = "sizes", RootSignature = root, CS = gpu.ComputeShader { Name = "sizes", NumThreads = { 1, 1, 1 }, Main = main } }
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  local x, y = t.tex("x", "COMMON"), t.buf("y")
  t.device:CreateShaderResourceView(x, nil, heap:GetCPUDescriptorHandle(0))
  return x, function(l)
    l:SetDescriptorHeaps { heap }
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
    l:SetComputeRootUnorderedAccessView(1, y:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
end
local picture, out = gpu.Texture2D("t0", "float4"), gpu.RWStructuredBuffer("u0", "uint")
case("the size of a picture is asked for, and the picture is overwritten", "silent", function()
  local q = direct()
  local x, measure = measuring(function()
    local w, h = picture:GetDimensions()
    out[0] = w * h
  end)
  t.run(q, function(l)
    t.go(l, x, "COMMON", "COPY_DEST")
    measure(l)
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(t.upload("up", 16384)))
  end)
end)
case("the size of a picture is asked for beside a queue that overwrites it", "silent", function()
  local q, other = direct(), t.queue("DIRECT", "other")
  local x, measure = measuring(function()
    local w, h = picture:GetDimensions()
    out[0] = w * h
  end)
  t.run(other, function(l) t.go(l, x, "COMMON", "COPY_DEST") end)
  t.run(q, measure)
end)
case("the size of a picture is asked for, and one texel is read", 'GS0402 texture "x"', function()
  local q = direct()
  local x, measure = measuring(function()
    local w, h = picture:GetDimensions()
    out[0] = uint(picture[uint2(w - 1, h - 1)].x)
  end)
  t.run(q, function(l)
    t.go(l, x, "COMMON", "COPY_DEST")
    measure(l)
  end)
end)

-- Parts of one buffer: within one list a buffer has one state, whatever the bytes are.
case("constants of one part, a copy to the other, in one list", 'GS0402 buffer "x"', function()
  local q, x, y = direct(), t.buf("x"), t.buf("y")
  t.run(q, function(l)
    copy(l, x, t.upload("up"), 0, 0, 256)
    t.use(l, "constant", y)
    l:SetComputeRootConstantBufferView(3, x:GetGPUVirtualAddress() + 256)
    l:Dispatch(1, 1, 1) --!
  end)
end)
case("constants of one part, a copy to the other, a barrier between", "silent", function()
  local q, x, y = direct(), t.buf("x"), t.buf("y")
  t.run(q, function(l)
    copy(l, x, t.upload("up"), 0, 0, 256)
    t.go(l, x, "COPY_DEST", "VERTEX_AND_CONSTANT_BUFFER")
    t.use(l, "constant", y)
    l:SetComputeRootConstantBufferView(3, x:GetGPUVirtualAddress() + 256)
    l:Dispatch(1, 1, 1)
  end)
end)
case("vertices of one part are drawn, the other part is copied to in the next call", "silent", function()
  local q, x = direct(), t.buf("x")
  local rtv, pso = t.rtv(t.target("picture")), t.drawing("vertices")
  t.run(q, function(l)
    t.drawState(l, pso, rtv)
    t.vertices(l, x, 24)
    l:DrawInstanced(3, 1)
  end)
  t.run(q, function(l) copy(l, x, t.upload("up"), 24, 0, 232) end)
end)
case("vertices of one part are drawn, the other part is copied to behind that", 'GS0402 buffer "x"', function()
  local q, x = direct(), t.buf("x")
  local rtv, pso = t.rtv(t.target("picture")), t.drawing("vertices")
  t.run(q, function(l)
    t.drawState(l, pso, rtv)
    t.vertices(l, x, 24)
    l:DrawInstanced(3, 1)
    copy(l, x, t.upload("up"), 24, 0, 232) --!
  end)
end)

-- Shared memory inside of one command, where no barrier can stand.
case("a copy between two buffers over the same bytes", 'GS0518 CopyBufferRegion #0 writes buffer "two" in memory that it reads as buffer "one"', function()
  local q, heap = direct(), t.heap()
  local one, two = t.placed("one", heap), t.placed("two", heap)
  t.run(q, function(l) copy(l, two, one, 0, 0, 256) end)
end)
case("a copy between two buffers that share a byte", 'GS0518 buffer "two"', function()
  local q, heap = direct(), t.heap()
  local one, two = t.placed("one", heap), t.placed("two", heap)
  t.run(q, function(l) copy(l, two, one, 255, 0, 256) end)
end)
case("a copy between two buffers of the same memory, other bytes", "silent", function()
  local q, heap = direct(), t.heap()
  local one, two = t.placed("one", heap), t.placed("two", heap)
  t.run(q, function(l) copy(l, two, one, 256, 0, 256) end)
end)
case("a kernel reads one buffer and writes another over it", 'GS0518 Dispatch', function()
  local q, heap = direct(), t.heap()
  local one, two = t.placed("one", heap), t.placed("two", heap)
  t.run(q, function(l) t.dispatch(l, "move", two, one) end)
end)
case("a kernel reads the front of a buffer and writes another over its back", "silent", function()
  local q, heap = direct(), t.heap()
  local one, two = t.placed("one", heap, 0, 131072), t.placed("two", heap, 65536)
  t.run(q, function(l) t.dispatch(l, "move", two, one) end)
end)

-- Query results: 8 bytes each, in COPY_DEST.
local function ticks(n) return t.device:CreateQueryHeap { Name = "ticks", Type = "TIMESTAMP", Count = n or 2 } end
case("results, then a copy over them", "silent", function()
  local q, x, heap = direct(), plain("x"), ticks()
  t.run(q, function(l)
    l:EndQuery(heap, "TIMESTAMP", 0)
    l:ResolveQueryData(heap, "TIMESTAMP", 0, 1, x, 0)
    copy(l, x, t.upload("up"), 0, 0, 8)
    l:ResolveQueryData(heap, "TIMESTAMP", 0, 1, x, 0)
  end)
end)
case("results, then a copy of them", 'GS0402 buffer "x"', function()
  local q, x, heap = direct(), plain("x"), ticks()
  t.run(q, function(l)
    l:EndQuery(heap, "TIMESTAMP", 0)
    l:ResolveQueryData(heap, "TIMESTAMP", 0, 1, x, 0)
    copy(l, t.readback("down"), x, 0, 0, 8) --!
  end)
end)
for _, behind in ipairs { 8, 16 } do
  local meets = behind == 8
  case("two results, a reader on another queue from byte " .. behind, meets and 'GS0512 buffer "x"' or "silent", function()
    local q, other, x, heap = direct(), t.queue("COPY", "other"), plain("x"), ticks()
    t.run(q, function(l)
      l:EndQuery(heap, "TIMESTAMP", 0)
      l:EndQuery(heap, "TIMESTAMP", 1)
      l:ResolveQueryData(heap, "TIMESTAMP", 0, 2, x, 0)
    end)
    t.run(other, function(l) copy(l, t.readback("down"), x, 0, behind, 64) end)
  end)
end
for _, behind in ipairs { 84, 88 } do
  local meets = behind == 84
  case("statistics of a draw, a reader on another queue from byte " .. behind, meets and 'GS0512 buffer "x"' or "silent", function()
    local q, other, x = direct(), t.queue("COPY", "other"), plain("x")
    local heap = t.device:CreateQueryHeap { Name = "statistics", Type = "PIPELINE_STATISTICS", Count = 1 }
    t.run(q, function(l)
      l:BeginQuery(heap, "PIPELINE_STATISTICS", 0)
      l:EndQuery(heap, "PIPELINE_STATISTICS", 0)
      l:ResolveQueryData(heap, "PIPELINE_STATISTICS", 0, 1, x, 0)
    end)
    t.run(other, function(l) copy(l, t.readback("down"), x, 0, behind, 64) end)
  end)
end
case("results before the query has ended, in an earlier list of the call", 'GS0609 query heap "ticks"', function()
  local q, x, heap = direct(), plain("x"), ticks()
  local first = t.list(q, function(l) l:ResolveQueryData(heap, "TIMESTAMP", 0, 1, x, 0) end, "first")
  local second = t.list(q, function(l) l:EndQuery(heap, "TIMESTAMP", 0) end, "second")
  q:ExecuteCommandLists { first, second }
end)
case("a query that another list of the call has ended", "silent", function()
  local q, x, heap = direct(), plain("x"), ticks()
  local first = t.list(q, function(l) l:EndQuery(heap, "TIMESTAMP", 0) end, "first")
  local second = t.list(q, function(l) l:ResolveQueryData(heap, "TIMESTAMP", 0, 1, x, 0) end, "second")
  q:ExecuteCommandLists { first, second }
end)
