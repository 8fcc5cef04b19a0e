-- Work that reaches a third party through a second one: each of two links between three parties is made in one of many ways, of which some order and some only look as if they
-- did. Two links that order are an order, and so is a first link that stops the CPU, which submits what comes later; any other that does not order is a race. Then the same with
-- mapped memory at either end, and with releases and allocators.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- A link lets what comes after it on queue b follow what queue a was given before it. orders: it does, and does not only look so; stops: the CPU waits for queue a.
local links = {
  { name = "a wait", orders = true, make = function(a, b)
    local F = t.fence("F")
    a:Signal(F, 3)
    b:Wait(F, 2)
  end },
  { name = "the CPU in between", orders = true, stops = true, make = function(a, b)
    local F, G = t.fence("F"), t.fence("G")
    a:Signal(F, 1)
    F:WaitCPU(1)
    G:Signal(5)
    b:Wait(G, 5)
  end },
  { name = "the CPU stops", orders = true, stops = true, make = function(a)
    local F, E = t.fence("F"), gpu.CreateEvent { Name = "E" }
    a:Signal(F, 1)
    F:SetEventOnCompletion(1, E)
    gpu.WaitForSingleObject(E)
  end },
  { name = "a thread in between", orders = true, make = function(a, b)
    local F, G = t.fence("F"), t.fence("G")
    a:Signal(F, 1)
    gpu.Thread("relay", function()
      F:WaitCPU(1)
      G:Signal(1)
    end)
    b:Wait(G, 1)
  end },
  { name = "all of two", orders = true, stops = true, make = function(a)
    local F, done = t.fence("F"), t.fence("done", 1)
    a:Signal(F, 1)
    t.device:SetEventOnMultipleFenceCompletion({ F, done }, { 1, 1 }, "ALL")
  end },
  { name = "any of two", make = function(a)
    local F, done = t.fence("F"), t.fence("done", 1)
    a:Signal(F, 1)
    t.device:SetEventOnMultipleFenceCompletion({ F, done }, { 1, 1 }, "ANY")
  end },
  { name = "a fourth queue", orders = true, make = function(a, b)
    local d, F, G = t.queue("DIRECT", "d"), t.fence("F"), t.fence("G")
    a:Signal(F, 1)
    d:Wait(F, 1)
    d:Signal(G, 1)
    b:Wait(G, 1)
  end },
  { name = "a fourth queue that signals first", make = function(a, b)
    local d, F, G = t.queue("DIRECT", "d"), t.fence("F"), t.fence("G")
    a:Signal(F, 1)
    d:Signal(G, 1)
    d:Wait(F, 1)
    b:Wait(G, 1)
  end },
  { name = "a thread that does not wait", make = function(a, b)
    local F, G = t.fence("F"), t.fence("G")
    a:Signal(F, 1)
    gpu.Thread("relay", function() G:Signal(1) end)
    b:Wait(G, 1)
  end },
  { name = "a look at the value", make = function(a)
    local F = t.fence("F")
    a:Signal(F, 1)
    F:GetCompletedValue()
  end },
}

local function copy(to, from) return function(l) l:CopyBufferRegion(to, 0, from, 0, 256) end end

-- Queue a writes, b does nothing of interest, c reads.
for i, first in ipairs(links) do
  for j, second in ipairs(links) do
    if first.orders and second.orders and (i + j) % 2 == 0 or first.orders ~= second.orders and (i + j) % 3 ~= 0 then
      case(first.name .. ", then " .. second.name, (first.stops or first.orders and second.orders) and "silent" or 'GS0512 buffer "x"', function()
        local a, b, c, x = t.queue("COPY", "a"), t.queue("COMPUTE", "b"), t.queue("DIRECT", "c"), t.buf("x")
        t.run(a, copy(x, t.upload("up")))
        first.make(a, b)
        t.run(b, function(l) t.fill(l, t.buf("other")) end)
        second.make(b, c)
        t.run(c, copy(t.readback("down"), x))
      end)
    end
  end
end

-- The CPU reads at the end what the first queue has written for it: the links stand between the queues, and a wait for the last one is what the CPU does.
for i, first in ipairs(links) do
  case("down by two queues, linked by " .. first.name, first.orders and "silent" or 'GS0513 buffer "down"', function()
    local a, b, down, F = t.queue("COPY", "a"), t.queue("COMPUTE", "b"), t.readback("down"), t.fence("F of b")
    t.run(a, copy(down, t.buf("x")))
    first.make(a, b)
    t.run(b, function(l) t.fill(l, t.buf("other")) end)
    b:Signal(F, 1)
    F:WaitCPU(1)
    down:Map():Read(0, "uint", 64)
  end)
end

-- The CPU writes again what the first queue reads, when it has waited for the last one.
for i, first in ipairs(links) do
  case("up again behind two queues, linked by " .. first.name, first.orders and "silent" or 'GS0513 buffer "up"', function()
    local a, b, up, F = t.queue("DIRECT", "a"), t.queue("COPY", "b"), t.upload("up"), t.fence("F of b")
    local m = up:Map()
    m:Write(0, "uint", 5)
    t.run(a, copy(t.buf("x"), up))
    first.make(a, b)
    t.run(b, copy(t.buf("y"), t.upload("other")))
    b:Signal(F, 1)
    F:WaitCPU(1)
    m:Write(0, "uint", 6)
  end)
end

-- Released, and an allocator reset, when the CPU has waited for the last of two.
local function behind(name, said, make)
  for _, first in ipairs(links) do
    case(name .. " behind two queues, linked by " .. first.name, first.orders and "silent" or said, function()
      local a, b, F = t.queue("DIRECT", "a"), t.queue("COMPUTE", "b"), t.fence("F of b")
      local ends = make(a)
      first.make(a, b)
      t.run(b, function(l) t.fill(l, t.buf("other")) end)
      b:Signal(F, 1)
      F:WaitCPU(1)
      ends()
    end)
  end
end
behind("a buffer is released", 'GS0601 buffer "x"', function(a)
  local x = t.buf("x")
  t.run(a, copy(x, t.upload("up")))
  return function() x:Release() end
end)
behind("an allocator is reset", "GS0602", function(a)
  local allocator = t.device:CreateCommandAllocator("DIRECT")
  local l = t.device:CreateCommandList { Type = "DIRECT", Allocator = allocator }
  l:CopyBufferRegion(t.buf("x"), 0, t.upload("up"), 0, 256)
  l:Close()
  a:ExecuteCommandLists { l }
  return function() allocator:Reset() end
end)
behind("a list is executed again", "GS0603", function(a)
  local l = t.list(a, copy(t.buf("x"), t.upload("up")))
  a:ExecuteCommandLists { l }
  return function() a:ExecuteCommandLists { l } end
end)
