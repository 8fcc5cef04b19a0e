-- The machine-learning level: tensors that DirectML owns, persistent and temporary resources, bindings that come late, graphs, and removal.
local t = require "dml_prelude"
local gpu, dml, case = t.gpu, t.dml, t.case

-- Owned tensors --------------------------------------------------------------------------------------------------------------------

case("an owned tensor", "silent", function()
  local w = t.owner()
  w.bind()
  w.initialise()
  w.weights:Release()
  w.list(function(l) w.execute(l) end, 2)
  assert(table.concat(w.read(w.b), " ") == "11 18 33 36")
end)

case("an initializer has no persistent resource of its own", "silent", function()
  local p = t.owner().init:GetBindingProperties()
  assert(p.PersistentResourceSize == 0)
end)

case("too few buffers for a target", "GS0714 1 bindings for the 2 inputs", function()
  local w = t.owner()
  w.first:BindInputs { { Bindings = { {} } } } --!
end)

case("more arrays than targets", "GS0714 2 bindings for the 1 targets", function()
  local w = t.owner()
  w.first:BindInputs { {}, {} } --!
end)

case("a buffer where a target takes an array", "GS0715 BUFFER_ARRAY", function()
  local w = t.owner()
  w.first:BindInputs { { Buffer = w.weights } } --!
end)

case("a target with a persistent resource that it does not need", "GS0715 takes no binding", function()
  local w = t.start()
  w.first:BindOutputs { { Buffer = w.a } } --!
end)

case("a persistent resource that is too small", "GS0716 takes 512 bytes, got 511", function()
  local w = t.owner()
  w.first:BindOutputs { { Buffer = w.kept, SizeInBytes = w.size - 1 } } --!
end)

-- The persistent resource ----------------------------------------------------------------------------------------------------------

case("another persistent resource", "GS0723 another persistent resource", function()
  local w = t.owner()
  w.bind()
  w.initialise()
  w.exec:BindPersistentResource { Buffer = w.kept, Offset = w.size }
  w.list(function(l) w.execute(l) end, 2)
end)

case("bytes behind the persistent resource are written", "silent", function()
  local w = t.owner()
  w.bind()
  w.initialise()
  w.list(function(l) l:CopyBufferRegion(w.kept, w.size, w.a, 0, 4) end, 2)
  w.list(function(l) w.execute(l) end, 3)
end)

-- Bindings that come late ----------------------------------------------------------------------------------------------------------

case("volatile descriptors are written before the submission", "silent", function()
  local w = t.owner("DESCRIPTORS_VOLATILE")
  w.bind()
  w.initialise()
  w.exec:BindOutputs {}
  local l = w.open()
  w.execute(l)
  l:Close()
  w.exec:BindOutputs { { Buffer = w.b } }
  w.queue:ExecuteCommandLists { l }
  w.queue:Signal(w.fence, 2)
  w.fence:WaitCPU(2)
  assert(table.concat(w.read(w.b), " ") == "11 18 33 36")
end)

case("volatile descriptors are overwritten in flight", "GS0605 BindOutputs overwrites", function()
  local w = t.owner("DESCRIPTORS_VOLATILE")
  w.bind()
  w.initialise()
  w.list(function(l) w.execute(l) end, 2, w.queue, true)
  w.exec:BindOutputs { { Buffer = w.a } } --!
end)

case("one list is executed again with other bindings", "silent", function()
  local w = t.owner("DESCRIPTORS_VOLATILE")
  w.bind()
  w.initialise()
  local l = w.open()
  w.execute(l)
  l:Close()
  for value = 2, 3 do
    w.queue:ExecuteCommandLists { l }
    w.queue:Signal(w.fence, value)
    w.fence:WaitCPU(value)
    w.exec:BindInputs { { Buffer = w.weights } }
  end
  assert(table.concat(w.read(w.b), " ") == "20 40 60 80")
end)

case("static descriptors are written behind RecordDispatch", "GS0606 was written after", function()
  local w = t.start()
  w.initialise()
  local l = w.open()
  w.execute(l)
  l:Close()
  w.exec:BindOutputs { { Buffer = w.a } }
  w.queue:ExecuteCommandLists { l } --!
end)

-- Graphs ---------------------------------------------------------------------------------------------------------------------------

case("a graph", "silent", function()
  local w = t.start()
  local net = w.ml:CompileGraph(t.net(w), { Name = "net" })
  local init, first, exec = w.ml:CreateOperatorInitializer { net }, nil, w.binding(net, 24)
  first = w.binding(init, 16)
  exec:BindInputs { { Buffer = w.a } }
  exec:BindOutputs { { Buffer = w.b } }
  exec:BindTemporaryResource { Buffer = w.tensor(net:GetBindingProperties().TemporaryResourceSize / 4) }
  w.list(function(l) w.recorder:RecordDispatch(l, init, first) end, 1)
  w.list(function(l) w.recorder:RecordDispatch(l, net, exec) end, 2)
  assert(table.concat(w.read(w.b), " ") == "1 0 3 0")
end)

case("two executions with one temporary resource", "GS0517", function()
  local w = t.start()
  local net = w.ml:CompileGraph(t.net(w), { Name = "net" })
  local init, temp = w.ml:CreateOperatorInitializer { net }, w.tensor(64)
  local first, one, two = w.binding(init, 16), w.binding(net, 24), w.binding(net, 32)
  for i, exec in ipairs { one, two } do
    exec:BindInputs { { Buffer = w.a } }
    exec:BindOutputs { { Buffer = i == 1 and w.b or w.tensor(4) } }
    exec:BindTemporaryResource { Buffer = temp }
  end
  w.list(function(l) w.recorder:RecordDispatch(l, init, first) end, 1)
  w.list(function(l)
    w.recorder:RecordDispatch(l, net, one)
    w.recorder:RecordDispatch(l, net, two) --!
  end, 2)
end)

case("a graph without its temporary resource", "GS0721 the temporary resource", function()
  local w = t.start()
  local net = w.ml:CompileGraph(t.net(w), { Name = "net" })
  local exec = w.binding(net, 24)
  exec:BindInputs { { Buffer = w.a } }
  exec:BindOutputs { { Buffer = w.b } }
  w.list(function(l) w.recorder:RecordDispatch(l, net, exec) end, 1) --!
end)

case("an edge to a node that does not exist", "GS0740 the graph has 2 nodes, got 2", function()
  local w = t.start()
  w.ml:CompileGraph(t.net(w, function(d) d.InputEdges[1].ToNodeIndex = 2 end)) --!
end)

case("an edge to an input that does not exist", "GS0740 has no tensor 1", function()
  local w = t.start()
  w.ml:CompileGraph(t.net(w, function(d) d.IntermediateEdges[1].ToNodeInputIndex = 1 end)) --!
end)

case("an edge from an input that the graph does not have", "GS0740 the graph has 1 inputs, got 1", function()
  local w = t.start()
  w.ml:CompileGraph(t.net(w, function(d) d.InputEdges[1].GraphInputIndex = 1 end)) --!
end)

case("an input of a node that is connected twice", "GS0741 connected twice", function()
  local w = t.start()
  w.ml:CompileGraph(t.net(w, function(d) d.InputEdges[2] = { GraphInputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 } end)) --!
end)

case("an output that nothing takes", "GS0741 nothing is connected to 'OutputTensor'", function()
  local w = t.start()
  w.ml:CompileGraph(t.net(w, function(d) d.IntermediateEdges = {} d.InputEdges[2] = { GraphInputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 } end)) --!
end)

case("two nodes that feed each other", "GS0742 depends on its own output", function()
  local w = t.start()
  w.ml:CompileGraph(t.net(w, function(d) --!
    d.InputEdges = {}
    d.IntermediateEdges[2] = { FromNodeIndex = 1, FromNodeOutputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 }
  end))
end)

case("tensors of other sizes", "GS0743 has 16 bytes, but 'InputTensor' of node 1 \"second\" has 8", function()
  local w = t.start()
  local B = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 2 } }
  local small = w.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = B, OutputTensor = B }
  w.ml:CompileGraph(t.net(w, function(d) d.Nodes[2].Operator = small end)) --!
end)

case("another shape and type of the same size", "silent", function()
  local w = t.start()
  local B = dml.BufferTensor { DataType = "FLOAT16", Sizes = { 2, 4 } }
  local other = w.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = B, OutputTensor = B }
  w.ml:CompileGraph(t.net(w, function(d) d.Nodes[2].Operator = other end))
end)

case("a node that feeds an owned tensor", "GS0744 OWNED_BY_DML", function()
  local w = t.owner()
  local sum = w.ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = w.A, BTensor = w.W, OutputTensor = w.A }
  w.ml:CompileGraph(t.net(w, function(d) --!
    d.Nodes[2].Operator = sum
    d.InputEdges[2] = { GraphInputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 }
    d.IntermediateEdges[1].ToNodeInputIndex = 1
  end))
end)

case("operators of a graph may be released", "silent", function()
  local w = t.start()
  local d, relu = t.net(w)
  w.ml:CompileGraph(d)
  d.Nodes[1].Operator:Release()
end)

-- Removal --------------------------------------------------------------------------------------------------------------------------

case("what a removed device can do", "GS0733 CreateCommandRecorder", function()
  local w = t.start()
  assert(w.ml:GetDeviceRemovedReason() == "S_OK")
  assert(not pcall(function() w.exec:BindInputs { { Buffer = w.a, Offset = 3 } } end))
  assert(w.ml:GetDeviceRemovedReason() == "INVALID_CALL")
  w.ml:CreateCommandRecorder() --!
end)

case("a new device beside a removed one", "silent", function()
  local w = t.start()
  assert(not pcall(function() w.exec:BindInputs { { Buffer = w.a, Offset = 3 } } end))
  for _, o in ipairs { w.exec, w.first, w.recorder, w.init, w.relu, w.ml } do o:Release() end
  local other = dml.CreateDevice(w.device, { Name = "other" })
  local relu = other:CompileOperator(other:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = w.A, OutputTensor = w.A }, { Name = "again" })
  local exec = other:CreateBindingTable(w.range(relu, 8))
  exec:BindInputs { { Buffer = w.a } }
  assert(other:GetDeviceRemovedReason() == "S_OK")
end)

case("a removed device of Direct3D 12", "GS0733 CreateCommandRecorder", function()
  local w = t.start()
  w.device:RemoveDevice()
  assert(w.ml:GetDeviceRemovedReason() == "DEVICE_REMOVED")
  w.ml:CreateCommandRecorder() --!
end)
