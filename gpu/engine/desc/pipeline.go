package desc

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// ShaderVariableDesc says how often one variable changes.
type ShaderVariableDesc struct {
	Name      string       `lua:",required,order=1"`
	Type      VariableType `lua:",required,order=2"`
	Flags     VariableFlags
	ArraySize uint32 // of INLINE_CONSTANTS: how many 32-bit values, 1 to MaxInlineConstants (Diligent reads it from the shader)
}

// ImmutableSamplerDesc puts a sampler into the pipeline; it needs no place in a descriptor heap (H10).
type ImmutableSamplerDesc struct {
	Name string          `lua:",required"`
	Desc gpu.SamplerDesc `lua:",default={}"`
}

// ResourceLayout says what becomes of the registers that the shaders declare.
type ResourceLayout struct {
	DefaultVariableType VariableType
	Variables           []ShaderVariableDesc
	ImmutableSamplers   []ImmutableSamplerDesc
}

// Empty says whether nothing is laid down.
func (l *ResourceLayout) Empty() bool {
	return l.DefaultVariableType == VariableStatic && len(l.Variables)+len(l.ImmutableSamplers) == 0
}

// Signature is a pipeline resource signature of a render device, for descriptions.
type Signature interface {
	Desc() PipelineResourceSignatureDesc
}

// ComputePipelineStateDesc describes a compute pipeline.
type ComputePipelineStateDesc struct {
	Name                 string
	CS                   gpu.Shader `lua:",required"`
	ResourceLayout       ResourceLayout
	ResourceSignatures   []Signature `lua:",max=8"` // instead of ResourceLayout
	ImmediateContextMask uint64      `lua:",default=1"`
}

// GraphicsPipelineDesc are the fixed parts of a graphics pipeline.
type GraphicsPipelineDesc struct {
	BlendDesc         gpu.BlendDesc        `lua:",default={}"`
	SampleMask        uint32               // 0: all samples
	RasterizerDesc    gpu.RasterizerDesc   `lua:",default={}"`
	DepthStencilDesc  gpu.DepthStencilDesc `lua:",default={}"`
	InputLayout       []gpu.InputElement   `lua:",max=32"`
	VertexStrides     []uint32             `lua:",max=32"` // bytes of a vertex by slot; missing or 0: the elements of the slot without gaps
	PrimitiveTopology gpu.PrimitiveTopology
	RTVFormats        []gpu.Format `lua:",max=8"`
	DSVFormat         gpu.Format
	SmplDesc          gpu.SampleDesc `lua:",default={}"`
}

// GraphicsPipelineStateDesc describes a graphics pipeline.
type GraphicsPipelineStateDesc struct {
	Name                 string
	VS                   gpu.Shader           `lua:",required"`
	PS                   gpu.Shader           // nil: depth only
	GraphicsPipeline     GraphicsPipelineDesc `lua:",required"`
	ResourceLayout       ResourceLayout
	ResourceSignatures   []Signature `lua:",max=8"` // instead of ResourceLayout
	ImmediateContextMask uint64      `lua:",default=1"`
}

// Step is how a vertex buffer advances: by vertex, or by one element in Rate instances; with Rate 0 all instances have the first element.
type Step struct {
	Instances bool
	Rate      uint32
}

// Steps are those of the vertex buffers by slot.
func (g *GraphicsPipelineDesc) Steps() (out [gpu.MaxVertexBuffers]Step) {
	for _, e := range g.InputLayout {
		if e.InputSlot < gpu.MaxVertexBuffers {
			out[e.InputSlot] = Step{e.InputSlotClass == gpu.PerInstanceData, e.InstanceDataStepRate}
		}
	}
	return out
}

// Elements is how many elements of a buffer that advances by instance a draw of n instances reads.
func (s Step) Elements(n uint64) uint64 {
	if s.Rate == 0 {
		return min(n, 1)
	}
	return (n + uint64(s.Rate) - 1) / uint64(s.Rate)
}

// Strides are the bytes of a vertex by slot.
func (g *GraphicsPipelineDesc) Strides() (out [gpu.MaxVertexBuffers]uint32) {
	var end [gpu.MaxVertexBuffers]uint32
	for _, e := range g.InputLayout {
		if e.InputSlot >= gpu.MaxVertexBuffers {
			continue // refused by the pipeline's own rules
		}
		at := e.AlignedByteOffset
		if at == gpu.AppendAligned {
			at = end[e.InputSlot]
		}
		end[e.InputSlot] = at + uint32(e.Format.Bytes())
		out[e.InputSlot] = max(out[e.InputSlot], (end[e.InputSlot]+3)/4*4)
	}
	for i, s := range g.VertexStrides {
		if i < len(out) && s > 0 {
			out[i] = s
		}
	}
	return out
}

// StrideFault says which entry of VertexStrides stands in the place of another slot: no element is in its slot, and a slot of elements has none.
func (g *GraphicsPipelineDesc) StrideFault() Fault {
	var used [gpu.MaxVertexBuffers]bool
	for _, e := range g.InputLayout {
		if e.InputSlot < gpu.MaxVertexBuffers {
			used[e.InputSlot] = true
		}
	}
	given := func(slot int) bool { return slot < len(g.VertexStrides) && g.VertexStrides[slot] > 0 }
	for lacks := range used {
		for idle := range min(len(g.VertexStrides), len(used)) {
			if used[lacks] && !given(lacks) && given(idle) && !used[idle] {
				return Fault{Why: fmt.Sprintf(
					"VertexStrides has the bytes of a vertex of slot %d, in which no element of the InputLayout is, and none of slot %d",
					idle, lacks),
					Help: fmt.Sprintf("its first entry is that of slot 0: write %d as entry %d, and 0 for slots without elements",
						g.VertexStrides[idle], lacks+1)}
			}
		}
	}
	return Fault{}
}

// DrawAttribs are the arguments of Draw.
type DrawAttribs struct {
	NumVertices           uint32 `lua:",required"`
	NumInstances          uint32 `lua:",default=1"` // 0 is 1
	StartVertexLocation   uint32
	FirstInstanceLocation uint32
}

// DrawIndexedAttribs are the arguments of DrawIndexed.
type DrawIndexedAttribs struct {
	NumIndices            uint32     `lua:",required"`
	IndexType             gpu.Format `lua:",required"`  // R16_UINT or R32_UINT
	NumInstances          uint32     `lua:",default=1"` // 0 is 1
	FirstIndexLocation    uint32
	BaseVertex            int32
	FirstInstanceLocation uint32
}

// DispatchComputeAttribs are the arguments of DispatchCompute.
type DispatchComputeAttribs struct {
	ThreadGroupCountX uint32 `lua:",default=1"`
	ThreadGroupCountY uint32 `lua:",default=1"`
	ThreadGroupCountZ uint32 `lua:",default=1"`
}

// QueryType says what a query measures, as Diligent's QUERY_TYPE.
type QueryType uint8

// The query types.
const (
	QueryTimestamp          QueryType = iota // the time at EndQuery, in ticks
	QueryDuration                            // the time from BeginQuery to EndQuery, in ticks
	QueryOcclusion                           // samples that passed
	QueryBinaryOcclusion                     // whether any did
	QueryPipelineStatistics                  // eleven counts
)

var queryNames = []string{"TIMESTAMP", "DURATION", "OCCLUSION", "BINARY_OCCLUSION", "PIPELINE_STATISTICS"}

// LuaNames implements the enum contract of the bindings.
func (QueryType) LuaNames() []string { return queryNames }

// String returns the name.
func (t QueryType) String() string { return name(queryNames, int(t)) }

// Natives are the heap, the type and the number of slots of the device below.
func (t QueryType) Natives() (gpu.QueryHeapType, gpu.QueryType, uint32) {
	switch t {
	case QueryDuration:
		return gpu.QueryHeapTimestamp, gpu.QueryTimestamp, 2
	case QueryOcclusion:
		return gpu.QueryHeapOcclusion, gpu.QueryOcclusion, 1
	case QueryBinaryOcclusion:
		return gpu.QueryHeapOcclusion, gpu.QueryBinaryOcclusion, 1
	case QueryPipelineStatistics:
		return gpu.QueryHeapPipelineStatistics, gpu.QueryPipelineStatistics, 1
	}
	return gpu.QueryHeapTimestamp, gpu.QueryTimestamp, 1
}

// QueryDesc describes a query.
type QueryDesc struct {
	Name string
	Type QueryType `lua:",required"`
}
