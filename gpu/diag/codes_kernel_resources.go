package diag

// Kernels: resources, barriers and atomics, GS0241 to GS0249.
const (
	// UnknownResourceMethod occurs when a method is called that the resource does not have.
	//
	// Rule: Methods are those of HLSL for the kind of the resource (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local tex = gpu.Texture2D("t0", "float4")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = tex:Lood(int3(0, 0, 0)).x
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local tex = gpu.Texture2D("t0", "float4")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = tex:Load(int3(0, 0, 0)).x
	//	  end,
	//	}
	UnknownResourceMethod Code = 241

	// DerivativesInCompute occurs when a compute or vertex shader uses derivatives: ddx, ddy, Sample.
	//
	// Rule: Derivatives are available in pixel shaders only (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local tex = gpu.Texture2D("t0", "float4")
	//	local s = gpu.SamplerState("s0")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = tex:Sample(s, float2(0, 0)).x
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local tex = gpu.Texture2D("t0", "float4")
	//	local s = gpu.SamplerState("s0")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = tex:SampleLevel(s, float2(0, 0), 0).x
	//	  end,
	//	}
	DerivativesInCompute Code = 242

	// RegisterOverlap occurs when two resources of one kernel share a register.
	//
	// Rule: A register of one class and space belongs to one resource of a shader (source: HLSL register).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local other = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = other[i]
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local other = gpu.RWStructuredBuffer("u1", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = other[i]
	//	  end,
	//	}
	RegisterOverlap Code = 243

	// ElementFormatMismatch occurs when the format of a view holds another kind of number than the kernel declares.
	//
	// Rule: Float elements need a FLOAT, UNORM or SNORM format, uint elements UINT, int elements SINT (source: D3D12 typed views).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local out = gpu.RWBuffer("u0", "uint")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 1, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = 1
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS" }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	device:CreateUnorderedAccessView(buffer, nil, { Format = "R32_FLOAT" }, heap:GetCPUDescriptorHandle(0))
	//	local root = device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	list:SetDescriptorHeaps { heap }
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local out = gpu.RWBuffer("u0", "uint")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 1, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = 1
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS" }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	device:CreateUnorderedAccessView(buffer, nil, { Format = "R32_UINT" }, heap:GetCPUDescriptorHandle(0))
	//	local root = device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	list:SetDescriptorHeaps { heap }
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	ElementFormatMismatch Code = 244

	// DivergentIndex occurs when an array of resources is indexed by a value that differs between work items.
	//
	// Rule: In a compute shader the index into an array of resources is uniform over the group, or wrapped in NonUniformResourceIndex (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local tables = gpu.StructuredBuffer("t0", "float", 4)
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = tables[i][0]
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local tables = gpu.StructuredBuffer("t0", "float", 4)
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = tables[NonUniformResourceIndex(i)][0]
	//	  end,
	//	}
	DivergentIndex Code = 245

	// DivergentBarrier occurs when a barrier is in control flow that differs between the work items of a group.
	//
	// Rule: All work items of a group execute the same barriers (source: HLSL, GroupMemoryBarrierWithGroupSync).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(GroupIndex)
	//	    if GroupIndex < 8 then GroupMemoryBarrierWithGroupSync() end
	//	    out[GroupIndex] = 1.0
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(GroupIndex)
	//	    GroupMemoryBarrierWithGroupSync()
	//	    out[GroupIndex] = 1.0
	//	  end,
	//	}
	DivergentBarrier Code = 246

	// AtomicTarget occurs when an Interlocked operation gets a destination or a value that it cannot work on.
	//
	// Rule: Atomics work on one int or uint of 32 bits in an RW resource or groupshared memory, InterlockedExchange and those named FloatBitwise on a
	// float (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    InterlockedAdd(out[i], 1)
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "uint")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    InterlockedAdd(out[i], 1)
	//	  end,
	//	}
	AtomicTarget Code = 247

	// BadPrintfFormat occurs when a printf format has a conversion that printf does not know, more or fewer conversions than components, or an
	// integer conversion for a float.
	//
	// Rule: A format has one conversion for each component of the arguments, and integer conversions take no floats (source: gpuscript printf).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    printf("%d %d", DispatchThreadID.x)
	//	    out[0] = 1.0
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    printf("%d", DispatchThreadID.x)
	//	    out[0] = 1.0
	//	  end,
	//	}
	BadPrintfFormat Code = 248
)
