package elsewhere

import (
	"strconv"

	"github.com/gpuscript/gpuscript/gpu/cnames"
)

// What several names mean.
const (
	float      = "gpu.AsInt and gpu.AsUint are for constants that the shader reads as an int or a uint: for one that it reads as a float, write the number alone"
	clearView  = "ClearUnorderedAccessViewUint writes integers, ClearUnorderedAccessViewFloat floats: both take the GPU handle and the CPU handle of a view, the resource and four values"
	awaited    = "a fence value is at least 0, and a wait for 0 ends at once: where the first passes of a loop have nothing to wait for, write math.max(0, ...)"
	counted    = "a fence value is at least 0: look where it is computed"
	keptState  = "leave it out: the device keeps the state of each resource, and TransitionResourceStates brings it into another one"
	noLabels   = "leave it out: messages name objects and lines of the script"
	tensorSize = "write dml.BufferTensor { DataType = \"FLOAT32\", Sizes = { ... } }:GetDesc().TotalTensorSizeInBytes"
	indirect   = "write ExecuteIndirect(signature, 1, buffer, offset): the signature, of device:CreateCommandSignature, says what the arguments are of"
)

// calls are names that other APIs and engines have for a call, and what it is called here.
var calls = map[string]string{
	"AsInt.float":                              float,
	"AsUint.float":                             float,
	"CPUDescriptorHandle.DescriptorHeap":       "write heap:GetCPUDescriptorHandle(i): the handle of slot i",
	"CPUDescriptorHandle.Resource":             "a view of it is meant: the handle of the slot into which CreateRenderTargetView or its kin wrote one",
	"CPUDescriptorHandle.ptr":                  "write handle:Offset(slots): it gives the handle some slots further, and a slot is 1",
	"CS.object":                                "gpu.ComputeShader { NumThreads = { 64, 1, 1 }, Main = f } makes a shader of a function",
	"CommandList.AliasingBarrier":              "write ResourceBarrier { { Type = \"ALIASING\", ResourceBefore = a, ResourceAfter = b } }",
	"CommandList.Begin":                        "write Reset(allocator): it opens a list that was closed",
	"CommandList.ClearUAV":                     clearView,
	"CommandList.ClearUnorderedAccessView":     clearView,
	"CommandList.DispatchIndirect":             indirect,
	"CommandList.DrawIndexedIndirect":          indirect,
	"CommandList.DrawIndirect":                 indirect,
	"CommandList.Execute":                      "a queue executes lists: queue:ExecuteCommandLists { list }",
	"CommandList.CopyBuffer":                   "write CopyBufferRegion(destination, offset, source, offset, bytes): what is copied to comes first",
	"CommandList.End":                          "write Close(): it ends the recording",
	"CommandList.PipelineBarrier":              "write ResourceBarrier { ... }: a list of transitions, UAV and aliasing barriers",
	"CommandList.PushConstants":                "SetGraphicsRoot32BitConstants sets constants for draws, SetComputeRoot32BitConstants for dispatches",
	"CommandList.SetBindGroup":                 "SetGraphicsRootDescriptorTable sets a table of descriptors for draws, SetComputeRootDescriptorTable for dispatches",
	"CommandList.SetConstants":                 "SetGraphicsRoot32BitConstants sets constants for draws, SetComputeRoot32BitConstants for dispatches",
	"CommandList.SetDescriptorTable":           "SetGraphicsRootDescriptorTable sets a table of descriptors for draws, SetComputeRootDescriptorTable for dispatches",
	"CommandList.SetRoot32BitConstants":        "SetGraphicsRoot32BitConstants sets constants for draws, SetComputeRoot32BitConstants for dispatches",
	"CommandList.SetRootConstants":             "SetGraphicsRoot32BitConstants sets constants for draws, SetComputeRoot32BitConstants for dispatches",
	"CommandList.SetRootSignature":             "SetGraphicsRootSignature is for draws, SetComputeRootSignature for dispatches",
	"CommandList.Transition":                   "write ResourceBarrier { { Type = \"TRANSITION\", Resource = r, Before = \"COPY_DEST\", After = \"COMMON\" } }",
	"CommandList.TransitionBarrier":            "write ResourceBarrier { { Type = \"TRANSITION\", Resource = r, Before = \"COPY_DEST\", After = \"COMMON\" } }",
	"CommandList.TransitionResource":           "write ResourceBarrier { { Type = \"TRANSITION\", Resource = r, Before = \"COPY_DEST\", After = \"COMMON\" } }",
	"CommandList.UAVBarrier":                   "write ResourceBarrier { { Type = \"UAV\", Resource = r } }",
	"CommandList.UpdateSubresources":           laidOut,
	"CommandQueue.Execute":                     "write ExecuteCommandLists { list }: it takes a list of command lists",
	"CommandQueue.Flush":                       "signal a fence after the work and wait for it: queue:Signal(fence, n), fence:WaitCPU(n)",
	"CommandQueue.Present":                     "Present is a method of the swap chain, which queue:CreateSwapChain { ... } makes",
	"CommandQueue.Submit":                      "write ExecuteCommandLists { list }: it takes a list of command lists",
	"CommandQueue.WaitForFence":                "write Wait(fence, value): the queue waits, and the CPU goes on",
	"CommandQueue.WaitForIdle":                 "signal a fence after the work and wait for it: queue:Signal(fence, n), fence:WaitCPU(n)",
	"CommandQueue.WaitIdle":                    "signal a fence after the work and wait for it: queue:Signal(fence, n), fence:WaitCPU(n)",
	"CopyBuffer.string":                        "leave it out: the modes of transition come last, after the size",
	"CreateShaderResourceBinding.boolean":      "leave it out: what the static variables of the pipeline hold is always set in a new binding object",
	"Dispatch.fraction":                        "round up with math.ceil: the last items need a group, too",
	"Device.CreateBuffer":                      "CreateCommittedResource { Dimension = \"BUFFER\", Width = bytes, HeapType = \"DEFAULT\" } makes a buffer; CreateBuffer is a method of gpu.engine's RenderDevice",
	"Device.CreateEvent":                       "events belong to the CPU: gpu.CreateEvent makes one",
	"Device.CreateRenderTarget":                "CreateCommittedResource { Dimension = \"TEXTURE2D\", Width = w, Height = h, Format = \"R8G8B8A8_UNORM\", Flags = \"ALLOW_RENDER_TARGET\" } makes one, and CreateRenderTargetView its view",
	"Device.CreateShader":                      "gpu.ComputeShader, gpu.VertexShader and gpu.PixelShader make shaders of Lua functions",
	"Device.CreateTexture":                     "CreateCommittedResource { Dimension = \"TEXTURE2D\", Width = w, Height = h, Format = \"R8G8B8A8_UNORM\" } makes a texture; CreateTexture is a method of gpu.engine's RenderDevice",
	"Device.CreateTexture2D":                   "CreateCommittedResource { Dimension = \"TEXTURE2D\", Width = w, Height = h, Format = \"R8G8B8A8_UNORM\" } makes a texture",
	"Device.CreateUploadBuffer":                "CreateCommittedResource { Dimension = \"BUFFER\", Width = bytes, HeapType = \"UPLOAD\" } makes a buffer",
	"Device.Flush":                             "signal a fence after the work and wait for it: queue:Signal(fence, n), fence:WaitCPU(n)",
	"Device.GetQueue":                          "CreateCommandQueue { Type = \"DIRECT\" } makes a queue; a device begins with none",
	"Device.WaitForIdle":                       "signal a fence after the work and wait for it: queue:Signal(fence, n), fence:WaitCPU(n)",
	"Device.WaitIdle":                          "signal a fence after the work and wait for it: queue:Signal(fence, n), fence:WaitCPU(n)",
	"Buffer.GetState":                          keptState,
	"Buffer.SetState":                          keptState,
	"CopyTextureAttribs.Destination":           "write DstTexture = ...",
	"CopyTextureAttribs.Source":                "write SrcTexture = ...",
	"DeviceContext.number":                     "pass the context itself: GetImmediateContext(1) gives the first one",
	"DeviceContext.BeginDebugGroup":            noLabels,
	"DeviceContext.EndDebugGroup":              noLabels,
	"DeviceContext.InsertDebugLabel":           noLabels,
	"DeviceContext.SignalFence":                "write EnqueueSignal(fence, value): the fence has the value when the commands of the next Flush are done",
	"DeviceContext.WaitForFence":               "write fence:Wait(value): the CPU waits; DeviceWaitForFence(fence, value) lets the queue wait",
	"EngineFence.Signal":                       "a context signals: context:EnqueueSignal(fence, value), and then Flush",
	"EngineFence.SetEventOnCompletion":         "write Wait(value): this CPU thread waits",
	"RenderDevice.CreateBufferView":            "write buffer:CreateView { Type = \"SHADER_RESOURCE\" }",
	"RenderDevice.CreateTextureView":           "write texture:CreateView { Type = \"SHADER_RESOURCE\" }",
	"RenderDevice.CreateShader":                "gpu.ComputeShader, gpu.VertexShader and gpu.PixelShader make shaders of Lua functions",
	"RenderDevice.GetAdapterInfo":              "device:GetNativeDevice():GetAdapterDesc() describes the adapter, and CheckFeatureSupport says what it can do",
	"RenderDevice.GetDeviceInfo":               "device:GetNativeDevice():GetAdapterDesc() describes the adapter, and CheckFeatureSupport says what it can do",
	"Texture.GetState":                         keptState,
	"Texture.SetState":                         keptState,
	"Event.Close":                              "write Release(): it closes the event",
	"Event.CloseHandle":                        "write Release(): it closes the event",
	"Event.Wait":                               "write gpu.WaitForSingleObject(event)",
	"Event.WaitOne":                            "write gpu.WaitForSingleObject(event)",
	"Fence.GetValue":                           "write GetCompletedValue(): the value that the fence has reached",
	"Fence.SetEvent":                           "write SetEventOnCompletion(value, event)",
	"Fence.Value":                              "write GetCompletedValue(): the value that the fence has reached",
	"Fence.Wait":                               "WaitCPU(value) lets this CPU thread wait; queue:Wait(fence, value) lets a queue wait",
	"CommandList.WriteTimestamp":               "write EndQuery(heap, \"TIMESTAMP\", index): a timestamp only ends",
	"Fence.WaitForCompletion":                  "WaitCPU(value) lets this CPU thread wait; queue:Wait(fence, value) lets a queue wait",
	"Mapping.ReadFloat":                        "write Read(offset, \"float\")",
	"Mapping.ReadInt":                          "write Read(offset, \"int\")",
	"Mapping.ReadUint":                         "write Read(offset, \"uint\")",
	"Mapping.WriteFloat":                       "write Write(offset, \"float\", { number })",
	"Mapping.WriteInt":                         "write Write(offset, \"int\", { number })",
	"Mapping.WriteUint":                        "write Write(offset, \"uint\", { number })",
	"Resource.GetSize":                         "write GetDesc().Width: for a buffer it is the number of bytes",
	"Resource.Height":                          "write GetDesc().Height",
	"Resource.Read":                            "map it first: Map():Read(offset, type)",
	"Resource.Transition":                      "a list changes states: list:ResourceBarrier { { Type = \"TRANSITION\", Resource = r, Before = \"COPY_DEST\", After = \"COMMON\" } }",
	"Resource.Width":                           "write GetDesc().Width",
	"Resource.Write":                           "map it first: Map():Write(offset, type, values)",
	"ViewDesc.Mip":                             "MostDetailedMip and MipLevels say which mips a shader resource view shows, and MipSlice which one another view does",
	"Fence.WaitForValue":                       "WaitCPU(value) lets this CPU thread wait; queue:Wait(fence, value) lets a queue wait",
	"GPUDescriptorHandle.DescriptorHeap":       "write heap:GetGPUDescriptorHandle(i): the handle of slot i",
	"GPUDescriptorHandle.Resource":             "a descriptor of it is meant: the handle of the slot of a SHADER_VISIBLE heap into which its view was written",
	"GPUDescriptorHandle.ptr":                  "write handle:Offset(slots): it gives the handle some slots further, and a slot is 1",
	"Mapping.[]":                               "Read(offset, \"uint\") reads a number of the memory, and Write writes numbers; offsets are bytes",
	"PS.object":                                "gpu.PixelShader { Main = f } makes a shader of a function",
	"RSSetScissorRects.arguments":              "it takes a list of rectangles: RSSetScissorRects { { Left = 0, Top = 0, Right = 64, Bottom = 64 } }",
	"RSSetViewports.arguments":                 "it takes a list of viewports: RSSetViewports { { Width = 64, Height = 64 } }",
	"ResourceBarrier.arguments":                "it takes a list of barriers: ResourceBarrier { { Type = \"TRANSITION\", Resource = r, Before = \"COPY_DEST\", After = \"COMMON\" } }",
	"ResourceStates.Resource":                  "an ALIASING barrier names its resources: { Type = \"ALIASING\", ResourceBefore = a, ResourceAfter = b }; Before and After are the states of a TRANSITION",
	"SwapChain.GetBackBuffer":                  "write GetBuffer(i): GetCurrentBackBufferIndex says which one is next",
	"SwapChain.GetCurrentBackBuffer":           "write GetBuffer(chain:GetCurrentBackBufferIndex())",
	"Thread.table":                             "write gpu.Thread(name, main): a name, and the function that the thread runs",
	"VS.object":                                "gpu.VertexShader { Main = f } makes a shader of a function",
	"Value.GroupShared":                        "declare it before the shader, as local name = gpu.GroupShared(...): Main uses it by that name",
	"Value.ShaderResource":                     "declare it before the shader, as local name = gpu.Texture2D(...): Main uses it by that name",
	"gpu.AliasingBarrier":                      "write list:ResourceBarrier { { Type = \"ALIASING\", ResourceBefore = a, ResourceAfter = b } }",
	"gpu.dml.CalcBufferTensorSize":             tensorSize,
	"gpu.dml.DMLCalcBufferTensorSize":          tensorSize,
	"gpu.CalcSubresource":                      "write mip + slice * mips: subresources are counted from 0, the mips of a slice first, and planes after all slices",
	"gpu.CompileShader":                        "gpu.ComputeShader, gpu.VertexShader and gpu.PixelShader make shaders of Lua functions",
	"gpu.CreateDXGIFactory":                    "nothing has to be made before gpu.CreateDevice; a queue makes swap chains: queue:CreateSwapChain { ... }",
	"gpu.CreateDXGIFactory1":                   "nothing has to be made before gpu.CreateDevice; a queue makes swap chains: queue:CreateSwapChain { ... }",
	"gpu.CreateDXGIFactory2":                   "nothing has to be made before gpu.CreateDevice; a queue makes swap chains: queue:CreateSwapChain { ... }",
	"gpu.CreateInstance":                       "nothing has to be made before gpu.CreateDevice",
	"gpu.CreateSwapChainForHwnd":               "a queue makes swap chains: queue:CreateSwapChain { ... }",
	"gpu.CreateThread":                         "gpu.Thread(main) starts a CPU thread",
	"gpu.D3D12CalcSubresource":                 "write mip + slice * mips: subresources are counted from 0, the mips of a slice first, and planes after all slices",
	"gpu.D3D12CreateDevice":                    "write gpu.CreateDevice()",
	"gpu.D3D12GetDebugInterface":               "leave it out: the rules are checked in every run",
	"gpu.D3D12SerializeRootSignature":          "pass the description itself: device:CreateRootSignature { Parameters = { ... } }",
	"gpu.D3D12SerializeVersionedRootSignature": "pass the description itself: device:CreateRootSignature { Parameters = { ... } }",
	"gpu.GetRequiredIntermediateSize":          "the second result of device:GetCopyableFootprints(resource, first, count) is the number of bytes",
	"gpu.LoadPNG":                              "gpu.LoadImage(path) reads a PNG file",
	"gpu.MemcpySubresource":                    "write rows to mapped memory: mapping:Write(footprint.Offset + row * footprint.RowPitch, \"byte\", values)",
	"gpu.ReadPNG":                              "gpu.LoadImage(path) reads a PNG file",
	"gpu.Resource":                             "a device makes resources: CreateCommittedResource and CreatePlacedResource",
	"gpu.SaveImage":                            "gpu.SavePNG(path, texture) writes a PNG file",
	"gpu.Shader":                               "gpu.ComputeShader, gpu.VertexShader and gpu.PixelShader make shaders of Lua functions",
	"gpu.Sleep":                                "gpu.Work(microseconds) lets time pass on the CPU",
	"gpu.Struct":                               "a struct is declared with its buffer, as a list of fields: gpu.StructuredBuffer(\"t0\", { { \"position\", \"float3\" }, { \"mass\", \"float\" } })",
	"gpu.ThrowIfFailed":                        "leave it out: a call that fails is a Lua error",
	"gpu.Transition":                           "write list:ResourceBarrier { { Type = \"TRANSITION\", Resource = r, Before = \"COPY_DEST\", After = \"COMMON\" } }",
	"gpu.TransitionBarrier":                    "write list:ResourceBarrier { { Type = \"TRANSITION\", Resource = r, Before = \"COPY_DEST\", After = \"COMMON\" } }",
	"gpu.UAVBarrier":                           "write list:ResourceBarrier { { Type = \"UAV\", Resource = r } }",
	"gpu.UINT_MAX":                             "write 0xFFFFFFFF",
	"gpu.UpdateSubresources":                   laidOut,
	"gpu.WritePNG":                             "gpu.SavePNG(path, texture) writes a PNG file",
	"EnqueueMakeResident.value":                counted,
	"SetEventOnCompletion.negative":            awaited,
	"Signal.value":                             counted,
	"Wait.negative":                            awaited,
	"WaitCPU.negative":                         awaited,
}

// Calls are the calls of names from elsewhere whose arguments say all that is to be written here, as the text of a diag.FixCall, and values of
// enumerations that scripts look for in module gpu, as texts in quotes. Each key has a hint among Names.
func Calls() map[string]string {
	const (
		transition = `{ Type = "TRANSITION", Resource = %1, Before = %2, After = %3 }`
		uav        = `{ Type = "UAV", Resource = %1 }`
		aliasing   = `{ Type = "ALIASING", ResourceBefore = %1, ResourceAfter = %2 }`
	)
	rewritten := map[string]string{
		"CommandList.AliasingBarrier":    "%r:ResourceBarrier { " + aliasing + " }",
		"CommandList.End":                "%r:Close()",
		"CommandList.Execute":            "%1:ExecuteCommandLists { %r }",
		"CommandList.Transition":         "%r:ResourceBarrier { " + transition + " }",
		"CommandList.TransitionResource": "%r:ResourceBarrier { " + transition + " }",
		"CommandList.TransitionBarrier":  "%r:ResourceBarrier { " + transition + " }",
		"CommandList.UAVBarrier":         "%r:ResourceBarrier { " + uav + " }",
		"gpu.AliasingBarrier":            aliasing,
		"CommandList.WriteTimestamp":     `%r:EndQuery(%1, "TIMESTAMP", %2)`,
		"CommandQueue.Execute":           "%r:ExecuteCommandLists %l",
		"CommandQueue.Submit":            "%r:ExecuteCommandLists %l",
		"DeviceContext.SignalFence":      "%r:EnqueueSignal(%1, %2)",
		"DeviceContext.WaitForFence":     "%1:Wait(%2)",
		"Fence.GetValue":                 "%r:GetCompletedValue()",
		"Fence.Value":                    "%r:GetCompletedValue()",
		"Fence.Wait":                     "%r:WaitCPU(%1)",
		"Fence.WaitForCompletion":        "%r:WaitCPU(%1)",
		"Fence.WaitForValue":             "%r:WaitCPU(%1)",
		"Mapping.ReadFloat":              `%r:Read(%1, "float")`,
		"Mapping.ReadInt":                `%r:Read(%1, "int")`,
		"Mapping.ReadUint":               `%r:Read(%1, "uint")`,
		"Mapping.WriteFloat":             `%r:Write(%1, "float", { %2 })`,
		"Mapping.WriteInt":               `%r:Write(%1, "int", { %2 })`,
		"Mapping.WriteUint":              `%r:Write(%1, "uint", { %2 })`,
		"Resource.GetSize":               "%r:GetDesc().Width",
		"Resource.Read":                  "%r:Map():Read(%a)",
		"Resource.Write":                 "%r:Map():Write(%a)",
		"SwapChain.GetBackBuffer":        "%r:GetBuffer(%1)",
		"SwapChain.GetCurrentBackBuffer": "%r:GetBuffer(%r:GetCurrentBackBufferIndex())",
		"gpu.CreateThread":               "%r.Thread(%a)",
		"gpu.LoadPNG":                    "%r.LoadImage(%1)",
		"gpu.ReadPNG":                    "%r.LoadImage(%1)",
		"gpu.SaveImage":                  "%r.SavePNG(%1, %2)",
		"gpu.ThrowIfFailed":              "%1",
		"gpu.Transition":                 transition,
		"gpu.TransitionBarrier":          transition,
		"gpu.UAVBarrier":                 uav,
		"gpu.WritePNG":                   "%r.SavePNG(%1, %2)",
		"CommandList.CopyBuffer":         "%r:CopyBufferRegion(%4, %5, %1, %2, %6)",
	}
	for name, helper := range cnames.Helpers() {
		rewritten["gpu."+name] = helper.Call
	}
	for module := range enumerations {
		for _, name := range names(module) {
			rewritten[module+"."+name] = strconv.Quote(name)
		}
	}
	return rewritten
}

// laidOut is how data comes to a resource.
const laidOut = "map an UPLOAD buffer, write the data where device:GetCopyableFootprints puts it, and record CopyTextureRegion or CopyBufferRegion for each subresource"
