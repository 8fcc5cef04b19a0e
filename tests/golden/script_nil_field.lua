-- exit: 1
-- The message shows which part of a chain was nil, and the calls that led there.
local settings = { window = { width = 640 } }

local function scale(name)
  return settings[name].size.width * 2
end

local function start()
  print(scale "window")
end

start()
