-- Every format that a kernel may write as a typed UAV: a value is written, the bytes are read back and compared with a packing done in Lua.
local gpu = require "gpu"
local rig = require "lib.rig"
local r = rig.Create("formats", "COMPUTE")

local W = 4
local VALUES = { { 0, 0.25, 0.5, 1 }, { -1, 2, 0.1, -0.3 }, { 0.3333, 1e-5, 65504, 0.7001 }, { 1 / 255, 0.999, -0.5, 0.2 } }
local INTS = { { 0, 1, 2, 3 }, { 255, 65535, 7, 1000 }, { 127, 32767, 123456, 3 }, { 200, 5, 1023, 2 } }

local function round(x)                                                -- to the nearest whole number, the even one of two
  local f = math.floor(x)
  if x - f > 0.5 or (x - f == 0.5 and f % 2 == 1) then f = f + 1 end
  return f
end
local function clamp(x, a, b) return math.max(a, math.min(b, x)) end
local function unorm(bits) return function(x) return math.floor(clamp(x, 0, 1) * (2 ^ bits - 1) + 0.5) end end
local function snorm(bits)
  local m = 2 ^ (bits - 1) - 1
  return function(x)
    x = clamp(x, -1, 1) * m
    x = x >= 0 and math.floor(x + 0.5) or math.ceil(x - 0.5)
    return x % 2 ^ bits
  end
end
local function small(exponent, mantissa, sign)                         -- a float of that many bits, rounded to nearest even
  local bias = 2 ^ (exponent - 1) - 1
  return function(x)
    local s = 0
    if x < 0 then
      if not sign then return 0 end
      s, x = 2 ^ (exponent + mantissa), -x
    end
    if x == 0 then return s end
    local _, e = math.frexp(x)
    e = math.max(e - 1, 1 - bias)
    local m = round(x / 2 ^ (e - mantissa))
    if m >= 2 ^ (mantissa + 1) then m, e = m / 2, e + 1 end
    if e > bias then return s + (2 ^ exponent - 1) * 2 ^ mantissa end
    if m < 2 ^ mantissa then return s + m end
    return s + (e + bias) * 2 ^ mantissa + m - 2 ^ mantissa
  end
end
local half, float32 = small(5, 10, true), small(8, 23, true)
local function truncated(exponent, mantissa)                           -- D3D: floats without sign are rounded towards zero
  local bias = 2 ^ (exponent - 1) - 1
  return function(x)
    if x <= 0 then return 0 end
    local _, e = math.frexp(x)
    e = math.max(e - 1, 1 - bias)
    if e > bias then return (2 ^ exponent - 2) * 2 ^ mantissa + 2 ^ mantissa - 1 end
    local m = math.floor(x / 2 ^ (e - mantissa))
    if m < 2 ^ mantissa then return m end
    return (e + bias) * 2 ^ mantissa + m - 2 ^ mantissa
  end
end
local function uint(bits) return function(x) return math.min(x, 2 ^ bits - 1) end end
local function sint(bits) return function(x) return math.min(x, 2 ^ (bits - 1) - 1) end end

-- format, type of the kernel, bits and packing of each component in memory order, order of components
local FORMATS = {
  { "R32G32B32A32_FLOAT", "float4", { 32, 32, 32, 32 }, float32 }, { "R16G16B16A16_FLOAT", "float4", { 16, 16, 16, 16 }, half },
  { "R16G16B16A16_UNORM", "float4", { 16, 16, 16, 16 }, unorm(16) }, { "R16G16B16A16_SNORM", "float4", { 16, 16, 16, 16 }, snorm(16) },
  { "R32G32_FLOAT", "float2", { 32, 32 }, float32 }, { "R16G16_FLOAT", "float2", { 16, 16 }, half },
  { "R16G16_UNORM", "float2", { 16, 16 }, unorm(16) }, { "R16G16_SNORM", "float2", { 16, 16 }, snorm(16) },
  { "R8G8B8A8_UNORM", "float4", { 8, 8, 8, 8 }, unorm(8) }, { "R8G8B8A8_SNORM", "float4", { 8, 8, 8, 8 }, snorm(8) },
  { "B8G8R8A8_UNORM", "float4", { 8, 8, 8, 8 }, unorm(8), { 3, 2, 1, 4 } },
  { "R10G10B10A2_UNORM", "float4", { 10, 10, 10, 2 }, { unorm(10), unorm(10), unorm(10), unorm(2) } },
  { "R11G11B10_FLOAT", "float3", { 11, 11, 10 }, { truncated(5, 6), truncated(5, 6), truncated(5, 5) } },
  { "R32_FLOAT", "float", { 32 }, float32 }, { "R16_FLOAT", "float", { 16 }, half }, { "R16_UNORM", "float", { 16 }, unorm(16) },
  { "R16_SNORM", "float", { 16 }, snorm(16) }, { "R8_UNORM", "float", { 8 }, unorm(8) }, { "R8_SNORM", "float", { 8 }, snorm(8) },
  { "R8G8_UNORM", "float2", { 8, 8 }, unorm(8) }, { "R8G8_SNORM", "float2", { 8, 8 }, snorm(8) },
  { "R32G32B32A32_UINT", "uint4", { 32, 32, 32, 32 }, uint(32) }, { "R32G32B32A32_SINT", "int4", { 32, 32, 32, 32 }, sint(32) },
  { "R16G16B16A16_UINT", "uint4", { 16, 16, 16, 16 }, uint(16) }, { "R16G16B16A16_SINT", "int4", { 16, 16, 16, 16 }, sint(16) },
  { "R8G8B8A8_UINT", "uint4", { 8, 8, 8, 8 }, uint(8) }, { "R8G8B8A8_SINT", "int4", { 8, 8, 8, 8 }, sint(8) },
  { "R10G10B10A2_UINT", "uint4", { 10, 10, 10, 2 }, { uint(10), uint(10), uint(10), uint(2) } },
  { "R32G32_UINT", "uint2", { 32, 32 }, uint(32) }, { "R32G32_SINT", "int2", { 32, 32 }, sint(32) }, { "R16G16_UINT", "uint2", { 16, 16 }, uint(16) },
  { "R16G16_SINT", "int2", { 16, 16 }, sint(16) }, { "R8G8_UINT", "uint2", { 8, 8 }, uint(8) }, { "R8G8_SINT", "int2", { 8, 8 }, sint(8) },
  { "R32_UINT", "uint", { 32 }, uint(32) }, { "R32_SINT", "int", { 32 }, sint(32) }, { "R16_UINT", "uint", { 16 }, uint(16) },
  { "R16_SINT", "int", { 16 }, sint(16) }, { "R8_UINT", "uint", { 8 }, uint(8) }, { "R8_SINT", "int", { 8 }, sint(8) },
}

local root = r.device:CreateRootSignature { Name = "formats", Parameters = {
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } }, { Type = "SRV" } } }
local shaders = {}
local function shaderFor(type)
  if shaders[type] then return shaders[type] end
  local whole = type:sub(1, 1) ~= "f"
  local n = tonumber(type:match "%d") or 1
  local image = gpu.RWTexture2D("u0", type)
  local values = gpu.StructuredBuffer("t0", whole and (type:gsub("%d", "") .. "4") or "float4")
  local main
  if n == 1 then main = function(DispatchThreadID) image[DispatchThreadID.xy] = values[DispatchThreadID.x].x end
  elseif n == 2 then main = function(DispatchThreadID) image[DispatchThreadID.xy] = values[DispatchThreadID.x].xy end
  elseif n == 3 then main = function(DispatchThreadID) image[DispatchThreadID.xy] = values[DispatchThreadID.x].xyz end
  else main = function(DispatchThreadID) image[DispatchThreadID.xy] = values[DispatchThreadID.x] end end
  shaders[type] = r:Compute(root, "write " .. type, { W, 1, 1 }, main)
  return shaders[type]
end
local function flat(t) local f = {} for _, v in ipairs(t) do for _, x in ipairs(v) do f[#f + 1] = x end end return f end
local floats, whole = r:Upload("floats", "float", flat(VALUES)), r:Upload("whole numbers", "uint", flat(INTS))

local wrong = 0
for _, f in ipairs(FORMATS) do
  local name, type, bits, pack, order = unpack(f)
  local ok, e = pcall(function()
    local texture = r:Texture(name, W, 1, name, "ALLOW_UNORDERED_ACCESS", "UNORDERED_ACCESS")
    local view = r:UAV(texture)
    r:Run(name, function(list)
      list:SetDescriptorHeaps { r.views }
      list:SetComputeRootSignature(root)
      list:SetPipelineState(shaderFor(type))
      list:SetComputeRootDescriptorTable(0, view)
      list:SetComputeRootShaderResourceView(1, (type:sub(1, 1) == "f" and floats or whole):GetGPUVirtualAddress())
      list:Dispatch(1, 1, 1)
    end)
    local size = 0
    for _, b in ipairs(bits) do size = size + b / 8 end
    local bytes = r:Texels(texture, "UNORDERED_ACCESS", "byte", size)[1]
    for x = 0, W - 1 do
      local value, want, bit = (type:sub(1, 1) == "f" and VALUES or INTS)[x + 1], {}, 0
      local acc, fill = 0, 0
      for c, b in ipairs(bits) do
        local p = (_G.type(pack) == "table") and pack[c] or pack
        acc, fill = acc + p(value[order and order[c] or c]) * 2 ^ fill, fill + b
        while fill >= 8 do want[#want + 1], acc, fill = acc % 256, math.floor(acc / 256), fill - 8 end
      end
      for k = 1, size do
        if bytes[x * size + k] ~= want[k] then
          wrong = wrong + 1
          print(("%s texel %d byte %d: %d, expected %d"):format(name, x, k, bytes[x * size + k], want[k]))
        end
      end
    end
  end)
  if not ok then print(name, type == nil or e.code, e.message or e) wrong = wrong + 1 end
end
print(("%d formats, %d wrong"):format(#FORMATS, wrong))
