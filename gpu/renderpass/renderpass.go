// Package renderpass is the vocabulary of render passes: which targets a pass draws to, what it finds in them and what it leaves.
//
//	BeginRenderPass ─▶ beginning access of each target (keep, clear, discard) ─▶ draws ─▶ ending access (keep, resolve, discard) ◀─ EndRenderPass
//
// The package has no behaviour: package device composes a pass of the commands it stands for, package validate has its rules.
package renderpass

import "github.com/gpuscript/gpuscript/gpu"

// PassBeginning says what a render pass finds in a target, as D3D12_RENDER_PASS_BEGINNING_ACCESS_TYPE.
type PassBeginning uint8

// The ways to begin that use the target; NO_ACCESS leaves it alone.
const (
	PassBeginDiscard  PassBeginning = 0
	PassBeginPreserve PassBeginning = 1
	PassBeginClear    PassBeginning = 2
)

// LuaNames implements the enum contract of the bindings.
func (PassBeginning) LuaNames() []string {
	return []string{"DISCARD", "PRESERVE", "CLEAR", "NO_ACCESS"}
}

// PassEnding says what a render pass leaves in a target, as D3D12_RENDER_PASS_ENDING_ACCESS_TYPE.
type PassEnding uint8

// The ways to end that do something.
const (
	PassEndDiscard PassEnding = 0
	PassEndResolve PassEnding = 2
)

// LuaNames implements the enum contract of the bindings.
func (PassEnding) LuaNames() []string { return []string{"DISCARD", "PRESERVE", "RESOLVE", "NO_ACCESS"} }

// PassBeginningAccess as D3D12_RENDER_PASS_BEGINNING_ACCESS; ClearValue is for CLEAR.
type PassBeginningAccess struct {
	Type       PassBeginning  `lua:",default=NO_ACCESS"` // what becomes of the contents when the pass begins
	ClearValue gpu.ClearValue // with CLEAR
}

// PassResolve as D3D12_RENDER_PASS_ENDING_ACCESS_RESOLVE_PARAMETERS of one subresource: from the target to DstResource, which is in RESOLVE_DEST.
type PassResolve struct {
	SrcResource           gpu.Resource    // nil: the target's
	DstResource           gpu.Resource    `lua:",required"` // gets one sample a texel
	SrcSubresource        uint32          // of SrcResource
	DstSubresource        uint32          // of DstResource
	DstX, DstY            uint32          // texels
	SrcRect               *gpu.Rect       // nil: all of it
	Format                gpu.Format      // UNKNOWN: that of the target's resource
	ResolveMode           gpu.ResolveMode `lua:",default=AVERAGE"` // how samples become one
	PreserveResolveSource bool            // false: the samples are discarded when they are resolved
}

// PassEndingAccess as D3D12_RENDER_PASS_ENDING_ACCESS; Resolve is for RESOLVE.
type PassEndingAccess struct {
	Type    PassEnding   `lua:",default=NO_ACCESS,tag"`       // what becomes of the contents when the pass ends
	Resolve *PassResolve `lua:",required,when=RESOLVE,spare"` // where the samples go
}

// RenderPassTarget as D3D12_RENDER_PASS_RENDER_TARGET_DESC.
type RenderPassTarget struct {
	CPUDescriptor   gpu.CPUDescriptorHandle `lua:",required"` // the render target view
	BeginningAccess PassBeginningAccess     `lua:",required"` // what becomes of the contents when the pass begins
	EndingAccess    PassEndingAccess        `lua:",required"` // and when it ends
}

// RenderPassDepthStencil as D3D12_RENDER_PASS_DEPTH_STENCIL_DESC; what is left out is NO_ACCESS.
type RenderPassDepthStencil struct {
	CPUDescriptor          gpu.CPUDescriptorHandle `lua:",required"`   // the depth-stencil view
	DepthBeginningAccess   PassBeginningAccess     `lua:",default={}"` // of the depth plane
	StencilBeginningAccess PassBeginningAccess     `lua:",default={}"` // of the stencil plane
	DepthEndingAccess      PassEndingAccess        `lua:",default={}"` // of the depth plane
	StencilEndingAccess    PassEndingAccess        `lua:",default={}"` // of the stencil plane
}

// RenderPassFlags as D3D12_RENDER_PASS_FLAGS.
type RenderPassFlags uint32

// The flags of passes that several recordings make together. A suspended pass ends without its ending accesses, one that resumes begins without its
// beginning accesses: in order they are one pass.
const (
	PassSuspends RenderPassFlags = 2
	PassResumes  RenderPassFlags = 4
)

var renderPassFlagNames = []gpu.FlagName{{Name: "NONE"}, {Name: "ALLOW_UAV_WRITES", Bits: 1}, {Name: "SUSPENDING_PASS", Bits: 2},
	{Name: "RESUMING_PASS", Bits: 4}}

// LuaFlagNames implements the flags contract of the bindings.
func (RenderPassFlags) LuaFlagNames() []gpu.FlagName { return renderPassFlagNames }
