-- Edits of several lines, or of another line than the one that is told: each repairs.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- A list of a DIRECT queue with a texture in COPY_SOURCE, and what submits it.
local function begun()
  local x = t.tex("x", "COPY_SOURCE")
  local l = t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = t.device:CreateCommandAllocator("DIRECT") }
  return l, x, function() l:Close() t.queue("DIRECT", "q"):ExecuteCommandLists { l } end
end

-- Barriers in a wrong order.
case("the barriers of a chain stand in the wrong order", 'GS0401 texture "x"', function()
  local list, x, submit = begun()
  list:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "PIXEL_SHADER_RESOURCE", After = "COPY_DEST" } }
  list:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_SOURCE", After = "PIXEL_SHADER_RESOURCE" } } --!
  submit()
end)
case("behind another barrier, those of a chain stand in the wrong order", 'GS0401 texture "x"', function()
  local list, x, submit = begun()
  list:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_SOURCE", After = "NON_PIXEL_SHADER_RESOURCE" } }
  list:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "PIXEL_SHADER_RESOURCE", After = "COPY_DEST" } } --!
  list:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "NON_PIXEL_SHADER_RESOURCE", After = "PIXEL_SHADER_RESOURCE" } }
  submit()
end)
case("the barriers of a chain in the right order", "silent", function()
  local list, x, submit = begun()
  list:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_SOURCE", After = "PIXEL_SHADER_RESOURCE" } }
  list:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "PIXEL_SHADER_RESOURCE", After = "COPY_DEST" } }
  submit()
end)
case("a barrier from a wrong state, and the next one is of another texture", 'GS0401 texture "x"', function()
  local list, x, submit = begun()
  local y = t.tex("y", "COPY_SOURCE")
  list:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_SOURCE", After = "NON_PIXEL_SHADER_RESOURCE" } }
  list:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "PIXEL_SHADER_RESOURCE", After = "COPY_DEST" } } --!
  list:ResourceBarrier { { Type = "TRANSITION", Resource = y, Before = "COPY_SOURCE", After = "PIXEL_SHADER_RESOURCE" } }
  submit()
end)

-- Halves that a helper records, of which one is too much: the line of the helper serves the others too.
case("a first half twice, of a helper", "GS0405 has not ended", function()
  local list, x, submit = begun()
  local function half(flags)
    list:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_SOURCE", After = "COPY_DEST", Flags = flags } } --!
  end
  half "BEGIN_ONLY"
  half "BEGIN_ONLY"
  half "END_ONLY"
  submit()
end)
case("both halves, of a helper", "silent", function()
  local list, x, submit = begun()
  local function half(flags)
    list:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_SOURCE", After = "COPY_DEST", Flags = flags } }
  end
  half "BEGIN_ONLY"
  half "END_ONLY"
  submit()
end)

-- Threads that touch one memory, or submit what the other wrote.
case("the main thread writes what another thread writes", 'GS0513 the main thread writes buffer "up" while thread "other" writes it', function()
  local up = t.upload "up"
  local other = gpu.Thread("other", function()
    local mine = up:Map()
    mine:Write(0, "uint", 1) --!
  end)
  local m = up:Map()
  m:Write(0, "uint", 2) --1
end)
case("the main thread writes behind the end of the other", "silent", function()
  local up = t.upload "up"
  local other = gpu.Thread("other", function()
    local mine = up:Map()
    mine:Write(0, "uint", 1)
  end)
  local m = up:Map()
  other:Join()
  m:Write(0, "uint", 2)
end)
case("the main thread submits a copy of what another thread writes", 'GS0513 thread "other" writes buffer "up"', function()
  local q, up, x = t.queue("COPY", "q"), t.upload "up", t.buf "x"
  local other = gpu.Thread("other", function()
    local m = up:Map()
    m:Write(0, "uint", 1)
  end)
  q:ExecuteCommandLists { t.list(q, function(l) l:CopyBufferRegion(x, 0, up, 0, 64) end) }
  other:Join()
end)

-- One flag is missing, of which two rules speak.
case("a buffer lacks a flag, in a view and in a barrier", "GS0363", function()
  local x = t.buf("x", 256, { flags = "NONE" })
  local heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 2 }
  t.device:CreateUnorderedAccessView(x, nil, { NumElements = 64, StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0)) --!
  t.run(t.queue("DIRECT", "q"), function(l) l:ResourceBarrier { { Type = "UAV", Resource = x } } end)
end)

-- Places that are computed and are no multiples: what they are computed from is rounded, for the CPU that writes there, too, so that no two places become one.
case("texels lie at multiples of 1024", "silent", function()
  local q, up = t.queue "DIRECT", t.upload("up", 16384)
  t.run(q, function(l)
    for i = 0, 2 do
      local offset = i * 1024
      l:CopyTextureRegion({ Resource = t.tex("x" .. i, "COPY_DEST", "NONE", { Width = 4, Height = 4 }) }, 0, 0, 0,
        { Resource = up, Offset = offset, Format = "R8G8B8A8_UNORM", Width = 4, Height = 4, RowPitch = 256 })
    end
  end)
  t.idle(q)
end)
case("texels lie at multiples of 1000", "GS0370 Offset is 1000 bytes", function()
  local q, up = t.queue "DIRECT", t.upload("up", 16384)
  local memory = up:Map()
  t.run(q, function(l)
    for i = 0, 2 do
      local x = t.tex("x" .. i, "COPY_DEST", "NONE", { Width = 4, Height = 4 })
      local offset = i * 1000
      memory:Write(offset, "uint", { i, i, i, i })
      l:CopyTextureRegion({ Resource = x }, 0, 0, 0, { Resource = up, Offset = offset, Format = "R8G8B8A8_UNORM", Width = 4, Height = 4, RowPitch = 256 }) --!
    end
  end)
  t.idle(q)
end)
case("constants of a ring follow each other without gaps", "GS0362 plus 4 bytes, which is not a multiple of 256", function()
  local constants = gpu.ConstantBuffer("b0", { { "factor", "float" } })
  local out = gpu.RWStructuredBuffer("u0", "float")
  local root = t.device:CreateRootSignature { Parameters = { { Type = "CBV" }, { Type = "UAV" } } }
  local pso = t.device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { NumThreads = { 1, 1, 1 }, Main = function(GroupID) out[GroupID.x] = constants.factor end } }
  local q, up, result = t.queue "DIRECT", t.upload("up", 4096), t.buf "result"
  local memory, at = up:Map(), 0
  t.run(q, function(l)
    l:SetComputeRootSignature(root)
    l:SetPipelineState(pso)
    l:SetComputeRootUnorderedAccessView(1, result:GetGPUVirtualAddress())
    for i = 1, 3 do
      memory:Write(at, "float", { i })
      l:SetComputeRootConstantBufferView(0, up:GetGPUVirtualAddress() + at) --!
      l:Dispatch(1, 1, 1)
      l:ResourceBarrier { { Type = "UAV", Resource = result } }
      at = at + 4
    end
  end)
  t.idle(q)
end)
case("resources are placed at multiples of their size", "GS0316 placed at offset 4096", function()
  local SIZE, heap = 4096, t.device:CreateHeap { Name = "heap", SizeInBytes = 3 * 65536 }
  for i = 0, 2 do
    t.device:CreatePlacedResource { Name = "b" .. i, Heap = heap, HeapOffset = i * SIZE, Dimension = "BUFFER", Width = SIZE } --!
  end
end)

-- Barriers that are gathered before they are recorded: the list of them is not the resource of one of them.
for _, back in ipairs { false, true } do
  case("pending barriers of each pass, " .. (back and "and the way back" or "from a state that the first one has left"), back and "silent" or 'GS0401 texture "x"', function()
    local q, x = t.queue("DIRECT", "q"), t.tex("x", "COMMON", "NONE", { MipLevels = 2 })
    local function run(pending)
      local list = t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = t.device:CreateCommandAllocator("DIRECT") }
      local barriers = {}
      for _, p in ipairs(pending) do
        table.insert(barriers, { Type = "TRANSITION", Resource = p.resource, Subresource = p.mip, Before = p.before, After = p.after })
      end
      list:ResourceBarrier(barriers)
      list:Close()
      q:ExecuteCommandLists { list }
    end
    for _ = 1, 2 do
      run { { resource = x, mip = 0, before = "COMMON", after = "COPY_DEST" } }
      if back then run { { resource = x, mip = 0, before = "COPY_DEST", after = "COMMON" } } end
    end
  end)
end
