-- Calls of an object after its Release that submit nothing and record nothing: every call of a device, and those that only ask. COM objects are not used after
-- their last Release; children keep their device alive, but not the reference that was given up.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local device = {
  { "makes a fence", function(d) d:CreateFence(0, "late") end },
  { "makes a buffer", function(d) d:CreateCommittedResource { HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" } end },
  { "writes a descriptor", function(d, b, h) d:CreateUnorderedAccessView(b, nil, { Format = "R32_UINT", ViewDimension = "BUFFER", NumElements = 4 }, h) end },
  { "makes memory resident", function(d, b) d:MakeResident { b } end },
  { "answers what it can do", function(d) d:CheckFeatureSupport("D3D12_OPTIONS") end },
  { "says why it was removed", function(d) d:GetDeviceRemovedReason() end },
}
for _, of in ipairs(device) do
  local name, call = of[1], of[2]
  local function body(released)
    return function()
      local b, heap = t.buf("b"), t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
      local h = heap:GetCPUDescriptorHandle(0)
      if released then
        t.device:Release()
        call(t.device, b, h)
      else
        call(t.device, b, h)
        t.device:Release()
      end
    end
  end
  case("a device that was released " .. name, 'GS0330 device "device" after its Release', body(true))
  case("a device " .. name .. " and is released", "silent", body(false))
end

-- ID3D12DeviceChild: a child holds its device, so the queue still works, and so do its list and its fence.
case("a device is released before its children, which work on", "silent", function()
  local q, f, b, s = t.queue "COPY", t.fence "F", t.readback "b", t.upload "s"
  local l = t.list(q, function(l) l:CopyBufferRegion(b, 0, s, 0, 64) end)
  t.device:Release()
  q:ExecuteCommandLists { l }
  q:Signal(f, 1)
  f:WaitCPU(1)
  b:Map()
end)

case("the device of a buffer, asked of it when the device was released", 'GS0330 CreateFence uses device "device" after its Release', function()
  local b = t.buf "b"
  t.device:Release()
  b:GetDevice():CreateFence(0, "late")
end)

local asked = {
  { "buffer", "GetGPUVirtualAddress", function() return t.buf "it" end },
  { "buffer", "GetHeapProperties", function() return t.buf "it" end },
  { "descriptor heap", "GetCPUDescriptorHandle", function() return t.device:CreateDescriptorHeap { Name = "it", Type = "RTV", NumDescriptors = 1 } end },
  { "direct queue", "GetClockCalibration", function() return t.queue("DIRECT", "it") end },
  { "swap chain", "SetMaximumFrameLatency", function() return t.queue "DIRECT":CreateSwapChain { Name = "it", Width = 64, Height = 64, BufferCount = 2 } end, 2 },
  { "fence", "SetName", function() return t.fence "it" end, "new" },
}
for _, of in ipairs(asked) do
  local noun, method, make = of[1], of[2], of[3]
  case(method .. " of a " .. noun .. " that was released", "GS0330 " .. method .. " uses " .. noun .. ' "it" after its Release', function()
    local it = make()
    it:Release()
    it[method](it, select(4, unpack(of)))
  end)
end

-- Which of the two comes first is up to the threads.
for _, joined in ipairs { true, false } do
  case("a device is released " .. (joined and "when the thread that makes a fence has ended" or "beside a thread that makes a fence"), joined and "silent" or "GS0530", function()
    local d = t.device
    local other = gpu.Thread("other", function() d:CreateFence(0, "f") end)
    if joined then other:Join() end
    d:Release()
    if not joined then other:Join() end
  end)
  case("a buffer is released " .. (joined and "when the thread that asks for its address has ended" or "beside a thread that asks for its address"), joined and "silent" or "GS0530", function()
    local b = t.buf "b"
    local other = gpu.Thread("other", function() b:GetGPUVirtualAddress() end)
    if joined then other:Join() end
    b:Release()
    if not joined then other:Join() end
  end)
end
case("a device is released beside a thread that only uses its queue", "silent", function()
  local q, f, d = t.queue "COPY", t.fence "F", t.device
  local other = gpu.Thread("other", function() q:Signal(f, 1) end)
  d:Release()
  other:Join()
end)

-- One mistake, told once.
case("two fences are made after the Release of their device", "GS0330", function()
  local d = t.device
  d:Release()
  d:GetNodeCount()
  d:GetAdapterDesc()
end)

-- Handles of a heap that is gone. What they showed is not the point.
local function targets()
  local x, heap = t.target "x", t.device:CreateDescriptorHeap { Name = "it", Type = "RTV", NumDescriptors = 1 }
  local h = heap:GetCPUDescriptorHandle(0)
  t.device:CreateRenderTargetView(x, nil, h)
  return heap, h
end
case("a target is cleared through a handle of a released heap", 'GS0330 ClearRenderTargetView uses descriptor heap "it"', function()
  local heap, h = targets()
  heap:Release()
  t.run(t.queue "DIRECT", function(l) l:ClearRenderTargetView(h, { 0, 0, 0, 0 }) end)
end)
case("a render pass begins with a handle of a released heap", 'GS0330 BeginRenderPass uses descriptor heap "it"', function()
  local heap, h = targets()
  heap:Release()
  t.run(t.queue "DIRECT", function(l)
    l:BeginRenderPass { { CPUDescriptor = h, BeginningAccess = { Type = "PRESERVE" }, EndingAccess = { Type = "PRESERVE" } } }
    l:EndRenderPass()
  end)
end)
case("a target is cleared, and then the heap of its handle is released", "silent", function()
  local heap, h = targets()
  t.run(t.queue "DIRECT", function(l)
    l:ClearRenderTargetView(h, { 0, 0, 0, 0 })
    heap:Release()
  end)
end)
-- One mistake: the view was refused, so its slot is empty.
case("a view of a released texture is made, and cleared", 'GS0330 CreateRenderTargetView uses texture "x"', function()
  local x, heap = t.target "x", t.device:CreateDescriptorHeap { Name = "it", Type = "RTV", NumDescriptors = 1 }
  local h = heap:GetCPUDescriptorHandle(0)
  x:Release()
  t.device:CreateRenderTargetView(x, nil, h)
  t.run(t.queue "DIRECT", function(l) l:ClearRenderTargetView(h, { 0, 0, 0, 0 }) end)
end)

-- A swap chain holds its queue, but nobody makes one of a queue that is gone.
case("a swap chain of a queue that was released", 'GS0330 CreateSwapChain uses direct queue "direct" after its Release', function()
  local q = t.queue "DIRECT"
  q:Release()
  q:CreateSwapChain { Width = 64, Height = 64, BufferCount = 2 }
end)
case("a swap chain presents after the Release of its queue", "silent", function()
  local q = t.queue "DIRECT"
  local chain = q:CreateSwapChain { Width = 64, Height = 64, BufferCount = 2 }
  q:Release()
  chain:Present(1)
end)
for _, own in ipairs { true, false } do
  case("a device waits for several fences, one of them of " .. (own and "its own" or "another device"), own and "silent" or 'GS0142 fence "f"', function()
    local f = (own and t.device or gpu.CreateDevice { Name = "other" }):CreateFence(0, "f")
    t.device:SetEventOnMultipleFenceCompletion({ f }, { 0 })
  end)
end
case("the footprints of a texture that was released", 'GS0330 GetCopyableFootprints uses texture "x" after its Release', function()
  local x = t.tex "x"
  x:Release()
  t.device:GetCopyableFootprints(x)
end)
