-- Slips of people who bring frames from C++: a line left out, two lines in the wrong order, a call of the other kind. Each stands in a loop of frames, as it is written;
-- the edit that the message proposes is the line that was left out, in the words of the loop (porting_test.go).
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- What a frame of a kernel works with: a queue with its fence, a list, and a buffer that is read back.
local function work()
  local q, F = t.queue("DIRECT", "main"), t.fence("frame")
  local a = t.device:CreateCommandAllocator("DIRECT", "allocator")
  return q, F, a, t.device:CreateCommandList { Type = "DIRECT", Name = "list" }, t.buf("data"), t.readback("readback")
end

-- Two queues: one fills buffers in turn, the other copies them away.
local function two()
  return t.queue("COMPUTE", "compute"), t.queue("DIRECT", "graphics"), t.fence("filled"), t.fence("taken"), { t.buf("b1"), t.buf("b2"), t.buf("b3") }, t.buf("sum")
end
local function fill(q, b) return t.list(q, function(l) t.fill(l, b) end, "fill") end
local function take(q, b, to) return t.list(q, function(l) l:CopyBufferRegion(to, 0, b, 0, 256) end, "take") end

-- Frames of one queue.
case("a frame waits for the frame before that", "GS0602", function()
  local q, F, a, l, data = work()
  for frame = 1, 3 do
    a:Reset() --!
    l:Reset(a)
    t.fill(l, data)
    l:Close()
    q:ExecuteCommandLists { l }
    q:Signal(F, frame)
    F:WaitCPU(frame - 1)
  end
end)
case("a frame reads what it has not waited for", "GS0602", function()
  local q, F, a, l, data, readback = work()
  for frame = 1, 3 do
    a:Reset() --!
    l:Reset(a)
    l:CopyBufferRegion(readback, 0, data, 0, 256)
    l:Close()
    q:ExecuteCommandLists { l }
    q:Signal(F, frame)
    readback:Map():Read(0, "uint", 4)
    readback:Unmap()
  end
end)
case("a frame waits for itself, and reads", "silent", function()
  local q, F, a, l, data, readback = work()
  for frame = 1, 3 do
    a:Reset()
    l:Reset(a)
    l:CopyBufferRegion(readback, 0, data, 0, 256)
    l:Close()
    q:ExecuteCommandLists { l }
    q:Signal(F, frame)
    F:WaitCPU(frame)
    readback:Map():Read(0, "uint", 4)
    readback:Unmap()
  end
end)
case("a result is copied without a barrier, in each frame", "GS0402", function()
  local q, F, a, l, data, readback = work()
  for frame = 1, 3 do
    a:Reset()
    l:Reset(a)
    t.fill(l, data)
    l:CopyBufferRegion(readback, 0, data, 0, 256) --!
    l:Close()
    q:ExecuteCommandLists { l }
    q:Signal(F, frame)
    F:WaitCPU(frame)
  end
end)
case("an allocator is reset behind its list", "GS0335", function()
  local q, F, a, l, data = work()
  for frame = 1, 3 do
    l:Reset(a)
    a:Reset() --!
    t.fill(l, data)
    l:Close()
    q:ExecuteCommandLists { l }
    q:Signal(F, frame)
    F:WaitCPU(frame)
  end
end)
case("the root signature of a kernel is set for draws", "GS0354", function()
  local _, _, a, l, data = work()
  l:Reset(a)
  l:SetPipelineState(t.pso("fill"))
  l:SetGraphicsRootSignature(t.root())
  l:SetComputeRootUnorderedAccessView(2, data:GetGPUVirtualAddress()) --!
end)

-- Swap chains.
local function chain(q)
  return q:CreateSwapChain { Name = "window", Width = 32, Height = 32, BufferCount = 2, Format = "R8G8B8A8_UNORM" }
end
local function frame(q, F, number, lines)
  lines()
  q:Signal(F, number)
  F:WaitCPU(number)
end
local function touch(l, back)
  t.go(l, back, "PRESENT", "COPY_DEST")
  t.go(l, back, "COPY_DEST", "PRESENT")
end
case("a picture is shown before its list is submitted", "GS0612", function()
  local q, F = t.queue("DIRECT", "main"), t.fence("frame")
  local swap = chain(q)
  for number = 1, 3 do
    local l = t.list(q, function(l) touch(l, swap:GetBuffer(swap:GetCurrentBackBufferIndex())) end)
    swap:Present(1)
    q:ExecuteCommandLists { l } --!
    frame(q, F, number, function() end)
  end
end)
-- Two queues.
case("a queue fills again what the other one may still take", "GS0512", function()
  local compute, graphics, filled, taken, b, sum = two()
  local number = 0
  while number < 8 do
    number = number + 1
    compute:ExecuteCommandLists { fill(compute, b[number % 3 + 1]) } --!
    compute:Signal(filled, number)
    if number > 2 then
      local old = number - 2
      graphics:Wait(filled, old)
      graphics:ExecuteCommandLists { take(graphics, b[old % 3 + 1], sum) }
      graphics:Signal(taken, old)
    end
  end
end)
case("a queue takes what the other one may still fill", "GS0512", function()
  local compute, graphics, filled, taken, b, sum = two()
  local number = 0
  while number < 8 do
    if number > 2 then compute:Wait(taken, number - 2) end
    number = number + 1
    compute:ExecuteCommandLists { fill(compute, b[number % 3 + 1]) }
    compute:Signal(filled, number)
    if number > 2 then
      local old = number - 2
      graphics:ExecuteCommandLists { take(graphics, b[old % 3 + 1], sum) } --!
      graphics:Signal(taken, old)
    end
  end
end)
case("nothing says what was filled", "GS0502", function()
  local compute, graphics, filled, taken, b, sum = two()
  local number = 0
  while number < 4 do
    if number > 2 then compute:Wait(taken, number - 2) end
    number = number + 1
    compute:ExecuteCommandLists { fill(compute, b[number % 3 + 1]) }
    if number > 2 then
      local old = number - 2
      graphics:Wait(filled, old)
      graphics:ExecuteCommandLists { take(graphics, b[old % 3 + 1], sum) }
      graphics:Signal(taken, old)
      taken:WaitCPU(old) --!
    end
  end
end)
case("nothing says what was taken", "GS0502", function()
  local compute, graphics, filled, taken, b, sum = two()
  local number = 0
  while number < 4 do
    if number > 2 then compute:Wait(taken, number - 2) end
    number = number + 1
    compute:ExecuteCommandLists { fill(compute, b[number % 3 + 1]) }
    compute:Signal(filled, number)
    if number > 2 then
      local old = number - 2
      graphics:Wait(filled, old)
      graphics:ExecuteCommandLists { take(graphics, b[old % 3 + 1], sum) }
    end
  end
  filled:WaitCPU(4) --!
end)
case("what is filled and taken in turn", "silent", function()
  local compute, graphics, filled, taken, b, sum = two()
  local number = 0
  while number < 8 do
    if number > 2 then compute:Wait(taken, number - 2) end
    number = number + 1
    compute:ExecuteCommandLists { fill(compute, b[number % 3 + 1]) }
    compute:Signal(filled, number)
    if number > 2 then
      local old = number - 2
      graphics:Wait(filled, old)
      graphics:ExecuteCommandLists { take(graphics, b[old % 3 + 1], sum) }
      graphics:Signal(taken, old)
    end
  end
  taken:WaitCPU(6)
  filled:WaitCPU(8)
end)
case("behind the loop nobody waits for its last pass", "GS0513", function()
  local q, F, _, _, data, readback = work()
  for number = 1, 4 do
    t.run(q, function(l) l:CopyBufferRegion(readback, number * 256, data, 0, 256) end)
    q:Signal(F, number)
  end
  readback:Map():Read(0, "uint", 512) --!
end)
case("the signal between two waits is left out", "GS0501", function()
  local render, compute, F, G = t.queue("DIRECT", "render"), t.queue("COMPUTE", "compute"), t.fence("F"), t.fence("G")
  local x, y = t.buf("x"), t.buf("y")
  render:ExecuteCommandLists { fill(render, x) }
  compute:Wait(F, 1)
  compute:ExecuteCommandLists { take(compute, x, y) }
  compute:Signal(G, 1)
  render:Wait(G, 1)
  render:ExecuteCommandLists { take(render, y, x) }
  render:Signal(F, 2)
  F:WaitCPU(2) --!
end)

-- Names.
case("a barrier is made by a function", "GS0122 Transition", function()
  local _, _, a, l, data = work()
  l:Reset(a)
  l:ResourceBarrier { gpu.Transition(data, "COMMON", "COPY_DEST") } --!
end)
case("a list has a method for a barrier", "GS0121 UAVBarrier", function()
  local _, _, a, l, data = work()
  l:Reset(a)
  l:UAVBarrier(data) --!
end)
case("a list copies as a context of Diligent does", "GS0121 CopyBuffer", function()
  local _, _, a, l, data, readback = work()
  l:Reset(a)
  l:CopyBuffer(data, 0, "TRANSITION", readback, 0, 256, "TRANSITION") --!
end)
case("a context says its modes where C++ has them", "GS0133 destination must be a Buffer", function()
  local w = require("engine_prelude").start()
  local from = w.device:CreateBuffer { Name = "from", Size = 16 }
  w.main:CopyBuffer(from, 0, "VERIFY", w.device:CreateBuffer { Name = "to", Size = 16 }, 0, 16, "TRANSITION") --!
end)
case("a context says its modes last", "silent", function()
  local w = require("engine_prelude").start()
  local from = w.device:CreateBuffer { Name = "from", Size = 16 }
  w.main:CopyBuffer(from, 0, w.device:CreateBuffer { Name = "to", Size = 16 }, 0, 16, "TRANSITION", "TRANSITION")
end)
case("an allocator is made of a type without a name", "GS0131", function()
  t.device:CreateCommandAllocator { "COPY" } --!
end)
case("a fence is made of a value without a name", "GS0131", function()
  t.device:CreateFence { 0, Name = "F" } --!
end)
case("a struct comes before its register", "GS0252", function()
  local particle = { { "place", "float3" }, { "mass", "float" } }
  gpu.RWStructuredBuffer(particle, "u0") --!
end)
case("a struct comes behind its register", "silent", function()
  local particle = { { "place", "float3" }, { "mass", "float" } }
  gpu.RWStructuredBuffer("u0", particle)
end)
