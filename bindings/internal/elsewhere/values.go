package elsewhere

// values are values of Direct3D 12's enumerations and flags, and fields of DirectML's graphs, for what is not part of gpuscript.
var values = map[string]string{
	"CommandListType.VIDEO_DECODE":  noVideoQueue,
	"CommandListType.VIDEO_ENCODE":  noVideoQueue,
	"CommandListType.VIDEO_PROCESS": noVideoQueue,

	"Feature.APPLICATION_SPECIFIC_DRIVER_STATE":     noCache,
	"Feature.BYTECODE_BYPASS_HASH_SUPPORTED":        "leave it out: shaders are Lua functions, and have no hash to check",
	"Feature.CROSS_NODE":                            "leave it out: there is one node",
	"Feature.D3D12_OPTIONS18":                       "leave it out: BeginRenderPass is there",
	"Feature.D3D12_OPTIONS19":                       "leave it out: a heap that shaders see has up to 1000000 views or 2048 samplers",
	"Feature.D3D12_OPTIONS20":                       noLater,
	"Feature.D3D12_OPTIONS21":                       noLater,
	"Feature.D3D12_TIGHT_ALIGNMENT":                 "leave it out: a buffer that is placed is aligned to 64 KiB",
	"Feature.DISPLAYABLE":                           "leave it out: a swap chain makes what is shown",
	"Feature.EXISTING_HEAPS":                        "leave it out: heaps are made by CreateHeap alone",
	"Feature.HARDWARE_COPY":                         "leave it out: a COPY queue has an engine of its own",
	"Feature.PLACED_RESOURCE_SUPPORT_INFO":          "leave it out: placed resources are in DEFAULT, UPLOAD and READBACK heaps, and textures in DEFAULT heaps",
	"Feature.PREDICATION":                           "leave it out: SetPredication is there",
	"Feature.PROTECTED_RESOURCE_SESSION_SUPPORT":    noProtection,
	"Feature.PROTECTED_RESOURCE_SESSION_TYPES":      noProtection,
	"Feature.PROTECTED_RESOURCE_SESSION_TYPE_COUNT": noProtection,
	"Feature.QUERY_META_COMMAND":                    "leave it out: there are no meta commands, but the operators of gpu.dml",
	"Feature.SERIALIZATION":                         "leave it out: heaps are not serialised",
	"Feature.SHADER_CACHE":                          noCache,
	"Feature.SHADER_CACHE_ABI_SUPPORT":              noCache,

	"Format.AYUV": noVideoFormat,
	"Format.NV11": noVideoFormat,
	"Format.NV12": noVideoFormat,
	"Format.P010": noVideoFormat,
	"Format.P016": noVideoFormat,
	"Format.Y210": noVideoFormat,
	"Format.Y410": noVideoFormat,
	"Format.YUY2": noVideoFormat,

	"HeapFlags.ALLOW_DISPLAY":        "leave it out: a swap chain makes what is shown",
	"HeapFlags.ALLOW_SHADER_ATOMICS": "leave it out: atomic operations work in all heaps",
	"HeapFlags.ALLOW_WRITE_WATCH":    "leave it out: writes are not watched by pages",
	"HeapFlags.HARDWARE_PROTECTED":   "leave it out: there are no protected sessions",
	"HeapFlags.SHARED":               noSharing,
	"HeapFlags.SHARED_CROSS_ADAPTER": noSharing,

	"HeapType.CUSTOM":     "write DEFAULT, UPLOAD or READBACK: there are no heaps with properties of their own",
	"HeapType.GPU_UPLOAD": "write UPLOAD and copy from there: the CPU does not see DEFAULT memory",

	"IndirectArgumentType.DISPATCH_MESH":         "there are no mesh shaders: make the vertices in a compute shader, and draw them with DRAW",
	"IndirectArgumentType.DISPATCH_RAYS":         "there is no ray tracing: write the traversal as a compute shader, and run it with DISPATCH",
	"IndirectArgumentType.INCREMENTING_CONSTANT": "write CONSTANT, with the number of the command among the arguments",
	"PresentFlags.DO_NOT_WAIT":                   "leave it out: Present blocks while too many frames wait, and the event of GetFrameLatencyWaitableObject says when it does not",
	"PresentFlags.RESTART":                       "leave it out: frames are shown one after the other",
	"PresentFlags.TEST":                          "leave it out: nothing can cover what is shown",

	"QueryHeapType.PIPELINE_STATISTICS1":              "write PIPELINE_STATISTICS: the numbers of mesh shaders, which it lacks, would be 0",
	"QueryHeapType.SO_STATISTICS":                     "there is no stream output: count with an atomic operation in a compute shader",
	"QueryHeapType.VIDEO_DECODE_STATISTICS":           "there is no video: leave the queries out",
	"ResourceFlags.RAYTRACING_ACCELERATION_STRUCTURE": "there is no ray tracing: keep the structure in a buffer with ALLOW_UNORDERED_ACCESS, and write the traversal as a compute shader",
	"ResourceFlags.VIDEO_DECODE_REFERENCE_ONLY":       "leave it out: there is no video",
	"ResourceFlags.VIDEO_ENCODE_REFERENCE_ONLY":       "leave it out: there is no video",

	"ResourceStates.RAYTRACING_ACCELERATION_STRUCTURE": "there is no ray tracing: a buffer that a compute shader walks through is in NON_PIXEL_SHADER_RESOURCE",
	"ResourceStates.SHADING_RATE_SOURCE":               "there is no variable rate shading: leave the transition out",

	"ResourceStates.VIDEO_DECODE_READ":   noVideoState,
	"ResourceStates.VIDEO_DECODE_WRITE":  noVideoState,
	"ResourceStates.VIDEO_ENCODE_READ":   noVideoState,
	"ResourceStates.VIDEO_ENCODE_WRITE":  noVideoState,
	"ResourceStates.VIDEO_PROCESS_READ":  noVideoState,
	"ResourceStates.VIDEO_PROCESS_WRITE": noVideoState,

	"RootSignatureFlags.ALLOW_STREAM_OUTPUT":               "leave it out: there is no stream output",
	"RootSignatureFlags.CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED": noDirectIndex,
	"RootSignatureFlags.LOCAL_ROOT_SIGNATURE":              "leave it out: there is no ray tracing, whose shader tables have local root signatures",
	"RootSignatureFlags.SAMPLER_HEAP_DIRECTLY_INDEXED":     noDirectIndex,

	"SwapChainFlags.ALLOW_MODE_SWITCH": noScreen,
	"SwapChainFlags.DISPLAY_ONLY":      noScreen,
	"SwapChainFlags.NONPREROTATED":     noScreen,

	"TextureLayout.64KB_STANDARD_SWIZZLE":  "leave it out: UNKNOWN lets the device choose how textures lie in memory",
	"TextureLayout.64KB_UNDEFINED_SWIZZLE": "leave it out: UNKNOWN lets the device choose how textures lie in memory, and there are no reserved resources",

	"GraphNode.Constant": ownFields,
	"GraphNode.Desc":     ownFields,
}

// What several rows say.
const (
	ownFields     = "write the fields themselves: { Operator = op }, or { Data = bytes } for a constant"
	noCache       = "leave it out: compiled shaders are kept by content already"
	noLater       = "leave it out: what it tells of is not part of gpuscript"
	noProtection  = "leave it out: there are no protected sessions"
	noDirectIndex = "leave it out: shaders find resources through descriptor tables, and an unbounded range is an array of them"
	noScreen      = "leave it out: there is no full screen"
	noSharing     = "leave it out: there is one process, so nothing can be shared with another one"
	noVideoFormat = "there are no video formats: keep brightness and colours in textures of their own, R8_UNORM and R8G8_UNORM"
	noVideoState  = "there is no video: leave the transition out"
	noVideoQueue  = "there are no video engines: decode on the CPU, and upload the pictures through a COPY queue"
)
