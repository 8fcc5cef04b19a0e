-- 1D, array, 3D and cube textures hold their own coordinates; each value that is read can be worked out by hand.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device" }
local queue = device:CreateCommandQueue { Type = "DIRECT" }
local fence = device:CreateFence(0)
local function tex(name, dim, w, h, d, fmt)
  return device:CreateCommittedResource { Name = name, Dimension = dim, Width = w, Height = h, DepthOrArraySize = d, Format = fmt or "R32_FLOAT", InitialState = "COPY_DEST" }
end
local t1, t2a, t3, tc = tex("ramp", "TEXTURE1D", 4, 1, 1), tex("layers", "TEXTURE2D", 2, 2, 3), tex("volume", "TEXTURE3D", 2, 2, 2), tex("cube", "TEXTURE2D", 1, 1, 6)
local up = device:CreateCommittedResource { HeapType = "UPLOAD", Dimension = "BUFFER", Width = 65536, InitialState = "GENERIC_READ" }
local map, at = up:Map(), 0
local list = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator("DIRECT") }
local function fill(t, value)
  local prints, total = device:GetCopyableFootprints(t, 0, nil, at)
  local n = 0
  for i, f in ipairs(prints) do
    for z = 0, f.Depth - 1 do for y = 0, f.Height - 1 do
      local row = {}
      for x = 1, f.Width do row[x] = value(x - 1, y, z, f.Subresource) end
      map:Write(f.Offset + z * f.SlicePitch + y * f.RowPitch, "float", row)
    end end
    list:CopyTextureRegion({ Resource = t, Subresource = i - 1 }, 0, 0, 0, { Resource = up, Offset = f.Offset, Format = f.Format, Width = f.Width, Height = f.Height, Depth = f.Depth, RowPitch = f.RowPitch }, nil)
    at = math.ceil((f.Offset + f.SizeInBytes) / 512) * 512
  end
  list:ResourceBarrier { { Resource = t, Before = "COPY_DEST", After = "NON_PIXEL_SHADER_RESOURCE" } }
end
fill(t1, function(x) return x end)
fill(t2a, function(x, y, z, s) return s * 10 + y * 2 + x end)
fill(t3, function(x, y, z) return z * 4 + y * 2 + x end)
fill(tc, function(x, y, z, s) return s + 1 end)
local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
local h = heap:GetCPUDescriptorHandle(0)
device:CreateShaderResourceView(t1, nil, h)
device:CreateShaderResourceView(t2a, nil, h:Offset(1))
device:CreateShaderResourceView(t3, nil, h:Offset(2))
device:CreateShaderResourceView(tc, { ViewDimension = "TEXTURECUBE" }, h:Offset(3))
local T1, T2, T3, TC = gpu.Texture1D("t0", "float"), gpu.Texture2DArray("t1", "float"), gpu.Texture3D("t2", "float"), gpu.TextureCube("t3", "float")
local S, P = gpu.SamplerState("s0"), gpu.SamplerState("s1")
local out = gpu.RWStructuredBuffer("u0", "float")
local cs = gpu.ComputeShader { Name = "read", NumThreads = { 1, 1, 1 }, Main = function()
  out[0] = T1:SampleLevel(S, 0.5, 0)
  out[1] = T1:Load(int2(3, 0))
  out[2] = T1[2]
  out[3] = T2:SampleLevel(S, float3(0.5, 0.5, 1), 0)
  out[4] = T2:Load(int4(1, 1, 2, 0))
  out[5] = T3:SampleLevel(S, float3(0.5, 0.5, 0.5), 0)
  out[6] = T3[uint3(1, 0, 1)]
  out[7] = TC:SampleLevel(P, float3(1, 0, 0), 0)
  out[8] = TC:SampleLevel(P, float3(0, -1, 0), 0)
  out[9] = TC:SampleLevel(P, float3(0.1, 0.2, -1), 0)
  local w, h, n = T2:GetDimensions()
  out[10] = w + h * 10 + n * 100
  local g = T2:Gather(P, float3(0.5, 0.5, 0))
  out[11] = g.x * 1000 + g.y * 100 + g.z * 10 + g.w
end }
local root = device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 4 } } }, { Type = "UAV" } },
  StaticSamplers = { { Filter = "MIN_MAG_MIP_LINEAR" }, { Filter = "MIN_MAG_MIP_POINT", ShaderRegister = 1 } } }
local o = device:CreateCommittedResource { Name = "o", Dimension = "BUFFER", Width = 64, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
local back = device:CreateCommittedResource { HeapType = "READBACK", Dimension = "BUFFER", Width = 64, InitialState = "COPY_DEST" }
list:SetDescriptorHeaps { heap }
list:SetComputeRootSignature(root)
list:SetPipelineState(device:CreateComputePipelineState { RootSignature = root, CS = cs })
list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
list:SetComputeRootUnorderedAccessView(1, o:GetGPUVirtualAddress())
list:Dispatch(1, 1, 1)
list:ResourceBarrier { { Resource = o, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" } }
list:CopyResource(back, o)
list:Close() queue:ExecuteCommandLists { list } queue:Signal(fence, 1) fence:WaitCPU(1)
print(table.concat(back:Map():Read(0, "float", 12), " "))
