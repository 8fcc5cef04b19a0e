-- Slips of single calls that people make who know the API: the message has the edit.
local t = require "prelude"
local case = t.case

case("a view is made at the GPU's handle for the start of a heap", "GS0141 must be a CPUDescriptorHandle", function()
  local heap, b = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }, t.buf "b"
  t.device:CreateShaderResourceView(b, { Format = "R32_FLOAT", ViewDimension = "BUFFER", NumElements = 4 }, heap:GetGPUDescriptorHandleForHeapStart()) --!
end)
case("a picture goes through a buffer that is too small for its rows", "GS0370 the footprint needs small[0, 16384)", function()
  local small = t.upload("small", 4096)
  t.run(t.queue "COPY", function(l) l:CopyTextureRegion({ Resource = t.tex "x" }, 0, 0, 0, t.rows(small, 64)) end) --!
end)
case("a queue is made without a description", "GS0125 takes exactly 1 argument", function()
  t.device:CreateCommandQueue() --!
end)
case("a field of a description is set to a wrong number before the call", "GS0135 Width must be at least 1, got -1", function()
  local desc = { HeapType = "DEFAULT", Dimension = "BUFFER", InitialState = "COMMON" }
  desc.Width = -1
  t.device:CreateCommittedResource(desc) --!
end)
case("a struct is declared apart from its buffer", "GS0122 no function or value Struct", function()
  t.gpu.Struct { { "position", "float3" } } --!
end)
case("a picture is read by another name", "GS0122 no function or value LoadPNG", function()
  local q, x = t.queue "DIRECT", t.target "x"
  local target = t.rtv(x)
  t.run(q, function(l) l:ClearRenderTargetView(target, { 1, 0, 0, 1 }) end)
  t.idle(q)
  t.gpu.SavePNG("brick.png", x)
  t.gpu.LoadPNG "brick.png" --!
end)
case("the arguments of a copy stand in a table, with the names of C", "GS0133 CopyBufferRegion takes its arguments one after the other", function()
  local from, to = t.upload "from", t.buf "to"
  t.run(t.queue "COPY", function(l) l:CopyBufferRegion { DstBuffer = to, DstOffset = 0, SrcBuffer = from, SrcOffset = 16, NumBytes = 64 } end) --!
end)
case("a fence and its value are a list", "GS0133 Signal takes its arguments one after the other", function()
  local q, f = t.queue "COPY", t.fence "F"
  q:Signal { f, 1 } --!
end)
case("a fence and its value are named", "GS0133 Signal takes its arguments one after the other", function()
  local q, f = t.queue "COPY", t.fence "F"
  local last = { pFence = f, Value = 1 }
  q:Signal(last) --!
end)
case("a buffer of a shader is declared with a field", "GS0133 RWByteAddressBuffer takes its arguments one after the other", function()
  local out = t.gpu.RWByteAddressBuffer { Register = "u0" } --!
end)
case("a thread is made by its name elsewhere", "GS0122 no function or value CreateThread", function()
  t.gpu.CreateThread(function() end):Join() --!
end)
case("a fence signals on a queue, as C# has it", "GS0125 Fence:Signal takes exactly 1 argument, got 2", function()
  local q, f = t.queue "COPY", t.fence "F"
  f:Signal(q, 1) --!
  t.idle(q)
end)
case("the name of a buffer in quotes", "GS0133 barriers[1].Resource must be a Resource", function()
  local buffer = t.buf "b"
  t.run(t.queue "DIRECT", function(l) l:ResourceBarrier { { Type = "UAV", Resource = "buffer" } } end) --!
end)
case("an event is closed as a handle", "GS0105 global 'CloseHandle'", function()
  local event = t.gpu.CreateEvent()
  CloseHandle(event) --!
end)
case("an event is set as a handle", "GS0105 global 'SetEvent'", function()
  local event = t.gpu.CreateEvent()
  SetEvent(event) --!
  t.gpu.WaitForSingleObject(event)
end)
case("an event is reset by a function of the module", "GS0122 ResetEvent", function()
  local event = t.gpu.CreateEvent()
  t.gpu.ResetEvent(event) --!
end)
case("a fence is asked by a function of the module", "GS0122 GetCompletedValue", function()
  local F = t.fence "F"
  assert(t.gpu.GetCompletedValue(F) == 0) --!
end)
case("a result is asked whether it failed", "GS0105 global 'ThrowIfFailed'", function()
  local q, f = t.queue "COPY", t.fence "F"
  ThrowIfFailed(q:Signal(f, 1)) --!
end)
