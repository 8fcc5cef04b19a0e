-- Commands whose arguments the GPU reads, or that the GPU leaves out: ExecuteIndirect, predication, queries; and what stays bound over them.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device

-- ExecuteIndirect of dispatches: each adds its constants to a place of its own.
local root = device:CreateRootSignature { Name = "sum", Parameters = { { Type = "UAV" }, { Type = "32BIT_CONSTANTS", Num32BitValues = 4 }, { Type = "SRV" } } }
local sums, args, addends = gpu.RWByteAddressBuffer("u0"), gpu.ConstantBuffer("b0", { { "at", "uint" }, { "value", "uint" }, { "c", "uint" }, { "d", "uint" } }), gpu.ByteAddressBuffer("t0")
local plain = t.Compute(root, "plain", { 1, 1, 1 }, function(DispatchThreadID) sums:InterlockedAdd(args.at * 4, args.value + args.c) end)
local fetching = t.Compute(root, "fetching", { 1, 1, 1 }, function(DispatchThreadID) sums:InterlockedAdd(args.at * 4, addends:Load(0)) end)
local function signature(stride, ...)
  local needsRoot = #{ ... } > 1
  return device:CreateCommandSignature { Name = "signature", ByteStride = stride, ArgumentDescs = { ... }, RootSignature = needsRoot and root or nil }
end
local function zeros(n) return t.Contents("sums", "uint", t.Filled(n, 0)) end
local function run(result, pso, record)
  t.Run("indirect", function(list)
    list:SetComputeRootSignature(root)
    list:SetPipelineState(pso)
    list:SetComputeRootUnorderedAccessView(0, result:GetGPUVirtualAddress())
    list:SetComputeRoot32BitConstants(1, { gpu.AsUint(0), gpu.AsUint(1), gpu.AsUint(0), gpu.AsUint(0) })
    record(list)
  end)
end

-- The count is the smaller one of the argument and the buffer; commands stand a stride apart, and empty ones do nothing.
do
  local dispatch = signature(16, { Type = "DISPATCH" })
  local groups = t.Upload("groups", "uint", { 2, 1, 1, 99, 3, 2, 1, 99, 0, 5, 5, 99, 1, 1, 4, 99 })
  local counts = t.Upload("counts", "uint", { 0, 2, 100, 4 })
  for _, case in ipairs { { 4, nil, 0, 2 + 6 + 4 }, { 2, nil, 0, 8 }, { 4, 0, 0, 0 }, { 4, 4, 0, 8 }, { 3, 8, 0, 8 }, { 4, 12, 0, 12 }, { 2, nil, 16, 6 } } do
    local result = zeros(1)
    run(result, plain, function(list)
      list:ExecuteIndirect(dispatch, case[1], groups, case[3], case[2] and counts or nil, case[2])
    end)
    t.Check(("at most %d, count at %s, arguments at %d"):format(case[1], tostring(case[2]), case[3]), t.Read(result, "uint", 1), { case[4] })
  end
end

-- Constants of a command replace those named, and only those; the others stay.
do
  local some = signature(20, { Type = "CONSTANT", RootParameterIndex = 1, DestOffsetIn32BitValues = 0, Num32BitValuesToSet = 2 }, { Type = "DISPATCH" })
  local words = t.Upload("words", "uint", { 1, 10, 1, 1, 1, 2, 20, 2, 1, 1, 3, 30, 1, 3, 1 })
  local result = zeros(4)
  run(result, plain, function(list)
    list:SetComputeRoot32BitConstants(1, { gpu.AsUint(0), gpu.AsUint(1), gpu.AsUint(5), gpu.AsUint(0) })
    list:ExecuteIndirect(some, 3, words, 0)
  end)
  t.Check("constants", t.Read(result, "uint", 4), { 0, 15, 50, 105 })
end

-- Addresses of a command replace root descriptors.
do
  local view = signature(20, { Type = "SHADER_RESOURCE_VIEW", RootParameterIndex = 2 }, { Type = "DISPATCH" })
  local data = t.Upload("data", "uint", { 7, 8, 9, 10 })
  local at = data:GetGPUVirtualAddress()
  local words = t.Upload("words", "uint", { at, 0, 1, 1, 1, at + 12, 0, 1, 1, 1 })
  local result = zeros(1)
  run(result, fetching, function(list)
    list:SetComputeRootShaderResourceView(2, at)
    list:ExecuteIndirect(view, 2, words, 0)
  end)
  t.Check("addresses", t.Read(result, "uint", 1), { 17 })
end

-- Predication reads 64 bits when it is set; draws, dispatches, copies and clears are left out, barriers and bindings are not.
do
  local flags = t.Contents("flags", "uint", { 0, 0, 1, 0, 0, 1, 0, 0 })
  for _, case in ipairs { { 0, "EQUAL_ZERO", 0 }, { 0, "NOT_EQUAL_ZERO", 1 }, { 8, "EQUAL_ZERO", 1 }, { 8, "NOT_EQUAL_ZERO", 0 }, { 16, "EQUAL_ZERO", 1 }, { 16, "NOT_EQUAL_ZERO", 0 } } do
    local result = zeros(1)
    run(result, plain, function(list)
      t.Barrier(list, flags, "COMMON", "PREDICATION")
      list:SetPredication(flags, case[1], case[2])
      list:Dispatch(1, 1, 1)
    end)
    t.Check(("predication at %d, %s"):format(case[1], case[2]), t.Read(result, "uint", 1), { case[3] })
  end
  local result, copy = zeros(1), zeros(1)
  local one = t.Upload("one", "uint", { 1 })
  run(result, plain, function(list)
    t.Barrier(list, flags, "COMMON", "PREDICATION")
    list:SetPredication(flags, 0, "EQUAL_ZERO")
    list:CopyBufferRegion(copy, 0, one, 0, 4)
    list:Dispatch(1, 1, 1)
    list:SetPredication(nil)
    list:Dispatch(1, 1, 1)
  end)
  t.Check("predication ends", { t.Read(result, "uint", 1)[1], t.Read(copy, "uint", 1)[1] }, { 1, 0 })
  -- What is written to the buffer afterwards does not matter.
  result = zeros(1)
  local flag = t.Contents("flag", "uint", { 0, 0 })
  run(result, plain, function(list)
    t.Barrier(list, flag, "COMMON", "PREDICATION")
    list:SetPredication(flag, 0, "EQUAL_ZERO")
    t.Barrier(list, flag, "PREDICATION", "COPY_DEST")
    list:SetPredication(nil)
    list:CopyBufferRegion(flag, 0, one, 0, 4)
    t.Barrier(list, flag, "COPY_DEST", "PREDICATION")
    list:SetPredication(flag, 0, "EQUAL_ZERO")
    list:Dispatch(1, 1, 1)
  end)
  t.Check("predication is read when it is set", t.Read(result, "uint", 1), { 1 })
end

-- Queries: samples of several draws, whether there are any, what the stages did, and times that do not go back.
do
  local W, H = 4, 2
  local empty = device:CreateRootSignature { Name = "empty" }
  local pso = t.Graphics { Name = "pso", RootSignature = empty, PS = gpu.PixelShader { Name = "one", Main = function(v) return float4(v.uv, 1, 1) end }, RTVFormats = { "R8_UNORM" },
    DSVFormat = "D32_FLOAT" }
  local x = t.Texture("x", W, H, "R8_UNORM", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local d = t.Texture("d", W, H, "D32_FLOAT", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
  local rtv, dsv = t.RTV(x), t.DSV(d)
  local samples = device:CreateQueryHeap { Name = "samples", Type = "OCCLUSION", Count = 4 }
  local stages = device:CreateQueryHeap { Name = "stages", Type = "PIPELINE_STATISTICS", Count = 1 }
  local times = device:CreateQueryHeap { Name = "times", Type = "TIMESTAMP", Count = 3 }
  local result = t.Buffer("result", 256)
  t.Run("queries", function(list)
    list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
    t.Targets(list, W, H, { rtv }, dsv)
    list:SetGraphicsRootSignature(empty)
    list:SetPipelineState(pso)
    list:IASetPrimitiveTopology "TRIANGLELIST"
    list:EndQuery(times, "TIMESTAMP", 0)
    list:BeginQuery(stages, "PIPELINE_STATISTICS", 0)
    list:BeginQuery(samples, "OCCLUSION", 0)
    list:RSSetScissorRects { { Right = 3, Bottom = 1 } }
    list:DrawInstanced(3, 1)
    list:EndQuery(samples, "OCCLUSION", 0)
    list:BeginQuery(samples, "OCCLUSION", 1)
    list:RSSetScissorRects { { Right = W, Bottom = H } }
    list:DrawInstanced(3, 2)                                           -- the first instance passes where the draw before has not been
    list:EndQuery(samples, "OCCLUSION", 1)
    list:EndQuery(stages, "PIPELINE_STATISTICS", 0)
    list:EndQuery(times, "TIMESTAMP", 1)
    list:BeginQuery(samples, "BINARY_OCCLUSION", 2)
    list:DrawInstanced(3, 1)                                           -- nothing passes any more
    list:EndQuery(samples, "BINARY_OCCLUSION", 2)
    list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
    list:BeginQuery(samples, "BINARY_OCCLUSION", 3)
    list:DrawInstanced(3, 1)
    list:EndQuery(samples, "BINARY_OCCLUSION", 3)
    list:EndQuery(times, "TIMESTAMP", 2)
    list:ResolveQueryData(samples, "OCCLUSION", 0, 2, result, 0)
    list:ResolveQueryData(samples, "BINARY_OCCLUSION", 2, 2, result, 16)
    list:ResolveQueryData(stages, "PIPELINE_STATISTICS", 0, 1, result, 32)
    list:ResolveQueryData(times, "TIMESTAMP", 0, 3, result, 120)
  end)
  local got = t.Read(result, "uint64", 18)
  t.Check("samples", { got[1], got[2] }, { 3, W * H - 3 })
  t.Check("any samples", { got[3], got[4] }, { 0, 1 })
  t.Check("vertices and primitives", { got[5], got[6], got[7], got[8], got[9] }, { 9, 3, 9, 0, 0 })
  t.Check("clipper", got[10], 3)
  t.Check("hull, domain and compute shaders", { got[13], got[14], got[15] }, { 0, 0, 0 })
  t.Check("times", { got[16] <= got[17], got[17] <= got[18] }, { true, true })
end

-- Bindings: a root signature that is set again keeps its arguments, and so does another pipeline.
do
  local result = zeros(1)
  run(result, plain, function(list)
    list:SetComputeRootSignature(root)
    list:SetPipelineState(fetching)
    list:SetPipelineState(plain)
    list:Dispatch(1, 1, 1)
  end)
  t.Check("arguments stay", t.Read(result, "uint", 1), { 1 })
  gpu.PushMessageFilter { Deny = { "EmptyDispatch" } }
  run(result, plain, function(list)
    list:Dispatch(0, 1, 1)
    list:Dispatch(1, 0, 1)
    list:Dispatch(1, 1, 0)
  end)
  gpu.PopMessageFilter()
  t.Check("no groups", t.Read(result, "uint", 1), { 1 })
end

-- WriteBufferImmediate writes 32 bits at addresses.
do
  local result = zeros(4)
  t.Run("immediate", function(list)
    list:WriteBufferImmediate { { Dest = result:GetGPUVirtualAddress() + 4, Value = 0x12345678 }, { Dest = result:GetGPUVirtualAddress() + 12, Value = 5 } }
  end)
  t.Check("immediate", t.Read(result, "uint", 4), { 0, 0x12345678, 0, 5 })
end
t.Done()
