package diag

// The codes of pipelines, binding objects and queries of the engine level: GS0663 to GS0671, but for GS0664, the leak report.
const (
	// EngineBindingMissing occurs when a draw or a dispatch runs without what its pipeline needs: a pipeline, a binding
	// object, or a resource in a variable.
	//
	// Rule: Every variable of a pipeline has a resource when a command uses it (source: Diligent, CommitShaderResources).
	//
	// Example:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local output = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader {
	//	  Name = "fill", NumThreads = { 4, 1, 1 },
	//	  Main = function(DispatchThreadID) output[DispatchThreadID.x] = 1 end,
	//	}
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", CS = fill, ResourceLayout = { DefaultVariableType = "MUTABLE" } }
	//	local function Target(name)
	//	  return device:CreateBuffer { Name = name, Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	end
	//	local srb = pipeline:CreateShaderResourceBinding("srb")
	//	local variable = srb:GetVariableByName("COMPUTE", "output")
	//	variable:Set(Target("target"))
	//	context:SetPipelineState(pipeline)
	//	context:DispatchCompute {}
	//
	// Fixed:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local output = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader {
	//	  Name = "fill", NumThreads = { 4, 1, 1 },
	//	  Main = function(DispatchThreadID) output[DispatchThreadID.x] = 1 end,
	//	}
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", CS = fill, ResourceLayout = { DefaultVariableType = "MUTABLE" } }
	//	local function Target(name)
	//	  return device:CreateBuffer { Name = name, Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	end
	//	local srb = pipeline:CreateShaderResourceBinding("srb")
	//	local variable = srb:GetVariableByName("COMPUTE", "output")
	//	variable:Set(Target("target"))
	//	context:SetPipelineState(pipeline)
	//	context:CommitShaderResources(srb)
	//	context:DispatchCompute {}
	EngineBindingMissing Code = 663

	// EngineLeak occurs when a render device is released while objects of it were not.
	//
	// Rule: Every object is released before its device (source: Diligent, device destruction).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	device:Release()
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	a:Release()
	//	device:Release()
	EngineLeak Code = 664

	// EngineBindingKind occurs when a variable is set to something that the shader does not declare there, or that lacks a bind flag.
	//
	// Rule: A resource fits the type, the view and the bind flags that its variable needs (source: Diligent, shader resource
	// variables).
	//
	// Example:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local output = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader {
	//	  Name = "fill", NumThreads = { 4, 1, 1 },
	//	  Main = function(DispatchThreadID) output[DispatchThreadID.x] = 1 end,
	//	}
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", CS = fill, ResourceLayout = { DefaultVariableType = "MUTABLE" } }
	//	local target = device:CreateBuffer { Name = "target", Size = 16, BindFlags = "SHADER_RESOURCE", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	local srb = pipeline:CreateShaderResourceBinding("srb")
	//	local variable = srb:GetVariableByName("COMPUTE", "output")
	//	variable:Set(target)
	//
	// Fixed:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local output = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader {
	//	  Name = "fill", NumThreads = { 4, 1, 1 },
	//	  Main = function(DispatchThreadID) output[DispatchThreadID.x] = 1 end,
	//	}
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", CS = fill, ResourceLayout = { DefaultVariableType = "MUTABLE" } }
	//	local target = device:CreateBuffer { Name = "target", Size = 16, BindFlags = "SHADER_RESOURCE|UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	local srb = pipeline:CreateShaderResourceBinding("srb")
	//	local variable = srb:GetVariableByName("COMPUTE", "output")
	//	variable:Set(target)
	EngineBindingKind Code = 665

	// EngineBindingOverwritten occurs when a static or mutable variable is set a second time.
	//
	// Rule: Static and mutable variables are set once; dynamic ones at any time (source: Diligent, shader resource
	// variables).
	//
	// Example:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local output = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader {
	//	  Name = "fill", NumThreads = { 4, 1, 1 },
	//	  Main = function(DispatchThreadID) output[DispatchThreadID.x] = 1 end,
	//	}
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", CS = fill, ResourceLayout = { DefaultVariableType = "MUTABLE" } }
	//	local function Target(name)
	//	  return device:CreateBuffer { Name = name, Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	end
	//	local srb = pipeline:CreateShaderResourceBinding("srb")
	//	local variable = srb:GetVariableByName("COMPUTE", "output")
	//	variable:Set(Target("first"))
	//	variable:Set(Target("second"))
	//
	// Fixed:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local output = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader {
	//	  Name = "fill", NumThreads = { 4, 1, 1 },
	//	  Main = function(DispatchThreadID) output[DispatchThreadID.x] = 1 end,
	//	}
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", CS = fill, ResourceLayout = { DefaultVariableType = "DYNAMIC" } }
	//	local function Target(name)
	//	  return device:CreateBuffer { Name = name, Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	end
	//	local srb = pipeline:CreateShaderResourceBinding("srb")
	//	local variable = srb:GetVariableByName("COMPUTE", "output")
	//	variable:Set(Target("first"))
	//	variable:Set(Target("second"))
	EngineBindingOverwritten Code = 666

	// EngineBindingInFlight occurs when a variable is overwritten while work that may not have finished uses its binding
	// object.
	//
	// Rule: Descriptors that a command references are valid until it was executed (source: Diligent, Managing Resource Lifetimes, descriptor heaps).
	//
	// Example:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local output = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader {
	//	  Name = "fill", NumThreads = { 4, 1, 1 },
	//	  Main = function(DispatchThreadID) output[DispatchThreadID.x] = 1 end,
	//	}
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", CS = fill, ResourceLayout = { DefaultVariableType = "MUTABLE" } }
	//	local function Target(name)
	//	  return device:CreateBuffer { Name = name, Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	end
	//	local srb = pipeline:CreateShaderResourceBinding("srb")
	//	local variable = srb:GetVariableByName("COMPUTE", "output")
	//	variable:Set(Target("first"))
	//	context:SetPipelineState(pipeline)
	//	context:CommitShaderResources(srb)
	//	context:DispatchCompute {}
	//	context:Flush()
	//	variable:Set(Target("second"), "ALLOW_OVERWRITE")
	//
	// Fixed:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local output = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader {
	//	  Name = "fill", NumThreads = { 4, 1, 1 },
	//	  Main = function(DispatchThreadID) output[DispatchThreadID.x] = 1 end,
	//	}
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", CS = fill, ResourceLayout = { DefaultVariableType = "MUTABLE" } }
	//	local function Target(name)
	//	  return device:CreateBuffer { Name = name, Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	end
	//	local srb = pipeline:CreateShaderResourceBinding("srb")
	//	local variable = srb:GetVariableByName("COMPUTE", "output")
	//	variable:Set(Target("first"))
	//	context:SetPipelineState(pipeline)
	//	context:CommitShaderResources(srb)
	//	context:DispatchCompute {}
	//	context:WaitForIdle()
	//	variable:Set(Target("second"), "ALLOW_OVERWRITE")
	EngineBindingInFlight Code = 667

	// EngineBindingChanged occurs when a variable was set after CommitShaderResources and the next command would not see it.
	//
	// Rule: Resources that changed are committed again (source: Diligent, CommitShaderResources).
	//
	// Example:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local output = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader {
	//	  Name = "fill", NumThreads = { 4, 1, 1 },
	//	  Main = function(DispatchThreadID) output[DispatchThreadID.x] = 1 end,
	//	}
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", CS = fill, ResourceLayout = { DefaultVariableType = "DYNAMIC" } }
	//	local function Target(name)
	//	  return device:CreateBuffer { Name = name, Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	end
	//	local srb = pipeline:CreateShaderResourceBinding("srb")
	//	local variable = srb:GetVariableByName("COMPUTE", "output")
	//	variable:Set(Target("first"))
	//	context:SetPipelineState(pipeline)
	//	context:CommitShaderResources(srb)
	//	context:DispatchCompute {}
	//	variable:Set(Target("second"))
	//	context:DispatchCompute {}
	//
	// Fixed:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local output = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader {
	//	  Name = "fill", NumThreads = { 4, 1, 1 },
	//	  Main = function(DispatchThreadID) output[DispatchThreadID.x] = 1 end,
	//	}
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", CS = fill, ResourceLayout = { DefaultVariableType = "DYNAMIC" } }
	//	local function Target(name)
	//	  return device:CreateBuffer { Name = name, Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	end
	//	local srb = pipeline:CreateShaderResourceBinding("srb")
	//	local variable = srb:GetVariableByName("COMPUTE", "output")
	//	variable:Set(Target("first"))
	//	context:SetPipelineState(pipeline)
	//	context:CommitShaderResources(srb)
	//	context:DispatchCompute {}
	//	variable:Set(Target("second"))
	//	context:CommitShaderResources(srb)
	//	context:DispatchCompute {}
	EngineBindingChanged Code = 668

	// EngineBindingShared occurs when two contexts record with the same binding object at a time.
	//
	// Rule: A shader resource binding belongs to one context while it records (source: Diligent, IShaderResourceBinding).
	//
	// Example:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 2 }
	//	local output = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader {
	//	  Name = "fill", NumThreads = { 4, 1, 1 },
	//	  Main = function(DispatchThreadID) output[DispatchThreadID.x] = 1 end,
	//	}
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", CS = fill, ResourceLayout = { DefaultVariableType = "DYNAMIC" } }
	//	local left = device:CreateBuffer { Name = "left", Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	local right = device:CreateBuffer { Name = "right", Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	local srb = pipeline:CreateShaderResourceBinding("srb")
	//	local first, second = device:GetDeferredContext(1), device:GetDeferredContext(2)
	//	first:Begin(context)
	//	srb:GetVariableByName("COMPUTE", "output"):Set(left)
	//	first:SetPipelineState(pipeline)
	//	first:CommitShaderResources(srb)
	//	first:DispatchCompute {}
	//	second:Begin(context)
	//	srb:GetVariableByName("COMPUTE", "output"):Set(right)
	//	second:SetPipelineState(pipeline)
	//	second:CommitShaderResources(srb)
	//	second:DispatchCompute {}
	//
	// Fixed:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 2 }
	//	local output = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader {
	//	  Name = "fill", NumThreads = { 4, 1, 1 },
	//	  Main = function(DispatchThreadID) output[DispatchThreadID.x] = 1 end,
	//	}
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", CS = fill, ResourceLayout = { DefaultVariableType = "DYNAMIC" } }
	//	local left = device:CreateBuffer { Name = "left", Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	local right = device:CreateBuffer { Name = "right", Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	local srb = pipeline:CreateShaderResourceBinding("srb")
	//	local first, second = device:GetDeferredContext(1), device:GetDeferredContext(2)
	//	first:Begin(context)
	//	srb:GetVariableByName("COMPUTE", "output"):Set(left)
	//	first:SetPipelineState(pipeline)
	//	first:CommitShaderResources(srb)
	//	first:DispatchCompute {}
	//	second:Begin(context)
	//	local own = pipeline:CreateShaderResourceBinding("own")
	//	own:GetVariableByName("COMPUTE", "output"):Set(right)
	//	second:SetPipelineState(pipeline)
	//	second:CommitShaderResources(own)
	//	second:DispatchCompute {}
	EngineBindingShared Code = 669

	// EngineExhausted occurs when a heap of the engine has no room: descriptors or dynamic memory.
	//
	// Rule: The parts of GPU descriptor heaps have fixed sizes (source: Diligent, Managing Descriptor Heaps, GPU descriptor heap).
	//
	// Example:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", GPUDynamicDescriptors = { 4, 4 }, DynamicDescriptorChunkSize = { 4, 4 } }
	//	local output = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader {
	//	  Name = "fill", NumThreads = { 4, 1, 1 },
	//	  Main = function(DispatchThreadID) output[DispatchThreadID.x] = 1 end,
	//	}
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", CS = fill, ResourceLayout = { DefaultVariableType = "DYNAMIC" } }
	//	local function Target(name)
	//	  return device:CreateBuffer { Name = name, Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	end
	//	local srb = pipeline:CreateShaderResourceBinding("srb")
	//	local variable = srb:GetVariableByName("COMPUTE", "output")
	//	variable:Set(Target("target"))
	//	context:SetPipelineState(pipeline)
	//	for _ = 1, 5 do
	//	  context:CommitShaderResources(srb)
	//	  context:DispatchCompute {}
	//	end
	//
	// Fixed:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", GPUDynamicDescriptors = { 8, 4 }, DynamicDescriptorChunkSize = { 4, 4 } }
	//	local output = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader {
	//	  Name = "fill", NumThreads = { 4, 1, 1 },
	//	  Main = function(DispatchThreadID) output[DispatchThreadID.x] = 1 end,
	//	}
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", CS = fill, ResourceLayout = { DefaultVariableType = "DYNAMIC" } }
	//	local function Target(name)
	//	  return device:CreateBuffer { Name = name, Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
	//	end
	//	local srb = pipeline:CreateShaderResourceBinding("srb")
	//	local variable = srb:GetVariableByName("COMPUTE", "output")
	//	variable:Set(Target("target"))
	//	context:SetPipelineState(pipeline)
	//	for _ = 1, 5 do
	//	  context:CommitShaderResources(srb)
	//	  context:DispatchCompute {}
	//	end
	EngineExhausted Code = 670

	// EngineQuery occurs when a query is begun, ended or read out of order: begun twice, ended without having been begun or on another context, left
	// open at the end of a list, begun again before its last result is available, or read before it was ended.
	//
	// Rule: A query begins and ends in one list, and begins again only when its last result is available (source: Diligent, IQuery).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local query = device:CreateQuery { Name = "time", Type = "DURATION" }
	//	context:EndQuery(query)
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local query = device:CreateQuery { Name = "time", Type = "DURATION" }
	//	context:BeginQuery(query)
	//	context:EndQuery(query)
	EngineQuery Code = 671
)
