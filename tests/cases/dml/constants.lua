-- CONSTANT nodes of graphs: data that comes with the description, and that the graph keeps.
local t = require "dml_prelude"
local dml, case = t.dml, t.case
local engine = require "gpu.engine"

local function add() return t.ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = t.four, BTensor = t.four, OutputTensor = t.four } end

-- shifted describes a graph that adds a constant to its input.
local function shifted(node, change)
  local d = { InputCount = 1, OutputCount = 1, Nodes = { { Operator = add(), Name = "sum" }, node },
    InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
    IntermediateEdges = { { FromNodeIndex = 1, FromNodeOutputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 1 } },
    OutputEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
  if change then change(d) end
  return t.ml:CompileGraph(d, { Name = "shifted" })
end

-- ready initialises a graph; the result is its persistent resource.
local function ready(graph)
  local init, size = t.init(graph), graph:GetBindingProperties().PersistentResourceSize
  assert(size > 0)
  local persistent, bindings = t.buf("persistent", size), t.table(init, "init table")
  bindings:BindOutputs { { Buffer = persistent } }
  t.run(function(l) t.record(l, init, bindings) end, "init list")
  return persistent
end

-- gives runs a graph on 1, -2, 3, -4 and asks for what it must give.
local function gives(graph, persistent, want)
  local out = t.buf "out"
  local bindings = t.bound(graph, { t.filled "in" }, { out }, persistent)
  t.run(function(l) t.record(l, graph, bindings) end)
  local got = dml.ReadTensor(t.queue, t.four, out)
  for i = 1, 4 do assert(got[i] == want[i], i .. ": " .. got[i]) end
end

case("a constant is added", "silent", function()
  local graph = shifted { Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }), Name = "bias" }
  gives(graph, ready(graph), { 11, 18, 33, 36 })
end)
case("a constant with its type and size", "silent", function()
  local graph = shifted { Type = "CONSTANT", Data = engine.Pack("float", { 10, 20, 30, 40 }), DataSize = 16 }
  gives(graph, ready(graph), { 11, 18, 33, 36 })
end)
case("a constant of a list of bytes", "silent", function()
  local graph = shifted { Data = { 0, 0, 128, 63, 0, 0, 0, 64, 0, 0, 64, 64, 0, 0, 128, 64 } }
  gives(graph, ready(graph), { 2, 0, 6, 0 })
end)
case("an operator node with its type", "silent", function()
  shifted({ Data = dml.PackTensor(t.four, { 1, 2, 3, 4 }) }, function(d) d.Nodes[1].Type = "OPERATOR" end)
end)
case("a constant feeds two operators, and the graph runs twice", "silent", function()
  local graph = shifted({ Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }) }, function(d)
    d.Nodes[3] = { Operator = add(), Name = "again" }
    d.IntermediateEdges[2] = { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 2, ToNodeInputIndex = 0 }
    d.IntermediateEdges[3] = { FromNodeIndex = 1, FromNodeOutputIndex = 0, ToNodeIndex = 2, ToNodeInputIndex = 1 }
    d.OutputEdges[1].FromNodeIndex = 2
  end)
  local persistent = ready(graph)
  gives(graph, persistent, { 21, 38, 63, 76 })
  gives(graph, persistent, { 21, 38, 63, 76 })
end)
case("two constants, one of which comes first", "silent", function()
  local graph = shifted({ Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }) }, function(d)
    d.InputCount, d.InputEdges = 0, {}
    d.Nodes[3] = { Data = dml.PackTensor(t.four, { 1, 1, 2, 2 }) }
    d.IntermediateEdges[2] = { FromNodeIndex = 2, FromNodeOutputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 }
  end)
  local out = t.buf "out"
  local bindings = t.bound(graph, {}, { out }, ready(graph))
  t.run(function(l) t.record(l, graph, bindings) end)
  assert(table.concat(dml.ReadTensor(t.queue, t.four, out), " ") == "11 21 32 42")
end)
case("a constant beside an owned input", "silent", function()
  local sum = t.ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = t.owned, BTensor = t.four, OutputTensor = t.four }
  local graph = shifted({ Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }) }, function(d) d.Nodes[1].Operator = sum end)
  local init, bindings = t.init(graph), nil
  local persistent = t.buf("persistent", graph:GetBindingProperties().PersistentResourceSize)
  bindings = t.table(init, "init table")
  bindings:BindInputs { { Bindings = { { Buffer = t.filled "weights" } } } }
  bindings:BindOutputs { { Buffer = persistent } }
  t.run(function(l) t.record(l, init, bindings) end)
  local out = t.buf "out"
  local exec = t.bound(graph, {}, { out }, persistent)
  t.run(function(l) t.record(l, graph, exec) end)
  assert(table.concat(dml.ReadTensor(t.queue, t.four, out), " ") == "11 18 33 36")
end)
case("half floats of an odd number are rounded up to whole words", "silent", function()
  local three = t.tensor({ 3 }, { DataType = "FLOAT16" })
  local relu = t.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = three, OutputTensor = three }
  local data = dml.PackTensor(three, { -1, 2, 3 })
  assert(#data == 8)
  local graph = t.ml:CompileGraph { InputCount = 0, OutputCount = 1, Nodes = { { Operator = relu }, { Data = data } },
    IntermediateEdges = { { FromNodeIndex = 1, FromNodeOutputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
    OutputEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
  local out = t.buf("out", 8)
  local bindings = t.bound(graph, {}, { out }, ready(graph))
  t.run(function(l) t.record(l, graph, bindings) end)
  assert(table.concat(dml.ReadTensor(t.queue, three, out), " ") == "0 2 3")
end)

-- What is refused
case("a constant is too short", "GS0743 'Data' of node 1 \"bias\" has 12 bytes", function()
  shifted { Data = dml.PackTensor(t.tensor { 3 }, { 10, 20, 30 }), Name = "bias" } --!
end)
case("a constant is too long", "GS0743 20 bytes", function()
  shifted { Data = dml.PackTensor(t.tensor { 5 }, { 10, 20, 30, 40, 50 }) } --!
end)
case("a constant of no whole words", "GS0743 a multiple of 4 bytes", function()
  shifted { Data = "abcdef" } --!
end)
case("a constant of nothing", "GS0743 at least 4", function()
  shifted { Data = "" } --!
end)
case("another size than the data has", "GS0743 DataSize is 12", function()
  shifted { Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }), DataSize = 12 } --!
end)
case("a node that is an operator and a constant", "GS0741 both", function()
  shifted({ Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }) }, function(d) d.Nodes[1].Data = "aaaa" end) --!
end)
case("a constant that is an operator", "GS0741 type CONSTANT", function()
  shifted({ Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }) }, function(d) d.Nodes[1].Type = "CONSTANT" end) --!
end)
case("an operator that is a constant", "GS0741 type OPERATOR", function()
  shifted { Type = "OPERATOR", Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }) } --!
end)
case("a constant feeds an owned tensor", "GS0744 OWNED_BY_DML", function()
  local sum = t.ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = t.four, BTensor = t.owned, OutputTensor = t.four }
  shifted({ Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }) }, function(d) d.Nodes[1].Operator = sum end) --!
end)
case("a constant has one output", "GS0740 node 1, CONSTANT has no tensor 1", function()
  t.ml:CompileGraph { InputCount = 1, OutputCount = 1, Nodes = { { Operator = add() }, { Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }) } }, --!
    InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
    IntermediateEdges = { { FromNodeIndex = 1, FromNodeOutputIndex = 1, ToNodeIndex = 0, ToNodeInputIndex = 1 } },
    OutputEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
end)
case("a constant has no input", "GS0740 node 1, CONSTANT has no tensor 0", function()
  shifted({ Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }) }, function(d) d.InputEdges[2] = { GraphInputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 } end) --!
end)
case("nothing takes a constant", "GS0741 nothing is connected to 'Data'", function()
  shifted({ Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }) }, function(d) --!
    d.InputCount, d.IntermediateEdges = 2, {}
    d.InputEdges[2] = { GraphInputIndex = 1, ToNodeIndex = 0, ToNodeInputIndex = 1 }
  end)
end)
case("more elements than the tensor has", "GS0736 5 values", function()
  dml.PackTensor(t.four, { 1, 2, 3, 4, 5 }) --!
end)
case("elements that their type does not have", "GS0736 value 2", function()
  dml.PackTensor(t.tensor({ 4 }, { DataType = "UINT8" }), { 1, 256, 3, 4 }) --!
end)

-- What it asks for
case("a graph with a constant is executed without its persistent resource", "GS0721 the persistent resource", function()
  local graph = shifted { Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }) }
  ready(graph)
  local bindings = t.bound(graph, { t.filled "in" }, { t.buf "out" })
  t.run(function(l)
    t.record(l, graph, bindings) --!
  end)
end)
case("a graph with a constant is executed without its initialisation", "GS0730 shifted", function()
  local graph = shifted { Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }) }
  local bindings = t.bound(graph, { t.filled "in" }, { t.buf "out" }, t.buf("persistent", graph:GetBindingProperties().PersistentResourceSize))
  t.run(function(l)
    t.record(l, graph, bindings)
  end)
end)
case("a graph with a constant is released while it is initialised", "GS0601 shifted", function()
  local graph = shifted { Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }) }
  local init = t.init(graph)
  local bindings = t.table(init, "init table")
  bindings:BindOutputs { { Buffer = t.buf("persistent", graph:GetBindingProperties().PersistentResourceSize) } }
  t.submit(t.list(function(l) t.record(l, init, bindings) end)) --1
  graph:Release() --!
end)
case("a graph with a constant is released when it is initialised", "silent", function()
  local graph = shifted { Data = dml.PackTensor(t.four, { 10, 20, 30, 40 }) }
  ready(graph)
  graph:Release()
end)
