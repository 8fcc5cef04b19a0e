-- Split barriers over several calls and classes of queues.
local t = require "prelude"
local case = t.case
local BEGIN, END = "BEGIN_ONLY", "END_ONLY"
local function load(l, x) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(t.upload("in", 16384))) end

-- Whatever a copy queue has used is in COMMON when the call ends, textures too.
case("a copy queue begins a barrier of a texture in one call, and nothing ends it", 'GS0910 texture "x"', function()
  local q, x = t.queue "COPY", t.tex "x"
  t.run(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", nil, BEGIN) end)
end)
case("a copy queue begins a barrier of a texture in one call and ends it in the next", 'GS0910 texture "x"', function()
  local q, x = t.queue "COPY", t.tex "x"
  t.run(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", nil, BEGIN) end)
  t.run(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", nil, END); load(l, x) end)
end)
case("a copy queue ends the barrier of a texture in the same list", "silent", function()
  local q, x = t.queue "COPY", t.tex "x"
  t.run(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", nil, BEGIN); t.go(l, x, "COMMON", "COPY_DEST", nil, END); load(l, x) end)
end)
case("a copy queue ends the barrier of a texture in the next list of the call", "silent", function()
  local q, x = t.queue "COPY", t.tex "x"
  q:ExecuteCommandLists { t.list(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", nil, BEGIN) end),
    t.list(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", nil, END); load(l, x) end) }
end)
case("a direct queue begins a barrier of a texture in one call and ends it in the next", "silent", function()
  local q, x = t.queue "DIRECT", t.tex "x"
  t.run(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", nil, BEGIN) end)
  t.run(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", nil, END); load(l, x) end)
end)

-- COPY_DEST of a copy queue is another state than that of a direct queue, so the halves are not of one barrier.
local function over(from, to, after)
  return function()
    local a, b, x, F = t.queue(from, "a"), t.queue(to, "b"), t.tex "x", t.fence "F"
    t.run(a, function(l) t.go(l, x, "COMMON", after, nil, BEGIN) end)
    a:Signal(F, 1)
    b:Wait(F, 1)
    t.run(b, function(l) t.go(l, x, "COMMON", after, nil, END) end)
  end
end
case("a direct queue begins a barrier to COPY_DEST, a copy queue ends it", 'GS0405 texture "x"', over("DIRECT", "COPY", "COPY_DEST"))
case("a copy queue begins a barrier to COPY_SOURCE, a compute queue ends it", 'GS0910 texture "x"; GS0405 texture "x"', over("COPY", "COMPUTE", "COPY_SOURCE"))
case("a direct queue begins a barrier to COPY_DEST, a compute queue ends it", "silent", over("DIRECT", "COMPUTE", "COPY_DEST"))
case("a copy queue begins a barrier to COPY_DEST, another copy queue ends it", 'GS0910 texture "x"', function()
  local a, b, x, F = t.queue("COPY", "a"), t.queue("COPY", "b"), t.tex "x", t.fence "F"
  t.run(a, function(l) t.go(l, x, "COMMON", "COPY_DEST", nil, BEGIN) end)
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.run(b, function(l) t.go(l, x, "COMMON", "COPY_DEST", nil, END) end)
end)
