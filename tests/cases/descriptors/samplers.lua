-- Samplers that programs choose while they run: which one of an array counts is known when the work has run, and what is said follows from the calls alone.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local out = gpu.RWStructuredBuffer("u0", "uint")
-- sampling is a kernel, or with graphics a pixel shader, that samples with one of four samplers, the last of which was never written.
local samplers, picture = gpu.SamplerState("s0", 4), gpu.Texture2D("t0", "float4")
local shared = gpu.ConstantBuffer("b0", { { "sampler", "uint" } })
local WRAP = { Filter = "MIN_MAG_MIP_POINT", AddressU = "WRAP", AddressV = "WRAP", AddressW = "WRAP" }
local function sampling(graphics, flags)
  local w, method = {}, graphics and "SetGraphics" or "SetCompute"
  w.root = t.device:CreateRootSignature { Name = "sampling root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SAMPLER", NumDescriptors = 4, Flags = flags or "DESCRIPTORS_VOLATILE" } } },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } }, { Type = "UAV" } } }
  w.heap = t.device:CreateDescriptorHeap { Name = "samplers", Type = "SAMPLER", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
  local views = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateShaderResourceView(t.tex("picture", "ALL_SHADER_RESOURCE"), nil, views:GetCPUDescriptorHandle(0))
  for i = 0, 2 do t.device:CreateSampler(WRAP, w.heap:GetCPUDescriptorHandle(i)) end
  local target = graphics and t.target("colour")
  if graphics then
    local vs = gpu.VertexShader { Name = "whole", Main = function(VertexID)
      return { Position = float4(float(VertexID / 2) * 4 - 1, float(VertexID % 2) * 4 - 1, 0, 1) }
    end }
    local ps = gpu.PixelShader { Name = "samples", Main = function(v) return picture:Sample(samplers[shared.sampler], v.Position.xy) end }
    w.pso = t.device:CreateGraphicsPipelineState { Name = "samples", RootSignature = w.root, VS = vs, PS = ps, RasterizerState = { CullMode = "NONE" },
      PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
  else
    w.pso = t.device:CreateComputePipelineState { Name = "samples", RootSignature = w.root, CS = gpu.ComputeShader { Name = "samples", NumThreads = { 4, 1, 1 },
      Main = function(GroupIndex) out[GroupIndex] = uint(picture:SampleLevel(samplers[shared.sampler], float2(0.5, 0.5), 0).x) end } }
  end
  local to = t.buf("to")
  function w.run(q, index, into)
    t.run(q, function(l)
      l:SetDescriptorHeaps { w.heap, views }
      l[method .. "RootSignature"](l, w.root)
      l:SetPipelineState(w.pso)
      l[method .. "Root32BitConstants"](l, 0, { gpu.AsUint(index) })
      l[method .. "RootDescriptorTable"](l, 1, w.heap:GetGPUDescriptorHandle(0))
      l[method .. "RootDescriptorTable"](l, 2, views:GetGPUDescriptorHandle(0))
      if graphics then
        l:IASetPrimitiveTopology("TRIANGLELIST")
        l:RSSetViewports { { Width = 16, Height = 16 } }
        l:RSSetScissorRects { { Right = 16, Bottom = 16 } }
        l:OMSetRenderTargets { t.rtv(target) }
        l:DrawInstanced(3, 1, 0, 0)
      else
        l:SetComputeRootUnorderedAccessView(3, (into or to):GetGPUVirtualAddress())
        l:Dispatch(1, 1, 1)
      end
    end, "samples " .. index)
  end
  return w
end
for _, graphics in ipairs { false, true } do
  local on, kind = graphics and "DIRECT" or "COMPUTE", graphics and "by a pixel shader" or "by a kernel"
  case("a chosen sampler was never written, " .. kind, 'GS0622 for "samplers" in s3', function()
    local w, q = sampling(graphics), t.queue(on, "q")
    w.run(q, 3)
    t.idle(q)
  end)
  case("another sampler is chosen, " .. kind, "silent", function()
    local w, q = sampling(graphics), t.queue(on, "q")
    w.run(q, 2)
    t.idle(q)
  end)
  case("a sampler behind the array is chosen, " .. kind, "GS0621 reads samplers[4], and it has 4 elements", function()
    local w, q = sampling(graphics), t.queue(on, "q")
    w.run(q, 4)
    t.idle(q)
  end)
  case("a chosen sampler is overwritten in flight, " .. kind, 'GS0605 descriptor 1 of descriptor heap "samplers"', function()
    local w, q = sampling(graphics), t.queue(on, "q")
    w.run(q, 1)
    t.device:CreateSampler(WRAP, w.heap:GetCPUDescriptorHandle(1))
    t.idle(q)
  end)
  case("another sampler than the chosen one is overwritten in flight, " .. kind, "silent", function()
    local w, q = sampling(graphics), t.queue(on, "q")
    w.run(q, 1)
    t.device:CreateSampler(WRAP, w.heap:GetCPUDescriptorHandle(2))
    t.idle(q)
  end)
  case("a chosen sampler is overwritten behind the work, " .. kind, "silent", function()
    local w, q = sampling(graphics), t.queue(on, "q")
    w.run(q, 1)
    t.idle(q)
    t.device:CreateSampler(WRAP, w.heap:GetCPUDescriptorHandle(1))
  end)
  case("a chosen sampler compares, " .. kind, 'GS0628 descriptor 1 of descriptor heap "samplers"', function()
    local w, q = sampling(graphics), t.queue(on, "q")
    t.device:CreateSampler({ Filter = "COMPARISON_MIN_MAG_MIP_POINT", ComparisonFunc = "LESS" }, w.heap:GetCPUDescriptorHandle(1))
    w.run(q, 1)
    t.idle(q)
  end)
end
case("a sampler that is not chosen compares", "silent", function()
  local w, q = sampling(), t.queue("COMPUTE", "q")
  t.device:CreateSampler({ Filter = "COMPARISON_MIN_MAG_MIP_POINT", ComparisonFunc = "LESS" }, w.heap:GetCPUDescriptorHandle(1))
  w.run(q, 0)
  t.idle(q)
end)
case("static samplers are all written, chosen or not", 'GS0626 descriptor 3 of descriptor heap "samplers"', function()
  local w, q = sampling(false, "NONE"), t.queue("COMPUTE", "q")
  w.run(q, 0)
  t.idle(q)
end)
case("chosen samplers of two submissions, in the order of the program", 'GS0622 for "samplers" in s3', function()
  local w, p, q = sampling(), t.queue("DIRECT", "p"), t.queue("COMPUTE", "q")
  w.run(p, 3)
  w.run(q, 0, t.buf("other"))
  t.idle(q)
  t.idle(p)
end)
