-- Mistakes behind helpers: in functions that several calls share, in modules, methods, loops and recursions. The line that repairs has to stand where the ways to both
-- accesses part, with the names that things have there; every case here must get one, and it must repair the case as it stands.
local t = require "prelude"
local case = t.case

local function submit(queue, record)
  local l = t.device:CreateCommandList { Type = queue:GetDesc().Type, Name = "list", Allocator = t.device:CreateCommandAllocator(queue:GetDesc().Type) }
  record(l)
  l:Close()
  queue:ExecuteCommandLists { l }
end
local function copy(queue, to, from) submit(queue, function(l) l:CopyBufferRegion(to, 0, from, 0, 256) end) end
local function fill(l, x) t.fill(l, x) end

case("two queues write through one helper", 'GS0512 buffer "x"', function()
  local a, b, x, up = t.queue("DIRECT", "a"), t.queue("COPY", "b"), t.buf("x"), t.upload("up")
  copy(a, x, up)
  copy(b, x, up)
end)
case("two queues through a helper of a helper", 'GS0512 buffer "x"', function()
  local a, b, x, up = t.queue("DIRECT", "a"), t.queue("COPY", "b"), t.buf("x"), t.upload("up")
  local function load(queue) copy(queue, x, up) end
  load(a)
  load(b)
end)
case("the CPU reads what a helper copies", 'GS0513 buffer "r"', function()
  local a, x, r = t.queue("DIRECT", "a"), t.buf("x"), t.readback("r")
  local function value(buffer) return buffer:Map():Read(0, "uint") end
  copy(a, r, x)
  value(r)
end)
case("two dispatches through helpers of a module", 'GS0517 buffer "x"', function()
  local q, x = t.queue("DIRECT", "q"), t.buf("x")
  t.run(q, function(l)
    fill(l, x)
    fill(l, x)
  end)
end)
case("two dispatches on one line", 'GS0517 buffer "x"', function()
  local q, x = t.queue("DIRECT", "q"), t.buf("x")
  t.run(q, function(l) fill(l, x) t.fill(l, x) end)
end)
case("dispatches of a loop in a helper", 'GS0517 buffer "x"', function()
  local q, x = t.queue("DIRECT", "q"), t.buf("x")
  local function passes(l)
    for _ = 1, 2 do
      fill(l, x)
    end
  end
  t.run(q, passes)
end)
case("a recursion of dispatches", 'GS0517 buffer "x"', function()
  local q, x = t.queue("DIRECT", "q"), t.buf("x")
  local function step(l, n)
    fill(l, x)
    if n > 0 then step(l, n - 1) end
  end
  t.run(q, function(l) step(l, 1) end)
end)
case("a method dispatches twice", 'GS0517 buffer "x"', function()
  local Frame = {}
  Frame.__index = Frame
  function Frame.new(queue)
    local self = setmetatable({}, Frame)
    self.queue, self.x = queue, t.buf("x")
    self.list = t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = t.device:CreateCommandAllocator("DIRECT") }
    return self
  end
  function Frame:draw() t.fill(self.list, self.x) end
  local frame = Frame.new(t.queue("DIRECT", "q"))
  frame:draw()
  frame:draw()
  frame.list:Close()
  frame.queue:ExecuteCommandLists { frame.list }
end)
case("a texture of a constructor in the state that it was made in", 'GS0402 texture "colour"', function()
  local function scene()
    local colour = t.tex("colour", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
    return { colour = colour, rtv = t.rtv(colour) }
  end
  local s, q, r = scene(), t.queue("DIRECT", "q"), t.readback("r", 65536)
  local function save(l, texture) l:CopyTextureRegion(t.rows(r), 0, 0, 0, { Resource = texture }) end
  t.run(q, function(l)
    l:ClearRenderTargetView(s.rtv, { 0, 0, 0, 0 })
    save(l, s.colour)
  end)
end)
case("a helper releases what is in flight", 'GS0601 buffer "x"', function()
  local q, x, r = t.queue("DIRECT", "q"), t.buf("x"), t.readback("r")
  local function free(object) object:Release() end
  copy(q, r, x)
  free(x) --!
end)
case("an allocator of a table is reset in flight", "GS0602", function()
  local q, x, r = t.queue("DIRECT", "q"), t.buf("x"), t.readback("r")
  local frame = { allocator = t.device:CreateCommandAllocator("DIRECT") }
  local function begin(f) f.allocator:Reset() end
  local l = t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = frame.allocator }
  l:CopyBufferRegion(r, 0, x, 0, 256)
  l:Close()
  q:ExecuteCommandLists { l }
  begin(frame) --!
end)

-- What is awaited has no name at the place of the wait, or another value each time.
case("a fence that is made only behind the race", 'GS0512 buffer "x"', function()
  local a, b, x, up = t.queue("DIRECT", "a"), t.queue("COPY", "b"), t.buf("x"), t.upload("up")
  local function finish(...)
    for _, queue in ipairs { ... } do t.idle(queue) end
  end
  copy(a, x, up)
  copy(b, x, up)
  finish(a, b)
end)
case("a fence that is made only behind the race, waited for in time", "silent", function()
  local a, b, x, up = t.queue("DIRECT", "a"), t.queue("COPY", "b"), t.buf("x"), t.upload("up")
  copy(a, x, up)
  local done = t.fence("done")
  a:Signal(done, 1)
  b:Wait(done, 1)
  copy(b, x, up)
  t.idle(a)
  t.idle(b)
end)
case("an upload and its use in a loop", 'GS0512 buffer "x"; GS0512 buffer "x"', function()
  local a, b, x, r, up, F = t.queue("DIRECT", "a"), t.queue("COPY", "b"), t.buf("x"), t.readback("r"), t.upload("up"), t.fence("F")
  local function load() copy(b, x, up) end
  local function save() copy(a, r, x) end
  for frame = 1, 3 do
    load()
    save()
    a:Signal(F, frame)
  end
end)
case("an upload and its use in a loop, both ways waited for", "silent", function()
  local a, b, x, r, up, F, G = t.queue("DIRECT", "a"), t.queue("COPY", "b"), t.buf("x"), t.readback("r"), t.upload("up"), t.fence("F"), t.fence("G")
  for frame = 1, 3 do
    b:Wait(F, frame - 1)
    copy(b, x, up)
    b:Signal(G, frame)
    a:Wait(G, frame)
    copy(a, r, x)
    a:Signal(F, frame)
  end
end)
case("a barrier that a function makes", 'GS0401 texture "x"', function()
  local q, x = t.queue("DIRECT", "q"), t.tex("x", "COPY_DEST")
  local function transition(resource, before, after)
    return { Type = "TRANSITION", Transition = { pResource = resource, StateBefore = before, StateAfter = after } }
  end
  t.run(q, function(l)
    l:ResourceBarrier { transition(x, "COPY_DEST", "COPY_SOURCE") }
    l:ResourceBarrier { transition(x, "COPY_DEST", "PIXEL_SHADER_RESOURCE") } --!
  end)
end)
case("queues that wait for each other, with a comment on each line", "GS0501", function()
  local a, b, F, G = t.queue("DIRECT", "a"), t.queue("COPY", "b"), t.fence("F"), t.fence("G")
  a:Wait(G, 1) -- too early
  a:Signal(F, 1) -- what b waits for
  b:Wait(F, 1) -- in turn
  b:Signal(G, 1)
  t.idle(a)
end)

-- Two lines in the wrong order, each the call of a function that records.
local function change(l, x, before, after) l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = before, After = after } } end
local function take(l, to, from)
  local rows = to:GetDesc().Height
  if rows > 0 then l:CopyResource(to, from) end
end
local function copied(name, record) -- x gets what z has, and y what x has
  return function()
    local q, x, y, z = t.queue("DIRECT", "q"), t.tex("x", "COPY_DEST"), t.tex("y", "COPY_DEST"), t.tex("z", "COPY_SOURCE")
    t.run(q, function(l) record(l, x, y, z) end, name)
  end
end
case("in the right order", "silent", copied("right", function(l, x, y, z)
  take(l, x, z)
  change(l, x, "COPY_DEST", "COPY_SOURCE")
  take(l, y, x)
end))
case("the copy before the barrier that it needs", 'GS0402 texture "x"', copied("late", function(l, x, y, z)
  take(l, x, z)
  take(l, y, x)
  change(l, x, "COPY_DEST", "COPY_SOURCE")
end))
case("the barrier before the copy that needs the state before", 'GS0402 texture "x"', copied("early", function(l, x, y, z)
  change(l, x, "COPY_DEST", "COPY_SOURCE")
  take(l, x, z)
  take(l, y, x)
end))
case("the first use of a list before its barrier", 'GS0401 texture "x"', copied("first", function(l, x, y)
  take(l, y, x)
  change(l, x, "COPY_DEST", "COPY_SOURCE")
end))
