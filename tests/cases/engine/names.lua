-- Calls and descriptions of the engine level as programs in C++ write them: contents as a second argument, numbers of groups one after the other, states and flags that are
-- kept here, and calls that have another name.
local t = require "prelude"
local e = require "engine_prelude"
local gpu, engine, case = t.gpu, require "gpu.engine", t.case

local function vertices(d) return { Name = "vertices", Size = 16, BindFlags = "VERTEX_BUFFER", Usage = d } end

case("a buffer and no contents", "silent", function()
  e.start().device:CreateBuffer(vertices "DEFAULT", nil)
end)
case("a buffer and its contents", "silent", function()
  e.start().device:CreateBuffer(vertices "IMMUTABLE", e.WORDS)
end)
case("a buffer and its contents in a struct", "silent", function()
  e.start().device:CreateBuffer(vertices "IMMUTABLE", { pData = e.WORDS, DataSize = 16 })
end)
case("a buffer that has to have contents, and nil", "GS0657", function()
  e.start().device:CreateBuffer(vertices "IMMUTABLE", nil) --!
end)
case("a texture and its contents in a struct", "silent", function()
  e.start().device:CreateTexture({ Name = "x", Width = 2, Height = 2, Format = "R8G8B8A8_UNORM", BindFlags = "SHADER_RESOURCE", Usage = "IMMUTABLE" },
    { pSubResources = { { pData = e.WORDS, Stride = 8 } }, NumSubresources = 1 })
end)
case("numbers of groups one after the other", "silent", function()
  local w = e.start()
  local srb = e.mover(w, e.buffer(w, "from"), e.buffer(w, "to"))
  w.main:SetPipelineState(w.pipeline)
  w.main:CommitShaderResources(srb)
  w.main:DispatchCompute(1, 1, 1)
end)

case("flags that the module is asked for", "GS0122 no function or value BIND_VERTEX_BUFFER", function()
  e.start().device:CreateBuffer { Name = "vertices", Size = 16, BindFlags = engine.BIND_VERTEX_BUFFER } --!
end)
case("a state with the prefix of the engine", "GS0136 NewState has no value \"RESOURCE_STATE_SHADER_RESOURCE\"", function()
  local w = e.start()
  w.main:TransitionResourceStates { { Resource = e.texture(w, "x"), NewState = "RESOURCE_STATE_SHADER_RESOURCE" } } --!
end)
case("the state that a resource is in", "GS0131 unknown key transitions[1].OldState", function()
  local w = e.start()
  w.main:TransitionResourceStates { { Resource = e.texture(w, "x"), OldState = "UNKNOWN", NewState = "COPY_SOURCE" } } --!
end)
case("flags of a transition", "GS0131 unknown key transitions[1].Flags", function()
  local w = e.start()
  w.main:TransitionResourceStates { { Resource = e.texture(w, "x"), NewState = "COPY_SOURCE", Flags = "UPDATE_STATE" } } --!
end)
case("a kind of fence", "GS0131 unknown key Type", function()
  e.start().device:CreateFence { Name = "F", Type = "GENERAL" } --!
end)
case("a fence is signalled by another name", "GS0121 has no method SignalFence", function()
  local w = e.start()
  local fence = w.device:CreateFence { Name = "F" }
  w.main:SignalFence(fence, 1) --!
end)
case("a context waits on the CPU", "GS0121 has no method WaitForFence", function()
  local w = e.start()
  local fence = w.device:CreateFence { Name = "F" }
  w.main:EnqueueSignal(fence, 1)
  w.main:Flush()
  w.main:WaitForFence(fence, 1, true) --!
end)
case("a texture is told its state", "GS0121 has no method SetState", function()
  e.texture(e.start(), "x"):SetState("UNKNOWN") --!
end)
case("a number for a context", "GS0133 immediate must be a DeviceContext, got number 0", function()
  e.start().first:Begin(0) --!
end)
case("the samples of a query by another name", "GS0122 QueryData has no field NumSamples", function()
  local w = e.start()
  local query = w.device:CreateQuery { Name = "samples", Type = "OCCLUSION" }
  w.main:BeginQuery(query)
  w.main:EndQuery(query)
  w.main:WaitForIdle()
  print(query:GetData().NumSamples) --!
end)
