-- Which pixels lines cover: every line of a list is compared with the rule of diamonds, written down here. A pixel belongs to a line that meets the diamond
-- around its centre and does not end in it. In the coordinates x + y and x - y a diamond is a square of one pixel's width.
local gpu = require "gpu"
local t = require "lib.bench"

local seed = 11
local function random(n)
  seed = (seed * 16807) % 2147483647
  return seed % n
end

local N, LINES = 16, 40
local root = t.device:CreateRootSignature { Name = "lines", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
local vs = gpu.VertexShader { Name = "ends", Inputs = { { "P0", "float2" } }, Main = function(p) return { Position = float4(p.x / 8.0 - 1.0, 1.0 - p.y / 8.0, 0.5, 1.0) } end }
local ps = gpu.PixelShader { Name = "one", Main = function() return float4(1, 0, 0, 0) end }
local x = t.Texture("x", N, N, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
local rtv = t.RTV(x)
local pso = t.Graphics { Name = "lines", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R32_FLOAT" }, PrimitiveTopologyType = "LINE",
  InputLayout = { { "P", 0, "R32G32_FLOAT", 0, 0 } }, BlendState = { RenderTarget = { { BlendEnable = true, SrcBlend = "ONE", DestBlend = "ONE" } } } }

-- Meets says whether the line from a to b meets the diamond with that half width around c, by cutting it at the four sides.
local function meets(a, b, c, half)
  local first, last = 0, 1
  for _, axis in ipairs { function(p) return p[1] + p[2] end, function(p) return p[1] - p[2] end } do
    local from, to = axis(a) - axis(c), axis(b) - axis(c)
    local d = to - from
    if d == 0 then
      if math.abs(from) >= half then return false end
    else
      local t0, t1 = (-half - from) / d, (half - from) / d
      first, last = math.max(first, math.min(t0, t1)), math.min(last, math.max(t0, t1))
    end
  end
  return first < last
end
local function inside(p, c, half) return math.abs(p[1] - c[1]) + math.abs(p[2] - c[2]) < half end

-- Covers is nil where an edge of the diamond is so close that its own rules decide.
local function covers(a, b, c)
  local result
  for _, half in ipairs { 0.5 - 1e-5, 0.5 + 1e-5 } do
    local is = meets(a, b, c, half) and not inside(b, c, half)
    if result ~= nil and is ~= result then return nil end
    result = is
  end
  return result
end

-- Places are whole subpixels: anywhere near the target, or in one of its corners, where lines are short.
local function place(range) return { random(range * 256) / 256 + (16 - range) / 2, random(range * 256) / 256 + (16 - range) / 2 } end
for round, range in ipairs { 16, 16, 24, 4, 4, 2 } do
  local ends, list = {}, {}
  for i = 1, 2 * LINES do
    ends[i] = place(range)
    list[2 * i - 1], list[2 * i] = ends[i][1], ends[i][2]
  end
  local vb = t.Upload("ends", "float", list)
  t.Run("round " .. round, function(l)
    l:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
    t.Targets(l, N, N, { rtv })
    l:SetGraphicsRootSignature(root)
    l:SetPipelineState(pso)
    l:IASetPrimitiveTopology "LINELIST"
    l:IASetVertexBuffers(0, { { BufferLocation = vb:GetGPUVirtualAddress(), SizeInBytes = #list * 4, StrideInBytes = 8 } })
    l:DrawInstanced(2 * LINES, 1)
  end)
  local got, bad = t.Texels(x, "RENDER_TARGET", "float"), ""
  for py = 0, N - 1 do
    for px = 0, N - 1 do
      local want, open = 0, 0
      for i = 1, LINES do
        local is = covers(ends[2 * i - 1], ends[2 * i], { px + 0.5, py + 0.5 })
        if is then want = want + 1 elseif is == nil then open = open + 1 end
      end
      local n = got[py * N + px + 1]
      if (n < want or n > want + open) and bad == "" then bad = ("pixel (%d, %d): %d lines, not %d"):format(px, py, n, want) end
    end
  end
  t.Check(("lines of round %d"):format(round), bad, "")
  vb:Release()
end
t.Done()
