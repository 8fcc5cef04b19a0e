-- The rules of DirectML, each broken once and kept once: devices (D), operators (O), initialisation (I), binding (B) and recording (R).
local t = require "dml_prelude"
local gpu, dml, case = t.gpu, t.dml, t.case

-- D: devices and children
case("two devices work side by side", "silent", function()
  local other = dml.CreateDevice(t.device, { Name = "other" })
  local relu = other:CompileOperator(other:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = t.four, OutputTensor = t.four }, { Name = "theirs" })
  local init, mine = other:CreateOperatorInitializer { relu }, t.relu "mine"
  local desc = t.range(init)
  local first = other:CreateBindingTable(desc)
  t.run(function(l) other:CreateCommandRecorder():RecordDispatch(l, init, first) end)
  t.ready(mine)
end)
case("a table of another device's operator", 'GS0708 "other"', function()
  local other = dml.CreateDevice(t.device, { Name = "other" })
  other:CreateBindingTable(t.range(t.relu())) --!
end)
case("a table is reset to another device's operator", "GS0708", function()
  local other = dml.CreateDevice(t.device, { Name = "other" })
  local bindings = other:CreateBindingTable()
  bindings:Reset(t.range(t.relu())) --!
end)
case("an initializer of another device's operator", "GS0708", function()
  local other = dml.CreateDevice(t.device, { Name = "other" })
  other:CreateOperatorInitializer { t.relu() } --!
end)
case("an initializer is reset to another device's operator", "GS0708", function()
  local other = dml.CreateDevice(t.device, { Name = "other" })
  local init = other:CreateOperatorInitializer {}
  init:Reset { t.relu() } --!
end)
case("a recorder of another device", 'GS0708 DMLDevice "other"', function()
  local other = dml.CreateDevice(t.device, { Name = "other" })
  local init = t.init()
  local bindings, theirs = t.table(init), other:CreateCommandRecorder()
  t.run(function(l)
    theirs:RecordDispatch(l, init, bindings) --!
  end)
end)
case("another device compiles an operator", "GS0708", function()
  local other = dml.CreateDevice(t.device, { Name = "other" })
  other:CompileOperator(t.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = t.four, OutputTensor = t.four }, { Name = "x" }) --!
end)
case("a graph of another device's operator", "GS0708", function()
  local other = dml.CreateDevice(t.device, { Name = "other" })
  local relu = t.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = t.four, OutputTensor = t.four }
  local edges = { InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } }, OutputEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
  other:CompileGraph { InputCount = 1, OutputCount = 1, Nodes = { { Operator = relu } }, InputEdges = edges.InputEdges, OutputEdges = edges.OutputEdges } --!
end)
case("children know their devices, and hold them", "silent", function()
  local ml = dml.CreateDevice(t.device, { Name = "gone" })
  local recorder = ml:CreateCommandRecorder()
  assert(ml:GetParentDevice() == t.device and recorder:GetDevice() == ml)
  ml:Release()
  assert(recorder:GetDevice() == ml)
end)
case("a buffer of another device of Direct3D 12", "GS0709", function()
  local relu, far = t.relu(), gpu.CreateDevice { Name = "far" }
  local there = dml.AllocateTensor(far, t.four, "there")
  t.table(relu):BindInputs { { Buffer = there } } --!
end)

-- O: operators
case("a size of 0", "GS0704", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4, 0 } } --!
end)
case("nine dimensions", "GS0704", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { 1, 1, 1, 1, 1, 1, 1, 1, 1 } } --!
end)
case("eight dimensions", "silent", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { 1, 1, 1, 1, 1, 1, 1, 1 } }
end)
case("more elements than there are numbers", "GS0704", function()
  dml.BufferTensor { DataType = "UINT8", Sizes = { 65536, 65536 } } --!
end)
case("fewer bytes than elements", "GS0704 12", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 }, TotalTensorSizeInBytes = 12 } --!
end)
case("bytes that are no multiple of four", "GS0704", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 }, TotalTensorSizeInBytes = 18 } --!
end)
case("more bytes than elements", "silent", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 }, TotalTensorSizeInBytes = 20 }
end)
case("an alignment that is no power of two", "GS0704", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 }, GuaranteedBaseOffsetAlignment = 24 } --!
end)
case("an alignment below the element", "GS0704", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 }, GuaranteedBaseOffsetAlignment = 2 } --!
end)
case("an alignment of one element", "silent", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 }, GuaranteedBaseOffsetAlignment = 4 }
end)
case("an output that is handed over", "GS0706", function()
  t.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = t.four, OutputTensor = t.owned } --!
end)
case("an output whose elements share places", "GS0704", function()
  t.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = t.four, OutputTensor = t.tensor({ 4 }, { Strides = { 0 } }) } --!
end)
case("an activation that cannot be fused", "GS0707 ELEMENT_WISE_CLIP", function()
  local m = t.tensor { 2, 2 }
  t.ml:CreateOperator { Type = "ELEMENT_WISE_ADD1", ATensor = m, BTensor = m, OutputTensor = m, FusedActivation = { Type = "ELEMENT_WISE_CLIP", Min = 0, Max = 1 } } --!
end)
case("a product is clipped", "silent", function()
  local m = t.tensor { 2, 2 }
  t.ml:CreateOperator { Type = "GEMM", ATensor = m, BTensor = m, OutputTensor = m, FusedActivation = { Type = "ELEMENT_WISE_CLIP", Min = 0, Max = 1 } }
end)
case("the plain sum cannot fuse anything", "GS0703 FusedActivation", function()
  t.ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = t.four, BTensor = t.four, OutputTensor = t.four, FusedActivation = { Type = "ACTIVATION_RELU" } } --!
end)

-- I: initialisation
case("an operator is executed without its initialisation", 'GS0730 "relu"', function()
  local relu = t.relu()
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" })
  t.submit(t.list(function(l)
    t.record(l, relu, bindings)
  end))
  t.idle()
end)
case("initialised, then executed", "silent", function()
  local relu = t.relu()
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" })
  t.ready(relu)
  t.run(function(l) t.record(l, relu, bindings) end)
end)
case("initialised in a list that is never executed", "GS0730", function()
  local relu = t.relu()
  local init = t.init(relu)
  local first, bindings = t.table(init), t.bound(relu, { t.filled "a" }, { t.buf "b" })
  t.list(function(l) t.record(l, init, first) end)
  t.run(function(l)
    t.record(l, relu, bindings)
  end)
end)
case("initialised in a list that is refused", "GS0351", function()
  local relu = t.relu()
  local init = t.init(relu)
  local first, bindings = t.table(init), t.bound(relu, { t.filled "a" }, { t.buf "b" })
  t.submit(t.list(function(l)
    t.record(l, init, first)
    l:Dispatch(70000, 1, 1) --!
  end))
  t.run(function(l) t.record(l, relu, bindings) end)
end)
case("initialised on another queue without a wait", "GS0512 state of CompiledOperator \"relu\"", function()
  local relu = t.relu()
  local init, second = t.init(relu), t.device:CreateCommandQueue { Type = "COMPUTE", Name = "second" }
  local first, bindings = t.table(init), t.bound(relu, { t.filled "a" }, { t.buf "b" })
  t.submit(t.list(function(l) t.record(l, init, first) end))
  second:ExecuteCommandLists { t.list(function(l)
    t.record(l, relu, bindings)
  end) }
  t.idle() t.idle(second)
end)
case("initialised on another queue with a wait", "silent", function()
  local relu = t.relu()
  local init, second, fence = t.init(relu), t.device:CreateCommandQueue { Type = "COMPUTE", Name = "second" }, t.device:CreateFence(0, "ready")
  local first, bindings = t.table(init), t.bound(relu, { t.filled "a" }, { t.buf "b" })
  t.submit(t.list(function(l) t.record(l, init, first) end))
  t.queue:Signal(fence, 1)
  second:Wait(fence, 1)
  second:ExecuteCommandLists { t.list(function(l) t.record(l, relu, bindings) end) }
  t.idle(second)
end)
case("no barrier between initialisation and execution, nothing kept", "GS0517 state of CompiledOperator \"relu\"", function()
  local relu = t.relu()
  local init = t.init(relu)
  local first, bindings = t.table(init), t.bound(relu, { t.filled "a" }, { t.buf "b" })
  t.run(function(l)
    t.record(l, init, first)
    t.record(l, relu, bindings)
  end)
end)
case("initialised twice, one after the other", 'GS0731 "relu"', function()
  local relu = t.relu()
  t.ready(relu)
  local again = t.init(relu)
  local bindings = t.table(again)
  t.run(function(l)
    t.record(l, again, bindings)
  end)
end)
case("initialised behind the execution", "GS0730 was not initialised before", function()
  local relu = t.relu()
  local init = t.init(relu)
  local first, bindings = t.table(init), t.bound(relu, { t.filled "a" }, { t.buf "b" })
  t.run(function(l)
    t.record(l, relu, bindings)
    t.uav(l)
    t.record(l, init, first)
  end)
end)
case("weights that are initialised behind the execution", "GS0730 was not initialised before", function()
  local weighted = t.weighted()
  local init, persistent = t.init(weighted), t.buf("persistent", weighted:GetBindingProperties().PersistentResourceSize)
  local first, bindings = t.table(init), t.bound(weighted, { false, t.filled "b" }, { t.buf "c" }, persistent)
  first:BindInputs { { Bindings = { { Buffer = t.filled "weights" }, {} } } }
  first:BindOutputs { { Buffer = persistent } }
  t.run(function(l)
    t.record(l, weighted, bindings)
    t.record(l, init, first)
  end)
end)
case("one operator is twice among the targets", "GS0731 target 1 and target 3", function()
  local relu = t.relu()
  t.init(relu, t.relu "other", relu) --!
end)
case("an initializer of nothing", "silent", function()
  local init = t.init()
  assert(init:GetBindingProperties().PersistentResourceSize == 0)
  local bindings = t.table(init)
  t.run(function(l) t.record(l, init, bindings) end)
end)
case("one initializer of three operators", "silent", function()
  local weighted, relu = t.weighted(), t.relu()
  local init, persistent = t.init(relu, weighted, t.add()), t.buf("persistent", weighted:GetBindingProperties().PersistentResourceSize)
  local first = t.table(init)
  first:BindInputs { {}, { Bindings = { { Buffer = t.filled "weights" }, {} } }, {} }
  first:BindOutputs { {}, { Buffer = persistent }, {} }
  t.run(function(l) t.record(l, init, first) end)
  local bindings = t.bound(weighted, { false, t.filled "b" }, { t.buf "c" }, persistent)
  t.run(function(l) t.record(l, weighted, bindings) end)
end)
case("an owned input is not handed over", "GS0721 input 'ATensor'", function()
  local weighted = t.weighted()
  local init = t.init(weighted)
  local first = t.table(init)
  first:BindOutputs { { Buffer = t.buf("persistent", 512) } }
  t.run(function(l)
    t.record(l, init, first) --!
  end)
end)
case("persistent memory is not bound at initialisation", "GS0721 the persistent resource", function()
  local weighted = t.weighted()
  local init = t.init(weighted)
  local first = t.table(init)
  first:BindInputs { { Bindings = { { Buffer = t.filled "weights" }, {} } } }
  t.run(function(l)
    t.record(l, init, first) --!
  end)
end)
case("a tensor that is not owned is handed over", "GS0719 not OWNED_BY_DML", function()
  local init = t.init(t.weighted())
  t.table(init):BindInputs { { Bindings = { { Buffer = t.filled "weights" }, { Buffer = t.filled "b" } } } } --!
end)
case("weights come out of an UPLOAD buffer", "silent", function()
  local weighted = t.weighted()
  local init = t.init(weighted)
  local first = t.table(init)
  first:BindInputs { { Bindings = { { Buffer = t.upload "weights" }, {} } } }
  first:BindOutputs { { Buffer = t.buf("persistent", 512) } }
  t.run(function(l) t.record(l, init, first) end)
end)
case("weights come out of a READBACK buffer", "GS0718", function()
  local init = t.init(t.weighted())
  local back = t.buf("back", 16, { HeapType = "READBACK", InitialState = "COPY_DEST", Flags = "NONE" })
  t.table(init):BindInputs { { Bindings = { { Buffer = back }, {} } } } --!
end)

-- B: binding
case("an empty table is bound", "GS0713 binds for nothing yet", function()
  t.ml:CreateBindingTable { Name = "none", Dispatchable = t.init(), SizeInDescriptors = 0, CPUDescriptorHandle = t.heap:GetCPUDescriptorHandle(0), GPUDescriptorHandle = t.heap:GetGPUDescriptorHandle(0) }
  t.ml:CreateBindingTable():BindInputs {} --!
end)
case("a table with one descriptor too few", "GS0711 is 2, but", function()
  local add = t.add()
  local desc = t.range(add)
  desc.SizeInDescriptors = add:GetBindingProperties().RequiredDescriptorCount - 1
  t.ml:CreateBindingTable(desc) --!
end)
case("a table with one descriptor behind the end of its heap", "GS0712 has descriptors [255, 257), but", function()
  local relu = t.relu()
  t.slot = 255
  t.table(relu) --!
end)
case("a table of as many descriptors as there are numbers", "GS0712 [0, 4294967295)", function()
  local desc = t.range(t.relu())
  desc.SizeInDescriptors = 4294967295
  t.ml:CreateBindingTable(desc) --!
end)
case("a table in a heap of samplers", "GS0712 of type SAMPLER", function()
  local desc = t.range(t.relu())
  local samplers = t.device:CreateDescriptorHeap { Name = "samplers", Type = "SAMPLER", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
  desc.CPUDescriptorHandle, desc.GPUDescriptorHandle = samplers:GetCPUDescriptorHandle(0), samplers:GetGPUDescriptorHandle(0)
  t.ml:CreateBindingTable(desc) --!
end)
case("a table at the end of its heap", "silent", function()
  local desc = t.range(t.relu())
  desc.CPUDescriptorHandle, desc.GPUDescriptorHandle = t.heap:GetCPUDescriptorHandle(254), t.heap:GetGPUDescriptorHandle(254)
  t.ml:CreateBindingTable(desc)
end)
case("descriptors are staged and never copied", 'GS0626 "heap"', function()
  local relu = t.relu()
  t.ready(relu)
  local desc, staging = t.range(relu), t.descriptors("staging", "NONE")
  desc.CPUDescriptorHandle = staging:GetCPUDescriptorHandle(0)
  local bindings = t.ml:CreateBindingTable(desc)
  bindings:BindInputs { { Buffer = t.filled "a" } }
  bindings:BindOutputs { { Buffer = t.buf "b" } }
  t.run(function(l)
    t.record(l, relu, bindings)
  end)
end)
case("descriptors are staged and copied", "silent", function()
  local relu = t.relu()
  t.ready(relu)
  local desc, staging = t.range(relu), t.descriptors("staging", "NONE")
  local there = desc.CPUDescriptorHandle
  desc.CPUDescriptorHandle = staging:GetCPUDescriptorHandle(0)
  local bindings = t.ml:CreateBindingTable(desc)
  bindings:BindInputs { { Buffer = t.filled "a" } }
  bindings:BindOutputs { { Buffer = t.buf "b" } }
  t.device:CopyDescriptorsSimple(desc.SizeInDescriptors, there, desc.CPUDescriptorHandle, "CBV_SRV_UAV")
  t.run(function(l) t.record(l, relu, bindings) end)
end)
case("one input too many", "GS0714 2 bindings for the 1 inputs", function()
  t.table(t.relu()):BindInputs { { Buffer = t.buf "a" }, { Buffer = t.buf "b" } } --!
end)
case("one input too few", "GS0714 1 bindings for the 2 inputs", function()
  local bindings = t.table(t.add())
  bindings:BindInputs { { Buffer = t.buf "a" } } --!
end)
case("everything is unbound again", "GS0721 input 'InputTensor'", function()
  local relu = t.relu()
  t.ready(relu)
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" })
  bindings:BindInputs {}
  t.run(function(l)
    t.record(l, relu, bindings) --!
  end)
end)
case("nothing for an input that is needed", "GS0715 got NONE", function()
  t.table(t.relu()):BindInputs { {} } --!
end)
case("an array for a tensor", "GS0715 BUFFER_ARRAY", function()
  t.table(t.relu()):BindInputs { { Bindings = { { Buffer = t.buf "a" } } } } --!
end)
case("a binding beyond the end of its buffer", "GS0716 outside of buffer", function()
  t.table(t.relu()):BindInputs { { Buffer = t.buf("a", 64), Offset = 48, SizeInBytes = 32 } } --!
end)
case("a binding at the end of its buffer", "silent", function()
  t.table(t.relu()):BindInputs { { Buffer = t.buf("a", 64), Offset = 48, SizeInBytes = 16 } }
end)
case("a binding of too few bytes", "GS0716 takes 16 bytes", function()
  t.table(t.relu()):BindInputs { { Buffer = t.buf("a", 64), Offset = 0, SizeInBytes = 12 } } --!
end)
case("an offset of 8", "GS0717 multiple of 16 bytes, got 8", function()
  t.table(t.relu()):BindInputs { { Buffer = t.buf("a", 64), Offset = 8 } } --!
end)
case("an offset below the alignment that was guaranteed", "GS0717 multiple of", function()
  local wide = t.tensor({ 4 }, { GuaranteedBaseOffsetAlignment = 64 })
  local relu = t.compile({ Type = "ACTIVATION_RELU", InputTensor = wide, OutputTensor = t.four }, "relu")
  t.table(relu):BindInputs { { Buffer = t.buf("a", 128), Offset = 32 } } --!
end)
case("persistent memory at an offset of 128", "GS0717", function()
  t.table(t.weighted()):BindPersistentResource { Buffer = t.buf("persistent", 1024), Offset = 128 } --!
end)
case("an input in UPLOAD memory", "GS0718 UPLOAD", function()
  t.table(t.relu()):BindInputs { { Buffer = t.upload "a" } } --!
end)
case("an input that shaders cannot write", "GS0718 ALLOW_UNORDERED_ACCESS", function()
  t.table(t.relu()):BindInputs { { Buffer = t.buf("plain", 64, { Flags = "NONE" }) } } --!
end)
case("a buffer of twelve bytes, bound whole", "GS0716 takes 16 bytes, got 12", function()
  t.table(t.relu()):BindInputs { { Buffer = t.buf("a", 12) } } --!
end)
case("a texture as an input", "GS0716 TEXTURE2D", function()
  local picture = t.device:CreateCommittedResource { Name = "picture", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R32_FLOAT", InitialState = "COMMON", Flags = "ALLOW_UNORDERED_ACCESS" }
  t.table(t.relu()):BindInputs { { Buffer = picture } } --!
end)
case("an owned tensor is bound to an execution", "GS0719 OWNED_BY_DML", function()
  t.table(t.weighted()):BindInputs { { Buffer = t.filled "a" }, { Buffer = t.filled "b" } } --!
end)
case("both inputs are one buffer", "silent", function()
  local add = t.add()
  t.ready(add)
  local a = t.filled "a"
  local bindings = t.bound(add, { a, a }, { t.buf "c" })
  t.run(function(l) t.record(l, add, bindings) end)
end)
case("a sum in place", "silent", function()
  local add = t.add()
  t.ready(add)
  local a = t.filled "a"
  local bindings = t.bound(add, { a, t.filled "b" }, { a })
  t.run(function(l) t.record(l, add, bindings) end)
end)
case("a product in place", "GS0720 input 'ATensor' and output 'OutputTensor'", function()
  local m = t.tensor { 2, 2 }
  local gemm = t.compile({ Type = "GEMM", ATensor = m, BTensor = m, OutputTensor = m }, "gemm")
  t.ready(gemm)
  local a = t.filled "a"
  local bindings = t.bound(gemm, { a, t.filled "b" }, { a })
  t.run(function(l)
    t.record(l, gemm, bindings) --!
  end)
end)
case("in place, sixteen bytes further", "GS0720 share bytes", function()
  local eight = t.tensor { 8 }
  local relu = t.compile({ Type = "ACTIVATION_RELU", InputTensor = eight, OutputTensor = eight }, "relu")
  t.ready(relu)
  local a, bindings = t.buf("a", 64), t.table(relu)
  bindings:BindInputs { { Buffer = a } }
  bindings:BindOutputs { { Buffer = a, Offset = 16 } }
  t.run(function(l)
    t.record(l, relu, bindings) --!
  end)
end)
case("two outputs in one place", "GS0720", function()
  local two = t.tensor { 2 }
  local split = t.compile({ Type = "SPLIT", InputTensor = t.four, OutputTensors = { two, two }, Axis = 0 }, "split")
  t.ready(split)
  local bindings, b = t.table(split), t.buf("b", 64)
  bindings:BindInputs { { Buffer = t.filled "a" } }
  bindings:BindOutputs { { Buffer = b }, { Buffer = b } }
  t.run(function(l)
    t.record(l, split, bindings) --!
  end)
end)
case("two outputs beside each other", "silent", function()
  local two = t.tensor { 2 }
  local split = t.compile({ Type = "SPLIT", InputTensor = t.four, OutputTensors = { two, two }, Axis = 0 }, "split")
  t.ready(split)
  local bindings, b = t.table(split), t.buf("b", 64)
  bindings:BindInputs { { Buffer = t.filled "a" } }
  bindings:BindOutputs { { Buffer = b }, { Buffer = b, Offset = 16 } }
  t.run(function(l) t.record(l, split, bindings) end)
end)
case("an output is not bound when it is recorded", "GS0721", function()
  local relu = t.relu()
  t.ready(relu)
  local bindings = t.table(relu)
  bindings:BindInputs { { Buffer = t.filled "a" } }
  t.run(function(l)
    t.record(l, relu, bindings) --!
  end)
end)
case("bound behind the recording, with volatile descriptors", "silent", function()
  local relu = t.relu("relu", "DESCRIPTORS_VOLATILE")
  t.ready(relu)
  local bindings = t.table(relu)
  local l = t.list(function(l) t.record(l, relu, bindings) end)
  bindings:BindInputs { { Buffer = t.filled "a" } }
  bindings:BindOutputs { { Buffer = t.buf "b" } }
  t.submit(l)
  t.idle()
end)
case("one table for three dispatches", "silent", function()
  local relu = t.relu()
  t.ready(relu)
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" })
  t.run(function(l)
    for _ = 1, 3 do
      t.record(l, relu, bindings)
      t.uav(l)
    end
  end)
end)
case("a table is released behind the recording", "silent", function()
  local relu = t.relu()
  t.ready(relu)
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" })
  local l = t.list(function(l) t.record(l, relu, bindings) end)
  bindings:Release()
  t.recorder:Release()
  t.submit(l)
  t.idle()
end)
case("a table is reset to another range behind the recording", "silent", function()
  local relu, add = t.relu(), t.add()
  t.ready(relu, add)
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" })
  local l = t.list(function(l) t.record(l, relu, bindings) end)
  bindings:Reset(t.range(add))
  bindings:BindInputs { { Buffer = t.filled "c" }, { Buffer = t.filled "d" } }
  t.submit(l)
  t.idle()
end)
case("persistent memory is copied elsewhere", "GS0723 another persistent resource", function()
  local weighted = t.weighted()
  local persistent, copy = t.kept(weighted), t.buf("copy", 512)
  t.run(function(l) l:CopyBufferRegion(copy, 0, persistent, 0, 512) end)
  local bindings = t.bound(weighted, { false, t.filled "b" }, { t.buf "c" }, copy)
  t.run(function(l)
    t.record(l, weighted, bindings)
  end)
end)
case("persistent memory is overwritten", "GS0723 was written after its initialisation", function()
  local weighted = t.weighted()
  local persistent = t.kept(weighted)
  t.run(function(l) l:CopyBufferRegion(persistent, 256, t.filled "junk", 0, 16) end)
  local bindings = t.bound(weighted, { false, t.filled "b" }, { t.buf "c" }, persistent)
  t.run(function(l)
    t.record(l, weighted, bindings)
  end)
end)
case("persistent memory is not bound", "GS0721", function()
  local weighted = t.weighted()
  t.kept(weighted)
  local bindings = t.bound(weighted, { false, t.filled "b" }, { t.buf "c" })
  t.run(function(l)
    t.record(l, weighted, bindings) --!
  end)
end)

-- R: recording and execution
case("a dispatch in a copy list", "GS0724 type COPY", function()
  local relu = t.relu()
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" })
  local l = t.device:CreateCommandList { Type = "COPY", Name = "copies", Allocator = t.device:CreateCommandAllocator "COPY" }
  t.record(l, relu, bindings) --!
end)
case("a dispatch in a bundle", "GS0724", function()
  local relu = t.relu()
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" })
  local l = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
  t.record(l, relu, bindings) --!
end)
case("a dispatch in a direct list", "silent", function()
  local relu = t.relu()
  t.ready(relu)
  local bindings, direct = t.bound(relu, { t.filled "a" }, { t.buf "b" }), t.device:CreateCommandQueue { Type = "DIRECT", Name = "direct" }
  direct:ExecuteCommandLists { t.list(function(l) t.record(l, relu, bindings) end, "DIRECT") }
  t.idle(direct)
end)
case("a dispatch in a closed list", "GS0333 RecordDispatch is called on", function()
  local relu = t.relu()
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" })
  local l = t.list(function() end)
  t.record(l, relu, bindings) --!
end)
case("no heap is set", "GS0358 RecordDispatch needs a descriptor heap", function()
  local relu = t.relu()
  t.ready(relu)
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" })
  local l = t.device:CreateCommandList { Type = "COMPUTE", Name = "bare", Allocator = t.device:CreateCommandAllocator "COMPUTE" }
  t.record(l, relu, bindings) --!
end)
case("no heap is set for an initializer that needs no descriptors", "GS0358 RecordDispatch needs a descriptor heap", function()
  local init = t.init(t.relu())
  assert(init:GetBindingProperties().RequiredDescriptorCount == 0)
  local l = t.device:CreateCommandList { Type = "COMPUTE", Name = "bare", Allocator = t.device:CreateCommandAllocator "COMPUTE" }
  t.recorder:RecordDispatch(l, init, t.table(init)) --!
end)
case("no heap is needed for a table of no descriptors", "silent", function()
  local init = t.init(t.relu())
  local range = t.range(init)
  range.SizeInDescriptors = 0
  local l = t.device:CreateCommandList { Type = "COMPUTE", Name = "bare", Allocator = t.device:CreateCommandAllocator "COMPUTE" }
  t.recorder:RecordDispatch(l, init, t.ml:CreateBindingTable(range))
  l:Close()
  t.submit(l)
end)
case("another heap is set", 'GS0358 heap "heap", where the table of', function()
  local relu = t.relu()
  t.ready(relu)
  local bindings, other = t.bound(relu, { t.filled "a" }, { t.buf "b" }), t.descriptors "other"
  t.run(function(l)
    l:SetDescriptorHeaps { other }
    t.record(l, relu, bindings) --!
  end)
end)
case("a table of something else", "GS0726 binds for CompiledOperator", function()
  local relu, other = t.relu(), t.relu "other"
  t.ready(relu, other)
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" })
  t.run(function(l)
    t.record(l, other, bindings) --!
  end)
end)
case("an input in a state of copies", 'GS0402 "a"', function()
  local relu = t.relu()
  t.ready(relu)
  local a = t.buf "a"
  local bindings = t.bound(relu, { a }, { t.buf "b" })
  t.run(function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = a, Before = "COMMON", After = "COPY_SOURCE" } }
    t.record(l, relu, bindings) --!
  end)
end)
local function twice(l, first, firstTable, second, secondTable, between)
  t.record(l, first, firstTable)
  if between then t.uav(l) end
  t.record(l, second, secondTable)
end
local function chain(between, reads)
  local relu, again = t.relu(), t.relu "again"
  t.ready(relu, again)
  local a, b, c = t.filled "a", t.buf "b", t.buf "c"
  local first = t.bound(relu, { a }, { b }, nil, "first")
  local second = t.bound(again, { reads == "b" and b or c }, { reads == "b" and c or a }, nil, "second")
  if reads == "output" then second = t.bound(again, { c }, { b }, nil, "second") end
  t.run(function(l) twice(l, relu, first, again, second, between) end)
end
case("what was written is read without a barrier", "GS0517", function()
  chain(false, "b")
end)
case("what was written is read behind a barrier", "silent", function()
  chain(true, "b")
end)
case("what was read is written without a barrier", "GS0517", function()
  chain(false, "a")
end)
case("what was read is written behind a barrier", "silent", function()
  chain(true, "a")
end)
case("what was written is written without a barrier", "GS0517", function()
  chain(false, "output")
end)
case("what was written is written behind a barrier", "silent", function()
  chain(true, "output")
end)
case("an operator is executed twice at once, with two tables", "silent", function()
  local relu = t.relu()
  t.ready(relu)
  local a = t.filled "a"
  local first, second = t.bound(relu, { a }, { t.buf "b" }), t.bound(relu, { a }, { t.buf "c" })
  t.run(function(l) twice(l, relu, first, relu, second, false) end)
end)
case("an operator is executed on two queues at once", "silent", function()
  local relu, other = t.relu(), t.device:CreateCommandQueue { Type = "COMPUTE", Name = "other" }
  t.ready(relu)
  local first, second = t.bound(relu, { t.filled "a" }, { t.buf "b" }), t.bound(relu, { t.filled "c" }, { t.buf "d" })
  t.submit(t.list(function(l) t.record(l, relu, first) end))
  other:ExecuteCommandLists { t.list(function(l) t.record(l, relu, second) end) }
  t.idle()
  t.idle(other)
end)
case("two executions share persistent memory", "silent", function()
  local weighted = t.weighted()
  local persistent, b = t.kept(weighted), t.filled "b"
  local first, second = t.bound(weighted, { false, b }, { t.buf "c" }, persistent), t.bound(weighted, { false, b }, { t.buf "d" }, persistent)
  t.run(function(l) twice(l, weighted, first, weighted, second, false) end)
end)

-- A sum of so many elements that it is done in two steps: what the first one leaves is temporary.
local function sums(between, apart)
  local large, one = t.tensor { 1, 70000 }, t.tensor { 1, 1 }
  local sum = t.compile({ Type = "REDUCE", Function = "SUM", InputTensor = large, OutputTensor = one, Axes = { 1 } }, "sum")
  t.ready(sum)
  local size = sum:GetBindingProperties().TemporaryResourceSize
  assert(size > 0)
  local input, temporary = t.buf("input", 280000), t.buf("temporary", size)
  local function bind(name, memory)
    local bindings = t.table(sum, name)
    bindings:BindTemporaryResource { Buffer = memory }
    bindings:BindInputs { { Buffer = input } }
    bindings:BindOutputs { { Buffer = t.buf(name, 4) } }
    return bindings
  end
  local first, second = bind("first", temporary), bind("second", apart and t.buf("apart", size) or temporary)
  t.run(function(l) twice(l, sum, first, sum, second, between) end)
end
case("two executions share temporary memory", 'GS0517 "temporary"', function()
  sums(false, false)
end)
case("two executions share temporary memory, with a barrier", "silent", function()
  sums(true, false)
end)
case("two executions with temporary memory of their own", "silent", function()
  sums(false, true)
end)
