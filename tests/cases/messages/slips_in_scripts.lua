-- Slips of engineers in scripts that work, and what is told of each: the headline is true, and the edit is the repair. Most were found by breaking the examples by hand.
local t = require "prelude"
local case, gpu = t.case, t.gpu

-- Shaders.
case("a root signature in the place of the vertex shader", "GS0141 VS must be a Shader, got RootSignature", function()
  local root = t.device:CreateRootSignature { Name = "root" }
  t.device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = root, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } } --!
end)

case("a function in the place of the compute shader", "GS0133 CS must be a Shader, got function", function()
  local root = t.device:CreateRootSignature { Name = "root" }
  t.device:CreateComputePipelineState { Name = "p", RootSignature = root, CS = function() end } --!
end)

case("a buffer is read without a transition, and later written twice without a barrier", 'GS0402 Dispatch needs buffer "x" in NON_PIXEL_SHADER_RESOURCE', function()
  local q, x, y = t.queue("COMPUTE", "q"), t.buf("x"), t.buf("y")
  t.run(q, function(l)
    t.fill(l, x)
    t.dispatch(l, "move", y, x)
    t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "UNORDERED_ACCESS")
    t.fill(l, x)
    t.fill(l, x)
  end)
end)

-- A command that is to read one buffer and write another is given the same for both: what it does to that one is not what is meant.
case("a dispatch reads what it writes, and another queue reads it", 'GS0407 buffer "x"', function()
  local q, c, x, y = t.queue("COMPUTE", "q"), t.queue("COPY", "c"), t.buf("x"), t.buf("y")
  t.run(q, function(l) t.dispatch(l, "move", x, x) end)
  t.run(c, function(l) l:CopyBufferRegion(y, 0, x, 0, 256) end)
end)

case("a dispatch reads what it writes, and another queue reads what the next one writes", 'GS0407 buffer "x"', function()
  local q, c, x, y, z = t.queue("COMPUTE", "q"), t.queue("COPY", "c"), t.buf("x"), t.buf("y"), t.buf("z")
  t.run(q, function(l)
    t.dispatch(l, "move", x, x)
    t.fill(l, z)
  end)
  t.run(c, function(l) l:CopyBufferRegion(y, 0, z, 0, 256) end)
end)

case("a dispatch reads what it writes, and another queue reads it, which yet another one writes", 'GS0407 buffer "x"', function()
  local q, c, d, x, y = t.queue("COMPUTE", "q"), t.queue("COPY", "c"), t.queue("COPY", "d"), t.buf("x"), t.buf("y")
  t.run(q, function(l) t.dispatch(l, "move", x, x) end)
  t.run(c, function(l) l:CopyBufferRegion(y, 0, x, 0, 256) end)
  t.run(d, function(l) l:CopyBufferRegion(x, 256, y, 1024, 256) end)
  t.run(d, function(l) l:CopyBufferRegion(x, 0, y, 1024, 256) end)
end)

-- Lines in the wrong order, and arguments.
case("a list is submitted before it is closed", "GS0342", function()
  local q = t.queue("DIRECT", "q")
  local list = t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = t.device:CreateCommandAllocator "DIRECT" }
  q:ExecuteCommandLists { list } --!
  list:Close()
end)

case("a command stands before the Reset of its list", "GS0333 CopyBufferRegion is called on direct list", function()
  local q, x, y, F = t.queue("DIRECT", "q"), t.buf("x"), t.buf("y"), t.fence("F")
  local allocator = t.device:CreateCommandAllocator "DIRECT"
  local list = t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
  list:Close()
  q:ExecuteCommandLists { list }
  q:Signal(F, 1)
  F:WaitCPU(1)
  allocator:Reset()
  list:CopyBufferRegion(x, 0, y, 0, 256) --!
  list:Reset(allocator)
  list:Close()
end)

case("a list of a type that no queue has", "GS0331", function()
  local q, x, y = t.queue("DIRECT", "q"), t.buf("x"), t.buf("y")
  local list = t.device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = t.device:CreateCommandAllocator "DIRECT" } --!
  list:CopyBufferRegion(x, 0, y, 0, 256)
  list:Close()
  q:ExecuteCommandLists { list }
end)

case("an allocator of another type, where a queue executes the list", "GS0331", function()
  local q, x, y = t.queue("COMPUTE", "q"), t.buf("x"), t.buf("y")
  local list = t.device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = t.device:CreateCommandAllocator "DIRECT" } --!
  list:CopyBufferRegion(x, 0, y, 0, 256)
  list:Close()
  q:ExecuteCommandLists { list }
end)

case("a barrier names the state behind it twice", "GS0377", function()
  local q, x, y = t.queue("COMPUTE", "q"), t.buf("x"), t.buf("y")
  t.run(q, function(l)
    t.fill(l, x)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "NON_PIXEL_SHADER_RESOURCE", After = "NON_PIXEL_SHADER_RESOURCE" } } --!
    t.dispatch(l, "move", y, x)
  end)
end)

case("a barrier names the state that is there twice", "GS0377", function()
  local q, x = t.queue("COMPUTE", "q"), t.buf("x")
  t.run(q, function(l)
    t.fill(l, x)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "UNORDERED_ACCESS", After = "UNORDERED_ACCESS" } } --!
  end)
end)

case("a barrier stands before the dispatch whose results it is for", 'GS0402 Dispatch needs buffer "x" in UNORDERED_ACCESS', function()
  local q, x, y = t.queue("COMPUTE", "q"), t.buf("x"), t.buf("y")
  t.run(q, function(l)
    t.fill(l, x)
    t.uav(l, x)
    t.use(l, "fill", x)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE" } }
    l:Dispatch(1, 1, 1) --!
    t.dispatch(l, "move", y, x)
  end)
end)

case("a barrier stands behind the copy that needs it", 'GS0401 texture "y"', function()
  local q, x, y = t.queue("DIRECT", "q"), t.tex("x", "COPY_DEST"), t.tex("y", "COPY_DEST")
  t.run(q, function(l)
    l:CopyResource(x, y)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = y, Before = "COPY_DEST", After = "COPY_SOURCE" } } --!
  end)
end)

case("a copy to be read back goes the other way", 'GS0403 CopyResource uses buffer "back" as COPY_SOURCE', function()
  local q, x, back = t.queue("DIRECT", "q"), t.buf("x"), t.readback("back")
  t.run(q, function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COMMON", After = "COPY_SOURCE" } }
    l:CopyResource(x, back) --!
  end)
end)

case("a part of a buffer that is read back goes the other way", 'GS0403 CopyBufferRegion uses buffer "back" as COPY_SOURCE', function()
  local q, x, back = t.queue("DIRECT", "q"), t.buf("x"), t.readback("back")
  t.run(q, function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COMMON", After = "COPY_SOURCE" } }
    l:CopyBufferRegion(x, 0, back, 256, 64) --!
  end)
end)

case("what is copied is in a heap to be read back", 'GS0403 CopyResource uses buffer "up" as COPY_SOURCE', function()
  local q, x, up = t.queue("DIRECT", "q"), t.buf("x"), t.readback("up")
  t.run(q, function(l) l:CopyResource(x, up) end)
end)

case("a root constant is set before the root signature", "GS0354", function()
  local q, x = t.queue("COMPUTE", "q"), t.buf("x")
  t.run(q, function(l)
    l:SetPipelineState(t.pso("fill"))
    l:SetComputeRoot32BitConstant(0, gpu.AsUint(0), 0) --!
    l:SetComputeRoot32BitConstant(0, gpu.AsUint(7), 1)
    l:SetComputeRootUnorderedAccessView(2, x:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end)
end)

case("a view of nothing, and a texture for its description", "GS0133 desc must be a table, got Resource", function()
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  t.device:CreateShaderResourceView(nil, t.tex("x"), heap:GetCPUDescriptorHandle(0)) --!
end)
