-- Text timelines: what ran when on which queue, measured with timestamp queries.
--
--   list   Begin("1") ─ … ─ End()          two EndQuery around the work; the glyph stands for it in the picture
--   later  Collect()                       each queue resolves its queries, the CPU waits and reads them
--   then   Print()                         one row a queue, one column a slice of virtual time
--
-- Work makes a dispatch that keeps an engine busy for a while. What it calculates does not matter.
local gpu = require "gpu"

local QUERIES = 128                  -- of a queue: two for each span
local COLUMNS = 96

local Timeline = {}
Timeline.__index = Timeline

-- Create(device, queues): a timeline with a row for each queue. With shared the queues share an engine, and stand in the order
-- of their priorities: while the first one runs, the others stand still, although their spans go on.
function Timeline.Create(device, queues, shared)
  local t = setmetatable({ device = device, rows = {}, byQueue = {}, shared = shared }, Timeline)
  for i, queue in ipairs(queues) do
    local name, type = queue:GetName(), queue:GetDesc().Type
    local row = { name = name, queue = queue, type = type, spans = {} }
    row.heap = device:CreateQueryHeap { Name = name .. " clock", Type = type == "COPY" and "COPY_QUEUE_TIMESTAMP" or "TIMESTAMP", Count = QUERIES }
    row.ticks = device:CreateCommittedResource { Name = name .. " ticks", HeapType = "READBACK", Dimension = "BUFFER", Width = QUERIES * 8,
      InitialState = "COPY_DEST" }
    row.fence = device:CreateFence(0, name .. " clock")
    t.rows[i], t.byQueue[name] = row, row
  end
  return t
end

-- Begin opens a span of a queue in a list, End closes it.
function Timeline:Begin(list, queue, glyph)
  local row = self.byQueue[queue:GetName()]
  row.spans[#row.spans + 1] = { glyph = glyph }
  list:EndQuery(row.heap, "TIMESTAMP", #row.spans * 2 - 2)
end

function Timeline:End(list, queue)
  local row = self.byQueue[queue:GetName()]
  list:EndQuery(row.heap, "TIMESTAMP", #row.spans * 2 - 1)
end

-- Mark adds a span that the CPU measured with gpu.Now, in a row of its own.
function Timeline:Mark(name, glyph, from, to)
  local row = self.byQueue[name]
  if not row then
    row = { name = name, spans = {} }
    self.byQueue[name] = row
    table.insert(self.rows, 1, row)
  end
  row.spans[#row.spans + 1] = { glyph = glyph, from = from, to = to }
end

-- Collect waits until all queues have done what was submitted, and reads the times: nanoseconds in from and to of each span.
function Timeline:Collect()
  for _, row in ipairs(self.rows) do
    if row.queue and #row.spans > 0 then
      local allocator = self.device:CreateCommandAllocator(row.type, row.name .. " clock")
      local list = self.device:CreateCommandList { Type = row.type, Name = row.name .. " clock", Allocator = allocator }
      list:ResolveQueryData(row.heap, "TIMESTAMP", 0, #row.spans * 2, row.ticks, 0)
      list:Close()
      row.queue:ExecuteCommandLists { list }
      row.queue:Signal(row.fence, 1)
      row.fence:WaitCPU(1)
      local words = row.ticks:Map():Read(0, "uint", #row.spans * 4)
      row.ticks:Unmap(0, { Begin = 0, End = 0 })
      local tick = 1e9 / row.queue:GetTimestampFrequency()
      for i, span in ipairs(row.spans) do
        span.from = (words[i * 4 - 3] + words[i * 4 - 2] * 2 ^ 32) * tick
        span.to   = (words[i * 4 - 1] + words[i * 4] * 2 ^ 32) * tick
      end
    end
  end
end

-- Spans are those of a queue, in the order of recording: { glyph, from, to }.
function Timeline:Spans(queue) return self.byQueue[queue:GetName()].spans end

-- Length is the time from the first begin to the last end.
function Timeline:Length()
  local first, last = math.huge, 0
  for _, row in ipairs(self.rows) do
    for _, span in ipairs(row.spans) do first, last = math.min(first, span.from), math.max(last, span.to) end
  end
  return last - first, first
end

-- Busy is the time in which at least one of the queues was at work.
function Timeline:Busy()
  local spans, sum, done = {}, 0, 0
  for _, row in ipairs(self.rows) do
    for _, span in ipairs(row.queue and row.spans or {}) do spans[#spans + 1] = span end
  end
  table.sort(spans, function(a, b) return a.from < b.from end)
  for _, span in ipairs(spans) do
    sum, done = sum + math.max(span.to - math.max(span.from, done), 0), math.max(done, span.to)
  end
  return sum
end

-- Print draws the timeline. slice is the time of a column in microseconds; without it the picture is at most COLUMNS wide.
function Timeline:Print(title, slice)
  local length, first = self:Length()
  slice = slice or 1
  while length / (slice * 1000) > COLUMNS do slice = slice + (slice < 10 and 1 or 5) end
  local columns = math.ceil(length / (slice * 1000))
  print(("%s: %s, a column is %d µs"):format(title, gpu.FormatTime(length), slice))
  local taken = {}                                                    -- columns in which an earlier queue has the engine
  for _, row in ipairs(self.rows) do
    local cells = {}
    for i = 1, columns do cells[i] = "." end
    for _, span in ipairs(row.spans) do
      local from = math.floor((span.from - first) / (slice * 1000)) + 1
      local to = math.max(math.ceil((span.to - first) / (slice * 1000)), from)
      for i = from, math.min(to, columns) do
        if not taken[i] then cells[i] = span.glyph end
      end
    end
    for i = 1, columns do taken[i] = taken[i] or self.shared and row.queue and cells[i] ~= "." end
    print(("  %-12s |%s|"):format(row.name, table.concat(cells)))
  end
end

-- A load keeps an engine busy: ITEMS work items turn a linear congruential generator.
local ITEMS, TURNS = 4096, 228       -- turns that the default adapter does in a microsecond

local state = gpu.RWStructuredBuffer("u0", "uint")
local job   = gpu.ConstantBuffer("b0", { { "turns", "uint" } })
local generate = gpu.ComputeShader {
  Name = "generate", NumThreads = { 64, 1, 1 },
  Main = function(DispatchThreadID)
    local x = state[DispatchThreadID.x]
    for turn = 1, int(job.turns) do x = x * 1664525 + 1013904223 end
    state[DispatchThreadID.x] = x
  end,
}

local Load = {}
Load.__index = Load

function Timeline.Load(device)
  local root = device:CreateRootSignature { Name = "load", Parameters = {
    { Type = "UAV", ShaderRegister = 0 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 } } }
  return setmetatable({ device = device, root = root,
    pso = device:CreateComputePipelineState { Name = "generate", RootSignature = root, CS = generate } }, Load)
end

-- State is a buffer for one chain of loads.
function Load:State(name)
  return self.device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = ITEMS * 4,
    InitialState = "COMMON", Flags = "ALLOW_UNORDERED_ACCESS" }
end

-- Work records a dispatch of about that many microseconds, and the barrier that lets the next one follow.
function Load:Work(list, buffer, microseconds)
  list:SetComputeRootSignature(self.root)
  list:SetPipelineState(self.pso)
  list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
  list:SetComputeRoot32BitConstant(1, gpu.AsUint(math.floor(microseconds * TURNS)))
  list:Dispatch(ITEMS / 64, 1, 1)
  list:ResourceBarrier { { Type = "UAV", Resource = buffer } }
end

-- Record makes a closed list of a queue's type.
function Timeline.Record(device, queue, name, body)
  local type = queue:GetDesc().Type
  local list = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type, name) }
  body(list)
  list:Close()
  return list
end

return Timeline
