-- Queries that other APIs' tests try: what begins and ends where, which indices there are, what may be resolved and where to.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function heap(type, n) return t.device:CreateQueryHeap { Name = "queries", Type = type or "OCCLUSION", Count = n or 4 } end
local function measured(l, h, i, type)
  l:BeginQuery(h, type or "OCCLUSION", i)
  l:EndQuery(h, type or "OCCLUSION", i)
end
-- Each body gets an open list of a direct queue, a heap of four occlusion queries and a buffer for results.
local function list(name, want, body, after)
  case(name, want, function()
    local q, h, to = t.queue("DIRECT", "q"), heap(), t.buf("to", 64)
    t.run(q, function(l) body(l, h, to, q) end)
    if after then after(q, h, to) end
  end)
end

-- Begin and end.
list("one after the other", "silent", function(l, h) for i = 0, 3 do measured(l, h, i) end end)
list("one in the other", "silent", function(l, h) l:BeginQuery(h, "OCCLUSION", 0) l:BeginQuery(h, "OCCLUSION", 1) l:EndQuery(h, "OCCLUSION", 1) l:EndQuery(h, "OCCLUSION", 0) end)
list("crossed", "silent", function(l, h) l:BeginQuery(h, "OCCLUSION", 0) l:BeginQuery(h, "OCCLUSION", 1) l:EndQuery(h, "OCCLUSION", 0) l:EndQuery(h, "OCCLUSION", 1) end)
list("the same twice, one after the other", "silent", function(l, h) measured(l, h, 0) measured(l, h, 0) end)
list("the same twice, one in the other", "GS0827", function(l, h) l:BeginQuery(h, "OCCLUSION", 0) l:BeginQuery(h, "OCCLUSION", 0) end)
list("ended twice", "GS0827", function(l, h) measured(l, h, 0) l:EndQuery(h, "OCCLUSION", 0) end)
list("ended, not begun", "GS0827", function(l, h) l:EndQuery(h, "OCCLUSION", 0) end)
list("begun, not ended", "GS0827", function(l, h) l:BeginQuery(h, "OCCLUSION", 0) end)
list("begun as one type, ended as the other", "GS0827", function(l, h) l:BeginQuery(h, "OCCLUSION", 0) l:EndQuery(h, "BINARY_OCCLUSION", 0) end)
list("the other type of the heap", "silent", function(l, h) measured(l, h, 0, "BINARY_OCCLUSION") end)
list("a type that the heap does not have", "GS0374", function(l, h) l:BeginQuery(h, "PIPELINE_STATISTICS", 0) l:EndQuery(h, "OCCLUSION", 0) end)
list("the index behind the last", "GS0374", function(l, h) l:BeginQuery(h, "OCCLUSION", 4) end)
list("an index as large as numbers are", "GS0374", function(l, h) l:BeginQuery(h, "OCCLUSION", 2 ^ 32 - 1) end)
case("begun in one list, ended in the next", "GS0827", function()
  local q, h = t.queue("DIRECT", "q"), heap()
  t.run(q, function(l) l:BeginQuery(h, "OCCLUSION", 0) end)
  t.run(q, function(l) l:EndQuery(h, "OCCLUSION", 0) end)
end)
case("a timestamp on a compute list", "silent", function()
  local q, h = t.queue("COMPUTE", "q"), heap "TIMESTAMP"
  t.run(q, function(l) l:EndQuery(h, "TIMESTAMP", 0) end)
end)
case("an occlusion query on a compute list", "GS0xxx", function()
  local q, h = t.queue("COMPUTE", "q"), heap()
  t.run(q, function(l)
    l:BeginQuery(h, "OCCLUSION", 0) --!
  end)
end)
case("a query in a bundle", "GS0xxx", function()
  local h = heap()
  local b = t.device:CreateCommandList { Type = "BUNDLE", Name = "b", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
  b:BeginQuery(h, "OCCLUSION", 0) --!
end)
list("over a render pass", "silent", function(l, h)
  local x = t.target "x"
  l:BeginQuery(h, "OCCLUSION", 0)
  l:BeginRenderPass { { CPUDescriptor = t.rtv(x), BeginningAccess = { Type = "DISCARD" }, EndingAccess = { Type = "PRESERVE" } } }
  l:EndRenderPass()
  l:EndQuery(h, "OCCLUSION", 0)
end)

-- Resolving.
local function resolved(name, want, first, n, at, more)
  list("resolved: " .. name, want, function(l, h, to)
    for i = 0, 3 do measured(l, h, i) end
    l:ResolveQueryData(h, more and more.type or "OCCLUSION", first, n, more and more.to and more.to() or to, at)
  end)
end
resolved("all", "silent", 0, 4, 0)
resolved("all, to the end of the buffer", "silent", 0, 4, 32)
resolved("the last one", "silent", 3, 1, 56)
resolved("one too many", "GS0374", 1, 4, 0)
resolved("none", "GS0925 NumQueries is 0", 0, 0, 0)
resolved("from behind the last", "GS0374", 4, 1, 0)
resolved("more than numbers can be", "GS0374", 2 ^ 32 - 1, 2, 0)
resolved("behind the end of the buffer", "GS0375", 0, 4, 40)
resolved("at 4 bytes", "GS0375", 0, 1, 4)
resolved("at 12 bytes", "GS0375", 0, 1, 12)
resolved("as a type that the heap does not have", "GS0374", 0, 1, 0, { type = "TIMESTAMP" })
resolved("to a texture", "GS0364", 0, 1, 0, { to = function() return t.tex("x", "COPY_DEST") end })
resolved("to upload memory", "GS0403", 0, 1, 0, { to = function() return t.upload("up", 64) end })
resolved("to readback memory", "silent", 0, 1, 0, { to = function() return t.readback("down", 64) end })
list("resolved: one of them was never measured", "GS0609", function(l, h, to)
  measured(l, h, 0)
  l:ResolveQueryData(h, "OCCLUSION", 0, 2, to, 0)
end)
list("resolved: while it measures", "GS0xxx", function(l, h, to)
  l:BeginQuery(h, "OCCLUSION", 0)
  l:ResolveQueryData(h, "OCCLUSION", 0, 1, to, 0)
  l:EndQuery(h, "OCCLUSION", 0)
end)
list("resolved: twice to two places", "silent", function(l, h, to)
  measured(l, h, 0)
  l:ResolveQueryData(h, "OCCLUSION", 0, 1, to, 0)
  l:ResolveQueryData(h, "OCCLUSION", 0, 1, to, 8)
end)
list("resolved: in the next submission", "silent", function(l, h) measured(l, h, 0) end, function(q, h, to)
  t.run(q, function(l) l:ResolveQueryData(h, "OCCLUSION", 0, 1, to, 0) end)
end)
list("resolved: on another queue behind a fence", "silent", function(l, h) measured(l, h, 0) end, function(q, h, to)
  local F, other = t.fence "F", t.queue("DIRECT", "other")
  q:Signal(F, 1)
  other:Wait(F, 1)
  t.run(other, function(l) l:ResolveQueryData(h, "OCCLUSION", 0, 1, to, 0) end)
end)
list("resolved: on another queue at once", 'GS0512 query heap "queries"', function(l, h) measured(l, h, 0) end, function(q, h, to)
  t.run(t.queue("DIRECT", "other"), function(l) l:ResolveQueryData(h, "OCCLUSION", 0, 1, to, 0) end)
end)
list("resolved: then read as vertices without a barrier", 'GS0402 buffer "to"', function(l, h, to)
  measured(l, h, 0)
  l:ResolveQueryData(h, "OCCLUSION", 0, 1, to, 0)
  local pso = t.drawing "vertices"
  t.drawState(l, pso, t.rtv(t.target "x"))
  t.vertices(l, to)
  l:DrawInstanced(3, 1)
end)

-- Heaps.
for _, c in ipairs { { "no queries", "OCCLUSION", 0, "GS0135" }, { "one statistic", "PIPELINE_STATISTICS", 1, "silent" }, { "statistics of stream output", "SO_STATISTICS", 1, "GS0xxx" },
  { "a million", "TIMESTAMP", 1000000, "silent" } } do
  case("a heap of " .. c[1], c[4], function() heap(c[2], c[3]) end)
end

-- What an occlusion query has measured is resolved as either type.
list("measured as OCCLUSION, resolved as BINARY_OCCLUSION", "silent", function(l, h, to) measured(l, h, 0) l:ResolveQueryData(h, "BINARY_OCCLUSION", 0, 1, to, 0) end)
list("measured as BINARY_OCCLUSION, resolved as OCCLUSION", "silent", function(l, h, to)
  measured(l, h, 0, "BINARY_OCCLUSION")
  l:ResolveQueryData(h, "OCCLUSION", 0, 1, to, 0)
end)
list("measured as OCCLUSION, resolved as a type of another heap", "GS0374", function(l, h, to) measured(l, h, 0) l:ResolveQueryData(h, "TIMESTAMP", 0, 1, to, 0) end)
