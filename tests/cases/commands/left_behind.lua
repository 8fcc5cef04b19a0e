-- What other projects' tests and samples do that nobody had tried here yet, each as a user would write it: what ExecuteIndirect leaves behind, and what bundles take over.
-- Expectations were derived from the documentation before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- indirect runs one command of the arguments args with a pipeline that reads vertex buffer 0; before and after record beside it.
local function indirect(args, words, before, after)
  local target, up, vb = t.target("target"), t.upload("arguments"), t.buf("vertices")
  local rtv, pso, stride = t.rtv(target), t.drawing("vertices"), 4 * #words(vb)
  up:Map():Write(0, "uint", words(vb))
  local signature = t.device:CreateCommandSignature { ByteStride = stride, ArgumentDescs = args }
  t.run(t.queue("DIRECT"), function(l)
    t.drawState(l, pso, rtv)
    if before then before(l, vb) end
    l:ExecuteIndirect(signature, 1, up, 0, nil, 0)
    if after then after(l, vb) end
  end)
end
local draw = { { Type = "DRAW" } }
local function arguments() return { 3, 1, 0, 0 } end
local function withBuffer(slot) return { { Type = "VERTEX_BUFFER_VIEW", VertexBuffer = { Slot = slot } }, { Type = "DRAW" } } end
local function view(vb) return { vb:GetGPUVirtualAddress(), 0, 24, 8, 3, 1, 0, 0 } end
local function withIndices() return { { Type = "INDEX_BUFFER_VIEW" }, { Type = "DRAW_INDEXED" } } end
local function indices(vb) return { vb:GetGPUVirtualAddress(), 0, 12, 42, 3, 1, 0, 0, 0 } end

case("indirect draws without a vertex buffer", "GS0913 ExecuteIndirect reads POSITION from vertex buffer 0", function()
  indirect(draw, arguments)
end)
case("indirect draws with the vertex buffer of the list", "silent", function()
  indirect(draw, arguments, t.vertices)
end)
case("indirect draws with a vertex buffer among the arguments", "silent", function()
  indirect(withBuffer(0), view)
end)
case("indirect draws with another vertex buffer among the arguments", "GS0913 vertex buffer 0", function()
  indirect(withBuffer(1), view)
end)
case("a draw behind indirect draws that had their own vertex buffer", "GS0913 DrawInstanced reads POSITION", function()
  indirect(withBuffer(0), view, t.vertices, function(l) l:DrawInstanced(3, 1, 0, 0) end) --!
end)
case("a draw behind indirect draws, with a vertex buffer set anew", "silent", function()
  indirect(withBuffer(0), view, t.vertices, function(l, vb)
    t.vertices(l, vb)
    l:DrawInstanced(3, 1, 0, 0)
  end)
end)
case("a draw behind indirect draws that set another slot", "silent", function()
  indirect(withBuffer(1), view, t.vertices, function(l) l:DrawInstanced(3, 1, 0, 0) end)
end)
case("an indexed draw behind indirect draws that had their own indices", "GS0913 DrawIndexedInstanced reads indices", function()
  indirect(withIndices(), indices, function(l, vb)
    t.vertices(l, vb)
    t.indices(l, vb)
  end, function(l) l:DrawIndexedInstanced(3, 1, 0, 0, 0) end)
end)
case("the buffer in the slot of the arguments is in another state", "silent", function()
  local busy = t.buf("busy")
  indirect(withBuffer(0), view, function(l)
    t.vertices(l, busy)
    t.go(l, busy, "COMMON", "UNORDERED_ACCESS")
  end)
end)
case("the buffer in the slot of the list is in another state", 'GS0402 buffer "busy"', function()
  local busy = t.buf("busy")
  indirect(draw, arguments, function(l)
    t.vertices(l, busy)
    t.go(l, busy, "COMMON", "UNORDERED_ACCESS")
  end)
end)

-- bundle records a draw into a bundle, and a list that executes it with what state sets.
local function bundle(kind, record, state, after)
  local rtv, pso = t.rtv(t.target("target")), t.drawing(kind)
  local b = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator("BUNDLE"), InitialState = pso }
  b:IASetPrimitiveTopology "TRIANGLELIST"
  record(b)
  b:Close()
  t.run(t.queue("DIRECT"), function(l)
    t.drawState(l, pso, rtv)
    if state then state(l) end
    l:ExecuteBundle(b)
    if after then after(l) end
  end)
end
local function three(l) l:DrawInstanced(3, 1, 0, 0) end

case("a bundle takes the vertex buffer over", "silent", function()
  local vb = t.buf("vertices")
  bundle("vertices", three, function(l) t.vertices(l, vb) end)
end)
case("a bundle finds no vertex buffer", 'GS0913 DrawInstanced of bundle "bundle" reads POSITION from vertex buffer 0', function()
  bundle("vertices", three)
end)
case("a bundle finds no indices", 'GS0913 DrawIndexedInstanced of bundle "bundle" reads indices', function()
  bundle("plain", function(b) b:DrawIndexedInstanced(3, 1, 0, 0, 0) end)
end)
case("a bundle sets a null vertex buffer itself", "GS0913 DrawInstanced reads POSITION", function()
  local vb = t.buf("vertices")
  bundle("vertices", function(b)
    b:IASetVertexBuffers(0, 1, { { BufferLocation = 0, SizeInBytes = 0, StrideInBytes = 0 } })
    b:DrawInstanced(3, 1, 0, 0) --!
  end, function(l) t.vertices(l, vb) end)
end)
case("a bundle finds no viewport", 'GS0912 DrawInstanced of bundle "bundle" draws nothing: no viewport', function()
  bundle("plain", three, function(l) l:RSSetViewports(0, nil) end)
end)
case("a bundle finds no scissor rectangle", 'GS0912 DrawInstanced of bundle "bundle" draws nothing: no scissor rectangle', function()
  bundle("plain", three, function(l) l:RSSetScissorRects(0, nil) end)
end)
-- of a bundle that tests depth, over a depth buffer of so many rows, through a view with flags
local function tested(flags, rows)
  local z = t.tex("z", flags and "DEPTH_READ" or "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { Format = "D32_FLOAT", Height = rows })
  local rtv, dsv = t.rtv(t.target("target")), t.dsv(z, { Format = "D32_FLOAT", ViewDimension = "TEXTURE2D", Flags = flags })
  local pso = t.drawing("plain", { depth = "ALL" })
  local b = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator("BUNDLE"), InitialState = pso }
  b:IASetPrimitiveTopology "TRIANGLELIST"
  three(b)
  b:Close()
  t.run(t.queue("DIRECT"), function(l)
    t.drawState(l, pso, rtv, dsv)
    l:ExecuteBundle(b)
  end)
end
case("a bundle writes depth", "silent", function()
  tested(nil, 64)
end)
case("a bundle writes depth through a view that lets nobody write", "GS0918", function()
  tested("READ_ONLY_DEPTH", 64)
end)
case("a bundle draws to targets of two sizes", 'GS0922 DrawInstanced of bundle "bundle" draws to texture "target" of 64 x 64 pixels', function()
  tested(nil, 32)
end)
case("a bundle draws no instances", "GS0912 3 vertices of 0 instances", function()
  bundle("plain", function(b) b:DrawInstanced(3, 0, 0, 0) end) --!
end)
case("a bundle draws twice without vertex buffers", "GS0913", function()
  bundle("vertices", function(b)
    three(b)
    three(b)
  end)
end)
case("indirect draws of a bundle unset the vertex buffer of the list", "GS0913 DrawInstanced reads POSITION", function()
  local vb, up = t.buf("vertices"), t.upload("arguments")
  up:Map():Write(0, "uint", view(vb))
  local signature = t.device:CreateCommandSignature { ByteStride = 32, ArgumentDescs = withBuffer(0) }
  bundle("vertices", function(b) b:ExecuteIndirect(signature, 1, up, 0, nil, 0) end, function(l) t.vertices(l, vb) end, three)
end)

-- What removed a device is told where it is said that the device is gone; only RemoveDevice itself can be left out.
case("work behind a list that was submitted open", "GS0521 Signal", function()
  local q, F = t.queue("COPY"), t.fence("F")
  local work = t.device:CreateCommandList { Type = "COPY", Name = "work", Allocator = t.device:CreateCommandAllocator("COPY") }
  pcall(q.ExecuteCommandLists, q, { work })
  q:Signal(F, 1) --!
end)

-- What a refused command would have set is missing to the next one; where errors are reported, nothing more is said of that.
local function drawn(kind, options, before)
  local rtv, dsv, pso = t.rtv(t.target("target")), t.dsv(t.depth("depth")), t.drawing(kind, options)
  t.run(t.queue("DIRECT"), function(l)
    t.drawState(l, pso, rtv, options and dsv)
    before(l, dsv)
  end)
end
case("a viewport that is refused", "GS0814 depth range", function()
  local root = t.device:CreateRootSignature()
  local rtv, pso = t.rtv(t.target("target")), t.drawing("plain", { root = root })
  t.run(t.queue("DIRECT"), function(l)
    l:SetPipelineState(pso)
    l:SetGraphicsRootSignature(root)
    l:RSSetViewports { { Width = 64, Height = 64, MaxDepth = 2 } } --!
    l:RSSetScissorRects { { Right = 64, Bottom = 64 } }
    l:OMSetRenderTargets { rtv }
    l:IASetPrimitiveTopology "TRIANGLELIST"
    l:DrawInstanced(3, 1, 0, 0)
  end)
end)
case("an index buffer that is refused", "GS0816", function()
  local b = t.buf("b")
  drawn("plain", nil, function(l)
    l:IASetIndexBuffer { BufferLocation = b:GetGPUVirtualAddress() + 1, SizeInBytes = 12, Format = "R16_UINT" } --!
    l:DrawIndexedInstanced(3, 1, 0, 0, 0)
  end)
end)
case("a vertex buffer that is refused", "GS0815", function()
  local b = t.buf("b")
  drawn("vertices", nil, function(l)
    l:IASetVertexBuffers(0, { { BufferLocation = b:GetGPUVirtualAddress() + 1, SizeInBytes = 24, StrideInBytes = 8 } }) --!
    l:DrawInstanced(3, 1, 0, 0)
  end)
end)
case("a clear of depth that is refused", "GS0824", function()
  drawn("plain", { depth = "ALL", compare = "LESS" }, function(l, dsv)
    l:ClearDepthStencilView(dsv, "STENCIL", 1, 0) --!
    l:DrawInstanced(3, 1, 0, 0)
  end)
end)
case("a larger index buffer that is refused", "GS0816", function()
  local b = t.buf("b")
  drawn("plain", nil, function(l)
    t.indices(l, b, 12)
    l:DrawIndexedInstanced(3, 1, 0, 0, 0)
    l:IASetIndexBuffer { BufferLocation = b:GetGPUVirtualAddress() + 2, SizeInBytes = 24, Format = "R32_UINT" } --!
    l:DrawIndexedInstanced(6, 1, 0, 0, 0)
  end)
end)

-- Input layouts and root signatures as C writes them: lists with their lengths, elements with all seven entries.
local function layout(list, inputs)
  t.device:CreateGraphicsPipelineState { pRootSignature = t.device:CreateRootSignature { Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }, InputLayout = list,
    VS = gpu.VertexShader { Name = "vs", Inputs = inputs, Main = function(p, q) return { Position = float4(p, 1.0), Color = q } end },
    PS = gpu.PixelShader { Name = "ps", Main = function(v) return v.Color end }, PrimitiveTopologyType = "TRIANGLE", NumRenderTargets = 1, RTVFormats = { "R8G8B8A8_UNORM" } }
end
local position, color = { "POSITION", "float3" }, { "COLOR", "float4" }
case("an element with all entries", "silent", function()
  layout({ pInputElementDescs = { { "POSITION", 0, "R32G32B32_FLOAT", 0, 0, "PER_VERTEX_DATA", 0 }, { "COLOR", 0, "R32G32B32A32_FLOAT", 0, 12, "PER_VERTEX_DATA", 0 } }, NumElements = 2 }, { position, color })
end)
case("an element that a layout of C lacks", "GS0801 COLOR", function()
  t.device:CreateGraphicsPipelineState { pRootSignature = t.device:CreateRootSignature { Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" },
    InputLayout = { pInputElementDescs = { { "POSITION", 0, "R32G32B32_FLOAT", 0, 0, "PER_VERTEX_DATA", 0 } }, NumElements = 1 }, -- its length grows with it
    VS = gpu.VertexShader { Name = "vs", Inputs = { position, color }, Main = function(p, q) return { Position = float4(p, 1.0), Color = q } end },
    PS = gpu.PixelShader { Name = "ps", Main = function(v) return v.Color end }, PrimitiveTopologyType = "TRIANGLE", NumRenderTargets = 1, RTVFormats = { "R8G8B8A8_UNORM" } }
end)
case("an element of all entries at an odd offset", "GS0802 offset 13", function()
  layout({ pInputElementDescs = { { "POSITION", 0, "R32G32B32_FLOAT", 0, 0, "PER_VERTEX_DATA", 0 }, { "COLOR", 0, "R32G32B32A32_FLOAT", 0, 13, "PER_VERTEX_DATA", 0 } }, NumElements = 2 }, { position, color }) --!
end)
case("an element of all entries with another type", "GS0802", function()
  layout({ pInputElementDescs = { { "POSITION", 0, "R32G32B32_UINT", 0, 0, "PER_VERTEX_DATA", 0 }, { "COLOR", 0, "R32G32B32A32_FLOAT", 0, 12, "PER_VERTEX_DATA", 0 } }, NumElements = 2 }, { position, color }) --!
end)
case("an element of all entries with a rate of instances", "GS0802 InstanceDataStepRate 1", function()
  layout({ pInputElementDescs = { { "POSITION", 0, "R32G32B32_FLOAT", 0, 0, "PER_VERTEX_DATA", 1 }, { "COLOR", 0, "R32G32B32A32_FLOAT", 0, 12, "PER_VERTEX_DATA", 0 } }, NumElements = 2 }, { position, color }) --!
end)
case("a register that a root signature of C lacks", "GS0324 does not offer b0", function()
  local root = t.device:CreateRootSignature(0, { NumParameters = 1, pParameters = { { ParameterType = "UAV", Descriptor = { ShaderRegister = 0, RegisterSpace = 0 } } } })
  local constants, out = gpu.ConstantBuffer("b0", { { "x", "uint" } }), gpu.RWStructuredBuffer("u0", "uint")
  t.device:CreateComputePipelineState { pRootSignature = root, CS = gpu.ComputeShader { Name = "cs", NumThreads = { 1, 1, 1 }, Main = function(GroupIndex) out[GroupIndex] = constants.x end } } --!
end)
-- offered makes a compute pipeline whose shader reads b0 and, if both, b1, with a root signature that has b1 alone.
local function offered(both, parameter)
  local root = t.device:CreateRootSignature { Parameters = { parameter, { Type = "UAV", ShaderRegister = 0 } } }
  local zero, one = gpu.ConstantBuffer("b0", { { "x", "uint" } }), gpu.ConstantBuffer("b1", { { "x", "uint" } })
  local out = gpu.RWStructuredBuffer("u0", "uint")
  local main = both and function(GroupIndex) out[GroupIndex] = zero.x + one.x end or function(GroupIndex) out[GroupIndex] = zero.x end
  t.device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { Name = "cs", NumThreads = { 1, 1, 1 }, Main = main } }
end
case("the register beside the one that the shader reads", "GS0324 does not offer b0", function()
  offered(false, { Type = "32BIT_CONSTANTS", ShaderRegister = 1, Num32BitValues = 1 }) --!
end)
case("the register beside the one that the shader reads, in a table", "GS0324 does not offer b0", function()
  offered(false, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "CBV", NumDescriptors = 1, BaseShaderRegister = 1 } } }) --!
end)
case("one of two registers that the shader reads", "GS0324 does not offer b0", function()
  offered(true, { Type = "32BIT_CONSTANTS", ShaderRegister = 1, Num32BitValues = 1 }) --!
end)
