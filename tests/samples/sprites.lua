-- flags: --adapter=slow-gpu
-- A sprite batcher: sprites are written frame after frame into a ring of persistently mapped upload memory. Before a part of the ring is used again
-- the CPU waits for the fence of the frame that read it. Premultiplied alpha, one draw a batch; the last frame is composed in Lua too.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE, FRAMES, STRIDE, RING = 48, 20, 24, 24 * 90
local r = rig.Create("sprites")
local vs = gpu.VertexShader { Name = "sprite", Inputs = { { "RECT", "float4" }, { "COLOR", "float4" }, { "LAYER", "uint" } }, Interpolation = { colour = "nointerpolation" },
  Main = function(rect, colour, layer, VertexID)
    local at = rect.xy + rect.zw * float2(VertexID % 2, VertexID / 2)
    return { Position = float4(at / SIZE * float2(2, -2) + float2(-1, 1), 0, 1), colour = colour, layer = layer }
  end }
local ps = gpu.PixelShader { Name = "sprite", Main = function(v)
  if v.layer == 1 and and_bits(uint(v.Position.x) + uint(v.Position.y), 1) == 1 then discard() end   -- every second pixel
  return float4(v.colour.rgb * v.colour.a, v.colour.a)
end }
local root = r.device:CreateRootSignature { Name = "sprites", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
local function perInstance(name, format) return { SemanticName = name, Format = format, InputSlotClass = "PER_INSTANCE_DATA", InstanceDataStepRate = 1 } end
local pso = r:Graphics { Name = "sprites", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R32G32B32A32_FLOAT" }, RasterizerState = { CullMode = "NONE" },
  InputLayout = { perInstance("RECT", "R32G32B32A32_FLOAT"), perInstance("COLOR", "R8G8B8A8_UNORM"), perInstance("LAYER", "R32_UINT") },
  BlendState = { RenderTarget = { { BlendEnable = true, SrcBlend = "ONE", DestBlend = "INV_SRC_ALPHA", SrcBlendAlpha = "ONE", DestBlendAlpha = "INV_SRC_ALPHA" } } } }

local ring = r:Buffer("ring", RING, "UPLOAD")
local memory, address = ring:Map(), ring:GetGPUVirtualAddress()
local inFlight, head, waits = {}, 0, 0                                 -- { begin, end, fence value }
local function allocate(bytes)
  if head + bytes > RING then head = 0 end
  local from, to = head, head + bytes
  while inFlight[1] and inFlight[1].first < to and inFlight[1].last > from do
    if r.fence:GetCompletedValue() < inFlight[1].value then
      waits = waits + 1
      r.fence:WaitCPU(inFlight[1].value)
    end
    table.remove(inFlight, 1)
  end
  head = to
  return from, to
end
local picture, rtv = r:Target("picture", SIZE, SIZE, "R32G32B32A32_FLOAT")
local random, sprites = rig.Random(67), nil
for frame = 1, FRAMES do
  sprites = {}
  for i = 1, 12 + random(20) do
    sprites[i] = { random(40), random(40), 1 + random(16), 1 + random(16), random(256), random(256), random(256), random(256), random(2) }
  end
  local from, to = allocate(#sprites * STRIDE)
  for i, s in ipairs(sprites) do
    local at = from + (i - 1) * STRIDE
    memory:Write(at, "float", { s[1], s[2], s[3], s[4] })
    memory:Write(at + 16, "byte", { s[5], s[6], s[7], s[8] })
    memory:Write(at + 20, "uint", { s[9] })
  end
  r:Submit("frame " .. frame, function(list)
    list:SetGraphicsRootSignature(root)
    list:SetPipelineState(pso)
    list:ClearRenderTargetView(rtv, { 0.25, 0.5, 0.75, 1 })
    rig.Targets(list, SIZE, SIZE, { rtv })
    list:IASetPrimitiveTopology "TRIANGLESTRIP"
    list:IASetVertexBuffers(0, { { BufferLocation = address + from, SizeInBytes = #sprites * STRIDE, StrideInBytes = STRIDE } })
    list:DrawInstanced(4, #sprites, 0, 0)
  end)
  inFlight[#inFlight + 1] = { first = from, last = to, value = r.value }
end
local rows, wrong = r:Texels(picture, "RENDER_TARGET", "float", 4), 0
for y = 0, SIZE - 1 do for x = 0, SIZE - 1 do
  local c = { 0.25, 0.5, 0.75 }
  for _, s in ipairs(sprites) do
    if x >= s[1] and x < s[1] + s[3] and y >= s[2] and y < s[2] + s[4] and (s[9] == 0 or (x + y) % 2 == 0) then
      for k = 1, 3 do c[k] = s[4 + k] / 255 * s[8] / 255 + c[k] * (1 - s[8] / 255) end
    end
  end
  for k = 1, 3 do if math.abs(c[k] - rows[y + 1][x * 4 + k]) > 1e-5 then wrong = wrong + 1 end end
end end
print(("%d frames in a ring of %d bytes, the CPU waited %d times; %d sprites at last, %d components wrong"):format(FRAMES, RING, waits, #sprites, wrong))
gpu.SavePNG("sprites.png", picture)
