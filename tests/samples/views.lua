-- Views of parts: buffers as typed, raw and structured views from an element on, constants from an offset, slices of a volume and an array, and
-- one typeless texture read as UNORM, UINT and SRGB. Each result is worked out in Lua.
local gpu = require "gpu"
local rig = require "lib.rig"
local r = rig.Create("views", "COMPUTE")
local device = r.device
gpu.SetMessageFilter { Deny = { "ShaderOutOfBounds" } }                -- two accesses outside are meant: a read gives 0, a write is dropped

local typed, raw, structured = gpu.Buffer("t0", "float4"), gpu.ByteAddressBuffer("t1"), gpu.StructuredBuffer("t2", "uint2")
local constants = gpu.ConstantBuffer("b0", { { "values", "uint4", 2 } })
local asBGRA, asUnorm, asUint, asSRGB = gpu.Texture2D("t3", "float4"), gpu.Texture2D("t4", "float4"), gpu.Texture2D("t5", "uint4"), gpu.Texture2D("t6", "float4")
local cube, array = gpu.TextureCube("t7", "float"), gpu.Texture2DArray("t8", "float")
local volume, layers = gpu.RWTexture3D("u1", "float"), gpu.RWTexture2DArray("u2", "float")
local typedOut, rawOut = gpu.RWBuffer("u3", "int"), gpu.RWByteAddressBuffer("u4")
local out, point = gpu.RWStructuredBuffer("u0", "float"), gpu.SamplerState("s0")

local root = device:CreateRootSignature { Name = "views", Parameters = { { Type = "UAV" },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 9 }, { Type = "CBV", NumDescriptors = 1 }, { Type = "UAV", NumDescriptors = 4, BaseShaderRegister = 1 } } } },
  StaticSamplers = { { Filter = "MIN_MAG_MIP_POINT" } } }
local read = r:Compute(root, "read", { 1, 1, 1 }, function()
  local n = 0
  local function put(x)
    out[n] = float(x)
    n = n + 1
  end
  local function put4(v)
    put(v.x)
    put(v.y)
    put(v.z)
    put(v.w)
  end
  put4(typed[0] * 255)
  put4(typed[2] * 255)                                                 -- behind the last one: 0
  put(typed:GetDimensions())
  put(raw:Load(4))
  put(raw:GetDimensions())
  put(structured[1].y)
  put(constants.values[1].z)
  put4(asBGRA:Load(int3(0, 0, 0)) * 255)
  put4(asUnorm:Load(int3(0, 0, 0)) * 255)
  put4(asUint:Load(int3(0, 0, 0)))
  put(floor(asSRGB:Load(int3(0, 0, 0)).g * 1000))
  put(cube:SampleLevel(point, float3(0, 0, -1), 0))
  put(array:Load(int4(0, 0, 1, 0)))
  local w, h, d = volume:GetDimensions()
  put4(float4(w, h, d, 0))
  volume[uint3(1, 0, 0)] = 7
  volume[uint3(1, 0, 2)] = 9                                           -- behind the last slice of the view: dropped
  layers[uint3(0, 0, 1)] = 5
  typedOut[1] = -300                                                   -- R16_SINT
  rawOut:Store(4, 77)
  rawOut:InterlockedMax(8, 5)
end)

local bytes = {}
for i = 0, 1023 do bytes[i + 1] = i % 256 end
local data = r:Buffer("data", 2048, "UPLOAD")
data:Map():Write(0, "byte", bytes)
local shared = r:Buffer("shared", 256)
local function staging(format, texels)
  local s = r:Buffer("staging", 512, "UPLOAD")
  s:Map():Write(0, format, texels)
  return s
end
local texel = r:Texture("bits", 1, 1, "R8G8B8A8_TYPELESS", nil, "COPY_DEST")
local blue = r:Texture("blue first", 1, 1, "B8G8R8A8_UNORM", nil, "COPY_DEST")
local slices = r:Texture("slices", 1, 1, "R32_FLOAT", nil, "COPY_DEST", { DepthOrArraySize = 12 })
local volumeTexture = device:CreateCommittedResource { Name = "volume", Dimension = "TEXTURE3D", Width = 2, Height = 2, DepthOrArraySize = 4, Format = "R32_FLOAT", Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "UNORDERED_ACCESS" }
local layerTexture = r:Texture("layers", 1, 1, "R32_FLOAT", "ALLOW_UNORDERED_ACCESS", "UNORDERED_ACCESS", { DepthOrArraySize = 4 })

local first = r:SRV(data, { Format = "R8G8B8A8_UNORM", ViewDimension = "BUFFER", FirstElement = 3, NumElements = 2 })
r:SRV(data, { Format = "R32_TYPELESS", ViewDimension = "BUFFER", FirstElement = 4, NumElements = 3, Flags = "RAW" })
r:SRV(data, { Format = "UNKNOWN", ViewDimension = "BUFFER", FirstElement = 2, NumElements = 4, StructureByteStride = 8 })
r:SRV(blue)
r:SRV(texel, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2D", MipLevels = 1 })
r:SRV(texel, { Format = "R8G8B8A8_UINT", ViewDimension = "TEXTURE2D", MipLevels = 1 })
r:SRV(texel, { Format = "R8G8B8A8_UNORM_SRGB", ViewDimension = "TEXTURE2D", MipLevels = 1 })
r:SRV(slices, { Format = "R32_FLOAT", ViewDimension = "TEXTURECUBE", MipLevels = 1 })
r:SRV(slices, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2DARRAY", MipLevels = 1, FirstArraySlice = 9, ArraySize = 3 })
local cpu = r:next()
device:CreateConstantBufferView({ BufferLocation = data:GetGPUVirtualAddress() + 256, SizeInBytes = 256 }, cpu)
r:UAV(volumeTexture, { Format = "R32_FLOAT", ViewDimension = "TEXTURE3D", FirstWSlice = 1, WSize = 2 })
r:UAV(layerTexture, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 2, ArraySize = 2 })
r:UAV(shared, { Format = "R16_SINT", ViewDimension = "BUFFER", FirstElement = 5, NumElements = 4 })
r:UAV(shared, { Format = "R32_TYPELESS", ViewDimension = "BUFFER", FirstElement = 32, NumElements = 8, Flags = "RAW" })

local result = r:Buffer("result", 256)
local bits, blueBits, numbers = staging("byte", { 10, 60, 200, 128 }), staging("byte", { 20, 30, 40, 10 }), {}
for i = 0, 11 do numbers[i] = staging("float", { 100 + i }) end
r:Run("read", function(list)
  list:CopyTextureRegion({ Resource = texel }, 0, 0, 0, { Resource = bits, Format = "R8G8B8A8_UNORM", Width = 1, Height = 1, RowPitch = 256 })
  for i = 0, 11 do list:CopyTextureRegion({ Resource = slices, Subresource = i }, 0, 0, 0, { Resource = numbers[i], Format = "R32_FLOAT", Width = 1, Height = 1, RowPitch = 256 }) end
  list:CopyTextureRegion({ Resource = blue }, 0, 0, 0, { Resource = blueBits, Format = "B8G8R8A8_UNORM", Width = 1, Height = 1, RowPitch = 256 })
  rig.Barrier(list, blue, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
  rig.Barrier(list, texel, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
  rig.Barrier(list, slices, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
  list:SetDescriptorHeaps { r.views }
  list:SetComputeRootSignature(root)
  list:SetPipelineState(read)
  list:SetComputeRootUnorderedAccessView(0, result:GetGPUVirtualAddress())
  list:SetComputeRootDescriptorTable(1, first)
  list:Dispatch(1, 1, 1)
end)
local function word(at) return bytes[at + 1] + bytes[at + 2] * 256 + bytes[at + 3] * 65536 + bytes[at + 4] * 16777216 end
local function float32(x) local _, e = math.frexp(x) local u = 2 ^ (e - 24) local n = x / u local f = math.floor(n) if n - f > 0.5 or (n - f == 0.5 and f % 2 == 1) then f = f + 1 end return f * u end
local want = { 12, 13, 14, 15, 0, 0, 0, 0, 2, float32(word(20)), 12, float32(word(28)), float32(word(256 + 24)),
  40, 30, 20, 10, 10, 60, 200, 128, 10, 60, 200, 128, math.floor(((60 / 255 + 0.055) / 1.055) ^ 2.4 * 1000), 100 + 5, 100 + 10, 2, 2, 2, 0 }
local got, wrong = r:Read(result, "float", #want), 0
for i, w in ipairs(want) do
  if math.abs(got[i] - w) > 1e-4 then
    wrong = wrong + 1
    print(("value %d is %g, expected %g"):format(i, got[i], w))
  end
end
local words = r:Read(shared, "uint", 64)
local function check(what, ok) if not ok then wrong = wrong + 1 print(what .. " is wrong") end end
check("typed UAV", words[4] == (65536 - 300))                          -- element 6 of 2 bytes: bytes 12 and 13
check("raw UAV", words[34] == 77 and words[35] == 5)                   -- from word 32 on
check("array", r:Texels(layerTexture, "UNORDERED_ACCESS", "float", 1, 3)[1][1] == 5)
local desc = device:GetCopyableFootprints(volumeTexture, 0, 1, 0)[1]
local back = r:Buffer("back", 4096, "READBACK")
r:Run("volume", function(list)
  rig.Barrier(list, volumeTexture, "UNORDERED_ACCESS", "COPY_SOURCE")
  list:CopyTextureRegion({ Resource = back, Format = desc.Format, Width = 2, Height = 2, Depth = 4, RowPitch = desc.RowPitch }, 0, 0, 0, { Resource = volumeTexture })
end)
local cells = {}
for z = 0, 3 do cells[z] = back:Map():Read(z * 2 * desc.RowPitch, "float", 2)[2] end
check("volume", cells[1] == 7 and cells[3] == 0)
print(("%d values and 4 written views: %d wrong"):format(#want, wrong))
