-- Draws so large that a machine does them in parts: which primitive, which instance and which vertex is where, through strips that indices cut, and what queries
-- count of them. Each triangle covers the centre of one pixel, which gets its number.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device
local W, H = 256, 300                                                      -- the target
local COLUMNS, ROWS = 250, 140                                             -- cells of a mesh: a pixel wide and two high, so two triangles each

local root = device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 4 } } }
local args = gpu.ConstantBuffer("b0", { { "a", "uint4" } })                -- what is taken from a vertex's number, pixels that an instance lies to the right and below
-- Vertex v of the mesh stands at column v / 2 % (COLUMNS + 1) and row v / 2 / (COLUMNS + 1), above if v is even.
local vs = gpu.VertexShader { Name = "vs", Interpolation = { at = "nointerpolation" }, Main = function(VertexID, InstanceID)
  local v = uint(VertexID) - args.a.x
  local cell, row = v / 2 % (COLUMNS + 1), v / 2 / (COLUMNS + 1)
  local x, y = float(cell + uint(InstanceID) * args.a.y), float((row + v % 2) * 2 + uint(InstanceID) * args.a.z)
  return { Position = float4(x / (W / 2) - 1.0, 1.0 - y / (H / 2), 0.5, 1.0), at = uint2(VertexID, InstanceID) }
end }
local ps = gpu.PixelShader { Name = "ps", Main = function(v, PrimitiveID) return uint4(PrimitiveID + 1, v.at.x, v.at.y, 1) end }
local function pipeline(name, fields)
  local desc = { Name = name, RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R32G32B32A32_UINT" } }
  for k, v in pairs(fields or {}) do desc[k] = v end
  return t.Graphics(desc)
end
local x = t.Texture("x", W, H, "R32G32B32A32_UINT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
local rtv = t.RTV(x)
local heap = device:CreateQueryHeap { Name = "queries", Type = "OCCLUSION", Count = 1 }
local statistics = device:CreateQueryHeap { Name = "statistics", Type = "PIPELINE_STATISTICS", Count = 1 }
local result = t.Buffer("result", 256)

-- Draw gives the texels, how many samples passed, and vertices, primitives and runs of the pixel shader that were counted.
local function draw(name, pso, topology, constants, record)
  t.Run(name, function(list)
    list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
    t.Targets(list, W, H, { rtv })
    list:SetGraphicsRootSignature(root)
    list:SetPipelineState(pso)
    for i, v in ipairs(constants) do list:SetGraphicsRoot32BitConstant(0, gpu.AsUint(v), i - 1) end
    list:IASetPrimitiveTopology(topology)
    list:BeginQuery(heap, "OCCLUSION", 0)
    list:BeginQuery(statistics, "PIPELINE_STATISTICS", 0)
    record(list)
    list:EndQuery(statistics, "PIPELINE_STATISTICS", 0)
    list:EndQuery(heap, "OCCLUSION", 0)
    list:ResolveQueryData(heap, "OCCLUSION", 0, 1, result, 0)
    list:ResolveQueryData(statistics, "PIPELINE_STATISTICS", 0, 1, result, 8)
  end)
  local q = t.Read(result, "uint64", 9)
  return t.Texels(x, "RENDER_TARGET", "uint"), q[1], { q[2], q[3], q[9] }
end

-- Expect compares with what number(column, y) says: the PrimitiveID and the vertex of the first corner. Instances stand apart, and later ones cover earlier ones.
local function expect(name, texels, rows, instances, right, below, number)
  local wrong, want = 0, {}
  for instance = 0, instances - 1 do
    for y = 0, 2 * rows - 1 do
      for column = 0, COLUMNS - 1 do
        local px, py = column + instance * right, y + instance * below
        if px < W and py < H then want[py * W + px] = { column, y, instance } end
      end
    end
  end
  for i = 0, W * H - 1 do
    local v, id, vertex, instance = want[i], 0, 0, 0
    if v then
      id, vertex = number(v[1], v[2])
      id, instance = id + 1, v[3]
    end
    if texels[4 * i + 1] ~= id or texels[4 * i + 2] ~= vertex or texels[4 * i + 3] ~= instance then wrong = wrong + 1 end
  end
  t.Check(name, wrong, 0)
end
local TRIANGLES = 2 * COLUMNS * ROWS
local function vertex(column, row, lower) return (row * (COLUMNS + 1) + column) * 2 + lower end

-- Strips that a cut ends behind each row. Numbers of primitives go on behind a cut; every second triangle of a strip begins with its first corner too.
for _, case in ipairs { { "R16_UINT", "0xFFFF", 0xffff, "ushort", 60, 0 }, { "R32_UINT", "0xFFFFFFFF", 0xffffffff, "uint", ROWS, 0 }, { "R32_UINT", "0xFFFFFFFF", 0xffffffff, "uint", ROWS, 5 } } do
  local format, value, cut, type, rows, base = unpack(case)
  local indices = { 1, 2, 3 }                                              -- in front of the first one that is drawn
  for row = 0, rows - 1 do
    for column = 0, COLUMNS do
      indices[#indices + 1] = vertex(column, row, 0) + base
      indices[#indices + 1] = vertex(column, row, 1) + base
    end
    indices[#indices + 1] = cut
  end
  local buffer = t.Upload("indices", type, indices)
  local pso = pipeline("strip", { IBStripCutValue = value })
  local texels, samples, counts = draw("strip", pso, "TRIANGLESTRIP", { base, 3, 11, 0 }, function(list)
    list:IASetIndexBuffer { BufferLocation = buffer:GetGPUVirtualAddress(), SizeInBytes = #indices * (type == "uint" and 4 or 2), Format = format }
    list:DrawIndexedInstanced(#indices - 3, 2, 3, -base, 0)
  end)
  local name = ("strips of %s, base of %d"):format(format, -base)
  -- The index itself is the number that the shader sees, without the base vertex.
  expect(name, texels, rows, 2, 3, 11, function(column, y)
    local row, lower = math.floor(y / 2), y % 2
    return (row * COLUMNS + column) * 2 + lower, vertex(column, row, lower) + base
  end)
  local inside = 0
  for instance = 0, 1 do inside = inside + math.min(COLUMNS, W - instance * 3) * math.min(2 * rows, H - instance * 11) end
  t.Check(name .. ": samples and counts", { samples, counts[2], counts[3] }, { inside, 4 * COLUMNS * rows, inside })
end

-- Lists, with 32 bits and without indices; instances one beside the other.
local list = {}
for row = 0, ROWS - 1 do
  for column = 0, COLUMNS - 1 do
    for _, v in ipairs { vertex(column, row, 0), vertex(column, row, 1), vertex(column + 1, row, 0), vertex(column, row, 1), vertex(column + 1, row, 1), vertex(column + 1, row, 0) } do
      list[#list + 1] = v
    end
  end
end
local indices = t.Upload("indices", "uint", list)
local function first(column, y) return (math.floor(y / 2) * COLUMNS + column) * 2 + y % 2, vertex(column, math.floor(y / 2), y % 2) end
for _, instances in ipairs { 1, 3 } do
  local texels, samples, counts = draw("list", pipeline "list", "TRIANGLELIST", { 0, 2, 5, 0 }, function(l)
    l:IASetIndexBuffer { BufferLocation = indices:GetGPUVirtualAddress(), SizeInBytes = 4 * #list, Format = "R32_UINT" }
    l:DrawIndexedInstanced(#list, instances, 0, 0, 0)
  end)
  local name = instances .. " instances of a list"
  expect(name, texels, ROWS, instances, 2, 5, first)
  local inside = 0
  for i = 0, instances - 1 do inside = inside + math.min(COLUMNS, W - 2 * i) * math.min(2 * ROWS, H - 5 * i) end
  t.Check(name .. ": samples and counts", { samples, counts[1], counts[2], counts[3] }, { inside, instances * #list, instances * TRIANGLES, inside })
end

-- Many small instances: a cell each, as a strip of four vertices without indices, side by side.
do
  local places = gpu.VertexShader { Name = "places", Interpolation = { at = "nointerpolation" }, Main = function(VertexID, InstanceID)
    local v, i = uint(VertexID), uint(InstanceID)
    local px, py = float(i % COLUMNS + v / 2), float(i / COLUMNS * 2 + v % 2 * 2)
    return { Position = float4(px / (W / 2) - 1.0, 1.0 - py / (H / 2), 0.5, 1.0), at = uint2(v, i) }
  end }
  local texels, samples, counts = draw("cells", pipeline("cells", { VS = places }), "TRIANGLESTRIP", { 0, 0, 0, 0 }, function(l)
    l:DrawInstanced(4, COLUMNS * ROWS)
  end)
  local wrong = 0
  for y = 0, H - 1 do
    for column = 0, W - 1 do
      local i, id, v, instance = 4 * (y * W + column), 0, 0, 0
      if y < 2 * ROWS and column < COLUMNS then id, v, instance = y % 2 + 1, y % 2, math.floor(y / 2) * COLUMNS + column end
      if texels[i + 1] ~= id or texels[i + 2] ~= v or texels[i + 3] ~= instance then wrong = wrong + 1 end
    end
  end
  t.Check("instances of a cell", wrong, 0)
  t.Check("instances of a cell: samples and counts", { samples, counts[1], counts[2], counts[3] }, { TRIANGLES, 4 * COLUMNS * ROWS, TRIANGLES, TRIANGLES })
end

t.Done()
