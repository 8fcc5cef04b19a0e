-- Alpha-blended sprites, back to front: source over destination, one byte of rounding a layer.
local gpu = require "gpu"
local s = require("lib.studio").Create "sprites"
local studio = require "lib.studio"
local target = s:Target("target", 4, 4, "R8G8B8A8_UNORM")
local color = gpu.ConstantBuffer("b0", { { "color", "float4" } })
local vs = gpu.VertexShader { Name = "quad", Main = function(VertexID)
  return { Position = float4(float(VertexID % 2) * 2 - 1, 1 - float(VertexID / 2) * 2, 0, 1) }
end }
local ps = gpu.PixelShader { Name = "flat", Main = function() return color.color end }
local root = s.device:CreateRootSignature { Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 4, ShaderVisibility = "PIXEL" } } }
local pso = s:Pipeline { RootSignature = root, VS = vs, PS = ps, InputLayout = {}, RTVFormats = { "R8G8B8A8_UNORM" }, DepthStencilState = { DepthEnable = false },
  BlendState = { RenderTarget = { { BlendEnable = true, SrcBlend = "SRC_ALPHA", DestBlend = "INV_SRC_ALPHA", BlendOp = "ADD",
    SrcBlendAlpha = "ONE", DestBlendAlpha = "INV_SRC_ALPHA", BlendOpAlpha = "ADD", RenderTargetWriteMask = "ALL" } } } }
s:Submit("frame", function(list)
  list:ClearRenderTargetView(target.rtv, { 0, 0, 0, 0 })
  list:SetGraphicsRootSignature(root)
  list:SetPipelineState(pso)
  studio.Fill(list, target)
  list:OMSetRenderTargets { target.rtv }
  list:IASetPrimitiveTopology "TRIANGLESTRIP"
  list:SetGraphicsRoot32BitConstants(0, { 1, 0, 0, 1 })
  list:DrawInstanced(4, 1)
  list:SetGraphicsRoot32BitConstants(0, { 0, 0, 1, 0.5 })
  list:DrawInstanced(4, 1)
end)
s:Wait()
local back = s.device:CreateCommittedResource { Name = "back", HeapType = "READBACK", Dimension = "BUFFER", Width = 1024, InitialState = "COPY_DEST" }
s:Submit("copy", function(list)
  studio.Transition(list, target.resource, "RENDER_TARGET", "COPY_SOURCE")
  list:CopyTextureRegion({ Resource = back, Format = "R8G8B8A8_UNORM", Width = 4, Height = 4, RowPitch = 256 }, 0, 0, 0, { Resource = target.resource })
end)
s:Wait()
print(table.concat(back:Map():Read(0, "byte", 8), " "))
