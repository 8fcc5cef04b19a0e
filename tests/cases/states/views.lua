-- A command needs every subresource that a view shows in its state, whichever texels it touches: another queue that transitions one of them in no order. Each mistake is followed
-- by twins in which the view does not show it, or an order exists. Expectations were written before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local NPS, PS, RT, DW = "NON_PIXEL_SHADER_RESOURCE", "PIXEL_SHADER_RESOURCE", "RENDER_TARGET", "DEPTH_WRITE"
local image, slices, result = gpu.Texture2D("t0", "float4"), gpu.Texture2DArray("t0", "float4"), gpu.RWStructuredBuffer("u0", "uint")
local on = gpu.ConstantBuffer("b0", { { "on", "uint" } })
local mip0 = { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2D", Texture2D = { MipLevels = 1 } }

local function two() return t.queue("COMPUTE", "q"), t.queue("DIRECT", "c") end
local function mips(flags, state) return t.tex("x", state or NPS, flags or "NONE", { MipLevels = 3 }) end
local function moves(c, x, sub, before, after) t.run(c, function(l) t.go(l, x, before or NPS, after or "COPY_DEST", sub) end) end

-- reads makes what records a dispatch that loads a texel of mip 0 through t0, if constant on is not 0.
local function reads(x, view, o)
  o = o or {}
  local root = t.device:CreateRootSignature { Name = "reads", Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = o.static and "NONE" or "DESCRIPTORS_VOLATILE|DATA_VOLATILE" } } },
    { Type = "UAV" }, { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } } }
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateShaderResourceView(x, view, heap:GetCPUDescriptorHandle(0))
  local main = function(GroupIndex)
    if on.on ~= 0 then result[GroupIndex] = uint(image:Load(int3(0, 0, 0)).x) end
  end
  local pso = t.device:CreateComputePipelineState { Name = "reads", RootSignature = root, CS = gpu.ComputeShader { Name = "reads", NumThreads = { 4, 1, 1 }, Main = main } }
  local to = t.buf("to")
  return function(l)
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootSignature(root)
    l:SetPipelineState(pso)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
    l:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
    l:SetComputeRoot32BitConstants(2, { gpu.AsUint(o.off and 0 or 1) })
    l:Dispatch(1, 1, 1)
  end
end

-- Mips ------------------------------------------------------------------------------------------------------------------------------------

case("reads mip 0 of a view of all mips, then another queue transitions mip 1", 'GS0519 texture "x"', function()
  local q, c = two()
  local x = mips()
  t.run(q, reads(x))
  moves(c, x, 1)
end)
case("another queue transitions mip 1, then mip 0 is read through a static view of all mips", 'GS0519 texture "x"', function()
  local q, c = two()
  local x = mips()
  moves(c, x, 1)
  t.run(q, reads(x, nil, { static = true }))
end)
case("a view of mip 0 alone, and mips 1 and 2 are transitioned by another queue", "silent", function()
  local q, c = two()
  local x = mips()
  moves(c, x, 1)
  t.run(q, reads(x, mip0))
  moves(c, x, 2)
end)
case("a view of mips 0 and 1, and mip 2 is transitioned by another queue", "silent", function()
  local q, c = two()
  local x = mips()
  t.run(q, reads(x, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2D", Texture2D = { MipLevels = 2 } }))
  moves(c, x, 2)
end)
case("mip 1 is transitioned after the read of all mips, by a queue that waits for it", "silent", function()
  local q, c = two()
  local x, F = mips(), t.fence("F")
  t.run(q, reads(x))
  q:Signal(F, 1)
  c:Wait(F, 1)
  moves(c, x, 1)
end)
case("mip 1 is transitioned after the read of all mips, by the same queue", "silent", function()
  local c, x = t.queue("DIRECT", "c"), mips()
  t.run(c, reads(x))
  moves(c, x, 1)
end)
case("one wait too few: mip 1 is transitioned after the first read of all mips, beside the second", 'GS0519 texture "x"', function()
  local q, c = two()
  local x, F = mips(), t.fence("F")
  local read = reads(x)
  t.run(q, read)
  q:Signal(F, 1)
  t.run(q, read)
  q:Signal(F, 2)
  c:Wait(F, 1)
  moves(c, x, 1)
end)

-- Nothing is touched at all ---------------------------------------------------------------------------------------------------------------

case("a shader that skips its load, and another queue transitions the texture", 'GS0519 texture "x"', function()
  local q, c = two()
  local x = t.tex("x", NPS)
  t.run(q, reads(x, nil, { off = true }))
  moves(c, x)
end)
case("a shader that skips its load, and another queue transitions another texture", "silent", function()
  local q, c = two()
  local x, y = t.tex("x", NPS), t.tex("y", NPS)
  t.run(q, reads(x, nil, { off = true }))
  moves(c, y)
end)

-- No transition ---------------------------------------------------------------------------------------------------------------------------

case("two queues promote all mips for reading, and read one each", "silent", function()
  local q, c = two()
  local x = mips("NONE", "COMMON")
  t.run(q, reads(x))
  t.run(c, reads(x))
end)
case("a texture with simultaneous access has no states that queues share", "silent", function()
  local q, c = two()
  local x = mips("ALLOW_SIMULTANEOUS_ACCESS", "COMMON")
  t.run(q, reads(x))
  moves(c, x, 1, "COMMON", "COPY_SOURCE")
end)

-- Writes without a barrier ----------------------------------------------------------------------------------------------------------------

local function copies(l, x, sub) l:CopyTextureRegion({ Resource = x, SubresourceIndex = sub }, 0, 0, 0, { Resource = t.tex("from", "COMMON") }, { Right = 4, Bottom = 4 }) end
for _, type in ipairs { "COPY", "DIRECT" } do
  case("a " .. type .. " queue promotes mip 1 by a copy to it, beside a read of mip 0 through a view of all mips", 'GS0515 texture "x"', function()
    local q, c = t.queue("COMPUTE", "q"), t.queue(type, "c")
    local x = mips("NONE", "COMMON")
    t.run(c, function(l) copies(l, x, 1) end)
    t.run(q, reads(x))
  end)
end
case("mip 1 is promoted by a copy to it, beside a shader that skips its load of mip 0", 'GS0515 texture "x"', function()
  local q, c = t.queue("COMPUTE", "q"), t.queue("COPY", "c")
  local x = mips("NONE", "COMMON")
  t.run(q, reads(x, nil, { off = true }))
  t.run(c, function(l) copies(l, x, 1) end)
end)
case("mip 1 is promoted by a copy to it, beside a read of mip 0 through a view of that alone", "silent", function()
  local q, c = t.queue("COMPUTE", "q"), t.queue("COPY", "c")
  local x = mips("NONE", "COMMON")
  t.run(c, function(l) copies(l, x, 1) end)
  t.run(q, reads(x, mip0))
end)
case("mip 1 is promoted by a copy to it, and read through a view of all mips by a queue that waits for it", "silent", function()
  local q, c = t.queue("COMPUTE", "q"), t.queue("COPY", "c")
  local x, F = mips("NONE", "COMMON"), t.fence("F")
  t.run(c, function(l) copies(l, x, 1) end)
  c:Signal(F, 1)
  q:Wait(F, 1)
  t.run(q, reads(x))
end)
case("a texture with simultaneous access: mip 1 is copied to, beside a read of mip 0 through a view of all mips", "silent", function()
  local q, c = t.queue("COMPUTE", "q"), t.queue("COPY", "c")
  local x = mips("ALLOW_SIMULTANEOUS_ACCESS", "COMMON")
  t.run(c, function(l) copies(l, x, 1) end)
  t.run(q, reads(x))
end)

-- Other textures in the same memory -------------------------------------------------------------------------------------------------------

for _, at in ipairs { 0, 65536 } do
  case("a shader that skips its load, and another queue transitions a texture " .. at .. " bytes behind in the heap", at == 0 and 'GS0519 texture "y"' or "silent", function()
    local q, c = two()
    local heap = t.heap(131072, "ALLOW_ONLY_NON_RT_DS_TEXTURES")
    local function placed(name, offset)
      return t.device:CreatePlacedResource { Name = name, Heap = heap, HeapOffset = offset, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM", InitialState = NPS }
    end
    local x, y = placed("x", 0), placed("y", at)
    t.run(q, reads(x, nil, { off = true }))
    moves(c, y)
  end)
end

-- In one submission a transition of another texture in the same place is done before the next command, and is no use of the memory: engines take all textures of a pass to their states at once.
case("a copy from x, after y was transitioned in its memory by the same list", "silent", function()
  local q, heap = t.queue("DIRECT", "q"), t.heap(65536, "ALLOW_ONLY_NON_RT_DS_TEXTURES")
  local function placed(name)
    return t.device:CreatePlacedResource { Name = name, Heap = heap, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM", InitialState = "COPY_DEST" }
  end
  local x, y, b = placed "x", placed "y", t.buf("b", 65536)
  t.run(q, function(l)
    copies(l, x, 0)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE")
    t.go(l, y, "COPY_DEST", NPS)
    l:CopyTextureRegion(t.rows(b), 0, 0, 0, { Resource = x })
  end)
end)

-- Slices, planes and targets --------------------------------------------------------------------------------------------------------------

local function draws(l, rtv, dsv, options) t.drawState(l, t.drawing("plain", options), rtv, dsv) l:DrawInstanced(3, 1, 0, 0) end
local function directs() return t.queue("DIRECT", "q"), t.queue("DIRECT", "c") end

for _, bundled in ipairs { false, true } do
  for _, n in ipairs { 2, 1 } do
    case((bundled and "a bundle draws" or "a draw") .. " with slice 0 of a view of " .. n .. ", another queue transitions slice 1", n == 2 and 'GS0519 texture "x"' or "silent", function()
      local q, c = directs()
      local x, target = t.tex("x", PS, "NONE", { DepthOrArraySize = 2 }), t.target("target")
      local root = t.device:CreateRootSignature { Name = "draws", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = {
        { Type = "DESCRIPTOR_TABLE", ShaderVisibility = "PIXEL", Ranges = { { Type = "SRV", NumDescriptors = 1 } } } } }
      local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
      t.device:CreateShaderResourceView(x, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2DARRAY", Texture2DArray = { MipLevels = 1, ArraySize = n } }, heap:GetCPUDescriptorHandle(0))
      local pso = t.drawing("plain", { root = root, ps = { Name = "shows", Main = function(v) return slices:Load(int4(0, 0, 0, 0)) end } })
      local rtv = t.rtv(target)
      local function draw(l) l:SetGraphicsRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0)) l:DrawInstanced(3, 1, 0, 0) end
      t.run(q, function(l)
        l:SetDescriptorHeaps { heap }
        t.drawState(l, pso, rtv, nil, root)
        if not bundled then return draw(l) end
        local b = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
        b:SetDescriptorHeaps { heap }
        b:SetGraphicsRootSignature(root)
        b:SetPipelineState(pso)
        b:IASetPrimitiveTopology "TRIANGLELIST"
        draw(b)
        b:Close()
        l:ExecuteBundle(b)
      end)
      moves(c, x, 1, PS)
    end)
  end
end
for _, n in ipairs { 2, 1 } do
  case("a draw to slice 0 of a target of " .. n .. ", after another queue transitions slice 1", n == 2 and 'GS0519 texture "x"' or "silent", function()
    local q, c = directs()
    local x = t.tex("x", RT, "ALLOW_RENDER_TARGET", { DepthOrArraySize = 2 })
    local rtv = t.rtv(x, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2DARRAY", Texture2DArray = { ArraySize = n } })
    moves(c, x, 1, RT)
    t.run(q, function(l) draws(l, rtv) end)
  end)
end
for _, plane in ipairs { "stencil", "depth" } do
  case("a draw that tests " .. plane .. " of a depth buffer, and another queue transitions stencil", plane == "stencil" and 'GS0519 texture "x"' or "silent", function()
    local q, c = directs()
    local x, target = t.tex("x", DW, "ALLOW_DEPTH_STENCIL", { Format = "D24_UNORM_S8_UINT" }), t.target("target")
    local dsv, rtv = t.dsv(x), t.rtv(target)
    t.run(q, function(l) l:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 1, 0) end)
    t.idle(q)
    local pso = t.device:CreateGraphicsPipelineState { Name = "tests", RootSignature = t.device:CreateRootSignature { Name = "none" },
      VS = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) } end },
      PS = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1.0, 1.0, 1.0, 1.0) end }, RasterizerState = { CullMode = "NONE" }, PrimitiveTopologyType = "TRIANGLE",
      RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D24_UNORM_S8_UINT",
      DepthStencilState = { DepthEnable = plane == "depth", DepthFunc = "LESS", DepthWriteMask = "ZERO", StencilEnable = plane == "stencil" } }
    local root = t.device:CreateRootSignature { Name = "none" }
    t.run(q, function(l) t.drawState(l, pso, rtv, dsv, root) l:DrawInstanced(3, 1, 0, 0) end)
    moves(c, x, 1, DW)
  end)
end

-- Threads ---------------------------------------------------------------------------------------------------------------------------------

for _, sub in ipairs { 1, 2 } do
  case("a thread submits the transition of mip " .. sub .. ", the main one a read through a view of mips 0 and 1", sub == 1 and 'GS0519 texture "x"' or "silent", function()
    local q, c = two()
    local x = mips()
    local read = reads(x, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2D", Texture2D = { MipLevels = 2 } })
    local thread = gpu.Thread("streams", function() moves(c, x, sub) end)
    t.run(q, read)
    thread:Join()
  end)
end

-- Subresources that the list has told apart -------------------------------------------------------------------------------------------------
-- A view of all three mips, which come in COPY_DEST: by a static descriptor, by a volatile one, and by one that the shader chooses. Then only what it
-- touches counts, which is mip 0.
for _, kind in ipairs { "static", "volatile", "chosen" } do
  local function apart(name, expected, record)
    local untouched = kind == "chosen" and not name:find "mip 0"
    case(("%s: a view of all mips, %s"):format(kind, name), untouched and "silent" or expected, function()
      local q, x = t.queue("DIRECT", "q"), mips(nil, "COPY_DEST")
      local read
      if kind == "chosen" then
        local w = t.varying()
        t.device:CreateShaderResourceView(x, nil, w.heap:GetCPUDescriptorHandle(2))
        read = function(l)
          l:SetDescriptorHeaps { w.heap }
          l:SetComputeRootSignature(w.root)
          l:SetPipelineState(w.pso)
          l:SetComputeRoot32BitConstants(0, { gpu.AsUint(2) })
          l:SetComputeRootDescriptorTable(1, w.heap:GetGPUDescriptorHandle(0))
          l:SetComputeRootUnorderedAccessView(2, w.to:GetGPUVirtualAddress())
          l:Dispatch(1, 1, 1)
        end
      else
        read = reads(x, nil, { static = kind == "static" })
      end
      t.run(q, function(l)
        record(l, x)
        read(l)
      end)
    end)
  end
  local missing = 'GS0402 Dispatch in direct list "list" needs texture "x" in NON_PIXEL_SHADER_RESOURCE, but it is in COPY_DEST by then'
  apart("of which a barrier brings the first one", missing, function(l, x) t.go(l, x, "COPY_DEST", NPS, 0) end)
  apart("of which a barrier brings the last one, and not mip 0", missing, function(l, x) t.go(l, x, "COPY_DEST", NPS, 2) end)
  apart("of which barriers bring two", missing, function(l, x)
    for _, sub in ipairs { 2, 0 } do t.go(l, x, "COPY_DEST", NPS, sub) end
  end)
  apart("each of which a barrier brings", "silent", function(l, x)
    for sub = 0, 2 do t.go(l, x, "COPY_DEST", NPS, sub) end
  end)
  apart("all of which a barrier brings, after one of the second one", "silent", function(l, x)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE", 1)
    t.go(l, x, "COPY_SOURCE", "COPY_DEST", 1)
    t.go(l, x, "COPY_DEST", NPS)
  end)
  apart("all of which a barrier brings, before one of the second one", 'GS0402 Dispatch needs texture "x" in NON_PIXEL_SHADER_RESOURCE, but it is in COPY_SOURCE', function(l, x)
    t.go(l, x, "COPY_DEST", NPS)
    t.go(l, x, NPS, "COPY_SOURCE", 1)
  end)
  apart("the second of which goes elsewhere before the others are brought", 'GS0402 Dispatch needs texture "x" in NON_PIXEL_SHADER_RESOURCE, but it is in COPY_SOURCE', function(l, x)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE", 1)
    for _, sub in ipairs { 0, 2 } do t.go(l, x, "COPY_DEST", NPS, sub) end
  end)
  apart("of which mip 0 goes elsewhere behind a barrier of all", 'GS0402 Dispatch needs texture "x" in NON_PIXEL_SHADER_RESOURCE, but it is in COPY_SOURCE', function(l, x)
    t.go(l, x, "COPY_DEST", NPS)
    for _, sub in ipairs { 1, 0 } do t.go(l, x, NPS, "COPY_SOURCE", sub) end
  end)
  apart("the second of which is copied to, and the others are brought", 'GS0402 Dispatch needs texture "x" in NON_PIXEL_SHADER_RESOURCE, but it is in COPY_DEST', function(l, x)
    l:CopyTextureRegion({ Resource = x, SubresourceIndex = 1 }, 0, 0, 0, t.rows(t.upload("up", 16384), 32, 0, 32))
    for _, sub in ipairs { 0, 2 } do t.go(l, x, "COPY_DEST", NPS, sub) end
  end)
end
