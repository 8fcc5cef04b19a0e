package gpu

import "strings"

// Op is the kind of a recorded command.
type Op uint8

// The commands, in the order of the table below.
const (
	OpNone Op = iota
	OpBeginEvent
	OpBeginQuery
	OpBeginRenderPass
	OpClearDepthStencilView
	OpClearRenderTargetView
	OpClearState
	OpClearUnorderedAccessViewFloat
	OpClearUnorderedAccessViewUint
	OpCopyBufferRegion
	OpCopyResource
	OpCopyTextureRegion
	OpDiscardResource
	OpDispatch
	OpDrawIndexedInstanced
	OpDrawInstanced
	OpEndEvent
	OpEndQuery
	OpEndRenderPass
	OpExecuteBundle
	OpExecuteIndirect
	OpIASetIndexBuffer
	OpIASetPrimitiveTopology
	OpIASetVertexBuffers
	OpOMSetBlendFactor
	OpOMSetDepthBounds
	OpOMSetRenderTargets
	OpOMSetStencilRef
	OpRSSetScissorRects
	OpRSSetViewports
	OpResolveQueryData
	OpResolveSubresource
	OpResolveSubresourceRegion
	OpResourceBarrier
	OpSetComputeRoot32BitConstant
	OpSetComputeRoot32BitConstants
	OpSetComputeRootConstantBufferView
	OpSetComputeRootDescriptorTable
	OpSetComputeRootShaderResourceView
	OpSetComputeRootSignature
	OpSetComputeRootUnorderedAccessView
	OpSetDescriptorHeaps
	OpSetGraphicsRoot32BitConstant
	OpSetGraphicsRoot32BitConstants
	OpSetGraphicsRootConstantBufferView
	OpSetGraphicsRootDescriptorTable
	OpSetGraphicsRootShaderResourceView
	OpSetGraphicsRootSignature
	OpSetGraphicsRootUnorderedAccessView
	OpSetMarker
	OpSetPipelineState
	OpSetPredication
	OpWriteBufferImmediate
	opCount
)

// ListTypes is a set of list types: bit 1<<CommandListType.
type ListTypes uint8

// Sets of list types of the command table (research d3d12 §1.2).
const (
	onDirect  ListTypes = 1 << ListDirect
	onBundle  ListTypes = 1 << ListBundle
	onCompute ListTypes = 1 << ListCompute
	onCopy    ListTypes = 1 << ListCopy

	onQueues    = onDirect | onCompute | onCopy
	onShaders   = onDirect | onCompute
	onShadersB  = onShaders | onBundle
	onDirectB   = onDirect | onBundle
	onAllOfThem = onQueues | onBundle
)

// Has says whether lists of type t are in the set.
func (s ListTypes) Has(t CommandListType) bool { return s&(1<<t) != 0 }

// String lists the types, for example "DIRECT, COMPUTE or COPY".
func (s ListTypes) String() string {
	var names []string
	for t := ListDirect; t <= ListCopy; t++ {
		if s.Has(t) {
			names = append(names, t.String())
		}
	}
	last := max(len(names)-1, 0)
	if last == 0 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// CommandRule is a row of the command table: which lists record a command.
type CommandRule struct {
	Name  string
	Lists ListTypes
	Op    Op // OpNone: a command of a later version, refused by name
}

// commandTable is the table of D3D12's command list restrictions, sorted by name. Rows without an Op are commands that this version refuses by name.
var commandTable = []CommandRule{
	{"AtomicCopyBufferUINT", onQueues, OpNone},
	{"AtomicCopyBufferUINT64", onQueues, OpNone},
	{"Barrier", onQueues, OpNone},
	{"BeginEvent", onAllOfThem, OpBeginEvent},
	{"BeginQuery", onDirect, OpBeginQuery},
	{"BeginRenderPass", onDirect, OpBeginRenderPass},
	{"BuildRaytracingAccelerationStructure", onShaders, OpNone},
	{"ClearDepthStencilView", onDirect, OpClearDepthStencilView},
	{"ClearRenderTargetView", onDirect, OpClearRenderTargetView},
	{"ClearState", onShaders, OpClearState},
	{"ClearUnorderedAccessViewFloat", onShaders, OpClearUnorderedAccessViewFloat},
	{"ClearUnorderedAccessViewUint", onShaders, OpClearUnorderedAccessViewUint},
	{"CopyBufferRegion", onQueues, OpCopyBufferRegion},
	{"CopyRaytracingAccelerationStructure", onShaders, OpNone},
	{"CopyResource", onQueues, OpCopyResource},
	{"CopyTextureRegion", onQueues, OpCopyTextureRegion},
	{"CopyTiles", onQueues, OpNone},
	{"DiscardResource", onShaders, OpDiscardResource},
	{"Dispatch", onShadersB, OpDispatch},
	{"DispatchGraph", onShaders, OpNone},
	{"DispatchMesh", onDirectB, OpNone},
	{"DispatchRays", onShadersB, OpNone},
	{"DrawIndexedInstanced", onDirectB, OpDrawIndexedInstanced},
	{"DrawInstanced", onDirectB, OpDrawInstanced},
	{"EmitRaytracingAccelerationStructurePostbuildInfo", onShaders, OpNone},
	{"EndEvent", onAllOfThem, OpEndEvent},
	{"EndQuery", onQueues, OpEndQuery},
	{"EndRenderPass", onDirect, OpEndRenderPass},
	{"ExecuteBundle", onDirect, OpExecuteBundle},
	{"ExecuteIndirect", onShadersB, OpExecuteIndirect},
	{"ExecuteMetaCommand", onShaders, OpNone},
	{"IASetIndexBuffer", onDirectB, OpIASetIndexBuffer},
	{"IASetIndexBufferStripCutValue", onDirectB, OpNone},
	{"IASetPrimitiveTopology", onDirectB, OpIASetPrimitiveTopology},
	{"IASetVertexBuffers", onDirectB, OpIASetVertexBuffers},
	{"InitializeMetaCommand", onShaders, OpNone},
	{"OMSetBlendFactor", onDirectB, OpOMSetBlendFactor},
	{"OMSetDepthBounds", onDirectB, OpOMSetDepthBounds},
	{"OMSetFrontAndBackStencilRef", onDirectB, OpNone},
	{"OMSetRenderTargets", onDirect, OpOMSetRenderTargets},
	{"OMSetStencilRef", onDirectB, OpOMSetStencilRef},
	{"RSSetDepthBias", onDirectB, OpNone},
	{"RSSetScissorRects", onDirect, OpRSSetScissorRects},
	{"RSSetShadingRate", onDirectB, OpNone},
	{"RSSetShadingRateImage", onDirectB, OpNone},
	{"RSSetViewports", onDirect, OpRSSetViewports},
	{"ResolveQueryData", onQueues, OpResolveQueryData},
	{"ResolveSubresource", onDirect, OpResolveSubresource},
	{"ResolveSubresourceRegion", onDirect, OpResolveSubresourceRegion},
	{"ResourceBarrier", onQueues, OpResourceBarrier},
	{"SOSetTargets", onDirect, OpNone},
	{"SetComputeRoot32BitConstant", onShadersB, OpSetComputeRoot32BitConstant},
	{"SetComputeRoot32BitConstants", onShadersB, OpSetComputeRoot32BitConstants},
	{"SetComputeRootConstantBufferView", onShadersB, OpSetComputeRootConstantBufferView},
	{"SetComputeRootDescriptorTable", onShadersB, OpSetComputeRootDescriptorTable},
	{"SetComputeRootShaderResourceView", onShadersB, OpSetComputeRootShaderResourceView},
	{"SetComputeRootSignature", onShadersB, OpSetComputeRootSignature},
	{"SetComputeRootUnorderedAccessView", onShadersB, OpSetComputeRootUnorderedAccessView},
	{"SetDescriptorHeaps", onShadersB, OpSetDescriptorHeaps},
	{"SetGraphicsRoot32BitConstant", onDirectB, OpSetGraphicsRoot32BitConstant},
	{"SetGraphicsRoot32BitConstants", onDirectB, OpSetGraphicsRoot32BitConstants},
	{"SetGraphicsRootConstantBufferView", onDirectB, OpSetGraphicsRootConstantBufferView},
	{"SetGraphicsRootDescriptorTable", onDirectB, OpSetGraphicsRootDescriptorTable},
	{"SetGraphicsRootShaderResourceView", onDirectB, OpSetGraphicsRootShaderResourceView},
	{"SetGraphicsRootSignature", onDirectB, OpSetGraphicsRootSignature},
	{"SetGraphicsRootUnorderedAccessView", onDirectB, OpSetGraphicsRootUnorderedAccessView},
	{"SetMarker", onAllOfThem, OpSetMarker},
	{"SetPipelineState", onShadersB, OpSetPipelineState},
	{"SetPipelineState1", onShadersB, OpNone},
	{"SetPredication", onShaders, OpSetPredication},
	{"SetProgram", onShadersB, OpNone},
	{"SetProtectedResourceSession", onQueues, OpNone},
	{"SetSamplePositions", onDirectB, OpNone},
	{"SetViewInstanceMask", onDirectB, OpNone},
	{"WriteBufferImmediate", onAllOfThem, OpWriteBufferImmediate},
}

// CommandTable returns the rows sorted by name. The caller must not change it.
func CommandTable() []CommandRule { return commandTable }

var opRules = func() (rules [opCount]CommandRule) {
	for _, r := range commandTable {
		if r.Op != OpNone {
			rules[r.Op] = r
		}
	}
	return rules
}()

// String returns the method's name, for example "CopyBufferRegion".
func (o Op) String() string {
	if o >= opCount {
		return "UNKNOWN"
	}
	return opRules[o].Name
}

// Lists are the list types that may record the command.
func (o Op) Lists() ListTypes { return opRules[min(o, opCount-1)].Lists }

// Draw says whether the command draws, by itself or by what is in a buffer.
func (o Op) Draw() bool { return o == OpDrawInstanced || o == OpDrawIndexedInstanced }

// Graphics says whether the command sets a root argument of graphics; compute has the same commands.
func (o Op) Graphics() bool {
	return o >= OpSetGraphicsRoot32BitConstant && o <= OpSetGraphicsRootUnorderedAccessView
}
