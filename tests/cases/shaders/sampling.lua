-- Textures and samplers against a sampler in Lua: address modes, filters, levels, comparison, Gather, Load; and writes through formats.
local rig = require "rig"
local gpu, case, same, refused = rig.gpu, rig.case, rig.same, rig.refused
local device, f, u, a = rig.device, rig.f, rig.u, rig.a
local image, sampler, compare = gpu.Texture2D("t3", "float"), gpu.SamplerState "s0", gpu.SamplerComparisonState "s1"
local many = gpu.Texture2DArray("t3", "float")
local volume, cube, line = gpu.Texture3D("t3", "float"), gpu.TextureCube("t3", "float"), gpu.Texture1D("t3", "float")

local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
-- texture makes a texture of 4 bytes a texel; levels[k] are the numbers of subresource k - 1.
local function texture(desc, type, levels)
  local d = { Name = "image", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 4, Height = 4, MipLevels = 1, Format = "R32_FLOAT", InitialState = "COPY_DEST" }
  for k, v in pairs(desc) do d[k] = v end
  local t = device:CreateCommittedResource(d)
  rig.submit(function(list)
    for k, numbers in ipairs(levels) do
      local level = (k - 1) % d.MipLevels
      local w, h = math.max(1, d.Width / 2 ^ level), math.max(1, d.Height / 2 ^ level)
      local depth = d.Dimension == "TEXTURE3D" and d.DepthOrArraySize or 1
      local rows = rig.buffer("rows", 256 * h * depth, "UPLOAD")
      local m = rows:Map()
      for z = 0, depth - 1 do
        for y = 0, h - 1 do m:Write((z * h + y) * 256, type, { unpack(numbers, (z * h + y) * w + 1, (z * h + y + 1) * w) }) end
      end
      rows:Unmap()
      list:CopyTextureRegion({ Resource = t, Subresource = k - 1 }, 0, 0, 0, { Resource = rows, Format = d.Format, Width = w, Height = h, Depth = depth, RowPitch = 256 })
    end
    rig.go(list, t, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
  end)
  return t
end

-- take runs Main on the numbers a with the texture at t3 and samplers s0 and s1, and returns f.
local function take(t, s, Main, numbers, count, view)
  local samplers = { { ShaderRegister = 0, Filter = "MIN_MAG_MIP_LINEAR" }, { ShaderRegister = 1, Filter = "COMPARISON_MIN_MAG_MIP_LINEAR", ComparisonFunc = "LESS" } }
  for k, v in pairs(s or {}) do samplers[tostring(s.Filter or ""):find "COMPARISON" and 2 or 1][k] = v end
  local root = device:CreateRootSignature { Name = "sampling", StaticSamplers = samplers, Parameters = { { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 3 } } } } }
  device:CreateShaderResourceView(t, view, heap:GetCPUDescriptorHandle(0))
  local out = rig.buffer("f", count * 4, "DEFAULT")
  rig.submit(function(list)
    list:SetDescriptorHeaps { heap }
    list:SetComputeRootSignature(root)
    list:SetPipelineState(device:CreateComputePipelineState { Name = "take", RootSignature = root, CS = gpu.ComputeShader { Name = "take", NumThreads = { 1, 1, 1 }, Main = Main } })
    list:SetComputeRootShaderResourceView(0, rig.filled("a", "float", numbers):GetGPUVirtualAddress())
    list:SetComputeRootUnorderedAccessView(1, out:GetGPUVirtualAddress())
    list:SetComputeRootDescriptorTable(2, heap:GetGPUDescriptorHandle(0))
    list:Dispatch(1, 1, 1)
  end)
  return rig.numbers(out, "float", count)
end

-- The sampler in Lua.
local function wrap(mode, i, n)
  if mode == "WRAP" then return i % n end
  if mode == "CLAMP" then return math.max(0, math.min(n - 1, i)) end
  if mode == "BORDER" then return i >= 0 and i < n and i or nil end
  if mode == "MIRROR" then
    local k = i % (2 * n)
    return k < n and k or 2 * n - 1 - k
  end
  if i < 0 then i = -1 - i end -- MIRROR_ONCE
  return math.min(n - 1, i)
end
local function texel(level, size, mode, border, x, y)
  x, y = wrap(mode, x, size), wrap(mode, y, size)
  return x and y and level[y * size + x + 1] or border
end
local function linear(level, size, mode, border, px, py)
  local x, y = px * size - 0.5, py * size - 0.5
  local ix, iy = math.floor(x), math.floor(y)
  local fx, fy = x - ix, y - iy
  local function at(dx, dy) return texel(level, size, mode, border, ix + dx, iy + dy) end
  return (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy
end
local function point(level, size, mode, border, px, py) return texel(level, size, mode, border, math.floor(px * size), math.floor(py * size)) end

local levels = { {}, {}, { 1000 } }
for k = 1, 16 do levels[1][k] = k * k end
for k = 1, 4 do levels[2][k] = 300 + k * 10 end
local pyramid = texture({ MipLevels = 3 }, "float", levels)
local places = {}
for _, x in ipairs { -1.3, -0.26, 0, 0.1, 0.5, 0.61, 0.99, 1.0, 1.2, 2.7 } do
  for _, y in ipairs { -0.4, 0.3, 1.45 } do places[#places + 1], places[#places + 2] = x, y end
end
local count = #places / 2
local function level0() for k = 0, 29 do f[k] = image:SampleLevel(sampler, float2(a[2 * k], a[2 * k + 1]), 0.0) end end

for _, mode in ipairs { "WRAP", "MIRROR", "CLAMP", "BORDER", "MIRROR_ONCE" } do
  case("address mode " .. mode, function()
    for name, filter in pairs { MIN_MAG_MIP_LINEAR = linear, MIN_MAG_MIP_POINT = point } do
      local want = {}
      for k = 1, count do want[k] = filter(levels[1], 4, mode, 1, places[2 * k - 1], places[2 * k]) end
      same(name, take(pyramid, { Filter = name, AddressU = mode, AddressV = mode, BorderColor = "OPAQUE_WHITE" }, level0, places, count), want, 2e-3)
    end
  end)
end
case("levels", function()
  local lods = { -1, 0, 0.25, 1, 1.5, 2, 5 }
  local function sampled(s) return take(pyramid, s, function() for k = 0, 6 do f[k] = image:SampleLevel(sampler, float2(0.3, 0.4), a[k]) end end, lods, 7) end
  local l = { linear(levels[1], 4, "CLAMP", 0, 0.3, 0.4), linear(levels[2], 2, "CLAMP", 0, 0.3, 0.4), 1000 }
  local function at(lod)
    lod = math.max(0, math.min(2, lod))
    local k = math.floor(lod)
    return lod == k and l[k + 1] or l[k + 1] + (l[k + 2] - l[k + 1]) * (lod - k)
  end
  local function list(g) local r = {} for k, v in ipairs(lods) do r[k] = g(v) end return r end
  same("trilinear", sampled {}, list(at), 1e-3)
  same("mip point", sampled { Filter = "MIN_MAG_LINEAR_MIP_POINT" }, list(function(x) return at(math.floor(x + 0.5)) end), 1e-3)
  same("MinLOD, MaxLOD", sampled { MinLOD = 0.5, MaxLOD = 1.25 }, list(function(x) return at(math.max(0.5, math.min(1.25, x))) end), 1e-3)
  same("bias does count for SampleLevel", sampled { MipLODBias = 0.5 }, list(function(x) return at(x + 0.5) end), 1e-3)
  local function other(filter, mag, min)
    same(filter, take(pyramid, { Filter = filter }, function() for k = 0, 1 do f[k] = image:SampleLevel(sampler, float2(0.3, 0.4), a[k]) end end, { 0, 1 }, 2),
      { mag(levels[1], 4, "CLAMP", 0, 0.3, 0.4), min(levels[2], 2, "CLAMP", 0, 0.3, 0.4) }, 1e-3)
  end
  other("MIN_LINEAR_MAG_MIP_POINT", point, linear)
  other("MIN_POINT_MAG_LINEAR_MIP_POINT", linear, point)
  same("a view of one level", take(pyramid, {}, function() f[0] = image:SampleLevel(sampler, float2(0.3, 0.4), 0.0) end, { 0 }, 1, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D", MostDetailedMip = 1, MipLevels = 1 }),
    { l[2] }, 1e-3)
  same("SampleGrad", take(pyramid, {}, function()
    f[0] = image:SampleGrad(sampler, float2(0.3, 0.4), float2(0.5, 0.0), float2(0.0, 0.25)) -- 2 and 1 texels: level 1
    f[1] = image:SampleGrad(sampler, float2(0.3, 0.4), float2(0.1, 0.0), float2(0.0, 0.1))  -- magnified
    f[2] = image:SampleGrad(sampler, float2(0.3, 0.4), float2(0.0, 1.0), float2(0.0, 0.0))  -- 4 texels: level 2
  end, { 0 }, 3), { l[2], l[1], 1000 }, 1e-3)
end)
case("Gather, Load, GetDimensions", function()
  same("all", take(pyramid, { AddressU = "WRAP", AddressV = "WRAP" }, function()
    local g = image:Gather(sampler, float2(0.5, 0.5)) -- texels (1,1) (2,1) (1,2) (2,2); the order is bottom left, bottom right, top right, top left
    f[0], f[1], f[2], f[3] = g.x, g.y, g.z, g.w
    local o = image:GatherRed(sampler, float2(0.5, 0.5), int2(1, -1))
    f[4], f[5], f[6], f[7] = o.x, o.y, o.z, o.w
    f[8], f[9] = image:Load(int3(2, 1, 0)), image:Load(int3(1, 1, 1))
    local w, h = image:GetDimensions()
    f[10], f[11] = float(w), float(h)
    local w1, h1, n = image:GetDimensions(1)
    f[12], f[13], f[14] = float(w1), float(h1), float(n)
    f[15] = image[uint2(3, 0)]
    f[16] = image.mips[1][uint2(0, 1)]
    f[17] = image:SampleLevel(sampler, float2(0.375, 0.375), 0.0, int2(1, 0))
    f[18] = image:Load(int3(0, 0, 0), int2(1, 1))
  end, { 0 }, 19), { 100, 121, 49, 36, 49, 64, 16, 9, 49, 340, 4, 4, 2, 2, 3, 16, 330, 49, 36 }, 1e-3)
end)
case("comparison", function()
  local function want(x, y, reference, cmp)
    local lit = {}
    for k, v in ipairs(levels[1]) do lit[k] = cmp(reference, v) and 1 or 0 end
    return linear(lit, 4, "CLAMP", 0, x, y)
  end
  for name, cmp in pairs { LESS = function(x, y) return x < y end, LESS_EQUAL = function(x, y) return x <= y end, GREATER = function(x, y) return x > y end, EQUAL = function(x, y) return x == y end,
    NOT_EQUAL = function(x, y) return x ~= y end, GREATER_EQUAL = function(x, y) return x >= y end, ALWAYS = function() return true end, NEVER = function() return false end } do
    same(name, take(pyramid, { Filter = "COMPARISON_MIN_MAG_MIP_LINEAR", ComparisonFunc = name }, function()
      f[0] = image:SampleCmpLevelZero(compare, float2(0.4, 0.55), 64.0)
      f[1] = image:SampleCmpLevelZero(compare, float2(0.7, 0.3), 49.0)
      local g = image:GatherCmp(compare, float2(0.5, 0.5), 49.0)
      f[2], f[3], f[4], f[5] = g.x, g.y, g.z, g.w
    end, { 0 }, 6), { want(0.4, 0.55, 64, cmp), want(0.7, 0.3, 49, cmp), cmp(49, 100) and 1 or 0, cmp(49, 121) and 1 or 0, cmp(49, 49) and 1 or 0, cmp(49, 36) and 1 or 0 }, 1e-5)
  end
end)
case("arrays, volumes, cubes, lines", function()
  local slices = texture({ Width = 1, Height = 1, DepthOrArraySize = 3 }, "float", { { 10 }, { 20 }, { 30 } })
  same("slices are rounded to the nearest even and clamped", take(slices, {}, function()
    for k = 0, 6 do f[k] = many:SampleLevel(sampler, float3(0.5, 0.5, a[k]), 0.0) end
  end, { -3, 0.4, 0.6, 1.5, 0.5, 2.4, 9 }, 7), { 10, 10, 20, 30, 10, 30, 30 })
  local cells = texture({ Dimension = "TEXTURE3D", Width = 2, Height = 2, DepthOrArraySize = 2 }, "float", { { 0, 1, 10, 11, 100, 101, 110, 111 } })
  same("a volume", take(cells, {}, function()
    f[0] = volume:SampleLevel(sampler, float3(0.5, 0.5, 0.5), 0.0)
    f[1] = volume:SampleLevel(sampler, float3(0.75, 0.25, 0.5), 0.0)
    f[2] = volume:Load(int4(1, 0, 1, 0))
  end, { 0 }, 3), { 55.5, 51, 101 }, 1e-4)
  local faces = texture({ Width = 1, Height = 1, DepthOrArraySize = 6 }, "float", { { 1 }, { 2 }, { 3 }, { 4 }, { 5 }, { 6 } })
  same("faces: +x -x +y -y +z -z", take(faces, { Filter = "MIN_MAG_MIP_POINT" }, function()
    for k = 0, 5 do f[k] = cube:SampleLevel(sampler, float3(a[3 * k], a[3 * k + 1], a[3 * k + 2]), 0.0) end
  end, { 1, 0.2, 0.3, -1, 0.2, 0.3, 0.1, 2, 0, 0.1, -2, 0, 0, 0.1, 3, 0, 0.1, -3 }, 6, { Format = "R32_FLOAT", ViewDimension = "TEXTURECUBE" }), { 1, 2, 3, 4, 5, 6 })
  local row = texture({ Dimension = "TEXTURE1D", Width = 4, Height = 1 }, "float", { { 1, 2, 3, 4 } })
  same("a line", take(row, {}, function() f[0], f[1], f[2] = line:SampleLevel(sampler, 0.5, 0.0), line:Load(int2(3, 0)), line[1] end, { 0 }, 3), { 2.5, 4, 2 })
end)
case("orientation on the faces of a cube", function()
  -- each face 2 x 2: texel number + 10 x face; the direction to the texel's centre
  local levels6 = {}
  for k = 0, 5 do levels6[k + 1] = { k * 10, k * 10 + 1, k * 10 + 2, k * 10 + 3 } end
  local faces = texture({ Width = 2, Height = 2, DepthOrArraySize = 6 }, "float", levels6)
  -- D3D: of +x, s is -z and t is -y; -x: z, -y; +y: x, z; -y: x, -z; +z: x, -y; -z: -x, -y
  local axes = { function(s, t) return 1, -t, -s end, function(s, t) return -1, -t, s end, function(s, t) return s, 1, t end, function(s, t) return s, -1, -t end,
    function(s, t) return s, -t, 1 end, function(s, t) return -s, -t, -1 end }
  local numbers, want = {}, {}
  for k, direction in ipairs(axes) do
    for y = 0, 1 do for x = 0, 1 do
      for _, v in ipairs { direction(x - 0.5, y - 0.5) } do numbers[#numbers + 1] = v end
      want[#want + 1] = (k - 1) * 10 + y * 2 + x
    end end
  end
  same("all texels", take(faces, { Filter = "MIN_MAG_MIP_POINT" }, function()
    for k = 0, 23 do f[k] = cube:SampleLevel(sampler, float3(a[3 * k], a[3 * k + 1], a[3 * k + 2]), 0.0) end
  end, numbers, 24, { Format = "R32_FLOAT", ViewDimension = "TEXTURECUBE" }), want)
end)
case("orders of components, sRGB", function()
  local v4 = gpu.Texture2D("t3", "float4")
  local t = texture({ Width = 1, Height = 1, Format = "R8G8B8A8_UNORM" }, "uint", { { 0xff996633 } })
  refused("mapping", "GS0133", "Shader4ComponentMapping", function()
    device:CreateShaderResourceView(t, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2D", Shader4ComponentMapping = "ZYXW" }, heap:GetCPUDescriptorHandle(0))
  end)
  same("a shader swizzles", take(t, {}, function()
    local c = v4:Load(int3(0, 0, 0)).bgra
    f[0], f[1], f[2], f[3] = c.x, c.y, c.z, c.w
  end, { 0 }, 4), { 0x99 / 255, 0x66 / 255, 0x33 / 255, 1 }, 1e-7)
  local s = texture({ Width = 1, Height = 1, Format = "R8G8B8A8_UNORM_SRGB" }, "uint", { { 0x80000080 + 0xff00 } })
  local function decoded(x) return x <= 0.04045 and x / 12.92 or ((x + 0.055) / 1.055) ^ 2.4 end
  same("sRGB", take(s, {}, function()
    local c = v4:SampleLevel(sampler, float2(0.5, 0.5), 0.0)
    f[0], f[1], f[2], f[3] = c.x, c.y, c.z, c.w
  end, { 0 }, 4), { decoded(128 / 255), 1, 0, 128 / 255 }, 1e-6)
end)

-- Stores through formats.
local stores = gpu.RWTexture2D("u1", "float4")
local storesU, storesI, storesF, storesW = gpu.RWTexture2D("u1", "uint4"), gpu.RWTexture2D("u1", "int4"), gpu.RWTexture2D("u1", "float"), gpu.RWTexture2D("u1", "uint")
local storeRoot
local function stored(format, Main)
  storeRoot = storeRoot or device:CreateRootSignature { Name = "stores", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 1 } } } } }
  local t = device:CreateCommittedResource { Name = "stored", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 1, Height = 1, Format = format, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "UNORDERED_ACCESS" }
  device:CreateUnorderedAccessView(t, nil, nil, heap:GetCPUDescriptorHandle(1))
  rig.submit(function(list)
    list:SetDescriptorHeaps { heap }
    list:SetComputeRootSignature(storeRoot)
    list:SetPipelineState(device:CreateComputePipelineState { Name = "store", RootSignature = storeRoot, CS = gpu.ComputeShader { Name = "store", NumThreads = { 1, 1, 1 }, Main = Main } })
    list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(1))
    list:Dispatch(1, 1, 1)
  end)
  local back = rig.buffer("back", 256, "READBACK")
  rig.submit(function(list)
    rig.go(list, t, "UNORDERED_ACCESS", "COPY_SOURCE")
    list:CopyTextureRegion({ Resource = back, Format = format, Width = 1, Height = 1, RowPitch = 256 }, 0, 0, 0, { Resource = t })
  end)
  return back:Map():Read(0, "uint", 2)
end
case("stores of RWTexture2D", function()
  local function half() stores[uint2(0, 0)] = float4(0.5, 2.0, -1.0, 0.25) end
  same("R8G8B8A8_UNORM", stored("R8G8B8A8_UNORM", half)[1], 128 + 255 * 256 + 64 * 2 ^ 24)
  same("R8G8B8A8_SNORM", stored("R8G8B8A8_SNORM", half)[1], 64 + 127 * 256 + 0x81 * 65536 + 32 * 2 ^ 24)
  same("R16G16B16A16_FLOAT", stored("R16G16B16A16_FLOAT", half), { 0x40003800, 0x3400bc00 })
  same("R16G16B16A16_UNORM", stored("R16G16B16A16_UNORM", half), { 0xffff8000, 0x40000000 })
  same("R16G16B16A16_SNORM", stored("R16G16B16A16_SNORM", half), { 0x7fff4000, 0x20008001 })
  same("R10G10B10A2_UNORM", stored("R10G10B10A2_UNORM", half)[1], 512 + 1023 * 1024 + 1 * 2 ^ 30)
  same("R11G11B10_FLOAT", stored("R11G11B10_FLOAT", half)[1], 0x380 + 0x400 * 2048)
  local function ints() storesI[uint2(0, 0)] = int4(-1, 300, -300, 5) end
  same("R8G8B8A8_SINT", stored("R8G8B8A8_SINT", ints)[1], 0xff + 0x7f * 256 + 0x80 * 65536 + 5 * 2 ^ 24)
  same("R16G16B16A16_SINT", stored("R16G16B16A16_SINT", ints), { 0x012cffff, 0x0005fed4 })
  local function uints() storesU[uint2(0, 0)] = uint4(1, 300, 70000, 5) end
  same("R8G8B8A8_UINT", stored("R8G8B8A8_UINT", uints)[1], 0x05ffff01)
  same("R16G16B16A16_UINT", stored("R16G16B16A16_UINT", uints), { 0x012c0001, 0x0005ffff })
  same("R10G10B10A2_UINT", stored("R10G10B10A2_UINT", uints)[1], 1 + 300 * 1024 + 1023 * 2 ^ 20 + 3 * 2 ^ 30)
  local function one() storesF[uint2(0, 0)] = 0.5 end
  same("R8_UNORM", stored("R8_UNORM", one)[1] % 256, 128)
  same("R16_FLOAT", stored("R16_FLOAT", one)[1] % 65536, 0x3800)
  same("R32_FLOAT", stored("R32_FLOAT", one)[1], 0x3f000000)
  same("R32_UINT and atomics", stored("R32_UINT", function()
    storesW[uint2(0, 0)] = 5
    local old = InterlockedAdd(storesW[uint2(0, 0)], 3)
    InterlockedMax(storesW[uint2(0, 0)], old * 4)
  end)[1], 20)
end)

-- Append and consume.
case("append and consume", function()
  local taken, given = gpu.ConsumeStructuredBuffer("u0", "uint"), gpu.AppendStructuredBuffer("u1", "uint2")
  local root = device:CreateRootSignature { Name = "streams", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 2, BaseShaderRegister = 0 } } } } }
  local from, to, counters = rig.buffer("from", 256, "DEFAULT"), rig.buffer("to", 256, "DEFAULT"), rig.buffer("counters", 8192, "DEFAULT")
  device:CreateUnorderedAccessView(from, counters, { Format = "UNKNOWN", ViewDimension = "BUFFER", NumElements = 16, StructureByteStride = 4, CounterOffsetInBytes = 0 }, heap:GetCPUDescriptorHandle(0))
  device:CreateUnorderedAccessView(to, counters, { Format = "UNKNOWN", ViewDimension = "BUFFER", NumElements = 16, StructureByteStride = 8, CounterOffsetInBytes = 4096 }, heap:GetCPUDescriptorHandle(1))
  local numbers, heads = {}, {}
  for k = 1, 16 do numbers[k] = k * 3 end
  rig.submit(function(list)
    list:CopyBufferRegion(from, 0, rig.filled("numbers", "uint", numbers), 0, 64)
    list:CopyBufferRegion(counters, 0, rig.filled("ten", "uint", { 10 }), 0, 4)
    list:CopyBufferRegion(counters, 4096, rig.filled("zero", "uint", { 0 }), 0, 4)
  end)
  rig.submit(function(list)
    list:SetDescriptorHeaps { heap }
    list:SetComputeRootSignature(root)
    list:SetPipelineState(device:CreateComputePipelineState { Name = "streams", RootSignature = root, CS = gpu.ComputeShader { Name = "streams", NumThreads = { 8, 1, 1 }, Main = function()
      local x = taken:Consume()
      if x % 2 == 0 then given:Append(uint2(x, x * x)) end
    end } })
    list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
    list:Dispatch(1, 1, 1)
  end)
  -- consumes 30, 27 … 9; 30, 24, 18, 12 are even
  same("left", rig.numbers(counters, "uint", 1), { 2 })
  local got = rig.numbers(to, "uint", 8)
  local order = { got[1], got[3], got[5], got[7] }
  table.sort(order)
  same("given", order, { 12, 18, 24, 30 })
  same("squares", got[2], got[1] * got[1])
end)
rig.done()
