-- ExecuteIndirect with a constant and a draw a command; the count in a buffer says that two of three run.
local letters = require "lib.letters"
local l, Rect = letters.Create "indirect", letters.Rect

local signature = l.device:CreateCommandSignature { ByteStride = 32, RootSignature = l.root, ArgumentDescs = { { Type = "CONSTANT", RootParameterIndex = 0, Num32BitValuesToSet = 4 }, { Type = "DRAW" } } }
local args = l.device:CreateCommittedResource { Name = "args", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
local m = args:Map()
for i = 0, 2 do m:Write(i * 32, "float", { i * 5, i * 5, i * 5 + 4, i * 5 + 4 }) m:Write(i * 32 + 16, "uint", { 4, 1, 0, 0 }) end
m:Write(128, "uint", { 2 })
l:Frame(function(list)
  list:SetGraphicsRoot32BitConstants(0, { 0, 0, 0, 0, 1, 1, 0, 0 })
  list:ExecuteIndirect(signature, 3, args, 0, args, 128)
end)
