package conformance

// planeTouches are the functions of texelHead for a texture of a depth plane, subresource 0, and a stencil plane, 1.
const planeTouches = `
local view = { "R32_FLOAT_X8X24_TYPELESS", "X32_TYPELESS_G8X24_UINT" }
local depth, stencil = gpu.Texture2D("t0", "float"), gpu.Texture2D("t0", "uint2")
local loads = {
  function(GroupThreadID) result[GroupThreadID.x] = uint(depth:Load(int3(int(at.left + GroupThreadID.x), int(GroupThreadID.y), 0))) end,
  function(GroupThreadID) result[GroupThreadID.x] = stencil:Load(int3(int(at.left + GroupThreadID.x), int(GroupThreadID.y), 0)).y end,
}
local planes = device:CreateRootSignature { Name = "planes", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DATA_VOLATILE" } } },
  { Type = "UAV", ShaderRegister = 1 }, { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } } }
function slice() return 0 end
function width() return 16 end
function T.load(l, p, h)
  local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  device:CreateShaderResourceView(m, { Format = view[p + 1], ViewDimension = "TEXTURE2D", PlaneSlice = p }, heap:GetCPUDescriptorHandle())
  l:SetPipelineState(device:CreateComputePipelineState { Name = "load", RootSignature = planes, CS = gpu.ComputeShader { Name = "load", NumThreads = { 8, 16, 1 }, Main = loads[p + 1] } })
  l:SetDescriptorHeaps { heap }
  l:SetComputeRootSignature(planes)
  l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle())
  l:SetComputeRootUnorderedAccessView(1, buffer "result":GetGPUVirtualAddress())
  l:SetComputeRoot32BitConstants(2, { gpu.AsUint(8 * h) })
  l:Dispatch(1, 1, 1)
end
local function dsv(flags)
  local dsvs = device:CreateDescriptorHeap { Name = "dsvs", Type = "DSV", NumDescriptors = 1 }
  device:CreateDepthStencilView(m, { Format = "D32_FLOAT_S8X24_UINT", Flags = flags }, dsvs:GetCPUDescriptorHandle())
  return dsvs:GetCPUDescriptorHandle()
end
function T.clear(l, p, h) l:ClearDepthStencilView(dsv "NONE", p == 0 and "DEPTH" or "STENCIL", 1, 1, { rect(0, h) }) end
local function drawn(l, p, h, mask, flags)
  local face = { StencilFunc = p == 0 and "ALWAYS" or "EQUAL", StencilPassOp = mask == "ALL" and "REPLACE" or "KEEP" }
  if mask == "ALL" then face.StencilFunc = "ALWAYS" end
  l:SetPipelineState(device:CreateGraphicsPipelineState { Name = "depths", RootSignature = root, VS = vs, RasterizerState = { CullMode = "NONE" }, PrimitiveTopologyType = "TRIANGLE", DSVFormat = "D32_FLOAT_S8X24_UINT",
    DepthStencilState = { DepthEnable = p == 0, DepthWriteMask = mask, DepthFunc = mask == "ALL" and "ALWAYS" or "LESS", StencilEnable = p == 1, StencilWriteMask = mask == "ALL" and 255 or 0, FrontFace = face, BackFace = face } })
  l:SetGraphicsRootSignature(root)
  l:RSSetViewports { { Width = 16, Height = 16 } }
  l:RSSetScissorRects { rect(0, h) }
  l:OMSetRenderTargets({}, dsv(flags))
  l:IASetPrimitiveTopology "TRIANGLELIST"
  l:DrawInstanced(3, 1)
end
function T.draw(l, p, h) drawn(l, p, h, "ALL", p == 0 and "READ_ONLY_STENCIL" or "READ_ONLY_DEPTH") end
function T.test(l, p, h) drawn(l, p, h, "ZERO", "READ_ONLY_DEPTH|READ_ONLY_STENCIL") end
local function rows(p) return { Resource = buffer "rows", Format = p == 0 and "R32_FLOAT" or "R8_UINT", Width = 16, Height = 16, RowPitch = 256 } end
function T.copyIn(l, p) l:CopyTextureRegion({ Resource = m, Subresource = p }, 0, 0, 0, rows(p)) end
function T.copyOut(l, p) l:CopyTextureRegion(rows(p), 0, 0, 0, { Resource = m, Subresource = p }) end`

// sampleTouches are those for a texture of four samples, of two slices.
const sampleTouches = `
local function rtv(s)
  local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
  device:CreateRenderTargetView(m, { ViewDimension = "TEXTURE2DMSARRAY", FirstArraySlice = s, ArraySize = 1 }, rtvs:GetCPUDescriptorHandle())
  return rtvs:GetCPUDescriptorHandle()
end
local function half(h) return { Left = 8 * h, Right = 8 * h + 8, Bottom = 16 } end
function T.clear(l, s, h) l:ClearRenderTargetView(rtv(s), { 1, 0, 0, 0 }, { half(h) }) end
function T.draw(l, s, h)
  l:SetPipelineState(device:CreateGraphicsPipelineState { Name = "draw", RootSignature = root, VS = vs, PS = gpu.PixelShader { Name = "seven", Main = function(v) return uint(7) end }, RasterizerState = { CullMode = "NONE" },
    PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R32_UINT" }, SampleDesc = { Count = 4 }, DepthStencilState = { DepthEnable = false } })
  l:SetGraphicsRootSignature(root)
  l:RSSetViewports { { Width = 16, Height = 16 } }
  l:RSSetScissorRects { half(h) }
  l:OMSetRenderTargets({ rtv(s) })
  l:IASetPrimitiveTopology "TRIANGLELIST"
  l:DrawInstanced(3, 1)
end
function T.resolved(l, s, h)
  local one = device:CreateCommittedResource { Name = "one", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R32_UINT", Flags = "ALLOW_RENDER_TARGET", InitialState = "RESOLVE_DEST" }
  l:ResolveSubresourceRegion(one, 0, 8 * h, 0, m, s, half(h), "R32_UINT", "MAX")
end`
