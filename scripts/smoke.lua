-- Stable fluids: smoke that rises and curls, simulated on the COMPUTE queue and shown by the DIRECT queue, three frames in flight.
--
--   COMPUTE   step 1 │ step 2 │ step 3 │ …          advect ─ forces ─ curl ─ divergence ─ pressure x 40 ─ project ─ advect the smoke
--   DIRECT             show 1 │ show 2 │ …          the smoke of step n while step n + 1 is calculated
--             three textures of smoke: step n + 3 waits until picture n is drawn
--
-- The smoke has SIMULTANEOUS_ACCESS, so that no barrier is needed where it changes queues. Lua measures what the projection is for: how much flows
-- into or out of each cell, before and after.
--
-- gpuscript --apng=out/rising.png scripts/smoke.lua shows it moving.
local gpu = require "gpu"

local FRAMES = tonumber(arg[1]) or 60
local N, SETS, JACOBI = 128, 3, 40
local DT = 1.0
local device = gpu.CreateDevice { Name = "smoke" }
local compute, stepped = device:CreateCommandQueue { Type = "COMPUTE", Name = "fluid" }, device:CreateFence(0, "steps")
local direct, shown = device:CreateCommandQueue { Type = "DIRECT", Name = "screen" }, device:CreateFence(0, "pictures")
local chain = direct:CreateSwapChain { Name = "window", Width = 2 * N, Height = 2 * N, BufferCount = SETS }

-- Every pass reads up to two textures and writes one.
local a, b = gpu.Texture2D("t0", "float4"), gpu.Texture2D("t1", "float4")
local out = gpu.RWTexture2D("u0", "float4")
local linear = gpu.SamplerState("s0")
local step = gpu.ConstantBuffer("b0", { { "frame", "float" } })

local function uvOf(at) return (float2(at) + 0.5) / N end
local function back(at)                                               -- where what is here now has come from
  return uvOf(at) - a[at].xy * DT / N
end
local function wall(at) return at.x == 0 or at.y == 0 or at.x == N - 1 or at.y == N - 1 end
local function around(t, at)                                          -- left, right, up, down; beyond the edge the edge itself
  local l, h = uint2(max(int2(at) - 1, 0)), min(at + 1, N - 1)
  return t[uint2(l.x, at.y)], t[uint2(h.x, at.y)], t[uint2(at.x, l.y)], t[uint2(at.x, h.y)]
end

local T = { 8, 8, 1 }
local advect = gpu.ComputeShader { Name = "advect", NumThreads = T, Main = function(DispatchThreadID)
  local at = DispatchThreadID.xy
  out[at] = b:SampleLevel(linear, back(at), 0)
end }
local force = gpu.ComputeShader { Name = "forces", NumThreads = T, Main = function(DispatchThreadID)      -- a: velocity, b: smoke
  local at = DispatchThreadID.xy
  local v, s = a[at].xy, b[at]
  v.y = v.y - 0.22 * s.w                                              -- warm smoke rises
  v.x = v.x + 0.03 * s.w * sin(step.frame * 0.7 + float(at.y) * 0.09)
  out[at] = float4(wall(at) and float2(0, 0) or v, 0, 0)
end }
local curl = gpu.ComputeShader { Name = "curl", NumThreads = T, Main = function(DispatchThreadID)
  local l, r, u, d = around(a, DispatchThreadID.xy)
  out[DispatchThreadID.xy] = float4(0.5 * ((r.y - l.y) - (d.x - u.x)), 0, 0, 0)
end }
local confine = gpu.ComputeShader { Name = "confinement", NumThreads = T, Main = function(DispatchThreadID)  -- a: velocity, b: curl
  local at = DispatchThreadID.xy
  local l, r, u, d = around(b, at)
  local way = float2(abs(r.x) - abs(l.x), abs(d.x) - abs(u.x))
  way = way / (length(way) + 1e-4)
  local v = a[at].xy + 0.22 * DT * b[at].x * float2(way.y, -way.x)
  out[at] = float4(wall(at) and float2(0, 0) or v, 0, 0)
end }
local divergence = gpu.ComputeShader { Name = "divergence", NumThreads = T, Main = function(DispatchThreadID)
  local l, r, u, d = around(a, DispatchThreadID.xy)
  local v = a[DispatchThreadID.xy]
  out[DispatchThreadID.xy] = float4(v.x - l.x + v.y - u.y, 0, 0, 0)
end }
local jacobi = gpu.ComputeShader { Name = "jacobi", NumThreads = T, Main = function(DispatchThreadID)     -- a: pressure, b: divergence
  local l, r, u, d = around(a, DispatchThreadID.xy)
  out[DispatchThreadID.xy] = float4((l.x + r.x + u.x + d.x - b[DispatchThreadID.xy].x) * 0.25, 0, 0, 0)
end }
local project = gpu.ComputeShader { Name = "project", NumThreads = T, Main = function(DispatchThreadID)   -- a: velocity, b: pressure
  local at = DispatchThreadID.xy
  local l, r, u, d = around(b, at)
  local p = b[at].x                                                    -- the other way round than divergence: both together are jacobi's operator
  local v = a[at].xy - float2(r.x - p, d.x - p)
  out[at] = float4(wall(at) and float2(0, 0) or v, 0, 0)
end }
local carry = gpu.ComputeShader { Name = "carry", NumThreads = T, Main = function(DispatchThreadID)       -- a: velocity, b: smoke of before
  local at = DispatchThreadID.xy
  local s = b:SampleLevel(linear, back(at), 0) * 0.996
  local d = float2(at) - float2(N * 0.5 + 7.0 * sin(step.frame * 0.35), N - 14.0)
  local source = exp(-dot(d, d) / 40.0)
  local hue = 0.5 + 0.5 * cos(step.frame * 0.3 + float3(0, 2.1, 4.2))
  out[at] = max(s, float4(hue * source * 1.2, source))
end }
local vs = gpu.VertexShader { Name = "cover", Main = function(VertexID)
  local uv = float2(float(VertexID % 2) * 2.0, float(VertexID / 2) * 2.0)
  return { Position = float4(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, 0, 1), uv = uv }
end }
local ps = gpu.PixelShader { Name = "show", Main = function(v)
  local s = a:Sample(linear, v.uv)
  local light = 0.6 + 6.0 * (s.w - a:Sample(linear, v.uv + float2(-0.012, -0.012)).w) * 0.25
  local colour = float3(0.008, 0.010, 0.02) + s.rgb * clamp(light, 0.35, 1.3) * 1.5
  return float4(sqrt(1.0 - exp(-colour)), 1)
end }

local parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } }
for i = 0, 1 do parameters[#parameters + 1] = { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = i, Flags = "DATA_VOLATILE" } } } end
parameters[#parameters + 1] = { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } }
local root = device:CreateRootSignature { Name = "fluid", Parameters = parameters, StaticSamplers = { { Filter = "MIN_MAG_MIP_LINEAR" } } }
local pipelines = {}
for name, shader in pairs { advect = advect, force = force, curl = curl, confine = confine, divergence = divergence, jacobi = jacobi, project = project, carry = carry } do
  pipelines[name] = device:CreateComputePipelineState { Name = name, RootSignature = root, CS = shader }
end
local show = device:CreateGraphicsPipelineState { Name = "show", RootSignature = root, VS = vs, PS = ps, DepthStencilState = { DepthEnable = false },
  PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }

local views, used = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 32, Flags = "SHADER_VISIBLE" }, 0
local function field(name, flags)
  local t = { state = "COMMON", resource = device:CreateCommittedResource { Name = name, Dimension = "TEXTURE2D", Width = N, Height = N,
    Format = "R16G16B16A16_FLOAT", Flags = flags or "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" } }
  device:CreateShaderResourceView(t.resource, nil, views:GetCPUDescriptorHandle(used))
  device:CreateUnorderedAccessView(t.resource, nil, nil, views:GetCPUDescriptorHandle(used + 1))
  t.srv, t.uav, t.shared = views:GetGPUDescriptorHandle(used), views:GetGPUDescriptorHandle(used + 1), flags ~= nil
  used = used + 2
  return t
end
local velocity, scratch, before, pressure, other, div = field "velocity", field "scratch", field "before", field "pressure", field "other pressure", field "divergence"
local smoke = {}
for i = 1, SETS do smoke[i] = field("smoke " .. i, { "ALLOW_UNORDERED_ACCESS", "ALLOW_SIMULTANEOUS_ACCESS" }) end

-- run dispatches one pass over the grid, with the transitions that its arguments need. Shared textures need none.
local function enter(barriers, t, state)
  if t.shared then return end
  if t.state ~= state then barriers[#barriers + 1] = { Type = "TRANSITION", Resource = t.resource, Before = t.state, After = state } end
  t.state = state
end
local function run(list, name, target, ...)
  local barriers = {}
  for _, t in ipairs { ... } do enter(barriers, t, "NON_PIXEL_SHADER_RESOURCE") end
  enter(barriers, target, "UNORDERED_ACCESS")
  if #barriers > 0 then list:ResourceBarrier(barriers) end
  list:SetPipelineState(pipelines[name])
  for i, t in ipairs { ... } do list:SetComputeRootDescriptorTable(i, t.srv) end
  list:SetComputeRootDescriptorTable(3, target.uav)
  list:Dispatch(N / 8, N / 8, 1)
end
local function simulate(list, frame)
  list:SetDescriptorHeaps { views }
  list:SetComputeRootSignature(root)
  list:SetComputeRoot32BitConstants(0, { frame })
  run(list, "advect", scratch, velocity, velocity)
  run(list, "force", velocity, scratch, smoke[(frame - 2) % SETS + 1])
  run(list, "curl", other, velocity)
  run(list, "confine", before, velocity, other)
  run(list, "divergence", div, before)
  for _ = 1, JACOBI / 2 do
    run(list, "jacobi", other, pressure, div)
    run(list, "jacobi", pressure, other, div)
  end
  run(list, "project", velocity, before, pressure)
  run(list, "carry", smoke[(frame - 1) % SETS + 1], velocity, smoke[(frame - 2) % SETS + 1])
end

local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = SETS }
for i = 0, SETS - 1 do device:CreateRenderTargetView(chain:GetBuffer(i), nil, rtvs:GetCPUDescriptorHandle(i)) end
local function present(list, t)
  local i = chain:GetCurrentBackBufferIndex()
  local target, rtv = chain:GetBuffer(i), rtvs:GetCPUDescriptorHandle(i)
  list:SetDescriptorHeaps { views }
  list:SetGraphicsRootSignature(root)
  list:SetGraphicsRootDescriptorTable(1, t.srv)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = target, Before = "PRESENT", After = "RENDER_TARGET" } }
  list:OMSetRenderTargets { rtv }
  list:RSSetViewports { { Width = 2 * N, Height = 2 * N } }
  list:RSSetScissorRects { { Right = 2 * N, Bottom = 2 * N } }
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:SetPipelineState(show)
  list:DrawInstanced(3, 1)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = target, Before = "RENDER_TARGET", After = "PRESENT" } }
end

local slots = {}
for i = 1, SETS do slots[i] = { compute = device:CreateCommandAllocator("COMPUTE", "step " .. i), direct = device:CreateCommandAllocator("DIRECT", "picture " .. i) } end
local lists = { compute = device:CreateCommandList { Type = "COMPUTE", Name = "step" }, direct = device:CreateCommandList { Type = "DIRECT", Name = "picture" } }
local function record(kind, slot, what, ...)
  slot[kind]:Reset()
  lists[kind]:Reset(slot[kind])
  what(lists[kind], ...)
  lists[kind]:Close()
  return { lists[kind] }
end
for frame = 1, FRAMES do
  local slot = slots[(frame - 1) % SETS + 1]
  if frame > SETS then shown:WaitCPU(frame - SETS) end                  -- the smoke of that picture is overwritten
  compute:ExecuteCommandLists(record("compute", slot, simulate, frame))
  compute:Signal(stepped, frame)
  direct:Wait(stepped, frame)
  direct:ExecuteCommandLists(record("direct", slot, present, smoke[(frame - 1) % SETS + 1]))
  chain:Present(2)                                                      -- thirty frames a second
  direct:Signal(shown, frame)
end
shown:WaitCPU(FRAMES)
gpu.SavePNG("smoke.png", chain:GetBuffer((FRAMES - 1) % SETS))

-- Divergence of the velocity before and after the projection, in Lua.
local bytes = N * N * 8
local readback = device:CreateCommittedResource { Name = "readback", HeapType = "READBACK", Dimension = "BUFFER", Width = 3 * bytes, InitialState = "COPY_DEST" }
compute:ExecuteCommandLists(record("compute", slots[1], function(list)
  for i, t in ipairs { before, velocity, smoke[(FRAMES - 1) % SETS + 1] } do
    local barriers = {}
    enter(barriers, t, "COPY_SOURCE")
    if #barriers > 0 then list:ResourceBarrier(barriers) end
    list:CopyTextureRegion({ Resource = readback, Offset = (i - 1) * bytes, Format = "R16G16B16A16_FLOAT", Width = N, Height = N, RowPitch = N * 8 }, 0, 0, 0, { Resource = t.resource })
  end
end))
compute:Signal(stepped, FRAMES + 1)
stepped:WaitCPU(FRAMES + 1)
local map, rms, mass = readback:Map(), {}, 0
for which = 0, 1 do
  local v, sum = map:Read(which * bytes, "half", N * N * 4), 0
  for y = 2, N - 3 do
    for x = 2, N - 3 do
      local i = (y * N + x) * 4
      sum = sum + (v[i + 1] - v[i - 3] + v[i + 2] - v[i - 4 * N + 2]) ^ 2
    end
  end
  rms[which] = math.sqrt(sum / (N - 4) ^ 2)
end
for _, x in ipairs(map:Read(2 * bytes, "half", N * N * 4)) do mass = math.max(mass, x) end
readback:Unmap(0, { Begin = 0, End = 0 })
print(("%d frames; divergence %.5f before the last projection, %.5f after it: %s"):format(FRAMES, rms[0], rms[1], rms[1] < 0.35 * rms[0] and "less than a third" or "too much"))
print(("the brightest smoke is %.2f, and no more than its source's 1.2: %s"):format(mass, tostring(mass <= 1.2001)))
