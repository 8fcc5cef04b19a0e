-- descriptor ring and upload ring with a linear allocator; ipairs over objects
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "rings" }
local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "main" }
local fence = device:CreateFence(0, "ring fence")
local FRAMES, OBJECTS = 2, 3
local input, output = gpu.Buffer("t0", "uint"), gpu.RWBuffer("u0", "uint")
local cs = gpu.ComputeShader { Name = "work", NumThreads = { 4, 1, 1 }, Main = function(DispatchThreadID)
  output[DispatchThreadID.x] = output[DispatchThreadID.x] + input[DispatchThreadID.x]
end }
local root = device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = {
  { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0 }, { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = cs }
local ring = device:CreateDescriptorHeap { Name = "ring", Type = "CBV_SRV_UAV", NumDescriptors = 2 * OBJECTS * FRAMES, Flags = "SHADER_VISIBLE" }
local upload = device:CreateCommittedResource { Name = "upload ring", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256 * OBJECTS * FRAMES }
local bytes = upload:Map()
local objects = {}
for i = 1, OBJECTS do
  objects[i] = { name = "object " .. i, state = device:CreateCommittedResource { Name = "state " .. i, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256,
    Flags = "ALLOW_UNORDERED_ACCESS" } }
end
local allocators = {}
for i = 0, FRAMES - 1 do allocators[i] = device:CreateCommandAllocator("COMPUTE", "frame " .. i) end
local list = device:CreateCommandList { Type = "COMPUTE", Name = "list" }
local frame = 0
while true do
  frame = frame + 1
  if frame > 5 then break end
  local slot = frame % FRAMES
  if frame > FRAMES then fence:WaitCPU(frame - FRAMES) end
  allocators[slot]:Reset()
  list:Reset(allocators[slot], pso)
  list:SetDescriptorHeaps { ring }
  list:SetComputeRootSignature(root)
  for i, object in ipairs(objects) do
    local at = slot * OBJECTS + i - 1
    bytes:Write(at * 256, "uint", { frame, i, frame + i, 1 })
    device:CreateShaderResourceView(upload, { Format = "R32_UINT", ViewDimension = "BUFFER", FirstElement = at * 64, NumElements = 4 }, ring:GetCPUDescriptorHandle(2 * at))
    device:CreateUnorderedAccessView(object.state, nil, { Format = "R32_UINT", ViewDimension = "BUFFER", FirstElement = 0, NumElements = 4 }, ring:GetCPUDescriptorHandle(2 * at + 1))
    list:SetComputeRootDescriptorTable(0, ring:GetGPUDescriptorHandle(2 * at))
    list:Dispatch(1, 1, 1)
  end
  list:Close()
  queue:ExecuteCommandLists { list }
  queue:Signal(fence, frame)
end
fence:WaitCPU(frame - 1)
local out = device:CreateCommittedResource { Name = "out", HeapType = "READBACK", Dimension = "BUFFER", Width = 256 * OBJECTS, InitialState = "COPY_DEST" }
allocators[0]:Reset()
list:Reset(allocators[0]) --~
for i, object in ipairs(objects) do
  list:ResourceBarrier { { Type = "TRANSITION", Resource = object.state, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" } }
  list:CopyBufferRegion(out, (i - 1) * 256, object.state, 0, 256)
end
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, frame)
fence:WaitCPU(frame)
print(table.concat(out:Map():Read(256, "uint", 4), " "))
