-- Texture streaming: a virtual texture of 8 x 8 tiles, of which a cache texture holds 16. A COPY queue moves tiles by boxes from one large upload
-- buffer to their places in the cache; an indirection texture is patched texel by texel; the pixel shader follows it. BC1 blocks ride along.
local gpu = require "gpu"
local rig = require "lib.rig"

local TILE, TILES, CACHE, SIZE = 8, 8, 4, 64
local r = rig.Create("streaming")
local device = r.device
local copyQueue, loaded = device:CreateCommandQueue { Type = "COPY", Name = "loader" }, device:CreateFence(0, "loaded")
local cache, pages, logo = gpu.Texture2D("t0", "float4"), gpu.Texture2D("t1", "uint4"), gpu.Texture2D("t2", "float4")
local point = gpu.SamplerState("s0")

local ps = gpu.PixelShader { Name = "virtual texture", Main = function(v)
  local at = uint2(v.Position.xy)
  local page = pages:Load(int3(int2(at / TILE), 0))
  if page.w == 0 then return logo:SampleLevel(point, v.uv, 0) end
  return cache:Load(int3(int2(page.xy * TILE + at % TILE), 0))
end }
local root = device:CreateRootSignature { Name = "virtual", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 3 } } } },
  StaticSamplers = { { Filter = "MIN_MAG_MIP_POINT" } } }
local pso = r:Graphics { Name = "virtual", RootSignature = root, VS = rig.Cover, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" } }

local cacheTexture = r:Texture("cache", CACHE * TILE, CACHE * TILE, "R8G8B8A8_UNORM", nil, "COMMON")
local pageTexture  = r:Texture("pages", TILES, TILES, "R8G8B8A8_UINT", nil, "COMMON")
local logoTexture  = r:Texture("logo", 8, 8, "BC1_UNORM", nil, "COMMON")
local view = r:SRV(cacheTexture)
r:SRV(pageTexture)
r:SRV(logoTexture)

-- all tiles side by side as one picture in upload memory, rows of 256 bytes
local function texel(x, y) return { x * 3 % 256, y * 3 % 256, (x + y) % 256, 255 } end
local source = r:Buffer("tiles", TILES * TILE * 256, "UPLOAD")
local map = source:Map()
for y = 0, TILES * TILE - 1 do
  local row = {}
  for x = 0, TILES * TILE - 1 do for _, c in ipairs(texel(x, y)) do row[#row + 1] = c end end
  map:Write(y * 256, "byte", row)
end
source:Unmap()
local small = r:Buffer("page entries and blocks", 16 * 512 + 1024, "UPLOAD")
local entries = small:Map()
for b = 0, 3 do                                                        -- 2 x 2 blocks: red and blue, indices 0 1 0 1 …
  entries:Write(16 * 512 + math.floor(b / 2) * 256 + b % 2 * 8, "ushort", { 0xf800, 0x001f })
  entries:Write(16 * 512 + math.floor(b / 2) * 256 + b % 2 * 8 + 4, "uint", { 0x44444444 })
end
local function list(type, name, record)
  local l = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type, name) }
  record(l)
  l:Close()
  return l
end
local zero = r:Buffer("zeros", TILES * 256, "UPLOAD")
copyQueue:ExecuteCommandLists { list("COPY", "start", function(l)
  l:CopyTextureRegion({ Resource = pageTexture }, 0, 0, 0, { Resource = zero, Format = "R8G8B8A8_UINT", Width = TILES, Height = TILES, RowPitch = 256 })
  l:CopyTextureRegion({ Resource = logoTexture }, 0, 0, 0, { Resource = small, Offset = 16 * 512, Format = "BC1_UNORM", Width = 8, Height = 8, RowPitch = 256 })
end) }
copyQueue:Signal(loaded, 1)

local picture, rtv = r:Target("picture", SIZE, SIZE, "R8G8B8A8_UNORM")
local resident, value, shown = {}, 1, {}
for frame, wanted in ipairs { { 0, 9, 18, 27 }, { 36, 45, 54, 63, 7, 14, 21 }, { 28, 35, 42, 49, 56, 1 } } do
  if frame > 1 then copyQueue:Wait(r.fence, r.value) end               -- the cache is not read any more
  copyQueue:ExecuteCommandLists { list("COPY", "load " .. frame, function(l)
    for _, tile in ipairs(wanted) do
      local slot = #shown % (CACHE * CACHE)
      if shown[#shown + 1 - CACHE * CACHE] then                        -- the oldest one goes
        local old = shown[#shown + 1 - CACHE * CACHE]
        resident[old] = nil
        l:CopyTextureRegion({ Resource = pageTexture }, old % TILES, math.floor(old / TILES), 0, { Resource = zero, Format = "R8G8B8A8_UINT", Width = 1, Height = 1, RowPitch = 256 })
      end
      shown[#shown + 1] = tile
      resident[tile] = slot
      local tx, ty = tile % TILES, math.floor(tile / TILES)
      l:CopyTextureRegion({ Resource = cacheTexture }, slot % CACHE * TILE, math.floor(slot / CACHE) * TILE, 0,
        { Resource = source, Format = "R8G8B8A8_UNORM", Width = TILES * TILE, Height = TILES * TILE, RowPitch = 256 },
        { Left = tx * TILE, Top = ty * TILE, Front = 0, Right = tx * TILE + TILE, Bottom = ty * TILE + TILE, Back = 1 })
      if #shown <= 16 then entries:Write(slot * 512, "byte", { slot % CACHE, math.floor(slot / CACHE), 0, 1 }) end
      l:CopyTextureRegion({ Resource = pageTexture }, tx, ty, 0, { Resource = small, Offset = slot * 512, Format = "R8G8B8A8_UINT", Width = 1, Height = 1, RowPitch = 256 })
    end
  end) }
  value = value + 1
  copyQueue:Signal(loaded, value)
  r.queue:Wait(loaded, value)
  r:Run("draw " .. frame, function(l)
    l:SetDescriptorHeaps { r.views }
    l:SetGraphicsRootSignature(root)
    l:SetPipelineState(pso)
    l:SetGraphicsRootDescriptorTable(0, view)
    rig.Targets(l, SIZE, SIZE, { rtv })
    l:IASetPrimitiveTopology "TRIANGLELIST"
    l:DrawInstanced(3, 1, 0, 0)
  end)
  local bad, count = 0, 0
  for y, row in ipairs(r:Texels(picture, "RENDER_TARGET", "byte", 4)) do
    for x = 0, SIZE - 1 do
      local tile = math.floor((y - 1) / TILE) * TILES + math.floor(x / TILE)
      local want = resident[tile] and texel(x, y - 1) or (math.floor(x / 8) % 2 == 0 and { 255, 0, 0, 255 } or { 0, 0, 255, 255 })
      if resident[tile] then count = count + 1 end
      for k = 1, 4 do if row[x * 4 + k] ~= want[k] then bad = bad + 1 end end
    end
  end
  print(("frame %d: %d tiles loaded, %d resident, %d components wrong"):format(frame, #wanted, count / TILE ^ 2, bad))
end
gpu.SavePNG("streaming_boxes.png", picture)
