-- Depth buffers of every format: what is written, what is tested, what the planes are to a shader, and what bias, clip and a shader's Depth do.
local gpu = require "gpu"
local pixels = require "lib.pixels"
local p = pixels.Create "depth"

local formats = {
  { "D16_UNORM", "R16_TYPELESS", "R16_UNORM", function(z) return math.floor(z * 65535 + 0.5) / 65535 end, 1 / 65535 },
  { "D24_UNORM_S8_UINT", "R24G8_TYPELESS", "R24_UNORM_X8_TYPELESS", function(z) return math.floor(z * 16777215 + 0.5) / 16777215 end, 1 / 16777215, "X24_TYPELESS_G8_UINT" },
  { "D32_FLOAT", "R32_TYPELESS", "R32_FLOAT", function(z) return z end, 2 ^ -25 },       -- the unit of 0.3125, whose exponent is -2: 2^(-2 - 23)
  { "D32_FLOAT_S8X24_UINT", "R32G8X24_TYPELESS", "R32_FLOAT_X8X24_TYPELESS", function(z) return z end, 2 ^ -25, "X32_TYPELESS_G8X24_UINT" },
}
local depths, stencils = gpu.Texture2D("t0", "float"), gpu.Texture2D("t0", "uint4")
local showDepth = gpu.PixelShader { Name = "depth", Main = function(v) return float4(depths:Load(int3(int(v.Position.x), int(v.Position.y), 0)), 0, 0, 1) end }
local showStencil = gpu.PixelShader { Name = "stencil", Main = function(v) return float4(float(stencils:Load(int3(int(v.Position.x), int(v.Position.y), 0)).y), 0, 0, 1) end }
local color = p.color
local ownDepth = gpu.PixelShader { Name = "own", Main = function(v) return { Depth = color.value.x } end }
local show = { depth = p:Pipeline { PS = showDepth, RTVFormats = { "R32_FLOAT" } }, stencil = p:Pipeline { PS = showStencil, RTVFormats = { "R32_FLOAT" } } }

for _, f in ipairs(formats) do
  local format, typeless, view, round, unit, stencilView = f[1], f[2], f[3], f[4], f[5], f[6]
  local depth = p:Texture { Name = format, Format = typeless, Flags = "ALLOW_DEPTH_STENCIL", OptimizedClearValue = { Format = format, Depth = 0.875, Stencil = stencilView and 0xc3 or 0 } }
  local out = p:Texture { Name = "out", Format = "R32_FLOAT", Flags = "ALLOW_RENDER_TARGET" }
  local dsv, rtv = p:DSV(depth, { Format = format }), p:RTV(out)
  local readOnly = p:DSV(depth, { Format = format, Flags = stencilView and "READ_ONLY_DEPTH|READ_ONLY_STENCIL" or "READ_ONLY_DEPTH" })
  local srv = p:SRV(depth, { Format = view })
  local function pipeline(extra)
    local desc = { PS = false, DSVFormat = format, DepthStencilState = { DepthFunc = "LESS" } }
    for k, v in pairs(extra or {}) do desc[k] = v end
    return p:Pipeline(desc)
  end
  local marks = { StencilPassOp = "REPLACE" }
  local test = pipeline()
  local bias = pipeline { RasterizerState = { CullMode = "NONE", DepthBias = 10 } }
  local clamped = pipeline { RasterizerState = { CullMode = "NONE", DepthBias = 10, DepthBiasClamp = 4 * unit } }
  local unclipped = pipeline { RasterizerState = { CullMode = "NONE", DepthClipEnable = false } }
  local own = pipeline { PS = ownDepth }
  local noWrite = pipeline { DepthStencilState = { DepthFunc = "LESS", DepthWriteMask = "ZERO" } }
  local equal = p:Pipeline { RTVFormats = { "R32_FLOAT" }, DSVFormat = format, DepthStencilState = { DepthFunc = "EQUAL", DepthWriteMask = "ZERO" } }
  local marking = pipeline { DepthStencilState = { DepthEnable = false, StencilEnable = true, StencilWriteMask = 0x0f, FrontFace = marks, BackFace = marks } }
  local function column(x) return { Left = x, Right = x + 1, Bottom = 8 } end
  p:Run(function(list)
    list:ClearDepthStencilView(dsv, stencilView and "DEPTH|STENCIL" or "DEPTH", 0.875, 0xc3)
    list:OMSetRenderTargets({}, dsv)
    p:Cover(list, test, { 0 }, 0.3, column(0))
    p:Cover(list, test, { 0 }, 0.5, column(0))          -- behind
    p:Cover(list, bias, { 0 }, 0.3125, column(1))
    p:Cover(list, clamped, { 0 }, 0.3125, column(2))
    p:Cover(list, unclipped, { 0 }, -0.5, column(3))     -- in front of the near plane: clamped to it
    p:Cover(list, test, { 0 }, -0.5, column(4))          -- clipped
    p:Cover(list, own, { 0.6875 }, 0.1, column(5))
    p:Cover(list, noWrite, { 0 }, 0.1, column(6))
    if stencilView then
      list:OMSetStencilRef(0x5a)
      p:Cover(list, marking, { 0 }, 0.1, column(7))
    end
    -- The depth plane is read as a texture while a view that only reads tests it.
    list:ResourceBarrier { { Resource = depth, Before = "DEPTH_WRITE", After = "DEPTH_READ|PIXEL_SHADER_RESOURCE" } }
    list:OMSetRenderTargets({ rtv }, readOnly)
    list:SetGraphicsRootDescriptorTable(1, srv)
    p:Cover(list, show.depth, { 0 })
    p:Cover(list, equal, { 7 }, 0.875, { Left = 7, Right = 8, Top = 0, Bottom = 4 })
    p.Barrier(list, out, "RENDER_TARGET", "COPY_SOURCE")
  end)
  local wanted = { 0.3, 0.3125 + 10 * unit, 0.3125 + 4 * unit, 0, 0.875, 0.6875, 0.875, 0.875 }
  p:All(format, out, 0, "float", 1, function(x, y)
    if x == 7 and y < 4 then return { 7 } end
    return { round(wanted[x + 1]) }
  end, 1e-7)
  if stencilView then
    local sten = p:SRV(depth, { Format = stencilView })
    p:Run(function(list)
      p.Barrier(list, out, "COPY_SOURCE", "RENDER_TARGET")
      list:OMSetRenderTargets { rtv }
      list:SetGraphicsRootDescriptorTable(1, sten)
      p:Cover(list, show.stencil, { 0 })
      p.Barrier(list, out, "RENDER_TARGET", "COPY_SOURCE")
    end)
    p:All(format .. ", stencil", out, 0, "float", 1, function(x) return { x == 7 and 0xca or 0xc3 } end)   -- the low four bits of 0x5a
  end
end
