-- Operators of DirectML through their whole life: compiled, initialised, bound, recorded, executed, read back. Every function composes
-- public calls of the API and nothing else.
--
--   Compile ─▶ Initialise: owned inputs, persistent memory ─▶ UAV barrier ─▶ Dispatch: inputs, outputs ─▶ Print
local gpu, dml = require "gpu", require "gpu.dml"

local SLOTS = 64                     -- descriptors of the heap; each table takes the next ones

local Operators = {}
Operators.__index = Operators

-- Create "name": a device, a queue, a heap of descriptors and what DirectML needs.
function Operators.Create(name)
  local device = gpu.CreateDevice { Name = name }
  local o = setmetatable({ device = device, ml = dml.CreateDevice(device, { Name = "ml" }), slot = 0, last = 0, persistent = {} }, Operators)
  o.queue    = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
  o.fence    = device:CreateFence(0, "done")
  o.heap     = device:CreateDescriptorHeap { Name = "descriptors", Type = "CBV_SRV_UAV", NumDescriptors = SLOTS, Flags = "SHADER_VISIBLE" }
  o.recorder = o.ml:CreateCommandRecorder()
  return o
end

-- Tensor({ 2, 3 }, { DataType = "INT32" }): packed and FLOAT32 unless more says otherwise.
function Operators.Tensor(sizes, more)
  local desc = { DataType = "FLOAT32", Sizes = sizes }
  for key, value in pairs(more or {}) do desc[key] = value end
  return dml.BufferTensor(desc)
end

-- A buffer with values, or one without.
function Operators:Buffer(name, tensor, values)
  if values then return dml.UploadTensor(self.queue, tensor, values, name) end
  return dml.AllocateTensor(self.device, tensor, name)
end

-- Bytes that the GPU works in: temporary and persistent memory.
function Operators:Memory(name, bytes)
  return self.device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = bytes, InitialState = "COMMON",
    Flags = "ALLOW_UNORDERED_ACCESS" }
end

-- A table over the next descriptors of the heap, with memory for one dispatch.
function Operators:Table(name, dispatchable)
  local needs = dispatchable:GetBindingProperties()
  local count = math.max(needs.RequiredDescriptorCount, 1)                      -- a range of none has no handles
  local t = self.ml:CreateBindingTable { Name = name, Dispatchable = dispatchable, SizeInDescriptors = count,
    CPUDescriptorHandle = self.heap:GetCPUDescriptorHandle(self.slot), GPUDescriptorHandle = self.heap:GetGPUDescriptorHandle(self.slot) }
  self.slot = self.slot + count
  if needs.TemporaryResourceSize > 0 then
    t:BindTemporaryResource { Buffer = self:Memory(name .. " temporary", needs.TemporaryResourceSize) }
  end
  return t
end

function Operators:Compile(desc, name) return self.ml:CompileOperator(self.ml:CreateOperator(desc), { Name = name }) end

-- Initialise records the initialisation of one compiled operator, whose owned inputs are given in the order of its inputs: {} for the others.
function Operators:Initialise(list, compiled, owned)
  local init = self.ml:CreateOperatorInitializer { compiled }
  local t = self:Table("init", init)
  if owned then t:BindInputs { { Type = "BUFFER_ARRAY", Bindings = owned } } end
  local bytes = compiled:GetBindingProperties().PersistentResourceSize
  if bytes > 0 then
    self.persistent[compiled] = self:Memory(compiled:GetName() .. " persistent", bytes)
    t:BindOutputs { { Buffer = self.persistent[compiled] } }
  end
  self.recorder:RecordDispatch(list, init, t)
  list:ResourceBarrier { { Type = "UAV" } }
end

-- Dispatch records one execution.
function Operators:Dispatch(list, compiled, inputs, outputs)
  local t = self:Table(compiled:GetName(), compiled)
  if self.persistent[compiled] then t:BindPersistentResource { Buffer = self.persistent[compiled] } end
  t:BindInputs(inputs)
  t:BindOutputs(outputs)
  self.recorder:RecordDispatch(list, compiled, t)
  list:ResourceBarrier { { Type = "UAV" } }
end

-- Submit executes what record puts into a list, and waits for it.
function Operators:Submit(record)
  local list = self.device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = self.device:CreateCommandAllocator "COMPUTE" }
  list:SetDescriptorHeaps { self.heap }
  record(list)
  list:Close()
  self.queue:ExecuteCommandLists { list }
  self.last = self.last + 1
  self.queue:Signal(self.fence, self.last)
  self.fence:WaitCPU(self.last)
end

-- Run initialises and executes one operator.
function Operators:Run(compiled, inputs, outputs, owned)
  self:Submit(function(list)
    self:Initialise(list, compiled, owned)
    self:Dispatch(list, compiled, inputs, outputs)
  end)
end

-- Print writes the elements of a tensor, which begins at an offset in bytes.
function Operators:Print(name, tensor, buffer, offset)
  local text = {}
  for i, v in ipairs(dml.ReadTensor(self.queue, tensor, buffer, offset)) do text[i] = ("%g"):format(v) end
  print(("%s: %s"):format(name, table.concat(text, ", ")))
end

return Operators
