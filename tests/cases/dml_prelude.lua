-- What the cases of DirectML stand on: one device, one operator after the other, tables over one heap. Every function composes public calls
-- of the API and nothing else.
local gpu, dml = require "gpu", require "gpu.dml"

local t = { gpu = gpu, dml = dml }

-- case declares a case, as in prelude.lua. Its body runs with a device, a COMPUTE queue, a DirectML device, a recorder and a heap of 256 descriptors.
function t.case(name, expected, body)
  if not arg[1] then
    print(name .. "\t" .. expected)
  elseif arg[1] == name then
    t.device = gpu.CreateDevice { Name = "device" }
    t.ml = dml.CreateDevice(t.device, { Name = "ml" })
    t.queue = t.device:CreateCommandQueue { Type = "COMPUTE", Name = "queue" }
    t.heap = t.descriptors "heap"
    t.recorder = t.ml:CreateCommandRecorder()
    t.slot = 0
    print("case " .. name)
    body(t)
  end
end

function t.descriptors(name, flags) return t.device:CreateDescriptorHeap { Name = name, Type = "CBV_SRV_UAV", NumDescriptors = 256, Flags = flags or "SHADER_VISIBLE" } end

function t.tensor(sizes, more)
  local desc = { DataType = "FLOAT32", Sizes = sizes }
  for key, value in pairs(more or {}) do desc[key] = value end
  return dml.BufferTensor(desc)
end
t.four = t.tensor { 4 }
t.owned = t.tensor({ 4 }, { Flags = "OWNED_BY_DML" })

-- Buffers: in DEFAULT memory, for any access, unless more says otherwise.
function t.buf(name, size, more)
  local desc = { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = size or 16, InitialState = "COMMON", Flags = "ALLOW_UNORDERED_ACCESS" }
  for key, value in pairs(more or {}) do desc[key] = value end
  return t.device:CreateCommittedResource(desc)
end
function t.upload(name, size) return t.buf(name, size, { HeapType = "UPLOAD", InitialState = "GENERIC_READ", Flags = "NONE" }) end
function t.filled(name) return dml.UploadTensor(t.queue, t.four, { 1, -2, 3, -4 }, name) end

-- Operators over four elements: relu of one input, add of two, and add with a first input that is handed over.
function t.relu(name, more) return t.compile({ Type = "ACTIVATION_RELU", InputTensor = t.four, OutputTensor = t.four }, name or "relu", more) end
function t.add(name, more) return t.compile({ Type = "ELEMENT_WISE_ADD", ATensor = t.four, BTensor = t.four, OutputTensor = t.four }, name or "add", more) end
function t.weighted(name) return t.compile({ Type = "ELEMENT_WISE_ADD", ATensor = t.owned, BTensor = t.four, OutputTensor = t.four }, name or "weighted") end
function t.compile(desc, name, flags) return t.ml:CompileOperator(t.ml:CreateOperator(desc), { Name = name, Flags = flags }) end
function t.init(...) return t.ml:CreateOperatorInitializer { ... } end

-- A range of descriptors that no other table has.
function t.range(dispatchable, name)
  local size = math.max(dispatchable:GetBindingProperties().RequiredDescriptorCount, 1)
  local desc = { Name = name or "table", Dispatchable = dispatchable, SizeInDescriptors = size, CPUDescriptorHandle = t.heap:GetCPUDescriptorHandle(t.slot),
    GPUDescriptorHandle = t.heap:GetGPUDescriptorHandle(t.slot) }
  t.slot = t.slot + size
  return desc
end
function t.table(dispatchable, name) return t.ml:CreateBindingTable(t.range(dispatchable, name)) end

-- A table with everything bound; temporary and persistent memory where it is needed.
function t.bound(dispatchable, inputs, outputs, persistent, name)
  local bindings, needs = t.table(dispatchable, name), dispatchable:GetBindingProperties()
  if needs.TemporaryResourceSize > 0 then bindings:BindTemporaryResource { Buffer = t.buf("temporary", needs.TemporaryResourceSize) } end
  if persistent then bindings:BindPersistentResource { Buffer = persistent } end
  local function all(buffers)
    local list = {}
    for i, b in ipairs(buffers) do list[i] = b and { Buffer = b } or {} end
    return list
  end
  bindings:BindInputs(all(inputs))
  bindings:BindOutputs(all(outputs))
  return bindings
end

-- Lists and submissions.
function t.list(body, type, name)
  type = type or "COMPUTE"
  local l = t.device:CreateCommandList { Type = type, Name = name or "list", Allocator = t.device:CreateCommandAllocator(type) }
  l:SetDescriptorHeaps { t.heap }
  body(l)
  l:Close()
  return l
end
function t.submit(...) t.queue:ExecuteCommandLists { ... } end
function t.idle(queue)
  local fence = t.device:CreateFence(0, "idle");
  (queue or t.queue):Signal(fence, 1)
  fence:WaitCPU(1)
end
function t.run(body, name)
  t.submit(t.list(body, nil, name))
  t.idle()
end
function t.uav(l, resource) l:ResourceBarrier { { Type = "UAV", Resource = resource } } end
function t.record(l, dispatchable, bindings) t.recorder:RecordDispatch(l, dispatchable, bindings) end

-- ready initialises operators that keep nothing, and waits.
function t.ready(...)
  local init = t.init(...)
  local bindings = t.table(init, "init table")
  t.run(function(l) t.record(l, init, bindings) end, "init list")
end

-- kept initialises the operator of weighted: its persistent memory holds the first input.
function t.kept(weighted)
  local init, size = t.init(weighted), weighted:GetBindingProperties().PersistentResourceSize
  local persistent, bindings = t.buf("persistent", size), t.table(init, "init table")
  bindings:BindInputs { { Bindings = { { Buffer = t.filled "weights" }, {} } } }
  bindings:BindOutputs { { Buffer = persistent } }
  t.run(function(l) t.record(l, init, bindings) end, "init list")
  return persistent
end

-- start is a world for one operator: it compiled, its initializer, a table for each, and buffers; more is added to the description of the tensor.
function t.start(more)
  local w = { device = t.device, queue = t.queue, fence = t.device:CreateFence(0, "ml"), ml = t.ml, heap = t.heap, recorder = t.recorder }
  local desc = { DataType = "FLOAT32", Sizes = { 4 } }
  for k, v in pairs(more or {}) do desc[k] = v end
  w.A = dml.BufferTensor(desc)
  w.relu = w.ml:CompileOperator(w.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = w.A, OutputTensor = w.A }, { Name = "relu" })
  w.init = w.ml:CreateOperatorInitializer { w.relu }

  -- range describes a table whose descriptors begin at a slot of the heap.
  function w.range(what, at, size)
    return { Dispatchable = what, SizeInDescriptors = size or 8, CPUDescriptorHandle = w.heap:GetCPUDescriptorHandle(at), GPUDescriptorHandle = w.heap:GetGPUDescriptorHandle(at) }
  end
  function w.binding(what, at, size) return w.ml:CreateBindingTable(w.range(what, at, size)) end

  -- tensor is a buffer for a number of floats.
  function w.tensor(floats) return dml.AllocateTensor(w.device, dml.BufferTensor { DataType = "FLOAT32", Sizes = { floats } }, "tensor") end

  function w.open()
    local l = w.device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = w.device:CreateCommandAllocator "COMPUTE" }
    l:SetDescriptorHeaps { w.heap }
    return l
  end

  -- list records, submits, signals a value, and waits for it unless told not to.
  function w.list(body, value, queue, later)
    local l = w.open()
    body(l)
    l:Close();
    (queue or w.queue):ExecuteCommandLists { l };
    (queue or w.queue):Signal(w.fence, value)
    if not later then w.fence:WaitCPU(value) end
  end

  function w.execute(l) w.recorder:RecordDispatch(l, w.relu, w.exec) end
  function w.initialise() w.list(function(l) w.recorder:RecordDispatch(l, w.init, w.first) end, 1) end
  function w.read(buffer) return dml.ReadTensor(w.queue, w.A, buffer) end

  local values = {}
  for i = 1, desc.Sizes[1] do values[i] = i % 2 == 0 and -i or i end
  w.a, w.b = dml.UploadTensor(w.queue, w.A, values, "a"), dml.AllocateTensor(w.device, w.A, "b")
  w.first, w.exec = w.binding(w.init, 0), w.binding(w.relu, 8)
  w.exec:BindInputs { { Buffer = w.a } }
  w.exec:BindOutputs { { Buffer = w.b } }
  return w
end

-- owner is start with an operator c = a + b whose b is OWNED_BY_DML, and its persistent resource; its tables bind nothing yet.
function t.owner(flags)
  local w = t.start()
  w.W = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 }, Flags = "OWNED_BY_DML" }
  w.sum = w.ml:CompileOperator(w.ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = w.A, BTensor = w.W, OutputTensor = w.A }, { Name = "sum", Flags = flags })
  w.init = w.ml:CreateOperatorInitializer { w.sum }
  w.size = w.sum:GetBindingProperties().PersistentResourceSize
  w.kept = dml.AllocateTensor(w.device, dml.BufferTensor { DataType = "UINT8", Sizes = { 2 * w.size } }, "kept")
  w.first, w.exec = w.binding(w.init, 16), w.binding(w.sum, 24)
  w.weights = dml.UploadTensor(w.queue, w.A, { 10, 20, 30, 40 }, "weights")

  -- bind binds everything.
  function w.bind()
    w.first:BindInputs { { Bindings = { {}, { Buffer = w.weights } } } }
    w.first:BindOutputs { { Buffer = w.kept, SizeInBytes = w.size } }
    w.exec:BindInputs { { Buffer = w.a } }
    w.exec:BindOutputs { { Buffer = w.b } }
    w.exec:BindPersistentResource { Buffer = w.kept, SizeInBytes = w.size }
  end
  function w.execute(l) w.recorder:RecordDispatch(l, w.sum, w.exec) end
  return w
end

-- net describes a graph of two operators in a row that a function changes.
function t.net(w, change)
  local relu = w.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = w.A, OutputTensor = w.A }
  local d = { InputCount = 1, OutputCount = 1, Nodes = { { Operator = relu, Name = "first" }, { Operator = relu, Name = "second" } },
    InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
    IntermediateEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 } },
    OutputEdges = { { FromNodeIndex = 1, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
  if change then change(d, relu) end
  return d
end

return t
