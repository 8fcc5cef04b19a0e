package diag

// The codes of descriptors and views: GS0388 to GS0398.
const (
	// BadDescriptorHandle occurs when a descriptor is written to, or copied with, a handle of a heap of another type.
	//
	// Rule: A descriptor lies in a heap of its type (source: D3D12 descriptor heaps).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CreateSampler({}, heap:GetCPUDescriptorHandle(0))
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CreateShaderResourceView(buffer, { Format = "R32_FLOAT" }, heap:GetCPUDescriptorHandle(0))
	BadDescriptorHandle Code = 388

	// BadDescriptorCopy occurs when descriptors are copied from a shader-visible heap, or onto themselves, or when both sides of the copy have
	// different numbers of descriptors.
	//
	// Rule: The source of a copy is not shader-visible, the ranges do not overlap, and both sides have the same number of descriptors (source:
	// ID3D12Device::CopyDescriptors).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CopyDescriptorsSimple(2, heap:GetCPUDescriptorHandle(1), heap:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CopyDescriptorsSimple(2, heap:GetCPUDescriptorHandle(2), heap:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
	BadDescriptorCopy Code = 389

	// BadConstantBufferView occurs when a constant buffer view is not a multiple of 256 bytes up to 64 KiB.
	//
	// Rule: A constant buffer view has a multiple of 256 bytes, at most 65536 (source: D3D12_CONSTANT_BUFFER_VIEW_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CreateConstantBufferView({ BufferLocation = buffer:GetGPUVirtualAddress(), SizeInBytes = 64 }, heap:GetCPUDescriptorHandle(0))
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CreateConstantBufferView({ BufferLocation = buffer:GetGPUVirtualAddress(), SizeInBytes = 256 }, heap:GetCPUDescriptorHandle(0))
	BadConstantBufferView Code = 390

	// BadSampler occurs when a sampler has an anisotropy above 16, or its smallest level of detail is above its largest.
	//
	// Rule: MaxAnisotropy is at most 16, MipLODBias -16 to 15.99, and MinLOD is not above MaxLOD (source: D3D12_SAMPLER_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "SAMPLER", NumDescriptors = 1 }
	//	device:CreateSampler({ MinLOD = 4, MaxLOD = 1 }, heap:GetCPUDescriptorHandle(0))
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "SAMPLER", NumDescriptors = 1 }
	//	device:CreateSampler({ MinLOD = 1, MaxLOD = 4 }, heap:GetCPUDescriptorHandle(0))
	BadSampler Code = 391

	// NullViewNeedsDescription occurs when a null view is created without a view dimension.
	//
	// Rule: A null descriptor has a description with a dimension (source: ID3D12Device::CreateShaderResourceView).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CreateShaderResourceView(nil, nil, heap:GetCPUDescriptorHandle(0))
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CreateShaderResourceView(nil, { ViewDimension = "BUFFER", Format = "R32_FLOAT" }, heap:GetCPUDescriptorHandle(0))
	NullViewNeedsDescription Code = 392

	// BadViewDimension occurs when a view has a dimension that does not fit its resource.
	//
	// Rule: The dimension of a view fits the resource (source: D3D12_SHADER_RESOURCE_VIEW_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CreateShaderResourceView(buffer, { ViewDimension = "TEXTURE2D", Format = "R32_FLOAT" }, heap:GetCPUDescriptorHandle(0))
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CreateShaderResourceView(buffer, { ViewDimension = "BUFFER", Format = "R32_FLOAT" }, heap:GetCPUDescriptorHandle(0))
	BadViewDimension Code = 393

	// BadBufferView occurs when a buffer view is not exactly one of structured, raw and typed.
	//
	// Rule: A buffer view has a stride, the flag RAW, or a format (source: D3D12_BUFFER_SRV).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CreateShaderResourceView(buffer, { StructureByteStride = 16, Format = "R32_FLOAT" }, heap:GetCPUDescriptorHandle(0))
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CreateShaderResourceView(buffer, { StructureByteStride = 16 }, heap:GetCPUDescriptorHandle(0))
	BadBufferView Code = 394

	// BadCounter occurs when the counter of a UAV is not aligned, outside of its buffer, or belongs to a view that has none.
	//
	// Rule: Structured views have a 4-byte counter in a buffer with unordered access, at a multiple of 4096 bytes (source:
	// D3D12_BUFFER_UAV).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CreateUnorderedAccessView(buffer, buffer, { StructureByteStride = 4, CounterOffsetInBytes = 256 }, heap:GetCPUDescriptorHandle(0))
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CreateUnorderedAccessView(buffer, buffer, { StructureByteStride = 4, CounterOffsetInBytes = 0 }, heap:GetCPUDescriptorHandle(0))
	BadCounter Code = 395

	// BadViewFormat occurs when a view has a format of another family than its texture, or reinterprets the floats of a typed texture as another type
	// of number.
	//
	// Rule: The format of a view has the components of the format of the texture (source: D3D12 format casting).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
	//	local t = device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM", InitialState = "COMMON" }
	//	device:CreateShaderResourceView(t, { Format = "R32_FLOAT" }, heap:GetCPUDescriptorHandle(0))
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
	//	local t = device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM", InitialState = "COMMON" }
	//	device:CreateShaderResourceView(t, { Format = "R8G8B8A8_UNORM_SRGB" }, heap:GetCPUDescriptorHandle(0))
	BadViewFormat Code = 396

	// BadViewRange occurs when a view shows elements, mips or slices that its resource does not have.
	//
	// Rule: A view shows a part of its resource (source: D3D12_SHADER_RESOURCE_VIEW_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CreateShaderResourceView(buffer, { Format = "R32_FLOAT", FirstElement = 128, NumElements = 256 }, heap:GetCPUDescriptorHandle(0))
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
	//	local buffer = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	device:CreateShaderResourceView(buffer, { Format = "R32_FLOAT", FirstElement = 128, NumElements = 128 }, heap:GetCPUDescriptorHandle(0))
	BadViewRange Code = 397

	// ShaderResourceDenied occurs when an SRV is created of a resource with DENY_SHADER_RESOURCE.
	//
	// Rule: DENY_SHADER_RESOURCE forbids shader resource views (source: D3D12_RESOURCE_FLAGS).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
	//	local depth = device:CreateCommittedResource { Name = "depth", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R32_TYPELESS",
	//	  Flags = "ALLOW_DEPTH_STENCIL|DENY_SHADER_RESOURCE", InitialState = "DEPTH_WRITE" }
	//	device:CreateShaderResourceView(depth, { Format = "R32_FLOAT" }, heap:GetCPUDescriptorHandle(0))
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
	//	local depth = device:CreateCommittedResource { Name = "depth", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R32_TYPELESS",
	//	  Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE" }
	//	device:CreateShaderResourceView(depth, { Format = "R32_FLOAT" }, heap:GetCPUDescriptorHandle(0))
	ShaderResourceDenied Code = 398

	// StaticBorderColor occurs when a static sampler has a border color that is not one of the three that have names.
	//
	// Rule: The border of a static sampler is transparent black, opaque black or opaque white (source: D3D12_STATIC_BORDER_COLOR).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateRootSignature { Name = "root", StaticSamplers = { { AddressU = "BORDER", BorderColor = { 1, 0.9, 0.8, 1 } } } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateRootSignature { Name = "root", StaticSamplers = { { AddressU = "BORDER", BorderColor = "OPAQUE_WHITE" } } }
	StaticBorderColor Code = 329
)
