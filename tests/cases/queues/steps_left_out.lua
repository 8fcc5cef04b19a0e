-- Right programs of several queues and the CPU with one step left out, done twice, or exchanged with the next one. Whether it still ends, and whether everything is
-- still in order, is worked out here, and a mistake is told once.
local t = require "results_prelude"
local gpu, case = t.gpu, t.case

-- Steps: work of a queue, or of the CPU on mapped memory, on resources by their names; signals and waits.
local function work(agent, reads, writes) return { agent = agent, reads = reads, writes = writes, name = agent .. "'s work" } end
local function signal(agent, fence, value) return { agent = agent, signals = fence, value = value, name = agent .. "'s signal" } end
local function wait(agent, fence, value) return { agent = agent, waits = fence, value = value, name = agent .. "'s wait" } end

-- ends says whether all steps come to be done: the CPU goes through them in turn, and queues do theirs when they can.
local function ends(steps)
  local queues, values, at, moved = {}, {}, 1, true
  local function able(s) return not s.waits or (values[s.waits] or 0) >= s.value end
  while moved do
    moved = false
    local s = steps[at]
    if s and (s.agent ~= "cpu" or able(s)) then
      if s.agent ~= "cpu" then
        queues[s.agent] = queues[s.agent] or {}
        table.insert(queues[s.agent], s)
      elseif s.signals then values[s.signals] = s.value end
      at, moved = at + 1, true
    end
    for _, q in pairs(queues) do
      if q[1] and able(q[1]) then
        local d = table.remove(q, 1)
        if d.signals then values[d.signals] = d.value end
        moved = true
      end
    end
  end
  if at <= #steps then return false end
  for _, q in pairs(queues) do if q[1] then return false end end
  return true
end

-- ordered says whether every two steps that touch a resource, one of them writing, come one after the other in every run. before[i][j]: step j is done before i is.
local function ordered(steps)
  local last, before = {}, {}
  local function from(i, j) -- j, and what is before it, is before i
    before[i][j] = true
    for k in pairs(before[j]) do before[i][k] = true end
  end
  local function ender(s) -- the signal that ends a wait: each fence has one that signals, and goes up
    for k, o in ipairs(steps) do
      if o.signals == s.waits and o.value >= s.value then return k end
    end
  end
  for i = 1, #steps do before[i] = {} end
  for _ = 1, #steps do
    local cpu
    last = {}
    for i, s in ipairs(steps) do
      if cpu then from(i, cpu) end
      if last[s.agent] then from(i, last[s.agent]) end
      if s.waits then from(i, ender(s)) end
      if s.agent == "cpu" then cpu = i end
      last[s.agent] = i
    end
  end
  for i, a in ipairs(steps) do
    for j = i + 1, #steps do
      local b = steps[j]
      if a.reads and b.reads and a.agent ~= b.agent and not before[j][i] and not before[i][j] then
        for r in (a.reads .. a.writes):gmatch "%a" do
          if (b.reads .. b.writes):find(r) and (a.writes:find(r) or b.writes:find(r)) then return false end
        end
      end
    end
  end
  return true
end

-- Resources by letter: u is memory for writing, d for reading, of the CPU; x, y, z are buffers.
local function perform(steps)
  local r = { u = t.upload("u", 256), d = t.readback("d", 256), x = t.buf("x", 256), y = t.buf("y", 256), z = t.buf("z", 256) }
  local queues = { a = t.queue("DIRECT", "a"), b = t.queue("COMPUTE", "b"), c = t.queue("COPY", "c") }
  local fences, up, down = {}, r.u:Map(), r.d:Map()
  for _, f in ipairs { "F", "G", "H" } do fences[f] = t.fence(f) end
  local q, s
  local acts = { -- one line for each kind of step
    signal = function() q:Signal(fences[s.signals], s.value) end,
    wait = function() q:Wait(fences[s.waits], s.value) end,
    stop = function() fences[s.waits]:WaitCPU(s.value) end,
    write = function() up:Write(0, "uint", 7) end,
    read = function() down:Read(0, "uint", 4) end,
    copy = function()
      t.run(q, function(l)
        for from in s.reads:gmatch "%a" do
          for to in s.writes:gmatch "%a" do l:CopyBufferRegion(r[to], 0, r[from], 0, 256) end
        end
      end)
    end,
  }
  for i = 1, #steps do
    s = steps[i]
    q = queues[s.agent]
    if s.agent == "cpu" then acts[s.waits and "stop" or s.writes == "u" and "write" or "read"]()
    else acts[s.signals and "signal" or s.waits and "wait" or "copy"]() end
  end
end

local function mutants(steps, made)
  local function copied()
    local list = {}
    for i, s in ipairs(steps) do list[i] = s end
    return list
  end
  for i, s in ipairs(steps) do
    local left = copied()
    table.remove(left, i)
    made(left, "without " .. s.name .. ", step " .. i)
    if i < #steps then
      local turned = copied()
      turned[i], turned[i + 1] = turned[i + 1], turned[i]
      made(turned, steps[i + 1].name .. " before " .. s.name .. ", step " .. i)
    end
    if s.signals or s.waits then
      local twice = copied()
      table.insert(twice, i, s)
      made(twice, "twice " .. s.name .. ", step " .. i)
    end
  end
end

local ring = {} -- of one slot: the CPU writes it again when the copy from it is done
for frame = 1, 2 do
  if frame > 1 then ring[#ring + 1] = wait("cpu", "F", frame - 1) end
  for _, s in ipairs { work("cpu", "", "u"), work("c", "u", "x"), signal("c", "F", frame), wait("a", "F", frame), work("a", "x", "y"), signal("a", "G", frame), wait("c", "G", frame) } do ring[#ring + 1] = s end
end

-- Two are told where the CPU, too, comes to what it shares with another queue than the one that the first is told of.
local both = { ["a ring c's signal before c's work, step 2"] = true }

for _, p in ipairs {
  { name = "back and forth", steps = { work("a", "u", "x"), signal("a", "F", 1), wait("b", "F", 1), work("b", "x", "y"), signal("b", "G", 1), wait("a", "G", 1), work("a", "y", "d"), work("a", "u", "x"),
    signal("a", "F", 2), wait("cpu", "F", 2), work("cpu", "d", "") } },
  { name = "a ring", steps = ring },
} do
  mutants(p.steps, function(steps, name)
    name = p.name .. " " .. name
    local race = both[name] and 'GS0512 buffer "x"; GS0513 buffer "u"' or "GS051x"
    case(name, not ends(steps) and "GS050x" or ordered(steps) and "silent" or race, function() perform(steps) end)
  end)
end
