-- Which bytes a shader touches, counted by hand: fields of structures, components, words of raw buffers, texels of typed ones, boxes of pictures, vertices and
-- instances; the byte before, the first, the last and the byte behind them are touched on another queue. Situations of another project's tests, whose expectations
-- were derived before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function D(name) return t.queue("DIRECT", name or "b") end
local function X(name) return t.queue("COPY", name or "a") end
local function into(x, at, n) return function(l) l:CopyBufferRegion(x, at, t.upload("up"), 0, n) end end
local function from(x, at, n) return function(l) l:CopyBufferRegion(t.readback("down"), 0, x, at, n) end end

-- edges declares a case for each edge of the bytes [first, last] that a use of x touches.
local function edges(name, first, last, writes, use)
  for i, at in ipairs { first - 1, first, last, last + 1 } do
    local meets = at >= first and at <= last
    if at >= 0 and not (i == 3 and first == last) then
      case(name .. ", the byte " .. at, meets and ('GS0512 buffer "x" @ x[%d, %d)'):format(at, at + 1) or "silent", function()
        local a, b, x = X(), D(), t.buf("x")
        t.run(b, use(x))
        t.run(a, writes and from(x, at, 1) or into(x, at, 1))
      end)
    end
  end
end

-- kernel returns what dispatches one group of four work items with a view of x in t0 or u0, and a plain buffer in u1.
local function kernel(main, view, writes, counter)
  return function(x)
    local root = t.device:CreateRootSignature { Name = "root", Parameters = {
      { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = writes and "UAV" or "SRV", NumDescriptors = 1 } } }, { Type = "UAV", ShaderRegister = 1 } } }
    local pso = t.device:CreateComputePipelineState { Name = "kernel", RootSignature = root, CS = gpu.ComputeShader { Name = "kernel", NumThreads = { 4, 1, 1 }, Main = main } }
    local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
    if writes then t.device:CreateUnorderedAccessView(x, counter, view, heap:GetCPUDescriptorHandle(0))
    else t.device:CreateShaderResourceView(x, view, heap:GetCPUDescriptorHandle(0)) end
    local out = t.buf("out")
    return function(l)
      l:SetDescriptorHeaps { heap }
      l:SetPipelineState(pso)
      l:SetComputeRootSignature(root)
      l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
      l:SetComputeRootUnorderedAccessView(1, out:GetGPUVirtualAddress())
      l:Dispatch(1, 1, 1)
    end
  end
end
local out = gpu.RWStructuredBuffer("u1", "float")

-- Structured buffers: fields and components.
local Star = { { "position", "float3" }, { "mass", "float" }, { "more", "float", 4 } } -- 32 bytes
local stars, vectors, triples = gpu.StructuredBuffer("t0", Star), gpu.StructuredBuffer("t0", "float4"), gpu.StructuredBuffer("t0", "float3")
local function structured(stride, first) return { ViewDimension = "BUFFER", Format = "UNKNOWN", FirstElement = first or 0, NumElements = 16, StructureByteStride = stride } end
edges("the mass of star 2 is read", 76, 79, false, kernel(function(GroupIndex) out[GroupIndex] = stars[2].mass end, structured(32)))
edges("the position of star 2 is read", 64, 75, false, kernel(function(GroupIndex)
  local p = stars[2].position
  out[GroupIndex] = p.x + p.y + p.z
end, structured(32)))
edges("the height of star 2 is read", 68, 71, false, kernel(function(GroupIndex) out[GroupIndex] = stars[2].position.y end, structured(32)))
edges("one number of the list of star 2 is read", 88, 91, false, kernel(function(GroupIndex) out[GroupIndex] = stars[2].more[2] end, structured(32)))
edges("element 5 of three floats is read", 60, 71, false, kernel(function(GroupIndex)
  local v = triples[5]
  out[GroupIndex] = v.x + v.y + v.z
end, structured(12)))
edges("elements 4 to 7 of four floats are read in a view that begins with the second", 96, 159, false, kernel(function(GroupIndex)
  local v = vectors[GroupIndex + 4]
  out[GroupIndex] = v.x + v.y + v.z + v.w
end, structured(16, 2)))

-- Raw buffers: words.
local raw, rawOut = gpu.ByteAddressBuffer "t0", gpu.RWByteAddressBuffer "u0"
local function words(first) return { ViewDimension = "BUFFER", Format = "R32_TYPELESS", FirstElement = first or 0, NumElements = 256, Flags = "RAW" } end
edges("a word at 12 is loaded", 12, 15, false, kernel(function(GroupIndex) out[GroupIndex] = float(raw:Load(12)) end, words()))
edges("three words at 20 are loaded", 20, 31, false, kernel(function(GroupIndex)
  local v = raw:Load3(20)
  out[GroupIndex] = float(v.x + v.y + v.z)
end, words()))
edges("two words at 8 of a view that begins at 32 are stored", 40, 47, true, kernel(function(GroupIndex)
  if GroupIndex == 0 then rawOut:Store2(8, uint2(1, 2)) end
end, words(8), true))
edges("four work items store a word each", 0, 15, true, kernel(function(GroupIndex) rawOut:Store(GroupIndex * 4, GroupIndex) end, words(), true))
edges("the third of four work items stores a word", 8, 11, true, kernel(function(GroupIndex)
  if GroupIndex == 2 then rawOut:Store(GroupIndex * 4, 1) end
end, words(), true))
edges("an atomic sum of the word at 20", 20, 23, true, kernel(function(GroupIndex) rawOut:InterlockedAdd(20, 1) end, words(), true))

-- Typed buffers: texels of one, two, four and sixteen bytes.
local numbers, numbersOut, colours = gpu.Buffer("t0", "uint"), gpu.RWBuffer("u0", "uint"), gpu.Buffer("t0", "float4")
local function texels(format, first) return { ViewDimension = "BUFFER", Format = format, FirstElement = first or 0, NumElements = 32 } end
edges("a byte of a view that begins at 16 is written", 19, 19, true, kernel(function(GroupIndex)
  if GroupIndex == 3 then numbersOut[3] = 1 end
end, texels("R8_UINT", 16), true))
edges("four bytes side by side are written", 4, 7, true, kernel(function(GroupIndex) numbersOut[GroupIndex + 4] = 1 end, texels("R8_UINT"), true))
edges("a number of two bytes is read", 10, 11, false, kernel(function(GroupIndex) out[GroupIndex] = float(numbers[5]) end, texels("R16_UINT")))
edges("a colour of four bytes is read", 8, 11, false, kernel(function(GroupIndex)
  local c = colours[2]
  out[GroupIndex] = c.x + c.y + c.z + c.w
end, texels("R8G8B8A8_UNORM")))
edges("a colour of sixteen bytes is read", 32, 47, false, kernel(function(GroupIndex)
  local c = colours[2]
  out[GroupIndex] = c.x + c.y + c.z + c.w
end, texels("R32G32B32A32_FLOAT")))

-- Constants: rows of sixteen bytes.
local constants = gpu.ConstantBuffer("b0", { { "first", "float4" }, { "rows", "float4", 4 }, { "last", "float" } })
local function constant(main)
  return function(x)
    local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "CBV", ShaderRegister = 0, Flags = "DATA_VOLATILE" }, { Type = "UAV", ShaderRegister = 1 } } }
    local pso = t.device:CreateComputePipelineState { Name = "kernel", RootSignature = root, CS = gpu.ComputeShader { Name = "kernel", NumThreads = { 4, 1, 1 }, Main = main } }
    local to = t.buf("out")
    return function(l)
      l:SetPipelineState(pso)
      l:SetComputeRootSignature(root)
      l:SetComputeRootConstantBufferView(0, x:GetGPUVirtualAddress() + 256)
      l:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
      l:Dispatch(1, 1, 1)
    end
  end
end
edges("a component of a row of constants is read", 256 + 16 + 36, 256 + 16 + 39, false, constant(function(GroupIndex) out[GroupIndex] = constants.rows[2].y end))
edges("the constant behind the rows is read", 256 + 80, 256 + 83, false, constant(function(GroupIndex) out[GroupIndex] = constants.last end))
edges("a row of constants is read", 256 + 32, 256 + 47, false, constant(function(GroupIndex)
  local v = constants.rows[1]
  out[GroupIndex] = v.x + v.y + v.z + v.w
end))

-- Vertices, indices and instances.
local function drawing(layout, inputs, main)
  local root = t.device:CreateRootSignature { Name = "input", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
  local rtv = t.rtv(t.target("picture"))
  local pso = t.device:CreateGraphicsPipelineState { Name = "fetch", RootSignature = root, RasterizerState = { CullMode = "NONE" },
    VS = gpu.VertexShader { Name = "fetch", Inputs = inputs, Main = main }, PS = gpu.PixelShader { Name = "white", Main = function(v) return float4(1.0, 1.0, 1.0, 1.0) end },
    PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" }, DepthStencilState = { DepthEnable = false }, InputLayout = layout }
  return function(l) t.drawState(l, pso, rtv, nil, root) end
end
local function corner(p) return { Position = float4(p, 0.5, 1.0) } end
local function placed(p, at) return { Position = float4(p + at, 0.5, 1.0) } end
local plain = { { "POSITION", "float2" } }
for _, at in ipairs { { 0, "silent" }, { 8, 'GS0512 buffer "x" @ x[8, 16)' }, { 16, "silent" }, { 32, "silent" }, { 40, 'GS0512 buffer "x" @ x[40, 48)' }, { 48, "silent" } } do
  case("indices 5, 1, 5 are drawn, and eight bytes of the vertices are written at " .. at[1], at[2], function()
    local a, b, x, indices = X(), D(), t.buf("x"), t.upload("indices")
    indices:Map():Write(0, "uint", { 5, 1, 5 })
    local draw = drawing({ { "POSITION", "R32G32_FLOAT" } }, plain, corner)
    t.run(b, function(l)
      draw(l)
      t.vertices(l, x, 256)
      t.indices(l, indices)
      l:DrawIndexedInstanced(3, 1)
    end)
    t.run(a, into(x, at[1], 8))
  end)
end
for _, at in ipairs { { 8, "silent" }, { 12, 'GS0512 buffer "x" @ x[12, 16)' }, { 16, 'GS0512 buffer "x" @ x[16, 20)' }, { 20, "silent" } } do
  case("four instances share two elements behind the third, and a word is written at " .. at[1], at[2], function()
    local a, b, x, v = X(), D(), t.buf("x"), t.buf("v")
    local draw = drawing({ { "POSITION", "R32G32_FLOAT" }, { SemanticName = "PLACE", Format = "R32_FLOAT", InputSlot = 1, InputSlotClass = "PER_INSTANCE_DATA", InstanceDataStepRate = 2 } },
      { { "POSITION", "float2" }, { "PLACE", "float" } }, placed)
    t.run(b, function(l)
      draw(l)
      l:IASetVertexBuffers(0, { { BufferLocation = v:GetGPUVirtualAddress(), SizeInBytes = 256, StrideInBytes = 8 }, { BufferLocation = x:GetGPUVirtualAddress(), SizeInBytes = 256, StrideInBytes = 4 } })
      l:DrawInstanced(3, 4, 0, 3)
    end)
    t.run(a, into(x, at[1], 4))
  end)
end
for _, at in ipairs { { 8, "silent" }, { 12, 'GS0512 buffer "x" @ x[12, 16)' }, { 16, "silent" } } do
  case("all instances share the element behind the third, and a word is written at " .. at[1], at[2], function()
    local a, b, x, v = X(), D(), t.buf("x"), t.buf("v")
    local draw = drawing({ { "POSITION", "R32G32_FLOAT" }, { SemanticName = "PLACE", Format = "R32_FLOAT", InputSlot = 1, InputSlotClass = "PER_INSTANCE_DATA", InstanceDataStepRate = 0 } },
      { { "POSITION", "float2" }, { "PLACE", "float" } }, placed)
    t.run(b, function(l)
      draw(l)
      l:IASetVertexBuffers(0, { { BufferLocation = v:GetGPUVirtualAddress(), SizeInBytes = 256, StrideInBytes = 8 }, { BufferLocation = x:GetGPUVirtualAddress(), SizeInBytes = 256, StrideInBytes = 4 } })
      l:DrawInstanced(3, 4, 0, 3)
    end)
    t.run(a, into(x, at[1], 4))
  end)
end
for _, at in ipairs { { 4, 8, "silent" }, { 16, 8, 'GS0512 buffer "x" @ x[16, 24)' }, { 12, 4, "silent" }, { 36, 4, "silent" } } do
  case(("vertices of 24 bytes with a position behind the sixteenth, and %d bytes are written at %d"):format(at[2], at[1]), at[3], function()
    local a, b, x = X(), D(), t.buf("x")
    local draw = drawing({ { SemanticName = "POSITION", Format = "R32G32_FLOAT", AlignedByteOffset = 16 } }, plain, corner)
    t.run(b, function(l)
      draw(l)
      l:IASetVertexBuffers(0, { { BufferLocation = x:GetGPUVirtualAddress(), SizeInBytes = 256, StrideInBytes = 24 } })
      l:DrawInstanced(3, 1)
    end)
    t.run(a, into(x, at[1], at[2]))
  end)
end

-- Pictures for simultaneous access: texels.
local SIM = "ALLOW_SIMULTANEOUS_ACCESS|ALLOW_UNORDERED_ACCESS"
local picture, pictureOut, filter = gpu.Texture2D("t0", "float4"), gpu.RWTexture2D("u0", "float4"), gpu.SamplerState("s0")
-- looking is a kernel of one group on a view of picture x; sampler is the filter of s0.
local function looking(x, main, view, writes, sampler)
  local root = t.device:CreateRootSignature { Name = "root", StaticSamplers = { { ShaderRegister = 0, Filter = sampler or "MIN_MAG_MIP_POINT" } }, Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = writes and "UAV" or "SRV", NumDescriptors = 1 } } }, { Type = "UAV", ShaderRegister = 1 } } }
  local pso = t.device:CreateComputePipelineState { Name = "kernel", RootSignature = root, CS = gpu.ComputeShader { Name = "kernel", NumThreads = { 4, 1, 1 }, Main = main } }
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  if writes then t.device:CreateUnorderedAccessView(x, nil, view, heap:GetCPUDescriptorHandle(0))
  else t.device:CreateShaderResourceView(x, view, heap:GetCPUDescriptorHandle(0)) end
  local to = t.buf("out")
  return function(l)
    l:SetDescriptorHeaps { heap }
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
    l:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
end
local function paste(x, left, top, width, height, sub)
  return function(l)
    l:CopyTextureRegion({ Resource = x, Subresource = sub }, left, top, 0, t.rows(t.upload("up", 16384)), { Right = width, Bottom = height, Back = 1 })
  end
end
-- around declares cases for boxes { left, top, width, height } that another queue writes, and what both sides touch of the texels that a kernel reads.
local function around(name, main, boxes, sampler, view, more, sub)
  for _, box in ipairs(boxes) do
    case(("%s, and %d by %d texels are written at %d, %d"):format(name, box[3], box[4], box[1], box[2]), box[5] and 'GS0512 texture "x" @ x[' .. box[5] .. "]" or "silent", function()
      local a, b, x = X(), D(), t.tex("x", "COMMON", SIM, more)
      t.run(b, looking(x, main, view, false, sampler))
      t.run(a, paste(x, box[1], box[2], box[3], box[4], sub))
    end)
  end
end
around("a texel is read", function(GroupIndex) out[GroupIndex] = picture[uint2(8, 5)].x end, {
  { 8, 5, 1, 1, "x 8..9, y 5..6" }, { 0, 0, 64, 5 }, { 0, 5, 8, 1 }, { 9, 5, 8, 1 }, { 0, 6, 64, 8 }, { 0, 0, 64, 64, "x 8..9, y 5..6" } })
around("the nearest texel is sampled", function(GroupIndex) out[GroupIndex] = picture:SampleLevel(filter, float2(8.5 / 64, 5.5 / 64), 0).x end, {
  { 8, 5, 1, 1, "x 8..9, y 5..6" }, { 9, 5, 1, 1 }, { 7, 5, 1, 1 } })
around("four texels are filtered", function(GroupIndex) out[GroupIndex] = picture:SampleLevel(filter, float2(8.0 / 64, 5.0 / 64), 0).x end, {
  { 7, 4, 1, 1, "x 7..8, y 4..5" }, { 8, 5, 1, 1, "x 8..9, y 5..6" }, { 6, 4, 1, 2 }, { 9, 4, 1, 2 }, { 7, 3, 2, 1 }, { 7, 6, 2, 1 } }, "MIN_MAG_MIP_LINEAR")
around("four texels are gathered", function(GroupIndex)
  local v = picture:Gather(filter, float2(8.0 / 64, 5.0 / 64))
  out[GroupIndex] = v.x + v.y + v.z + v.w
end, {
  { 7, 4, 1, 1, "x 7..8, y 4..5" }, { 8, 5, 1, 1, "x 8..9, y 5..6" }, { 6, 4, 1, 2 }, { 9, 4, 1, 2 } })
around("of four texels that are gathered the lower left one is used", function(GroupIndex) out[GroupIndex] = picture:Gather(filter, float2(8.0 / 64, 5.0 / 64)).x end, {
  { 7, 5, 1, 1, "x 7..8, y 5..6" }, { 8, 5, 1, 1 }, { 7, 4, 2, 1 } })
local two = { MipLevels = 2 }
around("a texel of the smaller mip is read, the other one is written", function(GroupIndex) out[GroupIndex] = picture.mips[1][uint2(8, 5)].x end, { { 8, 5, 1, 1 } }, nil, nil, two, 0)
around("a texel of the smaller mip is read", function(GroupIndex) out[GroupIndex] = picture.mips[1][uint2(8, 5)].x end, {
  { 8, 5, 1, 1, "subresource 1, x 8..9, y 5..6" }, { 9, 5, 1, 1 } }, nil, nil, two, 1)
around("a texel through a view of the smaller mip alone", function(GroupIndex) out[GroupIndex] = picture[uint2(8, 5)].x end, {
  { 8, 5, 1, 1, "subresource 1, x 8..9, y 5..6" }, { 8, 6, 1, 1 } }, nil, { ViewDimension = "TEXTURE2D", Format = "R8G8B8A8_UNORM", MostDetailedMip = 1, MipLevels = 1 }, two, 1)
for _, at in ipairs { { 3, "x 3..4, y 2..3" }, { 4 }, { 2 } } do
  case("a kernel writes a texel of a byte, and another queue reads the one at " .. at[1], at[2] and 'GS0512 texture "x" @ x[' .. at[2] .. "]" or "silent", function()
    local a, b, x = X(), D(), t.tex("x", "COMMON", SIM, { Format = "R8_UNORM" })
    t.run(b, looking(x, function(GroupIndex)
      if GroupIndex == 0 then pictureOut[uint2(3, 2)] = float4(1.0, 0.0, 0.0, 0.0) end
    end, nil, true))
    t.run(a, function(l)
      l:CopyTextureRegion({ Resource = t.readback("down", 16384), Format = "R8_UNORM", Width = 64, Height = 64, RowPitch = 256 }, 0, 0, 0, { Resource = x },
        { Left = at[1], Top = 2, Right = at[1] + 1, Bottom = 3, Back = 1 })
    end)
  end)
end
