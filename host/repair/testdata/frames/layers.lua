-- a chain of DirectML layers: a product, a bias, an activation, one dispatch each, with barriers between them
local gpu, dml = require "gpu", require "gpu.dml"
local device = gpu.CreateDevice { Name = "layers" }
local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }
local fence = device:CreateFence(0, "ml")
local ml = dml.CreateDevice(device, { Name = "dml" })
local IN, OUT = 8, 4
local function tensor(sizes) return dml.BufferTensor { DataType = "FLOAT32", Sizes = sizes } end
local input, weights, sums = tensor { 1, 1, 1, IN }, tensor { 1, 1, IN, OUT }, tensor { 1, 1, 1, OUT }
local product = ml:CreateOperator { Type = "GEMM", ATensor = input, BTensor = weights, OutputTensor = sums }
local add = ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = sums, BTensor = sums, OutputTensor = sums }
local relu = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = sums, OutputTensor = sums }
local layers = { ml:CompileOperator(product), ml:CompileOperator(add), ml:CompileOperator(relu) }
local initializer = ml:CreateOperatorInitializer(layers)
local count, first = initializer:GetBindingProperties().RequiredDescriptorCount, {}
for i, layer in ipairs(layers) do
  first[i] = count
  count = count + layer:GetBindingProperties().RequiredDescriptorCount
end
local heap = device:CreateDescriptorHeap { Name = "descriptors", Type = "CBV_SRV_UAV", NumDescriptors = count, Flags = "SHADER_VISIBLE" }
local function bindingTable(dispatchable, at)
  return ml:CreateBindingTable { Dispatchable = dispatchable, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(at), GPUDescriptorHandle = heap:GetGPUDescriptorHandle(at),
    SizeInDescriptors = dispatchable:GetBindingProperties().RequiredDescriptorCount }
end
local values = {}
for i = 1, IN * OUT do values[i] = i % 5 - 2 end
local x = dml.UploadTensor(queue, input, { 1, -1, 2, -2, 3, -3, 4, -4 }, "x")
local w = dml.UploadTensor(queue, weights, values, "w")
local bias = dml.UploadTensor(queue, sums, { 0.5, 0.5, -0.5, -0.5 }, "bias")
local a, b, result = dml.AllocateTensor(device, sums, "a"), dml.AllocateTensor(device, sums, "b"), dml.AllocateTensor(device, sums, "result")
local recorder = ml:CreateCommandRecorder()
local allocator = device:CreateCommandAllocator "COMPUTE"
local list = device:CreateCommandList { Type = "COMPUTE", Name = "inference", Allocator = allocator }
list:SetDescriptorHeaps { heap } --~
local start = ml:CreateBindingTable { Dispatchable = initializer, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0), GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0),
  SizeInDescriptors = initializer:GetBindingProperties().RequiredDescriptorCount }
recorder:RecordDispatch(list, initializer, start) --~ recorder:RecordDispatch(list, initializer, start) | list:ResourceBarrier { { Type = "UAV" } }
list:ResourceBarrier { { Type = "UAV" } } --~
local inputs = { { { Buffer = x }, { Buffer = w } }, { { Buffer = a }, { Buffer = bias } }, { { Buffer = b } } }
local outputs = { a, b, result }
for i, layer in ipairs(layers) do
  local bindings = bindingTable(layer, first[i])
  if i == 1 then inputs[i][3] = {} end
  bindings:BindInputs(inputs[i])
  bindings:BindOutputs { { Buffer = outputs[i] } }
  recorder:RecordDispatch(list, layer, bindings)
  list:ResourceBarrier { { Type = "UAV", Resource = outputs[i] } } --~ list:ResourceBarrier { { Type = "UAV" } }
end
list:Close() --~
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1) --~
fence:WaitCPU(1)
print(table.concat(dml.ReadTensor(queue, sums, result), " "))
