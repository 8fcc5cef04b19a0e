-- Asynchronous compute: a simulation runs beside the frames, and no frame ever waits for it.
--
--   one queue     s s s s F s s s s F …              every frame waits for the simulation before it
--   two queues    s s s s s s s s s s s s            a frame takes the newest state that is ready: AsyncPipelined-
--                 F F F F F F F                      ComputeGraphics of "Multi-engine synchronization"
--
-- The states pass through BUFFERS buffers. The CPU asks the simulation's fence how far it is when it records a frame. A fence
-- of the frames says which state they have done with, so that the simulation does not overwrite what a frame still reads.
local gpu = require "gpu"
local timeline = require "lib.timeline"

local FRAMES, RENDER = 8, 30                                          -- microseconds
local STEPS, STEP, BUFFERS = 4, 80, 2

local state = gpu.StructuredBuffer("t0", "uint")
local log   = gpu.RWStructuredBuffer("u0", "uint")
local which = gpu.ConstantBuffer("b0", { { "frame", "uint" } })
local look  = gpu.ComputeShader { Name = "look", NumThreads = { 1, 1, 1 }, Main = function() log[which.frame] = state[0] end }

local function run(title, separate)
  local device   = gpu.CreateDevice { Name = title }
  local graphics = device:CreateCommandQueue { Type = "DIRECT", Name = "graphics" }
  local compute  = separate and device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" } or graphics
  local simulated, drawn, released = device:CreateFence(0, "simulated"), device:CreateFence(0, "drawn"), device:CreateFence(0, "released")
  local t, load = timeline.Create(device, separate and { graphics, compute } or { graphics }), timeline.Load(device)
  local image, states = load:State("image"), {}
  for i = 1, BUFFERS do states[i] = load:State("state " .. i) end
  local world = load:State("world")
  local function buffer(name, heap, flags, initial)
    return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = (FRAMES + 1) * 4, Flags = flags,
      InitialState = initial }
  end
  local seen, readback = buffer("seen", "DEFAULT", "ALLOW_UNORDERED_ACCESS", "COMMON"), buffer("readback", "READBACK", "NONE", "COPY_DEST")
  local root = device:CreateRootSignature { Name = "look", Parameters = { { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 },
    { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 } } }
  local pso = device:CreateComputePipelineState { Name = "look", RootSignature = root, CS = look }

  -- A step moves the world on and leaves a copy of it in the buffer of its number.
  local function simulate(step)
    if step > BUFFERS then compute:Wait(released, step - BUFFERS) end
    compute:ExecuteCommandLists { timeline.Record(device, compute, "step " .. step, function(list)
      t:Begin(list, compute, "s")
      load:Work(list, world, STEP)
      list:ResourceBarrier { { Type = "TRANSITION", Resource = world, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" } }
      list:CopyResource(states[(step - 1) % BUFFERS + 1], world)
      t:End(list, compute)
    end) }
    compute:Signal(simulated, step)
  end

  -- A frame draws with the state of a step. Frames before it are done with all earlier states.
  local function draw(frame, step)
    graphics:Signal(released, step - 1)
    graphics:ExecuteCommandLists { timeline.Record(device, graphics, "frame " .. frame, function(list)
      t:Begin(list, graphics, tostring(step))
      list:SetComputeRootSignature(root)
      list:SetPipelineState(pso)
      list:SetComputeRootShaderResourceView(0, states[(step - 1) % BUFFERS + 1]:GetGPUVirtualAddress())
      list:SetComputeRootUnorderedAccessView(1, seen:GetGPUVirtualAddress())
      list:SetComputeRoot32BitConstant(2, gpu.AsUint(frame))
      list:Dispatch(1, 1, 1)
      load:Work(list, image, RENDER)
      t:End(list, graphics)
    end) }
    graphics:Signal(drawn, frame)
  end

  local begin, used = gpu.Now(), {}
  if separate then
    for step = 1, STEPS do simulate(step) end                         -- all at once: the waits pace them
    simulated:WaitCPU(1)                                              -- the only wait for the simulation
    for frame = 1, FRAMES do
      if frame > 2 then drawn:WaitCPU(frame - 2) end                  -- two frames in flight
      used[frame] = simulated:GetCompletedValue()
      draw(frame, used[frame])
    end
    graphics:Signal(released, STEPS)
  else
    for frame = 1, FRAMES do
      used[frame] = math.ceil(frame / (FRAMES / STEPS))
      if used[frame] ~= used[frame - 1] then
        graphics:Signal(released, used[frame] - 1)
        simulate(used[frame])
      end
      draw(frame, used[frame])
    end
  end
  drawn:WaitCPU(FRAMES)
  local length = gpu.Now() - begin
  simulated:WaitCPU(STEPS)
  t:Collect()
  t:Print(title)

  graphics:ExecuteCommandLists { timeline.Record(device, graphics, "read", function(list)
    list:CopyBufferRegion(readback, 0, seen, 0, (FRAMES + 1) * 4)
  end) }
  graphics:Signal(drawn, FRAMES + 1)
  drawn:WaitCPU(FRAMES + 1)
  local values, distinct = readback:Map():Read(4, "uint", FRAMES), {}
  readback:Unmap(0, { Begin = 0, End = 0 })
  for frame = 1, FRAMES do
    local step = used[frame]
    assert(not distinct[step] or distinct[step] == values[frame], "a frame saw a state that was being written")
    distinct[step] = values[frame]
  end
  print("  the frames used the states " .. table.concat(used, " "))
  return length
end

local one, two = run("one queue", false), run("two queues", true)
print(("%d frames after %s on one queue, after %s beside the simulation"):format(FRAMES, gpu.FormatTime(one), gpu.FormatTime(two)))
