-- A texture is written in one way and read, or written again, in another one, on either side of a boundary: commands of one list, lists of one call, two calls,
-- halves of a barrier, two queues. What was written is what is read, and numbers are checked; without what the boundary needs the second command is a mistake.
-- Pairs are those of another API's tests of synchronisation; expectations were derived from the documentation before the first run.
local t = require "results_prelude"
local gpu, case, holds = t.gpu, t.case, t.holds

local FLAGS = "ALLOW_RENDER_TARGET|ALLOW_UNORDERED_ACCESS"
local image, picture = gpu.Texture2D("t0", "float"), gpu.RWTexture2D("u0", "float")
local number = gpu.ConstantBuffer("b0", { { "value", "float" } })
local result = gpu.RWStructuredBuffer("u1", "float")

local function texture(name, state, more)
  local d = { Width = 64, Height = 1, Format = "R32_FLOAT" }
  for k, v in pairs(more or {}) do d[k] = v end
  return t.tex(name, state, FLAGS, d)
end
local function row(r) return { Resource = r, Format = "R32_FLOAT", Width = 64, Height = 1, RowPitch = 256 } end

-- One root signature serves all: a constant, a table of a view to read and one to write, a buffer for what is found.
local function root()
  return t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DATA_VOLATILE|DESCRIPTORS_VOLATILE" }, { Type = "UAV", NumDescriptors = 1, Flags = "DESCRIPTORS_VOLATILE" } } },
    { Type = "UAV", ShaderRegister = 1 } } }
end
local function views(x)
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  t.device:CreateShaderResourceView(x, nil, heap:GetCPUDescriptorHandle(0))
  t.device:CreateUnorderedAccessView(x, nil, nil, heap:GetCPUDescriptorHandle(1))
  return heap
end
local function bind(l, kind, s, x, value)
  local heap = views(x)
  l:SetDescriptorHeaps { heap }
  l["Set" .. kind .. "RootSignature"](l, s.root)
  l["Set" .. kind .. "Root32BitConstants"](l, 0, { value or 0 })
  l["Set" .. kind .. "RootDescriptorTable"](l, 1, heap:GetGPUDescriptorHandle(0))
  l["Set" .. kind .. "RootUnorderedAccessView"](l, 2, s.found:GetGPUVirtualAddress())
end
local function compute(l, s, x, threads, main, value)
  l:SetPipelineState(t.device:CreateComputePipelineState { Name = "kernel", RootSignature = s.root,
    CS = gpu.ComputeShader { Name = "kernel", NumThreads = { threads, 1, 1 }, Main = main } })
  bind(l, "Compute", s, x, value)
  l:Dispatch(1, 1, 1)
end
-- A draw over all of a target: another one, or the texture itself.
local function draw(l, s, x, pixel, value, to, more)
  local d = { Name = "draw", RootSignature = s.root, PS = gpu.PixelShader { Name = "ps", Main = pixel }, PrimitiveTopologyType = "TRIANGLE",
    VS = gpu.VertexShader { Name = "vs", Main = more and more.vertex or function(VertexID)
      return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) }
    end }, RasterizerState = { CullMode = "NONE" }, RTVFormats = { "R32_FLOAT" }, DepthStencilState = { DepthEnable = false }, BlendState = more and more.blend }
  l:SetPipelineState(t.device:CreateGraphicsPipelineState(d))
  bind(l, "Graphics", s, x, value)
  l:RSSetViewports { { Width = 64, Height = 1 } }
  l:RSSetScissorRects { { Right = 64, Bottom = 1 } }
  l:OMSetRenderTargets { t.rtv(to) }
  l:IASetPrimitiveTopology "TRIANGLELIST"
  l:DrawInstanced(3, 1)
end
local function pass(l, x, color, ending)
  l:BeginRenderPass { { CPUDescriptor = t.rtv(x), BeginningAccess = { Type = "CLEAR", ClearValue = { Color = color } }, EndingAccess = ending } }
  l:EndRenderPass()
end
local function samples()
  return t.tex("many", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { Width = 64, Height = 1, Format = "R32_FLOAT", SampleDesc = { Count = 4 } })
end
local function all(value) return { value, value, value, value } end

-- Ways to write value to all texels of x.
local writes = {
  { name = "stores of a kernel", state = "UNORDERED_ACCESS", record = function(l, s, x, value)
    compute(l, s, x, 64, function(GroupIndex) picture[uint2(GroupIndex, 0)] = number.value end, value)
  end },
  { name = "stores of pixels", state = "UNORDERED_ACCESS", record = function(l, s, x, value)
    draw(l, s, x, function(v, Position)
      picture[uint2(uint(v.Position.x), 0)] = number.value
      return 0.0
    end, value, texture("target", "RENDER_TARGET"))
  end },
  { name = "a clear of a view", state = "UNORDERED_ACCESS", record = function(l, s, x, value)
    local heap, plain = views(x), t.device:CreateDescriptorHeap { Name = "plain", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
    t.device:CreateUnorderedAccessView(x, nil, nil, plain:GetCPUDescriptorHandle(0))
    l:SetDescriptorHeaps { heap }
    l:ClearUnorderedAccessViewFloat(heap:GetGPUDescriptorHandle(1), plain:GetCPUDescriptorHandle(0), x, all(value))
  end },
  { name = "a clear of a target", state = "RENDER_TARGET", record = function(l, s, x, value) l:ClearRenderTargetView(t.rtv(x), all(value)) end },
  { name = "a draw", state = "RENDER_TARGET", record = function(l, s, x, value)
    draw(l, s, texture("other", "COMMON"), function(v) return number.value end, value, x)
  end },
  { name = "a pass that clears", state = "RENDER_TARGET", record = function(l, s, x, value) pass(l, x, all(value), { Type = "PRESERVE" }) end },
  { name = "a pass that resolves", state = "RESOLVE_DEST", record = function(l, s, x, value)
    pass(l, samples(), all(value), { Type = "RESOLVE", Resolve = { DstResource = x } })
  end },
  { name = "a resolve", state = "RESOLVE_DEST", record = function(l, s, x, value)
    local many = samples()
    l:ClearRenderTargetView(t.rtv(many), all(value))
    t.go(l, many, "RENDER_TARGET", "RESOLVE_SOURCE")
    l:ResolveSubresource(x, 0, many, 0, "R32_FLOAT")
  end },
  { name = "bytes", state = "COPY_DEST", record = function(l, s, x, value)
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, row(t.filled("from", 256, t.numbers(64, value, 0), "float")))
  end },
  { name = "texels of another", state = "COPY_DEST", record = function(l, s, x, value)
    local from = texture("from", "RENDER_TARGET")
    l:ClearRenderTargetView(t.rtv(from), all(value))
    t.go(l, from, "RENDER_TARGET", "COPY_SOURCE")
    l:CopyResource(x, from)
  end },
}

-- Ways to read it: what was found stands in found, or in the buffer for the CPU, or still in x.
local reads = {
  { name = "texels", state = "COPY_SOURCE", copies = true, record = function(l, s, x) l:CopyTextureRegion(row(s.down), 0, 0, 0, { Resource = x }) end },
  { name = "texels of a texture", state = "COPY_SOURCE", copies = true, record = function(l, s, x)
    local to = texture("to", "COPY_DEST")
    l:CopyTextureRegion({ Resource = to }, 0, 0, 0, { Resource = x }, { Left = 0, Right = 64, Bottom = 1 })
    t.go(l, to, "COPY_DEST", "COPY_SOURCE")
    l:CopyTextureRegion(row(s.down), 0, 0, 0, { Resource = to })
  end },
  { name = "loads of a kernel", state = "NON_PIXEL_SHADER_RESOURCE", record = function(l, s, x)
    compute(l, s, x, 16, function(GroupIndex) result[GroupIndex] = image:Load(int3(GroupIndex, 0, 0)) end)
  end },
  { name = "loads of pixels", state = "PIXEL_SHADER_RESOURCE", record = function(l, s, x)
    draw(l, s, x, function(v)
      result[0] = image:Load(int3(7, 0, 0))
      return 0.0
    end, 0, texture("target", "RENDER_TARGET"))
  end },
  { name = "loads of vertices", state = "NON_PIXEL_SHADER_RESOURCE", record = function(l, s, x)
    draw(l, s, x, function(v)
      result[0] = v.found
      return 0.0
    end, 0, texture("target", "RENDER_TARGET"), { vertex = function(VertexID)
      return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0), found = image:Load(int3(5, 0, 0)) }
    end })
  end },
  { name = "loads for writing", state = "UNORDERED_ACCESS", record = function(l, s, x)
    compute(l, s, x, 16, function(GroupIndex) result[GroupIndex] = picture[uint2(GroupIndex, 0)] end)
  end },
  { name = "a draw that adds", state = "RENDER_TARGET", stays = true, record = function(l, s, x)
    draw(l, s, texture("other", "COMMON"), function(v) return 0.5 end, 0, x, { blend = { RenderTarget = { { BlendEnable = true, SrcBlend = "ONE", DestBlend = "ONE", BlendOp = "ADD",
      SrcBlendAlpha = "ONE", DestBlendAlpha = "ONE", BlendOpAlpha = "ADD" } } } })
  end },
}

local function between(l, x, from, to)
  if from ~= to then t.go(l, x, from, to)
  elseif from == "UNORDERED_ACCESS" then t.uav(l, x) end
end
local function missing(first, second)
  if first.state ~= second.state then return 'GS0402 texture "x"' end
  return first.state == "UNORDERED_ACCESS" and 'GS0517 texture "x"' or "silent"
end
local function apart(first, second) return first.state ~= second.state and 'GS0402 texture "x"' or "silent" end
local function enter(s, x, state) t.run(s.q, function(l) t.go(l, x, "COMMON", state) end) end

local boundaries = {
  { name = "in one list", legal = true, run = function(s, x, first, second, a, c)
    enter(s, x, first.state)
    t.run(s.q, function(l)
      a(l)
      between(l, x, first.state, second.state)
      c(l)
    end)
  end },
  { name = "in one list, with nothing between", says = missing, run = function(s, x, first, second, a, c)
    enter(s, x, first.state)
    t.run(s.q, function(l)
      a(l)
      c(l)
    end)
  end },
  { name = "in two lists of a call", legal = true, run = function(s, x, first, second, a, c)
    enter(s, x, first.state)
    s.q:ExecuteCommandLists { t.list(s.q, function(l)
      a(l)
      between(l, x, first.state, second.state)
    end), t.list(s.q, c) }
  end },
  { name = "in two lists of a call, with nothing between", says = missing, run = function(s, x, first, second, a, c)
    s.q:ExecuteCommandLists { t.list(s.q, function(l)
      t.go(l, x, "COMMON", first.state)
      a(l)
    end), t.list(s.q, c) }
  end },
  { name = "in two calls", legal = true, run = function(s, x, first, second, a, c)
    enter(s, x, first.state)
    t.run(s.q, a)
    t.run(s.q, function(l)
      if first.state ~= second.state then t.go(l, x, first.state, second.state) end
      c(l)
    end)
  end },
  { name = "in two calls, with nothing between", says = apart, run = function(s, x, first, second, a, c)
    enter(s, x, first.state)
    t.run(s.q, a)
    t.run(s.q, c)
  end },
  { name = "on two queues, with a fence", legal = true, run = function(s, x, first, second, a, c)
    local F = t.fence "F"
    enter(s, x, first.state)
    t.run(s.q, a)
    s.q:Signal(F, 1)
    s.other:Wait(F, 1)
    t.run(s.other, function(l)
      if first.state ~= second.state then t.go(l, x, first.state, second.state) end
      c(l)
    end)
    s.other:Signal(F, 2)
    s.q:Wait(F, 2)
  end },
  { name = "on two queues, in no order", says = function() return 'GS05xx texture "x"' end, run = function(s, x, first, second, a, c)
    enter(s, x, first.state)
    t.idle(s.q)
    t.run(s.q, a)
    t.run(s.other, function(l)
      if first.state ~= second.state then t.go(l, x, first.state, second.state) end
      c(l)
    end)
  end },
  { name = "between the halves of a barrier", apart = true, legal = true, run = function(s, x, first, second, a, c)
    enter(s, x, first.state)
    t.run(s.q, function(l)
      a(l)
      t.go(l, x, first.state, second.state, nil, "BEGIN_ONLY")
    end)
    t.run(s.q, function(l)
      t.go(l, x, first.state, second.state, nil, "END_ONLY")
      c(l)
    end)
  end },
  { name = "before the second half of a barrier", apart = true, says = function() return 'GS040x texture "x"' end, run = function(s, x, first, second, a, c)
    enter(s, x, first.state)
    t.run(s.q, function(l)
      a(l)
      t.go(l, x, first.state, second.state, nil, "BEGIN_ONLY")
    end)
    t.run(s.q, function(l)
      c(l)
      t.go(l, x, first.state, second.state, nil, "END_ONLY")
    end)
  end },
}

local function stage()
  return { q = t.queue("DIRECT", "q"), other = t.queue("DIRECT", "other"), found = t.buf("found", 256), down = t.readback("down", 256), root = root() }
end
-- ends copies what was found to where the CPU reads it, and compares. from: the texture with the result, and the state that it is in.
local function ends(s, copied, want, from, state)
  t.run(s.q, function(l)
    if from then
      if state ~= "COPY_SOURCE" then t.go(l, from, state, "COPY_SOURCE") end
      l:CopyTextureRegion(row(s.down), 0, 0, 0, { Resource = from })
    elseif not copied then l:CopyBufferRegion(s.down, 0, s.found, 0, 64) end
  end)
  t.idle(s.q)
  holds(s.down, 0, { want }, "float")
end

-- Of every other pair one of the ways that are right and its neighbour, in turn.
local function pair(name, first, second, turn, body)
  for k, way in ipairs(boundaries) do
    if (ALL or turn % 2 == 0 and math.floor((k + 1) / 2) == turn / 2 % 5 + 1) and not (way.apart and first.state == second.state) then
      case(name .. ", " .. way.name, way.legal and "silent" or way.says(first, second), function() body(way) end)
    end
  end
end

for i, write in ipairs(writes) do
  for j, read in ipairs(reads) do
    pair(write.name .. ", then " .. read.name, write, read, i + j, function(way)
      local s, x = stage(), texture("x", "COMMON")
      way.run(s, x, write, read, function(l) write.record(l, s, x, 2) end, function(l) read.record(l, s, x) end)
      if way.legal then ends(s, read.copies, read.stays and 2.5 or 2, read.stays and x, read.state) end
    end)
    pair(read.name .. ", then " .. write.name, read, write, i + 2 * j, function(way)
      local s, x = stage(), texture("x", "COPY_DEST")
      t.run(s.q, function(l)
        l:CopyTextureRegion({ Resource = x }, 0, 0, 0, row(t.filled("up", 256, t.numbers(64, 1, 0), "float")))
        t.go(l, x, "COPY_DEST", "COMMON")
      end)
      t.idle(s.q)
      way.run(s, x, read, write, function(l) read.record(l, s, x) end, function(l) write.record(l, s, x, 2) end)
      if way.legal then ends(s, read.copies, read.stays and 2 or 1, read.stays and x, write.state) end
    end)
  end
  for j, again in ipairs(writes) do
    pair(write.name .. ", then " .. again.name .. " again", write, again, 3 * i + j + j, function(way)
      local s, x = stage(), texture("x", "COMMON")
      way.run(s, x, write, again, function(l) write.record(l, s, x, 1) end, function(l) again.record(l, s, x, 2) end)
      if way.legal then ends(s, false, 2, x, again.state) end
    end)
  end
end

-- The second half of a barrier comes after what needs it: its line is moved.
case("a list copies from a texture, and then ends the barrier that the list before has begun", "GS0405 CopyTextureRegion has used it in COPY_SOURCE", function()
  local q, x, down = t.queue("DIRECT", "q"), t.tex("x", "COPY_DEST"), t.readback("down", 16384)
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(t.upload("up", 16384)))
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Flags = "BEGIN_ONLY" } }
  end)
  t.run(q, function(l)
    l:CopyTextureRegion(t.rows(down), 0, 0, 0, { Resource = x }) --1
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Flags = "END_ONLY" } } --!
  end)
end)
case("a list ends the barrier that the list before has begun, and then copies from the texture", "silent", function()
  local q, x, down = t.queue("DIRECT", "q"), t.tex("x", "COPY_DEST"), t.readback("down", 16384)
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(t.upload("up", 16384)))
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Flags = "BEGIN_ONLY" } }
  end)
  t.run(q, function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE", Flags = "END_ONLY" } }
    l:CopyTextureRegion(t.rows(down), 0, 0, 0, { Resource = x })
  end)
end)
