-- How renderers that many people know pace frames and give memory back, in small: contexts of frames with the work of all queues, a ring of
-- buffers with a control value for each frame, pools that a fence opens again, queries that are read frames later. Each is right, and with one step
-- left out or wrong.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- program declares the right case of a program and the wrong ones, by what is wrong and what is then said.
local function program(name, body, mistakes)
  case(name, "silent", function() body("nothing") end)
  for _, m in ipairs(mistakes) do
    case(name .. ": " .. m[1], m[2], function() body(m[1]) end)
  end
end

-- Contexts of frames: each has a timeline value for every queue that worked in it, and objects that were given up while it was recorded. Before a
-- context begins anew, the CPU waits for all of its values; then its allocators and what was given up go.
program("contexts of frames with several queues", function(wrong)
  local kinds, queues, lines, counts = { "DIRECT", "COMPUTE", "COPY" }, {}, {}, {}
  for _, kind in ipairs(kinds) do queues[kind], lines[kind], counts[kind] = t.queue(kind), t.fence("line of " .. kind), 0 end
  local contexts, current = {}, 0
  for i = 0, 1 do
    contexts[i] = { values = {}, dead = {}, allocators = {} }
    for _, kind in ipairs(kinds) do contexts[i].allocators[kind] = t.device:CreateCommandAllocator(kind, kind .. " " .. i) end
  end
  local function submit(kind, after, body)
    local frame = contexts[current]
    for _, other in ipairs(after) do
      if counts[other] > 0 then queues[kind]:Wait(lines[other], counts[other]) end
    end
    local list = t.device:CreateCommandList { Type = kind, Name = "of " .. kind, Allocator = frame.allocators[kind] }
    body(list)
    list:Close()
    queues[kind]:ExecuteCommandLists { list }
    counts[kind] = counts[kind] + 1
    queues[kind]:Signal(lines[kind], counts[kind])
    frame.values[kind] = counts[kind]
  end
  local function nextFrame()
    current = 1 - current
    local frame = contexts[current]
    for _, kind in ipairs(kinds) do
      if frame.values[kind] and not (wrong == "a frame waits for its compute alone" and kind ~= "COMPUTE") then lines[kind]:WaitCPU(frame.values[kind]) end
      frame.allocators[kind]:Reset()
    end
    for _, object in ipairs(frame.dead) do object:Release() end
    frame.dead = {}
  end
  local particles, targets = t.buf("particles"), t.buf("drawn")
  for n = 1, 5 do
    nextFrame()
    local news, staging = t.buf("news " .. n), t.upload("staging " .. n)
    submit("COPY", {}, function(l) l:CopyBufferRegion(news, 0, staging, 0, 256) end)
    submit("COMPUTE", wrong == "compute does not wait for the copies" and { "DIRECT" } or wrong == "compute does not wait for the draws" and { "COPY" } or
      { "COPY", "DIRECT" }, function(l) t.dispatch(l, "move", particles, news) end)
    submit("DIRECT", { "COMPUTE" }, function(l) t.dispatch(l, "move", targets, particles) end)
    if wrong == "staging memory goes at once" then staging:Release() else table.insert(contexts[current].dead, staging) end
    table.insert(contexts[wrong == "what was given up goes a frame early" and 1 - current or current].dead, news)
  end
  for _, kind in ipairs(kinds) do lines[kind]:WaitCPU(counts[kind]) end
end, { { "a frame waits for its compute alone", 'GS0602 allocator "DIRECT 1"' },
  { "compute does not wait for the copies", 'GS0512 buffer "news 1"' },
  { "compute does not wait for the draws", 'GS0512 buffer "particles"' }, { "staging memory goes at once", 'GS0601 buffer "staging 1"' },
  { "what was given up goes a frame early", 'GS0601 buffer "news 1"' } })

-- A ring of commands with control values: the CPU takes the next of three slots, and waits for the fence value that it was given when it was last
-- submitted; its buffer of constants goes with it. Occlusion is read when the slot comes round.
program("a ring of lists, constants and occlusion", function(wrong)
  local q, F, slots, count = t.queue("DIRECT", "main"), t.fence("F"), {}, 0
  local target = t.target("target")
  local rtv, pso = t.rtv(target), t.drawing("plain")
  local heap, results = t.device:CreateQueryHeap { Name = "occlusion", Type = "OCCLUSION", Count = 3 }, t.readback("results")
  local seen = results:Map()
  for i = 0, 2 do
    local a = t.device:CreateCommandAllocator("DIRECT", "slot " .. i)
    local l = t.device:CreateCommandList { Type = "DIRECT", Name = "slot " .. i, Allocator = a }
    l:Close()
    local constants = t.upload("constants " .. i)
    slots[i] = { allocator = a, list = l, constants = constants, memory = constants:Map(), value = 0 }
  end
  local written = t.buf("written")
  for n = 0, 7 do
    local i = n % 3
    local slot = slots[i]
    if slot.value > 0 and wrong ~= "nobody waits for the slot" then F:WaitCPU(wrong == "the wait is for the slot before" and slot.value - 1 or slot.value) end
    if n > 2 then seen:Read(8 * (wrong == "the answer is read a slot too early" and (i + 1) % 3 or i), "uint", 2) end
    slot.allocator:Reset()
    slot.list:Reset(slot.allocator)
    slots[wrong == "constants go to the next slot" and (i + 1) % 3 or i].memory:Write(0, "uint", n)
    local l = slot.list
    t.dispatch(l, "constant", written, slot.constants)
    l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
    t.drawState(l, pso, rtv)
    l:BeginQuery(heap, "OCCLUSION", i)
    l:DrawInstanced(3, 1)
    if wrong ~= "a query is not ended" then l:EndQuery(heap, "OCCLUSION", i) end
    l:ResolveQueryData(heap, "OCCLUSION", i, 1, results, 8 * i)
    l:Close()
    q:ExecuteCommandLists { l }
    count = count + 1
    q:Signal(F, count)
    slot.value = count
  end
  F:WaitCPU(count)
end, { { "nobody waits for the slot", 'GS0602 allocator "slot 0"' }, { "the wait is for the slot before", 'GS0602 allocator "slot 0"' },
  { "the answer is read a slot too early", 'GS0513 buffer "results"' }, { "constants go to the next slot", 'GS0513 buffer "constants 0"' },
  { "a query is not ended", "GS0827" } })

-- A pool of allocators and pages behind one fence, and a heap of uploads whose start moves when a frame has passed: what is free is asked with the
-- value that the fence has reached, and nobody waits where something is free.
program("pools that the fence opens again", function(wrong)
  local q, F, value = t.queue("COMPUTE", "main"), t.fence("F"), 0
  local function pool(make)
    local free = {}
    return function()
      if free[1] and (wrong == "the pool does not ask" or F:GetCompletedValue() >= free[1].value) then return table.remove(free, 1).object end
      return make()
    end, function(object, at) table.insert(free, { object = object, value = at }) end
  end
  local made = 0
  local take, give = pool(function()
    made = made + 1
    return t.device:CreateCommandAllocator("COMPUTE", "allocator " .. made)
  end)
  local page, turn = pool(function()
    local b = t.upload("page " .. made)
    return { buffer = b, memory = b:Map() }
  end)
  local x = t.buf("x")
  for n = 1, 12 do
    local a, p = take(), page()
    a:Reset()
    p.memory:Write(0, "uint", n)
    local l = t.device:CreateCommandList { Type = "COMPUTE", Name = "work", Allocator = a }
    t.dispatch(l, "constant", x, p.buffer)
    l:Close()
    q:ExecuteCommandLists { l }
    value = n
    q:Signal(F, value)
    give(a, value)
    turn(p, value)
    gpu.Work(n % 4 == 0 and 100 or 1)
  end
  F:WaitCPU(value)
end, { { "the pool does not ask", 'GS0602 allocator "allocator 1"' } })

-- A context that waits for its work in the middle of a frame to read something back, and goes on with the same list on an allocator of its pool;
-- uploads of a texture go through temporary buffers that are kept until the fence has passed.
program("a flush in the middle of a frame", function(wrong)
  local q, F, value, pending = t.queue("DIRECT", "main"), t.fence("F"), 0, {}
  local a = t.device:CreateCommandAllocator("DIRECT", "first")
  local list = t.device:CreateCommandList { Type = "DIRECT", Name = "context", Allocator = a }
  local used = { { a, 0 } }
  local function purge()
    while pending[1] and F:GetCompletedValue() >= pending[1][2] do table.remove(pending, 1)[1]:Release() end
  end
  local function flush(wait)
    list:Close()
    q:ExecuteCommandLists { list }
    value = value + 1
    q:Signal(F, value)
    used[#used][2] = value
    if wait then F:WaitCPU(wrong == "the flush waits for the one before" and value - 1 or value) end
    local oldest = used[1]
    if wrong ~= "the context keeps its allocator" and F:GetCompletedValue() < oldest[2] then
      table.insert(used, { t.device:CreateCommandAllocator("DIRECT", "another"), 0 })
    else
      table.insert(used, table.remove(used, 1))
      used[#used][1]:Reset()
    end
    list:Reset(used[#used][1])
    purge()
  end
  local x, state = t.tex("x"), "COMMON"
  local function to(after)
    if state ~= after and not (wrong == "the read back leaves its state" and after == "COPY_DEST" and state == "COPY_SOURCE") then t.go(list, x, state, after) end
    state = after
  end
  for n = 1, 4 do
    local up = t.upload("up " .. n, 16384)
    to("COPY_DEST")
    list:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(up))
    table.insert(pending, { up, wrong == "temporary buffers go with the list before" and value or value + 1 })
    if n % 2 == 0 then
      local back = t.readback("back " .. n, 16384)
      to("COPY_SOURCE")
      list:CopyTextureRegion(t.rows(back), 0, 0, 0, { Resource = x })
      flush(true)
      back:Map():Read(0, "uint", 4)
    else
      flush(false)
    end
  end
  flush(true)
end, { { "the flush waits for the one before", 'GS0513 buffer "back 2"' }, { "the context keeps its allocator", 'GS0602 allocator "first"' },
  { "the read back leaves its state", 'GS0402 texture "x" in COPY_DEST' }, { "temporary buffers go with the list before", 'GS0601 buffer "up' } })
