-- Words that people bring along from other APIs, or write from memory: the message has the word that is meant here.
local t = require "prelude"
local case = t.case
local gpu = t.gpu

-- Fields.
case("a list gets its pipeline by another name", "GS0131 unknown key PipelineState", function()
  local allocator = t.device:CreateCommandAllocator("COMPUTE")
  t.device:CreateCommandList { Type = "COMPUTE", Allocator = allocator, PipelineState = t.pso "fill" } --!
end)
case("a list gets its allocator by a longer name", "GS0131 unknown key CommandAllocator", function()
  t.device:CreateCommandList { Type = "COPY", CommandAllocator = t.device:CreateCommandAllocator("COPY") } --!
end)
case("a pipeline gets its shader by another name", "GS0131 unknown key ComputeShader", function()
  local shader = gpu.ComputeShader { Name = "nothing", NumThreads = { 1, 1, 1 }, Main = function(GroupIndex) end }
  t.device:CreateComputePipelineState { RootSignature = t.root(), ComputeShader = shader } --!
end)
case("a texture has a number of samples", "GS0131 unknown key SampleCount", function()
  t.tex("x", "COMMON", "ALLOW_RENDER_TARGET", { SampleCount = 4 }) --!
end)
case("a texture that is made here has a number of samples", "GS0131 unknown key SampleCount", function()
  t.device:CreateCommittedResource { Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", --!
    Flags = "ALLOW_RENDER_TARGET", SampleCount = 4 }
end)
case("a buffer is allowed unordered access by a field", "GS0131 unknown key AllowUAV", function()
  t.device:CreateCommittedResource { Dimension = "BUFFER", Width = 256, AllowUAV = true } --!
end)
case("a buffer is not allowed unordered access by a field", "GS0131 unknown key AllowUAV", function()
  t.device:CreateCommittedResource { Dimension = "BUFFER", Width = 256, AllowUAV = false } --!
end)
case("a heap is shader-visible by a field", "GS0131 unknown key ShaderVisible", function()
  t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 4, ShaderVisible = true } --!
end)
case("a sampler has one address mode", "GS0131 unknown key desc.AddressMode", function()
  local heap = t.device:CreateDescriptorHeap { Type = "SAMPLER", NumDescriptors = 1 }
  t.device:CreateSampler({ Filter = "MIN_MAG_MIP_POINT", AddressMode = "CLAMP" }, heap:GetCPUDescriptorHandle(0)) --!
end)
case("a field stands beside the table it belongs in", "GS0131 unknown key CullMode", function()
  local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
  t.device:CreateGraphicsPipelineState { RootSignature = t.root(), VS = vs, PrimitiveTopologyType = "TRIANGLE", CullMode = "NONE" } --!
end)
case("a range has a register", "GS0131 unknown key Parameters[1].Ranges[1].Register", function()
  t.device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Register = 2 } } } } } --!
end)
case("constants are counted", "GS0131 unknown key Parameters[1].Num", function()
  t.device:CreateRootSignature { Parameters = { { Type = "32BIT_CONSTANTS", Num = 4 } } } --!
end)
case("a barrier goes from one state to another", "GS0131 unknown key barriers[1].From", function()
  local b = t.buf "b"
  t.run(t.queue "DIRECT", function(l) l:ResourceBarrier { { Resource = b, From = "COMMON", After = "COPY_DEST" } } end) --!
end)
case("a UAV barrier in one word", "GS0131 unknown key barriers[1].UAV", function()
  local b = t.buf "b"
  t.run(t.queue "DIRECT", function(l) l:ResourceBarrier { { UAV = b } } end) --!
end)

-- Values.
case("a state in short", 'GS0136 has no value "UAV"', function()
  local b = t.buf "b"
  t.run(t.queue "DIRECT", function(l) t.go(l, b, "COMMON", "UAV") end) --!
end)
case("triangles", 'GS0136 has no value "TRIANGLES"', function()
  t.run(t.queue "DIRECT", function(l) l:IASetPrimitiveTopology "TRIANGLES" end) --!
end)
case("a heap type that is given to the table before the call, with a letter missing", 'GS0136 has no value "DEFALT"', function()
  local desc = { Dimension = "BUFFER", Width = 256 }
  desc.HeapType = "DEFALT"
  t.device:CreateCommittedResource(desc) --!
end)
case("flags that are given to the table before the call, one with a letter missing", 'GS0136 has no value "ALLOW_SIMULTANEOUS_ACESS"', function()
  local desc = { HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R32_UINT" }
  desc.Flags = "ALLOW_UNORDERED_ACCESS|ALLOW_SIMULTANEOUS_ACESS"
  t.device:CreateCommittedResource(desc) --!
end)

-- Calls.
case("a queue is given a list by another name", "GS0121 no method Submit", function()
  local q = t.queue "COPY"
  q:Submit(t.list(q, function() end)) --!
end)
case("a list is executed", "GS0121 no method Execute", function()
  local q = t.queue "COPY"
  local l = t.list(q, function() end)
  l:Execute(q) --!
end)
case("a fence is waited for", "GS0121 no method Wait", function()
  local q, f = t.queue "COPY", t.fence "F"
  q:Signal(f, 1)
  f:Wait(1) --!
end)
case("a thread is waited for", "GS0121 no method Wait", function()
  local thread = gpu.Thread(function() end)
  thread:Wait() --!
end)
case("a thread is made with a name and a function elsewhere", "GS0122 no function or value CreateThread", function()
  gpu.CreateThread("worker", function() end):Join() --!
end)
case("a buffer is written without a mapping", "GS0121 no method Write", function()
  local up = t.upload "up"
  up:Write(0, "float", { 1 }) --!
end)
case("a mapping is written like an array", "GS0123 assignment to [0]", function()
  local up = t.upload "up"
  up:Map()[0] = 1 --!
end)
case("a float is written", "GS0121 no method WriteFloat", function()
  local mapping = t.upload("up"):Map()
  mapping:WriteFloat(4, 1.5) --!
end)
case("numbers are written without their type", "GS0125 takes exactly 3 arguments, got 2", function()
  t.upload("up"):Map():Write(0, { 1, 2 }) --!
end)
case("numbers are read with their type first", "GS0133 type must be a string, got number 0", function()
  t.readback("back"):Map():Read("float", 0) --!
end)
case("a picture is saved with its name last", "GS0133 path must be a string", function()
  gpu.SavePNG(t.tex "x", "x.png") --!
end)
case("a timestamp is written", "GS0121 no method WriteTimestamp", function()
  local times = t.device:CreateQueryHeap { Type = "TIMESTAMP", Count = 2 }
  t.run(t.queue "DIRECT", function(l) l:WriteTimestamp(times, 1) end) --!
end)
case("a buffer is asked for its size", "GS0121 no method GetSize", function()
  print(t.buf("b"):GetSize()) --!
end)
case("vertices are set as a buffer", "GS0133 views must be a list, got Resource", function()
  t.run(t.queue "DIRECT", function(l) l:IASetVertexBuffers(0, t.buf "b") end) --!
end)

-- Names of WebGPU and Vulkan.
case("a list is finished", "GS0121 no method Finish", function()
  local l = t.device:CreateCommandList { Type = "COPY", Name = "list", Allocator = t.device:CreateCommandAllocator("COPY") }
  l:Finish() --!
end)
case("bytes go from one buffer to another", "GS0121 no method CopyBufferToBuffer", function()
  local l = t.device:CreateCommandList { Type = "COPY", Name = "list", Allocator = t.device:CreateCommandAllocator("COPY") }
  l:CopyBufferToBuffer(t.upload("from"), 0, t.buf("to"), 256, 64) --!
  l:Close()
end)
case("a resource is destroyed", "GS0121 no method Destroy", function()
  t.buf("b"):Destroy() --!
end)
case("a buffer is filled by a command", "GS0121 no method FillBuffer", function()
  local l = t.device:CreateCommandList { Type = "COPY", Name = "list", Allocator = t.device:CreateCommandAllocator("COPY") }
  l:FillBuffer(t.buf("to"), 0, 256, 0) --!
end)
