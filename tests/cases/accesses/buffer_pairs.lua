-- Two commands on two queues touch one buffer: every way to write it against every way to read or write it, with and without order.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- A use records a command that touches buffer b from byte at. on: the type of its queue; writes, reads; others are resources of its own.
local uses = {
  { name = "copy to", on = "COPY", writes = true, record = function(l, b, at)
    l:CopyBufferRegion(b, at, t.upload("from"), 0, 256)
  end },
  { name = "kernel write", on = "COMPUTE", writes = true, record = function(l, b, at) t.fill(l, b, at / 4) end },
  { name = "immediate write", on = "DIRECT", writes = true, record = function(l, b, at)
    l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress() + at, Value = 5 } }
  end },
  { name = "query results", on = "DIRECT", writes = true, record = function(l, b, at)
    local heap = t.device:CreateQueryHeap { Name = "ticks", Type = "TIMESTAMP", Count = 2 }
    l:EndQuery(heap, "TIMESTAMP", 0)
    l:ResolveQueryData(heap, "TIMESTAMP", 0, 1, b, at)
  end },
  { name = "copy from", on = "COPY", reads = true, record = function(l, b, at) l:CopyBufferRegion(t.readback("to"), 0, b, at, 256) end },
  { name = "structured read", on = "COMPUTE", reads = true, record = function(l, b, at) t.dispatch(l, "move", t.buf("result", 8192), b, at / 4) end },
  { name = "constants", on = "COMPUTE", reads = true, record = function(l, b, at)
    t.use(l, "constant", t.buf("result"))
    l:SetComputeRootConstantBufferView(3, b:GetGPUVirtualAddress() + at)
    l:Dispatch(1, 1, 1)
  end },
  { name = "vertices", on = "DIRECT", reads = true, record = function(l, b, at)
    local pso = t.drawing("vertices")
    t.drawState(l, pso, t.rtv(t.target("picture")))
    l:IASetVertexBuffers(0, { { BufferLocation = b:GetGPUVirtualAddress() + at, SizeInBytes = 24, StrideInBytes = 8 } })
    l:DrawInstanced(3, 1)
  end },
  { name = "indices", on = "DIRECT", reads = true, record = function(l, b, at)
    local pso = t.drawing("plain")
    t.drawState(l, pso, t.rtv(t.target("picture")))
    l:IASetIndexBuffer { BufferLocation = b:GetGPUVirtualAddress() + at, SizeInBytes = 12, Format = "R32_UINT" }
    l:DrawIndexedInstanced(3, 1)
  end },
  { name = "indirect arguments", on = "COMPUTE", reads = true, record = function(l, b, at)
    local signature = t.device:CreateCommandSignature { Name = "indirect", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
    t.use(l, "fill", t.buf("result"))
    l:ExecuteIndirect(signature, 1, b, at)
  end },
  { name = "predicate", on = "DIRECT", reads = true, record = function(l, b, at)
    l:SetPredication(b, at, "EQUAL_ZERO")
    l:SetPredication(nil)
  end },
}

local function submit(use, queue, b, at) t.run(queue, function(l) use.record(l, b, at) end, use.name) end

for i, first in ipairs(uses) do
  for j, second in ipairs(uses) do
    local clocked = first.name == "query results" and second.name == "indirect arguments"     -- a time is no number of groups
    if first.writes and (second.reads or j > i) and not clocked then
      local name = first.name .. ", " .. second.name
      local function pair(how, expected, secondAt, between)
        case(name .. ": " .. how, expected, function()
          local b, F = t.buf("shared", 8192), t.fence("F")
          local one, two = t.queue(first.on, "one"), t.queue(second.on, "two")
          if between == "high" then one:Signal(F, 1) end
          submit(first, one, b, 0)
          if between == "fence" then
            one:Signal(F, 1)
            two:Wait(F, 1)
          elseif between == "cpu" then
            t.idle(one)
          elseif between == "high" then
            one:Signal(F, 2)
            two:Wait(F, 1)
          end
          submit(second, two, b, secondAt)
        end)
      end
      pair("unordered", 'GS0512 buffer "shared"', 0)
      pair("ordered", "silent", 0, "fence")
      if second.reads then pair("other bytes", "silent", 4096) else pair("other bytes", 'GS0514 buffer "shared"', 4096) end
      if i == 1 then pair("value too low", 'GS0512 buffer "shared"', 0, "high") end
      if i == 2 then pair("the CPU waits", "silent", 0, "cpu") end
    end
  end
end
