-- What a render pass leaves of samples that it resolves: nothing, unless it is asked to preserve them, as FALSE is what C has for a field that is left out.
local t = require "prelude"
local case = t.case

for _, what in ipairs { { "left out", nil }, { "false", false }, { "true", true } } do
  case("a pass resolves, PreserveResolveSource is " .. what[1], what[2] and "silent" or "GS0926 samples", function()
    local q, keep = t.queue("DIRECT", "q"), what[2]
    local samples = t.tex("samples", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } })
    local shown, rtv = t.tex("shown", "RESOLVE_DEST"), t.rtv(samples)
    local again, back = t.tex("again", "RESOLVE_DEST"), t.readback("back", 16384)
    t.run(q, function(l)
      l:BeginRenderPass { { CPUDescriptor = rtv, BeginningAccess = { Type = "CLEAR", ClearValue = { Color = { 1, 0, 0, 1 } } },
        EndingAccess = { Type = "RESOLVE", Resolve = { DstResource = shown, PreserveResolveSource = keep } } } }
      l:EndRenderPass()
      t.go(l, samples, "RENDER_TARGET", "RESOLVE_SOURCE")
      l:ResolveSubresource(again, 0, samples, 0)
      t.go(l, again, "RESOLVE_DEST", "COPY_SOURCE")
      l:CopyTextureRegion(t.rows(back), 0, 0, 0, { Resource = again })
    end)
    t.idle(q)
    assert((back:Map():Read(0, "uint") == 0xff0000ff) == (keep == true))
  end)
end

-- What a resolve names: source and destination, and formats of one family.
local function pair(first, second)
  return t.tex("samples", "RESOLVE_SOURCE", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 }, Format = first }), t.tex("shown", "RESOLVE_DEST", nil, { Format = second })
end
case("a resolve names the source first", "GS0825 the source has one sample", function()
  local samples, shown = pair("R8G8B8A8_UNORM", "R8G8B8A8_UNORM")
  t.run(t.queue("DIRECT", "q"), function(l)
    l:ClearRenderTargetView(t.rtv(t.target "other"), { 0, 0, 0, 0 })
    l:ResolveSubresource(samples, 0, shown, 0, "R8G8B8A8_UNORM") --!
  end)
end)
case("a resolve to a texture of another family", "GS0825 their formats are R8G8B8A8_UNORM and R16G16_UNORM", function()
  local samples, shown = pair("R8G8B8A8_UNORM", "R16G16_UNORM")
  t.run(t.queue("DIRECT", "q"), function(l)
    l:ResolveSubresource(shown, 0, samples, 0) --!
  end)
end)
case("a resolve from a texture of another family than the call says", "GS0825 resolved as R16G16_UNORM", function()
  local samples, shown = pair("R8G8B8A8_UNORM", "R16G16_UNORM")
  t.run(t.queue("DIRECT", "q"), function(l)
    l:ResolveSubresource(shown, 0, samples, 0, "R16G16_UNORM") --!
  end)
end)
