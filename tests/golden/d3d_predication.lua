-- Predication: what an occlusion query did not see is left out.
local letters = require "lib.letters"
local l, Rect = letters.Create "predication", letters.Rect

local queries = l.device:CreateQueryHeap { Type = "OCCLUSION", Count = 2 }
local results = l.device:CreateCommittedResource { Name = "results", Dimension = "BUFFER", Width = 16, InitialState = "COMMON" }
l:Frame(function(list)
  Rect(list, 0, 0, 8, 16, "b", 0.1)
  list:BeginQuery(queries, "BINARY_OCCLUSION", 0)
  Rect(list, 2, 2, 6, 6, "b", 0.9)                -- hidden
  list:EndQuery(queries, "BINARY_OCCLUSION", 0)
  list:BeginQuery(queries, "BINARY_OCCLUSION", 1)
  Rect(list, 6, 6, 12, 8, "b", 0.9)                -- half seen
  list:EndQuery(queries, "BINARY_OCCLUSION", 1)
  list:ResolveQueryData(queries, "BINARY_OCCLUSION", 0, 2, results, 0)
  list:ResourceBarrier { { Resource = results, Before = "COPY_DEST", After = "PREDICATION" } }
  list:SetPredication(results, 0, "EQUAL_ZERO")
  Rect(list, 10, 0, 12, 2, "r", 0)
  list:SetPredication(results, 8, "EQUAL_ZERO")
  Rect(list, 13, 0, 15, 2, "g", 0)
  list:SetPredication(nil, 0, "EQUAL_ZERO")
end)
