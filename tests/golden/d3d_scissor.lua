-- A scissor rectangle cuts pixels, a viewport moves and scales.
local letters = require "lib.letters"
local l, Rect = letters.Create "scissor", letters.Rect

l:Frame(function(list)
  list:RSSetScissorRects { { Left = 3, Top = 5, Right = 7, Bottom = 8 } }
  Rect(list, 0, 0, 16, 16, "y")
  list:RSSetViewports { { TopLeftX = 8, TopLeftY = 8, Width = 8, Height = 8 } }
  list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
  Rect(list, 0, 0, 16, 16, "r")
end)
