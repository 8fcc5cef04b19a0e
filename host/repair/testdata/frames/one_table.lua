-- one binding table initialises an operator and executes it
local gpu, dml = require "gpu", require "gpu.dml"
local device = gpu.CreateDevice { Name = "ml" }
local queue, fence = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }, device:CreateFence(0, "ml")
local ml = dml.CreateDevice(device, { Name = "dml" })
local T = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 1, 1, 2, 2 } }
local compiled = ml:CompileOperator(ml:CreateOperator { Type = "GEMM", ATensor = T, BTensor = T, OutputTensor = T }, { Name = "gemm" })
local init = ml:CreateOperatorInitializer { compiled }
local count = math.max(init:GetBindingProperties().RequiredDescriptorCount, compiled:GetBindingProperties().RequiredDescriptorCount)
local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = count, Flags = "SHADER_VISIBLE" }
local recorder = ml:CreateCommandRecorder()
local bindings = ml:CreateBindingTable { Dispatchable = init, SizeInDescriptors = count, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0), GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
local allocator = device:CreateCommandAllocator "COMPUTE" --~ local allocator = device:CreateCommandAllocator("COMPUTE")
local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = allocator }
list:SetDescriptorHeaps { heap } --~
recorder:RecordDispatch(list, init, bindings)
list:Close() --~
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1) --~
fence:WaitCPU(1)
local a, b, c = dml.UploadTensor(queue, T, { 1, 2, 3, 4 }), dml.UploadTensor(queue, T, { 1, 0, 0, 1 }), dml.AllocateTensor(device, T)
allocator:Reset()
list:Reset(allocator) --~
list:SetDescriptorHeaps { heap } --~
bindings:Reset { Dispatchable = compiled, SizeInDescriptors = count, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0), GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) } --~
bindings:BindInputs { { Buffer = a }, { Buffer = b } }
bindings:BindOutputs { { Buffer = c } }
recorder:RecordDispatch(list, compiled, bindings)
list:Close() --~
queue:ExecuteCommandLists { list }
queue:Signal(fence, 2) --~
fence:WaitCPU(2)
print(table.concat(dml.ReadTensor(queue, T, c), " "))
