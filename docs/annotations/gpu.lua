---@meta gpu

---As D3D12_TEXTURE_ADDRESS_MODE.
---@alias AddressMode
---| "WRAP"
---| "MIRROR"
---| "CLAMP"
---| "BORDER"
---| "MIRROR_ONCE"

---Splits a barrier into its two halves, as D3D12_RESOURCE_BARRIER_FLAGS: what comes before BEGIN_ONLY is ordered before what follows END_ONLY.
---@alias BarrierFlags
---| "NONE"
---| "BEGIN_ONLY"
---| "END_ONLY"
---| string # several, joined with |
---| string[]

---As D3D12_RESOURCE_BARRIER_TYPE.
---@alias BarrierType
---| "TRANSITION"
---| "ALIASING"
---| "UAV"

---Say where a resource can be bound, as Diligent's BIND_FLAGS.
---@alias BindFlags
---| "NONE"
---| "VERTEX_BUFFER"
---| "INDEX_BUFFER"
---| "UNIFORM_BUFFER"
---| "SHADER_RESOURCE"
---| "RENDER_TARGET"
---| "DEPTH_STENCIL"
---| "UNORDERED_ACCESS"
---| "INDIRECT_DRAW_ARGS"
---| string # several, joined with |
---| string[]

---As DML_BINDING_TYPE.
---@alias BindingType
---| "NONE"
---| "BUFFER"
---| "BUFFER_ARRAY"

---As D3D12_BLEND: a factor.
---@alias Blend
---| "ZERO"
---| "ONE"
---| "SRC_COLOR"
---| "INV_SRC_COLOR"
---| "SRC_ALPHA"
---| "INV_SRC_ALPHA"
---| "DEST_ALPHA"
---| "INV_DEST_ALPHA"
---| "DEST_COLOR"
---| "INV_DEST_COLOR"
---| "SRC_ALPHA_SAT"
---| "BLEND_FACTOR"
---| "INV_BLEND_FACTOR"
---| "SRC1_COLOR"
---| "INV_SRC1_COLOR"
---| "SRC1_ALPHA"
---| "INV_SRC1_ALPHA"

---As D3D12_BLEND_OP.
---@alias BlendOp
---| "ADD"
---| "SUBTRACT"
---| "REV_SUBTRACT"
---| "MIN"
---| "MAX"

---Says how shaders see a buffer, as Diligent's BUFFER_MODE.
---@alias BufferMode
---| "UNDEFINED"
---| "FORMATTED"
---| "STRUCTURED"
---| "RAW"

---As D3D12_BUFFER_SRV_FLAGS and D3D12_DSV_FLAGS, with bits of their own.
---@alias BufferViewFlags
---| "NONE"
---| "RAW"
---| "READ_ONLY_DEPTH"
---| "READ_ONLY_STENCIL"
---| string # several, joined with |
---| string[]

---Says what the CPU does with a mapped resource, as Diligent's CPU_ACCESS_FLAGS.
---@alias CPUAccess
---| "NONE"
---| "READ"
---| "WRITE"
---| string # several, joined with |
---| string[]

---As D3D12_CLEAR_FLAGS of ClearDepthStencilView.
---@alias ClearFlags
---| "DEPTH"
---| "STENCIL"
---| string # several, joined with |
---| string[]

---As D3D12_COLOR_WRITE_ENABLE: a set of channels.
---@alias ColorWriteEnable
---| "NONE"
---| "ALL"
---| "RED"
---| "GREEN"
---| "BLUE"
---| "ALPHA"
---| string # several, joined with |
---| string[]

---What a list may record and which queues consume it (S1–S4 of the multi-engine rules).
---@alias CommandListType
---| "DIRECT"
---| "BUNDLE"
---| "COMPUTE"
---| "COPY"

---As D3D12_COMMAND_QUEUE_FLAGS.
---@alias CommandQueueFlags
---| "NONE"
---| "DISABLE_GPU_TIMEOUT"
---| string # several, joined with |
---| string[]

---As D3D12_COMPARISON_FUNC.
---@alias ComparisonFunc
---| "NEVER"
---| "LESS"
---| "EQUAL"
---| "LESS_EQUAL"
---| "GREATER"
---| "NOT_EQUAL"
---| "GREATER_EQUAL"
---| "ALWAYS"

---As D3D12_CONSERVATIVE_RASTERIZATION_MODE; ON is refused by name.
---@alias ConservativeRaster
---| "OFF"
---| "ON"

---As D3D12_CULL_MODE.
---@alias CullMode
---| "BACK"
---| "FRONT"
---| "NONE"

---As DML_TENSOR_DATA_TYPE: what an element is.
---@alias DataType
---| "UNKNOWN"
---| "FLOAT32"
---| "FLOAT16"
---| "UINT32"
---| "UINT16"
---| "UINT8"
---| "INT32"
---| "INT16"
---| "INT8"
---| "FLOAT64"
---| "UINT64"
---| "INT64"
---| "UINT4"
---| "INT4"

---As D3D12_DEPTH_WRITE_MASK; ALL is the default.
---@alias DepthWriteMask
---| "ALL"
---| "ZERO"

---As D3D12_DESCRIPTOR_HEAP_FLAGS.
---@alias DescriptorHeapFlags
---| "NONE"
---| "SHADER_VISIBLE"
---| string # several, joined with |
---| string[]

---As D3D12_DESCRIPTOR_HEAP_TYPE (H1).
---@alias DescriptorHeapType
---| "CBV_SRV_UAV"
---| "SAMPLER"
---| "RTV"
---| "DSV"

---As D3D12_DESCRIPTOR_RANGE_FLAGS (root signature 1.1 volatility). Root descriptors use the DATA bits.
---@alias DescriptorRangeFlags
---| "NONE"
---| "DESCRIPTORS_VOLATILE"
---| "DATA_VOLATILE"
---| "DATA_STATIC_WHILE_SET_AT_EXECUTE"
---| "DATA_STATIC"
---| string # several, joined with |
---| string[]

---What a descriptor, or a range of a root table, holds.
---@alias DescriptorType
---| "SRV"
---| "UAV"
---| "CBV"
---| "SAMPLER"

---As DML_CREATE_DEVICE_FLAGS.
---@alias DeviceFlags
---| "NONE"
---| "DEBUG"
---| string # several, joined with |
---| string[]

---Says what a query measures, as Diligent's QUERY_TYPE.
---@alias EngineQueryType
---| "TIMESTAMP"
---| "DURATION"
---| "OCCLUSION"
---| "BINARY_OCCLUSION"
---| "PIPELINE_STATISTICS"

---Say more of a resource of a signature, as Diligent's PIPELINE_RESOURCE_FLAGS.
---@alias EngineResourceFlags
---| "NONE"
---| "NO_DYNAMIC_BUFFERS"
---| "FORMATTED_BUFFER"
---| "INLINE_CONSTANTS"
---| string # several, joined with |
---| string[]

---As DML_EXECUTION_FLAGS.
---@alias ExecutionFlags
---| "NONE"
---| "ALLOW_HALF_PRECISION_COMPUTATION"
---| "DISABLE_META_COMMANDS"
---| "DESCRIPTORS_VOLATILE"
---| string # several, joined with |
---| string[]

---A group of capabilities that CheckFeatureSupport reports, as D3D12_FEATURE.
---@alias Feature
---| "D3D12_OPTIONS"
---| "D3D12_OPTIONS1"
---| "D3D12_OPTIONS2"
---| "D3D12_OPTIONS3"
---| "D3D12_OPTIONS4"
---| "D3D12_OPTIONS5"
---| "D3D12_OPTIONS6"
---| "D3D12_OPTIONS7"
---| "D3D12_OPTIONS8"
---| "D3D12_OPTIONS9"
---| "D3D12_OPTIONS10"
---| "D3D12_OPTIONS11"
---| "D3D12_OPTIONS12"
---| "D3D12_OPTIONS13"
---| "D3D12_OPTIONS14"
---| "D3D12_OPTIONS15"
---| "D3D12_OPTIONS16"
---| "D3D12_OPTIONS17"
---| "ARCHITECTURE"
---| "ARCHITECTURE1"
---| "FEATURE_LEVELS"
---| "FORMAT_SUPPORT"
---| "FORMAT_INFO"
---| "MULTISAMPLE_QUALITY_LEVELS"
---| "GPU_VIRTUAL_ADDRESS_SUPPORT"
---| "SHADER_MODEL"
---| "ROOT_SIGNATURE"
---| "COMMAND_QUEUE_PRIORITY"

---As D3D12_FENCE_FLAGS.
---@alias FenceFlags
---| "NONE"
---| "SHARED"
---| "SHARED_CROSS_ADAPTER"
---| "NON_MONITORED"
---| string # several, joined with |
---| string[]

---As D3D12_FILL_MODE.
---@alias FillMode
---| "SOLID"
---| "WIREFRAME"

---As D3D12_FILTER; the low bits are the D3D12 encoding: mip 0x1, mag 0x4, min 0x10, anisotropic 0x55, comparison 0x80.
---@alias Filter
---| "MIN_MAG_MIP_POINT"
---| "MIN_MAG_POINT_MIP_LINEAR"
---| "MIN_POINT_MAG_LINEAR_MIP_POINT"
---| "MIN_POINT_MAG_MIP_LINEAR"
---| "MIN_LINEAR_MAG_MIP_POINT"
---| "MIN_LINEAR_MAG_POINT_MIP_LINEAR"
---| "MIN_MAG_LINEAR_MIP_POINT"
---| "MIN_MAG_MIP_LINEAR"
---| "ANISOTROPIC"
---| "COMPARISON_MIN_MAG_MIP_POINT"
---| "COMPARISON_MIN_MAG_POINT_MIP_LINEAR"
---| "COMPARISON_MIN_POINT_MAG_LINEAR_MIP_POINT"
---| "COMPARISON_MIN_POINT_MAG_MIP_LINEAR"
---| "COMPARISON_MIN_LINEAR_MAG_MIP_POINT"
---| "COMPARISON_MIN_LINEAR_MAG_POINT_MIP_LINEAR"
---| "COMPARISON_MIN_MAG_LINEAR_MIP_POINT"
---| "COMPARISON_MIN_MAG_MIP_LINEAR"
---| "COMPARISON_ANISOTROPIC"

---As DML_TENSOR_FLAGS.
---@alias Flags
---| "NONE"
---| "OWNED_BY_DML"
---| string # several, joined with |
---| string[]

---The layout of a texel or of an element of a typed buffer, as DXGI_FORMAT.
---@alias Format
---| "UNKNOWN"
---| "R32G32B32A32_FLOAT"
---| "R32G32B32A32_UINT"
---| "R32G32B32A32_SINT"
---| "R32G32B32_FLOAT"
---| "R32G32B32_UINT"
---| "R32G32B32_SINT"
---| "R16G16B16A16_FLOAT"
---| "R16G16B16A16_UNORM"
---| "R16G16B16A16_UINT"
---| "R16G16B16A16_SNORM"
---| "R16G16B16A16_SINT"
---| "R32G32_FLOAT"
---| "R32G32_UINT"
---| "R32G32_SINT"
---| "R8G8B8A8_UNORM"
---| "R8G8B8A8_UNORM_SRGB"
---| "R8G8B8A8_UINT"
---| "R8G8B8A8_SNORM"
---| "R8G8B8A8_SINT"
---| "R16G16_FLOAT"
---| "R16G16_UNORM"
---| "R16G16_UINT"
---| "R16G16_SNORM"
---| "R16G16_SINT"
---| "R32_FLOAT"
---| "R32_UINT"
---| "R32_SINT"
---| "R8G8_UNORM"
---| "R8G8_UINT"
---| "R8G8_SNORM"
---| "R8G8_SINT"
---| "R16_FLOAT"
---| "R16_UNORM"
---| "R16_UINT"
---| "R16_SNORM"
---| "R16_SINT"
---| "R8_UNORM"
---| "R8_UINT"
---| "R8_SNORM"
---| "R8_SINT"
---| "B8G8R8A8_UNORM"
---| "B8G8R8A8_UNORM_SRGB"
---| "R32_TYPELESS"
---| "R32G32B32A32_TYPELESS"
---| "R32G32B32_TYPELESS"
---| "R16G16B16A16_TYPELESS"
---| "R32G32_TYPELESS"
---| "R8G8B8A8_TYPELESS"
---| "R16G16_TYPELESS"
---| "R8G8_TYPELESS"
---| "R16_TYPELESS"
---| "R8_TYPELESS"
---| "B8G8R8A8_TYPELESS"
---| "R10G10B10A2_TYPELESS"
---| "R10G10B10A2_UNORM"
---| "R10G10B10A2_UINT"
---| "R11G11B10_FLOAT"
---| "D32_FLOAT"
---| "D16_UNORM"
---| "R24G8_TYPELESS"
---| "D24_UNORM_S8_UINT"
---| "R24_UNORM_X8_TYPELESS"
---| "X24_TYPELESS_G8_UINT"
---| "R32G8X24_TYPELESS"
---| "D32_FLOAT_S8X24_UINT"
---| "R32_FLOAT_X8X24_TYPELESS"
---| "X32_TYPELESS_G8X24_UINT"
---| "BC1_TYPELESS"
---| "BC1_UNORM"
---| "BC1_UNORM_SRGB"
---| "BC2_TYPELESS"
---| "BC2_UNORM"
---| "BC2_UNORM_SRGB"
---| "BC3_TYPELESS"
---| "BC3_UNORM"
---| "BC3_UNORM_SRGB"
---| "BC4_TYPELESS"
---| "BC4_UNORM"
---| "BC4_SNORM"
---| "BC5_TYPELESS"
---| "BC5_UNORM"
---| "BC5_SNORM"
---| "BC7_TYPELESS"
---| "BC7_UNORM"
---| "BC7_UNORM_SRGB"
---| "BC6H_TYPELESS"
---| "BC6H_UF16"
---| "BC6H_SF16"
---| "A8_UNORM"
---| "B5G6R5_UNORM"
---| "B5G5R5A1_UNORM"
---| "B4G4R4A4_UNORM"
---| "A4B4G4R4_UNORM"
---| "B8G8R8X8_TYPELESS"
---| "B8G8R8X8_UNORM"
---| "B8G8R8X8_UNORM_SRGB"
---| "R9G9B9E5_SHAREDEXP"

---As DML_GRAPH_NODE_TYPE.
---@alias GraphNodeType
---| "OPERATOR"
---| "CONSTANT"

---Say what a heap may hold, as D3D12_HEAP_FLAGS.
---@alias HeapFlags
---| "NONE"
---| "ALLOW_ALL_BUFFERS_AND_TEXTURES"
---| "ALLOW_ONLY_BUFFERS"
---| "ALLOW_ONLY_NON_RT_DS_TEXTURES"
---| "ALLOW_ONLY_RT_DS_TEXTURES"
---| "DENY_BUFFERS"
---| "DENY_RT_DS_TEXTURES"
---| "DENY_NON_RT_DS_TEXTURES"
---| "CREATE_NOT_RESIDENT"
---| "CREATE_NOT_ZEROED"
---| string # several, joined with |
---| string[]

---Says which descriptor heaps are meant.
---@alias HeapSide
---| "CPU"
---| "GPU"

---Where memory lives and who may touch it, as D3D12_HEAP_TYPE.
---@alias HeapType
---| "DEFAULT"
---| "UPLOAD"
---| "READBACK"

---As D3D12_INDEX_BUFFER_STRIP_CUT_VALUE: the index that ends a strip.
---@alias IndexBufferStripCutValue
---| "DISABLED"
---| "0xFFFF"
---| "0xFFFFFFFF"

---As D3D12_INDIRECT_ARGUMENT_TYPE.
---@alias IndirectArgumentType
---| "DRAW"
---| "DRAW_INDEXED"
---| "DISPATCH"
---| "VERTEX_BUFFER_VIEW"
---| "INDEX_BUFFER_VIEW"
---| "CONSTANT"
---| "CONSTANT_BUFFER_VIEW"
---| "SHADER_RESOURCE_VIEW"
---| "UNORDERED_ACCESS_VIEW"

---As D3D12_INPUT_CLASSIFICATION.
---@alias InputClassification
---| "PER_VERTEX_DATA"
---| "PER_INSTANCE_DATA"

---As D3D12_LOGIC_OP.
---@alias LogicOp
---| "NOOP"
---| "CLEAR"
---| "SET"
---| "COPY"
---| "COPY_INVERTED"
---| "INVERT"
---| "AND"
---| "NAND"
---| "OR"
---| "NOR"
---| "XOR"
---| "EQUIV"
---| "AND_REVERSE"
---| "AND_INVERTED"
---| "OR_REVERSE"
---| "OR_INVERTED"

---Say what happens to the contents, as Diligent's MAP_FLAGS.
---@alias MapFlags
---| "NONE"
---| "DO_NOT_WAIT"
---| "DISCARD"
---| "NO_OVERWRITE"
---| string # several, joined with |
---| string[]

---Says what the CPU does through a mapping, as Diligent's MAP_TYPE.
---@alias MapType
---| "READ"
---| "WRITE"
---| "READ_WRITE"

---The element type of Mapping:Read, Mapping:Write and gpu.engine.Pack.
---@alias MappedType
---| "byte"
---| "double"
---| "float"
---| "half"
---| "int"
---| "sbyte"
---| "short"
---| "uint"
---| "uint64"
---| "ushort"

---Says what becomes of what was measured so far (D3D12_MEASUREMENTS_ACTION).
---@alias MeasurementsAction
---| "KEEP_ALL"
---| "COMMIT_RESULTS"
---| "COMMIT_RESULTS_HIGH_PRIORITY"
---| "DISCARD_PREVIOUS"

---Further properties of a texture, as Diligent's MISC_TEXTURE_FLAGS.
---@alias MiscTextureFlags
---| "NONE"
---| "GENERATE_MIPS"
---| string # several, joined with |
---| string[]

---What SetEventOnMultipleFenceCompletion waits for.
---@alias MultipleFenceWait
---| "ALL"
---| "ANY"

---Says which release system a device has (package lifetime).
---@alias Numbering
---| "MODERN"
---| "SEED"

---Says what a render pass finds in a target, as D3D12_RENDER_PASS_BEGINNING_ACCESS_TYPE.
---@alias PassBeginning
---| "DISCARD"
---| "PRESERVE"
---| "CLEAR"
---| "NO_ACCESS"

---Says what a render pass leaves in a target, as D3D12_RENDER_PASS_ENDING_ACCESS_TYPE.
---@alias PassEnding
---| "DISCARD"
---| "PRESERVE"
---| "RESOLVE"
---| "NO_ACCESS"

---As D3D12_PREDICATION_OP: which values of the 64 bits leave the following commands out.
---@alias PredicationOp
---| "EQUAL_ZERO"
---| "NOT_EQUAL_ZERO"

---As DXGI_PRESENT.
---@alias PresentFlags
---| "NONE"
---| "ALLOW_TEARING"
---| string # several, joined with |
---| string[]

---As D3D_PRIMITIVE_TOPOLOGY.
---@alias PrimitiveTopology
---| "UNDEFINED"
---| "POINTLIST"
---| "LINELIST"
---| "LINESTRIP"
---| "TRIANGLELIST"
---| "TRIANGLESTRIP"
---| "TRIANGLEFAN"
---| "LINELIST_ADJ"
---| "LINESTRIP_ADJ"
---| "TRIANGLELIST_ADJ"
---| "TRIANGLESTRIP_ADJ"

---As D3D12_PRIMITIVE_TOPOLOGY_TYPE.
---@alias PrimitiveTopologyType
---| "UNDEFINED"
---| "POINT"
---| "LINE"
---| "TRIANGLE"
---| "PATCH"

---Says how much measuring and recompiling an application allows (D3D12_BACKGROUND_PROCESSING_MODE).
---@alias ProcessingMode
---| "ALLOWED"
---| "ALLOW_INTRUSIVE_MEASUREMENTS"
---| "DISABLE_BACKGROUND_WORK"
---| "DISABLE_PROFILING_BY_SYSTEM"

---As D3D12_QUERY_HEAP_TYPE.
---@alias QueryHeapType
---| "OCCLUSION"
---| "TIMESTAMP"
---| "PIPELINE_STATISTICS"
---| "COPY_QUEUE_TIMESTAMP"

---As D3D12_QUERY_TYPE.
---@alias QueryType
---| "OCCLUSION"
---| "BINARY_OCCLUSION"
---| "TIMESTAMP"
---| "PIPELINE_STATISTICS"

---Orders queues that share an engine. It never creates order between them (S21).
---@alias QueuePriority
---| "NORMAL"
---| "HIGH"
---| "GLOBAL_REALTIME"

---As D3D12_RENDER_PASS_FLAGS.
---@alias RenderPassFlags
---| "NONE"
---| "ALLOW_UAV_WRITES"
---| "SUSPENDING_PASS"
---| "RESUMING_PASS"
---| string # several, joined with |
---| string[]

---Say how EnqueueMakeResident goes on beyond the budget, as D3D12_RESIDENCY_FLAGS.
---@alias ResidencyFlags
---| "NONE"
---| "DENY_OVERBUDGET"
---| string # several, joined with |
---| string[]

---Says what the system evicts last where memory is short, as D3D12_RESIDENCY_PRIORITY. Here the system evicts nothing by itself.
---@alias ResidencyPriority
---| "MINIMUM"
---| "LOW"
---| "NORMAL"
---| "HIGH"
---| "MAXIMUM"

---As D3D12_RESOLVE_MODE: what becomes of the samples of a texel. DECOMPRESS and the video modes are refused by name.
---@alias ResolveMode
---| "DECOMPRESS"
---| "MIN"
---| "MAX"
---| "AVERAGE"

---As D3D12_RESOURCE_DIMENSION.
---@alias ResourceDimension
---| "UNKNOWN"
---| "BUFFER"
---| "TEXTURE1D"
---| "TEXTURE2D"
---| "TEXTURE3D"

---As D3D12_RESOURCE_FLAGS.
---@alias ResourceFlags
---| "NONE"
---| "ALLOW_RENDER_TARGET"
---| "ALLOW_DEPTH_STENCIL"
---| "ALLOW_UNORDERED_ACCESS"
---| "DENY_SHADER_RESOURCE"
---| "ALLOW_CROSS_ADAPTER"
---| "ALLOW_SIMULTANEOUS_ACCESS"
---| string # several, joined with |
---| string[]

---A set of usage states of a subresource, as D3D12_RESOURCE_STATES with its values.
---@alias ResourceStates
---| "COMMON"
---| "PRESENT"
---| "GENERIC_READ"
---| "ALL_SHADER_RESOURCE"
---| "VERTEX_AND_CONSTANT_BUFFER"
---| "INDEX_BUFFER"
---| "RENDER_TARGET"
---| "UNORDERED_ACCESS"
---| "DEPTH_WRITE"
---| "DEPTH_READ"
---| "NON_PIXEL_SHADER_RESOURCE"
---| "PIXEL_SHADER_RESOURCE"
---| "STREAM_OUT"
---| "INDIRECT_ARGUMENT"
---| "PREDICATION"
---| "COPY_DEST"
---| "COPY_SOURCE"
---| "RESOLVE_DEST"
---| "RESOLVE_SOURCE"
---| string # several, joined with |
---| string[]

---What a resource of a signature is, as Diligent's SHADER_RESOURCE_TYPE.
---@alias ResourceType
---| "CONSTANT_BUFFER"
---| "TEXTURE_SRV"
---| "BUFFER_SRV"
---| "TEXTURE_UAV"
---| "BUFFER_UAV"
---| "SAMPLER"

---As D3D12_ROOT_PARAMETER_TYPE.
---@alias RootParameterType
---| "DESCRIPTOR_TABLE"
---| "32BIT_CONSTANTS"
---| "CBV"
---| "SRV"
---| "UAV"

---As D3D12_ROOT_SIGNATURE_FLAGS.
---@alias RootSignatureFlags
---| "NONE"
---| "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT"
---| "DENY_VERTEX_SHADER_ROOT_ACCESS"
---| "DENY_HULL_SHADER_ROOT_ACCESS"
---| "DENY_DOMAIN_SHADER_ROOT_ACCESS"
---| "DENY_GEOMETRY_SHADER_ROOT_ACCESS"
---| "DENY_PIXEL_SHADER_ROOT_ACCESS"
---| "DENY_AMPLIFICATION_SHADER_ROOT_ACCESS"
---| "DENY_MESH_SHADER_ROOT_ACCESS"
---| string # several, joined with |
---| string[]

---As D3D_ROOT_SIGNATURE_VERSION: 1.0 means that everything is volatile.
---@alias RootSignatureVersion
---| "1_1"
---| "1_0"

---Change how a variable is set, as Diligent's SET_SHADER_RESOURCE_FLAGS.
---@alias SetFlags
---| "NONE"
---| "ALLOW_OVERWRITE"
---| string # several, joined with |
---| string[]

---As D3D12_SHADER_COMPONENT_MAPPING: what a shader gets as one component of what it reads.
---@alias ShaderComponent
---| "FROM_MEMORY_COMPONENT_0"
---| "FROM_MEMORY_COMPONENT_1"
---| "FROM_MEMORY_COMPONENT_2"
---| "FROM_MEMORY_COMPONENT_3"
---| "FORCE_VALUE_0"
---| "FORCE_VALUE_1"

---A set of stages, as Diligent's SHADER_TYPE.
---@alias ShaderStages
---| "VERTEX"
---| "PIXEL"
---| "ALL_GRAPHICS"
---| "COMPUTE"
---| string # several, joined with |
---| string[]

---Diligent's SHADER_TYPE.
---@alias ShaderType
---| "COMPUTE"
---| "VERTEX"
---| "PIXEL"

---As D3D12_SHADER_VISIBILITY.
---@alias ShaderVisibility
---| "ALL"
---| "VERTEX"
---| "PIXEL"

---As D3D12_STENCIL_OP.
---@alias StencilOp
---| "KEEP"
---| "ZERO"
---| "REPLACE"
---| "INCR_SAT"
---| "DECR_SAT"
---| "INVERT"
---| "INCR"
---| "DECR"

---Says how far StepGpu lets a paused GPU run.
---@alias StepUntil
---| "IDLE"
---| "COMMAND"
---| "BATCH"

---As DXGI_SWAP_CHAIN_FLAG.
---@alias SwapChainFlags
---| "NONE"
---| "FRAME_LATENCY_WAITABLE_OBJECT"
---| "ALLOW_TEARING"
---| string # several, joined with |
---| string[]

---As DXGI_SWAP_EFFECT. The modes that copy are refused by Direct3D 12, so they are not here.
---@alias SwapEffect
---| "FLIP_DISCARD"
---| "FLIP_SEQUENTIAL"

---As D3D12_TEXTURE_LAYOUT.
---@alias TextureLayout
---| "UNKNOWN"
---| "ROW_MAJOR"

---The shape of a texture, as Diligent's RESOURCE_DIMENSION.
---@alias TextureType
---| "TEX_2D"
---| "TEX_2D_ARRAY"
---| "TEX_1D"
---| "TEX_1D_ARRAY"
---| "TEX_3D"
---| "TEX_CUBE"

---Says what a command does about the state of a resource, as Diligent's RESOURCE_STATE_TRANSITION_MODE.
---@alias Transition
---| "TRANSITION"
---| "VERIFY"
---| "NONE"

---Says how the contents of a resource come to be, as Diligent's USAGE.
---@alias Usage
---| "DEFAULT"
---| "IMMUTABLE"
---| "DYNAMIC"
---| "STAGING"

---Say more of a variable of a resource layout, as Diligent's SHADER_VARIABLE_FLAGS.
---@alias VariableFlags
---| "NONE"
---| "INLINE_CONSTANTS"
---| string # several, joined with |
---| string[]

---Says how often a shader variable changes, as Diligent's SHADER_RESOURCE_VARIABLE_TYPE.
---@alias VariableType
---| "STATIC"
---| "MUTABLE"
---| "DYNAMIC"

---The shape of a view, as D3D12_SRV_DIMENSION and its siblings.
---@alias ViewDimension
---| "UNKNOWN"
---| "BUFFER"
---| "TEXTURE1D"
---| "TEXTURE1DARRAY"
---| "TEXTURE2D"
---| "TEXTURE2DARRAY"
---| "TEXTURE3D"
---| "TEXTURECUBE"
---| "TEXTURE2DMS"
---| "TEXTURE2DMSARRAY"
---| "TEXTURECUBEARRAY"

---Says what a view is for, as Diligent's TEXTURE_VIEW_TYPE and BUFFER_VIEW_TYPE.
---@alias ViewType
---| "SHADER_RESOURCE"
---| "RENDER_TARGET"
---| "DEPTH_STENCIL"
---| "UNORDERED_ACCESS"

---As D3D12_WRITEBUFFERIMMEDIATE_MODE.
---@alias WriteBufferImmediateMode
---| "DEFAULT"
---| "MARKER_IN"
---| "MARKER_OUT"

---Describes the simulated adapter, as DXGI_ADAPTER_DESC.
---@class AdapterDesc
---@field Description? string the profile in words
---@field Profile? string the name of the profile, of --adapter
---@field DedicatedVideoMemory? integer bytes
---@field Engines3D? integer
---@field EnginesCompute? integer
---@field EnginesCopy? integer
---@field TimestampFrequency? integer ticks a second
---@field WaveSize? integer lanes
---@field SoftwareAdapter? boolean always true
---@field SharedComputeEngine? boolean COMPUTE queues run on the 3D engine
---@field SharedCopyEngine? boolean COPY queues run on the 3D engine
---@field MaxVirtualAddressBits? integer bits of GPU virtual addresses

---What GetResourceAllocationInfo returns.
---@class AllocationInfo
---@field SizeInBytes? integer bytes that the resources need together
---@field Alignment? integer bytes

---Counts what background processing has done since the device was made.
---@class BackgroundProcessingStats
---@field Mode? ProcessingMode that the last call has set
---@field Queued? integer tasks that were queued
---@field Completed? integer tasks that ran to their end
---@field Cancelled? integer tasks that never ran, because background work was disabled or the device went
---@field Failed? integer completed tasks that failed: what they were to optimise stays as it is
---@field MostAtOnce? integer tasks that ran at the same time, the most
---@field Commits? integer commits that have finished
---@field Samples? integer dispatches that were measured
---@field VariantsInstalled? integer optimised variants of kernels that came into use
---@field VariantsWithdrawn? integer variants that went out of use again
---@field PipelinesTuned? integer pipelines that a variant came into use for
---@field ProgramRuns? integer dispatches, and programs of draws, while background processing looked on
---@field VariantRuns? integer those of them that ran as a variant

---One barrier as a script writes it. TRANSITION uses Resource, Subresource, Before and After; UAV uses Resource (nil: all); ALIASING uses ResourceBefore and ResourceAfter (either may be nil).
---@class BarrierDesc
---@field Type? BarrierType left out: that of its member UAV or Aliasing, or TRANSITION
---@field Flags? BarrierFlags the half of a split barrier
---@field Resource? Resource of a UAV barrier, nil is all resources; only with TRANSITION, UAV
---@field Subresource? integer left out: all; only with TRANSITION
---@field Before? ResourceStates the state the subresource is in; only with TRANSITION
---@field After? ResourceStates the state it will be in; only with TRANSITION
---@field ResourceBefore? Resource the resource that used the memory so far; nil: any; only with ALIASING
---@field ResourceAfter? Resource the resource that uses it from now on; nil: any; only with ALIASING

---What is bound to a tensor, as DML_BINDING_DESC. Without a type it is as its other fields say.
---@class Binding
---@field Type? BindingType left out: as the other fields say
---@field Buffer? Resource nil: nothing
---@field Offset? integer bytes, a multiple of 16; of temporary and persistent resources of 256
---@field SizeInBytes? integer 0: to the end of the buffer
---@field Bindings? BufferBinding[] BUFFER_ARRAY: one for each input of the target

---As DML_BINDING_PROPERTIES.
---@class BindingProperties
---@field RequiredDescriptorCount? integer descriptors of a binding table
---@field TemporaryResourceSize? integer bytes; 0: none is bound
---@field PersistentResourceSize? integer bytes; 0: none is bound

---Describes a binding table: what it binds for, and which descriptors it may write.
---@class BindingTableDesc
---@field Name? string what messages, traces and pictures call it
---@field Dispatchable CompiledOperator|OperatorInitializer a compiled operator or an initializer
---@field CPUDescriptorHandle CPUDescriptorHandle where the table writes descriptors
---@field GPUDescriptorHandle GPUDescriptorHandle where the GPU reads them
---@field SizeInDescriptors integer of the range

---As D3D12_BLEND_DESC. Without IndependentBlendEnable the first entry serves all render targets; missing entries are the default.
---@class BlendDesc
---@field AlphaToCoverageEnable? boolean the alpha of target 0 selects samples, unless the pixel shader returns Coverage
---@field IndependentBlendEnable? boolean each target has its own entry; otherwise the first one applies to all
---@field RenderTarget? RenderTargetBlendDesc[] at most 8

---A half-open block of texels (or bytes of a buffer, in X), as D3D12_BOX. The list form is that of C: { left, top, front, right, bottom, back }.
---@class Box
---@field Left? integer texels or bytes; the first column
---@field Top? integer the first row
---@field Front? integer the first depth slice
---@field Right integer the column after the last one
---@field Bottom? integer the row after the last one
---@field Back? integer the depth slice after the last one

---A part of a buffer, as DML_BUFFER_BINDING.
---@class BufferBinding
---@field Buffer? Resource nil: nothing
---@field Offset? integer bytes, a multiple of 16; of temporary and persistent resources of 256
---@field SizeInBytes? integer 0: to the end of the buffer

---Describes a buffer.
---@class BufferDesc
---@field Name? string what messages, traces and pictures call it
---@field Size integer bytes; at least 1
---@field Usage? Usage
---@field BindFlags? BindFlags
---@field Mode? BufferMode
---@field ElementByteStride? integer bytes of an element of a structured or formatted buffer
---@field CPUAccessFlags? CPUAccess STAGING: one of READ and WRITE; DYNAMIC: WRITE, which is the default
---@field ImmediateContextMask? integer contexts that may use it; 0 is context 0
---@field Data? string|integer[] first contents; needed by IMMUTABLE
---@field DataContext? DeviceContext whose queue uploads Data; nil: that of the first context of the mask

---Describes a tensor in a buffer, as DML_BUFFER_TENSOR_DESC.
---@class BufferTensorDesc
---@field DataType DataType what an element is
---@field Flags? Flags OWNED_BY_DML: handed over at initialisation
---@field Sizes integer[] of each dimension, outermost first
---@field Strides? integer[] of each dimension, in elements; left out: packed
---@field TotalTensorSizeInBytes? integer 0: the least that the tensor needs
---@field GuaranteedBaseOffsetAlignment? integer bytes; 0 promises nothing beyond 16

---An optimized clear value, as D3D12_CLEAR_VALUE.
---@class ClearValue
---@field Format? Format of the view that clears; UNKNOWN: of the resource
---@field Color? number[] red, green, blue, alpha
---@field Depth? number 0 to 1
---@field Stencil? integer 0 to 255

---What a list is made of that Reset opens.
---@class ClosedListDesc
---@field Name? string what messages, traces and pictures call it
---@field Type CommandListType DIRECT, COMPUTE, COPY or BUNDLE
---@field NodeMask? integer at most 1

---Describes a list (CreateCommandList). With an Allocator the list opens at once; without one it is created closed, as CreateCommandList1 does, and Reset opens it.
---@class CommandListDesc
---@field Name? string what messages, traces and pictures call it
---@field Type CommandListType DIRECT, COMPUTE, COPY or BUNDLE
---@field Allocator? CommandAllocator nil: created closed
---@field InitialState? PipelineState nil: none
---@field NodeMask? integer at most 1

---Describes a queue (CreateCommandQueue).
---@class CommandQueueDesc
---@field Name? string what messages, traces and pictures call it
---@field Type CommandListType DIRECT, COMPUTE or COPY
---@field Priority? QueuePriority queues of higher priority are served first by their engine
---@field Flags? CommandQueueFlags DISABLE_GPU_TIMEOUT: work may take any time
---@field NodeMask? integer 0 or 1: there is one node; at most 1

---Describes the commands of ExecuteIndirect (CreateCommandSignature): the pieces in the order of the argument buffer, the dispatch or draw last.
---@class CommandSignatureDesc
---@field Name? string what messages, traces and pictures call it
---@field ByteStride integer at least 4, a multiple of 4
---@field ArgumentDescs IndirectArgument[] at least 1
---@field RootSignature? RootSignature needed where root arguments are set
---@field NodeMask? integer at most 1

---Describes a resource with its own implicit heap (CreateCommittedResource).
---@class CommittedResourceDesc
---@field Name? string what messages, traces and pictures call it
---@field Dimension ResourceDimension BUFFER, TEXTURE1D, TEXTURE2D or TEXTURE3D
---@field Alignment? integer bytes; 0: as the resource needs
---@field Width integer at least 1
---@field Height? integer at least 1
---@field DepthOrArraySize? integer 1 to 65535
---@field MipLevels? integer mip levels; 0: down to one texel
---@field Format? Format UNKNOWN for buffers
---@field SampleDesc? SampleDesc samples a texel
---@field Layout? TextureLayout UNKNOWN for textures, ROW_MAJOR for buffers; left out it is right
---@field Flags? ResourceFlags how it can be bound
---@field HeapType? HeapType
---@field HeapFlags? HeapFlags of the heap that is made for it
---@field InitialState? ResourceStates the initial state; by default the one that the heap requires, or COMMON
---@field OptimizedClearValue? ClearValue what clears of it usually write

---Says how an operator is compiled.
---@class CompileDesc
---@field Name? string what messages, traces and pictures call it
---@field Flags? ExecutionFlags DESCRIPTORS_VOLATILE: bindings may change until the list is submitted

---Describes a compute pipeline (CreateComputePipelineState).
---@class ComputePipelineStateDesc
---@field Name? string what messages, traces and pictures call it
---@field RootSignature RootSignature of the dispatches
---@field CS PixelShader|Shader from gpu.ComputeShader
---@field NodeMask? integer at most 1

---The table of gpu.ComputeShader.
---@class ComputeShaderDesc
---@field Name? string what messages, traces and pictures call it
---@field NumThreads integer[] 1 to 3
---@field Main function the shader: its parameters are system values

---Describes a CBV.
---@class ConstantBufferViewDesc
---@field BufferLocation integer GPU virtual address, 256-byte aligned
---@field SizeInBytes integer multiple of 256; 1 to 65536

---Diligent's CopyTextureAttribs.
---@class CopyTextureAttribs
---@field SrcTexture Texture
---@field SrcMipLevel? integer
---@field SrcSlice? integer
---@field SrcBox? Box
---@field SrcTextureTransitionMode? Transition
---@field DstTexture Texture
---@field DstMipLevel? integer
---@field DstSlice? integer
---@field DstX? integer
---@field DstY? integer
---@field DstZ? integer
---@field DstTextureTransitionMode? Transition

---Describes a device (gpu.CreateDevice).
---@class CreateDeviceDesc
---@field Name? string what messages, traces and pictures call it
---@field Paused? boolean Paused stops the GPU's clock: work runs only in StepGpu
---@field AllowDisjointWriters? boolean AllowDisjointWriters lets several queues write different bytes of one resource concurrently. Direct3D 12 forbids it (one writer at a time), although it works on most machines

---Describes a CPU event (gpu.CreateEvent), as CreateEvent of Win32.
---@class CreateEventDesc
---@field Name? string what messages, traces and pictures call it
---@field ManualReset? boolean stays set until ResetEvent; otherwise the wait that it ends resets it
---@field InitialState? boolean set from the beginning

---Describes a render device with its contexts. Zero fields have the defaults in brackets.
---@class CreateRenderDeviceDesc
---@field Name? string what messages, traces and pictures call it
---@field Gpu? DeviceDesc the device below; its name is the render device's unless set
---@field ImmediateContexts? ImmediateContextDesc[] [one DIRECT context]; at most 63
---@field DeferredContexts? integer 0 to 64
---@field Numbering? Numbering
---@field DynamicHeapPageSize? integer bytes, a power of two [1 MiB]
---@field UploadRingSize? integer bytes of a context's first ring, a power of two, with the numbering SEED [64 KiB]
---@field CPUDescriptorHeapSize? integer[] by heap type: descriptors of one heap of the pool [8192, 2048, 1024, 1024]
---@field GPUDescriptorHeapSize? integer[] static and mutable descriptors: CBV_SRV_UAV, SAMPLER [16384, 1024]
---@field GPUDynamicDescriptors? integer[] dynamic descriptors: CBV_SRV_UAV, SAMPLER [8192, 1024]
---@field DynamicDescriptorChunkSize? integer[] descriptors that a context takes at a time [256, 32]

---As D3D12_DEPTH_STENCIL_DESC.
---@class DepthStencilDesc
---@field DepthEnable? boolean tests depth
---@field DepthWriteMask? DepthWriteMask ALL writes the depth of what passes
---@field DepthFunc? ComparisonFunc what passes: the new depth compared with the old
---@field StencilEnable? boolean tests stencil
---@field StencilReadMask? integer bits that are compared
---@field StencilWriteMask? integer bits that are written
---@field FrontFace? StencilFaceDesc of triangles that face the viewer
---@field BackFace? StencilFaceDesc of the others
---@field DepthBoundsTestEnable? boolean DepthBoundsTestEnable lets samples through whose stored depth is within OMSetDepthBounds, whatever DepthEnable says (D3D12_DEPTH_STENCIL_DESC1)

---Describes a descriptor heap (CreateDescriptorHeap).
---@class DescriptorHeapDesc
---@field Name? string what messages, traces and pictures call it
---@field Type DescriptorHeapType what its descriptors describe
---@field NumDescriptors integer at least 1
---@field Flags? DescriptorHeapFlags SHADER_VISIBLE: tables may point into it
---@field NodeMask? integer at most 1

---One range of a descriptor table.
---@class DescriptorRange
---@field Type DescriptorType SRV, UAV, CBV or SAMPLER
---@field NumDescriptors integer 4294967295: unbounded, to the end of the heap; at least 1
---@field BaseShaderRegister? integer the register of the first descriptor
---@field RegisterSpace? integer the register space
---@field Flags? DescriptorRangeFlags what may change after the table is set (root signature 1.1)
---@field OffsetInDescriptorsFromTableStart? integer RangeAppend

---Describes a device (gpu.CreateDevice).
---@class DeviceDesc
---@field Name? string what messages, traces and pictures call it
---@field Paused? boolean Paused stops the GPU's clock: work runs only in StepGpu
---@field AllowDisjointWriters? boolean AllowDisjointWriters lets several queues write different bytes of one resource concurrently. Direct3D 12 forbids it (one writer at a time), although it works on most machines

---The part of a resource that DiscardResource names, as D3D12_DISCARD_REGION. Without rectangles it is all of the subresources.
---@class DiscardRegion
---@field Rects? Rect[] texels, of one subresource; left out: all of them
---@field FirstSubresource? integer the first that is discarded
---@field NumSubresources? integer 0 is all that follow

---The arguments of DispatchCompute.
---@class DispatchComputeAttribs
---@field ThreadGroupCountX? integer
---@field ThreadGroupCountY? integer
---@field ThreadGroupCountZ? integer

---The arguments of DispatchComputeIndirect. Three numbers of groups are at DispatchArgsByteOffset.
---@class DispatchComputeIndirectAttribs
---@field AttribsBuffer Buffer|Texture made with INDIRECT_DRAW_ARGS
---@field AttribsBufferStateTransitionMode? Transition
---@field DispatchArgsByteOffset? integer bytes, a multiple of 4

---The arguments of Draw.
---@class DrawAttribs
---@field NumVertices integer
---@field NumInstances? integer 0 is 1
---@field StartVertexLocation? integer
---@field FirstInstanceLocation? integer

---The arguments of DrawIndexed.
---@class DrawIndexedAttribs
---@field NumIndices integer
---@field IndexType Format R16_UINT or R32_UINT
---@field NumInstances? integer 0 is 1
---@field FirstIndexLocation? integer
---@field BaseVertex? integer
---@field FirstInstanceLocation? integer

---The arguments of DrawIndexedIndirect. Commands of 20 bytes are in the buffer from DrawArgsOffset on.
---@class DrawIndexedIndirectAttribs
---@field IndexType Format R16_UINT or R32_UINT
---@field AttribsBuffer Buffer|Texture made with INDIRECT_DRAW_ARGS
---@field DrawArgsOffset? integer bytes, a multiple of 4
---@field DrawCount? integer the most commands
---@field DrawArgsStride? integer bytes from one command to the next; 0: without gaps
---@field AttribsBufferStateTransitionMode? Transition
---@field CounterBuffer? Buffer|Texture where the number of commands stands; nil: DrawCount is it
---@field CounterOffset? integer bytes, a multiple of 4
---@field CounterBufferStateTransitionMode? Transition

---The arguments of DrawIndirect. Commands of 16 bytes are in the buffer from DrawArgsOffset on.
---@class DrawIndirectAttribs
---@field AttribsBuffer Buffer|Texture made with INDIRECT_DRAW_ARGS
---@field DrawArgsOffset? integer bytes, a multiple of 4
---@field DrawCount? integer the most commands
---@field DrawArgsStride? integer bytes from one command to the next; 0: without gaps
---@field AttribsBufferStateTransitionMode? Transition
---@field CounterBuffer? Buffer|Texture where the number of commands stands; nil: DrawCount is it
---@field CounterOffset? integer bytes, a multiple of 4
---@field CounterBufferStateTransitionMode? Transition

---Describes a compute pipeline.
---@class EngineComputePipelineStateDesc
---@field Name? string what messages, traces and pictures call it
---@field CS PixelShader|Shader
---@field ResourceLayout? ResourceLayout
---@field ResourceSignatures? PipelineResourceSignature[] instead of ResourceLayout; at most 8
---@field ImmediateContextMask? integer

---A description with the place of the call.
---@class EngineCreateDeviceDesc
---@field Name? string what messages, traces and pictures call it
---@field Flags? DeviceFlags DEBUG changes nothing: every rule is checked anyway

---Describes a graphics pipeline.
---@class EngineGraphicsPipelineStateDesc
---@field Name? string what messages, traces and pictures call it
---@field VS PixelShader|Shader
---@field PS? PixelShader|Shader nil: depth only
---@field GraphicsPipeline GraphicsPipelineDesc
---@field ResourceLayout? ResourceLayout
---@field ResourceSignatures? PipelineResourceSignature[] instead of ResourceLayout; at most 8
---@field ImmediateContextMask? integer

---Describes a sampler.
---@class EngineSamplerDesc
---@field Name? string what messages, traces and pictures call it
---@field Filter? Filter how texels become a value
---@field AddressU? AddressMode of texture coordinates below 0 and above 1
---@field AddressV? AddressMode as AddressU, of the second coordinate
---@field AddressW? AddressMode of the third
---@field MipLODBias? number added to the mip level
---@field MaxAnisotropy? integer samples along the longer axis, with filter ANISOTROPIC, from 1; no matter otherwise; at most 16
---@field ComparisonFunc? ComparisonFunc between reference and texel, of the COMPARISON filters
---@field BorderColor? number[] four numbers, or TRANSPARENT_BLACK, OPAQUE_BLACK or OPAQUE_WHITE; static samplers have only these
---@field MinLOD? number mip levels below it are not used
---@field MaxLOD? number nor those above

---Describes a swap chain. Zero fields have the defaults in brackets.
---@class EngineSwapchainDesc
---@field Name? string what messages, traces and pictures call it
---@field Width integer pixels; at least 1
---@field Height integer at least 1
---@field ColorBufferFormat? Format [R8G8B8A8_UNORM]
---@field DepthBufferFormat? Format UNKNOWN: no depth buffer
---@field BufferCount? integer [2]; at most 16
---@field MaxFrameLatency? integer frames that may wait to be shown [2]; at most 16
---@field NotPrimary? boolean Present finishes no frame

---Describes a tensor in a buffer, as DML_BUFFER_TENSOR_DESC.
---@class EngineTensorDesc
---@field DataType DataType what an element is
---@field Flags? Flags OWNED_BY_DML: handed over at initialisation
---@field Sizes integer[] of each dimension, outermost first
---@field Strides? integer[] of each dimension, in elements; left out: packed
---@field TotalTensorSizeInBytes? integer 0: the least that the tensor needs
---@field GuaranteedBaseOffsetAlignment? integer bytes; 0 promises nothing beyond 16

---Describes a view of a texture or a buffer. Zero fields mean all of the resource.
---@class EngineViewDesc
---@field Name? string what messages, traces and pictures call it
---@field Type? ViewType
---@field Format? Format of the view; UNKNOWN: that of the resource
---@field ViewDimension? ViewDimension the shape of the view; UNKNOWN: that of the resource
---@field FirstElement? integer elements
---@field NumElements? integer elements; 0 is all that follow
---@field StructureByteStride? integer bytes; at most 2048
---@field CounterOffsetInBytes? integer bytes, of the counter in its buffer; a multiple of 4096
---@field Flags? BufferViewFlags RAW for byte addresses, READ_ONLY_… for DSVs
---@field MostDetailedMip? integer the first mip level of an SRV
---@field MipLevels? integer of an SRV; 0 is all that follow
---@field MipSlice? integer the mip level of a UAV, RTV or DSV
---@field FirstArraySlice? integer array slice; of cubes the face, six for each cube
---@field ArraySize? integer slices or faces; 0 is all that follow
---@field FirstWSlice? integer depth slice of a 3D texture
---@field WSize? integer depth slices; 0 is all that follow
---@field ResourceMinLODClamp? number samples of an SRV use no mip level of the resource below it
---@field PlaneSlice? integer 1: the stencil of a depth texture, as its format says; at most 1
---@field Shader4ComponentMapping? ShaderComponent[] Shader4ComponentMapping is for SRVs of textures and typed buffers; left out it is what C has to write in every SRV: components are in their order

---Describes a fence.
---@class FenceDesc
---@field Name? string what messages, traces and pictures call it

---The linear layout of one subresource, as D3D12_SUBRESOURCE_FOOTPRINT with its offset in bytes.
---@class Footprint
---@field Offset? integer bytes from the beginning of the buffer
---@field Format? Format of the texels of the plane
---@field Width? integer texels
---@field Height? integer texels
---@field Depth? integer texels
---@field RowPitch? integer bytes
---@field SlicePitch? integer bytes
---@field RowSizeInBytes? integer bytes of a row that hold texels
---@field SizeInBytes? integer bytes from the first to the end of the last texel, of one sample
---@field Subresource? integer
---@field MipLevel? integer
---@field SamplePitch? integer bytes from a sample's texels to those of the next one; 0: there is one sample

---Describes a graph of operators (DML_GRAPH_DESC).
---@class GraphDesc
---@field InputCount? integer inputs of the graph
---@field OutputCount? integer outputs of the graph
---@field Nodes GraphNode[]
---@field InputEdges? InputGraphEdge[] from inputs of the graph
---@field OutputEdges? OutputGraphEdge[] to outputs of the graph
---@field IntermediateEdges? IntermediateGraphEdge[] between nodes

---A node of a graph: an operator (DML_OPERATOR_GRAPH_NODE_DESC), or data that the graph keeps (DML_CONSTANT_DATA_GRAPH_NODE_DESC). The data of a node is its output 0; initialisation puts it into the persistent resource.
---@class GraphNode
---@field Type? GraphNodeType left out: as the other fields say
---@field Operator? Operator of OPERATOR
---@field Data? string|integer[] of CONSTANT: as many as the TotalTensorSizeInBytes of what it feeds; dml.PackTensor makes them of numbers
---@field DataSize? integer bytes of Data; 0: all
---@field Name? string for messages

---The fixed parts of a graphics pipeline.
---@class GraphicsPipelineDesc
---@field BlendDesc? BlendDesc
---@field SampleMask? integer 0: all samples
---@field RasterizerDesc? RasterizerDesc
---@field DepthStencilDesc? DepthStencilDesc
---@field InputLayout? InputElement[] at most 32
---@field VertexStrides? integer[] bytes of a vertex by slot; missing or 0: the elements of the slot without gaps; at most 32
---@field PrimitiveTopology? PrimitiveTopology
---@field RTVFormats? string|integer[] at most 8
---@field DSVFormat? Format
---@field SmplDesc? SampleDesc

---Describes a graphics pipeline (CreateGraphicsPipelineState), as D3D12_GRAPHICS_PIPELINE_STATE_DESC. A pixel shader whose inputs were not declared has been linked with the outputs of VS.
---@class GraphicsPipelineStateDesc
---@field Name? string what messages, traces and pictures call it
---@field RootSignature RootSignature of the draws
---@field VS PixelShader|Shader from gpu.VertexShader
---@field PS? PixelShader|Shader nil: depth only
---@field BlendState? BlendDesc how pixels are combined with the target's contents
---@field SampleMask? integer samples that are written, a bit each
---@field RasterizerState? RasterizerDesc how triangles become pixels
---@field DepthStencilState? DepthStencilDesc which pixels pass, and what they write
---@field InputLayout? InputElement[] at most 32
---@field IBStripCutValue? IndexBufferStripCutValue
---@field PrimitiveTopologyType PrimitiveTopologyType
---@field RTVFormats? string|integer[] at most 8
---@field DSVFormat? Format of the depth-stencil view; UNKNOWN: none
---@field SampleDesc? SampleDesc samples a texel of the targets
---@field NodeMask? integer at most 1

---Describes memory for placed resources (CreateHeap).
---@class HeapDesc
---@field Name? string what messages, traces and pictures call it
---@field SizeInBytes integer at least 1
---@field HeapType? HeapType default DEFAULT
---@field Alignment? integer bytes; 0 is 64 KiB
---@field Flags? HeapFlags what may be in it

---Describes an immediate context and its queue.
---@class ImmediateContextDesc
---@field Name? string what messages, traces and pictures call it
---@field Type? CommandListType DIRECT, COMPUTE or COPY
---@field Priority? QueuePriority

---A sampler of a signature, which needs no place in a heap.
---@class ImmutableSampler
---@field ShaderStages ShaderStages
---@field Name string
---@field Desc? SamplerDesc

---Puts a sampler into the pipeline; it needs no place in a descriptor heap (H10).
---@class ImmutableSamplerDesc
---@field Name string what messages, traces and pictures call it
---@field Desc? SamplerDesc

---As D3D12_INDEX_BUFFER_VIEW. Format is R16_UINT or R32_UINT.
---@class IndexBufferView
---@field BufferLocation? integer GPU virtual address
---@field SizeInBytes? integer bytes
---@field Format Format R16_UINT or R32_UINT

---One piece of an indirect command, as D3D12_INDIRECT_ARGUMENT_DESC.
---@class IndirectArgument
---@field Type IndirectArgumentType what the words stand for
---@field RootParameterIndex? integer the parameter of the root signature; only with CONSTANT, CONSTANT_BUFFER_VIEW, SHADER_RESOURCE_VIEW, UNORDERED_ACCESS_VIEW
---@field DestOffsetIn32BitValues? integer the first constant of the parameter; only with CONSTANT
---@field Num32BitValuesToSet? integer how many constants there are; only with CONSTANT
---@field Slot? integer the vertex buffer; at most 31; only with VERTEX_BUFFER_VIEW

---One element of a vertex, as D3D12_INPUT_ELEMENT_DESC. The short form { "POSITION", "R32G32B32_FLOAT" } gives the first two fields; a longer list is the row of C: { "POSITION", 0, "R32G32B32_FLOAT", 0, 12, "PER_VERTEX_DATA", 0 }.
---@class InputElement
---@field SemanticName string as the vertex shader names its input
---@field Format Format of the element in memory
---@field SemanticIndex? integer the number after the name
---@field InputSlot? integer at most 31
---@field AlignedByteOffset? integer bytes; AppendAligned
---@field InputSlotClass? InputClassification a new element for each vertex or for each instance
---@field InstanceDataStepRate? integer instances that share an element

---Connects an input of the graph to an input of a node (DML_INPUT_GRAPH_EDGE_DESC). Numbers count from 0.
---@class InputGraphEdge
---@field GraphInputIndex integer from 0
---@field ToNodeIndex integer from 0, in Nodes
---@field ToNodeInputIndex integer from 0, in the order of BindInputs
---@field Name? string for messages

---Connects an output of a node to an input of another one (DML_INTERMEDIATE_GRAPH_EDGE_DESC). Numbers count from 0.
---@class IntermediateGraphEdge
---@field FromNodeIndex integer from 0, in Nodes
---@field FromNodeOutputIndex integer from 0, in the order of BindOutputs
---@field ToNodeIndex integer from 0, in Nodes
---@field ToNodeInputIndex integer from 0, in the order of BindInputs
---@field Name? string for messages

---Count the waiting objects of one kind on one queue.
---@class KindStats
---@field Name? string
---@field Stale? integer wait for the next submission
---@field Pending? integer wait for the fence

---A half-open byte range, as D3D12_RANGE.
---@class MapRange
---@field Begin? integer the first byte
---@field End? integer the byte after the last one

---The argument of gpu.SetMessageFilter.
---@class MessageFilterDesc
---@field Allow? string[]
---@field Deny? string[]
---@field Severities? table<string, string> error, warning or advice by code, name or family

---Connects an output of a node to an output of the graph (DML_OUTPUT_GRAPH_EDGE_DESC). Numbers count from 0.
---@class OutputGraphEdge
---@field FromNodeIndex integer from 0, in Nodes
---@field FromNodeOutputIndex integer from 0, in the order of BindOutputs
---@field GraphOutputIndex integer from 0
---@field Name? string for messages

---The numbers of a PagePool at one moment.
---@class PagePoolStats
---@field Pages? integer pages; Pages is their sum
---@field Free? integer pages; Pages is their sum
---@field Taken? integer pages; Pages is their sum
---@field Stale? integer pages; Pages is their sum
---@field Bytes? integer of all pages
---@field TakenBytes? integer
---@field StaleBytes? integer
---@field PeakPages? integer
---@field PeakBytes? integer
---@field PeakUsedBytes? integer the most that was ever taken or stale

---As D3D12_RENDER_PASS_BEGINNING_ACCESS; ClearValue is for CLEAR.
---@class PassBeginningAccess
---@field Type? PassBeginning what becomes of the contents when the pass begins
---@field ClearValue? ClearValue with CLEAR

---As D3D12_RENDER_PASS_ENDING_ACCESS; Resolve is for RESOLVE.
---@class PassEndingAccess
---@field Type? PassEnding what becomes of the contents when the pass ends
---@field Resolve? PassResolve where the samples go; only with RESOLVE

---As D3D12_RENDER_PASS_ENDING_ACCESS_RESOLVE_PARAMETERS of one subresource: from the target to DstResource, which is in RESOLVE_DEST.
---@class PassResolve
---@field SrcResource? Resource nil: the target's
---@field DstResource Resource gets one sample a texel
---@field SrcSubresource? integer of SrcResource
---@field DstSubresource? integer of DstResource
---@field DstX? integer texels
---@field DstY? integer texels
---@field SrcRect? Rect nil: all of it
---@field Format? Format UNKNOWN: that of the target's resource
---@field ResolveMode? ResolveMode how samples become one
---@field PreserveResolveSource? boolean false: the samples are discarded when they are resolved

---One resource of a signature: shaders find it by its name.
---@class PipelineResourceDesc
---@field Name string what messages, traces and pictures call it
---@field ShaderStages ShaderStages
---@field ArraySize? integer elements; of INLINE_CONSTANTS: 32-bit values, up to MaxInlineConstants
---@field ResourceType ResourceType
---@field VarType? VariableType
---@field Flags? EngineResourceFlags

---Describes what pipelines and binding objects agree on.
---@class PipelineResourceSignatureDesc
---@field Name? string what messages, traces and pictures call it
---@field Resources? PipelineResourceDesc[]
---@field ImmutableSamplers? ImmutableSampler[]
---@field BindingIndex? integer 0 to 7: the place at which contexts keep its binding objects; at most 7

---The table of gpu.PixelShader. Without Inputs they are what the vertex shader gives.
---@class PixelShaderDesc
---@field Name? string what messages, traces and pictures call it
---@field Inputs? StageInput[] at most 32
---@field Interpolation? table by field of Main's first parameter
---@field EarlyDepthStencil? boolean HLSL's [earlydepthstencil]: depth and stencil are tested and written before Main runs, also for pixels that it discards. Main returns no Depth
---@field Main function the shader: its first parameter is what the vertex shader returns

---Describes a resource that is in a heap (CreatePlacedResource).
---@class PlacedResourceDesc
---@field Name? string what messages, traces and pictures call it
---@field Dimension ResourceDimension BUFFER, TEXTURE1D, TEXTURE2D or TEXTURE3D
---@field Alignment? integer bytes; 0: as the resource needs
---@field Width integer at least 1
---@field Height? integer at least 1
---@field DepthOrArraySize? integer 1 to 65535
---@field MipLevels? integer mip levels; 0: down to one texel
---@field Format? Format UNKNOWN for buffers
---@field SampleDesc? SampleDesc samples a texel
---@field Layout? TextureLayout UNKNOWN for textures, ROW_MAJOR for buffers; left out it is right
---@field Flags? ResourceFlags how it can be bound
---@field Heap Heap the heap it is placed in
---@field HeapOffset? integer
---@field InitialState? ResourceStates the initial state; by default the one that the heap requires, or COMMON
---@field OptimizedClearValue? ClearValue what clears of it usually write

---Count the objects of a pool. Created = Free + InFlight + Lent.
---@class PoolStats
---@field Name? string
---@field Created? integer
---@field Free? integer can be lent at once; in Seed numbering the front of those in flight may be, too
---@field InFlight? integer
---@field Lent? integer not given back

---DXGI_PRESENT_PARAMETERS.
---@class PresentParameters
---@field DirtyRectsCount? integer at most 0

---Describes a query.
---@class QueryDesc
---@field Name? string what messages, traces and pictures call it
---@field Type EngineQueryType

---Describes an array of queries (CreateQueryHeap).
---@class QueryHeapDesc
---@field Name? string what messages, traces and pictures call it
---@field Type QueryHeapType what its queries measure
---@field Count integer at least 1
---@field NodeMask? integer at most 1

---Describe one queue.
---@class QueueStats
---@field Name? string
---@field NextNumber? integer
---@field NextValue? integer
---@field CompletedValue? integer
---@field CompletedLists? integer
---@field Stale? integer of all kinds
---@field Pending? integer of all kinds
---@field OldestPending? integer how many values ago the oldest pending object's was signalled; 0 if none waits or it is not signalled
---@field Kinds? KindStats[]

---As D3D12_RASTERIZER_DESC. DepthBias counts units of the smallest step of the depth format at the primitive's depth.
---@class RasterizerDesc
---@field FillMode? FillMode SOLID or WIREFRAME
---@field CullMode? CullMode which faces are left out
---@field FrontCounterClockwise? boolean which way round the front faces
---@field DepthBias? integer steps of the depth format, added to the depth
---@field DepthBiasClamp? number the largest bias
---@field SlopeScaledDepthBias? number times the steepest slope of depth, added to the depth
---@field DepthClipEnable? boolean clips at the near and the far plane
---@field MultisampleEnable? boolean lines are four-sided boxes
---@field AntialiasedLineEnable? boolean refused on targets with one sample
---@field ForcedSampleCount? integer refused unless 0
---@field ConservativeRaster? ConservativeRaster

---A half-open rectangle of texels, as D3D12_RECT. The list form is that of C: { left, top, right, bottom }.
---@class Rect
---@field Left? integer pixels; the first column
---@field Top? integer the first row
---@field Right integer the column after the last one
---@field Bottom integer the row after the last one

---Count what waits to be destroyed, of all kinds and queues.
---@class ReleaseQueueStats
---@field Stale? integer waits for the next submission
---@field Pending? integer waits for the GPU
---@field Queues? QueueStats[]

---As D3D12_RENDER_PASS_DEPTH_STENCIL_DESC; what is left out is NO_ACCESS.
---@class RenderPassDepthStencil
---@field CPUDescriptor CPUDescriptorHandle the depth-stencil view
---@field DepthBeginningAccess? PassBeginningAccess of the depth plane
---@field StencilBeginningAccess? PassBeginningAccess of the stencil plane
---@field DepthEndingAccess? PassEndingAccess of the depth plane
---@field StencilEndingAccess? PassEndingAccess of the stencil plane

---As D3D12_RENDER_PASS_RENDER_TARGET_DESC.
---@class RenderPassTarget
---@field CPUDescriptor CPUDescriptorHandle the render target view
---@field BeginningAccess PassBeginningAccess what becomes of the contents when the pass begins
---@field EndingAccess PassEndingAccess and when it ends

---As D3D12_RENDER_TARGET_BLEND_DESC: what one render target does with a colour.
---@class RenderTargetBlendDesc
---@field BlendEnable? boolean blends the color with the target's contents
---@field LogicOpEnable? boolean a bitwise operation instead, on UINT targets
---@field SrcBlend? Blend factor of the new color
---@field DestBlend? Blend factor of the old color
---@field BlendOp? BlendOp how the two are joined
---@field SrcBlendAlpha? Blend factor of the new alpha
---@field DestBlendAlpha? Blend factor of the old alpha
---@field BlendOpAlpha? BlendOp how the two are joined
---@field LogicOp? LogicOp with LogicOpEnable
---@field RenderTargetWriteMask? ColorWriteEnable components that are written: 1 red, 2 green, 4 blue, 8 alpha

---Diligent's ResolveTextureSubresourceAttribs.
---@class ResolveTextureSubresourceAttribs
---@field SrcMipLevel? integer
---@field SrcSlice? integer
---@field SrcTextureTransitionMode? Transition
---@field DstMipLevel? integer
---@field DstSlice? integer
---@field DstTextureTransitionMode? Transition
---@field Format? Format default: the target's

---Describes a buffer or a texture. Zero means: height, depth, mips and samples 1.
---@class ResourceDesc
---@field Name? string what messages, traces and pictures call it
---@field Dimension ResourceDimension BUFFER, TEXTURE1D, TEXTURE2D or TEXTURE3D
---@field Alignment? integer bytes; 0: as the resource needs
---@field Width integer at least 1
---@field Height? integer at least 1
---@field DepthOrArraySize? integer 1 to 65535
---@field MipLevels? integer mip levels; 0: down to one texel
---@field Format? Format UNKNOWN for buffers
---@field SampleDesc? SampleDesc samples a texel
---@field Layout? TextureLayout UNKNOWN for textures, ROW_MAJOR for buffers; left out it is right
---@field Flags? ResourceFlags how it can be bound

---Says what becomes of the registers that the shaders declare.
---@class ResourceLayout
---@field DefaultVariableType? VariableType
---@field Variables? ShaderVariableDesc[]
---@field ImmutableSamplers? ImmutableSamplerDesc[]

---One argument of a root signature.
---@class RootParameter
---@field Type RootParameterType DESCRIPTOR_TABLE, 32BIT_CONSTANTS, CBV, SRV or UAV
---@field Ranges? DescriptorRange[] what the table holds, in order; only with DESCRIPTOR_TABLE
---@field ShaderRegister? integer the register; only with 32BIT_CONSTANTS, CBV, SRV, UAV
---@field RegisterSpace? integer the register space; only with 32BIT_CONSTANTS, CBV, SRV, UAV
---@field Num32BitValues? integer how many constants there are; only with 32BIT_CONSTANTS
---@field Flags? DescriptorRangeFlags what may change after the view is set (root signature 1.1); only with CBV, SRV, UAV
---@field ShaderVisibility? ShaderVisibility which shaders see it

---Describes a root signature (CreateRootSignature).
---@class RootSignatureDesc
---@field Name? string what messages, traces and pictures call it
---@field Version? RootSignatureVersion 1.1: flags of ranges promise what does not change; 1.0: everything may change
---@field Parameters? RootParameter[] at most 64 DWORDs together
---@field StaticSamplers? StaticSampler[] samplers without a heap
---@field Flags? RootSignatureFlags what the pipelines need, and what they do not access

---As DXGI_SAMPLE_DESC. The zero value means one sample.
---@class SampleDesc
---@field Count? integer 1, 2, 4 or 8 samples a texel; at least 1
---@field Quality? integer 0

---Describes a sampler (CreateSampler), as D3D12_SAMPLER_DESC, whose fields have no defaults in C. Those here are of Direct3D 11 (CD3D11_SAMPLER_DESC) and of Diligent, with CLAMP; CD3DX12_STATIC_SAMPLER_DESC has WRAP and an anisotropic filter.
---@class SamplerDesc
---@field Filter? Filter how texels become a value
---@field AddressU? AddressMode of texture coordinates below 0 and above 1
---@field AddressV? AddressMode as AddressU, of the second coordinate
---@field AddressW? AddressMode of the third
---@field MipLODBias? number added to the mip level
---@field MaxAnisotropy? integer samples along the longer axis, with filter ANISOTROPIC, from 1; no matter otherwise; at most 16
---@field ComparisonFunc? ComparisonFunc between reference and texel, of the COMPARISON filters
---@field BorderColor? number[] four numbers, or TRANSPARENT_BLACK, OPAQUE_BLACK or OPAQUE_WHITE; static samplers have only these
---@field MinLOD? number mip levels below it are not used
---@field MaxLOD? number nor those above

---DML_SCALE_BIAS: inputs become x*Scale + Bias first.
---@class ScaleBias
---@field Scale number
---@field Bias? number

---Says how often one variable changes.
---@class ShaderVariableDesc
---@field Name string what messages, traces and pictures call it
---@field Type VariableType
---@field Flags? VariableFlags
---@field ArraySize? integer of INLINE_CONSTANTS: how many 32-bit values, 1 to MaxInlineConstants (Diligent reads it from the shader)

---DML_SIZE_2D.
---@class Size2D
---@field Width integer
---@field Height integer

---One entry of Inputs: { "TEXCOORD1", "float2" } of a vertex shader, { "uv", "float2", "noperspective" } of a pixel shader.
---@class StageInput
---@field Name string the semantic name and index, or the name of a field
---@field Type string as "float4"
---@field Interpolation? string of a pixel shader: linear, nointerpolation, noperspective, centroid, sample

---Diligent's StateTransitionDesc.
---@class StateTransitionDesc
---@field Resource Buffer|Texture
---@field NewState ResourceStates
---@field FirstMipLevel? integer
---@field MipLevelsCount? integer 0: all that follow
---@field FirstArraySlice? integer
---@field ArraySliceCount? integer 0: all that follow

---A sampler in the root signature, which needs no heap (H10).
---@class StaticSampler
---@field Filter? Filter how texels become a value
---@field AddressU? AddressMode of texture coordinates below 0 and above 1
---@field AddressV? AddressMode as AddressU, of the second coordinate
---@field AddressW? AddressMode of the third
---@field MipLODBias? number added to the mip level
---@field MaxAnisotropy? integer samples along the longer axis, with filter ANISOTROPIC, from 1; no matter otherwise; at most 16
---@field ComparisonFunc? ComparisonFunc between reference and texel, of the COMPARISON filters
---@field BorderColor? number[] four numbers, or TRANSPARENT_BLACK, OPAQUE_BLACK or OPAQUE_WHITE; static samplers have only these
---@field MinLOD? number mip levels below it are not used
---@field MaxLOD? number nor those above
---@field ShaderRegister? integer s register
---@field RegisterSpace? integer the register space
---@field ShaderVisibility? ShaderVisibility which shaders see it

---As D3D12_DEPTH_STENCILOP_DESC: what happens for the faces of one orientation.
---@class StencilFaceDesc
---@field StencilFailOp? StencilOp where the stencil test fails
---@field StencilDepthFailOp? StencilOp where only the depth test fails
---@field StencilPassOp? StencilOp where both pass
---@field StencilFunc? ComparisonFunc the reference compared with what is there

---The argument of StepGpu: Until, or a Fence with a Value, or a Time in virtual nanoseconds from now.
---@class StepDesc
---@field Until? StepUntil how far the GPU goes
---@field Fence? Fence or rather until it has a value
---@field Value? integer of the fence
---@field Time? integer or rather for so many virtual nanoseconds

---The texels of one subresource.
---@class SubresourceData
---@field Data? string|integer[]
---@field Stride? integer bytes from one row to the next; 0: rows without gaps
---@field DepthStride? integer bytes from one depth slice to the next; 0: without gaps

---Describes the back buffers of a swap chain (CreateSwapChain), as DXGI_SWAP_CHAIN_DESC1. There is no window: what is presented goes to the program around the script.
---@class SwapChainDesc
---@field Name? string what messages, traces and pictures call it
---@field Width integer pixels; at least 1
---@field Height integer at least 1
---@field Format? Format of the back buffers
---@field BufferCount? integer 2 to 16
---@field SampleDesc? SampleDesc one sample: draw to a texture with more, and resolve
---@field SwapEffect? SwapEffect FLIP_DISCARD or FLIP_SEQUENTIAL
---@field Flags? SwapChainFlags FRAME_LATENCY_WAITABLE_OBJECT, ALLOW_TEARING

---One side of CopyTextureRegion: a subresource of a texture, or, with a Format, a placed footprint in a buffer.
---@class TextureCopyLocation
---@field Resource Resource a texture, or a buffer with a footprint
---@field Subresource? integer of a texture
---@field Offset? integer bytes; 512-byte aligned
---@field Format? Format of the footprint; UNKNOWN for a texture
---@field Width? integer texels of the footprint
---@field Height? integer texels
---@field Depth? integer texels
---@field RowPitch? integer bytes; 256-byte aligned

---Describes a texture.
---@class TextureDesc
---@field Name? string what messages, traces and pictures call it
---@field Type? TextureType
---@field Width integer at least 1
---@field Height? integer at least 1
---@field Depth? integer depth slices of TEX_3D
---@field ArraySize? integer slices of arrays; cubes have 6 each
---@field Format Format
---@field MipLevels? integer 0: the full chain
---@field SampleCount? integer
---@field Usage? Usage
---@field BindFlags? BindFlags
---@field CPUAccessFlags? CPUAccess STAGING: one of READ and WRITE; DYNAMIC: WRITE, which is the default
---@field MiscFlags? MiscTextureFlags
---@field ImmediateContextMask? integer
---@field ClearValue? ClearValue
---@field Data? SubresourceData[] by subresource: mip + slice*MipLevels
---@field DataContext? DeviceContext whose queue uploads Data; nil: that of the first context of the mask

---The numbers of the current frame, and the largest of all frames.
---@class UploadStats
---@field Frame? integer ordinal of the current frame, from 1
---@field Current? UploadUse
---@field Peak? UploadUse

---How much memory a frame uses, in bytes.
---@class UploadUse
---@field Used? integer asked for
---@field Aligned? integer with what alignment skipped
---@field Allocated? integer pages taken, or capacity of rings
---@field Pages? integer

---As D3D12_VERTEX_BUFFER_VIEW.
---@class VertexBufferView
---@field BufferLocation? integer GPU virtual address; 0 is the null view, which reads 0
---@field SizeInBytes? integer bytes
---@field StrideInBytes? integer at most 2048

---The table of gpu.VertexShader.
---@class VertexShaderDesc
---@field Name? string what messages, traces and pictures call it
---@field Inputs? StageInput[] at most 32
---@field Interpolation? table by field of what Main returns
---@field Main function the shader: its parameters are the inputs and system values

---Describes an SRV, UAV, RTV or DSV. One flat table serves every dimension: a field that the dimension does not have must stay 0. nil, or zero fields, mean: the whole resource in its own format.
---@class ViewDesc
---@field Format? Format of the view; UNKNOWN: that of the resource
---@field ViewDimension? ViewDimension the shape of the view; UNKNOWN: that of the resource
---@field FirstElement? integer elements
---@field NumElements? integer elements; 0 is all that follow
---@field StructureByteStride? integer bytes; at most 2048
---@field CounterOffsetInBytes? integer bytes, of the counter in its buffer; a multiple of 4096
---@field Flags? BufferViewFlags RAW for byte addresses, READ_ONLY_… for DSVs
---@field MostDetailedMip? integer the first mip level of an SRV
---@field MipLevels? integer of an SRV; 0 is all that follow
---@field MipSlice? integer the mip level of a UAV, RTV or DSV
---@field FirstArraySlice? integer array slice; of cubes the face, six for each cube
---@field ArraySize? integer slices or faces; 0 is all that follow
---@field FirstWSlice? integer depth slice of a 3D texture
---@field WSize? integer depth slices; 0 is all that follow
---@field ResourceMinLODClamp? number samples of an SRV use no mip level of the resource below it
---@field PlaneSlice? integer 1: the stencil of a depth texture, as its format says; at most 1
---@field Shader4ComponentMapping? ShaderComponent[] Shader4ComponentMapping is for SRVs of textures and typed buffers; left out it is what C has to write in every SRV: components are in their order

---As D3D12_VIEWPORT: pixels, and the depth range. Draws reach the pixels from floor(TopLeftX) to floor(TopLeftX + Width), and so in height. The list form is that of C: { x, y, width, height, minimum, maximum }.
---@class Viewport
---@field TopLeftX? number pixels
---@field TopLeftY? number pixels
---@field Width number pixels
---@field Height number pixels
---@field MinDepth? number the depth of the near plane, 0 to 1
---@field MaxDepth? number the depth of the far plane

---One 32-bit write.
---@class WriteBufferImmediateParameter
---@field Dest integer GPU virtual address, a multiple of 4
---@field Value integer 32 bits
---@field Mode? WriteBufferImmediateMode when it is written

---Writes descriptors of what is bound to tensors; from DMLDevice:CreateBindingTable.
---@class BindingTable
local BindingTable = {}

---Binds buffers to the inputs.
---@param bindings Binding[] in the order of the operator's fields; {} binds nothing to one
function BindingTable:BindInputs(bindings) end

---Binds buffers to the outputs.
---@param bindings Binding[] in the order of the operator's fields; {} binds nothing to one
function BindingTable:BindOutputs(bindings) end

---Binds the memory that initialisation filled.
---@param binding? Binding nil unbinds it
function BindingTable:BindPersistentResource(binding) end

---Binds the memory that an execution calculates in.
---@param binding? Binding nil unbinds it
function BindingTable:BindTemporaryResource(binding) end

---The DirectML device that made the object.
---@return DMLDevice
function BindingTable:GetDevice() end

---The object's name.
---@return string
function BindingTable:GetName() end

---Gives the object up; using it afterwards is an error.
function BindingTable:Release() end

---Makes the table one for another dispatchable or range; nil empties it.
---@param desc? BindingTableDesc
function BindingTable:Reset(desc) end

---Renames the object in every later message.
---@param name string the new name
function BindingTable:SetName(name) end

---A buffer of the engine level; from RenderDevice:CreateBuffer.
---@class Buffer
local Buffer = {}

---Makes a view of a part of the buffer.
---@param desc? EngineViewDesc
---@return BufferView
function Buffer:CreateView(desc) end

---The view of all of the buffer; nil if there is none of the type.
---@param type ViewType SHADER_RESOURCE, RENDER_TARGET, DEPTH_STENCIL or UNORDERED_ACCESS
---@return BufferView
function Buffer:GetDefaultView(type) end

---The object's name.
---@return string
function Buffer:GetName() end

---The resource of the explicit level below; nil for a DYNAMIC buffer without one.
---@return any
function Buffer:GetNativeResource() end

---Gives the object up; it is destroyed when the GPU has passed it.
function Buffer:Release() end

---The description of a tensor; from dml.BufferTensor.
---@class BufferTensor
local BufferTensor = {}

---The description with its defaults filled in.
---@return EngineTensorDesc
function BufferTensor:GetDesc() end

---A view of a buffer; from Buffer:CreateView and Buffer:GetDefaultView.
---@class BufferView
local BufferView = {}

---What the view shows.
---@return Buffer
function BufferView:GetBuffer() end

---The object's name.
---@return string
function BufferView:GetName() end

---Gives the object up; it is destroyed when the GPU has passed it.
function BufferView:Release() end

---A slot of a descriptor heap, for creating and copying descriptors.
---@class CPUDescriptorHandle
local CPUDescriptorHandle = {}

---The handle some slots further.
---@param slots integer may be negative
---@param incrementSize? integer GetDescriptorHandleIncrementSize: 1
function CPUDescriptorHandle:Offset(slots, incrementSize) end

---The memory that lists record into; from CreateCommandAllocator.
---@class CommandAllocator
local CommandAllocator = {}

---The device that made the object.
---@return Device
function CommandAllocator:GetDevice() end

---The object's name.
---@return string
function CommandAllocator:GetName() end

---Gives the object up; using it afterwards is an error.
function CommandAllocator:Release() end

---Recycles the memory of all its lists, which the GPU must have finished.
function CommandAllocator:Reset() end

---Renames the object in every later message, trace and picture.
---@param name string the new name
function CommandAllocator:SetName(name) end

---Records commands for a queue of its type; from CreateCommandList.
---@class CommandList
local CommandList = {}

---Opens a named region for traces and messages.
---@param text string
function CommandList:BeginEvent(text) end

---Starts an occlusion or statistics query.
---@param heap QueryHeap
---@param type QueryType
---@param index integer query
function CommandList:BeginQuery(heap, type, index) end

---Binds targets for some draws, and clears or discards them first; it composes OMSetRenderTargets, clears and DiscardResource.
---@param renderTargets RenderPassTarget[]|nil up to eight
---@param depthStencil? RenderPassDepthStencil
---@param flags? RenderPassFlags default "NONE"
function CommandList:BeginRenderPass(renderTargets, depthStencil, flags) end

---Fills depth, stencil or both, or rectangles of them.
---@param view CPUDescriptorHandle
---@param flags ClearFlags "DEPTH", "STENCIL" or "DEPTH|STENCIL"
---@param depth number 0 to 1
---@param stencil? integer 0 to 255; default 0
---@param rects? Rect[] nil: all of it
function CommandList:ClearDepthStencilView(view, flags, depth, stencil, rects) end

---Fills a render target, or rectangles of it.
---@param view CPUDescriptorHandle
---@param color number[] four
---@param rects? Rect[] nil: all of it
function CommandList:ClearRenderTargetView(view, color, rects) end

---Forgets the list's state and sets the pipeline, which may be nil.
---@param pipeline? PipelineState
function CommandList:ClearState(pipeline) end

---Writes four floats to a view, or to rectangles of it.
---@param tableHandle GPUDescriptorHandle in the bound heap
---@param viewHandle CPUDescriptorHandle of the same view, in a heap that is not shader-visible
---@param resource Resource
---@param values number[] four
---@param rects? Rect[] nil: all of it
function CommandList:ClearUnorderedAccessViewFloat(tableHandle, viewHandle, resource, values, rects) end

---Writes four integers to a view, or to rectangles of it.
---@param tableHandle GPUDescriptorHandle in the bound heap
---@param viewHandle CPUDescriptorHandle of the same view, in a heap that is not shader-visible
---@param resource Resource
---@param values number[] four
---@param rects? Rect[] nil: all of it
function CommandList:ClearUnorderedAccessViewUint(tableHandle, viewHandle, resource, values, rects) end

---Ends the recording.
function CommandList:Close() end

---Copies bytes between buffers.
---@param dst Resource destination buffer
---@param dstOffset integer bytes
---@param src Resource source buffer
---@param srcOffset integer bytes
---@param numBytes integer bytes
function CommandList:CopyBufferRegion(dst, dstOffset, src, srcOffset, numBytes) end

---Copies a whole resource to another of the same shape.
---@param dst Resource
---@param src Resource
function CommandList:CopyResource(dst, src) end

---Copies a box of texels between subresources and placed footprints.
---@param dst TextureCopyLocation
---@param dstX integer texels
---@param dstY integer texels
---@param dstZ integer texels
---@param src TextureCopyLocation
---@param srcBox? Box nil: all of it
function CommandList:CopyTextureRegion(dst, dstX, dstY, dstZ, src, srcBox) end

---Says that a resource's contents are not needed any more.
---@param resource Resource
---@param region? DiscardRegion nil: all of it
function CommandList:DiscardResource(resource, region) end

---Runs thread groups of the bound compute pipeline.
---@param x integer groups
---@param y integer groups
---@param z integer groups
function CommandList:Dispatch(x, y, z) end

---Draws the vertices that indices name.
---@param indexCountPerInstance integer indices
---@param instanceCount integer instances
---@param startIndexLocation? integer index; default 0
---@param baseVertexLocation? integer added to each index; default 0
---@param startInstanceLocation? integer instance; default 0
function CommandList:DrawIndexedInstanced(indexCountPerInstance, instanceCount, startIndexLocation, baseVertexLocation, startInstanceLocation) end

---Draws vertices in order.
---@param vertexCountPerInstance integer vertices
---@param instanceCount integer instances
---@param startVertexLocation? integer vertex; default 0
---@param startInstanceLocation? integer instance; default 0
function CommandList:DrawInstanced(vertexCountPerInstance, instanceCount, startVertexLocation, startInstanceLocation) end

---Closes the region that was opened last.
function CommandList:EndEvent() end

---Ends a query: a timestamp takes the time, others what was counted since BeginQuery.
---@param heap QueryHeap
---@param type QueryType
---@param index integer query
function CommandList:EndQuery(heap, type, index) end

---Ends the render pass: resolves or discards its targets, and unbinds them.
function CommandList:EndRenderPass() end

---Runs the commands of a closed bundle.
---@param bundle CommandList of type BUNDLE
function CommandList:ExecuteBundle(bundle) end

---Runs dispatches or draws whose arguments are in a buffer.
---@param signature CommandSignature
---@param maxCommandCount integer
---@param argumentBuffer Resource
---@param argumentOffset? integer bytes; default 0
---@param countBuffer? Resource nil: maxCommandCount commands
---@param countOffset? integer bytes; default 0
function CommandList:ExecuteIndirect(signature, maxCommandCount, argumentBuffer, argumentOffset, countBuffer, countOffset) end

---The device that made the object.
---@return Device
function CommandList:GetDevice() end

---The object's name.
---@return string
function CommandList:GetName() end

---The list's type.
---@return CommandListType
function CommandList:GetType() end

---Sets the index buffer; nil unsets it.
---@param view IndexBufferView|nil
function CommandList:IASetIndexBuffer(view) end

---Says how vertices make primitives.
---@param topology PrimitiveTopology
function CommandList:IASetPrimitiveTopology(topology) end

---Sets the vertex buffers of slots in a row.
---@param startSlot integer slot
---@param views VertexBufferView[]
function CommandList:IASetVertexBuffers(startSlot, views) end

---Sets the constant of the factors BLEND_FACTOR and INV_BLEND_FACTOR.
---@param factor number[]|nil four; nil: 1 each
function CommandList:OMSetBlendFactor(factor) end

---Sets the range of stored depths that DepthBoundsTestEnable lets through, ends included.
---@param min number 0 at first
---@param max number 1 at first
function CommandList:OMSetDepthBounds(min, max) end

---Binds render targets and a depth buffer.
---@param renderTargets CPUDescriptorHandle[]|nil up to eight
---@param depthStencil? CPUDescriptorHandle
---@param inARow? integer render targets whose handles follow the last one in a row, as RTsSingleHandleToDescriptorRange says; default 1
function CommandList:OMSetRenderTargets(renderTargets, depthStencil, inARow) end

---Sets the reference value of stencil tests.
---@param stencilRef integer 0 to 255
function CommandList:OMSetStencilRef(stencilRef) end

---Sets all scissor rectangles.
---@param rects Rect[] up to 16
function CommandList:RSSetScissorRects(rects) end

---Sets all viewports.
---@param viewports Viewport[] up to 16
function CommandList:RSSetViewports(viewports) end

---Gives the object up; using it afterwards is an error.
function CommandList:Release() end

---Opens the list again on an allocator; the list may still be in flight, the allocator's contents may not be reset.
---@param allocator CommandAllocator
---@param initialState? PipelineState
function CommandList:Reset(allocator, initialState) end

---Copies query results into a buffer: 8 bytes each, 88 of pipeline statistics.
---@param heap QueryHeap
---@param type QueryType
---@param startIndex integer query
---@param numQueries integer queries
---@param dst Resource buffer
---@param dstOffset integer bytes
function CommandList:ResolveQueryData(heap, type, startIndex, numQueries, dst, dstOffset) end

---Makes one texel of the samples of each.
---@param dst Resource with one sample
---@param dstSubresource integer
---@param src Resource with several samples
---@param srcSubresource integer
---@param format? Format default: that of src
function CommandList:ResolveSubresource(dst, dstSubresource, src, srcSubresource, format) end

---Resolves a rectangle to a place in the destination.
---@param dst Resource with one sample
---@param dstSubresource integer
---@param dstX integer texels
---@param dstY integer texels
---@param src Resource with several samples
---@param srcSubresource integer
---@param srcRect? Rect nil: all of it
---@param format? Format default: that of src
---@param mode? ResolveMode default AVERAGE
function CommandList:ResolveSubresourceRegion(dst, dstSubresource, dstX, dstY, src, srcSubresource, srcRect, format, mode) end

---Records barriers, which act in order.
---@param barriers BarrierDesc[]
function CommandList:ResourceBarrier(barriers) end

---Sets one root constant.
---@param rootParameterIndex integer parameter
---@param value number|Word a float, or gpu.AsUint(n)
---@param index? integer values; default 0
function CommandList:SetComputeRoot32BitConstant(rootParameterIndex, value, index) end

---Sets root constants: floats, or integers through gpu.AsUint.
---@param rootParameterIndex integer parameter
---@param values (number|Word)[]
---@param first? integer values; default 0
function CommandList:SetComputeRoot32BitConstants(rootParameterIndex, values, first) end

---Points a root CBV at a GPU virtual address.
---@param rootParameterIndex integer parameter
---@param address integer GPU virtual address
function CommandList:SetComputeRootConstantBufferView(rootParameterIndex, address) end

---Points a table parameter at descriptors of a bound heap.
---@param rootParameterIndex integer parameter
---@param base GPUDescriptorHandle
function CommandList:SetComputeRootDescriptorTable(rootParameterIndex, base) end

---Points a root SRV at a GPU virtual address.
---@param rootParameterIndex integer parameter
---@param address integer GPU virtual address
function CommandList:SetComputeRootShaderResourceView(rootParameterIndex, address) end

---Sets the root signature of the following dispatches.
---@param rootSignature RootSignature
function CommandList:SetComputeRootSignature(rootSignature) end

---Points a root UAV at a GPU virtual address.
---@param rootParameterIndex integer parameter
---@param address integer GPU virtual address
function CommandList:SetComputeRootUnorderedAccessView(rootParameterIndex, address) end

---Replaces the set of bound shader-visible heaps: at most one of each type.
---@param heaps DescriptorHeap[]
function CommandList:SetDescriptorHeaps(heaps) end

---Sets one root constant of draws.
---@param rootParameterIndex integer parameter
---@param value number|Word a float, or gpu.AsUint(n)
---@param index? integer values; default 0
function CommandList:SetGraphicsRoot32BitConstant(rootParameterIndex, value, index) end

---Sets root constants of draws: floats, or integers through gpu.AsUint.
---@param rootParameterIndex integer parameter
---@param values (number|Word)[]
---@param first? integer values; default 0
function CommandList:SetGraphicsRoot32BitConstants(rootParameterIndex, values, first) end

---Points a root CBV at a GPU virtual address.
---@param rootParameterIndex integer parameter
---@param address integer GPU virtual address
function CommandList:SetGraphicsRootConstantBufferView(rootParameterIndex, address) end

---Points a table parameter of draws at descriptors of a bound heap.
---@param rootParameterIndex integer parameter
---@param base GPUDescriptorHandle
function CommandList:SetGraphicsRootDescriptorTable(rootParameterIndex, base) end

---Points a root SRV at a GPU virtual address.
---@param rootParameterIndex integer parameter
---@param address integer GPU virtual address
function CommandList:SetGraphicsRootShaderResourceView(rootParameterIndex, address) end

---Sets the root signature of the following draws.
---@param rootSignature RootSignature
function CommandList:SetGraphicsRootSignature(rootSignature) end

---Points a root UAV at a GPU virtual address.
---@param rootParameterIndex integer parameter
---@param address integer GPU virtual address
function CommandList:SetGraphicsRootUnorderedAccessView(rootParameterIndex, address) end

---Puts a label into traces and messages.
---@param text string
function CommandList:SetMarker(text) end

---Renames the object in every later message, trace and picture.
---@param name string the new name
function CommandList:SetName(name) end

---Sets the pipeline of the following dispatches or draws.
---@param pipeline PipelineState
function CommandList:SetPipelineState(pipeline) end

---Leaves the following draws, dispatches, copies, clears and resolves out where the 64 bits in a buffer fulfil an operation; nil ends it.
---@param buffer Resource|nil
---@param offset? integer bytes; default 0
---@param operation? PredicationOp default EQUAL_ZERO
function CommandList:SetPredication(buffer, offset, operation) end

---Writes 32-bit values to GPU virtual addresses.
---@param params WriteBufferImmediateParameter[]
---@param modes? string|integer[] of each, in place of the fields Mode
function CommandList:WriteBufferImmediate(params, modes) end

---Executes lists of its type in the order of submission; from CreateCommandQueue.
---@class CommandQueue
local CommandQueue = {}

---Makes back buffers that the queue presents.
---@param desc SwapChainDesc
---@return SwapChain
function CommandQueue:CreateSwapChain(desc) end

---Submits closed lists, which run in order after everything submitted before.
---@param lists CommandList[]
function CommandQueue:ExecuteCommandLists(lists) end

---The GPU's and the CPU's clock at one instant, in ticks.
---@return integer
---@return integer
function CommandQueue:GetClockCalibration() end

---The queue's description.
---@return CommandQueueDesc
function CommandQueue:GetDesc() end

---The device that made the object.
---@return Device
function CommandQueue:GetDevice() end

---The object's name.
---@return string
function CommandQueue:GetName() end

---Timestamp ticks a second.
---@return integer
function CommandQueue:GetTimestampFrequency() end

---Gives the object up; using it afterwards is an error.
function CommandQueue:Release() end

---Renames the object in every later message, trace and picture.
---@param name string the new name
function CommandQueue:SetName(name) end

---Sets the fence after all earlier work of the queue has completed.
---@param fence Fence
---@param value integer
function CommandQueue:Signal(fence, value) end

---Holds everything submitted later back until the fence has reached the value.
---@param fence Fence
---@param value integer
function CommandQueue:Wait(fence, value) end

---Records dispatches into command lists; from DMLDevice:CreateCommandRecorder.
---@class CommandRecorder
local CommandRecorder = {}

---The DirectML device that made the object.
---@return DMLDevice
function CommandRecorder:GetDevice() end

---The object's name.
---@return string
function CommandRecorder:GetName() end

---Records the initialisation or execution of a dispatchable.
---@param list CommandList open, of type DIRECT or COMPUTE
---@param dispatchable CompiledOperator|OperatorInitializer a compiled operator or an initializer
---@param bindings BindingTable a binding table for it
function CommandRecorder:RecordDispatch(list, dispatchable, bindings) end

---Gives the object up; using it afterwards is an error.
function CommandRecorder:Release() end

---Renames the object in every later message.
---@param name string the new name
function CommandRecorder:SetName(name) end

---The commands of ExecuteIndirect; from CreateCommandSignature.
---@class CommandSignature
local CommandSignature = {}

---The device that made the object.
---@return Device
function CommandSignature:GetDevice() end

---The object's name.
---@return string
function CommandSignature:GetName() end

---Gives the object up; using it afterwards is an error.
function CommandSignature:Release() end

---Renames the object in every later message, trace and picture.
---@param name string the new name
function CommandSignature:SetName(name) end

---An operator that can run when it was initialised; from DMLDevice:CompileOperator.
---@class CompiledOperator
local CompiledOperator = {}

---What a binding table for it must have.
---@return BindingProperties
function CompiledOperator:GetBindingProperties() end

---The DirectML device that made the object.
---@return DMLDevice
function CompiledOperator:GetDevice() end

---The object's name.
---@return string
function CompiledOperator:GetName() end

---Gives the object up; using it afterwards is an error.
function CompiledOperator:Release() end

---Renames the object in every later message.
---@param name string the new name
function CompiledOperator:SetName(name) end

---Makes the objects of DirectML; from dml.CreateDevice.
---@class DMLDevice
local DMLDevice = {}

---FEATURE_LEVELS with a list of levels gives MaxSupportedFeatureLevel, TENSOR_DATA_TYPE_SUPPORT with a data type IsSupported.
---@param feature string TENSOR_DATA_TYPE_SUPPORT or FEATURE_LEVELS
---@param query string|string[] levels as "5_0", or a data type
---@return table
function DMLDevice:CheckFeatureSupport(feature, query) end

---Makes one compiled operator of operators that feed each other.
---@param desc GraphDesc
---@param how? CompileDesc
---@return CompiledOperator
function DMLDevice:CompileGraph(desc, how) end

---Compiles an operator.
---@param operator Operator
---@param desc? CompileDesc
---@return CompiledOperator
function DMLDevice:CompileOperator(operator, desc) end

---Makes a binding table; nil makes an empty one.
---@param desc? BindingTableDesc
---@return BindingTable
function DMLDevice:CreateBindingTable(desc) end

---Makes a recorder.
---@return CommandRecorder
function DMLDevice:CreateCommandRecorder() end

---Reads the description of an operator.
---@param desc table Type, and the fields that DirectML's struct of that type has: see [operators.md](operators.md)
---@return Operator
function DMLDevice:CreateOperator(desc) end

---Makes an initializer of compiled operators.
---@param operators CompiledOperator[]
---@return OperatorInitializer
function DMLDevice:CreateOperatorInitializer(operators) end

---Takes one MakeResident of each object back, or its creation: what is resident no more must not be used by the GPU.
---@param objects (CompiledOperator|OperatorInitializer)[] their own memory; what is bound to them is that of a device
function DMLDevice:Evict(objects) end

---Why the device was removed; S_OK while it lives.
---@return string
function DMLDevice:GetDeviceRemovedReason() end

---The object's name.
---@return string
function DMLDevice:GetName() end

---The device of the explicit level below.
---@return Device
function DMLDevice:GetParentDevice() end

---Lets the GPU use the objects from now on, until each was evicted as often.
---@param objects (CompiledOperator|OperatorInitializer)[] their own memory; what is bound to them is that of a device
function DMLDevice:MakeResident(objects) end

---Gives the device up. Its children hold it and can be used further.
function DMLDevice:Release() end

---Renames the object in every later message.
---@param name string the new name
function DMLDevice:SetName(name) end

---An array of descriptors; from CreateDescriptorHeap.
---@class DescriptorHeap
local DescriptorHeap = {}

---The handle of a slot, for creating and copying descriptors.
---@param index? integer slot; default 0
---@return CPUDescriptorHandle
function DescriptorHeap:GetCPUDescriptorHandle(index) end

---The handle of slot 0.
---@return CPUDescriptorHandle
function DescriptorHeap:GetCPUDescriptorHandleForHeapStart() end

---The heap's description.
---@return DescriptorHeapDesc
function DescriptorHeap:GetDesc() end

---The device that made the object.
---@return Device
function DescriptorHeap:GetDevice() end

---The handle of a slot, for descriptor tables.
---@param index? integer slot; default 0
---@return GPUDescriptorHandle
function DescriptorHeap:GetGPUDescriptorHandle(index) end

---The handle of slot 0, for descriptor tables.
---@return GPUDescriptorHandle
function DescriptorHeap:GetGPUDescriptorHandleForHeapStart() end

---The object's name.
---@return string
function DescriptorHeap:GetName() end

---Gives the object up; using it afterwards is an error.
function DescriptorHeap:Release() end

---Renames the object in every later message, trace and picture.
---@param name string the new name
function DescriptorHeap:SetName(name) end

---Makes objects and owns queues; from gpu.CreateDevice.
---@class Device
local Device = {}

---Reports a group of capabilities as a table.
---@param feature Feature
---@param format? Format for FORMAT_SUPPORT, FORMAT_INFO and MULTISAMPLE_QUALITY_LEVELS, or a table { Format, SampleCount }
---@return table
function Device:CheckFeatureSupport(feature, format) end

---Copies descriptors piece by piece.
---@param destStarts CPUDescriptorHandle[]
---@param destSizes integer[]|nil descriptors; nil: 1 each
---@param srcStarts CPUDescriptorHandle[]
---@param srcSizes integer[]|nil descriptors; nil: 1 each
---@param type DescriptorHeapType
function Device:CopyDescriptors(destStarts, destSizes, srcStarts, srcSizes, type) end

---Copies consecutive descriptors.
---@param numDescriptors integer
---@param dest CPUDescriptorHandle
---@param src CPUDescriptorHandle
---@param type DescriptorHeapType
function Device:CopyDescriptorsSimple(numDescriptors, dest, src, type) end

---Makes the memory that lists of one type record into.
---@param type CommandListType or a table { Type, Name }
---@param name? string
---@return CommandAllocator
function Device:CreateCommandAllocator(type, name) end

---Makes a list: open when it is given an allocator.
---@param desc CommandListDesc
---@return CommandList
function Device:CreateCommandList(desc) end

---Makes a closed list, without an allocator.
---@param desc ClosedListDesc
---@return CommandList
function Device:CreateCommandList1(desc) end

---Makes a queue.
---@param desc CommandQueueDesc
---@return CommandQueue
function Device:CreateCommandQueue(desc) end

---Describes the commands of ExecuteIndirect.
---@param desc CommandSignatureDesc
---@return CommandSignature
function Device:CreateCommandSignature(desc) end

---Makes a buffer or texture with memory of its own.
---@param desc CommittedResourceDesc
---@return Resource
function Device:CreateCommittedResource(desc) end

---Is CreateCommittedResource: there are no protected sessions.
---@param desc CommittedResourceDesc
---@return Resource
function Device:CreateCommittedResource1(desc) end

---Is CreateCommittedResource: there are no protected sessions.
---@param desc CommittedResourceDesc
---@return Resource
function Device:CreateCommittedResource2(desc) end

---Makes a compute pipeline.
---@param desc ComputePipelineStateDesc
---@return PipelineState
function Device:CreateComputePipelineState(desc) end

---Writes a CBV; a nil description makes a null descriptor.
---@param desc ConstantBufferViewDesc|nil
---@param destDescriptor CPUDescriptorHandle
function Device:CreateConstantBufferView(desc, destDescriptor) end

---Writes a DSV; nil means the whole resource in its own format.
---@param resource Resource|nil nil: a null descriptor
---@param desc ViewDesc|nil nil: the whole resource
---@param destDescriptor CPUDescriptorHandle
function Device:CreateDepthStencilView(resource, desc, destDescriptor) end

---Makes an array of descriptors.
---@param desc DescriptorHeapDesc
---@return DescriptorHeap
function Device:CreateDescriptorHeap(desc) end

---Makes a fence.
---@param initialValue? integer|table default 0, or a table { InitialValue, Flags, Name }
---@param name? string
---@param flags? FenceFlags
---@return Fence
function Device:CreateFence(initialValue, name, flags) end

---Makes a graphics pipeline.
---@param desc GraphicsPipelineStateDesc
---@return PipelineState
function Device:CreateGraphicsPipelineState(desc) end

---Takes memory for placed resources.
---@param desc HeapDesc
---@return Heap
function Device:CreateHeap(desc) end

---Is CreateHeap: there are no protected sessions.
---@param desc HeapDesc
---@return Heap
function Device:CreateHeap1(desc) end

---Makes a buffer or texture at an offset of a heap.
---@param desc PlacedResourceDesc
---@return Resource
function Device:CreatePlacedResource(desc) end

---Is CreatePlacedResource.
---@param desc PlacedResourceDesc
---@return Resource
function Device:CreatePlacedResource1(desc) end

---Makes an array of queries.
---@param desc QueryHeapDesc
---@return QueryHeap
function Device:CreateQueryHeap(desc) end

---Writes an RTV; nil means the whole resource in its own format.
---@param resource Resource|nil nil: a null descriptor
---@param desc ViewDesc|nil nil: the whole resource
---@param destDescriptor CPUDescriptorHandle
function Device:CreateRenderTargetView(resource, desc, destDescriptor) end

---Makes a root signature.
---@param desc? RootSignatureDesc
---@return RootSignature
function Device:CreateRootSignature(desc) end

---Writes a sampler.
---@param desc SamplerDesc
---@param destDescriptor CPUDescriptorHandle
function Device:CreateSampler(desc, destDescriptor) end

---Writes an SRV; nil means the whole resource in its own format.
---@param resource Resource|nil nil: a null descriptor
---@param desc ViewDesc|nil nil: the whole resource
---@param destDescriptor CPUDescriptorHandle
function Device:CreateShaderResourceView(resource, desc, destDescriptor) end

---Writes a UAV; nil means the whole resource in its own format.
---@param resource Resource|nil nil: a null descriptor
---@param counter Resource|nil
---@param desc ViewDesc|nil nil: the whole resource
---@param destDescriptor CPUDescriptorHandle
function Device:CreateUnorderedAccessView(resource, counter, desc, destDescriptor) end

---MakeResident that returns at once: the objects are resident when the fence has the value.
---@param flags ResidencyFlags
---@param objects (Heap|Resource|DescriptorHeap|QueryHeap)[] committed resources; placed ones go with their heap
---@param fence Fence that is signalled
---@param value integer
function Device:EnqueueMakeResident(flags, objects, fence, value) end

---Takes one MakeResident of each object back, or its creation: what is resident no more must not be used by the GPU.
---@param objects (Heap|Resource|DescriptorHeap|QueryHeap)[] committed resources; placed ones go with their heap
function Device:Evict(objects) end

---Describes the simulated adapter.
---@return AdapterDesc
function Device:GetAdapterDesc() end

---Counts what background processing has done since the device was made.
---@return BackgroundProcessingStats
function Device:GetBackgroundProcessingStats() end

---Lays subresources out in a buffer: a list of footprints and the total number of bytes.
---@param resource Resource|ResourceDesc
---@param firstSubresource? integer default 0
---@param numSubresources? integer default: all that follow
---@param baseOffset? integer bytes; default 0
---@return Footprint[]
---@return integer
function Device:GetCopyableFootprints(resource, firstSubresource, numSubresources, baseOffset) end

---The distance of two handles: they count slots, so it is 1.
---@param type DescriptorHeapType
---@return integer
function Device:GetDescriptorHandleIncrementSize(type) end

---Why the device was removed: "S_OK" while it lives.
---@return string
function Device:GetDeviceRemovedReason() end

---The object's name.
---@return string
function Device:GetName() end

---The number of GPU nodes: 1.
---@return integer
function Device:GetNodeCount() end

---The size and alignment that a placed resource needs.
---@param desc ResourceDesc
---@return AllocationInfo
function Device:GetResourceAllocationInfo(desc) end

---Lets the GPU use the objects from now on, until each was evicted as often.
---@param objects (Heap|Resource|DescriptorHeap|QueryHeap)[] committed resources; placed ones go with their heap
function Device:MakeResident(objects) end

---Stops the GPU's clock: work runs only in StepGpu.
function Device:Pause() end

---Gives the object up; using it afterwards is an error.
function Device:Release() end

---Removes the device: pending work is dropped, fences read 2^64-1, waits end.
function Device:RemoveDevice() end

---Lets the GPU's clock run on.
function Device:Resume() end

---Says what may be measured and recompiled in the background; true if more measurements are wanted.
---@param mode ProcessingMode
---@param action MeasurementsAction what becomes of what was measured so far
---@param event? Event set when all tasks of a commit have ended
---@return boolean
function Device:SetBackgroundProcessingMode(mode, action, event) end

---Sets an event when all of the fences, or any one, have reached their values; without an event the thread waits.
---@param fences Fence[]
---@param values integer[]
---@param flags? MultipleFenceWait ALL or ANY; default ALL
---@param event? Event
function Device:SetEventOnMultipleFenceCompletion(fences, values, flags, event) end

---Renames the object in every later message, trace and picture.
---@param name string the new name
function Device:SetName(name) end

---Says what is evicted last where memory is short: here nothing is evicted by itself.
---@param objects (Heap|Resource|DescriptorHeap|QueryHeap)[] committed resources; placed ones go with their heap
---@param priorities string[] one for each object
function Device:SetResidencyPriority(objects, priorities) end

---Lets a paused GPU run until a point; true if the point was reached.
---@param desc? StepDesc
---@return boolean
function Device:StepGpu(desc) end

---Records commands: an immediate context for its queue, a deferred one for the immediate context that Begin names.
---@class DeviceContext
local DeviceContext = {}

---Starts recording on a deferred context.
---@param immediate DeviceContext the context that will execute the list
function DeviceContext:Begin(immediate) end

---Starts a measurement.
---@param query Query
function DeviceContext:BeginQuery(query) end

---Fills depth, stencil or both.
---@param view TextureView
---@param flags ClearFlags
---@param depth? number default 0
---@param stencil? integer default 0
---@param mode? Transition TRANSITION, VERIFY or NONE; default TRANSITION
function DeviceContext:ClearDepthStencil(view, flags, depth, stencil, mode) end

---Fills a render target with a colour.
---@param view TextureView
---@param color number[] red, green, blue, alpha
---@param mode? Transition TRANSITION, VERIFY or NONE; default TRANSITION
function DeviceContext:ClearRenderTarget(view, color, mode) end

---Binds a binding object to the following commands.
---@param srb ShaderResourceBinding
---@param mode? Transition TRANSITION, VERIFY or NONE; default TRANSITION
function DeviceContext:CommitShaderResources(srb, mode) end

---Copies bytes between buffers.
---@param source Buffer
---@param sourceOffset integer bytes
---@param destination Buffer
---@param destinationOffset integer bytes
---@param size integer bytes
---@param sourceMode? Transition default TRANSITION
---@param destinationMode? Transition default TRANSITION
function DeviceContext:CopyBuffer(source, sourceOffset, destination, destinationOffset, size, sourceMode, destinationMode) end

---Copies a subresource, or a box of it, into another texture.
---@param desc CopyTextureAttribs
function DeviceContext:CopyTexture(desc) end

---Holds the commands of the next Flush back until a fence has reached a value.
---@param fence EngineFence
---@param value integer
function DeviceContext:DeviceWaitForFence(fence, value) end

---Runs thread groups of the compute pipeline.
---@param desc? DispatchComputeAttribs
function DeviceContext:DispatchCompute(desc) end

---Runs thread groups whose numbers the GPU reads from a buffer.
---@param desc DispatchComputeIndirectAttribs
function DeviceContext:DispatchComputeIndirect(desc) end

---Draws vertices in their order.
---@param desc DrawAttribs
function DeviceContext:Draw(desc) end

---Draws the vertices that the index buffer names.
---@param desc DrawIndexedAttribs
function DeviceContext:DrawIndexed(desc) end

---Draws indexed vertices with arguments that the GPU reads from a buffer.
---@param desc DrawIndexedIndirectAttribs
function DeviceContext:DrawIndexedIndirect(desc) end

---Draws with arguments that the GPU reads from a buffer.
---@param desc DrawIndirectAttribs
function DeviceContext:DrawIndirect(desc) end

---Ends a measurement.
---@param query Query
function DeviceContext:EndQuery(query) end

---Sets a fence to a value after the commands of the next Flush.
---@param fence EngineFence
---@param value integer
function DeviceContext:EnqueueSignal(fence, value) end

---Submits what the immediate context recorded, and then the lists.
---@param lists EngineCommandList[]
function DeviceContext:ExecuteCommandLists(lists) end

---Ends the recording of a deferred context and returns the list.
---@return EngineCommandList
function DeviceContext:FinishCommandList() end

---Ends the context's frame: its dynamic memory and descriptors go back.
function DeviceContext:FinishFrame() end

---Submits what was recorded.
function DeviceContext:Flush() end

---Fills the mip levels after the first one that a view shows. What is bound is forgotten.
---@param view TextureView a SHADER_RESOURCE view of a texture with MiscFlags GENERATE_MIPS
function DeviceContext:GenerateMips(view) end

---How many submissions the GPU has completed.
---@return integer
function DeviceContext:GetCompletedCommandListCount() end

---The number of the context's frame, from 1.
---@return integer
function DeviceContext:GetFrameNumber() end

---The object's name.
---@return string
function DeviceContext:GetName() end

---The number of the submission that is recorded now, from 0.
---@return integer
function DeviceContext:GetNextCommandListNumber() end

---The numbers of the context's dynamic memory, now and at their peak.
---@return UploadStats
function DeviceContext:GetUploadStats() end

---Forgets what is bound.
function DeviceContext:InvalidateState() end

---Whether the context records lists for others.
---@return boolean
function DeviceContext:IsDeferred() end

---Gives the CPU access to a buffer until UnmapBuffer.
---@param buffer Buffer
---@param type MapType READ or WRITE
---@param flags? MapFlags DISCARD or NO_OVERWRITE for DYNAMIC buffers
---@return MappedBuffer
function DeviceContext:MapBuffer(buffer, type, flags) end

---Gives the CPU access to the texels of one subresource until UnmapTextureSubresource.
---@param texture Texture
---@param mip integer from 0
---@param slice integer from 0
---@param type MapType READ or WRITE
---@param flags? MapFlags DISCARD for DYNAMIC textures
---@param region? Box of a DYNAMIC texture; default: all
---@return MappedData
function DeviceContext:MapTextureSubresource(texture, mip, slice, type, flags, region) end

---Makes one texel of the samples of each.
---@param source Texture multisampled
---@param destination Texture
---@param attribs? ResolveTextureSubresourceAttribs
function DeviceContext:ResolveTextureSubresource(source, destination, attribs) end

---Sets the constant of BLEND_FACTOR.
---@param factors number[] red, green, blue, alpha
function DeviceContext:SetBlendFactors(factors) end

---Binds the index buffer; nil unbinds it.
---@param buffer? Buffer
---@param offset? integer bytes; default 0
---@param mode? Transition TRANSITION, VERIFY or NONE; default TRANSITION
function DeviceContext:SetIndexBuffer(buffer, offset, mode) end

---Sets the pipeline of the following commands.
---@param pipeline EnginePipelineState
function DeviceContext:SetPipelineState(pipeline) end

---Binds render targets and a depth buffer, with a viewport and a scissor rectangle of their size.
---@param targets TextureView[]
---@param depth? TextureView
---@param mode? Transition TRANSITION, VERIFY or NONE; default TRANSITION
function DeviceContext:SetRenderTargets(targets, depth, mode) end

---Sets all scissor rectangles.
---@param rects Rect[]
function DeviceContext:SetScissorRects(rects) end

---Sets the reference value of stencil tests.
---@param ref integer
function DeviceContext:SetStencilRef(ref) end

---Binds vertex buffers to slots from first on.
---@param first integer slot, from 0
---@param buffers Buffer[]
---@param offsets? integer[] bytes; default 0
---@param mode? Transition TRANSITION, VERIFY or NONE; default TRANSITION
function DeviceContext:SetVertexBuffers(first, buffers, offsets, mode) end

---Sets all viewports.
---@param viewports Viewport[]
function DeviceContext:SetViewports(viewports) end

---Brings resources into states.
---@param transitions StateTransitionDesc[]
function DeviceContext:TransitionResourceStates(transitions) end

---Ends the CPU's access to a buffer.
---@param buffer Buffer
function DeviceContext:UnmapBuffer(buffer) end

---Ends the CPU's access to texels; for DYNAMIC textures it records their copy.
---@param texture Texture
---@param mip integer from 0
---@param slice integer from 0
function DeviceContext:UnmapTextureSubresource(texture, mip, slice) end

---Writes bytes into a DEFAULT buffer, in the order of commands.
---@param buffer Buffer
---@param offset integer bytes
---@param data string|integer[] bytes, as of engine.Pack
---@param mode? Transition TRANSITION, VERIFY or NONE; default TRANSITION
function DeviceContext:UpdateBuffer(buffer, offset, data, mode) end

---Writes texels of one subresource: all of it, or a box.
---@param texture Texture
---@param mip integer from 0
---@param slice integer from 0
---@param box Box|nil nil: all
---@param data SubresourceData
---@param mode? Transition TRANSITION, VERIFY or NONE; default TRANSITION
function DeviceContext:UpdateTexture(texture, mip, slice, box, data, mode) end

---Flushes and waits until the queue has completed everything.
function DeviceContext:WaitForIdle() end

---What a deferred context recorded; from DeviceContext:FinishCommandList. It is executed once.
---@class EngineCommandList
local EngineCommandList = {}

---The object's name.
---@return string
function EngineCommandList:GetName() end

---Gives the object up; it is destroyed when the GPU has passed it.
function EngineCommandList:Release() end

---Orders contexts and tells the CPU how far the GPU is; from RenderDevice:CreateFence.
---@class EngineFence
local EngineFence = {}

---The fence's value now.
---@return integer
function EngineFence:GetCompletedValue() end

---The object's name.
---@return string
function EngineFence:GetName() end

---Gives the object up; it is destroyed when the GPU has passed it.
function EngineFence:Release() end

---Blocks the thread until the fence has reached a value.
---@param value integer
function EngineFence:Wait(value) end

---A pipeline of the engine level with its variables; from RenderDevice:CreateGraphicsPipelineState and RenderDevice:CreateComputePipelineState.
---@class EnginePipelineState
local EnginePipelineState = {}

---Makes a binding object; all static variables must be set before.
---@param name? string
---@return ShaderResourceBinding
function EnginePipelineState:CreateShaderResourceBinding(name) end

---The object's name.
---@return string
function EnginePipelineState:GetName() end

---The signature at a place; nil if there is none, or if the pipeline has a layout of its own.
---@param index integer 0 to 7
---@return PipelineResourceSignature?
function EnginePipelineState:GetResourceSignature(index) end

---One more than the highest place of a signature; 1 for a pipeline with a layout of its own.
---@return integer
function EnginePipelineState:GetResourceSignatureCount() end

---A static variable.
---@param stage ShaderType VERTEX, PIXEL or COMPUTE
---@param name string as the shader captures it
---@return ShaderVariable?
function EnginePipelineState:GetStaticVariableByName(stage, name) end

---Whether binding objects of one pipeline serve the other.
---@param other EnginePipelineState
---@return boolean
function EnginePipelineState:IsCompatibleWith(other) end

---Gives the object up; it is destroyed when the GPU has passed it.
function EnginePipelineState:Release() end

---Back buffers that an immediate context presents; from RenderDevice:CreateSwapChain.
---@class EngineSwapChain
local EngineSwapChain = {}

---The view to draw the running frame into.
---@return TextureView
function EngineSwapChain:GetCurrentBackBufferRTV() end

---The view of the depth buffer; nil if there is none.
---@return TextureView
function EngineSwapChain:GetDepthBufferDSV() end

---The description with its defaults filled in.
---@return EngineSwapchainDesc
function EngineSwapChain:GetDesc() end

---The object's name.
---@return string
function EngineSwapChain:GetName() end

---Shows the back buffer and ends the context's frame.
---@param syncInterval? integer vertical blanks since the frame before, 0 to 4; default 1
function EngineSwapChain:Present(syncInterval) end

---Gives the object up; it is destroyed when the GPU has passed it.
function EngineSwapChain:Release() end

---Makes buffers of another size.
---@param width integer pixels
---@param height integer pixels
function EngineSwapChain:Resize(width, height) end

---What CPU threads wait for; from gpu.CreateEvent.
---@class Event
local Event = {}

---The object's name.
---@return string
function Event:GetName() end

---Gives the object up; using it afterwards is an error.
function Event:Release() end

---Unsets the event.
function Event:ResetEvent() end

---Sets the event.
function Event:SetEvent() end

---Renames the object in every later message, trace and picture.
---@param name string the new name
function Event:SetName(name) end

---A timeline of values that queues and the CPU signal and wait for; from CreateFence.
---@class Fence
local Fence = {}

---The value now; 2^64-1 once the device is removed.
---@return integer
function Fence:GetCompletedValue() end

---The flags that the fence was made with.
---@return FenceFlags
function Fence:GetCreationFlags() end

---The device that made the object.
---@return Device
function Fence:GetDevice() end

---The object's name.
---@return string
function Fence:GetName() end

---Gives the object up; using it afterwards is an error.
function Fence:Release() end

---Sets the event when the fence reaches the value; without an event the thread waits.
---@param value integer
---@param event? Event
function Fence:SetEventOnCompletion(value, event) end

---Renames the object in every later message, trace and picture.
---@param name string the new name
function Fence:SetName(name) end

---Sets the value at once, from the CPU.
---@param value integer
function Fence:Signal(value) end

---Blocks the thread until the fence has reached the value: SetEventOnCompletion and WaitForSingleObject.
---@param value integer
function Fence:WaitCPU(value) end

---A slot of a shader-visible heap, for descriptor tables.
---@class GPUDescriptorHandle
local GPUDescriptorHandle = {}

---The handle some slots further.
---@param slots integer may be negative
---@param incrementSize? integer GetDescriptorHandleIncrementSize: 1
function GPUDescriptorHandle:Offset(slots, incrementSize) end

---Memory that the work items of a group share; from gpu.GroupShared. Only shaders can use it.
---@class GroupShared
local GroupShared = {}

---The number of elements.
---@return integer
function GroupShared:GetCount() end

---Memory that resources are placed in; from CreateHeap.
---@class Heap
local Heap = {}

---The heap's description.
---@return HeapDesc
function Heap:GetDesc() end

---The device that made the object.
---@return Device
function Heap:GetDevice() end

---The object's name.
---@return string
function Heap:GetName() end

---Gives the object up; using it afterwards is an error.
function Heap:Release() end

---Renames the object in every later message, trace and picture.
---@param name string the new name
function Heap:SetName(name) end

---A picture in memory, 8 bits a component; from gpu.LoadImage.
---@class Image
---@field Height integer Pixels.
---@field Width integer Pixels.
local Image = {}

---Red, green, blue and alpha of a pixel, 0 to 1.
---@param x integer pixels from the left
---@param y integer pixels from the top
function Image:GetPixel(x, y) end

---The CPU's view of a mapped buffer or of texels; from DeviceContext:MapBuffer and DeviceContext:MapTextureSubresource.
---@class MappedBuffer
local MappedBuffer = {}

---Bytes from one depth slice of texels to the next; 0 for buffers.
---@return integer
function MappedBuffer:GetDepthStride() end

---Bytes from one row of texels to the next; 0 for buffers.
---@return integer
function MappedBuffer:GetStride() end

---Reads values: a list, or one number if no count is given.
---@param offset integer bytes
---@param type MappedType float, half, double, int, uint, uint64 (exact to 2^53), short, ushort, sbyte or byte
---@param count? integer values
function MappedBuffer:Read(offset, type, count) end

---Writes a number or a list of numbers.
---@param offset integer bytes
---@param type MappedType float, half, double, int, uint, uint64 (exact to 2^53), short, ushort, sbyte or byte
---@param values number|number[]
function MappedBuffer:Write(offset, type, values) end

---Writes the bytes of a string.
---@param offset integer bytes
---@param bytes string
function MappedBuffer:WriteString(offset, bytes) end

---The CPU's view of a mapped buffer; from Resource:Map.
---@class Mapping
local Mapping = {}

---Reads values: a list, or one number if no count is given.
---@param offset integer bytes
---@param type MappedType float, half, double, int, uint, uint64 (exact to 2^53), short, ushort, sbyte or byte
---@param count? integer values
---@return number|number[]
function Mapping:Read(offset, type, count) end

---Reads bytes as a string.
---@param offset integer bytes
---@param size integer bytes
---@return string
function Mapping:ReadString(offset, size) end

---Writes a number or a list of numbers.
---@param offset integer bytes
---@param type MappedType float, half, double, int, uint, uint64 (exact to 2^53), short, ushort, sbyte or byte
---@param values number|number[]
function Mapping:Write(offset, type, values) end

---Writes an image's rows as R8G8B8A8 texels; it composes Write.
---@param offset integer bytes
---@param image Image
---@param rowPitch? integer bytes; default: the next multiple of 256
function Mapping:WriteImage(offset, image, rowPitch) end

---Writes the bytes of a string.
---@param offset integer bytes
---@param bytes string
function Mapping:WriteString(offset, bytes) end

---The description of a calculation; from DMLDevice:CreateOperator.
---@class Operator
local Operator = {}

---The DirectML device that made the object.
---@return DMLDevice
function Operator:GetDevice() end

---The object's name.
---@return string
function Operator:GetName() end

---Gives the object up; using it afterwards is an error.
function Operator:Release() end

---Renames the object in every later message.
---@param name string the new name
function Operator:SetName(name) end

---Initialises compiled operators; from DMLDevice:CreateOperatorInitializer.
---@class OperatorInitializer
local OperatorInitializer = {}

---What a binding table for it must have.
---@return BindingProperties
function OperatorInitializer:GetBindingProperties() end

---The DirectML device that made the object.
---@return DMLDevice
function OperatorInitializer:GetDevice() end

---The object's name.
---@return string
function OperatorInitializer:GetName() end

---Gives the object up; using it afterwards is an error.
function OperatorInitializer:Release() end

---Gives the initializer other compiled operators.
---@param operators CompiledOperator[]
function OperatorInitializer:Reset(operators) end

---Renames the object in every later message.
---@param name string the new name
function OperatorInitializer:SetName(name) end

---What pipelines and binding objects agree on; from RenderDevice:CreatePipelineResourceSignature.
---@class PipelineResourceSignature
local PipelineResourceSignature = {}

---Makes a binding object; all static variables must be set before.
---@param name? string
---@return ShaderResourceBinding
function PipelineResourceSignature:CreateShaderResourceBinding(name) end

---The description with its name filled in.
---@return PipelineResourceSignatureDesc
function PipelineResourceSignature:GetDesc() end

---The object's name.
---@return string
function PipelineResourceSignature:GetName() end

---A static variable.
---@param stage ShaderType VERTEX, PIXEL or COMPUTE
---@param name string as the shader captures it
---@return ShaderVariable?
function PipelineResourceSignature:GetStaticVariableByName(stage, name) end

---Whether binding objects of one serve pipelines of the other.
---@param other PipelineResourceSignature
---@return boolean
function PipelineResourceSignature:IsCompatibleWith(other) end

---Gives the object up; it is destroyed when the GPU has passed it.
function PipelineResourceSignature:Release() end

---A pipeline; from CreateComputePipelineState and CreateGraphicsPipelineState.
---@class PipelineState
local PipelineState = {}

---The device that made the object.
---@return Device
function PipelineState:GetDevice() end

---The object's name.
---@return string
function PipelineState:GetName() end

---Gives the object up; using it afterwards is an error.
function PipelineState:Release() end

---Renames the object in every later message, trace and picture.
---@param name string the new name
function PipelineState:SetName(name) end

---A pixel shader without declared inputs; from gpu.PixelShader. It is compiled when a pipeline joins it with a vertex shader.
---@class PixelShader
local PixelShader = {}

---The shader's name.
---@return string
function PixelShader:GetName() end

---Measures something on the GPU; from RenderDevice:CreateQuery.
---@class Query
local Query = {}

---The result, nil as long as it is not there. It never waits.
---@return table?
function Query:GetData() end

---The object's name.
---@return string
function Query:GetName() end

---Gives the object up; it is destroyed when the GPU has passed it.
function Query:Release() end

---An array of queries; from CreateQueryHeap.
---@class QueryHeap
local QueryHeap = {}

---The device that made the object.
---@return Device
function QueryHeap:GetDevice() end

---The object's name.
---@return string
function QueryHeap:GetName() end

---Gives the object up; using it afterwards is an error.
function QueryHeap:Release() end

---Renames the object in every later message, trace and picture.
---@param name string the new name
function QueryHeap:SetName(name) end

---Makes the objects of the engine level and looks after what becomes of them; from engine.CreateDeviceAndContexts.
---@class RenderDevice
local RenderDevice = {}

---Makes a buffer, with contents if Data has them.
---@param desc BufferDesc
---@return Buffer
function RenderDevice:CreateBuffer(desc) end

---Makes a compute pipeline.
---@param desc EngineComputePipelineStateDesc
---@return EnginePipelineState
function RenderDevice:CreateComputePipelineState(desc) end

---Makes one more deferred context.
---@return DeviceContext
function RenderDevice:CreateDeferredContext() end

---Makes a fence of value 0.
---@param desc? FenceDesc
---@return EngineFence
function RenderDevice:CreateFence(desc) end

---Makes a graphics pipeline.
---@param desc EngineGraphicsPipelineStateDesc
---@return EnginePipelineState
function RenderDevice:CreateGraphicsPipelineState(desc) end

---Makes a signature that pipelines and binding objects share.
---@param desc? PipelineResourceSignatureDesc
---@return PipelineResourceSignature
function RenderDevice:CreatePipelineResourceSignature(desc) end

---Makes a query.
---@param desc QueryDesc
---@return Query
function RenderDevice:CreateQuery(desc) end

---Makes a sampler.
---@param desc? EngineSamplerDesc
---@return Sampler
function RenderDevice:CreateSampler(desc) end

---Makes back buffers that a context presents.
---@param desc EngineSwapchainDesc
---@param context DeviceContext an immediate one of a DIRECT queue
---@return EngineSwapChain
function RenderDevice:CreateSwapChain(desc, context) end

---Makes a texture, with contents if Data has them.
---@param desc TextureDesc
---@return Texture
function RenderDevice:CreateTexture(desc) end

---The command allocators of a type: Created, Free, InFlight, Lent.
---@param type CommandListType
---@return PoolStats
function RenderDevice:GetCommandAllocatorStats(type) end

---A deferred context, counted from 1; nil if there is none.
---@param index integer
---@return DeviceContext?
function RenderDevice:GetDeferredContext(index) end

---The numbers of the descriptor heaps of a type: the CPU heap that views are in, or the shader-visible GPU heap.
---@param type DescriptorHeapType
---@param where HeapSide CPU or GPU
---@return table
function RenderDevice:GetDescriptorHeapStats(type, where) end

---The numbers of the pages that dynamic memory comes from.
---@return PagePoolStats
function RenderDevice:GetDynamicHeapStats() end

---An immediate context, counted from 1; nil if there is none.
---@param index integer
---@return DeviceContext?
function RenderDevice:GetImmediateContext(index) end

---How many objects are not destroyed.
---@return integer
function RenderDevice:GetLiveObjectCount() end

---The object's name.
---@return string
function RenderDevice:GetName() end

---The device of the explicit level below. Objects made with it are not looked after.
---@return Device
function RenderDevice:GetNativeDevice() end

---What waits to be destroyed: Stale for the next submission, Pending for the GPU.
---@return ReleaseQueueStats
function RenderDevice:GetReleaseQueueStats() end

---Waits for all queues and destroys what they have passed; flushes no context.
function RenderDevice:IdleGPU() end

---Destroys what the GPU has passed.
function RenderDevice:PurgeReleaseQueues() end

---Gives the object up; using it afterwards is an error.
function RenderDevice:Release() end

---Destroys what the GPU has passed, also what waits for queues that record nothing.
function RenderDevice:ReleaseStaleResources() end

---Lets a paused GPU run until a point; true if the point was reached.
---@param desc? StepDesc
---@return boolean
function RenderDevice:StepGpu(desc) end

---A buffer or a texture; from CreateCommittedResource and CreatePlacedResource.
---@class Resource
local Resource = {}

---The description, with its defaults filled in.
---@return ResourceDesc
function Resource:GetDesc() end

---The device that made the object.
---@return Device
function Resource:GetDevice() end

---The address of a buffer's first byte; 0 for textures.
---@return integer
function Resource:GetGPUVirtualAddress() end

---The type of the memory that it is in, and the flags of the heap.
---@return table
---@return HeapFlags
function Resource:GetHeapProperties() end

---The object's name.
---@return string
function Resource:GetName() end

---Gives the CPU access to an UPLOAD or READBACK buffer.
---@param subresource? integer default 0
---@param readRange? MapRange nil: all may be read
---@return Mapping
function Resource:Map(subresource, readRange) end

---Gives the object up; using it afterwards is an error.
function Resource:Release() end

---Renames the object in every later message, trace and picture.
---@param name string the new name
function Resource:SetName(name) end

---Ends one Map.
---@param subresource? integer default 0
---@param writtenRange? MapRange nil: all may have been written
function Resource:Unmap(subresource, writtenRange) end

---The arguments of pipelines; from CreateRootSignature.
---@class RootSignature
local RootSignature = {}

---The device that made the object.
---@return Device
function RootSignature:GetDevice() end

---The object's name.
---@return string
function RootSignature:GetName() end

---Gives the object up; using it afterwards is an error.
function RootSignature:Release() end

---Renames the object in every later message, trace and picture.
---@param name string the new name
function RootSignature:SetName(name) end

---A sampler; from RenderDevice:CreateSampler.
---@class Sampler
local Sampler = {}

---The object's name.
---@return string
function Sampler:GetName() end

---Gives the object up; it is destroyed when the GPU has passed it.
function Sampler:Release() end

---A compiled shader; from gpu.ComputeShader, gpu.VertexShader or gpu.PixelShader.
---@class Shader
local Shader = {}

---The shader's name.
---@return string
function Shader:GetName() end

---A register that shaders capture; from gpu.Texture2D, gpu.StructuredBuffer and their siblings. Only shaders can use it.
---@class ShaderResource
local ShaderResource = {}

---The register: "t0", "u1, space2".
---@return string
function ShaderResource:GetRegister() end

---Resources for the mutable and dynamic variables of a pipeline; from EnginePipelineState:CreateShaderResourceBinding.
---@class ShaderResourceBinding
local ShaderResourceBinding = {}

---The object's name.
---@return string
function ShaderResourceBinding:GetName() end

---A mutable or dynamic variable.
---@param stage ShaderType VERTEX, PIXEL or COMPUTE
---@param name string as the shader captures it
---@return ShaderVariable?
function ShaderResourceBinding:GetVariableByName(stage, name) end

---Gives the object up; it is destroyed when the GPU has passed it.
function ShaderResourceBinding:Release() end

---A variable of a pipeline or a binding object; from GetStaticVariableByName and GetVariableByName.
---@class ShaderVariable
local ShaderVariable = {}

---How often the variable changes: STATIC, MUTABLE or DYNAMIC.
---@return VariableType
function ShaderVariable:GetType() end

---Puts a resource into the variable.
---@param resource Buffer|BufferView|Texture|TextureView|Sampler
---@param flags? SetFlags ALLOW_OVERWRITE for one that is set
function ShaderVariable:Set(resource, flags) end

---Puts resources into elements of an array.
---@param resources any[] as for Set
---@param first? integer element, from 0; default 0
---@param flags? SetFlags ALLOW_OVERWRITE for elements that are set
function ShaderVariable:SetArray(resources, first, flags) end

---Moves what is bound of a buffer. The next draws and dispatches get it.
---@param offset integer bytes from where Set or SetBufferRange put it
---@param element? integer of an array, from 0; default 0
function ShaderVariable:SetBufferOffset(offset, element) end

---Puts a part of a buffer into a constant buffer's variable.
---@param buffer Buffer
---@param offset integer bytes, a multiple of 256
---@param size integer bytes; 0: all that follow
---@param element? integer of an array, from 0; default 0
---@param flags? SetFlags ALLOW_OVERWRITE for one that is set
function ShaderVariable:SetBufferRange(buffer, offset, size, element, flags) end

---Sets inline constants: floats, or integers through gpu.AsUint. The next draws and dispatches get them.
---@param values (number|Word)[]
---@param first? integer value, from 0; default 0
function ShaderVariable:SetInlineConstants(values, first) end

---Back buffers that are shown one after the other; from CommandQueue:CreateSwapChain.
---@class SwapChain
local SwapChain = {}

---A back buffer, counted from 0. The chain owns it.
---@param index integer buffer
---@return Resource
function SwapChain:GetBuffer(index) end

---The number of the back buffer that the next Present shows.
---@return integer
function SwapChain:GetCurrentBackBufferIndex() end

---The description, with the current size.
---@return SwapChainDesc
function SwapChain:GetDesc() end

---GetDesc.
---@return SwapChainDesc
function SwapChain:GetDesc1() end

---The device that made the object.
---@return Device
function SwapChain:GetDevice() end

---The event that is set when another frame may be begun, and ends as many waits as may be; nil without the flag FRAME_LATENCY_WAITABLE_OBJECT.
---@return Event?
function SwapChain:GetFrameLatencyWaitableObject() end

---The number of Present calls so far.
---@return integer
function SwapChain:GetLastPresentCount() end

---How many frames may wait to be shown before Present blocks.
---@return integer
function SwapChain:GetMaximumFrameLatency() end

---The object's name.
---@return string
function SwapChain:GetName() end

---Shows the current back buffer after all earlier work of the queue; blocks while too many frames wait.
---@param syncInterval? integer vertical blanks since the frame before, 0 to 4; default 1
---@param flags? PresentFlags "ALLOW_TEARING" needs a sync interval of 0; default "NONE"
function SwapChain:Present(syncInterval, flags) end

---Present; pictures are shown as a whole, so there is nothing to say about parts.
---@param syncInterval integer vertical blanks since the frame before, 0 to 4
---@param flags? PresentFlags default "NONE"
---@param presentParameters? PresentParameters DirtyRectsCount = 0
function SwapChain:Present1(syncInterval, flags, presentParameters) end

---Gives the object up; using it afterwards is an error.
function SwapChain:Release() end

---Recreates the back buffers; 0 and UNKNOWN keep what is. The GPU must have finished with them.
---@param bufferCount? integer default 0
---@param width? integer pixels; default 0
---@param height? integer pixels; default 0
---@param format? Format default UNKNOWN
---@param flags? SwapChainFlags default: as they are; only names that it has already
function SwapChain:ResizeBuffers(bufferCount, width, height, format, flags) end

---How many frames may wait to be shown before Present blocks: 1 to 16.
---@param frames integer
function SwapChain:SetMaximumFrameLatency(frames) end

---Renames the object in every later message, trace and picture.
---@param name string the new name
function SwapChain:SetName(name) end

---A texture of the engine level; from RenderDevice:CreateTexture.
---@class Texture
local Texture = {}

---Makes a view of a part of the texture.
---@param desc? EngineViewDesc
---@return TextureView
function Texture:CreateView(desc) end

---The view of all of the texture; nil if there is none of the type.
---@param type ViewType SHADER_RESOURCE, RENDER_TARGET, DEPTH_STENCIL or UNORDERED_ACCESS
---@return TextureView
function Texture:GetDefaultView(type) end

---The object's name.
---@return string
function Texture:GetName() end

---The resource of the explicit level below; nil for a DYNAMIC buffer without one.
---@return any
function Texture:GetNativeResource() end

---Gives the object up; it is destroyed when the GPU has passed it.
function Texture:Release() end

---A view of a texture; from Texture:CreateView and Texture:GetDefaultView.
---@class TextureView
local TextureView = {}

---The object's name.
---@return string
function TextureView:GetName() end

---What the view shows.
---@return Texture
function TextureView:GetTexture() end

---Gives the object up; it is destroyed when the GPU has passed it.
function TextureView:Release() end

---A simulated CPU thread; from gpu.Thread.
---@class Thread
local Thread = {}

---The object's name.
---@return string
function Thread:GetName() end

---Blocks the calling thread until this one has ended, and raises the error with which it ended.
function Thread:Join() end

---The 32 bits of a root constant; from gpu.AsUint and gpu.AsInt.
---@class Word
local Word = {}

---The bits as hexadecimal digits.
---@return string
function Word:Hex() end

---The explicit level: devices, queues, fences, lists, resources, descriptors, kernels.
---@class gpu
---@field APPEND_ALIGNED_ELEMENT number 4294967295, as in Direct3D's headers
---@field CONSTANT_BUFFER_DATA_PLACEMENT_ALIGNMENT number 256, as in Direct3D's headers
---@field CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION number 65535, as in Direct3D's headers
---@field CS_THREAD_GROUP_MAX_THREADS_PER_GROUP number 1024, as in Direct3D's headers
---@field DEFAULT_MSAA_RESOURCE_PLACEMENT_ALIGNMENT number 4194304, as in Direct3D's headers
---@field DEFAULT_RESOURCE_PLACEMENT_ALIGNMENT number 65536, as in Direct3D's headers
---@field DEFAULT_SAMPLE_MASK number 4294967295, as in Direct3D's headers
---@field DEFAULT_STENCIL_READ_MASK number 255, as in Direct3D's headers
---@field DEFAULT_STENCIL_WRITE_MASK number 255, as in Direct3D's headers
---@field DESCRIPTOR_RANGE_OFFSET_APPEND number 4294967295, as in Direct3D's headers
---@field FLOAT32_MAX number 3.4028234663852886e+38, as in Direct3D's headers
---@field IA_VERTEX_INPUT_RESOURCE_SLOT_COUNT number 32, as in Direct3D's headers
---@field INFINITE number 4294967295, as in Direct3D's headers
---@field RAW_UAV_SRV_BYTE_ALIGNMENT number 16, as in Direct3D's headers
---@field REQ_CONSTANT_BUFFER_ELEMENT_COUNT number 4096, as in Direct3D's headers
---@field RESOURCE_BARRIER_ALL_SUBRESOURCES number 4294967295, as in Direct3D's headers
---@field SIMULTANEOUS_RENDER_TARGET_COUNT number 8, as in Direct3D's headers
---@field SMALL_RESOURCE_PLACEMENT_ALIGNMENT number 4096, as in Direct3D's headers
---@field TEXTURE_DATA_PITCH_ALIGNMENT number 256, as in Direct3D's headers
---@field TEXTURE_DATA_PLACEMENT_ALIGNMENT number 512, as in Direct3D's headers
---@field UAV_COUNTER_PLACEMENT_ALIGNMENT number 4096, as in Direct3D's headers
---@field VIEWPORT_AND_SCISSORRECT_OBJECT_COUNT_PER_PIPELINE number 16, as in Direct3D's headers
---@field DEFAULT_SHADER_4_COMPONENT_MAPPING string[] for Shader4ComponentMapping: components are in their order
local M = {}

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.AppendStructuredBuffer(register, type, count) end

---The float whose 32 bits are an integer.
---@param bits integer
---@return number
function M.AsFloat(bits) end

---A signed integer as a root constant.
---@param value integer
---@return Word
function M.AsInt(value) end

---An unsigned integer as a root constant.
---@param value integer
---@return Word
function M.AsUint(value) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.Buffer(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.ByteAddressBuffer(register, count) end

---Gives an event up: its Release.
---@param event Event
function M.CloseHandle(event) end

---Compiles a Lua function to a compute shader.
---@param desc ComputeShaderDesc
---@return Shader
function M.ComputeShader(desc) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.ConstantBuffer(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.ConsumeStructuredBuffer(register, type, count) end

---Makes a device.
---@param desc? CreateDeviceDesc
---@return Device
function M.CreateDevice(desc) end

---Makes an event for CPU threads to wait for.
---@param desc? CreateEventDesc
---@return Event
function M.CreateEvent(desc) end

---Where red, green, blue and alpha come from, for Shader4ComponentMapping.
---@param red ShaderComponent
---@param green ShaderComponent
---@param blue ShaderComponent
---@param alpha ShaderComponent
---@return string[]
function M.ENCODE_SHADER_4_COMPONENT_MAPPING(red, green, blue, alpha) end

---Virtual nanoseconds as text: "1.250 ms".
---@param nanoseconds number
---@return string
function M.FormatTime(nanoseconds) end

---Describes the simulated adapter.
---@return AdapterDesc
function M.GetAdapterDesc() end

---Declares memory that the work items of a group share.
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count integer elements
---@return GroupShared
function M.GroupShared(type, count) end

---A digest of a resource's contents: copies it back as SavePNG does.
---@param resource Resource
---@return string
function M.Hash(resource) end

---Reads a PNG file.
---@param path string
---@return Image
function M.LoadImage(path) end

---Reads the triangles of a Wavefront OBJ file and its MTL colors: Vertices (position, normal and color of 3 floats, 2 texture coordinates each), Indices, counts, Min and Max.
---@param path string
---@return table
function M.LoadModel(path) end

---The clock of this CPU thread in virtual nanoseconds.
---@return integer
function M.Now() end

---Four values from 0 to 1 as one R8G8B8A8 texel.
---@param r number
---@param g number
---@param b number
---@param a? number default 1
---@return integer
function M.PackRGBA8(r, g, b, a) end

---Makes a pixel shader of a Lua function; without Inputs it is compiled with the vertex shader of its pipeline.
---@param desc PixelShaderDesc
---@return PixelShader|Shader
function M.PixelShader(desc) end

---Puts the filter in force that was so before the last PushMessageFilter.
function M.PopMessageFilter() end

---Puts a filter of diagnostics in force until PopMessageFilter.
---@param desc? MessageFilterDesc
function M.PushMessageFilter(desc) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.RWBuffer(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.RWByteAddressBuffer(register, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.RWStructuredBuffer(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.RWTexture1D(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.RWTexture1DArray(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.RWTexture2D(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.RWTexture2DArray(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.RWTexture3D(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.SamplerComparisonState(register, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.SamplerState(register, count) end

---Writes a texture to a PNG file: copies it to a READBACK buffer on a queue of its own and waits.
---@param path string
---@param texture Resource
---@param subresource? integer default 0
function M.SavePNG(path, texture, subresource) end

---Replaces the filter of diagnostics in force: codes, names or families (GS09xx) to show or not, and other severities.
---@param desc? MessageFilterDesc
function M.SetMessageFilter(desc) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.StructuredBuffer(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.Texture1D(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.Texture1DArray(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.Texture2D(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.Texture2DArray(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.Texture2DMS(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.Texture2DMSArray(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.Texture3D(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.TextureCube(register, type, count) end

---Declares a register of that kind for shaders to capture.
---@param register string as "t0" or "t0, space1"
---@param type string|table as "float4", or a list of fields { name, type [, count …] }
---@param count? integer|string an array of registers; "unbounded" or 0: of unknown size, up to 1024
---@return ShaderResource
function M.TextureCubeArray(register, type, count) end

---Starts a simulated CPU thread. The name may be left out, or come last; or one table { Name, Main }.
---@param name string|function|table
---@param main? function
---@return Thread
function M.Thread(name, main) end

---The four components of an R8G8B8A8 texel, 0 to 1.
---@param texel integer
---@return number
---@return number
---@return number
---@return number
function M.UnpackRGBA8(texel) end

---Compiles a Lua function to a vertex shader.
---@param desc VertexShaderDesc
---@return Shader
function M.VertexShader(desc) end

---Blocks the thread until all events, or any one, are set: WAIT_OBJECT_0 and the index from 1, or WAIT_TIMEOUT.
---@param events Event[]
---@param waitAll? boolean default true
---@param milliseconds? number virtual; default: gpu.INFINITE
---@return string
---@return integer?
function M.WaitForMultipleObjects(events, waitAll, milliseconds) end

---Blocks the thread until an event is set: WAIT_OBJECT_0 or WAIT_TIMEOUT.
---@param event Event
---@param milliseconds? number virtual; default: gpu.INFINITE
---@return string
function M.WaitForSingleObject(event, milliseconds) end

---Is WaitForSingleObject: nothing alerts a thread here.
---@param event Event
---@param milliseconds? number virtual; default: gpu.INFINITE
---@param alertable? boolean
---@return string
function M.WaitForSingleObjectEx(event, milliseconds, alertable) end

---Lets this CPU thread compute for some virtual microseconds.
---@param microseconds number a negative one is 0
function M.Work(microseconds) end

return M
