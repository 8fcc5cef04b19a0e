-- Which pixels and samples triangles cover, and what they are given there: many triangles of all sizes in a draw, compared with a rasterizer that is written
-- down here from the rules. Edges are compared in whole subpixels, so centres on edges and in corners count; there are many of those.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device
local VIEW, SUB = 64, 256                                                  -- pixels of the viewport along an axis, subpixels of a pixel

local seed = 1
local function random(n) seed = seed * 16807 % 2147483647 return seed % n end   -- 0 … n - 1

-- Triangles. A corner is { X, Y, z, w, a }: subpixels, depth, the w it is divided by, and a value for the pixel shader. Places are multiples of a grid: of 1
-- subpixel, of those from centre to centre, or of such that corners come to lie on centres.
local function triangle(size, from)
  local grid = ({ 1, 16, 128, 256 })[random(4) + 1]
  local offset = grid == 256 and random(2) * 128 or 0
  local function at(v) return math.floor(v / grid) * grid + offset end
  local x, y, list = random(VIEW * SUB), random(VIEW * SUB), {}
  for i = 1, 3 do
    list[i] = { at(x + random(2 * size + 1) - size), at(y + random(2 * size + 1) - size), from and from(i) or 0.5, 1, 0 }
  end
  return list
end

-- Covered calls visit(x, y, e, area) for the points of a triangle that it covers: those that lie inside, on a left or on a top edge. Points are off the centres of
-- pixels by (sx, sy) subpixels. e[i] / area is the weight of corner i.
local function covered(list, w, h, sx, sy, visit)
  local a, b, c = list[1], list[2], list[3]
  local area = (b[1] - a[1]) * (c[2] - a[2]) - (c[1] - a[1]) * (b[2] - a[2])
  if area == 0 then return end
  local turned = area < 0
  if turned then b, c, area = c, b, -area end
  local sides = { { b, c }, { c, a }, { a, b } }
  local function span(k, s, size)
    local low, high = math.min(a[k], b[k], c[k]), math.max(a[k], b[k], c[k])
    return math.max(math.floor((low - s - 128) / SUB), 0), math.min(math.ceil((high - s - 128) / SUB), size - 1)
  end
  local x0, x1 = span(1, sx, w)
  local y0, y1 = span(2, sy, h)
  for y = y0, y1 do
    for x = x0, x1 do
      local px, py, e, inside = x * SUB + 128 + sx, y * SUB + 128 + sy, {}, true
      for i, side in ipairs(sides) do
        local p, q = side[1], side[2]
        local dx, dy = q[1] - p[1], q[2] - p[2]
        e[i] = dx * (py - p[2]) - dy * (px - p[1])
        inside = inside and (e[i] > 0 or e[i] == 0 and (dy < 0 or dy == 0 and dx > 0))
      end
      if turned then e[2], e[3] = e[3], e[2] end
      if inside then visit(x, y, e, area, turned) end
    end
  end
end

-- Drawing. The vertices of all triangles stand in one buffer: their position, and what the pixel shader gets.
local root = device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT",
  Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } }, { Type = "UAV", ShaderRegister = 4 } } }
local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float4" }, { "VALUES", "float2" } },
  Interpolation = { flat = "nointerpolation", straight = "noperspective" },
  Main = function(position, values) return { Position = position, flat = values.y, deep = values.x, straight = values.x } end }
local one = gpu.PixelShader { Name = "one", Main = function() return 1.0 end }
local number = gpu.PixelShader { Name = "number", Main = function(v) return v.flat end }
local inputs = gpu.PixelShader { Name = "inputs", Main = function(v, Position) return float4(v.flat, v.deep, v.straight, Position.w) end }
local function buffer(triangles)
  local data = {}
  for n, list in ipairs(triangles) do
    for _, v in ipairs(list) do
      local x, y, w = v[1] / SUB / (VIEW / 2) - 1, 1 - v[2] / SUB / (VIEW / 2), v[4]
      for _, f in ipairs { x * w, y * w, v[3] * w, w, v[5], n } do data[#data + 1] = f end
    end
  end
  return t.Upload("vertices", "float", data), #data / 6
end
local ADD = { RenderTarget = { { BlendEnable = true, SrcBlend = "ONE", DestBlend = "ONE" } } }
local function pipeline(name, ps, format, fields)
  local desc = { Name = name, RootSignature = root, VS = vs, PS = ps, RTVFormats = { format },
    InputLayout = { { "POSITION", "R32G32B32A32_FLOAT" }, { "VALUES", "R32G32_FLOAT" } } }
  for k, v in pairs(fields or {}) do desc[k] = v end
  return t.Graphics(desc)
end
local function draw(list, pso, rtv, dsv, triangles, scissor, viewport)
  local vertices, count = buffer(triangles)
  list:OMSetRenderTargets({ rtv }, dsv)
  list:RSSetViewports { viewport or { Width = VIEW, Height = VIEW } }
  list:RSSetScissorRects { scissor or { Right = VIEW, Bottom = VIEW } }
  list:SetGraphicsRootSignature(root)
  list:SetPipelineState(pso)
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:IASetVertexBuffers(0, { { BufferLocation = vertices:GetGPUVirtualAddress(), SizeInBytes = 24 * count, StrideInBytes = 24 } })
  list:DrawInstanced(count, 1)
end
local function many(n, size, from)
  local list = {}
  for i = 1, n do list[i] = triangle(size, from) end
  return list
end

-- Sizes of triangles in subpixels, and how many. Some reach far beyond the viewport.
local SIZES = { { 300, 300 }, { 700, 200 }, { 1500, 90 }, { 4000, 30 }, { 20000, 12 }, { 2000000, 6 } }
local TARGETS = { { 64, 64 }, { 37, 29 } }

-- How often each pixel is covered: by lists of any size, within a scissor rectangle or without, with either side culled.
for _, size in ipairs(TARGETS) do
  local w, h = size[1], size[2]
  local x = t.Texture("x", w, h, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local rtv = t.RTV(x)
  for _, cull in ipairs { "NONE", "BACK", "FRONT" } do
    local pso = pipeline("count", one, "R32_FLOAT", { BlendState = ADD, RasterizerState = { CullMode = cull } })
    for k, kind in ipairs(SIZES) do
      local triangles = many(kind[2], kind[1])
      local scissor = k % 2 == 0 and { Left = 3, Top = 5, Right = 34, Bottom = 28 } or { Left = 0, Top = 0, Right = w, Bottom = h }
      t.Run("count", function(list)
        list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
        draw(list, pso, rtv, nil, triangles, scissor)
      end)
      local want = t.Filled(w * h, 0)
      for _, list in ipairs(triangles) do
        covered(list, w, h, 0, 0, function(px, py, _, _, turned)
          if px >= scissor.Left and px < scissor.Right and py >= scissor.Top and py < scissor.Bottom and cull ~= (turned and "BACK" or "FRONT") then
            want[py * w + px + 1] = want[py * w + px + 1] + 1
          end
        end)
      end
      t.Check(("%d triangles of %d subpixels, %d x %d, %s culled"):format(kind[2], kind[1], w, h, cull), t.Texels(x, "RENDER_TARGET", "float"), want)
    end
  end
  x:Release()
end

-- Which triangle is seen where: of flat ones the order of depths decides, and of equal ones that of the draw; the number is that of the triangle.
local FUNCTIONS = { LESS = function(a, b) return a < b end, LESS_EQUAL = function(a, b) return a <= b end, GREATER = function(a, b) return a > b end,
  EQUAL = function(a, b) return a == b end, NOT_EQUAL = function(a, b) return a ~= b end }
for _, format in ipairs { "D32_FLOAT", "D24_UNORM_S8_UINT", "D16_UNORM" } do
  for _, name in ipairs { "LESS", "LESS_EQUAL", "GREATER", "EQUAL", "NOT_EQUAL" } do
    local passes = FUNCTIONS[name]
    for k, size in ipairs(TARGETS) do
      if format ~= "D32_FLOAT" and name ~= "LESS_EQUAL" then break end
      local w, h = size[1], size[2]
      local x, d = t.Texture("x", w, h, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET"), t.Texture("d", w, h, format, "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
      local rtv, dsv = t.RTV(x), t.DSV(d)
      local pso = pipeline("depth", number, "R32_FLOAT", { DSVFormat = format, DepthStencilState = { DepthFunc = name } })
      local z
      local triangles = {}
      for i = 1, 150 do triangles[i] = triangle(({ 400, 1200, 3000 })[i % 3 + 1], function(corner) if corner == 1 then z = random(8) / 8 end return z end) end
      t.Run("depth", function(list)
        list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
        list:ClearDepthStencilView(dsv, "DEPTH", 0.5, 0)
        draw(list, pso, rtv, dsv, triangles)
      end)
      local want, depths = t.Filled(w * h, 0), t.Filled(w * h, 0.5)
      for n, list in ipairs(triangles) do
        covered(list, w, h, 0, 0, function(px, py)
          local i = py * w + px + 1
          if passes(list[1][3], depths[i]) then want[i], depths[i] = n, list[1][3] end
        end)
      end
      t.Check(("nearest by %s, %s, %d"):format(name, format, k), t.Texels(x, "RENDER_TARGET", "float"), want)
      x:Release()
      d:Release()
    end
  end
end

-- Values at the centres: with perspective, without, of the first corner, and w. Triangles stand apart in depth and slope; where two are nearly as deep as each
-- other, nobody can say which is seen.
do
  local x, d = t.Texture("x", 64, 64, "R32G32B32A32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET"), t.Texture("d", 64, 64, "D32_FLOAT", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
  local rtv, dsv = t.RTV(x), t.DSV(d)
  local pso = pipeline("values", inputs, "R32G32B32A32_FLOAT", { DSVFormat = "D32_FLOAT", DepthStencilState = { DepthFunc = "LESS" } })
  for _, size in ipairs { 900, 2500, 9000 } do
    local triangles = many(80, size)
    for _, list in ipairs(triangles) do
      for _, v in ipairs(list) do v[3], v[4], v[5] = random(1000) / 1024, 2 ^ (random(5) - 2), random(64) - 32 end
    end
    t.Run("values", function(list)
      list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
      list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
      draw(list, pso, rtv, dsv, triangles)
    end)
    local got, depths, want, unsure = t.Texels(x, "RENDER_TARGET", "float"), t.Filled(64 * 64, 1), {}, {}
    for n, list in ipairs(triangles) do
      covered(list, 64, 64, 0, 0, function(px, py, e, area)
        local i, z, inverse, deep, straight = py * 64 + px + 1, 0, 0, 0, 0
        for k, v in ipairs(list) do
          local weight = e[k] / area
          z, inverse = z + weight * v[3], inverse + weight / v[4]
          deep, straight = deep + weight / v[4] * v[5], straight + weight * v[5]
        end
        unsure[i] = unsure[i] or math.abs(z - depths[i]) < 1e-5
        if z < depths[i] then want[i], depths[i] = { n, deep / inverse, straight, 1 / inverse }, z end
      end)
    end
    local wrong, seen = 0, 0
    for i = 1, 64 * 64 do
      local v = want[i] or { 0, 0, 0, 0 }
      for c = 1, 4 do
        if not unsure[i] and math.abs(got[4 * (i - 1) + c] - v[c]) > 1e-3 then wrong = wrong + 1 end
      end
      if want[i] and not unsure[i] then seen = seen + 1 end
    end
    t.Check(("values in triangles of %d subpixels"):format(size), { wrong, seen > 150 }, { 0, true })
  end
end

-- Depths between any two ends of the viewport, also from far to near, and beyond them where nothing is clipped: then they are clamped. Each triangle has a depth
-- that binary fractions hold, and lies over those before it.
do
  local x, d = t.Texture("x", 64, 64, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET"), t.Texture("d", 64, 64, "D32_FLOAT", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
  local rtv, dsv = t.RTV(x), t.DSV(d)
  for _, case in ipairs { { 0, 1, true }, { 0.25, 0.75, true }, { 0.75, 0.25, true }, { 1, 0, true }, { 0.5, 0.5, true }, { 0.25, 0.75, false }, { 0.75, 0.25, false } } do
    local near, far, clip = unpack(case)
    local pso = pipeline("range", number, "R32_FLOAT", { DSVFormat = "D32_FLOAT", DepthStencilState = { DepthFunc = "ALWAYS" },
      RasterizerState = { CullMode = "NONE", DepthClipEnable = clip } })
    local z
    local triangles = {}
    for i = 1, 90 do triangles[i] = triangle(({ 400, 1500, 6000 })[i % 3 + 1], function(corner) if corner == 1 then z = random(32) / 16 - 0.5 end return z end) end
    t.Run("range", function(list)
      list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
      list:ClearDepthStencilView(dsv, "DEPTH", 0.125, 0)
      draw(list, pso, rtv, dsv, triangles, nil, { Width = VIEW, Height = VIEW, MinDepth = near, MaxDepth = far })
    end)
    local want, depths = t.Filled(64 * 64, 0), t.Filled(64 * 64, 0.125)
    for n, list in ipairs(triangles) do
      local v = list[1][3]
      local depth = math.max(math.min(near, far), math.min(math.max(near, far), near + v * (far - near)))
      if not clip or v >= 0 and v <= 1 then
        covered(list, 64, 64, 0, 0, function(px, py) want[py * 64 + px + 1], depths[py * 64 + px + 1] = n, depth end)
      end
    end
    t.Check(("numbers from %g to %g"):format(near, far), t.Texels(x, "RENDER_TARGET", "float"), want)
    t.Check(("depths from %g to %g"):format(near, far), t.Texels(d, "DEPTH_WRITE", "float"), depths)
  end
end

-- Samples: each is covered by its own place. Sums of all draws are read sample by sample.
local PATTERN = { [2] = { { 4, 4 }, { -4, -4 } }, [4] = { { -2, -6 }, { 6, -2 }, { -6, 2 }, { 2, 6 } },
  [8] = { { 1, -3 }, { -1, 3 }, { 5, 1 }, { -3, -5 }, { -5, 5 }, { -7, -1 }, { 3, 7 }, { 7, -7 } } }
local texels, out = gpu.Texture2DMS("t0", "float"), gpu.RWByteAddressBuffer("u4")
for _, samples in ipairs { 2, 4, 8 } do
  local W, H = 33, 31
  local reader = t.Compute(root, "reader", { samples, 1, 1 }, function(GroupID, GroupIndex)
    out:Store((uint(GroupID.y * 33 + GroupID.x) * samples + GroupIndex) * 4, asuint(texels:Load(int2(GroupID.xy), int(GroupIndex))))
  end)
  local x = t.Texture("x", W, H, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = samples } })
  local rtv, view, result = t.RTV(x), t.SRV(x), t.Buffer("result", W * H * samples * 4)
  local pso = pipeline("samples", one, "R32_FLOAT", { BlendState = ADD, SampleDesc = { Count = samples } })
  local triangles = {}
  for i = 1, 80 do triangles[i] = triangle(({ 200, 800, 3000, 200000 })[i % 4 + 1]) end
  t.Run("samples", function(list)
    list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
    draw(list, pso, rtv, nil, triangles)
    t.Barrier(list, x, "RENDER_TARGET", "NON_PIXEL_SHADER_RESOURCE")
    t.Heaps(list)
    list:SetComputeRootSignature(root)
    list:SetPipelineState(reader)
    list:SetComputeRootDescriptorTable(0, view)
    list:SetComputeRootUnorderedAccessView(1, result:GetGPUVirtualAddress())
    list:Dispatch(W, H, 1)
  end)
  local want = t.Filled(W * H * samples, 0)
  for s, at in ipairs(PATTERN[samples]) do
    for _, list in ipairs(triangles) do
      covered(list, W, H, at[1] * 16, at[2] * 16, function(px, py)
        local i = (py * W + px) * samples + s
        want[i] = want[i] + 1
      end)
    end
  end
  t.Check(("%d samples"):format(samples), t.Read(result, "float", W * H * samples), want)
end

-- Triangles that reach behind the eye and through the near and the far plane, by weights in clip space, where nothing has to be clipped: a point p of the screen
-- is a sum of the corners (x, y, w) with positive weights, and its depth the sum of their z. Points close to a border are left out.
do
  local x = t.Texture("x", 64, 64, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local rtv = t.RTV(x)
  for _, clip in ipairs { true, false } do
    local pso = pipeline("clipped", one, "R32_FLOAT", { BlendState = ADD, RasterizerState = { CullMode = "NONE", DepthClipEnable = clip } })
    local triangles = {}
    for n = 1, 40 do
      local list, reach = {}, ({ 1, 2, 10, 4000 })[n % 4 + 1]
      for i = 1, 3 do
        local w = random(2000) / 512 - 1.5
        if w == 0 then w = 1 end
        local px, py = (random(2001) / 1000 - 1) * reach, (random(2001) / 1000 - 1) * reach   -- x and y in clip space
        list[i] = { (px / w + 1) * (VIEW / 2) * SUB, (1 - py / w) * (VIEW / 2) * SUB, random(1500) / 1000 - 0.25, w, 0, x = px, y = py }
      end
      triangles[n] = list
    end
    t.Run("clipped", function(list)
      list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
      draw(list, pso, rtv, nil, triangles)
    end)
    -- What must be positive, as a + b * px + c * py over the screen, in pixels from where it is 0.
    for _, list in ipairs(triangles) do
      local a, b, c = list[1], list[2], list[3]
      local function det(p, q, r) return p.x * (q.y * r[4] - r.y * q[4]) - p.y * (q.x * r[4] - r.x * q[4]) + p[4] * (q.x * r.y - r.x * q.y) end
      local area = det(a, b, c)
      local function at(px, py)
        local p = { 0, 0, 0, 1, x = px / 32 - 1, y = 1 - py / 32 }
        local u, v, w = det(p, b, c) / area, det(a, p, c) / area, det(a, b, p) / area
        local z = u * a[3] * a[4] + v * b[3] * b[4] + w * c[3] * c[4]
        return clip and { u, v, w, z, 1 - z } or { u, v, w }
      end
      local origin, right, down = at(0.5, 0.5), at(64.5, 0.5), at(0.5, 64.5)
      list.planes = {}
      for k, v in ipairs(origin) do
        local gx, gy = (right[k] - v) / 64, (down[k] - v) / 64
        local slope = math.sqrt(gx * gx + gy * gy)
        list.planes[k] = { v / slope, gx / slope, gy / slope }
      end
    end
    local got, wrong, seen = t.Texels(x, "RENDER_TARGET", "float"), 0, 0
    for py = 0, 63 do
      for px = 0, 63 do
        local want, unsure = 0, false
        for _, list in ipairs(triangles) do
          local least = 1
          for _, p in ipairs(list.planes) do least = math.min(least, p[1] + px * p[2] + py * p[3]) end
          if least > 0 then want = want + 1 end
          unsure = unsure or math.abs(least) < 0.02
        end
        if not unsure then
          seen = seen + 1
          if got[py * 64 + px + 1] ~= want then wrong = wrong + 1 end
        end
      end
    end
    t.Check("clipped " .. tostring(clip), { wrong, seen > 3000 }, { 0, true })
  end
end

-- Places that are no numbers or far too large do no harm, and a triangle with one of them that has no area on the screen is not drawn.
do
  local x = t.Texture("x", 64, 64, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local rtv = t.RTV(x)
  local pso = pipeline("odd", one, "R32_FLOAT", { BlendState = ADD })
  local HUGE = 2 ^ 120
  local good = { { 0, 0, 0.5, 1, 0 }, { 4 * SUB, 0, 0.5, 1, 0 }, { 0, 4 * SUB, 0.5, 1, 0 } }
  local CASES = {
    ["not a number"] = { { { 0 / 0, 0, 0.5, 1, 0 }, good[2], good[3] }, 0 }, ["depth is not"] = { { { 0, 0, 0 / 0, 1, 0 }, good[2], good[3] }, 0 },
    ["w is not"] = { { { 0, 0, 0.5, 0 / 0, 0 }, good[2], good[3] }, 0 }, ["no w"] = { { { 0, 0, 0.5, 0, 0 }, { SUB, 0, 0.5, 0, 0 }, { 0, SUB, 0.5, 0, 0 } }, 0 },
    ["behind"] = { { { 0, 0, 0.5, -1, 0 }, { 4 * SUB, 0, 0.5, -1, 0 }, { 0, 4 * SUB, 0.5, -1, 0 } }, 0 },
    ["all of the screen"] = { { { -HUGE, -HUGE, 0.5, 1, 0 }, { HUGE, -HUGE, 0.5, 1, 0 }, { 0, HUGE, 0.5, 1, 0 } }, 1 },
    ["beside the screen"] = { { { HUGE, -HUGE, 0.5, 1, 0 }, { 2 * HUGE, 0, 0.5, 1, 0 }, { HUGE, HUGE, 0.5, 1, 0 } }, 0 },
    ["no area"] = { { good[1], good[2], good[2] }, 0 },
  }
  for name, case in pairs(CASES) do
    local triangles = {}
    for i = 1, 30 do triangles[i] = case[1] end
    t.Run(name, function(list)
      list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
      draw(list, pso, rtv, nil, triangles)
    end)
    t.Check(name, t.Texels(x, "RENDER_TARGET", "float"), t.Filled(64 * 64, 30 * case[2]))
  end
end

t.Done()
