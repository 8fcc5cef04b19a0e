-- The machine-learning level: what DirectML asks of bindings, of recorded dispatches, of initialisation and of lifetimes.
local t = require "prelude"
local case, gpu = t.case, t.gpu
local dml = require "gpu.dml"
local m = require "dml_prelude"
local start = m.start

-- Binding --------------------------------------------------------------------------------------------------------------------------

case("everything right", "silent", function()
  local w = start()
  w.initialise()
  w.list(function(l) w.execute(l) end, 2)
  assert(table.concat(w.read(w.b), " ") == "1 0 3 0")
end)

case("more inputs than the operator has", "GS0714 2 bindings for the 1 inputs", function()
  local w = start()
  w.exec:BindInputs { { Buffer = w.a }, { Buffer = w.a } } --!
end)

case("nothing for an input that is needed", "GS0715 got NONE", function()
  local w = start()
  w.exec:BindInputs { {} } --!
end)

case("an empty list unbinds", "GS0721 input 'InputTensor'", function()
  local w = start()
  w.exec:BindInputs {}
  w.list(function(l) w.recorder:RecordDispatch(l, w.relu, w.exec) end, 1) --!
end)

case("an array for an input of an execution", "GS0715 BUFFER_ARRAY", function()
  local w = start()
  w.exec:BindInputs { { Bindings = { { Buffer = w.a } } } } --!
end)

case("a texture as a tensor", "GS0716 takes a buffer", function()
  local w = start()
  local picture = w.device:CreateCommittedResource { Name = "p", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8_UNORM" }
  w.exec:BindInputs { { Buffer = picture } } --!
end)

case("bytes behind the end", "GS0716 outside of buffer", function()
  local w = start()
  w.exec:BindInputs { { Buffer = w.a, Offset = 16, SizeInBytes = 16 } } --!
end)

case("one byte too few", "GS0716 takes 16 bytes, got 15", function()
  local w = start()
  w.exec:BindInputs { { Buffer = w.a, SizeInBytes = 15 } } --!
end)

case("exactly the bytes of the tensor", "silent", function()
  local w = start()
  w.exec:BindInputs { { Buffer = w.a, SizeInBytes = 16 } }
end)

case("an offset of 8", "GS0717 multiple of 16 bytes, got 8", function()
  local w = start()
  w.exec:BindInputs { { Buffer = w.tensor(64), Offset = 8 } } --!
end)

case("an offset below the guaranteed alignment", "GS0717 multiple of 64 bytes, got 16", function()
  local w = start { GuaranteedBaseOffsetAlignment = 64 }
  w.exec:BindInputs { { Buffer = w.tensor(64), Offset = 16 } } --!
end)

case("an upload buffer as input", "GS0718 UPLOAD", function()
  local w = start()
  w.exec:BindInputs { { Buffer = t.upload("u") } } --!
end)

case("a buffer that cannot be written by shaders", "GS0718 ALLOW_UNORDERED_ACCESS", function()
  local w = start()
  w.exec:BindInputs { { Buffer = t.buf("plain", 64, { flags = "NONE" }) } } --!
end)

case("a buffer of another device", "GS0709 second", function()
  local w = start()
  w.exec:BindInputs { { Buffer = dml.AllocateTensor(gpu.CreateDevice { Name = "second" }, w.A) } } --!
end)

case("an output over half of the input", "GS0720 share bytes [16, 32)", function()
  local w = start { Sizes = { 8 } }
  local big = w.tensor(32)
  w.exec:BindInputs { { Buffer = big } }
  w.exec:BindOutputs { { Buffer = big, Offset = 16 } }
  w.list(function(l) w.recorder:RecordDispatch(l, w.relu, w.exec) end, 1) --!
end)

case("an output over all of the input", "silent", function()
  local w = start()
  w.initialise()
  w.exec:BindOutputs { { Buffer = w.a } }
  w.list(function(l) w.execute(l) end, 2)
  assert(table.concat(w.read(w.a), " ") == "1 0 3 0")
end)

case("an output over the input of an operator that does not work in place", "GS0720 input 'ATensor' and output 'OutputTensor'", function()
  local w = start()
  local M = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 2, 2 } }
  local gemm = w.ml:CompileOperator(w.ml:CreateOperator { Type = "GEMM", ATensor = M, BTensor = M, OutputTensor = M }, { Name = "gemm" })
  local exec = w.binding(gemm, 16)
  exec:BindInputs { { Buffer = w.a }, { Buffer = w.b } }
  exec:BindOutputs { { Buffer = w.a } }
  w.list(function(l) w.recorder:RecordDispatch(l, gemm, exec) end, 1) --!
end)

-- Tables and devices ---------------------------------------------------------------------------------------------------------------

case("a table of too few descriptors", "GS0711 needs 2 descriptors", function()
  local w = start()
  w.binding(w.relu, 16, 1) --!
end)

case("a table behind the end of the heap", "GS03xx", function()
  local w = start()
  w.binding(w.relu, 63, 4):BindInputs { { Buffer = w.a } } --!
end)

case("an empty table", "GS0713 binds for nothing yet", function()
  local w = start()
  w.ml:CreateBindingTable():BindInputs { { Buffer = w.a } } --!
end)

case("a table for something else", "GS0726 binds for CompiledOperator", function()
  local w = start()
  w.list(function(l) w.recorder:RecordDispatch(l, w.init, w.exec) end, 1) --!
end)

case("a table of an initializer that was reset", "GS0713 before its Reset", function()
  local w = start()
  w.init:Reset {}
  w.list(function(l) w.recorder:RecordDispatch(l, w.init, w.first) end, 1) --!
end)

case("an operator of another DirectML device", "GS0708 DMLDevice \"other\"", function()
  local w = start()
  local other = dml.CreateDevice(w.device, { Name = "other" })
  other:CreateOperatorInitializer { w.relu } --!
end)

case("a recorder of another DirectML device", "GS0708 DMLDevice \"other\"", function()
  local w = start()
  local other = dml.CreateDevice(w.device, { Name = "other" })
  w.list(function(l) other:CreateCommandRecorder():RecordDispatch(l, w.relu, w.exec) end, 1) --!
end)

case("two DirectML devices side by side", "silent", function()
  local w = start()
  local other = dml.CreateDevice(w.device, { Name = "other" })
  other:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = w.A, OutputTensor = w.A }
  assert(other:GetParentDevice() == w.device and w.relu:GetDevice() == w.ml)
end)

-- Recording ------------------------------------------------------------------------------------------------------------------------

case("a copy list", "GS0724 type COPY", function()
  local w = start()
  local l = w.device:CreateCommandList { Type = "COPY", Name = "l", Allocator = w.device:CreateCommandAllocator "COPY" }
  w.recorder:RecordDispatch(l, w.relu, w.exec) --!
end)

case("a list that is closed", "GS0333 RecordDispatch is called on", function()
  local w = start()
  local l = w.open()
  l:Close()
  w.recorder:RecordDispatch(l, w.relu, w.exec) --!
end)

case("no heap is set", "GS0358 RecordDispatch needs a descriptor heap", function()
  local w = start()
  local l = w.device:CreateCommandList { Type = "COMPUTE", Name = "l", Allocator = w.device:CreateCommandAllocator "COMPUTE" }
  w.recorder:RecordDispatch(l, w.relu, w.exec) --!
end)

case("a dispatch with what RecordDispatch left", "GS0722 left", function()
  local w = start()
  w.initialise()
  w.list(function(l)
    w.execute(l)
    l:ResourceBarrier { { Type = "UAV" } }
    l:Dispatch(1, 1, 1) --!
  end, 2)
end)

case("a buffer in another state", "GS0402 needs buffer \"b\" in UNORDERED_ACCESS", function()
  local w = start()
  w.initialise()
  w.list(function(l)
    l:ResourceBarrier { { Resource = w.b, Before = "COMMON", After = "COPY_DEST" } }
    w.recorder:RecordDispatch(l, w.relu, w.exec) --!
  end, 2)
end)

-- Order ----------------------------------------------------------------------------------------------------------------------------

case("never initialised", "GS0730 was not initialised before", function()
  local w = start()
  w.list(function(l) w.execute(l) end, 1)
end)

case("initialised behind the execution", "GS0730 was not initialised before", function()
  local w = start()
  w.list(function(l)
    w.execute(l)
    l:ResourceBarrier { { Type = "UAV" } }
    w.recorder:RecordDispatch(l, w.init, w.first)
  end, 1)
end)

case("initialised and executed without a barrier", "GS0517 the state of CompiledOperator \"relu\"", function()
  local w = start()
  w.list(function(l)
    w.recorder:RecordDispatch(l, w.init, w.first)
    w.recorder:RecordDispatch(l, w.relu, w.exec) --!
  end, 1)
end)

case("initialised on another queue without a wait", "GS0512 the state of CompiledOperator \"relu\"", function()
  local w = start()
  local other, done = t.queue("COMPUTE", "other"), t.fence("done")
  w.list(function(l) w.recorder:RecordDispatch(l, w.init, w.first) end, 1, w.queue, true)
  local l = w.open()
  w.execute(l)
  l:Close()
  other:ExecuteCommandLists { l } --!
end)

case("initialised on another queue with a wait", "silent", function()
  local w = start()
  local other, done = t.queue("COMPUTE", "other"), t.fence("done")
  w.list(function(l) w.recorder:RecordDispatch(l, w.init, w.first) end, 1, w.queue, true)
  local l = w.open()
  w.execute(l)
  l:Close()
  other:Wait(w.fence, 1)
  other:ExecuteCommandLists { l }
  other:Signal(done, 1)
  done:WaitCPU(1)
end)

case("initialised twice", "GS0731 a second time", function()
  local w = start()
  w.initialise()
  w.list(function(l) w.recorder:RecordDispatch(l, w.init, w.first) end, 2)
end)

case("two executions without a barrier write one output", "GS0517 buffer \"b\"", function()
  local w = start()
  w.initialise()
  w.list(function(l)
    w.execute(l)
    w.recorder:RecordDispatch(l, w.relu, w.exec) --!
  end, 2)
end)

case("two executions of one operator with tables of their own", "silent", function()
  local w = start()
  w.initialise()
  local second, c = w.binding(w.relu, 16), w.tensor(4)
  second:BindInputs { { Buffer = w.a } }
  second:BindOutputs { { Buffer = c } }
  w.list(function(l)
    w.execute(l)
    w.recorder:RecordDispatch(l, w.relu, second)
  end, 2)
end)

-- Lifetimes ------------------------------------------------------------------------------------------------------------------------

case("a table is released behind RecordDispatch", "silent", function()
  local w = start()
  w.initialise()
  w.list(function(l) w.execute(l) end, 2, w.queue, true)
  w.exec:Release()
  w.fence:WaitCPU(2)
end)

case("a compiled operator is released too early", "GS0601 CompiledOperator \"relu\" is released", function()
  local w = start()
  w.initialise()
  w.list(function(l) w.execute(l) end, 2, w.queue, true)
  w.exec:Release()
  w.relu:Release() --!
end)

case("a table holds the compiled operator that was released", "silent", function()
  local w = start()
  w.initialise()
  w.list(function(l) w.execute(l) end, 2, w.queue, true)
  w.relu:Release()
  w.fence:WaitCPU(2)
  w.exec:Release()
end)

case("a table lets the last reference go too early", "GS0601 CompiledOperator \"relu\" is released", function()
  local w = start()
  w.initialise()
  w.list(function(l) w.execute(l) end, 2, w.queue, true)
  w.relu:Release()
  w.exec:Reset() --!
end)

case("an initializer is reset too early", "GS0601 OperatorInitializer", function()
  local w = start()
  w.list(function(l) w.recorder:RecordDispatch(l, w.init, w.first) end, 1, w.queue, true)
  w.init:Reset {} --!
end)

case("the descriptor heap is released too early", "GS0601 descriptor heap", function()
  local w = start()
  w.initialise()
  w.list(function(l) w.execute(l) end, 2, w.queue, true)
  w.heap:Release() --!
end)

case("an input is released too early", "GS0601 buffer \"a\"", function()
  local w = start()
  w.initialise()
  w.list(function(l) w.execute(l) end, 2, w.queue, true)
  w.a:Release() --!
end)

case("descriptors are overwritten in flight", "GS0605 BindInputs overwrites descriptor", function()
  local w = start()
  w.initialise()
  w.list(function(l) w.execute(l) end, 2, w.queue, true)
  w.exec:BindInputs { { Buffer = w.b } } --!
end)

case("a table is reset and binds elsewhere while the GPU reads", "silent", function()
  local w = start()
  w.initialise()
  w.list(function(l) w.execute(l) end, 2, w.queue, true)
  w.exec:Reset(w.range(w.relu, 16))
  w.exec:BindInputs { { Buffer = w.b } }
end)

case("an initializer of nothing", "silent", function()
  local w = start()
  local none = w.ml:CreateOperatorInitializer {}
  local p = none:GetBindingProperties()
  assert(p.RequiredDescriptorCount == 0 and p.PersistentResourceSize == 0)
  w.list(function(l) w.recorder:RecordDispatch(l, none, w.binding(none, 16)) end, 1)
end)

-- Descriptors that are written elsewhere -------------------------------------------------------------------------------------------

-- apart makes a table for w.relu that writes into a heap of its own, at whose end the GPU does not look.
local function apart(w)
  local own = w.device:CreateDescriptorHeap { Name = "own", Type = "CBV_SRV_UAV", NumDescriptors = 8 }
  local exec = w.ml:CreateBindingTable { Dispatchable = w.relu, SizeInDescriptors = 8, CPUDescriptorHandle = own:GetCPUDescriptorHandle(0), GPUDescriptorHandle = w.heap:GetGPUDescriptorHandle(16) }
  exec:BindInputs { { Buffer = w.a } }
  exec:BindOutputs { { Buffer = w.b } }
  return own, exec
end

case("descriptors are written elsewhere and copied", "silent", function()
  local w = start()
  w.initialise()
  local own, exec = apart(w)
  w.device:CopyDescriptorsSimple(w.relu:GetBindingProperties().RequiredDescriptorCount, w.heap:GetCPUDescriptorHandle(16), own:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
  w.list(function(l) w.recorder:RecordDispatch(l, w.relu, exec) end, 2)
  assert(table.concat(w.read(w.b), " ") == "1 0 3 0")
end)

case("descriptors are written elsewhere and not copied", "GS0626 which CompiledOperator \"relu\" needs, was never written", function()
  local w = start()
  w.initialise()
  local _, exec = apart(w)
  w.list(function(l) w.recorder:RecordDispatch(l, w.relu, exec) end, 2)
end)

case("one operator on two queues at once", "silent", function()
  local w = start()
  w.initialise()
  local other, done, second = t.queue("COMPUTE", "other"), t.fence("done"), w.binding(w.relu, 16)
  second:BindInputs { { Buffer = w.a } }
  second:BindOutputs { { Buffer = w.tensor(4) } }
  w.list(function(l) w.execute(l) end, 2, w.queue, true)
  local l = w.open()
  w.recorder:RecordDispatch(l, w.relu, second)
  l:Close()
  other:ExecuteCommandLists { l }
  other:Signal(done, 1)
  w.fence:WaitCPU(2)
  done:WaitCPU(1)
end)
