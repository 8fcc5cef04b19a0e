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
	FillMode              FillMode // SOLID or WIREFRAME
	CullMode              CullMode // which faces are left out
	FrontCounterClockwise bool     // which way round the front faces
	DepthBias             int32    // steps of the depth format, added to the depth
	DepthBiasClamp        float32  // the largest bias
	SlopeScaledDepthBias  float32  // times the steepest slope of depth, added to the depth
	DepthClipEnable       bool     `lua:",default=true"` // clips at the near and the far plane
	MultisampleEnable     bool     // lines are four-sided boxes
	AntialiasedLineEnable bool     // refused on targets with one sample
	ForcedSampleCount     uint32   // refused unless 0
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
	StencilFailOp      StencilOp      // where the stencil test fails
	StencilDepthFailOp StencilOp      // where only the depth test fails
	StencilPassOp      StencilOp      // where both pass
	StencilFunc        ComparisonFunc `lua:",default=ALWAYS"` // the reference compared with what is there
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
	DepthEnable      bool            `lua:",default=true"` // tests depth
	DepthWriteMask   DepthWriteMask  // ALL writes the depth of what passes
	DepthFunc        ComparisonFunc  `lua:",default=LESS"` // what passes: the new depth compared with the old
	StencilEnable    bool            // tests stencil
	StencilReadMask  uint8           `lua:",default=255"` // bits that are compared
	StencilWriteMask uint8           `lua:",default=255"` // bits that are written
	FrontFace        StencilFaceDesc `lua:",default={}"`  // of triangles that face the viewer
	BackFace         StencilFaceDesc `lua:",default={}"`  // of the others
	// DepthBoundsTestEnable lets samples through whose stored depth is within OMSetDepthBounds, whatever DepthEnable says
	// (D3D12_DEPTH_STENCIL_DESC1).
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
	BlendEnable           bool             // blends the color with the target's contents
	LogicOpEnable         bool             // a bitwise operation instead, on UINT targets
	SrcBlend              Blend            `lua:",default=ONE"`  // factor of the new color
	DestBlend             Blend            `lua:",default=ZERO"` // factor of the old color
	BlendOp               BlendOp          `lua:",default=ADD"`  // how the two are joined
	SrcBlendAlpha         Blend            `lua:",default=ONE"`  // factor of the new alpha
	DestBlendAlpha        Blend            `lua:",default=ZERO"` // factor of the old alpha
	BlendOpAlpha          BlendOp          `lua:",default=ADD"`  // how the two are joined
	LogicOp               LogicOp          `lua:",default=NOOP"` // with LogicOpEnable
	RenderTargetWriteMask ColorWriteEnable `lua:",default=ALL"`  // components that are written: 1 red, 2 green, 4 blue, 8 alpha
}

// BlendDesc as D3D12_BLEND_DESC. Without IndependentBlendEnable the first entry serves all render targets; missing entries are the default.
type BlendDesc struct {
	AlphaToCoverageEnable  bool                    // the alpha of target 0 selects samples, unless the pixel shader returns Coverage
	IndependentBlendEnable bool                    // each target has its own entry; otherwise the first one applies to all
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
	RootSignature         RootSignature    `lua:",required"` // of the draws
	VS                    Shader           `lua:",required"` // from gpu.VertexShader
	PS                    Shader           // nil: depth only
	BlendState            BlendDesc        `lua:",default={}"`         // how pixels are combined with the target's contents
	SampleMask            uint32           `lua:",default=4294967295"` // samples that are written, a bit each
	RasterizerState       RasterizerDesc   `lua:",default={}"`         // how triangles become pixels
	DepthStencilState     DepthStencilDesc `lua:",default={}"`         // which pixels pass, and what they write
	InputLayout           []InputElement   `lua:",max=32"`
	IBStripCutValue       IndexBufferStripCutValue
	PrimitiveTopologyType PrimitiveTopologyType `lua:",required"`
	RTVFormats            []Format              `lua:",max=8"`
	DSVFormat             Format                // of the depth-stencil view; UNKNOWN: none
	SampleDesc            SampleDesc            `lua:",default={}"` // samples a texel of the targets
	NodeMask              uint32                `lua:",max=1"`
}

// Viewport as D3D12_VIEWPORT: pixels, and the depth range. Draws reach the pixels from floor(TopLeftX) to floor(TopLeftX + Width), and so in height.
// The list form is that of C: { x, y, width, height, minimum, maximum }.
type Viewport struct {
	TopLeftX float32 `lua:",order=1"`           // pixels
	TopLeftY float32 `lua:",order=2"`           // pixels
	Width    float32 `lua:",required,order=3"`  // pixels
	Height   float32 `lua:",required,order=4"`  // pixels
	MinDepth float32 `lua:",order=5"`           // the depth of the near plane, 0 to 1
	MaxDepth float32 `lua:",default=1,order=6"` // the depth of the far plane
}

// VertexBufferView as D3D12_VERTEX_BUFFER_VIEW.
type VertexBufferView struct {
	BufferLocation uint64 `lua:",order=1"` // GPU virtual address; 0 is the null view, which reads 0
	SizeInBytes    uint32 `lua:",order=2"` // bytes
	StrideInBytes  uint32 `lua:",max=2048,order=3"`
}

// IndexBufferView as D3D12_INDEX_BUFFER_VIEW. Format is R16_UINT or R32_UINT.
type IndexBufferView struct {
	BufferLocation uint64 `lua:",order=1"`          // GPU virtual address
	SizeInBytes    uint32 `lua:",order=2"`          // bytes
	Format         Format `lua:",required,order=3"` // R16_UINT or R32_UINT
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
	MaxRenderTargets   = 8
	MaxViewports       = 16
	MaxVertexBuffers   = 32
	MaxInputElements   = 32
	MaxStageComponents = 128 // 32 registers of 4 components between two stages
	SubpixelBits       = 8   // fractional bits of rasterized positions
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
