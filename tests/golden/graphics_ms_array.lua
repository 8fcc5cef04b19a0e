-- Arrays of multisampled textures: rendered slice by slice, read sample by sample, and what a shader is told of them. And arrays of cubes.
local gpu = require "gpu"
local pixels = require "lib.pixels"
local p = pixels.Create "ms_array"

local FORMAT, SLICES, SAMPLES = "R32G32B32A32_FLOAT", 3, 4
local color = p.color
local many, depths = gpu.Texture2DMSArray("t0", "float4"), gpu.Texture2DMSArray("t0", "float")
local one = gpu.Texture2DMS("t0", "float4")
-- A picture of 8 x 8 texels and two slices becomes one of 8 * samples x 16: samples side by side, slices below each other.
local function shower(read) return gpu.PixelShader { Name = "show", Main = function(v) return read(int(v.Position.x) / SAMPLES, int(v.Position.y), int(v.Position.x) % SAMPLES) end } end
local showers = {
  load = shower(function(x, y, s) return many:Load(int3(x, y % 8, y / 8), s) end),
  offset = shower(function(x, y, s) return many:Load(int3(x - 1, y % 8, y / 8), s, int2(1, 0)) end),
  sample = shower(function(x, y, s) return many.sample[s][int3(x, y % 8, y / 8)] end),
  first = shower(function(x, y, s) return many[int3(x, y % 8, y / 8)] end),
  single = shower(function(x, y, s) return one:Load(int2(x, y % 8), s) end),
  sizes = shower(function(x, y, s) local w, h, n, k = many:GetDimensions() return float4(w, h, n, k) end),
  positions = shower(function(x, y, s) return float4(many:GetSamplePosition(s), many:GetSamplePosition(x)) end),
  depth = shower(function(x, y, s) return depths:Load(int3(x, y % 8, y / 8), s) end),
}
for name, shader in pairs(showers) do showers[name] = p:Pipeline { PS = shader, RTVFormats = { FORMAT } } end

local each = gpu.PixelShader { Name = "each", Main = function(v, SampleIndex) return float4(color.value.x, SampleIndex, int(v.Position.x), int(v.Position.y)) end }
local target = p:Texture { Name = "target", Format = FORMAT, Flags = "ALLOW_RENDER_TARGET", SampleDesc = { Count = SAMPLES }, DepthOrArraySize = SLICES }
local depth = p:Texture { Name = "depth", Format = "R32_TYPELESS", Flags = "ALLOW_DEPTH_STENCIL", SampleDesc = { Count = SAMPLES }, DepthOrArraySize = SLICES, OptimizedClearValue = { Format = "D32_FLOAT" } }
local shown = p:Texture { Name = "shown", Width = 8 * SAMPLES, Height = 16, Format = FORMAT, Flags = "ALLOW_RENDER_TARGET" }
local shownRTV = p:RTV(shown)
local draw = p:Pipeline { PS = each, RTVFormats = { FORMAT }, DSVFormat = "D32_FLOAT", SampleDesc = { Count = SAMPLES }, DepthStencilState = { DepthFunc = "ALWAYS" } }

p:Run(function(list)
  for slice = 0, SLICES - 1 do
    local dimension = slice == 1 and { ViewDimension = "TEXTURE2DMSARRAY", FirstArraySlice = slice, ArraySize = 1 } or { FirstArraySlice = slice, ArraySize = 1 }
    local zed = { Format = "D32_FLOAT", ViewDimension = "TEXTURE2DMSARRAY", FirstArraySlice = slice, ArraySize = 1 }
    list:OMSetRenderTargets({ p:RTV(target, dimension) }, p:DSV(depth, zed))
    p:Cover(list, draw, { 100 * slice }, slice / 4)
  end
  p.Barrier(list, target, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  p.Barrier(list, depth, "DEPTH_WRITE", "PIXEL_SHADER_RESOURCE")
end)

local function look(what, pipeline, view, resource, expected)
  local srv = p:SRV(resource, view)
  p:Run(function(list)
    list:SetGraphicsRootDescriptorTable(1, srv)
    list:OMSetRenderTargets { shownRTV }
    list:SetPipelineState(pipeline)
    list:RSSetViewports { { Width = 8 * SAMPLES, Height = 16 } }
    list:RSSetScissorRects { { Right = 8 * SAMPLES, Bottom = 16 } }
    list:SetGraphicsRoot32BitConstants(0, { 0, 0, 0, 0, 0, 0 })
    list:DrawInstanced(3, 1)
    p.Barrier(list, shown, "RENDER_TARGET", "COPY_SOURCE")
  end)
  p:All(what, shown, 0, "float", 4, function(x, y) return expected(math.floor(x / SAMPLES), y % 8, x % SAMPLES, math.floor(y / 8)) end)
  p:Run(function(list) p.Barrier(list, shown, "COPY_SOURCE", "RENDER_TARGET") end)
end
local function texel(first) return function(x, y, s, slice) return { 100 * (first + slice), s, x, y } end end
local tail = { ViewDimension = "TEXTURE2DMSARRAY", FirstArraySlice = 1, ArraySize = 2 }
look("loaded, all slices", showers.load, nil, target, texel(0))
look("loaded, slices 1 and 2", showers.load, tail, target, texel(1))
look("loaded beside", showers.offset, tail, target, texel(1))
look("by sample", showers.sample, tail, target, texel(1))
look("the first sample", showers.first, tail, target, function(x, y, _, slice) return { 100 * (1 + slice), 0, x, y } end)
look("one slice alone", showers.single, { ViewDimension = "TEXTURE2DMS" }, target, function(x, y, s) return { 0, s, x, y } end)
look("sizes", showers.sizes, tail, target, function() return { 8, 8, 2, SAMPLES } end)
local standard = { [0] = { -2, -6 }, { 6, -2 }, { -6, 2 }, { 2, 6 } }
look("positions", showers.positions, tail, target, function(x, _, s)
  local a, b = standard[s], standard[x] or { 0, 0 }
  return { a[1] / 16, a[2] / 16, b[1] / 16, b[2] / 16 }
end)
look("depth", showers.depth, { ViewDimension = "TEXTURE2DMSARRAY", Format = "R32_FLOAT", FirstArraySlice = 1, ArraySize = 2 }, depth, function(_, _, _, slice) return { (1 + slice) / 4, 0, 0, 1 } end)

print(select(2, pcall(function() p:SRV(target, { ViewDimension = "TEXTURE2DARRAY" }) end)).message)
print(select(2, pcall(function() p:RTV(target, { ViewDimension = "TEXTURE2D" }) end)).message)

-- An array of two cubes: each face has a colour of its own.
local cubes = gpu.TextureCubeArray("t0", "float4")
local point = gpu.SamplerState("s0")
local faces = p:Texture { Name = "faces", Width = 4, Height = 4, Format = FORMAT, Flags = "ALLOW_RENDER_TARGET", DepthOrArraySize = 13 }
local around = p:Pipeline { RTVFormats = { FORMAT }, PS = gpu.PixelShader { Name = "around", Main = function(v)
  local i = int(v.Position.x)
  local sign = i % 2 == 0 and 1.0 or -1.0
  local axis = i / 2 % 3
  return cubes:SampleLevel(point, float4(axis == 0 and sign or 0.1, axis == 1 and sign or 0.1, axis == 2 and sign or 0.1, float(int(v.Position.y) % 2)), 0)
end } }
local six = p:Texture { Name = "six", Format = FORMAT, Flags = "ALLOW_RENDER_TARGET" }
local sixRTV, srv = p:RTV(six), p:SRV(faces, { ViewDimension = "TEXTURECUBEARRAY", FirstArraySlice = 1, ArraySize = 12 })
p:Run(function(list)
  for slice = 0, 12 do list:ClearRenderTargetView(p:RTV(faces, { FirstArraySlice = slice, ArraySize = 1 }), { slice, 0, 0, 1 }) end
  p.Barrier(list, faces, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  list:SetGraphicsRootDescriptorTable(1, srv)
  list:OMSetRenderTargets { sixRTV }
  p:Cover(list, around, { 0 })
  p.Barrier(list, six, "RENDER_TARGET", "COPY_SOURCE")
end)
p:All("two cubes", six, 0, "float", 4, function(x, y) return { 1 + x % 6 + 6 * (y % 2), 0, 0, 1 } end)
