-- Every field of the table that pcall gets.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
local function buffer(name, heap, state)
  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 4096, InitialState = state }
end
local from, to = buffer("from", "UPLOAD", "GENERIC_READ"), buffer("to", "DEFAULT", "COMMON")
local list = device:CreateCommandList { Type = "COPY", Name = "work", Allocator = device:CreateCommandAllocator "COPY" }

local function show(value, indent)
  local keys = {}
  for key in pairs(value) do
    if key ~= "__diagnostic" then keys[#keys + 1] = key end
  end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(keys) do
    local v = value[key]
    if type(v) == "table" then
      print(indent .. key)
      show(v, indent .. "  ")
    else
      print(indent .. key, v)
    end
  end
end

print "-- a copy out of bounds"
local _, e = pcall(list.CopyBufferRegion, list, to, 4000, from, 0, 128)
show(e, "")

local again = device:CreateCommandList { Type = "COPY", Name = "again", Allocator = device:CreateCommandAllocator "COPY" }
again:CopyBufferRegion(to, 0, from, 0, 4096)
again:Close()
queue:ExecuteCommandLists { again }
print "-- a release in flight"
_, e = pcall(to.Release, to)
show(e, "")
print "-- two mistakes in a kernel"
_, e = pcall(gpu.ComputeShader, { Name = "kernel", NumThreads = { 1 }, Main = function() printf("%d %d", one, other) end })
show(e, "")
