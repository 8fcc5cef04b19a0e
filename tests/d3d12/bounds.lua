-- Accesses outside: addresses and indices that wrap around, values that lie across the end of a view, arrays of work items and of groups, constants that are
-- indexed, texels outside on every side, and atomics there. Reads give 0, writes are dropped, and what lies beside stays as it was.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device
gpu.SetMessageFilter { Deny = { "ShaderOutOfBounds" } }                -- reads and writes outside are meant

local FILL = 0xaaaaaaaa
local out = gpu.RWByteAddressBuffer("u0, space1")
local constants9 = gpu.ConstantBuffer("b9", { { "far", "uint" }, { "rest", "uint" } })

-- Ask runs a kernel of one work item with a table of views, and gives count words of its output.
local function ask(name, kinds, views, main, count, constants)
  local ranges = {}
  for i, kind in ipairs(kinds) do
    local register = 0
    for k = 1, i - 1 do if kinds[k] == kind then register = register + 1 end end
    ranges[i] = { Type = kind, NumDescriptors = 1, BaseShaderRegister = register, Flags = "DESCRIPTORS_VOLATILE" }
  end
  local parameters = { { Type = "UAV", RegisterSpace = 1 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 9, Num32BitValues = 16 } }
  for i, range in ipairs(ranges) do parameters[i + 2] = { Type = "DESCRIPTOR_TABLE", Ranges = { range } } end
  local root = device:CreateRootSignature { Name = name, Parameters = parameters }
  local pipeline, answer = t.Compute(root, name, { 1, 1, 1 }, main), t.Buffer("answer", 1024)
  t.Run(name, function(list)
    t.Heaps(list)
    list:SetComputeRootSignature(root)
    list:SetPipelineState(pipeline)
    list:SetComputeRootUnorderedAccessView(0, answer:GetGPUVirtualAddress())
    local words = {}
    for i = 1, 16 do words[i] = gpu.AsUint(constants and constants[i] or 0) end
    list:SetComputeRoot32BitConstants(1, words, 0)
    for i, view in ipairs(views) do list:SetComputeRootDescriptorTable(i + 1, view) end
    list:Dispatch(1, 1, 1)
  end)
  return t.Read(answer, "uint", count)
end

local function ramp(n) local list = {} for i = 1, n do list[i] = i end return list end
local function raw(buffer, first, count) return { Format = "R32_TYPELESS", FirstElement = first, NumElements = count, Flags = "RAW" } end

-- Addresses of raw buffers: each word counts on its own, and none wraps around to the beginning.
do
  local x = t.Contents("x", "uint", ramp(16))
  local bytes = gpu.ByteAddressBuffer("t0")
  local view = { t.SRV(x, { Format = "R32_TYPELESS", ViewDimension = "BUFFER", FirstElement = 4, NumElements = 6, Flags = "RAW" }) }
  t.Check("across the end", ask("across", { "SRV" }, view, function() out:Store4(0, bytes:Load4(16)) out:Store3(16, bytes:Load3(20)) out:Store2(28, bytes:Load2(20)) end, 9), { 9, 10, 0, 0, 10, 0, 0, 10, 0 })
  t.Check("addresses near the end of all of them", ask("wrap", { "SRV" }, view, function()
    out:Store4(0, bytes:Load4(0xfffffff8))
    out:Store4(16, bytes:Load4(0xfffffffc))
    out:Store2(32, uint2(bytes:Load(0xfffffff0), bytes:Load(0x80000000)))
  end, 10), t.Filled(10, 0))
  local y = t.Contents("y", "uint", t.Filled(16, FILL))
  local writes = gpu.RWByteAddressBuffer("u0")
  ask("writes", { "UAV" }, { (t.UAV(y, raw(y, 4, 6))) }, function()
    writes:Store4(16, uint4(1, 2, 3, 4))
    writes:Store3(24, uint3(5, 6, 7))
    writes:Store4(0xfffffff8, uint4(8, 9, 10, 11))
    writes:Store(0xfffffffc, 12)
  end, 1)
  t.Check("stores across the end", t.Read(y, "uint", 16), { FILL, FILL, FILL, FILL, FILL, FILL, FILL, FILL, 1, 2, FILL, FILL, FILL, FILL, FILL, FILL })
  local got = ask("atomics", { "UAV" }, { (t.UAV(y, raw(y, 4, 6))) }, function()
    out:Store4(0, uint4(writes:InterlockedAdd(24, 5), writes:InterlockedExchange(0xfffffffc, 6), writes:InterlockedCompareExchange(0x80000000, 0, 7), writes:InterlockedMax(28, 0xffffffff)))
  end, 4)
  t.Check("atomics outside give 0", got, { 0, 0, 0, 0 })
  t.Check("and change nothing", t.Read(y, "uint", 16), { FILL, FILL, FILL, FILL, FILL, FILL, FILL, FILL, 1, 2, FILL, FILL, FILL, FILL, FILL, FILL })
end

-- Elements of structured and typed buffers: indices whose address would wrap around.
do
  local S = { { "a", "uint" }, { "b", "uint3" } }
  local x = t.Contents("x", "uint", ramp(32))
  local elements, words, typed = gpu.StructuredBuffer("t0", S), gpu.StructuredBuffer("t0", "uint"), gpu.Buffer("t0", "uint")
  local view = { t.SRV(x, { ViewDimension = "BUFFER", FirstElement = 1, NumElements = 2, StructureByteStride = 16 }) }
  t.Check("elements", ask("elements", { "SRV" }, view, function()
    out:Store4(0, uint4(elements[1].a, elements[1].b))
    out:Store4(16, uint4(elements[2].a, elements[2].b))
    out:Store4(32, uint4(elements[0x10000000].a, elements[0x10000001].b))
    out:Store4(48, uint4(elements[0xffffffff].a, elements[0xffffffff].b))
  end, 16), { 9, 10, 11, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 })
  t.Check("words", ask("words", { "SRV" }, { t.SRV(x, { ViewDimension = "BUFFER", FirstElement = 2, NumElements = 4, StructureByteStride = 4 }) }, function()
    out:Store4(0, uint4(words[3], words[4], words[0x40000000], words[0xffffffff]))
  end, 4), { 6, 0, 0, 0 })
  t.Check("texels of a buffer", ask("typed", { "SRV" }, { t.SRV(x, { Format = "R32_UINT", ViewDimension = "BUFFER", FirstElement = 2, NumElements = 4 }) }, function()
    out:Store4(0, uint4(typed[3], typed[4], typed[0x40000000], typed[0xffffffff]))
  end, 4), { 6, 0, 0, 0 })
  local y = t.Contents("y", "uint", t.Filled(32, FILL))
  local into = gpu.RWStructuredBuffer("u0", S)
  ask("structs", { "UAV" }, { (t.UAV(y, { FirstElement = 1, NumElements = 2, StructureByteStride = 16 })) }, function()
    into[1].b = uint3(1, 2, 3)
    into[2].a = 4
    into[0x10000000] = { a = 5, b = uint3(6, 7, 8) }
    into[0xffffffff].a = 9
  end, 1)
  local want = t.Filled(32, FILL)
  want[10], want[11], want[12] = 1, 2, 3
  t.Check("structs", t.Read(y, "uint", 32), want)
end

-- Arrays of a work item, of a group and of constants.
do
  local TABLE = { 11, 22, 33, 44 }
  local shared = gpu.GroupShared("uint", 4)
  local got = ask("arrays", {}, {}, function()
    local own = Array("uint", 4)
    for i = 0, 3 do own[i] = i + 1 shared[i] = i + 5 end
    local far = constants9.far
    own[far] = 99
    shared[far] = 98
    out:Store4(0, uint4(own[far], shared[far], uint(TABLE[int(far)]), own[3]))
    out:Store4(16, uint4(own[far - 1], shared[far - 1], uint(TABLE[int(far) * -1]), shared[3]))
    out:Store4(32, uint4(own[0xffffffff - far], shared[0xffffffff - far], own[far * 1000], shared[far * 1000]))
  end, 12, { 4 })
  t.Check("arrays", got, { 0, 0, 44, 4, 4, 8, 0, 8, 0, 0, 0, 0 })
end

-- Indices whose byte address is a multiple of 2^32, or a little more, are as far outside as they are: of arrays, of structs in them, of rows, and of lists in the
-- elements of buffers and in constants.
do
  local S = { { "head", "uint" }, { "list", "uint", 4 } }
  local shared, structs, pairs4 = gpu.GroupShared("uint", 4), gpu.GroupShared(S, 2), gpu.GroupShared("uint2", 4)
  local numbers = ramp(64)
  numbers[1] = 0                                                     -- list[-1] is the head
  local x = t.Contents("x", "uint", numbers)
  local elements = gpu.StructuredBuffer("t0", S)
  local view = { t.SRV(x, { ViewDimension = "BUFFER", FirstElement = 0, NumElements = 2, StructureByteStride = 20 }) }
  for _, far in ipairs { 0x10000000, 0x20000000, 0x40000000, 0x40000001, 0x80000000, 0xc0000000, 0xfffffffc, 0xffffffff } do
    local got = ask("far", { "SRV" }, view, function()
      local far = constants9.far
      local own, rows, inner, threes = Array("uint", 4), Array("uint", 4, 4), Array(S, 2), Array("float3", 4)
      for i = 0, 3 do
        own[i] = 1 shared[i] = 1 pairs4[i] = uint2(1, 1) threes[i] = float3(1, 1, 1)
        for k = 0, 3 do rows[i][k] = 1 inner[i % 2].list[k] = 1 structs[i % 2].list[k] = 1 end
      end
      out:Store4(0, uint4(own[far], shared[far], pairs4[far].y, uint(threes[far].x)))
      out:Store4(16, uint4(rows[far][0], rows[0][far], inner[far].list[0], inner[0].list[far]))
      out:Store4(32, uint4(structs[far].list[0], structs[0].list[far], elements[far].list[0], elements[0].list[far]))
      own[far] = 7 shared[far] = 7 pairs4[far].y = 7 threes[far].x = 7.0
      rows[far][0] = 7 rows[0][far] = 7 inner[far].list[0] = 7 inner[0].list[far] = 7 structs[far].list[0] = 7 structs[0].list[far] = 7
      local before = InterlockedAdd(shared[far], 7)
      local sum = before
      for i = 0, 3 do
        sum = sum + own[i] + shared[i] + pairs4[i].y + uint(threes[i].x)
        for k = 0, 3 do sum = sum + rows[i][k] end
        if i < 2 then for k = 0, 3 do sum = sum + inner[i].list[k] + structs[i].list[k] end end
      end
      out:Store4(48, uint4(sum, elements[1].list[1], 0, 0))
    end, 14, { far })
    t.Check(("index %#x"):format(far), got, { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 48, 8 })
  end
  local list = gpu.ConstantBuffer("b0", { { "head", "uint4" }, { "rows", "uint4", 8 } })
  local parts = ask("far constants", { "CBV" }, { t.CBV { BufferLocation = x:GetGPUVirtualAddress(), SizeInBytes = 256 } }, function()
    local far = constants9.far
    out:Store4(0, uint4(list.rows[far].x, list.rows[far * 2].x, list.rows[far * 8].x, list.rows[0][far * 4]))
    out:Store(16, list.rows[far * 16].x)                             -- that is index 0
  end, 5, { 0x10000000 })
  t.Check("far constants", parts, { 0, 0, 0, 0, 5 })
end

-- Constants: behind the view of a buffer, and behind the values of a root parameter.
do
  local list = gpu.ConstantBuffer("b0", { { "head", "uint4" }, { "rows", "uint4", 32 } })
  local x = t.Contents("x", "uint", ramp(128))
  local parts = ask("constants", { "CBV" }, { t.CBV { BufferLocation = x:GetGPUVirtualAddress(), SizeInBytes = 256 } }, function()
    local far = constants9.far
    out:Store4(0, list.rows[far])
    out:Store4(16, list.rows[far + 1])
    out:Store4(32, list.rows[0xffffff00 + far])
    out:Store4(48, uint4(list.rows[far][1], list.rows[far][far - 10], list.head[far - 11], list.rows[far + 2].w))
  end, 16, { 14 })
  t.Check("constants behind the view", parts, { 61, 62, 63, 64, 0, 0, 0, 0, 0, 0, 0, 0, 62, 0, 4, 0 })
  local few = gpu.ConstantBuffer("b9", { { "first", "uint4" }, { "rows", "uint4", 8 } })
  local got = ask("root constants", {}, {}, function()
    local far = few.first.x
    out:Store4(0, few.rows[far])
    out:Store4(16, few.rows[far + 1])
    out:Store4(32, few.rows[far * 1000])
  end, 12, { 2, 0, 0, 0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 })
  t.Check("behind root constants", got, { 13, 14, 15, 16, 0, 0, 0, 0, 0, 0, 0, 0 })
end

-- Texels: stores and atomics on every side, of levels that are not there, of slices and volumes; what lies beside stays.
do
  local x = t.Texture("x", 4, 3, "R32_UINT", "COPY_DEST", "ALLOW_UNORDERED_ACCESS", { DepthOrArraySize = 3 })
  for slice = 0, 2 do t.Fill(x, "uint", t.Filled(12, 7), slice) end
  t.Run("state", function(list) t.Barrier(list, x, "COPY_DEST", "UNORDERED_ACCESS") end)
  local image, array = gpu.RWTexture2D("u0", "uint"), gpu.RWTexture2DArray("u0", "uint")
  local one = (t.UAV(x, { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 1, ArraySize = 1 }))
  local got = ask("texels", { "UAV" }, { one }, function()
    array[uint3(4, 0, 0)] = 1
    array[uint3(0, 3, 0)] = 2
    array[uint3(0, 0, 1)] = 3
    array[uint3(0xffffffff, 0, 0)] = 4
    array[uint3(0, 0xffffffff, 0)] = 5
    array[uint3(0, 0, 0xffffffff)] = 6
    array[uint3(3, 2, 0)] = 8
    out:Store4(0, uint4(InterlockedAdd(array[uint3(4, 2, 0)], 100), InterlockedAdd(array[uint3(0, 0, 2)], 100), InterlockedAdd(array[uint3(0x40000000, 0, 0)], 100), InterlockedAdd(array[uint3(3, 2, 0)], 100)))
    out:Store4(16, uint4(array[uint3(3, 2, 0)], array[uint3(4, 2, 0)], array[uint3(3, 3, 0)], array[uint3(0, 0, 1)]))
  end, 8)
  t.Check("texels outside", got, { 0, 0, 0, 8, 108, 0, 0, 0 })
  local want = t.Filled(12, 7)
  want[12] = 108
  t.Check("the slice", t.Texels(x, "UNORDERED_ACCESS", "uint", 1), want)
  for _, slice in ipairs { 0, 2 } do t.Check("slice " .. slice, t.Texels(x, "UNORDERED_ACCESS", "uint", slice), t.Filled(12, 7)) end
  local y = t.Texture("y", 2, 2, "R8G8B8A8_UNORM", "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS", { MipLevels = 2 })
  local level = gpu.RWTexture2D("u0", "float4")
  ask("levels", { "UAV" }, { (t.UAV(y, { ViewDimension = "TEXTURE2D", MipSlice = 1 })) }, function()
    level[uint2(0, 0)] = float4(1, 1, 1, 1)
    level[uint2(1, 0)] = float4(1, 0, 0, 1)
    level[uint2(0, 1)] = float4(0, 1, 0, 1)
  end, 1)
  t.Check("level 1", t.Texels(y, "UNORDERED_ACCESS", "byte", 1), { 255, 255, 255, 255 })
  t.Check("level 0", t.Texels(y, "UNORDERED_ACCESS", "byte", 0), t.Filled(16, 0))
end
t.Done()
