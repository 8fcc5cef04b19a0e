-- A wireframe rectangle: the edges of its two triangles as lines.
local letters = require "lib.letters"
local l, Rect = letters.Create "wireframe", letters.Rect

local wire = l:Pipeline("wire", { RasterizerState = { FillMode = "WIREFRAME", CullMode = "NONE" } })
l:Frame(function(list) list:SetPipelineState(wire) Rect(list, 2, 2, 13, 13, "g") end)
