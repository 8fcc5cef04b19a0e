-- All mips of an image in one dispatch: each group reduces a tile of 32 x 32 texels to one, and the group that comes last goes on with what all of them have left.
--
--   16 groups    32 x 32 ─▶ 16 x 16 ─▶ 8 x 8 ─▶ 4 x 4 ─▶ 2 x 2 ─▶ 1      mips 1 to 5, in groupshared memory
--   the last     4 x 4 ─▶ 2 x 2 ─▶ 1                                       mips 6 and 7; it sets the counter back for the next image
--
-- Which group is the last one says an atomic counter: one work item asks it, the others read the answer behind a barrier, so the whole group goes on or ends.
-- The texels are whole numbers, so that their means are exact, and Lua computes each of them again.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE, TILE, MIPS = 128, 32, 8
local GROUPS = SIZE / TILE
local r = rig.Create "single pass mips"
local top = gpu.Texture2D("t0", "float")
local mips = gpu.RWTexture2D("u0", "float", MIPS - 1)
local counter = gpu.RWStructuredBuffer("u0, space1", "uint")
local tile, before = gpu.GroupShared("float", 256), gpu.GroupShared("uint", 1)

local function mean(a, b, c, d) return (a + b + c + d) * 0.25 end

-- reduce halves the side of the tile until it is one texel, and stores each step; side is that of the first step.
local function reduce(side, first, GroupID, GroupIndex)
  local n, level = uint(side), first
  while n > 0 do
    local at = uint2(GroupIndex % n, GroupIndex / n)
    local inside = GroupIndex < n * n
    local value = 0.0
    if inside then
      local i = at.y * 4 * n + at.x * 2
      value = mean(tile[i], tile[i + 1], tile[i + 2 * n], tile[i + 2 * n + 1])
    end
    GroupMemoryBarrierWithGroupSync()
    if inside then
      tile[GroupIndex] = value
      mips[level][GroupID * n + at] = value
    end
    GroupMemoryBarrierWithGroupSync()
    n, level = n / 2, level + 1
  end
end

local root = r.device:CreateRootSignature { Name = "mips", Parameters = {
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DATA_VOLATILE" }, { Type = "UAV", NumDescriptors = MIPS - 1, Flags = "DATA_VOLATILE" } } },
  { Type = "UAV", ShaderRegister = 0, RegisterSpace = 1 } } }
local pipeline = r:Compute(root, "downsample", { 256, 1, 1 }, function(GroupID, GroupIndex)
  local at = uint2(GroupIndex % 16, GroupIndex / 16)
  local from = GroupID.xy * TILE + at * 2
  local value = mean(top[from], top[from + uint2(1, 0)], top[from + uint2(0, 1)], top[from + uint2(1, 1)])
  tile[GroupIndex] = value
  mips[0][GroupID.xy * 16 + at] = value
  GroupMemoryBarrierWithGroupSync()
  reduce(8, 1, GroupID.xy, GroupIndex)
  if GroupIndex == 0 then before[0] = InterlockedAdd(counter[0], 1) end
  GroupMemoryBarrierWithGroupSync()
  if before[0] ~= GROUPS * GROUPS - 1 then return end
  if GroupIndex < GROUPS * GROUPS then tile[GroupIndex] = mips[4][uint2(GroupIndex % GROUPS, GroupIndex / GROUPS)] end
  GroupMemoryBarrierWithGroupSync()
  reduce(GROUPS / 2, 5, uint2(0, 0), GroupIndex)
  if GroupIndex == 0 then counter[0] = 0 end
end)

local chain = r:Texture("chain", SIZE, SIZE, "R32_FLOAT", "ALLOW_UNORDERED_ACCESS", "COPY_DEST", { MipLevels = MIPS })
local count = r:Filled("counter", "uint", { 0 })
local views = r:SRV(chain, { MipLevels = 1 })
for mip = 1, MIPS - 1 do r:UAV(chain, { MipSlice = mip }) end
local staging = r:Buffer("staging", SIZE * SIZE * 4, "UPLOAD")

-- expected are all mips of an image, as lists of texels.
local function expected(image)
  local levels, side = { [0] = image }, SIZE
  for mip = 1, MIPS - 1 do
    local above, below = levels[mip - 1], {}
    for y = 0, side / 2 - 1 do
      for x = 0, side / 2 - 1 do
        local i = 2 * y * side + 2 * x + 1
        below[#below + 1] = (above[i] + above[i + 1] + above[i + side] + above[i + side + 1]) / 4
      end
    end
    levels[mip], side = below, side / 2
  end
  return levels
end

local state = "COPY_DEST"
for frame = 1, 2 do
  local image, random = {}, rig.Random(frame)
  for i = 1, SIZE * SIZE do image[i] = random(256) end
  staging:Map():Write(0, "float", image)
  staging:Unmap()
  r:Run("frame " .. frame, function(list)
    if state ~= "COPY_DEST" then rig.Barrier(list, chain, state, "COPY_DEST") end
    list:CopyTextureRegion({ Resource = chain }, 0, 0, 0, { Resource = staging, Format = "R32_FLOAT", Width = SIZE, Height = SIZE, RowPitch = SIZE * 4 })
    rig.Barrier(list, chain, "COPY_DEST", "UNORDERED_ACCESS")
    list:ResourceBarrier { { Type = "TRANSITION", Resource = chain, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE", Subresource = 0 } }
    list:SetDescriptorHeaps { r.views }
    list:SetPipelineState(pipeline)
    list:SetComputeRootSignature(root)
    list:SetComputeRootDescriptorTable(0, views)
    list:SetComputeRootUnorderedAccessView(1, count:GetGPUVirtualAddress())
    list:Dispatch(GROUPS, GROUPS, 1)
    list:ResourceBarrier { { Type = "TRANSITION", Resource = chain, Before = "NON_PIXEL_SHADER_RESOURCE", After = "UNORDERED_ACCESS", Subresource = 0 } }
  end)
  state = "UNORDERED_ACCESS"
  local wrong, levels = 0, expected(image)
  for mip = 1, MIPS - 1 do
    local i = 0
    for _, row in ipairs(r:Texels(chain, state, "float", 1, mip)) do
      for _, texel in ipairs(row) do
        i = i + 1
        if texel ~= levels[mip][i] then wrong = wrong + 1 end
      end
    end
    assert(i == #levels[mip])
  end
  print(("image %d: its mean is %.6f, %d of %d texels below it wrong"):format(frame, levels[MIPS - 1][1], wrong, (SIZE * SIZE - 1) / 3))
end
print("the counter is at", r:Read(count, "uint", 1)[1])
