-- C = A B, N x N: the operator GEMM of DirectML.
local dml = require "gpu.dml"
local harness = require "harness"

local N = harness.N
local matrix = dml.BufferTensor { DataType = "FLOAT32", Sizes = { N, N } }

harness.Run {
  Inputs = { { "a", N * N }, { "b", N * N } },
  Outputs = { { "c", N * N } },
  -- What records one product; the buffers are those of the lists above.
  Record = function(device, submit, buffers)
    local ml = dml.CreateDevice(device, { Name = "dml" })
    local gemm = ml:CompileOperator(ml:CreateOperator { Type = "GEMM", ATensor = matrix, BTensor = matrix, OutputTensor = matrix }, { Name = "gemm" })
    local init = ml:CreateOperatorInitializer { gemm }
    local count = math.max(init:GetBindingProperties().RequiredDescriptorCount, gemm:GetBindingProperties().RequiredDescriptorCount)
    local heap = device:CreateDescriptorHeap { Name = "descriptors", Type = "CBV_SRV_UAV", NumDescriptors = 2 * count, Flags = "SHADER_VISIBLE" }
    local function bindings(of, at)
      return ml:CreateBindingTable { Dispatchable = of, SizeInDescriptors = count,
        CPUDescriptorHandle = heap:GetCPUDescriptorHandle(at), GPUDescriptorHandle = heap:GetGPUDescriptorHandle(at) }
    end
    local recorder, first = ml:CreateCommandRecorder(), bindings(init, 0)
    submit(function(list)
      list:SetDescriptorHeaps { heap }
      recorder:RecordDispatch(list, init, first)
    end)
    local every = bindings(gemm, count)
    every:BindInputs { { Buffer = buffers[1] }, { Buffer = buffers[2] } }
    every:BindOutputs { { Buffer = buffers[3] } }
    return function(list)
      list:SetDescriptorHeaps { heap }
      recorder:RecordDispatch(list, gemm, every)
    end
  end,
}
