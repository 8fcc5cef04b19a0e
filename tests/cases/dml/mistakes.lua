-- Mistakes that programs with DirectML really make: what dies too early, what changes too early, and what is forgotten between two dispatches.
local t = require "dml_prelude"
local gpu, dml, case = t.gpu, t.dml, t.case

-- The initialisation keeps something and needs no temporary memory, so a check of the temporary size leaves the barrier out.
local function layer(barrier)
  local weighted = t.weighted()
  local init, persistent = t.init(weighted), t.buf("persistent", weighted:GetBindingProperties().PersistentResourceSize)
  assert(init:GetBindingProperties().PersistentResourceSize == 0)
  local first = t.table(init)
  first:BindInputs { { Bindings = { { Buffer = t.filled "weights" }, {} } } }
  first:BindOutputs { { Buffer = persistent } }
  local bindings = t.bound(weighted, { false, t.filled "b" }, { t.buf "c" }, persistent)
  t.run(function(l)
    t.record(l, init, first)
    if barrier then barrier(l, persistent) end
    t.record(l, weighted, bindings) --!
  end)
end
case("no barrier behind an initialisation that keeps weights", "GS0517 persistent", function()
  layer()
end)
case("a barrier for everything behind it", "silent", function()
  layer(function(l) t.uav(l) end)
end)
case("a barrier for the persistent memory only", "silent", function()
  layer(t.uav)
end)
case("a barrier for something else", "GS0517", function()
  layer(function(l) t.uav(l, t.buf "other") end)
end)

case("an initializer is reset while the GPU runs it", "GS0601 is reset while", function()
  local init = t.init(t.relu())
  local bindings = t.table(init)
  t.submit(t.list(function(l) t.record(l, init, bindings) end))
  init:Reset { t.relu "next" } --!
  t.idle()
end)
case("an initializer is reset when the GPU has finished", "silent", function()
  local init = t.init(t.relu())
  local bindings = t.table(init)
  t.run(function(l) t.record(l, init, bindings) end)
  init:Reset { t.relu "next" }
  bindings:Reset(t.range(init))
  t.run(function(l) t.record(l, init, bindings) end)
end)
case("an initializer is reset, and its table is not", "GS0713 before its Reset", function()
  local init = t.init(t.relu())
  local bindings = t.table(init)
  t.run(function(l) t.record(l, init, bindings) end)
  init:Reset { t.weighted() }
  t.run(function(l)
    t.record(l, init, bindings) --!
  end)
end)
case("a reset that is refused has not happened", "silent", function()
  local relu = t.relu()
  local init = t.init(relu)
  local bindings = t.table(init)
  local ok, e = pcall(init.Reset, init, { relu, relu })
  assert(not ok and e.code == "GS0731")
  t.run(function(l) t.record(l, init, bindings) end)
  init:Reset { t.relu "next" }
  bindings:Release()
  init:Release()
end)
case("sixty-six weights that a graph takes from upload memory", "silent", function()
  local n, nodes, inputs, between, weights, given = 66, {}, {}, {}, {}, {}
  for i = 1, n do
    nodes[i] = { Operator = t.ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = t.owned, BTensor = t.four, OutputTensor = t.four } }
    inputs[i] = { GraphInputIndex = i - 1, ToNodeIndex = i - 1, ToNodeInputIndex = 0 }
    between[i] = { FromNodeIndex = i - 1, FromNodeOutputIndex = 0, ToNodeIndex = i, ToNodeInputIndex = 1 }
    local weight = t.upload("weight " .. i)
    weight:Map():Write(0, "float", { i, i, i, i })
    weights[i], given[i] = { Buffer = weight }, false
  end
  between[n] = nil
  inputs[n + 1] = { GraphInputIndex = n, ToNodeIndex = 0, ToNodeInputIndex = 1 }
  local sum = t.ml:CompileGraph({ InputCount = n + 1, OutputCount = 1, Nodes = nodes, InputEdges = inputs, IntermediateEdges = between,
    OutputEdges = { { FromNodeIndex = n - 1, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }, { Name = "sum" })
  local init, persistent, out = t.init(sum), t.buf("persistent", sum:GetBindingProperties().PersistentResourceSize), t.buf "out"
  local bindings = t.table(init)
  bindings:BindInputs { { Bindings = weights } }
  bindings:BindOutputs { { Buffer = persistent } }
  t.run(function(l) t.record(l, init, bindings) end)
  given[n + 1] = t.filled "x"
  t.run(function(l) t.record(l, sum, t.bound(sum, given, { out }, persistent)) end)
  local first = dml.ReadTensor(t.queue, t.four, out)[1]
  assert(first == 1 + n * (n + 1) / 2, first)
end)

-- An operator behind a dispatch of the program's own.
local numbers = gpu.RWStructuredBuffer("u0", "float")
local function mixed(again, only)
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
  local pso = t.device:CreateComputePipelineState { Name = "double", RootSignature = root, CS = gpu.ComputeShader { Name = "double", NumThreads = { 4, 1, 1 },
    Main = function(GroupIndex) numbers[GroupIndex] = numbers[GroupIndex] * 2 end } }
  local relu, mine = t.relu(), t.filled "mine"
  t.ready(relu)
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" })
  t.run(function(l)
    local function own()
      l:SetComputeRootSignature(root)
      l:SetPipelineState(pso)
      l:SetComputeRootUnorderedAccessView(0, mine:GetGPUVirtualAddress())
    end
    l:ResourceBarrier { { Type = "TRANSITION", Resource = mine, Before = "COMMON", After = "UNORDERED_ACCESS" } }
    own()
    if not only then l:Dispatch(1, 1, 1) end
    t.record(l, relu, bindings)
    if not only then t.uav(l) end
    if again == "all" then own() elseif again == "pipeline" then l:SetPipelineState(pso) end
    if only == "two" then
      l:Dispatch(1, 1, 1)
      t.uav(l, mine)
    end
    l:Dispatch(1, 1, 1) --!
  end)
end
case("a dispatch of the program behind an operator", "GS0722", function()
  mixed()
end)
case("a dispatch of the program behind an operator, which needs no barrier", "GS0722", function()
  mixed(nil, "one")
end)
case("two dispatches of the program behind an operator", "GS0722", function()
  mixed(nil, "two")
end)
case("a dispatch of the program behind an operator, without its root signature", "GS0353 relu root signature", function()
  mixed "pipeline"
end)
case("a dispatch of the program that sets both again", "silent", function()
  mixed "all"
end)

-- Two operators of one list, and what becomes of it if a binding of the second one is changed behind the recording.
local function changed(apart, change)
  local relu, second = t.relu(), t.relu "second"
  t.ready(relu, second)
  local a, b, c, d = t.filled "a", t.buf "b", t.filled "c", t.buf "d"
  local bindings, others = t.bound(relu, { a }, { b }), t.bound(second, { c }, { d })
  local l = t.list(function(l)
    t.record(l, relu, bindings)
    if apart then t.uav(l) end
    t.record(l, second, others)
  end)
  change(others, b)
  t.submit(l)
  t.idle()
  return relu, b
end
case("the output of an operator is bound behind the recording, to what another one writes", "GS0606", function()
  changed(false, function(others, b) others:BindOutputs { { Buffer = b } } end)
end)
case("the input of an operator is bound behind the recording, to what another one writes", "GS0606", function()
  changed(false, function(others, b) others:BindInputs { { Buffer = b } } end)
end)
case("the input of an operator is bound behind the recording, and another list executes one twice", "GS0606", function()
  local relu, b = changed(true, function(others, b) others:BindInputs { { Buffer = b } } end)
  local bindings = t.bound(relu, { t.filled "e" }, { b })
  t.run(function(l)
    t.record(l, relu, bindings)
    t.record(l, relu, bindings)
  end, "twice")
end)

-- A closed list is executed again and again, and its table rebound between: with volatile descriptors, when the GPU has finished.
local function rebound(flags, wait)
  local relu = t.relu("relu", flags)
  t.ready(relu)
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" })
  local l, next = t.list(function(l) t.record(l, relu, bindings) end), t.filled "next"
  t.submit(l)
  if wait then t.idle() end
  bindings:BindInputs { { Buffer = next } }
  t.idle()
  t.submit(l)
  t.idle()
end
case("a closed list is bound again while the GPU runs it", "GS0605 descriptor 2", function()
  rebound("DESCRIPTORS_VOLATILE", false)
end)
case("a closed list is bound again when the GPU has finished", "silent", function()
  rebound("DESCRIPTORS_VOLATILE", true)
end)
case("a closed list with static descriptors is bound again while the GPU runs it", "GS0605", function()
  rebound(nil, false)
end)
case("a closed list with static descriptors is bound again when the GPU has finished", "GS0606", function()
  rebound(nil, true)
end)
case("another table over descriptors that the GPU uses", "GS0605 BindInputs", function()
  local relu = t.relu()
  t.ready(relu)
  local desc = t.range(relu)
  local first, second = t.ml:CreateBindingTable(desc), t.ml:CreateBindingTable(desc)
  first:BindInputs { { Buffer = t.filled "a" } }
  first:BindOutputs { { Buffer = t.buf "b" } }
  local c = t.filled "c"
  t.submit(t.list(function(l) t.record(l, relu, first) end))
  second:BindInputs { { Buffer = c } } --!
  t.idle()
end)

-- One table for both: what HelloDirectML does, with a full wait between. Without it both have one range.
local function one(wait)
  local weighted = t.weighted()
  local init, persistent = t.init(weighted), t.buf("persistent", 512)
  local desc = t.range(weighted)
  local range = { Name = "table", Dispatchable = init, SizeInDescriptors = desc.SizeInDescriptors, CPUDescriptorHandle = desc.CPUDescriptorHandle, GPUDescriptorHandle = desc.GPUDescriptorHandle }
  local bindings, b = t.ml:CreateBindingTable(range), t.filled "b"
  bindings:BindInputs { { Bindings = { { Buffer = t.filled "weights" }, {} } } }
  bindings:BindOutputs { { Buffer = persistent } }
  t.submit(t.list(function(l) t.record(l, init, bindings) end))
  if wait then t.idle() end
  bindings:Reset(desc)
  bindings:BindPersistentResource { Buffer = persistent } --!
  bindings:BindInputs { {}, { Buffer = b } }
  bindings:BindOutputs { { Buffer = t.buf "c" } }
  t.run(function(l) t.record(l, weighted, bindings) end)
end
case("one range for initialisation and execution", "silent", function()
  one(true)
end)
case("one range for initialisation and execution, without a wait", "GS0605", function()
  one(false)
end)

-- What must live until the GPU has finished. A table holds the operator, and neither heap nor buffers.
local function dies(what, wait)
  local weighted = t.weighted()
  local persistent = t.kept(weighted)
  local b, c = t.filled "b", t.buf "c"
  local bindings = t.bound(weighted, { false, b }, { c }, persistent)
  local objects = { operator = weighted, input = b, output = c, persistent = persistent, heap = t.heap }
  t.submit(t.list(function(l) t.record(l, weighted, bindings) end))
  if wait then t.idle() end
  if what == "operator" then bindings:Release() end
  objects[what]:Release() --!
  t.idle()
end
for _, row in ipairs { { "operator", "weighted" }, { "input", "b" }, { "output", "c" }, { "persistent", "persistent" }, { "heap", "heap" } } do
  case("the " .. row[1] .. " is released while the GPU uses it", 'GS0601 "' .. row[2] .. '"', function() dies(row[1], false) end)
  case("the " .. row[1] .. " is released when the GPU has finished", "silent", function() dies(row[1], true) end)
end
case("the initializer is released while the GPU runs it", "GS0601 OperatorInitializer", function()
  local weighted = t.weighted()
  local init = t.init(weighted)
  local first = t.table(init)
  first:BindInputs { { Bindings = { { Buffer = t.filled "weights" }, {} } } }
  first:BindOutputs { { Buffer = t.buf("persistent", 512) } }
  t.submit(t.list(function(l) t.record(l, init, first) end))
  first:Release()
  init:Release() --!
  t.idle()
end)
case("a target is released while the GPU initialises it", 'GS0601 "relu"', function()
  local relu = t.relu()
  local init = t.init(relu)
  local first = t.table(init)
  t.submit(t.list(function(l) t.record(l, init, first) end))
  relu:Release() --!
  t.idle()
end)
case("an operator is released, and its table holds it", "silent", function()
  local relu = t.relu()
  t.ready(relu)
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" })
  t.submit(t.list(function(l) t.record(l, relu, bindings) end))
  relu:Release()
  t.idle()
end)
case("an operator that only its table held", 'GS0601 "relu"', function()
  local relu, other = t.relu(), t.relu "other"
  t.ready(relu, other)
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" })
  t.submit(t.list(function(l) t.record(l, relu, bindings) end))
  relu:Release()
  bindings:Reset(t.range(other)) --!
  t.idle()
end)

-- One table for the initialisation and for what comes after it.
local function reused(reset)
  local relu = t.relu()
  local init = t.init(relu)
  local size = relu:GetBindingProperties().RequiredDescriptorCount
  local bindings = t.ml:CreateBindingTable { Name = "table", Dispatchable = init, SizeInDescriptors = size, CPUDescriptorHandle = t.heap:GetCPUDescriptorHandle(0),
    GPUDescriptorHandle = t.heap:GetGPUDescriptorHandle(0) }
  t.run(function(l) t.record(l, init, bindings) end)
  reset(bindings, relu, size)
  return relu, bindings
end
case("a table is reset after the initialisation", "silent", function()
  local relu, bindings = reused(function(table, relu, size)
    table:Reset { Dispatchable = relu, SizeInDescriptors = size, CPUDescriptorHandle = t.heap:GetCPUDescriptorHandle(0),
      GPUDescriptorHandle = t.heap:GetGPUDescriptorHandle(0) }
  end)
  bindings:BindInputs { { Buffer = t.filled "a" } }
  bindings:BindOutputs { { Buffer = t.buf "b" } }
  t.run(function(l) t.record(l, relu, bindings) end)
end)
case("a table is not reset after the initialisation", "GS0715 target 1", function()
  local relu, bindings = reused(function() end)
  bindings:BindInputs { { Buffer = t.filled "a" } } --!
  bindings:BindOutputs { { Buffer = t.buf "b" } }
  t.run(function(l) t.record(l, relu, bindings) end)
end)

case("the heap is set before the initialisation", "silent", function()
  local relu = t.relu()
  local init = t.init(relu)
  local first, bindings = t.table(init), t.bound(relu, { t.filled "a" }, { t.buf "b" })
  local l = t.device:CreateCommandList { Type = "COMPUTE", Name = "init", Allocator = t.device:CreateCommandAllocator "COMPUTE" }
  l:SetDescriptorHeaps { t.heap }
  t.recorder:RecordDispatch(l, init, first)
  l:Close()
  t.submit(l)
  t.run(function(list) t.record(list, relu, bindings) end)
end)
case("no heap is set before the initialisation, and what it initialises is executed", "GS0358 RecordDispatch", function()
  local relu = t.relu()
  local init = t.init(relu)
  local first, bindings = t.table(init), t.bound(relu, { t.filled "a" }, { t.buf "b" })
  local l = t.device:CreateCommandList { Type = "COMPUTE", Name = "init", Allocator = t.device:CreateCommandAllocator "COMPUTE" }
  t.recorder:RecordDispatch(l, init, first) --!
  l:Close()
  t.submit(l)
  t.run(function(list) t.record(list, relu, bindings) end)
end)
