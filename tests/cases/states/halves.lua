-- Halves of barriers that do not fit: what is wrong is told once, and what comes behind it counts as right. Situations of another project's tests of events, which a
-- split barrier is here. Each case is a mistake and, with ok, its repair.
local t = require "prelude"

local B, E = "BEGIN_ONLY", "END_ONLY"
local S, D = "COPY_SOURCE", "COPY_DEST"

local function case(name, expected, body)
  local function with(ok)
    return function()
      local q = t.queue("DIRECT", "q")
      local w = { x = t.tex("x", S), y = t.tex("y", D), z = t.tex("z", S) }
      function w.half(l, before, after, flags) t.go(l, w.x, before, after, nil, flags) end
      function w.read(l) l:CopyResource(w.y, w.x) end
      function w.write(l) l:CopyResource(w.x, w.z) end
      body(q, w, ok)
    end
  end
  t.case(name, expected, with(false))
  t.case(name .. ", repaired", "silent", with(true))
end

case("a texture is read between the halves, and written behind them", 'GS0404 texture "x"', function(q, w, ok)
  t.run(q, function(l)
    if ok then w.read(l) end
    w.half(l, S, D, B)
    if not ok then w.read(l) end --!
    w.half(l, S, D, E)
    w.write(l)
  end)
end)
case("a texture is read twice between the halves", 'GS0404 texture "x"', function(q, w, ok)
  t.run(q, function(l)
    if not ok then w.half(l, S, D, B) end
    w.read(l) --!
    w.read(l)
    if ok then w.half(l, S, D, B) end
    w.half(l, S, D, E)
  end)
end)
case("begun and read in one list, ended in the next one", 'GS0404 texture "x"', function(q, w, ok)
  t.run(q, function(l)
    if ok then w.read(l) end
    w.half(l, S, D, B)
    if not ok then w.read(l) end --!
  end)
  t.run(q, function(l)
    w.half(l, S, D, E)
    w.write(l)
  end)
end)
case("begun, read and ended in three submissions", 'GS0404 texture "x"', function(q, w, ok)
  t.run(q, function(l) w.half(l, S, D, B) end, "begins")
  if not ok then t.run(q, w.read, "reads") end
  t.run(q, function(l)
    w.half(l, S, D, E)
    w.write(l)
  end, "ends")
end)
case("begun, never ended, and written in three lists", 'GS0404 texture "x"', function(q, w, ok)
  t.run(q, function(l)
    w.half(l, S, D, B)
    if ok then w.half(l, S, D, E) end
    w.write(l) --!
  end)
  for _ = 1, 2 do t.run(q, w.write) end
end)
case("a barrier in one piece between the halves", 'GS0405 texture "x"', function(q, w, ok)
  t.run(q, function(l)
    w.half(l, S, D, B)
    if not ok then w.half(l, S, D) end --!
    w.half(l, S, D, E)
    w.write(l)
  end)
end)
case("a barrier in one piece in the place of the second half", 'GS0405 texture "x"', function(q, w, ok)
  t.run(q, function(l)
    w.half(l, S, D, B)
    w.half(l, S, D, ok and E or nil) --!
    w.write(l)
  end)
end)
case("the second half names another state, which is used", 'GS0405 texture "x"', function(q, w, ok)
  t.run(q, function(l)
    w.half(l, S, ok and D or "PIXEL_SHADER_RESOURCE", B)
    w.half(l, S, D, E) --!
    w.write(l)
  end)
end)
case("the second half names another state before, and its state is used", 'GS0405 texture "x"', function(q, w, ok)
  t.run(q, function(l)
    w.half(l, S, D, B)
    w.half(l, ok and S or "COMMON", D, E) --!
    w.write(l)
  end)
end)
case("a second half alone, and its state is used", 'GS0405 texture "x"', function(q, w, ok)
  t.run(q, function(l)
    w.read(l)
    if ok then w.half(l, S, D, B) end
    w.half(l, S, D, E) --!
    w.write(l)
  end)
end)
case("two first halves and one second", 'GS0405 texture "x"', function(q, w, ok)
  t.run(q, function(l)
    w.half(l, S, D, B)
    if not ok then
      l:ResourceBarrier { { Type = "TRANSITION", Resource = w.x, Before = S, After = D, Flags = B } } --!
    end
    w.half(l, S, D, E)
    w.write(l)
  end)
end)
