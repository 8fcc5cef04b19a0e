-- Lives of objects: every way to need an object, given up between recording and submission, behind the submission, and when the work is done; mapped memory
-- that is submitted; lists in every state of theirs.
local t = require "prelude"
local gpu, case = t.gpu, t.case
local RT, DS = "ALLOW_RENDER_TARGET", "ALLOW_DEPTH_STENCIL"

local words = gpu.ByteAddressBuffer("t0")
local keep = gpu.RWByteAddressBuffer("u1")
local function heap(type, n) return t.device:CreateDescriptorHeap { Name = "views", Type = type, NumDescriptors = n or 4, Flags = "SHADER_VISIBLE" } end
local function kernel(l, root, main)
  l:SetPipelineState(t.device:CreateComputePipelineState { Name = "cs", RootSignature = root, CS = gpu.ComputeShader { Name = "cs", NumThreads = { 1, 1, 1 }, Main = main } })
  l:SetComputeRootSignature(root)
end
local function table1(range, class)
  return t.device:CreateRootSignature { Name = "r", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { range } }, { Type = "UAV", ShaderRegister = 1 } } }
end

-- A way makes what it needs, records with it, and gives the object back that is given up.
local ways = {
  { "the source of a copy", "buffer", function() local b, to = t.upload "x", t.buf "to" return b, function(l) l:CopyBufferRegion(to, 0, b, 0, 64) end end },
  { "the destination of a copy", "buffer", function() local b, up = t.buf "x", t.upload "up" return b, function(l) l:CopyBufferRegion(b, 0, up, 0, 64) end end },
  { "a readback buffer", "buffer", function() local b, from = t.readback "x", t.buf "from" return b, function(l) l:CopyBufferRegion(b, 0, from, 0, 64) end end },
  { "a texture that is copied to", "texture", function() local x, up = t.tex("x", "COPY_DEST"), t.upload("up", 16384) return x, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(up)) end end },
  { "a texture of a barrier alone", "texture", function() local x = t.tex("x", "COPY_DEST") return x, function(l) t.go(l, x, "COPY_DEST", "COPY_SOURCE") end end },
  { "a buffer of a UAV barrier", "buffer", function() local b = t.buf "x" return b, function(l) t.fill(l, b) t.uav(l, b) end end },
  { "a target that is cleared", "texture", function() local x = t.target "x" local rtv = t.rtv(x) return x, function(l) l:ClearRenderTargetView(rtv, { 0, 0, 0, 0 }) end end },
  { "a depth buffer that is cleared", "texture", function() local z = t.depth "x" local dsv = t.dsv(z) return z, function(l) l:ClearDepthStencilView(dsv, "DEPTH", 1, 0) end end },
  { "a target that is discarded", "texture", function() local x = t.target "x" return x, function(l) l:DiscardResource(x) end end },
  { "a target that is resolved", "texture", function()
    local x, y = t.tex("x", "RESOLVE_SOURCE", RT, { SampleDesc = { Count = 4 } }), t.tex("y", "RESOLVE_DEST")
    return x, function(l) l:ResolveSubresource(y, 0, x, 0, "R8G8B8A8_UNORM") end
  end },
  { "a target of a draw", "texture", function()
    local x, pso = t.target "x", t.drawing "plain"
    local rtv = t.rtv(x)
    return x, function(l) t.drawState(l, pso, rtv) l:DrawInstanced(3, 1) end
  end },
  { "the pipeline of a draw", "pipeline", function()
    local x, pso = t.target "picture", t.drawing "plain"
    local rtv = t.rtv(x)
    return pso, function(l) t.drawState(l, pso, rtv) l:DrawInstanced(3, 1) end
  end },
  { "vertices", "buffer", function()
    local x, pso, b = t.target "picture", t.drawing "vertices", t.upload "x"
    local rtv = t.rtv(x)
    return b, function(l) t.drawState(l, pso, rtv) t.vertices(l, b) l:DrawInstanced(3, 1) end
  end },
  { "indices", "buffer", function()
    local x, pso, b = t.target "picture", t.drawing "plain", t.upload "x"
    local rtv = t.rtv(x)
    return b, function(l) t.drawState(l, pso, rtv) t.indices(l, b) l:DrawIndexedInstanced(3, 1) end
  end },
  { "a root constant buffer", "buffer", function() local b, to = t.upload "x", t.buf "to" return b, function(l) t.dispatch(l, "constant", to, b) end end },
  { "a root shader resource", "buffer", function() local b, to = t.upload "x", t.buf "to" return b, function(l) t.dispatch(l, "move", to, b) end end },
  { "a root unordered access view", "buffer", function() local b = t.buf "x" return b, function(l) t.fill(l, b) end end },
  { "arguments", "buffer", function()
    local b, to = t.upload "x", t.buf "to"
    b:Map():Write(0, "uint", { 1, 1, 1 })
    b:Unmap()
    local sig = t.device:CreateCommandSignature { Name = "sig", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
    return b, function(l) t.use(l, "fill", to) l:ExecuteIndirect(sig, 1, b) end
  end },
  { "the count of arguments", "buffer", function()
    local b, args, to = t.upload "x", t.upload "args", t.buf "to"
    local sig = t.device:CreateCommandSignature { Name = "sig", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
    return b, function(l) t.use(l, "fill", to) l:ExecuteIndirect(sig, 1, args, 0, b, 0) end
  end },
  { "a command signature", "command signature", function()
    local b, to = t.upload "args", t.buf "to"
    local sig = t.device:CreateCommandSignature { Name = "x", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
    b:Map():Write(0, "uint", { 1, 1, 1 })
    b:Unmap()
    return sig, function(l) t.use(l, "fill", to) l:ExecuteIndirect(sig, 1, b) end
  end },
  { "a predicate", "buffer", function() local b, up, to = t.upload "x", t.upload "up", t.buf "to" return b, function(l) l:SetPredication(b, 0, "EQUAL_ZERO") l:CopyBufferRegion(to, 0, up, 0, 64) end end },
  { "a query heap", "query heap", function()
    local h, to = t.device:CreateQueryHeap { Name = "x", Type = "TIMESTAMP", Count = 1 }, t.buf "to"
    return h, function(l) l:EndQuery(h, "TIMESTAMP", 0) l:ResolveQueryData(h, "TIMESTAMP", 0, 1, to, 0) end
  end },
  { "the destination of query results", "buffer", function()
    local h, to = t.device:CreateQueryHeap { Name = "h", Type = "TIMESTAMP", Count = 1 }, t.buf "x"
    return to, function(l) l:EndQuery(h, "TIMESTAMP", 0) l:ResolveQueryData(h, "TIMESTAMP", 0, 1, to, 0) end
  end },
  { "an address that is written to at once", "buffer", function() local b = t.buf "x" return b, function(l) l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress(), Value = 1 } } end end },
  { "a descriptor heap", "descriptor heap", function()
    local b, to, h = t.buf "b", t.buf "to", heap "CBV_SRV_UAV"
    t.device:CreateShaderResourceView(b, { Format = "R32_TYPELESS", Flags = "RAW" }, h:GetCPUDescriptorHandle(0))
    local root = table1 { Type = "SRV", NumDescriptors = 1 }
    return h, function(l)
      l:SetDescriptorHeaps { h }
      kernel(l, root, function(GroupIndex) keep:Store(0, words:Load(0)) end)
      l:SetComputeRootDescriptorTable(0, h:GetGPUDescriptorHandle(0))
      l:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
      l:Dispatch(1, 1, 1)
    end
  end },
  { "a heap of a placed buffer", "heap", function()
    local h, up = t.heap(), t.upload "up"
    local b = t.placed("b", h)
    return h, function(l) l:CopyBufferRegion(b, 0, up, 0, 64) end
  end },
  { "a placed buffer", "buffer", function()
    local b, up = t.placed("x", t.heap()), t.upload "up"
    return b, function(l) l:CopyBufferRegion(b, 0, up, 0, 64) end
  end },
}
for _, way in ipairs(ways) do
  local name, kind, make = unpack(way)
  local object = kind == "heap" and 'buffer "b"' or kind == "descriptor heap" and 'descriptor heap "views"' or kind == "pipeline" and "pipeline" or kind .. ' "x"'
  case(name .. ", given up before the submission", "GS0604 " .. object, function()
    local q = t.queue("DIRECT", "q")
    local x, record = make()
    local l = t.list(q, record)
    x:Release()
    q:ExecuteCommandLists { l }
  end)
  case(name .. ", given up behind the submission", "GS0601 " .. (kind == "heap" and 'heap "heap"' or object), function()
    local q = t.queue("DIRECT", "q")
    local x, record = make()
    t.run(q, record)
    x:Release()
  end)
  case(name .. ", given up when the work is done", "silent", function()
    local q = t.queue("DIRECT", "q")
    local x, record = make()
    t.run(q, record)
    t.idle(q)
    x:Release()
  end)
  case(name .. ", given up and then recorded", "GS0330", function()
    local q = t.queue("DIRECT", "q")
    local x, record = make()
    x:Release()
    t.run(q, record)
  end)
end

-- Memory that is mapped while lists that use it are submitted: only what the CPU does with it matters.
case("a mapped upload buffer is submitted", "silent", function()
  local q, up, to = t.queue("DIRECT", "q"), t.upload "up", t.buf "to"
  up:Map():Write(0, "uint", { 1 })
  t.run(q, function(l) l:CopyBufferRegion(to, 0, up, 0, 4) end)
end)
case("a mapped upload buffer is submitted and unmapped in flight", "silent", function()
  local q, up, to = t.queue("DIRECT", "q"), t.upload "up", t.buf "to"
  up:Map():Write(0, "uint", { 1 })
  t.run(q, function(l) l:CopyBufferRegion(to, 0, up, 0, 4) end)
  up:Unmap()
end)
case("a readback buffer that is mapped before the copy and read behind the wait", "silent", function()
  local q, from, down = t.queue("DIRECT", "q"), t.buf "from", t.readback "down"
  local m = down:Map()
  t.run(q, function(l) l:CopyBufferRegion(down, 0, from, 0, 4) end)
  t.idle(q)
  m:Read(0, "uint", 1)
end)
case("a mapped buffer is given up", "silent", function()
  local up = t.upload "up"
  up:Map():Write(0, "uint", { 1 })
  up:Release()
end)

-- Lists in every state, and what may be done with them.
local function recorded(q, l) local from, to = t.upload "from", t.buf "to" l:CopyBufferRegion(to, 0, from, 0, 4) end
for _, c in ipairs {
  { "an open list is submitted", "GS0342", function(q, l) q:ExecuteCommandLists { l } end },
  { "a closed list is submitted", "silent", function(q, l) l:Close() q:ExecuteCommandLists { l } end },
  { "a closed list records", "GS0333", function(q, l) l:Close() recorded(q, l) end },
  { "a list is closed twice", "GS0333", function(q, l) l:Close() l:Close() end },
  { "an open list is reset", "GS0334", function(q, l, a) l:Reset(a) end },
  { "a closed list is reset on the allocator that it has", "silent", function(q, l, a) l:Close() l:Reset(a) l:Close() end },
  { "a submitted list is reset on another allocator", "silent", function(q, l) l:Close() q:ExecuteCommandLists { l } l:Reset(t.device:CreateCommandAllocator "DIRECT") l:Close() end },
  { "a submitted list is given up", "silent", function(q, l) l:Close() q:ExecuteCommandLists { l } l:Release() end },
  { "a list is given up and submitted", "GS0330", function(q, l) l:Close() l:Release() q:ExecuteCommandLists { l } end },
  { "an open list is given up, and its allocator begins another", "silent", function(q, l, a) l:Release() t.device:CreateCommandList { Type = "DIRECT", Name = "next", Allocator = a }:Close() end },
  { "an allocator is given up before the submission", "GS0604", function(q, l, a) l:Close() a:Release() q:ExecuteCommandLists { l } end },
  { "an allocator is given up while its list records, and the list is submitted", "GS0604", function(q, l, a) a:Release() recorded(q, l) l:Close() q:ExecuteCommandLists { l } end },
  { "an empty list is submitted", "silent", function(q, l) l:Close() q:ExecuteCommandLists { l } end },
  { "a list is submitted twice, a wait between", "silent", function(q, l) l:Close() q:ExecuteCommandLists { l } t.idle(q) q:ExecuteCommandLists { l } end },
  { "a list is submitted twice in one call", "GS0603", function(q, l) l:Close() q:ExecuteCommandLists { l, l } end },
  { "a list for a copy queue", "GS0341", function(q, l) l:Close() t.queue("COPY", "c"):ExecuteCommandLists { l } end },
} do
  local name, want, body = unpack(c)
  case(name, want, function()
    local q, a = t.queue("DIRECT", "q"), t.device:CreateCommandAllocator("DIRECT", "a")
    body(q, t.device:CreateCommandList { Type = "DIRECT", Name = "l", Allocator = a }, a)
  end)
end
