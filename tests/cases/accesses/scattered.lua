-- Words of a buffer that data choose, 64 in each dispatch, at the squares of 0 to 63 and so many words further on. No three of them are at equal distances, so
-- they are as many accesses. That i*i = j*j + k has one solution for k = 113 (57 and 56: the word at 12996), and none for k = 2, 14 and 127, nor for
-- k = 4094 and 3967.
local t = require "prelude"
local gpu = t.gpu

local at, from, to, params = gpu.StructuredBuffer("t0", "uint"), gpu.StructuredBuffer("t1", "uint"), gpu.RWStructuredBuffer("u0", "uint"), gpu.ConstantBuffer("b0", { { "further", "uint" } })
local kernels = {
  scatter = function(GroupIndex) to[at[GroupIndex] + params.further] = GroupIndex end,
  gather = function(GroupIndex) to[GroupIndex] = from[at[GroupIndex] + params.further] end,
  grow = function(GroupIndex) to[at[GroupIndex] + params.further] = to[at[GroupIndex] + params.further] + 1 end,
}

-- programs gives a function that records a dispatch of a kernel, so many words further on.
local function programs()
  local places, squares = t.upload("places"), {}
  for i = 0, 63 do squares[i + 1] = i * i end
  places:Map():Write(0, "uint", squares)
  local root = t.device:CreateRootSignature { Name = "chosen", Parameters = { { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 }, { Type = "SRV", ShaderRegister = 0 },
    { Type = "SRV", ShaderRegister = 1, Flags = "DATA_VOLATILE" }, { Type = "UAV", ShaderRegister = 0 } } }
  local made = {}
  return function(l, name, further, target, source)
    made[name] = made[name] or t.device:CreateComputePipelineState { Name = name, RootSignature = root, CS = gpu.ComputeShader { Name = name, NumThreads = { 64, 1, 1 }, Main = kernels[name] } }
    l:SetPipelineState(made[name])
    l:SetComputeRootSignature(root)
    l:SetComputeRoot32BitConstant(0, gpu.AsUint(further))
    l:SetComputeRootShaderResourceView(1, places:GetGPUVirtualAddress())
    if source then l:SetComputeRootShaderResourceView(2, source:GetGPUVirtualAddress()) end
    l:SetComputeRootUnorderedAccessView(3, target:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end
end

-- One submission: further are those of its dispatches, a UAV barrier stands after each but the last, if barriers is set.
local function dispatches(name, expected, kernel, further, barriers)
  t.case(name, expected, function()
    local c, x, run = t.queue("COMPUTE", "c"), t.buf("x", 32768), programs()
    t.run(c, function(l)
      for i, k in ipairs(further) do
        run(l, kernel, k, x)
        if barriers and i < #further then t.uav(l, x) end
      end
    end)
  end)
end
dispatches("two scatter other words", "silent", "scatter", { 0, 2 })
dispatches("two scatter, and one word is of both", 'GS0517 buffer "x" @ x[12996, 13000)', "scatter", { 0, 113 })
dispatches("two scatter, and one word is of both, a barrier between them", "silent", "scatter", { 0, 113 }, true)
dispatches("three scatter, and a word of the third is one of the first", 'GS0517 buffer "x" @ x[12996, 13000)', "scatter", { 0, 127, 113 })
dispatches("three read and write what data choose, all the same words, barriers between them", "silent", "grow", { 2, 2, 2 }, true)
dispatches("two read and write what data choose, and one word is of both", 'GS0517 buffer "x" @ x[12996, 13000)', "grow", { 0, 113 })

-- Two queues: one scatters, and the other one gathers words so much further on.
local function queues(name, expected, further, signal)
  t.case(name, expected, function()
    local one, two, x, y, run, f = t.queue("COMPUTE", "one"), t.queue("COMPUTE", "two"), t.buf("x", 32768), t.buf("y"), programs(), t.fence("F")
    t.run(one, function(l)
      run(l, "scatter", 127, x)
      t.uav(l, x)
      run(l, "scatter", 0, x)
    end)
    if signal then
      one:Signal(f, 1)
      two:Wait(f, 1)
    end
    t.run(two, function(l) run(l, "gather", further, y, x) end)
  end)
end
queues("another queue gathers one of the words", 'GS0512 buffer "x" @ x[12996, 13000)', 113)
queues("another queue gathers one of the words, and waits for the first one", "silent", 113, true)
queues("another queue gathers other words", "silent", 4094)
