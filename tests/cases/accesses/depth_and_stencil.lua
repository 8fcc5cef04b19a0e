-- Depth and stencil of one buffer, each tested only, and read by the pixels at the same time, or written: every combination, with the numbers that come out, and
-- what is said where a plane's state does not fit. Combinations are those of another API's tests; expectations were derived from the documentation before the
-- first run.
local t = require "results_prelude"
local gpu, case, holds = t.gpu, t.case, t.holds

local depths, stencils = gpu.Texture2D("t0", "float"), gpu.Texture2D("t1", "uint2")
local found = gpu.RWStructuredBuffer("u0", "float")
local READ = "DEPTH_READ|PIXEL_SHADER_RESOURCE"

-- Of each format: that of views of depth and of stencil, of texels of depth in a buffer, and how the CPU reads 0.5 and 0.25 of them.
local formats = {
  { name = "D32_FLOAT", whole = "R32_TYPELESS", depth = "R32_FLOAT", bytes = "R32_FLOAT", type = "float", kept = 0.5, new = 0.25 },
  { name = "D16_UNORM", whole = "R16_TYPELESS", depth = "R16_UNORM", bytes = "R16_UNORM", type = "ushort", kept = 32768, new = 16384 },
  { name = "D24_UNORM_S8_UINT", whole = "R24G8_TYPELESS", depth = "R24_UNORM_X8_TYPELESS", stencil = "X24_TYPELESS_G8_UINT" },
  { name = "D32_FLOAT_S8X24_UINT", whole = "R32G8X24_TYPELESS", depth = "R32_FLOAT_X8X24_TYPELESS", stencil = "X32_TYPELESS_G8X24_UINT", bytes = "R32_FLOAT", type = "float", kept = 0.5, new = 0.25 },
}
local pixels = {
  [""] = function(v) return end,
  d = function(v) found[0] = round(100.0 * depths:Load(int3(1, 1, 0))) end,
  s = function(v) found[1] = float(stencils:Load(int3(1, 1, 0)).y) end,
  ds = function(v)
    found[0] = round(100.0 * depths:Load(int3(1, 1, 0)))
    found[1] = float(stencils:Load(int3(1, 1, 0)).y)
  end,
}

-- stage has a buffer of a format, cleared to 0.5 and 2, and a draw at 0.25 that passes where what is there is not less than it and not less than 2; it reads
-- the planes in reads, and writes 0.25 and one more to the planes in writes.
local function stage(f, reads, writes)
  local s = { q = t.queue("DIRECT", "q"), found = t.buf("found", 256), format = f, planes = f.stencil and 2 or 1 }
  s.z = t.tex("z", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { Format = f.whole, Width = 4, Height = 4 })
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV" },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 2, Flags = "DESCRIPTORS_VOLATILE" } } } } }
  local keep = { StencilFunc = "LESS_EQUAL", StencilPassOp = writes:find "s" and "INCR_SAT" or "KEEP", StencilFailOp = "KEEP", StencilDepthFailOp = "KEEP" }
  local pso = t.device:CreateGraphicsPipelineState { Name = "test", RootSignature = root, PrimitiveTopologyType = "TRIANGLE", RTVFormats = {}, DSVFormat = f.name,
    VS = gpu.VertexShader { Name = "vs", Main = function(VertexID)
      return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.25, 1.0) }
    end },
    PS = reads ~= "" and gpu.PixelShader { Name = "ps", Main = pixels[reads] } or nil, RasterizerState = { CullMode = "NONE" },
    DepthStencilState = { DepthEnable = true, DepthWriteMask = writes:find "d" and "ALL" or "ZERO", DepthFunc = "LESS_EQUAL",
      StencilEnable = f.stencil ~= nil, FrontFace = keep, BackFace = keep } }
  local heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  t.device:CreateShaderResourceView(s.z, { Format = f.depth, ViewDimension = "TEXTURE2D" }, heap:GetCPUDescriptorHandle(0))
  if f.stencil then t.device:CreateShaderResourceView(s.z, { Format = f.stencil, ViewDimension = "TEXTURE2D", PlaneSlice = 1 }, heap:GetCPUDescriptorHandle(1)) end
  local flags = {}
  if not writes:find "d" then flags[1] = "READ_ONLY_DEPTH" end
  if f.stencil and not writes:find "s" then flags[#flags + 1] = "READ_ONLY_STENCIL" end
  function s.dsv(...) return t.dsv(s.z, { Format = f.name, ViewDimension = "TEXTURE2D", Flags = select("#", ...) > 0 and table.concat({ ... }, "|") or "NONE" }) end
  local dsv = s.dsv(unpack(flags))
  t.run(s.q, function(l) l:ClearDepthStencilView(s.dsv(), f.stencil and "DEPTH|STENCIL" or "DEPTH", 0.5, 2) end)
  -- enter leaves the planes in the states that the draw needs, or in others.
  function s.enter(l, states)
    for plane = 0, s.planes - 1 do
      local state = states and states[plane + 1] or (writes:find(plane == 0 and "d" or "s") and "DEPTH_WRITE" or READ)
      if state ~= "DEPTH_WRITE" then t.go(l, s.z, "DEPTH_WRITE", state, plane) end
    end
  end
  function s.draw(l, ref)
    l:SetDescriptorHeaps { heap }
    l:SetPipelineState(pso)
    l:SetGraphicsRootSignature(root)
    l:SetGraphicsRootUnorderedAccessView(0, s.found:GetGPUVirtualAddress())
    l:SetGraphicsRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
    l:RSSetViewports { { Width = 4, Height = 4 } }
    l:RSSetScissorRects { { Right = 4, Bottom = 4 } }
    l:OMSetRenderTargets({}, dsv)
    l:OMSetStencilRef(ref or 2)
    l:IASetPrimitiveTopology "TRIANGLELIST"
    l:DrawInstanced(3, 1)
  end
  -- planes copies what is in the planes behind the draw, and compares.
  function s.compare(depth, stencil)
    local down = t.readback("down", 4096)
    t.run(s.q, function(l)
      for plane = 0, s.planes - 1 do
        t.go(l, s.z, writes:find(plane == 0 and "d" or "s") and "DEPTH_WRITE" or READ, "COPY_SOURCE", plane)
        if plane == 1 or f.bytes then
          l:CopyTextureRegion({ Resource = down, Offset = 1024 * plane, Format = plane == 1 and "R8_UINT" or f.bytes, Width = 4, Height = 4, RowPitch = 256 }, 0, 0, 0, { Resource = s.z, Subresource = plane })
        end
      end
      l:CopyBufferRegion(down, 3072, s.found, 0, 8)
    end)
    t.idle(s.q)
    if f.bytes then holds(down, 256, { depth, depth }, f.type) end
    if f.stencil then holds(down, 1024 + 256, { stencil, stencil }, "byte") end
    if reads:find "d" then holds(down, 3072, { 50 }, "float") end
    if reads:find "s" then holds(down, 3076, { 2 }, "float") end
  end
  return s
end

for _, f in ipairs(formats) do
  for _, w in ipairs(f.stencil and { "", "d", "s", "ds" } or { "", "d" }) do
    local reads = (w:find "d" and "" or "d") .. ((w:find "s" or not f.stencil) and "" or "s")
    local name = ("%s: %s, and %s"):format(f.name, reads == "" and "nothing is read" or "reads " .. reads, w == "" and "nothing is written" or "writes " .. w)
    case(name, "silent", function()
      local s = stage(f, reads, w)
      t.run(s.q, function(l)
        s.enter(l)
        s.draw(l)
      end)
      s.compare(w:find "d" and f.new or f.kept, w:find "s" and 3 or 2)
    end)
    if reads ~= "" then
      case(name .. ", of a plane that is in PIXEL_SHADER_RESOURCE alone", 'GS0402 texture "z"', function()
        local s = stage(f, reads, w)
        t.run(s.q, function(l)
          s.enter(l, { reads:find "d" and "PIXEL_SHADER_RESOURCE", reads == "s" and "PIXEL_SHADER_RESOURCE" })
          s.draw(l)
        end)
      end)
    end
    if w ~= "" then
      case(name .. ", to a plane that is to be read only", 'GS0402 texture "z"', function()
        local s = stage(f, reads, w)
        t.run(s.q, function(l)
          s.enter(l, { w:find "d" and READ, w == "s" and READ })
          s.draw(l)
        end)
      end)
    end
  end
end

-- Two queues: one draws as above, the other one reads or writes a plane meanwhile.
local D32S8 = formats[4]
local function beside(name, expected, reads, writes, plane, ordered)
  case(name, expected, function()
    local s, other = stage(D32S8, reads, writes), t.queue("DIRECT", "other")
    t.run(s.q, function(l)
      s.enter(l)
      if plane == 1 and writes == "d" then return end
    end)
    t.idle(s.q)
    t.run(s.q, s.draw)
    if ordered then
      local F = t.fence "F"
      s.q:Signal(F, 1)
      other:Wait(F, 1)
    end
    t.run(other, function(l) l:ClearDepthStencilView(s.dsv(plane == 1 and "READ_ONLY_DEPTH" or "READ_ONLY_STENCIL"), plane == 1 and "STENCIL" or "DEPTH", 1, 7) end)
  end)
end
beside("stencil is cleared on another queue while depth is tested and read", "silent", "d", "s", 1, true)
beside("stencil is cleared on another queue while depth is read and stencil counted", 'GS0512 texture "z"', "d", "s", 1)
beside("depth is cleared on another queue while it is written and stencil is read", 'GS0512 texture "z"', "s", "d", 0)
beside("depth is cleared on another queue when it was written and stencil was read", "silent", "s", "d", 0, true)

-- A draw whose pixels all fail reads the planes and writes neither.
for _, fails in ipairs { "depth", "stencil" } do
  case("all pixels fail by " .. fails .. ", and another queue reads what they would write", "silent", function()
    local s, other, down = stage(D32S8, "", "ds"), t.queue("DIRECT", "other"), t.readback("down", 4096)
    if fails == "depth" then
      t.run(s.q, function(l) l:ClearDepthStencilView(s.dsv(), "DEPTH", 0.125) end)
    end
    t.run(s.q, function(l) s.draw(l, fails == "stencil" and 3 or 2) end)
    t.idle(s.q)
    t.run(s.q, function(l)
      t.go(l, s.z, "DEPTH_WRITE", "COPY_SOURCE", 0)
      t.go(l, s.z, "DEPTH_WRITE", "COPY_SOURCE", 1)
    end)
    t.idle(s.q)
    t.run(other, function(l) l:CopyTextureRegion({ Resource = down, Format = "R8_UINT", Width = 4, Height = 4, RowPitch = 256 }, 0, 0, 0, { Resource = s.z, Subresource = 1 }) end)
    t.idle(other)
    holds(down, 256, { 2, 2, 2, 2 }, "byte")
  end)
end
