-- Barriers of one subresource that name another one than the commands after them need: the number is wrong, and no barrier is missing.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function mip(texture, sub) return { Resource = texture, SubresourceIndex = sub } end
-- Rows of a mip of a texture of 64 by 64 texels, each mip in another part of the buffer.
local function rows(buffer, sub) return t.rows(buffer, 64 / 2 ^ sub, 16384 * sub, 64 / 2 ^ sub) end

-- A texture of three mips in COPY_DEST, and a buffer to read it back.
local function stage() return t.queue("DIRECT", "q"), t.tex("x", "COPY_DEST", "NONE", { MipLevels = 3 }), t.readback("back", 65536), t.upload("up", 65536) end

case("a mip is filled and read behind a barrier of the next one", 'GS0402 texture "x"', function()
  local q, x, back, up = stage()
  t.run(q, function(l)
    l:CopyTextureRegion(mip(x, 1), 0, 0, 0, rows(up, 1))
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Subresource = 2 } }
    l:CopyTextureRegion(rows(back, 1), 0, 0, 0, mip(x, 1)) --!
  end)
end)
case("a mip is filled and read behind a barrier of the next one, and taken back", 'GS0402 texture "x"', function()
  local q, x, back, up = stage()
  t.run(q, function(l)
    l:CopyTextureRegion(mip(x, 1), 0, 0, 0, rows(up, 1))
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Subresource = 2 } }
    l:CopyTextureRegion(rows(back, 1), 0, 0, 0, mip(x, 1)) --!
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_SOURCE", After = "COPY_DEST", Subresource = 1 } }
  end)
  t.run(q, function(l) l:CopyTextureRegion(mip(x, 2), 0, 0, 0, rows(up, 2)) end)
end)
case("a mip is filled in a list before, and read behind a barrier of the next one", 'GS0402 texture "x"', function()
  local q, x, back, up = stage()
  t.run(q, function(l) l:CopyTextureRegion(mip(x, 1), 0, 0, 0, rows(up, 1)) end)
  t.run(q, function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Subresource = 2 } }
    l:CopyTextureRegion(rows(back, 1), 0, 0, 0, mip(x, 1))
  end)
end)
case("each mip is made of the one before, and a barrier takes the wrong one of the two", 'GS0402 texture "x"', function()
  local q, x, _, up = stage()
  t.run(q, function(l)
    l:CopyTextureRegion(mip(x, 0), 0, 0, 0, rows(up, 0))
    for m = 1, 2 do
      l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Subresource = m } }
      l:CopyTextureRegion(mip(x, m), 0, 0, 0, mip(x, m - 1), { Right = 64 / 2 ^ m, Bottom = 64 / 2 ^ m, Back = 1 }) --!
    end
  end)
end)
case("each mip is made of the one before, and a barrier takes that", "silent", function()
  local q, x, _, up = stage()
  t.run(q, function(l)
    l:CopyTextureRegion(mip(x, 0), 0, 0, 0, rows(up, 0))
    for m = 1, 2 do
      l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Subresource = m - 1 } }
      l:CopyTextureRegion(mip(x, m), 0, 0, 0, mip(x, m - 1), { Right = 64 / 2 ^ m, Bottom = 64 / 2 ^ m, Back = 1 })
    end
  end)
end)
case("one of two barriers of a call names the wrong mip", 'GS0402 texture "x"', function()
  local q, x, back, up = stage()
  t.run(q, function(l)
    for m = 0, 1 do l:CopyTextureRegion(mip(x, m), 0, 0, 0, rows(up, m)) end
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Subresource = 0 },
      { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Subresource = 2 } }
    for m = 0, 1 do l:CopyTextureRegion(rows(back, m), 0, 0, 0, mip(x, m)) end
  end)
end)
case("a barrier of the next mip, and another texture without one", 'GS0402 texture "x"', function()
  local q, x, back, up = stage()
  local y = t.tex("y", "COPY_DEST", "NONE", { MipLevels = 3 })
  t.run(q, function(l)
    for _, texture in ipairs { x, y } do l:CopyTextureRegion(mip(texture, 1), 0, 0, 0, rows(up, 1)) end
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Subresource = 2 } }
    l:CopyTextureRegion(rows(back, 1), 0, 0, 0, mip(x, 1))
    l:CopyTextureRegion(rows(t.readback("other", 65536), 1), 0, 0, 0, mip(y, 1))
  end)
end)

-- What the barrier names is needed, too: one is missing.
case("a mip is read behind its barrier, and the next one without", 'GS0402 texture "x"', function()
  local q, x, back = stage()
  t.run(q, function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Subresource = 2 } }
    l:CopyTextureRegion(rows(back, 2), 0, 0, 0, mip(x, 2))
    l:CopyTextureRegion(rows(back, 1), 0, 0, 0, mip(x, 1))
  end)
end)
local reads, out = gpu.Texture2D("t0", "float4"), gpu.RWStructuredBuffer("u0", "float4")
local both = gpu.Texture2D("t1", "float4")
local function sum(flags, first, second)
  return function()
    local q, x, d = t.queue("DIRECT", "q"), t.tex("x", "COPY_DEST", "NONE", { MipLevels = 3 }), t.device
    local root = d:CreateRootSignature { Name = "sum root", Parameters = {
      { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 2, Flags = flags }, { Type = "UAV", NumDescriptors = 1 } } } } }
    local pso = d:CreateComputePipelineState { Name = "sum", RootSignature = root, CS = gpu.ComputeShader { Name = "sum", NumThreads = { 1, 1, 1 },
      Main = function(GroupIndex) out[GroupIndex] = reads:Load(int3(0, 0, 0)) + both:Load(int3(0, 0, 0)) end } }
    local heap = d:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 3, Flags = "SHADER_VISIBLE" }
    for i, m in ipairs { first, second } do
      d:CreateShaderResourceView(x, { ViewDimension = "TEXTURE2D", MostDetailedMip = m, MipLevels = 1 }, heap:GetCPUDescriptorHandle(i - 1))
    end
    d:CreateUnorderedAccessView(t.buf("sums"), nil, { NumElements = 1, StructureByteStride = 16 }, heap:GetCPUDescriptorHandle(2))
    t.run(q, function(l)
      l:SetDescriptorHeaps { heap }
      l:SetPipelineState(pso)
      l:SetComputeRootSignature(root)
      l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
      l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "NON_PIXEL_SHADER_RESOURCE", Subresource = 1 } }
      l:Dispatch(1, 1, 1)
    end)
  end
end
for _, flags in ipairs { "NONE", "DESCRIPTORS_VOLATILE" } do
  case("a kernel reads two mips, of which a barrier takes the first, " .. flags, 'GS0402 texture "x"', sum(flags, 1, 2))
  case("a kernel reads two mips, of which a barrier takes the second, " .. flags, 'GS0402 texture "x"', sum(flags, 2, 1))
  case("a kernel reads one mip twice, and a barrier takes another one, " .. flags, 'GS0402 texture "x"', sum(flags, 0, 0))
end
