-- Usages of one resource: pairs of them in one command, in two commands of a list, and bound without being used; parts of a texture that meet or do not.
-- Other APIs call this usage scopes; here states decide, and what a command really uses.
local t = require "prelude"
local gpu, case = t.gpu, t.case
local RT, DS, UA = "ALLOW_RENDER_TARGET", "ALLOW_DEPTH_STENCIL", "ALLOW_UNORDERED_ACCESS"

-- A buffer with the arguments of draws, dispatches and indices at its start.
local function shared(q)
  local b, up = t.buf("b", 4096), t.upload("up", 256)
  up:Map():Write(0, "uint", { 3, 1, 0, 0, 0 })
  up:Unmap()
  t.run(q, function(l) l:CopyBufferRegion(b, 0, up, 0, 256) end, "fill")
  return b
end

-- Root signatures and programs that use what a table says: constants b1, read t1, write u1.
local box, words, sums = gpu.ConstantBuffer("b1", { { "x", "float4" } }), gpu.ByteAddressBuffer("t1"), gpu.RWByteAddressBuffer("u1")
local keep = gpu.RWByteAddressBuffer("u2")
local function root(name)
  return t.device:CreateRootSignature { Name = name, Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = { { Type = "CBV", ShaderRegister = 1, Flags = "DATA_VOLATILE" },
    { Type = "SRV", ShaderRegister = 1, Flags = "DATA_VOLATILE" }, { Type = "UAV", ShaderRegister = 1 } } }
end
-- Programs by what they use: constants, read, write.
local function which(uses) return (uses.constants and "c" or "") .. (uses.read and "r" or "") .. (uses.write and "w" or "") end
local PIXELS = {
  [""] = function(v) return float4(1, 1, 1, 1) end,
  c = function(v) return box.x end,
  r = function(v) return asfloat(words:Load4(1024)) end,
  cr = function(v) return box.x + asfloat(words:Load4(1024)) end,
  w = function(v)
    sums:InterlockedAdd(2048, 1)
    return float4(1, 1, 1, 1)
  end,
  cw = function(v)
    sums:InterlockedAdd(2048, 1)
    return box.x
  end,
  rw = function(v)
    sums:InterlockedAdd(2048, 1)
    return asfloat(words:Load4(1024))
  end,
}
local KERNELS = {
  [""] = function(GroupIndex) keep:Store(0, 1) end,
  c = function(GroupIndex) keep:Store(0, asuint(box.x.x)) end,
  r = function(GroupIndex) keep:Store(0, words:Load(1024)) end,
  cr = function(GroupIndex) keep:Store(0, asuint(box.x.x) + words:Load(1024)) end,
  w = function(GroupIndex) sums:InterlockedAdd(2048, 1) end,
  cw = function(GroupIndex) sums:InterlockedAdd(2048, asuint(box.x.x)) end,
  rw = function(GroupIndex) sums:InterlockedAdd(2048, words:Load(1024)) end,
}
local function drawing(r, uses)
  local ps = gpu.PixelShader { Name = "ps", Main = PIXELS[which(uses)] }
  local vs = uses.vertices and gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0.5, 1.0) } end }
    or gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) } end }
  return t.device:CreateGraphicsPipelineState { Name = "draw", RootSignature = r, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" },
    RasterizerState = { CullMode = "NONE" }, DepthStencilState = { DepthEnable = false }, InputLayout = uses.vertices and { { "POSITION", "R32G32_FLOAT" } } or nil }
end
local function bind(l, kind, b, uses)
  local at = b:GetGPUVirtualAddress()
  if uses.constants then l["Set" .. kind .. "RootConstantBufferView"](l, 0, at) end
  if uses.read then l["Set" .. kind .. "RootShaderResourceView"](l, 1, at) end
  if uses.write then l["Set" .. kind .. "RootUnorderedAccessView"](l, 2, at) end
end
local function draw(l, r, b, uses, rtv)
  t.drawState(l, drawing(r, uses), rtv, nil, r)
  bind(l, "Graphics", b, uses)
  if uses.vertices then l:IASetVertexBuffers(0, { { BufferLocation = b:GetGPUVirtualAddress(), SizeInBytes = 4096, StrideInBytes = 8 } }) end
  if uses.indices then t.indices(l, b) end
  if uses.arguments then
    local type = uses.indices and "DRAW_INDEXED" or "DRAW"
    l:ExecuteIndirect(t.device:CreateCommandSignature { Name = "arguments", ByteStride = 20, ArgumentDescs = { { Type = type } } }, 1, b)
  elseif uses.indices then l:DrawIndexedInstanced(3, 1)
  else l:DrawInstanced(3, 1) end
end
local function set(...) local s = {} for _, name in ipairs { ... } do s[name] = true end return s end

-- A draw uses a buffer in two ways. Every two reads go together; a write goes with nothing else.
local WAYS = { "vertices", "indices", "constants", "read", "arguments", "write" }
for i, one in ipairs(WAYS) do
  for j = i + 1, #WAYS do
    local two = WAYS[j]
    case("one draw: " .. one .. " and " .. two, two == "write" and 'GS0407 buffer "b"' or "silent", function()
      local q, x = t.queue("DIRECT", "q"), t.target("x")
      local b, r, rtv = shared(q), root "r", t.rtv(x)
      t.run(q, function(l) draw(l, r, b, set(one, two), rtv) end)
    end)
  end
end
-- Two draws of a list, one way each: a write before or behind a read needs a barrier, and two writes of the same bytes by atomic additions do not.
for i, one in ipairs { "vertices", "constants", "arguments", "write" } do
  for _, order in ipairs { 1, 2 } do
    local first, second = one, "write"
    if order == 2 then first, second = second, first end
    local both = first == second
    if not both or order == 1 then
      case("two draws: " .. first .. ", then " .. second, both and "silent" or 'GS0402 buffer "b"', function()
        local q, x = t.queue("DIRECT", "q"), t.target("x")
        local b, r, rtv = shared(q), root "r", t.rtv(x)
        t.run(q, function(l)
          draw(l, r, b, set(first), rtv)
          draw(l, r, b, set(second), rtv)
        end)
      end)
    end
  end
end

-- A dispatch uses a buffer in two ways.
local function dispatch(l, r, b, uses)
  local out = t.buf("out", 256)
  l:SetPipelineState(t.device:CreateComputePipelineState { Name = "cs", RootSignature = r,
    CS = gpu.ComputeShader { Name = "cs", NumThreads = { 1, 1, 1 }, Main = KERNELS[which(uses)] } })
  l:SetComputeRootSignature(r)
  l:SetComputeRootUnorderedAccessView(3, out:GetGPUVirtualAddress())
  bind(l, "Compute", b, uses)
  if uses.arguments then
    l:ExecuteIndirect(t.device:CreateCommandSignature { Name = "arguments", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }, 1, b, 4)
  else l:Dispatch(1, 1, 1) end
end
local function computeRoot()
  return t.device:CreateRootSignature { Name = "r", Parameters = { { Type = "CBV", ShaderRegister = 1, Flags = "DATA_VOLATILE" },
    { Type = "SRV", ShaderRegister = 1, Flags = "DATA_VOLATILE" }, { Type = "UAV", ShaderRegister = 1 }, { Type = "UAV", ShaderRegister = 2 } } }
end
for i, one in ipairs { "constants", "read", "arguments", "write" } do
  for j, two in ipairs { "constants", "read", "arguments", "write" } do
    if j > i then
      case("one dispatch: " .. one .. " and " .. two, two == "write" and 'GS0407 buffer "b"' or "silent", function()
        local q = t.queue("COMPUTE", "q")
        local b, r = shared(q), computeRoot()
        t.run(q, function(l) dispatch(l, r, b, set(one, two)) end)
      end)
    end
  end
end

-- What is bound and replaced before the command is not used, and neither is what the program does not read.
case("written through an argument that is replaced before the draw", "silent", function()
  local q, x = t.queue("DIRECT", "q"), t.target("x")
  local b, other, r, rtv = shared(q), t.buf("other"), root "r", t.rtv(x)
  t.run(q, function(l)
    t.drawState(l, drawing(r, set("read", "write")), rtv, nil, r)
    bind(l, "Graphics", b, set("read", "write"))
    l:SetGraphicsRootUnorderedAccessView(2, other:GetGPUVirtualAddress())
    l:DrawInstanced(3, 1)
  end)
end)
case("vertices that are replaced before the draw", "silent", function()
  local q, x = t.queue("DIRECT", "q"), t.target("x")
  local b, other, r, rtv = shared(q), t.buf("other"), root "r", t.rtv(x)
  t.run(q, function(l)
    t.drawState(l, drawing(r, set("vertices", "write")), rtv, nil, r)
    bind(l, "Graphics", b, set("write"))
    t.vertices(l, b)
    t.vertices(l, other)
    l:DrawInstanced(3, 1)
  end)
end)
case("vertices and indices that the draw does not take", "silent", function()
  local q, x = t.queue("DIRECT", "q"), t.target("x")
  local b, r, rtv = shared(q), root "r", t.rtv(x)
  t.run(q, function(l)
    t.drawState(l, drawing(r, set("write")), rtv, nil, r)
    bind(l, "Graphics", b, set("write"))
    t.vertices(l, b)
    t.indices(l, b)
    l:DrawInstanced(3, 1)
  end)
end)
case("an argument of the kernel that the program does not read", "silent", function()
  local q = t.queue("COMPUTE", "q")
  local b, r = shared(q), computeRoot()
  t.run(q, function(l)
    bind(l, "Compute", b, {})
    l:SetComputeRootSignature(r)
    bind(l, "Compute", b, set("read"))
    dispatch(l, r, b, set("write"))
  end)
end)
case("an argument of draws beside a kernel that writes", "silent", function()
  local q = t.queue("DIRECT", "q")
  local b, r, g = shared(q), computeRoot(), root "g"
  t.run(q, function(l)
    l:SetGraphicsRootSignature(g)
    bind(l, "Graphics", b, set("read", "constants"))
    dispatch(l, r, b, set("write"))
  end)
end)

-- Parts of a texture of six mips and six slices: mips [m, m + mips) of slices [s, s + slices) sampled, others painted as a target or by a kernel.
local PARTS = {
  { "the same subresource", { 1, 1, 1, 1 }, { 1, 1, 1, 1 }, true }, { "another mip", { 1, 1, 1, 1 }, { 2, 1, 1, 1 } }, { "another slice", { 1, 1, 1, 1 }, { 1, 1, 2, 1 } },
  { "one of all mips", { 0, 6, 1, 1 }, { 1, 1, 1, 1 }, true }, { "one of all slices", { 1, 1, 0, 6 }, { 1, 1, 1, 1 }, true }, { "one of all", { 0, 6, 0, 6 }, { 1, 1, 1, 1 }, true },
  { "a mip behind", { 3, 3, 1, 1 }, { 2, 1, 1, 1 } }, { "the first of some mips", { 2, 3, 1, 1 }, { 2, 1, 1, 1 }, true }, { "slices beside", { 1, 1, 3, 3 }, { 1, 1, 1, 2 } },
  { "slices that meet", { 1, 1, 2, 3 }, { 1, 1, 1, 2 }, true }, { "mips and slices beside", { 1, 2, 1, 2 }, { 3, 1, 3, 2 } }, { "mips and slices that meet", { 1, 2, 1, 2 }, { 2, 1, 2, 2 }, true },
}
local sampled, painted = gpu.Texture2DArray("t0", "float4"), gpu.RWTexture2DArray("u0", "float4")
local function views()
  local heap, n = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }, -1
  return heap, function(create)
    n = n + 1
    create(heap:GetCPUDescriptorHandle(n))
    return heap:GetGPUDescriptorHandle(n)
  end
end
local function srv(x, part)
  return function(h)
    t.device:CreateShaderResourceView(x, { ViewDimension = "TEXTURE2DARRAY", MostDetailedMip = part[1], MipLevels = part[2], FirstArraySlice = part[3], ArraySize = part[4] }, h)
  end
end
-- Every subresource begins in COMMON; those that are sampled, and then those that are painted, are brought into the state for that.
local function states(l, x, sampledPart, read, paintedPart, write)
  local state = {}
  for _, use in ipairs { { sampledPart, read }, { paintedPart, write } } do
    local p = use[1]
    for slice = p[3], p[3] + p[4] - 1 do for mip = p[1], p[1] + p[2] - 1 do state[mip + slice * 6] = use[2] end end
  end
  for sub = 0, 35 do if state[sub] then t.go(l, x, "COMMON", state[sub], sub) end end
end
for _, part in ipairs(PARTS) do
  local name, from, to, meets = unpack(part)
  case("a kernel samples and paints " .. name, meets and 'GS0407 texture "x"' or "silent", function()
    local q, x = t.queue("DIRECT", "q"), t.tex("x", "COMMON", UA, { Width = 32, Height = 32, MipLevels = 6, DepthOrArraySize = 6 })
    local heap, view = views()
    local r = t.device:CreateRootSignature { Name = "r", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } },
      { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } }
    local cs = gpu.ComputeShader { Name = "paint", NumThreads = { 1, 1, 1 }, Main = function(GroupIndex) painted[uint3(0, 0, 0)] = sampled:Load(int4(0, 0, 0, 0)) end }
    local pso = t.device:CreateComputePipelineState { Name = "paint", RootSignature = r, CS = cs }
    local read = view(srv(x, from))
    local write = view(function(h)
      t.device:CreateUnorderedAccessView(x, nil, { ViewDimension = "TEXTURE2DARRAY", MipSlice = to[1], FirstArraySlice = to[3], ArraySize = to[4] }, h)
    end)
    t.run(q, function(l)
      states(l, x, from, "NON_PIXEL_SHADER_RESOURCE", to, "UNORDERED_ACCESS")
      l:SetDescriptorHeaps { heap }
      l:SetPipelineState(pso)
      l:SetComputeRootSignature(r)
      l:SetComputeRootDescriptorTable(0, read)
      l:SetComputeRootDescriptorTable(1, write)
      l:Dispatch(1, 1, 1)
    end)
  end)
  case("a draw samples and paints " .. name, meets and 'GS0407 texture "x"' or "silent", function()
    local q, x = t.queue("DIRECT", "q"), t.tex("x", "COMMON", RT, { Width = 32, Height = 32, MipLevels = 6, DepthOrArraySize = 6 })
    local heap, view = views()
    local r = t.device:CreateRootSignature { Name = "r", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } } } }
    local pso = t.drawing("plain", { root = r, ps = { Name = "sample", Main = function(v) return sampled:Load(int4(0, 0, 0, 0)) end } })
    local read = view(srv(x, from))
    local rtv = t.rtv(x, { ViewDimension = "TEXTURE2DARRAY", MipSlice = to[1], FirstArraySlice = to[3], ArraySize = to[4] })
    t.run(q, function(l)
      states(l, x, from, "PIXEL_SHADER_RESOURCE", to, "RENDER_TARGET")
      l:SetDescriptorHeaps { heap }
      t.drawState(l, pso, rtv, nil, r)
      l:RSSetViewports { { Width = 1, Height = 1 } }
      l:SetGraphicsRootDescriptorTable(0, read)
      l:DrawInstanced(3, 1)
    end)
  end)
end

-- Two targets of one draw: different subresources, or the same twice.
local function two(first, second)
  local q, x = t.queue("DIRECT", "q"), t.tex("x", "RENDER_TARGET", RT, { MipLevels = 2, DepthOrArraySize = 2 })
  local r = t.device:CreateRootSignature { Name = "r" }
  local pso = t.device:CreateGraphicsPipelineState { Name = "two", RootSignature = r, PrimitiveTopologyType = "TRIANGLE", RasterizerState = { CullMode = "NONE" },
    VS = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) } end },
    PS = gpu.PixelShader { Name = "ps", Main = function(v) return { Target0 = float4(1, 1, 1, 1), Target1 = float4(0, 0, 0, 1) } end },
    RTVFormats = { "R8G8B8A8_UNORM", "R8G8B8A8_UNORM" }, DepthStencilState = { DepthEnable = false } }
  local a, b = t.rtv(x, first), t.rtv(x, second)
  t.run(q, function(l)
    t.drawState(l, pso, a, nil, r)
    l:OMSetRenderTargets { a, b }
    l:RSSetViewports { { Width = 32, Height = 32 } }
    l:DrawInstanced(3, 1)
  end)
end
local function slice(i, mip) return { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = i, ArraySize = 1, MipSlice = mip } end
case("two targets of two slices", "silent", function() two(slice(0), slice(1)) end)

-- Planes of depth and stencil.
local depths = gpu.Texture2D("t0", "float")
local function planes(l, x, dsv, pso, r, heap, read)
  l:SetDescriptorHeaps { heap }
  t.drawState(l, pso, t.rtv(t.target("picture")), dsv, r)
  l:SetGraphicsRootDescriptorTable(0, read)
  l:DrawInstanced(3, 1)
end
local PLANES = {
  { "depth is tested and sampled, read-only", "DEPTH_READ|PIXEL_SHADER_RESOURCE", "READ_ONLY_DEPTH|READ_ONLY_STENCIL", "silent" },
  { "depth is tested and sampled, through a view that may write", "DEPTH_READ|PIXEL_SHADER_RESOURCE", "NONE", "GS0407" },
  { "depth is tested and sampled, and only to be tested", "DEPTH_READ", "READ_ONLY_DEPTH|READ_ONLY_STENCIL", "GS0402" },
  { "depth is tested and sampled, and only to be sampled", "PIXEL_SHADER_RESOURCE", "READ_ONLY_DEPTH|READ_ONLY_STENCIL", "GS0402" },
}
for _, p in ipairs(PLANES) do
  local name, state, flags, want = unpack(p)
  case(name, want == "silent" and want or want .. ' texture "z"', function()
    local q, z = t.queue("DIRECT", "q"), t.tex("z", "DEPTH_WRITE", DS, { Format = "R32_TYPELESS" })
    local heap, view = views()
    local r = t.device:CreateRootSignature { Name = "r", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } } } }
    local pso = t.drawing("plain", { root = r, depth = flags == "NONE" and "ALL" or "ZERO", ps = { Name = "sample", Main = function(v) return float4(depths:Load(int3(0, 0, 0)), 0, 0, 1) end } })
    local read = view(function(h) t.device:CreateShaderResourceView(z, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D" }, h) end)
    local clear = t.dsv(z, { Format = "D32_FLOAT", ViewDimension = "TEXTURE2D" })
    local dsv = t.dsv(z, { Format = "D32_FLOAT", ViewDimension = "TEXTURE2D", Flags = flags == "NONE" and "NONE" or "READ_ONLY_DEPTH" })
    t.run(q, function(l)
      l:ClearDepthStencilView(clear, "DEPTH", 1, 0)
      t.go(l, z, "DEPTH_WRITE", state)
      planes(l, z, dsv, pso, r, heap, read)
    end)
  end)
end
