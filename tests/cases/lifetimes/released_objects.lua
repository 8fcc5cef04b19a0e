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
