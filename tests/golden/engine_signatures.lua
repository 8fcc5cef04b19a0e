-- Pipeline resource signatures: what changes by frame and what changes by object stand in two of them. Pipelines whose shaders declare the same names
-- at other registers share the binding objects of both, and inline constants reach the next command without another commit.
local gpu, engine = require "gpu", require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }

local frame = device:CreatePipelineResourceSignature { Name = "frame", Resources = {
  { Name = "scale", ShaderStages = "COMPUTE", ResourceType = "CONSTANT_BUFFER", ArraySize = 2, Flags = "INLINE_CONSTANTS" },
} }
local object = device:CreatePipelineResourceSignature { Name = "object", BindingIndex = 1, Resources = {
  { Name = "input", ShaderStages = "COMPUTE", ResourceType = "BUFFER_SRV", VarType = "STATIC" },
  { Name = "output", ShaderStages = "COMPUTE", ResourceType = "BUFFER_UAV" },
} }
local function Pipeline(name, t, u, b)
  local input, output = gpu.StructuredBuffer(t, "float"), gpu.RWStructuredBuffer(u, "float")
  local scale = gpu.ConstantBuffer(b, { { "factor", "float" }, { "add", "float" } })
  return device:CreateComputePipelineState { Name = name, ResourceSignatures = { frame, object }, CS = gpu.ComputeShader { Name = name, NumThreads = { 4, 1, 1 },
    Main = function(DispatchThreadID) output[DispatchThreadID.x] = input[DispatchThreadID.x] * scale.factor + scale.add end } }
end
local low, high = Pipeline("low registers", "t0", "u0", "b0"), Pipeline("high registers", "t7", "u3", "b5")
print("compatible", low:IsCompatibleWith(high), frame:IsCompatibleWith(object), low:GetResourceSignatureCount(), low:GetResourceSignature(1))

local function Buffer(name, data)
  return device:CreateBuffer { Name = name, Size = 16, BindFlags = "UNORDERED_ACCESS|SHADER_RESOURCE", Mode = "STRUCTURED", ElementByteStride = 4, Data = data }
end
local a, b, c = Buffer("a", engine.Pack("float", { 1, 2, 3, 4 })), Buffer("b"), Buffer("c")
object:GetStaticVariableByName("COMPUTE", "input"):Set(a)
local scale, first, second = frame:CreateShaderResourceBinding("scale"), object:CreateShaderResourceBinding("first"), object:CreateShaderResourceBinding("second")
first:GetVariableByName("COMPUTE", "output"):Set(b)
second:GetVariableByName("COMPUTE", "output"):Set(c)
local values = scale:GetVariableByName("COMPUTE", "scale")

context:SetPipelineState(low)
context:CommitShaderResources(scale)
context:CommitShaderResources(first)
values:SetInlineConstants { 10, 0.5 }
context:DispatchCompute {}
context:SetPipelineState(high)
context:CommitShaderResources(second)
values:SetInlineConstants({ 0.25 }, 1)
context:DispatchCompute {}

local back = device:CreateBuffer { Name = "back", Size = 32, Usage = "STAGING", CPUAccessFlags = "READ" }
context:CopyBuffer(b, 0, back, 0, 16)
context:CopyBuffer(c, 0, back, 16, 16)
context:WaitForIdle()
local m = context:MapBuffer(back, "READ")
print("low ", table.concat(m:Read(0, "float", 4), " "))
print("high", table.concat(m:Read(16, "float", 4), " "))
context:UnmapBuffer(back)

-- A resource of both stages of draws is one variable; a sampler in the signature needs no descriptor.
local draws = device:CreatePipelineResourceSignature { Name = "draws",
  Resources = {
    { Name = "tint", ShaderStages = "ALL_GRAPHICS", ResourceType = "CONSTANT_BUFFER", ArraySize = 4, Flags = "INLINE_CONSTANTS" },
    { Name = "picture", ShaderStages = "PIXEL", ResourceType = "TEXTURE_SRV", VarType = "DYNAMIC" },
  },
  ImmutableSamplers = { { Name = "point", ShaderStages = "PIXEL", Desc = { Filter = "MIN_MAG_MIP_POINT" } } } }
local tint = gpu.ConstantBuffer("b0", { { "color", "float4" } })
local picture, point = gpu.Texture2D("t0", "float4"), gpu.SamplerState("s0")
local pipeline = device:CreateGraphicsPipelineState { Name = "draw", ResourceSignatures = { draws },
  VS = gpu.VertexShader { Main = function(VertexID)
    local uv = float2(float((VertexID * 2) % 4), float(VertexID / 2 * 2))
    return { Position = float4(uv * float2(2, -2) + float2(-1, 1), 0, tint.color.w), uv = uv }
  end },
  PS = gpu.PixelShader { Main = function(v) return picture:SampleLevel(point, v.uv, 0) * tint.color end },
  GraphicsPipeline = { PrimitiveTopology = "TRIANGLELIST", RasterizerDesc = { CullMode = "NONE" }, DepthStencilDesc = { DepthEnable = false }, RTVFormats = { "R32G32B32A32_FLOAT" } } }
local texture = device:CreateTexture { Name = "texture", Width = 1, Height = 1, Format = "R32G32B32A32_FLOAT", BindFlags = "SHADER_RESOURCE",
  Data = { { Data = engine.Pack("float", { 1, 2, 4, 1 }) } } }
local target = device:CreateTexture { Name = "target", Width = 2, Height = 2, Format = "R32G32B32A32_FLOAT", BindFlags = "RENDER_TARGET" }
local srb = draws:CreateShaderResourceBinding("srb")
srb:GetVariableByName("PIXEL", "picture"):Set(texture)
srb:GetVariableByName("VERTEX", "tint"):SetInlineConstants { 0.5, 0.25, 2, 1 }
context:SetRenderTargets { target:GetDefaultView("RENDER_TARGET") }
context:SetPipelineState(pipeline)
context:CommitShaderResources(srb)
context:Draw { NumVertices = 3 }
local texels = device:CreateTexture { Name = "texels", Width = 2, Height = 2, Format = "R32G32B32A32_FLOAT", Usage = "STAGING", CPUAccessFlags = "READ" }
context:CopyTexture { SrcTexture = target, DstTexture = texels }
context:WaitForIdle()
local map = context:MapTextureSubresource(texels, 0, 0, "READ")
print("draw", table.concat(map:Read(map:GetStride() + 16, "float", 4), " "))
context:UnmapTextureSubresource(texels, 0, 0)

-- What the rules say.
context:SetPipelineState(low)
context:CommitShaderResources(first)
print(select(2, pcall(context.DispatchCompute, context, {})).message)
print(select(2, pcall(low.CreateShaderResourceBinding, low)).message)
