-- Situations of other projects' tests of copies, clears and resolves, translated with the texels that come out: rows that are turned round, planes that go to
-- textures of colors and back, blocks, volumes, bytes over bytes. Expectations were derived from the documentation before the first run.
local t = require "results_prelude"
local gpu, case, same, holds = t.gpu, t.case, t.same, t.holds

local function direct() return t.queue("DIRECT", "q") end
local function footprint(r, format, w, h, pitch, offset, depth)
  return { Resource = r, Offset = offset or 0, Format = format, Width = w, Height = h, Depth = depth or 1, RowPitch = pitch or 256 }
end

-- Bytes.
case("copies over one another: the last one stays", "silent", function()
  local q, x, r, up = direct(), t.buf("x", 64), t.readback("r", 64), t.filled("up", 64, t.numbers(16, 1))
  t.run(q, function(l)
    l:CopyBufferRegion(x, 0, up, 0, 64)
    l:CopyBufferRegion(x, 4, up, 0, 32)
    l:CopyBufferRegion(x, 8, up, 0, 8)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE")
    l:CopyResource(r, x)
  end)
  t.idle(q)
  holds(r, 0, { 1, 1, 1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16 })
end)
case("copies over one another in two lists and two calls", "silent", function()
  local q, x, r, up = direct(), t.buf("x", 64), t.readback("r", 64), t.filled("up", 64, t.numbers(16, 1))
  local function put(at, n) return t.list(q, function(l) l:CopyBufferRegion(x, at, up, 0, n) end) end
  q:ExecuteCommandLists { put(0, 64), put(4, 32) }
  q:ExecuteCommandLists { put(8, 8) }
  t.run(q, function(l) l:CopyResource(r, x) end)
  t.idle(q)
  holds(r, 0, { 1, 1, 1, 2, 4, 5, 6, 7, 8, 10 })
end)
case("copies over one another on two queues", 'GS0512 buffer "x" @ x[4, 36)', function()
  local q, c, x, up = direct(), t.queue("COPY", "c"), t.buf("x", 64), t.filled("up", 64, t.numbers(16, 1))
  t.run(q, function(l) l:CopyBufferRegion(x, 0, up, 0, 64) end) --1
  t.run(c, function(l) l:CopyBufferRegion(x, 4, up, 0, 32) end) --!
end)
case("odd bytes, one by one", "silent", function()
  local q, x, r, up = direct(), t.buf("x", 16), t.readback("r", 16), t.upload("up", 16)
  up:Map():Write(0, "byte", t.numbers(16, 0))
  t.run(q, function(l)
    for i = 0, 15 do l:CopyBufferRegion(x, i, up, 15 - i, 1) end
    t.go(l, x, "COPY_DEST", "COPY_SOURCE")
    l:CopyBufferRegion(r, 3, x, 0, 13)
  end)
  t.idle(q)
  holds(r, 0, { 0, 0, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3 }, "byte")
end)

-- A picture whose rows, columns and halves go elsewhere.
local function picture(state)
  local q, x = direct(), t.tex("x", "COPY_DEST", "NONE", { Width = 64, Height = 32, Format = "R32_UINT" })
  local up = t.filled("up", 64 * 32 * 4, t.numbers(64 * 32, 0))
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, footprint(up, "R32_UINT", 64, 32))
    t.go(l, x, "COPY_DEST", state or "COPY_SOURCE")
  end)
  return q, x, t.readback("r", 64 * 32 * 4)
end
case("a picture upside down, row by row into one footprint", "silent", function()
  local q, x, r = picture()
  t.run(q, function(l)
    for y = 0, 31 do
      l:CopyTextureRegion(footprint(r, "R32_UINT", 64, 32), 0, y, 0, { Resource = x }, { Left = 0, Top = 31 - y, Right = 64, Bottom = 32 - y })
    end
  end)
  t.idle(q)
  for y = 0, 31 do holds(r, y * 256, { 64 * (31 - y), 64 * (31 - y) + 1 }) end
end)
case("a picture turned round, column by column", "silent", function()
  local q, x, r = picture("GENERIC_READ")
  t.run(q, function(l)
    for c = 0, 63 do
      l:CopyTextureRegion(footprint(r, "R32_UINT", 64, 32), c, 0, 0, { Resource = x }, { Left = 63 - c, Right = 64 - c, Bottom = 32 })
    end
  end)
  t.idle(q)
  for y = 0, 31 do holds(r, y * 256, { 64 * y + 63, 64 * y + 62, 64 * y + 61 }) end
end)
case("one half of a picture twice", "silent", function()
  local q, x, r = picture()
  t.run(q, function(l)
    for _, at in ipairs { 0, 32 } do
      l:CopyTextureRegion(footprint(r, "R32_UINT", 64, 32), at, 0, 0, { Resource = x }, { Right = 32, Bottom = 32 })
    end
  end)
  t.idle(q)
  for y = 0, 31 do
    holds(r, y * 256 + 124, { 64 * y + 31, 64 * y, 64 * y + 1 })
  end
end)
case("the columns of a picture go to a buffer from two queues", 'GS0514 buffer "y"', function()
  local q, x = picture()
  local y, c = t.buf("y", 64 * 32 * 4), t.queue("COMPUTE", "c")
  local function half(at)
    return function(l)
      l:CopyTextureRegion(footprint(y, "R32_UINT", 64, 32), at, 0, 0, { Resource = x }, { Left = at, Right = at + 32, Bottom = 32 })
    end
  end
  t.idle(q)
  t.run(q, half(0)) --1
  t.run(c, half(32)) --!
end)
case("the columns of a picture go to a buffer from two queues, one column from both", 'GS0512 buffer "y" @ y[124, 128)', function()
  local q, x = picture()
  local y, c = t.buf("y", 64 * 32 * 4), t.queue("COMPUTE", "c")
  t.idle(q)
  t.run(q, function(l) l:CopyTextureRegion(footprint(y, "R32_UINT", 64, 1), 0, 0, 0, { Resource = x }, { Right = 32, Bottom = 1 }) end)
  t.run(c, function(l)
    l:CopyTextureRegion(footprint(y, "R32_UINT", 64, 1), 31, 0, 0, { Resource = x }, { Left = 31, Right = 64, Bottom = 1 })
  end)
end)

-- A box into the middle of another picture.
for _, state in ipairs { "COPY_SOURCE", "GENERIC_READ" } do
  case("a box of four texels into a cleared picture, from " .. state, "silent", function()
    local q = direct()
    local x = t.tex("x", "COPY_DEST", "NONE", { Width = 4, Height = 4, Format = "R32_UINT" })
    local y = t.tex("y", "COPY_DEST", "NONE", { Width = 4, Height = 4, Format = "R32_UINT" })
    local up, zeros, r = t.upload("up", 1024), t.upload("zeros", 1024), t.readback("r", 1024)
    for row = 0, 3 do up:Map():Write(row * 256, "uint", t.numbers(4, 16 * row + 1)) end
    t.run(q, function(l)
      l:CopyTextureRegion({ Resource = x }, 0, 0, 0, footprint(up, "R32_UINT", 4, 4))
      l:CopyTextureRegion({ Resource = y }, 0, 0, 0, footprint(zeros, "R32_UINT", 4, 4))
      t.go(l, x, "COPY_DEST", state)
      l:CopyTextureRegion({ Resource = y }, 1, 1, 0, { Resource = x }, { Right = 2, Bottom = 2 })
      t.go(l, y, "COPY_DEST", "COPY_SOURCE")
      l:CopyTextureRegion(footprint(r, "R32_UINT", 4, 4), 0, 0, 0, { Resource = y })
    end)
    t.idle(q)
    holds(r, 0, { 0, 0, 0, 0 })
    holds(r, 256, { 0, 1, 2, 0 })
    holds(r, 512, { 0, 17, 18, 0 })
    holds(r, 768, { 0, 0, 0, 0 })
  end)
end

-- A volume with two levels.
case("boxes of a volume and its second level", "silent", function()
  local q = direct()
  local x = t.tex("x", "COPY_DEST", "NONE", { Dimension = "TEXTURE3D", Width = 8, Height = 4, DepthOrArraySize = 4, MipLevels = 2, Format = "R32_UINT" })
  local up, r, s = t.upload("up", 4096), t.readback("r", 4096), t.readback("s", 2048)
  for z = 0, 3 do
    for y = 0, 3 do up:Map():Write(z * 1024 + y * 256, "uint", t.numbers(8, (z + 1) * 65536 + (y + 1) * 256 + 1)) end
  end
  t.run(q, function(l)
    local from = footprint(up, "R32_UINT", 8, 4, 256, 0, 4)
    l:CopyTextureRegion({ Resource = x }, 4, 2, 1, from, { Left = 4, Top = 2, Front = 1, Right = 8, Bottom = 4, Back = 4 })
    l:CopyTextureRegion({ Resource = x }, 1, 1, 1, from, { Right = 2, Bottom = 2, Back = 2 })
    l:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, from, { Right = 4, Bottom = 2, Back = 2 })
    t.go(l, x, "COPY_DEST", "COPY_SOURCE")
    l:CopyTextureRegion(footprint(r, "R32_UINT", 8, 4, 256, 0, 4), 0, 0, 0, { Resource = x })
    l:CopyTextureRegion(footprint(s, "R32_UINT", 4, 2, 256, 0, 2), 0, 0, 0, { Resource = x, Subresource = 1 })
  end)
  t.idle(q)
  holds(r, 1024 + 256, { 0, 0x10101, 0x10102, 0, 0 })
  holds(r, 2048 + 512, { 0, 0x20201, 0x20202, 0, 0x30305, 0x30306, 0x30307, 0x30308 })
  holds(r, 3072 + 768, { 0, 0, 0, 0, 0x40405 })
  holds(r, 0, { 0, 0, 0, 0, 0, 0, 0, 0 })
  holds(s, 512, { 0x20101, 0x20102, 0x20103, 0x20104 })
end)

-- Blocks: 8 x 8 texels are 2 x 2 blocks, and the small levels are one block each.
case("blocks of a compressed texture, to and fro", "silent", function()
  local q = direct()
  local x = t.tex("x", "COPY_DEST", "NONE", { Width = 8, Height = 8, MipLevels = 4, Format = "BC2_UNORM" })
  local up, r = t.upload("up", 4096), t.readback("r", 8192)
  for block = 0, 255 do up:Map():Write(block * 16, "uint", { block * 256, block * 256 + 1, block * 256 + 2, block * 256 + 3 }) end
  t.run(q, function(l)
    local from = footprint(up, "BC2_UNORM", 8, 64)
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, footprint(up, "BC2_UNORM", 8, 8))
    l:CopyTextureRegion({ Resource = x }, 4, 4, 0, from, { Left = 4, Top = 12, Right = 8, Bottom = 16 })
    l:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, footprint(up, "BC2_UNORM", 4, 4))
    l:CopyTextureRegion({ Resource = x, Subresource = 2 }, 0, 0, 0, footprint(up, "BC2_UNORM", 16, 4, 256), { Left = 4, Right = 8, Bottom = 4 })
    l:CopyTextureRegion({ Resource = x, Subresource = 3 }, 0, 0, 0, footprint(up, "BC2_UNORM", 16, 4, 256), { Left = 8, Right = 12, Bottom = 4 })
    t.go(l, x, "COPY_DEST", "COPY_SOURCE")
    local to = footprint(r, "BC2_UNORM", 8, 24)
    l:CopyTextureRegion(to, 0, 0, 0, { Resource = x })
    l:CopyTextureRegion(to, 0, 8, 0, { Resource = x })
    l:CopyTextureRegion(to, 0, 16, 0, { Resource = x }, { Right = 8, Bottom = 8 })
    l:CopyTextureRegion(footprint(r, "BC2_UNORM", 4, 4, 256, 2048), 0, 0, 0, { Resource = x, Subresource = 2 })
    l:CopyTextureRegion(footprint(r, "BC2_UNORM", 4, 4, 256, 2560), 0, 0, 0, { Resource = x, Subresource = 3 })
  end)
  t.idle(q)
  for turn = 0, 2 do
    holds(r, turn * 512, { 0, 1, 2, 3, 256, 257, 258, 259 })
    holds(r, turn * 512 + 256, { 4096, 4097, 4098, 4099, 49 * 256, 49 * 256 + 1 }) -- row 3 of blocks, the second one: 3 * 16 + 1
  end
  holds(r, 2048, { 256, 257 })
  holds(r, 2560, { 512, 513 })
end)

-- Planes.
local function depths()
  local z = t.tex("z", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { Format = "D32_FLOAT_S8X24_UINT" })
  return direct(), z, t.dsv(z)
end
case("depth goes to a texture of floats, stencil to one of bytes, each from its own state", "silent", function()
  local q, z, dsv = depths()
  local d = t.tex("d", "COPY_DEST", "NONE", { Format = "R32_FLOAT" })
  local s = t.tex("s", "COPY_DEST", "NONE", { Format = "R8_UINT" })
  local r = t.readback("r", 64 * 256 * 2)
  t.run(q, function(l)
    l:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 0.25, 11)
    t.go(l, z, "DEPTH_WRITE", "COPY_SOURCE", 1)
    l:CopyTextureRegion({ Resource = s }, 0, 0, 0, { Resource = z, Subresource = 1 })
    l:ClearDepthStencilView(dsv, "DEPTH", 0.5)
    t.go(l, z, "DEPTH_WRITE", "GENERIC_READ", 0)
    l:CopyTextureRegion({ Resource = d }, 0, 0, 0, { Resource = z })
    t.go(l, d, "COPY_DEST", "COPY_SOURCE")
    t.go(l, s, "COPY_DEST", "COPY_SOURCE")
    l:CopyTextureRegion(footprint(r, "R32_FLOAT", 64, 64), 0, 0, 0, { Resource = d })
    l:CopyTextureRegion(footprint(r, "R8_UINT", 64, 64, 256, 64 * 256), 0, 0, 0, { Resource = s })
  end)
  t.idle(q)
  holds(r, 0, { 0.5, 0.5 }, "float")
  holds(r, 64 * 256, { 11, 11, 11 }, "byte")
end)
case("stencil is copied while it is cleared no more, and depth is not ready", 'GS0402 texture "z"', function()
  local q, z, dsv = depths()
  local d = t.tex("d", "COPY_DEST", "NONE", { Format = "R32_FLOAT" })
  t.run(q, function(l)
    l:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 0.25, 11)
    t.go(l, z, "DEPTH_WRITE", "COPY_SOURCE", 1)
    l:CopyTextureRegion({ Resource = d }, 0, 0, 0, { Resource = z }) --!
  end)
end)
case("both planes are cleared while one is a source", 'GS0402 texture "z"', function()
  local q, z, dsv = depths()
  t.run(q, function(l)
    t.go(l, z, "DEPTH_WRITE", "COPY_SOURCE", 1)
    l:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 0.25, 11) --!
  end)
end)
case("depth and stencil come from footprints and go back to them", "silent", function()
  local q = direct()
  local z = t.tex("z", "COPY_DEST", "ALLOW_DEPTH_STENCIL", { Width = 2, Height = 2, Format = "D32_FLOAT_S8X24_UINT" })
  local up, r = t.upload("up", 2048), t.readback("r", 2048)
  up:Map():Write(0, "float", { 0.25, 0.5 })
  up:Map():Write(256, "float", { 0.75, 1 })
  up:Map():Write(1024, "byte", { 0xaa, 0xab })
  up:Map():Write(1024 + 256, "byte", { 0xac, 0xad })
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = z }, 0, 0, 0, footprint(up, "R32_TYPELESS", 2, 2))
    l:CopyTextureRegion({ Resource = z, Subresource = 1 }, 0, 0, 0, footprint(up, "R8_TYPELESS", 2, 2, 256, 1024))
    t.go(l, z, "COPY_DEST", "COPY_SOURCE")
    l:CopyTextureRegion(footprint(r, "R32_TYPELESS", 2, 2), 0, 0, 0, { Resource = z })
    l:CopyTextureRegion(footprint(r, "R8_TYPELESS", 2, 2, 256, 1024), 0, 0, 0, { Resource = z, Subresource = 1 })
  end)
  t.idle(q)
  holds(r, 0, { 0.25, 0.5 }, "float")
  holds(r, 256, { 0.75, 1 }, "float")
  holds(r, 1024, { 0xaa, 0xab }, "byte")
  holds(r, 1024 + 256, { 0xac, 0xad }, "byte")
end)
case("depth is copied from queue to queue, plane by plane", "silent", function()
  local q, z, dsv = depths()
  local c, F, r = t.queue("COPY", "c"), t.fence("F"), t.readback("r", 64 * 256 * 2)
  t.run(q, function(l)
    l:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 0.25, 3)
    t.go(l, z, "DEPTH_WRITE", "COMMON")
  end)
  q:Signal(F, 1)
  c:Wait(F, 1)
  t.run(c, function(l)
    l:CopyTextureRegion(footprint(r, "R32_FLOAT", 64, 64), 0, 0, 0, { Resource = z })
    l:CopyTextureRegion(footprint(r, "R8_UINT", 64, 64, 256, 64 * 256), 0, 0, 0, { Resource = z, Subresource = 1 })
  end)
  t.idle(c)
  holds(r, 0, { 0.25 }, "float")
  holds(r, 64 * 256, { 3 }, "byte")
end)
case("depth is copied from queue to queue while stencil stays behind", 'GS0402 texture "z"', function()
  local q, z, dsv = depths()
  local c, F, r = t.queue("COPY", "c"), t.fence("F"), t.readback("r", 64 * 256 * 2)
  t.run(q, function(l)
    l:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 0.25, 3)
    t.go(l, z, "DEPTH_WRITE", "COMMON", 0)
  end)
  q:Signal(F, 1)
  c:Wait(F, 1)
  t.run(c, function(l) --!
    l:CopyTextureRegion(footprint(r, "R32_FLOAT", 64, 64), 0, 0, 0, { Resource = z })
    l:CopyTextureRegion(footprint(r, "R8_UINT", 64, 64, 256, 64 * 256), 0, 0, 0, { Resource = z, Subresource = 1 })
  end)
end)

-- Clears of unordered access views: of a part, in rectangles, as floats.
local function clears(view, size)
  local x = t.buf("x", size or 256)
  local gpuHeap = t.device:CreateDescriptorHeap { Name = "visible", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  local cpuHeap = t.device:CreateDescriptorHeap { Name = "hidden", Type = "CBV_SRV_UAV", NumDescriptors = 2 }
  for i, v in ipairs { view, view } do
    t.device:CreateUnorderedAccessView(x, nil, v, gpuHeap:GetCPUDescriptorHandle(i - 1))
    t.device:CreateUnorderedAccessView(x, nil, v, cpuHeap:GetCPUDescriptorHandle(i - 1))
  end
  return direct(), x, gpuHeap, cpuHeap, t.readback("r", size or 256)
end
case("a clear of the elements that a view shows", "silent", function()
  local q, x, visible, hidden, r = clears { Format = "R32_UINT", FirstElement = 4, NumElements = 8 }
  t.run(q, function(l)
    l:CopyBufferRegion(x, 0, t.filled("up", 256, t.numbers(64, 100)), 0, 256)
    t.go(l, x, "COPY_DEST", "UNORDERED_ACCESS")
    l:SetDescriptorHeaps { visible }
    l:ClearUnorderedAccessViewUint(visible:GetGPUDescriptorHandle(0), hidden:GetCPUDescriptorHandle(0), x, { 7, 0, 0, 0 })
    t.go(l, x, "UNORDERED_ACCESS", "COPY_SOURCE")
    l:CopyResource(r, x)
  end)
  t.idle(q)
  holds(r, 0, { 100, 101, 102, 103, 7, 7, 7, 7, 7, 7, 7, 7, 112, 113 })
end)
case("a clear in rectangles of a buffer", "silent", function()
  local q, x, visible, hidden, r = clears { Format = "R32_UINT", NumElements = 64 }
  t.run(q, function(l)
    l:SetDescriptorHeaps { visible }
    l:ClearUnorderedAccessViewUint(visible:GetGPUDescriptorHandle(0), hidden:GetCPUDescriptorHandle(0), x, { 1, 0, 0, 0 })
    t.uav(l, x)
    l:ClearUnorderedAccessViewUint(visible:GetGPUDescriptorHandle(0), hidden:GetCPUDescriptorHandle(0), x, { 2, 0, 0, 0 },
      { { Left = 2, Right = 4, Bottom = 1 }, { Left = 8, Right = 9, Bottom = 1 } })
    t.go(l, x, "UNORDERED_ACCESS", "COPY_SOURCE")
    l:CopyResource(r, x)
  end)
  t.idle(q)
  holds(r, 0, { 1, 1, 2, 2, 1, 1, 1, 1, 2, 1 })
end)
case("a clear in rectangles over a clear, nothing between", 'GS0517 buffer "x"', function()
  local q, x, visible, hidden = clears { Format = "R32_UINT", NumElements = 64 }
  t.run(q, function(l)
    l:SetDescriptorHeaps { visible }
    l:ClearUnorderedAccessViewUint(visible:GetGPUDescriptorHandle(0), hidden:GetCPUDescriptorHandle(0), x, { 1, 0, 0, 0 }) --1
    l:ClearUnorderedAccessViewUint(visible:GetGPUDescriptorHandle(0), hidden:GetCPUDescriptorHandle(0), x, { 2, 0, 0, 0 }, { { Left = 2, Right = 4, Bottom = 1 } }) --!
  end)
end)
case("a clear beside another queue that reads what the view does not show", "silent", function()
  local q, x, visible, hidden, r = clears { Format = "R32_UINT", FirstElement = 4, NumElements = 8 }
  local c = t.queue("COPY", "c")
  t.run(q, function(l)
    l:SetDescriptorHeaps { visible }
    l:ClearUnorderedAccessViewUint(visible:GetGPUDescriptorHandle(0), hidden:GetCPUDescriptorHandle(0), x, { 7, 0, 0, 0 })
  end)
  t.run(c, function(l)
    l:CopyBufferRegion(r, 0, x, 0, 16)
    l:CopyBufferRegion(r, 48, x, 48, 16)
  end)
end)
case("a clear beside another queue that reads the last element of the view", 'GS0512 buffer "x" @ x[44, 48)', function()
  local q, x, visible, hidden, r = clears { Format = "R32_UINT", FirstElement = 4, NumElements = 8 }
  local c = t.queue("COPY", "c")
  t.run(q, function(l)
    l:SetDescriptorHeaps { visible }
    l:ClearUnorderedAccessViewUint(visible:GetGPUDescriptorHandle(0), hidden:GetCPUDescriptorHandle(0), x, { 7, 0, 0, 0 })
  end)
  t.run(c, function(l) l:CopyBufferRegion(r, 44, x, 44, 16) end)
end)
case("a clear through a raw view, of shorts, as floats", "silent", function()
  local q, x, visible, hidden, r = clears({ Format = "R16G16_FLOAT", NumElements = 4 }, 64)
  t.run(q, function(l)
    l:SetDescriptorHeaps { visible }
    l:ClearUnorderedAccessViewFloat(visible:GetGPUDescriptorHandle(1), hidden:GetCPUDescriptorHandle(1), x, { 0.5, 2, 0, 0 })
    t.go(l, x, "UNORDERED_ACCESS", "COPY_SOURCE")
    l:CopyResource(r, x)
  end)
  t.idle(q)
  holds(r, 0, { 0.5, 2, 0.5, 2, 0.5, 2, 0.5, 2, 0 }, "half")
end)

-- Samples.
case("rectangles of a multisampled target are resolved, one by one, to another place", "silent", function()
  local q = direct()
  local many = t.tex("many", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { Width = 4, Height = 4, SampleDesc = { Count = 4 } })
  local one = t.tex("one", "RESOLVE_DEST", "ALLOW_RENDER_TARGET", { Width = 4, Height = 8 })
  local rtv, r = t.rtv(many), t.readback("r", 2048)
  t.run(q, function(l)
    for i = 0, 15 do
      local x, y = i % 4, math.floor(i / 4)
      local v = (i + 1) / 255
      l:ClearRenderTargetView(rtv, { v, v, v, v }, { { Left = x, Top = y, Right = x + 1, Bottom = y + 1 } })
    end
    t.go(l, many, "RENDER_TARGET", "RESOLVE_SOURCE")
    for i = 0, 15 do
      local x, y = i % 4, math.floor(i / 4)
      l:ResolveSubresourceRegion(one, 0, x, y + 4, many, 0, { Left = x, Top = y, Right = x + 1, Bottom = y + 1 }, "R8G8B8A8_UNORM", "AVERAGE")
    end
    t.go(l, one, "RESOLVE_DEST", "COPY_SOURCE")
    l:CopyTextureRegion(footprint(r, "R8G8B8A8_UNORM", 4, 8), 0, 0, 0, { Resource = one })
  end)
  t.idle(q)
  for i = 0, 15 do
    holds(r, (math.floor(i / 4) + 4) * 256 + i % 4 * 4, { (i + 1) * 0x01010101 })
  end
end)
case("a rectangle is resolved while the target is still drawn to", 'GS0402 texture "many"', function()
  local q = direct()
  local many = t.tex("many", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { Width = 4, Height = 4, SampleDesc = { Count = 4 } })
  local one = t.tex("one", "RESOLVE_DEST", "ALLOW_RENDER_TARGET", { Width = 4, Height = 8 })
  local rtv = t.rtv(many)
  t.run(q, function(l)
    l:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
    l:ResolveSubresourceRegion(one, 0, 0, 0, many, 0, { Right = 1, Bottom = 1 }, "R8G8B8A8_UNORM", "AVERAGE") --!
  end)
end)

-- Textures between queues of two classes, to and fro, with what comes out at the end.
case("a texture goes from a copy queue to a draw and back, in COMMON each time", "silent", function()
  local q, c, F, G = direct(), t.queue("COPY", "c"), t.fence("F"), t.fence("G")
  local x = t.tex("x", "COMMON", "ALLOW_RENDER_TARGET", { Width = 4, Height = 4, Format = "R8G8B8A8_UNORM" })
  local up, r, rtv = t.upload("up", 1024), t.readback("r", 1024), t.rtv(x)
  for turn = 1, 3 do
    up:Map():Write(0, "uint", { turn, turn + 1, turn + 2, turn + 3 })
    t.run(c, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, footprint(up, "R8G8B8A8_UNORM", 4, 1)) end)
    c:Signal(F, turn)
    q:Wait(F, turn)
    t.run(q, function(l)
      t.go(l, x, "COMMON", "RENDER_TARGET")
      l:ClearRenderTargetView(rtv, { 1, 1, 1, 1 }, { { Left = 1, Right = 2, Bottom = 1 } })
      t.go(l, x, "RENDER_TARGET", "COMMON")
    end)
    q:Signal(G, turn)
    c:Wait(G, turn)
    t.run(c, function(l) l:CopyTextureRegion(footprint(r, "R8G8B8A8_UNORM", 4, 1), 0, 0, 0, { Resource = x }, { Right = 4, Bottom = 1 }) end)
    t.idle(c)
    holds(r, 0, { turn, 0xffffffff, turn + 2, turn + 3 })
  end
end)
case("a texture goes from a copy queue to a draw and back, and stays a target", 'GS0402 texture "x"', function()
  local q, c, F, G = direct(), t.queue("COPY", "c"), t.fence("F"), t.fence("G")
  local x = t.tex("x", "COMMON", "ALLOW_RENDER_TARGET", { Width = 4, Height = 4, Format = "R8G8B8A8_UNORM" })
  local up, r, rtv = t.upload("up", 1024), t.readback("r", 1024), t.rtv(x)
  t.run(c, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, footprint(up, "R8G8B8A8_UNORM", 4, 1)) end)
  c:Signal(F, 1)
  q:Wait(F, 1)
  t.run(q, function(l)
    t.go(l, x, "COMMON", "RENDER_TARGET")
    l:ClearRenderTargetView(rtv, { 1, 1, 1, 1 })
  end)
  q:Signal(G, 1)
  c:Wait(G, 1)
  t.run(c, function(l) l:CopyTextureRegion(footprint(r, "R8G8B8A8_UNORM", 4, 1), 0, 0, 0, { Resource = x }, { Right = 4, Bottom = 1 }) end) --!
end)
