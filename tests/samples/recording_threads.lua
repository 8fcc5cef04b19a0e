-- Four CPU threads record a part of the scene each, with an allocator and a list of their own and a bundle that all share; the main thread records
-- the clears before and the readback behind, and submits all six lists at once. The order in the array decides, not who was ready first.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE, THREADS, EACH = 64, 4, 16
local r = rig.Create("recording")
local tile = gpu.ConstantBuffer("b0", { { "rect", "float4" }, { "colour", "float4" } })
local vs = gpu.VertexShader { Name = "tile", Main = function(VertexID)
  local at = tile.rect.xy + tile.rect.zw * float2(VertexID % 2, VertexID / 2)
  return { Position = float4(at * float2(2, -2) + float2(-1, 1), 0, 1) }
end }
local ps = gpu.PixelShader { Name = "tile", Main = function(v) return tile.colour end }
local root = r.device:CreateRootSignature { Name = "tiles", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 8 } } }
local pso = r:Graphics { Name = "tiles", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" }, RasterizerState = { CullMode = "NONE" } }
local picture, rtv = r:Target("picture", SIZE, SIZE, "R8G8B8A8_UNORM")

local bundleAllocator = r.device:CreateCommandAllocator("BUNDLE", "bundle")
local bundle = r.device:CreateCommandList { Type = "BUNDLE", Name = "one tile", Allocator = bundleAllocator, InitialState = pso }
bundle:SetGraphicsRootSignature(root)
bundle:IASetPrimitiveTopology "TRIANGLESTRIP"
bundle:DrawInstanced(4, 1, 0, 0)
bundle:Close()

local lists, order, spent = {}, {}, {}
local function newList(name)
  return r.device:CreateCommandList { Type = "DIRECT", Name = name, Allocator = r.device:CreateCommandAllocator("DIRECT", name) }
end
local threads = {}
for t = 1, THREADS do
  threads[t] = gpu.Thread("recorder " .. t, function()
    local began = gpu.Now()
    gpu.Work((THREADS - t) * 40)                                       -- the first one has most to do before it records
    local list = newList("part " .. t)
    list:SetGraphicsRootSignature(root)
    list:SetPipelineState(pso)
    rig.Targets(list, SIZE, SIZE, { rtv })
    for i = 0, EACH - 1 do
      local size = 0.5 - i * 0.03
      list:SetGraphicsRoot32BitConstants(0, { (t - 1) * 0.17, (t - 1) * 0.17 + i * 0.01, size, size, t / 4, i / 16, 1 - t / 4, 1 })
      list:ExecuteBundle(bundle)
    end
    list:Close()
    lists[t + 1] = list
    order[#order + 1], spent[t] = t, gpu.Now() - began
  end)
end
local first, last = newList "clear", newList "copy"
first:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
first:Close()
local back = r:Buffer("readback", SIZE * 256, "READBACK")
rig.Barrier(last, picture, "RENDER_TARGET", "COPY_SOURCE")
last:CopyTextureRegion({ Resource = back, Format = "R8G8B8A8_UNORM", Width = SIZE, Height = SIZE, RowPitch = 256 }, 0, 0, 0, { Resource = picture })
rig.Barrier(last, picture, "COPY_SOURCE", "RENDER_TARGET")
last:Close()
for _, thread in ipairs(threads) do thread:Join() end
lists[1], lists[THREADS + 2] = first, last
r.queue:ExecuteCommandLists(lists)
r.value = r.value + 1
r.queue:Signal(r.fence, r.value)
r.fence:WaitCPU(r.value)

local map, wrong = back:Map(), 0
for y = 0, SIZE - 1 do
  local row = map:Read(y * 256, "byte", SIZE * 4)
  for x = 0, SIZE - 1 do
    local want = { 0, 0, 0 }
    for t = 1, THREADS do for i = 0, EACH - 1 do
      local px, py, size = (x + 0.5) / SIZE, (y + 0.5) / SIZE, 0.5 - i * 0.03
      local left, top = (t - 1) * 0.17, (t - 1) * 0.17 + i * 0.01
      if px >= left and px < left + size and py >= top and py < top + size then want = { t / 4, i / 16, 1 - t / 4 } end
    end end
    for k = 1, 3 do if math.abs(row[x * 4 + k] / 255 - want[k]) > 0.503 / 255 then wrong = wrong + 1 end end
  end
end
print(("ready in the order %s, submitted in the order 1 2 3 4: %d components wrong"):format(table.concat(order, " "), wrong))
gpu.SavePNG("recording_threads.png", picture)
