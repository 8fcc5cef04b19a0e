package diag

// Operators: what DirectML asks of descriptions and bindings.
const (
	// DMLUnknownOperator occurs when an operator has a Type that DirectML does not have.
	//
	// Rule: The type of an operator is one of DirectML's (source: DirectML, DML_OPERATOR_TYPE).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	ml:CreateOperator { Type = "ACTIVATION_RELUU", InputTensor = A, OutputTensor = A }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }
	DMLUnknownOperator Code = 701

	// DMLOperatorNotBuilt occurs when DirectML has an operator that the software device does not implement.
	//
	// Rule: Operators that are not implemented are refused by name; dml.OperatorTypes and docs/operators.md list those that are (source: gpuscript).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	ml:CreateOperator { Type = "RESAMPLE3", InputTensor = A, OutputTensor = A, InterpolationMode = "LINEAR", RoundingDirection = "INCREASING",
	//	  Scales = { 1 }, InputPixelOffsets = { 0 }, OutputPixelOffsets = { 0 }, Antialiased = false }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	ml:CreateOperator { Type = "RESAMPLE2", InputTensor = A, OutputTensor = A, InterpolationMode = "LINEAR", RoundingDirection = "INCREASING",
	//	  Scales = { 1 }, InputPixelOffsets = { 0 }, OutputPixelOffsets = { 0 } }
	DMLOperatorNotBuilt Code = 702

	// DMLOperatorField occurs when a field of an operator is missing, is not one of its fields, or has a value that it cannot have.
	//
	// Rule: An operator has the fields of its struct in DirectML; those that are not optional must be given (source: DirectML, operator
	// descriptions).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensr = A }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }
	DMLOperatorField Code = 703

	// DMLBadTensor occurs when the description of a tensor contradicts itself: no dimensions, a size of 0, strides of another number of dimensions,
	// too few bytes, or an output whose elements overlap.
	//
	// Rule: A tensor has 1 to 8 dimensions, no size is 0, and TotalTensorSizeInBytes is a multiple of 4 that covers its last element (source:
	// DirectML, DML_BUFFER_TENSOR_DESC).
	//
	// Example:
	//	local dml = require "gpu.dml"
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 2, 3 }, Strides = { 5, 1 }, TotalTensorSizeInBytes = 24 }
	//
	// Fixed:
	//	local dml = require "gpu.dml"
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 2, 3 }, Strides = { 5, 1 }, TotalTensorSizeInBytes = 32 }
	DMLBadTensor Code = 704

	// DMLOperatorConstraint occurs when tensors or attributes do not meet the constraints of their operator: data types, numbers of dimensions, or
	// sizes.
	//
	// Rule: Each operator has constraints on its tensors (source: DirectML, "Tensor constraints" and "Tensor support" of the operator).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local B = dml.BufferTensor { DataType = "FLOAT16", Sizes = { 4 } }
	//	ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = B }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local B = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = B }
	DMLOperatorConstraint Code = 705

	// DMLOwnedTensor occurs when an output has the flag OWNED_BY_DML.
	//
	// Rule: Only inputs can be handed over at initialisation (source: DirectML, DML_TENSOR_FLAGS).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local B = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 }, Flags = "OWNED_BY_DML" }
	//	ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = B }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local B = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = B }
	DMLOwnedTensor Code = 706

	// DMLBadFusion occurs when a FusedActivation is not an activation that can be fused, or has tensors of its own.
	//
	// Rule: Some activations can be fused; they are given without tensors, because they work on those of the operator (source: DirectML, "Using fused
	// operators").
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 2, 2 } }
	//	ml:CreateOperator { Type = "GEMM", ATensor = A, BTensor = A, OutputTensor = A, FusedActivation = { Type = "ACTIVATION_RELU", InputTensor = A } }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 2, 2 } }
	//	ml:CreateOperator { Type = "GEMM", ATensor = A, BTensor = A, OutputTensor = A, FusedActivation = { Type = "ACTIVATION_RELU" } }
	DMLBadFusion Code = 707

	// DMLReleased occurs when a method of a released object is called.
	//
	// Rule: An object is not used after its Release (source: DirectML, Resource lifetime and synchronization).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local recorder = ml:CreateCommandRecorder()
	//	recorder:Release()
	//	recorder:Release()
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local recorder = ml:CreateCommandRecorder()
	//	recorder:Release()
	DMLReleased Code = 710

	// DMLTableTooSmall occurs when a binding table has fewer descriptors than its dispatchable needs.
	//
	// Rule: SizeInDescriptors is at least RequiredDescriptorCount of GetBindingProperties (source: DirectML, DML_BINDING_TABLE_DESC).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 1, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 2, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	DMLTableTooSmall Code = 711

	// DMLTableHeap occurs when the range of descriptors of a binding table reaches beyond the end of its heap, or the heap is not one of views.
	//
	// Rule: The handles of a binding table name descriptors of a heap of type CBV_SRV_UAV, which has all SizeInDescriptors of them (source: DirectML,
	// DML_BINDING_TABLE_DESC).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 4, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(6),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(6) }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 2, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(6),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(6) }
	DMLTableHeap Code = 712

	// DMLEmptyTable occurs when a binding table is used that serves no dispatchable: it has no description, or its initializer has been reset since.
	//
	// Rule: A table serves the dispatchable of its description; after the Reset of an initializer the table must be reset, too (source: DirectML,
	// IDMLDevice::CreateBindingTable and IDMLOperatorInitializer::Reset).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local binding = ml:CreateBindingTable()
	//	binding:BindInputs {}
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local binding = ml:CreateBindingTable()
	//	binding:Release()
	DMLEmptyTable Code = 713

	// DMLBindingCount occurs when there are more bindings than tensors, or none for one that must be bound.
	//
	// Rule: There is a binding for each input or output, also for optional ones, of which those at the end may be left out; an empty list unbinds all
	// (source: DirectML, IDMLBindingTable::BindInputs).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 2, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local a = dml.AllocateTensor(device, A)
	//	binding:BindInputs { { Buffer = a }, { Buffer = a } }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 2, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local a = dml.AllocateTensor(device, A)
	//	binding:BindInputs { { Buffer = a } }
	DMLBindingCount Code = 714

	// DMLBindingType occurs when a binding is not of the type that a tensor takes.
	//
	// Rule: Tensors of buffers take BUFFER bindings; NONE is for optional ones and BUFFER_ARRAY for initializers (source: DirectML,
	// DML_BINDING_TYPE).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 2, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local a = dml.AllocateTensor(device, A)
	//	binding:BindInputs { { Bindings = { { Buffer = a } } } }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 2, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local a = dml.AllocateTensor(device, A)
	//	binding:BindInputs { { Buffer = a } }
	DMLBindingType Code = 715

	// DMLWrongDispatchable occurs when a dispatch is recorded with a binding table of another dispatchable.
	//
	// Rule: The binding table of RecordDispatch is one of the dispatchable (source: DirectML, IDMLCommandRecorder::RecordDispatch).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local init = ml:CreateOperatorInitializer { relu }
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = relu, SizeInDescriptors = 2, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local a = dml.AllocateTensor(device, A)
	//	binding:BindInputs { { Buffer = a } }
	//	binding:BindOutputs { { Buffer = a } }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator "COMPUTE" }
	//	list:SetDescriptorHeaps { heap }
	//	ml:CreateCommandRecorder():RecordDispatch(list, init, binding)
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local ml = dml.CreateDevice(device, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CompileOperator(ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }, { Name = "relu" })
	//	local init = ml:CreateOperatorInitializer { relu }
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//	local binding = ml:CreateBindingTable { Dispatchable = init, SizeInDescriptors = 2, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0),
	//	  GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0) }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator "COMPUTE" }
	//	list:SetDescriptorHeaps { heap }
	//	ml:CreateCommandRecorder():RecordDispatch(list, init, binding)
	DMLWrongDispatchable Code = 726

	// DMLValues occurs when UploadTensor gets more or fewer values than the tensor spans, or one that is not an element of its type.
	//
	// Rule: A tensor spans 1 + the sum of (size - 1) * stride elements, in the order of memory (source: gpuscript; the sum is that of DirectML,
	// "Using strides").
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local queue = gpu.CreateDevice { Name = "demo" }:CreateCommandQueue { Type = "COMPUTE" }
	//	dml.UploadTensor(queue, dml.BufferTensor { DataType = "UINT8", Sizes = { 3 } }, { 1, 2 })
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local queue = gpu.CreateDevice { Name = "demo" }:CreateCommandQueue { Type = "COMPUTE" }
	//	dml.UploadTensor(queue, dml.BufferTensor { DataType = "UINT8", Sizes = { 3 } }, { 1, 2, 3 })
	DMLValues Code = 736
)
