-- Arrays of structs of a work item: a stack of nodes of a tree, whose elements are made from tables, read whole and changed in parts.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local Node = { { "at", "float3" }, { "depth", "uint" }, { "kids", "int", 2 } }
local nodes = gpu.RWStructuredBuffer("u0", Node)
local walk = gpu.ComputeShader { Name = "walk", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex)
  local stack = Array(Node, 8)
  local top = 1
  stack[0] = { at = float3(GroupIndex, 0, 0), depth = 0, kids = { 1, 2 } }
  local visited, sum = 0, 0.0
  while top > 0 do
    top = top - 1
    local n = stack[top]                                  -- a copy
    visited = visited + 1
    sum = sum + n.at.x
    if n.depth < GroupIndex then
      for k = 0, 1 do
        stack[top] = n
        stack[top].depth = n.depth + 1
        stack[top].at.x = n.at.x * 0.5
        stack[top].kids[k] = n.kids[k] * 10
        top = top + 1
      end
    end
  end
  stack[7].kids[1] = 5
  nodes[GroupIndex] = stack[7]
  printf("item %u: %d nodes, sum %g, last kids %d %d, untouched %u %d", GroupIndex, visited, sum, stack[0].kids[0], stack[1].kids[1], stack[7].depth, nodes[GroupIndex].kids[1])
end }
local buffer = device:CreateCommittedResource { Name = "nodes", Dimension = "BUFFER", Width = 4096, Flags = "ALLOW_UNORDERED_ACCESS" }
local root = device:CreateRootSignature { Parameters = { { Type = "UAV" } } }
local queue = device:CreateCommandQueue { Type = "DIRECT" }
local list = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT" }
list:SetComputeRootSignature(root)
list:SetPipelineState(device:CreateComputePipelineState { RootSignature = root, CS = walk })
list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
list:Dispatch(1, 1, 1)
list:Close()
queue:ExecuteCommandLists { list }
local done = device:CreateFence(0)
queue:Signal(done, 1)
done:WaitCPU(1)

for _, main in ipairs {
  function(GroupIndex) local a = Array(nodes, 4) end,
  function(GroupIndex) local a = Array(Node, 4) a[0] = { at = float3(0), depth = 1 } end,
  function(GroupIndex) local a = Array(Node, 4) a[0].deep = 1 end,
  function(GroupIndex) local a = Node(1, 2) end,
  function(GroupIndex) local a = Array(device, 4) end,
  function(GroupIndex) local a = Array(Node, 4000) end,
} do
  print(select(2, pcall(gpu.ComputeShader, { Name = "refused", NumThreads = { 1, 1, 1 }, Main = main })).message)
end
