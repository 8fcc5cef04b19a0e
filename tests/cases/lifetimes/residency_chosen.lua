-- Residency of what is known only when work runs: descriptors that a program chooses, buffers that indirect commands name; and of back buffers.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local out = gpu.RWStructuredBuffer("u0", "uint")
local choosing = t.varying
case("a chosen texture is evicted", 'GS0616 texture "x2", but it is not resident', function()
  local w, q = choosing(), t.queue("COMPUTE", "q")
  t.device:Evict { w.textures[2] } --1
  w.run(q, 1)
  t.idle(q)
end)
case("another texture is chosen than those that are evicted", "silent", function()
  local w, q = choosing(), t.queue("COMPUTE", "q")
  t.device:Evict { w.textures[1], w.textures[3], w.textures[4] }
  w.run(q, 1)
  t.idle(q)
end)
case("a chosen texture is made resident behind the submission", 'GS0616 texture "x2", but it is not resident', function()
  local w, q = choosing(), t.queue("COMPUTE", "q")
  t.device:Evict { w.textures[2] } --1
  w.run(q, 1)
  t.device:MakeResident { w.textures[2] }
  t.idle(q)
end)
case("a chosen texture is made resident before the submission", "silent", function()
  local w, q = choosing(), t.queue("COMPUTE", "q")
  t.device:Evict { w.textures[2] }
  t.device:MakeResident { w.textures[2] }
  w.run(q, 1)
  t.idle(q)
end)
case("a chosen texture is evicted in flight", 'GS0615 texture "x2"', function()
  local w, q = choosing(), t.queue("COMPUTE", "q")
  w.run(q, 1)
  t.device:Evict { w.textures[2] } --!
  t.idle(q)
end)
case("a chosen texture is evicted in flight, late by the clock", 'GS0615 texture "x2"', function()
  local w, q = choosing(), t.queue("COMPUTE", "q")
  w.run(q, 1)
  gpu.Work(1000)
  t.device:Evict { w.textures[2] } --!
  t.idle(q)
end)
case("another texture than the chosen one is evicted in flight", "silent", function()
  local w, q = choosing(), t.queue("COMPUTE", "q")
  w.run(q, 1)
  t.device:Evict { w.textures[1] }
  t.idle(q)
end)
case("a chosen texture is evicted behind its wait", "silent", function()
  local w, q = choosing(), t.queue("COMPUTE", "q")
  w.run(q, 1)
  t.idle(q)
  t.device:Evict { w.textures[2] }
end)
case("a chosen texture is made resident before the signal that its work waits for", "silent", function()
  local w, q, f = choosing(), t.queue("COMPUTE", "q"), t.fence("f")
  t.device:Evict { w.textures[2] }
  q:Wait(f, 1)
  w.run(q, 1)
  t.device:MakeResident { w.textures[2] }
  f:Signal(1)
  t.idle(q)
end)
case("a chosen texture is made resident behind the signal that its work waits for", 'GS0616 texture "x2"', function()
  local w, q, f = choosing(), t.queue("COMPUTE", "q"), t.fence("f")
  t.device:Evict { w.textures[2] } --1
  q:Wait(f, 1)
  w.run(q, 1)
  f:Signal(1)
  t.device:MakeResident { w.textures[2] }
  t.idle(q)
end)

-- naming executes a dispatch that fills the buffer whose address stands in the arguments: run(queue, buffer).
local function naming(q)
  local root = t.device:CreateRootSignature { Name = "naming root", Parameters = { { Type = "UAV" } } }
  local shader = gpu.ComputeShader { Name = "naming", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex) out[GroupIndex] = 1 end }
  local pso = t.device:CreateComputePipelineState { Name = "naming", RootSignature = root, CS = shader }
  local signature = t.device:CreateCommandSignature({ Name = "signature", ByteStride = 24,
    ArgumentDescs = { { Type = "UNORDERED_ACCESS_VIEW", RootParameterIndex = 0 }, { Type = "DISPATCH" } } }, root)
  local args = t.upload("args")
  local mapped, first = args:Map(), t.buf("first")
  return function(buffer)
    mapped:Write(0, "uint", { buffer:GetGPUVirtualAddress(), 0, 1, 1, 1 })
    t.run(q, function(l)
      l:SetComputeRootSignature(root)
      l:SetPipelineState(pso)
      l:SetComputeRootUnorderedAccessView(0, first:GetGPUVirtualAddress())
      l:ExecuteIndirect(signature, 1, args, 0)
    end, "fills")
  end
end
case("a named buffer is evicted", 'GS0616 buffer "x", but it is not resident', function()
  local q, x = t.queue("COMPUTE", "q"), t.buf("x")
  t.device:Evict { x } --1
  naming(q)(x)
  t.idle(q)
end)
case("a named buffer is resident, and others are not", "silent", function()
  local q, x = t.queue("COMPUTE", "q"), t.buf("x")
  t.device:Evict { t.buf("y") }
  naming(q)(x)
  t.idle(q)
end)
case("the heap of a named buffer is evicted", 'GS0616 buffer "x", which is placed in heap "heap"', function()
  local q, heap = t.queue("COMPUTE", "q"), t.heap()
  local x = t.placed("x", heap)
  t.device:Evict { heap } --1
  naming(q)(x)
  t.idle(q)
end)
case("a named buffer is evicted in flight", 'GS0615 buffer "x"', function()
  local q, x = t.queue("COMPUTE", "q"), t.buf("x")
  naming(q)(x)
  t.device:Evict { x } --!
  t.idle(q)
end)
case("a named buffer is evicted behind its wait", "silent", function()
  local q, x = t.queue("COMPUTE", "q"), t.buf("x")
  naming(q)(x)
  t.idle(q)
  t.device:Evict { x }
end)

case("a back buffer is presented that is evicted", 'GS0616 direct queue "q" needs texture "screen[0]"', function()
  local q = t.queue("DIRECT", "q")
  local s = q:CreateSwapChain { Name = "screen", Width = 64, Height = 64, BufferCount = 2 }
  local back = s:GetBuffer(0)
  t.device:Evict { back } --1
  s:Present(1) --!
end)
case("a back buffer is drawn that is evicted", 'GS0616 texture "screen[0]", but it is not resident', function()
  local q = t.queue("DIRECT", "q")
  local s = q:CreateSwapChain { Name = "screen", Width = 64, Height = 64, BufferCount = 2 }
  local back = s:GetBuffer(0)
  local view = t.rtv(back)
  t.device:Evict { back } --1
  local l = t.list(q, function(l)
    t.go(l, back, "PRESENT", "RENDER_TARGET")
    l:ClearRenderTargetView(view, { 0, 0, 0, 0 })
    t.go(l, back, "RENDER_TARGET", "PRESENT")
  end)
  q:ExecuteCommandLists { l } --!
end)
case("a back buffer is resident again when it is presented", "silent", function()
  local q = t.queue("DIRECT", "q")
  local s = q:CreateSwapChain { Name = "screen", Width = 64, Height = 64, BufferCount = 2 }
  local back = s:GetBuffer(0)
  t.device:Evict { back }
  t.device:MakeResident { back }
  s:Present(1)
end)
case("a back buffer that is not shown is evicted", "silent", function()
  local q = t.queue("DIRECT", "q")
  local s = q:CreateSwapChain { Name = "screen", Width = 64, Height = 64, BufferCount = 2 }
  t.device:Evict { s:GetBuffer(1) }
  s:Present(1)
end)
