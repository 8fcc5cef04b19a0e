-- Barriers inside of render passes, as the documentation of passes lists them, and other situations of other projects' tests that nothing here has: polls for a value that
-- is not 0, barriers of several subresources that are wrong in more than one, and recorded by functions. Expectations were derived before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local PRESERVE = { Type = "PRESERVE" }
-- pass records a render pass over a target or a depth buffer.
local function pass(l, rtv, dsv, body)
  l:BeginRenderPass(rtv and { { CPUDescriptor = rtv, BeginningAccess = PRESERVE, EndingAccess = PRESERVE } },
    dsv and { CPUDescriptor = dsv, DepthBeginningAccess = PRESERVE, DepthEndingAccess = PRESERVE })
  if body then body() end
  l:EndRenderPass()
end
local function slices(name) return t.tex(name, "RENDER_TARGET", "ALLOW_RENDER_TARGET", { DepthOrArraySize = 2, MipLevels = 2 }) end
local second = { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 1, ArraySize = 1 }

case("the target of a pass is to be read inside of it", 'GS0833 a barrier that takes texture "x" from RENDER_TARGET to PIXEL_SHADER_RESOURCE', function()
  local q, x = t.queue("DIRECT", "q"), t.target("x")
  local rtv = t.rtv(x)
  t.run(q, function(l)
    l:BeginRenderPass { { CPUDescriptor = rtv, BeginningAccess = PRESERVE, EndingAccess = PRESERVE } }
    l:ResourceBarrier { { Resource = x, Before = "RENDER_TARGET", After = "PIXEL_SHADER_RESOURCE" } } --!
    l:EndRenderPass()
  end)
end)
case("the target of a pass is to be presented inside of it", 'GS0833 a barrier that takes texture "screen[0]" from RENDER_TARGET to COMMON', function()
  local q = t.queue("DIRECT", "q")
  local screen = q:CreateSwapChain { Name = "screen", Width = 64, Height = 64, BufferCount = 2 }
  local back = screen:GetBuffer(screen:GetCurrentBackBufferIndex())
  local rtv = t.rtv(back)
  t.run(q, function(l)
    t.go(l, back, "PRESENT", "RENDER_TARGET")
    l:BeginRenderPass { { CPUDescriptor = rtv, BeginningAccess = PRESERVE, EndingAccess = PRESERVE } }
    l:ResourceBarrier { { Resource = back, Before = "RENDER_TARGET", After = "PRESENT" } } --!
    l:EndRenderPass()
  end)
end)
case("the depth buffer of a pass is to be read inside of it", 'GS0833 a barrier that takes texture "z" from DEPTH_WRITE to DEPTH_READ', function()
  local q, z = t.queue("DIRECT", "q"), t.depth("z")
  local dsv = t.dsv(z)
  t.run(q, function(l)
    l:BeginRenderPass(nil, { CPUDescriptor = dsv, DepthBeginningAccess = PRESERVE, DepthEndingAccess = PRESERVE })
    l:ResourceBarrier { { Resource = z, Before = "DEPTH_WRITE", After = "DEPTH_READ" } } --!
    l:EndRenderPass()
  end)
end)
case("the slice that a pass draws to is to be read inside of it", 'GS0833 a barrier that takes texture "x"', function()
  local q, x = t.queue("DIRECT", "q"), slices("x")
  local rtv = t.rtv(x, second)
  t.run(q, function(l)
    l:BeginRenderPass { { CPUDescriptor = rtv, BeginningAccess = PRESERVE, EndingAccess = PRESERVE } }
    l:ResourceBarrier { { Resource = x, Subresource = 2, Before = "RENDER_TARGET", After = "PIXEL_SHADER_RESOURCE" } } --!
    l:EndRenderPass()
  end)
end)
case("other slices and levels than a pass draws to are to be read inside of it", "silent", function()
  local q, x = t.queue("DIRECT", "q"), slices("x")
  local rtv = t.rtv(x, second)
  t.run(q, function(l)
    pass(l, rtv, nil, function()
      for _, sub in ipairs { 0, 1, 3 } do t.go(l, x, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE", sub) end
    end)
  end)
end)
case("the target of the pass before, and what was copied, are to be read inside of a pass", "silent", function()
  local q, x, y, copied = t.queue("DIRECT", "q"), t.target("x"), t.target("y"), t.tex("copied", "COPY_DEST")
  local rtv, before = t.rtv(x), t.rtv(y)
  t.run(q, function(l)
    pass(l, before)
    pass(l, rtv, nil, function()
      t.go(l, y, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
      t.go(l, copied, "COPY_DEST", "PIXEL_SHADER_RESOURCE")
    end)
    t.go(l, x, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  end)
end)
case("a UAV barrier inside of a pass", "GS0833 a UAV barrier", function()
  local q, x, b = t.queue("DIRECT", "q"), t.target("x"), t.buf("b")
  local rtv = t.rtv(x)
  t.run(q, function(l)
    l:BeginRenderPass { { CPUDescriptor = rtv, BeginningAccess = PRESERVE, EndingAccess = PRESERVE } }
    l:ResourceBarrier { { Type = "UAV", Resource = b } } --!
    l:EndRenderPass()
  end)
end)
case("an aliasing barrier inside of a pass", "GS0833 an aliasing barrier", function()
  local q, x, b = t.queue("DIRECT", "q"), t.target("x"), t.placed("b", t.heap())
  local rtv = t.rtv(x)
  t.run(q, function(l)
    l:BeginRenderPass { { CPUDescriptor = rtv, BeginningAccess = PRESERVE, EndingAccess = PRESERVE } }
    l:ResourceBarrier { { Type = "ALIASING", ResourceAfter = b } } --!
    l:EndRenderPass()
  end)
end)

-- A fence that has never gone down is at least 1 where it is not 0.
for _, ask in ipairs {
  { "until it is not 0", function(F) repeat until F:GetCompletedValue() ~= 0 end },
  { "while it is 0", function(F) while F:GetCompletedValue() == 0 do gpu.Work(1) end end },
} do
  for value = 1, 2 do
    case("polled " .. ask[1] .. (value == 1 and ", the first signal is that of the work" or ", the first signal is another one"), value == 1 and "silent" or 'GS0513 buffer "down"', function()
      local q, F, down = t.queue("COPY", "q"), t.fence("F"), t.readback("down")
      if value == 2 then q:Signal(F, 1) end
      t.run(q, function(l) l:CopyBufferRegion(down, 0, t.buf("x"), 0, 256) end)
      q:Signal(F, value)
      ask[2](F)
      down:Map():Read(0, "uint")
    end)
  end
end

-- One barrier is one mistake, also where one of its subresources is known to be elsewhere when it is recorded, and another one when it runs.
case("a barrier of all, two of which are elsewhere", 'GS0401 a barrier takes texture "x" from COMMON', function()
  local q, x = t.queue("DIRECT", "q"), t.tex("x", "PIXEL_SHADER_RESOURCE", nil, { MipLevels = 2 })
  t.run(q, function(l)
    t.go(l, x, "PIXEL_SHADER_RESOURCE", "COPY_SOURCE", 0)
    l:ResourceBarrier { { Resource = x, Before = "COMMON", After = "COPY_DEST" } } --!
  end)
end)
case("an end half of all, two of which have not begun", 'GS0405 texture "x"', function()
  local q, x = t.queue("DIRECT", "q"), t.tex("x", "PIXEL_SHADER_RESOURCE", nil, { MipLevels = 2 })
  t.run(q, function(l)
    t.go(l, x, "PIXEL_SHADER_RESOURCE", "COPY_SOURCE", 0)
    l:ResourceBarrier { { Resource = x, Before = "COPY_SOURCE", After = "COPY_DEST", Flags = "END_ONLY" } } --!
  end)
end)
