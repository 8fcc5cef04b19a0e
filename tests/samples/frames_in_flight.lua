-- The frame loop of every D3D12 program: three frames in flight, each with its allocator, its part of a constant ring and its descriptors, one list that is
-- reset again and again; transient textures placed over each other in one heap, with aliasing barriers; a resize in the middle.
local gpu = require "gpu"
local rig = require "lib.rig"

local FRAMES, IN_FLIGHT = 12, 3
local r = rig.Create("frames")
local device = r.device
local tint, source = gpu.ConstantBuffer("b0", { { "colour", "float4" } }), gpu.Texture2D("t0", "float4")
local fillPS = gpu.PixelShader { Name = "fill", Main = function(v) return tint.colour * float4(v.uv.x, v.uv.y, 1, 1) end }
local copyPS = gpu.PixelShader { Name = "invert", Main = function(v) return float4(1 - source:Load(int3(int2(v.Position.xy), 0)).rgb, 1) end }
local root = device:CreateRootSignature { Name = "frames", Parameters = { { Type = "CBV" }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DATA_VOLATILE" } } } } }
local FORMAT = "R8G8B8A8_UNORM"
local fill = r:Graphics { Name = "fill", RootSignature = root, VS = rig.Cover, PS = fillPS, RTVFormats = { FORMAT } }
local invert = r:Graphics { Name = "invert", RootSignature = root, VS = rig.Cover, PS = copyPS, RTVFormats = { FORMAT } }

local chain = r.queue:CreateSwapChain { Name = "window", Width = 32, Height = 16, Format = FORMAT, BufferCount = IN_FLIGHT, SwapEffect = "FLIP_DISCARD" }
local ring = r:Buffer("constants", IN_FLIGHT * 512, "UPLOAD")
local memory = ring:Map()
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = IN_FLIGHT * 3 }
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = IN_FLIGHT * 2, Flags = "SHADER_VISIBLE" }
local frames, W, H, backs = {}, 32, 16, {}
for i = 0, IN_FLIGHT - 1 do frames[i] = { allocator = device:CreateCommandAllocator("DIRECT", "frame " .. i), value = 0 } end
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame", Allocator = frames[0].allocator }
list:Close()

-- both transient targets share the same bytes of the heap: the first pass's is dead when the second begins
local heap = device:CreateHeap { Name = "transient", SizeInBytes = 65536, Flags = "ALLOW_ONLY_RT_DS_TEXTURES" }
local transient
local function resize(width, height)
  W, H = width, height
  for _, t in ipairs(transient or {}) do t:Release() end
  transient = {}
  for i = 1, 2 do
    transient[i] = device:CreatePlacedResource { Heap = heap, HeapOffset = 0, Name = ("transient %d of %d x %d"):format(i, W, H), Dimension = "TEXTURE2D", Width = W, Height = H, Format = FORMAT,
      Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
  end
  for i = 0, IN_FLIGHT - 1 do
    backs[i] = chain:GetBuffer(i)
    device:CreateRenderTargetView(backs[i], nil, rtvs:GetCPUDescriptorHandle(i))
  end
end
resize(W, H)

local readback, shown, waits = r:Buffer("readback", IN_FLIGHT * 8192, "READBACK"), {}, 0
for number = 1, FRAMES do
  if number == 7 then                                                  -- the window grows: everything in flight first
    r.fence:WaitCPU(r.value)
    for i = 0, IN_FLIGHT - 1 do backs[i]:Release() end
    chain:ResizeBuffers(IN_FLIGHT, 48, 24, FORMAT)
    resize(48, 24)
  end
  local slot = chain:GetCurrentBackBufferIndex()
  local frame = frames[slot]
  if r.fence:GetCompletedValue() < frame.value then
    waits = waits + 1
    r.fence:WaitCPU(frame.value)
  end
  frame.allocator:Reset()
  list:Reset(frame.allocator, fill)
  list:SetDescriptorHeaps { views }
  list:SetGraphicsRootSignature(root)
  list:IASetPrimitiveTopology "TRIANGLELIST"
  local rtv = {}
  for i = 1, 2 do
    rtv[i] = rtvs:GetCPUDescriptorHandle(IN_FLIGHT + slot * 2 + i - 1)
    device:CreateRenderTargetView(transient[i], nil, rtv[i])
    device:CreateShaderResourceView(transient[i], nil, views:GetCPUDescriptorHandle(slot * 2 + i - 1))
    memory:Write(slot * 512 + (i - 1) * 256, "float", { number / FRAMES, i / 2, (number % 3) / 2, 1 })
  end
  rig.Barrier(list, backs[slot], "PRESENT", "RENDER_TARGET")
  for i = 1, 2 do                                                      -- upper half from the first one, lower half from the second
    list:ResourceBarrier { { Type = "ALIASING", ResourceBefore = transient[3 - i], ResourceAfter = transient[i] } }
    list:DiscardResource(transient[i])
    list:SetPipelineState(fill)
    list:SetGraphicsRootConstantBufferView(0, ring:GetGPUVirtualAddress() + slot * 512 + (i - 1) * 256)
    rig.Targets(list, W, H, { rtv[i] })
    list:DrawInstanced(3, 1, 0, 0)
    rig.Barrier(list, transient[i], "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
    list:SetPipelineState(invert)
    list:SetGraphicsRootDescriptorTable(1, views:GetGPUDescriptorHandle(slot * 2 + i - 1))
    rig.Targets(list, W, H, { rtvs:GetCPUDescriptorHandle(slot) })
    list:RSSetScissorRects { { Top = (i - 1) * H / 2, Right = W, Bottom = i * H / 2 } }
    list:DrawInstanced(3, 1, 0, 0)
    rig.Barrier(list, transient[i], "PIXEL_SHADER_RESOURCE", "RENDER_TARGET")
  end
  rig.Barrier(list, backs[slot], "RENDER_TARGET", "COPY_SOURCE")
  list:CopyTextureRegion({ Resource = readback, Offset = slot * 8192, Format = FORMAT, Width = W, Height = H, RowPitch = 256 }, 0, 0, 0, { Resource = backs[slot] })
  rig.Barrier(list, backs[slot], "COPY_SOURCE", "PRESENT")
  list:Close()
  shown[slot] = number
  r.queue:ExecuteCommandLists { list }
  chain:Present(1, 0)
  r.value = r.value + 1
  r.queue:Signal(r.fence, r.value)
  frame.value = r.value
end
r.fence:WaitCPU(r.value)
local wrong, map = 0, readback:Map()
for slot = 0, IN_FLIGHT - 1 do                                         -- the last three frames
  local number = shown[slot]
  for y = 0, H - 1 do
    local row, i = map:Read(slot * 8192 + y * 256, "byte", W * 4), y < H / 2 and 1 or 2
    for x = 0, W - 1 do
      for k, want in ipairs { 1 - number / FRAMES * (x + 0.5) / W, 1 - i / 2 * (y + 0.5) / H, 1 - (number % 3) / 2 } do
        if math.abs(row[x * 4 + k] - want * 255) > 1.01 then wrong = wrong + 1 end
      end
    end
  end
end
print(("%d frames, 32 x 16 and then %d x %d; the CPU waited %d times; %d components wrong in the last three"):format(FRAMES, W, H, waits, wrong))
