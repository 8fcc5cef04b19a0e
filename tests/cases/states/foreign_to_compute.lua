-- States that compute lists do not have, in which a compute queue finds what it needs: no barrier of its own can take it from there. Each case is a mistake and,
-- with ok, its repair.
local t = require "prelude"

local function case(name, expected, body)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", "silent", function() body(true) end)
end

local READ, PIXEL, TARGET = "NON_PIXEL_SHADER_RESOURCE", "PIXEL_SHADER_RESOURCE", "RENDER_TARGET"
local function get(l, x) l:CopyTextureRegion(t.rows(t.buf("rows", 65536)), 0, 0, 0, { Resource = x }) end
local function queues() return t.queue("DIRECT", "main"), t.queue("COMPUTE", "async") end
local function hand(from, to, value)
  local F = t.fence()
  from:Signal(F, value or 1)
  to:Wait(F, value or 1)
end

case("a direct queue leaves it to pixel shaders, and a compute queue copies it", 'GS0402 texture "x" in COPY_SOURCE, but it is in PIXEL_SHADER_RESOURCE', function(ok)
  local main, async = queues()
  local x = t.tex("x", TARGET, "ALLOW_RENDER_TARGET")
  t.run(main, function(l) t.go(l, x, TARGET, ok and PIXEL .. "|COPY_SOURCE" or PIXEL) end)
  hand(main, async)
  async:ExecuteCommandLists { t.list(async, function(l) get(l, x) end) } --!
end)
case("each frame draws it, leaves it to pixel shaders, and a compute queue copies it", 'GS0402 texture "x" in COPY_SOURCE, but it is in PIXEL_SHADER_RESOURCE', function(ok)
  local main, async = queues()
  local resting = ok and PIXEL .. "|COPY_SOURCE" or PIXEL
  local x = t.tex("x", resting, "ALLOW_RENDER_TARGET")
  local F = t.fence()
  for frame = 1, 3 do
    if frame > 1 then main:Wait(F, 2 * frame - 2) end
    t.run(main, function(l)
      t.go(l, x, resting, TARGET)
      t.go(l, x, TARGET, resting)
    end)
    main:Signal(F, 2 * frame - 1)
    async:Wait(F, 2 * frame - 1)
    t.run(async, function(l) get(l, x) end)
    async:Signal(F, 2 * frame)
  end
end)
case("a direct queue leaves it a target, and a compute queue copies it", 'GS0402 texture "x" in COPY_SOURCE, but it is in RENDER_TARGET', function(ok)
  local main, async = queues()
  local x = t.tex("x", "COMMON", "ALLOW_RENDER_TARGET")
  t.run(main, function(l)
    t.go(l, x, "COMMON", TARGET)
    if ok then t.go(l, x, TARGET, "COPY_SOURCE") end
  end)
  hand(main, async)
  async:ExecuteCommandLists { t.list(async, function(l) get(l, x) end) } --!
end)
case("a direct queue leaves it a target, and a compute queue takes it from shader reads", 'GS0401 takes texture "x" from NON_PIXEL_SHADER_RESOURCE, but it is in RENDER_TARGET', function(ok)
  local main, async = queues()
  local x = t.tex("x", "COMMON", "ALLOW_RENDER_TARGET")
  t.run(main, function(l)
    t.go(l, x, "COMMON", TARGET)
    if ok then t.go(l, x, TARGET, READ) end
  end)
  hand(main, async)
  async:ExecuteCommandLists { t.list(async, function(l) t.go(l, x, READ, "COPY_SOURCE") end) } --!
end)
case("nobody has touched a target before a compute queue copies it", 'GS0402 texture "x" in COPY_SOURCE, but it is in RENDER_TARGET', function(ok)
  local _, async = queues()
  local x = t.tex("x", ok and "COPY_SOURCE" or TARGET, "ALLOW_RENDER_TARGET")
  async:ExecuteCommandLists { t.list(async, function(l) get(l, x) end) } --!
end)
case("a queue makes a target of what another one copies, in no order", 'GS0519 direct queue "main" changes the state of texture "x" while compute queue "async" reads it', function(ok)
  local main, async = queues()
  local x = t.tex("x", "COPY_SOURCE")
  local draw = t.list(main, function(l) t.go(l, x, "COPY_SOURCE", "COPY_DEST") end, "draw")
  local copy = t.list(async, function(l)
    if ok then t.go(l, x, "COPY_DEST", "COPY_SOURCE") end
    get(l, x)
  end, "copy")
  main:ExecuteCommandLists { draw }
  if ok then hand(main, async) end
  async:ExecuteCommandLists { copy } --!
end)

-- Of a texture of two mips the other list has left one in the state, and the other one where it was.
for _, type in ipairs { "COMPUTE", "COPY" } do
  case("one mip is left as a target, and a " .. type .. " queue copies it", 'GS0402 texture "x" in COPY_SOURCE, but it is in RENDER_TARGET', function(ok)
    local main, async, rows = t.queue("DIRECT", "main"), t.queue(type, "async"), t.buf("rows", 65536)
    local x = t.tex("x", "COMMON", "ALLOW_RENDER_TARGET", { MipLevels = 2 })
    local draw = t.device:CreateCommandList { Name = "draw", Type = "DIRECT", Allocator = t.device:CreateCommandAllocator "DIRECT" }
    draw:ResourceBarrier { { Type = "TRANSITION", Resource = x, Subresource = 1, Before = "COMMON", After = TARGET } }
    if ok then draw:ResourceBarrier { { Type = "TRANSITION", Resource = x, Subresource = 1, Before = TARGET, After = "COMMON" } } end
    draw:Close()
    main:ExecuteCommandLists { draw }
    hand(main, async)
    async:ExecuteCommandLists { t.list(async, function(l)
      l:CopyTextureRegion({ Resource = rows, Format = "R8G8B8A8_UNORM", Width = 32, Height = 32, RowPitch = 256 }, 0, 0, 0, { Resource = x, SubresourceIndex = 1 })
    end) } --!
  end)
end
