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
