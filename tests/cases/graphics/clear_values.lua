-- What clears write: depths of 0 to 1, and one kind of value for each kind of texture.
local t = require "prelude"
local case = t.case

-- clear clears a depth buffer to a depth.
local function clear(depth, flags, value)
  local q = t.queue("DIRECT", "q")
  local x = t.tex("x", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { Format = "D24_UNORM_S8_UINT", OptimizedClearValue = value })
  local view = t.dsv(x)
  t.run(q, function(l) l:ClearDepthStencilView(view, flags or "DEPTH", depth, 3) end)
end

case("a depth of 1", "silent", function() clear(1) end)
case("a depth of 0", "silent", function() clear(0) end)
case("a depth above 1", "GS0929 depth 1.5, which is clamped to 1", function() clear(1.5) end)
case("a depth below 0", "GS0929 depth -1, which is clamped to 0", function() clear(-1) end)
case("a depth above 1 that is not written", "silent", function() clear(2, "STENCIL") end)
case("a depth above 1 where the texture is made for 1", "GS0929 which is clamped to 1", function() clear(2, "DEPTH", { Depth = 1 }) end)

-- made creates a texture for clears to a value.
local function made(flags, format, value)
  t.tex("x", flags == "ALLOW_DEPTH_STENCIL" and "DEPTH_WRITE" or "RENDER_TARGET", flags, { Format = format, OptimizedClearValue = value })
end

case("a render target for a color", "silent", function() made("ALLOW_RENDER_TARGET", "R8G8B8A8_UNORM", { Format = "R8G8B8A8_UNORM", Color = { 0, 0, 0, 1 } }) end)
case("a render target for a color and zeros", "silent", function()
  made("ALLOW_RENDER_TARGET", "R8G8B8A8_UNORM", { Format = "R8G8B8A8_UNORM", Color = { 0, 0, 0, 1 }, Depth = 0, Stencil = 0 })
end)
case("a render target for a depth", "silent", function()
  made("ALLOW_RENDER_TARGET", "R8G8B8A8_UNORM", { Format = "R8G8B8A8_UNORM", Depth = 1 })
end)
case("a render target for a depth and a stencil of C", "silent", function()
  made("ALLOW_RENDER_TARGET", "R8G8B8A8_UNORM", { Format = "R8G8B8A8_UNORM", DepthStencil = { Depth = 1, Stencil = 2 } })
end)
case("a depth buffer for a depth", "silent", function() made("ALLOW_DEPTH_STENCIL", "D32_FLOAT", { Format = "D32_FLOAT", Depth = 1 }) end)
case("a depth buffer for a color", "silent", function()
  made("ALLOW_DEPTH_STENCIL", "D32_FLOAT", { Format = "D32_FLOAT", Color = { 1, 0, 0, 1 } })
end)
case("a depth buffer for a depth above 1", "GS0929 an OptimizedClearValue of depth 2, but clears write 0 to 1", function()
  made("ALLOW_DEPTH_STENCIL", "D32_FLOAT", { Format = "D32_FLOAT", Depth = 2 })
end)
