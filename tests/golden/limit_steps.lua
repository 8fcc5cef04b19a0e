-- exit: 3
-- limits: steps=10000
-- A loop without end stops at the limit of Lua instructions, with its place.
local n = 0
while true do
  n = n + 1
end
