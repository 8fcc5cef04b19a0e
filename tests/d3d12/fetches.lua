-- What the input assembler fetches: strides and sizes at their edges, every width and type of elements, values that cut strips and values that only look like
-- it, instances from other instances on.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device
gpu.SetMessageFilter { Deny = { "FetchOutOfBuffer", "StrideTooSmall", "NullVertices" } }

local root = device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = { { Type = "UAV" } } }
local F = "R32G32B32A32_FLOAT"
local W = 8
local x = t.Texture("x", W, 1, F, "RENDER_TARGET", "ALLOW_RENDER_TARGET")
local rtv = t.RTV(x)
local paint = gpu.PixelShader { Name = "paint", Main = function(v) return v.value end }
local ramp = {}
for i = 0, 255 do ramp[i + 1] = i end
local floats = t.Upload("floats", "float", ramp)

-- Vertices draws points; vertex k stands in pixel k.
local function vertices(pso, views, record)
  t.Run("vertices", function(list)
    list:ClearRenderTargetView(rtv, { -1, -1, -1, -1 })
    t.Targets(list, W, 1, { rtv })
    list:SetGraphicsRootSignature(root)
    list:SetPipelineState(pso)
    list:IASetPrimitiveTopology "POINTLIST"
    list:IASetVertexBuffers(0, views)
    record(list)
  end)
  local texels = t.Texels(x, "RENDER_TARGET", "float")
  return function(k) return { unpack(texels, k * 4 + 1, k * 4 + 4) } end
end
local function pipeline(name, type, layout)
  local vs = gpu.VertexShader { Name = name, Inputs = { { "V0", type } }, Interpolation = { value = "nointerpolation" }, Main = function(v, VertexID)
    return { Position = float4((float(VertexID % 8) + 0.5) / 8.0 * 2.0 - 1.0, 0, 0.5, 1), value = float4(v) }
  end }
  return t.Graphics { Name = name, RootSignature = root, VS = vs, PS = paint, PrimitiveTopologyType = "POINT", RTVFormats = { F }, InputLayout = { layout } }
end
local function view(buffer, bytes, stride, offset) return { BufferLocation = buffer:GetGPUVirtualAddress() + (offset or 0), SizeInBytes = bytes, StrideInBytes = stride } end

-- An element 16 bytes behind the beginning of its vertex: it is there if all of it lies in the view, whatever size over stride says.
do
  local pso = pipeline("behind", "float4", { "V", 0, F, 0, 16 })
  local zero = { 0, 0, 0, 0 }
  for _, case in ipairs {
    { 0, 4, zero, zero }, { 0, 16, zero, zero }, { 0, 31, zero, zero }, { 0, 32, { 4, 5, 6, 7 }, { 4, 5, 6, 7 } },
    { 4, 16, zero, zero }, { 4, 32, { 4, 5, 6, 7 }, zero }, { 4, 36, { 4, 5, 6, 7 }, { 5, 6, 7, 8 } },
    { 8, 16, zero, zero }, { 8, 39, { 4, 5, 6, 7 }, zero }, { 8, 40, { 4, 5, 6, 7 }, { 6, 7, 8, 9 } },
    { 12, 16, zero, zero }, { 12, 44, { 4, 5, 6, 7 }, { 7, 8, 9, 10 } }, { 32, 64, { 4, 5, 6, 7 }, { 12, 13, 14, 15 } },
  } do
    local at = vertices(pso, { view(floats, case[2], case[1]) }, function(list) list:DrawInstanced(2, 1) end)
    t.Check(("stride of %d, %d bytes"):format(case[1], case[2]), { at(0), at(1) }, { case[3], case[4] })
  end
end

-- Elements of all types and widths, with the components that they do not have.
do
  local bytes = {}
  for i = 0, 31 do bytes[i + 1] = (i * 37 + 129) % 256 end             -- 129 166 203 240 21 58 95 132 169 …
  local data = t.Upload("bytes", "byte", bytes)
  local function u8(i) return bytes[i + 1] end
  local function u16(i) return u8(2 * i) + 256 * u8(2 * i + 1) end
  local function u32(i) return u16(2 * i) + 65536 * u16(2 * i + 1) end
  local function s(v, n) return v >= 2 ^ (n - 1) and v - 2 ^ n or v end
  local function norm(v, n) return math.max(-1, s(v, n) / (2 ^ (n - 1) - 1)) end
  local function wide(names, read, kinds)
    for count, name in pairs(names) do
      for kind, convert in pairs(kinds) do
        local want = { 0, 0, 0, 1 }
        for i = 1, count do want[i] = convert(read(i - 1)) end
        local type = (kind == "UINT" and "uint4") or (kind == "SINT" and "int4") or "float4"
        local at = vertices(pipeline(name .. kind, type, { "V", 0, name .. kind, 0, 0 }), { view(data, 32, 16) }, function(list) list:DrawInstanced(1, 1) end)
        t.Check(name .. kind, at(0), want, kind:find "32" and 0 or 1e-6 * math.max(1, math.abs(want[1])))
      end
    end
  end
  local function same(v) return v end
  wide({ "R8_", "R8G8_", [4] = "R8G8B8A8_" }, u8, { UINT = same, SINT = function(v) return s(v, 8) end, UNORM = function(v) return v / 255 end, SNORM = function(v) return norm(v, 8) end })
  wide({ "R16_", "R16G16_", [4] = "R16G16B16A16_" }, u16, { UINT = same, SINT = function(v) return s(v, 16) end, UNORM = function(v) return v / 65535 end, SNORM = function(v) return norm(v, 16) end })
  local function rounded(v) return tonumber(("%.0f"):format(v)) end
  -- Integers of 32 bits come out of the float target with 24 bits: what is compared is the nearest float.
  wide({ "R32_", "R32G32_", "R32G32B32_", "R32G32B32A32_" }, function(i) return u32(i) end, { UINT = function(v) return rounded(v) end })
  local at = vertices(pipeline("tens", "uint4", { "V", 0, "R10G10B10A2_UINT", 0, 0 }), { view(data, 32, 16) }, function(list) list:DrawInstanced(1, 1) end)
  t.Check("R10G10B10A2_UINT", at(0), { u32(0) % 1024, math.floor(u32(0) / 1024) % 1024, math.floor(u32(0) / 2 ^ 20) % 1024, math.floor(u32(0) / 2 ^ 30) })
  at = vertices(pipeline("halves", "float4", { "V", 0, "R16G16B16A16_FLOAT", 0, 0 }), { view(t.Upload("halves", "half", { 1, -2, 0.5, 1024 }), 8, 8) }, function(list) list:DrawInstanced(1, 1) end)
  t.Check("halves", at(0), { 1, -2, 0.5, 1024 })
end

-- Strips are cut where the pipeline says so, by all ones of its width alone; the first vertex of each primitive is listed.
do
  local counts = t.Buffer("counts", 256)
  local tally = gpu.RWByteAddressBuffer("u0")
  local one = t.Texture("one", 1, 1, F, "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local oneView = t.RTV(one)
  local vs = gpu.VertexShader { Name = "corners", Interpolation = { first = "nointerpolation" }, Main = function(VertexID)
    local corner = VertexID % 3
    return { Position = float4(corner == 1 and 3.0 or -1.0, corner == 2 and -3.0 or 1.0, 0.5, 1.0), first = VertexID }
  end }
  local ps = gpu.PixelShader { Name = "list", Main = function(v)
    local place = tally:InterlockedAdd(0, 1)
    tally:Store(4 + place * 4, uint(v.first))
    return float4(1, 1, 1, 1)
  end }
  local zeros = t.Upload("zeros", "uint", t.Filled(64, 0))
  local function strip(name, cut, format, topology, indices, want, base)
    local pso = t.Graphics { Name = name, RootSignature = root, VS = vs, PS = ps, RTVFormats = { F }, IBStripCutValue = cut }
    local ib = t.Upload("indices", format == "R16_UINT" and "ushort" or "uint", indices)
    t.Run(name, function(list)
      list:CopyBufferRegion(counts, 0, zeros, 0, 256)
      t.Barrier(list, counts, "COPY_DEST", "UNORDERED_ACCESS")
      t.Targets(list, 1, 1, { oneView })
      list:SetGraphicsRootSignature(root)
      list:SetPipelineState(pso)
      list:SetGraphicsRootUnorderedAccessView(0, counts:GetGPUVirtualAddress())
      list:IASetPrimitiveTopology(topology)
      list:IASetIndexBuffer { BufferLocation = ib:GetGPUVirtualAddress(), SizeInBytes = #indices * (format == "R16_UINT" and 2 or 4), Format = format }
      list:DrawIndexedInstanced(#indices, 1, 0, base or 0)
    end)
    local n = t.Read(counts, "uint", 1)[1]
    local firsts = n > 0 and t.Read(counts, "uint", n, 4) or {}
    t.Check(name, firsts, want)
  end
  local S, L = "TRIANGLESTRIP", "TRIANGLELIST"
  strip("16 bits, cut", "0xFFFF", "R16_UINT", S, { 0, 1, 2, 3, 0xffff, 4, 5, 6 }, { 0, 1, 4 })
  strip("16 bits, not cut", "DISABLED", "R16_UINT", S, { 0, 1, 2, 3 }, { 0, 1 })
  strip("32 bits, cut", "0xFFFFFFFF", "R32_UINT", S, { 0, 1, 2, 0xffffffff, 4, 5, 6, 7 }, { 0, 4, 5 })
  strip("32 bits, the ones of 16 are an index", "0xFFFFFFFF", "R32_UINT", S, { 0, 1, 2, 0xffff, 4 }, { 0, 1, 2 })
  strip("cut before the base is added", "0xFFFF", "R16_UINT", S, { 0, 1, 2, 0xffff, 3, 4, 5 }, { 0, 3 }, 6)
  strip("cuts in a row, and at both ends", "0xFFFF", "R16_UINT", S, { 0xffff, 0xffff, 0, 1, 2, 0xffff, 0xffff, 0xffff, 3, 4, 0xffff, 6, 7, 8, 0xffff }, { 0, 6 })
  strip("a list", "DISABLED", "R16_UINT", L, { 0, 1, 2, 3, 4, 5, 6 }, { 0, 3 })
end

-- Instances: those that are drawn from another one on read the stream from there, at the rate of each element, and SV_InstanceID counts from 0.
do
  local vs = gpu.VertexShader { Name = "instances", Inputs = { { "A0", "float" }, { "A1", "float" }, { "A2", "float" } }, Interpolation = { value = "nointerpolation" }, Main = function(a, b, c, InstanceID)
    return { Position = float4((float(InstanceID) + 0.5) / 8.0 * 2.0 - 1.0, 0, 0.5, 1), value = float4(a, b, c, InstanceID) }
  end }
  local pso = t.Graphics { Name = "instances", RootSignature = root, VS = vs, PS = paint, PrimitiveTopologyType = "POINT", RTVFormats = { F },
    InputLayout = { { "A", 0, "R32_FLOAT", 0, 0, "PER_INSTANCE_DATA", 1 }, { "A", 1, "R32_FLOAT", 1, 0, "PER_INSTANCE_DATA", 2 }, { "A", 2, "R32_FLOAT", 2, 0, "PER_VERTEX_DATA", 0 } } }
  local views = { view(floats, 1024, 4), view(floats, 768, 4, 256), view(floats, 1024, 4) }
  local at = vertices(pso, views, function(list) list:DrawInstanced(1, 5, 7, 10) end)
  for i = 0, 4 do t.Check("instance " .. i, at(i), { 10 + i, 64 + 10 + math.floor(i / 2), 7, i }) end
  local short = { view(floats, 48, 4), view(floats, 768, 4, 256), view(floats, 1024, 4) }
  at = vertices(pso, short, function(list) list:DrawInstanced(1, 4, 0, 10) end)
  t.Check("instances behind the view", { at(0)[1], at(1)[1], at(2)[1], at(3)[1] }, { 10, 11, 0, 0 })
end
-- A view of 0 bytes empties its slot, whatever else it says; one with a size has an address.
do
  local vs = gpu.VertexShader { Name = "emptied", Inputs = { { "V0", "float4" } }, Interpolation = { value = "nointerpolation" }, Main = function(v, VertexID)
    return { Position = float4((float(VertexID % 8) + 0.5) / 8.0 * 2.0 - 1.0, 0, 0.5, 1), value = v + float(VertexID) }
  end }
  local pso = t.Graphics { Name = "emptied", RootSignature = root, VS = vs, PS = paint, PrimitiveTopologyType = "POINT", RTVFormats = { F }, InputLayout = { { "V", 0, F, 0, 0 } } }
  local at = vertices(pso, { { BufferLocation = 12345, SizeInBytes = 0, StrideInBytes = 16 } }, function(list)
    list:IASetIndexBuffer { BufferLocation = floats:GetGPUVirtualAddress(), SizeInBytes = 1024, Format = "R32_UINT" }
    list:IASetIndexBuffer { BufferLocation = 1, SizeInBytes = 0, Format = "R8_UNORM" }
    list:DrawIndexedInstanced(3, 1)
  end)
  t.Check("emptied slots", { at(0), at(1) }, { { 0, 0, 0, 0 }, { -1, -1, -1, -1 } })
  local list = device:CreateCommandList { Type = "DIRECT", Name = "refused", Allocator = device:CreateCommandAllocator "DIRECT" }
  t.Refused("vertices nowhere", "GS0815", function() list:IASetVertexBuffers(0, { { BufferLocation = 0, SizeInBytes = 16, StrideInBytes = 16 } }) end)
  list = device:CreateCommandList { Type = "DIRECT", Name = "refused too", Allocator = device:CreateCommandAllocator "DIRECT" }
  t.Refused("indices nowhere", "GS0816", function() list:IASetIndexBuffer { BufferLocation = 0, SizeInBytes = 16, Format = "R16_UINT" } end)
end
t.Done()
