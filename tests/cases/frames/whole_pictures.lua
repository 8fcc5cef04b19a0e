-- Whole scripts as somebody writes them who knows Direct3D 12 and has read docs/api.md: nothing of the prelude but case. These make pictures: frames in
-- flight, and work on a compute queue ahead of them.
local case = require "prelude".case
case("two frames in flight, by the book", "silent", function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice()
  local queue = device:CreateCommandQueue { Type = "DIRECT" }
  local FRAMES = 2
  local chain = queue:CreateSwapChain { Width = 64, Height = 64, BufferCount = FRAMES, Format = "R8G8B8A8_UNORM" }
  local rtvHeap = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = FRAMES }
  local frames = {}
  for i = 0, FRAMES - 1 do
    local back = chain:GetBuffer(i)
    device:CreateRenderTargetView(back, nil, rtvHeap:GetCPUDescriptorHandle(i))
    frames[i] = { back = back, rtv = rtvHeap:GetCPUDescriptorHandle(i), allocator = device:CreateCommandAllocator "DIRECT", value = 0 }
  end
  local list = device:CreateCommandList { Type = "DIRECT", Allocator = frames[0].allocator }
  list:Close()
  local fence, nextValue = device:CreateFence(0), 1
  local function barrier(resource, before, after)
    list:ResourceBarrier { { Type = "TRANSITION", Resource = resource, Before = before, After = after } }
  end
  for n = 1, 6 do
    local f = frames[chain:GetCurrentBackBufferIndex()]
    if fence:GetCompletedValue() < f.value then
      local e = gpu.CreateEvent()
      fence:SetEventOnCompletion(f.value, e)
      gpu.WaitForSingleObject(e, gpu.INFINITE)
    end
    f.allocator:Reset()
    list:Reset(f.allocator)
    barrier(f.back, "PRESENT", "RENDER_TARGET")
    list:ClearRenderTargetView(f.rtv, { n / 6, 0, 0, 1 })
    barrier(f.back, "RENDER_TARGET", "PRESENT")
    list:Close()
    queue:ExecuteCommandLists { list }
    chain:Present(1, 0)
    queue:Signal(fence, nextValue)
    f.value = nextValue
    nextValue = nextValue + 1
  end
  queue:Signal(fence, nextValue)
  fence:SetEventOnCompletion(nextValue)
end)
case("two frames in flight, and the value of the frame before is kept", "GS0602", function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice()
  local queue = device:CreateCommandQueue { Type = "DIRECT" }
  local FRAMES = 2
  local chain = queue:CreateSwapChain { Width = 64, Height = 64, BufferCount = FRAMES, Format = "R8G8B8A8_UNORM" }
  local rtvHeap = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = FRAMES }
  local frames = {}
  for i = 0, FRAMES - 1 do
    local back = chain:GetBuffer(i)
    device:CreateRenderTargetView(back, nil, rtvHeap:GetCPUDescriptorHandle(i))
    frames[i] = { back = back, rtv = rtvHeap:GetCPUDescriptorHandle(i), allocator = device:CreateCommandAllocator "DIRECT", value = 0 }
  end
  local list = device:CreateCommandList { Type = "DIRECT", Allocator = frames[0].allocator }
  list:Close()
  local fence, nextValue = device:CreateFence(0), 1
  local function barrier(resource, before, after)
    list:ResourceBarrier { { Type = "TRANSITION", Resource = resource, Before = before, After = after } }
  end
  for n = 1, 6 do
    local f = frames[chain:GetCurrentBackBufferIndex()]
    if fence:GetCompletedValue() < f.value then
      local e = gpu.CreateEvent()
      fence:SetEventOnCompletion(f.value, e)
      gpu.WaitForSingleObject(e, gpu.INFINITE)
    end
    f.allocator:Reset()
    list:Reset(f.allocator)
    barrier(f.back, "PRESENT", "RENDER_TARGET")
    list:ClearRenderTargetView(f.rtv, { n / 6, 0, 0, 1 })
    barrier(f.back, "RENDER_TARGET", "PRESENT")
    list:Close()
    queue:ExecuteCommandLists { list }
    chain:Present(1, 0)
    queue:Signal(fence, nextValue)
    f.value = nextValue - 1
    nextValue = nextValue + 1
  end
  queue:Signal(fence, nextValue)
  fence:SetEventOnCompletion(nextValue)
end)
case("particles simulated ahead of the picture, two versions", "silent", function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice { Name = "demo" }
  local gfx = device:CreateCommandQueue { Type = "DIRECT", Name = "gfx" }
  local sim = device:CreateCommandQueue { Type = "COMPUTE", Name = "sim" }
  local particles = {}
  for i = 0, 1 do
    particles[i] = device:CreateCommittedResource { Name = "particles" .. i, Dimension = "BUFFER", Width = 64 * 8, Flags = "ALLOW_UNORDERED_ACCESS" }
  end
  local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 32, Height = 32, Format = "R8G8B8A8_UNORM",
    Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET", OptimizedClearValue = { Color = { 0, 0, 0, 1 } } }
  local rtv = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }:GetCPUDescriptorHandle(0)
  device:CreateRenderTargetView(target, nil, rtv)

  local from, to = gpu.StructuredBuffer("t0", "float2"), gpu.RWStructuredBuffer("u0", "float2")
  local simRoot = device:CreateRootSignature { Parameters = { { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 } } }
  local simulate = device:CreateComputePipelineState { RootSignature = simRoot, CS = gpu.ComputeShader { Name = "simulate", NumThreads = { 64, 1, 1 },
    Main = function(DispatchThreadID) to[DispatchThreadID.x] = from[DispatchThreadID.x] + float2(0.01, 0.02) end } }
  local drawRoot = device:CreateRootSignature { Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
  local draw = device:CreateGraphicsPipelineState { RootSignature = drawRoot, RTVFormats = { "R8G8B8A8_UNORM" }, PrimitiveTopologyType = "POINT",
    InputLayout = { { "POSITION", "R32G32_FLOAT" } }, DepthStencilState = { DepthEnable = false },
    VS = gpu.VertexShader { Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0, 1) } end },
    PS = gpu.PixelShader { Main = function() return float4(1, 1, 1, 1) end } }

  local simDone, drawDone = device:CreateFence(0, "simDone"), device:CreateFence(0, "drawDone")
  for frame = 1, 5 do
    local old, new = particles[(frame - 1) % 2], particles[frame % 2]
    local l = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator "COMPUTE" }
    l:SetPipelineState(simulate)
    l:SetComputeRootSignature(simRoot)
    l:SetComputeRootShaderResourceView(0, old:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, new:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
    l:Close()
    if frame > 2 then sim:Wait(drawDone, frame - 2) end
    sim:ExecuteCommandLists { l }
    sim:Signal(simDone, frame)

    local d = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT" }
    d:SetPipelineState(draw)
    d:SetGraphicsRootSignature(drawRoot)
    d:IASetPrimitiveTopology "POINTLIST"
    d:IASetVertexBuffers(0, { { BufferLocation = new:GetGPUVirtualAddress(), SizeInBytes = 512, StrideInBytes = 8 } })
    d:RSSetViewports { { Width = 32, Height = 32 } }
    d:RSSetScissorRects { { Right = 32, Bottom = 32 } }
    d:OMSetRenderTargets({ rtv })
    d:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
    d:DrawInstanced(64, 1, 0, 0)
    d:Close()
    gfx:Wait(simDone, frame)
    gfx:ExecuteCommandLists { d }
    gfx:Signal(drawDone, frame)
  end
  drawDone:WaitCPU(5)
end)
case("particles simulated ahead of the picture, one wait too low", 'GS0512 buffer "particles1"', function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice { Name = "demo" }
  local gfx = device:CreateCommandQueue { Type = "DIRECT", Name = "gfx" }
  local sim = device:CreateCommandQueue { Type = "COMPUTE", Name = "sim" }
  local particles = {}
  for i = 0, 1 do
    particles[i] = device:CreateCommittedResource { Name = "particles" .. i, Dimension = "BUFFER", Width = 64 * 8, Flags = "ALLOW_UNORDERED_ACCESS" }
  end
  local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 32, Height = 32, Format = "R8G8B8A8_UNORM",
    Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET", OptimizedClearValue = { Color = { 0, 0, 0, 1 } } }
  local rtv = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }:GetCPUDescriptorHandle(0)
  device:CreateRenderTargetView(target, nil, rtv)

  local from, to = gpu.StructuredBuffer("t0", "float2"), gpu.RWStructuredBuffer("u0", "float2")
  local simRoot = device:CreateRootSignature { Parameters = { { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 } } }
  local simulate = device:CreateComputePipelineState { RootSignature = simRoot, CS = gpu.ComputeShader { Name = "simulate", NumThreads = { 64, 1, 1 },
    Main = function(DispatchThreadID) to[DispatchThreadID.x] = from[DispatchThreadID.x] + float2(0.01, 0.02) end } }
  local drawRoot = device:CreateRootSignature { Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
  local draw = device:CreateGraphicsPipelineState { RootSignature = drawRoot, RTVFormats = { "R8G8B8A8_UNORM" }, PrimitiveTopologyType = "POINT",
    InputLayout = { { "POSITION", "R32G32_FLOAT" } }, DepthStencilState = { DepthEnable = false },
    VS = gpu.VertexShader { Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0, 1) } end },
    PS = gpu.PixelShader { Main = function() return float4(1, 1, 1, 1) end } }

  local simDone, drawDone = device:CreateFence(0, "simDone"), device:CreateFence(0, "drawDone")
  for frame = 1, 5 do
    local old, new = particles[(frame - 1) % 2], particles[frame % 2]
    local l = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator "COMPUTE" }
    l:SetPipelineState(simulate)
    l:SetComputeRootSignature(simRoot)
    l:SetComputeRootShaderResourceView(0, old:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, new:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
    l:Close()
    if frame > 3 then sim:Wait(drawDone, frame - 3) end
    sim:ExecuteCommandLists { l }
    sim:Signal(simDone, frame)

    local d = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT" }
    d:SetPipelineState(draw)
    d:SetGraphicsRootSignature(drawRoot)
    d:IASetPrimitiveTopology "POINTLIST"
    d:IASetVertexBuffers(0, { { BufferLocation = new:GetGPUVirtualAddress(), SizeInBytes = 512, StrideInBytes = 8 } })
    d:RSSetViewports { { Width = 32, Height = 32 } }
    d:RSSetScissorRects { { Right = 32, Bottom = 32 } }
    d:OMSetRenderTargets({ rtv })
    d:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
    d:DrawInstanced(64, 1, 0, 0)
    d:Close()
    gfx:Wait(simDone, frame)
    gfx:ExecuteCommandLists { d }
    gfx:Signal(drawDone, frame)
  end
  drawDone:WaitCPU(5)
end)
