-- exit: 1
-- A script that is no Lua runs not at all.
print "never printed"
local sizes = { 64, 128
for i = 1, #sizes do
  print(sizes[i])
end
