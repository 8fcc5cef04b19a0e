-- Pieces of textures and buffers on two copy queues, and which of them meet, counted by hand: blocks by blocks and blocks by texels of one block each, levels
-- and depths of volumes, lines, levels of slices, planes and rows in footprints. Every texture allows simultaneous access, so that only what is shared counts:
-- a piece that is written and shared is a race, two that are written and not shared are disjoint writers, and all else is silent.
local t = require "prelude"
local case = t.case

local SIM = "ALLOW_SIMULTANEOUS_ACCESS"
local function box(left, top, front, right, bottom, back) return { left, top, front, right, bottom, back } end

-- Two pieces meet if they are of one subresource and their boxes do.
local function meet(a, b)
  if a.sub ~= b.sub then return false end
  for i = 1, 3 do
    if a.box[i] >= b.box[i + 3] or b.box[i] >= a.box[i + 3] then return false end
  end
  return true
end

-- all declares a case for each two pieces of a texture, the first of which is written.
local function all(what, make, pieces)
  for i, a in ipairs(pieces) do
    for j, b in ipairs(pieces) do
      if a.write and (not b.write or j > i) then
        local said = meet(a, b) and 'GS0512 texture "x"' or b.write and 'GS0514 texture "x"' or "silent"
        case(("%s: %s beside %s"):format(what, a.name, b.name), said, function()
          local one, two, x = t.queue("COPY", "one"), t.queue("COPY", "two"), make()
          local first, second = t.list(one, function(l) a.record(l, x) end, a.name), t.list(two, function(l) b.record(l, x) end, b.name)
          one:ExecuteCommandLists { first }
          two:ExecuteCommandLists { second }
        end)
      end
    end
  end
end

-- A piece that comes from a footprint, or goes to one.
local function put(name, sub, b, format, bytes, cell)
  cell = cell or 1
  local w, h, d = b[4] - b[1], b[5] - b[2], b[6] - b[3]
  local pitch = math.ceil(w / cell * bytes / 256) * 256
  local function place(r) return { Resource = r, Format = format, Width = w, Height = h, Depth = d, RowPitch = pitch } end
  return { name = name, sub = sub, box = b, write = true, record = function(l, x)
    l:CopyTextureRegion({ Resource = x, Subresource = sub }, b[1], b[2], b[3], place(t.upload("up", 65536)))
  end }, { name = name .. " read", sub = sub, box = b, record = function(l, x)
    l:CopyTextureRegion(place(t.readback("down", 65536)), 0, 0, 0, { Resource = x, Subresource = sub }, b)
  end }
end

-- 32 x 32 texels in blocks of 4 x 4 and 16 bytes, with two levels more. A texel of R32G32B32A32_UINT is a block.
local function blocks() return t.tex("x", "COMMON", SIM, { Width = 32, Height = 32, Format = "BC3_UNORM", MipLevels = 3 }) end
local function cells(name, sub, x, y, w, h)
  return { name = name, sub = sub, box = box(4 * x, 4 * y, 0, 4 * (x + w), 4 * (y + h), 1), write = true, record = function(l, to)
    local from = t.tex("cells", "COMMON", SIM, { Width = w, Height = h, Format = "R32G32B32A32_UINT" })
    l:CopyTextureRegion({ Resource = to, Subresource = sub }, 4 * x, 4 * y, 0, { Resource = from })
  end }
end
local function uncelled(name, sub, x, y, w, h)
  return { name = name, sub = sub, box = box(4 * x, 4 * y, 0, 4 * (x + w), 4 * (y + h), 1), record = function(l, from)
    local to = t.tex("cells", "COMMON", SIM, { Width = 8, Height = 8, Format = "R32G32B32A32_UINT" })
    l:CopyTextureRegion({ Resource = to }, 1, 2, 0, { Resource = from, Subresource = sub }, box(4 * x, 4 * y, 0, 4 * (x + w), 4 * (y + h), 1))
  end }
end
local corner, cornerRead = put("the first block", 0, box(0, 0, 0, 4, 4, 1), "BC3_UNORM", 16, 4)
local row, rowRead = put("the second row of blocks", 0, box(0, 4, 0, 32, 8, 1), "BC3_UNORM", 16, 4)
local smaller, smallerRead = put("the last block of the second level", 1, box(12, 12, 0, 16, 16, 1), "BC3_UNORM", 16, 4)
all("blocks", blocks, { corner, cornerRead, row, rowRead, smaller, smallerRead, cells("texels over the last columns", 0, 6, 0, 2, 8),
  cells("texels over the first two rows", 0, 0, 0, 3, 2), uncelled("blocks read as texels", 0, 3, 1, 2, 2),
  uncelled("blocks of the second level read as texels", 1, 3, 3, 1, 1) })

-- A volume of 16 x 16 x 8 texels, and a level of 8 x 8 x 4.
local function volume()
  return t.tex("x", "COMMON", SIM, { Dimension = "TEXTURE3D", Width = 16, Height = 16, DepthOrArraySize = 8, Format = "R8_UNORM", MipLevels = 2 })
end
local front, frontRead = put("the front half", 0, box(0, 0, 0, 16, 16, 4), "R8_UNORM", 1)
local needle, needleRead = put("a needle through all depths", 0, box(5, 5, 0, 6, 6, 8), "R8_UNORM", 1)
local sheet, sheetRead = put("a sheet of the back", 0, box(0, 6, 4, 16, 7, 8), "R8_UNORM", 1)
local small, smallRead = put("the second level", 1, box(0, 0, 0, 8, 8, 4), "R8_UNORM", 1)
all("volume", volume, { front, frontRead, needle, needleRead, sheet, sheetRead, small, smallRead })

-- Four lines of 64 texels, each with two levels more: subresource = level + 3 * line.
local function lines()
  return t.tex("x", "COMMON", SIM, { Dimension = "TEXTURE1D", Width = 64, Height = 1, DepthOrArraySize = 4, Format = "R16_UINT", MipLevels = 3 })
end
local left, leftRead = put("the left of line 1", 3, box(0, 0, 0, 20, 1, 1), "R16_UINT", 2)
local middle, middleRead = put("the middle of line 1", 3, box(19, 0, 0, 40, 1, 1), "R16_UINT", 2)
local level, levelRead = put("the level below of line 1", 4, box(0, 0, 0, 32, 1, 1), "R16_UINT", 2)
local right, rightRead = put("the right of line 1", 3, box(20, 0, 0, 64, 1, 1), "R16_UINT", 2)
all("lines", lines, { left, leftRead, middle, middleRead, right, rightRead, level, levelRead })

-- Levels of slices: three levels, two slices; copies between two subresources of one texture touch both.
local function slices() return t.tex("x", "COMMON", SIM, { DepthOrArraySize = 2, MipLevels = 3 }) end
local whole, wholeRead = put("level 1 of slice 1", 4, box(0, 0, 0, 32, 32, 1), "R8G8B8A8_UNORM", 4)
local last, lastRead = put("the last texel of level 1 of slice 1", 4, box(31, 31, 0, 32, 32, 1), "R8G8B8A8_UNORM", 4)
local first, firstRead = put("level 2 of slice 0", 2, box(0, 0, 0, 16, 16, 1), "R8G8B8A8_UNORM", 4)
all("levels", slices, { whole, wholeRead, last, lastRead, first, firstRead })
