package words

import "strings"

// later is a group of methods that this version refuses by name: what it comes with, and what there is instead.
type later struct {
	part    string // of the method's name
	comes   string
	instead string
}

// laterTable is searched from the top: the first part that the method's name contains.
var laterTable = [...]later{
	{"SwapChain", "a swap chain belongs to the queue that presents", "call CreateSwapChain on a DIRECT queue"},
	{"RenderPass", "render passes are no part of gpuscript", "use OMSetRenderTargets with clears, and ResourceBarrier between the passes"},
	{"SamplePositions", "samples stand at the standard positions of Direct3D", "leave the call out"},
	{"ShadingRate", "variable rate shading is no part of gpuscript", "dispatch fewer work items and fill the gaps in a second pass"},
	{"ViewInstance", "view instancing is no part of gpuscript", "dispatch once for each view, or use the z dimension"},
	{"Ray", "ray tracing is no part of gpuscript", "write the traversal as a compute shader, as scripts/raymarch.lua does"},
	{"Tile", "reserved resources are no part of gpuscript", "use placed resources in a heap: CreateHeap and CreatePlacedResource"},
	{"Reserved", "reserved resources are no part of gpuscript", "use placed resources in a heap: CreateHeap and CreatePlacedResource"},
	{"Protected", "protected sessions need hardware that a simulation does not have", "leave the call out"},
	{"MetaCommand", "meta commands are no part of gpuscript", "write a compute shader"},
	{"Shared", "there is one process, so nothing can be shared with another one", "hand the object itself to the code that needs it"},
	{"Resident", "all memory of the simulation is resident", "leave the call out; a too small adapter is told by a smaller video memory limit"},
	{"Evict", "all memory of the simulation is resident", "leave the call out; Release gives memory back"},
	{"StablePowerState", "the virtual clock is always stable", "leave the call out: timestamps are the same in every run"},
	{"BackgroundProcessing", "background processing comes in a later version", "leave the call out: it changes no result"},
	{"PipelineLibrary", "compiled shaders are kept by content already", "leave the call out"},
	{"StateObject", "ray tracing and work graphs are no part of gpuscript", "use CreateComputePipelineState and Dispatch"},
	{"DepthBounds", "depth bounds are no part of gpuscript", "discard in the pixel shader, or use a stencil test"},
	{"SOSet", "stream output is no part of gpuscript", "append to a buffer in a compute shader"},
}

// Instead is what a method that this version refuses by name comes with, and what there is instead of it.
func Instead(method string) (comes, instead string) {
	for _, l := range laterTable {
		if strings.Contains(method, l.part) {
			return l.comes, l.instead
		}
	}
	return "it may come in a later version", "there are DIRECT, COMPUTE and COPY lists with copies, clears, barriers, timestamps, Dispatch and ExecuteIndirect"
}
