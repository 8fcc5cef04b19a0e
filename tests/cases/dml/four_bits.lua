-- Tensors of 4 bits: two elements in a byte, the first one in its lower bits. QUANTIZE and DEQUANTIZE take them (DML_FEATURE_LEVEL_6_3), and nothing else does.
local t = require "dml_prelude"
local dml, case = t.dml, t.case

local function of(type, sizes, more)
  more = more or {}
  more.DataType = type
  return t.tensor(sizes, more)
end

-- whole dispatches an operator of these inputs, and returns its output; kept is the number of an input that is handed over.
local function whole(desc, inputs, kept)
  local op = t.compile(desc, "op")
  local init, needs = t.init(op), op:GetBindingProperties()
  local first, persistent = t.table(init, "init table"), nil
  if kept then
    local given = {}
    for i in ipairs(inputs) do given[i] = i == kept and { Buffer = inputs[i] } or {} end
    persistent, inputs[kept] = t.buf("persistent", needs.PersistentResourceSize), false
    first:BindInputs { { Bindings = given } }
    first:BindOutputs { { Buffer = persistent } }
  end
  t.run(function(l) t.record(l, init, first) end)
  local out = t.buf("out", desc.OutputTensor:GetDesc().TotalTensorSizeInBytes)
  local bindings = t.bound(op, inputs, { out }, persistent)
  t.run(function(l) t.record(l, op, bindings) end)
  return out
end
local function upload(tensor, values) return dml.UploadTensor(t.queue, tensor, values) end
local function reads(tensor, buffer, want)
  local got = table.concat(dml.ReadTensor(t.queue, tensor, buffer), " ")
  assert(got == want, got)
end

local one = t.tensor { 1 }
local bytes = of("UINT8", { 4 })

case("five elements take three bytes, and a tensor of them four", "silent", function()
  assert(of("UINT4", { 5 }):GetDesc().TotalTensorSizeInBytes == 4)
  assert(of("INT4", { 9 }):GetDesc().TotalTensorSizeInBytes == 8)
  assert(of("UINT4", { 2, 3 }, { Strides = { 8, 1 } }):GetDesc().TotalTensorSizeInBytes == 8)
end)
case("the first element of a byte is its lower bits", "silent", function()
  local out = whole({ Type = "DEQUANTIZE", InputTensor = of("UINT4", { 5 }), QuantizationType = "SCALE", QuantizationTensors = { one }, OutputTensor = t.tensor { 5 } },
    { upload(bytes, { 0x21, 0x43, 0xF5, 0xFF }), upload(one, { 2 }) })
  reads(t.tensor { 5 }, out, "2 4 6 8 10")
end)
case("elements with a sign", "silent", function()
  local four = of("INT4", { 4 })
  local out = whole({ Type = "DEQUANTIZE", InputTensor = four, QuantizationType = "SCALE_ZERO_POINT", QuantizationTensors = { one, of("INT4", { 1 }) }, OutputTensor = t.four },
    { upload(bytes, { 0x87, 0x0F, 0, 0 }), upload(one, { 1 }), upload(of("INT4", { 1 }), { 1 }) })
  reads(t.four, out, "6 -9 -2 -1")
end)
case("values become bytes and values again", "silent", function()
  local seven = of("INT4", { 7 })
  reads(seven, upload(seven, { -8, 7, -1, 0, 1, 3, -4 }), "-8 7 -1 0 1 3 -4")
  assert(dml.PackTensor(of("UINT4", { 3 }), { 1, 2, 3 }) == "\33\3\0\0")
end)
case("quantized to bytes", "silent", function()
  local out = whole({ Type = "QUANTIZE", InputTensor = t.tensor { 5 }, QuantizationType = "SCALE", QuantizationTensors = { one }, OutputTensor = of("UINT4", { 5 }) },
    { upload(t.tensor { 5 }, { 0.5, 1, 7.5, 20, -3 }), upload(one, { 0.5 }) })
  reads(of("UINT8", { 3 }), out, "33 255 0")
end)
case("a column of a matrix is quantized, with gaps between its elements", "silent", function()
  local turned = of("INT4", { 2, 3 }, { Strides = { 1, 3 } })
  local out = whole({ Type = "QUANTIZE", InputTensor = t.tensor { 2, 3 }, QuantizationType = "SCALE", QuantizationTensors = { t.tensor { 1, 1 } }, OutputTensor = turned },
    { upload(t.tensor { 2, 3 }, { 1, 2, 3, -1, -2, -3 }), upload(one, { 1 }) })
  reads(of("INT4", { 8 }), out, "1 -1 0 2 -2 0 3 -3")
end)
case("owned elements are kept", "silent", function()
  local weights = of("UINT4", { 4 }, { Flags = "OWNED_BY_DML" })
  local out = whole({ Type = "DEQUANTIZE", InputTensor = weights, QuantizationType = "SCALE", QuantizationTensors = { one }, OutputTensor = t.four },
    { upload(of("UINT4", { 4 }), { 1, 9, 15, 4 }), upload(one, { 10 }) }, 1)
  reads(t.four, out, "10 90 150 40")
end)
case("weights of 4 bits stand in a constant and are multiplied as floats", "silent", function()
  local matrix, four = t.tensor { 1, 1, 2, 2 }, of("INT4", { 1, 1, 2, 2 })
  local function node(desc) return { Operator = t.ml:CreateOperator(desc) } end
  local graph = t.ml:CompileGraph({ InputCount = 1, OutputCount = 1,
    Nodes = { node { Type = "DEQUANTIZE", InputTensor = four, QuantizationType = "SCALE", QuantizationTensors = { t.tensor { 1, 1, 1, 1 } }, OutputTensor = matrix },
      node { Type = "GEMM", ATensor = matrix, BTensor = matrix, OutputTensor = matrix }, { Data = dml.PackTensor(four, { 1, -2, 3, 4 }) }, { Data = dml.PackTensor(one, { 0.5 }) } },
    InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 } },
    IntermediateEdges = { { FromNodeIndex = 2, FromNodeOutputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 }, { FromNodeIndex = 3, FromNodeOutputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 1 },
      { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 1 } },
    OutputEdges = { { FromNodeIndex = 1, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }, { Name = "layer" })
  local init, persistent = t.init(graph), t.buf("persistent", graph:GetBindingProperties().PersistentResourceSize)
  local first, out = t.table(init, "init table"), t.buf "out"
  first:BindOutputs { { Buffer = persistent } }
  t.run(function(l) t.record(l, init, first) end)
  local bindings = t.bound(graph, { t.filled "in" }, { out }, persistent)
  t.run(function(l) t.record(l, graph, bindings) end)
  reads(t.four, out, "-2.5 -5 -4.5 -11")
end)

-- What is refused
case("an element that 4 bits do not have", "GS0736 value 2, 16, is no UINT4", function()
  upload(of("UINT4", { 2 }), { 15, 16 }) --!
end)
case("an element that 4 bits with a sign do not have", "GS0736 value 1, 8, is no INT4", function()
  upload(of("INT4", { 1 }), { 8 }) --!
end)
case("fewer bytes than elements of 4 bits", "GS0704 8", function()
  of("INT4", { 9 }, { TotalTensorSizeInBytes = 4 }) --!
end)
case("elements of 4 bits are cast", "GS0705 'InputTensor' has DataType of INT4", function()
  t.ml:CreateOperator { Type = "CAST", InputTensor = of("INT4", { 4 }), OutputTensor = t.four } --!
end)
case("a filter of 4 bits", "GS0705 UINT4", function()
  local matrix = t.tensor { 1, 1, 2, 2 }
  t.ml:CreateOperator { Type = "GEMM", ATensor = matrix, BTensor = of("UINT4", { 1, 1, 2, 2 }), OutputTensor = matrix } --!
end)
case("a zero point of other elements than the input", "GS0705 expected to be UINT4", function()
  t.ml:CreateOperator { Type = "DEQUANTIZE", InputTensor = of("UINT4", { 4 }), QuantizationType = "SCALE_ZERO_POINT", QuantizationTensors = { one, of("UINT8", { 1 }) }, OutputTensor = t.four } --!
end)
case("a device has tensors of 4 bits", "silent", function()
  assert(t.ml:CheckFeatureSupport("TENSOR_DATA_TYPE_SUPPORT", "UINT4").IsSupported)
end)
