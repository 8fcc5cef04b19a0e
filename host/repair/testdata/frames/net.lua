-- DirectML in the frame: a net runs on the compute queue, the result is read two frames later
local gpu, dml = require "gpu", require "gpu.dml"
local device = gpu.CreateDevice { Name = "dev" }
local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }
local fence = device:CreateFence(0, "ml fence")
local ml = dml.CreateDevice(device, { Name = "dml" })
local T = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 1, 1, 4, 4 } }
local op = ml:CompileOperator(ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = T, BTensor = T, OutputTensor = T }, { Flags = "NONE", Name = "add" })
local init = ml:CreateOperatorInitializer { op }
local count = math.max(init:GetBindingProperties().RequiredDescriptorCount, op:GetBindingProperties().RequiredDescriptorCount)
local heap = device:CreateDescriptorHeap { Name = "ml views", Type = "CBV_SRV_UAV", NumDescriptors = 3 * count, Flags = "SHADER_VISIBLE" }
local function binding(dispatchable, i)
  return ml:CreateBindingTable { Dispatchable = dispatchable, SizeInDescriptors = count,
    CPUDescriptorHandle = heap:GetCPUDescriptorHandle(i * count), GPUDescriptorHandle = heap:GetGPUDescriptorHandle(i * count) }
end
local recorder = ml:CreateCommandRecorder()
local setup = device:CreateCommandList { Type = "COMPUTE", Name = "initialise", Allocator = device:CreateCommandAllocator "COMPUTE" }
setup:SetDescriptorHeaps { heap }
recorder:RecordDispatch(setup, init, binding(init, 0))
setup:Close()
queue:ExecuteCommandLists { setup } --~
queue:Signal(fence, 1)
fence:WaitCPU(1)
local a, b = dml.UploadTensor(queue, T, { 1,2,3,4, 5,6,7,8, 1,2,3,4, 5,6,7,8 }), dml.UploadTensor(queue, T, { 1,1,1,1, 1,1,1,1, 1,1,1,1, 1,1,1,1 })
local slots = {}
for i = 1, 2 do
  slots[i] = { allocator = device:CreateCommandAllocator("COMPUTE", "slot " .. i), list = device:CreateCommandList { Type = "COMPUTE", Name = "net " .. i },
    out = dml.AllocateTensor(device, T), value = 0, table = binding(op, i) }
  slots[i].table:BindInputs { { Buffer = a }, { Buffer = b } }
  slots[i].table:BindOutputs { { Buffer = slots[i].out } }
end
local value = 1
for frame = 1, 5 do
  local s = slots[frame % 2 + 1]
  fence:WaitCPU(s.value) --<>
  s.allocator:Reset()
  s.list:Reset(s.allocator)
  s.list:SetDescriptorHeaps { heap }
  recorder:RecordDispatch(s.list, op, s.table)
  s.list:Close()
  queue:ExecuteCommandLists { s.list }
  value = value + 1 --~
  queue:Signal(fence, value) --~ queue:Signal(fence, value + 1)
  s.value = value
end
fence:WaitCPU(value)
print(dml.ReadTensor(queue, T, slots[1].out)[3])
