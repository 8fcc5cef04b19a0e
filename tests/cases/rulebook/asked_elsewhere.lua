-- Situations that the tests of other projects' validation and of Direct3D 12 itself ask about, said in this API: threads that end too early,
-- readings of the words that C has for descriptions. Each case is a mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end

-- What a thread does wrong: it maps one byte more than there is.
local function map(wrong) t.upload("file", 256):Map(0, { 0, wrong and 257 or 256 }) end
local function copy(b) return function(l) l:CopyBufferRegion(b, 0, t.upload("from"), 0, 16) end end

-- A thread ends with an error, and somebody waits for what it would have done: the error is the mistake, and the wait is not.
case("a worker gives a buffer up too early, and main waits for its last signal", 'GS0601 buffer "b"', function(ok)
  local q, done, work, b = t.queue("COPY", "q"), t.fence("done"), t.fence("work"), t.buf("b")
  t.run(q, copy(b))
  q:Signal(work, 1)
  gpu.Thread("worker", function()
    if ok then work:WaitCPU(1) end
    b:Release() --!
    done:Signal(1)
  end)
  done:WaitCPU(1)
end)
case("the third of three workers fails, and a queue waits for all", "GS0386", function(ok)
  local q, ready = t.queue("COPY", "q"), {}
  for i = 1, 3 do
    ready[i] = t.fence("ready " .. i)
    gpu.Thread("worker " .. i, function()
      map(i == 3 and not ok) --!
      ready[i]:Signal(1)
    end)
  end
  for i = 1, 3 do q:Wait(ready[i], 1) end
  t.run(q, copy(t.buf("b")))
  t.idle(q)
end)
case("a worker fails, main joins another one that waits for it", "GS0386", function(ok)
  local half = t.fence("half")
  gpu.Thread("first", function()
    map(not ok) --!
    half:Signal(1)
  end)
  local second = gpu.Thread("second", function() half:WaitCPU(1) end)
  second:Join()
end)
case("a worker fails before it sets the event", "GS0386", function(ok)
  local event = gpu.CreateEvent { Name = "loaded" }
  gpu.Thread("loader", function()
    map(not ok) --!
    event:SetEvent()
  end)
  gpu.WaitForSingleObject(event, gpu.INFINITE)
end)
case("a worker fails, and the script ends while a queue waits for it", "GS0386", function(ok)
  local q, go = t.queue("COPY", "q"), t.fence("go")
  gpu.Thread("worker", function()
    map(not ok) --!
    go:Signal(1)
  end)
  q:Wait(go, 1)
  t.run(q, copy(t.buf("b")))
end)
case("the error of a worker is caught where main waits", "silent", function(ok)
  local done = t.fence("done")
  gpu.Thread("worker", function()
    if not ok then error { why = "mine" } end
    done:Signal(1)
  end)
  local fine, e = pcall(done.WaitCPU, done, 1)
  assert(fine == ok and (ok or e.why == "mine"))
end)
case("a worker has failed, and main waits for what nobody gives once more", 'GS0502 CPU thread "main"', function(ok)
  local done = t.fence("done")
  gpu.Thread("worker", function() error "it fails" end)
  pcall(done.WaitCPU, done, 1)
  if ok then done:Signal(1) end
  done:WaitCPU(1) --!
end)

-- Ranges and samples as C writes them: { 0, 0 }.
case("nothing was written, as C says it", "GS0386", function(ok)
  local rb = t.readback("rb", 256)
  local m = rb:Map(0, { 0, ok and 256 or 257 }) --!
  m:Read(0, "uint", 4)
  rb:Unmap(0, { 0, 0 })
end)
case("four samples, as C says it", "GS0807", function(ok)
  t.device:CreateGraphicsPipelineState { Name = "p", RootSignature = t.device:CreateRootSignature {}, DepthStencilState = { DepthEnable = false },
    VS = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0.0, 0.0, 0.0, 1.0) } end },
    PS = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1.0, 0.0, 0.0, 1.0) end },
    PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" }, SampleDesc = { ok and 4 or 3, 0 } }
end)

-- Tables where this API has arguments, and what C says besides.
case("a fence and an allocator of tables", "GS0135", function(ok)
  local f = t.device:CreateFence { InitialValue = ok and 3 or -3, Flags = "NONE", Name = "mine" } --!
  local al = t.device:CreateCommandAllocator { Type = "COPY", Name = "al" }
  assert(f:GetName() == "mine" and al:GetName() == "al" and f:GetCompletedValue() == 3)
end)
case("an allocator of a table has another type than the list", "GS0331", function(ok)
  local al = t.device:CreateCommandAllocator { Type = ok and "COPY" or "DIRECT" }
  t.device:CreateCommandList { Type = "COPY", Allocator = al } --!
end)
case("an allocator of a table without a type", "GS0132", function(ok)
  t.device:CreateCommandAllocator { Name = "al", Type = ok and "COPY" or nil } --!
end)
case("no static samplers, as C says it", "GS0131", function(ok)
  t.device:CreateRootSignature { NumParameters = 0, pParameters = nil, NumStaticSamplers = ok and 0 or 1, pStaticSamplers = nil } --!
end)
case("views of vertices and indices, as C says them", "GS0815", function(ok)
  local q, b, x = t.queue("DIRECT"), t.upload("b", 256), t.target("x")
  t.run(q, function(l)
    t.drawState(l, t.drawing("vertices"), t.rtv(x))
    l:IASetVertexBuffers(0, 1, { { b:GetGPUVirtualAddress(), 24, ok and 8 or 6 } }) --!
    l:IASetIndexBuffer { b:GetGPUVirtualAddress(), 12, "R32_UINT" }
    l:DrawIndexedInstanced(3, 1, 0, 0, 0)
  end)
end)
-- Four samples become one at the end of a pass, as C says it; and what is left of the samples.
local function resolving(source, keep)
  return { Type = "RESOLVE", Resolve = { pSrcResource = source, pDstResource = t.one, SubresourceCount = 1,
    pSubresourceParameters = { { SrcSubresource = 0, DstSubresource = 0, DstX = 0, DstY = 0, SrcRect = { 0, 0, 64, 64 } } },
    Format = "R8G8B8A8_UNORM", ResolveMode = "AVERAGE", PreserveResolveSource = keep } }
end
local function resolved(source)
  local q = t.queue("DIRECT")
  local ms = t.tex("ms", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { 4, 0 } })
  t.one = t.tex("one", "RESOLVE_DEST")
  t.run(q, function(l)
    l:BeginRenderPass(1, { { cpuDescriptor = t.rtv(ms), BeginningAccess = { Type = "CLEAR", Clear = { ClearValue = { Format = "R8G8B8A8_UNORM", Color = { 1, 0, 0, 1 } } } },
      EndingAccess = resolving(source or ms, false) } }, nil, "NONE")
    l:EndRenderPass() --!
  end)
  t.idle(q)
  return q
end
case("a pass resolves its target, as C says it", "silent", function(ok)
  local q, rb = resolved(), t.readback("rb", 65536)
  t.run(q, function(l)
    t.go(l, t.one, "RESOLVE_DEST", "COPY_SOURCE")
    l:CopyTextureRegion(t.rows(rb, 64), 0, 0, 0, { Resource = t.one }, nil)
  end)
  t.idle(q)
  assert(rb:Map():Read(0, "uint") == 0xff0000ff)
end)
case("a pass resolves what is no target", "GS0401", function(ok)
  local other = t.tex("other", "COMMON", "ALLOW_RENDER_TARGET", { SampleDesc = { 4, 0 } })
  resolved(not ok and other or nil)
end)

-- Where errors are only reported, the script goes on with its device.
case("a buffer is given up behind its copy, and the script goes on", 'GS0601 buffer "b"', function(ok)
  local q, b, c, rb = t.queue("COPY", "q"), t.buf("b"), t.buf("c"), t.readback("rb")
  t.run(q, copy(b))
  if ok then t.idle(q) end
  b:Release() --!
  t.idle(q)
  t.run(q, function(l) l:CopyBufferRegion(rb, 0, c, 0, 16) end)
  t.idle(q)
  assert(rb:Map():Read(0, "uint") == 0)
end)

local texels, out = gpu.Texture2D("t0", "float4"), gpu.RWStructuredBuffer("u0", "float4")
case("a view of more mips than there are", "GS0397", function(ok)
  local d, q, to, x = t.device, t.queue("COMPUTE"), t.buf("to"), t.tex("x", "NON_PIXEL_SHADER_RESOURCE")
  local root = d:CreateRootSignature { Parameters = { { ParameterType = "DESCRIPTOR_TABLE", DescriptorTable = { NumDescriptorRanges = 1,
    pDescriptorRanges = { { RangeType = "SRV", NumDescriptors = 1, BaseShaderRegister = 0 } } } }, { ParameterType = "UAV", Descriptor = { ShaderRegister = 0 } } } }
  local heap = d:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  d:CreateShaderResourceView(x, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2D", Texture2D = { MipLevels = ok and 1 or 2 } }, heap:GetCPUDescriptorHandle(0)) --!
  local pso = d:CreateComputePipelineState { pRootSignature = root, CS = gpu.ComputeShader { NumThreads = { 1, 1, 1 }, Main = function() out[0] = texels[int2(0, 0)] end } }
  t.run(q, function(l)
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootSignature(root)
    l:SetPipelineState(pso)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
    l:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end)
  t.idle(q)
end)
