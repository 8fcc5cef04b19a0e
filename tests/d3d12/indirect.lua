-- ExecuteIndirect with everything that arguments may hold, and numbers that programs get wrong: constants in the middle, addresses of three kinds, buffers of
-- vertices and indices, negative base vertices, strides with room, counts of all sizes.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device

local W, H = 8, 4
local target = t.Texture("target", W, H, "R32G32B32A32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
local rtv = t.RTV(target)
local root = device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = {
  { Type = "32BIT_CONSTANTS", Num32BitValues = 4 }, { Type = "CBV", ShaderRegister = 1 }, { Type = "SRV" }, { Type = "UAV", ShaderRegister = 1 } } }
local args, box = gpu.ConstantBuffer("b0", { { "a", "float4" } }), gpu.ConstantBuffer("b1", { { "a", "float4" } })
local words, count = gpu.ByteAddressBuffer("t0"), gpu.RWByteAddressBuffer("u1")

-- A vertex is a pixel: its first element says which, counted from the left; rows are instances, from the top.
local vs = gpu.VertexShader { Name = "vs", Inputs = { { "V0", "float" }, { "I0", "float" } }, Interpolation = { value = "nointerpolation" },
  Main = function(v, i, VertexID, InstanceID)
    local at = float2((v + 0.5) / W * 2.0 - 1.0, 1.0 - (i + 0.5) / H * 2.0)
    return { Position = float4(at, 0.5, 1.0), value = float4(float(VertexID), float(InstanceID), args.a.x + args.a.y * 10.0, box.a.x + asfloat(words:Load(0))) }
  end }
local pso = t.Graphics { Name = "points", RootSignature = root, VS = vs, PS = gpu.PixelShader { Name = "ps", Main = function(v)
  count:InterlockedAdd(0, 1)
  return v.value
end }, PrimitiveTopologyType = "POINT", RTVFormats = { "R32G32B32A32_FLOAT" },
  InputLayout = { { "V", 0, "R32_FLOAT", 0 }, { "I", 0, "R32_FLOAT", 1, 0, "PER_INSTANCE_DATA", 1 } } }

local ramp = {}
for i = 0, 15 do ramp[i + 1] = i end
local vertices = t.Upload("vertices", "float", ramp)
local reversed = t.Upload("reversed", "float", { 7, 6, 5, 4, 3, 2, 1, 0 })
local constants = t.Upload("constants", "float", { 100, 0, 0, 0 }, 512)
constants:Map():Write(256, "float", { 200, 0, 0, 0 })
constants:Unmap()
local numbers = t.Upload("numbers", "float", { 1000, 2000, 3000 })
local counter
local function float(x) return x == 0 and 0 or (math.floor(math.log(x) / math.log(2) + 1e-9) + 127) * 2 ^ 23 + (x / 2 ^ math.floor(math.log(x) / math.log(2) + 1e-9) - 1) * 2 ^ 23 end
local function address(a) return a % 2 ^ 32, math.floor(a / 2 ^ 32) end
local function stream(buffer, bytes) return { BufferLocation = buffer:GetGPUVirtualAddress(), SizeInBytes = bytes or 64, StrideInBytes = 4 } end

-- Draw runs commands over a cleared target; at gives what is in a pixel, {-1 …} where nothing was drawn.
local function draw(record)
  counter = t.Contents("counter", "uint", { 0 })
  t.Run("indirect", function(list)
    list:ClearRenderTargetView(rtv, { -1, -1, -1, -1 })
    t.Targets(list, W, H, { rtv })
    list:SetGraphicsRootSignature(root)
    list:SetPipelineState(pso)
    list:SetGraphicsRoot32BitConstants(0, { 1, 2, 3, 4 })
    list:SetGraphicsRootConstantBufferView(1, constants:GetGPUVirtualAddress())
    list:SetGraphicsRootShaderResourceView(2, numbers:GetGPUVirtualAddress())
    list:SetGraphicsRootUnorderedAccessView(3, counter:GetGPUVirtualAddress())
    list:IASetPrimitiveTopology "POINTLIST"
    list:IASetVertexBuffers(0, { stream(vertices), stream(vertices) })
    record(list)
  end)
  local texels = t.Texels(target, "RENDER_TARGET", "float")
  local drawn = {}
  for y = 0, H - 1 do
    for x = 0, W - 1 do
      local i = (y * W + x) * 4
      if texels[i + 1] ~= -1 then drawn[#drawn + 1] = { x, y, unpack(texels, i + 1, i + 4) } end
    end
  end
  return drawn
end
local function signature(stride, ...)
  local needs = false
  for _, a in ipairs { ... } do needs = needs or a.RootParameterIndex ~= nil end
  return device:CreateCommandSignature { Name = "signature", ByteStride = stride, ArgumentDescs = { ... }, RootSignature = needs and root or nil }
end
local function arguments(...) return t.Upload("arguments", "uint", { ... }) end

-- Draws: vertices, instances, the first vertex, the first instance; a stride larger than the arguments; several commands.
t.Check("a draw", draw(function(list) list:ExecuteIndirect(signature(16, { Type = "DRAW" }), 1, arguments(2, 2, 3, 1), 0) end),
  { { 3, 1, 0, 0, 21, 1100 }, { 4, 1, 1, 0, 21, 1100 }, { 3, 2, 0, 1, 21, 1100 }, { 4, 2, 1, 1, 21, 1100 } })
t.Check("draws with room between", draw(function(list)
  list:ExecuteIndirect(signature(24, { Type = "DRAW" }), 2, arguments(99, 99, 1, 1, 0, 0, 77, 77, 1, 1, 5, 3, 77, 77), 8)
end), { { 0, 0, 0, 0, 21, 1100 }, { 5, 3, 0, 0, 21, 1100 } })
t.Check("no vertices, no instances", draw(function(list)
  list:ExecuteIndirect(signature(16, { Type = "DRAW" }), 3, arguments(0, 1, 0, 0, 1, 0, 0, 0, 1, 1, 7, 0), 0)
end), { { 7, 0, 0, 0, 21, 1100 } })

-- Indexed draws: the index stands in SV_VertexID, the base vertex is added where vertices are fetched, also a negative one.
local indices = t.Upload("indices", "uint", { 5, 6, 7, 8, 9 })
local shorts = t.Upload("shorts", "ushort", { 3, 4, 5, 6 })
local function indexed(list, ...)
  list:IASetIndexBuffer { BufferLocation = indices:GetGPUVirtualAddress(), SizeInBytes = 20, Format = "R32_UINT" }
  list:ExecuteIndirect(signature(20, { Type = "DRAW_INDEXED" }), select("#", ...) / 5, arguments(...), 0)
end
t.Check("an indexed draw", draw(function(list) indexed(list, 2, 1, 1, 0, 2) end), { { 6, 2, 6, 0, 21, 1100 }, { 7, 2, 7, 0, 21, 1100 } })
t.Check("base vertices", draw(function(list) indexed(list, 1, 1, 0, 2, 0, 2, 1, 3, 2 ^ 32 - 8, 1) end),
  { { 7, 0, 5, 0, 21, 1100 }, { 0, 1, 8, 0, 21, 1100 }, { 1, 1, 9, 0, 21, 1100 } })

-- Buffers of arguments: their places, sizes, strides and formats; 42 is R32_UINT, 57 R16_UINT. The other slot stays.
do
  local views = signature(52, { Type = "VERTEX_BUFFER_VIEW", Slot = 0 }, { Type = "INDEX_BUFFER_VIEW" }, { Type = "DRAW_INDEXED" })
  local lo, hi = address(reversed:GetGPUVirtualAddress())
  local ilo, ihi = address(indices:GetGPUVirtualAddress())
  local slo, shi = address(shorts:GetGPUVirtualAddress())
  t.Check("buffers", draw(function(list)
    list:ExecuteIndirect(views, 2, arguments(lo, hi, 32, 4, ilo, ihi, 20, 42, 2, 1, 1, 0, 1, lo, hi, 32, 4, slo, shi, 8, 57, 3, 1, 0, 0, 3), 0)
  end), { { 0, 1, 7, 0, 21, 1100 }, { 1, 1, 6, 0, 21, 1100 }, { 2, 3, 5, 0, 21, 1100 }, { 3, 3, 4, 0, 21, 1100 }, { 4, 3, 3, 0, 21, 1100 } })
  -- A stride of 8 fetches every second number, and a stride of 0 the first again and again.
  local strides = signature(32, { Type = "VERTEX_BUFFER_VIEW", Slot = 0 }, { Type = "DRAW" })
  t.Check("strides", draw(function(list)
    list:ExecuteIndirect(strides, 2, arguments(lo, hi, 32, 8, 4, 1, 0, 0, lo, hi, 32, 0, 3, 1, 0, 2), 0)
  end), { { 1, 0, 3, 0, 21, 1100 }, { 3, 0, 2, 0, 21, 1100 }, { 5, 0, 1, 0, 21, 1100 }, { 7, 0, 0, 0, 21, 1100 }, { 7, 2, 2, 0, 21, 1100 } })
end

-- Constants from the middle of their parameter, in two pieces; the others are those of the list, in each command again.
do
  local one = signature(20, { Type = "CONSTANT", RootParameterIndex = 0, DestOffsetIn32BitValues = 1, Num32BitValuesToSet = 1 }, { Type = "DRAW" })
  t.Check("a constant in the middle", draw(function(list)
    list:ExecuteIndirect(one, 2, arguments(float(5), 1, 1, 0, 0, float(7), 1, 1, 1, 0), 0)
  end), { { 0, 0, 0, 0, 51, 1100 }, { 1, 0, 0, 0, 71, 1100 } })
  local two = signature(24, { Type = "CONSTANT", RootParameterIndex = 0, DestOffsetIn32BitValues = 0, Num32BitValuesToSet = 1 },
    { Type = "CONSTANT", RootParameterIndex = 0, DestOffsetIn32BitValues = 1, Num32BitValuesToSet = 1 }, { Type = "DRAW" })
  t.Check("two constants", draw(function(list)
    list:ExecuteIndirect(two, 1, arguments(float(8), float(9), 1, 1, 0, 0), 0)
  end), { { 0, 0, 0, 0, 98, 1100 } })
end

-- Addresses: constants, a buffer that is read, one that is written.
do
  local all = signature(40, { Type = "CONSTANT_BUFFER_VIEW", RootParameterIndex = 1 }, { Type = "SHADER_RESOURCE_VIEW", RootParameterIndex = 2 },
    { Type = "UNORDERED_ACCESS_VIEW", RootParameterIndex = 3 }, { Type = "DRAW" })
  local sums = t.Contents("sums", "uint", { 0, 0, 0 })
  local c, n, s = constants:GetGPUVirtualAddress(), numbers:GetGPUVirtualAddress(), sums:GetGPUVirtualAddress()
  local list32 = {}
  local function put(...) for _, v in ipairs { ... } do list32[#list32 + 1] = v end end
  for i, draws in ipairs { 1, 3 } do
    put(address(c + 256 * (i - 1)))
    put(address(n + 4 * i))
    put(address(s + 4 * i))
    put(draws, 1, 0, i)
  end
  t.Check("addresses", draw(function(list)
    t.Barrier(list, sums, "COMMON", "UNORDERED_ACCESS")
    list:ExecuteIndirect(all, 2, arguments(unpack(list32)), 0)
  end), { { 0, 1, 0, 0, 21, 2100 }, { 0, 2, 0, 0, 21, 3200 }, { 1, 2, 1, 0, 21, 3200 }, { 2, 2, 2, 0, 21, 3200 } })
  t.Check("written through addresses", t.Read(sums, "uint", 3), { 0, 1, 3 })
end

-- The count is the smaller of the two, as a whole number of 32 bits without a sign.
do
  local draws = signature(16, { Type = "DRAW" })
  local three = arguments(1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 2, 0)
  local counts = arguments(0, 1, 2, 3, 4, 2 ^ 31, 2 ^ 32 - 1)
  for i, want in ipairs { 0, 1, 2, 3, 3, 3, 3 } do
    t.Check("count " .. i, #draw(function(list) list:ExecuteIndirect(draws, 3, three, 0, counts, (i - 1) * 4) end), want)
  end
  t.Check("at most two", #draw(function(list) list:ExecuteIndirect(draws, 2, three, 0, counts, 12) end), 2)
  t.Check("at most one, from the second", draw(function(list) list:ExecuteIndirect(draws, 1, three, 16, counts, 12) end), { { 1, 0, 0, 0, 21, 1100 } })
end

-- A kernel that fills arguments and counts for the draws of the same list.
do
  local fill = device:CreateRootSignature { Name = "fill", Parameters = { { Type = "UAV" } } }
  local to = gpu.RWByteAddressBuffer("u0")
  local filler = t.Compute(fill, "fill", { 8, 1, 1 }, function(GroupIndex)
    if GroupIndex % 2 == 1 then
      local slot = to:InterlockedAdd(0, 1)
      to:Store4(16 + slot * 16, uint4(1, 1, GroupIndex, 0))
    end
  end)
  local buffer = t.Buffer("work", 256)
  local drawn = draw(function(list)
    list:SetComputeRootSignature(fill)
    list:SetPipelineState(filler)
    list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
    list:Dispatch(1, 1, 1)
    t.Barrier(list, buffer, "UNORDERED_ACCESS", "INDIRECT_ARGUMENT")
    list:SetPipelineState(pso)
    list:ExecuteIndirect(signature(16, { Type = "DRAW" }), 8, buffer, 16, buffer, 0)
  end)
  local columns = {}
  for i, pixel in ipairs(drawn) do columns[i] = pixel[1] end
  t.Check("arguments of a kernel", columns, { 1, 3, 5, 7 })
end

-- What signatures may be.
local function made(stride, ...)
  local descs = { ... }
  return function() signature(stride, unpack(descs)) end
end
t.Refused("nothing to do", "GS0326", made(16, { Type = "CONSTANT", RootParameterIndex = 0, DestOffsetIn32BitValues = 0, Num32BitValuesToSet = 1 }))
t.Refused("something behind the draw", "GS0326", made(32, { Type = "DRAW" }, { Type = "VERTEX_BUFFER_VIEW", Slot = 0 }))
t.Refused("a stride too small", "GS0326", made(12, { Type = "DRAW" }))
t.Refused("a stride of 18 bytes", "GS0135", made(18, { Type = "DRAW" }))
t.Refused("one slot twice", "GS0326", made(48, { Type = "VERTEX_BUFFER_VIEW", Slot = 0 }, { Type = "VERTEX_BUFFER_VIEW", Slot = 0 }, { Type = "DRAW" }))
t.Refused("two buffers of indices", "GS0326", made(52, { Type = "INDEX_BUFFER_VIEW" }, { Type = "INDEX_BUFFER_VIEW" }, { Type = "DRAW_INDEXED" }))
t.Refused("constants out of order", "GS0326", made(24, { Type = "CONSTANT", RootParameterIndex = 0, DestOffsetIn32BitValues = 2, Num32BitValuesToSet = 1 },
  { Type = "CONSTANT", RootParameterIndex = 0, DestOffsetIn32BitValues = 1, Num32BitValuesToSet = 1 }, { Type = "DRAW" }))
t.Check("two slots", signature(48, { Type = "VERTEX_BUFFER_VIEW", Slot = 0 }, { Type = "VERTEX_BUFFER_VIEW", Slot = 1 }, { Type = "DRAW" }) ~= nil, true)
t.Refused("vertices for a dispatch", "GS0326", made(28, { Type = "VERTEX_BUFFER_VIEW", Slot = 0 }, { Type = "DISPATCH" }))
t.Refused("too many constants", "GS0326", made(40, { Type = "CONSTANT", RootParameterIndex = 0, DestOffsetIn32BitValues = 2, Num32BitValuesToSet = 3 }, { Type = "DRAW" }))
t.Refused("an address for constants", "GS0326", made(24, { Type = "CONSTANT_BUFFER_VIEW", RootParameterIndex = 0 }, { Type = "DRAW" }))
t.Refused("root arguments without a root signature", "GS0326", function()
  device:CreateCommandSignature { Name = "bare", ByteStride = 20, ArgumentDescs = { { Type = "CONSTANT", RootParameterIndex = 0, Num32BitValuesToSet = 1 }, { Type = "DRAW" } } }
end)
t.Done()
