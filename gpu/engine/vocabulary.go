package engine

import "github.com/gpuscript/gpuscript/gpu/engine/desc"

// The types of descriptions and arguments; package desc documents each.
type (
	// Usage says how the contents of a resource come to be, as Diligent's USAGE.
	Usage = desc.Usage
	// BindFlags say where a resource can be bound, as Diligent's BIND_FLAGS.
	BindFlags = desc.BindFlags
	// CPUAccess says what the CPU does with a mapped resource, as Diligent's CPU_ACCESS_FLAGS.
	CPUAccess = desc.CPUAccess
	// BufferMode says how shaders see a buffer, as Diligent's BUFFER_MODE.
	BufferMode = desc.BufferMode
	// MapType says what the CPU does through a mapping, as Diligent's MAP_TYPE.
	MapType = desc.MapType
	// MapFlags say what happens to the contents, as Diligent's MAP_FLAGS.
	MapFlags = desc.MapFlags
	// Transition says what a command does about the state of a resource, as Diligent's RESOURCE_STATE_TRANSITION_MODE.
	Transition = desc.Transition
	// VariableType says how often a shader variable changes, as Diligent's SHADER_RESOURCE_VARIABLE_TYPE.
	VariableType = desc.VariableType
	// ViewType says what a view is for, as Diligent's TEXTURE_VIEW_TYPE and BUFFER_VIEW_TYPE.
	ViewType = desc.ViewType
	// TextureType is the shape of a texture, as Diligent's RESOURCE_DIMENSION.
	TextureType = desc.TextureType
	// SetFlags change how a variable is set, as Diligent's SET_SHADER_RESOURCE_FLAGS.
	SetFlags = desc.SetFlags
	// Numbering says which release system a device has (package lifetime).
	Numbering = desc.Numbering
	// BufferDesc describes a buffer.
	BufferDesc = desc.BufferDesc
	// SubresourceData are the texels of one subresource.
	SubresourceData = desc.SubresourceData
	// TextureDesc describes a texture.
	TextureDesc = desc.TextureDesc
	// ViewDesc describes a view of a texture or a buffer.
	ViewDesc = desc.ViewDesc
	// ShaderVariableDesc says how often one variable changes.
	ShaderVariableDesc = desc.ShaderVariableDesc
	// ImmutableSamplerDesc puts a sampler into the pipeline; it needs no place in a descriptor heap (H10).
	ImmutableSamplerDesc = desc.ImmutableSamplerDesc
	// ResourceLayout says what becomes of the registers that the shaders declare.
	ResourceLayout = desc.ResourceLayout
	// ComputePipelineStateDesc describes a compute pipeline.
	ComputePipelineStateDesc = desc.ComputePipelineStateDesc
	// GraphicsPipelineDesc are the fixed parts of a graphics pipeline.
	GraphicsPipelineDesc = desc.GraphicsPipelineDesc
	// GraphicsPipelineStateDesc describes a graphics pipeline.
	GraphicsPipelineStateDesc = desc.GraphicsPipelineStateDesc
	// DrawAttribs are the arguments of Draw.
	DrawAttribs = desc.DrawAttribs
	// DrawIndexedAttribs are the arguments of DrawIndexed.
	DrawIndexedAttribs = desc.DrawIndexedAttribs
	// DispatchComputeAttribs are the arguments of DispatchCompute.
	DispatchComputeAttribs = desc.DispatchComputeAttribs
	// QueryType says what a query measures, as Diligent's QUERY_TYPE.
	QueryType = desc.QueryType
	// QueryDesc describes a query.
	QueryDesc = desc.QueryDesc
)

// The values of the enumerations; package desc documents each.
const (
	UsageDefault            = desc.UsageDefault
	UsageImmutable          = desc.UsageImmutable
	UsageDynamic            = desc.UsageDynamic
	UsageStaging            = desc.UsageStaging
	BindVertexBuffer        = desc.BindVertexBuffer
	BindIndexBuffer         = desc.BindIndexBuffer
	BindUniformBuffer       = desc.BindUniformBuffer
	BindShaderResource      = desc.BindShaderResource
	BindRenderTarget        = desc.BindRenderTarget
	BindDepthStencil        = desc.BindDepthStencil
	BindUnorderedAccess     = desc.BindUnorderedAccess
	BindIndirectDrawArgs    = desc.BindIndirectDrawArgs
	CPURead                 = desc.CPURead
	CPUWrite                = desc.CPUWrite
	ModeUndefined           = desc.ModeUndefined
	ModeFormatted           = desc.ModeFormatted
	ModeStructured          = desc.ModeStructured
	ModeRaw                 = desc.ModeRaw
	MapRead                 = desc.MapRead
	MapWrite                = desc.MapWrite
	MapReadWrite            = desc.MapReadWrite
	MapDoNotWait            = desc.MapDoNotWait
	MapDiscard              = desc.MapDiscard
	MapNoOverwrite          = desc.MapNoOverwrite
	TransitionAuto          = desc.TransitionAuto
	TransitionVerify        = desc.TransitionVerify
	TransitionNone          = desc.TransitionNone
	VariableStatic          = desc.VariableStatic
	VariableMutable         = desc.VariableMutable
	VariableDynamic         = desc.VariableDynamic
	ViewShaderResource      = desc.ViewShaderResource
	ViewRenderTarget        = desc.ViewRenderTarget
	ViewDepthStencil        = desc.ViewDepthStencil
	ViewUnorderedAccess     = desc.ViewUnorderedAccess
	Tex2D                   = desc.Tex2D
	Tex2DArray              = desc.Tex2DArray
	Tex1D                   = desc.Tex1D
	Tex1DArray              = desc.Tex1DArray
	Tex3D                   = desc.Tex3D
	TexCube                 = desc.TexCube
	NumberingModern         = desc.NumberingModern
	NumberingSeed           = desc.NumberingSeed
	QueryTimestamp          = desc.QueryTimestamp
	QueryDuration           = desc.QueryDuration
	QueryOcclusion          = desc.QueryOcclusion
	QueryBinaryOcclusion    = desc.QueryBinaryOcclusion
	QueryPipelineStatistics = desc.QueryPipelineStatistics
	AllowOverwrite          = desc.AllowOverwrite
)

// viewTypes is how many types of views there are.
const viewTypes = desc.ViewTypes

// dataContext is the context that uploads first contents, nil if the description leaves it open.
func dataContext(c desc.Context) *DeviceContext {
	out, _ := c.(*DeviceContext)
	return out
}
