-- Residency of compiled operators and initializers: they own memory of the GPU, which is made resident and evicted by the DirectML device; each with the repaired twin.
local t = require "dml_prelude"
local case, dml = t.case, t.dml

-- ready is an initialised relu, and a function that records an execution.
local function ready()
  local op = t.relu()
  local init = t.init(op)
  t.run(function(l) t.recorder:RecordDispatch(l, init, t.bound(init, {}, {})) end)
  local bindings = t.bound(op, { t.filled "x" }, { t.buf "y" })
  return op, function(l) t.recorder:RecordDispatch(l, op, bindings) end
end

case("an operator is evicted in flight", 'GS0615 CompiledOperator "relu" is evicted while', function()
  local op, use = ready()
  t.submit(t.list(use))
  t.ml:Evict { op } --!
end)
case("an operator is evicted behind a wait", "silent", function()
  local op, use = ready()
  t.submit(t.list(use))
  t.idle()
  t.ml:Evict { op }
end)
case("an evicted operator is executed", 'GS0616 needs CompiledOperator "relu", but it is not resident', function()
  local op, use = ready()
  local l = t.list(use)
  t.ml:Evict { op } --1
  t.queue:ExecuteCommandLists { l } --!
end)
case("an operator that is resident again is executed", "silent", function()
  local op, use = ready()
  local l = t.list(use)
  t.ml:Evict { op }
  t.ml:MakeResident { op }
  t.queue:ExecuteCommandLists { l }
end)
case("an evicted initializer is executed", 'GS0616 needs OperatorInitializer', function()
  local op = t.relu()
  local init = t.init(op)
  local l = t.list(function(l) t.recorder:RecordDispatch(l, init, t.bound(init, {}, {})) end)
  t.ml:Evict { init } --1
  t.queue:ExecuteCommandLists { l } --!
end)
case("an initializer that is resident again is executed", "silent", function()
  local op = t.relu()
  local init = t.init(op)
  local l = t.list(function(l) t.recorder:RecordDispatch(l, init, t.bound(init, {}, {})) end)
  t.ml:Evict { init }
  t.ml:MakeResident { init }
  t.queue:ExecuteCommandLists { l }
end)
case("an operator is evicted twice", 'GS0618 CompiledOperator "relu"', function()
  local op = t.relu()
  t.ml:Evict { op } --1
  t.ml:Evict { op } --!
end)
case("an operator is evicted as often as it is made resident", "silent", function()
  local op = t.relu()
  t.ml:MakeResident { op }
  t.ml:Evict { op }
  t.ml:Evict { op }
end)
case("the input of an operator is evicted", 'GS0616 buffer "x"', function()
  local op = t.relu()
  local init = t.init(op)
  t.run(function(l) t.recorder:RecordDispatch(l, init, t.bound(init, {}, {})) end)
  local x = t.filled "x"
  local bindings = t.bound(op, { x }, { t.buf "y" })
  local l = t.list(function(l) t.recorder:RecordDispatch(l, op, bindings) end)
  t.device:Evict { x } --1
  t.queue:ExecuteCommandLists { l } --!
end)
case("a released operator is evicted", "GS0710", function()
  local op = t.relu()
  op:Release()
  t.ml:Evict { op } --!
end)
case("an operator of another device is evicted", "GS0708", function()
  local other = dml.CreateDevice(t.device, { Name = "other" })
  local op = t.relu()
  other:Evict { op } --!
end)
