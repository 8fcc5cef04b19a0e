-- Instances of one rectangle: InstanceID moves each of them by four pixels.
local letters = require "lib.letters"
local l, Rect = letters.Create "instances", letters.Rect

l:Frame(function(list) Rect(list, 1, 1, 3, 5, "r", 0.5, 3) end)
