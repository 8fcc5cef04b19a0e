-- Frames in flight whose wait is left out, as people write the loop: what is waited for is a value that the loop gave some passes before, and the help writes it with the
-- variable of the script.
local t = require "prelude"
local case = t.case

case("a counted loop signals the number of its frame, and resets an allocator of two", "GS0602 allocator \"allocator 2\"", function()
  local q, F, b = t.queue "DIRECT", t.fence(), t.buf "b"
  local allocators = { t.device:CreateCommandAllocator "DIRECT", t.device:CreateCommandAllocator "DIRECT" }
  local list = t.device:CreateCommandList { Type = "DIRECT", Name = "list" }
  for frame = 1, 4 do
    local allocator = allocators[frame % 2 + 1]
    allocator:Reset() --!
    list:Reset(allocator)
    t.fill(list, b)
    list:Close()
    q:ExecuteCommandLists { list }
    q:Signal(F, frame)
  end
end)
case("a counter rises before each signal, and an allocator of three is reset", "GS0602 allocator \"allocator 1\"", function()
  local q, F, b = t.queue "DIRECT", t.fence(), t.buf "b"
  local allocators, value = {}, 0
  for i = 0, 2 do allocators[i] = t.device:CreateCommandAllocator "DIRECT" end
  local list = t.device:CreateCommandList { Type = "DIRECT", Name = "list" }
  for frame = 0, 5 do
    local allocator = allocators[frame % 3]
    allocator:Reset() --!
    list:Reset(allocator)
    t.fill(list, b)
    list:Close()
    q:ExecuteCommandLists { list }
    value = value + 1
    q:Signal(F, value)
  end
end)
case("a counter rises behind each signal, and what a frame needs is released in the next", "GS0601 buffer \"b1\"", function()
  local q, F, value, old = t.queue "DIRECT", t.fence(), 1, nil
  for frame = 1, 3 do
    local b = t.buf("b" .. frame)
    t.run(q, function(l) t.fill(l, b) end)
    if old then old:Release() end --!
    old = b
    q:Signal(F, value)
    value = value + 1
  end
end)
