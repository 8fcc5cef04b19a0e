-- One operator of DirectML, from its description to its result: compile it, initialise it on the GPU, bind buffers, record, execute, and keep
-- everything alive until the GPU is done.
--
--   CPU   CompileOperator   RecordDispatch(init)          BindInputs … RecordDispatch(gemm)     ReadTensor
--   ml                                        ├ init ┤                              ├ gemm ┤
--                                                    signal 1                              signal 2
local gpu, dml = require "gpu", require "gpu.dml"
local device = gpu.CreateDevice { Name = "ml" }
local queue  = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }
local fence  = device:CreateFence(0, "ml")
local ml     = dml.CreateDevice(device, { Name = "dml" })

local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 1, 1, 4, 3 } }
local B = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 1, 1, 3, 2 } }
local C = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 1, 1, 4, 2 } }
local gemm = ml:CreateOperator { Type = "GEMM", ATensor = A, BTensor = B, OutputTensor = C, Alpha = 1, Beta = 0,
  FusedActivation = { Type = "ACTIVATION_RELU" } }
local compiled = ml:CompileOperator(gemm, { Flags = "NONE", Name = "gemm" })
local init = ml:CreateOperatorInitializer { compiled }

local count = math.max(init:GetBindingProperties().RequiredDescriptorCount, compiled:GetBindingProperties().RequiredDescriptorCount)
local heap = device:CreateDescriptorHeap { Name = "ml descriptors", Type = "CBV_SRV_UAV", NumDescriptors = count, Flags = "SHADER_VISIBLE" }
local function bindingTable(dispatchable)
  return ml:CreateBindingTable { Dispatchable = dispatchable, SizeInDescriptors = count,
    CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0), GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
end
local recorder = ml:CreateCommandRecorder()
local allocator = device:CreateCommandAllocator "COMPUTE"
local list = device:CreateCommandList { Type = "COMPUTE", Name = "initialise", Allocator = allocator }
list:SetDescriptorHeaps { heap }
local table1 = bindingTable(init)
recorder:RecordDispatch(list, init, table1)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)

local a, b, c = dml.UploadTensor(queue, A, { 1,2,3, 4,5,6, 7,8,9, -1,-1,-1 }), dml.UploadTensor(queue, B, { 1,0, 0,1, 1,1 }), dml.AllocateTensor(device, C)
allocator:Reset()
list:Reset(allocator)
list:SetDescriptorHeaps { heap }
table1:Reset { Dispatchable = compiled, SizeInDescriptors = count,
  CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0), GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
table1:BindInputs { { Buffer = a }, { Buffer = b } }
table1:BindOutputs { { Buffer = c } }
recorder:RecordDispatch(list, compiled, table1)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 2)
table1:Release()                       -- legal: a binding table owns no GPU resource
-- heap:Release(), compiled:Release(), allocator:Reset() or a:Release() on this line are errors: the GPU has not reached 2
fence:WaitCPU(2)
print(table.concat(dml.ReadTensor(queue, C, c), " "))       --> 4 5 10 11 16 17 0 0
