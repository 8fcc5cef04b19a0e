-- Ten digits are read by a small convolutional net: one graph of DirectML operators whose weights DirectML owns. Nobody has trained the net: digits are
-- those of a pocket calculator, and each number in it says something.
--
--   picture  10 × 1 × 9 × 6 ──▶ CONVOLUTION + RELU  two filters: bars that lie, bars that stand       10 × 2 × 9 × 6
--                               MAX_POOLING         is there such a bar in this third, on this side?  10 × 2 × 3 × 2
--                               GEMM                which digit has these bars?                       10 × 10
local gpu, dml = require "gpu", require "gpu.dml"
local device = gpu.CreateDevice { Name = "ml" }
local queue  = device:CreateCommandQueue { Type = "COMPUTE", Name = "ml" }
local fence  = device:CreateFence(0, "ml")
local ml     = dml.CreateDevice(device, { Name = "dml" })

-- The segments of each digit: top, upper left, upper right, middle, lower left, lower right, bottom.
local SEGMENTS = { [0] = "tlrLRb", "rR", "tr-Lb", "tr-Rb", "lr-R", "tl-Rb", "tl-LRb", "trR", "tlr-LRb", "tlr-Rb" }

-- draw makes the picture of a digit: 9 rows of 6 pixels.
local function draw(digit)
  local rows = {}
  for y = 0, 8 do for x = 0, 5 do rows[y * 6 + x + 1] = 0 end end
  local function bar(segment, x, y, dx, dy, n)
    if not SEGMENTS[digit]:find(segment, 1, true) then return end
    for i = 0, n - 1 do rows[(y + i * dy) * 6 + x + i * dx + 1] = 1 end
  end
  bar("t", 1, 0, 1, 0, 4) bar("-", 1, 4, 1, 0, 4) bar("b", 1, 8, 1, 0, 4)
  bar("l", 0, 1, 0, 1, 3) bar("r", 5, 1, 0, 1, 3) bar("L", 0, 5, 0, 1, 3) bar("R", 5, 5, 0, 1, 3)
  return rows
end

-- Weights. A filter sees three pixels in a row; with the bias of -2 nothing but all three are left. A bar that lies is seen on both sides, one that stands on
-- its own. A digit gets 2 for each of its bars that is there, less the number of its bars: the digit with the fewest differences wins.
local FILTERS = { 0,0,0, 1,1,1, 0,0,0,   0,1,0, 0,1,0, 0,1,0 }
local BIAS = { -2, -2 }
local LYING, STANDING = { t = 0, ["-"] = 1, b = 2 }, { l = { 0, 0 }, r = { 0, 1 }, L = { 2, 0 }, R = { 2, 1 } }
local table10, less = {}, {}
for i = 1, 12 * 10 do table10[i] = 0 end
for digit = 0, 9 do
  local function weigh(feature, w) table10[feature * 10 + digit + 1] = w end
  for segment in SEGMENTS[digit]:gmatch "." do
    local row, at = LYING[segment], STANDING[segment]
    if row then weigh(row * 2, 1) weigh(row * 2 + 1, 1) else weigh(6 + at[1] * 2 + at[2], 2) end
  end
  less[digit + 1] = -#SEGMENTS[digit]
end

-- The graph. The 240 results of the pooling are read as 10 rows of 12 by the product: connected tensors need the same bytes, and nothing else.
local function tensor(sizes, owned) return dml.BufferTensor { DataType = "FLOAT32", Sizes = sizes, Flags = owned and "OWNED_BY_DML" or "NONE" } end
local picture, bars, thirds, scores = tensor { 10, 1, 9, 6 }, tensor { 10, 2, 9, 6 }, tensor { 10, 2, 3, 2 }, tensor { 1, 1, 10, 10 }
local rowOfLess = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 1, 1, 10, 10 }, Strides = { 0, 0, 0, 1 }, Flags = "OWNED_BY_DML" }
local function node(name, desc) return { Name = name, Operator = ml:CreateOperator(desc) } end
local net = ml:CompileGraph({ InputCount = 5, OutputCount = 1, Nodes = {
    node("bars", { Type = "CONVOLUTION", Mode = "CROSS_CORRELATION", InputTensor = picture, FilterTensor = tensor({ 2, 1, 3, 3 }, true), BiasTensor = tensor({ 1, 2, 1, 1 }, true),
      OutputTensor = bars, Strides = { 1, 1 }, Dilations = { 1, 1 }, StartPadding = { 1, 1 }, EndPadding = { 1, 1 }, OutputPadding = { 0, 0 }, FusedActivation = { Type = "ACTIVATION_RELU" } }),
    node("thirds", { Type = "MAX_POOLING", InputTensor = bars, OutputTensor = thirds, WindowSize = { 3, 3 }, Strides = { 3, 3 }, StartPadding = { 0, 0 }, EndPadding = { 0, 0 } }),
    node("digit", { Type = "GEMM", ATensor = tensor { 1, 1, 10, 12 }, BTensor = tensor({ 1, 1, 12, 10 }, true), CTensor = rowOfLess, OutputTensor = scores, Alpha = 1, Beta = 1 }) },
  InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 },
    { GraphInputIndex = 1, ToNodeIndex = 0, ToNodeInputIndex = 1 }, { GraphInputIndex = 2, ToNodeIndex = 0, ToNodeInputIndex = 2 },
    { GraphInputIndex = 3, ToNodeIndex = 2, ToNodeInputIndex = 1 }, { GraphInputIndex = 4, ToNodeIndex = 2, ToNodeInputIndex = 2 } },
  IntermediateEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 }, { FromNodeIndex = 1, FromNodeOutputIndex = 0, ToNodeIndex = 2, ToNodeInputIndex = 0 } },
  OutputEdges = { { FromNodeIndex = 2, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }, { Name = "net" })
local init = ml:CreateOperatorInitializer { net }
local needs, first = net:GetBindingProperties(), init:GetBindingProperties().RequiredDescriptorCount
print(("%d bytes kept, %d bytes to calculate in"):format(needs.PersistentResourceSize, needs.TemporaryResourceSize))

-- Memory and descriptors, those of the initialisation in front.
local heap = device:CreateDescriptorHeap { Name = "ml descriptors", Type = "CBV_SRV_UAV", NumDescriptors = first + needs.RequiredDescriptorCount, Flags = "SHADER_VISIBLE" }
local function bindings(dispatchable, at, count)
  return ml:CreateBindingTable { Dispatchable = dispatchable, SizeInDescriptors = count, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(at), GPUDescriptorHandle = heap:GetGPUDescriptorHandle(at) }
end
local function bytes(name, size) return dml.AllocateTensor(device, dml.BufferTensor { DataType = "UINT8", Sizes = { size } }, name) end
local kept, temporary = bytes("kept", needs.PersistentResourceSize), bytes("temporary", needs.TemporaryResourceSize)
local function weights(values, name) return { Buffer = dml.UploadTensor(queue, tensor { #values }, values, name) } end

local start = bindings(init, 0, first)
start:BindInputs { { Bindings = { {}, weights(FILTERS, "filters"), weights(BIAS, "bias"), weights(table10, "table"), weights(less, "less") } } }
start:BindOutputs { { Buffer = kept } }

-- Pixels of some pictures are missing or too many: rows and columns of the ten pictures, counted from 0.
local pictures = {}
for digit = 0, 9 do
  for _, pixel in ipairs(draw(digit)) do pictures[#pictures + 1] = pixel end
end
for _, flaw in ipairs { { 2, 0, 4 }, { 3, 6, 2 }, { 5, 8, 1 }, { 8, 2, 2 }, { 9, 4, 0 } } do
  local at = flaw[1] * 54 + flaw[2] * 6 + flaw[3] + 1
  pictures[at] = 1 - pictures[at]
end
local result = dml.AllocateTensor(device, scores, "scores")
local run = bindings(net, first, needs.RequiredDescriptorCount)
run:BindInputs { { Buffer = dml.UploadTensor(queue, picture, pictures, "pictures") } }
run:BindOutputs { { Buffer = result } }
run:BindTemporaryResource { Buffer = temporary }
run:BindPersistentResource { Buffer = kept }

-- Initialisation and execution may share a list, with a barrier between them.
local recorder = ml:CreateCommandRecorder()
local list = device:CreateCommandList { Type = "COMPUTE", Name = "read digits", Allocator = device:CreateCommandAllocator "COMPUTE" }
list:SetDescriptorHeaps { heap }
recorder:RecordDispatch(list, init, start)
list:ResourceBarrier { { Type = "UAV" } }
recorder:RecordDispatch(list, net, run)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)

local score, read = dml.ReadTensor(queue, scores, result), {}
for y = 0, 8 do
  local line = {}
  for digit = 0, 9 do
    for x = 0, 5 do line[#line + 1] = pictures[digit * 54 + y * 6 + x + 1] == 1 and "#" or " " end
    line[#line + 1] = " "
  end
  print((table.concat(line):gsub("%s+$", "")))
end
for digit = 0, 9 do
  local best = 0
  for other = 1, 9 do if score[digit * 10 + other + 1] > score[digit * 10 + best + 1] then best = other end end
  read[#read + 1] = best
end
print("read " .. table.concat(read, " "))
