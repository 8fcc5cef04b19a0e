-- The depth bounds test: samples whose stored depth is outside of OMSetDepthBounds are left out, whatever the depth test says.
local gpu = require "gpu"
local pixels = require "lib.pixels"
local p = pixels.Create "bounds"

for _, v in ipairs { p.device:CheckFeatureSupport "D3D12_OPTIONS2" } do print(v.DepthBoundsTestSupported, v.ProgrammableSamplePositionsTier) end
for _, format in ipairs { "D16_UNORM", "D24_UNORM_S8_UINT", "D32_FLOAT" } do
  local depth = p:Texture { Name = format, Format = format, Flags = "ALLOW_DEPTH_STENCIL", OptimizedClearValue = { Format = format } }
  local out = p:Texture { Name = "out", Format = "R32_FLOAT", Flags = "ALLOW_RENDER_TARGET" }
  local dsv, rtv = p:DSV(depth), p:RTV(out)
  local write = p:Pipeline { PS = false, DSVFormat = format, DepthStencilState = { DepthFunc = "ALWAYS" } }
  local bounds = p:Pipeline { RTVFormats = { "R32_FLOAT" }, DSVFormat = format, DepthStencilState = { DepthEnable = false, DepthBoundsTestEnable = true } }
  local both = p:Pipeline { RTVFormats = { "R32_FLOAT" }, DSVFormat = format, DepthStencilState = { DepthFunc = "GREATER", DepthWriteMask = "ZERO", DepthBoundsTestEnable = true } }
  local ranges = { { 0, 1 }, { 0.25, 0.5 }, { 0.375, 0.375 }, { 0.75, 0.25 }, { 0.5, 1 } }
  local function columns(pipeline, range, z)
    p:Run(function(list)
      list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
      list:OMSetRenderTargets({}, dsv)
      for x = 0, 7 do p:Cover(list, write, { 0 }, x / 8, { Left = x, Right = x + 1, Bottom = 8 }) end      -- column x has the depth x / 8
      list:OMSetRenderTargets({ rtv }, dsv)
      if range then list:OMSetDepthBounds(range[1], range[2]) end
      p:Cover(list, pipeline, { 1 }, z)
      p.Barrier(list, out, "RENDER_TARGET", "COPY_SOURCE")
    end)
    local at, row = p:Read(out, 0, "float", 1), {}
    for x = 0, 7 do row[x + 1] = at(x, 3) == 1 and "#" or "." end
    p:Run(function(list) p.Barrier(list, out, "COPY_SOURCE", "RENDER_TARGET") end)
    return table.concat(row)
  end
  print(format, "not set", columns(bounds, nil, 0.5))
  for _, range in ipairs(ranges) do
    print(format, ("%g to %g"):format(range[1], range[2]), columns(bounds, range, 0.5), columns(both, range, 0.4))
  end
end
