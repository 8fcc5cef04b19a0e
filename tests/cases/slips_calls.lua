-- Slips of single calls that people make who know the API: the message has the edit.
local t = require "prelude"
local case = t.case

case("a view is made at the GPU's handle for the start of a heap", "GS0141 must be a CPUDescriptorHandle", function()
  local heap, b = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }, t.buf "b"
  t.device:CreateShaderResourceView(b, { Format = "R32_FLOAT", ViewDimension = "BUFFER", NumElements = 4 }, heap:GetGPUDescriptorHandleForHeapStart()) --!
end)
case("a picture goes through a buffer that is too small for its rows", "GS0370 the footprint needs small[0, 16384)", function()
  local small = t.upload("small", 4096)
  t.run(t.queue "COPY", function(l) l:CopyTextureRegion({ Resource = t.tex "x" }, 0, 0, 0, t.rows(small, 64)) end) --!
end)
case("a queue is made without a description", "GS0125 takes exactly 1 argument", function()
  t.device:CreateCommandQueue() --!
end)
case("a struct is declared apart from its buffer", "GS0122 no function or value Struct", function()
  t.gpu.Struct { { "position", "float3" } } --!
end)
case("a picture is read by another name", "GS0122 no function or value LoadPNG", function()
  t.gpu.LoadPNG "brick.png" --!
end)
