-- An outline by stencil: a shape marks its pixels, and a larger one is drawn where nothing is marked.
local letters = require "lib.letters"
local l, Rect = letters.Create "stencil outline", letters.Rect

local mark = l:Pipeline("mark", { DepthStencilState = { DepthEnable = false, StencilEnable = true, FrontFace = { StencilPassOp = "REPLACE" }, BackFace = { StencilPassOp = "REPLACE" } } })
local around = l:Pipeline("around", { DepthStencilState = { DepthEnable = false, StencilEnable = true, FrontFace = { StencilFunc = "NOT_EQUAL" }, BackFace = { StencilFunc = "NOT_EQUAL" } } })
l:Frame(function(list)
  list:OMSetStencilRef(1)
  list:SetPipelineState(mark)
  Rect(list, 4, 4, 12, 12, "b")
  list:SetPipelineState(around)
  Rect(list, 3, 3, 13, 13, "y")
end)
