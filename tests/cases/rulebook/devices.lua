-- Descriptors are written by the device on which the call is made, and belong to the one that made the heap.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- both declares a mistake, with a heap of another device, and its twin with one of the same.
local function both(name, expected, type, body)
  for _, ok in ipairs { false, true } do
    case(name .. (ok and ", of one device" or ", of another device"), ok and "silent" or expected, function()
      local other = ok and t.device or gpu.CreateDevice { Name = "other" }
      local function heap(flags) return other:CreateDescriptorHeap { Name = "views", Type = type, NumDescriptors = 4, Flags = flags } end
      body(t.device, heap, t.buf "b")
    end)
  end
end

local wrong = 'GS0142 descriptor heap "views" was created by device "other"'
both("a sampler in a heap", wrong, "SAMPLER", function(d, heap) d:CreateSampler({ Filter = "MIN_MAG_MIP_POINT" }, heap():GetCPUDescriptorHandle(1)) end)
both("a null descriptor in a heap", wrong, "CBV_SRV_UAV", function(d, heap)
  d:CreateShaderResourceView(nil, { Format = "R8_UNORM", ViewDimension = "TEXTURE2D" }, heap():GetCPUDescriptorHandle(0))
end)
both("no constants in a heap", wrong, "CBV_SRV_UAV", function(d, heap) d:CreateConstantBufferView(nil, heap():GetCPUDescriptorHandle(0)) end)
both("a view in a heap", wrong, "CBV_SRV_UAV", function(d, heap, b) d:CreateUnorderedAccessView(b, nil, { StructureByteStride = 4 }, heap():GetCPUDescriptorHandle(0)) end)
both("a target in a heap", wrong, "RTV", function(d, heap) d:CreateRenderTargetView(t.target "x", nil, heap():GetCPUDescriptorHandle(0)) end)
both("descriptors copied within a heap", wrong, "CBV_SRV_UAV", function(d, heap)
  local views = heap()
  d:CopyDescriptorsSimple(1, views:GetCPUDescriptorHandle(1), views:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
end)
