package diag

// The codes of rules that look at the description of a new object: GS0301 to GS0329.
const (
	// NotSupported occurs when a script calls a method of Direct3D 12 that this version does not have. Methods that are refused by name have no
	// meaning on this adapter, or come in a later version.
	//
	// Rule: A method that is not there is refused, never ignored (source: gpuscript).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:SetSamplePositions(4, 1, {})
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:Close()
	NotSupported Code = 301

	// BadQueueType occurs when a command queue is created with type BUNDLE.
	//
	// Rule: Queues have type DIRECT, COMPUTE or COPY; a bundle is consumed by no queue (source: D3D12 multi-engine
	// synchronization).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommandQueue { Type = "BUNDLE", Name = "main" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	BadQueueType Code = 302

	// BadQueuePriority occurs when a command queue is created with priority GLOBAL_REALTIME.
	//
	// Rule: GLOBAL_REALTIME needs a privilege and fails instead of being lowered (source: D3D12_COMMAND_QUEUE_PRIORITY).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommandQueue { Type = "COMPUTE", Priority = "GLOBAL_REALTIME" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommandQueue { Type = "COMPUTE", Priority = "HIGH" }
	BadQueuePriority Code = 303

	// BadFenceFlags occurs when a fence is created with flags that this adapter has no use for, such as NON_MONITORED.
	//
	// Rule: NON_MONITORED is for adapters without monitored fences, SHARED_CROSS_ADAPTER for several adapters (source:
	// D3D12_FENCE_FLAGS).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateFence(0, "fence", "NON_MONITORED")
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateFence(0, "fence")
	BadFenceFlags Code = 304

	// FenceValueTooLarge occurs when a fence is created with, signalled with, or waited for with a value above 2^53, which a
	// Lua number cannot hold exactly.
	//
	// Rule: Fence values are whole numbers up to 2^53; 2^64-1 is what a fence of a removed device reads (source: gpuscript).
	//
	// No example: a script cannot reach it, because a Lua number above 2^53 is refused when the call is decoded (GS0135); programs that
	// call from Go can (gpu/validate: TestFenceValues).
	FenceValueTooLarge Code = 305

	// BadHeap occurs when a heap is described with a size, an alignment or flags that no heap can have.
	//
	// Rule: A heap is aligned to 64 KiB or 4 MiB and may hold at least one kind of resource; UPLOAD and READBACK heaps hold
	// buffers (source: D3D12_HEAP_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateHeap { Name = "heap", SizeInBytes = 1048576, Alignment = 4096 }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateHeap { Name = "heap", SizeInBytes = 1048576, Alignment = 65536 }
	BadHeap Code = 306

	// BadBuffer occurs when a buffer is described as anything but a one-dimensional array of bytes.
	//
	// Rule: A buffer has height, depth, mips and samples 1 and format UNKNOWN (source: D3D12_RESOURCE_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 1024, Height = 2, InitialState = "COMMON" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 2048, InitialState = "COMMON" }
	BadBuffer Code = 307

	// BadTexture occurs when a texture is described with a dimension or a layout that no texture has.
	//
	// Rule: A texture has dimension TEXTURE1D, TEXTURE2D or TEXTURE3D, which is for colors only, layout UNKNOWN and an alignment that it can have
	// (source: D3D12_RESOURCE_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8_UNORM",
	//	  Layout = "ROW_MAJOR", InitialState = "COMMON" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8_UNORM",
	//	  InitialState = "COMMON" }
	BadTexture Code = 308

	// BadTextureFormat occurs when a texture has no format, or a format that only buffers have.
	//
	// Rule: A texture has a format; formats with three components are for buffers (source: D3D12 format support).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 64, Height = 64,
	//	  Format = "R32G32B32_FLOAT", InitialState = "COMMON" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 64, Height = 64,
	//	  Format = "R32G32B32A32_FLOAT", InitialState = "COMMON" }
	BadTextureFormat Code = 309

	// BadTextureSize occurs when the size of a texture, or its number of mips or slices, is outside the limits.
	//
	// Rule: 2D textures have at most 16384 texels along each edge, 3D textures 2048, arrays 2048 slices, mips down to one texel (source: D3D12
	// resource limits).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 64, Height = 64, MipLevels = 8,
	//	  Format = "R8_UNORM", InitialState = "COMMON" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 64, Height = 64, MipLevels = 7,
	//	  Format = "R8_UNORM", InitialState = "COMMON" }
	BadTextureSize Code = 310

	// BadSampleCount occurs when a texture is described with a number of samples that it cannot have.
	//
	// Rule: A texture has 1, 2, 4 or 8 samples, and more than one only as a 2D target of one mip (source: DXGI_SAMPLE_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 64, Height = 64,
	//	  Format = "R8G8B8A8_UNORM", SampleDesc = { Count = 3 }, Flags = "ALLOW_RENDER_TARGET", InitialState = "COMMON" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 64, Height = 64,
	//	  Format = "R8G8B8A8_UNORM", SampleDesc = { Count = 4 }, Flags = "ALLOW_RENDER_TARGET", InitialState = "COMMON" }
	BadSampleCount Code = 311

	// BadResourceFlags occurs when the flags of a resource exclude each other or do not fit its dimension.
	//
	// Rule: ALLOW_DEPTH_STENCIL excludes the other ALLOW flags; buffers cannot be render targets (source:
	// D3D12_RESOURCE_FLAGS).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 1024, Flags = "ALLOW_RENDER_TARGET", InitialState = "COMMON" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	BadResourceFlags Code = 312

	// NotInCPUHeap occurs when a texture, or a buffer with unordered access, is created in an UPLOAD or READBACK heap.
	//
	// Rule: UPLOAD and READBACK heaps hold plain buffers (source: D3D12_HEAP_TYPE).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", HeapType = "READBACK", Dimension = "BUFFER", Width = 1024,
	//	  Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COPY_DEST" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", HeapType = "READBACK", Dimension = "BUFFER", Width = 1024,
	//	  InitialState = "COPY_DEST" }
	NotInCPUHeap Code = 313

	// BadInitialState occurs when a resource starts in a state that its heap, its flags or the combination of states does
	// not allow.
	//
	// Rule: UPLOAD resources start in GENERIC_READ, READBACK resources in COPY_DEST, others in a state that their flags
	// allow (source: D3D12 resource barriers).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "COPY_DEST" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "GENERIC_READ" }
	BadInitialState Code = 314

	// BadClearValue occurs when a resource that is neither a render target nor a depth buffer has an optimized clear value, or when the value has a
	// format that no view to clear through can have.
	//
	// Rule: An optimized clear value needs ALLOW_RENDER_TARGET or ALLOW_DEPTH_STENCIL and a typed format of the texture's family (source:
	// D3D12_CLEAR_VALUE).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8_UNORM",
	//	  InitialState = "COMMON", OptimizedClearValue = { Format = "R8_UNORM" } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "COMMON", OptimizedClearValue = { Format = "R8_UNORM" } }
	BadClearValue Code = 315

	// BadPlacement occurs when a placed resource is at an unaligned offset, reaches beyond the end of its heap, or is in a
	// heap that denies its kind or has a smaller alignment, and when the HeapFlags of a committed resource deny its kind.
	//
	// Rule: A placed resource is aligned to 64 KiB, with several samples to 4 MiB, and lies inside of a heap that has this alignment and allows its
	// kind (source: CreatePlacedResource, D3D12_HEAP_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateHeap { Name = "heap", SizeInBytes = 131072 }
	//	device:CreatePlacedResource { Name = "b", Heap = heap, HeapOffset = 4096, Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateHeap { Name = "heap", SizeInBytes = 131072 }
	//	device:CreatePlacedResource { Name = "b", Heap = heap, HeapOffset = 65536, Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	BadPlacement Code = 316

	// BadDescriptorHeap occurs when a descriptor heap is larger than allowed, or shader-visible although shaders do not read
	// its type.
	//
	// Rule: Shader-visible heaps have type CBV_SRV_UAV with at most 1,000,000 or SAMPLER with at most 2048 descriptors
	// (source: D3D12_DESCRIPTOR_HEAP_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateDescriptorHeap { Name = "h", Type = "RTV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateDescriptorHeap { Name = "h", Type = "RTV", NumDescriptors = 8 }
	BadDescriptorHeap Code = 317

	// BadQueryHeap occurs when a query heap has no queries, or more than the address space has room for.
	//
	// Rule: A query heap has at least one query and at most 4 GiB of results: 8 bytes each, 88 of pipeline statistics
	// (source: D3D12_QUERY_HEAP_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateQueryHeap { Name = "q", Type = "OCCLUSION", Count = 0xffffffff }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateQueryHeap { Name = "q", Type = "OCCLUSION", Count = 8 }
	BadQueryHeap Code = 318

	// RootSignatureTooLarge occurs when a root signature costs more than 64 DWORDs: a table costs 1, a constant 1, a root
	// descriptor 2.
	//
	// Rule: A root signature costs at most 64 DWORDs (source: D3D12 root signature limits).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 65 } } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 64 } } }
	RootSignatureTooLarge Code = 319

	// RootRegisterOverlap occurs when two parameters or static samplers of a root signature claim the same register.
	//
	// Rule: A register belongs to one parameter (source: D3D12 root signatures).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 } } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 } } }
	RootRegisterOverlap Code = 320

	// BadRootParameter occurs when a root parameter has no ranges or no values, a range does not fit, or a table mixes
	// samplers with views.
	//
	// Rule: A table has ranges of samplers or of views; constants have at least one value; spaces from 4294967280 on are reserved (source:
	// D3D12_ROOT_PARAMETER1).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", ShaderRegister = 0 } } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 4 } } }
	BadRootParameter Code = 321

	// BadRangeFlags occurs when the volatility flags of a range or root descriptor contradict each other.
	//
	// Rule: At most one DATA flag is set, DATA_STATIC needs static descriptors, and samplers have no data (source: D3D12
	// root signature version 1.1).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "SRV", ShaderRegister = 0, Flags = "DATA_STATIC|DATA_VOLATILE" } } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "SRV", ShaderRegister = 0, Flags = "DATA_STATIC" } } }
	BadRangeFlags Code = 322

	// BadShaderStage occurs when a pipeline is made with a shader of another stage than the field is for.
	//
	// Rule: CS is a compute shader, VS a vertex shader and PS a pixel shader (source: CreateComputePipelineState, CreateGraphicsPipelineState).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local cs = gpu.ComputeShader { Name = "cs", NumThreads = { 64, 1, 1 }, Main = function() end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = vs }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local cs = gpu.ComputeShader { Name = "cs", NumThreads = { 64, 1, 1 }, Main = function() end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = cs }
	BadShaderStage Code = 323

	// RegisterNotInRootSignature occurs when a shader declares a register that the root signature of its pipeline does not
	// offer.
	//
	// Rule: The root signature gives a place to every register of the shader (source: D3D12 root signatures).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = 1
	//	end }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 1 } } }
	//	device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = 1
	//	end }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
	//	device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	RegisterNotInRootSignature Code = 324

	// BadMultipleWait occurs when SetEventOnMultipleFenceCompletion gets no fence or, in a call from Go, another number of values than fences.
	//
	// Rule: There is at least one fence, and a value for each (source: ID3D12Device1::SetEventOnMultipleFenceCompletion).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	fence:Signal(1)
	//	device:SetEventOnMultipleFenceCompletion({}, {}, "ALL")
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	fence:Signal(1)
	//	device:SetEventOnMultipleFenceCompletion({ fence }, { 1 }, "ALL")
	BadMultipleWait Code = 325

	// BadCommandSignature occurs when a command signature has arguments that its command does not have, a command that is not last, root arguments
	// that its root signature does not have, something that is set twice, constants out of order, or a stride that does not hold the arguments.
	//
	// Rule: A command signature ends with one DISPATCH, DRAW or DRAW_INDEXED, sets arguments of its root signature, each once and constants in their
	// order, and its stride, a multiple of 4 bytes, holds them (source: D3D12_COMMAND_SIGNATURE_DESC, D3D12_INDIRECT_ARGUMENT_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommandSignature { Name = "work", ByteStride = 8, ArgumentDescs = { { Type = "DISPATCH" } } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommandSignature { Name = "work", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
	BadCommandSignature Code = 326
)
