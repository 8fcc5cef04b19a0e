-- What no program should pass to DirectML, and what it is told: wrong types, names that do not exist, sizes that cannot be, objects that are gone.
local t = require "dml_prelude"
local gpu, dml, case = t.gpu, t.dml, t.case

-- Tensors
case("no tensor", "GS0125", function()
  dml.BufferTensor() --!
end)
case("a tensor without sizes", "GS0132 Sizes", function()
  dml.BufferTensor { DataType = "FLOAT32" } --!
end)
case("a tensor of no dimensions", "GS0704", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = {} } --!
end)
case("a tensor of half bytes for an operator on whole ones", "GS0705 UINT4, which QUANTIZE and DEQUANTIZE take only", function()
  local half = dml.BufferTensor { DataType = "UINT4", Sizes = { 4 } }
  t.ml:CreateOperator { Type = "ELEMENT_WISE_IDENTITY", InputTensor = half, OutputTensor = half } --!
end)
case("a tensor of a type that there is not", "GS0136 FLOAT", function()
  dml.BufferTensor { DataType = "FLOAT", Sizes = { 4 } } --!
end)
case("a misspelt field of a tensor", "GS0131 Stride", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 }, Stride = { 1 } } --!
end)
case("a negative stride", "GS0135", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 }, Strides = { -1 } } --!
end)
case("a size that is no whole number", "GS0134", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { 2.5 } } --!
end)
case("a size that is a word", "GS0133", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { "four" } } --!
end)
case("a size beyond 32 bits", "GS0135", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4294967296 } } --!
end)
case("strides of another number of dimensions", "GS0704", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { 2, 2 }, Strides = { 1 } } --!
end)
case("strides that leave the numbers", "GS0704", function()
  dml.BufferTensor { DataType = "FLOAT32", Sizes = { 65535, 65535 }, Strides = { 4294967295, 4294967295 } } --!
end)
case("a tensor larger than the memory", "GS0307", function()
  local huge = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 1024, 1024, 1024 } }
  dml.AllocateTensor(t.device, huge, "huge") --!
end)
case("one value too few", "GS0736", function()
  dml.UploadTensor(t.queue, t.four, { 1, 2, 3 }, "a") --!
end)
case("a value that is no element", "GS0736", function()
  dml.UploadTensor(t.queue, t.tensor({ 1 }, { DataType = "UINT8" }), { 256 }, "a") --!
end)
case("a tensor read from a buffer that is too small", "GS0366", function()
  dml.ReadTensor(t.queue, t.four, t.buf("a", 12)) --!
end)
case("a tensor read from the end of a buffer", "GS0366", function()
  dml.ReadTensor(t.queue, t.four, t.buf("a", 16), 4) --!
end)
case("a tensor for a buffer", "GS0141", function()
  t.table(t.relu()):BindInputs { { Buffer = t.four } } --!
end)

-- Devices
case("DirectML on no device", "GS0125", function()
  dml.CreateDevice() --!
end)
case("DirectML on a queue", "GS0141", function()
  dml.CreateDevice(t.queue) --!
end)

-- Operators
case("an operator without a type", "GS0133", function()
  t.ml:CreateOperator { InputTensor = t.four } --!
end)
case("an operator of a type that is a number", "GS0133", function()
  t.ml:CreateOperator { Type = 7, InputTensor = t.four } --!
end)
case("a misspelt operator", "GS0701 ELEMENT_WISE_ADDD", function()
  t.ml:CreateOperator { Type = "ELEMENT_WISE_ADDD", ATensor = t.four, BTensor = t.four, OutputTensor = t.four } --!
end)
case("an operator by its name in C", "GS0701 DML_OPERATOR_GEMM", function()
  t.ml:CreateOperator { Type = "DML_OPERATOR_GEMM", ATensor = t.tensor { 2, 2 }, BTensor = t.tensor { 2, 2 }, OutputTensor = t.tensor { 2, 2 } } --!
end)
case("a value by its name in C", "GS0703 DML_MATRIX_TRANSFORM_TRANSPOSE", function()
  t.ml:CreateOperator { Type = "GEMM", ATensor = t.tensor { 2, 2 }, BTensor = t.tensor { 2, 2 }, OutputTensor = t.tensor { 2, 2 }, TransA = "DML_MATRIX_TRANSFORM_TRANSPOSE" } --!
end)
case("an operator that is not built", "GS0702 RESAMPLE3", function()
  t.ml:CreateOperator { Type = "RESAMPLE3", InputTensor = t.four } --!
end)
case("heads share keys and values", "silent", function()
  t.ml:CreateOperator { Type = "MULTIHEAD_ATTENTION1", QueryTensor = t.tensor { 1, 1, 8 }, KeyTensor = t.tensor { 1, 3, 4 }, ValueTensor = t.tensor { 1, 3, 4 }, OutputTensor = t.tensor { 1, 1, 8 },
    Scale = 1, QueryHeadCount = 4, KeyValueHeadCount = 2 }
end)
case("lengths of past sequences, which nothing documents", "GS0705 PastSequenceLengthsTensor is not supported", function()
  t.ml:CreateOperator { Type = "MULTIHEAD_ATTENTION1", QueryTensor = t.tensor { 1, 1, 8 }, KeyTensor = t.tensor { 1, 3, 4 }, ValueTensor = t.tensor { 1, 3, 4 }, OutputTensor = t.tensor { 1, 1, 8 }, --!
    PastSequenceLengthsTensor = t.tensor({ 1 }, { DataType = "INT32" }), Scale = 1, QueryHeadCount = 4, KeyValueHeadCount = 2 }
end)
case("more heads of keys than of the query", "GS0705 QueryHeadCount is 2", function()
  t.ml:CreateOperator { Type = "MULTIHEAD_ATTENTION1", QueryTensor = t.tensor { 1, 1, 8 }, KeyTensor = t.tensor { 1, 3, 4 }, ValueTensor = t.tensor { 1, 3, 4 }, OutputTensor = t.tensor { 1, 1, 8 }, --!
    Scale = 1, QueryHeadCount = 2, KeyValueHeadCount = 4 }
end)
case("a misspelt tensor of an operator", "GS0703 InputTensr", function()
  t.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensr = t.four, OutputTensor = t.four } --!
end)
case("a number for a tensor", "GS0133 InputTensor", function()
  t.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = 4, OutputTensor = t.four } --!
end)
case("a table for a tensor", "silent", function()
  t.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = { DataType = "FLOAT32", Sizes = { 4 } }, OutputTensor = t.four }
end)
case("a tensor for tensors", "GS0133 InputTensors", function()
  t.ml:CreateOperator { Type = "JOIN", InputTensors = t.four, OutputTensor = t.four, Axis = 0 } --!
end)
case("no tensors to join", "GS0705", function()
  t.ml:CreateOperator { Type = "JOIN", InputTensors = {}, OutputTensor = t.four, Axis = 0 } --!
end)
case("an axis that there is not", "GS0705", function()
  t.ml:CreateOperator { Type = "JOIN", InputTensors = { t.four }, OutputTensor = t.four, Axis = 1 } --!
end)
case("an axis below 0", "GS0135 Axis", function()
  t.ml:CreateOperator { Type = "JOIN", InputTensors = { t.four }, OutputTensor = t.four, Axis = -1 } --!
end)
case("a word for an attribute", "GS0133 Alpha", function()
  t.ml:CreateOperator { Type = "ACTIVATION_ELU", InputTensor = t.four, OutputTensor = t.four, Alpha = "much" } --!
end)
case("an attribute that cannot be", "GS0703 SIDEWAYS", function()
  t.ml:CreateOperator { Type = "CUMULATIVE_SUMMATION", InputTensor = t.four, OutputTensor = t.four, Axis = 0, AxisDirection = "SIDEWAYS" } --!
end)
case("a count that is not that of its list", "GS0703", function()
  t.ml:CreateOperator { Type = "SLICE", InputTensor = t.four, OutputTensor = t.four, DimensionCount = 2, Offsets = { 0 }, Sizes = { 4 }, Strides = { 1 } } --!
end)
case("strides of 0 in a slice", "GS0705 Strides[1] is 0", function()
  t.ml:CreateOperator { Type = "SLICE", InputTensor = t.four, OutputTensor = t.four, Offsets = { 0 }, Sizes = { 4 }, Strides = { 0 } } --!
end)
case("a slice of more elements than there are numbers", "GS0705", function()
  t.ml:CreateOperator { Type = "SLICE", InputTensor = t.four, OutputTensor = t.four, Offsets = { 4294967295 }, Sizes = { 4294967295 }, Strides = { 4294967295 } } --!
end)
case("a window larger than its image", "GS0705", function()
  local image = t.tensor { 1, 1, 2, 2 }
  t.ml:CreateOperator { Type = "MAX_POOLING", InputTensor = image, OutputTensor = image, Strides = { 1, 1 }, WindowSize = { 3, 3 }, StartPadding = { 0, 0 }, EndPadding = { 0, 0 } } --!
end)
case("groups that do not divide the channels", "GS0705", function()
  local x, f, y = t.tensor { 1, 3, 2, 2 }, t.tensor { 2, 1, 1, 1 }, t.tensor { 1, 2, 2, 2 }
  t.ml:CreateOperator { Type = "CONVOLUTION", InputTensor = x, FilterTensor = f, OutputTensor = y, Mode = "CROSS_CORRELATION", Direction = "FORWARD", Strides = { 1, 1 }, Dilations = { 1, 1 }, StartPadding = { 0, 0 }, EndPadding = { 0, 0 }, OutputPadding = { 0, 0 }, GroupCount = 2 } --!
end)
case("no groups", "GS0705", function()
  local x, f, y = t.tensor { 1, 1, 2, 2 }, t.tensor { 1, 1, 1, 1 }, t.tensor { 1, 1, 2, 2 }
  t.ml:CreateOperator { Type = "CONVOLUTION", InputTensor = x, FilterTensor = f, OutputTensor = y, Mode = "CROSS_CORRELATION", Direction = "FORWARD", Strides = { 1, 1 }, Dilations = { 1, 1 }, StartPadding = { 0, 0 }, EndPadding = { 0, 0 }, OutputPadding = { 0, 0 }, GroupCount = 0 } --!
end)
case("a convolution without movement", "GS0705", function()
  local x, f = t.tensor { 1, 1, 2, 2 }, t.tensor { 1, 1, 1, 1 }
  t.ml:CreateOperator { Type = "CONVOLUTION", InputTensor = x, FilterTensor = f, OutputTensor = x, Mode = "CROSS_CORRELATION", Direction = "FORWARD", Strides = { 0, 1 }, Dilations = { 1, 1 }, StartPadding = { 0, 0 }, EndPadding = { 0, 0 }, OutputPadding = { 0, 0 }, GroupCount = 1 } --!
end)
case("activations in activations", "GS0703", function()
  local m = t.tensor { 2, 2 }
  local fused = { Type = "ACTIVATION_RELU" }
  fused.FusedActivation = fused
  t.ml:CreateOperator { Type = "GEMM", ATensor = m, BTensor = m, OutputTensor = m, FusedActivation = fused } --!
end)
case("a description that contains itself", "GS0131", function()
  local desc = { Type = "JOIN", OutputTensor = t.four, Axis = 0 }
  desc.InputTensors = desc
  t.ml:CreateOperator(desc) --!
end)

-- Compiling, graphs
case("nothing is compiled", "GS0125", function()
  t.ml:CompileOperator() --!
end)
case("a compiled operator is compiled again", "GS0141", function()
  t.ml:CompileOperator(t.relu(), { Name = "x" }) --!
end)
case("a graph of many inputs and nothing else", "GS0740 4294967295", function()
  local relu = t.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = t.four, OutputTensor = t.four }
  t.ml:CompileGraph { InputCount = 4294967295, OutputCount = 1, Nodes = { { Operator = relu } }, InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
    OutputEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
end)
case("a graph of many outputs and no edges", "GS0741 nothing is connected", function()
  t.ml:CompileGraph { InputCount = 1, OutputCount = 4294967295, Nodes = { { Operator = t.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = t.four, OutputTensor = t.four } } } } --!
end)
case("a graph of nothing", "GS0741 at least one node", function()
  t.ml:CompileGraph { InputCount = 0, OutputCount = 0, Nodes = {} } --!
end)
case("a node without an operator", "GS0741 neither", function()
  t.ml:CompileGraph { InputCount = 1, OutputCount = 1, Nodes = { {} } } --!
end)
case("a node that holds data and feeds nothing", "GS0741 'Data' of node 0, CONSTANT", function()
  t.ml:CompileGraph { InputCount = 0, OutputCount = 1, Nodes = { { Data = { 1, 2, 3, 4 } } } } --!
end)
case("an operator is evicted that is not compiled", "GS0141", function()
  t.ml:Evict { t.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = t.four, OutputTensor = t.four } } --!
end)
case("an initializer of an operator that is not compiled", "GS0141", function()
  t.ml:CreateOperatorInitializer { t.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = t.four, OutputTensor = t.four } } --!
end)
case("an initializer with a hole", "GS0132", function()
  t.ml:CreateOperatorInitializer { nil, t.relu() } --!
end)

-- Tables
case("a table for a buffer", "GS0141", function()
  t.ml:CreateBindingTable { Dispatchable = t.buf "a", SizeInDescriptors = 4, CPUDescriptorHandle = t.heap:GetCPUDescriptorHandle(0), GPUDescriptorHandle = t.heap:GetGPUDescriptorHandle(0) } --!
end)
case("a binding that is a buffer", "GS0133", function()
  t.table(t.relu()):BindInputs { t.buf "a" } --!
end)
case("bindings that are no list", "GS0131", function()
  t.table(t.relu()):BindInputs { Buffer = t.buf "a" } --!
end)
case("an offset beyond 2^53", "GS0135", function()
  t.table(t.relu()):BindInputs { { Buffer = t.buf "a", Offset = 1e300 } } --!
end)
case("an offset and a size that overflow together", "GS0716", function()
  t.table(t.relu()):BindInputs { { Buffer = t.buf "a", Offset = 9007199254740976, SizeInBytes = 9007199254740976 } } --!
end)
case("an offset below 0", "GS0135", function()
  t.table(t.relu()):BindInputs { { Buffer = t.buf "a", Offset = -16 } } --!
end)
case("NONE with a buffer", "GS0715", function()
  t.table(t.relu()):BindInputs { { Type = "NONE", Buffer = t.buf "a" } } --!
end)

-- What is gone
case("a released operator is compiled", "GS0710", function()
  local op = t.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = t.four, OutputTensor = t.four }
  op:Release()
  t.ml:CompileOperator(op, { Name = "x" }) --!
end)
case("a table for a released operator", "GS0710", function()
  local relu = t.relu()
  local desc = t.range(relu)
  relu:Release()
  t.ml:CreateBindingTable(desc) --!
end)
case("a released buffer is bound", "GS0330", function()
  local a, bindings = t.buf "a", t.table(t.relu())
  a:Release()
  bindings:BindInputs { { Buffer = a } } --!
end)
case("a released table is bound", "GS0710", function()
  local bindings = t.table(t.relu())
  bindings:Release()
  bindings:BindInputs { { Buffer = t.buf "a" } } --!
end)
case("a released recorder records", "GS0710", function()
  local init = t.init()
  local bindings = t.table(init)
  t.recorder:Release()
  t.run(function(l)
    t.record(l, init, bindings) --!
  end)
end)
case("a released table is recorded", "GS0710", function()
  local init = t.init()
  local bindings = t.table(init)
  bindings:Release()
  t.run(function(l)
    t.record(l, init, bindings) --!
  end)
end)
case("a released device makes operators", "GS0710", function()
  t.ml:Release()
  t.ml:CreateCommandRecorder() --!
end)
case("the heap of a table is released before it binds", "GS0330", function()
  local bindings = t.table(t.relu())
  t.heap:Release()
  bindings:BindInputs { { Buffer = t.buf "a" } } --!
end)
case("the memory of an operator is released before it is recorded", "GS0622", function()
  local relu, b = t.relu(), t.buf "b"
  t.ready(relu)
  local bindings = t.bound(relu, { t.filled "a" }, { b })
  b:Release()
  t.run(function(l)
    t.record(l, relu, bindings)
  end)
end)

-- A removed device
case("calls behind the removal of the device", "GS0733", function()
  local relu = t.relu()
  t.device:RemoveDevice()
  relu:GetBindingProperties()
  t.ml:CreateCommandRecorder()
end)
