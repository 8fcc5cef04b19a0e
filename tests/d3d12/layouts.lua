-- What the device says of resources before they exist: footprints of copies, sizes and alignments of allocations, addresses, descriptions with zeros.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device

local function up(n, to) return math.ceil(n / to) * to end

-- Footprints, worked out from the size of a block and its edge: rows stand 256 bytes apart, subresources begin at multiples of 512 from the base offset,
-- levels smaller than a block are a block, and the last row is not padded.
local BLOCKS = { R8_UNORM = { 1, 1 }, R16G16_FLOAT = { 4, 1 }, R32G32B32A32_FLOAT = { 16, 1 }, BC1_UNORM = { 8, 4 }, BC7_UNORM = { 16, 4 }, R10G10B10A2_UINT = { 4, 1 } }
local function footprints(name, desc, base)
  desc.Name = name
  desc.InitialState = "COPY_DEST"
  local x = device:CreateCommittedResource(desc)
  local bytes, edge = unpack(BLOCKS[desc.Format])
  local d = x:GetDesc()
  local volume = desc.Dimension == "TEXTURE3D"
  local offset, total, want, got = 0, 0, {}, {}
  for slice = 0, (volume and 1 or d.DepthOrArraySize) - 1 do
    for level = 0, d.MipLevels - 1 do
      local w, h = up(math.max(1, math.floor(d.Width / 2 ^ level)), edge), up(math.max(1, math.floor(d.Height / 2 ^ level)), edge)
      local depth = volume and math.max(1, math.floor(d.DepthOrArraySize / 2 ^ level)) or 1
      local row, rows = w / edge * bytes, h / edge
      local pitch = up(row, 256)
      offset = up(offset, 512)
      want[#want + 1] = { offset + base, w, h, depth, pitch, row }
      offset = offset + (rows * depth - 1) * pitch + row
      total = offset
    end
  end
  local prints, size = device:GetCopyableFootprints(x, 0, #want, base)
  for i, f in ipairs(prints) do got[i] = { f.Offset, f.Width, f.Height, f.Depth, f.RowPitch, f.RowSizeInBytes } end
  t.Check("footprints of " .. name, got, want)
  t.Check("total of " .. name, size, total)
  x:Release()
end
for format in pairs { R8_UNORM = 1, R16G16_FLOAT = 1, R32G32B32A32_FLOAT = 1, R10G10B10A2_UINT = 1 } do
  for _, base in ipairs { 0, 512, 3, 99, 1000 } do
    footprints(format, { Dimension = "TEXTURE2D", Width = 33, Height = 7, MipLevels = 0, DepthOrArraySize = 2, Format = format }, base)
    footprints(format .. " deep", { Dimension = "TEXTURE3D", Width = 5, Height = 9, MipLevels = 3, DepthOrArraySize = 4, Format = format }, base)
    footprints(format .. " line", { Dimension = "TEXTURE1D", Width = 300, MipLevels = 2, DepthOrArraySize = 3, Format = format }, base)
  end
end
for format in pairs { BC1_UNORM = 1, BC7_UNORM = 1 } do
  for _, base in ipairs { 0, 17 } do
    footprints(format, { Dimension = "TEXTURE2D", Width = 12, Height = 8, MipLevels = 0, DepthOrArraySize = 2, Format = format }, base)
  end
end

-- A buffer is one row, padded as rows are; its total is its size.
do
  local prints, total = device:GetCopyableFootprints(t.Buffer("b", 1000), 0, 1, 5)
  local f = prints[1]
  t.Check("buffer", { f.Offset, f.Width, f.Height, f.Depth, f.RowPitch, f.RowSizeInBytes, total }, { 5, 1000, 1, 1, 1024, 1000, 1000 })
end

-- Planes: depth has 32 bits a texel, also of 24, and stencil 8.
for format, plane in pairs { D24_UNORM_S8_UINT = "R32_TYPELESS", D32_FLOAT_S8X24_UINT = "R32_TYPELESS", R24G8_TYPELESS = "R32_TYPELESS", R32G8X24_TYPELESS = "R32_TYPELESS" } do
  local x = t.Texture(format, 4, 4, format, "COPY_DEST", "ALLOW_DEPTH_STENCIL")
  local prints, total = device:GetCopyableFootprints(x, 0, 2, 0)
  t.Check("planes of " .. format, { prints[1].Format, prints[1].RowPitch, prints[2].Format, prints[2].Offset, prints[2].RowSizeInBytes, total },
    { plane, 256, "R8_TYPELESS", 1024, 4, 1024 + 3 * 256 + 4 })
end

-- Allocations: buffers and textures at 64 KiB, multisampled ones at 4 MiB, small ones at 4 KiB where that is asked for.
local function allocation(desc) local i = device:GetResourceAllocationInfo(desc) return { i.SizeInBytes, i.Alignment } end
t.Check("buffer of 1 byte", allocation { Dimension = "BUFFER", Width = 1 }, { 65536, 65536 })
t.Check("buffer of 64 KiB and 1 byte", allocation { Dimension = "BUFFER", Width = 65537 }, { 131072, 65536 })
t.Check("samples", allocation({ Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8G8B8A8_UNORM", SampleDesc = { Count = 4 }, Flags = "ALLOW_RENDER_TARGET" })[2], 4194304)
t.Check("texture", allocation({ Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8G8B8A8_UNORM" })[2], 65536)
t.Check("small texture", allocation({ Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8G8B8A8_UNORM", Alignment = 4096 })[2], 4096)

-- Addresses: buffers have one, a multiple of 64 KiB; those of placed buffers are their offset apart.
do
  local heap = device:CreateHeap { Name = "heap", SizeInBytes = 4 * 65536, HeapType = "DEFAULT", Flags = "ALLOW_ONLY_BUFFERS" }
  local a = device:CreatePlacedResource { Name = "a", Heap = heap, HeapOffset = 0, Dimension = "BUFFER", Width = 100, InitialState = "COMMON" }
  local b = device:CreatePlacedResource { Name = "b", Heap = heap, HeapOffset = 131072, Dimension = "BUFFER", Width = 100, InitialState = "COMMON" }
  t.Check("placed buffers", b:GetGPUVirtualAddress() - a:GetGPUVirtualAddress(), 131072)
  -- A small texture may stand at each 4 KiB if its Alignment says so; others stand at 64 KiB, those with several samples at 4 MiB.
  local textures = device:CreateHeap { Name = "textures", SizeInBytes = 8 * 2 ^ 20, Alignment = 4 * 2 ^ 20, Flags = "ALLOW_ONLY_NON_RT_DS_TEXTURES" }
  local small = { Name = "small", Heap = textures, HeapOffset = 4096, Alignment = 4096, Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8_UNORM", InitialState = "COMMON" }
  t.Check("small texture at 4 KiB", device:CreatePlacedResource(small):GetDesc().Width, 4)
  small.Alignment = 0
  t.Refused("texture at 4 KiB", "GS0316", function() device:CreatePlacedResource(small) end)
  local targets = device:CreateHeap { Name = "targets", SizeInBytes = 12 * 2 ^ 20, Alignment = 4 * 2 ^ 20, Flags = "ALLOW_ONLY_RT_DS_TEXTURES" }
  local samples = { Name = "samples", Heap = targets, HeapOffset = 65536, Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8_UNORM", InitialState = "RENDER_TARGET",
    SampleDesc = { Count = 4 }, Flags = "ALLOW_RENDER_TARGET" }
  t.Refused("samples at 64 KiB", "GS0316", function() device:CreatePlacedResource(samples) end)
  samples.HeapOffset = 4 * 2 ^ 20
  t.Check("samples at 4 MiB", device:CreatePlacedResource(samples):GetDesc().Width, 4)
end

-- MipLevels 0 is the full chain of the longest edge.
for _, case in ipairs { { "TEXTURE2D", 32, 5, 1, 6 }, { "TEXTURE2D", 1, 1, 1, 1 }, { "TEXTURE2D", 5, 17, 1, 5 }, { "TEXTURE3D", 4, 4, 16, 5 }, { "TEXTURE1D", 100, 1, 1, 7 } } do
  local x = device:CreateCommittedResource { Name = "x", Dimension = case[1], Width = case[2], Height = case[3], DepthOrArraySize = case[4], MipLevels = 0, Format = "R8_UNORM",
    InitialState = "COMMON" }
  t.Check("levels", x:GetDesc().MipLevels, case[5])
end
t.Done()
