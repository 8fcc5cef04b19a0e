-- a compute queue skins vertices that the graphics queue draws; both are double buffered
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "dev" }
local gfx = device:CreateCommandQueue { Type = "DIRECT", Name = "gfx" }
local compute = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local skinned, drawn = device:CreateFence(0, "skinned"), device:CreateFence(0, "drawn")
local N, BUFFERS = 64, 2
local verts = gpu.RWStructuredBuffer("u0", "float4")
local time = gpu.ConstantBuffer("b0", { { "t", "float" } })
local skin = gpu.ComputeShader { Name = "skin", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
  verts[DispatchThreadID.x] = float4(float(DispatchThreadID.x) / 32.0 - 1.0, time.t, 0.5, 1.0)
end }
local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float4" } }, Main = function(POSITION) return { Position = POSITION } end }
local ps = gpu.PixelShader { Name = "ps", Main = function(v) return { Target0 = float4(1.0, 1.0, 1.0, 1.0) } end }
local computeRoot = device:CreateRootSignature { Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 } } }
local gfxRoot = device:CreateRootSignature { Parameters = {}, Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
local skinPSO = device:CreateComputePipelineState { RootSignature = computeRoot, CS = skin }
local drawPSO = device:CreateGraphicsPipelineState { RootSignature = gfxRoot, VS = vs, PS = ps, PrimitiveTopologyType = "POINT", RTVFormats = { "R8G8B8A8_UNORM" },
  InputLayout = { { SemanticName = "POSITION", Format = "R32G32B32A32_FLOAT" } } }
local vertices = {}
for i = 1, BUFFERS do
  vertices[i] = device:CreateCommittedResource { Name = "vertices " .. i, HeapType = "DEFAULT", Dimension = "BUFFER", Width = N * 16, Flags = "ALLOW_UNORDERED_ACCESS" }
end
local target = device:CreateCommittedResource { Name = "target", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM",
  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
device:CreateRenderTargetView(target, nil, rtvs:GetCPUDescriptorHandle(0))
local frames = {}
for i = 1, BUFFERS do
  local f = { compute = device:CreateCommandAllocator("COMPUTE"), gfx = device:CreateCommandAllocator("DIRECT") }
  f.computeList = device:CreateCommandList { Type = "COMPUTE", Name = "skin " .. i }
  f.gfxList = device:CreateCommandList { Type = "DIRECT", Name = "draw " .. i }
  frames[i] = f
end
for n = 1, 6 do
  local k = (n - 1) % BUFFERS + 1
  local f = frames[k]
  if n > BUFFERS then
    drawn:WaitCPU(n - BUFFERS)
  end
  f.compute:Reset()
  f.computeList:Reset(f.compute) --<>
  f.computeList:SetComputeRootSignature(computeRoot)
  f.computeList:SetPipelineState(skinPSO)
  f.computeList:SetComputeRootUnorderedAccessView(0, vertices[k]:GetGPUVirtualAddress())
  f.computeList:SetComputeRoot32BitConstant(1, n / 10) --<>
  f.computeList:Dispatch(1, 1, 1)
  f.computeList:Close()
  compute:ExecuteCommandLists { f.computeList }
  compute:Signal(skinned, n)

  f.gfx:Reset()
  f.gfxList:Reset(f.gfx)
  f.gfxList:SetGraphicsRootSignature(gfxRoot)
  f.gfxList:SetPipelineState(drawPSO)
  f.gfxList:RSSetViewports { { Width = 64, Height = 64 } }
  f.gfxList:RSSetScissorRects { { Right = 64, Bottom = 64 } }
  f.gfxList:OMSetRenderTargets { rtvs:GetCPUDescriptorHandle(0) }
  f.gfxList:IASetPrimitiveTopology "POINTLIST"
  f.gfxList:IASetVertexBuffers(0, { { BufferLocation = vertices[k]:GetGPUVirtualAddress(), SizeInBytes = N * 16, StrideInBytes = 16 } }) --<>
  f.gfxList:DrawInstanced(N, 1, 0, 0)
  f.gfxList:Close()
  gfx:Wait(skinned, n) --<> --~
  gfx:ExecuteCommandLists { f.gfxList } --<>
  gfx:Signal(drawn, n)
end
drawn:WaitCPU(6) --~
print(gpu.Hash(target))
