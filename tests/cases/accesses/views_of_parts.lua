-- Views of some levels and slices of a picture beside other levels and slices: one queue reads all that a view has, another one changes the states of a block of subresources, or
-- copies to them, or the same list does and reads again. Two blocks meet if they have levels and slices in common, which is counted here.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local LEVELS, SLICES = 5, 6
local picture, sum = gpu.Texture2DArray("t0", "float4"), gpu.RWStructuredBuffer("u0", "float")
local size = gpu.ConstantBuffer("b0", { { "levels", "int" }, { "slices", "int" } })

-- A kernel that reads a texel of every subresource of a view of block b.
local function reader(x, b)
  local levels, slices = b.levels, b.slices
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } }, { Type = "UAV" },
    { Type = "32BIT_CONSTANTS", Num32BitValues = 2 } } }
  local pso = t.device:CreateComputePipelineState { Name = "reads", RootSignature = root, CS = gpu.ComputeShader { Name = "reads", NumThreads = { 1, 1, 1 }, Main = function()
    local total = 0.0
    for level = 0, size.levels - 1 do
      for slice = 0, size.slices - 1 do
        total = total + picture:Load(int4(0, 0, slice, level)).x
      end
    end
    sum[0] = total
  end } }
  local heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateShaderResourceView(x, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2DARRAY", MostDetailedMip = b.level, MipLevels = levels, FirstArraySlice = b.slice, ArraySize = slices },
    heap:GetCPUDescriptorHandle(0))
  local to = t.buf("to")
  return function(l)
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootSignature(root)
    l:SetPipelineState(pso)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
    l:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
    l:SetComputeRoot32BitConstants(2, { gpu.AsInt(levels), gpu.AsInt(slices) })
    l:Dispatch(1, 1, 1)
  end
end

local function each(b, f)
  for slice = b.slice, b.slice + b.slices - 1 do
    for level = b.level, b.level + b.levels - 1 do f(level + slice * LEVELS, level, slice) end
  end
end
local function change(b, before, after)
  return function(l, x)
    local barriers = {}
    each(b, function(sub) barriers[#barriers + 1] = { Type = "TRANSITION", Resource = x, Before = before, After = after, Subresource = sub } end)
    l:ResourceBarrier(barriers)
  end
end
local function fill(b)
  return function(l, x)
    local up = t.upload("up")
    each(b, function(sub) l:CopyTextureRegion({ Resource = x, Subresource = sub }, 0, 0, 0, t.rows(up, 1, 0, 1)) end)
  end
end
local function block(level, levels, slice, slices) return { level = level, levels = levels, slice = slice, slices = slices } end
local function meet(a, b)
  return a.level < b.level + b.levels and b.level < a.level + a.levels and a.slice < b.slice + b.slices and b.slice < a.slice + a.slices
end
local function named(b) return ("%d levels from %d of %d slices from %d"):format(b.levels, b.level, b.slices, b.slice) end

local function pictureIn(state, flags) return t.tex("x", state, flags, { DepthOrArraySize = SLICES, MipLevels = LEVELS }) end
local shown = "NON_PIXEL_SHADER_RESOURCE"

local ways = {
  { name = "another queue changes", said = 'GS0519 texture "x"', run = function(a, b)
    local one, two, x = t.queue("COMPUTE", "one"), t.queue("DIRECT", "two"), pictureIn(shown)
    t.run(one, reader(x, a))
    two:ExecuteCommandLists { t.list(two, function(l) change(b, shown, "COPY_DEST")(l, x) end) } --!
  end },
  { name = "another queue, which waits, changes", run = function(a, b)
    local one, two, x, F = t.queue("COMPUTE", "one"), t.queue("DIRECT", "two"), pictureIn(shown), t.fence("F")
    t.run(one, reader(x, a))
    one:Signal(F, 1)
    two:Wait(F, 1)
    t.run(two, function(l) change(b, shown, "COPY_DEST")(l, x) end)
  end },
  { name = "a copy queue fills", said = 'GS0512 texture "x"', run = function(a, b)
    local one, two, x = t.queue("COMPUTE", "one"), t.queue("COPY", "two"), pictureIn("COMMON", "ALLOW_SIMULTANEOUS_ACCESS")
    t.run(one, reader(x, a))
    two:ExecuteCommandLists { t.list(two, function(l) fill(b)(l, x) end) }
  end },
  { name = "a copy queue has filled", said = 'GS0512 texture "x"', run = function(a, b)
    local one, two, x = t.queue("COMPUTE", "one"), t.queue("COPY", "two"), pictureIn("COMMON", "ALLOW_SIMULTANEOUS_ACCESS")
    t.run(two, function(l) fill(b)(l, x) end)
    t.run(one, reader(x, a))
  end },
  { name = "the list changes, and reads again,", said = 'GS0402 texture "x"', run = function(a, b)
    local q, x = t.queue("DIRECT", "q"), pictureIn(shown)
    local read = reader(x, a)
    t.run(q, function(l)
      read(l)
      change(b, shown, "COPY_DEST")(l, x)
      fill(b)(l, x)
      t.uav(l)
      read(l)
    end)
  end },
  { name = "the list changes, fills, changes back, and reads again,", run = function(a, b)
    local q, x = t.queue("DIRECT", "q"), pictureIn(shown)
    local read = reader(x, a)
    t.run(q, function(l)
      read(l)
      change(b, shown, "COPY_DEST")(l, x)
      fill(b)(l, x)
      change(b, "COPY_DEST", shown)(l, x)
      t.uav(l)
      read(l)
    end)
  end },
}

local one, some = block(1, 1, 2, 1), block(1, 2, 2, 3)
local rows = {
  { one, one }, { one, block(2, 1, 2, 1) }, { one, block(1, 1, 3, 1) }, { one, block(0, LEVELS, 2, 1) }, { one, block(1, 1, 0, SLICES) }, { one, block(2, 3, 0, SLICES) },
  { some, block(3, 2, 2, 3) }, { some, block(2, 2, 4, 2) }, { some, block(1, 2, 0, 2) }, { some, block(0, 1, 0, SLICES) }, { some, block(0, 2, 4, 1) }, { block(0, LEVELS, 0, SLICES), block(4, 1, 5, 1) },
}
for i, row in ipairs(rows) do
  for j, way in ipairs(ways) do
    if way.said or (i + j) % 3 == 0 then
      case(("%s %s while a view has %s"):format(way.name, named(row[2]), named(row[1])), way.said and meet(row[1], row[2]) and way.said or "silent", function() way.run(row[1], row[2]) end)
    end
  end
end
