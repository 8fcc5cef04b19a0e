-- Slips of writing: the index beside the right one, a name that stands for something else, an argument that was left out. The message says what was meant where that
-- is certain, and each edit that it gives must repair.
local t = require "prelude"
local case, gpu = t.case, t.gpu

-- bench is a root signature with one parameter of each type, and a list that has set it.
local function bench(body)
  local root = t.device:CreateRootSignature { Name = "one of each", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "SRV", ShaderRegister = 0 },
    { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 2 }, { Type = "CBV", ShaderRegister = 1 } } }
  local b = t.buf("b")
  t.run(t.queue("DIRECT", "q"), function(l)
    l:SetComputeRootSignature(root)
    l:SetGraphicsRootSignature(root)
    body(l, b:GetGPUVirtualAddress())
  end)
end

case("a UAV at the parameter behind it", "GS0356 root parameter 1", function() bench(function(l, a) l:SetComputeRootUnorderedAccessView(1, a) end) end)
case("a UAV at its parameter", "silent", function() bench(function(l, a) l:SetComputeRootUnorderedAccessView(0, a) end) end)
case("an SRV at the parameter before it", "GS0356 root parameter 0", function() bench(function(l, a) l:SetComputeRootShaderResourceView(0, a) end) end)
case("an SRV at the parameter of constants, for draws", "GS0356 root parameter 2", function() bench(function(l, a) l:SetGraphicsRootShaderResourceView(2, a) end) end)
case("a CBV at a parameter that is not there", "GS0356 names root parameter 4", function() bench(function(l, a) l:SetGraphicsRootConstantBufferView(4, a) end) end)
case("constants at the parameter of a CBV", "GS0356 root parameter 3", function() bench(function(l) l:SetComputeRoot32BitConstants(3, { 1, 2 }) end) end)
case("constants at a parameter that is not there", "GS0356 SetGraphicsRoot32BitConstant names root parameter 7", function() bench(function(l) l:SetGraphicsRoot32BitConstant(7, 1, 0) end) end)
case("one constant at the parameter of a CBV", "GS0356 SetComputeRoot32BitConstant sets a parameter of type 32BIT_CONSTANTS", function() bench(function(l) l:SetComputeRoot32BitConstant(3, 1) end) end)
case("one constant behind the last", "GS0357 SetComputeRoot32BitConstant sets values [2, 3)", function() bench(function(l) l:SetComputeRoot32BitConstant(2, 1, 2) end) end)
case("one constant at its parameter", "silent", function() bench(function(l) l:SetComputeRoot32BitConstant(2, 1, 1) end) end)
case("constants at their parameter", "silent", function() bench(function(l) l:SetComputeRoot32BitConstants(2, { 1, 2 }) end) end)
case("a table where there is none", "GS0356 root parameter 1", function()
  local heap = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  bench(function(l)
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
  end)
end)
case("one of two UAVs, at an SRV", "GS0356 root parameter 2", function()
  local root = t.device:CreateRootSignature { Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 }, { Type = "SRV", ShaderRegister = 0 } } }
  local b = t.buf("b")
  t.run(t.queue("COMPUTE", "q"), function(l)
    l:SetComputeRootSignature(root)
    l:SetComputeRootUnorderedAccessView(2, b:GetGPUVirtualAddress()) --!
  end)
end)
case("the label of a list in the place of the list", "GS0105 DrawInstanced", function()
  local function draw(list, label)
    list:DrawInstanced(3, 1)
    return label
  end
  t.run(t.queue("DIRECT", "q"), function(l) draw("shadows", l) end)
end)
case("a field of a frame that nobody has set", "GS0104 'allocator'", function()
  local frame = { list = 1, fence = 2 }
  frame.allocator:Reset() --!
end)
case("a frame behind the last one", "GS0104 'frames[n]'", function()
  local frames = { { value = 0 }, { value = 0 } }
  for n = 1, 3 do
    frames[n].value = n
  end
end)
case("a list of frames that begins at 0", "GS0104 'frames[n]'", function()
  local frames = { { value = 0 }, { value = 0 } }
  local sum = 0
  for n = 0, 1 do
    sum = sum + frames[n].value --!
  end
end)
case("a function gets a name that is declared later", "GS0104 local 'pool'", function()
  local function first(pool)
    local taken = pool.taken --!
    return taken
  end
  local n = first(shared) --1
  local shared = { taken = 3 }
  assert(n == 3)
end)
case("a call of the API gets what a function did not get", "GS0133 dst must be a Resource, got nil", function()
  local function copy(list, to, from)
    list:CopyResource(to, from) --!
  end
  t.run(t.queue("COPY", "q"), function(l)
    local from = t.buf "from"
    copy(l, target, from) --1
    local target = t.buf "target"
  end)
end)
