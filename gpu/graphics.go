package gpu

// This file describes graphics pipelines. Defaults are those of d3dx12: solid, culling back faces, clipping depth, depth test LESS
// with writes, no stencil, no blending, all channels written.

// FillMode as D3D12_FILL_MODE.
type FillMode uint8

// The fill modes.
const (
	FillSolid FillMode = iota
	FillWireframe
)

var fillNames = []string{"SOLID", "WIREFRAME"}

// LuaNames implements the enum contract of the bindings.
func (FillMode) LuaNames() []string { return fillNames }

// String returns the D3D12 name without its prefix.
func (m FillMode) String() string { return enumName(fillNames, int(m)) }

// CullMode as D3D12_CULL_MODE.
type CullMode uint8

// The cull modes; BACK is the default.
const (
	CullBack CullMode = iota
	CullFront
	CullNone
)

var cullNames = []string{"BACK", "FRONT", "NONE"}

// LuaNames implements the enum contract of the bindings.
func (CullMode) LuaNames() []string { return cullNames }

// String returns the D3D12 name without its prefix.
func (m CullMode) String() string { return enumName(cullNames, int(m)) }

// ConservativeRaster as D3D12_CONSERVATIVE_RASTERIZATION_MODE; ON is refused by name.
type ConservativeRaster uint8

// The modes of conservative rasterization.
const (
	ConservativeOff ConservativeRaster = iota
	ConservativeOn
)

var conservativeNames = []string{"OFF", "ON"}

// LuaNames implements the enum contract of the bindings.
func (ConservativeRaster) LuaNames() []string { return conservativeNames }

// String returns the D3D12 name without its prefix.
func (m ConservativeRaster) String() string { return enumName(conservativeNames, int(m)) }

// RasterizerDesc as D3D12_RASTERIZER_DESC. DepthBias counts units of the smallest step of the depth format at the primitive's depth.
type RasterizerDesc struct {
	FillMode              FillMode
	CullMode              CullMode
	FrontCounterClockwise bool
	DepthBias             int32
	DepthBiasClamp        float32
	SlopeScaledDepthBias  float32
	DepthClipEnable       bool `lua:",default=true"`
	MultisampleEnable     bool
	AntialiasedLineEnable bool
	ForcedSampleCount     uint32
	ConservativeRaster    ConservativeRaster
}

// StencilOp as D3D12_STENCIL_OP.
type StencilOp uint8

// The stencil operations.
const (
	StencilKeep StencilOp = iota
	StencilZero
	StencilReplace
	StencilIncrSat
	StencilDecrSat
	StencilInvert
	StencilIncr
	StencilDecr
)

var stencilOpNames = []string{"KEEP", "ZERO", "REPLACE", "INCR_SAT", "DECR_SAT", "INVERT", "INCR", "DECR"}

// LuaNames implements the enum contract of the bindings.
func (StencilOp) LuaNames() []string { return stencilOpNames }

// String returns the D3D12 name without its prefix.
func (o StencilOp) String() string { return enumName(stencilOpNames, int(o)) }

// StencilFaceDesc as D3D12_DEPTH_STENCILOP_DESC: what happens for the faces of one orientation.
type StencilFaceDesc struct {
	StencilFailOp      StencilOp
	StencilDepthFailOp StencilOp
	StencilPassOp      StencilOp
	StencilFunc        ComparisonFunc `lua:",default=ALWAYS"`
}

// DepthWriteMask as D3D12_DEPTH_WRITE_MASK; ALL is the default.
type DepthWriteMask uint8

// The depth write masks.
const (
	DepthWriteAll DepthWriteMask = iota
	DepthWriteZero
)

var depthWriteNames = []string{"ALL", "ZERO"}

// LuaNames implements the enum contract of the bindings.
func (DepthWriteMask) LuaNames() []string { return depthWriteNames }

// String returns the D3D12 name without its prefix.
func (m DepthWriteMask) String() string { return enumName(depthWriteNames, int(m)) }

// DepthStencilDesc as D3D12_DEPTH_STENCIL_DESC.
type DepthStencilDesc struct {
	DepthEnable      bool `lua:",default=true"`
	DepthWriteMask   DepthWriteMask
	DepthFunc        ComparisonFunc `lua:",default=LESS"`
	StencilEnable    bool
	StencilReadMask  uint8           `lua:",default=255"`
	StencilWriteMask uint8           `lua:",default=255"`
	FrontFace        StencilFaceDesc `lua:",default={}"`
	BackFace         StencilFaceDesc `lua:",default={}"`
	// DepthBoundsTestEnable lets samples through whose stored depth is within OMSetDepthBounds, whatever DepthEnable says (D3D12_DEPTH_STENCIL_DESC1).
	DepthBoundsTestEnable bool
}

// Blend as D3D12_BLEND: a factor.
type Blend uint8

// The blend factors.
const (
	BlendZero Blend = iota
	BlendOne
	BlendSrcColor
	BlendInvSrcColor
	BlendSrcAlpha
	BlendInvSrcAlpha
	BlendDestAlpha
	BlendInvDestAlpha
	BlendDestColor
	BlendInvDestColor
	BlendSrcAlphaSat
	BlendBlendFactor
	BlendInvBlendFactor
	BlendSrc1Color
	BlendInvSrc1Color
	BlendSrc1Alpha
	BlendInvSrc1Alpha
)

var blendNames = []string{"ZERO", "ONE", "SRC_COLOR", "INV_SRC_COLOR", "SRC_ALPHA", "INV_SRC_ALPHA", "DEST_ALPHA", "INV_DEST_ALPHA", "DEST_COLOR",
	"INV_DEST_COLOR", "SRC_ALPHA_SAT", "BLEND_FACTOR", "INV_BLEND_FACTOR", "SRC1_COLOR", "INV_SRC1_COLOR", "SRC1_ALPHA", "INV_SRC1_ALPHA"}

// LuaNames implements the enum contract of the bindings.
func (Blend) LuaNames() []string { return blendNames }

// String returns the D3D12 name without its prefix.
func (b Blend) String() string { return enumName(blendNames, int(b)) }

// BlendOp as D3D12_BLEND_OP.
type BlendOp uint8

// The blend operations.
const (
	BlendOpAdd BlendOp = iota
	BlendOpSubtract
	BlendOpRevSubtract
	BlendOpMin
	BlendOpMax
)

var blendOpNames = []string{"ADD", "SUBTRACT", "REV_SUBTRACT", "MIN", "MAX"}

// LuaNames implements the enum contract of the bindings.
func (BlendOp) LuaNames() []string { return blendOpNames }

// String returns the D3D12 name without its prefix.
func (o BlendOp) String() string { return enumName(blendOpNames, int(o)) }

// LogicOp as D3D12_LOGIC_OP.
type LogicOp uint8

// The logic operations.
const (
	LogicNoop LogicOp = iota
	LogicClear
	LogicSet
	LogicCopy
	LogicCopyInverted
	LogicInvert
	LogicAnd
	LogicNand
	LogicOr
	LogicNor
	LogicXor
	LogicEquiv
	LogicAndReverse
	LogicAndInverted
	LogicOrReverse
	LogicOrInverted
)

var logicNames = []string{"NOOP", "CLEAR", "SET", "COPY", "COPY_INVERTED", "INVERT", "AND", "NAND", "OR", "NOR", "XOR", "EQUIV", "AND_REVERSE",
	"AND_INVERTED", "OR_REVERSE", "OR_INVERTED"}

// LuaNames implements the enum contract of the bindings.
func (LogicOp) LuaNames() []string { return logicNames }

// String returns the D3D12 name without its prefix.
func (o LogicOp) String() string { return enumName(logicNames, int(o)) }

// ColorWriteEnable as D3D12_COLOR_WRITE_ENABLE: a set of channels.
type ColorWriteEnable uint32

// WriteAllChannels is the default write mask.
const WriteAllChannels ColorWriteEnable = 15

var colorWriteNames = []FlagName{{"NONE", 0}, {"ALL", 15}, {"RED", 1}, {"GREEN", 2}, {"BLUE", 4}, {"ALPHA", 8}}

// LuaFlagNames implements the flags contract of the bindings.
func (ColorWriteEnable) LuaFlagNames() []FlagName { return colorWriteNames }

// String joins the set channels.
func (w ColorWriteEnable) String() string { return flagString(colorWriteNames, uint64(w)) }

// RenderTargetBlendDesc as D3D12_RENDER_TARGET_BLEND_DESC: what one render target does with a colour.
type RenderTargetBlendDesc struct {
	BlendEnable           bool
	LogicOpEnable         bool
	SrcBlend              Blend            `lua:",default=ONE"`
	DestBlend             Blend            `lua:",default=ZERO"`
	BlendOp               BlendOp          `lua:",default=ADD"`
	SrcBlendAlpha         Blend            `lua:",default=ONE"`
	DestBlendAlpha        Blend            `lua:",default=ZERO"`
	BlendOpAlpha          BlendOp          `lua:",default=ADD"`
	LogicOp               LogicOp          `lua:",default=NOOP"`
	RenderTargetWriteMask ColorWriteEnable `lua:",default=ALL"`
}

// BlendDesc as D3D12_BLEND_DESC. Without IndependentBlendEnable the first entry serves all render targets; missing entries are the default.
type BlendDesc struct {
	AlphaToCoverageEnable  bool
	IndependentBlendEnable bool
	RenderTarget           []RenderTargetBlendDesc `lua:",max=8"`
}

// Target is the entry that serves render target i.
func (d *BlendDesc) Target(i int) RenderTargetBlendDesc {
	if !d.IndependentBlendEnable {
		i = 0
	}
	if i < len(d.RenderTarget) {
		return d.RenderTarget[i]
	}
	return RenderTargetBlendDesc{SrcBlend: BlendOne, SrcBlendAlpha: BlendOne, RenderTargetWriteMask: WriteAllChannels}
}

// PrimitiveTopologyType as D3D12_PRIMITIVE_TOPOLOGY_TYPE.
type PrimitiveTopologyType uint8

// The kinds of primitives that a pipeline takes. PATCH is refused by name.
const (
	TopologyTypeUndefined PrimitiveTopologyType = iota
	TopologyTypePoint
	TopologyTypeLine
	TopologyTypeTriangle
	TopologyTypePatch
)

var topologyTypeNames = []string{"UNDEFINED", "POINT", "LINE", "TRIANGLE", "PATCH"}

// LuaNames implements the enum contract of the bindings.
func (PrimitiveTopologyType) LuaNames() []string { return topologyTypeNames }

// String returns the D3D12 name without its prefix.
func (t PrimitiveTopologyType) String() string { return enumName(topologyTypeNames, int(t)) }

// PrimitiveTopology as D3D_PRIMITIVE_TOPOLOGY.
type PrimitiveTopology uint8

// The topologies. Fans and adjacency are refused by name.
const (
	TopologyUndefined PrimitiveTopology = iota
	TopologyPointList
	TopologyLineList
	TopologyLineStrip
	TopologyTriangleList
	TopologyTriangleStrip
	TopologyTriangleFan
	TopologyLineListAdj
	TopologyLineStripAdj
	TopologyTriangleListAdj
	TopologyTriangleStripAdj
)

var topologyNames = []string{"UNDEFINED", "POINTLIST", "LINELIST", "LINESTRIP", "TRIANGLELIST", "TRIANGLESTRIP", "TRIANGLEFAN", "LINELIST_ADJ",
	"LINESTRIP_ADJ", "TRIANGLELIST_ADJ", "TRIANGLESTRIP_ADJ"}

// LuaNames implements the enum contract of the bindings.
func (PrimitiveTopology) LuaNames() []string { return topologyNames }

// String returns the D3D name without its prefix.
func (t PrimitiveTopology) String() string { return enumName(topologyNames, int(t)) }

// Type is the kind of primitives that the topology makes.
func (t PrimitiveTopology) Type() PrimitiveTopologyType {
	switch t {
	case TopologyPointList:
		return TopologyTypePoint
	case TopologyLineList, TopologyLineStrip, TopologyLineListAdj, TopologyLineStripAdj:
		return TopologyTypeLine
	case TopologyTriangleList, TopologyTriangleStrip, TopologyTriangleFan, TopologyTriangleListAdj, TopologyTriangleStripAdj:
		return TopologyTypeTriangle
	}
	return TopologyTypeUndefined
}

// IndexBufferStripCutValue as D3D12_INDEX_BUFFER_STRIP_CUT_VALUE: the index that ends a strip.
type IndexBufferStripCutValue uint8

// The strip cut values.
const (
	StripCutDisabled IndexBufferStripCutValue = iota
	StripCut0xFFFF
	StripCut0xFFFFFFFF
)

var stripCutNames = []string{"DISABLED", "0xFFFF", "0xFFFFFFFF"}

// LuaNames implements the enum contract of the bindings.
func (IndexBufferStripCutValue) LuaNames() []string { return stripCutNames }

// String returns the D3D12 name without its prefix.
func (v IndexBufferStripCutValue) String() string { return enumName(stripCutNames, int(v)) }

// GraphicsPipelineStateDesc describes a graphics pipeline (CreateGraphicsPipelineState), as D3D12_GRAPHICS_PIPELINE_STATE_DESC.
// A pixel shader whose inputs were not declared has been linked with the outputs of VS.
type GraphicsPipelineStateDesc struct {
	Name                  string
	RootSignature         RootSignature    `lua:",required"`
	VS                    Shader           `lua:",required"`
	PS                    Shader           // nil: depth only
	BlendState            BlendDesc        `lua:",default={}"`
	SampleMask            uint32           `lua:",default=4294967295"`
	RasterizerState       RasterizerDesc   `lua:",default={}"`
	DepthStencilState     DepthStencilDesc `lua:",default={}"`
	InputLayout           []InputElement   `lua:",max=32"`
	IBStripCutValue       IndexBufferStripCutValue
	PrimitiveTopologyType PrimitiveTopologyType `lua:",required"`
	RTVFormats            []Format              `lua:",max=8"`
	DSVFormat             Format
	SampleDesc            SampleDesc `lua:",default={}"`
	NodeMask              uint32     `lua:",max=1"`
}

// Viewport as D3D12_VIEWPORT: pixels, and the depth range. The list form is that of C: { x, y, width, height, minimum, maximum }.
type Viewport struct {
	TopLeftX float32 `lua:",order=1"`
	TopLeftY float32 `lua:",order=2"`
	Width    float32 `lua:",required,order=3"`
	Height   float32 `lua:",required,order=4"`
	MinDepth float32 `lua:",order=5"`
	MaxDepth float32 `lua:",default=1,order=6"`
}

// VertexBufferView as D3D12_VERTEX_BUFFER_VIEW.
type VertexBufferView struct {
	BufferLocation uint64 // GPU virtual address; 0 is the null view, which reads 0
	SizeInBytes    uint32
	StrideInBytes  uint32 `lua:",max=2048"`
}

// IndexBufferView as D3D12_INDEX_BUFFER_VIEW. Format is R16_UINT or R32_UINT.
type IndexBufferView struct {
	BufferLocation uint64
	SizeInBytes    uint32
	Format         Format `lua:",required"`
}

// ClearFlags as D3D12_CLEAR_FLAGS of ClearDepthStencilView.
type ClearFlags uint32

// The clear flags.
const (
	ClearDepth   ClearFlags = 1
	ClearStencil ClearFlags = 2
)

var clearFlagNames = []FlagName{{"DEPTH", 1}, {"STENCIL", 2}}

// LuaFlagNames implements the flags contract of the bindings.
func (ClearFlags) LuaFlagNames() []FlagName { return clearFlagNames }

// String joins the set flags.
func (f ClearFlags) String() string { return flagString(clearFlagNames, uint64(f)) }

// Limits of the graphics pipeline (d3d12.h).
const (
	MaxRenderTargets     = 8
	MaxViewports         = 16
	MaxVertexBuffers     = 32
	MaxInputElements     = 32
	MaxStageComponents   = 128 // 32 registers of 4 components between two stages
	SubpixelBits         = 8   // fractional bits of rasterized positions
	MaxViewportDimension = 16384
)

// PredicationOp as D3D12_PREDICATION_OP: which values of the 64 bits leave the following commands out.
type PredicationOp uint8

// The predication operations.
const (
	PredicationEqualZero PredicationOp = iota
	PredicationNotEqualZero
)

var predicationNames = []string{"EQUAL_ZERO", "NOT_EQUAL_ZERO"}

// LuaNames implements the enum contract of the bindings.
func (PredicationOp) LuaNames() []string { return predicationNames }

// String returns the D3D12 name without its prefix.
func (o PredicationOp) String() string { return enumName(predicationNames, int(o)) }

// ResolveMode as D3D12_RESOLVE_MODE: what becomes of the samples of a texel. DECOMPRESS and the video modes are refused by name.
type ResolveMode uint8

// The resolve modes.
const (
	ResolveDecompress ResolveMode = iota
	ResolveMin
	ResolveMax
	ResolveAverage
)

var resolveNames = []string{"DECOMPRESS", "MIN", "MAX", "AVERAGE"}

// LuaNames implements the enum contract of the bindings.
func (ResolveMode) LuaNames() []string { return resolveNames }

// String returns the D3D12 name without its prefix.
func (m ResolveMode) String() string { return enumName(resolveNames, int(m)) }

// PipelineStatistics as D3D12_QUERY_DATA_PIPELINE_STATISTICS: eleven 64-bit counts. Those of stages that do not exist stay 0.
type PipelineStatistics struct {
	IAVertices, IAPrimitives  uint64
	VSInvocations             uint64
	GSInvocations             uint64
	GSPrimitives              uint64
	CInvocations, CPrimitives uint64 // primitives that the clipper got, and gave
	PSInvocations             uint64
	HSInvocations             uint64
	DSInvocations             uint64
	CSInvocations             uint64
}
