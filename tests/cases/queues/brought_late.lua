-- What a queue finds missing, another queue brings in no order with it: a race, whether it has come by the time the first queue is done and the CPU knows
-- of that, or not. Queue "a" is busy for long before it brings anything, so it comes late in most runs.
local t = require "prelude"
local case = t.case
local ALL = "ALLOW_ALL_BUFFERS_AND_TEXTURES"

local function stage()
  local busy, other = t.buf("busy", 8388608), t.buf("other", 8388608)
  local function long(l)
    for _ = 1, 8 do l:CopyBufferRegion(busy, 0, other, 0, 8388608) end
  end
  return t.queue("DIRECT", "a"), t.queue("COMPUTE", "b"), t.fence "A", long
end

-- brings are two cases: b needs what a brings, and waits for a or not.
local function brings(name, expected, make)
  for _, ok in ipairs { false, true } do
    case(name .. (ok and ", which is waited for" or ""), ok and "silent" or expected, function()
      local a, b, A, long = stage()
      local bring, need = make()
      t.run(a, function(l)
        long(l)
        bring(l)
      end, "brings")
      a:Signal(A, 1)
      if ok then b:Wait(A, 1) end
      t.run(b, need, "needs") --!
      t.idle(b)
      t.idle(a)
    end)
  end
end

local function heap() return t.device:CreateQueryHeap { Name = "ticks", Type = "TIMESTAMP", Count = 2 } end
brings("queries that are ended", 'GS0512 query heap "ticks"', function()
  local h, r = heap(), t.readback "r"
  return function(l)
    l:EndQuery(h, "TIMESTAMP", 0)
    l:EndQuery(h, "TIMESTAMP", 1)
  end, function(l) l:ResolveQueryData(h, "TIMESTAMP", 0, 2, r, 0) end
end)
local function placed(x) return t.device:CreatePlacedResource { Name = "x", Heap = t.heap(262144, ALL), HeapOffset = 0, Dimension = "TEXTURE2D", Width = 64, Height = 64,
  Format = "R8G8B8A8_UNORM", InitialState = x, Flags = "ALLOW_RENDER_TARGET" } end
brings("a target that is filled", 'GS0512 texture "x"', function()
  local x, into = placed "RENDER_TARGET", t.readback("into", 16384)
  local view = t.rtv(x)
  return function(l)
    l:ClearRenderTargetView(view, { 0, 0, 0, 0 })
    t.go(l, x, "RENDER_TARGET", "COPY_SOURCE")
  end, function(l) l:CopyTextureRegion(t.rows(into), 0, 0, 0, { Resource = x }) end
end)

-- Something is missing that nobody brings, whatever else a does.
case("queries of which one is ended on another queue", 'GS0609 query 1 of query heap "ticks"; GS0512 query heap "ticks"', function()
  local a, b, A, long = stage()
  local h, r = heap(), t.readback "r"
  t.run(a, function(l)
    long(l)
    l:EndQuery(h, "TIMESTAMP", 0)
  end, "brings")
  a:Signal(A, 1)
  t.run(b, function(l) l:ResolveQueryData(h, "TIMESTAMP", 0, 2, r, 0) end, "needs")
  t.idle(b)
  t.idle(a)
end)
case("a query that nobody ends, while another queue resolves into another buffer", 'GS0609 query 0 of query heap "ticks"', function()
  local a, b, A, long = stage()
  local h, g, r, s = heap(), t.device:CreateQueryHeap { Name = "others", Type = "TIMESTAMP", Count = 2 }, t.readback "r", t.readback "s"
  t.run(a, function(l)
    long(l)
    l:EndQuery(g, "TIMESTAMP", 0)
    l:ResolveQueryData(g, "TIMESTAMP", 0, 1, s, 0)
  end)
  t.run(b, function(l) l:ResolveQueryData(h, "TIMESTAMP", 0, 1, r, 0) end)
  t.idle(b)
  t.idle(a)
end)
