-- Views: null views and reads outside give 0, offsets and strides of buffers, components, levels and slices, formats of one family, and what the
-- dimensions of all that are.
local gpu = require "gpu"
local t = require "lib.bench"
gpu.SetMessageFilter { Deny = { "ShaderOutOfBounds" } }                -- reads and writes outside are meant

-- Ask runs a kernel of one work item with a table of views, and gives count words of its output.
local out = gpu.RWByteAddressBuffer("u0, space1")
local function ask(name, ranges, views, main, count)
  local parameters = { { Type = "UAV", ShaderRegister = 0, RegisterSpace = 1 } }
  for i, range in ipairs(ranges) do parameters[i + 1] = { Type = "DESCRIPTOR_TABLE", Ranges = { range } } end
  local root = t.device:CreateRootSignature { Name = name, Parameters = parameters }
  local pipeline, result = t.Compute(root, name, { 1, 1, 1 }, main), t.Buffer("result", 1024)
  t.Run(name, function(list)
    t.Heaps(list)
    list:SetComputeRootSignature(root)
    list:SetPipelineState(pipeline)
    list:SetComputeRootUnorderedAccessView(0, result:GetGPUVirtualAddress())
    for i, view in ipairs(views) do list:SetComputeRootDescriptorTable(i, view) end
    list:Dispatch(1, 1, 1)
  end)
  return t.Read(result, "uint", count)
end
local S, U, C = { Type = "SRV", NumDescriptors = 1 }, { Type = "UAV", NumDescriptors = 1 }, { Type = "CBV", NumDescriptors = 1 }
local function ramp(n, first) local list = {} for i = 1, n do list[i] = (first or 0) + i - 1 end return list end

-- Null views read 0, have no extent, and drop writes.
do
  local typed, raw, structs = gpu.Buffer("t0", "uint4"), gpu.ByteAddressBuffer("t0"), gpu.StructuredBuffer("t0", "uint4")
  local image, cube, array = gpu.Texture2D("t0", "float4"), gpu.TextureCube("t0", "float4"), gpu.Texture2DArray("t0", "float4")
  local box = gpu.ConstantBuffer("b0", { { "v", "uint4" } })
  local store, pixels = gpu.RWBuffer("u0", "uint"), gpu.RWTexture2D("u0", "float4")
  local sampler = gpu.SamplerState("s0")
  local zero8 = t.Filled(8, 0)
  t.Check("null typed buffer", ask("typed", { S }, { t.SRV(nil, { Format = "R32G32B32A32_UINT", ViewDimension = "BUFFER", NumElements = 1 }) }, function()
    out:Store4(0, typed[0])
    out:Store4(16, uint4(typed:GetDimensions(), typed[100].x, 0, 0))
  end, 8), zero8)
  t.Check("null raw buffer", ask("raw", { S }, { t.SRV(nil, { Format = "R32_TYPELESS", ViewDimension = "BUFFER", NumElements = 1, Flags = "RAW" }) }, function()
    out:Store4(0, raw:Load4(0))
    out:Store4(16, uint4(raw:GetDimensions(), raw:Load(1000), 0, 0))
  end, 8), zero8)
  t.Check("null structured buffer", ask("structs", { S }, { t.SRV(nil, { ViewDimension = "BUFFER", NumElements = 1, StructureByteStride = 16 }) }, function()
    local count, stride = structs:GetDimensions()
    out:Store4(0, structs[0])
    out:Store4(16, uint4(count, 0, structs[5].w, 0))
  end, 8), zero8)
  t.Check("null texture", ask("image", { S }, { t.SRV(nil, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2D", MipLevels = 1 }) }, function()
    local w, h = image:GetDimensions()
    out:Store4(0, asuint(image:Load(int3(0, 0, 0))))
    out:Store4(16, uint4(w, h, 0, 0))
  end, 8), zero8)
  t.Check("null constant buffer", ask("constants", { C }, { t.CBV(nil) }, function() out:Store4(0, box.v) end, 4), t.Filled(4, 0))
  t.Check("null unordered access views", ask("stores", { U }, { (t.UAV(nil, { Format = "R32_UINT", ViewDimension = "BUFFER", NumElements = 4 })) }, function()
    store[0] = 7
    out:Store2(0, uint2(store[0], store:GetDimensions()))
  end, 2), { 0, 0 })
  t.Check("null unordered access view of a texture", ask("pixels", { U }, { (t.UAV(nil, { Format = "R32G32B32A32_FLOAT", ViewDimension = "TEXTURE2D" })) }, function()
    local w, h = pixels:GetDimensions()
    pixels[uint2(0, 0)] = float4(1, 1, 1, 1)
    out:Store4(0, asuint(pixels[uint2(0, 0)]))
    out:Store2(16, uint2(w, h))
  end, 6), t.Filled(6, 0))
end

-- Buffers: the first element, the count, the stride; reads behind the view are 0 though the buffer goes on, writes are dropped; raw addresses too.
do
  local data = t.Contents("data", "uint", ramp(64))
  local typed, raw, structs = gpu.Buffer("t0", "uint"), gpu.ByteAddressBuffer("t0"), gpu.StructuredBuffer("t0", { { "a", "uint" }, { "b", "uint2" } })
  t.Check("typed buffer", ask("typed", { S }, { t.SRV(data, { Format = "R32_UINT", FirstElement = 8, NumElements = 4 }) }, function()
    out:Store4(0, uint4(typed[0], typed[3], typed[4], typed[0xffffffff]))
    out:Store(16, typed:GetDimensions())
  end, 5), { 8, 11, 0, 0, 4 })
  t.Check("typed buffer of bytes", ask("bytes", { S }, { t.SRV(data, { Format = "R8_UINT", FirstElement = 5, NumElements = 8 }) }, function()
    out:Store4(0, uint4(typed[3], typed[7], typed[8], typed:GetDimensions()))
  end, 4), { 2, 3, 0, 8 })
  t.Check("raw buffer", ask("raw", { S }, { t.SRV(data, { Format = "R32_TYPELESS", FirstElement = 4, NumElements = 6, Flags = "RAW" }) }, function()
    out:Store4(0, raw:Load4(0))
    out:Store4(16, raw:Load4(16))                                      -- the last two words are outside
    out:Store4(32, uint4(raw:Load(24), raw:Load(0xfffffffc), raw:GetDimensions(), 0))
  end, 12), { 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 24, 0 })
  t.Check("structured buffer", ask("structs", { S }, { t.SRV(data, { FirstElement = 2, NumElements = 3, StructureByteStride = 12 }) }, function()
    local count, stride = structs:GetDimensions()
    out:Store4(0, uint4(structs[0].a, structs[2].b, structs[3].a))
    out:Store2(16, uint2(count, stride))
  end, 6), { 6, 13, 14, 0, 3, 12 })
  local x = t.Contents("x", "uint", t.Filled(32, 1))
  local rw, rwRaw, rwStructs = gpu.RWBuffer("u0", "uint"), gpu.RWByteAddressBuffer("u0"), gpu.RWStructuredBuffer("u0", "uint3")
  local view = t.UAV(x, { Format = "R32_UINT", FirstElement = 4, NumElements = 4 })
  local got = ask("stores", { U }, { view }, function()
    for i = 0, 5 do rw[i] = 9 end
    rw[0xffffffff] = 9
    out:Store2(0, uint2(rw[3], rw[4]))
  end, 2)
  t.Check("reads of what was stored", got, { 9, 0 })
  t.Check("stores in a view", t.Read(x, "uint", 12), { 1, 1, 1, 1, 9, 9, 9, 9, 1, 1, 1, 1 })
  ask("raw stores", { U }, { (t.UAV(x, { Format = "R32_TYPELESS", FirstElement = 8, NumElements = 3, Flags = "RAW" })) }, function() rwRaw:Store4(0, uint4(5, 6, 7, 8)) end, 1)
  t.Check("raw stores in a view", t.Read(x, "uint", 4, 32), { 5, 6, 7, 1 })
  ask("structured stores", { U }, { (t.UAV(x, { FirstElement = 4, NumElements = 2, StructureByteStride = 12 })) }, function()
    for i = 0, 2 do rwStructs[i] = uint3(20, 21, 22) end
  end, 1)
  t.Check("structured stores in a view", t.Read(x, "uint", 8, 48), { 20, 21, 22, 20, 21, 22, 1, 1 })
end

-- Counters of structured buffers count up and down, wrap, and give what stood there before or after.
do
  local items, counter = t.Buffer("items", 256), t.Contents("counter", "uint", { 5 })
  local rw = gpu.RWStructuredBuffer("u0", "uint")
  local got = ask("counter", { U }, { (t.UAV(items, { NumElements = 64, StructureByteStride = 4 }, counter)) }, function()
    out:Store4(0, uint4(rw:IncrementCounter(), rw:IncrementCounter(), rw:DecrementCounter(), rw:DecrementCounter()))
  end, 4)
  t.Check("counter", got, { 5, 6, 6, 5 })
  t.Check("counter in memory", t.Read(counter, "uint", 1), { 5 })
end

-- Constant buffers end where the view ends: what is behind reads 0.
do
  local data = t.Upload("data", "uint", ramp(192), 1024)
  local box = gpu.ConstantBuffer("b0", { { "v", "uint4", 64 } })
  t.Check("constant buffer", ask("constants", { C }, { t.CBV { BufferLocation = data:GetGPUVirtualAddress() + 256, SizeInBytes = 256 } }, function(GroupIndex)
    out:Store4(0, uint4(box.v[GroupIndex].x, box.v[GroupIndex + 15].w, box.v[GroupIndex + 16].x, box.v[GroupIndex + 63].x))
  end, 4), { 64, 127, 0, 0 })
end

-- Components: each comes from a component of memory, or is 0 or 1, an integer 1 for integers.
do
  local x = t.Texture("x", 1, 1, "R8G8B8A8_UINT", "COPY_DEST")
  t.Fill(x, "byte", { 10, 20, 30, 40 })
  local f = t.Texture("f", 1, 1, "R8G8_UNORM", "COPY_DEST")
  t.Fill(f, "byte", { 51, 255 })
  t.Run("states", function(list) for _, r in ipairs { x, f } do t.Barrier(list, r, "COPY_DEST", "ALL_SHADER_RESOURCE") end end)
  local image, floats = gpu.Texture2D("t0", "uint4"), gpu.Texture2D("t0", "float4")
  local function mapped(resource, ...)
    return t.SRV(resource, { ViewDimension = "TEXTURE2D", Shader4ComponentMapping = gpu.ENCODE_SHADER_4_COMPONENT_MAPPING(...) })
  end
  local m0, m1, m2, m3, zero, one = "FROM_MEMORY_COMPONENT_0", "FROM_MEMORY_COMPONENT_1", "FROM_MEMORY_COMPONENT_2", "FROM_MEMORY_COMPONENT_3", "FORCE_VALUE_0", "FORCE_VALUE_1"
  for _, case in ipairs { { m0, m1, m2, m3, want = { 10, 20, 30, 40 } }, { m3, m2, m1, m0, want = { 40, 30, 20, 10 } }, { zero, one, m1, m1, want = { 0, 1, 20, 20 } } } do
    t.Check("components", ask("components", { S }, { mapped(x, unpack(case)) }, function() out:Store4(0, image:Load(int3(0, 0, 0))) end, 4), case.want)
  end
  t.Check("components that the format has not", ask("two", { S }, { mapped(f, m1, m2, m3, one) }, function() out:Store4(0, asuint(floats:Load(int3(0, 0, 0)))) end, 4),
    { 0x3f800000, 0, 0x3f800000, 0x3f800000 })
end

-- Textures: loads outside are 0 on every side and of every level; levels and slices of a view count from its own.
do
  local x = t.Texture("x", 4, 4, "R8_UINT", "COPY_DEST", nil, { MipLevels = 3, DepthOrArraySize = 4 })
  for slice = 0, 3 do
    for level = 0, 2 do t.Fill(x, "byte", t.Filled(({ 16, 4, 1 })[level + 1], slice * 10 + level + 1), slice * 3 + level) end
  end
  t.Run("state", function(list) t.Barrier(list, x, "COPY_DEST", "ALL_SHADER_RESOURCE") end)
  local image, array = gpu.Texture2D("t0", "uint"), gpu.Texture2DArray("t0", "uint")
  t.Check("loads outside", ask("outside", { S }, { t.SRV(x, { ViewDimension = "TEXTURE2D", MostDetailedMip = 0, MipLevels = 2 }) }, function()
    out:Store4(0, uint4(image:Load(int3(3, 3, 0)), image:Load(int3(4, 0, 0)), image:Load(int3(0, 4, 0)), image:Load(int3(-1, 0, 0))))
    out:Store4(16, uint4(image:Load(int3(1, 1, 1)), image:Load(int3(2, 0, 1)), image:Load(int3(0, 0, 2)), image:Load(int3(0, 0, -1))))
  end, 8), { 1, 0, 0, 0, 2, 0, 0, 0 })
  t.Check("levels and slices of a view", ask("part", { S },
    { t.SRV(x, { ViewDimension = "TEXTURE2DARRAY", MostDetailedMip = 1, MipLevels = 2, FirstArraySlice = 2, ArraySize = 2 }) }, function()
      local w, h, slices, levels = array:GetDimensions(0)
      out:Store4(0, uint4(array:Load(int4(0, 0, 0, 0)), array:Load(int4(0, 0, 1, 0)), array:Load(int4(0, 0, 1, 1)), array:Load(int4(0, 0, 2, 0))))
      out:Store4(16, uint4(w, h, slices, levels))
      local w1, h1 = array:GetDimensions(1)
      out:Store2(32, uint2(w1, h1))
    end, 10), { 22, 32, 33, 0, 2, 2, 2, 2, 1, 1 })
end

-- A view sees texels as another format of their family.
do
  local x = t.Texture("x", 1, 1, "R32_TYPELESS", "COPY_DEST")
  t.Fill(x, "float", { 1 })
  local y = t.Texture("y", 1, 1, "R8G8B8A8_TYPELESS", "COPY_DEST")
  t.Fill(y, "byte", { 255, 128, 0, 51 })
  t.Run("states", function(list) for _, r in ipairs { x, y } do t.Barrier(list, r, "COPY_DEST", "ALL_SHADER_RESOURCE") end end)
  local uints, ints, floats = gpu.Texture2D("t0", "uint4"), gpu.Texture2D("t0", "int4"), gpu.Texture2D("t0", "float4")
  local function as(format, r) return t.SRV(r, { Format = format, ViewDimension = "TEXTURE2D" }) end
  t.Check("float as uint", ask("uint", { S }, { as("R32_UINT", x) }, function() out:Store4(0, uints:Load(int3(0, 0, 0))) end, 4), { 0x3f800000, 0, 0, 1 })
  t.Check("float", ask("float", { S }, { as("R32_FLOAT", x) }, function() out:Store4(0, asuint(floats:Load(int3(0, 0, 0)))) end, 4), { 0x3f800000, 0, 0, 0x3f800000 })
  t.Check("bytes as uint", ask("uint", { S }, { as("R8G8B8A8_UINT", y) }, function() out:Store4(0, uints:Load(int3(0, 0, 0))) end, 4), { 255, 128, 0, 51 })
  t.Check("bytes as int", ask("int", { S }, { as("R8G8B8A8_SINT", y) }, function() out:Store4(0, asuint(ints:Load(int3(0, 0, 0)))) end, 4), { 0xffffffff, 0xffffff80, 0, 51 })
  t.Check("bytes as SNORM", ask("snorm", { S }, { as("R8G8B8A8_SNORM", y) }, function() out:Store4(0, asuint(int4(round(floats:Load(int3(0, 0, 0)) * 127)))) end, 4),
    { 0xffffffff, 0x100000000 - 127, 0, 51 })
end

-- Slices of a volume: an unordered access view counts them from its first.
do
  local x = t.Texture("x", 1, 1, "R32_UINT", "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS", { Dimension = "TEXTURE3D", DepthOrArraySize = 6 })
  local all, allCPU = t.UAV(x)
  t.Run("zeros", function(list)
    t.Heaps(list)
    list:ClearUnorderedAccessViewUint(all, allCPU, x, { 0, 0, 0, 0 })
  end)
  local volume = gpu.RWTexture3D("u0", "uint")
  local got = ask("slices", { U }, { (t.UAV(x, { ViewDimension = "TEXTURE3D", FirstWSlice = 2, WSize = 3 })) }, function()
    local w, h, d = volume:GetDimensions()
    for z = 0, 4 do volume[uint3(0, 0, z)] = 7 + z end
    out:Store4(0, uint4(w, h, d, volume[uint3(0, 0, 1)]))
  end, 4)
  t.Check("slices of a volume", t.Texels(x, "UNORDERED_ACCESS", "uint"), { 0, 0, 7, 8, 9, 0 })
  t.Check("depth of a view", { got[1], got[2], got[4] }, { 1, 1, 8 })
end

-- A shader's array may see one slice.
do
  local x = t.Texture("x", 1, 1, "R8_UINT", "COPY_DEST", nil, { DepthOrArraySize = 3 })
  for slice = 0, 2 do t.Fill(x, "byte", { slice + 1 }, slice) end
  t.Run("state", function(list) t.Barrier(list, x, "COPY_DEST", "ALL_SHADER_RESOURCE") end)
  local array = gpu.Texture2DArray("t0", "uint")
  t.Check("array of one slice", ask("one", { S }, { t.SRV(x, { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 1, ArraySize = 1 }) }, function()
    out:Store2(0, uint2(array:Load(int4(0, 0, 0, 0)), array:Load(int4(0, 0, 1, 0))))
  end, 2), { 2, 0 })
end
t.Done()
