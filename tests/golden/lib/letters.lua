-- A target of 16 x 16 pixels that is printed as letters: r, g, b and y for red, green, blue and yellow. Rectangles are drawn in pixels by a strip
-- of four vertices without a vertex buffer. Every function composes public calls of the API.
local studio = require "lib.studio"
local gpu = require "gpu"

local N = 16
local Letters = {}
Letters.__index = Letters

local constants = gpu.ConstantBuffer("b0", { { "rect", "float4" }, { "color", "float3" }, { "z", "float" } })
local vs = gpu.VertexShader { Name = "rect", Main = function(VertexID, InstanceID)
  local corner = float2(float(VertexID % 2), float(VertexID / 2))
  local p = constants.rect.xy + corner * (constants.rect.zw - constants.rect.xy) + float2(float(InstanceID) * 4, 0)
  return { Position = float4(p.x / 8 - 1, 1 - p.y / 8, constants.z, 1) }
end }
local ps = gpu.PixelShader { Name = "flat", Main = function() return float4(constants.color, 1) end }

-- Create makes the device, the target, a depth buffer and the pipeline "plain".
function Letters.Create(name)
  local s = studio.Create(name)
  local l = setmetatable({ studio = s, device = s.device, target = s:Target("target", N, N, "R8G8B8A8_UNORM"), depth = s:Depth("depth", N, N, "D24_UNORM_S8_UINT") }, Letters)
  l.back = s.device:CreateCommittedResource { Name = "back", HeapType = "READBACK", Dimension = "BUFFER", Width = 256 * N, InitialState = "COPY_DEST" }
  l.root = s.device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 8 } } }
  l.plain = l:Pipeline("plain", {})
  return l
end

-- Pipeline makes one with some fields of its own; PS = false leaves the pixel shader out.
function Letters:Pipeline(name, fields)
  local d = { Name = name, RootSignature = self.root, VS = vs, PS = ps, InputLayout = {}, RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D24_UNORM_S8_UINT",
    RasterizerState = { CullMode = "NONE" } }
  for k, v in pairs(fields) do d[k] = v or nil end
  return self.studio:Pipeline(d)
end

-- Rect draws the pixels [x0, x1) x [y0, y1) in a colour, at a depth of 0.5 unless told otherwise.
function Letters.Rect(list, x0, y0, x1, y1, color, z, instances)
  local r, g, b = unpack(({ r = { 1, 0, 0 }, g = { 0, 1, 0 }, b = { 0, 0, 1 }, y = { 1, 1, 0 } })[color])
  list:SetGraphicsRoot32BitConstants(0, { x0, y0, x1, y1, r, g, b, z or 0.5 })
  list:DrawInstanced(4, instances or 1, 0, 0)
end

-- Frame clears, records, executes, waits and prints.
function Letters:Frame(record)
  local s, target = self.studio, self.target
  s:Submit("frame", function(list)
    list:ClearRenderTargetView(target.rtv, { 0, 0, 0, 1 })
    list:ClearDepthStencilView(self.depth.dsv, "DEPTH|STENCIL", 1, 0)
    list:SetGraphicsRootSignature(self.root)
    list:SetPipelineState(self.plain)
    studio.Fill(list, target)
    list:OMSetRenderTargets({ target.rtv }, self.depth.dsv)
    list:IASetPrimitiveTopology "TRIANGLESTRIP"
    record(list)
    studio.Transition(list, target.resource, "RENDER_TARGET", "COPY_SOURCE")
    list:CopyTextureRegion({ Resource = self.back, Format = "R8G8B8A8_UNORM", Width = N, Height = N, RowPitch = 256 }, 0, 0, 0, { Resource = target.resource })
    studio.Transition(list, target.resource, "COPY_SOURCE", "RENDER_TARGET")
  end)
  s:Wait()
  local map = self.back:Map()
  for y = 0, N - 1 do
    local row = {}
    for x = 1, N do
      local r, g, b = unpack(map:Read(y * 256 + x * 4 - 4, "byte", 3))
      row[x] = r > 0 and (g > 0 and "y" or "r") or g > 0 and "g" or b > 0 and "b" or "."
    end
    print(table.concat(row))
  end
end

return Letters
