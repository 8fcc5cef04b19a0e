-- The CPU at memory that the GPU uses: every way in which commands read an UPLOAD buffer beside writes of the CPU, every way in which they write a READBACK buffer beside
-- its reads, and every way in which they need an object that is released. Made by loops: who comes first, what orders the two, which bytes.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local SIGNATURE
local function dispatches()
  SIGNATURE = SIGNATURE or t.device:CreateCommandSignature { Name = "dispatches", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  return SIGNATURE
end
local function typed(l, x)
  local views = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateShaderResourceView(x, { Format = "R32_UINT", ViewDimension = "BUFFER", NumElements = 64 }, views:GetCPUDescriptorHandle())
  local root = t.device:CreateRootSignature { Name = "root of views", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DATA_VOLATILE" } } }, { Type = "UAV" } } }
  local view, sum = gpu.Buffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
  l:SetPipelineState(t.device:CreateComputePipelineState { Name = "typed", RootSignature = root, CS = gpu.ComputeShader { Name = "typed", NumThreads = { 64, 1, 1 },
    Main = function(GroupIndex) sum[GroupIndex] = view[GroupIndex] end } })
  l:SetDescriptorHeaps { views }
  l:SetComputeRootSignature(root)
  l:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle())
  l:SetComputeRootUnorderedAccessView(1, t.buf("sum"):GetGPUVirtualAddress())
  l:Dispatch(1, 1, 1)
end
local function drawn(l, kind)
  t.drawState(l, t.drawing(kind), t.rtv(t.target("picture")))
end

-- Commands that read buffer x from its begin: bytes says how many. All of them read zeros without harm.
local readers = {
  { name = "copied from", bytes = 256, record = function(l, x) l:CopyBufferRegion(t.buf("to"), 0, x, 0, 256) end },
  { name = "copied to texels", bytes = 256, record = function(l, x)
    l:CopyTextureRegion({ Resource = t.tex("texels", "COPY_DEST") }, 0, 0, 0, t.rows(x, 1), { Right = 64, Bottom = 1, Back = 1 })
  end },
  { name = "read as a root view", bytes = 256, record = function(l, x) t.dispatch(l, "move", t.buf("result"), x) end },
  { name = "read through a table", bytes = 256, record = typed, dead = "GS0622" }, -- the list names the heap, whose descriptor shows nothing any more
  { name = "read as constants", bytes = 4, record = function(l, x) t.dispatch(l, "constant", t.buf("result"), x) end },
  { name = "read as vertices", bytes = 24, record = function(l, x)
    drawn(l, "vertices")
    t.vertices(l, x)
    l:DrawInstanced(3, 1)
  end },
  { name = "read as indices", bytes = 12, record = function(l, x)
    drawn(l, "plain")
    t.indices(l, x)
    l:DrawIndexedInstanced(3, 1)
  end },
  { name = "read as arguments", bytes = 12, record = function(l, x)
    t.use(l, "fill", t.buf("result"))
    l:ExecuteIndirect(dispatches(), 1, x, 0)
  end },
  { name = "read as a count", bytes = 4, record = function(l, x)
    t.use(l, "fill", t.buf("result"))
    l:ExecuteIndirect(dispatches(), 1, t.buf("arguments"), 0, x, 0)
  end },
  { name = "read as a predicate", bytes = 8, record = function(l, x)
    l:SetPredication(x, 0, "EQUAL_ZERO")
    l:SetPredication(nil)
  end },
}
-- Commands that write bytes bytes of buffer x.
local writers = {
  { name = "copied to", bytes = 256, record = function(l, x) l:CopyBufferRegion(x, 0, t.buf("from"), 0, 256) end },
  { name = "filled with texels", bytes = 256, record = function(l, x)
    l:CopyTextureRegion(t.rows(x, 1), 0, 0, 0, { Resource = t.tex("texels", "COPY_SOURCE") }, { Right = 64, Bottom = 1, Back = 1 })
  end },
  { name = "written at once", bytes = 4, record = function(l, x) l:WriteBufferImmediate { { Dest = x:GetGPUVirtualAddress(), Value = 1 } } end },
  { name = "filled with results", bytes = 8, record = function(l, x)
    local heap = t.device:CreateQueryHeap { Name = "ticks", Type = "TIMESTAMP", Count = 1 }
    l:EndQuery(heap, "TIMESTAMP", 0)
    l:ResolveQueryData(heap, "TIMESTAMP", 0, 1, x, 0)
  end },
}

-- The CPU touches bytes [at, at + 4).
local function touch(write, m, at)
  if write then m:Write(at, "uint", 0) else m:Read(at, "uint") end
end
local function mapped(uses, write, buffer)
  for _, u in ipairs(uses) do
    local last = string.format("x[%d, %d)", u.bytes - 4, u.bytes)
    local function way(how, expected, body)
      case(u.name .. ", " .. how, expected, function()
        SIGNATURE = nil
        local q, x, F = t.queue("DIRECT", "q"), buffer(), t.fence("F")
        local m = x:Map()
        body(q, x, F, m, t.list(q, function(l) u.record(l, x) end))
      end)
    end
    way("the CPU comes before", "silent", function(q, x, F, m, l)
      touch(write, m, 0)
      q:ExecuteCommandLists { l }
    end)
    way("the CPU comes behind, and nothing orders them", 'GS0513 buffer "x" @ x[0, 4)', function(q, x, F, m, l)
      q:ExecuteCommandLists { l }
      q:Signal(F, 1)
      touch(write, m, 0)
    end)
    way("the last bytes", 'GS0513 buffer "x" @ ' .. last, function(q, x, F, m, l)
      q:ExecuteCommandLists { l }
      touch(write, m, u.bytes - 4)
    end)
    way("the bytes behind", "silent", function(q, x, F, m, l)
      q:ExecuteCommandLists { l }
      touch(write, m, u.bytes)
    end)
    way("the CPU waits", "silent", function(q, x, F, m, l)
      q:ExecuteCommandLists { l }
      q:Signal(F, 1)
      F:WaitCPU(1)
      touch(write, m, 0)
    end)
    way("the CPU waits for what came before", 'GS0513 buffer "x" @ x[0, 4)', function(q, x, F, m, l)
      q:Signal(F, 1)
      q:ExecuteCommandLists { l }
      F:WaitCPU(1)
      touch(write, m, 0)
    end)
    way("the queue waits for the CPU", "silent", function(q, x, F, m, l)
      q:Wait(F, 1)
      q:ExecuteCommandLists { l }
      touch(write, m, 0)
      F:Signal(1)
    end)
    way("the queue waits for the CPU, which signals too early", 'GS0513 buffer "x" @ x[0, 4)', function(q, x, F, m, l)
      q:Wait(F, 1)
      q:ExecuteCommandLists { l }
      F:Signal(1)
      touch(write, m, 0)
    end)
    way("another queue that waited is waited for", "silent", function(q, x, F, m, l)
      local other, G = t.queue("COPY", "other"), t.fence("G")
      q:ExecuteCommandLists { l }
      q:Signal(F, 1)
      other:Wait(F, 1)
      other:Signal(G, 1)
      G:WaitCPU(1)
      touch(write, m, 0)
    end)
    way("another queue that did not wait is waited for", 'GS0513 buffer "x" @ x[0, 4)', function(q, x, F, m, l)
      local other, G = t.queue("COPY", "other"), t.fence("G")
      q:ExecuteCommandLists { l }
      q:Signal(F, 1)
      other:Signal(G, 1)
      other:Wait(F, 1)
      G:WaitCPU(1)
      touch(write, m, 0)
    end)
  end
end
mapped(readers, true, function() return t.upload("x") end)
mapped(writers, false, function() return t.readback("x") end)

-- Lifetimes: what commands need is released while they may run, before they are submitted, behind them.
local function lives(uses, buffer)
  for _, u in ipairs(uses) do
    local function way(how, expected, body)
      case(u.name .. ", released " .. how, expected, function()
        SIGNATURE = nil
        local q, x, F = t.queue("DIRECT", "q"), buffer(), t.fence("F")
        body(q, x, F, t.list(q, function(l) u.record(l, x) end))
      end)
    end
    way("in flight", 'GS0601 buffer "x"', function(q, x, F, l)
      q:ExecuteCommandLists { l }
      q:Signal(F, 1)
      x:Release()
    end)
    way("behind the wait", "silent", function(q, x, F, l)
      q:ExecuteCommandLists { l }
      q:Signal(F, 1)
      F:WaitCPU(1)
      x:Release()
    end)
    way("before it is submitted", u.dead or 'GS0604 buffer "x"', function(q, x, F, l)
      x:Release()
      q:ExecuteCommandLists { l }
    end)
    way("and the list is never submitted", "silent", function(q, x) x:Release() end)
  end
end
lives(readers, function() return t.buf("x") end)
lives(writers, function() return t.buf("x") end)
