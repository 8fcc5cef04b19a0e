-- a linear allocator per frame over one upload page each; closures
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "dev" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "gfx" }
local fence = device:CreateFence(0, "frame fence")
local PAGE = 4096
local function page(i)
  local buffer = device:CreateCommittedResource { Name = "page " .. i, HeapType = "UPLOAD", Dimension = "BUFFER", Width = PAGE }
  local data, offset = buffer:Map(), 0
  return {
    buffer = buffer,
    begin = function() offset = 0 end,
    put = function(values)
      local at = offset
      data:Write(at, "float", values)
      offset = at + math.ceil(#values * 4 / 256) * 256
      return at
    end,
  }
end
local dest = device:CreateCommittedResource { Name = "dest", HeapType = "DEFAULT", Dimension = "BUFFER", Width = PAGE }
local frames = {}
for i = 1, 3 do
  frames[i] = { page = page(i), allocator = device:CreateCommandAllocator("DIRECT", "allocator " .. i), value = 0 }
end
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame list" }
local nextValue = 1
local function render(n)
  local f = frames[n % #frames + 1]
  fence:WaitCPU(f.value) --~ fence:WaitCPU(math.max(0, nextValue - 3))
  f.page.begin()
  f.allocator:Reset()
  list:Reset(f.allocator) --~
  for object = 0, 3 do
    local at = f.page.put { n, object, n * object, 1 }
    list:CopyBufferRegion(dest, object * 256, f.page.buffer, at, 16)
  end
  list:Close()
  queue:ExecuteCommandLists { list } --<>
  queue:Signal(fence, nextValue)
  f.value = nextValue --~ fence:WaitCPU(math.max(0, nextValue - 3))
  nextValue = nextValue + 1 --~
end
for n = 0, 8 do
  render(n)
end
fence:WaitCPU(nextValue - 1)
print(gpu.Hash(dest))
