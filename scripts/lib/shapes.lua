-- Meshes as lists of numbers: 8 a vertex (position, normal, texture coordinates) and indices from 0. Front faces turn clockwise,
-- as Direct3D has it.
local M = {}

M.Layout = { { "POSITION", "R32G32B32_FLOAT" }, { "NORMAL", "R32G32B32_FLOAT" }, { "TEXCOORD", "R32G32_FLOAT" } }
M.Inputs = { { "POSITION", "float3" }, { "NORMAL", "float3" }, { "TEXCOORD", "float2" } }
M.Stride = 32                        -- bytes of a vertex

-- grid joins (columns + 1) * (rows + 1) vertices made by point(u, v) with triangles.
local function grid(columns, rows, point, mesh)
  local first = #mesh.vertices / 8
  for j = 0, rows do
    for i = 0, columns do
      for _, number in ipairs { point(i / columns, j / rows) } do mesh.vertices[#mesh.vertices + 1] = number end
    end
  end
  for j = 0, rows - 1 do
    for i = 0, columns - 1 do
      local a = first + j * (columns + 1) + i
      local b, c, d = a + 1, a + columns + 1, a + columns + 2
      for _, index in ipairs { a, b, c, b, d, c } do mesh.indices[#mesh.indices + 1] = index end
    end
  end
  return mesh
end

-- Plane lies in y = 0, size wide, its texture repeated.
function M.Plane(size, repeats)
  return grid(1, 1, function(u, v)
    return (u - 0.5) * size, 0, (0.5 - v) * size, 0, 1, 0, u * repeats, v * repeats
  end, { vertices = {}, indices = {} })
end

-- Cube has edges of that length around the origin, the whole texture on each face.
function M.Cube(size)
  local mesh, h = { vertices = {}, indices = {} }, size / 2
  local faces = {                     -- outwards, right, up as seen from outside
    { { 0, 0, -1 }, { 1, 0, 0 }, { 0, 1, 0 } }, { { 0, 0, 1 }, { -1, 0, 0 }, { 0, 1, 0 } },
    { { 1, 0, 0 }, { 0, 0, 1 }, { 0, 1, 0 } },  { { -1, 0, 0 }, { 0, 0, -1 }, { 0, 1, 0 } },
    { { 0, 1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } },  { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, -1 } },
  }
  for _, face in ipairs(faces) do
    local n, r, t = face[1], face[2], face[3]
    grid(1, 1, function(u, v)
      local x, y = (2 * u - 1) * h, (1 - 2 * v) * h
      return n[1] * h + r[1] * x + t[1] * y, n[2] * h + r[2] * x + t[2] * y, n[3] * h + r[3] * x + t[3] * y, n[1], n[2], n[3], u, v
    end, mesh)
  end
  return mesh
end

-- Sphere has rows from pole to pole.
function M.Sphere(radius, columns, rows)
  return grid(columns, rows, function(u, v)
    local around, down = u * 2 * math.pi, v * math.pi
    local x, y, z = math.cos(around) * math.sin(down), math.cos(down), math.sin(around) * math.sin(down)
    return x * radius, y * radius, z * radius, x, y, z, u, v
  end, { vertices = {}, indices = {} })
end

-- Torus lies around the y axis.
function M.Torus(radius, thickness, columns, rows)
  return grid(columns, rows, function(u, v)
    local around, up = u * 2 * math.pi, -v * 2 * math.pi
    local x, y, z = math.cos(around) * math.cos(up), math.sin(up), math.sin(around) * math.cos(up)
    return math.cos(around) * radius + x * thickness, y * thickness, math.sin(around) * radius + z * thickness, x, y, z, u * 4, v
  end, { vertices = {}, indices = {} })
end

return M
