-- Situations of other projects' tests of bindings, translated: root views at offsets, null views, views that show a part, heaps in turn, descriptors that are
-- copied, textures that are target and view. Expectations were derived from the documentation before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function direct() return t.queue("DIRECT", "q") end
local function from(l, x, at, n) l:CopyBufferRegion(t.readback("r"), 0, x, at or 0, n or 256) end
local function to(l, x, at, n) l:CopyBufferRegion(x, at or 0, t.upload("up"), 0, n or 256) end

-- Root views at offsets.
case("a root view from the middle on, the front is read by another queue", "silent", function()
  local q, a, x = direct(), t.queue("COPY", "a"), t.buf("x")
  t.run(q, function(l)
    t.use(l, "fill", x)
    l:SetComputeRootUnorderedAccessView(2, x:GetGPUVirtualAddress() + 2048)
    l:Dispatch(1, 1, 1)
  end)
  t.run(a, function(l) from(l, x, 0, 2048) end)
end)
case("a root view from the middle on, one byte of it is read by another queue", 'GS0512 buffer "x" @ x[2048, 2049)', function()
  local q, a, x = direct(), t.queue("COPY", "a"), t.buf("x")
  t.run(q, function(l)
    t.use(l, "fill", x)
    l:SetComputeRootUnorderedAccessView(2, x:GetGPUVirtualAddress() + 2048)
    l:Dispatch(1, 1, 1)
  end)
  t.run(a, function(l) from(l, x, 0, 2049) end)
end)
case("a root view of the last elements reaches behind the end", "GS0621", function()
  local q, x = direct(), t.buf("x")
  t.run(q, function(l)
    t.use(l, "fill", x)
    l:SetComputeRootUnorderedAccessView(2, x:GetGPUVirtualAddress() + 4096 - 128) -- 32 of 64 elements
    l:Dispatch(1, 1, 1)
  end)
end)
case("a root view at the end of a buffer", "GS0362", function()
  local q, x = direct(), t.buf("x")
  t.run(q, function(l)
    t.use(l, "fill", x)
    l:SetComputeRootUnorderedAccessView(2, x:GetGPUVirtualAddress() + 4096) --!
  end)
end)
case("constants at an offset that is no multiple of 256", "GS0362", function()
  local q, x, y = direct(), t.buf("x"), t.buf("y")
  t.run(q, function(l)
    t.use(l, "constant", y, x)
    l:SetComputeRootConstantBufferView(3, x:GetGPUVirtualAddress() + 128) --!
  end)
end)
case("constants at an offset, the bytes before and behind are written by another queue", "silent", function()
  local q, a, x, y = direct(), t.queue("COPY", "a"), t.buf("x"), t.buf("y")
  t.run(q, function(l)
    t.use(l, "constant", y, x)
    l:SetComputeRootConstantBufferView(3, x:GetGPUVirtualAddress() + 256)
    l:Dispatch(1, 1, 1)
  end)
  t.run(a, function(l)
    to(l, x, 0, 256)
    to(l, x, 260, 252)
  end)
end)
case("constants at an offset, their bytes are written by another queue", 'GS0512 buffer "x" @ x[256, 260)', function()
  local q, a, x, y = direct(), t.queue("COPY", "a"), t.buf("x"), t.buf("y")
  t.run(q, function(l)
    t.use(l, "constant", y, x)
    l:SetComputeRootConstantBufferView(3, x:GetGPUVirtualAddress() + 256)
    l:Dispatch(1, 1, 1)
  end)
  t.run(a, function(l) to(l, x, 0, 512) end)
end)
case("the same address is set twice for read and write, other elements", 'GS0407 buffer "x"', function()
  local q, x = direct(), t.buf("x")
  t.run(q, function(l)
    t.use(l, "move", x, x)
    l:SetComputeRootShaderResourceView(1, x:GetGPUVirtualAddress() + 1024)
    l:Dispatch(1, 1, 1) --!
  end)
end)
case("a view for reading is set, and replaced before the command", "silent", function()
  local q, x, y, z = direct(), t.buf("x"), t.buf("y"), t.buf("z")
  t.run(q, function(l)
    t.use(l, "move", x, x)
    l:SetComputeRootShaderResourceView(1, y:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end)
end)
case("root arguments stay where the same root signature is set again", "silent", function()
  local q, x = direct(), t.buf("x")
  t.run(q, function(l)
    t.use(l, "fill", x)
    l:SetComputeRootSignature(t.root())
    l:Dispatch(1, 1, 1)
  end)
end)
case("a root view at address 0", "GS0362 the address 0", function()
  local q = direct()
  t.run(q, function(l)
    t.use(l, "fill")
    l:SetComputeRootUnorderedAccessView(2, 0) --!
  end)
end)

-- Tables: one view of a texture in t0, an output in u0.
local tex, out = gpu.Texture2D("t0", "float4"), gpu.RWStructuredBuffer("u0", "uint")
local function kit(flags)
  local w = {}
  w.root = t.device:CreateRootSignature { Name = "root", Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = flags or "NONE" } } }, { Type = "UAV" } } }
  w.pso = t.device:CreateComputePipelineState { Name = "reads", RootSignature = w.root, CS = gpu.ComputeShader { Name = "reads", NumThreads = { 4, 1, 1 },
    Main = function(GroupIndex) out[GroupIndex] = uint(tex:Load(int3(0, 0, 0)).x) end } }
  w.heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
  w.cpu = t.device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = 8 }
  w.to = t.buf("to")
  function w.bind(l, slot, heap)
    l:SetDescriptorHeaps { heap or w.heap }
    l:SetComputeRootSignature(w.root)
    l:SetPipelineState(w.pso)
    l:SetComputeRootDescriptorTable(0, (heap or w.heap):GetGPUDescriptorHandle(slot or 0))
    l:SetComputeRootUnorderedAccessView(1, w.to:GetGPUVirtualAddress())
  end
  function w.read(l, slot, heap)
    w.bind(l, slot, heap)
    l:Dispatch(1, 1, 1)
  end
  function w.show(x, slot, desc, heap) t.device:CreateShaderResourceView(x, desc, (heap or w.heap):GetCPUDescriptorHandle(slot or 0)) end
  return w
end
local shown = "NON_PIXEL_SHADER_RESOURCE"
case("a null view of a texture is read", "silent", function()
  local q, w = direct(), kit()
  w.show(nil, 0, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2D" })
  t.run(q, function(l) w.read(l) end)
end)
case("a null view without a description", "GS0392", function()
  local w = kit()
  w.show(nil, 0) --!
end)
case("a descriptor of a released texture that nobody reads", "silent", function()
  local q, w, x, y = direct(), kit(), t.tex("x", shown), t.tex("y", shown)
  w.show(x, 0)
  w.show(y, 1)
  y:Release()
  t.run(q, function(l) w.read(l, 0) end)
end)
case("a descriptor of a released texture that is read", "GS06xx", function()
  local q, w, y = direct(), kit(), t.tex("y", shown)
  w.show(y, 1)
  y:Release()
  t.run(q, function(l) w.read(l, 1) end)
end)
case("a texture made behind the release of another, and its descriptor written again", "silent", function()
  local q, w, x = direct(), kit(), t.tex("x", shown)
  w.show(x, 0)
  t.run(q, function(l) w.read(l) end)
  t.idle(q)
  x:Release()
  local y = t.tex("x", shown)
  w.show(y, 0)
  t.run(q, function(l) w.read(l) end)
end)
case("a static descriptor is written again between recording and submission", "GS0606", function()
  local q, w, x, y = direct(), kit(), t.tex("x", shown), t.tex("y", shown)
  w.show(x)
  local l = t.list(q, function(l) w.read(l) end)
  w.show(y)
  q:ExecuteCommandLists { l }
end)
case("a volatile descriptor is written again between recording and submission", "silent", function()
  local q, w, x, y = direct(), kit "DESCRIPTORS_VOLATILE", t.tex("x", shown), t.tex("y", shown)
  w.show(x)
  local l = t.list(q, function(l) w.read(l) end)
  w.show(y)
  q:ExecuteCommandLists { l }
end)
case("a volatile descriptor is written again behind the submission", "GS0605", function()
  local q, w, x, y = direct(), kit "DESCRIPTORS_VOLATILE", t.tex("x", shown), t.tex("y", shown)
  w.show(x)
  t.run(q, function(l) w.read(l) end)
  w.show(y) --!
end)
case("a volatile descriptor is copied over behind the submission", "GS0605", function()
  local q, w, x, y = direct(), kit "DESCRIPTORS_VOLATILE", t.tex("x", shown), t.tex("y", shown)
  w.show(x)
  w.show(y, 0, nil, w.cpu)
  t.run(q, function(l) w.read(l) end)
  t.device:CopyDescriptorsSimple(1, w.heap:GetCPUDescriptorHandle(0), w.cpu:GetCPUDescriptorHandle(0), "CBV_SRV_UAV") --!
end)
case("the descriptor beside is copied over behind the submission", "silent", function()
  local q, w, x, y = direct(), kit "DESCRIPTORS_VOLATILE", t.tex("x", shown), t.tex("y", shown)
  w.show(x)
  w.show(y, 0, nil, w.cpu)
  t.run(q, function(l) w.read(l) end)
  t.device:CopyDescriptorsSimple(1, w.heap:GetCPUDescriptorHandle(1), w.cpu:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
end)
case("a copy of descriptors whose range holds the one in flight", "GS0605", function()
  local q, w, x, y = direct(), kit "DESCRIPTORS_VOLATILE", t.tex("x", shown), t.tex("y", shown)
  w.show(x, 2)
  for i = 0, 3 do w.show(y, i, nil, w.cpu) end
  t.run(q, function(l) w.read(l, 2) end)
  t.device:CopyDescriptorsSimple(4, w.heap:GetCPUDescriptorHandle(0), w.cpu:GetCPUDescriptorHandle(0), "CBV_SRV_UAV") --!
end)
case("no descriptors are copied onto the one in flight", "silent", function()
  local q, w, x = direct(), kit "DESCRIPTORS_VOLATILE", t.tex("x", shown)
  w.show(x)
  t.run(q, function(l) w.read(l) end)
  t.device:CopyDescriptorsSimple(0, w.heap:GetCPUDescriptorHandle(0), w.cpu:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
end)
case("descriptors are copied within a heap, over themselves", "GS0389", function()
  local w, x = kit(), t.tex("x", shown)
  for i = 0, 3 do w.show(x, i, nil, w.cpu) end
  t.device:CopyDescriptorsSimple(3, w.cpu:GetCPUDescriptorHandle(1), w.cpu:GetCPUDescriptorHandle(0), "CBV_SRV_UAV") --!
end)
case("descriptors are copied within a heap, side by side", "silent", function()
  local w, x = kit(), t.tex("x", shown)
  for i = 0, 1 do w.show(x, i, nil, w.cpu) end
  t.device:CopyDescriptorsSimple(2, w.cpu:GetCPUDescriptorHandle(2), w.cpu:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
end)
case("descriptors are copied out of a shader-visible heap", "GS0389", function()
  local w, x = kit(), t.tex("x", shown)
  w.show(x)
  t.device:CopyDescriptorsSimple(1, w.cpu:GetCPUDescriptorHandle(0), w.heap:GetCPUDescriptorHandle(0), "CBV_SRV_UAV") --!
end)
case("a descriptor that was never written is copied, and the copy is read", "GS06xx", function()
  local q, w = direct(), kit "DESCRIPTORS_VOLATILE"
  t.device:CopyDescriptorsSimple(1, w.heap:GetCPUDescriptorHandle(0), w.cpu:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
  t.run(q, function(l) w.read(l) end)
  t.idle(q)
end)

-- Heaps in turn.
case("a table of the heap before", "GS0355", function()
  local q, w, x = direct(), kit(), t.tex("x", shown)
  local other = t.device:CreateDescriptorHeap { Name = "other", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  w.show(x)
  t.run(q, function(l)
    w.bind(l)
    l:SetDescriptorHeaps { other }
    l:Dispatch(1, 1, 1) --!
  end)
end)
case("two heaps in turn, each with its table", "silent", function()
  local q, w, x, y = direct(), kit(), t.tex("x", shown), t.tex("y", shown)
  local other = t.device:CreateDescriptorHeap { Name = "other", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  w.show(x)
  w.show(y, 0, nil, other)
  t.run(q, function(l)
    w.read(l)
    t.uav(l, w.to)
    w.read(l, 0, other)
  end)
end)
case("the same heap set again keeps its tables", "silent", function()
  local q, w, x = direct(), kit(), t.tex("x", shown)
  w.show(x)
  t.run(q, function(l)
    w.bind(l)
    l:SetDescriptorHeaps { w.heap }
    l:Dispatch(1, 1, 1)
  end)
end)
case("heaps of no type are set, and the table is read", "GS0355", function()
  local q, w, x = direct(), kit(), t.tex("x", shown)
  w.show(x)
  t.run(q, function(l)
    w.bind(l)
    l:SetDescriptorHeaps {}
    l:Dispatch(1, 1, 1) --!
  end)
end)
case("a heap is released in flight", "GS0601", function()
  local q, w, x = direct(), kit(), t.tex("x", shown)
  w.show(x)
  t.run(q, function(l) w.read(l) end)
  w.heap:Release() --!
end)
case("a heap that is not bound is released in flight", "silent", function()
  local q, w, x = direct(), kit(), t.tex("x", shown)
  w.show(x)
  t.run(q, function(l) w.read(l) end)
  w.cpu:Release()
end)

-- Parts of textures.
case("a view of one slice while another queue writes the other", "silent", function()
  local q, a, w, x = direct(), t.queue("COPY", "a"), kit(), t.tex("x", "COMMON", "NONE", { DepthOrArraySize = 2 })
  w.show(x, 0, { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 0, ArraySize = 1 })
  w.pso = t.device:CreateComputePipelineState { Name = "slice", RootSignature = w.root, CS = gpu.ComputeShader { Name = "slice", NumThreads = { 4, 1, 1 },
    Main = (function() local slices = gpu.Texture2DArray("t0", "float4") return function(GroupIndex) out[GroupIndex] = uint(slices:Load(int4(0, 0, 0, 0)).x) end end)() } }
  t.run(q, function(l) w.read(l) end)
  t.run(a, function(l) l:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, t.rows(t.upload("up", 16384))) end)
end)
case("a view of one texel while another queue writes the texture", 'GS05xx texture "x"', function()
  local q, a, w, x = direct(), t.queue("COPY", "a"), kit(), t.tex("x")
  w.show(x)
  t.run(q, function(l) w.read(l) end)
  t.run(a, function(l) l:CopyTextureRegion({ Resource = x }, 32, 32, 0, t.rows(t.upload("up", 16384), 16, 0, 16)) end)
end)
case("a view of one texel of a texture for several queues, other texels are written", "silent", function()
  local q, a, w, x = direct(), t.queue("COPY", "a"), kit "DATA_VOLATILE", t.tex("x", "COMMON", "ALLOW_SIMULTANEOUS_ACCESS")
  w.show(x)
  t.run(q, function(l) w.read(l) end)
  t.run(a, function(l) l:CopyTextureRegion({ Resource = x }, 32, 32, 0, t.rows(t.upload("up", 16384), 16, 0, 16)) end)
end)
-- A view of no array shows the first slice of one, and a cube six.
local flat = gpu.Texture2D("t0", "float4")
local cube = gpu.TextureCube("t0", "float4")
local corner = gpu.SamplerState("s0")
for kind, first in pairs { TEXTURE2D = 1, TEXTURECUBE = 6 } do
  local slices = 2 * first
  for _, slice in ipairs { 0, first } do
    case("a " .. kind .. " view of " .. slices .. " slices, and slice " .. slice .. " is in another state", slice == 0 and 'GS0402 texture "x"' or "silent", function()
      local q, w, x = direct(), kit(), t.tex("x", shown, "NONE", { DepthOrArraySize = slices })
      w.show(x, 0, { ViewDimension = kind })
      w.root = t.device:CreateRootSignature { Name = "sampling root", StaticSamplers = { { ShaderRegister = 0 } },
        Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } }, { Type = "UAV" } } }
      w.pso = t.device:CreateComputePipelineState { Name = "slice", RootSignature = w.root, CS = gpu.ComputeShader { Name = "slice", NumThreads = { 4, 1, 1 },
        Main = kind == "TEXTURE2D" and function(GroupIndex) out[GroupIndex] = uint(flat:Load(int3(0, 0, 0)).x) end
          or function(GroupIndex) out[GroupIndex] = uint(cube:SampleLevel(corner, float3(1, 0, 0), 0).x) end } }
      t.run(q, function(l)
        t.go(l, x, shown, "COPY_DEST", slice)
        w.read(l)
      end)
    end)
  end
end
case("a TEXTURE2D view of the second slice", 'GS0397 its FirstArraySlice is 1', function()
  local w, x = kit(), t.tex("x", shown, "NONE", { DepthOrArraySize = 2 })
  w.show(x, 0, { ViewDimension = "TEXTURE2D", FirstArraySlice = 1, ArraySize = 1 })
end)
case("a TEXTURE2D target of two slices", 'GS0811 ArraySize is 2', function()
  t.rtv(t.tex("x", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { DepthOrArraySize = 2 }), { ViewDimension = "TEXTURE2D", ArraySize = 2 })
end)
case("a TEXTURE2DARRAY target of two slices", "silent", function()
  t.rtv(t.tex("x", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { DepthOrArraySize = 2 }), { ViewDimension = "TEXTURE2DARRAY", ArraySize = 2 })
end)
-- Fields of other kinds of views: they would mean nothing, so a view that shows the wrong mip says so.
local mips = { MipLevels = 4, Format = "R32_FLOAT" }
case("an SRV names its mip as a UAV does", 'GS0397 MipSlice = 1 is not a field of an SRV', function()
  kit().show(t.tex("x", shown, "NONE", mips), 0, { ViewDimension = "TEXTURE2D", MipSlice = 1 })
end)
case("a UAV names its mip as an SRV does", 'GS0397 MostDetailedMip = 1 is not a field of a UAV', function()
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  local x = t.tex("x", "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS", mips)
  t.device:CreateUnorderedAccessView(x, nil, { ViewDimension = "TEXTURE2D", MostDetailedMip = 1 }, heap:GetCPUDescriptorHandle(0))
end)
case("an RTV of a volume names slices of an array", 'GS0811 FirstArraySlice = 1 is not a field of an RTV of a 3D texture', function()
  t.rtv(t.tex("x", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { Dimension = "TEXTURE3D", DepthOrArraySize = 4 }), { FirstArraySlice = 1 })
end)
case("an SRV of a buffer has mips", 'GS0397 MipLevels = 4 is not a field of an SRV of a buffer', function()
  kit().show(t.buf("x"), 0, { ViewDimension = "BUFFER", Format = "R32_UINT", MipLevels = 4 })
end)
case("an SRV of a buffer has one of what every view has", "silent", function()
  kit().show(t.buf("x"), 0, { ViewDimension = "BUFFER", Format = "R32_UINT", MipLevels = 1, ArraySize = 1, WSize = 1 })
end)
