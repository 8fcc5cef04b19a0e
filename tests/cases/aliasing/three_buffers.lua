-- Three buffers that share memory in part, used in turn in one list, with and without barriers that hand the memory on. What is expected is counted here: bytes of the heap that
-- two resources have used in one submission, one of them writing, need an aliasing barrier between the two that names the one that comes or anybody. On two queues bytes of
-- the heap race as those of one buffer do.
local t = require "prelude"
local case = t.case

-- Where they lie, in pieces of 64 KB: left has pieces 0 and 1, right 1 and 2, behind 2 and 3. left and behind share nothing.
local K = 65536
local place = { left = 0, right = 1, behind = 2 }
local function three()
  local heap = t.heap(4 * K)
  local r = {}
  for name, at in pairs(place) do r[name] = t.placed(name, heap, at * K, 2 * K) end
  return r
end

-- A step writes or reads 256 bytes of a buffer from a byte, or is a barrier: { "left", "write", 0 }, { "alias", "left", "right" }, nil being anybody.
local function step(l, r, s)
  if s[1] == "alias" then
    t.alias(l, s[2] and r[s[2]], s[3] and r[s[3]])
  elseif s[2] == "write" then
    l:CopyBufferRegion(r[s[1]], s[3], t.upload("up"), 0, 256)
  else
    l:CopyBufferRegion(t.readback("down"), 0, r[s[1]], s[3], 256)
  end
end

local function list(name, expected, steps, cut)
  case(name, expected, function()
    local q, r, lists, l = t.queue("DIRECT", "q"), three(), {}, nil
    local function open() l = t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = t.device:CreateCommandAllocator("DIRECT") } end
    open()
    for i, s in ipairs(steps) do
      step(l, r, s)
      if i == cut then -- a list ends here
        l:Close()
        lists[#lists + 1] = l
        open()
      end
    end
    l:Close()
    lists[#lists + 1] = l
    q:ExecuteCommandLists(lists)
  end)
end

local shared = { "left", "write", K + 512 } -- which are bytes 512 to 768 of right
list("shared bytes, the second reads", 'GS0518 buffer "right"', { shared, { "right", "read", 512 } })
list("shared bytes, the first reads", 'GS0518 buffer "right"', { { "left", "read", K + 512 }, { "right", "write", 512 } })
list("shared bytes, both read", "silent", { { "left", "read", K + 512 }, { "right", "read", 512 } })
list("the bytes that end where the others begin", "silent", { shared, { "right", "write", 768 } })
list("the bytes that begin where the others end", "silent", { shared, { "right", "write", 256 } })
list("one byte is shared", 'GS0518 buffer "right"', { shared, { "right", "write", 257 } })
list("nothing is shared", "silent", { { "left", "write", K }, { "behind", "write", 0 } })
list("handed on by name", "silent", { shared, { "alias", "left", "right" }, { "right", "write", 512 } })
list("handed on from anybody", "silent", { shared, { "alias", nil, "right" }, { "right", "write", 512 } })
list("handed on to anybody", "silent", { shared, { "alias", "left", nil }, { "right", "write", 512 } })
list("handed on from anybody to anybody", "silent", { shared, { "alias" }, { "right", "write", 512 } })
list("handed on to the third", 'GS0518 buffer "right"', { shared, { "alias", "left", "behind" }, { "right", "write", 512 } })
list("handed on and back, and the first goes on", "silent", { shared, { "alias", "left", "right" }, { "right", "write", 512 }, { "alias", "right", "left" }, { "left", "write", K + 512 } })
list("handed on and not back, and the first goes on", 'GS0518 buffer "left"', { shared, { "alias", "left", "right" }, { "right", "write", 512 }, { "left", "write", K + 512 } })
list("handed on and not back, and the first goes on with what it does not share", "silent", { shared, { "alias", "left", "right" }, { "right", "write", 512 }, { "left", "write", 0 } })
list("handed on before the first is used", 'GS0518 buffer "right"', { { "alias", "left", "right" }, shared, { "right", "write", 512 } })
list("handed on in the list before", "silent", { shared, { "alias", "left", "right" }, { "right", "write", 512 } }, 2)
list("handed on in the list behind", "silent", { shared, { "alias", "left", "right" }, { "right", "write", 512 } }, 1)
list("not handed on between two lists", 'GS0518 buffer "right"', { shared, { "right", "write", 512 } }, 1)
list("the middle one takes both its neighbours' bytes, and is handed one of them", 'GS0518 buffer "right"',
  { { "left", "write", K }, { "behind", "write", 0 }, { "alias", "left", "right" }, { "right", "write", K }, { "right", "write", 0 } })
list("the middle one is handed both", "silent",
  { { "left", "write", K }, { "behind", "write", 0 }, { "alias", "left", "right" }, { "alias", "behind", "right" }, { "right", "write", 0 }, { "right", "write", K } })
list("the middle one is handed both, and both come back in one barrier each", "silent",
  { { "left", "write", K }, { "behind", "write", 0 }, { "alias", nil, "right" }, { "right", "write", 0 }, { "right", "write", K }, { "alias", "right", "left" }, { "alias", "right", "behind" },
    { "left", "write", K }, { "behind", "write", 0 } })
list("the middle one is handed both, and one of them comes back", 'GS0518 buffer "behind"',
  { { "left", "write", K }, { "behind", "write", 0 }, { "alias", nil, "right" }, { "right", "write", 0 }, { "right", "write", K }, { "alias", "right", "left" }, { "left", "write", K }, { "behind", "write", 0 } })

-- Two queues.
local function queues(name, expected, first, second, order)
  case(name, expected, function()
    local a, b, r, F = t.queue("DIRECT", "a"), t.queue("COPY", "b"), three(), t.fence("F")
    t.run(a, function(l) step(l, r, first) end)
    if order then
      a:Signal(F, 1)
      b:Wait(F, 1)
    end
    b:ExecuteCommandLists { t.list(b, function(l) step(l, r, second) end) } --!
  end)
end
queues("two queues write shared bytes", "GS0512", shared, { "right", "write", 512 })
queues("two queues write shared bytes, one after the other", "silent", shared, { "right", "write", 512 }, true)
queues("two queues read shared bytes", "silent", { "left", "read", K + 512 }, { "right", "read", 512 })
queues("one queue writes, another reads one shared byte", "GS0512", shared, { "right", "read", 257 })
queues("one queue writes, another reads beside it", "silent", shared, { "right", "read", 256 })
queues("two queues write beside each other in two resources", "silent", shared, { "right", "write", 768 })
queues("two queues write beside each other in one resource", 'GS0514 buffer "left"', shared, { "left", "write", K + 768 })
queues("two queues use the neighbours that share nothing", "silent", { "left", "write", K + 512 }, { "behind", "write", 512 })
