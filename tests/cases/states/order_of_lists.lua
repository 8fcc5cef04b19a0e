-- Lists of one call in the wrong order: one needs a resource in a state to which a list behind it takes it. The order is told, and nothing besides.
-- (Source: D3D12, executing command lists, the lists of a call execute in the order of its array; using resource barriers.)
local t = require "prelude"
local gpu = t.gpu
local function case(name, expected, body)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", "silent", function() body(true) end)
end
local SRC, DEST, TARGET, SRV = "COPY_SOURCE", "COPY_DEST", "RENDER_TARGET", "NON_PIXEL_SHADER_RESOURCE"
local function read(l, x, to) l:CopyTextureRegion(t.rows(to), 0, 0, 0, { Resource = x }) end
local function fill(l, x, from) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(from)) end

case("a texture is read before it is filled", 'GS0402 CopyTextureRegion in direct list "reads" needs texture "x"', function(ok)
  local q, x, up, to = t.queue "DIRECT", t.tex("x", DEST), t.upload("up", 16384), t.readback("to", 16384)
  local fills = t.list(q, function(l)
    fill(l, x, up)
    t.go(l, x, DEST, SRC)
  end, "fills")
  local reads = t.list(q, function(l) read(l, x, to) end, "reads")
  if ok then
    q:ExecuteCommandLists { fills, reads }
  else
    q:ExecuteCommandLists { reads, fills } --!
  end
end)
case("a target is cleared and handed on before it is taken over", 'GS0402 ClearRenderTargetView in direct list "clears"', function(ok)
  local q, x = t.queue "DIRECT", t.target("x", "COMMON")
  local v = t.rtv(x)
  local begins = t.list(q, function(l) t.go(l, x, "COMMON", TARGET) end, "begins")
  local clears = t.list(q, function(l)
    l:ClearRenderTargetView(v, { 0, 0, 0, 1 })
    t.go(l, x, TARGET, "PIXEL_SHADER_RESOURCE")
  end, "clears")
  if ok then
    q:ExecuteCommandLists { begins, clears }
  else
    q:ExecuteCommandLists { clears, begins } --!
  end
  t.run(q, function(l) t.go(l, x, "PIXEL_SHADER_RESOURCE", "COMMON") end)
end)
case("two textures are read before they are filled, with a list between", 'GS0402 in direct list "reads"', function(ok)
  local q, x, y, up, to = t.queue "DIRECT", t.tex("x", DEST), t.tex("y", DEST), t.upload("up", 16384), t.readback("to", 16384)
  local fills = t.list(q, function(l)
    fill(l, x, up)
    fill(l, y, up)
    t.go(l, x, DEST, SRC)
    t.go(l, y, DEST, SRC)
  end, "fills")
  local between = t.list(q, function(l) l:CopyBufferRegion(t.buf "b", 0, up, 0, 256) end, "between")
  local reads = t.list(q, function(l)
    read(l, x, to)
    read(l, y, to)
  end, "reads")
  if ok then
    q:ExecuteCommandLists { fills, reads, between }
  else
    q:ExecuteCommandLists { reads, between, fills } --!
  end
end)

-- A table of static descriptors: what it shows is needed from its submission on, beside what the list itself follows.
local picture, sum = gpu.Texture2D("t0", "float4"), gpu.RWStructuredBuffer("u0", "float")
case("a table shows a texture before it is filled", 'GS0402 Dispatch in direct list "reads" needs texture "x" in NON_PIXEL_SHADER_RESOURCE', function(ok)
  local q, x, up, to = t.queue "DIRECT", t.tex("x", DEST), t.upload("up", 16384), t.buf "to"
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DESCRIPTORS_VOLATILE" } } }, { Type = "UAV" } } }
  local pso = t.device:CreateComputePipelineState { Name = "load", RootSignature = root,
    CS = gpu.ComputeShader { Name = "load", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) sum[GroupIndex] = picture:Load(int3(int(GroupIndex), 0, 0)).x end } }
  local views = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateShaderResourceView(x, nil, views:GetCPUDescriptorHandle(0))
  local fills = t.list(q, function(l)
    fill(l, x, up)
    t.go(l, x, DEST, SRV)
  end, "fills")
  local reads = t.list(q, function(l)
    l:SetPipelineState(pso)
    l:SetDescriptorHeaps { views }
    l:SetComputeRootSignature(root)
    l:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
    l:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end, "reads")
  if ok then
    q:ExecuteCommandLists { fills, reads }
  else
    q:ExecuteCommandLists { reads, fills } --!
  end
end)

-- What the order does not repair is told besides, and the order is not told where it would not help: the list behind leaves the texture elsewhere.
case("two textures are read, and one of them is not filled by anybody", 'GS0402 CopyTextureRegion in direct list "reads" needs texture "x"; GS0402 texture "y"', function(ok)
  local q, x, y, up, to = t.queue "DIRECT", t.tex("x", DEST), t.tex("y", DEST), t.upload("up", 16384), t.readback("to", 16384)
  local fills = t.list(q, function(l)
    fill(l, x, up)
    t.go(l, x, DEST, SRC)
  end, "fills")
  local reads = t.list(q, function(l)
    if ok then t.go(l, y, DEST, SRC) end
    read(l, x, to)
    read(l, y, to)
  end, "reads")
  q:ExecuteCommandLists(ok and { fills, reads } or { reads, fills }) --!
end)
case("the list behind goes on to another state", 'GS0402 CopyTextureRegion in direct list "reads" needs texture "x"', function(ok)
  local q, x, up, to = t.queue "DIRECT", t.tex("x", DEST), t.upload("up", 16384), t.readback("to", 16384)
  local reads = t.list(q, function(l)
    if ok then t.go(l, x, DEST, SRC) end
    read(l, x, to)
    if ok then t.go(l, x, SRC, DEST) end
  end, "reads")
  local fills = t.list(q, function(l)
    fill(l, x, up)
    t.go(l, x, DEST, SRC)
    t.go(l, x, SRC, "PIXEL_SHADER_RESOURCE")
  end, "fills")
  q:ExecuteCommandLists { reads, fills } --!
end)

-- On a copy queue, too, a list finds what the lists before it in the call have left.
case("two lists of a copy queue in one call, with no barrier between them", 'GS0402 CopyTextureRegion in copy list "reads" needs texture "x" in COPY_SOURCE, but it is in COPY_DEST', function(ok)
  local q, x, up, to = t.queue "COPY", t.tex "x", t.upload("up", 16384), t.readback("to", 16384)
  local fills = t.list(q, function(l) fill(l, x, up) end, "fills")
  local reads = t.device:CreateCommandList { Name = "reads", Type = "COPY", Allocator = t.device:CreateCommandAllocator "COPY" }
  if ok then t.go(reads, x, DEST, SRC) end
  reads:CopyTextureRegion(t.rows(to), 0, 0, 0, { Resource = x })
  reads:Close()
  q:ExecuteCommandLists { fills, reads } --!
end)
case("a barrier of a copy queue names another state than the list before it has left", 'GS0401 a barrier of copy list "moves"', function(ok)
  local q, x, up = t.queue "COPY", t.tex "x", t.upload("up", 16384)
  local fills = t.list(q, function(l) fill(l, x, up) end, "fills")
  local moves = t.device:CreateCommandList { Name = "moves", Type = "COPY", Allocator = t.device:CreateCommandAllocator "COPY" }
  moves:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = ok and DEST or SRC, After = "COMMON" } }
  moves:Close()
  q:ExecuteCommandLists { fills, moves } --!
end)

-- A split barrier whose second half stands in a list before that of the first one.
case("a split barrier ends before it begins", 'GS0405 a split barrier of direct list "ends" ends for texture "x"', function(ok)
  local q, x, to = t.queue "DIRECT", t.tex("x", DEST), t.readback("to", 16384)
  local begins = t.list(q, function(l) t.go(l, x, DEST, SRC, nil, "BEGIN_ONLY") end, "begins")
  local ends = t.list(q, function(l)
    t.go(l, x, DEST, SRC, nil, "END_ONLY")
    read(l, x, to)
  end, "ends")
  if ok then
    q:ExecuteCommandLists { begins, ends }
  else
    q:ExecuteCommandLists { ends, begins } --!
  end
end)
case("a split barrier ends before it begins, and a list between the two fills", 'GS0405 a split barrier of direct list "ends" ends for texture "x"', function(ok)
  local q, x, up = t.queue "DIRECT", t.tex("x", DEST), t.upload("up", 16384)
  local fills = t.list(q, function(l) fill(l, x, up) end, "fills")
  local begins = t.list(q, function(l) t.go(l, x, DEST, SRC, nil, "BEGIN_ONLY") end, "begins")
  local ends = t.list(q, function(l) t.go(l, x, DEST, SRC, nil, "END_ONLY") end, "ends")
  if ok then
    q:ExecuteCommandLists { fills, begins, ends }
  else
    q:ExecuteCommandLists { ends, fills, begins } --!
  end
end)
case("a split barrier of one mip ends, and that of another one begins behind it", 'GS0405 a split barrier of direct list "ends" ends for texture "x"', function(ok)
  local q, x = t.queue "DIRECT", t.tex("x", DEST, "NONE", { MipLevels = 2 })
  local begins = t.list(q, function(l) t.go(l, x, DEST, SRC, 0, "BEGIN_ONLY") end, "begins")
  local ends = t.list(q, function(l) t.go(l, x, DEST, SRC, ok and 0 or 1, "END_ONLY") end, "ends")
  if ok then
    q:ExecuteCommandLists { begins, ends }
  else
    q:ExecuteCommandLists { ends, begins } --!
  end
end)

-- A submission that waits is looked at when the wait ends, which is no other order.
case("two textures are read before they are filled, behind a wait", 'GS0402 in direct list "reads"', function(ok)
  local q, x, y, up, to, F = t.queue "DIRECT", t.tex("x", DEST), t.tex("y", DEST), t.upload("up", 16384), t.readback("to", 16384), t.fence("F")
  local fills = t.list(q, function(l)
    fill(l, x, up)
    fill(l, y, up)
    t.go(l, x, DEST, SRC)
    t.go(l, y, DEST, SRC)
  end, "fills")
  local reads = t.list(q, function(l)
    read(l, x, to)
    read(l, y, to)
  end, "reads")
  q:Wait(F, 1)
  if ok then
    q:ExecuteCommandLists { fills, reads }
  else
    q:ExecuteCommandLists { reads, fills } --!
  end
  F:Signal(1)
  t.idle(q)
end)
case("a texture is read before it is filled, behind a wait, and another one is in a wrong state all the same", 'GS0402 texture "x"; GS0402 texture "y"', function(ok)
  local q, x, y, up, to, F = t.queue "DIRECT", t.tex("x", DEST), t.tex("y", DEST), t.upload("up", 16384), t.readback("to", 16384), t.fence("F")
  local fills = t.list(q, function(l)
    fill(l, x, up)
    t.go(l, x, DEST, SRC)
  end, "fills")
  local reads = t.list(q, function(l)
    if ok then t.go(l, y, DEST, SRC) end
    read(l, x, to)
    read(l, y, to)
  end, "reads")
  q:Wait(F, 1)
  if ok then
    q:ExecuteCommandLists { fills, reads }
  else
    q:ExecuteCommandLists { reads, fills }
  end
  F:Signal(1)
  t.idle(q)
end)
case("a list takes over what the one behind it hands on, behind a wait", 'GS0401 "second"', function(ok)
  local q, x, F = t.queue "DIRECT", t.tex("x", DEST), t.fence("F")
  local first = t.list(q, function(l) t.go(l, x, DEST, SRC) end, "first")
  local second = t.list(q, function(l) t.go(l, x, SRC, DEST) end, "second")
  q:Wait(F, 1)
  if ok then
    q:ExecuteCommandLists { first, second }
  else
    q:ExecuteCommandLists { second, first } --!
  end
  F:Signal(1)
  t.idle(q)
end)
