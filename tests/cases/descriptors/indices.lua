-- Arrays of descriptors and what shaders reach through them: by a constant index, by one from constants, by one of each work item, from a counter; through dispatches, draws,
-- bundles and indirect commands. Each case is a mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end

local VOLATILE = "DESCRIPTORS_VOLATILE|DATA_VOLATILE"
local READ, WRITE = "NON_PIXEL_SHADER_RESOURCE", "UNORDERED_ACCESS"
local number = gpu.ConstantBuffer("b0", { { "index", "uint" }, { "row", "uint" } })
local writes, out = gpu.RWTexture2D("u0", "float4", 4), gpu.RWStructuredBuffer("u4", "uint")

-- What stores or loads four texels of a row: kinds of kernels with an array of four textures to write.
local mains = {
  store = function(GroupIndex) writes[number.index][uint2(GroupIndex, number.row)] = float4(1.0, 1.0, 1.0, 1.0) end,
  load = function(GroupIndex) out[GroupIndex] = uint(writes[number.index][uint2(GroupIndex, number.row)].x) end,
  ["first two"] = function(GroupIndex)
    writes[0][uint2(GroupIndex, 0)] = float4(1.0, 1.0, 1.0, 1.0)
    writes[1][uint2(GroupIndex, 0)] = float4(1.0, 1.0, 1.0, 1.0)
  end,
  ["last two"] = function(GroupIndex) out[GroupIndex] = uint(writes[2][uint2(GroupIndex, 0)].x + writes[3][uint2(GroupIndex, 0)].x) end,
  ["second and third"] = function(GroupIndex) out[GroupIndex] = uint(writes[1][uint2(GroupIndex, 0)].x + writes[2][uint2(GroupIndex, 0)].x) end,
  ["each its own"] = function(GroupIndex) writes[NonUniformResourceIndex(GroupIndex)][uint2(0, 0)] = float4(1.0, 1.0, 1.0, 1.0) end,
  measure = function(GroupIndex)
    local size = writes[number.index]:GetDimensions()
    out[GroupIndex] = size.x
  end,
}
-- array makes textures x1 to x4 in a table; show replaces what slots show: { texture's number, mip } for each.
local function array(show, more)
  local w = { x = {} }
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 2 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 4, Flags = VOLATILE } } }, { Type = "UAV", ShaderRegister = 4 } } }
  local heap, psos, to = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }, {}, {}
  for i = 1, 4 do w.x[i] = t.tex("x" .. i, WRITE, "ALLOW_UNORDERED_ACCESS", more) end
  for i, s in ipairs(show or { { 1, 0 }, { 2, 0 }, { 3, 0 }, { 4, 0 } }) do
    t.device:CreateUnorderedAccessView(w.x[s[1]], nil, { MipSlice = s[2] }, heap:GetCPUDescriptorHandle(i - 1))
  end
  function w.dispatch(l, kind, i, row)
    psos[kind] = psos[kind] or t.device:CreateComputePipelineState { Name = kind, RootSignature = root, CS = gpu.ComputeShader { Name = kind, NumThreads = { 4, 1, 1 }, Main = mains[kind] } }
    to[#to + 1] = t.buf("to" .. #to)
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootSignature(root)
    l:SetPipelineState(psos[kind])
    l:SetComputeRoot32BitConstants(0, { gpu.AsUint(i and i - 1 or 0), gpu.AsUint(row or 0) })
    l:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
    l:SetComputeRootUnorderedAccessView(2, to[#to]:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
  return w
end

case("the second of an array is written twice, or the third in between", 'GS0517 texture "x2"', function(ok)
  local w = array()
  t.run(t.queue("COMPUTE", "q"), function(l)
    w.dispatch(l, "store", 2)
    w.dispatch(l, "store", ok and 3 or 2)
  end)
end)
case("one is written, and read by the next", 'GS0517 texture "x2"', function(ok)
  local w = array()
  t.run(t.queue("COMPUTE", "q"), function(l)
    w.dispatch(l, "store", 2)
    if ok then t.uav(l, w.x[2]) end
    w.dispatch(l, "load", 2)
  end)
end)
case("one is read, and written by the next", 'GS0517 texture "x2"', function(ok)
  local w = array()
  t.run(t.queue("COMPUTE", "q"), function(l)
    w.dispatch(l, "load", 2)
    if ok then t.uav(l) end
    w.dispatch(l, "store", 2)
  end)
end)
case("the barrier names another of the array", 'GS0517 texture "x2"', function(ok)
  local w = array()
  t.run(t.queue("COMPUTE", "q"), function(l)
    w.dispatch(l, "store", 2)
    t.uav(l, w.x[ok and 2 or 1])
    w.dispatch(l, "store", 2)
  end)
end)
case("two constant indices are written, two others read", 'GS0517 texture "x2"', function(ok)
  local w = array()
  t.run(t.queue("COMPUTE", "q"), function(l)
    w.dispatch(l, "first two")
    w.dispatch(l, ok and "last two" or "second and third")
  end)
end)
case("two slots show one texture, and one row is written, or two", 'GS0517 texture "x1" @ x1[x 0..4, y 5..6]', function(ok)
  local w = array { { 1, 0 }, { 1, 0 }, { 2, 0 }, { 3, 0 } }
  t.run(t.queue("COMPUTE", "q"), function(l)
    w.dispatch(l, "store", 1, 5)
    w.dispatch(l, "store", 2, ok and 6 or 5)
  end)
end)
case("two slots show one mip, or two of them", 'GS0517 texture "x1"', function(ok)
  local w = array({ { 1, 0 }, { 1, ok and 1 or 0 }, { 2, 0 }, { 3, 0 } }, { MipLevels = 2 })
  t.run(t.queue("COMPUTE", "q"), function(l)
    w.dispatch(l, "store", 1)
    w.dispatch(l, "store", 2)
  end)
end)
case("each work item writes one of the array, and the third is read on another queue", 'GS0512 texture "x3"', function(ok)
  local a, b, w, F = t.queue("COMPUTE", "a"), t.queue("DIRECT", "b"), array(), t.fence("F")
  t.run(a, function(l) w.dispatch(l, "each its own") end)
  a:Signal(F, 1)
  if ok then b:Wait(F, 1) end
  t.run(b, function(l)
    t.go(l, w.x[3], WRITE, "COPY_SOURCE")
    l:CopyTextureRegion(t.rows(t.readback("down", 16384)), 0, 0, 0, { Resource = w.x[3] })
  end)
end)
case("another of an array is taken to be copied on another queue", 'GS0519 texture "x2"', function(ok)
  local a, b, w = t.queue("COMPUTE", "a"), t.queue("DIRECT", "b"), array()
  t.run(a, function(l) w.dispatch(l, "store", 2) end)
  t.run(b, function(l) t.go(l, w.x[ok and 3 or 2], WRITE, "COPY_SOURCE") end)
end)
t.case("the size of one that is written meanwhile", "silent", function()
  local w = array()
  t.run(t.queue("COMPUTE", "q"), function(l)
    w.dispatch(l, "store", 2)
    w.dispatch(l, "measure", 2)
  end)
end)

-- A texture comes to its state behind a command that might have chosen it, and chose another one.
case("one of an array comes to its state behind what chooses another one, or itself", 'GS0402 texture "x2"', function(ok)
  local w = array()
  t.run(t.queue("COMPUTE", "q"), function(l)
    t.go(l, w.x[2], WRITE, "COPY_SOURCE")
    w.dispatch(l, "load", ok and 1 or 2)
    t.go(l, w.x[2], "COPY_SOURCE", WRITE)
    w.dispatch(l, "load", 2)
  end)
end)
case("one of an array leaves its state behind its use, and is chosen again, or another one", 'GS0402 texture "x2"', function(ok)
  local w = array()
  t.run(t.queue("COMPUTE", "q"), function(l)
    w.dispatch(l, "load", 2)
    t.go(l, w.x[2], WRITE, "COPY_SOURCE")
    w.dispatch(l, "load", ok and 3 or 2)
  end)
end)
case("the list before leaves one in another state, and it is chosen before that is mended, or behind it", 'GS0402 texture "x2"', function(ok)
  local q, w = t.queue("COMPUTE", "q"), array()
  local before = t.list(q, function(l) t.go(l, w.x[2], WRITE, "COPY_SOURCE") end)
  q:ExecuteCommandLists { before, t.list(q, function(l)
    w.dispatch(l, "load", ok and 4 or 2)
    t.go(l, w.x[2], "COPY_SOURCE", WRITE)
    w.dispatch(l, "load", 2)
  end) }
end)
case("and in a submission that waits for the CPU", 'GS0402 texture "x2"', function(ok)
  local q, w, F = t.queue("COMPUTE", "q"), array(), t.fence("F")
  q:Wait(F, 1)
  t.run(q, function(l) t.go(l, w.x[2], WRITE, "COPY_SOURCE") end)
  t.run(q, function(l)
    w.dispatch(l, "load", ok and 4 or 2)
    t.go(l, w.x[2], "COPY_SOURCE", WRITE)
    w.dispatch(l, "load", 2)
  end)
  F:Signal(1)
end)

-- Typed buffers: four views of one buffer, which begin apart elements from each other and have 16.
local cells = gpu.RWBuffer("u0", "uint", 4)
local function views(apart)
  local x = t.buf("x")
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 2 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 4, Flags = VOLATILE } } } } }
  local heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
  local pso = t.device:CreateComputePipelineState { Name = "cells", RootSignature = root, CS = gpu.ComputeShader { Name = "cells", NumThreads = { 16, 1, 1 },
    Main = function(GroupIndex) cells[number.index][GroupIndex] = GroupIndex end } }
  for i = 0, 3 do
    t.device:CreateUnorderedAccessView(x, nil, { ViewDimension = "BUFFER", Format = "R32_UINT", FirstElement = apart * i, NumElements = 16 }, heap:GetCPUDescriptorHandle(i))
  end
  return x, function(l, i)
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootSignature(root)
    l:SetPipelineState(pso)
    l:SetComputeRoot32BitConstants(0, { gpu.AsUint(i), gpu.AsUint(0) })
    l:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
    l:Dispatch(1, 1, 1)
  end
end
case("views of one buffer that overlap in four elements", 'GS0517 buffer "x" @ x[96, 112)', function(ok)
  local _, dispatch = views(ok and 16 or 12)
  t.run(t.queue("COMPUTE", "q"), function(l)
    dispatch(l, 1)
    dispatch(l, 2)
  end)
end, "silent")
t.case("views of one buffer that overlap, and others are chosen", "silent", function()
  local _, dispatch = views(12)
  t.run(t.queue("COMPUTE", "q"), function(l)
    dispatch(l, 1)
    dispatch(l, 3)
  end)
end)
case("a copy on another queue to what the second view shows, or the third", 'GS0512 buffer "x" @ x[64, 128)', function(ok)
  local x, dispatch = views(16)
  local a, b = t.queue("COMPUTE", "a"), t.queue("COPY", "b")
  t.run(a, function(l) dispatch(l, 1) end)
  b:ExecuteCommandLists { t.list(b, function(l) l:CopyBufferRegion(x, ok and 128 or 64, t.upload("up"), 0, 64) end) } --!
end, 'GS0514 buffer "x"')

-- A counter gives each work item its place.
local slots = gpu.RWStructuredBuffer("u0", "uint")
local function counted()
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV" }, { Type = "UAV", ShaderRegister = 4 } } }
  local pso = t.device:CreateComputePipelineState { Name = "append", RootSignature = root, CS = gpu.ComputeShader { Name = "append", NumThreads = { 16, 1, 1 },
    Main = function(GroupIndex)
      local place = InterlockedAdd(slots[0], 1)
      out[place] = GroupIndex
    end } }
  local count, to = t.buf("count"), t.buf("to")
  return count, to, function(l)
    l:SetComputeRootSignature(root)
    l:SetPipelineState(pso)
    l:SetComputeRootUnorderedAccessView(0, count:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
end
t.case("two dispatches append behind one counter", "silent", function()
  local _, _, append = counted()
  t.run(t.queue("COMPUTE", "q"), function(l)
    append(l)
    append(l)
  end)
end)
case("the counter is cleared between two dispatches that append", 'GS0517 buffer "count"', function(ok)
  local count, to, append = counted()
  t.run(t.queue("COMPUTE", "q"), function(l)
    append(l)
    if ok then t.uav(l, count) end
    t.dispatch(l, "fill", count, nil, 0, 32)
    t.uav(l, count)
    append(l)
  end)
end)
case("the counter is set back between two dispatches that append", 'GS0517 buffer "to" @ to[0, 64)', function(ok)
  local count, to, append = counted()
  t.run(t.queue("COMPUTE", "q"), function(l)
    append(l)
    t.uav(l, count)
    t.dispatch(l, "fill", count, nil, 0, 0)
    if ok then t.uav(l) else t.uav(l, count) end
    append(l)
  end)
end)
case("what is appended is read on another queue", 'GS0512 buffer "to" @ to[0, 64)', function(ok)
  local a, b, F = t.queue("COMPUTE", "a"), t.queue("COPY", "b"), t.fence("F")
  local _, to, append = counted()
  t.run(a, append)
  a:Signal(F, 1)
  if ok then b:Wait(F, 1) end
  b:ExecuteCommandLists { t.list(b, function(l) l:CopyBufferRegion(t.readback("down"), 0, to, 0, 4096) end) } --!
end)
case("what is appended, and the bytes behind it", 'GS0512 buffer "to" @ to[60, 64)', function(ok)
  local a, b = t.queue("COMPUTE", "a"), t.queue("COPY", "b")
  local _, to, append = counted()
  t.run(a, append)
  b:ExecuteCommandLists { t.list(b, function(l) l:CopyBufferRegion(t.readback("down"), 0, to, ok and 64 or 60, 64) end) } --!
end)

-- Textures with simultaneous access, four in an array to read and the same in one to write, by one command or by two of several kinds.
local SIM = "ALLOW_UNORDERED_ACCESS|ALLOW_SIMULTANEOUS_ACCESS|ALLOW_RENDER_TARGET"
local reads, stores = gpu.Texture2D("t0", "float4", 4), gpu.RWTexture2D("u5", "float4", 4)
local function both(flags)
  local w = { x = {} }
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 2 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 4, Flags = VOLATILE }, { Type = "UAV", NumDescriptors = 4, BaseShaderRegister = 5, Flags = VOLATILE } } },
    { Type = "UAV", ShaderRegister = 4 } } }
  local function picture(v, p) return reads[number.index]:Load(int3(0, 0, 0)) end
  local function compute(name, main)
    return t.device:CreateComputePipelineState { Name = name, RootSignature = root, CS = gpu.ComputeShader { Name = name, NumThreads = { 4, 1, 1 }, Main = main } }
  end
  local psos = {
    read = compute("read", function(GroupIndex) out[GroupIndex] = uint(reads[number.index]:Load(int3(0, 0, 0)).x) end),
    store = compute("store", function(GroupIndex) stores[number.index][uint2(GroupIndex, 0)] = float4(1.0, 1.0, 1.0, 1.0) end),
    move = compute("move", function(GroupIndex) stores[number.row][uint2(GroupIndex, 0)] = reads[number.index]:Load(int3(GroupIndex, 0, 0)) end),
    draw = t.drawing("plain", { root = root, ps = { Name = "shows", Main = function(v) return reads[number.index]:Load(int3(0, 0, 0)) end } }),
    paint = t.drawing("plain", { root = root, ps = { Name = "paints", Main = function(v)
      stores[number.index][uint2(0, 0)] = float4(1.0, 1.0, 1.0, 1.0)
      return float4(1.0, 1.0, 1.0, 1.0)
    end } }),
  }
  local heap, to, target = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }, {}, t.target("target")
  local rtv = t.rtv(target)
  for i = 1, 4 do
    w.x[i] = t.tex("x" .. i, "COMMON", flags or SIM)
    t.device:CreateShaderResourceView(w.x[i], nil, heap:GetCPUDescriptorHandle(i - 1))
    if not flags then t.device:CreateUnorderedAccessView(w.x[i], nil, nil, heap:GetCPUDescriptorHandle(3 + i)) end
  end
  local signature
  -- w.go runs a kind with numbers i and other; how is "plain", "bundle" or "indirect".
  function w.go(l, kind, i, other, how)
    to[#to + 1] = t.buf("to" .. #to)
    local draws = kind == "draw" or kind == "paint"
    l:SetDescriptorHeaps { heap }
    if draws then
      t.drawState(l, psos[kind], rtv, nil, root)
      l:SetGraphicsRoot32BitConstants(0, { gpu.AsUint(i - 1), gpu.AsUint((other or 1) - 1) })
      l:SetGraphicsRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
    else
      l:SetComputeRootSignature(root)
      l:SetPipelineState(psos[kind])
      l:SetComputeRoot32BitConstants(0, { gpu.AsUint(i - 1), gpu.AsUint((other or 1) - 1) })
      l:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
      l:SetComputeRootUnorderedAccessView(2, to[#to]:GetGPUVirtualAddress())
    end
    local function work(b)
      if draws then b:DrawInstanced(3, 1, 0, 0) else b:Dispatch(1, 1, 1) end
    end
    if how == "bundle" then
      local b = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
      b:SetDescriptorHeaps { heap }
      if draws then b:SetGraphicsRootSignature(root) b:IASetPrimitiveTopology "TRIANGLELIST" else b:SetComputeRootSignature(root) end
      b:SetPipelineState(psos[kind])
      work(b)
      b:Close()
      l:ExecuteBundle(b)
    elseif how == "indirect" then
      signature = signature or {}
      local type = draws and "DRAW" or "DISPATCH"
      signature[type] = signature[type] or t.device:CreateCommandSignature { Name = type, ByteStride = draws and 16 or 12, ArgumentDescs = { { Type = type } } }
      local args = t.upload("args" .. #to)
      args:Map():Write(0, "uint", draws and { 3, 1, 0, 0 } or { 1, 1, 1 })
      l:ExecuteIndirect(signature[type], 1, args, 0)
    else
      work(l)
    end
  end
  return w
end
case("one command moves a texture within itself, or to another", 'GS0407 texture "x2"', function(ok)
  local w = both()
  t.run(t.queue("COMPUTE", "q"), function(l) w.go(l, "move", 2, ok and 3 or 2) end)
end)
case("a move, and one that moves it back", 'GS0402 texture "x2" in UNORDERED_ACCESS; GS0402 texture "x3" in NON_PIXEL_SHADER_RESOURCE', function(ok)
  local w = both()
  t.run(t.queue("COMPUTE", "q"), function(l)
    w.go(l, "move", 2, 3)
    if ok then
      t.go(l, w.x[3], WRITE, READ)
      t.go(l, w.x[2], READ, WRITE)
    end
    w.go(l, "move", 3, 2)
  end)
end)
case("a kernel and a draw choose of one array, and one is for the draw alone", 'GS0402 texture "x2"', function(ok)
  local q, w = t.queue("DIRECT", "q"), both("NONE")
  t.run(q, function(l) t.go(l, w.x[2], "COMMON", "PIXEL_SHADER_RESOURCE") end)
  t.run(q, function(l)
    w.go(l, "read", ok and 1 or 2)
    w.go(l, "draw", 2)
  end)
end)
for _, how in ipairs { "plain", "bundle", "indirect" } do
  local function named(name) return how == "plain" and name or name .. ", " .. how end
  case(named "drawn by choice, then stored to by choice", 'GS0402 Dispatch needs texture "x2" in UNORDERED_ACCESS', function(ok)
    local w = both()
    t.run(t.queue("DIRECT", "q"), function(l)
      w.go(l, "draw", 2, nil, how)
      if ok then t.go(l, w.x[2], "PIXEL_SHADER_RESOURCE", WRITE) end
      w.go(l, "store", 2)
    end)
  end)
  case(named "stored to by choice, then drawn by choice", 'GS0402 texture "x2" in PIXEL_SHADER_RESOURCE', function(ok)
    local w = both()
    t.run(t.queue("DIRECT", "q"), function(l)
      w.go(l, "store", 2, nil, how)
      w.go(l, "draw", ok and 3 or 2, nil, how)
    end)
  end)
  case(named "painted by choice, twice", 'GS0517 texture "x4"', function(ok)
    local w = both()
    t.run(t.queue("DIRECT", "q"), function(l)
      w.go(l, "paint", 4, nil, how)
      if ok then t.uav(l, w.x[4]) end
      w.go(l, "paint", 4, nil, how)
    end)
  end)
  case(named "read by choice by a kernel, then painted by choice", 'GS0402 texture "x1" in UNORDERED_ACCESS', function(ok)
    local w = both()
    local q = t.queue("DIRECT", "q")
    t.run(q, function(l)
      w.go(l, "read", 1, nil, how)
      if not ok then w.go(l, "paint", 1, nil, how) end
    end)
    if ok then t.run(q, function(l) w.go(l, "paint", 1, nil, how) end) end
  end)
  case(named "stored to by choice on one queue, drawn by choice on another", 'GS0512 texture "x2"', function(ok)
    local a, b, w, F = t.queue("COMPUTE", "a"), t.queue("DIRECT", "b"), both(), t.fence("F")
    t.run(a, function(l) w.go(l, "store", 2, nil, how ~= "bundle" and how or nil) end)
    a:Signal(F, 1)
    if ok then b:Wait(F, 1) end
    t.run(b, function(l) w.go(l, "draw", 2, nil, how) end)
  end)
end
-- What is not a shader, before or behind a choice.
for _, other in ipairs {
  { "copied to", "COPY_DEST", function(l, x) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(t.upload("up", 16384))) end },
  { "cleared as a target", "RENDER_TARGET", function(l, x) l:ClearRenderTargetView(t.rtv(x), { 0, 0, 0, 0 }) end },
  { "copied from", "COPY_SOURCE", function(l, x) l:CopyTextureRegion(t.rows(t.readback("down", 16384)), 0, 0, 0, { Resource = x }) end, true },
} do
  local name, state, work, reading = other[1], other[2], other[3], other[4]
  case("read by choice, then " .. name, reading and "silent" or ('GS0402 texture "x2" in ' .. state), function(ok)
    local w = both()
    t.run(t.queue("DIRECT", "q"), function(l)
      w.go(l, "read", 2)
      if ok then t.go(l, w.x[2], READ, state) end
      work(l, w.x[2])
    end)
  end)
  case(name .. ", then read by choice", reading and "silent" or 'GS0402 texture "x2" in NON_PIXEL_SHADER_RESOURCE', function(ok)
    local w = both()
    t.run(t.queue("DIRECT", "q"), function(l)
      work(l, w.x[2])
      if ok then t.go(l, w.x[2], state, READ) end
      w.go(l, "read", 2)
    end)
  end)
  case(name .. ", then stored to by choice", 'GS0402 texture "x2" in UNORDERED_ACCESS', function(ok)
    local w = both()
    t.run(t.queue("DIRECT", "q"), function(l)
      work(l, w.x[2])
      w.go(l, "store", ok and 1 or 2)
    end)
  end)
  case("stored to by choice, then " .. name, 'GS0402 texture "x2" in ' .. state, function(ok)
    local w = both()
    local q = t.queue("DIRECT", "q")
    local one, two = t.list(q, function(l) w.go(l, "store", 2) end), t.list(q, function(l) work(l, w.x[2]) end)
    if ok then
      q:ExecuteCommandLists { one }
      q:ExecuteCommandLists { two }
    else
      q:ExecuteCommandLists { one, two }
    end
  end)
end

-- A volatile descriptor that is not chosen, behind a barrier to COMMON: its use promotes the resource anew, as fixed ones do. kind is what x is.
local one, two = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
local oneTexel, twoTexels = gpu.Texture2D("t0", "float4"), gpu.RWTexture2D("u0", "float4")
local function volatile(kind)
  local buffer = kind == "buffer"
  local x = buffer and t.buf("x") or t.tex("x", "COMMON", kind == "texture" and "ALLOW_UNORDERED_ACCESS" or SIM)
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = VOLATILE },
    { Type = "UAV", NumDescriptors = 1, Flags = VOLATILE } } }, { Type = "UAV", ShaderRegister = 4 } } }
  local heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  local view = buffer and { ViewDimension = "BUFFER", NumElements = 64, StructureByteStride = 4 } or nil
  t.device:CreateShaderResourceView(x, view, heap:GetCPUDescriptorHandle(0))
  t.device:CreateUnorderedAccessView(x, nil, view, heap:GetCPUDescriptorHandle(1))
  local function compute(name, main)
    return t.device:CreateComputePipelineState { Name = name, RootSignature = root, CS = gpu.ComputeShader { Name = name, NumThreads = { 4, 1, 1 }, Main = main } }
  end
  local psos = buffer and {
    read = compute("read", function(GroupIndex) out[GroupIndex] = one[GroupIndex] end),
    write = compute("write", function(GroupIndex) two[GroupIndex] = 7 end),
  } or {
    read = compute("read", function(GroupIndex) out[GroupIndex] = uint(oneTexel:Load(int3(0, 0, 0)).x) end),
    write = compute("write", function(GroupIndex) twoTexels[uint2(GroupIndex, 0)] = float4(1.0, 1.0, 1.0, 1.0) end),
  }
  local function dispatch(which)
    return function(l)
      l:SetDescriptorHeaps { heap }
      l:SetComputeRootSignature(root)
      l:SetPipelineState(psos[which])
      l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
      l:SetComputeRootUnorderedAccessView(1, t.buf("to"):GetGPUVirtualAddress())
      l:Dispatch(1, 1, 1)
    end
  end
  local function copy(l)
    if buffer then l:CopyBufferRegion(x, 0, t.upload("up"), 0, 64) else l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(t.upload("up", 16384))) end
  end
  return x, { read = { dispatch "read", READ }, write = { dispatch "write", WRITE }, copy = { copy, "COPY_DEST" } }
end
for _, kind in ipairs { "buffer", "texture", "simultaneous" } do
  for _, pair in ipairs { { "read", "copy" }, { "copy", "read" }, { "read", "write" }, { "write", "read" }, { "write", "copy" }, { "copy", "write" } } do
    if kind ~= "texture" or pair[1] ~= "write" and pair[2] ~= "write" then
      case(("back in COMMON, a %s is promoted by %s, then %s"):format(kind, pair[1], pair[2]), 'GS0402 "x" in', function(ok)
        local x, uses = volatile(kind)
        local first, second = uses[pair[1]], uses[pair[2]]
        t.run(t.queue("DIRECT", "q"), function(l)
          t.go(l, x, "COMMON", "COPY_SOURCE")
          t.go(l, x, "COPY_SOURCE", "COMMON")
          first[1](l)
          if ok then t.go(l, x, first[2], second[2]) end
          second[1](l)
        end)
      end)
    end
  end
  case(("back in COMMON, a %s is promoted by a read, and the next barrier says COMMON"):format(kind), 'GS0401 "x" from COMMON', function(ok)
    local x, uses = volatile(kind)
    t.run(t.queue("DIRECT", "q"), function(l)
      t.go(l, x, "COMMON", "COPY_SOURCE")
      t.go(l, x, "COPY_SOURCE", "COMMON")
      uses.read[1](l)
      t.go(l, x, ok and READ or "COMMON", "COPY_DEST")
    end)
  end)
end
