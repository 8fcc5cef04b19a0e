-- Calls as they are written in C++ and in other APIs: the message writes them as they are written here.
local t = require "prelude"
local gpu, case = t.gpu, t.case

case("CreateCommandList with one argument after the other", "GS0125", function()
  local allocator = t.device:CreateCommandAllocator("COPY")
  local list = t.device:CreateCommandList(0, "COPY", allocator, nil)
  list:Close()
end)
case("CreateCommittedResource with one argument after the other", "GS0125", function()
  local b = t.device:CreateCommittedResource({ Type = "UPLOAD" }, "NONE", { Dimension = "BUFFER", Width = 256 }, "GENERIC_READ", nil)
  b:Release()
end)
case("CreateCommittedResource with the type of the heap", "GS0125", function()
  local b = t.device:CreateCommittedResource("DEFAULT", 0, { Dimension = "BUFFER", Width = 256 }, "COMMON")
  b:Release()
end)
case("CreatePlacedResource with one argument after the other", "GS0125", function()
  local heap = t.device:CreateHeap { SizeInBytes = 65536, Flags = "ALLOW_ONLY_BUFFERS" }
  local b = t.device:CreatePlacedResource(heap, 0, { Dimension = "BUFFER", Width = 256, }, "COMMON", nil)
  b:Release()
end)
case("CreateCommandQueue with the type alone", "GS0133", function()
  local q = t.device:CreateCommandQueue("COMPUTE")
  q:SetName("a queue")
end)
case("a barrier with the inner table of C", "GS0131", function()
  local b = t.buf("b")
  t.run(t.queue("DIRECT", "q"), function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Transition = { Resource = b, Before = "COMMON", After = "COPY_DEST" } } }
  end)
end)
case("a view with the inner table of C", "GS0131", function()
  local texture = t.device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8G8B8A8_UNORM",
    Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
  local heap = t.device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }
  t.device:CreateRenderTargetView(texture, { ViewDimension = "TEXTURE2D", Texture2D = { MipSlice = 0 } }, heap:GetCPUDescriptorHandle(0))
end)
case("a name that is short for another", "GS0121", function()
  local from, to = t.upload("from"), t.buf("to")
  t.run(t.queue("COPY", "q"), function(l) l:CopyBuffer(to, 0, from, 0, 256) end)
end)
case("CreateBuffer is a method of the engine level", "GS0121", function()
  local b = t.device:CreateBuffer(256)
  b:Release()
end)
