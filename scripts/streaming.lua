-- Streaming: every frame a new texture is uploaded on a COPY queue while the DIRECT queue draws with the one before, and the oldest one is
-- released. Nothing waits for the GPU but the frame limit; the engine destroys what both queues have passed, so memory stays flat.
--
--   COPY    upload 1 ─▶ loaded = 1     upload 2 ─▶ loaded = 2     upload 3 …
--   DIRECT            wait loaded >= 1 ─ draw 1 ─▶ done = 1     wait loaded >= 2 ─ draw 2 …
--   CPU     create, release 3 frames later; at most 2 frames ahead of done
local gpu, engine = require "gpu", require "gpu.engine"

local SIZE, FRAMES, AHEAD, KEPT = 32, 1000, 2, 3
local BOTH = 3                                            -- bits of both contexts: destroyed when both queues have passed

local device, main, copies = engine.CreateDeviceAndContexts { Name = "streaming", DynamicHeapPageSize = 64 * 1024,
  ImmediateContexts = { { Name = "main" }, { Name = "copies", Type = "COPY" } } }
local loaded, done = device:CreateFence { Name = "loaded" }, device:CreateFence { Name = "done" }

local g_texture = gpu.Texture2D("t0", "float4")
local pipeline = device:CreateGraphicsPipelineState { Name = "show",
  VS = gpu.VertexShader { Name = "full_screen",
    Main = function(VertexID)
      local corner = float2(float(VertexID % 2), floor(float(VertexID) * 0.5)) * 4.0 - 1.0
      return { Position = float4(corner, 0.0, 1.0) }
    end },
  PS = gpu.PixelShader { Name = "show", Main = function(v) return g_texture[int2(v.Position.xy)] end },
  GraphicsPipeline = { PrimitiveTopology = "TRIANGLELIST", RTVFormats = { "R8G8B8A8_UNORM" }, DepthStencilDesc = { DepthEnable = false },
    RasterizerDesc = { CullMode = "NONE" } },
  ResourceLayout = { DefaultVariableType = "DYNAMIC" } }
local srb = pipeline:CreateShaderResourceBinding("shown")
local target = device:CreateTexture { Name = "target", Width = SIZE, Height = SIZE, Format = "R8G8B8A8_UNORM", BindFlags = "RENDER_TARGET" }

local function texels(frame)
  return string.rep(engine.Pack("byte", { frame % 256, 255 - frame % 256, 128, 255 }), SIZE * SIZE)
end

local kept = {}
local function stream(frame)
  local texture = device:CreateTexture { Name = "tile " .. frame, Width = SIZE, Height = SIZE, Format = "R8G8B8A8_UNORM", BindFlags = "SHADER_RESOURCE",
    ImmediateContextMask = BOTH }
  copies:UpdateTexture(texture, 0, 0, nil, { Data = texels(frame) })
  copies:EnqueueSignal(loaded, frame)
  copies:Flush()
  copies:FinishFrame()
  kept[frame] = texture
end

local function draw(frame)
  main:DeviceWaitForFence(loaded, frame)
  main:SetPipelineState(pipeline)
  main:SetRenderTargets { target:GetDefaultView("RENDER_TARGET") }
  srb:GetVariableByName("PIXEL", "g_texture"):Set(kept[frame])
  main:CommitShaderResources(srb)
  main:Draw { NumVertices = 3 }
  main:EnqueueSignal(done, frame)
  main:Flush()
  main:FinishFrame()
end

local function report(frame)
  local queues, heap = device:GetReleaseQueueStats(), device:GetDescriptorHeapStats("CBV_SRV_UAV", "GPU")
  print(("frame %4d  objects %2d  waiting %2d  views %2d  dynamic descriptors %4d  upload pages %d  allocators %d"):format(frame, device:GetLiveObjectCount(),
    queues.Stale + queues.Pending, device:GetDescriptorHeapStats("CBV_SRV_UAV", "CPU").Live, heap.Dynamic.Live + heap.Dynamic.Stale,
    device:GetDynamicHeapStats().Pages, device:GetCommandAllocatorStats("DIRECT").Created + device:GetCommandAllocatorStats("COPY").Created))
end

for frame = 1, FRAMES do
  stream(frame)
  draw(frame)
  if frame > KEPT then
    kept[frame - KEPT]:Release()
    kept[frame - KEPT] = nil
  end
  if frame > AHEAD then done:Wait(frame - AHEAD) end
  if frame == 1 or frame == 10 or frame == 100 or frame % 250 == 0 then report(frame) end
end

for _, texture in pairs(kept) do texture:Release() end
for _, object in ipairs { srb, pipeline, target, loaded, done } do object:Release() end
device:Release()                                          -- would name everything that was forgotten
print("released")
