-- What the cases of the machine-learning level stand on, beside the prelude: a DirectML device with a compiled operator, its initializer, a table for each,
-- and buffers. Every function composes public calls of the API and nothing else.
local t = require "prelude"
local dml = require "gpu.dml"

local m = {}

-- start makes it all; more is added to the description of the tensor.
function m.start(more)
  local w = { device = t.device, queue = t.queue("COMPUTE", "ml"), fence = t.fence("ml"), ml = dml.CreateDevice(t.device, { Name = "ml" }) }
  local desc = { DataType = "FLOAT32", Sizes = { 4 } }
  for k, v in pairs(more or {}) do desc[k] = v end
  w.A = dml.BufferTensor(desc)
  w.relu = w.ml:CompileOperator(w.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = w.A, OutputTensor = w.A }, { Name = "relu" })
  w.init = w.ml:CreateOperatorInitializer { w.relu }
  w.heap = w.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 64, Flags = "SHADER_VISIBLE" }
  w.recorder = w.ml:CreateCommandRecorder()

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
function m.owner(flags)
  local w = m.start()
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
function m.net(w, change)
  local relu = w.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = w.A, OutputTensor = w.A }
  local d = { InputCount = 1, OutputCount = 1, Nodes = { { Operator = relu, Name = "first" }, { Operator = relu, Name = "second" } },
    InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
    IntermediateEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 } },
    OutputEdges = { { FromNodeIndex = 1, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
  if change then change(d, relu) end
  return d
end

return m
