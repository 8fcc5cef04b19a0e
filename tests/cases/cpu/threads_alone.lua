-- What threads do wrong, of which the main one waits for the end, is told as if the main one did it, whichever of them comes first.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local images, number, out = gpu.Texture2D("t0", "float4", 2), gpu.ConstantBuffer("b0", { { "index", "uint" } }), gpu.RWStructuredBuffer("u0", "uint")

-- alone runs a function in such a thread.
local function alone(body) gpu.Thread("alone", body):Join() end

-- chooses makes two textures in a state, and what records a dispatch that reads the one with a number.
local function chooses(state)
  local root = t.device:CreateRootSignature { Name = "chooses", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 2, Flags = "DESCRIPTORS_VOLATILE|DATA_VOLATILE" } } }, { Type = "UAV" } } }
  local pso = t.device:CreateComputePipelineState { Name = "chooses", RootSignature = root, CS = gpu.ComputeShader { Name = "chooses", NumThreads = { 4, 1, 1 },
    Main = function(GroupIndex) out[GroupIndex] = uint(images[number.index]:Load(int3(0, 0, 0)).x) end } }
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  local textures, to = {}, t.buf("to")
  for i = 1, 2 do
    textures[i] = t.tex("x" .. i, state)
    t.device:CreateShaderResourceView(textures[i], nil, heap:GetCPUDescriptorHandle(i - 1))
  end
  return textures, function(l, index)
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootSignature(root)
    l:SetPipelineState(pso)
    l:SetComputeRoot32BitConstants(0, { gpu.AsUint(index) })
    l:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
    l:SetComputeRootUnorderedAccessView(2, to:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
end
local function put(l, x) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, { Resource = t.tex("from", "COMMON") }, { Right = 4, Bottom = 4 }) end

-- Lists that wait for the host: what programs choose is looked at when the signal comes, and the uses of the textures when all threads know of them.
for index = 0, 1 do
  local expected = index == 1 and 'GS0402 CopyTextureRegion in direct list "writes" needs texture "x2" in COPY_DEST' or "silent"
  case("a list may promote texture " .. index + 1 .. " for reading, the next one copies to texture 2", expected, function()
    alone(function()
      local q, F = t.queue("DIRECT", "q"), t.fence("F")
      local x, read = chooses("COMMON")
      q:Wait(F, 1)
      q:ExecuteCommandLists { t.list(q, function(l) read(l, index) end, "reads"), t.list(q, function(l) put(l, x[2]) end, "writes") }
      F:Signal(1)
      t.idle(q)
    end)
  end)
  case("a list takes both textures to be read, and reads texture " .. index + 1 .. ", the next one copies to texture 2", 'GS0402 CopyTextureRegion in direct list "writes" needs texture "x2" in COPY_DEST', function()
    alone(function()
      local q, F = t.queue("DIRECT", "q"), t.fence("F")
      local x, read = chooses("COPY_DEST")
      q:Wait(F, 1)
      q:ExecuteCommandLists { t.list(q, function(l)
        for i = 1, 2 do t.go(l, x[i], "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE") end
        read(l, index)
      end, "reads"), t.list(q, function(l) put(l, x[2]) end, "writes") }
      F:Signal(1)
      t.idle(q)
    end)
  end)
end

-- A wait that holds from the beginning.
for _, value in ipairs { 5, 11 } do
  case("a fence begins above the value, and " .. value .. " is signalled before the wait", value == 11 and "GS0905" or "silent", function()
    alone(function()
      local q, F = t.queue("DIRECT", "q"), t.fence("F", 10)
      F:Signal(value)
      q:Wait(F, 5)
    end)
  end)
end
case("a fence begins above the value, and a queue lowers it to that after the wait", "GS0905", function()
  alone(function()
    local q, F = t.queue("DIRECT", "q"), t.fence("F", 10)
    q:Wait(F, 5)
    q:Signal(F, 5)
  end)
end)

-- Whether the signal is there when the list is submitted is up to another thread: what programs choose is looked at either way.
for _, comes in ipairs { "early", "late" } do
  for index = 0, 1 do
    case("a list waits for a signal of another thread that comes " .. comes .. ", and reads texture " .. index + 1 .. "; the second one is in COPY_DEST",
      index == 1 and 'GS0402 Dispatch in direct list "reads" needs texture "x2" in NON_PIXEL_SHADER_RESOURCE' or "silent", function()
        local q, F = t.queue("DIRECT", "q"), t.fence("F")
        local x, read = chooses("NON_PIXEL_SHADER_RESOURCE")
        t.run(q, function(l) t.go(l, x[2], "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST") end)
        t.idle(q)
        local other = gpu.Thread("other", function()
          if comes == "late" then gpu.Work(500) end
          F:Signal(1)
        end)
        if comes == "early" then gpu.Work(500) end
        q:Wait(F, 1)
        t.run(q, function(l) read(l, index) end, "reads")
        other:Join()
        t.idle(q)
      end)
  end
end
