-- What was left out or written as elsewhere, where the rest of the script says what is meant. Every case here must get an exact edit that repairs it as
-- it stands; its twin has the edit.
local t = require "prelude"
local dml = require "gpu.dml"
local gpu = t.gpu

local function case(name, expected, body)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", "silent", function() body(true) end)
end
local function place(p) return { Position = float4(p, 0, 1) } end

-- Inputs of shaders
case("an input has the index of its semantic, as in an input layout", "GS0133 Inputs[1].Type must be a string, got number 0", function(ok)
  if ok then
    gpu.VertexShader { Name = "v", Inputs = { { "POSITION", "float2" } }, Main = place }
  else
    gpu.VertexShader { Name = "v", Inputs = { { "POSITION", 0, "float2" } }, Main = place } --!
  end
end)
case("an input has a format, as in an input layout", 'GS0251 "R32G32_FLOAT"', function(ok)
  if ok then
    gpu.VertexShader { Name = "v", Inputs = { { "POSITION", "float2" } }, Main = place }
  else
    gpu.VertexShader { Name = "v", Inputs = { { "POSITION", "R32G32_FLOAT" } }, Main = place } --!
  end
end)
case("the format of an input has a name", "GS0131 Inputs[1].Format", function(ok)
  if ok then
    gpu.VertexShader { Name = "v", Inputs = { { Name = "POSITION", Type = "float2" } }, Main = place }
  else
    gpu.VertexShader { Name = "v", Inputs = { { Name = "POSITION", Format = "float2" } }, Main = place } --!
  end
end)

-- Tensors
case("an operator without an output of the shape of its inputs", "GS0703 OutputTensor must be given", function(ok)
  local ml, a = dml.CreateDevice(t.device), dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
  if ok then
    ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = a, BTensor = a, OutputTensor = a }
  else
    ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = a, BTensor = a } --!
  end
end)
case("a product without its second factor, of which one shape is possible", "GS0703 BTensor must be given", function(ok)
  local ml = dml.CreateDevice(t.device)
  local wide, square = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 1, 1, 2, 4 } }, dml.BufferTensor { DataType = "FLOAT32", Sizes = { 1, 1, 2, 2 } }
  if ok then
    ml:CreateOperator { Type = "GEMM", ATensor = square, BTensor = wide, OutputTensor = wide }
  else
    ml:CreateOperator { Type = "GEMM", ATensor = square, OutputTensor = wide } --!
  end
end)

-- Queries
case("a query is resolved and was never ended", "GS0827 resolved before it ends", function(ok)
  local q, r = t.queue "DIRECT", t.readback "r"
  local queries = t.device:CreateQueryHeap { Name = "queries", Type = "OCCLUSION", Count = 1 }
  t.run(q, function(l)
    l:BeginQuery(queries, "OCCLUSION", 0)
    if ok then l:EndQuery(queries, "OCCLUSION", 0) end
    l:ResolveQueryData(queries, "OCCLUSION", 0, 1, r, 0) --!
  end)
end)

-- Copies
case("a footprint of more rows than the texture has, and the buffer", "GS0370 the footprint needs", function(ok)
  local q, up, x = t.queue "DIRECT", t.upload("up", 16384), t.tex("x", "COPY_DEST")
  t.run(q, function(l)
    if ok then
      l:CopyTextureRegion({ Resource = x }, 0, 0, 0, { Resource = up, Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, RowPitch = 256 })
    else
      l:CopyTextureRegion({ Resource = x }, 0, 0, 0, { Resource = up, Format = "R8G8B8A8_UNORM", Width = 64, Height = 65, RowPitch = 256 }) --!
    end
  end)
end)
case("a footprint of more rows than are read from the texture, and than the buffer has", "GS0370 the footprint needs", function(ok)
  local q, down, x = t.queue "DIRECT", t.readback("down", 16384), t.tex("x", "COPY_SOURCE")
  t.run(q, function(l)
    if ok then
      l:CopyTextureRegion({ Resource = down, Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, RowPitch = 256 }, 0, 0, 0, { Resource = x })
    else
      l:CopyTextureRegion({ Resource = down, Format = "R8G8B8A8_UNORM", Width = 64, Height = 65, RowPitch = 256 }, 0, 0, 0, { Resource = x }) --!
    end
  end)
end)

-- Barriers
case("there and back, in a call that has nothing else", "GS0903 from COMMON through COPY_DEST to COMMON", function(ok)
  local q, x = t.queue "DIRECT", t.tex "x"
  t.run(q, function(l)
    if ok then return end
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COMMON", After = "COPY_DEST" }, { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COMMON" } } --!
  end)
end)
case("there and back, beside another barrier", "GS0903 from COMMON through COPY_DEST to COMMON", function(ok)
  local q, x, y, b = t.queue "DIRECT", t.tex "x", t.tex "y", t.upload("b", 16384)
  local one = { Type = "TRANSITION", Resource = y, Before = "COMMON", After = "COPY_DEST" }
  t.run(q, function(l)
    if ok then
      l:ResourceBarrier { one }
    else
      l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COMMON", After = "COPY_DEST" }, one, { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COMMON" } } --!
    end
    l:CopyTextureRegion({ Resource = y }, 0, 0, 0, t.rows(b))
  end)
end)

-- Targets
local function drawn(l, pso)
  l:SetPipelineState(pso)
  l:SetGraphicsRootSignature(t.root())
  l:RSSetViewports { { Width = 64, Height = 64 } }
  l:RSSetScissorRects { { Right = 64, Bottom = 64 } }
  l:IASetPrimitiveTopology "TRIANGLELIST"
end
case("a draw to the only target that there is, which is not bound", "GS0835 render target 0", function(ok)
  local q, pso, heap = t.queue "DIRECT", t.drawing("plain", { root = t.root() }), t.device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 4 }
  t.device:CreateRenderTargetView(t.target "x", nil, heap:GetCPUDescriptorHandle(2))
  t.run(q, function(l)
    drawn(l, pso)
    if ok then l:OMSetRenderTargets { heap:GetCPUDescriptorHandle(2) } end
    l:DrawInstanced(3, 1) --!
  end)
end)
case("a draw to the only target and the only depth buffer, which are not bound", "GS0835 render target 0", function(ok)
  local q, pso = t.queue "DIRECT", t.drawing("plain", { root = t.root(), depth = "ALL" })
  local targets, depths = t.device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }, t.device:CreateDescriptorHeap { Name = "dsvs", Type = "DSV", NumDescriptors = 1 }
  t.device:CreateRenderTargetView(t.target "x", nil, targets:GetCPUDescriptorHandle(0))
  t.device:CreateDepthStencilView(t.depth "d", nil, depths:GetCPUDescriptorHandle(0))
  t.run(q, function(l)
    drawn(l, pso)
    if ok then l:OMSetRenderTargets({ targets:GetCPUDescriptorHandle(0) }, depths:GetCPUDescriptorHandle(0)) end
    l:DrawInstanced(3, 1) --!
  end)
end)

-- Places of a copy
case("a copy of a texture without a place in it", "GS0125 takes at least 5 arguments, got 2", function(ok)
  local x, y = t.tex("x", "COPY_DEST"), t.tex("y", "COPY_SOURCE")
  t.run(t.queue "DIRECT", function(l)
    if ok then
      l:CopyTextureRegion({ Resource = x }, 0, 0, 0, { Resource = y })
    else
      l:CopyTextureRegion({ Resource = x }, { Resource = y }) --!
    end
  end)
end)
case("a copy of a texture without a slice", "GS0125 takes at least 5 arguments, got 4", function(ok)
  local x, y = t.tex("x", "COPY_DEST"), t.tex("y", "COPY_SOURCE")
  t.run(t.queue "DIRECT", function(l)
    if ok then
      l:CopyTextureRegion({ Resource = x }, 0, 0, 0, { Resource = y })
    else
      l:CopyTextureRegion({ Resource = x }, 0, 0, { Resource = y }) --!
    end
  end)
end)

-- Signals that come before what they are for
case("a signal right before its work, for a queue that waits", 'GS0512 copy queue "copy" writes', function(ok)
  local copy, direct, done, x = t.queue("COPY", "copy"), t.queue("DIRECT", "direct"), t.fence(), t.buf("x", 256)
  local up, back = t.upload("up", 256), t.readback("back", 256)
  local fill, read = t.list(copy, function(l) l:CopyBufferRegion(x, 0, up, 0, 256) end), t.list(direct, function(l) l:CopyBufferRegion(back, 0, x, 0, 256) end)
  if ok then
    copy:ExecuteCommandLists { fill }
    copy:Signal(done, 1)
  else
    copy:Signal(done, 1)
    copy:ExecuteCommandLists { fill }
  end
  direct:Wait(done, 1)
  direct:ExecuteCommandLists { read } --!
end)
case("a signal right before its work, for the CPU", "GS0513 the CPU reads", function(ok)
  local queue, done, x, back = t.queue "DIRECT", t.fence(), t.buf("x", 256), t.readback("back", 256)
  local read = t.list(queue, function(l) l:CopyBufferRegion(back, 0, x, 0, 256) end)
  if ok then
    queue:ExecuteCommandLists { read }
    queue:Signal(done, 1)
  else
    queue:Signal(done, 1)
    queue:ExecuteCommandLists { read }
  end
  done:WaitCPU(1)
  back:Map():Read(0, "float", 4) --!
end)
case("a wait of the first frames for a frame that there is not", "GS0135 value must be at least 0, got -1", function(ok)
  local queue, done = t.queue "DIRECT", t.fence()
  for frame = 1, 4 do
    if ok then
      done:WaitCPU(math.max(0, frame - 2))
    else
      done:WaitCPU(frame - 2) --!
    end
    queue:Signal(done, frame)
  end
end)
case("a signal right before its work, which a function submits", 'GS0512 copy queue "copy" writes', function(ok)
  local copy, direct, done, x = t.queue("COPY", "copy"), t.queue("DIRECT", "direct"), t.fence(), t.buf("x", 256)
  local up, back = t.upload("up", 256), t.readback("back", 256)
  local fill, read = t.list(copy, function(l) l:CopyBufferRegion(x, 0, up, 0, 256) end), t.list(direct, function(l) l:CopyBufferRegion(back, 0, x, 0, 256) end)
  local function submit(queue, list)
    local lists = { list }
    queue:ExecuteCommandLists(lists) --!
  end
  if ok then
    submit(copy, fill)
    copy:Signal(done, 1)
  else
    copy:Signal(done, 1)
    submit(copy, fill)
  end
  direct:Wait(done, 1)
  submit(direct, read)
end)

-- Queries
case("a query ends that has not begun, behind the only draw", "GS0827 has not begun in this list", function(ok)
  local q, pso, heap = t.queue "DIRECT", t.drawing("plain", { root = t.root() }), t.device:CreateQueryHeap { Type = "OCCLUSION", Count = 1 }
  local rtv = t.rtv(t.target "x")
  t.run(q, function(l)
    drawn(l, pso)
    l:OMSetRenderTargets { rtv }
    if ok then l:BeginQuery(heap, "OCCLUSION", 0) end
    l:DrawInstanced(3, 1)
    l:EndQuery(heap, "OCCLUSION", 0) --!
  end)
end)

-- Events
case("an event is not armed with the signal that nothing waits for, of two", 'GS0502 waits for event "event"', function(ok)
  local first, second = t.queue("COPY", "first"), t.queue("DIRECT", "second")
  local copied, done, x, y = t.fence "copied", t.fence "done", t.buf "x", t.buf "y"
  t.run(first, function(l) l:CopyResource(x, y) end)
  first:Signal(copied, 1)
  second:Wait(copied, 1)
  t.run(second, function(l) l:CopyResource(y, x) end)
  second:Signal(done, 1)
  local event = gpu.CreateEvent { Name = "event" }
  if ok then done:SetEventOnCompletion(1, event) end
  gpu.WaitForSingleObject(event) --!
end)

-- Whether a resource is a buffer or a texture, where its other fields show that
case("the dimension of a buffer", "GS0132 Dimension is missing", function(ok)
  if ok then
    t.device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 64 }
  else
    t.device:CreateCommittedResource { Name = "b", Width = 64 } --!
  end
end)
case("the dimension of a texture", "GS0132 Dimension is missing", function(ok)
  if ok then
    t.device:CreateCommittedResource { Name = "x", Dimension = "TEXTURE2D", Width = 8, Height = 8, Format = "R8G8B8A8_UNORM" }
  else
    t.device:CreateCommittedResource { Name = "x", Width = 8, Height = 8, Format = "R8G8B8A8_UNORM" } --!
  end
end)
