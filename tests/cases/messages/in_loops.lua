-- Loops whose turns are refused: where errors are only reported, what a place does is told once, with whichever objects it does it. What two places have made, or what is
-- another mistake at the same place, is told besides.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function open(type, name)
  local a = t.device:CreateCommandAllocator(type)
  return t.device:CreateCommandList { Type = type, Allocator = a, Name = name or "list" }, a
end

case("refused in a loop: four textures of one place have no subresource 1", "GS0371 texture \"x1\"", function()
  local l, r = open "DIRECT", t.readback("r", 65536)
  for i = 1, 4 do
    local x = t.tex("x" .. i)
    l:CopyTextureRegion(t.rows(r), 0, 0, 0, { Resource = x, SubresourceIndex = 1 }) --!
  end
end)
case("refused in a loop: textures of two places have no subresource 1", "GS0371 texture \"x\"", function()
  local l, r = open "DIRECT", t.readback("r", 65536)
  local x = t.tex "x"
  local y = t.tex "y"
  for _, z in ipairs { x, y } do
    l:CopyTextureRegion(t.rows(r), 0, 0, 0, { Resource = z, SubresourceIndex = 1 }) --!
  end
end)
case("refused in a loop: rows at a wrong place, and rows of a wrong length", "GS0370 Offset", function()
  local l, r, x = open "DIRECT", t.readback("r", 65536), t.tex "x"
  for i = 1, 2 do
    local rows = t.rows(r)
    if i == 1 then rows.Offset = 256 else rows.RowPitch = 300 end
    l:CopyTextureRegion(rows, 0, 0, 0, { Resource = x, SubresourceIndex = 0 }) --!
  end
end)
case("refused in two places: neither list binds its heap", "GS0358", function()
  local heap = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE", Name = "heap" }
  local root = t.device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } } } }
  local l = open "COMPUTE"
  l:SetComputeRootSignature(root)
  l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0)) --!
  local m = open("COMPUTE", "other")
  m:SetComputeRootSignature(root)
  m:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
end)
case("a query stays open, and another one ends that has not begun", "GS0827 has ended", function()
  local q = t.queue "DIRECT"
  local h = t.device:CreateQueryHeap { Type = "OCCLUSION", Count = 2, Name = "queries" }
  t.run(q, function(l) l:BeginQuery(h, "OCCLUSION", 0) end)
  t.run(q, function(l) l:EndQuery(h, "OCCLUSION", 1) end)
end)
case("a list is begun with an allocator of another type, and another list goes to a wrong queue", "GS0331", function()
  local q = t.queue "COPY"
  local l = open("DIRECT", "one")
  l:Close()
  l:Reset(t.device:CreateCommandAllocator "COPY") --!
  local m = open("DIRECT", "two")
  m:Close()
  q:ExecuteCommandLists { m }
end)
case("a list is begun with an allocator of another type, and given to the queue of that", "GS0331", function()
  local q = t.queue "COPY"
  local l = open("DIRECT", "one")
  l:Close()
  l:Reset(t.device:CreateCommandAllocator "COPY") --!
  l:Close()
  q:ExecuteCommandLists { l }
end)
case("in a loop two textures are copied to and read without barriers", "GS0402 texture \"x1\"", function()
  local u, r = t.upload("u", 65536), t.readback("r", 65536)
  t.run(t.queue "DIRECT", function(l)
    for i = 1, 2 do
      local x = { Resource = t.tex("x" .. i), SubresourceIndex = 0 }
      l:CopyTextureRegion(x, 0, 0, 0, t.rows(u))
      l:CopyTextureRegion(t.rows(r), 0, 0, 0, x) --!
    end
  end)
end)
case("in a loop lists are recorded that read what others write, without barriers, and submitted together", "GS0402 buffer \"x1\"", function()
  local q, lists = t.queue "DIRECT", {}
  for i = 1, 3 do
    local x = t.buf("x" .. i)
    table.insert(lists, t.list(q, function(l) l:CopyBufferRegion(x, 0, t.buf("from"), 0, 256) end, "writes"))
    table.insert(lists, t.list(q, function(l) l:CopyBufferRegion(t.buf("to"), 0, x, 0, 256) end, "reads"))
  end
  q:ExecuteCommandLists(lists) --!
end)
case("two lists that are recorded in two places read what others write, without barriers, and submitted together", "GS0402 buffer \"x\"; GS0402 buffer \"y\"", function()
  local q, x, y = t.queue "DIRECT", t.buf "x", t.buf "y"
  local first = t.list(q, function(l) l:CopyBufferRegion(x, 0, t.buf("from"), 0, 256) end, "writes x")
  local second = t.list(q, function(l) l:CopyBufferRegion(y, 0, t.buf("from"), 0, 256) end, "writes y")
  local third = t.list(q, function(l) l:CopyBufferRegion(t.buf("to"), 0, x, 0, 256) end, "reads x")
  local fourth = t.list(q, function(l) l:CopyBufferRegion(t.buf("to"), 0, y, 0, 256) end, "reads y")
  q:ExecuteCommandLists { first, second, third, fourth } --!
end)
case("two textures, copied to in two places, are read in a loop without barriers", "GS0402 texture \"x\"", function()
  local u, r = t.upload("u", 65536), t.readback("r", 65536)
  t.run(t.queue "DIRECT", function(l)
    local x, y = { Resource = t.tex "x", SubresourceIndex = 0 }, { Resource = t.tex "y", SubresourceIndex = 0 }
    l:CopyTextureRegion(x, 0, 0, 0, t.rows(u))
    l:CopyTextureRegion(y, 0, 0, 0, t.rows(u))
    for _, z in ipairs { x, y } do
      l:CopyTextureRegion(t.rows(r), 0, 0, 0, z) --!
    end
  end)
end)

-- Passes of a frame that a table describes: what each of them writes is another entry of a list, so no edit names one of those.
for _, wrong in ipairs { "nothing", "the aliasing barrier", "the discard", "the way to where it is read" } do
  local expected = { nothing = "silent", ["the aliasing barrier"] = 'GS0518 texture "late"', ["the discard"] = 'GS0614 texture "early"; GS0614 texture "late"',
    ["the way to where it is read"] = 'GS0402 texture "early" in COPY_SOURCE' }
  case("passes that a table describes, without " .. wrong, expected[wrong], function()
    local q, heap = t.queue("DIRECT", "main"), t.heap(65536, "ALLOW_ONLY_RT_DS_TEXTURES")
    local targets, rtvs, state = {}, {}, {}
    for _, name in ipairs { "early", "late" } do
      targets[name] = t.device:CreatePlacedResource { Name = name, Heap = heap, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM",
        Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
      rtvs[name], state[name] = t.rtv(targets[name]), "RENDER_TARGET"
    end
    local list = t.device:CreateCommandList { Type = "DIRECT", Name = "frame", Allocator = t.device:CreateCommandAllocator("DIRECT") }
    local pso, rows = t.drawing("plain"), t.rows(t.readback("rows", 16384))
    local function to(name, after)
      if state[name] ~= after then t.go(list, targets[name], state[name], after) end
      state[name] = after
    end
    for _, pass in ipairs { { writes = "early", owner = "late" }, { writes = "late", owner = "early" } } do
      if wrong ~= "the aliasing barrier" then
        list:ResourceBarrier { { Type = "ALIASING", ResourceBefore = targets[pass.owner], ResourceAfter = targets[pass.writes] } }
      end
      if wrong ~= "the discard" then list:DiscardResource(targets[pass.writes]) end
      t.drawState(list, pso, rtvs[pass.writes])
      list:DrawInstanced(3, 1)
      if wrong ~= "the way to where it is read" then to(pass.writes, "COPY_SOURCE") end
      list:CopyTextureRegion(rows, 0, 0, 0, { Resource = targets[pass.writes] })
    end
    list:Close()
    q:ExecuteCommandLists { list }
  end)
end
case("each of the passes that a table describes gets its memory, and discards nothing", 'GS0614 texture "early"', function()
  local q, heap = t.queue("DIRECT", "main"), t.heap(65536, "ALLOW_ONLY_RT_DS_TEXTURES")
  local targets, rtvs = {}, {}
  for _, name in ipairs { "early", "late" } do
    targets[name] = t.device:CreatePlacedResource { Name = name, Heap = heap, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM",
      Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
    rtvs[name] = t.rtv(targets[name])
  end
  local list = t.device:CreateCommandList { Type = "DIRECT", Name = "frame", Allocator = t.device:CreateCommandAllocator("DIRECT") }
  local pso = t.drawing("plain")
  for _, pass in ipairs { { writes = "early", owner = "late" }, { writes = "late", owner = "early" } } do
    list:ResourceBarrier { { Type = "ALIASING", ResourceBefore = targets[pass.owner], ResourceAfter = targets[pass.writes] } }
    t.drawState(list, pso, rtvs[pass.writes])
    list:DrawInstanced(3, 1) --!
  end
  list:Close()
  q:ExecuteCommandLists { list }
end)
