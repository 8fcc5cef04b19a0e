-- A bundle has a pipeline, a topology and constants of its own, and runs twice in one list.
local letters = require "lib.letters"
local l, Rect = letters.Create "bundle", letters.Rect

local bundle = l.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = l.device:CreateCommandAllocator("BUNDLE"), InitialState = l.plain }
bundle:SetGraphicsRootSignature(l.root)
bundle:IASetPrimitiveTopology("TRIANGLESTRIP")
Rect(bundle, 0, 12, 16, 14, "r")
bundle:Close()
l:Frame(function(list)
  list:ExecuteBundle(bundle)
  Rect(list, 0, 11, 2, 13, "g")                                        -- covered by the second run
  list:ExecuteBundle(bundle)
end)
