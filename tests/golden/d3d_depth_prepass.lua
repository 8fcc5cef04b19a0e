-- A depth pre-pass: depth first and without a pixel shader, then colour where the depth is EQUAL.
local letters = require "lib.letters"
local l, Rect = letters.Create "depth prepass", letters.Rect

local zonly = l:Pipeline("z only", { PS = false, RTVFormats = {} })
local equal = l:Pipeline("equal", { DepthStencilState = { DepthFunc = "EQUAL", DepthWriteMask = "ZERO" } })
l:Frame(function(list)
  list:OMSetRenderTargets({}, l.depth.dsv)
  list:SetPipelineState(zonly)
  Rect(list, 0, 0, 10, 10, "r", 0.6)
  Rect(list, 6, 6, 16, 16, "g", 0.4)
  list:OMSetRenderTargets({ l.target.rtv }, l.depth.dsv)
  list:SetPipelineState(equal)
  Rect(list, 0, 0, 10, 10, "r", 0.6)
  Rect(list, 6, 6, 16, 16, "g", 0.4)
end)
