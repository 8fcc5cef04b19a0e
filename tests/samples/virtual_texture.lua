-- A virtual texture of 1365 pages in a cache of 64: the pixel shader reports the pages that it wants, the CPU reads the report two frames later, a COPY
-- queue brings them from a ring of upload memory, and what was not used for longest makes room.
--
--   DIRECT  frame n: draw with page table n, report ─▶ READBACK             COPY  pages for frame n ─ Signal(loaded, n)
--             waits for loaded >= n                                                 waits for frame n - 1, if it overwrites a page
--   CPU     waits for frame n - 2, reads its report, chooses, writes page table n and texels into the upload ring
--
-- The cache is read by one queue while the other one writes other texels of it: SIMULTANEOUS_ACCESS allows that. A page that is not there yet is
-- replaced by a coarser one, so the picture is never empty, and Lua counts the pixels that are already what they shall be.
local gpu = require "gpu"
local rig = require "lib.rig"

local PAGE, LEVELS, SIDE, SIZE = 16, 6, 8, 96                          -- texels of a page, levels, slots along the cache, pixels of the picture
local IN_FLIGHT, BATCH, FRAMES = 2, 10, 40
local OFFSETS, PAGES = {}, 0                                            -- level 0 has 32 x 32 pages, level 5 has one
for level = 0, LEVELS - 1 do
  OFFSETS[level + 1] = PAGES
  PAGES = PAGES + 4 ^ (LEVELS - 1 - level)
end
local r = rig.Create("virtual texture")
local device = r.device
local loader, loaded = device:CreateCommandQueue { Type = "COPY", Name = "loader" }, device:CreateFence(0, "loaded")
local frames = device:CreateFence(0, "frames")

local Row = { { "x", "float" }, { "step", "float" }, { "v", "uint" }, { "level", "uint" } }
local rows, pages = gpu.StructuredBuffer("t0", Row), gpu.StructuredBuffer("t1", "uint")      -- an entry: slot, and level of what is there in bits 8 and up
local cache, report = gpu.Texture2D("t2", "float4"), gpu.RWStructuredBuffer("u0", "uint")
local ps = gpu.PixelShader { Name = "virtual", Main = function(v)
  local row = rows[uint(v.Position.y)]
  local u = and_bits(uint(int(floor(row.x + v.Position.x * row.step))), 511)
  local shift = row.level + 4
  local page = uint(OFFSETS[row.level + 1]) + shift_right(row.v, shift) * shift_right(32, row.level) + shift_right(u, shift)
  report[page] = 1
  local entry = pages[page]
  local slot, level = and_bits(entry, 255), shift_right(entry, 8)
  local at = uint2(and_bits(shift_right(u, level), PAGE - 1), and_bits(shift_right(row.v, level), PAGE - 1))
  return cache:Load(int3(int2(uint2(slot % SIDE, slot / SIDE) * PAGE + at), 0))
end }
local root = device:CreateRootSignature { Name = "virtual", Parameters = { { Type = "SRV" }, { Type = "SRV", ShaderRegister = 1 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 2, Flags = "DATA_VOLATILE" } } }, { Type = "UAV" } } }
local pso = r:Graphics { Name = "virtual", RootSignature = root, VS = rig.Cover, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" } }

local slots = r:Texture("cache", SIDE * PAGE, SIDE * PAGE, "R8G8B8A8_UNORM", "ALLOW_SIMULTANEOUS_ACCESS", "COMMON")
local view = r:SRV(slots)
local wanted, zeros = r:Buffer("report", PAGES * 4), r:Buffer("zeros", PAGES * 4, "UPLOAD")
local upload = r:Buffer("upload ring", IN_FLIGHT * BATCH * PAGE * 256, "UPLOAD")
local texels = upload:Map()
local picture, rtv = r:Target("picture", SIZE, SIZE, "R8G8B8A8_UNORM")
local flight = {}
for i = 0, IN_FLIGHT - 1 do
  local f = { report = r:Buffer("report of " .. i, PAGES * 4, "READBACK"), rows = r:Buffer("rows " .. i, SIZE * 16, "UPLOAD"), table = r:Buffer("page table " .. i, PAGES * 4, "UPLOAD"),
    draw = device:CreateCommandAllocator("DIRECT", "frame " .. i), copy = device:CreateCommandAllocator("COPY", "pages " .. i) }
  f.rowsMap, f.tableMap = f.rows:Map(), f.table:Map()
  flight[i] = f
end
local drawList, copyList = device:CreateCommandList { Type = "DIRECT", Name = "frame" }, device:CreateCommandList { Type = "COPY", Name = "pages" }

-- The texture: rings, a grid, and a tint that says which level it is.
local function texel(level, x, y)
  local scale = 2 ^ level
  local px, py = (x + 0.5) * scale - 256, (y + 0.5) * scale - 256
  local ring = math.floor(128 + 100 * math.cos(math.sqrt(px * px + py * py) / 14))
  local line = (math.floor(x * scale) % 32 < 2 or math.floor(y * scale) % 32 < 2) and 60 or 0
  return math.min(ring + line, 255), 200 - 30 * level, 60 + 36 * level
end
local function fill(at, level, tx, ty)
  for y = 0, PAGE - 1 do
    local row = {}
    for x = 0, PAGE - 1 do
      local red, green, blue = texel(level, tx * PAGE + x, ty * PAGE + y)
      row[x + 1] = red + 256 * green + 65536 * blue + 0xff000000
    end
    texels:Write(at + y * 256, "uint", row)
  end
end

-- A floor seen at an angle: the step from pixel to pixel grows towards the upper rows. Whole 64ths, so that floats are exact.
local function lookAt(frame)
  local t, all = math.min(frame, 28), {}
  for y = 0, SIZE - 1 do
    local step = math.floor(64 * 60 / (y + 12)) / 64
    local v = math.floor(t * 9 + 900 - 3600 / (y + 12)) % 512
    all[y] = { x = t * 6 - step * SIZE / 2, step = step, v = v, level = math.min(math.floor(math.log(math.max(step, 3600 / (y + 12) ^ 2, 1)) / math.log(2) + 1e-9), LEVELS - 1) }
  end
  return all
end

-- The cache: which page is in which slot, and when it was wanted last.
local resident, content, used = {}, {}, {}
local function parts(page)
  for level = LEVELS - 1, 0, -1 do
    local first, n = OFFSETS[level + 1], 2 ^ (LEVELS - 1 - level)
    if page >= first and page < first + n * n then return level, (page - first) % n, math.floor((page - first) / n) end
  end
end
local function slotFor(frame)
  local best
  for slot = 0, SIDE * SIDE - 1 do
    if not content[slot] then return slot, false end
    if content[slot] ~= PAGES - 1 and (not best or used[slot] < used[best]) then best = slot end
  end
  if used[best] >= frame - IN_FLIGHT then return nil end                -- everything is in use
  return best, true
end
local function load(frame, requests)
  local batch, overwrites, evicted = {}, false, 0
  for _, page in ipairs(requests) do
    if #batch == BATCH then break end
    local slot, old = slotFor(frame)
    if not slot then break end
    if old then resident[content[slot]], evicted, overwrites = nil, evicted + 1, true end
    resident[page], content[slot], used[slot] = slot, page, frame
    batch[#batch + 1] = { page = page, slot = slot }
  end
  local base = (frame - 1) % IN_FLIGHT * BATCH                          -- picture n - 2 is done, and so are its pages: its part of the ring is free
  local f = flight[frame % IN_FLIGHT]
  f.copy:Reset()
  copyList:Reset(f.copy)
  for i, b in ipairs(batch) do
    local at = (base + i - 1) * PAGE * 256
    fill(at, parts(b.page))
    copyList:CopyTextureRegion({ Resource = slots }, b.slot % SIDE * PAGE, math.floor(b.slot / SIDE) * PAGE, 0,
      { Resource = upload, Offset = at, Format = "R8G8B8A8_UNORM", Width = PAGE, Height = PAGE, RowPitch = 256 })
  end
  copyList:Close()
  if overwrites then loader:Wait(frames, frame - 1) end                 -- older frames may still show what was there
  loader:ExecuteCommandLists { copyList }
  loader:Signal(loaded, frame)
  return #batch, evicted
end
local function pageTable()
  local entries = {}
  for level = LEVELS - 1, 0, -1 do
    local first, n = OFFSETS[level + 1], 2 ^ (LEVELS - 1 - level)
    for i = 0, n * n - 1 do
      local page = first + i
      if resident[page] then entries[page + 1] = resident[page] + 256 * level
      else entries[page + 1] = entries[OFFSETS[level + 2] + math.floor(math.floor(i / n) / 2) * n / 2 + math.floor(i % n / 2) + 1] end
    end
  end
  return entries
end

local counts = {}
for frame = 1, FRAMES do
  local f, requests, asked = flight[frame % IN_FLIGHT], {}, 0
  if frame > IN_FLIGHT then
    frames:WaitCPU(frame - IN_FLIGHT)
    local seen = f.report:Map():Read(0, "uint", PAGES)
    f.report:Unmap(0, { Begin = 0, End = 0 })
    for page = PAGES - 1, 0, -1 do                                      -- coarse ones first
      if seen[page + 1] ~= 0 then
        asked = asked + 1
        if resident[page] then used[resident[page]] = frame else requests[#requests + 1] = page end
      end
    end
  else
    requests[1] = frame == 1 and PAGES - 1 or nil                       -- the page that covers everything is always there
  end
  local brought, evicted = load(frame, requests)
  counts[frame] = { asked, #requests, brought, evicted }
  local view_, numbers = lookAt(frame), f.rowsMap
  for y = 0, SIZE - 1 do
    numbers:Write(y * 16, "float", { view_[y].x, view_[y].step })
    numbers:Write(y * 16 + 8, "uint", { view_[y].v, view_[y].level })
  end
  f.tableMap:Write(0, "uint", pageTable())
  f.draw:Reset()
  drawList:Reset(f.draw, pso)
  drawList:CopyBufferRegion(wanted, 0, zeros, 0, PAGES * 4)
  rig.Barrier(drawList, wanted, "COPY_DEST", "UNORDERED_ACCESS")
  drawList:SetDescriptorHeaps { r.views }
  drawList:SetGraphicsRootSignature(root)
  drawList:SetGraphicsRootShaderResourceView(0, f.rows:GetGPUVirtualAddress())
  drawList:SetGraphicsRootShaderResourceView(1, f.table:GetGPUVirtualAddress())
  drawList:SetGraphicsRootDescriptorTable(2, view)
  drawList:SetGraphicsRootUnorderedAccessView(3, wanted:GetGPUVirtualAddress())
  rig.Targets(drawList, SIZE, SIZE, { rtv })
  drawList:IASetPrimitiveTopology "TRIANGLELIST"
  drawList:DrawInstanced(3, 1)
  rig.Barrier(drawList, wanted, "UNORDERED_ACCESS", "COPY_SOURCE")
  drawList:CopyBufferRegion(f.report, 0, wanted, 0, PAGES * 4)
  drawList:Close()
  r.queue:Wait(loaded, frame)
  r.queue:ExecuteCommandLists { drawList }
  r.queue:Signal(frames, frame)
  if frame % 8 == 0 then                                                -- how much of the picture is what it shall be
    local right, all = 0, r:Texels(picture, "RENDER_TARGET", "byte", 4)
    for y = 0, SIZE - 1 do
      local row = view_[y]
      for x = 0, SIZE - 1 do
        local u, scale = math.floor(row.x + (x + 0.5) * row.step) % 512, 2 ^ row.level
        local red, green, blue = texel(row.level, math.floor(u / scale), math.floor(row.v / scale))
        local t = all[y + 1]
        if t[4 * x + 1] == red and t[4 * x + 2] == green and t[4 * x + 3] == blue then right = right + 1 end
      end
    end
    local sums = { 0, 0 }
    for i = frame - 7, frame do sums[1], sums[2] = sums[1] + counts[i][3], sums[2] + counts[i][4] end
    print(("frame %2d: wants %2d pages, %2d not there; 8 frames brought %2d and threw out %2d; %5.1f %% of the picture as it shall be"):format(frame, asked, #requests, sums[1], sums[2],
      100 * right / SIZE ^ 2))
  end
end
gpu.SavePNG("virtual_texture.png", picture)
