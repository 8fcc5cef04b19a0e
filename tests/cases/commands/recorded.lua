-- Lists that are begun anew while they run, what is read when a command is recorded, values written at once, predicates, and waits that are no fence. Situations of
-- other projects' tests, translated; expectations were derived from the documentation before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case
local function into(x, at, n) return function(l) l:CopyBufferRegion(x, at or 0, t.upload("up"), 0, n or 256) end end

-- Lists.
case("the list of a call twice in two calls on two queues of one type", "GS0603", function()
  local a, b, F, x = t.queue("COPY", "a"), t.queue("COPY", "b"), t.fence("F"), t.buf("x")
  local l = t.list(a, into(x))
  a:ExecuteCommandLists { l }
  a:Signal(F, 1)
  b:Wait(F, 1)
  b:ExecuteCommandLists { l }
end)
case("the list of a call on two queues, CPU waits between", "silent", function()
  local a, b, F, x = t.queue("COPY", "a"), t.queue("COPY", "b"), t.fence("F"), t.buf("x")
  local l = t.list(a, into(x))
  a:ExecuteCommandLists { l }
  a:Signal(F, 1)
  F:WaitCPU(1)
  b:ExecuteCommandLists { l }
end)
case("a list is reset while its execution waits, what it held is still executed", 'GS0512 buffer "x"', function()
  local a, b, F, x, y = t.queue("COPY", "a"), t.queue("COPY", "b"), t.fence("F"), t.buf("x"), t.buf("y")
  local l = t.list(a, into(x))
  a:Wait(F, 1)
  a:ExecuteCommandLists { l }
  l:Reset(t.device:CreateCommandAllocator("COPY"))
  into(y)(l)
  l:Close()
  b:ExecuteCommandLists { t.list(b, into(x)) }
  F:Signal(1)
end)
case("a list is reset while its execution waits, new contents on another queue", "silent", function()
  local a, b, F, x, y = t.queue("COPY", "a"), t.queue("COPY", "b"), t.fence("F"), t.buf("x"), t.buf("y")
  local l = t.list(a, into(x))
  a:Wait(F, 1)
  a:ExecuteCommandLists { l }
  l:Reset(t.device:CreateCommandAllocator("COPY"))
  into(y)(l)
  l:Close()
  b:ExecuteCommandLists { l }
  F:Signal(1)
end)
case("CreateCommandList1, reset, used twice with two allocators", "silent", function()
  local a, x = t.queue("COPY", "a"), t.buf("x")
  local l = t.device:CreateCommandList1 { Type = "COPY", Name = "l" }
  for i = 1, 2 do
    l:Reset(t.device:CreateCommandAllocator("COPY"))
    into(x)(l)
    l:Close()
    a:ExecuteCommandLists { l }
  end
end)
case("ClearState forgets the root arguments", "GS0354", function()
  local q, x = t.queue("DIRECT", "q"), t.buf("x")
  t.run(q, function(l)
    t.use(l, "fill", x)
    l:ClearState(t.pso("fill"))
    l:SetComputeRoot32BitConstants(0, { gpu.AsUint(0), gpu.AsUint(7) })
    l:Dispatch(1, 1, 1)
  end)
end)
case("ClearState keeps states: unordered accesses on both sides race", 'GS0517 buffer "x"', function()
  local q, x = t.queue("DIRECT", "q"), t.buf("x")
  t.run(q, function(l)
    t.fill(l, x)
    l:ClearState()
    t.fill(l, x)
  end)
end)
-- Values written at once.
for _, mode in ipairs { "DEFAULT", "MARKER_IN", "MARKER_OUT" } do
  case("immediate " .. mode .. " behind a copy to the same word", "silent", function()
    local q, x = t.queue("COPY", "q"), t.buf("x")
    t.run(q, function(l)
      into(x)(l)
      l:WriteBufferImmediate({ { Dest = x:GetGPUVirtualAddress(), Value = 5 } }, { mode })
    end)
  end)
end
case("immediate to readback, MARKER_OUT, CPU polls the word", 'GS0513 buffer "r"', function()
  local q, r = t.queue("COPY", "q"), t.readback("r")
  local m = r:Map()
  t.run(q, function(l) l:WriteBufferImmediate({ { Dest = r:GetGPUVirtualAddress(), Value = 5 } }, { "MARKER_OUT" }) end)
  while m:Read(0, "uint") ~= 5 do gpu.Work(1) end
end)
-- A predicate.
case("a copy that the predicate leaves out, another queue writes its destination", "silent", function()
  local a, b, x = t.queue("DIRECT", "a"), t.queue("COPY", "b"), t.buf("x")
  local p = t.buf("p")
  t.run(a, function(l) l:CopyBufferRegion(p, 0, t.upload("zero"), 0, 8) end)
  t.run(a, function(l)
    l:SetPredication(p, 0, "EQUAL_ZERO")
    into(x)(l)
    l:SetPredication(nil)
  end)
  b:ExecuteCommandLists { t.list(b, into(x)) }
end)
-- Bounds of depth.
for _, state in ipairs { "DEPTH_READ", "DEPTH_WRITE", "NON_PIXEL_SHADER_RESOURCE" } do
  case("depth bounds read depth, which is in " .. state, state == "DEPTH_READ" and "silent" or 'GS0402 texture "z"', function()
    local q, z = t.queue("DIRECT", "q"), t.depth("z")
    local full, dsv = t.dsv(z), t.dsv(z, { Flags = "READ_ONLY_DEPTH" })
    local root = t.device:CreateRootSignature { Name = "r" }
    local pso = t.device:CreateGraphicsPipelineState { Name = "p", RootSignature = root,
      VS = gpu.VertexShader { Name = "vs", Main = function(VertexID)
        return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) }
      end }, PrimitiveTopologyType = "TRIANGLE", DSVFormat = "D32_FLOAT", DepthStencilState = { DepthEnable = false, DepthBoundsTestEnable = true },
      RasterizerState = { CullMode = "NONE" } }
    t.run(q, function(l)
      l:ClearDepthStencilView(full, "DEPTH", 1, 0)
      if state ~= "DEPTH_WRITE" then t.go(l, z, "DEPTH_WRITE", state) end
      l:SetPipelineState(pso)
      l:SetGraphicsRootSignature(root)
      l:RSSetViewports { { Width = 64, Height = 64 } }
      l:RSSetScissorRects { { Right = 64, Bottom = 64 } }
      l:OMSetRenderTargets({}, dsv)
      l:IASetPrimitiveTopology "TRIANGLELIST"
      l:DrawInstanced(3, 1)
    end)
  end)
end
-- What is read when a command is recorded, and what is needed later.
case("the heap of RTVs is released between recording and submission", "silent", function()
  local q, x = t.queue("DIRECT", "q"), t.target("x")
  local heap = t.device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
  local h = heap:GetCPUDescriptorHandle(0)
  t.device:CreateRenderTargetView(x, nil, h)
  local l = t.list(q, function(l) l:ClearRenderTargetView(h, { 0, 0, 0, 1 }) end)
  heap:Release()
  q:ExecuteCommandLists { l }
end)
case("the heap of RTVs is released between OMSetRenderTargets and the draw", "silent", function()
  local q, x = t.queue("DIRECT", "q"), t.target("x")
  local heap = t.device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
  local h = heap:GetCPUDescriptorHandle(0)
  t.device:CreateRenderTargetView(x, nil, h)
  local pso = t.drawing("plain")
  t.run(q, function(l)
    t.drawState(l, pso, h)
    heap:Release()
    l:DrawInstanced(3, 1)
  end)
end)
case("an RTV is overwritten between OMSetRenderTargets and the draw: the draw goes to the first", 'GS0402 texture "x"', function()
  local q, x, y = t.queue("DIRECT", "q"), t.target("x", "COMMON"), t.target("y")
  local h = t.rtv(x)
  local pso = t.drawing("plain")
  t.run(q, function(l)
    t.drawState(l, pso, h)
    t.device:CreateRenderTargetView(y, nil, h)
    t.go(l, x, "COMMON", "COPY_DEST")
    l:DrawInstanced(3, 1)
  end)
end)
case("the source heap of a descriptor copy is released at once", "silent", function()
  local w = t.varying()
  local q = t.queue("DIRECT", "q")
  local cpu = t.device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  t.device:CreateShaderResourceView(w.textures[2], nil, cpu:GetCPUDescriptorHandle(0))
  t.device:CopyDescriptorsSimple(1, w.heap:GetCPUDescriptorHandle(0), cpu:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
  cpu:Release()
  w.run(q, 0)
end)
case("the first of two heaps of RTVs stays valid when views are copied", "silent", function()
  local q, x = t.queue("DIRECT", "q"), t.target("x")
  local h = t.rtv(x)
  local two = t.device:CreateDescriptorHeap { Name = "two", Type = "RTV", NumDescriptors = 1 }
  t.device:CopyDescriptorsSimple(1, two:GetCPUDescriptorHandle(0), h, "RTV")
  t.run(q, function(l) l:ClearRenderTargetView(two:GetCPUDescriptorHandle(0), { 0, 0, 0, 1 }) end)
end)
case("a root signature is released behind the creation of its pipeline and root set", 'GS0604', function()
  local q, x = t.queue("COMPUTE", "q"), t.buf("x")
  local root = t.device:CreateRootSignature { Name = "mine", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
  local out = gpu.RWStructuredBuffer("u0", "uint")
  local pso = t.device:CreateComputePipelineState { Name = "p", RootSignature = root,
    CS = gpu.ComputeShader { Name = "k", NumThreads = { 1, 1, 1 }, Main = function() out[0] = 1 end } }
  local l = t.list(q, function(l)
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootUnorderedAccessView(0, x:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end)
  root:Release()
  q:ExecuteCommandLists { l }
end)
-- What is no fence.
case("frame latency event makes up for no fence", "GS0602", function()
  local q = t.queue("DIRECT", "q")
  local chain = q:CreateSwapChain { Name = "chain", Width = 64, Height = 64, BufferCount = 2, Flags = "FRAME_LATENCY_WAITABLE_OBJECT" }
  local ready = chain:GetFrameLatencyWaitableObject()
  local alloc = t.device:CreateCommandAllocator("DIRECT")
  local l = t.device:CreateCommandList { Type = "DIRECT", Name = "l", Allocator = alloc }
  l:Close()
  for n = 1, 3 do
    gpu.WaitForSingleObject(ready, gpu.INFINITE)
    alloc:Reset()
    l:Reset(alloc)
    local b = chain:GetBuffer(chain:GetCurrentBackBufferIndex())
    t.go(l, b, "PRESENT", "RENDER_TARGET")
    l:ClearRenderTargetView(t.rtv(b), { 0, 0, 0, 1 })
    t.go(l, b, "RENDER_TARGET", "PRESENT")
    l:Close()
    q:ExecuteCommandLists { l }
    chain:Present(1)
  end
end)
