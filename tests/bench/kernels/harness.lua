-- What the kernels of this folder share: buffers, a pipeline a pass, and a loop that runs the passes whenever Go asks for it.
local gpu = require "gpu"
local bench = require "bench"                                -- from Go: n, shader, fill, take, step

local harness = { N = bench.n }

local device, queue, fence

local function buffer(name, heap, bytes, state, flags)
  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = bytes, InitialState = state, Flags = flags }
end

local value = 0
local function submit(list)
  value = value + 1
  queue:ExecuteCommandLists { list }
  queue:Signal(fence, value)
  fence:WaitCPU(value)
end

local function record(name, body)
  local list = device:CreateCommandList { Type = "COMPUTE", Name = name, Allocator = device:CreateCommandAllocator("COMPUTE") }
  body(list)
  list:Close()
  return list
end

local function upload(name, target, numbers)
  local staging = buffer("staging", "UPLOAD", numbers * 4, "GENERIC_READ")
  local map = staging:Map()
  bench.fill(map, name, numbers)
  staging:Unmap()
  submit(record("upload", function(list) list:CopyBufferRegion(target, 0, staging, 0, numbers * 4) end))
  staging:Release()
end

-- job.Inputs and job.Outputs are { name, numbers }, bound to t0… and u0…; the last output is compared with other implementations.
-- job.Passes are { shader, groups in x, groups in y }; or job.Record(device, submit, buffers) gives the function that records all of them into a list.
function harness.Run(job)
  device = gpu.CreateDevice { Name = "bench" }
  queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
  fence = device:CreateFence(0, "done")
  local parameters, bound = {}, {}
  for _, side in ipairs { { "SRV", job.Inputs }, { "UAV", job.Outputs } } do
    local kind = side[1]
    for i, b in ipairs(side[2]) do
      local r = buffer(b[1], "DEFAULT", b[2] * 4, "COMMON", (kind == "UAV" or job.Record) and "ALLOW_UNORDERED_ACCESS" or "NONE")
      upload(b[1], r, b[2])
      parameters[#parameters + 1] = { Type = kind, ShaderRegister = i - 1 }
      bound[#bound + 1] = { kind, r }
    end
  end
  local root = device:CreateRootSignature { Name = "root", Parameters = parameters }
  local pipelines = {}
  for i, pass in ipairs(job.Passes or {}) do
    bench.shader(pass[1])
    pipelines[i] = device:CreateComputePipelineState { Name = pass[1]:GetName(), RootSignature = root, CS = pass[1] }
  end
  local own
  if job.Record then
    local buffers = {}
    for i, b in ipairs(bound) do buffers[i] = b[2] end
    own = job.Record(device, function(body) submit(record("prepare", body)) end, buffers)
  end
  local function dispatches(repetitions)
    return record("passes", function(list)
      for _ = 1, repetitions do
        own(list)
        list:ResourceBarrier { { Type = "UAV" } }
      end
    end)
  end
  local function passes(repetitions)
    if own then return dispatches(repetitions) end
    return record("passes", function(list)
      list:SetComputeRootSignature(root)
      for i, b in ipairs(bound) do
        local set = b[1] == "SRV" and list.SetComputeRootShaderResourceView or list.SetComputeRootUnorderedAccessView
        set(list, i - 1, b[2]:GetGPUVirtualAddress())
      end
      for _ = 1, repetitions do
        for i, pass in ipairs(job.Passes) do
          list:SetPipelineState(pipelines[i])
          list:Dispatch(pass[2], pass[3], 1)
          list:ResourceBarrier { { Type = "UAV" } }
        end
      end
    end)
  end
  submit(passes(1))
  local last = job.Outputs[#job.Outputs]
  local result, readback = bound[#bound][2], buffer("readback", "READBACK", last[2] * 4, "COPY_DEST")
  submit(record("readback", function(list) list:CopyResource(readback, result) end))
  bench.take(readback:Map(), last[2])
  readback:Unmap()
  readback:Release()
  local lists = {}
  for repetitions in bench.step do
    lists[repetitions] = lists[repetitions] or passes(repetitions)
    submit(lists[repetitions])
  end
end

return harness
