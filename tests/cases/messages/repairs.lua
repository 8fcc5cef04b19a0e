-- Mistakes whose repair has several parts, or goes by what stands there already: a fence and a barrier, a fence of the program, a list that is to be opened again.
local t = require "prelude"
local e = require "engine_prelude"
local gpu, case = t.gpu, t.case

-- b waits for all that a has been given.
local function after(a, b)
  local F = t.fence("done")
  a:Signal(F, 1)
  b:Wait(F, 1)
end

-- A texture that one queue takes to another state, and what a second queue does with it in no order.
local function changed(body)
  return function()
    local a, b = t.queue("DIRECT", "a"), t.queue("DIRECT", "b")
    local x, out = t.tex("x", "COPY_SOURCE", "NONE", { MipLevels = 2 }), t.readback("out", 65536)
    body(a, b, x, function(l, sub)
      l:CopyTextureRegion(t.rows(out), 0, 0, 0, { Resource = x, Subresource = sub or 0 })
    end)
  end
end

case("a texture is taken out of a state and back while another queue reads it", 'GS0519 texture "x"', changed(function(a, b, x, read)
  t.run(a, function(l)
    t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE")
    t.go(l, x, "PIXEL_SHADER_RESOURCE", "COPY_SOURCE")
  end)
  t.run(b, read)
end))
case("a texture is taken out of a state and back before another queue reads it", "silent", changed(function(a, b, x, read)
  t.run(a, function(l)
    t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE")
    t.go(l, x, "PIXEL_SHADER_RESOURCE", "COPY_SOURCE")
  end)
  after(a, b)
  t.run(b, read)
end))
case("both queues take a texture from the same state to another one each", 'GS0519 texture "x"', changed(function(a, b, x)
  t.run(a, function(l) t.go(l, x, "COPY_SOURCE", "COPY_DEST") end)
  t.run(b, function(l) t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE") end)
end))
case("a queue takes a texture on from where the other one has left it", "silent", changed(function(a, b, x)
  t.run(a, function(l) t.go(l, x, "COPY_SOURCE", "COPY_DEST") end)
  after(a, b)
  t.run(b, function(l) t.go(l, x, "COPY_DEST", "PIXEL_SHADER_RESOURCE") end)
end))
case("a barrier begins while another queue reads", 'GS0519 texture "x"', changed(function(a, b, x, read)
  t.run(a, function(l) t.go(l, x, "COPY_SOURCE", "COPY_DEST", nil, "BEGIN_ONLY") end)
  t.run(b, read)
end))
case("a barrier begins when another queue has read", "silent", changed(function(a, b, x, read)
  t.run(b, read)
  after(b, a)
  t.run(a, function(l) t.go(l, x, "COPY_SOURCE", "COPY_DEST", nil, "BEGIN_ONLY") end)
end))

-- A list is made open, closed at once, and opened again for each frame, with an allocator that is reset before.
case("a frame resets its allocator and forgets its list", "GS0333", function()
  local q, F = t.queue("DIRECT", "main"), t.fence("frame")
  local allocator = t.device:CreateCommandAllocator("DIRECT")
  local list = t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
  list:Close()
  local to, up = t.buf("to"), t.upload("up")
  for frame = 1, 3 do
    F:WaitCPU(frame - 1)
    allocator:Reset()
    list:CopyBufferRegion(to, 0, up, 0, 256) --!
    list:Close()
    q:ExecuteCommandLists { list }
    q:Signal(F, frame)
  end
end)
case("a frame resets its allocator and its list", "silent", function()
  local q, F = t.queue("DIRECT", "main"), t.fence("frame")
  local allocator = t.device:CreateCommandAllocator("DIRECT")
  local list = t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
  list:Close()
  local to, up = t.buf("to"), t.upload("up")
  for frame = 1, 3 do
    F:WaitCPU(frame - 1)
    allocator:Reset()
    list:Reset(allocator)
    list:CopyBufferRegion(to, 0, up, 0, 256)
    list:Close()
    q:ExecuteCommandLists { list }
    q:Signal(F, frame)
  end
end)

-- Contexts of the engine on two queues: what one writes the other one reads. own says what fence the writer signals; before and after, what the reader does before it copies
-- and when it has.
local function contexts(own, before, after)
  return function()
    local w = e.queues()
    local a, b, c = e.buffer(w, "a", { ImmediateContextMask = 3 }), e.buffer(w, "b", { ImmediateContextMask = 3 }), e.buffer(w, "c", { ImmediateContextMask = 3 })
    local F, G = w.device:CreateFence { Name = "F" }, w.device:CreateFence { Name = "G" }
    w.main:CopyBuffer(a, 0, b, 0, 16, "TRANSITION", "TRANSITION")
    if own then w.main:EnqueueSignal(F, 1) end
    w.main:Flush()
    if before then before(w.second, F, G) end
    w.second:CopyBuffer(b, 0, c, 0, 16, "TRANSITION", "TRANSITION")
    if after then after(w.second, F, G) end
    w.second:Flush()
  end
end
case("a context reads what another one writes, whose signal it could wait for", 'GS0512 buffer "b"', contexts(true))
case("a context reads what another one writes, and has a signal enqueued", 'GS0512 buffer "b"', contexts(true, function(second, _, G) second:EnqueueSignal(G, 1) end))
case("a context reads what another one writes, and nothing is signalled", 'GS0512 buffer "b"', contexts(false, function(second, _, G) second:EnqueueSignal(G, 1) end))
case("a context reads what another one writes, and signals the fence of that", 'GS0906; GS0512 buffer "b"', contexts(true, nil, function(second, F) second:EnqueueSignal(F, 2) end))
case("a context reads what another one has written", "silent", contexts(true, function(second, F, G)
  second:DeviceWaitForFence(F, 1)
  second:EnqueueSignal(G, 1)
end))

-- Lists that are not closed, by where the Close belongs.
case("a function that makes lists does not close them", "GS0342 still recording", function()
  local q, b, up = t.queue "COPY", t.buf "b", t.upload "up"
  local function record(body)
    local list = t.device:CreateCommandList { Type = "COPY", Name = "list", Allocator = t.device:CreateCommandAllocator("COPY") }
    body(list)
    return list
  end
  q:ExecuteCommandLists { record(function(list) list:CopyBufferRegion(b, 0, up, 0, 64) end) } --!
end)
case("a list of a ring is not closed", "GS0342 still recording", function()
  local q, b, up, lists, allocators = t.queue "COPY", t.buf "b", t.upload "up", {}, {}
  for i = 1, 2 do
    allocators[i] = t.device:CreateCommandAllocator("COPY")
    lists[i] = t.device:CreateCommandList { Type = "COPY", Name = "list" }
  end
  for frame = 0, 1 do
    local slot = frame % 2 + 1
    lists[slot]:Reset(allocators[slot])
    lists[slot]:CopyBufferRegion(b, 0, up, 0, 64)
    q:ExecuteCommandLists { lists[slot] } --!
  end
end)
