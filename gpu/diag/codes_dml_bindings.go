package diag

// Operators: what DirectML asks of bindings.
const (
	// DMLForeignChild occurs when objects of two DirectML devices are mixed, also of two on one device of Direct3D 12.
	//
	// Rule: Children of different DirectML devices are not mixed (source: DirectML, Resource lifetime and synchronization).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local other = dml.CreateDevice(device, { Name = "other" })
	//	other:CreateOperatorInitializer { relu }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	ml:CreateOperatorInitializer { relu }
	DMLForeignChild Code = 708

	// DMLForeignBuffer occurs when a buffer is bound that belongs to another device of Direct3D 12.
	//
	// Rule: Bound buffers belong to the device that the DirectML device was made on (source: DirectML, Binding in DirectML).
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
	//	local second = gpu.CreateDevice { Name = "second" }
	//	binding:BindInputs { { Buffer = dml.AllocateTensor(second, A) } }
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
	DMLForeignBuffer Code = 709

	// DMLBindingRange occurs when a binding is outside of its buffer, or has too few bytes for its tensor.
	//
	// Rule: A binding has at least TotalTensorSizeInBytes bytes, all of them in the buffer (source: DirectML, DML_BUFFER_BINDING).
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
	//	binding:BindInputs { { Buffer = dml.AllocateTensor(device, A), SizeInBytes = 12 } }
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
	//	binding:BindInputs { { Buffer = dml.AllocateTensor(device, A), SizeInBytes = 16 } }
	DMLBindingRange Code = 716

	// DMLBindingAlign occurs when the offset of a binding is not aligned as its tensor or resource requires.
	//
	// Rule: Offsets of tensors are multiples of 16 and of GuaranteedBaseOffsetAlignment, those of temporary and persistent resources of 256 (source:
	// DirectML, DirectML constants).
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
	//	local big = dml.AllocateTensor(device, dml.BufferTensor { DataType = "FLOAT32", Sizes = { 64 } })
	//	binding:BindInputs { { Buffer = big, Offset = 8 } }
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
	//	local big = dml.AllocateTensor(device, dml.BufferTensor { DataType = "FLOAT32", Sizes = { 64 } })
	//	binding:BindInputs { { Buffer = big, Offset = 16 } }
	DMLBindingAlign Code = 717

	// DMLBindingHeap occurs when a buffer is bound that is in an UPLOAD or READBACK heap, or cannot be accessed unordered.
	//
	// Rule: Bound buffers are in DEFAULT heaps; initialisation may also read UPLOAD buffers (source: DirectML, Binding in DirectML).
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
	//	local a = device:CreateCommittedResource { Name = "a", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 16 }
	//	binding:BindInputs { { Buffer = a } }
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
	//	local a = device:CreateCommittedResource { Name = "a", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 16, Flags = "ALLOW_UNORDERED_ACCESS" }
	//	binding:BindInputs { { Buffer = a } }
	DMLBindingHeap Code = 718

	// DMLOwnedBinding occurs when a tensor that is OWNED_BY_DML is bound for an execution, or another one for an initialisation.
	//
	// Rule: OWNED_BY_DML tensors are bound to the initializer and never to executions (source: DirectML, DML_TENSOR_FLAGS).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local W = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 }, Flags = "OWNED_BY_DML" }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = A, BTensor = W, OutputTensor = A }, { Name = "add" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local a = dml.AllocateTensor(device, A)
	//	binding:BindInputs { { Buffer = a }, { Buffer = a } }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local W = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 }, Flags = "OWNED_BY_DML" }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = A, BTensor = W, OutputTensor = A }, { Name = "add" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local a = dml.AllocateTensor(device, A)
	//	binding:BindInputs { { Buffer = a } }
	DMLOwnedBinding Code = 719

	// DMLAlias occurs when bytes that a dispatch writes are bound to a second tensor or resource of it, and the operator does not work in place.
	//
	// Rule: An output shares bytes with an input only if the operator works in place and both have the same layout; outputs never share bytes
	// (source: DirectML, IDMLBindingTable::BindOutputs).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 8 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE" }
	//	list:SetDescriptorHeaps { heap }
	//	local big = dml.AllocateTensor(device, dml.BufferTensor { DataType = "FLOAT32", Sizes = { 16 } })
	//	binding:BindInputs { { Buffer = big } }
	//	binding:BindOutputs { { Buffer = big, Offset = 16 } }
	//	ml:CreateCommandRecorder():RecordDispatch(list, relu, binding)
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 8 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE" }
	//	list:SetDescriptorHeaps { heap }
	//	local big = dml.AllocateTensor(device, dml.BufferTensor { DataType = "FLOAT32", Sizes = { 16 } })
	//	binding:BindInputs { { Buffer = big } }
	//	binding:BindOutputs { { Buffer = big, Offset = 32 } }
	//	ml:CreateCommandRecorder():RecordDispatch(list, relu, binding)
	DMLAlias Code = 720

	// DMLUnbound occurs when a dispatch is recorded and something that it needs is not bound.
	//
	// Rule: Without DESCRIPTORS_VOLATILE everything that a dispatch needs is bound before RecordDispatch (source: DirectML, DML_EXECUTION_FLAGS).
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
	//	local a = dml.AllocateTensor(device, A)
	//	binding:BindInputs { { Buffer = a } }
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
	//	local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE" }
	//	list:SetDescriptorHeaps { heap }
	//	local a = dml.AllocateTensor(device, A)
	//	binding:BindInputs { { Buffer = a } }
	//	binding:BindOutputs { { Buffer = dml.AllocateTensor(device, A) } }
	//	ml:CreateCommandRecorder():RecordDispatch(list, relu, binding)
	DMLUnbound Code = 721
)
