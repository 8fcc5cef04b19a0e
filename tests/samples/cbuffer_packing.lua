-- HLSL's packing rules, byte for byte: what a constant buffer puts where (rows of 16 bytes that nothing straddles, arrays whose elements begin a row),
-- and what a structured buffer does (everything tight). The buffer holds its own offsets in words, so a field reads where it stands.
local gpu = require "gpu"
local rig = require "lib.rig"
local r = rig.Create("packing", "COMPUTE")

-- name, type, offset in words of each component as HLSL lays it out
local LAYOUT = {
  { "a", "float" },                          -- c0.x
  { "b", "float3" },                         -- c0.yzw: fits behind a
  { "c", "float2" },                         -- c1.xy
  { "d", "float3" },                         -- c2.xyz: would straddle
  { "e", "float" },                          -- c2.w
  { "f", "float", 3 },                       -- c3.x, c4.x, c5.x
  { "g", "float" },                          -- c5.y: behind the last element
  { "h", "float2x2" },                       -- c6, c7: a column a row
  { "i", "float2" },                         -- c7.zw: behind the last column
  { "j", "float3x4" },                       -- c8 to c11: four columns of three
  { "k", "float" },                          -- c11.w
  { "l", { { "p", "float2" }, { "q", "float" } } },   -- c12.xy, c12.z: a struct begins a row
  { "m", "float2" },                         -- c13.xy: c12.w does not hold two
  { "n", "float4x4" },                       -- c14 to c17
}
local cb = gpu.ConstantBuffer("b0", LAYOUT)
local tight = gpu.StructuredBuffer("t0", { { "a", "float" }, { "b", "float3" }, { "c", "float2" }, { "d", "float3" }, { "f", "float", 3 }, { "h", "float2x2" }, { "l", { { "p", "float2" }, { "q", "float" } } }, { "z", "float" } })
local out = gpu.RWStructuredBuffer("u0", "float")
local root = r.device:CreateRootSignature { Name = "packing", Parameters = { { Type = "CBV" }, { Type = "SRV" }, { Type = "UAV" } } }
local read = r:Compute(root, "read", { 1, 1, 1 }, function()
  local n = 0
  local function put(x)
    out[n] = x
    n = n + 1
  end
  put(cb.a) put(cb.b.x) put(cb.b.z) put(cb.c.y) put(cb.d.x) put(cb.e) put(cb.f[0]) put(cb.f[1]) put(cb.f[2]) put(cb.g)
  put(cb.h[0][1]) put(cb.h[1][0]) put(cb.h[1][1]) put(cb.i.x) put(cb.j[2][0]) put(cb.j[0][3]) put(cb.j[2][3]) put(cb.k)
  put(cb.l.p.y) put(cb.l.q) put(cb.m.x) put(cb.n[0][3]) put(cb.n[3][0])
  local t = tight[1]
  put(t.a) put(t.b.x) put(t.c.y) put(t.d.z) put(t.f[2]) put(t.h[0][1]) put(t.h[1][0]) put(t.l.p.x) put(t.l.q) put(t.z)
end)
local want = { 0, 1, 3, 5, 8, 11, 12, 16, 20, 21, 28, 25, 29, 30, 34, 44, 46, 47, 49, 50, 52, 68, 59 }
local size = 1 + 3 + 2 + 3 + 3 + 4 + 3 + 1                             -- words of an element
for _, x in ipairs { 0, 1, 5, 8, 11, 14, 13, 16, 18, 19 } do want[#want + 1] = size + x end

local words = {}
for i = 0, 127 do words[i + 1] = i end
local numbers, result = r:Upload("numbers", "float", words), r:Buffer("result", #want * 4)
r:Run("read", function(list)
  list:SetComputeRootSignature(root)
  list:SetPipelineState(read)
  list:SetComputeRootConstantBufferView(0, numbers:GetGPUVirtualAddress())
  list:SetComputeRootShaderResourceView(1, numbers:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(2, result:GetGPUVirtualAddress())
  list:Dispatch(1, 1, 1)
end)
local got, wrong = r:Read(result, "float", #want), 0
for i, w in ipairs(want) do
  if got[i] ~= w then
    wrong = wrong + 1
    print(("value %d stands at word %d, expected %d"):format(i, got[i], w))
  end
end
print(("%d offsets, %d wrong"):format(#want, wrong))
