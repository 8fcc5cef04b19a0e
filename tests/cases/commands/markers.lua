-- WriteBufferImmediate: a marker is not moved ahead of what was recorded before it, but what comes later in the submission may be moved ahead of it
-- (specification of WriteBufferImmediate, 1 and 2: MARKER_IN, MARKER_OUT).
local t = require "prelude"
local case = t.case

case("a marker and then a copy over it", 'GS0524 CopyBufferRegion and a MARKER_OUT before it write bytes [4, 8) of buffer "b"', function()
  t.run(t.queue "COPY", function(l)
    local b = t.buf "b"
    l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress() + 4, Value = 1, Mode = "MARKER_OUT" } }
    l:CopyBufferRegion(b, 0, t.buf "s", 0, 64)
  end)
end)
case("a value of mode DEFAULT and then a copy over it", "silent", function()
  t.run(t.queue "COPY", function(l)
    local b = t.buf "b"
    l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress() + 4, Value = 1, Mode = "DEFAULT" } }
    l:CopyBufferRegion(b, 0, t.buf "s", 0, 64)
  end)
end)
case("a copy that ends where a marker begins, and one that begins where it ends", "silent", function()
  t.run(t.queue "COPY", function(l)
    local b = t.buf "b"
    l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress() + 64, Value = 1, Mode = "MARKER_OUT" } }
    l:CopyBufferRegion(b, 0, t.buf "s", 0, 64)
    l:CopyBufferRegion(b, 68, t.buf "s", 0, 64)
  end)
end)
case("the second of two markers, by a list of modes, and then queries resolved over it", "GS0524 ResolveQueryData and a MARKER_IN before it write bytes [8, 12)", function()
  t.run(t.queue "DIRECT", function(l)
    local b, h = t.buf "b", t.device:CreateQueryHeap { Type = "TIMESTAMP", Count = 2 }
    local at = b:GetGPUVirtualAddress()
    l:EndQuery(h, "TIMESTAMP", 0)
    l:WriteBufferImmediate({ { Dest = at + 16, Value = 1 }, { Dest = at + 8, Value = 2 } }, { "MARKER_IN", "MARKER_IN" })
    l:ResolveQueryData(h, "TIMESTAMP", 0, 1, b, 8)
  end)
end)
case("a marker and then a DEFAULT value in its place, in one call", "GS0524 WriteBufferImmediate and a MARKER_IN before it write bytes [0, 4)", function()
  t.run(t.queue "COMPUTE", function(l)
    local at = t.buf "b":GetGPUVirtualAddress()
    l:WriteBufferImmediate { { Dest = at, Value = 1, Mode = "MARKER_IN" }, { Dest = at, Value = 2 } }
  end)
end)
case("MARKER_IN and then MARKER_OUT in one place, as progress is written", "silent", function()
  t.run(t.queue "COMPUTE", function(l)
    local at = t.readback "b":GetGPUVirtualAddress()
    l:WriteBufferImmediate { { Dest = at, Value = 1, Mode = "MARKER_IN" } }
    l:WriteBufferImmediate { { Dest = at, Value = 2, Mode = "MARKER_OUT" } }
  end)
end)
case("a marker in one list and a copy over it in the next one of the submission", "GS0524 bytes [0, 4)", function()
  local q, b = t.queue "COPY", t.buf "b"
  local first = t.list(q, function(l) l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress(), Value = 1, Mode = "MARKER_OUT" } } end, "first")
  local second = t.list(q, function(l) l:CopyBufferRegion(b, 0, t.buf "s", 0, 4) end, "second")
  q:ExecuteCommandLists { first, second }
end)
case("a marker in one submission and a copy over it in the next one", "silent", function()
  local q, b = t.queue "COPY", t.buf "b"
  t.run(q, function(l) l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress(), Value = 1, Mode = "MARKER_OUT" } } end, "first")
  t.run(q, function(l) l:CopyBufferRegion(b, 0, t.buf "s", 0, 4) end, "second")
end)
case("a copy and then a marker over it", "silent", function()
  t.run(t.queue "COPY", function(l)
    local b = t.buf "b"
    l:CopyBufferRegion(b, 0, t.buf "s", 0, 64)
    l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress(), Value = 1, Mode = "MARKER_OUT" } }
  end)
end)
-- A transition of the buffer waits for what was written to it before.
case("a marker, transitions of its buffer, and then a copy over it", "silent", function()
  t.run(t.queue "DIRECT", function(l)
    local b = t.buf "b"
    t.go(l, b, "COMMON", "COPY_DEST")
    l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress(), Value = 1, Mode = "MARKER_OUT" } }
    t.go(l, b, "COPY_DEST", "COPY_SOURCE")
    t.go(l, b, "COPY_SOURCE", "COPY_DEST")
    l:CopyBufferRegion(b, 0, t.buf "s", 0, 64)
  end)
end)
case("a marker in a bundle, and then a copy over it", "GS0524 bytes [0, 4)", function()
  local b, bundle = t.readback "b", t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator("BUNDLE") }
  bundle:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress(), Value = 1, Mode = "MARKER_OUT" } }
  bundle:Close()
  t.run(t.queue "DIRECT", function(l)
    l:ExecuteBundle(bundle)
    l:CopyBufferRegion(b, 0, t.buf "s", 0, 64)
  end)
end)
-- Rows of a picture leave what is between them alone.
case("a marker between the rows of a picture that is copied", "silent", function()
  t.run(t.queue "COPY", function(l)
    local b = t.readback "b"
    l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress() + 128, Value = 1, Mode = "MARKER_OUT" } }
    l:CopyTextureRegion(t.rows(b, 4, 0, 16), 0, 0, 0, { Resource = t.tex("x", nil, nil, { Width = 16, Height = 4 }) })
  end)
end)
case("a marker in a row of a picture that is copied", "GS0524 bytes [256, 260)", function()
  t.run(t.queue "COPY", function(l)
    local b = t.readback "b"
    l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress() + 256, Value = 1, Mode = "MARKER_OUT" } }
    l:CopyTextureRegion(t.rows(b, 4, 0, 16), 0, 0, 0, { Resource = t.tex("x", nil, nil, { Width = 16, Height = 4 }) })
  end)
end)
