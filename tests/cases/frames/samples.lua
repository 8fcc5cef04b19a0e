-- The programs that come with Direct3D 12, each as it is and with one mistake at a time: frames in flight, simulations beside drawing, commands recorded by threads.
-- Expectations were derived from the documentation before the first run.
local case = require "prelude".case

-- with declares a case for each row: what is wrong, what is said, and the name by which the program knows it.
local function with(what, rows, program)
  for _, row in ipairs(rows) do
    case(what .. ": " .. row[1], row[2], function() program(row[3] or row[1]) end)
  end
end

-- Frames in flight: one allocator and one slot of constants for each back buffer.
with("frames in flight", {
  { "as it is", "silent" },
  { "the allocators are not reset", "silent" },
  { "the list gets the pipeline later", "silent" },
  { "nobody waits for the frame before last", "GS0602", "no wait" }, -- what shaders read is known when they have run, allocators are known at once
  { "nobody waits for the frame before last, and nothing is reset", 'GS0513 buffer "constants"', "no wait, no reset" },
  { "all frames write one slot of constants", 'GS0513 buffer "constants"', "one slot" },
  { "the constants are written behind the submission", 'GS0513 buffer "constants"', "late" },
  { "the signal comes before the work", "GS0602", "early signal" },
  { "all frames record on one allocator", "GS0602", "one allocator" },
  { "the wait is for the value of the next signal", "GS0502", "next value" },
  { "no transition to draw", "GS0402", "no begin" },
  { "no transition to show", "GS0842", "no end" },
  { "the transition to show comes first", "GS0401", "exchanged" },
  { "the list is not closed", "GS0342", "open" },
  { "the list is not reset", "GS0333", "closed" },
  { "the script counts the buffers from the wrong end", "GS0612", "wrong index" },
  { "no root signature is set", "GS0353", "no root" },
  { "no constants are bound", "GS0355", "no constants" },
  { "the constants lie at a multiple of 64", "GS0362", "alignment" },
  { "the back buffers are made anew in flight", "GS0613", "resize" },
  { "the back buffers are made anew behind the wait", "silent", "resize later" },
  { "the constants are released in flight", 'GS0601 buffer "constants"', "released" },
  { "the pipeline is released in flight", "GS0601", "pipeline" },
  { "the heap of targets is released in flight", "silent", "targets" }, -- targets are read while a list records
}, function(wrong)
  local gpu = require "gpu"
  local device = gpu.CreateDevice { Name = "device" }
  local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
  local COUNT = 2
  local chain = queue:CreateSwapChain { Width = 32, Height = 32, BufferCount = COUNT, Name = "screen" }
  local rtvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = COUNT, Name = "rtvs" }
  local frames = {}
  for i = 0, COUNT - 1 do
    local f = { back = chain:GetBuffer(i), rtv = rtvs:GetCPUDescriptorHandle(i), value = 0 }
    device:CreateRenderTargetView(f.back, nil, f.rtv)
    f.allocator = wrong == "one allocator" and frames[0] and frames[0].allocator or device:CreateCommandAllocator("DIRECT")
    frames[i] = f
  end
  local constants = device:CreateCommittedResource { Name = "constants", HeapType = "UPLOAD", Dimension = "BUFFER", Width = COUNT * 256, InitialState = "GENERIC_READ" }
  local data = constants:Map()
  local root = device:CreateRootSignature { Parameters = { { Type = "CBV", ShaderRegister = 0 } } }
  local b = gpu.ConstantBuffer("b0", { { "color", "float4" } })
  local pso = device:CreateGraphicsPipelineState { Name = "fill", RootSignature = root, RTVFormats = { "R8G8B8A8_UNORM" }, PrimitiveTopologyType = "TRIANGLE",
    RasterizerState = { CullMode = "NONE" }, DepthStencilState = { DepthEnable = false },
    VS = gpu.VertexShader { Main = function(VertexID) return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) } end },
    PS = gpu.PixelShader { Main = function() return b.color end } }
  local list = device:CreateCommandList { Type = "DIRECT", Allocator = frames[0].allocator, Name = "list" }
  list:Close()
  local fence, value = device:CreateFence(0, "frame"), 0
  local function signal(f)
    value = value + 1
    queue:Signal(fence, value)
    f.value = value
  end
  for n = 1, 4 do
    local index = chain:GetCurrentBackBufferIndex()
    if wrong == "wrong index" then index = COUNT - 1 - index end
    local f = frames[index]
    if wrong == "next value" then fence:WaitCPU(value + 1) end
    if wrong ~= "no wait" and wrong ~= "no wait, no reset" and fence:GetCompletedValue() < f.value then fence:WaitCPU(f.value) end
    local slot = wrong == "one slot" and 0 or index * 256
    if wrong ~= "late" then data:Write(slot, "float", { 1, n / 4, 0, 1 }) end
    if wrong ~= "the allocators are not reset" and wrong ~= "no wait, no reset" then f.allocator:Reset() end
    if wrong ~= "closed" then
      if wrong == "the list gets the pipeline later" then list:Reset(f.allocator) else list:Reset(f.allocator, pso) end
    end
    if wrong == "exchanged" then list:ResourceBarrier { { Type = "TRANSITION", Resource = f.back, Before = "RENDER_TARGET", After = "PRESENT" } } end
    if wrong ~= "no begin" then list:ResourceBarrier { { Type = "TRANSITION", Resource = f.back, Before = "PRESENT", After = "RENDER_TARGET" } } end
    list:OMSetRenderTargets { f.rtv }
    list:ClearRenderTargetView(f.rtv, { 0, 0, 0, 1 })
    list:RSSetViewports { { Width = 32, Height = 32 } }
    list:RSSetScissorRects { { Right = 32, Bottom = 32 } }
    if wrong ~= "no root" then list:SetGraphicsRootSignature(root) end
    if wrong ~= "no constants" and wrong ~= "no root" then
      list:SetGraphicsRootConstantBufferView(0, constants:GetGPUVirtualAddress() + (wrong == "alignment" and 64 or slot))
    end
    if wrong == "the list gets the pipeline later" then list:SetPipelineState(pso) end
    list:IASetPrimitiveTopology "TRIANGLELIST"
    list:DrawInstanced(3, 1)
    if wrong ~= "no end" and wrong ~= "exchanged" then list:ResourceBarrier { { Type = "TRANSITION", Resource = f.back, Before = "RENDER_TARGET", After = "PRESENT" } } end
    if wrong ~= "open" then list:Close() end
    if wrong == "early signal" then signal(f) end
    queue:ExecuteCommandLists { list }
    if wrong == "late" then data:Write(slot, "float", { 1, n / 4, 0, 1 }) end
    chain:Present(1)
    if wrong ~= "early signal" then signal(f) end
  end
  if wrong == "resize later" then fence:WaitCPU(value) end
  if wrong == "resize" or wrong == "resize later" then
    for i = 0, COUNT - 1 do frames[i].back:Release() end
    chain:ResizeBuffers(0, 64, 64)
  end
  if wrong == "released" then constants:Release() end
  if wrong == "pipeline" then pso:Release() end
  if wrong == "targets" then rtvs:Release() end
end)

-- A simulation on a compute queue, two states in turn, and a queue that draws the newer one.
with("a simulation beside drawing", {
  { "as it is", "silent" },
  { "the CPU waits for the step", "silent", "CPU" },
  { "drawing does not wait", 'GS0512 buffer "state 1"', "free" },
  { "drawing waits for the step before", 'GS0512 buffer "state 1"', "one low" },
  { "the simulation does not wait for drawing", 'GS0512 buffer "state 1"', "ahead" },
  { "the simulation waits for the drawing of three steps ago", 'GS0512 buffer "state 1"', "three" },
  { "the simulation waits for the drawing of the last step", "silent", "strict" },
  { "one state", 'GS0407 buffer "state 0"' },
  { "the step is signaled before it", 'GS0512 buffer "state 1"', "early" },
  { "drawing signals before it reads", 'GS0512 buffer "state 1"', "early drawing" },
  { "a step reads what the step before it in the list wrote, without a barrier", 'GS0402 buffer "state 1"', "twice" },
  { "a step reads what the step before it in the list wrote, behind a transition", "silent", "twice with" },
  { "the list is submitted again before its last step is done", "GS0603", "resubmit" },
}, function(wrong)
  local gpu = require "gpu"
  local device = gpu.CreateDevice {}
  local compute = device:CreateCommandQueue { Type = "COMPUTE", Name = "simulation" }
  local direct = device:CreateCommandQueue { Type = "DIRECT", Name = "drawing" }
  local state = {}
  for i = 0, 1 do
    state[i] = device:CreateCommittedResource { Name = "state " .. i, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS" }
  end
  if wrong == "one state" then state[1] = state[0] end
  local spare = device:CreateCommittedResource { Name = "spare", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS" }
  local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 6, Flags = "SHADER_VISIBLE" }
  local view = { NumElements = 64, StructureByteStride = 4 }
  for i = 0, 1 do
    device:CreateShaderResourceView(state[i], view, heap:GetCPUDescriptorHandle(i * 2))
    device:CreateUnorderedAccessView(state[1 - i], nil, view, heap:GetCPUDescriptorHandle(i * 2 + 1))
  end
  device:CreateUnorderedAccessView(spare, nil, view, heap:GetCPUDescriptorHandle(4))
  local root = device:CreateRootSignature { Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = "DATA_VOLATILE" } } },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
  local from, to = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
  local pso = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
    to[DispatchThreadID.x] = from[DispatchThreadID.x] + 1
  end } }
  local function dispatch(list, read, write)
    list:SetPipelineState(pso)
    list:SetComputeRootSignature(root)
    list:SetDescriptorHeaps { heap }
    list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(read))
    list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(write))
    list:Dispatch(1, 1, 1)
  end
  local function record(type, body)
    local list = device:CreateCommandList { Type = type, Allocator = device:CreateCommandAllocator(type), Name = "list of " .. type }
    body(list)
    list:Close()
    return list
  end
  local stepped, drawn = device:CreateFence(0, "stepped"), device:CreateFence(0, "drawn")
  local old
  for step = 1, 4 do
    local source = (step - 1) % 2 -- this one is read, the other one written
    if wrong == "strict" then compute:Wait(drawn, step - 1 > 0 and step - 1 or 0)
    elseif wrong ~= "ahead" then
      local value = step - (wrong == "three" and 3 or 2)
      if value > 0 then compute:Wait(drawn, value) end
    end
    if wrong == "early" then compute:Signal(stepped, step) end
    local list = wrong == "resubmit" and old or record("COMPUTE", function(l)
      dispatch(l, source * 2, source * 2 + 1)
      if wrong == "twice with" then l:ResourceBarrier { { Type = "TRANSITION", Resource = state[1 - source], Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE" } } end
      if wrong == "twice" or wrong == "twice with" then dispatch(l, (1 - source) * 2, 4) end
    end)
    old = list
    compute:ExecuteCommandLists { list }
    if wrong ~= "early" then compute:Signal(stepped, step) end
    if wrong == "CPU" then stepped:WaitCPU(step)
    elseif wrong ~= "free" then
      direct:Wait(stepped, wrong == "one low" and step - 1 or step)
    end
    if wrong == "early drawing" then direct:Signal(drawn, step) end
    direct:ExecuteCommandLists { record("DIRECT", function(l)
      local picture = device:CreateCommittedResource { Name = "picture " .. step, Dimension = "BUFFER", Width = 256 }
      l:CopyResource(picture, state[1 - source])
    end) }
    if wrong ~= "early drawing" then direct:Signal(drawn, step) end
  end
end)

-- Threads record a shadow pass and a scene; the main thread opens and ends the frame and submits all lists in order.
with("lists of threads", {
  { "as it is", "silent" },
  { "two threads record on one allocator", "GS0530", "one allocator" },
  { "two threads record into one list", "GS0530", "one list" },
  { "a thread does not close its list", "GS0342", "open" },
  { "the lists are submitted before the threads have ended", "GS0132", "no join" },
  -- Behind a use in a wrong state the others may stand on the state that it needs, or on the one that is there.
  { "the scene is submitted before the shadows", 'GS0402 "scene 1" needs texture "shadows"; GS0402 "shadow 1" needs texture "shadows"', "exchanged" },
  { "the list in the middle is left out", 'GS0402 texture "shadows"', "no middle" },
  { "the list in the middle is submitted twice", "GS0401", "middle twice" },
  { "the lists of the second frame are submitted without their shadows cleared", "silent", "no clear" },
  { "threads write constants of their own slots", "silent", "constants" },
  { "a thread writes constants behind the submission", 'GS0513 buffer "constants"', "late constants" },
}, function(wrong)
  local gpu = require "gpu"
  local device = gpu.CreateDevice()
  local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
  local shadows = device:CreateCommittedResource { Name = "shadows", Dimension = "TEXTURE2D", Width = 32, Height = 32, Format = "R32_TYPELESS", Flags = "ALLOW_DEPTH_STENCIL",
    InitialState = "DEPTH_WRITE", OptimizedClearValue = { Format = "D32_FLOAT", Depth = 1 } }
  local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 32, Height = 32, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET",
    InitialState = "RENDER_TARGET" }
  local constants = device:CreateCommittedResource { Name = "constants", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "GENERIC_READ" }
  local data = constants:Map()
  local dsvs = device:CreateDescriptorHeap { Type = "DSV", NumDescriptors = 1 }
  local rtvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }
  local views = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  local dsv, rtv = dsvs:GetCPUDescriptorHandle(0), rtvs:GetCPUDescriptorHandle(0)
  device:CreateDepthStencilView(shadows, { Format = "D32_FLOAT" }, dsv)
  device:CreateRenderTargetView(target, nil, rtv)
  device:CreateShaderResourceView(shadows, { Format = "R32_FLOAT" }, views:GetCPUDescriptorHandle(0))
  local root = device:CreateRootSignature { Parameters = { { Type = "CBV", ShaderRegister = 0 },
    { Type = "DESCRIPTOR_TABLE", ShaderVisibility = "PIXEL", Ranges = { { Type = "SRV", NumDescriptors = 1 } } } } }
  local b, map = gpu.ConstantBuffer("b0", { { "depth", "float" } }), gpu.Texture2D("t0", "float")
  local vs = gpu.VertexShader { Main = function(VertexID) return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, b.depth, 1.0) } end }
  local cast = device:CreateGraphicsPipelineState { Name = "cast", RootSignature = root, VS = vs, DSVFormat = "D32_FLOAT", RasterizerState = { CullMode = "NONE" }, PrimitiveTopologyType = "TRIANGLE" }
  local light = device:CreateGraphicsPipelineState { Name = "light", RootSignature = root, VS = vs, RTVFormats = { "R8G8B8A8_UNORM" }, RasterizerState = { CullMode = "NONE" },
    DepthStencilState = { DepthEnable = false }, PrimitiveTopologyType = "TRIANGLE",
    PS = gpu.PixelShader { Main = function(v) return float4(map:Load(int3(int2(v.Position.xy), 0)), 0.0, 0.0, 1.0) end } }
  local function open(name, allocator)
    return device:CreateCommandList { Type = "DIRECT", Name = name, Allocator = allocator or device:CreateCommandAllocator("DIRECT") }
  end
  local pre, middle, post = open "pre", open "middle", open "post"
  if wrong ~= "no clear" then pre:ClearDepthStencilView(dsv, "DEPTH", 1, 0) end
  pre:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
  pre:Close()
  if wrong == "no clear" then
    local first = open "first"
    first:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
    first:Close()
    queue:ExecuteCommandLists { first }
  end
  middle:ResourceBarrier { { Type = "TRANSITION", Resource = shadows, Before = "DEPTH_WRITE", After = "PIXEL_SHADER_RESOURCE" } }
  middle:Close()
  post:ResourceBarrier { { Type = "TRANSITION", Resource = shadows, Before = "PIXEL_SHADER_RESOURCE", After = "DEPTH_WRITE" } }
  post:Close()
  local shared = wrong == "one allocator" and device:CreateCommandAllocator("DIRECT") or nil
  local common = wrong == "one list" and open "common" or nil
  local shadow, scene, threads = {}, {}, {}
  local gate, ready = gpu.CreateEvent { Name = "gate", ManualReset = true }, {}
  for i = 1, 2 do
    ready[i] = gpu.CreateEvent { Name = "ready " .. i }
    threads[i] = gpu.Thread("worker " .. i, function()
      local address = constants:GetGPUVirtualAddress() + (i - 1) * 256
      if wrong ~= "late constants" then data:Write((i - 1) * 256, "float", i / 4) end
      local function draw(l, pso)
        l:SetGraphicsRootSignature(root)
        l:SetDescriptorHeaps { views }
        l:SetGraphicsRootConstantBufferView(0, address)
        l:SetPipelineState(pso)
        l:RSSetViewports { { Width = 32, Height = 32 } }
        l:RSSetScissorRects { { Right = 32, Bottom = 32 } }
        l:IASetPrimitiveTopology "TRIANGLELIST"
      end
      local s, c = common or open("shadow " .. i, shared), nil
      draw(s, cast)
      s:OMSetRenderTargets(nil, dsv)
      s:DrawInstanced(3, 1)
      gpu.Work(5)
      if not common then s:Close() end
      shadow[i] = s
      c = open("scene " .. i)
      draw(c, light)
      c:OMSetRenderTargets { rtv }
      c:SetGraphicsRootDescriptorTable(1, views:GetGPUDescriptorHandle(0))
      c:DrawInstanced(3, 1)
      if not (wrong == "open" and i == 2) then c:Close() end
      scene[i] = c
      ready[i]:SetEvent()
      if wrong == "late constants" then
        gpu.WaitForSingleObject(gate)
        data:Write((i - 1) * 256, "float", i / 4)
      end
    end)
  end
  if wrong == "late constants" then gpu.WaitForMultipleObjects(ready) elseif wrong ~= "no join" then for _, t in ipairs(threads) do t:Join() end end
  local lists = { pre, shadow[1], shadow[2], middle, scene[1], scene[2], post }
  if wrong == "exchanged" then lists = { pre, scene[1], scene[2], middle, shadow[1], shadow[2], post } end
  if wrong == "no middle" then table.remove(lists, 4) end
  if wrong == "middle twice" then table.insert(lists, 5, open "again") lists[5]:ResourceBarrier { { Type = "TRANSITION", Resource = shadows, Before = "DEPTH_WRITE", After = "PIXEL_SHADER_RESOURCE" } } lists[5]:Close() end
  queue:ExecuteCommandLists(lists)
  gate:SetEvent()
end)
