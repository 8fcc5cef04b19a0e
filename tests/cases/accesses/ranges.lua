-- Which bytes and texels two accesses share, counted by hand: every way to touch a part of a buffer or a picture on one queue, and on another one the byte
-- before it, the first, the last and the byte behind it. Situations of another project's tests, whose expectations were derived before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function D(name) return t.queue("DIRECT", name or "b") end
local function X(name) return t.queue("COPY", name or "a") end
local function into(x, at, n) return function(l) l:CopyBufferRegion(x, at, t.upload("up"), 0, n) end end
local function from(x, at, n) return function(l) l:CopyBufferRegion(t.readback("down"), 0, x, at, n) end end
local SIM = "ALLOW_SIMULTANEOUS_ACCESS"

-- edges declares a case for a use of bytes [first, last] and, on a copy queue, one byte at each of its edges. writes: the use writes, and the other side reads.
local function edges(name, first, last, writes, use)
  for _, at in ipairs { first - 1, first, last, last + 1 } do
    local meets = at >= first and at <= last
    if at >= 0 then
      case(name .. ", the byte " .. at, meets and ('GS0512 buffer "x" @ x[%d, %d)'):format(at, at + 1) or "silent", function()
        local a, b, x = X(), D(), t.buf("x")
        local body = use(x)
        b:ExecuteCommandLists { t.list(b, body, "use") }
        a:ExecuteCommandLists { t.list(a, writes and from(x, at, 1) or into(x, at, 1), "other") }
      end)
    end
  end
end

-- Buffers: copies and immediate writes.
edges("a copy to [64, 128)", 64, 127, true, function(x) return into(x, 64, 64) end)
edges("a copy from [64, 128)", 64, 127, false, function(x) return from(x, 64, 64) end)
edges("an immediate write of [16, 20)", 16, 19, true, function(x)
  return function(l) l:WriteBufferImmediate { { Dest = x:GetGPUVirtualAddress() + 16, Value = 1 } } end
end)
edges("two immediate writes side by side", 16, 23, true, function(x)
  return function(l)
    l:WriteBufferImmediate { { Dest = x:GetGPUVirtualAddress() + 16, Value = 1 }, { Dest = x:GetGPUVirtualAddress() + 20, Value = 1 } }
  end
end)
edges("results of two times at 8", 8, 23, true, function(x)
  local ticks = t.device:CreateQueryHeap { Name = "ticks", Type = "TIMESTAMP", Count = 4 }
  return function(l)
    l:EndQuery(ticks, "TIMESTAMP", 2)
    l:EndQuery(ticks, "TIMESTAMP", 3)
    l:ResolveQueryData(ticks, "TIMESTAMP", 2, 2, x, 8)
  end
end)
edges("a predicate at 16", 16, 23, false, function(x)
  return function(l)
    l:SetPredication(x, 16, "EQUAL_ZERO")
    l:SetPredication(nil)
  end
end)
edges("a footprint of one row of 16 texels at 512", 512, 575, false, function(x)
  local p = t.tex("p")
  return function(l)
    l:CopyTextureRegion({ Resource = p }, 0, 0, 0, { Resource = x, Offset = 512, Format = "R8G8B8A8_UNORM", Width = 16, Height = 1, RowPitch = 256 })
  end
end)
edges("texels are written to one row of a footprint at 512", 512, 543, true, function(x)
  local p = t.tex("p")
  return function(l)
    l:CopyTextureRegion({ Resource = x, Offset = 512, Format = "R8G8B8A8_UNORM", Width = 16, Height = 1, RowPitch = 256 }, 0, 0, 0,
      { Resource = p }, { Right = 8, Bottom = 1, Back = 1 })
  end
end)

-- Buffers: kernels.
edges("a kernel writes 64 elements behind 16", 64, 319, true, function(x)
  return function(l) t.fill(l, x, 16) end
end)
edges("a kernel reads 64 elements behind 16", 64, 319, false, function(x)
  local y = t.buf("y")
  return function(l) t.dispatch(l, "move", y, x, 16) end
end)
edges("a kernel counts in one element", 32, 35, true, function(x)
  return function(l) t.dispatch(l, "count", x, nil, 8) end
end)
edges("a kernel reads a constant at 256", 256, 259, false, function(x)
  local y = t.buf("y")
  return function(l)
    t.use(l, "constant", y)
    l:SetComputeRootConstantBufferView(3, x:GetGPUVirtualAddress() + 256)
    l:Dispatch(1, 1, 1)
  end
end)
local function views(flags) return t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = flags } end
edges("a clear through a view of 16 elements behind 16", 64, 127, true, function(x)
  local seen, own = views("SHADER_VISIBLE"), views()
  local desc = { ViewDimension = "BUFFER", Format = "R32_UINT", FirstElement = 16, NumElements = 16 }
  for _, h in ipairs { seen, own } do t.device:CreateUnorderedAccessView(x, nil, desc, h:GetCPUDescriptorHandle(0)) end
  return function(l)
    l:SetDescriptorHeaps { seen }
    l:ClearUnorderedAccessViewUint(seen:GetGPUDescriptorHandle(0), own:GetCPUDescriptorHandle(0), x, { 1, 0, 0, 0 })
  end
end)
edges("a clear of elements 4 to 8 of such a view", 80, 95, true, function(x)
  local seen, own = views("SHADER_VISIBLE"), views()
  local desc = { ViewDimension = "BUFFER", Format = "R32_UINT", FirstElement = 16, NumElements = 16 }
  for _, h in ipairs { seen, own } do t.device:CreateUnorderedAccessView(x, nil, desc, h:GetCPUDescriptorHandle(0)) end
  return function(l)
    l:SetDescriptorHeaps { seen }
    l:ClearUnorderedAccessViewUint(seen:GetGPUDescriptorHandle(0), own:GetCPUDescriptorHandle(0), x, { 1, 0, 0, 0 }, { { Left = 4, Right = 8, Bottom = 1 } })
  end
end)

-- Buffers: draws and indirect commands.
local function draws(kind, body)
  local rtv, pso = t.rtv(t.target("picture")), t.drawing(kind)
  return function(l)
    t.drawState(l, pso, rtv)
    body(l)
  end
end
edges("a draw of three vertices behind the first", 8, 31, false, function(x)
  return draws("vertices", function(l)
    t.vertices(l, x, 256)
    l:DrawInstanced(3, 1, 1)
  end)
end)
edges("an indexed draw of three indices of 2 bytes behind two", 4, 9, false, function(x)
  return draws("plain", function(l)
    l:IASetIndexBuffer { BufferLocation = x:GetGPUVirtualAddress(), SizeInBytes = 256, Format = "R16_UINT" }
    l:DrawIndexedInstanced(3, 1, 2)
  end)
end)
local function indirect(stride, arguments) return t.device:CreateCommandSignature { Name = "indirect", ByteStride = stride, ArgumentDescs = arguments or { { Type = "DISPATCH" } } } end
edges("arguments of one dispatch at 24", 24, 35, false, function(x)
  local y, signature = t.buf("y"), indirect(12)
  return function(l)
    t.use(l, "fill", y)
    l:ExecuteIndirect(signature, 1, x, 24)
  end
end)
edges("arguments of two dispatches in a row at 24", 24, 47, false, function(x)
  local y, signature = t.buf("y"), indirect(12)
  return function(l)
    t.use(l, "fill", y)
    l:ExecuteIndirect(signature, 2, x, 24)
  end
end)
edges("a count at 64", 64, 67, false, function(x)
  local y, args, signature = t.buf("y"), t.buf("args"), indirect(12)
  return function(l)
    t.use(l, "fill", y)
    l:ExecuteIndirect(signature, 4, args, 0, x, 64)
  end
end)

-- Gaps: vertices, rows and arguments that stand apart.
for _, at in ipairs { { 8, 8, "silent" }, { 12, 8, 'GS0512 buffer "x" @ x[16, 20)' }, { 24, 8, "silent" }, { 0, 48, 'GS0512 buffer "x" @ x[0, 40) (8 of every 16 bytes)' }, { 39, 1, 'GS0512 buffer "x" @ x[39, 40)' },
  { 40, 8, "silent" } } do
  case(("three vertices of 8 bytes, 16 apart, and a copy to %d bytes from %d"):format(at[2], at[1]), at[3], function()
    local a, b, x = X(), D(), t.buf("x")
    local body = draws("vertices", function(l)
      l:IASetVertexBuffers(0, { { BufferLocation = x:GetGPUVirtualAddress(), SizeInBytes = 256, StrideInBytes = 16 } })
      l:DrawInstanced(3, 1)
    end)
    t.run(b, body)
    t.run(a, into(x, at[1], at[2]))
  end)
end
for _, at in ipairs { { 64, 192, "silent" }, { 64, 193, 'GS0512 buffer "x" @ x[256, 257)' }, { 319, 1, 'GS0512 buffer "x" @ x[319, 320)' }, { 320, 64, "silent" } } do
  case(("two rows of 16 texels in a footprint, and a copy to %d bytes from %d"):format(at[2], at[1]), at[3], function()
    local a, b, x, p = X(), X("b"), t.buf("x"), t.tex("p")
    t.run(b, function(l)
      l:CopyTextureRegion({ Resource = p }, 0, 0, 0, { Resource = x, Format = "R8G8B8A8_UNORM", Width = 16, Height = 2, RowPitch = 256 })
    end)
    t.run(a, into(x, at[1], at[2]))
  end)
end
for _, at in ipairs { { 12, 4, "silent" }, { 12, 5, 'GS0512 buffer "x" @ x[16, 17)' }, { 28, 4, "silent" } } do
  case(("arguments of two dispatches, 16 apart, and a copy to %d bytes from %d"):format(at[2], at[1]), at[3], function()
    local a, b, x, y, signature = X(), D(), t.buf("x"), t.buf("y"), indirect(16)
    t.run(b, function(l)
      t.use(l, "fill", y)
      l:ExecuteIndirect(signature, 2, x, 0)
    end)
    t.run(a, into(x, at[1], at[2]))
  end)
end

-- Parts of buffers that meet in some places only.
case("two parts are written, the gap between is read", "silent", function()
  local a, b, x = X(), X("b"), t.buf("x")
  t.run(a, function(l)
    into(x, 0, 64)(l)
    into(x, 128, 64)(l)
  end)
  t.run(b, from(x, 64, 64))
end)
case("two parts are written, the gap and a part of the first is read", 'GS0512 buffer "x" @ x[32, 64)', function()
  local a, b, x = X(), X("b"), t.buf("x")
  a:ExecuteCommandLists { t.list(a, function(l)
    l:CopyBufferRegion(x, 0, t.upload("up"), 0, 64) --1
    l:CopyBufferRegion(x, 128, t.upload("up"), 0, 64)
  end) }
  b:ExecuteCommandLists { t.list(b, from(x, 32, 96)) } --!
end)
case("two parts are written, the gap and a part of the second is read", 'GS0512 buffer "x" @ x[128, 160)', function()
  local a, b, x = X(), X("b"), t.buf("x")
  a:ExecuteCommandLists { t.list(a, function(l)
    l:CopyBufferRegion(x, 0, t.upload("up"), 0, 64)
    l:CopyBufferRegion(x, 128, t.upload("up"), 0, 64) --1
  end) }
  b:ExecuteCommandLists { t.list(b, from(x, 64, 96)) } --!
end)
case("three reads in a list, the second is of what another queue writes", 'GS0512 buffer "x" @ x[300, 364)', function()
  local a, b, x = X(), X("b"), t.buf("x")
  a:ExecuteCommandLists { t.list(a, into(x, 300, 100)) } --1
  b:ExecuteCommandLists { t.list(b, function(l) --!
    l:CopyBufferRegion(t.readback("down"), 0, x, 0, 64)
    l:CopyBufferRegion(t.readback("down"), 0, x, 300, 64)
    l:CopyBufferRegion(t.readback("down"), 0, x, 400, 64)
  end) }
end)
case("written in the second list of a call, read in the third of another", 'GS0512 buffer "x" @ x[16, 32)', function()
  local a, b, x, y = X(), X("b"), t.buf("x"), t.buf("y")
  local one, two = t.list(a, into(y, 0, 64), "one"), t.list(a, function(l)
    l:CopyBufferRegion(x, 0, t.upload("up"), 0, 32) --1
  end, "two")
  a:ExecuteCommandLists { one, two }
  local three, four, five = t.list(b, from(x, 32, 64), "three"), t.list(b, from(x, 64, 64), "four"), t.list(b, function(l)
    l:CopyBufferRegion(t.readback("down"), 0, x, 16, 64)
  end, "five")
  b:ExecuteCommandLists { three, four, five } --!
end)
case("a whole buffer is copied, and its last word is written at once", 'GS0512 buffer "x" @ x[4092, 4096)', function()
  local a, b, x, y = X(), D(), t.buf("x"), t.buf("y")
  a:ExecuteCommandLists { t.list(a, function(l) l:CopyResource(y, x) end) } --1
  b:ExecuteCommandLists { t.list(b, function(l) l:WriteBufferImmediate { { Dest = x:GetGPUVirtualAddress() + 4092, Value = 1 } } end) } --!
end)
case("two queues write halves that share a byte", 'GS0512 buffer "x" @ x[255, 256)', function()
  local a, b, x = X(), X("b"), t.buf("x")
  a:ExecuteCommandLists { t.list(a, into(x, 0, 256)) } --1
  b:ExecuteCommandLists { t.list(b, into(x, 255, 257)) } --!
end)
for _, swapped in ipairs { false, true } do
  case("two buffers are written by two queues, one side by side and the other over each other, which comes " .. (swapped and "first" or "last"), 'GS0512 buffer "x" @ x[200, 256)', function()
    local a, b, x, y = X(), X("b"), t.buf("x"), t.buf("y")
    t.run(a, function(l)
      if swapped then into(x, 0, 256)(l) end
      into(y, 0, 64)(l)
      if not swapped then into(x, 0, 256)(l) end
    end)
    t.run(b, function(l)
      if swapped then into(x, 200, 100)(l) end
      into(y, 64, 64)(l)
      if not swapped then into(x, 200, 100)(l) end
    end)
  end)
end
case("two placed buffers share 4096 bytes, and two queues write them", 'GS0512 writes buffer "two"', function()
  local a, b, heap = X(), X("b"), t.heap()
  local one, two = t.placed("one", heap, 0, 65536 + 4096), t.placed("two", heap, 65536)
  a:ExecuteCommandLists { t.list(a, into(one, 65536, 64)) } --1
  b:ExecuteCommandLists { t.list(b, into(two, 0, 64)) } --!
end)
case("two placed buffers share 4096 bytes, and two queues write others of each", "silent", function()
  local a, b, heap = X(), X("b"), t.heap()
  local one, two = t.placed("one", heap, 0, 65536 + 4096), t.placed("two", heap, 65536, 8192)
  t.run(a, into(one, 0, 64))
  t.run(b, into(two, 4096, 64))
end)

-- Boxes of texels. A picture for simultaneous access has 64 times 64 texels of 4 bytes.
local function paste(x, left, top, right, bottom, sub)
  return function(l)
    l:CopyTextureRegion({ Resource = x, Subresource = sub }, left, top, 0, t.rows(t.upload("up", 16384)), { Right = right - left, Bottom = bottom - top, Back = 1 })
  end
end
local function cut(x, left, top, right, bottom, sub)
  return function(l)
    l:CopyTextureRegion(t.rows(t.readback("down", 16384)), 0, 0, 0, { Resource = x, Subresource = sub }, { Left = left, Top = top, Right = right, Bottom = bottom, Back = 1 })
  end
end
for _, box in ipairs { { 32, 0, 64, 16 }, { 0, 16, 32, 32 }, { 33, 17, 34, 18 } } do
  case(("a box of 32 by 16 texels, and one from %d, %d that only lies beside it"):format(box[1], box[2]), "silent", function()
    local a, b, x = X(), X("b"), t.tex("x", "COMMON", SIM)
    t.run(a, paste(x, 0, 0, 32, 16))
    t.run(b, cut(x, box[1], box[2], box[3], box[4]))
  end)
end
for _, box in ipairs { { 31, 15, 40, 20, "x 31..32, y 15..16" }, { 8, 4, 9, 5, "x 8..9, y 4..5" }, { 0, 15, 64, 16, "x 0..32, y 15..16" } } do
  case(("a box of 32 by 16 texels, and one from %d, %d that shares some"):format(box[1], box[2]), ('GS0512 texture "x" @ x[%s]'):format(box[5]), function()
    local a, b, x = X(), X("b"), t.tex("x", "COMMON", SIM)
    t.run(a, paste(x, 0, 0, 32, 16))
    t.run(b, cut(x, box[1], box[2], box[3], box[4]))
  end)
end
case("two boxes in the same rows, one column apart", "silent", function()
  local a, b, x = X(), X("b"), t.tex("x", "COMMON", SIM)
  t.run(a, paste(x, 0, 0, 31, 64))
  t.run(b, cut(x, 32, 0, 64, 64))
end)
case("two boxes of one picture without simultaneous access, side by side", 'GS0515 texture "x"', function()
  local a, b, x = X(), X("b"), t.tex("x")
  a:ExecuteCommandLists { t.list(a, paste(x, 0, 0, 32, 64)) } --1
  b:ExecuteCommandLists { t.list(b, cut(x, 32, 0, 64, 64)) } --!
end)
case("two boxes of two mips", "silent", function()
  local a, b, x = X(), X("b"), t.tex("x", "COMMON", "NONE", { MipLevels = 2 })
  t.run(a, paste(x, 0, 0, 32, 32, 0))
  t.run(b, cut(x, 0, 0, 32, 32, 1))
end)
case("two boxes of one mip, the smaller one", 'GS0512 texture "x" @ x[subresource 1, x 16..17, y 16..17]', function()
  local a, b, x = X(), X("b"), t.tex("x", "COMMON", "NONE", { MipLevels = 2 })
  a:ExecuteCommandLists { t.list(a, paste(x, 0, 0, 17, 17, 1)) } --1
  b:ExecuteCommandLists { t.list(b, cut(x, 16, 16, 32, 32, 1)) } --!
end)
case("mip 1 of slice 1, by its number among six", 'GS0512 texture "x" @ x[subresource 4, x 0..32, y 0..32]', function()
  local a, b, x = X(), X("b"), t.tex("x", "COMMON", "NONE", { MipLevels = 3, DepthOrArraySize = 2 })
  a:ExecuteCommandLists { t.list(a, paste(x, 0, 0, 32, 32, 4)) } --1
  b:ExecuteCommandLists { t.list(b, cut(x, 0, 0, 32, 32, 4)) } --!
end)
case("mip 1 of slice 1 and mip 1 of slice 0", "silent", function()
  local a, b, x = X(), X("b"), t.tex("x", "COMMON", "NONE", { MipLevels = 3, DepthOrArraySize = 2 })
  t.run(a, paste(x, 0, 0, 32, 32, 4))
  t.run(b, cut(x, 0, 0, 32, 32, 1))
end)
-- Blocks of four by four texels, 8 bytes each.
local function blocks(l, x, left, top, width, height)
  l:CopyTextureRegion({ Resource = x }, left, top, 0, { Resource = t.upload("up", 16384), Format = "BC1_UNORM", Width = width, Height = height, RowPitch = 256 })
end
case("two blocks side by side", "silent", function()
  local a, b, x = X(), X("b"), t.tex("x", "COMMON", "NONE", { Format = "BC1_UNORM" })
  t.run(a, function(l)
    blocks(l, x, 0, 0, 8, 8)
    blocks(l, x, 8, 0, 8, 8)
  end)
  t.idle(a)
  t.run(b, function(l) blocks(l, x, 4, 4, 8, 8) end)
end)
case("two queues write blocks that share one", 'GS0512 texture "x" @ x[x 4..8, y 4..8]', function()
  local a, b, x = X(), X("b"), t.tex("x", "COMMON", "NONE", { Format = "BC1_UNORM" })
  a:ExecuteCommandLists { t.list(a, function(l) blocks(l, x, 0, 0, 8, 8) end) } --1
  b:ExecuteCommandLists { t.list(b, function(l) blocks(l, x, 4, 4, 8, 8) end) } --!
end)
-- Slices of a volume: one subresource.
local function slice(x, z, depth)
  return function(l)
    l:CopyTextureRegion({ Resource = x }, 0, 0, z, { Resource = t.upload("up", 32768), Format = "R8G8B8A8_UNORM", Width = 16, Height = 16, Depth = depth or 1, RowPitch = 256 })
  end
end
local function volume(name, flags)
  return t.device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE3D", Width = 16, Height = 16, DepthOrArraySize = 8, Format = "R8G8B8A8_UNORM",
    InitialState = "COMMON", Flags = flags }
end
case("two queues write slices of a volume that share one", 'GS0512 texture "x" @ x[x 0..16, y 0..16, z 2..3]', function()
  local a, b, x = X(), X("b"), volume("x")
  a:ExecuteCommandLists { t.list(a, slice(x, 0, 3)) } --1
  b:ExecuteCommandLists { t.list(b, slice(x, 2, 3)) } --!
end)
case("slices of a volume that another queue reads beside", 'GS0515 texture "x"', function()
  local a, b, x = X(), X("b"), volume("x")
  a:ExecuteCommandLists { t.list(a, slice(x, 0, 2)) } --1
  b:ExecuteCommandLists { t.list(b, function(l) --!
    l:CopyTextureRegion({ Resource = t.readback("down", 32768), Format = "R8G8B8A8_UNORM", Width = 16, Height = 16, RowPitch = 256 }, 0, 0, 0, { Resource = x },
      { Front = 2, Back = 3, Right = 16, Bottom = 16 })
  end) }
end)
case("slices of a volume for simultaneous access that another queue reads beside", "silent", function()
  local a, b, x = X(), X("b"), volume("x", SIM)
  t.run(a, slice(x, 0, 2))
  t.run(b, function(l)
    l:CopyTextureRegion({ Resource = t.readback("down", 32768), Format = "R8G8B8A8_UNORM", Width = 16, Height = 16, RowPitch = 256 }, 0, 0, 0, { Resource = x },
      { Front = 2, Back = 3, Right = 16, Bottom = 16 })
  end)
end)

-- Clears, draws and resolves of parts, on two queues that write.
local function clear(rtv, left, top, right, bottom)
  return function(l) l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 }, { { Left = left, Top = top, Right = right, Bottom = bottom } }) end
end
case("two clears of rectangles that share some texels", 'GS0512 texture "x" @ x[x 16..32, y 16..20]', function()
  local a, b, x = D("a"), D("b"), t.target("x")
  local rtv = t.rtv(x)
  a:ExecuteCommandLists { t.list(a, clear(rtv, 0, 0, 32, 20)) } --1
  b:ExecuteCommandLists { t.list(b, clear(rtv, 16, 16, 64, 64)) } --!
end)
case("two clears of rectangles side by side", 'GS0515 texture "x"', function()
  local a, b, x = D("a"), D("b"), t.target("x")
  local rtv = t.rtv(x)
  a:ExecuteCommandLists { t.list(a, clear(rtv, 0, 0, 32, 64)) } --1
  b:ExecuteCommandLists { t.list(b, clear(rtv, 32, 0, 64, 64)) } --!
end)
case("a clear of a rectangle, and a draw inside of a scissor rectangle that meets it", 'GS0512 texture "x" @ x[x 24..32, y 24..32]', function()
  local a, b, x = D("a"), D("b"), t.target("x")
  local rtv, pso = t.rtv(x), t.drawing("plain")
  a:ExecuteCommandLists { t.list(a, clear(rtv, 0, 0, 32, 32)) } --1
  b:ExecuteCommandLists { t.list(b, function(l) --!
    t.drawState(l, pso, rtv)
    l:RSSetScissorRects { { Left = 24, Top = 24, Right = 64, Bottom = 64 } }
    l:DrawInstanced(3, 1)
  end) }
end)
case("a clear of a rectangle, and a draw inside of a scissor rectangle beside it", 'GS0515 texture "x"', function()
  local a, b, x = D("a"), D("b"), t.target("x")
  local rtv, pso = t.rtv(x), t.drawing("plain")
  a:ExecuteCommandLists { t.list(a, clear(rtv, 0, 0, 32, 32)) } --1
  b:ExecuteCommandLists { t.list(b, function(l) --!
    t.drawState(l, pso, rtv)
    l:RSSetScissorRects { { Left = 32, Top = 32, Right = 64, Bottom = 64 } }
    l:DrawInstanced(3, 1)
  end) }
end)
case("a rectangle is resolved to a place that another queue copies over", 'GS0512 texture "x" @ x[x 40..48, y 40..48]', function()
  local a, b = D("a"), X("b")
  local x = t.tex("x", "COMMON", "ALLOW_SIMULTANEOUS_ACCESS|ALLOW_RENDER_TARGET")
  local many = t.tex("many", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } })
  local rtv = t.rtv(many)
  a:ExecuteCommandLists { t.list(a, function(l) --1
    l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
    t.go(l, many, "RENDER_TARGET", "RESOLVE_SOURCE")
    l:ResolveSubresourceRegion(x, 0, 32, 32, many, 0, { Right = 16, Bottom = 16 }, "R8G8B8A8_UNORM", "AVERAGE")
  end) }
  b:ExecuteCommandLists { t.list(b, paste(x, 40, 40, 64, 64)) } --!
end)
case("a rectangle is resolved beside what another queue reads", "silent", function()
  local a, b = D("a"), X("b")
  local x = t.tex("x", "COMMON", "ALLOW_SIMULTANEOUS_ACCESS|ALLOW_RENDER_TARGET")
  local many = t.tex("many", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } })
  local rtv = t.rtv(many)
  t.run(a, function(l)
    l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
    t.go(l, many, "RENDER_TARGET", "RESOLVE_SOURCE")
    l:ResolveSubresourceRegion(x, 0, 32, 32, many, 0, { Right = 16, Bottom = 16 }, "R8G8B8A8_UNORM", "AVERAGE")
  end)
  t.run(b, cut(x, 48, 32, 64, 64))
end)
-- Depth and stencil of one texture are planes: subresources 0 and 1.
case("depth is cleared in a rectangle, and another queue clears all of it", 'GS0512 texture "z" @ z[subresource 0, x 8..16, y 8..16]', function()
  local a, b = D("a"), D("b")
  local z = t.tex("z", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { Format = "D32_FLOAT_S8X24_UINT" })
  local dsv = t.dsv(z)
  a:ExecuteCommandLists { t.list(a, function(l) l:ClearDepthStencilView(dsv, "DEPTH", 1, 0, { { Left = 8, Top = 8, Right = 16, Bottom = 16 } }) end) } --1
  b:ExecuteCommandLists { t.list(b, function(l) l:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 1, 0) end) } --!
end)
case("stencil is cleared, and another queue clears both", 'GS0512 texture "z" @ z[subresource 1, x 0..64, y 0..64]', function()
  local a, b = D("a"), D("b")
  local z = t.tex("z", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { Format = "D32_FLOAT_S8X24_UINT" })
  local dsv = t.dsv(z)
  a:ExecuteCommandLists { t.list(a, function(l) l:ClearDepthStencilView(dsv, "STENCIL", 1, 0) end) } --1
  b:ExecuteCommandLists { t.list(b, function(l) l:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 1, 0) end) } --!
end)

-- The CPU beside the GPU: bytes of what is mapped.
for _, at in ipairs { { 576, "silent" }, { 764, "silent" }, { 768, 'GS0513 buffer "up" @ up[768, 772)' }, { 828, 'GS0513 buffer "up" @ up[828, 832)' }, { 832, "silent" } } do
  case("two rows of 16 texels at 512 and 768 are read, and the CPU writes a word at " .. at[1], at[2], function()
    local q, up, p = X(), t.upload("up"), t.tex("p")
    local m = up:Map()
    t.run(q, function(l)
      l:CopyTextureRegion({ Resource = p }, 0, 0, 0, { Resource = up, Offset = 512, Format = "R8G8B8A8_UNORM", Width = 16, Height = 2, RowPitch = 256 })
    end)
    m:Write(at[1], "uint", 1)
  end)
end
for _, at in ipairs { { 62, 2, "silent" }, { 62, 3, 'GS0513 buffer "down" @ down[64, 65)' }, { 100, 100, 'GS0513 buffer "down" @ down[100, 128)' }, { 128, 64, "silent" } } do
  case(("[64, 128) is written, and the CPU reads %d bytes from %d"):format(at[2], at[1]), at[3], function()
    local q, down, x = X(), t.readback("down"), t.buf("x")
    local m = down:Map()
    t.run(q, function(l) l:CopyBufferRegion(down, 64, x, 0, 64) end)
    m:ReadString(at[1], at[2])
  end)
end
case("a kernel reads constants from upload memory, and the CPU writes the next one", "silent", function()
  local q, up, y = D("q"), t.upload("up"), t.buf("y")
  local m = up:Map()
  m:Write(0, "uint", 1)
  t.run(q, function(l) t.dispatch(l, "constant", y, up) end)
  m:Write(256, "uint", 2)
end)
case("a kernel reads constants from upload memory, and the CPU writes them again", 'GS0513 buffer "up" @ up[0, 4)', function()
  local q, up, y = D("q"), t.upload("up"), t.buf("y")
  local m = up:Map()
  m:Write(0, "uint", 1)
  q:ExecuteCommandLists { t.list(q, function(l) t.dispatch(l, "constant", y, up) end) } --1
  m:Write(0, "uint", 2) --!
end)
