-- pictures: present.png
-- A swap chain: a triangle turns, frame by frame, and the CPU stays two frames ahead of the GPU.
--
--   CPU      record 1 │ record 2 │ record 3 │ (waits: two frames in flight) │ record 4 …
--   DIRECT        draw 1, present │ draw 2, present │ …
--   screen                 frame 1 at a vertical blank │ frame 2 one blank later │ …
--
-- gpuscript --frames out/frames --gif out/present.gif scripts/present.lua keeps what it presents.
local gpu = require "gpu"

local W, H, BUFFERS, FRAMES, AHEAD = 192, 192, 3, 12, 2
local device = gpu.CreateDevice { Name = "present" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local chain = queue:CreateSwapChain { Name = "screen", Width = W, Height = H, BufferCount = BUFFERS }
local fence = device:CreateFence(0, "frames")

local turn = gpu.ConstantBuffer("b0", { { "angle", "float" } })
local vs = gpu.VertexShader {
  Name = "turning_vs",
  Main = function(VertexID)
    local angle = turn.angle + float(VertexID) * 2.0943951
    local color = float3(VertexID == 0 and 1.0 or 0.1, VertexID == 1 and 1.0 or 0.1, VertexID == 2 and 1.0 or 0.1)
    return { Position = float4(0.8 * sin(angle), 0.8 * cos(angle), 0.5, 1.0), color = color }
  end,
}
local ps = gpu.PixelShader { Name = "turning_ps", Main = function(v) return float4(v.color, 1.0) end }

local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1, ShaderVisibility = "VERTEX" } } }
local pipeline = device:CreateGraphicsPipelineState { Name = "turning", RootSignature = root, VS = vs, PS = ps,
  RasterizerState = { CullMode = "NONE" }, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }

local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = BUFFERS }
for i = 0, BUFFERS - 1 do device:CreateRenderTargetView(chain:GetBuffer(i), nil, rtvs:GetCPUDescriptorHandle(i)) end

local allocators, lists = {}, {}
for i = 1, AHEAD do
  allocators[i] = device:CreateCommandAllocator("DIRECT", "frame " .. i)
  lists[i] = device:CreateCommandList { Type = "DIRECT", Name = "frame " .. i }
end

local function record(list, frame)
  local current = chain:GetCurrentBackBufferIndex()
  local back, rtv = chain:GetBuffer(current), rtvs:GetCPUDescriptorHandle(current)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = "PRESENT", After = "RENDER_TARGET" } }
  list:SetGraphicsRootSignature(root)
  list:SetGraphicsRoot32BitConstant(0, 2 * math.pi * frame / (3 * FRAMES))
  list:RSSetViewports { { Width = W, Height = H } }
  list:RSSetScissorRects { { Right = W, Bottom = H } }
  list:OMSetRenderTargets { rtv }
  list:ClearRenderTargetView(rtv, { 0.05, 0.05, 0.1, 1 })
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:DrawInstanced(3, 1)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = "RENDER_TARGET", After = "PRESENT" } }
  list:Close()
end

for frame = 1, FRAMES do
  local slot = (frame - 1) % AHEAD + 1
  if frame > AHEAD then fence:WaitCPU(frame - AHEAD) end      -- the slot's last frame is done
  allocators[slot]:Reset()
  lists[slot]:Reset(allocators[slot], pipeline)
  record(lists[slot], frame)
  queue:ExecuteCommandLists { lists[slot] }
  chain:Present(1)
  queue:Signal(fence, frame)
end
fence:WaitCPU(FRAMES)

local last = chain:GetBuffer((FRAMES - 1) % BUFFERS)
gpu.SavePNG("present.png", last)
print(FRAMES .. " frames, the last one " .. gpu.Hash(last))
print("a vertical blank is 16.667 ms; the CPU is at " .. gpu.FormatTime(gpu.Now()))
