package diag

// Operators: what DirectML asks of recorded dispatches, and of what comes of them on the GPU.
const (
	// DMLPersistentChanged occurs when an operator is executed with another persistent resource than it was initialised with, or with one that
	// something else has written meanwhile.
	//
	// Rule: The persistent resource is the one of the initialisation, at the same offset and with the same contents (source: DirectML,
	// IDMLBindingTable::BindPersistentResource).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local W = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 }, Flags = "OWNED_BY_DML" }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = A, BTensor = W, OutputTensor = A }, { Name = "add" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 16, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 8, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE" }
	//	list:SetDescriptorHeaps { heap }
	//	local init = ml:CreateOperatorInitializer { relu }
	//	local first = ml:CreateBindingTable { Dispatchable = init, SizeInDescriptors = 8, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(8),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(8) }
	//	local kept = dml.AllocateTensor(device, dml.BufferTensor { DataType = "UINT8", Sizes = { relu:GetBindingProperties().PersistentResourceSize } }, "kept")
	//	first:BindInputs { { Bindings = { {}, { Buffer = dml.UploadTensor(queue, A, { 1, 2, 3, 4 }) } } } }
	//	first:BindOutputs { { Buffer = kept } }
	//	local recorder = ml:CreateCommandRecorder()
	//	recorder:RecordDispatch(list, init, first)
	//	list:ResourceBarrier { { Type = "UAV" } }
	//	binding:BindInputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	binding:BindOutputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	local copy = dml.AllocateTensor(device, dml.BufferTensor { DataType = "UINT8", Sizes = { relu:GetBindingProperties().PersistentResourceSize } }, "copy")
	//	binding:BindPersistentResource { Buffer = copy }
	//	recorder:RecordDispatch(list, relu, binding)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	local fence = device:CreateFence(0, "done")
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local W = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 }, Flags = "OWNED_BY_DML" }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = A, BTensor = W, OutputTensor = A }, { Name = "add" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 16, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 8, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE" }
	//	list:SetDescriptorHeaps { heap }
	//	local init = ml:CreateOperatorInitializer { relu }
	//	local first = ml:CreateBindingTable { Dispatchable = init, SizeInDescriptors = 8, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(8),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(8) }
	//	local kept = dml.AllocateTensor(device, dml.BufferTensor { DataType = "UINT8", Sizes = { relu:GetBindingProperties().PersistentResourceSize } }, "kept")
	//	first:BindInputs { { Bindings = { {}, { Buffer = dml.UploadTensor(queue, A, { 1, 2, 3, 4 }) } } } }
	//	first:BindOutputs { { Buffer = kept } }
	//	local recorder = ml:CreateCommandRecorder()
	//	recorder:RecordDispatch(list, init, first)
	//	list:ResourceBarrier { { Type = "UAV" } }
	//	binding:BindInputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	binding:BindOutputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	binding:BindPersistentResource { Buffer = kept }
	//	recorder:RecordDispatch(list, relu, binding)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	local fence = device:CreateFence(0, "done")
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	DMLPersistentChanged Code = 723

	// DMLListType occurs when a dispatch is recorded in a list that is neither of type DIRECT nor COMPUTE.
	//
	// Rule: Dispatches are recorded in DIRECT and COMPUTE lists (source: DirectML, IDMLCommandRecorder::RecordDispatch).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	binding:BindInputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	binding:BindOutputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	local list = device:CreateCommandList { Type = "COPY", Name = "list", Allocator = device:CreateCommandAllocator "COPY" }
	//	ml:CreateCommandRecorder():RecordDispatch(list, relu, binding)
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	binding:BindInputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	binding:BindOutputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE" }
	//	list:SetDescriptorHeaps { heap }
	//	ml:CreateCommandRecorder():RecordDispatch(list, relu, binding)
	DMLListType Code = 724

	// DMLClobbered occurs when a dispatch of a list runs after RecordDispatch with no pipeline state or root signature of its own.
	//
	// Rule: RecordDispatch replaces the compute root signature and the pipeline state of the list: both are set again before a Dispatch (source:
	// DirectML, IDMLCommandRecorder::RecordDispatch).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE" }
	//	list:SetDescriptorHeaps { heap }
	//	local root = device:CreateRootSignature { Name = "none" }
	//	local nothing = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { NumThreads = { 1 }, Main = function() end } }
	//	local init = ml:CreateOperatorInitializer { relu }
	//	local first = ml:CreateBindingTable { Dispatchable = init, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(4),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(4) }
	//	binding:BindInputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	binding:BindOutputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	local recorder = ml:CreateCommandRecorder()
	//	recorder:RecordDispatch(list, init, first)
	//	list:ResourceBarrier { { Type = "UAV" } }
	//	recorder:RecordDispatch(list, relu, binding)
	//	list:ResourceBarrier { { Type = "UAV" } }
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	local fence = device:CreateFence(0, "done")
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE" }
	//	list:SetDescriptorHeaps { heap }
	//	local root = device:CreateRootSignature { Name = "none" }
	//	local nothing = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { NumThreads = { 1 }, Main = function() end } }
	//	local init = ml:CreateOperatorInitializer { relu }
	//	local first = ml:CreateBindingTable { Dispatchable = init, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(4),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(4) }
	//	binding:BindInputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	binding:BindOutputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	local recorder = ml:CreateCommandRecorder()
	//	recorder:RecordDispatch(list, init, first)
	//	list:ResourceBarrier { { Type = "UAV" } }
	//	recorder:RecordDispatch(list, relu, binding)
	//	list:ResourceBarrier { { Type = "UAV" } }
	//	list:SetComputeRootSignature(root)
	//	list:SetPipelineState(nothing)
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	local fence = device:CreateFence(0, "done")
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	DMLClobbered Code = 722

	// DMLNotInitialized occurs when a compiled operator is executed, and nothing orders its initialisation before it.
	//
	// Rule: A compiled operator is initialised on the GPU once, and its initialisation has completed before it is executed, even if it keeps nothing
	// (source: DirectML, IDMLDevice::CreateOperatorInitializer).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE" }
	//	list:SetDescriptorHeaps { heap }
	//	local init = ml:CreateOperatorInitializer { relu }
	//	local first = ml:CreateBindingTable { Dispatchable = init, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(4),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(4) }
	//	binding:BindInputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	binding:BindOutputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	local recorder = ml:CreateCommandRecorder()
	//	recorder:RecordDispatch(list, relu, binding)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	local fence = device:CreateFence(0, "done")
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE" }
	//	list:SetDescriptorHeaps { heap }
	//	local init = ml:CreateOperatorInitializer { relu }
	//	local first = ml:CreateBindingTable { Dispatchable = init, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(4),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(4) }
	//	binding:BindInputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	binding:BindOutputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	local recorder = ml:CreateCommandRecorder()
	//	recorder:RecordDispatch(list, init, first)
	//	list:ResourceBarrier { { Type = "UAV" } }
	//	recorder:RecordDispatch(list, relu, binding)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	local fence = device:CreateFence(0, "done")
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	DMLNotInitialized Code = 730

	// DMLInitializedTwice occurs when a compiled operator is initialised a second time.
	//
	// Rule: A compiled operator is initialised once (source: DirectML, IDMLDevice::CreateOperatorInitializer).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE" }
	//	list:SetDescriptorHeaps { heap }
	//	local init = ml:CreateOperatorInitializer { relu }
	//	local first = ml:CreateBindingTable { Dispatchable = init, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(4),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(4) }
	//	binding:BindInputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	binding:BindOutputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	local recorder = ml:CreateCommandRecorder()
	//	recorder:RecordDispatch(list, init, first)
	//	list:ResourceBarrier { { Type = "UAV" } }
	//	recorder:RecordDispatch(list, init, first)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	local fence = device:CreateFence(0, "done")
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE" }
	//	list:SetDescriptorHeaps { heap }
	//	local init = ml:CreateOperatorInitializer { relu }
	//	local first = ml:CreateBindingTable { Dispatchable = init, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(4),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(4) }
	//	binding:BindInputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	binding:BindOutputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	local recorder = ml:CreateCommandRecorder()
	//	recorder:RecordDispatch(list, init, first)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	local fence = device:CreateFence(0, "done")
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	DMLInitializedTwice Code = 731

	// DMLDeviceRemoved occurs when a method of a removed device, or of an object that was made with one, is called.
	//
	// Rule: When a method without a result is called wrongly, or the device below is removed, the DirectML device is removed: it and its objects can
	// be released and nothing else (source: DirectML, Handling errors and device removal).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	pcall(binding.BindInputs, binding, { { Buffer = dml.AllocateTensor(device, A), SizeInBytes = 12 } })
	//	ml:CreateCommandRecorder()
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	pcall(binding.BindInputs, binding, { { Buffer = dml.AllocateTensor(device, A), SizeInBytes = 16 } })
	//	ml:CreateCommandRecorder()
	DMLDeviceRemoved Code = 733
)
