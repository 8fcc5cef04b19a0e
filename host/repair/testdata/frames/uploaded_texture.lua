-- a texture is uploaded on a copy queue and read back on another one; the CPU waits for an event
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "loader" }
local copy = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
local direct = device:CreateCommandQueue { Type = "DIRECT", Name = "direct" }
local SIZE, PITCH = 16, 256
local upload = device:CreateCommittedResource { Name = "upload", HeapType = "UPLOAD", Dimension = "BUFFER", Width = PITCH * SIZE, InitialState = "GENERIC_READ" }
local mapped = upload:Map()
for y = 0, SIZE - 1 do
  local row = {}
  for x = 1, SIZE do row[x] = 0xff000000 + y * 16 + x end
  mapped:Write(y * PITCH, "uint", row)
end
upload:Unmap()
local texture = device:CreateCommittedResource { Name = "texture", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = SIZE, Height = SIZE, Format = "R8G8B8A8_UNORM", InitialState = "COMMON" }
local readback = device:CreateCommittedResource { Name = "readback", HeapType = "READBACK", Dimension = "BUFFER", Width = PITCH * SIZE, InitialState = "COPY_DEST" }
local copyAllocator = device:CreateCommandAllocator("COPY")
local copyList = device:CreateCommandList { Type = "COPY", Allocator = copyAllocator, Name = "upload list" }
local layout = { Resource = upload, Offset = 0, Format = "R8G8B8A8_UNORM", Width = SIZE, Height = SIZE, RowPitch = PITCH }
copyList:CopyTextureRegion({ Resource = texture, Subresource = 0 }, 0, 0, 0, layout)
copyList:Close()
local uploaded = device:CreateFence(0, "uploaded")
copy:ExecuteCommandLists { copyList } --<>
copy:Signal(uploaded, 1)
local allocator = device:CreateCommandAllocator("DIRECT")
local list = device:CreateCommandList { Type = "DIRECT", Allocator = allocator, Name = "read list" }
list:ResourceBarrier { { Type = "TRANSITION", Resource = texture, Before = "COMMON", After = "COPY_SOURCE" } }
list:CopyTextureRegion({ Resource = readback, Offset = 0, Format = "R8G8B8A8_UNORM", Width = SIZE, Height = SIZE, RowPitch = PITCH }, 0, 0, 0, { Resource = texture, Subresource = 0 })
list:Close()
direct:Wait(uploaded, 1)
local finished = device:CreateFence(0, "finished")
local event = gpu.CreateEvent { Name = "finished" }
direct:ExecuteCommandLists { list } --<>
direct:Signal(finished, 1)
finished:SetEventOnCompletion(1, event)
gpu.WaitForSingleObject(event) --~
local result = readback:Map(0, { Begin = 0, End = PITCH * SIZE })
local sum = 0
for y = 0, SIZE - 1 do
  local row = result:Read(y * PITCH, "uint", SIZE)
  for x = 1, SIZE do sum = sum + row[x] % 256 end
end
readback:Unmap(0, { Begin = 0, End = 0 })
print(sum)
