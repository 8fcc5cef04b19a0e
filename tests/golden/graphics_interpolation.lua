-- Where in a pixel a value is interpolated: at its centre, at the centroid, at each sample, or where the shader asks for it.
-- A triangle covers the left part of a column of pixels; the value is x itself, so what is outside of the triangle shows.
local gpu = require "gpu"
local pixels = require "lib.pixels"
local p = pixels.Create "interpolation"

local EDGE, FORMAT = 3.3125, "R32G32B32A32_FLOAT"       -- in pixels: of pixel 3 only sample 2 is covered, two sixteenths from its left
local vs = gpu.VertexShader { Name = "wedge", Main = function(VertexID)
  local x, y = VertexID == 1 and EDGE or (VertexID == 2 and EDGE or -100.0), VertexID == 2 and 200.0 or (VertexID == 1 and -200.0 or 0.0)
  return { Position = float4(x / 4 - 1, 1 - y / 4, 0, 1), at = x }
end }
local many = gpu.Texture2DMS("t0", "float4")
local shown = gpu.PixelShader { Name = "shown", Main = function(v) return many:Load(int2(int(v.Position.x) / 4, int(v.Position.y)), int(v.Position.x) % 4) end }
local target = p:Texture { Name = "target", Format = FORMAT, Flags = "ALLOW_RENDER_TARGET", SampleDesc = { Count = 4 } }
local flat = p:Texture { Name = "flat", Width = 32, Format = FORMAT, Flags = "ALLOW_RENDER_TARGET" }
local rtv, flatRTV, srv = p:RTV(target), p:RTV(flat), p:SRV(target)
local show = p:Pipeline { PS = shown, RTVFormats = { FORMAT } }

local function draw(what, ps)
  local pipeline = p:Pipeline { VS = vs, PS = ps, RTVFormats = { FORMAT }, SampleDesc = { Count = 4 } }
  p:Run(function(list)
    list:ClearRenderTargetView(rtv, { -1, -1, -1, -1 })
    list:OMSetRenderTargets { rtv }
    p:Cover(list, pipeline, { 0 })
    p.Barrier(list, target, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
    list:SetGraphicsRootDescriptorTable(1, srv)
    list:SetPipelineState(show)
    list:OMSetRenderTargets { flatRTV }
    list:RSSetViewports { { Width = 32, Height = 8 } }
    list:RSSetScissorRects { { Right = 32, Bottom = 8 } }
    list:DrawInstanced(3, 1)
    p.Barrier(list, target, "PIXEL_SHADER_RESOURCE", "RENDER_TARGET")
    p.Barrier(list, flat, "RENDER_TARGET", "COPY_SOURCE")
  end)
  local at = p:Read(flat, 0, "float", 4)
  local function pixel(x)
    local words = {}
    for s = 0, 3 do
      local v, lane = at(4 * x + s, 4, 0, 0), at(4 * x + s, 4, 0, 1)
      words[#words + 1] = lane == -1 and "-" or ("%g"):format(v)
    end
    return table.concat(words, " ")
  end
  print(("%-24s pixel 2: %-32s pixel 3: %s"):format(what, pixel(2), pixel(3)))
  p:Run(function(list) p.Barrier(list, flat, "COPY_SOURCE", "RENDER_TARGET") end)
end

local function plain(mode) return gpu.PixelShader { Name = mode, Interpolation = { at = mode }, Main = function(v) return float4(v.at, 1, 0, 1) end } end
for _, mode in ipairs { "linear", "centroid", "sample", "noperspective", "noperspective centroid", "noperspective sample", "nointerpolation" } do draw(mode, plain(mode)) end
draw("with SampleIndex", gpu.PixelShader { Name = "each", Main = function(v, SampleIndex) return float4(v.at, SampleIndex, 0, 1) end })
draw("AtSample(3)", gpu.PixelShader { Name = "at", Main = function(v) return float4(EvaluateAttributeAtSample(v.at, 3), 1, 0, 1) end })
draw("Centroid", gpu.PixelShader { Name = "centroid", Main = function(v) return float4(EvaluateAttributeCentroid(v.at), 1, 0, 1) end })
draw("Snapped(-8)", gpu.PixelShader { Name = "snapped", Main = function(v) return float4(EvaluateAttributeSnapped(v.at, int2(-8, 0)), 1, 0, 1) end })
draw("Position, centroid", gpu.PixelShader { Name = "position", Interpolation = { Position = "centroid" }, Main = function(v) return float4(v.Position.x, 1, 0, 1) end })
draw("sample positions", gpu.PixelShader { Name = "positions", Main = function(v, SampleIndex)
  return float4(GetRenderTargetSamplePosition(SampleIndex), float(GetRenderTargetSampleCount()), 1)
end })
