package words

import "strings"

// later is a group of methods that this version refuses by name: what it comes with, and what there is instead.
type later struct {
	part    string // of the method's name
	comes   string
	instead string
}

// What several groups have in common.
const (
	noRays   = "ray tracing is not part of gpuscript"
	traverse = "write the traversal as a compute shader, as scripts/raymarch.lua does"
	noPasses = "render passes are not part of the engine level"
	targets  = "bind the targets of each pass with SetRenderTargets, and clear them"
)

// laterTable is searched from the top: the first part that the method's name contains.
var laterTable = [...]later{
	{"BLAS", noRays, traverse},
	{"TLAS", noRays, traverse},
	{"SBT", noRays, traverse},
	{"RayTracing", noRays, traverse},
	{"TraceRays", noRays, traverse},
	{"DrawMesh", "mesh shaders are not part of gpuscript", "make the vertices in a compute shader, and draw them with DrawIndirect"},
	{"MultiDraw", "several draws in one call are not part of the engine level",
		"call Draw or DrawIndexed for each, or DrawIndirect with the draws in a buffer"},
	{"RenderPass", noPasses, targets},
	{"NextSubpass", noPasses, targets},
	{"CreateFramebuffer", noPasses, targets},
	{"CreatePipelineResourceSignature", "a pipeline state describes its resources itself",
		"give ResourceLayout to CreateGraphicsPipelineState or CreateComputePipelineState"},
	{"CreatePipelineStateCache", "compiled shaders are kept by content already", leaveOut},
	{"TilePipelineState", "tile shaders are not part of gpuscript", "use a compute shader"},
	{"DispatchTile", "tile shaders are not part of gpuscript", "use DispatchCompute"},
	{"CreateDeviceMemory", "sparse resources are not part of gpuscript", "make buffers and textures with CreateBuffer and CreateTexture"},
	{"SparseResource", "sparse resources are not part of gpuscript", "make buffers and textures with CreateBuffer and CreateTexture"},
	{"AtomicCopyBuffer", "atomic copies are for several GPUs, and there is one", "copy with CopyBufferRegion"},
	{"SetProgram", "work graphs are not part of gpuscript", "use SetPipelineState"},
	{"DispatchGraph", "work graphs are not part of gpuscript", "use Dispatch or ExecuteIndirect"},
	{"DispatchMesh", "mesh shaders are not part of gpuscript", "write the vertices in a compute shader, and draw them with ExecuteIndirect"},
	{"SetPipelineState1", "it sets state objects, and ray tracing is not part of gpuscript", "use SetPipelineState"},
	{"StencilRef", "both faces have one reference value", "set it with OMSetStencilRef"},
	{"DepthBias", "the depth bias belongs to the pipeline", "give it in RasterizerState, and make a pipeline for each value"},
	{"StripCut", "the strip cut belongs to the pipeline", "give IBStripCutValue to CreateGraphicsPipelineState"},
	{"Barrier", "enhanced barriers are not part of gpuscript", "use ResourceBarrier with TRANSITION, UAV and ALIASING barriers"},
	{"BeginEvent", "events are recorded in lists", "call BeginEvent and EndEvent of a list"},
	{"EndEvent", "events are recorded in lists", "call BeginEvent and EndEvent of a list"},
	{"SetMarker", "markers are recorded in lists", "call SetMarker of a list"},
	{"CreateCommittedResource3", "layouts belong to enhanced barriers, which are not part of gpuscript",
		"call CreateCommittedResource with InitialState"},
	{"CreatePlacedResource2", "layouts belong to enhanced barriers, which are not part of gpuscript", "call CreatePlacedResource with InitialState"},
	{"GetResourceAllocationInfo1", "it is asked for one resource at a time", "call GetResourceAllocationInfo for each, and add the sizes"},
	{"CreatePipelineState", "streams of subobjects are not part of gpuscript", "call CreateGraphicsPipelineState or CreateComputePipelineState"},
	{"CachedBlob", "compiled shaders are kept by content already", leaveOut},
	{"LifetimeTracker", "there is no driver that could keep objects", "call Release when the fence says that the GPU has finished"},
	{"CustomHeap", "there are no CUSTOM heaps", "use HeapType DEFAULT, UPLOAD or READBACK"},
	{"OpenExistingHeap", "memory of the program cannot become a heap", "make a heap with CreateHeap, and fill buffers in UPLOAD heaps through Map"},
	{"ProcessPriority", "there is one process", "give Priority to CreateCommandQueue"},
	{"GlobalPriority", "there is one process", "give Priority to CreateCommandQueue"},
	{"SamplerFeedback", "sampler feedback is not part of gpuscript", "store the levels that a shader samples in a buffer of its own"},
	{"ShaderCache", "compiled shaders are kept by content already", leaveOut},
	{"SubobjectInLibrary", "there are no libraries of subobjects", "describe it to CreateRootSignature"},
	{"AdapterLuid", "there is one adapter", "call GetAdapterDesc"},
	{"DriverMatching", "there is no driver whose data could be old", leaveOut},
	{"ReadFromSubresource", "the CPU cannot see the memory of textures",
		"copy the texture to a READBACK buffer with CopyTextureRegion, and read that through Map"},
	{"WriteToSubresource", "the CPU cannot see the memory of textures", "write to an UPLOAD buffer through Map, and copy it with CopyTextureRegion"},
	{"FrameStatistics", "the clock is virtual", "see --stats and --trace, or GetLastPresentCount"},
	{"ResizeBuffers1", "there is one node", "call ResizeBuffers"},
	{"ResizeTarget", "there is no window", "call ResizeBuffers"},
	{"SourceSize", "pictures are shown as they are", "make the back buffers of that size with ResizeBuffers"},
	{"ColorSpace", "pictures are shown as they are", "choose the Format of the swap chain"},
	{"HDRMetaData", "pictures are shown as they are", "choose the Format of the swap chain"},
	{"BackgroundColor", "there is no window", leaveOut},
	{"Fullscreen", "there is no window", leaveOut},
	{"Hwnd", "there is no window", leaveOut},
	{"CoreWindow", "there is no window", leaveOut},
	{"Output", "there is no monitor: frames go to the program around the script", "leave the call out, or run with --frames"},
	{"GetParent", "there is no factory", "call GetDevice"},
	{"Rotation", "there is no window", leaveOut},
	{"MatrixTransform", "there is no window", leaveOut},
	{"Mono", "there is no window", leaveOut},
	{"SwapChain", "a swap chain belongs to the queue that presents", "call CreateSwapChain on a DIRECT queue"},
	{"SamplePositions", "samples are at the standard positions of Direct3D, and ProgrammableSamplePositionsTier is NOT_SUPPORTED", leaveOut},
	{"ShadingRate", "variable rate shading is not part of gpuscript", "dispatch fewer work items and fill the gaps in a second pass"},
	{"ViewInstance", "view instancing is not part of gpuscript", "dispatch once for each view, or use the z dimension"},
	{"Ray", "ray tracing is not part of gpuscript", "write the traversal as a compute shader, as scripts/raymarch.lua does"},
	{"Tiling", "reserved resources are not part of gpuscript", "use placed resources in a heap: CreateHeap and CreatePlacedResource"},
	{"Tile", "reserved resources are not part of gpuscript", "use placed resources in a heap: CreateHeap and CreatePlacedResource"},
	{"Reserved", "reserved resources are not part of gpuscript", "use placed resources in a heap: CreateHeap and CreatePlacedResource"},
	{"Protected", "protected sessions need hardware that a simulation does not have", leaveOut},
	{"MetaCommand", "meta commands are not part of gpuscript", "write a compute shader"},
	{"Shared", "there is one process, so nothing can be shared with another one", "hand the object itself to the code that needs it"},
	{"StablePowerState", "the virtual clock is always stable", "leave the call out: timestamps are the same in every run"},
	{"PipelineLibrary", "compiled shaders are kept by content already", leaveOut},
	{"StateObject", "ray tracing and work graphs are not part of gpuscript", "use CreateComputePipelineState and Dispatch"},
	{"SOSet", "stream output is not part of gpuscript", "append to a buffer in a compute shader"},
}

// Instead is what a method that this version refuses by name comes with, and what there is instead of it.
func Instead(method string) (comes, instead string) {
	for _, l := range laterTable {
		if strings.Contains(method, l.part) {
			return l.comes, l.instead
		}
	}
	return "it may come in a later version",
		"there are DIRECT, COMPUTE and COPY lists with copies, clears, barriers, timestamps, Dispatch and ExecuteIndirect"
}
