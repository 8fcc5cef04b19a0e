-- The rules of several queues, read one by one, each in a shape in which it is seldom met, with its verdict from the text alone.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function X(name) return t.queue("COPY", name) end
local function D(name) return t.queue("DIRECT", name) end
local function put(q, m, at, size) t.run(q, function(l) l:CopyBufferRegion(m, at or 0, t.upload "up", 0, size or 256) end) end
local function get(q, m, at, size) t.run(q, function(l) l:CopyBufferRegion(t.readback "back", 0, m, at or 0, size or 256) end) end
local function load(l, x) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(t.upload("in", 16384))) end
local function save(l, x) l:CopyTextureRegion(t.rows(t.readback("out", 16384)), 0, 0, 0, { Resource = x }) end

-- Fences: who can end a wait.
case("the CPU sets a fence back to where it stands before the queue signals", "silent", function()
  local a, b, F, m = X "a", X "b", t.fence "F", t.buf "m"
  put(a, m)
  F:Signal(0)
  a:Signal(F, 5)
  b:Wait(F, 3)
  get(b, m)
end)
case("the CPU may end the wait of a queue after all", 'GS0906; GS0512 buffer "m"', function()
  local a, b, F, m = X "a", X "b", t.fence "F", t.buf "m"
  put(a, m)
  a:Signal(F, 1)
  b:Wait(F, 1)
  get(b, m)
  F:Signal(7)
end)
case("a chain of three queues, given from its end", "silent", function()
  local a, b, c, F, m = X "a", X "b", X "c", t.fence "F", t.buf "m"
  c:Wait(F, 2)
  get(c, m)
  b:Wait(F, 1)
  b:Signal(F, 2)
  put(a, m)
  a:Signal(F, 1)
end)
case("a thread signals before it gives the work", 'GS0512 buffer "m"', function()
  local a, b, F, m = X "a", X "b", t.fence "F", t.buf "m"
  local thread = gpu.Thread("worker", function()
    a:Signal(F, 1)
    put(a, m)
  end)
  b:Wait(F, 1)
  get(b, m)
  thread:Join()
end)
case("a thread signals when it has given the work", "silent", function()
  local a, b, F, m = X "a", X "b", t.fence "F", t.buf "m"
  local thread = gpu.Thread("worker", function()
    put(a, m)
    a:Signal(F, 1)
  end)
  b:Wait(F, 1)
  get(b, m)
  thread:Join()
end)

-- Of several fences.
local function fences(flags, expected)
  case("the CPU waits for " .. flags .. " of two fences and reads what both say", expected, function()
    local a, b, F, G, r, s, e = X "a", X "b", t.fence "F", t.fence "G", t.readback "r", t.readback "s", gpu.CreateEvent { Name = "e" }
    t.run(a, function(l) l:CopyBufferRegion(r, 0, t.upload "up", 0, 256) end)
    a:Signal(F, 1)
    t.run(b, function(l) l:CopyBufferRegion(s, 0, t.upload "up", 0, 256) end)
    b:Signal(G, 1)
    t.device:SetEventOnMultipleFenceCompletion({ F, G }, { 1, 1 }, flags, e)
    gpu.WaitForSingleObject(e)
    r:Map():ReadString(0, 4)
    s:Map():ReadString(0, 4)
  end)
end
fences("ANY", 'GS0513 buffer "r"; GS0513 buffer "s"')
fences("ALL", "silent")

-- Bytes that are no data of a shader: predicates, immediate values, results of queries, the slots of queries, arguments.
for at, expected in pairs { [0] = 'GS0512 buffer "p" @ p[0, 8)', [8] = "silent" } do
  case("another queue writes at byte " .. at .. " of a predicate", expected, function()
    local a, d, p = X "a", D "d", t.buf "p"
    put(a, p, at, 8)
    t.run(d, function(l) l:SetPredication(p, 0, "EQUAL_ZERO") end)
  end)
end
case("two queues write immediate values to neighbours", 'GS0514 buffer "p"', function()
  local p = t.buf "p"
  for i, type in ipairs { "COMPUTE", "DIRECT" } do
    t.run(t.queue(type, type), function(l) l:WriteBufferImmediate { { Dest = p:GetGPUVirtualAddress() + 4 * i, Value = 1 } } end)
  end
end)
case("another queue reads the second of two results", 'GS0512 buffer "p" @ p[8, 16)', function()
  local d, c, p = D "d", X "c", t.buf "p"
  local heap = t.device:CreateQueryHeap { Name = "times", Type = "TIMESTAMP", Count = 2 }
  t.run(d, function(l)
    for i = 0, 1 do l:EndQuery(heap, "TIMESTAMP", i) end
    l:ResolveQueryData(heap, "TIMESTAMP", 0, 2, p, 0)
  end)
  get(c, p, 8, 8)
end)
for second, expected in pairs { [0] = 'GS0512 query heap "times"', [1] = "silent" } do
  case("two queues end queries 0 and " .. second .. " of a heap", expected, function()
    local heap = t.device:CreateQueryHeap { Name = "times", Type = "TIMESTAMP", Count = 2 }
    t.run(D "d", function(l) l:EndQuery(heap, "TIMESTAMP", 0) end)
    t.run(t.queue("COMPUTE", "c"), function(l) l:EndQuery(heap, "TIMESTAMP", second) end)
  end)
end
for _, at in ipairs { 12, 8 } do
  case("another queue writes from byte " .. at .. " on, after three arguments of a dispatch", at == 12 and "silent" or 'GS0512 buffer "arguments" @ arguments[8, 12)', function()
    local a, d, arguments = X "a", D "d", t.buf "arguments"
    local signature = t.device:CreateCommandSignature { Name = "signature", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
    local out = t.buf "out"
    put(a, arguments, at, 4)
    t.run(d, function(l)
      t.use(l, "fill", out)
      l:ExecuteIndirect(signature, 1, arguments, 0, nil, 0)
    end)
  end)
end

-- The CPU and mapped memory, to the byte.
for at, expected in pairs { [256] = "silent", [255] = 'GS0513 buffer "u" @ u[255, 256)' } do
  case("the CPU writes from byte " .. at .. " on while 256 bytes are copied", expected, function()
    local q, u = X "q", t.upload "u"
    t.run(q, function(l) l:CopyBufferRegion(t.buf "m", 0, u, 0, 256) end)
    u:Map():WriteString(at, "abcd")
  end)
end

-- Lists and states.
case("a list goes to a second queue, which waits for the first", "GS0603", function()
  local a, b, F, m = X "a", X "b", t.fence "F", t.buf "m"
  local l = t.list(a, function(l) l:CopyBufferRegion(m, 0, t.upload "up", 0, 8) end)
  a:ExecuteCommandLists { l }
  a:Signal(F, 1)
  b:Wait(F, 1)
  b:ExecuteCommandLists { l }
end)
for type, expected in pairs { DIRECT = 'GS0402 texture "x"', COPY = "silent" } do
  case("a texture is loaded and saved in two calls of a queue of type " .. type, expected, function()
    local q, x = t.queue(type), t.tex "x"
    t.run(q, function(l) load(l, x) end)
    t.run(q, function(l) save(l, x) end)
  end)
end
case("a texture is loaded and saved in two lists of one call of a copy queue", 'GS0402 texture "x"', function()
  local q, x = X "q", t.tex "x"
  q:ExecuteCommandLists { t.list(q, function(l) load(l, x) end), t.list(q, function(l) save(l, x) end) }
end)
case("two queues take one mip each to another state", "silent", function()
  local x = t.tex("x", "COMMON", nil, { MipLevels = 2 })
  for mip, name in ipairs { "a", "b" } do t.run(D(name), function(l) t.go(l, x, "COMMON", "COPY_DEST", mip - 1) end) end
end)
case("a queue takes all mips to another state while another one reads the smaller", 'GS0519 texture "x"', function()
  local a, b, x = D "a", D "b", t.tex("x", "COPY_SOURCE", nil, { MipLevels = 2 })
  t.run(b, function(l) l:CopyTextureRegion(t.rows(t.readback("out", 16384), 32, 0, 32), 0, 0, 0, { Resource = x, Subresource = 1 }) end)
  t.run(a, function(l) t.go(l, x, "COPY_SOURCE", "COPY_DEST") end)
end)
