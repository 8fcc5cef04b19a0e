-- Corners of the rules of states: halves of transitions of what decays, and shader states on compute queues. Each case is a mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", "silent", function() body(true) end)
end

local READ, PIXEL, SIM = "NON_PIXEL_SHADER_RESOURCE", "PIXEL_SHADER_RESOURCE", "ALLOW_SIMULTANEOUS_ACCESS"
local function get(l, x, sub) l:CopyTextureRegion(t.rows(t.buf("rows", 65536)), 0, 0, 0, { Resource = x, Subresource = sub }) end
local function put(l, x, sub) l:CopyTextureRegion({ Resource = x, Subresource = sub }, 0, 0, 0, t.rows(t.buf("rows", 65536))) end

case("the halves of a texture with simultaneous access in two calls", 'GS0910 texture "x"', function(ok)
  local q, x = t.queue("DIRECT", "q"), t.tex("x", "COMMON", ok and "NONE" or SIM)
  t.run(q, function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COMMON", After = "COPY_DEST", Flags = "BEGIN_ONLY" } } --!
  end)
  t.run(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", nil, "END_ONLY") end)
end)
case("the second mip of one begins in a list and ends in another one", 'GS0910 texture "x"', function(ok)
  local q, x = t.queue("DIRECT", "q"), t.tex("x", "COMMON", SIM, { MipLevels = 2 })
  t.run(q, function(l)
    get(l, x, 0)
    t.go(l, x, "COMMON", "COPY_DEST", 1, "BEGIN_ONLY")
    if ok then t.go(l, x, "COMMON", "COPY_DEST", 1, "END_ONLY") end
  end)
  if not ok then t.run(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", 1, "END_ONLY") end) end
end)
case("simultaneous access: written in one list, read in the next one of the call", 'GS0402 texture "x" in COPY_SOURCE', function(ok)
  local q, x = t.queue("DIRECT", "q"), t.tex("x", "COMMON", SIM)
  local one, two = t.list(q, function(l) put(l, x) end), t.list(q, function(l) get(l, x) end)
  if ok then
    q:ExecuteCommandLists { one }
    q:ExecuteCommandLists { two }
  else
    q:ExecuteCommandLists { one, two } --!
  end
end)
case("all shaders may read it: a compute queue may copy it, and not take it to another state", "GS0381", function(ok)
  local q, x = t.queue("COMPUTE", "q"), t.tex("x", READ .. "|" .. PIXEL .. "|COPY_SOURCE")
  t.run(q, function(l)
    get(l, x)
    if not ok then t.go(l, x, READ .. "|" .. PIXEL .. "|COPY_SOURCE", READ) end
  end)
end)
case("pixel shaders alone may read it: a compute queue cannot copy it", 'GS0402 texture "x" in COPY_SOURCE', function(ok)
  local q, x = t.queue("COMPUTE", "q"), t.tex("x", ok and PIXEL .. "|COPY_SOURCE" or PIXEL)
  q:ExecuteCommandLists { t.list(q, function(l) get(l, x) end) } --!
end)
