-- exit: 1
-- A ring of particles: each frame appends its own behind those of the frames before with NO_OVERWRITE. This one begins a particle too early, and
-- writes it between the recording and the submission of the dispatch that reads it: nobody but the shader knows which bytes it reads.
local gpu, engine = require "gpu", require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
local particles, positions = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
local pipeline = device:CreateComputePipelineState {
  Name = "move", ResourceLayout = { DefaultVariableType = "DYNAMIC" },
  CS = gpu.ComputeShader { Name = "move", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) positions[GroupIndex] = particles[GroupIndex] * 2.0 end },
}
local ring = device:CreateBuffer { Name = "ring", Size = 64, Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE", Mode = "STRUCTURED", ElementByteStride = 4 }
local out = device:CreateBuffer { Name = "out", Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
local srb = pipeline:CreateShaderResourceBinding("srb")
srb:GetVariableByName("COMPUTE", "particles"):Set(ring)
srb:GetVariableByName("COMPUTE", "positions"):Set(out)

local first = context:MapBuffer(ring, "WRITE", "DISCARD")
first:Write(0, "float", { 1, 2, 3, 4 })
context:UnmapBuffer(ring)
context:SetPipelineState(pipeline)
context:CommitShaderResources(srb)
context:DispatchCompute { ThreadGroupCountX = 1 }

local second = context:MapBuffer(ring, "WRITE", "NO_OVERWRITE")
second:Write(16, "float", { 5, 6, 7 }) -- the dispatch does not read these bytes
second:Write(12, "float", { 8 }) -- but this one
context:UnmapBuffer(ring)
context:Flush()
context:WaitForIdle()
