-- What is said of a resource that a command does not find in its state: the subresources, all states that the command needs, who joined in the state
-- that is there, and why it went back to COMMON. Each suggestion repairs its mistake.
-- flags: --errors=report
-- exit: 1
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device" }
local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local copies = device:CreateCommandQueue { Type = "COPY", Name = "copies" }
local F = device:CreateFence(0, "F")
local from = device:CreateCommittedResource { Name = "from", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 4096, InitialState = "GENERIC_READ" }
local to = device:CreateCommittedResource { Name = "to", HeapType = "READBACK", Dimension = "BUFFER", Width = 4096, InitialState = "COPY_DEST" }
local function texture(name, slices, flags)
  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 8, Height = 8, DepthOrArraySize = slices,
    Format = "R8G8B8A8_UNORM", InitialState = "COMMON", Flags = flags or "NONE" }
end
local function open(queue, name)
  local type = queue:GetDesc().Type
  return device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) }
end
local rows = { Resource = to, Format = "R8G8B8A8_UNORM", Width = 8, Height = 8, RowPitch = 256 }

-- One subresource of two.
local x = texture("x", 2)
local l = open(main, "one of two")
l:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, { Resource = x, Subresource = 0 })
l:CopyTextureRegion(rows, 0, 0, 0, { Resource = x, Subresource = 1 })
l:Close()

-- Two subresources in two states.
local y = texture("y", 2)
local both = open(main, "both")
both:CopyTextureRegion({ Resource = y, Subresource = 1 }, 0, 0, 0, { Resource = y, Subresource = 0 })
both:CopyTextureRegion({ Resource = y, Subresource = 0 }, 0, 0, 0, { Resource = y, Subresource = 1 })
both:Close()

-- The state that is there was made by two readers.
local reads = gpu.StructuredBuffer("t0", "uint")
local writes = gpu.RWStructuredBuffer("u0", "uint")
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "SRV", ShaderRegister = 0, Flags = "DATA_VOLATILE" }, { Type = "UAV", ShaderRegister = 0 } } }
local kernel = device:CreateComputePipelineState { Name = "kernel", RootSignature = root,
  CS = gpu.ComputeShader { Name = "kernel", NumThreads = { 1, 1, 1 }, Main = function(DispatchThreadID) writes[DispatchThreadID.x] = reads[DispatchThreadID.x] end } }
local function buffer(name)
  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON", Flags = "ALLOW_UNORDERED_ACCESS" }
end
local b, sink = buffer("b"), buffer("sink")
local joined = open(main, "joined")
joined:SetPipelineState(kernel)
joined:SetComputeRootSignature(root)
joined:SetComputeRootShaderResourceView(0, b:GetGPUVirtualAddress())
joined:SetComputeRootUnorderedAccessView(1, sink:GetGPUVirtualAddress())
joined:Dispatch(1, 1, 1)
joined:CopyBufferRegion(to, 0, b, 0, 16)
joined:CopyBufferRegion(b, 0, from, 0, 16)
joined:Close()

-- The copy queue has left it in COMMON.
local z = texture("z", 1, "ALLOW_RENDER_TARGET")
local c = open(copies, "fill")
c:CopyTextureRegion({ Resource = z }, 0, 0, 0, { Resource = from, Format = "R8G8B8A8_UNORM", Width = 8, Height = 8, RowPitch = 256 })
c:Close()
copies:ExecuteCommandLists { c }
copies:Signal(F, 1)
main:Wait(F, 1)
local m = open(main, "show")
m:ResourceBarrier { { Type = "TRANSITION", Resource = z, Before = "RENDER_TARGET", After = "COPY_SOURCE" } }
m:Close()
main:ExecuteCommandLists { m }

-- A pass needs what it clears, by its own name.
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
local target = texture("target", 1, "ALLOW_RENDER_TARGET")
device:CreateRenderTargetView(target, nil, rtvs:GetCPUDescriptorHandle(0))
local pass = open(main, "pass")
pass:BeginRenderPass({ { CPUDescriptor = rtvs:GetCPUDescriptorHandle(0), BeginningAccess = { Type = "CLEAR" }, EndingAccess = { Type = "PRESERVE" } } })
pass:EndRenderPass()
pass:Close()
main:ExecuteCommandLists { pass }
