-- Programs as engines are built, in small: a graph of passes whose targets share memory, a tracker that submits pending barriers before each list, drawing beside
-- post-processing, and workers. Each is right, and with one step left out or wrong.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- program declares the right case of a program and the wrong ones, by what is wrong and what is then said.
local function program(name, body, mistakes)
  case(name, "silent", function() body("nothing") end)
  for _, m in ipairs(mistakes) do
    case(name .. ": " .. m[1], m[2], function() body(m[1]) end)
  end
end

-- A graph of passes. Early and late targets take turns in two pieces of a heap, two frames are in flight, and the last target is shown.
program("a graph of passes", function(wrong)
  local q, F, format = t.queue("DIRECT", "main"), t.fence("F"), "R8G8B8A8_UNORM"
  local screen = q:CreateSwapChain { Name = "screen", Width = 64, Height = 64, BufferCount = 2 }
  local heap = t.heap(131072, "ALLOW_ONLY_RT_DS_TEXTURES")
  local targets, state, rtvs, frames = {}, {}, {}, {}
  for i, name in ipairs { "base", "light", "bloom", "final" } do
    targets[name] = t.device:CreatePlacedResource { Name = name, Heap = heap, HeapOffset = (i - 1) % 2 * 65536, Dimension = "TEXTURE2D", Width = 64, Height = 64,
      Format = format, Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
    state[name], rtvs[name] = "RENDER_TARGET", t.rtv(targets[name])
  end
  local backs = { [0] = t.rtv(screen:GetBuffer(0)), t.rtv(screen:GetBuffer(1)) }
  for i = 0, 1 do frames[i] = { allocator = t.device:CreateCommandAllocator("DIRECT", "of frame " .. i), value = 0 } end
  local image = gpu.Texture2D("t0", "float4")
  local views = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
  local slot = { base = 0, light = 1, bloom = 2, final = 3 }
  for name, i in pairs(slot) do t.device:CreateShaderResourceView(targets[name], nil, views:GetCPUDescriptorHandle(i)) end
  local root = t.device:CreateRootSignature { Name = "passes", Parameters = { { Type = "DESCRIPTOR_TABLE", ShaderVisibility = "PIXEL", Ranges = { { Type = "SRV", NumDescriptors = 1 } } } } }
  local first = t.drawing("plain", { root = root })
  local next = t.drawing("plain", { root = root, ps = { Name = "next", Main = function(v) return image:Load(int3(int2(v.Position.xy), 0)) end } })
  local list = t.device:CreateCommandList1 { Type = "DIRECT", Name = "frame" }
  local function to(name, after)
    if state[name] ~= after then t.go(list, targets[name], state[name], after) end
    state[name] = after
  end
  local function draw(rtv, pso, reads)
    if reads and wrong ~= "what a pass reads stays a target" then to(reads, "PIXEL_SHADER_RESOURCE") end
    t.drawState(list, pso, rtv, nil, root)
    if reads then list:SetGraphicsRootDescriptorTable(0, views:GetGPUDescriptorHandle(slot[reads])) end
    list:DrawInstanced(3, 1)
  end
  local passes = { { "base", owner = "bloom" }, { "light", owner = "final", reads = "base" }, { "bloom", owner = "base", reads = "light" },
    { "final", owner = "light", reads = wrong == "a pass reads what lost its memory" and "base" or "bloom" } }
  for value = 1, 4 do
    local index = screen:GetCurrentBackBufferIndex()
    local frame, back = frames[index], screen:GetBuffer(index)
    if wrong ~= "the CPU waits for no frame" then F:WaitCPU(frame.value) end
    frame.allocator:Reset()
    list:Reset(frame.allocator)
    list:SetDescriptorHeaps { views }
    for _, pass in ipairs(passes) do
      local name = pass[1]
      if wrong ~= "no target gets its memory" then t.alias(list, targets[pass.owner], targets[name]) end
      to(name, "RENDER_TARGET")
      if wrong ~= "no target is discarded" then list:DiscardResource(targets[name]) end
      draw(rtvs[name], pass.reads and next or first, pass.reads)
    end
    t.go(list, back, "PRESENT", "RENDER_TARGET")
    draw(backs[index], next, "final")
    if wrong ~= "the back buffer stays a target" then t.go(list, back, "RENDER_TARGET", "PRESENT") end
    list:Close()
    q:ExecuteCommandLists { list }
    screen:Present(1)
    q:Signal(F, value)
    frame.value = wrong == "the CPU waits for the frame before that" and value - 1 or value
  end
  F:WaitCPU(4)
end, { { "what a pass reads stays a target", 'GS0402 texture "base" in PIXEL_SHADER_RESOURCE' }, { "the CPU waits for no frame", "GS0602 of frame 0" },
  { "the CPU waits for the frame before that", "GS0602 of frame 0" }, { "no target gets its memory", 'GS0518 texture "bloom"' },
  { "no target is discarded", 'GS0614 texture "base"; GS0614 texture "light"; GS0614 texture "bloom"; GS0614 texture "final"' },
  { "a pass reads what lost its memory", 'GS0614 reads texture "base"; GS0518 reads texture "base"' }, { "the back buffer stays a target", 'GS0842 texture "screen[0]"' } })

-- A tracker of states: each list keeps what it needs first and leaves last, and what is pending goes into a list before it.
program("a tracker of states", function(wrong)
  local q, states = t.queue("DIRECT", "main"), {}
  local x = t.tex("x", "COMMON", "ALLOW_UNORDERED_ACCESS", { MipLevels = 3, Format = "R32_FLOAT", Width = 16, Height = 16 })
  for mip = 0, 2 do states[mip] = "COMMON" end
  local function record(name, body)
    local c = { first = {}, last = {}, list = t.device:CreateCommandList { Type = "DIRECT", Name = name, Allocator = t.device:CreateCommandAllocator("DIRECT") } }
    body(c.list, function(mip, state)
      if not c.first[mip] then c.first[mip] = state
      elseif c.last[mip] ~= state then t.go(c.list, x, c.last[mip], state, mip) end
      c.last[mip] = state
    end)
    c.list:Close()
    return c
  end
  local function submit(contexts)
    local lists = {}
    for _, c in ipairs(contexts) do
      local pending = {}
      for mip = 0, 2 do
        if c.first[mip] and c.first[mip] ~= states[mip] and not (wrong == "a mip is forgotten" and mip == 1) then
          table.insert(pending, { Type = "TRANSITION", Resource = x, Subresource = mip, Before = states[mip], After = c.first[mip] })
        end
        if c.last[mip] and wrong ~= "what a list leaves is forgotten" then states[mip] = c.last[mip] end
      end
      if #pending > 0 and wrong ~= "nothing is pending" then table.insert(lists, t.list(q, function(l) l:ResourceBarrier(pending) end, "pending")) end
      table.insert(lists, c.list)
    end
    q:ExecuteCommandLists(lists)
  end
  local from, into = gpu.Texture2D("t0", "float"), gpu.RWTexture2D("u0", "float")
  local root = t.device:CreateRootSignature { Name = "mips", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 }, { Type = "UAV", NumDescriptors = 1 } } } } }
  local half = t.device:CreateComputePipelineState { Name = "half", RootSignature = root, CS = gpu.ComputeShader { Name = "half", NumThreads = { 4, 4, 1 },
    Main = function(DispatchThreadID) into[DispatchThreadID.xy] = from:Load(int3(int2(DispatchThreadID.xy) * 2, 0)) end } }
  local views = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
  for mip = 1, 2 do
    t.device:CreateShaderResourceView(x, { ViewDimension = "TEXTURE2D", Format = "R32_FLOAT", MostDetailedMip = mip - 1, MipLevels = 1 }, views:GetCPUDescriptorHandle(2 * mip - 2))
    t.device:CreateUnorderedAccessView(x, nil, { ViewDimension = "TEXTURE2D", Format = "R32_FLOAT", MipSlice = mip }, views:GetCPUDescriptorHandle(2 * mip - 1))
  end
  for _ = 1, 2 do
    local fill = record("fill", function(l, need)
      need(0, "COPY_DEST")
      l:CopyTextureRegion({ Resource = x }, 0, 0, 0, { Resource = t.upload("up"), Format = "R32_FLOAT", Width = 16, Height = 16, RowPitch = 256 })
    end)
    local mips = record("mips", function(l, need)
      l:SetDescriptorHeaps { views }
      l:SetPipelineState(half)
      l:SetComputeRootSignature(root)
      for mip = 1, 2 do
        need(mip - 1, "NON_PIXEL_SHADER_RESOURCE")
        need(mip, "UNORDERED_ACCESS")
        l:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(2 * mip - 2))
        l:Dispatch(4 / 2 ^ mip, 4 / 2 ^ mip, 1)
      end
    end)
    local get = record("get", function(l, need)
      need(2, "COPY_SOURCE")
      l:CopyTextureRegion({ Resource = t.readback("to"), Format = "R32_FLOAT", Width = 4, Height = 4, RowPitch = 256 }, 0, 0, 0, { Resource = x, Subresource = 2 })
    end)
    submit { fill, mips, get }
  end
end, { { "a mip is forgotten", 'GS0402 list "mips" needs texture "x" in UNORDERED_ACCESS' }, { "what a list leaves is forgotten", 'GS0401 list "pending" takes texture "x"' },
  { "nothing is pending", 'GS0402 list "mips" needs texture "x"' } })

-- Drawing beside post-processing: the direct queue draws a frame and shows what the compute queue made of the one before.
program("drawing beside post-processing", function(wrong)
  local main, async, drawn, made = t.queue("DIRECT", "main"), t.queue("COMPUTE", "async"), t.fence("drawn"), t.fence("made")
  local screen = main:CreateSwapChain { Name = "screen", Width = 64, Height = 64, BufferCount = 2 }
  local colors, posts, rtvs, allocators = {}, {}, {}, { main = {}, async = {} }
  local views = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
  for i = 0, 1 do
    colors[i], posts[i] = t.target("color " .. i), t.tex("post " .. i, "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS")
    rtvs[i] = t.rtv(colors[i])
    t.device:CreateShaderResourceView(colors[i], nil, views:GetCPUDescriptorHandle(2 * i))
    t.device:CreateUnorderedAccessView(posts[i], nil, nil, views:GetCPUDescriptorHandle(2 * i + 1))
    allocators.main[i], allocators.async[i] = t.device:CreateCommandAllocator("DIRECT"), t.device:CreateCommandAllocator("COMPUTE")
  end
  local from, into = gpu.Texture2D("t0", "float4"), gpu.RWTexture2D("u0", "float4")
  local root = t.device:CreateRootSignature { Name = "post", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 }, { Type = "UAV", NumDescriptors = 1 } } } } }
  local post = t.device:CreateComputePipelineState { Name = "post", RootSignature = root, CS = gpu.ComputeShader { Name = "post", NumThreads = { 8, 8, 1 },
    Main = function(DispatchThreadID) into[DispatchThreadID.xy] = from:Load(int3(int2(DispatchThreadID.xy), 0)) * 0.5 end } }
  local draws, work = t.device:CreateCommandList1 { Type = "DIRECT", Name = "draws" }, t.device:CreateCommandList1 { Type = "COMPUTE", Name = "work" }
  local READ = wrong == "left to pixel shaders" and "PIXEL_SHADER_RESOURCE" or "NON_PIXEL_SHADER_RESOURCE"
  for n = 1, 5 do
    local i = n % 2
    if n > 2 then t.device:SetEventOnMultipleFenceCompletion({ drawn, made }, { n - 2, n - 2 }, wrong == "the CPU waits for either queue" and "ANY" or "ALL") end
    if n > 1 and wrong ~= "drawing does not wait" then main:Wait(made, n - 1) end
    allocators.main[i]:Reset()
    draws:Reset(allocators.main[i])
    if n > 2 then t.go(draws, colors[i], READ, "RENDER_TARGET") end
    draws:ClearRenderTargetView(rtvs[i], { n / 5, 0, 0, 1 })
    t.go(draws, colors[i], "RENDER_TARGET", READ)
    if n > 1 then
      local back, shown = screen:GetBuffer(screen:GetCurrentBackBufferIndex()), posts[1 - i]
      t.go(draws, back, "PRESENT", "COPY_DEST")
      t.go(draws, shown, "UNORDERED_ACCESS", "COPY_SOURCE")
      draws:CopyResource(back, shown)
      t.go(draws, shown, "COPY_SOURCE", "UNORDERED_ACCESS")
      t.go(draws, back, "COPY_DEST", "PRESENT")
    end
    draws:Close()
    main:ExecuteCommandLists { draws }
    main:Signal(drawn, n)
    if n > 1 then screen:Present(1) end
    if wrong ~= "post-processing does not wait" then async:Wait(drawn, wrong == "post-processing waits for the frame before" and n - 1 or n) end
    allocators.async[i]:Reset()
    work:Reset(allocators.async[i], post)
    work:SetDescriptorHeaps { views }
    work:SetComputeRootSignature(root)
    work:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(2 * i))
    work:Dispatch(8, 8, 1)
    work:Close()
    async:ExecuteCommandLists { work }
    async:Signal(made, n)
  end
  drawn:WaitCPU(5)
  made:WaitCPU(5)
end, { { "drawing does not wait", 'GS0512 texture "post 1"' }, { "post-processing does not wait", 'GS0512 texture "color 1"' },
  { "post-processing waits for the frame before", 'GS0512 texture "color 1"' }, { "the CPU waits for either queue", "GS0602" },
  { "left to pixel shaders", 'GS0402 texture "color 1" in NON_PIXEL_SHADER_RESOURCE, but it is in PIXEL_SHADER_RESOURCE' } })
