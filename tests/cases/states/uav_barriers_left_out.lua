-- Right programs with one step left out, done twice, or exchanged with the next one: barriers between unordered accesses, and between buffers that share memory. What
-- is a mistake is worked out here, step by step; each is told once.
local t = require "results_prelude"
local case = t.case

-- Steps of shared memory: uses of a buffer, and barriers that hand the memory on. wrong follows them in one call.
local function use(r) return { use = r, name = "use of " .. r } end
local function hand(from, to) return { from = from, to = to, name = (from or "any") .. " to " .. to } end
local function shared(steps)
  local active
  for _, s in ipairs(steps) do
    if s.to then active = s.to
    elseif active and active ~= s.use then return true
    else active = s.use end
  end
  return false
end
-- Steps of one buffer: dispatches that fill a half or all of it, and barriers.
local function fill(from, to) return { from = from, to = to, fill = true, name = "fill of " .. from .. " to " .. to } end
local barrier = { name = "barrier" }
local function unordered(steps)
  local open = {}
  for _, s in ipairs(steps) do
    if not s.fill then open = {} else
      for _, o in ipairs(open) do
        if o.from < s.to and s.from < o.to then return true end
      end
      open[#open + 1] = s
    end
  end
  return false
end

local function mutants(steps, made)
  local function copied()
    local list = {}
    for i, s in ipairs(steps) do list[i] = s end
    return list
  end
  for i, s in ipairs(steps) do
    local left, twice, turned = copied(), copied(), copied()
    table.remove(left, i)
    made(left, "without " .. s.name .. ", step " .. i)
    table.insert(twice, i, s)
    made(twice, "twice " .. s.name .. ", step " .. i)
    if i < #steps then
      turned[i], turned[i + 1] = turned[i + 1], turned[i]
      made(turned, steps[i + 1].name .. " before " .. s.name .. ", step " .. i)
    end
  end
end

-- perform cuts the steps into lists of one call.
local function perform(steps, at, record)
  local q = t.queue("DIRECT", "q")
  local lists = {}
  for part = 1, 2 do
    lists[part] = t.list(q, function(l)
      for i = part == 1 and 1 or at + 1, part == 1 and at or #steps do record(l, steps[i]) end
    end, "list " .. part)
  end
  q:ExecuteCommandLists(lists)
end

mutants({ hand(nil, "a"), use "a", use "a", hand("a", "b"), use "b", use "b", hand("b", "a"), use "a" }, function(steps, name)
  for _, at in ipairs { 0, 4 } do
    case("shared memory " .. name .. ", cut at " .. at, shared(steps) and "GS0518" or "silent", function()
      local heap = t.heap(65536)
      local b = { a = t.placed("a", heap), b = t.placed("b", heap) }
      perform(steps, at, function(l, s)
        if s.to then t.alias(l, b[s.from], b[s.to]) else l:CopyBufferRegion(b[s.use], 0, t.upload("up"), 0, 256) end
      end)
    end)
  end
end)
mutants({ fill(0, 64), fill(64, 128), barrier, fill(0, 64), barrier, fill(32, 96), barrier, fill(64, 128) }, function(steps, name)
  for _, at in ipairs { 0, 4 } do
    case("unordered accesses " .. name .. ", cut at " .. at, unordered(steps) and "GS0517" or "silent", function()
      local x = t.buf("x")
      perform(steps, at, function(l, s)
        if s.fill then t.fill(l, x, s.from) else t.uav(l, x) end
      end)
    end)
  end
end)

-- Halves of a barrier the other way round, at the beginning of a list: their lines are exchanged.
case("the second half of a barrier before the first, at the beginning of a list", 'GS0401 texture "x"', function()
  local q, x, down = t.queue("DIRECT", "q"), t.tex("x", "COPY_DEST"), t.readback("down", 16384)
  t.run(q, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(t.upload("up", 16384))) end)
  t.run(q, function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Flags = "END_ONLY" } } --1
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Flags = "BEGIN_ONLY" } } --!
    l:CopyTextureRegion(t.rows(down), 0, 0, 0, { Resource = x })
  end)
end)
case("the first half of a barrier before the second, at the beginning of a list", "silent", function()
  local q, x, down = t.queue("DIRECT", "q"), t.tex("x", "COPY_DEST"), t.readback("down", 16384)
  t.run(q, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(t.upload("up", 16384))) end)
  t.run(q, function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Flags = "BEGIN_ONLY" } }
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Flags = "END_ONLY" } }
    l:CopyTextureRegion(t.rows(down), 0, 0, 0, { Resource = x })
  end)
end)
