-- Threads and DirectML: what any number of them may use at a time, and binding tables, which one may (D4).
local t = require "dml_prelude"
local gpu, case = t.gpu, t.case

-- A message stands at the call of the thread that was started later.
case("two threads bind to one table", "GS0530 BindingTable \"table\"", function()
  local relu = t.relu()
  local bindings, a = t.table(relu), t.buf "a"
  local other = gpu.Thread("other", function()
    bindings:BindInputs { { Buffer = a } } --!
  end)
  bindings:BindOutputs { { Buffer = t.buf "b" } } --1
  other:Join()
end)
case("two threads bind to one table, one behind the other", "silent", function()
  local relu = t.relu()
  local bindings, a = t.table(relu), t.buf "a"
  local other = gpu.Thread("other", function() bindings:BindInputs { { Buffer = a } } end)
  other:Join()
  bindings:BindOutputs { { Buffer = t.buf "b" } }
end)
case("a table is bound before a thread is started that binds more", "silent", function()
  local relu = t.relu()
  local bindings, b = t.table(relu), t.buf "b"
  bindings:BindInputs { { Buffer = t.buf "a" } }
  gpu.Thread("other", function() bindings:BindOutputs { { Buffer = b } } end):Join()
end)
case("a table is handed over by an event", "silent", function()
  local relu, ready = t.relu(), gpu.CreateEvent { Name = "ready" }
  local bindings, a, b = t.table(relu), t.buf "a", t.buf "b"
  local other = gpu.Thread("other", function()
    bindings:BindInputs { { Buffer = a } }
    ready:SetEvent()
  end)
  gpu.WaitForSingleObject(ready)
  bindings:BindOutputs { { Buffer = b } }
  other:Join()
end)
case("a table is handed over by a fence that the CPU signals", "silent", function()
  local relu, ready = t.relu(), t.device:CreateFence(0, "ready")
  local bindings, a, b = t.table(relu), t.buf "a", t.buf "b"
  local other = gpu.Thread("other", function()
    bindings:BindInputs { { Buffer = a } }
    ready:Signal(1)
  end)
  ready:WaitCPU(1)
  bindings:BindOutputs { { Buffer = b } }
  other:Join()
end)
case("a table is reset while another thread records with it", "GS0530 BindingTable \"table\"", function()
  local relu = t.relu()
  t.ready(relu)
  local bindings, next = t.bound(relu, { t.filled "a" }, { t.buf "b" }, nil, "table"), t.range(relu)
  local recorder = gpu.Thread("recorder", function()
    t.list(function(l)
      t.record(l, relu, bindings) --!
    end)
  end)
  bindings:Reset(next) --1
  recorder:Join()
end)
case("a table is reset behind the thread that recorded with it", "silent", function()
  local relu = t.relu()
  t.ready(relu)
  local bindings, next = t.bound(relu, { t.filled "a" }, { t.buf "b" }, nil, "table"), t.range(relu)
  local recorder = gpu.Thread("recorder", function() t.list(function(l) t.record(l, relu, bindings) end) end)
  recorder:Join()
  bindings:Reset(next)
end)
case("two threads record one operator with one table", "GS0530 BindingTable \"table\"", function()
  local relu, threads = t.relu(), {}
  t.ready(relu)
  local bindings = t.bound(relu, { t.filled "a" }, { t.buf "b" }, nil, "table")
  for i = 1, 2 do
    threads[i] = gpu.Thread("recorder " .. i, function()
      t.list(function(l)
        t.record(l, relu, bindings) --!
      end)
    end)
  end
  for i = 1, 2 do threads[i]:Join() end
end)
case("two threads record one operator, each with a table of its own", "silent", function()
  local relu, threads, tables = t.relu(), {}, {}
  t.ready(relu)
  local a = t.filled "a"
  for i = 1, 2 do tables[i] = t.bound(relu, { a }, { t.buf("b" .. i) }, nil, "table " .. i) end
  for i = 1, 2 do
    threads[i] = gpu.Thread("recorder " .. i, function() t.list(function(l) t.record(l, relu, tables[i]) end) end)
  end
  for i = 1, 2 do threads[i]:Join() end
end)
case("a table is released while another thread binds to it", "GS0530 BindingTable \"table\"", function()
  local relu = t.relu()
  local bindings, a = t.table(relu), t.buf "a"
  local other = gpu.Thread("other", function()
    bindings:BindInputs { { Buffer = a } } --!
    gpu.Work(100)
  end)
  gpu.Work(50)
  bindings:Release() --1
  other:Join()
end)
case("a table has another name when two threads use it", "GS0530 BindingTable \"new\"", function()
  local relu = t.relu()
  local bindings, a = t.table(relu, "old"), t.buf "a"
  bindings:SetName "new"
  local other = gpu.Thread("other", function()
    bindings:BindInputs { { Buffer = a } } --!
  end)
  bindings:BindOutputs { { Buffer = t.buf "b" } } --1
  other:Join()
end)
case("two threads make operators, compile them and make tables of one device", "silent", function()
  local threads = {}
  for i = 1, 2 do
    local range = t.slot
    t.slot = t.slot + 8
    threads[i] = gpu.Thread("maker " .. i, function()
      local relu = t.relu("relu " .. i)
      local made = t.ml:CreateBindingTable { Name = "table " .. i, Dispatchable = relu, SizeInDescriptors = 8,
        CPUDescriptorHandle = t.heap:GetCPUDescriptorHandle(range), GPUDescriptorHandle = t.heap:GetGPUDescriptorHandle(range) }
      made:BindInputs { { Buffer = t.buf("a" .. i) } }
      made:BindOutputs { { Buffer = t.buf("b" .. i) } }
    end)
  end
  for i = 1, 2 do threads[i]:Join() end
end)
case("an operator is released while another thread compiles it", "GS0530 Operator \"op\"", function()
  local op = t.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = t.four, OutputTensor = t.four }
  op:SetName "op"
  local compiler = gpu.Thread("compiler", function()
    gpu.Work(3)
    t.ml:CompileOperator(op) --!
  end)
  gpu.Work(3)
  op:Release() --1
  compiler:Join()
end)
case("an operator is released when a thread has compiled it", "silent", function()
  local op = t.ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = t.four, OutputTensor = t.four }
  gpu.Thread("compiler", function() t.ml:CompileOperator(op) end):Join()
  op:Release()
end)
