-- Loops of frames and of passes, written as people write them who know Direct3D 12: what is missing in one pass is missing in each, and the edit is right in all of them.
local t = require "prelude"
local case, gpu = t.case, t.gpu

-- frames records a list three times, each recording closed, submitted and waited for in the loop.
local function frames(body)
  local q, f = t.queue("DIRECT", "q"), t.fence "F"
  local allocator = t.device:CreateCommandAllocator("DIRECT", "allocator")
  local list = t.device:CreateCommandList { Type = "DIRECT", Name = "frame", Allocator = allocator }
  for frame = 1, 3 do
    body(list, frame)
    list:Close()
    q:ExecuteCommandLists { list }
    q:Signal(f, frame)
    f:WaitCPU(frame)
    allocator:Reset()
    list:Reset(allocator)
  end
end

-- The barrier between two commands of a pass, where the list is opened at the end of the pass before; and where what records it is given as a function.
for _, missing in ipairs { true, false } do
  local expected = missing and "GS0402 CopyBufferRegion needs buffer \"b\" in COPY_SOURCE" or "silent"
  case("frames: a result is copied" .. (missing and " without a barrier" or ""), expected, function()
    local b, back = t.buf "b", t.readback "back"
    frames(function(list)
      t.fill(list, b)
      if not missing then t.go(list, b, "UNORDERED_ACCESS", "COPY_SOURCE") end
      list:CopyBufferRegion(back, 0, b, 0, 256) --!
    end)
  end)
end
case("frames: the textures of a list are filled and read", "GS0402 Dispatch needs texture \"t", function()
  local textures, up = {}, t.upload("up", 65536)
  for i = 1, 2 do textures[i] = { object = t.tex("t" .. i, "COPY_DEST"), filled = false } end
  local image, out = gpu.Texture2D("t0", "float4"), gpu.RWStructuredBuffer("u0", "float")
  local root = t.device:CreateRootSignature { Name = "textures", Parameters = { { Type = "UAV", ShaderRegister = 0 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { RangeType = "SRV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
  local read = t.device:CreateComputePipelineState { Name = "read", RootSignature = root, CS = gpu.ComputeShader { Name = "read", NumThreads = { 1, 1, 1 },
    Main = function() out[0] = image:Load(int3(0, 0, 0)).x end } }
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  for i, x in ipairs(textures) do t.device:CreateShaderResourceView(x.object, nil, heap:GetCPUDescriptorHandle(i - 1)) end
  local b = t.buf "b"
  frames(function(list, frame)
    list:SetPipelineState(read)
    list:SetComputeRootSignature(root)
    list:SetDescriptorHeaps { heap }
    list:SetComputeRootUnorderedAccessView(0, b:GetGPUVirtualAddress())
    for i, x in ipairs(textures) do
      if not x.filled then
        list:CopyTextureRegion({ Resource = x.object, Subresource = 0 }, 0, 0, 0, t.rows(up))
        x.filled = true
      end
      list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(i - 1))
      t.uav(list, b)
      list:Dispatch(1, 1, 1) --!
    end
  end)
end)

-- One list with a loop of passes: the way back to the state that the next pass begins with.
for _, missing in ipairs { true, false } do
  case("passes: each writes and copies" .. (missing and ", and none goes back" or ""), missing and "GS0402 Dispatch needs buffer \"b\" in UNORDERED_ACCESS" or "silent", function()
    local b, back = t.buf "b", t.readback "back"
    t.run(t.queue("DIRECT", "q"), function(list)
      t.use(list, "grow", b)
      for pass = 0, 3 do
        list:Dispatch(1, 1, 1) --!
        t.go(list, b, "UNORDERED_ACCESS", "COPY_SOURCE")
        list:CopyBufferRegion(back, pass * 256, b, 0, 256)
        if not missing then t.go(list, b, "COPY_SOURCE", "UNORDERED_ACCESS") end
      end
    end)
  end)
end
case("passes: two buffers in turn, without a barrier", "GS0517 \"b0\"", function()
  local buffers = { [0] = t.buf "b0", t.buf "b1" }
  t.run(t.queue("COMPUTE", "q"), function(list)
    for pass = 0, 7 do
      t.use(list, "grow", buffers[pass % 2])
      list:Dispatch(1, 1, 1) --!
    end
  end)
end)

-- A value of a fence that a function counts, and one in a list of values.
for _, waits in ipairs { true, false } do
  case("uploads: a staging buffer is released " .. (waits and "when it is copied" or "in flight"), waits and "silent" or "GS0601 \"vertices staging\" is released while copy queue", function()
    local q, f = t.queue("COPY", "copy"), t.fence "uploads"
    local value = 0
    local function upload(name)
      local staging, b = t.upload(name .. " staging"), t.buf(name)
      t.run(q, function(list) list:CopyResource(b, staging) end)
      value = value + 1
      q:Signal(f, value)
      if waits then f:WaitCPU(value) end
      staging:Release() --!
      return b
    end
    for _, name in ipairs { "vertices", "indices" } do upload(name) end
  end)
end
case("frames: the values of the fence are kept in a list, one too small", "GS0602 \"a1\" is reset", function()
  local q, f = t.queue("DIRECT", "q"), t.fence "F"
  local values, allocators = { 0, 0 }, {}
  for i = 1, 2 do allocators[i] = t.device:CreateCommandAllocator("DIRECT", "a" .. i) end
  local list, slot = t.device:CreateCommandList { Type = "DIRECT", Name = "list" }, 1
  local a, b = t.buf "a", t.buf "b"
  for frame = 1, 5 do
    allocators[slot]:Reset() --!
    list:Reset(allocators[slot])
    list:CopyResource(b, a)
    list:Close()
    q:ExecuteCommandLists { list }
    q:Signal(f, frame)
    values[slot] = frame - 1
    slot = slot % 2 + 1
    f:WaitCPU(values[slot])
  end
end)

-- The Reset of a list that is missing: the allocator that was just reset is meant.
for _, missing in ipairs { true, false } do
  case("frames: the allocator of a slot is reset, and the list " .. (missing and "not" or "too"), missing and "GS0333 CopyResource is called on direct list \"list 1\", which is closed" or "silent", function()
    local q, f = t.queue("DIRECT", "q"), t.fence "F"
    local allocators, lists = {}, {}
    for i = 1, 2 do
      allocators[i] = t.device:CreateCommandAllocator("DIRECT", "allocator " .. i)
      lists[i] = t.device:CreateCommandList { Type = "DIRECT", Name = "list " .. i }
    end
    local a, b = t.buf "a", t.buf "b"
    local function record(list)
      list:CopyResource(b, a) --!
      list:Close()
    end
    for frame = 1, 4 do
      local slot = (frame - 1) % 2 + 1
      if frame > 2 then f:WaitCPU(frame - 2) end
      allocators[slot]:Reset()
      if not missing then lists[slot]:Reset(allocators[slot]) end
      record(lists[slot])
      q:ExecuteCommandLists { lists[slot] }
      q:Signal(f, frame)
    end
  end)
end

-- The back buffer is taken out of PRESENT in a function that the list is given to.
for _, missing in ipairs { true, false } do
  case("frames: a function draws to the back buffer" .. (missing and ", and leaves it there" or ""), missing and "GS0842 in PRESENT, but it is in RENDER_TARGET" or "silent", function()
    local q, f = t.queue("DIRECT", "q"), t.fence "F"
    local chain = q:CreateSwapChain { Name = "chain", BufferCount = 2, Width = 64, Height = 64, Format = "R8G8B8A8_UNORM" }
    local views = { [0] = t.rtv(chain:GetBuffer(0)), t.rtv(chain:GetBuffer(1)) }
    local function draw(list)
      local i = chain:GetCurrentBackBufferIndex()
      local target = chain:GetBuffer(i)
      list:ResourceBarrier { { Type = "TRANSITION", Resource = target, Before = "PRESENT", After = "RENDER_TARGET" } }
      list:ClearRenderTargetView(views[i], { 0, 0, 0, 1 })
      if not missing then list:ResourceBarrier { { Type = "TRANSITION", Resource = target, Before = "RENDER_TARGET", After = "PRESENT" } } end
    end
    local function record(body)
      local list = t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = t.device:CreateCommandAllocator("DIRECT") }
      body(list)
      list:Close()
      return list
    end
    for frame = 1, 3 do
      q:ExecuteCommandLists { record(draw) }
      chain:Present(1) --!
      q:Signal(f, frame)
      f:WaitCPU(frame)
    end
  end)
end

-- Two pages in turn, each written by a copy queue and read by another one. One wait is missing, which races for both pages, and they are found at once.
for _, missing in ipairs { "none", "before the page is written", "before the page is read" } do
  case("pages in turn, the wait that is missing: " .. missing, missing == "none" and "silent" or 'GS0512 buffer "page', function()
    local up, draw, U, D = t.queue("COPY", "up"), t.queue("DIRECT", "draw"), t.fence "U", t.fence "D"
    local from, pages, out = t.upload "from", { [0] = t.buf "page0", t.buf "page1" }, t.readback "out"
    for turn = 1, 6 do
      local page = pages[turn % 2]
      if turn > 2 and missing ~= "before the page is written" then up:Wait(D, turn - 2) end
      t.run(up, function(l) l:CopyBufferRegion(page, 0, from, 0, 256) end)
      up:Signal(U, turn)
      if missing ~= "before the page is read" then draw:Wait(U, turn) end
      t.run(draw, function(l) l:CopyBufferRegion(out, 0, page, 0, 256) end)
      draw:Signal(D, turn)
    end
  end)
end
