-- A bundle binds the descriptor heaps of the list that executes it, and no others.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device" }
local function heap(name) return device:CreateDescriptorHeap { Name = name, Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" } end
local samplers = device:CreateDescriptorHeap { Name = "samplers", Type = "SAMPLER", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
local own, others = heap "own", heap "others"
local function bundle(...)
  local b = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator "BUNDLE" }
  for _, heaps in ipairs { ... } do b:SetDescriptorHeaps(heaps) end
  b:Close()
  return b
end
local function try(what, bound, ...)
  local bundles = { ... }
  local ok, e = pcall(function()
    local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
    if bound then list:SetDescriptorHeaps(bound) end
    list:ExecuteBundle(bundle(unpack(bundles)))
  end)
  print(what, ok and "fine" or e.code .. ": " .. e.message)
end
try("the same heap", { own }, { own })
try("the same two, in another order", { own, samplers }, { samplers, own })
try("no heap in the bundle", { own })
try("the same one twice", { own }, { own }, { own })
try("another heap", { others }, { own })
try("one of two", { own }, { own, samplers })
try("no heap in the list", nil, { own })
try("two sets in the bundle", { own }, { own }, { others })
