-- The two handles of a clear of an unordered access view, one for the GPU and one for the CPU: both are of the same view, as drivers may read either. The CPU's is read when the
-- clear is recorded.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local words = { Format = "R32_UINT", NumElements = 16 }
local function clear(l, v, c, r)
  l:SetDescriptorHeaps { v }
  l:ClearUnorderedAccessViewUint(v:GetGPUDescriptorHandle(0), c:GetCPUDescriptorHandle(0), r, { 0, 0, 0, 0 })
end
local function heaps()
  return t.device:CreateDescriptorHeap { Name = "visible", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }, t.device:CreateDescriptorHeap { Name = "own", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
end

case("the CPU handle of a clear lies outside of its heap", "GS0359 own[1, 2), but the heap has 1", function()
  local q, b, v, c = t.queue("DIRECT", "q"), t.buf("b"), heaps()
  for _, h in ipairs { v, c } do t.device:CreateUnorderedAccessView(b, nil, words, h:GetCPUDescriptorHandle(0)) end
  t.run(q, function(l)
    l:SetDescriptorHeaps { v }
    l:ClearUnorderedAccessViewUint(v:GetGPUDescriptorHandle(0), c:GetCPUDescriptorHandle(0):Offset(1), b, { 0, 0, 0, 0 }) --!
  end)
end)
case("the CPU handle of a clear has no view", 'GS0373 descriptor 0 of descriptor heap "own" was never written', function()
  local d, q, b = t.device, t.queue("DIRECT", "q"), t.buf("b")
  local v = d:CreateDescriptorHeap { Name = "visible", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  local c = d:CreateDescriptorHeap { Name = "own", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  d:CreateUnorderedAccessView(b, nil, { Format = "R32_UINT", NumElements = 16 }, v:GetCPUDescriptorHandle(0))
  t.run(q, function(l)
    l:SetDescriptorHeaps { v }
    l:ClearUnorderedAccessViewUint(v:GetGPUDescriptorHandle(0), c:GetCPUDescriptorHandle(0), b, { 0, 0, 0, 0 }) --!
  end)
end)
case("the CPU handle of a clear shows another buffer", 'GS0373 clears buffer "b", but its CPU handle shows buffer "o"', function()
  local d, q, b, o = t.device, t.queue("DIRECT", "q"), t.buf("b"), t.buf("o")
  local v = d:CreateDescriptorHeap { Name = "visible", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  local c = d:CreateDescriptorHeap { Name = "own", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  d:CreateUnorderedAccessView(b, nil, { Format = "R32_UINT", NumElements = 16 }, v:GetCPUDescriptorHandle(0))
  d:CreateUnorderedAccessView(o, nil, { Format = "R32_UINT", NumElements = 16 }, c:GetCPUDescriptorHandle(0))
  t.run(q, function(l)
    l:SetDescriptorHeaps { v }
    l:ClearUnorderedAccessViewUint(v:GetGPUDescriptorHandle(0), c:GetCPUDescriptorHandle(0), b, { 0, 0, 0, 0 }) --!
  end)
end)

-- What the CPU handle shows of the buffer b, or of the texture x, beside 16 words of b and mip 0 of x.
local others = {
  { "another format", "it in another format", function(h, b) t.device:CreateUnorderedAccessView(b, nil, { Format = "R32_FLOAT", NumElements = 16 }, h) end },
  { "other elements", "other elements of it", function(h, b) t.device:CreateUnorderedAccessView(b, nil, { Format = "R32_UINT", NumElements = 16, FirstElement = 16 }, h) end },
  { "a shader resource view", "a view of another kind", function(h, b) t.device:CreateShaderResourceView(b, words, h) end },
  { "a null view", "a null view", function(h) t.device:CreateUnorderedAccessView(nil, nil, { Format = "R32_UINT", ViewDimension = "BUFFER" }, h) end },
  { "another mip", "another mip of it", function(h, _, x) t.device:CreateUnorderedAccessView(x, nil, { ViewDimension = "TEXTURE2D", MipSlice = 1 }, h) end },
}
for _, o in ipairs(others) do
  case("the CPU handle of a clear shows " .. o[1], "GS0373 but its CPU handle shows " .. o[2], function()
    local q, b, x, v, c = t.queue("DIRECT", "q"), t.buf("b"), t.tex("x", "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS", { MipLevels = 2 }), heaps()
    local mip = o[1] == "another mip"
    t.device:CreateUnorderedAccessView(mip and x or b, nil, not mip and words or nil, v:GetCPUDescriptorHandle(0))
    o[3](c:GetCPUDescriptorHandle(0), b, x)
    t.run(q, function(l) clear(l, v, c, mip and x or b) end)
  end)
end

-- One view, said in two ways.
local same = {
  { "all elements, said by number and by 0", { Format = "R32_UINT", NumElements = 1024 }, { Format = "R32_UINT" } },
  { "raw words with and without their format", { Format = "R32_TYPELESS", Flags = "RAW" }, { Flags = "RAW" } },
}
for _, s in ipairs(same) do
  case("both handles of a clear show " .. s[1], "silent", function()
    local q, b, v, c = t.queue("DIRECT", "q"), t.buf("b"), heaps()
    t.device:CreateUnorderedAccessView(b, nil, s[2], v:GetCPUDescriptorHandle(0))
    t.device:CreateUnorderedAccessView(b, nil, s[3], c:GetCPUDescriptorHandle(0))
    t.run(q, function(l) clear(l, v, c, b) end)
  end)
end
case("both handles of a clear show depth slices of a volume, the first of all by number and without a description", "silent", function()
  local q, v, c = t.queue("DIRECT", "q"), heaps()
  local x = t.tex("x", "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS", { Dimension = "TEXTURE3D", DepthOrArraySize = 4 })
  t.device:CreateUnorderedAccessView(x, nil, { ViewDimension = "TEXTURE3D", WSize = 4 }, v:GetCPUDescriptorHandle(0))
  t.device:CreateUnorderedAccessView(x, nil, nil, c:GetCPUDescriptorHandle(0))
  t.run(q, function(l) clear(l, v, c, x) end)
end)
case("the CPU handle of a recorded clear gets the view of the next one", "silent", function()
  local q, a, b, v, c = t.queue("DIRECT", "q"), t.buf("a"), t.buf("b"), heaps()
  local w = heaps()
  local function list(r, heap)
    t.device:CreateUnorderedAccessView(r, nil, words, c:GetCPUDescriptorHandle(0))
    t.device:CopyDescriptorsSimple(1, heap:GetCPUDescriptorHandle(0), c:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
    return t.list(q, function(l) clear(l, heap, c, r) end)
  end
  q:ExecuteCommandLists { list(a, v), list(b, w) }
end)
case("a view for the CPU handle of a clear is refused", "GS0397", function()
  local q, b, v, c = t.queue("DIRECT", "q"), t.buf("b"), heaps()
  t.device:CreateUnorderedAccessView(b, nil, { Format = "R32_UINT" }, v:GetCPUDescriptorHandle(0))
  t.device:CreateUnorderedAccessView(b, nil, { Format = "R32_UINT", NumElements = 2000 }, c:GetCPUDescriptorHandle(0)) --!
  t.run(q, function(l) clear(l, v, c, b) end)
end)

-- The descriptor for the GPU is read when the list is executed: the view that stands there then is that of the CPU handle at the recording.
local late = {
  { "another buffer", "shows buffer \"o\" when the list is submitted", function(h) t.device:CreateUnorderedAccessView(t.buf "o", nil, words, h) end },
  { "other elements", "shows other elements of it when", function(h, b) t.device:CreateUnorderedAccessView(b, nil, { Format = "R32_UINT", NumElements = 8 }, h) end },
  { "a null view", "shows a null view when", function(h) t.device:CreateUnorderedAccessView(nil, nil, { Format = "R32_UINT", ViewDimension = "BUFFER" }, h) end },
  { "the same view", nil, function(h, b) t.device:CreateUnorderedAccessView(b, nil, words, h) end },
}
for _, o in ipairs(late) do
  case("the GPU handle of a recorded clear gets " .. o[1], o[2] and "GS0373 its GPU handle " .. o[2] or "silent", function()
    local q, b, v, c = t.queue("DIRECT", "q"), t.buf("b"), heaps()
    for _, h in ipairs { v, c } do t.device:CreateUnorderedAccessView(b, nil, words, h:GetCPUDescriptorHandle(0)) end
    local l = t.list(q, function(l) clear(l, v, c, b) end)
    o[3](v:GetCPUDescriptorHandle(0), b)
    q:ExecuteCommandLists { l }
  end)
end
for _, first in ipairs { true, false } do
  case("the view for the GPU is written when a clear is recorded, of " .. (first and "its buffer" or "another one"), first and "silent" or 'GS0373 clears buffer "b", but its GPU handle shows buffer "o" when', function()
    local q, b, o, v, c = t.queue("DIRECT", "q"), t.buf("b"), t.buf("o"), heaps()
    t.device:CreateUnorderedAccessView(b, nil, words, c:GetCPUDescriptorHandle(0))
    local l = t.list(q, function(l) clear(l, v, c, b) end)
    t.device:CreateUnorderedAccessView(first and b or o, nil, words, v:GetCPUDescriptorHandle(0))
    q:ExecuteCommandLists { l }
  end)
end
for _, mended in ipairs { false, true } do
  case("the GPU handle of a clear shows a null view when it is recorded, and " .. (mended and "the right one" or "still") .. " when it is submitted", mended and "silent" or "GS0373 its GPU handle shows a null view when", function()
    local q, b, v, c = t.queue("DIRECT", "q"), t.buf("b"), heaps()
    local own, seen = c:GetCPUDescriptorHandle(0), v:GetCPUDescriptorHandle(0)
    t.device:CreateUnorderedAccessView(b, nil, words, own)
    t.device:CreateUnorderedAccessView(nil, nil, { Format = "R32_UINT", ViewDimension = "BUFFER", NumElements = 16 }, seen)
    local l = t.list(q, function(l) clear(l, v, c, b) end)
    if mended then t.device:CreateUnorderedAccessView(b, nil, words, seen) end
    q:ExecuteCommandLists { l }
  end)
end
case("a list that clears is executed again when its descriptor for the GPU shows another buffer", 'GS0373 shows buffer "o"', function()
  local q, b, v, c = t.queue("DIRECT", "q"), t.buf("b"), heaps()
  for _, h in ipairs { v, c } do t.device:CreateUnorderedAccessView(b, nil, words, h:GetCPUDescriptorHandle(0)) end
  local l = t.list(q, function(l) clear(l, v, c, b) end)
  q:ExecuteCommandLists { l }
  t.idle(q)
  t.device:CreateUnorderedAccessView(t.buf "o", nil, words, v:GetCPUDescriptorHandle(0))
  q:ExecuteCommandLists { l } --!
end)
case("a clear of structures whose view for the GPU is written later", "GS0338", function()
  local q, b, v, c = t.queue("DIRECT", "q"), t.buf("b"), heaps()
  t.device:CreateUnorderedAccessView(b, nil, { StructureByteStride = 4 }, c:GetCPUDescriptorHandle(0))
  local l = t.list(q, function(l) clear(l, v, c, b) end)
  t.device:CreateUnorderedAccessView(b, nil, { StructureByteStride = 4 }, v:GetCPUDescriptorHandle(0))
  q:ExecuteCommandLists { l }
end)
