-- 4 x 4 matrices as lists of 16 numbers, column after column: the order that a float4x4 has in a constant buffer, so that
-- mul(matrix, vector) in a shader does what Apply does here. Clip space is Direct3D's: x and y from -1 to 1, depth from 0 to 1.
local M = {}

function M.Identity() return { 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1 } end

function M.Translation(x, y, z) return { 1,0,0,0, 0,1,0,0, 0,0,1,0, x,y,z,1 } end

function M.Scaling(x, y, z) return { x,0,0,0, 0,y or x,0,0, 0,0,z or x,0, 0,0,0,1 } end

-- RotationX, Y, Z turn by an angle in radians, counterclockwise when the axis points at the viewer.
function M.RotationX(a)
  local s, c = math.sin(a), math.cos(a)
  return { 1,0,0,0, 0,c,s,0, 0,-s,c,0, 0,0,0,1 }
end

function M.RotationY(a)
  local s, c = math.sin(a), math.cos(a)
  return { c,0,-s,0, 0,1,0,0, s,0,c,0, 0,0,0,1 }
end

function M.RotationZ(a)
  local s, c = math.sin(a), math.cos(a)
  return { c,s,0,0, -s,c,0,0, 0,0,1,0, 0,0,0,1 }
end

-- Mul is the product of matrices; the last one is applied first.
function M.Mul(first, ...)
  local a = first
  for _, b in ipairs { ... } do
    local p = {}
    for column = 0, 3 do
      for row = 1, 4 do
        local sum = 0
        for k = 0, 3 do sum = sum + a[k * 4 + row] * b[column * 4 + k + 1] end
        p[column * 4 + row] = sum
      end
    end
    a = p
  end
  return a
end

-- Apply transforms the point (x, y, z, w).
function M.Apply(m, x, y, z, w)
  w = w or 1
  local p = {}
  for row = 1, 4 do p[row] = m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row] * w end
  return p
end

local function normalize(v)
  local l = math.sqrt(v[1] * v[1] + v[2] * v[2] + v[3] * v[3])
  return { v[1] / l, v[2] / l, v[3] / l }
end

local function cross(a, b) return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] } end
local function dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end

-- LookAt is the view from eye to target in a left-handed world: z goes into the picture.
function M.LookAt(eye, target, up)
  local z = normalize { target[1] - eye[1], target[2] - eye[2], target[3] - eye[3] }
  local x = normalize(cross(up or { 0, 1, 0 }, z))
  local y = cross(z, x)
  return { x[1],y[1],z[1],0, x[2],y[2],z[2],0, x[3],y[3],z[3],0, -dot(x, eye),-dot(y, eye),-dot(z, eye),1 }
end

-- Perspective has a vertical field of view in radians; depth is 0 at near and 1 at far.
function M.Perspective(fov, aspect, near, far)
  local h = 1 / math.tan(fov / 2)
  local q = far / (far - near)
  return { h / aspect,0,0,0, 0,h,0,0, 0,0,q,1, 0,0,-near * q,0 }
end

-- Orthographic shows a box of that width and height around the axis of the view.
function M.Orthographic(width, height, near, far)
  return { 2 / width,0,0,0, 0,2 / height,0,0, 0,0,1 / (far - near),0, 0,0,-near / (far - near),1 }
end

-- Reflection mirrors at the plane y = height.
function M.Reflection(height) return { 1,0,0,0, 0,-1,0,0, 0,0,1,0, 0,2 * height,0,1 } end

M.Normalize = normalize

return M
