-- One list, and the lists of one call: subresources that a list meets first, barriers for all and for one, halves, unordered access of kernels, clears and draws,
-- bundles, predicates and indirect commands. Situations of another project's tests, whose expectations were derived before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function D(name) return t.queue("DIRECT", name or "q") end
local function up(l, x, sub, size) l:CopyTextureRegion({ Resource = x, Subresource = sub }, 0, 0, 0, t.rows(t.upload("up", 16384), size, 0, size)) end
local function down(l, x, sub) l:CopyTextureRegion(t.rows(t.readback("down", 16384)), 0, 0, 0, { Resource = x, Subresource = sub }) end
local function array(name, state, n) return t.tex(name, state or "COMMON", "NONE", { DepthOrArraySize = n or 2 }) end
local function copy(l, dst, src, at, n) l:CopyBufferRegion(dst, at or 0, src, 0, n or 256) end
local BEGIN, END = "BEGIN_ONLY", "END_ONLY"

-- States of subresources, across the lists of a call.
case("the first list moves slice 0, the second uses slice 1 for the first time", "silent", function()
  local q, x = D(), array("x")
  q:ExecuteCommandLists { t.list(q, function(l)
    t.go(l, x, "COMMON", "COPY_DEST", 0)
    up(l, x, 0)
  end), t.list(q, function(l) up(l, x, 1) end) }
end)
case("the first list moves slice 0, the second moves both from there, where slice 1 goes by itself", "silent", function()
  local q, x = D(), array("x")
  q:ExecuteCommandLists { t.list(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", 0) end, "one"),
    t.list(q, function(l) t.go(l, x, "COPY_DEST", "COPY_SOURCE") end, "two") }
end)
case("the first list moves slice 0, the second moves both from there, where nothing goes by itself", 'GS0401 texture "x"', function()
  local q, x = D(), t.tex("x", "COMMON", "ALLOW_RENDER_TARGET", { DepthOrArraySize = 2 })
  q:ExecuteCommandLists { t.list(q, function(l) t.go(l, x, "COMMON", "RENDER_TARGET", 0) end, "one"),
    t.list(q, function(l) t.go(l, x, "RENDER_TARGET", "COPY_SOURCE") end, "two") }
end)
case("the first list moves slice 0, the second slice 1, the third both", "silent", function()
  local q, x = D(), array("x")
  q:ExecuteCommandLists { t.list(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", 0) end),
    t.list(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", 1) end), t.list(q, function(l) t.go(l, x, "COPY_DEST", "COPY_SOURCE") end) }
end)
case("both slices are moved, each is moved back by itself, and both are moved again", "silent", function()
  local q, x = D(), array("x")
  t.run(q, function(l)
    t.go(l, x, "COMMON", "COPY_DEST")
    t.go(l, x, "COPY_DEST", "COMMON", 1)
    t.go(l, x, "COPY_DEST", "COMMON", 0)
    t.go(l, x, "COMMON", "COPY_SOURCE")
  end)
end)
case("slices in two states, and a barrier for both", 'GS0401 texture "x"', function()
  local q, x = D(), array("x", "COPY_DEST")
  t.run(q, function(l)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE", 1) --1
    t.go(l, x, "COPY_DEST", "COPY_SOURCE") --!
  end)
end)
case("slice 0 is promoted to be written, slice 1 to be read, and a barrier for each", "silent", function()
  local q, x = D(), array("x")
  t.run(q, function(l)
    up(l, x, 0)
    down(l, x, 1)
    t.go(l, x, "COPY_DEST", "PIXEL_SHADER_RESOURCE", 0)
    t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", 1)
  end)
end)
case("slice 0 is promoted to be written, slice 1 to be read, and one barrier from the first of them", 'GS0401 texture "x"', function()
  local q, x = D(), array("x")
  t.run(q, function(l)
    up(l, x, 0)
    down(l, x, 1) --1
    t.go(l, x, "COPY_DEST", "PIXEL_SHADER_RESOURCE") --!
  end)
end)
case("written in one call, and a barrier of the next call says that it was COMMON", 'GS0401 texture "x"', function()
  local q, x = D(), array("x")
  t.run(q, function(l) up(l, x, 0) end)
  t.run(q, function(l) t.go(l, x, "COMMON", "COPY_SOURCE", 0) end)
end)
case("read in one call, and a barrier of the next call says that it was COMMON", "silent", function()
  local q, x = D(), array("x")
  t.run(q, function(l) down(l, x, 0) end)
  t.run(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", 0) end)
end)
case("one picture twice in one call, there and on", "GS0903", function()
  local q, x = D(), array("x")
  t.run(q, function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COMMON", After = "COPY_DEST" }, { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE" } }
    down(l, x, 0)
  end)
end)
case("one picture four times in one call: one cause, told once", "GS0903 barrier 1, barrier 2, barrier 3 and barrier 4", function()
  local q, x = D(), array("x")
  local function step(before, after) return { Type = "TRANSITION", Resource = x, Before = before, After = after } end
  t.run(q, function(l)
    l:ResourceBarrier { step("COMMON", "COPY_DEST"), step("COPY_DEST", "COPY_SOURCE"), step("COPY_SOURCE", "COPY_DEST"), step("COPY_DEST", "COMMON") } --!
  end)
end)
case("two slices in one call, each on its own way", "silent", function()
  local q, x = D(), array("x")
  t.run(q, function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Subresource = 0, Before = "COMMON", After = "COPY_DEST" },
      { Type = "TRANSITION", Resource = x, Subresource = 1, Before = "COMMON", After = "COPY_SOURCE" } }
    l:CopyTextureRegion({ Resource = x, Subresource = 0 }, 0, 0, 0, { Resource = x, Subresource = 1 })
  end)
end)
case("a picture is copied within itself, from a slice to the one beside it", "silent", function()
  local q, x = D(), array("x", nil, 3)
  t.run(q, function(l)
    up(l, x, 0)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE", 0)
    l:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, { Resource = x, Subresource = 0 })
    l:CopyTextureRegion({ Resource = x, Subresource = 2 }, 0, 0, 0, { Resource = x, Subresource = 0 })
  end)
end)
case("a picture is copied within itself, on and on without a barrier", 'GS0402 texture "x"', function()
  local q, x = D(), array("x", nil, 3)
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, { Resource = x, Subresource = 0 }) --1
    l:CopyTextureRegion({ Resource = x, Subresource = 2 }, 0, 0, 0, { Resource = x, Subresource = 1 }) --!
  end)
end)
for _, box in ipairs { { 0, "over itself" }, { 16, "to a place that shares texels" }, { 32, "to a place beside" } } do
  case("a box of 32 texels is copied within one subresource, " .. box[2], "GS0365", function()
    local q, x = D(), t.tex("x")
    t.run(q, function(l) l:CopyTextureRegion({ Resource = x }, box[1], 0, 0, { Resource = x }, { Right = 32, Bottom = 32, Back = 1 }) end)
  end)
end
for _, at in ipairs { { 0, "over themselves" }, { 128, "to a place that shares bytes" }, { 256, "to a place beside" } } do
  case("256 bytes are copied within one buffer, " .. at[2], "GS0365", function()
    local q, x = D(), t.buf("x")
    t.run(q, function(l) l:CopyBufferRegion(x, at[1], x, 0, 256) end)
  end)
end

-- Halves.
case("begun for each slice, ended for each in the other order", "silent", function()
  local q, x = D(), array("x", "COPY_DEST")
  t.run(q, function(l)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE", 0, BEGIN)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE", 1, BEGIN)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE", 1, END)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE", 0, END)
  end)
end)
case("slice 0 is begun, slice 1 is written until it is ended", "silent", function()
  local q, x = D(), array("x", "COPY_DEST")
  t.run(q, function(l)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE", 0, BEGIN)
    up(l, x, 1)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE", 0, END)
    down(l, x, 0)
  end)
end)
case("slice 0 is begun, and a barrier for both comes before the end", 'GS0405 texture "x"', function()
  local q, x = D(), array("x", "COPY_DEST")
  t.run(q, function(l)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE", 0, BEGIN) --1
    t.go(l, x, "COPY_DEST", "COPY_SOURCE") --!
  end)
end)
case("begun in the first list of a call, ended in the third", "silent", function()
  local q, x, y = D(), array("x", "COPY_DEST"), array("y", "COPY_DEST")
  q:ExecuteCommandLists { t.list(q, function(l) t.go(l, x, "COPY_DEST", "COPY_SOURCE", nil, BEGIN) end),
    t.list(q, function(l) up(l, y, 0) end), t.list(q, function(l)
      t.go(l, x, "COPY_DEST", "COPY_SOURCE", nil, END)
      down(l, x, 1)
    end) }
end)
case("begun in the first list of a call, used in the second", 'GS0404 texture "x"', function()
  local q, x = D(), array("x", "COPY_DEST")
  q:ExecuteCommandLists { t.list(q, function(l) t.go(l, x, "COPY_DEST", "COPY_SOURCE", nil, BEGIN) end, "one"),
    t.list(q, function(l) up(l, x, 0) end, "two"), t.list(q, function(l) t.go(l, x, "COPY_DEST", "COPY_SOURCE", nil, END) end, "three") }
end)
case("begun in one call, ended in the next", "silent", function()
  local q, x = D(), array("x", "COPY_DEST")
  t.run(q, function(l) t.go(l, x, "COPY_DEST", "COPY_SOURCE", nil, BEGIN) end)
  t.run(q, function(l)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE", nil, END)
    down(l, x, 0)
  end)
end)
case("a half for reading, and the end says another state", 'GS0405 texture "x"', function()
  local q, x = D(), array("x", "COPY_DEST")
  t.run(q, function(l)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE", nil, BEGIN) --1
    t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE", nil, END) --!
  end)
end)

-- Unordered access.
local function seen() return t.device:CreateDescriptorHeap { Name = "seen", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" } end
local function own() return t.device:CreateDescriptorHeap { Name = "own", Type = "CBV_SRV_UAV", NumDescriptors = 4 } end
-- clearing returns what clears elements [first, first + n) of a buffer.
local function clearing(x)
  local a, b, slot = seen(), own(), -1
  return function(l, first, n, value)
    slot = slot + 1
    for _, h in ipairs { a, b } do
      t.device:CreateUnorderedAccessView(x, nil, { ViewDimension = "BUFFER", Format = "R32_UINT", FirstElement = first, NumElements = n }, h:GetCPUDescriptorHandle(slot))
    end
    l:SetDescriptorHeaps { a }
    l:ClearUnorderedAccessViewUint(a:GetGPUDescriptorHandle(slot), b:GetCPUDescriptorHandle(slot), x, { value or 0, 0, 0, 0 })
  end
end
case("a clear, then a kernel over a part of it", 'GS0517 buffer "x" @ x[128, 256)', function()
  local q, x = D(), t.buf("x")
  local clear = clearing(x)
  t.run(q, function(l)
    clear(l, 32, 32)
    t.use(l, "fill", x)
    l:Dispatch(1, 1, 1) --!
  end)
end)
case("a clear, a barrier, then a kernel over a part of it", "silent", function()
  local q, x = D(), t.buf("x")
  local clear = clearing(x)
  t.run(q, function(l)
    clear(l, 32, 32)
    t.uav(l, x)
    t.fill(l, x)
  end)
end)
case("a clear, then a kernel beside it", "silent", function()
  local q, x = D(), t.buf("x")
  local clear = clearing(x)
  t.run(q, function(l)
    clear(l, 64, 32)
    t.fill(l, x)
  end)
end)
case("a kernel, then a clear over its last element", 'GS0517 buffer "x" @ x[252, 256)', function()
  local q, x = D(), t.buf("x")
  local clear = clearing(x)
  t.run(q, function(l)
    t.fill(l, x)
    clear(l, 63, 2)
  end)
end)
case("two clears over each other, with two values", 'GS0517 buffer "x" @ x[64, 128)', function()
  local q, x = D(), t.buf("x")
  local clear = clearing(x)
  t.run(q, function(l)
    clear(l, 0, 32, 1)
    clear(l, 16, 32, 2)
  end)
end)
case("two clears side by side", "silent", function()
  local q, x = D(), t.buf("x")
  local clear = clearing(x)
  t.run(q, function(l)
    clear(l, 0, 32, 1)
    clear(l, 32, 32, 2)
  end)
end)
case("a kernel reads what the kernel before wrote, a word of it", 'GS0517 buffer "x" @ x[252, 256)', function()
  local q, x = D(), t.buf("x", 8192)
  t.run(q, function(l)
    t.use(l, "fill", x)
    l:Dispatch(1, 1, 1) --1
    t.use(l, "grow", x, nil, 63)
    l:Dispatch(1, 1, 1) --!
  end)
end)
case("a kernel reads what the one before the last wrote", 'GS0517 buffer "x" @ x[0, 256)', function()
  local q, x, y = D(), t.buf("x"), t.buf("y")
  t.run(q, function(l)
    t.use(l, "fill", x)
    l:Dispatch(1, 1, 1) --1
    t.fill(l, y)
    t.use(l, "grow", x)
    l:Dispatch(1, 1, 1) --!
  end)
end)
case("a barrier for all resources between two kernels", "silent", function()
  local q, x = D(), t.buf("x")
  t.run(q, function(l)
    t.fill(l, x)
    t.uav(l, nil)
    t.dispatch(l, "grow", x)
  end)
end)
case("a transition there and back between two kernels", "silent", function()
  local q, x = D(), t.buf("x")
  t.run(q, function(l)
    t.fill(l, x)
    t.go(l, x, "UNORDERED_ACCESS", "COPY_SOURCE")
    t.go(l, x, "COPY_SOURCE", "UNORDERED_ACCESS")
    t.dispatch(l, "grow", x)
  end)
end)
case("three kernels, a barrier behind the first, and the third meets the second", 'GS0517 buffer "x" @ x[0, 256)', function()
  local q, x = D(), t.buf("x")
  t.run(q, function(l)
    t.fill(l, x)
    t.uav(l, x)
    t.use(l, "grow", x)
    l:Dispatch(1, 1, 1) --1
    t.use(l, "grow", x)
    l:Dispatch(1, 1, 1) --!
  end)
end)
case("a kernel in each of two lists of a call, and a barrier at the end of the first", "silent", function()
  local q, x = D(), t.buf("x")
  q:ExecuteCommandLists { t.list(q, function(l)
    t.fill(l, x)
    t.uav(l, x)
  end), t.list(q, function(l) t.dispatch(l, "grow", x) end) }
end)
case("a kernel in each of two lists of a call, and a barrier at the end of the second", 'GS0517 buffer "x" @ x[0, 256)', function()
  local q, x = D(), t.buf("x")
  q:ExecuteCommandLists { t.list(q, function(l)
    t.use(l, "fill", x)
    l:Dispatch(1, 1, 1) --1
  end, "one"), t.list(q, function(l)
    t.use(l, "grow", x)
    l:Dispatch(1, 1, 1) --!
    t.uav(l, x)
  end, "two") }
end)
case("counted by two kernels, and copied over by a third", 'GS0517 buffer "x" @ x[0, 4)', function()
  local q, x = D(), t.buf("x")
  t.run(q, function(l)
    t.dispatch(l, "count", x)
    t.dispatch(l, "count", x)
    t.use(l, "fill", x)
    l:Dispatch(1, 1, 1) --!
  end)
end)

-- Unordered access to pictures.
local image = gpu.RWTexture2D("u0", "float4")
-- painting returns what paints 8 by 8 texels of a view of x from (left, top).
local corner = gpu.ConstantBuffer("b0", { { "left", "uint" }, { "top", "uint" } })
local function painting(x, views)
  local root = t.device:CreateRootSignature { Name = "painting", Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } }, { Type = "32BIT_CONSTANTS", Num32BitValues = 2 } } }
  local pso = t.device:CreateComputePipelineState { Name = "painting", RootSignature = root, CS = gpu.ComputeShader { Name = "painting", NumThreads = { 8, 8, 1 },
    Main = function(GroupThreadID) image[GroupThreadID.xy + uint2(corner.left, corner.top)] = float4(1.0, 1.0, 1.0, 1.0) end } }
  local heap = seen()
  for i, view in ipairs(views or { {} }) do
    t.device:CreateUnorderedAccessView(x, nil, next(view) and view or nil, heap:GetCPUDescriptorHandle(i - 1))
  end
  return function(l, left, top, view)
    l:SetDescriptorHeaps { heap }
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(view or 0))
    l:SetComputeRoot32BitConstants(1, { gpu.AsUint(left), gpu.AsUint(top) })
    l:Dispatch(1, 1, 1)
  end
end
local function canvas(more) return t.tex("x", "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS", more) end
case("two kernels paint squares that share a texel", 'GS0517 texture "x" @ x[x 7..8, y 7..8]', function()
  local q, x = D(), canvas()
  local paint = painting(x)
  t.run(q, function(l)
    paint(l, 0, 0)
    paint(l, 7, 7)
  end)
end)
case("two kernels paint squares in the same rows", "silent", function()
  local q, x = D(), canvas()
  local paint = painting(x)
  t.run(q, function(l)
    paint(l, 0, 0)
    paint(l, 8, 0)
    paint(l, 8, 8)
  end)
end)
case("two kernels paint the same square, with a barrier", "silent", function()
  local q, x = D(), canvas()
  local paint = painting(x)
  t.run(q, function(l)
    paint(l, 0, 0)
    t.uav(l, x)
    paint(l, 0, 0)
  end)
end)
local mips = { { ViewDimension = "TEXTURE2D", Format = "R8G8B8A8_UNORM", MipSlice = 0 }, { ViewDimension = "TEXTURE2D", Format = "R8G8B8A8_UNORM", MipSlice = 1 } }
case("two kernels paint the same square of two mips", "silent", function()
  local q, x = D(), canvas { MipLevels = 2 }
  local paint = painting(x, mips)
  t.run(q, function(l)
    paint(l, 0, 0, 0)
    paint(l, 0, 0, 1)
  end)
end)
case("two kernels paint squares of the smaller mip that share a row", 'GS0517 texture "x" @ x[subresource 1, x 4..12, y 11..12]', function()
  local q, x = D(), canvas { MipLevels = 2 }
  local paint = painting(x, mips)
  t.run(q, function(l)
    paint(l, 0, 0, 0)
    paint(l, 4, 4, 1)
    paint(l, 4, 11, 1)
  end)
end)

-- Bundles.
local function bundle(body)
  local b = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator("BUNDLE", "bundles") }
  body(b)
  b:Close()
  return b
end
case("a bundle fills a buffer twice in one list", 'GS0517 buffer "x" @ x[0, 256)', function()
  local q, x = D(), t.buf("x")
  local b = bundle(function(l) t.fill(l, x) end)
  t.run(q, function(l)
    l:ExecuteBundle(b)
    l:ExecuteBundle(b)
  end)
end)
case("a bundle fills a buffer twice in one list, with a barrier", "silent", function()
  local q, x = D(), t.buf("x")
  local b = bundle(function(l) t.fill(l, x) end)
  t.run(q, function(l)
    l:ExecuteBundle(b)
    t.uav(l, x)
    l:ExecuteBundle(b)
  end)
end)
case("a bundle fills a buffer in two calls", "silent", function()
  local q, x = D(), t.buf("x")
  local b = bundle(function(l) t.fill(l, x) end)
  for _ = 1, 2 do t.run(q, function(l) l:ExecuteBundle(b) end) end
end)
case("a bundle fills a buffer on two queues", 'GS0512 buffer "x" @ x[0, 256)', function()
  local q, other, x = D(), D("other"), t.buf("x")
  local b = bundle(function(l) t.fill(l, x) end)
  q:ExecuteCommandLists { t.list(q, function(l) l:ExecuteBundle(b) end) } --1
  other:ExecuteCommandLists { t.list(other, function(l) l:ExecuteBundle(b) end) } --!
end)
case("a bundle fills a buffer, and a kernel of the list fills beside it", "silent", function()
  local q, x = D(), t.buf("x")
  local b = bundle(function(l) t.fill(l, x) end)
  t.run(q, function(l)
    l:ExecuteBundle(b)
    t.fill(l, x, 64)
  end)
end)
case("a bundle writes at once what its list copies from", 'GS0402 buffer "x"', function()
  local q, x, y = D(), t.buf("x"), t.buf("y")
  local b = bundle(function(l) l:WriteBufferImmediate { { Dest = x:GetGPUVirtualAddress(), Value = 1 } } end)
  t.run(q, function(l)
    copy(l, y, x)
    l:ExecuteBundle(b)
  end)
end)

-- Predicates: what is left out touches nothing.
local function predicate(q, value)
  local p, u = t.buf("p"), t.upload("u")
  u:Map():Write(0, "uint", { value, 0 })
  t.run(q, function(l) l:CopyBufferRegion(p, 0, u, 0, 8) end)
  return p
end
for _, op in ipairs { { "EQUAL_ZERO", 1 }, { "NOT_EQUAL_ZERO", 0 } } do
  case("two kernels fill the same, the second is to be left out where the predicate is " .. op[1] .. ", and runs", 'GS0517 buffer "x" @ x[0, 256)', function()
    local q, x = D(), t.buf("x")
    local p = predicate(q, op[2])
    t.run(q, function(l)
      t.fill(l, x)
      l:SetPredication(p, 0, op[1])
      t.fill(l, x)
      l:SetPredication(nil)
    end)
  end)
  case("two kernels fill the same, the second is left out because the predicate is " .. op[1], "silent", function()
    local q, x = D(), t.buf("x")
    local p = predicate(q, 1 - op[2])
    t.run(q, function(l)
      t.fill(l, x)
      l:SetPredication(p, 0, op[1])
      t.fill(l, x)
      l:SetPredication(nil)
    end)
  end)
end
case("a copy that is left out, beside a queue that writes its source", "silent", function()
  local q, a, x, y = D(), t.queue("COPY", "a"), t.buf("x"), t.buf("y")
  local p = predicate(q, 0)
  t.run(q, function(l)
    l:SetPredication(p, 0, "EQUAL_ZERO")
    copy(l, y, x)
    l:SetPredication(nil)
  end)
  t.run(a, function(l) copy(l, x, t.upload("up")) end)
end)
case("a barrier behind a predicate that leaves all else out", 'GS0401 buffer "x"', function()
  local q, x = D(), t.buf("x")
  local p = predicate(q, 0)
  t.run(q, function(l)
    l:SetPredication(p, 0, "EQUAL_ZERO")
    t.go(l, x, "COMMON", "COPY_DEST") --1
    l:SetPredication(nil)
    t.go(l, x, "COMMON", "COPY_SOURCE") --!
  end)
end)

-- Indirect commands: each of one call runs beside the others.
local function arguments(q, ...)
  local args, u = t.buf("args"), t.upload("u")
  u:Map():Write(0, "uint", { ... })
  t.run(q, function(l) l:CopyBufferRegion(args, 0, u, 0, 256) end)
  return args
end
local function dispatches() return t.device:CreateCommandSignature { Name = "dispatches", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } } end
case("two commands of one call fill the same", 'GS0517 buffer "x" @ x[0, 256)', function()
  local q, x = D(), t.buf("x")
  local args, signature = arguments(q, 1, 1, 1, 1, 1, 1), dispatches()
  t.run(q, function(l)
    t.use(l, "fill", x)
    l:ExecuteIndirect(signature, 2, args, 0) --!
  end)
end)
case("two commands of one call, the second has no groups", "silent", function()
  local q, x = D(), t.buf("x")
  local args, signature = arguments(q, 1, 1, 1, 1, 0, 1), dispatches()
  t.run(q, function(l)
    t.use(l, "fill", x)
    l:ExecuteIndirect(signature, 2, args, 0)
  end)
end)
case("two commands of one call, and the count is one", "silent", function()
  local q, x = D(), t.buf("x")
  local args, signature = arguments(q, 1, 1, 1, 1, 1, 1, 1), dispatches()
  t.run(q, function(l)
    t.use(l, "fill", x)
    l:ExecuteIndirect(signature, 2, args, 0, args, 24)
  end)
end)
case("two commands of one call count", "silent", function()
  local q, x = D(), t.buf("x")
  local args, signature = arguments(q, 1, 1, 1, 1, 1, 1), dispatches()
  t.run(q, function(l)
    t.use(l, "count", x)
    l:ExecuteIndirect(signature, 2, args, 0)
  end)
end)
case("an indirect command fills what the next one fills behind a barrier", "silent", function()
  local q, x = D(), t.buf("x")
  local args, signature = arguments(q, 1, 1, 1), dispatches()
  t.run(q, function(l)
    t.use(l, "fill", x)
    l:ExecuteIndirect(signature, 1, args, 0)
    t.uav(l, x)
    l:ExecuteIndirect(signature, 1, args, 0)
  end)
end)
case("an indirect command fills what the next one fills", 'GS0517 buffer "x" @ x[0, 256)', function()
  local q, x = D(), t.buf("x")
  local args, signature = arguments(q, 1, 1, 1), dispatches()
  t.run(q, function(l)
    t.use(l, "fill", x)
    l:ExecuteIndirect(signature, 1, args, 0) --1
    l:ExecuteIndirect(signature, 1, args, 0) --!
  end)
end)

-- Barriers that are for something else.
case("a transition of mip 0 between two kernels that paint mip 1", 'GS0517 texture "x" @ x[subresource 1, x 0..8, y 0..1]', function()
  local q, x = D(), canvas { MipLevels = 2 }
  local paint = painting(x, mips)
  t.run(q, function(l)
    paint(l, 0, 0, 1)
    t.go(l, x, "UNORDERED_ACCESS", "COPY_SOURCE", 0)
    paint(l, 0, 0, 1)
  end)
end)
case("a transition of mip 1 there and back between two kernels that paint it", "silent", function()
  local q, x = D(), canvas { MipLevels = 2 }
  local paint = painting(x, mips)
  t.run(q, function(l)
    paint(l, 0, 0, 1)
    t.go(l, x, "UNORDERED_ACCESS", "COPY_SOURCE", 1)
    t.go(l, x, "COPY_SOURCE", "UNORDERED_ACCESS", 1)
    paint(l, 0, 0, 1)
  end)
end)
case("a transition of all mips there and back between two kernels that paint one", "silent", function()
  local q, x = D(), canvas { MipLevels = 2 }
  local paint = painting(x, mips)
  t.run(q, function(l)
    paint(l, 0, 0, 1)
    t.go(l, x, "UNORDERED_ACCESS", "COPY_SOURCE")
    t.go(l, x, "COPY_SOURCE", "UNORDERED_ACCESS")
    paint(l, 0, 0, 1)
  end)
end)
case("an aliasing barrier for other memory between two kernels that fill one buffer", 'GS0517 buffer "x" @ x[0, 256)', function()
  local q, x, heap = D(), t.buf("x"), t.heap()
  local one, two = t.placed("one", heap), t.placed("two", heap)
  t.run(q, function(l)
    t.fill(l, x)
    t.alias(l, one, two)
    t.fill(l, x)
  end)
end)
case("a barrier for all resources, left out by no predicate", "silent", function()
  local q, x = D(), t.buf("x")
  local p = predicate(q, 0)
  t.run(q, function(l)
    t.fill(l, x)
    l:SetPredication(p, 0, "EQUAL_ZERO")
    t.uav(l, nil)
    l:SetPredication(nil)
    t.fill(l, x)
  end)
end)
case("a barrier in the list behind the one that needs it, in one call", 'GS0517 buffer "x" @ x[0, 256)', function()
  local q, x = D(), t.buf("x")
  q:ExecuteCommandLists { t.list(q, function(l) t.fill(l, x) end, "one"), t.list(q, function(l) t.fill(l, x) end, "two"), t.list(q, function(l) t.uav(l, x) end, "three") }
end)
case("a barrier in a list of its own between two of one call", "silent", function()
  local q, x = D(), t.buf("x")
  q:ExecuteCommandLists { t.list(q, function(l) t.fill(l, x) end, "one"), t.list(q, function(l) t.uav(l, x) end, "two"), t.list(q, function(l) t.fill(l, x) end, "three") }
end)
case("two kernels of two lists on two queues with a barrier each, and no fence", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, x = D("a"), D("b"), t.buf("x")
  a:ExecuteCommandLists { t.list(a, function(l) --1
    t.fill(l, x)
    t.uav(l, x)
  end) }
  b:ExecuteCommandLists { t.list(b, function(l) --!
    t.uav(l, x)
    t.fill(l, x)
  end) }
end)
case("two kernels read one buffer as unordered, another one that nobody reads is written", "silent", function()
  local q, x, y = D(), t.buf("x"), t.buf("y")
  local read, out = gpu.RWStructuredBuffer("u0", "uint"), gpu.RWStructuredBuffer("u1", "uint")
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 }, { Type = "32BIT_CONSTANTS", Num32BitValues = 2 } } }
  local pso = t.device:CreateComputePipelineState { Name = "reads", RootSignature = root, CS = gpu.ComputeShader { Name = "reads", NumThreads = { 4, 1, 1 },
    Main = function(GroupIndex) out[corner.left + GroupIndex] = read[GroupIndex] end } }
  t.run(q, function(l)
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootUnorderedAccessView(0, x:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, y:GetGPUVirtualAddress())
    for i = 0, 3 do
      l:SetComputeRoot32BitConstants(2, { gpu.AsUint(i * 4), gpu.AsUint(0) })
      l:Dispatch(1, 1, 1)
    end
  end)
end)

-- Halves that name the subresources of a texture in different ways: all of them are each of them.
local function halved(first, second)
  local q, x = t.queue("DIRECT", "q"), t.tex("x", "COPY_DEST", "NONE", { MipLevels = 2 })
  local function half(l, flags, subs)
    for _, sub in ipairs(subs) do t.go(l, x, "COPY_DEST", "COPY_SOURCE", sub, flags) end
  end
  local to = t.readback("to", 65536)
  t.run(q, function(l)
    half(l, BEGIN, first)
    half(l, END, second)
    l:CopyTextureRegion({ Resource = to, Format = "R8G8B8A8_UNORM", Width = 32, Height = 32, RowPitch = 256 }, 0, 0, 0, { Resource = x, Subresource = 1 })
  end)
end
local ALL = gpu.RESOURCE_BARRIER_ALL_SUBRESOURCES
case("begun for all subresources, ended for each", "silent", function() halved({ ALL }, { 0, 1 }) end)
case("begun for each subresource, ended for all", "silent", function() halved({ 0, 1 }, { ALL }) end)
case("begun for all subresources, ended for one, and the other is used", "GS0404", function() halved({ ALL }, { 0 }) end)
case("begun for one subresource, ended for all", "GS0405", function() halved({ 1 }, { ALL }) end)

-- Two lists of a call meet in a texture beside another thread, and one of them is recorded anew when they are done: what it did before counts as it was.
local function anew(before)
  local q, x, F = t.queue("DIRECT", "q"), t.tex("x", "COPY_DEST"), t.fence("F")
  local to = t.readback("to", 65536)
  local thread = gpu.Thread("beside", function() gpu.Work(100) end)
  local a, b = t.device:CreateCommandAllocator "DIRECT", t.device:CreateCommandAllocator "DIRECT"
  local first = t.device:CreateCommandList { Name = "first", Type = "DIRECT", Allocator = a }
  local second = t.device:CreateCommandList { Name = "second", Type = "DIRECT", Allocator = b }
  t.go(first, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
  t.go(second, x, "NON_PIXEL_SHADER_RESOURCE", "PIXEL_SHADER_RESOURCE")
  first:Close()
  second:Close()
  q:ExecuteCommandLists { first, second }
  q:Signal(F, 1)
  F:WaitCPU(1)
  a:Reset()
  b:Reset()
  first:Reset(a)
  second:Reset(b)
  t.go(first, x, before, "COPY_SOURCE")
  second:CopyTextureRegion({ Resource = to, Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, RowPitch = 256 }, 0, 0, 0, { Resource = x, Subresource = 0 })
  first:Close()
  second:Close()
  q:ExecuteCommandLists { first, second }
  thread:Join()
  t.idle(q)
end
case("two lists of a call, recorded anew beside a thread", "silent", function() anew("PIXEL_SHADER_RESOURCE") end)
case("two lists of a call, recorded anew beside a thread, and one from a state of before", 'GS0401 texture "x" from NON_PIXEL_SHADER_RESOURCE, but it is in PIXEL_SHADER_RESOURCE', function()
  anew("NON_PIXEL_SHADER_RESOURCE")
end)
