package diag

// Codes of descriptors, and of what commands find in memory, when work runs: GS06xx.
const (
	// CounterMissing occurs when a dispatch or a draw appends to a buffer, consumes from it or counts with it, and its view has no counter.
	//
	// Rule: The view of a buffer that counts names a buffer for the counter (source: ID3D12Device::CreateUnorderedAccessView).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "COMPUTE", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator("COMPUTE") }
	//	local kept = gpu.AppendStructuredBuffer("u0", "float")
	//	local keep = gpu.ComputeShader { Name = "keep", NumThreads = { 1, 1, 1 }, Main = function(GroupIndex)
	//	  kept:Append(float(GroupIndex))
	//	end }
	//	local items = device:CreateCommittedResource { Name = "items", Dimension = "BUFFER", Width = 64, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local counter = device:CreateCommittedResource { Name = "counter", Dimension = "BUFFER", Width = 4, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	device:CreateUnorderedAccessView(items, nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } }
	//	list:SetDescriptorHeaps { heap }
	//	list:SetComputeRootSignature(root)
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "keep", RootSignature = root, CS = keep })
	//	list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "COMPUTE", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator("COMPUTE") }
	//	local kept = gpu.AppendStructuredBuffer("u0", "float")
	//	local keep = gpu.ComputeShader { Name = "keep", NumThreads = { 1, 1, 1 }, Main = function(GroupIndex)
	//	  kept:Append(float(GroupIndex))
	//	end }
	//	local items = device:CreateCommittedResource { Name = "items", Dimension = "BUFFER", Width = 64, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local counter = device:CreateCommittedResource { Name = "counter", Dimension = "BUFFER", Width = 4, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	device:CreateUnorderedAccessView(items, counter, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } }
	//	list:SetDescriptorHeaps { heap }
	//	list:SetComputeRootSignature(root)
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "keep", RootSignature = root, CS = keep })
	//	list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	CounterMissing Code = 625

	// StaticDescriptorUnwritten occurs when a list is submitted that has set a table with a static descriptor which was never written.
	//
	// Rule: All descriptors of a range without DESCRIPTORS_VOLATILE are valid when the table is set, whether shaders read them or not (source: root
	// signature 1.1, descriptors and data volatility).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "COMPUTE", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator("COMPUTE") }
	//	local inputs, out = gpu.StructuredBuffer("t0", "float", 2), gpu.RWStructuredBuffer("u0", "float")
	//	local first = gpu.ComputeShader { Name = "first", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex)
	//	  out[GroupIndex] = inputs[0][GroupIndex]
	//	end }
	//	local data = device:CreateCommittedResource { Name = "data", Dimension = "BUFFER", Width = 16, InitialState = "COMMON" }
	//	local sum = device:CreateCommittedResource { Name = "sum", Dimension = "BUFFER", Width = 16, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
	//	device:CreateShaderResourceView(data, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 2 } } }, { Type = "UAV" } } }
	//	list:SetDescriptorHeaps { heap }
	//	list:SetComputeRootSignature(root)
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "first", RootSignature = root, CS = first })
	//	list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
	//	list:SetComputeRootUnorderedAccessView(1, sum:GetGPUVirtualAddress())
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "COMPUTE", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator("COMPUTE") }
	//	local inputs, out = gpu.StructuredBuffer("t0", "float", 2), gpu.RWStructuredBuffer("u0", "float")
	//	local first = gpu.ComputeShader { Name = "first", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex)
	//	  out[GroupIndex] = inputs[0][GroupIndex]
	//	end }
	//	local data = device:CreateCommittedResource { Name = "data", Dimension = "BUFFER", Width = 16, InitialState = "COMMON" }
	//	local sum = device:CreateCommittedResource { Name = "sum", Dimension = "BUFFER", Width = 16, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
	//	device:CreateShaderResourceView(data, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 2, Flags = "DESCRIPTORS_VOLATILE" } } }, { Type = "UAV" } } }
	//	list:SetDescriptorHeaps { heap }
	//	list:SetComputeRootSignature(root)
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "first", RootSignature = root, CS = first })
	//	list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
	//	list:SetComputeRootUnorderedAccessView(1, sum:GetGPUVirtualAddress())
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	StaticDescriptorUnwritten Code = 626

	// IndirectIndexFormat occurs when a command of ExecuteIndirect has an index buffer view whose format is not an index format. The command is left
	// out.
	//
	// Rule: The format of an index buffer view is DXGI_FORMAT_R16_UINT (57) or DXGI_FORMAT_R32_UINT (42) (source: D3D12_INDEX_BUFFER_VIEW).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local vs = gpu.VertexShader { Name = "corner", Main = function(VertexID)
	//	  return { Position = float4(float(VertexID % 2) * 4 - 1, float(VertexID / 2) * 4 - 1, 0, 1) }
	//	end }
	//	local ps = gpu.PixelShader { Name = "white", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	local pipeline = device:CreateGraphicsPipelineState { Name = "triangle", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" },
	//	  PrimitiveTopologyType = "TRIANGLE", RasterizerState = { CullMode = "NONE" } }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local heap = device:CreateDescriptorHeap { Name = "targets", Type = "RTV", NumDescriptors = 1 }
	//	device:CreateRenderTargetView(target, nil, heap:GetCPUDescriptorHandle(0))
	//	local indices = device:CreateCommittedResource { Name = "indices", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 12, InitialState = "GENERIC_READ" }
	//	indices:Map():Write(0, "uint", { 0, 1, 2 })
	//	local draws = device:CreateCommandSignature { Name = "draws", ByteStride = 36, ArgumentDescs = { { Type = "INDEX_BUFFER_VIEW" }, { Type = "DRAW_INDEXED" } } }
	//	local args = device:CreateCommittedResource { Name = "args", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 36, InitialState = "GENERIC_READ" }
	//	local words = args:Map()
	//	words:Write(0, "uint64", { indices:GetGPUVirtualAddress() })
	//	words:Write(8, "uint", { 12, 41, 3, 1, 0, 0, 0 })
	//	list:SetGraphicsRootSignature(root)
	//	list:SetPipelineState(pipeline)
	//	list:OMSetRenderTargets({ heap:GetCPUDescriptorHandle(0) })
	//	list:ClearRenderTargetView(heap:GetCPUDescriptorHandle(0), { 0, 0, 0, 1 })
	//	list:RSSetViewports { { Width = 4, Height = 4 } }
	//	list:RSSetScissorRects { { Right = 4, Bottom = 4 } }
	//	list:IASetPrimitiveTopology("TRIANGLELIST")
	//	list:ExecuteIndirect(draws, 1, args)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local vs = gpu.VertexShader { Name = "corner", Main = function(VertexID)
	//	  return { Position = float4(float(VertexID % 2) * 4 - 1, float(VertexID / 2) * 4 - 1, 0, 1) }
	//	end }
	//	local ps = gpu.PixelShader { Name = "white", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	local pipeline = device:CreateGraphicsPipelineState { Name = "triangle", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" },
	//	  PrimitiveTopologyType = "TRIANGLE", RasterizerState = { CullMode = "NONE" } }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local heap = device:CreateDescriptorHeap { Name = "targets", Type = "RTV", NumDescriptors = 1 }
	//	device:CreateRenderTargetView(target, nil, heap:GetCPUDescriptorHandle(0))
	//	local indices = device:CreateCommittedResource { Name = "indices", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 12, InitialState = "GENERIC_READ" }
	//	indices:Map():Write(0, "uint", { 0, 1, 2 })
	//	local draws = device:CreateCommandSignature { Name = "draws", ByteStride = 36, ArgumentDescs = { { Type = "INDEX_BUFFER_VIEW" }, { Type = "DRAW_INDEXED" } } }
	//	local args = device:CreateCommittedResource { Name = "args", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 36, InitialState = "GENERIC_READ" }
	//	local words = args:Map()
	//	words:Write(0, "uint64", { indices:GetGPUVirtualAddress() })
	//	words:Write(8, "uint", { 12, 42, 3, 1, 0, 0, 0 })
	//	list:SetGraphicsRootSignature(root)
	//	list:SetPipelineState(pipeline)
	//	list:OMSetRenderTargets({ heap:GetCPUDescriptorHandle(0) })
	//	list:ClearRenderTargetView(heap:GetCPUDescriptorHandle(0), { 0, 0, 0, 1 })
	//	list:RSSetViewports { { Width = 4, Height = 4 } }
	//	list:RSSetScissorRects { { Right = 4, Bottom = 4 } }
	//	list:IASetPrimitiveTopology("TRIANGLELIST")
	//	list:ExecuteIndirect(draws, 1, args)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	IndirectIndexFormat Code = 627

	// SamplerMismatch occurs when a comparison sampler is used where the shader declares an ordinary sampler, or the other way round.
	//
	// Rule: SamplerComparisonState goes with COMPARISON_ filters, SamplerState with the others (source: D3D12_FILTER; D3D11
	// DEVICE_DRAW_SAMPLER_MISMATCH).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local map, out = gpu.Texture2D("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
	//	local nearer = gpu.SamplerComparisonState("s0")
	//	local shade = gpu.ComputeShader { Name = "shade", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex)
	//	  out[GroupIndex] = map:SampleCmpLevelZero(nearer, float2(0.5, 0.5), 0.5)
	//	end }
	//	local root = device:CreateRootSignature { Name = "root",
	//	  Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } }, { Type = "UAV" } },
	//	  StaticSamplers = { { Filter = "MIN_MAG_MIP_LINEAR", ComparisonFunc = "LESS" } } }
	//	device:CreateComputePipelineState { Name = "shade", RootSignature = root, CS = shade }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local map, out = gpu.Texture2D("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
	//	local nearer = gpu.SamplerComparisonState("s0")
	//	local shade = gpu.ComputeShader { Name = "shade", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex)
	//	  out[GroupIndex] = map:SampleCmpLevelZero(nearer, float2(0.5, 0.5), 0.5)
	//	end }
	//	local root = device:CreateRootSignature { Name = "root",
	//	  Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } }, { Type = "UAV" } },
	//	  StaticSamplers = { { Filter = "COMPARISON_MIN_MAG_MIP_LINEAR", ComparisonFunc = "LESS" } } }
	//	device:CreateComputePipelineState { Name = "shade", RootSignature = root, CS = shade }
	SamplerMismatch Code = 628

	// ShaderUnaligned occurs when a kernel accesses a raw buffer at an address that is no multiple of 4. The word that holds the byte is read or
	// written.
	//
	// Rule: Addresses of raw buffers are multiples of 4; what others do is undefined (source: HLSL ByteAddressBuffer, RWByteAddressBuffer).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "COMPUTE", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator("COMPUTE") }
	//	local words, out = gpu.ByteAddressBuffer("t0"), gpu.RWStructuredBuffer("u0", "uint")
	//	local copy = gpu.ComputeShader { Name = "copy", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex)
	//	  out[GroupIndex] = words:Load(GroupIndex)
	//	end }
	//	local from = device:CreateCommittedResource { Name = "from", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" }
	//	local to = device:CreateCommittedResource { Name = "to", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "SRV" }, { Type = "UAV" } } }
	//	list:SetComputeRootSignature(root)
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "copy", RootSignature = root, CS = copy })
	//	list:SetComputeRootShaderResourceView(0, from:GetGPUVirtualAddress())
	//	list:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "COMPUTE", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator("COMPUTE") }
	//	local words, out = gpu.ByteAddressBuffer("t0"), gpu.RWStructuredBuffer("u0", "uint")
	//	local copy = gpu.ComputeShader { Name = "copy", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex)
	//	  out[GroupIndex] = words:Load(4 * GroupIndex)
	//	end }
	//	local from = device:CreateCommittedResource { Name = "from", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" }
	//	local to = device:CreateCommittedResource { Name = "to", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "SRV" }, { Type = "UAV" } } }
	//	list:SetComputeRootSignature(root)
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "copy", RootSignature = root, CS = copy })
	//	list:SetComputeRootShaderResourceView(0, from:GetGPUVirtualAddress())
	//	list:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	ShaderUnaligned Code = 629
)
