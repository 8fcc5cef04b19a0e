-- Whole scripts as somebody writes them who knows Direct3D 12 and has read docs/api.md: nothing of the prelude but case. These order queues and threads:
-- timelines, polls, waits of every kind, fences that go away.
local case = require "prelude".case

case("a wait for the value that the fence begins with, between two queues that write", "GS0905; GS0512", function()
  local gpu = require "gpu"
  local dev = gpu.CreateDevice()
  local gfx = dev:CreateCommandQueue { Type = "DIRECT" }
  local xfer = dev:CreateCommandQueue { Type = "COPY" }
  local src = dev:CreateCommittedResource { HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
  local dst = dev:CreateCommittedResource { Dimension = "BUFFER", Width = 256 }
  local function record(type)
    local alloc = dev:CreateCommandAllocator(type)
    local list = dev:CreateCommandList { Type = type, Allocator = alloc }
    list:CopyResource(dst, src)
    list:Close()
    return list
  end
  local fence = dev:CreateFence(0)
  gfx:ExecuteCommandLists { record "DIRECT" }
  gfx:Signal(fence, 1)
  xfer:Wait(fence, 0)
  xfer:ExecuteCommandLists { record "COPY" }
end)
case("three threads and one timeline, on which the CPU takes its turn", "silent", function()
  local gpu = require "gpu"
  local dev = gpu.CreateDevice()
  local q1 = dev:CreateCommandQueue { Type = "COPY", Name = "q1" }
  local q2 = dev:CreateCommandQueue { Type = "COPY", Name = "q2" }
  local a = dev:CreateCommittedResource { Name = "a", Dimension = "BUFFER", Width = 256 }
  local down = dev:CreateCommittedResource { Name = "down", HeapType = "READBACK", Dimension = "BUFFER", Width = 256, InitialState = "COPY_DEST" }
  local up = dev:CreateCommittedResource { Name = "up", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
  local function copy(dst, src)
    local list = dev:CreateCommandList { Type = "COPY", Allocator = dev:CreateCommandAllocator "COPY" }
    list:CopyResource(dst, src)
    list:Close()
    return list
  end
  local timeline = dev:CreateFence(0, "timeline")
  local t1 = gpu.Thread("t1", function()
    q1:ExecuteCommandLists { copy(down, a) }
    q1:Signal(timeline, 5)
  end)
  local t2 = gpu.Thread("t2", function()
    timeline:WaitCPU(4)
    local from, to = down:Map(), up:Map()
    for i = 0, 63 do to:Write(i * 4, "uint", from:Read(i * 4, "uint") + 1) end
    timeline:Signal(7)
  end)
  local t3 = gpu.Thread("t3", function()
    q2:Wait(timeline, 7)
    q2:ExecuteCommandLists { copy(a, up) }
    q2:Signal(timeline, 8)
  end)
  timeline:WaitCPU(8)
  t3:Join() t2:Join() t1:Join()
  print(timeline:GetCompletedValue())
end)
case("frames that the CPU polls for in a loop without anything in it", "silent", function()
  local gpu = require "gpu"
  local dev = gpu.CreateDevice()
  local q = dev:CreateCommandQueue { Type = "DIRECT" }
  local alloc = dev:CreateCommandAllocator "DIRECT"
  local list = dev:CreateCommandList { Type = "DIRECT", Allocator = alloc }
  list:Close()
  local up = dev:CreateCommittedResource { HeapType = "UPLOAD", Dimension = "BUFFER", Width = 64, InitialState = "GENERIC_READ" }
  local down = dev:CreateCommittedResource { HeapType = "READBACK", Dimension = "BUFFER", Width = 64, InitialState = "COPY_DEST" }
  local fence = dev:CreateFence(0)
  local m, r = up:Map(), down:Map()
  for i = 1, 20 do
    alloc:Reset()
    list:Reset(alloc)
    m:Write(0, "uint", i)
    list:CopyResource(down, up)
    list:Close()
    q:ExecuteCommandLists { list }
    q:Signal(fence, i)
    while fence:GetCompletedValue() ~= i do end
    assert(r:Read(0, "uint") == i)
  end
end)
case("frames that the CPU polls for, one too low", "GS0602", function()
  local gpu = require "gpu"
  local dev = gpu.CreateDevice()
  local q = dev:CreateCommandQueue { Type = "DIRECT" }
  local alloc = dev:CreateCommandAllocator "DIRECT"
  local list = dev:CreateCommandList { Type = "DIRECT", Allocator = alloc }
  list:Close()
  local up = dev:CreateCommittedResource { HeapType = "UPLOAD", Dimension = "BUFFER", Width = 64, InitialState = "GENERIC_READ" }
  local down = dev:CreateCommittedResource { HeapType = "READBACK", Dimension = "BUFFER", Width = 64, InitialState = "COPY_DEST" }
  local fence = dev:CreateFence(0)
  local m = up:Map()
  for i = 1, 5 do
    alloc:Reset()
    list:Reset(alloc)
    m:Write(0, "uint", i)
    list:CopyResource(down, up)
    list:Close()
    q:ExecuteCommandLists { list }
    q:Signal(fence, i)
    while fence:GetCompletedValue() < i - 1 do end
  end
end)
case("graphics and compute compare and exchange in turn", "silent", function()
  local gpu = require "gpu"
  local dev = gpu.CreateDevice()
  local gfx = dev:CreateCommandQueue { Type = "DIRECT", Name = "gfx" }
  local cmp = dev:CreateCommandQueue { Type = "COMPUTE", Name = "cmp" }
  local buffer = dev:CreateCommittedResource { Name = "buffer", Dimension = "BUFFER", Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS" }
  local target = dev:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 32, Height = 32, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
  local rtvs = dev:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }
  dev:CreateRenderTargetView(target, nil, rtvs:GetCPUDescriptorHandle(0))
  local root = dev:CreateRootSignature { Parameters = {
    { Type = "UAV", ShaderRegister = 1 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 } } }
  local params = gpu.ConstantBuffer("b0", { { "expected", "uint" } })
  local u = gpu.RWStructuredBuffer("u1", "uint")
  local cpso = dev:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { NumThreads = { 64, 1, 1 }, Main = function()
    InterlockedCompareStore(u[0], params.expected, params.expected + 10)
  end } }
  local gpso = dev:CreateGraphicsPipelineState { RootSignature = root, RTVFormats = { "R8G8B8A8_UNORM" }, PrimitiveTopologyType = "TRIANGLE",
    RasterizerState = { CullMode = "NONE" }, DepthStencilState = { DepthEnable = false },
    VS = gpu.VertexShader { Main = function(VertexID)
      return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) }
    end },
    PS = gpu.PixelShader { Main = function()
      InterlockedCompareStore(u[0], params.expected, params.expected + 2)
      return float4(0, 1, 0, 1)
    end } }
  local function compute(value)
    local l = dev:CreateCommandList { Type = "COMPUTE", Allocator = dev:CreateCommandAllocator "COMPUTE" }
    l:SetComputeRootSignature(root)
    l:SetPipelineState(cpso)
    l:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
    l:SetComputeRoot32BitConstants(1, { gpu.AsUint(value) })
    l:Dispatch(1, 1, 1)
    l:Close()
    return l
  end
  local function graphics(value)
    local l = dev:CreateCommandList { Type = "DIRECT", Allocator = dev:CreateCommandAllocator "DIRECT" }
    l:SetGraphicsRootSignature(root)
    l:SetPipelineState(gpso)
    l:IASetPrimitiveTopology "TRIANGLELIST"
    l:RSSetViewports { { Width = 32, Height = 32 } }
    l:RSSetScissorRects { { Right = 32, Bottom = 32 } }
    l:OMSetRenderTargets({ rtvs:GetCPUDescriptorHandle(0) })
    l:SetGraphicsRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
    l:SetGraphicsRoot32BitConstants(1, { gpu.AsUint(value) })
    l:DrawInstanced(3, 1, 0, 0)
    l:Close()
    return l
  end
  local f1, f2 = dev:CreateFence(0), dev:CreateFence(0)
  cmp:ExecuteCommandLists { compute(0) }
  cmp:Signal(f1, 1)
  gfx:Wait(f1, 1)
  gfx:ExecuteCommandLists { graphics(10) }
  gfx:Signal(f2, 1)
  cmp:Wait(f2, 1)
  cmp:ExecuteCommandLists { compute(12) }
  cmp:Signal(f1, 2)
  gfx:Wait(f1, 2)
  gfx:ExecuteCommandLists { graphics(22) }
  local down = dev:CreateCommittedResource { HeapType = "READBACK", Dimension = "BUFFER", Width = 1024, InitialState = "COPY_DEST" }
  local l = dev:CreateCommandList { Type = "DIRECT", Allocator = dev:CreateCommandAllocator "DIRECT" }
  l:CopyResource(down, buffer)
  l:Close()
  gfx:ExecuteCommandLists { l }
  gfx:Signal(f2, 2)
  f2:SetEventOnCompletion(2)
  print(down:Map():Read(0, "uint"))
end)
case("graphics and compute compare and exchange, and compute does not wait", 'GS0512 buffer "buffer"', function()
  local gpu = require "gpu"
  local dev = gpu.CreateDevice()
  local gfx = dev:CreateCommandQueue { Type = "DIRECT", Name = "gfx" }
  local cmp = dev:CreateCommandQueue { Type = "COMPUTE", Name = "cmp" }
  local buffer = dev:CreateCommittedResource { Name = "buffer", Dimension = "BUFFER", Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS" }
  local target = dev:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 32, Height = 32, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
  local rtvs = dev:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }
  dev:CreateRenderTargetView(target, nil, rtvs:GetCPUDescriptorHandle(0))
  local root = dev:CreateRootSignature { Parameters = {
    { Type = "UAV", ShaderRegister = 1 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 } } }
  local params = gpu.ConstantBuffer("b0", { { "expected", "uint" } })
  local u = gpu.RWStructuredBuffer("u1", "uint")
  local cpso = dev:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { NumThreads = { 64, 1, 1 }, Main = function()
    InterlockedCompareStore(u[0], params.expected, params.expected + 10)
  end } }
  local gpso = dev:CreateGraphicsPipelineState { RootSignature = root, RTVFormats = { "R8G8B8A8_UNORM" }, PrimitiveTopologyType = "TRIANGLE",
    RasterizerState = { CullMode = "NONE" }, DepthStencilState = { DepthEnable = false },
    VS = gpu.VertexShader { Main = function(VertexID)
      return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) }
    end },
    PS = gpu.PixelShader { Main = function()
      InterlockedCompareStore(u[0], params.expected, params.expected + 2)
      return float4(0, 1, 0, 1)
    end } }
  local function compute(value)
    local l = dev:CreateCommandList { Type = "COMPUTE", Allocator = dev:CreateCommandAllocator "COMPUTE" }
    l:SetComputeRootSignature(root)
    l:SetPipelineState(cpso)
    l:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
    l:SetComputeRoot32BitConstants(1, { gpu.AsUint(value) })
    l:Dispatch(1, 1, 1)
    l:Close()
    return l
  end
  local function graphics(value)
    local l = dev:CreateCommandList { Type = "DIRECT", Allocator = dev:CreateCommandAllocator "DIRECT" }
    l:SetGraphicsRootSignature(root)
    l:SetPipelineState(gpso)
    l:IASetPrimitiveTopology "TRIANGLELIST"
    l:RSSetViewports { { Width = 32, Height = 32 } }
    l:RSSetScissorRects { { Right = 32, Bottom = 32 } }
    l:OMSetRenderTargets({ rtvs:GetCPUDescriptorHandle(0) })
    l:SetGraphicsRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
    l:SetGraphicsRoot32BitConstants(1, { gpu.AsUint(value) })
    l:DrawInstanced(3, 1, 0, 0)
    l:Close()
    return l
  end
  local f1, f2 = dev:CreateFence(0), dev:CreateFence(0)
  cmp:ExecuteCommandLists { compute(0) }
  cmp:Signal(f1, 1)
  gfx:Wait(f1, 1)
  gfx:ExecuteCommandLists { graphics(10) }
  gfx:Signal(f2, 1)

  cmp:ExecuteCommandLists { compute(12) }
  cmp:Signal(f1, 2)
  gfx:Wait(f1, 2)
  gfx:ExecuteCommandLists { graphics(22) }
  local down = dev:CreateCommittedResource { HeapType = "READBACK", Dimension = "BUFFER", Width = 1024, InitialState = "COPY_DEST" }
  local l = dev:CreateCommandList { Type = "DIRECT", Allocator = dev:CreateCommandAllocator "DIRECT" }
  l:CopyResource(down, buffer)
  l:Close()
  gfx:ExecuteCommandLists { l }
  gfx:Signal(f2, 2)
  f2:SetEventOnCompletion(2)
  print(down:Map():Read(0, "uint"))
end)
case("waits behind a signal, before a signal of the CPU, of another queue and of the same one", "GS0905", function()
  local gpu = require "gpu"
  local dev = gpu.CreateDevice()
  local q, q2 = dev:CreateCommandQueue { Type = "DIRECT" }, dev:CreateCommandQueue { Type = "DIRECT" }
  local up = dev:CreateCommittedResource { Name = "up", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
  local down = dev:CreateCommittedResource { Name = "down", HeapType = "READBACK", Dimension = "BUFFER", Width = 256, InitialState = "COPY_DEST" }
  local list = dev:CreateCommandList { Type = "DIRECT", Allocator = dev:CreateCommandAllocator "DIRECT" }
  list:CopyResource(down, up)
  list:Close()
  local fence, fence2 = dev:CreateFence(1), dev:CreateFence(0)
  local event = gpu.CreateEvent()
  local m, r = up:Map(), down:Map()
  local function idle()
    local f = dev:CreateFence(0)
    q:Signal(f, 1)
    f:SetEventOnCompletion(1)
  end
  -- Wait() with signaled fence
  m:Write(0, "uint", 1)
  q:Wait(fence, 1)
  q:ExecuteCommandLists { list }
  idle()
  assert(r:Read(0, "uint") == 1)
  -- before the CPU signal
  m:Write(0, "uint", 2)
  q:Wait(fence, 2)
  q:ExecuteCommandLists { list }
  q:Signal(fence2, 1)
  fence2:SetEventOnCompletion(1, event)
  assert(gpu.WaitForSingleObject(event, 0) == "WAIT_TIMEOUT")
  assert(fence2:GetCompletedValue() == 0)
  fence:Signal(2)
  assert(gpu.WaitForSingleObject(event, gpu.INFINITE) == "WAIT_OBJECT_0")
  assert(gpu.WaitForSingleObject(event, 0) == "WAIT_TIMEOUT")
  assert(r:Read(0, "uint") == 2)
  -- before the GPU signal
  m:Write(0, "uint", 3)
  q:Wait(fence, 3)
  q:ExecuteCommandLists { list }
  q:Signal(fence2, 2)
  fence2:SetEventOnCompletion(2, event)
  q2:Signal(fence, 3)
  gpu.WaitForSingleObject(event)
  assert(r:Read(0, "uint") == 3)
  -- update behind Wait
  q:Wait(fence, 5)
  q:ExecuteCommandLists { list }
  fence:Signal(4)
  m:Write(0, "uint", 4)
  fence:Signal(5)
  idle()
  assert(r:Read(0, "uint") == 4)
  fence:Signal(6)
  m:Write(0, "uint", 5)
  q:ExecuteCommandLists { list }
  idle()
  assert(r:Read(0, "uint") == 5)
  -- same queue
  m:Write(0, "uint", 6)
  q:Signal(fence, 7)
  q:Wait(fence, 7)
  q:ExecuteCommandLists { list }
  idle()
  assert(r:Read(0, "uint") == 6)
  print(fence:GetCompletedValue())
end)
case("large values, values set back, and events that are armed for many", "silent", function()
  local gpu = require "gpu"
  local dev = gpu.CreateDevice()
  local q = dev:CreateCommandQueue { Type = "DIRECT" }
  local function idle()
    local f = dev:CreateFence(0)
    q:Signal(f, 1)
    f:WaitCPU(1)
  end
  local f = dev:CreateFence(2 ^ 50)
  for i = 1, 10 do
    q:Signal(f, 2 ^ 50 + i)
    idle()
    assert(f:GetCompletedValue() == 2 ^ 50 + i)
  end
  f:Signal(0)
  assert(f:GetCompletedValue() == 0)
  local e = gpu.CreateEvent()
  for _, v in ipairs { 3, 5, 9, 12, 12 } do f:SetEventOnCompletion(v, e) end
  for i = 1, 13 do
    f:Signal(i)
    local got = gpu.WaitForSingleObject(e, 0)
    if i == 3 or i == 5 or i == 9 or i == 12 then assert(got == "WAIT_OBJECT_0", i) else assert(got == "WAIT_TIMEOUT", i) end
  end
  q:Signal(f, 0)
  idle()
  assert(f:GetCompletedValue() == 0)
  local e2 = gpu.CreateEvent()
  f:SetEventOnCompletion(1, e)
  f:SetEventOnCompletion(1, e2)
  q:Signal(f, 3)
  idle()
  assert(gpu.WaitForMultipleObjects({ e, e2 }, true) == "WAIT_OBJECT_0")
  -- passing a signaled event
  f:Signal(20)
  e:SetEvent()
  f:SetEventOnCompletion(30, e)
  assert(gpu.WaitForSingleObject(e, 0) == "WAIT_OBJECT_0")
  assert(gpu.WaitForSingleObject(e, 0) == "WAIT_TIMEOUT")
  f:Signal(30)
  assert(gpu.WaitForSingleObject(e, 0) == "WAIT_OBJECT_0")
end)
case("fences released while a queue and an event wait for them", "silent", function()
  local gpu = require "gpu"
  local dev = gpu.CreateDevice()
  local q, cq = dev:CreateCommandQueue { Type = "DIRECT" }, dev:CreateCommandQueue { Type = "COMPUTE" }
  local a = dev:CreateCommittedResource { Name = "a", Dimension = "BUFFER", Width = 65536 }
  local b = dev:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 65536 }
  local c = dev:CreateCommittedResource { Name = "c", Dimension = "BUFFER", Width = 65536 }
  local function copy(type, dst, src)
    local l = dev:CreateCommandList { Type = type, Allocator = dev:CreateCommandAllocator(type) }
    l:CopyResource(dst, src)
    l:Close()
    return l
  end
  local signal, wait, drain = dev:CreateFence(0, "signal"), dev:CreateFence(0, "wait"), dev:CreateFence(0, "drain")
  q:ExecuteCommandLists { copy("DIRECT", b, a) }
  q:Signal(signal, 1)
  assert(signal:GetCompletedValue() <= 1) -- a fast adapter may have done it
  cq:Wait(signal, 2^52)
  cq:Signal(wait, 1)
  cq:Wait(wait, 1)
  local e = gpu.CreateEvent()
  signal:SetEventOnCompletion(2^52, e)
  signal:Release()
  wait:Release()
  cq:ExecuteCommandLists { copy("COMPUTE", c, a) }
  cq:Signal(drain, 1)
  gpu.WaitForSingleObject(e)
  drain:SetEventOnCompletion(1)
  assert(drain:GetCompletedValue() == 1)
end)
