package bindings

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// headers are the methods of d3d12.h and dxgi1_5.h by class: of ID3D12Device to Device5, of ID3D12GraphicsCommandList to GraphicsCommandList9 and so
// on.
var headers = map[string]string{
	"Device": `GetNodeCount CreateCommandQueue CreateCommandAllocator CreateGraphicsPipelineState CreateComputePipelineState CreateCommandList CheckFeatureSupport
		CreateDescriptorHeap GetDescriptorHandleIncrementSize CreateRootSignature CreateConstantBufferView CreateShaderResourceView CreateUnorderedAccessView
		CreateRenderTargetView CreateDepthStencilView CreateSampler CopyDescriptors CopyDescriptorsSimple GetResourceAllocationInfo GetCustomHeapProperties
		CreateCommittedResource CreateHeap CreatePlacedResource CreateReservedResource CreateSharedHandle OpenSharedHandle OpenSharedHandleByName MakeResident Evict
		CreateFence GetDeviceRemovedReason GetCopyableFootprints CreateQueryHeap SetStablePowerState CreateCommandSignature GetResourceTiling GetAdapterLuid
		CreatePipelineLibrary SetEventOnMultipleFenceCompletion SetResidencyPriority CreatePipelineState OpenExistingHeapFromAddress OpenExistingHeapFromFileMapping
		EnqueueMakeResident CreateCommandList1 CreateProtectedResourceSession CreateCommittedResource1 CreateHeap1 CreateReservedResource1 GetResourceAllocationInfo1
		CreateLifetimeTracker RemoveDevice EnumerateMetaCommands EnumerateMetaCommandParameters CreateMetaCommand CreateStateObject
		GetRaytracingAccelerationStructurePrebuildInfo CheckDriverMatchingIdentifier SetBackgroundProcessingMode SetName`,
	"CommandList": `GetType Close Reset ClearState DrawInstanced DrawIndexedInstanced Dispatch CopyBufferRegion CopyTextureRegion CopyResource CopyTiles ResolveSubresource
		IASetPrimitiveTopology RSSetViewports RSSetScissorRects OMSetBlendFactor OMSetStencilRef SetPipelineState ResourceBarrier ExecuteBundle SetDescriptorHeaps
		SetComputeRootSignature SetGraphicsRootSignature SetComputeRootDescriptorTable SetGraphicsRootDescriptorTable SetComputeRoot32BitConstant
		SetGraphicsRoot32BitConstant SetComputeRoot32BitConstants SetGraphicsRoot32BitConstants SetComputeRootConstantBufferView SetGraphicsRootConstantBufferView
		SetComputeRootShaderResourceView SetGraphicsRootShaderResourceView SetComputeRootUnorderedAccessView SetGraphicsRootUnorderedAccessView IASetIndexBuffer
		IASetVertexBuffers SOSetTargets OMSetRenderTargets ClearDepthStencilView ClearRenderTargetView ClearUnorderedAccessViewUint ClearUnorderedAccessViewFloat
		DiscardResource BeginQuery EndQuery ResolveQueryData SetPredication SetMarker BeginEvent EndEvent ExecuteIndirect AtomicCopyBufferUINT AtomicCopyBufferUINT64
		OMSetDepthBounds SetSamplePositions ResolveSubresourceRegion SetViewInstanceMask WriteBufferImmediate SetProtectedResourceSession BeginRenderPass EndRenderPass
		InitializeMetaCommand ExecuteMetaCommand BuildRaytracingAccelerationStructure EmitRaytracingAccelerationStructurePostbuildInfo
		CopyRaytracingAccelerationStructure SetPipelineState1 DispatchRays RSSetShadingRate RSSetShadingRateImage DispatchMesh Barrier OMSetFrontAndBackStencilRef
		RSSetDepthBias IASetIndexBufferStripCutValue GetDevice SetName`,
	"CommandQueue": `UpdateTileMappings CopyTileMappings ExecuteCommandLists SetMarker BeginEvent EndEvent Signal Wait GetTimestampFrequency GetClockCalibration GetDesc
		GetDevice SetName`,
	"CommandAllocator": `Reset GetDevice SetName`,
	"CommandSignature": `GetDevice SetName`,
	"DescriptorHeap":   `GetDesc GetCPUDescriptorHandleForHeapStart GetGPUDescriptorHandleForHeapStart GetDevice SetName`,
	"Fence":            `GetCompletedValue SetEventOnCompletion Signal GetCreationFlags GetDevice SetName`,
	"Heap":             `GetDesc GetDevice SetName`,
	"PipelineState":    `GetCachedBlob GetDevice SetName`,
	"QueryHeap":        `GetDevice SetName`,
	"Resource":         `Map Unmap GetDesc GetGPUVirtualAddress WriteToSubresource ReadFromSubresource GetHeapProperties GetProtectedResourceSession GetDevice SetName`,
	"RootSignature":    `GetDevice SetName`,
	"SwapChain": `Present GetBuffer SetFullscreenState GetFullscreenState GetDesc ResizeBuffers ResizeTarget GetContainingOutput GetFrameStatistics GetLastPresentCount
		GetDesc1 GetFullscreenDesc GetHwnd GetCoreWindow Present1 IsTemporaryMonoSupported GetRestrictToOutput SetBackgroundColor GetBackgroundColor SetRotation GetRotation
		SetSourceSize GetSourceSize SetMaximumFrameLatency GetMaximumFrameLatency GetFrameLatencyWaitableObject SetMatrixTransform GetMatrixTransform
		GetCurrentBackBufferIndex CheckColorSpaceSupport SetColorSpace1 ResizeBuffers1 SetHDRMetaData GetParent GetDevice`,
}

// inherited are the methods of IUnknown and ID3D12Object that all objects have.
const inherited = "QueryInterface AddRef Release GetPrivateData SetPrivateData SetPrivateDataInterface"

// TestEveryMethodOfTheHeadersIsKnown: what a programmer can call in C++ exists, or is refused with what there is instead.
func TestEveryMethodOfTheHeadersIsKnown(t *testing.T) {
	L, _ := newWorld(t, world)
	for _, class := range classes.Classes() {
		for _, name := range strings.Fields(headers[class.Kind] + " " + inherited) {
			m := methodOf(class, name)
			if headers[class.Kind] == "" || m != nil && !m.Refused {
				continue
			}
			if instances[class.Kind] == "" { // pipelines need a shader; what is inherited is the same for all classes
				require.True(t, m != nil || strings.Contains(inherited, name), "%s:%s", class.Kind, name)
				continue
			}
			err := L.DoString(fmt.Sprintf("local x = 1; %s:%s()", instances[class.Kind], name))
			require.Error(t, err, "%s:%s", class.Kind, name)
			d := ErrorDiagnostics(err.(*lua.ApiError).Object)[0]
			require.Contains(t, []diag.Code{diag.NotSupported, diag.UnknownMethod}, d.Code, "%s:%s: %s", class.Kind, name, d.Title)
			require.Len(t, d.Help, 1, "%s:%s", class.Kind, name)
			require.NotContains(t, d.Help[0].Text, "there are DIRECT, COMPUTE and COPY lists", "%s:%s has no words of its own", class.Kind, name)
			require.NotContains(t, d.Help[0].Text, "did you mean", "%s:%s", class.Kind, name)
		}
	}
}

func methodOf(class *luabind.Class, name string) *luabind.Method {
	for i := range class.Methods {
		if class.Methods[i].Name == name {
			return &class.Methods[i]
		}
	}
	return nil
}

// TestRefusalsHaveWords: no refused method is left to the general answer.
func TestRefusalsHaveWords(t *testing.T) {
	for _, class := range classes.Classes() {
		if class.Kind == "RenderDevice" || class.Kind == "DeviceContext" || instances[class.Kind] == "" {
			continue
		}
		for _, m := range class.Methods {
			if !m.Refused {
				continue
			}
			L, _ := newWorld(t, world)
			err := L.DoString(fmt.Sprintf("local x = 1; %s:%s(1, 2, 3)", instances[class.Kind], m.Name))
			require.Error(t, err)
			d := ErrorDiagnostics(err.(*lua.ApiError).Object)[0]
			require.Equal(t, diag.NotSupported, d.Code, "%s:%s", class.Kind, m.Name)
			require.NotContains(t, d.Title, "it may come in a later version", "%s:%s", class.Kind, m.Name)
		}
	}
}

// TestHintsOfFields: a field of C whose stage does not exist says what there is instead.
func TestHintsOfFields(t *testing.T) {
	L, _ := newWorld(t, world)
	for field, want := range map[string]string{"HS": "no tessellation", "NumRenderTargets": "the list RTVFormats knows its length", "GS": "no geometry shader", "StreamOutput": "no stream output", "CachedPSO": "kept by content"} {
		err := L.DoString(`local x = 1; device:CreateGraphicsPipelineState { ` + field + ` = 1 }`)
		require.Error(t, err)
		d := ErrorDiagnostics(err.(*lua.ApiError).Object)[0]
		require.Equal(t, "CreateGraphicsPipelineState: unknown key "+field, d.Title)
		require.Contains(t, d.Help[0].Text, want)
	}
}

// TestHintsOfTheModule: a name of HLSL that does not exist is answered, and one that is misspelt is spelt.
func TestHintsOfTheModule(t *testing.T) {
	L, _ := newWorld(t, world)
	for name, want := range map[string]string{"Texture2DMSS": "did you mean Texture2DMS?"} {
		err := L.DoString(`local x = gpu.` + name)
		require.Error(t, err)
		d := ErrorDiagnostics(err.(*lua.ApiError).Object)[0]
		require.Equal(t, "module gpu has no function or value "+name, d.Title)
		require.Contains(t, d.Help[0].Text, want)
	}
}

// TestWhatTheObjectsSay: small methods of the headers that exist for scripts that are ported.
func TestWhatTheObjectsSay(t *testing.T) {
	_, m := newWorld(t, world+`
for _, o in ipairs { queue, allocator, list, fence, heap, resource, descriptors, root, queries, signature, chain } do
  assert(o:GetDevice() == device, tostring(o))
end
local placed = device:CreatePlacedResource { Name = "placed", Heap = device:CreateHeap { SizeInBytes = 65536, Flags = "ALLOW_ONLY_BUFFERS" }, Dimension = "BUFFER", Width = 64, InitialState = "COMMON" }
local properties, flags = placed:GetHeapProperties()
assert(properties.Type == "DEFAULT" and properties.CreationNodeMask == 1 and properties.VisibleNodeMask == 1)
assert(flags == "ALLOW_ONLY_BUFFERS", tostring(flags))
properties, flags = resource:GetHeapProperties()
assert(properties.Type == "UPLOAD" and flags == "NONE", tostring(flags))
assert(device:CreateFence(0, "shared", "SHARED"):GetCreationFlags() == "SHARED" and fence:GetCreationFlags() == "NONE")
assert(chain:GetDesc1().Width == 8 and chain:GetLastPresentCount() == 0 and chain:GetMaximumFrameLatency() == 3)
chain:SetMaximumFrameLatency(16)
chain:Present1(0, 0, nil)
chain:Present1(1, "NONE", { DirtyRectsCount = 0 })
assert(chain:GetLastPresentCount() == 2 and chain:GetMaximumFrameLatency() == 16)
device:CreateShaderResourceView(nil, { ViewDimension = "TEXTURE2D", Format = "R8_UNORM", Shader4ComponentMapping = gpu.DEFAULT_SHADER_4_COMPONENT_MAPPING }, cpuHandle)
gpu.CreateEvent { Name = "set", InitialState = true }
assert(gpu.WaitForSingleObject(gpu.CreateEvent { Name = "set", InitialState = true }, gpu.INFINITE) == "WAIT_OBJECT_0")
`)
	require.Empty(t, m.Finish())
}

// TestInfiniteIsNoTime: a wait of gpu.INFINITE does not end after 49 days, so it is a deadlock; one of a millisecond less ends.
func TestInfiniteIsNoTime(t *testing.T) {
	L, _ := newWorld(t, world)
	require.NoError(t, L.DoString(`assert(gpu.WaitForSingleObject(event, gpu.INFINITE - 1) == "WAIT_TIMEOUT")`))
	require.Error(t, L.DoString(`local x = gpu.WaitForSingleObject(event, gpu.INFINITE)`))
}

// TestPackRGBA8IsWhatTheGPUStores: a texel that a script packs is the one that the GPU writes, also for values halfway between two.
func TestPackRGBA8IsWhatTheGPUStores(t *testing.T) {
	_, m := newWorld(t, world+`
local texture = device:CreateCommittedResource { Name = "texture", Dimension = "TEXTURE2D", Width = 1, Height = 1, Format = "R8G8B8A8_UNORM", InitialState = "RENDER_TARGET", Flags = "ALLOW_RENDER_TARGET" }
local back = device:CreateCommittedResource { Name = "back", HeapType = "READBACK", Dimension = "BUFFER", Width = 256 * 512, InitialState = "COPY_DEST" }
local targets = device:CreateDescriptorHeap { Name = "targets", Type = "RTV", NumDescriptors = 1 }
device:CreateRenderTargetView(texture, nil, targets:GetCPUDescriptorHandle(0))
local function values(i) return (i + 0.5) / 255, i / 255, -i, 1 + i end
for i = 0, 255 do
  list:ClearRenderTargetView(targets:GetCPUDescriptorHandle(0), { values(i) })
  list:ResourceBarrier { { Resource = texture, Before = "RENDER_TARGET", After = "COPY_SOURCE" } }
  list:CopyTextureRegion({ Resource = back, Offset = 512 * i, Format = "R8G8B8A8_UNORM", Width = 1, RowPitch = 256 }, 0, 0, 0, { Resource = texture })
  list:ResourceBarrier { { Resource = texture, Before = "COPY_SOURCE", After = "RENDER_TARGET" } }
end
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
local read = back:Map()
for i = 0, 255 do
  assert(read:Read(512 * i, "uint") == gpu.PackRGBA8(values(i)), i)
end
assert(gpu.PackRGBA8(0.5, 0.5, 0.5, 0.5) == 0x80808080)
`)
	require.Empty(t, m.Finish())
}

// TestOffsetsAreNotWrapped: a handle moves by the product of both numbers, or not at all.
func TestOffsetsAreNotWrapped(t *testing.T) {
	L, _ := newWorld(t, world)
	require.NoError(t, L.DoString(`
assert(cpuHandle:Offset(1, 3) == descriptors:GetCPUDescriptorHandle(3))
assert(cpuHandle:Offset(2^15, 2^16 - 1):Offset(-2^15, 2^16 - 1) == cpuHandle)
said = select(2, pcall(cpuHandle.Offset, cpuHandle, 2^15, 2^16)).message
`))
	require.Equal(t, "slots times incrementSize is 2147483648, but it must be from -2147483648 to 2147483647", L.GetGlobal("said").String())
}

// TestImagesThatDoNotFit: how much memory an image takes on its way is bounded by the buffer that it goes to, whatever pitch a script asks for.
func TestImagesThatDoNotFit(t *testing.T) {
	var file bytes.Buffer
	require.NoError(t, png.Encode(&file, image.NewNRGBA(image.Rect(0, 0, 2, 3))))
	L, m := newWorld(t, world)
	m.env.options.Files = oneFile(file.Bytes())
	require.NoError(t, L.DoString(`
image = gpu.LoadImage("2x3.png")
local buffer = device:CreateCommittedResource { Name = "bytes", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "GENERIC_READ" }
memory = buffer:Map()
`))
	require.NoError(t, L.DoString(`assert(memory:WriteImage(0, image, 508) == 508)`), "two rows behind each other and one of 8 bytes: 1,024")
	for call, want := range map[string]string{
		"0, image, 509":  `an image of 2 x 3 pixels in rows of 509 bytes does not fit into buffer "bytes" of 1024 bytes`,
		"0, image, 2^40": `an image of 2 x 3 pixels in rows of 1099511627776 bytes does not fit into buffer "bytes" of 1024 bytes`,
		"0, image, 2^53": `an image of 2 x 3 pixels in rows of 9007199254740992 bytes does not fit into buffer "bytes" of 1024 bytes`,
		"4, image, 508":  "Write needs bytes[4, 1028), but the buffer has 1024 bytes",
	} {
		require.NoError(t, L.DoString(`said = select(2, pcall(memory.WriteImage, memory, `+call+`)).message`))
		require.Equal(t, want, L.GetGlobal("said").String(), call)
	}
}

// oneFile is a sandbox in which every name is the same file.
type oneFile []byte

func (f oneFile) ReadFile(string) ([]byte, error) { return f, nil }

func (f oneFile) WriteFile(string, []byte) error { return errors.New("one file is enough") }

// TestModelsAreTheSameInEveryRun: pairs visits the fields of a model in one order.
func TestModelsAreTheSameInEveryRun(t *testing.T) {
	for range 8 {
		L, m := newWorld(t, world)
		m.env.options.Files = oneFile("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
		require.NoError(t, L.DoString(`names = "" for name in pairs(gpu.LoadModel("m.obj")) do names = names .. name .. " " end`))
		require.Equal(t, "Vertices Indices VertexCount IndexCount StrideInBytes Min Max ", L.GetGlobal("names").String())
	}
}

// TestSlicesAreNotWrapped: mip + slice * levels does not come round to a subresource that there is.
func TestSlicesAreNotWrapped(t *testing.T) {
	L, _ := newWorld(t, world)
	require.NoError(t, L.DoString(`
local device, context = require "gpu.engine".CreateDeviceAndContexts { Name = "engine" }
local texture = device:CreateTexture { Name = "t", Width = 4, Height = 4, MipLevels = 2, Format = "R8G8B8A8_UNORM", Usage = "DEFAULT", BindFlags = "SHADER_RESOURCE" }
local data = { Data = ("x"):rep(64), Stride = 16 }
context:UpdateTexture(texture, 0, 0, nil, data)
for i, slice in ipairs { 1, 2^31, 2^32 - 1 } do
  assert(not pcall(context.UpdateTexture, context, texture, 0, slice, nil, data), slice)
end
`))
}

// TestContextsInTheOrderOfDiligent: immediate contexts go first, deferred ones follow.
func TestContextsInTheOrderOfDiligent(t *testing.T) {
	L, _ := newWorld(t, world)
	require.NoError(t, L.DoString(`
local device, main, copy, first, second, none = require "gpu.engine".CreateDeviceAndContexts {
  ImmediateContexts = { { Name = "main" }, { Name = "copy", Type = "COPY" } }, DeferredContexts = 2 }
assert(main == device:GetImmediateContext(1) and copy == device:GetImmediateContext(2))
assert(first == device:GetDeferredContext(1) and second == device:GetDeferredContext(2) and none == nil)
`))
}

// TestCapabilitiesAreStrict: a capability that is misspelt is no capability that is missing.
func TestCapabilitiesAreStrict(t *testing.T) {
	L, _ := newWorld(t, world)
	err := L.DoString(`local tier = gpu.CreateDevice():CheckFeatureSupport("D3D12_OPTIONS").TildResourcesTier`)
	require.Error(t, err)
	d := ErrorDiagnostics(err.(*lua.ApiError).Object)[0]
	require.Equal(t, "D3D12_OPTIONS has no field TildResourcesTier", d.Title)
	require.Equal(t, "did you mean TiledResourcesTier?", d.Help[0].Text)
	require.NoError(t, L.DoString(`assert(gpu.CreateDevice():CheckFeatureSupport("D3D12_OPTIONS").TiledResourcesTier == 0)`))
}
