-- Textures of the engine level: the CPU writes a DYNAMIC texture, the GPU makes the mip levels of another one, and a STAGING texture brings
-- them back. How many groups a dispatch has stands in a buffer that an earlier dispatch wrote.
--
--   DYNAMIC "paper" ──CopyTexture──▶ "chain" mip 0 ──GenerateMips──▶ mip 1, 2, 3 ──CopyTexture──▶ STAGING "back" ──▶ CPU
--
-- Every mip level has a state of its own: while one is drawn, the one above it is read. The engine finds the barriers.
local gpu, engine = require "gpu", require "gpu.engine"

local device, context = engine.CreateDeviceAndContexts { Name = "mips" }
local Size, Levels = 8, 4

local paper = device:CreateTexture { Name = "paper", Width = Size, Height = Size, Format = "R32_FLOAT", Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE" }
local chain = device:CreateTexture { Name = "chain", Width = Size, Height = Size, Format = "R32_FLOAT", MipLevels = Levels, BindFlags = "SHADER_RESOURCE",
  MiscFlags = "GENERATE_MIPS" }
local back = device:CreateTexture { Name = "back", Width = Size, Height = Size, Format = "R32_FLOAT", MipLevels = Levels, Usage = "STAGING", CPUAccessFlags = "READ" }

-- A checkerboard of 2 x 2 texels: its first mip level is a checkerboard too, and all further ones are grey.
local texels = context:MapTextureSubresource(paper, 0, 0, "WRITE", "DISCARD")
for y = 0, Size - 1 do
  local row = {}
  for x = 0, Size - 1 do row[x + 1] = (math.floor(x / 2) + math.floor(y / 2)) % 2 * 8 end
  texels:Write(y * texels:GetStride(), "float", row)
end
context:UnmapTextureSubresource(paper, 0, 0)                -- records the copy into the texture

context:CopyTexture { SrcTexture = paper, DstTexture = chain }
context:GenerateMips(chain:GetDefaultView("SHADER_RESOURCE"))
for mip = 0, Levels - 1 do
  context:CopyTexture { SrcTexture = chain, SrcMipLevel = mip, DstTexture = back, DstMipLevel = mip }
end
context:WaitForIdle()                                       -- MapTextureSubresource never waits

for mip = 0, Levels - 1 do
  local size = Size / 2 ^ mip
  local level = context:MapTextureSubresource(back, mip, 0, "READ")
  print(("mip %d, %d x %d"):format(mip, size, size))
  for y = 0, math.min(size, 2) - 1 do
    local row = level:Read(y * level:GetStride(), "float", size)
    print("  " .. table.concat(row, " "))
  end
  context:UnmapTextureSubresource(back, mip, 0)
end

-- Indirect: a dispatch counts how many texels of the second level are bright, and leaves as many groups for the next one.
local g_level, g_args, g_hits = gpu.Texture2D("t0", "float"), gpu.RWByteAddressBuffer("u0"), gpu.RWByteAddressBuffer("u0")
local count = device:CreateComputePipelineState { Name = "count", ResourceLayout = { DefaultVariableType = "MUTABLE" },
  CS = gpu.ComputeShader { Name = "count", NumThreads = { 4, 4, 1 }, Main = function(DispatchThreadID)
    if g_level[DispatchThreadID.xy] > 4.0 then g_args:InterlockedAdd(0, 1) end
  end } }
local hit = device:CreateComputePipelineState { Name = "hit", ResourceLayout = { DefaultVariableType = "MUTABLE" },
  CS = gpu.ComputeShader { Name = "hit", NumThreads = { 1, 1, 1 }, Main = function() g_hits:InterlockedAdd(0, 1) end } }
local args = device:CreateBuffer { Name = "args", Size = 12, Mode = "RAW", BindFlags = "UNORDERED_ACCESS|INDIRECT_DRAW_ARGS", Data = engine.Pack("uint", { 0, 1, 1 }) }
local hits = device:CreateBuffer { Name = "hits", Size = 4, Mode = "RAW", BindFlags = "UNORDERED_ACCESS", Data = engine.Pack("uint", { 0 }) }
local second = chain:CreateView { Name = "second level", Type = "SHADER_RESOURCE", ViewDimension = "TEXTURE2D", MostDetailedMip = 1, MipLevels = 1 }
local counting, hitting = count:CreateShaderResourceBinding("counting"), hit:CreateShaderResourceBinding("hitting")
counting:GetVariableByName("COMPUTE", "g_level"):Set(second)
counting:GetVariableByName("COMPUTE", "g_args"):Set(args)
hitting:GetVariableByName("COMPUTE", "g_hits"):Set(hits)

context:CommitShaderResources(counting)
context:DispatchCompute {}
context:SetPipelineState(hit)
context:CommitShaderResources(hitting)
context:DispatchComputeIndirect { AttribsBuffer = args }    -- from UNORDERED_ACCESS to INDIRECT_ARGUMENT by the engine

local result = device:CreateBuffer { Name = "result", Size = 4, Usage = "STAGING", CPUAccessFlags = "READ" }
context:CopyBuffer(hits, 0, result, 0, 4)
context:WaitForIdle()
print("bright texels of mip 1: " .. context:MapBuffer(result, "READ"):Read(0, "uint"))
context:UnmapBuffer(result)
context:FinishFrame()

for _, o in ipairs { second, counting, hitting, count, hit, args, hits, result, paper, chain, back } do o:Release() end
device:Release()
