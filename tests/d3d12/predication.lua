-- Predication: which commands a predicate leaves out and which it does not, on which lists, through bundles, and where it begins and ends.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device

-- Leave is 64 bits that leave out what follows under EQUAL_ZERO; the other operation lets it through.
local predicate = t.Contents("predicate", "uint", { 0, 0, 1, 0 })
local function try(name, record, read, before, after)
  for _, case in ipairs { { "EQUAL_ZERO", 0, before }, { "NOT_EQUAL_ZERO", 0, after }, { "NOT_EQUAL_ZERO", 8, before }, { "EQUAL_ZERO", 8, after } } do
    local op, at, want = unpack(case)
    t.Run(name, function(list)
      record(list, function(body)
        t.Barrier(list, predicate, "COMMON", "PREDICATION")
        list:SetPredication(predicate, at, op)
        body()
        list:SetPredication(nil)
      end)
    end)
    t.Check(("%s, %s at %d"):format(name, op, at), read(), want)
  end
end

-- Copies.
do
  local one, b = t.Upload("one", "uint", { 1 }), t.Buffer("b", 4)
  local nought = t.Upload("nought", "uint", { 0 }, 4)
  local function reset(list)
    list:CopyBufferRegion(b, 0, nought, 0, 4)
    t.Barrier(list, b, "COPY_DEST", "COMMON")
  end
  local function result() return t.Read(b, "uint", 1) end
  try("CopyBufferRegion", function(list, under)
    reset(list)
    under(function()
      t.Barrier(list, b, "COMMON", "COPY_DEST")
      list:CopyBufferRegion(b, 0, one, 0, 4)
    end)
  end, result, { 0 }, { 1 })
  local whole = t.Contents("whole", "uint", { 1 })
  try("CopyResource", function(list, under)
    reset(list)
    under(function()
      t.Barrier(list, b, "COMMON", "COPY_DEST")
      list:CopyResource(b, whole)
    end)
  end, result, { 0 }, { 1 })
  local x = t.Texture("x", 1, 1, "R32_UINT", "COPY_DEST")
  local rows = t.Upload("rows", "uint", { 7 })
  local print1 = { Resource = rows, Format = "R32_UINT", Width = 1, Height = 1, RowPitch = 256 }
  try("CopyTextureRegion", function(list, under)
    t.Fill(x, "uint", { 3 })
    under(function() list:CopyTextureRegion({ Resource = x }, 0, 0, 0, print1) end)
  end, function() return t.Texels(x, "COPY_DEST", "uint") end, { 3 }, { 7 })
  -- Writes of immediates are no copies: they are made.
  try("WriteBufferImmediate", function(list, under)
    reset(list)
    under(function() list:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress(), Value = 1 } } end)
  end, result, { 1 }, { 1 })
end

-- Clears of all kinds.
do
  local x = t.Texture("x", 1, 1, "R32_UINT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local rtv = t.RTV(x)
  try("ClearRenderTargetView", function(list, under)
    list:ClearRenderTargetView(rtv, { 3, 0, 0, 0 })
    under(function() list:ClearRenderTargetView(rtv, { 7, 0, 0, 0 }) end)
  end, function() return t.Texels(x, "RENDER_TARGET", "uint") end, { 3 }, { 7 })
  local d = t.Texture("d", 1, 1, "D32_FLOAT", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
  local dsv = t.DSV(d)
  try("ClearDepthStencilView", function(list, under)
    list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
    under(function() list:ClearDepthStencilView(dsv, "DEPTH", 0.25, 0) end)
  end, function() return t.Texels(d, "DEPTH_WRITE", "float") end, { 1 }, { 0.25 })
  local b = t.Buffer("b", 4)
  local view, viewCPU = t.UAV(b, { Format = "R32_FLOAT" })
  for _, method in ipairs { "ClearUnorderedAccessViewUint", "ClearUnorderedAccessViewFloat" } do
    try(method, function(list, under)
      t.Heaps(list)
      list:ClearUnorderedAccessViewUint(view, viewCPU, b, { 3, 0, 0, 0 })
      t.Sync(list, b)
      under(function() list[method](list, view, viewCPU, b, { 1, 0, 0, 0 }) end)
    end, function() return t.Read(b, "uint", 1) end, { 3 }, { method:find "Uint" and 1 or 0x3f800000 })
  end
end

-- Dispatches, direct and indirect, on DIRECT and on COMPUTE lists; bindings are set all the same.
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV" }, { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } } }
local out, args = gpu.RWByteAddressBuffer("u0"), gpu.ConstantBuffer("b0", { { "value", "uint" } })
local add = t.Compute(root, "add", { 1, 1, 1 }, function(GroupIndex) out:InterlockedAdd(0, args.value) end)
local dispatches = device:CreateCommandSignature { Name = "dispatches", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
local groups = t.Upload("groups", "uint", { 1, 1, 1 })
local function compute(list, b, value)
  list:SetComputeRootSignature(root)
  list:SetPipelineState(add)
  list:SetComputeRootUnorderedAccessView(0, b:GetGPUVirtualAddress())
  list:SetComputeRoot32BitConstant(1, gpu.AsUint(value))
end
do
  local b
  local function sum() return t.Read(b, "uint", 1) end
  try("Dispatch", function(list, under)
    b = t.Contents("b", "uint", { 0 })
    compute(list, b, 1)
    under(function() list:Dispatch(1, 1, 1) end)
  end, sum, { 0 }, { 1 })
  try("ExecuteIndirect", function(list, under)
    b = t.Contents("b", "uint", { 0 })
    compute(list, b, 1)
    under(function() list:ExecuteIndirect(dispatches, 1, groups, 0) end)
  end, sum, { 0 }, { 1 })
  try("bindings", function(list, under)
    b = t.Contents("b", "uint", { 0 })
    under(function() compute(list, b, 5) end)
    list:Dispatch(1, 1, 1)
  end, sum, { 5 }, { 5 })
  local queue, done = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }, device:CreateFence(0, "compute done")
  for i, case in ipairs { { "EQUAL_ZERO", 0 }, { "NOT_EQUAL_ZERO", 1 } } do
    b = t.Contents("b", "uint", { 0 })
    local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE" }
    list:SetPredication(predicate, 0, case[1])
    compute(list, b, 1)
    list:Dispatch(1, 1, 1)
    list:Close()
    queue:ExecuteCommandLists { list }
    queue:Signal(done, i)
    done:WaitCPU(i)
    t.Check("a compute list, " .. case[1], sum(), { case[2] })
  end
  -- A list begins without a predicate, whatever the one before it has set, and ClearState takes one away.
  b = t.Contents("b", "uint", { 0 })
  local first = device:CreateCommandList { Type = "DIRECT", Name = "first", Allocator = device:CreateCommandAllocator "DIRECT" }
  first:SetPredication(predicate, 0, "EQUAL_ZERO")
  first:Close()
  local second = device:CreateCommandList { Type = "DIRECT", Name = "second", Allocator = device:CreateCommandAllocator "DIRECT" }
  compute(second, b, 1)
  second:Dispatch(1, 1, 1)
  second:Close()
  t.queue:ExecuteCommandLists { first, second }
  t.Run("behind", function() end)
  t.Check("the next list", sum(), { 1 })
  b = t.Contents("b", "uint", { 0 })
  t.Run("cleared", function(list)
    list:SetPredication(predicate, 0, "EQUAL_ZERO")
    list:ClearState()
    compute(list, b, 1)
    list:Dispatch(1, 1, 1)
  end)
  t.Check("ClearState", sum(), { 1 })
  -- A second predicate takes the place of the first, and both bits of the 64 that are far apart count.
  b = t.Contents("b", "uint", { 0 })
  t.Run("replaced", function(list)
    compute(list, b, 1)
    list:SetPredication(predicate, 0, "EQUAL_ZERO")
    list:SetPredication(predicate, 8, "EQUAL_ZERO")
    list:Dispatch(1, 1, 1)
  end)
  t.Check("a second predicate", sum(), { 1 })
end

-- Draws, direct, indexed and indirect; a bundle is executed, and its draws inherit the predicate. Samples that were not drawn are not counted, but queries
-- are begun, ended and resolved.
do
  local empty = device:CreateRootSignature { Name = "empty" }
  local pso = t.Graphics { Name = "pso", RootSignature = empty, RTVFormats = { "R32_FLOAT" }, PS = gpu.PixelShader { Name = "one", Main = function(v) return float4(1, 1, 1, 1) end } }
  local x = t.Texture("x", 2, 1, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local rtv = t.RTV(x)
  local indices = t.Upload("indices", "ushort", { 0, 1, 2 })
  local draws = device:CreateCommandSignature { Name = "draws", ByteStride = 16, ArgumentDescs = { { Type = "DRAW" } } }
  local arguments = t.Upload("arguments", "uint", { 3, 1, 0, 0 })
  local queries, counted = device:CreateQueryHeap { Name = "q", Type = "OCCLUSION", Count = 1 }, t.Buffer("counted", 8)
  local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator "BUNDLE" }
  bundle:SetGraphicsRootSignature(empty)
  bundle:SetPipelineState(pso)
  bundle:IASetPrimitiveTopology "TRIANGLELIST"
  bundle:DrawInstanced(3, 1)
  bundle:Close()
  for name, draw in pairs {
    DrawInstanced = function(list) list:DrawInstanced(3, 1) end,
    DrawIndexedInstanced = function(list) list:DrawIndexedInstanced(3, 1) end,
    ["ExecuteIndirect of draws"] = function(list) list:ExecuteIndirect(draws, 1, arguments, 0) end,
    ExecuteBundle = function(list) list:ExecuteBundle(bundle) end,
  } do
    local samples
    try(name, function(list, under)
      list:ClearRenderTargetView(rtv, { 0.5, 0, 0, 0 })
      t.Targets(list, 2, 1, { rtv })
      list:SetGraphicsRootSignature(empty)
      list:SetPipelineState(pso)
      list:IASetPrimitiveTopology "TRIANGLELIST"
      list:IASetIndexBuffer { BufferLocation = indices:GetGPUVirtualAddress(), SizeInBytes = 6, Format = "R16_UINT" }
      under(function()
        list:BeginQuery(queries, "OCCLUSION", 0)
        draw(list)
        list:EndQuery(queries, "OCCLUSION", 0)
        list:ResolveQueryData(queries, "OCCLUSION", 0, 1, counted, 0)
      end)
    end, function()
      samples = t.Read(counted, "uint", 2)
      return { samples[1], unpack(t.Texels(x, "RENDER_TARGET", "float")) }
    end, { 0, 0.5, 0.5 }, { 2, 1, 1 })
  end
end

-- Resolves.
do
  local many = t.Texture("many", 1, 1, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } })
  local x = t.Texture("x", 1, 1, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local manyView, view = t.RTV(many), t.RTV(x)
  try("ResolveSubresource", function(list, under)
    list:ClearRenderTargetView(manyView, { 7, 0, 0, 0 })
    list:ClearRenderTargetView(view, { 3, 0, 0, 0 })
    t.Barrier(list, many, "RENDER_TARGET", "RESOLVE_SOURCE")
    t.Barrier(list, x, "RENDER_TARGET", "RESOLVE_DEST")
    under(function() list:ResolveSubresource(x, 0, many, 0) end)
    t.Barrier(list, many, "RESOLVE_SOURCE", "RENDER_TARGET")
    t.Barrier(list, x, "RESOLVE_DEST", "RENDER_TARGET")
  end, function() return t.Texels(x, "RENDER_TARGET", "float") end, { 3 }, { 7 })
end

-- The usual use: what the depth test has let through of one draw decides over another.
do
  local empty = device:CreateRootSignature { Name = "empty" }
  local pso = t.Graphics { Name = "box", RootSignature = empty, DSVFormat = "D32_FLOAT", DepthStencilState = { DepthFunc = "LESS", DepthWriteMask = "ZERO" } }
  local d = t.Texture("d", 4, 4, "D32_FLOAT", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
  local dsv = t.DSV(d)
  local queries, seen = device:CreateQueryHeap { Name = "q", Type = "OCCLUSION", Count = 1 }, t.Buffer("seen", 8)
  for _, case in ipairs { { 1, 1 }, { 0.25, 0 } } do
    local b = t.Contents("b", "uint", { 0 })
    t.Run("seen", function(list)
      list:ClearDepthStencilView(dsv, "DEPTH", case[1], 0)
      t.Targets(list, 4, 4, nil, dsv)
      list:SetGraphicsRootSignature(empty)
      list:SetPipelineState(pso)
      list:IASetPrimitiveTopology "TRIANGLELIST"
      list:BeginQuery(queries, "BINARY_OCCLUSION", 0)
      list:DrawInstanced(3, 1)
      list:EndQuery(queries, "BINARY_OCCLUSION", 0)
      list:ResolveQueryData(queries, "BINARY_OCCLUSION", 0, 1, seen, 0)
      t.Barrier(list, seen, "COPY_DEST", "PREDICATION")
      list:SetPredication(seen, 0, "EQUAL_ZERO")
      compute(list, b, 1)
      list:Dispatch(1, 1, 1)
    end)
    t.Check("something seen behind " .. case[1], t.Read(b, "uint", 1), { case[2] })
  end
end
t.Done()
