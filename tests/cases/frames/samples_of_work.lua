-- The programs that come with Direct3D 12, each as it is and with one mistake at a time: queries that predicate draws, commands made by the GPU, textures that are
-- streamed, pictures that are read back. Expectations were derived from the documentation before the first run.
local case = require "prelude".case

-- with declares a case for each row: what is wrong, what is said, and the name by which the program knows it.
local function with(what, rows, program)
  for _, row in ipairs(rows) do
    case(what .. ": " .. row[1], row[2], function() program(row[3] or row[1]) end)
  end
end

-- A box counts its samples; the next draw is left out where it has none.
with("predicated draws", {
  { "as it is", "silent" },
  { "the result is not made a predicate", 'GS0402 buffer "result"', "no transition" },
  { "the result lies at byte 4", "GS0826", "offset" },
  { "the query is not ended", "GS0827", "no end" },
  { "the query is ended and was not begun", "GS0827", "no begin" },
  { "the query is resolved before it is ended", "GS0827", "early" },
  { "another query is resolved", "GS0609", "other" },
  { "the query is of another type at its end", "GS0827", "type" },
  { "three queries of two are resolved", "GS0374", "count" },
  { "the predicate is set back at the end", "silent", "unset" },
  { "the result is in a buffer for the CPU", "GS0380", "readback" },
  { "the query is begun twice", "GS0827", "begun twice" },
  { "the query measures the first list and is resolved in the second", "silent", "two lists" },
  { "the result is resolved by the next call", "silent", "two calls" },
  { "a copy queue overwrites the result while it predicates", 'GS0512 buffer "result"', "copy" },
}, function(wrong)
  local gpu = require "gpu"
  local device = gpu.CreateDevice {}
  local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
  local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET",
    InitialState = "RENDER_TARGET" }
  local rtvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }
  local rtv = rtvs:GetCPUDescriptorHandle(0)
  device:CreateRenderTargetView(target, nil, rtv)
  local root = device:CreateRootSignature {}
  local pso = device:CreateGraphicsPipelineState { RootSignature = root, RTVFormats = { "R8G8B8A8_UNORM" }, PrimitiveTopologyType = "TRIANGLE", RasterizerState = { CullMode = "NONE" },
    DepthStencilState = { DepthEnable = false },
    VS = gpu.VertexShader { Main = function(VertexID) return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) } end },
    PS = gpu.PixelShader { Main = function() return float4(1, 0, 0, 1) end } }
  local queries = device:CreateQueryHeap { Type = "OCCLUSION", Count = 2, Name = "queries" }
  local result = device:CreateCommittedResource { Name = "result", Dimension = "BUFFER", Width = 64 }
  if wrong == "readback" then
    result = device:CreateCommittedResource { Name = "result", HeapType = "READBACK", Dimension = "BUFFER", Width = 64, InitialState = "COPY_DEST" }
  end
  local lists = {}
  local function open()
    local l = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT", InitialState = pso }
    lists[#lists + 1] = l
    l:SetGraphicsRootSignature(root)
    l:RSSetViewports { { Width = 16, Height = 16 } }
    l:RSSetScissorRects { { Right = 16, Bottom = 16 } }
    l:OMSetRenderTargets { rtv }
    l:IASetPrimitiveTopology "TRIANGLELIST"
    return l
  end
  local l = open()
  local function resolve() l:ResolveQueryData(queries, "BINARY_OCCLUSION", wrong == "other" and 1 or 0, wrong == "count" and 3 or 1, result, 0) end
  if wrong ~= "no begin" then l:BeginQuery(queries, "BINARY_OCCLUSION", 0) end
  if wrong == "begun twice" then l:BeginQuery(queries, "BINARY_OCCLUSION", 0) end
  l:DrawInstanced(3, 1)
  if wrong == "early" then resolve() end
  if wrong ~= "no end" then l:EndQuery(queries, wrong == "type" and "OCCLUSION" or "BINARY_OCCLUSION", 0) end
  if wrong == "two lists" or wrong == "two calls" then
    l:Close()
    if wrong == "two calls" then queue:ExecuteCommandLists { l } lists = {} end
    l = open()
  end
  if wrong ~= "early" then resolve() end
  if wrong ~= "no transition" then l:ResourceBarrier { { Type = "TRANSITION", Resource = result, Before = "COPY_DEST", After = "PREDICATION" } } end
  l:SetPredication(result, wrong == "offset" and 4 or 0, "EQUAL_ZERO")
  l:DrawInstanced(3, 1)
  if wrong == "unset" then l:SetPredication(nil) end
  l:Close()
  queue:ExecuteCommandLists(lists)
  if wrong == "copy" then
    local copy = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
    local up = device:CreateCommittedResource { Name = "up", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 64, InitialState = "GENERIC_READ" }
    local c = device:CreateCommandList { Type = "COPY", Allocator = device:CreateCommandAllocator "COPY" }
    c:CopyBufferRegion(result, 0, up, 0, 8)
    c:Close()
    copy:ExecuteCommandLists { c }
  end
end)

-- A compute queue chooses what is drawn: it writes arguments and a count, the other queue executes them.
with("commands of the GPU", {
  { "as it is", "silent" },
  { "drawing does not wait", 'GS0512 updates buffer "count"', "free" }, -- the wait for that serves the copy before it; its value says how many arguments are read: none
  { "the choice of the second frame does not wait for the drawing of the first", 'GS0512 buffer "count"', "ahead" },
  { "the count is not set to 0", "silent", "no zero" },
  { "the count is set to 0 in the list that counts, without a transition", 'GS0402 buffer "count"', "same list" },
  { "the count is set to 0 in the list that counts, with a transition", "silent", "same list with" },
  { "the count lies at byte 2", "GS0399", "offset" },
  { "the arguments begin at byte 2", "GS0399", "argument offset" },
  { "more commands than the buffer has room for", "GS0399", "room" },
  { "the signature has a constant and no root signature", "GS0326", "no root" },
  { "the signature has a root signature and changes no argument", "silent", "root" }, -- it may be left out, and need not
  { "the stride is smaller than the arguments", "GS0326", "stride" },
  { "the signature is released before the submission", "GS0604", "signature" },
  { "the arguments are released in flight", 'GS0601 buffer "arguments"', "released" },
  { "the choice and the drawing are on one queue, in one list, without a transition", 'GS0402 buffer "arguments"; GS0402 buffer "count"', "one list" },
  { "the choice and the drawing are on one queue, in two calls", "silent", "two calls" },
}, function(wrong)
  local gpu = require "gpu"
  local device = gpu.CreateDevice {}
  local direct = device:CreateCommandQueue { Type = "DIRECT", Name = "drawing" }
  local one = wrong == "one list" or wrong == "two calls"
  local compute = one and direct or device:CreateCommandQueue { Type = "COMPUTE", Name = "choice" }
  local type = one and "DIRECT" or "COMPUTE"
  local function buffer(name, size) return device:CreateCommittedResource { Name = name, Dimension = "BUFFER", Width = size, Flags = "ALLOW_UNORDERED_ACCESS" } end
  local arguments, count, out = buffer("arguments", 12 * 4), buffer("count", 256), buffer("out", 1024)
  local zero = device:CreateCommittedResource { Name = "zero", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
  zero:Map():Write(0, "uint", 0)
  local root = device:CreateRootSignature { Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 } } }
  local list, counter = gpu.RWStructuredBuffer("u0", "uint"), gpu.RWStructuredBuffer("u1", "uint")
  local choose = device:CreateComputePipelineState { Name = "choose", RootSignature = root, CS = gpu.ComputeShader { NumThreads = { 4, 1, 1 }, Main = function(GroupIndex)
    list[GroupIndex * 3] = 1
    list[GroupIndex * 3 + 1] = 1
    list[GroupIndex * 3 + 2] = 1
    if GroupIndex < 2 then InterlockedAdd(counter[0], 1) end
  end } }
  local mark = device:CreateComputePipelineState { Name = "mark", RootSignature = root, CS = gpu.ComputeShader { NumThreads = { 1, 1, 1 }, Main = function() InterlockedAdd(list[8], 1) end } }
  local parts, stride, owner = { { Type = "DISPATCH" } }, 12, nil
  if wrong == "no root" then parts, stride = { { Type = "CONSTANT", RootParameterIndex = 2, DestOffsetIn32BitValues = 0, Num32BitValuesToSet = 1 }, { Type = "DISPATCH" } }, 16 end
  if wrong == "root" then owner = root end
  if wrong == "stride" then stride = 8 end
  local signature = device:CreateCommandSignature { Name = "signature", ByteStride = stride, ArgumentDescs = parts, RootSignature = owner }
  local function open(type) return device:CreateCommandList { Type = type, Allocator = device:CreateCommandAllocator(type), Name = "list of " .. type } end
  local function recordChoice(l)
    if wrong:sub(1, 9) == "same list" then l:CopyBufferRegion(count, 0, zero, 0, 4) end
    if wrong == "same list with" then l:ResourceBarrier { { Type = "TRANSITION", Resource = count, Before = "COPY_DEST", After = "UNORDERED_ACCESS" } } end
    l:SetComputeRootSignature(root)
    l:SetPipelineState(choose)
    l:SetComputeRootUnorderedAccessView(0, arguments:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, count:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
  local function recordDrawing(l)
    l:SetComputeRootSignature(root)
    l:SetPipelineState(mark)
    l:SetComputeRootUnorderedAccessView(0, out:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, out:GetGPUVirtualAddress() + 512)
    l:SetComputeRoot32BitConstants(2, { gpu.AsUint(0) })
    l:ExecuteIndirect(signature, wrong == "room" and 5 or 4, arguments, wrong == "argument offset" and 2 or 0, count, wrong == "offset" and 2 or 0)
  end
  local chosen, drawn = device:CreateFence(0, "chosen"), device:CreateFence(0, "drawn")
  for frame = 1, 2 do
    if frame == 2 and wrong ~= "ahead" and not one then compute:Wait(drawn, 1) end
    if wrong:sub(1, 9) ~= "same list" and wrong ~= "no zero" and not one then
      local l = open(type)
      l:CopyBufferRegion(count, 0, zero, 0, 4)
      l:Close()
      compute:ExecuteCommandLists { l }
    end
    local l = open(type)
    recordChoice(l)
    if wrong ~= "one list" then
      l:Close()
      compute:ExecuteCommandLists { l }
      if not one then compute:Signal(chosen, frame) end
      if wrong ~= "free" and not one then direct:Wait(chosen, frame) end
      l = open "DIRECT"
    end
    recordDrawing(l)
    l:Close()
    if wrong == "signature" then signature:Release() end
    direct:ExecuteCommandLists { l }
    if not one then direct:Signal(drawn, frame) end
    if wrong == "released" then arguments:Release() end
  end
end)

-- Textures are streamed: a ring of upload memory, a copy queue, and a draw queue that samples.
with("textures that are streamed", {
  { "as it is", "silent" },
  { "drawing does not wait for the copy", 'GS0512 texture "texture 1"', "free" },
  { "the ring comes around too early", 'GS0513 buffer "ring"', "ring" },
  { "a part of the ring is at a multiple of 256", "GS0370", "placement" },
  { "the rows are as long as the texels", "GS0370", "pitch" },
  { "the box is one texel too wide", "GS0366", "box" },
  { "the wrong subresource is written and the right one is read", "silent", "wrong mip" },
  { "a subresource that is not there", "GS0371", "no mip" },
  { "the texture is made for copies only and sampled as it is", 'GS0402 texture "texture 1"', "copy state" },
  { "the format of the rows is another one", "GS0368", "format" },
  { "the format of the rows is another one of the family", "silent", "family" },
  { "the view shows more mips than there are", "GS0397", "view" },
  { "the view is made when the list has been recorded", "GS0606", "late view" },
  { "the texture is released between recording and submission", 'GS0622 texture "texture 1"; GS0622 texture "texture 2"; GS0622 texture "texture 3"; GS0622 texture "texture 4"', "released" }, -- only the descriptor names it
}, function(wrong)
  local gpu = require "gpu"
  local device = gpu.CreateDevice {}
  local copy, direct = device:CreateCommandQueue { Type = "COPY", Name = "copy" }, device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
  local ring = device:CreateCommittedResource { Name = "ring", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 16384, InitialState = "GENERIC_READ" }
  local memory = ring:Map()
  local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
  local out = device:CreateCommittedResource { Name = "out", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS" }
  local root = device:CreateRootSignature { Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = "DATA_VOLATILE" } } }, { Type = "UAV", ShaderRegister = 0 } } }
  local t, u = gpu.Texture2D("t0", "float4"), gpu.RWStructuredBuffer("u0", "float")
  local pso = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) u[GroupIndex] = t:Load(int3(GroupIndex, 0, 0)).x end } }
  local copied, used = device:CreateFence(0, "copied"), device:CreateFence(0, "used")
  local SLOT = 4096
  for n = 1, 4 do
    local texture = device:CreateCommittedResource { Name = "texture " .. n, Dimension = "TEXTURE2D", Width = 16, Height = 16, MipLevels = 2, Format = "R8G8B8A8_UNORM",
      InitialState = wrong == "copy state" and "COPY_DEST" or "COMMON" }
    local slot = (n - 1) % 2 * SLOT
    if wrong == "placement" then slot = slot + 256 end
    if n > 2 and wrong ~= "ring" then copied:WaitCPU(n - 2) end
    memory:Write(slot, "uint", n)
    local l = device:CreateCommandList { Type = wrong == "copy state" and "DIRECT" or "COPY", Allocator = device:CreateCommandAllocator(wrong == "copy state" and "DIRECT" or "COPY") }
    l:CopyTextureRegion({ Resource = texture, Subresource = wrong == "no mip" and 2 or 0 }, 0, 0, 0,
      { Resource = ring, Offset = slot, Format = wrong == "format" and "R32G32_FLOAT" or wrong == "family" and "R8G8B8A8_UINT" or "R8G8B8A8_UNORM", Width = 16, Height = 16, RowPitch = wrong == "pitch" and 64 or 256 },
      wrong == "box" and { Right = 17, Bottom = 16, Back = 1 } or nil)
    l:CopyTextureRegion({ Resource = texture, Subresource = wrong == "wrong mip" and 0 or 1 }, 0, 0, 0,
      { Resource = ring, Offset = slot, Format = wrong == "format" and "R32G32_FLOAT" or wrong == "family" and "R8G8B8A8_UINT" or "R8G8B8A8_UNORM", Width = 8, Height = 8, RowPitch = 256 })
    l:Close()
    local queue = wrong == "copy state" and direct or copy
    queue:ExecuteCommandLists { l }
    queue:Signal(copied, n)
    if wrong ~= "free" then direct:Wait(copied, n) end
    local function view() device:CreateShaderResourceView(texture, wrong == "view" and { MipLevels = 3 } or nil, heap:GetCPUDescriptorHandle(n)) end
    if wrong ~= "late view" then view() end
    local d = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT", InitialState = pso }
    d:SetComputeRootSignature(root)
    d:SetDescriptorHeaps { heap }
    d:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(n))
    d:SetComputeRootUnorderedAccessView(1, out:GetGPUVirtualAddress())
    d:Dispatch(1, 1, 1)
    d:Close()
    if wrong == "late view" then view() end
    if wrong == "released" then copied:WaitCPU(n) texture:Release() end
    direct:ExecuteCommandLists { d }
    direct:Signal(used, n)
  end
end)
