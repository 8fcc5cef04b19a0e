package gpu

// RootParameterType as D3D12_ROOT_PARAMETER_TYPE.
type RootParameterType uint8

// The root parameter types.
const (
	RootDescriptorTable RootParameterType = iota
	Root32BitConstants
	RootCBV
	RootSRV
	RootUAV
)

var rootParameterNames = []string{"DESCRIPTOR_TABLE", "32BIT_CONSTANTS", "CBV", "SRV", "UAV"}

// LuaNames implements the enum contract of the bindings.
func (RootParameterType) LuaNames() []string { return rootParameterNames }

// String returns the D3D12 name without its prefix.
func (t RootParameterType) String() string { return enumName(rootParameterNames, int(t)) }

// DescriptorRangeFlags as D3D12_DESCRIPTOR_RANGE_FLAGS (root signature 1.1 volatility). Root descriptors use the DATA bits.
type DescriptorRangeFlags uint32

// The volatility flags.
const (
	DescriptorsVolatile         DescriptorRangeFlags = 0x1
	DataVolatile                DescriptorRangeFlags = 0x2
	DataStaticWhileSetAtExecute DescriptorRangeFlags = 0x4
	DataStatic                  DescriptorRangeFlags = 0x8
)

var rangeFlagNames = []FlagName{{"NONE", 0}, {"DESCRIPTORS_VOLATILE", 1}, {"DATA_VOLATILE", 2},
	{"DATA_STATIC_WHILE_SET_AT_EXECUTE", 4}, {"DATA_STATIC", 8}}

// LuaFlagNames implements the flags contract of the bindings.
func (DescriptorRangeFlags) LuaFlagNames() []FlagName { return rangeFlagNames }

// String joins the set flags.
func (f DescriptorRangeFlags) String() string { return flagString(rangeFlagNames, uint64(f)) }

// ShaderVisibility as D3D12_SHADER_VISIBILITY.
type ShaderVisibility uint8

// The visibilities.
const (
	VisibilityAll ShaderVisibility = iota
	VisibilityVertex
	VisibilityPixel
)

var visibilityNames = []string{"ALL", "VERTEX", "PIXEL"}

// LuaNames implements the enum contract of the bindings.
func (ShaderVisibility) LuaNames() []string { return visibilityNames }

// String returns the D3D12 name without its prefix.
func (v ShaderVisibility) String() string { return enumName(visibilityNames, int(v)) }

// RangeAppend places a range right after the previous one.
const RangeAppend = 0xffffffff

// Unbounded is a number of descriptors: all that follow, to the end of the heap. Only the last range of a table can have it.
const Unbounded = 0xffffffff

// DescriptorRange is one range of a descriptor table.
type DescriptorRange struct {
	Type                              DescriptorType       `lua:",required,order=1"`           // SRV, UAV, CBV or SAMPLER
	NumDescriptors                    uint32               `lua:",required,min=1,order=2"`     // 4294967295: unbounded, to the end of the heap
	BaseShaderRegister                uint32               `lua:",order=3"`                    // the register of the first descriptor
	RegisterSpace                     uint32               `lua:",order=4"`                    // the register space
	Flags                             DescriptorRangeFlags `lua:",order=5"`                    // what may change after the table is set (root signature 1.1)
	OffsetInDescriptorsFromTableStart uint32               `lua:",default=4294967295,order=6"` // RangeAppend
}

// RootParameter is one argument of a root signature.
type RootParameter struct {
	Type             RootParameterType    `lua:",required,tag"`                     // DESCRIPTOR_TABLE, 32BIT_CONSTANTS, CBV, SRV or UAV
	Ranges           []DescriptorRange    `lua:",when=DESCRIPTOR_TABLE"`            // what the table holds, in order
	ShaderRegister   uint32               `lua:",when=32BIT_CONSTANTS|CBV|SRV|UAV"` // the register
	RegisterSpace    uint32               `lua:",when=32BIT_CONSTANTS|CBV|SRV|UAV"` // the register space
	Num32BitValues   uint32               `lua:",when=32BIT_CONSTANTS"`             // how many constants there are
	Flags            DescriptorRangeFlags `lua:",when=CBV|SRV|UAV"`                 // what may change after the view is set (root signature 1.1)
	ShaderVisibility ShaderVisibility     // which shaders see it
}

// StaticSampler is a sampler in the root signature, which needs no heap (H10).
type StaticSampler struct {
	SamplerDesc
	ShaderRegister   uint32           // s register
	RegisterSpace    uint32           // the register space
	ShaderVisibility ShaderVisibility // which shaders see it
}

// RootSignatureFlags as D3D12_ROOT_SIGNATURE_FLAGS.
type RootSignatureFlags uint32

var rootSignatureFlagNames = []FlagName{{"NONE", 0}, {"ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", 1}, {"DENY_VERTEX_SHADER_ROOT_ACCESS", 2},
	{"DENY_HULL_SHADER_ROOT_ACCESS", 4}, {"DENY_DOMAIN_SHADER_ROOT_ACCESS", 8}, {"DENY_GEOMETRY_SHADER_ROOT_ACCESS", 0x10},
	{"DENY_PIXEL_SHADER_ROOT_ACCESS", 0x20},
	{"DENY_AMPLIFICATION_SHADER_ROOT_ACCESS", 0x100}, {"DENY_MESH_SHADER_ROOT_ACCESS", 0x200}} // of stages that are not there: they have no access

// AllowInputLayout is the flag ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT: pipelines of the root signature may have an InputLayout.
const AllowInputLayout RootSignatureFlags = 1

// The flags that keep a stage from all arguments of a root signature.
const (
	DenyVertexShaderRootAccess RootSignatureFlags = 2
	DenyPixelShaderRootAccess  RootSignatureFlags = 0x20
)

// LuaFlagNames implements the flags contract of the bindings.
func (RootSignatureFlags) LuaFlagNames() []FlagName { return rootSignatureFlagNames }

// String joins the set flags.
func (f RootSignatureFlags) String() string { return flagString(rootSignatureFlagNames, uint64(f)) }

// RootSignatureVersion as D3D_ROOT_SIGNATURE_VERSION: 1.0 means that everything is volatile.
type RootSignatureVersion uint8

// The versions; 1.1 is the default.
const (
	RootVersion11 RootSignatureVersion = iota
	RootVersion10
)

var rootVersionNames = []string{"1_1", "1_0"}

// LuaNames implements the enum contract of the bindings.
func (RootSignatureVersion) LuaNames() []string { return rootVersionNames }

// String returns "1_1" or "1_0".
func (v RootSignatureVersion) String() string { return enumName(rootVersionNames, int(v)) }

// RootSignatureDesc describes a root signature (CreateRootSignature).
type RootSignatureDesc struct {
	Name           string
	Version        RootSignatureVersion // 1.1: flags of ranges promise what does not change; 1.0: everything may change
	Parameters     []RootParameter      // at most 64 DWORDs together
	StaticSamplers []StaticSampler      // samplers without a heap
	Flags          RootSignatureFlags   // what the pipelines need, and what they do not access
}

// PipelineType tells compute and graphics pipelines apart.
type PipelineType uint8

// The pipeline types.
const (
	PipelineCompute PipelineType = iota
	PipelineGraphics
)

// String returns "compute" or "graphics".
func (t PipelineType) String() string { return enumName([]string{"compute", "graphics"}, int(t)) }

// ComputePipelineStateDesc describes a compute pipeline (CreateComputePipelineState).
type ComputePipelineStateDesc struct {
	Name          string
	RootSignature RootSignature `lua:",required"` // of the dispatches
	CS            Shader        `lua:",required"` // from gpu.ComputeShader
	NodeMask      uint32        `lua:",max=1"`
}

// QueryHeapType as D3D12_QUERY_HEAP_TYPE.
type QueryHeapType uint8

// The query heap types.
const (
	QueryHeapOcclusion QueryHeapType = iota
	QueryHeapTimestamp
	QueryHeapPipelineStatistics
	QueryHeapCopyQueueTimestamp
)

var queryHeapNames = []string{"OCCLUSION", "TIMESTAMP", "PIPELINE_STATISTICS", "COPY_QUEUE_TIMESTAMP"}

// LuaNames implements the enum contract of the bindings.
func (QueryHeapType) LuaNames() []string { return queryHeapNames }

// String returns the D3D12 name without its prefix.
func (t QueryHeapType) String() string { return enumName(queryHeapNames, int(t)) }

// QueryType as D3D12_QUERY_TYPE.
type QueryType uint8

// The query types.
const (
	QueryOcclusion QueryType = iota
	QueryBinaryOcclusion
	QueryTimestamp
	QueryPipelineStatistics
)

var queryNames = []string{"OCCLUSION", "BINARY_OCCLUSION", "TIMESTAMP", "PIPELINE_STATISTICS"}

// LuaNames implements the enum contract of the bindings.
func (QueryType) LuaNames() []string { return queryNames }

// String returns the D3D12 name without its prefix.
func (t QueryType) String() string { return enumName(queryNames, int(t)) }

// QueryHeapDesc describes an array of queries (CreateQueryHeap).
type QueryHeapDesc struct {
	Name     string
	Type     QueryHeapType `lua:",required"` // what its queries measure
	Count    uint32        `lua:",required,min=1"`
	NodeMask uint32        `lua:",max=1"`
}

// WriteBufferImmediateMode as D3D12_WRITEBUFFERIMMEDIATE_MODE.
type WriteBufferImmediateMode uint8

// The modes.
const (
	WriteDefault WriteBufferImmediateMode = iota
	WriteMarkerIn
	WriteMarkerOut
)

var writeModeNames = []string{"DEFAULT", "MARKER_IN", "MARKER_OUT"}

// LuaNames implements the enum contract of the bindings.
func (WriteBufferImmediateMode) LuaNames() []string { return writeModeNames }

// String returns the D3D12 name without its prefix.
func (m WriteBufferImmediateMode) String() string { return enumName(writeModeNames, int(m)) }

// WriteBufferImmediateParameter is one 32-bit write.
type WriteBufferImmediateParameter struct {
	Dest  uint64                   `lua:",required"` // GPU virtual address, a multiple of 4
	Value uint32                   `lua:",required"` // 32 bits
	Mode  WriteBufferImmediateMode // when it is written
}
