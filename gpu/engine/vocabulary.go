package engine

import "github.com/gpuscript/gpuscript/gpu/engine/desc"

// The types of descriptions and arguments; package desc documents each.
type (
	Usage                     = desc.Usage                     // how the contents of a resource come to be, as Diligent's USAGE
	BindFlags                 = desc.BindFlags                 // BindFlags say where a resource can be bound, as Diligent's BIND_FLAGS
	CPUAccess                 = desc.CPUAccess                 // what the CPU does with a mapped resource, as Diligent's CPU_ACCESS_FLAGS
	BufferMode                = desc.BufferMode                // how shaders see a buffer, as Diligent's BUFFER_MODE
	MapType                   = desc.MapType                   // what the CPU does through a mapping, as Diligent's MAP_TYPE
	MapFlags                  = desc.MapFlags                  // MapFlags say what happens to the contents, as Diligent's MAP_FLAGS
	Transition                = desc.Transition                // what a command does about the state of a resource, as Diligent's RESOURCE_STATE_TRANSITION_MODE
	VariableType              = desc.VariableType              // how often a shader variable changes, as Diligent's SHADER_RESOURCE_VARIABLE_TYPE
	ViewType                  = desc.ViewType                  // what a view is for, as Diligent's TEXTURE_VIEW_TYPE and BUFFER_VIEW_TYPE
	TextureType               = desc.TextureType               // the shape of a texture, as Diligent's RESOURCE_DIMENSION
	SetFlags                  = desc.SetFlags                  // SetFlags change how a variable is set, as Diligent's SET_SHADER_RESOURCE_FLAGS
	Numbering                 = desc.Numbering                 // which release system a device has (package lifetime)
	BufferDesc                = desc.BufferDesc                // a buffer
	SubresourceData           = desc.SubresourceData           // the texels of one subresource
	TextureDesc               = desc.TextureDesc               // a texture
	ViewDesc                  = desc.ViewDesc                  // a view of a texture or a buffer
	ShaderVariableDesc        = desc.ShaderVariableDesc        // how often one variable changes
	ImmutableSamplerDesc      = desc.ImmutableSamplerDesc      // a sampler into the pipeline; it needs no place in a descriptor heap (H10)
	ResourceLayout            = desc.ResourceLayout            // what becomes of the registers that the shaders declare
	ComputePipelineStateDesc  = desc.ComputePipelineStateDesc  // a compute pipeline
	GraphicsPipelineDesc      = desc.GraphicsPipelineDesc      // the fixed parts of a graphics pipeline
	GraphicsPipelineStateDesc = desc.GraphicsPipelineStateDesc // a graphics pipeline
	DrawAttribs               = desc.DrawAttribs               // the arguments of Draw
	DrawIndexedAttribs        = desc.DrawIndexedAttribs        // the arguments of DrawIndexed
	DispatchComputeAttribs    = desc.DispatchComputeAttribs    // the arguments of DispatchCompute
	QueryType                 = desc.QueryType                 // what a query measures, as Diligent's QUERY_TYPE
	QueryDesc                 = desc.QueryDesc                 // a query
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
