-- What a reader of a message would change: a wait that is there and waits for too little, a name that is misspelt by a letter, a range that is one short, a line that is missing. The
-- help is the smallest edit, and each edit must repair.
local t = require "prelude"
local case, gpu = t.case, t.gpu

-- A copy of a buffer on one queue, which another one copies on.
local function handed(value, before)
  local up, q, F = t.queue("COPY", "upload"), t.queue("DIRECT", "main"), t.fence()
  local a, b, c = t.upload "a", t.buf "b", t.buf "c"
  up:Signal(F, 1)
  t.run(up, function(l) l:CopyBufferRegion(b, 0, a, 0, 256) end, "fill")
  up:Signal(F, 2)
  if before then before(q, F) end
  q:Wait(F, value)
  t.run(q, function(l) l:CopyBufferRegion(c, 0, b, 0, 256) end, "use")
end
case("a queue waits for the signal before the work", 'GS0512 buffer "b"', function() handed(1) end)
case("a queue waits for the signal behind the work", "silent", function() handed(2) end)
case("a wait for too little comes before the signal is given", 'GS0512 buffer "b"', function()
  local up, q, F, G = t.queue("COPY", "upload"), t.queue("DIRECT", "main"), t.fence(), t.fence "G"
  local a, b, c = t.upload "a", t.buf "b", t.buf "c"
  up:Signal(F, 1)
  q:Wait(F, 1)
  q:Signal(G, 1)
  up:Wait(G, 1) -- a larger value there would never come
  t.run(up, function(l) l:CopyBufferRegion(b, 0, a, 0, 256) end, "fill")
  up:Signal(F, 2)
  t.run(q, function(l) l:CopyBufferRegion(c, 0, b, 0, 256) end, "use")
end)
case("the CPU waits for the value before, and reads in a loop", 'GS0513 buffer "back"', function()
  local q, F, b, back = t.queue "DIRECT", t.fence(), t.buf "b", t.readback "back"
  t.run(q, function(l) t.fill(l, b) end)
  q:Signal(F, 1)
  t.run(q, function(l) l:CopyBufferRegion(back, 0, b, 0, 256) end)
  q:Signal(F, 2)
  F:WaitCPU(1)
  local m = back:Map()
  for i = 0, 3 do m:Read(i * 4, "uint") end --!
end)
case("nobody waits, and the CPU reads in a loop", 'GS0513 buffer "back"', function()
  local q, F, b, back = t.queue "DIRECT", t.fence(), t.buf "b", t.readback "back"
  t.run(q, function(l) l:CopyBufferRegion(back, 0, b, 0, 256) end)
  q:Signal(F, 1)
  local m = back:Map()
  for i = 0, 3 do m:Read(i * 4, "uint") end --!
end)
case("nobody waits, and the CPU reads and saves", 'GS0513 buffer "back"', function()
  local q, F, x, back = t.queue "DIRECT", t.fence(), t.tex("x", "RENDER_TARGET", "ALLOW_RENDER_TARGET"), t.readback("back", 16384)
  local heap = t.device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }
  local view = heap:GetCPUDescriptorHandle(0)
  t.device:CreateRenderTargetView(x, nil, view)
  t.run(q, function(l)
    l:ClearRenderTargetView(view, { 1, 0, 0, 1 })
    t.go(l, x, "RENDER_TARGET", "COPY_SOURCE")
    l:CopyTextureRegion(t.rows(back), 0, 0, 0, { Resource = x })
  end)
  q:Signal(F, 1)
  print(back:Map():Read(0, "uint")) --!
  print(gpu.Hash(x)) -- which one wait would serve as well
end)

-- Frames of two allocators. wait is called where the frame begins.
local function frames(wait, write)
  local q, F, b, up = t.queue "DIRECT", t.fence(), t.buf "b", t.upload "up"
  local allocators, data = { t.device:CreateCommandAllocator "DIRECT", t.device:CreateCommandAllocator "DIRECT" }, up:Map()
  local list = t.device:CreateCommandList { Type = "DIRECT", Name = "list" }
  for frame = 1, 5 do
    local allocator = allocators[frame % 2 + 1]
    wait(F, frame)
    if write then data:Write(frame % 2 * 256, "uint", { frame }) end
    allocator:Reset()
    list:Reset(allocator)
    list:CopyBufferRegion(b, 0, up, frame % 2 * 256, 256)
    list:Close()
    q:ExecuteCommandLists { list }
    q:Signal(F, frame)
  end
end
case("frames wait for one frame too few", 'GS0602 "allocator 2"', function()
  frames(function(F, frame) if frame > 2 then F:WaitCPU(frame - 2 - 1) end end)
end)
case("frames wait for two frames too few", 'GS0602 "allocator 2"', function()
  frames(function(F, frame) if frame > 2 then F:WaitCPU(math.max(0, frame - 4)) end end)
end)
case("frames wait for the frame before last", "silent", function()
  frames(function(F, frame) if frame > 2 then F:WaitCPU(frame - 2) end end, true)
end)
case("constants are written before the allocator is reset, and nobody waits", 'GS0602 "allocator 2"', function()
  frames(function() end, true)
end)
case("another queue signals nothing", "GS0501 waits for itself", function()
  local up, q, F = t.queue("COPY", "upload"), t.queue("DIRECT", "main"), t.fence()
  local a, b, c = t.upload "a", t.buf "b", t.buf "c"
  t.run(up, function(l) l:CopyBufferRegion(b, 0, a, 0, 256) end, "fill")
  q:Wait(F, 1)
  t.run(q, function(l) l:CopyBufferRegion(c, 0, b, 0, 256) end, "use")
  q:Signal(F, 2)
  F:WaitCPU(2)
end)

local function pipeline(second, range)
  local tex, out = gpu.Texture2D("t1", "float4"), gpu.RWStructuredBuffer("u0", "float")
  local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float2" }, { "COLOR", "float3" } },
    Main = function(position, color) return { Position = float4(position, 0.0, 1.0), color = color } end }
  local root = t.device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
  t.device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PrimitiveTopologyType = "TRIANGLE", RTVFormats = {},
    InputLayout = { { "POSITION", "R32G32_FLOAT" }, { second, "R32G32B32_FLOAT" } } }
  local cs = gpu.ComputeShader { Name = "cs", NumThreads = { 1, 1, 1 }, Main = function() out[0] = tex[int2(0, 0)].x end }
  local ranges = t.device:CreateRootSignature { Name = "ranges", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { range, { Type = "UAV", NumDescriptors = 1 } } } } }
  t.device:CreateComputePipelineState { Name = "c", RootSignature = ranges, CS = cs }
end
case("a semantic is misspelt in the input layout", "GS0801 takes COLOR", function() pipeline("COLOUR", { Type = "SRV", NumDescriptors = 2 }) end)
case("a range ends one register too early", "GS0324 does not offer t1", function() pipeline("COLOR", { Type = "SRV", NumDescriptors = 1 }) end)
case("all registers are offered, and all inputs are given", "silent", function() pipeline("COLOR", { Type = "SRV", NumDescriptors = 2 }) end)

local function rows(offset)
  local x, up = t.tex("x", "COPY_DEST"), t.upload("up", 512 + 16384)
  t.run(t.queue "DIRECT", function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(up, 64, offset)) end)
end
case("rows begin behind the last place where they fit", "GS0370 not a multiple of 512", function() rows(900) end)
case("rows begin right behind a multiple of 512", "GS0370 not a multiple of 512", function() rows(516) end)
case("rows begin at a multiple of 512", "silent", function() rows(512) end)

local function target(written)
  local x = t.tex("x", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local heap = t.device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1, Name = "rtvs" }
  local view = heap:GetCPUDescriptorHandle(0)
  if written then t.device:CreateRenderTargetView(x, nil, view) end
  t.run(t.queue "DIRECT", function(l) l:OMSetRenderTargets { view } end)
end
case("a target is bound whose view nobody writes", "GS0812 holds no descriptor", function() target(false) end)
case("a target is bound whose view is written", "silent", function() target(true) end)

local function shown(begins)
  local q = t.queue "DIRECT"
  local chain, F = q:CreateSwapChain { Name = "screen", Width = 16, Height = 16 }, t.fence()
  local heap = t.device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 2 }
  for i = 0, 1 do t.device:CreateRenderTargetView(chain:GetBuffer(i), nil, heap:GetCPUDescriptorHandle(i)) end
  for frame = 1, 3 do
    local back, view = chain:GetBuffer(chain:GetCurrentBackBufferIndex()), heap:GetCPUDescriptorHandle(chain:GetCurrentBackBufferIndex())
    t.run(q, function(l)
      if begins then t.go(l, back, "PRESENT", "RENDER_TARGET") end
      l:ClearRenderTargetView(view, { 0, 0, 0, 1 })
      t.go(l, back, "RENDER_TARGET", "PRESENT")
    end)
    chain:Present(1)
    q:Signal(F, frame)
    F:WaitCPU(frame)
  end
end
case("a back buffer is cleared as it was shown", 'GS0402 texture "screen[0]"', function() shown(false) end)
case("a back buffer is brought to be a target", "silent", function() shown(true) end)
